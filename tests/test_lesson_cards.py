"""Lesson 6, "Face-down cards": its answers found a second way, and what it draws."""

from __future__ import annotations

import ast
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import permutations, product
from math import factorial
from pathlib import Path
from typing import Any

import pytest

from inaba import river
from inaba.errors import NotationError
from lessons import build, chart, kit, voice
from lessons.answer import Mark, judge
from lessons.chart import ink
from lessons.exercises import LESSONS, cards
from solvers.endgame import solve
from solvers.fights import beats
from solvers.search import look_value, peek_values
from tests.drawn import SVG, check_drawn

LESSON = "face-down-cards"
HALF = Fraction(1, 2)
BLIND = {
    "a1": {"b1=20": HALF, "c1=20": HALF},
    "b1": {"b1=W": HALF, "c1=20": HALF},
    "c1": {"b1=20": HALF, "c1=W": HALF},
}


def answer(name: str) -> Fraction:
    return next(one.answer() for one in LESSONS[LESSON] if one.name == name)


def slips(name: str) -> dict[str, Fraction]:
    found = next(one for one in LESSONS[LESSON] if one.name == name)
    return {slip.key.rpartition(".slip_")[2]: slip.value for slip in found.slips()}


def source(teacher: bool = False) -> tuple[build.Cell, ...]:
    folder = build.HERE / "sources" / ("teacher" if teacher else ".")
    return build.read((folder / f"06-{LESSON}.md").read_text("utf-8"))


def share(cases: list[bool]) -> Fraction:
    return Fraction(sum(cases), len(cases))


# --- the answers, counted out ---


def test_two_sharks_in_a_row_counted_by_the_game_itself() -> None:
    """Draws without replacement: what the state deals out, step by step (River, rule 6)."""
    landed = river.parse("?,?,?/?,?,? -,- 1 - 3,5,6,8,D,W").play(1, "1a1")
    both = Fraction(0)
    first = landed.chance()
    assert first
    for card in ("=3", "=5", "=6", "=8"):
        # Beaten or not, the shark lies face up; then the other rabbit lands beside it.
        after = landed.happen(card).happen("(1,1)").play(2, "2b1")
        second = after.chance()
        assert second
        assert len(second) == 5
        both += first[river.parse_event(card)] * second.where(lambda event: str(event)[1:].isdigit())
    assert answer("1") == both == Fraction(2, 5)


def settings(name: str) -> Iterator[tuple[Fraction, Mapping[str, Any]]]:
    """The answer and the numbers of an exercise each time that it can be set."""
    first = next(one for one in LESSONS[LESSON] if one.name == name)
    return ((one.answer(), one.given()) for one in (first, *first.others))


def test_two_sharks_in_a_row_counted_over_all_pairs() -> None:
    for exact, told in settings("1"):
        pairs = permutations("S" * told["sharks"] + "DW", 2)
        assert exact == share([pair == ("S", "S") for pair in pairs])
        assert told["cards"] == told["sharks"] + 2


def test_the_dolphin_is_as_likely_to_be_third_as_first() -> None:
    places = [order.index("D") for order in permutations("D23456")]
    assert {places.count(place) for place in range(6)} == {factorial(5)}
    assert answer("2") == Fraction(11, 12) * Fraction(10, 11) * Fraction(1, 10) == Fraction(1, 12)


def test_who_knows_leaves_two_thirds_and_who_does_not_leaves_one_half() -> None:
    """All equally likely cases: three places of the whale, and two sides of a coin."""
    cases = list(product(["a1", "b1", "c1"], ["b1", "c1"]))
    by_one_who_knows = [
        (whale, coin if whale == "a1" else ({"b1", "c1"} - {whale}).pop()) for whale, coin in cases
    ]
    assert answer("3") == share([w == "b1" for w, shown in by_one_who_knows if shown == "c1"])
    by_chance = [w == "b1" for w, shown in cases if shown == "c1" and w != "c1"]
    assert cards.whale_after(BLIND, "c1=20")["b1"] == share(by_chance) == HALF


def test_a_rival_who_stays_away_counted_in_parts() -> None:
    for exact, told in settings("4"):
        stays_away = [
            whale == "b1"
            for whale, part in product(["a1", "b1", "c1"], range(told["whole"]))
            if not part < (told["times"] if whale == "b1" else told["whole"] - told["times"])
        ]
        assert exact == share(stays_away) == Fraction(told["now"])
        assert told["fits"] == f"{len(stays_away)}/{3 * told['whole']}"
        assert told["times"] == told["whole"] - 1, "once in so many times he does the other"
    assert answer("4") == Fraction(1, 7)


