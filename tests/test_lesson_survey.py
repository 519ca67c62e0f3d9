"""Lesson 10, "How large is the first player's edge?": its answers by a second way, and its drawings."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from math import sqrt
from pathlib import Path
from statistics import fmean, pstdev
from typing import Any

import pytest

from inaba import river
from inaba.words import LANGUAGES
from lessons import kit
from lessons.exercises import LESSONS
from lessons.exercises import survey as exercises
from solvers import survey
from solvers.endgame import Solver

pytestmark = pytest.mark.usefixtures("spoken")

LESSON = "the-first-players-edge"
HERE = Path(__file__).parents[1]
SOURCE = HERE / "lessons" / "sources" / "10-the-first-players-edge.md"


def asked(name: str) -> list[tuple[dict[str, Any], Fraction]]:
    """What is given and the answer, each time that the exercise can be set: the lesson's own first."""
    first = next(one for one in LESSONS[LESSON] if one.name == name)
    return [(dict(one.given()), one.answer()) for one in (first, *first.others)]


def answer(name: str) -> Fraction:
    return asked(name)[0][1]


@cache
def population() -> dict[str, Fraction]:
    """The lesson's small river: the exact value of each of its layouts."""
    solver = Solver()
    layouts = {f"{a},{b}/{c},{d}/{e},{f} -,- 1 - -" for a, b, c, d, e, f in permutations("579WWW")}
    return {layout: solver.value(river.parse(layout))[0] for layout in layouts}


def test_the_interval_of_64_of_100_games() -> None:
    for given, found in asked("1"):
        games, won = given["games"], int(given["won"])
        assert won / games == 0.64, "as the hints say"
        # The standard deviation of the ones and zeros, over the root of their number.
        error = pstdev([1] * won + [0] * (games - won)) / sqrt(games)
        assert float(found) == pytest.approx(0.64 - 2 * error)
        assert found > Fraction(1, 2), "the interval lies wholly above one half"


def test_at_least_one_of_three_intervals_misses() -> None:
    """Counted out: each interval is one of twenty equally likely cases, some of which miss."""
    cases = list(product(range(20), repeat=3))
    for given, found in asked("2"):
        misses = given["miss"] // 5
        assert 5 * misses == given["miss"] == 100 - given["percent"]
        assert found == Fraction(sum(min(case) < misses for case in cases), len(cases))
        assert given["twenty"] == round(100 - 100 * (given["percent"] / 100) ** 20)


def test_the_layouts_of_a_small_deck_are_counted_as_those_of_the_large_one() -> None:
    assert answer("3") == exercises.arrangements("classroom") == 479_001_600
    # All of one card fewer, 12 times: and so down to one card.
    assert len(set(permutations("0345"))) == 4 * len(set(permutations("034"))) == 24
    assert len(set(river.DECKS["classroom"])) == 12, "12! is right only if all cards differ"


def test_the_large_survey_is_the_readme_s() -> None:
    """What the lesson and its answers say of it stands there, with its command."""
    told = " ".join((HERE / "README.md").read_text("utf-8").split())
    lesson = SOURCE.read_text("utf-8")
    command = "inaba survey --deck classroom --layouts 1000 --seed 1 --out survey.jsonl"
    assert f"`{command}`" in told
    assert lesson.count(f"`{command}`") == len(LANGUAGES)
    for number in (
        "57.35 %",
        "56.90 %",
        "57.80 %",
        "7.26 %",
        "91.4 %",
        "89.5 %",
        "93.0 %",
        "89.21 %",
        "34.76 %",
    ):
        assert number in told
        assert lesson.count(f" {number} ") >= len(LANGUAGES), number
    low, high, ahead = (100 * part for part in exercises.LARGE[1:4])
    assert f"{float(low):.2f} % to {float(high):.2f} %" in told
    assert f"in {float(ahead):.1f} % of them" in told


def test_the_large_survey_s_bars_agree_with_what_is_said_of_it() -> None:
    """The 1,000 values themselves are not kept; their counts have to fit everything that is told of them."""
    lesson = SOURCE.read_text("utf-8")
    counts = {int(low): int(count) for low, count in re.findall(r"\b(\d\d): (\d+)[,}]", lesson)}
    assert sum(counts.values()) == exercises.LARGE.layouts
    assert sum(count for low, count in counts.items() if low >= 50) == 1000 * exercises.LARGE.ahead
    assert min(counts) <= 34.76 < min(counts) + 5
    assert max(counts) <= 89.21 < max(counts) + 5
    # The mean lies between those that all values have at the lower and at the upper ends of their bars.
    lowest = sum(low * count for low, count in counts.items()) / 1000
    assert lowest < 57.35 < lowest + 5
    middles = [low + 2.5 for low, count in counts.items() for _ in range(count)]
    assert pstdev(middles) == pytest.approx(7.26, abs=0.4)


def test_what_is_asked_of_the_large_survey() -> None:
    assert answer("4") == 1000 - 914
    # With so many layouts an interval of ± 0.45 points becomes a narrower one: errors go with the root.
    for given, found in asked("5"):
        assert found.denominator == 1
        assert 0.45 * sqrt(1000 / found) == pytest.approx(float(given["aim"]))
        assert float(given["about"]) == round(sqrt(float(given["times"])), 1)


