"""Puzzles of Same One as data: how a table is read, and how a solution is told.

A table has what a puzzle of River has (`lessons.puzzles.reader`), but that its position is one of Same One
and its question one of `lessons.puzzles.same_one.questions`. With ``view = 1`` the position is what player 1
sees of it, the others' cards written ``??``.

A solution is filled with

========================= ==================================================================================
``{answer}``              the answer: a number, or a move
``{best}``, ``{second}``  the best option, and the best of the others
``{value[g9+b9]}``        what that move is worth by the measure that the question asks for
``{called[g9]}``          how likely somebody can call on these cards, from what a player sees
``{followed[g9]}``        how likely the next player holds a card that follows
========================= ==================================================================================
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from typing import Any, Final

from inaba.errors import InabaError
from inaba.same_one import State, View, parse, parse_move, parse_rules, parse_view
from lessons.puzzles import room
from lessons.puzzles.reader import Table
from lessons.puzzles.room import By, Check, Room, asked
from lessons.puzzles.same_one.questions import PARAMETERS, Ask, Question, answer, values
from solvers.same_one_odds import MoveOdds, Odds


class Kind(StrEnum):
    """The kinds of puzzle, in the order in which they are met."""

    FINISH = "finish"
    CALLS = "calls"
    DOG = "dog"
    OPEN = "open"


FIELDS: Final[Mapping[str, Check | None]] = {
    "answer": None,
    "best": None,
    "second": None,
    "value": parse_move,
    "called": parse_move,
    "followed": parse_move,
}
"""What a solution may be filled with, and what some of it has in brackets: a move."""

Puzzle = room.Puzzle[Question]
"""A puzzle of Same One."""


def _question(table: Table) -> Question:
    ask = asked(table, Ask, PARAMETERS)
    beside = PARAMETERS.get(ask, ())
    position = _position(table, table.whole("view", 1, 9) if "view" in beside else 0)
    turns = table.whole("turns", 1, 9) if "turns" in beside else 0
    move = table.text("move") if "move" in beside else ""
    question = Question(ask, position, turns, move)
    if not question.player:
        table.refuse("position", "nobody is to decide in it")
    if move and move not in map(str, _legal(question)):
        table.refuse("move", f"{move!r} is no move in this position")
    return question


def _legal(question: Question) -> list[Any]:
    position = question.position
    return list(
        position.legal_moves() if isinstance(position, View) else position.legal_moves(question.player)
    )


def _position(table: Table, view: int) -> State | View:
    rules = table.text("rules") if "rules" in table.table else ""
    try:
        if view:
            return parse_view(table.text("position"), view, parse_rules(rules))
        return parse(table.text("position"), parse_rules(rules))
    except InabaError as error:
        table.refuse("position" if "rules" not in table.table else "position, rules", error)


ROOM: Final = Room(__package__, Kind, _question, FIELDS)

read = ROOM.read


@cache
def puzzles() -> Mapping[str, Puzzle]:
    """All puzzles of Same One by name: kind by kind, and in each kind the easier ones first.

    Raises
    ------
    ValueError
        If a file is malformed, or two puzzles have the same name.

    Examples
    --------
    >>> puzzles()["shark-first"].kind
    <Kind.DOG: 'dog'>
    """
    return ROOM.puzzles()


def solution(puzzle: Puzzle, lang: str) -> str:
    """The solution of a puzzle in words, every number in it worked out now.

    Raises
    ------
    InabaError, KeyError
        If a field asks for something that the position does not have.
    """
    question = puzzle.question

    def odds(move: str) -> MoveOdds:
        assert isinstance(question.position, View)
        return Odds(question.position).move(parse_move(move))

    fields = {
        "value": By(lambda move: values(question)[move]),
        "called": By(lambda move: odds(move).called),
        "followed": By(lambda move: odds(move).followed),
    }
    return room.told(puzzle, answer(question), fields, lang)
