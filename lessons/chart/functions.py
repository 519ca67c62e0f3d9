"""Curves over a chance from 0 to 1: chances, or values such as points."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple

from lessons.chart import ink
from lessons.chart.ink import Chart
from lessons.voice import Refused, as_percent

Curve = Callable[[Fraction], Fraction]

_LOOKS = ((ink.BLUE, "", ink.dot), (ink.VERMILION, "10 5", ink.diamond))
_LEFT, _RIGHT, _ROOF, _FLOOR = 58, ink.WIDTH - 18, 74, 318
_TENTHS = [Fraction(number, 10) for number in range(11)]


class _Mark(NamedTuple):
    """A line that is drawn besides the curves, as it is on the chart and in the legend, and its words."""

    drawn: str
    sign: Callable[[float], str]
    words: str


def curves(
    drawn: Mapping[str, Curve],
    *,
    title: str,
    across: str,
    up: str,
    alt: str,
    line: Fraction,
    line_words: str,
) -> Chart:
    """Chances as functions of a chance, both from 0 to 1, beside a level.

    Parameters
    ----------
    drawn : mapping of str to callable
        Each function under its words for the legend; at most two. They are told apart by colour, by dashes
        and by the shapes that stand on them at every tenth.
    title, across, up : str
        The words above the chart, below it, and above the vertical axis.
    alt : str
        Words for the whole drawing.
    line : Fraction
        The level, in [0, 1]: a dotted line.
    line_words : str
        Words for it.

    Raises
    ------
    Refused
        If there is no function, or more than two.

    Examples
    --------
    >>> half = {"line_words": "half", "line": Fraction(1, 2)}
    >>> chart = curves({"square": lambda p: p * p}, title="T", across="p", up="chance", alt="", **half)
    >>> print(str(chart).splitlines()[2])
    0.0 |    0 %
    """
    level = _FLOOR - float(line) * (_FLOOR - _ROOF)
    mark = _Mark(ink.dotted(_LEFT, _RIGHT, level), lambda y: ink.dotted(_LEFT, _LEFT + 28, y), line_words)
    ticks = [(number / 4, f"{25 * number} %") for number in range(5)]
    return _plot(drawn, ticks, [mark], as_percent, title=title, across=across, up=up, alt=alt)


def values(
    drawn: Mapping[str, Curve],
    *,
    title: str,
    across: str,
    up: str,
    alt: str,
    crossing: Fraction | None = None,
    crossing_words: str = "",
) -> Chart:
    """Values, such as points, as functions of a chance from 0 to 1; where two of them cross, if they do.

    Parameters
    ----------
    drawn, title, across, up, alt
        As for `curves`; the values are any numbers.
    crossing : Fraction, optional
        A chance at which an upright dotted line is drawn.
    crossing_words : str
        Words for it.

    Raises
    ------
    Refused
        If there is no function, or more than two.

    Examples
    --------
    >>> lines = {"one": lambda p: -3 * p, "other": lambda p: 2 - 6 * p}
    >>> words = {"title": "T", "across": "p", "up": "points", "alt": "", "crossing_words": "alike"}
    >>> print(str(values(lines, crossing=Fraction(2, 3), **words)).splitlines()[-1])
    1.0 |   -3 |    -4
    """
    reached = [float(curve(x)) for curve in drawn.values() for x in _TENTHS] or [0.0]
    lowest, highest = min(0.0, *reached), max(0.0, *reached)
    step = ink.round_step((highest - lowest) / 5 or 1.0)
    bottom, top = floor(lowest / step + 1e-9), ceil(highest / step - 1e-9)
    ticks = [(number * step, f"{number * step:g}") for number in range(bottom, max(top, bottom + 1) + 1)]
    marks = []
    if crossing is not None:
        x = _LEFT + float(crossing) * (_RIGHT - _LEFT)
        marks.append(
            _Mark(_upright(x, _ROOF, _FLOOR), lambda y: _upright(_LEFT + 14, y - 9, y + 9), crossing_words)
        )
    return _plot(drawn, ticks, marks, ink.number, title=title, across=across, up=up, alt=alt)


def _upright(x: float, high: float, low: float) -> str:
    return (
        f'<path d="M{x:.1f} {high:.1f}V{low:.1f}" stroke="{ink.INK}" stroke-width="2.4" '
        'stroke-dasharray="2 5" stroke-linecap="round"/>'
    )


def _plot(
    drawn: Mapping[str, Curve],
    ticks: Sequence[tuple[float, str]],
    marks: Sequence[_Mark],
    told: Callable[[Fraction], str],
    *,
    title: str,
    across: str,
    up: str,
    alt: str,
) -> Chart:
    if not 1 <= len(drawn) <= len(_LOOKS):
        raise Refused("undrawn.curves", most=len(_LOOKS), curves=len(drawn))
    bottom, top = ticks[0][0], ticks[-1][0]

    def place(x: Fraction, y: float) -> tuple[float, float]:
        height = (y - bottom) / (top - bottom)
        return _LEFT + float(x) * (_RIGHT - _LEFT), _FLOOR - height * (_FLOOR - _ROOF)

    out = [ink.heading(title), ink.letters(8, _ROOF - 16, up, size=15, fill=ink.SOFT, anchor="start")]
    for value, words in ticks:
        y = place(Fraction(0), value)[1]
        out.append(ink.across_line(_LEFT, _RIGHT, y, ink.LINE if value else ink.INK))
        out.append(ink.letters(_LEFT - 7, y + 5, words, size=15, anchor="end", fill=ink.SOFT))
    for tenth in _TENTHS:
        x = place(tenth, bottom)[0]
        out.append(f'<path d="M{x:.1f} {_FLOOR}v5" stroke="{ink.INK}"/>')
        out.append(ink.letters(x, _FLOOR + 22, f"{float(tenth):.1f}", size=14, anchor="middle"))
    out += [mark.drawn for mark in marks]
    for function, (colour, dashes, shape) in zip(drawn.values(), _LOOKS, strict=False):
        points = [place(Fraction(n, 50), float(function(Fraction(n, 50)))) for n in range(51)]
        path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        out.append(
            f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="3" stroke-dasharray="{dashes}"/>'
        )
        out += [shape(*place(tenth, float(function(tenth)))) for tenth in _TENTHS]
    out.append(ink.letters((_LEFT + _RIGHT) / 2, _FLOOR + 46, across, size=15, fill=ink.SOFT))
    y = _FLOOR + 76.0
    for words, (colour, dashes, shape) in zip(drawn, _LOOKS, strict=False):
        out.append(
            f'<path d="M{_LEFT} {y:g}h28" stroke="{colour}" stroke-width="3" stroke-dasharray="{dashes}"/>'
            + shape(_LEFT + 14, y)
            + ink.letters(_LEFT + 40, y + 5, words, size=15, anchor="start")
        )
        y += 26
    for mark in marks:
        out.append(mark.sign(y) + ink.letters(_LEFT + 40, y + 5, mark.words, size=15, anchor="start"))
        y += 26
    rows = [[f"{float(x):.1f}", *(told(function(x)) for function in drawn.values())] for x in _TENTHS]
    head = [across, *drawn] if len(drawn) > 1 else [across, up]
    return Chart(ink.sheet(out, y - 4), alt, f"{title}\n{ink.text_table(head, rows)}", width=600)
