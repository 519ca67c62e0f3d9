"""Drawings of how far simulations are off: shares that settle down, and the spread of many small ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import comb, sqrt
from typing import Final

from lessons import chart
from lessons.drawings.simulation import standard_error
from lessons.voice import Refused, percent, say

_RARE: Final = Fraction(1, 1000)
"""Numbers of wins that are rarer are drawn only if they came."""


def running(tries: Sequence[Sequence[bool]], exact: Fraction) -> chart.Chart:
    """The share of wins after each try of some long experiments, and the funnel of two standard errors.

    Parameters
    ----------
    tries : sequence of sequences of bool
        One to three experiments: won or not, in order, 10 tries or more.
    exact : Fraction
        The exact chance, in [0, 1].

    Raises
    ------
    Refused
        If there are too many experiments or none, or one is too short.
    """
    longest = max(map(len, tries), default=0)
    names = [say("chart.error.running.run", number=number) for number in range(1, len(tries) + 1)]
    return chart.runs(
        tries,
        exact,
        lambda n: 2 * standard_error(exact, n),
        title=say("chart.error.running.title"),
        across=say("chart.error.running.across"),
        up=say("chart.error.running.up"),
        alt=say(
            "chart.error.running.alt",
            n=len(tries),
            exact=exact,
            first=percent(2 * standard_error(exact, 10)),
            most=f"{longest:,}",
            last=percent(2 * standard_error(exact, max(1, longest))),
        ),
        legend=[
            *names,
            say("chart.error.running.exact", exact=exact),
            say("chart.error.running.funnel"),
        ],
    )


def spread(wins: Iterable[int], games: int, exact: Fraction) -> chart.Chart:
    """How often each number of wins came among many equal experiments, and how often it should.

    Parameters
    ----------
    wins : iterable of int
        The wins of each experiment, 0 to ``games``.
    games : int
        The tries of each experiment, 1 or more.
    exact : Fraction
        The exact chance of a win, strictly between 0 and 1.

    Raises
    ------
    Refused
        If there is no experiment, or wins that cannot be.
    """
    seen = Counter(wins)
    if not seen or not 0 <= min(seen) <= max(seen) <= games or not 0 < exact < 1:
        raise Refused("undrawn.wins", games=games)
    number = seen.total()
    chances = {k: comb(games, k) * exact**k * (1 - exact) ** (games - k) for k in range(games + 1)}
    drawn = [k for k in chances if chances[k] >= _RARE or seen[k]]
    mean, variance = games * exact, games * exact * (1 - exact)
    near = {k for k in chances if (k - mean) ** 2 <= variance}
    inside = sum(chances[k] for k in near)
    data: dict[str, object] = {
        "n": number,
        "games": games,
        "inside": percent(inside),
        "seen": percent(sum(seen[k] for k in near) / number),
        "low": min(near, default=0),
        "high": max(near, default=0),
    }
    return chart.bars(
        {k: number * chances[k] for k in range(min(drawn), max(drawn) + 1)},
        title=say("chart.error.spread.title", **data),
        across=say("chart.error.spread.across", **data),
        up=say("chart.error.spread.up"),
        alt=say("chart.error.spread.alt", **data),
        marked=lambda k: k in near,
        legend=[
            say("chart.error.spread.near", **data),
            say("chart.error.spread.far"),
            say("chart.error.spread.observed", **data),
        ],
        observed={
            k: chart.Observed(Fraction(seen[k]), sqrt(number * chances[k] * (1 - chances[k])))
            for k in range(min(drawn), max(drawn) + 1)
        },
    )
