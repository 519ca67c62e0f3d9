"""River, rule by rule, ruling by ruling, option by option; every expectation is worked out from the rules.

Each test is named for what it tests: ``rule_6`` is the sixth rule of the game, in the numbering of
`inaba.river`. Positions are written in the notation, moves and events as a record writes them.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inaba import river
from inaba.chance import Chance
from inaba.errors import IllegalMove, ImpossibleEvent, NotationError, SetupError
from inaba.river.board import board
from inaba.river.cards import CLASSROOM, STANDARD, Card, Kind
from inaba.river.moves import Pass, Rolled
from inaba.river.rules import Rules, parse_rules
from inaba.river.state import State, Why
from tests.strategies import open_positions, possible, taken, wandered

WHOLE, NONE = Fraction(1), Fraction(0)
"""Who wins has the whole win, the others none of it."""


def position(text: str, rules: str = "") -> State:
    return river.parse(text, parse_rules(rules))


def after(text: str, *steps: str, rules: str = "") -> State:
    """The position after steps; a decision is taken by the (first) player who is to act."""
    state = position(text, rules)
    for step in steps:
        state = state.happen(step) if step[0] in "=(" else state.play(state.to_act()[0], step)
    return state


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


# Rule 1: 2 to 4 players, one rabbit each; the first rabbit in the goal wins for its owner


@pytest.mark.parametrize("players", [2, 3, 4])
def test_rule_1_two_to_four_players_with_one_rabbit_each_at_start(players: int) -> None:
    state = river.start(players)
    assert state.players == players
    assert state.rabbits == ("-",) * players


@pytest.mark.parametrize("players", [-1, 0, 1, 5, 2.0, True])
def test_rule_1_no_other_number_of_players(players: Any) -> None:
    with pytest.raises(SetupError, match="2 to 4 play"):
        river.start(players)


def test_rule_1_the_rabbit_in_the_goal_wins() -> None:
    state = after("W a1,- 1 - -", "1*")
    assert state.result() == (WHOLE, NONE)
    assert state.to_act() == ()
    assert moves(state) == []


def test_rule_1_it_wins_for_its_owner_whoever_moved_it() -> None:
    state = after("W,0 -,a1,b1 1 - -", "3*")
    assert state.result() == (NONE, NONE, WHOLE)


def test_rule_1_turns_go_clockwise() -> None:
    state = position("0,0,0,0/0,0,0,0 -,-,- 1 - -")
    turns = []
    for move in ("1a1", "1a2", "2b1", "3c1"):
        turns.append(state.turn)
        state = state.play(state.turn, move)
    assert turns == [1, 2, 3, 1]


@pytest.mark.parametrize("first", [1, 2, 3])
def test_rule_1_anybody_may_begin(first: int) -> None:
    state = river.start(3, first=first)
    assert state.to_act() == (first,)
    assert state.play(first, "2a1").happen("=W").to_act() == (first % 3 + 1,)


@pytest.mark.parametrize("first", [0, 4, True, "1"])
def test_rule_1_nobody_else_begins(first: Any) -> None:
    with pytest.raises(SetupError, match="cannot begin"):
        river.start(3, first=first)


def test_rule_1_nobody_moves_out_of_turn() -> None:
    assert refused(river.start(3), 2, "2a1") is Why.NOT_YOURS
    assert refused(river.start(3), 3, "1a1") is Why.NOT_YOURS


def test_rule_1_a_finished_position_has_passed_on_the_turn_and_has_no_phase() -> None:
    assert str(after("W,0 -,a1,b1 2 - -", "2*")) == "W,0 -,*,b1 3 - -"


def test_rule_1_nothing_is_played_after_the_end() -> None:
    state = after("W a1,- 1 - -", "1*")
    assert refused(state, 2, "2a1") is Why.OVER
    with pytest.raises(ImpossibleEvent):
        state.happen("(1,1)")


# Rule 2: twelve cards face down in three columns and four rows


def test_rule_2_twelve_cards_lie_face_down_in_three_columns_and_four_rows() -> None:
    state = river.start()
    assert (state.board.columns, state.board.rows) == (3, 4)
    assert all(spot.face_down for spot in state.spots)
    assert str(state).split(" ")[0] == "?,?,?/?,?,?/?,?,?/?,?,?"
    assert len(state.unseen) == 12


# Rule 3: the turn player moves one rabbit, anybody's; he must


def test_rule_3_the_turn_player_moves_any_rabbit_his_own_or_anothers() -> None:
    assert moves(position("0,0 -,- 1 - -")) == ["1a1", "1b1", "2a1", "2b1"]
    assert str(after("0,0 -,- 1 - -", "2b1")) == "0,0 -,b1 2 - -"


def test_rule_3_one_rabbit_a_turn() -> None:
    assert after("0,0 -,- 1 - -", "2b1").to_act() == (2,)


def test_rule_3_he_must() -> None:
    assert refused(position("0 a1,- 1 - -"), 1, "pass") is Why.CAN_MOVE


def test_rule_3_moves_are_listed_by_rabbit_and_from_the_left() -> None:
    assert moves(position("0,0,0/0,0,0 b1,- 2 - -")) == ["1a2", "1b2", "1c2", "2a1", "2c1"]


def test_rule_3_there_are_no_rabbits_but_the_players() -> None:
    assert refused(river.start(3), 1, "4a1") is Why.NO_RABBIT


# Rule 4: ahead-left, ahead, ahead-right; no wrapping round the edge; Start to row 1; the last row to the goal


@pytest.mark.parametrize(
    ("square", "to"),
    [
        ("-", ["a1", "b1", "c1"]),
        ("a1", ["a2", "b2"]),
        ("b1", ["a2", "b2", "c2"]),
        ("c1", ["b2", "c2"]),
        ("a3", ["a4", "b4"]),
        ("a4", ["*"]),
        ("b4", ["*"]),
        ("c4", ["*"]),
    ],
)
def test_rule_4_ahead_without_wrapping_round_the_edge(square: str, to: list[str]) -> None:
    state = position(f"0,0,0/0,0,0/0,0,0/0,0,0 {square},-,- 1 2,3 -", "rest=owner")
    assert moves(state) == [f"1{square}" for square in to]


def test_rule_4_from_start_to_any_card_of_row_1_however_wide() -> None:
    row = ",".join(["0"] * 8)
    assert moves(position(f"{row}/{row} -,- 1 2 -")) == [f"1{column}1" for column in "abcdefgh"]


def test_rule_4_in_one_column_straight_ahead() -> None:
    assert moves(position("0/0/0 a1,- 1 2 -")) == ["1a2"]


@pytest.mark.parametrize("move", ["1b1", "1a2", "1c2", "1b3", "1a1", "1c3", "1*", "1b4"])
def test_rule_4_not_sideways_back_two_rows_or_nowhere(move: str) -> None:
    state = position("0,0,0/0,0,0/0,0,0/0,0,0 b2,- 1 - -")
    if move in ("1b3", "1c3"):
        assert state.why_illegal(1, move) is None
    else:
        assert refused(state, 1, move) is Why.NOT_AHEAD


@pytest.mark.parametrize("move", ["1d1", "1a3", "1h8"])
def test_rule_4_not_outside_the_river(move: str) -> None:
    assert refused(position("0,0,0/0,0,0 -,- 1 - -"), 1, move) is Why.NO_SQUARE


# Rule 5: at most one rabbit on a card; Start holds any number


def test_rule_5_at_most_one_rabbit_on_a_card() -> None:
    state = position("0,0 a1,- 2 - -")
    assert moves(state) == ["1*", "2b1"]
    assert refused(state, 2, "2a1") is Why.OCCUPIED


def test_rule_5_start_holds_any_number() -> None:
    state = after("0,9 a1,-,-,- 2 - -", "2b1", "(1,1)")
    assert state.rabbits == ("a1", "-", "-", "-")


# Rule 6, landing


def test_rule_6_landing_turns_the_card_face_up() -> None:
    state = after("?,? -,- 1 - 4,W", "1a1")
    assert state.to_act() == ()
    assert happens(state) == {"=4": Fraction(1, 2), "=W": Fraction(1, 2)}
    assert str(state.happen("=W")) == "W,? a1,- 2 - 4"


def test_rule_6_every_unseen_card_is_as_likely_as_its_number() -> None:
    state = after("?,?,? -,- 1 - 4,4,W", "1a1")
    assert happens(state) == {"=4": Fraction(2, 3), "=W": Fraction(1, 3)}


def test_rule_6_no_card_that_lies_face_up_can_be_turned_up() -> None:
    with pytest.raises(ImpossibleEvent) as caught:
        after("?,9 -,- 1 - 4", "1a1", "=9")
    assert caught.value.event == "=9"
    assert caught.value.possible == "=4"


def test_rule_6_no_move_is_made_while_a_card_or_a_roll_is_awaited() -> None:
    assert refused(after("?,? -,- 1 - 4,W", "1a1"), 1, "2b1") is Why.CHANCE
    assert refused(after("9,9 -,- 1 - -", "1a1"), 1, "2b1") is Why.CHANCE


# Rule 6, sharks


def test_rule_6_on_a_live_shark_the_owner_rolls_two_dice_once() -> None:
    state = after("9 -,- 1 - -", "2a1")
    assert str(state) == "9 -,a1 1 - - fight:2"
    assert state.to_act() == ()
    chance = happens(state)
    assert len(chance) == 36
    assert set(chance.values()) == {Fraction(1, 36)}
    assert chance["(3,4)"] == chance["(4,3)"]


def test_rule_6_a_shark_that_was_face_down_is_fought_at_once() -> None:
    assert str(after("? -,- 1 - 9", "1a1", "=9")) == "9 a1,- 1 - - fight:1"


@pytest.mark.parametrize("roll", ["(3,4)", "(4,4)", "(1,1)"])
def test_rule_6_less_than_the_hit_points_left_sends_the_rabbit_to_start(roll: str) -> None:
    total = sum(map(int, roll[1:-1].split(",")))
    assert str(after("9 -,- 1 - -", "1a1", roll)) == f"9-{total} -,- 2 1 -"


@pytest.mark.parametrize("roll", ["(3,6)", "(5,4)", "(6,6)"])
def test_rule_6_as_much_as_the_hit_points_left_or_more_beats_it(roll: str) -> None:
    assert str(after("9 -,- 1 - -", "1a1", roll)) == "9x a1,- 2 - -"


def test_rule_6_damage_stays_on_the_card_and_adds_up() -> None:
    state = after("20 -,- 1 - -", "1a1", "(3,4)", "2a1", "(1,1)", "1a1", "(5,5)")
    assert str(state) == "20-19 -,- 2 1 -"
    assert str(after(str(state), "2a1", "(1,1)")) == "20x -,a1 1 - -"


def test_rule_6_a_beaten_shark_is_harmless_for_good() -> None:
    assert str(after("9x -,- 1 - -", "1a1")) == "9x a1,- 2 - -"


def test_rule_6_whale_and_shark_of_0_do_nothing() -> None:
    assert str(after("W,0 -,- 1 - -", "1a1")) == "W,0 a1,- 2 - -"
    assert str(after("W,0 -,- 1 - -", "1b1")) == "W,0 b1,- 2 - -"
    assert str(after("?,? -,- 1 - 0,W", "2a1", "=0")) == "0,? -,a1 2 - W"


def test_rule_6_a_rabbit_that_leaves_a_card_leaves_it_face_up() -> None:
    assert str(after("0/5x a1,- 1 - -", "1a2")) == "0/5x a2,- 2 - -"


def test_rule_6_only_the_dice_of_the_game_can_be_rolled() -> None:
    for roll in ("(7,1)", "(0,1)", "(3)", "(1,2,3)"):
        with pytest.raises((ImpossibleEvent, ValueError)):
            after("9 -,- 1 - -", "1a1", roll)
    for faces in ((7, 1), (0, 1), (3,), (1, 2, 3), ()):
        with pytest.raises(ImpossibleEvent):
            after("9 -,- 1 - -", "1a1").happen(Rolled(faces))


# Rule 6, dolphin and orca


def test_rule_6_a_dolphin_carries_ahead() -> None:
    state = after("0,0,0/0,D,0 -,- 1 - -", "1b1")
    assert str(state) == "0,0,0/0,D,0 b1,- 1 - - ride:1:b1"
    assert moves(state) == [">a2", ">b2", ">c2"]
    assert str(state.play(1, ">c2")) == "0,0,0/0,D,0 c2,- 2 - -"


def test_rule_6_a_dolphin_at_the_edge_carries_to_two() -> None:
    assert moves(after("0,0,0/D,0,0 -,- 1 - -", "1a1")) == [">a2", ">b2"]


def test_rule_6_a_dolphin_in_the_last_row_carries_into_the_goal() -> None:
    state = after("0,D -,- 1 - -", "2b1")
    assert moves(state) == [">*"]
    state = state.play(1, ">*")
    assert state.result() == (NONE, WHOLE)
    assert str(state) == "0,D -,* 2 - -"


def test_rule_6_an_orca_carries_back() -> None:
    state = after("0,O,0/0,0,0 b1,- 1 - -", "1b2")
    assert str(state) == "0,O,0/0,0,0 b2,- 1 - - ride:1:b2"
    assert moves(state) == [">a1", ">b1", ">c1"]


def test_rule_6_an_orca_in_row_1_carries_to_start() -> None:
    state = after("0,O,0 -,- 1 - -", "1b1")
    assert moves(state) == [">-"]
    assert str(state.play(1, ">-")) == "0,O,0 -,- 2 - -"


def test_rule_6_the_card_carries_at_every_landing() -> None:
    state = after("0,0/D,0 -,- 1 - -", "1a1", ">a2", "2a1")
    assert moves(state) == [">b2"]
    state = after("O,0 -,- 1 - -", "1a1", ">-", "1a1")
    assert moves(state) == [">-"]


def test_rule_6_a_card_turned_up_carries_at_once() -> None:
    assert str(after("0/? -,- 1 - D", "1a1", "=D")) == "0/D a1,- 1 - - ride:1:a1"
    assert str(after("0/? -,- 1 - O", "1a1", "=O")) == "0/O a1,- 1 - - ride:1:a1"


def test_rule_6_a_taken_square_is_no_destination() -> None:
    state = after("0,0,0/0,D,0 -,b2,c2 1 - -", "1b1")
    assert moves(state) == [">a2"]
    assert refused(state, 1, ">b2") is Why.OCCUPIED


def test_rule_6_without_a_free_destination_the_rabbit_stays() -> None:
    assert str(after("0,0/D,0 -,a2,b2 1 - -", "1a1")) == "0,0/D,0 a1,a2,b2 2 - -"
    assert str(after("0/? -,a2 1 - D", "1a1", "=D")) == "0/D a1,a2 2 - -"


def test_rule_6_an_orca_whose_every_way_back_is_taken_keeps_the_rabbit() -> None:
    assert str(after("0/O/0/0 a2,a1 1 - -", "1a3", ">a2")) == "0/O/0/0 a2,a1 2 - -"
    # Of two squares behind, the one the rabbit came from is free.
    assert moves(after("O,0/0,0/0,0 b2,a2,-,- 1 - -", "1a3")) == [">b2"]
    assert str(after("O,0/0,0 a1,b1,-,- 1 - -", "1a2", ">a1")) == "O,0/0,0 a1,b1,-,- 2 - -"


def test_rule_6_a_destination_is_a_normal_landing() -> None:
    assert str(after("?/D -,- 1 - 9", "1a1", ">a2")) == "?/D a2,- 1 - 9 up:1:a1.a2"
    assert str(after("?/D -,- 1 - 9", "1a1", ">a2", "=9")) == "9/D a2,- 1 - - fight:1"
    assert str(after("9-2/D -,- 1 - -", "1a1", ">a2")) == "9-2/D a2,- 1 - - fight:1"
    assert str(after("S,?/D,0 -,- 1 - 9", "1a1", ">a2")) == "S,?/D,0 a2,- 1 - 9 peek:1"
    assert str(after("0/D/D -,- 1 - -", "1a1", ">a2")) == "0/D/D a2,- 1 - - ride:1:a1.a2"


def test_rule_6_a_ride_goes_where_the_card_leads_and_nowhere_else() -> None:
    state = after("0,0,0/0,0,0/D,0,0 -,- 1 - -", "1a1")
    for move in (">c2", ">a3", ">b1", ">*", ">-", ">h8"):
        assert refused(state, 1, move) is Why.NOT_CARRIED


# Rule 6, giant squid


def test_rule_6_on_the_squid_the_turn_player_turns_up_one_face_down_card() -> None:
    state = after("?,0,?/0,S,? -,- 1 - 5,D,O", "1b1")
    assert str(state) == "?,0,?/0,S,? b1,- 1 - 5,D,O peek:1"
    assert moves(state) == ["!c1", "!a2", "!c2"]
    state = state.play(1, "!a2")
    assert str(state) == "?,0,?/0,S,? b1,- 1 - 5,D,O up:1!a2"
    assert happens(state) == {"=5": Fraction(1, 3), "=D": Fraction(1, 3), "=O": Fraction(1, 3)}


@pytest.mark.parametrize("card", ["5", "D", "O"])
def test_rule_6_the_card_the_squid_turns_up_has_no_other_effect_now(card: str) -> None:
    rest = {"5": "D,O", "D": "5,O", "O": "5,D"}[card]
    state = after("?,0,?/0,S,? -,- 1 - 5,D,O", "1b1", "!a2", f"={card}")
    assert str(state) == f"{card},0,?/0,S,? b1,- 2 - {rest}"


def test_rule_6_the_squid_acts_at_every_landing() -> None:
    state = after("0,?/S,0 a1,- 1 - W", "1a2", "2a1")
    assert moves(state) == ["!b2"]


def test_rule_6_the_squid_with_nothing_face_down_does_nothing() -> None:
    assert str(after("0/S -,- 1 - -", "1a1")) == "0/S a1,- 2 - -"
    assert str(after("0/? -,- 1 - S", "1a1", "=S")) == "0/S a1,- 2 - -"


def test_rule_6_only_a_face_down_card_of_the_river_is_turned_up() -> None:
    state = after("?,0/S,0 -,- 1 - 5", "1a1")
    assert refused(state, 1, "!b2") is Why.FACE_UP
    assert refused(state, 1, "!a1") is Why.FACE_UP
    assert refused(state, 1, "!c1") is Why.NO_SQUARE


# Rule 7: a rabbit that lost a fight rests


def test_rule_7_a_resting_rabbit_cannot_be_chosen() -> None:
    state = after("9,0 -,- 1 - -", "1a1", "(1,1)")
    assert state.resting == (1,)
    assert moves(state) == ["2a1", "2b1"]
    assert refused(state, 2, "1b1") is Why.RESTING


def test_rule_7_on_the_next_turn_only() -> None:
    state = after("9,0,0 -,-,- 1 - -", "1a1", "(1,1)", "2b1")
    assert state.resting == ()
    assert moves(state) == ["1a1", "1c1", "2*", "3a1", "3c1"]


def test_rule_7_the_loser_rests_whoever_moved_it() -> None:
    assert str(after("9,0 -,- 1 - -", "2a1", "(1,1)")) == "9-2,0 -,- 2 2 -"


def test_rule_7_under_next_it_becomes_this_turns_loser() -> None:
    assert str(after("9,9 -,- 1 2 -", "1a1", "(1,1)")) == "9-2,9 -,- 2 1 -"


def test_rule_7_rest_owner_lasts_until_the_owners_next_turn_has_passed() -> None:
    state = after("0,0,0/9,0,0 -,-,- 1 - -", "2a1", "(1,1)", rules="rest=owner")
    assert (state.turn, state.resting) == (2, (2,))
    assert refused(state, 2, "2b1") is Why.RESTING
    state = state.play(2, "1b1")
    assert (state.turn, state.resting) == (3, ())


def test_rule_7_rest_owner_lost_on_his_own_turn_rests_through_his_following_turn() -> None:
    state = after("0,0,0/9,0,0 -,-,- 1 - -", "1a1", "(1,1)", rules="rest=owner")
    rests = [(state.turn, state.resting)]
    for move in ("2b1", "2b2", "3b1", "3a2"):
        state = state.play(state.turn, move)
        rests.append((state.turn, state.resting))
    assert rests == [(2, (1,)), (3, (1,)), (1, (1,)), (2, ()), (3, ())]


def test_rule_7_rest_owner_lost_on_the_turn_before_his_own_rests_through_his_own() -> None:
    state = after("9,0,0 -,-,- 3 - -", "1a1", "(1,1)", rules="rest=owner")
    assert (state.turn, state.resting) == (1, (1,))
    assert (state.play(1, "2b1").turn, state.play(1, "2b1").resting) == (2, ())


def test_rule_7_rest_owner_several_may_rest() -> None:
    state = after("9,9,0 -,-,- 1 - -", "3a1", "(1,1)", "1b1", "(1,1)", rules="rest=owner")
    assert (state.turn, state.resting) == (3, (1, 3))
    assert moves(state) == ["2a1", "2b1", "2c1"]


def test_rule_7_rest_owner_a_turn_player_who_loses_again_rests_on() -> None:
    """His rest ends with his turn, and this turn's loser is put on: the same rabbit cannot be both."""
    state = after("9,9 -,- 1 1 -", "2a1", "(1,1)", rules="rest=owner")
    assert (state.turn, state.resting) == (2, (2,))


