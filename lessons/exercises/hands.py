"""The exercises of "Counting hands"."""

from __future__ import annotations

from fractions import Fraction
from math import comb, perm
from typing import Final

from lessons.answer import Kind, Slip
from lessons.exercises.exercise import exercise

CARDS: Final = 90
SHARKS: Final = 18


def holding(number: int, marked: int, cards: int, size: int) -> Fraction:
    """The chance that a hand holds exactly so many of the marked cards: hands counted over hands.

    Parameters
    ----------
    number : int
        How many of the marked cards the hand holds.
    marked, cards : int
        How many are marked, and how many there are in all.
    size : int
        The cards of the hand, at most all.

    Examples
    --------
    >>> holding(0, 1, 5, 2)
    Fraction(3, 5)
    """
    return Fraction(comb(marked, number) * comb(cards - marked, size - number), comb(cards, size))


def _three_slips() -> tuple[Slip, ...]:
    return (
        Slip(Fraction(perm(6, 3)), "hands.three.slip_ordered"),
        Slip(Fraction(6**3), "hands.three.slip_back"),
        Slip(Fraction(perm(6, 3), 2), "hands.three.slip_two_orders"),
        Slip(Fraction(perm(6, 3), 3), "hands.three.slip_three_orders"),
        Slip(Fraction(6 * 3), "hands.three.slip_product"),
        Slip(Fraction(comb(6, 2)), "hands.three.slip_pairs"),
    )


def _green_slips() -> tuple[Slip, ...]:
    return (
        Slip(Fraction(perm(30, 3)), "hands.green.slip_ordered"),
        Slip(Fraction(30**3), "hands.green.slip_back"),
        Slip(Fraction(perm(30, 3), 3), "hands.green.slip_orders"),
        Slip(Fraction(perm(30, 3), 2), "hands.green.slip_orders"),
        Slip(Fraction(30 * 3), "hands.green.slip_product"),
        Slip(Fraction(comb(30, 2)), "hands.green.slip_pairs"),
        Slip(Fraction(comb(CARDS, 3)), "hands.green.slip_all"),
    )


def _triangle_slips() -> tuple[Slip, ...]:
    return (
        Slip(Fraction(comb(7, 4)), "hands.triangle.slip_one"),
        Slip(Fraction(comb(8, 3)), "hands.triangle.slip_place"),
        Slip(Fraction(perm(8, 4)), "hands.triangle.slip_ordered"),
        Slip(Fraction(comb(9, 4)), "hands.triangle.slip_row"),
        Slip(Fraction(comb(7, 4) * comb(7, 3)), "hands.triangle.slip_times"),
    )


def _shark_slips() -> tuple[Slip, ...]:
    return (
        Slip(1 - holding(0, 2, 6, 3), "hands.shark.slip_at_least"),
        Slip(Fraction(2, comb(6, 3)), "hands.shark.slip_rest"),
        Slip(Fraction(comb(4, 2), comb(6, 3)), "hands.shark.slip_which"),
        Slip(holding(0, 2, 6, 3), "hands.shark.slip_none"),
        Slip(Fraction(2, 6), "hands.shark.slip_one_card"),
    )


def _eight_slips() -> tuple[Slip, ...]:
    return (
        Slip(holding(0, SHARKS, CARDS, 10), "hands.eight.slip_ten"),
        Slip(Fraction(CARDS - SHARKS, CARDS) ** 8, "hands.eight.slip_back"),
        Slip(Fraction(CARDS - SHARKS, CARDS), "hands.eight.slip_one"),
        Slip(holding(8, SHARKS, CARDS, 8), "hands.eight.slip_only"),
        Slip(holding(1, SHARKS, CARDS, 8), "hands.eight.slip_exactly_one"),
        Slip(holding(0, 3, CARDS, 8), "hands.eight.slip_dogs"),
    )


EXERCISES: Final = (
    exercise("1", Kind.COUNT, "hands.three", lambda: Fraction(comb(6, 3)), _three_slips),
    exercise("2", Kind.COUNT, "hands.green", lambda: Fraction(comb(30, 3)), _green_slips),
    exercise("3", Kind.COUNT, "hands.triangle", lambda: Fraction(comb(8, 4)), _triangle_slips),
    exercise("4", Kind.CHANCE, "hands.shark", lambda: holding(1, 2, 6, 3), _shark_slips),
    exercise("5", Kind.CHANCE, "hands.eight", lambda: holding(0, SHARKS, CARDS, 8), _eight_slips),
)
