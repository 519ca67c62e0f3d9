"""What a notebook imports: checked answers, hints, progress, drawings, and the board.

A notebook begins with ``begin("two-dice-and-a-shark")``; from then on the kit knows the lesson and speaks the
notebook's language. Everything it gives back shows itself in the notebook, with words beside every colour.

Examples
--------
>>> from tempfile import TemporaryDirectory
>>> with TemporaryDirectory() as folder:
...     _ = begin("two-dice-and-a-shark", lang="en", keep=Path(folder) / "progress.jsonl")
...     print(check("1", "1/6"))
✔ Right!
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from html import escape
from importlib.resources import files
from math import inf, sqrt
from numbers import Integral
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from inaba import river, words
from inaba.dice import TWO_DICE, format_dice, parse_dice, total
from inaba.dice import rolls as all_rolls
from inaba.errors import Reason
from inaba.game import Policy
from inaba.river.moves import Move
from inaba.river.picture import Picture, picture
from lessons import chart
from lessons.answer import Kind, Mark, judge
from lessons.exercises import LESSONS, Exercise
from lessons.progress import Journal, Standing
from solvers.endgame import Solver
from solvers.endgame import advise as exact_advice
from solvers.fights import (
    beats_expression,
    expected_rolls,
    left_after,
    loaded_die,
    rolls_until_beaten,
    who_beats,
)
from solvers.fights import chain as shark_chain
from solvers.policies import Best, greedy
from solvers.search import Adviser as BestAdviser

if TYPE_CHECKING:
    from sympy import Expr

    from inaba.river.widget import Board

TRIES_BEFORE_SOLUTION: Final = 2
"""The solution is offered after so many wrong answers."""

TEACHER: Final = "teacher"
"""The folder of the pages for teachers, in that of each language."""

MOST_CHAIN: Final = 16
"""Chains are drawn of sharks up to so many hit points: more states would run into each other."""

MOST_BRANCHING: Final = 6
"""Trees are drawn of sharks up to so many hit points."""

MOST_STATES: Final = 300_000
"""The board advises, and its strong player thinks, in positions of at most so many states: some seconds."""

ADVICE_SECONDS: Final = 2.0
"""How long the board's advice thinks about a larger position."""


@cache
def _catalogue() -> words.Words:
    return words.Words.read(files("lessons") / "words.toml")


def say(what: str | Reason, /, **data: object) -> str:
    """A message of the lessons in words, in the language of the open lesson, else of the machine.

    A `Fraction` among the data is written as a pupil writes it, with its percent where it is no whole number.

    Examples
    --------
    >>> _ = begin("how-to-play-river", lang="en")
    >>> say("answer.reduce", exact=Fraction(5, 18))
    'The fraction can be reduced: 5/18 (27.8 %).'
    """
    if isinstance(what, Reason):
        data = {**what.data, **data}
        what = str(what.key)
    filled = {name: both(value) if isinstance(value, Fraction) else value for name, value in data.items()}
    said = _catalogue().form(what, _language(), data.get("n")).format(**filled)
    # Half of a letter cannot be sent to a notebook, and would take the whole answer with it.
    return said.encode(errors="replace").decode()


def both(value: Fraction) -> str:
    """A fraction with its percent: ``5/18 (27.8 %)``; a whole number, or one beyond 1, alone.

    Examples
    --------
    >>> both(Fraction(5, 18)), both(Fraction(400)), both(Fraction(13, 12))
    ('5/18 (27.8 %)', '400', '13/12')
    """
    return f"{value} ({percent(value)})" if 0 < value < 1 else str(value)


def percent(value: Fraction | float) -> str:
    """A share as a percent with one place, rounded half to even: ``27.8 %``.

    Examples
    --------
    >>> percent(Fraction(5, 18))
    '27.8 %'
    """
    return f"{100 * float(value):.1f} %"


@dataclass(frozen=True, slots=True)
class Panel:
    """Something said to the pupil: shown as a box in the notebook, as text elsewhere.

    Attributes
    ----------
    html, text : str
    right : bool or None
        Whether an answer was right; None where nothing was answered.
    """

    html: str
    text: str
    right: bool | None = None

    def __str__(self) -> str:
        return self.text

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {"text/html": self.html, "text/plain": self.text}


