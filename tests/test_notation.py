"""River's notation: what is read, how it is written, and every way in which a text is no position.

In the texts that are refused a ``^`` stands before the place that the error must name.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NoReturn

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inaba import river
from inaba.dice import Why as DiceWhy
from inaba.dice import parse_dice
from inaba.errors import NotationError
from inaba.reading import Why as TextWhy
from inaba.record import Record
from inaba.river import cards, moves, rules
from inaba.river.cards import Why as CardWhy
from inaba.river.moves import Why as MoveWhy
from inaba.river.notation import Why, parse, parse_view, split_turn
from inaba.river.rules import Rules, parse_rules
from inaba.river.rules import Why as RulesWhy
from inaba.river.state import State
from tests import strategies


def refused(read: Callable[[str], object], marked: str) -> NotationError:
    """The error of a text whose fault is marked; it must name the place."""
    at = marked.index("^")
    text = marked.replace("^", "", 1)
    with pytest.raises(NotationError) as caught:
        read(text)
    assert caught.value.at == at, f"{caught.value}"
    for lang in ("en", "ja"):
        assert not re.search(r"\{[a-z_]+\}", caught.value.why.say(lang)), "a message is filled"
        assert str(at + 1) in caught.value.say(lang)
    return caught.value


# What is read


@pytest.mark.parametrize(
    "text",
    [
        "?,?,?/?,?,?/?,?,?/?,?,? -,- 1 - 5,6,8,10,12,14,16,20,D,O,S,W",
        "5,W,4/0,6,3 -,- 1 - -",
        "5,W,4/O,6,D/3,5,7 -,- 1 - -",
        "9-4,9x,0/W,D,S a1,-,b2,- 3 2 -",
        "99,99-98,99x/0,0,0 -,- 2 1 -",
        "0 -,- 1 - -",
        "0,0,0,0,0,0,0,0 h1,a1 2 - -",
        "0/0/0/0/0/0/0/0 a8,- 2 - -",
        "5,W/0,3x a1,* 1 - -",
        "9 a1,- 1 - - fight:1",
        "?,?/9-2,S b1,a1 2 - D,D fight:2",
        "0,0/D,0 a1,- 2 - - ride:1:a1",
        "O,0/D,0 a2,- 1 - - ride:1:a1.a2",
        "?/S a1,- 1 - W peek:1",
        "?/S -,a1 1 1 W up:2!a2",
        "?/S a2,- 1 - W up:1:a2",
        "?/D a2,- 1 - W up:1:a1.a2",
        "?1:9,?2:D/?2:0,?1:W -,- 1 - -",
        "W,?2:D/?2:0,?1:W a2,- 1 - -",
        ".,./.,. -,- 1 - 5,9,D,W draft:deal:/:/",
        ".,./.,. -,- 2 - 5 draft:deal:9,W/D:/",
        ".,./.,. -,- 1 - - draft:pick:5,D/9,W:/",
        ".,./.,. -,- 1 - - draft:pick:/D:5,9/W",
        ".,./.,. -,- 2 - - draft:place:/:5,9/D,W",
        ".,?2:9/.,. -,- 1 - - draft:place:/:5,W/D:2",
    ],
)
def test_a_position_is_printed_as_it_is_read(text: str) -> None:
    assert str(parse(text)) == text


def test_a_position_is_read_field_by_field() -> None:
    state = parse("9-4,?,W/0,5x,S b1,-,c1 3 2 D")
    assert [str(state.spot(square)) for square in ("a1", "b1", "c1", "a2", "b2", "c2")] == [
        "0", "5x", "S", "9-4", "?", "W",
    ]  # fmt: skip
    assert state.rabbits == ("b1", "-", "c1")
    assert (state.turn, state.resting) == (3, (2,))
    assert [str(card) for card in state.unseen] == ["D"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("5,W -,- 1 - 9", "1 unseen card is"),
        ("5,W -,- 1 - 9,D", "2 unseen cards are"),
        (".,./.,. -,- 1 - 3,5,D,W draft:pick:3,W/5,D:/", "write - for the unseen cards"),
        (".,./.,. -,- 1 - - draft:deal:/:/", "and 4 are not dealt yet"),
        ("0x -,- 1 - -", "is never beaten; write 0"),
        ("5,W - 1 - -", "1 rabbit;"),
        ("5,W -,-,-,-,- 1 - -", "5 rabbits;"),
        ("1,W a1,- 1 - -", "1 hit point left"),
        ("2,W a1,- 1 - -", "2 hit points left"),
    ],
)
def test_what_is_refused_is_counted_in_good_english(text: str, told: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse(text)
    assert told in caught.value.say("en")


def test_unseen_cards_are_read_in_any_order_and_printed_in_theirs() -> None:
    state = parse("?,?,?,?,?,?,? -,- 1 - W,20,S,5,O,D,10")
    assert str(state) == "?,?,?,?,?,?,? -,- 1 - 5,10,20,D,O,S,W"


def test_resting_players_are_read_in_any_order_and_printed_in_theirs() -> None:
    state = parse("0 -,-,-,- 4 3,1,2 -", parse_rules("rest=owner"))
    assert str(state) == "0 -,-,-,- 4 1,2,3 -"


def test_hands_and_laid_cards_are_read_in_any_order() -> None:
    state = parse(".,./.,. -,- 1 - W,D,9,5 draft:deal:/:/")
    assert str(state) == ".,./.,. -,- 1 - 5,9,D,W draft:deal:/:/"
    state = parse(".,./.,. -,- 1 - - draft:pick:D,5/W,9:/")
    assert str(state) == ".,./.,. -,- 1 - - draft:pick:5,D/9,W:/"


def test_a_view_is_read_as_its_player_writes_it() -> None:
    view = parse_view(".,?2/.,. -,- 1 - 9,D draft:place:/:5,W/?:2", 1)
    assert view == parse(".,?2:9/.,. -,- 1 - - draft:place:/:5,W/D:2").view(1)
    assert view != parse(".,?2:9/.,. -,- 1 - - draft:place:/:5,W/D:2").view(2)


# What is refused: positions

BAD = [
    # Fields
    ("^", Why.FIELDS),
    ("0 -,- 1 -^", Why.FIELDS),
    ("0 -,- 1 - - fight:1 ^more", Why.FIELDS),
    ("0 ^ -,- 1 - -", TextWhy.SPACES),
    ("^ 0 -,- 1 - -", TextWhy.SPACES),
    ("0 -,- 1 - -^ ", TextWhy.SPACES),
    # River: number of cards, and what a card is
    ("5,W/^0 -,- 1 - -", Why.RAGGED),
    ("5,W/^0,1,2 -,- 1 - -", Why.RAGGED),
    ("0,0,0,0,0,0,0,0,^0 -,- 1 - -", Why.COLUMNS),
    ("0/0/0/0/0/0/0/0/^0 -,- 1 - -", Why.ROWS),
    ("^Q -,- 1 - -", Why.SPOT),
    ("0,^w -,- 1 - -", Why.SPOT),
    ("0,^,0 -,- 1 - -", Why.SPOT),
    ("0,0,^ -,- 1 - -", Why.SPOT),
    ("0/^/0 -,- 1 - -", Why.SPOT),
    ("^DD -,- 1 - -", Why.SPOT),
    ("^-4 -,- 1 - -", Why.SPOT),
    ("^W-1 -,- 1 - -", Why.SPOT),
    ("^Wx -,- 1 - -", Why.SPOT),
    ("^0x -,- 1 - -", Why.HARMLESS),
    ("^0-1 -,- 1 - -", Why.HARMLESS),
    ("^9xx -,- 1 - -", Why.SPOT),
    ("^9- -,- 1 - -", Why.SPOT),
    ("^9-4x -,- 1 - -", Why.SPOT),
    ("^x -,- 1 - -", Why.SPOT),
    ("^?? -,- 1 - 1,2", Why.SPOT),
    ("^?0:9 -,- 1 - -", Why.SPOT),
    ("^?:9 -,- 1 - -", Why.SPOT),
    ("^?2: -,- 1 - -", Why.SPOT),
    ("0,^. -,- 1 - -", Why.SPOT),
    ("^100 -,- 1 - -", CardWhy.CARD),
    ("^09 -,- 1 - -", CardWhy.ZERO),
    ("^00 -,- 1 - -", CardWhy.ZERO),
    ("^09-4 -,- 1 - -", CardWhy.ZERO),
    ("^09x -,- 1 - -", CardWhy.ZERO),
    ("?2:^09 -,- 1 - -", CardWhy.ZERO),
    ("?2:^9-4 -,- 1 - -", CardWhy.CARD),
    ("9-^0 -,- 1 - -", Why.DAMAGE),
    ("9-^9 -,- 1 - -", Why.DAMAGE),
    ("9-^10 -,- 1 - -", Why.DAMAGE),
    ("9-^04 -,- 1 - -", Why.DAMAGE),
    ("1-^1 -,- 1 - -", Why.DAMAGE),
    # Rabbits
    ("0 ^- 1 - -", Why.RABBITS),
    ("0 ^-,-,-,-,- 1 - -", Why.RABBITS),
    ("0 -,^ 1 - -", Why.SQUARE),
    ("0 -,^b1 1 - -", Why.SQUARE),
    ("0 ^a2,- 1 - -", Why.SQUARE),
    ("0 ^A1,- 1 - -", Why.SQUARE),
    ("0 ^a01,- 1 - -", Why.SQUARE),
    ("0 -,^** 1 - -", Why.SQUARE),
    ("0,0 b1,^b1 1 - -", Why.TWO_ON_ONE),
    ("0 *,-,^* 1 - -", Why.TWO_GOALS),
    ("9,0 -,^a1 1 - -", Why.ON_SHARK),
    ("9-8,0 -,^a1 1 - -", Why.ON_SHARK),
    ("9,9 a1,^b1 1 - - fight:1", Why.ON_SHARK),
    ("?,?/9,S b1,^a1 1 - D,W peek:1", Why.ON_SHARK),
    ("?,0 -,^a1 1 - D", Why.ON_FACE_DOWN),
    ("?/S ^a2,a1 1 - D up:2!a2", Why.ON_FACE_DOWN),
    ("?,? a1,^b1 1 - D,W up:1:a1", Why.ON_FACE_DOWN),
    # Turn
    ("0 -,- ^0 - -", Why.TURN),
    ("0 -,- ^3 - -", Why.TURN),
    ("0 -,- ^01 - -", Why.TURN),
    ("0 -,- ^- - -", Why.TURN),
    ("0 -,- ^1,2 - -", Why.TURN),
    ("0 -,- ^x - -", Why.TURN),
    # Resting
    ("0 -,- 1 ^3 -", Why.REST),
    ("0 -,- 1 ^0 -", Why.REST),
    ("0 -,- 1 ^02 -", Why.REST),
    ("0 -,- 1 ^x -", Why.REST),
    ("0 -,- 1 1,^1 -", Why.REST),
    ("0 -,- 1 1,^ -", Why.REST),
    ("0 -,- 1 1,^- -", Why.REST),
    ("0 a1,- 1 ^1 -", Why.REST_NOT_START),
    ("0 -,* 1 ^2 -", Why.REST_NOT_START),
    ("9 a1,- 1 ^1 - fight:1", Why.REST_NOT_START),
    ("0 -,- 1 1,^2 -", Why.REST_TWO),
    # Unseen
    ("?,? -,- 1 - ^W", Why.UNSEEN),
    ("? -,- 1 - ^5,W", Why.UNSEEN),
    ("? -,- 1 - ^-", Why.UNSEEN),
    ("0 -,- 1 - ^W", Why.UNSEEN),
    ("?,? -,- 1 - W,^Q", CardWhy.CARD),
    ("?,? -,- 1 - W,^", CardWhy.CARD),
    ("?,? -,- 1 - W,^-", CardWhy.CARD),
    ("?,? -,- 1 - W,^100", CardWhy.CARD),
    ("?,? -,- 1 - W,^05", CardWhy.ZERO),
    ("?,? -,- 1 - W,^9-4", CardWhy.CARD),
    ("?,? -,- 1 - W,^?", CardWhy.CARD),
    # Phases that are none
    ("0 -,- 1 - - ^-", Why.PHASE),
    ("0 -,- 1 - - ^sleep:1", Why.PHASE),
    ("9 a1,- 1 - - ^fight", Why.PHASE),
    ("9 a1,- 1 - - ^fight:", Why.PHASE),
    ("9 a1,- 1 - - ^fight:0", Why.PHASE),
    ("9 a1,- 1 - - ^fight:01", Why.PHASE),
    ("9 a1,- 1 - - ^fight:1:a1", Why.PHASE),
    ("9 a1,- 1 - - ^Fight:1", Why.PHASE),
    ("0/D a1,- 1 - - ^ride:1", Why.PHASE),
    ("0/D a1,- 1 - - ^ride:1:", Why.PHASE),
    ("0/D a1,- 1 - - ^ride:1:a1.", Why.PHASE),
    ("0/D a1,- 1 - - ^ride:1:-.a1", Why.PHASE),
    ("?/S a1,- 1 - W ^up:1!", Why.PHASE),
    ("?/S a1,- 1 - W ^up:1!a2.a2", Why.PHASE),
    ("0 -,- 1 - - ^draft:sleep:/:/", Why.PHASE),
    ("0 -,- 1 - - ^draft:pick", Why.PHASE),
    # Phases that do not fit
    ("9 a1,- 1 - - ^fight:3", Why.PHASE_RABBIT),
    ("9 -,- 1 - - ^fight:1", Why.PHASE_RABBIT),
    ("?/S -,- 1 - W ^peek:1", Why.PHASE_RABBIT),
    ("? -,- 1 - W ^up:1:a1", Why.PHASE_RABBIT),
    ("W a1,- 1 - - ^fight:1", Why.PHASE_FIGHT),
    ("9x a1,- 1 - - ^fight:1", Why.PHASE_FIGHT),
    ("0 a1,- 1 - - ^fight:1", Why.PHASE_FIGHT),
    ("? a1,- 1 - 9 ^fight:1", Why.PHASE_FIGHT),
    ("?/0 a1,- 1 - W ^peek:1", Why.PHASE_PEEK),
    ("0/S a1,- 1 - - ^peek:1", Why.PHASE_PEEK),
    ("?/S a2,- 1 - W ^peek:1", Why.PHASE_PEEK),
    ("?/0 a1,- 1 - W ^up:1!a2", Why.PHASE_PEEK),
    ("?,0/S,0 a1,- 1 - W ^up:1!b2", Why.PHASE_UP),
    ("?/S a1,- 1 - W ^up:1!a1", Why.PHASE_UP),
    ("?/S a1,- 1 - W ^up:1!b7", Why.PHASE_UP),
    ("?/W a1,- 1 - W ^up:1:a1", Why.PHASE_UP),
    ("0/D a1,- 1 - - ^ride:1:a2", Why.PHASE_CHAIN),
    ("0/D a1,- 1 - - ^ride:1:a1.a2", Why.PHASE_CHAIN),
    ("0,0/D,0 a1,- 1 - - ^ride:1:b1.a1", Why.PHASE_CHAIN),
    ("O,0/D,D a2,- 1 - - ^ride:1:b2.a2", Why.PHASE_CHAIN),
    ("O,0/D,0 a2,- 1 - - ^ride:1:a1.a1.a2", Why.PHASE_CHAIN),
    ("O,0/D,0 a2,a1 1 - - ^ride:1:a1.a2", Why.PHASE_CHAIN),
    ("0/D a1,- 1 - - ^ride:1:h8.a1", Why.PHASE_CHAIN),
    ("?/9 a2,- 1 - W ^up:1:a1.a2", Why.PHASE_CHAIN),
    ("?/? a2,- 1 - W,D ^up:1:a1.a2", Why.PHASE_CHAIN),
    ("0/0/D a3,- 1 - - ^ride:1:a1.a3", Why.PHASE_CHAIN),
    ("0/D a1,a2 1 - - ^ride:1:a1", Why.PHASE_STUCK),
    ("O/D a2,- 1 - - ^ride:1:a1.a2", Why.PHASE_STUCK),
    ("0 a1,- 1 - - ^ride:1:a1", Why.PHASE_STUCK),
    ("9,0 a1,* 1 - - ^fight:1", Why.PHASE_OVER),
    # Draft games
    ("?1:D,^?3:9 -,- 1 - -", Why.DRAFT_OWNER),
    ("?1:D,^?2 -,- 1 - 9", Why.HIDDEN),
    ("^?1:D,? -,- 1 - 9", Why.DRAFT),
    ("?1:D,?2:9 -,- 1 - ^9", Why.UNSEEN),
    (".,./.,. -,- 1 - ^5 draft:deal:/:/", Why.UNSEEN_DEAL),
    (".,./.,. -,- 1 - ^- draft:deal:/:/", Why.UNSEEN_DEAL),
    (".,./.,. -,- 1 - ^5 draft:pick:9,D/4,W:/", Why.UNSEEN_HANDS),
    (".,?2:9/.,. -,- 1 - ^9 draft:place:/:5,W/D:2", Why.UNSEEN_HANDS),
    (".,./.,. -,- 1 - - ^draft:pick:9,D/4:/", Why.DRAFT),
    (".,./.,. -,- 1 - - ^draft:pick:9,D/:/4,W", Why.DRAFT),
    (".,./.,. -,- 1 - - ^draft:pick:9,5/4,W:/", Why.DRAFT),
    (".,./.,. -,- 1 - - ^draft:pick:9,D/4,D:/", Why.DRAFT),
    (".,./.,. -,- 1 - 5,W ^draft:deal:/9,D:/", Why.DRAFT),
    (".,./.,. -,- 1 - - ^draft:deal:9,D/5,W:/", Why.DRAFT),
    (".,./.,. -,- 1 - - draft:pick:^9,D/4,W/5:/", Why.DRAFT),
    (".,./.,. -,- 1 - - draft:pick:9,D/4,W:^", Why.DRAFT),
    (".,./.,. -,- 1 - - draft:pick:9,D/^?,?:/", Why.DRAFT),
    (".,./.,. -,- 1 - - draft:pick:9,D/4,^Q:/", CardWhy.CARD),
    (".,./.,. -,- 1 - - ^draft:pick:9,D/4,W:/:2", Why.PHASE),
    (".,./.,. ^a1,- 1 - - draft:pick:9,D/4,W:/", Why.DRAFT),
    (".,./.,. ^-,- 1 1 - draft:pick:9,D/4,W:/", Why.DRAFT),
    ("^0,./.,. -,- 1 - - draft:pick:9,D/4,W:/", Why.DRAFT),
    (".,./.,. -,- 1 - - ^draft:place:/:9,D/", Why.DRAFT),
    (".,./.,. -,- 1 - - ^draft:place:/:9,4/D,W", Why.DRAFT),
    (".,?2:9/.,. -,- 1 - - ^draft:place:/:5,D/W", Why.DRAFT),
    (".,?1:9/.,. -,- 1 - - ^draft:place:/:5/D,W", Why.DRAFT),
    (".,./.,. -,- 1 - - draft:place:/:9,D/4,W:^1", Why.TURN),
    (".,./.,. -,- 1 - - draft:place:/:9,D/4,W:^3", Why.TURN),
    (".,. -,-,- 1 - - ^draft:pick:9/D/://", Why.DRAFT),
    # Letters, length
    ("^５,W -,- 1 - -", TextWhy.ASCII),
    ("5,W^　-,- 1 - -", TextWhy.SPACE),
    ("5^，W -,- 1 - -", TextWhy.ASCII),
    ("5,W -,- 1 - ^－", TextWhy.ASCII),
    ("5,W -,- 1 - ^ー", TextWhy.FOREIGN),
    ("5,W^\t-,- 1 - -", TextWhy.FOREIGN),
    ("5,W -,- 1 - -^\n", TextWhy.FOREIGN),
    ("5,^鮫 -,- 1 - -", TextWhy.FOREIGN),
    ("5,^\ud800 -,- 1 - -", TextWhy.FOREIGN),
    ("0" * 1000 + "^0", TextWhy.LONG),
]


@pytest.mark.parametrize(
    ("text", "why"), BAD, ids=lambda value: str(value)[:60].encode("unicode_escape").decode()
)
def test_a_position_is_refused_with_the_place_and_the_reason(text: str, why: Any) -> None:
    assert refused(parse, text).why.key is why


def test_every_reason_of_a_position_is_met() -> None:
    assert {why for _, why in BAD if isinstance(why, Why)} == set(Why) - {Why.TURN_TEXT}


def test_two_may_rest_under_rest_owner_and_not_under_next() -> None:
    assert parse("0 -,- 1 1,2 -", parse_rules("rest=owner")).resting == (1, 2)
    assert refused(parse, "0 -,- 1 1,^2 -").why.key is Why.REST_TWO


def test_a_chain_of_rides_is_judged_by_the_rules_of_the_game() -> None:
    side = parse_rules("orca=side")
    back = "0,0,0/O,0,D c1,- 1 - - ride:1:c1"
    assert str(parse(back)) == back
    chain = "0,0,0/O,D,0 b1,- 1 - - ride:1:a1.b1"
    assert str(parse(chain, side)) == chain
    assert refused(parse, chain.replace("ride", "^ride")).why.key is Why.PHASE_CHAIN


@pytest.mark.parametrize(
    ("text", "player", "why"),
    [
        ("^?1:D,?2:9 -,- 1 - -", 0, Why.HIDDEN),
        ("?1:D,^?2:9 -,- 1 - -", 1, Why.HIDDEN),
        ("^?1,?2 -,- 1 - 9,D", 1, Why.HIDDEN),
        ("?1:D,?2 -,- 1 - ^9,W", 1, Why.UNSEEN),
        (".,./.,. -,- 1 - 4,W draft:pick:9,D/^4,W:/", 1, Why.DRAFT),
        (".,./.,. -,- 1 - 4,W draft:pick:^?,?/?,?:/", 1, Why.DRAFT),
        (".,./.,. -,- 1 - ^4,W,5 draft:pick:9,D/?,?:/", 1, Why.UNSEEN),
        (".,./.,. -,- 1 - 9,W draft:place:/:9,D/^4,W", 1, Why.DRAFT),
        ("0 -,- 1 - -^ ", 1, TextWhy.SPACES),
    ],
)
def test_a_view_is_refused_with_the_place_and_the_reason(text: str, player: int, why: Why) -> None:
    assert refused(lambda plain: parse_view(plain, player), text).why.key is why


def test_full_width_input_is_refused_with_the_plain_form_shown() -> None:
    error = refused(parse, "5,^Ｗ -,- 1 - -")
    assert error.why.say("en") == "'Ｗ' is no plain letter; write W"
    assert "W と書いてください" in error.why.say("ja")


# What is refused: the rest


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("^", MoveWhy.MOVE),
        ("^0a1", MoveWhy.MOVE),
        ("^1i1", MoveWhy.MOVE),
        ("^1a0", MoveWhy.MOVE),
        ("^1a9", MoveWhy.MOVE),
        ("^1-", MoveWhy.MOVE),
        ("^1 a1", MoveWhy.MOVE),
        ("^ 1a1", MoveWhy.MOVE),
        ("^1a1 ", MoveWhy.MOVE),
        ("^1A1", MoveWhy.MOVE),
        ("^12a1", MoveWhy.MOVE),
        ("^>", MoveWhy.MOVE),
        ("^!*", MoveWhy.MOVE),
        ("^!-", MoveWhy.MOVE),
        ("^Pass", MoveWhy.MOVE),
        ("^=W", MoveWhy.MOVE),
        ("^(1,1)", MoveWhy.MOVE),
        ("^+", MoveWhy.MOVE),
        ("^?@a4", MoveWhy.MOVE),
        ("^W@*", MoveWhy.MOVE),
        ("^100@a1", MoveWhy.MOVE),
        ("+^05", CardWhy.ZERO),
        ("^05@a1", CardWhy.ZERO),
        ("^１b2", TextWhy.ASCII),
        ("1b2^\n", TextWhy.FOREIGN),
    ],
)
def test_a_move_is_refused_with_the_place_and_the_reason(text: str, why: Any) -> None:
    assert refused(moves.parse_move, text).why.key is why


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("^", MoveWhy.EVENT),
        ("^=", MoveWhy.EVENT),
        ("^=?", MoveWhy.EVENT),
        ("^W", MoveWhy.EVENT),
        ("^=100", MoveWhy.EVENT),
        ("^()", MoveWhy.EVENT),
        ("^(0,1)", MoveWhy.EVENT),
        ("^(01,1)", MoveWhy.EVENT),
        ("^(1,)", MoveWhy.EVENT),
        ("^(1, 2)", MoveWhy.EVENT),
        ("^(1,2", MoveWhy.EVENT),
        ("^(-1)", MoveWhy.EVENT),
        ("^(1234567890)", MoveWhy.EVENT),
        ("=^09", CardWhy.ZERO),
        ("^（1,2)", TextWhy.ASCII),
    ],
)
def test_an_event_is_refused_with_the_place_and_the_reason(text: str, why: Any) -> None:
    assert refused(moves.parse_event, text).why.key is why


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("^", Why.TURN_TEXT),
        ("1b2^ =D", Why.TURN_TEXT),
        ("1b2=D^>q3", Why.TURN_TEXT),
        ("1b2=^05(1,1)", CardWhy.ZERO),
        ("1b2=D>c3=12^(4,4", Why.TURN_TEXT),
        ("pass^s", Why.TURN_TEXT),
        ("1b2^＝D", TextWhy.ASCII),
        ("pass" * 250 + "^p", TextWhy.LONG),
    ],
)
def test_a_turn_is_refused_with_the_place_and_the_reason(text: str, why: Any) -> None:
    assert refused(split_turn, text).why.key is why


@pytest.mark.parametrize(
    "text", ["1b2=D>c3=12(4,4)", "pass", "1*", "2a1=S!b4=W", "1a1=D>b2=O>a1", "3c1(6,6)", "1a1>-", "1a1>*"]
)
def test_a_turn_is_split_into_its_steps(text: str) -> None:
    steps = split_turn(text)
    assert "".join(map(str, steps)) == text
    assert all(str(step)[0] in "123>!=(p" for step in steps)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("^", CardWhy.CARD),
        ("^Standard", CardWhy.DECK),
        ("5,^", CardWhy.CARD),
        ("5,^,6", CardWhy.CARD),
        ("5,^100", CardWhy.CARD),
        ("5,^-", CardWhy.CARD),
        ("5,^ 6", CardWhy.CARD),
        ("5,^06", CardWhy.ZERO),
        ("5^、6", TextWhy.FOREIGN),
        ("5,^６", TextWhy.ASCII),
    ],
)
def test_a_deck_is_refused_with_the_place_and_the_reason(text: str, why: Any) -> None:
    assert refused(cards.parse_deck, text).why.key is why


def test_rules_are_read_in_any_order() -> None:
    """A loaded die's own commas stay within its braces, wherever the dice stand among the options."""
    dice = parse_dice("{1:1,6:2}+1d6")
    expected = Rules(orca="side", rest="owner", dice=dice)
    for text in (
        "dice={1:1,6:2}+1d6,orca=side,rest=owner",
        "orca=side,dice={1:1,6:2}+1d6,rest=owner",
        "rest=owner,orca=side,dice={1:1,6:2}+1d6",
    ):
        assert parse_rules(text) == expected


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("^orca", RulesWhy.OPTION),
        ("^Orca=side", RulesWhy.OPTION),
        ("^,", RulesWhy.OPTION),
        ("orca=side,^", RulesWhy.OPTION),
        ("orca=side,^,rest=owner", RulesWhy.OPTION),
        ("orca=side,^ rest=owner", RulesWhy.OPTION),
        ("orca=side,^shark=big", RulesWhy.OPTION),
        ("^,dice=1d8", RulesWhy.OPTION),
        ("orca=side,^,dice=1d8", RulesWhy.OPTION),
        ("^xdice=1d8", RulesWhy.OPTION),
        ("orca=side,^xdice=1d8", RulesWhy.OPTION),
        ("^orca=up", RulesWhy.VALUE),
        ("rest=owner,^orca=", RulesWhy.VALUE),
        ("^orca=side=side", RulesWhy.VALUE),
        ("orca=side,^orca=side", RulesWhy.TWICE),
        ("dice=^", DiceWhy.EMPTY),
        ("orca=side,dice=1d8+^d6", DiceWhy.TERM),
        ("dice=1d8,^dice=1d8", RulesWhy.TWICE),
        ("dice={1:1,2:2}+^d,rest=owner", DiceWhy.TERM),
        ("orca=side,dice=^7d6", RulesWhy.ROLLS),
        ("dice=^20d1000", RulesWhy.ROLLS),
        ("orca^＝side", TextWhy.ASCII),
    ],
)
def test_rules_are_refused_with_the_place_and_the_reason(text: str, why: Any) -> None:
    assert refused(rules.parse_rules, text).why.key is why


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("^", DiceWhy.EMPTY),
        ("^d6", DiceWhy.TERM),
        ("^2d", DiceWhy.TERM),
        ("^2D6", DiceWhy.TERM),
        ("^02d6", DiceWhy.TERM),
        ("^2d06", DiceWhy.TERM),
        ("^0d6", DiceWhy.TERM),
        ("^1d0", DiceWhy.TERM),
        ("2d6+^", DiceWhy.TERM),
        ("^2d6 +1d8", DiceWhy.TERM),
        ("^{}", DiceWhy.TERM),
        ("^{1}", DiceWhy.TERM),
        ("^{1:0}", DiceWhy.TERM),
        ("^{0:1}", DiceWhy.TERM),
        ("^{1:1,}", DiceWhy.TERM),
        ("^{1:1,6:2", DiceWhy.TERM),
        ("^{-1:1}", DiceWhy.TERM),
        ("^{1:1.5}", DiceWhy.TERM),
        ("1d6+^{1:1,1:2}", DiceWhy.FACE),
        ("^21d6", DiceWhy.COUNT),
        ("15d6+^6d6", DiceWhy.COUNT),
        ("20d6+^{1:1}", DiceWhy.COUNT),
        ("^99999999999d6", DiceWhy.COUNT),
        ("^1d1001", DiceWhy.SIDES),
        ("^1d99999999999", DiceWhy.SIDES),
        ("^２d6", TextWhy.ASCII),
    ],
)
def test_dice_are_refused_with_the_place_and_the_reason(text: str, why: Any) -> None:
    assert refused(parse_dice, text).why.key is why


