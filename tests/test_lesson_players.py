"""Lesson 17, "Which player is better?": its answers found a second way, and what it shows."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from fractions import Fraction
from itertools import product
from math import comb, sqrt
from random import Random
from statistics import mean, pvariance, stdev
from typing import Any

import pytest

from inaba import same_one
from inaba.game import Policy
from lessons import build, chart, kit
from lessons.chart import ink
from lessons.exercises import LESSONS, players
from solvers.monte_carlo import Estimate
from solvers.same_one_policies import careful, greedy, uniform
from solvers.tournament import Standing, play_out, tournament

pytestmark = pytest.mark.usefixtures("spoken")

LESSON = "which-player-is-better"
SVG = "{http://www.w3.org/2000/svg}"


def answer(name: str) -> Fraction:
    return next(one.answer() for one in LESSONS[LESSON] if one.name == name)


def slips(name: str) -> dict[str, Fraction]:
    found = next(one for one in LESSONS[LESSON] if one.name == name)
    return {slip.key.rpartition(".slip_")[2]: slip.value for slip in found.slips()}


def cells(teacher: bool = False) -> dict[str, build.Cell]:
    folder = build.HERE / "sources" / ("teacher" if teacher else ".")
    return {cell.name: cell for cell in build.read((folder / f"17-{LESSON}.md").read_text("utf-8"))}


# --- the answers, counted out ---


def test_seven_of_ten_counted_over_all_tosses() -> None:
    heads = [sum(tosses) for tosses in product((0, 1), repeat=10)]
    assert answer("1") == Fraction(sum(k >= 7 or k <= 3 for k in heads), len(heads)) == Fraction(11, 32)
    assert slips("1")["one"] == Fraction(sum(k >= 7 for k in heads), len(heads))
    assert slips("1")["more"] == Fraction(sum(k >= 8 or k <= 2 for k in heads), len(heads))


def test_the_error_of_a_share_is_that_of_the_binomial_distribution() -> None:
    third, games = Fraction(1, 3), 200
    chances = [comb(games, k) * third**k * (1 - third) ** (games - k) for k in range(games + 1)]
    variance = sum(chance * (Fraction(k, games) - third) ** 2 for k, chance in enumerate(chances))
    assert answer("2") ** 2 == variance
    assert float(answer("2")) == pytest.approx(1 / 30)


def test_the_error_of_a_difference_is_that_of_all_pairs() -> None:
    """Two independent numbers with these deviations: the variance of their difference, counted out."""
    one, other = (-3, 3), (-4, 4)
    apart = [a - b for a, b in product(one, other)]
    assert pvariance(apart) == 25
    assert answer("3") ** 2 == Fraction(25, 100)


def test_with_so_many_deals_one_point_is_two_standard_errors() -> None:
    deals = answer("4")
    assert deals == 14**2
    assert 2 * 7 / sqrt(deals) == pytest.approx(1)
    assert slips("4")["once"] * 4 == deals


def test_three_worthless_ideas_counted_over_all_twenties() -> None:
    fooled = [0 in rolls for rolls in product(range(20), repeat=3)]
    assert answer("5") == Fraction(sum(fooled), len(fooled)) == Fraction(1141, 8000)
    assert f"{float(players.fooled(20)):.0%}" == "64%"
    assert "64 %" in cells()["exercise-5"].prose["en"]


# --- what the lesson says ---


def scores(player: Policy, deals: range) -> list[int]:
    """Seat 1's score, as the lesson's own function finds it."""
    seats = [player, greedy, greedy]
    found = []
    for deal in deals:
        played = play_out(same_one.start(3), seats, Random(deal)).scores
        assert played
        found.append(played[0])
    return found


def test_the_same_number_is_the_same_deal() -> None:
    """What pairs rest on: all cards are dealt before anybody decides anything."""
    dealt = set()
    for player in (uniform, greedy):
        steps: list[str] = []

        def watch(state: Any, step: Any, seen: list[str] = steps) -> None:
            if state.to_act():
                seen.append(str(state))

        play_out(same_one.start(3), [player, greedy, greedy], Random(5), watch=watch)
        dealt.add(steps[0])
    assert len(dealt) == 1


def test_who_draws_lots_is_told_apart_in_few_deals() -> None:
    deals = range(25)
    panel = kit.paired(scores(uniform, deals), scores(greedy, deals))
    assert panel.text.splitlines()[-1].startswith("✔")
    found = tournament({"uniform": uniform, "greedy": greedy}, ["uniform", "greedy", "greedy"], rounds=6)
    assert found[0].name == "greedy"
    shown = kit.standings(found).text.splitlines()
    assert shown[0] == "After 18 games"
    assert [row.split(" | ")[0] for row in shown[2:4]] == ["greedy", "uniform"]


def test_the_early_lead_of_the_lesson_is_there_and_goes_away() -> None:
    """What section 5 says of its deals: after 30 of them 2.5 standard errors, after all 60 less than two."""
    code = cells()["score"].code or ""
    assert "deals = range(100, 160)" in code
    deals = range(100, 160)
    apart = [a - b for a, b in zip(scores(careful, deals), scores(greedy, deals), strict=True)]
    assert [mean(apart[:n]) / (stdev(apart[:n]) / sqrt(n)) for n in (30, 60)] == pytest.approx(
        [-2.5, -1.9], abs=0.05
    )


def test_the_notes_of_the_lesson_are_of_games_that_anybody_can_play() -> None:
    code = {name: cell.code or "" for name, cell in cells().items()}
    assert "Random(deal)" in code["score"]
    assert "seats = [player, greedy, greedy]" in code["score"]
    assert "greedy] * (number - 1)" in code["company"]


def test_the_numbers_on_the_teacher_s_page() -> None:
    # 30 pupils, ten matches each.
    assert round(300 * answer("1") / 10) * 10 == 100
    # An "idea" of 20 tosses that stands out by four.
    standing_out = Fraction(2 * sum(comb(20, k) for k in range(14, 21)), 2**20)
    assert round(1 / standing_out) == 9


# --- what it shows ---


def test_pairs_and_their_error_are_those_of_the_differences() -> None:
    rng = Random(1)
    luck = [rng.randint(-9, 9) for _ in range(50)]
    ours = [card + rng.randint(0, 3) for card in luck]
    theirs = [card + rng.randint(0, 1) for card in luck]
    apart = [a - b for a, b in zip(ours, theirs, strict=True)]
    rows = kit.paired(ours, theirs).text.splitlines()
    assert rows[3].endswith(f"{mean(apart):+.2f}")
    unpaired, error = (float(row.rpartition("± ")[2]) for row in rows[4:6])
    assert error == pytest.approx(stdev(apart) / sqrt(50), abs=0.005)
    assert unpaired == pytest.approx(sqrt((stdev(ours) ** 2 + stdev(theirs) ** 2) / 50), abs=0.005)
    # The luck that both share is gone.
    assert error < unpaired / 2


@pytest.mark.parametrize(
    ("apart", "sign", "times"),
    [
        ([1, -1, 1, -1], "△", "0.0"),
        # 1 ± 1, four times: the error is 1.155 ÷ 2, so 1.7 of them.
        ([0, 2, 0, 2], "△", "1.7"),
        # 2 ± 1: the same error, twice the difference.
        ([1, 3, 1, 3], "✔", "3.5"),
        # Between two and three.
        ([4, 6, 0, 4], "△", "2.8"),
        ([2, 2, 2, 2], "✔", "inf"),
        ([0, 0, 0, 0], "△", "0.0"),
    ],
)
def test_the_verdict_goes_by_standard_errors(apart: list[int], sign: str, times: str) -> None:
    verdict = kit.paired(apart, [0] * len(apart)).text.splitlines()[-1]
    assert verdict.startswith(sign)
    assert f" {times} standard errors" in verdict


def test_both_languages_tell_every_verdict(lang: str) -> None:
    for apart in ([1, -1, 1, -1], [4, 6, 0, 4], [1, 3, 1, 3]):
        panel = kit.paired(apart, [0] * 4)
        assert bool(re.search("[\u3040-\u30ff]", panel.text)) == (lang == "ja")
        assert "{" not in panel.text
    standing = Standing("greedy", 1, Estimate(0.5, 0.05, 90), Estimate(2.1, 0.7, 90))
    shown = kit.standings([standing, standing._replace(score=None)]).text
    assert "50.0 % ± 5.0 | +2.10 ± 0.70" in shown
    assert bool(re.search("[\u3040-\u30ff]", shown)) == (lang == "ja")


def drawings() -> dict[str, chart.Chart]:
    rng = Random(2)
    apart = [rng.randint(-20, 20) for _ in range(100)]
    return {
        "growing": kit.growing(apart, range(10, 101, 30)),
        "one": kit.growing([1, 3], [2]),
        "all alike": kit.growing([5] * 10, [2, 10]),
    }


def test_every_drawing_has_words_and_lies_on_the_paper(lang: str) -> None:
    for name, drawn in drawings().items():
        assert bool(re.search("[\u3040-\u30ff]", drawn.alt)) == (lang == "ja"), name
        assert "{" not in drawn.alt + drawn.text, name
        root = ET.fromstring(drawn.svg)
        _, _, width, height = map(float, root.attrib["viewBox"].split())
        for element in root.iter(f"{SVG}text"):
            x, y = float(element.get("x", 0)), float(element.get("y", 0))
            assert 0 <= x <= width, (name, element.attrib)
            assert 0 <= y <= height, (name, element.attrib)
            words = element.text or ""
            room = 0.55 * float(element.attrib["font-size"]) * ink.columns(words)
            left = x - room * {"start": 0, "middle": 0.5, "end": 1}[element.get("text-anchor", "start")]
            assert left >= -1, (name, words)
            assert left + room <= width + 1, (name, words)


def test_the_means_grow_deal_by_deal() -> None:
    drawn = kit.growing([1, 3, 5, 7], [2, 4])
    rows = [row.split("|") for row in drawn.text.splitlines()[2:]]
    assert [(int(deals), found.strip()) for deals, found in rows] == [(2, "2.0 ± 1.0"), (4, "4.0 ± 1.3")]


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="pairs are compared"):
        kit.paired([1, 2], [1])
    with pytest.raises(ValueError, match="pairs are compared"):
        kit.paired([1], [1])
    with pytest.raises(ValueError, match="must be a player"):
        kit.standings([])
    for at in ([], [1], [3]):
        with pytest.raises(ValueError, match="deals are looked at"):
            kit.growing([1, 2], at)
