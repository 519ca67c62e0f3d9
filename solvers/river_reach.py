"""How many positions a position of River leads to, at least: told at once, where there are far too many.

Whoever solves a position the plain way visits every position that it leads to, so what is too large shows
only after as many as are allowed. Here families of positions are *counted*, not visited. All that is counted
can be reached and is counted once: the number is proven, and often far below the truth.

**Base.** A position at the start of a turn, in which some rabbits are at Start.

**Attacks.** A rabbit goes from Start, over squares where it may stand, to a shark or to a face-down card that
is one, loses, and is back at Start: nothing has changed but that card, the turn and who rests. So attacks can
be made one after the other, in any order, if only somebody at Start is free to go whenever one is due: that
is seen to first (`_Base.rests`). They bring about every number of hit points left that lost fights can, of
every shark within reach, each by itself. A shark with no more left than the least roll counts as beaten, as
in `solvers.coalition.alike`; beyond it more are within reach.

**Families.** A family of layers says which sharks within reach are beaten and which are not, and leaves the
others open. Its layers are told apart by what is left of the sharks and by the cards turned up: numbers that
multiply. In each layer the rabbits can go on from the base over the squares that bear them, and where more
are beaten than the family says, there are no fewer positions. So layers times positions are counted; then the
largest family is parted in two by one more shark, as long as it helps.

**Other bases.** Attacks turn up sharks alone. So what is counted from two bases in which other animals have
been turned up, or the same ones elsewhere, is different, and adds up.
"""

from __future__ import annotations

from collections import deque
from functools import cached_property
from heapq import heappop, heappush
from math import comb
from typing import Final, NamedTuple

from inaba.dice import total
from inaba.errors import TooLarge
from inaba.river.board import GOAL, START, Square
from inaba.river.cards import Card, Kind
from inaba.river.state import State

MOST_STEPS: Final = 60_000
"""How many places of rabbits are looked at, all in all: then it is left at what is counted."""

MOST_BASES: Final = 500
"""How many positions are looked at to find bases."""

Rabbits = tuple[Square, ...]

Rest = tuple[int, frozenset[int]]
"""Whose turn it is, and who rests."""


class _Losses(NamedTuple):
    """What lost fights can make of a shark.

    Attributes
    ----------
    live : int
        How many other numbers of hit points left, with which it can still win.
    beaten : int
        1 if so few can be left that any roll beats it, else 0.
    """

    live: int
    beaten: int


class _Family(NamedTuple):
    """Layers: which squares within reach hold a beaten shark, and which hold none."""

    beaten: frozenset[Square]
    others: frozenset[Square]


