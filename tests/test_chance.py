"""Exact chance, against sums over whole lists of equally likely cases."""

from __future__ import annotations

import copy
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product as every
from math import gcd
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inaba.chance import Chance, die, product
from inaba.errors import SetupError

weights = st.dictionaries(st.integers(-9, 9), st.integers(1, 12), min_size=1, max_size=7)


def cases(weighted: dict[int, int]) -> list[int]:
    """The distribution as a list of equally likely cases: an outcome of weight 3 stands three times."""
    return [outcome for outcome, weight in weighted.items() for _ in range(weight)]


def share(listed: list[Any], event: Callable[[Any], bool]) -> Fraction:
    return Fraction(sum(map(event, listed)), len(listed))


@given(weighted=weights)
def test_probabilities_are_shares_of_equally_likely_cases(weighted: dict[int, int]) -> None:
    chance, listed = Chance(weighted), cases(weighted)
    for outcome in range(-10, 11):
        assert chance[outcome] == share(listed, lambda case, o=outcome: case == o)  # type: ignore[misc]  # bound now
        assert (outcome in chance) == (outcome in weighted)
    assert sum(chance[outcome] for outcome in chance) == 1
    assert len(chance) == len(weighted)


@given(weighted=weights)
def test_weights_are_whole_positive_reduced_and_sum_to_the_total(weighted: dict[int, int]) -> None:
    chance = Chance(weighted)
    items = dict(chance.items())
    assert sum(items.values()) == chance.total
    assert gcd(*items.values()) == 1
    assert list(items) == list(weighted), "in the order given"


@given(weighted=weights, factor=st.integers(1, 9), rng=st.randoms(use_true_random=False))
def test_equal_distributions_are_equal_however_written(
    weighted: dict[int, int], factor: int, rng: Random
) -> None:
    pairs = [(outcome, weight * factor) for outcome, weight in weighted.items()]
    rng.shuffle(pairs)
    other = Chance(pairs)
    assert other == Chance(weighted)
    assert hash(other) == hash(Chance(weighted))
    assert Chance.uniform(cases(weighted)) == Chance(weighted)


@given(one=weights, two=weights)
def test_different_distributions_differ(one: dict[int, int], two: dict[int, int]) -> None:
    same = all(Chance(one)[outcome] == Chance(two)[outcome] for outcome in range(-9, 10))
    assert (Chance(one) == Chance(two)) == same


@given(weighted=weights)
def test_outcomes_that_stand_twice_are_added_up(weighted: dict[int, int]) -> None:
    twice = Chance([*weighted.items(), *weighted.items()])
    assert twice == Chance(weighted)
    assert Chance([(1, 2), (2, 1), (1, 1)]) == Chance({1: 3, 2: 1})


@given(weighted=weights, threshold=st.integers(-10, 10))
def test_where_is_the_share_of_cases(weighted: dict[int, int], threshold: int) -> None:
    listed = cases(weighted)
    assert Chance(weighted).where(lambda o: o >= threshold) == share(listed, lambda case: case >= threshold)


@given(weighted=weights)
def test_map_moves_the_weights(weighted: dict[int, int]) -> None:
    assert Chance(weighted).map(abs) == Chance.uniform(map(abs, cases(weighted)))


@given(weighted=weights, threshold=st.integers(-10, 10))
def test_given_keeps_the_cases_in_which_it_holds(weighted: dict[int, int], threshold: int) -> None:
    kept = [case for case in cases(weighted) if case >= threshold]
    if kept:
        assert Chance(weighted).given(lambda o: o >= threshold) == Chance.uniform(kept)
    else:
        with pytest.raises(SetupError):
            Chance(weighted).given(lambda o: o >= threshold)


@given(one=weights, two=weights)
def test_sums_are_over_all_pairs_of_cases(one: dict[int, int], two: dict[int, int]) -> None:
    pairs = [a + b for a, b in every(cases(one), cases(two))]
    assert Chance(one) + Chance(two) == Chance.uniform(pairs)


