"""Lesson 7, "Simulation and its error": its answers by a second way, and its drawings."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import comb, pi, sqrt
from random import Random
from statistics import pstdev
from typing import Any

import pytest

from inaba import river
from lessons import kit, voice
from lessons.exercises import LESSONS, error
from solvers.endgame import solve
from solvers.policies import greedy, uniform

pytestmark = pytest.mark.usefixtures("spoken")

LESSON = "simulation-and-its-error"
HALF = Fraction(1, 2)
PLACE = river.parse("6,5,D/W,8,3 -,- 1 - -")
"""The river on which the lesson lets policies play."""


def asked(name: str) -> Iterator[tuple[dict[str, Any], Fraction]]:
    """What is given and the answer, each time that the exercise can be set: the lesson's own first."""
    first = next(one for one in LESSONS[LESSON] if one.name == name)
    for one in (first, *first.others):
        yield dict(one.given()), one.answer()


def deviation(games: int) -> float:
    """The standard deviation of the wins in an even match, summed up over the binomial distribution."""
    return sqrt(sum(comb(games, k) * (k - Fraction(games, 2)) ** 2 for k in range(games + 1)) / 2**games)


def test_dice_have_no_memory() -> None:
    outcomes = [a + b for a in range(1, 7) for b in range(1, 7)]
    for given, found in asked("1"):
        assert found == Fraction(sum(total >= int(given["hit_points"]) for total in outcomes), 36)
        assert given["winning"] == found * 36


def test_standard_errors_are_what_the_binomial_distribution_gives() -> None:
    for given, found in asked("2"):
        games = int(given["plain"])
        assert float(found) == pytest.approx(deviation(games) / games)
    # The number of wins is off by √n times what one game is off by, and one game by one half.
    for given, found in asked("3"):
        assert found**2 == int(given["plain"]) * HALF**2
    assert deviation(100) == pytest.approx(5)
    assert float(error.off_by(100)) == pytest.approx(deviation(100))


@pytest.mark.parametrize("name", ["4", "5"])
def test_fewer_games_would_not_do(name: str) -> None:
    for given, found in asked(name):
        games, aim = int(found), Fraction(str(given["aim"]))
        assert games == found
        assert Fraction(1, 4) / games <= aim**2 < Fraction(1, 4) / (games - 1)
        if name == "4":
            # What the hints say of the 5 points of 100 games.
            assert aim * int(given["times"]) == Fraction(5, 100)
            assert games == 100 * int(given["square"])
        else:
            # What is to be seen is as large as two standard errors.
            assert 2 * aim == Fraction(int(given["points"]), 100)


def test_parts_and_points_are_in_words_what_they_are_in_numbers() -> None:
    words = {
        "a third of the error": 3,
        "a quarter of the error": 4,
        "half the error": 2,
        "a tenth of a percentage point": 1000,
        "a quarter of a percentage point": 400,
        "half a percentage point": 200,
        "one percentage point": 100,
        "fiftieth": 50,
        "tenth": 10,
        "fifth": 5,
    }
    told = [(given["part"], given["factor"]) for given, _ in asked("2")]
    told += [(given["points"], Fraction(str(given["share"])).denominator) for given, _ in asked("3")]
    told += [(given["points"], 1 / Fraction(str(given["aim"]))) for given, _ in asked("4")]
    told += [(given["part"], int(given["times"])) for given, _ in asked("4")]
    for reason, number in told:
        assert words[voice.say_in("en", reason)] == number
        japanese = voice.say_in("ja", reason)
        if japanese.endswith("ポイント"):
            assert Fraction(japanese.removesuffix("ポイント")) == Fraction(100, number)
        else:
            assert japanese == ("半分" if number == 2 else f"{number}分の1")


def test_only_squares_have_exact_roots() -> None:
    assert error.root(Fraction(4, 9)) == Fraction(2, 3)
    with pytest.raises(ValueError, match="not the square"):
        error.root(Fraction(1, 2))


def test_exactly_half_is_as_rare_as_the_hint_says() -> None:
    for given, _ in asked("3"):
        games = int(given["plain"])
        assert given["rare"] == round(sqrt(pi * games / 2)), "by Stirling's formula"


def test_whoever_draws_lots_wins_one_half_exactly() -> None:
    """By averages over all moves and rolls, instead of the lesson's argument from symmetry."""

    @cache
    def share(state: river.State) -> Fraction:
        if result := state.result():
            return result[0]
        if chance := state.chance():
            return sum((share(state.happen(event)) * chance[event] for event in chance), Fraction(0))
        (turn,) = state.to_act()
        after = [share(state.play(turn, move)) for move in state.legal_moves(turn)]
        return sum(after, Fraction(0)) / len(after)

    assert share(river.parse("6,D/W,3 -,- 1 - -")) == HALF


