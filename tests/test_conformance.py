"""What every game keeps, whatever its rules: one suite for all games and set-ups of `strategies.GAMES`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import FrozenInstanceError, fields
from fractions import Fraction
from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inaba.errors import IllegalMove, ImpossibleEvent, Reason
from inaba.game import uniform
from inaba.record import Played, Record
from tests.strategies import (
    GAMES,
    Walk,
    possible,
    recorded,
    states,
    taken,
    walks,
    walks_in_seat_order,
    wandered,
    whole_games,
)
from tests.under_test import GameUnderTest

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def some(count: int) -> Callable[[Any], Any]:
    """So many examples a game: positions cost more than hypothesis's usual values, and games are many."""
    return settings(max_examples=count, deadline=None)


def told(step: Any) -> tuple[type, Any]:
    """A step that equals no step of another kind, as named tuples of the same items would."""
    return type(step), step


@every_game
@given(data=st.data())
@some(15)
def test_exactly_one_of_decision_chance_and_end(game: GameUnderTest, data: st.DataObject) -> None:
    for state in data.draw(walks(game, 120)).states:
        deciding, chance, result = state.to_act(), state.chance(), state.result()
        assert (bool(deciding) + (chance is not None) + (result is not None)) == 1, str(state)
        assert list(deciding) == sorted(set(deciding))
        assert set(deciding) <= set(range(1, state.players + 1))


@every_game
@given(data=st.data())
@some(10)
def test_result_shares_one_win_among_the_players(game: GameUnderTest, data: st.DataObject) -> None:
    result = data.draw(whole_games(game)).last.result()
    if result is None:  # A draw by repetition, which a state does not know of.
        return
    assert len(result) == game.start().players
    assert all(type(share) is Fraction and 0 <= share <= 1 for share in result)
    assert sum(result) == 1


@every_game
@given(data=st.data())
@some(8)
def test_listed_allowed_and_accepted_are_the_same_moves(game: GameUnderTest, data: st.DataObject) -> None:
    state = data.draw(states(game))
    for player in range(state.players + 2):
        listed = [told(move) for move in state.legal_moves(player)]
        seen = str(state.view(player))
        assert len(listed) == len(set(listed)), "a move is listed twice"
        assert bool(listed) == (player in state.to_act()), "who is to act has a move, and nobody else"
        universe = list(game.moves(state))
        assert set(listed) <= set(map(told, universe))
        for move in universe:
            reason = state.why_illegal(player, move)
            assert (told(move) in listed) == (reason is None), f"{player} {move} {reason} in {state}"
            if reason is None:
                assert type(state.play(player, move)) is type(state)
            else:
                assert isinstance(reason, Reason)
                with pytest.raises(IllegalMove) as caught:
                    state.play(player, move)
                assert caught.value.why == reason
                assert caught.value.move == str(move)
                assert caught.value.position == seen, "an error tells no secret"


@every_game
@given(data=st.data())
@some(1)
def test_moves_that_are_written_differently_are_different(game: GameUnderTest, data: st.DataObject) -> None:
    """They are tuples: to end a turn must not equal to pass, though both hold nothing."""
    state = data.draw(states(game))
    universe = [*game.moves(state), *(state.chance() or ())]
    assert len(set(universe)) == len(set(map(str, universe)))


@every_game
@given(data=st.data())
@some(15)
def test_moves_are_listed_in_the_same_order_each_time(game: GameUnderTest, data: st.DataObject) -> None:
    state = data.draw(states(game))
    again = game.parse(str(state))
    for player in state.to_act():
        assert list(state.legal_moves(player)) == list(again.legal_moves(player))
        assert list(state.legal_moves(player)) == list(state.view(player).legal_moves())


@every_game
@given(data=st.data())
@some(15)
def test_a_move_may_be_given_as_text(game: GameUnderTest, data: st.DataObject) -> None:
    state = data.draw(states(game))
    for player, step in possible(state):
        if player:
            assert state.play(player, str(step)) == state.play(player, step)
            assert state.why_illegal(player, str(step)) is None
        else:
            assert state.happen(str(step)) == state.happen(step)


@every_game
@given(data=st.data(), junk=st.text(max_size=8))
@some(15)
def test_why_illegal_answers_any_text(game: GameUnderTest, data: st.DataObject, junk: str) -> None:
    state = data.draw(states(game))
    allowed = {str(move) for player in state.to_act() for move in state.legal_moves(player)}
    for player in range(state.players + 2):
        reason = state.why_illegal(player, junk)
        assert (reason is None) == (junk in allowed and player in state.to_act())
        assert reason is None or (reason.say("en") and reason.say("ja"))


@every_game
@given(data=st.data())
@some(30)
def test_every_refusal_is_put_in_words(game: GameUnderTest, data: st.DataObject) -> None:
    state = data.draw(states(game, 60))
    reasons: dict[Any, Reason] = {}
    for player in (1, state.players):
        for move in game.moves(state):
            if reason := state.why_illegal(player, move):
                reasons.setdefault(reason.key, reason)
    for reason in reasons.values():
        for lang in ("en", "ja"):
            assert "{" not in reason.say(lang)


