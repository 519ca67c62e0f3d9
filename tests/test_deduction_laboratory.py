"""The deduction laboratory of Cross Sevens without a browser: chances counted apart, games, bad messages."""

from __future__ import annotations

from fractions import Fraction
from functools import cache, partial
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inaba import cross_sevens, river
from inaba.cross_sevens import parse_card
from inaba.errors import InabaError, TooLarge
from inaba.record import Record
from lessons import kit
from lessons.laboratory import deduction as room
from lessons.laboratory.deduction import DeductionLaboratory
from lessons.laboratory.form import Refused
from solvers.cross_sevens_evidence import PILE, Assumption
from solvers.cross_sevens_odds import Odds
from solvers.sights import sights
from tests import form_laboratories as forms
from tests.cross_sevens_deals import game
from tests.form_laboratories import each_language, fields, part, press, rows, scene, send, write
from tests.test_without_numpy import run_without_numpy

RANKS = ("A", "2", "3", "4", "5", "6", "8", "9", "10", "J", "Q", "K")
TRUMPS = [*(f"{suit}{rank}" for suit in "DSHC" for rank in RANKS), "JK"]
"""All 53 but the 7s, which lie on the table from the beginning."""


def percent(chance: Fraction) -> str:
    return f"{100 * chance} %" if chance in (0, 1) else f"{100 * float(chance):.1f} %"


def held(sizes: tuple[int, int], unseen: list[str], agrees: Any) -> dict[str, dict[int, Fraction]]:
    """Where each unseen trump is if two others hold so many: every deal is gone through that agrees."""
    found = {card: {2: 0, 3: 0} for card in unseen}
    deals = 0
    for second in combinations(unseen, sizes[0]):
        rest = [card for card in unseen if card not in second]
        for third in combinations(rest, sizes[1]):
            if agrees({*second}, {*third}):
                deals += 1
                for card in second:
                    found[card][2] += 1
                for card in third:
                    found[card][3] += 1
    return {
        card: {owner: Fraction(times, deals) for owner, times in row.items()} for card, row in found.items()
    }


def shown_in(lab: DeductionLaboratory) -> dict[str, list[str]]:
    """The grid of chances as fractions, by the code of each trump."""
    write(lab, "show", "fraction")
    told = rows(part(scene(lab), "where"))
    return {name.partition("(")[2].strip(")") or name: cells for name, cells in told.items()}


# Everything but these eight lies in one's own hand, so that all deals can be gone through.
FEW = ["D8", "D6", "S9", "SJ", "H6", "H2", "C8", "JK"]
LAYABLE = {"D8", "D6", "S9", "H6", "C8"}
"""Of these eight, what can be laid by itself with the 7s and the S8 on the table; the joker not alone."""
MINE = ",".join(card for card in TRUMPS if card not in FEW and card != "S8")


