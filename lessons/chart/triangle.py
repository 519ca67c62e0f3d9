"""Pascal's triangle: each number is the sum of the two above it."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Final

from lessons.chart import ink
from lessons.chart.ink import Chart
from lessons.voice import Refused

MOST_ROWS: Final = 9
"""Rows 0 to 9 fit on a telephone."""

_CELL, _ROW, _ROOF = 42, 44, 66


def triangle(
    rows: int, *, title: str, row: str, alt: str, marked: tuple[int, int] | None = None, legend: Sequence[str]
) -> Chart:
    """Pascal's triangle down to a row, one of its numbers and the two above that marked.

    Parameters
    ----------
    rows : int
        The last row drawn, counted from 0; 1 to `MOST_ROWS`.
    title : str
    row : str
        The word before a row's number.
    alt : str
        Words for the whole drawing.
    marked : (int, int), optional
        The row and the place, both counted from 0, of the number that stands out: blue, over a star. The
        two above it are ringed, with a line from each.
    legend : sequence of str
        Words for the number that stands out, and for the two above it.

    Raises
    ------
    Refused
        If there are too few or too many rows, or no such number.

    Examples
    --------
    >>> print(triangle(3, title="T", row="n", alt="", marked=(3, 1), legend=()))
    T
    n 0 |  1 |    |   |
    n 1 |  1 |  1 |   |
    n 2 | 1+ | 2+ | 1 |
    n 3 |  1 | 3* | 3 | 1
    """
    if not 1 <= rows <= MOST_ROWS:
        raise Refused("undrawn.rows", most=MOST_ROWS, rows=rows)
    if marked and not (0 <= marked[1] <= marked[0] <= rows):
        raise Refused("undrawn.no_place", place=marked[1], row=marked[0], rows=rows)
    middle = ink.WIDTH / 2 + 18

    def place(n: int, k: int) -> tuple[float, float]:
        return middle + _CELL * (k - n / 2), _ROOF + _ROW * n

    above: list[tuple[int, int]] = []
    if marked:
        n, k = marked
        above = [(n - 1, at) for at in (k - 1, k) if 0 <= at <= n - 1]
    out = [ink.heading(title)]
    for one in above if marked else ():
        (x, y), (to_x, to_y) = place(*one), place(*marked or one)
        out.append(f'<path d="M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}" stroke="{ink.BLUE}" stroke-width="3"/>')
    told = []
    for n in range(rows + 1):
        line = [f"{row} {n}"]
        out.append(ink.letters(10, place(n, 0)[1] + 5, line[0], size=14, fill=ink.SOFT, anchor="start"))
        for k in range(n + 1):
            sign = "*" if (n, k) == marked else "+" if (n, k) in above else ""
            out.append(_number(*place(n, k), comb(n, k), sign))
            line.append(f"{comb(n, k)}{sign}")
        told.append(line + [""] * (rows - n))
    below = _ROOF + _ROW * rows + 34
    for at, (sign, words) in enumerate(zip("*+", legend, strict=False)):
        out.append(_number(26, below + 16 + 40 * at, None, sign))
        out.append(ink.letters(52, below + 21 + 40 * at, words, size=15, anchor="start"))
    # The table of text needs no heads: its first column says which row it is.
    text = f"{title}\n{ink.text_table(told[0], told[1:])}"
    return Chart(ink.sheet(out, below + 40 * len(legend) + 4), alt, text, width=520)


def _number(x: float, y: float, number: int | None, sign: str) -> str:
    fill, edge, thick, pen = {
        "*": (ink.BLUE, ink.BLUE, 1.6, ink.PAPER),
        "+": (ink.PAPER, ink.BLUE, 3.4, ink.INK),
    }.get(sign, (ink.PALE, ink.LINE, 1.2, ink.INK))
    drawn = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="17" fill="{fill}" stroke="{edge}" stroke-width="{thick}"/>'
    if sign == "*" and number is not None:
        drawn += ink.letters(x, y + 32, "★", size=14, fill=ink.BLUE, anchor="middle")
    words = "★" if number is None and sign == "*" else "" if number is None else str(number)
    size = 16 if len(words) < 3 else 14
    return drawn + ink.letters(x, y + 5, words, size=size, fill=pen, anchor="middle", bold=bool(sign))
