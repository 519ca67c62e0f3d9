"""All positions of an open river at once, for two players.

**Definitions.** A river is *open* where no card lies face down. What never comes undone is the damage on the
sharks: call it the *layer*. Within a layer the rabbits move, and every choice is free of chance; a layer is
left only by a fight, whose roll leads to layers with less hit points left. So the layers form an acyclic
order, and a position's value is found from the layers below: that is Zermelo's backward induction, with a
roll's average in place of a move's outcome.

**Within a layer** play may come round again, for an orca carries a rabbit back. It is a *deterministic
graphical game* (Washburn 1990): its ends are the fights and the goal, with known values, and endless play is
worth 1/2 to each. Let v₀ be 1/2 everywhere and let v₍ₖ₊₁₎ be the best of what vₖ gives after one move, by the
player to move. Then vₖ is the value of the game broken off after k moves and called a draw. A player who can
force an end worth more than 1/2 can force it within as many moves as there are positions, and so can his
rival one worth less; hence vₖ no longer changes after that many rounds, and what it has become is the value
(Everett 1957 for recursive games in general; Shapley 1953 for stochastic games). Nothing has to be solved and
nothing converges only in the limit. Where no orca carries backwards every move brings the rabbits nearer the
goal, and one round in the right order is enough.

**Merging.** With two six-sided dice a shark of 2 hit points or fewer loses every fight: the least total of
the dice is as good as 0. So a shark of H counts its hit points left in H, H - 2, H - 3, …, 3 and "harmless".
The numbers of sharks multiply: the open `classroom` river has 80,640 layers, the open `standard` river
17,418,240.

**Numbers.** A table is kept in whole numbers. By default a value is rounded to a unit of 2⁻⁵⁶ (a coarser
one with more or larger dice: a unit times the dice's total weight fills a word) once a fight; comparing, and
turning a value round, are exact. So a value is wrong by at most half a unit for each roll that can still be
thrown, and by one more where what endless play is worth is no whole number of units: `RiverTable.error`. With
``exact=True`` every value is a numerator over its layer's own denominator, the dice's total weight to the
power of the rolls that can still be thrown, in as many 64-bit words as that needs: no rounding at all.

**Cost.** Time and memory grow with layers times the square of the squares where a rabbit can stand. The two
sides of a game are the same game with the names exchanged, so one of them is stored.

Sources: H. Everett, "Recursive games", 1957; L. S. Shapley, "Stochastic games", 1953; A. R. Washburn,
"Deterministic graphical games", 1990; E. Zermelo, "Über eine Anwendung der Mengenlehre auf die Theorie des
Schachspiels", 1913.
"""

from __future__ import annotations

import errno
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, Final, NamedTuple

from inaba.dice import total as total_of
from inaba.errors import SetupError, TooLarge
from inaba.river import GOAL, START, Rules, State
from inaba.river.board import Board, Square
from inaba.river.moves import Move
from solvers import river_kernel
from solvers.river_kernel import Layers, Units

Progress = Callable[[int, int], None]

HALF: Final = Fraction(1, 2)

MOST_DIVISOR: Final = 1 << 20
"""The greatest total weight of the dice: sums weighted with it still fit the words."""

MOST_ENDS: Final = 100_000
"""How many chains of rides are followed from one square, where many dolphins and orcas lie in a heap."""

MOST_RIDES: Final = 5_000_000
"""How many from all squares together, and for all places of the other rabbits."""


class Shark(NamedTuple):
    """A shark that can still win a fight: its square, and the hit points left that rolls can bring about."""

    square: Square
    lefts: tuple[int, ...]
    """Ascending, all above the dice's least total; the digit d of a layer stands for ``lefts[d - 1]``."""

    rolls: tuple[int, ...]
    """For each digit, 0 first, how many rolls it takes at most until the shark is harmless."""


