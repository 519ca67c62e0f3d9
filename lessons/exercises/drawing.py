"""The exercises of "Drawing cards"."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Final

from inaba import same_one
from lessons.answer import Kind, Slip
from lessons.exercises.exercise import Exercise, exercise, varied
from lessons.exercises.hands import CARDS, SHARKS, holding

BOX: Final = (4, 10)
"""The sharks, and all cards, of the box that is drawn from by hand."""

HELD: Final = same_one.parse_cards("g4,g19,g25,b3,b10,b21,b28,y22,y27,y30")
"""Your ten cards in exercise 5, and the centre that none of them can follow."""
CENTRE: Final = same_one.parse_card("y20")


def put_back(number: int, marked: int, cards: int, draws: int) -> Fraction:
    """The chance of exactly so many marked cards where each card drawn is put back: binomial.

    Examples
    --------
    >>> put_back(1, 1, 2, 2)
    Fraction(1, 2)
    """
    chance = Fraction(marked, cards)
    return comb(draws, number) * chance**number * (1 - chance) ** (draws - number)


def expected(marked: int, cards: int, draws: int) -> Fraction:
    """How many marked cards are drawn on average, put back or not: each draw adds its share.

    Examples
    --------
    >>> expected(18, 90, 10)
    Fraction(2, 1)
    """
    return draws * Fraction(marked, cards)


def points(sharks: int, unseen: int, held: int) -> Fraction:
    """What a hidden hand costs on average: 1 for each card, and 1 more for each shark (Same One, rule 13)."""
    return held + expected(sharks, unseen, held)


def fitting() -> tuple[int, int]:
    """How many of the unseen cards of exercise 5 follow the centre card, and how many are unseen."""
    unseen = [card for card in same_one.CARDS if card not in HELD and card != CENTRE]
    return sum(card.fits(CENTRE) for card in unseen), len(unseen)


def fish(marked: int, caught: int, found: int) -> Fraction:
    """How many fish there are if the share of marked ones in the catch is that in the pond.

    Examples
    --------
    >>> fish(20, 20, 4)
    Fraction(100, 1)
    """
    return Fraction(marked * caught, found)


def _none_slips() -> tuple[Slip, ...]:
    sharks, cards = BOX
    return (
        Slip(put_back(0, sharks, cards, 3), "drawing.none.slip_back"),
        Slip(holding(3, sharks, cards, 3), "drawing.none.slip_all"),
        Slip(1 - holding(0, sharks, cards, 3), "drawing.none.slip_some"),
        Slip(Fraction(cards - sharks, cards), "drawing.none.slip_one"),
        Slip(holding(0, sharks, cards, 2), "drawing.none.slip_two"),
        Slip(holding(1, sharks, cards, 3), "drawing.none.slip_exactly_one"),
    )


def _two_slips() -> tuple[Slip, ...]:
    sharks, cards = BOX
    return (
        Slip(put_back(2, sharks, cards, 3) / 3, "drawing.two.slip_order"),
        Slip(holding(2, sharks, cards, 3), "drawing.two.slip_kept"),
        Slip(Fraction(sharks, cards) ** 2, "drawing.two.slip_first_two"),
        Slip(put_back(2, sharks, cards, 3) + put_back(3, sharks, cards, 3), "drawing.two.slip_at_least"),
        Slip(put_back(1, sharks, cards, 3), "drawing.two.slip_one"),
        Slip(put_back(2, sharks, cards, 3) * Fraction(2, 3), "drawing.two.slip_two_orders"),
    )


def _dogs(size: int) -> Exercise:
    """The dogs of a hand of so many cards."""
    some = 1 - holding(0, 3, CARDS, size)

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(some, "drawing.dogs.slip_chance"),
            Slip(Fraction(3, CARDS), "drawing.dogs.slip_one_card"),
            Slip(expected(1, CARDS, size), "drawing.dogs.slip_one_dog"),
            Slip(expected(SHARKS, CARDS, size), "drawing.dogs.slip_sharks"),
            Slip(expected(3, CARDS - size, size), "drawing.dogs.slip_own"),
            Slip(1 / expected(3, CARDS, size), "drawing.dogs.slip_inverse"),
            Slip(Fraction(0), "drawing.dogs.slip_zero"),
        )

    return exercise(
        "3",
        Kind.NUMBER,
        "drawing.dogs",
        lambda: expected(3, CARDS, size),
        slips,
        lambda: {"size": size, "some": f"{100 * float(some):.1f}"},
    )


def _points_slips() -> tuple[Slip, ...]:
    return (
        Slip(points(SHARKS, CARDS, 10), "drawing.points.slip_ninety"),
        Slip(10 + 2 * expected(SHARKS, 80, 10), "drawing.points.slip_twice"),
        Slip(expected(SHARKS, 80, 10), "drawing.points.slip_sharks"),
        Slip(2 * expected(SHARKS, 80, 10), "drawing.points.slip_sharks"),
        Slip(Fraction(10), "drawing.points.slip_no_sharks"),
        Slip(Fraction(20), "drawing.points.slip_all_sharks"),
    )


def _fits_slips() -> tuple[Slip, ...]:
    fits, unseen = fitting()
    pile = CARDS - 4 * 10
    return (
        Slip(Fraction(fits, CARDS), "drawing.fits.slip_ninety"),
        Slip(Fraction(fits, pile), "drawing.fits.slip_pile"),
        Slip(Fraction(fits, CARDS - 10), "drawing.fits.slip_centre"),
        Slip(Fraction(fits + 2, unseen), "drawing.fits.slip_calls"),
        Slip(Fraction(fits + 1, unseen), "drawing.fits.slip_equal"),
        Slip(Fraction(29 - 3, unseen), "drawing.fits.slip_yellow"),
        Slip(Fraction(30 - 20 - 3, unseen), "drawing.fits.slip_larger"),
    )


def _fish(of: tuple[int, int, int]) -> Exercise:
    """Marked fish, fish of the second catch, and marked ones among them."""
    marked, caught, found = of

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(Fraction(marked + caught), "drawing.fish.slip_sum"),
            Slip(Fraction(marked + caught - found), "drawing.fish.slip_seen"),
            Slip(Fraction(marked * found), "drawing.fish.slip_times"),
            Slip(Fraction(caught * found), "drawing.fish.slip_times"),
            Slip(Fraction(marked * caught), "drawing.fish.slip_product"),
            Slip(fish(marked, caught, found) - marked, "drawing.fish.slip_unmarked"),
        )

    def given() -> dict[str, object]:
        return {
            "marked": marked,
            "caught": caught,
            "found": found,
            "share": 100 * found // caught,
        }

    return exercise("6", Kind.COUNT, "drawing.fish", lambda: fish(marked, caught, found), slips, given)


EXERCISES: Final = (
    exercise("1", Kind.CHANCE, "drawing.none", lambda: holding(0, *BOX, 3), _none_slips),
    exercise("2", Kind.CHANCE, "drawing.two", lambda: put_back(2, *BOX, 3), _two_slips),
    varied(_dogs, 10, 8),
    exercise("4", Kind.NUMBER, "drawing.points", lambda: points(SHARKS, 80, 10), _points_slips),
    exercise("5", Kind.CHANCE, "drawing.fits", lambda: Fraction(*fitting()), _fits_slips),
    varied(_fish, (30, 40, 6), (30, 35, 7), (40, 50, 8)),
)
