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
from lessons.exercises.exercise import exercise
from solvers.fights import beats
from solvers.search import look_value

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

PASSES: Final[Habits] = {
    "a1": {"yes": Fraction(1, 4), "no": Fraction(3, 4)},
    "b1": {"yes": Fraction(3, 4), "no": Fraction(1, 4)},
    "c1": {"yes": Fraction(1, 4), "no": Fraction(3, 4)},
}
"""Whether a rival hops to b1."""

ONE_WHALE: Final = (0, 9, 9)
"""Hit points of three cards to choose among; a whale is as good as a shark of 0."""


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


def _two_slips() -> tuple[Slip, ...]:
    cards = river.parse(SIX).unseen
    one = drawn(cards, (Kind.SHARK,))
    no_other = [card for card in cards if card.kind is Kind.SHARK][1:]
    rest = (*no_other, *(card for card in cards if card.kind is not Kind.SHARK))
    return (
        Slip(one**2, "cards.two.slip_back"),
        Slip(one, "cards.two.slip_first"),
        Slip(drawn(rest, (Kind.SHARK,)), "cards.two.slip_second"),
        Slip(1 - drawn(cards, (Kind.DOLPHIN, Kind.WHALE)) * 2, "cards.two.slip_one_of_them"),
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


def _passes_slips() -> tuple[Slip, ...]:
    each = Fraction(1, len(PASSES))
    return (
        Slip(PASSES["b1"]["no"], "cards.passes.slip_turned"),
        Slip(each * PASSES["b1"]["no"], "cards.passes.slip_area"),
        Slip(each, "cards.passes.slip_before"),
        Slip(whale_after(PASSES, "yes")["b1"], "cards.passes.slip_yes"),
        Slip(Fraction(0), "cards.passes.slip_never"),
    )


def _look_slips() -> tuple[Slip, ...]:
    return (
        Slip(one_hop_with_a_look(ONE_WHALE), "cards.look.slip_with"),
        Slip(one_hop(ONE_WHALE), "cards.look.slip_without"),
        Slip(1 - one_hop(ONE_WHALE), "cards.look.slip_all"),
        Slip(one_hop_with_a_look(ONE_WHALE[:2]) - one_hop(ONE_WHALE[:2]), "cards.look.slip_two"),
        Slip(Fraction(0), "cards.look.slip_nothing"),
    )


def _shown_slips() -> tuple[Slip, ...]:
    return (
        Slip(-look_value(river.parse(SHOWN), "a2"), "cards.shown.slip_sign"),
        Slip(beats(9), "cards.shown.slip_with"),
        Slip(one_hop((0, 9)), "cards.shown.slip_without"),
        Slip(Fraction(0), "cards.shown.slip_nothing"),
    )


EXERCISES: Final = (
    exercise(
        "1",
        Answer.CHANCE,
        "cards.two",
        lambda: drawn(river.parse(SIX).unseen, (Kind.SHARK, Kind.SHARK)),
        _two_slips,
    ),
    exercise(
        "2",
        Answer.CHANCE,
        "cards.third",
        lambda: drawn(river.STANDARD, (None, None, Kind.DOLPHIN)),
        _third_slips,
    ),
    exercise("3", Answer.CHANCE, "cards.knows", lambda: whale_after(KNOWS, "c1=20")["b1"], _knows_slips),
    exercise("4", Answer.CHANCE, "cards.passes", lambda: whale_after(PASSES, "no")["b1"], _passes_slips),
    exercise(
        "5",
        Answer.CHANCE,
        "cards.look",
        lambda: one_hop_with_a_look(ONE_WHALE) - one_hop(ONE_WHALE),
        _look_slips,
    ),
    exercise("6", Answer.NUMBER, "cards.shown", lambda: look_value(river.parse(SHOWN), "a2"), _shown_slips),
)
