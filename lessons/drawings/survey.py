"""Drawings of surveys: the values of many layouts, and the intervals of many samples."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from lessons import chart
from lessons.voice import Refused, percent, say

if TYPE_CHECKING:
    from solvers.survey import Interval

BIN: Final = 5
"""A bar of the histogram is so many percentage points wide."""


def intervals(found: Iterable[Interval], exact: float) -> chart.Chart:
    """The confidence intervals of many samples, and how many of them hold the true mean.

    Parameters
    ----------
    found : iterable of Interval
        One to 120 of them.
    exact : float
        The true mean, in [0, 1].

    Raises
    ------
    Refused
        If there is no interval, or too many.
    """
    drawn = [(one.low, one.high) for one in found]
    held = sum(low <= exact <= high for low, high in drawn)
    data: dict[str, object] = {
        "n": len(drawn),
        "held": held,
        "missed": len(drawn) - held,
        "exact": percent(exact),
    }
    return chart.intervals(
        drawn,
        exact,
        title=say("chart.survey.intervals.title", **data),
        across=say("chart.survey.intervals.across"),
        up=say("chart.survey.intervals.up"),
        alt=say("chart.survey.intervals.alt", **data),
        heads=[say("chart.survey.intervals.low"), say("chart.survey.intervals.high")],
        legend=[
            say("chart.survey.intervals.holds", **data),
            say("chart.survey.intervals.misses", **data),
            say("chart.survey.intervals.exact", **data),
        ],
    )


def histogram(values: Iterable[float] | Mapping[int, int]) -> chart.Chart:
    """How many layouts have which value, in bars of 5 percentage points; those of half and more marked.

    Parameters
    ----------
    values : iterable of float, or mapping of int to int
        Player 1's value of each layout, in [0, 1]; or, where they have been counted already, how many lie
        in the bar that begins at so many percent: 0, 5, 10, ….

    Raises
    ------
    Refused
        If there is no value, one that is no chance, or a bar that begins elsewhere.
    """
    if isinstance(values, Mapping):
        bins = Counter(values)
    else:
        values = list(values)
        if not all(0 <= value <= 1 for value in values):
            raise Refused("undrawn.value")
        # Of 1.0, which is certain, the last bar below it.
        bins = Counter(min(100 - BIN, int(100 * value) // BIN * BIN) for value in values)
    if bins.total() < 1 or any(low % BIN or not 0 <= low < 100 for low in bins):
        raise Refused("undrawn.histogram", bin=BIN, twice=2 * BIN)
    data: dict[str, object] = {"n": bins.total(), "wide": BIN}
    # Without their numbers: how many layouts these are together is a question to pupils.
    legend = [say("chart.survey.values.ahead")] * any(low >= 50 for low in bins)
    legend += [say("chart.survey.values.behind")] * any(low < 50 for low in bins)
    most = max(bins, key=lambda low: bins[low])
    return chart.bars(
        {low: Fraction(bins[low]) for low in range(min(bins), max(bins) + 1, BIN)},
        title=say("chart.survey.values.title", **data),
        across=say("chart.survey.values.across", **data),
        up=say("chart.survey.values.up"),
        alt=say("chart.survey.values.alt", low=min(bins), high=max(bins) + BIN, most=most, **data),
        marked=lambda low: low >= 50,
        legend=legend,
    )
