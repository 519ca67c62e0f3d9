"""Cross Sevens, rule by rule, action card by action card, option by option; every expectation is worked out
from the rules.

Each test is named for what it tests: ``rule_6`` is the sixth rule of the game, in the numbering of
`inaba.cross_sevens`. Positions are written in the notation, moves and events as a record writes them. The
diagonal is ``DSHC`` throughout: the 7s of diamonds, spades, hearts and clubs lie on b1, c2, d3 and e4.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from inaba import cross_sevens
from inaba.cross_sevens.cards import (
    CARDS,
    JOKER,
    SEVENS,
    Action,
    Card,
    Suit,
    action_cards,
    parse_actions,
    parse_card,
    parse_cards,
)
from inaba.cross_sevens.field import Cell, Field, places
from inaba.cross_sevens.legality import Why
from inaba.cross_sevens.moves import Discard, Lay
from inaba.cross_sevens.rules import Rules, parse_rules
from inaba.cross_sevens.state import PILES, State
from inaba.cross_sevens.table import Dealing, Own, SevenDrawing, Sevens, Table, Turn
from inaba.errors import IllegalMove, ImpossibleEvent, SetupError
from tests.strategies import possible, taken
from tests.strategies_cross_sevens import CROSS_SEVENS, SMALL, dealt


def position(text: str, rules: str = "") -> State:
    return cross_sevens.parse(text, parse_rules(rules))


def stepped(state: State, *steps: str) -> State:
    """The position after steps; a decision is taken by the (first) player who is to act."""
    for step in steps:
        state = state.happen(step) if step[0] == "=" else state.play(state.to_act()[0], step)
    return state


def after(text: str, *steps: str, rules: str = "") -> State:
    return stepped(position(text, rules), *steps)


def moves(state: State) -> list[str]:
    """Every decision that is allowed, of everybody who is to act."""
    return [str(move) for player in state.to_act() for move in state.legal_moves(player)]


def lays(state: State, card: str) -> list[str]:
    """Where a trump may go, as a play writes it behind the card."""
    return [move.partition("@")[2] for move in moves(state) if move.startswith(f"{card}@")]


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


def winner(state: State) -> int:
    """Who has the whole win; 0 before the end."""
    return 1 + result.index(Fraction(1)) if (result := state.result()) else 0


def fields(state: State) -> list[str]:
    return str(state).split(" ")


# Rule 1: players and cards


def test_rule_1_53_trumps() -> None:
    assert len(CARDS) == len({*CARDS}) == 53
    assert Counter(card.suit for card in CARDS) == {**dict.fromkeys(range(4), 13), Suit.JOKER: 1}
    assert [str(card) for card in CARDS[:3]] == ["DA", "D2", "D3"]
    assert str(CARDS[-1]) == str(JOKER) == "JK"


@pytest.mark.parametrize(("players", "pile", "hand"), [(3, 2, 17), (4, 1, 13), (5, 3, 10)])
def test_rule_1_the_trump_pile_and_even_hands(players: int, pile: int, hand: int) -> None:
    state = cross_sevens.start(players)
    for _ in range(players * hand):
        assert isinstance(state.phase, Dealing)
        chance = state.chance()
        assert chance is not None
        assert set(chance) == {cross_sevens.Dealt(card) for card in state.pile}
        state = state.happen(chance.sample(Random(1)))
    assert state.sizes == (hand,) * players
    assert len(state.pile) == pile
    assert state.phase == Sevens(Suit.DIAMONDS, 1)


def test_rule_1_nobody_starts_with_action_cards() -> None:
    state = dealt(cross_sevens.start(3), Random(1))
    assert state.held == (0, 0, 0)
    assert state.action_pile == action_cards(3)


@pytest.mark.parametrize("players", [2, 6, 0, True, "3"])
def test_rule_1_three_to_five_play(players: Any) -> None:
    with pytest.raises(SetupError, match="3 to 5 play"):
        cross_sevens.start(players)


@pytest.mark.parametrize(("players", "more"), [(3, 4), (4, 5), (5, 6)])
def test_our_counts_of_the_action_cards(players: int, more: int) -> None:
    expected = {"mix": 1, "plus": more, "cross": more, "tunnel": 3, "stop": 3, "trade": 3, "try": 3}
    assert Counter(map(str, action_cards(players))) == expected


def test_the_action_cards_are_data() -> None:
    state = cross_sevens.start(3, actions=parse_actions("try,cross*2"))
    assert state.action_pile == parse_actions("cross*2,try")
    with pytest.raises(SetupError, match="no action card"):
        cross_sevens.start(3, actions=("cross",))  # type: ignore[arg-type]  # what a caller may try


def test_a_smaller_deck_is_data() -> None:
    state = cross_sevens.start(3, deck=SMALL, pile=3)
    assert str(state).endswith("deal:6")
    for wrong, match in (
        ({"deck": SMALL, "pile": 2}, "evenly"),
        ({"deck": SMALL[1:], "pile": 4}, "0 to 3"),
        ({"deck": SMALL[:2]}, "all four 7s"),
        ({"deck": (*SMALL, SMALL[0])}, "once"),
        ({"deck": (*SMALL, "D7")}, "no trump"),
        ({"players": 5, "deck": SMALL, "pile": 1}, "5 or more"),
        ({"deck": SMALL, "pile": True}, "0 to 3"),
    ):
        with pytest.raises(SetupError, match=match):
            cross_sevens.start(**wrong)


# Rule 2: the 7s


SETUP = "D5,D6,D7,S5,S6/S7,S8,H5,H6,H8/H7,C7,C5,C6,C8 - D8 plus - - 0 - seven:D:1"


def test_rule_2_the_7s_are_laid_in_order_by_their_holders() -> None:
    state = position(SETUP)
    order = []
    while isinstance(state.phase, Sevens | SevenDrawing):
        if state.chance():
            state = state.happen("=D8")
            continue
        player = state.to_act()[0]
        move = moves(state)[0]
        order.append((player, move))
        state = state.play(player, move)
    assert order == [
        (1, "D7"),
        (1, "-"), (2, "S7@up"),
        (1, "-"), (2, "-"), (3, "H7@up"),
        (1, "-"), (2, "-"), (3, "C7@up"),
    ]  # fmt: skip
    assert state.phase == Turn()


def test_rule_2_the_holder_has_no_other_move_and_who_is_not_can_only_say_no() -> None:
    state = position(SETUP)
    assert moves(state) == ["D7"]
    assert refused(state, 1, "-") is Why.MUST_SHOW
    assert refused(state, 1, "S7") is Why.SEVEN_PLACE
    assert refused(state, 1, "D7@up") is Why.FIRST_SEVEN
    assert refused(state, 2, "-") is Why.NOT_YOURS
    state = stepped(state, "D7", "=D8")
    assert moves(state) == ["-"]
    assert refused(state, 1, "S7@up") is Why.NOT_HELD
    assert refused(state, 1, "D8@b2") is Why.OTHER_KIND
    state = state.play(1, "-")
    assert moves(state) == ["S7@up", "S7@down"]
    assert refused(state, 2, "S7") is Why.SEVEN_END


def test_rule_2_the_layer_draws_from_the_trump_pile_while_it_lasts() -> None:
    state = stepped(position(SETUP), "D7")
    assert happens(state) == {"=D8": 1}
    state = stepped(state, "=D8")
    assert parse_card("D8") in state.hand(1)
    state = stepped(state, "-", "S7@up")
    assert state.phase == Sevens(Suit.HEARTS, 1), "there is no trump pile any more"


@pytest.mark.parametrize(
    ("ends", "diagonal"),
    [
        (("up", "up", "up"), "DSHC"),
        (("down", "down", "down"), "CHSD"),
        (("down", "up", "down"), "CSDH"),
        (("up", "down", "up"), "HDSC"),
    ],
)
def test_rule_2_each_goes_up_right_or_down_left_and_its_holder_chooses(
    ends: tuple[str, ...], diagonal: str
) -> None:
    state = stepped(position(SETUP), "D7", "=D8", "-", f"S7@{ends[0]}", "-", "-", f"H7@{ends[1]}")
    state = stepped(state, "-", "-", f"C7@{ends[2]}")
    assert fields(state)[1] == diagonal


def test_rule_2_a_7_that_nobody_holds_is_skipped() -> None:
    text = "D5,D6,D8,D9,D10/S5,S8,H5,H6,H8/H7,C7,C5,C6,C8 - D7,S7 plus - - 0 - seven:D:1"
    state = after(text, "-", "-", "-")
    assert state.phase == Sevens(Suit.SPADES, 1)
    assert state.field == Field()


def test_rule_2_who_draws_a_skipped_7_lays_it_at_once_and_draws_too() -> None:
    state = position("D5,D6,D8,D9,D10/S5,S7,H5,H6,H8/H7,C7,C5,C6,C8 - D7,S8 plus - - 0 - seven:S:1")
    state = stepped(state, "-", "S7", "=D7")
    assert state.to_act() == (2,)
    assert moves(state) == ["D7@up", "D7@down"]
    assert refused(state, 2, "-") is Why.MUST_SHOW
    state = stepped(state, "D7@down")
    assert fields(state)[1] == "DS"
    assert happens(state) == {"=S8": 1}
    assert state.turn == 2
    assert stepped(state, "=S8").phase == Sevens(Suit.HEARTS, 1)


def test_rule_2_who_draws_another_trump_says_no_where_a_7_was_skipped() -> None:
    state = position("D5,D6,D8,D9,D10/S5,S7,H5,H6,H8/H7,C7,C5,C6,C8 - D7,S8 plus - - 0 - seven:S:1")
    assert moves(stepped(state, "-", "S7", "=S8")) == ["-"]


def test_rule_2_a_7_drawn_before_its_place_waits() -> None:
    state = stepped(position(SETUP.replace("H7,", "D9,").replace(" D8 ", " H7 ")), "D7", "=H7")
    assert state.phase == Sevens(Suit.SPADES, 1)
    state = stepped(state, "-", "S7@up")
    assert moves(state) == ["H7@up", "H7@down"]


# Rule 3: who starts


def test_rule_3_whoever_laid_the_7_of_diamonds_starts() -> None:
    rng = Random(3)
    for _ in range(20):
        state = cross_sevens.start(4)
        while isinstance(state.phase, Dealing):
            state = state.happen(rng.choice(list(state.chance() or ())))
        laid = 0
        while not isinstance(state.phase, Turn):
            actor, step = rng.choice(possible(state))
            laid = actor if str(step).startswith("D7") else laid
            state = taken(state, (actor, step))
        assert state.turn == laid


def test_rule_3_clockwise_past_those_who_are_out() -> None:
    state = position("D2,D3/S2,S3/-/H2,H3 DSHC - plus*9 - x3 1 -", "play_on=yes")
    turns = []
    for _ in range(4):
        turns.append(state.turn)
        state = stepped(state, "draw:action", "=plus")
    assert turns == [1, 2, 4, 1]


# Rule 4: a play

TABLE = "D3,D6,D8,D9,S9/S2,S3/H2,H3 DSHC - plus*9 - - 1 -"


def test_rule_4_a_trump_goes_beside_the_next_in_rank_of_its_suit() -> None:
    state = position(TABLE)
    assert refused(state, 1, "D9@b2") is Why.NO_NEIGHBOUR
    assert refused(state, 1, "S9@c3") is Why.NO_NEIGHBOUR
    state = stepped(state, "D8@b2", "end", "draw:action", "=plus", "draw:action", "=plus")
    assert lays(state, "D9") == ["a2", "b3"]
    assert refused(state, 1, "D9@b4") is Why.NOT_BESIDE
    assert refused(state, 1, "D9@a1") is Why.NOT_BESIDE
    assert refused(state, 1, "S9@b3") is Why.NO_NEIGHBOUR


def test_rule_4_upwards_and_downwards_in_rank() -> None:
    up = position("C2,D10/S2,S3/H2,H3 DSHC,D8@b2,D9@a2 - plus*9 - - 1 -")
    assert lays(up, "D10") == ["a1", "a3"]
    row = "D6@b0,D5@b-1,D4@b-2,D3@b-3,D2@b-4,DA@b-5,DK@b-6,DQ@b-7,DJ@b-8"
    down = position(f"C2,D10/S2,S3/H2,H3 DSHC,{row} - plus*9 - - 1 -")
    assert lays(down, "D10") == ["a-8", "b-9", "c-8"]


def test_rule_4_on_any_of_the_four_sides() -> None:
    state = position("S10,S2/D2,D3/H2,H3 DSHC,S8@c3,S9@c4 - plus*9 - - 1 -")
    assert lays(state, "S10") == ["b4", "c5", "d4"]


def test_rule_4_on_a_free_cell() -> None:
    state = position("S9,S2/D2,D3/H2,H3 DSHC,S8@c3 - plus*9 - - 1 -")
    # Above c3 lies the 7 of hearts, on its left the 7 of spades.
    assert lays(state, "S9") == ["b3", "c4"]
    assert refused(state, 1, "S9@d3") is Why.OCCUPIED


@pytest.mark.parametrize("card", ["D6", "D8"])
def test_rule_4_6_and_8_go_only_left_or_right_of_their_7(card: str) -> None:
    state = position(TABLE)
    assert lays(state, card) == ["b0", "b2"]
    for cell in ("a1", "c1", "b3"):
        assert refused(state, 1, f"{card}@{cell}") is Why.BESIDE_SEVEN


@pytest.mark.parametrize(("card", "cell"), [("D6", "b0"), ("D8", "b2")])
def test_option_sides_fixed_6_left_and_8_right(card: str, cell: str) -> None:
    state = position(TABLE, "sides=fixed")
    assert lays(state, card) == [cell]
    assert refused(state, 1, f"{card}@{'b2' if cell == 'b0' else 'b0'}") is Why.BESIDE_SEVEN


def test_rule_4_a_5_goes_on_any_side_of_its_6() -> None:
    state = position("D5,S2/S3,D3/H2,H3 DSHC,D6@b0 - plus*9 - - 1 -")
    assert lays(state, "D5") == ["a0", "b-1", "c0"]


def test_rule_4_one_trump_a_turn() -> None:
    state = after(TABLE, "D8@b2")
    assert moves(state) == ["end"]
    assert refused(state, 1, "D9@b3") is Why.ONE_A_TURN


def test_rule_4_only_cards_of_the_hand() -> None:
    assert refused(position(TABLE), 1, "S8@c3") is Why.NOT_IN_HAND


# Rule 5: the field


def test_rule_5_six_rows_one_above_and_one_below_those_of_the_7s() -> None:
    low = position("D9,S2/S3,D3/H2,H3 DSHC,D8@b2 - plus*9 - - 1 -")
    assert "a2" in lays(low, "D9")
    lower = position("D10,S2/S3,D3/H2,H3 DSHC,D8@b2,D9@a2 - plus*9 - - 1 -")
    assert lays(lower, "D10") == ["a1", "a3"], "there is no row below a"
    high = position("C10,S2/S3,D3/H2,H3 DSHC,C8@e3,C9@f3 - plus*9 - - 1 -")
    assert lays(high, "C10") == ["f2", "f4"], "there is no row above f"


def test_rule_5_columns_run_both_ways_without_limit() -> None:
    row = ",".join(f"D{rank}@a{column}" for rank, column in zip("5432A", range(0, -5, -1), strict=True))
    state = position(f"DK,S2/S3,D9/H2,H3 DSHC,{row},D6@b0 - plus*9 - - 1 -")
    assert min(cell.column for cell, _ in state.field.laid) == -4
    assert [str(cell) for cell in Cell(0, -400).beside()] == ["a-401", "a-399", "b-400"]


CORNER = "DSHC,D8@b2,D9@a2,D10@a3,DJ@a4,DQ@a5"


def test_rule_5_a_and_k_may_not_be_joined() -> None:
    state = position(f"DA,S2/S3,D3/H2,H3 {CORNER},DK@a6 - plus*9 - - 1 -")
    assert lays(state, "DA") == []
    assert refused(state, 1, "DA@a7") is Why.CORNER


def test_ruling_a_k_beside_its_q_may_touch_an_a() -> None:
    low = "D6@b0,D5@c0,D4@c1,D3@d1,D2@d2"
    text = f"DK,S2/S3,SA/H2,H3 DSHC,D8@b2,D9@b3,D10@b4,DJ@b5,DQ@c5,{low},DA@e2 - plus*9 - - 1 -"
    state = position(text)
    assert "d5" in lays(state, "DK")
    near = position(
        "DK,S2/S3,SA/H2,H3 DSHC,D8@b2,D9@b3,D10@c3,DJ@c4,DQ@d4,D6@b0,D5@c0,D4@d0,D3@e0,D2@f0,DA@f1 "
        "- plus*9 - - 1 -"
    )
    assert lays(near, "DK") == ["d5"]


# Rule 6: passing


def test_rule_6_draw_one_card_of_either_pile() -> None:
    state = position("D2,D3/S2,S3/H2,H3/- DSHC C2,C3 plus*2,try - x4 1 -")
    assert moves(state) == ["draw:action", "draw:trump"]
    action = stepped(state, "draw:action")
    assert happens(action) == {"=plus": Fraction(2, 3), "=try": Fraction(1, 3)}
    assert fields(stepped(action, "=try"))[0] == "D2,D3:try/S2,S3/H2,H3/-"
    trump = stepped(state, "draw:trump")
    assert happens(trump) == {"=C2": Fraction(1, 2), "=C3": Fraction(1, 2)}
    assert fields(stepped(trump, "=C2"))[0] == "D2,D3,C2/S2,S3/H2,H3/-"
    assert stepped(trump, "=C2").turn == 2


def test_rule_6_without_a_trump_pile_there_is_none_to_draw_from() -> None:
    assert refused(position(TABLE), 1, "draw:trump") is Why.NO_TRUMP_PILE


def test_rule_6_discard_some_action_cards_and_draw_one_more() -> None:
    state = position("D2,D3:cross,stop/S2,S3/H2,H3 DSHC - plus*9 try - 1 -")
    assert [move for move in moves(state) if move.startswith("discard")] == [
        "discard:cross",
        "discard:stop",
        "discard:cross,stop",
    ]
    state = stepped(state, "discard:cross,stop", "=plus", "=plus", "=plus")
    assert fields(state)[:5] == ["D2,D3:plus*3/S2,S3/H2,H3", "DSHC", "-", "plus*6", "cross,stop,try"]
    assert state.turn == 2


def test_rule_6_passing_with_a_playable_trump_is_allowed() -> None:
    assert "draw:action" in moves(position(TABLE))


def test_rule_6_who_has_laid_a_trump_does_not_pass() -> None:
    state = after(TABLE, "D8@b2")
    assert refused(state, 1, "draw:action") is Why.LAID
    assert refused(position(TABLE), 1, "end") is Why.NOT_LAID


# Rule 7: at most three action cards


def test_rule_7_passing_with_three_action_cards_and_no_trump_pile_eliminates() -> None:
    state = position("D2,D3:cross,stop,try/S2,S3/H2,H3 DSHC - plus*9 - - 1 -")
    assert [move for move in moves(state) if not move.startswith("try")] == ["pass"]
    assert refused(state, 1, "draw:action") is Why.THREE_HELD
    assert refused(state, 1, "discard:cross") is Why.THREE_HELD
    assert refused(position(TABLE), 1, "pass") is Why.NO_OUT
    state = stepped(state, "pass")
    assert moves(state) == ["out:cross,stop,try"]
    state = stepped(state, "out:cross,stop,try")
    assert str(state) == "-/S2,S3/H2,H3 DSHC D2,D3 plus*9 cross,stop,try x1 2 -"


def test_rule_7_a_fourth_action_card_eliminates() -> None:
    state = position("D2,D3:cross,stop,try/S2,S3/H2,H3/- DSHC C2 plus*9 - x4 1 -")
    assert {"draw:action", "draw:trump", "discard:stop"} <= {*moves(state)}
    state = stepped(state, "draw:action", "=plus")
    assert moves(state) == ["out:plus,cross,stop,try"]
    assert refused(state, 1, "out:plus") is Why.ALL_ACTIONS
    state = stepped(state, "out:plus,cross,stop,try")
    assert str(state) == "-/S2,S3/H2,H3/- DSHC D2,D3,C2 plus*8 plus,cross,stop,try x4,x1 2 -"


def test_rule_7_drawing_a_trump_with_three_action_cards_does_not() -> None:
    state = after("D2,D3:cross,stop,try/S2,S3/H2,H3/- DSHC C2 plus*9 - x4 1 -", "draw:trump", "=C2")
    assert (state.turn, state.held) == (2, (3, 0, 0, 0))


def test_rule_7_discarding_with_three_in_hand_makes_four_too() -> None:
    state = after("D2,D3:cross,stop,try/S2,S3/H2,H3/- DSHC C2 plus*9 - x4 1 -", "discard:stop,try")
    assert moves(stepped(state, "=plus", "=plus", "=plus")) == ["out:plus*3,cross"]


def test_rule_7_the_trumps_are_shuffled_into_the_pile() -> None:
    state = after("D2,D3:cross,stop,try/S2,S3/H2,H3 DSHC - plus*9 - - 1 -", "pass", "out:cross,stop,try")
    assert happens(stepped(state, "draw:trump")) == {"=D2": Fraction(1, 2), "=D3": Fraction(1, 2)}


def test_ruling_used_cards_are_no_longer_held_but_replaced() -> None:
    """Three in hand, TRADE, then a pass that draws an action card: with the replacement that makes four."""
    text = "D2,D3:cross,stop,trade/S2,S3/H2,H3/- DSHC C2 plus*9 - x4 1 -"
    state = after(text, "trade:2", ">D2", ">S2", "=S2", "=D2", "draw:action", "=plus")
    assert state.held[0] == 3
    assert moves(stepped(state, "=plus")) == ["out:plus*2,cross,stop"]
    trump = after(text, "trade:2", ">D2", ">S2", "=S2", "=D2", "draw:trump", "=C2", "=plus")
    assert (trump.turn, trump.held[0]) == (2, 3)


# Rule 8: an empty action pile


def test_rule_8_the_discards_are_shuffled_when_the_action_pile_is_empty() -> None:
    state = after("D2,D3/S2,S3/H2,H3 DSHC - plus cross,try - 1 -", "draw:action", "=plus")
    assert fields(state)[3:5] == ["cross,try", "-"]


def test_rule_8_what_is_discarded_goes_down_first_and_may_come_again() -> None:
    state = after("D2,D3:cross,stop/S2,S3/H2,H3 DSHC - plus - - 1 -", "discard:cross", "=plus")
    assert happens(state) == {"=cross": 1}


def test_ruling_with_nothing_left_what_there_is_is_drawn() -> None:
    state = after("D2,D3:cross/S2,S3/H2,H3 DSHC - - - - 1 -", "discard:cross", "=cross")
    assert str(state) == "D2,D3:cross/S2,S3/H2,H3 DSHC - - - - 2 -"
    assert after("D2,D3/S2,S3/H2,H3 DSHC - - - - 1 -", "draw:action").turn == 2


# Rule 9: when action cards are used


def test_rule_9_a_card_drawn_ends_the_turn_and_can_be_used_in_the_next() -> None:
    state = after("D8,D9/S2,S3/H2,H3 DSHC - plus,cross*9 - - 1 -", "draw:action", "=plus")
    assert state.turn == 2
    state = stepped(state, "draw:action", "=cross", "draw:action", "=cross", "D8@b2")
    assert "D9@b3+plus" in moves(state)


def test_rule_9_used_cards_are_discarded_at_the_end_and_as_many_are_drawn() -> None:
    state = after("D8,D9,D3:plus,stop/S2,S3/H2,H3 DSHC - cross*9 - - 1 -", "D8@b2+stop@a2", "D9@b3+plus")
    assert fields(state)[3:5] == ["cross*9", "-"], "not before the end of the turn"
    state = stepped(state, "end", "=cross", "=cross")
    assert fields(state)[0] == "D3:cross*2/S2,S3/H2,H3"
    assert fields(state)[4] == "plus", "the STOP stays on the table"
    assert "stop@a2" in fields(state)[1]


def test_rule_9_try_is_the_first_thing_in_a_turn_and_one_a_turn() -> None:
    state = position("D8,D3:plus,try*2/S8,S3/H8,H3 DSHC - cross*9 - - 1 -")
    assert "try:2:S8" in moves(state)
    assert refused(stepped(state, "D8@b2"), 1, "try:2:S8") is Why.TRY_FIRST
    found = stepped(state, "try:2:S8", "yes", "S8@c3")
    assert refused(found, 1, "try:3:H8") is Why.TRY_FIRST
    traded = position("D8,D3:trade,try/S8,S3/H8,H3 DSHC - cross*9 - - 1 -")
    traded = stepped(traded, "trade:2", ">D3", ">S3", "=S3", "=D3")
    assert refused(traded, 1, "try:2:S8") is Why.TRY_FIRST


def test_rule_9_trade_comes_before_or_after_laying() -> None:
    state = position("D8,D3,D4:trade/S8,S3/H8,H3 DSHC - cross*9 - - 1 -")
    assert {"trade:2", "trade:3"} <= {*moves(state)}
    state = stepped(state, "D8@b2")
    assert moves(state) == ["trade:2", "trade:3", "end"]
    state = stepped(state, "trade:2", ">D3", ">S8", "=S8", "=D3")
    assert moves(state) == ["end"], "a trump has been laid in this turn, so this is no pass"


def test_rule_9_cross_plus_stop_and_tunnel_are_used_with_laying_several_at_once() -> None:
    text = f"D6,S6,DA:plus,cross,stop/S8,S3/H8,H3 {CORNER},DK@a6 - try*9 - - 1 -"
    state = after(text, "D6@b2+cross+stop@b3")
    assert fields(state)[7] == "cross,stop"
    state = stepped(state, "S6@c1+plus")
    assert fields(state)[7] == "plus,cross,stop"


def test_rule_9_a_card_that_one_does_not_hold_cannot_be_used() -> None:
    state = position("D8,D9,S9/S2,S3/H8,H3 DSHC,S8@c3 - try*9 - - 1 -")
    for move in ("S9@d3+cross", "S9@c4+stop@c5", "trade:2", "try:2:H8", "discard:try"):
        assert refused(state, 1, move) is Why.NO_ACTION
    assert refused(stepped(state, "D8@b2"), 1, "D9@b3+plus") is Why.NO_ACTION


def test_ruling_a_card_that_is_not_needed_stays_in_the_hand() -> None:
    state = position("D8,D9:plus,cross,tunnel/S8,S3/H8,H3 DSHC - try*9 - - 1 -")
    for move in ("D8@b2+plus", "D8@b2+cross", "D8@b2+tunnel"):
        assert refused(state, 1, move) is Why.NOT_NEEDED


# Rule 10: passing after TRY and TRADE


def test_rule_10_after_a_trade_laying_nothing_means_passing() -> None:
    state = after("D8,D3:trade/S8,S3/H8,H3 DSHC - cross*9 - - 1 -", "trade:2", ">D3", ">S3", "=S3", "=D3")
    assert moves(state) == ["D8@b0", "D8@b2", "draw:action"]
    state = stepped(state, "draw:action", "=cross", "=cross")
    assert (state.turn, state.held) == (2, (2, 0, 0)), "one card for the pass, one for the TRADE"


def test_rule_10_after_a_try_laying_nothing_means_passing() -> None:
    state = after("D3,D4:try/S8,S3/H8,H3 DSHC - cross*9 - - 1 -", "try:2:S8", "yes", "S8@c3")
    assert moves(state) == ["draw:action"]


# Rule 11: the joker


def test_rule_11_the_joker_in_the_gap_and_the_trump_beside_it() -> None:
    state = position("D9,D3,JK/S8,S3/H8,H3 DSHC - cross*9 - - 1 -")
    assert moves(state) == [
        "JK=D8@b0&D9@a0",
        "JK=D8@b0&D9@b-1",
        "JK=D8@b0&D9@c0",
        "JK=D8@b2&D9@a2",
        "JK=D8@b2&D9@b3",
        "draw:action",
    ]
    state = stepped(state, "JK=D8@b2&D9@b3", "-", "-")
    assert fields(state)[:2] == ["D3/S3,S8/H3,H8", "DSHC,D9@b3,JK=D8@b2"]
    assert moves(state) == ["end"], "one play, and no other in this turn"


def test_rule_11_downwards_in_rank_too() -> None:
    state = position("D5,D3,JK/S8,S3/H8,H3 DSHC - cross*9 - - 1 -")
    assert "JK=D6@b0&D5@c0" in moves(state)


def test_rule_11_as_a_6_or_an_8_only_beside_the_7() -> None:
    state = position("D9,D3,JK/S8,S3/H8,H3 DSHC - cross*9 - - 1 -")
    assert refused(state, 1, "JK=D8@a1&D9@a2") is Why.GAP_CELL
    fixed = position("D9,D3,JK/S8,S3/H8,H3 DSHC - cross*9 - - 1 -", "sides=fixed")
    assert [move for move in moves(fixed) if "JK" in move] == ["JK=D8@b2&D9@a2", "JK=D8@b2&D9@b3"]


def test_rule_11_farther_out_on_any_sides() -> None:
    state = position("S10,D3,JK/S3,S2/H8,H3 DSHC,S8@c3 - cross*9 - - 1 -")
    pairs = [move for move in moves(state) if "JK" in move]
    # The joker for the S9 below or right of the S8; the S10 on a free cell beside it.
    assert pairs == [
        "JK=S9@b3&S10@a3",
        "JK=S9@b3&S10@b2",
        "JK=S9@b3&S10@b4",
        "JK=S9@c4&S10@b4",
        "JK=S9@c4&S10@c5",
        "JK=S9@c4&S10@d4",
    ]


def test_rule_11_only_one_step_beyond_a_gap() -> None:
    state = position("D10,D8,JK/S8,S3/H8,H3 DSHC - cross*9 - - 1 -")
    assert refused(state, 1, "JK=D9@b3&D10@b4") is Why.NO_GAP
    assert refused(state, 1, "JK=D9@b2&D8@b3") is Why.NO_GAP
    assert refused(position(TABLE), 1, "JK=D8@b2&D9@b3") is Why.NO_JOKER


def test_rule_11_the_joker_is_not_laid_alone() -> None:
    state = position("D9,D3,JK/S8,S3/H8,H3 DSHC - cross*9 - - 1 -")
    assert refused(state, 1, "JK@b2") is Why.JOKER_ALONE


def test_ruling_a_joker_for_a_trump_of_ones_own_is_refused() -> None:
    state = position("D8,D9,JK/S8,S3/H8,H3 DSHC - cross*9 - - 1 -")
    assert refused(state, 1, "JK=D8@b2&D9@b3") is Why.GAP_IN_HAND


def test_ruling_the_joker_stands_for_no_trump_that_is_on_the_table() -> None:
    state = position("S9,D3,JK/S3,S2/H8,H3 DSHC,S8@c3 - cross*9 - - 1 -")
    assert refused(state, 1, "JK=S8@c1&S9@c0") is Why.GAP_TAKEN


CLAIM = "D9,D3,JK/S8,S3/D8,H3 DSHC - cross*9 - - 1 -"


def test_rule_11_who_holds_the_trump_lays_it_there_and_takes_the_joker() -> None:
    state = after(CLAIM, "JK=D8@b2&D9@b3")
    assert (state.to_act(), moves(state)) == ((2,), ["-"])
    assert refused(state, 2, "claim") is Why.NOT_HELD
    state = stepped(state, "-")
    assert (state.to_act(), moves(state)) == ((3,), ["claim"])
    assert refused(state, 3, "-") is Why.MUST_SHOW, "a claim is compulsory"
    state = stepped(state, "claim")
    assert fields(state)[:2] == ["D3/S3,S8/H3,JK", "DSHC,D8@b2,D9@b3"]
    assert (state.turn, moves(state)) == (1, ["end"]), "out of turn, and it costs no turn"


def test_rule_11_who_has_laid_the_joker_is_not_asked() -> None:
    state = after("S8,S3/D9,D3,JK/D2,H3 DSHC - cross*9 - - 2 -", "JK=D8@b2&D9@b3")
    assert state.to_act() == (1,)
    assert stepped(state, "-").to_act() == (3,)


def test_rule_11_a_trump_drawn_is_claimed_at_once() -> None:
    text = "D3,D2/S8,S3/H8,H3/- DSHC,D9@b3,JK=D8@b2 D8,C2 cross*9 - x4 1 -"
    state = after(text, "draw:trump", "=D8")
    assert (state.to_act(), moves(state)) == ((1,), ["claim"])
    assert fields(stepped(state, "claim"))[0] == "D2,D3,JK/S3,S8/H3,H8/-"
    state = after(text, "draw:trump", "=C2")
    assert moves(state) == ["-"], "who drew another trump is asked all the same"
    assert stepped(state, "-").turn == 2


def test_ruling_a_claim_finishes_nobody() -> None:
    state = after("D9,D3,JK/S8,S3/D8 DSHC - cross*9 - - 1 -", "JK=D8@b2&D9@b3", "-", "claim")
    assert state.hand(3) == (JOKER,)
    assert state.result() is None


def test_ruling_the_layers_own_finish_counts_first() -> None:
    text = "D9,JK/S8,S3/D8,H3 DSHC - cross*9 - - 1 -"
    assert winner(after(text, "JK=D8@b2&D9@b3")) == 1
    state = after(text, "JK=D8@b2&D9@b3", rules="play_on=yes")
    assert (state.finished, state.to_act()) == ((1,), (2,))
    state = stepped(state, "-", "claim")
    assert (state.turn, state.hand(3)) == (2, parse_cards("H3,JK"))


def test_ruling_claims_are_settled_before_the_next_play_of_plus() -> None:
    state = after("D9,D10,D3,JK:plus/S8,S3/D8,H3 DSHC - cross*9 - - 1 -", "JK=D8@b2&D9@b3", "-", "claim")
    assert "D10@b4+plus" in moves(state)


def test_ruling_plus_may_be_a_pair() -> None:
    state = after("D8,S9,D3,JK:plus/S8,S3/H8,H3 DSHC - cross*9 - - 1 -", "D8@b2")
    assert "JK=S8@c3&S9@c4+plus" in moves(state)


# Rule 12: who wins


def test_rule_12_the_first_without_trumps_wins() -> None:
    state = after("D8:try/S8,S3/H8,JK DSHC - cross*9 - - 1 -", "D8@b2")
    assert winner(state) == 1
    assert list(state.legal_moves(2)) == []
    assert refused(state, 2, "S8@c3") is Why.OVER


def test_ruling_a_game_stopped_after_its_first_winner_shares_the_other_ranks_but_the_joker_is_last() -> None:
    state = after("D8:try/S8,JK/H8,H2/C2 DSHC - cross*9 - - 1 -", "D8@b2")
    assert state.ranks() == (1, 4, 2, 2)
    assert after("D8/S8,S2/H8,H2/C2 DSHC JK cross*9 - - 1 -", "D8@b2").ranks() == (1, 2, 2, 2)


def test_rule_12_played_on_the_order_of_finishing_is_the_rank() -> None:
    state = after("D8:try/S8/H8,JK DSHC - cross*9 - - 1 -", "D8@b2", rules="play_on=yes")
    assert moves(state) == ["out:try"]
    state = stepped(state, "out:try")
    assert (str(state).split(" ")[4:7], state.result()) == (["try", "1", "2"], None)
    state = stepped(state, "S8@c3")
    assert winner(state) == 1
    assert state.ranks() == (1, 2, 3), "one player left in takes the next rank"


def test_ruling_a_finishers_action_cards_are_discarded_without_replacement() -> None:
    state = after("D8,D9:plus,try/S8,S3/H8,JK DSHC - cross*9 - - 1 -", "D8@b2", "D9@b3+plus", "out:try",
                  rules="play_on=yes")  # fmt: skip
    assert fields(state)[0] == "-/S3,S8/H8,JK"
    assert fields(state)[3:5] == ["cross*9", "plus,try"]
    assert state.turn == 2


def test_rule_12_eliminated_players_rank_below_and_later_is_better() -> None:
    text = "D2:cross,stop,plus/S2:cross,stop,plus/H2,H3/C2 DSHC - cross*9 - - 1 -"
    state = after(text, "pass", "out:plus,cross,stop", "draw:action", "=cross", "out:plus,cross*2,stop")
    assert state.eliminated == (1, 2)
    over = position("-/-/JK,H3/- DSHC D2,S2 cross*9 - 4,x1,x2 3 - over", "play_on=yes")
    assert over.ranks() == (4, 3, 2, 1)


def test_rule_12_one_player_left_in_wins_where_nobody_has_finished() -> None:
    state = after("D2:cross,stop,plus/S2,JK/- DSHC - cross*9 - x3 1 -", "pass")
    assert winner(state) == 2
    assert state.ranks() == (2, 1, 3)


# PLUS


def test_plus_one_more_trump_this_turn() -> None:
    state = after("D8,D9,D10,D3:plus*2/S8,S3/H8,JK DSHC - cross*9 - - 1 -", "D8@b2", "D9@b3+plus")
    assert "D10@b4+plus" in moves(state)
    state = stepped(state, "D10@b4+plus")
    assert moves(state) == ["end"]
    assert stepped(state, "end", "=cross", "=cross").turn == 2


# CROSS

CROSSING = "S9,D3:cross/S3,S2/H8,H3 DSHC,S8@c3 - plus*9 - - 1 -"


def test_cross_the_trump_may_go_on_an_occupied_cell() -> None:
    assert lays(position(CROSSING), "S9") == ["b3", "c2+cross", "c4", "d3+cross"]
    state = after(CROSSING, "S9@d3+cross")
    assert "S9@d3" in fields(state)[1]


def test_cross_both_cards_count_as_on_the_table() -> None:
    state = after("S9,D3:cross/H8,S10/C2,H3 DSHC,S8@c3 - plus*9 - - 1 -", "S9@d3+cross", "end", "=plus")
    # Beside d3: for the H8 left and right of its 7, for the S10 all free cells.
    assert lays(state, "H8") == ["d2", "d4"]
    assert lays(state, "S10") == ["d2", "d4", "e3"]


def test_cross_on_its_neighbour_is_not_beside_it() -> None:
    assert refused(position(CROSSING), 1, "S9@c3+cross") is Why.NOT_BESIDE


def test_cross_two_cards_a_cell_at_most() -> None:
    state = position(
        "S9,D3:cross/S3,S2/H8,H3 DSHC,D8@b2,D9@b3,D10@b4,DJ@c4,DQ@d4,DK@d3,S8@c3 - plus*9 - - 1 -"
    )
    assert "d3+cross" not in lays(state, "S9")
    assert refused(state, 1, "S9@d3+cross") is Why.FULL_CELL


def test_cross_not_on_a_joker() -> None:
    state = position("H10,D3:cross/S3,S2/D2,C3 DSHC,H9@d5,JK=H8@d4 - plus*9 - - 1 -")
    assert lays(state, "H10") == ["c5", "d6", "e5"]
    assert refused(state, 1, "H10@d4+cross") is Why.JOKER_CELL


def test_cross_on_a_7_and_on_a_stop() -> None:
    state = position("S9,D3:cross/S3,S2/H8,H3 DSHC,S8@c3,stop@b3,stop@c4 - plus*9 - - 1 -")
    assert lays(state, "S9") == ["b3+cross", "c2+cross", "c4+cross", "d3+cross"]


def test_cross_keeps_to_the_limits_of_6_and_8() -> None:
    state = position("S6,D3:cross/D9,S2/H8,H3 DSHC,D8@b2,S8@c1 - plus*9 - - 1 -")
    assert lays(state, "S6") == ["c1+cross", "c3"]


# TUNNEL


def test_tunnel_the_trump_may_join_a_and_k_of_its_suit() -> None:
    state = position(f"DA,S2:tunnel/S3,D3/H2,H3 {CORNER},DK@a6 - plus*9 - - 1 -")
    assert lays(state, "DA") == ["a7+tunnel", "b6+tunnel"]
    state = stepped(state, "DA@a7+tunnel", "end", "=plus")
    plain = [str(place.cell) for place in places(state.field, parse_card("D2"), Rules()) if not place.cross]
    assert plain == ["a8", "b7"], "beside the A the 2 goes as always"


def test_tunnel_with_cross() -> None:
    state = position(f"DA,S2:cross,tunnel/S3,D3/H2,H3 {CORNER},DK@a6,S8@c3,S9@b3 - plus*9 - - 1 -")
    assert "a5+cross+tunnel" in lays(state, "DA")


def test_ruling_tunnel_is_needed_only_where_the_joint_is_the_sole_link() -> None:
    low = "D6@b0,D5@c0,D4@d0,D3@e0,D2@f0"
    state = position(f"DA,S2:tunnel/S3,SA/H2,H3 DSHC,{low} - plus*9 - - 1 -")
    assert lays(state, "DA") == ["f-1", "f1"]
    assert refused(state, 1, "DA@f1+tunnel") is Why.NOT_NEEDED


def test_ruling_the_joker_across_the_corner_needs_tunnel() -> None:
    text = f"DA,S2,JK:tunnel/S3,D3/H2,H3 {CORNER} - plus*9 - - 1 -"
    found = [move for move in moves(position(text)) if "JK=DK" in move]
    assert found
    assert all(move.endswith("+tunnel") for move in found)
    without = position(text.replace(":tunnel", ""))
    assert not [move for move in moves(without) if "JK=DK" in move]
    assert refused(without, 1, "JK=DK@a6&DA@a7") is Why.CORNER


# STOP


def test_stop_closes_a_free_cell_beside_the_trump_laid() -> None:
    state = position("S8,D3:stop/S9,S2/H8,H3 DSHC - plus*9 - - 1 -")
    stops = ["c1", "c1+stop@c0", "c1+stop@d1", "c3", "c3+stop@b3", "c3+stop@c4"]
    assert lays(state, "S8") == stops
    assert refused(state, 1, "S8@c3+stop@d3") is Why.STOP_CELL, "there lies the 7 of hearts"
    assert refused(state, 1, "S8@c3+stop@e3") is Why.STOP_CELL
    state = stepped(state, "S8@c3+stop@c4", "end", "=plus")
    assert lays(state, "S9") == ["b3"]
    assert refused(state, 2, "S9@c4") is Why.OCCUPIED


def test_stop_several_at_once() -> None:
    state = position("S8,D3:stop*2/S9,S2/H8,H3 DSHC - plus*9 - - 1 -")
    assert "c3+stop@b3+stop@c4" in lays(state, "S8")
    state = stepped(state, "S8@c3+stop@b3+stop@c4", "end", "=plus", "=plus")
    assert lays(state, "S9") == []


def test_stop_is_for_good() -> None:
    state = after("S8,D3:stop/S9,S2/H8,H3 DSHC - plus*9 - - 1 -", "S8@c3+stop@c4", "end", "=plus")
    for _ in range(3):
        state = stepped(state, "draw:action", "=plus")
    assert "stop@c4" in fields(state)[1]
    assert fields(state)[4] == "-"


def test_option_stop_until_next_turn() -> None:
    state = after("S8,D3:stop/S9,S2/H8,H3 DSHC - plus*9 - - 1 -", "S8@c3+stop@c4", "end", "=plus",
                  rules="stop=until_next_turn")  # fmt: skip
    assert lays(state, "S9") == ["b3"]
    state = stepped(state, "draw:action", "=plus", "draw:action", "=plus")
    assert (state.turn, fields(state)[1], fields(state)[4]) == (1, "DSHC,S8@c3", "stop")


def test_option_stop_until_next_turn_ends_with_its_player() -> None:
    state = after("S8:stop/S9,S2/H8,H3 DSHC - plus*9 - - 1 -", "S8@c3+stop@c4",
                  rules="stop=until_next_turn,play_on=yes")  # fmt: skip
    assert (state.turn, fields(state)[1], fields(state)[4]) == (2, "DSHC,S8@c3", "stop")


def test_stop_may_shut_the_last_cell_of_an_8() -> None:
    state = position("S6,D3:stop/S8,S2/H8,H3 DSHC,D8@b2,D9@b3 - plus*9 - - 1 -")
    assert not [move for move in lays(state, "S6") if "stop@c3" in move]
    shut = position("D9,D3:stop/S8,S2/H8,H3 DSHC,D8@b2,S6@c1 - plus*9 - - 1 -")
    state = stepped(shut, "D9@b3+stop@c3", "end", "=plus")
    assert lays(state, "S8") == []


def test_stop_beside_the_trump_and_not_on_the_joker() -> None:
    state = position("D9,D3,JK:stop/S9,S2/H8,H3 DSHC - plus*9 - - 1 -")
    assert refused(state, 1, "JK=D8@b2&D9@b3+stop@b2") is Why.STOP_CELL
    assert "JK=D8@b2&D9@b3+stop@b4" in moves(state)


# TRADE

TRADING = "D8,D3:trade/S8,S3/H8,H3 DSHC - plus*9 - - 1 -"


def test_trade_each_gives_one_trump_of_his_choice_at_the_same_time() -> None:
    state = after(TRADING, "trade:3")
    assert state.to_act() == (1, 3)
    assert [str(move) for move in state.legal_moves(3)] == [">H3", ">H8"]
    assert refused(state, 1, ">H8") is Why.NOT_IN_HAND
    state = state.play(3, ">H8").play(1, ">D3")
    assert happens(state) == {"=H8": 1}
    state = stepped(state, "=H8", "=D3")
    assert fields(state)[0] == "D8,H8/S3,S8/D3,H3"


def test_trade_shows_the_two_what_changes_hands_and_nobody_else() -> None:
    state = after(TRADING, "trade:3")
    give = next(iter(state.legal_moves(1)))
    assert [state.seen(player, 1, give) for player in range(4)] == [">??", str(give), ">??", ">??"]
    state = state.play(3, ">H8").play(1, ">D3")
    event = next(iter(state.chance() or ()))
    assert [state.seen(player, 0, event) for player in range(4)] == ["=??", "=H8", "=??", "=H8"]


def test_trade_what_was_chosen_is_a_secret_until_both_have() -> None:
    one = position(TRADING).play(1, "trade:3").play(3, ">H8")
    other = position(TRADING).play(1, "trade:3").play(3, ">H3")
    assert str(one.view(1)) == str(other.view(1))
    assert "??+??" in str(one.view(1))


def test_trade_not_with_oneself_and_not_with_who_is_out() -> None:
    state = position("D8,D3:trade/S8,S3/H8,H3/- DSHC C2 plus*9 - x4 1 -")
    for player in (1, 4, 5):
        assert refused(state, 1, f"trade:{player}") is Why.NO_PARTNER


def test_trade_a_one_trump_player_may_be_chosen_and_nobody_finishes() -> None:
    state = after("D8:trade/S8,S3/H8 DSHC - plus*9 - - 1 -", "trade:3", ">D8", ">H8", "=H8", "=D8")
    assert (state.sizes, state.result(), state.finished) == ((1, 2, 1), None, ())


def test_trade_the_joker_may_be_given() -> None:
    state = after("D8,JK:trade/S8,S3/H8 DSHC - plus*9 - - 1 -", "trade:3", ">JK", ">H8", "=H8", "=JK")
    assert state.hand(3) == (JOKER,)


def test_trade_several_a_turn() -> None:
    state = after("D8,D3:trade*2/S8,S3/H8 DSHC - plus*9 - - 1 -", "trade:3", ">D3", ">H8", "=H8", "=D3")
    assert "trade:2" in moves(state)


def test_trade_not_after_ones_last_trump() -> None:
    state = after("D8:trade/S8,S3/H8 DSHC - plus*9 - - 1 -", "D8@b2", rules="play_on=yes")
    assert moves(state) == ["out:trade"]


def test_option_trade_blind_one_is_given_and_one_drawn_unseen() -> None:
    state = after(TRADING, "trade:3", rules="trade=blind")
    assert state.to_act() == (1,)
    state = stepped(state, ">D3")
    assert happens(state) == {"=H3": Fraction(1, 2), "=H8": Fraction(1, 2)}, "not the one just given"
    state = stepped(state, "=H3", "=D3")
    assert fields(state)[0] == "D8,H3/S3,S8/D3,H8"


# TRY

TRYING = "D8,D3:try/S8,S3/H8,H3 DSHC - plus*9 - - 1 -"


def test_try_names_a_player_and_a_trump_that_could_be_laid_now() -> None:
    state = position(TRYING)
    asked = [move for move in moves(state) if move.startswith("try")]
    assert asked == ["try:2:S8", "try:2:H8", "try:3:S8", "try:3:H8"]
    assert refused(state, 1, "try:2:S3") is Why.TRY_CARD
    assert refused(state, 1, "try:2:JK") is Why.TRY_JOKER
    assert refused(state, 1, "try:2:D8") is Why.TRY_OWN
    assert refused(state, 1, "try:1:S8") is Why.NO_PARTNER
    assert refused(state, 1, "try:2:C7") is Why.TRY_CARD


def test_try_the_cell_must_be_free_without_cross_and_tunnel() -> None:
    state = position("D8,D3:try,cross/S8,S3/H8,H3 DSHC,stop@c1,stop@c3 - plus*9 - - 1 -")
    assert refused(state, 1, "try:2:S8") is Why.TRY_CARD
    corner = position(f"D6,D3:try,tunnel/DA,S3/H8,H3 {CORNER},DK@a6 - plus*9 - - 1 -")
    assert refused(corner, 1, "try:2:DA") is Why.TRY_CARD


def test_try_a_trump_that_is_there_is_laid_where_one_chooses_and_the_turn_goes_on() -> None:
    state = after(TRYING, "try:2:S8")
    assert (state.to_act(), moves(state)) == ((2,), ["yes"])
    assert refused(state, 2, "-") is Why.MUST_SHOW
    state = stepped(state, "yes")
    assert (state.to_act(), moves(state)) == ((1,), ["S8@c1", "S8@c3"])
    assert refused(state, 1, "D8@b2") is Why.FOUND
    state = stepped(state, "S8@c3")
    assert fields(state)[:2] == ["D3,D8/S3/H3,H8", "DSHC,S8@c3"]
    assert "D8@b2" in moves(state), "without PLUS: that was not his own trump"


def test_try_a_miss_ends_the_turn_and_the_card_is_replaced() -> None:
    state = after(TRYING, "try:3:S8")
    assert moves(state) == ["-"]
    assert refused(state, 3, "yes") is Why.NOT_HELD
    state = stepped(state, "-", "=plus")
    assert fields(state)[0] == "D3,D8:plus/S3,S8/H3,H8"
    assert (state.turn, fields(state)[4]) == (2, "try")


def test_option_try_miss_pass() -> None:
    state = after(TRYING, "try:3:S8", "-", rules="try_miss=pass")
    assert moves(state) == ["draw:action"]
    assert refused(state, 1, "D8@b2") is Why.MISSED
    state = stepped(state, "draw:action", "=plus", "=plus")
    assert (state.turn, state.held) == (2, (2, 0, 0))


def test_option_try_take() -> None:
    state = after(TRYING, "try:2:S8", "yes", rules="try=take")
    assert fields(state)[0] == "D3,D8,S8/S3/H3,H8"
    assert "S8@c3" in moves(state)


def test_ruling_a_target_whose_last_trump_is_found_finishes() -> None:
    text = "D8,D3:try/S8:cross/H8,H3 DSHC - plus*9 - - 1 -"
    assert winner(after(text, "try:2:S8", "yes", "S8@c3")) == 2
    state = after(text, "try:2:S8", "yes", "S8@c3", rules="play_on=yes")
    assert (state.finished, moves(state)) == ((2,), ["out:cross"])
    assert "D8@b2" in moves(stepped(state, "out:cross"))
    taken_away = after(text, "try:2:S8", "yes", rules="play_on=yes,try=take")
    assert (taken_away.finished, moves(taken_away)) == ((2,), ["out:cross"])


def test_try_shows_everybody_the_same() -> None:
    state = after(TRYING, "try:2:S8")
    answer = next(iter(state.legal_moves(2)))
    assert [state.seen(player, 2, answer) for player in range(4)] == ["yes"] * 4


# MIX

MIXING = "D8,D3/S8,S3/H8 DSHC - mix,plus*9 - - 1 -"


def test_mix_acts_at_once_for_everybody_still_in() -> None:
    state = after(MIXING, "draw:action", "=mix")
    assert state.to_act() == (1, 2, 3)
    assert [str(move) for move in state.legal_moves(3)] == [">H8"], "who has one trump takes part"
    state = state.play(2, ">S3").play(3, ">H8").play(1, ">D3")
    assert happens(state) == dict.fromkeys(("=D3", "=S3", "=H8"), Fraction(1, 3))
    state = stepped(state, "=S3")
    assert happens(state) == dict.fromkeys(("=D3", "=H8"), Fraction(1, 2))
    state = stepped(state, "=D3", "=H8")
    assert fields(state)[0] == "D8,S3/D3,S8/H8", "somebody may get his own card back"


def test_mix_is_removed_and_replaced_at_the_end_of_the_turn() -> None:
    state = after(MIXING, "draw:action", "=mix", ">D3", ">S3", ">H8", "=S3", "=D3", "=H8")
    assert fields(state)[3:5] == ["plus*9", "-|mix"]
    state = stepped(state, "=plus")
    assert (state.turn, state.held) == (2, (1, 0, 0))


def test_mix_drawn_as_a_replacement_acts_and_another_card_is_drawn() -> None:
    text = "D8,D3,D2:stop/S8,S3/H8 DSHC - mix,plus*9 - - 1 -"
    state = after(text, "D8@b2+stop@b3", "end", "=mix", ">D3", ">S3", ">H8", "=S3", "=D3", "=H8", "=plus")
    assert (state.turn, state.held) == (2, (1, 0, 0))


def test_mix_as_a_fourth_card_acts_first_then_its_replacement_eliminates() -> None:
    text = "D8,D3:stop,try,cross/S8,S3/H8/- DSHC C2 mix,plus*9 - x4 1 -"
    state = after(text, "draw:action", "=mix", ">D3", ">S3", ">H8", "=S3", "=D3", "=H8")
    assert state.held[0] == 3
    assert moves(stepped(state, "=plus")) == ["out:plus,cross,stop,try"]


def test_mix_several_cards_drawn_are_resolved_one_by_one() -> None:
    text = "D8,D3:stop/S8,S3/H8 DSHC - mix,plus*9 - - 1 -"
    state = after(text, "discard:stop", "=mix", ">D3", ">S3", ">H8", "=S3", "=D3", "=H8", "=plus", "=plus")
    assert (state.turn, state.held) == (2, (2, 0, 0))


def test_mix_shows_each_player_his_own_cards_only() -> None:
    state = after(MIXING, "draw:action")
    mix = next(event for event in state.chance() or () if str(event) == "=mix")
    assert [state.seen(player, 0, mix) for player in range(4)] == ["=mix"] * 4
    state = stepped(state, "=mix", ">D3", ">S3", ">H8")
    event = next(event for event in state.chance() or () if str(event) == "=S3")
    assert [state.seen(player, 0, event) for player in range(4)] == ["=??", "=S3", "=??", "=??"]
    assert parse_card("D3") in state.view(1).unseen, "where his own trump is he does not know any more"


# Who sees what


def test_a_drawn_card_is_seen_by_who_drew_it() -> None:
    for text in (TABLE, "D2,D3/S2,S3/H2,H3/- DSHC C2,C3 plus*2,try - x4 1 -"):
        state = after(text, "draw:trump" if "x4" in text else "draw:action")
        event = next(iter(state.chance() or ()))
        assert state.seen(1, 0, event) == str(event)
        assert {state.seen(player, 0, event) for player in (0, 2, 3)} == {"=??"}


def test_a_view_counts_what_it_hides() -> None:
    view = position("D8,D3:trade/S8,S3:try,stop/H8,H3 DSHC - plus*9 - - 1 -").view(3)
    assert str(view) == "??,??:??/??,??:??,??/H3,H8 DSHC D3,D8,S3,S8 plus*9,stop,trade,try - - 1 -"
    assert view.unseen_actions == parse_actions("plus*9,stop,trade,try")


# Chance


def test_only_what_can_happen_happens() -> None:
    state = position(TABLE)
    with pytest.raises(ImpossibleEvent, match="possible: =plus"):
        stepped(state, "draw:action").happen("=cross")
    with pytest.raises(ImpossibleEvent):
        state.happen("=D2")


def test_moves_by_hand_that_no_text_writes_are_refused() -> None:
    state = position("D8,D9,JK:stop*2,plus/S8,S3/H8,H3 DSHC - cross*9 - - 1 -")
    d8, d9, b2 = parse_card("D8"), parse_card("D9"), Cell(1, 2)
    for lay in (
        Lay(d9, Cell(1, 3), parse_card("C8"), None),
        Lay(d9, Cell(1, 3), None, b2),
        Lay(d8, b2, stops=(Cell(1, 3), Cell(0, 2))),
        Lay(d8, b2, stops=(Cell(1, 3), Cell(1, 3))),
    ):
        assert state.why_illegal(1, lay) is not None
    assert state.why_illegal(1, Discard(())) is not None


# Rules


@pytest.mark.parametrize("option", ["play_on", "sides", "stop", "trade", "try_hit", "try_miss"])
def test_an_option_has_two_values(option: str) -> None:
    with pytest.raises(SetupError, match="is one of"):
        Rules(**{option: "perhaps"})  # type: ignore[arg-type]  # what a caller may try


# The set-up, always


def patterns(players: int) -> Iterator[State]:
    """Every way in which the 7s can be dealt, at the start of the set-up; the other trumps matter not."""
    pile, others = PILES[players], [card for card in CARDS if card not in SEVENS]
    hand = (len(CARDS) - pile) // players
    for holders in product(range(players + 1), repeat=4):  # 0 is the pile
        hands: list[list[Card]] = [[] for _ in range(players + 1)]
        for seven, holder in zip(SEVENS, holders, strict=True):
            hands[holder].append(seven)
        if len(hands[0]) > pile:
            continue
        rest = iter(others)
        for holder, cards in enumerate(hands):
            cards += [next(rest) for _ in range((hand if holder else pile) - len(cards))]
        table = Table(Rules(), (hand,) * players, (0,) * players, Field(), CARDS, action_cards(players))
        state = State(table, tuple(Own(tuple(sorted(cards))) for cards in hands[1:]))
        yield State(replace(state.table, phase=Sevens(Suit.DIAMONDS, 1)), state.secrets)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_after_the_set_up_all_7s_are_down_and_the_trump_pile_is_empty_always(players: int) -> None:
    """Not sampled but exhausted: each place of the four 7s, and each order in which they are drawn."""
    ends = 0
    for state in patterns(players):
        waiting = [state]
        while waiting:
            state = waiting.pop()
            if isinstance(state.phase, Turn):
                ends += 1
                assert {*state.field.sevens} == {*list(Suit)[:4]}
                assert not state.pile
                assert state.sizes.count(0) == 0
                assert sum(state.sizes) == 49
                continue
            steps = possible(state)
            if state.chance():  # A 7, or any other trump: those are alike.
                kinds = {step.card if step.card in SEVENS else None: (actor, step) for actor, step in steps}
                steps = list(kinds.values())
            else:
                steps = steps[:1]  # Which end of the diagonal it takes changes neither.
            waiting += [taken(state, step) for step in steps]
    assert ends >= {3: 200, 4: 500, 5: 1000}[players]


def test_facts_of_the_set_up_in_dealt_games() -> None:
    """The same in games as they are dealt; tests/benchmarks/cross_sevens_facts.py deals 100,000."""
    for seed in range(60):
        state = dealt(cross_sevens.start(3 + seed % 3), Random(seed))
        assert len(state.field.sevens) == 4
        assert not state.pile


@pytest.mark.parametrize("game", CROSS_SEVENS, ids=lambda game: game.name)
def test_whole_random_games_keep_all_cards(game: Any) -> None:
    """53 trumps (or those of the deck) and all action cards, from the start to the end."""
    for seed in range(6):
        state, rng = game.start(), Random(seed)
        cards = game.cards(state)
        while state.result() is None:
            state = taken(state, rng.choice(possible(state)))
            assert game.cards(state) == cards
        assert sorted(state.ranks() or ())[0] == 1


def test_mix_is_played_once_a_game_at_most() -> None:
    for seed in range(12):
        state, rng, mixed = cross_sevens.start(3), Random(seed), 0
        while state.result() is None:
            step = rng.choice(possible(state))
            mixed += str(step[1]) == "=mix"
            state = taken(state, step)
        assert mixed <= 1
        assert Counter(state.table.removed) == Counter({Action.MIX: mixed})
