"""What charts are drawn with: colours, letters, lines and signs as pieces of SVG.

Colours are of the Okabe-Ito palette, which colour-blind eyes tell apart. Each function gives the text of an
SVG element; places are in units of a sheet `WIDTH` wide, whose corner is at the upper left.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from math import floor, log10
from typing import Final, NamedTuple
from unicodedata import east_asian_width

BLUE, SKY, VERMILION = "#0072b2", "#56b4e9", "#d55e00"
INK, SOFT, LINE, PALE, PAPER = "#1d2733", "#5a6673", "#d5dbe1", "#f1f4f7", "#ffffff"
FONT: Final = (
    "system-ui, -apple-system, 'Segoe UI', 'Hiragino Sans', 'Yu Gothic UI', 'Noto Sans JP', "
    "'Noto Sans CJK JP', 'IPAexGothic', 'IPAGothic', Meiryo, sans-serif"
)
WIDTH: Final = 480


@dataclass(frozen=True, slots=True)
class Chart:
    """A drawing with words for it.

    Attributes
    ----------
    svg : str
        The drawing; it stands alone.
    alt : str
        What it shows, in a sentence or two, for those who cannot see it.
    text : str
        The same as a table of text.
    width : int
        How wide it is shown where there is room, in CSS pixels.
    """

    svg: str
    alt: str
    text: str
    width: int = 560

    def html(self) -> str:
        """The drawing as an HTML image with its words."""
        data = base64.b64encode(self.svg.encode()).decode()
        return (
            f'<img alt="{escape(self.alt, quote=True)}" src="data:image/svg+xml;base64,{data}" '
            f'style="width: {self.width}px; max-width: 100%; height: auto; break-inside: avoid">'
        )

    def __str__(self) -> str:
        return self.text

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {"text/html": self.html(), "text/plain": self.text}


class Observed(NamedTuple):
    """What was seen of one bar: its height, and how far it may be off (a standard error)."""

    height: Fraction
    error: float


class Estimate(NamedTuple):
    """A share seen in so many rolls, and its standard error."""

    rolls: int
    share: Fraction
    error: float


def sheet(parts: Sequence[str], height: float) -> str:
    size = f'width="{WIDTH}" height="{height:g}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" {size} '
        f'font-family="{FONT}">'
        '<defs><pattern id="stripes" width="7" height="7" patternUnits="userSpaceOnUse" '
        f'patternTransform="rotate(45)"><rect width="7" height="7" fill="{PAPER}"/>'
        f'<path d="M0 0V7" stroke="{SKY}" stroke-width="4"/></pattern></defs>'
        f'<rect {size} rx="10" fill="{PAPER}"/>{"".join(parts)}</svg>'
    )


def letters(
    x: float,
    y: float,
    words: str,
    *,
    size: int,
    anchor: str | None = None,
    fill: str = INK,
    bold: bool = False,
) -> str:
    if anchor is None:
        anchor = "start" if x < 40 else "middle"
    weight = ' font-weight="700"' if bold else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" fill="{fill}"{weight}>'
        f"{escape(words)}</text>"
    )


def heading(words: str) -> str:
    # A long title is set smaller, so that it never leaves the paper; a Japanese letter is twice as wide.
    return letters(WIDTH / 2, 32, words, size=max(13, min(19, int(860 / max(columns(words), 1)))), bold=True)


def legend_line(x: float, y: float, sign: str, words: str) -> str:
    match sign:
        case "exact":
            drawn = dashed(x, x + 28, y + 9)
        case "observed":
            drawn = whisker(x + 13, y - 1, y + 19) + diamond(x + 13, y + 9)
        case "computed":
            drawn = diamond(x + 13, y + 9)
        case _:
            fill = BLUE if sign == "marked" else "url(#stripes)"
            drawn = square(x + 4, y, 18, fill, BLUE)
            words = f"★ {words}" if sign == "marked" else words
    return drawn + letters(x + 36, y + 14, words, size=15, anchor="start")


def square(x: float, y: float, side: float, fill: str, edge: str, *, corner: float = 0) -> str:
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{side:g}" height="{side:g}" rx="{corner:g}" fill="{fill}" '
        f'stroke="{edge}" stroke-width="1.6"/>'
    )


def crossed(x: float, y: float, side: float, *, corner: float) -> str:
    far, low = x + side, y + side
    path = f"M{x + 3:g} {low - 3:g}L{far - 3:g} {y + 3:g}"
    return (
        square(x, y, side, PAPER, LINE, corner=corner)
        + f'<path d="{path}" stroke="{LINE}" stroke-width="2.4"/>'
    )


def ring(x: float, y: float, radius: float) -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="none" stroke="{PAPER}" stroke-width="2.4"/>'


def across_line(left: float, right: float, y: float, colour: str) -> str:
    return f'<path d="M{left} {y:.1f}H{right}" stroke="{colour}" stroke-width="1.2"/>'


def dashed(left: float, right: float, y: float) -> str:
    return f'<path d="M{left} {y:.1f}H{right}" stroke="{BLUE}" stroke-width="3" stroke-dasharray="9 5"/>'


def dotted(left: float, right: float, y: float) -> str:
    return (
        f'<path d="M{left} {y:.1f}H{right}" stroke="{INK}" stroke-width="2.4" stroke-dasharray="2 5" '
        'stroke-linecap="round"/>'
    )


def dot(x: float, y: float) -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5.5" fill="{BLUE}" stroke="{PAPER}" stroke-width="1.6"/>'


def diamond(x: float, y: float) -> str:
    path = f"M{x:.1f} {y - 8:.1f}l7 8l-7 8l-7 -8z"
    return f'<path d="{path}" fill="{VERMILION}" stroke="{PAPER}" stroke-width="1.6"/>'


def whisker(x: float, high: float, low: float) -> str:
    path = f"M{x:.1f} {high:.1f}V{low:.1f}M{x - 6:.1f} {high:.1f}h12M{x - 6:.1f} {low:.1f}h12"
    return (
        f'<path d="{path}" stroke="#ffffff" stroke-width="5.5" stroke-linecap="round"/>'
        f'<path d="{path}" stroke="{VERMILION}" stroke-width="2.6" stroke-linecap="round"/>'
    )


def arrowhead(x: float, y: float, ux: float, uy: float, colour: str, size: float = 1) -> str:
    """The point of an arrow at (x, y) that flies in the direction (ux, uy)."""
    back_x, back_y, half = x - 9 * size * ux, y - 9 * size * uy, 4 * size
    return (
        f'<path d="M{x:.1f} {y:.1f}L{back_x - half * uy:.1f} {back_y + half * ux:.1f}'
        f'L{back_x + half * uy:.1f} {back_y - half * ux:.1f}z" fill="{colour}"/>'
    )


def on_paper(x: float, y: float, words: str, size: int) -> str:
    """Words on a slip of paper, so that no line runs through them."""
    wide = 0.62 * size * columns(words) + 4
    return (
        f'<rect x="{x - wide / 2:.1f}" y="{y - size * 0.68:.1f}" width="{wide:.1f}" '
        f'height="{size * 1.36:.1f}" fill="{PAPER}"/>'
        + letters(x, y + size * 0.36, words, size=size, anchor="middle")
    )


_PIPS: Final = {1: "e", 2: "ai", 3: "aei", 4: "acgi", 5: "acegi", 6: "acdfgi"}


def die(x: float, y: float, face: int) -> str:
    """A die, 36 wide, its middle at (x, y); pips by place: a b c above d e f above g h i."""
    out = [square(x - 18, y - 18, 36, PAPER, INK, corner=7)]
    for pip in _PIPS[face]:
        row, column = divmod("abcdefghi".index(pip), 3)
        out.append(f'<circle cx="{x + 10 * (column - 1)}" cy="{y + 10 * (row - 1)}" r="3.6" fill="{INK}"/>')
    return "".join(out)


def round_step(rough: float) -> float:
    """The least of 1, 2, 5, 10, 20, 50 … (or 0.1, 0.2, …) that is not below."""
    power: float = 10.0 ** floor(log10(rough))
    return next(power * m for m in (1, 2, 5, 10) if power * m >= rough * 0.999999)


def over(chance: Fraction, whole: int) -> str:
    """A chance as a fraction over ``whole`` where that is possible: 10/36, and not 5/18."""
    if chance in (0, 1):
        return str(chance)
    return str(chance) if whole % chance.denominator else f"{chance * whole}/{whole}"


def number(value: Fraction) -> str:
    return str(value) if value.denominator == 1 else f"{float(value):.3g}"


def text_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = [*head, *[""] * (max(map(len, rows)) - len(head))]
    widths = [max(map(columns, column)) for column in zip(head, *rows, strict=True)]
    return "\n".join(
        " | ".join(
            " " * (width - columns(cell)) + cell for cell, width in zip(row, widths, strict=True)
        ).rstrip()
        for row in [head, *rows]
    )


def columns(words: str) -> int:
    """How many columns of a terminal the words take: a Japanese letter takes two."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in words)
