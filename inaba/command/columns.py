"""Text in the columns of a terminal, where a Japanese letter is as wide as two others."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from inaba.frame.lines import wide, wrap

_UNBROKEN = "\N{NO-BREAK SPACE}"


def padded(text: str, columns: int, right: bool = False) -> str:
    """A text with spaces behind it, or before it, until it takes so many columns.

    Examples
    --------
    >>> padded("サメ", 6), padded("サメ", 6, right=True)
    ('サメ  ', '  サメ')
    """
    space = " " * (columns - wide(text))
    return space + text if right else text + space


def wrapped(text: str, columns: int) -> list[str]:
    """A text in lines of at most so many columns; what stands in quotation marks stays on one line.

    Examples
    --------
    >>> wrapped('a position such as "5,W -,- 1 - -"', 20)
    ['a position such as', '"5,W -,- 1 - -"']
    >>> wrapped("端末で遊びます。", 14)
    ['端末で遊びま', 'す。']
    """
    whole = re.sub(r'"[^"]*"', lambda quoted: quoted[0].replace(" ", _UNBROKEN), " ".join(text.split()))
    return [line.replace(_UNBROKEN, " ") for line in wrap(whole, columns)]


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
    widths = [max(map(wide, column)) for column in zip(*lines, strict=True)]
    to_the_right = set(right)
    return "\n".join(
        "  ".join(padded(text, widths[c], c in to_the_right) for c, text in enumerate(line)).rstrip()
        for line in lines
    )
