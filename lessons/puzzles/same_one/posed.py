"""A puzzle of Same One in a notebook: the question with its picture, and checked answers."""

from __future__ import annotations

from fractions import Fraction

from inaba.errors import NotationError, Reason
from inaba.same_one import View, parse_move
from inaba.same_one.picture import Picture, picture
from lessons.puzzles.questions import Answer
from lessons.puzzles.room import RoomPosed
from lessons.puzzles.same_one.questions import NUMBERS, Ask, Question, answer
from lessons.puzzles.same_one.reader import solution
from lessons.puzzles.solution import shown

JOURNAL = "same-one-puzzles"
"""The name under which these puzzles stand in the journal."""


class Posed(RoomPosed[Question]):
    """A puzzle of Same One that is posed to somebody.

    Parameters
    ----------
    puzzle : Puzzle
    lang : {"ja", "en"}
    journal : Journal

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from lessons.progress import Journal
    >>> from lessons.puzzles.same_one.reader import puzzles
    >>> with TemporaryDirectory() as folder:
    ...     posed = Posed(puzzles()["shark-first"], "en", Journal(f"{folder}/progress.jsonl"))
    ...     posed.check("g14").right, posed.check("y2").right
    (True, False)
    """

    journal_name = JOURNAL

    def picture(self) -> Picture:
        """The position, or what a player sees of it."""
        return picture(self.puzzle.question.position, lang=self.lang)

    def _kind(self) -> str:
        return self._say(f"same_one_puzzle.kind.{self.puzzle.kind}")

    def _how(self) -> list[str]:
        question = self.puzzle.question
        open_ = "seen" if isinstance(question.position, View) else "open"
        how = "number" if question.ask in NUMBERS else "move"
        facts = self._say(f"same_one_puzzle.fact.{open_}", player=question.player)
        return [facts, self._say(f"same_one_puzzle.how.{how}", name=self.puzzle.name)]

    def _solution(self) -> str:
        return solution(self.puzzle, self.lang)

    def _answer(self) -> Answer:
        return answer(self.puzzle.question)

    def _untouched(self) -> str:
        return self._say("puzzle.untouched.move")

    def _unread(self) -> str:
        return self._say("same_one_puzzle.unread")

    def _other(self, option: str, worth: Fraction) -> str:
        ask = self.puzzle.question.ask
        value = shown(1 - worth if ask is Ask.QUIET else worth)
        return self._say(f"same_one_puzzle.other.{ask}", option=option, value=value)

    def _why_illegal(self, chosen: str) -> Reason | None:
        question = self.puzzle.question
        try:
            move = parse_move(chosen.lower())
        except NotationError:
            return None
        if isinstance(question.position, View):
            return question.position.why_illegal(move)
        return question.position.why_illegal(question.player, move)
