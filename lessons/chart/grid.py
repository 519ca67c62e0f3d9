"""Tables of two things that each can turn out in several ways: two dice, two cards, two times."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from lessons.chart import ink
from lessons.chart.ink import Chart
from lessons.voice import Refused

MOST_WAYS = 12
"""More columns or rows would be too small to read on a telephone."""

_LEFT, _ROOF, _ROOM = 96, 122, 336
"""Where the boxes begin, and how much room all of them have."""


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
    faces = [*range(1, 7)]
    heads = [ink.die(_LEFT + 56 * (face - 0.5), _ROOF - 26, face) for face in faces]
    heads += [ink.die(_LEFT - 28, _ROOF + 56 * (face - 0.5), face) for face in faces]
    return _table(
        [*map(str, faces)],
        [*map(str, faces)],
        heads,
        title=title,
        first=first,
        second=second,
        alt=alt,
        cell=lambda i, j: str(faces[i] + faces[j]),
        marked=lambda i, j: marked(faces[i], faces[j]),
        kept=lambda i, j: kept(faces[i], faces[j]),
        legend=legend,
    )


def pairs(
    across: Sequence[str],
    down: Sequence[str],
    *,
    title: str,
    first: str,
    second: str,
    alt: str,
    cell: Callable[[int, int], str],
    marked: Callable[[int, int], bool],
    legend: Sequence[str],
    kept: Callable[[int, int], bool] = lambda i, j: True,
) -> Chart:
    """A table of all pairs of two things, some of them marked, some ruled out.

    Parameters
    ----------
    across, down : sequence of str
        In which ways the first and the second thing can turn out: 1 to `MOST_WAYS` each.
    title, first, second : str
        The words above the table, and for its columns and its rows.
    alt : str
        Words for the whole drawing.
    cell : callable
        What stands in the box of a column and a row, both counted from 0.
    marked, kept : callable
        The same of which boxes are marked (blue and ringed), and which are still possible (the others are
        crossed out).
    legend : sequence of str
        Words for marked boxes, for the others, and for those that are ruled out, if any are.

    Raises
    ------
    Refused
        If there are too few or too many columns or rows.

    Examples
    --------
    >>> words = {"title": "T", "first": "a", "second": "b", "alt": "", "legend": ()}
    >>> print(pairs(["x", "y"], ["z"], cell=lambda i, j: "=", marked=lambda i, j: i == 1, **words))
    T
      | x |   y
    z | = | = *
    """
    if not 1 <= min(len(across), len(down)) <= max(len(across), len(down)) <= MOST_WAYS:
        raise Refused("undrawn.table", most=MOST_WAYS, across=len(across), down=len(down))
    side = _side(across, down)
    size = min(16, *(int(1.7 * (side if words in across else 48) / ink.columns(words)) for words in down))
    heads = [
        ink.letters(_LEFT + side * (i + 0.5), _ROOF - 12, words, size=size, anchor="middle", bold=True)
        for i, words in enumerate(across)
    ]
    heads += [
        ink.letters(_LEFT - 12, _ROOF + side * (j + 0.5) + 6, words, size=size, anchor="end", bold=True)
        for j, words in enumerate(down)
    ]
    return _table(
        across,
        down,
        heads,
        title=title,
        first=first,
        second=second,
        alt=alt,
        cell=cell,
        marked=marked,
        legend=legend,
        kept=kept,
    )


def _side(across: Sequence[str], down: Sequence[str]) -> float:
    return min(56, _ROOM / max(len(across), len(down)))


def _table(
    across: Sequence[str],
    down: Sequence[str],
    heads: Sequence[str],
    *,
    title: str,
    first: str,
    second: str,
    alt: str,
    cell: Callable[[int, int], str],
    marked: Callable[[int, int], bool],
    legend: Sequence[str],
    kept: Callable[[int, int], bool],
) -> Chart:
    """A table whose heads are drawn already."""
    side = _side(across, down)
    middle = _ROOF + side * len(down) / 2
    out = [ink.heading(title), ink.letters(_LEFT + side * len(across) / 2, 62, first, size=15, fill=ink.SOFT)]
    out.append(
        f'<text transform="translate(26 {middle:g}) rotate(-90)" text-anchor="middle" font-size="15" '
        f'fill="{ink.SOFT}">{escape(second)}</text>'
    )
    out += heads
    rows = []
    for j, row in enumerate(down):
        told = [row]
        for i in range(len(across)):
            x, y = _LEFT + side * i, _ROOF + side * j
            words, possible, there = cell(i, j), kept(i, j), marked(i, j)
            told.append(words + (" x" if not possible else " *" if there else ""))
            size = int(side / 2.8)
            if not possible:
                out.append(ink.crossed(x + 2, y + 2, side - 4, corner=7))
                out.append(
                    ink.letters(x + side / 2, y + side / 2 + 6, words, size=int(size * 0.8), fill=ink.SOFT)
                )
                continue
            fill, edge, pen = (ink.BLUE, ink.BLUE, ink.PAPER) if there else (ink.PALE, ink.LINE, ink.INK)
            out.append(ink.square(x + 2, y + 2, side - 4, fill, edge, corner=7))
            if there:
                out.append(ink.ring(x + side / 2, y + side / 2, side * 0.34))
            out.append(
                ink.letters(x + side / 2, y + side / 2 + size * 0.36, words, size=size, bold=there, fill=pen)
            )
        rows.append(told)
    below = _ROOF + side * len(down) + 14
    for line, words in enumerate(legend):
        y = below + 28 * line
        if line == 2:
            out.append(ink.crossed(_LEFT, y, 20, corner=4))
        else:
            fill, edge = (ink.PALE, ink.LINE) if line else (ink.BLUE, ink.BLUE)
            out.append(ink.square(_LEFT, y, 20, fill, edge, corner=4))
        if line == 0:
            out.append(ink.ring(_LEFT + 10, y + 10, 6.5))
        out.append(ink.letters(_LEFT + 30, y + 16, words, size=16, anchor="start"))
    text = f"{title}\n{ink.text_table(['', *across], rows)}"
    return Chart(ink.sheet(out, below + 28 * len(legend) + 8), alt, text, width=460)
