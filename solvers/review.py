r"""A game that was played, looked back on: whose chance was how large, what decisions cost, what luck gave.

**The split.** Let :math:`v` be what a position is worth to a player, by one stated way of reckoning. From one
position of a record to the next :math:`v` changes by a decision or by chance, so that for every player

.. math:: v(\text{end}) = v(\text{start}) + \underbrace{\text{own decisions}}_{\le 0 \text{ where exact}}
          + \text{the others' decisions} + \text{luck}.

The *cost* of a decision is the value of the best move less the value of the move made, for the player who
decided. The *luck* of a roll, or of a card turned up, is the value after it less the expectation before it:
its mean over what could have happened is 0. Where values are exact both are exact, and so is the sum.

**What the value is.** For two players with nothing secret: the chance to win under best play by both
(`solvers.endgame`). A player's decisions cost him what they give the other. For three and four players there
are two answers (`Measure`), and a review keeps to one: *max-n*, everyone maximises his own chance, or the
*guarantee* against all others together. By the guarantee others' decisions never take anything; by max-n they
may give or take.

**Where that is out of reach** there may be proven bounds no further apart than `CLOSE`, for two players:
their middle is the number, half their width its error. Else (many cards face down; secrets of a draft; many
players) values are estimated: what a position comes to *if everybody plays on by a stated policy*, in games
played out (`solvers.monte_carlo.PlayedOut`), with a standard error. That is another number than the value
under best play, but again one fixed function of the position, so changes still add up and luck still has mean
0. A decision's cost is then measured against the move that came out best in games of its own; the move is
chosen by other games than those that it is measured by, so the cost is not biased upwards. By this reckoning
a decision's change and its cost are two things: a player may also do better than the policy. In a draft the
move made is compared with what its player could see; the curve knows all cards.

A game is estimated from its start up to some position, and solved from there to its end, by bounds or
exactly: what leads to a solved position need not be solvable, what a solved one leads to is. At that border
the same position is worth two numbers, and their difference is the *seam*: neither decision nor luck. A game
that ends by repetition has an *ending*: a state does not know its past, so what the third time took from a
player is said apart too.

**Standard errors.** Every position's games are its own, so the error of a sum of changes follows from the
weight that each position has in it: what the same position adds and takes cancels.

**Cost.** Each position is asked for once. Of the positions with all cards face up the earliest that can be
solved comes first: one table, or one set of layers, answers for all after it. From there backwards each
position needs little that is not known. About half of the seconds given may go into solving, the rest into
games. It takes longer only by what can't be broken off: one table (the first time with the compiling of its
loops), or the first `PORTION` games of each position.

Examples
--------
>>> from inaba import river
>>> from inaba.record import Record
>>> record = Record(river.NOTATION, river.parse("5,W,4/0,6,3 -,- 1 - -"))
>>> for player, step in ((1, "1a1"), (2, "2c1"), (0, "(1,1)"), (1, "1b2"), (2, "2a1"), (1, "1*")):
...     record.play(player, step) if player else record.happen(step)
>>> found = review(record)
>>> [(turn.number, turn.player, str(turn.cost)) for turn in found.costliest()]
[(2, 2, '34123/279936'), (1, 1, '575/15552')]
>>> first = found.steps[0]
>>> str(first.step), [str(move) for move in first.best]
('1a1', ['1c1'])
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import partial
from random import SystemRandom
from typing import Any, Final, NamedTuple

from inaba.errors import SetupError, TooLarge
from inaba.game import Policy
from inaba.record import Record
from inaba.river.state import State
from solvers.monte_carlo import Estimate, PlayedOut, estimate, sensible
from solvers.oracle import Forecast, Oracle, Shares
from solvers.river_table import RiverTable
from solvers.search import Answer, Answerer, Interval, Method, Rounded, Value

SECONDS: Final = 30.0
"""How long a review may take where nothing is said."""

CLOSE: Final = Fraction(1, 50)
"""Bounds no further apart are as good as a value."""

BOUNDING: Final = 20
"""Bounds of one position may take the one part in so many of the time."""

TOLD_APART: Final = 3
"""An estimated cost of fewer standard errors is not told from 0: of fifty decisions that cost nothing about
one would pass at two."""

MOST_DOUBT: Final = 1 / 8
"""From so few games that the standard error is larger nothing is concluded: the error itself is a guess."""

PORTION: Final = 8
"""So many games of one position are played before the next one's turn; the clock is looked at in between."""

