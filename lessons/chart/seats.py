"""Places for cards, hand by hand, in which some cards may lie."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from lessons.chart import ink
from lessons.chart.ink import Chart
from lessons.voice import Refused

ABREAST: Final = 10
"""So many places stand side by side."""

MOST_SEATS: Final = 120
"""More would make the drawing longer than a telephone is high."""

_WIDE, _HIGH, _APART, _LEFT = 36, 34, 44, 24


class Group(NamedTuple):
    """Places that belong together: their words, how many there are, and whether they are marked."""

    words: str
    size: int
    marked: bool = False


def seats(
    groups: Sequence[Group],
    *,
    title: str,
    alt: str,
    legend: Sequence[str],
    filled: Collection[int] = (),
    sign: str = "",
) -> Chart:
    """Places group by group, those of some groups marked, and cards laid on some.

    Parameters
    ----------
    groups : sequence of Group
        From the top down; together 1 to `MOST_SEATS` places.
    title, alt : str
        The words above the drawing, and for all of it.
    legend : sequence of str
        Words for marked places (blue, with a star at their group's words), and for the others.
    filled : collection of int
        The places, counted from 1 through all groups, on which a card lies.
    sign : str
        What stands on these cards.

    Raises
    ------
    Refused
        If there is no place or too many, or none of a number in ``filled``.

    Examples
    --------
    >>> groups = [Group("Aya", 2), Group("pile", 3, True)]
    >>> print(seats(groups, title="T", alt="", legend=(), filled=[2], sign="7"))
    T
     Aya   | 2 | -7
    pile * | 3 | ---
    """
    number = sum(group.size for group in groups)
    if not 1 <= number <= MOST_SEATS or min(group.size for group in groups) < 0:
        raise Refused("undrawn.seats_drawn", most=MOST_SEATS, places=number)
    if filled and not 1 <= min(filled) <= max(filled) <= number:
        raise Refused("undrawn.seat", places=number)
    out = [ink.heading(title)]
    y, before = 52.0, 0
    rows = []
    for group in groups:
        star = "★ " if group.marked else ""
        out.append(ink.letters(_LEFT, y + 12, f"{star}{group.words}", size=15, anchor="start", bold=True))
        y += 22
        signs = []
        for at in range(group.size):
            line, column = divmod(at, ABREAST)
            lies = before + at + 1 in filled
            signs.append(sign if lies else "-")
            out.append(_seat(_LEFT + _APART * column, y + (_HIGH + 6) * line, group.marked, sign * lies))
        y += (_HIGH + 6) * -(-group.size // ABREAST) + 8
        before += group.size
        rows.append([f"{group.words} {'*' if group.marked else ' '}", str(group.size), "".join(signs)])
    y += 6
    for row, (marked, words) in enumerate(zip((True, False), legend, strict=False)):
        out.append(_seat(_LEFT, y + 40 * row, marked, ""))
        told = f"★ {words}" if marked else words
        out.append(ink.letters(_LEFT + 48, y + 22 + 40 * row, told, size=15, anchor="start"))
    wide = max(len(row[2]) for row in rows)
    table = [[words, size, places.ljust(wide)] for words, size, places in rows]
    text = f"{title}\n{ink.text_table(table[0], table[1:])}" if len(table) > 1 else f"{title}\n{table[0]}"
    return Chart(ink.sheet(out, y + 40 * len(legend) + 6), alt, text, width=520)


def _seat(x: float, y: float, marked: bool, sign: str) -> str:
    fill, edge = (ink.BLUE, ink.BLUE) if marked else (ink.PALE, ink.SOFT)
    drawn = (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{_WIDE}" height="{_HIGH}" rx="6" fill="{fill}" '
        f'stroke="{edge}" stroke-width="1.4"/>'
    )
    if not sign:
        return drawn
    return (
        drawn + f'<rect x="{x + 5:.1f}" y="{y + 4:.1f}" width="{_WIDE - 10}" height="{_HIGH - 8}" rx="4" '
        f'fill="{ink.PAPER}" stroke="{ink.VERMILION}" stroke-width="2.4"/>'
        + ink.letters(x + _WIDE / 2, y + 23, sign, size=17, anchor="middle", bold=True)
    )
