"""Chances over the turns of a game: a curve a player, its label at its end, pins where a turn cost much."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil
from typing import Final, NamedTuple

from lessons.chart import ink
from lessons.chart.ink import Chart
from lessons.voice import Refused, as_percent

LEFT: Final = 60
ROOF: Final = 90
FLOOR: Final = 334
LABEL: Final = 12
"""Letters of a label at a curve's end, in columns; a longer name is smaller, as far as `LONG_LABEL`."""

LONG_LABEL: Final = 16
"""Columns of the longest label; a longer name is cut there, and whole in the legend."""

MOST_SIGNS: Final = 26
"""With more turns than these, not each has a sign on the curve."""

_LOOKS: Final = (
    ("#d55e00", "", "M{x} {y}m-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z"),
    ("#0072b2", "9 5", "M{x} {y}m-4.5 -4.5h9v9h-9z"),
    ("#007a58", "3 4", "M{x} {y}m0 -6l5.5 10h-11z"),
    ("#a5437a", "12 4 3 4", "M{x} {y}m0 -6.5l6 6.5l-6 6.5l-6 -6.5z"),
)
"""For each player a colour (that of the rabbit, the last two darker, to be read as letters), dashes, sign."""

MOST_PLAYERS: Final = len(_LOOKS)

_Place = Callable[[int, float], tuple[float, float]]


class Pin(NamedTuple):
    """A turn that is pointed at: its place from the left, whose curve, and what stands on the pin."""

    at: int
    player: int
    sign: str


class Words(NamedTuple):
    """What the drawing says."""

    title: str
    across: str
    up: str
    alt: str
    estimated: str
    solved: str


def across(at: int, last: int) -> float:
    """Where a turn stands: a share of the drawing's width."""
    return (LEFT + (_right() - LEFT) * (at / last if last else 0.5)) / ink.WIDTH


def _right() -> float:
    return ink.WIDTH - 112


def chances(
    curves: Sequence[Sequence[float]],
    *,
    names: Sequence[str],
    words: Words,
    spread: Sequence[Sequence[float]] = (),
    pins: Sequence[Pin] = (),
    solved_from: int = 0,
    ticks: Sequence[str] = (),
) -> Chart:
    """Each player's chance after each turn.

    Parameters
    ----------
    curves : sequence of sequence of float
        One a player, one to four: the chance in [0, 1] at the start and after each turn.
    names : sequence of str
        What the players are called.
    words : Words
    spread : sequence of sequence of float
        How far each of these may be off: drawn as a band.
    pins : sequence of Pin
    solved_from : int
        The first place that is no estimate; what lies before it stands on darker ground.
    ticks : sequence of str
        What stands under each place; the numbers from 0 unless given.

    Raises
    ------
    Refused
        If there is no curve or more than four, or they are not equally long.

    Examples
    --------
    >>> words = Words("T", "turn", "chance", "", "estimated", "solved")
    >>> print(str(chances([[0.5, 1.0], [0.5, 0.0]], names=["A", "B"], words=words)))
    T
    turn |       A |      B
       0 |  50.0 % | 50.0 %
       1 | 100.0 % |  0.0 %
    """
    if not 1 <= len(curves) <= MOST_PLAYERS:
        raise Refused("undrawn.curves", most=MOST_PLAYERS, curves=len(curves))
    length = len(curves[0])
    if any(len(curve) != length for curve in curves):
        raise Refused("undrawn.points")
    ticks = ticks or [str(n) for n in range(length)]
    last = length - 1

    def place(at: int, chance: float) -> tuple[float, float]:
        return across(at, last) * ink.WIDTH, FLOOR - min(1.0, max(0.0, chance)) * (FLOOR - ROOF)

    out = [ink.heading(words.title)]
    out += _ground(place, last, solved_from, words)
    out.append(ink.letters(8, ROOF - 31, words.up, size=15, fill=ink.SOFT, anchor="start"))
    for quarter in range(5):
        y = place(0, quarter / 4)[1]
        out.append(ink.across_line(LEFT, _right(), y, ink.LINE if quarter else ink.INK))
        out.append(ink.letters(LEFT - 9, y + 5, f"{25 * quarter} %", size=15, anchor="end", fill=ink.SOFT))
    step = max(1, int(ink.round_step(length / 9)))
    for at in range(0, length, step):
        x = place(at, 0)[0]
        out.append(f'<path d="M{x:.1f} {FLOOR}v5" stroke="{ink.INK}"/>')
        out.append(ink.letters(x, FLOOR + 22, ticks[at], size=14, anchor="middle"))
    out.append(ink.letters((LEFT + _right()) / 2, FLOOR + 44, words.across, size=15, fill=ink.SOFT))
    for curve, off, look in zip(curves, spread, _LOOKS, strict=False):
        out.append(_band(place, curve, off, look[0]))
    every = ceil(length / MOST_SIGNS)
    for curve, (colour, dashes, sign) in zip(curves, _LOOKS, strict=False):
        points = [place(at, chance) for at, chance in enumerate(curve)]
        path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        out.append(
            f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="2.8" '
            f'stroke-dasharray="{dashes}" stroke-linejoin="round"/>'
        )
        out += [_sign(sign, x, y, colour) for x, y in {*points[::every], points[-1]}]
    out += _labels([place(last, curve[-1])[1] for curve in curves], names)
    out += _pinned([(*place(pin.at, curves[pin.player - 1][pin.at]), pin.sign) for pin in pins])
    for row, (name, (colour, dashes, sign)) in enumerate(zip(names, _LOOKS, strict=False)):
        y = FLOOR + 72 + 25 * row
        line = f'<path d="M{LEFT} {y}h34" stroke="{colour}" stroke-width="2.8" stroke-dasharray="{dashes}"/>'
        words_ = ink.letters(LEFT + 46, y + 5, name, size=15, anchor="start")
        out.append(line + _sign(sign, LEFT + 17, y, colour) + words_)
    rows = [[ticks[at], *(as_percent(curve[at]) for curve in curves)] for at in range(length)]
    table = ink.text_table([words.across, *names], rows)
    height = FLOOR + 72 + 25 * len(curves)
    return Chart(ink.sheet(out, height), words.alt, f"{words.title}\n{table}", width=640)


