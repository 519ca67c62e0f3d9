"""What is said to an answer: numbers as in the lessons' exercises, choices with what they are worth."""

from __future__ import annotations

from typing import Any, NamedTuple

from inaba.reading import plainly
from inaba.words import LANGUAGES
from lessons import answer as numbers
from lessons.answer import MOST_CHARACTERS, Mark
from lessons.puzzles.room import Puzzle
from lessons.voice import say_in


class Response(NamedTuple):
    """What is said to an answer: the mark, and remarks in words; of a choice, what was understood."""

    mark: Mark
    remarks: tuple[str, ...] = ()
    chosen: str = ""


def respond(puzzle: Puzzle[Any], given: object, lang: str) -> Response:
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
    found, room, question = puzzle.answer(), puzzle.room, puzzle.question
    if found.exact is not None and found.kind is not None:
        verdict = numbers.judge(given, found.exact, found.kind)
        return Response(verdict.mark, tuple(say_in(lang, remark) for remark in verdict.remarks))
    if given is None or given is Ellipsis or (isinstance(given, str) and given.strip() in ("", "...", "…")):
        return Response(Mark.UNTOUCHED, (say_in(lang, "puzzle.untouched"),))
    if not isinstance(given, str) or len(given) > MOST_CHARACTERS:
        return Response(Mark.UNREAD, (room.say("unread", lang),))
    chosen = _option(puzzle, given)
    if chosen == found.right:
        return Response(Mark.RIGHT, (), chosen)
    if chosen in found.options:
        value = room.worth(question, found.values[chosen]) if found.values else ""
        said = room.say(f"other.{room.remark(question)}", lang, option=chosen, value=value)
        return Response(Mark.NOT_YET, (said,), chosen)
    if (why := room.why_illegal(question, chosen)) is not None:
        said = say_in(lang, "puzzle.unread.illegal", move=chosen, why=why.say(lang))
    else:
        listed = ", ".join(found.options)
        said = say_in(lang, "puzzle.unread.option", given=chosen[:30], options=listed)
    return Response(Mark.UNREAD, (said,))


def _option(puzzle: Puzzle[Any], given: str) -> str:
    """What was chosen: capitals, full-width letters and the sentence instead of its word are no mistakes."""
    plain = plainly(given)
    for option in puzzle.answer().options:
        labels = (puzzle.room.label(puzzle.question, option, lang) for lang in LANGUAGES)
        if plain.lower() in (plainly(said).lower() for said in (option, *labels)):
            return option
    return plain
