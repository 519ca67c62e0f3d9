"""Puzzles as data: what a puzzle is, and how its table is read, whole or not at all.

A file holds the puzzles of one kind, and is named after it. A puzzle is a table::

    [[puzzle]]
    name = "after-you"                  # small letters, digits and hyphens
    level = 3                           # 1 to 5
    position = "10/W -,- 1 - -"         # the notation of `inaba.river.notation`
    rules = "orca=side"                 # where they are not the usual ones
    ask = "move"                        # a form of `lessons.puzzles.questions`
    title = { en = "…", ja = "…" }
    question = { en = "…", ja = "…" }
    hints = [{ en = "…", ja = "…" }]    # one to three
    solution = { en = "… {value[1a1]} …", ja = "…" }

and what its form of question needs beside that. No number that a solver finds is typed into a solution: a
field in braces stands for it, and is filled when the solution is told (`lessons.puzzles.solution`).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from string import Formatter
from typing import Any, Final, NamedTuple, NoReturn

from inaba.errors import InabaError
from inaba.river.moves import parse_move
from inaba.river.notation import parse
from inaba.river.rules import parse_rules
from inaba.river.state import State
from inaba.words import LANGUAGES
from lessons.puzzles.questions import PARAMETERS, Ask, Question


class Kind(StrEnum):
    """The kinds of puzzle, in the order in which they are met."""

    FIGHT = "fight"
    RACE = "race"
    BLOCKADE = "blockade"
    ZUGZWANG = "zugzwang"
    FACE_DOWN = "face-down"
    ENDLESS = "endless"


LEVELS: Final = range(1, 6)
MOST_HINTS: Final = 3
MOST_FILE: Final = 200_000
"""A longer file, in characters, is refused unread."""

FIELDS: Final = {
    "answer": False,
    "best": False,
    "second": False,
    "win": False,
    "waiting": False,
    "value": True,
    "stands": True,
    "beats": True,
    "misses": True,
    "ways": True,
    "exactly": True,
    "outcomes": False,
    "rolls": True,
    "within": True,
    "first": True,
    "later": True,
}
"""What a solution may be filled with, and whether it is asked for something in brackets."""

NEEDED: Final = ("name", "level", "position", "ask", "title", "question", "hints", "solution")
"""What every puzzle has, of whatever game."""

_NAME: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_FIELD: Final = re.compile(r"([a-z]+)(?:\[([^\[\]{}]+)\])?")


@dataclass(frozen=True, slots=True, eq=False)
class Puzzle:
    """A puzzle; there is one of each name.

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

    @property
    def position(self) -> State:
        """The position that the puzzle is about."""
        return self.question.position


def check_kind(kind: object) -> Kind | None:
    """A kind by its name; None stays None.

    Raises
    ------
    ValueError
        If there is no such kind.
    """
    if kind is not None and kind not in list(Kind):
        raise ValueError(f"there is no kind {kind!r}; there are {', '.join(Kind)}")
    return None if kind is None else Kind(str(kind))


def check_level(level: object) -> int | None:
    """A level; None stays None.

    Raises
    ------
    ValueError
        If there is no such level.
    """
    if level is not None and (type(level) is not int or level not in LEVELS):
        raise ValueError(f"there is no level {level!r}; there are {LEVELS[0]} to {LEVELS[-1]}")
    return None if level is None else int(str(level))


class Table:
    """One table of a file, and where it stands, for errors."""

    def __init__(self, table: Mapping[str, Any], where: str) -> None:
        self.table, self.where = table, where

    def refuse(self, name: str, why: object) -> NoReturn:
        raise ValueError(f"{self.where}, {name}: {why}")

    def text(self, name: str) -> str:
        value = self.table[name]
        if not isinstance(value, str):
            self.refuse(name, f"{value!r} is no text")
        return value

    def whole(self, name: str, least: int, most: int) -> int:
        value = self.table[name]
        if type(value) is not int or not least <= value <= most:
            self.refuse(name, f"{value!r} is no whole number from {least} to {most}")
        return value

    def both(self, name: str, value: object) -> Mapping[str, str]:
        """A message: in each language, and in no other."""
        if not isinstance(value, dict) or set(value) != set(LANGUAGES):
            self.refuse(name, f"a message has {' and '.join(sorted(LANGUAGES))}, no less and no more")
        for lang, said in value.items():
            if not isinstance(said, str) or not said.strip():
                self.refuse(f"{name}.{lang}", "there are no words")
        return dict(value)


