"""What a link brings to a page of the site: a position for the explorer, or a puzzle for the player.

Whatever stands behind ``?position=`` or ``?puzzle=`` is read here before it is put anywhere.
"""

from __future__ import annotations

import json
from typing import Final

from inaba import river
from inaba.errors import InabaError
from inaba.words import language
from lessons.puzzles import puzzles
from lessons.voice import say_in

KINDS: Final = ("position", "puzzle")
"""What a link can bring."""

MOST_SHOWN: Final = 40
"""Of a name that is none, so much is said again."""


class Refused(InabaError, ValueError):
    """A link that brings nothing that there is."""

    def say(self, lang: str | None = None) -> str:
        """The reason in words."""
        return say_in(language(lang), self.key, **self.data)


def call(kind: str, text: str) -> str:
    """The call that opens what a link brings, as it stands in a page's cell.

    Parameters
    ----------
    kind : str
        One of `KINDS`.
    text : str
        What stands behind it in the link.

    Raises
    ------
    NotationError
        If it is no position.
    Refused
        If there is no such puzzle.

    Examples
    --------
    >>> call("position", "9,W/5,6 -,- 1 - -"), call("puzzle", " After-You ")
    ('kit.explore("9,W/5,6 -,- 1 - -")', 'kit.puzzles(name="after-you")')
    >>> call("puzzle", "before-you")
    Traceback (most recent call last):
    ...
    lessons.link.Refused: there is no puzzle “before-you”
    """
    if kind == "position":
        return f"kit.explore({json.dumps(str(river.parse(text)))})"
    name = text.strip().lower()
    if name not in puzzles():
        raise Refused("site.link.no_puzzle", name=text.strip()[:MOST_SHOWN])
    return f"kit.puzzles(name={json.dumps(name)})"


def answer(kind: str, text: str, lang: str) -> str:
    """What the page is told: the call behind an equals sign, or why there is none, in words.

    Examples
    --------
    >>> answer("puzzle", "after-you", "en"), answer("puzzle", "nobody", "ja")
    ('=kit.puzzles(name="after-you")', '「nobody」というパズルはありません')
    """
    try:
        return f"={call(kind, text)}"
    except InabaError as error:
        return error.say(lang)
