"""Bars, one for each outcome or each case."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from lessons.chart import ink
from lessons.chart.ink import Chart, Observed
from lessons.voice import Refused, shown


def bars(
    heights: Mapping[int, Fraction],
    *,
    title: str,
    across: str,
    up: str,
    alt: str,
    marked: Callable[[int], bool] = lambda _: False,
    legend: Sequence[str] = (),
    observed: Mapping[int, Observed] | None = None,
    line: Fraction | None = None,
) -> Chart:
    """Bars over whole numbers, some of them marked, with what was observed laid over them.

    Parameters
    ----------
    heights : mapping of int to Fraction
        The height of each bar, 0 or more; drawn in the order given.
    title, across, up : str
        The words above the chart, below it, and above the vertical axis.
    alt : str
        Words for the whole drawing.
    marked : callable
        Which bars are marked: full blue under a star; the others are striped.
    legend : sequence of str
        Words for marked bars, other bars, and what was observed, as far as there are any.
    observed : mapping of int to Observed, optional
        A diamond for each bar, with a whisker one error up and down; without one where the error is 0, since
        what is not off was computed.
    line : Fraction, optional
        A height at which a dashed line is drawn; the last words of the legend are for it, and bars are
        then labelled with whole numbers.

    Raises
    ------
    Refused
        If there is no bar, or a height is negative.

    Examples
    --------
    >>> chart = bars({1: Fraction(1), 2: Fraction(3)}, title="T", across="total", up="ways", alt="Two bars.")
    >>> print(chart)
    T
    total | ways
        1 |    1
        2 |    3
    """
    if not heights or min(heights.values()) < 0:
        raise Refused("undrawn.heights", heights=shown(dict(heights)))
    observed = observed or {}
    tallest = max([*map(float, heights.values()), *(float(o.height) + o.error for o in observed.values())])
    step = ink.round_step(tallest / 4 or 1.0)
    top = 1.22 * tallest or step  # so that a number and a star have room above the tallest bar
    legend_height = 26 * len(legend)
    left, right, roof = 44, ink.WIDTH - 12, 74
    floor_y = roof + 216
    height = floor_y + 70 + legend_height
    across_each = (right - left) / len(heights)
    wide = min(across_each * 0.74, 60)
    # Many bars are narrow: their numbers must not run into each other.
    longest = 3 if line is not None else max(2, *(len(ink.number(tall)) for tall in heights.values()))
    size = min(17, int(across_each / (0.6 * longest)))
    roomy, below = size >= 9, min(17, int(across_each * 0.62))

    def y(value: float) -> float:
        return floor_y - value / top * (floor_y - roof)

    out = [ink.heading(title), ink.letters(left - 36, roof - 16, up, size=15, fill=ink.SOFT)]
    value = 0.0
    while value <= top:
        out.append(ink.across_line(left, right, y(value), ink.LINE if value else ink.INK))
        out.append(ink.letters(left - 7, y(value) + 5, f"{value:g}", size=15, anchor="end", fill=ink.SOFT))
        value = round(value + step, 10)
    if line is not None:
        out.append(ink.dashed(left, right, y(float(line))))
    for place, (number, tall) in enumerate(heights.items()):
        middle = left + across_each * (place + 0.5)
        bar_top = y(float(tall))
        fill = ink.BLUE if marked(number) else "url(#stripes)"
        if tall:
            out.append(
                f'<rect x="{middle - wide / 2:.1f}" y="{bar_top:.1f}" width="{wide:.1f}" '
                f'height="{floor_y - bar_top:.1f}" fill="{fill}" stroke="{ink.BLUE}" stroke-width="1.6"/>'
            )
        seen = observed.get(number)
        if seen is None:
            if roomy and line is None:
                out.append(ink.letters(middle, bar_top - 8, ink.number(tall), size=size, bold=True))
            elif roomy:
                out.append(ink.on_paper(middle, bar_top - 8 - size * 0.36, f"{float(tall):.0f}", size))
            if roomy and marked(number):
                out.append(ink.letters(middle, bar_top - 10 - size, "★", size=min(size, 15), fill=ink.BLUE))
        else:
            high, low = y(float(seen.height) + seen.error), y(max(0.0, float(seen.height) - seen.error))
            at = y(float(seen.height))
            if marked(number):
                out.append(ink.letters(middle, min(high, bar_top) - 8, "★", size=15, fill=ink.BLUE))
            out.append((ink.whisker(middle, high, low) if seen.error else "") + ink.diamond(middle, at))
        if below >= 9 or not number % 10:
            out.append(ink.letters(middle, floor_y + 22, str(number), size=max(10, below)))
    out.append(ink.letters((left + right) / 2, floor_y + 46, across, size=15, fill=ink.SOFT))
    signs = ["marked"] if any(map(marked, heights)) else []
    signs += [] if all(map(marked, heights)) else ["other"]
    if observed:
        signs.append("observed" if any(seen.error for seen in observed.values()) else "computed")
    signs += ["exact"] if line is not None else []
    for row, (sign, words) in enumerate(zip(signs, legend, strict=False)):
        out.append(ink.legend_line(left, floor_y + 68 + 26 * row, sign, words))
    rows = [
        [f"{number}{' *' if marked(number) else ''}", ink.number(tall)]
        + ([_measured(observed[number])] if number in observed else [])
        for number, tall in heights.items()
    ]
    return Chart(ink.sheet(out, height), alt, f"{title}\n{ink.text_table([across, up], rows)}")


def _measured(seen: Observed) -> str:
    return f"{float(seen.height):.2f}" + (f" ± {seen.error:.2f}" if seen.error else "")
