"""Lesson 9, "Endgames": its answers by recursion, counting and parity; what a draw is worth, drawn."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from inaba import river
from inaba.errors import SetupError
from inaba.words import LANGUAGES
from lessons import kit, voice
from lessons.exercises import LESSONS, endgame
from solvers.endgame import HALF, Solver
from solvers.fights import who_beats

LESSON = "endgames"
TOTALS = [a + b for a, b in product(range(1, 7), repeat=2)]


@pytest.fixture(params=LANGUAGES)
def lang(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The lesson, begun in a language, with its journal in a folder of its own."""
    kit.begin(LESSON, lang=request.param, keep=tmp_path / "progress.jsonl")
    yield request.param
    kit._open.clear()
    voice.speak(None)


def asked(name: str) -> list[tuple[dict[str, Any], Fraction]]:
    """What is given and the answer, each time that the exercise can be set: the lesson's own first."""
    first = next(one for one in LESSONS[LESSON] if one.name == name)
    return [(dict(one.given()), one.answer()) for one in (first, *first.others)]


@cache
def plain(endless: Fraction) -> Solver:
    return Solver(endless=endless, plain=True)


def worth(position: str, endless: Fraction = HALF) -> Fraction:
    """The value by the plain way, which knows nothing of layers."""
    return plain(endless).value(river.parse(position))[0]


def first(left: int) -> Fraction:
    """The chance of whoever is first at a shark, the lesson's V before anybody chooses: roll by roll."""
    won = sum((Fraction(1) if total >= left else 1 - first(left - total) for total in TOTALS), Fraction(0))
    return won / 36


def test_the_layers_of_the_lesson() -> None:
    """With so few hit points left it is better to be first, so V is the chance of the first."""
    assert [first(left) for left in (2, 3, 4, 5)] == [
        1,
        Fraction(35, 36),
        Fraction(33, 36),
        Fraction(1081, 1296),
    ]
    assert Fraction(30, 36) + Fraction(1, 36) * (1 - first(3)) == first(5)
    for given, found in asked("1"):
        assert given["left"] == given["hit_points"] - given["damage"]
        assert found == given["value"] == first(given["left"]) > HALF


def test_a_pass_lifts_you_from_being_pushed_to_pushing() -> None:
    for given, found in asked("2"):
        beaten = Fraction(sum(total >= given["hit_points"] for total in TOTALS), 36)
        assert found == (1 - beaten) - beaten


@pytest.mark.parametrize("rows", [3, 4, 5, 6])
def test_a_zugzwang_is_an_even_number_of_quiet_moves(rows: int) -> None:
    """The rows before the last two are quiet: each rabbit has as many quiet moves as rows are ahead there."""
    cards = "9,W" + "/W,W" * (rows - 1)
    squares = ["-", *(f"{column}{row}" for row in range(1, rows) for column in "ab"), f"b{rows}"]

    def quiet(square: str) -> int:
        return rows - 2 - (0 if square == "-" else int(square[1:]))

    expected = [
        f"{one},{two}"
        for one, two in product(squares, repeat=2)
        if (one != two or one == "-")
        and min(quiet(one), quiet(two)) >= 0
        and (quiet(one) + quiet(two)) % 2 == 0
    ]
    assert endgame.zugzwangs(cards, squares) == expected
    assert endgame.long_gate(rows) == (cards, tuple(squares))
    assert [found for given, found in asked("3") if given["rows"] == rows] == [len(expected)] * (rows > 3)
    # As the solution counts rows.
    row = {square: 0 if square == "-" else int(square[1:]) for square in squares}
    assert all(
        max(row[one], row[two]) <= rows - 2 and (row[one] - row[two]) % 2 == 0
        for one, two in (pair.split(",") for pair in expected)
    )
    if rows == 3:
        places = len(squares) ** 2 - (len(squares) - 1)
        assert (len(expected), places) == (3, 31), "as the lesson says"


def test_a_draw_counts_half_after_every_roll_that_fails() -> None:
    for given, found in asked("4"):
        state = river.parse(given["position"])
        assert worth(given["position"]) == HALF, "waiting is worth a draw"
        after = state.play(1, river.parse_move("2b1"))
        chance = after.chance()
        assert chance is not None
        rolls = [event for event in chance if isinstance(event, river.Rolled)]
        worths = {roll.total: worth(str(after.happen(roll))) for roll in rolls}
        assert worths == {total: (0 if total >= given["hit_points"] else HALF) for total in range(2, 13)}
        assert found == sum((worths[total] for total in TOTALS), Fraction(0)) / 36


def test_somebody_goes_as_soon_as_going_is_worth_more_than_a_draw() -> None:
    for given, found in asked("5"):
        hit_points = given["hit_points"]
        going = [damage for damage in range(hit_points) if who_beats(hit_points - damage)[0] > HALF]
        assert found == min(going) == given["less"] + 1
        assert hit_points - found == 7, "as the hint and the solution say"
        for damage in range(hit_points):
            assert (worth(endgame.endless_gate(damage, hit_points)) != HALF) == (damage in going)


def test_tough_sharks_freeze_the_gate() -> None:
    """As the teacher's page says: from 8 hit points on the river with the orca is a draw."""
    for hit_points in range(2, 25):
        value = Solver().value(river.parse(f"{hit_points},W/W,W/W,O -,- 1 - -"))[0]
        assert (value == HALF) == (hit_points >= 8)


@pytest.mark.parametrize("hit_points", [5, 7, 8, 9])
def test_going_waiting_and_letting_the_rival_go_are_the_three_pieces(hit_points: int) -> None:
    """What `settle` in the lesson finds by comparing is the middle one of three numbers."""
    go = who_beats(hit_points)[0]
    for fifth in range(6):
        draw = Fraction(fifth, 5)
        middle = max(go, min(1 - go, draw))
        assert go > HALF or middle == median([go, draw, 1 - go])
        assert worth(f"{hit_points},W/O,W -,- 1 - -", draw) == middle


def test_where_to_wait_and_where_to_go_on_the_last_board() -> None:
    moves = Solver().solve(river.parse("9,7/4,W/O,W -,- 1 - -")).moves
    assert str(moves[0].move) == "1b1"
    assert {row.value[0] for row in moves[1:]} == {1 - moves[0].value[0]}


# --- the drawing ---


def test_the_curve_over_the_worth_of_a_draw(lang: str) -> None:
    drawn = kit.draw_value("9,W/O,W -,- 1 - -")
    go = float(who_beats(9)[0])
    rows = re.findall(r"^ *(\d\.\d) \| +([\d.]+) %$", drawn.text, re.MULTILINE)
    assert len(rows) == 11
    for draw, value in rows:
        assert float(value) / 100 == pytest.approx(median([go, float(draw), 1 - go]), abs=0.0006)
    assert "33.1 %" in drawn.alt
    assert "66.9 %" in drawn.alt
    root = ET.fromstring(drawn.svg)
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    for element in root.iter():
        for axis, most in (("x", width), ("y", height), ("cx", width), ("cy", height)):
            value = element.get(axis)
            assert value is None or 0 <= float(value) <= most, element.attrib


def test_a_curve_of_three_players_is_refused(lang: str) -> None:
    with pytest.raises(SetupError):
        kit.draw_value("9,W/O,W -,-,- 1 - -")
