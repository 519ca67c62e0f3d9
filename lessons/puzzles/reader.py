"""Puzzles as data: how their files are read, whole or not at all.

A file holds the puzzles of one kind, and is named after it. A puzzle is a table::

    [[puzzle]]
    name = "after-you"                  # small letters, digits and hyphens
    level = 3                           # 1 to 5
    position = "10/W -,- 1 - -"         # the game's own notation
    rules = "orca=side"                 # where they are not the usual ones
    ask = "move"                        # a form of question of the game's room
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
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Any, Final, TypeVar

from inaba.errors import InabaError
from lessons.puzzles.room import LEVELS, Asked, Puzzle, Room
from lessons.puzzles.table import Table

MOST_HINTS: Final = 3
MOST_FILE: Final = 200_000
"""A longer file, in characters, is refused unread."""

FIELDS: Final[Mapping[str, bool]] = {"answer": False, "best": False, "second": False}
"""What every solution may be filled with; no room has it in brackets."""

NEEDED: Final = ("name", "level", "position", "ask", "title", "question", "hints", "solution")
"""What every puzzle has."""

_NAME: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_FIELD: Final = re.compile(r"([a-z]+)(?:\[([^\[\]{}]+)\])?")

Q = TypeVar("Q", bound=Asked)


@cache
def collection(room: Room[Any]) -> Mapping[str, Puzzle[Any]]:
    """The puzzles of a room by name: kind by kind, and in each kind the easier ones first.

    Raises
    ------
    ValueError
        If a file is malformed, or two puzzles have the same name.
    """
    found: dict[str, Puzzle[Any]] = {}
    for kind in room.kinds:
        file = files(f"lessons.puzzles.{room.folder}") / f"{kind}.toml"
        text = file.read_text(encoding="utf-8")
        for puzzle in sorted(read(room, text, file.name), key=lambda one: one.level):
            if puzzle.name in found:
                there = found[puzzle.name].kind
                raise ValueError(f"{file.name}: there is another puzzle {puzzle.name!r}, of the kind {there}")
            found[puzzle.name] = puzzle
    return found


def read(room: Room[Q], text: str, source: str) -> tuple[Puzzle[Q], ...]:
    """The puzzles of a file.

    Parameters
    ----------
    room : Room
        The game's.
    text : str
    source : str
        The file's name; what stands before the ending is the puzzles' kind.

    Raises
    ------
    ValueError
        If anything is wrong with it: in which puzzle, in which entry, and what.

    Examples
    --------
    >>> from lessons.puzzles import river
    >>> read(river.ROOM, "[[puzzle]]\\nlevel = 9\\n", "race.toml")
    Traceback (most recent call last):
    ...
    ValueError: race.toml, puzzle 1: name, position, ask, title, question, hints, solution: not there
    """
    if len(text) > MOST_FILE:
        raise ValueError(f"{source}: more than {MOST_FILE} characters")
    stem = source.rpartition("/")[2].removesuffix(".toml")
    if stem not in list(room.kinds):
        raise ValueError(f"{source}: {stem!r} is no kind of puzzle; there are {', '.join(room.kinds)}")
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{source}: {error}") from None
    tables = data.pop("puzzle", None)
    if data or not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise ValueError(f"{source}: a file holds tables [[puzzle]] and nothing else")
    found: dict[str, Puzzle[Q]] = {}
    for number, table in enumerate(tables, start=1):
        puzzle = _puzzle(room, table, stem, f"{source}, puzzle {number}")
        if puzzle.name in found:
            raise ValueError(f"{source}, puzzle {number}, name: there are two of the name {puzzle.name!r}")
        found[puzzle.name] = puzzle
    return tuple(found.values())


def _puzzle(room: Room[Q], data: Mapping[str, Any], kind: str, where: str) -> Puzzle[Q]:
    table = Table(data, f"{where} ({data['name']})" if isinstance(data.get("name"), str) else where)
    if missing := [name for name in NEEDED if name not in data]:
        table.refuse(", ".join(missing), "not there")
    if not _NAME.fullmatch(name := table.text("name")):
        table.refuse("name", f"{name!r} is not made of small letters, digits and hyphens")
    hints = data["hints"]
    if not isinstance(hints, list) or not 1 <= len(hints) <= MOST_HINTS:
        table.refuse("hints", f"there must be 1 to {MOST_HINTS} in a list")
    return Puzzle(
        room,
        name,
        room.kinds(kind),
        table.whole("level", LEVELS[0], LEVELS[-1]),
        _question(room, table),
        table.both("title", data["title"]),
        table.both("question", data["question"]),
        tuple(table.both(f"hint {number}", hint) for number, hint in enumerate(hints, start=1)),
        _solution(room, table),
    )


def _question(room: Room[Q], table: Table) -> Q:
    if (ask := table.text("ask")) not in list(room.asks):
        table.refuse("ask", f"{ask!r} is no form of question; there are {', '.join(room.asks)}")
    beside = room.beside.get(ask, ())
    if missing := [name for name in beside if name not in table.table]:
        table.refuse(", ".join(missing), f"not there, and {ask} needs it")
    if extra := sorted(set(table.table) - {*NEEDED, "rules", *beside}):
        table.refuse(", ".join(extra), f"no entry of a puzzle that asks for {ask}")
    return room.question(table, ask)


def _solution(room: Room[Q], table: Table) -> Mapping[str, str]:
    solution = table.both("solution", table.table["solution"])
    fields = {**FIELDS, **room.fields}
    for lang, words in solution.items():
        try:
            parts = [part for part in Formatter().parse(words) if part[1] is not None]
        except ValueError as error:
            table.refuse(f"solution.{lang}", error)
        for _, field, form, turned in parts:
            found = _FIELD.fullmatch(field or "")
            if form or turned or not found or fields.get(found[1]) is not (found[2] is not None):
                table.refuse(f"solution.{lang}", f"{{{field}}} is nothing that a solution is filled with")
            if found[2] is not None:
                try:
                    room.check_field(found[1], found[2])
                except InabaError as error:
                    table.refuse(f"solution.{lang}", error)
    return solution
