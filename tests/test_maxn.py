"""Everyone maximises his own chance: by hand, against the zero-sum solver, and what "checked" promises."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from inaba import river
from inaba.errors import SetupError, TooLarge
from inaba.river import Rules, State
from solvers import endgame
from solvers.coalition import Guarantees
from solvers.maxn import MaxN, Ties
from tests.ludo import Ludo
from tests.pig import Pig

HALF = Fraction(1, 2)


def random_river(rng: random.Random, players: int, rules: Rules) -> State:
    columns, rows = rng.choice([(2, 2), (1, 3), (2, 1), (3, 1)] if players == 2 else [(1, 2), (2, 1), (1, 3)])
    cards = [rng.choice(["3", "4", "5", "W", "O", "D", "0"]) for _ in range(columns * rows)]
    text = "/".join(",".join(cards[i : i + columns]) for i in range(0, len(cards), columns))
    return river.parse(f"{text} {','.join('-' * players)} 1 - -", rules)


def test_the_tie_rule_decides() -> None:
    """Two harmless cards, three players at Start: the answer is all in player 3's tie.

    Only his own rabbit is worth moving to player 1 (any other lets its owner, or player 3, go in). Player 2
    does best to fill the other card with his own. Now player 3 cannot move his rabbit and has to bring
    somebody in: it is all the same to him. First in order: player 1. Split: each of the two.
    """
    position = river.parse("W,0 -,-,- 1 - -")
    assert MaxN("first").value(position) == (Fraction(1), Fraction(0), Fraction(0))
    assert MaxN("split").value(position) == (HALF, HALF, Fraction(0))


def test_a_loop_with_no_way_out_is_shared() -> None:
    """An orca on the only square carries everybody back for ever: each has the same share."""
    for ties in ("first", "split"):
        found = MaxN(ties)
        position = river.parse("O -,-,-,- 1 - -")
        assert found.value(position) == (Fraction(1, 4),) * 4
        assert found.checked(position)


@pytest.mark.parametrize("rules", [Rules(), Rules(orca="side"), Rules(rest="owner")], ids=str)
def test_of_two_players_it_is_the_value(rules: Rules) -> None:
    """Where one's gain is the other's loss, a checked answer is the zero-sum value, by either tie rule."""
    rng = random.Random(str(rules))
    checked = 0
    for _ in range(15):
        position = random_river(rng, 2, rules)
        truth = endgame.solve(position).value
        for ties in ("first", "split"):
            found = MaxN(ties)
            if found.checked(position):
                checked += 1
                assert found.value(position) == truth, (str(position), ties)
    assert checked >= 20


@pytest.mark.parametrize("ties", ["first", "split"])
@pytest.mark.parametrize("game", [Ludo(4), Ludo(7, (2, 3)), Pig(8)], ids=str)
def test_chance_in_a_loop(game: Any, ties: Ties) -> None:
    """In Ludo and in Pig one comes round again by bad luck; of two players max-n is the value there, too."""
    found = MaxN(ties)
    assert found.checked(game)
    assert found.value(game) == endgame.solve(game).value


def test_endless_play_may_be_worth_something_else() -> None:
    """Where nobody can get anywhere, what endless play is worth is all that anybody has."""
    found = MaxN(endless=Fraction(0))
    assert found.value(river.parse("O -,-,- 1 - -")) == (Fraction(0),) * 3


@pytest.mark.parametrize("ties", ["first", "split"])
def test_checked_means_that_no_step_gains(ties: Ties) -> None:
    """Nobody gains by another move anywhere, by these values, and nobody has less than his guarantee."""
    rng = random.Random(ties)
    for _ in range(8):
        position = random_river(rng, 3, Rules())
        found = MaxN(ties)
        if not found.checked(position):
            continue
        guarantees = Guarantees().of(position)
        for share, least in zip(found.value(position), guarantees, strict=True):
            assert share >= least
        seen, waiting = {position}, [position]
        while waiting:
            state = waiting.pop()
            assert sum(found.value(state)) == 1
            if state.result() is not None:
                assert found.value(state) == state.result()
                continue
            if chances := state.chance():
                after = [state.happen(event) for event in chances]
                mean = [
                    sum(
                        (chances[event] * found.value(state.happen(event))[p] for event in chances),
                        Fraction(0),
                    )
                    for p in range(3)
                ]
                assert found.value(state) == tuple(mean)
            else:
                after = [state.play(state.turn, move) for move in state.legal_moves(state.turn)]
                own = [found.value(one)[state.turn - 1] for one in after]
                assert found.value(state)[state.turn - 1] == max(own)
            for one in after:
                if one not in seen:
                    seen.add(one)
                    waiting.append(one)


def test_refused() -> None:
    """An unknown tie rule, secrets, and too many positions are refused with a reason."""
    with pytest.raises(SetupError, match="first or split"):
        MaxN("coin")  # type: ignore[arg-type]  # what a person may type
    with pytest.raises(SetupError):
        MaxN().value(river.start(3, river.parse_deck("D,5,6"), 3, 1, setup="draft"))
    with pytest.raises(TooLarge) as error:
        MaxN(limit=50).value(river.parse("7,5,6/9,8,D -,-,- 1 - -"))
    assert error.value.limit == 50
