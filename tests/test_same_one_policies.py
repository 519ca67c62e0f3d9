"""Computer players for Same One: legal under all options, better than chance; and how long games last."""

from __future__ import annotations

from random import Random

import pytest

from inaba import same_one
from inaba.game import Policy
from inaba.same_one.moves import Foul
from inaba.same_one.rules import parse_rules
from inaba.same_one.state import State
from solvers.same_one_policies import greedy, uniform
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
def test_greedy_plays_whole_games_under_all_options(game: GameUnderTest) -> None:
    for seed in range(3):
        state, _ = played(game.start(), [greedy] * game.start().players, Random(seed))
        assert state.result() is not None


def test_greedy_commits_no_foul() -> None:
    view = same_one.parse("g3,g9/b5/y1 g30:3 - y30 1 0".replace("g30", "b30"), parse_rules("fouls=yes")).view(
        1
    )
    assert any(isinstance(move, Foul) for move in view.legal_moves())
    assert {str(greedy(view, Random(seed))) for seed in range(9)} == {"draw"}


def test_a_policy_leaves_the_view_alone_and_repeats_with_the_seed() -> None:
    text = "g9,b9,g14,b2/b5/y1 g7:3 - y30 1 0"
    view = same_one.parse(text).view(1)
    for policy in (uniform, greedy):
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
