"""The exercises of "Dice as polynomials"."""

from __future__ import annotations

from fractions import Fraction
from itertools import count
from typing import Final

from inaba.chance import Chance, die
from inaba.dice import total
from lessons.answer import Kind, Slip
from lessons.exercises.exercise import Exercise, exercise, varied
from lessons.exercises.markov_chain import ONE_DIE
from solvers.fights import (
    SymbolicDice,
    beats,
    beats_expression,
    loaded_die,
)


def ways(wanted: int, dice: int) -> Fraction:
    """In how many outcomes so many six-sided dice have a total.

    Examples
    --------
    >>> ways(7, 2)
    Fraction(6, 1)
    """
    whole: int = 6**dice
    return total((die(6),) * dice)[wanted] * whole


def loading_for(chance: Fraction, hit_points: int, dice: SymbolicDice) -> Fraction:
    """The chance of a 6 with which dice loaded with ``p`` beat a shark just so often.

    Raises
    ------
    ValueError
        If there is not exactly one such fraction in [0, 1].

    Examples
    --------
    >>> loading_for(Fraction(1, 36), 12, [loaded_die(face=6)] * 2)
    Fraction(1, 6)
    """
    from sympy import Rational, Symbol, solve

    p = Symbol("p")
    roots = solve(beats_expression(hit_points, dice) - Rational(chance.numerator, chance.denominator), p)
    found: list[Fraction] = [
        Fraction(int(root.p), int(root.q)) for root in roots if root.is_Rational and 0 <= root <= 1
    ]
    if len(found) != 1:
        raise ValueError(f"p for {chance} against {hit_points} is not one fraction: {roots}")
    return found[0]


def even_die(hit_points: int) -> int:
    """The faces of the one fair die that beats a shark in half of all rolls.

    Examples
    --------
    >>> even_die(2)
    2
    """
    return next(faces for faces in count(2) if beats(hit_points, (die(faces),)) == Fraction(1, 2))


def _three_slips() -> tuple[Slip, ...]:
    unordered = {tuple(sorted((a, b, 5 - a - b))) for a in range(1, 4) for b in range(1, 5 - a)}
    return (
        Slip(Fraction(len(unordered)), "poly.three.slip_unordered"),
        Slip(ways(5, 2), "poly.three.slip_two"),
        Slip(ways(4, 3), "poly.three.slip_four"),
        Slip(ways(6, 3), "poly.three.slip_six"),
    )


def _mean(times: int) -> Exercise:
    """A die whose 6 is so many times as likely as each other face."""
    mean = total((Chance({1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: times}),)).mean()
    parts = 5 + times

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(die(6).mean(), "poly.mean.slip_fair"),
            Slip(mean * parts / 6, "poly.mean.slip_sixths"),
            Slip(mean - Fraction(6 * (times - 1), parts), "poly.mean.slip_once"),
        )

    def given() -> dict[str, object]:
        return {"times": times, "parts": parts, "sixes": 6 * times, "about": f"{float(mean):.2f}"}

    return exercise("2", Kind.NUMBER, "poly.mean", lambda: mean, slips, given)


def _die_size(hit_points: int) -> Exercise:
    """A shark for one fair die."""
    faces = even_die(hit_points)

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(Fraction(faces + 2), "poly.die.slip_double"),
            Slip(Fraction(faces + 1), "poly.die.slip_odd"),
            *(Slip(Fraction(n), "poly.die.slip_never") for n in range(6, hit_points + 2)),
        )

    def given() -> dict[str, object]:
        return {
            "hit_points": hit_points,
            "next": hit_points + 1,
            "losing": hit_points - 1,
            "double": 2 * hit_points,
        }

    return exercise("3", Kind.COUNT, "poly.die", lambda: Fraction(faces), slips, given)


def _loaded_slips() -> tuple[Slip, ...]:
    return (
        # As if the loaded die won with a 6 only.
        Slip(Fraction(1, 2) / beats(9 - 6, ONE_DIE), "poly.loaded.slip_six_only"),
        Slip(Fraction(1, 2), "poly.loaded.slip_half"),
        Slip(die(6)[6], "poly.loaded.slip_fair"),
    )


def _eleven_slips() -> tuple[Slip, ...]:
    return (
        Slip(Fraction(1, 5) / Fraction(2, 5), "poly.eleven.slip_linear"),
        Slip(die(6)[6], "poly.eleven.slip_fair"),
        Slip(Fraction(1, 5), "poly.eleven.slip_target"),
    )


EXERCISES: Final = (
    exercise("1", Kind.COUNT, "poly.three", lambda: ways(5, 3), _three_slips),
    varied(_mean, 2, 3, 4),
    varied(_die_size, 9, 8, 10, 11),
    exercise(
        "4",
        Kind.CHANCE,
        "poly.loaded",
        lambda: loading_for(Fraction(1, 2), 9, [loaded_die(face=6), die(6)]),
        _loaded_slips,
    ),
    exercise(
        "5",
        Kind.CHANCE,
        "poly.eleven",
        lambda: loading_for(Fraction(1, 5), 11, [loaded_die(face=6)] * 2),
        _eleven_slips,
    ),
)