# Long input is refused unread


class Unread(str):
    """A text that may be measured, and of which no more may be read than the longest that is allowed."""

    __slots__ = ()

    def _no(self, *_: object, **__: object) -> NoReturn:
        raise AssertionError("the text was read")

    __iter__ = __contains__ = __add__ = __format__ = __mod__ = _no
    split = partition = index = replace = encode = strip = lower = translate = count = startswith = _no
    removeprefix = removesuffix = splitlines = rpartition = isascii = isprintable = isdigit = _no

    def _little(self, *piece: Any) -> None:
        assert len(range(*slice(*piece).indices(len(self)))) <= 1100, "more was read than the longest input"

    def find(self, what: str, *piece: Any) -> int:
        self._little(*piece)
        return super().find(what, *piece)

    def rfind(self, what: str, *piece: Any) -> int:
        self._little(*piece)
        return super().rfind(what, *piece)

    def __getitem__(self, key: Any) -> str:
        self._little(key.start, key.stop)
        return super().__getitem__(key)


def readers() -> dict[str, Callable[[str], object]]:
    """Every parser there is, by what it reads."""
    return {
        "position": parse,
        "view": lambda text: parse_view(text, 1),
        "move": moves.parse_move,
        "event": moves.parse_event,
        "turn": split_turn,
        "card": cards.parse_card,
        "deck": cards.parse_deck,
        "rules": parse_rules,
        "dice": parse_dice,
        "record": lambda text: Record.parse(text, river.NOTATION),
    }


