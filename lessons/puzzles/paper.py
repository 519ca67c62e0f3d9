"""Puzzles on paper: a sheet for the class, and the answer key for the teacher."""

from __future__ import annotations

from html import escape

from inaba import words as engine
from inaba.river.picture import picture
from lessons import voice
from lessons.panel import INK, Panel, fold, frame, paragraph
from lessons.puzzles.judging import label
from lessons.puzzles.posed import facts, stars
from lessons.puzzles.questions import Ask, answer
from lessons.puzzles.reader import Puzzle, check_kind, check_level
from lessons.puzzles.shelf import puzzles
from lessons.puzzles.solution import shown, solution
from lessons.voice import say_in

WIDE = 190
"""Pixels of a river on a sheet: some three puzzles fit on a page of A4."""

_ROW = (
    "display: flex; flex-wrap: wrap; gap: 6px 20px; align-items: start; break-inside: avoid; "
    "padding: 10px 0; border-bottom: 1px solid #c4ccd4"
)


def sheet(kind: str | None = None, level: int | None = None, *, lang: str | None = None) -> Panel:
    """Puzzles to be printed and solved with a pencil: each with its river, its question, a line to write on.

    Parameters
    ----------
    kind : str, optional
        One of `lessons.puzzles.Kind`; all unless given.
    level : int, optional
        1 to 5; all unless given.
    lang : {"ja", "en"}, optional
        The notebook's unless given.

    Raises
    ------
    ValueError
        If there is no such kind, level or language.

    Examples
    --------
    >>> print(sheet("race", 3, lang="en").text.splitlines()[0])
    1. Keep away from the big one ★★★☆☆
    """
    lang = _language(lang)
    html, text = [], []
    for number, one in enumerate(_chosen(kind, level), start=1):
        head = f"{number}. {one.title[lang]} {stars(one.level)}"
        lines = [one.words[lang], *facts(one, lang), *_choices(one, lang)]
        room = [say_in(lang, f"puzzle.paper.{name}") for name in ("answer", "because")]
        drawn = picture(one.position, lang=lang, size=WIDE)
        html.append(
            f'<div style="{_ROW}">{drawn.html()}<div style="flex: 1 1 240px; max-width: 34em">'
            f'<strong style="font-size: 1.1em">{escape(head)}</strong>'
            f"{''.join(map(paragraph, lines + room))}</div></div>"
        )
        text += [head, *lines, drawn.text(), *room, ""]
    style = f"background: #ffffff; color: {INK}; padding: 4px 16px; line-height: 1.6; font-size: 15px"
    return Panel(f'<div class="inaba-kit" style="{style}">{"".join(html)}</div>', "\n".join(text))


def answer_key(kind: str | None = None, *, lang: str | None = None) -> Panel:
    """For the teacher: the answers of all puzzles, or of one kind, worked out now, each with its solution.

    Parameters
    ----------
    kind : str, optional
        One of `lessons.puzzles.Kind`; all unless given.
    lang : {"ja", "en"}, optional
        The notebook's unless given.

    Raises
    ------
    ValueError
        If there is no such kind or language.

    Examples
    --------
    >>> answer_key("race", lang="en").text.splitlines()[:2]
    ['Race', 'The last dolphin ★☆☆☆☆ → 1c2']
    """
    lang = _language(lang)
    found = _chosen(kind, None)
    html, text = [], []
    for one in dict.fromkeys(puzzle.kind for puzzle in found):
        head = say_in(lang, f"puzzle.kind.{one}")
        html.append(f'<p style="margin: 14px 0 2px; font-weight: 700; font-size: 1.1em">{escape(head)}</p>')
        text.append(head)
        for puzzle in (puzzle for puzzle in found if puzzle.kind is one):
            line = f"{puzzle.title[lang]} {stars(puzzle.level)} → {_answer_words(puzzle, lang)}"
            told = solution(puzzle, lang)
            html.append(fold(line, paragraph(puzzle.words[lang]) + paragraph(told)))
            text += [line, told]
    return Panel(frame("begin", "".join(html)), "\n".join(text))


def _answer_words(puzzle: Puzzle, lang: str) -> str:
    found = answer(puzzle.question)
    return label(puzzle.question, found.right, lang) if found.exact is None else shown(found.exact)


def _choices(puzzle: Puzzle, lang: str) -> list[str]:
    """The answers to choose from, where they are sentences."""
    question = puzzle.question
    if question.ask not in (Ask.TEMPO, Ask.END):
        return []
    return [f"□ {label(question, option, lang)}" for option in answer(question).options]


def _chosen(kind: str | None, level: int | None) -> list[Puzzle]:
    check_kind(kind)
    check_level(level)
    return [one for one in puzzles().values() if kind in (None, one.kind) and level in (None, one.level)]


def _language(lang: str | None) -> str:
    return voice.language() if lang is None else engine.language(lang)