# Rule 8: a turn with no rabbit to move is passed


def test_rule_8_a_turn_with_no_rabbit_to_move_is_passed() -> None:
    state = position("9,9 -,- 1 1,2 -", "rest=owner")
    assert moves(state) == ["pass"]
    assert str(state.play(1, "pass")) == "9,9 -,- 2 2 -"


def test_rule_8_a_blocked_rabbit_cannot_move_but_who_blocks_it_can() -> None:
    state = position("0/0 -,a1,a2 1 - -")
    assert moves(state) == ["3*"]
    assert str(position("0/0 -,a1,a2 1 - -").play(1, "3*")) == "0/0 -,a1,* 2 - -"


@given(text=open_positions())
def test_rule_8_cannot_arise_under_rest_next(text: str) -> None:
    """The frontmost rabbit that does not rest can always go."""
    state = river.parse(text)
    assert state.result() is not None or Pass() not in set(state.legal_moves(state.turn))


# Rule 9: dice are counted, not supplied


def test_rule_9_a_shortage_of_dice_changes_nothing() -> None:
    """77 points of damage lie on the table: more than twelve dice could show."""
    state = after("80-77,80 -,- 1 - -", "1b1", "(6,6)", "2a1", "(6,6)")
    assert str(state) == "80x,80-12 -,a1 1 - -"


