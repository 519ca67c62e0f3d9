r"""Where is each unseen card? Exact counts over all deals that agree with what is known.

Cards that one cannot see lie in *places*: a rival's hand, or the part of it that came at one time, or the
draw pile. Of each place the size is known; of some cards it is known that they are not in some places,
because somebody would have played them, showed them, or said so. `Deals` counts the ways to deal the unseen
cards to the places that agree with all that. Every such way is taken to be **equally likely**: that is the
assumption behind every chance here, and it is exact for what a fair deal and the rules have settled, not for
what people choose.

Without evidence the numbers are hypergeometric. With it, cards of which the same is known form a *class*, and
the count is

.. math:: \sum_x \prod_c \frac{m_c!}{\prod_p x_{cp}!}

over all tables :math:`x` of whole numbers whose rows sum to the sizes :math:`m_c` of the classes, whose
columns sum to those of the places, with 0 where a class cannot be: the coefficient of a product of powers of
sums. The sum is made place by place. What is remembered is how many cards of each class are left, and two
classes are taken together as soon as the places still to come treat them alike. Where evidence is nested, as
it is when cards are asked for one after another and what is drawn later was not yet there, hardly anything
has to be remembered and the sum becomes a short product (the rook number of a Ferrers board; Kaplansky and
Riordan 1946). In general the cost is polynomial in the sizes of the hands and grows with the number of
classes; it is counted, and `TooLarge` says where it would be beyond the limit.

Examples
--------
Three cards face down: one in Aya's hand, two in the pile. Aya said that she has no 7.

>>> deals = Deals(["7", "8", "9"], {"Aya": 1, "pile": 2}, without={"Aya": ["7"]})
>>> deals.total, deals.where("8")
(2, {'Aya': Fraction(1, 2), 'pile': Fraction(1, 2)})
>>> deals.where("7")["pile"]
Fraction(1, 1)
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import accumulate, combinations
from math import comb, factorial, prod
from random import Random
from typing import Final, Generic, NamedTuple, TypeVar

from inaba.chance import Chance
from inaba.errors import SetupError, TooLarge

Card = TypeVar("Card", bound=Hashable)
Place = TypeVar("Place", bound=Hashable)

MOST_STEPS: Final = 3_000_000
"""A count may take so many steps unless another limit is given: some seconds."""

MOST_QUESTIONS: Final = 12
"""So many questions are joined at most: each doubles the counts."""


class _Class(NamedTuple):
    """Cards of which the same is known.

    Attributes
    ----------
    size : int
    allowed : tuple of bool
        For each place whether they can be there.
    marked : tuple of bool
        For each place whether those that lie there are to be counted.
    """

    size: int
    allowed: tuple[bool, ...]
    marked: tuple[bool, ...]


class _Merged(NamedTuple, Generic[Place]):
    """Places that differ in nothing but their names and sizes, taken together."""

    inside: tuple[Place, ...]
    size: int


class _Share(NamedTuple):
    """What one step does with a class.

    Attributes
    ----------
    here : bool
        Whether its cards can lie in the place of this step.
    counted : bool
        Whether those that do are counted.
    then : int
        Which class of the next step its rest belongs to; -1 where nothing may be left of it.
    """

    here: bool
    counted: bool
    then: int


class _Step(NamedTuple):
    """One place of the sum.

    Attributes
    ----------
    place : int
        Which of the merged places.
    size : int
    shares : tuple of _Share
        One a class.
    classes : int
        How many classes there are in the next step.
    """

    place: int
    size: int
    shares: tuple[_Share, ...]
    classes: int


_Rest = tuple[int, ...]
"""How many cards of each class are left."""


class Deals(Generic[Card, Place]):
    """All deals of the unseen cards that agree with what is known.

    Parameters
    ----------
    cards : iterable of Card
        The unseen cards, each with a name of its own.
    places : mapping of Place to int
        How many cards lie in each place; together as many as there are cards.
    without : mapping of Place to iterable of Card, optional
        For each place the cards that are known not to be there. Cards that are seen anyway are passed over.
    limit : int
        The most steps of a count.

    Attributes
    ----------
    cards : tuple of Card
    places : dict of Place to int
    total : int
        How many deals agree with what is known.

    Raises
    ------
    SetupError
        If the sizes don't add up, a card stands twice, or no deal agrees with all of it.
    TooLarge
        If counting takes more steps than the limit allows.

    Examples
    --------
    >>> deals = Deals(range(10), {"left": 4, "right": 3, "pile": 3}, without={"left": [0, 1]})
    >>> deals.some([0, 1], ["right"])
    Fraction(4, 5)
    """

    def __init__(
        self,
        cards: Iterable[Card],
        places: Mapping[Place, int],
        without: Mapping[Place, Iterable[Card]] | None = None,
        *,
        limit: int = MOST_STEPS,
    ) -> None:
        self.cards: Final = tuple(cards)
        self.places: Final = dict(places)
        self._limit = limit
        for card, number in Counter(self.cards).items():
            if number > 1:
                raise SetupError("solvers.locations.twice", card=card)
        for place, size in self.places.items():
            if type(size) is not int or size < 0:
                raise SetupError("solvers.locations.size", place=place, size=size)
        if (room := sum(self.places.values())) != len(self.cards):
            raise SetupError("solvers.locations.sizes", room=room, cards=len(self.cards))
        unseen = frozenset(self.cards)
        self._without: Final = {
            place: unseen.intersection((without or {}).get(place, ())) for place in self.places
        }
        for place in without or {}:
            self._known(place)
        self._counts: dict[object, tuple[int, ...]] = {}
        self.total: Final = sum(self._count(self.cards, self.places))
        if not self.total:
            raise SetupError("solvers.locations.impossible")

    def number(self, cards: Collection[Card], places: Iterable[Place]) -> Chance[int]:
        """How many of some cards lie in some places taken together, as a distribution.

        Parameters
        ----------
        cards : collection of Card
            Those that are seen anyway are passed over.
        places : iterable of Place

        Raises
        ------
        SetupError
            If there is no such place.
        TooLarge
            If counting takes more steps than the limit allows.

        Examples
        --------
        >>> Deals("abcde", {"hand": 2, "pile": 3}).number("ab", ["hand"])
        Chance({0: 3, 1: 6, 2: 1})
        """
        here = frozenset(self._known(place) for place in places)
        found = self._count(self.cards, self.places, frozenset(cards), here)
        return Chance((number, ways) for number, ways in enumerate(found) if ways)

    def some(self, cards: Collection[Card], places: Iterable[Place]) -> Fraction:
        """The chance that at least one of some cards lies in some places taken together.

        Examples
        --------
        >>> Deals("abcde", {"hand": 2, "pile": 3}).some("ab", ["hand"])
        Fraction(7, 10)
        """
        return 1 - self.none((cards, places))

    def none(self, *questions: tuple[Collection[Card], Iterable[Place]]) -> Fraction:
        """The chance that in no question a card lies in one of its places.

        Parameters
        ----------
        *questions : (collection of Card, iterable of Place)

        Examples
        --------
        >>> Deals("abcd", {"x": 1, "y": 1, "pile": 2}).none(("a", ["x"]), ("b", ["y"]))
        Fraction(7, 12)
        """
        more: dict[Place, set[Card]] = defaultdict(set)
        for cards, places in questions:
            for place in places:
                more[self._known(place)].update(cards)
        counted = self._count(self.cards, self.places, without=more)
        return Fraction(sum(counted), self.total)

    def each(self, *questions: tuple[Collection[Card], Iterable[Place]]) -> Fraction:
        """The chance that in every question at least one card lies in one of its places.

        Parameters
        ----------
        *questions : (collection of Card, iterable of Place)
            At most `MOST_QUESTIONS`: their combinations are gone through (inclusion and exclusion).

        Raises
        ------
        SetupError
            If there are too many.

        Examples
        --------
        >>> Deals("abcd", {"x": 1, "y": 1, "pile": 2}).each(("a", ["x"]), ("b", ["y"]))
        Fraction(1, 12)
        """
        if len(questions) > MOST_QUESTIONS:
            raise SetupError("solvers.locations.questions", n=len(questions), limit=MOST_QUESTIONS)
        asked = [(frozenset(cards), tuple(places)) for cards, places in questions]
        return sum(
            (
                (-1) ** number * self.none(*left_out)
                for number in range(len(asked) + 1)
                for left_out in combinations(asked, number)
            ),
            Fraction(0),
        )

    def where(self, card: Card) -> dict[Place, Fraction]:
        """For each place the chance that a card lies there.

        Raises
        ------
        SetupError
            If the card is not among the unseen ones.

        Examples
        --------
        >>> Deals("abc", {"hand": 1, "pile": 2}).where("a")
        {'hand': Fraction(1, 3), 'pile': Fraction(2, 3)}
        """
        if card not in self.cards:
            raise SetupError("solvers.locations.card", card=card)
        rows, merged = _problem(self.cards, self.places, self._without, (card,), self.places)
        summed = _sum(rows, merged, (), self._limit)
        total = sum(summed.counted())
        found = dict.fromkeys(self.places, Fraction(0))
        before = 0
        for number, step in enumerate(summed.order, start=1):
            # In so many deals the card lies in one of the places up to here.
            upto = sum(
                ways * summed.completions(number, rest)
                for (rest, counted), ways in summed.states(number).items()
                if counted
            )
            together = merged[step.place]
            for place in together.inside:
                found[place] = Fraction((upto - before) * self.places[place], total * together.size)
            before = upto
        return found

    def table(self) -> dict[Card, dict[Place, Fraction]]:
        """For each card and each place the chance that it lies there.

        Cards of which the same is known have the same chances, so there is one count for each class.

        Examples
        --------
        >>> Deals("ab", {"x": 1, "y": 1}, without={"x": "a"}).table()["b"]
        {'x': Fraction(1, 1), 'y': Fraction(0, 1)}
        """
        rows, _ = _problem(self.cards, self.places, self._without)
        found = {}
        for alike in rows.values():
            found.update(dict.fromkeys(alike, self.where(alike[0])))
        return {card: found[card] for card in self.cards}

    def given(
        self,
        *,
        holds: Mapping[Card, Place] | None = None,
        without: Mapping[Place, Iterable[Card]] | None = None,
    ) -> Deals[Card, Place]:
        """The deals that agree with more evidence besides.

        Parameters
        ----------
        holds : mapping of Card to Place, optional
            Where cards are known to lie; they are unseen no longer, and their place is smaller by them.
        without : mapping of Place to iterable of Card, optional
            Cards that are known not to be in places.

        Raises
        ------
        SetupError
            If no deal agrees with that.

        Examples
        --------
        >>> Deals("abc", {"x": 1, "y": 2}).given(without={"x": "a"}).where("b")["x"]
        Fraction(1, 2)
        """
        sizes = dict(self.places)
        for card, place in (holds or {}).items():
            if card not in self.cards:
                raise SetupError("solvers.locations.card", card=card)
            sizes[self._known(place)] -= 1
            if card in self._without[place] or sizes[place] < 0:
                raise SetupError("solvers.locations.impossible")
        known = {place: set(cards) for place, cards in self._without.items()}
        for place, cards in (without or {}).items():
            known[self._known(place)].update(cards)
        rest = (card for card in self.cards if card not in (holds or {}))
        return Deals(rest, sizes, known, limit=self._limit)

    def sample(self, rng: Random) -> dict[Place, tuple[Card, ...]]:
        """One of the deals, each equally likely: for players that think by playing deals through.

        Returns
        -------
        dict of Place to tuple of Card
            In no meaningful order.

        Examples
        --------
        >>> deal = Deals("abc", {"x": 1, "y": 2}, without={"x": "ab"}).sample(Random(1))
        >>> deal["x"], sorted(deal["y"])
        (('c',), ['a', 'b'])
        """
        rows, merged = _problem(self.cards, self.places, self._without)
        summed = _sum(rows, merged, (), self._limit)
        piles = list(rows.values())
        dealt: dict[Place, tuple[Card, ...]] = dict.fromkeys(self.places, ())
        for step, taken in zip(summed.order, summed.drawn(rng), strict=True):
            here: list[Card] = []
            rests: list[list[Card]] = [[] for _ in range(step.classes)]
            for pile, share, number in zip(piles, step.shares, taken, strict=True):
                rng.shuffle(pile)
                here += pile[:number]
                if share.then >= 0:
                    rests[share.then] += pile[number:]
            rng.shuffle(here)
            for place in merged[step.place].inside:
                size = self.places[place]
                dealt[place], here = tuple(here[:size]), here[size:]
            piles = rests
        return dealt

    # Counting.

    def _known(self, place: Place) -> Place:
        if place not in self.places:
            raise SetupError("solvers.locations.place", place=place, known=", ".join(map(repr, self.places)))
        return place

    def _count(
        self,
        cards: tuple[Card, ...],
        places: Mapping[Place, int],
        marked: frozenset[Card] = frozenset(),
        here: frozenset[Place] = frozenset(),
        without: Mapping[Place, Collection[Card]] | None = None,
    ) -> tuple[int, ...]:
        """In how many deals 0, 1, 2, … of the marked cards lie in the places ``here``."""
        known = self._without
        if without:
            known = {place: known[place].union(without.get(place, ())) for place in places}
        rows, merged = _problem(cards, places, known, marked, here)
        # What cards and places are called makes no difference to a count.
        key = frozenset(_classes(rows)), tuple(together.size for together in merged)
        if key not in self._counts:
            asked = here or {place for place, gone in (without or {}).items() if gone}
            first = [number for number, one in enumerate(merged) if not asked.isdisjoint(one.inside)]
            self._counts[key] = _sum(rows, merged, first, self._limit).counted()
        split = prod(
            factorial(together.size) // prod(factorial(places[place]) for place in together.inside)
            for together in merged
        )
        return tuple(split * ways for ways in self._counts[key])


_Rows = dict[tuple[tuple[bool, ...], tuple[bool, ...]], list[Card]]
"""The cards of each class: by where they can lie, and where they are counted."""


def _problem(
    cards: Iterable[Card],
    places: Mapping[Place, int],
    without: Mapping[Place, Collection[Card]],
    marked: Collection[Card] = (),
    here: Collection[Place] = (),
) -> tuple[_Rows[Card], list[_Merged[Place]]]:
    """The classes of cards, and the places, those taken together that differ in nothing."""
    alike: dict[tuple[frozenset[Card], bool], list[Place]] = defaultdict(list)
    for place, size in places.items():
        if size:
            alike[frozenset(without[place]), place in here].append(place)
    rows: _Rows[Card] = defaultdict(list)
    for card in cards:
        allowed = tuple(card not in gone for gone, _ in alike)
        counted = tuple(card in marked and counts for _, counts in alike)
        rows[allowed, counted].append(card)
    return rows, [_Merged(tuple(inside), sum(map(places.__getitem__, inside))) for inside in alike.values()]


def _classes(rows: _Rows[Card]) -> list[_Class]:
    return [_Class(len(cards), allowed, counted) for (allowed, counted), cards in rows.items()]


def _sum(rows: _Rows[Card], merged: Sequence[_Merged[Place]], first: Collection[int], limit: int) -> _Sum:
    """The sum over the places, in an order that promises little work.

    Greedy orders are made: some look at the ways to fill the next place, some at what is to be remembered
    behind it, some begin with the places that were asked about, which often differ from the others.
    """
    classes, sizes = _classes(rows), [together.size for together in merged]
    made = [_order(classes, sizes, begin, ahead) for begin in {(), tuple(first)} for ahead in (False, True)]
    return _Sum(min(made, key=lambda one: one[1])[0], tuple(one.size for one in classes), limit)


def _order(
    classes: list[_Class], sizes: Iterable[int], first: Collection[int], ahead: bool
) -> tuple[list[_Step], int]:
    """An order of the places, and about how many steps it takes."""
    left = dict(enumerate(sizes))
    steps = []
    states = work = 1
    while left:
        place = min(left, key=partial(_promise, classes, left, states, first, ahead))
        size = left.pop(place)
        ways = _ways(classes, place, size)
        shares, classes = _shares(classes, place, left)
        work += states * ways * len(shares)
        states = min(states * ways, _states(classes))
        steps.append(_Step(place, size, shares, len(classes)))
    return steps, work


def _promise(
    classes: list[_Class],
    left: Mapping[int, int],
    states: int,
    first: Collection[int],
    ahead: bool,
    place: int,
) -> tuple[int, ...]:
    """What makes a place a good next one: the less the better."""
    ways = _ways(classes, place, left[place])
    rest = _states(_shares(classes, place, left.keys() - {place})[1])
    return place not in first, *((min(states * ways, rest), ways) if ahead else (ways, rest)), place


def _states(classes: Iterable[_Class]) -> int:
    """How many numbers of cards left there can be: that of the largest class follows from the others."""
    return prod(sorted(one.size + 1 for one in classes)[:-1])


def _ways(classes: Iterable[_Class], place: int, size: int) -> int:
    """In about how many ways a place can be filled, by the numbers from each class."""
    inside = sorted(min(one.size, size) + 1 for one in classes if one.allowed[place])
    # The number from the largest class follows from the others.
    return prod(inside[:-1])


def _shares(
    classes: Iterable[_Class], place: int, left: Collection[int]
) -> tuple[tuple[_Share, ...], list[_Class]]:
    """What a step does with each class, and the classes afterwards: those that it makes alike are one."""
    sizes: dict[tuple[tuple[bool, ...], tuple[bool, ...]], int] = {}
    shares = []
    for one in classes:
        allowed = tuple(can and other in left for other, can in enumerate(one.allowed))
        counted = tuple(counts and can for counts, can in zip(one.marked, allowed, strict=True))
        then = -1
        if any(allowed):
            sizes[allowed, counted] = sizes.get((allowed, counted), 0) + one.size
            then = list(sizes).index((allowed, counted))
        shares.append(_Share(one.allowed[place], one.marked[place], then))
    return tuple(shares), [_Class(size, *row) for row, size in sizes.items()]


class _Sum:
    """The sum over all tables, place by place.

    Parameters
    ----------
    order : list of _Step
    sizes : tuple of int
        Of the classes at first.
    limit : int
        The most steps.
    """

    def __init__(self, order: list[_Step], sizes: _Rest, limit: int) -> None:
        self.order: Final = order
        self._sizes, self._left, self._limit = sizes, limit, limit
        self._states: list[dict[tuple[_Rest, int], int]] = [{(sizes, 0): 1}]
        self._onwards: dict[tuple[int, _Rest], dict[tuple[_Rest, int], int]] = {}
        self._completions: dict[tuple[int, _Rest], int] = {}

    def states(self, number: int) -> dict[tuple[_Rest, int], int]:
        """What can be left after so many steps, and how many cards were counted: in how many ways."""
        while len(self._states) <= number:
            at = len(self._states) - 1
            then: dict[tuple[_Rest, int], int] = defaultdict(int)
            for (rest, counted), ways in self._states[at].items():
                for (after, more), onward in self._onward(at, rest).items():
                    then[after, counted + more] += ways * onward
            self._states.append(then)
        return self._states[number]

    def counted(self) -> tuple[int, ...]:
        """In how many ways 0, 1, 2, … cards are counted."""
        # Where cards are left but no place is, there was no step to say so.
        ended = {n: ways for (rest, n), ways in self.states(len(self.order)).items() if not sum(rest)}
        return tuple(ended.get(number, 0) for number in range(max(ended, default=-1) + 1))

    def completions(self, number: int, rest: _Rest) -> int:
        """In how many ways the steps from one on can deal what is left."""
        if number == len(self.order):
            return 1
        if (number, rest) not in self._completions:
            self._completions[number, rest] = sum(
                ways * self.completions(number + 1, after)
                for (after, _), ways in self._onward(number, rest).items()
            )
        return self._completions[number, rest]

    def drawn(self, rng: Random) -> Iterator[_Rest]:
        """For each step how many cards of each class lie there, so that all deals are equally likely."""
        rest = self._sizes
        for number, step in enumerate(self.order):
            fillings = list(self._fillings(step, rest))
            weights = [ways * self.completions(number + 1, after) for _, after, ways in fillings]
            # By whole numbers, which are larger than what `Random.choices` can tell apart.
            drawn = bisect(list(accumulate(weights)), rng.randrange(sum(weights)))
            taken, rest, _ = fillings[drawn]
            yield taken

    def _step_done(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise TooLarge("solvers.locations.steps", size=self._limit + 1, limit=self._limit)

    def _onward(self, number: int, rest: _Rest) -> dict[tuple[_Rest, int], int]:
        """What can be left after a step, with how many cards counted in it, and in how many ways."""
        if (number, rest) in self._onwards:
            return self._onwards[number, rest]
        step = self.order[number]
        room = _room(step, rest)
        begun = {((0,) * step.classes, step.size, 0): 1}
        for at, (share, cards) in enumerate(zip(step.shares, rest, strict=True), start=1):
            longer: dict[tuple[_Rest, int, int], int] = defaultdict(int)
            for (after, left, counted), ways in begun.items():
                for taken in _takings(share, cards, left, room[at]):
                    self._step_done()
                    key = _moved(after, share, cards - taken), left - taken, counted + taken * share.counted
                    longer[key] += ways * comb(cards, taken)
            begun = longer
        found = {(after, counted): ways for (after, left, counted), ways in begun.items() if not left}
        self._onwards[number, rest] = found
        return found

    def _fillings(self, step: _Step, rest: _Rest) -> Iterator[tuple[_Rest, _Rest, int]]:
        """Every way to fill a place: how many of each class, what is left, and in how many ways."""
        room = _room(step, rest)

        def fill(
            at: int, left: int, taken: _Rest, after: _Rest, ways: int
        ) -> Iterator[tuple[_Rest, _Rest, int]]:
            if at == len(rest):
                if not left:
                    yield taken, after, ways
                return
            share, cards = step.shares[at], rest[at]
            for here in _takings(share, cards, left, room[at + 1]):
                self._step_done()
                moved = _moved(after, share, cards - here)
                yield from fill(at + 1, left - here, (*taken, here), moved, ways * comb(cards, here))

        yield from fill(0, step.size, (), (0,) * step.classes, 1)


def _room(step: _Step, rest: _Rest) -> list[int]:
    """How many cards of each class and those behind it could lie in the place of this step."""
    sums = [0]
    for share, cards in zip(reversed(step.shares), reversed(rest), strict=True):
        sums.append(sums[-1] + cards * share.here)
    return sums[::-1]


def _takings(share: _Share, cards: int, left: int, behind: int) -> range:
    """How many cards of a class may lie here, where ``left`` are wanted and ``behind`` can come later."""
    if not share.here:
        return range(1) if share.then >= 0 or not cards else range(0)
    least = cards if share.then < 0 else max(0, left - behind)
    return range(least, min(cards, left) + 1)


def _moved(after: _Rest, share: _Share, rest: int) -> _Rest:
    """The classes of the next step with what is left of one added."""
    if share.then < 0 or not rest:
        return after
    return (*after[: share.then], after[share.then] + rest, *after[share.then + 1 :])