@every_game
@given(data=st.data())
@some(12)
def test_cards_are_conserved(game: GameUnderTest, data: st.DataObject) -> None:
    deck = game.cards(game.start())
    for state in data.draw(walks(game, 200)).states:
        assert game.cards(state) == deck, str(state)


@every_game
@given(data=st.data())
@some(6)
def test_chance_is_exact_and_nothing_else_can_happen(game: GameUnderTest, data: st.DataObject) -> None:
    for state in data.draw(walks(game, 60)).states:
        chance = state.chance()
        outcomes = set() if chance is None else {*chance}
        told_outcomes, seen = {*map(told, outcomes)}, str(state.view(0))
        if chance is not None:
            weights = dict(chance.items())
            assert all(type(weight) is int and weight > 0 for weight in weights.values())
            assert sum(weights.values()) == chance.total
            assert sum(chance[outcome] for outcome in outcomes) == 1
            for outcome in outcomes:
                assert type(state.happen(outcome)) is type(state)
        for event in game.events(state):
            if told(event) not in told_outcomes:
                with pytest.raises(ImpossibleEvent) as caught:
                    state.happen(event)
                assert caught.value.event == str(event)
                assert caught.value.position == seen, "an error tells no secret"


@every_game
@given(data=st.data())
@some(30)
def test_a_position_is_what_its_text_says(game: GameUnderTest, data: st.DataObject) -> None:
    for state in data.draw(walks(game, 120)).states:
        again = game.parse(str(state))
        assert again == state
        assert hash(again) == hash(state)
        assert str(again) == str(state)


@every_game
@given(data=st.data())
@some(15)
def test_a_view_is_what_its_text_says(game: GameUnderTest, data: st.DataObject) -> None:
    for state in data.draw(walks(game, 60)).states:
        for player in range(state.players + 1):
            view = state.view(player)
            again = game.parse_view(str(view), player)
            assert again == view
            assert str(again) == str(view)


@every_game
@given(data=st.data())
@some(20)
def test_moves_and_events_are_what_their_texts_say(game: GameUnderTest, data: st.DataObject) -> None:
    state = data.draw(states(game))
    for move in game.moves(state):
        assert game.parse_move(str(move), state) == move
    for player, step in possible(state):
        read = game.parse_move if player else game.parse_event
        assert read(str(step), state) == step


@every_game
def test_different_positions_have_different_texts(game: GameUnderTest) -> None:
    texts: dict[str, Any] = {}
    for seed in range(8):
        for state in wandered(game.start(), Random(seed), 150).states:
            assert texts.setdefault(str(state), state) == state
    assert len(texts) > 20


@every_game
@given(data=st.data())
@some(15)
def test_a_state_is_frozen(game: GameUnderTest, data: st.DataObject) -> None:
    state = data.draw(states(game))
    before = str(state)
    for field in fields(state):
        with pytest.raises(FrozenInstanceError):
            setattr(state, field.name, None)
    for step in possible(state):
        taken(state, step)
    assert str(state) == before
    assert not hasattr(state, "__dict__"), "a state has slots and no room for more"


@every_game
@given(data=st.data())
@some(15)
def test_secrets_do_not_show_in_a_view(game: GameUnderTest, data: st.DataObject) -> None:
    """Deal again what a player cannot see: he sees the same, may do the same, and the same are to act."""
    state = data.draw(states(game))
    rng = Random(data.draw(st.integers(0, 2**32 - 1)))
    for player in range(state.players + 1):
        view = state.view(player)
        for other in islice(game.redealt(state, player, rng), 3):
            assert other.view(player) == view
            assert str(other.view(player)) == str(view)
            assert other.to_act() == state.to_act()
            assert other.starts_turn() == state.starts_turn()
            assert other.result() == state.result()
            assert (other.chance() is None) == (state.chance() is None)
            assert list(other.view(player).legal_moves()) == list(view.legal_moves())
            assert list(other.legal_moves(player)) == list(view.legal_moves())


@every_game
@given(data=st.data())
@some(15)
def test_secrets_do_not_show_one_step_on(game: GameUnderTest, data: st.DataObject) -> None:
    """After a step that looks the same to a player he still sees the same, however it was dealt."""
    state = data.draw(states(game, 60))
    rng = Random(data.draw(st.integers(0, 2**32 - 1)))
    for player in range(1, state.players + 1):
        for other in islice(game.redealt(state, player, rng), 2):
            seen: dict[tuple[int, str], Any] = {}
            for actor, step in possible(state):
                if not game.reveals(state, actor, step):
                    what = (actor, state.seen(player, actor, step))
                    view = taken(state, (actor, step)).view(player)
                    assert seen.setdefault(what, view) == view
            for actor, step in possible(other):
                what = (actor, other.seen(player, actor, step))
                if what in seen:
                    assert taken(other, (actor, step)).view(player) == seen[what]


