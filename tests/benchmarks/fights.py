"""How fast the fights are, next to other dice libraries, in one run: ``python tests/benchmarks/fights.py``.

The question: of two six-sided dice, the number of rolls until a shark is beaten, exactly, for all hit points
from 1 to 60. First every answer is checked to be the same fractions as ours; then all take turns, so that a
busy moment of the machine meets all alike, and the best and the middle time of each are printed with how many
times ours they are. Peers are asked in the way their makers give for it, where there is one, and in the
fastest way we found. Nobody keeps anything from one round to the next: what is cached is thrown away.

The exit status is 1 if ours is less than 100 times as fast as ``icepool.Die.time_to_sum``, or not faster than
every other way.
"""

from __future__ import annotations

import platform
import sys
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from importlib.metadata import version
from statistics import median
from time import perf_counter

import dyce
import icepool

from inaba.chance import Chance
from inaba.dice import TWO_DICE
from solvers import fights

MOST = 60
ROUNDS = 5
AT_LEAST = 100

Answer = list[dict[int, Fraction]]


# Ours ----------------------------------------------------------------------------------------------------


def one_pass() -> list[Chance[int]]:
    fights._total.cache_clear()
    return list(fights.rolls_until_beaten_all(MOST, TWO_DICE)[1:])


def one_by_one() -> list[Chance[int]]:
    """Without the one pass: what it saves."""
    fights._total.cache_clear()
    return [fights.rolls_until_beaten(hit_points, TWO_DICE) for hit_points in range(1, MOST + 1)]


def means() -> list[Fraction]:
    fights._total.cache_clear()
    return [fights.expected_rolls(hit_points, TWO_DICE) for hit_points in range(1, MOST + 1)]


def read_chances(chances: Iterable[Chance[int]]) -> Answer:
    return [{n: Fraction(weight, chance.total) for n, weight in chance.items()} for chance in chances]


# icepool -------------------------------------------------------------------------------------------------


def ice() -> icepool.Die[int]:
    """Two dice, new: ``2 @ icepool.d6`` would be the same ones each time, with all they have cached."""
    return icepool.d6 + icepool.d6


def icepool_time_to_sum() -> list[icepool.Die[int]]:
    """Its own function for the question."""
    dice = ice()
    return [dice.time_to_sum(hit_points) for hit_points in range(1, MOST + 1)]


def icepool_means() -> list[Fraction]:
    dice = ice()
    return [dice.mean_time_to_sum(hit_points) for hit_points in range(1, MOST + 1)]