def test_rule_9_the_standard_deck_makes_twelve_dice_run_short_in_a_few_games_of_a_hundred() -> None:
    """Where every lost roll leaves its two dice on the shark until it is beaten; games of random play."""
    short = 0
    for seed in range(900):
        walk = wandered(river.start(2 + seed % 3), Random(seed), 500, 3)
        dice: Counter[str] = Counter()
        most = 0
        for state, (_, step) in zip(walk.states, walk.steps, strict=False):
            if isinstance(step, Rolled):
                square = state.rabbits[state.phase.rabbit - 1]
                dice[square] = dice[square] + 2 if step.total < state.spot(square).left else 0
                most = max(most, dice.total())
        short += most > 12
    assert 9 <= short <= 54, "between one and six games of a hundred"


# Rulings in play


def test_ruling_the_square_a_rabbit_came_from_is_a_ride_destination() -> None:
    state = after("0,O,0/0,S,? b1,- 1 - W", "1b2")
    assert moves(state) == [">a1", ">b1", ">c1"]
    assert str(state).endswith(" ride:1:b2")
    # Going back there is a full landing: the squid acts.
    assert str(state.play(1, ">b1")) == "0,O,0/0,S,? b1,- 1 - W peek:1"


def test_ruling_a_card_this_move_has_landed_on_is_no_destination() -> None:
    state = after("O,0/D,0 -,- 1 - -", "1a1", ">a2")
    assert str(state) == "O,0/D,0 a2,- 1 - - ride:1:a1.a2"
    assert moves(state) == [">b1"]
    assert refused(state, 1, ">a1") is Why.LANDED


