"""The exercises of "Simulation and its error"."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor, isqrt
from typing import Final

from inaba.dice import total
from lessons.answer import Kind, Slip
from lessons.exercises.exercise import exercise
from lessons.exercises.two_dice import squared_error
from solvers.fights import beats

HALF: Final = Fraction(1, 2)


def root(square: Fraction) -> Fraction:
    """The exact root of a fraction that is a square.

    Raises
    ------
    ValueError
        If it is none.

    Examples
    --------
    >>> root(Fraction(9, 16))
    Fraction(3, 4)
    """
    found = Fraction(isqrt(square.numerator), isqrt(square.denominator))
    if found * found != square:
        raise ValueError(f"{square} is not the square of a fraction")
    return found


def games_for(error: Fraction, chance: Fraction = HALF) -> int:
    """The fewest games whose standard error is at most ``error``.

    Examples
    --------
    >>> games_for(Fraction(1, 20))
    100
    """
    return ceil(squared_error(chance, 1) / error**2)


def off_by(games: int, chance: Fraction = HALF) -> Fraction:
    """By how many wins an experiment of so many games is off, typically: the standard error as a number.

    Examples
    --------
    >>> off_by(100)
    Fraction(5, 1)
    """
    return games * root(squared_error(chance, games))


LOST: Final = 5
"""So many fights were lost in a row, in exercise 1."""


def _luck_slips() -> tuple[Slip, ...]:
    win = beats(8)
    lose = 1 - win
    return (
        Slip(1 - lose ** (LOST + 1), "error.luck.slip_any"),
        Slip(lose**LOST * win, "error.luck.slip_story"),
        Slip(lose**LOST, "error.luck.slip_story"),
        Slip(Fraction(1), "error.luck.slip_due"),
        Slip(beats(9), "error.luck.slip_nine"),
        Slip(total()[8], "error.luck.slip_exactly"),
    )


def _share_slips() -> tuple[Slip, ...]:
    return (
        # The same as the error of 100 games.
        Slip(root(Fraction(1, 400)), "error.share.slip_one"),
        Slip(squared_error(HALF, 400), "error.share.slip_no_root"),
        Slip(root(squared_error(HALF, 100)) * 100 / 400, "error.share.slip_linear"),
    )


def _count_slips() -> tuple[Slip, ...]:
    return (
        Slip(Fraction(0), "error.count.slip_exactly"),
        Slip(off_by(100), "error.count.slip_hundred"),
        Slip(root(Fraction(10_000)), "error.count.slip_one"),
        Slip(10_000 * squared_error(HALF, 1), "error.count.slip_no_root"),
        Slip(100 * off_by(100), "error.count.slip_linear"),
    )


def _enough_slips() -> tuple[Slip, ...]:
    point = Fraction(1, 100)
    return (
        Slip(1 / point**2, "error.enough.slip_one"),
        Slip(HALF / point, "error.enough.slip_no_square"),
        Slip(squared_error(HALF, 1) / point, "error.enough.slip_no_square"),
        Slip(100 * root(squared_error(HALF, 100)) / point, "error.enough.slip_linear"),
    )


def _apart_slips() -> tuple[Slip, ...]:
    once = squared_error(HALF, 1) / Fraction(4, 100) ** 2
    point = games_for(Fraction(1, 100))
    return (
        Slip(Fraction(ceil(once)), "error.apart.slip_once"),
        Slip(Fraction(floor(once)), "error.apart.slip_once"),
        Slip(Fraction(point), "error.apart.slip_point"),
        Slip(Fraction(point, 2), "error.apart.slip_linear"),
    )


EXERCISES: Final = (
    exercise("1", Kind.CHANCE, "error.luck", lambda: beats(8), _luck_slips),
    exercise("2", Kind.CHANCE, "error.share", lambda: root(squared_error(HALF, 400)), _share_slips),
    exercise("3", Kind.COUNT, "error.count", lambda: off_by(10_000), _count_slips),
    exercise("4", Kind.COUNT, "error.enough", lambda: Fraction(games_for(Fraction(1, 100))), _enough_slips),
    exercise("5", Kind.COUNT, "error.apart", lambda: Fraction(games_for(Fraction(2, 100))), _apart_slips),
)
