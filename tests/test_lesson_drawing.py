"""Lesson 13, "Drawing cards": its answers counted draw by draw, and its drawings."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb, sqrt
from typing import Any

import pytest

from inaba import same_one
from inaba.words import LANGUAGES
from lessons import build, chart, kit
from lessons.chart import ink
from lessons.exercises import LESSONS, drawing
from lessons.exercises.hands import holding
from solvers.locations import Deals
from solvers.same_one_odds import PILE, Odds
from tests.drawn import SVG, check_drawn

pytestmark = pytest.mark.usefixtures("spoken")

LESSON = "drawing-cards"


def answer(name: str) -> Fraction:
    return next(one.answer() for one in LESSONS[LESSON] if one.name == name)


def asked(name: str) -> list[tuple[dict[str, Any], Fraction]]:
    """What is given and the answer, each time that the exercise can be set: the lesson's own first."""
    first = next(one for one in LESSONS[LESSON] if one.name == name)
    return [(dict(one.given()), one.answer()) for one in (first, *first.others)]


def slips(name: str) -> dict[str, Fraction]:
    found = next(one for one in LESSONS[LESSON] if one.name == name)
    return {slip.key.rpartition(".slip_")[2]: slip.value for slip in found.slips()}


def source(teacher: bool = False) -> dict[str, build.Cell]:
    folder = build.HERE / "sources" / ("teacher" if teacher else ".")
    return {cell.name: cell for cell in build.read((folder / f"13-{LESSON}.md").read_text("utf-8"))}


def kept(sharks: int, cards: int) -> list[int]:
    """The sharks of every way to draw three cards and keep them: all equally likely."""
    return [sum(card < sharks for card in way) for way in permutations(range(cards), 3)]


def back(sharks: int, cards: int) -> list[int]:
    """The same with each card put back."""
    return [sum(card < sharks for card in way) for way in product(range(cards), repeat=3)]


KEPT, BACK = kept(4, 10), back(4, 10)


def share(numbers: list[int], number: int) -> Fraction:
    return Fraction(numbers.count(number), len(numbers))


def sharks(chances: Callable[[int], Fraction], most: int = 10) -> dict[int, Fraction]:
    return {number: chances(number) for number in range(most + 1)}


# --- the answers, counted out ---


def test_three_draws_counted_over_every_way() -> None:
    assert answer("1") == share(KEPT, 0) == Fraction(1, 6)
    assert answer("2") == share(BACK, 2) == Fraction(36, 125)
    for given, found in asked("1"):
        cards = given["cards"]
        ways = kept(cards - given["others"], cards)
        assert (ways.count(0), len(ways)) == (given["wanted"], given["ways"])
        assert found == share(ways, 0) == Fraction(given["hands"], given["every"])
    for given, found in asked("2"):
        assert found == share(back(given["sharks"], 10), 2)
    for number in range(4):
        assert holding(number, 4, 10, 3) == share(KEPT, number)
        assert drawing.put_back(number, 4, 10, 3) == share(BACK, number)


def test_expected_numbers_by_the_whole_distribution_instead_of_by_linearity() -> None:
    """Rules 1 and 13 of Same One: three dogs and 18 sharks in 90 cards; a card costs 1, a shark 2."""
    dogs = [card for card in same_one.CARDS if card.dog]
    for given, found in asked("3"):
        deals = Deals(same_one.CARDS, {"hand": given["size"], "others": 90 - given["size"]})
        number = deals.number(dogs, ["hand"])
        assert found == number.mean()
        assert given["some"] == f"{float(100 * (1 - number[0])):.1f}"
    assert answer("3") == Fraction(1, 3)
    sharks, harmless = ([card for card in same_one.CARDS if card.shark is shark] for shark in (True, False))
    for given, found in asked("4"):
        own = 18 - given["left"]
        mine = {*sharks[:own], *harmless[: 10 - own]}
        unseen = [card for card in same_one.CARDS if card not in mine]
        number = Deals(unseen, {"rival": 10, "others": 70}).number(
            [card for card in unseen if card.shark], ["rival"]
        )
        assert found == 10 + number.mean()
        assert given["seen"].data["own"] == own
    assert answer("4") == Fraction(49, 4)
    cards = same_one.parse_cards("g2,g13,y30")
    assert same_one.points(cards) == len(cards) + sum(card.shark for card in cards)


