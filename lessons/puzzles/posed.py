"""A puzzle in a notebook, without a widget: the question with its picture, and checked answers."""

from __future__ import annotations

import os
from html import escape
from typing import Any

from lessons import voice
from lessons.answer import Mark
from lessons.panel import Panel, box, fold, frame, paragraph
from lessons.progress import TRIES_BEFORE_SOLUTION, Journal, Standing
from lessons.puzzles.judging import respond
from lessons.puzzles.room import LEVELS, Drawn, Puzzle
from lessons.puzzles.shelf import named
from lessons.puzzles.solution import solution
from lessons.voice import say_in


def puzzle(name: str, *, lang: str | None = None, keep: str | os.PathLike[str] | None = None) -> Posed:
    """A puzzle to be solved in a notebook, of any game.

    Parameters
    ----------
    name : str
    lang : {"ja", "en"}, optional
        The notebook's unless given (`lessons.voice.language`).
    keep : path-like, optional
        The file that keeps what is done; see `lessons.progress.Journal`.

    Raises
    ------
    ValueError
        If there is no such puzzle or language.

    Examples
    --------
    >>> print(puzzle("after-you", lang="en").words().splitlines()[0])
    After you ★★☆☆☆
    """
    spoken = voice.asked_language(lang)
    return Posed(named(name), spoken, Journal(keep))


class Posed:
    """A puzzle that is posed to somebody, in a language, with a journal of what is done.

    Parameters
    ----------
    puzzle : Puzzle
    lang : {"ja", "en"}
    journal : Journal

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     posed = Posed(named("shark-first"), "en", Journal(f"{folder}/progress.jsonl"))
    ...     posed.check("g14").right, posed.check("y2").right
    (True, False)
    """

    def __init__(self, puzzle: Puzzle[Any], lang: str, journal: Journal) -> None:
        self.puzzle, self.lang, self.journal = puzzle, lang, journal

    def picture(self) -> Drawn:
        """The position."""
        return self.puzzle.picture(self.lang)

    def standing(self) -> Standing:
        """How the pupil stands with it."""
        return self.journal.standing(self.puzzle.room.journal, self.puzzle.name)

    def check(self, answer: object = ...) -> Panel:
        """Check an answer, and say kindly what is wrong with it. Untouched dots count as no try.

        Parameters
        ----------
        answer : object
            A move such as ``"1b2"``, a square, one of the words that the question offers, or a number as in
            the lessons (`lessons.answer`); never evaluated.

        Returns
        -------
        Panel
            Its ``right`` is True, False, or None if there was no answer to judge.
        """
        mark, remarks, _ = respond(self.puzzle, answer, self.lang)
        if mark in (Mark.RIGHT, Mark.NOT_YET):
            self._add("right" if mark is Mark.RIGHT else "wrong")
        folded = ""
        if mark is Mark.RIGHT or self.standing().tries >= TRIES_BEFORE_SOLUTION:
            folded = fold(self._say("puzzle.solution"), paragraph(solution(self.puzzle, self.lang)))
        if mark is not Mark.RIGHT:
            for number in range(len(self.puzzle.hints), 0, -1):
                told = paragraph(self.puzzle.hints[number - 1][self.lang])
                folded = fold(self._say("puzzle.hint", number=number), told + folded)
        lines = list(remarks)
        if not self.journal.kept:
            lines.append(self._say("puzzle.not_kept"))
        right = None if mark in (Mark.UNREAD, Mark.UNTOUCHED) else mark is Mark.RIGHT
        return box(mark, lines, folded, head=self._say(f"kit.head.{mark}"), right=right)

    def hint(self) -> Panel:
        """The next hint, below those already told."""
        # The journal counts, so that asking anew in another cell goes on where the last one ended.
        self._add("hint")
        hints = self.puzzle.hints[: self.standing().hints]
        told = [
            f"{self._say('puzzle.hint', number=number)}: {hint[self.lang]}"
            for number, hint in enumerate(hints, start=1)
        ]
        return box("hint", told)

    def solution(self) -> Panel:
        """How it is solved."""
        self._add("solution")
        return box("hint", [solution(self.puzzle, self.lang)], head=self._say("puzzle.solution"))

    def words(self) -> str:
        """The title, the question and how to answer it, as text."""
        return "\n".join(self._lines())

    def __str__(self) -> str:
        return f"{self.words()}\n\n{self.picture().text()}"

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        head, *lines = self._lines()
        strong = f'<strong style="font-size: 1.1em">{escape(head)}</strong>'
        html = frame("begin", strong + "".join(map(paragraph, lines)))
        return {"text/html": f"{html}{self.picture().html()}", "text/plain": str(self)}

    def _lines(self) -> list[str]:
        one, lang = self.puzzle, self.lang
        level = self._say("puzzle.level", level=one.level, most=LEVELS[-1])
        return [
            f"{one.title[lang]} {stars(one.level)}",
            f"{one.room.name(lang)} · {one.room.kind_words(one.kind, lang)} · {level}",
            one.words[lang],
            *one.facts(lang),
            self._how(),
        ]

    def _how(self) -> str:
        """How to answer in a cell."""
        room, name = self.puzzle.room, self.puzzle.name
        form = room.form(self.puzzle.question)
        if form == "number":
            return self._say("puzzle.how.number", name=name)
        return room.say(f"how.{form}", self.lang, name=name)

    def _add(self, did: str) -> None:
        self.journal.add(self.puzzle.room.journal, self.puzzle.name, did)

    def _say(self, key: str, **data: object) -> str:
        return say_in(self.lang, key, **data)


def stars(level: int) -> str:
    """A level as stars, filled and empty.

    Examples
    --------
    >>> stars(2)
    '★★☆☆☆'
    """
    return "★" * level + "☆" * (LEVELS[-1] - level)
