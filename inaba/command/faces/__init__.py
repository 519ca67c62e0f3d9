"""What play in a terminal needs to know of a game: a face for each, and nothing of files, seats or screens.

`inaba.command.terminal` plays any game that has one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from inaba.record import Notation, Played
from inaba.words import say

Name = Callable[[int], str]
"""What a player is called."""


class Face(ABC):
    """A game as it is played in a terminal, in one language.

    Parameters
    ----------
    lang : {"ja", "en"}
    """

    notation: ClassVar[Notation]
    tells_own: ClassVar[bool]
    """Whether a person is told what his own moves led to, too."""

    def __init__(self, lang: str) -> None:
        self.lang = lang

    def says(self, key: str, **data: object) -> str:
        return say(key, self.lang, **data)

    @property
    def called(self) -> str:
        """The game's name as words' keys and files have it."""
        return self.notation.name

    # What each game has of its own.

    @abstractmethod
    def parse_move(self, text: str) -> Any:
        """A move from its text. Raises `NotationError`."""

    @abstractmethod
    def move(self, view: Any, move: Any) -> str:
        """A move in words."""

    @abstractmethod
    def sentences(self, before: Any, played: Played, after: Any, viewer: int, name: Name) -> list[str]:
        """A step as a player saw it."""

    # What some games have.

    def offered(self, view: Any) -> tuple[list[Any], str]:
        """The moves that are listed with numbers, and how others may be typed that are not."""
        return list(view.legal_moves()), ""

    def forced(self, view: Any, alone: bool) -> Any | None:
        """The answer of a person who is asked for it and has no other; `alone`, nobody else sees whether he
        is asked."""
        return None

    def asked_aloud(self, state: Any) -> tuple[str, str] | None:
        """A question to several that is put to all of them at once, and what is said of how to answer it."""
        return None

    def declines(self, state: Any) -> Any:
        """The answer of who has nothing to say to a question that is put aloud."""
        raise TypeError(f"nothing is asked aloud in {self.called}")

    def faces_asked(self, state: Any, name: Name) -> str | None:
        """What a person is asked for who rolls real dice; None where nothing is rolled."""
        return None

    def faces(self, line: str, state: Any) -> Any | None:
        """The roll that a person has typed; None where it is none."""
        return None

    def no_faces(self, state: Any) -> str:
        """What is said of a line that is no roll."""
        return ""

    def at_the_end(self, state: Any) -> tuple[Any, Sequence[str]]:
        """What of a finished game is shown, and what is said of how it ended."""
        return state.view(0), ()
