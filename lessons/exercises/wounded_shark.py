"""The exercises of "The wounded shark"."""

from __future__ import annotations

from fractions import Fraction
from itertools import count
from typing import Final

from inaba.chance import Chance
from inaba.dice import total
from lessons.answer import Kind, Slip
from lessons.exercises.exercise import Exercise, exercise, varied
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


def _given(hit_points: int) -> Exercise:
    """A shark that lives, and that whoever is next surely beats."""
    least = hit_points - min(total())
    lives = not_beaten(hit_points)

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(total().where(lambda t: least <= t < hit_points), "kill.given.slip_all"),
            Slip(lives[least], "kill.given.slip_seven"),
            Slip(lives[least + 1], "kill.given.slip_eight"),
            Slip(beats(least), "kill.given.slip_free"),
        )

    def given() -> dict[str, object]:
        ways_least, ways_most = (int(total()[damage] * 36) for damage in (least, least + 1))
        ruled_out = int(beats(hit_points) * 36)
        return {
            "hit_points": hit_points,
            "least": least,
            "most": least + 1,
            "ruled_out": ruled_out,
            "left": 36 - ruled_out,
            "ways_least": ways_least,
            "ways_most": ways_most,
            "count": ways_least + ways_most,
        }

    return exercise(
        "1",
        Kind.CHANCE,
        "kill.given",
        lambda: lives.where(lambda damage: damage >= least),
        slips,
        given,
    )


def _both(numbers: tuple[int, int]) -> Exercise:
    """The hit points of a fresh shark, and what the first roll takes."""
    hit_points, damage = numbers
    left = hit_points - damage

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(beats(left), "kill.both.slip_second"),
            Slip(total()[damage], "kill.both.slip_first"),
            Slip(not_beaten(hit_points)[damage] * beats(left), "kill.both.slip_given"),
            Slip(total()[damage] + beats(left), "kill.both.slip_sum"),
        )

    def given() -> dict[str, object]:
        return {
            "hit_points": hit_points,
            "damage": damage,
            "left": left,
            "first": int(total()[damage] * 36),
            "second": int(beats(left) * 36),
            "lost": int((1 - beats(hit_points)) * 36),
        }

    return exercise(
        "2", Kind.CHANCE, "kill.both", lambda: _damage_then_beaten(damage, hit_points), slips, given
    )


def _turn_slips() -> tuple[Slip, ...]:
    turn = second_is_better()
    before = [Slip(Fraction(h), "kill.turn.slip_before") for h in range(turn - 3, turn)]
    return (*before, *(Slip(Fraction(h), "kill.turn.slip_later") for h in range(turn + 1, turn + 7)))


def _back(damage: int) -> Exercise:
    """What the first roll took from a shark of 9, as the lesson's list of pairs has it."""

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(beats(9 - damage), "kill.back.slip_turned"),
            Slip(_damage_then_beaten(damage, 9), "kill.back.slip_both"),
            Slip(not_beaten(9)[damage], "kill.back.slip_lost"),
            Slip(total()[damage], "kill.back.slip_nothing"),
        )

    def given() -> dict[str, object]:
        first, second = int(total()[damage] * 36), int(beats(9 - damage) * 36)
        return {
            "damage": damage,
            "first": first,
            "second": second,
            "pairs": first * second,
            "killed": int(rolls_until_beaten(9)[2] * 36**2),
        }

    return exercise(
        "5",
        Kind.CHANCE,
        "kill.back",
        lambda: _damage_then_beaten(damage, 9) / rolls_until_beaten(9)[2],
        slips,
        given,
    )


EXERCISES: Final = (
    varied(_given, 9, 8, 10, 7),
    varied(_both, (9, 4), (10, 4), (8, 3), (11, 5)),
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
    varied(_back, 4, 3, 5),
)