class Ends:
    """Where moves of a rabbit may end, rides included, whatever the sharks have left.

    Fights are ends too. The dolphins and orcas are always the same, so this is asked once for all layers.

    Parameters
    ----------
    state : State
        A position of an open river.
    """

    def __init__(self, state: State) -> None:
        table = state.table
        board = table.board
        self._ahead = board.ahead
        self._bit = {START: 0, GOAL: 0, **{square: 1 << i for square, i in board.index.items()}}
        self._carries = {square: table.carries_to(square) for square in board.squares}
        self._within = {square: self._reach(square) for square in self._bit}
        self._known: dict[tuple[Square, int], set[Square]] = {}
        self._steps = 0

    def _reach(self, first: Square) -> int:
        """The squares that rides may come to from one, itself included: one bit each."""
        found, waiting = {first}, [first]
        while waiting:
            for to in self._carries.get(waiting.pop(), ()):
                if to not in found:
                    found.add(to)
                    waiting.append(to)
        return sum(self._bit[square] for square in found)

    def of(self, rabbit_at: Square, others_at: Iterable[Square]) -> set[Square]:
        """Where a move may end, from one square and with rabbits on others.

        Raises
        ------
        TooLarge
            Where the dolphins and orcas make too many chains of rides, here or with what was asked before.
        """
        bit, within = self._bit, self._within
        # What is closed to a ride, rabbits and squares landed on, matters where rides may still come.
        closed = sum(bit[square] for square in others_at)
        start = [
            (to, (closed | bit[to]) & within[to]) for to in self._ahead[rabbit_at] if not closed & bit[to]
        ]
        reached = 0
        for to in self._ahead[rabbit_at]:
            reached |= within[to]
        key = rabbit_at, closed & reached
        if key in self._known:
            return self._known[key]
        self._known[key] = ends = set[Square]()
        seen, waiting = set(start), start
        while waiting:
            here, closed = waiting.pop()
            onward = [to for to in self._carries.get(here, ()) if not closed & bit[to]]
            if not onward:
                ends.add(here)
            for to in onward:
                ride = to, (closed | bit[to]) & within[to]
                if ride not in seen:
                    seen.add(ride)
                    waiting.append(ride)
            if len(seen) > MOST_ENDS:
                raise TooLarge("solvers.table.rides", size=len(seen), limit=MOST_ENDS, square=rabbit_at)
        self._steps += len(seen)
        if self._steps > MOST_RIDES:
            raise TooLarge("solvers.endgame.rides", size=self._steps, limit=MOST_RIDES)
        return ends


def _shark(square: Square, left: int, totals: tuple[int, ...]) -> Shark:
    least = min(totals)
    reached = {left}
    for h in range(left, least, -1):
        if h in reached:
            reached |= {h - total for total in totals if h - total > least}
    lefts = tuple(sorted(reached))
    most: dict[int, int] = {}
    for h in lefts:
        most[h] = 1 + max((most[h - total] for total in totals if h - total in most), default=0)
    return Shark(square, lefts, (0, *(most[h] for h in lefts)))


