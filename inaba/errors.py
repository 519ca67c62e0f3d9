"""The errors of this library: what is wrong, why, where, and what would do.

Every error says its message in English (``str(error)``) and in either language (``error.say("ja")``).
"""

from __future__ import annotations

import errno
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from inaba import words


class Reason(NamedTuple):
    """Why something is refused: a message's key, a member of a StrEnum, and the data that fill it.

    Examples
    --------
    >>> from inaba.river import parse
    >>> parse("5,6 -,- 1 - -").why_illegal(1, "pass") is None
    False
    """

    key: str
    data: Mapping[str, object] = {}

    def say(self, lang: str | None = None) -> str:
        """The reason in words (`inaba.words.say`)."""
        return words.say(self, lang)


class InabaError(Exception):
    """Any error of this library.

    Parameters
    ----------
    key : str
        The message's key in `inaba.words`.
    **data
        What fills the message. A `Reason` among it is spoken in the language asked for.
    """

    def __init__(self, key: str, **data: object) -> None:
        super().__init__(key)
        self.key, self.data = str(key), data

    def say(self, lang: str | None = None) -> str:
        """The whole error in words (`inaba.words.say`)."""
        return words.say(self.key, lang, **self.data)

    def __str__(self) -> str:
        return self.say("en")

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (
            type(self),
            self.key,
            dict(self.data),
            {k: v for k, v in vars(self).items() if k not in ("key", "data")},
        )


def _rebuild(
    kind: type[InabaError], key: str, data: dict[str, object], rest: dict[str, object]
) -> InabaError:
    error = kind.__new__(kind)
    InabaError.__init__(error, key, **data)
    vars(error).update(rest)
    return error


class IllegalMove(InabaError):
    """A move that the rules do not allow here: what, why and where, as its player sees it."""

    def __init__(self, move: object, why: Reason, position: object) -> None:
        super().__init__("error.illegal_move", move=str(move), why=why, position=str(position))
        self.move, self.why, self.position = str(move), why, str(position)


class ImpossibleEvent(InabaError):
    """An event of chance that cannot happen here: what, where (as an onlooker sees it), and what can."""

    def __init__(self, event: object, possible: object, position: object) -> None:
        super().__init__(
            "error.impossible_event", event=str(event), possible=str(possible), position=str(position)
        )
        self.event, self.possible, self.position = str(event), str(possible), str(position)


class NotationError(InabaError, ValueError):
    """Text that is not a position, a move, dice or a record: where it goes wrong, and why.

    Attributes
    ----------
    text : str
        The line that was read, cut to 80 characters around the place.
    at : int
        The place: characters from the start of what was read, from 0.
    why : Reason
    """

    def __init__(self, text: str, at: int, why: Reason) -> None:
        begins = text.rfind("\n", 0, at) + 1
        # However long the text is, no more of it is read than is shown.
        ends = text.find("\n", at, at + 81)
        line, column = text[begins : at + 81 if ends < 0 else ends], at - begins
        cut = 0 if len(line) <= 80 else max(0, column - 40)
        shown = ("…" if cut else "") + line[cut : cut + 80] + ("…" if len(line) > cut + 80 else "")
        super().__init__("error.notation", text=shown, at=column + 1, why=why)
        self.text, self.at, self.why = shown, at, why


class SetupError(InabaError, ValueError):
    """A game, die, deck or question that cannot be set up so."""


class TooLarge(InabaError):
    """More than the stated bound: how large it is, and what would do.

    Attributes
    ----------
    size, limit : int
        How many there are (at least), and how many are allowed.
    """

    def __init__(self, key: str, *, size: int, limit: int, **data: object) -> None:
        super().__init__(key, size=size, limit=limit, **data)
        self.size, self.limit = size, limit


_WHY: Final = {
    errno.ENOENT: "file.why.missing",
    errno.EISDIR: "file.why.folder",
    errno.ENOTDIR: "file.why.no_folder",
    errno.EACCES: "file.why.denied",
    errno.EPERM: "file.why.denied",
    errno.EEXIST: "file.why.exists",
    errno.ENOSPC: "file.why.full",
    errno.EROFS: "file.why.read_only",
    errno.ENAMETOOLONG: "file.why.long",
    errno.EINVAL: "file.why.name",
}


def of_system(error: OSError) -> Reason:
    """Why a file cannot be read or written, in words of ours: a system speaks one language.

    What is rare is left in the system's words.

    Examples
    --------
    >>> of_system(FileNotFoundError(errno.ENOENT, "No such file or directory")).say("en")
    'No such file or directory'
    """
    said = error.strerror or str(error) or type(error).__name__
    return Reason(_WHY.get(error.errno or 0, "file.why.other"), {"said": said})


def listed(things: Iterable[object]) -> str:
    """Moves, players or events in one line, for an error: all of up to twelve, else the first ten.

    Examples
    --------
    >>> listed([1, 2]), listed(range(13))
    ('1, 2', '0, 1, 2, 3, 4, 5, 6, 7, 8, 9, …')
    """
    texts = [str(thing) for thing in things]
    return ", ".join(texts) if len(texts) <= 12 else ", ".join(texts[:10]) + ", …"
