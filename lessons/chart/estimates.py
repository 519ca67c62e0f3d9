"""Estimates that close in on a value."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import ceil, floor, log10

from lessons.chart import ink
from lessons.chart.ink import Chart, Estimate
from lessons.voice import Refused, as_percent


def closing_in(
    estimates: Sequence[Estimate],
    exact: Fraction,
    *,
    title: str,
    across: str,
    up: str,
    alt: str,
    legend: Sequence[str],
    written: Callable[[float], str] | None = None,
) -> Chart:
    """Estimates from more and more rolls, each with its error, beside the exact value.

    Parameters
    ----------
    estimates : sequence of Estimate
        One diamond and whisker each, from the left in the order given.
    exact : Fraction
        A dashed line.
    title, across, up : str
        The words above the chart, below it, and above the vertical axis.
    alt : str
        Words for the whole drawing.
    legend : sequence of str
        Words for the exact value and for an estimate.
    written : callable, optional
        How a value is written; as a percent unless given.

    Raises
    ------
    Refused
        If there is no estimate.

    Examples
    --------
    >>> one = Estimate(100, Fraction(3, 10), 0.05)
    >>> print(closing_in([one], Fraction(1, 4), title="T", across="rolls", up="share", alt="", legend=()))
    T
    rolls |          share
      100 | 30.0 % ± 5.0 %
    """
    if not estimates:
        raise Refused("undrawn.estimates")
    left, right, roof = 58, ink.WIDTH - 16, 74
    floor_y = roof + 216
    lowest = min(float(exact), *(float(e.share) - e.error for e in estimates))
    highest = max(float(exact), *(float(e.share) + e.error for e in estimates))
    step = ink.round_step((highest - lowest) / 4 or 0.01)
    bottom, top = step * floor(lowest / step), step * ceil(highest / step)

    def y(value: float) -> float:
        return floor_y - (value - bottom) / (top - bottom) * (floor_y - roof)

    out = [ink.heading(title), ink.letters(8, roof - 16, up, size=15, fill=ink.SOFT, anchor="start")]
    places = max(0, -floor(log10(step * 100) + 1e-9))
    for number in range(round((top - bottom) / step) + 1):
        value = bottom + number * step
        out.append(ink.across_line(left, right, y(value), ink.LINE if number else ink.INK))
        tick = f"{100 * value:.{places}f} %" if written is None else written(value)
        out.append(ink.letters(left - 7, y(value) + 5, tick, size=15, anchor="end", fill=ink.SOFT))
    out.append(ink.dashed(left, right, y(float(exact))))
    each = (right - left) / len(estimates)
    for place, one in enumerate(estimates):
        middle = left + each * (place + 0.5)
        out.append(ink.whisker(middle, y(float(one.share) + one.error), y(float(one.share) - one.error)))
        out.append(ink.diamond(middle, y(float(one.share))))
        out.append(ink.letters(middle, floor_y + 22, f"{one.rolls:,}", size=16))
    out.append(ink.letters((left + right) / 2, floor_y + 46, across, size=15, fill=ink.SOFT))
    for row, (sign, words) in enumerate(zip(("exact", "observed"), legend, strict=False)):
        out.append(ink.legend_line(left, floor_y + 68 + 26 * row, sign, words))
    said = as_percent if written is None else written
    rows = [[f"{one.rolls:,}", f"{said(float(one.share))} ± {said(one.error)}"] for one in estimates]
    return Chart(
        ink.sheet(out, floor_y + 70 + 26 * len(legend)),
        alt,
        f"{title}\n{ink.text_table([across, up], rows)}",
        width=620,
    )
