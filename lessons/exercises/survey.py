"""The exercises of "How large is the first player's edge?"."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import comb, factorial, isqrt
from typing import Final, NamedTuple

from inaba import river
from lessons.answer import Kind, Slip
from lessons.exercises.error import root
from lessons.exercises.exercise import Exercise, decimal, exercise, varied
from lessons.exercises.two_dice import squared_error


class Reported(NamedTuple):
    """A survey as it was reported, rounded as it was there.

    Attributes
    ----------
    layouts : int
    low, high : Fraction
        The ends of the 95 % interval for the mean.
    ahead : Fraction
        The share of layouts in which player 1 has more than half.
    """

    layouts: int
    low: Fraction
    high: Fraction
    ahead: Fraction


LARGE: Final = Reported(1000, Fraction("0.5690"), Fraction("0.5780"), Fraction("0.914"))
"""The survey of the open ``classroom`` river of November 2026: the README gives its command."""

LEVEL: Final = Fraction(95, 100)
GROUPS: Final = 3
"""So many groups make a survey each, in exercise 2."""

WON: Final = Fraction(64, 100)
"""The share of the games that the first player won, in exercise 1: its error has no root in it."""


def layouts_for(half_width: Fraction, survey: Reported = LARGE) -> Fraction:
    """How many layouts give an interval that reaches so far up and down.

    Examples
    --------
    >>> layouts_for(Fraction(9, 1000))
    Fraction(250, 1)
    """
    return survey.layouts * ((survey.high - survey.low) / 2 / half_width) ** 2


def not_ahead(survey: Reported = LARGE) -> Fraction:
    """In how many layouts player 1 has at most half."""
    return survey.layouts * (1 - survey.ahead)


def arrangements(deck: str = "classroom") -> int:
    """In how many ways the cards of a deck of different cards can lie.

    Examples
    --------
    >>> arrangements()
    479001600
    """
    return factorial(len(set(river.DECKS[deck])))


def _hundred(games: int) -> Exercise:
    """So many games, a square number of which 64 % is whole."""
    error = root(squared_error(WON, games))

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(WON - error, "survey.hundred.slip_one"),
            Slip(WON + 2 * error, "survey.hundred.slip_upper"),
            Slip(2 * error, "survey.hundred.slip_width"),
            Slip(error, "survey.hundred.slip_error"),
            Slip(WON - 2 * squared_error(WON, games), "survey.hundred.slip_no_root"),
        )

    def given() -> dict[str, object]:
        return {
            "games": games,
            "won": WON * games,
            "root": isqrt(games),
            "error": decimal(error),
            "twice": decimal(2 * error),
        }

    return exercise("1", Kind.CHANCE, "survey.hundred", lambda: WON - 2 * error, slips, given)


def _groups(percent: int) -> Exercise:
    """Three groups, each with an interval that holds the truth in so many of a hundred cases."""
    level = Fraction(percent, 100)
    miss = 1 - level

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(GROUPS * miss, "survey.groups.slip_sum"),
            Slip(miss, "survey.groups.slip_one"),
            Slip(miss**GROUPS, "survey.groups.slip_all"),
            Slip(GROUPS * miss * level ** (GROUPS - 1), "survey.groups.slip_exactly"),
        )

    def given() -> dict[str, object]:
        return {
            "percent": percent,
            "miss": 100 - percent,
            "level": decimal(level),
            "all": decimal(level**GROUPS),
            "twenty": round(100 * (1 - level**20)),
        }

    return exercise("2", Kind.CHANCE, "survey.groups", lambda: 1 - level**GROUPS, slips, given)


def _arrangements_slips() -> tuple[Slip, ...]:
    cards = len(river.DECKS["classroom"])
    return (
        Slip(Fraction(cards**cards), "survey.arrangements.slip_power"),
        Slip(Fraction(cards**2), "survey.arrangements.slip_square"),
        Slip(Fraction(comb(cards, 2)), "survey.arrangements.slip_square"),
        Slip(Fraction(factorial(cards), 2), "survey.arrangements.slip_mirror"),
        Slip(Fraction(cards * (cards + 1), 2), "survey.arrangements.slip_sum"),
    )


def _behind_slips() -> tuple[Slip, ...]:
    return (
        Slip(LARGE.layouts * LARGE.ahead, "survey.behind.slip_ahead"),
        Slip(LARGE.layouts * (1 - LEVEL), "survey.behind.slip_level"),
        Slip(Fraction(0), "survey.behind.slip_none"),
    )


def _narrow(aim: Fraction) -> Exercise:
    """The interval for the mean is to reach so many percentage points up and down."""
    half_width = aim / 100
    wide = LARGE.high - LARGE.low
    times = wide / 2 / half_width

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(LARGE.layouts * times, "survey.narrow.slip_linear"),
            Slip(LARGE.layouts * (wide / half_width) ** 2, "survey.narrow.slip_whole"),
            Slip(LARGE.layouts * wide / half_width, "survey.narrow.slip_linear"),
        )

    def given() -> dict[str, object]:
        root_of_times = (Decimal(times.numerator) / Decimal(times.denominator)).sqrt()
        return {
            "aim": decimal(aim),
            "times": decimal(times),
            "square": decimal(times**2),
            "about": f"{root_of_times:.1f}".removesuffix(".0"),
        }

    return exercise("5", Kind.COUNT, "survey.narrow", lambda: layouts_for(half_width), slips, given)


EXERCISES: Final = (
    varied(_hundred, 100, 400, 225),
    varied(_groups, 95, 90, 80),
    exercise("3", Kind.COUNT, "survey.arrangements", lambda: Fraction(arrangements()), _arrangements_slips),
    exercise("4", Kind.COUNT, "survey.behind", not_ahead, _behind_slips),
    varied(_narrow, Fraction(1, 10), Fraction(1, 20), Fraction(9, 100)),
)
