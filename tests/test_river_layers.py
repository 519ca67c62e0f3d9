"""River by layers: positions in which it is certain who wins, reckoned by hand.

That its values are those of the plain way is tested in `tests.test_endgame`, on random rivers.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from inaba import river
from solvers.endgame import Solver
from solvers.river_layers import Layers


def layers_for(text: str, rules: str = "") -> tuple[Layers, river.State]:
    state = river.parse(text, river.parse_rules(rules))
    return Layers(state.rules, state.board), state


@pytest.mark.parametrize(
    ("text", "rules", "value"),
    [
        # The other one is too far from the goal to do anything about it.
        ("W,W/W,W a1,- 1 - -", "", "1"),
        ("W,W,W/W,W,W a1,c1 1 - -", "", "1"),
        # A dolphin takes him there first; and whoever moves him makes him win all the sooner.
        ("W,W,D/W,W,W a1,c1 1 - -", "", "0"),
        # A card face down may be that dolphin. The other card lies where nobody comes any more.
        ("W,W,?/W,?,W a1,c1 1 - D,W", "", "1/2"),
        # He rests, in this turn alone or in his own as well.
        ("W,W,D/W,W,D a1,- 1 2 -", "rest=next", "0"),
        ("W,W,D/W,W,D a1,- 1 2 -", "rest=owner", "1"),
    ],
)
def test_who_can_come_to_the_last_row_wins_unless_the_other_one_is_in_the_goal_before(
    text: str, rules: str, value: str
) -> None:
    layers, state = layers_for(text, rules)
    assert layers.value(state) == Fraction(value) == Solver(plain=True).value(state)[0]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("W,W/W,W -,a2 1 - -", "0"),
        ("W,D/W,W -,a2 1 - -", "0"),
        # Only who is in the goal before him wins: by a dolphin, or by a card that may be one.
        ("W,D/W,W b1,a2 1 - -", "1"),
        ("W,D/W,D -,a2 1 - -", "1"),
        ("W,D/W,D -,a2 1 1 -", "0"),
        ("W,?/?,W b1,a2 1 - D,W", "1/2"),
    ],
)
def test_who_leaves_the_other_one_in_the_last_row_loses_unless_he_is_in_the_goal_before(
    text: str, value: str
) -> None:
    layers, state = layers_for(text)
    assert layers.value(state) == Fraction(value) == Solver(plain=True).value(state)[0]


def test_nothing_is_held_of_a_position_that_is_won_for_certain() -> None:
    layers, state = layers_for("9,W,8/7,W,5/O,W,9 b2,- 1 - -")
    assert layers.value(state) == 1
    assert layers.states == 0


def test_who_has_won_for_certain_does_not_put_it_off() -> None:
    """By the orca he could go round for ever, and win just as well from wherever it carries him."""
    state = river.parse("O,W,W/W,W,W/W,W,W b2,- 1 - -")
    solver = Solver()
    win = (Fraction(1), Fraction(0))
    assert solver.value(state) == solver.value(state.play(1, "1a3").play(1, ">b2")) == win
    best = solver.best_move(state)
    assert str(best) in ("1b3", "1c3")
    state = state.play(1, best)
    for move in state.legal_moves(2):
        after = state.play(2, move)
        assert after.result() == win or str(solver.best_move(after)) == "1*"