def test_both_ways_to_draw_give_the_same_mean_and_not_the_same_spread() -> None:
    for numbers in (KEPT, BACK):
        assert Fraction(sum(numbers), len(numbers)) == drawing.expected(4, 10, 3) == Fraction(6, 5)
    kept, back = (
        sum((number - Fraction(6, 5)) ** 2 for number in numbers) / len(numbers) for numbers in (KEPT, BACK)
    )
    assert kept / back == Fraction(10 - 3, 10 - 1)


def test_the_card_on_top_follows_as_the_odds_of_the_game_say() -> None:
    """Rule 4 of Same One: on y20 go y1 to y19; the view is that of the lesson."""
    others = "/".join(",".join(["??"] * number) for number in (10, 10, 9))
    for given, found in asked("5"):
        held, centre = same_one.parse_cards(given["held"]), same_one.parse_card(given["centre"])
        unseen = [card for card in same_one.CARDS if card not in held and card != centre]
        view = same_one.parse_view(
            f"{given['held']}/{others} {centre}:4 - {same_one.format_cards(unseen)} 1 0", 1
        )
        assert [str(move) for move in view.legal_moves()] == ["draw"]
        # As the hints say: all that follow are unseen, and so are both others of the centre's number.
        follow = [card for card in unseen if card.fits(centre)]
        assert [card for card in same_one.CARDS if card.fits(centre)] == follow
        assert [str(follow[0]), str(follow[-1])] == [given["lowest"], given["highest"]]
        assert sum(card.number == centre.number for card in unseen) == 2
        odds = Odds(view)
        on_top = sum((odds.where(card)[PILE] / view.table.pile for card in follow), Fraction(0))
        assert found == on_top == Fraction(given["fits"], 79)
        # As the lesson goes on: a drawn card follows about one time in four.
        assert abs(found - Fraction(1, 4)) < Fraction(2, 100)
    assert answer("5") == Fraction(19, 79)


def test_the_pond_is_the_one_in_which_the_catch_has_the_expected_share() -> None:
    first = LESSONS[LESSON][5]
    for one in (first, *first.others):
        marked, caught, found = (int(str(one.given()[name])) for name in ("marked", "caught", "found"))
        size = int(one.answer())
        assert drawing.expected(marked, size, caught) == found
        # No other pond makes just this catch more likely.
        likely = {pond: holding(found, marked, pond, caught) for pond in range(marked + caught - found, 1000)}
        assert likely[size] == max(likely.values())
        assert one.given()["share"] == Fraction(100 * found, caught)


def test_the_slips_are_what_pupils_who_slip_so_get() -> None:
    assert slips("1") == {
        "back": share(BACK, 0),
        "all": share(KEPT, 3),
        "some": 1 - share(KEPT, 0),
        "one": Fraction(6, 10),
        "two": Fraction(6 * 5, 10 * 9),
        "exactly_one": share(KEPT, 1),
    }
    assert slips("2")["kept"] == share(KEPT, 2)
    assert slips("2")["at_least"] == share(BACK, 2) + share(BACK, 3)
    assert slips("2")["order"] == Fraction(4 * 4 * 6, 1000)
    assert slips("5")["larger"] == Fraction(len({*range(21, 31)} - {22, 27, 30}), 79)
    assert slips("5")["yellow"] == Fraction(len({*range(1, 31)} - {20, 22, 27, 30}), 79)


# --- what the lesson says ---


def test_the_lesson_s_cells_ask_what_the_exercises_answer() -> None:
    code = {name: cell.code or "" for name, cell in source().items()}
    assert 'mine = "{{5.held}}"' in code["my-hand"]
    assert "{{5.centre}}:4" in code["where-code"]
    assert code["catches"].startswith("pond = [True] * 30 + [False] * 170")
    assert answer("6") == 30 + 170


def test_the_numbers_on_the_teacher_s_page() -> None:
    for told in [cell.prose for cell in source(teacher=True).values() if cell.name == "open-questions"]:
        for lang in LANGUAGES:
            for number in (21.6, 16.7, 10.7, 9.4):
                assert f"{number} %" in told[lang]
            assert f"{comb(43, 6):,}" in told[lang]
    small = [f"{float(share(numbers, 0)):.1%}" for numbers in (BACK, KEPT)]
    game = [f"{float(of(0, 18, 90, 10)):.1%}" for of in (drawing.put_back, holding)]
    assert [*small, *game] == ["21.6%", "16.7%", "10.7%", "9.4%"]
    # The means of the class's lists: 150 tries.
    assert [round(150 * share(KEPT, number)) for number in range(4)] == [25, 75, 45, 5]
    assert [round(150 * share(BACK, number)) for number in range(4)] == [32, 65, 43, 10]

    def off(marked: int, caught: int) -> float:
        mean = drawing.expected(marked, 200, caught)
        return sqrt(sum((k - mean) ** 2 * holding(k, marked, 200, caught) for k in range(marked + 1)))

    assert round(off(30, 40)) == 2
    assert round(off(60, 80)) == 3


