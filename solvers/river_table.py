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

**Numbers.** A whole table is kept in whole numbers. By default a value is rounded to a unit of 2⁻⁵⁶ (a little
more with other dice) once a fight; comparing, and turning a value round, are exact. So a value is wrong by
at most half a unit for each roll that can still be thrown: `RiverTable.error`. With ``exact=True`` every
value is a numerator over one common denominator, the dice's total weight to the power of the rolls that can
be thrown, in as many 64-bit words as that needs: no rounding at all.

**Cost.** Time and memory grow with layers times the square of the squares where a rabbit can stand. The two
sides of a game are the same game with the names exchanged, so one of them is stored.

Sources: H. Everett, "Recursive games", 1957; L. S. Shapley, "Stochastic games", 1953; A. R. Washburn,
"Deterministic graphical games", 1990; E. Zermelo, "Über eine Anwendung der Mengenlehre auf die Theorie des
Schachspiels", 1913.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from fractions import Fraction
from typing import Any, Final, NamedTuple

from inaba.dice import total as total_of
from inaba.errors import SetupError, TooLarge
from inaba.river import GOAL, START, Rules, State
from inaba.river.board import Board, Square
from inaba.river.moves import Move
from solvers import river_kernel
from solvers.river_kernel import Layers

Progress = Callable[[int, int], None]

HALF: Final = Fraction(1, 2)

MOST_DIVISOR: Final = 1 << 20
"""The greatest total weight of the dice: sums weighted with it still fit the words."""

MOST_EXACT_WORDS: Final = 200_000_000
"""The most 64-bit words that an exact table may take: 50 million positions of four words."""

MOST_ENDS: Final = 100_000
"""How many chains of rides are followed from one square, where many dolphins and orcas lie in a heap."""


class Shark(NamedTuple):
    """A shark that can still win a fight: its square, and the hit points left that rolls can bring about."""

    square: Square
    lefts: tuple[int, ...]
    """Ascending, all above the dice's least total; the digit d of a layer stands for ``lefts[d - 1]``."""

    most_rolls: int
    """How many rolls it takes at most until it is harmless."""


def ends_of(state: State, rabbit_at: Square, others_at: tuple[Square, ...]) -> set[Square]:
    """Where a move of a rabbit may end, rides included, whatever the sharks have left.

    Fights are ends too. The dolphins and orcas are always the same, so this is asked once for all layers.
    """
    table = state.table
    ends: set[Square] = set()
    steps = 0
    paths: list[tuple[Square, ...]] = [
        (to,) for to in table.board.ahead[rabbit_at] if to == GOAL or to not in others_at
    ]
    while paths:
        landed = paths.pop()
        steps += 1
        if steps > MOST_ENDS:
            raise TooLarge("solvers.table.rides", size=steps, limit=MOST_ENDS, square=rabbit_at)
        here = landed[-1]
        onward = [
            to
            for to in (table.carries_to(here) if here in table.board.index else ())
            if to in (START, GOAL) or (to not in others_at and to not in landed)
        ]
        if onward:
            paths += [(*landed, to) for to in onward]
        else:
            ends.add(here)
    return ends


def _shark(square: Square, left: int, totals: tuple[int, ...]) -> Shark:
    least = min(totals)
    most: dict[int, int] = {}
    for h in range(left, least, -1):
        if h == left or h in most:
            most.setdefault(h, 0)
            for total in totals:
                if h - total > least:
                    most[h - total] = max(most.get(h - total, 0), most[h] + 1)
    return Shark(square, tuple(sorted(most)), max(most.values()) + 1)


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
        self.most_rolls = sum(shark.most_rolls for shark in self.sharks)
        self.players = state.players
        self.sides = 1 if state.players > 2 or endless == HALF else 2
        self._state = state
        self._counts: dict[tuple[int, int], int] = {}

    @property
    def plain(self) -> int:
        """How many squares a rabbit can stand on while every shark lives."""
        return len(self.board.squares) - len(self.sharks)

    @property
    def owner(self) -> int:
        """1 where more than one rabbit can rest."""
        return int(self.rules.rest == "owner")

    @property
    def stored(self) -> int:
        """How many values a table holds."""
        return self._below(len(self.radix), self.plain + 1)

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

    def base(self, layer: int) -> int:
        """Where a layer's values begin, counted from the digits of its number."""
        begin, width = 0, self.plain + 1
        for shark in range(len(self.radix) - 1, -1, -1):
            digit, layer = divmod(layer, self.stride[shark])
            if digit:
                begin += self._below(shark, width + 1) + (digit - 1) * self._below(shark, width)
            else:
                width += 1
        return begin

    def _below(self, sharks: int, width: int) -> int:
        """How many values the first sharks' digits run through, the others leaving some places."""
        known = self._counts.get((sharks, width))
        if known is None:
            if sharks == 0:
                known = self.block(width) * self.sides
            else:
                others = (self.radix[sharks - 1] - 1) * self._below(sharks - 1, width)
                known = self._below(sharks - 1, width + 1) + others
            self._counts[sharks, width] = known
        return known

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
        self, numbers: Any, base: Any, zero: int, limbs: int, bits: int, done: Any
    ) -> Callable[[int, int, int], int]:
        """What solves a run of layers, given its first, the one behind its last, and the thread's number."""
        loops = self.compiled()

        def solve(first: int, last: int, thread: int) -> int:
            return river_kernel.sweep(
                loops,
                numbers,
                base,
                first,
                last,
                zero,
                zero + 1,
                zero + 2,
                zero + 4 + thread * self.scratch(),
                limbs,
                bits,
                *self.space(),
                done,
            )

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
        roll_start, roll_digit, roll_stands, roll_weight = [0], [], [], []
        for shark in self.sharks:
            for d in range(most_digits):
                outcomes: dict[tuple[int, int], int] = {}
                if 1 <= d <= len(shark.lefts):
                    left = shark.lefts[d - 1]
                    for total, weight in self.total.items():
                        after = left - total
                        digit = 0 if after <= self.least else shark.lefts.index(after) + 1
                        outcomes[digit, int(after <= 0)] = outcomes.get((digit, int(after <= 0)), 0) + weight
                for (digit, stands), weight in sorted(outcomes.items()):
                    roll_digit.append(digit)
                    roll_stands.append(stands)
                    roll_weight.append(weight)
                roll_start.append(len(roll_digit))
        end_start, end = [0], []
        loops = 0
        rows = [*map(board.row, board.squares), 0]
        for x in (*board.squares, START):
            for y in (*board.squares, START):
                ends = ends_of(self._state, x, (y,)) if x != y or x == START else set()
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


