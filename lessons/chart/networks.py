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


class _Frame(NamedTuple):
    """Where a box is: its middle, and half its width and height."""

    x: float
    y: float
    half_wide: float
    half_high: float


_DASHES: Final = ("", "11 5", "3 5", "14 4 3 4")
"""Ways that stand out are told apart by these, besides their numbers."""

_ROOF: Final = 52
_BETWEEN: Final = 44
"""From a row of boxes to the next."""

_BANK: Final = (78.0, 21.0)
"""Half the width and the height of a wide box."""


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
    frames = _frames(places, boxes)
    out = [ink.heading(title)]
    on_way = {(one, other) for way in ways for one, other in pairwise(way)}
    for arrow in arrows:
        if (arrow.tail, arrow.head) not in on_way:
            ends = _ends(frames[arrow.tail], frames[arrow.head], 7.0 if arrow.dashed else 0.0)
            out.append(_line(*ends, ink.SOFT, 1.3, "5 4" if arrow.dashed else ""))
    for number, way in enumerate(ways, 1):
        out += _way([frames[node] for node in way], number if len(ways) > 1 else 0)
    for node, box in boxes.items():
        out += _box(frames[node], box)
    below = max(frame.y + frame.half_high for frame in frames.values()) + 30
    for place, (sign, words) in enumerate(legend.items()):
        out.append(_sign(34.0, below + 30 * place, sign))
        size = min(17, int(720 / max(ink.columns(words), 1)))
        out.append(ink.letters(62, below + 30 * place + 6, words, size=size, anchor="start"))
    text = f"{title}\n{ink.text_table(list(heads), _rows(boxes, arrows, len(heads) - 2))}"
    for number, way in enumerate(ways, 1):
        text += f"\n{number}: {' → '.join(boxes[node].name for node in way)}"
    return Chart(ink.sheet(out, below + 30 * len(legend) - 8), alt, text, width=520)


def _frames(places: Mapping[str, Point], boxes: Mapping[str, Box]) -> dict[str, _Frame]:
    xs = [x for x, _ in places.values()]
    apart = min(150.0, (ink.WIDTH - 24) / (max(xs) - min(xs) + 1))
    half_wide = min(52.0, apart / 2 - 7)
    half_high = 6.0 + 11.0 * max(len(box.written) for box in boxes.values())
    row = 2 * half_high + _BETWEEN
    top = max(y for _, y in places.values())
    middle = (max(xs) + min(xs)) / 2
    frames = {}
    for node, (x, y) in places.items():
        # The banks hold one line only, so they are lower than the other boxes.
        high = _BANK[1] if boxes[node].wide else half_high
        down = _ROOF + high + (top - y) * row - (half_high - _BANK[1] if y < top else 0)
        wide = _BANK[0] if boxes[node].wide else half_wide
        frames[node] = _Frame(ink.WIDTH / 2 + (x - middle) * apart, down, wide, high)
    return frames


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


def _ends(tail: _Frame, head: _Frame, aside: float) -> tuple[Point, Point]:
    """Where an arrow begins and ends: at the edges of the boxes that look at each other."""
    if abs(tail.y - head.y) < 1:
        turn = 1 if head.x > tail.x else -1
        height = tail.y + turn * aside
        return (tail.x + turn * tail.half_wide, height), (head.x - turn * (head.half_wide + 2), height)
    turn = -1 if head.y < tail.y else 1
    begin, end = tail.y + turn * tail.half_high, head.y - turn * (head.half_high + 2)
    # To and fro on two sides, and the further the flatter they lie.
    shift = -turn * min(26.0, aside * hypot(head.x - tail.x, end - begin) / abs(end - begin))
    return (tail.x + shift, begin), (head.x + shift, end)


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


def _way(frames: Sequence[_Frame], number: int) -> list[str]:
    lines, badges = [], []
    for tail, head in pairwise(frames):
        begin, end = _ends(tail, head, 0.0)
        lines.append(_line(begin, end, ink.BLUE, 3.4, _DASHES[max(number - 1, 0) % len(_DASHES)]))
        if number:
            badges.append(_badge((begin[0] + end[0]) / 2, (begin[1] + end[1]) / 2, number))
    return lines + badges


def _badge(x: float, y: float, number: int) -> str:
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="10" fill="{ink.PAPER}" stroke="{ink.BLUE}" stroke-width="2"/>'
        + ink.letters(x, y + 5, str(number), size=14, bold=True, fill=ink.BLUE, anchor="middle")
    )


def _box(frame: _Frame, box: Box) -> list[str]:
    x, y, half_wide, half_high = frame
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


def _sign(x: float, y: float, sign: Look | str) -> str:
    match sign:
        case "way":
            return _line((x - 18, y), (x + 18, y), ink.BLUE, 3.4, "")
        case "dashed":
            return _line((x - 18, y), (x + 18, y), ink.SOFT, 1.3, "5 4")
        case "lines":
            page = ink.square(x - 11, y - 11, 22, ink.PALE, ink.INK, corner=5)
            return (
                page
                + f'<path d="M{x - 6} {y - 4}h12M{x - 6} {y + 1}h12M{x - 6} {y + 6}h12" stroke="{ink.INK}"/>'
            )
        case _:
            return "".join(_box(_Frame(x, y, 13.0, 10.0), Box("", (), Look(sign))))