@pytest.mark.parametrize(
    ("facts", "agrees"),
    [
        ([], lambda two, three: True),
        ([("lacks", 2, "S9,D8")], lambda two, three: not two & {"S9", "D8"}),
        ([("holds", 3, "C8")], lambda two, three: "C8" in three),
        ([("passed", 2, "")], lambda two, three: not two & LAYABLE),
        (
            [("passed", 3, ""), ("holds", 2, "S9"), ("lacks", 2, "JK")],
            lambda two, three: not three & LAYABLE and "S9" in two and "JK" not in two,
        ),
    ],
    ids=["nothing", "lacks", "holds", "passed", "all three"],
)
def test_each_trump_is_where_every_deal_that_agrees_says(
    facts: list[tuple[str, int, str]], agrees: Any
) -> None:
    lab = DeductionLaboratory(MINE, "2,3", "S8", lang="en")
    assert sorted(map(str, lab.odds.view.unseen)) == sorted(FEW)
    for kind, player, cards in facts:
        for field, text in (("kind", kind), ("who", str(player)), ("cards", cards)):
            assert write(lab, field, text)["reply"]["ok"]
        assert press(lab, "add")["said"]["text"].startswith("Added: Player")
    truth = held((2, 3), FEW, agrees)
    assert shown_in(lab) == {
        card: [str(row[2]), str(row[3]), str(1 - row[2] - row[3])] for card, row in truth.items()
    }
    tries = part(scene(lab), "tries")["grids"]
    best = max(row[owner] for card, row in truth.items() if card in LAYABLE for owner in row)
    assert tries[0]["rows"][0][2] == str(best)
    assert part(write(lab, "show", "percent"), "tries")["grids"][0]["rows"][0][2] == percent(best)
    for told in part(scene(lab), "known")["lines"][1:]:
        assert told.startswith("Player ")
    assert len(part(scene(lab), "known")["lines"]) == 1 + len(facts)
    # All comes off again, the last first.
    for _ in facts:
        press(lab, "back")
    plain = held((2, 3), FEW, lambda two, three: True)
    assert shown_in(lab)["C8"] == [str(plain["C8"][owner]) for owner in (2, 3)] + ["3/8"]


def test_percents_and_bars_say_the_same() -> None:
    """48 trumps but two are unseen: 5, 4, and 37 in the pile."""
    lab = DeductionLaboratory("D8,DK", "5,4", "S8", lang="en")
    for grid in part(scene(lab), "where")["grids"]:
        assert grid["heads"] == ["trump", "player 2", "player 3", "the pile"]
        for row, shares in zip(grid["rows"], grid["shares"], strict=True):
            assert row[1:] == [percent(Fraction(n, 46)) for n in (5, 4, 37)]
            assert shares == [float(Fraction(n, 46)) for n in (5, 4, 37)]
    captions = [grid["caption"] for grid in part(scene(lab), "where")["grids"]]
    assert captions == ["diamonds", "spades", "hearts", "clubs", "Joker"]
    assert part(scene(lab), "where")["grids"][1]["rows"][0][0] == "♠\ufe0eA\u00a0(SA)"


def test_trumps_lie_beside_each_other_from_the_seven_outward() -> None:
    lab = DeductionLaboratory("D8", "3,3", "S9,S8,H5,H6,S10", lang="en")
    lying = {str(card) for card in lab.odds.view.field.cards()}
    assert lying == {"D7", "S7", "H7", "C7", "S8", "S9", "S10", "H5", "H6"}


def test_a_pass_tells_nothing_of_what_cannot_be_laid() -> None:
    """Player 3 cannot hold a 6 or an 8: 47 unseen, 40 without those seven; D9 gets likelier (Bayes)."""
    lab = DeductionLaboratory("D8,DK", "3,3", "", lang="en")
    assert lab.odds.where(parse_card("D9"))[3] == Fraction(3, 47)
    lab.add("passed", 3)
    assert lab.odds.where(parse_card("D9"))[3] == Fraction(3, 40)
    assert lab.odds.where(parse_card("S8"))[3] == 0
    told = part(scene(lab), "known")["lines"][1].replace("\ufe0e", "")
    assert told == "Player 3 could not lay, so holds none of ♦6, ♠6, ♠8, ♥6, ♥8, ♣6, ♣8."


REFUSED = [
    ("hand", ""),
    ("hand", "7D"),
    ("hand", "D7"),
    ("hand", "S8"),
    ("hand", "D8,D8"),
    ("hand", "<script>"),
    ("sizes", ""),
    ("sizes", "5"),
    ("sizes", "5,0"),
    ("sizes", "5,18"),
    ("sizes", "1,1,1,1,1"),
    ("sizes", "17,17,17"),
    ("sizes", "five,four"),
    ("laid", "D8"),
    ("laid", "S9"),
    ("laid", "S8,S10"),
    ("laid", "JK"),
    ("laid", "H7"),
    ("laid", "x"),
    ("cards", "x"),
    ("who", "1"),
    ("who", "4"),
    ("kind", "knows"),
    ("show", "decimal"),
    ("hand", "D" * 401),
]