def test_ruling_a_ride_ends_where_all_destinations_have_been_landed_on() -> None:
    assert str(after("O/D -,- 1 - -", "1a1", ">a2")) == "O/D a2,- 2 - -"


def test_ruling_a_card_landed_on_in_an_earlier_turn_is_a_destination_again() -> None:
    state = after("O/D -,- 1 - -", "1a1", ">a2", "2a1")
    assert str(state) == "O/D a2,a1 1 - -"
    assert moves(after("O,O/D,0 -,- 1 - -", "1a1", ">a2", ">b1", "2a1")) == [">a2", ">b2"]


def test_ruling_carried_to_start_is_no_landing_and_no_rest_and_ends_the_turn() -> None:
    assert str(after("O,0 -,- 1 - -", "2a1", ">-")) == "O,0 -,- 2 - -"
    assert str(after("O,0 -,- 1 - -", "2a1", ">-", rules="rest=owner")) == "O,0 -,- 2 - -"


def test_ruling_a_ride_is_compulsory_and_written_even_with_one_destination() -> None:
    state = after("0/D -,- 1 - -", "1a1")
    assert moves(state) == [">a2"]
    assert refused(state, 1, "pass") is Why.OTHER_KIND
    assert refused(state, 1, "2a1") is Why.OTHER_KIND


