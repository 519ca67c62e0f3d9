"""Computer players for Same One: legal under all options, better than chance; and how long games last."""

from __future__ import annotations

from random import Random

import pytest

from inaba import same_one
from inaba.game import Policy
from inaba.same_one.moves import Foul, Play
from inaba.same_one.rules import parse_rules
from inaba.same_one.state import State
from solvers.same_one_odds import Odds, unanswered
from solvers.same_one_policies import Careless, careful, greedy, uniform
from tests.strategies_same_one import SAME_ONE, SMALL
from tests.under_test import GameUnderTest

MOST_TURNS = 2000


def played(state: State, players: list[Policy], rng: Random, most: int = MOST_TURNS) -> tuple[State, int]:
    """A game to its end, every move checked by the engine, and how many turns it had; broken off after so
    many."""
    turns = 0
    while state.result() is None and turns < most:
        turns += state.starts_turn()
        if chance := state.chance():
            state = state.happen(chance.sample(rng))
        else:
            player = state.to_act()[0]
            state = state.play(player, players[player - 1](state.view(player), rng))
    return state, turns


@pytest.mark.parametrize("game", SAME_ONE, ids=lambda game: game.name)
@pytest.mark.parametrize(
    "policy", [greedy, careful, Careless(careful, 9)], ids=["greedy", "careful", "careless"]
)
def test_policies_play_whole_games_under_all_options(game: GameUnderTest, policy: Policy) -> None:
    for seed in range(3):
        state, _ = played(game.start(), [policy] * game.start().players, Random(seed))
        assert state.result() is not None


@pytest.mark.parametrize("policy", [greedy, careful])
def test_who_looks_commits_no_foul(policy: Policy) -> None:
    view = same_one.parse("g3,g9/b5/y1 g30:3 - y30 1 0".replace("g30", "b30"), parse_rules("fouls=yes")).view(
        1
    )
    assert any(isinstance(move, Foul) for move in view.legal_moves())
    assert {str(policy(view, Random(seed))) for seed in range(9)} == {"draw"}


def test_who_does_not_look_commits_fouls_where_they_are_moves() -> None:
    """And where they are refused he plays as he would have (rule 14)."""
    text = "g3,g9/b5/y1 b30:3 - y30 1 0"
    fouls = same_one.parse(text, parse_rules("fouls=yes")).view(1)
    assert {str(Careless(greedy, 2)(fouls, Random(seed))) for seed in range(20)} == {"xg3", "xg9", "draw"}
    assert {str(Careless(greedy, 1)(fouls, Random(seed))) for seed in range(20)} == {"xg3", "xg9"}
    assert str(Careless(greedy, 1)(same_one.parse(text).view(1), Random(0))) == "draw"
    fits = same_one.parse("g3,g9/b5/y1 g2:3 - y30 1 0", parse_rules("fouls=yes")).view(1)
    assert str(Careless(greedy, 1)(fits, Random(0))) in ("g3", "g9"), "what may be laid is no foul"


def test_a_policy_leaves_the_view_alone_and_repeats_with_the_seed() -> None:
    text = "g9,b9,g14,b2/b5/y1 g7:3 - y30 1 0"
    view = same_one.parse(text).view(1)
    for policy in (uniform, greedy, careful, Careless(greedy, 2)):
        assert policy(view, Random(3)) == policy(view, Random(3))
    assert view == same_one.parse(text).view(1)


