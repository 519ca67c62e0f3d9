"""River's fast way: layer by layer, in whole numbers, and only what is asked for.

A *layer* is what is known of the cards and the damage on them; within it only the rabbits, the turn and who
rests change. Rolls and cards turned up lead to layers below, never back. So a position's value is found from
those that it leads to, each once (two players): that is backward induction, begun at the question.

**Alike for certain.** What differs only so is one layer here, which saves most of them and keeps every value:
each position is worth what its moves and rolls lead to, and they lead to positions that are alike.

* A shark whose hit points left are not more than the dice's least total is beaten by any roll: for the value
  it is a beaten shark, and that is a whale. A giant squid with nothing left to turn up is one too.
* Where all unseen cards are alike, as where one is left, everybody knows what lies face down. Turning such a
  card up is no chance, and looking at it by the giant squid tells nothing: so that position *is* one of the
  river with those cards face up. (The map from the one to the other keeps whose turn it is, results and the
  odds of every roll, and carries the moves of the one to those of the other: a bisimulation, which keeps
  values.) Of all layers those with one card face down would be by far the most numerous after the open ones.
* The players with their seats changed play the same game, if endless play is worth as much to both. So a
  position is told by who is to move, and worth what it is worth to him.

**What is not asked for.** Most positions of a layer are never met: rabbits lose fights and go back to Start,
and few ways lead far ahead. And a player who has found a move that wins for certain looks for no better one;
one whose rabbit stands in the last row, and does not rest, has one, and so has one whose rabbit can come to
stand there, unless the other one can come into the goal before. Nor is the rest of a fight looked at, or
of the cards that can be turned up, once what is known of the outcomes tells that no more can come of it than
of another move: the others are worth nothing at the least, and a win at the most (B. W. Ballard, "The
``*``-minimax search procedure for trees containing chance nodes", 1983). Of the positions that there are a
small part is left, one in seven to fourteen of an open river, and one in fifty with many cards face down.

**Loops.** Where a face-up orca carries back, play can go round within a layer. All positions of it that the
one asked for leads to are then valued together: from the draw value, compared again and again until nothing
changes (`solvers.endgame` says why that is the value).

**Numbers.** All values are whole numbers over one denominator: the weight of all rolls to the power of the
rolls that can still be thrown, times the orders in which the unseen cards can be turned up. A layer with
fewer of both has values that are multiples of what it lacks, so every division comes out even.

**Size.** It is counted before the work begins. A river with s squares to stand on has
2 ((1 + s)² - s + 2 (1 + s)) positions at the start of a turn in a layer (2 more where both rabbits can rest).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import cache
from itertools import accumulate, zip_longest
from math import comb, factorial
from typing import Final, NamedTuple, assert_never

from inaba.dice import Dice, total
from inaba.errors import TooLarge
from inaba.river.board import GOAL, START, Board
from inaba.river.cards import Card, Kind
from inaba.river.draft import Dealing, Picking, Placing
from inaba.river.rules import Rules
from inaba.river.state import Fight, Looking, Peeking, Riding, State, Turn, TurningUp
from solvers.loops import Loop

LIMIT: Final = 3_000_000
"""The most positions that are held unless more are asked for: an open river of the classroom deck is within
it, in well under a minute and 1 GB."""

SPARED: Final = 16
"""A river with more positions than so many times the limit is refused at once: most such hold more."""

RIDES: Final = 1_000_000
"""The most ways to be carried on that are listed: with many dolphins and orcas they multiply."""

EVERY: Final = 20_000
"""Progress is reported once in so many positions."""

SHALLOW: Final = 400
"""Play that may go deeper, in calls, gets a higher limit of calls for as long as it takes."""

# What lies on a square, in one byte: 1 to 99 are the hit points left of a live shark.
PLAIN: Final = 0
DOLPHIN: Final = 100
ORCA: Final = 101
SQUID: Final = 102
HIDDEN: Final = 103
GOAL_CODE: Final = 104
LIVE: Final = 1

_CODES: Final = {
    Kind.SHARK: PLAIN,
    Kind.WHALE: PLAIN,
    Kind.DOLPHIN: DOLPHIN,
    Kind.ORCA: ORCA,
    Kind.SQUID: SQUID,
}
_BEFORE, _BEHIND, _DOWN = bytes([PLAIN]), bytes([GOAL_CODE]), bytes([HIDDEN])
_BARE = bytes(PLAIN if code == SQUID else code for code in range(256))
_SHAPE = bytes(LIVE if LIVE <= code < DOLPHIN else code for code in range(256))
_STAND = (PLAIN, DOLPHIN, ORCA)
_RIDES = bytes(code if code in (DOLPHIN, ORCA, HIDDEN) else PLAIN for code in range(256))

Place = int
"""Where a rabbit is: 0 for Start, then the squares in the board's order; the goal comes last."""