@dataclass(slots=True)
class Lesson:
    """An open lesson: its exercises, its language, what is done.

    Attributes
    ----------
    name, lang : str
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


def begin(name: str, *, lang: str | None = None, keep: str | os.PathLike[str] | None = None) -> Panel:
    """Open a lesson: the first thing a notebook does.

    Parameters
    ----------
    name : str
        The lesson's name, such as ``"two-dice-and-a-shark"``.
    lang : str, optional
        ``"ja"`` or ``"en"``. Unless given, the notebook's folder says it (``ja`` or ``en``), else the
        machine.
    keep : path-like, optional
        The file that keeps what is done; see `lessons.progress.Journal`.

    Raises
    ------
    ValueError
        If there is no such lesson or language.
    """
    if name not in LESSONS:
        raise ValueError(f"there is no lesson {name!r}; there are {', '.join(LESSONS)}")
    exercises = {exercise.name: exercise for exercise in LESSONS[name]}
    lesson = Lesson(name, words.language(lang or _folder_language()), exercises, Journal(keep))
    _open[:] = [lesson]
    lines = [say("kit.begin.ready")]
    if exercises:
        states = [
            f"{e} {say('kit.progress.done' if lesson.standing(e).done else 'kit.progress.open')}"
            for e in exercises
        ]
        lines.append(say("kit.begin.exercises", list="  ".join(states)))
    other = "en" if lesson.lang == "ja" else "ja"
    lines.append(_catalogue().say("kit.begin.other_language", other, name=name))
    return _box("begin", lines + _about_the_journal(lesson))


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
    verdict = judge(answer, exact, exercise.kind, exercise.slips())
    if verdict.mark in (Mark.RIGHT, Mark.NOT_YET):
        lesson.journal.add(lesson.name, exercise.name, "right" if verdict.right else "wrong")
    standing = lesson.standing(exercise.name)
    lines = [say(remark) for remark in verdict.remarks]
    folded = ""
    if verdict.right:
        folded = _fold(say("kit.fold.solution_right"), _paragraph(say(exercise.solution, exact=exact)))
    else:
        inner = ""
        if standing.tries >= TRIES_BEFORE_SOLUTION:
            inner = _fold(say("kit.fold.solution"), _paragraph(say(exercise.solution, exact=exact)))
        for number in range(len(exercise.hints), 0, -1):
            hint_words = say(exercise.hints[number - 1])
            inner = _fold(say("kit.fold.hint", number=number), _paragraph(hint_words) + inner)
        folded = inner
        if verdict.mark is not Mark.UNTOUCHED:
            lines.append(say("kit.try_again", name=exercise.name))
    lines += _about_the_journal(lesson)
    right = None if verdict.mark in (Mark.UNREAD, Mark.UNTOUCHED) else verdict.right
    return _box(verdict.mark, lines, folded, head=say(_HEADS[verdict.mark]), right=right)


def hint(name: str | int) -> Panel:
    """The next hint of an exercise, below those already told."""
    found = _find(name)
    if isinstance(found, Panel):
        return found
    lesson, exercise = found
    told = min(lesson.hints_told.get(exercise.name, 0) + 1, len(exercise.hints))
    lesson.hints_told[exercise.name] = told
    lesson.journal.add(lesson.name, exercise.name, "hint")
    lines = [
        f"{say('kit.fold.hint', number=n)}: {say(key)}" for n, key in enumerate(exercise.hints[:told], 1)
    ]
    lines.append(say("kit.hint.last" if told == len(exercise.hints) else "kit.hint.more", name=exercise.name))
    return _box("hint", lines)


def solution(name: str | int) -> Panel:
    """How an exercise is solved."""
    found = _find(name)
    if isinstance(found, Panel):
        return found
    lesson, exercise = found
    lesson.journal.add(lesson.name, exercise.name, "solution")
    return _box("hint", [say(exercise.solution, exact=exercise.answer())], head=say("kit.fold.solution"))


def answers(name: str) -> Panel:
    """For the teacher: a lesson's answers, computed now, the ways there, and what lies behind wrong answers.

    Parameters
    ----------
    name : str
        The lesson's name, such as ``"two-dice-and-a-shark"``.

    Raises
    ------
    ValueError
        If there is no such lesson.

    Examples
    --------
    >>> _ = begin("two-dice-and-a-shark", lang="en")
    >>> answers("two-dice-and-a-shark").text.splitlines()[0]
    '1. A shark of 10 → 1/6 (16.7 %)'
    """
    if name not in LESSONS:
        raise ValueError(f"there is no lesson {name!r}; there are {', '.join(LESSONS)}")
    html, text = [], []
    for exercise in LESSONS[name]:
        exact = exercise.answer()
        shown = [f"{exercise.name}. {say(exercise.title)} → {_answer(exact, exercise.kind)}"]
        told = [say(exercise.solution, exact=exact)]
        head = [say("kit.answers.wrong"), say("kit.answers.behind")]
        rows = [[_answer(slip.value, exercise.kind), say(slip.key)] for slip in exercise.slips()]
        html.append(
            f'<p style="margin: 12px 0 2px; font-weight: 700">{escape(shown[0])}</p>'
            + "".join(map(_paragraph, told))
            + _fold(say("kit.answers.fold"), _table("", head, rows))
        )
        text += [*shown, *told, *(" | ".join(row) for row in [head, *rows])]
    return Panel(_frame("begin", "".join(html)), "\n".join(map(_plain, text)))


def _answer(value: Fraction, kind: Kind) -> str:
    if kind is Kind.NUMBER and value.denominator > 1:
        return f"{value} ≈ {float(value):.3f}"
    return both(value)


def progress() -> Panel:
    """What is done: the open lesson's exercises as a table, and how many of all lessons."""
    lesson = _open[0] if _open else Lesson("", _language(), {}, Journal())
    standings = lesson.journal.standings()
    head = [say(key) for key in ("kit.progress.exercise", "kit.progress.state", "kit.progress.tries")]
    rows = []
    for exercise in lesson.exercises.values():
        standing = standings.get((lesson.name, exercise.name), Standing())
        state = say("kit.progress.done" if standing.done else "kit.progress.open")
        rows.append([f"{exercise.name}. {say(exercise.title)}", state, str(standing.tries)])
    done = {
        name: sum(standings.get((name, e.name), Standing()).done for e in es) for name, es in LESSONS.items()
    }
    caption = say("kit.progress.caption", done=done.get(lesson.name, 0), of=len(rows))
    whole = say("kit.progress.all", done=sum(done.values()), of=sum(map(len, LESSONS.values())))
    notes = [whole, *_about_the_journal(lesson)]
    html = _table(caption, head, rows) + "".join(map(_paragraph, notes))
    text = "\n".join([caption, *(" | ".join(row) for row in [head, *rows]), *notes])
    return Panel(_frame("begin", html), text)


