"""Lesson 15, "When to keep a shark": its answers found a second way, and what it draws."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import combinations, product
from math import comb

import pytest

from inaba import same_one
from lessons import build, chart, kit
from lessons.exercises import LESSONS, keeping
from solvers.same_one_odds import Odds
from tests.drawn import check_drawn

LESSON = "when-to-keep-a-shark"
HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
TEN = same_one.parse_cards("g2-9,b13,b14")


def answer(name: str) -> Fraction:
    return next(one.answer() for one in LESSONS[LESSON] if one.name == name)


def slips(name: str) -> dict[str, Fraction]:
    found = next(one for one in LESSONS[LESSON] if one.name == name)
    return {slip.key.rpartition(".slip_")[2]: slip.value for slip in found.slips()}


def cells(teacher: bool = False) -> dict[str, build.Cell]:
    folder = build.HERE / "sources" / ("teacher" if teacher else ".")
    return {cell.name: cell for cell in build.read((folder / f"15-{LESSON}.md").read_text("utf-8"))}


def position(cell: str) -> str:
    line = re.search(r'line = "(.+)"', cells()[cell].code or "")
    assert line
    return line[1]


# --- the answers, counted out ---


def test_a_hand_scores_what_the_game_gives_its_loser() -> None:
    """Rule 13, by playing it: player 1 gets out, player 2 is left with the hand of exercise 1."""
    over = same_one.parse(f"g9/{keeping.HAND}/y1 g7:3 - - 1 0").play(1, "g9")
    scores = over.scores()
    assert scores
    assert answer("1") == scores[1] == -7


def test_a_mean_over_all_hands_is_the_sum_over_cards() -> None:
    for size in range(1, 11):
        listed = [-sum(2 if card.shark else 1 for card in hand) for hand in combinations(TEN, size)]
        found = keeping.scores(keeping.Unseen(10, 2), size)
        assert found.mean() == Fraction(sum(listed), len(listed)) == -size * Fraction(6, 5)
        assert {score: found[score] for score in found} == {
            score: Fraction(listed.count(score), len(listed)) for score in listed
        }


def test_five_unseen_cards_of_the_whole_deck() -> None:
    """The library's mean for a rival of whom nobody has seen a card (rules 1 and 13)."""
    assert sum(card.shark for card in same_one.CARDS) == keeping.SHARKS
    view = same_one.parse_view(f"??/{','.join(['??'] * 5)}/?? - - g1-30,b1-30,y1-30 1 0", 0)
    assert answer("2") == -Odds(view).points(2) == -6


def test_what_the_winner_of_three_gets_on_average() -> None:
    sharks = "g13-18,b13-16"
    plain = "g1-12,g19-30,b1-6"
    assert len(same_one.parse_cards(sharks)) == 10
    hands = "/".join(",".join(["??"] * size) for size in (4, 6))
    view = same_one.parse_view(f"y9/{hands} y7:3 - {plain},{sharks} 1 0", 1)
    assert len(view.unseen) == 40
    move = next(one for one in Odds(view).moves() if str(one.move) == "y9")
    assert answer("3") == move.score == Fraction(25, 2)


def test_at_the_answer_the_dog_and_the_plain_card_are_worth_the_same() -> None:
    q = answer("4")
    assert q * 20 - (1 - q) == HALF * 8 - HALF == Fraction(7, 2)
    for less in (q - Fraction(1, 1000), q + Fraction(1, 1000)):
        assert (less * 20 - (1 - less) > Fraction(7, 2)) == (less > q)
    # What a dog brings the winner of three (rule 13), by playing it.
    over = same_one.parse("g1/b2,b3/y4 g20:3 - - 1 0").play(1, "g1")
    assert over.scores() == (20, -10, -10)


def one_by_one(out: Fraction, following: Fraction, kept: bool) -> Fraction:
    """The model of section 5, case by case."""
    total = Fraction(0)
    for first, second in product((True, False), repeat=2):
        chance = (out if first else 1 - out) * (following if second else 1 - following)
        if first:
            cards = 1 + 3 if kept else 3
        elif second and not kept:
            cards = 2
        else:
            total += 2 * chance
            continue
        # A shark that was kept costs one more than a plain card would.
        total -= cards * chance
    return total


@pytest.mark.parametrize(("following", "exercise"), [(HALF, None), (QUARTER, "5")])
def test_the_lines_of_both_plans_cross_where_they_are_said_to(
    following: Fraction, exercise: str | None
) -> None:
    crossing = keeping.as_good(following)
    assert one_by_one(crossing, following, True) == one_by_one(crossing, following, False)
    assert crossing == (Fraction(2, 3) if exercise is None else answer(exercise))
    for out in (Fraction(0), Fraction(1, 3), HALF, Fraction(1)):
        assert keeping.keep().value(out, following) == one_by_one(out, following, True)
        assert keeping.lay().value(out, following) == one_by_one(out, following, False)
    # Below it the shark is kept, above it laid.
    low, high = crossing - Fraction(1, 100), crossing + Fraction(1, 100)
    assert one_by_one(low, following, True) > one_by_one(low, following, False)
    assert one_by_one(high, following, True) < one_by_one(high, following, False)


