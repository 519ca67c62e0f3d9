"""Cross Sevens' notation: what is read, how it is written, and every way in which a text is no position.

In the texts that are refused a ``^`` stands before the place that the error must name.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inaba import cross_sevens
from inaba.cross_sevens import cards, moves, rules
from inaba.cross_sevens.cards import CARDS, Action
from inaba.cross_sevens.cards import Why as CardWhy
from inaba.cross_sevens.consistency import Why as Fit
from inaba.cross_sevens.field import Cell, parse_cell
from inaba.cross_sevens.field import Why as FieldWhy
from inaba.cross_sevens.moves import Why as MoveWhy
from inaba.cross_sevens.notation import LONGEST_TURN, Why, parse, parse_view, split_turn
from inaba.cross_sevens.rules import VALUES, parse_rules
from inaba.cross_sevens.rules import Why as RulesWhy
from inaba.errors import NotationError
from inaba.reading import Why as TextWhy
from tests.strategies import possible, taken, wandered
from tests.strategies_cross_sevens import CROSS_SEVENS
from tests.test_notation import Unread, refused

# What is read


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("-/-/- - DA-K,SA-K,HA-K,CA-K,JK mix,plus*4,cross*4,stop*3,try*3 - - 0 - deal:17", ""),
        ("D5,D6,D8,D9/S5,S6,S7,S9,C7/H5,H6,H7,H8,H9 D C8 plus,try - - 1 - seven:S:2", ""),
        ("D6,D8,D9,HA/S6,S8,S9,H2/H6,H7,H8,C7 S D7,C8,JK plus - - 0 - get:S:2", ""),
        ("D6,D8,D9,HA/D7,S6,S8,S9/H6,H7,H8,C7 S C8,JK plus - - 0 - late:S:2", ""),
        ("D8,DK:cross/S9/HA,H9 DSHC - plus*2,try - - 1 -", ""),
        ("DK:cross*2/S9/HA,H9 CHSD,D8@e3,stop@e2 - plus*2,try cross,stop|mix - 1 - laid", ""),
        ("DK:cross*2/S9/HA,H9 CHSD,D8@e3,stop2@e2 - plus*2,try - - 1 -", "stop=until_next_turn"),
        ("D2,HA:plus/D8,CA/H8,CK DSHC - cross,trade*2 - - 1 try missed", "try_miss=pass"),
        ("D2,HA/D8,S6/H8,CK DSHC - plus,trade - - 1 try try:2:D8", ""),
        ("D2,HA/D8,S6/H8,CK DSHC - plus,trade - - 1 try place:2:D8", ""),
        ("D2,HA/D8,S6/H8,CK DSHC - plus,trade - - 1 trade trade:2", ""),
        ("D2,HA/D8+S6/H8,CK DSHC - plus,trade - - 1 trade trade:2:laid:2", ""),
        ("D2+HA/D8,S6/H8,CK DSHC - plus,trade - - 1 trade swap:2", "trade=blind"),
        ("D2+HA/D8+S6/H8,CK DSHC - plus,trade - - 1 trade swap:2:laid", ""),
        ("D2,S6+HA/D8/H8,CK DSHC - plus,trade - - 1 trade back:2", ""),
        ("D2,S6+HA/-/H8,CK DSHC - plus,trade - - 1 trade back:2", ""),
        ("D2,DK/SA,S6/D8,H8 DSHC,D9@b3,JK=D8@b2 - plus,trade - - 1 - claim:2", ""),
        ("D2,HA/D8,S6/H8,CK/- DSHC C2 plus,trade - x4 1 - trump", ""),
        ("D2,HA/D8,S6/H8,CK DSHC - plus,trade - - 1 - draw:2", ""),
        ("D2,HA/D8+S6/H8,CK DSHC - plus,trade - - 1 mix mix:0:2", ""),
        ("D2,HA+S5:plus/D8,CK+D9/H8,H9+S6 DSHC - cross,try - - 1 mix return:1:0", ""),
        ("D2,S6,HA+S5:plus/D8,CK+D9/H8,H9+S6 DSHC - cross,try - - 1 mix return:1:1", ""),
        ("-:plus*2,cross,try/D8,CK/H8,H9 DSHC D2 cross - x1 1 - out:1", ""),
        ("-:cross/D8,CK/H8,H9 DSHC,D9@b3,JK=D8@b2 - cross - 1 1 - claim:2",
         "play_on=yes"),
        ("-/S9,JK/H9/HA/- DSHC DA - - 1,x5 1 - over", ""),
    ],
)  # fmt: skip
def test_a_position_is_printed_as_it_is_read(text: str, options: str) -> None:
    state = parse(text, parse_rules(options))
    assert str(state) == text
    for player in range(state.players + 1):
        view = state.view(player)
        assert parse_view(str(view), player, state.rules) == view


def test_a_position_is_read_field_by_field() -> None:
    text = "DK:cross*2/S9/HA,HK/- CHSD,D8@e3,D9@e2,JK=H8@c1,H9@c0,stop@f3 C2,C3 plus*2,try stop|mix x4 2 try"
    state = parse(f"{text} laid")
    assert state.hand(3) == cards.parse_cards("HA,HK")
    assert state.actions(1) == (Action.CROSS, Action.CROSS)
    assert [suit.letter for suit in state.field.sevens] == ["C", "H", "S", "D"]
    assert state.field.joker == (Cell(2, 1), cards.parse_card("H8"))
    assert state.field.stops == ((Cell(5, 3), 0),)
    assert state.pile == cards.parse_cards("C2,C3")
    assert state.action_pile == cards.parse_actions("plus*2,try")
    assert (state.discards, state.table.removed) == ((Action.STOP,), (Action.MIX,))
    assert (state.finished, state.eliminated, state.turn, state.used) == ((), (4,), 2, (Action.TRY,))


def test_cards_are_read_in_any_order_and_with_or_without_runs() -> None:
    text = "DK,D6:try,cross/S9/H9,HA DSHC,C8@e3,D9@b3,D8@b2 JK,C2,C4,C3 try,plus*2 - - 1 -"
    assert str(parse(text)) == "D6,DK:cross,try/S9/HA,H9 DSHC,D8@b2,D9@b3,C8@e3 C2-4,JK plus*2,try - - 1 -"


def test_a_view_writes_two_question_marks_for_each_hidden_card() -> None:
    state = parse("D2,HA:plus/D8+S6/H8,CK:cross,try DSHC - plus,trade - - 1 mix mix:0:2")
    assert str(state.view(2)) == (
        "??,??:??/D8+S6/??,??:??,?? DSHC D2,HA,H8,CK plus*2,cross,trade,try - - 1 mix mix:0:2"
    )
    assert str(state.view(0)).startswith("??,??:??/??+??/??,??:??,?? DSHC D2,D8,S6,HA,H8,CK ")


# What is refused: positions

BAD: list[tuple[str, str, Any]] = [
    # Fields
    ("^", "", Why.FIELDS),
    ("D8/S8/H8 DSHC - - - - 1^", "", Why.FIELDS),
    ("D8/S8/H8 DSHC - - - - 1 - laid ^more", "", Why.FIELDS),
    ("D8/S8/H8 ^ DSHC - - - - 1 -", "", TextWhy.SPACES),
    # Hands
    ("^D8/S8 DSHC - - - - 1 -", "", Why.HANDS),
    ("^D8/S8/H8/C8/D9/S9 DSHC - - - - 1 -", "", Why.HANDS),
    ("^??/S8/H8 DSHC - - - - 1 -", "", Why.HIDDEN),
    ("D8/^S8:/H8 DSHC - - - - 1 -", "", Why.HIDDEN),
    ("D8/^S8:-/H8 DSHC - - - - 1 -", "", Why.HIDDEN),
    ("D8/S8,^S1/H8 DSHC - - - - 1 -", "", CardWhy.CARD),
    ("D8/S8,^S11/H8 DSHC - - - - 1 -", "", CardWhy.CARD),
    ("D8/S8,^J/H8 DSHC - - - - 1 -", "", CardWhy.CARD),
    ("D8/^S9-8/H8 DSHC - - - - 1 -", "", CardWhy.RUN),
    ("D8/S8,^S8/H8 DSHC - - - - 1 -", "", CardWhy.TWICE),
    ("D8/S8:^magic/H8 DSHC - - - - 1 -", "", CardWhy.ACTION),
    ("D8/S8:^try*1/H8 DSHC - - - - 1 -", "", CardWhy.ACTION),
    ("D8/S8:try,^try/H8 DSHC - - - - 1 -", "", CardWhy.ACTION_TWICE),
    ("D8/^D8/H8 DSHC - - - - 1 -", "", Fit.TWICE),
    ("D8/^S7/H8 DSHC - - - - 1 -", "", Fit.TWICE),
    ("D8/S8/H8 DSHC ^D8 - - - 1 -", "", Fit.TWICE),
    ("D8/^-/H8 DSHC - - - - 1 -", "", Fit.EMPTY),
    ("^D8/S8/H8/C8 DSHC - - - x1 2 -", "", Fit.EMPTY),
    ("D8/^S8:try*4/H8 DSHC - - - - 1 -", "", Fit.HELD),
    ("D8/S8/H8/^-:try DSHC - - - x4 2 -", "", Fit.HELD),
    ("D8/^S8+S9/H8 DSHC - - - - 1 -", "", Fit.FACE_DOWN),
    ("D8+D9/^S8/H8 DSHC C2 - - - 1 trade swap:2", "", Fit.FACE_DOWN),
    # The field
    ("D8/S8/H8 ^DSHX - - - - 1 -", "", Fit.DIAGONAL),
    ("D8/S8/H8 ^DSHD - - - - 1 -", "", Fit.DIAGONAL),
    ("D8/S8/H8 ^DSH,D9@b2 - - - - 1 -", "", Fit.DIAGONAL),
    ("D8/S8/H8 DSHC,^C7@e4 - - - - 1 -", "", Why.ON_FIELD),
    ("D8/S8/H8 DSHC,^JK@e4 - - - - 1 -", "", Why.ON_FIELD),
    ("D8/S8/H8 DSHC,JK=^C7@e4 - - - - 1 -", "", Why.ON_FIELD),
    ("D8/S8/H8 DSHC,C8@^g4 - - - - 1 -", "", FieldWhy.CELL),
    ("D8/S8/H8 DSHC,C8@^e04 - - - - 1 -", "", FieldWhy.CELL),
    ("D8/S8/H8 DSHC,C8@^e-0 - - - - 1 -", "", FieldWhy.CELL),
    ("D8/S8/H8 DSHC,C8@^ - - - - 1 -", "", FieldWhy.CELL),
    ("D8/S8/H8 ^DSHC,C8@e3,C8@e5 - - - - 1 -", "", Fit.TWICE),
    ("D2/S2/H2 ^DSHC,D8@b2,D9@b3,S8@c3,S9@b3,H8@d2,H9@c2,H10@b2,HJ@b3 - - - - 1 -", "", Fit.CELL_FULL),
    ("D2/S2/H2 ^DSHC,D8@b2,S8@c3,S9@b3,JK=D9@b3,D10@b4 - - - - 1 -", "", Fit.CELL_FULL),
    ("D8/S8/H8 ^DSHC,stop@a1,stop@a1 - - - - 1 -", "", Fit.CELL_FULL),
    ("D8/S8/H8 ^DSHC,D9@b2 - - - - 1 -", "", Fit.LOOSE),
    ("D8/S8/H8 ^DSHC,C8@f4 - - - - 1 -", "", Fit.LOOSE),
    ("D8/S8/H8 ^DSHC,C8@e3 - - - - 1 -", "sides=fixed", Fit.LOOSE),
    ("D8/S8/H8 DSHC,^stop1@a1 - - - - 1 -", "", Fit.STOP_OWNER),
    ("D8/S8/H8 DSHC,^stop@a1 - - - - 1 -", "stop=until_next_turn", Fit.STOP_OWNER),
    ("D8/S8/H8 DSHC,^stop4@a1 - - - - 1 -", "stop=until_next_turn", Fit.STOP_OWNER),
    ("D8/^S8/H8 DSHC,S9@c4,JK=S8@c3 - - - - 1 -", "", Fit.CLAIM),
    # Piles
    ("D8/S8/H8 DSHC ^?? - - - 1 -", "", CardWhy.CARD),
    ("D8/S8/H8 DSHC - - ^try - 1 -", "", Fit.ACTION_PILE),
    ("D8/S8/H8 DSHC - - -|^try - 1 -", "", Why.REMOVED),
    # Who is out, the turn, what is used
    ("D8/S8/H8/- DSHC - - - ^4x 1 -", "", Why.OUT),
    ("D8/S8/H8/- DSHC - - - ^x5 1 -", "", Why.OUT),
    ("D8/S8/-/- DSHC - - - x4,^3 1 -", "play_on=yes", Why.OUT),
    ("D8/S8/-/- DSHC - - - x4,^x4 1 -", "", Why.OUT),
    ("D8/S8/H8 DSHC - - - - ^4 -", "", Fit.TURN),
    ("D8/S8/H8/- DSHC - - - x4 ^4 -", "", Fit.TURN),
    ("D8/S8/H8 DSHC - - - - 1 ^try*2", "", Fit.USED),
    # Phases
    ("D8/S8/H8 DSHC - - - - 1 - ^sleep", "", Fit.PHASE),
    ("D8/S8/H8 DSHC - - - - 1 - ^missed", "", Fit.PHASE),
    ("D8/S8/H8 DSHC - - - - 1 - ^try:2:S8", "", Fit.PHASE),
    ("D8/S8/H8 DSHC - - - - 1 try ^try:1:S8", "", Fit.PHASE),
    ("D8/S8/H8 DSHC - - - - 1 try ^place:2:S9", "", Fit.PHASE),
    ("D8/S8/H8 DSHC - - - - 1 - ^trade:2", "", Fit.PHASE),
    ("D8/S8/H8 DSHC - - - - 1 trade ^trade:4", "", Fit.PHASE),
    ("D8/S8/H8 DSHC - - - - 1 - ^claim:2", "", Fit.PHASE),
    ("D8/S8/H8 DSHC - - - - 1 - ^trump", "", Fit.PHASE),
    ("D8/S8/H8 DSHC - - - - 1 - ^draw:1", "", Fit.PHASE),
    ("D8/S8/H8 DSHC - try - - 1 - ^draw:0", "", Fit.PHASE),
    ("D8/S8/H8 DSHC - - - - 1 - ^mix:0", "", Fit.PHASE),
    ("D8/S8/H8 DSHC - - - - 1 - ^out:1", "", Fit.PHASE),
    ("D8/S8/H8 DSHC - - - - 1 try ^try:2:D8", "", Fit.PHASE_HAND),
    ("D8/S8/H8 DSHC - - - - 1 try ^place:3:S8", "", Fit.PHASE_HAND),
    ("S8,D8/S2/H8 DSHC,S9@c4,JK=S8@c3 - - - - 1 - ^claim:2", "", Fit.PHASE_HAND),
    ("D8+D9/S8+S9/H8+H9 DSHC - - - - 1 mix ^return:0:1", "", Fit.PHASE_HAND),
    ("D8/S8/H8 DSHC - - - - 1 - ^over", "", Fit.PHASE_OVER),
    ("-/S8/H8 DSHC - - - 1 2 -^", "", Fit.PHASE_OVER),
    ("D8/S8/H8 - D7,S7,H7,C7 - - - 0 - ^deal:5", "", Fit.PHASE_DEAL),
    ("-/S8/- - D2-6,S2-7,H7,C7,D7 - - - 0 - ^deal:5", "", Fit.PHASE_DEAL),
    ("D8/S8/H8 ^DSH C7 - - - 1 -", "", Fit.PHASE_SEVENS),
    ("D8/S8/H8 D S7,H7,C7 - - - 0 - ^seven:S:1", "", Fit.PHASE_SEVENS),
    ("S7,D8/S8/H8 D H7,C7 - - - 1 - ^seven:S:2", "", Fit.PHASE_SEVENS),
    ("D8/S8/H8 DS H7,C7 - - - 1 - ^seven:S:2", "", Fit.PHASE_SEVENS),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "options", "why"), BAD, ids=lambda value: str(value)[:60].encode("unicode_escape").decode()
)
def test_a_position_is_refused_with_the_place_and_the_reason(text: str, options: str, why: Any) -> None:
    assert refused(lambda plain: parse(plain, parse_rules(options)), text).why.key is why


def test_every_reason_of_a_position_is_met() -> None:
    assert {why for _, _, why in BAD if isinstance(why, Why | Fit)} == {*Why, *Fit} - {
        Why.TURN_TEXT,
        Fit.PILE,
    }


@pytest.mark.parametrize(
    ("text", "player", "why"),
    [
        ("D8/^S8/?? DSHC S8 - - - 1 -", 1, Why.HIDDEN),
        ("^??/??/?? DSHC S8,D8,H8 - - - 1 -", 1, Why.HIDDEN),
        ("^D8/??/?? DSHC S8,H8 - - - 1 -", 0, Why.HIDDEN),
        ("D8/??/?? DSHC ^S8 - - - 1 -", 1, Fit.PILE),
        ("D8/??:??/?? DSHC S8,H8 ^- - - 1 -", 1, Fit.PILE),
        ("D8/^:??/?? DSHC S8,H8 try - - 1 -", 1, Why.HIDDEN),
        ("D8/??/^??+?? DSHC S8,S9,H8 - - - 1 -", 1, Fit.FACE_DOWN),
        ("D8/??/?? DSHC S9,H8 - - - 1 try ^place:2:S8", 1, Fit.PHASE_HAND),
    ],
)
def test_a_view_is_refused_with_the_place_and_the_reason(text: str, player: int, why: Any) -> None:
    assert refused(lambda plain: parse_view(plain, player), text).why.key is why


# What is refused: the rest


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("^", MoveWhy.MOVE),
        ("^D8", MoveWhy.MOVE),
        ("^D8@", MoveWhy.MOVE),
        ("^D8@g1", MoveWhy.MOVE),
        ("^D8@b02", MoveWhy.MOVE),
        ("^d8@b2", MoveWhy.MOVE),
        ("^D8@b2 ", MoveWhy.MOVE),
        ("^D8@b2+cross+plus", MoveWhy.MOVE),
        ("^D8@b2+stop", MoveWhy.MOVE),
        ("^D8@b2+stop@b3+stop@a2", MoveWhy.MOVE),
        ("^D8@b2+stop@b3+stop@b3", MoveWhy.MOVE),
        ("^JK=D8@b2", MoveWhy.MOVE),
        ("^JK=D8@b2&", MoveWhy.MOVE),
        ("^D7@left", MoveWhy.MOVE),
        ("^trade:0", MoveWhy.MOVE),
        ("^trade:6", MoveWhy.MOVE),
        ("^try:2", MoveWhy.MOVE),
        ("^draw", MoveWhy.MOVE),
        ("^discard:", MoveWhy.MOVE),
        ("^discard:-", MoveWhy.MOVE),
        ("^discard:try,cross", MoveWhy.MOVE),
        ("out:cross,^cross", CardWhy.ACTION_TWICE),
        ("^=D8", MoveWhy.MOVE),
        ("^>??", MoveWhy.MOVE),
        ("^--", MoveWhy.MOVE),
        ("^Ｄ8@b2", TextWhy.ASCII),
        ("^パス", TextWhy.FOREIGN),
    ],
)
def test_a_move_is_refused_with_the_place_and_the_reason(text: str, why: Any) -> None:
    assert refused(moves.parse_move, text).why.key is why


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("^", MoveWhy.EVENT),
        ("^=", MoveWhy.EVENT),
        ("^=??", MoveWhy.EVENT),
        ("^D8", MoveWhy.EVENT),
        ("^=D1", MoveWhy.EVENT),
        ("^=magic", MoveWhy.EVENT),
        ("^=cross*2", MoveWhy.EVENT),
    ],
)
def test_an_event_is_refused_with_the_place_and_the_reason(text: str, why: Any) -> None:
    assert refused(moves.parse_event, text).why.key is why


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("^", Why.TURN_TEXT),
        ("end^ =cross", Why.TURN_TEXT),
        ("D8@b2end^?", Why.TURN_TEXT),
        ("try:2:D8-^discard:try,cross", MoveWhy.MOVE),
        ("end^－", TextWhy.ASCII),
        ("-" * LONGEST_TURN + "^-", TextWhy.LONG),
    ],
)
def test_a_turn_is_refused_with_the_place_and_the_reason(text: str, why: Any) -> None:
    assert refused(split_turn, text).why.key is why


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("D7-S7@up=D10--H7@down", ["D7", "-", "S7@up", "=D10", "-", "-", "H7@down"]),
        ("JK=D8@b2&D9@b3+cross-claimend=try", ["JK=D8@b2&D9@b3+cross", "-", "claim", "end", "=try"]),
        ("D10@c-3+plus+stop@c-4end", ["D10@c-3+plus+stop@c-4", "end"]),
        ("try:2:D10yesD10@b3trade:3>S2>JK=JK=S2end", [
            "try:2:D10", "yes", "D10@b3", "trade:3", ">S2", ">JK", "=JK", "=S2", "end"]),
        ("discard:cross*2,try=mix>DA>D10=DA=D10=plus", [
            "discard:cross*2,try", "=mix", ">DA", ">D10", "=DA", "=D10", "=plus"]),
        ("passout:plus,cross,stop", ["pass", "out:plus,cross,stop"]),
        ("draw:trump=DA-", ["draw:trump", "=DA", "-"]),
    ],
)  # fmt: skip
def test_a_turn_is_split_into_its_steps(text: str, steps: list[str]) -> None:
    assert [str(step) for step in split_turn(text)] == steps


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("^play_on", RulesWhy.OPTION),
        ("^orca=side", RulesWhy.OPTION),
        ("^try_hit=take", RulesWhy.OPTION),
        ("play_on=yes,^", RulesWhy.OPTION),
        ("^play_on=no", RulesWhy.VALUE),
        ("try=take,^trade=choice", RulesWhy.VALUE),
        ("try=take,^try=take", RulesWhy.TWICE),
        ("try^＝take", TextWhy.ASCII),
    ],
)
def test_rules_are_refused_with_the_place_and_the_reason(text: str, why: Any) -> None:
    assert refused(parse_rules, text).why.key is why


# Long input is refused unread

READERS: dict[str, tuple[int, Callable[[str], object]]] = {
    "position": (1000, parse),
    "view": (1000, lambda text: parse_view(text, 1)),
    "move": (1000, moves.parse_move),
    "event": (1000, moves.parse_event),
    "turn": (LONGEST_TURN, split_turn),
    "card": (1000, cards.parse_card),
    "cards": (1000, cards.parse_cards),
    "actions": (1000, cards.parse_actions),
    "cell": (1000, parse_cell),
    "rules": (1000, parse_rules),
}


@pytest.mark.parametrize("what", [what for what in READERS if what != "turn"])
def test_long_input_is_refused_unread(what: str) -> None:
    longest, read = READERS[what]
    for length in (longest + 1, 10 * longest):
        with pytest.raises(NotationError, match="at most"):
            read(Unread("5" * length))


@pytest.mark.parametrize("what", READERS)
@pytest.mark.parametrize("letter", ["0", "D", "?", ",", "/", " ", "@", ":", "=", "+", "５", "\0"])
def test_the_longest_input_that_is_read_is_answered(what: str, letter: str) -> None:
    longest, read = READERS[what]
    with pytest.raises(NotationError):
        read(letter * longest)


def test_no_position_of_a_game_is_longer_than_what_is_read() -> None:
    """The longest there is: all trumps on the field, five players with action cards, every field full."""
    trumps = ",".join(f"{suit}10@a-10" for suit in "DSHC" for _ in range(12)) + ",JK=D10@a-10"
    hands = "/".join(["-:cross*2,tunnel"] * 5)
    kinds = "mix,plus*6,cross*6,tunnel*3,stop*3,trade*3,try*3"
    stops = ",stop5@a-10" * 3
    longest = f"{hands} DSHC,{trumps}{stops} - {kinds} {kinds}|mix 1,2,3,x4,x5 5 {kinds} trade:2:laid:1,2"
    assert len(longest) < 1000
    hidden = "/".join([":".join([",".join(["??"] * 13), "??,??,??"])] * 4)
    assert len(hidden) + len("DA-K,SA-K,HA-K,CA-K,JK") + 3 * len(kinds) < 900


# Roundtrips of whole kinds


@given(some=st.sets(st.sampled_from(CARDS)))
def test_all_cards_are_what_their_text_says(some: set[cards.Card]) -> None:
    text = cards.format_cards(some)
    assert cards.parse_cards(text) == tuple(sorted(some))
    assert cards.format_cards(cards.parse_cards(text)) == text


@given(some=st.lists(st.sampled_from(Action), max_size=30))
def test_all_action_cards_are_what_their_text_says(some: list[Action]) -> None:
    assert cards.parse_actions(cards.format_actions(some)) == tuple(sorted(some))


@given(row=st.integers(0, 5), column=st.integers(-999, 999))
def test_all_cells_are_what_their_text_says(row: int, column: int) -> None:
    assert parse_cell(str(Cell(row, column))) == Cell(row, column)


def test_all_rules_are_what_their_text_says() -> None:
    for values in product(*VALUES.values()):
        chosen = dict(zip(("play_on", "sides", "stop", "trade", "try_hit", "try_miss"), values, strict=True))
        options = rules.Rules(**chosen)  # type: ignore[arg-type]  # each is among its option's values
        assert parse_rules(str(options)) == options


@given(seed=st.integers(0, 2**32 - 1), game=st.sampled_from(CROSS_SEVENS), most=st.integers(0, 250))
@settings(max_examples=300, deadline=None)
def test_a_text_a_little_wrong_is_refused_or_a_position_that_can_be_played(
    seed: int, game: Any, most: int
) -> None:
    """Whatever is accepted is printed in its one spelling and is a position like those of play: what may come
    next can come, and leads to positions that can be written and read."""
    rng = Random(seed)
    state = wandered(game.start(), rng, most).last
    text = spoiled(str(state), rng)
    try:
        read = game.parse(text)
    except NotationError:
        return
    assert game.parse(str(read)) == read
    deciding, chance, result = read.to_act(), read.chance(), read.result()
    assert bool(deciding) + (chance is not None) + (result is not None) == 1
    for player in range(read.players + 1):
        assert game.parse_view(str(read.view(player)), player) == read.view(player)
    for player in deciding:
        assert list(read.legal_moves(player)), str(read)
    for step in rng.sample(steps, min(6, len(steps))) if (steps := possible(read)) else ():
        reached = taken(read, step)
        assert game.parse(str(reached)) == reached


PHASES = [
    "laid", "missed", "over", "trump", "deal:6", "seven:S:2", "get:S:2", "late:H:2", "try:2:D8", "place:2:S8",
    "trade:2", "trade:2:laid:1", "swap:2", "back:2", "claim:2", "draw:1", "draw:3", "mix:0", "mix:0:1",
    "return:0:1", "out:1",
]  # fmt: skip


def spoiled(text: str, rng: Random) -> str:
    """A text with a letter or two left out, put in or changed, or some of its fields from elsewhere."""
    for _ in range(rng.choice([0, 1, 1, 2])):
        at, skip = rng.randrange(len(text)), rng.choice([0, 1])
        put = rng.choice(["", *"DSHCAJQK0123456789-:,/+?@*|x abcdef"])
        text = text[:at] + put + text[at + skip :]
    fields = text.split(" ")
    if rng.random() < 0.4:
        fields = [*fields[:8], rng.choice(PHASES)]
    if rng.random() < 0.4 and len(fields) > 7:
        fields[7] = rng.choice(["-", "try", "trade", "mix", "stop,trade"])
    if rng.random() < 0.3 and len(fields) > 7:
        fields[6] = str(rng.randint(0, 5))
    if rng.random() < 0.2 and len(fields) > 7:
        fields[5] = rng.choice(["-", "1", "x2", "3,x1"])
    return " ".join(fields)


def test_positions_are_registered_for_records() -> None:
    assert cross_sevens.NOTATION.name == "cross_sevens"
    assert cross_sevens.NOTATION.rules_of(parse("D8/S8/H8 DSHC - - - - 1 -")) == rules.Rules()
