"""Text in the columns of a terminal, where a Japanese letter is as wide as two others."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence

_NEVER_FIRST = frozenset(
    "、。，．・：；！？」』）］｝〉》】ー～ぁぃぅぇぉっゃゅょァィゥェォッャュョ,.:;!?)]}"
)
_NEVER_LAST = frozenset("「『（［｛〈《【([{")


def width(text: str) -> int:
    """How many columns a text takes.

    Examples
    --------
    >>> width("b2 サメ")
    7
    """
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
    )


def padded(text: str, columns: int, right: bool = False) -> str:
    """A text with spaces behind it, or before it, until it takes so many columns.

    Examples
    --------
    >>> padded("サメ", 6), padded("サメ", 6, right=True)
    ('サメ  ', '  サメ')
    """
    space = " " * (columns - width(text))
    return space + text if right else text + space


def wrapped(text: str, columns: int) -> list[str]:
    """A text in lines of at most so many columns.

    Lines break at spaces and between Japanese letters, but not between quotation marks, and no line begins
    with a closing mark or ends with an opening one. What cannot be broken stands out over the edge.

    Examples
    --------
    >>> wrapped("River in the terminal", 12)
    ['River in the', 'terminal']
    >>> wrapped("端末で遊びます。", 14)
    ['端末で遊びま', 'す。']
    """
    lines, line = [], ""
    for piece in _pieces(" ".join(text.split())):
        if line and width(line) + width(piece.rstrip()) > columns:
            lines.append(line.rstrip())
            line = piece.lstrip()
        else:
            line += piece
    return [*lines, line.rstrip()] if line.strip() or not lines else lines


def _pieces(text: str) -> Iterator[str]:
    """The text cut wherever a line may end."""
    piece, quoted = "", False
    for before, letter in zip(" " + text, text, strict=False):
        wide = width(before) == 2 or width(letter) == 2
        may_end = not quoted and (before == " " or (wide and letter != " "))
        quoted ^= letter == '"'
        if piece and may_end and before not in _NEVER_LAST and letter not in _NEVER_FIRST:
            yield piece
            piece = ""
        piece += letter
    yield piece


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], right: Iterable[int] = ()) -> str:
    """Rows under their heads, each column as wide as its widest entry.

    Parameters
    ----------
    heads : sequence of str
    rows : iterable of sequence of str
        As many entries each as there are heads.
    right : iterable of int
        The columns set to the right, from 0.

    Examples
    --------
    >>> print(table(("move", "chance"), [("1b2", "5/18"), ("2*", "1")], right=[1]))
    move  chance
    1b2     5/18
    2*         1
    """
    lines = [tuple(heads), *map(tuple, rows)]
    widths = [max(map(width, column)) for column in zip(*lines, strict=True)]
    to_the_right = set(right)
    return "\n".join(
        "  ".join(padded(text, widths[c], c in to_the_right) for c, text in enumerate(line)).rstrip()
        for line in lines
    )
