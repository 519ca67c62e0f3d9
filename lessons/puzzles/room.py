"""A room of puzzles of one game, beside those of River: how its files are read, told and judged.

The games of cards have rooms of their own (`lessons.puzzles.same_one`, `lessons.puzzles.cross_sevens`): each
has its kinds of puzzle, its forms of question, and its words. What they have in common stands here. A file of
a room is written like those of River (`lessons.puzzles.reader`); a form of question may need more beside it.
"""

from __future__ import annotations

import re
import unicodedata
from abc import abstractmethod
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from importlib.resources import files
from string import Formatter
from typing import Any, Final, Generic, TypeVar

from inaba.errors import InabaError, Reason
from lessons import answer as numbers
from lessons.answer import MOST_CHARACTERS, Mark
from lessons.progress import Journal
from lessons.puzzles.judging import Response
from lessons.puzzles.posed import Posing
from lessons.puzzles.questions import Answer
from lessons.puzzles.reader import NEEDED, Table, named_table, parts, tables
from lessons.puzzles.solution import shown
from lessons.voice import say_in

Q = TypeVar("Q")
"""A question of the room."""

K = TypeVar("K", bound=StrEnum)
"""A kind of puzzle, or a form of question."""


@dataclass(frozen=True, slots=True, eq=False)
class Puzzle(Generic[Q]):
    """A puzzle; there is one of each name.

    Attributes
    ----------
    name : str
    kind : StrEnum
        One of its room.
    level : int
        1 to 5.
    question : Q
        What is asked, for the solvers.
    title, words, solution : mapping of str to str
        The title, the question and the solution in each language; the solution still has its fields.
    hints : tuple of mapping of str to str
    """

    name: str
    kind: StrEnum
    level: int
    question: Q
    title: Mapping[str, str]
    words: Mapping[str, str]
    hints: tuple[Mapping[str, str], ...]
    solution: Mapping[str, str]


Check = Callable[[str], object]
"""Reads what a field of a solution has in its brackets, or raises `InabaError`."""

_FIELD: Final = re.compile(r"([a-z]+)(?:\[([^\[\]{}]+)\])?")


@dataclass(frozen=True, slots=True)
class Room(Generic[Q]):
    """The puzzles of a game.

    Attributes
    ----------
    package : str
        Where their files are.
    kinds : type of StrEnum
        The kinds of puzzle, a file each, in the order in which they are met.
    question : callable
        Reads the question of a puzzle's table.
    fields : mapping of str to (callable or None)
        What a solution may be filled with, and what reads what such a field has in brackets; None where it
        has none.
    """

    package: str
    kinds: type[StrEnum]
    question: Callable[[Table], Q]
    fields: Mapping[str, Check | None]

    def read(self, text: str, source: str) -> tuple[Puzzle[Q], ...]:
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
        stem, written = tables(text, source, list(self.kinds))
        found: dict[str, Puzzle[Q]] = {}
        for number, data in enumerate(written, start=1):
            table = named_table(data, f"{source}, puzzle {number}")
            name, level, title, words, hints = parts(table)
            if name in found:
                table.refuse("name", f"there are two of the name {name!r}")
            question, told = self.question(table), self._solution(table)
            found[name] = Puzzle(name, self.kinds(stem), level, question, title, words, hints, told)
        return tuple(found.values())

    def _solution(self, table: Table) -> Mapping[str, str]:
        told = table.both("solution", table.table["solution"])
        for lang, words in told.items():
            try:
                found = [part for part in Formatter().parse(words) if part[1] is not None]
            except ValueError as error:
                table.refuse(f"solution.{lang}", error)
            for _, field, form, turned in found:
                match = _FIELD.fullmatch(field or "")
                if form or turned or not match or match[1] not in self.fields:
                    table.refuse(f"solution.{lang}", f"{{{field}}} is nothing that a solution is filled with")
                check = self.fields[match[1]]
                if (check is None) is (match[2] is not None):
                    table.refuse(f"solution.{lang}", f"{{{field}}} is nothing that a solution is filled with")
                try:
                    _ = check(match[2]) if check else None
                except InabaError as error:
                    table.refuse(f"solution.{lang}", error)
        return told

    def puzzles(self) -> Mapping[str, Puzzle[Q]]:
        """All puzzles of the room by name: kind by kind, and in each kind the easier ones first.

        Raises
        ------
        ValueError
            If a file is malformed, or two puzzles have the same name.
        """
        found: dict[str, Puzzle[Q]] = {}
        for kind in self.kinds:
            file = files(self.package) / f"{kind}.toml"
            read = self.read(file.read_text(encoding="utf-8"), file.name)
            for puzzle in sorted(read, key=lambda one: one.level):
                if puzzle.name in found:
                    raise ValueError(f"{file.name}: there is another puzzle {puzzle.name!r}")
                found[puzzle.name] = puzzle
        return found