@each_language
@pytest.mark.parametrize(("field", "text"), REFUSED, ids=lambda value: value[:20] or "empty")
def test_bad_input_is_told_at_its_field_and_changes_nothing(field: str, text: str, lang: str) -> None:
    lab = DeductionLaboratory("D8,DJ", "5,4", "S8,H6", lang=lang)
    if field in ("who", "kind", "show", "cards"):
        lab.add("passed", 3)
    forms.check_refused(lab, field, text, lang)


@pytest.mark.parametrize("text", ["D8,SK", "ｄ８、ｓｋ", "♦8 ♠K", "♦\ufe0f8,\u3000SK"])
def test_trumps_are_read_in_the_letters_and_signs_that_a_keyboard_gives(text: str) -> None:
    lab = DeductionLaboratory("D9", "5,4", "", lang="ja")
    shown = forms.send(lab, {"do": "set", "field": "hand", "text": text, "ask": "1"})
    assert next(field["value"] for field in shown["fields"] if field["name"] == "hand") == "D8,SK"


def test_what_is_refused_says_why() -> None:
    lab = DeductionLaboratory("D8,DJ", "5,4", "S8", lang="en")
    for field, text, why in [
        ("hand", "H7", "The 7s lie on the table"),
        ("hand", "S8", "S8 cannot be here"),
        ("laid", "S8,S10", "S10 cannot lie there yet"),
        ("sizes", "17,17,17", "Only 46 trumps are unseen, and the others hold 51."),
        ("cards", "ZZ", "These are no trumps: ZZ"),
        ("hand", "D8 DJ d8", "D8 cannot be here: it lies elsewhere already"),
    ]:
        assert why in forms.check_refused(lab, field, text, "en")


@each_language
def test_what_cannot_be_is_said_and_not_added(lang: str) -> None:
    lab = DeductionLaboratory("D8,DJ", "5,4", "S8", lang=lang)
    lab.add("holds", 2, "C8")
    before = forms.standing(scene(lab))
    for kind, player, cards, key in [
        ("holds", 3, "C8", "contradiction"),
        ("passed", 2, "", "contradiction"),
        ("lacks", 2, "D9,C8", "contradiction"),
        ("lacks", 3, "", "no_cards"),
        ("holds", 3, "C9,C10", "one"),
        ("lacks", 3, "D8", "contradiction"),
        ("knows", 3, "C9", "choice"),
        ("lacks", 1, "C9", "choice"),
        ("lacks", 9, "C9", "choice"),
    ][: -4 if lang == "ja" else None]:
        if (kind, cards) == ("lacks", "D8"):
            continue
        with pytest.raises(Refused) as raised:
            lab.add(kind, player, cards)
        assert raised.value.key == f"deduction.why.{key}"
        assert forms.standing(scene(lab)) == before
    write(lab, "kind", "holds")
    write(lab, "who", "3")
    write(lab, "cards", "C8")
    shown = press(lab, "add")
    assert shown["said"]["tone"] == "refused"
    assert ("no deal agrees" if lang == "en" else "ありえません") in shown["said"]["text"]
    assert lab.odds.where(parse_card("C8"))[2] == 1


def test_there_is_no_more_to_take_back_than_was_added() -> None:
    lab = DeductionLaboratory("D8", "3,3", "", lang="en")
    assert [button["name"] for button in scene(lab)["buttons"]] == ["add"]
    with pytest.raises(Refused, match="nothing to take back"):
        lab.take_back()
    with pytest.raises(Refused, match="no such step"):
        lab.go_to(0)
    assert press(lab, "back")["said"]["tone"] == "refused"


