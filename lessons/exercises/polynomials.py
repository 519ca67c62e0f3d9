"""The exercises of "Dice as polynomials"."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import count, permutations
from typing import Final, NamedTuple

from inaba.chance import Chance, die
from inaba.dice import total
from inaba.errors import Reason
from lessons.answer import Kind, Slip
from lessons.exercises.exercise import Exercise, exercise, in_a_row, listed, varied
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


_RAISED: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def _three(wanted: int) -> Exercise:
    """Three dice make a total of at most 8, so that no face is too large."""
    hands = [
        (a, b, wanted - a - b) for a in range(1, wanted) for b in range(a, wanted) if b <= wanted - a - b
    ]

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(Fraction(len(hands)), "poly.three.slip_unordered"),
            Slip(ways(wanted, 2), "poly.three.slip_two"),
            Slip(ways(wanted - 1, 3), "poly.three.slip_four"),
            Slip(ways(wanted + 1, 3), "poly.three.slip_six"),
        )

    def given() -> dict[str, object]:
        sums = [" + ".join(map(str, hand)) for hand in hands]
        orders = [len(set(permutations(hand))) for hand in hands]
        told = [
            Reason("poly.three.orders", {"sum": one, "n": number})
            for one, number in zip(sums, orders, strict=True)
        ]
        terms = [
            f"{'' if power == 3 else ways(power, 3)}x{str(power).translate(_RAISED)}"
            for power in range(3, wanted + 1)
        ]
        return {
            "wanted": wanted,
            "sums": " = ".join((str(wanted), *sums)),
            "each": listed(sums),
            "orders": Reason("kit.list.last", {"before": in_a_row(told[:-1]), "last": told[-1]}),
            "terms": " + ".join(terms),
            "power": f"x{str(wanted).translate(_RAISED)}",
            "before": f"x{str(wanted - 1).translate(_RAISED)}",
            "after": f"x{str(wanted + 1).translate(_RAISED)}",
        }

    made = exercise("1", Kind.COUNT, "poly.three", lambda: ways(wanted, 3), slips, given)
    return made if wanted == 5 else replace(made, hints=(*made.hints[:2], "poly.three.hint_3_more"))


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


def _loaded(fight: tuple[int, int]) -> Exercise:
    """A shark, and the faces of the fair die that is rolled beside the loaded one."""
    hit_points, faces = fight
    # How many faces of the fair die win with a 6 on the loaded one, and with each other face.
    six, *others = (max(faces + face + 1 - hit_points, 0) for face in range(6, 0, -1))
    helped = {face: wins for face, wins in zip(range(5, 0, -1), others, strict=True) if wins}
    fixed = Fraction(sum(others), 5 * faces)
    slope = Fraction(six, faces) - fixed

    def slips() -> tuple[Slip, ...]:
        return (
            # As if the loaded die won with a 6 only.
            Slip(Fraction(1, 2) / Fraction(six, faces), "poly.loaded.slip_six_only"),
            Slip(Fraction(1, 2), "poly.loaded.slip_half"),
            Slip(die(6)[6], "poly.loaded.slip_fair"),
        )

    def given() -> dict[str, object]:
        data = {"hit_points": hit_points, "faces": faces}
        kind = "usual" if faces == 6 else "other"
        tip = "curve" if hit_points == 9 else kind
        return {
            **data,
            "fair": Reason(f"poly.loaded.fair.{kind}", data),
            "tip": Reason(f"poly.loaded.tip.{tip}", data),
            "six": six,
            "with": listed(sorted(helped)),
            "wins": listed(sorted(helped.values())),
            "cases": sum(others),
            "first": _times_p(Fraction(six, faces)),
            "slope": _times_p(slope),
            "fixed": str(fixed),
            "gap": str(Fraction(1, 2) - fixed),
            "below": slope.denominator,
            "above": slope.numerator,
            "usual": str(beats(hit_points, (die(6), die(faces)))),
        }

    made = exercise(
        "4",
        Kind.CHANCE,
        "poly.loaded",
        lambda: loading_for(Fraction(1, 2), hit_points, [loaded_die(face=6), die(faces)]),
        slips,
        given,
    )
    if slope.numerator > 1:
        return made
    return replace(made, hints=(*made.hints[:2], "poly.loaded.hint_3_times"))


def _times_p(factor: Fraction) -> str:
    """So many times p, as one writes it.

    Examples
    --------
    >>> _times_p(Fraction(7, 15)), _times_p(Fraction(1, 2))
    ('7p/15', 'p/2')
    """
    return f"{'' if factor.numerator == 1 else factor.numerator}p/{factor.denominator}"


class Even(NamedTuple):
    """A chance against 11, and its equation: both sides times a number, its factors, its roots."""

    chance: Fraction
    equation: str
    factors: str
    roots: tuple[str, str]


def _eleven(even: Even) -> Exercise:
    """Both dice are loaded, and beat a shark of 11 with such a chance."""

    def slips() -> tuple[Slip, ...]:
        linear = even.chance / Fraction(2, 5)
        return (
            # No chance at all where it is more than 1.
            *([Slip(linear, "poly.eleven.slip_linear")] if linear <= 1 else []),
            Slip(die(6)[6], "poly.eleven.slip_fair"),
            Slip(even.chance, "poly.eleven.slip_target"),
        )

    def given() -> dict[str, object]:
        kind = "fifth" if even.chance == Fraction(1, 5) else "other"
        return {
            "chance": str(even.chance),
            "head": Reason(f"poly.eleven.head.{kind}", {"chance": str(even.chance)}),
            "inside": Reason(f"poly.eleven.inside.{kind}", {"chance": str(even.chance)}),
            "equation": even.equation,
            "factors": even.factors,
            "negative": even.roots[0],
            "positive": even.roots[1],
        }

    return exercise(
        "5",
        Kind.CHANCE,
        "poly.eleven",
        lambda: loading_for(even.chance, 11, [loaded_die(face=6)] * 2),
        slips,
        given,
    )


EXERCISES: Final = (
    varied(_three, 5, 6, 7),
    varied(_mean, 2, 3, 4),
    varied(_die_size, 9, 8, 10, 11),
    varied(_loaded, (9, 6), (8, 6), (10, 8)),
    varied(
        _eleven,
        Even(Fraction(1, 5), "3p² + 2p - 1", "(3p - 1)(p + 1)", ("-1", "1/3")),
        Even(Fraction(7, 20), "12p² + 8p - 7", "(2p - 1)(6p + 7)", ("-7/6", "1/2")),
        Even(Fraction(8, 15), "9p² + 6p - 8", "(3p - 2)(3p + 4)", ("-4/3", "2/3")),
    ),
)