def outcome_grid(hit_points: int) -> chart.Chart:
    """The 36 outcomes of two dice as a grid: those that beat a shark are marked.

    Parameters
    ----------
    hit_points : int
        Hit points left on the shark.
    """
    first, second = range(1, 7), range(1, 7)
    winning = sum(a + b >= hit_points for a in first for b in second)
    data: dict[str, object] = {"hit_points": hit_points, "winning": winning, "losing": 36 - winning}
    return chart.two_dice(
        title=say("chart.outcomes.title", **data),
        first=say("chart.outcomes.first"),
        second=say("chart.outcomes.second"),
        alt=say("chart.outcomes.alt", **data),
        marked=lambda a, b: a + b >= hit_points,
        legend=(say("chart.outcomes.winning", **data), say("chart.outcomes.losing", **data)),
    )


def distribution(hit_points: int, rolled: Iterable[Sequence[int]] | None = None) -> chart.Chart:
    """The total of two dice: in how many of 36 outcomes each comes, and which totals beat a shark.

    Parameters
    ----------
    hit_points : int
        Hit points left on the shark.
    rolled : iterable of sequences of int, optional
        Rolls that were made, such as ``(3, 4)``; they are laid over the bars, each with its standard error.

    Raises
    ------
    ValueError
        If ``rolled`` is given and empty, or holds what is no roll of two dice.
    """
    ways = {t: total()[t] * 36 for t in sorted(total())}
    winning = sum(int(w) for t, w in ways.items() if t >= hit_points)
    data: dict[str, object] = {"hit_points": hit_points, "winning": winning, "losing": 36 - winning}
    legend = [say("chart.bars.winning", **data), say("chart.bars.losing", **data)]
    legend = legend[: 2 if 0 < winning < 36 else 1] if winning else legend[1:]
    alt, observed = say("chart.bars.alt", **data), None
    if rolled is not None:
        made = [tuple(roll) for roll in rolled]
        if not made or any(roll not in all_rolls() for roll in made):
            raise ValueError("rolled must be one or more rolls of two dice, each such as (3, 4)")
        observed = {}
        for t in ways:
            share = Fraction(sum(sum(roll) == t for roll in made), len(made))
            observed[t] = chart.Observed(36 * share, 36 * standard_error(share, len(made)))
        legend.append(say("chart.bars.observed", n=len(made)))
        alt += " " + say("chart.bars.alt_observed", n=len(made))
    return chart.bars(
        ways,
        title=say("chart.bars.title"),
        across=say("chart.bars.across"),
        up=say("chart.bars.up"),
        alt=alt,
        marked=lambda t: t >= hit_points,
        legend=legend,
        observed=observed,
    )