Progress = Callable[[float], object]
"""Called now and then with the share of the work, or of the time, that is over: from 0 to 1, never less."""


class Measure(StrEnum):
    """What the numbers of solved positions mean (see the module's page)."""

    VALUE = "value"
    GUARANTEE = "guarantee"
    MAXN = "maxn"


class Amount(NamedTuple):
    """How much a chance changed, or a sum of such changes.

    Attributes
    ----------
    number : Fraction
        In [-1, 1] for one change. Exact where both errors are 0.
    error : Fraction
        The truth is no further away, where values came from rounded tables or from bounds.
    standard_error : float
        Where values are estimates.

    Examples
    --------
    >>> str(Amount(Fraction(5, 18))), str(Amount(Fraction(1, 8), standard_error=0.031))
    ('5/18', '0.125 ± 0.031')
    """

    number: Fraction
    error: Fraction = Fraction(0)
    standard_error: float = 0.0

    @property
    def exact(self) -> bool:
        """Whether it is no estimate, and not rounded."""
        return not self.error and not self.standard_error

    @property
    def clear(self) -> bool:
        """Whether it is above 0: for certain, or by more than `TOLD_APART` standard errors."""
        within = max(self.error, Fraction(TOLD_APART * self.standard_error))
        return self.number > within and self.standard_error <= MOST_DOUBT

    def __float__(self) -> float:
        return float(self.number)

    def __str__(self) -> str:
        if self.standard_error:
            return f"{float(self.number):.3f} ± {math.ceil(self.standard_error * 1000 - 1e-9) / 1000:.3f}"
        return str(Rounded(self.number, self.error)) if self.error else str(self.number)


@dataclass(frozen=True, slots=True)
class Point:
    """What is known of one position of the game.

    Attributes
    ----------
    state : Game
        The position.
    method : Method
        What kind of numbers these are.
    value : tuple
        One a player, in seat order: `Fraction`, `Rounded`, `Interval` or `Estimate`.
    """

    state: Any
    method: Method
    value: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One decision or one event of chance, and what it did.

    Attributes
    ----------
    at : int
        How many steps were taken before it: it leads from ``points[at]`` to the next one.
    turn : int
        The turn that it belongs to, from 1.
    player : int
        Who decided; 0 for chance.
    step : Any
        The move or the event.
    method : Method
        How its numbers were found: of the positions before and after it the way that says less.
    change : tuple of Amount
        How much each player's chance changed by it, in seat order: of chance this is his luck.
    choices : int
        How many moves there were to choose from; 0 for chance.
    best : tuple
        The best moves in legal order where they are exact; of estimates the one that came out best.
    line : str
        The best move and the best choices after it (`solvers.search.MoveAnswer`), where that is known.
    cost : Amount or None
        Of a decision: the value of the best move less that of the move made, for who decided. An estimated
        one, or one by bounds, may come out below 0.
    """

    at: int
    turn: int
    player: int
    step: Any
    method: Method
    change: tuple[Amount, ...]
    choices: int = 0
    best: tuple[Any, ...] = ()
    line: str = ""
    cost: Amount | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn.

    Attributes
    ----------
    number : int
        From 1.
    player : int
        Whose decisions it holds (in a draft, whose come first); 0 where there are none.
    steps : tuple of Step
    cost : Amount
        What its decisions cost, together.
    luck : tuple of Amount
        What its rolls and cards gave each player, in seat order.
    """

    number: int
    player: int
    steps: tuple[Step, ...]
    cost: Amount
    luck: tuple[Amount, ...]