class RiverTable:
    """The values of all positions of an open river that a position can lead to.

    Made by `build`, or opened from a file by `solvers.table_file`.

    Attributes
    ----------
    river : River
    exact : bool
        Whether every value is exact.
    scale : int
        How many units a win is worth.
    error : Fraction
        No value is further from the truth; 0 where the table is exact.
    """

    def __init__(self, river: River, numbers: Any, limbs: int, bits: int, scale: int) -> None:
        self.river, self.numbers = river, numbers
        self.limbs, self.bits, self.scale = limbs, bits, scale
        self.exact = limbs * bits > 64 or scale % river.total.total**river.most_rolls == 0
        self.error = Fraction(0) if self.exact else Fraction(river.most_rolls, 2 * scale)

    def __contains__(self, state: object) -> bool:
        """Whether the table answers for a position, in any phase of a turn."""
        return isinstance(state, State) and self.river.layer(state) is not None

    def units(self, state: State) -> Fraction:
        """What a position is worth to player 1, in units of `scale`.

        Within a turn: the best of the choices, or the average over what may happen.

        Raises
        ------
        SetupError
            If the position is not of this river, or has more damage left to deal than the table covers.
        """
        if (result := state.result()) is not None:
            return result[0] * self.scale
        if (chances := state.chance()) is not None:
            total = sum((w * self.units(state.happen(e)) for e, w in chances.items()), Fraction(0))
            return total / chances.total
        if not state.starts_turn():
            player = state.turn
            found = [self.units(state.play(player, move)) for move in state.legal_moves(player)]
            return max(found) if player == 1 else min(found)
        ranked = self.river.rank(state)
        if ranked is None:
            raise SetupError("solvers.table.foreign", position=state)
        layer, rank, block = ranked
        at = self.river.base(layer) + rank + (block if self.river.sides == 2 and state.turn == 2 else 0)
        units = self.number(at)
        return Fraction(units if state.turn == 1 else self.scale - units)

    def number(self, at: int) -> int:
        """The value that stands at a place of the table, in units of `scale`."""
        units = 0
        for word in range(self.limbs - 1, -1, -1):
            units = (units << self.bits) + int(self.numbers[at * self.limbs + word])
        return units

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
        first = self.units(state) / self.scale
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