def icepool_cumulative() -> list[icepool.Die[int]]:
    """The chance of a smaller sum after n rolls, from its dice of sums (n @ dice), turned into its dice."""
    dice = ice()
    return icepool_from(n @ dice for n in range(MOST // 2 + 1))


def icepool_clipped() -> list[icepool.Die[int]]:
    """The same with one addition a roll, and all sums that are enough taken together."""
    dice = ice()
    sums = [icepool.Die([0])]
    for _ in range(MOST // 2):
        sums.append((sums[-1] + dice).clip(max_outcome=MOST))
    return icepool_from(sums)


def icepool_from(sums: Iterable[icepool.Die[int]]) -> list[icepool.Die[int]]:
    alive = alive_weights(sorted(s.items()) for s in sums)
    return [icepool.Die(first_passage(column)) for column in alive]


def read_icepool(answers: Iterable[icepool.Die[int]]) -> Answer:
    return [{n: Fraction(q, one.denominator()) for n, q in one.items() if q} for one in answers]


# dyce ----------------------------------------------------------------------------------------------------

DYCE = 2 @ dyce.H(6)


def dyce_cumulative() -> list[dyce.H[int]]:
    """The same from its histograms of sums (n @ dice)."""
    return dyce_from(n @ DYCE for n in range(1, MOST // 2 + 1))


def dyce_clipped() -> list[dyce.H[int]]:
    """The same with one addition a roll, and all sums that are enough taken together."""
    sums = [DYCE]
    for _ in range(MOST // 2 - 1):
        sums.append(clipped(sums[-1] + DYCE))
    return dyce_from(sums)


def clipped(sums: dyce.H[int]) -> dyce.H[int]:
    below = {s: count for s, count in sums.items() if s < MOST}
    enough = sums.total - sum(below.values())
    return dyce.H({**below, MOST: enough} if enough else below)


def dyce_from(sums: Iterable[dyce.H[int]]) -> list[dyce.H[int]]:
    def weights() -> Iterator[list[tuple[int, int]]]:
        yield [(0, 1)]
        for s in sums:
            yield sorted(s.items())

    return [dyce.H(first_passage(column)) for column in alive_weights(weights())]


def read_dyce(answers: Iterable[dyce.H[int]]) -> Answer:
    return [{n: Fraction(count, one.total) for n, count in one.items() if count} for one in answers]


# What both need that have no such function ----------------------------------------------------------------


def alive_weights(sums: Iterable[list[tuple[int, int]]]) -> list[list[int]]:
    """For 1 … 60 hit points, of 36^n the weight of a smaller sum after n = 0, 1, … rolls, until it is 0."""
    alive: list[list[int]] = [[] for _ in range(MOST)]
    for weights in sums:
        below, place = 0, 0
        for hit_points, column in enumerate(alive, 1):
            while place < len(weights) and weights[place][0] < hit_points:
                below += weights[place][1]
                place += 1
            if below:
                column.append(below)
    return alive


def first_passage(alive: list[int]) -> dict[int, int]:
    last = len(alive)
    after = [*alive[1:], 0]
    return {n: (alive[n - 1] * 36 - after[n - 1]) * 36 ** (last - n) for n in range(1, last + 1)}


# The run -------------------------------------------------------------------------------------------------


def take_turns(contenders: dict[str, Callable[[], object]]) -> dict[str, list[float]]:
    times: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(ROUNDS):
        for name, contender in contenders.items():
            start = perf_counter()
            contender()
            times[name].append(perf_counter() - start)
    return times


def table(title: str, times: dict[str, list[float]]) -> dict[str, float]:
    """Prints best and middle times; returns how many times the first one's best each best is."""
    ours = next(iter(times.values()))
    print(f"\n{title}\n{'':44}{'best':>12}{'middle':>12}{'times ours':>12}")
    ratios = {name: min(spent) / min(ours) for name, spent in times.items()}
    for name, spent in times.items():
        print(f"{name:44}{min(spent) * 1e3:9.2f} ms{median(spent) * 1e3:9.2f} ms{ratios[name]:12.1f}")
    return ratios


def main() -> int:
    versions = ", ".join(f"{name} {version(name)}" for name in ("icepool", "dyce"))
    print(f"Python {platform.python_version()}, {versions}; {ROUNDS} rounds")
    ways: dict[str, tuple[Callable[[], object], Callable[..., Answer]]] = {
        "ours, one pass": (one_pass, read_chances),
        "ours, one by one": (one_by_one, read_chances),
        "icepool, time_to_sum": (icepool_time_to_sum, read_icepool),
        "icepool, cumulative n @ dice": (icepool_cumulative, read_icepool),
        "icepool, cumulative, clipped": (icepool_clipped, read_icepool),
        "dyce, cumulative n @ dice": (dyce_cumulative, read_dyce),
        "dyce, cumulative, clipped": (dyce_clipped, read_dyce),
    }
    answer = read_chances(one_pass())
    for name, (way, read) in ways.items():
        if read(way()) != answer:
            print(f"{name}: not the same distributions")
            return 1
    if icepool_means() != means():
        print("icepool, mean_time_to_sum: not the same means")
        return 1
    print(f"All give the same {sum(map(len, answer))} fractions.")

    def reading(way: Callable[[], object], read: Callable[..., Answer]) -> Callable[[], object]:
        return lambda: read(way())

    ratios = [
        table(
            f"Rolls until beaten, hit points 1-{MOST}, as each library's own exact distributions",
            take_turns({name: way for name, (way, _) in ways.items()}),
        ),
        table(
            "The same, every probability turned into a Fraction",
            take_turns({name: reading(way, read) for name, (way, read) in ways.items()}),
        ),
    ]
    table(
        f"Expected rolls, hit points 1-{MOST}, one by one",
        take_turns({"ours, expected_rolls": means, "icepool, mean_time_to_sum": icepool_means}),
    )
    slow = [
        name
        for each in ratios
        for name, ratio in each.items()
        if not name.startswith("ours") and ratio <= (AT_LEAST if name == "icepool, time_to_sum" else 1)
    ]
    print(
        f"\nNot as fast as it should be, against: {', '.join(slow)}" if slow else "\nAs fast as it should be."
    )
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