def test_ruling_a_fight_after_a_ride_is_lost_at_start_and_won_on_the_spot() -> None:
    assert str(after("9/D -,- 1 - -", "1a1", ">a2", "(1,1)")) == "9-2/D -,- 2 1 -"
    assert str(after("9/D -,- 1 - -", "1a1", ">a2", "(6,6)")) == "9x/D a2,- 2 - -"


def test_ruling_the_last_face_down_card_is_turned_up_by_the_squid() -> None:
    assert moves(after("?/S -,- 1 - 5", "1a1")) == ["!a2"]
    assert happens(after("?/S -,- 1 - 5", "1a1", "!a2")) == {"=5": Fraction(1)}


def test_ruling_the_turn_player_makes_every_choice_for_any_rabbit() -> None:
    state = after("0,0/D,S -,-,- 3 - -", "1a1")
    assert state.to_act() == (3,)
    assert refused(state, 1, ">a2") is Why.NOT_YOURS
    state = after("0,?/D,S -,-,- 3 - 7", "2b1")
    assert state.to_act() == (3,)
    assert refused(state, 2, "!b2") is Why.NOT_YOURS


def test_ruling_carried_into_the_goal_wins_for_the_owner() -> None:
    assert after("D,0 -,-,- 1 - -", "3a1", ">*").result() == (NONE, NONE, WHOLE)


def test_ruling_resting_changes_only_when_a_turn_ends() -> None:
    text = "0,?/D,S -,-,- 2 1 7"
    assert after(text, "2a1").resting == (1,)
    assert after(text, "2b1").resting == (1,)
    assert after(text, "2b1", "!b2").resting == (1,)
    assert after(text, "2b1", "!b2", "=7").resting == ()
    assert after(text, "2a1", ">b2").resting == (1,)
    assert after(text, "2a1", ">b2", "=7").resting == (1,)
    assert after(text, "2a1", ">b2", "=7", "(1,1)").resting == (2,)


def test_ruling_a_state_knows_no_repetition() -> None:
    """Endless play belongs to the record: however often a position comes up, it is the same state."""
    opening = position("O,0 -,- 1 - -")
    again = after(str(opening), "1a1", ">-", "1a1", ">-")
    assert again == opening
    assert after(str(opening), *["1a1", ">-"] * 20).result() is None


# Options


def test_option_dolphin_is_ahead_and_nothing_else() -> None:
    assert Rules().dolphin == "ahead"
    with pytest.raises(SetupError):
        Rules(dolphin="back")  # type: ignore[arg-type]  # what a caller without a type checker may do


def test_option_orca_is_back_unless_said() -> None:
    assert Rules().orca == "back"
    with pytest.raises(SetupError):
        Rules(orca="up")  # type: ignore[arg-type]  # as above


def test_option_orca_side_carries_left_or_right() -> None:
    assert moves(after("0,O,0 -,- 1 - -", "1b1", rules="orca=side")) == [">a1", ">c1"]
    assert moves(after("O,0,0 -,- 1 - -", "1a1", rules="orca=side")) == [">b1"]
    assert moves(after("0,O,0 -,a1 1 - -", "1b1", rules="orca=side")) == [">c1"]


def test_option_orca_side_in_one_column_keeps_the_rabbit() -> None:
    assert str(after("0/O -,- 1 - -", "1a1", rules="orca=side")) == "0/O a1,- 2 - -"


