"""Same One's notation: what is read, how it is written, and every way in which a text is no position.

In the texts that are refused a ``^`` stands before the place that the error must name.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inaba import same_one
from inaba.errors import NotationError
from inaba.reading import Why as TextWhy
from inaba.same_one import cards, moves, rules
from inaba.same_one.cards import CARDS
from inaba.same_one.cards import Why as CardWhy
from inaba.same_one.moves import Why as MoveWhy
from inaba.same_one.notation import LONGEST_TURN, Why, parse, parse_view, split_turn
from inaba.same_one.rules import Why as RulesWhy
from inaba.same_one.rules import parse_rules
from tests.strategies import possible, taken, wandered
from tests.strategies_same_one import SAME_ONE
from tests.test_notation import Unread, refused

# What is read


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("-/-/- - - g1-30,b1-30,y1-30 1 0 deal:10", ""),
        ("g5/b6/- - - g1-4,b1 1 0 deal:2", ""),
        ("g3,b5/y9/y1 - - b1-4 3 2", ""),
        ("g3,b5/y9/y1 g7:3 g1,g2 b1-4 1 0", ""),
        ("g3,b5/y9/y1 g7:3 - b1-4 2 1", ""),
        ("g3,b5/y9/y1 g7:3 - b1-4 1 0 ask", ""),
        ("g3,b7/y7/y1 g7:3 - b1-4 1 0 ask:1!b7", ""),
        ("g3,b7/y7/y1 g7:3 - b1-4 1 0 ask:2-", ""),
        ("g3,b7/y7/y1 g7:3 - b1-4 1 0 call:2!y7", ""),
        ("g3,b7/y7/y1 g7:3 - b1-4 1 0 call:1!b7,2!y7", "race=1:2:3"),
        ("g3,b7/y7/y1 g7:3 - b1-4 1 0 draw", ""),
        ("g3,b7+b5/y7/y1 g7:3 - b1-4 1 0 drawn", ""),
        ("g3,b8/y7/y1 g13:2 - b1-4 1 1", ""),
        ("g3,b8/-/y1 g13:1 - b1-4 1 1 ask", "play_on=yes"),
        ("g3,b8/y7/y1 g7:3 - b1-4 1 0 foul:1", "fouls=yes"),
        ("g3,b8/y7/y1 g7:3 - b1-4 1 0 foul:2:ask:1-", "fouls=yes"),
        ("b8,g3+b5/y7/y1 g7:3 - b1-4 1 0 put:1", "fixed_order=yes,fouls=yes"),
        ("b8,g3+b5+y3/y7/y1 g7:3 - b1-4 1 0 put:1:drawn", "fixed_order=yes,fouls=yes"),
        ("b8,g3/y7+y9/y1 g7:3 - b1-4 1 0 put:2:ask", "fixed_order=yes,fouls=yes"),
        ("-/y7/y1 g9:1 - b1-4 1 0 over", ""),
        ("-/y7/y1 - g1,b1 b2-4 1 0 over:wonderful", ""),
        ("g13/y7/y1 - - - 2 3 over", ""),
        ("-/-/y1 g9:1 - b1-4 1 0 over", "play_on=yes"),
        ("g3/y1/y2/y3/y4/y5/y6/y7/y8 b9:9 - - 1 0", ""),
    ],
)
def test_a_position_is_printed_as_it_is_read(text: str, options: str) -> None:
    state = parse(text, parse_rules(options))
    assert str(state) == text
    for player in range(state.players + 1):
        view = state.view(player)
        assert parse_view(str(view), player, state.rules) == view


def test_a_position_is_read_field_by_field() -> None:
    state = parse("g3,b5/y9,y13/y1,y2 g7:3 g1-3,b9 b1-4 2 1".replace("g1-3", "g1,g2"))
    assert state.hand(2) == cards.parse_cards("y9,y13")
    assert (str(state.centre), state.last, state.turn, state.passes) == ("g7", 3, 2, 1)
    assert state.aside == cards.parse_cards("g1,g2,b9")
    assert state.pile == cards.parse_cards("b1,b2,b3,b4")


def test_cards_are_read_in_any_order_and_with_or_without_runs() -> None:
    text = "b5,g3/y9/y1 g7:3 y5,y4,y3 b1,b4,b3,b2 1 0"
    assert str(parse(text)) == "g3,b5/y9/y1 g7:3 y3-5 b1-4 1 0"


def test_a_view_writes_two_question_marks_for_each_hidden_card() -> None:
    state = parse("g3,b7+b5/y7/y1 g7:3 - b1-4 1 0 drawn")
    assert str(state.view(1)) == "g3,b7+b5/??/?? g7:3 - b1-4,y1,y7 1 0 drawn"
    assert str(state.view(2)) == "??,??+??/y7/?? g7:3 - g3,b1-5,b7,y1 1 0 drawn"
    assert str(state.view(0)) == "??,??+??/??/?? g7:3 - g3,b1-5,b7,y1,y7 1 0 drawn"


# What is refused: positions

BAD: list[tuple[str, str, Any]] = [
    # Fields
    ("^", "", Why.FIELDS),
    ("g3/b5/y1 g7:3 - - 1^", "", Why.FIELDS),
    ("g3/b5/y1 g7:3 - - 1 0 ask ^more", "", Why.FIELDS),
    ("g3/b5/y1 ^ g7:3 - - 1 0", "", TextWhy.SPACES),
    # Hands
    ("^g3/b5 g7:2 - - 1 0", "", Why.HANDS),
    ("^g3/b5/y1/y2/y3/y4/y5/y6/y7/y8 g7:2 - - 1 0", "", Why.HANDS),
    ("^g3/b5/y1 g7:3 - - 1 0", "race=1:1:1:1", Why.RACE),
    ("^??/b5/y1 g7:3 - - 1 0", "", Why.HIDDEN),
    ("g3,^??/b5/y1 g7:3 - - 1 0", "", CardWhy.CARD),
    ("g3/^/y1 g7:3 - - 1 0", "", CardWhy.CARD),
    ("g3,^g31/b5/y1 g7:3 - - 1 0", "", CardWhy.CARD),
    ("g3,^g04/b5/y1 g7:3 - - 1 0", "", CardWhy.CARD),
    ("g3,^g0/b5/y1 g7:3 - - 1 0", "", CardWhy.CARD),
    ("g3,^r5/b5/y1 g7:3 - - 1 0", "", CardWhy.CARD),
    ("^g3-5/b5/y1 g7:3 - - 1 0", "", CardWhy.CARD),
    ("g3,^g3/b5/y1 g7:3 - - 1 0", "", Why.TWICE),
    ("g3/^g3/y1 g7:3 - - 1 0", "", Why.TWICE),
    ("g3/^b5+b5/y1 g7:3 - - 2 0 drawn", "", Why.TWICE),
    ("g3/b5/y1 ^g3:3 - - 1 0", "", Why.TWICE),
    ("g3/b5/y1 g7:3 ^b5 - 1 0", "", Why.TWICE),
    ("g3/b5/y1 g7:3 b6 ^b6 1 0", "", Why.TWICE),
    ("g3/b5/y1 g7:3 b6,^b6 - 1 0", "", CardWhy.TWICE),
    ("g3/^-/y1 g7:3 - - 1 0", "", Why.EMPTY),
    ("^-/b5/y1 g7:3 - - 1 0", "play_on=yes", Why.EMPTY),
    ("^-/-/y1 g7:3 - - 3 0", "play_on=yes", Why.EMPTY),
    ("^g3+b6/b5/y1 g7:3 - - 1 0", "", Why.PENDING),
    ("^g3,b6/b5/y1 g7:3 - - 1 0 drawn", "", Why.PENDING),
    ("g3/^b5+b6/y1 g7:3 - - 1 0 ask", "", Why.PENDING),
    ("^g3+b6/b5/y1 g7:3 - - 1 0 put:1:drawn", "fouls=yes,fixed_order=yes", Why.PENDING),
    # The centre
    ("g3/b5/y1 ^g7 - - 1 0", "", Why.CENTRE),
    ("g3/b5/y1 ^g7:0 - - 1 0", "", Why.CENTRE),
    ("g3/b5/y1 ^g7:4 - - 1 0", "", Why.CENTRE),
    ("g3/b5/y1 ^7:3 - - 1 0", "", CardWhy.CARD),
    ("g3/b5/y1 ^g7+b7:3 - - 1 0", "", CardWhy.CARD),
    # The rest of the cards
    ("g3/b5/y1 g7:3 ^b7-5 - 1 0", "", CardWhy.RUN),
    ("g3/b5/y1 g7:3 ^b7-7 - 1 0", "", CardWhy.RUN),
    ("g3/b5/y1 g7:3 b9,^b28-31 - 1 0", "", CardWhy.RUN),
    ("g3/b5/y1 g7:3 - ^?? 1 0", "", CardWhy.CARD),
    # Turn and passes
    ("g3/b5/y1 g7:3 - - ^0 0", "", Why.TURN),
    ("g3/b5/y1 g7:3 - - ^4 0", "", Why.TURN),
    ("g3/b5/y1 g7:3 - - ^01 0", "", Why.TURN),
    ("g3/b5/y1 g7:3 - - 1 ^4", "", Why.PASSES),
    ("g3/b5/y1 g7:3 - - 1 ^x", "", Why.PASSES),
    ("g3/b5/y1 g7:3 - - 1 ^2", "", Why.PASSES),
    ("g3/b5/y1 - - - 1 ^3", "", Why.PASSES),
    ("g3/b5/y1 g13:3 - - 1 ^0", "", Why.PASSES),
    ("g3/b5/y1 g7:3 - - ^2 0", "", Why.PASSES_TURN),
    ("g3/b5/y1 g7:3 - - ^1 1", "", Why.PASSES_TURN),
    ("g3/b5/y1 g13:3 - - ^1 1", "", Why.PASSES_TURN),
    ("g3/-/y1 g7:1 - - ^1 0", "play_on=yes", Why.PASSES_TURN),
    ("g3/-/y1 g7:1 - - 1 ^1 ask", "play_on=yes", Why.PASSES),
    # Phases
    ("g3/b5/y1 g7:3 - - 1 0 ^sleep", "", Why.PHASE),
    ("g3/b5/y1 g7:3 - - 1 0 ^draw:1", "", Why.PHASE),
    ("g3/b5/y1 g7:3 - - 1 0 ^over:great", "", Why.PHASE),
    ("g3/b5/y1 g7:3 - - 1 0 ^ask:", "", Why.PHASE),
    ("g3/b5/y1 g7:3 - - 1 0 ^call:", "", Why.PHASE),
    ("g3/b5/y1 g7:3 - - 1 0 ^call:1", "", Why.PHASE),
    ("-/-/- - - g1-4 1 0 ^deal:0", "", Why.PHASE),
    ("-/-/- - - g1-4 1 0 ^deal", "", Why.PHASE),
    ("g3/b5/y1 g7:3 - b2 1 0 foul:^4", "fouls=yes", Why.PHASE),
    ("g3/b5/y1 g7:3 - b2 1 0 ^foul:1:draw", "fouls=yes", Why.PHASE),
    ("g3/b5/y1 g7:3 - b2 1 0 ^foul:2", "fouls=yes", Why.PHASE),
    ("g3/b5/y1 g7:3 - b2 1 0 ^foul:3:ask", "fouls=yes", Why.PHASE),
    ("g3/b5/y1 g7:3 - b2 1 0 ^foul:1", "", Why.PHASE_OPTION),
    ("g3+b9/b5/y1 g7:3 - b2 1 0 ^put:1", "fouls=yes", Why.PHASE_OPTION),
    ("-/-/- - - g1-4 1 0 ^deal:2", "", Why.PHASE_DEAL),
    ("-/g5/- - - g1-4 1 0 ^deal:1", "", Why.PHASE_DEAL),
    ("g5,g6/-/- - - g1-4 1 0 ^deal:2", "", Why.PHASE_DEAL),
    ("g5/g6/g7 - - g1-4 1 0 ^deal:1", "", Why.PHASE_DEAL),
    ("g5/-/- - g9 g1-4 1 0 ^deal:1", "", Why.PHASE_DEAL),
    ("g5/-/- - - g1-4 1 1 ^deal:1", "", Why.PHASE_DEAL),
    ("g3/b5/y1 - - - 1 0 ^ask", "", Why.PHASE_ASK),
    ("g3/b5/y1 g7:3 - - 1 0 ask:^3-", "", Why.PHASE_ASK),
    ("g3/b5/y1 g7:3 - - 1 0 ask:^4-", "", Why.PHASE_ASK),
    ("g3/b5/y1 g7:3 - - 1 0 ask:^x", "", Why.PHASE_ASK),
    ("g3/b5/y1 g7:3 - - 1 0 ask:^1??", "", Why.PHASE_ASK),
    ("g3/b5/y1 g7:3 - - 1 0 ask:^1-,2-", "", Why.PHASE_ASK),
    ("g3/b5/y1/y2 g7:4 - - 1 0 ask:2-,^1-", "", Why.PHASE_ASK),
    ("g3/b5/y1 g7:3 - - 1 0 ask:1!^g0", "", CardWhy.CARD),
    ("g3/b5/y1 g7:3 - - 1 0 ask:^1!g3", "", Why.PHASE_CALL),
    ("g3,b7/b5/y1 g7:3 - - 1 0 ask:^2!b7", "", Why.PHASE_CALL),
    ("b14/b5/y1 g14:3 - - 2 1 ask:^1!b14", "", Why.PHASE_CALL),
    ("g3,b7/b5/y1 g7:3 - - 1 0 call:^3!b7", "", Why.PHASE_CALL),
    ("g3,b7/b5/y1 g7:3 - - 1 0 call:^2!b7", "", Why.PHASE_CALL),
    ("g3,b7/b5,y7/y1 g7:3 - - 1 0 call:^2!y7,1!b7", "", Why.PHASE_CALL),
    ("b7,y7/b5/y1 g7:3 - - 1 0 call:^1!b7,1!y7", "", Why.PHASE_CALL),
    ("g3/b5/y1 g7:3 b2 - 1 0 ^draw", "", Why.PHASE_DRAW),
    ("g3/b5/y1 g7:3 - - 1 0 ^foul:1", "fouls=yes", Why.PHASE_DRAW),
    ("g3/b5/y1 g7:3 - - 1 0 ^over", "", Why.PHASE_OVER),
    ("-/-/y1 - - - 1 0 ^over", "", Why.PHASE_OVER),
    ("-/b5/y1 g7:1 - - 2 0 ^over", "", Why.PHASE_OVER),
    ("-/b5/y1 g7:3 - - 1 0 ^over", "", Why.PHASE_OVER),
    ("-/b5/y1 g13:1 - - 1 0 ^over", "", Why.PHASE_OVER),
    ("-/b5/y2 g1:1 - - 1 0 ^over", "", Why.PHASE_OVER),
    ("-/b5/y1 g7:1 - - 1 0 ^over:wonderful", "", Why.PHASE_OVER),
    ("-/b5/y1 g7:1 - - 1 1 ^over", "", Why.PHASE_OVER),
    ("-/b5/y1 g7:1 - - 1 0 ^over", "play_on=yes", Why.PHASE_OVER),
    ("-/-/y1 g1:1 - - 1 0 ^over:wonderful", "play_on=yes", Why.PHASE_OVER),
    # Letters, length
    ("g3/b5/y1 g^７:3 - - 1 0", "", TextWhy.ASCII),
    ("g3/b5/y1^　g7:3 - - 1 0", "", TextWhy.SPACE),
    ("^緑3/b5/y1 g7:3 - - 1 0", "", TextWhy.FOREIGN),
    ("g" * 1000 + "^g", "", TextWhy.LONG),
]


@pytest.mark.parametrize(
    ("text", "options", "why"), BAD, ids=lambda value: str(value)[:60].encode("unicode_escape").decode()
)
def test_a_position_is_refused_with_the_place_and_the_reason(text: str, options: str, why: Any) -> None:
    assert refused(lambda plain: parse(plain, parse_rules(options)), text).why.key is why


def test_every_reason_of_a_position_is_met() -> None:
    assert {why for _, _, why in BAD if isinstance(why, Why)} == set(Why) - {Why.TURN_TEXT, Why.PILE}


@pytest.mark.parametrize(
    ("text", "player", "why"),
    [
        ("g3/^b5/?? g7:3 - b1 1 0", 1, Why.HIDDEN),
        ("^??/??/?? g7:3 - b1,b2,b3 1 0", 1, Why.HIDDEN),
        ("^g3/??/?? g7:3 - b1,b2,b3 1 0", 0, Why.HIDDEN),
        ("g3/??/?? g7:3 - ^b1 1 0", 1, Why.PILE),
        ("g3/??/?? g7:3 - b1,b2 1 0 ask:^2-", 1, Why.PHASE_ASK),
        ("g3/??/?? g7:3 - b1,b2 1 0 ask:^1??", 1, Why.PHASE_ASK),
        ("g3/??/?? g7:3 - b1,b2 1 0 call:^2!y7", 1, Why.PHASE_CALL),
        ("g3/??/?? g7:3 - b1,b2 1 0 call:^1!b7", 1, Why.PHASE_CALL),
        ("g3/??/^??+?? g7:3 - b1-3 1 0 ask", 1, Why.PENDING),
        ("g3/^??/?? g7:3 - b1-3 2 1 drawn", 1, Why.PENDING),
    ],
)
def test_a_view_is_refused_with_the_place_and_the_reason(text: str, player: int, why: Why) -> None:
    assert refused(lambda plain: parse_view(plain, player), text).why.key is why


# What is refused: the rest


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("^", MoveWhy.MOVE),
        ("^g", MoveWhy.MOVE),
        ("^7", MoveWhy.MOVE),
        ("^g07", MoveWhy.MOVE),
        ("^G7", MoveWhy.MOVE),
        ("^g7 ", MoveWhy.MOVE),
        ("^g7+", MoveWhy.MOVE),
        ("^g7+b7+y7+g7", MoveWhy.MOVE),
        ("^g7,b7", MoveWhy.MOVE),
        ("^!", MoveWhy.MOVE),
        ("^--", MoveWhy.MOVE),
        ("^x", MoveWhy.MOVE),
        ("^pass@", MoveWhy.MOVE),
        ("^pass@0", MoveWhy.MOVE),
        ("^put", MoveWhy.MOVE),
        ("^Draw", MoveWhy.MOVE),
        ("^=g7", MoveWhy.MOVE),
        ("^(1!g7)", MoveWhy.MOVE),
        ("^?", MoveWhy.MOVE),
        ("^g31", CardWhy.CARD),
        ("g7+^b99", CardWhy.CARD),
        ("!^g31", CardWhy.CARD),
        ("x^g31", CardWhy.CARD),
        ("^ｇ7", TextWhy.ASCII),
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
        ("^g7", MoveWhy.EVENT),
        ("^()", MoveWhy.EVENT),
        ("^(g7)", MoveWhy.EVENT),
        ("^(0!g7)", MoveWhy.EVENT),
        ("^(1!g7", MoveWhy.EVENT),
        ("^(1!g7,)", MoveWhy.EVENT),
        ("^(1!g7,2!b7,3!y7)", MoveWhy.EVENT),
        ("=^g31", CardWhy.CARD),
        ("(1!g7,2!^b31)", CardWhy.CARD),
    ],
)
def test_an_event_is_refused_with_the_place_and_the_reason(text: str, why: Any) -> None:
    assert refused(moves.parse_event, text).why.key is why


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("^", Why.TURN_TEXT),
        ("g7^ -", Why.TURN_TEXT),
        ("g7--^?", Why.TURN_TEXT),
        ("draw=^g31pass", CardWhy.CARD),
        ("g7^－", TextWhy.ASCII),
        ("-" * LONGEST_TURN + "^-", TextWhy.LONG),
    ],
)
def test_a_turn_is_refused_with_the_place_and_the_reason(text: str, why: Any) -> None:
    assert refused(split_turn, text).why.key is why


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("g7+b7-!y7-(3!y7)", ["g7+b7", "-", "!y7", "-", "(3!y7)"]),
        ("draw=g1g1--", ["draw", "=g1", "g1", "-", "-"]),
        ("draw=g12pass@3--", ["draw", "=g12", "pass@3", "-", "-"]),
        ("xg3=b1put@1g1!b1!y1(2!b1,3!y1)", ["xg3", "=b1", "put@1", "g1", "!b1", "!y1", "(2!b1,3!y1)"]),
        ("=g1=b12=y3", ["=g1", "=b12", "=y3"]),
    ],
)
def test_a_turn_is_split_into_its_steps(text: str, steps: list[str]) -> None:
    assert [str(step) for step in split_turn(text)] == steps


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("^play_on", RulesWhy.OPTION),
        ("^orca=side", RulesWhy.OPTION),
        ("play_on=yes,^", RulesWhy.OPTION),
        ("^play_on=no", RulesWhy.VALUE),
        ("fouls=yes,^play_on=", RulesWhy.VALUE),
        ("fouls=yes,^fouls=yes", RulesWhy.TWICE),
        ("race=1:1:1,^race=1:1:1", RulesWhy.TWICE),
        ("^race=1:1", RulesWhy.RACE),
        ("^race=0:1:1", RulesWhy.RACE),
        ("^race=1:1:1000", RulesWhy.RACE),
        ("^race=1:1:1:1:1:1:1:1:1:1", RulesWhy.RACE),
        ("fouls^＝yes", TextWhy.ASCII),
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
    "rules": (1000, parse_rules),
}


@pytest.mark.parametrize("what", [what for what in READERS if what != "turn"])
def test_long_input_is_refused_unread(what: str) -> None:
    longest, read = READERS[what]
    for length in (longest + 1, 10 * longest):
        with pytest.raises(NotationError, match="at most"):
            read(Unread("5" * length))


@pytest.mark.parametrize("what", READERS)
@pytest.mark.parametrize("letter", ["0", "g", "?", ",", "/", " ", "(", "!", "=", "+", "５", "\0"])
def test_the_longest_input_that_is_read_is_answered(what: str, letter: str) -> None:
    longest, read = READERS[what]
    with pytest.raises(NotationError):
        read(letter * longest)


# Roundtrips of whole kinds


@given(some=st.sets(st.sampled_from(CARDS)))
def test_all_cards_are_what_their_text_says(some: set[cards.Card]) -> None:
    text = cards.format_cards(some)
    assert cards.parse_cards(text) == tuple(sorted(some))
    assert cards.format_cards(cards.parse_cards(text)) == text


@given(
    flags=st.tuples(st.booleans(), st.booleans(), st.booleans()),
    race=st.just(()) | st.lists(st.integers(1, 999), min_size=3, max_size=9).map(tuple),
)
def test_all_rules_are_what_their_text_says(flags: tuple[bool, bool, bool], race: tuple[int, ...]) -> None:
    options = rules.Rules(*flags, race)
    assert parse_rules(str(options)) == options


@given(seed=st.integers(0, 2**32 - 1), game=st.sampled_from(SAME_ONE), most=st.integers(0, 200))
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
    for step in rng.sample(steps, min(6, len(steps))) if (steps := possible(read)) else ():
        reached = taken(read, step)
        assert game.parse(str(reached)) == reached


def spoiled(text: str, rng: Random) -> str:
    """A text with a letter or two left out, put in or changed, or two of its fields from elsewhere."""
    for _ in range(rng.choice([1, 1, 2])):
        at, skip = rng.randrange(len(text)), rng.choice([0, 1])
        put = rng.choice(["", *"gbyk0123456789-:,/+?! aosdrwnfutpvc"])
        text = text[:at] + put + text[at + skip :]
    fields = text.split(" ")
    if rng.random() < 0.3:
        fields = [
            *fields[:6],
            rng.choice(["ask", "draw", "drawn", "over", "ask:2-", "foul:1", "put:2:ask", "call:1!g7"]),
        ]
    if rng.random() < 0.3 and len(fields) > 5:
        fields[rng.choice([4, 5])] = str(rng.randint(0, 5))
    return " ".join(fields)


def test_positions_are_registered_for_records() -> None:
    assert same_one.NOTATION.name == "same_one"
    assert same_one.NOTATION.rules_of(parse("g3/b5/y1 g7:3 - - 1 0")) == rules.Rules()
