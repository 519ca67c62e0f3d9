"""Lesson 14, "As cards are seen": its answers found a second way, and what it draws."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from fractions import Fraction
from itertools import permutations
from typing import NamedTuple

import pytest

from inaba import same_one
from inaba.record import Record
from lessons import build, chart, kit
from lessons.chart import ink
from lessons.exercises import LESSONS, Exercise, seen
from lessons.voice import say_in
from solvers.same_one_evidence import Assumption, sights
from solvers.same_one_odds import Odds
from tests.drawn import SVG, check_drawn

LESSON = "as-cards-are-seen"
HALF = Fraction(1, 2)


def tables(name: str) -> list[tuple[Exercise, seen.Table]]:
    """An exercise each time that it can be set, and its table: the lesson's own first."""
    first = next(one for one in LESSONS[LESSON] if one.name == name)
    found = []
    for one in (first, *first.others):
        sizes = (int(say_in("ja", one.given()[size])) for size in ("of_a", "of_b", "pile"))  # type: ignore[arg-type]  # Reasons
        found.append((one, seen.Table(*sizes)))
    return found


def orders(table: seen.Table) -> list[tuple[str, str]]:
    """Who holds the first, and the second, of two sevens: each place of a shuffled row once for each."""
    row = ["a"] * table.a + ["b shows"] + ["b"] * (table.b - 1) + ["drawn"] + ["pile"] * (table.pile - 1)
    return list(permutations(row, 2))


def answer(name: str) -> Fraction:
    return next(one.answer() for one in LESSONS[LESSON] if one.name == name)


def slips(name: str) -> dict[str, Fraction]:
    found = next(one for one in LESSONS[LESSON] if one.name == name)
    return {slip.key.rpartition(".slip_")[2]: slip.value for slip in found.slips()}


def cells(teacher: bool = False) -> dict[str, build.Cell]:
    folder = build.HERE / "sources" / ("teacher" if teacher else ".")
    return {cell.name: cell for cell in build.read((folder / f"14-{LESSON}.md").read_text("utf-8"))}


class Dealt(NamedTuple):
    """Six labelled cards as they lie: two of A, two of B, two in the pile."""

    a: tuple[str, ...]
    b: tuple[str, ...]
    pile: tuple[str, ...]

    @property
    def sevens(self) -> int:
        return sum("7" in card for card in self.a)


ALL = [Dealt(cards[:2], cards[2:4], cards[4:]) for cards in permutations(["b7", "y7", "2", "4", "5", "9"])]
"""All 720 orders of the six cards."""


def share(of: list[Dealt], event: Callable[[Dealt], bool]) -> Fraction:
    return Fraction(sum(map(event, of)), len(of))


# --- the answers, counted out ---


def test_the_blue_seven_is_in_a_s_hand_as_the_library_counts() -> None:
    """60 cards are unseen, ten of them A's (Same One, rule 2); every number of the seen cards but 7 blue."""
    seen_cards = "g1-20,b1-6,b8-11"
    aside = "g11-20,b1-6,b8-11"
    assert len(same_one.parse_cards(seen_cards)) == 30
    hand = ",".join(f"g{number}" for number in range(1, 11))
    hidden = ",".join(["??"] * 10)
    view = same_one.parse_view(f"{hand}/{hidden}/{hidden} - {aside} b7,b12-30,g21-30,y1-30 1 0", 1)
    assert len(view.unseen) == 60
    odds = Odds(view)
    assert answer("1") == odds.holds(same_one.parse_cards("b7"), 2) == Fraction(1, 6)


def test_before_and_after_b_s_card_by_all_orders_of_six_cards() -> None:
    assert share(ALL, lambda dealt: dealt.sevens > 0) == seen.shared([*seen.DEALS]) == Fraction(3, 5)
    none = [dealt for dealt in ALL if "7" not in dealt.b[0]]
    seven = [dealt for dealt in ALL if "7" in dealt.b[0]]
    assert share(none, lambda dealt: dealt.sevens > 0) == slips("2")["none"] == Fraction(7, 10)
    assert answer("2") == share(seven, lambda dealt: dealt.sevens > 0) == Fraction(2, 5)
    for one, table in tables("2"):
        left = [pair for pair in orders(table) if "b shows" in pair]
        assert one.answer() == Fraction(sum("a" in pair for pair in left), len(left))
        before = Fraction(sum("a" in pair for pair in orders(table)), len(orders(table)))
        assert one.given()["before"] == str(before)
        # As the solution says.
        assert one.answer() < before < Fraction(str(one.given()["none"]))
    # On average a look changes nothing.
    assert Fraction(4, 6) * Fraction(7, 10) + Fraction(2, 6) * answer("2") == Fraction(3, 5)


