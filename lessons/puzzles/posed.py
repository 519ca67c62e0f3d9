"""A puzzle in a notebook, without a widget: the question with its picture, and checked answers."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Mapping
from html import escape
from typing import Protocol

from inaba import words as engine
from inaba.dice import TWO_DICE, format_dice
from inaba.river.description import cards_words
from inaba.river.picture import Picture, picture
from lessons import voice
from lessons.answer import Mark
from lessons.panel import Panel, box, fold, frame, paragraph
from lessons.progress import TRIES_BEFORE_SOLUTION, Journal, Standing
from lessons.puzzles.judging import Response, respond
from lessons.puzzles.questions import NUMBERS, Ask
from lessons.puzzles.reader import LEVELS, Puzzle
from lessons.puzzles.shelf import named
from lessons.puzzles.solution import solution
from lessons.voice import say_in

JOURNAL = "puzzles"
"""The name under which puzzles stand in the journal, where exercises have that of their lesson."""


def puzzle(name: str, *, lang: str | None = None, keep: str | os.PathLike[str] | None = None) -> Posing:
    """A puzzle to be solved in a notebook, of River or of Same One.

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
    from lessons.puzzles import same_one

    spoken = voice.language() if lang is None else engine.language(lang)
    if name in same_one.puzzles():
        return same_one.Posed(same_one.puzzles()[name], spoken, Journal(keep))
    return Posed(named(name), spoken, Journal(keep))


class Shown(Protocol):
    """What is shown of a puzzle of any game."""

    @property
    def name(self) -> str: ...

    @property
    def level(self) -> int: ...

    @property
    def title(self) -> Mapping[str, str]: ...

    @property
    def words(self) -> Mapping[str, str]: ...

    @property
    def hints(self) -> tuple[Mapping[str, str], ...]: ...


class Drawn(Protocol):
    """A picture of a position."""

    def html(self) -> str: ...

    def text(self) -> str: ...


class Posing(ABC):
    """A puzzle of any game that is posed to somebody, in a language, with a journal of what is done.

    Parameters
    ----------
    puzzle : Shown
    lang : {"ja", "en"}
    journal : Journal
    """

    journal_name = JOURNAL

    def __init__(self, puzzle: Shown, lang: str, journal: Journal) -> None:
        self.shown, self.lang, self.journal = puzzle, lang, journal

    @abstractmethod
    def _respond(self, answer: object) -> Response:
        """What is said to an answer."""

    @abstractmethod
    def _solution(self) -> str:
        """How it is solved, in words."""

    @abstractmethod
    def _kind(self) -> str:
        """What kind of puzzle it is, in words."""

    @abstractmethod
    def _how(self) -> list[str]:
        """What the picture does not show, and how to answer."""

    @abstractmethod
    def picture(self) -> Drawn:
        """The position."""

    def standing(self) -> Standing:
        """How the pupil stands with it."""
        return self.journal.standing(self.journal_name, self.shown.name)

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
        mark, remarks = self._respond(answer)
        if mark in (Mark.RIGHT, Mark.NOT_YET):
            self.journal.add(self.journal_name, self.shown.name, "right" if mark is Mark.RIGHT else "wrong")
        folded = ""
        if mark is Mark.RIGHT or self.standing().tries >= TRIES_BEFORE_SOLUTION:
            folded = fold(self._say("puzzle.solution"), paragraph(self._solution()))
        if mark is not Mark.RIGHT:
            for number in range(len(self.shown.hints), 0, -1):
                told = paragraph(self.shown.hints[number - 1][self.lang])
                folded = fold(self._say("puzzle.hint", number=number), told + folded)
        lines = list(remarks)
        if not self.journal.kept:
            lines.append(self._say("puzzle.not_kept"))
        right = None if mark in (Mark.UNREAD, Mark.UNTOUCHED) else mark is Mark.RIGHT
        return box(mark, lines, folded, head=self._say(f"kit.head.{mark}"), right=right)

    def hint(self) -> Panel:
        """The next hint, below those already told."""
        # The journal counts, so that asking anew in another cell goes on where the last one ended.
        self.journal.add(self.journal_name, self.shown.name, "hint")
        hints = self.shown.hints[: self.standing().hints]
        told = [
            f"{self._say('puzzle.hint', number=number)}: {hint[self.lang]}"
            for number, hint in enumerate(hints, start=1)
        ]
        return box("hint", told)

    def solution(self) -> Panel:
        """How it is solved."""
        self.journal.add(self.journal_name, self.shown.name, "solution")
        return box("hint", [self._solution()], head=self._say("puzzle.solution"))

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
        level = self._say("puzzle.level", level=self.shown.level, most=LEVELS[-1])
        return [
            f"{self.shown.title[self.lang]} {stars(self.shown.level)}",
            f"{self._kind()} · {level}",
            self.shown.words[self.lang],
            *self._how(),
        ]

    def _say(self, key: str, **data: object) -> str:
        return say_in(self.lang, key, **data)


class Posed(Posing):
    """A puzzle of River that is posed to somebody.

    Parameters
    ----------
    puzzle : Puzzle
    lang : {"ja", "en"}
    journal : Journal
    """

    def __init__(self, puzzle: Puzzle, lang: str, journal: Journal) -> None:
        super().__init__(puzzle, lang, journal)
        self.puzzle = puzzle

    def _respond(self, answer: object) -> Response:
        return respond(self.puzzle, answer, self.lang)

    def _solution(self) -> str:
        return solution(self.puzzle, self.lang)

    def _kind(self) -> str:
        return self._say(f"puzzle.kind.{self.puzzle.kind}")

    def _how(self) -> list[str]:
        ask = self.puzzle.question.ask
        how = "number" if ask in NUMBERS else "square" if ask in (Ask.SAFEST, Ask.GATE) else str(ask)
        return [*facts(self.puzzle, self.lang), self._say(f"puzzle.how.{how}", name=self.puzzle.name)]

    def picture(self) -> Picture:
        """The position."""
        return picture(self.puzzle.position, lang=self.lang)


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