def test_the_small_river_is_what_the_lesson_says() -> None:
    values = population()
    assert len(values) == 120
    truth = survey.summary({"position": p, "value": [str(v), "0"]} for p, v in values.items())
    assert 0.5705 < truth.mean < 0.5715
    assert min(truth.values) < 0.4
    assert max(truth.values) > 0.85
    assert truth.greatest.split()[0].endswith(("W,9", "9,W")), "a whale and the 9 lie in front"
    # One exact answer is worth about 16 games there, and more than 40 on the large river.
    assert round(truth.mean * (1 - truth.mean) / truth.deviation**2) == 16
    assert 40 < 0.5735 * 0.4265 / 0.0726**2 < 50


def test_the_helper_s_kindness_pulls_the_mean_down_by_more_than_an_interval_is_wide() -> None:
    values = population()
    kept = [float(v) for p, v in values.items() if "9" not in p.split()[0].split("/")[-1]]
    everything = [float(v) for v in values.values()]
    assert fmean(everything) - fmean(kept) > 3 * pstdev(kept) / sqrt(60)
    assert len(kept) * 3 > len(values), "three times as many layouts as are wanted are enough"


def test_intervals_of_samples_of_30_hold_the_mean_in_about_95_of_100() -> None:
    values = {p: {"position": p, "value": [str(v), "0"]} for p, v in population().items()}
    truth = survey.summary(values.values()).mean
    deck = river.parse_deck("5,7,9,W,W,W")

    def held(layouts: int, samples: int) -> float:
        count = 0
        for seed in range(samples):
            asked = survey.layouts(deck, layouts, 1000 + seed, columns=2, rows=3)
            found = survey.summary(values[p] for p in asked).interval
            count += found.low <= truth <= found.high
        return count / samples

    assert 0.89 < held(30, 300) < 0.98
    assert 0.90 < held(5, 300) < 0.99, "tiny samples have wider intervals, and miss no more often"
    told = SOURCE.parent.joinpath("teacher", SOURCE.name).read_text("utf-8")
    for layouts in (5, 30, 1000):
        assert told.count(f"{survey.student(0.95, layouts - 1):.2f}") == 2, "in both languages"


# --- drawings ---


def test_intervals_are_counted_and_those_that_miss_are_crossed(lang: str) -> None:
    found = [
        survey.Interval(0.4, 0.6, 0.95),
        survey.Interval(0.55, 0.6, 0.95),
        survey.Interval(0.5, 0.7, 0.95),
    ]
    drawn = kit.intervals(found, 0.5)
    rows = [line.split("|") for line in drawn.text.splitlines()[2:]]
    assert [row[0].strip() for row in rows if row[3].strip() == "x"] == ["2"]
    assert re.findall(r"\d+", drawn.text.splitlines()[0]) == ["3", "2"]
    assert "50.0 %" in drawn.alt
    # A cross on what misses, and one in the legend: colour is not the only sign.
    assert drawn.svg.count("l8 8M") == 2
    ET.fromstring(drawn.svg)


def test_the_value_itself_may_lie_outside_all_intervals() -> None:
    drawn = kit.intervals([survey.Interval(0.2, 0.3, 0.95)] * 2, 0.9)
    root = ET.fromstring(drawn.svg)
    height = float(root.attrib["height"])
    for path in root.iter("{http://www.w3.org/2000/svg}path"):
        for x, y in re.findall(r"M(-?[\d.]+) (-?[\d.]+)", path.attrib["d"]):
            assert 0 <= float(x) <= 480
            assert 0 <= float(y) <= height


@pytest.mark.parametrize("count", [0, 121])
def test_too_many_intervals_or_none_are_refused(count: int) -> None:
    with pytest.raises(ValueError, match="1 to 120 intervals"):
        kit.intervals([survey.Interval(0.4, 0.6, 0.95)] * count, 0.5)


def test_an_interval_without_width_is_drawn() -> None:
    assert "nan" not in kit.intervals([survey.Interval(0.5, 0.5, 0.95)], 0.5).svg


def test_the_histogram_counts_every_value_once(lang: str) -> None:
    values = [0.349, 0.35, 0.4, 0.499, 0.5, 0.52, 0.999, 1.0]
    drawn = kit.histogram(values)
    rows = [[cell.strip() for cell in line.split("|")] for line in drawn.text.splitlines()[2:]]
    counted = {row[0]: int(row[1]) for row in rows}
    assert sum(counted.values()) == len(values)
    assert (counted["30"], counted["35"], counted["40"], counted["45"]) == (1, 1, 1, 1)
    assert (counted["50 *"], counted["95 *"]) == (2, 2)
    # The bars stand at even steps: where no layout lies there is a gap.
    assert counted["70 *"] == 0
    assert "30" in drawn.alt
    assert "100" in drawn.alt
    assert bool(re.search("[ぁ-ん]", drawn.alt)) == (lang == "ja")


def test_values_that_were_counted_already_are_drawn_alike() -> None:
    values = [0.41, 0.42, 0.56, 0.57, 0.58]
    assert kit.histogram({40: 2, 55: 3}) == kit.histogram(values)


@pytest.mark.parametrize("odd", [1.5, -0.01, float("nan")])
def test_a_value_that_is_no_chance_is_in_no_bar(odd: float) -> None:
    with pytest.raises(ValueError, match="lies in"):
        kit.histogram([0.5, odd])


@pytest.mark.parametrize("values", [[], {}, {50: 0}, {52: 3}, {100: 1}, {-5: 1}], ids=str)
def test_a_histogram_of_nothing_or_of_other_bars_is_refused(values: list[float] | dict[int, int]) -> None:
    with pytest.raises(ValueError, match="one value or more"):
        kit.histogram(values)
