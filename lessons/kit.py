"""What a notebook imports: checked answers, hints, progress, drawings, and the board.

A notebook begins with ``begin("two-dice-and-a-shark")``; from then on the kit knows the lesson and speaks the
notebook's language. Everything it gives back shows itself in the notebook, with words beside every colour.

Examples
--------
>>> from pathlib import Path
>>> from tempfile import TemporaryDirectory
>>> with TemporaryDirectory() as folder:
...     _ = begin("two-dice-and-a-shark", lang="en", keep=Path(folder) / "progress.jsonl")
...     print(check("1", "1/6"))
✔ Right!
"""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from fractions import Fraction
from functools import cached_property, wraps
from html import escape
from inspect import signature
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, Final

from inaba import river, words
from inaba.errors import InabaError, Reason, SetupError, TooLarge, of_system
from inaba.game import Policy
from inaba.reading import plainly
from inaba.record import Record
from inaba.river.moves import Move
from lessons import hand_in
from lessons.answer import Kind, Mark, judge
from lessons.drawings.anybody import called, overlap, places
from lessons.drawings.cards import bayes, orders
from lessons.drawings.cross_sevens import sevens_field
from lessons.drawings.drawing import draw_tree, ponds, two_models
from lessons.drawings.endgame import draw_value
from lessons.drawings.error import running, spread
from lessons.drawings.fights import (
    chain,
    distribution,
    expected,
    fight_tree,
    first_kills,
    formula,
    given_grid,
    loaded,
    outcome_grid,
)
from lessons.drawings.finding import king_hands, miss_areas, where_grid
from lessons.drawings.game_tree import game_tree
from lessons.drawings.hands import draws, hand, hands, pascal, sharks
from lessons.drawings.keeping import hand_scores, keep_or_lay, plans
from lessons.drawings.laying import draw_table, pass_tree
from lessons.drawings.opening import diagonals, sevens_held, start_tree
from lessons.drawings.passing import pass_areas, pass_curves
from lessons.drawings.paths import (
    crossing_turns,
    likeliest_path,
    path_counts,
    river_arrows,
    smallest_cut,
)
from lessons.drawings.players import growing, paired, standings
from lessons.drawings.race import race_grid, reaction_times, step_times
from lessons.drawings.river import MOST_STATES, show
from lessons.drawings.seen import attention, seven_table, seven_tree, silence
from lessons.drawings.shut_in import pockets, shut_in
from lessons.drawings.simulation import closing_in, compare, compare_mean, standard_error
from lessons.drawings.survey import histogram, intervals
from lessons.exercises import LESSONS, Exercise, assigned, journal_name
from lessons.panel import Panel, box, fold, frame, paragraph, plain, table
from lessons.position import state_of
from lessons.progress import TRIES_BEFORE_SOLUTION, Journal, Standing
from lessons.puzzles import answer_key as puzzle_answers
from lessons.puzzles import daily, puzzle, rooms
from lessons.puzzles import sheet as puzzle_sheet
from lessons.puzzles.shelf import FIRST
from lessons.report import PUZZLES, Report, tidy
from lessons.voice import (
    TEACHER,
    Refused,
    asked_language,
    both,
    catalogue,
    folder_language,
    language,
    percent,
    say,
    shown,
    speak,
)
from solvers.endgame import Solver
from solvers.endgame import advise as exact_advice
from solvers.policies import Best, greedy
from solvers.sights import Sight, sights

if TYPE_CHECKING:
    from inaba.cross_sevens.widget import Table as SevensTable
    from inaba.river.widget import Board
    from inaba.same_one.widget import Table
    from lessons.laboratory.deduction import DeductionLaboratory, Played
    from lessons.laboratory.explorer import Explorer
    from lessons.laboratory.fight import FightLaboratory
    from lessons.laboratory.odds import OddsLaboratory
    from lessons.laboratory.puzzle import PuzzlePlayer
    from lessons.laboratory.review import Game, GameReview
    from solvers.river_table import RiverTable
    from solvers.search import Adviser as BestAdviser

__all__ = [
    "ADVICE_SECONDS",
    "Adviser",
    "Lesson",
    "MOST_STATES",
    "Panel",
    "TEACHER",
    "TRIES_BEFORE_SOLUTION",
    "answers",
    "attention",
    "bayes",
    "begin",
    "board",
    "both",
    "called",
    "chain",
    "check",
    "closing_in",
    "compare",
    "compare_mean",
    "cross_sevens",
    "crossing_turns",
    "daily_puzzle",
    "diagonals",
    "deduction_laboratory",
    "distribution",
    "draw_table",
    "draw_tree",
    "draw_value",
    "draws",
    "expected",
    "explore",
    "fight_laboratory",
    "fight_tree",
    "first_kills",
    "formula",
    "game_tree",
    "given_grid",
    "growing",
    "hand",
    "hand_scores",
    "hands",
    "hint",
    "histogram",
    "intervals",
    "keep_or_lay",
    "king_hands",
    "likeliest_path",
    "loaded",
    "miss_areas",
    "odds_laboratory",
    "orders",
    "outcome_grid",
    "overlap",
    "paired",
    "pascal",
    "pass_areas",
    "pass_curves",
    "pass_tree",
    "path_counts",
    "percent",
    "places",
    "plans",
    "pockets",
    "ponds",
    "progress",
    "puzzle",
    "puzzle_answers",
    "puzzle_sheet",
    "puzzles",
    "race_grid",
    "reaction_times",
    "report",
    "review",
    "river_arrows",
    "running",
    "same_one",
    "say",
    "seven_table",
    "seven_tree",
    "sevens_field",
    "sevens_held",
    "sharks",
    "show",
    "shut_in",
    "silence",
    "smallest_cut",
    "solution",
    "spread",
    "standard_error",
    "standings",
    "start_tree",
    "step_times",
    "two_models",
    "where_grid",
]

