"""Lesson 26, "Three policies": its answers found another way, the small game played out, what it quotes."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import combinations, product
from random import Random
from statistics import mean
from typing import Any

import pytest

from inaba.words import LANGUAGES
from lessons import build, kit
from lessons.exercises import LESSONS, Exercise, policies
from lessons.exercises.policies import CARDS, Small, greedy, patient
from solvers import cross_sevens_policies

LESSON = "three-policies"


def every(name: str) -> tuple[Exercise, ...]:
    """An exercise with each of its numbers."""
    first = next(one for one in LESSONS[LESSON] if one.name == name)
    return first, *first.others


def source(teacher: bool = False) -> dict[str, build.Cell]:
    folder = build.HERE / "sources" / ("teacher" if teacher else ".")
    return {cell.name: cell for cell in build.read((folder / f"26-{LESSON}.md").read_text("utf-8"))}


@pytest.fixture(scope="module")
def lesson() -> dict[str, Any]:
    """What the cell of the small game defines."""
    names: dict[str, Any] = {"Random": Random, "kit": kit}
    exec(source()["small-code"].code or "", names)  # noqa: S102  # the lesson's own code
    return names


def number(one: Exercise, name: str) -> Fraction:
    return Fraction(str(one.given()[name]))


def plays_out(first: policies.Chooses, second: policies.Chooses, hand: tuple[Small, ...]) -> bool:
    """The small game again, with the branches as counts of how far each has grown."""
    hands = [[card for card in CARDS if card in hand], [card for card in CARDS if card not in hand]]
    grown = dict.fromkeys(product("DS", (-1, 1)), 7)
    turn = 0
    while True:
        due = {(suit, rank + side) for (suit, side), rank in grown.items()}
        can = [card for card in hands[turn] if card in due]
        if can:
            suit, rank = (first, second)[turn](can, hands[turn])
            hands[turn].remove((suit, rank))
            grown[suit, 1 if rank > 7 else -1] = rank
            if not hands[turn]:
                return turn == 0
        turn = 1 - turn


# --- the answers ---


def test_deals_are_listed_one_by_one() -> None:
    for one in every("1"):
        cards = int(number(one, "cards"))
        assert one.answer() == sum(1 for _ in combinations(range(cards), cards // 2))


def test_the_mean_of_pairs_written_out() -> None:
    for one in every("2"):
        better, worse, same = (int(number(one, name)) for name in ("better", "worse", "same"))
        assert one.answer() == mean([Fraction(1)] * better + [Fraction(-1)] * worse + [Fraction(0)] * same)


def test_standard_errors_lead_back_to_the_result() -> None:
    for one in every("3"):
        fair = Fraction(100) / number(one, "players")
        assert fair + one.answer() * number(one, "error") == number(one, "found")


def test_with_so_many_games_the_error_is_the_wanted_one() -> None:
    """The variance of a mean goes down as the number of games goes up."""
    for one in every("4"):
        of_one_game = number(one, "error") ** 2 * number(one, "games")
        assert of_one_game / one.answer() == number(one, "wanted") ** 2


# --- the small game ---


def test_the_small_game_played_two_ways_and_in_the_lesson(lesson: dict[str, Any]) -> None:
    deals = list(combinations(CARDS, 6))
    assert len(deals) == 924
    for first, second in product((greedy, patient), repeat=2):
        ours = [policies.wins(first, second, hand) for hand in deals]
        assert ours == [plays_out(first, second, hand) for hand in deals]
        theirs = [lesson[policy.__name__] for policy in (first, second)]
        assert ours == [lesson["wins"](*theirs, hand) for hand in deals]


def test_the_shares_that_the_lesson_names() -> None:
    found = {
        (first, second): policies.share(first, second)
        for first, second in product((greedy, patient), repeat=2)
    }
    beginning, following = found[patient, greedy], 1 - found[greedy, patient]
    told = [following, found[greedy, greedy], found[patient, patient], (beginning + following) / 2]
    for language in LANGUAGES:
        prose = source()["exact-read"].prose[language]
        for share in told:
            assert f"{float(share):.1%}".replace("%", " %") in prose
        assert f"{beginning}" in prose
        assert f"{following}" in prose
        assert str(round(180 * told[-1])) in source(teacher=True)["title"].prose[language]


def test_the_pairs_of_the_lesson_have_the_smaller_error(lesson: dict[str, Any]) -> None:
    lines = kit.paired(lesson["p_first"], lesson["g_first"]).text.splitlines()
    unpaired, error = (float(line.rpartition("±")[2]) for line in lines[4:6])
    assert error < unpaired


def test_the_measured_shares_are_those_of_the_policies_page() -> None:
    """The table of section 4 quotes what is written where it was measured."""
    page = " ".join((cross_sevens_policies.__doc__ or "").split())
    for words in ("38 % of the games of three", "52 ± 4 % of the games of three", "29 ± 6 % of five"):
        assert words in page
    for language in LANGUAGES:
        rows = re.findall(r"\| (\d) \| (\d+) \| (\d+ ± \d) % \|", source()["long"].prose[language])
        assert rows == [("3", "250", "38 ± 3"), ("3", "150", "52 ± 4"), ("5", "100", "29 ± 6")]
