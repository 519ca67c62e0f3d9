"""The exercises of "Two rabbits"."""

from __future__ import annotations

from fractions import Fraction
from itertools import count
from typing import Final

from inaba import river
from lessons.answer import Kind, Slip
from lessons.exercises.exercise import exercise
from solvers.endgame import Solver
from solvers.fights import beats

RIVAL_CHOOSES: Final = "5,W,8/W,W,W b1,- 2 2 -"
"""Rabbit 2 has just been thrown back and rests, so player 2 must move rabbit 1."""


def column(hit_points: int) -> str:
    """A river of one column: a whale, and a shark behind it; player 1 begins.

    Examples
    --------
    >>> column(9)
    '9/W -,- 1 - -'
    """
    return f"{hit_points}/W -,- 1 - -"


def gate(hit_points: int) -> str:
    """Two columns of whales with one shark in the last row; rabbit 1 is a step ahead, player 1 to move.

    Examples
    --------
    >>> gate(9)
    '9,W/W,W/W,W a1,- 1 - -'
    """
    return f"{hit_points},W/W,W/W,W a1,- 1 - -"


def worth(position: str) -> Fraction:
    """Player 1's chance under best play by both.

    Examples
    --------
    >>> worth(gate(9))
    Fraction(13, 18)
    """
    return Solver().value(river.parse(position))[0]


def after(position: str) -> dict[str, Fraction]:
    """Player 1's chance after each move that the player to move has, by the move's notation.

    Examples
    --------
    >>> {move: str(chance) for move, chance in after(RIVAL_CHOOSES).items()}
    {'1c2': '5/12', '1a2': '5/6', '1b2': '1'}
    """
    solution = Solver().solve(river.parse(position))
    return {str(row.move): row.value[0] for row in solution.moves}


def pushed(hit_points: int) -> river.State:
    """The gate with rabbit 2 pushed onto the whale beside rabbit 1; player 2 to move."""
    return river.parse(gate(hit_points)).play(1, river.parse_move("2b1"))


def push_is_right() -> int:
    """The fewest hit points of the gate's shark at which pushing the rival is the best move.

    Examples
    --------
    >>> after(gate(push_is_right()))["2b1"] == worth(gate(push_is_right()))
    True
    """
    return next(h for h in count(1) if after(gate(h))["2b1"] == worth(gate(h)))


def rival_at_random(hit_points: int) -> Fraction:
    """Player 1's chance after the push if player 2's next move is any of his moves, equally likely; after
    that both play their best."""
    state = pushed(hit_points)
    moves = list(state.legal_moves(2))
    solver = Solver()
    return sum((solver.value(state.play(2, move))[0] for move in moves), Fraction(0)) / len(moves)


def _least_slips() -> tuple[Slip, ...]:
    chances = after(RIVAL_CHOOSES)
    return (
        Slip(max(chances.values()), "game_tree.least.slip_whale"),
        Slip(beats(5), "game_tree.least.slip_five"),
        Slip(sum(chances.values(), Fraction(0)) / len(chances), "game_tree.least.slip_mean"),
        Slip(1 - min(chances.values()), "game_tree.least.slip_his"),
    )


def _turn_slips() -> tuple[Slip, ...]:
    turn = push_is_right()
    before = [Slip(Fraction(h), "game_tree.turn.slip_before") for h in range(turn - 4, turn)]
    return (*before, *(Slip(Fraction(h), "game_tree.turn.slip_later") for h in range(turn + 1, turn + 13)))


EXERCISES: Final = (
    exercise(
        "1",
        Kind.CHANCE,
        "game_tree.four",
        lambda: worth(column(4)),
        lambda: (
            Slip(after(column(4))["2a1"], "game_tree.four.slip_pushed"),
            Slip(Fraction(1), "game_tree.four.slip_sure"),
            Slip(beats(5), "game_tree.four.slip_five"),
        ),
    ),
    exercise("2", Kind.CHANCE, "game_tree.least", lambda: worth(RIVAL_CHOOSES), _least_slips),
    exercise(
        "3",
        Kind.CHANCE,
        "game_tree.twelve",
        lambda: worth(gate(12)),
        lambda: (
            Slip(after(gate(12))["1a2"], "game_tree.twelve.slip_go"),
            Slip(beats(12), "game_tree.twelve.slip_his"),
            Slip(Fraction(1), "game_tree.twelve.slip_sure"),
            Slip(worth(gate(9)), "game_tree.twelve.slip_nine"),
        ),
    ),
    exercise("4", Kind.COUNT, "game_tree.turn", lambda: Fraction(push_is_right()), _turn_slips),
    exercise(
        "5",
        Kind.CHANCE,
        "game_tree.random",
        lambda: rival_at_random(9),
        lambda: (
            Slip(worth(gate(9)), "game_tree.random.slip_best"),
            Slip(Fraction(1), "game_tree.random.slip_blunder"),
            Slip(1 - rival_at_random(9), "game_tree.random.slip_his"),
            Slip((worth(gate(9)) + 0) / 2, "game_tree.random.slip_zero"),
        ),
    ),
)
