"""The exercises of "How large is the first player's edge?"."""

from __future__ import annotations

from fractions import Fraction
from math import comb, factorial
from typing import Final, NamedTuple

from inaba import river
from lessons.answer import Kind, Slip
from lessons.exercises.error import root
from lessons.exercises.exercise import exercise
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
"""The share of 100 games that the first player won, in exercise 1."""


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


def _hundred_slips() -> tuple[Slip, ...]:
    error = root(squared_error(WON, 100))
    return (
        Slip(WON - error, "survey.hundred.slip_one"),
        Slip(WON + 2 * error, "survey.hundred.slip_upper"),
        Slip(2 * error, "survey.hundred.slip_width"),
        Slip(error, "survey.hundred.slip_error"),
        Slip(WON - 2 * squared_error(WON, 100), "survey.hundred.slip_no_root"),
    )


def _groups_slips() -> tuple[Slip, ...]:
    miss = 1 - LEVEL
    return (
        Slip(GROUPS * miss, "survey.groups.slip_sum"),
        Slip(miss, "survey.groups.slip_one"),
        Slip(miss**GROUPS, "survey.groups.slip_all"),
        Slip(GROUPS * miss * LEVEL ** (GROUPS - 1), "survey.groups.slip_exactly"),
    )


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


def _narrow_slips() -> tuple[Slip, ...]:
    wide = LARGE.high - LARGE.low
    tenth = Fraction(1, 1000)
    return (
        Slip(LARGE.layouts * wide / 2 / tenth, "survey.narrow.slip_linear"),
        Slip(LARGE.layouts * (wide / tenth) ** 2, "survey.narrow.slip_whole"),
        Slip(LARGE.layouts * wide / tenth, "survey.narrow.slip_linear"),
    )


EXERCISES: Final = (
    exercise(
        "1", Kind.CHANCE, "survey.hundred", lambda: WON - 2 * root(squared_error(WON, 100)), _hundred_slips
    ),
    exercise("2", Kind.CHANCE, "survey.groups", lambda: 1 - LEVEL**GROUPS, _groups_slips),
    exercise("3", Kind.COUNT, "survey.arrangements", lambda: Fraction(arrangements()), _arrangements_slips),
    exercise("4", Kind.COUNT, "survey.behind", not_ahead, _behind_slips),
    exercise("5", Kind.COUNT, "survey.narrow", lambda: layouts_for(Fraction(1, 1000)), _narrow_slips),
)
