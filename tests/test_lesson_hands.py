"""Lesson 11, "Counting hands": its answers counted out one by one, and its drawings."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, pairwise, permutations, product
from math import prod

import pytest

from inaba import same_one
from inaba.errors import NotationError
from inaba.words import LANGUAGES
from lessons import build, chart, kit
from lessons.answer import Mark, judge
from lessons.exercises import LESSONS, hands
from solvers.locations import Deals
from tests.drawn import SVG, check_drawn

pytestmark = pytest.mark.usefixtures("spoken")

LESSON = "counting-hands"


def answer(name: str) -> Fraction:
    return next(one.answer() for one in LESSONS[LESSON] if one.name == name)


def slips(name: str) -> dict[str, Fraction]:
    found = next(one for one in LESSONS[LESSON] if one.name == name)
    return {slip.key.rpartition(".slip_")[2]: slip.value for slip in found.slips()}


def source(teacher: bool = False) -> dict[str, build.Cell]:
    folder = build.HERE / "sources" / ("teacher" if teacher else ".")
    return {cell.name: cell for cell in build.read((folder / f"11-{LESSON}.md").read_text("utf-8"))}


def sets(cards: int, size: int) -> set[frozenset[int]]:
    """All hands, by throwing away the order of all ways to be dealt them."""
    return {frozenset(way) for way in permutations(range(cards), size)}


def steps(first: int, of: int, number: int) -> Fraction:
    """The chance that so many cards in a row are of one kind, card by card, without putting back."""
    return prod((Fraction(first - k, of - k) for k in range(number)), start=Fraction(1))


# --- the answers, counted out ---


def test_hands_of_three_are_the_different_sets_that_orders_give() -> None:
    assert answer("1") == len(sets(6, 3)) == 20
    assert answer("2") == len(sets(30, 3))
    assert answer("3") == len(sets(8, 4)) == len(sets(7, 3)) + len(sets(7, 4))
    for exercise in LESSONS[LESSON][:2]:
        for one in exercise.others:
            assert one.answer() == len(sets(int(str(one.given()["cards"])), 3))
    for one in LESSONS[LESSON][2].others:
        assert one.answer() == len(sets(8, int(str(one.given()["size"]))))


def test_exactly_one_shark_counted_over_every_way_to_be_dealt_three() -> None:
    ways = [sum(card < 2 for card in way) for way in permutations(range(6), 3)]
    assert answer("4") == Fraction(ways.count(1), len(ways)) == Fraction(3, 5)
    for one in LESSONS[LESSON][3].others:
        sharks, cards = (int(str(one.given()[name])) for name in ("sharks", "cards"))
        hands_of_three = list(combinations(range(cards), 3))
        wanted = sum(sum(card < sharks for card in hand) == 1 for hand in hands_of_three)
        assert (one.answer(), one.given()["wanted"]) == (Fraction(wanted, len(hands_of_three)), wanted)


def test_no_shark_among_eight_card_by_card_and_by_the_solver() -> None:
    """Rules 1 and 2 of Same One: 18 of 90 cards are sharks, and seven or more players get 8 each."""
    sharks = [card for card in same_one.CARDS if card.shark]
    assert (len(sharks), len(same_one.CARDS)) == (hands.SHARKS, hands.CARDS)
    assert answer("5") == steps(72, 90, 8)
    deals = Deals(same_one.CARDS, {"hand": 8, "others": 82})
    assert answer("5") == deals.none((sharks, ["hand"]))
    ten = Deals(same_one.CARDS, {"hand": 10, "others": 80}).number(sharks, ["hand"])
    assert {k: hands.holding(k, 18, 90, 10) for k in range(11)} == {k: ten[k] for k in range(11)}
    for player in (6, 7):
        assert same_one.start(player).phase == same_one.start(3, hand=10 if player < 7 else 8).phase


def test_the_slips_are_what_pupils_who_slip_so_get() -> None:
    assert slips("1") == {
        "ordered": len(list(permutations(range(6), 3))),
        "back": len(list(product(range(6), repeat=3))),
        "two_orders": 60,
        "three_orders": 40,
        "product": 18,
        "pairs": len(sets(6, 2)),
    }
    assert slips("3") == {"one": 35, "place": len(sets(8, 5)), "ordered": 1680, "row": 126, "times": 35 * 35}
    tallies = [sum(card < 2 for card in hand) for hand in combinations(range(6), 3)]
    assert slips("4")["at_least"] == Fraction(sum(tally >= 1 for tally in tallies), 20)
    assert slips("4")["none"] == Fraction(tallies.count(0), 20) == Fraction(tallies.count(2), 20)
    assert slips("5")["ten"] == steps(72, 90, 10)
    assert slips("5")["only"] == steps(18, 90, 8)
    assert slips("5")["dogs"] == steps(87, 90, 8)


def test_a_fraction_that_the_cell_computes_is_read() -> None:
    exercise = LESSONS[LESSON][4]
    for written in (exercise.answer(), "15.4 %", "0.154", float(exercise.answer())):
        assert judge(written, exercise.answer(), exercise.kind, exercise.slips()).mark is Mark.RIGHT
    for count in ("4,060", "4060 hands", "4060通り"):
        assert judge(count, answer("2"), LESSONS[LESSON][1].kind).mark is Mark.RIGHT


# --- what the lesson says ---


def test_the_numbers_in_the_prose() -> None:
    number = prod(range(81, 91)) // prod(range(1, 11))
    cells = source()
    assert f"{number:,}" in cells["play"].prose["en"]
    assert f"{number:,}" in cells["play"].prose["ja"]
    assert 180_000 < number / (60 * 60 * 24 * 365) < 182_000
    assert round(number / 10**11) == 57
    assert f"{float(steps(87, 90, 10)):.0%}" == "70%"
    assert f"{float(steps(72, 90, 10)):.1%}" == "9.4%"


def test_the_numbers_on_the_teacher_s_page() -> None:
    cells = source(teacher=True)
    even = {size: f"{float(steps(87, 90, size)):.1%}".replace("%", " %") for size in (18, 19)}
    for lang in LANGUAGES:
        assert all(told in cells["open-questions"].prose[lang] for told in even.values())
    assert even == {18: "50.8 %", 19: "48.7 %"}
    assert f"{float(Fraction(72, 90) ** 8):.1%}" == "16.8%"
    # 300 deals of two of five cards.
    assert 300 * Fraction(sum(0 in hand for hand in sets(5, 2)), len(sets(5, 2))) == 120


# --- what it draws ---


def drawings() -> dict[str, chart.Chart]:
    chances = {k: hands.holding(k, 18, 90, 10) for k in range(11)}
    return {
        "draws": kit.draws("1,2,3,4,5", 2, hand="3,1"),
        "draws-3": kit.draws("a,b,c,d", 3, "a,b,d"),
        "hands": kit.hands("1,2,3,4,5", 2, holding="1"),
        "hands-4": kit.hands("1,2,3,4,5,6", 4, "6"),
        "pascal": kit.pascal(7, marked=(5, 2)),
        "edge": kit.pascal(9, marked=(9, 9)),
        "plain": kit.pascal(1),
        "sharks": kit.sharks(chances),
        "dealt": kit.sharks(chances, [0, 1, 2, 2, 3, 9]),
        "hand": kit.hand("g1,g7,b14,y30"),
        "full": kit.hand(same_one.CARDS[:30]),
    }


def test_every_drawing_has_words_and_lies_on_the_paper(lang: str) -> None:
    for name, drawn in drawings().items():
        check_drawn(name, drawn, lang)


def test_the_ways_of_one_hand_are_marked() -> None:
    rows = drawings()["draws"].text.splitlines()[2:]
    assert len(rows) == 20
    starred = [row.split("|")[:2] for row in rows if row.endswith("*")]
    assert [[cell.strip() for cell in row] for row in starred] == [["1", "3"], ["3", "1"]]
    assert len([row for row in drawings()["draws-3"].text.splitlines() if row.endswith("*")]) == 6
    assert drawings()["hands"].text.count("*") == 4
    assert drawings()["hands-4"].text.count("*") == len(sets(5, 3))


def test_each_number_of_the_triangle_is_the_sum_of_the_two_above() -> None:
    rows = [
        [int(cell.strip(" *+")) for cell in line.split("|")[1:] if cell.strip()]
        for line in kit.pascal(9).text.splitlines()[1:]
    ]
    assert rows[0] == [1]
    for above, row in pairwise(rows):
        assert row == [a + b for a, b in zip([0, *above], [*above, 0], strict=True)]
    marked = drawings()["pascal"].text
    assert re.findall(r"(\d+)\*", marked) == ["10"]
    assert re.findall(r"(\d+)\+", marked) == ["4", "6"]
    assert "10 = 4 + 6" in drawings()["pascal"].alt


def test_the_bars_are_the_chances_and_the_likeliest_is_marked() -> None:
    rows = drawings()["sharks"].text.splitlines()[2:]
    starred = [row for row in rows if "*" in row]
    assert [row.split("|")[0].strip(" *") for row in starred] == ["2"]
    assert float(starred[0].split("|")[1]) == pytest.approx(32.0, abs=0.05)
    # A hand of ten sharks is there, and far too rare to be seen.
    assert len(rows) < 11


def test_cards_are_drawn_with_their_names_for_those_who_cannot_see_them() -> None:
    drawn = drawings()["hand"]
    assert drawn.alt == (
        "4 cards of Same One side by side: green 1 (dog), green 7, blue 14 (shark), yellow 30."
    )
    assert drawn.text == "g1,g7,b14,y30"
    assert len(ET.fromstring(drawn.svg).findall(f".//{SVG}g[@data-card]")) == 4
    assert len(re.findall(r'href="#([\w-]+)"', drawn.svg)) == len(
        [name for name in re.findall(r'href="#([\w-]+)"', drawn.svg) if f'id="{name}"' in drawn.svg]
    )


@pytest.mark.parametrize(
    ("drawing", "why"),
    [
        (lambda: kit.draws("1,2,3", 2, "1,4"), "no hand of 2"),
        (lambda: kit.draws("1,2,3", 2, "1"), "no hand of 2"),
        (lambda: kit.draws("1,2,3,4,5,6", 3, "1,2,3"), "not 120"),
        (lambda: kit.hands("1,1,2", 2, "1"), "different texts"),
        (lambda: kit.hands("1,2,fifteen", 2, "1"), "1 to 3 letters"),
        (lambda: kit.hands("1,2,3", 2, "4"), "no card '4'"),
        (lambda: kit.hands("1,2,3", 0, "1"), "to deal 0"),
        (lambda: kit.hand([]), "not 0"),
        (lambda: kit.hand(same_one.CARDS), "not 90"),
        (lambda: kit.pascal(0), "1 to 9 rows"),
        (lambda: kit.pascal(5, marked=(5, 6)), "no place 6"),
        (lambda: kit.pascal(5, marked=(6, 1)), "row 6"),
        (lambda: kit.sharks({0: Fraction(1, 2)}), "make 1"),
        (lambda: kit.sharks({0: Fraction(1)}, []), "1 hand or more"),
    ],
)
def test_what_cannot_be_drawn_is_refused(drawing: Callable[[], object], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        drawing()


def test_what_is_no_card_is_refused() -> None:
    with pytest.raises(NotationError):
        kit.hand("g31")