def test_a_grin_and_a_card_shown_are_not_the_same() -> None:
    grins = [dealt for dealt in ALL if dealt.sevens]
    shown = [dealt for dealt in ALL if "7" in dealt.a[0]]
    assert answer("3") == share(grins, lambda dealt: dealt.sevens == 2) == Fraction(1, 9)
    assert slips("3")["shown"] == share(shown, lambda dealt: dealt.sevens == 2) == Fraction(1, 5)


def test_silence_counted_in_quarters() -> None:
    """Every order of the cards four times: in one of four A sleeps."""
    silent = [dealt.sevens > 0 for dealt in ALL for quarter in range(4) if quarter == 0 or dealt.sevens == 0]
    assert answer("4") == Fraction(sum(silent), len(silent)) == Fraction(3, 11)
    assert seen.after_silence(Fraction(3, 5), HALF) == Fraction(3, 7)
    assert seen.after_silence(Fraction(3, 5), Fraction(0)) == Fraction(3, 5)
    assert seen.after_silence(Fraction(3, 5), Fraction(1)) == 0


def test_a_card_drawn_later_is_not_covered_by_the_silence() -> None:
    quiet = [dealt for dealt in ALL if not dealt.sevens]
    assert answer("5") == share(quiet, lambda dealt: "7" in dealt.pile[0]) == HALF
    assert slips("5")["all"] == share(ALL, lambda dealt: "7" in dealt.pile[0])
    for one, table in tables("5"):
        silent = [pair for pair in orders(table) if "a" not in pair]
        assert one.answer() == Fraction(sum("drawn" in pair for pair in silent), len(silent))
        assert table.a == 2, "A laid one card of the two"


def test_the_library_finds_the_same_in_a_game_that_was_played() -> None:
    """Player 2 is silent at the 7, lays a card, and draws one later; both sevens were among the pile's four.

    (Player 3 is taken at his silence, too, so his first cards are none; with the pile's four it comes to the
    same: two sevens among four cards.)
    """
    record = Record(same_one.NOTATION, same_one.parse("g3,g7,g20/b2,g9/b5,y4 - - b7,b11,y7,y12 1 0"))
    steps = "1g7 2- 3- 2g9 1- 3- 3draw 0=b11 3pass 1- 3- 1g20 2- 3- 2draw 0=y12 2pass"
    for step in steps.split():
        if step.startswith("0"):
            record.happen(step[1:])
        else:
            record.play(int(step[0]), step[1:])
    odds = Odds(record.state.view(1), sights(record, 1), Assumption.NO_CALL_NO_CARD)
    assert odds.holds(same_one.parse_cards("b7,y7"), 2) == answer("5")


# --- what the lesson says ---


def test_the_lesson_s_cells_ask_what_the_exercises_answer() -> None:
    code = {name: cell.code or "" for name, cell in cells().items()}
    assert str(list(seen.PLACES)).replace("'", '"') in code["deals-code"]
    assert 'return "A1" in deal or "A2" in deal' in code["holds"]
    assert [seen.a_holds(deal) for deal in seen.DEALS] == [
        "A1" in deal or "A2" in deal for deal in seen.DEALS
    ]
    assert "calls = 0.75" in code["sleeper"]


def test_the_library_s_two_assumptions_are_the_ends_of_the_curve() -> None:
    code = cells()["library-code"].code or ""
    line = re.search(r'line = "(.+)"', code)
    assert line
    view = same_one.parse_view(line[1], 1)
    sevens = same_one.parse_cards("b7,y7")
    for assumption, calls in ((Assumption.UNIFORM, 0), (Assumption.NO_CALL_NO_CARD, 1)):
        odds = Odds(view, assumption=assumption)
        assert odds.holds(sevens, 2) == odds.holds(sevens, 3)
        assert odds.holds(sevens, 2) == seen.after_silence(Fraction(3, 5), Fraction(calls))
    fewer = re.search(r'line = "(.+)"', cells()["what-if"].code or "")
    assert fewer
    assert Odds(same_one.parse_view(fewer[1], 1)).holds(sevens, 2) == answer("2")