def test_a_look_counted_over_every_plan() -> None:
    """The best of all plans, which say for each card seen at place 1 where to hop then."""
    for exact, told in settings("5"):
        rolls = [a + b for a, b in product(range(1, 7), repeat=2)]
        whale, shark = Fraction(1), share([roll >= told["hit_points"] for roll in rolls])
        orders = list(permutations([whale, shark, shark]))

        def mean(plan: dict[Fraction, int], orders: list[tuple[Fraction, ...]] = orders) -> Fraction:
            return sum((order[plan[order[0]]] for order in orders), Fraction(0)) / len(orders)

        plans = [mean({whale: one, shark: other}) for one, other in product(range(3), repeat=2)]
        blind = max(mean({whale: place, shark: place}) for place in range(3))
        assert exact == max(plans) - blind
        assert (told["with_look"], told["without"]) == (str(max(plans)), str(blind))
    assert answer("5") == Fraction(13, 54)


def test_a_look_that_all_see_is_the_mean_of_both_cards_less_the_value_now() -> None:
    shown = [solve(river.parse(p)).value[0] for p in ("9,?/W,W -,- 1 - W", "W,?/W,W -,- 1 - 9")]
    now = solve(river.parse("?,?/W,W -,- 1 - 9,W")).value[0]
    assert answer("6") == sum(shown) / 2 - now == Fraction(10, 36) - Fraction(23, 36)
    assert shown == [beats(9)] * 2


def test_the_slips_are_what_pupils_who_slip_so_get() -> None:
    assert slips("1") == {
        "back": Fraction(16, 36),
        "first": Fraction(4, 6),
        "second": Fraction(3, 5),
        "one_of_them": 1 - Fraction(2, 6) * Fraction(1, 5),
    }
    assert slips("2")["given"] == Fraction(1, 10)
    assert slips("2")["back"] == Fraction(11, 12) ** 2 / 12
    assert slips("4")["yes"] == Fraction(3, 5)
    assert slips("5") == {
        "with": Fraction(41, 54),
        "without": Fraction(28, 54),
        "all": 1 - Fraction(28, 54),
        "two": Fraction(13, 36),
        "nothing": 0,
    }
    assert slips("6")["sign"] == Fraction(13, 36)


def test_a_negative_answer_is_read_however_it_is_written() -> None:
    exercise = LESSONS[LESSON][5]
    for written in ("-13/36", "−13/36", "－１３／３６", "-0.36", "-36.1 %", Fraction(-13, 36), -13 / 36):
        assert judge(written, exercise.answer(), exercise.kind, exercise.slips()).mark is Mark.RIGHT
    wrong = judge("13/36", exercise.answer(), exercise.kind, exercise.slips())
    assert [str(remark.key) for remark in wrong.remarks] == ["cards.shown.slip_sign"]


# --- what the lesson says ---


def test_the_lesson_s_cells_ask_what_the_exercises_answer() -> None:
    code = {cell.name: cell.code or "" for cell in source()}
    habits = code["knows-code"].partition("= ")[2].partition("\nknows")[0]
    assert ast.literal_eval(habits.replace("half", "0.5")) == cards.KNOWS
    assert cards.SIX in code["draw-first"]
    assert cards.SHOWN in code["shown-picture"]


def test_the_numbers_in_the_prose() -> None:
    prose = next(cell.prose["en"] for cell in source() if cell.name == "without")
    assert f"{factorial(12):,}" in prose
    two_cards = river.parse("?,? -,- 1 - 9,W")
    assert solve(two_cards).value[0] == Fraction(23, 36)
    assert look_value(two_cards, "a1") == Fraction(13, 36)
    assert look_value(river.parse("?,?/W,W a1,b1 1 - 9,W"), "a2") == Fraction(13, 36)
    for hit_points, worth in ((20, HALF), (3, Fraction(1, 72))):
        for rabbits, sign in (("a1,b1", 1), ("-,-", -1)):
            position = river.parse(f"?,?/W,W {rabbits} 1 - {hit_points},W")
            assert look_value(position, "a2") == sign * worth


