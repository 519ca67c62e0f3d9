"""The exercises of "Two dice and a shark"."""

from __future__ import annotations

from fractions import Fraction
from itertools import count
from typing import Final

from inaba.dice import TWO_DICE, total
from lessons.answer import Kind, Slip
from lessons.exercises.exercise import exercise
from solvers.fights import beats


def squared_error(chance: Fraction, rolls: int) -> Fraction:
    """The variance of the share of hits in so many rolls: the standard error, squared.

    Parameters
    ----------
    chance : Fraction
        Of a hit, in [0, 1].
    rolls : int
        1 or more.

    Examples
    --------
    >>> squared_error(Fraction(1, 2), 100)
    Fraction(1, 400)
    """
    return chance * (1 - chance) / rolls


def rolls_for_half_the_error(chance: Fraction, rolls: int) -> int:
    """The fewest rolls whose standard error is at most half that of ``rolls``.

    Examples
    --------
    >>> rolls_for_half_the_error(Fraction(1, 2), 25)
    100
    """
    aim = squared_error(chance, rolls) / 4
    return next(n for n in count(rolls) if squared_error(chance, n) <= aim)


def toughest(chance: Fraction) -> int:
    """The most hit points that one roll of two dice beats with at least this chance.

    Examples
    --------
    >>> toughest(Fraction(1)), toughest(Fraction(1, 36))
    (2, 12)
    """
    return max(hit_points for hit_points in range(max(total()) + 1) if beats(hit_points) >= chance)


def _exactly(hit_points: int) -> Fraction:
    return total()[hit_points]


def _ten_slips() -> tuple[Slip, ...]:
    first, second = TWO_DICE
    pairs = {tuple(sorted((a, b))) for a in first for b in second}
    return (
        Slip(_exactly(10), "two_dice.ten.slip_only_ten"),
        Slip(Fraction(sum(t >= 10 for t in total()), len(total())), "two_dice.ten.slip_totals"),
        Slip(Fraction(sum(sum(pair) >= 10 for pair in pairs), len(pairs)), "two_dice.ten.slip_pairs"),
        # (5,5) counted twice, or (4,6) and (6,4) as one: a way too many or too few.
        Slip(beats(10) + Fraction(1, 36), "two_dice.ten.slip_one_die"),
        Slip(beats(10) - Fraction(1, 36), "two_dice.ten.slip_one_die"),
    )


def _wounded_slips() -> tuple[Slip, ...]:
    return (
        Slip(beats(9), "two_dice.wounded.slip_fresh"),
        Slip(beats(4), "two_dice.wounded.slip_damage"),
        Slip(beats(6), "two_dice.wounded.slip_more"),
        Slip(_exactly(5), "two_dice.wounded.slip_exactly"),
    )


def _rolls_slips() -> tuple[Slip, ...]:
    said = {
        200: "two_dice.rolls.slip_twice",
        50: "two_dice.rolls.slip_half",
        25: "two_dice.rolls.slip_half",
        300: "two_dice.rolls.slip_more",
        4: "two_dice.rolls.slip_factor",
    }
    return tuple(Slip(Fraction(rolls), key) for rolls, key in said.items())


def _toughest_slips() -> tuple[Slip, ...]:
    most = toughest(Fraction(1, 2))
    return (
        Slip(Fraction(most + 1), "two_dice.toughest.slip_below"),
        Slip(Fraction(most - 1), "two_dice.toughest.slip_easier"),
        Slip(Fraction(9), "two_dice.toughest.slip_fresh"),
        Slip(beats(most) * 36, "two_dice.toughest.slip_count"),
    )


EXERCISES: Final = (
    exercise("1", Kind.CHANCE, "two_dice.ten", lambda: beats(10), _ten_slips),
    exercise("2", Kind.CHANCE, "two_dice.wounded", lambda: beats(9 - 4), _wounded_slips),
    exercise(
        "3",
        Kind.COUNT,
        "two_dice.rolls",
        lambda: Fraction(rolls_for_half_the_error(beats(9), 100)),
        _rolls_slips,
    ),
    exercise(
        "4",
        Kind.COUNT,
        "two_dice.toughest",
        lambda: Fraction(toughest(Fraction(1, 2))),
        _toughest_slips,
    ),
)
