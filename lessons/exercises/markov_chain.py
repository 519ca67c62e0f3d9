"""The exercises of "How many rabbits does it take?"."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import prod
from typing import Final

from inaba.chance import die
from inaba.dice import total
from lessons.answer import Kind, Slip
from lessons.exercises.exercise import Exercise, exercise, varied
from solvers.fights import (
    beats,
    chain,
    expected_rolls,
    fundamental_matrix,
    rolls_until_beaten,
)

ONE_DIE: Final = (die(6),)


def ever_left(left: int, hit_points: int) -> Fraction:
    """The chance that a shark has, at some time, exactly so many hit points left.

    Examples
    --------
    >>> ever_left(2, 4)
    Fraction(1, 36)
    """
    answer = fundamental_matrix(chain(hit_points))
    return answer.visits[answer.transient.index(hit_points)][answer.transient.index(left)]


def compositions(damage: int, least: int) -> Iterator[tuple[int, ...]]:
    """The rolls, one after another, that make up a damage: none takes less than ``least``.

    Examples
    --------
    >>> list(compositions(5, 2))
    [(2, 3), (3, 2), (5,)]
    """
    if damage == 0:
        yield ()
    for first in range(least, damage + 1):
        for rest in compositions(damage - first, least):
            yield (first, *rest)


def _most(hit_points: int) -> Exercise:
    """An odd number, so that one hit point is left before the last roll."""
    least = min(total())
    most = max(rolls_until_beaten(hit_points))
    lefts = range(hit_points, 0, -least)

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(Fraction(most - 1), "chain.most.slip_left"),
            Slip(Fraction(max(rolls_until_beaten(hit_points, ONE_DIE))), "chain.most.slip_one_die"),
            *(Slip(Fraction(rolls), "chain.most.slip_usual") for rolls in range(1, most - 1)),
        )

    def given() -> dict[str, object]:
        return {
            "hit_points": hit_points,
            "some": ", ".join(map(str, lefts[1:4])),
            "way": " → ".join(map(str, lefts)),
            "before": most - 1,
        }

    return exercise("1", Kind.COUNT, "chain.most", lambda: Fraction(most), slips, given)


def _four_slips() -> tuple[Slip, ...]:
    return (
        Slip(1 / beats(4), "chain.four.slip_geometric"),
        Slip(expected_rolls(4) - 1, "chain.four.slip_more"),
        Slip(Fraction(1), "chain.four.slip_one"),
    )


def _five_slips() -> tuple[Slip, ...]:
    return (
        Slip(1 / beats(5), "chain.five.slip_geometric"),
        Slip(1 + (1 - beats(5)), "chain.five.slip_twice"),
        Slip(expected_rolls(5) - 1, "chain.five.slip_more"),
    )


def _visit(left: int) -> Exercise:
    """What a shark of 9, as the lesson's table has it, may have left at some time."""
    damage = 9 - left
    least = min(total())
    ways = sorted(compositions(damage, least), key=len)

    def chance(way: tuple[int, ...]) -> Fraction:
        return prod((total()[roll] for roll in way), start=Fraction(1))

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(chance(ways[0]), "chain.visit.slip_direct"),
            Slip(sum(map(chance, ways[1:]), Fraction(0)), "chain.visit.slip_two"),
            Slip(1 - beats(damage + 1), "chain.visit.slip_less"),
        )

    def given() -> dict[str, object]:
        chances = [" × ".join(f"{total()[roll] * 36}/36" for roll in way) for way in ways]
        return {
            "left": left,
            "taken": damage,
            "several": ", ".join(" + ".join(map(str, way)) for way in ways[1:]),
            "once": chances[0],
            "chances": ", ".join(chances[1:]),
            "sum": " + ".join(chances),
            "too_little": damage - 1,
            "one_more": left + 1,
        }

    return exercise("4", Kind.CHANCE, "chain.visit", lambda: ever_left(left, 9), slips, given)


def _die(hit_points: int) -> Exercise:
    """From 3 to 6 hit points: so far each hit point makes the fight 7/6 times as long."""

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(1 / beats(hit_points, ONE_DIE), "chain.die.slip_geometric"),
            Slip(hit_points / total(ONE_DIE).mean(), "chain.die.slip_mean"),
            Slip(expected_rolls(hit_points), "chain.die.slip_two_dice"),
            Slip(expected_rolls(hit_points - 1, ONE_DIE), "chain.die.slip_before"),
        )

    def given() -> dict[str, object]:
        parts = 6 ** (hit_points - 1)
        climbed = {one: expected_rolls(one, ONE_DIE) for one in range(1, hit_points)}
        return {
            "hit_points": hit_points,
            "before": hit_points - 1,
            "known": ", ".join(f"E({one}) = {mean}" for one, mean in climbed.items()),
            "step": " + ".join(["1", *(f"1/6 × E({one})" for one in reversed(climbed))]),
            "sum": " + ".join(["1", *(f"{climbed[one] / 6 * parts}/{parts}" for one in reversed(climbed))]),
            "power": " × ".join(["7/6"] * (hit_points - 1)),
        }

    return exercise("5", Kind.NUMBER, "chain.die", lambda: expected_rolls(hit_points, ONE_DIE), slips, given)


EXERCISES: Final = (
    varied(_most, 9, 11, 7),
    exercise("2", Kind.NUMBER, "chain.four", lambda: expected_rolls(4), _four_slips),
    exercise("3", Kind.NUMBER, "chain.five", lambda: expected_rolls(5), _five_slips),
    varied(_visit, 5, 4, 3),
    varied(_die, 3, 4, 5),
)
