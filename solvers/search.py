"""Answers about any position of River, and honest ones: exact where that can be, else bounds or an estimate.

**Four kinds of answer.** They mean different things, and an answer always says which it is:

exact
    The value as a fraction, from `solvers.endgame`, or from `solvers.face_down` where cards lie face down.
table
    The value to within a proven error, from `solvers.river_table`: an open river, two players.
bounds
    Two numbers that the value lies between for certain, from `solvers.bounded`.
estimate
    What a move came to in games played out by a stated policy, with its standard error, from
    `solvers.monte_carlo`. That is not the game's value, and its error is statistical.

In a draft game, where a player knows cards that others do not, there are two of these kinds, both about what
he sees and nothing else, and both of a stated policy of the others (`Answer.others`), who may hold whatever
he does not see: on rivers of at most 2 × 2 the exact best response (`solvers.draft_advice`), beyond it an
estimate.

`answer` tries them in this order within the time given. `Answerer` keeps what it has found for the next
question, as a game being played asks it; `Adviser` gives it to the board, as pairs of a move and a value that
prints itself honestly.

**How far exactness goes with face-down cards.** Cards of the `classroom` deck, both rabbits at Start, at most
as many positions held as by default. Processor seconds on a busy machine of two cores, as
``python tests/benchmarks/search.py --frontier`` measures them; plain is `solvers.endgame`, the other
`solvers.face_down` with compiled tables:

======  =======================  ==============================
river   plain                    tables behind the last card
======  =======================  ==============================
2 × 2   all 4 (0.1 s)            all 4 (0.1 s)
3 × 2   5 (1.3 s)                all 6 (24 s, 272 tables)
3 × 3   3 (3.6 s)                5 (37 s, 120 tables)
3 × 4   2 (6.8 s)                3 (14 s, 6 tables)
======  =======================  ==============================

On 3 × 2 and 3 × 3 one card more is too large for the plain solver, and on 3 × 4 a fourth for the other.
Beyond, there are bounds and estimates.

**The value of information.** What a player who may look at a face-down card gains by it: `look_value`. The
giant squid shows the card to both (River, rule 6), so this is what it is worth to the player to move *that it
is turned up before he moves*: the mean, over the cards that it can be, of the position's value with that card
face up, less the value now. In a game against somebody who sees it too, that can be negative.

Examples
--------
>>> from inaba import river
>>> found = answer(river.parse("?,3/S,? -,- 1 - 4,O"))
>>> str(found.method), str(found.value[0]), [str(row.move) for row in found.moves[:2]]
('exact', '29/32', ['1a1', '1b1'])
>>> found = answer(river.start(), effort=50, games=20, seed=1)
>>> str(found.method), found.games
('estimate', 140)
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final, NamedTuple

from inaba.errors import Reason, SetupError, TooLarge, listed
from inaba.percent import in_percent
from inaba.river import format_rules
from inaba.river.board import Square
from inaba.river.cards import Spot
from inaba.river.draft import less
from inaba.river.moves import Move
from inaba.river.state import Peeking, State, View
from solvers import draft_advice, river_kernel, river_table
from solvers.bounded import Bounded, Interval, bounds, see_numbers
from solvers.endgame import HALF, Solver, shown
from solvers.face_down import FaceDown
from solvers.lines import line
from solvers.monte_carlo import PERCENT, Estimate, Estimated, estimate, told_apart
from solvers.river_layers import LIMIT
from solvers.river_table import RiverTable

__all__ = [
    "Adviser",
    "Advice",
    "Answer",
    "Answerer",
    "Interval",
    "Method",
    "Rounded",
    "answer",
    "bounds",
    "estimate",
    "look_value",
    "look_values",
    "peek_values",
]

SECONDS: Final = 10.0
"""How long an answer may take where nothing is said."""

SURE_ENOUGH: Final = Fraction(1, 20)
"""Bounds no further apart are the answer; else an estimate is given too."""

PLAIN_SPEED: Final = 100_000
"""How many positions a second the plain solver is trusted with, of those that it holds, on a slow machine."""

TABLE_SPEED: Final = 4_000_000
"""The same of compiled tables."""

Progress = Callable[[int, int | None], object]
"""Called with what is done so far (positions, layers, expansions or games), and how much it will be, or
None."""


class Method(StrEnum):
    """How an answer was found (see the module's page)."""

    EXACT = "exact"
    TABLE = "table"
    BOUNDS = "bounds"
    ESTIMATE = "estimate"


class Found(StrEnum):
    """What is said of an answer's method."""

    EXACT = "solvers.search.found.exact"
    LOOKED_UP = "solvers.search.found.looked_up"
    TABLE = "solvers.search.found.table"
    BOUNDS = "solvers.search.found.bounds"
    UNPROVEN = "solvers.search.found.unproven"
    ESTIMATE = "solvers.search.found.estimate"
    RESPONSE = "solvers.search.found.response"
    DRAFT = "solvers.search.found.draft"
    UNCLEAR = "solvers.search.found.unclear"


class Unseen(StrEnum):
    """What is said of the cards that a player of a draft does not see."""

    SOME = "solvers.search.unseen.some"
    NONE = "solvers.search.unseen.none"


class Exactly(StrEnum):
    """What is said in an estimate of a draft: whether there could be an exact answer."""

    HERE = "solvers.search.exactly.here"
    FAR = "solvers.search.exactly.far"


POLICY: Final = Reason("solvers.search.policy")
"""What the policy does that games are played on by."""


class Rounded(NamedTuple):
    """A number, and how far the truth may be from it at most.

    Examples
    --------
    >>> str(Rounded(Fraction(2, 3), Fraction(1, 10**12)))
    '0.666667'
    """

    value: Fraction
    error: Fraction

    def __float__(self) -> float:
        return float(self.value)

    def __str__(self) -> str:
        if self.error * 10**7 > 1:
            return f"{float(self.value):.6g} ± {float(self.error):.0e}"
        return f"{float(self.value):.6f}"

    def __format__(self, form: str) -> str:
        """In percent with so many places, as ``".1%"`` asks; the error is told where they could show it.

        A chance that is 0 or 1 only as far as the error tells does not look exact.

        Examples
        --------
        >>> [format(Rounded(Fraction(2, 3), Fraction(1, size)), ".1%") for size in (10**12, 99)]
        ['66.7%', '66.7 ± 1.1%']
        >>> [format(Rounded(Fraction(1), Fraction(1, 10**12)), form) for form in (".1%", ".0%")]
        ['100.0%', '≈100%']
        """
        if not (places := PERCENT.fullmatch(form)):
            return format(str(self), form)
        fine = 10 ** int(places[1])
        if 1000 * self.error * fine < 1:
            return in_percent(self.value, int(places[1]), "", exact=not self.error)
        value, error = 100 * float(self.value), math.ceil(100 * self.error * fine) / fine
        return f"{value:.{places[1]}f} ± {error:.{places[1]}f}%"


Value = Fraction | Rounded | Interval | Estimate


class MoveAnswer(NamedTuple):
    """A move, what is known of its worth to each player in seat order, and the best choices after it.

    ``line`` is as in `solvers.endgame.MoveValue`; empty where values are not known well enough.
    """

    move: Any
    value: tuple[Value, ...]
    line: str = ""


class OutcomeAnswer(NamedTuple):
    """An event of chance, its probability, and what is known of the position after it."""

    event: Any
    chance: Fraction
    value: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """What could be found of a position.

    Attributes
    ----------
    of : Game or View
        What was asked about.
    method : Method
        Which kind of answer this is, and so what its values are: `Fraction`, `Rounded`, `Interval` or
        `Estimate`.
    value : tuple
        One a player, in seat order.
    moves : tuple of MoveAnswer
        The moves of the player to act, best first for him, equal ones in legal order: by value, by the middle
        of the bounds, or by the mean.
    outcomes : tuple of OutcomeAnswer
        Where chance is to act and the answer is exact or a table's: what may happen.
    endless : Fraction
        What play without end was worth to player 1.
    states : int
        How many positions were valued or searched.
    games : int
        How many games were played out.
    seed : int or None
        What repeats an estimate.
    proven : tuple of Interval, or None
        Of an estimate: the bounds that were proven besides.
    others : str or None
        Where a player knows cards that others do not, and ``of`` is his view: by which policy of
        `solvers.draft_advice` the others are taken to play, whatever they hold. An exact value is then that
        of his best response.
    table : bool
        Whether values were looked up in a table of a whole river (`solvers.river_table`).
    looks : mapping of Square to Fraction, or None
        What looks at face-down cards are worth (`look_values`), where that was asked for besides an exact
        answer and is not too large.
    beside : Reason or None
        Of bounds and estimates of `solvers.oracle`: what is to be said beside them, of a table that there is
        no room for, or that is slow without numba.
    """

    of: Any
    method: Method
    value: tuple[Value, ...]
    moves: tuple[MoveAnswer, ...] = ()
    outcomes: tuple[OutcomeAnswer, ...] = ()
    endless: Fraction = HALF
    states: int = 0
    games: int = 0
    seed: int | None = None
    proven: tuple[Interval, ...] | None = None
    others: str | None = None
    table: bool = False
    looks: Mapping[Square, Fraction] | None = None
    beside: Reason | None = None

    @property
    def error(self) -> Fraction | None:
        """How far the values of a table may be off; 0 for exact ones, None for bounds and estimates."""
        match self.value[0]:
            case Rounded(error=error):
                return error
            case Fraction():
                return Fraction(0)
            case _:
                return None

    @property
    def standard_error(self) -> tuple[float, ...] | None:
        """Of an estimate: one a player."""
        errors = tuple(value.standard_error for value in self.value if isinstance(value, Estimate))
        return errors or None

    @property
    def unclear(self) -> tuple[Any, ...]:
        """Of an estimate: the moves that may all be the best, where so few games do not tell; else none.

        Examples
        --------
        >>> from inaba import river
        >>> guess = answer(river.parse("5,W,4/0,6,3 -,- 1 - -"), methods=("estimate",), games=5, seed=7)
        >>> len(guess.unclear) > 1
        True
        """
        if self.method is not Method.ESTIMATE or not self.moves:
            return ()
        player = self.of.player if isinstance(self.of, View) else self.of.to_act()[0]
        means = [(row.move, row.value[player - 1]) for row in self.moves]
        known = [(move, mean) for move, mean in means if isinstance(mean, Estimate)]
        best = known[0][1]
        alike = tuple(move for move, mean in known if mean is best or not told_apart(best, mean))
        return alike if len(alike) > 1 else ()

    @property
    def found(self) -> Reason:
        """How it was found, for a person; and whether it leaves open which move is best."""
        return Reason(Found.UNCLEAR, {"found": self.how}) if self.unclear else self.how

    @property
    def how(self) -> Reason:
        """How it was found, alone."""
        if self.others and isinstance(self.of, View):
            cards = ", ".join(map(str, self.of.unseen))
            unseen = Reason(Unseen.SOME if cards else Unseen.NONE, {"player": self.of.player, "cards": cards})
            data: dict[str, object] = {"player": self.of.player, "unseen": unseen, "policy": POLICY}
            if self.method is Method.EXACT:
                return Reason(Found.RESPONSE, data | {"n": self.states})
            about = max(1, draft_advice.forecast(self.of) // draft_advice.A_SECOND)
            near = draft_advice.in_reach(self.of)
            exactly = Reason(
                Exactly.HERE if near else Exactly.FAR, {"n": about, "player": self.of.player} if near else {}
            )
            return Reason(Found.DRAFT, data | {"n": self.games, "exactly": exactly})
        match self.method:
            case Method.EXACT | Method.TABLE:
                return solved(self.states, self.table, self.error or Fraction(0))
            case Method.BOUNDS:
                loose = all(isinstance(value, Interval) and value.width == 1 for value in self.value)
                return Reason(Found.UNPROVEN if loose else Found.BOUNDS, {"n": self.states})
            case Method.ESTIMATE:
                return Reason(Found.ESTIMATE, {"n": self.games, "policy": POLICY})

    def as_json(self) -> dict[str, Any]:
        """The answer as what `json.dumps` takes.

        An exact value is a string, ``"29/32"``; of a table a number, with ``"error"``; of bounds a pair
        ``[low, high]``, rounded outwards; of an estimate a number, with ``"standard_error"``
        and, of each move, ``"games"``: how many were played for it. Of the whole answer ``"games"`` are all
        that were played, and ``"value_games"`` those that ``"value"`` comes from: further ones, with the move
        that came out best; ``"policy"`` is the one that they were played on by. In a draft there are also
        ``"player"``, whose view it is of, ``"unseen"``, the cards that he does not see, ``"others"``, the
        policy that the others are taken to play by, and ``"own"``, how he plays on himself: ``"best"``, or
        by that policy too. ``"table": true`` stands where an exact answer was looked up in a table.

        Examples
        --------
        >>> from inaba import river
        >>> found = answer(river.parse("3,W -,- 1 - -")).as_json()
        >>> found["method"], found["value"], found["moves"][0]
        ('exact', ['1', '0'], {'move': '1b1', 'value': ['1', '0'], 'line': '1b1 1*'})
        """
        found: dict[str, Any] = {"position": str(self.of)}
        if isinstance(self.of, State | View):
            found["rules"] = format_rules(self.of.rules)
        if self.others and isinstance(self.of, View):
            found["player"] = self.of.player
            found["unseen"] = [str(card) for card in self.of.unseen]
            found["others"] = self.others
            found["own"] = "best" if self.method is Method.EXACT else self.others
        found["method"] = str(self.method)
        found |= _json_values(self.value)
        found["endless"] = str(self.endless)
        found["moves"] = []
        for row in self.moves:
            told = {"move": str(row.move)} | _json_values(row.value)
            told.pop("error", None)
            if self.method is Method.EXACT and not self.others:
                told["line"] = row.line
            if isinstance(row.value[0], Estimate):
                told["games"] = row.value[0].games
            found["moves"].append(told)
        if self.outcomes:
            found["outcomes"] = []
            for outcome in self.outcomes:
                told = {"event": str(outcome.event), "chance": str(outcome.chance)}
                told |= _json_values(outcome.value)
                told.pop("error", None)
                found["outcomes"].append(told)
        if self.method is Method.ESTIMATE:
            found |= {"games": self.games, "seed": self.seed, "policy": draft_advice.SENSIBLE}
            if isinstance(self.value[0], Estimate):
                found["value_games"] = self.value[0].games
            if self.proven:
                found["proven"] = [list(interval.floats()) for interval in self.proven]
        found["states"] = self.states
        if self.table and self.method is Method.EXACT:
            found["table"] = True
        return found


def solved(states: int, table: bool, error: Fraction) -> Reason:
    """How values were found that are exact, or off by an error at most, for a person.

    Examples
    --------
    >>> solved(2640, True, Fraction(1, 3 * 10**16)).say("en")
    'from a table of 2,640 positions, rounded: no chance (from 0 to 1) is off by more than 3.4e-17'
    """
    if not error:
        return Reason(Found.LOOKED_UP if table else Found.EXACT, {"n": states})
    # Two figures, rounded up: that is true, too.
    power = math.floor(math.log10(_up(error))) - 1
    figures = math.ceil(error / Fraction(10) ** power)
    return Reason(Found.TABLE, {"n": states, "error": f"{figures / 10:.1f}e{power + 1:+03d}"})


def _up(number: Fraction | int) -> float:
    """A float that is not below a number."""
    as_float = float(number)
    return as_float if Fraction(as_float) >= number else math.nextafter(as_float, math.inf)


def _json_values(values: tuple[Value, ...]) -> dict[str, Any]:
    told: dict[str, Any] = {"value": [_json_value(value) for value in values]}
    errors = [_up(value.error) for value in values if isinstance(value, Rounded)]
    if errors:
        # Turning a fraction into a float rounds once more.
        told["error"] = math.nextafter(max(errors) + 2.0**-53, math.inf)
    standard = [value.standard_error for value in values if isinstance(value, Estimate)]
    if standard:
        told["standard_error"] = standard
    return told


def _json_value(value: Value) -> object:
    match value:
        case Interval():
            return list(value.floats())
        case Rounded() | Estimate():
            return float(value)
        case Fraction():
            return str(value)


class _OutOfTime(Exception):
    """Raised within a solver's report of progress, once its time is over."""


class Answerer:
    """Answers questions, and keeps what it has found for the next one.

    Parameters
    ----------
    endless : Fraction
        What play without end is worth to player 1, from 0 to 1; among more than two the win is shared.
    tables : sequence of RiverTable
        Tables at hand, as `solvers.table_file` opens them.

    Raises
    ------
    SetupError
        If ``endless`` is not between 0 and 1.
    """

    def __init__(self, *, endless: Fraction = HALF, tables: tuple[RiverTable, ...] = ()) -> None:
        if not 0 <= endless <= 1:
            raise SetupError("solvers.endgame.endless", endless=endless)
        self._endless = Fraction(endless)
        self._tables = [table for table in tables if table.river.endless == endless]
        self._solver: Solver | None = None
        self._solver_limit = 0
        self._face_down: dict[object, FaceDown] = {}
        self._report: Progress | None = None
        self._ends = math.inf

    def answer(
        self,
        of: Any,
        *,
        seconds: float = SECONDS,
        methods: tuple[Method | str, ...] = tuple(Method),
        exact: bool = False,
        limit: int | None = None,
        effort: int | None = None,
        games: int | None = None,
        seed: int | None = None,
        width: Fraction | float = SURE_ENOUGH,
        looks: bool = False,
        progress: Progress | None = None,
    ) -> Answer:
        """The best answer that can be had in the time. Parameters and errors as in the function `answer`.

        With ``looks`` an exact answer of face-down cards tells besides what looks at them are worth, however
        long that takes; what was solved for the answer is not solved again. Errors also as of `see_looks`.
        """
        allowed = named_methods(methods)
        see_numbers(
            seconds=(seconds, 0), limit=(limit, 1), effort=(effort, 0), games=(games, 1), width=(width, 0)
        )
        state = shown(of) if isinstance(of, View) else of
        solvable = state is not None and state.players == 2 and not getattr(state, "secrets", ())
        start = time.monotonic()
        proven: Bounded | None = None
        if looks:
            see_looks(of)
        if solvable and state is not None:
            if Method.EXACT in allowed and (
                found := self._exactly(state, start, seconds, limit, looks, progress)
            ):
                return replace(found, of=of)
            if isinstance(state, State) and allowed & {Method.TABLE, Method.EXACT}:
                to_be_exact = exact or Method.TABLE not in allowed
                if found := self._from_table(state, start, seconds, to_be_exact, progress):
                    return replace(found, of=of)
            if Method.BOUNDS in allowed:
                left = max(seconds / 10, start + seconds - time.monotonic())
                proven = bounds(
                    state,
                    effort=effort,
                    seconds=None if effort is not None else left * (0.5 if Method.ESTIMATE in allowed else 1),
                    endless=self._endless,
                    progress=None if progress is None else (lambda done, _: progress(done, None)),
                )
                if proven.value[0].width <= width or Method.ESTIMATE not in allowed:
                    return self._bounded(of, proven)
        elif isinstance(of, View) and state is None:
            if Method.EXACT in allowed and (
                found := self._response(of, start, seconds, limit, Method.ESTIMATE not in allowed, progress)
            ):
                return found
        elif state is not None and Method.ESTIMATE not in allowed:
            # Says why there is no value.
            Solver().value(state)
        if Method.ESTIMATE in allowed:
            left = max(seconds / 10, start + seconds - time.monotonic())
            guess = estimate(
                of if state is None else state,
                games=games,
                seconds=None if games is not None else left,
                seed=seed,
                endless=self._endless,
                progress=progress,
            )
            return self._estimated(of, guess, proven)
        raise SetupError("solvers.search.none", methods=", ".join(sorted(allowed)))

    # Exact.

    def _within(self, ends: float, progress: Progress | None) -> None:
        self._ends, self._report = ends, progress

    def _tick(self, done: int, of: int | None) -> None:
        if time.monotonic() > self._ends:
            raise _OutOfTime
        if self._report:
            self._report(done, of)

    def _exactly(
        self,
        state: Any,
        start: float,
        seconds: float,
        limit: int | None,
        looks: bool,
        progress: Progress | None,
    ) -> Answer | None:
        most = limit if limit is not None else int(min(LIMIT, max(10_000, seconds * PLAIN_SPEED)))
        self._within(math.inf if limit is not None else start + seconds * 0.6, progress)
        if self._solver is None or self._solver_limit != most:
            self._solver = Solver(limit=most, endless=self._endless, progress=self._tick)
            self._solver_limit = most
        try:
            solution = self._solver.solve(state)
        except (TooLarge, _OutOfTime):
            pass
        else:
            found = Answer(
                state,
                Method.EXACT,
                solution.value,
                tuple(MoveAnswer(*row) for row in solution.moves),
                tuple(OutcomeAnswer(*row) for row in solution.outcomes),
                self._endless,
                solution.states,
            )
            if not looks:
                return found
            plain = self._solver
            return replace(found, looks=self._looks(state, lambda of: plain.value(of)[0], limit, progress))
        if not isinstance(state, State) or not state.unseen:
            return None
        key = (state.rules, state.board, most)
        if key not in self._face_down:
            self._face_down = {
                key: FaceDown(state.rules, state.board, most, self._endless, progress=self._tick)
            }
        solver = self._face_down[key]
        if limit is None and solver.cost(state)[1] > seconds * TABLE_SPEED:
            return None
        try:
            found = self._read(state, Method.EXACT, solver.value, lambda: solver.states + solver.tabled)
        except (TooLarge, _OutOfTime):
            return None

        def values(of: State) -> tuple[Fraction, Fraction]:
            return (value := solver.value(of)), 1 - value

        # What is known is known, whether or not there is time for the lines as well.
        with suppress(TooLarge, _OutOfTime):
            rows = [row._replace(line=line(values, state, row.move, self._endless)) for row in found.moves]
            found = replace(found, moves=tuple(rows))
        return replace(found, looks=self._looks(state, solver.value, limit, progress)) if looks else found

    def _looks(
        self,
        state: State,
        value: Callable[[State], Fraction],
        limit: int | None,
        progress: Progress | None,
    ) -> dict[Square, Fraction] | None:
        """`look_values` by what has just valued a position; where that becomes too large, afresh."""
        self._within(math.inf, progress)
        with suppress(TooLarge):
            return {square: _gain(state, square, value) for square in state.table.face_down()}
        with suppress(TooLarge):
            return look_values(state, endless=self._endless, limit=limit or LIMIT, progress=progress)
        return None

    def _response(
        self,
        view: View,
        start: float,
        seconds: float,
        limit: int | None,
        only: bool,
        progress: Progress | None,
    ) -> Answer | None:
        """The exact best response of a draft's player; None where it is out of reach, unless it is all that
        is asked for: then it is said why."""
        self._within(math.inf if only or limit is not None else start + seconds * 0.6, progress)
        try:
            found = draft_advice.best_response(
                view,
                draft_advice.sensibly,
                limit=draft_advice.LIMIT if limit is None else limit,
                progress=self._tick,
            )
        except (SetupError, TooLarge, _OutOfTime):
            if only:
                raise
            return None
        return Answer(
            view,
            Method.EXACT,
            found.shares,
            tuple(MoveAnswer(row.move, row.shares) for row in found.moves),
            endless=self._shared(view),
            states=found.beliefs,
            others=draft_advice.SENSIBLE,
        )

    def _read(
        self,
        state: State,
        method: Method,
        first: Callable[[State], Value],
        states: Callable[[], int],
        *,
        table: bool = False,
    ) -> Answer:
        """An answer from a solver that gives one number for any position: player 1's."""

        def both(one: Value) -> tuple[Value, ...]:
            if isinstance(one, Rounded):
                return one, Rounded(1 - one.value, one.error)
            assert isinstance(one, Fraction)
            return one, 1 - one

        value = both(first(state))
        moves, outcomes = [], []
        for player in state.to_act():
            for move in state.legal_moves(player):
                moves.append(MoveAnswer(move, both(first(state.play(player, move)))))
            moves.sort(key=lambda row: _number(row.value[player - 1]), reverse=True)
        if chance := state.chance():
            for event, weight in chance.items():
                after = both(first(state.happen(event)))
                outcomes.append(OutcomeAnswer(event, Fraction(weight, chance.total), after))
        return Answer(
            state, method, value, tuple(moves), tuple(outcomes), self._endless, states(), table=table
        )

    # By table.

    def _from_table(
        self, state: State, start: float, seconds: float, exact: bool, progress: Progress | None
    ) -> Answer | None:
        for table in self._tables:
            if state in table and (table.exact or not exact):
                return self._probe(state, table)
        if any(not spot.up for spot in state.spots):
            return None
        try:
            positions = river_table.River(state, self._endless).positions
            speed = TABLE_SPEED if river_kernel.COMPILED else PLAIN_SPEED // 4
            if positions > speed * max(0.1, start + seconds - time.monotonic()):
                return None
            self._within(start + seconds, progress)
            table = river_table.build(state, exact=exact, endless=self._endless, progress=self._tick)
        except (TooLarge, _OutOfTime):
            return None
        self._tables = [table]
        return self._probe(state, table)

    def _probe(self, state: State, table: RiverTable) -> Answer:
        def first(position: State) -> Value:
            value = table.value(position)
            return value.value[0] if table.exact else Rounded(value.value[0], value.error)

        method = Method.EXACT if table.exact else Method.TABLE
        return self._read(state, method, first, lambda: table.river.positions, table=True)

    # By search.

    def _bounded(self, of: Any, proven: Bounded) -> Answer:
        moves = tuple(MoveAnswer(row.move, row.value) for row in proven.moves)
        return Answer(of, Method.BOUNDS, proven.value, moves, (), self._endless, proven.states)

    def _shared(self, of: Any) -> Fraction:
        """What play without end is worth to player 1: more than two share it equally."""
        return self._endless if of.players == 2 else Fraction(1, of.players)

    def _estimated(self, of: Any, guess: Estimated, proven: Bounded | None) -> Answer:
        return Answer(
            of,
            Method.ESTIMATE,
            guess.value,
            tuple(MoveAnswer(row.move, row.value) for row in guess.moves),
            (),
            self._shared(of),
            proven.states if proven else 0,
            guess.games,
            guess.seed,
            proven.value if proven else None,
            draft_advice.SENSIBLE if isinstance(of, View) and shown(of) is None else None,
        )


def named_methods(methods: Iterable[Method | str]) -> set[Method]:
    """Methods by their names. Raises `SetupError` where one is none."""
    # A single name would be read letter by letter.
    named = [methods] if isinstance(methods, str) else list(methods)
    if strange := [str(method) for method in named if method not in list(Method)]:
        raise SetupError("solvers.search.method", method=listed(strange), methods=", ".join(Method))
    return {Method(method) for method in named}


def _number(value: Value) -> Fraction | float:
    match value:
        case Fraction():
            return value
        case Rounded(value=number):
            return number
        case _:
            return float(value)


def answer(
    of: Any,
    *,
    seconds: float = SECONDS,
    methods: tuple[Method | str, ...] = tuple(Method),
    exact: bool = False,
    limit: int | None = None,
    effort: int | None = None,
    games: int | None = None,
    seed: int | None = None,
    width: Fraction | float = SURE_ENOUGH,
    endless: Fraction = HALF,
    tables: tuple[RiverTable, ...] = (),
    progress: Progress | None = None,
) -> Answer:
    """The best answer that can be had about a position in the time: exact, table, bounds, estimate.

    Parameters
    ----------
    of : Game or View
        A position; or what a player sees of it, which is all that an answer may use in a draft.
    seconds : float
        How long it may take, roughly: no method is begun that is expected to take longer.
    methods : tuple of Method or str
        Which may be tried.
    exact : bool
        Where a table is made, make it exact: fractions, method ``"exact"``.
    limit : int, optional
        The most positions for the exact solver, however long it takes; by the seconds unless given.
    effort : int, optional
        How many positions the bounded search expands, however long it takes.
    games : int, optional
        How many games an estimate plays for each move, however long it takes.
    seed : int, optional
        Of an estimate.
    width : Fraction or float
        Bounds no further apart are the answer; wider ones go with an estimate as ``proven``.
    endless : Fraction
        What play without end is worth to player 1, from 0 to 1.
    tables : tuple of RiverTable
        Tables at hand; they are asked where the exact solver is not enough.
    progress : callable, optional

    Returns
    -------
    Answer

    Raises
    ------
    SetupError
        If none of the methods can answer: more than two players or secrets, and estimates are not allowed.
        If a position with secrets is given where a player's view is due.
        If a method is none, or a number is less than what makes sense.

    Examples
    --------
    >>> from inaba import river
    >>> found = answer(river.parse("5,W,4/0,6,3 -,- 1 - -"), methods=("estimate",), games=50, seed=7)
    >>> found.as_json()["method"], found.games, found.proven is None
    ('estimate', 350, True)
    """
    return Answerer(endless=endless, tables=tables).answer(
        of,
        seconds=seconds,
        methods=methods,
        exact=exact,
        limit=limit,
        effort=effort,
        games=games,
        seed=seed,
        width=width,
        progress=progress,
    )


class Advice(list[tuple[Move, Value]]):
    """A player's moves with what is known of their worth to him, best first; ``method`` says how.

    ``unclear`` holds those that may all be the best, where games played out do not tell (`Answer.unclear`).
    """

    method: Reason | str = ""
    unclear: tuple[Move, ...] = ()


class Adviser:
    """Advice for the board: called with a view, it gives `Advice`, or None where it has nothing to say.

    Parameters
    ----------
    seconds : float
        How long it may think, roughly.
    seed : int, optional
        Of estimates.
    methods : tuple of Method or str
        Which may be tried.
    tables : tuple of RiverTable
        Tables at hand; they are asked where the exact solver is not enough.

    Examples
    --------
    >>> from inaba import river
    >>> advice = Adviser()(river.parse("5,W,4/0,6,3 -,- 2 - -").view(2))
    >>> [(str(move), str(value)) for move, value in advice][0]
    ('2c1', '256163/279936')
    >>> advice.method.say("en").split(" (")[0]
    'exact'
    """

    def __init__(
        self,
        seconds: float = 3.0,
        *,
        seed: int | None = None,
        methods: tuple[Method | str, ...] = tuple(Method),
        tables: tuple[RiverTable, ...] = (),
    ) -> None:
        self._seconds, self._seed, self._methods = seconds, seed, methods
        self._answerer = Answerer(tables=tables)

    def __call__(self, view: View) -> Advice | None:
        """The worth of each move of the player whose view it is; empty if he is not to act."""
        advice = Advice()
        if view.player not in view.to_act():
            return advice
        try:
            found = self._answerer.answer(view, seconds=self._seconds, seed=self._seed, methods=self._methods)
        except SetupError:
            return None
        advice.extend((row.move, row.value[view.player - 1]) for row in found.moves)
        # Of what is unclear the board says so itself.
        advice.method, advice.unclear = found.how, found.unclear
        return advice


def _turned_up(state: State) -> Callable[[Square], list[tuple[State, int]]]:
    """The positions with a card face up, and how many unseen cards lead to each."""

    def lying(square: Square) -> list[tuple[State, int]]:
        at, table = state.board.index[square], state.table
        found = []
        for card in dict.fromkeys(state.unseen):
            spots = (*table.spots[:at], Spot(card, True), *table.spots[at + 1 :])
            turned = replace(table, spots=spots, unseen=less(table.unseen, card))
            found.append((State(turned), state.unseen.count(card)))
        return found

    return lying


def look_value(state: State, square: Square, *, solver: FaceDown | None = None) -> Fraction:
    """What it is worth to the player to move that a face-down card is turned up before he moves.

    Parameters
    ----------
    state : State
        The start of a turn; two players, nothing secret.
    square : str
        Where the card lies.
    solver : FaceDown, optional
        One that already knows the position; a new one unless given.

    Returns
    -------
    Fraction
        From -1 to 1: negative where the other gains more by seeing it.

    Raises
    ------
    SetupError
        If it is not the start of a turn, or no card lies face down there, or no exact value exists.
    TooLarge
        If there are too many positions to solve.

    Examples
    --------
    Under one of two cards waits a shark that nobody can beat, under the other nothing. Who knows where goes
    past it at once.

    >>> from inaba import river
    >>> str(look_value(river.parse("?,? -,- 1 - 30,W"), "a1"))
    '1/2'
    """
    see_looks(state)
    if square not in state.board.index or not state.spot(square).face_down:
        raise SetupError("solvers.search.look_square", square=square, position=state)
    return _gain(state, square, (solver or FaceDown(state.rules, state.board)).value)


def _gain(state: State, square: Square, value: Callable[[State], Fraction]) -> Fraction:
    """`look_value` by what knows player 1's value of any position."""
    now = value(state)
    seen = sum((count * value(after) for after, count in _turned_up(state)(square)), Fraction(0))
    gain = seen / len(state.unseen) - now
    return gain if state.turn == 1 else -gain


def see_looks(of: State | View) -> State:
    """See that it can be asked what looks are worth here: the position itself, of what a player sees too.

    Raises
    ------
    SetupError
        If more than two play, a player knows what another does not, or it is not the start of a turn.
    """
    if of.players != 2:
        raise SetupError("solvers.search.look_players", players=of.players)
    state = shown(of) if isinstance(of, View) else of
    if state is None or state.secrets:
        raise SetupError("solvers.endgame.secrets", position=of)
    if not state.to_act() or not state.starts_turn():
        raise SetupError("solvers.search.look_turn", position=of)
    return state


def look_values(
    state: State, *, endless: Fraction = HALF, limit: int = LIMIT, progress: Progress | None = None
) -> dict[Square, Fraction]:
    """`look_value` of each face-down card, in the order of the squares.

    Parameters
    ----------
    state : State
        The start of a turn; two players, nothing secret.
    endless : Fraction
        What play without end is worth to player 1.
    limit : int
        The most positions to solve by layers.
    progress : callable, optional

    Raises
    ------
    SetupError
        If such a position cannot be asked about (`see_looks`).
    TooLarge
        If there are too many positions to solve.

    Examples
    --------
    >>> from inaba import river
    >>> {square: str(gain) for square, gain in look_values(river.parse("?,3/S,? -,- 1 - 4,O")).items()}
    {'b1': '0', 'a2': '0'}
    """
    see_looks(state)
    solver = FaceDown(state.rules, state.board, limit, endless, progress)
    return {square: look_value(state, square, solver=solver) for square in state.table.face_down()}


def peek_values(state: State) -> list[tuple[Square, Fraction]]:
    """What each card that the giant squid can turn up is worth to the player who chooses, best first.

    Raises
    ------
    SetupError
        If no card is to be chosen here.
    TooLarge
        If there are too many positions to solve.

    Examples
    --------
    >>> from inaba import river
    >>> position = river.parse("?,3/S,? -,- 1 - 4,O").play(1, "1a1")
    >>> [(square, str(value)) for square, value in peek_values(position)]
    [('b1', '29/32'), ('a2', '29/32')]
    """
    if not isinstance(state.phase, Peeking):
        raise SetupError("solvers.search.peek", position=state)
    if state.players != 2:
        raise SetupError("solvers.endgame.players", players=state.players)
    if state.secrets:
        raise SetupError("solvers.endgame.secrets", position=state)
    solver = FaceDown(state.rules, state.board)
    found = []
    for move in state.legal_moves(state.turn):
        value = solver.value(state.play(state.turn, move))
        found.append((move.at, value if state.turn == 1 else 1 - value))  # type: ignore[union-attr]  # a Peek
    return sorted(found, key=lambda pair: -pair[1])
