"""Lesson 8, "Two rabbits": its answers by counting rolls and following rules by hand; its game trees."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from inaba import river
from inaba.errors import SetupError
from inaba.words import LANGUAGES
from lessons import chart, kit, voice
from lessons.chart.decisions import DEEPEST
from lessons.exercises import LESSONS, game_tree
from lessons.voice import say
from solvers.endgame import Solver
from solvers.fights import who_beats

LESSON = "two-rabbits"


@pytest.fixture(params=LANGUAGES)
def lang(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The lesson, begun in a language, with its journal in a folder of its own."""
    kit.begin(LESSON, lang=request.param, keep=tmp_path / "progress.jsonl")
    yield request.param
    kit._open.clear()
    voice.speak(None)


def winning(hit_points: int) -> int:
    """How many of the 36 rolls beat a shark, counted out."""
    return sum(a + b >= hit_points for a, b in product(range(1, 7), repeat=2))


def asked(name: str) -> list[tuple[dict[str, Any], Fraction]]:
    """What is given and the answer, each time that the exercise can be set: the lesson's own first."""
    first = next(one for one in LESSONS[LESSON] if one.name == name)
    return [(dict(one.given()), one.answer()) for one in (first, *first.others)]


def answer(name: str) -> Fraction:
    return asked(name)[0][1]


# --- the answers ---


def test_on_the_river_of_one_column_the_first_move_decides_who_fights_first() -> None:
    """After it nobody has a choice (rules 5 and 7), so the values are those of two rabbits in turn."""
    for hit_points in range(2, 14):
        chances = game_tree.after(game_tree.column(hit_points))
        first, second = who_beats(hit_points)
        assert chances == {"1a1": first, "2a1": second}
    # A shark of 4 or 3 that was not beaten has 2 hit points left or fewer, which every roll beats.
    for given, found in asked("1"):
        assert found == Fraction(winning(given["left"]), 36)
        shark = dict(given["shark"].data)
        assert shark == dict(given["take"].data)
        assert given["left"] == shark["hit_points"] - shark["damage"] <= 4


def test_after_the_first_move_on_one_column_there_is_never_a_choice() -> None:
    open_, seen = [river.parse(game_tree.column(9)).play(1, river.parse_move("2a1"))], set()
    while open_:
        state = open_.pop()
        if state in seen or state.result():
            continue
        seen.add(state)
        if chance := state.chance():
            open_ += [state.happen(event) for event in chance]
            continue
        (player,) = state.to_act()
        moves = list(state.legal_moves(player))
        # Who has beaten the shark may walk on at once, or be walked on: he wins all the same.
        assert len(moves) == 1 or "a2" in state.rabbits
        open_ += [state.play(player, move) for move in moves]
    assert len(seen) > 10


def test_the_rival_takes_what_is_least_for_the_other() -> None:
    for given, found in asked("2"):
        left, whale, right = given["position"].partition("/")[0].split(",")
        assert whale == "W"
        on_sharks = [Fraction(winning(int(shark)), 36) for shark in (left, right)]
        assert found == min(on_sharks) < 1
        # Thrown back one has lost, on the whale one has won.
        after = game_tree.after(given["position"])
        assert after == {"1a2": on_sharks[0], "1b2": 1, "1c2": on_sharks[1]}
        assert given["strong"] == max(int(left), int(right))


def test_whoever_is_pushed_onto_the_shark_escapes_by_the_roll_alone() -> None:
    for hit_points in range(8, 13):
        assert game_tree.worth(game_tree.gate(hit_points)) == 1 - Fraction(winning(hit_points), 36)
    for given, found in asked("3"):
        assert found == 1 - Fraction(winning(given["hit_points"]), 36)
    assert answer("3") == Fraction(35, 36)


def test_pushing_becomes_right_where_going_is_worth_less_than_the_rival_s_failure() -> None:
    """Going means being first at the shark: its chance is that of lesson 2."""
    turn = int(answer("4"))
    for hit_points in range(2, 10):
        chances = game_tree.after(game_tree.gate(hit_points))
        assert chances["1a2"] == chances["1b2"] == who_beats(hit_points)[0]
        assert (1 - Fraction(winning(hit_points), 36) > who_beats(hit_points)[0]) == (hit_points >= turn)
    for hit_points in range(turn, 21):
        assert game_tree.after(game_tree.gate(hit_points))["2b1"] == game_tree.worth(
            game_tree.gate(hit_points)
        )


def test_a_rival_at_random_is_the_mean_of_two_mistakes_and_two_best_moves() -> None:
    for given, found in asked("5"):
        hit_points = given["shark"].data["hit_points"]
        assert len(list(game_tree.pushed(hit_points).legal_moves(2))) == 4
        assert found == (2 * Fraction(36 - winning(hit_points), 36) + 2 * 1) / 4


