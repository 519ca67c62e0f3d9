"""Fights: numbers, chain and expressions agree with each other, with brute force, and with what is known."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from math import ceil, comb, prod

import networkx as nx
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy.polys.orderings import lex
from sympy.polys.rings import PolyRing

from inaba.chance import Chance, die
from inaba.dice import TWO_DICE, Dice, parse_dice, total
from inaba.errors import InabaError, SetupError, TooLarge
from solvers.fights import (
    SymbolicDice,
    beaten_within,
    beats,
    beats_expression,
    chain,
    damage_after,
    expected_rolls,
    expected_rolls_expression,
    fundamental_matrix,
    generating_function,
    joint_generating_function,
    left_after,
    loaded_die,
    overshoot,
    rolls_generating_function,
    rolls_until_beaten,
    rolls_until_beaten_all,
    turns_chain,
    who_beats,
)

MOST = 60
DICE = ("2d6", "1d8", "3d4", "{1:1,6:2}", "1d6+{2:3,5:1}", "1d20", "{3:1}", "{2:1,4:5}+{4:1,6:1}")
X, Z = sympy.symbols("x z")


def fraction(number: sympy.Expr) -> Fraction:
    assert isinstance(number, sympy.Rational)
    return Fraction(int(number.p), int(number.q))


def coefficients(polynomial: sympy.Expr, variable: sympy.Symbol) -> dict[int, Fraction]:
    terms = sympy.Poly(polynomial, variable, domain="QQ").terms()
    return {power: fraction(value) for (power,), value in terms if value}


def probabilities(chance: Chance[int]) -> dict[int, Fraction]:
    return {outcome: chance[outcome] for outcome in chance}


# Brute force: every sequence of rolls, one by one ---------------------------------------------------------


def sequences(dice: Dice, length: int) -> Iterator[tuple[list[int], Fraction]]:
    """Every sequence of so many rolls, as their totals, with its chance."""
    rolls = [
        (sum(face for face, _ in faces), prod(weight for _, weight in faces))
        for faces in product(*(list(one.items()) for one in dice))
    ]
    whole = sum(weight for _, weight in rolls)
    for sequence in product(rolls, repeat=length):
        weight = prod(weight for _, weight in sequence)
        yield [total for total, _ in sequence], Fraction(weight, whole**length)


SMALL = [
    ("2d6", 4),
    ("1d6", 5),
    ("1d4", 6),
    ("{1:1,6:2}", 11),
    ("1d2+{1:3,3:1}", 9),
    ("3d2", 9),
    ("{2:1,3:4}", 13),
]


@pytest.mark.parametrize(("text", "most"), SMALL)
def test_all_sequences_of_rolls_one_by_one(text: str, most: int) -> None:
    dice = parse_dice(text)
    for hit_points in range(most + 1):
        length = max(1, ceil(hit_points / sum(min(one) for one in dice)))
        one_roll = Fraction(0)
        counts: Counter[int] = Counter()
        over: Counter[int] = Counter()
        damage: list[Counter[int]] = [Counter() for _ in range(length + 1)]
        winners: dict[int, Counter[int]] = {rabbits: Counter() for rabbits in (1, 2, 3, 4)}
        for totals, p in sequences(dice, length):
            sums = [sum(totals[:n]) for n in range(length + 1)]
            n = next(n for n, s in enumerate(sums) if s >= hit_points)
            one_roll += p * (totals[0] >= hit_points)
            counts[n] += p  # type: ignore[assignment] # a Counter adds Fractions as well
            over[sums[n] - hit_points] += p  # type: ignore[assignment] # as above
            for k, s in enumerate(sums):
                damage[k][min(s, hit_points)] += p  # type: ignore[assignment] # as above
            for rabbits, shares in winners.items():
                if n:
                    shares[(n - 1) % rabbits + 1] += p  # type: ignore[assignment] # as above
        assert beats(hit_points, dice) == one_roll
        assert probabilities(rolls_until_beaten(hit_points, dice)) == counts
        assert expected_rolls(hit_points, dice) == sum(n * p for n, p in counts.items())
        assert probabilities(overshoot(hit_points, dice)) == over
        for k, spread in enumerate(damage):
            assert probabilities(damage_after(hit_points, k, dice)) == spread
            assert beaten_within(hit_points, k, dice) == spread[hit_points]
        for rabbits, shares in winners.items():
            assert who_beats(hit_points, rabbits, dice) == tuple(shares[r] for r in range(1, rabbits + 1))


def beaten_by_turns(left: int, each: tuple[Dice, ...], roller: int) -> dict[int, Fraction]:
    """Who beats it, by walking down the tree of rolls, each rabbit with its own dice."""
    if left <= 0:
        return {(roller - 1) % len(each): Fraction(1)}
    shares: dict[int, Fraction] = {}
    for faces in product(*(list(one.items()) for one in each[roller])):
        p = prod(
            (Fraction(w, one.total) for one, (_, w) in zip(each[roller], faces, strict=True)),
            start=Fraction(1),
        )
        rest = beaten_by_turns(left - sum(face for face, _ in faces), each, (roller + 1) % len(each))
        for rabbit, share in rest.items():
            shares[rabbit] = shares.get(rabbit, Fraction(0)) + p * share
    return shares


@pytest.mark.parametrize(
    "texts", [("1d4", "1d2"), ("{1:1,6:2}", "1d3", "2d2"), ("1d2", "{5:1}"), ("2d3", "2d3")]
)
@pytest.mark.parametrize("hit_points", [1, 2, 5, 7])
def test_rabbits_with_dice_of_their_own(texts: tuple[str, ...], hit_points: int) -> None:
    each = tuple(map(parse_dice, texts))
    answer = fundamental_matrix(turns_chain(hit_points, len(each), each))
    for first in range(len(each)):
        walked = beaten_by_turns(hit_points, each, first)
        expected = tuple(walked.get(rabbit, Fraction(0)) for rabbit in range(len(each)))
        assert who_beats(hit_points, len(each), each, first=first + 1) == expected
        assert answer.absorbed[answer.transient.index((hit_points, first + 1))] == expected


# Numbers, chain and expressions agree, for hit points 0 to 60 --------------------------------------------


@cache
def every(text: str) -> tuple[Chance[int], ...]:
    return rolls_until_beaten_all(MOST, parse_dice(text))


@cache
def every_expanded(text: str) -> tuple[dict[int, Fraction], ...]:
    """The coefficients of the generating functions of the number of rolls."""
    dice = parse_dice(text)
    return tuple(
        coefficients(rolls_generating_function(hit_points, dice, Z), Z) for hit_points in range(MOST + 1)
    )


@pytest.mark.parametrize("text", DICE)
def test_one_pass_is_each_alone(text: str) -> None:
    dice = parse_dice(text)
    assert len(every(text)) == MOST + 1
    for hit_points, together in enumerate(every(text)):
        alone = rolls_until_beaten(hit_points, dice)
        assert together == alone
        assert list(together) == sorted(alone)


@pytest.mark.parametrize("text", DICE)
def test_one_roll_three_ways(text: str) -> None:
    dice = parse_dice(text)
    shark = chain(MOST, dice)
    assert coefficients(generating_function(dice, X), X) == probabilities(total(dice))
    for hit_points in range(MOST + 1):
        chance = beats(hit_points, dice)
        assert fraction(beats_expression(hit_points, dice)) == chance
        if hit_points:
            assert every(text)[hit_points][1] == chance
            edge = shark.get_edge_data(hit_points, 0, {"probability": 0})
            assert edge["probability"] == chance


@pytest.mark.parametrize("text", DICE)
def test_number_of_rolls_three_ways(text: str) -> None:
    dice = parse_dice(text)
    shark = chain(MOST, dice)
    beaten = {left: Fraction(left == 0) for left in shark}
    within = [Fraction(0)] * (MOST + 1)
    for n in range(MOST + 1):
        within = [sum_ + every(text)[hit_points][n] for hit_points, sum_ in enumerate(within)]
        assert dict(enumerate(within)) == beaten
        beaten = {
            left: sum(data["probability"] * beaten[after] for after, data in shark.adj[left].items())
            for left in shark
        }
    assert every_expanded(text) == tuple(map(probabilities, every(text)))


@pytest.mark.parametrize("text", DICE)
def test_expected_rolls_four_ways(text: str) -> None:
    dice = parse_dice(text)
    answer = fundamental_matrix(chain(MOST, dice))
    assert answer.transient == tuple(range(MOST, 0, -1))
    assert answer.absorbing == (0,)
    assert answer.absorbed == ((Fraction(1),),) * MOST
    steps = dict(zip(answer.transient, answer.steps, strict=True))
    steps[0] = Fraction(0)
    for hit_points, distribution in enumerate(every(text)):
        expected = expected_rolls(hit_points, dice)
        assert expected == distribution.mean() == steps[hit_points]
        assert expected == fraction(expected_rolls_expression(hit_points, dice))


@pytest.mark.parametrize("text", DICE)
def test_joint_generating_function_has_all_sharks(text: str) -> None:
    """Times its denominator, the series of all sharks up to 60 is its numerator, as far as they go."""
    dice = parse_dice(text)
    numerator, denominator = sympy.fraction(joint_generating_function(dice, X, Z))
    polynomials = PolyRing((X, Z), sympy.QQ, lex)
    series = polynomials.from_dict(
        {
            (hit_points, n): sympy.QQ(p.numerator, p.denominator)
            for hit_points, distribution in enumerate(every(text))
            for n, p in probabilities(distribution).items()
        }
    )
    left = series * polynomials.from_expr(denominator)
    right = polynomials.from_expr(numerator)
    assert {m: c for m, c in left.terms() if m[0] <= MOST} == {m: c for m, c in right.terms() if m[0] <= MOST}


@pytest.mark.parametrize("text", DICE)
@pytest.mark.parametrize("hit_points", [0, 1, 9, 20, MOST])
def test_damage_left_three_ways(text: str, hit_points: int) -> None:
    dice = parse_dice(text)
    shark = chain(hit_points, dice)
    one_roll = sympy.Poly(generating_function(dice, X), X, domain="QQ")
    power = sympy.Poly(1, X, domain="QQ")
    spread = {hit_points: Fraction(1)}
    for n in range(ceil(hit_points / min(total(dice))) + 2):
        left = left_after(hit_points, n, dice)
        assert probabilities(left) == spread
        assert probabilities(damage_after(hit_points, n, dice)) == {
            hit_points - k: p for k, p in spread.items()
        }
        assert beaten_within(hit_points, n, dice) == spread.get(0, 0)
        for (damage,), value in power.terms():
            if damage < hit_points:
                assert left[hit_points - damage] == fraction(value)
        following: dict[int, Fraction] = {}
        for before, p in spread.items():
            for after, data in shark.adj[before].items():
                following[after] = following.get(after, Fraction(0)) + p * data["probability"]
        spread, power = following, power * one_roll


@pytest.mark.parametrize("text", DICE)
@pytest.mark.parametrize("rabbits", [1, 2, 3])
def test_turns_three_ways(text: str, rabbits: int) -> None:
    dice = parse_dice(text)
    most = MOST // rabbits  # so that no chain has more than 60 states
    answer = fundamental_matrix(turns_chain(most, rabbits, dice))
    place = {node: i for i, node in enumerate(answer.transient)}
    assert answer.absorbing == tuple((0, rabbit) for rabbit in range(1, rabbits + 1))
    for hit_points in range(1, MOST + 1):
        shares = who_beats(hit_points, rabbits, dice)
        if hit_points <= most:
            for first in range(1, rabbits + 1):
                turned = who_beats(hit_points, rabbits, dice, first=first)
                assert answer.absorbed[place[hit_points, first]] == turned
        powers = every_expanded(text)[hit_points]
        for rabbit in range(rabbits):
            assert shares[rabbit] == sum(p for n, p in powers.items() if (n - 1) % rabbits == rabbit)
    assert who_beats(0, rabbits, dice) == (0,) * rabbits


def test_fundamental_matrix_is_the_inverse_by_sympy() -> None:
    shark = chain(12)
    answer = fundamental_matrix(shark)

    def step(i: object, j: object) -> sympy.Rational:
        p = shark.get_edge_data(i, j, {"probability": Fraction(0)})["probability"]
        return sympy.Rational(p.numerator, p.denominator)

    q = sympy.Matrix([[step(i, j) for j in answer.transient] for i in answer.transient])
    inverse = (sympy.eye(12) - q).inv()
    assert [[fraction(value) for value in row] for row in inverse.tolist()] == [
        list(row) for row in answer.visits
    ]


# What is known -------------------------------------------------------------------------------------------


def test_one_roll_of_two_dice_by_counting() -> None:
    """Of 36 rolls, so many have the total or more: counted on the square of all rolls."""
    enough = [36, 36, 36, 35, 33, 30, 26, 21, 15, 10, 6, 3, 1, 0, 0]
    assert [beats(hit_points) * 36 for hit_points in range(15)] == enough
    assert beats(9) == Fraction(5, 18)


def test_rolls_against_nine_by_stars_and_bars() -> None:
    """k dice total 8 or less in C(8, k) ways (k ≥ 3, as then no die can exceed 6); two dice in 26 of 36."""
    rolls = rolls_until_beaten(9)
    ways = [(1, 1), (26, 6**2), (comb(8, 4), 6**4), (comb(8, 6), 6**6), (comb(8, 8), 6**8), (0, 1)]
    alive = [Fraction(*way) for way in ways]
    assert probabilities(rolls) == {n: before - after for n, (before, after) in enumerate(pairwise(alive), 1)}
    assert expected_rolls(9) == sum(alive)


def test_expected_rolls_of_one_die_grow_by_a_sixth() -> None:
    """Up to 6 hit points E(H) = 1 + (E(H - 1) + … + E(1)) / 6, so each is 7/6 of the one before."""
    for hit_points in range(1, 7):
        assert expected_rolls(hit_points, parse_dice("1d6")) == Fraction(7, 6) ** (hit_points - 1)


def test_expected_rolls_of_two_dice_by_hand() -> None:
    """E(4) = 1 + (E(2) + 2 E(1)) / 36 and E(5) = 1 + (E(3) + 2 E(2) + 3 E(1)) / 36."""
    assert expected_rolls(0) == 0
    assert expected_rolls(1) == expected_rolls(2) == 1
    assert expected_rolls(3) == Fraction(37, 36)
    assert expected_rolls(4) == Fraction(39, 36)
    assert expected_rolls(5) == Fraction(36 * 36 + 37 + 2 * 36 + 3 * 36, 36 * 36)


def test_a_coin_of_one_and_two_has_its_closed_form() -> None:
    """Steps of 1 or 2 with a half each meet s with chance 2/3 + (-1/2)^s / 3 (Feller, XIII)."""
    coin = parse_dice("1d2")
    answer = fundamental_matrix(chain(30, coin))
    for s in range(30):
        assert answer.visits[0][s] == Fraction(2, 3) + Fraction(-1, 2) ** s / 3
    p = sympy.Symbol("p")
    loaded = expected_rolls_expression(12, [{1: p, 2: 1 - p}])
    closed = sum((1 - (p - 1) ** (s + 1)) / (2 - p) for s in range(12))
    assert sympy.cancel(closed - loaded) == 0


def test_renewal_theorem() -> None:
    """E(H) - H/7 tends to E[T (T - 1)] / (2 · 7²) = 287/588 for two dice (Feller, XIII.12)."""
    for hit_points in (150, 200, 250):
        assert abs(expected_rolls(hit_points) - Fraction(hit_points, 7) - Fraction(287, 588)) < Fraction(
            1, 10**9
        )


def test_turns_by_hand() -> None:
    """With a coin of 1 and 2: against 2 the first wins by a 2; against 3 only by 1, then 1, then his turn."""
    coin = parse_dice("1d2")
    assert who_beats(1, 2, coin) == (Fraction(1), Fraction(0))
    assert who_beats(2, 2, coin) == (Fraction(1, 2), Fraction(1, 2))
    assert who_beats(3, 2, coin) == (Fraction(1, 4), Fraction(3, 4))
    assert who_beats(3, 2, coin, first=2) == (Fraction(3, 4), Fraction(1, 4))


def test_dice_without_chance() -> None:
    for hit_points in range(30):
        assert rolls_until_beaten(hit_points, parse_dice("{7:1}")) == Chance({-(-hit_points // 7): 1})
        assert overshoot(hit_points, parse_dice("{7:1}")) == Chance({-hit_points % 7: 1})


def test_long_fights_stay_exact() -> None:
    """59 ones in a row and then any face: far beyond 64 bits and beyond what a float can tell from 0."""
    assert rolls_until_beaten(60, parse_dice("1d6"))[60] == Fraction(1, 6**59)
    assert rolls_until_beaten(700, parse_dice("1d6"))[700] == Fraction(1, 6**699)


def test_gamblers_ruin_has_cycles() -> None:
    """From i of n fair steps end after i (n - i), at n with chance i / n (Feller, XIV.2-3)."""
    n = 9
    walk = nx.DiGraph()
    walk.add_nodes_from(range(n + 1))
    for i in range(1, n):
        walk.add_edge(i, i - 1, probability=Fraction(1, 2))
        walk.add_edge(i, i + 1, probability=Fraction(1, 2))
    walk.add_edge(0, 0, probability=1)
    walk.add_edge(n, n, probability=1)
    answer = fundamental_matrix(walk)
    assert answer.transient == tuple(range(1, n))
    for row, i in enumerate(range(1, n)):
        assert answer.steps[row] == i * (n - i)
        assert dict(zip(answer.absorbing, answer.absorbed[row], strict=True)) == {
            0: 1 - Fraction(i, n),
            n: Fraction(i, n),
        }


def test_a_node_that_waits_is_visited_again() -> None:
    waiting = nx.DiGraph()
    waiting.add_edge("a", "a", probability=Fraction(2, 3))
    waiting.add_edge("a", "b", probability=Fraction(1, 3))
    waiting.add_edge("b", "b", probability=Fraction(1))
    waiting.add_edge("a", "c", probability=0)
    waiting.add_edge("c", "c", probability=1)
    answer = fundamental_matrix(waiting)
    assert answer.visits == ((Fraction(3),),)
    assert answer.absorbed == ((Fraction(1), Fraction(0)),)


# Loaded dice ---------------------------------------------------------------------------------------------

LOADS = [(1, 1, 1, 1, 1, 1), (1, 2, 3, 4, 5, 6), (7, 1, 1, 1, 1, 10), (50, 3, 2, 2, 1, 0)]


def loads(weights: tuple[int, ...]) -> tuple[Chance[int], dict[str, sympy.Rational]]:
    one = Chance((face, weight) for face, weight in enumerate(weights, 1) if weight)
    return one, {f"p{face}": sympy.Rational(weight, sum(weights)) for face, weight in enumerate(weights, 1)}


@pytest.mark.parametrize("weights", LOADS)
@pytest.mark.parametrize("count", [1, 2])
def test_symbols_are_a_loaded_die_of_any_weights(weights: tuple[int, ...], count: int) -> None:
    one, values = loads(weights)
    symbolic = [loaded_die()] * count
    for hit_points in (*range(12), 17):
        expression = beats_expression(hit_points, symbolic)
        assert fraction(expression.subs(values)) == beats(hit_points, (one,) * count)
        expression = expected_rolls_expression(hit_points, symbolic)
        assert fraction(expression.subs(values)) == expected_rolls(hit_points, (one,) * count)
    for hit_points in (0, 1, 5, 11):
        expression = rolls_generating_function(hit_points, symbolic, Z).subs(values)
        assert coefficients(expression, Z) == probabilities(rolls_until_beaten(hit_points, (one,) * count))
    joint = joint_generating_function(symbolic, X, Z).subs(values)
    assert sympy.cancel(joint - joint_generating_function((one,) * count, X, Z)) == 0


def test_one_heavy_face_up_to_60_hit_points() -> None:
    p = sympy.Symbol("p")
    symbolic = [loaded_die(face=6)] * 2
    means = {
        hit_points: sympy.Poly(expected_rolls_expression(hit_points, symbolic), p)
        for hit_points in (0, 1, 2, 3, 12, 30, 59, 60)
    }
    rolls = sympy.Poly(rolls_generating_function(60, symbolic, Z), Z, p)
    for weight, whole in ((1, 6), (1, 2), (99, 100)):
        heavy = Chance({**dict.fromkeys(range(1, 6), whole - weight), 6: 5 * weight})
        dice, value = (heavy, heavy), sympy.Rational(weight, whole)
        for hit_points, mean in means.items():
            assert fraction(mean.eval(value)) == expected_rolls(hit_points, dice)
        assert coefficients(rolls.eval(p, value).as_expr(), Z) == probabilities(rolls_until_beaten(60, dice))


def test_dice_loaded_each_in_its_own_way_and_one_fair() -> None:
    one, two = Chance({1: 1, 2: 2, 3: 5}), Chance({1: 4, 2: 1, 3: 1})
    symbolic: SymbolicDice = [loaded_die(3, name="p"), loaded_die(3, name="q"), die(4)]
    values = {
        "p1": sympy.Rational(1, 8),
        "p2": sympy.Rational(2, 8),
        "q1": sympy.Rational(4, 6),
        "q2": sympy.Rational(1, 6),
    }
    for hit_points in range(13):
        expected = expected_rolls(hit_points, (one, two, die(4)))
        assert fraction(expected_rolls_expression(hit_points, symbolic).subs(values)) == expected


def test_slopes_of_the_generating_functions_are_means() -> None:
    rolls = rolls_generating_function(10, [loaded_die()])
    mean = sympy.diff(rolls, Z).subs(Z, 1)
    assert sympy.expand(mean - expected_rolls_expression(10, [loaded_die()])) == 0
    assert sympy.diff(generating_function(), X).subs(X, 1) == 7
    assert sympy.expand(rolls.subs(Z, 1)) == 1
    assert sympy.expand(sum(loaded_die().values())) == 1
    assert loaded_die(face=2, name="q")[2] == sympy.Symbol("q")
    assert sum(loaded_die(face=2).values()).simplify() == 1


# Properties ----------------------------------------------------------------------------------------------

faces = st.dictionaries(st.integers(1, 12), st.integers(1, 9), min_size=1, max_size=5).map(Chance)
some_dice = st.lists(faces, min_size=1, max_size=3).map(tuple)
some_hit_points = st.integers(0, 40)


@given(some_hit_points, some_dice)
def test_least_and_most_rolls(hit_points: int, dice: Dice) -> None:
    rolls = rolls_until_beaten(hit_points, dice)
    totals = total(dice)
    assert min(rolls) == ceil(Fraction(hit_points, max(totals)))
    assert max(rolls) == ceil(Fraction(hit_points, min(totals)))
    assert set(overshoot(hit_points, dice)) <= set(range(max(totals)))


@given(some_hit_points, some_dice)
def test_more_hit_points_are_harder(hit_points: int, dice: Dice) -> None:
    assert beats(hit_points, dice) >= beats(hit_points + 1, dice)
    assert expected_rolls(hit_points, dice) <= expected_rolls(hit_points + 1, dice)
    for n in range(5):
        assert beaten_within(hit_points, n, dice) >= beaten_within(hit_points + 1, n, dice)
        assert beaten_within(hit_points, n, dice) <= beaten_within(hit_points, n + 1, dice)


@given(some_hit_points, some_dice)
def test_walds_identity(hit_points: int, dice: Dice) -> None:
    """Expected damage is expected rolls times the mean total, and hit points plus the overshoot."""
    assert (
        expected_rolls(hit_points, dice) * total(dice).mean()
        == hit_points + overshoot(hit_points, dice).mean()
    )


@given(some_hit_points, some_dice, st.integers(1, 5))
def test_a_larger_scale_changes_nothing(hit_points: int, dice: Dice, scale: int) -> None:
    larger = tuple(one.map(lambda face: face * scale) for one in dice)
    assert rolls_until_beaten(hit_points * scale, larger) == rolls_until_beaten(hit_points, dice)
    assert expected_rolls(hit_points * scale, larger) == expected_rolls(hit_points, dice)
    assert rolls_until_beaten(hit_points, dice[::-1]) == rolls_until_beaten(hit_points, dice)


@given(st.integers(1, 40), some_dice, st.integers(1, 4))
def test_turns_share_out_the_win(hit_points: int, dice: Dice, rabbits: int) -> None:
    shares = who_beats(hit_points, rabbits, dice)
    assert sum(shares) == 1
    assert shares[0] >= beats(hit_points, dice)
    for first in range(1, rabbits + 1):
        turned = who_beats(hit_points, rabbits, dice, first=first)
        assert turned[first - 1 :] + turned[: first - 1] == shares
    assert who_beats(hit_points, rabbits, [dice] * rabbits) == shares


@given(some_hit_points, some_dice, st.integers(0, 6))
def test_after_a_roll_the_rest_is_a_smaller_shark(hit_points: int, dice: Dice, n: int) -> None:
    """Expected rolls are those made (before it was beaten) and those that what is left will take."""
    made = sum(1 - beaten_within(hit_points, k, dice) for k in range(n))
    left = left_after(hit_points, n, dice)
    assert expected_rolls(hit_points, dice) == made + sum(left[k] * expected_rolls(k, dice) for k in left)


@settings(max_examples=25)
@given(st.integers(0, 14), some_dice)
def test_three_ways_with_any_dice(hit_points: int, dice: Dice) -> None:
    distribution = rolls_until_beaten(hit_points, dice)
    assert coefficients(rolls_generating_function(hit_points, dice, Z), Z) == probabilities(distribution)
    if hit_points:
        answer = fundamental_matrix(chain(hit_points, dice))
        assert answer.steps[0] == distribution.mean() == fraction(expected_rolls_expression(hit_points, dice))


@given(st.integers(0, 30), some_dice)
def test_the_chain_is_one_and_can_be_drawn(hit_points: int, dice: Dice) -> None:
    shark = chain(hit_points, dice)
    assert set(shark) == set(range(hit_points + 1))
    for node in shark:
        assert sum(data["probability"] for data in shark.adj[node].values()) == 1
        assert all(data["probability"] > 0 for data in shark.adj[node].values())
    spots = [shark.nodes[node]["pos"] for node in sorted(shark)]
    assert len(set(spots)) == hit_points + 1
    assert all(abs(x * x + y * y - 1) < 1e-9 and y > -1e-9 for x, y in spots)
    assert spots == sorted(spots, reverse=True)
    turns = turns_chain(hit_points, 3, dice)
    assert len({turns.nodes[node]["pos"] for node in turns}) == len(turns) == 3 * (hit_points + 1)
    assert all(sum(data["probability"] for data in turns.adj[node].values()) == 1 for node in turns)


# Refusals ------------------------------------------------------------------------------------------------

ZERO = (Chance({0: 1, 6: 1}),)


@pytest.mark.parametrize("wrong", [-1, True, 1.5, "9", None, Fraction(9)])
@pytest.mark.parametrize(
    "question",
    [beats, rolls_until_beaten, expected_rolls, overshoot, who_beats, chain, turns_chain],
)
def test_hit_points_are_whole_and_not_below_0(question: Callable[[object], object], wrong: object) -> None:
    with pytest.raises(SetupError, match="hit points are a whole number of 0 or more"):
        question(wrong)
    with pytest.raises(SetupError, match="hit points are a whole number of 0 or more"):
        rolls_until_beaten_all(wrong)  # type: ignore[arg-type] # wrong on purpose
    with pytest.raises(SetupError, match="hit points are a whole number of 0 or more"):
        rolls_generating_function(wrong)  # type: ignore[arg-type] # wrong on purpose


@pytest.mark.parametrize("wrong", [-1, True, 0.5, "1"])
def test_rolls_are_whole_and_not_below_0(wrong: int) -> None:
    for question in (damage_after, left_after, beaten_within):
        with pytest.raises(SetupError, match="number of rolls"):
            question(9, wrong)


@pytest.mark.parametrize(
    "wrong", [(), "2d6", [die(6)], (6,), (Chance({-1: 1, 2: 1}),), (Chance({"a": 1}),), die(6), None]
)
def test_dice_are_dice(wrong: Dice) -> None:
    for question in (beats, rolls_until_beaten, expected_rolls, overshoot, chain):
        with pytest.raises(SetupError, match="dice are a tuple"):
            question(9, wrong)


@pytest.mark.parametrize(
    "wrong", [(), None, 6, "2d6", [6], [{-1: 1}], [{"a": 1}], [{1: "p", 2: "q"}], [{1: 0.5, 2: 0.5}]]
)
def test_symbolic_dice_are_dice(wrong: list[Chance[int]]) -> None:
    for question in (beats_expression, expected_rolls_expression, rolls_generating_function):
        with pytest.raises(SetupError, match="dice are a tuple"):
            question(9, wrong)


def test_dice_that_can_total_0() -> None:
    assert beats(6, ZERO) == Fraction(1, 2)
    assert beats(0, ZERO) == 1
    assert fraction(beats_expression(6, ZERO)) == Fraction(1, 2)
    assert expected_rolls(9, (*ZERO, die(6))) == fundamental_matrix(chain(9, (*ZERO, die(6)))).steps[0]
    for question in (
        rolls_until_beaten,
        expected_rolls,
        overshoot,
        chain,
        who_beats,
        expected_rolls_expression,
    ):
        for hit_points in (0, 6):
            with pytest.raises(SetupError, match="no largest number of rolls"):
                question(hit_points, dice=ZERO)
    with pytest.raises(SetupError, match="no largest number of rolls"):
        joint_generating_function(ZERO)


def test_rabbits_and_the_first_of_them() -> None:
    for rabbits in (0, -1, True, 101, 1.0):
        with pytest.raises(SetupError, match="1 to 100 rabbits"):
            who_beats(9, rabbits)  # type: ignore[arg-type] # a float is among the wrong ones
    for first in (0, 3, True):
        with pytest.raises(SetupError, match="one of the rabbits 1 to 2"):
            who_beats(9, 2, first=first)
    with pytest.raises(SetupError, match="3 rabbits have their own dice, but 2 take turns"):
        who_beats(9, 2, [TWO_DICE] * 3)
    with pytest.raises(SetupError, match="1 rabbit has its own dice, but 2 take turns"):
        turns_chain(9, 2, [TWO_DICE])
    for dice in ([], [die(6), die(6)], [TWO_DICE, ()], [TWO_DICE, die(6)], [6, 6], 6):
        with pytest.raises(SetupError, match="dice are a tuple"):
            who_beats(9, 2, dice)  # type: ignore[arg-type] # wrong on purpose


def test_chains_that_are_none() -> None:
    for p in (Fraction(1, 3), 0.5, None, Fraction(-1)):
        graph = nx.DiGraph()
        graph.add_edge("a", "b", probability=p)
        graph.add_edge("a", "a", probability=p)
        graph.add_edge("b", "b", probability=1)
        with pytest.raises(SetupError, match="no Markov chain: at node 'a'"):
            fundamental_matrix(graph)
    graph = nx.DiGraph()
    graph.add_edge("a", "b", probability=Fraction(1, 2))
    graph.add_edge("a", "end", probability=Fraction(1, 2))
    graph.add_edge("b", "c", probability=1)
    graph.add_edge("c", "b", probability=1)
    graph.add_edge("end", "end", probability=1)
    with pytest.raises(SetupError, match="from node 'b' no absorbing node"):
        fundamental_matrix(graph)
    graph.add_edge("c", "nowhere", probability=0)
    with pytest.raises(SetupError, match="at node 'nowhere'"):
        fundamental_matrix(graph)


def test_loaded_dice_that_are_none() -> None:
    p = sympy.Symbol("p")
    for wrong in (
        {1: p, 2: p},
        {1: p, 2: 1 - p, 3: p},
        {1: 1 / (1 + p), 2: p / (1 + p)},
        {1: sympy.Float("0.5"), 2: sympy.Float("0.5")},
        {1: sympy.sqrt(2), 2: 1 - sympy.sqrt(2)},
    ):
        with pytest.raises(SetupError, match="polynomials with exact coefficients"):
            beats_expression(2, [wrong])
    with pytest.raises(SetupError, match="p cannot stand for two things"):
        rolls_generating_function(5, [loaded_die(face=6)], p)
    with pytest.raises(SetupError, match="x cannot stand for two things"):
        generating_function([loaded_die(face=6, name="x")])
    with pytest.raises(SetupError, match="cannot stand for two things"):
        joint_generating_function(TWO_DICE, X, X)
    with pytest.raises(SetupError, match="whole numbers from 2"):
        loaded_die(1)
    with pytest.raises(SetupError, match="6 faces has no face 7"):
        loaded_die(6, 7)
    with pytest.raises(SetupError, match="whole numbers from 1"):
        loaded_die(6, 0)


def test_too_large_is_told_at_once_and_how_large() -> None:
    # Three dice of 400 faces: 64 million totals, each different.
    apart = tuple(Chance({1 + 400**k * n: 1 for n in range(400)}) for k in range(3))
    questions: list[Callable[[], object]] = [
        lambda: rolls_until_beaten(10**6),
        lambda: rolls_until_beaten_all(10**6),
        lambda: damage_after(10**6, 3),
        lambda: expected_rolls(10**6),
        lambda: who_beats(10**6),
        lambda: chain(10**6),
        lambda: turns_chain(10**6),
        lambda: turns_chain(2000, 100),
        lambda: overshoot(50, apart),
        lambda: beats(10**13, apart),
        lambda: rolls_generating_function(10**5),
        lambda: expected_rolls_expression(10**6, TWO_DICE),
        lambda: fundamental_matrix(crowd()),
    ]
    for question in questions:
        with pytest.raises(TooLarge, match="steps, and 500,000,000 are allowed") as caught:
            question()
        assert caught.value.size > caught.value.limit
    symbolic: list[Callable[[], object]] = [
        lambda: expected_rolls_expression(60, [loaded_die()] * 2),
        lambda: rolls_generating_function(60, [loaded_die()] * 2),
        lambda: beats_expression(9, [loaded_die(name=name) for name in "abcdef"]),
        lambda: generating_function(apart),
    ]
    for question in symbolic:
        with pytest.raises(TooLarge, match="terms, and 5,000 are allowed"):
            question()


def crowd() -> nx.DiGraph:
    """A chain in which each of 200 states leads to each: 8 million operations with Fractions."""
    graph = nx.DiGraph()
    for i in range(200):
        graph.add_edges_from(((i, j) for j in range(200)), probability=Fraction(1, 201))
        graph.add_edge(i, "end", probability=Fraction(1, 201))
    graph.add_edge("end", "end", probability=1)
    return graph


def test_refusals_are_said_in_both_languages() -> None:
    questions: list[Callable[[], object]] = [
        lambda: beats(-1),
        lambda: beats(9, ()),
        lambda: damage_after(9, -1),
        lambda: expected_rolls(9, ZERO),
        lambda: who_beats(9, 0),
        lambda: who_beats(9, 2, first=3),
        lambda: who_beats(9, 2, [TWO_DICE]),
        lambda: loaded_die(1),
        lambda: loaded_die(6, 7),
        lambda: generating_function([{1: X}]),
        lambda: joint_generating_function(TWO_DICE, X, X),
        lambda: fundamental_matrix(nx.DiGraph([("a", "a")])),
        lambda: expected_rolls(10**6),
        lambda: expected_rolls_expression(60, [loaded_die()]),
    ]
    for question in questions:
        with pytest.raises(InabaError) as caught:
            question()
        refusal = caught.value
        assert any("\u3040" <= letter <= "\u30ff" for letter in refusal.say("ja"))
        assert refusal.say("en") == str(refusal)
        assert str(refusal).isascii()


# Imports -------------------------------------------------------------------------------------------------


def test_numbers_need_no_other_library() -> None:
    code = (
        "import sys\n"
        "for name in ('sympy', 'networkx', 'numpy', 'gmpy2', 'flint'): sys.modules[name] = None\n"
        "import solvers.fights as fights\n"
        "assert str(fights.beats(9)) == '5/18'\n"
        "assert len(fights.rolls_until_beaten_all(60)) == 61\n"
        "fights.expected_rolls(60), fights.who_beats(9), fights.overshoot(9), fights.left_after(9, 1)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_chain_and_expressions_need_no_numpy() -> None:
    code = (
        "import sys\n"
        "for name in ('numpy', 'gmpy2', 'flint', 'scipy', 'matplotlib'): sys.modules[name] = None\n"
        "import solvers.fights as fights\n"
        "assert fights.fundamental_matrix(fights.chain(9)).steps[0] == fights.expected_rolls(9)\n"
        "assert str(fights.rolls_generating_function(3)) == 'z**2/36 + 35*z/36'\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
