"""Same One, rule by rule, ruling by ruling, option by option; every expectation is worked out from the rules.

Each test is named for what it tests: ``rule_6`` is the sixth rule of the game, in the numbering of
`inaba.same_one`. Positions are written in the notation, moves and events as a record writes them.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inaba import same_one
from inaba.errors import IllegalMove, ImpossibleEvent, Reason, SetupError
from inaba.same_one.cards import CARDS, Card, Colour, fitting, is_card, parse_card, parse_cards
from inaba.same_one.legality import Why
from inaba.same_one.match import Match, scores_of
from inaba.same_one.moves import Call, Foul, Play
from inaba.same_one.rules import Rules, parse_rules
from inaba.same_one.state import State
from inaba.same_one.table import Asking, Dealing, Turn
from tests.strategies import possible, taken, wandered
from tests.strategies_same_one import SAME_ONE, SMALL, dealt

WHOLE, HALF, NONE = Fraction(1), Fraction(1, 2), Fraction(0)


def position(text: str, rules: str = "") -> State:
    return same_one.parse(text, parse_rules(rules))


def stepped(state: State, *steps: str) -> State:
    """The position after steps; a decision is taken by the (first) player who is to act."""
    for step in steps:
        state = state.happen(step) if step[0] in "=(" else state.play(state.to_act()[0], step)
    return state


def after(text: str, *steps: str, rules: str = "") -> State:
    return stepped(position(text, rules), *steps)


def moves(state: State) -> list[str]:
    """Every decision that is allowed, of everybody who is to act."""
    return [str(move) for player in state.to_act() for move in state.legal_moves(player)]


def happens(state: State) -> dict[str, Fraction]:
    """Every event that can happen, with its probability."""
    chance = state.chance()
    assert chance is not None
    return {str(event): chance[event] for event in chance}


def refused(state: State, player: int, move: str) -> Why:
    """Why a move is refused."""
    with pytest.raises(IllegalMove) as caught:
        state.play(player, move)
    key = caught.value.why.key
    assert isinstance(key, Why)
    return key


def declined(state: State) -> State:
    """The position after nobody called."""
    while isinstance(state.phase, Asking):
        state = state.play(state.to_act()[0], "-")
    return state


# Rule 1: players and cards


def test_rule_1_ninety_cards_in_three_colours_from_1_to_30() -> None:
    assert len(CARDS) == len(set(CARDS)) == 90
    assert Counter(card.colour for card in CARDS) == dict.fromkeys(Colour, 30)
    assert {card.number for card in CARDS} == set(range(1, 31))
    assert [str(card) for card in CARDS[::30]] == ["g1", "b1", "y1"]


def test_rule_1_ones_are_dogs_and_13_to_18_are_sharks() -> None:
    assert [str(card) for card in CARDS if card.dog] == ["g1", "b1", "y1"]
    assert {card.number for card in CARDS if card.shark} == {13, 14, 15, 16, 17, 18}
    assert sum(card.shark for card in CARDS) == 18


@pytest.mark.parametrize("players", range(3, 10))
def test_rule_1_three_to_nine_play(players: int) -> None:
    assert same_one.start(players).players == players


@pytest.mark.parametrize("players", [2, 10, 0, True, "3"])
def test_rule_1_no_other_number_plays(players: Any) -> None:
    with pytest.raises(SetupError, match="3 to 9 play"):
        same_one.start(players)


# Rule 2: the deal


@pytest.mark.parametrize(("players", "hand"), [(3, 10), (6, 10), (7, 8), (9, 8)])
def test_rule_2_ten_cards_each_and_eight_with_seven_players_or_more(players: int, hand: int) -> None:
    state = dealt(same_one.start(players), Random(1))
    assert state.sizes == (hand,) * players
    assert len(state.pile) == 90 - hand * players
    assert (state.centre, state.aside) == (None, ())


def test_rule_2_cards_are_dealt_one_by_one_round_from_the_starter() -> None:
    state = stepped(same_one.start(3, first=2), "=g5", "=b6", "=y7", "=g1")
    assert [list(map(str, state.hand(player))) for player in (1, 2, 3)] == [["y7"], ["g1", "g5"], ["b6"]]


def test_rule_2_every_card_of_the_pile_is_equally_likely() -> None:
    chance = stepped(same_one.start(3), "=g5").chance()
    assert chance is not None
    assert len(chance) == 89
    assert {chance[event] for event in chance} == {Fraction(1, 89)}


def test_rule_2_hands_are_hidden_and_the_pile_has_no_order() -> None:
    state = after("g3,g9/b5/y1 g7:3 - b2,y30 1 0")
    assert str(state.view(2)) == "??,??/b5/?? g7:3 - g3,g9,b2,y1,y30 1 0"
    assert state == after("g3,g9/b5/y1 g7:3 - y30,b2 1 0")
    assert state.view(2).unseen == parse_cards("g3,g9,b2,y1,y30")


def test_rule_2_a_dealt_card_is_seen_by_who_gets_it() -> None:
    state = same_one.start(3, first=2)
    event = same_one.parse_event("=g5")
    assert [state.seen(player, 0, event) for player in (0, 1, 2, 3)] == ["=??", "=??", "=g5", "=??"]


# Rule 3: leading and turns


@pytest.mark.parametrize("first", [1, 2, 3])
def test_rule_3_the_starter_leads_any_card(first: int) -> None:
    state = dealt(same_one.start(3, first=first), Random(2))
    assert state.to_act() == (first,)
    assert {str(card) for card in state.hand(first)} <= set(moves(state))


@pytest.mark.parametrize("first", [0, 4, True, "1"])
def test_rule_3_nobody_else_starts(first: Any) -> None:
    with pytest.raises(SetupError, match="cannot begin"):
        same_one.start(3, first=first)


def test_rule_3_then_it_goes_clockwise() -> None:
    state = position("g2,g3/g4,g5/g6,g7 - - - 2 0")
    turns = []
    for card in ("g4", "g6"):
        turns.append(state.turn)
        state = declined(state.play(state.turn, card))
    assert [*turns, state.turn] == [2, 3, 1]


def test_rule_3_nobody_plays_out_of_turn_or_what_he_has_not() -> None:
    state = position("g2,g3/g4,g5/g6,g7 - - - 2 0")
    assert refused(state, 1, "g2") is Why.NOT_YOURS
    assert refused(state, 2, "g2") is Why.NOT_IN_HAND
    assert refused(state, 2, "-") is Why.OTHER_KIND


# Rule 4: what fits


@pytest.mark.parametrize(
    ("centre", "lowest", "highest"),
    [("g11", 12, 30), ("y18", 1, 17), ("b15", 16, 30), ("b16", 1, 15), ("g1", 2, 30), ("y30", 1, 29)],
)
def test_rule_4_same_colour_larger_on_1_to_15_smaller_on_16_to_30(
    centre: str, lowest: int, highest: int
) -> None:
    on = parse_card(centre)
    fits = [card for card in CARDS if card.fits(on)]
    assert fits == [Card(on.colour, number) for number in range(lowest, highest + 1)]
    assert fitting(on) == f"{centre[0]}{lowest}-{highest}"


def test_rule_4_what_does_not_fit_is_refused_with_what_would() -> None:
    state = position("g3,g9,b9/b5/y1 g7:3 - - 1 0")
    for card in ("g3", "b9"):
        assert refused(state, 1, card) is Why.DOES_NOT_FIT
    reason = state.why_illegal(1, "b9")
    assert reason is not None
    assert reason.say("en") == "b9 does not fit on g7; g8-30 do"
    assert "g8-30" in reason.say("ja")


def test_rule_4_an_equal_number_never_fits() -> None:
    assert not any(card.fits(on) for on in CARDS for card in CARDS if card.number == on.number)


# Rule 5: sets


def test_rule_5_the_card_that_fits_lies_below_and_the_topmost_sets_the_colour() -> None:
    state = position("g9,b9,y9,y2/b5/y1 g7:3 - - 1 0")
    assert moves(state)[:5] == ["g9", "g9+b9", "g9+y9", "g9+b9+y9", "g9+y9+b9"]
    assert str(declined(state.play(1, "g9+y9+b9"))) == "y2/b5/y1 b9:1 g7,g9,y9 - 2 0"
    assert str(declined(state.play(1, "g9+b9+y9"))) == "y2/b5/y1 y9:1 g7,g9,b9 - 2 0"


@pytest.mark.parametrize("cards", ["b9+g9", "b9", "y9+b9+g9"])
def test_rule_5_the_bottom_card_must_fit(cards: str) -> None:
    assert refused(position("g9,b9,y9,y2/b5/y1 g7:3 - - 1 0"), 1, cards) is Why.DOES_NOT_FIT


def test_rule_5_a_set_is_of_one_number_and_of_cards_in_hand() -> None:
    state = position("g9,g10,b10/b5,y9/y1 g7:3 - - 1 0")
    assert refused(state, 1, "g9+b10") is Why.NO_SET
    assert refused(state, 1, "g9+g9") is Why.NO_SET
    assert refused(state, 1, "g9+y9") is Why.NOT_IN_HAND
    assert state.why_illegal(1, Play(())) == Reason(Why.NO_SET)


# Rule 6: drawing


def test_rule_6_who_cannot_or_does_not_want_to_play_draws() -> None:
    state = position("g3,g9/b5/y1 g7:3 - b2,y30 1 0")
    assert "draw" in moves(state)
    state = state.play(1, "draw")
    assert state.to_act() == ()
    assert happens(state) == {"=b2": HALF, "=y30": HALF}


def test_rule_6_the_drawn_card_alone_may_be_played_if_it_fits() -> None:
    state = after("g3,g9,b12/b5/y1 g7:3 - g12,y30 1 0", "draw", "=g12")
    assert moves(state) == ["g12", "pass"]
    assert refused(state, 1, "g9") is Why.ONLY_DRAWN
    assert refused(state, 1, "g12+b12") is Why.ONLY_DRAWN
    assert str(declined(state.play(1, "g12"))) == "g3,g9,b12/b5/y1 g12:1 g7 y30 2 0"


def test_rule_6_otherwise_he_keeps_it_and_passes() -> None:
    state = after("g3/b5/y1 g7:3 - b12,y30 1 0", "draw", "=b12")
    assert moves(state) == ["pass"]
    assert refused(state, 1, "b12") is Why.DOES_NOT_FIT
    assert str(declined(state.play(1, "pass"))) == "g3,b12/b5/y1 g7:3 - y30 2 1"


def test_rule_6_nobody_passes_without_drawing_and_nobody_draws_twice() -> None:
    state = position("g3/b5/y1 g7:3 - b12,y30 1 0")
    assert refused(state, 1, "pass") is Why.DRAW_FIRST
    assert refused(stepped(state, "draw", "=b12"), 1, "draw") is Why.DRAWN_ALREADY


def test_rule_6_a_drawn_card_is_seen_by_its_player_alone() -> None:
    state = after("g3/b5/y1 g7:3 - b12,y30 1 0", "draw")
    event = same_one.parse_event("=b12")
    assert [state.seen(player, 0, event) for player in (1, 2, 3)] == ["=b12", "=??", "=??"]
    drawn = state.happen(event)
    assert str(drawn.view(1)) == "g3+b12/??/?? g7:3 - b5,y1,y30 1 0 drawn"
    assert str(drawn.view(2)) == "??+??/b5/?? g7:3 - g3,b12,y1,y30 1 0 drawn"


# Rule 7: the same for the leader


def test_rule_7_a_leader_lays_a_set_in_any_order() -> None:
    state = position("g9,b9,y9/b5/y1,y2 - - - 1 0")
    assert moves(state) == [
        "g9", "g9+b9", "g9+y9", "g9+b9+y9", "g9+y9+b9",
        "b9", "b9+g9", "b9+y9", "b9+g9+y9", "b9+y9+g9",
        "y9", "y9+g9", "y9+b9", "y9+g9+b9", "y9+b9+g9",
        "draw",
    ]  # fmt: skip


def test_rule_7_a_leader_may_draw_and_play_that_card_or_pass() -> None:
    state = after("g9/b5/y1 - - b2,y30 1 0", "draw", "=b2")
    assert moves(state) == ["b2", "pass"]
    assert str(declined(state.play(1, "b2"))) == "g9/b5/y1 b2:1 - y30 2 0"


def test_rule_7_if_the_leader_passes_the_next_player_leads() -> None:
    state = after("g9/b5/y1 - - b2,y30 1 0", "draw", "=b2", "pass")
    assert str(state) == "g9,b2/b5/y1 - - y30 2 0"
    assert moves(state) == ["b5", "draw"]


# Rule 8: clearing


def test_rule_8_when_all_others_have_passed_the_last_to_play_leads() -> None:
    state = position("g3/b5/y1 g7:3 g2 b12-14,y30 1 0")
    state = declined(stepped(state, "draw", "=b12", "pass"))
    assert (state.turn, state.passes) == (2, 1)
    state = stepped(state, "draw", "=b13", "pass")
    assert str(state) == "g3,b12/b5,b13/y1 - g2,g7 b14,y30 3 0"


def test_rule_8_in_a_row_after_a_play() -> None:
    state = position("g3/g9,b5/y1 g7:3 - b12-14,y30 1 0")
    state = declined(stepped(state, "draw", "=b12", "pass"))
    state = declined(stepped(state, "g9"))
    assert str(state) == "g3,b12/b5/y1 g9:2 g7 b13,b14,y30 3 0"


def test_rule_8_the_last_pass_clears_without_another_call() -> None:
    state = after("g3/b5,b7/y1 g7:3 - b12,y30 2 1", "draw", "=y30", "pass")
    assert (state.centre, state.phase) == (None, Turn())
    assert state.to_act() == (3,)


# Rule 9: the pile is made up again


def test_rule_9_as_soon_as_the_last_card_is_drawn_all_but_the_top_are_shuffled() -> None:
    state = after("g3/b5/y1 g7:3 g2,b2 y30 1 0", "draw", "=y30")
    assert str(state) == "g3+y30/b5/y1 g7:3 - g2,b2 1 0 drawn"
    assert state.view(2).unseen == parse_cards("g2,g3,b2,y1,y30"), "nobody knows where they are any more"


def test_rule_9_if_there_are_none_at_the_next_draw() -> None:
    state = after("g3/b5/y1 g7:3 - y30 1 0", "draw", "=y30")
    assert str(state) == "g3+y30/b5/y1 g7:3 - - 1 0 drawn"
    state = declined(stepped(state, "pass"))
    assert moves(state) == ["draw"]
    played = position("g3,g4/b5/y1 g9:3 g7 - 1 0")
    assert happens(played.play(1, "draw")) == {"=g7": WHOLE}


def test_rule_9_with_nothing_to_shuffle_a_draw_is_a_pass_without_a_card() -> None:
    state = after("g3/b5/y1 g7:3 - - 1 0", "draw")
    assert str(state) == "g3/b5/y1 g7:3 - - 2 1 ask"


# Rule 10: the end


def test_rule_10_who_has_no_cards_left_first_wins_at_once() -> None:
    state = after("g9/b5/y1,y9 g7:3 - b12 1 0", "g9")
    assert state.result() == (WHOLE, NONE, NONE)
    assert state.to_act() == ()
    assert str(state) == "-/b5/y1,y9 g9:1 g7 b12 1 0 over"
    assert refused(state, 2, "b5") is Why.OVER
    with pytest.raises(ImpossibleEvent):
        state.happen("=b12")


def test_rule_10_a_set_may_be_the_last() -> None:
    assert after("g9,b9/b5/y1 g7:3 - b12 1 0", "g9+b9").result() == (WHOLE, NONE, NONE)


@pytest.mark.parametrize("number", range(13, 19))
def test_rule_10_the_last_card_may_not_be_a_shark(number: int) -> None:
    state = position(f"g{number}/b5/y1 - - b12 1 0")
    assert refused(state, 1, f"g{number}") is Why.LAST_SHARK
    assert moves(state) == ["draw"]


def test_rule_10_nor_all_the_last_cards() -> None:
    state = position("g13,b13/b5/y1 g7:3 - b12 1 0")
    assert refused(state, 1, "g13+b13") is Why.LAST_SHARK
    assert moves(state) == ["g13", "draw"]


def test_rule_10_a_shark_before_the_last_card_may_go() -> None:
    assert after("g13,b5/b6/y1 g7:3 - b12 1 0", "g13").sizes == (1, 1, 1)


# Rule 11: Same One


def test_rule_11_all_others_are_asked_holders_or_not() -> None:
    state = after("g3,g9/b5,b9/y1/y2 g7:4 - b12 1 0", "g9")
    assert state.to_act() == (2, 3, 4)
    assert moves(state) == ["-", "!b9", "-", "-"]


def test_rule_11_the_same_number_is_laid_out_of_turn_the_round_is_cleared_and_he_leads() -> None:
    state = after("g3,g9/b5/y1,y9/y2 g7:4 g1 b12 1 0", "g9")
    state = state.play(3, "!y9").play(2, "-").play(4, "-")
    assert happens(state) == {"(3!y9)": WHOLE}
    assert str(state.happen("(3!y9)")) == "g3/b5/y1/y2 - g1,g7,g9,y9 b12 3 0"


def test_rule_11_also_by_who_is_next() -> None:
    state = after("g3,g9/b5,b9/y1 g7:3 - b12 1 0", "g9", "!b9", "-", "(2!b9)")
    assert (state.turn, state.centre) == (2, None)


def test_rule_11_in_turn_if_nobody_called() -> None:
    state = declined(after("g3,g9/b5,b9/y1 g7:3 - b12 1 0", "g9"))
    assert moves(state) == ["draw", "!b9"]
    assert str(state.play(2, "!b9")) == "g3/b5/y1 - g7,g9,b9 b12 2 0"


def test_rule_11_one_card_and_of_the_same_number() -> None:
    state = after("g3,g9/b5,b8/y1 g7:3 - b12 1 0", "g9")
    assert refused(state, 2, "!b8") is Why.NOT_SAME
    assert refused(state, 2, "!y9") is Why.NOT_IN_HAND
    assert refused(state, 2, "b5") is Why.ASKED_FIRST


def test_rule_11_not_on_ones_own_play() -> None:
    state = after("g9,b9/b5/y1 g7:3 - b12 1 0", "g9")
    assert 1 not in state.to_act()
    assert refused(state, 1, "!b9") is Why.OWN_PLAY


def test_rule_11_not_where_nothing_lies() -> None:
    assert refused(position("g9,b9/b5/y1 - - b12 1 0"), 1, "!b9") is Why.NOTHING_TO_CALL


def test_rule_11_no_call_on_a_call() -> None:
    state = after("g3,g9/b5,b9/y1,y9 g7:3 - b12 1 0", "g9", "!b9", "-", "(2!b9)")
    assert refused(state, 2, "!b5") is Why.NOTHING_TO_CALL
    assert state.to_act() == (2,)
    assert state.phase == Turn()


def test_rule_11_answers_are_secret_until_all_are_in() -> None:
    state = after("g3,g9/b5,b9/y1,y9 g7:3 - b12 1 0", "g9").play(2, "!b9")
    assert str(state.view(3)) == "??/??,??/y1,y9 g9:1 g7 g3,b5,b9,b12 2 0 ask:2??"
    assert str(state.view(2)) == "??/b5,b9/??,?? g9:1 g7 g3,b12,y1,y9 2 0 ask:2!b9"
    asked = after("g3,g9/b5,b9/y1,y9 g7:3 - b12 1 0", "g9")
    for answer in ("!b9", "-"):
        move = same_one.parse_move(answer)
        assert [asked.seen(player, 2, move) for player in (1, 2, 3)] == ["?", answer, "?"]


def test_rule_11_after_the_draw_the_others_wait() -> None:
    state = declined(after("g3,g9/b5/y1,y9 g7:3 - b12,b9 1 0", "g9"))
    for step in ("draw", "=b12"):
        state = stepped(state, step)
        assert 3 not in state.to_act()
    assert refused(state, 3, "!y9") is Why.NOT_YOURS


def test_rule_11_who_has_drawn_may_call_with_that_card() -> None:
    state = stepped(declined(after("g3,g9/b5/y1,y9 g7:3 - b12,b9 1 0", "g9")), "draw", "=b9")
    assert moves(state) == ["pass", "!b9"]
    assert str(state.play(2, "!b9")) == "g3/b5/y1,y9 - g7,g9,b9 b12 2 0"


def test_rule_11_but_not_with_an_old_one() -> None:
    state = stepped(declined(after("g3,g9/b5,b9/y1 g7:3 - b12 1 0", "g9")), "draw", "=b12")
    assert refused(state, 2, "!b9") is Why.ONLY_DRAWN


def test_rule_11_after_his_pass_the_call_is_open_again_to_him_too() -> None:
    state = declined(after("g3,g9/b5,b9/y1,y9 g7:3 - b12 1 0", "g9"))
    state = stepped(state, "draw", "=b12", "pass")
    assert state.to_act() == (2, 3)
    assert moves(state) == ["-", "!b9", "-", "!y9"]


def test_rule_11_playing_closes_it() -> None:
    state = declined(after("g3,g9/g10,b9/y1,y9 g7:3 - b12 1 0", "g9"))
    state = stepped(state, "g10")
    assert state.to_act() == (1, 3)
    assert moves(state) == ["-", "-"]


def test_rule_11_of_two_callers_one_is_first_and_the_other_card_goes_back() -> None:
    state = after("g3,g9/b5,b9/y1,y9 g7:3 - b12 1 0", "g9", "!b9", "!y9")
    assert happens(state) == {"(2!b9,3!y9)": HALF, "(3!y9,2!b9)": HALF}
    assert str(state.happen("(3!y9,2!b9)")) == "g3/b5,b9/y1 - g7,g9,y9 b12 3 0"
    assert str(state.happen("(2!b9,3!y9)")) == "g3/b5/y1,y9 - g7,g9,b9 b12 2 0"


def test_rule_11_a_race_may_have_weights() -> None:
    state = after("g3,g9/b5,b9/y1,y9 g7:3 - b12 1 0", "g9", "!b9", "!y9", rules="race=7:1:2")
    assert happens(state) == {"(2!b9,3!y9)": Fraction(1, 3), "(3!y9,2!b9)": Fraction(2, 3)}


def test_rule_11_a_race_is_between_those_who_called() -> None:
    state = after("g3,g9/b5,b9/y1,y9 g7:3 - b12 1 0", "g9", "!b9", "!y9")
    for event in ("(2!b9)", "(3!y9)", "(1!g9,2!b9)", "(2!b9,2!b9)", "=b12"):
        with pytest.raises(ImpossibleEvent):
            state.happen(event)


def test_rule_11_the_last_card_wins_at_once() -> None:
    state = after("g3,g9/b9/y1,y9 g7:3 - b12 1 0", "g9", "!b9", "-", "(2!b9)")
    assert state.result() == (NONE, WHOLE, NONE)
    assert str(state) == "g3/-/y1,y9 - g7,g9,b9 b12 2 0 over"


def test_rule_11_a_shark_may_not_be_the_last_here_either() -> None:
    state = after("g3,g13/b13/y1,y9 g7:3 - b12 1 0", "g13")
    assert refused(state, 2, "!b13") is Why.LAST_SHARK
    assert "!b13" not in moves(state)


# Rule 12: the shark attack


def test_rule_12_the_player_after_a_shark_is_skipped_and_counts_as_having_passed() -> None:
    state = declined(after("g3,g13/b5/y1/y2 g7:4 - b12 1 0", "g13"))
    assert (state.turn, state.passes) == (3, 1)
    state = declined(stepped(state, "draw", "=b12", "pass"))
    assert (state.turn, state.passes) == (4, 2)


def test_rule_12_one_player_however_many_sharks() -> None:
    state = declined(after("g3,g13,b13,y13/b5/y1/y2 g7:4 - b12 1 0", "g13+b13+y13"))
    assert (state.turn, state.passes) == (3, 1)


def test_rule_12_the_skipped_player_may_call_and_the_others_too() -> None:
    state = after("g3,g13/b5,b13/y1/y2,y13 g7:4 - b12 1 0", "g13")
    assert state.to_act() == (2, 3, 4)
    assert moves(state) == ["-", "!b13", "-", "-", "!y13"]
    state = stepped(state, "!b13", "-", "-", "(2!b13)")
    assert (state.turn, state.passes) == (2, 0)


def test_rule_12_a_shark_as_same_one_attacks_nobody() -> None:
    state = after("g3,g13/b5,b13/y1/y2 g7:4 - b12 1 0", "g13", "!b13", "-", "-", "(2!b13)")
    assert str(state) == "g3/b5/y1/y2 - g7,g13,b13 b12 2 0"
    assert stepped(state, "draw", "=b12", "pass").turn == 3


def test_rule_12_a_drawn_or_led_shark_attacks_too() -> None:
    assert declined(after("g3/b5/y1 - - g13 1 0", "draw", "=g13", "g13")).turn == 3


def test_rule_12_a_skip_that_completes_the_passes_clears_after_the_calls() -> None:
    state = after("g3,g13/b5,b13/- g7:2 - b12 1 0", "g13", rules="play_on=yes")
    assert state.to_act() == (2,)
    assert str(stepped(state, "-")) == "g3/b5,b13/- - g7,g13 b12 1 0"
    assert str(stepped(state, "!b13", "(2!b13)")) == "g3/b5/- - g7,g13,b13 b12 2 0"


# Rule 13: scores, Wonderful, the match


def test_rule_13_a_card_costs_1_and_a_shark_2_and_the_winner_has_the_sum() -> None:
    """The example of the source: three cards and a shark, four cards and two sharks."""
    state = after("g9/g2,b3,b4,y13/g3,g4,b5,b6,g14,y15 g7:3 - - 1 0", "g9")
    assert state.scores() == (13, -5, -8)


@pytest.mark.parametrize("last", ["g1", "g1+b1", "g1+b1+y1"])
def test_rule_13_wonderful_costs_each_loser_10_whatever_he_holds(last: str) -> None:
    state = after(f"{last.replace('+', ',')}/g2,b3,b4,y13/g3 g30:3 - - 1 0", last)
    assert state.scores() == (20, -10, -10)


def test_rule_13_wonderful_by_a_call_too() -> None:
    state = after("g3,g1/b1/y2 g30:3 - b12 1 0", "g1", "!b1", "-", "(2!b1)")
    assert state.scores() == (-10, 20, -10)
    assert str(state).endswith("over:wonderful")


def test_rule_13_there_are_no_scores_before_the_end() -> None:
    assert position("g9/b5/y1 g7:3 - - 1 0").scores() is None


@given(seed=st.integers(0, 2**32 - 1), number=st.integers(0, len(SAME_ONE) - 1))
@settings(max_examples=30, deadline=None)
def test_rule_13_scores_sum_to_zero(seed: int, number: int) -> None:
    game = SAME_ONE[number]
    state = wandered(game.start(), Random(seed), game.most_steps, 3, game.endless).last
    if scores := state.scores():
        assert sum(scores) == 0
        assert [score > 0 for score in scores] == [share == 1 for share in state.result()]


def test_rule_13_a_match_is_as_many_games_as_players_and_the_starter_moves_on() -> None:
    match = Match(same_one.start(4, first=3))
    starters = []
    while not match.over:
        starters.append(match.start().turn)
        assert match.start().turn == match.starter
        match = match.scored((3, -1, -1, -1))
    assert starters == [3, 4, 1, 2]
    assert match.totals() == (12, -4, -4, -4)
    with pytest.raises(SetupError, match="all 4 games"):
        match.start()


def test_rule_13_the_highest_sum_wins_and_several_may() -> None:
    match = Match(same_one.start(3)).scored((13, -5, -8)).scored((-4, 10, -6))
    assert match.winners() == ()
    assert match.scored((-2, -3, 5)).winners() == (1,)
    assert match.scored((-3, 1, 2)).winners() == (1, 2)


@pytest.mark.parametrize(
    ("opening", "games", "told"),
    [
        (same_one.start(3), ((1, 2),), "one whole number"),
        (same_one.start(3), ((1.0, 2, -3),), "one whole number"),
        (same_one.start(3), ((2, -1, -1),) * 4, "more than the 3"),
        (same_one.start(3, Rules(play_on=True)), (), "no scores"),
        (position("g9/b5/y1 g7:3 - - 1 0"), (), "before the deal"),
    ],
)
def test_rule_13_a_match_that_cannot_be(opening: State, games: Any, told: str) -> None:
    with pytest.raises(SetupError, match=told):
        Match(opening, games)


# Rule 14: fouls


def test_rule_14_an_illegal_try_is_refused_unless_fouls_are_played() -> None:
    state = position("g3,g9/b5/y1 g7:3 - b12 1 0")
    assert refused(state, 1, "xg3") is Why.FOULS_OFF
    assert not any(move.startswith("x") for move in moves(state))


def test_rule_14_a_card_that_does_not_fit_goes_back_and_costs_one() -> None:
    state = position("g3,g9/b5/y1 g7:3 - b12,y30 1 0", "fouls=yes")
    assert moves(state) == ["g9", "draw", "xg3"]
    state = state.play(1, "xg3")
    assert happens(state) == {"=b12": HALF, "=y30": HALF}
    assert str(state.happen("=b12")) == "g3,g9,b12/b5/y1 g7:3 - y30 1 0"


def test_rule_14_no_turn_is_lost_and_it_is_no_draw() -> None:
    state = after("g3,g9/b5/y1 g7:3 - b12,y30 1 0", "xg3", "=b12", rules="fouls=yes")
    assert moves(state) == ["g9", "draw", "xg3", "xb12"]
    assert state.passes == 0


def test_rule_14_a_wrong_call_costs_one_and_he_may_still_answer() -> None:
    state = after("g3,g9/b5,b9/y1,y9 g7:3 - b12,y30 1 0", "g9", rules="fouls=yes").play(3, "-")
    assert moves(state) == ["-", "!b9", "xb5"]
    state = stepped(state, "xb5", "=y30")
    assert str(state) == "g3/b5,b9,y30/y1,y9 g9:1 g7 b12 2 0 ask:3-"
    assert moves(state) == ["-", "!b9", "xb5", "xy30"]


def test_rule_14_after_drawing_an_old_card_is_a_foul() -> None:
    state = after("g3,g9/b5/y1 g7:3 - b12,y30 1 0", "draw", "=b12", rules="fouls=yes")
    assert moves(state) == ["pass", "xg3", "xg9", "xb12"]
    state = stepped(state, "xg9", "=y30")
    assert str(state) == "g3,g9,y30+b12/b5/y1 g7:3 - - 1 0 drawn"
    assert moves(state) == ["pass"], "there is nothing left to pay with"


def test_rule_14_the_last_shark_is_a_foul() -> None:
    assert moves(position("g13/b5/y1 g7:3 - b12 1 0", "fouls=yes")) == ["draw", "xg13"]


def test_rule_14_what_may_be_laid_is_no_foul() -> None:
    state = position("g3,g9,b7/b5/y1 g7:3 - b12,y30 1 0", "fouls=yes")
    assert refused(state, 1, "xg9") is Why.NO_FOUL
    assert refused(state, 1, "xb7") is Why.NO_FOUL, "it may be called with"
    assert refused(state, 1, "xb5") is Why.NOT_IN_HAND
    assert refused(state, 1, "g3") is Why.DOES_NOT_FIT, "a play stays a play, and a foul is said to be one"


def test_rule_14_an_empty_pile_is_made_up_for_it_and_where_it_cannot_be_the_card_just_goes_back() -> None:
    assert happens(after("g3/b5/y1 g7:3 y2 - 1 0", "xg3", rules="fouls=yes")) == {"=y2": WHOLE}
    state = position("g3/b5/y1 g7:3 - - 1 0", "fouls=yes")
    assert refused(state, 1, "xg3") is Why.NO_PENALTY
    assert moves(state) == ["draw"]


def test_rule_14_everybody_sees_a_foul_and_its_player_alone_the_penalty() -> None:
    state = after("g3,g9/b5,b9/y1,y9 g7:3 - b12,y30 1 0", "g9", rules="fouls=yes")
    assert [state.seen(player, 2, Foul(parse_card("b5"))) for player in (1, 2, 3)] == ["xb5"] * 3
    paying = state.play(2, "xb5")
    event = same_one.parse_event("=y30")
    assert [paying.seen(player, 0, event) for player in (1, 2, 3)] == ["=??", "=y30", "=??"]


# Rule 15: playing on


def test_rule_15_the_game_goes_on_until_one_is_left_who_loses() -> None:
    state = after("g9/g10/y1,y9 g7:3 - b12 1 0", "g9", rules="play_on=yes")
    assert state.result() is None
    assert state.to_act() == (2, 3)
    state = declined(state)
    assert state.turn == 2
    state = stepped(state, "g10")
    assert state.result() == (HALF, HALF, NONE)
    assert state.scores() is None
    assert str(state) == "-/-/y1,y9 g10:2 g7,g9 b12 2 0 over"


def test_rule_15_if_the_last_to_play_is_out_all_others_must_pass_and_the_next_leads() -> None:
    state = declined(after("g9/b5/y1,y2/b3 g7:4 - b12-14 1 0", "g9", rules="play_on=yes"))
    for card, turn, passes in (("b12", 3, 1), ("b13", 4, 2)):
        state = declined(stepped(state, "draw", f"={card}", "pass"))
        assert (state.turn, state.passes) == (turn, passes)
    state = stepped(state, "draw", "=b14", "pass")
    assert str(state) == "-/b5,b12/b13,y1,y2/b3,b14 - g9 g7 2 0", "the g7 was the new pile"


def test_rule_15_an_out_players_last_card_may_be_called() -> None:
    state = after("g9/b5,b9/y1,y2 g7:3 - b12 1 0", "g9", "!b9", "-", "(2!b9)", rules="play_on=yes")
    assert str(state) == "-/b5/y1,y2 - g7,g9,b9 b12 2 0"


def test_rule_15_after_a_caller_who_is_out_the_next_leads() -> None:
    state = after("g8,g9/b9/y1,y2 g7:3 - b12 1 0", "g9", "!b9", "-", "(2!b9)", rules="play_on=yes")
    assert str(state) == "g8/-/y1,y2 - g7,g9,b9 b12 3 0"


def test_rule_15_out_players_are_passed_over_and_not_asked() -> None:
    state = after("g8,g9/-/y1,y2/b1 g7:4 - b12 1 0", "g9", rules="play_on=yes")
    assert (state.turn, state.to_act()) == (3, (3, 4))
    assert after("g8,g13/-/y1,y2/b1 g7:4 - b12 1 0", "g13", rules="play_on=yes").turn == 4


def test_rule_15_a_shark_may_not_be_the_last_card_here_either() -> None:
    assert refused(position("g13/-/y1 g7:3 - b12 1 0", "play_on=yes"), 1, "g13") is Why.LAST_SHARK


# Rule 16: a fixed order


def test_rule_16_a_hand_keeps_the_order_of_the_deal() -> None:
    deck = parse_cards("g1-3,b1-3,y1-3")
    state = stepped(
        same_one.start(3, Rules(fixed_order=True), 1, deck, 2), "=g3", "=b1", "=y1", "=g1", "=b3", "=y2"
    )
    assert str(state) == "g3,g1/b1,b3/y1,y2 - - g2,b2,y3 1 0"
    assert state != position("g1,g3/b1,b3/y1,y2 - - g2,b2,y3 1 0", "fixed_order=yes")
    assert moves(state) == ["g3", "g1", "draw"]


def test_rule_16_otherwise_it_is_sorted() -> None:
    assert position("g3,g1/b1,b3/y1,y2 - - g2 1 0") == position("g1,g3/b3,b1/y2,y1 - - g2 1 0")


def test_rule_16_a_drawn_card_goes_in_anywhere() -> None:
    state = after("b9,g3/b5/y1 g7:3 - b12 1 0", "draw", "=b12", rules="fixed_order=yes")
    assert moves(state) == ["pass@1", "pass@2", "pass@3"]
    hands = [str(state.play(1, f"pass@{at}")).split("/")[0] for at in (1, 2, 3)]
    assert hands == ["b12,b9,g3", "b9,b12,g3", "b9,g3,b12"]
    assert refused(state, 1, "pass") is Why.PLACE
    assert refused(state, 1, "pass@4") is Why.PLACE


def test_rule_16_a_card_for_a_foul_too() -> None:
    rules = "fixed_order=yes,fouls=yes"
    state = after("b9,g3/b5/y1 g7:3 - b12 1 0", "xb9", "=b12", rules=rules)
    assert str(state) == "b9,g3+b12/b5/y1 g7:3 - - 1 0 put:1"
    assert moves(state) == ["put@1", "put@2", "put@3"]
    assert str(stepped(state, "put@2")) == "b9,b12,g3/b5/y1 g7:3 - - 1 0"


def test_rule_16_in_a_sorted_hand_there_is_no_place_to_choose() -> None:
    state = after("g3,b9/b5/y1 g7:3 - b12 1 0", "draw", "=b12")
    assert refused(state, 1, "pass@1") is Why.NO_ORDER


# Rule 17: nobody wants to lead


def test_rule_17_a_full_round_of_passes_without_a_card_ends_the_game_without_a_winner() -> None:
    state = after("g13/b13/y13 - - - 2 0", "draw", "draw")
    assert state.result() is None
    state = stepped(state, "draw")
    assert state.result() == (Fraction(1, 3),) * 3
    assert state.scores() == (0, 0, 0)
    assert str(state) == "g13/b13/y13 - - - 2 3 over"


def test_rule_17_a_card_drawn_begins_the_count_again() -> None:
    state = after("g13/b13/y13 - - y2 2 2", "draw", "=y2", "pass")
    assert str(state) == "g13/b13,y2/y13 - - - 3 0"


def test_rule_17_with_some_out_they_share_the_win() -> None:
    state = after("g13/-/b13/- - - - 1 0", "draw", "draw", rules="play_on=yes")
    assert state.result() == (NONE, HALF, NONE, HALF)


# Set-up


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ({"hand": 31}, "1 to 30 would do"),
        ({"hand": 0}, "would do"),
        ({"hand": True}, "would do"),
        ({"deck": ()}, "a card each, and there are 0"),
        ({"deck": CARDS[:2], "hand": 1}, "a card each, and there are 2"),
        ({"deck": (*CARDS[:5], CARDS[0])}, "exists once"),
        ({"deck": ("g1", "g2", "g3")}, "no card of Same One"),
        ({"deck": tuple(Card(Colour.GREEN, n) for n in (30, 31, 32))}, "no card of Same One"),
        ({"rules": Rules(race=(1, 1))}, "2 weights, but 3 play"),
    ],
)
def test_a_set_up_that_cannot_be(data: Any, told: str) -> None:
    with pytest.raises(SetupError, match=told):
        same_one.start(3, **data)


@pytest.mark.parametrize(
    "option",
    [{"fouls": 1}, {"play_on": "yes"}, {"fixed_order": None}, {"race": [1, 1, 1]}, {"race": (0, 1, 1)},
     {"race": (1, 1, 1000)}, {"race": (True, 1, 1)}],
)  # fmt: skip
def test_options_that_cannot_be(option: Any) -> None:
    with pytest.raises(SetupError):
        Rules(**option)


def test_a_smaller_game_has_the_cards_given_to_it() -> None:
    state = dealt(same_one.start(3, deck=SMALL, hand=4), Random(3))
    assert state.sizes == (4, 4, 4)
    assert {*state.pile, *(card for player in (1, 2, 3) for card in state.hand(player))} == {*SMALL}
    assert is_card(SMALL[0])


# Whole games


@pytest.mark.parametrize("players", range(3, 10))
def test_whole_games_of_three_to_nine_keep_all_90_cards(players: int) -> None:
    for seed in range(3):
        rng = Random(seed)
        options = parse_rules(["", "play_on=yes", "fixed_order=yes"][seed])
        state = same_one.start(players, options, first=rng.randint(1, players))
        for _ in range(6000):
            if not (steps := possible(state)):
                break
            state = taken(state, rng.choice(steps))
            cards = [*state.aside, *state.pile, *(card for own in state.secrets for card in own.cards())]
            cards += [state.centre] if state.centre else []
            assert sorted(cards) == list(CARDS)
            assert state.sizes == tuple(len(own.cards()) for own in state.secrets)
        assert state.result() is not None


def test_a_drawn_record_scores_nobody() -> None:
    record = same_one.Match(same_one.start(3, deck=SMALL, hand=2)).record()
    assert scores_of(record) is None


def test_every_reason_of_the_rules_is_told_somewhere() -> None:
    """The reasons met in this module's positions and in some random games, over all moves of the suite."""
    met = {Why.OVER}
    for game in SAME_ONE:
        for seed in range(3):
            for state in wandered(game.start(), Random(seed), 150).states[::7]:
                for player in range(1, state.players + 1):
                    met |= {r.key for move in game.moves(state) if (r := state.why_illegal(player, move))}
    rare = {Why.NO_PENALTY, Why.LAST_SHARK}  # Tests above meet them.
    assert met | rare == set(Why)


def test_a_call_given_as_a_move_equals_the_one_given_as_text() -> None:
    state = after("g3,g9/b5,b9/y1 g7:3 - b12 1 0", "g9")
    assert state.play(2, Call(parse_card("b9"))) == state.play(2, "!b9")
    assert isinstance(same_one.start(3).phase, Dealing)
