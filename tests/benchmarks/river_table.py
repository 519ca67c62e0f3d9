"""Tables of open rivers, measured: `python tests/benchmarks/river_table.py [--standard] [--three]`.

Compile time is told apart. Processor seconds are what a busy machine changes least, so positions a second are
given for them too. Ratios are of runs that alternate in this one process.

--standard
    The open `standard` river as well: 7 GB of memory, some minutes.
--three
    Three players on the open `classroom` river as well: what each can guarantee (1 GB of memory), and max-n
    by both tie rules (5 and 7 GB); some minutes.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import statistics
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

from inaba import river
from inaba.river import State
from solvers import coalition, endgame, maxn, maxn_table, river_kernel, river_table, table_file

T = TypeVar("T")


def opening(deck: str, seed: int, players: int = 2) -> State:
    """The opening of an open river whose cards were shuffled with a seed."""
    cards = list(river.DECKS[deck])
    random.Random(seed).shuffle(cards)
    rows = [",".join(map(str, cards[i : i + 3])) for i in range(0, 12, 3)]
    return river.parse(f"{'/'.join(rows)} {','.join('-' * players)} 1 - -")


def timed(work: Callable[[], T]) -> tuple[T, float, float]:
    """What it gives, seconds on the clock, and seconds of the processor."""
    wall, cpu = time.perf_counter(), time.process_time()
    result = work()
    return result, time.perf_counter() - wall, time.process_time() - cpu


def row(name: str, positions: int, wall: float, cpu: float) -> None:
    """One line: seconds, and million positions a second."""
    speed, cpu_speed = positions / wall / 1e6, positions / cpu / 1e6
    print(f"{name:<44}{wall:9.2f} s{cpu:9.2f} s CPU{speed:9.1f} M/s{cpu_speed:9.1f} M/CPU s")


def alternating(name: str, one: Callable[[], object], two: Callable[[], object], times: int = 3) -> float:
    """How many times longer the first takes: the median over pairs run one after the other."""
    ratios = []
    for _ in range(times):
        first, second = timed(one)[1], timed(two)[1]
        ratios.append(first / second)
    print(f"{name:<44}{statistics.median(ratios):9.2f} times  ({min(ratios):.2f} to {max(ratios):.2f})")
    return statistics.median(ratios)


def _plain_maxn(state: State) -> object:
    return maxn.MaxN().value(state)


def by_maxn(three: State) -> None:
    """Everyone maximises his own chance, by table: always exact; and beside the plain solver."""
    few = river.parse("3,W/5,4 -,-,- 1 - -")
    _, wall, _ = timed(lambda: [maxn_table.build(few, ties) for ties in ("first", "split")])
    print(f"max-n, exact (compiling, or loading what was compiled before: {wall:.2f} s):")
    rules: tuple[maxn.Ties, ...] = ("first", "split")
    for ties in rules:
        table, wall, cpu = timed(partial(maxn_table.build, three, ties))
        row(f"max-n, ties {ties}", table.states, wall, cpu)
        print(f"{table.river.size / 1e9:.1f} GB of values; value", *map(str, table.value(three)))
        del table
    for text in ("3,W/5,4 -,-,- 1 - -", "3,W/O,4 -,-,- 1 - -"):
        small = river.parse(text)
        alternating(
            f"max-n, {text}: plain / table",
            partial(_plain_maxn, small),
            partial(maxn_table.build, small),
        )


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("--standard", action="store_true")
    arguments.add_argument("--three", action="store_true")
    asked = arguments.parse_args()
    print(f"{os.cpu_count()} processors; loops compiled: {river_kernel.COMPILED}\n")

    tiny = river.parse("3,4/5,W -,- 1 - -")
    _, wall, _ = timed(lambda: (river_table.build(tiny), river_table.build(tiny, exact=True)))
    print(f"compiling, or loading what was compiled before: {wall:.2f} s\n")

    state = opening("classroom", 1)
    print(f"classroom, two players: {state}")
    for name, work in (
        ("rounded, one thread", lambda: river_table.build(state, workers=1)),
        ("exact, one thread", lambda: river_table.build(state, workers=1, exact=True)),
        ("rounded, all processors", lambda: river_table.build(state)),
        ("exact, all processors", lambda: river_table.build(state, exact=True)),
    ):
        table, wall, cpu = timed(work)
        row(name, table.river.positions, wall, cpu)
    exact = river_table.build(state, exact=True)
    print(
        f"player 1 wins with {float(exact.value(state).value[0]):.12f} = {exact.value(state).value[0]}\n"
        f"{exact.river.positions:,} positions, {exact.river.layers:,} layers; "
        f"bound of the rounded table {float(river_table.build(state).error):.1e}\n"
    )

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "classroom.table"
        _, wall, _ = timed(lambda: table_file.save(exact, path))
        opened, opening_time, _ = timed(lambda: table_file.load(path))
        opened.value(state)
        _, probes, _ = timed(lambda: [opened.share(state) for _ in range(2000)])
        print(
            f"file: {path.stat().st_size / 1e6:.0f} MB saved in {wall:.2f} s, "
            f"opened in {opening_time * 1e3:.2f} ms, a probe {probes / 2000 * 1e6:.0f} µs\n"
        )

    small = river.parse("5,W,4/O,6,D/3,5,7 -,- 1 - -")
    print(f"side by side, {small}:")
    alternating(
        "plain exact solver / exact table",
        lambda: endgame.solve(small),
        lambda: river_table.build(small, exact=True, workers=1),
    )
    # The same layout with its three largest sharks larger still.
    big = river.parse(str(opening("classroom", 2)).replace("10", "16").replace("9", "14").replace("8", "12"))
    print(f"side by side, {big} ({river_table.River(big).positions:,} positions):")
    alternating(
        "one thread / two threads",
        lambda: river_table.build(big, workers=1),
        lambda: river_table.build(big, workers=2),
    )
    alternating(
        "exact / rounded", lambda: river_table.build(state, exact=True), lambda: river_table.build(state)
    )

    if asked.three:
        three = opening("classroom", 1, players=3)
        _, wall, _ = timed(lambda: coalition.build(river.parse("3,4 -,-,- 1 - -")))
        print(f"\nclassroom, three players (compiling {wall:.2f} s):")
        table3, wall, cpu = timed(lambda: coalition.build(three))
        row("what each can guarantee", table3.river.positions, wall, cpu)
        print("guarantees", [round(float(share), 9) for share in table3.guarantee(three)])
        del table3
        by_maxn(three)

    if asked.standard:
        standard = opening("standard", 1)
        print(f"\nstandard, two players: {standard}")
        table, wall, cpu = timed(lambda: river_table.build(standard))
        row("rounded, all processors", table.river.positions, wall, cpu)
        value = table.value(standard)
        print(f"player 1 wins with {float(value.value[0]):.12f}, off by at most {float(value.error):.1e}")
    print(f"\nmost memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6:.2f} GB")


if __name__ == "__main__":
    main()