def test_another_position_is_begun_without_what_was_found_out() -> None:
    lab = DeductionLaboratory("D8,DJ", "5,4", "", lang="en")
    lab.add("passed", 2)
    shown = write(lab, "laid", "S8")
    assert len(part(shown, "known")["lines"]) == 1
    # `who` falls back to one who plays.
    shown = write(lab, "sizes", "3,3,3")
    write(lab, "who", "4")
    assert fields(write(lab, "sizes", "3,3"))["who"]["value"] == "2"


# Games ------------------------------------------------------------------------------------------------------


def at_random(view: Any, rng: Random) -> Any:
    return rng.choice(list(view.legal_moves()))


@cache
def played(seed: int, honest: bool = True) -> Record:
    return game(cross_sevens.start(3), at_random, seed, 600, honest)


@pytest.mark.parametrize("assumption", Assumption)
@pytest.mark.parametrize("honest", [True, False])
def test_a_game_is_followed_step_by_step(assumption: Assumption, honest: bool) -> None:
    """From the deal to the end: rows sum to 1, columns to the hands, and the truth is never excluded."""
    record = played(1, honest)
    assert record.result is not None
    lab = DeductionLaboratory(game=record, player=2, lang="en")
    assert write(lab, "assumption", assumption)["reply"]["ok"]
    assert lab.last == len(record.steps)
    for step in [*range(0, lab.last, 23), lab.last]:
        shown = write(lab, "step", str(step))
        assert shown["reply"]["ok"]
        assert (lab.step, fields(shown)["step"]["value"]) == (step, str(step))
        state = record.states[step]
        table = lab.odds.table()
        assert {card for card, row in table.items()} == {*state.view(2).table.unseen}
        for row in table.values():
            assert sum(row.values()) == 1
        for player, own in enumerate(state.secrets, 1):
            assert sum(row.get(player, 0) for row in table.values()) == len(own.hand)
            # One who passes with a trump that he could lay may have deceived the others.
            if honest or assumption is Assumption.UNIFORM:
                assert all(table[card][player] > 0 for card in own.hand)
        if state.pile:
            assert sum(row[PILE] for row in table.values()) == len(state.pile)
        unseen = {*state.view(2).unseen}
        told = rows(part(shown, "where"))
        assert len(told) == len(unseen)
    assert not lab.odds.rivals or lab.odds.view.table.remaining()


def test_buttons_lead_through_the_game_and_stop_at_its_ends() -> None:
    record = played(1)
    lab = DeductionLaboratory(game=record, player=2, lang="en")
    assert [button["name"] for button in scene(lab)["buttons"]] == ["next", "add"]
    shown = press(lab, "next")
    assert (lab.step, fields(shown)["step"]["value"]) == (1, "1")
    assert shown["said"]["text"] == f"Step 1 of {lab.last}: {sights(record, 2, 1)[-1].step}"
    assert press(lab, "before")["said"]["text"] == f"Step 0 of {lab.last}: the beginning"
    assert press(lab, "before")["said"]["tone"] == "refused"
    for typed, step in (("１", 1), (" ０", 0)):
        assert fields(write(lab, "step", typed))["step"]["value"] == str(step)
        assert lab.step == step
    write(lab, "step", "x")
    assert fields(scene(lab))["step"]["error"] == f"A whole number from 0 to {lab.last}."
    # The button changes the step: what was written there is over.
    assert fields(press(lab, "next"))["step"] == {**fields(scene(lab))["step"], "value": "1", "error": ""}
    lab.go_to(lab.last)
    assert "next" not in [button["name"] for button in scene(lab)["buttons"]]
    assert press(lab, "next")["said"]["tone"] == "refused"
    with pytest.raises(Refused, match="no such step"):
        lab.go_to(lab.last + 1)
    for text in ("-1", str(lab.last + 1), "1.5", "", "9" * 300):
        forms.check_refused(lab, "step", text, "en")


