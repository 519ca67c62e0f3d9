"""River's fast way: whole layers at once, in whole numbers.

A *layer* is what is known of the cards and the damage on them; within it only the rabbits, the turn and who
rests change. Rolls and cards turned up lead to layers below, never back, so layers are solved from the bottom
up, all positions of one at once (two players).

**Alike for certain.** A shark whose hit points left are not more than the dice's least total is beaten by
any roll: for the value it is a beaten shark, and that is a whale. A giant squid with nothing left to turn up
is one too. What differs only so is one layer here, which saves most of them and keeps every value: each
position is worth what its moves and rolls lead to, and they lead to positions that are alike.

**Programs.** Which squares hold a live shark, a dolphin, an orca, a squid, a face-down card or nothing of
note is the *shape* of a layer. All layers of one shape share a *program*: the list of their positions, with
the places of the values that each compares. A layer's values are one list: what leads out of it first (its
*exits*: fights, cards turned up), then its positions, each after those that it leads to. Where no face-up
orca carries back one pass does; else the passes are repeated from the draw value until nothing changes
(`solvers.endgame` says why that is the value).

**Numbers.** The values of a layer are whole numbers over one denominator: a common multiple of those below,
times the weight of all rolls or the number of unseen cards. So a fight costs a few products, and everything
else is comparing. Values are always player 1's.

**Size.** It is counted before the work begins. A river with s squares to stand on has
2 ((1 + s)² - s + 2 (1 + s)) positions at the start of a turn in a layer (2 more where both rabbits can rest).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, chain, zip_longest
from math import comb, lcm
from operator import itemgetter
from typing import Final, NamedTuple, assert_never

from inaba.dice import total
from inaba.errors import TooLarge
from inaba.river.board import GOAL, START, Board
from inaba.river.cards import Card, Kind
from inaba.river.draft import Dealing, Picking, Placing
from inaba.river.rules import Rules
from inaba.river.state import Fight, Looking, Peeking, Riding, State, Turn, TurningUp
from solvers.loops import Loop

LIMIT: Final = 12_000_000
"""The most positions that are solved unless more are asked for: an open river of the classroom deck is within
it, in well under a minute and 1 GB."""

RIDES: Final = 1_000_000
"""The most ways to be carried on that are listed: with many dolphins and orcas they multiply."""

EVERY: Final = 20_000
"""Progress is reported once in so many positions."""

# What lies on a square, in one byte: 1 to 99 are the hit points left of a live shark.
PLAIN: Final = 0
DOLPHIN: Final = 100
ORCA: Final = 101
SQUID: Final = 102
HIDDEN: Final = 103
LIVE: Final = 1

_SHAPE = bytes(LIVE if 1 <= code < DOLPHIN else code for code in range(256))
_BARE = bytes(PLAIN if code == SQUID else code for code in range(256))

# A rabbit's place is a number: 0 for Start, then the squares in the board's order; the goal comes last.
Place = int

# How a landing can end, within the turn.
STAND: Final = 0
FIGHT: Final = 1
UP: Final = 2
LOOK: Final = 3


class Leaf(NamedTuple):
    """How a landing can end: the rabbit stands somewhere (Start and the goal too), or chance is to act.

    Attributes
    ----------
    kind : int
        `STAND`, `FIGHT`, `UP` (the card under the rabbit is turned up) or `LOOK` (the squid turns one up).
    at : int
        Where the rabbit is.
    more : int
        For `UP` the squares this move has landed on, one bit each; for `LOOK` the place of the card.
    """

    kind: int
    at: Place
    more: int


class Exit(NamedTuple):
    """A chance position that leads out of a layer: a leaf, and who is where."""

    leaf: Leaf
    rabbit: int
    other: Place
    turn: int
    rest: int


class Blow(NamedTuple):
    """What one roll does to a shark with some hit points left.

    Attributes
    ----------
    live : tuple of (int, int)
        Hit points left after a lost fight that leaves the shark alive, with the weight of the rolls.
    lost : int
        The weight of the rolls that lose, but leave a shark that any roll beats.
    won : int
        The weight of the rolls that beat it.
    """

    live: tuple[tuple[int, int], ...]
    lost: int
    won: int


class Layer(NamedTuple):
    """A solved layer: its values are whole numbers over ``denominator``, positions first, then exits.

    The exits are kept only where a card may have been turned up: the layer above asks for them.
    """

    key: bytes
    program: Program
    denominator: int
    values: list[int]


class Program:
    """What the layers of one shape have in common (see the module's page).

    Parameters
    ----------
    game : Layers
    shape : bytes
        One code a square; `LIVE` for any live shark.

    Attributes
    ----------
    positions : dict of int to int
        The positions by `Layers.number`, counted from 0 in the order in which they are solved.
    exits : dict of Exit to int
        The exits, counted from 0.
    first : int
        Where the positions begin while a layer is solved: after a win and a loss of player 1, and the exits.
    loops : bool
        Whether play can go round within a layer.
    """

    def __init__(self, game: Layers, shape: bytes) -> None:
        self.shape = shape
        self.game = game
        self.loops = game.carries_back and ORCA in shape
        self._leaves: dict[tuple[Place, Place, int], tuple[Leaf, ...]] = {}
        self.exits: dict[Exit, int] = {}
        self.positions: dict[int, int] = {}

        stands = [0, *(q for q, code in enumerate(shape, 1) if code not in (LIVE, HIDDEN))]
        order = [
            (a, b, turn, rest)
            for a in stands
            for b in stands
            if a != b or not a
            for rest in game.rests
            if not (rest & 1 and a) and not (rest & 2 and b)
            for turn in (0, 1)
        ]
        # Each position after those that it leads to: rabbits go ahead, and a pass takes a rest away.
        row = [0, *(game.board.row(square) for square in game.board.squares)]
        order.sort(key=lambda p: (-row[p[0]] - row[p[1]], p[3].bit_count()))
        for position in order:
            self.positions[game.number(*position)] = len(self.positions)
        options = [list(self._options(*position)) for position in order]
        exits = {option for some in options for option in some if isinstance(option, Exit)}
        for option in sorted(exits):
            self.exits[option] = len(self.exits)
        self.first = len(self.exits) + 2
        self.__dict__["steps"] = self._steps(order, options)

    @cached_property
    def steps(self) -> list[tuple[Best, Fetch]]:
        """For each position in order: the comparison, and what fetches the values to be compared."""
        order = [self.game.position(number) for number in self.positions]
        return self._steps(order, [list(self._options(*position)) for position in order])

    def _steps(
        self, order: list[tuple[Place, Place, int, int]], options: list[list[Exit | int]]
    ) -> list[tuple[Best, Fetch]]:
        return [
            (min if position[2] else max, fetch_at(sorted({self._index(option) for option in some})))
            for position, some in zip(order, options, strict=True)
        ]

    def release(self) -> None:
        """Let go of what takes most memory, and is made again where it is needed again."""
        for name in ("steps", "fights"):
            self.__dict__.pop(name, None)

    def _index(self, option: Exit | int) -> int:
        if isinstance(option, Exit):
            return self.exits[option] + 2
        return self.positions[option] + self.first if option >= 0 else -1 - option

    def _options(self, a: Place, b: Place, turn: int, rest: int) -> Iterator[Exit | int]:
        """What a position leads to: exits, numbers of positions, -1 for a win of player 1, -2 for a loss."""
        game = self.game
        found = False
        for rabbit, (here, other) in enumerate(((a, b), (b, a))):
            if rest >> rabbit & 1:
                continue
            for to in game.ahead[here]:
                if to != other:
                    found = True
                    for leaf in self.landing(to, other):
                        yield self.end(leaf, rabbit, other, turn, rest)
        if not found:
            yield game.number(a, b, 1 - turn, game.rest_after(turn, rest))

    def end(self, leaf: Leaf, rabbit: int, other: Place, turn: int, rest: int) -> Exit | int:
        """A leaf of a landing as an option: see `_options`."""
        if leaf.kind != STAND:
            return Exit(leaf, rabbit, other, turn, rest)
        if leaf.at == self.game.goal:
            return -1 - rabbit
        a, b = (other, leaf.at) if rabbit else (leaf.at, other)
        return self.game.number(a, b, 1 - turn, self.game.rest_after(turn, rest))

    def landing(self, to: Place, other: Place, landed: int = 0) -> tuple[Leaf, ...]:
        """How a landing can end (River, rule 6), the other rabbit being where it is.

        Parameters
        ----------
        to, other : int
            Where the rabbit lands, Start and the goal included; where the other one is.
        landed : int
            The squares that this move has landed on before, one bit each.
        """
        if to in (0, self.game.goal):
            return (Leaf(STAND, to, 0),)
        key = (to, other, landed)
        if key not in self._leaves:
            leaves = self._leaves[key] = tuple(dict.fromkeys(self._land(to, other, landed | 1 << to)))
            self.game.note_rides(len(leaves))
        return self._leaves[key]

    def _land(self, to: Place, other: Place, landed: int) -> Iterator[Leaf]:
        code = self.shape[to - 1]
        if code == LIVE:
            yield Leaf(FIGHT, to, 0)
        elif code == HIDDEN:
            yield Leaf(UP, to, landed)
        elif code == SQUID:
            for at, lies in enumerate(self.shape, 1):
                if lies == HIDDEN:
                    yield Leaf(LOOK, to, at)
        else:
            carried = False
            for on in self.game.carries(code, to):
                if on in (0, self.game.goal) or (on != other and not landed >> on & 1):
                    carried = True
                    yield from self.landing(on, other, landed)
            if not carried:
                yield Leaf(STAND, to, 0)

    @cached_property
    def fights(self) -> list[Fights]:
        """For each square with fights, where their values come from in the layers below."""
        game = self.game
        squares: dict[Place, list[Exit]] = {}
        for option in self.exits:
            if option.leaf.kind == FIGHT:
                squares.setdefault(option.leaf.at, []).append(option)
        found = []
        for square, exits in squares.items():
            below = game.program(self.shape[: square - 1] + bytes([PLAIN]) + self.shape[square:])
            lost = [game.after_loss(e) for e in exits]
            won = [game.after_win(e) for e in exits]
            found.append(
                Fights(
                    square,
                    fetch_at([self.positions[n] for n in lost]),
                    fetch_at([below.positions[n] for n in lost]),
                    fetch_at([below.positions[n] for n in won]),
                )
            )
        return found


class Fights(NamedTuple):
    """Where the values of a square's fights come from: one fetch for each kind of layer below."""

    square: Place
    lost_alive: Fetch
    lost: Fetch
    won: Fetch


Fetch = Callable[[Sequence[int]], Sequence[int]]
Best = Callable[[Sequence[int]], int]


def fetch_at(places: Sequence[int]) -> Fetch:
    """What fetches the values at some places, in their order."""
    if len(places) == 1:
        return itemgetter(slice(places[0], places[0] + 1))
    return itemgetter(*places)


class Layers:
    """The values of a river's positions for two players, by whole layers.

    Parameters
    ----------
    rules : Rules
    board : Board
    limit : int
        The most positions (at the start of a turn) to hold.
    endless : Fraction
        What play without end is worth to player 1.
    progress : callable, optional
        Called with the number of positions solved, and the number there will be.
    merge : bool
        Whether sharks that any roll beats are as good as beaten. The values are the same either way.
    """

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
        self.carries_back = rules.orca == "back"
        self.rests = (0, 1, 2) if rules.rest == "next" else (0, 1, 2, 3)
        place = {START: 0, **{square: q for q, square in enumerate(board.squares, 1)}}
        place[GOAL] = self.goal = len(place)
        self._place = place

        def places(leads: dict[str, tuple[str, ...]]) -> list[tuple[Place, ...]]:
            return [tuple(place[to] for to in leads.get(square, ())) for square in (START, *board.squares)]

        self.ahead = places(board.ahead)
        self._carries = {DOLPHIN: self.ahead, ORCA: places(board.back if self.carries_back else board.sides)}
        self._totals = sorted(total(rules.dice).items())
        self._weight = total(rules.dice).total
        self._harmless = self._totals[0][0] if merge else 0
        self._blows = [self._blow(left) for left in range(DOLPHIN)]
        self._programs: dict[bytes, Program] = {}
        self._rides = 0
        self._layers: dict[bytes, Layer] = {}
        self._ranks: dict[bytes, dict[int, int]] = {}
        self._states = 0

    # How positions, moves and rolls are numbered.

    def number(self, a: Place, b: Place, turn: int, rest: int) -> int:
        """The number of a position at the start of a turn; turn 0 or 1, and who rests one bit each."""
        return ((rest * 2 + turn) * self.goal + a) * self.goal + b

    def position(self, number: int) -> tuple[Place, Place, int, int]:
        """The position that has a number: who is where, the turn, and who rests."""
        number, b = divmod(number, self.goal)
        number, a = divmod(number, self.goal)
        rest, turn = divmod(number, 2)
        return a, b, turn, rest

    def note_rides(self, count: int) -> None:
        """Count the ways to be carried on that have been listed. Raises `TooLarge`."""
        self._rides += count
        if self._rides > RIDES:
            raise TooLarge("solvers.endgame.rides", size=self._rides, limit=RIDES)

    def rest_after(self, turn: int, rest: int, loser: int | None = None) -> int:
        """Who rests in the next turn (River, rule 7)."""
        lost = 0 if loser is None else 1 << loser
        return lost if self.rules.rest == "next" else rest & ~(1 << turn) | lost

    def carries(self, code: int, square: Place) -> tuple[Place, ...]:
        """Where the card on a square carries to; nowhere unless it is a dolphin or an orca."""
        return self._carries[code][square] if code in self._carries else ()

    def after_loss(self, fight: Exit) -> int:
        """The number of the position after a lost fight."""
        rest = self.rest_after(fight.turn, fight.rest, fight.rabbit)
        a, b = (fight.other, 0) if fight.rabbit else (0, fight.other)
        return self.number(a, b, 1 - fight.turn, rest)

    def after_win(self, fight: Exit) -> int:
        """The number of the position after a fight that was won, or a landing that has no effect."""
        rest = self.rest_after(fight.turn, fight.rest)
        at, other = fight.leaf.at, fight.other
        a, b = (other, at) if fight.rabbit else (at, other)
        return self.number(a, b, 1 - fight.turn, rest)

    def program(self, shape: bytes) -> Program:
        """The program of a shape, made once."""
        if shape not in self._programs:
            self._programs[shape] = Program(self, shape)
        return self._programs[shape]

    def _blow(self, left: int) -> Blow:
        live: dict[int, int] = {}
        lost = won = 0
        for damage, weight in self._totals:
            if damage >= left:
                won += weight
            elif left - damage <= self._harmless:
                lost += weight
            else:
                live[left - damage] = live.get(left - damage, 0) + weight
        return Blow(tuple(live.items()), lost, won)

    # Layers and those below them.

    def _code(self, card: Card) -> int:
        """A card as one byte, with what is alike for certain written alike."""
        match card.kind:
            case Kind.SHARK:
                return card.hit_points if card.hit_points > self._harmless else PLAIN
            case Kind.WHALE:
                return PLAIN
            case Kind.DOLPHIN:
                return DOLPHIN
            case Kind.ORCA:
                return ORCA
            case Kind.SQUID:
                return SQUID
            case _ as never:
                assert_never(never)

    def _key(self, state: State) -> bytes:
        """A layer in bytes: a code for each square, then the codes of the unseen cards, sorted."""
        codes = bytearray()
        for spot in state.spots:
            if spot.card is None:
                codes.append(HIDDEN)
            else:
                codes.append(self._code(spot.card._replace(hit_points=spot.left)))
        unseen = bytes(sorted(map(self._code, state.unseen)))
        return bytes(codes) + unseen if unseen else bytes(codes).translate(_BARE)

    def _hurt(self, key: bytes, square: Place, left: int) -> bytes:
        return key[: square - 1] + bytes([left]) + key[square:]

    def _turn_up(self, key: bytes, square: Place, card: int) -> bytes:
        gone = key.index(card, self.goal - 1)
        key = self._hurt(key[:gone] + key[gone + 1 :], square, card)
        return key if len(key) >= self.goal else key.translate(_BARE)

    def _after_fights(self, key: bytes) -> Iterator[bytes]:
        """The layers that the fights of a layer lead to, each at least once."""
        for square, code in enumerate(key[: self.goal - 1], 1):
            if LIVE <= code < DOLPHIN:
                for left, _ in self._blows[code].live:
                    yield self._hurt(key, square, left)
                yield self._hurt(key, square, PLAIN)

    def _after_cards(self, key: bytes) -> Iterator[bytes]:
        """The layers that turning up a card leads to, each at least once."""
        for square, code in enumerate(key[: self.goal - 1], 1):
            if code == HIDDEN:
                for card in set(key[self.goal - 1 :]):
                    yield self._turn_up(key, square, card)

    def _size(self, stands: int) -> int:
        """The positions of a layer with so many squares to stand on."""
        both = (1 + stands) ** 2 - stands
        return 2 * (both + 2 * (1 + stands)) + (2 if 3 in self.rests else 0)

    def _stands(self, key: bytes) -> int:
        return sum(not (LIVE <= code < DOLPHIN or code == HIDDEN) for code in key[: self.goal - 1])

    def size(self, key: bytes) -> int:
        """How many positions there are at most in a layer and all below it, without listing them.

        Exact where no card is face down. Else layers that become alike, as where one card was turned up here
        and another there and both are beaten, are counted more than once.
        """
        return sum(self.sizes(key))

    def sizes(self, key: bytes) -> list[int]:
        """`size`, told apart by how many of the face-down cards have been turned up: from 0 to all."""
        # Polynomials in the number of squares to stand on: their coefficients count layers.
        reached = [0] * DOLPHIN
        for left in range(self._harmless + 1, DOLPHIN):
            seen = {left}
            for now in range(left, 0, -1):
                if now in seen:
                    seen.update(below for below, _ in self._blows[now].live)
            reached[left] = len(seen)

        def levels(code: int) -> list[int]:
            return [reached[code], 1] if LIVE <= code < DOLPHIN else [0, 1]

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
        return [
            comb(len(unseen), k) * sum(count * self._size(s) for s, count in enumerate(_times(layers, some)))
            for k, some in enumerate(shown)
        ]

    def _list(self, root: bytes) -> list[bytes]:
        """The layers to be solved for one, from the bottom up. Raises `TooLarge`."""
        room = self._limit - self._states
        about = self.size(root)
        found = {root}
        waiting = [root]
        count = self._size(self._stands(root))
        while waiting:
            if count > room:
                raise TooLarge("solvers.endgame.too_large_river", size=about, limit=self._limit)
            above = waiting.pop()
            for key in chain(self._after_fights(above), self._after_cards(above)):
                if key not in found and key not in self._layers:
                    found.add(key)
                    waiting.append(key)
                    count += self._size(self._stands(key))
        alive = bytes(range(LIVE, DOLPHIN))

        def height(key: bytes) -> tuple[int, int, bytes, int]:
            """Unseen cards, live sharks, the shape, and hit points: each only falls if those before stay."""
            codes = key[: self.goal - 1]
            left = [code for code in codes if code in alive]
            return len(key), len(left), codes.translate(_SHAPE), sum(left)

        return sorted(found, key=height)

    def _solve(self, root: bytes) -> None:
        """Solve a layer and all below it that are not known."""
        layers = self._list(root)
        count = self._states + sum(self._size(self._stands(key)) for key in layers)
        reported = self._states
        program: Program | None = None
        for key in layers:
            layer = self._layers[key] = self._layer(key, len(root) >= self.goal)
            if program is not layer.program:
                if program:
                    program.release()
                program = layer.program
            self._states += len(layer.program.positions)
            if self._progress and self._states >= reported + EVERY:
                reported = self._states
                self._progress(reported, count)

    def _layer(self, key: bytes, keeps_exits: bool) -> Layer:
        """The values of one layer, all below being known."""
        codes, unseen = key[: self.goal - 1], key[self.goal - 1 :]
        program = self.program(codes.translate(_SHAPE))
        denominator = lcm(
            self._endless.denominator,
            *(self._weight * self._layers[below].denominator for below in self._after_fights(key)),
            *(len(unseen) * self._layers[below].denominator for below in self._after_cards(key)),
        )
        values = [denominator, 0]
        for fights in program.fights:
            values += self._fights(key, fights, denominator)
        layer = Layer(key, program, denominator, values)
        values += self._cards(layer, list(program.exits)[len(values) - 2 :])
        first = program.first
        if program.loops:
            values += [denominator * self._endless.numerator // self._endless.denominator] * len(
                program.steps
            )
            changed = True
            while changed:
                changed = False
                for i, (best, fetch) in enumerate(program.steps, first):
                    value = best(fetch(values))
                    if value != values[i]:
                        values[i] = value
                        changed = True
        else:
            append = values.append
            for best, fetch in program.steps:
                append(best(fetch(values)))
        exits = values[2:first] if keeps_exits else []
        del values[:first]
        values += exits
        return layer

    def _cards(self, layer: Layer, options: list[Exit]) -> list[int]:
        """The values of a layer's exits by a card that is turned up."""
        return [self._exit(layer, option) for option in options]

    def _fights(self, key: bytes, fights: Fights, denominator: int) -> list[int]:
        """The values of all fights on one square of a layer."""
        blow = self._blows[key[fights.square - 1]]
        parts = [(weight, left, fights.lost_alive) for left, weight in blow.live]
        parts.append((blow.lost, PLAIN, fights.lost))
        parts.append((blow.won, PLAIN, fights.won))
        sums: list[int] = []
        for weight, left, fetch in parts:
            if weight:
                below = self._layers[self._hurt(key, fights.square, left)]
                factor = weight * (denominator // (self._weight * below.denominator))
                values = fetch(below.values)
                if sums:
                    sums = [one + factor * value for one, value in zip(sums, values, strict=True)]
                else:
                    sums = [factor * value for value in values]
        return sums

    def _at(self, layer: Layer, number: int) -> int:
        """The value of a position of a layer, by its number."""
        return layer.values[layer.program.positions[number]]

    def _exit(self, layer: Layer, option: Exit) -> int:
        """The value of a fight or a card turned up, over the layer's denominator."""
        leaf, rabbit, other, turn, rest = option
        key, square = layer.key, leaf.at
        share = 0
        if leaf.kind == FIGHT:
            unit = layer.denominator // self._weight
            blow = self._blows[key[square - 1]]
            for weight, left, number in (
                *((weight, left, self.after_loss(option)) for left, weight in blow.live),
                (blow.lost, PLAIN, self.after_loss(option)),
                (blow.won, PLAIN, self.after_win(option)),
            ):
                if weight:
                    below = self._layers[self._hurt(key, square, left)]
                    share += weight * (unit // below.denominator) * self._at(below, number)
            return share
        unseen = key[self.goal - 1 :]
        unit = layer.denominator // len(unseen)
        for card in set(unseen):
            below = self._layers[self._turn_up(key, leaf.more if leaf.kind == LOOK else square, card)]
            if leaf.kind == LOOK:
                value = self._at(below, self.after_win(option))
            else:
                value = self._landed(below, leaf, rabbit, other, turn, rest)
            share += unseen.count(card) * (unit // below.denominator) * value
        return share

    def _landed(self, layer: Layer, leaf: Leaf, rabbit: int, other: Place, turn: int, rest: int) -> int:
        """The value where a rabbit's card has just been turned up, over the layer's denominator."""
        landed = leaf.more & ~(1 << leaf.at)
        leaves = layer.program.landing(leaf.at, other, landed)
        return (min if turn else max)(
            self._option(layer, layer.program.end(end, rabbit, other, turn, rest)) for end in leaves
        )

    def _option(self, layer: Layer, option: Exit | int) -> int:
        """The value of an option (`Program.end`), over the layer's denominator."""
        if isinstance(option, Exit):
            place = layer.program.exits.get(option)
            if place is None or (place := place + len(layer.program.positions)) >= len(layer.values):
                return self._exit(layer, option)
            return layer.values[place]
        if option < 0:
            return layer.denominator if option == -1 else 0
        return self._at(layer, option)

    # What `solvers.endgame` asks.

    @property
    def states(self) -> int:
        """How many positions (at the start of a turn) are known."""
        return self._states

    def forget(self) -> None:
        """Know nothing any more."""
        self._programs.clear()
        self._layers.clear()
        self._ranks.clear()
        self._states = self._rides = 0

    def value(self, state: State) -> Fraction:
        """Player 1's value of a position at any phase. Raises `TooLarge`."""
        if (result := state.result()) is not None:
            return result[0]
        key = self._key(state)
        if key not in self._layers:
            self._solve(key)
        layer = self._layers[key]
        values = [self._option(layer, option) for option in self._here(layer, state)]
        return Fraction((min if state.turn == 2 else max)(values), layer.denominator)

    def _here(self, layer: Layer, state: State) -> list[Exit | int]:
        """A position at any phase as what the turn player may choose among."""
        a, b = (self._place[square] for square in state.rabbits)
        turn, rest = state.turn - 1, sum(1 << player - 1 for player in state.resting)
        landed_on: tuple[str, ...]
        match state.phase:
            case Turn():
                return [self.number(a, b, turn, rest)]
            case Fight(rabbit=rabbit) | Peeking(rabbit=rabbit):
                landed_on, at = (state.rabbits[rabbit - 1],), 0
            case Riding(rabbit=rabbit, landed=landed) | TurningUp(rabbit=rabbit, landed=landed):
                landed_on, at = landed, 0
            case Looking(rabbit=rabbit, at=square):
                landed_on, at = (state.rabbits[rabbit - 1],), self._place[square]
            case Dealing() | Picking() | Placing():
                raise AssertionError("a draft has secrets")
            case _ as never:
                assert_never(never)
        *before, here = (self._place[square] for square in landed_on)
        other = a if rabbit == 2 else b
        leaves = layer.program.landing(here, other, sum(1 << square for square in before))
        return [
            layer.program.end(leaf, rabbit - 1, other, turn, rest)
            for leaf in leaves
            if not at or leaf.more == at
        ]

    def rank(self, state: State, after: State) -> int:
        """How far a position is from leaving the loops of another one's layer (`Values.rank`)."""
        key = self._key(state)
        if state.result() is not None or key != self._key(after):
            return 0
        layer = self._layers[key]
        if not layer.program.loops:
            return 0
        if key not in self._ranks:
            self._ranks[key] = self._layer_ranks(layer)
        options = self._here(layer, state)
        value = self.value(state)
        best = [o for o in options if Fraction(self._option(layer, o), layer.denominator) == value]
        ranks = [0 if isinstance(o, Exit) or o < 0 else self._ranks[key][o] for o in best]
        # Who has more than endless play is worth to him hurries; the other one does not.
        return (min if (value > self._endless) == (state.turn == 1) else max)(ranks)

    def _layer_ranks(self, layer: Layer) -> dict[int, int]:
        """The rank of each position of a layer, by its number, and the certificate of its values."""
        program, d = layer.program, layer.denominator
        leave = [Fraction(1), Fraction(0)]
        leave += [Fraction(self._option(layer, option), d) for option in program.exits]
        every = range(program.first + len(program.positions))
        loop = Loop(self._endless)
        for best, fetch in program.steps:
            places = fetch(every)
            loop.add_player(
                1 if best is max else 2,
                [place - program.first for place in places if place >= program.first],
                [leave[place] for place in places if place < program.first],
            )
        values = [Fraction(self._at(layer, number), d) for number in program.positions]
        return dict(zip(program.positions, loop.ranks(values), strict=True))


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
