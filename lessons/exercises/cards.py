"""The exercises of "Face-down cards"."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import permutations
from math import lcm
from typing import Final

from inaba import river
from inaba.chance import Chance
from inaba.river.cards import Card, Kind
from lessons.answer import Kind as Answer
from lessons.answer import Slip
from lessons.exercises.exercise import Exercise, exercise, varied
from solvers.fights import beats

Habits = Mapping[str, Mapping[str, Fraction]]
"""For each place where the whale can lie: what is then seen, and with which chance."""

SIX: Final = "?,?,?/?,?,? -,- 1 - 3,5,6,8,D,W"
SHOWN: Final = "?,?/W,W -,- 1 - 9,W"

KNOWS: Final[Habits] = {
    "a1": {"b1=20": Fraction(1, 2), "c1=20": Fraction(1, 2)},
    "b1": {"c1=20": Fraction(1)},
    "c1": {"b1=20": Fraction(1)},
}
"""One who knows turns up b1 or c1, and never the whale."""


def whale_after(habits: Habits, seen: str) -> Chance[str]:
    """Where the whale lies, given what was seen; before, all places are equally likely.

    Examples
    --------
    >>> whale_after(KNOWS, "c1=20")
    Chance({'a1': 1, 'b1': 2})
    """
    parts = lcm(*(share.denominator for chances in habits.values() for share in chances.values()))
    joint = Chance(
        ((square, what), int(share * parts))
        for square, chances in habits.items()
        for what, share in chances.items()
    )
    return joint.given(lambda case: case[1] == seen).map(lambda case: case[0])


def hops(often: Fraction) -> Habits:
    """Whether a rival hops to b1: so often with the whale there, and as seldom as not with it elsewhere.

    Examples
    --------
    >>> hops(Fraction(3, 4))["a1"]["yes"]
    Fraction(1, 4)
    """
    there, elsewhere = ({"yes": yes, "no": 1 - yes} for yes in (often, 1 - often))
    return {"a1": elsewhere, "b1": there, "c1": elsewhere}


PASSES: Final = hops(Fraction(3, 4))
"""The rival of the lesson."""


def drawn(cards: tuple[Card, ...], kinds: tuple[Kind | None, ...]) -> Fraction:
    """The chance that cards turned up one after another are of these kinds; None is any kind.

    Examples
    --------
    >>> drawn(river.parse_deck("9,D,W"), (None, Kind.DOLPHIN))
    Fraction(1, 3)
    """
    orders = list(permutations(cards, len(kinds)))
    fits = (
        all(kind in (None, card.kind) for card, kind in zip(order, kinds, strict=True)) for order in orders
    )
    return Fraction(sum(fits), len(orders))


def one_hop(cards: tuple[int, ...]) -> Fraction:
    """The chance to stand on a card after one hop onto one of several face-down ones."""
    return sum(map(beats, cards), Fraction(0)) / len(cards)


def one_hop_with_a_look(cards: tuple[int, ...]) -> Fraction:
    """The same where one of the cards may be looked at first, and then any be chosen.

    Examples
    --------
    >>> one_hop_with_a_look((0, 9)) - one_hop((0, 9))
    Fraction(13, 36)
    """
    best = (max(beats(seen), one_hop((*cards[:k], *cards[k + 1 :]))) for k, seen in enumerate(cards))
    return sum(best, Fraction(0)) / len(cards)


def _two(cards: tuple[Card, ...]) -> Exercise:
    """Sharks, a dolphin and the whale, face down."""
    sharks = [card for card in cards if card.kind is Kind.SHARK]
    rest = (*sharks[1:], *(card for card in cards if card.kind is not Kind.SHARK))

    def slips() -> tuple[Slip, ...]:
        one = drawn(cards, (Kind.SHARK,))
        return (
            Slip(one**2, "cards.two.slip_back"),
            Slip(one, "cards.two.slip_first"),
            Slip(drawn(rest, (Kind.SHARK,)), "cards.two.slip_second"),
            Slip(1 - drawn(cards, (Kind.DOLPHIN, Kind.WHALE)) * 2, "cards.two.slip_one_of_them"),
        )

    def given() -> dict[str, object]:
        return {
            "cards": len(cards),
            "sharks": len(sharks),
            "cards_left": len(cards) - 1,
            "sharks_left": len(sharks) - 1,
        }

    return exercise(
        "1", Answer.CHANCE, "cards.two", lambda: drawn(cards, (Kind.SHARK, Kind.SHARK)), slips, given
    )


def _third_slips() -> tuple[Slip, ...]:
    dolphin = Fraction(1, len(river.STANDARD))
    return (
        Slip(Fraction(1, len(river.STANDARD) - 2), "cards.third.slip_given"),
        Slip(3 * dolphin, "cards.third.slip_any"),
        Slip((1 - dolphin) ** 2 * dolphin, "cards.third.slip_back"),
        Slip(dolphin**3, "cards.third.slip_cube"),
    )


def _knows_slips() -> tuple[Slip, ...]:
    return (
        Slip(Fraction(1, 2), "cards.knows.slip_half"),
        Slip(Fraction(1, 3), "cards.knows.slip_before"),
        Slip(Fraction(1, 6), "cards.knows.slip_area"),
        Slip(Fraction(1), "cards.knows.slip_sure"),
    )


def _passes(often: Fraction) -> Exercise:
    """All but one of so many times."""
    habits = hops(often)
    each = Fraction(1, len(habits))

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(habits["b1"]["no"], "cards.passes.slip_turned"),
            Slip(each * habits["b1"]["no"], "cards.passes.slip_area"),
            Slip(each, "cards.passes.slip_before"),
            Slip(whale_after(habits, "yes")["b1"], "cards.passes.slip_yes"),
            Slip(Fraction(0), "cards.passes.slip_never"),
        )

    def given() -> dict[str, object]:
        times, whole = often.numerator, often.denominator
        parts = len(habits) * whole
        return {
            "times": times,
            "whole": whole,
            "often": str(often),
            "seldom": str(1 - often),
            "area": f"1/{parts}",
            "areas": f"{times}/{parts} + 1/{parts} + {times}/{parts}",
            "large": f"{times}/{parts}",
            "fits": f"{2 * times + 1}/{parts}",
            "now": str(whale_after(habits, "no")["b1"]),
        }

    return exercise("4", Answer.CHANCE, "cards.passes", lambda: whale_after(habits, "no")["b1"], slips, given)


def _look(hit_points: int) -> Exercise:
    """A whale, as good as a shark of 0, and two sharks with so many hit points."""
    cards = (0, hit_points, hit_points)
    without, with_a_look = one_hop(cards), one_hop_with_a_look(cards)

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(with_a_look, "cards.look.slip_with"),
            Slip(without, "cards.look.slip_without"),
            Slip(1 - without, "cards.look.slip_all"),
            Slip(one_hop_with_a_look((0, 9)) - one_hop((0, 9)), "cards.look.slip_two"),
            Slip(Fraction(0), "cards.look.slip_nothing"),
        )

    def given() -> dict[str, object]:
        return {
            "hit_points": hit_points,
            "beaten": str(beats(hit_points)),
            "without": str(without),
            "others": str(one_hop(cards[:2])),
            "with_look": str(with_a_look),
        }

    return exercise("5", Answer.CHANCE, "cards.look", lambda: with_a_look - without, slips, given)


def _shown() -> Fraction:
    # Imported here: it loads the compiled loops where they are installed, and each lesson loads this module.
    from solvers.search import look_value

    return look_value(river.parse(SHOWN), "a2")


def _shown_slips() -> tuple[Slip, ...]:
    return (
        Slip(-_shown(), "cards.shown.slip_sign"),
        Slip(beats(9), "cards.shown.slip_with"),
        Slip(one_hop((0, 9)), "cards.shown.slip_without"),
        Slip(Fraction(0), "cards.shown.slip_nothing"),
    )


EXERCISES: Final = (
    varied(_two, river.parse(SIX).unseen, *map(river.parse_deck, ("3,5,6,D,W", "3,5,6,7,8,D,W"))),
    exercise(
        "2",
        Answer.CHANCE,
        "cards.third",
        lambda: drawn(river.STANDARD, (None, None, Kind.DOLPHIN)),
        _third_slips,
    ),
    exercise("3", Answer.CHANCE, "cards.knows", lambda: whale_after(KNOWS, "c1=20")["b1"], _knows_slips),
    varied(_passes, Fraction(3, 4), Fraction(5, 6), Fraction(11, 12)),
    varied(_look, 9, 8, 10),
    exercise("6", Answer.NUMBER, "cards.shown", _shown, _shown_slips),
)
