"""The exercises of "Which player is better?"."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Final

from lessons.answer import Kind, Slip
from lessons.exercises.error import root
from lessons.exercises.exercise import exercise
from lessons.exercises.two_dice import squared_error

GAMES: Final = 10
WON: Final = 7
"""In exercise 1 one of two wins so many games or more."""

PLAYED: Final = 200
SHARE: Final = Fraction(1, 3)
"""In exercise 2: the share of one of three equal players."""

ERRORS: Final = (Fraction(3, 10), Fraction(4, 10))
"""The standard errors of two means, in exercise 3."""

DEVIATION: Final = 7
"""By so many points two players differ on one deal, typically, in exercise 4."""
APART: Final = Fraction(1)
"""The difference that is to be two standard errors there."""

IDEAS: Final = 3
FOOLED: Final = Fraction(1, 20)
"""In exercise 5: so many ideas are tried, and each that is worth nothing looks good with this chance."""


def at_least(won: int, games: int) -> Fraction:
    """The chance that one certain player of two equal ones wins so many games or more.

    Examples
    --------
    >>> at_least(2, 2)
    Fraction(1, 4)
    """
    return Fraction(sum(comb(games, k) for k in range(won, games + 1)), 2**games)


def of_difference(*errors: Fraction) -> Fraction:
    """The standard error of the difference of two independent means: squares add up.

    Examples
    --------
    >>> of_difference(Fraction(3), Fraction(4))
    Fraction(5, 1)
    """
    return root(sum((error**2 for error in errors), Fraction(0)))


def deals_for(error: Fraction) -> Fraction:
    """How many deals make the standard error of the mean difference so small."""
    return (DEVIATION / error) ** 2


def fooled(ideas: int) -> Fraction:
    """The chance that at least one of so many worthless ideas looks good.

    Examples
    --------
    >>> fooled(1)
    Fraction(1, 20)
    """
    return 1 - (1 - FOOLED) ** ideas


def _luck_slips() -> tuple[Slip, ...]:
    return (
        Slip(at_least(WON, GAMES), "players.luck.slip_one"),
        Slip(2 * (at_least(WON, GAMES) - at_least(WON + 1, GAMES)), "players.luck.slip_exactly"),
        Slip(at_least(WON, GAMES) - at_least(WON + 1, GAMES), "players.luck.slip_exactly_one"),
        Slip(2 * at_least(WON + 1, GAMES), "players.luck.slip_more"),
        Slip(Fraction(WON, GAMES), "players.luck.slip_share"),
    )


def _share_slips() -> tuple[Slip, ...]:
    return (
        Slip(squared_error(SHARE, PLAYED), "players.share.slip_no_root"),
        Slip(squared_error(SHARE, 1), "players.share.slip_no_games"),
        Slip(2 * root(squared_error(SHARE, PLAYED)), "players.share.slip_twice"),
        Slip(SHARE, "players.share.slip_share"),
    )


def _difference_slips() -> tuple[Slip, ...]:
    one, other = ERRORS
    return (
        Slip(one + other, "players.difference.slip_added"),
        Slip(other - one, "players.difference.slip_less"),
        Slip(one**2 + other**2, "players.difference.slip_no_root"),
        Slip((one + other) / 2, "players.difference.slip_mean"),
    )


def _deals_slips() -> tuple[Slip, ...]:
    return (
        Slip(deals_for(APART), "players.deals.slip_once"),
        Slip(2 * DEVIATION / APART, "players.deals.slip_no_square"),
        Slip(2 * deals_for(APART / 2), "players.deals.slip_games"),
        Slip(deals_for(APART / 4), "players.deals.slip_quarter"),
        Slip(2 * deals_for(APART), "players.deals.slip_twice"),
    )


def _ideas_slips() -> tuple[Slip, ...]:
    return (
        Slip(IDEAS * FOOLED, "players.ideas.slip_added"),
        Slip(FOOLED**IDEAS, "players.ideas.slip_all"),
        Slip(FOOLED, "players.ideas.slip_one"),
    )


EXERCISES: Final = (
    exercise("1", Kind.CHANCE, "players.luck", lambda: 2 * at_least(WON, GAMES), _luck_slips),
    exercise("2", Kind.CHANCE, "players.share", lambda: root(squared_error(SHARE, PLAYED)), _share_slips),
    exercise("3", Kind.NUMBER, "players.difference", lambda: of_difference(*ERRORS), _difference_slips),
    exercise("4", Kind.COUNT, "players.deals", lambda: deals_for(APART / 2), _deals_slips),
    exercise("5", Kind.CHANCE, "players.ideas", lambda: fooled(IDEAS), _ideas_slips),
)
