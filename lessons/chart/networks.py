"""A directed graph: boxes row above row, arrows between them, and ways that stand out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from itertools import pairwise
from math import hypot
from typing import Final, NamedTuple

from lessons.chart import ink
from lessons.chart.ink import Chart

Point = tuple[float, float]


class Look(StrEnum):
    """How a box looks: each look has a sign of its own besides its colour."""

    PLAIN = "plain"
    TAKEN = "taken"
    CUT = "cut"
    ON_THE_WAY = "on_the_way"


class Box(NamedTuple):
    """A node of the graph: its name, what stands in it, line by line, and how it looks.

    Where it is ``joined``, the first line stands beside the name. A ``wide`` box is a bank of the river: it
    has one line, its name and, in brackets, the last line.
    """

    name: str
    lines: tuple[str, ...] = ()
    look: Look = Look.PLAIN
    joined: bool = False
    wide: bool = False

    @property
    def written(self) -> tuple[str, ...]:
        """The lines of the box, the name first."""
        if self.wide:
            return (f"{self.name} ({self.lines[-1]})",) if self.lines else (self.name,)
        if self.joined and self.lines:
            return (f"{self.name}: {self.lines[0]}", *self.lines[1:])
        return (self.name, *self.lines)


class Arrow(NamedTuple):
    """An arrow from a node to a node; dashed if it is of another kind than the others."""

    tail: str
    head: str
    dashed: bool = False


_DASHES: Final = ("", "11 5", "3 5", "14 4 3 4")
"""Ways that stand out are told apart by these, besides their numbers."""

_ROOF: Final = 52
_BETWEEN: Final = 44
"""From a row of boxes to the next."""


def network(
    places: Mapping[str, Point],
    boxes: Mapping[str, Box],
    arrows: Sequence[Arrow],
    *,
    title: str,
    heads: Sequence[str],
    alt: str,
    legend: Mapping[Look | str, str],
    ways: Sequence[Sequence[str]] = (),
) -> Chart:
    """A graph in rows: a box for each node, an arrow for each edge.

    Parameters
    ----------
    places : mapping of str to (float, float)
        Each node with its place: x to the right, in columns, y upwards, in rows.
    boxes : mapping of str to Box
        What is drawn there.
    arrows : sequence of Arrow
        The edges.
    title, alt : str
        The words above the drawing, and for all of it.
    heads : sequence of str
        For the table of text: the words for a node, for each line that boxes have, and for "leads to".
    legend : mapping of Look or str to str
        The words for each look that is drawn, for ``"way"`` if ways stand out, for ``"dashed"`` arrows, and
        for the ``"lines"`` in the boxes.
    ways : sequence of sequence of str
        Nodes that follow each other: their arrows stand out, numbered if there are several ways.

    Examples
    --------
    >>> places = {"-": (0.0, 0.0), "a1": (0.0, 1.0)}
    >>> boxes = {"-": Box("Start", wide=True), "a1": Box("a1", ("7",))}
    >>> heads = ["square", "paths", "leads to"]
    >>> print(network(places, boxes, [Arrow("-", "a1")], title="T", heads=heads, alt="", legend={}))
    T
    square | paths | leads to
     Start |       |       a1
        a1 |     7 |
    """
    xs = [x for x, _ in places.values()]
    columns = max(xs) - min(xs) + 1
    apart = min(150.0, (ink.WIDTH - 24) / columns)
    half_wide = min(52.0, apart / 2 - 7)
    half_high = 6.0 + 11.0 * max(len(box.written) for box in boxes.values())
    row = 2 * half_high + _BETWEEN
    top = max(y for _, y in places.values())
    middle = (max(xs) + min(xs)) / 2
    # The banks hold one line only, so they are lower than the other boxes.
    high = {node: 21.0 if box.wide else half_high for node, box in boxes.items()}
    at = {
        node: (
            ink.WIDTH / 2 + (x - middle) * apart,
            _ROOF + high[node] + (top - y) * row - (half_high - 21.0) * (y < top),
        )
        for node, (x, y) in places.items()
    }
    out = [ink.heading(title)]
    shown = [*ways]
    on_way = {(one, other) for way in shown for one, other in pairwise(way)}
    for arrow in arrows:
        if (arrow.tail, arrow.head) not in on_way:
            ends = _ends(at, high, arrow.tail, arrow.head, 7.0 if arrow.dashed else 0.0)
            out.append(_line(*ends, ink.SOFT, 1.3, "5 4" if arrow.dashed else ""))
    for number, way in enumerate(shown, 1):
        out += _way(at, high, way, number if len(shown) > 1 else 0)
    for node, box in boxes.items():
        out += _box(at[node], 78.0 if box.wide else half_wide, high[node], box)
    below = max(y + high[node] for node, (_, y) in at.items()) + 30
    for place, (sign, words) in enumerate(legend.items()):
        out += _sign(34.0, below + 30 * place, sign)
        size = min(17, int(720 / max(ink.columns(words), 1)))
        out.append(ink.letters(62, below + 30 * place + 6, words, size=size, anchor="start"))
    text = f"{title}\n{ink.text_table(list(heads), _rows(boxes, arrows, len(heads) - 2))}"
    for number, way in enumerate(shown, 1):
        text += f"\n{number}: {' → '.join(boxes[node].name for node in way)}"
    return Chart(ink.sheet(out, below + 30 * len(legend) - 8), alt, text, width=520)


def _rows(boxes: Mapping[str, Box], arrows: Sequence[Arrow], lines: int) -> list[list[str]]:
    to: dict[str, list[str]] = {node: [] for node in boxes}
    for arrow in arrows:
        to[arrow.tail].append(boxes[arrow.head].name)
    mark = {Look.TAKEN: " x", Look.CUT: " x!", Look.ON_THE_WAY: " *"}
    return [
        [
            box.name + mark.get(box.look, ""),
            *([""] * (lines - len(box.lines)) if box.wide else []),
            *box.lines,
            *([] if box.wide else [""] * (lines - len(box.lines))),
            " ".join(to[node]),
        ]
        for node, box in boxes.items()
    ]


def _ends(
    at: Mapping[str, Point], high: Mapping[str, float], tail: str, head: str, aside: float
) -> tuple[Point, Point]:
    """Where an arrow begins and ends: at the edges of the boxes that look at each other."""
    (x, y), (to_x, to_y) = at[tail], at[head]
    if abs(y - to_y) < 1:
        turn = 1 if to_x > x else -1
        return (x + turn * 46, y + aside), (to_x - turn * 50, to_y + aside)
    turn = -1 if to_y < y else 1
    begin, end = (x, y + turn * high[tail]), (to_x, to_y - turn * (high[head] + 2))
    # To and fro on two sides, and the further the flatter they lie.
    shift = -turn * min(26.0, aside * hypot(end[0] - begin[0], end[1] - begin[1]) / abs(end[1] - begin[1]))
    return (begin[0] + shift, begin[1]), (end[0] + shift, end[1])


def _line(begin: Point, end: Point, colour: str, thick: float, dash: str) -> str:
    (x, y), (to_x, to_y) = begin, end
    long = hypot(to_x - x, to_y - y) or 1.0
    ux, uy = (to_x - x) / long, (to_y - y) / long
    size = 0.75 if thick < 2 else 1.25
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<path d="M{x:.1f} {y:.1f}L{to_x - 8 * size * ux:.1f} {to_y - 8 * size * uy:.1f}" '
        f'stroke="{colour}" stroke-width="{thick:g}"{dashes}/>'
        + ink.arrowhead(to_x, to_y, ux, uy, colour, size)
    )


def _way(at: Mapping[str, Point], high: Mapping[str, float], way: Sequence[str], number: int) -> list[str]:
    lines, badges = [], []
    for one, other in pairwise(way):
        begin, end = _ends(at, high, one, other, 0.0)
        lines.append(_line(begin, end, ink.BLUE, 3.4, _DASHES[max(number - 1, 0) % len(_DASHES)]))
        if number:
            badges.append(_badge(begin[0] + (end[0] - begin[0]) * 0.5, (begin[1] + end[1]) / 2, number))
    return lines + badges


def _badge(x: float, y: float, number: int) -> str:
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="10" fill="{ink.PAPER}" stroke="{ink.BLUE}" stroke-width="2"/>'
        + ink.letters(x, y + 5, str(number), size=14, bold=True, fill=ink.BLUE, anchor="middle")
    )


def _box(at: Point, half_wide: float, half_high: float, box: Box) -> list[str]:
    x, y = at
    fill, edge, thick = {
        Look.PLAIN: (ink.PALE, ink.INK, 1.4),
        Look.TAKEN: (ink.LINE, ink.INK, 1.4),
        Look.CUT: (ink.PAPER, ink.VERMILION, 4),
        Look.ON_THE_WAY: (ink.PAPER, ink.BLUE, 4),
    }[box.look]
    out = [
        f'<rect x="{x - half_wide:.1f}" y="{y - half_high:.1f}" width="{2 * half_wide:.1f}" '
        f'height="{2 * half_high:.1f}" rx="{21 if box.wide else 8}" fill="{fill}" stroke="{edge}" '
        f'stroke-width="{thick:g}"/>'
    ]
    if box.look is Look.CUT:
        out.append(_cross(x + half_wide - 4, y - half_high + 4, 7))
    if box.look is Look.ON_THE_WAY and not box.wide:
        out.append(ink.letters(x + half_wide - 12, y - half_high + 18, "★", size=15, fill=ink.BLUE))
    lines = box.written
    for place, words in enumerate(lines):
        last = place == len(lines) - 1 and place > 0
        size = min(20 if last else 17, int((2.9 if last else 3.1) * half_wide / max(ink.columns(words), 1)))
        base = y + 6 + 22 * (place - (len(lines) - 1) / 2)
        ground = ink.SOFT if place == 0 and not box.wide else ink.INK
        out.append(
            ink.letters(x, base, words, size=size, bold=last or box.wide, fill=ground, anchor="middle")
        )
    return out


def _cross(x: float, y: float, arm: float) -> str:
    across = 2 * arm
    path = f"M{x - arm:.1f} {y - arm:.1f}l{across:g} {across:g}m{-across:g} 0l{across:g} {-across:g}"
    return (
        f'<path d="{path}" stroke="{ink.PAPER}" stroke-width="7" stroke-linecap="round"/>'
        f'<path d="{path}" stroke="{ink.VERMILION}" stroke-width="3.6" stroke-linecap="round"/>'
    )


def _sign(x: float, y: float, sign: Look | str) -> list[str]:
    match sign:
        case "way":
            return [_line((x - 18, y), (x + 18, y), ink.BLUE, 3.4, "")]
        case "dashed":
            return [_line((x - 18, y), (x + 18, y), ink.SOFT, 1.3, "5 4")]
        case "lines":
            page = ink.square(x - 11, y - 11, 22, ink.PALE, ink.INK, corner=5)
            return [
                page,
                f'<path d="M{x - 6} {y - 4}h12M{x - 6} {y + 1}h12M{x - 6} {y + 6}h12" stroke="{ink.INK}"/>',
            ]
        case _:
            return _box((x, y), 13.0, 10.0, Box("", (), Look(sign)))