def given_grid(hit_points: int, damage: int) -> chart.Chart:
    """The outcomes that are left once a roll has not beaten a shark, those of one damage marked.

    Parameters
    ----------
    hit_points : int
        Hit points left on the shark before the roll.
    damage : int
        The total to be marked.
    """
    left = [a + b for a in range(1, 7) for b in range(1, 7) if a + b < hit_points]
    data: dict[str, object] = {
        "hit_points": hit_points,
        "damage": damage,
        "left": len(left),
        "marked": left.count(damage),
        "out": 36 - len(left),
    }
    return chart.two_dice(
        title=say("chart.given.title", **data),
        first=say("chart.outcomes.first"),
        second=say("chart.outcomes.second"),
        alt=say("chart.given.alt", **data),
        marked=lambda a, b: a + b == damage,
        legend=[say(key, **data) for key in ("chart.given.marked", "chart.given.left", "chart.given.out")],
        kept=lambda a, b: a + b < hit_points,
    )


def fight_tree(hit_points: int) -> chart.Chart:
    """Two rabbits in turn at a shark, as a tree: the hit points left after each roll, and who beats it.

    Parameters
    ----------
    hit_points : int
        From 1 to 6: more branches are too many to draw.

    Raises
    ------
    ValueError
        If there are too many branches.
    """
    if not 1 <= hit_points <= MOST_BRANCHING:
        raise ValueError(f"a tree is drawn for 1 to {MOST_BRANCHING} hit points, not for {hit_points}")

    def branch(left: int, chance: Fraction, rolls: int) -> chart.Branch:
        if not left:
            rabbit = 2 - rolls % 2
            return chart.Branch(say("chart.tree.beaten", rabbit=rabbit), chance, (), rabbit)
        after = left_after(left, 1)
        ways = tuple(branch(then, after[then], rolls + 1) for then in sorted(after))
        return chart.Branch(say("chart.tree.left", left=left), chance, ways)

    most = max(rolls_until_beaten(hit_points))
    first, second = who_beats(hit_points)
    return chart.tree(
        branch(hit_points, Fraction(1), 0),
        title=say("chart.tree.title", hit_points=hit_points),
        heads=[*(say("chart.tree.roll", number=n) for n in range(1, most + 1)), say("chart.tree.chance")],
        alt=say("chart.tree.alt", hit_points=hit_points, first=first, second=second),
    )


def first_kills(most: int) -> chart.Chart:
    """For each shark the chance, in percent, that of two rabbits in turn the first beats it.

    Parameters
    ----------
    most : int
        The most hit points that are drawn, 3 or more; the first bar is 2.
    """
    heights = {h: 100 * who_beats(h)[0] for h in range(2, most + 1)}
    worst = min(heights, key=lambda h: heights[h])
    return chart.bars(
        heights,
        title=say("chart.kills.title"),
        across=say("chart.kills.across"),
        up=say("chart.kills.up"),
        alt=say("chart.kills.alt", most=most, worst=worst, chance=percent(heights[worst] / 100)),
        marked=lambda h: heights[h] > 50,
        legend=[say("chart.kills.good"), say("chart.kills.bad"), say("chart.kills.even")],
        line=Fraction(50),
    )