ADVICE_SECONDS: Final = 2.0
"""How long the board's advice thinks about a larger position."""


@dataclass(slots=True)
class Lesson:
    """An open lesson: its exercises, its language, what is done.

    Attributes
    ----------
    name, lang : str
        Of an assignment the name holds its seed, too: ``"two-dice-and-a-shark-set-3b"``.
    exercises : dict of str to Exercise
        By name, in order.
    journal : Journal
    hints_told : dict of str to int
        How many hints `hint` has told of each exercise.
    """

    name: str
    lang: str
    exercises: dict[str, Exercise]
    journal: Journal
    hints_told: dict[str, int] = field(default_factory=dict)

    def standing(self, exercise: str) -> Standing:
        """How the pupil stands with an exercise."""
        return self.journal.standing(self.name, exercise)


_open: list[Lesson] = []
"""The lesson of this notebook, once `begin` has opened it: one kernel is one notebook."""


def begin(
    name: str,
    *,
    seed: str | None = None,
    lang: str | None = None,
    keep: str | os.PathLike[str] | None = None,
) -> Panel:
    """Open a lesson: the first thing a notebook does.

    Parameters
    ----------
    name : str
        The lesson's name, such as ``"two-dice-and-a-shark"``.
    seed : str, optional
        Of an assignment (`lessons.assignment`): it chooses the numbers of the exercises.
    lang : str, optional
        ``"ja"`` or ``"en"``. Unless given, the notebook's folder says it (``ja`` or ``en``), else the
        machine.
    keep : path-like, optional
        The file that keeps what is done; see `lessons.progress.Journal`.

    Raises
    ------
    ValueError
        If there is no such lesson, seed or language.
    """
    _check_lesson(name)
    _see(keep=keep)
    spoken = words.language(folder_language()) if lang is None else asked_language(lang)
    exercises = {exercise.name: exercise for exercise in assigned(name, seed)}
    lesson = Lesson(
        journal_name(name, seed),
        spoken,
        exercises,
        Journal(keep),
    )
    _open[:] = [lesson]
    speak(lesson.lang)
    _tell_errors_in_words()
    lines = [say("kit.begin.ready")]
    if exercises:
        states = [
            f"{e} {say('kit.progress.done' if lesson.standing(e).done else 'kit.progress.open')}"
            for e in exercises
        ]
        lines.append(say("kit.begin.exercises", list="  ".join(states)))
    other = "en" if lesson.lang == "ja" else "ja"
    lines.append(catalogue().say("kit.begin.other_language", other, name=name))
    return box("begin", lines + _about_the_journal(lesson))


def _tell_errors_in_words() -> None:
    """From now on an error of ours is told as a box in the lesson's language, and not as a traceback. Where a
    name is missing, a box says that a cell above may make it; the traceback follows."""
    # Only where a notebook runs: elsewhere IPython may not even be there.
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if shell is None:
        return

    def tell(
        shell: Any,
        kind: object,
        error: InabaError | NameError,
        traceback: object,
        tb_offset: int | None = None,
    ) -> None:
        from IPython.display import display

        if isinstance(error, NameError):
            reason = say("kit.run_above", name=error.name or "?")
        else:
            reason = error.say(language())
        told = box(Mark.UNREAD, [reason], head=say("kit.head.refused"))
        display(told)  # type: ignore[no-untyped-call]  # IPython has no types for it
        if isinstance(error, NameError):
            shell.showtraceback((kind, error, traceback), tb_offset=tb_offset)

    shell.set_custom_exc((InabaError, NameError), tell)