Turns = int
"""Who is to move and who rests, three bits: 1 the mover rests, 2 the other one does, 4 player 2 is to move
(where that makes a difference)."""

Position = int
"""A position at the start of a turn, within its layer: see `Layers.number`."""


End = tuple[Turns, bool, Place, Place, int]
"""How a landing can end other than by standing there: the next turn, before it is said whose rabbit lost a
fight in this one; whether the rabbit is the mover's own; where it has landed; where the other one is; and, if
a card is turned up there, the squares that this move has landed on before, one bit each."""

Moves = tuple[list[Position], list[End]]
"""What can be chosen in a position: where the next one to move then is, and ends."""

WON: Final[Moves] = ([], [])
"""The mover wins for certain: his rabbit can go into the goal at once, or to where nothing can keep it from
going there with his next turn."""

LOST: Final[Moves] = ([], [])
"""The other one wins for certain: his rabbit goes into the goal with the next turn."""

_AFTER: Final[dict[str, tuple[Turns, ...]]] = {
    "next": tuple(~turn & 4 for turn in range(8)),
    "owner": tuple(~turn & 4 | turn >> 1 & 1 for turn in range(8)),
}
"""The turn after each (River, rule 7), before it is said whose rabbit lost a fight in it; by `Rules.rest`."""


class Blow(NamedTuple):
    """What one roll does to a shark with some hit points left.

    Attributes
    ----------
    lost : tuple of (int, int)
        The weight of the rolls that lose, the greatest first, with the shark's code after them: `PLAIN` where
        any roll beats it.
    won : int
        The weight of the rolls that beat it.
    rolls : int
        How many rolls it takes at most until any roll beats it.
    lefts : int
        The hit points left that rolls can bring about, itself included, while it lives: one bit each.
    """

    lost: tuple[tuple[int, int], ...]
    won: int
    rolls: int
    lefts: int


class Blows(dict[int, Blow]):
    """What a roll does to sharks, by the hit points that they have left; found as they are asked for.

    Parameters
    ----------
    dice : tuple of Chance[int]
    merge : bool
        Whether sharks that any roll beats are as good as beaten.

    Attributes
    ----------
    weight : int
        The weight of all rolls.
    harmless : int
        The most hit points left that make a shark as good as beaten.
    """

    def __init__(self, dice: Dice, merge: bool) -> None:
        self._totals = total(dice)
        self.weight = self._totals.total
        self.harmless = min(self._totals) if merge else 0

    def __missing__(self, left: int) -> Blow:
        lost: dict[int, int] = {}
        won, rolls, lefts = self.weight, 0, 1 << left
        for damage, weight in self._totals.items():  # the least first
            if damage >= left:
                break
            won -= weight
            after = left - damage
            if after > self.harmless:
                below = self[after]
                rolls = max(rolls, below.rolls)
                lefts |= below.lefts
            else:
                after = PLAIN
            lost[after] = lost.get(after, 0) + weight
        heavy = sorted([(weight, after) for after, weight in lost.items()], reverse=True)
        self[left] = blow = Blow(tuple(heavy), won, 1 + rolls, lefts)
        return blow


@cache
def _blows(dice: Dice, merge: bool) -> Blows:
    """The same for all rivers with these dice."""
    return Blows(dice, merge)


class Layer:
    """A layer, and the values in it that are known.

    Attributes
    ----------
    key : bytes
        A code for each square, then the codes of the unseen cards, sorted.
    codes : bytes
        What lies on each place, Start and the goal included; `LIVE` for any live shark.
    unseen : bytes
        The codes of the unseen cards.
    loops : bool
        Whether play can go round within it.
    leaps : bool
        Whether a rabbit can come further than a row ahead in a move: by a dolphin, or by a card face down,
        which may be one.
    values : dict of int to int
        By `Layers.number` what positions are worth to who is to move.
    ends : dict of End to int
        The same of fights and of cards to be turned up.
    fights : dict of int to tuple
        By the square, the layer where its shark is beaten, with the weight of the rolls that win; and the
        layers that lost fights lead to, each with its weight.
    shown : dict of int to list
        By the square, the layers that turning up its card leads to, each with the number of such cards.
    moves : dict of int to Moves
        What can be chosen in positions. Layers where such cards lie on the same squares share it.
    rides : dict of tuple to tuple
        Where landings can end. Layers where the same cards carry on share it.
    goes : dict of int to tuple
        By where a rabbit is and where the other one, where its move can end. Shared likewise.
    given : callable, optional
        What knows the value of any position at the start of a turn.
    """

    __slots__ = (
        "codes",
        "ends",
        "fights",
        "given",
        "goes",
        "key",
        "leaps",
        "loops",
        "moves",
        "rides",
        "shown",
        "unseen",
        "values",
    )

    def __init__(self, key: bytes, squares: int, shape: Shape) -> None:
        self.key = key
        self.unseen = key[squares:]
        self.codes, self.loops, self.leaps, self.moves, self.rides, self.goes = shape
        self.values: dict[Position, int] = {}
        self.ends: dict[End, int] = {}
        self.fights: dict[Place, Rolls] = {}
        self.shown: dict[Place, list[tuple[Layer, int]]] = {}
        self.given: Callable[[Turns, Place, Place], int] | None = None