def tables(text: str, source: str, kinds: Collection[str]) -> tuple[str, list[Mapping[str, Any]]]:
    """The kind that a file of puzzles is named after, and its tables, not yet looked into.

    Raises
    ------
    ValueError
        If it is no such file.
    """
    if len(text) > MOST_FILE:
        raise ValueError(f"{source}: more than {MOST_FILE} characters")
    stem = source.rpartition("/")[2].removesuffix(".toml")
    if stem not in kinds:
        raise ValueError(f"{source}: {stem!r} is no kind of puzzle; there are {', '.join(kinds)}")
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{source}: {error}") from None
    found = data.pop("puzzle", None)
    if data or not isinstance(found, list) or not all(isinstance(table, dict) for table in found):
        raise ValueError(f"{source}: a file holds tables [[puzzle]] and nothing else")
    return stem, found


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

    Examples
    --------
    >>> read("[[puzzle]]\\nlevel = 9\\n", "race.toml")
    Traceback (most recent call last):
    ...
    ValueError: race.toml, puzzle 1: name, position, ask, title, question, hints, solution: not there
    """
    stem, written = tables(text, source, list(Kind))
    found: dict[str, Puzzle] = {}
    for number, table in enumerate(written, start=1):
        puzzle = _puzzle(table, Kind(stem), f"{source}, puzzle {number}")
        if puzzle.name in found:
            raise ValueError(f"{source}, puzzle {number}, name: there are two of the name {puzzle.name!r}")
        found[puzzle.name] = puzzle
    return tuple(found.values())


class Parts(NamedTuple):
    """What every puzzle has, of whatever game."""

    name: str
    level: int
    title: Mapping[str, str]
    words: Mapping[str, str]
    hints: tuple[Mapping[str, str], ...]


def named_table(data: Mapping[str, Any], where: str) -> Table:
    """A table that has what every puzzle needs, and its place with its name.

    Raises
    ------
    ValueError
        If something is missing.
    """
    table = Table(data, f"{where} ({data['name']})" if isinstance(data.get("name"), str) else where)
    if missing := [name for name in NEEDED if name not in data]:
        table.refuse(", ".join(missing), "not there")
    return table


def parts(table: Table) -> Parts:
    """What every puzzle has, read from its table.

    Raises
    ------
    ValueError
        If any of it is malformed.
    """
    if not _NAME.fullmatch(name := table.text("name")):
        table.refuse("name", f"{name!r} is not made of small letters, digits and hyphens")
    hints = table.table["hints"]
    if not isinstance(hints, list) or not 1 <= len(hints) <= MOST_HINTS:
        table.refuse("hints", f"there must be 1 to {MOST_HINTS} in a list")
    return Parts(
        name,
        table.whole("level", LEVELS[0], LEVELS[-1]),
        table.both("title", table.table["title"]),
        table.both("question", table.table["question"]),
        tuple(table.both(f"hint {number}", hint) for number, hint in enumerate(hints, start=1)),
    )


def _puzzle(data: Mapping[str, Any], kind: Kind, where: str) -> Puzzle:
    table = named_table(data, where)
    name, level, title, words, hints = parts(table)
    return Puzzle(name, kind, level, _question(table), title, words, hints, _solution(table))


def _question(table: Table) -> Question:
    if (asked := table.text("ask")) not in list(Ask):
        table.refuse("ask", f"{asked!r} is no form of question; there are {', '.join(Ask)}")
    ask = Ask(asked)
    beside = PARAMETERS.get(ask, ())
    if missing := [name for name in beside if name not in table.table]:
        table.refuse(", ".join(missing), f"not there, and {ask} needs it")
    if extra := sorted(set(table.table) - {*NEEDED, "rules", *beside}):
        table.refuse(", ".join(extra), f"no entry of a puzzle that asks for {ask}")
    position = _position(table)
    given: dict[str, Any] = {}
    if "square" in beside:
        given["square"] = square = table.text("square")
        if square not in position.board.index or not position.spot(square).left:
            table.refuse("square", f"there is no shark with hit points left on {square!r}")
    if "rolls" in beside:
        given["rolls"] = table.whole("rolls", 1, 99)
    if "rabbit" in beside:
        given["rabbit"] = table.whole("rabbit", 1, position.players)
    if "chance" in beside:
        given["chance"] = _chance(table)
    if "move" in beside:
        given["move"] = move = table.text("move")
        if not any(
            str(legal) == move for player in position.to_act() for legal in position.legal_moves(player)
        ):
            table.refuse("move", f"{move!r} is no move in this position")
    return Question(ask, position, **given)


def _position(table: Table) -> State:
    rules = table.text("rules") if "rules" in table.table else ""
    try:
        position = parse(table.text("position"), parse_rules(rules))
    except InabaError as error:
        table.refuse("position" if "rules" not in table.table else "position, rules", error)
    if position.players != 2 or position.secrets or position.result() is not None:
        table.refuse("position", "a puzzle is about a game of two that goes on, with nothing secret")
    return position


def _chance(table: Table) -> Fraction:
    text = table.text("chance")
    found = re.fullmatch(r"([0-9]{1,6})/([1-9][0-9]{0,5})", text, re.ASCII)
    if not found or not 0 < (chance := Fraction(int(found[1]), int(found[2]))) < 1:
        table.refuse("chance", f'{text!r} is no fraction between 0 and 1, such as "1/2"')
    return chance


def _solution(table: Table) -> Mapping[str, str]:
    solution = table.both("solution", table.table["solution"])
    for lang, words in solution.items():
        try:
            fields = [field for _, field, form, turned in Formatter().parse(words) if field is not None]
            plain = all(not form and not turned for _, _, form, turned in Formatter().parse(words))
        except ValueError as error:
            table.refuse(f"solution.{lang}", error)
        for field in fields:
            found = _FIELD.fullmatch(field)
            if not plain or not found or FIELDS.get(found[1]) is not (found[2] is not None):
                table.refuse(f"solution.{lang}", f"{{{field}}} is nothing that a solution is filled with")
            if found[1] in ("value", "stands"):
                _steps(table, lang, found[2])
    return solution


def _steps(table: Table, lang: str, steps: str) -> None:
    for step in steps.split(" "):
        if step[:1] not in "(=":
            try:
                parse_move(step)
            except InabaError as error:
                table.refuse(f"solution.{lang}", error)