def asked(table: Table, asks: type[K], beside: Mapping[K, tuple[str, ...]]) -> K:
    """The form of question of a table, which has all that stands beside it, and nothing else.

    Parameters
    ----------
    table : Table
    asks : type of StrEnum
        The forms of question.
    beside : mapping
        What stands beside a form, where anything does.

    Raises
    ------
    ValueError
        If it is none, or an entry is missing or too many.
    """
    if (text := table.text("ask")) not in list(asks):
        table.refuse("ask", f"{text!r} is no form of question; there are {', '.join(asks)}")
    ask = asks(text)
    needed = beside.get(ask, ())
    if missing := [name for name in needed if name not in table.table]:
        table.refuse(", ".join(missing), f"not there, and {ask} needs it")
    if extra := sorted(set(table.table) - {*NEEDED, "rules", *needed}):
        table.refuse(", ".join(extra), f"no entry of a puzzle that asks for {ask}")
    return ask


class By:
    """A field of a solution that is asked for something in brackets."""

    def __init__(self, find: Callable[[str], object]) -> None:
        self._find = find

    def __getitem__(self, key: object) -> str:
        found = self._find(str(key))
        return shown(found) if isinstance(found, Fraction) else str(found)


def told(puzzle: Puzzle[Any], found: Answer, fields: Mapping[str, object], lang: str) -> str:
    """The solution of a puzzle in words.

    Parameters
    ----------
    puzzle : Puzzle
    found : Answer
        It fills ``{answer}``, ``{best}`` and ``{second}``.
    fields : mapping of str to object
        What fills the others.
    lang : {"ja", "en"}
    """
    answer = found.right if found.exact is None else shown(found.exact)
    return puzzle.solution[lang].format_map(
        {"answer": answer, "best": found.right, "second": found.second, **fields}
    )


class RoomPosed(Posing, Generic[Q]):
    """A puzzle of a room that is posed to somebody: what all rooms judge alike.

    Parameters
    ----------
    puzzle : Puzzle
    lang : {"ja", "en"}
    journal : Journal
    """

    def __init__(self, puzzle: Puzzle[Q], lang: str, journal: Journal) -> None:
        super().__init__(puzzle, lang, journal)
        self.puzzle = puzzle

    @abstractmethod
    def _answer(self) -> Answer:
        """What the solvers find."""

    @abstractmethod
    def _untouched(self) -> str:
        """What is said where nothing was answered."""

    @abstractmethod
    def _unread(self) -> str:
        """What is said where it is no short text."""

    @abstractmethod
    def _other(self, option: str, worth: Fraction) -> str:
        """What is said to another option than the right one."""

    @abstractmethod
    def _why_illegal(self, chosen: str) -> Reason | None:
        """Why a text is a move that the rules do not allow; None where it is no move, or one of them."""

    def _respond(self, answer: object) -> Response:
        found = self._answer()
        if found.exact is not None and found.kind is not None:
            verdict = numbers.judge(answer, found.exact, found.kind)
            return Response(verdict.mark, tuple(say_in(self.lang, remark) for remark in verdict.remarks))
        blank = isinstance(answer, str) and answer.strip() in ("", "...", "…")
        if answer is None or answer is Ellipsis or blank:
            return Response(Mark.UNTOUCHED, (self._untouched(),))
        if not isinstance(answer, str) or len(answer) > MOST_CHARACTERS:
            return Response(Mark.UNREAD, (self._unread(),))
        chosen = option_of(answer, found.options)
        if chosen == found.right:
            return Response(Mark.RIGHT)
        if chosen in found.options and found.values:
            return Response(Mark.NOT_YET, (self._other(chosen, found.values[chosen]),))
        if (why := self._why_illegal(chosen)) is not None:
            said = self._say("puzzle.unread.illegal", move=chosen, why=why.say(self.lang))
        else:
            options = ", ".join(found.options)
            said = self._say("puzzle.unread.option", given=chosen[:30], options=options)
        return Response(Mark.UNREAD, (said,))


def option_of(text: str, options: Collection[str]) -> str:
    """The option that a text means: capitals and full-width letters are no mistakes. The plain text if it is
    none.

    Examples
    --------
    >>> option_of("ｄ８@B2", ["D8@b0", "D8@b2"]), option_of(" d9 ", ["D8"])
    ('D8@b2', 'd9')
    """
    plain = unicodedata.normalize("NFKC", text).strip()
    return next((option for option in options if option.lower() == plain.lower()), plain)
