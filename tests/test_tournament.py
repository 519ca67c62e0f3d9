"""Many games of Same One: fair over the seats, the same on any executor, and means that theory knows."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from math import sqrt
from random import Random
from statistics import stdev

import pytest

from inaba import same_one
from inaba.errors import SetupError
from inaba.game import Policy
from inaba.record import Record
from inaba.same_one.cards import parse_cards
from inaba.same_one.moves import Call, Draw, Move, Pass, Play
from inaba.same_one.state import View
from solvers.same_one_games import describe, play
from solvers.same_one_policies import Careless, careful, greedy, uniform
from solvers.tournament import tournament

PAIR = {"greedy": greedy, "random": uniform}


def passive(view: View, rng: Random) -> Move:
    """Never lays a card: nobody gets out, and the game does not end by itself."""
    return next(move for move in view.legal_moves() if isinstance(move, Draw | Pass) or str(move) == "-")


def test_equal_policies_share_the_wins_exactly_and_the_losses_pay_the_winner() -> None:
    """Over a round each of them sits everywhere, so the shares and the scores of all seats sum up to it."""
    found = tournament({"one": greedy}, ["one"] * 4, rounds=5)[0]
    assert (found.seats, found.wins.games) == (4, 80)
    assert found.wins.mean == pytest.approx(1 / 4)
    assert found.score is not None
    assert found.score.mean == pytest.approx(0)


def test_the_shares_of_all_sum_to_one() -> None:
    found = tournament(PAIR, ["greedy", "random", "random"], rounds=8)
    assert sum(standing.wins.mean * standing.seats for standing in found) == pytest.approx(1)
    assert sum(standing.score.mean * standing.seats for standing in found if standing.score) == pytest.approx(
        0
    )
    assert [standing.name for standing in found] == ["greedy", "random"]


def test_a_round_turns_the_seats_and_counts_each_game() -> None:
    """The means and their errors are those of games played one by one, from the same seeds."""
    seats = ["greedy", "random", "random"]
    wins = []
    for number in range(6):
        shares = []
        for turned in range(3):
            sitting = seats[turned:] + seats[:turned]
            rng = Random(f"7:{number}:{turned}")
            game = play(same_one.start(3), [PAIR[name] for name in sitting], rng)
            shares.append(game.shares[sitting.index("greedy")])
        wins.append(sum(shares) / 3)
    found = tournament(PAIR, seats, rounds=6, seed=7)
    standing = next(one for one in found if one.name == "greedy")
    assert standing.wins.mean == pytest.approx(sum(wins) / 6)
    # With one round lost and one won more, so that no run of luck looks like certainty.
    assert standing.wins.standard_error == pytest.approx(stdev([*wins, 0, 1]) * sqrt(7 / 8) / sqrt(7))


def test_the_same_seed_gives_the_same_on_any_executor() -> None:
    here = tournament(PAIR, ["greedy", "random", "random"], rounds=4, seed=3)
    with ThreadPoolExecutor(2) as threads:
        assert tournament(PAIR, ["greedy", "random", "random"], rounds=4, seed=3, executor=threads) == here
        assert describe(greedy, 4, games=6, executor=threads) == describe(greedy, 4, games=6)
    with ProcessPoolExecutor(1) as processes:
        assert tournament(PAIR, ["greedy", "random", "random"], rounds=4, seed=3, executor=processes) == here


def test_a_game_tells_what_happened_in_it() -> None:
    """The same game as a record: turns, calls that counted, the winner and the scores."""
    for seed in range(6):
        game = play(same_one.start(3), [greedy] * 3, Random(seed))
        rng = Random(seed)
        record = Record(same_one.NOTATION, same_one.start(3))
        counted = 0
        while record.result is None:
            state = record.state
            if chance := state.chance():
                event = chance.sample(rng)
                counted += str(event).startswith("(")
                record.happen(event)
            else:
                player = state.to_act()[0]
                move = greedy(state.view(player), rng)
                counted += isinstance(move, Call) and state.starts_turn()
                record.play(player, move)
        assert (game.turns, game.calls, game.scores) == (record.turns, counted, record.state.scores())
        assert game.shares == tuple(map(float, record.result))
        assert game.won
        assert not game.broken_off


def test_who_called_in_his_turn_is_counted_too() -> None:
    def late(view: View, rng: Random) -> Move:
        """Calls in his turn alone."""
        moves = list(view.legal_moves())
        return next((move for move in moves if str(move) == "-"), moves[-1])

    state = same_one.parse("g3,b9/y9,y2/y1,y3 g9:3 - b2,y30 1 0")
    game = play(state, [late] * 3, Random(0), most_turns=2)
    assert game.calls == 1


def test_a_game_without_end_is_broken_off_and_said_so() -> None:
    game = play(same_one.start(3), [passive] * 3, Random(0), most_turns=50)
    assert game.broken_off
    assert (game.shares, game.scores, game.won) == ((0, 0, 0), (0, 0, 0), False)
    on = same_one.start(3, same_one.parse_rules("play_on=yes"))
    assert play(on, [passive] * 3, Random(0), most_turns=50).scores is None


def test_a_game_in_which_nobody_can_move_on_is_not_won() -> None:
    """Rule 17: a full round of passes on an empty centre, and nothing to draw."""
    state = same_one.parse("g13/b14/y15 - - - 1 0")
    game = play(state, [greedy] * 3, Random(0))
    assert (game.won, game.broken_off, game.scores) == (False, False, (0, 0, 0))
    assert game.shares == pytest.approx((1 / 3,) * 3)


def test_wonderful_is_told() -> None:
    game = play(same_one.parse("g1,b1/b14/y15 g20:3 - y2 1 0"), [greedy] * 3, Random(0))
    assert (game.wonderful, game.scores) == (True, (20, -10, -10))


def orderly(view: View, rng: Random) -> Move:
    """Lays the first card that it can, in the order of the box, and heeds neither places nor chance."""
    moves = list(view.legal_moves())
    laying = [move for move in moves if isinstance(move, Play | Call)]
    return min(laying, key=str) if laying else moves[0]


def test_fixed_order_changes_nothing_for_players_who_do_not_look_at_the_order() -> None:
    """Rule 16: with the same seed the same cards come, and the same games are played."""
    plain = describe(orderly, 4, games=10)
    fixed = describe(orderly, 4, rules="fixed_order=yes", games=10)
    assert (plain.turns, plain.starter, plain.winner) == (fixed.turns, fixed.starter, fixed.winner)


def test_fouls_cost_careless_players_cards_and_nobody_else() -> None:
    """Rule 14: who lays only what may be laid plays the same game; who does not gets rid of cards later."""
    assert describe(greedy, 3, games=10).turns == describe(greedy, 3, rules="fouls=yes", games=10).turns
    loose: Policy = Careless(greedy, 4)
    with_fouls = describe(loose, 3, rules="fouls=yes", games=30)
    without = describe(loose, 3, games=30)
    error = sqrt(with_fouls.turns.standard_error**2 + without.turns.standard_error**2)
    assert with_fouls.turns.mean > without.turns.mean + 3 * error


def test_played_on_games_have_no_scores_and_last_longer() -> None:
    on = describe(greedy, 4, rules="play_on=yes", games=20)
    plain = describe(greedy, 4, games=20)
    assert on.winner is None
    assert on.turns.mean > plain.turns.mean
    assert tournament(PAIR, ["greedy", "random", "random"], rules="play_on=yes", rounds=2)[0].score is None


def test_careful_beats_chance() -> None:
    """More than three standard errors above an equal share."""
    found = tournament({"careful": careful, "random": uniform}, ["careful", "random", "random"], rounds=20)
    wins = next(standing.wins for standing in found if standing.name == "careful")
    assert wins.mean > 1 / 3 + 3 * wins.standard_error


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(SetupError, match="no policy 'clever'; there are greedy, random"):
        tournament(PAIR, ["greedy", "clever", "random"])
    with pytest.raises(SetupError, match="no game 'river'"):
        tournament(PAIR, ["greedy", "random", "random"], game="river")
    with pytest.raises(SetupError, match="2 rounds or more"):
        tournament(PAIR, ["greedy", "random", "random"], rounds=1)
    with pytest.raises(SetupError, match="2 games or more"):
        describe(greedy, games=1)
    for seats in (["greedy"] * 2, ["greedy"] * 10):
        with pytest.raises(SetupError):
            tournament(PAIR, seats)
    with pytest.raises(SetupError):
        describe(greedy, 2)
    with pytest.raises(SetupError, match="one_in"):
        Careless(greedy, 0)


def test_a_small_deck_can_be_played_too() -> None:
    state = same_one.start(3, deck=parse_cards("g1-9,b1-9"), hand=3)
    assert play(state, [greedy] * 3, Random(2)).turns > 0
