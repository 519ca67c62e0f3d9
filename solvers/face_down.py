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
from typing import Final, cast

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
    FIGHT,
    HIDDEN,
    LIVE,
    ORCA,
    PLAIN,
    SQUID,
    Exit,
    Layer,
    Layers,
    Program,
)

HALF: Final = Fraction(1, 2)

LIMIT: Final = 12_000_000
"""The most positions, those in tables left out, that are solved unless more are asked for."""

TABLES_FROM: Final = 20_000
"""A layout of fewer positions is solved as layers: a table would take longer to set up."""

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

    def __init__(self, table: river_table.RiverTable, goal: int) -> None:
        self.table, self.goal = table, goal
        river = table.river
        self.offsets: list[dict[int, int]] = [{} for _ in river.board.squares]
        for i, shark in enumerate(river.sharks):
            digits = {left: (d + 1) * river.stride[i] for d, left in enumerate(shark.lefts)}
            self.offsets[river.board.index[shark.square]] = digits

    def values(self, codes: bytes) -> _Values:
        """The values of one layer."""
        river = self.table.river
        layer, places = 0, [0]
        for code, offsets in zip(codes, self.offsets, strict=True):
            if LIVE <= code < DOLPHIN:
                layer += offsets[code]
                places.append(-1)
            else:
                places.append(sum(place >= 0 for place in places))
        width = sum(place >= 0 for place in places)
        rolls, block = river.rolls(layer), river.block(width)
        count = block * river.sides
        kept, begin = self.table.kept, self.table.sizes.base(layer)
        words = kept.words[rolls]
        flat = self.table.numbers[begin : begin + count * words]
        listed: list[int] = flat if isinstance(flat, list) else flat.tolist()
        units = listed[words - 1 :: words]
        for k in range(words - 2, -1, -1):
            units = [(high << kept.bits) + low for high, low in zip(units, listed[k::words], strict=True)]
        return _Values(units, river.scale(rolls), places, width, block, self.goal)


class _Values:
    """A layer's values by `Layers.number`, from an exact table: player 1's; a win is worth ``scale``."""

    def __init__(
        self, units: list[int], scale: int, places: list[int], width: int, block: int, goal: int
    ) -> None:
        self._units, self.scale, self._places = units, scale, places
        self._width, self._block, self._goal = width, block, goal

    def __len__(self) -> int:
        return 0

    def __getitem__(self, number: int) -> int:
        number, b = divmod(number, self._goal)
        number, a = divmod(number, self._goal)
        rest, turn = divmod(number, 2)
        me, other = self._places[a], self._places[b]
        if turn:
            me, other = other, me
            rest = rest >> 1 | (rest & 1) << 1
        width = self._width
        if rest == 0:
            rank = me * width + other
        elif rest == 1:
            rank = width * width + other
        elif rest == 2:
            rank = width * width + width + me
        else:
            rank = self._block - 1
        if turn and len(self._units) > self._block:
            rank += self._block
        units = self._units[rank]
        return self.scale - units if turn else units


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
        self._fought: dict[tuple[bytes, int, int, int], int] = {}
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
        values = layout.values(key)
        return Layer(key, self._shapes[shape], values.scale, cast("list[int]", values))

    def _exit(self, layer: Layer, option: Exit) -> int:
        if isinstance(layer.program, _Shape) and option.leaf.kind == FIGHT:
            # The same fight is asked for by all layers above that it can come from.
            asked = (layer.key, option.leaf.at, self.after_loss(option), self.after_win(option))
            if asked not in self._fought:
                self._fought[asked] = super()._exit(layer, option)
            return self._fought[asked]
        return super()._exit(layer, option)

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
            table = river_table.build(state, exact=True, endless=self._endless)
            self._layouts[order] = _Layout(table, self.goal)
            self.tables += 1
        return self._layouts[order]

    def forget(self) -> None:
        """Know nothing any more."""
        super().forget()
        self._layouts.clear()
        self._which.clear()
        self._fought.clear()
        self._root = b""