@dataclass(frozen=True, slots=True)
class Share:
    """A player's game in sum: ``start + own + others + luck + seam + ending == end``, as exact numbers.

    Attributes
    ----------
    player : int
        From 1.
    start, end : Amount
        What the first position was worth to him, and what he had in the end: his share of the win, or the
        value of the last position of a game that is not over.
    decisions : int
        How often he had more than one move to choose from.
    best : int
        How many of these cost nothing; of estimated ones, how many did not clearly cost anything.
    cost : Amount
        What those of his decisions that clearly cost something cost him, together.
    own, others, luck : Amount
        How his chance changed by his own decisions, by the others', and by chance.
    seam : Amount
        How it changed where the way of reckoning does (see the module's page).
    ending : Amount
        What the draw by repetition gave or took.
    """

    player: int
    start: Amount
    end: Amount
    decisions: int
    best: int
    cost: Amount
    own: Amount
    others: Amount
    luck: Amount
    seam: Amount
    ending: Amount


@dataclass(frozen=True, slots=True)
class Review:
    """A game looked back on.

    Attributes
    ----------
    record : Record
        The game.
    measure : Measure
        What the values of solved positions are.
    points : tuple of Point
        The start, and the position after each step.
    steps : tuple of Step
    turns : tuple of Turn
    shares : tuple of Share
        One a player, in seat order.
    solved_from : int
        The first point that is solved; as many as there are points where none is.
    games : int
        How many games were played out for estimates.
    seed : int or None
        What repeats estimates, with the same number of games; None where there are none.
    """

    record: Record
    measure: Measure
    points: tuple[Point, ...]
    steps: tuple[Step, ...]
    turns: tuple[Turn, ...]
    shares: tuple[Share, ...]
    solved_from: int
    games: int
    seed: int | None

    @property
    def exact(self) -> bool:
        """Whether every number is exact."""
        return all(point.method is Method.EXACT for point in self.points)

    def costliest(self, most: int = 5) -> tuple[Turn, ...]:
        """The turns whose decisions clearly cost something, dearest first; equal ones as they were played."""
        dear = [turn for turn in self.turns if turn.cost.clear]
        return tuple(sorted(dear, key=lambda turn: -turn.cost.number)[:most])

    def as_json(self) -> dict[str, Any]:
        """The review as what `json.dumps` takes.

        An exact number is a string, ``"5/18"``; another one an object with ``"number"`` and ``"error"`` or
        ``"standard_error"``.
        """
        return {
            "measure": str(self.measure),
            "exact": self.exact,
            "result": self.record.outcome(),
            "names": list(self.record.names),
            "solved_from": self.solved_from,
            "games": self.games,
            "seed": self.seed,
            "players": [_share_json(share) for share in self.shares],
            "turns": [
                {
                    "turn": turn.number,
                    "player": turn.player,
                    "cost": _amount_json(turn.cost),
                    "luck": [_amount_json(amount) for amount in turn.luck],
                    "steps": [_step_json(step, self.points[step.at + 1]) for step in turn.steps],
                }
                for turn in self.turns
            ],
            "start": _point_json(self.points[0]),
            "costliest": [turn.number for turn in self.costliest()],
        }


def _amount_json(amount: Amount) -> object:
    if amount.exact:
        return str(amount.number)
    told: dict[str, object] = {"number": float(amount.number)}
    if amount.error:
        told["error"] = math.nextafter(float(amount.error), math.inf) + 2.0**-53
    if amount.standard_error:
        told["standard_error"] = amount.standard_error
    return told


def _point_json(point: Point) -> dict[str, object]:
    return {
        "position": str(point.state),
        "method": str(point.method),
        "value": [_amount_json(amount(value)) for value in point.value],
    }


def _step_json(step: Step, after: Point) -> dict[str, object]:
    told: dict[str, object] = {"player": step.player, "step": str(step.step), "method": str(step.method)}
    if step.cost is not None:
        told |= {
            "choices": step.choices,
            "best": [str(move) for move in step.best],
            "line": step.line,
            "cost": _amount_json(step.cost),
        }
    return told | {"change": [_amount_json(change) for change in step.change], "after": _point_json(after)}