def check(name: str | int, answer: object = ...) -> Panel:
    """Check an answer, and say kindly what is wrong with it.

    Parameters
    ----------
    name : str or int
        The exercise: ``"1"``.
    answer : object
        A number, or text such as ``"5/18"``, ``"27.8 %"``, ``"0.278"``; never evaluated. Untouched dots are
        no answer and count as no try.

    Returns
    -------
    Panel
        Its ``right`` is True, False, or None if there was no answer to judge.

    Notes
    -----
    When a rounded answer is right, `lessons.answer` says.
    """
    found = _find(name)
    if isinstance(found, Panel):
        return found
    lesson, exercise = found
    exact = exercise.answer()
    given = exercise.given()
    verdict = judge(answer, exact, exercise.kind, exercise.slips())
    if verdict.mark in (Mark.RIGHT, Mark.NOT_YET):
        lesson.journal.add(lesson.name, exercise.name, "right" if verdict.right else "wrong")
    standing = lesson.standing(exercise.name)
    lines = [say(remark, **given) for remark in verdict.remarks]
    solved = paragraph(say(exercise.solution, exact=exact, **given))
    folded = ""
    if verdict.right:
        folded = fold(say("kit.fold.solution_right"), solved)
    else:
        inner = ""
        if standing.tries >= TRIES_BEFORE_SOLUTION:
            inner = fold(say("kit.fold.solution"), solved)
        for number in range(len(exercise.hints), 0, -1):
            hint_words = say(exercise.hints[number - 1], **given)
            inner = fold(say("kit.fold.hint", number=number), paragraph(hint_words) + inner)
        folded = inner
        if verdict.mark is not Mark.UNTOUCHED:
            lines.append(say("kit.try_again", name=exercise.name))
    lines += _about_the_journal(lesson)
    right = None if verdict.mark in (Mark.UNREAD, Mark.UNTOUCHED) else verdict.right
    return box(verdict.mark, lines, folded, head=say(_HEADS[verdict.mark]), right=right)


def hint(name: str | int) -> Panel:
    """The next hint of an exercise, below those already told."""
    found = _find(name)
    if isinstance(found, Panel):
        return found
    lesson, exercise = found
    told = min(lesson.hints_told.get(exercise.name, 0) + 1, len(exercise.hints))
    lesson.hints_told[exercise.name] = told
    lesson.journal.add(lesson.name, exercise.name, "hint")
    given = exercise.given()
    lines = [
        f"{say('kit.fold.hint', number=n)}: {say(key, **given)}"
        for n, key in enumerate(exercise.hints[:told], 1)
    ]
    lines.append(say("kit.hint.last" if told == len(exercise.hints) else "kit.hint.more", name=exercise.name))
    return box("hint", lines)


def solution(name: str | int) -> Panel:
    """How an exercise is solved."""
    found = _find(name)
    if isinstance(found, Panel):
        return found
    lesson, exercise = found
    lesson.journal.add(lesson.name, exercise.name, "solution")
    told = say(exercise.solution, exact=exercise.answer(), **exercise.given())
    return box("hint", [told], head=say("kit.fold.solution"))


def answers(name: str, *, seed: str | None = None, lang: str | None = None) -> Panel:
    """For the teacher: a lesson's answers, computed now, the ways there, and what lies behind wrong answers.

    Parameters
    ----------
    name : str
        The lesson's name, such as ``"two-dice-and-a-shark"``.
    seed : str, optional
        Of an assignment (`lessons.assignment`).
    lang : str, optional
        As for `begin`; the one spoken so far unless given.

    Raises
    ------
    ValueError
        If there is no such lesson, seed or language.

    Examples
    --------
    >>> _ = begin("two-dice-and-a-shark", lang="en")
    >>> answers("two-dice-and-a-shark").text.splitlines()[0]
    '1. A shark of 10 → 1/6 (16.7 %)'
    """
    _check_lesson(name)
    if lang is not None:
        speak(asked_language(lang))
    html, text = [], []
    for exercise in assigned(name, seed):
        exact, given = exercise.answer(), exercise.given()
        shown = [f"{exercise.name}. {say(exercise.title, **given)} → {_answer(exact, exercise.kind)}"]
        told = [say(exercise.solution, exact=exact, **given)]
        head = [say("kit.answers.wrong"), say("kit.answers.behind")]
        rows = [[_answer(slip.value, exercise.kind), say(slip.key, **given)] for slip in exercise.slips()]
        html.append(
            f'<p style="margin: 12px 0 2px; font-weight: 700">{escape(shown[0])}</p>'
            + "".join(map(paragraph, told))
            + fold(say("kit.answers.fold"), table("", head, rows))
        )
        text += [*shown, *told, *(" | ".join(row) for row in [head, *rows])]
    html.append(paragraph(say("kit.answers.collect")))
    text.append(say("kit.answers.collect"))
    return Panel(frame("begin", "".join(html)), "\n".join(map(plain, text)))


def _answer(value: Fraction, kind: Kind) -> str:
    if kind is Kind.NUMBER and value.denominator > 1:
        return f"{value} ≈ {float(value):.3f}"
    return both(value)


def progress() -> Panel:
    """What is done: the open lesson's exercises as a table, and how many of all lessons."""
    lesson = _open[0] if _open else Lesson("", language(), {}, Journal())
    standings = lesson.journal.standings()
    head = [say(key) for key in ("kit.progress.exercise", "kit.progress.state", "kit.progress.tries")]
    rows = []
    for exercise in lesson.exercises.values():
        standing = standings.get((lesson.name, exercise.name), Standing())
        state = say("kit.progress.done" if standing.done else "kit.progress.open")
        rows.append(
            [f"{exercise.name}. {say(exercise.title, **exercise.given())}", state, str(standing.tries)]
        )
    done = {
        name: sum(standings.get((name, e.name), Standing()).done for e in es) for name, es in LESSONS.items()
    }
    here = sum(standings.get((lesson.name, name), Standing()).done for name in lesson.exercises)
    caption = say("kit.progress.caption", done=here, of=len(rows))
    whole = say("kit.progress.all", done=sum(done.values()), of=sum(map(len, LESSONS.values())))
    notes = [whole, *_about_the_journal(lesson)]
    html = table(caption, head, rows) + "".join(map(paragraph, notes))
    text = "\n".join([caption, *(" | ".join(row) for row in [head, *rows]), *notes])
    return Panel(frame("begin", html), text)