class River:
    """An open river, ready for the loops: which sharks can still win, and how its layers are numbered.

    Parameters
    ----------
    state : State
        Any position of it; its damage is the most that the table goes up to.
    endless : Fraction
        What endless play is worth to player 1.

    Raises
    ------
    SetupError
        Unless two play and nothing lies face down.
    TooLarge
        If the dice's weights are too large for the loops.
    """

    seats: tuple[int, ...] = (2,)
    """How many may play."""

    def __init__(self, state: State, endless: Fraction = HALF) -> None:
        if state.players not in self.seats:
            raise SetupError("solvers.table.players", players=state.players)
        if any(not spot.up for spot in state.spots):
            raise SetupError("solvers.table.face_down")
        endless = Fraction(endless)
        if not 0 <= endless <= 1:
            raise SetupError("solvers.table.endless", endless=endless)
        total = total_of(state.rules.dice)
        if total.total > MOST_DIVISOR:
            raise TooLarge("solvers.table.dice", size=total.total, limit=MOST_DIVISOR)
        self.rules: Rules = state.rules
        self.board: Board = state.board
        self.cards = tuple(spot.card for spot in state.spots)
        self.endless = endless
        self.total = total
        self.least = min(total)
        totals = tuple(total)
        sharks = [
            _shark(square, spot.left, totals)
            for square, spot in zip(state.board.squares, state.spots, strict=True)
            if spot.left > self.least
        ]
        # The largest shark counts slowest: groups of layers that share its digits are then one run.
        self.sharks = tuple(sorted(sharks, key=lambda shark: (len(shark.lefts), shark.square)))
        self.radix = tuple(len(shark.lefts) + 1 for shark in self.sharks)
        self.stride = _strides(self.radix)
        self.layers = self.stride[-1]
        self.most_rolls = sum(shark.rolls[-1] for shark in self.sharks)
        self.players = state.players
        self.sides = 1 if state.players > 2 or endless == HALF else 2
        self._state = state

    @property
    def plain(self) -> int:
        """How many squares a rabbit can stand on while every shark lives."""
        return len(self.board.squares) - len(self.sharks)

    @property
    def owner(self) -> int:
        """1 where more than one rabbit can rest."""
        return int(self.rules.rest == "owner")

    @property
    def positions(self) -> int:
        """How many positions a table answers for, at the start of a turn, by either player."""
        ways = {self.plain + 1: 1}
        for radix in self.radix:
            more: dict[int, int] = {}
            for width, count in ways.items():
                more[width + 1] = more.get(width + 1, 0) + count
                more[width] = more.get(width, 0) + count * (radix - 1)
            ways = more
        return sum(count * self.places(width) for width, count in ways.items())

    def places(self, width: int) -> int:
        """How many positions a layer of some places has, at the start of a turn, by either player."""
        # Of a layer's values width - 1 would put both rabbits on one square.
        return 2 * (self.block(width) - (width - 1))

    @property
    def text(self) -> str:
        """The river with its damage, as a position: both rabbits at Start, player 1 to move."""
        starts = ",".join(START * self.players)
        return f"{str(self._state).split(' ', 1)[0]} {starts} 1 - -"

    def block(self, width: int) -> int:
        """How many values a layer of some places has, of one side."""
        return width * width + 2 * width + self.owner

    def scale(self, rolls: int) -> int:
        """How many units a win is worth in a layer of an exact table, by the rolls left."""
        return int(self.endless.denominator * self.total.total**rolls)

    def rolls(self, layer: int) -> int:
        """How many rolls can be thrown in a layer until every shark is harmless."""
        left = 0
        for shark, stride in zip(reversed(self.sharks), reversed(self.stride[:-1]), strict=True):
            digit, layer = divmod(layer, stride)
            left += shark.rolls[digit]
        return left

    def layer(self, state: State) -> int | None:
        """The number of a position's layer; None if it is not of this river."""
        if state.rules != self.rules or state.board != self.board or state.players != self.players:
            return None
        if tuple(spot.card for spot in state.spots) != self.cards:
            return None
        number = 0
        mine = {shark.square: i for i, shark in enumerate(self.sharks)}
        for square, spot in zip(self.board.squares, state.spots, strict=True):
            if spot.left <= self.least:
                continue
            if square not in mine or spot.left not in self.sharks[mine[square]].lefts:
                return None
            number += (self.sharks[mine[square]].lefts.index(spot.left) + 1) * self.stride[mine[square]]
        return number

    def rank(self, state: State) -> tuple[int, int, int] | None:
        """A position at the start of a turn: its layer, its rank within one side, one side's size."""
        layer = self.layer(state)
        if layer is None:
            return None
        places = {START: 0}
        for square, spot in zip(self.board.squares, state.spots, strict=True):
            if spot.left <= self.least:
                places[square] = len(places)
        width = len(places)
        me, other = state.rabbits[state.turn - 1], state.rabbits[2 - state.turn]
        block = self.block(width)
        match (state.turn in state.resting, 3 - state.turn in state.resting):
            case (False, False):
                rank = places[me] * width + places[other]
            case (True, False):
                rank = width * width + places[other]
            case (False, True):
                rank = width * width + width + places[me]
            case _:
                rank = block - 1
        return layer, rank, block

    def scratch(self) -> int:
        """How many numbers of scratch space a thread needs."""
        return river_kernel.fights(self.sides, len(self.sharks), len(self.board.squares))

    def sweeper(
        self, numbers: Any, base: Any, units: Units, scratch: int, done: Any
    ) -> Callable[[int, int, int], None]:
        """What solves a run of layers, given its first, the one behind its last, and the thread's number.

        ``scratch`` is where the first thread's own space begins.
        """
        loops = self.compiled()
        own = self.scratch() * int(max(units.words))

        def solve(first: int, last: int, thread: int) -> None:
            at = scratch + thread * own
            river_kernel.sweep(loops, numbers, base, units, first, last, at, *self.space(), done)

        return solve

    def space(self) -> tuple[Any, Any, Any]:
        """A thread's own space: one number a shark, one a node, one a node."""
        nodes = len(self.board.squares) + 2
        return flat([0] * (len(self.sharks) + 1)), flat([0] * nodes), flat([0] * nodes)

    def compiled(self) -> Layers:
        """The river for the loops."""
        board, n = self.board, len(self.board.squares)
        node = {**board.index, START: n, GOAL: n + 1}
        most_digits = max(self.radix, default=1)
        roll_start, rolls = [0], []
        roll_digit, roll_stands, roll_weight, roll_power = [], [], [], []
        for shark in self.sharks:
            for d in range(most_digits):
                rolls.append(shark.rolls[d] if d < len(shark.rolls) else 0)
                outcomes: dict[tuple[int, int], int] = {}
                if 1 <= d <= len(shark.lefts):
                    left = shark.lefts[d - 1]
                    for total, weight in self.total.items():
                        after = left - total
                        digit = 0 if after <= self.least else shark.lefts.index(after) + 1
                        outcomes[digit, int(after <= 0)] = outcomes.get((digit, int(after <= 0)), 0) + weight
                power = {digit: shark.rolls[d] - shark.rolls[digit] - 1 for digit, _ in outcomes}
                for (digit, stands), weight in sorted(outcomes.items(), key=lambda o: (-power[o[0][0]], o)):
                    roll_digit.append(digit)
                    roll_stands.append(stands)
                    roll_weight.append(weight)
                    roll_power.append(power[digit])
                roll_start.append(len(roll_digit))
        end_start, end = [0], []
        loops = 0
        rows = [*map(board.row, board.squares), 0]
        all_ends = Ends(self._state)
        for x in (*board.squares, START):
            for y in (*board.squares, START):
                ends = all_ends.of(x, (y,)) if x != y or x == START else set()
                # A rabbit that is carried into the goal is best tried first.
                end += sorted((node[to] for to in ends), reverse=True)
                end_start.append(len(end))
                loops |= any(board.row(to) <= board.row(x) for to in ends)
        pairs = river_kernel.order(rows)
        return Layers(
            nodes=n,
            owner=self.owner,
            sides=self.sides,
            loops=int(loops),
            divisor=self.total.total,
            most_digits=most_digits,
            sharks=flat([board.index[shark.square] for shark in self.sharks]),
            radix=flat(list(self.radix)),
            stride=flat(list(self.stride[:-1])),
            roll_start=flat(roll_start),
            roll_digit=flat(roll_digit),
            roll_stands=flat(roll_stands),
            roll_weight=flat(roll_weight),
            roll_power=flat(roll_power),
            rolls=flat(rolls),
            end_start=flat(end_start),
            end=flat(end),
            order_x=flat([x for x, _ in pairs]),
            order_y=flat([y for _, y in pairs]),
        )


