"""A solution in words: its fields filled with what the solvers find, at the moment it is told.

========================= ==================================================================================
field                     what stands there
========================= ==================================================================================
``{answer}``              the answer: a number with its percent, a move, a square
``{best}``, ``{second}``  the best option, and the best of the others
========================= ==================================================================================

and what else the game's room has (`lessons.puzzles.room.Room.filling`).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from lessons.puzzles.questions import shown
from lessons.puzzles.room import Find, Puzzle


def solution(puzzle: Puzzle[Any], lang: str) -> str:
    """The solution of a puzzle in words, every number in it worked out now.

    Raises
    ------
    InabaError, KeyError, ValueError
        If a field asks for something that the position does not have.
    """
    found, room = puzzle.answer(), puzzle.room
    known = {
        "answer": found.right if found.exact is None else shown(found.exact),
        "best": found.right,
        "second": found.second,
    }
    return puzzle.solution[lang].format_map(_Fields(known, room.filling(puzzle.question), room.fields))


class _Fields(dict[str, object]):
    """The fields of a solution, most of them worked out only where it names them."""

    def __init__(
        self, known: Mapping[str, object], find: Mapping[str, Find], bracketed: Mapping[str, bool]
    ) -> None:
        super().__init__(known)
        self._find, self._bracketed = find, bracketed

    def __missing__(self, name: str) -> object:
        find = self._find[name]
        return _By(find) if self._bracketed[name] else _written(find())


class _By:
    """A field that is asked for something in brackets."""

    def __init__(self, find: Find) -> None:
        self._find = find

    def __getitem__(self, inside: object) -> str:
        return _written(self._find(str(inside)))


def _written(value: Fraction | int) -> str:
    return shown(value) if isinstance(value, Fraction) else str(value)
