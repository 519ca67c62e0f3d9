"""A game tree: squares where a player decides, circles where dice do, and what every node is worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from lessons.chart import ink
from lessons.chart.ink import Chart
from lessons.voice import Refused

DEEPEST: Final = 4
"""More steps one behind the other do not fit on a telephone."""

_ROW, _ROOF, _LEFT, _ENDS = 58, 84, 32, 60
_HALF, _BEND = 13, 14


class Way(NamedTuple):
    """A branch of a game tree: what stands on it, where it leads, and whether it is (one of) the best."""

    words: str
    to: Node
    best: bool = False


class Node(NamedTuple):
    """A node of a game tree.

    Attributes
    ----------
    value : str
        What the position is worth, in words.
    owner : int
        The player who decides here, from 1; 0 where the dice do; -1 at an end.
    ways : tuple of Way
        What may follow; none at an end.
    words : str
        What has happened, at an end; may be empty.
    """

    value: str
    owner: int = -1
    ways: tuple[Way, ...] = ()
    words: str = ""


def game_tree(root: Node, *, title: str, alt: str, legend: Sequence[str]) -> Chart:
    """A game tree from the left to the right, the value of each node below it.

    Parameters
    ----------
    root : Node
    title, alt : str
        The words above the drawing, and for all of it.
    legend : sequence of str
        Words for a square of player 1, a square of another player, a circle, and a best branch; an empty one
        for what the tree does not have.

    Raises
    ------
    Refused
        If there are more than `DEEPEST` steps one behind the other.

    Examples
    --------
    >>> dice = Node("1/2", 0, (Way("1/2", Node("1")), Way("1/2", Node("0"))))
    >>> root = Node("1/2", 1, (Way("roll", dice, True), Way("stay", Node("1/3"))))
    >>> print(game_tree(root, title="T", alt="", legend=["you", "they", "dice", "best"]))
    T
    [1] 1/2
      roll * : ○ 1/2
        1/2 : 1
        1/2 : 0
      stay : 1/3
    """
    deep = _deep(root)
    if deep > DEEPEST:
        raise Refused("undrawn.deep", deep=deep, deepest=DEEPEST)
    apart = (ink.WIDTH - _LEFT - _ENDS) / max(deep, 1)
    lines: list[str] = []
    nodes: list[str] = []
    told: list[str] = [title]
    row = 0

    def draw(node: Node, column: int) -> float:
        nonlocal row
        x = _LEFT + apart * column
        if not node.ways:
            y = float(_ROOF + _ROW * row)
            row += 1
            nodes.append(_end(x, y, node))
            return y
        ends = []
        for way in node.ways:
            told.append("  " * (column + 1) + _line(way))
            ends.append(draw(way.to, column + 1))
        y = (ends[0] + ends[-1]) / 2
        for way, end in zip(node.ways, ends, strict=True):
            lines.append(_branch(x, y, x + apart, end, way, node.owner))
        nodes.append(_knot(x, y, node))
        return y

    told.append(_said(root))
    draw(root, 0)
    floor = _ROOF + _ROW * (row - 1) + 54
    signs = [(place, words) for place, words in enumerate(legend) if words]
    key = [_legend(_LEFT - 14, floor + 26 * n, *sign) for n, sign in enumerate(signs)]
    out = [ink.heading(title), *lines, *nodes, *key]
    return Chart(ink.sheet(out, floor + 26 * len(signs)), alt, "\n".join(told), width=620)


def _deep(node: Node) -> int:
    return max((1 + _deep(way.to) for way in node.ways), default=0)


def _said(node: Node) -> str:
    sign = "" if node.owner < 0 else "○ " if node.owner == 0 else f"[{node.owner}] "
    return f"{sign}{node.value}" + (f" ({node.words})" if node.words else "")


def _line(way: Way) -> str:
    return f"{way.words}{' *' if way.best else ''} : {_said(way.to)}"


def _branch(x: float, y: float, to_x: float, to_y: float, way: Way, owner: int) -> str:
    """A branch that bends towards its row and then runs level, so that its words have a line to stand on."""
    colour, thick, dash = (ink.BLUE, 4.0, "") if way.best else (ink.SOFT, 1.4, ' stroke-dasharray="5 4"')
    if owner == 0:
        colour, thick, dash = ink.INK, 1.5, ""
    bend, end = x + _HALF + _BEND, to_x - (_HALF if way.to.ways else 4)
    path = f"M{x:.1f} {y:.1f}L{bend:.1f} {to_y:.1f}H{end:.1f}"
    middle, room = (bend + end) / 2, end - bend + 4
    size = max(10, min(15, int(1.6 * room / max(ink.columns(way.words), 1))))
    return (
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{thick}"{dash}/>'
        + ink.letters(middle, to_y - 7, way.words, size=size, anchor="middle")
        + (ink.letters(middle, to_y + 18, "★", size=15, anchor="middle", fill=ink.BLUE) if way.best else "")
    )


def _knot(x: float, y: float, node: Node) -> str:
    # Left of the branch that runs down from here; on a slip of paper where the edge leaves no room for that.
    wide = 8.4 * ink.columns(node.value)
    middle = max(min(x, x + 9 - wide / 2), wide / 2 + 4)
    slip = (
        f'<rect x="{middle - wide / 2:.1f}" y="{y + 17:.1f}" width="{wide:.1f}" height="17" '
        f'fill="{ink.PAPER}"/>'
    )
    return (
        slip
        + ink.letters(middle, y + 31, node.value, size=15, anchor="middle", bold=True)
        + _sign(x, y, node.owner)
    )


def _end(x: float, y: float, node: Node) -> str:
    lift = 5 if not node.words else -1
    value = ink.letters(x, y + lift, node.value, size=15, anchor="start", bold=True)
    return value + ink.letters(x, y + 16, node.words, size=13, anchor="start", fill=ink.SOFT)


def _sign(x: float, y: float, owner: int, size: float = 1) -> str:
    if owner == 0:
        far, pip = 5 * size, 2.4 * size
        pips = ((-far, -far), (far, -far), (0, 0), (-far, far), (far, far))
        return (
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{14 * size:.1f}" fill="{ink.PAPER}" stroke="{ink.INK}" '
            'stroke-width="1.8"/>'
            + "".join(
                f'<circle cx="{x + dx:.1f}" cy="{y + dy:.1f}" r="{pip:.1f}" fill="{ink.INK}"/>'
                for dx, dy in pips
            )
        )
    fill, pen = (ink.BLUE, ink.PAPER) if owner == 1 else (ink.PAPER, ink.INK)
    half = _HALF * size
    return (
        f'<rect x="{x - half:.1f}" y="{y - half:.1f}" width="{2 * half:.1f}" height="{2 * half:.1f}" '
        f'fill="{fill}" stroke="{ink.BLUE}" stroke-width="2.4"/>'
        + ink.letters(x, y + 6 * size, str(owner), size=int(16 * size), anchor="middle", fill=pen, bold=True)
    )


def _legend(x: float, y: float, place: int, words: str) -> str:
    if place == 3:
        path = f"M{x:.1f} {y:.1f}H{x + 28:.1f}"
        sign = f'<path d="{path}" stroke="{ink.BLUE}" stroke-width="4"/>'
    else:
        sign = _sign(x + 14, y, (1, 2, 0)[place], 0.72)
    return sign + ink.letters(x + 38, y + 5, words, size=15, anchor="start")