def test_a_row_more_changes_nothing_for_whoever_has_to_begin() -> None:
    """As the teacher's page says of the last board."""
    for rows in (1, 2, 3):
        whales = "/W,W" * rows
        begins = Solver().value(river.parse(f"12,W/W,W{whales} -,- 2 - -"))[0]
        assert begins == Fraction(35, 36)


# --- the drawings ---


def number(words: str) -> float:
    words = words.lstrip("≤≥ ")
    return float(words[:-2]) / 100 if words.endswith(" %") else float(Fraction(words))


def nodes(node: chart.Node) -> Iterator[chart.Node]:
    yield node
    for way in node.ways:
        yield from nodes(way.to)


POSITIONS = (
    game_tree.column(9),
    game_tree.gate(9),
    game_tree.gate(13),
    game_tree.RIVAL_CHOOSES,
    "8,5/W,W -,- 1 - -",
    "9,3/D,O -,- 2 - -",
    "W,W a1,- 2 - -",
)


@pytest.mark.parametrize("position", POSITIONS)
@pytest.mark.parametrize("most", [1, 2, 9])
def test_every_node_has_the_value_that_its_branches_give_it(
    lang: str, position: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[chart.Node] = []
    real = chart.game_tree

    def keep(root: chart.Node, *, title: str, alt: str, legend: list[str]) -> chart.Chart:
        drawn.append(root)
        return real(root, title=title, alt=alt, legend=legend)

    monkeypatch.setattr(chart, "game_tree", keep)
    kit.game_tree(position, most=most)
    assert number(drawn[0].value) == pytest.approx(float(game_tree.worth(position)), abs=0.0006)
    for node in nodes(drawn[0]):
        if not node.ways:
            continue
        values = [number(way.to.value) for way in node.ways]
        if node.owner == 0:
            chances = [float(Fraction(way.words)) for way in node.ways]
            assert sum(chances) == pytest.approx(1)
            found = sum(chance * value for chance, value in zip(chances, values, strict=True))
            assert not any(way.best for way in node.ways)
        else:
            found = max(values) if node.owner == 1 else min(values)
            assert node.ways[0].best
            assert len(node.ways) <= most + 1
        assert number(node.value) == pytest.approx(found, abs=0.0011)


@pytest.mark.parametrize("position", POSITIONS)
def test_a_game_tree_stays_on_its_paper_and_has_words(lang: str, position: str) -> None:
    drawn = kit.game_tree(position)
    assert len(drawn.alt) > 60
    root = ET.fromstring(drawn.svg)
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    for element in root.iter():
        for axis, most in (("x", width), ("y", height), ("cx", width), ("cy", height)):
            value = element.get(axis)
            assert value is None or 0 <= float(value) <= most, element.attrib
    # The sign of a square is its number and of a best branch its star, not the colour alone.
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "1" in texts
    assert "★" in texts


def test_the_tree_of_the_gate_tells_the_story(lang: str) -> None:
    lines = [line.strip() for line in kit.game_tree(game_tree.gate(9)).text.splitlines()[1:]]
    assert lines[0] == "[1] 13/18"
    assert lines[1] == "2→b1 * : [2] 13/18"
    assert lines[2] == "2→a2,b2 * : [1] 13/18"
    assert lines[3] == "2→a3 * : ○ 13/18"
    assert any(line.startswith("1→a2,b2 : [2] 33.1 %") for line in lines)


def test_where_a_card_is_turned_up_nobody_speaks_of_dice_alone(lang: str) -> None:
    hidden = kit.game_tree("?,3 -,- 1 - W")
    assert say("chart.game_tree.chance") in hidden.svg
    assert say("chart.game_tree.dice") not in hidden.svg
    assert say("chart.game_tree.chance") not in kit.game_tree(game_tree.column(9)).svg
    assert say("chart.game_tree.a_card") in kit.game_tree("?,3 a1,- 1 - W up:1:a1").alt
    assert say("chart.game_tree.the_dice") in kit.game_tree("9,? a1,- 1 - W fight:1").alt


def test_a_tree_that_cannot_be_drawn_is_refused(lang: str) -> None:
    for steps, most in ((0, 2), (DEEPEST + 1, 2), (2, 0)):
        with pytest.raises(ValueError, match="steps"):
            kit.game_tree(game_tree.column(9), steps=steps, most=most)
    with pytest.raises(SetupError):
        kit.game_tree("9/W -,-,- 1 - -")
    node = chart.Node("1")
    for _ in range(DEEPEST + 1):
        node = chart.Node("1", 1, (chart.Way("a", node),))
    with pytest.raises(ValueError, match="cannot be drawn"):
        chart.game_tree(node, title="", alt="", legend=[])
