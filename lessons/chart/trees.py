"""A tree of steps, each branch with its chance."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from lessons.chart import ink
from lessons.chart.ink import Chart


class Branch(NamedTuple):
    """A node of a tree: what stands on it, the chance of the way to it, and what follows.

    A leaf has a ``mark``, 1 or more: leaves of one mark belong together. The chance of the way here is
    written over the number ``over``, or over that of the tree where it is 0.
    """

    words: str
    chance: Fraction = Fraction(1)
    after: tuple[Branch, ...] = ()
    mark: int = 0
    over: int = 0


def tree(root: Branch, *, title: str, heads: Sequence[str], alt: str, whole: int = 36) -> Chart:
    """A probability tree: from the left to the right, chances on the branches, products at the leaves.

    Parameters
    ----------
    root : Branch
    title : str
    heads : sequence of str
        The words above the columns of nodes after the first, and above the products.
    alt : str
        Words for the whole drawing.
    whole : int
        Chances on branches are written over this number where that is possible.

    Examples
    --------
    >>> sides = (Branch("heads", Fraction(1, 2), (), 1), Branch("tails", Fraction(1, 2), (), 2))
    >>> coin = Branch("toss", after=sides)
    >>> print(tree(coin, title="T", heads=["first", "chance"], alt="", whole=2))
    T
    first | chance
    heads |    1/2
    tails |    1/2
    """
    depth = _depth(root)
    row, top, left = 54, 92, 14
    wide = 82 if depth < 3 else 56
    apart = (ink.WIDTH - 84 - left - wide) / max(depth, 1)
    leaves: list[tuple[list[str], Fraction]] = []
    out = [ink.heading(title)]
    for column, words in enumerate(heads[:depth], 1):
        out.append(
            ink.letters(left + apart * column + wide / 2, 62, words, size=14, fill=ink.SOFT, anchor="middle")
        )
    out.append(ink.letters(ink.WIDTH - 52, 62, heads[-1], size=14, fill=ink.SOFT))

    def draw(branch: Branch, column: int, chance: Fraction, way: list[str]) -> float:
        x = left + apart * column
        lines = []
        if branch.after:
            ends = [
                (one, draw(one, column + 1, chance * one.chance, [*way, one.words])) for one in branch.after
            ]
            y = (ends[0][1] + ends[-1][1]) / 2
            for one, end in ends:
                begin, finish = x + wide, x + apart
                lines.append(
                    f'<path d="M{begin:.1f} {y:.1f}L{finish:.1f} {end:.1f}" stroke="{ink.INK}" '
                    'stroke-width="1.6"/>'
                )
                near = 0.56
                at_x, at_y = begin + (finish - begin) * near, y + (end - y) * near
                lines.append(ink.on_paper(at_x, at_y, ink.over(one.chance, one.over or whole), 13))
        else:
            y = top + row * len(leaves)
            leaves.append((way, chance))
            out.append(
                ink.letters(
                    ink.WIDTH - 12,
                    y + 5,
                    ink.over(chance, chance.denominator),
                    size=14,
                    anchor="end",
                    bold=True,
                )
            )
        fill, edge, pen = {0: (ink.PALE, ink.SOFT, ink.INK), 1: (ink.BLUE, ink.BLUE, ink.PAPER)}.get(
            branch.mark, (ink.PAPER, ink.BLUE, ink.INK)
        )
        corner = 17 if branch.mark == 1 else 4
        thick = 3 if branch.mark > 1 else 1.6
        out.extend(lines)
        out.append(
            f'<rect x="{x:.1f}" y="{y - 17:.1f}" width="{wide}" height="34" rx="{corner}" fill="{fill}" '
            f'stroke="{edge}" stroke-width="{thick}"/>'
        )
        size = min(15, int(1.75 * wide / max(ink.columns(branch.words), 1)))
        out.append(ink.letters(x + wide / 2, y + 5, branch.words, size=size, fill=pen, anchor="middle"))
        return y

    draw(root, 0, Fraction(1), [])
    rows = [
        [*way, *[""] * (depth - len(way)), ink.over(chance, chance.denominator)] for way, chance in leaves
    ]
    height = top + row * (len(leaves) - 1) + 34
    return Chart(ink.sheet(out, height), alt, f"{title}\n{ink.text_table(list(heads), rows)}", width=600)


def _depth(branch: Branch) -> int:
    return max((1 + _depth(one) for one in branch.after), default=0)
