"""A Markov chain: states, and arrows between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import hypot

from lessons.chart import ink
from lessons.chart.ink import Chart


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
    radius, left, right, roof = 20.0, 34.0, ink.WIDTH - 66.0, 76.0 if start is None else 108.0
    xs, ys = [x for x, _ in places.values()], [y for _, y in places.values()]
    scale = (right - left) / ((max(xs) - min(xs)) or 1)
    at = {
        name: (left + (x - min(xs)) * scale, roof + (max(ys) - y) * scale) for name, (x, y) in places.items()
    }
    absorbing = {one for one, other, chance in steps if one == other and chance == 1}
    out, labels = [ink.heading(title)], []
    # The arrows that stand out are drawn last, over the others.
    for one, other, chance in sorted(steps, key=lambda step: step[0] == start):
        told = start is None or one == start
        colour, thick = (ink.BLUE, 2.4) if one == start else (ink.INK, 1.5) if told else (ink.SOFT, 0.6)
        (x, y), (to_x, to_y) = at[one], at[other]
        if one == other:
            out.append(
                f'<path d="M{x + 17:.1f} {y - 10:.1f}C{x + 56:.1f} {y - 34:.1f} {x + 56:.1f} {y + 34:.1f} '
                f'{x + 19:.1f} {y + 11:.1f}" fill="none" stroke="{ink.INK}" stroke-width="1.5"/>'
                + ink.arrowhead(x + 19, y + 11, -0.86, -0.5, ink.INK)
            )
            labels.append(ink.on_paper(x + 50, y, ink.over(chance, whole), 14))
            continue
        long = hypot(to_x - x, to_y - y)
        ux, uy = (to_x - x) / long, (to_y - y) / long
        end_x, end_y = to_x - ux * (radius + 4), to_y - uy * (radius + 4)
        out.append(
            f'<path d="M{x:.1f} {y:.1f}L{end_x - 5 * ux:.1f} {end_y - 5 * uy:.1f}" stroke="{colour}" '
            f'stroke-width="{thick}"/>' + ink.arrowhead(end_x, end_y, ux, uy, colour, 1 if told else 0.55)
        )
        # Where all arrows begin in one state, their chances stand behind the states at which they end.
        out_x, out_y = to_x - (left + right) / 2, to_y - max(y for _, y in at.values())
        far = hypot(out_x, out_y)
        if told and start is not None and -out_y > radius:
            labels.append(
                ink.on_paper(to_x + 38 * out_x / far, to_y + 33 * out_y / far, ink.over(chance, whole), 13)
            )
        elif told:
            near = 0.22 if start is None else 0.6
            labels.append(
                ink.on_paper(x + (to_x - x) * near, y + (to_y - y) * near, ink.over(chance, whole), 13)
            )
    out += labels
    for name, (x, y) in at.items():
        ends, thick = name in absorbing, 3 if name == start else 1.6
        out.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" fill="{ink.BLUE if ends else ink.PALE}" '
            f'stroke="{ink.BLUE if ends or name == start else ink.INK}" stroke-width="{thick}"/>'
        )
        if ends:
            out.append(ink.ring(x, y, radius - 4))
        out.append(
            ink.letters(
                x, y + 6, name, size=17, bold=True, fill=ink.PAPER if ends else ink.INK, anchor="middle"
            )
        )
    below = max(y for _, y in at.values()) + radius + 30
    for row, words in enumerate(legend):
        y = below + 28 * row
        if row == 2:
            out.append(
                f'<path d="M{left - 10:g} {y:g}h16" stroke="{ink.BLUE}" stroke-width="2.4"/>'
                + ink.arrowhead(left + 12, y, 1, 0, ink.BLUE)
            )
        else:
            fill, edge = (ink.BLUE, ink.BLUE) if row else (ink.PALE, ink.INK)
            out.append(
                f'<circle cx="{left:g}" cy="{y:g}" r="10" fill="{fill}" stroke="{edge}" stroke-width="1.6"/>'
            )
            out.append(ink.ring(left, y, 6.5) if row else "")
        out.append(ink.letters(left + 24, y + 5, words, size=15, anchor="start"))
    rows = [[one, other, ink.over(chance, whole)] for one, other, chance in steps]
    text = f"{title}\n{ink.text_table(list(heads), rows)}"
    return Chart(ink.sheet(out, below + 28 * len(legend)), alt, text, width=600)
