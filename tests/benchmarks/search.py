"""Face-down cards, bounds and estimates, measured: `python tests/benchmarks/search.py [--frontier]`.

Processor seconds are given beside those of the clock, which other work on the machine changes.

--frontier
    How many face-down cards can be solved exactly: random rivers of several sizes from the `classroom` deck,
    the plain way (`solvers.endgame`) and with last cards known and tables (`solvers.face_down`), each within
    a minute of processor time and the positions that they hold by default. It takes a quarter of an hour.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import time
from collections.abc import Callable

from inaba import river
from inaba.errors import TooLarge
from inaba.river import State
from solvers import endgame, river_kernel
from solvers.bounded import BoundedSearch
from solvers.draft_advice import best_response, uniformly
from solvers.face_down import FaceDown
from solvers.monte_carlo import estimate

MINUTE = 60.0

SIZES = ((2, 2), (2, 3), (3, 2), (3, 3), (3, 4))


class OutOfTime(Exception):
    """A minute is over."""


def river_of(columns: int, rows: int, down: int, seed: int) -> State:
    """The opening of a river of classroom cards, some of them face down."""
    rng = random.Random(seed)
    cards = list(river.DECKS["classroom"])
    rng.shuffle(cards)
    cards = cards[: columns * rows]
    hidden = set(rng.sample(range(len(cards)), down))
    cells = ["?" if i in hidden else str(card) for i, card in enumerate(cards)]
    lines = "/".join(",".join(cells[i : i + columns]) for i in range(0, len(cells), columns))
    unseen = river.format_deck(cards[i] for i in hidden)
    return river.parse(f"{lines} -,- 1 - {unseen}")


def within_a_minute(state: State, plain: bool) -> str:
    """How long it took, how many positions in layers, and how many tables; or why not."""
    begin = time.process_time()

    def tick(done: int, of: int | None) -> None:
        if time.process_time() - begin > MINUTE:
            raise OutOfTime

    try:
        if plain:
            solver = endgame.Solver(progress=tick)
            solver.value(state)
            states, tables = solver.states, 0
        else:
            fast = FaceDown(state.rules, state.board, progress=tick)
            fast.value(state)
            states, tables = fast.states, fast.tables
    except OutOfTime:
        return "over a minute"
    except TooLarge as error:
        return f"too large ({error.size:.1e})"
    took = time.process_time() - begin
    if took > MINUTE:
        return "over a minute"
    return f"{took:5.1f} s {states:>10,} + {tables:3} tables"


def frontier() -> None:
    """The table of the face-down cards that can be solved."""
    print(f"{'':14}{'plain':>34}{'last cards known, tables':>38}")
    for columns, rows in SIZES:
        both = [True, True]
        for down in range(columns * rows + 1):
            told = []
            for way in (0, 1):
                text = within_a_minute(river_of(columns, rows, down, 1), plain=way == 0) if both[way] else "-"
                both[way] = "s " in text
                told.append(text)
            print(f"{columns}x{rows}, {down:2} down {told[0]:>34}{told[1]:>38}", flush=True)
            if not any(both):
                break


def timed(name: str, work: Callable[[], str]) -> None:
    """One line: what was done, seconds on the clock and of the processor."""
    wall, cpu = time.perf_counter(), time.process_time()
    told = work()
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    print(f"{name:<44}{wall:7.2f} s{cpu:7.2f} s CPU  {told}", flush=True)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("--frontier", action="store_true")
    asked = arguments.parse_args()
    print(f"{os.cpu_count()} processors; loops compiled: {river_kernel.COMPILED}\n")
    if asked.frontier:
        frontier()
        return
    for text in (
        "?,?,9/0,W,8-3/10-5,3x,7/6-2,5,4x b3,b2 2 - D,S",
        "5,?,9/?,W,8-3/10-5,3x,7/6-2,?,4x b2,- 2 - 0,D,S",
        "?,?,?/0,W,?/?,3x,?/?,?,4x b2,a3 1 - 5,6,7,8,9,10,D,S",
    ):
        search = BoundedSearch(river.parse(text))
        print(f"bounds of {text}")
        for effort in (100, 300, 1000, 3000):

            def improve(search: BoundedSearch = search, effort: int = effort) -> str:
                proven = search.improve(effort)
                return f"{proven.value[0]}, {proven.states:,} positions"

            timed(f"  {effort:,} expansions more", improve)
    print()
    for name, state in (
        ("estimate, standard opening, 2 players", river.start()),
        ("estimate, classroom opening, 4 players", river.start(4, deck="classroom")),
    ):

        def play(state: State = state) -> str:
            found = estimate(state, games=100, seed=1)
            return f"{found.games} games; {found.moves[0].move}: {found.moves[0].value[0]}"

        timed(name, play)
    draft = river.start(2, deck=river.parse_deck("D,3,5,W"), columns=2, rows=2, setup="draft")

    def respond() -> str:
        found = best_response(draft.view(1), uniformly)
        return f"{float(found.value):.6f}, {found.beliefs:,} beliefs"

    timed("best response, draft of D,3,5,W on 2x2", respond)
    print(f"\nmost memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6:.2f} GB")


if __name__ == "__main__":
    main()