def test_the_formula_of_the_teacher_s_page_is_the_crossing() -> None:
    for following, worth in product((QUARTER, HALF, Fraction(1)), (-2, 0, 2, 6)):
        gain = following * (worth + 2)
        assert keeping.as_good(following, worth) == gain / (1 + gain)
    assert keeping.as_good(QUARTER, 6) == keeping.as_good(HALF, 2) == Fraction(2, 3)
    assert keeping.as_good(HALF, -2) == 0


def test_the_slips_are_what_pupils_who_slip_so_get() -> None:
    assert slips("1") == {"sign": 7, "cards": -5, "all": -10, "sharks": -4}
    assert slips("2")["one"] == Fraction(-6, 5)
    assert slips("3")["deck"] == 12
    assert slips("4") == {
        "no_loss": Fraction(1, 5),
        "dog_loss": Fraction(7, 40),
        "plain_loss": Fraction(5, 21),
        "points": Fraction(2, 5),
        "same": HALF,
    }
    assert slips("5")["worth"] == Fraction(1, 3)


# --- what the lesson says ---


def test_the_lesson_s_own_model_and_numbers() -> None:
    lesson = cells()
    assert f"{comb(90, 10):,}" in lesson["linear"].prose["en"]
    assert f"{comb(90, 10):,}" in lesson["linear"].prose["ja"]
    assert 'parse_cards("g2-9,b13,b14")' in (lesson["count-code"].code or "")
    # A die and a coin: the chances of which the cell takes the mean.
    assert keeping.lay().value(Fraction(1, 3), HALF) == -1
    assert keeping.keep().value(Fraction(1, 3), HALF) == 0
    plain = keeping.mean([(HALF, 8), (HALF, -1)])
    dog = keeping.mean([(QUARTER, 20), (1 - QUARTER, -1)])
    assert (plain, dog) == (Fraction(7, 2), Fraction(17, 4))


def test_with_two_cards_the_shark_goes_first() -> None:
    odds = Odds(same_one.parse_view(position("points-code"), 1))
    assert [odds.points(player) for player in (1, 2, 3)] == [3, Fraction(5, 2), Fraction(5, 2)]
    moves = {str(one.move): one for one in odds.moves()}
    assert str(odds.moves()[0].move) == "g14"
    assert moves["g9"].out == 0 < moves["g14"].out
    assert [moves[card].score for card in ("g9", "g14")] == [-2, -1]


# --- what it draws ---


def drawings() -> dict[str, chart.Chart]:
    return {
        "hands": kit.hand_scores(10, 2, 3),
        "deck": kit.hand_scores(90, 18, 10),
        "sharks": kit.hand_scores(4, 4, 2),
        "plans": kit.plans({"g9": [(HALF, 8), (HALF, -1)], "g1": [(QUARTER, 20), (1 - QUARTER, -1)]}),
        "lines": kit.keep_or_lay(HALF, 2),
        "nothing": kit.keep_or_lay(HALF, -2),
        "much": kit.keep_or_lay(1, 30),
    }


def test_every_drawing_has_words_and_lies_on_the_paper(lang: str) -> None:
    for name, drawn in drawings().items():
        check_drawn(name, drawn, lang)


def test_the_bars_are_hands_or_a_hundred(spoken: None) -> None:
    rows = [row.split("|") for row in drawings()["hands"].text.splitlines()[2:]]
    assert {int(score): int(hands) for score, hands in rows} == {-3: 56, -4: 56, -5: 8}
    rows = [row.split("|") for row in drawings()["deck"].text.splitlines()[2:]]
    assert sum(float(share) for _, share in rows) == pytest.approx(100, abs=0.2)
    # Of sharks alone there is one score.
    assert drawings()["sharks"].text.splitlines()[-1].split("|")[0].strip() == "-4"


def test_the_tree_marks_the_plan_that_is_worth_most(spoken: None) -> None:
    lines = drawings()["plans"].text.splitlines()
    assert lines[1] == "[1] 17/4"
    assert [line.strip() for line in lines if "○" in line] == [
        "g9 : ○ 7/2",
        "g1 * : ○ 17/4",
    ]


def test_what_cannot_be_is_refused() -> None:
    for cards, sharks, size in ((3, 1, 4), (3, 4, 1), (3, 1, 0), (3, -1, 1)):
        with pytest.raises(ValueError, match="there is no hand"):
            kit.hand_scores(cards, sharks, size)
    with pytest.raises(ValueError, match="must be a plan"):
        kit.plans({})
    with pytest.raises(ValueError, match="must make 1"):
        kit.plans({"g9": [(HALF, 8)]})
    with pytest.raises(ValueError, match="must make 1"):
        kit.plans({"g9": [(Fraction(3, 2), 8), (-HALF, 0)]})
    for following, worth in ((2, 0), (-1, 0), (HALF, -3)):
        with pytest.raises(ValueError, match="a chance from 0 to 1"):
            kit.keep_or_lay(following, worth)
    with pytest.raises(ValueError, match="1 to 2 curves"):
        chart.values({}, title="", across="", up="", alt="")
