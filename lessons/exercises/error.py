"""The exercises of "Simulation and its error"."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import ceil, comb, floor, isqrt
from typing import Final

from inaba.dice import total
from inaba.errors import Reason
from lessons.answer import Kind, Slip
from lessons.exercises.exercise import Exercise, decimal, exercise, grouped, listed, varied
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


def exactly_half(games: int) -> int:
    """In one of how many experiments of so many games exactly half of them are won, rounded.

    Examples
    --------
    >>> exactly_half(10_000)
    125
    """
    hits = comb(games, games // 2)
    return ((1 << games) + hits // 2) // hits


LOST: Final = 5
"""So many fights were lost in a row, in exercise 1."""


def _luck(hit_points: int) -> Exercise:
    """After `LOST` losses a fresh shark of so many hit points."""
    win = beats(hit_points)
    lose = 1 - win
    totals = range(hit_points, 13)

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(1 - lose ** (LOST + 1), "error.luck.slip_any"),
            Slip(lose**LOST * win, "error.luck.slip_story"),
            Slip(lose**LOST, "error.luck.slip_story"),
            Slip(Fraction(1), "error.luck.slip_due"),
            Slip(beats(hit_points + 1), "error.luck.slip_nine"),
            Slip(total()[hit_points], "error.luck.slip_exactly"),
        )

    def given() -> dict[str, object]:
        return {
            "hit_points": hit_points,
            "next": hit_points + 1,
            "totals": listed(totals),
            "ways": " + ".join(str(total()[roll] * 36) for roll in totals),
            "winning": win * 36,
        }

    return exercise("1", Kind.CHANCE, "error.luck", lambda: win, slips, given)


def _share(games: int) -> Exercise:
    """So many games between equals: 100 times a square number."""
    times = games // 100
    factor = isqrt(times)
    below = squared_error(HALF, games)

    def slips() -> tuple[Slip, ...]:
        return (
            # Of 400 games this is the error of 100.
            Slip(root(Fraction(1, games)), "error.share.slip_one"),
            Slip(below, "error.share.slip_no_root"),
            Slip(root(squared_error(HALF, 100)) / times, "error.share.slip_linear"),
        )

    def given() -> dict[str, object]:
        return {
            "games": grouped(games),
            "plain": games,
            "below": str(below),
            "under": below.denominator,
            "root": isqrt(below.denominator),
            "times": times,
            "factor": factor,
            "part": Reason(f"error.share.part.{factor}"),
        }

    return exercise("2", Kind.CHANCE, "error.share", lambda: root(below), slips, given)


def _count(games: int) -> Exercise:
    """So many games between equals, counted: 100 times a square number."""
    times = games // 100
    share = root(squared_error(HALF, games))

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(Fraction(0), "error.count.slip_exactly"),
            Slip(off_by(100), "error.count.slip_hundred"),
            Slip(root(Fraction(games)), "error.count.slip_one"),
            Slip(games * squared_error(HALF, 1), "error.count.slip_no_root"),
            Slip(times * off_by(100), "error.count.slip_linear"),
        )

    def given() -> dict[str, object]:
        return {
            "games": grouped(games),
            "plain": games,
            "half": grouped(games // 2),
            "share": str(share),
            "points": Reason(f"error.points.{share.denominator}"),
            "times": times,
            "root": isqrt(times),
            "rare": exactly_half(games),
        }

    return exercise("3", Kind.COUNT, "error.count", lambda: off_by(games), slips, given)


def _enough(one_of: int) -> Exercise:
    """The error is to be one of so many parts of 1: a whole part of the 5 points of 100 games."""
    aim = Fraction(1, one_of)
    times = root(squared_error(HALF, 100)) / aim

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(1 / aim**2, "error.enough.slip_one"),
            Slip(HALF / aim, "error.enough.slip_no_square"),
            Slip(squared_error(HALF, 1) / aim, "error.enough.slip_no_square"),
            Slip(100 * times, "error.enough.slip_linear"),
        )

    def given() -> dict[str, object]:
        return {
            "aim": decimal(aim),
            "squared": decimal(aim**2),
            "headline": Reason(f"error.headline.{one_of}"),
            "points": Reason(f"error.points.{one_of}"),
            "times": str(times),
            "square": str(times**2),
            "part": Reason(f"error.enough.part.{times}"),
            "about": f"{Decimal(times.numerator).sqrt():.1f}",
        }

    return exercise("4", Kind.COUNT, "error.enough", lambda: Fraction(games_for(aim)), slips, given)


def _apart(points: int) -> Exercise:
    """The two claims are so many percentage points apart."""
    apart = Fraction(points, 100)
    aim = apart / 2
    once = squared_error(HALF, 1) / apart**2
    point = games_for(Fraction(1, 100))
    factor = aim * 100

    def slips() -> tuple[Slip, ...]:
        return (
            *(Slip(Fraction(games), "error.apart.slip_once") for games in sorted({floor(once), ceil(once)})),
            Slip(Fraction(point), "error.apart.slip_point"),
            Slip(point / factor, "error.apart.slip_linear"),
        )

    def given() -> dict[str, object]:
        return {
            "points": points,
            "claim": 50 + points,
            "half": decimal(factor),
            "apart": decimal(apart),
            "aim": decimal(aim),
            "squared": decimal(aim**2),
        }

    return exercise("5", Kind.COUNT, "error.apart", lambda: Fraction(games_for(aim)), slips, given)


EXERCISES: Final = (
    varied(_luck, 8, 9, 7),
    varied(_share, 400, 900, 1600),
    varied(_count, 10_000, 2500, 40_000),
    varied(_enough, 100, 200, 1000),
    varied(_apart, 4, 10, 5),
)
