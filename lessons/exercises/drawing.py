"""The exercises of "Drawing cards"."""

from __future__ import annotations

from fractions import Fraction
from math import comb, perm
from typing import Final, NamedTuple

from inaba import same_one
from inaba.errors import Reason
from lessons.answer import Kind, Slip
from lessons.exercises.exercise import Exercise, exercise, varied
from lessons.exercises.hands import CARDS, SHARKS, holding


class Draw(NamedTuple):
    """You cannot follow the centre card, and have to draw.

    Attributes
    ----------
    held : str
        Your ten cards: none of the centre's number, and of its colour none that follows.
    centre : str
    """

    held: str
    centre: str


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


def fitting(draw: Draw) -> tuple[int, int]:
    """How many of the unseen cards follow the centre card, and how many are unseen.

    Examples
    --------
    >>> fitting(Draw("g4,g19,g25,b3,b10,b21,b28,y22,y27,y30", "y20"))
    (19, 79)
    """
    held, centre = same_one.parse_cards(draw.held), same_one.parse_card(draw.centre)
    unseen = [card for card in same_one.CARDS if card not in held and card != centre]
    return sum(card.fits(centre) for card in unseen), len(unseen)


def fish(marked: int, caught: int, found: int) -> Fraction:
    """How many fish there are if the share of marked ones in the catch is that in the pond.

    Examples
    --------
    >>> fish(20, 20, 4)
    Fraction(100, 1)
    """
    return Fraction(marked * caught, found)


def _none(box: tuple[int, int]) -> Exercise:
    """The sharks, and all cards, of a box from which three are drawn and kept."""
    sharks, cards = box
    others = cards - sharks

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(put_back(0, sharks, cards, 3), "drawing.none.slip_back"),
            Slip(holding(3, sharks, cards, 3), "drawing.none.slip_all"),
            Slip(1 - holding(0, sharks, cards, 3), "drawing.none.slip_some"),
            Slip(Fraction(others, cards), "drawing.none.slip_one"),
            Slip(holding(0, sharks, cards, 2), "drawing.none.slip_two"),
            Slip(holding(1, sharks, cards, 3), "drawing.none.slip_exactly_one"),
        )

    def given() -> dict[str, object]:
        kind = "same" if box == (4, 10) else "other"
        return {
            "box": Reason(f"drawing.none.box.{kind}", {"cards": cards, "sharks": sharks}),
            "tip": Reason(f"drawing.none.tip.{kind}"),
            "cards": cards,
            "cards_2": cards - 1,
            "cards_3": cards - 2,
            "others": others,
            "others_2": others - 1,
            "others_3": others - 2,
            "wanted": perm(others, 3),
            "ways": perm(cards, 3),
            "hands": comb(others, 3),
            "every": comb(cards, 3),
        }

    return exercise("1", Kind.CHANCE, "drawing.none", lambda: holding(0, sharks, cards, 3), slips, given)


def _two(sharks: int) -> Exercise:
    """So many of ten cards are sharks, and each card is put back."""
    cards = 10

    def slips() -> tuple[Slip, ...]:
        two = put_back(2, sharks, cards, 3)
        return (
            Slip(two / 3, "drawing.two.slip_order"),
            Slip(holding(2, sharks, cards, 3), "drawing.two.slip_kept"),
            Slip(Fraction(sharks, cards) ** 2, "drawing.two.slip_first_two"),
            Slip(two + put_back(3, sharks, cards, 3), "drawing.two.slip_at_least"),
            Slip(put_back(1, sharks, cards, 3), "drawing.two.slip_one"),
            Slip(two * Fraction(2, 3), "drawing.two.slip_two_orders"),
        )

    def given() -> dict[str, object]:
        others = cards - sharks
        return {"sharks": sharks, "others": others, "order": sharks * sharks * others}

    return exercise("2", Kind.CHANCE, "drawing.two", lambda: put_back(2, sharks, cards, 3), slips, given)


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