def test_the_numbers_on_the_teacher_s_page() -> None:
    both = [dealt for dealt in ALL if dealt.sevens and any("7" in card for card in dealt.b)]
    assert share(ALL, lambda dealt: dealt in both) == Fraction(8, 30)
    assert not any(dealt.sevens == 2 for dealt in both)
    assert seen.after_silence(Fraction(3, 5), Fraction(25, 27)) == Fraction(1, 10)
    assert "25" in cells(teacher=True)["open-questions"].prose["en"]


# --- what it draws ---


def drawings() -> dict[str, chart.Chart]:
    return {
        "table": kit.seven_table(),
        "given": kit.seven_table({"B1": False}),
        "seven": kit.seven_table({"B1": True}),
        "tree": kit.seven_tree(),
        "half": kit.silence(Fraction(3, 5), HALF),
        "always": kit.silence(Fraction(3, 5), 1),
        "never": kit.silence(Fraction(3, 5), 0),
        "curve": kit.attention(Fraction(3, 5)),
    }


def test_every_drawing_has_words_and_lies_on_the_paper(lang: str) -> None:
    for name, drawn in drawings().items():
        check_drawn(name, drawn, lang)


def test_the_table_marks_and_crosses_out_what_is_counted(spoken: None) -> None:
    rows = [row.split("|")[1:] for row in drawings()["given"].text.splitlines()[2:]]
    boxes = [box.strip() for row in rows for box in row]
    assert len(boxes) == 36
    assert boxes.count("A *") == 14
    assert sum(box.endswith("x") for box in boxes) == 36 - 20
    seven = [box.strip() for row in drawings()["seven"].text.splitlines()[2:] for box in row.split("|")[1:]]
    assert (seven.count("A *"), sum(not box.endswith("x") for box in seven)) == (4, 10)


def test_the_leaves_of_the_tree_are_the_deals(spoken: None) -> None:
    leaves = [row.split("|") for row in drawings()["tree"].text.splitlines()[2:]]
    chances = {(blue.strip(), yellow.strip()): Fraction(chance) for blue, yellow, chance in leaves}
    assert sum(chances.values()) == 1
    assert sum(chance for hands, chance in chances.items() if "A" in hands) == Fraction(3, 5)
    assert chances["A", "A"] == share(ALL, lambda dealt: dealt.sevens == 2)


def test_the_areas_of_silence_are_the_chances(spoken: None) -> None:
    root = ET.fromstring(kit.silence(Fraction(3, 5), HALF).svg)
    tiles = [r for r in root.iter(f"{SVG}rect") if r.get("rx") == "5"]
    areas = [float(t.attrib["width"]) * (float(t.attrib["height"]) + 3) for t in tiles]
    assert [area / sum(areas) for area in areas] == pytest.approx([0.3, 0.3, 0.4], abs=1e-3)
    assert [t.attrib["fill"] == ink.BLUE for t in tiles] == [False, True, True]
    # Where all of a column is ruled out, or none of it, it has one tile.
    for calls in (0, 1):
        drawn = ET.fromstring(kit.silence(Fraction(3, 5), calls).svg)
        assert len([r for r in drawn.iter(f"{SVG}rect") if r.get("rx") == "5"]) == 2


def test_the_curve_falls_from_the_chance_before_to_nothing(spoken: None) -> None:
    rows = [row.split("|")[1].strip() for row in drawings()["curve"].text.splitlines()[2:]]
    assert (rows[0], rows[5], rows[-1]) == ("60.0 %", "42.9 %", "0 %")


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="the places are"):
        kit.seven_table({"C1": True})
    with pytest.raises(ValueError, match="two sevens"):
        kit.seven_table({"A1": True, "B1": True, "P1": True})
    for holds, calls in ((0, HALF), (1, HALF), (HALF, 2), (HALF, -1)):
        with pytest.raises(ValueError, match="a chance to hold"):
            kit.silence(holds, calls)
    with pytest.raises(ValueError, match="a chance to hold"):
        kit.attention(1)


@pytest.mark.parametrize("ways", [0, 13])
def test_a_table_of_pairs_has_a_bound(ways: int) -> None:
    with pytest.raises(ValueError, match="1 to 12 columns"):
        chart.pairs(
            ["x"] * ways,
            ["y"],
            title="",
            first="",
            second="",
            alt="",
            cell=lambda i, j: "",
            marked=lambda i, j: False,
            legend=(),
        )
