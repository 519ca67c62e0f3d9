"""Where can hidden cards be that change hands unseen? Exact, over every way in which it may have come about.

`solvers.locations.Deals` counts deals of cards that stay where they were dealt. Here they move: somebody
draws off a pile to which another's hand was shuffled, two exchange cards that a third does not see, all put a
card in the middle and get another back. Which card it was is chance; what is known of the cards travels with
them.

**Batches.** An owner's cards are kept apart by what is known of them: each batch has a size, and the cards
that can be in it. As long as nobody has seen them, every card of a batch is like every other, so a card that
leaves a hand unseen came out of each of its batches with a chance in proportion to their sizes. Each such
*way* is followed up, and two that come to the same are one again. Where the same is known of all cards of a
hand there is but one way; so `Whereabouts` branches only as far as evidence makes a difference.

**Weights.** A way has a weight :math:`v`, and its cards can be dealt to its batches in :math:`T` ways
(`solvers.locations.Deals`); it is as likely as :math:`v T`. A card that leaves a batch of :math:`n` unseen is
any of :math:`n` alike, and the batch, whose cards can lie in any order, has :math:`n` times as many orders as
what is left of it: so :math:`v` stays as it is. Two batches of sizes :math:`a` and :math:`b` that become one
can be told apart no more, and :math:`v` grows by :math:`\\binom{a+b}{a}`, the factor by which :math:`T`
shrinks.

**Cards that are seen.** A card that an owner lays open may have come from several of his batches. It stays
among the cards that are counted, as `Laid`, in any of them: the sizes stay right without a guess. It is no
card of the owner's any more, and does not leave his hand again.

**Assumption.** That a card leaves a hand *at random*, every one with the same chance, is true of a shuffled
pile and of a card that another draws blindly. Of a card that a player has chosen it is an assumption: that
his choice, and what he laid openly, tells nothing of the rest of his hand. All chances here rest on it.

Examples
--------
Bo lacks the 7. He and Cy, who has one card, exchange a card that we do not see.

>>> before = Whereabouts([("Bo", {"5", "6"}, 1), ("Cy", {"5", "6", "7"}, 1), ("pile", {"5", "6", "7"}, 1)])
>>> before.where("7")
{'Bo': Fraction(0, 1), 'Cy': Fraction(1, 2), 'pile': Fraction(1, 2)}
>>> after = before.moved("Bo", "table").moved("Cy", "Bo").moved("table", "Cy")
>>> after.where("7")
{'Bo': Fraction(1, 2), 'Cy': Fraction(0, 1), 'pile': Fraction(1, 2)}
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from itertools import combinations
from math import comb, factorial, lcm, prod
from typing import Any, Final, Generic, NamedTuple, TypeVar

from inaba.chance import Chance
from inaba.errors import SetupError, TooLarge
from solvers.locations import MOST_QUESTIONS, MOST_STEPS, Deals

Card = TypeVar("Card", bound=Hashable)
Owner = TypeVar("Owner", bound=Hashable)

MOST_WAYS: Final = 2000
"""So many ways are followed up unless another limit is given: a table then takes some ten seconds, and a
joined question about as long."""


class Laid(NamedTuple):
    """A card that was seen and that may have come from several batches of its owner.

    Attributes
    ----------
    card : Card
    number : int
        The how-manieth such card it is: the same one may be laid, taken back, and laid again.
    """

    card: Any
    number: int


_Cards = frozenset[Any]
"""Cards, and those `Laid`, that can be in a batch."""

_Batches = dict[tuple[Any, _Cards], int]
"""The size of each batch, by its owner and the cards that can be in it."""

_Way = frozenset[tuple[tuple[Any, _Cards], int]]
"""The batches of a way, to be compared."""


class _Impossible(Exception):
    """A way that cannot be."""


class Refuted(Exception):
    """What was taken for granted cannot be, for who follows a game step by step.

    Attributes
    ----------
    owner : int
        Whose hand cannot have been so, 0 where it cannot be told.
    """

    def __init__(self, owner: int) -> None:
        super().__init__(owner)
        self.owner = owner


@contextmanager
def refuting(owner: int) -> Iterator[None]:
    """Tell of what no deal agrees with whose hand it was about: `Refuted` in the place of `SetupError`."""
    try:
        yield
    except SetupError as error:
        if error.key != "solvers.locations.impossible":
            raise
        raise Refuted(owner) from None


class Whereabouts(Generic[Card, Owner]):
    """What is known of cards that somebody does not see: in whose hands they can be.

    Values do not change: each method that tells what happened, or what is known besides, gives another.

    Parameters
    ----------
    batches : iterable of (Owner, collection of Card, int)
        Whose cards, which they can be, and how many. An owner may have several batches. All the batches
        together have as many cards as there are.
    most_ways : int
        How many ways are followed up at most.
    most_steps : int
        The most steps of each count (`solvers.locations.Deals`).

    Attributes
    ----------
    cards : frozenset of Card
        The cards that are not seen.
    ways : int
        How many ways are followed up.

    Raises
    ------
    SetupError
        If no deal agrees with that. So do all methods.
    TooLarge
        If there are more ways, or a count takes more steps, than the limits allow. So do all methods.
    """

    def __init__(
        self,
        batches: Iterable[tuple[Owner, Collection[Card], int]],
        *,
        most_ways: int = MOST_WAYS,
        most_steps: int = MOST_STEPS,
    ) -> None:
        listed = [(owner, frozenset(cards), size) for owner, cards, size in batches]
        self._owners: tuple[Owner, ...] = tuple(dict.fromkeys(owner for owner, _, _ in listed))
        self._named = frozenset(self._owners)
        self.cards: frozenset[Card] = frozenset().union(*(cards for _, cards, _ in listed))
        self._laid = 0
        self._limits = most_ways, most_steps
        if (room := sum(size for _, _, size in listed)) != len(self.cards):
            raise SetupError("solvers.locations.sizes", room=room, cards=len(self.cards))
        begun: _Batches = {}
        weight = prod([_put(begun, *batch) for batch in listed])
        self._ways: dict[_Way, int] = {}
        self._followed([(begun, weight)])

    @property
    def ways(self) -> int:
        """How many ways are followed up."""
        return len(self._ways)

    @property
    def possible(self) -> bool:
        """Whether any deal agrees with all that is known. A contradiction that is plain is refused where it
        arises; this counts, and is sure."""
        return self._all() > 0

    def batches(self) -> tuple[tuple[Owner, frozenset[Card | Laid], int], ...]:
        """Whose cards, which they can be, and how many: the batches, where there is but one way.

        Raises
        ------
        SetupError
            If there are several.
        """
        if self.ways > 1:
            raise SetupError("solvers.whereabouts.several", ways=self.ways)
        return tuple((owner, cards, size) for (owner, cards), size in next(iter(self._ways)))

    def sizes(self) -> dict[Owner, int]:
        """How many cards each owner has; those without any are left out."""
        batches = dict(next(iter(self._ways)))
        sizes = {
            owner: sum(size for (one, _), size in batches.items() if one == owner)
            - len(_tokens(cards for (one, cards), _ in batches.items() if one == owner))
            for owner in self._owners
        }
        return {owner: size for owner, size in sizes.items() if size}

    # What happens -------------------------------------------------------------------------------------------

    def moved(self, source: Owner, target: Owner) -> Whereabouts[Card, Owner]:
        """A card has gone from one owner to another unseen: any of the first one's, with the same chance."""

        def ways(batches: _Batches) -> Iterator[tuple[_Batches, int]]:
            for batch, size in batches.items():
                if batch[0] == source:
                    after = {**batches, batch: size - 1}
                    cards = frozenset(card for card in batch[1] if not isinstance(card, Laid))
                    yield after, _put(after, target, cards, 1)

        return self._then(ways, target)

    def handed(self, source: Owner, target: Owner) -> Whereabouts[Card, Owner]:
        """All cards of an owner have become another's."""

        def ways(batches: _Batches) -> Iterator[tuple[_Batches, int]]:
            after = {batch: size for batch, size in batches.items() if batch[0] != source}
            moved = [_put(after, target, b[1], size) for b, size in batches.items() if b[0] == source]
            yield after, prod(moved)

        return self._then(ways, target)

    def seen(self, source: Owner, card: Card) -> Whereabouts[Card, Owner]:
        """A card of an owner's lies open, or has come to who looks on: it is hidden no longer."""
        token = Laid(card, self._laid)

        def ways(batches: _Batches) -> Iterator[tuple[_Batches, int]]:
            after: _Batches = {}
            weight = 1
            for (owner, cards), size in batches.items():
                rest = cards - {card}
                rest = rest | {token} if owner == source and card in cards else rest
                weight *= _put(after, owner, rest, size)
            yield after, weight

        return self._then(ways, cards=self.cards - {card}, laid=self._laid + 1)

    def arrived(self, target: Owner, *cards: Card) -> Whereabouts[Card, Owner]:
        """Cards that were seen have gone to an owner: for the time being it is known that he has them."""

        def ways(batches: _Batches) -> Iterator[tuple[_Batches, int]]:
            after = dict(batches)
            yield after, _put(after, target, frozenset(cards), len(cards))

        return self._then(ways, target, cards=self.cards.union(cards))

    # What is known besides ----------------------------------------------------------------------------------

    def lacks(self, owner: Owner, cards: Collection[Card]) -> Whereabouts[Card, Owner]:
        """An owner has none of some cards now."""
        gone = self.cards.intersection(cards)

        def ways(batches: _Batches) -> Iterator[tuple[_Batches, int]]:
            after: _Batches = {}
            yield (
                after,
                prod([_put(after, o, c - gone if o == owner else c, n) for (o, c), n in batches.items()]),
            )

        return self._then(ways) if gone else self

    def holds(self, card: Card, *owners: Owner) -> Whereabouts[Card, Owner]:
        """One of some owners has a card now."""

        def ways(batches: _Batches) -> Iterator[tuple[_Batches, int]]:
            after: _Batches = {}
            yield (
                after,
                prod([_put(after, o, c if o in owners else c - {card}, n) for (o, c), n in batches.items()]),
            )

        return self._then(ways)

    def _then(
        self,
        ways: Callable[[_Batches], Iterable[tuple[_Batches, int]]],
        target: Owner | None = None,
        *,
        cards: frozenset[Card] | None = None,
        laid: int | None = None,
    ) -> Whereabouts[Card, Owner]:
        """What is known after something that each way can bring about in several."""
        then: Whereabouts[Card, Owner] = object.__new__(type(self))
        then._owners, then._named = self._owners, self._named
        if target is not None and target not in self._owners:
            then._owners = (*self._owners, target)
        then.cards = self.cards if cards is None else cards
        then._laid = self._laid if laid is None else laid
        then._limits = self._limits
        then._ways = {}
        then._followed(
            (after, weight * factor)
            for way, weight in self._ways.items()
            for after, factor in ways(dict(way))
        )
        return then

    def _followed(self, found: Iterable[tuple[_Batches, int]]) -> None:
        """Take up the ways that can be, and take together those that come to the same."""
        ways: dict[_Way, int] = defaultdict(int)
        for batches, weight in found:
            try:
                settled, factor = _settled(batches, self.cards)
            except _Impossible:
                continue
            ways[frozenset(settled.items())] += weight * factor
            if len(ways) > self._limits[0]:
                raise TooLarge("solvers.whereabouts.ways", size=len(ways), limit=self._limits[0])
        if not ways:
            raise SetupError("solvers.locations.impossible")
        self._ways = dict(ways)
        self._counted: dict[object, int] = {}

    # Questions ----------------------------------------------------------------------------------------------

    def none(self, *questions: tuple[Collection[Card], Iterable[Owner]]) -> Fraction:
        """The chance that in no question one of its owners has one of its cards.

        Parameters
        ----------
        *questions : (collection of Card, iterable of Owner)

        Examples
        --------
        >>> hidden = Whereabouts([("x", "abcd", 1), ("y", "abcd", 1), ("pile", "abcd", 2)])
        >>> hidden.none(("a", ["x"]), ("b", ["y"]))
        Fraction(7, 12)
        """
        asked: dict[Owner, frozenset[Card]] = defaultdict(frozenset)
        for cards, owners in questions:
            for owner in owners:
                asked[owner] |= self.cards.intersection(cards)
        return Fraction(self._total(lambda owner: asked.get(owner, frozenset())), self._all())

    def some(self, cards: Collection[Card], owners: Iterable[Owner]) -> Fraction:
        """The chance that at least one of some cards is with one of some owners."""
        return 1 - self.none((cards, owners))

    def each(self, *questions: tuple[Collection[Card], Iterable[Owner]]) -> Fraction:
        """The chance that in every question one of its owners has one of its cards.

        Parameters
        ----------
        *questions : (collection of Card, iterable of Owner)
            At most `solvers.locations.MOST_QUESTIONS`: their combinations are gone through.

        Examples
        --------
        >>> hidden = Whereabouts([("x", "abcd", 1), ("y", "abcd", 1), ("pile", "abcd", 2)])
        >>> hidden.each(("a", ["x"]), ("b", ["y"]))
        Fraction(1, 12)
        """
        if len(questions) > MOST_QUESTIONS:
            raise SetupError("solvers.locations.questions", n=len(questions), limit=MOST_QUESTIONS)
        asked = [(frozenset(cards), tuple(owners)) for cards, owners in questions]
        return sum(
            (
                (-1) ** number * self.none(*left_out)
                for number in range(len(asked) + 1)
                for left_out in combinations(asked, number)
            ),
            Fraction(0),
        )

    def number(self, cards: Collection[Card], owners: Iterable[Owner]) -> Chance[int]:
        """How many of some cards some owners have together, as a distribution.

        Examples
        --------
        >>> Whereabouts([("x", "abcde", 2), ("pile", "abcde", 3)]).number("ab", ["x"])
        Chance({0: 3, 1: 6, 2: 1})
        """
        here, asked = frozenset(owners), self.cards.intersection(cards)
        found: dict[int, Fraction] = defaultdict(Fraction)
        for places, weight in self._merged(lambda owner: owner in here).items():
            deals = self._deals(places)
            if deals is not None:
                # The places carry whether they are asked about.
                chances = deals.number(asked, [place for place in deals.places if place[0]])
                for number in chances:
                    found[number] += weight * deals.total * chances[number]
        common = lcm(*(share.denominator for share in found.values()))
        return Chance((number, int(share * common)) for number, share in sorted(found.items()))

    def where(self, card: Card) -> dict[Owner, Fraction]:
        """For each owner the chance that he has a card.

        Raises
        ------
        SetupError
            If the card is not among the unseen ones.
        """
        if card not in self.cards:
            raise SetupError("solvers.locations.card", card=card)
        return self._table([card])[card]

    def table(self) -> dict[Card, dict[Owner, Fraction]]:
        """For each card and each owner the chance that he has it; the sum over the owners is 1.

        Examples
        --------
        >>> table = Whereabouts([("x", "a", 1), ("y", "ab", 1)]).table()
        >>> table["b"]
        {'x': Fraction(0, 1), 'y': Fraction(1, 1)}
        """
        return self._table(self.cards)

    def _table(self, cards: Iterable[Card]) -> dict[Card, dict[Owner, Fraction]]:
        cards = tuple(cards)
        there = {owner for way in self._ways for (owner, _), _ in way}
        owners = [owner for owner in self._owners if owner in there or owner in self._named]
        sums = {card: dict.fromkeys(owners, Fraction(0)) for card in cards}
        total = self._all()
        # Ways that differ in nothing but whose the batches are have their deals in common.
        shares: dict[_Way, dict[tuple[Owner, _Cards], int]] = defaultdict(lambda: defaultdict(int))
        for way, weight in self._ways.items():
            places, split = _merged(way, lambda _: None)
            for batch, size in way:
                shares[places][batch] += weight * split * size
        for places, owned in shares.items():
            deals = self._deals(places)
            if deals is None:
                continue
            sizes = {place[1]: size for place, size in places}
            alike: dict[frozenset[_Cards], dict[Any, Fraction]] = {}
            for card in cards:
                possible = frozenset(place for place in sizes if card in place)
                if possible not in alike:
                    alike[possible] = deals.where(card)
                chances = alike[possible]
                for (owner, inside), weight in owned.items():
                    if chance := chances[None, inside]:
                        sums[card][owner] += weight * deals.total * chance / (sizes[inside] * total)
        return sums

    # Counting.

    def _merged(self, label: Callable[[Owner], Hashable]) -> dict[_Way, int]:
        """The ways with the owners forgotten but for a label, those that are the same then added up."""
        found: dict[_Way, int] = defaultdict(int)
        for way, weight in self._ways.items():
            places, split = _merged(way, label)
            found[places] += weight * split
        return found

    def _all(self) -> int:
        """All deals of all ways, by their weights."""
        return self._total(lambda _: frozenset())

    def _total(self, without: Callable[[Owner], frozenset[Card]]) -> int:
        """The deals in which owners are without some cards, by the weights of their ways."""
        found = 0
        for places, weight in self._merged(without).items():
            if places not in self._counted:
                deals = self._deals(places, excluding=True)
                self._counted[places] = deals.total if deals else 0
            found += weight * self._counted[places]
        return found

    def _deals(self, places: _Way, excluding: bool = False) -> Deals[Any, Any] | None:
        """The deals to some batches; None if there are none. Their labels may be cards that they exclude."""
        cards = frozenset().union(*(batch for (_, batch), _ in places))
        sizes = dict(places)
        without = {
            (label, batch): cards - batch | (label if excluding else frozenset()) for label, batch in sizes
        }
        try:
            return Deals(cards, sizes, without, limit=self._limits[1])
        except SetupError:
            return None


