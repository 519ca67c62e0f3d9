"""The exercises of "How many rabbits does it take?"."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from inaba.chance import die
from inaba.dice import total
from lessons.answer import Kind, Slip
from lessons.exercises.exercise import exercise
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


def _most_slips() -> tuple[Slip, ...]:
    most = max(rolls_until_beaten(9))
    return (
        Slip(Fraction(most - 1), "chain.most.slip_left"),
        Slip(Fraction(max(rolls_until_beaten(9, ONE_DIE))), "chain.most.slip_one_die"),
        *(Slip(Fraction(n), "chain.most.slip_usual") for n in range(1, most - 1)),
    )


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


def _visit_slips() -> tuple[Slip, ...]:
    return (
        Slip(total()[4], "chain.visit.slip_direct"),
        Slip(total()[2] ** 2, "chain.visit.slip_two"),
        Slip(1 - beats(5), "chain.visit.slip_less"),
    )


def _die_slips() -> tuple[Slip, ...]:
    return (
        Slip(1 / beats(3, ONE_DIE), "chain.die.slip_geometric"),
        Slip(3 / total(ONE_DIE).mean(), "chain.die.slip_mean"),
        Slip(expected_rolls(3), "chain.die.slip_two_dice"),
        Slip(expected_rolls(2, ONE_DIE), "chain.die.slip_before"),
    )


EXERCISES: Final = (
    exercise("1", Kind.COUNT, "chain.most", lambda: Fraction(max(rolls_until_beaten(9))), _most_slips),
    exercise("2", Kind.NUMBER, "chain.four", lambda: expected_rolls(4), _four_slips),
    exercise("3", Kind.NUMBER, "chain.five", lambda: expected_rolls(5), _five_slips),
    exercise("4", Kind.CHANCE, "chain.visit", lambda: ever_left(5, 9), _visit_slips),
    exercise("5", Kind.NUMBER, "chain.die", lambda: expected_rolls(3, ONE_DIE), _die_slips),
)