def _ground(place: _Place, last: int, solved_from: int, words: Words) -> list[str]:
    """Darker ground under what is estimated, and words that say so."""
    if not solved_from:
        return []
    # Half way to the first place that is solved.
    border = place(last, 0)[0]
    if solved_from <= last:
        border = (place(solved_from - 1, 0)[0] + place(solved_from, 0)[0]) / 2
    ground = (
        f'<rect x="{LEFT}" y="{ROOF}" width="{border - LEFT:.1f}" height="{FLOOR - ROOF}" fill="{ink.PALE}"/>'
    )
    out = [ground, ink.letters(LEFT + 2, ROOF - 10, f"≈ {words.estimated}", size=13, anchor="start")]
    if solved_from <= last:
        line = f'<path d="M{border:.1f} {ROOF - 22}V{FLOOR}" stroke="{ink.SOFT}" stroke-dasharray="2 4"/>'
        room = _right() + 96 - border
        out.append(line)
        if ink.columns(words.solved) * 7.5 < room:
            out.append(ink.letters(border + 5, ROOF - 10, words.solved, size=13, anchor="start"))
    return out


def _band(place: _Place, curve: Sequence[float], off: Sequence[float], colour: str) -> str:
    """How far a curve may be off, where it may be."""
    out = []
    for at in range(len(curve) - 1):
        if off[at] or off[at + 1]:
            corners = [place(i, curve[i] + off[i]) for i in (at, at + 1)]
            corners += [place(i, curve[i] - off[i]) for i in (at + 1, at)]
            path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in corners) + "z"
            out.append(f'<path d="{path}" fill="{colour}" fill-opacity="0.14"/>')
    return "".join(out)


def _sign(sign: str, x: float, y: float, colour: str) -> str:
    path = sign.format(x=f"{x:.1f}", y=f"{y:.1f}")
    return f'<path d="{path}" fill="{colour}" stroke="{ink.PAPER}" stroke-width="1.4"/>'


def _labels(heights: Sequence[float], names: Sequence[str]) -> list[str]:
    """The names at the curves' ends, moved apart where they would lie upon each other."""
    order = sorted(range(len(heights)), key=lambda i: heights[i])
    at = [heights[i] for i in order]
    for i in range(1, len(at)):
        at[i] = max(at[i], at[i - 1] + 18)
    for i in reversed(range(len(at))):
        at[i] = min(at[i], FLOOR + 2 - 18 * (len(at) - 1 - i))
    out = []
    for i, y in zip(order, at, strict=True):
        name, colour = _cut(names[i]), _LOOKS[i][0]
        size = 14 if ink.columns(name) <= LABEL else 12
        out.append(ink.letters(_right() + 12, y + 5, name, size=size, anchor="start", fill=colour, bold=True))
    return out


def _cut(name: str) -> str:
    cut = name
    while ink.columns(cut) > LONG_LABEL:
        cut = cut[:-1]
    return name if cut == name else cut[:-1] + "…"


def _pinned(pins: Sequence[tuple[float, float, str]]) -> list[str]:
    """Pins above their points, or below where there is no room; none upon another."""
    heads: list[tuple[float, float]] = []
    out = []
    for x, y, sign in sorted(pins):
        for high in (y + way * far for far in (26, 48, 70, 92) for way in (-1, 1)):
            fits = ROOF + 10 <= high <= FLOOR - 10
            if fits and all(abs(x - px) > 22 or abs(high - py) > 22 for px, py in heads):
                break
        heads.append((x, high))
        out.append(
            f'<path d="M{x:.1f} {y:.1f}V{high:.1f}" stroke="{ink.INK}" stroke-width="1.6"/>'
            f'<circle cx="{x:.1f}" cy="{high:.1f}" r="10" fill="{ink.INK}" stroke="{ink.PAPER}" '
            'stroke-width="1.6"/>'
            + ink.letters(x, high + 5, sign, size=14, anchor="middle", fill=ink.PAPER, bold=True)
        )
    return out
