"""Small charts as SVG, without numpy: bars, the grid of two dice, estimates that close in on a value.

A chart is a `Chart`: shown in a notebook as an image with words for it, as a table of text where there is
no picture. Colours are of the Okabe-Ito palette, which colour-blind eyes tell apart, and whatever a colour
says is said a second time by a pattern, a shape or a number. Sizes are chosen to be read at 300 pixels, at
800, and on paper. This module knows no language: it is given every word that it draws.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from math import ceil, floor, hypot, log10
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
        A diamond for each bar, with a whisker one error up and down.
    line : Fraction, optional
        A height at which a dashed line is drawn; the last words of the legend are for it, and bars are
        then labelled with whole numbers.

    Raises
    ------
    ValueError
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
        raise ValueError(f"a bar chart needs bars of height 0 or more; got {dict(heights)}")
    observed = observed or {}
    tallest = max([*map(float, heights.values()), *(float(o.height) + o.error for o in observed.values())])
    step = _round_step(tallest / 4 or 1.0)
    top = 1.22 * tallest or step  # so that a number and a star have room above the tallest bar
    legend_height = 26 * len(legend)
    left, right, roof = 44, WIDTH - 12, 74
    floor_y = roof + 216
    height = floor_y + 70 + legend_height
    across_each = (right - left) / len(heights)
    wide = min(across_each * 0.74, 60)
    # Many bars are narrow: their numbers must not run into each other.
    longest = 3 if line is not None else max(2, *(len(_number(tall)) for tall in heights.values()))
    size = min(17, int(across_each / (0.6 * longest)))
    roomy, below = size >= 9, min(17, int(across_each * 0.62))

    def y(value: float) -> float:
        return floor_y - value / top * (floor_y - roof)

    out = [_title(title), _words(left - 36, roof - 16, up, size=15, fill=SOFT)]
    value = 0.0
    while value <= top:
        out.append(_across(left, right, y(value), LINE if value else INK))
        out.append(_words(left - 7, y(value) + 5, f"{value:g}", size=15, anchor="end", fill=SOFT))
        value = round(value + step, 10)
    if line is not None:
        out.append(_dashes(left, right, y(float(line))))
    for place, (number, tall) in enumerate(heights.items()):
        middle = left + across_each * (place + 0.5)
        bar_top = y(float(tall))
        fill = BLUE if marked(number) else "url(#stripes)"
        if tall:
            out.append(
                f'<rect x="{middle - wide / 2:.1f}" y="{bar_top:.1f}" width="{wide:.1f}" '
                f'height="{floor_y - bar_top:.1f}" fill="{fill}" stroke="{BLUE}" stroke-width="1.6"/>'
            )
        seen = observed.get(number)
        if seen is None:
            if roomy and line is None:
                out.append(_words(middle, bar_top - 8, _number(tall), size=size, bold=True))
            elif roomy:
                out.append(_on_paper(middle, bar_top - 8 - size * 0.36, f"{float(tall):.0f}", size))
            if roomy and marked(number):
                out.append(_words(middle, bar_top - 10 - size, "★", size=min(size, 15), fill=BLUE))
        else:
            high, low = y(float(seen.height) + seen.error), y(max(0.0, float(seen.height) - seen.error))
            at = y(float(seen.height))
            if marked(number):
                out.append(_words(middle, min(high, bar_top) - 8, "★", size=15, fill=BLUE))
            out.append(_whisker(middle, high, low) + _diamond(middle, at))
        if below >= 9 or not number % 10:
            out.append(_words(middle, floor_y + 22, str(number), size=max(10, below)))
    out.append(_words((left + right) / 2, floor_y + 46, across, size=15, fill=SOFT))
    signs = ["marked"] if any(map(marked, heights)) else []
    signs += [] if all(map(marked, heights)) else ["other"]
    signs += ["observed"] if observed else []
    signs += ["exact"] if line is not None else []
    for row, (sign, words) in enumerate(zip(signs, legend, strict=False)):
        out.append(_legend(left, floor_y + 68 + 26 * row, sign, words))
    rows = [
        [f"{number}{' *' if marked(number) else ''}", _number(tall)]
        + ([_measured(observed[number])] if number in observed else [])
        for number, tall in heights.items()
    ]
    return Chart(_svg(out, height), alt, f"{title}\n{_table([across, up], rows)}")


def two_dice(
    *,
    title: str,
    first: str,
    second: str,
    alt: str,
    marked: Callable[[int, int], bool],
    legend: Sequence[str],
    kept: Callable[[int, int], bool] = lambda a, b: True,
) -> Chart:
    """The 36 outcomes of two dice as a grid of their totals, some of them marked, some ruled out.

    Parameters
    ----------
    title, first, second : str
        The words above the grid, and for its columns and its rows.
    alt : str
        Words for the whole drawing.
    marked : callable
        Which outcomes (first die, second die) are marked: blue and ringed; the others are pale.
    legend : sequence of str
        Words for marked outcomes, for the others, and for those that are ruled out, if any are.
    kept : callable
        Which outcomes are still possible; the others are crossed out.

    Examples
    --------
    >>> sixes = lambda a, b: a + b == 12
    >>> chart = two_dice(title="T", first="1st", second="2nd", alt="", marked=sixes, legend=())
    >>> print(str(chart).splitlines()[-1])
    6 | 7 | 8 | 9 | 10 | 11 | 12 *
    """
    cell, left, roof = 56, 96, 122
    faces = range(1, 7)
    out = [_title(title), _words(left + 3 * cell, 62, first, size=15, fill=SOFT)]
    middle = roof + 3 * cell
    out.append(
        f'<text transform="translate(26 {middle}) rotate(-90)" text-anchor="middle" font-size="15" '
        f'fill="{SOFT}">{escape(second)}</text>'
    )
    for face in faces:
        out.append(_die(left + cell * (face - 0.5), roof - 26, face))
        out.append(_die(left - 28, roof + cell * (face - 0.5), face))
    for b in faces:
        for a in faces:
            x, y = left + cell * (a - 1), roof + cell * (b - 1)
            if not kept(a, b):
                out.append(_crossed(x + 2, y + 2, cell - 4, corner=7))
                out.append(_words(x + cell / 2, y + cell / 2 + 6, str(a + b), size=16, fill=SOFT))
                continue
            there = marked(a, b)
            fill, edge, ink = (BLUE, BLUE, PAPER) if there else (PALE, LINE, INK)
            out.append(_box(x + 2, y + 2, cell - 4, fill, edge, corner=7))
            if there:
                out.append(_ring(x + cell / 2, y + cell / 2, 19))
            out.append(_words(x + cell / 2, y + cell / 2 + 7, str(a + b), size=20, bold=there, fill=ink))
    below = roof + 6 * cell + 14
    for row, words in enumerate(legend):
        y = below + 28 * row
        if row == 2:
            out.append(_crossed(left, y, 20, corner=4))
        else:
            out.append(_box(left, y, 20, BLUE if row == 0 else PALE, BLUE if row == 0 else LINE, corner=4))
        if row == 0:
            out.append(_ring(left + 10, y + 10, 6.5))
        out.append(_words(left + 30, y + 16, words, size=16, anchor="start"))
    head = ["", *map(str, faces)]

    def told(a: int, b: int) -> str:
        return f"{a + b}" + (" x" if not kept(a, b) else " *" if marked(a, b) else "")

    rows = [[str(b), *(told(a, b) for a in faces)] for b in faces]
    return Chart(_svg(out, below + 28 * len(legend) + 8), alt, f"{title}\n{_table(head, rows)}", width=460)


def closing_in(
    estimates: Sequence[Estimate],
    exact: Fraction,
    *,
    title: str,
    across: str,
    up: str,
    alt: str,
    legend: Sequence[str],
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

    Raises
    ------
    ValueError
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
        raise ValueError("a chart of estimates needs one estimate or more")
    left, right, roof = 58, WIDTH - 16, 74
    floor_y = roof + 216
    lowest = min(float(exact), *(float(e.share) - e.error for e in estimates))
    highest = max(float(exact), *(float(e.share) + e.error for e in estimates))
    step = _round_step((highest - lowest) / 4 or 0.01)
    bottom, top = step * floor(lowest / step), step * ceil(highest / step)

    def y(value: float) -> float:
        return floor_y - (value - bottom) / (top - bottom) * (floor_y - roof)

    out = [_title(title), _words(8, roof - 16, up, size=15, fill=SOFT, anchor="start")]
    places = max(0, -floor(log10(step * 100) + 1e-9))
    for number in range(round((top - bottom) / step) + 1):
        value = bottom + number * step
        out.append(_across(left, right, y(value), LINE if number else INK))
        tick = f"{100 * value:.{places}f} %"
        out.append(_words(left - 7, y(value) + 5, tick, size=15, anchor="end", fill=SOFT))
    out.append(_dashes(left, right, y(float(exact))))
    each = (right - left) / len(estimates)
    for place, one in enumerate(estimates):
        middle = left + each * (place + 0.5)
        out.append(_whisker(middle, y(float(one.share) + one.error), y(float(one.share) - one.error)))
        out.append(_diamond(middle, y(float(one.share))))
        out.append(_words(middle, floor_y + 22, f"{one.rolls:,}", size=16))
    out.append(_words((left + right) / 2, floor_y + 46, across, size=15, fill=SOFT))
    for row, (sign, words) in enumerate(zip(("exact", "observed"), legend, strict=False)):
        out.append(_legend(left, floor_y + 68 + 26 * row, sign, words))
    rows = [[f"{one.rolls:,}", f"{_percent(one.share)} ± {_percent(one.error)}"] for one in estimates]
    return Chart(
        _svg(out, floor_y + 70 + 26 * len(legend)), alt, f"{title}\n{_table([across, up], rows)}", width=620
    )


def chain(
    places: Mapping[str, tuple[float, float]],
    steps: Sequence[tuple[str, str, Fraction]],
    *,
    title: str,
    heads: Sequence[str],
    alt: str,
    legend: Sequence[str],
    start: str | None = None,
    whole: int = 36,
) -> Chart:
    """A Markov chain: states where they are placed, an arrow for each step that can be.

    An absorbing state, whose one step goes to itself, has a second ring and a loop.

    Parameters
    ----------
    places : mapping of str to (float, float)
        Each state with its place: x to the right, y upwards.
    steps : sequence of (str, str, Fraction)
        From a state, to a state, the chance.
    title, alt : str
        The words above the drawing, and for all of it.
    heads : sequence of str
        The words for "from", "to" and "chance", for the table of text.
    legend : sequence of str
        Words for a state and for an absorbing state; and for the arrows out of ``start``, if it is given.
    start : str, optional
        A state whose arrows stand out, with their chances; those of the others are thin and bare. Without
        it every arrow has its chance.
    whole : int
        Chances are written over this number where that is possible.

    Examples
    --------
    >>> steps = [("1", "0", Fraction(1)), ("0", "0", Fraction(1))]
    >>> places = {"1": (-1.0, 0.0), "0": (1.0, 0.0)}
    >>> print(chain(places, steps, title="T", heads=["from", "to", "chance"], alt="", legend=()))
    T
    from | to | chance
       1 |  0 |      1
       0 |  0 |      1
    """
    radius, left, right, roof = 20.0, 34.0, WIDTH - 66.0, 76.0 if start is None else 108.0
    xs, ys = [x for x, _ in places.values()], [y for _, y in places.values()]
    scale = (right - left) / ((max(xs) - min(xs)) or 1)
    at = {
        name: (left + (x - min(xs)) * scale, roof + (max(ys) - y) * scale) for name, (x, y) in places.items()
    }
    absorbing = {one for one, other, chance in steps if one == other and chance == 1}
    out, labels = [_title(title)], []
    # The arrows that stand out are drawn last, over the others.
    for one, other, chance in sorted(steps, key=lambda step: step[0] == start):
        told = start is None or one == start
        colour, thick = (BLUE, 2.4) if one == start else (INK, 1.5) if told else (SOFT, 0.6)
        (x, y), (to_x, to_y) = at[one], at[other]
        if one == other:
            out.append(
                f'<path d="M{x + 17:.1f} {y - 10:.1f}C{x + 56:.1f} {y - 34:.1f} {x + 56:.1f} {y + 34:.1f} '
                f'{x + 19:.1f} {y + 11:.1f}" fill="none" stroke="{INK}" stroke-width="1.5"/>'
                + _arrowhead(x + 19, y + 11, -0.86, -0.5, INK)
            )
            labels.append(_on_paper(x + 50, y, _over(chance, whole), 14))
            continue
        long = hypot(to_x - x, to_y - y)
        ux, uy = (to_x - x) / long, (to_y - y) / long
        end_x, end_y = to_x - ux * (radius + 4), to_y - uy * (radius + 4)
        out.append(
            f'<path d="M{x:.1f} {y:.1f}L{end_x - 5 * ux:.1f} {end_y - 5 * uy:.1f}" stroke="{colour}" '
            f'stroke-width="{thick}"/>' + _arrowhead(end_x, end_y, ux, uy, colour, 1 if told else 0.55)
        )
        # Where all arrows begin in one state, their chances stand behind the states at which they end.
        out_x, out_y = to_x - (left + right) / 2, to_y - max(y for _, y in at.values())
        far = hypot(out_x, out_y)
        if told and start is not None and -out_y > radius:
            labels.append(
                _on_paper(to_x + 38 * out_x / far, to_y + 33 * out_y / far, _over(chance, whole), 13)
            )
        elif told:
            near = 0.22 if start is None else 0.6
            labels.append(_on_paper(x + (to_x - x) * near, y + (to_y - y) * near, _over(chance, whole), 13))
    out += labels
    for name, (x, y) in at.items():
        ends, thick = name in absorbing, 3 if name == start else 1.6
        out.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" fill="{BLUE if ends else PALE}" '
            f'stroke="{BLUE if ends or name == start else INK}" stroke-width="{thick}"/>'
        )
        if ends:
            out.append(_ring(x, y, radius - 4))
        out.append(_words(x, y + 6, name, size=17, bold=True, fill=PAPER if ends else INK, anchor="middle"))
    below = max(y for _, y in at.values()) + radius + 30
    for row, words in enumerate(legend):
        y = below + 28 * row
        if row == 2:
            out.append(
                f'<path d="M{left - 10:g} {y:g}h16" stroke="{BLUE}" stroke-width="2.4"/>'
                + _arrowhead(left + 12, y, 1, 0, BLUE)
            )
        else:
            fill, edge = (BLUE, BLUE) if row else (PALE, INK)
            out.append(
                f'<circle cx="{left:g}" cy="{y:g}" r="10" fill="{fill}" stroke="{edge}" stroke-width="1.6"/>'
            )
            out.append(_ring(left, y, 6.5) if row else "")
        out.append(_words(left + 24, y + 5, words, size=15, anchor="start"))
    rows = [[one, other, _over(chance, whole)] for one, other, chance in steps]
    text = f"{title}\n{_table(list(heads), rows)}"
    return Chart(_svg(out, below + 28 * len(legend)), alt, text, width=600)


def _arrowhead(x: float, y: float, ux: float, uy: float, colour: str, size: float = 1) -> str:
    """The point of an arrow at (x, y) that flies in the direction (ux, uy)."""
    back_x, back_y, half = x - 9 * size * ux, y - 9 * size * uy, 4 * size
    return (
        f'<path d="M{x:.1f} {y:.1f}L{back_x - half * uy:.1f} {back_y + half * ux:.1f}'
        f'L{back_x + half * uy:.1f} {back_y - half * ux:.1f}z" fill="{colour}"/>'
    )


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
    looks = ((BLUE, "", _dot), (VERMILION, "10 5", _diamond))
    if not 1 <= len(drawn) <= len(looks):
        raise ValueError(f"one or two curves are drawn, not {len(drawn)}")
    left, right, roof, floor_y = 58, WIDTH - 18, 74, 318

    def place(x: Fraction, y: Fraction) -> tuple[float, float]:
        return left + float(x) * (right - left), floor_y - float(y) * (floor_y - roof)

    out = [_title(title), _words(8, roof - 16, up, size=15, fill=SOFT, anchor="start")]
    for number in range(5):
        y = place(Fraction(0), Fraction(number, 4))[1]
        out.append(_across(left, right, y, LINE if number else INK))
        out.append(_words(left - 7, y + 5, f"{25 * number} %", size=15, anchor="end", fill=SOFT))
    tenths = [Fraction(number, 10) for number in range(11)]
    for tenth in tenths:
        x = place(tenth, Fraction(0))[0]
        out.append(f'<path d="M{x:.1f} {floor_y}v5" stroke="{INK}"/>')
        out.append(_words(x, floor_y + 22, f"{float(tenth):.1f}", size=14, anchor="middle"))
    level = place(Fraction(0), line)[1]
    out.append(_dotted(left, right, level))
    for function, (colour, dashes, shape) in zip(drawn.values(), looks, strict=False):
        points = [place(Fraction(n, 50), function(Fraction(n, 50))) for n in range(51)]
        path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        out.append(
            f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="3" stroke-dasharray="{dashes}"/>'
        )
        out += [shape(*place(tenth, function(tenth))) for tenth in tenths]
    out.append(_words((left + right) / 2, floor_y + 46, across, size=15, fill=SOFT))
    for row, (words, (colour, dashes, shape)) in enumerate(zip(drawn, looks, strict=False)):
        y = floor_y + 76 + 26 * row
        out.append(
            f'<path d="M{left} {y}h28" stroke="{colour}" stroke-width="3" stroke-dasharray="{dashes}"/>'
            + shape(left + 14, y)
            + _words(left + 40, y + 5, words, size=15, anchor="start")
        )
    y = floor_y + 76 + 26 * len(drawn)
    out.append(_dotted(left, left + 28, y) + _words(left + 40, y + 5, line_words, size=15, anchor="start"))
    rows = [[f"{float(x):.1f}", *(_percent(function(x)) for function in drawn.values())] for x in tenths]
    head = [across, *drawn] if len(drawn) > 1 else [across, up]
    return Chart(_svg(out, y + 22), alt, f"{title}\n{_table(head, rows)}", width=600)


def _dotted(left: float, right: float, y: float) -> str:
    return (
        f'<path d="M{left} {y:.1f}H{right}" stroke="{INK}" stroke-width="2.4" stroke-dasharray="2 5" '
        'stroke-linecap="round"/>'
    )


def _dot(x: float, y: float) -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5.5" fill="{BLUE}" stroke="{PAPER}" stroke-width="1.6"/>'


class Branch(NamedTuple):
    """A node of a tree: what stands on it, the chance of the way to it, and what follows.

    A leaf has a ``mark``, 1 or more: leaves of one mark belong together.
    """

    words: str
    chance: Fraction = Fraction(1)
    after: tuple[Branch, ...] = ()
    mark: int = 0


def tree(root: Branch, *, title: str, heads: Sequence[str], alt: str, whole: int = 36) -> Chart:
    """A probability tree: from the left to the right, chances on the branches, products at the leaves.

    Parameters
    ----------
    root : Branch
    title : str
    heads : sequence of str
        The words above the columns of nodes after the first, and above the products.
    alt : str
        Words for the whole drawing.
    whole : int
        Chances on branches are written over this number where that is possible.

    Examples
    --------
    >>> sides = (Branch("heads", Fraction(1, 2), (), 1), Branch("tails", Fraction(1, 2), (), 2))
    >>> coin = Branch("toss", after=sides)
    >>> print(tree(coin, title="T", heads=["first", "chance"], alt="", whole=2))
    T
    first | chance
    heads |    1/2
    tails |    1/2
    """
    depth = _depth(root)
    row, top, left = 54, 92, 14
    wide = 82 if depth < 3 else 56
    apart = (WIDTH - 84 - left - wide) / max(depth, 1)
    leaves: list[tuple[list[str], Fraction]] = []
    out = [_title(title)]
    for column, words in enumerate(heads[:depth], 1):
        out.append(_words(left + apart * column + wide / 2, 62, words, size=14, fill=SOFT, anchor="middle"))
    out.append(_words(WIDTH - 52, 62, heads[-1], size=14, fill=SOFT))

    def draw(branch: Branch, column: int, chance: Fraction, way: list[str]) -> float:
        x = left + apart * column
        lines = []
        if branch.after:
            ends = [
                (one, draw(one, column + 1, chance * one.chance, [*way, one.words])) for one in branch.after
            ]
            y = (ends[0][1] + ends[-1][1]) / 2
            for one, end in ends:
                begin, finish = x + wide, x + apart
                lines.append(
                    f'<path d="M{begin:.1f} {y:.1f}L{finish:.1f} {end:.1f}" stroke="{INK}" '
                    'stroke-width="1.6"/>'
                )
                near = 0.56
                at_x, at_y = begin + (finish - begin) * near, y + (end - y) * near
                lines.append(_on_paper(at_x, at_y, _over(one.chance, whole), 13))
        else:
            y = top + row * len(leaves)
            leaves.append((way, chance))
            out.append(
                _words(WIDTH - 12, y + 5, _over(chance, chance.denominator), size=14, anchor="end", bold=True)
            )
        fill, edge, ink = {0: (PALE, SOFT, INK), 1: (BLUE, BLUE, PAPER)}.get(branch.mark, (PAPER, BLUE, INK))
        corner = 17 if branch.mark == 1 else 4
        thick = 3 if branch.mark > 1 else 1.6
        out.extend(lines)
        out.append(
            f'<rect x="{x:.1f}" y="{y - 17:.1f}" width="{wide}" height="34" rx="{corner}" fill="{fill}" '
            f'stroke="{edge}" stroke-width="{thick}"/>'
        )
        size = min(15, int(1.75 * wide / max(_columns(branch.words), 1)))
        out.append(_words(x + wide / 2, y + 5, branch.words, size=size, fill=ink, anchor="middle"))
        return y

    draw(root, 0, Fraction(1), [])
    rows = [[*way, *[""] * (depth - len(way)), _over(chance, chance.denominator)] for way, chance in leaves]
    height = top + row * (len(leaves) - 1) + 34
    return Chart(_svg(out, height), alt, f"{title}\n{_table(list(heads), rows)}", width=600)


def _depth(branch: Branch) -> int:
    return max((1 + _depth(one) for one in branch.after), default=0)


def _over(chance: Fraction, whole: int) -> str:
    """A chance as a fraction over ``whole`` where that is possible: 10/36, and not 5/18."""
    if chance in (0, 1):
        return str(chance)
    return str(chance) if whole % chance.denominator else f"{chance * whole}/{whole}"


def _on_paper(x: float, y: float, words: str, size: int) -> str:
    """Words on a slip of paper, so that no line runs through them."""
    wide = 0.62 * size * _columns(words) + 4
    return (
        f'<rect x="{x - wide / 2:.1f}" y="{y - size * 0.68:.1f}" width="{wide:.1f}" '
        f'height="{size * 1.36:.1f}" fill="{PAPER}"/>'
        + _words(x, y + size * 0.36, words, size=size, anchor="middle")
    )


def _round_step(rough: float) -> float:
    """The least of 1, 2, 5, 10, 20, 50 … (or 0.1, 0.2, …) that is not below."""
    power: float = 10.0 ** floor(log10(rough))
    return next(power * m for m in (1, 2, 5, 10) if power * m >= rough * 0.999999)


def _svg(parts: Sequence[str], height: float) -> str:
    size = f'width="{WIDTH}" height="{height:g}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" {size} '
        f'font-family="{FONT}">'
        '<defs><pattern id="stripes" width="7" height="7" patternUnits="userSpaceOnUse" '
        f'patternTransform="rotate(45)"><rect width="7" height="7" fill="{PAPER}"/>'
        f'<path d="M0 0V7" stroke="{SKY}" stroke-width="4"/></pattern></defs>'
        f'<rect {size} rx="10" fill="{PAPER}"/>{"".join(parts)}</svg>'
    )


def _words(
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


def _across(left: float, right: float, y: float, colour: str) -> str:
    return f'<path d="M{left} {y:.1f}H{right}" stroke="{colour}" stroke-width="1.2"/>'


def _dashes(left: float, right: float, y: float) -> str:
    return f'<path d="M{left} {y:.1f}H{right}" stroke="{BLUE}" stroke-width="3" stroke-dasharray="9 5"/>'


def _box(x: float, y: float, side: float, fill: str, edge: str, *, corner: float = 0) -> str:
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{side:g}" height="{side:g}" rx="{corner:g}" fill="{fill}" '
        f'stroke="{edge}" stroke-width="1.6"/>'
    )


def _crossed(x: float, y: float, side: float, *, corner: float) -> str:
    far, low = x + side, y + side
    path = f"M{x + 3:g} {low - 3:g}L{far - 3:g} {y + 3:g}"
    return (
        _box(x, y, side, PAPER, LINE, corner=corner)
        + f'<path d="{path}" stroke="{LINE}" stroke-width="2.4"/>'
    )


def _ring(x: float, y: float, radius: float) -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="none" stroke="{PAPER}" stroke-width="2.4"/>'


def _title(words: str) -> str:
    # A long title is set smaller, so that it never leaves the paper; a Japanese letter is twice as wide.
    return _words(WIDTH / 2, 32, words, size=max(13, min(19, int(860 / max(_columns(words), 1)))), bold=True)


def _whisker(x: float, high: float, low: float) -> str:
    path = f"M{x:.1f} {high:.1f}V{low:.1f}M{x - 6:.1f} {high:.1f}h12M{x - 6:.1f} {low:.1f}h12"
    return (
        f'<path d="{path}" stroke="#ffffff" stroke-width="5.5" stroke-linecap="round"/>'
        f'<path d="{path}" stroke="{VERMILION}" stroke-width="2.6" stroke-linecap="round"/>'
    )


def _diamond(x: float, y: float) -> str:
    path = f"M{x:.1f} {y - 8:.1f}l7 8l-7 8l-7 -8z"
    return f'<path d="{path}" fill="{VERMILION}" stroke="{PAPER}" stroke-width="1.6"/>'


def _legend(x: float, y: float, sign: str, words: str) -> str:
    match sign:
        case "exact":
            drawn = _dashes(x, x + 28, y + 9)
        case "observed":
            drawn = _whisker(x + 13, y - 1, y + 19) + _diamond(x + 13, y + 9)
        case _:
            fill = BLUE if sign == "marked" else "url(#stripes)"
            drawn = _box(x + 4, y, 18, fill, BLUE)
            words = f"★ {words}" if sign == "marked" else words
    return drawn + _words(x + 36, y + 14, words, size=15, anchor="start")


_PIPS: Final = {1: "e", 2: "ai", 3: "aei", 4: "acgi", 5: "acegi", 6: "acdfgi"}


def _die(x: float, y: float, face: int) -> str:
    """A die, 36 wide, its middle at (x, y); pips by place: a b c above d e f above g h i."""
    out = [_box(x - 18, y - 18, 36, PAPER, INK, corner=7)]
    for pip in _PIPS[face]:
        row, column = divmod("abcdefghi".index(pip), 3)
        out.append(f'<circle cx="{x + 10 * (column - 1)}" cy="{y + 10 * (row - 1)}" r="3.6" fill="{INK}"/>')
    return "".join(out)


def _number(value: Fraction) -> str:
    return str(value) if value.denominator == 1 else f"{float(value):.3g}"


def _percent(value: Fraction | float) -> str:
    return f"{100 * float(value):.1f} %"


def _measured(seen: Observed) -> str:
    return f"{float(seen.height):.2f} ± {seen.error:.2f}"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = [*head, *[""] * (max(map(len, rows)) - len(head))]
    widths = [max(map(_columns, column)) for column in zip(head, *rows, strict=True)]
    return "\n".join(
        " | ".join(
            " " * (width - _columns(cell)) + cell for cell, width in zip(row, widths, strict=True)
        ).rstrip()
        for row in [head, *rows]
    )


def _columns(words: str) -> int:
    """How many columns of a terminal the words take: a Japanese letter takes two."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in words)