def chain(hit_points: int, start: int | None = None) -> chart.Chart:
    """A shark that is rolled at, drawn as a Markov chain.

    Parameters
    ----------
    hit_points : int
        The greatest hit points, 1 to 16.
    start : int, optional
        A state whose arrows stand out, with their chances. Unless given, a chain of more than 4 hit points
        shows those of the greatest; a smaller one all.

    Raises
    ------
    ValueError
        If the chain is too large to be drawn, or has no such state.
    """
    if not 1 <= hit_points <= MOST_CHAIN:
        raise ValueError(f"a chain is drawn for 1 to {MOST_CHAIN} hit points, not for {hit_points}")
    if start is None and hit_points > 4:
        start = hit_points
    if start is not None and not 1 <= start <= hit_points:
        raise ValueError(f"the arrows of a state from 1 to {hit_points} can stand out, not those of {start}")
    graph = shark_chain(hit_points)
    keys = ["chart.chain.state", "chart.chain.absorbing"] + ["chart.chain.start"] * (start is not None)
    return chart.chain(
        {str(node): place for node, place in graph.nodes(data="pos")},
        [(str(one), str(other), chance) for one, other, chance in graph.edges(data="probability")],
        title=say("chart.chain.title", hit_points=hit_points),
        heads=[say(key) for key in ("chart.chain.from", "chart.chain.to", "chart.tree.chance")],
        alt=say("chart.chain.alt", hit_points=hit_points, n=graph.number_of_nodes()),
        legend=[say(key, start=start) for key in keys],
        start=None if start is None else str(start),
    )


def expected(most: int, dice: str = "2d6") -> chart.Chart:
    """How many rolls each shark takes on average, as bars.

    Parameters
    ----------
    most : int
        The most hit points that are drawn, 1 or more.
    dice : str
        As `inaba.dice.parse_dice` reads them.
    """
    rolled = parse_dice(dice)
    heights = {h: expected_rolls(h, rolled) for h in range(1, most + 1)}
    return chart.bars(
        heights,
        title=say("chart.expected.title", dice=format_dice(rolled)),
        across=say("chart.kills.across"),
        up=say("chart.expected.up"),
        alt=say(
            "chart.expected.alt",
            dice=format_dice(rolled),
            most=most,
            first=f"{float(heights[1]):.2f}",
            last=f"{float(heights[most]):.2f}",
        ),
    )


def loaded(hit_points: int) -> chart.Chart:
    """The chance to beat a shark with dice on which 6 comes with the chance p, as curves over p.

    Parameters
    ----------
    hit_points : int
        Hit points left on the shark, 1 or more.
    """
    one_loaded = beats_expression(hit_points, [loaded_die(face=6), *TWO_DICE[1:]])
    both_loaded = beats_expression(hit_points, [loaded_die(face=6)] * 2)

    def at(expression: Expr) -> Callable[[Fraction], Fraction]:
        def value(p: Fraction) -> Fraction:
            found = expression.subs("p", p)
            return Fraction(int(found.numerator), int(found.denominator))

        return value

    return chart.curves(
        {say("chart.loaded.one"): at(one_loaded), say("chart.loaded.both"): at(both_loaded)},
        title=say("chart.loaded.title", hit_points=hit_points),
        across=say("chart.loaded.across"),
        up=say("chart.loaded.up"),
        alt=say(
            "chart.loaded.alt",
            hit_points=hit_points,
            one=percent(at(one_loaded)(Fraction(1))),
            both=percent(at(both_loaded)(Fraction(1))),
        ),
        line=Fraction(1, 2),
        line_words=say("chart.loaded.even"),
    )


def formula(expression: Expr) -> Panel:
    """An expression on lines that break where the screen ends: a long polynomial fits a telephone, too.

    Parameters
    ----------
    expression : sympy.Expr

    Examples
    --------
    >>> from sympy.abc import x
    >>> formula(x**12 / 36 + 2 * x).html.partition(">")[2]
    'x<sup>12</sup>/36 + 2x</div>'
    """
    text = str(expression)
    html = re.sub(r"\*\*(\d+)", r"<sup>\1</sup>", escape(text))
    # As people write it: no sign between a number and what it multiplies, a raised dot between brackets.
    html = re.sub(r"(?<![\w>])(\d+)\*(?=[a-z(])", r"\1", html).replace("*", " · ")
    style = "font-family: 'STIX Two Text', 'Cambria Math', 'Noto Serif', serif; font-size: 19px"
    return Panel(f'<div style="{style}; line-height: 1.7; max-width: 40em">{html}</div>', text)


