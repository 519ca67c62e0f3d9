"""Computer players: legal in every game, better than chance, and exact where a position is small."""

from __future__ import annotations

from random import Random

import pytest

from inaba import river
from inaba.game import Policy
from solvers.endgame import Solver
from solvers.policies import Best, best, greedy, uniform


def played(state: river.State, players: list[Policy], rng: Random, most: int = 400) -> river.State:
    """A game to its end, every move checked by the engine."""
    for _ in range(most):
        if state.result():
            break
        if chance := state.chance():
            state = state.happen(chance.sample(rng))
        else:
            player = state.to_act()[0]
            state = state.play(player, players[player - 1](state.view(player), rng))
    return state


@pytest.mark.parametrize("policy", [uniform, greedy, Best(limit=3000)])
@pytest.mark.parametrize(
    ("players", "setup", "rules"),
    [(2, "shuffled", ""), (3, "shuffled", "rest=owner"), (4, "shuffled", "orca=side"), (2, "draft", "")],
)
def test_whole_games_are_legal(policy: Policy, players: int, setup: str, rules: str) -> None:
    deck = river.parse_deck("3,5,D,O,S,W")
    for seed in range(5):
        opening = river.start(players, deck, 3, 2, river.parse_rules(rules), setup, first=players)
        state = played(opening, [policy] * players, Random(seed))
        assert state.result() or policy is not uniform


def test_a_policy_leaves_the_view_alone_and_repeats_with_the_seed() -> None:
    view = river.start().view(1)
    for policy in (uniform, greedy, best):
        assert policy(view, Random(3)) == policy(view, Random(3))
    assert view == river.start().view(1)


def test_greedy_takes_what_is_best_at_once() -> None:
    def choice(text: str, player: int = 1) -> set[str]:
        view = river.parse(text).view(player)
        return {str(greedy(view, Random(seed))) for seed in range(10)}

    # Into the goal; never another's rabbit.
    assert choice("W,W/W,W a2,b2 1 - -") == {"1*"}
    assert choice("W,W/W,W a2,b2 2 - -", 2) == {"2*"}
    # A whale rather than a shark; and if there is only a strong shark ahead, the other's rabbit meets it.
    assert choice("5,W/20,W -,- 1 - -") == {"1b1"}
    assert choice("20/W -,a1 1 - -") == {"2a2"}
    # A ride as far ahead as it goes; the other's rabbit as far back.
    assert choice("W,9/D,W a1,- 1 - - ride:1:a1") == {">a2"}
    assert choice("W,9/D,W -,a1 1 - - ride:2:a1") == {">b2"}
    # The squid turns up what the own rabbit would land on.
    assert choice("?,W,?/S,5,W a1,- 1 - 7,9 peek:1") == {"!a2"}


def test_greedy_beats_chance() -> None:
    """Two standard deviations above half in 60 games; a coin is that lucky once in forty times."""
    won = 0
    for seed in range(60):
        greedy_first = seed % 2 == 0
        opening = river.start(2, "classroom")
        players: list[Policy] = [greedy, uniform] if greedy_first else [uniform, greedy]
        result = played(opening, players, Random(seed), most=5000).result()
        assert result
        won += result[0] == greedy_first
    assert won > 30 + 2 * 15**0.5


def test_best_plays_the_exact_best_move() -> None:
    rng = Random(1)
    state = river.parse("5,?,4/?,6,D -,- 1 - W,O")
    solver = Solver()
    while not state.result():
        if chance := state.chance():
            state = state.happen(chance.sample(rng))
        else:
            (player,) = state.to_act()
            move = best(state.view(player), rng)
            assert solver.value(state.play(player, move)) == solver.value(state)
            state = state.play(player, move)


def test_best_falls_back_where_there_is_no_exact_answer() -> None:
    asked: list[river.View] = []

    def noted(view: river.View, rng: Random) -> river.Choose:
        asked.append(view)
        return uniform(view, rng)  # type: ignore[no-any-return]  # any legal move does, and here it is a Choose

    policy = Best(limit=1000, fallback=noted)
    views = [
        river.start().view(1),
        river.start(3).view(1),
        river.parse("?2:9,?1:5/W,D -,- 1 - -").view(1),
    ]
    for view in views:
        assert policy(view, Random(0)) in list(view.legal_moves())
    assert asked == views
    policy(river.parse("W,5 -,- 1 - -").view(1), Random(0))
    assert asked == views
