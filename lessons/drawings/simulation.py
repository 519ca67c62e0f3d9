"""Simulated shares and means beside the exact value."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import inf, sqrt

from lessons import chart
from lessons.panel import Panel, frame, paragraph, table
from lessons.voice import Refused, percent, say


def standard_error(share: Fraction | float, rolls: int) -> float:
    """How far a share seen in so many rolls is off, typically.

    Parameters
    ----------
    share : Fraction or float
        In [0, 1].
    rolls : int
        1 or more.

    Examples
    --------
    >>> standard_error(0.5, 100)
    0.05
    """
    return sqrt(float(share) * (1 - float(share)) / rolls)


def compare(won: int, rolls: int, exact: Fraction) -> Panel:
    """A simulated share beside the exact chance: how far apart, and whether that is to be expected.

    Parameters
    ----------
    won, rolls : int
        Rolls that won, and rolls in all; 1 or more.
    exact : Fraction
        The exact chance.

    Raises
    ------
    Refused
        If ``won`` is not between 0 and ``rolls``, or there was no roll.
    """
    _check_rolls(won, rolls)
    share = Fraction(won, rolls)
    # A share of 0 or 1 estimates its own error as 0, which it is not; the exact chance gives the right one.
    error = standard_error(share, rolls) or standard_error(exact, rolls)
    apart = abs(float(share) - float(exact))
    times = apart / error if error else 0.0
    rows = [
        [say("kit.compare.simulated", won=f"{won:,}", rolls=f"{rolls:,}"), percent(float(share))],
        [say("kit.compare.error"), "± " + say("kit.compare.points", points=f"{100 * error:.1f}")],
        [say("kit.compare.exact", exact=str(exact)), percent(exact)],
        [say("kit.compare.apart"), say("kit.compare.points", points=f"{100 * apart:.1f}")],
    ]
    return _compared(rows, times)


def _check_rolls(won: int, rolls: int) -> None:
    if not 0 <= won <= rolls or not rolls:
        raise Refused("undrawn.won", won=won, rolls=rolls)


def compare_mean(numbers: Iterable[int], exact: Fraction) -> Panel:
    """The mean of simulated numbers beside the exact one: how far apart, and whether that is to be expected.

    Parameters
    ----------
    numbers : iterable of int
        What came out each time; two or more.
    exact : Fraction
        The exact expected value.

    Raises
    ------
    Refused
        If there are fewer than two numbers.
    """
    seen = list(numbers)
    if len(seen) < 2:
        raise Refused("undrawn.two_numbers")
    mean = Fraction(sum(seen), len(seen))
    variance = sum((number - mean) ** 2 for number in seen) / (len(seen) - 1)
    error = sqrt(float(variance) / len(seen))
    apart = abs(float(mean - exact))
    # Where all numbers are the same the error seems to be 0; then only equality agrees.
    times = apart / error if error else inf if apart else 0.0
    rows = [
        [say("kit.mean.simulated", n=len(seen)), f"{float(mean):.3f}"],
        [say("kit.compare.error"), f"± {error:.3f}"],
        [say("kit.compare.exact", exact=str(exact)), f"{float(exact):.3f}"],
        [say("kit.compare.apart"), f"{apart:.3f}"],
    ]
    return _compared(rows, times)


def _compared(rows: list[list[str]], times: float) -> Panel:
    key = "kit.compare.near" if times <= 2 else "kit.compare.far" if times <= 4 else "kit.compare.very_far"
    verdict, caption = say(key, times=f"{times:.1f}"), say("kit.compare.caption")
    html = table(caption, [], rows) + paragraph(verdict)
    return Panel(frame("begin", html), "\n".join([caption, *(" | ".join(row) for row in rows), verdict]))


def closing_in(results: Iterable[tuple[int, int]], exact: Fraction) -> chart.Chart:
    """Simulated shares from more and more rolls, each with its standard error, around the exact chance.

    Parameters
    ----------
    results : iterable of (int, int)
        For each simulation the rolls that won and the rolls in all.
    exact : Fraction
        The exact chance.

    Raises
    ------
    Refused
        If there is no simulation, or one of no roll or of more that won than were rolled.
    """
    estimates = []
    for won, rolls in results:
        _check_rolls(won, rolls)
        share = Fraction(won, rolls)
        error = standard_error(share, rolls) or standard_error(exact, rolls)
        estimates.append(chart.Estimate(rolls, share, error))
    if not estimates:
        raise Refused("undrawn.no_simulation")
    first, last = estimates[0], estimates[-1]
    return chart.closing_in(
        estimates,
        exact,
        title=say("chart.closing_in.title"),
        across=say("chart.closing_in.across"),
        up=say("chart.closing_in.up"),
        alt=say(
            "chart.closing_in.alt",
            exact=exact,
            first=f"{first.rolls:,}",
            first_error=percent(first.error),
            last=f"{last.rolls:,}",
            last_error=percent(last.error),
        ),
        legend=(say("chart.closing_in.exact", exact=exact), say("chart.closing_in.observed")),
    )
