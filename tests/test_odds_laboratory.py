"""The odds laboratory of Same One without a browser: chances counted apart, deals, messages never trusted."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import combinations
from math import comb, sqrt
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inaba.errors import InabaError
from lessons import kit
from lessons.laboratory import odds as room
from lessons.laboratory.form import MOST_LETTERS, Refused
from lessons.laboratory.odds import OddsLaboratory
from tests import form_laboratories as forms
from tests.form_laboratories import each_language, fields, part, press, rows, scene, send, write
from tests.test_without_numpy import run_without_numpy

PACK = [f"{colour}{number}" for colour in "gby" for number in range(1, 31)]
"""All 90 cards (rule 1)."""


def percent(chance: Fraction) -> str:
    if chance in (0, 1):
        return f"{100 * chance} %"
    return "< 0.1 %" if chance < Fraction(1, 2000) else f"{100 * float(chance):.1f} %"


def held(copies: int, places: int, unseen: int) -> Fraction:
    """The chance that at least one of some copies lies in some of the places of the unseen cards."""
    return 1 - Fraction(comb(unseen - copies, places), comb(unseen, places))


def follows(card: str, centre: str) -> bool:
    """Rule 4: the same colour, larger on 1 to 15, smaller on 16 to 30."""
    own, lies = int(card[1:]), int(centre[1:])
    return card[0] == centre[0] and (own > lies if lies <= 15 else own < lies)


def without(*seen: str) -> list[str]:
    return [card for card in PACK if card not in seen]


@pytest.mark.parametrize(("players", "others"), [(3, 1), (4, 6), (9, 9)])
@pytest.mark.parametrize(("seen", "copies"), [("", 2), ("b7", 1)])
def test_who_holds_a_number_is_a_matter_of_places(players: int, others: int, seen: str, copies: int) -> None:
    """The unseen copies are dealt over all places of the unseen cards."""
    lab = OddsLaboratory("g9,g12", "g7", players, others, seen, 7, lang="en")
    unseen = 90 - 3 - bool(seen)
    rivals, pile = (players - 1) * others, unseen - (players - 1) * others
    anybody = held(copies, rivals, unseen)
    assert lab.odds.holds(lab.asked) == anybody
    told = rows(part(scene(lab), "holds"))
    for player in range(2, players + 1):
        one = held(copies, others, unseen)
        assert told[f"player {player}"] == [percent(one), str(one)]
    assert told["any of the others"] == [percent(anybody), str(anybody)]
    assert told["the draw pile"][1] == str(held(copies, pile, unseen))
    bars = part(scene(lab), "holds")["drawings"][0]["alt"]
    for number in range(copies + 1):
        ways = comb(copies, number) * comb(unseen - copies, rivals - number)
        assert f"{number}: {percent(Fraction(ways, comb(unseen, rivals)))}" in bars
    first = part(scene(lab), "table")
    assert first["lines"] == [
        f"{unseen} cards are unseen: {rivals} in the hands of the others, {pile} in the draw pile."
    ]
    assert "green 9" in first["drawings"][0]["alt"]


def test_own_cards_called_and_followed_as_every_deal_says() -> None:
    """All hands of the next player, and of both others, are gone through, one by one."""
    seen = ",".join(card for card in PACK if int(card[1:]) not in (6, 7, 8) and card not in ("g9", "g3"))
    lab = OddsLaboratory("g9,b6,y7,g3", "g7", 3, 2, seen, 8, lang="en")
    unseen = ["g6", "g8", "b7", "b8", "y6", "y8"]
    assert sorted(map(str, lab.odds.view.unseen)) == sorted(unseen)
    told = rows(part(scene(lab), "mine"))
    exact = rows(part(write(lab, "show", "fraction"), "mine"))
    assert set(told) == set(exact) == {"g9 green 9", "b6 blue 6", "y7 yellow 7", "g3 green 3"}
    assert told["y7 yellow 7"] == ["call Same One", "-", "-"]
    for name, may in (("g9", "yes"), ("b6", "no"), ("g3", "no")):
        pairs, fours = list(combinations(unseen, 2)), list(combinations(unseen, 4))
        next_ = Fraction(sum(any(follows(c, name) for c in hand) for hand in pairs), len(pairs))
        called = Fraction(sum(any(c[1:] == name[1:] for c in hand) for hand in fours), len(fours))
        (heading,) = (heading for heading in told if heading.split()[0] == name)
        assert told[heading] == [may, percent(called), percent(next_)]
        assert exact[heading] == [may, str(called), str(next_)]
    drawn = rows(part(scene(lab), "drawn"))
    assert drawn["follows on the centre"] == ["1/6"]
    assert drawn["is a Same One on the centre"] == ["1/6"]
    assert drawn["is a shark"] == drawn["is a dog"] == ["0"]


def test_where_one_leads_every_card_may_be_laid() -> None:
    lab = OddsLaboratory("g9,b1,y14", "", 5, 4, number=14, lang="en")
    assert {cells[0] for cells in rows(part(scene(lab), "mine")).values()} == {"yes"}
    assert set(rows(part(scene(lab), "mine"))) == {"g9 green 9", "b1 blue 1 (dog)", "y14 yellow 14 (shark)"}
    # 17 sharks and 2 dogs are among the 87.
    drawn = rows(part(scene(lab), "drawn"))
    assert drawn == {"is a shark": ["19.5 %"], "is a dog": ["2.3 %"]}
    drawn = rows(part(write(lab, "show", "fraction"), "drawn"))
    assert drawn == {"is a shark": ["17/87"], "is a dog": ["2/87"]}


def test_nobody_holds_what_lies_face_up() -> None:
    lab = OddsLaboratory("g24,b24", "y24", number=24, lang="en")
    told = part(scene(lab), "holds")
    assert told["lines"] == ["No: every 24 lies face up or is yours."]
    assert told["drawings"] == told["grids"] == []
    assert lab.asked == ()
    press(lab, "deal")
    assert lab.dealt == room.AT_ONCE
    assert part(scene(lab), "holds") == told


def test_an_empty_pile_is_no_place_and_nothing_is_drawn() -> None:
    """3 players with 10 cards each: 20 unseen cards are all in hands."""
    aside = ",".join(without("g1", "g2", *(f"y{n}" for n in range(11, 31)))[:68])
    lab = OddsLaboratory("g1,g2", "", 3, 10, aside, 30, lang="en")
    assert (len(lab.odds.view.unseen), lab.odds.view.table.pile) == (20, 0)
    told = rows(part(scene(lab), "holds"))
    assert set(told) == {"player 2", "player 3", "any of the others"}
    assert told["any of the others"] == ["100 %", "1"]
    assert told["player 2"] == ["50.0 %", "1/2"]
    assert part(scene(lab), "drawn")["lines"] == ["There is no card to draw."]
    press(lab, "deal")
    assert rows(part(scene(lab), "holds"))["any of the others"][2] == "≈ 100.0 %"


@pytest.mark.parametrize("seed", [1, 2])
def test_shares_of_deals_are_near_what_was_counted(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "AT_ONCE", 300)
    lab = OddsLaboratory(players=4, others=6, number=7, lang="en", seed=seed)
    press(lab, "deal")
    shown = press(lab, "deal")
    assert lab.dealt == 600
    assert shown["said"]["text"] == "Dealt 300 times, 600 in all."
    for chance, exactly, observed in rows(part(shown, "holds")).values():
        share, error = map(float, re.findall(r"[0-9.]+", observed))
        p = float(Fraction(exactly))
        assert chance == percent(Fraction(exactly))
        assert error == pytest.approx(100 * sqrt(share / 100 * (1 - share / 100) / 600), abs=0.06)
        assert abs(share / 100 - p) <= 4 * sqrt(p * (1 - p) / 600) + 0.001
    assert "600 deals" in part(shown, "holds")["drawings"][0]["svg"]


def test_the_same_seed_deals_the_same() -> None:
    def dealt(seed: int) -> object:
        lab = OddsLaboratory(lang="en", seed=seed)
        lab.deal(50)
        return part(scene(lab), "holds")

    assert dealt(3) == dealt(3)
    assert dealt(3) != dealt(4)


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("hand", "g9,g12"),
        ("centre", "b3"),
        ("seen", "b1"),
        ("players", "5"),
        ("others", "3"),
        ("number", "9"),
    ],
)
def test_deals_are_forgotten_when_what_is_seen_changes(field: str, text: str) -> None:
    lab = OddsLaboratory(lang="en", seed=1)
    lab.deal(10)
    assert [button["name"] for button in scene(lab)["buttons"]] == ["deal", "clear"]
    shown = write(lab, field, text)
    assert shown["reply"]["ok"]
    assert fields(shown)[field]["value"] == text
    assert lab.dealt == 0
    assert [button["name"] for button in shown["buttons"]] == ["deal"]


def test_how_chances_are_written_changes_no_deal() -> None:
    lab = OddsLaboratory(lang="en", seed=1)
    lab.deal(10)
    shown = write(lab, "show", "fraction")
    assert (lab.dealt, fields(shown)["show"]["value"]) == (10, "fraction")
    refused = write(lab, "show", "words")
    assert not refused["reply"]["ok"]
    assert fields(refused)["show"]["error"]


def test_deals_are_cleared() -> None:
    lab = OddsLaboratory(lang="en", seed=1)
    before = part(scene(lab), "holds")
    lab.deal(10)
    shown = press(lab, "clear")
    assert (lab.dealt, part(shown, "holds")) == (0, before)
    assert shown["said"]["text"] == "The deals are forgotten."
    assert press(lab, "clear")["said"]["tone"] == "refused"


@pytest.mark.parametrize(
    "text", ["ｇ９，ｇ１２", " G9 , g12 ", "g9、g12", "g9,g12,", "g9 g12", "緑9、緑１２"]
)
def test_cards_are_read_in_the_letters_that_a_keyboard_gives(text: str) -> None:
    lab = OddsLaboratory(lang="ja")
    assert fields(write(lab, "hand", text))["hand"]["value"] == "g9,g12"


REFUSED = [
    ("hand", ""),
    ("hand", "-"),
    ("hand", "7g"),
    ("hand", "g31"),
    ("hand", "g9,g9"),
    ("hand", "g7"),
    ("hand", "<script>"),
    ("centre", "b3,b4"),
    ("centre", "g9"),
    ("centre", "x"),
    ("seen", "g9"),
    ("seen", "b1-4,b2"),
    ("seen", "g1-6,g8,g10,g11,g13-30,b1-8,b10-30,y1-13"),
    ("players", "2"),
    ("players", "10"),
    ("others", "0"),
    ("others", "11"),
    ("number", "0"),
    ("number", "31"),
    ("number", "seven"),
    ("hand", "g" * (MOST_LETTERS + 1)),
]


@each_language
@pytest.mark.parametrize(("field", "text"), REFUSED, ids=lambda value: value[:20] or "empty")
def test_bad_input_is_told_at_its_field_and_changes_nothing(field: str, text: str, lang: str) -> None:
    lab = OddsLaboratory(lang=lang, seed=1)
    lab.deal(5)
    forms.check_refused(lab, field, text, lang)


def test_a_number_is_read_in_wide_letters_too() -> None:
    lab = OddsLaboratory(number=9, lang="ja")
    assert fields(write(lab, "number", " ７"))["number"]["value"] == "7"


def test_what_is_refused_says_why() -> None:
    lab = OddsLaboratory(players=4, others=6, lang="en")
    for field, text, why in [
        ("centre", "g9", "g9 cannot be here"),
        ("centre", "b3,b4", "One card lies in the centre"),
        ("hand", "", "Your hand needs a card"),
        ("seen", "g1-6,g8,g10,g11,g13-30,b1-8,b10-30,y1-13", "Only 16 cards are unseen: 3 players"),
        ("hand", "7g", "These are no cards: 7g"),
        ("hand", "g9,g12,g9", "g9 cannot be here: it lies elsewhere already"),
    ]:
        assert why in forms.check_refused(lab, field, text, "en")


def test_a_field_that_was_wrong_shows_what_a_program_changes() -> None:
    lab = OddsLaboratory(lang="en")
    write(lab, "hand", "?")
    write(lab, "centre", "b3")
    assert fields(scene(lab))["hand"]["value"] == "?"
    assert fields(scene(lab))["hand"]["error"]


@pytest.mark.parametrize("content", forms.STRANGE, ids=repr)
def test_a_strange_message_is_refused_and_changes_nothing(content: object) -> None:
    lab = OddsLaboratory(lang="en", seed=1)
    lab.deal(3)
    forms.check_strange(lab, content)


WRITTEN = ["g7", "b1-4,y9", "g9,g12", "3", "9", "30", "", "-", "y13-18", "b1-30,y1-28", "g7,b7,y7"]


@settings(deadline=None, max_examples=12)
@given(
    st.lists(
        forms.messages(["hand", "centre", "seen", "players", "others", "number"], ["deal", "clear"], WRITTEN),
        max_size=4,
    )
)
def test_whatever_comes_the_laboratory_stands(contents: list[object]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(room, "AT_ONCE", 5)
        lab = OddsLaboratory(lang="en", seed=1)
        for content in contents:
            shown = send(lab, content)
            chances = [Fraction(cells[1]) for cells in rows(part(shown, "holds")).values()]
            assert all(0 <= chance <= 1 for chance in chances)
            view = lab.odds.view
            assert len(view.unseen) == sum(view.sizes[1:]) + view.table.pile
        assert str(lab)


def test_no_state_is_taken_from_the_browser() -> None:
    forms.check_no_state_is_taken(OddsLaboratory(lang="en"))


@pytest.mark.parametrize(
    "arguments",
    [
        {"hand": ""},
        {"hand": 7},
        {"hand": "g7,g7"},
        {"centre": "b1,b2"},
        {"players": 10},
        {"players": True},
        {"others": 0},
        {"others": 2.5},
        {"number": "x"},
        {"seen": "g9"},
        {"seen": "g1-6,g8,g10,g11,g13-30,b1-8,b10-30,y1-13"},
    ],
    ids=str,
)
def test_a_laboratory_is_not_set_up_wrongly(arguments: dict[str, Any]) -> None:
    with pytest.raises(Refused, match=r"\w") as raised:
        OddsLaboratory(**arguments, lang="en")
    assert isinstance(raised.value, InabaError)
    assert raised.value.field
    assert raised.value.say("ja") != raised.value.say("en")


def test_the_language_is_switched_with_all_words() -> None:
    lab = OddsLaboratory(lang="en", seed=1)
    lab.deal(10)
    forms.check_languages(lab)
    write(lab, "hand", "?")
    assert fields(send(lab, {"do": "language", "lang": "ja"}))["hand"]["error"].startswith("「?」は")


@each_language
def test_without_a_browser_it_is_text_and_pictures_with_words(lang: str) -> None:
    text, page = forms.check_without_browser(OddsLaboratory(lang=lang))
    # 18 of 85 places, two copies of the 7.
    anybody = held(2, 18, 85)
    assert str(anybody) in text
    assert str(anybody) in page


def test_its_repr_makes_it_again() -> None:
    lab = OddsLaboratory("g9,g12", "", 5, 3, "b1-4,y9", 12, lang="en")
    assert repr(lab) == "OddsLaboratory('g9,g12', '', 5, 3, 'b1-4,y9', 12)"
    again = eval(repr(lab))  # noqa: S307  # that it can be, is what is tested
    assert str(again.odds.view) == str(lab.odds.view)


@each_language
def test_the_kit_opens_it_in_the_notebook_s_language(lang: str) -> None:
    lab = kit.odds_laboratory("g9,g12,b9", "g7", players=3, others=2, number=9, lang=lang, seed=1)
    assert (lab.lang, lab.dealt) == (lang, 0)
    assert lab.odds.view.table.pile == 90 - 4 - 4
    assert lab.asked == kit.odds_laboratory("g9,b9", number=9).odds.view.unseen[-22:-21]


def test_it_works_without_numpy(tmp_path: Path) -> None:
    code = """
        from lessons.laboratory.odds import OddsLaboratory
        lab = OddsLaboratory("g9,g12,b9", "g7", players=3, others=2, lang="en", seed=1)
        lab.deal(10)
        print(lab.odds.holds(lab.asked), lab.dealt, len(str(lab)) > 100)
    """
    assert run_without_numpy(code, tmp_path).split() == [str(held(2, 4, 86)), "10", "True"]
