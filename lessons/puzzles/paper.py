"""Puzzles on paper: a sheet for the class, and the answer key for the teacher."""

from __future__ import annotations

from html import escape
from typing import Any

from lessons import voice
from lessons.panel import INK, Panel, fold, frame, paragraph
from lessons.puzzles.posed import stars
from lessons.puzzles.questions import shown
from lessons.puzzles.room import Puzzle
from lessons.puzzles.shelf import choice
from lessons.puzzles.solution import solution
from lessons.voice import say_in

_ROW = (
    "display: flex; flex-wrap: wrap; gap: 6px 20px; align-items: start; break-inside: avoid; "
    "padding: 10px 0; border-bottom: 1px solid #c4ccd4"
)


def sheet(
    kind: str | None = None, level: int | None = None, *, game: str | None = None, lang: str | None = None
) -> Panel:
    """Puzzles to be printed and solved with a pencil: each with its picture, its question, a line to write.

    Parameters
    ----------
    kind : str, optional
        One of the kinds that there are of the game, or of all games; all unless given.
    level : int, optional
        1 to 5; all unless given.
    game : str, optional
        ``"river"``, ``"same-one"`` or ``"cross-sevens"``; all unless given.
    lang : {"ja", "en"}, optional
        The notebook's unless given.

    Raises
    ------
    ValueError
        If there is no such kind, level, game or language.

    Examples
    --------
    >>> print(sheet("race", 3, lang="en").text.splitlines()[0])
    1. Keep away from the big one ★★★☆☆
    """
    lang = voice.asked_language(lang)
    html, text = [], []
    for number, one in enumerate(choice(game, kind, level).offered(), start=1):
        head = f"{number}. {one.title[lang]} {stars(one.level)}"
        lines = [one.words[lang], *one.facts(lang), *_choices(one, lang)]
        room = [say_in(lang, f"puzzle.paper.{name}") for name in ("answer", "because")]
        drawn = one.picture(lang, one.room.paper_size)
        html.append(
            f'<div style="{_ROW}">{drawn.html()}<div style="flex: 1 1 240px; max-width: 34em">'
            f'<strong style="font-size: 1.1em">{escape(head)}</strong>'
            f"{''.join(map(paragraph, lines + room))}</div></div>"
        )
        text += [head, *lines, drawn.text(), *room, ""]
    style = f"background: #ffffff; color: {INK}; padding: 4px 16px; line-height: 1.6; font-size: 15px"
    return Panel(f'<div class="inaba-kit" style="{style}">{"".join(html)}</div>', "\n".join(text))


def answer_key(kind: str | None = None, *, game: str | None = None, lang: str | None = None) -> Panel:
    """For the teacher: the answers of all puzzles, of a game or of a kind, worked out now, with solutions.

    Parameters
    ----------
    kind, game : str, optional
        As for `sheet`.
    lang : {"ja", "en"}, optional
        The notebook's unless given.

    Raises
    ------
    ValueError
        If there is no such kind, game or language.

    Examples
    --------
    >>> answer_key("race", lang="en").text.splitlines()[:2]
    ['River: Race', 'The last dolphin ★☆☆☆☆ → 1c2']
    """
    lang = voice.asked_language(lang)
    html, text, told = [], [], ""
    for one in choice(game, kind).offered():
        head = f"{one.room.name(lang)}{say_in(lang, 'puzzle.colon')}{one.room.kind_words(one.kind, lang)}"
        if head != told:
            html.append(
                f'<p style="margin: 14px 0 2px; font-weight: 700; font-size: 1.1em">{escape(head)}</p>'
            )
            text.append(told := head)
        line = f"{one.title[lang]} {stars(one.level)} → {_answer_words(one, lang)}"
        how = solution(one, lang)
        # The name opens it, in a notebook and in a link.
        html.append(fold(line, paragraph(one.words[lang]) + paragraph(how) + paragraph(f"`{one.name}`")))
        text += [line, how, one.name]
    return Panel(frame("begin", "".join(html)), "\n".join(text))


def _answer_words(one: Puzzle[Any], lang: str) -> str:
    found = one.answer()
    return one.room.label(one.question, found.right, lang) if found.exact is None else shown(found.exact)


def _choices(one: Puzzle[Any], lang: str) -> list[str]:
    """The answers to choose from, where they are sentences."""
    labels = {option: one.room.label(one.question, option, lang) for option in one.answer().options}
    return [f"□ {label}" for option, label in labels.items() if label != option]