def _strides(radix: tuple[int, ...]) -> tuple[int, ...]:
    strides = [1]
    for digits in radix:
        strides.append(strides[-1] * digits)
    return tuple(strides)


class Value(NamedTuple):
    """What a position is worth to each player, and how far that may be off.

    Attributes
    ----------
    value : tuple of Fraction
        One a player, summing to 1. Of a rounded table, the number that stands in it.
    error : Fraction
        No value is further from the truth; 0 where the table is exact.
    """

    value: tuple[Fraction, ...]
    error: Fraction


class Sizes:
    """Where each layer's values begin, counted from the digits of its number.

    Parameters
    ----------
    river : River
    words : tuple of int
        How many words a number has, by the rolls left.
    """

    def __init__(self, river: River, words: tuple[int, ...]) -> None:
        self.river, self.words = river, words
        self._known: dict[tuple[int, int, int], int] = {}

    @property
    def whole(self) -> int:
        """How many words all layers take."""
        return self._run(len(self.river.sharks), self.river.plain + 1, 0)

    def base(self, layer: int) -> int:
        """Where a layer's values begin."""
        begin, width, rolls = 0, self.river.plain + 1, 0
        for i in range(len(self.river.sharks) - 1, -1, -1):
            more = self.river.sharks[i].rolls
            digit, layer = divmod(layer, self.river.stride[i])
            for lower in range(digit):
                begin += self._run(i, width + (lower == 0), rolls + more[lower])
            width += digit == 0
            rolls += more[digit]
        return begin

    def _run(self, sharks: int, width: int, rolls: int) -> int:
        """How many words the layers take that the first sharks' digits run through.

        ``width`` and ``rolls`` are the places and the rolls that the other sharks leave.
        """
        if sharks == 0:
            return self.river.block(width) * self.river.sides * self.words[rolls]
        if self.words[-1] == 1:
            rolls = 0  # all numbers are as long: fewer cases to keep
        key = (sharks, width, rolls)
        if key not in self._known:
            self._known[key] = sum(
                self._run(sharks - 1, width + (digit == 0), rolls + more)
                for digit, more in enumerate(self.river.sharks[sharks - 1].rolls)
            )
        return self._known[key]


