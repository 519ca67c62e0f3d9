"""The exercises of the lessons. Their answers are computed when they are asked for, never typed in.

Every answer comes from the library or is counted out here, and so do the known wrong answers: each `Slip`
computes what the pupil who slips so would get. The words stand in ``lessons/words.toml``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import count
from typing import Final

from inaba.chance import Chance, die
from inaba.dice import TWO_DICE, total
from lessons.answer import Kind, Slip
from solvers.fights import (
    SymbolicDice,
    beats,
    beats_expression,
    chain,
    expected_rolls,
    fundamental_matrix,
    loaded_die,
    rolls_until_beaten,
    who_beats,
)


class Key(StrEnum):
    """The messages of the exercises."""

    TEN_TITLE = "two_dice.ten.title"
    TEN_HINT_1 = "two_dice.ten.hint_1"
    TEN_HINT_2 = "two_dice.ten.hint_2"
    TEN_HINT_3 = "two_dice.ten.hint_3"
    TEN_SOLUTION = "two_dice.ten.solution"
    TEN_ONLY_TEN = "two_dice.ten.slip_only_ten"
    TEN_TOTALS = "two_dice.ten.slip_totals"
    TEN_PAIRS = "two_dice.ten.slip_pairs"
    TEN_ONE_DIE = "two_dice.ten.slip_one_die"

    WOUNDED_TITLE = "two_dice.wounded.title"
    WOUNDED_HINT_1 = "two_dice.wounded.hint_1"
    WOUNDED_HINT_2 = "two_dice.wounded.hint_2"
    WOUNDED_HINT_3 = "two_dice.wounded.hint_3"
    WOUNDED_SOLUTION = "two_dice.wounded.solution"
    WOUNDED_FRESH = "two_dice.wounded.slip_fresh"
    WOUNDED_DAMAGE = "two_dice.wounded.slip_damage"
    WOUNDED_MORE = "two_dice.wounded.slip_more"
    WOUNDED_EXACTLY = "two_dice.wounded.slip_exactly"

    ROLLS_TITLE = "two_dice.rolls.title"
    ROLLS_HINT_1 = "two_dice.rolls.hint_1"
    ROLLS_HINT_2 = "two_dice.rolls.hint_2"
    ROLLS_HINT_3 = "two_dice.rolls.hint_3"
    ROLLS_SOLUTION = "two_dice.rolls.solution"
    ROLLS_TWICE = "two_dice.rolls.slip_twice"
    ROLLS_HALF = "two_dice.rolls.slip_half"
    ROLLS_FACTOR = "two_dice.rolls.slip_factor"
    ROLLS_MORE = "two_dice.rolls.slip_more"

    TOUGHEST_TITLE = "two_dice.toughest.title"
    TOUGHEST_HINT_1 = "two_dice.toughest.hint_1"
    TOUGHEST_HINT_2 = "two_dice.toughest.hint_2"
    TOUGHEST_HINT_3 = "two_dice.toughest.hint_3"
    TOUGHEST_SOLUTION = "two_dice.toughest.solution"
    TOUGHEST_BELOW = "two_dice.toughest.slip_below"
    TOUGHEST_EASIER = "two_dice.toughest.slip_easier"
    TOUGHEST_FRESH = "two_dice.toughest.slip_fresh"
    TOUGHEST_COUNT = "two_dice.toughest.slip_count"

    KILL_GIVEN_TITLE = "kill.given.title"
    KILL_GIVEN_HINT_1 = "kill.given.hint_1"
    KILL_GIVEN_HINT_2 = "kill.given.hint_2"
    KILL_GIVEN_HINT_3 = "kill.given.hint_3"
    KILL_GIVEN_SOLUTION = "kill.given.solution"
    KILL_GIVEN_SLIP_ALL = "kill.given.slip_all"
    KILL_GIVEN_SLIP_SEVEN = "kill.given.slip_seven"
    KILL_GIVEN_SLIP_EIGHT = "kill.given.slip_eight"
    KILL_GIVEN_SLIP_FREE = "kill.given.slip_free"

    KILL_BOTH_TITLE = "kill.both.title"
    KILL_BOTH_HINT_1 = "kill.both.hint_1"
    KILL_BOTH_HINT_2 = "kill.both.hint_2"
    KILL_BOTH_HINT_3 = "kill.both.hint_3"
    KILL_BOTH_SOLUTION = "kill.both.solution"
    KILL_BOTH_SLIP_SECOND = "kill.both.slip_second"
    KILL_BOTH_SLIP_FIRST = "kill.both.slip_first"
    KILL_BOTH_SLIP_GIVEN = "kill.both.slip_given"
    KILL_BOTH_SLIP_SUM = "kill.both.slip_sum"

    KILL_FIVE_TITLE = "kill.five.title"
    KILL_FIVE_HINT_1 = "kill.five.hint_1"
    KILL_FIVE_HINT_2 = "kill.five.hint_2"
    KILL_FIVE_HINT_3 = "kill.five.hint_3"
    KILL_FIVE_SOLUTION = "kill.five.solution"
    KILL_FIVE_SLIP_ONCE = "kill.five.slip_once"
    KILL_FIVE_SLIP_SECOND_MISSES = "kill.five.slip_second_misses"

    KILL_TURN_TITLE = "kill.turn.title"
    KILL_TURN_HINT_1 = "kill.turn.hint_1"
    KILL_TURN_HINT_2 = "kill.turn.hint_2"
    KILL_TURN_HINT_3 = "kill.turn.hint_3"
    KILL_TURN_SOLUTION = "kill.turn.solution"
    KILL_TURN_SLIP_BEFORE = "kill.turn.slip_before"
    KILL_TURN_SLIP_LATER = "kill.turn.slip_later"

    KILL_BACK_TITLE = "kill.back.title"
    KILL_BACK_HINT_1 = "kill.back.hint_1"
    KILL_BACK_HINT_2 = "kill.back.hint_2"
    KILL_BACK_HINT_3 = "kill.back.hint_3"
    KILL_BACK_SOLUTION = "kill.back.solution"
    KILL_BACK_SLIP_TURNED = "kill.back.slip_turned"
    KILL_BACK_SLIP_BOTH = "kill.back.slip_both"
    KILL_BACK_SLIP_LOST = "kill.back.slip_lost"
    KILL_BACK_SLIP_NOTHING = "kill.back.slip_nothing"

    CHAIN_MOST_TITLE = "chain.most.title"
    CHAIN_MOST_HINT_1 = "chain.most.hint_1"
    CHAIN_MOST_HINT_2 = "chain.most.hint_2"
    CHAIN_MOST_HINT_3 = "chain.most.hint_3"
    CHAIN_MOST_SOLUTION = "chain.most.solution"
    CHAIN_MOST_SLIP_LEFT = "chain.most.slip_left"
    CHAIN_MOST_SLIP_ONE_DIE = "chain.most.slip_one_die"
    CHAIN_MOST_SLIP_USUAL = "chain.most.slip_usual"

    CHAIN_FOUR_TITLE = "chain.four.title"
    CHAIN_FOUR_HINT_1 = "chain.four.hint_1"
    CHAIN_FOUR_HINT_2 = "chain.four.hint_2"
    CHAIN_FOUR_HINT_3 = "chain.four.hint_3"
    CHAIN_FOUR_SOLUTION = "chain.four.solution"
    CHAIN_FOUR_SLIP_GEOMETRIC = "chain.four.slip_geometric"
    CHAIN_FOUR_SLIP_MORE = "chain.four.slip_more"
    CHAIN_FOUR_SLIP_ONE = "chain.four.slip_one"

    CHAIN_FIVE_TITLE = "chain.five.title"
    CHAIN_FIVE_HINT_1 = "chain.five.hint_1"
    CHAIN_FIVE_HINT_2 = "chain.five.hint_2"
    CHAIN_FIVE_HINT_3 = "chain.five.hint_3"
    CHAIN_FIVE_SOLUTION = "chain.five.solution"
    CHAIN_FIVE_SLIP_GEOMETRIC = "chain.five.slip_geometric"
    CHAIN_FIVE_SLIP_TWICE = "chain.five.slip_twice"
    CHAIN_FIVE_SLIP_MORE = "chain.five.slip_more"

    CHAIN_VISIT_TITLE = "chain.visit.title"
    CHAIN_VISIT_HINT_1 = "chain.visit.hint_1"
    CHAIN_VISIT_HINT_2 = "chain.visit.hint_2"
    CHAIN_VISIT_HINT_3 = "chain.visit.hint_3"
    CHAIN_VISIT_SOLUTION = "chain.visit.solution"
    CHAIN_VISIT_SLIP_DIRECT = "chain.visit.slip_direct"
    CHAIN_VISIT_SLIP_TWO = "chain.visit.slip_two"
    CHAIN_VISIT_SLIP_LESS = "chain.visit.slip_less"

    CHAIN_DIE_TITLE = "chain.die.title"
    CHAIN_DIE_HINT_1 = "chain.die.hint_1"
    CHAIN_DIE_HINT_2 = "chain.die.hint_2"
    CHAIN_DIE_HINT_3 = "chain.die.hint_3"
    CHAIN_DIE_SOLUTION = "chain.die.solution"
    CHAIN_DIE_SLIP_GEOMETRIC = "chain.die.slip_geometric"
    CHAIN_DIE_SLIP_MEAN = "chain.die.slip_mean"
    CHAIN_DIE_SLIP_TWO_DICE = "chain.die.slip_two_dice"
    CHAIN_DIE_SLIP_BEFORE = "chain.die.slip_before"

    POLY_THREE_TITLE = "poly.three.title"
    POLY_THREE_HINT_1 = "poly.three.hint_1"
    POLY_THREE_HINT_2 = "poly.three.hint_2"
    POLY_THREE_HINT_3 = "poly.three.hint_3"
    POLY_THREE_SOLUTION = "poly.three.solution"
    POLY_THREE_SLIP_UNORDERED = "poly.three.slip_unordered"
    POLY_THREE_SLIP_TWO = "poly.three.slip_two"
    POLY_THREE_SLIP_FOUR = "poly.three.slip_four"
    POLY_THREE_SLIP_SIX = "poly.three.slip_six"

    POLY_MEAN_TITLE = "poly.mean.title"
    POLY_MEAN_HINT_1 = "poly.mean.hint_1"
    POLY_MEAN_HINT_2 = "poly.mean.hint_2"
    POLY_MEAN_HINT_3 = "poly.mean.hint_3"
    POLY_MEAN_SOLUTION = "poly.mean.solution"
    POLY_MEAN_SLIP_FAIR = "poly.mean.slip_fair"
    POLY_MEAN_SLIP_SIXTHS = "poly.mean.slip_sixths"
    POLY_MEAN_SLIP_ONCE = "poly.mean.slip_once"

    POLY_DIE_TITLE = "poly.die.title"
    POLY_DIE_HINT_1 = "poly.die.hint_1"
    POLY_DIE_HINT_2 = "poly.die.hint_2"
    POLY_DIE_HINT_3 = "poly.die.hint_3"
    POLY_DIE_SOLUTION = "poly.die.solution"
    POLY_DIE_SLIP_DOUBLE = "poly.die.slip_double"
    POLY_DIE_SLIP_ODD = "poly.die.slip_odd"
    POLY_DIE_SLIP_NEVER = "poly.die.slip_never"

    POLY_LOADED_TITLE = "poly.loaded.title"
    POLY_LOADED_HINT_1 = "poly.loaded.hint_1"
    POLY_LOADED_HINT_2 = "poly.loaded.hint_2"
    POLY_LOADED_HINT_3 = "poly.loaded.hint_3"
    POLY_LOADED_SOLUTION = "poly.loaded.solution"
    POLY_LOADED_SLIP_SIX_ONLY = "poly.loaded.slip_six_only"
    POLY_LOADED_SLIP_HALF = "poly.loaded.slip_half"
    POLY_LOADED_SLIP_FAIR = "poly.loaded.slip_fair"

    POLY_ELEVEN_TITLE = "poly.eleven.title"
    POLY_ELEVEN_HINT_1 = "poly.eleven.hint_1"
    POLY_ELEVEN_HINT_2 = "poly.eleven.hint_2"
    POLY_ELEVEN_HINT_3 = "poly.eleven.hint_3"
    POLY_ELEVEN_SOLUTION = "poly.eleven.solution"
    POLY_ELEVEN_SLIP_LINEAR = "poly.eleven.slip_linear"
    POLY_ELEVEN_SLIP_FAIR = "poly.eleven.slip_fair"
    POLY_ELEVEN_SLIP_TARGET = "poly.eleven.slip_target"


@dataclass(frozen=True, slots=True)
class Exercise:
    """A question whose answer the library knows.

    Attributes
    ----------
    name : str
        What the pupil calls it: ``"1"``.
    kind : Kind
    title : Key
        A few words for the table of progress.
    answer : callable
        Computes the right answer, a `Fraction`.
    hints : tuple of Key
        From a nudge to nearly all of it; two or more.
    solution : Key
        The way there, in words; may use ``{exact}``.
    slips : callable
        Computes the known wrong answers.
    """

    name: str
    kind: Kind
    title: Key
    answer: Callable[[], Fraction]
    hints: tuple[Key, ...]
    solution: Key
    slips: Callable[[], tuple[Slip, ...]] = tuple


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


def _ten_slips() -> tuple[Slip, ...]:
    first, second = TWO_DICE
    pairs = {tuple(sorted((a, b))) for a in first for b in second}
    return (
        Slip(_exactly(10), Key.TEN_ONLY_TEN),
        Slip(Fraction(sum(t >= 10 for t in total()), len(total())), Key.TEN_TOTALS),
        Slip(Fraction(sum(sum(pair) >= 10 for pair in pairs), len(pairs)), Key.TEN_PAIRS),
        # (5,5) counted twice, or (4,6) and (6,4) as one: a way too many or too few.
        Slip(beats(10) + Fraction(1, 36), Key.TEN_ONE_DIE),
        Slip(beats(10) - Fraction(1, 36), Key.TEN_ONE_DIE),
    )


def _wounded_slips() -> tuple[Slip, ...]:
    return (
        Slip(beats(9), Key.WOUNDED_FRESH),
        Slip(beats(4), Key.WOUNDED_DAMAGE),
        Slip(beats(6), Key.WOUNDED_MORE),
        Slip(_exactly(5), Key.WOUNDED_EXACTLY),
    )


def _exercise(
    name: str,
    kind: Kind,
    stem: str,
    answer: Callable[[], Fraction],
    slips: Callable[[], tuple[Slip, ...]],
) -> Exercise:
    """An exercise whose messages all begin with ``stem``: a title, three hints, a solution."""
    hints = tuple(Key(f"{stem}.hint_{number}") for number in (1, 2, 3))
    return Exercise(name, kind, Key(f"{stem}.title"), answer, hints, Key(f"{stem}.solution"), slips)


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
        Slip(total().where(lambda t: 7 <= t < 9), Key.KILL_GIVEN_SLIP_ALL),
        Slip(not_beaten(9)[7], Key.KILL_GIVEN_SLIP_SEVEN),
        Slip(not_beaten(9)[8], Key.KILL_GIVEN_SLIP_EIGHT),
        Slip(beats(7), Key.KILL_GIVEN_SLIP_FREE),
    )


def _both_slips() -> tuple[Slip, ...]:
    return (
        Slip(beats(9 - 4), Key.KILL_BOTH_SLIP_SECOND),
        Slip(total()[4], Key.KILL_BOTH_SLIP_FIRST),
        Slip(not_beaten(9)[4] * beats(9 - 4), Key.KILL_BOTH_SLIP_GIVEN),
        Slip(total()[4] + beats(9 - 4), Key.KILL_BOTH_SLIP_SUM),
    )


def _turn_slips() -> tuple[Slip, ...]:
    turn = second_is_better()
    before = [Slip(Fraction(h), Key.KILL_TURN_SLIP_BEFORE) for h in range(turn - 3, turn)]
    return (*before, *(Slip(Fraction(h), Key.KILL_TURN_SLIP_LATER) for h in range(turn + 1, turn + 7)))


def _back_slips() -> tuple[Slip, ...]:
    return (
        Slip(beats(9 - 4), Key.KILL_BACK_SLIP_TURNED),
        Slip(_damage_then_beaten(4, 9), Key.KILL_BACK_SLIP_BOTH),
        Slip(not_beaten(9)[4], Key.KILL_BACK_SLIP_LOST),
        Slip(total()[4], Key.KILL_BACK_SLIP_NOTHING),
    )


ONE_DIE: Final = (die(6),)


def ever_left(left: int, hit_points: int) -> Fraction:
    """The chance that a shark has, at some time, exactly so many hit points left.

    Examples
    --------
    >>> ever_left(2, 4)
    Fraction(1, 36)
    """
    answer = fundamental_matrix(chain(hit_points))
    return answer.visits[answer.transient.index(hit_points)][answer.transient.index(left)]


def _most_slips() -> tuple[Slip, ...]:
    most = max(rolls_until_beaten(9))
    return (
        Slip(Fraction(most - 1), Key.CHAIN_MOST_SLIP_LEFT),
        Slip(Fraction(max(rolls_until_beaten(9, ONE_DIE))), Key.CHAIN_MOST_SLIP_ONE_DIE),
        *(Slip(Fraction(n), Key.CHAIN_MOST_SLIP_USUAL) for n in range(1, most - 1)),
    )


def _four_slips() -> tuple[Slip, ...]:
    return (
        Slip(1 / beats(4), Key.CHAIN_FOUR_SLIP_GEOMETRIC),
        Slip(expected_rolls(4) - 1, Key.CHAIN_FOUR_SLIP_MORE),
        Slip(Fraction(1), Key.CHAIN_FOUR_SLIP_ONE),
    )


def _five_slips() -> tuple[Slip, ...]:
    return (
        Slip(1 / beats(5), Key.CHAIN_FIVE_SLIP_GEOMETRIC),
        Slip(1 + (1 - beats(5)), Key.CHAIN_FIVE_SLIP_TWICE),
        Slip(expected_rolls(5) - 1, Key.CHAIN_FIVE_SLIP_MORE),
    )


def _visit_slips() -> tuple[Slip, ...]:
    return (
        Slip(total()[4], Key.CHAIN_VISIT_SLIP_DIRECT),
        Slip(total()[2] ** 2, Key.CHAIN_VISIT_SLIP_TWO),
        Slip(1 - beats(5), Key.CHAIN_VISIT_SLIP_LESS),
    )


def _die_slips() -> tuple[Slip, ...]:
    return (
        Slip(1 / beats(3, ONE_DIE), Key.CHAIN_DIE_SLIP_GEOMETRIC),
        Slip(3 / total(ONE_DIE).mean(), Key.CHAIN_DIE_SLIP_MEAN),
        Slip(expected_rolls(3), Key.CHAIN_DIE_SLIP_TWO_DICE),
        Slip(expected_rolls(2, ONE_DIE), Key.CHAIN_DIE_SLIP_BEFORE),
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


SIX_TWICE: Final = (Chance({1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 2}),)
"""A die whose 6 is twice as likely as each other face."""


def _three_slips() -> tuple[Slip, ...]:
    unordered = {tuple(sorted((a, b, 5 - a - b))) for a in range(1, 4) for b in range(1, 5 - a)}
    return (
        Slip(Fraction(len(unordered)), Key.POLY_THREE_SLIP_UNORDERED),
        Slip(ways(5, 2), Key.POLY_THREE_SLIP_TWO),
        Slip(ways(4, 3), Key.POLY_THREE_SLIP_FOUR),
        Slip(ways(6, 3), Key.POLY_THREE_SLIP_SIX),
    )


def _mean_slips() -> tuple[Slip, ...]:
    mean = total(SIX_TWICE).mean()
    return (
        Slip(die(6).mean(), Key.POLY_MEAN_SLIP_FAIR),
        Slip(mean * 7 / 6, Key.POLY_MEAN_SLIP_SIXTHS),
        Slip(mean - Fraction(6, 7), Key.POLY_MEAN_SLIP_ONCE),
    )


def _die_size_slips() -> tuple[Slip, ...]:
    faces = even_die(9)
    return (
        Slip(Fraction(faces + 2), Key.POLY_DIE_SLIP_DOUBLE),
        Slip(Fraction(faces + 1), Key.POLY_DIE_SLIP_ODD),
        *(Slip(Fraction(n), Key.POLY_DIE_SLIP_NEVER) for n in range(6, 11)),
    )


def _loaded_slips() -> tuple[Slip, ...]:
    return (
        # As if the loaded die won with a 6 only.
        Slip(Fraction(1, 2) / beats(9 - 6, ONE_DIE), Key.POLY_LOADED_SLIP_SIX_ONLY),
        Slip(Fraction(1, 2), Key.POLY_LOADED_SLIP_HALF),
        Slip(die(6)[6], Key.POLY_LOADED_SLIP_FAIR),
    )


def _eleven_slips() -> tuple[Slip, ...]:
    return (
        Slip(Fraction(1, 5) / Fraction(2, 5), Key.POLY_ELEVEN_SLIP_LINEAR),
        Slip(die(6)[6], Key.POLY_ELEVEN_SLIP_FAIR),
        Slip(Fraction(1, 5), Key.POLY_ELEVEN_SLIP_TARGET),
    )


LESSONS: Final[dict[str, tuple[Exercise, ...]]] = {
    "two-dice-and-a-shark": (
        Exercise(
            "1",
            Kind.CHANCE,
            Key.TEN_TITLE,
            lambda: beats(10),
            (Key.TEN_HINT_1, Key.TEN_HINT_2, Key.TEN_HINT_3),
            Key.TEN_SOLUTION,
            _ten_slips,
        ),
        Exercise(
            "2",
            Kind.CHANCE,
            Key.WOUNDED_TITLE,
            lambda: beats(9 - 4),
            (Key.WOUNDED_HINT_1, Key.WOUNDED_HINT_2, Key.WOUNDED_HINT_3),
            Key.WOUNDED_SOLUTION,
            _wounded_slips,
        ),
        Exercise(
            "3",
            Kind.COUNT,
            Key.ROLLS_TITLE,
            lambda: Fraction(rolls_for_half_the_error(beats(9), 100)),
            (Key.ROLLS_HINT_1, Key.ROLLS_HINT_2, Key.ROLLS_HINT_3),
            Key.ROLLS_SOLUTION,
            lambda: (
                Slip(Fraction(200), Key.ROLLS_TWICE),
                Slip(Fraction(50), Key.ROLLS_HALF),
                Slip(Fraction(25), Key.ROLLS_HALF),
                Slip(Fraction(300), Key.ROLLS_MORE),
                Slip(Fraction(4), Key.ROLLS_FACTOR),
            ),
        ),
        Exercise(
            "4",
            Kind.COUNT,
            Key.TOUGHEST_TITLE,
            lambda: Fraction(toughest(Fraction(1, 2))),
            (Key.TOUGHEST_HINT_1, Key.TOUGHEST_HINT_2, Key.TOUGHEST_HINT_3),
            Key.TOUGHEST_SOLUTION,
            lambda: (
                Slip(Fraction(toughest(Fraction(1, 2)) + 1), Key.TOUGHEST_BELOW),
                Slip(Fraction(toughest(Fraction(1, 2)) - 1), Key.TOUGHEST_EASIER),
                Slip(Fraction(9), Key.TOUGHEST_FRESH),
                Slip(beats(toughest(Fraction(1, 2))) * 36, Key.TOUGHEST_COUNT),
            ),
        ),
    ),
    "the-wounded-shark": (
        _exercise(
            "1",
            Kind.CHANCE,
            "kill.given",
            lambda: not_beaten(9).where(lambda damage: damage >= 7),
            _given_slips,
        ),
        _exercise("2", Kind.CHANCE, "kill.both", lambda: _damage_then_beaten(4, 9), _both_slips),
        _exercise(
            "3",
            Kind.CHANCE,
            "kill.five",
            lambda: who_beats(5)[0],
            lambda: (
                Slip(beats(5), Key.KILL_FIVE_SLIP_ONCE),
                Slip(beats(5) + total()[2], Key.KILL_FIVE_SLIP_SECOND_MISSES),
            ),
        ),
        _exercise("4", Kind.COUNT, "kill.turn", lambda: Fraction(second_is_better()), _turn_slips),
        _exercise(
            "5",
            Kind.CHANCE,
            "kill.back",
            lambda: _damage_then_beaten(4, 9) / rolls_until_beaten(9)[2],
            _back_slips,
        ),
    ),
    "how-many-rabbits": (
        _exercise("1", Kind.COUNT, "chain.most", lambda: Fraction(max(rolls_until_beaten(9))), _most_slips),
        _exercise("2", Kind.NUMBER, "chain.four", lambda: expected_rolls(4), _four_slips),
        _exercise("3", Kind.NUMBER, "chain.five", lambda: expected_rolls(5), _five_slips),
        _exercise("4", Kind.CHANCE, "chain.visit", lambda: ever_left(5, 9), _visit_slips),
        _exercise("5", Kind.NUMBER, "chain.die", lambda: expected_rolls(3, ONE_DIE), _die_slips),
    ),
    "dice-as-polynomials": (
        _exercise("1", Kind.COUNT, "poly.three", lambda: ways(5, 3), _three_slips),
        _exercise("2", Kind.NUMBER, "poly.mean", lambda: total(SIX_TWICE).mean(), _mean_slips),
        _exercise("3", Kind.COUNT, "poly.die", lambda: Fraction(even_die(9)), _die_size_slips),
        _exercise(
            "4",
            Kind.CHANCE,
            "poly.loaded",
            lambda: loading_for(Fraction(1, 2), 9, [loaded_die(face=6), die(6)]),
            _loaded_slips,
        ),
        _exercise(
            "5",
            Kind.CHANCE,
            "poly.eleven",
            lambda: loading_for(Fraction(1, 5), 11, [loaded_die(face=6)] * 2),
            _eleven_slips,
        ),
    ),
    "how-to-play-river": (),
}
"""The exercises of each lesson, by the lesson's name, in order."""