def test_a_game_that_is_over_has_nobody_to_ask() -> None:
    """Two of three are out, player 1 among them or not: nothing can be added of who plays no more."""
    record = played(1)
    end = record.states[-1]
    assert end.result() is not None
    for player in (1, 2, 3):
        lab = DeductionLaboratory(game=record, player=player, lang="en")
        lab.go_to(lab.last)
        shown = scene(lab)
        others = [p for p in end.table.remaining() if p != player]
        assert lab.odds.rivals == tuple(others)
        assert ("who" in fields(shown)) == bool(others)
        assert ("add" in [button["name"] for button in shown["buttons"]]) == bool(others)
        assert part(shown, "tries")["lines"] == ["No TRY is possible here."]
        if not others:
            assert write(lab, "who", "2")["said"]["tone"] == "refused"
            assert press(lab, "add")["said"]["tone"] == "refused"
            with pytest.raises(Refused, match="Choose one"):
                lab.add("lacks", 2, "D8")
        else:
            assert fields(shown)["who"]["value"] == str(others[0])
        assert str(lab)


def test_what_was_found_out_is_added_to_what_the_game_told() -> None:
    lab = DeductionLaboratory(game=played(1), player=2, lang="en")
    lab.go_to(6)
    before = lab.odds.table()
    card = next(card for card in lab.odds.view.unseen if 0 < before[card][1] < 1)
    lab.add("holds", 1, str(card))
    assert lab.odds.where(card)[1] == 1
    assert sum(row[1] for row in lab.odds.table().values()) == lab.odds.view.sizes[0]
    lab.take_back()
    assert lab.odds.table() == before
    lab.add("holds", 1, str(card))
    press(lab, "next")
    assert len(part(scene(lab), "known")["lines"]) == 1


