"""Lesson 12, "Does anybody hold a 7?": its answers counted out place by place, and its drawings."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, pairwise

import pytest

from inaba import same_one
from inaba.words import LANGUAGES
from lessons import build, chart, kit
from lessons.chart import ink
from lessons.exercises import LESSONS, anybody
from lessons.voice import say_in
from solvers.locations import Deals
from solvers.same_one_odds import Odds
from tests.drawn import SVG, check_drawn

pytestmark = pytest.mark.usefixtures("spoken")

LESSON = "does-anybody-hold-a-7"
MINE = "g3,g7,b9,y9,g12,b16,y20,g24,b24,y24"
"""The hand of the lesson's last section."""

Owners = list[str]
"""Whose each place is: ``"2"``, ``"3"``, … or ``"pile"``."""


def answer(name: str) -> Fraction:
    return next(one.answer() for one in LESSONS[LESSON] if one.name == name)


def slips(name: str) -> dict[str, Fraction]:
    found = next(one for one in LESSONS[LESSON] if one.name == name)
    return {slip.key.rpartition(".slip_")[2]: slip.value for slip in found.slips()}


def owners(*sizes: int, pile: int) -> Owners:
    return [str(player) for player, size in enumerate(sizes, 2) for _ in range(size)] + ["pile"] * pile


def share(places: Owners, wanted: Callable[[set[str]], bool], out: int = 2) -> Fraction:
    """The share of all ways to lay the cards that are out, place by place, for which something holds."""
    ways = [wanted({places[at] for at in way}) for way in combinations(range(len(places)), out)]
    return Fraction(sum(ways), len(ways))


SMALL = owners(3, 3, pile=6)
REAL = owners(10, 10, 10, pile=50)


# --- the answers, counted out ---


def test_every_answer_counted_over_all_pairs_of_places() -> None:
    assert answer("1") == share(SMALL, lambda who: "2" in who) == Fraction(5, 11)
    assert answer("2") == share(REAL, lambda who: "2" in who) == Fraction(149, 632)
    assert answer("3") == share(REAL, lambda who: who != {"pile"}) == Fraction(387, 632)
    assert answer("4") == share(REAL, lambda who: who == {"2", "3"}) == Fraction(5, 158)
    assert answer("5") == share(REAL, lambda who: who != {"pile"}, out=1) == Fraction(3, 8)
    assert answer("6") == share(owners(8, 8, 8, pile=16), lambda who: who != {"pile"}) == Fraction(11, 13)
    first, fifth = LESSONS[LESSON][0], LESSONS[LESSON][4]
    for one in (first, *first.others):
        given = {name: int(str(one.given()[name])) for name in ("size", "other", "pile", "none", "some")}
        small = owners(given["size"], given["other"], pile=given["pile"])
        assert len(small) == 12
        assert one.answer() == share(small, lambda who: "2" in who) == Fraction(given["some"], 66)
        assert given["none"] + given["some"] == 66
    for one, rivals in zip((fifth, *fifth.others), (3, 4, 5), strict=True):
        table = owners(*[10] * rivals, pile=80 - 10 * rivals)
        assert one.answer() == share(table, lambda who: who != {"pile"}, out=1)
        assert say_in("ja", "anybody.single.slip_one_player", **one.given()).count(f"{rivals}人") == 1
    for one in LESSONS[LESSON][5].others:
        held, safe = (int(str(one.given()[name])) for name in ("held", "safe"))
        places = owners(held, pile=safe)
        assert one.answer() == share(places, lambda who: who != {"pile"})
        assert one.given()["nobody"] == str(share(places, lambda who: who == {"pile"}))


def test_inclusion_and_exclusion_comes_to_the_same() -> None:
    assert answer("3") == 3 * answer("2") - 3 * answer("4")
    # With three rivals all three pairs are alike, and nobody can hold a third 7.
    assert share(REAL, lambda who: {"2", "3", "4"} <= who) == 0


def test_the_solver_says_the_same_of_a_game_and_of_a_deal() -> None:
    """Rule 2 of Same One: four players, ten cards each; rule 11: who holds the number may call."""
    unseen = sorted(set(same_one.CARDS) - set(same_one.parse_cards(MINE)))
    hidden = "/".join([",".join(["??"] * 10)] * 3)
    view = same_one.parse_view(f"{MINE}/{hidden} - - {same_one.format_cards(unseen)} 1 0", 1)
    odds = Odds(view)
    sevens, nines, twenty_fours = (
        [card for card in unseen if card.number == number] for number in (7, 9, 24)
    )
    assert odds.holds(sevens, 2) == answer("2")
    assert odds.holds(sevens) == answer("3")
    assert odds.each((sevens, [2]), (sevens, [3])) == answer("4")
    assert odds.holds(nines) == answer("5")
    assert twenty_fours == []
    assert sum(odds.callers(same_one.parse_card("g7"))) == answer("3")
    later = Deals(range(40), {"hands": 24, "pile": 16})
    assert answer("6") == later.some([0, 1], ["hands"])


def test_the_slips_are_what_pupils_who_slip_so_get() -> None:
    assert slips("1") == {
        "added": Fraction(1, 2),
        "same_place": 1 - Fraction(9 * 9, 12 * 12),
        "one": Fraction(3, 12),
        "none": share(SMALL, lambda who: "2" not in who),
        "anybody": share(SMALL, lambda who: who != {"pile"}),
        "both": share(SMALL, lambda who: who == {"2"}),
        "exactly": share(SMALL, lambda who: "2" in who and len(who) == 2),
    }
    assert slips("3")["added"] == 3 * answer("2")
    assert slips("3")["independent"] == 1 - (1 - answer("2")) ** 3
    assert slips("4")["either"] == share(REAL, lambda who: bool(who & {"2", "3"}))
    assert slips("4")["inside"] == share(REAL, lambda who: who <= {"2", "3"})
    assert slips("6")["both"] == share(owners(24, pile=16), lambda who: who == {"2"})


