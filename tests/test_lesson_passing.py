"""Lesson 23, "What a pass tells": its answers counted hand by hand, its two models by the library."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random
from typing import Any

import pytest

from inaba import cross_sevens
from inaba.cross_sevens import Discard, Draw, Lay, Pass, parse_card, parse_cards
from inaba.game import Policy
from lessons import build, chart, kit
from lessons.chart import ink
from lessons.exercises import LESSONS, Exercise, finding, passing
from solvers.cross_sevens_evidence import Passed, layable, situation
from solvers.cross_sevens_odds import Odds
from solvers.cross_sevens_policies import greedy, patient
from tests.drawn import SVG, check_drawn

pytestmark = pytest.mark.usefixtures("spoken")

LESSON = "what-a-pass-tells"
HALF = Fraction(1, 2)
SIX = situation("S9,D10", (2, 3, 3), unseen=parse_cards(",".join(finding.CARDS)))


def every(name: str) -> list[tuple[Exercise, dict[str, Any]]]:
    """An exercise with each of its numbers, and these."""
    first = next(one for one in LESSONS[LESSON] if one.name == name)
    return [(one, dict(one.given())) for one in (first, *first.others)]


def source(teacher: bool = False) -> dict[str, build.Cell]:
    folder = build.HERE / "sources" / ("teacher" if teacher else ".")
    return {cell.name: cell for cell in build.read((folder / f"23-{LESSON}.md").read_text("utf-8"))}


def told(holds_back: Fraction, passes: int = 1) -> list[tuple[str, ...]]:
    """Hands of A that have passed so often, each as many times as its likelihood says: no weights."""
    times = holds_back.denominator**passes
    kept = holds_back.numerator**passes
    found: list[tuple[str, ...]] = []
    for hand in combinations(finding.CARDS, 3):
        stuck = "S8" not in hand and "H6" not in hand
        found += [hand] * (times if stuck else kept)
    return found


def stuck_share(hands: list[tuple[str, ...]]) -> Fraction:
    return Fraction(sum(not {"S8", "H6"} & set(hand) for hand in hands), len(hands))


# --- the answers ---


def test_to_be_stuck_counted_over_all_hands_and_by_the_library() -> None:
    fillers = parse_cards("D3,D4,C2,C3,DJ,HK,CQ,CK")
    for one, n in every("1"):
        cards = [*parse_cards("S8,H6,D6")[: n["layable"]], *fillers[: n["others"]]]
        hands = list(combinations(cards, n["a"]))
        free = [hand for hand in hands if not set(hand) & set(cards[: n["layable"]])]
        assert one.answer() == Fraction(len(free), len(hands))
        view = situation("SA,DA", (2, n["a"], n["b"]), unseen=cards)
        assert len(layable(view.table)) == n["layable"]
        assert one.answer() == 1 - Odds(view).lays(2)


def test_a_pass_of_one_who_holds_back_now_and_then() -> None:
    for one, n in every("2"):
        assert one.answer() == stuck_share(told(n["back"]))
    assert stuck_share(told(HALF)) == passing.believed(passing.BEFORE, HALF) == Fraction(1, 3)


def test_where_the_eight_of_spades_is() -> None:
    for one, n in every("3"):
        hands = told(n["back"])
        assert one.answer() == Fraction(sum("S8" not in hand for hand in hands), len(hands))


def test_how_often_he_may_hold_back_at_most() -> None:
    """At the threshold the pass says just so much; with more holding back, less."""
    for one, n in every("4"):
        c = one.answer()
        assert stuck_share(told(c)) == n["least"]
        assert stuck_share(told(c + Fraction(1, 1000))) < n["least"]


def test_two_passes() -> None:
    for one, n in every("5"):
        assert one.answer() == stuck_share(told(n["back"], 2))
        # The second pass starts from where the first has led.
        assert one.answer() == passing.believed(passing.believed(passing.BEFORE, n["back"]), n["back"])


# --- what the lesson says ---


def test_the_two_layable_trumps_are_the_engine_s() -> None:
    assert {str(card) for card in layable(SIX.table)} == set(passing.LAYABLE)


def test_the_table_of_the_two_models() -> None:
    """Its first model is the library's assumption, and with c = 1 a pass tells nothing."""
    king, eight = parse_card("HK"), parse_card("S8")
    before, taken = Odds(SIX), Odds(SIX).given(Passed(2))
    assert (before.where(king)[2], taken.where(king)[2]) == (HALF, Fraction(3, 4))
    assert before.where(eight)[3] == HALF
    assert taken.where(eight)[3] == 1
    for card, names in ((king, "HK"), (eight, "S8")):
        assert passing.weighted(names, Fraction(0)) == taken.where(card)[2]
        assert passing.weighted(names, Fraction(1)) == before.where(card)[2]
    coin = told(HALF)
    assert Fraction(sum("HK" in hand for hand in coin), len(coin)) == Fraction(13, 24)
    assert passing.weighted("HK", HALF) == Fraction(13, 24)
    assert 1 - passing.weighted("S8", HALF) == Fraction(7, 12)
    for prose in source()["two-answers"].prose.values():
        assert re.findall(r"\d+/\d+", prose) == ["1/5", "1/3", "1/2", "3/4", "13/24", "1/2", "7/12"]
    assert 1 - passing.weighted("S8", Fraction(1, 6)) == Fraction(3, 4)


