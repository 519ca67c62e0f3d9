"""The orders in which a few cards can lie, drawn one by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from lessons.chart import ink
from lessons.chart.ink import Chart

CARD, BETWEEN, APART, LINE = 40, 4, 24, 66
"""A card's width, the room between cards, between orders side by side, and from one line to the next."""

Order = tuple[str, ...]


def deals(
    orders: Sequence[Order],
    *,
    places: Sequence[str],
    title: str,
    alt: str,
    marked: Callable[[Order], bool],
    legend: Sequence[str],
    kept: Callable[[Order], bool] = lambda order: True,
) -> Chart:
    """All orders of a few cards side by side, some of them marked, some ruled out.

    Parameters
    ----------
    orders : sequence of tuples of str
        What stands on the cards, place by place; each order has as many as there are places.
    places : sequence of str
        The names of the places; all empty where it makes no difference which card lies where.
    title : str
    alt : str
        Words for the whole drawing.
    marked : callable
        Which orders are marked: blue, under a star; the others are pale.
    legend : sequence of str
        Words for marked orders, for the others, and for those that are ruled out, if any are.
    kept : callable
        Which orders are still possible; the others are crossed out.

    Examples
    --------
    >>> whale = lambda order: order[0] == "W"
    >>> both = [("9", "W"), ("W", "9")]
    >>> print(deals(both, places=["a1", "b1"], title="T", alt="", marked=whale, legend=()))
    T
    a1 | b1 |
     9 |  W |
     W |  9 | *
    """
    wide = len(places) * (CARD + BETWEEN) - BETWEEN
    abreast = max(1, (ink.WIDTH - 2 * 16 + APART) // (wide + APART))
    left = (ink.WIDTH - abreast * (wide + APART) + APART) / 2
    roof = 96 if any(places) else 72
    out = [ink.heading(title)]
    for column in range(min(abreast, len(orders))):
        for k, place in enumerate(places):
            x = left + column * (wide + APART) + k * (CARD + BETWEEN) + CARD / 2
            out.append(ink.letters(x, roof - 28, place, size=14, fill=ink.SOFT, anchor="middle"))
    rows = []
    for number, order in enumerate(orders):
        line, column = divmod(number, abreast)
        x, y = left + column * (wide + APART), roof + line * LINE
        there, possible = marked(order), kept(order)
        rows.append([*order, "x" if not possible else "*" if there else ""])
        fill, edge, pen = (ink.BLUE, ink.BLUE, ink.PAPER) if there else (ink.PALE, ink.SOFT, ink.INK)
        for k, card in enumerate(order):
            at = x + k * (CARD + BETWEEN)
            if possible:
                out.append(ink.square(at, y, CARD, fill, edge, corner=6))
            else:
                out.append(ink.crossed(at, y, CARD, corner=6))
                pen = ink.SOFT
            out.append(
                ink.letters(at + CARD / 2, y + 27, card, size=19, fill=pen, anchor="middle", bold=possible)
            )
        if there and possible:
            out.append(ink.letters(x + wide / 2, y - 6, "★", size=15, fill=ink.BLUE, anchor="middle"))
    below = roof + LINE * -(-len(orders) // abreast)
    for row, words in enumerate(legend):
        y = below + 28 * row
        if row == 2:
            out.append(ink.crossed(left, y, 20, corner=4))
        else:
            fill, edge = ((ink.BLUE, ink.BLUE), (ink.PALE, ink.SOFT))[row]
            out.append(ink.square(left, y, 20, fill, edge, corner=4))
        out.append(
            ink.letters(left + 30, y + 16, f"★ {words}" if not row else words, size=16, anchor="start")
        )
    text = f"{title}\n{ink.text_table([*places, ''], rows)}"
    return Chart(ink.sheet(out, below + 28 * len(legend) + 8), alt, text, width=520)
