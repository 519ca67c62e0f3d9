"""Answers about positions, found in the background: with progress, to be stopped at any time.

One thread works at a time, and whoever asks goes on meanwhile. Where there are no threads, as where Python
runs in a browser, a question is answered at once and in bounded time, and cannot be stopped.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import IntEnum
from fractions import Fraction
from threading import Condition, Thread
from typing import Final, NamedTuple

from inaba.errors import InabaError, SetupError, TooLarge
from inaba.river.state import State, View
from solvers import draft_advice, river_kernel
from solvers.coalition import CoalitionRiver
from solvers.oracle import (
    A_SECOND,
    COALITION_TABLES_FROM,
    MAXN_STOPPED,
    MAXN_TABLE_FACTOR,
    MAXN_TOO_LARGE,
    MOST_MAXN_TABLE,
    Forecast,
    Missing,
    Oracle,
    Shares,
)
from solvers.search import Answer, Answerer, Method

SECONDS: Final = 3.0
"""How long a position is thought about before anybody asks for more."""

MOST_POSITIONS: Final = 3_000_000
"""With face-down cards so many positions are solved, and no more, however long it may take: they are kept in
memory one by one."""

MOST_KNOWN: Final = 500
"""So many answers are kept."""

EVERY: Final = 0.25
"""Seconds from one report of progress to the next."""

Known = Answer | Shares


class Effort(IntEnum):
    """How long to think: each step five times as long; at last as long as it takes."""

    QUICK = 0
    LONGER = 1
    LONG = 2
    THOROUGH = 3


class Finding(NamedTuple):
    """What came of a question.

    Attributes
    ----------
    answer : Answer or Shares or None
        The best answer so far; None where there is none yet.
    effort : Effort
        What was put into it.
    trouble : Exception or None
        Why the last effort found nothing.
    stopped : bool
        Whether the last effort was stopped.
    """

    answer: Known | None
    effort: Effort
    trouble: Exception | None = None
    stopped: bool = False


class Question(NamedTuple):
    """A position, or what a player of a draft sees of one, and how long to think about it at most."""

    state: State | View
    effort: Effort = Effort.QUICK


@dataclass(slots=True)
class Work:
    """A question that is being worked on.

    Attributes
    ----------
    question : Question
    done : int
        Positions, expansions, layers or games so far.
    of : int or None
        How many there will be, where that is known.
    forecast : Forecast or None
        What a table that is being built will take.
    """

    question: Question
    done: int = 0
    of: int | None = None
    forecast: Forecast | None = None
    began: float = field(default_factory=time.monotonic)
    stopping: bool = False
    reported: float = 0.0


class _Stopped(Exception):
    """Raised within a solver's report of progress, once its work is to stop."""


class _OutOfTime(Exception):
    """Raised within a solver's report of progress, once its time is over."""