def test_early_and_late() -> None:
    early = passing.stuck(17, 33, 6)
    assert early == Fraction(comb(27, 17), comb(33, 17)) == Fraction(13, 1798)
    twentieth = Fraction(1, 20)
    assert f"{float(passing.believed(Fraction(1, 5), twentieth)):.0%}" == "83%"
    assert f"{float(passing.believed(early, twentieth)):.0%}" == "13%"
    even = early / (1 - early)
    assert passing.believed(early, even) == HALF
    assert str(even) in source(teacher=True)["open-questions"].prose["en"]
    assert passing.believed(Fraction(1, 5), Fraction(1, 6)) == Fraction(3, 5)


def passes_of(policy: Policy, seed: int) -> list[bool]:
    """Of a game, for each pass whether something could have been laid without an action card."""
    luck, found = Random(seed), []
    state = cross_sevens.start(3)
    while state.result() is None:
        if (chance := state.chance()) is not None:
            state = state.happen(chance.sample(luck))
            continue
        player = state.to_act()[0]
        view = state.view(player)
        move = policy(view, luck)
        if isinstance(move, Draw | Discard | Pass):
            moves = view.legal_moves()
            found.append(any(isinstance(one, Lay) and not one.actions() for one in moves))
        state = state.play(player, move)
    return found


@pytest.mark.parametrize("policy", [greedy, patient])
def test_the_computers_never_hold_back(policy: Policy) -> None:
    passes = passes_of(policy, 23)
    assert len(passes) > 5
    assert not any(passes)


def test_the_lesson_s_sly_player_does() -> None:
    names: dict[str, Any] = {"Draw": Draw, "greedy": greedy, "passes_of": passes_of}
    exec(source()["sly"].code or "", names)  # noqa: S102  # the lesson's own code
    passes = passes_of(names["sly"], 23)
    assert any(passes)
    assert not all(passes)


# --- what it draws ---


def drawings() -> dict[str, chart.Chart]:
    return {
        "coin": kit.pass_areas(Fraction(1, 5), HALF),
        "never": kit.pass_areas(Fraction(1, 5), 0),
        "always": kit.pass_areas(Fraction(1, 5), 1),
        "curves": kit.pass_curves(late=Fraction(1, 5), early=Fraction(13, 1798)),
        "hands": kit.king_hands(lacks="S8,H6"),
    }


def test_every_drawing_has_words_and_lies_on_the_paper(lang: str) -> None:
    for name, drawn in drawings().items():
        check_drawn(name, drawn, lang)


def test_the_areas_are_the_chances() -> None:
    root = ET.fromstring(drawings()["coin"].svg)
    tiles = [rect for rect in root.iter(f"{SVG}rect") if rect.get("rx") == "5"]
    areas = [float(tile.attrib["width"]) * (float(tile.attrib["height"]) + 3) for tile in tiles]
    assert [area / sum(areas) for area in areas] == pytest.approx([0.2, 0.4, 0.4], abs=1e-3)
    assert [tile.attrib["fill"] == ink.BLUE for tile in tiles] == [True, True, False]
    for name, now in (("coin", "1/3"), ("never", "1"), ("always", "1/5")):
        assert drawings()[name].text.splitlines()[2].split("|")[-1].strip() == now


def test_the_curves_fall_from_certainty_to_the_chance_before() -> None:
    rows = [row.split("|") for row in drawings()["curves"].text.splitlines()[2:]]
    shares = {float(row[0]): [cell.strip() for cell in row[1:]] for row in rows}
    assert shares[0.0] == ["100 %", "100 %"]
    assert shares[0.5][0] == "33.3 %"
    assert shares[1.0] == ["20.0 %", "0.7 %"]


def test_the_hands_of_one_who_is_stuck() -> None:
    signs = [row.split("|")[-1].strip() for row in drawings()["hands"].text.splitlines()[2:]]
    assert (signs.count("*"), signs.count("x"), signs.count("")) == (3, 16, 1)


def test_what_cannot_be_is_refused() -> None:
    for stuck, back in ((Fraction(0), HALF), (Fraction(1), HALF), (HALF, Fraction(2)), (HALF, Fraction(-1))):
        with pytest.raises(ValueError, match="chance"):
            kit.pass_areas(stuck, back)
    with pytest.raises(ValueError, match="strictly between"):
        kit.pass_curves(late=HALF, early=Fraction(1))
