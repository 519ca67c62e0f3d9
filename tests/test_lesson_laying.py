"""Lesson 24, "Draw or lay?": its answers counted over all turns, its recursion, its claims, what it draws."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb
from random import Random
from typing import Any

import pytest

from inaba.cross_sevens.table import MOST_HELD
from inaba.words import LANGUAGES
from lessons import build, kit
from lessons.exercises import LESSONS, Exercise, laying
from tests.drawn import check_drawn

pytestmark = pytest.mark.usefixtures("spoken")

LESSON = "draw-or-lay"
TWO_THIRDS = Fraction(2, 3)


def every(name: str) -> tuple[Exercise, ...]:
    """An exercise with each of its numbers."""
    first = next(one for one in LESSONS[LESSON] if one.name == name)
    return first, *first.others


def source(teacher: bool = False) -> dict[str, build.Cell]:
    folder = build.HERE / "sources" / ("teacher" if teacher else ".")
    return {cell.name: cell for cell in build.read((folder / f"24-{LESSON}.md").read_text("utf-8"))}


@pytest.fixture(scope="module")
def lesson() -> dict[str, Any]:
    """What the cells of the lesson define that need no notebook."""
    names: dict[str, Any] = {"Fraction": Fraction, "Random": Random}
    for name in ("out", "waits"):
        exec(source()[name].code or "", names)  # noqa: S102  # the lesson's own code
    exec((source()["simulate"].code or "").partition("die = ")[0], names)  # noqa: S102  # the lesson's own code
    return names


def by_rows(trumps: int, room: int, lay: Fraction, goes_on: Fraction = Fraction(1)) -> Fraction:
    """The chance to get out, over all rows of turns that cannot be longer: each is played to its end."""
    found = Fraction(0)
    for row in product((True, False), repeat=trumps + room):
        left, free, chance = trumps, room, Fraction(1)
        for turn, laid in enumerate(row):
            if left == 0 or free < 0:
                # The turns after the end are summed over: both ways together make 1.
                chance *= lay if laid else 1 - lay
                continue
            chance *= (lay if laid else 1 - lay) * (goes_on if turn else 1)
            left, free = (left - 1, free) if laid else (left, free - 1)
        if left == 0 and free >= 0:
            found += chance
    return found


def number(one: Exercise, name: str) -> Fraction:
    return Fraction(str(one.given()[name]))


# --- the answers, counted out ---


def test_passes_on_average_by_the_series() -> None:
    """The chance of k passes before n plays is negative binomial; the mean over all k."""
    for one in every("1"):
        trumps, lay = int(number(one, "trumps")), number(one, "lay")
        chances = (comb(trumps - 1 + k, k) * lay**trumps * (1 - lay) ** k for k in range(200))
        mean = sum((k * chance for k, chance in enumerate(chances)), Fraction(0))
        assert float(one.answer()) == pytest.approx(float(mean), abs=1e-9)


def test_two_trumps_and_room_for_one_over_all_rows_of_turns() -> None:
    for one in every("2"):
        assert one.answer() == by_rows(2, 1, number(one, "lay"))


def test_a_pass_costs_the_difference_of_two_counts() -> None:
    for one in every("3"):
        trumps, room, lay = int(number(one, "trumps")), int(number(one, "room")), number(one, "lay")
        assert one.answer() == by_rows(trumps, room, lay) - by_rows(trumps, room - 1, lay)


def test_now_or_never_is_the_better_of_two_counts() -> None:
    better = set()
    for one in every("4"):
        room, lay = int(number(one, "room")), number(one, "lay")
        action, trump = by_rows(1, room - 1, lay), by_rows(2, room, lay)
        assert one.answer() == max(action, trump)
        better.add(action > trump)
        assert one.given()["trumps"] == 1
    # Asked with other numbers, the other draw is the better one.
    assert better == {True, False}


def test_at_the_break_even_both_plans_are_worth_the_same() -> None:
    for one in every("5"):
        held, others = one.answer(), number(one, "others")
        laid = (1 - held) * by_rows(1, 1, TWO_THIRDS)
        kept = (1 - others) * by_rows(1, 0, TWO_THIRDS)
        assert laid == kept
        assert 0 < held < 1


def test_the_recursion_agrees_with_the_count_over_all_rows(lesson: dict[str, Any]) -> None:
    for trumps, room in product(range(1, 5), range(MOST_HELD + 1)):
        for lay, goes_on in product((Fraction(1, 2), Fraction(5, 6)), (Fraction(1), Fraction(3, 4))):
            counted = by_rows(trumps, room, lay, goes_on)
            assert laying.out(trumps, room, lay, goes_on) == counted
            assert lesson["out"](trumps, room, lay, goes_on) == counted


# --- what the lesson says ---


def test_the_game_by_hand_is_the_model(lesson: dict[str, Any]) -> None:
    """Over all rolls of at most three dice, as the cell plays them."""

    class Rolls:
        def __init__(self, row: tuple[int, ...]) -> None:
            self.row = list(row)

        def randint(self, least: int, most: int) -> int:
            assert (least, most) == (1, 6)
            return self.row.pop(0)

    rows = list(product(range(1, 7), repeat=3))
    won = sum(lesson["plays"](Rolls(row), 2, 1) for row in rows)
    assert Fraction(won, len(rows)) == laying.out(2, 1, TWO_THIRDS)
    for language in LANGUAGES:
        assert str(round(300 * Fraction(won, len(rows)))) in source(teacher=True)["title"].prose[language]


def test_the_less_room_the_dearer_a_pass() -> None:
    costs = [laying.out(4, room, TWO_THIRDS) - laying.out(4, room - 1, TWO_THIRDS) for room in (3, 2, 1)]
    assert costs == sorted(costs)
    for language in LANGUAGES:
        prose = source()["exercise-3"].prose[language]
        assert f"{float(costs[0]):.0%}".replace("%", " %") in prose
        assert f"{float(costs[-1]):.0%}".replace("%", " %") in prose


def test_a_pile_that_waits_is_left_alone_at_first(lesson: dict[str, Any]) -> None:
    assert len(lesson["better"]) == 24
    assert all(lesson["better"])


def test_the_tables_say_what_the_text_says_of_them() -> None:
    def trumps(lay: Fraction, goes_on: Fraction = Fraction(1)) -> int:
        return kit.draw_table(lay, goes_on).text.count("*")

    assert trumps(TWO_THIRDS) > 20
    assert trumps(Fraction(5, 6)) == 24
    assert trumps(TWO_THIRDS) > trumps(TWO_THIRDS, Fraction(11, 12)) > trumps(TWO_THIRDS, Fraction(5, 6)) > 0


def test_the_values_of_the_two_plans_in_section_6() -> None:
    laid, kept = Fraction(1, 2) * laying.out(1, 1, TWO_THIRDS), Fraction(5, 6) * TWO_THIRDS
    assert (str(laid), str(kept)) == ("4/9", "5/9")
    for language in LANGUAGES:
        prose = source()["exercise-5"].prose[language]
        assert "4/9" in prose
        assert "5/9" in prose


def test_nobody_holds_more_action_cards_than_the_lesson_says() -> None:
    assert MOST_HELD == 3


# --- what it draws ---


def test_every_drawing_has_words_and_lies_on_the_paper(lang: str) -> None:
    for trumps, room in ((1, 0), (2, 1), (1, 2), (3, 0)):
        check_drawn(f"tree {trumps} {room}", kit.pass_tree(trumps, room, TWO_THIRDS), lang)
    for goes_on in (1, Fraction(5, 6)):
        check_drawn("draw", kit.draw_table(TWO_THIRDS, goes_on), lang)


def test_the_leaves_of_the_tree_make_the_chance() -> None:
    lines = kit.pass_tree(2, 1, TWO_THIRDS).text.splitlines()[1:]
    assert lines[0].endswith("20/27")
    assert sum(line.endswith(": 1") for line in lines) == 3


def test_what_cannot_be_is_refused() -> None:
    for trumps, room, lay in (
        (0, 1, TWO_THIRDS),
        (1, -1, TWO_THIRDS),
        (3, 1, TWO_THIRDS),
        (1, 1, Fraction(2)),
    ):
        with pytest.raises(ValueError, match="a tree has"):
            kit.pass_tree(trumps, room, lay)
    for lay, goes_on in ((Fraction(-1), Fraction(1)), (TWO_THIRDS, Fraction(2))):
        with pytest.raises(ValueError, match="between 0 and 1"):
            kit.draw_table(lay, goes_on)
