"""Shares that settle down: what each of some long experiments had shown after so many tries."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import accumulate
from math import ceil, floor, log10
from typing import Final

from lessons.chart import ink
from lessons.chart.ink import Chart
from lessons.voice import Refused, as_percent

FEWEST: Final = 10
"""The drawing begins after so many tries: before, a share jumps from 0 to 1 and back."""

_GREEN: Final = "#009e73"
_STEPS: Final = 40
"""A path has so many points for each factor of ten: more could not be seen."""


def _disc(x: float, y: float) -> str:
    edge = f'stroke="{ink.PAPER}" stroke-width="1.6"'
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="6" fill="{ink.INK}" {edge}/>'


def _square(x: float, y: float) -> str:
    edge = f'stroke="{ink.PAPER}" stroke-width="1.6"'
    return f'<rect x="{x - 5.5:.1f}" y="{y - 5.5:.1f}" width="11" height="11" fill="{_GREEN}" {edge}/>'


_LOOKS: Final = ((ink.INK, "", _disc), (ink.VERMILION, "10 4", ink.diamond), (_GREEN, "3 4", _square))
MOST_RUNS: Final = len(_LOOKS)


def runs(
    tries: Sequence[Sequence[bool]],
    exact: Fraction,
    error: Callable[[int], float],
    *,
    title: str,
    across: str,
    up: str,
    alt: str,
    legend: Sequence[str],
) -> Chart:
    """Running shares over the number of tries, on a scale on which each step is ten times as many.

    Parameters
    ----------
    tries : sequence of sequences of bool
        What came out, in order; one to three experiments of `FEWEST` tries or more. They are told apart by
        colour, by dashes, and by the shapes that stand on them at each power of ten.
    exact : Fraction
        The value that the shares close in on: a dashed line.
    error : callable
        The half width of the funnel after so many tries.
    title, across, up : str
        The words above the chart, below it, and above the vertical axis.
    alt : str
        Words for the whole drawing.
    legend : sequence of str
        Words for each experiment, for the exact value, and for the funnel.

    Raises
    ------
    Refused
        If there are too many experiments or none, or one is too short.

    Examples
    --------
    >>> words = {"title": "T", "across": "tries", "up": "share", "alt": "", "legend": ["one", "exact", "±"]}
    >>> print(runs([[True, False] * 5], Fraction(1, 2), lambda n: n**-0.5, **words))
    T
    tries |    one |      ±
       10 | 50.0 % | 31.6 %
    """
    if not 1 <= len(tries) <= MOST_RUNS or min(map(len, tries)) < FEWEST:
        raise Refused("undrawn.runs", most=MOST_RUNS, fewest=FEWEST)
    longest = max(map(len, tries))
    shares = [[Fraction(won, n) for n, won in enumerate(accumulate(one), 1)] for one in tries]
    left, right, roof, floor_y = 58, ink.WIDTH - 34, 74, 314
    seen = [float(share) for one in shares for share in one[FEWEST - 1 :]]
    lowest = max(0.0, min(*seen, float(exact) - error(FEWEST)))
    highest = min(1.0, max(*seen, float(exact) + error(FEWEST)))
    if lowest == highest:  # a sure thing, that never lost or never won
        lowest, highest = max(0.0, lowest - 0.1), min(1.0, highest + 0.1)
    step = ink.round_step((highest - lowest) / 5)
    bottom, top = step * floor(lowest / step + 1e-9), step * ceil(highest / step - 1e-9)
    decades = log10(longest / FEWEST) or 1.0

    def place(n: float, share: float) -> tuple[float, float]:
        x = left + log10(n / FEWEST) / decades * (right - left)
        return x, floor_y - (min(max(share, bottom), top) - bottom) / (top - bottom) * (floor_y - roof)

    def path(points: Sequence[tuple[float, float]]) -> str:
        return "L".join(f"{x:.1f} {y:.1f}" for x, y in points)

    counts = sorted(
        {min(longest, round(FEWEST * 10 ** (k / _STEPS))) for k in range(ceil(decades * _STEPS) + 1)}
    )
    marks = [10**k for k in range(1, 1 + int(log10(longest) + 1e-9))]
    ends = marks if longest in marks else [*marks, longest]
    above = [place(n, float(exact) + error(n)) for n in counts]
    below = [place(n, float(exact) - error(n)) for n in counts]
    out = [ink.heading(title), ink.letters(8, roof - 16, up, size=15, fill=ink.SOFT, anchor="start")]
    out.append(f'<path d="M{path(above)}L{path(below[::-1])}z" fill="{ink.PALE}"/>')
    for number in range(round((top - bottom) / step) + 1):
        y = place(FEWEST, bottom + number * step)[1]
        out.append(ink.across_line(left, right, y, ink.LINE if number else ink.INK))
        tick = f"{100 * (bottom + number * step):.0f} %"
        out.append(ink.letters(left - 7, y + 5, tick, size=15, anchor="end", fill=ink.SOFT))
    for edge in (above, below):
        out.append(f'<path d="M{path(edge)}" fill="none" stroke="{ink.SOFT}" stroke-width="1.6"/>')
    for n in marks:
        x = place(n, bottom)[0]
        out.append(f'<path d="M{x:.1f} {floor_y}v5" stroke="{ink.INK}"/>')
        out.append(ink.letters(x, floor_y + 22, f"{n:,}", size=15, anchor="middle"))
    out.append(ink.dashed(left, right, place(FEWEST, float(exact))[1]))
    for one, (colour, dashes, shape) in zip(shares, _LOOKS, strict=False):
        points = [place(n, float(one[n - 1])) for n in counts if n <= len(one)]
        out.append(
            f'<path d="M{path(points)}" fill="none" stroke="{colour}" stroke-width="2.4" '
            f'stroke-dasharray="{dashes}"/>'
        )
        out += [shape(*place(n, float(one[n - 1]))) for n in marks if n <= len(one)]
    out.append(ink.letters((left + right) / 2, floor_y + 46, across, size=15, fill=ink.SOFT))
    signs = [
        f'<path d="M{left} {{y}}h28" stroke="{colour}" stroke-width="2.4" stroke-dasharray="{dashes}"/>'
        for colour, dashes, _ in _LOOKS[: len(tries)]
    ]
    for row, words in enumerate(legend):
        y = floor_y + 76 + 26 * row
        if row < len(tries):
            sign = signs[row].format(y=y) + _LOOKS[row][2](left + 14, y)
        elif row == len(tries):
            sign = ink.dashed(left, left + 28, y)
        else:
            edges = f'fill="{ink.PALE}" stroke="{ink.SOFT}" stroke-width="1.6"'
            sign = f'<path d="M{left} {y - 8}L{left + 28} {y - 3}V{y + 3}L{left} {y + 8}z" {edges}/>'
        out.append(sign + ink.letters(left + 40, y + 5, words, size=15, anchor="start"))
    rows = [
        [
            f"{n:,}",
            *(as_percent(one[n - 1]) if n <= len(one) else "" for one in shares),
            as_percent(error(n)),
        ]
        for n in ends
    ]
    head = [across, *legend[: len(tries)], *legend[len(tries) + 1 :]]
    height = floor_y + 76 + 26 * len(legend)
    return Chart(ink.sheet(out, height), alt, f"{title}\n{ink.text_table(head, rows)}", width=620)
