"""The exercises of "Two dice and a shark"."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate, count
from typing import Final

from inaba.dice import TWO_DICE, total
from lessons.answer import Kind, Slip
from lessons.exercises.exercise import Exercise, exercise, varied
from solvers.fights import beats


def squared_error(chance: Fraction, rolls: int) -> Fraction:
    """The variance of the share of hits in so many rolls: the standard error, squared.

    Parameters
    ----------
    chance : Fraction
        Of a hit, in [0, 1].
    rolls : int
        1 or more.

    Examples
    --------
    >>> squared_error(Fraction(1, 2), 100)
    Fraction(1, 400)
    """
    return chance * (1 - chance) / rolls


def rolls_for_half_the_error(chance: Fraction, rolls: int) -> int:
    """The fewest rolls whose standard error is at most half that of ``rolls``.

    Examples
    --------
    >>> rolls_for_half_the_error(Fraction(1, 2), 25)
    100
    """
    aim = squared_error(chance, rolls) / 4
    return next(n for n in count(rolls) if squared_error(chance, n) <= aim)


def toughest(chance: Fraction) -> int:
    """The most hit points that one roll of two dice beats with at least this chance.

    Examples
    --------
    >>> toughest(Fraction(1)), toughest(Fraction(1, 36))
    (2, 12)
    """
    return max(hit_points for hit_points in range(max(total()) + 1) if beats(hit_points) >= chance)


def _exactly(hit_points: int) -> Fraction:
    return total()[hit_points]


def _ways(totals: range) -> list[int]:
    """In how many ways of all 36 each total comes."""
    return [int(total()[one] * 36) for one in totals]


def _ten(hit_points: int) -> Exercise:
    """A fresh shark."""
    enough = range(hit_points, max(total()) + 1)

    def slips() -> tuple[Slip, ...]:
        first, second = TWO_DICE
        pairs = {tuple(sorted((a, b))) for a in first for b in second}
        return (
            Slip(_exactly(hit_points), "two_dice.ten.slip_only"),
            # Of a shark of 10 this is the chance of exactly 10 as well: that slip is the likelier.
            *[Slip(beats(above), "two_dice.ten.slip_more") for above in [hit_points + 1] if above < 11],
            Slip(Fraction(len(enough), len(total())), "two_dice.ten.slip_totals"),
            Slip(
                Fraction(sum(sum(pair) >= hit_points for pair in pairs), len(pairs)),
                "two_dice.ten.slip_pairs",
            ),
            # (5,5) counted twice, or (4,6) and (6,4) as one: a way too many or too few.
            Slip(beats(hit_points) + Fraction(1, 36), "two_dice.ten.slip_one_die"),
            Slip(beats(hit_points) - Fraction(1, 36), "two_dice.ten.slip_one_die"),
        )

    def given() -> dict[str, object]:
        ways = _ways(enough)
        return {
            "hit_points": hit_points,
            "above": hit_points + 1,
            "totals": ", ".join(map(str, enough)),
            "ways": ", ".join(map(str, ways)),
            "sum": " + ".join(map(str, ways)),
            "count": sum(ways),
        }

    return exercise("1", Kind.CHANCE, "two_dice.ten", lambda: beats(hit_points), slips, given)


def _wounded(damage: int) -> Exercise:
    """The shark of the lesson, wounded."""
    left = 9 - damage
    too_small = range(min(total()), left)

    def given() -> dict[str, object]:
        ways = _ways(too_small)
        return {
            "damage": damage,
            "left": left,
            "totals": ", ".join(map(str, too_small)),
            "sum": " + ".join(map(str, ways)),
            "lost": sum(ways),
            "won": 36 - sum(ways),
        }

    return exercise(
        "2",
        Kind.CHANCE,
        "two_dice.wounded",
        lambda: beats(left),
        lambda: (
            Slip(beats(9), "two_dice.wounded.slip_fresh"),
            Slip(beats(damage), "two_dice.wounded.slip_damage"),
            Slip(beats(left + 1), "two_dice.wounded.slip_more"),
            Slip(_exactly(left), "two_dice.wounded.slip_exactly"),
        ),
        given,
    )


def _rolls(rolls: int) -> Exercise:
    """So many rolls, of which a quarter and a half are whole numbers."""
    said = {
        2 * rolls: "two_dice.rolls.slip_twice",
        rolls // 2: "two_dice.rolls.slip_half",
        rolls // 4: "two_dice.rolls.slip_half",
        3 * rolls: "two_dice.rolls.slip_more",
        4: "two_dice.rolls.slip_factor",
    }

    def given() -> dict[str, object]:
        error = 100 * float(squared_error(beats(9), rolls)) ** 0.5
        return {"rolls": rolls, "more": 3 * rolls, "error": f"{error:.1f}"}

    return exercise(
        "3",
        Kind.COUNT,
        "two_dice.rolls",
        lambda: Fraction(rolls_for_half_the_error(beats(9), rolls)),
        lambda: tuple(Slip(Fraction(rolls), key) for rolls, key in said.items()),
        given,
    )


def _toughest(least: Fraction) -> Exercise:
    """A chance that no shark has exactly."""
    most = toughest(least)

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(Fraction(most + 1), "two_dice.toughest.slip_below"),
            Slip(Fraction(most - 1), "two_dice.toughest.slip_easier"),
            Slip(Fraction(9), "two_dice.toughest.slip_fresh"),
            Slip(beats(most) * 36, "two_dice.toughest.slip_count"),
        )

    def given() -> dict[str, object]:
        counts = list(accumulate(reversed(_ways(range(most, max(total()) + 1)))))
        return {
            "least": least,
            "needed": least * 36,
            "counts": ", ".join(map(str, counts)),
            "bars": len(counts),
            "most": most,
            "won": counts[-1],
            "next": most + 1,
            "next_won": counts[-2],
        }

    return exercise("4", Kind.COUNT, "two_dice.toughest", lambda: Fraction(most), slips, given)


EXERCISES: Final = (
    varied(_ten, 10, 8, 7),
    varied(_wounded, 4, 3, 2),
    varied(_rolls, 100, 200, 60, 400),
    varied(_toughest, Fraction(1, 2), Fraction(2, 3), Fraction(3, 4)),
)
