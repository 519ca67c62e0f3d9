"""Hidden cards that change hands, by going through every assignment of every card: the plain twin of
`solvers.whereabouts`."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from fractions import Fraction
from itertools import product

Hands = frozenset[tuple[str, str]]
"""Each card with its owner."""


class Enumeration:
    """All assignments of cards to owners, each with its weight.

    Parameters
    ----------
    batches : iterable of (owner, cards, size)
        As of `Whereabouts`; where an owner has two batches, their cards are told apart at first, and only the
        numbers of assignments count.
    """

    def __init__(self, batches: Iterable[tuple[str, Collection[str], int]]) -> None:
        listed = [(owner, frozenset(cards), size) for owner, cards, size in batches]
        cards = sorted(frozenset().union(*(some for _, some, _ in listed)))
        self.hands: dict[Hands, int] = defaultdict(int)
        for chosen in product(range(len(listed)), repeat=len(cards)):
            fits = all(card in listed[at][1] for card, at in zip(cards, chosen, strict=True))
            if fits and all(chosen.count(at) == size for at, (_, _, size) in enumerate(listed)):
                hands = frozenset((card, listed[at][0]) for card, at in zip(cards, chosen, strict=True))
                self.hands[hands] += 1

    def _then(self, change: Callable[[Hands], Iterable[Hands]]) -> None:
        """What each can become; in how many ways is the same for all, for all hands have the same sizes."""
        after: dict[Hands, int] = defaultdict(int)
        for hands, weight in self.hands.items():
            for one in change(hands):
                after[one] += weight
        self.hands = after

    def moved(self, source: str, target: str) -> None:
        def change(hands: Hands) -> Iterator[Hands]:
            for card, owner in hands:
                if owner == source:
                    yield hands - {(card, source)} | {(card, target)}

        self._then(change)

    def handed(self, source: str, target: str) -> None:
        def change(hands: Hands) -> Iterator[Hands]:
            yield frozenset((card, target if owner == source else owner) for card, owner in hands)

        self._then(change)

    def seen(self, source: str, card: str) -> None:
        self._then(lambda hands: [hands - {(card, source)}] if (card, source) in hands else [])

    def arrived(self, target: str, *cards: str) -> None:
        self._then(lambda hands: [hands | {(card, target) for card in cards}])

    def lacks(self, owner: str, cards: Collection[str]) -> None:
        self._then(lambda hands: [] if any((card, owner) in hands for card in cards) else [hands])

    def holds(self, owner: str, card: str) -> None:
        self._then(lambda hands: [hands] if (card, owner) in hands else [])

    def table(self) -> dict[tuple[str, str], Fraction]:
        """For each card and owner the chance that he has it, where there is one."""
        found: Counter[tuple[str, str]] = Counter()
        for hands, weight in self.hands.items():
            for pair in hands:
                found[pair] += weight
        return {pair: Fraction(weight, sum(self.hands.values())) for pair, weight in found.items()}

    def chance(self, event: Callable[[Hands], bool]) -> Fraction:
        found = sum(weight for hands, weight in self.hands.items() if event(hands))
        return Fraction(found, sum(self.hands.values()))
