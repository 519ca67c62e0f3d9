"""How a chance, or a difference of two, is written in percent wherever people read one: the one rule for all.

What is exactly 0 or 1 is ``0 %`` or ``100 %``, without places, and nothing else is: what is exact and neither
never looks as if it were, and what was rounded, simulated or looked up in a table keeps its places.
"""

from __future__ import annotations

import math
from fractions import Fraction
from numbers import Rational


def in_percent(value: Fraction | float, places: int = 1, space: str = " ", *, exact: bool = True) -> str:
    """A chance in percent, rounded half to even.

    Parameters
    ----------
    value : Fraction, int or float
        In [0, 1]; what is estimated, or its error, may lie outside. A float is never exact.
    places : int, default 1
        How many places it is rounded to, 0 or more.
    space : str, default " "
        What stands before the sign ``%``, and after ``<`` or ``>``.
    exact : bool, default True
        Whether an int or Fraction is the chance itself; False where it was rounded before.

    Examples
    --------
    >>> in_percent(Fraction(5, 18)), in_percent(Fraction(5, 18), 3, "")
    ('27.8 %', '27.778%')
    >>> in_percent(0), in_percent(Fraction(1, 7776)), in_percent(1 - Fraction(1, 7776)), in_percent(1)
    ('0 %', '< 0.1 %', '> 99.9 %', '100 %')
    >>> in_percent(0.0), in_percent(Fraction(1), exact=False), in_percent(1.0, 0)
    ('0.0 %', '100.0 %', '≈ 100 %')
    """
    fine = 10**places
    if isinstance(value, Rational):
        if exact and value.denominator == 1:
            return f"{100 * value.numerator}{space}%"
        # Half a place is half a place, which a float hardly ever is.
        number = _decimal(round(100 * fine * Fraction(value)), places)
    else:
        number = f"{100 * float(value):z.{places}f}"
    nothing, certain = _decimal(0, places), _decimal(100 * fine, places)
    if number == nothing and value > 0:
        return f"<{space}{_decimal(1, places)}{space}%"
    if number == certain and value < 1:
        return f">{space}{_decimal(100 * fine - 1, places)}{space}%"
    # Without places only a mark can tell it from what is exact.
    mark = f"≈{space}" if not places and number in (nothing, certain) else ""
    return f"{mark}{number}{space}%"


def in_points(
    apart: Fraction | float, places: int = 1, *, exact: bool = True, signed: bool = False, minus: str = "-"
) -> str:
    """A difference of two chances, or a sum of such, in percentage points: by the same rule.

    Parameters
    ----------
    apart : Fraction, int or float
        A float is never exact.
    places : int, default 1
        How many places it is rounded to, 1 or more.
    exact : bool, default True
        Whether an int or Fraction is the difference itself; False where it was rounded before.
    signed : bool, default False
        Whether a plus stands before what is above 0; none stands before ``<`` or ``>``.
    minus : str, default "-"

    Examples
    --------
    >>> in_points(Fraction(5, 18)), in_points(Fraction(-1, 8), signed=True), in_points(Fraction(1, 12), 3)
    ('27.8', '-12.5', '8.333')
    >>> in_points(0), in_points(Fraction(1, 7776)), in_points(1 - Fraction(1, 7776)), in_points(1)
    ('0', '< 0.1', '> 99.9', '100')
    >>> in_points(Fraction(-1, 7776)), in_points(Fraction(1, 7776) - 1), in_points(Fraction(1), exact=False)
    ('> -0.1', '< -99.9', '100.0')
    """
    size = in_percent(-apart if apart < 0 else apart, places, "", exact=exact).removesuffix("%")
    if size[0] in "<>":
        if apart > 0:
            return f"{size[0]} {size[1:]}"
        return f"{'>' if size[0] == '<' else '<'} {minus}{size[1:]}"
    sign = minus if apart < 0 else "+" if signed and apart > 0 else ""
    return sign + size


def bounds_in_percent(low: Fraction, high: Fraction, places: int = 1) -> tuple[str, str]:
    """Proven bounds of a chance in percent, rounded outwards, without the sign ``%``.

    Parameters
    ----------
    low, high : Fraction
        In [0, 1].
    places : int, default 1
        How many places they are rounded to, 0 or more. Exactly 0 and 1 have none.

    Examples
    --------
    >>> bounds_in_percent(Fraction(0), Fraction(2, 3)), bounds_in_percent(Fraction(1, 7776), Fraction(1))
    (('0', '66.7'), ('0.0', '100'))
    """
    fine = 100 * 10**places
    ends = ((low, math.floor(low * fine)), (high, math.ceil(high * fine)))
    least, most = (
        str(100 * end.numerator) if end.denominator == 1 else _decimal(parts, places) for end, parts in ends
    )
    return least, most


def bounds_say_nothing(low: Fraction, high: Fraction, places: int = 1) -> bool:
    """Whether bounds, as `bounds_in_percent` writes them, say no more than that a chance is one.

    Examples
    --------
    >>> [bounds_say_nothing(low, Fraction(1)) for low in (Fraction(1, 10**6), Fraction(1, 9))]
    [True, False]
    """
    fine = 100 * 10**places
    return bool(low * fine < 1 and (1 - high) * fine < 1)


def _decimal(parts: int, places: int) -> str:
    """A number of tenths, hundredths, ... with so many places."""
    whole, rest = divmod(abs(parts), 10**places)
    sign = "-" if parts < 0 else ""
    return f"{sign}{whole}.{rest:0{places}d}" if places else f"{sign}{whole}"