def _share_json(share: Share) -> dict[str, object]:
    amounts = ("start", "end", "cost", "own", "others", "luck", "seam", "ending")
    counts = {"player": share.player, "decisions": share.decisions, "best": share.best}
    return counts | {name: _amount_json(getattr(share, name)) for name in amounts}


def amount(value: Value) -> Amount:
    """A value as a number with its errors.

    Examples
    --------
    >>> amount(Fraction(1, 2)).exact, amount(Estimate(0.5, 0.1, 25)).standard_error
    (True, 0.1)
    """
    match value:
        case Fraction():
            return Amount(value)
        case Rounded(value=number, error=error):
            return Amount(number, error)
        case Estimate(mean=mean, standard_error=standard_error):
            return Amount(Fraction(mean), standard_error=standard_error)
        case Interval(low=low, high=high):
            return Amount((low + high) / 2, (high - low) / 2)


class _Of(StrEnum):
    """Whose number it is."""

    SOLVED = "solved"  # of a position, solved
    PLAYED = "played"  # of a position, in games played out
    BEST = "best"  # of the best move at a position
    MADE = "made"  # of the move made, where it is measured together with the best one
    RESULT = "result"


Key = tuple[_Of, int]


class _Numbers(dict[Key, tuple[Value, ...]]):
    """What was found, one number a player: each is independent of the others."""

    def amount(self, terms: Iterable[tuple[Key, int]], player: int) -> Amount:
        """A player's sum of some of them, each with a weight."""
        weights: Counter[Key] = Counter()
        for key, weight in terms:
            weights[key] += weight
        number, error, variance = Fraction(0), Fraction(0), 0.0
        for key, weight in weights.items():
            if weight:
                one = amount(self[key][player - 1])
                number += weight * one.number
                error += abs(weight) * one.error
                variance += (weight * one.standard_error) ** 2
        return Amount(number, error, math.sqrt(variance))


class _Enough(Exception):
    """Raised within a solver's report of progress, once the time is over or somebody said stop."""


@dataclass(frozen=True, slots=True)
class _Row:
    """A move at a solved position, and what each player has after it."""

    move: Any
    value: tuple[Value, ...]
    line: str


