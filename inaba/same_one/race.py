"""The race for Same One against computer players: how quick they are, and whose card lies first.

A computer's time is a whole number of milliseconds, each from half of a speed to one and a half times that
speed with the same chance. Times are drawn before anybody has called, for every computer, whether it holds
the number or not; that is what makes the race fair. A person's time is measured where he sits, and nothing
that arrives from there is simply believed (`believed`).
"""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Final

from inaba.errors import SetupError

QUICKEST: Final = 300
SLOWEST: Final = 5000
SPEED: Final = 1200
"""How quick computers are unless somebody says so: milliseconds on average."""

GRACE: Final = 1500
"""So many milliseconds a message may take on its way."""


def check_speed(speed: object) -> int:
    """A speed that can be: whole milliseconds.

    Raises
    ------
    SetupError
        If it is none, or not from 300 to 5000.
    """
    if type(speed) is not int or not QUICKEST <= speed <= SLOWEST:
        raise SetupError("same_one.race.speed", speed=speed, least=QUICKEST, most=SLOWEST)
    return speed


def span(speed: int) -> tuple[int, int]:
    """The least and the greatest time of a computer, in milliseconds.

    Examples
    --------
    >>> span(1200)
    (600, 1800)
    """
    return speed // 2, speed + speed // 2


def limit(speed: int) -> int:
    """How long a person is asked, in milliseconds: longer than any computer needs."""
    return 2 * speed


def drawn(speed: int, rng: Random) -> int:
    """The time of one computer, in milliseconds."""
    return rng.randint(*span(speed))


def beats(time: int, speed: int, rivals: int = 1) -> Fraction:
    """The chance that a person's time is shorter than that of each of so many computers.

    Parameters
    ----------
    time : int
        His time in milliseconds.
    speed : int
        That of the computers.
    rivals : int
        How many of them call.

    Examples
    --------
    >>> beats(600, 1200), beats(1200, 1200), beats(1800, 1200)
    (Fraction(1200, 1201), Fraction(600, 1201), Fraction(0, 1))
    """
    least, most = span(speed)
    slower = max(0, min(most - time, most - least + 1))
    return Fraction(slower, most - least + 1) ** rivals


def believed(told: int, elapsed: int) -> int | None:
    """A person's time as it counts, from what the browser told and what Python's own clock says.

    Parameters
    ----------
    told : int
        Milliseconds that the browser measured, 0 or more.
    elapsed : int
        Milliseconds since Python heard that the question was shown.

    Returns
    -------
    int or None
        What was told, where a message can have taken the rest; otherwise what must have passed. None where
        more was told than has passed.

    Examples
    --------
    >>> believed(640, 700), believed(640, 9000), believed(640, 100)
    (640, 7500, None)
    """
    if told > elapsed + GRACE // 10:
        return None
    return max(told, elapsed - GRACE)
