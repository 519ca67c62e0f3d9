"""The exercises of "The race"."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from inaba.chance import Chance, die, product
from lessons.answer import Kind, Slip
from lessons.exercises.exercise import Exercise, exercise, varied

STEPS: Final = die(6)
"""A time of one die: every step from 1 to 6 with the same chance."""
TWO_STEPS: Final = STEPS + STEPS
"""A time of two dice, one for seeing and one for grabbing: a triangle."""

COMPUTER: Final = die(12)
"""A computer's time in exercise 4."""

Drops = tuple[int, ...]
"""Centimetres on a ruler."""


def later(time: Chance[int], delay: int) -> Chance[int]:
    """A time that is longer by so many steps.

    Examples
    --------
    >>> later(die(2), 3)
    Chance({4: 1, 5: 1})
    """
    return time.map(lambda steps: steps + delay)


def ahead(one: Chance[int], other: Chance[int]) -> Fraction:
    """The chance that one time is shorter than an independent other one.

    Examples
    --------
    >>> ahead(die(6), die(6))
    Fraction(5, 12)
    """
    return product(one, other).where(lambda times: times[0] < times[1])


def level(one: Chance[int], other: Chance[int]) -> Fraction:
    """The chance that both times are the same.

    Examples
    --------
    >>> level(die(6), die(6))
    Fraction(1, 6)
    """
    return product(one, other).where(lambda times: times[0] == times[1])


def first(one: Chance[int], other: Chance[int]) -> Fraction:
    """The chance to be first if a coin decides where both are (Same One, rule 11: equal weights).

    Examples
    --------
    >>> first(die(6), die(6))
    Fraction(1, 2)
    """
    return ahead(one, other) + level(one, other) / 2


def never_from(time: Chance[int]) -> int:
    """The least delay with which one is never first alone against the same time without it.

    Examples
    --------
    >>> never_from(STEPS)
    5
    """
    delay = 0
    while ahead(later(time, delay), time):
        delay += 1
    return delay


_SLOW: Final = later(STEPS, 1)


def _slower_slips() -> tuple[Slip, ...]:
    return (
        # The same as with the ties counted for B.
        Slip(ahead(STEPS, STEPS), "race.slower.slip_no_delay"),
        Slip(ahead(STEPS, _SLOW), "race.slower.slip_other"),
        Slip(Fraction(0), "race.slower.slip_never"),
        Slip(Fraction(1, 2), "race.slower.slip_half"),
    )


def _coin_slips() -> tuple[Slip, ...]:
    return (
        Slip(ahead(_SLOW, STEPS), "race.coin.slip_alone"),
        Slip(ahead(_SLOW, STEPS) + level(_SLOW, STEPS), "race.coin.slip_all"),
        Slip(level(_SLOW, STEPS) / 2, "race.coin.slip_coin"),
        Slip(Fraction(1, 2), "race.coin.slip_half"),
        Slip(first(STEPS, _SLOW), "race.coin.slip_other"),
        Slip(ahead(_SLOW, STEPS) + level(STEPS, STEPS) / 2, "race.coin.slip_no_delay"),
    )


def _never_slips() -> tuple[Slip, ...]:
    return (
        Slip(Fraction(never_from(STEPS)), "race.never.slip_one_die"),
        Slip(Fraction(never_from(TWO_STEPS) - 1), "race.never.slip_just"),
        Slip(Fraction(never_from(TWO_STEPS) + 1), "race.never.slip_tie"),
        Slip(Fraction(max(TWO_STEPS)), "race.never.slip_most"),
    )


def _rivals(mine: int) -> Exercise:
    """Faster than two computers with a time of so many steps."""
    one = COMPUTER.where(lambda steps: steps > mine)

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(one, "race.rivals.slip_one"),
            Slip(1 - 2 * (1 - one), "race.rivals.slip_added"),
            Slip(COMPUTER.where(lambda steps: steps >= mine) ** 2, "race.rivals.slip_ties"),
            Slip(1 - (1 - one) ** 2, "race.rivals.slip_any"),
            Slip(one / 2, "race.rivals.slip_half"),
        )

    def given() -> dict[str, object]:
        return {"mine": mine, "next": mine + 1, "slower": 12 - mine, "one": str(one)}

    return exercise("4", Kind.CHANCE, "race.rivals", lambda: one**2, slips, given)


def _ruler(drops: tuple[Drops, Drops]) -> Exercise:
    """The drops of A and of B."""
    ours, theirs = (Chance.uniform(of) for of in drops)
    rows = [2 * (b < a) + (b == a) for a, b in zip(*drops, strict=True)]

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(ahead(theirs, ours), "race.ruler.slip_alone"),
            Slip(ahead(theirs, ours) + level(theirs, ours), "race.ruler.slip_ties"),
            Slip(first(ours, theirs), "race.ruler.slip_other"),
            Slip(Fraction(0), "race.ruler.slip_mean"),
            Slip(Fraction(sum(rows), 2 * len(rows)), "race.ruler.slip_rows"),
        )

    def given() -> dict[str, object]:
        pairs = len(drops[0]) * len(drops[1])
        return {
            "ours": ", ".join(map(str, drops[0])),
            "theirs": ", ".join(map(str, drops[1])),
            "ahead": int(ahead(theirs, ours) * pairs),
            "ties": int(level(theirs, ours) * pairs),
        }

    return exercise("5", Kind.CHANCE, "race.ruler", lambda: first(theirs, ours), slips, given)


EXERCISES: Final = (
    exercise("1", Kind.CHANCE, "race.slower", lambda: ahead(_SLOW, STEPS), _slower_slips),
    exercise("2", Kind.CHANCE, "race.coin", lambda: first(_SLOW, STEPS), _coin_slips),
    exercise("3", Kind.COUNT, "race.never", lambda: Fraction(never_from(TWO_STEPS)), _never_slips),
    varied(_rivals, 3, 2, 5),
    varied(
        _ruler,
        ((12, 15, 15, 20), (14, 15, 18, 22)),
        ((13, 16, 16, 19), (15, 16, 18, 21)),
        ((12, 14, 17, 21), (13, 17, 16, 23)),
    ),
)