# --- what the lesson says ---


def test_the_lesson_s_cells_ask_what_the_exercises_answer() -> None:
    cells = {
        cell.name: cell for cell in build.read((build.HERE / f"sources/12-{LESSON}.md").read_text("utf-8"))
    }
    code = {name: cell.code or "" for name, cell in cells.items()}
    assert f'mine = "{MINE}"' in code["my-hand"]
    assert f"Fraction({answer('3').numerator}, {answer('3').denominator})" in code["compare-anybody"]
    assert '["2"] * 10 + ["3"] * 10 + ["4"] * 10 + ["pile"] * 50' in code["deal"]
    for lang in LANGUAGES:
        assert str(answer("3")) in cells["read-odds"].prose[lang]
        assert str(answer("2")) in cells["why"].prose[lang]
        told = cells["exercise-5"].prose[lang]
        assert "71 %" in told
        assert "55 %" in told
    assert f"{float(slips('3')['added']):.0%} {float(slips('3')['independent']):.0%}" == "71% 55%"


def test_with_more_players_the_danger_grows_but_for_one_step() -> None:
    """Rule 2 of Same One: from seven players on each gets 8 cards."""
    chances = [
        float(anybody.somebody(90 - size, (players - 1) * size))
        for players in range(3, 10)
        for size in [10 if players < 7 else 8]
    ]
    falls = [later < before for before, later in pairwise(chances)]
    assert falls == [False, False, False, True, False, False]
    assert [f"{chance:.0%}" for chance in chances[3:5]] == ["86%", "83%"]
    assert f"{float(5 * answer('2')):.0%}" == "118%"


# --- what it draws ---


def drawings() -> dict[str, chart.Chart]:
    return {
        "small": kit.places([3, 3], pile=6, sevens=[2, 9]),
        "one": kit.places([3, 3], pile=6, asked=[2]),
        "real": kit.places([10, 10, 10], pile=50),
        "empty": kit.places([0, 12], pile=0),
        "overlap": kit.overlap(3, 3, pile=6),
        "called": kit.called({3: Fraction(1, 4), 9: Fraction(19, 20)}),
        "likely": kit.called({4: Fraction(387, 632)}),
    }


def test_every_drawing_has_words_and_lies_on_the_paper(lang: str) -> None:
    for name, drawn in drawings().items():
        check_drawn(name, drawn, lang)


def test_places_are_marked_where_a_seven_is_safe() -> None:
    def fills(drawn: chart.Chart) -> Counter[str]:
        seats = [r for r in ET.fromstring(drawn.svg).iter(f"{SVG}rect") if r.get("rx") == "6"]
        return Counter(r.attrib["fill"] for r in seats)

    # One of each more stands in the legend.
    assert fills(drawings()["small"]) == {ink.BLUE: 6 + 1, ink.PALE: 6 + 1}
    assert fills(drawings()["one"]) == {ink.BLUE: 9 + 1, ink.PALE: 3 + 1}
    assert fills(drawings()["real"]) == {ink.BLUE: 50 + 1, ink.PALE: 30 + 1}
    assert drawings()["small"].text.splitlines()[1:] == [
        "player 2   | 3 | -7-",
        "player 3   | 3 | ---",
        "    pile * | 6 | --7---",
    ]
    assert "places 2, 9" in drawings()["small"].alt


def test_the_circles_hold_the_ways_counted_one_by_one() -> None:
    kinds = Counter(
        frozenset(SMALL[at] for at in way) - {"pile"} for way in combinations(range(len(SMALL)), 2)
    )
    shown = [int(line.split("|")[1]) for line in drawings()["overlap"].text.splitlines()[1:]]
    assert shown == [kinds[frozenset(who)] for who in (["2"], ["2", "3"], ["3"], [])] == [21, 9, 21, 15]
    assert "Two sevens in 66 ways" in drawings()["overlap"].text


def test_what_is_more_likely_than_not_is_marked() -> None:
    rows = drawings()["called"].text.splitlines()[2:]
    assert [row.split("|")[0].split() for row in rows] == [["3"], ["9", "*"]]


@pytest.mark.parametrize(
    ("drawing", "why"),
    [
        (lambda: kit.places([3, 3], pile=6, asked=[4]), "players 2 to 3"),
        (lambda: kit.places([60], pile=61), "not 121"),
        (lambda: kit.places([3, -1], pile=6), "1 to 120 places"),
        (lambda: kit.places([3], pile=6, sevens=[10]), "from 1 to 9"),
        (lambda: kit.overlap(1, 0, pile=0), "two places"),
        (lambda: kit.overlap(3, 3, pile=-1), "two places"),
        (lambda: kit.called({}), "one or more"),
        (lambda: kit.called({3: Fraction(3, 2)}), "from 0 to 1"),
        (
            lambda: chart.circles(
                chart.Regions(1, -1, 0, 0), title="", names=("", ""), heads=[""] * 4, alt=""
            ),
            "no -1 cases",
        ),
    ],
)
def test_what_cannot_be_drawn_is_refused(drawing: Callable[[], object], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        drawing()