def _points(own: int) -> Exercise:
    """So many of your ten cards are sharks."""
    left = SHARKS - own
    sharks = expected(left, 80, 10)

    def slips() -> tuple[Slip, ...]:
        forgotten = [Slip(points(SHARKS, 80, 10), "drawing.points.slip_own")] if own else []
        return (
            Slip(points(SHARKS, CARDS, 10), "drawing.points.slip_ninety"),
            Slip(10 + 2 * sharks, "drawing.points.slip_twice"),
            Slip(sharks, "drawing.points.slip_sharks"),
            Slip(2 * sharks, "drawing.points.slip_sharks"),
            Slip(Fraction(10), "drawing.points.slip_no_sharks"),
            Slip(Fraction(20), "drawing.points.slip_all_sharks"),
            *forgotten,
        )

    def given() -> dict[str, object]:
        data = {"own": own, "left": left}
        kind = "some" if own else "none"
        return {
            "left": left,
            "seen": Reason(f"drawing.points.seen.{kind}", data),
            "because": Reason(f"drawing.points.because.{kind}", data),
            "ten": Reason(f"drawing.points.ten.{kind}", data),
            "sharks": str(sharks),
        }

    return exercise("4", Kind.NUMBER, "drawing.points", lambda: points(left, 80, 10), slips, given)


def _fits(draw: Draw) -> Exercise:
    held, centre = same_one.parse_cards(draw.held), same_one.parse_card(draw.centre)
    hidden = {
        card.number for card in same_one.CARDS if card.colour is centre.colour and card not in (*held, centre)
    }
    up = centre.number <= 15

    def slips() -> tuple[Slip, ...]:
        fits, unseen = fitting(draw)
        pile = CARDS - 4 * 10
        return (
            Slip(Fraction(fits, CARDS), "drawing.fits.slip_ninety"),
            Slip(Fraction(fits, pile), "drawing.fits.slip_pile"),
            Slip(Fraction(fits, CARDS - 10), "drawing.fits.slip_centre"),
            Slip(Fraction(fits + 2, unseen), "drawing.fits.slip_calls"),
            Slip(Fraction(fits + 1, unseen), "drawing.fits.slip_equal"),
            Slip(Fraction(len(hidden), unseen), "drawing.fits.slip_yellow"),
            Slip(
                Fraction(len(hidden) - fits, unseen),
                "drawing.fits.slip_smaller" if up else "drawing.fits.slip_larger",
            ),
        )

    def given() -> dict[str, object]:
        letter = str(centre)[0]
        first, second = (Reason(f"drawing.colour.{other}") for other in "gby" if other != letter)
        ends = (centre.number + 1, 30) if up else (1, centre.number - 1)
        return {
            "held": draw.held,
            "centre": draw.centre,
            "number": centre.number,
            "fits": fitting(draw)[0],
            "lowest": f"{letter}{ends[0]}",
            "highest": f"{letter}{ends[1]}",
            "colour": Reason(f"drawing.colour.{letter}"),
            "first": first,
            "second": second,
            "rule": Reason(f"drawing.fits.rule.{'up' if up else 'down'}"),
        }

    return exercise("5", Kind.CHANCE, "drawing.fits", lambda: Fraction(*fitting(draw)), slips, given)


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
    varied(_none, (4, 10), (3, 10), (3, 9)),
    varied(_two, 4, 3, 2),
    varied(_dogs, 10, 8, 6),
    varied(_points, 0, 4, 3),
    varied(
        _fits,
        Draw("g4,g19,g25,b3,b10,b21,b28,y22,y27,y30", "y20"),
        Draw("g4,g9,g26,b24,b27,b29,y2,y11,y19,y30", "b22"),
        Draw("g2,g5,g8,b4,b12,b20,b28,y7,y21,y25", "g10"),
    ),
    varied(_fish, (30, 40, 6), (30, 35, 7), (40, 50, 8)),
)
