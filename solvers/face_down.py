"""Rivers with face-down cards, solved exactly further than by layers alone.

**Open rivers have tables.** Behind the last card that matters lies one open river for each layout of the
unseen cards. Where the loops are compiled and it is large, `solvers.river_table` solves each as a whole and
exactly, and `solvers.river_layers` takes from it the values that it asks for. So a layout costs compiled
time, and only what is not yet known costs Python's.

**Cost.** With k face-down cards, all different, there are k! tables; and with j of them still face down,
2 ≤ j ≤ k, there are (k choose j) k!/j! ways in which the rest can lie face up, each with all the damage that
the sharks can have taken. `tests/benchmarks/search.py --frontier` measures how far that goes.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import permutations
from typing import Final

from inaba.river.board import START, Board
from inaba.river.cards import Card, Kind, Spot
from inaba.river.rules import Rules
from inaba.river.state import State, Table
from solvers import river_kernel, river_layers, river_table
from solvers.river_layers import DOLPHIN, HIDDEN, LIMIT, LIVE, ORCA, PLAIN, SQUID, Layer, Layers, Place, Turns

HALF: Final = Fraction(1, 2)

TABLES_FROM: Final = 10_000
"""A layout of fewer positions is solved by layers: a table would take longer to set up."""

THREADS_FROM: Final = 1_000_000
"""Tables of fewer positions are built by one thread: threads would wait for each other."""

_ANIMALS: Final = {PLAIN: Kind.WHALE, DOLPHIN: Kind.DOLPHIN, ORCA: Kind.ORCA, SQUID: Kind.SQUID}

Progress = Callable[[int, int | None], object]


class _Layout:
    """One open river: its table, and how its layers are numbered by codes."""

    def __init__(self, table: river_table.RiverTable) -> None:
        self.table = table
        river = table.river
        self.offsets: list[dict[int, int]] = [{} for _ in river.board.squares]
        for i, shark in enumerate(river.sharks):
            digits = {left: (d + 1) * river.stride[i] for d, left in enumerate(shark.lefts)}
            self.offsets[river.board.index[shark.square]] = digits

    def layer(self, codes: bytes) -> _Tabled:
        """The values of one layer."""
        layer = sum(at[code] for code, at in zip(codes, self.offsets, strict=True) if LIVE <= code < DOLPHIN)
        return _Tabled(self.table, layer, codes)


class _Tabled:
    """One layer of an exact table.

    Attributes
    ----------
    scale : int
        How many units a win is worth in it.
    """

    def __init__(self, table: river_table.RiverTable, layer: int, codes: bytes) -> None:
        river = table.river
        rolls = river.rolls(layer)
        self.scale = river.scale(rolls)
        self._numbers, self._begin = table.numbers, table.sizes.base(layer)
        self._words, self._bits = table.kept.words[rolls], table.kept.bits
        self._places = [0]
        width = 1
        for code in codes:
            self._places.append(width)
            width += not LIVE <= code < DOLPHIN
        self._width, self._block = width, river.block(width)

    def units(self, turn: Turns, me: Place, other: Place) -> int:
        """What a position is worth to who is to move, of `scale`."""
        width, mine, others = self._width, self._places[me], self._places[other]
        rank = (
            mine * width + others,
            width * width + others,
            width * width + width + mine,
            self._block - 1,
        )[turn & 3]
        if turn & 4:
            rank += self._block
        at = self._begin + rank * self._words
        units = 0
        for k in range(self._words - 1, -1, -1):
            units = (units << self._bits) + int(self._numbers[at + k])
        return units


class FaceDown(Layers):
    """Values of a river's positions for two players, with face-down cards or without (see the module's page).

    Parameters
    ----------
    rules : Rules
    board : Board
    limit : int
        The most positions (at the start of a turn) to hold, tables left out.
    endless : Fraction
        What play without end is worth to player 1.
    progress : callable, optional
        Called now and then with the number of positions held, and None.
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
        self._with_tables = river_kernel.COMPILED if tables is None else tables
        self.tables = 0
        """How many tables have been built."""
        self.tabled = 0
        """How many positions they answer for."""
        super().__init__(rules, board, limit, endless, progress)

    def cost(self, state: State) -> tuple[int, int]:
        """How many positions there are at most to be solved by layers, and how many in tables."""
        key = self._key(state)
        *down, shown = self.sizes(key)
        return (sum(down), shown) if self._uses_tables(key) else (sum(down) + shown, 0)

    def _uses_tables(self, root: bytes) -> bool:
        if not self._with_tables:
            return False
        codes, unseen = root[: self.goal - 1], iter(root[self.goal - 1 :])
        layout = bytes(next(unseen) if code == HIDDEN else code for code in codes)
        return self.size(layout.translate(river_layers._BARE)) >= TABLES_FROM

    def _begin(self, key: bytes) -> None:
        if not self._covers(key):
            self._root = b""
        if self._uses_tables(key) and not self._root:
            # Tables are made for one river with its face-down cards; another one starts afresh.
            self.forget()
            self._root = key
        super()._begin(key)

    def _held(self, key: bytes) -> int:
        *down, shown = self.sizes(key)
        # In front of tables a smaller part is met than elsewhere: at most one in 40 was measured.
        return sum(down) // 2 if self._root else sum(down) + shown

    def _make(self, key: bytes) -> Layer:
        layer = super()._make(key)
        if self._root and len(key) < self.goal:
            layer.given = self._from_table(key)
        return layer

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
        return after == PLAIN or any(self._becomes(left, after) for _, left in self._blows[before].lost)

    def _from_table(self, key: bytes) -> Callable[[Turns, Place, Place], int]:
        """What knows the values of an open layer, from the table of its layout."""
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
        tabled = self._layout(down, self._which[shown]).layer(key)

        def value(turn: Turns, me: Place, other: Place) -> int:
            return tabled.units(turn, me, other) * (self._unit // tabled.scale)

        return value

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
            self.tabled += table.river.positions
        return self._layouts[order]

    def forget(self) -> None:
        """Know nothing any more."""
        super().forget()
        self._layouts: dict[bytes, _Layout] = {}
        self._which: dict[bytes, bytes] = {}
        self._root = b""