class RiverTable:
    """The values of all positions of an open river that a position can lead to.

    Made by `build`, or opened from a file by `solvers.table_file`.

    Attributes
    ----------
    river : River
    exact : bool
        Whether every value is exact.
    error : Fraction
        No value is further from the truth; 0 where the table is exact.
    """

    def __init__(self, river: River, numbers: Any, kept: Kept) -> None:
        self.river, self.numbers, self.kept = river, numbers, kept
        self.sizes = Sizes(river, kept.words)
        self.exact = kept.scale is None
        self.error = Fraction(0)
        if kept.scale is not None:
            # Half a unit each roll; and what endless play is worth, if it is no whole number of units.
            rough = kept.scale % river.endless.denominator != 0
            self.error = Fraction(river.most_rolls + 2 * rough, 2 * kept.scale)

    def __contains__(self, state: object) -> bool:
        """Whether the table answers for a position, in any phase of a turn."""
        return isinstance(state, State) and self.river.layer(state) is not None

    def share(self, state: State) -> Fraction:
        """What a position is worth to player 1, within `error` of the truth.

        Within a turn: the best of the choices, or the average over what may happen.

        Raises
        ------
        SetupError
            If the position is not of this river, or has more damage left to deal than the table covers.
        """
        if (result := state.result()) is not None:
            return result[0]
        if (chances := state.chance()) is not None:
            total = sum((w * self.share(state.happen(e)) for e, w in chances.items()), Fraction(0))
            return total / chances.total
        if not state.starts_turn():
            player = state.turn
            found = [self.share(state.play(player, move)) for move in state.legal_moves(player)]
            return max(found) if player == 1 else min(found)
        ranked = self.river.rank(state)
        if ranked is None:
            raise SetupError("solvers.table.foreign", position=state)
        layer, rank, block = ranked
        if self.river.sides == 2 and state.turn == 2:
            rank += block
        mine = self.number(layer, rank)
        return mine if state.turn == 1 else 1 - mine

    def number(self, layer: int, rank: int) -> Fraction:
        """The value that stands at a rank of a layer, as the share of a win."""
        rolls = self.river.rolls(layer)
        words = self.kept.words[rolls]
        at = self.sizes.base(layer) + rank * words
        units = 0
        for word in range(words - 1, -1, -1):
            units = (units << self.kept.bits) + int(self.numbers[at + word])
        return Fraction(units, self.river.scale(rolls) if self.kept.scale is None else self.kept.scale)

    def value(self, state: State) -> Value:
        """What a position is worth to each player.

        Raises
        ------
        SetupError
            If the table does not cover it.

        Examples
        --------
        >>> from inaba import river
        >>> position = river.parse("5,W,4/0,6,3 -,- 1 - -")
        >>> build(position, exact=True).value(position).value[0]
        Fraction(256163, 279936)
        """
        first = self.share(state)
        return Value((first, 1 - first), self.error)

    def moves(self, state: State) -> list[tuple[Move, Value]]:
        """Each move of the player to act with its value, best first, equal ones in legal order.

        Of a rounded table two values closer than twice `error` cannot be told apart.
        """
        found = [
            (move, self.value(state.play(player, move)))
            for player in state.to_act()
            for move in state.legal_moves(player)
        ]
        return sorted(found, key=lambda pair: -pair[1].value[state.turn - 1])


