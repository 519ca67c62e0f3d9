"""Rivers with face-down cards, solved exactly further than by whole layers alone.

Two facts carry it, both for two players and nothing secret.

**The last cards are known.** Where all unseen cards are alike, as where one is left, everybody knows what
lies face down. Turning such a card up is no chance, and looking at it by the giant squid tells nothing: every
move leads to the same as it would in the open river. So that position *is* one of the open river with those
cards face up. (The map from the one to the other keeps whose turn it is, results and the odds of every roll,
and carries the moves of the one to those of the other: a bisimulation, which keeps values.) Of all layers
those with one card face down are by far the most numerous after the open ones; here there are none.

**Open rivers have tables.** Behind the last card that matters lies one open river for each layout of the
unseen cards. Where the loops are compiled, `solvers.river_table` solves each as a whole and exactly, and the
layers with two face-down cards or more (`solvers.river_layers`) take from it the values that they ask for.
So a layout costs compiled time, and only what is not yet known costs Python's.

**Cost.** With k face-down cards, all different, there are k! tables; and with j of them still face down,
2 ≤ j ≤ k, there are (k choose j) k!/j! ways in which the rest can lie face up, each with all the damage that
the sharks can have taken. `tests/benchmarks/search.py --frontier` measures how far that goes.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import permutations
from typing import Final, NamedTuple, cast

from inaba.chance import Chance
from inaba.errors import TooLarge
from inaba.river.board import START, Board
from inaba.river.cards import Card, Kind, Spot
from inaba.river.moves import TurnedUp
from inaba.river.rules import Rules
from inaba.river.state import Looking, State, Table
from solvers import river_kernel, river_layers, river_table
from solvers.river_layers import (
    DOLPHIN,
    HIDDEN,
    LIVE,
    LOOK,
    ORCA,
    PLAIN,
    SQUID,
    Exit,
    Fetch,
    Layer,
    Layers,
    Program,
    fetch_at,
)

HALF: Final = Fraction(1, 2)

LIMIT: Final = 12_000_000
"""The most positions, those in tables left out, that are solved unless more are asked for."""

TABLES_FROM: Final = 20_000
"""A layout of fewer positions is solved as layers: a table would take longer to set up."""

THREADS_FROM: Final = 1_000_000
"""Tables of fewer positions are built by one thread: threads would wait for each other."""

_ANIMALS: Final = {PLAIN: Kind.WHALE, DOLPHIN: Kind.DOLPHIN, ORCA: Kind.ORCA, SQUID: Kind.SQUID}

Progress = Callable[[int, int | None], object]


class _Same(dict[int, int]):
    """Every number at its own place."""

    def __missing__(self, number: int) -> int:
        return number


class _Shape(Program):
    """What can happen at a landing in an open layer; its positions are a table's."""

    def __init__(self, game: Layers, shape: bytes) -> None:
        self.shape, self.game = shape, game
        self._leaves = {}
        self.exits = {}
        self.positions = _Same()
        self.loops = False


class _Layout:
    """One open river: its table, and how its layers are numbered by codes."""

    def __init__(self, table: river_table.RiverTable) -> None:
        self.table = table
        river = table.river
        self.offsets: list[dict[int, int]] = [{} for _ in river.board.squares]
        for i, shark in enumerate(river.sharks):
            digits = {left: (d + 1) * river.stride[i] for d, left in enumerate(shark.lefts)}
            self.offsets[river.board.index[shark.square]] = digits

    def values(self, codes: bytes, stand: _Stand) -> _Values:
        """The values of one layer."""
        river = self.table.river
        layer = sum(at[code] for code, at in zip(codes, self.offsets, strict=True) if LIVE <= code < DOLPHIN)
        rolls, block = river.rolls(layer), stand.block
        kept, begin = self.table.kept, self.table.sizes.base(layer)
        words, scale = kept.words[rolls], river.scale(rolls)
        flat = self.table.numbers[begin : begin + block * river.sides * words]
        listed: list[int] = flat if isinstance(flat, list) else flat.tolist()
        units = listed[words - 1 :: words]
        for k in range(words - 2, -1, -1):
            units = [(high << kept.bits) + low for high, low in zip(units, listed[k::words], strict=True)]
        return _Values(units[:block] + [scale - one for one in units[-block:]], scale, stand)


