"""The grid of two dice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from lessons.chart import ink
from lessons.chart.ink import Chart


def two_dice(
    *,
    title: str,
    first: str,
    second: str,
    alt: str,
    marked: Callable[[int, int], bool],
    legend: Sequence[str],
    kept: Callable[[int, int], bool] = lambda a, b: True,
) -> Chart:
    """The 36 outcomes of two dice as a grid of their totals, some of them marked, some ruled out.

    Parameters
    ----------
    title, first, second : str
        The words above the grid, and for its columns and its rows.
    alt : str
        Words for the whole drawing.
    marked : callable
        Which outcomes (first die, second die) are marked: blue and ringed; the others are pale.
    legend : sequence of str
        Words for marked outcomes, for the others, and for those that are ruled out, if any are.
    kept : callable
        Which outcomes are still possible; the others are crossed out.

    Examples
    --------
    >>> sixes = lambda a, b: a + b == 12
    >>> chart = two_dice(title="T", first="1st", second="2nd", alt="", marked=sixes, legend=())
    >>> print(str(chart).splitlines()[-1])
    6 | 7 | 8 | 9 | 10 | 11 | 12 *
    """
    cell, left, roof = 56, 96, 122
    faces = range(1, 7)
    out = [ink.heading(title), ink.letters(left + 3 * cell, 62, first, size=15, fill=ink.SOFT)]
    middle = roof + 3 * cell
    out.append(
        f'<text transform="translate(26 {middle}) rotate(-90)" text-anchor="middle" font-size="15" '
        f'fill="{ink.SOFT}">{escape(second)}</text>'
    )
    for face in faces:
        out.append(ink.die(left + cell * (face - 0.5), roof - 26, face))
        out.append(ink.die(left - 28, roof + cell * (face - 0.5), face))
    for b in faces:
        for a in faces:
            x, y = left + cell * (a - 1), roof + cell * (b - 1)
            if not kept(a, b):
                out.append(ink.crossed(x + 2, y + 2, cell - 4, corner=7))
                out.append(ink.letters(x + cell / 2, y + cell / 2 + 6, str(a + b), size=16, fill=ink.SOFT))
                continue
            there = marked(a, b)
            fill, edge, pen = (ink.BLUE, ink.BLUE, ink.PAPER) if there else (ink.PALE, ink.LINE, ink.INK)
            out.append(ink.square(x + 2, y + 2, cell - 4, fill, edge, corner=7))
            if there:
                out.append(ink.ring(x + cell / 2, y + cell / 2, 19))
            out.append(ink.letters(x + cell / 2, y + cell / 2 + 7, str(a + b), size=20, bold=there, fill=pen))
    below = roof + 6 * cell + 14
    for row, words in enumerate(legend):
        y = below + 28 * row
        if row == 2:
            out.append(ink.crossed(left, y, 20, corner=4))
        else:
            out.append(
                ink.square(
                    left,
                    y,
                    20,
                    ink.BLUE if row == 0 else ink.PALE,
                    ink.BLUE if row == 0 else ink.LINE,
                    corner=4,
                )
            )
        if row == 0:
            out.append(ink.ring(left + 10, y + 10, 6.5))
        out.append(ink.letters(left + 30, y + 16, words, size=16, anchor="start"))
    head = ["", *map(str, faces)]

    def told(a: int, b: int) -> str:
        return f"{a + b}" + (" x" if not kept(a, b) else " *" if marked(a, b) else "")

    rows = [[str(b), *(told(a, b) for a in faces)] for b in faces]
    return Chart(
        ink.sheet(out, below + 28 * len(legend) + 8), alt, f"{title}\n{ink.text_table(head, rows)}", width=460
    )