def report(
    name: str | None = None, *, puzzles: bool = False, keep: str | os.PathLike[str] | None = None
) -> Panel:
    """What was done in the open lesson as a short text to hand in; `lessons.report` says what stands in it.

    Parameters
    ----------
    name : str, optional
        The pupil's, as it is to stand in the text. Without one it is said how to give it.
    puzzles : bool
        Report the puzzles that were tried instead, of all games, in this lesson or any other.
    keep : path-like, optional
        For puzzles, where no lesson is open: the file that keeps what is done; see `Journal`.

    Examples
    --------
    >>> _ = begin("two-dice-and-a-shark", lang="en")
    >>> print(report("Aoi").text.splitlines()[4])
    Name: Aoi
    """
    _see(keep=keep)
    if not _open and not puzzles:
        return box(Mark.UNREAD, [say("kit.no_lesson")], head=say("kit.head.unread"))
    pupil = tidy(name) if isinstance(name, str) else ""
    if not pupil:
        return hand_in.how(puzzles)
    standings = (_open[0].journal if _open else Journal(keep)).standings()
    if puzzles:
        journals = {room.journal for room in rooms().values()}
        lesson, done = PUZZLES, {one: how for (of, one), how in standings.items() if of in journals}
    else:
        lesson = _open[0].name
        done = {one: standings.get((lesson, one), Standing()) for one in _open[0].exercises}
    if not done:
        return hand_in.nothing()
    try:
        return hand_in.ready(Report(pupil, lesson, done, datetime.now().astimezone().replace(microsecond=0)))
    except ValueError:
        return hand_in.how(puzzles, refused=True)


class Adviser:
    """The chances of a player's moves, as the board asks for them: exact ones, or the best there are in time.

    Parameters
    ----------
    solver : Solver
        It keeps what it knows, so that a game being played asks again cheaply.
    lang : str
    seconds : float
        How long to think, about, where the solver is not enough.
    seed : int, optional
        Of estimates.
    tables : tuple of RiverTable
        Tables at hand; they are asked where the solver is not enough.
    """

    def __init__(
        self,
        solver: Solver,
        lang: str,
        seconds: float = ADVICE_SECONDS,
        seed: int | None = None,
        tables: tuple[RiverTable, ...] = (),
    ) -> None:
        self._solver = solver
        self._seconds, self._seed, self._tables = seconds, seed, tables
        self.method = catalogue().say("kit.board.method", lang)
        """What exact values are; shown by the board. Other answers carry a ``method`` of their own."""

    def __call__(self, view: river.View) -> Sequence[tuple[Move, Any]] | None:
        exact = exact_advice(view, self._solver)
        return self._beyond(view) if exact is None else exact

    @cached_property
    def _beyond(self) -> BestAdviser:
        # Imported when it is first asked: it loads the compiled loops, where they are installed.
        from solvers.search import Adviser as BestAdviser

        return BestAdviser(self._seconds, seed=self._seed, tables=self._tables)


def board(
    position: str | river.State | None = None,
    *,
    players: Sequence[Policy | None] | None = None,
    advise: bool = True,
    table: RiverTable | str | os.PathLike[str] | None = None,
    lang: str | None = None,
    seed: int | None = None,
    **options: Any,
) -> Board:
    """A board to play on, with advice and a computer player put in.

    Parameters
    ----------
    position : str or State, optional
        Where play begins; the standard opening unless given.
    players : sequence of (Policy or None), optional
        Who plays, None for a person. Unless given, you are player 1, and `solvers.policies.Best` plays for
        the others.
    advise : bool
        Show the chance of each move: exact, or bounds or an estimate that say so.
    table : RiverTable or path, optional
        A table of this river (`solvers.river_table`), or the file that keeps one (``inaba solve
        --save-table``): advice is then at once what the table says, and that it is from a table.
    lang : str, optional
        The notebook's unless given.
    seed : int, optional
        Of everything random.
    **options
        Whatever else `inaba.river.widget.Board` takes.

    Examples
    --------
    >>> table = board("9,W/5,6 -,- 1 - -", lang="en", seed=1)
    >>> table.play("1a1")
    """
    # Here, so that a lesson without a board needs no widgets.
    from inaba.river.widget import Board

    lang = asked_language(lang)
    _see(seed=seed, options=[*options], of=Board)
    strong = Best(MOST_STATES)
    computers: dict[str, Policy] = {"strong": strong, "simple": greedy}
    keys = {"strong": "kit.board.strong", "simple": "kit.board.simple"}
    called = _in_every_language(keys)
    state = None if position is None else state_of(position)
    if players is not None and not (
        isinstance(players, list | tuple) and all(one is None or callable(one) for one in players)
    ):
        raise Refused("kit.refused.seats", players=shown(players))
    if players is None:
        players = (None, *[strong] * ((state.players if state else 2) - 1))
    tables = () if table is None else (_table(table),)
    return Board(
        state,
        players=players,
        advise=Adviser(Solver(limit=MOST_STATES), lang, seed=seed, tables=tables) if advise else None,
        lang=lang,
        seed=seed,
        computers={**computers, **options.pop("computers", {})},
        computer_names={**called, **options.pop("computer_names", {})},
        **options,
    )


