"""What a solver says that a position is worth, as a person reads it and as a bar shows it."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Final, NamedTuple

from inaba.percent import bounds_in_percent, bounds_say_nothing, in_points
from lessons.laboratory.analyst import Known
from lessons.voice import about, as_percent, percent
from solvers.monte_carlo import Estimate, told_apart
from solvers.oracle import Share, Shares
from solvers.search import Interval, Rounded, Value

MOST_WRITTEN: Final = 40
"""A longer fraction is not written out."""


class Worth(NamedTuple):
    """A value to be shown.

    Attributes
    ----------
    low, high : float
        In [0, 1]. What is certain, or within one standard error; the same number where it is exact.
    text : str
        In percent: ``"91.5 %"``, ``"41.2 – 59.1 %"``, ``"53.7 ± 2.8 %"``. What is certain is ``"0 %"`` or
        ``"100 %"``, and nothing else looks like it.
    exact : str
        The fraction, where it is exact and short enough.
    short : str
        What fits on a card: ``"91.5%"``, ``"41–60%"``, ``"≈54%"``.
    """

    low: float
    high: float
    text: str
    exact: str
    short: str


def worth(value: Value) -> Worth:
    """A value of any kind, to be shown.

    Examples
    --------
    >>> worth(Fraction(5, 18))
    Worth(low=0.2777777777777778, high=0.2777777777777778, text='27.8 %', exact='5/18', short='27.8%')
    >>> worth(Interval(Fraction(41234, 100000), Fraction(59001, 100000)))[2:]
    ('41.2 – 59.1 %', '', '41–60%')
    >>> worth(Estimate(0.5371, 0.0275, 300))[2:]
    ('53.7 ± 2.8 %', '', '≈54%')
    """
    match value:
        case Fraction():
            exact = str(value) if len(str(value)) <= MOST_WRITTEN else ""
            shown = percent(value)
            return Worth(float(value), float(value), shown, exact, _short(shown))
        case Rounded(value=number):
            shown = about(float(number))  # never exactly 0 or 1
            return Worth(float(number), float(number), shown, "", _short(shown))
        case Interval():
            return Worth(*value.floats(), _between(value), "", _short(format(value, ".0%")))
        case Estimate(mean=mean, standard_error=error):
            if not error:
                # The outcome is certain without a game.
                shown = as_percent(Fraction(mean))
                return Worth(mean, mean, shown, "", _short(shown))
            shown = f"{100 * mean:.1f} ± {math.ceil(1000 * error - 1e-9) / 10:.1f} %"
            return Worth(max(0.0, mean - error), min(1.0, mean + error), shown, "", f"≈{mean:.0%}")


def _short(shown: str) -> str:
    return shown.replace(" ", "")


def _between(value: Interval) -> str:
    """Bounds, rounded outwards."""
    return f"{' – '.join(bounds_in_percent(value.low, value.high))} %"


def says_nothing(value: Interval) -> bool:
    """`inaba.percent.bounds_say_nothing` of an interval."""
    return bounds_say_nothing(value.low, value.high)


class Difference(NamedTuple):
    """How two values compare.

    Attributes
    ----------
    verdict : {"equal", "exact", "rounded", "certain", "likely", "open"}
        Exactly equal; an exact difference; one to within a table's error; bounds that do not overlap;
        estimates far enough apart; or nothing can be said.
    sign : int
        1 where the first is better, -1 where the second is, 0 where neither is or nobody can say.
    points : str
        How far apart, in percentage points; of bounds at least so far; of estimates with its standard
        error.
    exact : str
        The exact difference as a fraction, where it is short enough.
    """

    verdict: str
    sign: int
    points: str
    exact: str = ""


def difference(first: Value, second: Value) -> Difference:
    """How two values of the same answer compare.

    Examples
    --------
    >>> difference(Fraction(1, 2), Fraction(1, 3))
    Difference(verdict='exact', sign=1, points='16.7', exact='1/6')
    >>> difference(Estimate(0.5, 0.02, 100), Estimate(0.55, 0.02, 100)).verdict
    'open'
    >>> difference(Interval(Fraction(0), Fraction(1, 2)), Interval(Fraction(3, 5), Fraction(1)))
    Difference(verdict='certain', sign=-1, points='10.0', exact='')
    """
    match first, second:
        case Fraction(), Fraction():
            apart = first - second
            if not apart:
                return Difference("equal", 0, "0")
            exact = str(abs(apart)) if len(str(apart)) <= MOST_WRITTEN else ""
            return Difference("exact", 1 if apart > 0 else -1, in_points(abs(apart)), exact)
        case Interval(), Interval():
            if first.low > second.high:
                return Difference("certain", 1, _at_least(first.low - second.high))
            if second.low > first.high:
                return Difference("certain", -1, _at_least(second.low - first.high))
            return Difference("open", 0, "")
        case Estimate(), Estimate():
            error = math.hypot(first.standard_error, second.standard_error)
            far = first.mean - second.mean
            if not told_apart(first, second):
                return Difference("open", 0, "")
            return Difference("likely", 1 if far > 0 else -1, f"{100 * abs(far):.1f} ± {100 * error:.1f}")
        case _:
            one, other = _rounded(first), _rounded(second)
            apart = one.value - other.value
            if abs(apart) <= one.error + other.error:
                return Difference("open", 0, "")
            return Difference("rounded", 1 if apart > 0 else -1, in_points(abs(apart), exact=False))


def _rounded(value: Value) -> Rounded:
    if isinstance(value, Rounded):
        return value
    if isinstance(value, Fraction):
        return Rounded(value, Fraction(0))
    raise TypeError(f"{value!r} comes from another kind of answer")


def _at_least(apart: Fraction) -> str:
    """A proven difference in percentage points, rounded down."""
    return bounds_in_percent(apart, Fraction(1))[0]


# What an answer says of a position. Of three and four players that is what each gets if everyone maximises
# his own chance, where that is found and checked; else what each can guarantee against all others together.


def shares(known: Known) -> tuple[Value, ...]:
    """What each player has, in seat order."""
    if not isinstance(known, Shares):
        return known.value
    return known.maxn or tuple(_with_error(share, known.error) for share in known.guarantee)


def of_moves(known: Known | None, player: int) -> dict[str, Value]:
    """What each move is worth to its player, best first."""
    match known:
        case None:
            return {}
        case Shares():
            rows = known.moves if known.maxn is None else known.by_maxn()
            return {str(row.step): _share(row, known.error, player) for row in rows}
        case _:
            return {str(row.move): row.value[player - 1] for row in known.moves}


def of_events(known: Known | None, player: int) -> dict[str, Value]:
    """What a player has after each event of chance, where that is known."""
    match known:
        case None:
            return {}
        case Shares(outcomes=rows, error=error):
            return {str(row.step): _share(row, error, player) for row in rows}
        case _:
            return {str(row.event): row.value[player - 1] for row in known.outcomes}


def guaranteed(known: Known | None, player: int) -> dict[str, Value]:
    """What a player can guarantee after each move, where that is not all that is known."""
    if not isinstance(known, Shares) or known.maxn is None:
        return {}
    return {str(row.step): _with_error(row.guarantee[player - 1], known.error) for row in known.moves}


def _share(row: Share, error: Fraction, player: int) -> Value:
    if row.maxn is not None:
        return row.maxn[player - 1]
    return _with_error(row.guarantee[player - 1], error)


def _with_error(share: Fraction, error: Fraction) -> Value:
    return Rounded(share, error) if error else share
