"""A puzzle of Same One in a notebook: the question with its picture, and checked answers."""

from __future__ import annotations

import unicodedata

from inaba.errors import NotationError
from inaba.same_one import View, parse_move
from inaba.same_one.picture import Picture, picture
from lessons import answer as numbers
from lessons.answer import MOST_CHARACTERS, Mark
from lessons.progress import Journal
from lessons.puzzles.judging import Response
from lessons.puzzles.posed import Posing
from lessons.puzzles.same_one.questions import NUMBERS, Ask, Question, answer
from lessons.puzzles.same_one.reader import Puzzle, solution
from lessons.puzzles.solution import shown
from lessons.voice import say_in

JOURNAL = "same-one-puzzles"
"""The name under which these puzzles stand in the journal."""


class Posed(Posing):
    """A puzzle of Same One that is posed to somebody.

    Parameters
    ----------
    puzzle : Puzzle
    lang : {"ja", "en"}
    journal : Journal

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from lessons.puzzles.same_one.reader import puzzles
    >>> with TemporaryDirectory() as folder:
    ...     posed = Posed(puzzles()["shark-first"], "en", Journal(f"{folder}/progress.jsonl"))
    ...     posed.check("g14").right, posed.check("y2").right
    (True, False)
    """

    journal_name = JOURNAL

    def __init__(self, puzzle: Puzzle, lang: str, journal: Journal) -> None:
        super().__init__(puzzle, lang, journal)
        self.puzzle = puzzle

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

    def _respond(self, given: object) -> Response:
        question, lang = self.puzzle.question, self.lang
        found = answer(question)
        if found.exact is not None and found.kind is not None:
            verdict = numbers.judge(given, found.exact, found.kind)
            return Response(verdict.mark, tuple(say_in(lang, remark) for remark in verdict.remarks))
        if (
            given is None
            or given is Ellipsis
            or (isinstance(given, str) and given.strip() in ("", "...", "…"))
        ):
            return Response(Mark.UNTOUCHED, (say_in(lang, "puzzle.untouched.move"),))
        if not isinstance(given, str) or len(given) > MOST_CHARACTERS:
            return Response(Mark.UNREAD, (say_in(lang, "same_one_puzzle.unread"),))
        chosen = unicodedata.normalize("NFKC", given).strip().lower()
        if chosen == found.right:
            return Response(Mark.RIGHT)
        if chosen in found.options and found.values:
            key = f"same_one_puzzle.other.{question.ask}"
            worth = found.values[chosen]
            value = shown(1 - worth if question.ask is Ask.QUIET else worth)
            return Response(Mark.NOT_YET, (say_in(lang, key, option=chosen, value=value),))
        return Response(Mark.UNREAD, (_why_none(question, found.options, chosen, lang),))


def _why_none(question: Question, options: tuple[str, ...], chosen: str, lang: str) -> str:
    """Why a text is none of the moves to choose from."""
    try:
        move = parse_move(chosen)
    except NotationError:
        return say_in(lang, "puzzle.unread.option", given=chosen[:30], options=", ".join(options))
    position = question.position
    why = (
        position.why_illegal(move)
        if isinstance(position, View)
        else position.why_illegal(question.player, move)
    )
    if why is not None:
        return say_in(lang, "puzzle.unread.illegal", move=chosen, why=why.say(lang))
    return say_in(lang, "puzzle.unread.option", given=chosen[:30], options=", ".join(options))
