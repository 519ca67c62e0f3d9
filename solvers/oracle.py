"""One door to all solvers: whichever way answers a position best, and what that way can say.

Two players, nothing secret: a small position is solved the plain way (`solvers.endgame`), a large open river
as a table (`solvers.river_table`), exactly where that does not take much longer and else rounded, with its
bound; where a table does not fit into memory there are bounds or an estimate. With face-down cards
`solvers.search` goes as far as the time allows: exact, else proven bounds, else an estimate. Three and four
players: what each can guarantee (`solvers.coalition`), plain or by table, and "everyone maximises his own
chance" (`solvers.maxn`, or `solvers.maxn_table` for open rivers that are not small) where that can be found
and checked; where there is no guarantee to be had in time, an estimate. Without numba the tables of three and
four are built where the time allows; the plain way takes longer still. Where a player knows what others do
not, as in a draft: from what he sees and no more, on rivers of at most 2 × 2 his exact best response to a
stated policy of the others, else an estimate (`solvers.draft_advice`).

An answer always says which way it was found. The last table that was built is kept: another position of the
same river is looked up. Nothing else is kept unless that is asked for, so an answer does not depend on what
was asked before.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from math import inf
from typing import Any, Final, Literal, NamedTuple

from inaba.errors import InabaError, Reason, SetupError, TooLarge
from inaba.river import State, View
from solvers import coalition, draft_advice, maxn_table, river_kernel, river_layers, river_table
from solvers.coalition import CoalitionRiver, CoalitionTable, Guarantees
from solvers.endgame import Solver, shown
from solvers.lines import line
from solvers.maxn import MaxN, Ties
from solvers.maxn_table import MaxNRiver, MaxNTable
from solvers.river_table import River, RiverTable
from solvers.search import (
    Answer,
    Answerer,
    Method,
    MoveAnswer,
    OutcomeAnswer,
    Progress,
    Rounded,
    Value,
    named_methods,
    solved,
)

HALF: Final = Fraction(1, 2)

TABLES_FROM: Final = 100_000
"""Open rivers of fewer positions, for two, are solved the plain way: loading compiled loops takes longer."""

COALITION_TABLES_FROM: Final = 1_000
"""The same for three and four players, whom the plain way takes much longer."""

MOST_EXACT: Final = {2: 60_000_000, 3: 20_000_000, 4: 20_000_000}
"""By the number of players: tables of more positions are rounded, unless exact ones are asked for."""

MOST_PLAIN: Final = river_layers.LIMIT
"""The most positions that the plain way holds where exactness is asked for, and no limit is stated."""

MOST_MAXN: Final = 30_000
"""The most positions for which max-n is tried the plain way."""

MOST_MAXN_TABLE: Final = 400_000_000
"""The most positions for which it is tried by a table, if that fits into memory."""

MAXN_TABLE_FACTOR: Final = 100
"""Whoever limits the positions that the plain way may take has a table of so many times as many."""

A_SECOND_MAXN: Final = 1_500_000
"""About how many positions of such a table a thread solves in a second."""

A_SECOND: Final = {2: 10_000_000, 3: 3_000_000, 4: 2_000_000}
"""By the number of players: about how many positions of a rounded table a thread solves in a second."""

A_SECOND_UNCOMPILED: Final = 20_000
"""About how many positions of any table are solved in a second without numba."""

MOST_SLOWLY: Final = 3600 * A_SECOND_UNCOMPILED
"""Tables of more positions are not recommended where there is no numba."""

SOON: Final = 5
"""Whoever waits is told beforehand of a table that takes more seconds."""


class Forecast(NamedTuple):
    """What a table will take.

    Attributes
    ----------
    positions : int
        How many positions it answers for.
    seconds : int
        About how long it takes to build.
    size : int
        How many bytes its values take.
    disk : bool
        Whether they take them on disk, not in memory.
    what : {"values", "guarantee", "maxn"}
        What it tells: of three and four players two tables may be built, one after the other.
    """

    positions: int
    seconds: int
    size: int
    disk: bool = False
    what: Literal["values", "guarantee", "maxn"] = "values"


def size_words(size: int) -> str:
    """How large a table is, for a person: so many bytes in GB, or in MB where that is less than one.

    Examples
    --------
    >>> [size_words(size) for size in (21_120, 800_000_000, 4_240_000_000, 28_700_000_000_000)]
    ['1 MB', '800 MB', '4.2 GB', '28,700 GB']
    >>> size_words(10**400)
    '> 1,000,000 GB'
    """
    if size > 10**15:
        return "> 1,000,000 GB"  # A river may lead to more positions than a float can count.
    if size < 10**9:
        return f"{-(-size // 10**6)} MB"
    return f"{size / 1e9:,.{0 if size >= 10**11 else 1}f} GB"


class Share(NamedTuple):
    """A move or an event, and what each player has after it, in seat order.

    Attributes
    ----------
    step : Any
        A move; or an event of chance.
    guarantee : tuple of Fraction
        What each can guarantee against all others together.
    maxn : tuple of Fraction or None
        What each gets if everyone maximises his own chance, where that is checked.
    chance : Fraction
        Of an event; 1 for a move.
    """

    step: Any
    guarantee: tuple[Fraction, ...]
    maxn: tuple[Fraction, ...] | None
    chance: Fraction = Fraction(1)


class Missing(StrEnum):
    """Why max-n is not told."""

    LEFT_OUT = "left_out"
    """It was not asked for."""
    TOO_LARGE = "too_large"
    """It was not tried, or given up, for it takes too many positions or too much memory."""
    STOPPED = "stopped"
    """The work was stopped before it was found."""
    UNCHECKED = "unchecked"
    """It was tried, and what was found could not be checked."""


@dataclass(frozen=True, slots=True)
class Shares:
    """What is known of a position of three or four players.

    Attributes
    ----------
    of : State
        The position.
    method : Method
        `Method.EXACT`, or `Method.TABLE` where the guarantees are rounded.
    guarantee : tuple of Fraction
        What each player can guarantee against all others together; they need not sum to 1.
    error : Fraction
        No guarantee is further from the truth.
    maxn : tuple of Fraction or None
        What each gets if everyone maximises his own chance; None unless that is found and checked.
    ties : {"first", "split"}
        The tie rule of `maxn`.
    moves : tuple of Share
        The moves of who is to act, best guarantee for him first, equal ones in legal order.
    outcomes : tuple of Share
        Where chance is to act: what may happen.
    endless : Fraction
        What play without end is worth to each.
    states : int
        How many positions were solved.
    maxn_solver : {"plain", "table"} or None
        By what `maxn` was found: `solvers.maxn` or `solvers.maxn_table`. Both are exact.
    maxn_refused : InabaError or None
        Why `maxn` was not even tried or not brought to an end, where that can be helped.
    table : bool
        Whether the guarantees were looked up in a table (`solvers.coalition.build`).
    """

    of: State
    method: Method
    guarantee: tuple[Fraction, ...]
    error: Fraction
    maxn: tuple[Fraction, ...] | None
    ties: Ties
    moves: tuple[Share, ...]
    outcomes: tuple[Share, ...]
    endless: Fraction
    states: int
    maxn_solver: Literal["plain", "table"] | None = None
    maxn_refused: InabaError | None = None
    table: bool = False

    @property
    def found(self) -> Reason:
        """How the guarantees were found, for a person."""
        return solved(self.states, self.table, self.error)

    @property
    def missing(self) -> Missing | None:
        """Why max-n is not known; None where it is."""
        if self.maxn is not None:
            return None
        if isinstance(self.maxn_refused, TooLarge):
            return Missing.TOO_LARGE
        return Missing.UNCHECKED if self.maxn_refused is None else _MISSING[self.maxn_refused.key]

    def by_maxn(self) -> tuple[Share, ...]:
        """The moves, best for who is to act by max-n; equal ones by guarantee, then in legal order.

        Raises
        ------
        SetupError
            If max-n is not known here.
        TooLarge
            If there are too many positions for it, or for want of memory.
        """
        if self.maxn_refused is not None:
            raise self.maxn_refused
        if self.maxn is None:
            raise SetupError("solvers.oracle.no_maxn", ties=self.ties)
        mine = self.of.turn - 1
        return tuple(sorted(self.moves, key=lambda row: -row.maxn[mine] if row.maxn else Fraction(1)))


MAXN_LEFT_OUT: Final = "solvers.oracle.maxn_left_out"
MAXN_STOPPED: Final = "solvers.oracle.maxn_stopped"
MAXN_TOO_LARGE: Final = "solvers.oracle.maxn_too_large"
"""The keys of errors that say why there is no max-n; more may, where a table of it cannot be built."""

NO_TABLE: Final = "solvers.oracle.no_table"
SLOWLY: Final = "solvers.oracle.slowly"
"""The keys of what is said beside bounds or an estimate: there is no room for a table, or it is slow."""

_MISSING: Final = {MAXN_LEFT_OUT: Missing.LEFT_OUT, MAXN_STOPPED: Missing.STOPPED}


class MaxNStopped(KeyboardInterrupt):
    """Ctrl-C while max-n was looked for: what is known without it is not lost.

    Attributes
    ----------
    found : Shares
        The guarantees.
    """

    def __init__(self, found: Shares) -> None:
        super().__init__()
        self.found = found


class _OutOfTime(Exception):
    """Raised within a solver's report of progress, once its time is over."""


