"""What a game's puzzles are made of: a puzzle of whatever game, and the room that knows the rest.

The room of a game is a folder beside this file, with its puzzles as data. It knows what may be asked about
the game, lets the solvers answer, draws the position and has the words for it; reading, judging, posing and
printing know no game. `lessons.puzzles.shelf.rooms` lists the rooms there are.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import ClassVar, Final, Generic, Protocol, TypeVar

from inaba.errors import Reason
from lessons.answer import Kind
from lessons.puzzles.questions import Answer, shown
from lessons.puzzles.table import Table
from lessons.voice import say_in

LEVELS: Final = range(1, 6)

Find = Callable[..., Fraction | int]
"""Works a number out: of nothing, or of what stands in a field's brackets."""


class Asked(Protocol):
    """A question of any game."""

    @property
    def ask(self) -> StrEnum: ...


class Drawn(Protocol):
    """A picture of a position."""

    def html(self) -> str: ...

    def svg(self) -> str: ...

    def text(self) -> str: ...

    def words(self) -> str: ...


Q = TypeVar("Q", bound=Asked)


@dataclass(frozen=True, slots=True, eq=False)
class Puzzle(Generic[Q]):
    """A puzzle; there is one of each name, whatever game it is about.

    Attributes
    ----------
    room : Room
        Its game's.
    name : str
    kind : StrEnum
        One of its room's.
    level : int
        1 to 5.
    question : object
        What is asked, for the solvers.
    title, words, solution : mapping of str to str
        The title, the question and the solution in each language; the solution still has its fields.
    hints : tuple of mapping of str to str
    """

    room: Room[Q]
    name: str
    kind: StrEnum
    level: int
    question: Q
    title: Mapping[str, str]
    words: Mapping[str, str]
    hints: tuple[Mapping[str, str], ...]
    solution: Mapping[str, str]

    def answer(self) -> Answer:
        """The answer, worked out now."""
        return self.room.answer(self.question)

    def picture(self, lang: str, size: int | None = None) -> Drawn:
        """The position, ``size`` pixels wide."""
        return self.room.picture(self.question, lang, size)

    def facts(self, lang: str) -> list[str]:
        """What the picture does not show at a glance."""
        return self.room.facts(self.question, lang)


class Room(ABC, Generic[Q]):
    """The puzzles of a game: what its questions are, who answers them, and the words for both.

    Attributes
    ----------
    game : str
        Such as ``"same-one"``: so it is called in a notebook. The room's folder, and what the keys of its
        messages begin with, is this with underscores.
    journal : str
        The name under which these puzzles stand in the journal, where exercises have that of their lesson.
    kinds : type of StrEnum
        The kinds of puzzle, in the order in which they are met; each has a file of its name.
    asks : type of StrEnum
        The forms of question.
    beside : mapping of str to tuple of str
        What stands beside a question in its table, where anything does.
    numbers : mapping of str to Kind
        The questions that are answered with a number, and of which kind it is. All others are a choice.
    fields : mapping of str to bool
        What a solution may be filled with besides the answer (see `filling`), and whether it is asked for
        something in brackets.
    paper_size : int
        Pixels that a picture is wide on a printed sheet.
    """

    game: ClassVar[str]
    journal: ClassVar[str]
    kinds: ClassVar[type[StrEnum]]
    asks: ClassVar[type[StrEnum]]
    beside: ClassVar[Mapping[str, tuple[str, ...]]]
    numbers: ClassVar[Mapping[str, Kind]]
    fields: ClassVar[Mapping[str, bool]]
    paper_size: ClassVar[int]

    # What only the game knows.

    @abstractmethod
    def question(self, table: Table, ask: str) -> Q:
        """Read a question of this form, which `asks` has and whose entries `beside` are all there.

        Raises
        ------
        ValueError
            By `Table.refuse`, if an entry is malformed.
        """

    @abstractmethod
    def check_field(self, field: str, inside: str) -> None:
        """Look at what stands in a field's brackets.

        Raises
        ------
        InabaError
            If it cannot be read.
        """

    @abstractmethod
    def answer(self, question: Q) -> Answer:
        """The answer, worked out now.

        Raises
        ------
        TooLarge
            If too many positions would have to be solved.
        ValueError
            If the question does not fit its position.
        """

    @abstractmethod
    def filling(self, question: Q) -> Mapping[str, Find]:
        """For each of `fields` who works it out."""

    @abstractmethod
    def picture(self, question: Q, lang: str, size: int | None = None) -> Drawn:
        """The position that is asked about."""

    @abstractmethod
    def facts(self, question: Q, lang: str) -> list[str]:
        """What the picture does not show at a glance."""

    @abstractmethod
    def why_illegal(self, question: Q, text: str) -> Reason | None:
        """Why a move is not allowed; None where it is, and where the text is no move at all."""

    # What games say alike, unless one of them does not.

    def form(self, question: Q) -> str:
        """How it is answered: with a ``number``, with a ``move``, or as the game says."""
        return "number" if question.ask in self.numbers else "move"

    def label(self, question: Q, option: str, lang: str) -> str:
        """An option as a person reads it: as it is, or as a sentence."""
        return option

    def spoken(self, question: Q, option: str, lang: str) -> str:
        """An option for who has never read the notation: its `label`, or that and words."""
        return self.label(question, option, lang)

    def worth(self, question: Q, value: Fraction) -> str:
        """What an option is worth, as it is written in a remark."""
        return shown(value)

    def note(self, question: Q, value: Fraction, lang: str) -> str:
        """What an option is worth, as it is written beside it."""
        return self.worth(question, value)

    def remark(self, question: Q) -> str:
        """Which remark a wrong option gets: the last part of its key."""
        return str(question.ask)

    @property
    def folder(self) -> str:
        """The room's folder."""
        return self.game.replace("-", "_")

    def say(self, key: str, lang: str, /, **data: object) -> str:
        """One of the room's own messages."""
        return say_in(lang, f"{self.folder}_puzzle.{key}", **data)

    def name(self, lang: str) -> str:
        """The game's name."""
        return self.say("game", lang)

    def kind_words(self, kind: str, lang: str) -> str:
        """A kind of puzzle in words."""
        return self.say(f"kind.{kind}", lang)