def test_option_orca_side_two_orcas_do_not_toss_for_ever() -> None:
    state = after("0,0/O,O -,- 1 - -", "1a1", ">b1", rules="orca=side")
    assert str(state) == "0,0/O,O b1,- 2 - -"


def test_option_rest_is_next_unless_said() -> None:
    assert Rules().rest == "next"
    with pytest.raises(SetupError):
        Rules(rest="never")  # type: ignore[arg-type]  # as above


def test_option_dice_are_two_fair_ones_of_six_unless_said() -> None:
    assert len(happens(after("9 -,- 1 - -", "1a1"))) == 36


def test_option_dice_may_be_any() -> None:
    assert happens(after("9 -,- 1 - -", "1a1", rules="dice=1d8")) == {
        f"({face})": Fraction(1, 8) for face in range(1, 9)
    }
    assert happens(after("9 -,- 1 - -", "1a1", rules="dice={1:1,6:2}+1d2")) == {
        "(1,1)": Fraction(1, 6),
        "(1,2)": Fraction(1, 6),
        "(6,1)": Fraction(1, 3),
        "(6,2)": Fraction(1, 3),
    }
    assert str(after("9 -,- 1 - -", "1a1", "(8)", rules="dice=1d8")) == "9-8 -,- 2 1 -"
    assert str(after("3 -,- 1 - -", "1a1", "(1,1,1)", rules="dice=3d6")) == "3x a1,- 2 - -"


@pytest.mark.parametrize(
    "dice",
    [(), [Chance({1: 1})], (Chance({0: 1}),), (Chance({-1: 1, 2: 1}),), (Chance({"1": 1}),), "2d6", (6, 6)],
)
def test_option_dice_are_whole_faces_of_1_or_more(dice: Any) -> None:
    with pytest.raises(SetupError, match="dice are a tuple"):
        Rules(dice=dice)


def test_option_dice_may_roll_in_at_most_100_000_ways() -> None:
    """A roll is one event, and events are listed: 6 to the sixth are, 6 to the seventh are not."""
    assert len(happens(after("9 -,- 1 - -", "1a1", rules="dice=6d6"))) == 46_656
    with pytest.raises(SetupError, match="279936 different rolls"):
        Rules(dice=Rules().dice * 3 + Rules().dice[:1])


def test_a_refused_roll_names_the_first_that_are_possible() -> None:
    with pytest.raises(ImpossibleEvent) as caught:
        after("9 -,- 1 - -", "1a1", "(7,1)")
    assert caught.value.possible == ", ".join(
        ["(1,1)", "(1,2)", "(1,3)", "(1,4)", "(1,5)", "(1,6)", "(2,1)", "(2,2)", "(2,3)", "(2,4)", "…"]
    )


def test_option_deck_standard() -> None:
    assert ",".join(map(str, STANDARD)) == "5,6,8,10,12,14,16,20,D,O,S,W"
    assert river.start().unseen == STANDARD
    assert river.start(deck="standard") == river.start()


def test_option_deck_classroom() -> None:
    assert ",".join(map(str, CLASSROOM)) == "0,3,4,5,6,7,8,9,10,D,S,W"
    assert river.start(deck="classroom").unseen == CLASSROOM


def test_option_deck_of_ones_own() -> None:
    deck = (Card(Kind.WHALE), Card(Kind.SHARK, 99), Card(Kind.SHARK, 0), Card(Kind.WHALE))
    assert str(river.start(2, deck, 2, 2)) == "?,?/?,? -,- 1 - 0,99,W,W"


@pytest.mark.parametrize("deck", [STANDARD[:11], (*STANDARD, STANDARD[0]), ()])
def test_option_deck_has_as_many_cards_as_the_river_squares(deck: tuple[Card, ...]) -> None:
    with pytest.raises(SetupError, match="which takes 12"):
        river.start(2, deck)


@pytest.mark.parametrize(
    "card", [Card(Kind.SHARK, 100), Card(Kind.SHARK, -1), Card(Kind.WHALE, 3), "W", ("W", 0), (Kind.WHALE, 0)]
)
def test_option_deck_holds_cards_that_can_be_written(card: Any) -> None:
    with pytest.raises(SetupError, match="is no card for a deck"):
        river.start(2, (card,), 1, 1)


def test_option_deck_is_one_of_the_decks() -> None:
    with pytest.raises(SetupError, match="there is no deck 'poker'"):
        river.start(deck="poker")
    with pytest.raises(NotationError):
        river.start(deck="3,5,Q", columns=3, rows=1)
    assert river.start(deck="W,5,3", columns=3, rows=1) == river.start(
        deck=river.parse_deck("3,5,W"), columns=3, rows=1
    )


@pytest.mark.parametrize(("columns", "rows"), [(1, 1), (1, 8), (8, 1), (8, 8), (2, 5)])
def test_option_river_of_1_to_8_columns_and_rows(columns: int, rows: int) -> None:
    state = river.start(2, (Card(Kind.WHALE),) * (columns * rows), columns, rows)
    assert moves(state)[:columns] == [f"1{column}1" for column in "abcdefgh"[:columns]]
    assert str(state).split(" ")[0] == "/".join([",".join("?" * columns)] * rows)


@pytest.mark.parametrize(
    ("columns", "rows"), [(0, 4), (9, 1), (3, 9), (-1, 3), (True, 3), (3.0, 4), ("3", 4)]
)
def test_option_river_of_no_other_size(columns: Any, rows: Any) -> None:
    with pytest.raises(SetupError, match="1 to 8 columns"):
        board(columns, rows)


def test_option_set_up_is_shuffled_or_draft() -> None:
    with pytest.raises(SetupError, match="shuffled or by draft"):
        river.start(setup="sorted")


# The draft set-up

FOUR_CARDS = (Card(Kind.SHARK, 5), Card(Kind.SHARK, 9), Card(Kind.DOLPHIN), Card(Kind.WHALE))