def test_three_players_give_three_answers_as_the_lesson_says() -> None:
    def wins(policy: object, games: int) -> int:
        dice, won = Random(7), 0
        for _ in range(games):
            state = PLACE
            while not state.result():
                if chance := state.chance():
                    state = state.happen(chance.sample(dice))
                else:
                    (turn,) = state.to_act()
                    state = state.play(turn, policy(state.view(turn), dice))  # type: ignore[operator]  # a policy
            won += (state.result() or (0,))[0] == 1
        return won

    exact = solve(PLACE).value[0]
    assert exact > Fraction(9, 10)
    assert wins(greedy, 300) < 30
    assert 120 < wins(uniform, 300) < 180
    # By far the best is the shark of 3, and the whale, which is safe, loses: the teacher's page says so.
    worth = {str(row.move): row.value[0] for row in solve(PLACE).moves}
    assert worth["1c1"] == exact
    assert worth["1a1"] < Fraction(1, 5)


# --- drawings ---


def experiments(n: int, tries: int, chance: float = 0.4) -> list[list[bool]]:
    return [[Random(f"{seed} {k}").random() < chance for k in range(tries)] for seed in range(n)]


def test_running_shares_are_those_of_the_experiment(lang: str) -> None:
    tries = experiments(2, 1000)
    drawn = kit.running(tries, Fraction(2, 5))
    rows = {line.split("|")[0].strip(): line.split("|")[1:] for line in drawn.text.splitlines()[2:]}
    assert list(rows) == ["10", "100", "1,000"]
    for n in (10, 100, 1000):
        shown = [cell.strip() for cell in rows[f"{n:,}"]]
        assert shown[:2] == [f"{100 * sum(one[:n]) / n:.1f} %" for one in tries]
        assert shown[2] == f"{200 * (0.24 / n) ** 0.5:.1f} %"
    # A line and a legend for each experiment, told apart by dashes and by shapes as well.
    dashes = set(
        re.findall(r'stroke="#(?:1d2733|d55e00)" stroke-width="2.4" stroke-dasharray="([^"]*)"', drawn.svg)
    )
    assert len(dashes) == 2
    assert "2/5" in drawn.alt
    assert bool(re.search("[ぁ-ん]", drawn.alt)) == (lang == "ja")


def test_experiments_of_different_length_are_drawn_side_by_side() -> None:
    drawn = kit.running([experiments(1, 10)[0], experiments(1, 250)[0]], Fraction(2, 5))
    last = drawn.text.splitlines()[-1].split("|")
    assert [cell.strip() for cell in last[:2]] == ["250", ""]
    ET.fromstring(drawn.svg)


@pytest.mark.parametrize("tries", [[], [[True] * 9], experiments(4, 10), [[]]], ids=len)
def test_experiments_that_cannot_be_drawn_are_refused(tries: list[list[bool]]) -> None:
    with pytest.raises(ValueError, match="1 to 3 experiments of 10"):
        kit.running(tries, HALF)


def test_a_sure_thing_is_drawn_as_a_flat_line() -> None:
    for chance in (Fraction(0), Fraction(1)):
        drawn = kit.running([[bool(chance)] * 100], chance)
        assert "nan" not in drawn.svg
        ET.fromstring(drawn.svg)


def test_everything_drawn_stays_on_the_paper() -> None:
    for drawn in (
        kit.running(experiments(3, 20_000), Fraction(2, 5)),
        kit.running([[True] * 10 + [False] * 90], Fraction(1, 100)),
        kit.spread([8] * 30, 20, Fraction(5, 12)),
    ):
        root = ET.fromstring(drawn.svg)
        height = float(root.attrib["height"])
        for path in root.iter("{http://www.w3.org/2000/svg}path"):
            for x, y in re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", path.attrib["d"]):
                assert -1 <= float(x) <= 481, path.attrib["d"][:60]
                assert -1 <= float(y) <= height + 1, path.attrib["d"][:60]


def test_the_spread_counts_what_lies_within_one_standard_error() -> None:
    """Of 20 fair tosses the standard error is √5 = 2.2 heads: 8 to 12 lie within."""
    within = sum(comb(20, k) for k in range(8, 13)) / 2**20
    drawn = kit.spread([10, 10, 3, 12], 20, HALF)
    assert f"{100 * within:.1f} %" in drawn.alt
    assert "75.0 %" in drawn.alt
    starred = [line.split("|")[0].strip() for line in drawn.text.splitlines() if "*" in line]
    assert starred == [f"{k} *" for k in range(8, 13)]
    # What came is drawn however rare it is; what is rare and did not come is left out.
    assert drawn.text.splitlines()[2].split("|")[0].strip() == "3"
    assert not any(line.strip().startswith("20") for line in drawn.text.splitlines()[2:])


def test_a_thousand_experiments_lie_within_the_error_two_times_of_three() -> None:
    wins = [sum(one) for one in experiments(400, 50, 0.5)]
    assert pstdev(wins) == pytest.approx(deviation(50), rel=0.15)
    drawn = kit.spread(wins, 50, HALF)
    seen = float(re.findall(r"([\d.]+) %", drawn.alt)[-1])
    assert 55 < seen < 80


@pytest.mark.parametrize(
    ("wins", "chance"), [([], HALF), ([21], HALF), ([-1], HALF), ([3], Fraction(0)), ([3], Fraction(1))]
)
def test_wins_that_cannot_be_are_refused(wins: list[int], chance: Fraction) -> None:
    with pytest.raises(ValueError, match="0 to 20 wins"):
        kit.spread(wins, 20, chance)