@every_game
@given(data=st.data())
@some(15)
def test_who_acts_sees_his_own_step(game: GameUnderTest, data: st.DataObject) -> None:
    state = data.draw(states(game, 60))
    for actor, step in possible(state):
        if actor:
            assert state.seen(actor, actor, step) == str(step)


@every_game
def test_there_are_secrets_exactly_where_the_set_up_makes_some(game: GameUnderTest) -> None:
    """So that the two tests above cannot pass for want of anything to deal again."""
    dealt = False
    for seed in range(5):
        for state in wandered(game.start(), Random(seed), 40).states:
            for player in range(1, state.players + 1):
                for other in islice(game.redealt(state, player, Random(seed)), 2):
                    dealt = dealt or other != state
    assert dealt == game.secret


@every_game
@given(data=st.data())
@some(12)
def test_the_uniform_policy_plays_on_views(game: GameUnderTest, data: st.DataObject) -> None:
    state = data.draw(states(game))
    rng = Random(data.draw(st.integers(0, 2**32 - 1)))
    for player in state.to_act():
        assert state.why_illegal(player, uniform(state.view(player), rng)) is None


@every_game
def test_random_play_ends_within_the_stated_bound(game: GameUnderTest) -> None:
    won = 0
    for seed in range(25):
        walk = wandered(game.start(), Random(seed), game.most_steps, game.repetitions, game.endless)
        assert len(walk.steps) < game.most_steps, f"seed {seed}: {walk.last}"
        won += walk.last.result() is not None
    assert won > 0, "games are won, not only drawn by repetition"


@every_game
@given(data=st.data())
@some(10)
def test_nothing_follows_the_end(game: GameUnderTest, data: st.DataObject) -> None:
    last = data.draw(whole_games(game)).last
    if last.result() is None:  # A draw by repetition: as a position it goes on.
        assert possible(last)
        return
    assert possible(last) == []
    for player in range(last.players + 2):
        assert list(last.legal_moves(player)) == []
        for move in game.moves(last):
            assert last.why_illegal(player, move) is not None
    for event in game.events(last):
        with pytest.raises(ImpossibleEvent):
            last.happen(event)


@every_game
@given(data=st.data())
@some(8)
def test_a_record_replays_to_the_same_state(game: GameUnderTest, data: st.DataObject) -> None:
    walk = data.draw(walks_in_seat_order(game))
    record = recorded(walk, game.notation)
    again = Record.parse(str(record), game.notation)
    assert again.state == record.state == walk.last
    assert again.states == record.states == walk.states
    assert again.steps == record.steps == [Played(actor, step) for actor, step in walk.steps]
    assert str(again) == str(record)


@every_game
@given(data=st.data())
@some(8)
def test_a_whole_game_has_its_result(game: GameUnderTest, data: st.DataObject) -> None:
    walk = data.draw(walks_in_seat_order(game, whole=True))
    record = recorded(walk, game.notation)
    players = walk.last.players
    if walk.last.result() is None:
        assert record.drawn
        assert record.result == (Fraction(1, players),) * players
        assert record.outcome() == "draw"
    else:
        assert record.result == walk.last.result()
        shares = walk.last.result()
        winners = [player for player, share in enumerate(shares, 1) if share]
        assert record.outcome() == ("draw" if len(winners) == players else ",".join(map(str, winners)))
    assert f'[Result "{record.outcome()}"]' in str(record)
    before_the_end = recorded(Walk(walk.states[:-1], walk.steps[:-1]), game.notation)
    assert before_the_end.outcome() == "*"
    assert before_the_end.result is None


@every_game
@given(data=st.data())
@some(8)
def test_steps_as_text_are_steps(game: GameUnderTest, data: st.DataObject) -> None:
    walk = data.draw(walks_in_seat_order(game))
    record = Record(game.notation, walk.states[0])
    for actor, step in walk.steps:
        record.play(actor, str(step)) if actor else record.happen(str(step))
    assert record.steps == recorded(walk, game.notation).steps
    assert [type(played.step) for played in record.steps] == [type(step) for _, step in walk.steps]


@every_game
@given(data=st.data())
@some(10)
def test_undo_and_redo_go_back_and_forth(game: GameUnderTest, data: st.DataObject) -> None:
    walk = data.draw(walks_in_seat_order(game))
    record = recorded(walk, game.notation)
    whole = str(record)
    back = data.draw(st.integers(0, len(walk.steps)))
    for n in range(back):
        assert record.undo() == Played(*walk.steps[-1 - n])
        assert record.undone == n + 1
    assert record.state == walk.states[len(walk.steps) - back]
    for _ in range(back):
        assert record.redo() is not None
    assert record.redo() is None
    assert str(record) == whole
    assert record.undone == 0
