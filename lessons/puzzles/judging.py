"""What is said to an answer: numbers as in the lessons' exercises, choices with what they are worth."""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

from inaba.errors import NotationError, Reason
from inaba.river.moves import parse_move
from inaba.river.state import State
from inaba.words import LANGUAGES
from lessons import answer as numbers
from lessons.answer import MOST_CHARACTERS, Mark
from lessons.puzzles.questions import ENDS, TEMPI, Answer, Ask, Question, answer, may_go_on, mover
from lessons.puzzles.reader import Puzzle
from lessons.puzzles.solution import shown
from lessons.voice import say_in


class Response(NamedTuple):
    """What is said to an answer: the mark, and remarks in words."""

    mark: Mark
    remarks: tuple[str, ...] = ()


def respond(puzzle: Puzzle, given: object, lang: str) -> Response:
    """Judge an answer.

    Parameters
    ----------
    puzzle : Puzzle
    given : object
        Whatever the pupil wrote: for a number see `lessons.answer`, else the move, the square or the word.
    lang : {"ja", "en"}

    Examples
    --------
    >>> from lessons.puzzles import named
    >>> respond(named("after-you"), "2a1", "en").mark
    <Mark.RIGHT: 'right'>
    >>> respond(named("after-you"), "1a1", "en").remarks
    ('After 1a1 you win with a chance of 26.2 %. There is something better.',)
    """
    found = answer(puzzle.question)
    if found.exact is not None and found.kind is not None:
        verdict = numbers.judge(given, found.exact, found.kind)
        return Response(verdict.mark, tuple(say_in(lang, remark) for remark in verdict.remarks))
    if given is None or given is Ellipsis or (isinstance(given, str) and given.strip() in ("", "...", "…")):
        return Response(Mark.UNTOUCHED, (say_in(lang, f"puzzle.untouched.{puzzle.question.ask}"),))
    if not isinstance(given, str) or len(given) > MOST_CHARACTERS:
        return Response(Mark.UNREAD, (say_in(lang, "puzzle.unread.text"),))
    chosen = _option(puzzle.question, given)
    if chosen == found.right:
        return Response(Mark.RIGHT)
    if chosen in found.options:
        return Response(Mark.NOT_YET, (_other(puzzle.question, found, chosen, lang),))
    return Response(Mark.UNREAD, (_why_none(puzzle.question, found, chosen, lang),))


def label(question: Question, option: str, lang: str) -> str:
    """An option as a person reads it: a move and a square as they are, a word as a sentence."""
    match question.ask:
        case Ask.TEMPO:
            return say_in(lang, f"puzzle.tempo.{option}")
        case Ask.END:
            player = mover(question.position)
            winner = player if option == "win" else 3 - player
            return say_in(lang, f"puzzle.end.{option}", player=winner)
        case _:
            return option


def _option(question: Question, given: str) -> str:
    """What was chosen: capitals, full-width letters and the sentence instead of its word are no mistakes."""
    plain = unicodedata.normalize("NFKC", given).strip()
    if question.ask in (Ask.TEMPO, Ask.END):
        for option in TEMPI if question.ask is Ask.TEMPO else ENDS:
            if plain in (unicodedata.normalize("NFKC", label(question, option, lang)) for lang in LANGUAGES):
                return option
    return plain.lower()


def _other(question: Question, found: Answer, chosen: str, lang: str) -> str:
    value = shown(found.values[chosen]) if found.values else ""
    key = f"puzzle.other.{question.ask}"
    if question.ask is Ask.MOVE and may_go_on(question.position):
        key = "puzzle.other.share"
    return say_in(lang, key, option=chosen, value=value)


def _why_none(question: Question, found: Answer, chosen: str, lang: str) -> str:
    if question.ask is Ask.MOVE and (why := _why_illegal(question.position, chosen)) is not None:
        return say_in(lang, "puzzle.unread.illegal", move=chosen, why=why.say(lang))
    listed = ", ".join(found.options)
    return say_in(lang, "puzzle.unread.option", given=chosen[:30], options=listed)


def _why_illegal(position: State, text: str) -> Reason | None:
    """Why a move is not allowed; None where the text is no move at all."""
    try:
        move = parse_move(text)
    except NotationError:
        return None
    return position.why_illegal(mover(position), move)
