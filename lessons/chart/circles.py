"""Two circles that overlap: how many cases lie in one, in the other, in both, in neither."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from lessons.chart import ink
from lessons.chart.ink import Chart
from lessons.voice import Refused

_LEFT, _RIGHT, _LEVEL, _RADIUS = 182.0, 298.0, 200.0, 108.0
_BOX: Final = (14.0, 52.0, ink.WIDTH - 28.0, 280.0)


class Regions(NamedTuple):
    """How many cases lie in the first circle alone, in both, in the second alone, in neither."""

    first: int
    both: int
    second: int
    neither: int


def circles(of: Regions, *, title: str, names: tuple[str, str], heads: Sequence[str], alt: str) -> Chart:
    """A Venn diagram of two kinds of cases, with the number of cases in each region.

    Parameters
    ----------
    of : Regions
        Each 0 or more. The regions are as large whatever the numbers are: it is these that count.
    title : str
    names : (str, str)
        What the circles hold; written above them.
    heads : sequence of str
        The words for the four regions, in the order of `Regions`: for the table of text, and that for both
        also for the legend.
    alt : str
        Words for the whole drawing.

    Raises
    ------
    Refused
        If a number is below 0.

    Examples
    --------
    >>> regions = Regions(2, 1, 3, 4)
    >>> print(circles(regions, title="T", names=("A", "B"), heads=["A", "A, B", "B", "-"], alt=""))
    T
       A | 2
    A, B | 1
       B | 3
       - | 4
    """
    if min(of) < 0:
        raise Refused("undrawn.cases", cases=min(of))
    x, y, wide, high = _BOX
    out = [
        ink.heading(title),
        f'<rect x="{x}" y="{y}" width="{wide}" height="{high}" rx="10" fill="{ink.PALE}" '
        f'stroke="{ink.SOFT}" stroke-width="1.4"/>',
        _circle(_LEFT, "url(#stripes)"),
        _circle(_RIGHT, "url(#stripes)"),
        _lens(),
        _circle(_LEFT, "none"),
        _circle(_RIGHT, "none"),
    ]
    middle = (_LEFT + _RIGHT) / 2
    for at, name, anchor in ((x + 10, names[0], "start"), (x + wide - 10, names[1], "end")):
        out.append(ink.letters(at, y + 24, name, size=15, anchor=anchor, bold=True))
    for at, number in ((_LEFT - 58, of.first), (_RIGHT + 58, of.second)):
        out.append(ink.on_paper(at, _LEVEL, str(number), 22))
    out.append(
        ink.letters(middle, _LEVEL + 8, str(of.both), size=22, anchor="middle", fill=ink.PAPER, bold=True)
    )
    out.append(ink.letters(middle, _LEVEL - 18, "★", size=16, anchor="middle", fill=ink.PAPER))
    out.append(ink.letters(x + wide - 14, y + high - 12, str(of.neither), size=22, anchor="end"))
    below = y + high + 16
    signs = (
        (ink.square(x + 4, below, 20, ink.BLUE, ink.BLUE, corner=4), f"★ {heads[1]}"),
        (ink.square(x + 4, below + 28, 20, ink.PALE, ink.SOFT, corner=4), heads[3]),
    )
    for row, (sign, words) in enumerate(signs):
        out.append(sign + ink.letters(x + 34, below + 16 + 28 * row, words, size=15, anchor="start"))
    rows = [[head, str(number)] for head, number in zip(heads, of, strict=True)]
    return Chart(ink.sheet(out, below + 62), alt, f"{title}\n{ink.text_table(rows[0], rows[1:])}", width=520)


def _circle(x: float, fill: str) -> str:
    return (
        f'<circle cx="{x:g}" cy="{_LEVEL:g}" r="{_RADIUS:g}" fill="{fill}" stroke="{ink.BLUE}" '
        'stroke-width="2.4"/>'
    )


def _lens() -> str:
    """Where the circles overlap."""
    half = (_RIGHT - _LEFT) / 2
    rise = (_RADIUS**2 - half**2) ** 0.5
    x, arc = _LEFT + half, f"A{_RADIUS:g} {_RADIUS:g} 0 0 1"
    path = f"M{x:g} {_LEVEL - rise:.1f}{arc} {x:g} {_LEVEL + rise:.1f}{arc} {x:g} {_LEVEL - rise:.1f}Z"
    return f'<path d="{path}" fill="{ink.BLUE}"/>'
