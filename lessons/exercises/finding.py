"""The exercises of "Bayes by counting deals"."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from typing import Final

from lessons.answer import Kind, Slip
from lessons.exercises.exercise import Exercise, exercise, varied

CARDS: Final = ("HK", "S8", "H6", "D3", "C2", "DJ")
"""The six trumps that are unseen in the lesson; A and B hold three each."""

Hand = frozenset[str]

HANDS: Final[tuple[Hand, ...]] = tuple(map(frozenset, combinations(CARDS, 3)))
"""All hands that A can have, equally likely; B has the rest."""


def shared(holds: Callable[[Hand], bool], fits: Callable[[Hand], bool] = lambda hand: True) -> Fraction:
    """Of the hands of A that fit, the share of those that hold.

    Examples
    --------
    >>> shared(lambda hand: "HK" in hand, lambda hand: "S8" not in hand)
    Fraction(3, 5)
    """
    left = [hand for hand in HANDS if fits(hand)]
    return Fraction(sum(map(holds, left)), len(left))


def after_miss(asked: int, others: int) -> Fraction:
    """The chance that who was asked for one trump in vain holds a certain other one.

    Parameters
    ----------
    asked, others : int
        How many unseen trumps he has, and how many there are besides; 1 or more.

    Examples
    --------
    >>> after_miss(3, 3)
    Fraction(3, 5)
    """
    return Fraction(asked, asked + others - 1)


def _miss(sizes: tuple[int, int]) -> Exercise:
    """One TRY that missed."""
    a, b = sizes

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(Fraction(a, a + b), "finding.miss.slip_before"),
            Slip(1 - after_miss(a, b), "finding.miss.slip_other"),
            Slip(Fraction(a - 1, a + b - 1), "finding.miss.slip_fewer"),
        )

    def given() -> dict[str, object]:
        return {"a": a, "b": b, "unseen": a + b, "left": a + b - 1, "before": Fraction(a, a + b)}

    return exercise("1", Kind.CHANCE, "finding.miss", lambda: after_miss(a, b), slips, given)


def _crossed(sizes: tuple[int, int]) -> Exercise:
    """A lacks one trump, and B another: so each holds what the other lacks."""
    a, b = sizes
    left = a + b - 2

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(Fraction(a, a + b), "finding.crossed.slip_before"),
            Slip(Fraction(a, left), "finding.crossed.slip_place"),
            Slip(after_miss(a, b), "finding.crossed.slip_first"),
            Slip(Fraction(a - 1, left + 1), "finding.crossed.slip_second"),
            Slip(Fraction(b - 1, left), "finding.crossed.slip_other"),
        )

    def given() -> dict[str, object]:
        return {"a": a, "b": b, "unseen": a + b, "left": left, "places": a - 1}

    return exercise("2", Kind.CHANCE, "finding.crossed", lambda: Fraction(a - 1, left), slips, given)


def _shown(sizes: tuple[int, int]) -> Exercise:
    """A trump that A took before your eyes: yours, by TRADE."""
    a, b = sizes
    left = a + b - 1

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(Fraction(a, a + b), "finding.shown.slip_before"),
            Slip(Fraction(a, left), "finding.shown.slip_place"),
            Slip(Fraction(a - 1, a + b), "finding.shown.slip_card"),
            Slip(Fraction(b, left), "finding.shown.slip_other"),
        )

    def given() -> dict[str, object]:
        return {"a": a, "b": b, "places": a - 1, "left": left}

    return exercise("3", Kind.CHANCE, "finding.shown", lambda: Fraction(a - 1, left), slips, given)


def _pile(sizes: tuple[int, int, int]) -> Exercise:
    """What A lacks is with B, or in a trump pile."""
    a, b, pile = sizes

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(Fraction(1), "finding.pile.slip_sure"),
            Slip(Fraction(b, a + b + pile), "finding.pile.slip_before"),
            Slip(Fraction(b, a + b), "finding.pile.slip_pile"),
            Slip(Fraction(pile, b + pile), "finding.pile.slip_other"),
        )

    def given() -> dict[str, object]:
        return {"a": a, "b": b, "pile": pile, "left": b + pile}

    return exercise("4", Kind.CHANCE, "finding.pile", lambda: Fraction(b, b + pile), slips, given)


def _asked(sizes: tuple[int, int, int]) -> Exercise:
    """B asks A in vain: neither holds it, so C does."""
    a, b, c = sizes
    left = a + b + c - 1
    only_a = Fraction(c, b + c) * Fraction(c - 1, left) + Fraction(b, b + c) * Fraction(c, left)

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(Fraction(c, left + 1), "finding.asked.slip_before"),
            Slip(Fraction(c, left), "finding.asked.slip_place"),
            Slip(Fraction(c - 1, left + 1), "finding.asked.slip_card"),
            Slip(Fraction(1, 3), "finding.asked.slip_three"),
            Slip(only_a, "finding.asked.slip_only"),
        )

    def given() -> dict[str, object]:
        return {"a": a, "b": b, "c": c, "unseen": left + 1, "left": left, "places": c - 1}

    return exercise("5", Kind.CHANCE, "finding.asked", lambda: Fraction(c - 1, left), slips, given)


EXERCISES: Final = (
    varied(_miss, (5, 4), (4, 6), (6, 3)),
    varied(_crossed, (5, 4), (3, 5), (6, 4)),
    varied(_shown, (4, 5), (3, 4), (6, 4)),
    varied(_pile, (4, 3, 5), (5, 4, 2), (3, 6, 4)),
    varied(_asked, (5, 3, 6), (4, 5, 3), (3, 4, 6)),
)