@given(
    listed=st.lists(st.dictionaries(st.integers(1, 6), st.integers(1, 3), min_size=1, max_size=3), max_size=3)
)
def test_product_is_over_all_tuples_of_cases(listed: list[dict[int, int]]) -> None:
    tuples = list(every(*map(cases, listed)))
    assert product(*map(Chance, listed)) == Chance.uniform(tuples)


@given(weighted=weights)
def test_mean_and_variance_are_those_of_the_cases(weighted: dict[int, int]) -> None:
    listed = cases(weighted)
    mean = Fraction(sum(listed), len(listed))
    assert Chance(weighted).mean() == mean
    assert Chance(weighted).variance() == sum((case - mean) ** 2 for case in listed) / len(listed)


@given(one=weights, two=weights)
def test_means_and_variances_of_independent_draws_add_up(one: dict[int, int], two: dict[int, int]) -> None:
    a, b = Chance(one), Chance(two)
    assert (a + b).mean() == a.mean() + b.mean()
    assert (a + b).variance() == a.variance() + b.variance()


class Counting(Random):
    """Gives 0, 1, 2, … in place of random numbers: every case once."""

    def __init__(self) -> None:
        self.next = 0

    def randrange(self, *bound: int) -> int:  # type: ignore[override]  # Chance asks for one bound only.
        self.next += 1
        return (self.next - 1) % bound[0]


@given(weighted=weights)
def test_sample_draws_every_case_once_in_a_round(weighted: dict[int, int]) -> None:
    chance, rng = Chance(weighted), Counting()
    drawn = Counter(chance.sample(rng) for _ in range(chance.total))
    assert drawn == dict(chance.items())


@given(weighted=weights, seed=st.integers())
def test_a_seed_repeats_a_sample(weighted: dict[int, int], seed: int) -> None:
    chance = Chance(weighted)
    assert chance.sample(Random(seed)) == chance.sample(Random(seed))
    assert chance.sample(Random(seed)) in chance


@pytest.mark.parametrize(
    "bad", [{}, {1: 0}, {1: -1}, {1: 1.0}, {1: True}, {1: Fraction(1)}, {1: "1"}, {1: None}, []]
)
def test_weights_that_are_none_are_refused(bad: Any) -> None:
    with pytest.raises(SetupError, match="whole weights of 1 or more"):
        Chance(bad)


def test_an_empty_uniform_distribution_is_refused() -> None:
    with pytest.raises(SetupError):
        Chance.uniform([])


@given(faces=st.integers(1, 50))
def test_a_fair_die_has_each_face_once(faces: int) -> None:
    assert dict(die(faces).items()) == dict.fromkeys(range(1, faces + 1), 1)
    assert die(faces).mean() == Fraction(faces + 1, 2)


@pytest.mark.parametrize("faces", [0, -1])
def test_a_die_has_a_face(faces: int) -> None:
    with pytest.raises(SetupError):
        die(faces)


def test_a_product_of_nothing_is_certain() -> None:
    assert product() == Chance({(): 1})


def test_repr_is_the_call_that_makes_it() -> None:
    assert repr(Chance({1: 2, 3: 4})) == "Chance({1: 1, 3: 2})"


SEND = """
import pickle, sys
from inaba.chance import Chance
chance = Chance({"heads": 1, "tails": 2})
hash(chance)
sys.stdout.buffer.write(pickle.dumps(chance))
"""
RECEIVE = """
import pickle, sys
from inaba.chance import Chance
sent = pickle.load(sys.stdin.buffer)
print(sent in {Chance({"tails": 2, "heads": 1})})
"""


def test_a_distribution_of_texts_is_the_same_in_another_process() -> None:
    """Hashes of texts differ from process to process, so a hash must not travel."""

    def run(program: str, seed: str, given: bytes = b"") -> bytes:
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        command = [sys.executable, "-c", program]
        return subprocess.run(command, input=given, env=environment, check=True, capture_output=True).stdout

    assert run(RECEIVE, "2", run(SEND, "1")).split() == [b"True"]


def test_a_copy_is_equal() -> None:
    chance = Chance({1: 2, 3: 4})
    assert copy.deepcopy(chance) == chance
    assert chance != {1: 2, 3: 4}