def _table(given: RiverTable | str | os.PathLike[str]) -> RiverTable:
    """A table, from its file if need be. Raises `Refused`, or the error of a file that is no good one."""
    from solvers import river_table, table_file

    if isinstance(given, river_table.RiverTable):
        return given
    if not isinstance(given, str | os.PathLike):
        raise Refused("kit.refused.table", table=shown(given))
    try:
        return table_file.load(given)
    except OSError as error:
        raise Refused("kit.refused.table_file", path=given, why=of_system(error)) from error


def _see(
    *,
    seed: object = None,
    seconds: object = 1,
    keep: object = None,
    options: Sequence[str] = (),
    of: Any = None,
) -> None:
    """See that a seed, a time, a file and the options of a widget can be had. Raises `Refused`."""
    if seed is not None and type(seed) is not int:
        raise Refused("kit.refused.seed", seed=shown(seed))
    if type(seconds) not in (int, float) or not 0 < seconds < math.inf:  # type: ignore[operator]  # a number
        raise Refused("kit.refused.seconds", seconds=shown(seconds))
    if keep is not None and not isinstance(keep, str | os.PathLike):
        raise Refused("kit.refused.file", file=shown(keep))
    known = [name for name in signature(of).parameters if name != "start"] if options else []
    for option in options:
        if option not in known:
            raise Refused("kit.refused.option", option=shown(option), options=", ".join(known))