class _Stand:
    """Where the rabbits can stand in the layers of one shape, and so how a table ranks their positions."""

    def __init__(self, game: Layers, shape: bytes) -> None:
        self.goal = game.goal
        self.places = [0]
        width = 1
        for code in shape:
            self.places.append(-1 if code == LIVE else width)
            width += code != LIVE
        self.width = width
        self.block = width * width + 2 * width + (3 in game.rests)

    def index(self, number: int) -> int:
        """The rank of a position by its `Layers.number`; where player 2 is to move, behind the others."""
        number, b = divmod(number, self.goal)
        number, a = divmod(number, self.goal)
        rest, turn = divmod(number, 2)
        me, other = self.places[a], self.places[b]
        if turn:
            me, other = other, me
            rest = rest >> 1 | (rest & 1) << 1
        width = self.width
        if rest == 0:
            rank = me * width + other
        elif rest == 1:
            rank = width * width + other
        elif rest == 2:
            rank = width * width + width + me
        else:
            rank = self.block - 1
        return rank + self.block if turn else rank


class _Values:
    """A layer's values by `Layers.number`, from an exact table: player 1's; a win is worth ``scale``."""

    def __init__(self, flat: list[int], scale: int, stand: _Stand) -> None:
        self.flat, self.scale, self._stand = flat, scale, stand

    def __len__(self) -> int:
        return 0

    def __getitem__(self, number: int) -> int:
        return self.flat[self._stand.index(number)]


class _Fought(NamedTuple):
    """Fights on one square, and where their values stand in the layers of a table that they lead to."""

    square: int
    lost_alive: Fetch
    lost: Fetch
    won: Fetch


class _Plan(NamedTuple):
    """Where the values stand that the exits by one card, turned up on one square, choose among.

    They are places in a list: the values of the layer below, for a table's layer then its fights in order,
    and at last a win and a loss.
    """

    fights: tuple[_Fought, ...]
    first: Fetch
    several: tuple[tuple[int, bool, tuple[int, ...]], ...]
    """For each exit with a choice: its place, whether player 2 chooses, and what among."""


class _Known(dict[bytes, Layer]):
    """The layers that are known; open ones are found in tables when they are asked for."""

    def __init__(self, found: Callable[[bytes], Layer]) -> None:
        super().__init__()
        self._found = found

    def __missing__(self, key: bytes) -> Layer:
        layer = self[key] = self._found(key)
        return layer


