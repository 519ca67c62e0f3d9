"""The exercises of "Counting hands"."""

from __future__ import annotations

from fractions import Fraction
from math import comb, perm
from typing import Final

from lessons.answer import Kind, Slip
from lessons.exercises.exercise import Exercise, exercise, varied

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


def _steps(cards: int, size: int) -> str:
    """The possibilities of each draw, one after another, to be multiplied."""
    return " × ".join(map(str, range(cards, cards - size, -1)))


def _in_order(cards: int) -> dict[str, object]:
    """What is said of three cards that come one after another."""
    return {
        "cards": cards,
        "second": cards - 1,
        "third": cards - 2,
        "steps": _steps(cards, 3),
        "ordered": perm(cards, 3),
    }


def _three(cards: int) -> Exercise:
    """Hands of three of so many cards."""

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(Fraction(perm(cards, 3)), "hands.three.slip_ordered"),
            Slip(Fraction(cards**3), "hands.three.slip_back"),
            Slip(Fraction(perm(cards, 3), 2), "hands.three.slip_two_orders"),
            Slip(Fraction(perm(cards, 3), 3), "hands.three.slip_three_orders"),
            Slip(Fraction(cards * 3), "hands.three.slip_product"),
            Slip(Fraction(comb(cards, 2)), "hands.three.slip_pairs"),
        )

    return exercise(
        "1", Kind.COUNT, "hands.three", lambda: Fraction(comb(cards, 3)), slips, lambda: _in_order(cards)
    )


def _green(cards: int) -> Exercise:
    """Hands of three of the green cards up to a number."""

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(Fraction(perm(cards, 3)), "hands.green.slip_ordered"),
            Slip(Fraction(cards**3), "hands.green.slip_back"),
            Slip(Fraction(perm(cards, 3), 3), "hands.green.slip_orders"),
            Slip(Fraction(perm(cards, 3), 2), "hands.green.slip_orders"),
            Slip(Fraction(cards * 3), "hands.green.slip_product"),
            Slip(Fraction(comb(cards, 2)), "hands.green.slip_pairs"),
            Slip(Fraction(comb(CARDS, 3)), "hands.green.slip_all"),
        )

    return exercise(
        "2", Kind.COUNT, "hands.green", lambda: Fraction(comb(cards, 3)), slips, lambda: _in_order(cards)
    )


def _triangle(size: int) -> Exercise:
    """The place of the eighth row of Pascal's triangle that counts hands of such a size."""
    above = comb(7, size - 1), comb(7, size)
    beside = {comb(8, size - 1), comb(8, size + 1)}

    def slips() -> tuple[Slip, ...]:
        return (
            # In the middle of a row both numbers above are the same, and so are both beside it.
            *(Slip(Fraction(one), "hands.triangle.slip_one") for one in sorted(set(above))),
            Slip(Fraction(perm(8, size)), "hands.triangle.slip_ordered"),
            *(Slip(Fraction(one), "hands.triangle.slip_place") for one in sorted(beside)),
            Slip(Fraction(comb(9, size)), "hands.triangle.slip_row"),
            Slip(Fraction(above[0] * above[1]), "hands.triangle.slip_times"),
        )

    def given() -> dict[str, object]:
        return {
            "size": size,
            "less": size - 1,
            "with": above[0],
            "without": above[1],
            "steps": _steps(8, size),
        }

    return exercise("3", Kind.COUNT, "hands.triangle", lambda: Fraction(comb(8, size)), slips, given)


def _shark(of: tuple[int, int]) -> Exercise:
    """So many sharks among so many cards, and exactly one of them in a hand of three."""
    sharks, cards = of
    others, every = cards - sharks, comb(cards, 3)
    none = holding(0, sharks, cards, 3)

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(1 - none, "hands.shark.slip_at_least"),
            Slip(Fraction(sharks, every), "hands.shark.slip_rest"),
            Slip(Fraction(comb(others, 2), every), "hands.shark.slip_which"),
            Slip(none, "hands.shark.slip_none"),
            *[Slip(two, "hands.shark.slip_two") for two in [holding(2, sharks, cards, 3)] if two != none],
            Slip(Fraction(sharks, cards), "hands.shark.slip_one_card"),
        )

    def given() -> dict[str, object]:
        pairs = comb(others, 2)
        return {
            "sharks": sharks,
            "cards": cards,
            "others": others,
            "pairs": pairs,
            "wanted": sharks * pairs,
            "every": every,
        }

    return exercise("4", Kind.CHANCE, "hands.shark", lambda: holding(1, sharks, cards, 3), slips, given)


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
    varied(_three, 6, 8, 9),
    varied(_green, 30, 24, 20),
    varied(_triangle, 4, 3, 6),
    varied(_shark, (2, 6), (2, 8), (3, 7)),
    exercise("5", Kind.CHANCE, "hands.eight", lambda: holding(0, SHARKS, CARDS, 8), _eight_slips),
)