def test_the_numbers_on_the_teacher_s_page() -> None:
    position = river.parse("?,?/S,? -,- 1 - 5,9,W")
    moves = {str(row.move): row.value[0] for row in solve(position).moves}
    peeks = dict(peek_values(position.play(1, "1a1")))
    assert [f"{float(value):.0%}" for value in (moves["1a1"], moves["1b1"])] == ["71%", "50%"]
    assert moves["1b1"] == max(value for move, value in moves.items() if move != "1a1")
    assert [f"{float(peeks[square]):.0%}" for square in ("b1", "a2", "b2")] == ["71%", "56%", "56%"]
    # Four cards, the stone on a1, and d1 turned up by one who knows: six equally likely cases for each place.
    cases = [
        (whale, shown)
        for whale in "abcd"
        for shown in sorted(set("bcd") - {whale})
        for _ in range(6 // len(set("bcd") - {whale}))
    ]
    assert share([whale == "b" for whale, shown in cases if shown == "d"]) == Fraction(3, 8)


# --- what it draws ---


def drawings() -> dict[str, chart.Chart]:
    return {
        "orders": kit.orders("5,9,W", "a1=W"),
        "given": kit.orders("5,9,W", "a1=W", given="b1=9"),
        "two": kit.orders("9,W", "b1=9"),
        "four": kit.orders("5,9,D,W", "d1=W", given="a1=5"),
        "alike": kit.orders("9,9,W", "a1=9"),
        "blind": kit.bayes(BLIND, "c1=20"),
        "knows": kit.bayes(cards.KNOWS, "c1=20"),
        "passes": kit.bayes(cards.PASSES, "no"),
    }


def test_every_drawing_has_words_and_lies_on_the_paper(lang: str) -> None:
    for name, drawn in drawings().items():
        check_drawn(name, drawn, lang)


def test_the_orders_are_marked_and_crossed_out(spoken: None) -> None:
    rows = drawings()["given"].text.splitlines()[2:]
    assert len(rows) == 6
    assert [row for row in rows if not row.endswith("x")] == [" 5 |  9 |  W |", " W |  9 |  5 | *"]
    assert drawings()["orders"].text.count("*") == 2
    assert drawings()["four"].text.count("x") == 18
    # Of two cards that are alike each has its own orders: 2 of 3 is 4 of 6.
    assert "in 4 of them" in drawings()["alike"].text


@pytest.mark.parametrize("deck", ["9", "3,4,5,6,7"])
def test_too_few_or_too_many_cards_are_not_drawn(deck: str) -> None:
    with pytest.raises(ValueError, match="2 to 4 cards"):
        kit.orders(deck, "a1=W")


def test_what_is_no_place_or_no_card_is_refused() -> None:
    for wrong in ("d1=W", "W", "a2=W", ""):
        with pytest.raises(ValueError, match="one of a1, b1, c1"):
            kit.orders("5,9,W", wrong)
    with pytest.raises(NotationError):
        kit.orders("5,9,W", "a1=whale")
    with pytest.raises(ValueError, match="no order"):
        kit.orders("5,9,W", "a1=W", given="b1=7")


def test_the_areas_are_the_chances(spoken: None) -> None:
    for habits, seen in ((BLIND, "c1=20"), (cards.KNOWS, "c1=20"), (cards.PASSES, "no")):
        root = ET.fromstring(kit.bayes(habits, seen).svg)
        tiles = [r for r in root.iter(f"{SVG}rect") if r.get("rx") == "5"]
        areas = [
            (float(t.attrib["width"]) * (float(t.attrib["height"]) + 3), t.attrib["fill"]) for t in tiles
        ]
        whole = sum(area for area, _ in areas)
        flat = [(what, chance) for chances in habits.values() for what, chance in chances.items()]
        for (area, fill), (what, chance) in zip(areas, flat, strict=True):
            assert area / whole == pytest.approx(float(chance / 3), abs=1e-3)
            assert (fill == ink.BLUE) == (what == seen)
        after = cards.whale_after(habits, seen)
        texts = [text.text for text in root.iter(f"{SVG}text")]
        assert [text for text in texts if text and text.startswith("now")] == [
            f"now {after[square]}" for square in habits
        ]


def test_habits_that_are_none_are_refused() -> None:
    with pytest.raises(ValueError, match="must make 1"):
        kit.bayes({"a1": {"yes": HALF}}, "yes")
    with pytest.raises(ValueError, match="must make 1"):
        kit.bayes({"a1": {"yes": Fraction(3, 2), "no": -HALF}}, "yes")
    with pytest.raises(ValueError, match="nobody ever sees"):
        kit.bayes(cards.KNOWS, "b1=W")
    with pytest.raises(ValueError, match="a place"):
        kit.bayes({}, "yes")


@pytest.mark.parametrize(
    ("chance", "tiles", "why"),
    [
        (HALF, (chart.Tile("red", Fraction(1), True),), "columns must make 1"),
        (Fraction(1), (), "tiles must make 1"),
        (Fraction(1), (chart.Tile("red", Fraction(1), False),), "nothing fits"),
    ],
)
def test_a_mosaic_that_is_no_whole_is_refused(
    chance: Fraction, tiles: tuple[chart.Tile, ...], why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        chart.mosaic([chart.Column("ill", chance, tiles)], title="", heads=["", "", "", ""], alt="")


def test_the_lesson_can_be_begun(tmp_path: Path) -> None:
    panel = kit.begin(LESSON, lang="en", keep=tmp_path / "progress.jsonl")
    assert "6 ○" in panel.text
    kit._open.clear()
    voice.speak(None)