def _words(river: River, exact: bool) -> tuple[int, int, int]:
    """How the numbers are kept: words for each, bits for each word, units for a win."""
    divisor = river.total.total
    bits = 62 - divisor.bit_length()
    one = river.endless.denominator
    if not exact:
        return 1, bits, (1 << bits) // one * one
    scale = one * divisor**river.most_rolls
    if not river_kernel.COMPILED:
        return 1, scale.bit_length() + 64, scale
    return -(-scale.bit_length() // bits), bits, scale


def _needs(river: River, exact: bool) -> int:
    """How many bytes it takes to build a table, the list of its layers included."""
    return 8 * (river.stored * _words(river, exact)[0] + river.layers + 1)


def memory_free() -> int | None:
    """How many bytes of memory are free on this machine; None where it does not say."""
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
        return None


def build(
    state: State,
    *,
    exact: bool = False,
    endless: Fraction = HALF,
    workers: int | None = None,
    memory: int | None = None,
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
        How many threads; as many as the machine has processors unless given. Without numba there is one.
    memory : int, optional
        How many bytes the table may take; nine tenths of what is free unless given.
    progress : callable, optional
        Called now and then with the layers solved and all layers.

    Raises
    ------
    SetupError
        Unless two play and nothing lies face down.
    TooLarge
        If the table needs more memory than there is: how much, and what would do.

    Examples
    --------
    >>> from inaba import river
    >>> position = river.parse("5,W,4/0,6,3 -,- 1 - -")
    >>> table = build(position)
    >>> float(table.value(position).value[0]), float(table.error) < 1e-15
    (0.91507701..., True)
    """
    river = River(state, endless)
    numbers, limbs, bits, scale = solve_layers(river, exact, workers, memory, progress)
    return RiverTable(river, numbers, limbs, bits, scale)


def solve_layers(
    river: River, exact: bool, workers: int | None, memory: int | None, progress: Progress | None
) -> tuple[Any, int, int, int]:
    """All values of a river (see `build`), with words for each, bits for each word, and units for a win."""
    limbs, bits, scale = _words(river, exact)
    needed = _needs(river, exact)
    if exact and river.stored * limbs > MOST_EXACT_WORDS:
        raise TooLarge("solvers.table.exact", size=river.stored * limbs, limit=MOST_EXACT_WORDS)
    free = memory_free()
    allowed = memory if memory is not None else (needed if free is None else free * 9 // 10)
    if needed > allowed:
        raise TooLarge("solvers.table.memory", size=needed, limit=allowed, positions=river.positions)
    threads = (workers or os.cpu_count() or 1) if river_kernel.COMPILED else 1
    zero = river.stored
    size = zero + 4 + threads * river.scratch()
    numbers: Any
    if river_kernel.COMPILED:
        import numpy as np

        numbers = np.zeros(size * limbs, dtype=np.int64)
        base = _bases(river)
    else:
        numbers = [0] * size
        base = _bases_listed(river)
    for at, share in ((zero + 1, Fraction(1)), (zero + 2, river.endless), (zero + 3, 1 - river.endless)):
        units = int(share * scale)
        for k in range(limbs):
            numbers[at * limbs + k] = units >> (k * bits) & ((1 << bits) - 1) if limbs > 1 else units
    done = flat([0, 0])
    solve = river.sweeper(numbers, base, zero, limbs, bits, done)
    left = _run(river, solve, threads, done, progress)
    assert left == 0, "the common denominator does not hold every value"
    return numbers, limbs, bits, scale


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
    while low < len(river.radix) and river.layers // river.stride[low] > 64 * threads * len(river.radix):
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
    solve: Callable[[int, int, int], int],
    threads: int,
    done: Any,
    progress: Progress | None,
) -> int:
    """Solve all layers; a KeyboardInterrupt stops the threads and goes on to the caller."""
    if threads == 1 or river.layers < 1000:
        remainders = 0
        step = max(1, river.layers // 100) if river_kernel.COMPILED else 8
        for first in range(0, river.layers, step):
            remainders += solve(first, min(first + step, river.layers), 0)
            if progress:
                progress(int(done[0]), river.layers)
        return remainders
    length, steps = _groups(river, threads)
    free = list(range(threads))
    lock = threading.Lock()

    def one(run: int) -> int:
        with lock:
            thread = free.pop()
        try:
            return solve(run * length, (run + 1) * length, thread)
        finally:
            with lock:
                free.append(thread)

    remainders = 0
    with ThreadPoolExecutor(threads) as pool:
        try:
            for runs in steps:
                waiting = {pool.submit(one, run) for run in runs}
                while waiting:
                    ended, waiting = wait(waiting, timeout=0.2, return_when=FIRST_COMPLETED)
                    remainders += sum(future.result() for future in ended)
                    if progress:
                        progress(int(done[0]), river.layers)
        except BaseException:
            done[1] = 1  # the loops look at it before each layer
            raise
    return remainders


def _bases(river: River) -> Any:
    """Where each layer's values begin, for all layers, and where the last one's end."""
    import numpy as np

    widths = np.array([river.plain + 1], dtype=np.int64)
    for radix in river.radix:
        harmless = (np.arange(radix) == 0).astype(np.int64)
        widths = (harmless[:, None] + widths[None, :]).ravel()
    base = np.zeros(river.layers + 1, dtype=np.int64)
    sizes = np.array([river.block(width) * river.sides for width in range(len(river.board.squares) + 2)])
    np.cumsum(sizes[widths], out=base[1:])
    return base


def _bases_listed(river: River) -> list[int]:
    """`_bases` without numpy."""
    widths = [river.plain + 1]
    for radix in river.radix:
        widths = [width + (digit == 0) for digit in range(radix) for width in widths]
    base = [0]
    for width in widths:
        base.append(base[-1] + river.block(width) * river.sides)
    return base
