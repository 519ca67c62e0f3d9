"""A mosaic: chances as areas, cut into columns by what may be, and across by what is then seen."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from lessons.chart import ink
from lessons.chart.ink import Chart
from lessons.voice import Refused


class Tile(NamedTuple):
    """A part of a column: what is seen, its share of the column, and whether it is what was seen."""

    words: str
    share: Fraction
    kept: bool


class Column(NamedTuple):
    """One case: its words, its chance before anything is seen, and its tiles, whose shares make 1."""

    words: str
    chance: Fraction
    tiles: tuple[Tile, ...]


def mosaic(columns: Sequence[Column], *, title: str, heads: Sequence[str], alt: str) -> Chart:
    """Chances as areas: what doesn't fit is crossed out, and what is left is the new whole.

    Parameters
    ----------
    columns : sequence of Column
        From the left to the right, as wide as their chances; these make 1.
    title : str
    heads : sequence of str
        The words for the chances before, for the areas that fit, for those ruled out, and for the chances
        after.
    alt : str
        Words for the whole drawing.

    Raises
    ------
    Refused
        If the chances don't make 1, or nothing fits.

    Examples
    --------
    >>> half, third = Fraction(1, 2), Fraction(1, 3)
    >>> ill = Column("ill", third, (Tile("red", Fraction(1), True),))
    >>> well = Column("well", 2 * third, (Tile("red", half, True), Tile("green", half, False)))
    >>> print(mosaic([ill, well], title="T", heads=["before", "fits", "out", "after"], alt=""))
    T
         | before |            | after
     ill |    1/3 |   red: 1/3 |   1/2
    well |    2/3 |   red: 1/3 |   1/2
         |        | green: 1/3 |     x
    """
    if sum(column.chance for column in columns) != 1:
        raise Refused("undrawn.columns")
    if any(sum(tile.share for tile in column.tiles) != 1 for column in columns):
        raise Refused("undrawn.tiles")
    fits = [column.chance * sum(tile.share for tile in column.tiles if tile.kept) for column in columns]
    whole = sum(fits, Fraction(0))
    if not whole:
        raise Refused("undrawn.nothing_fits")
    before, fitting, ruled_out, after = heads
    left, right, roof, tall, gap = 14.0, ink.WIDTH - 14.0, 104.0, 230.0, 6.0
    room = right - left - gap * (len(columns) - 1)
    out = [ink.heading(title)]
    rows = []
    x = left
    for column, fit in zip(columns, fits, strict=True):
        wide = float(column.chance) * room
        middle = x + wide / 2
        now = fit / whole
        out.append(ink.letters(middle, 66, column.words, size=16, anchor="middle", bold=True))
        out.append(
            ink.letters(middle, 90, f"{before} {column.chance}", size=15, anchor="middle", fill=ink.SOFT)
        )
        y = roof
        for place, tile in enumerate(column.tiles):
            high = float(tile.share) * tall
            out.append(_tile(x, y, wide, high - 3, tile, column.chance * tile.share))
            y += high
            told = ["", ""] if place else [column.words, str(column.chance)]
            rows.append(
                [*told, f"{tile.words}: {column.chance * tile.share}", str(now) if tile.kept else "x"]
            )
        out.append(
            ink.letters(middle, roof + tall + 26, f"{after} {now}", size=18, anchor="middle", bold=True)
        )
        x += wide + gap
    below = roof + tall + 46
    out.append(ink.square(left, below, 20, ink.BLUE, ink.BLUE, corner=4))
    out.append(ink.letters(left + 30, below + 16, f"★ {fitting}", size=16, anchor="start"))
    out.append(ink.crossed(left, below + 28, 20, corner=4))
    out.append(ink.letters(left + 30, below + 44, ruled_out, size=16, anchor="start"))
    table = ink.text_table(["", before, "", after], rows)
    return Chart(ink.sheet(out, below + 66), alt, f"{title}\n{table}", width=520)


def _tile(x: float, y: float, wide: float, high: float, tile: Tile, area: Fraction) -> str:
    fill, edge, pen = (ink.BLUE, ink.BLUE, ink.PAPER) if tile.kept else (ink.PAPER, ink.LINE, ink.SOFT)
    box = (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high:.1f}" rx="5" fill="{fill}" '
        f'stroke="{edge}" stroke-width="1.6"/>'
    )
    if not tile.kept:
        box += (
            f'<path d="M{x + 4:.1f} {y + high - 4:.1f}L{x + wide - 4:.1f} {y + 4:.1f}" stroke="{ink.LINE}" '
            'stroke-width="2.4"/>'
        )
    middle, centre = x + wide / 2, y + high / 2
    words = f"★ {tile.words}" if tile.kept else tile.words
    return (
        box
        + ink.letters(middle, centre - 4, words, size=15, fill=pen, anchor="middle")
        + ink.letters(middle, centre + 18, str(area), size=18, fill=pen, anchor="middle", bold=tile.kept)
    )
