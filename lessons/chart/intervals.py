"""Many intervals side by side, and the value that they should hold."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor
from typing import Final

from lessons.chart import ink
from lessons.chart.ink import Chart
from lessons.voice import Refused, as_percent

MOST_INTERVALS: Final = 120
"""More would run into each other."""


def intervals(
    drawn: Sequence[tuple[float, float]],
    exact: float,
    *,
    title: str,
    across: str,
    up: str,
    alt: str,
    heads: Sequence[str],
    legend: Sequence[str],
) -> Chart:
    """Intervals as upright lines, beside the value that they should hold; those that miss it stand out.

    Parameters
    ----------
    drawn : sequence of (float, float)
        The ends of each interval, lower one first, in [0, 1]; one to `MOST_INTERVALS`.
    exact : float
        The value, in [0, 1]: a dotted line.
    title, across, up : str
        The words above the chart, below it, and above the vertical axis.
    alt : str
        Words for the whole drawing.
    heads : sequence of str
        The words for the lower end and the upper end, for the table of text.
    legend : sequence of str
        Words for intervals that hold the value, for those that miss it, and for the value.

    Raises
    ------
    Refused
        If there is no interval, or too many.

    Examples
    --------
    >>> words = {"title": "T", "across": "no.", "up": "", "alt": "", "heads": ["from", "to"], "legend": ()}
    >>> print(intervals([(0.4, 0.6), (0.2, 0.3)], 0.5, **words))
    T
    no. |   from |     to |
      1 | 40.0 % | 60.0 % |
      2 | 20.0 % | 30.0 % | x
    """
    if not 1 <= len(drawn) <= MOST_INTERVALS:
        raise Refused("undrawn.intervals", most=MOST_INTERVALS, intervals=len(drawn))
    left, right, roof, floor_y = 58, ink.WIDTH - 14, 88, 330
    lowest, highest = min(exact, *(low for low, _ in drawn)), max(exact, *(high for _, high in drawn))
    step = ink.round_step((highest - lowest) / 5 or 0.01)
    bottom, top = step * floor(lowest / step + 1e-9), step * ceil(highest / step - 1e-9)
    each = (right - left) / len(drawn)

    def y(value: float) -> float:
        return floor_y - (value - bottom) / ((top - bottom) or 1) * (floor_y - roof)

    out = [ink.heading(title), ink.letters(8, 58, up, size=15, fill=ink.SOFT, anchor="start")]
    for number in range(round((top - bottom) / step) + 1):
        value = bottom + number * step
        out.append(ink.across_line(left, right, y(value), ink.LINE if number else ink.INK))
        tick = f"{100 * value:.{0 if step >= 0.01 else 1}f} %"
        out.append(ink.letters(left - 7, y(value) + 5, tick, size=15, anchor="end", fill=ink.SOFT))
    for place, (low, high) in enumerate(drawn):
        x = left + each * (place + 0.5)
        if low <= exact <= high:
            out.append(_held(x, y(high), y(low)))
        else:
            # The cross stands at the end that is further off, clear of the value's line.
            out.append(_missed(x, y(high), y(low), y(high) - 8 if low > exact else y(low) + 8))
    out.append(ink.dotted(left, right, y(exact)))
    out.append(ink.letters((left + right) / 2, floor_y + 26, across, size=15, fill=ink.SOFT))
    at = floor_y + 60
    signs = (
        _held(left + 14, at - 10, at + 10),
        _missed(left + 14, at + 25, at + 42, at + 17),
        ink.dotted(left, left + 28, at + 64),
    )
    for sign, words in zip(signs, legend, strict=False):
        out.append(sign + ink.letters(left + 40, at + 5, words, size=15, anchor="start"))
        at += 32
    rows = [
        [f"{number}", as_percent(low), as_percent(high), "" if low <= exact <= high else "x"]
        for number, (low, high) in enumerate(drawn, 1)
    ]
    text = f"{title}\n{ink.text_table([across, *heads], rows)}"
    return Chart(ink.sheet(out, floor_y + 50 + 32 * len(legend)), alt, text, width=640)


def _held(x: float, high: float, low: float) -> str:
    """An upright line, for an interval that holds the value."""
    return f'<path d="M{x:.1f} {high:.1f}V{low:.1f}" stroke="{ink.BLUE}" stroke-width="2"/>'


def _missed(x: float, high: float, low: float, cross: float) -> str:
    """A thicker line of another colour, with a cross whose middle is at the height ``cross``."""
    arms = f"M{x - 4:.1f} {cross - 4:.1f}l8 8M{x + 4:.1f} {cross - 4:.1f}l-8 8"
    return (
        f'<path d="M{x:.1f} {high:.1f}V{low:.1f}" stroke="{ink.VERMILION}" stroke-width="3.4"/>'
        f'<path d="{arms}" stroke="{ink.VERMILION}" stroke-width="2.4" stroke-linecap="round"/>'
    )