class FaceDown(Layers):
    """Values of a river's positions for two players, with face-down cards or without (see the module's page).

    Parameters
    ----------
    rules : Rules
    board : Board
    limit : int
        The most positions (at the start of a turn) to hold, those in tables left out.
    endless : Fraction
        What play without end is worth to player 1.
    progress : callable, optional
        Called with the number of positions solved, and the number there will be.
    tables : bool, optional
        Whether tables answer for open rivers; where the loops are compiled, unless given.
    """

    def __init__(
        self,
        rules: Rules,
        board: Board,
        limit: int = LIMIT,
        endless: Fraction = HALF,
        progress: Progress | None = None,
        tables: bool | None = None,
    ) -> None:
        super().__init__(rules, board, limit, endless, progress)
        self._with_tables = river_kernel.COMPILED if tables is None else tables
        self._layers: dict[bytes, Layer] = _Known(self._from_table)
        self._root = b""
        self._layouts: dict[bytes, _Layout] = {}
        self._which: dict[bytes, bytes] = {}
        self._shapes: dict[bytes, _Shape] = {}
        self._stands_of: dict[bytes, _Stand] = {}
        self._plans: dict[tuple[bytes, int, bytes, bool], _Plan] = {}
        self.tables = 0
        """How many tables have been built."""

    # The last cards are known.

    def _known(self, key: bytes) -> bytes:
        """The key with its face-down cards turned up, where all of them are alike."""
        unseen = key[self.goal - 1 :]
        if unseen and unseen.count(unseen[0]) == len(unseen):
            shown = key[: self.goal - 1].replace(bytes([HIDDEN]), unseen[:1])
            return shown.translate(river_layers._BARE)
        return key

    def _key(self, state: State) -> bytes:
        return self._known(super()._key(state))

    def _turn_up(self, key: bytes, square: int, card: int) -> bytes:
        return self._known(super()._turn_up(key, square, card))

    def value(self, state: State) -> Fraction:
        """Player 1's value of a position at any phase. Raises `TooLarge`."""
        if isinstance(state.phase, Looking) and len(self._key(state)) < self.goal:
            # What is looked at is known, so looking changes nothing.
            state = state.happen(next(iter(cast("Chance[TurnedUp]", state.chance()))))
        return super().value(state)

    def size(self, key: bytes) -> int:
        """How many positions there are at most in a layer and all below it, tables or not."""
        return sum(self._parts(key))

    def _parts(self, key: bytes) -> tuple[int, int]:
        """The same apart: with cards face down, and open."""
        *down, shown = self.sizes(key)
        # With one card face down a layer is an open one.
        return sum(down[:-1]), shown

    def size_of(self, state: State) -> int:
        """How many positions one leads to at most (`size`)."""
        return self.size(self._key(state))

    def cost(self, state: State) -> tuple[int, int]:
        """How many positions would be solved at most as layers, and how many in tables."""
        key = self._key(state)
        down, shown = self._parts(key)
        return (down, shown) if self._uses_tables(key) else (down + shown, 0)

    # Open rivers have tables.

    def _list(self, root: bytes) -> list[bytes]:
        if not self._uses_tables(root):
            return super()._list(root)
        if len(root) < self.goal:
            return []
        room = self._limit - self._states
        found, waiting = {root}, [root]
        count = self._size(self._stands(root))
        while waiting:
            if count > room:
                raise TooLarge(
                    "solvers.endgame.too_large_river", size=max(count, self.size(root)), limit=self._limit
                )
            above = waiting.pop()
            for key in (*self._after_fights(above), *self._after_cards(above)):
                if len(key) >= self.goal and key not in found and key not in self._layers:
                    found.add(key)
                    waiting.append(key)
                    count += self._size(self._stands(key))

        def height(key: bytes) -> tuple[int, int]:
            return len(key), sum(code for code in key[: self.goal - 1] if LIVE <= code < DOLPHIN)

        return sorted(found, key=height)

    def _uses_tables(self, root: bytes) -> bool:
        if not self._with_tables:
            return False
        codes, unseen = root[: self.goal - 1], iter(root[self.goal - 1 :])
        layout = bytes(next(unseen) if code == HIDDEN else code for code in codes)
        return self.size(layout.translate(river_layers._BARE)) >= TABLES_FROM

    def _solve(self, root: bytes) -> None:
        if self._uses_tables(root) and not self._covers(root):
            # Tables are made for one river with its face-down cards; another one starts afresh.
            self.forget()
            self._root = root
        super()._solve(root)

    def _covers(self, key: bytes) -> bool:
        """Whether a layer comes up in the play of the river that the tables are made for."""
        root, goal = self._root, self.goal
        if not root:
            return False
        unseen = list(root[goal - 1 :])
        for card in key[goal - 1 :]:
            if card not in unseen:
                return False
            unseen.remove(card)
        down = [i for i in range(goal - 1) if root[i] == HIDDEN]
        if any(not self._becomes(root[i], key[i]) for i in range(goal - 1) if root[i] != HIDDEN):
            return False
        shown = bytes(key[i] for i in down if key[i] != HIDDEN)
        return any(
            all(map(self._becomes, order, shown)) for order in permutations(unseen, len(shown))
        ) and len(key[goal - 1 :]) == sum(key[i] == HIDDEN for i in down)

    def _becomes(self, before: int, after: int) -> bool:
        """Whether a card with some hit points left can be one with others, or is it."""
        if before == after or (before == SQUID and after == PLAIN):
            return True
        if not LIVE <= before < DOLPHIN or after >= before:
            return False
        return after == PLAIN or any(self._becomes(left, after) for left, _ in self._blows[before].live)

    def _from_table(self, key: bytes) -> Layer:
        """An open layer, from the table of its layout."""
        if len(key) >= self.goal or not self._root:
            raise KeyError(key)
        root = self._root
        down = bytes(i for i in range(self.goal - 1) if root[i] == HIDDEN)
        shown = bytes(key[i] for i in down)
        if shown not in self._which:
            # Any layout will do that can become this one.
            self._which[shown] = next(
                bytes(order)
                for order in sorted(set(permutations(root[self.goal - 1 :])))
                if all(map(self._becomes, order, shown))
            )
        layout = self._layout(down, self._which[shown])
        shape = key.translate(river_layers._SHAPE)
        if shape not in self._shapes:
            self._shapes[shape] = _Shape(self, shape)
        values = layout.values(key, self._stand(shape))
        return Layer(key, self._shapes[shape], values.scale, cast("list[int]", values))

    def _stand(self, shape: bytes) -> _Stand:
        if shape not in self._stands_of:
            self._stands_of[shape] = _Stand(self, shape)
        return self._stands_of[shape]

    # Exits by cards, all of a square's at once.

    def _cards(self, layer: Layer, options: list[Exit]) -> list[int]:
        key, unseen = layer.key, layer.key[self.goal - 1 :]
        squares: dict[int, list[int]] = {}
        for i, option in enumerate(options):
            leaf = option.leaf
            squares.setdefault(leaf.more if leaf.kind == LOOK else leaf.at, []).append(i)
        values = [0] * len(options)
        for square, places in squares.items():
            sums = [0] * len(places)
            for card in set(unseen):
                below = self._layers[self._turn_up(key, square, card)]
                factor = unseen.count(card) * (layer.denominator // len(unseen) // below.denominator)
                # The same layer may be a table's now and have been solved by itself before, or the reverse:
                # then its values stand elsewhere.
                tabled = isinstance(below.program, _Shape)
                asked = (layer.program.shape, square, below.program.shape, tabled)
                if asked not in self._plans:
                    self._plans[asked] = self._plan([options[i] for i in places], below.program)
                plan = self._plans[asked]
                known = self._known_below(below, plan)
                fetched = list(plan.first(known))
                for at, second, among in plan.several:
                    fetched[at] = (min if second else max)([known[i] for i in among])
                sums = [one + factor * value for one, value in zip(sums, fetched, strict=True)]
            for at, value in zip(places, sums, strict=True):
                values[at] = value
        return values

    def _known_below(self, below: Layer, plan: _Plan) -> list[int]:
        """The list that a plan points into."""
        ends = [below.denominator, 0]
        if not isinstance(below.program, _Shape):
            missing = list(below.program.exits)[len(below.values) - len(below.program.positions) :]
            return [*below.values, *(self._exit(below, option) for option in missing), *ends]
        known = list(cast("_Values", below.values).flat)
        for square, lost_alive, lost, won in plan.fights:
            blow = self._blows[below.key[square - 1]]
            parts = [(weight, left, lost_alive) for left, weight in blow.live]
            parts += [(blow.lost, PLAIN, lost), (blow.won, PLAIN, won)]
            sums: list[int] = []
            for weight, left, fetch in parts:
                if weight:
                    after = self._layers[self._hurt(below.key, square, left)]
                    factor = weight * (below.denominator // (self._weight * after.denominator))
                    fetched = fetch(cast("_Values", after.values).flat)
                    if sums:
                        sums = [one + factor * value for one, value in zip(sums, fetched, strict=True)]
                    else:
                        sums = [factor * value for value in fetched]
            known += sums
        return known + ends

    def _plan(self, options: list[Exit], below: Program) -> _Plan:
        """Where the values of some exits stand, once a card is turned up that gives the layer a shape."""
        chosen: list[list[Exit | int]] = []
        for option in options:
            leaf, rabbit, other, turn, rest = option
            if leaf.kind == LOOK:
                chosen.append([self.after_win(option)])
            else:
                leaves = below.landing(leaf.at, other, leaf.more & ~(1 << leaf.at))
                chosen.append([below.end(end, rabbit, other, turn, rest) for end in leaves])
        place: dict[Exit | int, int] = {}
        fights: list[_Fought] = []
        if isinstance(below, _Shape):
            stand = self._stand(below.shape)
            count = 2 * stand.block
            on: dict[int, list[Exit]] = {}
            for one in dict.fromkeys(one for some in chosen for one in some if isinstance(one, Exit)):
                on.setdefault(one.leaf.at, []).append(one)
            for square, exits in on.items():
                plain = below.shape[: square - 1] + bytes([PLAIN]) + below.shape[square:]
                after = self._stand(plain)
                lost, won = [self.after_loss(e) for e in exits], [self.after_win(e) for e in exits]
                fights.append(
                    _Fought(
                        square,
                        fetch_at([stand.index(number) for number in lost]),
                        fetch_at([after.index(number) for number in lost]),
                        fetch_at([after.index(number) for number in won]),
                    )
                )
                for one in exits:
                    place[one] = count
                    count += 1
        else:
            count = len(below.positions) + len(below.exits)
        place[-1], place[-2] = count, count + 1

        def at(option: Exit | int) -> int:
            if option in place:
                return place[option]
            if isinstance(option, Exit):
                return len(below.positions) + below.exits[option]
            return stand.index(option) if isinstance(below, _Shape) else below.positions[option]

        places = [tuple(map(at, some)) for some in chosen]
        return _Plan(
            tuple(fights),
            fetch_at([some[0] for some in places]),
            tuple((i, bool(options[i].turn), some) for i, some in enumerate(places) if len(set(some)) > 1),
        )

    def _layout(self, down: bytes, order: bytes) -> _Layout:
        if order not in self._layouts:
            codes = bytearray(self._root[: self.goal - 1])
            for i, code in zip(down, order, strict=True):
                codes[i] = code
            spots = tuple(
                Spot(Card(Kind.SHARK, code) if code in range(LIVE, DOLPHIN) else Card(_ANIMALS[code]), True)
                for code in codes
            )
            state = State(Table(self.rules, self.board, spots, (START, START), 1, (), ()))
            small = self.size(bytes(codes).translate(river_layers._BARE)) < THREADS_FROM
            table = river_table.build(state, exact=True, endless=self._endless, workers=1 if small else None)
            self._layouts[order] = _Layout(table)
            self.tables += 1
        return self._layouts[order]

    def forget(self) -> None:
        """Know nothing any more."""
        super().forget()
        self._layouts.clear()
        self._which.clear()
        self._root = b""