class _Base:
    """A position at the start of a turn, and what is counted from it.

    Attributes
    ----------
    steps : int
        How many places of rabbits may still be looked at.
    """

    def __init__(self, state: State, steps: int) -> None:
        self.steps = steps
        self._table, self._board, self._players = state.table, state.board, state.players
        self._totals = tuple(total(state.rules.dice))
        self._least = min(self._totals)
        self._down = set(state.table.face_down())
        bearing = {Kind.SHARK, Kind.WHALE} if self._down else {Kind.SHARK, Kind.WHALE, Kind.SQUID}
        self._bears = set[Square]()
        self._carries = {s: on for s in self._board.squares if (on := state.table.carries_to(s))}
        self._sharks: dict[Square, _Losses] = {}
        for square, spot in zip(self._board.squares, state.spots, strict=True):
            if spot.left > self._least:
                self._sharks[square] = self._losses(spot.left)
            elif spot.card and spot.card.kind in bearing:
                self._bears.add(square)
        unseen = [card.hit_points for card in state.unseen if card.hit_points > self._least]
        self._cards = [(unseen.count(left), self._losses(left)) for left in sorted(set(unseen))]
        self._known: dict[frozenset[Square], int] = {}

    def _losses(self, hit_points: int) -> _Losses:
        lefts = {hit_points}
        for left in range(hit_points, self._least, -1):
            if left in lefts:
                lefts |= {left - damage for damage in self._totals if damage < left}
        live = sum(left > self._least for left in lefts) - 1
        return _Losses(live, int(min(lefts) <= self._least))

    def count(self, enough: int) -> int:
        """So many positions are led to; it ends when more than enough are counted."""
        if not self.rests:
            return 0
        found = 0
        order = 0
        largest: list[tuple[int, int, _Family]] = []
        new = [_Family(frozenset(), frozenset())]
        while found <= enough and self.steps > 0:
            for family in new:
                if layers := self._layers(family):
                    many = layers * self._placements(family.beaten, (enough - found) // layers + 1)
                    found += many
                    order += 1
                    heappush(largest, (-many, order, family))
            new = []
            while largest and not new:
                many, _, (beaten, others) = heappop(largest)
                if (square := self._parting(beaten, others)) is not None:
                    found += many
                    new = [_Family(beaten | {square}, others), _Family(beaten, others | {square})]
            if not new:
                break
        return found

    @cached_property
    def rests(self) -> set[Rest]:
        """Whose turn it is and who rests after attacks that can always go on, and in the base itself.

        Empty if there is nobody at Start to go on.
        """
        free = [rabbit for rabbit, square in enumerate(self._table.rabbits, 1) if square == START]
        rows = {self._board.row(square) for square in (*self._sharks, *self._down)}
        first: Rest = (self._table.turn, frozenset(self._table.resting))
        after: dict[Rest, list[list[Rest]]] = {}
        waiting = [first]
        while waiting:
            rest = waiting.pop()
            if rest not in after:
                able = [rabbit for rabbit in free if rabbit not in rest[1]]
                after[rest] = [[self._attacked(rest, rabbit, row) for rabbit in able] for row in rows]
                waiting += (to for ways in after[rest] for to in ways)
        while stuck := [
            rest
            for rest, rows_ in after.items()
            if not all(any(to in after for to in ways) for ways in rows_)
        ]:
            for rest in stuck:
                del after[rest]
        found, waiting = set[Rest](), [first] if first in after else []
        while waiting:
            rest = waiting.pop()
            if rest not in found:
                found.add(rest)
                waiting += (next(to for to in ways if to in after) for ways in after[rest])
        return found

    @cached_property
    def _worst(self) -> set[Rest]:
        """Of `rests` those from which all others have no fewer places to go to."""
        if self._table.rules.rest == "owner":
            return self.rests
        # Whose turn it is makes no difference then, and whoever rests cannot move.
        apart = {resting: turn for turn, resting in self.rests}
        return {
            (turn, resting) for resting, turn in apart.items() if not any(resting < more for more in apart)
        }

    def _attacked(self, rest: Rest, rabbit: int, row: int) -> Rest:
        """After a rabbit has gone to a card of a row and lost."""
        for _ in range(row - 1):
            rest = self._next(rest)
        return self._next(rest, rabbit)

    def _next(self, rest: Rest, *lost: int) -> Rest:
        """After a turn, in which at most one rabbit lost a fight (River, rule 7)."""
        turn, resting = rest
        kept = resting - {turn} if self._table.rules.rest == "owner" else frozenset[int]()
        return turn % self._players + 1, kept.union(lost)

    def _reach(self, beaten: frozenset[Square]) -> set[Square]:
        """The live sharks and face-down cards to which rabbits can go from Start."""
        found, waiting, seen = set[Square](), [START], {START, *self._table.rabbits}
        while waiting:
            for to in self._board.ahead[waiting.pop()]:
                if to not in seen:
                    seen.add(to)
                    if to in self._bears or to in beaten:
                        waiting.append(to)
                    elif to in self._sharks or to in self._down:
                        found.add(to)
        return found

    def _parting(self, beaten: frozenset[Square], others: frozenset[Square]) -> Square | None:
        """The shark to part a family by: behind it most others come within reach. None if none is left."""
        spare = sum(n for n, losses in self._cards if losses.beaten) - len(beaten & self._down)
        able = [
            square
            for square in self._board.squares
            if square in self._reach(beaten) - others
            and (spare > 0 if square in self._down else self._sharks[square].beaten)
        ]
        return max(able, key=lambda square: len(self._reach(beaten | {square})), default=None)

    def _layers(self, family: _Family) -> int:
        """How many layers there are of a family."""
        beaten, others = family
        reach = self._reach(beaten) - others
        ways = 1
        for square, (live, lost) in self._sharks.items():
            if square in others:
                ways *= 1 + live
            elif square in reach:
                ways *= 1 + live + lost
        # Face-down cards that have been turned up: how many lie, beaten, where the family says so; how many
        # where it leaves that open; and how many, not beaten, on the others.
        most = [len(squares & self._down) for squares in (beaten, reach, others)]
        laid = {(0, 0, 0): 1}
        for n, (live, lost) in self._cards:
            more: dict[tuple[int, int, int], int] = {}
            for (a, b, c), count in laid.items():
                for i in range(min(n, most[0] - a) + 1 if lost else 1):
                    for j in range(min(n - i, most[1] - b) + 1):
                        for k in range(min(n - i - j, most[2] - c) + 1):
                            times = comb(most[0] - a, i) * comb(most[1] - b, j) * comb(most[2] - c, k)
                            times *= (live + lost) ** j * live**k
                            at = a + i, b + j, c + k
                            more[at] = more.get(at, 0) + count * times
            laid = more
        return ways * sum(count for (a, _, _), count in laid.items() if a == most[0])

    def _placements(self, beaten: frozenset[Square], enough: int) -> int:
        """How many positions there are at least in a layer, up to enough."""
        if beaten not in self._known:
            self._known[beaten] = min(self._led_to(beaten, rest, enough) for rest in self._worst)
        return self._known[beaten]

    def _led_to(self, beaten: frozenset[Square], rest: Rest, enough: int) -> int:
        """Where the rabbits can be, with whose turn it is: at its start, on a ride, or in the first fight."""
        start = (self._table.rabbits, *rest)
        found: set[tuple[Rabbits, int, tuple[Square, ...]]] = {(*start[:2], ())}
        seen, waiting = {start}, deque([start])
        while waiting and len(found) < enough and self.steps > 0:
            self.steps -= 1
            rabbits, turn, resting = waiting.popleft()
            after = self._next((turn, resting))
            landings: list[tuple[int, tuple[Square, ...], Rabbits]] = [
                (rabbit, (to,), rabbits)
                for rabbit, square in enumerate(rabbits, 1)
                for to in self._board.ahead[square]
                if rabbit not in resting and to not in rabbits
            ]
            for rabbit, landed, before in landings:  # it grows on the way
                here = landed[-1]
                moved = (*before[: rabbit - 1], here, *before[rabbit:])
                onward = [
                    to
                    for to in self._carries.get(here, ())
                    if to == START or (to not in moved and to not in landed)
                ]
                if onward:
                    found.add((moved, turn, landed))
                    landings += ((rabbit, (*landed, to), moved) for to in onward)
                elif here in (START, GOAL) or here in self._carries or here in self._bears or here in beaten:
                    found.add((moved, after[0], ()))
                    then = (moved, *after)
                    if here != GOAL and then not in seen:
                        seen.add(then)
                        waiting.append(then)
                elif here in self._sharks or here in self._down:
                    found.add((moved, turn, ()))
        return len(found)


def see_size(state: State, limit: int) -> None:
    """Refuse a position that certainly leads to more positions than a limit. Raises `TooLarge`."""
    if (size := at_least(state, limit)) > limit:
        raise TooLarge("solvers.endgame.too_large", size=size, limit=limit)


def at_least(state: State, enough: int) -> int:
    """A number of positions, no more than a position leads to, itself and those within turns included.

    Parameters
    ----------
    state : State
        Nothing secret.
    enough : int
        More need not be counted.

    Returns
    -------
    int
        0 where nothing is counted. Positions that `solvers.coalition.alike` makes one are one.

    Examples
    --------
    >>> from inaba import river
    >>> at_least(river.start(3, deck="classroom"), 10**6) > 10**6
    True
    """
    down, least = state.table.face_down(), min(total(state.rules.dice))
    known = set[tuple[Card | None, ...]]()
    found, steps = 0, MOST_STEPS
    # Those with most rabbits at Start come first, and of these the one that was met first.
    waiting, seen = [(_on_river(state), 0, state)], {state}
    while waiting and found <= enough and steps > 0:
        here = heappop(waiting)[2]
        cards = [here.spot(square).card for square in down]
        others = tuple(None if card is None or card.hit_points > least else card for card in cards)
        if here.starts_turn() and here.result() is None and others not in known:
            base = _Base(here, steps)
            if count := base.count(enough - found):
                known.add(others)
                found += count
            steps = base.steps
        if (chances := here.chance()) is not None:
            after = [here.happen(event) for event, _ in chances.items()]
        else:
            after = [here.play(player, move) for player in here.to_act() for move in here.legal_moves(player)]
        for then in after:
            if then not in seen and len(seen) < MOST_BASES:
                seen.add(then)
                heappush(waiting, (_on_river(then), len(seen), then))
    return found


def _on_river(state: State) -> int:
    """How many rabbits are not at Start."""
    return state.players - state.rabbits.count(START)
