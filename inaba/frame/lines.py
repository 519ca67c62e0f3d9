"""Lines of text for a terminal and for a picture: how wide they are, and where they may be broken."""

from __future__ import annotations

import unicodedata
from typing import Final

COLUMNS: Final = 79
"""No line for a terminal is longer."""

BETWEEN: Final = {"en": " ", "ja": ""}
"""What stands between two sentences."""


def wide(text: str) -> int:
    """How many columns of a terminal a text takes: two for each full-width character.

    Examples
    --------
    >>> wide("b2 サメ")
    7
    """
    return sum(0 if unicodedata.combining(c) else 1 + (unicodedata.east_asian_width(c) in "WF") for c in text)


def wrap(text: str, most: int) -> list[str]:
    """A text in lines of at most ``most`` columns, broken at spaces, and nearly anywhere in Japanese.

    Examples
    --------
    >>> wrap("one two three", 7)
    ['one two', 'three']
    >>> wrap("川を渡るウサギ", 8)
    ['川を渡る', 'ウサギ']
    """
    lines, line = [], ""
    for piece in _pieces(text):
        if line and wide(line) + wide(piece.rstrip()) > most:
            lines.append(line.rstrip())
            line = ""
        while wide(piece.rstrip()) > most:
            cut = next(i for i in range(len(piece), 0, -1) if wide(piece[:i]) <= max(most, 2))
            lines.append(piece[:cut])
            piece = piece[cut:]
        line += piece if line else piece.lstrip()
    return [*lines, line.rstrip()] if line.strip() or not lines else lines


_NOT_FIRST: Final = "、。，．）」』！？：；・ー～…"
_NOT_LAST: Final = "（「『"


def _pieces(text: str) -> list[str]:
    """A text in pieces that lines may be broken between."""
    pieces = [""]
    for c in text:
        last = pieces[-1][-1:]
        breaks = last == " " or wide(c) == 2 or wide(last) == 2
        if breaks and last and c != " " and c not in _NOT_FIRST and last not in _NOT_LAST:
            pieces.append("")
        pieces[-1] += c
    return [piece for piece in pieces if piece]