class Oracle:
    """Answers any position that can be answered.

    Parameters
    ----------
    method : Method or str, optional
        Take this way and no other; unless given, the best that size and time allow.
    exact : bool
        Fractions or nothing; with ``"table"`` an exact table.
    seconds : float, optional
        About how long to think where exactness may be out of reach. Tables, and whatever was asked for by
        ``method`` ``"exact"``, take the time that they take (without numba tables of three and four are built
        unasked only where about so many seconds are enough); so do exact answers of drafts on 2 × 2, where no
        seconds are stated.
    endless : Fraction, optional
        What endless play is worth to player 1 of two; 1/2 unless given.
    limit : int, optional
        The most positions to solve: more are refused.
    tables : sequence of RiverTable
        Tables at hand: they answer for the positions that they cover.
    disk : path, optional
        A folder in which tables are built, in place of memory (`solvers.river_table.build`); one that does
        not fit into it is refused.
    ties : {"first", "split"}
        The tie rule of max-n.
    workers : int, optional
        The threads that a table is built with; as many as there are processors unless given.
    seed : int, optional
        Of estimates.
    most_maxn : int, optional
        The most positions for which max-n is tried the plain way where no limit is stated, and by a table
        `MAXN_TABLE_FACTOR` times as many; `MOST_MAXN` and `MOST_MAXN_TABLE` unless given.
    looks : bool
        Whether of face-down cards an exact answer is to tell besides what looks at them are worth
        (`solvers.search.Answer.looks`), where it can be asked (`solvers.search.see_looks`).
    maxn : bool
        Whether max-n is wanted: where it is not, three and four players are told their guarantees alone.
    keep : bool
        Keep what is solved for three and four players, too: a game's positions are then asked for cheaply,
        the last first.
    progress : callable, optional
        Called now and then with what is done, and all there is to do or None.
    announce : callable, optional
        Called with a `Forecast` before a table is built that takes more than `SOON` seconds; where two are
        built one after the other, with both before the first.

    Examples
    --------
    >>> from inaba import river
    >>> oracle = Oracle()
    >>> found = oracle.answer(river.parse("5,W,4/0,6,3 -,- 1 - -"))
    >>> str(found.method), str(found.value[0]), found.moves[0].line
    ('exact', '256163/279936', '1c1')
    >>> found = oracle.answer(river.parse("3,W -,-,- 1 - -"))
    >>> [str(share) for share in found.guarantee], [str(share) for share in found.maxn]
    (['1/36', '0', '0'], ['1', '0', '0'])
    """

    def __init__(
        self,
        *,
        method: Method | str | None = None,
        exact: bool = False,
        seconds: float | None = None,
        endless: Fraction | None = None,
        limit: int | None = None,
        tables: Sequence[RiverTable] = (),
        disk: str | os.PathLike[str] | None = None,
        ties: Ties = "first",
        workers: int | None = None,
        seed: int | None = None,
        most_maxn: int | None = None,
        maxn: bool = True,
        looks: bool = False,
        keep: bool = False,
        progress: Progress | None = None,
        announce: Callable[[Forecast], object] | None = None,
    ) -> None:
        self._method = None if method is None else named_methods([method]).pop()
        self._exact = exact or self._method is Method.EXACT
        self._seconds, self._hurried = 10.0 if seconds is None else seconds, seconds is not None
        self._own_endless = endless
        self._endless = HALF if endless is None else endless
        self._limit, self._ties, self._workers, self._seed = limit, ties, workers, seed
        self._most_maxn = limit or most_maxn or MOST_MAXN
        self._most_maxn_table = limit or MAXN_TABLE_FACTOR * (most_maxn or 0) or MOST_MAXN_TABLE
        self._progress, self._announce = progress, announce
        self._tables, self._disk = tuple(tables), disk
        self._kept: RiverTable | None = None
        self._keep, self._maxn_wanted, self._looks = keep, maxn, looks
        self._foreseen: State | None = None
        self._guarantees: Guarantees | None = None
        self._maxn: MaxN | None = None
        self._maxn_table: MaxNTable | None = None
        self._ends = inf

    def answer(self, of: State | View) -> Answer | Shares:
        """What is known of a position, or of what a player sees of it.

        Raises
        ------
        SetupError
            If the way asked for is none for this position.
        TooLarge
            If it is too large for every way that may be taken.
        """
        if of.players != 2 and self._own_endless is not None:
            raise SetupError("solvers.oracle.endless", players=of.players)
        state = shown(of) if isinstance(of, View) else of
        if state is None or state.secrets:
            return self._unknown(of)
        if state.players != 2:
            return self._of_more(state)
        if self._method in (None, Method.EXACT, Method.TABLE) and _open(state):
            return self._of_two(state)
        if self._method is Method.TABLE:
            raise SetupError("solvers.table.face_down")
        return self._hidden(state)

    # What not everybody knows -----------------------------------------------------------------------------

    def _unknown(self, of: State | View) -> Answer:
        """The best response of a player, or an estimate, from what he sees: the one to act unless it is a
        view."""
        if isinstance(of, State):
            of = of.view(of.to_act()[0] if of.to_act() else of.turn)
        if self._method in (Method.TABLE, Method.BOUNDS):
            raise TooLarge("solvers.oracle.secrets", size=1, limit=0)
        if self._method is Method.ESTIMATE:
            return self._search(of, Method.ESTIMATE)
        if self._exact or self._limit is not None:
            return self._search(of, Method.EXACT, limit=self._limit)
        # Unless a time is stated, the exact answer takes what it takes where it is in reach: what is answered
        # then does not hang on how busy the machine is.
        limit = draft_advice.LIMIT if draft_advice.in_reach(of) and not self._hurried else None
        return self._search(of, Method.EXACT, Method.ESTIMATE, limit=limit)

    def _search(
        self, of: State | View, *methods: Method, limit: int | None = None, seconds: float | None = None
    ) -> Answer:
        """What `solvers.search` finds by these methods, in the time there is or so many seconds."""
        return Answerer(endless=self._endless).answer(
            of,
            seconds=self._seconds if seconds is None else seconds,
            methods=methods,
            limit=limit,
            seed=self._seed,
            looks=self._looks,
            progress=self._tick,
        )

    def _hidden(self, state: State) -> Answer:
        """Two players, cards face down; or bounds and estimates of whatever they are asked for."""
        if self._method in (Method.BOUNDS, Method.ESTIMATE):
            return self._search(state, self._method)
        if self._exact or self._limit is not None:
            most = self._limit or MOST_PLAIN
            try:
                return self._search(state, Method.EXACT, limit=most)
            except SetupError as error:
                if error.key != "solvers.search.none":
                    raise
            # Says how large it is.
            return self._plain(state)
        return self._search(state, Method.EXACT, Method.BOUNDS, Method.ESTIMATE)

    # Two players, everything face up ----------------------------------------------------------------------

    def _of_two(self, state: State) -> Answer:
        if (given := self._given(state)) is not None:
            return self._from_table(state, given)
        if self._method is Method.TABLE or self._too_slow(state):
            try:
                table = self.table(state)
            except TooLarge as why:
                if self._sternly():
                    raise
                return self._beside(state, self._search(state, Method.BOUNDS, Method.ESTIMATE), why)
            return self._from_table(state, table)
        try:
            return self._plain(state)
        except TooLarge:
            if self._exact or self._limit is not None:
                raise
            return self._beside(state, self._search(state, Method.BOUNDS, Method.ESTIMATE))

    def _sternly(self) -> bool:
        """Whether a table that does not fit is refused, for it was asked for, or for what it alone gives."""
        asked = self._method is Method.TABLE or self._disk is not None
        return asked or self._exact or self._limit is not None

    def _beside(self, state: State, found: Answer, why: TooLarge | None = None) -> Answer:
        """Bounds or an estimate, with what is said beside them of a table: why there is none, or that it is
        slow."""
        if why is not None:
            if why.key != "solvers.table.memory":
                return found
            return replace(found, beside=Reason(NO_TABLE, {"size": size_words(why.size)}))
        if river_kernel.COMPILED or not _open(state):
            return found
        try:
            of = River(state, self._endless) if state.players == 2 else CoalitionRiver(state)
            # A number of Python's own takes several times the bytes of a table's.
            if of.positions > MOST_SLOWLY or 8 * river_table.size_of(of, False) > river_table.memory_free():
                return found
        except TooLarge:
            return found
        return replace(found, beside=Reason(SLOWLY, {"n": max(1, of.positions // A_SECOND_UNCOMPILED)}))

    def _plain(self, state: State) -> Answer:
        most = self._limit or MOST_PLAIN
        solution = Solver(limit=most, endless=self._endless, progress=self._tick).solve(state)
        return Answer(
            state,
            Method.EXACT,
            solution.value,
            tuple(MoveAnswer(*row) for row in solution.moves),
            tuple(OutcomeAnswer(*row) for row in solution.outcomes),
            self._endless,
            solution.states,
        )

    def _too_slow(self, state: State) -> bool:
        """Whether there can be a table, and the plain way takes so long that it is better."""
        if state.result() is not None or (state.players == 2 and not river_kernel.COMPILED):
            return False
        try:
            of = River(state, self._endless) if state.players == 2 else CoalitionRiver(state)
        except TooLarge:
            return False  # Dice or rides that the loops cannot take.
        positions = self._size(of)
        if not river_kernel.COMPILED and positions > self._most_slowly():
            return False
        return positions > (TABLES_FROM if state.players == 2 else COALITION_TABLES_FROM)

    def _most_slowly(self) -> float:
        """The most positions of a table for three and four that is built without numba, unless it is asked
        for: as many as the time allows, and whatever the plain way might take on, for it takes longer."""
        if self._limit is not None:
            return self._limit
        return max(coalition.LIMIT if self._exact else 0, self._seconds * A_SECOND_UNCOMPILED)

    def _size(self, of: River) -> int:
        positions = of.positions
        if self._limit is not None and positions > self._limit:
            raise TooLarge("solvers.endgame.too_large_river", size=positions, limit=self._limit)
        return positions

    def table(self, state: State) -> RiverTable:
        """A table that covers a position of an open river: the one that is kept, or a new one.

        Exact or rounded as was asked for; else exact where that does not take much longer.

        Raises
        ------
        SetupError
            Where cards lie face down.
        TooLarge
            Where it does not fit into memory.
        """
        of = River(state, self._endless) if state.players == 2 else CoalitionRiver(state)
        positions = self._size(of)
        exact = self._exact or (self._method is None and positions <= MOST_EXACT[state.players])
        if self._kept is not None and state in self._kept and self._kept.exact is exact:
            return self._kept
        self._kept = None  # the old one makes room
        try:
            self._kept = self._built(state, of, exact)
        except TooLarge:
            if self._exact or not exact:
                raise
            self._kept = self._built(state, of, False)
        return self._kept

    def _foresee(
        self, positions: int, speed: int, size: int, what: Literal["values", "guarantee", "maxn"]
    ) -> None:
        """Tell what a table is going to take, if that is worth telling."""
        disk = self._disk is not None
        # What does not fit is refused when it is built, and then nothing has to be waited for.
        if self._announce and positions // speed > SOON and (disk or size <= river_table.memory_free()):
            self._announce(Forecast(positions, positions // speed, size, disk, what))

    def _foresee_maxn(self, state: State) -> None:
        """The same of the table of max-n, if there is to be one; once."""
        if self._foreseen == state or not (self._maxn_wanted and self._too_slow(state)):
            return
        self._foreseen = state
        if CoalitionRiver(state).positions <= self._most_maxn_table:
            of = MaxNRiver(state, self._ties)
            speed = A_SECOND_MAXN * (self._workers or 2) if river_kernel.COMPILED else A_SECOND_UNCOMPILED
            self._foresee(of.positions, speed, of.size, "maxn")

    def _built(self, state: State, of: River, exact: bool) -> RiverTable:
        speed = A_SECOND_UNCOMPILED
        if river_kernel.COMPILED:
            speed = A_SECOND[state.players] * (self._workers or 2) // (3 if exact else 1)
        if exact and self._disk is None:
            # An exact table is no smaller than a rounded one, and its size takes longer to tell.
            river_table.see_memory(river_table.size_of(of, False), None, of.positions)
        what: Literal["values", "guarantee"] = "values" if state.players == 2 else "guarantee"
        self._foresee(of.positions, speed, river_table.size_of(of, exact), what)
        if state.players == 2:
            return river_table.build(
                state,
                exact=exact,
                endless=self._endless,
                workers=self._workers,
                disk=self._disk,
                progress=self._tick,
            )
        self._foresee_maxn(state)
        return coalition.build(
            state, exact=exact, workers=self._workers, disk=self._disk, progress=self._tick
        )

    def _given(self, state: State) -> RiverTable | None:
        """A table at hand that answers for a position as is asked for."""
        return next(
            (table for table in self._tables if not unused(table, state, self._endless, self._exact)), None
        )

    def _from_table(self, state: State, table: RiverTable) -> Answer:
        def worth(of: State) -> tuple[Value, ...]:
            found = table.value(of)
            if table.exact:
                return found.value
            return tuple(Rounded(share, found.error) for share in found.value)

        moves = []
        for player in state.to_act():
            for move, _ in table.moves(state):
                following = line(lambda of: table.value(of).value, state, move, table.river.endless)
                moves.append(MoveAnswer(move, worth(state.play(player, move)), following))
        return Answer(
            state,
            Method.EXACT if table.exact else Method.TABLE,
            worth(state),
            tuple(moves),
            tuple(
                OutcomeAnswer(event, chance, worth(state.happen(event))) for event, chance in _events(state)
            ),
            table.river.endless,
            River(state, table.river.endless).positions,
            table=True,
        )

    # Three and four players -------------------------------------------------------------------------------

    def _of_more(self, state: State) -> Answer | Shares:
        if self._method is Method.BOUNDS:
            raise SetupError("solvers.oracle.bounds", players=state.players)
        if self._method is Method.ESTIMATE:
            return self._search(state, Method.ESTIMATE)
        try:
            table = self._coalition_table(state)
        except TooLarge as why:
            if self._sternly():
                raise
            return self._beside(state, self._search(state, Method.ESTIMATE), why)
        if table is not None:
            states = CoalitionRiver(state).positions
            return self._shares(state, table.guarantee, table.error, states, states, table=True)
        begin = time.monotonic()
        try:
            guarantees = self._plainly(state)
        except (TooLarge, _OutOfTime) as why:
            if isinstance(why, TooLarge) and (self._exact or self._limit is not None):
                raise
            # All the time that is left: a refusal may have come at once. An estimate needs some in any case.
            left = self._seconds - (time.monotonic() - begin)
            guess = self._search(state, Method.ESTIMATE, seconds=max(left, self._seconds / 2))
            return self._beside(state, guess)
        # Each player's positions are counted.
        states = guarantees.states
        return self._shares(state, guarantees.of, Fraction(0), states, states // state.players)

    def _shares(
        self,
        state: State,
        guarantee: Callable[[State], tuple[Fraction, ...]],
        error: Fraction,
        states: int,
        size: int,
        *,
        table: bool = False,
    ) -> Shares:
        everyone: MaxN | MaxNTable | None = None
        refused: InabaError | None = None
        stopped = False
        try:
            if self._maxn_wanted:
                everyone = self._everyone(state, size)
            else:
                refused = SetupError(MAXN_LEFT_OUT)
        except TooLarge as why:
            refused = why
        except KeyboardInterrupt:
            refused, stopped = SetupError(MAXN_STOPPED), True

        def share(step: Any, after: State, chance: Fraction = Fraction(1)) -> Share:
            return Share(step, guarantee(after), everyone.value(after) if everyone else None, chance)

        moves = [
            share(move, state.play(player, move))
            for player in state.to_act()
            for move in state.legal_moves(player)
        ]
        found = Shares(
            of=state,
            method=Method.TABLE if error else Method.EXACT,
            guarantee=guarantee(state),
            error=error,
            maxn=everyone.value(state) if everyone else None,
            ties=self._ties,
            moves=tuple(sorted(moves, key=lambda row: -row.guarantee[state.turn - 1])),
            outcomes=tuple(share(event, state.happen(event), chance) for event, chance in _events(state)),
            endless=Fraction(1, state.players),
            states=states,
            maxn_solver=None if not everyone else "plain" if isinstance(everyone, MaxN) else "table",
            maxn_refused=refused,
            table=table,
        )
        if stopped:
            raise MaxNStopped(found)
        return found

    def _plainly(self, state: State) -> Guarantees:
        """The guarantees, known for a position and for all that it leads to."""
        in_time = self._method is None and not self._exact and self._limit is None
        # The other half is for an estimate, should there be no guarantee by then.
        self._ends = time.monotonic() + self._seconds / 2 if in_time else inf
        guarantees = self._guarantees
        if guarantees is None:
            guarantees = Guarantees(limit=self._limit or coalition.LIMIT, progress=self._tick)
        if self._keep:
            self._guarantees = guarantees
        try:
            guarantees.of(state)
        finally:
            self._ends = inf
        return guarantees

    def _tick(self, done: int, of: int | None) -> None:
        if time.monotonic() > self._ends:
            raise _OutOfTime
        if self._progress:
            self._progress(done, of)

    def _coalition_table(self, state: State) -> CoalitionTable | None:
        """The table that answers for a position, where one is better than the plain way."""
        if not _open(state):
            if self._method is Method.TABLE:
                raise SetupError("solvers.table.face_down")
            return None
        if self._method is not Method.TABLE and not self._too_slow(state):
            return None
        table = self.table(state)
        return table if isinstance(table, CoalitionTable) else None

    def _everyone(self, state: State, size: int) -> MaxN | MaxNTable | None:
        """Max-n, where it can be found and checked. Raises `TooLarge` where that would take too much."""
        if _open(state) and self._too_slow(state):
            if size > self._most_maxn_table:
                raise _maxn_too_large(size, self._most_maxn_table)
            table = self._everyone_by_table(state)
            return table if table.checked(state) else None
        if size > self._most_maxn:
            raise _maxn_too_large(size, self._most_maxn)
        everyone = self._maxn
        if everyone is None:
            # Within a turn there are positions that the other counts leave out.
            everyone = MaxN(self._ties, limit=10 * self._most_maxn, progress=self._tick)
        if self._keep:
            self._maxn = everyone
        try:
            return everyone if everyone.checked(state) else None
        except TooLarge as why:
            raise _maxn_too_large(why.size, why.limit) from why

    def _everyone_by_table(self, state: State) -> MaxNTable:
        """The table of max-n that is kept, or a new one."""
        if self._maxn_table is not None and state in self._maxn_table:
            return self._maxn_table
        self._maxn_table = None  # the old one makes room
        self._foresee_maxn(state)
        self._maxn_table = maxn_table.build(
            state, self._ties, workers=self._workers, disk=self._disk, progress=self._tick
        )
        return self._maxn_table


def _maxn_too_large(size: int, limit: int) -> TooLarge:
    return TooLarge(MAXN_TOO_LARGE, size=size, limit=limit)


def unused(
    table: RiverTable, of: State | View, endless: Fraction = HALF, exact: bool = False
) -> Literal["cover", "endless", "exact"] | None:
    """Why a table at hand does not answer for a position of two players; None where it does.

    Parameters
    ----------
    table : RiverTable
    of : State or View
    endless : Fraction
        What endless play is to be worth to player 1.
    exact : bool
        Whether fractions are asked for.

    Returns
    -------
    {"cover", "endless", "exact"} or None
        It is of another river, it was made for another worth of endless play, or it is rounded.

    Examples
    --------
    >>> from inaba import river
    >>> position = river.parse("5,W -,- 1 - -")
    >>> table = river_table.build(position)
    >>> unused(table, position), unused(table, position, exact=True)
    (None, 'exact')
    """
    state = shown(of) if isinstance(of, View) else of
    if state is None or state.secrets or state not in table:
        return "cover"
    if table.river.endless != endless:
        return "endless"
    return None if table.exact or not exact else "exact"


def _open(state: State) -> bool:
    return all(spot.up for spot in state.spots)


def _events(state: State) -> list[tuple[Any, Fraction]]:
    chances = state.chance()
    return [] if chances is None else [(e, Fraction(w, chances.total)) for e, w in chances.items()]
