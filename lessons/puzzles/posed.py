"""A puzzle in a notebook, without a widget: the question with its picture, and checked answers."""

from __future__ import annotations

import os
from html import escape

from inaba import words as engine
from inaba.dice import TWO_DICE, format_dice
from inaba.river.description import cards_words
from inaba.river.picture import Picture, picture
from lessons import voice
from lessons.answer import Mark
from lessons.panel import Panel, box, fold, frame, paragraph
from lessons.progress import TRIES_BEFORE_SOLUTION, Journal, Standing
from lessons.puzzles.judging import respond
from lessons.puzzles.questions import NUMBERS, Ask
from lessons.puzzles.reader import LEVELS, Puzzle
from lessons.puzzles.shelf import named
from lessons.puzzles.solution import solution
from lessons.voice import say_in

JOURNAL = "puzzles"
"""The name under which puzzles stand in the journal, where exercises have that of their lesson."""


def puzzle(name: str, *, lang: str | None = None, keep: str | os.PathLike[str] | None = None) -> Posed:
    """A puzzle to be solved in a notebook.

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
    return Posed(named(name), voice.language() if lang is None else engine.language(lang), Journal(keep))


class Posed:
    """A puzzle that is posed to somebody, in a language, with a journal of what is done.

    Parameters
    ----------
    puzzle : Puzzle
    lang : {"ja", "en"}
    journal : Journal
    """

    def __init__(self, puzzle: Puzzle, lang: str, journal: Journal) -> None:
        self.puzzle, self.lang, self.journal = puzzle, lang, journal

    def standing(self) -> Standing:
        """How the pupil stands with it."""
        return self.journal.standing(JOURNAL, self.puzzle.name)

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
        mark, remarks = respond(self.puzzle, answer, self.lang)
        if mark in (Mark.RIGHT, Mark.NOT_YET):
            self.journal.add(JOURNAL, self.puzzle.name, "right" if mark is Mark.RIGHT else "wrong")
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
        self.journal.add(JOURNAL, self.puzzle.name, "hint")
        hints = self.puzzle.hints[: self.standing().hints]
        told = [
            f"{self._say('puzzle.hint', number=number)}: {hint[self.lang]}"
            for number, hint in enumerate(hints, start=1)
        ]
        return box("hint", told)

    def solution(self) -> Panel:
        """How it is solved."""
        self.journal.add(JOURNAL, self.puzzle.name, "solution")
        return box("hint", [solution(self.puzzle, self.lang)], head=self._say("puzzle.solution"))

    def picture(self) -> Picture:
        """The position."""
        return picture(self.puzzle.position, lang=self.lang)

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
        ask = self.puzzle.question.ask
        how = "number" if ask in NUMBERS else "square" if ask in (Ask.SAFEST, Ask.GATE) else str(ask)
        lines = [
            f"{self.puzzle.title[self.lang]} {stars(self.puzzle.level)}",
            f"{self._say(f'puzzle.kind.{self.puzzle.kind}')} · "
            f"{self._say('puzzle.level', level=self.puzzle.level, most=LEVELS[-1])}",
            self.puzzle.words[self.lang],
        ]
        lines += facts(self.puzzle, self.lang)
        lines.append(self._say(f"puzzle.how.{how}", name=self.puzzle.name))
        return lines

    def _say(self, key: str, **data: object) -> str:
        return say_in(self.lang, key, **data)


def facts(puzzle: Puzzle, lang: str) -> list[str]:
    """What a picture does not show at a glance: who rests, what is unseen, rules and dice that differ."""
    position = puzzle.position
    told = [say_in(lang, "puzzle.fact.rests", rabbit=rabbit) for rabbit in position.resting]
    if unseen := position.unseen:
        cards = cards_words(unseen, lang)
        told.append(engine.say("picture.words.unseen", lang, n=len(unseen), cards=cards))
    if position.rules.orca == "side":
        told.append(say_in(lang, "puzzle.fact.orca"))
    if position.rules.dice != TWO_DICE:
        told.append(say_in(lang, "puzzle.fact.dice", dice=format_dice(position.rules.dice)))
    return told


def stars(level: int) -> str:
    """A level as stars, filled and empty.

    Examples
    --------
    >>> stars(2)
    '★★☆☆☆'
    """
    return "★" * level + "☆" * (LEVELS[-1] - level)
