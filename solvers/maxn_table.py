"""Everyone maximises his own chance, in all positions of an open river of three or four players at once.

**Definition.** `solvers.maxn` has it: backward induction on a vector of values, one a player, in which who is
to move takes what is best for himself. It is an equilibrium and not a theorem: the tie rule is part of the
answer (``first``: the first of the best moves in legal order; ``split``: each of them with the same chance),
and where play can come round again the answer stands only where it was *checked*.

**Why exactly.** A guarantee changes little where the values below it change little, so a rounded table bounds
it. Max-n has no such bound. Let two moves be worth to the mover 1/3 and 1/3 + ε: the smallest ε decides what
everybody else gets. So a number here is never rounded, and two moves are equal only where their numbers are.

**Units.** In a layer where k rolls can still be thrown, values are whole numbers of units, E · n · Dᵏ of
which are a win: D is the dice's total weight, n the number of players (endless play is worth 1/n), E a number
that is 1 for ``first``. That is enough there: a win is n · Dᵏ units, endless play Dᵏ, a choice takes a number
over as it is, and an average over a roll of numbers from layers with fewer rolls left is a whole number of
units.
Under ``split`` an average over c equal moves divides by c. E begins as a product of small primes; each
division is checked, and if one does not go evenly, E is multiplied by a power of c, and the table is begun
again. So E is found, not guessed, and it stays small: where all equal moves are alike to the others too (most
often) nothing is divided.

**Loops.** Within a layer nothing is chance. Its positions and rides fall into components that can be come
back from (Tarjan 1972). One by one, those first to which others lead, each is solved as `solvers.maxn` does
it, move for move: the game is broken off after k moves and shared equally, for k = 0, 1, 2, … until nothing
changes; of equal moves ``first`` takes those that have been at rest for longest, which are nearest to the
loop's end. Then the choices are followed. A position from which they lead round for ever has to be worth
what endless play is; all others then have their values, for these are the only ones that add up. If that
holds, nobody gains by changing one move, and the component is *checked* if all that it leads to is. If not,
or if the horizon reaches `solvers.maxn_kernel.ROUNDS`, nothing is said of it, nor of what leads to it.
Under ``split`` the averages at each horizon may need finer units, even where the values at rest do not. E
grows for them up to `MOST_LOOP_BITS` bits. From there on such a component is solved in Python
(`solvers.maxn.at_rest`), where units grow without bound, and E grows only as far as its values at rest ask.

**What is and what is not guaranteed.** A checked value is exact, is that of `solvers.maxn`, and no player
gains anywhere below by a single other move; without loops it is always checked. It is not the only
equilibrium, and not what a player can be sure of (`solvers.coalition`). What is not checked here is not
checked there either: no width of numbers decides it. Where values need an E of more than `MOST_BITS` bits,
or more memory than there is, there is no table, and that is said.

**Cost.** Memory: n numbers a position of as many 64-bit words as the layer's units need, all seats kept,
for the order of moves is not the same to all. Time grows as memory does, but for loops, which take as many
rounds as they are long, and each round a hundred times as long where they are solved in Python. What a
layer's moves lead to is worked out once for all layers with the same sharks alive. For three players the open
`classroom` river has some 100 million positions: 4.2 GB under ``first``, 6.7 under ``split``. For four it has
0.9 thousand million: 62 and 101 GB, and that is where it ends on a machine with less, unless the table is
built on disk.

Sources: C. A. Luckhardt and K. B. Irani, "An algorithmic solution of n-person games", 1986; R. E. Tarjan,
"Depth-first search and linear graph algorithms", 1972; A. R. Washburn, "Deterministic graphical games", 1990.
"""

from __future__ import annotations

import os
import threading
from fractions import Fraction
from math import lcm
from typing import Any, Final

from inaba.errors import SetupError, TooLarge
from inaba.river import GOAL, START, State
from inaba.river.board import Square
from inaba.river.state import Riding
from solvers import maxn_kernel, river_kernel
from solvers.coalition import CoalitionRiver
from solvers.maxn import MoveVector, Node, Ties, Vector, at_rest
from solvers.river_kernel import Layers, Units
from solvers.river_table import (
    MOST_ENDS,
    Kept,
    Progress,
    RiverTable,
    Sizes,
    bases,
    flat,
    on_disk,
    see_memory,
)

