"""The exercises of "Three policies"."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Final, NamedTuple, Protocol

from lessons.answer import Kind, Slip
from lessons.exercises.exercise import Exercise, exercise, varied

RANKS: Final = (4, 5, 6, 8, 9, 10)
"""Of the small game: three on each side of the 7s, which lie there."""

Small = tuple[str, int]
"""A card of the small game."""

CARDS: Final[tuple[Small, ...]] = tuple((suit, rank) for suit in "DS" for rank in RANKS)


class Chooses(Protocol):
    """A policy of the small game: a card among those that can be laid, from one's hand."""

    def __call__(self, can: Sequence[Small], hand: Sequence[Small], /) -> Small: ...


def greedy(can: Sequence[Small], hand: Sequence[Small]) -> Small:
    """The first that fits."""
    return can[0]


def patient(can: Sequence[Small], hand: Sequence[Small]) -> Small:
    """The first that opens the way for nobody else, if there is one."""
    return min(can, key=lambda card: _opens(card, hand))


def _opens(card: Small, hand: Sequence[Small]) -> bool:
    suit, rank = card
    after = (suit, rank + 1 if rank > 7 else rank - 1)
    return after in CARDS and after not in hand


def wins(first: Chooses, second: Chooses, hand: Sequence[Small]) -> bool:
    """Whether the first player, who begins with this hand, is out before the second, who has all others.

    Who can lay must lay; who cannot passes.

    Examples
    --------
    >>> wins(greedy, greedy, [("D", 4), ("D", 5), ("D", 6), ("S", 4), ("S", 5), ("S", 6)])
    True
    """
    hands = [sorted(hand), sorted({*CARDS} - {*hand})]
    choose, laid, turn = (first, second), set[Small](), 0
    while all(hands):
        own = hands[turn]
        before = [(card, (card[0], card[1] - 1 if card[1] > 7 else card[1] + 1)) for card in own]
        can = [card for card, inward in before if inward[1] == 7 or inward in laid]
        if can:
            card = choose[turn](can, own)
            own.remove(card)
            laid.add(card)
        turn = 1 - turn
    return not hands[0]


def share(first: Chooses, second: Chooses) -> Fraction:
    """The share of all deals that the first player wins, exactly.

    Examples
    --------
    >>> share(patient, greedy)
    Fraction(136, 231)
    """
    deals = list(combinations(CARDS, len(CARDS) // 2))
    return Fraction(sum(wins(first, second, hand) for hand in deals), len(deals))


class Result(NamedTuple):
    """A result of many games: what was found, its standard error, and what equals would have, in percent."""

    found: int
    error: int
    players: int


def _deals(cards: int) -> Exercise:
    """A small game of so many cards for two."""
    half = cards // 2

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(Fraction(cards), "policies.deals.slip_cards"),
            Slip(Fraction(2**cards), "policies.deals.slip_free"),
            Slip(Fraction(comb(cards, half), 2), "policies.deals.slip_half"),
            Slip(Fraction(2 * comb(cards, half)), "policies.deals.slip_twice"),
        )

    return exercise(
        "1",
        Kind.COUNT,
        "policies.deals",
        lambda: Fraction(comb(cards, half)),
        slips,
        lambda: {"cards": cards, "half": half},
    )


def _pairs(numbers: tuple[int, int, int]) -> Exercise:
    """So many pairs, in so many of which the one, or the other, did better by a game."""
    pairs, better, worse = numbers
    answer = Fraction(better - worse, pairs)

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(Fraction(better, pairs), "policies.pairs.slip_better"),
            Slip(Fraction(better - worse, better + worse), "policies.pairs.slip_without"),
            Slip(Fraction(better - worse), "policies.pairs.slip_sum"),
            Slip(-answer, "policies.pairs.slip_turned"),
        )

    def given() -> dict[str, object]:
        same = pairs - better - worse
        return {"pairs": pairs, "better": better, "worse": worse, "same": same, "apart": better - worse}

    return exercise("2", Kind.NUMBER, "policies.pairs", lambda: answer, slips, given)


def _times(result: Result) -> Exercise:
    """By how many standard errors a result is away from that of equals."""
    found, error, players = result
    fair = Fraction(100, players)
    answer = (found - fair) / error

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(found - fair, "policies.times.slip_apart"),
            Slip(Fraction(found, error), "policies.times.slip_zero"),
            Slip((found - Fraction(50)) / error, "policies.times.slip_half"),
            Slip(error / (found - fair), "policies.times.slip_turned"),
        )

    def given() -> dict[str, object]:
        return {"found": found, "error": error, "players": players, "fair": fair, "apart": found - fair}

    return exercise("3", Kind.NUMBER, "policies.times", lambda: answer, slips, given)


def _more(numbers: tuple[int, int, int]) -> Exercise:
    """Games that were played, their error, and the one that is wanted, in percent."""
    games, error, wanted = numbers
    ratio = Fraction(error, wanted)

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(games * ratio, "policies.more.slip_no_square"),
            Slip(games * (ratio**2 - 1), "policies.more.slip_besides"),
            Slip(games / ratio**2, "policies.more.slip_fewer"),
        )

    def given() -> dict[str, object]:
        return {"games": games, "error": error, "wanted": wanted, "ratio": ratio, "square": ratio**2}

    return exercise("4", Kind.COUNT, "policies.more", lambda: games * ratio**2, slips, given)


EXERCISES: Final = (
    varied(_deals, 10, 8, 14),
    varied(_pairs, (40, 11, 5), (50, 13, 3), (60, 20, 11)),
    varied(_times, Result(38, 3, 3), Result(52, 4, 3), Result(29, 6, 5)),
    varied(_more, (270, 3, 1), (180, 6, 2), (160, 4, 1)),
)
