"""Drawings of a race: who is first in every pair of times, and how times are spread."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final

from inaba.chance import Chance, die
from lessons import chart
from lessons.chart.grid import MOST_WAYS
from lessons.exercises.race import first
from lessons.voice import Refused, say

MOST_DICE: Final = 4
"""Times of more dice have too many steps for one drawing."""


def race_grid(ours: Iterable[int], theirs: Iterable[int]) -> chart.Chart:
    """Every pair of a time of A and one of B: those in which B is first are marked.

    Parameters
    ----------
    ours, theirs : iterable of int
        The times of A and of B: steps, centimetres on a ruler, milliseconds; all equally likely, 1 to
        `lessons.chart.grid.MOST_WAYS` each.

    Raises
    ------
    Refused
        If there are too few or too many.

    Examples
    --------
    >>> print(race_grid([1, 2], [2, 3]).text.splitlines()[-1])
    3 | A | A
    """
    a, b = [*ours], [*theirs]
    if not 1 <= min(len(a), len(b)) <= max(len(a), len(b)) <= MOST_WAYS:
        raise Refused("undrawn.times", most=MOST_WAYS, ours=len(a), theirs=len(b))
    whole = len(a) * len(b)
    marked = sum(two < one for one in a for two in b)
    same = sum(two == one for one in a for two in b)
    data: dict[str, object] = {
        "marked": marked,
        "whole": whole,
        "same": same,
        "other": whole - marked - same,
        "first": first(Chance.uniform(b), Chance.uniform(a)),
    }

    def sign(i: int, j: int) -> str:
        return "=" if a[i] == b[j] else "A" if a[i] < b[j] else "B"

    return chart.pairs(
        [*map(str, a)],
        [*map(str, b)],
        title=say("chart.race.grid.title", **data),
        first=say("chart.race.grid.ours"),
        second=say("chart.race.grid.theirs"),
        alt=say("chart.race.grid.alt", **data),
        cell=sign,
        marked=lambda i, j: sign(i, j) == "B",
        legend=[say("chart.race.grid.marked", **data), say("chart.race.grid.others", **data)],
    )


def step_times(dice: int) -> chart.Chart:
    """The time of so many dice, in steps: in how many of all throws each comes.

    Parameters
    ----------
    dice : int
        1 to `MOST_DICE`.

    Raises
    ------
    Refused
        If there are too few or too many.

    Examples
    --------
    >>> print(step_times(2).text.splitlines()[-1].split("|")[1].strip())
    1
    """
    if not 1 <= dice <= MOST_DICE:
        raise Refused("undrawn.dice", most=MOST_DICE, got=dice)
    time = die(6)
    for _ in range(dice - 1):
        time = time + die(6)
    whole = 6**dice
    data: dict[str, object] = {"n": dice, "whole": whole, "mean": time.mean()}
    return chart.bars(
        {steps: time[steps] * whole for steps in sorted(time)},
        title=say("chart.race.steps.title", **data),
        across=say("chart.race.steps.across"),
        up=say("chart.race.steps.up", **data),
        alt=say("chart.race.steps.alt", **data),
        legend=[say("chart.race.steps.mean", **data)],
    )


def reaction_times(times: Sequence[int], width: int = 20) -> chart.Chart:
    """Measured times, gathered in boxes of equal width, beside what they would be if all were alike.

    Parameters
    ----------
    times : sequence of int
        In milliseconds, 2 or more.
    width : int
        How wide a box is, in milliseconds, 1 or more.

    Raises
    ------
    Refused
        If there are too few times, or so many boxes that they could not be told apart.

    Examples
    --------
    >>> print(reaction_times([161, 165, 182, 190]).text.splitlines()[-1].split("|")[0].strip())
    180
    """
    if len(times) < 2 or width < 1:
        raise Refused("undrawn.measured")
    boxes = Counter(time // width * width for time in times)
    drawn = range(min(boxes), max(boxes) + 1, width)
    if len(drawn) > _MOST_BOXES:
        raise Refused("undrawn.boxes", boxes=len(drawn), width=width)
    even = Fraction(len(times), len(drawn))
    data: dict[str, object] = {
        "n": len(times),
        "width": width,
        "low": min(times),
        "high": max(times),
        "even": f"{float(even):.1f}",
    }
    return chart.bars(
        {box: Fraction(boxes[box]) for box in drawn},
        title=say("chart.race.times.title", **data),
        across=say("chart.race.times.across", **data),
        up=say("chart.race.times.up"),
        alt=say("chart.race.times.alt", **data),
        legend=[say("chart.race.times.measured"), say("chart.race.times.even", **data)],
        line=even,
    )


_MOST_BOXES: Final = 16
