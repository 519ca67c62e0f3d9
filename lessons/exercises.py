"""The exercises of the lessons. Their answers are computed when they are asked for, never typed in.

Every answer comes from the library or is counted out here, and so do the known wrong answers: each `Slip`
computes what the pupil who slips so would get. The words stand in ``lessons/words.toml``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import count
from typing import Final

from inaba.dice import TWO_DICE, total
from lessons.answer import Kind, Slip
from solvers.fights import beats


class Key(StrEnum):
    """The messages of the exercises."""

    TEN_TITLE = "two_dice.ten.title"
    TEN_HINT_1 = "two_dice.ten.hint_1"
    TEN_HINT_2 = "two_dice.ten.hint_2"
    TEN_HINT_3 = "two_dice.ten.hint_3"
    TEN_SOLUTION = "two_dice.ten.solution"
    TEN_ONLY_TEN = "two_dice.ten.slip_only_ten"
    TEN_TOTALS = "two_dice.ten.slip_totals"
    TEN_PAIRS = "two_dice.ten.slip_pairs"
    TEN_ONE_DIE = "two_dice.ten.slip_one_die"

    WOUNDED_TITLE = "two_dice.wounded.title"
    WOUNDED_HINT_1 = "two_dice.wounded.hint_1"
    WOUNDED_HINT_2 = "two_dice.wounded.hint_2"
    WOUNDED_HINT_3 = "two_dice.wounded.hint_3"
    WOUNDED_SOLUTION = "two_dice.wounded.solution"
    WOUNDED_FRESH = "two_dice.wounded.slip_fresh"
    WOUNDED_DAMAGE = "two_dice.wounded.slip_damage"
    WOUNDED_MORE = "two_dice.wounded.slip_more"
    WOUNDED_EXACTLY = "two_dice.wounded.slip_exactly"

    ROLLS_TITLE = "two_dice.rolls.title"
    ROLLS_HINT_1 = "two_dice.rolls.hint_1"
    ROLLS_HINT_2 = "two_dice.rolls.hint_2"
    ROLLS_HINT_3 = "two_dice.rolls.hint_3"
    ROLLS_SOLUTION = "two_dice.rolls.solution"
    ROLLS_TWICE = "two_dice.rolls.slip_twice"
    ROLLS_HALF = "two_dice.rolls.slip_half"
    ROLLS_FACTOR = "two_dice.rolls.slip_factor"
    ROLLS_MORE = "two_dice.rolls.slip_more"

    TOUGHEST_TITLE = "two_dice.toughest.title"
    TOUGHEST_HINT_1 = "two_dice.toughest.hint_1"
    TOUGHEST_HINT_2 = "two_dice.toughest.hint_2"
    TOUGHEST_HINT_3 = "two_dice.toughest.hint_3"
    TOUGHEST_SOLUTION = "two_dice.toughest.solution"
    TOUGHEST_BELOW = "two_dice.toughest.slip_below"
    TOUGHEST_EASIER = "two_dice.toughest.slip_easier"
    TOUGHEST_FRESH = "two_dice.toughest.slip_fresh"
    TOUGHEST_COUNT = "two_dice.toughest.slip_count"


@dataclass(frozen=True, slots=True)
class Exercise:
    """A question whose answer the library knows.

    Attributes
    ----------
    name : str
        What the pupil calls it: ``"1"``.
    kind : Kind
    title : Key
        A few words for the table of progress.
    answer : callable
        Computes the right answer, a `Fraction`.
    hints : tuple of Key
        From a nudge to nearly all of it; two or more.
    solution : Key
        The way there, in words; may use ``{exact}``.
    slips : callable
        Computes the known wrong answers.
    """

    name: str
    kind: Kind
    title: Key
    answer: Callable[[], Fraction]
    hints: tuple[Key, ...]
    solution: Key
    slips: Callable[[], tuple[Slip, ...]] = tuple


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
        Slip(_exactly(10), Key.TEN_ONLY_TEN),
        Slip(Fraction(sum(t >= 10 for t in total()), len(total())), Key.TEN_TOTALS),
        Slip(Fraction(sum(sum(pair) >= 10 for pair in pairs), len(pairs)), Key.TEN_PAIRS),
        # (5,5) counted twice, or (4,6) and (6,4) as one: a way too many or too few.
        Slip(beats(10) + Fraction(1, 36), Key.TEN_ONE_DIE),
        Slip(beats(10) - Fraction(1, 36), Key.TEN_ONE_DIE),
    )


def _wounded_slips() -> tuple[Slip, ...]:
    return (
        Slip(beats(9), Key.WOUNDED_FRESH),
        Slip(beats(4), Key.WOUNDED_DAMAGE),
        Slip(beats(6), Key.WOUNDED_MORE),
        Slip(_exactly(5), Key.WOUNDED_EXACTLY),
    )


LESSONS: Final[dict[str, tuple[Exercise, ...]]] = {
    "two-dice-and-a-shark": (
        Exercise(
            "1",
            Kind.CHANCE,
            Key.TEN_TITLE,
            lambda: beats(10),
            (Key.TEN_HINT_1, Key.TEN_HINT_2, Key.TEN_HINT_3),
            Key.TEN_SOLUTION,
            _ten_slips,
        ),
        Exercise(
            "2",
            Kind.CHANCE,
            Key.WOUNDED_TITLE,
            lambda: beats(9 - 4),
            (Key.WOUNDED_HINT_1, Key.WOUNDED_HINT_2, Key.WOUNDED_HINT_3),
            Key.WOUNDED_SOLUTION,
            _wounded_slips,
        ),
        Exercise(
            "3",
            Kind.COUNT,
            Key.ROLLS_TITLE,
            lambda: Fraction(rolls_for_half_the_error(beats(9), 100)),
            (Key.ROLLS_HINT_1, Key.ROLLS_HINT_2, Key.ROLLS_HINT_3),
            Key.ROLLS_SOLUTION,
            lambda: (
                Slip(Fraction(200), Key.ROLLS_TWICE),
                Slip(Fraction(50), Key.ROLLS_HALF),
                Slip(Fraction(25), Key.ROLLS_HALF),
                Slip(Fraction(300), Key.ROLLS_MORE),
                Slip(Fraction(4), Key.ROLLS_FACTOR),
            ),
        ),
        Exercise(
            "4",
            Kind.COUNT,
            Key.TOUGHEST_TITLE,
            lambda: Fraction(toughest(Fraction(1, 2))),
            (Key.TOUGHEST_HINT_1, Key.TOUGHEST_HINT_2, Key.TOUGHEST_HINT_3),
            Key.TOUGHEST_SOLUTION,
            lambda: (
                Slip(Fraction(toughest(Fraction(1, 2)) + 1), Key.TOUGHEST_BELOW),
                Slip(Fraction(toughest(Fraction(1, 2)) - 1), Key.TOUGHEST_EASIER),
                Slip(Fraction(9), Key.TOUGHEST_FRESH),
                Slip(beats(toughest(Fraction(1, 2))) * 36, Key.TOUGHEST_COUNT),
            ),
        ),
    ),
    "how-to-play-river": (),
}
"""The exercises of each lesson, by the lesson's name, in order."""