Rolls = tuple[Layer, int, list[tuple[Layer, int]]]
Ride = tuple[Place, Place, int]
Rides = tuple[tuple[Place, int], ...]


Shape = tuple[bytes, bool, bool, dict[Position, Moves], dict[Ride, Rides], dict[int, Rides]]
"""What layers share where such cards lie on the same squares, as `Layer` has it: codes, loops, leaps, moves,
rides, goes."""


class _Map(NamedTuple):
    """A board in places: where they are, and by place where each leads."""

    place: dict[str, Place]
    ahead: tuple[tuple[Place, ...], ...]
    back: tuple[tuple[Place, ...], ...]
    sides: tuple[tuple[Place, ...], ...]
    goes: dict[int, Rides]
    """`Layer.goes` where nothing carries: found as it is asked for, once for all rivers of the size."""


@cache
def _map(board: Board) -> _Map:
    place = {square: q for q, square in enumerate((START, *board.squares, GOAL))}

    def places(leads: dict[str, tuple[str, ...]]) -> tuple[tuple[Place, ...], ...]:
        return tuple(
            tuple(place[to] for to in leads.get(square, ())) for square in (START, *board.squares, GOAL)
        )

    return _Map(place, places(board.ahead), places(board.back), places(board.sides), {})


class Layers:
    """The values of a river's positions for two players.

    Parameters
    ----------
    rules : Rules
    board : Board
    limit : int
        The most positions (at the start of a turn) to hold.
    endless : Fraction
        What play without end is worth to player 1.
    progress : callable, optional
        Called now and then with the number of positions held; how many there will be nobody knows: None.
    merge : bool
        Whether sharks that any roll beats are as good as beaten. The values are the same either way.
    """

    # With more than thirty attributes Python looks each up more slowly, unless they have slots.
    __slots__ = (
        "_after",
        "_ahead",
        "_asked",
        "_blows",
        "_calls",
        "_carried",
        "_carries",
        "_carries_back",
        "_down",
        "_endless",
        "_goes",
        "_harmless",
        "_last_row",
        "_layers",
        "_limit",
        "_listed",
        "_pairs",
        "_pause",
        "_place",
        "_progress",
        "_ranks",
        "_rolls",
        "_seats",
        "_shapes",
        "_side",
        "_states",
        "_unit",
        "_weight",
        "board",
        "goal",
        "rules",
    )

    def __init__(
        self,
        rules: Rules,
        board: Board,
        limit: int = LIMIT,
        endless: Fraction = Fraction(1, 2),
        progress: Callable[[int, int | None], object] | None = None,
        merge: bool = True,
    ) -> None:
        self.rules, self.board = rules, board
        self._limit, self._endless, self._progress = limit, endless, progress
        self._place, self._ahead, back, sides, self._goes = _map(board)
        self.goal = self._place[GOAL]
        self._last_row = self.goal - board.columns
        self._carries_back = rules.orca == "back"
        self._carries = {DOLPHIN: self._ahead, ORCA: back if self._carries_back else sides}
        self._blows = _blows(rules.dice, merge)
        self._weight, self._harmless = self._blows.weight, self._blows.harmless
        self._pause = EVERY
        # Seats are told apart only where endless play is worth more to one of them.
        self._seats = 3 if endless.numerator * 2 == endless.denominator else 7
        self._after = _AFTER[rules.rest]
        self._pairs = self.goal * self.goal
        self._side = 4 * self._pairs
        self.forget()

    # How positions and rolls are numbered.

    def number(self, turn: Turns, me: Place, other: Place) -> Position:
        """The number of a position at the start of a turn, as the one who is to move sees it."""
        return (turn * self.goal + me) * self.goal + other

    def _position(self, number: Position) -> tuple[Turns, Place, Place]:
        """The turn, where the rabbit of the one who is to move is, and the other one's."""
        here, other = divmod(number, self.goal)
        turn, me = divmod(here, self.goal)
        return turn, me, other

    # Layers.

    def _code(self, card: Card, damage: int = 0) -> int:
        """A card as one byte, with what is alike for certain written alike."""
        left = card.hit_points - damage  # 0 but for sharks
        return left if left > self._harmless else _CODES[card.kind]

    def _key(self, state: State) -> bytes:
        """A layer in bytes: a code for each square, then the codes of the unseen cards, sorted."""
        table = state.table
        codes = [self._code(spot.card, spot.damage) if spot.card else HIDDEN for spot in table.spots]
        return self._known(bytes(codes + sorted([self._code(card) for card in table.unseen])))

    def _known(self, key: bytes) -> bytes:
        """The key with its face-down cards turned up, where all of them are alike."""
        squares = self.goal - 1
        unseen = key[squares:]
        if not unseen:
            return key.translate(_BARE)
        if unseen[0] != unseen[-1]:
            return key
        return key[:squares].replace(_DOWN, unseen[:1]).translate(_BARE)

    def _hurt(self, key: bytes, square: Place, left: int) -> bytes:
        return b"%b%c%b" % (key[: square - 1], left, key[square:])

    def _turn_up(self, key: bytes, square: Place, card: int) -> bytes:
        gone = key.index(card, self.goal - 1)
        return self._known(self._hurt(key[:gone] + key[gone + 1 :], square, card))

    def _layer(self, key: bytes) -> Layer:
        """A layer, made once."""
        return self._layers.get(key) or self._make(key)

    def _make(self, key: bytes) -> Layer:
        squares = self.goal - 1
        codes = key[:squares].translate(_SHAPE)
        shape = self._shapes.get(codes)
        if shape is None:
            dolphin, orca = DOLPHIN in codes, ORCA in codes
            if dolphin or orca:
                carried = self._carried.setdefault(codes.translate(_RIDES), ({}, {}))
            else:
                carried = self._carried.setdefault(b"", ({}, self._goes))
            loops, leaps = orca and self._carries_back, dolphin or HIDDEN in codes
            self._shapes[codes] = shape = (_BEFORE + codes + _BEHIND, loops, leaps, {}, *carried)
        self._layers[key] = layer = Layer(key, squares, shape)
        return layer

    def _size(self, stands: int) -> int:
        """The positions of a layer with so many squares to stand on."""
        both = (1 + stands) ** 2 - stands
        return 2 * (both + 2 * (1 + stands)) + (2 if self.rules.rest == "owner" else 0)

    def size(self, key: bytes) -> int:
        """How many positions there are at most in a layer and all below it, without listing them.

        Exact where no card is face down. Else layers that become alike, as where one card was turned up here
        and another there and both are beaten, are counted more than once.
        """
        return sum(self.sizes(key))

    def size_of(self, state: State) -> int:
        """How many positions one leads to at most (`size`)."""
        return self.size(self._key(state))

    def sizes(self, key: bytes) -> list[int]:
        """`size`, told apart by how many of the face-down cards have been turned up: from 0 to all.

        With one card face down a layer is an open one, and is not counted.
        """

        # Polynomials in the number of squares to stand on: their coefficients count layers.
        def levels(code: int) -> list[int]:
            return [self._blows[code].lefts.bit_count(), 1] if LIVE <= code < DOLPHIN else [0, 1]

        layers = [1]
        for code in key[: self.goal - 1]:
            if code != HIDDEN:
                layers = _times(layers, levels(code))
        unseen = key[self.goal - 1 :]
        # Of the unseen cards some are face up, on some of the squares: by how many they are.
        shown = [[1]]
        for code in set(unseen):
            alike = unseen.count(code)
            powers = list(accumulate([levels(code)] * alike, _times, initial=[1]))
            longer = [[0] for _ in range(len(shown) + alike)]
            for k, some in enumerate(shown):
                for j, power in enumerate(powers):
                    ways = comb(k + j, j)
                    longer[k + j] = _plus(longer[k + j], [ways * c for c in _times(some, power)])
            shown = longer
        sizes = [
            comb(len(unseen), k) * sum(count * self._size(s) for s, count in enumerate(_times(layers, some)))
            for k, some in enumerate(shown)
        ]
        if len(sizes) > 1:
            sizes[-2] = 0
        return sizes

    # Values. All are worth to who is to move, or was when he moved, over the denominator `_unit`.

    def _value(self, layer: Layer, number: Position) -> int:
        """A position at the start of a turn."""
        values = layer.values
        if number in values:
            return values[number]
        if layer.given:
            return layer.given(*self._position(number))
        moves = layer.moves.get(number) or self._moves(layer, number)
        unit = self._unit
        if moves is WON:
            return unit
        value = 0
        stands, ends = moves
        for to in stands:
            if to in values:
                one = unit - values[to]
            elif layer.loops:
                return self._round(layer, number)
            else:
                one = unit - self._value(layer, to)
            if one > value:
                value = one
                if one == unit:
                    break
        else:
            for end in ends:
                one = self._end(layer, end, value)
                if one > value:
                    value = one
                    if one == unit:
                        break
        values[number] = value
        self._states += 1
        if self._states > self._pause:
            self._count()
        return value

    def _count(self) -> None:
        """See to it that no more positions are held than may be, and report. Raises `TooLarge`."""
        if self._states > self._limit:
            raise self._too_large()
        self._pause = min(self._limit, self._states + EVERY)
        if self._progress:
            self._progress(self._states, None)

    def _moves(self, layer: Layer, number: Position, *, whole: bool = False) -> Moves:
        """What can be chosen in a position; found once.

        Where the other one would go into the goal at once nobody goes who can do anything else: if nothing is
        left to choose, all is lost.

        Nobody can move a rabbit out of the last row but into the goal. So whose rabbit stands there wins with
        his next turn, if the other one cannot come into the goal before: then there is nothing to choose.

        Parameters
        ----------
        layer : Layer
        number : int
        whole : bool
            List what can be chosen all the same, where a rabbit is not in the goal with this very turn.
        """
        goal, row = self.goal, self._last_row
        turn, pair = number // self._pairs, number % self._pairs
        me, other = pair // goal, pair % goal
        if me >= row and not turn & 1:
            layer.moves[number] = WON
            return WON
        then, codes = self._after[turn] & self._seats, layer.codes
        # The other one's rabbit is one step from the goal.
        late = other >= row and not then & 1
        if late and not whole and (turn & 1 or not layer.leaps or not self._arrives(layer, me, other)):
            layer.moves[number] = LOST
            return LOST
        stands: list[Position] = []
        ends: list[End] = []
        lost, hopeless = -1, False
        # Positions as `_stand` has them, squares to stand on as `_STAND` does.
        if not turn & 1:
            first = (then * goal + other) * goal
            for at, landed in layer.goes.get(pair) or self._go(layer, me, other):
                code = codes[at]
                if code == PLAIN or DOLPHIN <= code <= ORCA:
                    if late:
                        lost = first + at
                    elif at < row or whole or (layer.leaps and self._arrives(layer, other, at)):
                        stands.append(first + at)
                    else:
                        layer.moves[number] = WON
                        return WON
                elif code == GOAL_CODE:
                    layer.moves[number] = WON
                    return WON
                elif late and code != HIDDEN:
                    hopeless = True
                else:
                    ends.append((then, True, at, other, landed))
        if not turn & 2:
            first = then * goal * goal + me
            last_row = goal if then & 1 else row
            for at, landed in layer.goes.get(other * goal + me) or self._go(layer, other, me):
                code = codes[at]
                if code == PLAIN or DOLPHIN <= code <= ORCA:
                    if at < last_row:
                        stands.append(first + at * goal)
                    else:
                        lost = first + at * goal
                elif code == GOAL_CODE:
                    hopeless = True
                else:
                    ends.append((then, False, at, me, landed))
        if not stands and not ends and not hopeless:
            # Nobody can move, or wherever a rabbit can stand the other one wins at once.
            stands.append(lost if lost >= 0 else self.number(then, other, me))
        layer.moves[number] = moves = (stands, ends)
        return moves

    def _arrives(self, layer: Layer, here: Place, stay: Place) -> bool:
        """Whether a rabbit's move can end in the goal, or on a card face down, which may carry it there."""
        codes = layer.codes
        for at, _ in layer.goes.get(here * self.goal + stay) or self._go(layer, here, stay):
            if codes[at] == GOAL_CODE or codes[at] == HIDDEN:
                return True
        return False

    def _stand(self, then: Turns, mine: bool, at: Place, stay: Place) -> Position:
        """A rabbit stands somewhere, and the turn is over."""
        me, other = (stay, at) if mine else (at, stay)
        return (then * self.goal + me) * self.goal + other

    def _go(self, layer: Layer, here: Place, stay: Place) -> Rides:
        """Where a rabbit's move can end while the other one stays; found once, and told as by `_ride`."""
        found: list[tuple[Place, int]] = []
        for to in self._ahead[here]:
            if DOLPHIN <= layer.codes[to] <= ORCA and to != stay:
                found += self._ride(layer, (to, stay, 0))
            elif to != stay:
                found.append((to, 0))
        layer.goes[here * self.goal + stay] = ends = tuple(found)
        return ends

    def _ride(self, layer: Layer, ride: Ride) -> Rides:
        """Where a landing can end, rides included (River, rule 6); found once.

        Parameters
        ----------
        layer : Layer
        ride : tuple of (int, int, int)
            Where the rabbit lands, where the other one is, and the squares that this move has landed on
            before, one bit each.

        Returns
        -------
        tuple of (int, int)
            Where the rabbit is, and where a card is turned up the squares landed on before.
        """
        found = layer.rides.get(ride)
        if found is None:
            to, stay, before = ride
            code = layer.codes[to]
            ways: list[tuple[Place, int]] = []
            landed = before | 1 << to
            for on in self._carries[code][to] if code in self._carries else ():
                if on in (0, self.goal) or (on != stay and not landed >> on & 1):
                    onto = layer.codes[on]
                    if DOLPHIN <= onto <= ORCA:
                        ways += self._ride(layer, (on, stay, landed))
                    else:
                        ways.append((on, landed if onto == HIDDEN else 0))
            if not ways:
                ways.append((to, before if code == HIDDEN else 0))
            layer.rides[ride] = found = tuple(dict.fromkeys(ways))
            self._listed += len(found)
            if self._listed > RIDES:
                raise TooLarge("solvers.endgame.rides", size=self._listed, limit=RIDES)
        return found

    def _end(self, layer: Layer, end: End, least: int = -1) -> int:
        """A fight, a card turned up, the goal; where that is worth no more than ``least``, that instead."""
        value = layer.ends.get(end)
        if value is not None:
            return value
        at = end[2]
        code = layer.codes[at]
        if code < DOLPHIN:
            return self._fight(layer, end, least)
        if code == GOAL_CODE:
            return self._unit if end[1] else 0
        if code == SQUID:
            value = least
            for square in range(1, self.goal):
                if layer.codes[square] == HIDDEN:
                    value = max(value, self._look(layer, end, square, value))
            if value == least:
                return least
        else:
            unit, cards = self._unit, len(layer.unseen)
            share, more = 0, cards
            for below, count in self._shown(layer, at):
                share += count * self._land(below, end)
                more -= count
                if share + more * unit <= least * cards:
                    return least
            value = share // cards
        layer.ends[end] = value
        return value

    def _land(self, layer: Layer, end: End) -> int:
        """A landing, whatever lies there."""
        then, mine, to, stay, before = end
        value = 0
        for at, landed in self._ride(layer, (to, stay, before)):
            if layer.codes[at] in _STAND:
                one = self._unit - self._value(layer, self._stand(then, mine, at, stay))
            else:
                one = self._end(layer, (then, mine, at, stay, landed), value)
            if one > value:
                value = one
        return value

    def _fight(self, layer: Layer, end: End, least: int) -> int:
        """A fight, or ``least`` (see `_end`).

        What the rolls looked at first are worth to the other one may be enough to tell that it is no better.
        """
        then, mine, square, stay, _ = end
        plain, won, lost = layer.fights.get(square) or self._rolled(layer, square)
        unit, goal = self._unit, self.goal
        if mine:
            stands = (then * goal + stay) * goal + square
            back = ((then | 2) * goal + stay) * goal
        else:
            stands = (then * goal + square) * goal + stay
            back = (then | 1) * goal * goal + stay
        values = plain.values
        enough = (unit - least) * self._weight
        others = won * (values[stands] if stands in values else self._value(plain, stands))
        for below, weight in lost:
            if others >= enough:
                return least
            values = below.values
            others += weight * (values[back] if back in values else self._value(below, back))
        layer.ends[end] = value = unit - others // self._weight
        return value

    def _rolled(self, layer: Layer, square: Place) -> Rolls:
        """What rolls on a square lead to; found once (see `Layer.fights`)."""
        key = layer.key
        blow = self._blows[key[square - 1]]
        plain = self._layer(self._hurt(key, square, PLAIN))
        lost = [
            (self._layer(self._hurt(key, square, left)) if left else plain, weight)
            for weight, left in blow.lost
        ]
        layer.fights[square] = rolls = (plain, blow.won, lost)
        return rolls

    def _look(self, layer: Layer, end: End, square: Place, least: int = -1) -> int:
        """The giant squid turns up the card on a square, or ``least`` (see `_end`)."""
        others, cards = 0, len(layer.unseen)
        to = self._stand(*end[:4])
        enough = (self._unit - least) * cards
        for below, count in self._shown(layer, square):
            if others >= enough:
                return least
            others += count * self._value(below, to)
        return self._unit - others // cards

    def _shown(self, layer: Layer, square: Place) -> list[tuple[Layer, int]]:
        if square not in layer.shown:
            layer.shown[square] = [
                (self._layer(self._turn_up(layer.key, square, card)), layer.unseen.count(card))
                for card in set(layer.unseen)
            ]
        return layer.shown[square]

    # Loops.

    def _round(self, layer: Layer, number: Position) -> int:
        """A position from which play can go round, and all those of its layer that it leads to.

        But for those that are `WON`: they are worth nothing to who moves there.
        """
        unit, known = self._unit, layer.values
        draw = unit * self._endless.numerator // self._endless.denominator
        values: dict[Position, int] = {}
        undecided: list[tuple[Position, int, list[Position]]] = []
        waiting = [number]
        for one in waiting:  # it grows on the way
            if one in values:
                continue
            stands, ends = layer.moves[one]
            best, inside = 0, []
            for to in stands:
                if to in known:
                    if unit - known[to] > best:
                        best = unit - known[to]
                elif (layer.moves.get(to) or self._moves(layer, to)) is not WON:
                    inside.append(to)
            if best < unit:
                for end in ends:
                    worth = self._end(layer, end, best)
                    if worth > best:
                        best = worth
            if inside and best < unit:
                values[one] = unit - draw if one >= self._side else draw
                undecided.append((one, best, inside))
                waiting += inside
            else:
                values[one] = best
        # Those that are met last are nearest to the ends.
        undecided.reverse()
        changed = True
        while changed:
            changed = False
            for one, best, inside in undecided:
                for to in inside:
                    if unit - values[to] > best:
                        best = unit - values[to]
                if best != values[one]:
                    values[one] = best
                    changed = True
        known |= values
        self._states += len(values)
        if self._states > self._pause:
            self._count()
        return values[number]

    def rank(self, state: State, after: State) -> int:
        """How far a position is from leaving the loops of another one's layer (`Values.rank`)."""
        key = self._key(state)
        if state.result() is not None or key != self._key(after):
            return 0
        value = self.value(state)
        layer = self._layer(key)
        if not layer.loops:
            return 0
        choices = self._here(layer, state)
        most = max([worth for worth, _ in choices])
        best = [position for worth, position in choices if worth == most]
        ranks = [0 if position is None else self._ranked(layer, position) for position in best]
        # Who has more than endless play is worth to him hurries; the other one does not.
        return (min if (value > self._endless) == (state.turn == 1) else max)(ranks)

    def _ranked(self, layer: Layer, number: Position) -> int:
        """The rank of a position, its seats told apart; and the certificate of the values."""
        ranks = self._ranks.setdefault(layer.key, {})
        if number not in ranks:
            loop, index = Loop(self._endless), {number: 0}
            values = []
            waiting = [number]
            for one in waiting:  # it grows on the way
                known, player = self._folded(one), 2 if one >= self._side else 1
                stands, ends = self._moves(layer, known, whole=True)
                worths = [self._share(self._end(layer, end), player) for end in ends]
                if not stands and not ends:
                    worths = [self._share(self._value(layer, known), player)]
                inside = [to % self._side + (self._side if player == 1 else 0) for to in stands]
                for to in inside:
                    if to not in index:
                        index[to] = len(waiting)
                        waiting.append(to)
                loop.add_player(player, [index[to] for to in inside], worths)
                values.append(self._share(self._value(layer, known), player))
            ranks |= zip(waiting, loop.ranks(values), strict=True)
        return ranks[number]

    def _folded(self, number: Position) -> Position:
        """A position's number, its seats told apart only where that makes a difference."""
        return number if self._seats & 4 else number % self._side

    # What `solvers.endgame` asks.

    @property
    def states(self) -> int:
        """How many positions (at the start of a turn) are held."""
        return self._states

    def forget(self) -> None:
        """Know nothing any more."""
        self._layers: dict[bytes, Layer] = {}
        self._shapes: dict[bytes, Shape] = {}
        self._carried: dict[bytes, tuple[dict[Ride, Rides], dict[int, Rides]]] = {}
        self._ranks: dict[bytes, dict[int, int]] = {}
        self._states = self._listed = 0
        self._asked = b""
        self._pause = min(self._limit, EVERY)
        self._rolls = self._down = self._calls = 0
        self._unit = self._endless.denominator

    def value(self, state: State) -> Fraction:
        """Player 1's value of a position at any phase. Raises `TooLarge`."""
        if (result := state.result()) is not None:
            return result[0]
        key = self._key(state)
        if key not in self._layers:
            self._begin(key)
        if self._calls > SHALLOW:
            with _depth(self._calls):
                choices = self._here(self._layer(key), state)
        else:
            choices = self._here(self._layer(key), state)
        return self._share(max([worth for worth, _ in choices]), state.turn)

    def _begin(self, key: bytes) -> None:
        """Get ready for a layer and all below it. Raises `TooLarge`."""
        self._asked = key
        down = len(key) - self.goal + 1
        # No fewer than there are, so that they need not be counted where there are few.
        rolls, about = 0, (down + 1) ** down * self._size(self.goal - 1)
        for code in key:
            if LIVE <= code < DOLPHIN:
                blow = self._blows[code]
                rolls += blow.rolls
                about *= blow.lefts.bit_count() + 1
        if about > SPARED * self._limit and self._held(key) > SPARED * self._limit:
            raise self._too_large()
        if rolls > self._rolls or down > self._down:
            self._rolls, self._down = max(rolls, self._rolls), max(down, self._down)
            self._calls = (self._rolls + self._down + 1) * (2 * self.board.rows + 10)
            unit = self._endless.denominator * self._weight**self._rolls * factorial(self._down)
            more = unit // self._unit
            for layer in self._layers.values():
                layer.values = {number: value * more for number, value in layer.values.items()}
                layer.ends = {end: value * more for end, value in layer.ends.items()}
            self._unit = unit

    def _too_large(self) -> TooLarge:
        size = self.size(self._asked)
        return TooLarge("solvers.endgame.too_large_river", size=size, limit=self._limit)

    def _held(self, key: bytes) -> int:
        """Of how many positions (`size`) some may have to be held."""
        return self.size(key)

    def _share(self, value: int, player: int) -> Fraction:
        """Player 1's value, as a fraction, from what it is worth to a player."""
        return Fraction(self._unit - value if player == 2 else value, self._unit)

    def _here(self, layer: Layer, state: State) -> list[tuple[int, Position | None]]:
        """What the turn player may choose among, at any phase: what it is worth to him, and the position at
        the start of a turn, its seats told apart, where it is of the same layer."""
        table, place = state.table, self._place
        player, rabbits = table.turn, table.rabbits
        me, other = place[rabbits[player - 1]], place[rabbits[2 - player]]
        turn = 4 if player == 2 else 0
        for resting in table.resting:
            turn |= 1 if resting == player else 2
        landed: tuple[str, ...]
        square = 0
        match table.phase:
            case Turn():
                number = self.number(turn, me, other)
                return [(self._value(layer, self._folded(number)), number)]
            case Fight(rabbit=rabbit) | Peeking(rabbit=rabbit):
                landed = (rabbits[rabbit - 1],)
            case Riding(rabbit=rabbit, landed=landed) | TurningUp(rabbit=rabbit, landed=landed):
                pass
            case Looking(rabbit=rabbit, at=at):
                landed, square = (rabbits[rabbit - 1],), place[at]
            case Dealing() | Picking() | Placing():
                raise AssertionError("a draft has secrets")
            case _ as never:
                assert_never(never)
        *before, here = (place[name] for name in landed)
        mine = rabbit == player
        stay = other if mine else me
        then = self._after[turn]
        choices: list[tuple[int, Position | None]] = []
        for on, past in self._ride(layer, (here, stay, sum(1 << at for at in before))):
            end = (then & self._seats, mine, on, stay, past)
            position = None
            if square and layer.unseen:
                value = self._look(layer, end, square)
            elif layer.codes[on] in _STAND:
                # What is looked at may be known: then looking changes nothing.
                position = self._stand(then, mine, on, stay)
                value = self._unit - self._value(layer, self._folded(position))
            else:
                value = self._end(layer, end)
            choices.append((value, position))
        return choices


@contextmanager
def _depth(calls: int) -> Iterator[None]:
    """Where calls go deep, as with many rolls that can still be thrown, Python is told to let them."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, calls + 1000))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def _plus(p: list[int], q: list[int]) -> list[int]:
    """The sum of two polynomials."""
    return [a + b for a, b in zip_longest(p, q, fillvalue=0)]


def _times(p: list[int], q: list[int]) -> list[int]:
    """The product of two polynomials."""
    product = [0] * (len(p) + len(q) - 1)
    for i, a in enumerate(p):
        for j, b in enumerate(q):
            product[i + j] += a * b
    return product
