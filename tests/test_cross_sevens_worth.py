"""Games of Cross Sevens between policies, and what an action card is worth: truths known beforehand."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from inaba import cross_sevens
from inaba.cross_sevens.cards import Action
from inaba.cross_sevens.moves import Draw, Lay, Move, Pass
from inaba.cross_sevens.state import View
from inaba.errors import SetupError
from inaba.game import Policy
from solvers.cross_sevens_policies import greedy, patient, uniform
from solvers.cross_sevens_worth import HOLDABLE, Fate, describe, fated, gains, play, with_extra, worth
from solvers.tournament import tournament

PLUS, TRY, STOP, CROSS = Action.PLUS, Action.TRY, Action.STOP, Action.CROSS


def bare(view: View, rng: Random) -> Move:
    """Lays a trump if it can, and uses no action card; draws them, and then trumps."""
    moves = list(view.legal_moves())
    laying = [move for move in moves if isinstance(move, Lay) and not move.actions()]
    if laying:
        return rng.choice(laying)
    passing = [move for move in moves if isinstance(move, Draw | Pass)]
    return passing[-1 if len(view.actions) >= 3 else 0] if passing else moves[-1]


def never(state: object) -> bool:
    return False


def test_equal_policies_share_the_wins_exactly() -> None:
    """Over a round each sits everywhere. Cross Sevens has no scores."""
    found = tournament({"one": greedy}, ["one"] * 3, game="cross_sevens", rounds=2)[0]
    assert found.wins.mean == pytest.approx(1 / 3)
    assert found.score is None


def test_greedy_beats_chance() -> None:
    """More than three standard errors above an equal share."""
    pair: dict[str, Policy] = {"greedy": greedy, "random": uniform}
    found = tournament(pair, ["greedy", "random", "random"], game="cross_sevens", rounds=10)
    assert found[0].name == "greedy"
    assert found[0].wins.mean > 1 / 3 + 3 * found[0].wins.standard_error


def test_a_game_tells_how_it_ended() -> None:
    """Rules 7 and 12: everybody but one eliminated, or somebody without trumps; all 53 are somewhere."""
    ends = set()
    for seed in range(8):
        game = play(cross_sevens.start(3), [greedy] * 3, Random(seed))
        assert sum(game.shares) == 1
        assert game.survivor is (game.eliminated == 2)
        assert not game.broken_off
        assert game.shut <= game.left <= 48
        assert game.columns >= 4
        assert game.turns >= 3
        assert 1 <= game.starter <= 3
        ends.add(game.survivor)
    assert ends == {True, False}


def test_a_game_by_hand() -> None:
    """Player 1 lays his only trump. Then one in which 2 passes with three action cards and is out, 3 takes
    his trump from the pile, 1 lays, and 3 is out."""
    game = play(cross_sevens.parse("D8/S8/H8 DSHC - plus - - 1 -"), [greedy] * 3, Random(0))
    assert game == ((1.0, 0.0, 0.0), 1, 1, False, 0, 4, 2, 0, False)
    text = "D8,D9/SK:stop,try,plus/HK:plus,try,tunnel DSHC - plus*9 - - 2 -"
    game = play(cross_sevens.parse(text), [bare] * 3, Random(0))
    assert (game.shares, game.turns, game.survivor, game.eliminated) == ((1.0, 0.0, 0.0), 4, True, 2)
    assert (game.left, game.shut) == (3, 2)  # The two kings: nothing leads to them in so small a deck.


def test_describing_is_the_mean_of_games_and_the_same_on_any_executor() -> None:
    found = describe(greedy, 3, games=4, seed=5)
    one_by_one = [play(cross_sevens.start(3), [greedy] * 3, Random(f"5:{n}")) for n in range(4)]
    assert found.turns.mean == pytest.approx(sum(game.turns for game in one_by_one) / 4)
    assert found.survivor.mean == sum(game.survivor for game in one_by_one) / 4
    with ThreadPoolExecutor(2) as threads:
        assert describe(greedy, 3, games=4, seed=5, executor=threads) == found


def test_without_a_kind_it_never_comes() -> None:
    """All that is left is PLUS: nobody ever holds anything else."""
    held: set[Action] = set()

    def looking(view: View, rng: Random) -> Move:
        held.update(view.actions)
        return greedy(view, rng)

    state = cross_sevens.start(3, actions=(PLUS,) * 4)
    play(state, [looking] * 3, Random(1))
    assert held == {PLUS}
    assert describe(greedy, games=2, without=Action.MIX).without is Action.MIX


def test_an_extra_card_comes_out_of_the_pile() -> None:
    before = cross_sevens.parse("D8,D9/S8/H8 DSHC - plus*2,try - - 1 -")
    after = with_extra(before, 3, TRY)
    assert (after.actions(3), after.table.action_pile) == ((TRY,), 2)
    assert after.table.actions == before.table.actions
    for kind in (Action.MIX, CROSS):
        with pytest.raises(SetupError, match="extra"):
            with_extra(before, 1, kind)


def test_plus_wins_where_everybody_has_two_trumps_to_lay() -> None:
    """By hand: player 1 is first anyway; to each of the others PLUS is worth the whole win, TRY nothing."""
    position = cross_sevens.parse("D8,D9/S8,S9/H8,H9 DSHC - plus*4,try*4 - - 1 -")
    assert gains(position, greedy, PLUS, "1") == (0, 1, 1)
    assert gains(position, bare, PLUS, "1") == (0, 0, 0)
    assert gains(position, greedy, TRY, "1") == (0, 0, 0)


def test_a_card_that_nobody_uses_counts_passes() -> None:
    """By hand (rule 7): nobody can lay. 1 is the first to pass with three action cards; of the other two, who
    comes to three first takes 1's trump from the pile, and the other is out. That is 2 in any case but one:
    with an extra card 2 has three a turn too early, takes the trump, and is out before 3. With an extra card
    3 is the first to come to three, and 2 is out."""
    position = cross_sevens.parse("DK:stop,try/SK:stop/HK:stop DSHC - plus*9 - - 1 -")
    assert fated(position, [bare] * 3, Fate("0"), never).eliminated == (1, 3)
    assert gains(position, bare, PLUS, "0") == (0, -1, 1)


def test_to_who_uses_none_all_kinds_are_the_same_burden() -> None:
    """Common random numbers: the games differ in nothing but the kinds of cards that nobody looks at."""
    found = worth(bare, kinds=[PLUS, STOP], deals=4)
    first = found[0]
    assert all((one.gain, one.helped, one.hurt) == (first.gain, first.helped, first.hurt) for one in found)
    assert first.gain.mean < 0
    assert first.gain.mean == pytest.approx(first.helped.mean - first.hurt.mean)


def test_the_same_fate_draws_the_same_cards() -> None:
    """From the same pile the n-th card is the same; whatever was drawn of the other pile in between."""
    pile = cross_sevens.parse("D8,D9/S8/H8 DSHC SK,HK,CK,CQ,CJ plus*9,try*9,stop*3 - - 1 -")
    trump = pile.play(1, "draw:trump").chance()
    action = pile.play(1, "draw:action").chance()
    assert trump is not None
    assert action is not None
    one, other = Fate("x"), Fate("x")
    first = [str(one.event(trump)) for _ in range(12)]
    second = []
    for _ in range(12):
        other.event(action)
        second.append(str(other.event(trump)))
    assert first == second
    assert len({*first}) > 1


def test_worth_is_the_same_on_any_executor() -> None:
    here = worth(patient, kinds=[CROSS], deals=2, seed=3)
    with ThreadPoolExecutor(2) as threads:
        assert worth(patient, kinds=[CROSS], deals=2, seed=3, executor=threads) == here
    assert here[0].gain.games == 6


def test_what_cannot_be_asked_is_refused() -> None:
    assert Action.MIX not in HOLDABLE
    with pytest.raises(SetupError, match="MIX"):
        worth(greedy, kinds=[Action.MIX])
    with pytest.raises(SetupError, match="2 games"):
        worth(greedy, deals=1)
    with pytest.raises(SetupError, match="2 games"):
        describe(greedy, games=1)
    with pytest.raises(SetupError):
        worth(greedy, 6)
