"""Curves of functions from 0 to 1."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from lessons.chart import ink
from lessons.chart.ink import Chart


def curves(
    drawn: Mapping[str, Callable[[Fraction], Fraction]],
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
    ValueError
        If there is no function, or more than two.

    Examples
    --------
    >>> half = {"line_words": "half", "line": Fraction(1, 2)}
    >>> chart = curves({"square": lambda p: p * p}, title="T", across="p", up="chance", alt="", **half)
    >>> print(str(chart).splitlines()[2])
    0.0 |   0.0 %
    """
    looks = ((ink.BLUE, "", ink.dot), (ink.VERMILION, "10 5", ink.diamond))
    if not 1 <= len(drawn) <= len(looks):
        raise ValueError(f"one or two curves are drawn, not {len(drawn)}")
    left, right, roof, floor_y = 58, ink.WIDTH - 18, 74, 318

    def place(x: Fraction, y: Fraction) -> tuple[float, float]:
        return left + float(x) * (right - left), floor_y - float(y) * (floor_y - roof)

    out = [ink.heading(title), ink.letters(8, roof - 16, up, size=15, fill=ink.SOFT, anchor="start")]
    for number in range(5):
        y = place(Fraction(0), Fraction(number, 4))[1]
        out.append(ink.across_line(left, right, y, ink.LINE if number else ink.INK))
        out.append(ink.letters(left - 7, y + 5, f"{25 * number} %", size=15, anchor="end", fill=ink.SOFT))
    tenths = [Fraction(number, 10) for number in range(11)]
    for tenth in tenths:
        x = place(tenth, Fraction(0))[0]
        out.append(f'<path d="M{x:.1f} {floor_y}v5" stroke="{ink.INK}"/>')
        out.append(ink.letters(x, floor_y + 22, f"{float(tenth):.1f}", size=14, anchor="middle"))
    level = place(Fraction(0), line)[1]
    out.append(ink.dotted(left, right, level))
    for function, (colour, dashes, shape) in zip(drawn.values(), looks, strict=False):
        points = [place(Fraction(n, 50), function(Fraction(n, 50))) for n in range(51)]
        path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        out.append(
            f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="3" stroke-dasharray="{dashes}"/>'
        )
        out += [shape(*place(tenth, function(tenth))) for tenth in tenths]
    out.append(ink.letters((left + right) / 2, floor_y + 46, across, size=15, fill=ink.SOFT))
    for row, (words, (colour, dashes, shape)) in enumerate(zip(drawn, looks, strict=False)):
        y = floor_y + 76 + 26 * row
        out.append(
            f'<path d="M{left} {y}h28" stroke="{colour}" stroke-width="3" stroke-dasharray="{dashes}"/>'
            + shape(left + 14, y)
            + ink.letters(left + 40, y + 5, words, size=15, anchor="start")
        )
    y = floor_y + 76 + 26 * len(drawn)
    out.append(
        ink.dotted(left, left + 28, y) + ink.letters(left + 40, y + 5, line_words, size=15, anchor="start")
    )
    rows = [[f"{float(x):.1f}", *(ink.percent(function(x)) for function in drawn.values())] for x in tenths]
    head = [across, *drawn] if len(drawn) > 1 else [across, up]
    return Chart(ink.sheet(out, y + 22), alt, f"{title}\n{ink.text_table(head, rows)}", width=600)
