"""Reading what a person typed: whole or not at all, and never evaluated."""

from __future__ import annotations

import unicodedata
from enum import StrEnum
from typing import Final, TypeVar

from inaba.errors import NotationError, Reason, SetupError

R = TypeVar("R")

MOST_CHARACTERS: Final = 1000
"""Longer text is refused unread (a record is longer, and has its own bound)."""


class Why(StrEnum):
    """Why a text is refused before it is looked at closely."""

    LONG = "text.why.long"
    ASCII = "text.why.ascii"
    SPACE = "text.why.space"
    SPACES = "text.why.spaces"
    FOREIGN = "text.why.foreign"


def plain(text: str, most: int = MOST_CHARACTERS) -> str:
    """The text, if it is short and plain ASCII.

    Parameters
    ----------
    text : str
    most : int
        The greatest length that is read, in characters.

    Raises
    ------
    NotationError
        If it is longer, or holds a letter that is not printable ASCII. Full-width letters, which a
        Japanese keyboard types easily, are refused with the plain form shown.

    Examples
    --------
    >>> plain("5,W,4")
    '5,W,4'
    >>> plain("５")
    Traceback (most recent call last):
    ...
    inaba.errors.NotationError: cannot read '５' at character 1: '５' is no plain letter; write 5
    """
    if len(text) > most:
        raise NotationError(text, most, Reason(Why.LONG, {"length": len(text), "most": most}))
    for at, letter in enumerate(text):
        if not " " <= letter <= "~":
            form = unicodedata.normalize("NFKC", letter)
            if form == " ":
                raise NotationError(text, at, Reason(Why.SPACE))
            if all(" " <= c <= "~" for c in form):
                raise NotationError(text, at, Reason(Why.ASCII, {"letter": letter, "ascii": form}))
            raise NotationError(text, at, Reason(Why.FOREIGN, {"letter": letter}))
    return text


def plainly(text: str) -> str:
    """What a person typed, with full-width letters, digits and signs in their usual form (Unicode's NFKC).

    For numbers and names that are typed by themselves; a position or a record is read as it stands (`plain`).

    Examples
    --------
    >>> plainly("１ｂ２　＞ｃ３"), plainly(" ７ ")
    ('1b2 >c3', '7')
    """
    return unicodedata.normalize("NFKC", text).strip()


def placed_fields(text: str) -> list[tuple[str, int]]:
    """The fields of a position, each with its place: between two there is one space, and none around them.

    Raises
    ------
    NotationError
        Where there are more spaces.

    Examples
    --------
    >>> placed_fields("5,W -,-")
    [('5,W', 0), ('-,-', 4)]
    >>> placed_fields("5  -,-")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    inaba.errors.NotationError: cannot read '5  -,-' at character 3: ...
    """
    found = placed_parts(text, 0, " ")
    for field, at in found:
        if not field and text:
            # The one too many is here, or, at the end, just before.
            raise NotationError(text, min(at, len(text) - 1), Reason(Why.SPACES))
    return found


def placed_parts(field: str, at: int, separator: str) -> list[tuple[str, int]]:
    """The parts of a field, each with its place in the whole text.

    Parameters
    ----------
    field : str
    at : int
        Where the field begins.
    separator : str

    Examples
    --------
    >>> placed_parts("5,W", 10, ",")
    [('5', 10), ('W', 12)]
    """
    found = []
    for part in field.split(separator):
        found.append((part, at))
        at += len(part) + len(separator)
    return found


def rules_asked(rules: R | None, kind: type[R], game: str, example: str) -> R:
    """The rules that a game was asked for, the default where none were.

    Parameters
    ----------
    rules : object or None
        What was given.
    kind : type
        What rules of this game are; called without arguments it gives the default.
    game : str
        The game's package, for the error.
    example : str
        An option of it, as text.

    Raises
    ------
    SetupError
        If they are anything else, such as the text of rules, which is read by the game's `parse_rules`.

    Examples
    --------
    >>> rules_asked(None, dict, "river", "orca=side")
    {}
    """
    if rules is None:
        return kind()
    if not isinstance(rules, kind):
        raise SetupError("error.rules", rules=rules, game=game, example=example)
    return rules