@pytest.mark.parametrize("what", readers())
def test_long_input_is_refused_unread(what: str) -> None:
    longest = 1_000_000 if what == "record" else 1000
    for length in (longest + 1, 10 * longest):
        with pytest.raises(NotationError, match="at most"):
            readers()[what](Unread("5" * length))


@pytest.mark.parametrize("what", [what for what in readers() if what != "record"])
@pytest.mark.parametrize("letter", ["0", "1", "?", ",", "/", " ", "-", "(", "{", "=", "+", "５", "\0", "d"])
def test_the_longest_input_that_is_read_is_answered(what: str, letter: str) -> None:
    with pytest.raises(NotationError):
        readers()[what](letter * 1000)


def test_an_error_shows_the_text_around_the_place() -> None:
    error = refused(parse, "0,0,0,0,0,0,0,0,^" + "0," * 300 + "0 -,- 1 - -")
    assert error.text == "0," * 40 + "…"
    error = refused(parse, "/".join(["0,0,0,0,0,0,0,0"] * 8) + " -,- 1 - ^Q")
    assert error.text.startswith("…")
    assert error.text.endswith(" -,- 1 - Q")


# Roundtrips of whole kinds


@given(move=strategies.moves)
def test_every_move_is_what_its_text_says(move: Any) -> None:
    again = moves.parse_move(str(move))
    assert (type(again), again) == (type(move), move)


@given(event=strategies.events)
def test_every_event_is_what_its_text_says(event: Any) -> None:
    again = moves.parse_event(str(event))
    assert (type(again), again) == (type(event), event)


@given(deck=st.lists(strategies.cards, min_size=1, max_size=64))
def test_every_deck_is_what_its_text_says(deck: list[Any]) -> None:
    text = cards.format_deck(deck)
    assert cards.parse_deck(text) == tuple(sorted(deck))
    assert cards.format_deck(cards.parse_deck(text)) == text


@given(options=strategies.rules)
def test_all_rules_are_what_their_text_says(options: Any) -> None:
    assert parse_rules(rules.format_rules(options)) == options
    assert str(options) == rules.format_rules(options)


@given(text=strategies.open_positions())
def test_every_open_position_is_printed_as_it_is_read(text: str) -> None:
    assert str(parse(text)) == text


@given(state=strategies.river_positions())
@settings(max_examples=150)
def test_every_position_of_every_river_is_what_its_text_says(state: State) -> None:
    assert parse(str(state), state.rules) == state
    for player in range(state.players + 1):
        view = state.view(player)
        assert parse_view(str(view), player, state.rules) == view
