"""Dice as text, their sums and their rolls, against lists of all cases."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product as every

import pytest
from hypothesis import given, settings

from inaba.chance import Chance, die
from inaba.dice import MOST_ROLLS, TWO_DICE, Dice, format_dice, parse_dice, rolls, total
from inaba.errors import SetupError, TooLarge
from inaba.river.rules import Rules
from tests import strategies


def cases(one: Chance[int]) -> list[int]:
    return [face for face, weight in one.items() for _ in range(weight)]


@given(dice=strategies.dice())
def test_the_total_counts_all_cases(dice: Dice) -> None:
    sums = Counter(map(sum, every(*map(cases, dice))))
    assert total(dice) == Chance(sums)


@given(dice=strategies.dice(most_dice=2, most_face=8))
@settings(max_examples=60)
def test_rolls_are_all_faces_in_the_order_of_the_dice(dice: Dice) -> None:
    assert rolls(dice) == Chance(Counter(every(*map(cases, dice))))
    assert [*rolls(dice)] == [*every(*map(sorted, dice))]
    assert rolls(dice).map(sum) == total(dice)


def test_equal_dice_roll_alike_with_a_seed() -> None:
    """The order in which a die lists its faces, and which of two equal dice came first, decide nothing."""
    one, other = parse_dice("{1:1,6:2}+1d3"), (Chance({6: 2, 1: 1}), Chance({3: 1, 1: 1, 2: 1}))
    assert one == other
    for first, second in ((one, other), (other, one)):
        rolls.cache_clear()
        total.cache_clear()
        assert [*rolls(first)] == [*rolls(second)] == [(a, b) for a in (1, 6) for b in (1, 2, 3)]
        assert [*total(first)] == [*total(second)] == [2, 3, 4, 7, 8, 9]


def test_two_dice_as_everybody_knows_them() -> None:
    ways = {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}
    assert total() == Chance(ways)
    assert total().where(lambda sum_: sum_ >= 9) == Fraction(5, 18)
    assert len(rolls()) == 36
    assert rolls()[(3, 4)] == rolls()[(6, 6)] == Fraction(1, 36)


def test_no_dice_have_the_total_0() -> None:
    assert total(()) == Chance({0: 1})
    assert rolls(()) == Chance({(): 1})


@pytest.mark.parametrize(
    ("text", "dice"),
    [
        ("2d6", TWO_DICE),
        ("1d8", (die(8),)),
        ("1d1", (die(1),)),
        ("{1:1,6:2}", (Chance({1: 1, 6: 2}),)),
        ("1d6+1d8+1d6", (die(6), die(8), die(6))),
        ("1d8+{2:1}+{2:1}", (die(8), Chance({2: 1}), Chance({2: 1}))),
        ("20d1000", (die(1000),) * 20),
        ("{999999999:1,1:999999999}", (Chance({999_999_999: 1, 1: 999_999_999}),)),
    ],
)
def test_dice_are_read(text: str, dice: Dice) -> None:
    assert parse_dice(text) == dice


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("1d6+1d6", "2d6"),
        ("{1:1,2:1,3:1}", "1d3"),
        ("{1:2,2:2}", "1d2"),
        ("{6:2,1:1}", "{1:1,6:2}"),
        ("{1:2,6:4}", "{1:1,6:2}"),
        ("1d6+{1:1,2:1,3:1,4:1,5:1,6:1}", "2d6"),
        ("{5:7}", "{5:1}"),
        ("1d6+1d8+1d6", "1d6+1d8+1d6"),
    ],
)
def test_dice_are_printed_in_one_spelling(text: str, printed: str) -> None:
    assert format_dice(parse_dice(text)) == printed
    assert parse_dice(printed) == parse_dice(text)


@given(dice=strategies.dice(most_dice=6, most_face=40))
def test_dice_are_what_their_text_says(dice: Dice) -> None:
    assert parse_dice(format_dice(dice)) == dice


def test_more_rolls_than_are_listed_are_refused_with_their_number() -> None:
    with pytest.raises(TooLarge) as caught:
        rolls(parse_dice("20d1000"))
    assert (caught.value.size, caught.value.limit) == (1000**20, MOST_ROLLS)
    assert total(parse_dice("7d6"))[42] == Fraction(1, 6**7), "a total needs no list of rolls"


@pytest.mark.parametrize(
    "dice",
    [
        (die(1001),),
        (Chance({1_000_000_000: 1}),),
        (Chance({1: 1, 2: 1_000_000_000}),),
        (die(2),) * 10 + (Chance({1: 1}),) * 11,
        (Chance({face: face for face in range(1, 200)}),),
        tuple(Chance({face * 100_000_000: face for face in range(1, 9)}) for _ in range(5)) * 2,
    ],
    ids=["1001 faces", "a long face", "a long weight", "21 dice", "1000 letters", "too many rolls"],
)
def test_a_game_takes_only_dice_that_can_be_written(dice: Dice) -> None:
    with pytest.raises(SetupError):
        Rules(dice=dice)
