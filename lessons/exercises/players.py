"""The exercises of "Which player is better?"."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Final

from lessons.answer import Kind, Slip
from lessons.exercises.error import root
from lessons.exercises.exercise import Exercise, exercise, varied
from lessons.exercises.two_dice import squared_error

GAMES: Final = 10
WON: Final = 7
"""In exercise 1 one of two wins so many games or more."""

SHARE: Final = Fraction(1, 3)
"""In exercise 2: the share of one of three equal players."""

FOOLED: Final = Fraction(1, 20)
"""In exercise 5: an idea that is worth nothing looks good with this chance."""


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


def deals_for(deviation: int, error: Fraction) -> Fraction:
    """How many deals make the standard error of a mean so small, from the deviation on one deal.

    Examples
    --------
    >>> deals_for(7, Fraction(1, 2))
    Fraction(196, 1)
    """
    return (deviation / error) ** 2


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


def _share(games: int) -> Exercise:
    """The standard error of a share after so many games."""

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(squared_error(SHARE, games), "players.share.slip_no_root"),
            Slip(squared_error(SHARE, 1), "players.share.slip_no_games"),
            Slip(2 * root(squared_error(SHARE, games)), "players.share.slip_twice"),
            Slip(SHARE, "players.share.slip_share"),
        )

    def given() -> dict[str, object]:
        square = squared_error(SHARE, games)
        return {"games": games, "square": str(square), "side": 1 / root(square)}

    return exercise(
        "2", Kind.CHANCE, "players.share", lambda: root(squared_error(SHARE, games)), slips, given
    )


def _difference(tenths: tuple[int, int]) -> Exercise:
    """The standard errors of two means, in tenths of a point."""
    one, other = (Fraction(error, 10) for error in tenths)

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(one + other, "players.difference.slip_added"),
            Slip(other - one, "players.difference.slip_less"),
            Slip(one**2 + other**2, "players.difference.slip_no_root"),
            Slip((one + other) / 2, "players.difference.slip_mean"),
        )

    def given() -> dict[str, object]:
        squares = [error**2 for error in (one, other)]
        names = {"one": one, "other": other, "first": squares[0], "second": squares[1], "sum": sum(squares)}
        return {name: f"{float(value):g}" for name, value in names.items()}

    return exercise("3", Kind.NUMBER, "players.difference", lambda: of_difference(one, other), slips, given)


def _deals(deviation: int) -> Exercise:
    """How many deals, if two players differ by so many points on one; one point is two standard errors."""
    point = Fraction(1)

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(deals_for(deviation, point), "players.deals.slip_once"),
            Slip(2 * deviation / point, "players.deals.slip_no_square"),
            Slip(2 * deals_for(deviation, point / 2), "players.deals.slip_games"),
            Slip(deals_for(deviation, point / 4), "players.deals.slip_quarter"),
            Slip(2 * deals_for(deviation, point), "players.deals.slip_twice"),
        )

    return exercise(
        "4",
        Kind.COUNT,
        "players.deals",
        lambda: deals_for(deviation, point / 2),
        slips,
        lambda: {"deviation": deviation, "double": 2 * deviation},
    )


def _ideas(ideas: int) -> Exercise:
    """So many ideas that are worth nothing."""

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(ideas * FOOLED, "players.ideas.slip_added"),
            Slip(FOOLED**ideas, "players.ideas.slip_all"),
            Slip(FOOLED, "players.ideas.slip_one"),
        )

    def given() -> dict[str, object]:
        product = " × ".join([str(1 - FOOLED)] * ideas)
        return {"ideas": ideas, "product": product, "none": str((1 - FOOLED) ** ideas)}

    return exercise("5", Kind.CHANCE, "players.ideas", lambda: fooled(ideas), slips, given)


EXERCISES: Final = (
    exercise("1", Kind.CHANCE, "players.luck", lambda: 2 * at_least(WON, GAMES), _luck_slips),
    varied(_share, 200, 450, 800),
    varied(_difference, (3, 4), (5, 12), (9, 12)),
    varied(_deals, 7, 8, 9),
    varied(_ideas, 3, 2, 4),
)