class _Reviewing:
    """One review being made."""

    def __init__(
        self,
        record: Record,
        seconds: float,
        games: int | None,
        seed: int,
        measure: Measure | None,
        tables: Sequence[RiverTable],
        policy: Policy,
        progress: Progress | None,
        stop: Callable[[], bool] | None,
    ) -> None:
        self.record, self.states = record, list(record.states)
        self._seconds, self._games, self._seed = seconds, games, seed
        self._asked_measure, self._policy = measure, policy
        self._progress, self._stop = progress, stop
        self._began = time.monotonic()
        self._until = self._began
        self._done = 0.0
        self._answers: dict[int, Answer | Shares] = {}
        self._refused: set[int] = set()
        self._solvable = True
        # The same number of seconds each time, or the answerer would begin anew.
        self._answerer = Answerer(tables=tuple(tables))
        self._exactly = all(table.exact for table in tables)
        self._oracle = Oracle(exact=True, keep=True, progress=self._tick, announce=self._foresee)
        self.numbers = _Numbers()
        self.rows: dict[int, list[_Row]] = {}
        self.chosen: dict[int, Any] = {}
        self.games = 0
        self.solved_from = len(self.states)
        self.measure = Measure.VALUE if record.start.players == 2 else Measure.MAXN

    # Time.

    def _over(self) -> bool:
        return time.monotonic() >= self._until or (self._stop is not None and self._stop())

    def _report(self, done: float) -> None:
        self._done = max(self._done, min(done, 1.0))
        if self._progress:
            self._progress(self._done)

    def _tick(self, *_: object) -> None:
        if self._over():
            raise _Enough
        # While positions are solved half of the time is all that may go by.
        self._report(min(0.5, (time.monotonic() - self._began) / max(self._seconds, 1e-9)))

    def _see_stop(self, *_: object) -> None:
        if self._stop is not None and self._stop():
            raise _Enough

    def _foresee(self, forecast: Forecast) -> None:
        if forecast.seconds > self._seconds / 2:
            raise _Enough

    # What can be solved.

    def solve(self, ways: set[Method]) -> None:
        """Solve from the end backwards as far as that goes: exactly, then by bounds."""
        last = len(self.states)
        opened = next((i for i in range(last) if _open(self.states[i])), last)
        # One table, or one set of layers, answers for all that comes after.
        self._until = self._began + self._seconds / 4
        for i in range(opened, last if Method.EXACT in ways else 0):
            if self._over() or self._ask(i):
                break
        self._until = self._began + self._seconds / 2
        self._solvable = Method.EXACT in ways
        for i in reversed(range(last)):
            # What leads to a position that is too large is no smaller.
            self._solvable = self._solvable and self._ask(i)
            if not (self._solvable or (Method.BOUNDS in ways and self._bound(i))):
                break
            self.solved_from = i
            self._report(0.5 * (last - i) / last)
        self._settle()

    def _ask(self, i: int) -> bool:
        """Whether a position is solved, now or before."""
        state = self.states[i]
        if i in self._answers or state.result() is not None:
            return True
        if i in self._refused or self._over():
            return False
        try:
            found = self._answer(state)
        except (TooLarge, _Enough):
            self._refused.add(i)
            return False
        except SetupError as error:
            if error.key not in ("solvers.search.none", "solvers.endgame.secrets"):
                raise
            self._refused.add(i)
            return False
        self._answers[i] = found
        return True

    def _bound(self, i: int) -> bool:
        """Whether a position is over, or has bounds that are close enough."""
        state = self.states[i]
        if state.result() is not None:
            return True
        if state.players != 2 or getattr(state, "secrets", ()) or self._over():
            return False
        found = self._answerer.answer(state, seconds=self._seconds / BOUNDING, methods=(Method.BOUNDS,))
        value = found.value[0]
        if not isinstance(value, Interval) or value.width > CLOSE:
            return False
        self._answers[i] = found
        return True

    def _answer(self, state: Any) -> Answer | Shares:
        if state.players == 2:
            return self._answerer.answer(
                state,
                seconds=self._seconds / 2,
                methods=(Method.EXACT, Method.TABLE),
                exact=self._exactly,
                progress=self._tick,
            )
        return self._oracle.answer(state)

    def _settle(self) -> None:
        """Take over what was solved, by one measure."""
        first = self.solved_from
        shares = [found for found in self._answers.values() if isinstance(found, Shares)]
        if shares:
            everywhere = first == 0 and all(found.maxn is not None for found in shares)
            by_guarantee = first == 0 and not everywhere
            if self._asked_measure is Measure.GUARANTEE or (by_guarantee and self._asked_measure is None):
                self.measure = Measure.GUARANTEE
        for i in reversed(range(first, len(self.states))):
            if not self._take(i):
                break
            self.solved_from = i

    def _take(self, i: int) -> bool:
        if (result := self.states[i].result()) is not None:
            self.numbers[_Of.SOLVED, i] = tuple(result)
            return True
        found = self._answers[i]
        if isinstance(found, Answer):
            value = tuple(_sharp(one) for one in found.value)
            rows = [_Row(*row) for row in found.moves]
        elif self.measure is Measure.GUARANTEE:
            value, rows = found.guarantee, [_Row(row.step, row.guarantee, "") for row in found.moves]
        elif found.maxn is not None:
            value = found.maxn
            rows = [_Row(row.step, row.maxn, "") for row in found.by_maxn() if row.maxn is not None]
        else:
            self.solved_from = i + 1
            return False
        self.numbers[_Of.SOLVED, i] = value
        self.rows[i] = rows
        if rows:
            # Of bounds those of the position are closer than those of one move.
            self.numbers[_Of.BEST, i] = value if isinstance(value[0], Interval) else rows[0].value
        return True

    # What has to be estimated.

    def play_out(self) -> None:
        """Estimate what is not solved, in games played out."""
        before = self.solved_from
        if not before:
            return
        # The border's position is reckoned both ways.
        last = min(before, len(self.states) - 1)
        now = time.monotonic()
        self._until = max(self._began + self._seconds, now)
        deciding = [
            i for i, played in enumerate(self.record.steps[:before]) if played.player and self._choices(i) > 1
        ]
        for i in deciding:
            self._choose(i, (self._until - now) / 3 / len(deciding))
        playing = {(_Of.PLAYED, i): self._games_from(i, self.states[i]) for i in range(last + 1)}
        for i in deciding:
            played = self.record.steps[i]
            if (_Of.MADE, i) not in self.numbers and self.chosen[i] != played.step:
                after = self.states[i].play(played.player, self.chosen[i])
                playing[_Of.BEST, i] = self._games_from(i, after, "best")
        self._play(list(playing.values()))
        for key, played_out in playing.items():
            self.numbers[key] = played_out.value
            self.games += played_out.games

    def _choices(self, i: int) -> int:
        played = self.record.steps[i]
        return sum(1 for _ in self.states[i].legal_moves(played.player)) if played.player else 0

    def _games_from(self, i: int, state: Any, what: str = "") -> PlayedOut:
        return PlayedOut(state, seed=f"{self._seed}/{i}{what}", policy=self._policy)

    def _choose(self, i: int, seconds: float) -> None:
        """The move that comes out best at a position, in a part of the time."""
        state, played = self.states[i], self.record.steps[i]
        secret = bool(getattr(state, "secrets", ()))
        games = None if self._games is None else max(1, self._games if secret else self._games // 2)
        if games is None and self._over():
            games = 1
        ask = partial(
            estimate,
            state.view(played.player) if secret else state,
            seed=self._seed + i,
            policy=self._policy,
        )
        try:
            found = ask(games=games) if games else ask(seconds=seconds, progress=self._see_stop)
        except _Enough:
            found = ask(games=1)
        self.games += found.games
        self.chosen[i] = found.moves[0].move
        if secret and self.chosen[i] != played.step:
            # What he could see is dealt anew each time, so both are measured by such games.
            self.numbers[_Of.BEST, i] = found.value
            self.numbers[_Of.MADE, i] = next(row.value for row in found.moves if row.move == played.step)
        began, all_of_it = self._began, max(self._seconds, 1e-9)
        self._report(0.5 if self._games is not None else (time.monotonic() - began) / all_of_it)

    def _play(self, playing: list[PlayedOut]) -> None:
        """Games for each in turn: as many as were asked for, or till the time is over."""
        most, played = self._games, 0
        while most is None or played < most:
            portion = PORTION if most is None else min(PORTION, most - played)
            for n, one in enumerate(playing):
                one.play(portion)
                if self._stop is not None and self._stop() and most is None:
                    self._until = 0.0
                if most is None and played and time.monotonic() >= self._until:
                    return
                if most is None:
                    self._report((time.monotonic() - self._began) / max(self._seconds, 1e-9))
                else:
                    self._report(0.5 + 0.5 * (played + portion * (n + 1) / len(playing)) / most)
            played += portion
            if most is None and time.monotonic() >= self._until:
                return

    # What it comes to.

    def point(self, i: int) -> Point:
        """What was found of a position."""
        value = self.numbers[_Of.SOLVED if i >= self.solved_from else _Of.PLAYED, i]
        return Point(self.states[i], self._method(i), value)

    def _method(self, i: int) -> Method:
        """The kind of number that a position has."""
        if i < self.solved_from:
            return Method.ESTIMATE
        match self.numbers[_Of.SOLVED, i][0]:
            case Rounded():
                return Method.TABLE
            case Interval():
                return Method.BOUNDS
            case _:
                return Method.EXACT

    def change(self, i: int) -> list[tuple[Key, int]]:
        """The terms of a step's change."""
        of = _Of.SOLVED if i >= self.solved_from else _Of.PLAYED
        return [((of, i + 1), 1), ((of, i), -1)]

    def cost(self, i: int) -> list[tuple[Key, int]]:
        """The terms of a decision's cost; none where no other move came out better."""
        after: Key = (_Of.SOLVED if i >= self.solved_from else _Of.PLAYED, i + 1)
        if (_Of.BEST, i) not in self.numbers:
            return []
        return [((_Of.BEST, i), 1), ((_Of.MADE, i) if (_Of.MADE, i) in self.numbers else after, -1)]

    def step(self, i: int, turn: int) -> Step:
        """What a step did."""
        played = self.record.steps[i]
        players = range(1, self.record.start.players + 1)
        found = Step(
            at=i,
            turn=turn,
            player=played.player,
            step=played.step,
            method=max(self._method(i), self._method(i + 1), key=list(Method).index),
            change=tuple(self.numbers.amount(self.change(i), player) for player in players),
        )
        if not played.player:
            return found
        best, line = self._best(i)
        cost = self.numbers.amount(self.cost(i), played.player)
        return replace(found, choices=self._choices(i), best=best, line=line, cost=cost)

    def _best(self, i: int) -> tuple[tuple[Any, ...], str]:
        """The best moves at a position, and how play goes on from the first."""
        played = self.record.steps[i]
        if i < self.solved_from:
            return (self.chosen.get(i, played.step),), ""
        rows, mine = self.rows[i], played.player - 1
        best = amount(rows[0].value[mine]).number
        return tuple(row.move for row in rows if amount(row.value[mine]).number == best), rows[0].line

    def review(self) -> Review:
        """All of it together."""
        points = tuple(self.point(i) for i in range(len(self.states)))
        steps: list[Step] = []
        turns = []
        for number in range(1, self.record.turns + 1):
            own = [self.step(len(steps) + k, number) for k in range(len(self.record.turn(number)))]
            steps += own
            turns.append(self._turn(number, own))
        return Review(
            record=self.record,
            measure=self.measure,
            points=points,
            steps=tuple(steps),
            turns=tuple(turns),
            shares=tuple(self._share(player, steps) for player in range(1, self.record.start.players + 1)),
            solved_from=self.solved_from,
            games=self.games,
            seed=self._seed if self.solved_from else None,
        )

    def _turn(self, number: int, steps: list[Step]) -> Turn:
        decided = [step for step in steps if step.player]
        # Costs of several players, as in a draft, are added up as numbers.
        costs = [step.cost for step in decided if step.cost is not None]
        luck = [term for step in steps if not step.player for term in self.change(step.at)]
        if len({step.player for step in decided}) == 1:
            terms = [term for step in decided for term in self.cost(step.at)]
            cost = self.numbers.amount(terms, decided[0].player)
        else:
            cost = Amount(
                sum((one.number for one in costs), Fraction(0)),
                sum((one.error for one in costs), Fraction(0)),
                math.hypot(*(one.standard_error for one in costs)),
            )
        return Turn(
            number,
            decided[0].player if decided else 0,
            tuple(steps),
            cost,
            tuple(self.numbers.amount(luck, player) for player in range(1, self.record.start.players + 1)),
        )

    def _share(self, player: int, steps: list[Step]) -> Share:
        changes: dict[str, list[tuple[Key, int]]] = {"own": [], "others": [], "luck": []}
        costs: list[tuple[Key, int]] = []
        for step in steps:
            whose = "own" if step.player == player else "others" if step.player else "luck"
            changes[whose] += self.change(step.at)
            if step.player == player and step.cost is not None and step.cost.clear:
                costs += self.cost(step.at)
        chosen = [step for step in steps if step.player == player and step.choices > 1]
        border, last = self.solved_from, len(self.states) - 1
        seam: list[tuple[Key, int]] = []
        if 0 < border <= last:
            seam = [((_Of.SOLVED, border), 1), ((_Of.PLAYED, border), -1)]
        end: Key = (_Of.SOLVED if border <= last else _Of.PLAYED, last)
        ending: list[tuple[Key, int]] = []
        if self.record.result is not None:
            self.numbers[_Of.RESULT, last] = self.record.result
            ending = [((_Of.RESULT, last), 1), (end, -1)]
            end = (_Of.RESULT, last)
        return Share(
            player=player,
            start=amount(self.point(0).value[player - 1]),
            end=self.numbers.amount([(end, 1)], player),
            decisions=len(chosen),
            best=sum(step.cost is not None and not step.cost.clear for step in chosen),
            cost=self.numbers.amount(costs, player),
            seam=self.numbers.amount(seam, player),
            ending=self.numbers.amount(ending, player),
            **{whose: self.numbers.amount(terms, player) for whose, terms in changes.items()},
        )


def _sharp(value: Value) -> Value:
    """Bounds that meet are the value."""
    return value.low if isinstance(value, Interval) and not value.width else value


def _open(state: Any) -> bool:
    """Whether all cards lie face up."""
    return not isinstance(state, State) or all(spot.up for spot in state.spots)


def review(
    record: Record,
    *,
    seconds: float = SECONDS,
    methods: Iterable[Method | str] = tuple(Method),
    games: int | None = None,
    seed: int | None = None,
    measure: Measure | str | None = None,
    tables: Sequence[RiverTable] = (),
    policy: Policy = sensible,
    progress: Progress | None = None,
    stop: Callable[[], bool] | None = None,
) -> Review:
    """Look back on a game: every player's chance step by step, what decisions cost and what luck gave.

    Parameters
    ----------
    record : Record
        The game, over or not.
    seconds : float
        About how long it may take (the module's page says what may come on top).
    methods : iterable of Method or str
        Which may be tried. Tables are `Method.EXACT`'s too. Without ``"estimate"`` every position has to be
        solved.
    games : int, optional
        How many games an estimated position gets, however long that takes; by the seconds unless given.
    seed : int, optional
        Of estimates. A new one is drawn, and told, unless given.
    measure : Measure or str, optional
        Of three and four players: ``"maxn"`` or ``"guarantee"``. Unless given max-n where that is found and
        checked for the whole game, else the guarantee where that is, else max-n with estimates before it.
        Of two players there is one value.
    tables : sequence of RiverTable
        Tables at hand, as `solvers.table_file` opens them; rounded ones make rounded numbers.
    policy : Policy
        How games are played out.
    progress : callable, optional
    stop : callable, optional
        Asked now and then; once it says True, what is not solved is estimated from few games.

    Returns
    -------
    Review

    Raises
    ------
    SetupError
        If nothing was played, or if games are fewer than 1.
    TooLarge
        If no estimates are allowed, or the guarantee is asked for, and not every position can be solved.

    Examples
    --------
    A game of three who keep to best play: it ends as it had to, and luck had the rest of the say.

    >>> from inaba import river
    >>> start = river.parse("3,W -,-,- 1 - -")
    >>> record = Record(river.NOTATION, start)
    >>> for player, move in ((1, "1b1"), (2, "2a1"), (0, "(4,4)"), (3, "1*")):
    ...     record.play(player, move) if player else record.happen(move)
    >>> found = review(record)
    >>> str(found.measure), [[str(share) for share in point.value] for point in found.points[::4]]
    ('maxn', [['1', '0', '0'], ['1', '0', '0']])
    """
    allowed = {Method(method) for method in methods}
    wanted = None if measure is None else Measure(measure)
    if games is not None and games < 1:
        raise SetupError("solvers.search.games", games=games)
    if not record.steps:
        raise SetupError("solvers.review.unplayed")
    own_seed = SystemRandom().getrandbits(32) if seed is None else seed
    work = _Reviewing(record, seconds, games, own_seed, wanted, tables, policy, progress, stop)
    work.solve(allowed)
    guaranteed = wanted is Measure.GUARANTEE and record.start.players != 2
    if work.solved_from and (Method.ESTIMATE not in allowed or guaranteed):
        raise TooLarge("solvers.review.unsolved", size=work.solved_from, limit=len(record.states))
    work.play_out()
    found = work.review()
    if progress:
        progress(1.0)
    return found