def _in_every_language(keys: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """What people read for names, in each language, from the keys of their messages."""
    return {
        name: {lang: catalogue().say(key, lang) for lang in words.LANGUAGES} for name, key in keys.items()
    }


def same_one(
    players: int = 4,
    *,
    people: int = 1,
    advise: bool = True,
    lang: str | None = None,
    seed: int | None = None,
    **options: Any,
) -> Table:
    """A table of Same One, with computer players and the odds of each move on request.

    Parameters
    ----------
    players : int
        How many play, 3 to 9.
    people : int
        How many of them, at most all, are people, who sit first; the others are computers.
    advise : bool
        Offer the odds of each move: exact, with every deal that agrees with what is seen equally likely.
    lang : str, optional
        The notebook's unless given.
    seed : int, optional
        Of everything random.
    **options
        Whatever else `inaba.same_one.widget.Table` takes, such as ``calls="race"``; ``rules`` also as text,
        such as ``rules="play_on=yes"``.

    Raises
    ------
    NotationError, SetupError
        If there are no such rules, or so many cannot play.

    Examples
    --------
    >>> table = same_one(3, lang="en", seed=1)
    >>> table.state.players
    3
    """
    # Here, so that a lesson without a table needs no widgets.
    from inaba.same_one import parse_rules, start
    from inaba.same_one.widget import Table
    from solvers.same_one_odds import Adviser as CardAdviser
    from solvers.same_one_policies import careful
    from solvers.same_one_policies import greedy as quick

    _see(seed=seed, options=[*options], of=Table)
    keys = {"careful": "kit.same_one.careful", "quick": "kit.same_one.quick"}
    return Table(
        players=_seats(players, people, careful, start),
        advise=CardAdviser() if advise else None,
        lang=asked_language(lang),
        seed=seed,
        **_for_a_table({"careful": careful, "quick": quick}, keys, options, parse_rules, "play_on=yes"),
    )


def cross_sevens(
    players: int = 3,
    *,
    people: int = 1,
    advise: bool = True,
    lang: str | None = None,
    seed: int | None = None,
    **options: Any,
) -> SevensTable:
    """A table of Cross Sevens, with computer players and the odds of each move on request.

    Parameters
    ----------
    players : int
        How many play, 3 to 5.
    people : int
        How many of them, at most all, are people, who sit first; the others are computers.
    advise : bool
        Offer the odds of each move: exact, with every deal that agrees with all that its player has seen
        equally likely.
    lang : str, optional
        The notebook's unless given.
    seed : int, optional
        Of everything random.
    **options
        Whatever else `inaba.cross_sevens.widget.Table` takes; ``rules`` also as text, such as
        ``rules="try=take"``.

    Raises
    ------
    NotationError, SetupError
        If there are no such rules, or so many cannot play.

    Examples
    --------
    >>> table = cross_sevens(4, lang="en", seed=1)
    >>> table.state.players
    4
    """
    # Here, so that a lesson without a table needs no widgets.
    from inaba.cross_sevens import parse_rules, start
    from inaba.cross_sevens.widget import Table
    from solvers.cross_sevens_odds import advise as card_odds
    from solvers.cross_sevens_policies import deducer, patient
    from solvers.cross_sevens_policies import greedy as quick

    _see(seed=seed, options=[*options], of=Table)
    computers = {"patient": patient, "deducer": deducer, "quick": quick}
    keys = {
        "patient": "kit.cross_sevens.patient",
        "deducer": "kit.cross_sevens.deducer",
        "quick": "kit.cross_sevens.quick",
    }
    odds = Recollection(card_odds)
    odds.table = Table(
        players=_seats(players, people, patient, start),
        advise=odds if advise else None,
        lang=asked_language(lang),
        seed=seed,
        **_for_a_table(computers, keys, options, parse_rules, "try=take"),
    )
    return odds.table


class Recollection:
    """The odds for a table of cards, from all that the player to move has seen of the game until then.

    Parameters
    ----------
    advise : callable
        Called with his view and what he has seen (`solvers.sights.sights`).

    Attributes
    ----------
    table
        Whose record is recalled; set once there is one.
    """

    table: SevensTable

    def __init__(self, advise: Callable[[Any, Sequence[Sight]], Any]) -> None:
        self._advise = advise

    def __call__(self, view: Any) -> Any:
        """The answer; None where counting would take too long."""
        record, player = self.table.record, view.player
        # Looking back, he is asked about an earlier position.
        steps = max(i for i, state in enumerate(record.states) if state.view(player) == view)
        try:
            return self._advise(view, sights(record, player, steps))
        except TooLarge:
            return None


def _seats(
    players: int, people: int, computer: Policy, start: Callable[[int], object]
) -> list[Policy | None]:
    """People first, then computers; so many as there cannot be are refused, those who play by the game."""
    start(players)
    if type(people) is not int or not 0 <= people <= players:
        why = Reason("command.refused.whole", {"value": str(people)[:40], "least": 0, "most": players})
        raise SetupError("command.refused.value", argument="people", why=why)
    return [None] * people + [computer] * (players - people)


def _for_a_table(
    computers: Mapping[str, Policy],
    keys: Mapping[str, str],
    options: Mapping[str, Any],
    parse_rules: Callable[[str], object],
    example: str,
) -> dict[str, Any]:
    """The options of a table: computer players of ours beside those that are given, rules also as text."""
    rules = options.get("rules")
    if rules is not None and not isinstance(rules, str | type(parse_rules(""))):
        raise Refused("kit.refused.rules", rules=shown(rules), example=example)
    return {
        **options,
        "rules": parse_rules(rules) if isinstance(rules, str) else rules,
        "computers": {**computers, **options.get("computers", {})},
        "computer_names": {**_in_every_language(keys), **options.get("computer_names", {})},
    }


def deduction_laboratory(
    hand: str = "D8,DJ,SQ,H5,C9",
    sizes: str = "5,4",
    laid: str = "S8,H6",
    *,
    game: Record | Played | None = None,
    player: int = 1,
    lang: str | None = None,
) -> DeductionLaboratory:
    """The deduction laboratory of Cross Sevens, in the notebook's language.

    Parameters
    ----------
    hand : str
        Your trumps: ``"D8,DK"``; you are player 1.
    sizes : str
        How many trumps each of the others holds, player 2 first: ``"5,4"``.
    laid : str
        Trumps on the table besides the 7s, in a row outward from their 7: ``"S8,S9,H6"``.
    game : Record or table, optional
        A game to be followed, instead of these: a record, or a table that was played at.
    player : int
        From whose seat the game is seen.
    lang : str, optional
        The notebook's unless given.

    Raises
    ------
    lessons.laboratory.form.Refused
        If that cannot be, or the game has no such seat.

    Examples
    --------
    >>> from inaba.cross_sevens import parse_cards
    >>> laboratory = deduction_laboratory("D8,DK", "3,3", laid="", lang="en")
    >>> laboratory.add("passed", 3)
    >>> laboratory.odds.where(parse_cards("D9")[0])[3]
    Fraction(3, 40)
    """
    # Here, so that a lesson without a laboratory needs no widgets.
    from lessons.laboratory.deduction import DeductionLaboratory

    return DeductionLaboratory(hand, sizes, laid, game=game, player=player, lang=asked_language(lang))


def explore(
    position: str | river.State | river.View | None = None,
    *,
    rules: river.Rules | str | None = None,
    lang: str | None = None,
    seed: int | None = None,
    seconds: float = 3.0,
    player: int | None = None,
) -> Explorer:
    """A table on which any position can be set up and looked into, in the notebook's language.

    Parameters
    ----------
    position : str, State or View, optional
        What is on the table first: its text, the position itself, or a board that is at one; or what a player
        sees of a draft, also as text. A small open river unless given.
    rules : Rules or str, optional
        For a position that is given as text.
    lang : str, optional
        The notebook's unless given.
    seed : int, optional
        Of rolls, cards that are turned up, and estimates.
    seconds : float
        How long a position is thought about before anybody asks for more.
    player : int, optional
        In a draft: through whose eyes one looks first; who is to act, unless given.

    Raises
    ------
    NotationError, SetupError
        If it is no position; in a draft also if it is not known what that player sees.

    Examples
    --------
    >>> explore("9,W/5,6 -,- 1 - -", lang="en").position
    '9,W/5,6 -,- 1 - -'
    """
    # Here, so that a lesson without an explorer needs no widgets.
    from lessons.laboratory.explorer import Explorer

    _see(seed=seed, seconds=seconds)
    lang = asked_language(lang)
    return Explorer(position, rules=rules, lang=lang, seed=seed, seconds=seconds, player=player)


def fight_laboratory(
    hit_points: int = 9,
    damage: int = 0,
    dice: str = "2d6",
    *,
    lang: str | None = None,
    seed: int | None = None,
) -> FightLaboratory:
    """The fight laboratory, in the notebook's language.

    Parameters
    ----------
    hit_points, damage : int
        What stands on the shark's card, and what it has taken before; each 0 to 99.
    dice : str
        As `inaba.dice.parse_dice` reads them.
    lang : str, optional
        The notebook's unless given.
    seed : int, optional
        Of the throws.

    Raises
    ------
    lessons.laboratory.fight.Refused
        If a number is out of its bounds, or the dice are not read.

    Examples
    --------
    >>> fight_laboratory(9, damage=4, lang="en", seed=1).beats()
    Fraction(5, 6)
    """
    # Here, so that a lesson without a laboratory needs no widgets.
    from lessons.laboratory.fight import FightLaboratory

    _see(seed=seed)
    return FightLaboratory(hit_points, damage, dice, lang=asked_language(lang), seed=seed)


def odds_laboratory(
    hand: str = "g9,g12,b9,y14",
    centre: str = "g7",
    players: int = 4,
    others: int = 6,
    seen: str = "",
    number: int = 7,
    *,
    lang: str | None = None,
    seed: int | None = None,
) -> OddsLaboratory:
    """The odds laboratory of Same One, in the notebook's language.

    Parameters
    ----------
    hand, centre, seen : str
        Your cards, the card in the centre (empty where you lead), and what else lies face up:
        ``"g9,g12,b9"``, ``"g7"``, ``"b1-4,y9"``.
    players, others : int
        How many play, 3 to 9, and how many cards each of the others holds, 1 to 10.
    number : int
        The number that is asked for, 1 to 30.
    lang : str, optional
        The notebook's unless given.
    seed : int, optional
        Of the deals.

    Raises
    ------
    lessons.laboratory.form.Refused
        If that cannot be: which field, and why.

    Examples
    --------
    >>> odds_laboratory("g9,g12,b9", "g7", players=3, others=2, lang="en").odds.view.table.pile
    82
    """
    # Here, so that a lesson without a laboratory needs no widgets.
    from lessons.laboratory.odds import OddsLaboratory

    _see(seed=seed)
    return OddsLaboratory(hand, centre, players, others, seen, number, lang=asked_language(lang), seed=seed)


def puzzles(
    level: int | None = None,
    *,
    game: str | None = None,
    kind: str | None = None,
    name: str | None = None,
    lang: str | None = None,
    keep: str | os.PathLike[str] | None = None,
) -> PuzzlePlayer:
    """The puzzle player, in the notebook's language.

    Parameters
    ----------
    level : int, optional
        Only puzzles of one level, 1 to 5, to begin with.
    game : str, optional
        Only puzzles of one game: ``"river"``, ``"same-one"`` or ``"cross-sevens"``.
    kind : str, optional
        Only puzzles of one kind: of River ``"fight"``, ``"race"``, ``"blockade"``, ``"zugzwang"``,
        ``"face-down"`` or ``"endless"``; of Same One ``"finish"``, ``"calls"``, ``"dog"`` or ``"open"``; of
        Cross Sevens ``"reach"``, ``"certain"``, ``"stay"`` or ``"chances"``.
    name : str, optional
        The puzzle that is open first.
    lang : str, optional
        The notebook's unless given.
    keep : path-like, optional
        The file that keeps what is done; see `lessons.progress.Journal`.

    Raises
    ------
    ValueError
        If there is no such level, game, kind, puzzle or language.

    Examples
    --------
    >>> puzzles(3, kind="race", lang="en")
    PuzzlePlayer('keep-away')
    >>> puzzles(game="same-one", lang="en")
    PuzzlePlayer('two-at-once')
    """
    # Here, so that a lesson without a player needs no widgets.
    from lessons.laboratory.puzzle import PuzzlePlayer

    spoken = asked_language(lang)
    _see(keep=keep)
    return PuzzlePlayer(name, game=game, kind=kind, level=level, lang=spoken, keep=keep)


def daily_puzzle(
    day: date | None = None,
    *,
    game: str = FIRST,
    lang: str | None = None,
    keep: str | os.PathLike[str] | None = None,
) -> PuzzlePlayer:
    """The puzzle of a day, the same for everybody, in the puzzle player.

    Parameters
    ----------
    day : date, optional
        Today, by the machine's calendar, unless given.
    game : str
        Whose puzzle: every game has one for each day. River's unless given.
    lang, keep
        As for `puzzles`.

    Examples
    --------
    >>> from datetime import date, datetime
    >>> daily_puzzle(date(2026, 12, 1), lang="en").puzzle is daily(date(2026, 12, 1))
    True
    """
    from lessons.laboratory.puzzle import PuzzlePlayer

    _see(keep=keep)
    name = daily(date.today() if day is None else day, game).name
    return PuzzlePlayer(name, lang=asked_language(lang), keep=keep, today=day)


def review(
    game: Game,
    *,
    seconds: float = 30.0,
    wait: bool = False,
    lang: str | None = None,
    seed: int | None = None,
) -> GameReview:
    """A played game to walk through, in the notebook's language: chances as curves, and what cost most.

    Where no widget can be shown, as on paper, it shows itself as pictures, words and tables: those that were
    there when the cell was run.

    Parameters
    ----------
    game : Board, Record, str or path
        A board that was played on, a record, the text of one, or where its file is.
    seconds : float
        About how long the game may be looked into.
    wait : bool
        Wait until that is done, in a notebook that is to be printed. Else a large game is looked into in the
        background, and the notebook goes on.
    lang : str, optional
        The notebook's unless given.
    seed : int, optional
        Of estimates.

    Raises
    ------
    lessons.laboratory.review.Refused, NotationError
        If there is no game to look back on.

    Examples
    --------
    >>> table = board("9,W/5,6 -,- 1 - -", lang="en", seed=1, players=[None, None])
    >>> table.play("1b1")
    >>> review(table, lang="en", wait=True).last
    1
    """
    # Here, so that a lesson without a review needs no widgets.
    from lessons.laboratory.review import GameReview

    _see(seed=seed, seconds=seconds)
    back = GameReview(game, lang=asked_language(lang), seconds=seconds, seed=seed)
    if wait:
        back.wait()
    return back


_HEADS: Final = {
    Mark.RIGHT: "kit.head.right",
    Mark.NOT_YET: "kit.head.not_yet",
    Mark.UNREAD: "kit.head.unread",
    Mark.UNTOUCHED: "kit.head.untouched",
}


def _check_lesson(name: object) -> None:
    if not isinstance(name, str) or name not in LESSONS:
        raise Refused("kit.refused.lesson", lesson=shown(name), lessons=", ".join(LESSONS))


def _find(name: str | int) -> tuple[Lesson, Exercise] | Panel:
    if not _open:
        return box(Mark.UNREAD, [say("kit.no_lesson")], head=say("kit.head.unread"))
    lesson = _open[0]
    # Python refuses to write out a whole number of thousands of digits; no exercise has such a name.
    whole = isinstance(name, Integral) and abs(name) < 10**6
    written = name if isinstance(name, str) else str(name) if whole else "?"
    plain = plainly(written[:100])
    if plain not in lesson.exercises:
        data = {"name": plain[:30], "names": ", ".join(f'"{n}"' for n in lesson.exercises) or "-"}
        return box(Mark.UNREAD, [say("kit.no_exercise", **data)], head=say("kit.head.unread"))
    return lesson, lesson.exercises[plain]


def _about_the_journal(lesson: Lesson) -> list[str]:
    notes = []
    if not lesson.journal.kept:
        notes.append(say("kit.journal.not_kept", path=lesson.journal.path))
    if lesson.journal.damaged:
        notes.append(say("kit.journal.damaged", n=lesson.journal.damaged, path=lesson.journal.path))
    return notes


def _check_whole(taken: Mapping[str, str], given: Mapping[str, object]) -> None:
    """Refuse what is no whole number where a drawing takes whole numbers: one, or a row of them."""
    for name, value in given.items():
        kind = taken[name].removesuffix(" | None")
        if kind == "int" and isinstance(value, Real) and not isinstance(value, Integral):
            raise Refused("undrawn.needs_whole", name=name, got=shown(value))
        if kind.endswith("[int]") and isinstance(value, list | tuple | set):
            for one in value:
                if isinstance(one, Real) and not isinstance(one, Integral):
                    raise Refused("undrawn.need_whole", name=name, got=shown(one))


def _in_words(draw: Callable[..., Any]) -> Callable[..., Any]:
    """A drawing that refuses in words what it cannot draw, in the language of the lesson."""

    taken = {name: str(one.annotation) for name, one in signature(draw).parameters.items()}

    @wraps(draw)
    def drawn(*given: Any, **named: Any) -> Any:
        signature(draw).bind(*given, **named)  # What is no call at all, Python refuses.
        what = ", ".join([*map(shown, given), *(f"{name}={shown(value)}" for name, value in named.items())])
        data = {"call": f"{draw.__name__}({what})", "name": draw.__name__}
        if any(isinstance(one, float) and not math.isfinite(one) for one in (*given, *named.values())):
            raise Refused("kit.refused.values", **data)
        try:
            _check_whole(taken, signature(draw).bind(*given, **named).arguments)
            return draw(*given, **named)
        except Refused as error:
            raise Refused("kit.refused.drawing", **data, why=Reason(error.key, error.data)) from error
        except InabaError:
            raise
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            raise Refused("kit.refused.values", **data) from error

    return drawn


for _name in __all__:
    if str(getattr(globals()[_name], "__module__", "")).startswith("lessons.drawings."):
        globals()[_name] = _in_words(globals()[_name])