def drafted(*steps: str, players: int = 2, deck: tuple[Card, ...] = FOUR_CARDS, size: int = 2) -> State:
    """A draft on a river of ``size`` columns; a step ``2+W`` names the player who keeps."""
    state = river.start(players, deck, size, len(deck) // size, setup="draft")
    for step in steps:
        if step.startswith("="):
            state = state.happen(step)
        elif step[1] == "+":
            state = state.play(int(step[0]), step[1:])
        else:
            state = state.play(state.turn, step)
    return state


DEALT = ("=5", "=9", "=D", "=W")


def test_draft_deals_the_cards_evenly_one_by_one() -> None:
    state = drafted()
    assert state.to_act() == ()
    assert happens(state) == {f"={card}": Fraction(1, 4) for card in ("5", "9", "D", "W")}
    state = drafted("=9")
    assert happens(state) == {f"={card}": Fraction(1, 3) for card in ("5", "D", "W")}
    assert str(drafted("=9", "=D", "=W")) == ".,./.,. -,- 1 - 5 draft:deal:9,W/D:/"
    assert str(drafted(*DEALT)) == ".,./.,. -,- 1 - - draft:pick:5,D/9,W:/"


def test_draft_everybody_keeps_one_and_all_are_to_act_at_once() -> None:
    state = drafted(*DEALT)
    assert state.to_act() == (1, 2)
    assert [str(move) for move in state.legal_moves(1)] == ["+5", "+D"]
    assert [str(move) for move in state.legal_moves(2)] == ["+9", "+W"]
    state = state.play(2, "+W")
    assert str(state) == ".,./.,. -,- 1 - - draft:pick:5,D/9:/W"
    assert state.to_act() == (1,)
    assert refused(state, 2, "+9") is Why.NOT_YOURS


def test_draft_the_rest_is_passed_to_the_left() -> None:
    """The left neighbour is the next in turn order."""
    deck = (*FOUR_CARDS, Card(Kind.SHARK, 3), Card(Kind.SQUID))
    state = drafted("=5", "=9", "=D", "=W", "=3", "=S", "1+5", "2+9", "3+D", players=3, deck=deck)
    # Player 1 had the whale left, player 2 the 3, player 3 the squid.
    assert str(state) == ".,./.,./.,. -,-,- 1 - - draft:pick:S/W/3:5/9/D"


def test_draft_only_a_card_in_hand_is_kept() -> None:
    assert refused(drafted(*DEALT), 1, "+9") is Why.NOT_IN_HAND
    assert refused(drafted(*DEALT), 1, "+20") is Why.NOT_IN_HAND
    assert refused(drafted(*DEALT), 1, "1a1") is Why.OTHER_KIND


@pytest.mark.parametrize(
    ("keeps", "begins"), [(("1+D", "2+9", "1+W", "2+5"), 1), (("1+5", "2+9", "1+W", "2+D"), 2)]
)
def test_draft_who_kept_the_dolphin_lays_first(keeps: tuple[str, ...], begins: int) -> None:
    state = drafted(*DEALT, *keeps)
    assert state.to_act() == (begins,)
    assert state.turn == begins


PICKED = (*DEALT, "1+5", "2+9", "1+W", "2+D")


def test_draft_a_kept_card_is_laid_on_any_free_square_and_any_card_first() -> None:
    state = drafted(*PICKED)
    assert moves(state) == ["9@a1", "9@b1", "9@a2", "9@b2", "D@a1", "D@b1", "D@a2", "D@b2"]
    state = state.play(2, "9@b2")
    assert str(state) == ".,?2:9/.,. -,- 1 - - draft:place:/:5,W/D"
    assert refused(state, 1, "5@b2") is Why.NOT_FREE
    assert refused(state, 1, "D@a1") is Why.NOT_KEPT
    assert refused(state, 1, "5@c1") is Why.NO_SQUARE
    assert refused(state, 2, "D@a1") is Why.NOT_YOURS


def test_draft_then_the_left_neighbour_and_so_on_until_all_are_placed() -> None:
    state = drafted(*PICKED, "9@b2", "W@a1")
    assert state.to_act() == (2,)
    state = drafted(*PICKED, "9@b2", "W@a1", "D@b1", "5@a2")
    assert str(state) == "?1:5,?2:9/?1:W,?2:D -,- 1 - -"
    assert moves(state) == ["1a1", "1b1", "2a1", "2b1"]


def test_draft_the_player_named_at_the_set_up_moves_first() -> None:
    state = river.start(2, FOUR_CARDS, 2, 2, setup="draft", first=2)
    for step in DEALT:
        state = state.happen(step)
    assert state.turn == 2
    for player, keep in ((1, "+D"), (2, "+9"), (1, "+W"), (2, "+5")):
        state = state.play(player, keep)
    assert state.turn == 1  # He has the dolphin.
    for lay in ("D@a1", "5@b1", "W@a2", "9@b2"):
        state = state.play(state.turn, lay)
    assert state.to_act() == (2,)


def test_draft_only_its_owner_sees_a_card_laid() -> None:
    state = drafted(*PICKED, "9@b2")
    assert str(state.view(2)) == ".,?2:9/.,. -,- 1 - 5,W draft:place:/:?,?/D"
    assert str(state.view(1)) == ".,?2/.,. -,- 1 - 9,D draft:place:/:5,W/?"
    assert str(state.view(0)) == ".,?2/.,. -,- 1 - 5,9,D,W draft:place:/:?,?/?"


def test_draft_hands_are_hidden_too() -> None:
    state = drafted(*DEALT, "2+W")
    assert str(state.view(1)) == ".,./.,. -,- 1 - 9,W draft:pick:5,D/?:/?"
    assert str(state.view(2)) == ".,./.,. -,- 1 - 5,D draft:pick:?,?/9:/W"


def test_draft_others_see_that_a_card_is_kept_and_where_one_is_laid() -> None:
    picking, placing = drafted(*DEALT), drafted(*PICKED)
    keep, lay = river.parse_move("+W"), river.parse_move("9@b2")
    assert [picking.seen(player, 2, keep) for player in (0, 1, 2)] == ["+", "+", "+W"]
    assert [placing.seen(player, 2, lay) for player in (0, 1, 2)] == ["?@b2", "?@b2", "9@b2"]
    dealt = river.parse_event("=5", dealing=True)
    assert [drafted().seen(player, 0, dealt) for player in (0, 1, 2)] == ["=?", "=5", "=?"]
    assert [drafted("=9").seen(player, 0, dealt) for player in (0, 1, 2)] == ["=?", "=?", "=5"]


def test_draft_a_card_that_was_laid_is_certain_to_be_turned_up() -> None:
    state = drafted(*PICKED, "9@b2", "W@a1", "D@b1", "5@a2").play(1, "1b1")
    assert happens(state) == {"=D": Fraction(1)}
    with pytest.raises(ImpossibleEvent):
        state.happen("=W")
    assert str(state.happen("=D")) == "?1:5,?2:9/?1:W,D b1,- 1 - - ride:1:b1"


def test_draft_a_card_face_up_is_no_secret_any_more() -> None:
    state = drafted(*PICKED, "9@b2", "W@a1", "D@b1", "5@a2").play(1, "1a1").happen("=W")
    assert str(state.view(2)) == "?1,?2:9/W,?2:D a1,- 2 - 5"
    assert str(state.view(1)) == "?1:5,?2/W,?2 a1,- 2 - 9,D"


def test_draft_the_river_once_all_is_face_up_is_like_any_other() -> None:
    state = river.parse("?1:0,?2:D -,- 1 - -")
    for step in ("1a1", "=0", "2b1", "=D"):
        state = taken(state, (0 if step[0] == "=" else state.turn, step))
    assert str(state) == "0,D a1,b1 2 - - ride:2:b1"
    assert state == river.parse("0,D a1,b1 2 - - ride:2:b1")


def test_draft_needs_exactly_one_dolphin() -> None:
    whales = (Card(Kind.WHALE),) * 4
    with pytest.raises(SetupError, match="exactly one dolphin; the deck has 0"):
        river.start(2, whales, 2, 2, setup="draft")
    with pytest.raises(SetupError, match="the deck has 2"):
        river.start(2, (*whales[:2], Card(Kind.DOLPHIN), Card(Kind.DOLPHIN)), 2, 2, setup="draft")


def test_draft_needs_a_deck_that_divides_evenly() -> None:
    deck = (*FOUR_CARDS, Card(Kind.SHARK, 3), Card(Kind.SQUID))
    assert river.start(3, deck, 2, 3, setup="draft").players == 3
    with pytest.raises(SetupError, match="6 cards cannot be dealt evenly to 4"):
        river.start(4, deck, 2, 3, setup="draft")
    with pytest.raises(SetupError):
        river.start(3, FOUR_CARDS, 2, 2, setup="draft")


def test_draft_standard_deck_divides_among_two_three_and_four() -> None:
    for players in (2, 3, 4):
        state = river.start(players, setup="draft")
        rng = Random(players)
        while state.phase != ():
            step = rng.choice(possible(state))
            state = taken(state, step)
        laid = [spot.by for spot in state.spots]
        assert [laid.count(player) for player in range(1, players + 1)] == [12 // players] * players


# What the position says of itself


def test_a_spot_tells_hit_points_left() -> None:
    state = position("9,9-4/9x,? a1,- 1 - W")
    assert [state.spot(square).left for square in ("a2", "b2", "a1", "b1")] == [9, 5, 0, 0]
    assert [state.spot(square).beaten for square in ("a2", "b2", "a1", "b1")] == [False, False, True, False]
    assert [state.spot(square).face_down for square in ("a2", "b2", "a1", "b1")] == [False] * 3 + [True]


def test_an_occupant_is_told_by_his_number() -> None:
    state = position("0,0/0,0 a1,b2,- 1 - -")
    assert [state.occupant(square) for square in ("a1", "b1", "a2", "b2")] == [1, None, None, 2]


def test_every_reason_of_the_rules_is_told_somewhere() -> None:
    """Each kind of refusal, with a position and a move that meet it."""
    draft = drafted(*PICKED, "9@b2")
    met = {
        refused(position("W *,- 2 - -"), 2, "2a1"),
        refused(position("9 a1,- 1 - - fight:1"), 1, "2a1"),
        refused(position("0 -,- 1 - -"), 2, "2a1"),
        refused(position("0/D a1,- 1 - - ride:1:a1"), 1, "1a2"),
        refused(position("0 -,- 1 - -"), 1, "3a1"),
        refused(position("0 -,- 1 - -"), 1, "1b1"),
        refused(position("0 -,- 1 2 -"), 1, "2a1"),
        refused(position("0 -,- 1 - -"), 1, "1*"),
        refused(position("0 a1,- 1 - -"), 1, "2a1"),
        refused(position("0/D a1,- 1 - - ride:1:a1"), 1, ">*"),
        refused(position("O,0/D,0 a2,- 1 - - ride:1:a1.a2"), 1, ">a1"),
        refused(position("?/S a1,- 1 - 5 peek:1"), 1, "!a1"),
        refused(position("0 -,- 1 - -"), 1, "pass"),
        refused(drafted(*DEALT), 1, "+9"),
        refused(draft, 1, "D@a1"),
        refused(draft, 1, "5@b2"),
    }
    assert met == set(Why)


@given(data=st.data(), text=open_positions())
def test_a_refused_move_says_its_data_in_both_languages(data: st.DataObject, text: str) -> None:
    state = river.parse(text)
    move = data.draw(st.sampled_from(["1a1", "2b2", "3*", ">a1", "!a1", "pass", "9a1", "+W", "W@a1"]))
    for player in (1, 2, 5):
        if reason := state.why_illegal(player, move):
            assert reason.say("en") != reason.say("ja")