def _put(batches: _Batches, owner: Any, cards: _Cards, size: int) -> int:
    """Add cards to the batches; how many times fewer deals there are then, because they tell less apart."""
    before = batches.get((owner, cards), 0)
    batches[owner, cards] = before + size
    return comb(before + size, size)


def _tokens(batches: Iterable[_Cards]) -> set[Laid]:
    return {card for cards in batches for card in cards if isinstance(card, Laid)}


def _merged(way: _Way, label: Callable[[Any], Hashable]) -> tuple[_Way, int]:
    """Batches that differ in nothing but owners of one label, as one; and how many ways there were to split
    them."""
    sizes: dict[tuple[Hashable, _Cards], list[int]] = defaultdict(list)
    for (owner, cards), size in way:
        sizes[label(owner), cards].append(size)
    split = prod(factorial(sum(some)) // prod(map(factorial, some)) for some in sizes.values())
    return frozenset((place, sum(some)) for place, some in sizes.items()), split


def _settled(batches: _Batches, cards: frozenset[Any]) -> tuple[_Batches, int]:
    """Batches without what makes no difference any more, and by how much the weight of the way grows.

    Raises `_Impossible` if there is plainly no such deal.
    """
    factor = 1
    while True:
        batches = {batch: size for batch, size in batches.items() if size}
        homes: dict[Any, list[tuple[Any, _Cards]]] = defaultdict(list)
        for batch, size in batches.items():
            if len(batch[1]) < size:
                raise _Impossible
            for card in batch[1]:
                homes[card].append(batch)
        if not homes.keys() >= cards or len(homes) != sum(batches.values()):
            raise _Impossible
        # A card laid that can have come from one batch alone is forgotten.
        token = next((c for c, found in homes.items() if isinstance(c, Laid) and len(found) == 1), None)
        if token is not None:
            home = homes[token][0]
            size = batches.pop(home)
            factor *= _put(batches, home[0], home[1] - {token}, size - 1)
            continue
        spent = _spent(batches)
        if spent is None:
            return batches, factor
        mine = {batch: size for batch, size in batches.items() if batch[0] == spent}
        batches = {batch: size for batch, size in batches.items() if batch[0] != spent}
        laid = _tokens(inside for _, inside in mine)
        try:
            deals = Deals(laid, mine, {batch: laid - batch[1] for batch in mine})
        except SetupError:
            raise _Impossible from None
        factor *= deals.total


def _spent(batches: _Batches) -> Any:
    """An owner who has laid all that he had: from which of his batches is of no interest any more."""
    for owner in {owner for owner, _ in batches}:
        mine = [(cards, size) for (one, cards), size in batches.items() if one == owner]
        if sum(size for _, size in mine) == len(_tokens(cards for cards, _ in mine)):
            return owner
    return None