@each_language
def test_a_step_that_takes_too_long_to_count_says_so_and_the_next_may_be_seen(
    lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = played(1)
    many = next(
        step
        for step in range(len(record.steps))
        if Odds(record.states[step].view(2), sights(record, 2, step)).known.hidden.ways > 1
    )
    monkeypatch.setattr(room, "Odds", partial(Odds, most_ways=1))
    lab = DeductionLaboratory(game=record, player=2, lang=lang)
    lab.go_to(many - 1)
    assert rows(part(scene(lab), "where"))
    shown = press(lab, "next")
    assert shown["reply"]["ok"]
    (said,) = part(shown, "where")["lines"]
    assert ("too long" if lang == "en" else "時間がかかりすぎます") in said
    assert part(shown, "known")["drawings"]
    assert str(lab)
    with pytest.raises(TooLarge):
        _ = lab.odds
    write(lab, "cards", "D2")
    told = press(lab, "add")
    assert told["said"]["tone"] == "refused"
    assert ("too long" if lang == "en" else "数えきれません") in told["said"]["text"]
    assert rows(part(press(lab, "before"), "where"))


def test_passes_of_one_who_could_lay_are_told_and_not_counted() -> None:
    record = played(3, honest=False)
    told = set()
    lab = DeductionLaboratory(game=record, player=2, lang="en")
    write(lab, "assumption", Assumption.PASSED_COULD_NOT_LAY)
    for step in range(10, lab.last, 30):
        write(lab, "step", str(step))
        lines = part(scene(lab), "known")["lines"]
        doubted = lab.odds.known.doubted
        assert len(lines) == 1 + len(doubted)
        told |= {*doubted}
    assert told


@pytest.mark.parametrize("player", [0, 4, -1, True, None])
def test_a_game_is_seen_from_a_seat_that_it_has(player: Any) -> None:
    with pytest.raises(Refused, match="has seats 1 to 3"):
        DeductionLaboratory(game=played(1), player=player, lang="en")


@pytest.mark.parametrize("other", [Record(river.NOTATION, river.start()), "a game", 7], ids=str)
def test_only_a_game_of_cross_sevens_is_followed(other: Any) -> None:
    with pytest.raises(Refused, match="Only a game of Cross Sevens"):
        DeductionLaboratory(game=other, lang="en")


def test_a_table_that_is_being_played_at_is_followed() -> None:
    table = kit.cross_sevens(3, people=0, lang="en", seed=5)
    lab = kit.deduction_laboratory(game=table, player=3, lang="en")
    assert lab.last == len(table.record.steps)
    assert lab.odds.view == table.record.states[0].view(3)


# Messages ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("content", forms.STRANGE, ids=repr)
def test_a_strange_message_is_refused_and_changes_nothing(content: object) -> None:
    lab = DeductionLaboratory("D8", "3,3", "", lang="en")
    lab.add("passed", 2)
    forms.check_strange(lab, content)


WRITTEN = ["D8,DK", "S8", "3,3", "17,17,10", "2", "4", "0", "5", "lacks", "holds", "passed", "JK", ""]
WRITTEN += ["uniform", "passed_could_not_lay", "fraction", "percent", "S8,S9,H6", "C9"]
NAMES = ["hand", "sizes", "laid", "kind", "who", "cards", "show", "step", "assumption"]


@settings(deadline=None, max_examples=12)
@given(st.booleans(), st.lists(forms.messages(NAMES, ["add", "back", "before", "next"], WRITTEN), max_size=4))
def test_whatever_comes_the_laboratory_stands(follow: bool, contents: list[object]) -> None:
    lab = DeductionLaboratory("D8,DJ", "5,4", "S8", game=played(1) if follow else None, lang="en")
    for content in contents:
        shown = send(lab, content)
        sums = [sum(row) for grid in part(shown, "where")["grids"] for row in grid["shares"]]
        assert sums == pytest.approx([1] * len(lab.odds.view.unseen))
    assert str(lab)


def test_no_state_is_taken_from_the_browser() -> None:
    forms.check_no_state_is_taken(DeductionLaboratory(lang="en"))


@pytest.mark.parametrize(
    "arguments",
    [{"hand": ""}, {"hand": 7}, {"hand": "H7"}, {"sizes": "1"}, {"sizes": 54}, {"laid": "S9"}, {"laid": 3}],
    ids=str,
)
def test_a_laboratory_is_not_set_up_wrongly(arguments: dict[str, Any]) -> None:
    with pytest.raises(Refused, match=r"\w") as raised:
        DeductionLaboratory(**arguments, lang="en")
    assert isinstance(raised.value, InabaError)
    assert raised.value.say("ja") != raised.value.say("en")


@pytest.mark.parametrize("follow", [False, True])
def test_the_language_is_switched_with_all_words(follow: bool) -> None:
    lab = DeductionLaboratory(game=played(1) if follow else None, lang="en")
    if not follow:
        lab.add("passed", 2)
        lab.add("holds", 3, "D9")
        lab.add("lacks", 3, "D2,JK")
    forms.check_languages(lab)


@each_language
def test_without_a_browser_it_is_text_and_pictures_with_words(lang: str) -> None:
    lab = DeductionLaboratory("D8,DK", "3,3", "", lang=lang)
    write(lab, "show", "fraction")
    text, page = forms.check_without_browser(lab)
    assert "3/47" in text
    assert "41/47" in page
    assert repr(lab) == "DeductionLaboratory('D8,DK', '3,3', '-')"
    assert repr(DeductionLaboratory(game=played(1), player=2)).startswith("DeductionLaboratory(game=<")


def test_it_works_without_numpy(tmp_path: Path) -> None:
    code = """
        from inaba.cross_sevens import parse_card
        from lessons.laboratory.deduction import DeductionLaboratory
        lab = DeductionLaboratory("D8,DK", "3,3", "", lang="en")
        lab.add("passed", 3)
        print(lab.odds.where(parse_card("D9"))[3], len(str(lab)) > 100)
    """
    assert run_without_numpy(code, tmp_path).split() == ["3/40", "True"]