def standard_error(share: Fraction | float, rolls: int) -> float:
    """How far a share seen in so many rolls is off, typically.

    Parameters
    ----------
    share : Fraction or float
        In [0, 1].
    rolls : int
        1 or more.

    Examples
    --------
    >>> standard_error(0.5, 100)
    0.05
    """
    return sqrt(float(share) * (1 - float(share)) / rolls)


def compare(won: int, rolls: int, exact: Fraction) -> Panel:
    """A simulated share beside the exact chance: how far apart, and whether that is to be expected.

    Parameters
    ----------
    won, rolls : int
        Rolls that won, and rolls in all; 1 or more.
    exact : Fraction
        The exact chance.

    Raises
    ------
    ValueError
        If ``won`` is not between 0 and ``rolls``, or there was no roll.
    """
    if not 0 <= won <= rolls or not rolls:
        raise ValueError(f"{won} of {rolls} rolls won: there must be 1 roll or more, and at most all won")
    share = Fraction(won, rolls)
    # A share of 0 or 1 estimates its own error as 0, which it is not; the exact chance gives the right one.
    error = standard_error(share, rolls) or standard_error(exact, rolls)
    apart = abs(float(share) - float(exact))
    times = apart / error if error else 0.0
    rows = [
        [say("kit.compare.simulated", won=f"{won:,}", rolls=f"{rolls:,}"), percent(share)],
        [say("kit.compare.error"), "± " + say("kit.compare.points", points=f"{100 * error:.1f}")],
        [say("kit.compare.exact", exact=str(exact)), percent(exact)],
        [say("kit.compare.apart"), say("kit.compare.points", points=f"{100 * apart:.1f}")],
    ]
    return _compared(rows, times)


def compare_mean(numbers: Iterable[int], exact: Fraction) -> Panel:
    """The mean of simulated numbers beside the exact one: how far apart, and whether that is to be expected.

    Parameters
    ----------
    numbers : iterable of int
        What came out each time; two or more.
    exact : Fraction
        The exact expected value.

    Raises
    ------
    ValueError
        If there are fewer than two numbers.
    """
    seen = list(numbers)
    if len(seen) < 2:
        raise ValueError("a mean and its error need two numbers or more")
    mean = Fraction(sum(seen), len(seen))
    variance = sum((number - mean) ** 2 for number in seen) / (len(seen) - 1)
    error = sqrt(float(variance) / len(seen))
    apart = abs(float(mean - exact))
    # Where all numbers are the same the error seems to be 0; then only equality agrees.
    times = apart / error if error else inf if apart else 0.0
    rows = [
        [say("kit.mean.simulated", n=len(seen)), f"{float(mean):.3f}"],
        [say("kit.compare.error"), f"± {error:.3f}"],
        [say("kit.compare.exact", exact=str(exact)), f"{float(exact):.3f}"],
        [say("kit.compare.apart"), f"{apart:.3f}"],
    ]
    return _compared(rows, times)


def _compared(rows: list[list[str]], times: float) -> Panel:
    key = "kit.compare.near" if times <= 2 else "kit.compare.far" if times <= 4 else "kit.compare.very_far"
    verdict, caption = say(key, times=f"{times:.1f}"), say("kit.compare.caption")
    html = _table(caption, [], rows) + _paragraph(verdict)
    return Panel(_frame("begin", html), "\n".join([caption, *(" | ".join(row) for row in rows), verdict]))


def closing_in(results: Iterable[tuple[int, int]], exact: Fraction) -> chart.Chart:
    """Simulated shares from more and more rolls, each with its standard error, around the exact chance.

    Parameters
    ----------
    results : iterable of (int, int)
        For each simulation the rolls that won and the rolls in all.
    exact : Fraction
        The exact chance.
    """
    estimates = []
    for won, rolls in results:
        share = Fraction(won, rolls)
        error = standard_error(share, rolls) or standard_error(exact, rolls)
        estimates.append(chart.Estimate(rolls, share, error))
    first, last = estimates[0], estimates[-1]
    return chart.closing_in(
        estimates,
        exact,
        title=say("chart.closing_in.title"),
        across=say("chart.closing_in.across"),
        up=say("chart.closing_in.up"),
        alt=say(
            "chart.closing_in.alt",
            exact=exact,
            first=f"{first.rolls:,}",
            first_error=percent(first.error),
            last=f"{last.rolls:,}",
            last_error=percent(last.error),
        ),
        legend=(say("chart.closing_in.exact", exact=exact), say("chart.closing_in.observed")),
    )


