"""Computer players for Cross Sevens: legal under all options, better than chance; and what games are like.

What games are like is asked in a stripped setting: trumps alone, no joker, action cards without effect, and a
pass only where nothing can be laid. tests/benchmarks/cross_sevens_facts.py plays more of it.
"""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from inaba import cross_sevens
from inaba.cross_sevens.state import State
from inaba.game import Policy
from solvers.cross_sevens_policies import deducer, greedy, patient, uniform
from tests.benchmarks.cross_sevens_facts import SURVIVORS, stripped, stuck_alone, width
from tests.strategies_cross_sevens import CROSS_SEVENS
from tests.under_test import GameUnderTest


def played(state: State, players: list[Policy], rng: Random) -> State:
    """A game to its end, every move checked by the engine."""
    while state.result() is None:
        if chance := state.chance():
            state = state.happen(chance.sample(rng))
        else:
            player = state.to_act()[0]
            state = state.play(player, players[player - 1](state.view(player), rng))
    return state


@pytest.mark.parametrize("game", CROSS_SEVENS, ids=lambda game: game.name)
@pytest.mark.parametrize("policy", [greedy, patient, deducer])
def test_they_play_whole_games_under_all_options(policy: Policy, game: GameUnderTest) -> None:
    for seed in range(3):
        state = played(game.start(), [policy] * game.start().players, Random(seed))
        assert state.ranks() is not None


def test_a_policy_leaves_the_view_alone_and_repeats_with_the_seed() -> None:
    text = "D8,D9,S6:cross,plus/S8,S2/H8,H2 DSHC - try*9 - - 1 -"
    view = cross_sevens.parse(text).view(1)
    for policy in (uniform, greedy, patient, deducer):
        assert policy(view, Random(3)) == policy(view, Random(3))
    assert view == cross_sevens.parse(text).view(1)


@pytest.mark.parametrize(
    ("policy", "text", "moves"),
    [
        # The joker and its trump rather than one trump; no action card where none is needed.
        (greedy, "D9,S6,JK/S8,S2/H8,H2 DSHC - try*9 - - 1 -",
         {"JK=D8@b0&D9@a0", "JK=D8@b0&D9@b-1", "JK=D8@b0&D9@c0", "JK=D8@b2&D9@a2", "JK=D8@b2&D9@b3"}),
        (greedy, "S9:cross/S2,S3/H8,H2 DSHC,S8@c3 - try*9 - - 1 -", {"S9@b3", "S9@c4"}),
        # With PLUS it lays on; the patient keeps it, unless it finishes.
        (greedy, "D9,S3:plus/S8,S2/H8,H2 DSHC,D8@b2 - try*9 - - 1 - laid", {"D9@a2+plus", "D9@b3+plus"}),
        (patient, "D9,S3:plus/S8,S2/H8,H2 DSHC,D8@b2 - try*9 - - 1 - laid", {"end"}),
        (patient, "D9:plus/S8,S2/H8,H2 DSHC,D8@b2 - try*9 - - 1 - laid", {"D9@a2+plus", "D9@b3+plus"}),
        # It lays what it can follow itself.
        (patient, "D8,D9,S6/S8,S2/H8,H2 DSHC - try*9 - - 1 -", {"D8@b0", "D8@b2"}),
        # Nothing can be laid: TRY, or an action card while there is room, or a trump.
        (greedy, "D2:try/S8,S2/D3,H2 DSHC - plus*9 - - 1 -", {"try:2:S8", "try:3:S8"}),
        (greedy, "D2:plus/S8,S2/H8,H2/- DSHC D3 plus*9 - x4 1 -", {"draw:action"}),
        (greedy, "D2:plus*3/S8,S2/H8,H2/- DSHC D3 plus*9 - x4 1 -", {"draw:trump"}),
        (greedy, "D2:plus*2,trade/S8,S2/H8,H2 DSHC - plus*9 - - 1 -", {"pass"}),
        (patient, "D2:plus*2,trade/S8,S2/H8,H2 DSHC - plus*9 - - 1 -", {"trade:2", "trade:3"}),
        # It gets round a pass: by a TRY that opens the way for its own, or that fewest are asked for in vain.
        (deducer, "D9,S2:try/S8,S3/H8,D8 DSHC - try*8 - - 1 -", {"try:2:D8", "try:3:D8"}),
        (deducer, "S2:try/S8,S3,D2/H8,D8 DSHC - try*8 - - 1 -", {"try:3:S8", "try:3:H8", "try:3:D8"}),
        # By TRADE. If it has to pass: by a trump, or by other cards for those that help nobody who is stuck.
        (deducer, "D2,D3:trade/S8,S2/H8,H2 DSHC - plus*9 - - 1 -", {"trade:2", "trade:3"}),
        (deducer, "D2:plus/S8,S2/H8,H2/- DSHC D3 plus*9 - x4 1 -", {"draw:trump"}),
        (deducer, "D2:cross,plus/S8,S2/H8,H2 DSHC - plus*9 - - 1 -", {"discard:plus"}),
        # What is given away is a trump that cannot be laid, and not the joker.
        (greedy, "D2,D8,JK/S8,S2/H8,H2 DSHC - plus*9 - - 1 trade trade:2", {">D2"}),
    ],
)  # fmt: skip
def test_what_they_choose(policy: Policy, text: str, moves: set[str]) -> None:
    view = cross_sevens.parse(text).view(1)
    assert {str(policy(view, Random(seed))) for seed in range(40)} == moves


@pytest.mark.parametrize("policy", [greedy, patient, deducer])
def test_they_beat_chance(policy: Policy) -> None:
    """More than three standard deviations above a share of a third in 20 games."""
    won = 0
    for seed in range(20):
        players: list[Policy] = [uniform] * 3
        players[seed % 3] = policy
        result = played(cross_sevens.start(3), players, Random(seed)).result()
        won += result is not None and result[seed % 3] == 1
    assert won > (20 + 3 * (20 * 2) ** 0.5) / 3


@cache
def ends(players: int) -> list[State]:
    """How 30 games of the stripped setting end, seed 1."""
    rng = Random(1)
    return [stripped(players, rng) for _ in range(30)]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_facts_the_share_of_games_with_one_survivor(players: int) -> None:
    """91, 78 and 59 % with 3, 4 and 5 players: within three standard errors."""
    games, share = len(ends(players)), SURVIVORS[players]
    alone = sum(not state.finished for state in ends(players))
    assert abs(alone / games - share) < 3 * (share * (1 - share) / games) ** 0.5


def test_facts_the_field_is_about_ten_columns_wide_and_fifteen_at_most() -> None:
    widths = [width(state) for players in (3, 4, 5) for state in ends(players)]
    assert 9 < sum(widths) / len(widths) < 11.5
    assert max(widths) <= 15


def test_in_the_stripped_game_only_who_is_stuck_passes() -> None:
    able = cross_sevens.parse("D8,D3:stop/S8,S2/H8,H2/- DSHC C2 stop*9 - x4 1 -").view(1)
    assert {str(stuck_alone(able, Random(seed))) for seed in range(9)} == {"D8@b0", "D8@b2"}
    stuck = cross_sevens.parse("D2,D3:stop/S8,S2/H8,H2/- DSHC C2 stop*9 - x4 1 -").view(1)
    assert {str(stuck_alone(stuck, Random(seed))) for seed in range(9)} == {"draw:action", "draw:trump"}
    full = cross_sevens.parse("D2,D3:stop*3/S8,S2/H8,H2/- DSHC C2 stop*9 - x4 1 -").view(1)
    assert {str(stuck_alone(full, Random(seed))) for seed in range(9)} == {"draw:trump"}
