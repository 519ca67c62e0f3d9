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

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Any, Final

from inaba.errors import InabaError
from inaba.same_one import State, View, parse, parse_move, parse_rules, parse_view
from lessons.puzzles.reader import NEEDED, Table, named_table, parts, tables
from lessons.puzzles.same_one.questions import PARAMETERS, Ask, Question, answer, values
from lessons.puzzles.solution import shown
from solvers.same_one_odds import MoveOdds, Odds


class Kind(StrEnum):
    """The kinds of puzzle, in the order in which they are met."""

    FINISH = "finish"
    CALLS = "calls"
    DOG = "dog"
    OPEN = "open"


FIELDS: Final = {
    "answer": False,
    "best": False,
    "second": False,
    "value": True,
    "called": True,
    "followed": True,
}
"""What a solution may be filled with, and whether it is asked for a move in brackets."""

_FIELD: Final = re.compile(r"([a-z]+)(?:\[([^\[\]{}]+)\])?")


@dataclass(frozen=True, slots=True, eq=False)
class Puzzle:
    """A puzzle of Same One; there is one of each name.

    Attributes
    ----------
    name : str
    kind : Kind
    level : int
        1 to 5.
    question : Question
        What is asked, for the solvers.
    title, words, solution : mapping of str to str
        The title, the question and the solution in each language; the solution still has its fields.
    hints : tuple of mapping of str to str
    """

    name: str
    kind: Kind
    level: int
    question: Question
    title: Mapping[str, str]
    words: Mapping[str, str]
    hints: tuple[Mapping[str, str], ...]
    solution: Mapping[str, str]


def read(text: str, source: str) -> tuple[Puzzle, ...]:
    """The puzzles of a file.

    Parameters
    ----------
    text : str
    source : str
        The file's name; what stands before the ending is the puzzles' kind.

    Raises
    ------
    ValueError
        If anything is wrong with it: in which puzzle, in which entry, and what.
    """
    stem, written = tables(text, source, list(Kind))
    found: dict[str, Puzzle] = {}
    for number, data in enumerate(written, start=1):
        table = named_table(data, f"{source}, puzzle {number}")
        name, level, title, words, hints = parts(table)
        if name in found:
            table.refuse("name", f"there are two of the name {name!r}")
        found[name] = Puzzle(name, Kind(stem), level, _question(table), title, words, hints, _solution(table))
    return tuple(found.values())


def _question(table: Table) -> Question:
    if (asked := table.text("ask")) not in list(Ask):
        table.refuse("ask", f"{asked!r} is no form of question; there are {', '.join(Ask)}")
    ask = Ask(asked)
    beside = PARAMETERS.get(ask, ())
    if missing := [name for name in beside if name not in table.table]:
        table.refuse(", ".join(missing), f"not there, and {ask} needs it")
    if extra := sorted(set(table.table) - {*NEEDED, "rules", *beside}):
        table.refuse(", ".join(extra), f"no entry of a puzzle that asks for {ask}")
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


def _solution(table: Table) -> Mapping[str, str]:
    told = table.both("solution", table.table["solution"])
    for lang, words in told.items():
        try:
            found = [part for part in Formatter().parse(words) if part[1] is not None]
        except ValueError as error:
            table.refuse(f"solution.{lang}", error)
        for _, field, form, turned in found:
            match = _FIELD.fullmatch(field or "")
            if form or turned or not match or FIELDS.get(match[1]) is not (match[2] is not None):
                table.refuse(f"solution.{lang}", f"{{{field}}} is nothing that a solution is filled with")
            if match[2]:
                try:
                    parse_move(match[2])
                except InabaError as error:
                    table.refuse(f"solution.{lang}", error)
    return told


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
    found: dict[str, Puzzle] = {}
    for kind in Kind:
        file = files(__package__) / f"{kind}.toml"
        for puzzle in sorted(read(file.read_text(encoding="utf-8"), file.name), key=lambda one: one.level):
            if puzzle.name in found:
                raise ValueError(f"{file.name}: there is another puzzle {puzzle.name!r}")
            found[puzzle.name] = puzzle
    return found


class _By:
    """A field that is asked for a move in brackets."""

    def __init__(self, find: Callable[[str], Fraction]) -> None:
        self._find = find

    def __getitem__(self, move: object) -> str:
        return shown(self._find(str(move)))


def solution(puzzle: Puzzle, lang: str) -> str:
    """The solution of a puzzle in words, every number in it worked out now.

    Raises
    ------
    InabaError, KeyError
        If a field asks for something that the position does not have.
    """
    question, found = puzzle.question, answer(puzzle.question)

    def odds(move: str) -> MoveOdds:
        assert isinstance(question.position, View)
        return Odds(question.position).move(parse_move(move))

    return puzzle.solution[lang].format_map(
        {
            "answer": found.right if found.exact is None else shown(found.exact),
            "best": found.right,
            "second": found.second,
            "value": _By(lambda move: values(question)[move]),
            "called": _By(lambda move: odds(move).called),
            "followed": _By(lambda move: odds(move).followed),
        }
    )