class Analyst:
    """Answers the questions that it was asked last, one after the other.

    Parameters
    ----------
    on_change : callable, optional
        Called, from another thread, whenever there is progress or an answer.
    seconds : float
        How long the least effort may take, about.
    seed : int, optional
        Of estimates.

    Examples
    --------
    >>> from inaba import river
    >>> analyst, position = Analyst(), river.parse("5,W,4/0,6,3 -,- 1 - -")
    >>> analyst.ask(Question(position))
    >>> analyst.wait()
    True
    >>> str(analyst.finding(position).answer.value[0])
    '256163/279936'
    """

    def __init__(
        self,
        on_change: Callable[[], object] | None = None,
        *,
        seconds: float = SECONDS,
        seed: int | None = None,
    ) -> None:
        self._on_change = on_change or (lambda: None)
        self._seconds, self._seed = seconds, seed
        self._changed = Condition()
        self._wanted: list[Question] = []
        self._found: dict[State | View, Finding] = {}
        self._work: Work | None = None
        self._thread: Thread | None = None
        self._answerer = Answerer()
        self.threads = True
        """Whether work goes on in the background, and can be stopped; known after the first question."""

    # What is asked, by whoever asks.

    def ask(self, *questions: Question) -> None:
        """Ask these questions and no others: work on any other stops, and nothing is worked on twice."""
        with self._changed:
            self._wanted = [question for question in questions if not self._settled(question)]
            if self._work and self._work.question not in self._wanted:
                self._work.stopping = True
            if not self._wanted or self._thread:
                return
            self._thread = Thread(target=self._go_on, name="analyst", daemon=True)
        try:
            self._thread.start()
        except RuntimeError:  # There are no threads here.
            self.threads = False
            self._go_on()

    def stop(self) -> None:
        """Work on nothing more; what was found so far is kept."""
        with self._changed:
            for question in self._wanted:
                before = self._found.get(question.state, Finding(None, question.effort))
                self._keep(question.state, before._replace(stopped=True))
            self._wanted = []
            if self._work:
                self._work.stopping = True

    def finding(self, state: State | View) -> Finding | None:
        """What is known of a position; None where it was not worked on to an end."""
        return self._found.get(state)

    @property
    def work(self) -> Work | None:
        """What is being worked on; None where nothing is, or no longer for whoever asks."""
        work = self._work
        return work if work and not work.stopping else None

    def seconds(self, effort: Effort) -> int:
        """About how many seconds an effort takes at most; nobody knows of `Effort.THOROUGH`."""
        return max(1, round(self._allowed(effort)))

    def _allowed(self, effort: Effort) -> float:
        return self._seconds * 5.0**effort

    def more_for_maxn(self, found: Finding) -> tuple[Effort, ...]:
        """The efforts that would go further into max-n, where the time was too short for it; else none."""
        answer = found.answer
        if not isinstance(answer, Shares):
            return ()
        if answer.missing is Missing.STOPPED:
            return tuple(effort for effort in Effort if effort > found.effort)
        refused = answer.maxn_refused
        if not isinstance(refused, TooLarge) or refused.key != MAXN_TOO_LARGE:
            return ()
        # The plain way and a table have limits of their own, and each grows with the same number.
        grown = Fraction(refused.limit, self._most_maxn(answer.of, found.effort))
        return tuple(
            effort
            for effort in Effort
            if effort > found.effort and grown * self._most_maxn(answer.of, effort) >= refused.size
        )

    def _most_maxn(self, state: State, effort: Effort) -> int:
        """The most positions for which max-n is tried the plain way: it takes longer than the guarantees, so
        of larger rivers it is for whoever waits."""
        if effort is Effort.THOROUGH:
            if _tabled(state):
                return MOST_MAXN_TABLE // MAXN_TABLE_FACTOR
            # It is kept in memory, however long it may take.
            effort = Effort.LONG
        return int(5_000 * max(1, self._allowed(effort)))

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until all questions are answered; False if the time is over before."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._wanted, seconds)

    def _settled(self, question: Question) -> bool:
        found = self._found.get(question.state)
        return found is not None and (
            found.effort >= question.effort or (_is_exact(found.answer) and not self.more_for_maxn(found))
        )

    # What is answered, by the thread.

    def _go_on(self) -> None:
        try:
            while work := self._next():
                self._settle(work, self._worked_on(work))
                self._on_change()
        except BaseException:
            # Interrupted by a person where there are no threads, or nobody could be told: whoever waits is
            # let go, and the next question is answered again.
            with self._changed:
                self._wanted, self._work, self._thread = [], None, None
                self._changed.notify_all()
            raise

    def _next(self) -> Work | None:
        """The next question to work on; None where there is none, and the thread ends."""
        with self._changed:
            if self._wanted:
                self._work = Work(self._wanted[0])
                return self._work
            self._thread = None
            self._changed.notify_all()
            return None

    def _settle(self, work: Work, finding: Finding | None) -> None:
        """Take down what came of a question, unless nobody asks it any more."""
        with self._changed:
            self._work = None
            if finding and not work.stopping:
                self._keep(work.question.state, finding)
            if work.question in self._wanted and not work.stopping:
                self._wanted.remove(work.question)
            self._changed.notify_all()

    def _worked_on(self, work: Work) -> Finding | None:
        state, effort = work.question
        before = self._found.get(state)
        try:
            return Finding(self._answer(work), effort)
        except (_Stopped, _OutOfTime):
            return None
        except Exception as error:  # Whatever went wrong is told, and the next question is answered.
            return Finding(before.answer if before else None, effort, error)

    def _keep(self, state: State | View, finding: Finding) -> None:
        self._found.pop(state, None)
        self._found[state] = finding
        while len(self._found) > MOST_KNOWN:
            del self._found[next(iter(self._found))]

    def _answer(self, work: Work) -> Known:
        state, effort = work.question
        if effort is Effort.THOROUGH:
            return self._thoroughly(work, self._allowed(effort))
        seconds = self._allowed(effort)
        # Of what a player sees of a draft the same is asked however many play.
        if state.players == 2 or isinstance(state, View):
            return self._answerer.answer(
                state, seconds=seconds, seed=self._seed, progress=lambda done, of: self._tick(work, done, of)
            )
        return self._of_more(work, state, seconds)

    def _of_more(self, work: Work, state: State, seconds: float) -> Known:
        """Three and four players: what each can guarantee, where that takes no longer; else an estimate."""
        ends = time.monotonic() + 1.2 * seconds

        def tick(done: int, of: int | None) -> None:
            self._tick(work, done, of)
            if time.monotonic() > ends:
                raise _OutOfTime

        if _in_reach(state, seconds):
            most = self._most_maxn(state, work.question.effort)
            try:
                return Oracle(seconds=seconds, seed=self._seed, most_maxn=most, progress=tick).answer(state)
            except _OutOfTime:
                before = self._found.get(state)
                if before is not None and isinstance(before.answer, Shares):
                    # What was found without max-n is not lost.
                    return replace(before.answer, maxn_refused=SetupError(MAXN_STOPPED))
                seconds /= 2
        return self._answerer.answer(
            state,
            seconds=seconds,
            methods=(Method.ESTIMATE,),
            seed=self._seed,
            progress=lambda done, of: self._tick(work, done, of),
        )

    def _thoroughly(self, work: Work, seconds: float) -> Known:
        def announce(forecast: Forecast) -> None:
            work.forecast = forecast

        state = work.question.state
        limit = None if state.players > 2 or _face_up(state) else MOST_POSITIONS
        return Oracle(
            # Tables look after the memory themselves, and so does the plain way of more than two players.
            limit=draft_advice.LIMIT if isinstance(state, View) else limit,
            # For the best that there is where nothing exact can be had.
            seconds=seconds,
            seed=self._seed,
            most_maxn=None if isinstance(state, View) else self._most_maxn(state, Effort.THOROUGH),
            progress=lambda done, of: self._tick(work, done, of),
            announce=announce,
        ).answer(state)

    def _tick(self, work: Work, done: int, of: int | None) -> None:
        if work.stopping:
            raise _Stopped
        work.done, work.of = done, of
        now = time.monotonic()
        if now - max(work.reported, work.began) > EVERY:
            work.reported = now
            self._on_change()


def _in_reach(state: State, seconds: float) -> bool:
    """Whether the guarantees of three and four players may be found in the time."""
    if not _face_up(state) or not river_kernel.COMPILED:
        return True  # The plain way stops by itself.
    try:
        return CoalitionRiver(state).positions <= A_SECOND[state.players] * seconds
    except InabaError:
        return True  # There can be no table.


def _tabled(state: State) -> bool:
    """Whether max-n of three and four players may be found by a table."""
    if not _face_up(state) or not river_kernel.COMPILED:
        return False
    try:
        return CoalitionRiver(state).positions > COALITION_TABLES_FROM
    except InabaError:
        return False


def _face_up(state: State | View) -> bool:
    return all(spot.up for spot in state.spots)


def _is_exact(answer: Known | None) -> bool:
    return answer is not None and answer.method is Method.EXACT
