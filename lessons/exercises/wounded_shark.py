"""The exercises of "The wounded shark"."""

from __future__ import annotations

from fractions import Fraction
from itertools import count
from typing import Final

from inaba.chance import Chance
from inaba.dice import total
from lessons.answer import Kind, Slip
from lessons.exercises.exercise import exercise
from solvers.fights import (
    beats,
    rolls_until_beaten,
    who_beats,
)


def not_beaten(hit_points: int) -> Chance[int]:
    """The damage of one roll, given that it did not beat the shark.

    Examples
    --------
    >>> not_beaten(4)
    Chance({2: 1, 3: 2})
    """
    return total().given(lambda damage: damage < hit_points)


def second_is_better() -> int:
    """The fewest hit points at which the second of two rabbits is the likelier to beat the shark."""
    return next(h for h in count(1) if who_beats(h)[1] > who_beats(h)[0])


def _damage_then_beaten(damage: int, hit_points: int) -> Fraction:
    return total()[damage] * beats(hit_points - damage)


def _given_slips() -> tuple[Slip, ...]:
    return (
        Slip(total().where(lambda t: 7 <= t < 9), "kill.given.slip_all"),
        Slip(not_beaten(9)[7], "kill.given.slip_seven"),
        Slip(not_beaten(9)[8], "kill.given.slip_eight"),
        Slip(beats(7), "kill.given.slip_free"),
    )


def _both_slips() -> tuple[Slip, ...]:
    return (
        Slip(beats(9 - 4), "kill.both.slip_second"),
        Slip(total()[4], "kill.both.slip_first"),
        Slip(not_beaten(9)[4] * beats(9 - 4), "kill.both.slip_given"),
        Slip(total()[4] + beats(9 - 4), "kill.both.slip_sum"),
    )


def _turn_slips() -> tuple[Slip, ...]:
    turn = second_is_better()
    before = [Slip(Fraction(h), "kill.turn.slip_before") for h in range(turn - 3, turn)]
    return (*before, *(Slip(Fraction(h), "kill.turn.slip_later") for h in range(turn + 1, turn + 7)))


def _back_slips() -> tuple[Slip, ...]:
    return (
        Slip(beats(9 - 4), "kill.back.slip_turned"),
        Slip(_damage_then_beaten(4, 9), "kill.back.slip_both"),
        Slip(not_beaten(9)[4], "kill.back.slip_lost"),
        Slip(total()[4], "kill.back.slip_nothing"),
    )


EXERCISES: Final = (
    exercise(
        "1",
        Kind.CHANCE,
        "kill.given",
        lambda: not_beaten(9).where(lambda damage: damage >= 7),
        _given_slips,
    ),
    exercise("2", Kind.CHANCE, "kill.both", lambda: _damage_then_beaten(4, 9), _both_slips),
    exercise(
        "3",
        Kind.CHANCE,
        "kill.five",
        lambda: who_beats(5)[0],
        lambda: (
            Slip(beats(5), "kill.five.slip_once"),
            Slip(beats(5) + total()[2], "kill.five.slip_second_misses"),
        ),
    ),
    exercise("4", Kind.COUNT, "kill.turn", lambda: Fraction(second_is_better()), _turn_slips),
    exercise(
        "5",
        Kind.CHANCE,
        "kill.back",
        lambda: _damage_then_beaten(4, 9) / rolls_until_beaten(9)[2],
        _back_slips,
    ),
)