@pytest.mark.parametrize(
    ("text", "player", "moves"),
    [
        # The end of the game, best of all with a dog; then the most cards.
        ("g9,b9/b5/y1 g7:3 - - 1 0", 1, {"g9+b9"}),
        ("b1,y1/b5/g5 b30:3 - - 1 0", 1, {"b1+y1"}),
        ("g9,b9,y9,b12/b5/y1 g7:3 - - 1 0", 1, {"g9+y9+b9"}),
        # A shark before another card; what leaves more to follow with.
        ("g9,g14,b2/b5/y1 g7:3 - - 1 0", 1, {"g14"}),
        ("g9,g12,g11,b2/b5/y1 g7:3 - - 1 0", 1, {"g9"}),
        # Nothing fits.
        ("b9,b14/b5/y1 g7:3 - - 1 0", 1, {"draw"}),
        # A call rather than none; a drawn card rather than a pass.
        ("b9,b14/b5/y1 g9:3 - - 1 0 ask", 1, {"!b9"}),
        ("b9+g14/b5/y1 g7:3 - - 1 0 drawn", 1, {"g14"}),
        ("b9+y14/b5/y1 g7:3 - - 1 0 drawn", 1, {"pass"}),
    ],
)
def test_greedy_gets_rid_of_most(text: str, player: int, moves: set[str]) -> None:
    view = same_one.parse(text).view(player)
    assert {str(greedy(view, Random(seed))) for seed in range(20)} == moves


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        # The end of the game, best of all with a dog; then the most cards.
        ("b1,y1/b5/g5 b30:3 - b2 1 0", {"b1+y1"}),
        ("g9,b9,g12/b5/y1 g7:3 - y9 1 0", {"g9+b9"}),
        # What can be called less; what can be followed less; a call rather than what can be answered.
        ("g9,g12,b2/b5/y1 g7:3 - b9,y9,y30 1 0", {"g12"}),
        ("g9,g12,b2/b5,b6/y1 g7:3 - g10,g11,y30 1 0", {"g12"}),
        ("g9,b7,b2/b5,b6/y1 g7:3 - g10,g11,y30 1 0", {"!b7"}),
        # A shark skips 2, so it is 3 who could follow; g12 could be called by either.
        ("g12,g14,y3/b5/y1,y2 g7:3 - g13,b12,y12 1 0", {"g14"}),
        # A drawn card rather than a pass; a draw where nothing fits.
        ("b9+g14/b5/y1 g7:3 - b2 1 0 drawn", {"g14"}),
        ("b9,b14/b5/y1 g7:3 - g2 1 0", {"draw"}),
    ],
)
def test_careful_lays_what_can_least_be_answered(text: str, moves: set[str]) -> None:
    view = same_one.parse(text).view(1)
    assert {str(careful(view, Random(seed))) for seed in range(20)} == moves


@pytest.mark.parametrize(("players", "rules"), [(3, ""), (5, "race=5:4:3:2:1"), (9, ""), (3, "play_on=yes")])
def test_the_formula_that_careful_uses_gives_the_odds_exactly(players: int, rules: str) -> None:
    """Over whole games, at each turn, for each play: the chance that nothing answers it."""
    rng, state, plays = Random(players), same_one.start(players, parse_rules(rules)), 0
    while state.result() is None:
        if chance := state.chance():
            state = state.happen(chance.sample(rng))
            continue
        player = state.to_act()[0]
        view = state.view(player)
        if state.starts_turn():
            for odds in Odds(view).moves():
                if isinstance(odds.move, Play):
                    assert unanswered(view, odds.laid) == odds.unanswered, (str(view), str(odds.move))
                    plays += 1
        state = state.play(player, careful(view, rng))
    assert plays > 20


def test_greedy_beats_chance() -> None:
    """More than three standard deviations above its share of a third in 90 games."""
    won = 0
    for seed in range(90):
        players: list[Policy] = [uniform, uniform, uniform]
        players[seed % 3] = greedy
        state, _ = played(same_one.start(3, first=seed // 3 % 3 + 1), players, Random(seed))
        result = state.result()
        assert result is not None
        won += result[seed % 3] == 1
    assert won > 30 + 3 * (90 * 2 / 9) ** 0.5


@pytest.mark.parametrize("policy", [uniform, greedy])
@pytest.mark.parametrize("players", [3, 6, 9])
def test_games_end_within_the_turns_that_are_stated(policy: Policy, players: int) -> None:
    """What `inaba.same_one` says of the length of games; tests/benchmarks/same_one_length.py measures it."""
    for seed in range(8):
        state, turns = played(same_one.start(players), [policy] * players, Random(seed))
        assert state.result() is not None
        assert turns < MOST_TURNS


def test_small_games_end_too() -> None:
    for seed in range(40):
        state, _ = played(same_one.start(4, deck=SMALL, hand=6), [greedy] * 4, Random(seed))
        assert state.result() is not None