# --- what it draws ---


def drawings() -> dict[str, chart.Chart]:
    return {
        "kept": kit.draw_tree(4, 10),
        "back": kit.draw_tree(4, 10, back=True),
        "sure": kit.draw_tree(1, 2),
        "none": kit.draw_tree(0, 2),
        "models": kit.two_models(
            sharks(lambda k: holding(k, 18, 90, 10)), sharks(lambda k: drawing.put_back(k, 18, 90, 10))
        ),
        "small": kit.two_models({k: share(KEPT, k) for k in range(4)}, {k: share(BACK, k) for k in range(4)}),
        "ponds": kit.ponds(range(100, 401, 50), marked=30, caught=40, found=6),
    }


def test_every_drawing_has_words_and_lies_on_the_paper(lang: str) -> None:
    for name, drawn in drawings().items():
        check_drawn(name, drawn, lang)


def test_the_trees_multiply_along_their_branches() -> None:
    def leaves(name: str) -> list[Fraction]:
        return [Fraction(line.split("|")[-1].strip()) for line in drawings()[name].text.splitlines()[2:]]

    pairs: dict[str, list[tuple[int, ...]]] = {
        "kept": list(permutations(range(10), 2)),
        "back": list(product(range(10), repeat=2)),
    }
    for name, ways in pairs.items():
        counted = [
            Fraction(sum(((a < 4), (b < 4)) == kind for a, b in ways), len(ways))
            for kind in product((True, False), repeat=2)
        ]
        assert leaves(name) == counted
        texts = [text.text for text in ET.fromstring(drawings()[name].svg).iter(f"{SVG}text")]
        assert {"4/10", "6/10"} <= set(texts)
        assert ("3/9" in texts) == (name == "kept")
    assert leaves("sure") == [Fraction(1, 2)] * 2
    assert leaves("none") == [Fraction(1)]


def test_two_models_are_drawn_side_by_side_without_any_error() -> None:
    drawn = drawings()["small"]
    rows = [line.split("|") for line in drawn.text.splitlines()[2:]]
    assert [float(row[1]) for row in rows] == pytest.approx(
        [float(100 * share(KEPT, k)) for k in range(4)], rel=0.01
    )
    assert [float(row[2]) for row in rows] == [float(100 * share(BACK, k)) for k in range(4)]
    assert "±" not in drawn.text
    # A diamond for each number, and one in the legend; no whisker.
    assert drawn.svg.count("l7 8l-7 8l-7 -8z") == 5
    assert f'stroke="{ink.VERMILION}"' not in drawn.svg
    assert "furthest apart where the number of sharks is 1: 50.0 % against 43.2 %" in drawn.alt


def test_the_pond_that_makes_the_catch_likeliest_is_marked() -> None:
    starred = [line for line in drawings()["ponds"].text.splitlines()[2:] if "*" in line]
    assert [line.split("|")[0].strip(" *") for line in starred] == ["200"]
    # A pond of fewer fish than were caught is none.
    small = kit.ponds([39, 40, 45], marked=4, caught=40, found=3).text.splitlines()[2:]
    assert [line.split("|")[1].strip() for line in small][:2] == ["0", "0"]
    ways = list(combinations(range(6), 3))
    found = Fraction(sum(sum(fish < 2 for fish in way) == 1 for way in ways), len(ways))
    assert f"{float(100 * found):.3g}" in kit.ponds([6], marked=2, caught=3, found=1).text


@pytest.mark.parametrize(
    ("drawn", "why"),
    [
        (lambda: kit.draw_tree(5, 4), "0 to 4"),
        (lambda: kit.draw_tree(1, 1), "two or more"),
        (lambda: kit.draw_tree(-1, 4), "0 to 4"),
        (lambda: kit.two_models({0: Fraction(1)}, {0: Fraction(1, 2)}), "make 1 each"),
        (lambda: kit.two_models({0: Fraction(1)}, {1: Fraction(1)}), "same numbers"),
        (lambda: kit.ponds([], marked=3, caught=3, found=1), "none of these ponds"),
        (lambda: kit.ponds([10], marked=3, caught=3, found=4), "none of these ponds"),
    ],
)
def test_what_cannot_be_drawn_is_refused(drawn: Callable[[], object], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        drawn()
