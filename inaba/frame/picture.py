"""A position to be looked at, whatever the game: an image with words in a notebook, plain text elsewhere."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Final

from inaba.errors import SetupError
from inaba.frame.sheet import image
from inaba.words import language

LEAST_SIZE: Final = 40
MOST_SIZE: Final = 10_000
"""How wide a picture can be, in pixels."""


class Shown(ABC):
    """What every game's picture can do, given its drawing and its words.

    In a notebook it shows itself: an image with a description, which survives where a page is not trusted,
    executed or exported, and the table for a terminal as plain text.
    """

    lang: str | None

    @abstractmethod
    def svg(self) -> str:
        """The picture as an SVG document, complete in itself, the same every time."""

    @abstractmethod
    def words(self, lang: str | None = None) -> str:
        """A full description, in the picture's own language unless another is given."""

    @abstractmethod
    def text(self, lang: str | None = None, unicode: bool = True) -> str:
        """The table for a terminal; without ``unicode`` in ASCII alone, and so in English."""

    def html(self) -> str:
        """The picture as an HTML image with its description; it needs nothing from outside."""
        lang = language(self.lang)
        return image(self.svg(), self.words(lang), lang, self.least())

    def least(self) -> int:
        """How many pixels wide it stays, however narrow the page; 0 lets it shrink with the page."""
        return 0

    def __str__(self) -> str:
        return self.text()

    def _repr_mimebundle_(
        self, include: Iterable[str] | None = None, exclude: Iterable[str] | None = None
    ) -> dict[str, str]:
        """What a notebook shows: an image with words, and the plain table."""
        return {"text/html": self.html(), "text/plain": self.text()}


def check_size(size: object) -> None:
    """See that a picture's width in pixels is a whole number in range; None lets the picture choose.

    Raises
    ------
    SetupError
        If it is not.

    Examples
    --------
    >>> check_size(660)
    >>> check_size(True)
    Traceback (most recent call last):
    ...
    inaba.errors.SetupError: a picture is 40 to 10000 pixels wide, not True
    """
    if size is None:
        return
    if type(size) is not int or not LEAST_SIZE <= size <= MOST_SIZE:
        raise SetupError("picture.why.size", size=size)