class Kept(NamedTuple):
    """How a table's numbers are kept.

    Attributes
    ----------
    bits : int
        How many bits a word holds.
    words : tuple of int
        How many words a number has, by the rolls left.
    scale : int or None
        What a win is worth in units, in every layer; None for an exact table, where each has its own.
    """

    bits: int
    words: tuple[int, ...]
    scale: int | None


def kept(river: River, exact: bool, compiled: bool = river_kernel.COMPILED) -> Kept:
    """How a table of a river keeps its numbers; without the compiled loops one word holds any number."""
    bits = 62 - river.total.total.bit_length()
    one = river.endless.denominator
    if not exact:
        most = 1 << bits
        return Kept(bits, (1,) * (river.most_rolls + 1), most // one * one or most)
    lengths = [river.scale(rolls).bit_length() for rolls in range(river.most_rolls + 1)]
    if not compiled:
        return Kept(max(lengths) + 1, (1,) * len(lengths), None)
    return Kept(bits, tuple(-(-length // bits) for length in lengths), None)


def size_of(river: River, exact: bool) -> int:
    """How many bytes the values of a table of a river take, told before it is built.

    Examples
    --------
    Six layers of 2 · 2 + 2 · 2 values while the shark lives, and one of 3 · 3 + 2 · 3.

    >>> from inaba import river
    >>> size_of(River(river.parse("9,W -,- 1 - -")), exact=False)
    504
    """
    return 8 * Sizes(river, kept(river, exact).words).whole


def memory_free() -> int:
    """How many bytes of memory are free on this machine; where it does not say, how many it can address."""
    try:
        with open("/proc/meminfo", encoding="ascii") as lines:
            for line in lines:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) * 1024
    except OSError:
        pass
    try:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return sys.maxsize


def see_memory(needed: int, memory: int | None, positions: int) -> None:
    """See that a table has the bytes of memory that it needs: of those allowed, else nine tenths of the free.

    Raises `TooLarge` where it has not.
    """
    allowed = memory_free() * 9 // 10 if memory is None else memory
    if needed > allowed:
        raise no_room(needed, allowed, positions)


def build(
    state: State,
    *,
    exact: bool = False,
    endless: Fraction = HALF,
    workers: int | None = None,
    memory: int | None = None,
    disk: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> RiverTable:
    """Solve every position that a position of an open river can lead to.

    Parameters
    ----------
    state : State
        Two players, nothing face down, any phase.
    exact : bool
        Keep every value as an exact numerator, not rounded to a unit.
    endless : Fraction
        What endless play is worth to player 1, in [0, 1].
    workers : int, optional
        How many threads; as many as the machine has processors unless given. Without numba, and where no
        thread can be started, there is one.
    memory : int, optional
        How many bytes the table may take; nine tenths of what is free unless given.
    disk : path, optional
        A folder: the table is built in a nameless file there, which goes with the table, and not in memory.
        Slower where it is larger than what memory is left. It needs numba.
    progress : callable, optional
        Called now and then with the layers solved and all layers.

    Raises
    ------
    SetupError
        Unless two play and nothing lies face down.
    TooLarge
        If the table needs more memory, or room on the disk, than there is: how much, and what would do.
    OSError
        If the folder cannot be written.

    Examples
    --------
    >>> from inaba import river
    >>> position = river.parse("5,W,4/0,6,3 -,- 1 - -")
    >>> table = build(position)
    >>> round(float(table.value(position).value[0]), 9), float(table.error) < 1e-15
    (0.915077018, True)
    """
    river = River(state, endless)
    return RiverTable(river, *solve_layers(river, exact, workers, memory, disk, progress))


def solve_layers(
    river: River,
    exact: bool,
    workers: int | None,
    memory: int | None,
    disk: str | os.PathLike[str] | None,
    progress: Progress | None,
) -> tuple[Any, Kept]:
    """All values of a river, and how they are kept; parameters and errors as for `build`."""
    how = kept(river, exact)
    threads = river_kernel.threads_for(workers)
    # Behind the values: 0, the worth of a win and of endless play in each layer's units, then scratch space.
    most = max(how.words)
    zero = Sizes(river, how.words).whole
    one = [zero + most * (1 + 3 * rolls) for rolls in range(len(how.words))]
    scratch = one[-1] + 3 * most
    size = scratch + threads * river.scratch() * most
    listed = 8 * (river.layers + 1)
    needed = listed if disk is not None else listed + 8 * size
    see_memory(needed, memory, river.positions)
    if disk is not None and not river_kernel.COMPILED:
        raise SetupError("solvers.table.disk")
    numbers: Any
    if river_kernel.COMPILED:
        import numpy as np

        numbers = np.zeros(size, dtype=np.int64) if disk is None else on_disk(disk, size, river.positions)
    else:
        numbers = [0] * size
    base = bases(river, how.words)
    half = []
    for rolls, at in enumerate(one):
        win = river.scale(rolls) if how.scale is None else how.scale
        half += [at + most, at + 2 * most]
        for place, share in ((at, Fraction(1)), (half[-2], river.endless), (half[-1], 1 - river.endless)):
            number = int(share * win)
            for k in range(how.words[rolls] - 1):
                numbers[place + k] = number & ((1 << how.bits) - 1)
                number >>= how.bits
            numbers[place + how.words[rolls] - 1] = number
    units = Units(
        exact=int(how.scale is None),
        bits=how.bits,
        words=flat(list(how.words)),
        zero=zero,
        one=flat(one),
        half=flat(half),
    )
    done = flat([0, 0])
    solve = river.sweeper(numbers, base, units, scratch, done)
    _run(river, solve, threads, done, progress)
    return numbers, how


def on_disk(folder: str | os.PathLike[str], size: int, positions: int) -> Any:
    """Numbers in a file without a name, all 0: it goes when nothing looks at it any more."""
    import numpy as np

    room = shutil.disk_usage(folder).free
    if 8 * size > room:
        raise no_room(8 * size, room, positions, folder)
    with tempfile.TemporaryFile(dir=folder) as file:
        if hasattr(os, "posix_fallocate"):
            # Else a disk that is full only later would end the program without a word.
            try:
                os.posix_fallocate(file.fileno(), 0, 8 * size)
            except OSError as error:
                if error.errno != errno.ENOSPC:
                    raise
                raise no_room(8 * size, shutil.disk_usage(folder).free, positions, folder) from None
        return np.memmap(file, dtype=np.int64, mode="w+", shape=(size,))


def no_room(size: int, room: int, positions: int, folder: str | os.PathLike[str] | None = None) -> TooLarge:
    """The error that a table takes more bytes than there are: of memory, or in a folder."""
    # Three figures say enough.
    gigabytes, free = (float(f"{number / 1e9:.3g}") for number in (size, room))
    data = {"gigabytes": gigabytes, "free": free, "positions": positions, "folder": folder}
    what = "memory" if folder is None else "room"
    return TooLarge(f"solvers.table.{what}", size=size, limit=room, **data)


def flat(values: list[int]) -> Any:
    """A flat sequence of whole numbers, as the loops want it."""
    if not river_kernel.COMPILED:
        return values
    import numpy as np

    return np.array(values, dtype=np.int64)


def _groups(river: River, threads: int) -> tuple[int, list[list[int]]]:
    """Runs of layers that share their high digits, in steps: those of one step need only earlier ones.

    Returns
    -------
    int
        The length of a run.
    list of list of int
        For each step the numbers of its runs.
    """
    low = 0
    while low < len(river.radix) and river.layers // river.stride[low] > 16 * threads * len(river.radix):
        low += 1
    high = river.radix[low:]
    steps: dict[int, list[int]] = {}
    for run in range(river.layers // river.stride[low]):
        digits, left = 0, run
        for radix in high:
            left, digit = divmod(left, radix)
            digits += digit
        steps.setdefault(digits, []).append(run)
    return river.stride[low], [steps[digits] for digits in sorted(steps)]


def _run(
    river: River,
    solve: Callable[[int, int, int], None],
    threads: int,
    done: Any,
    progress: Progress | None,
) -> None:
    """Solve all layers; a KeyboardInterrupt stops the threads and goes on to the caller."""

    def tick() -> None:
        if progress:
            progress(int(done[0]), river.layers)

    if threads == 1 or river.layers < 1000:
        step = max(1, river.layers // 100) if river_kernel.COMPILED else 8
        for first in range(0, river.layers, step):
            solve(first, min(first + step, river.layers), 0)
            tick()
        return
    length, steps = _groups(river, threads)

    def stop() -> None:
        done[1] = 1  # the loops look at it before each layer

    river_kernel.in_threads(
        threads,
        steps,
        lambda run, thread: solve(run * length, (run + 1) * length, thread),
        tick,
        stop,
    )


def bases(river: River, words: tuple[int, ...]) -> Any:
    """Where each layer's values begin, for all layers, and where the last one's end."""
    return _bases(river, words) if river_kernel.COMPILED else _bases_listed(river, words)


def _bases(river: River, words: tuple[int, ...]) -> Any:
    """`bases` by numpy."""
    import numpy as np

    widths = np.array([river.plain + 1], dtype=np.int16)
    rolls = np.array([0], dtype=np.int16)
    for shark in river.sharks:
        harmless = np.array([digit == 0 for digit in range(len(shark.rolls))], dtype=np.int16)
        widths = (harmless[:, None] + widths[None, :]).ravel()
        rolls = (np.array(shark.rolls, dtype=np.int16)[:, None] + rolls[None, :]).ravel()
    sizes = np.array([river.block(width) * river.sides for width in range(len(river.board.squares) + 2)])
    base = np.zeros(river.layers + 1, dtype=np.int64)
    np.cumsum(sizes[widths] * np.array(words)[rolls], out=base[1:])
    return base


def _bases_listed(river: River, words: tuple[int, ...]) -> list[int]:
    """`bases` without numpy."""
    layers = [(river.plain + 1, 0)]
    for shark in river.sharks:
        layers = [
            (width + (digit == 0), rolls + more)
            for digit, more in enumerate(shark.rolls)
            for width, rolls in layers
        ]
    base = [0]
    for width, rolls in layers:
        base.append(base[-1] + river.block(width) * river.sides * words[rolls])
    return base
