"""The exercises of "When to keep a shark"."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import comb
from typing import Final, NamedTuple

from inaba.chance import Chance
from inaba.same_one.cards import parse_cards, points
from inaba.same_one.state import WONDERFUL
from lessons.answer import Kind, Slip
from lessons.exercises.exercise import Exercise, exercise, varied

DECK: Final = 90
SHARKS: Final = 18
HAND: Final = "g3,g22,b14,y16,y20"
"""The hand of exercise 1."""


class Unseen(NamedTuple):
    """So many cards that one does not see, so many of them sharks."""

    cards: int
    sharks: int

    @property
    def cost(self) -> Fraction:
        """What one of them costs on average: 1, and 1 more if it is a shark (rule 13)."""
        return 1 + Fraction(self.sharks, self.cards)

    def hands(self, size: int) -> int:
        """How many hands of some size there are."""
        return comb(self.cards, size)


ALL: Final = Unseen(DECK, SHARKS)
LATE: Final = Unseen(40, 10)
"""What is unseen in exercise 3."""


def scores(unseen: Unseen, size: int) -> Chance[int]:
    """What a hand of unseen cards scores who has lost: every hand equally likely.

    Parameters
    ----------
    unseen : Unseen
    size : int
        The cards of the hand, at most all.

    Examples
    --------
    >>> scores(Unseen(10, 2), 3).mean()
    Fraction(-18, 5)
    """
    plain = unseen.cards - unseen.sharks
    return Chance(
        (-size - sharks, comb(unseen.sharks, sharks) * comb(plain, size - sharks))
        for sharks in range(min(size, unseen.sharks) + 1)
        if size - sharks <= plain
    )


def mean(cases: Iterable[tuple[Fraction | int, Fraction | int]]) -> Fraction:
    """The expected value of points, each with its chance.

    Examples
    --------
    >>> mean([(Fraction(1, 4), 20), (Fraction(3, 4), -1)])
    Fraction(17, 4)
    """
    return sum((Fraction(chance) * score for chance, score in cases), Fraction(0))


DOG: Final = 2 * WONDERFUL
"""What the winner of three scores with a dog."""
OUT: Final = Fraction(1, 2)
"""The chance to get out with the plain card there."""


def dog_as_good(plain: int) -> Fraction:
    """The chance of getting out with the dog at which both plans are worth the same.

    Parameters
    ----------
    plain : int
        What the winner would score without the dog.

    Examples
    --------
    >>> dog_as_good(8)
    Fraction(3, 14)
    """
    return (mean([(OUT, plain), (1 - OUT, -1)]) + 1) / (DOG + 1)


NEXT: Final = Fraction(1, 2)
"""The chance that the next player gets out, once he holds one card and no shark stops him."""
WORTH: Final = 2
"""What the rest of the game is guessed to be worth."""


class Plan(NamedTuple):
    """What a plan scores: if somebody is out at once, if the next player is out after it, and otherwise."""

    out: int
    following: int
    later: int

    def value(self, out: Fraction, following: Fraction) -> Fraction:
        """The expected score."""
        return mean(
            [
                (out, self.out),
                ((1 - out) * following, self.following),
                ((1 - out) * (1 - following), self.later),
            ]
        )


def lay(worth: int = WORTH) -> Plan:
    """The shark now: three plain cards are left, then two."""
    return Plan(-3, -2, worth)


def keep(worth: int = WORTH) -> Plan:
    """The shark next time: it and two plain cards are left, and then it stops the next player."""
    return Plan(-4, worth, worth)


def as_good(following: Fraction, worth: int = WORTH) -> Fraction:
    """The chance that somebody is out at once at which both plans are worth the same.

    Examples
    --------
    >>> chance = as_good(NEXT)
    >>> chance, lay().value(chance, NEXT) == keep().value(chance, NEXT)
    (Fraction(2, 3), True)
    """
    # Both are straight lines over the chance; they differ by so much at its ends.
    first = keep(worth).value(Fraction(0), following) - lay(worth).value(Fraction(0), following)
    last = keep(worth).value(Fraction(1), following) - lay(worth).value(Fraction(1), following)
    return first / (first - last)


SELDOM: Final = Fraction(1, 4)
"""The chance of the next player in exercise 5."""


def _hand_slips() -> tuple[Slip, ...]:
    cards = parse_cards(HAND)
    return (
        Slip(Fraction(points(cards)), "keeping.hand.slip_sign"),
        Slip(Fraction(-len(cards)), "keeping.hand.slip_cards"),
        Slip(Fraction(-2 * len(cards)), "keeping.hand.slip_all"),
        Slip(Fraction(-2 * sum(card.shark for card in cards)), "keeping.hand.slip_sharks"),
    )


def _unseen(size: int) -> Exercise:
    """So many cards of the whole deck that nobody has seen."""

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(size * ALL.cost, "keeping.five.slip_sign"),
            Slip(Fraction(-size), "keeping.five.slip_plain"),
            Slip(Fraction(-2 * size), "keeping.five.slip_sharks"),
            Slip(-ALL.cost, "keeping.five.slip_one"),
            Slip(Fraction(-3 * size, 2), "keeping.five.slip_half"),
        )

    return exercise(
        "2",
        Kind.NUMBER,
        "keeping.five",
        lambda: scores(ALL, size).mean(),
        slips,
        lambda: {"size": size},
    )


def _winner(losers: tuple[int, int]) -> Exercise:
    """What the winner gets from two losers with so many cards."""
    cards = sum(losers)

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(-cards * LATE.cost, "keeping.winner.slip_sign"),
            Slip(Fraction(cards), "keeping.winner.slip_plain"),
            Slip(cards * ALL.cost, "keeping.winner.slip_deck"),
            Slip(cards * LATE.cost / 2, "keeping.winner.slip_mean"),
            Slip(LATE.cards * LATE.cost, "keeping.winner.slip_unseen"),
        )

    return exercise(
        "3",
        Kind.NUMBER,
        "keeping.winner",
        lambda: cards * LATE.cost,
        slips,
        lambda: {"one": losers[0], "other": losers[1], "cards": cards},
    )


def _dog(plain: int) -> Exercise:
    """A dog against a plain card that brings so many points."""
    worth = mean([(OUT, plain), (1 - OUT, -1)])

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(OUT * plain / DOG, "keeping.dog.slip_no_loss"),
            Slip(worth / DOG, "keeping.dog.slip_dog_loss"),
            Slip((OUT * plain + 1) / (DOG + 1), "keeping.dog.slip_plain_loss"),
            Slip(Fraction(plain, DOG), "keeping.dog.slip_points"),
            Slip(OUT, "keeping.dog.slip_same"),
        )

    return exercise(
        "4",
        Kind.CHANCE,
        "keeping.dog",
        lambda: dog_as_good(plain),
        slips,
        lambda: {"plain": plain, "worth": f"{float(worth):g}", "more": f"{float(worth) + 1:g}"},
    )


def _tie_slips() -> tuple[Slip, ...]:
    return (
        Slip(as_good(NEXT), "keeping.tie.slip_text"),
        Slip(as_good(SELDOM, 0), "keeping.tie.slip_worth"),
        # One point against one point, without asking how often it comes to that.
        Slip(Fraction(1), "keeping.tie.slip_rest"),
        Slip(SELDOM, "keeping.tie.slip_other"),
    )


EXERCISES: Final = (
    exercise("1", Kind.NUMBER, "keeping.hand", lambda: Fraction(-points(parse_cards(HAND))), _hand_slips),
    varied(_unseen, 5, 4, 7),
    varied(_winner, (4, 6), (3, 5), (4, 8)),
    varied(_dog, 8, 5, 11),
    exercise("5", Kind.CHANCE, "keeping.tie", lambda: as_good(SELDOM), _tie_slips),
)