def show(
    position: str | river.State,
    *,
    moves: bool = False,
    values: bool = False,
    marks: dict[str, str] | None = None,
) -> Picture:
    """A position of River as a picture.

    Parameters
    ----------
    position : str or State
        Its notation, or the position itself.
    moves : bool
        Draw an arrow for each move that the rules allow.
    values : bool
        Write the exact chance to win at each arrow, and a star at the best; where the position is small
        enough (see `MOST_STATES`).
    marks : dict of str to str, optional
        Signs to be put on squares.

    Raises
    ------
    NotationError
        If the text is no position.
    TooLarge, SetupError
        If values are asked for and there are no exact ones.
    """
    state = river.parse(position) if isinstance(position, str) else position
    arrows: dict[Move, Fraction | None] = {}
    if values:
        rows = Solver(limit=MOST_STATES).solve(state).moves
        arrows = {row.move: row.value[state.to_act()[0] - 1] for row in rows}
    elif moves:
        arrows = {move: None for player in state.to_act() for move in state.legal_moves(player)}
    return picture(state, lang=_language(), arrows=arrows, best=None if values else (), marks=marks)


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
    """

    def __init__(
        self, solver: Solver, lang: str, seconds: float = ADVICE_SECONDS, seed: int | None = None
    ) -> None:
        self._solver = solver
        self._beyond = BestAdviser(seconds, seed=seed)
        self.method = _catalogue().say("kit.board.method", lang)
        """What exact values are; shown by the board. Other answers carry a ``method`` of their own."""

    def __call__(self, view: river.View) -> Sequence[tuple[Move, Any]] | None:
        exact = exact_advice(view, self._solver)
        return self._beyond(view) if exact is None else exact


def board(
    position: str | river.State | None = None,
    *,
    players: Sequence[Policy | None] | None = None,
    advise: bool = True,
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

    lang = words.language(lang or _language())
    strong = Best(MOST_STATES)
    computers: dict[str, Policy] = {"strong": strong, "simple": greedy}
    keys = {"strong": "kit.board.strong", "simple": "kit.board.simple"}
    called = {
        name: {tongue: _catalogue().say(key, tongue) for tongue in words.LANGUAGES}
        for name, key in keys.items()
    }
    state = river.parse(position) if isinstance(position, str) else position
    if players is None:
        players = (None, *[strong] * ((state.players if state else 2) - 1))
    return Board(
        state,
        players=players,
        advise=Adviser(Solver(limit=MOST_STATES), lang, seed=seed) if advise else None,
        lang=lang,
        seed=seed,
        computers={**computers, **options.pop("computers", {})},
        computer_names={**called, **options.pop("computer_names", {})},
        **options,
    )


_HEADS: Final = {
    Mark.RIGHT: "kit.head.right",
    Mark.NOT_YET: "kit.head.not_yet",
    Mark.UNREAD: "kit.head.unread",
    Mark.UNTOUCHED: "kit.head.untouched",
}

_LOOKS: Final = {
    Mark.RIGHT: ("✔", "#e3f4ec", "#007a58"),
    Mark.NOT_YET: ("↻", "#fff3dc", "#a35c00"),
    Mark.UNREAD: ("?", "#e6f0fa", "#0060a0"),
    Mark.UNTOUCHED: ("✎", "#eef1f4", "#4a5763"),
    "hint": ("➜", "#e6f0fa", "#0060a0"),
    "begin": ("", "#eef1f4", "#4a5763"),
}
"""For each kind of box its sign, its ground and its edge: dark ink on it has a contrast of 12:1 and more."""

_INK: Final = "#1d2733"


def _language() -> str:
    return _open[0].lang if _open else words.language(_folder_language())


def _folder_language() -> str | None:
    # JupyterLab starts the kernel in the notebook's folder, and names the notebook in this variable.
    # A teacher's page lies one folder deeper.
    for folder in (Path.cwd(), Path(os.environ.get("JPY_SESSION_NAME", "")).parent):
        for name in (folder.name, folder.parent.name if folder.name == TEACHER else ""):
            if name in words.LANGUAGES:
                return name
    return None


def _find(name: str | int) -> tuple[Lesson, Exercise] | Panel:
    if not _open:
        return _box(Mark.UNREAD, [say("kit.no_lesson")], head=say("kit.head.unread"))
    lesson = _open[0]
    # Python refuses to write out a whole number of thousands of digits; no exercise has such a name.
    whole = isinstance(name, Integral) and abs(name) < 10**6
    written = name if isinstance(name, str) else str(name) if whole else "?"
    plain = unicodedata.normalize("NFKC", written[:100]).strip()
    if plain not in lesson.exercises:
        data = {"name": plain[:30], "names": ", ".join(f'"{n}"' for n in lesson.exercises) or "-"}
        return _box(Mark.UNREAD, [say("kit.no_exercise", **data)], head=say("kit.head.unread"))
    return lesson, lesson.exercises[plain]


def _about_the_journal(lesson: Lesson) -> list[str]:
    notes = []
    if not lesson.journal.kept:
        notes.append(say("kit.journal.not_kept", path=lesson.journal.path))
    if lesson.journal.damaged:
        notes.append(say("kit.journal.damaged", n=lesson.journal.damaged, path=lesson.journal.path))
    return notes


def _box(
    look: str, lines: Sequence[str], folded: str = "", *, head: str = "", right: bool | None = None
) -> Panel:
    sign = _LOOKS[look][0]
    title = f"{sign} {head}".strip()
    strong = f'<strong style="font-size: 1.1em">{escape(title)}</strong>' if head else ""
    body = f'<div role="status">{strong}{"".join(map(_paragraph, lines))}</div>{folded}'
    text = [title, *lines] if head else lines
    return Panel(_frame(look, body), "\n".join(map(_plain, text)), right)


def _frame(look: str, body: str) -> str:
    _, ground, edge = _LOOKS[look]
    return (
        f'<div class="inaba-kit" style="background: {ground}; color: {_INK}; border-left: 6px solid {edge}; '
        "border-radius: 6px; padding: 10px 16px; margin: 4px 0; max-width: 40em; line-height: 1.6; "
        f'font-size: 15px; break-inside: avoid">{body}</div>'
    )


def _fold(summary: str, body: str) -> str:
    # JupyterLab would take Enter, b, m … on the focused line for itself; the attribute keeps the keys here.
    return (
        '<details style="margin: 6px 0 0 2px">'
        '<summary data-lm-suppress-shortcuts="true" '
        'style="cursor: pointer; font-weight: 600; color: #00528a; padding: 4px 0">'
        f"{escape(summary)}</summary>"
        f'<div style="margin-left: 18px">{body}</div></details>'
    )


def _paragraph(line: str) -> str:
    parts = escape(line).split("`")
    marked = "".join(
        f'<code style="background: #ffffff; color: {_INK}; padding: 0 4px; border-radius: 3px">{part}</code>'
        if place % 2
        else part
        for place, part in enumerate(parts)
    )
    return f'<p style="margin: 4px 0; color: {_INK}">{marked}</p>'


def _plain(line: str) -> str:
    return line.replace("`", "")


def _table(caption: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    edge = "padding: 4px 14px 4px 0; border-bottom: 1px solid #c4ccd4; color: inherit"
    over = f"text-align: left; font-weight: 700; color: {_INK}; padding: 2px 0"
    out = [f'<table style="border-collapse: collapse; margin: 0; font-size: 15px; color: {_INK}">']
    if caption:
        out.append(f'<caption style="{over}">{escape(caption)}</caption>')
    if head:
        cells = "".join(f'<th scope="col" style="text-align: left; {edge}">{escape(h)}</th>' for h in head)
        out.append(f'<thead><tr style="background: transparent">{cells}</tr></thead>')
    out.append("<tbody>")
    for row in rows:
        first = f'<th scope="row" style="text-align: left; font-weight: 400; {edge}">{escape(row[0])}</th>'
        rest = "".join(f'<td style="text-align: left; {edge}">{escape(cell)}</td>' for cell in row[1:])
        out.append(f'<tr style="background: transparent">{first}{rest}</tr>')
    out.append("</tbody></table>")
    return "".join(out)