MOST_NOTED: Final = 50_000_000
"""How many fights and rides of a layer may have to be told apart."""

FINER: Final = 2**12 * 3**5 * 5**3 * 7**3
"""What E begins with under ``split``: enough for most rivers, and few words are longer for it."""

MOST_BITS: Final = 1024
"""How long E may become under ``split``."""

MOST_LOOP_BITS: Final = 64
"""How long E may become for the sake of horizons; a loop that needs more for them is solved in Python."""


class MaxNRiver(CoalitionRiver):
    """An open river of three or four players, ready for the loops of `solvers.maxn_kernel`.

    Parameters
    ----------
    state : State
    ties : {"first", "split"}
        The tie rule.
    finer : int, optional
        E: by how much the units are finer than rolls alone need; unless given, what it begins with.

    Raises
    ------
    SetupError
        Unless three or four play, nothing lies face down, and the tie rule is known.
    TooLarge
        If the loops cannot take the river.
    """

    def __init__(self, state: State, ties: Ties = "first", finer: int | None = None) -> None:
        if ties not in ("first", "split"):
            raise SetupError("solvers.maxn.ties", ties=ties)
        super().__init__(state)
        self.ties = ties
        self.finer = finer or (FINER if ties == "split" else 1)
        self._chains = _chains(state)
        if self.noted > MOST_NOTED:
            raise TooLarge(
                "solvers.table.codes",
                size=self.noted,
                limit=MOST_NOTED,
                players=self.players,
            )

    def ranks(self, width: int) -> int:
        """How many positions a layer of some places is laid out for."""
        return super().block(width)

    def block(self, width: int) -> int:
        """How many values a layer of some places has."""
        return self.players * self.ranks(width)

    def scale(self, rolls: int) -> int:
        """How many units a win is worth in a layer, by the rolls left."""
        return self.finer * super().scale(rolls)

    @property
    def most_ranks(self) -> int:
        """How many positions the widest layer is laid out for."""
        return self.ranks(len(self.board.squares) + 1)

    @property
    def most_moves(self) -> int:
        """No player has more moves, and no ride more destinations."""
        return self.players * max(map(len, self.board.ahead.values()))

    @property
    def noted(self) -> int:
        """How many fights and rides of a layer are told apart."""
        return maxn_kernel.noted(
            self.players, len(self.sharks), len(self.board.squares), self.owner, len(self._chains)
        )

    def kept(self) -> Kept:
        """How numbers are kept; without the compiled loops one word holds any number."""
        # Under split the sum over all equal moves has to fit, too: the words together, and one word alone.
        most = self.most_moves if self.ties == "split" else 1
        lengths = [(most * self.scale(rolls)).bit_length() for rolls in range(self.most_rolls + 1)]
        if not river_kernel.COMPILED:
            return Kept(max(lengths) + 1, (1,) * len(lengths), None)
        bits = 62 - max(self.total.total, self.most_moves).bit_length()
        return Kept(bits, tuple(-(-length // bits) for length in lengths), None)

    @property
    def size(self) -> int:
        """How many bytes a table's values take."""
        return 8 * Sizes(self, self.kept().words).whole

    def chain(self, landed: tuple[Square, ...]) -> int | None:
        """The number of a chain of rides, by the squares landed on."""
        return self._chains.get(landed)

    def seating(self) -> maxn_kernel.Seats:
        """The river for the loops, besides `compiled`."""
        table, n = self._state.table, len(self.board.squares)
        node = {**self.board.index, START: n, GOAL: n + 1}
        ahead_start, ahead = [0], list[int]()
        for square in (*self.board.squares, START):
            ahead += [node[to] for to in self.board.ahead[square]]
            ahead_start.append(len(ahead))
        chain_start, chain_to, chain_next = [0], list[int](), list[int]()
        for landed in self._chains:
            for to in table.carries_to(landed[-1]):
                if to not in landed:
                    chain_to.append(node[to])
                    chain_next.append(self._chains.get((*landed, to), -1))
            chain_start.append(len(chain_to))
        return maxn_kernel.Seats(
            players=self.players,
            masks=flat(self._masks),
            size=flat([mask.bit_count() for mask in range(1 << self.players)]),
            ahead_start=flat(ahead_start),
            ahead=flat(ahead),
            chain_of=flat([self._chains.get((square,), -1) for square in self.board.squares]),
            chain_square=flat([node[landed[-1]] for landed in self._chains] or [0]),
            chain_start=flat(chain_start),
            chain_to=flat(chain_to or [0]),
            chain_next=flat(chain_next or [0]),
            split=int(self.ties == "split"),
        )

    def plan_size(self) -> int:
        """How many numbers a thread notes besides values."""
        return 12 * self._nodes + self._edges + 6 * self.noted

    @property
    def _nodes(self) -> int:
        return self.most_ranks + self.players + self.noted + 2

    @property
    def _edges(self) -> int:
        return self.most_ranks * self.most_moves + self.noted * max(map(len, self.board.ahead.values()))

    def plan(self) -> maxn_kernel.Plan:
        """A thread's own space."""
        squares, sets = len(self.board.squares) + 2, 1 << self.players

        def nodes() -> Any:
            return _zeros(self._nodes)

        return maxn_kernel.Plan(
            digits=_zeros(len(self.sharks) + 1),
            live=_zeros(squares),
            place=_zeros(squares),
            node_at=_zeros(squares),
            off=_zeros(sets),
            off_more=_zeros(sets),
            at_node=_zeros(self.players),
            memo=_zeros(self.noted + 1),
            extra=_zeros(5 * self.noted + 5),
            turn=nodes(),
            edge_start=nodes(),
            edge=_zeros(self._edges),
            order=nodes(),
            group_start=nodes(),
            group=nodes(),
            index=nodes(),
            low=nodes(),
            stack=nodes(),
            path=nodes(),
            next_edge=nodes(),
            rank=nodes(),
            pick=nodes(),
            kept=nodes(),
            counts=_zeros(5),
        )

    def space_for(self, words: int) -> tuple[int, int]:
        """How many numbers of scratch space a thread needs: for wins, fights and rides; and for a layer."""
        each = self.players * words
        layer = self.most_ranks * each
        # A loop needs space for all its positions and rides once more.
        return (self.players + self.noted) * each, (2 * layer + self.noted * each if self._chains else 0)

    def shapes(self) -> list[list[int]]:
        """The sets of sharks that can still win, as bits, in steps: each needs only those of earlier ones."""
        steps: list[list[int]] = [[] for _ in range(len(self.sharks) + 1)]
        for shape in range(1 << len(self.sharks)):
            steps[shape.bit_count()].append(shape)

        def layers(shape: int) -> int:
            number = 1
            for s, radix in enumerate(self.radix):
                if shape >> s & 1:
                    number *= radix - 1
            return number

        return [sorted(step, key=layers, reverse=True) for step in steps]


def _zeros(size: int) -> Any:
    if not river_kernel.COMPILED:
        return [0] * size
    import numpy as np

    return np.zeros(size, dtype=np.int64)


def _chains(state: State) -> dict[tuple[Square, ...], int]:
    """All chains of rides: the squares that a move may land on one after the other, each carrying on."""
    table = state.table
    waiting: list[tuple[Square, ...]] = [
        (square,) for square in table.board.squares if table.carries_to(square)
    ]
    found: dict[tuple[Square, ...], int] = {}
    while waiting:
        landed = waiting.pop()
        if len(found) >= MOST_ENDS:
            raise TooLarge("solvers.table.rides", size=len(found) + 1, limit=MOST_ENDS, square=landed[0])
        found[landed] = len(found)
        for to in table.carries_to(landed[-1]):
            if to not in (START, GOAL) and to not in landed and table.carries_to(to):
                waiting.append((*landed, to))
    return found


class MaxNTable:
    """What each gets if everyone maximises his own chance, in all positions that a position can lead to.

    Made by `build`.

    Attributes
    ----------
    river : MaxNRiver
    ties : {"first", "split"}
        The tie rule.
    """

    def __init__(self, river: MaxNRiver, run: _Run) -> None:
        self.river, self.ties = river, river.ties
        self._run = run
        self._table = RiverTable(river, run.numbers, run.how)
        self._lock = threading.Lock()

    @property
    def states(self) -> int:
        """How many positions are known, at the start of a turn."""
        return self.river.positions

    def __contains__(self, state: object) -> bool:
        """Whether the table answers for a position, in any phase of a turn."""
        return state in self._table

    def checked(self, state: State) -> bool:
        """Whether no player gains by another move, here or anywhere below: an equilibrium, then.

        Raises
        ------
        SetupError
            If the table does not cover the position.
        """
        return self._vector(state) is not None

    def value(self, state: State) -> Vector:
        """What a position is worth to each player, in seat order; they sum to 1.

        Raises
        ------
        SetupError
            If the table does not cover the position, or it is not `checked`.
        """
        found = self._vector(state)
        if found is None:
            raise SetupError("solvers.oracle.no_maxn", ties=self.ties)
        return found

    def moves(self, state: State) -> list[MoveVector]:
        """Each move of who is to act with the value after it: best for him first, equal in legal order.

        Raises
        ------
        SetupError
            As `value`.
        """
        found = [
            (player, MoveVector(move, self.value(state.play(player, move))))
            for player in state.to_act()
            for move in state.legal_moves(player)
        ]
        return [row for _, row in sorted(found, key=lambda pair: -pair[1].value[pair[0] - 1])]

    def _vector(self, state: State) -> Vector | None:
        if (result := state.result()) is not None:
            return tuple(result)
        if (chances := state.chance()) is not None:
            events = list(chances.items())
            return _mean([(self._vector(state.happen(event)), weight) for event, weight in events])
        if state.starts_turn():
            ranked = self.river.rank_for(state, 1)
            if ranked is None:
                raise SetupError("solvers.table.foreign", position=state)
            return self._at(*ranked)
        if self._run.layers.loops and (place := self._ride(state)) is not None:
            return place
        player = state.turn
        after = [self._vector(state.play(player, move)) for move in state.legal_moves(player)]
        own = [vector[player - 1] for vector in after if vector is not None]
        if len(own) < len(after):
            return None
        best = [vector for vector, worth in zip(after, own, strict=True) if worth == max(own)]
        return _mean([(vector, 1) for vector in (best if self.ties == "split" else best[:1])])

    def _at(self, layer: int, rank: int) -> Vector | None:
        players = self.river.players
        words = self._table.kept.words[self.river.rolls(layer)]
        if int(self._table.numbers[self._table.sizes.base(layer) + rank * players * words]) == -1:
            return None
        return tuple(self._table.number(layer, rank * players + player) for player in range(players))

    def _ride(self, state: State) -> Vector | None:
        """The value of a ride that may be part of a loop; None where it cannot be, or is not checked.

        How its loop came to rest decides between equal destinations, so its layer is solved once more.
        """
        river = self.river
        layer = river.layer(state)
        if layer is None:
            raise SetupError("solvers.table.foreign", position=state)
        # Where a shark is left that any roll beats, play has not been here before: it would be harmless.
        if not isinstance(state.phase, Riding) or any(0 < s.left <= river.least for s in state.spots):
            return None
        chain = river.chain(state.phase.landed)
        if chain is None:
            return None
        n, rabbit = len(river.board.squares), state.phase.rabbit - 1
        code = 0
        for seat, square in enumerate(state.rabbits):
            if seat != rabbit:
                code = code * (n + 1) + (n if square == START else river.board.index[square])
        mask = sum(1 << player - 1 for player in state.resting)
        with self._lock:
            return self._run.ride(layer, (chain, state.turn - 1, mask, rabbit, code))


def _mean(parts: list[tuple[Vector | None, int]]) -> Vector | None:
    vectors = [(vector, weight) for vector, weight in parts if vector is not None]
    if len(vectors) < len(parts):
        return None
    weight = sum(w for _, w in vectors)
    columns = zip(*([share * w for share in vector] for vector, w in vectors), strict=True)
    return tuple(sum(column, Fraction(0)) / weight for column in columns)


class _Run:
    """The numbers of a table while it is solved, and the threads' space."""

    def __init__(
        self, river: MaxNRiver, threads: int, memory: int | None, disk: str | os.PathLike[str] | None
    ) -> None:
        self.river, self.how = river, river.kept()
        words = self.how.words
        most = max(words)
        values = Sizes(river, words).whole
        nodes, layer = river.space_for(most)
        constants = most * (1 + 2 * len(words))
        size = values + constants + threads * (nodes + layer)
        noted = 8 * (river.layers + 1 + threads * river.plan_size())
        needed = noted if disk is not None else noted + 8 * size
        see_memory(needed, memory, river.positions)
        if disk is not None and not river_kernel.COMPILED:
            raise SetupError("solvers.table.disk")
        self.numbers: Any = _zeros(size) if disk is None else on_disk(disk, size, river.positions)
        self.base = bases(river, words)
        self.scratch = [values + constants + thread * (nodes + layer) for thread in range(threads)]
        self.buffer = [at + nodes for at in self.scratch]
        zero, one, half = values, list[int](), list[int]()
        for rolls in range(len(words)):
            win = river.scale(rolls)
            at = zero + most * (1 + 2 * rolls)
            one.append(at)
            half += [at + most] * 2
            self._write(at, words[rolls], win)
            self._write(at + most, words[rolls], int(win * river.endless))
        self.units = Units(1, self.how.bits, flat(list(words)), zero, flat(one), flat(half))
        self.layers: Layers = river.compiled()
        self.seats = river.seating()
        self.plans = [river.plan() for _ in range(threads)]
        self.done = flat([0, 0, 0])
        self._finer = 1
        self._planned = -1
        self._solved = -1

    def solve(self, shape: int, thread: int, grows: bool) -> None:
        """Solve all layers of a shape; those that they lead to are solved."""
        plan = self.plans[thread]
        maxn_kernel.plan(self.layers, self.seats, plan, shape)
        self._sweep(shape, thread, -1, grows)

    def _sweep(self, shape: int, thread: int, only: int, grows: bool) -> None:
        while (
            loop := maxn_kernel.sweep(
                self.layers,
                self.seats,
                self.plans[thread],
                self.numbers,
                self.base,
                self.units,
                shape,
                only,
                self.scratch[thread],
                self.buffer[thread],
                int(grows),
                self.done,
            )
        ) >= 0:
            self._solve_loop(loop, thread, only)

    def _solve_loop(self, loop: int, thread: int, only: int) -> None:
        """Solve a component that the loops handed over; or ask for the units that its values need."""
        plan, players = self.plans[thread], self.river.players
        layer, block = int(plan.counts[4]), int(plan.counts[2])
        rolls = self.river.rolls(layer)
        words = self.how.words[rolls]
        home = int(self.base[layer]) if only < 0 else self.buffer[thread]

        def spots(node: int) -> list[int]:
            at, i = (home, node) if node < block else (self.scratch[thread], node - block)
            return [at + (i * players + player) * words for player in range(players)]

        members = [int(node) for node in plan.order[plan.group_start[loop] : plan.group_start[loop + 1]]]
        nodes = {}
        for node in members:
            leads = plan.edge[plan.edge_start[node] : plan.edge_start[node + 1]]
            nodes[node] = Node(int(plan.turn[node]) + 1, tuple(int(child) for child in leads), ())
        outside = {child for node in members for child in nodes[node].children} - nodes.keys()
        known = {child: tuple(Fraction(self._read(at, words)) for at in spots(child)) for child in outside}
        endless = (Fraction(self._read(int(self.units.half[2 * rolls]), words)),) * players
        values = at_rest(members, nodes, known, endless, self.river.ties).values
        if values is None:
            return  # The loops have left it marked as not checked.
        finer = lcm(*(share.denominator for vector in values.values() for share in vector))
        if finer > 1:
            self._finer = lcm(self._finer, finer)
            self.done[1] = maxn_kernel.UNEVEN
            return
        for node, vector in values.items():
            for at, share in zip(spots(node), vector, strict=True):
                self._write(at, words, int(share))

    def _read(self, at: int, words: int) -> int:
        """The number that stands at a place."""
        number = 0
        for word in range(words - 1, -1, -1):
            number = (number << self.how.bits) + int(self.numbers[at + word])
        return number

    def _write(self, at: int, words: int, number: int) -> None:
        """Set the number at a place."""
        for word in range(words - 1):
            self.numbers[at + word] = number & ((1 << self.how.bits) - 1)
            number >>= self.how.bits
        self.numbers[at + words - 1] = number

    def all(self, threads: int, grows: bool, progress: Progress | None) -> int:
        """Solve all; 1, or by how much finer units are needed."""
        steps = self.river.shapes()

        def tick() -> None:
            if progress:
                progress(int(self.done[0]), self.river.layers)

        if not river_kernel.COMPILED:
            for shape in (shape for step in steps for shape in step):
                self.solve(shape, 0, grows)
                tick()
            return self._wanted()

        def stop() -> None:
            self.done[1] = maxn_kernel.STOPPED  # the loops look at it before each layer

        river_kernel.in_threads(
            threads, steps, lambda shape, thread: self.solve(shape, thread, grows), tick, stop
        )
        return self._wanted()

    def _wanted(self) -> int:
        # Where an average could not be divided by c, the next one often cannot either.
        return self._finer * max(1, int(self.done[2])) ** 2

    def ride(self, layer: int, ride: tuple[int, int, int, int, int]) -> Vector | None:
        """The value of a ride of a layer, which is solved once more; None where no move leads to it."""
        river, left, shape = self.river, layer, 0
        for s in range(len(river.sharks) - 1, -1, -1):
            digit, left = divmod(left, river.stride[s])
            shape |= (digit > 0) << s
        plan = self.plans[0]
        if self._planned != shape:
            self._planned = self._solved = -1
            maxn_kernel.plan(self.layers, self.seats, plan, shape)
            self._planned = shape
        if self._solved != layer:
            self._solved = -1
            self._sweep(shape, 0, layer, False)
            self._solved = layer
        node = int(plan.memo[maxn_kernel.ride_number(self.layers, self.seats, *ride)])
        if node == 0:
            return None
        rolls = river.rolls(layer)
        words, players = self.how.words[rolls], river.players
        at = self.scratch[0] + (node - int(plan.counts[2])) * players * words
        if int(self.numbers[at]) == -1:
            return None
        return tuple(
            Fraction(self._read(at + player * words, words), river.scale(rolls)) for player in range(players)
        )


def build(
    state: State,
    ties: Ties = "first",
    *,
    workers: int | None = None,
    memory: int | None = None,
    disk: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> MaxNTable:
    """Solve every position that a position of an open river of three or four players can lead to.

    Parameters
    ----------
    state : State
        Three or four players, nothing face down, any phase.
    ties : {"first", "split"}
        The tie rule.
    workers, memory, disk, progress
        As in `solvers.river_table.build`. Under ``split`` the work may begin anew, and the progress with it.

    Raises
    ------
    SetupError
        Unless three or four play and nothing lies face down; or if the tie rule is unknown.
    TooLarge
        If the table needs more memory, or room on the disk, than there is: how much, and what would do; or if
        averages over equal moves need finer units than it can have.
    OSError
        If the folder cannot be written.

    Examples
    --------
    >>> from inaba import river
    >>> position = river.parse("W,0 -,-,- 1 - -")
    >>> [str(share) for share in build(position).value(position)]
    ['1', '0', '0']
    >>> [str(share) for share in build(position, "split").value(position)]
    ['1/2', '1/2', '0']
    """
    threads = river_kernel.threads_for(workers)
    finer = None
    while True:
        river = MaxNRiver(state, ties, finer)
        finer = river.finer
        run = _Run(river, threads, memory, disk)
        wanted = run.all(threads, finer.bit_length() < MOST_LOOP_BITS, progress)
        if wanted == 1:
            return MaxNTable(river, run)
        del run  # it makes room
        finer *= wanted
        if finer.bit_length() > MOST_BITS:
            raise TooLarge("solvers.maxn_table.split", size=finer.bit_length(), limit=MOST_BITS)
