"""The exercises of "Two rabbits"."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import count
from typing import Final

from inaba import river
from inaba.dice import total
from inaba.errors import Reason
from lessons.answer import Kind, Slip
from lessons.exercises.exercise import Exercise, exercise, varied
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


def _small(shark: tuple[int, int]) -> Exercise:
    """A shark behind a whale: its hit points and its damage. What a failed roll leaves, any roll takes."""
    hit_points, damage = shark
    left = hit_points - damage
    position = column(left)

    def slips() -> tuple[Slip, ...]:
        sure = {4: "game_tree.four.slip_sure", 3: "game_tree.four.slip_sure_three"}[left]
        return (
            Slip(after(position)["2a1"], "game_tree.four.slip_pushed"),
            Slip(Fraction(1), sure),
            Slip(beats(left + 1), "game_tree.four.slip_five"),
        )

    def given() -> dict[str, object]:
        data = {"hit_points": hit_points, "damage": damage}
        return {
            "take": Reason("game_tree.four.take_wounded" if damage else "game_tree.four.take", data),
            "shark": Reason("game_tree.four.wounded" if damage else "game_tree.four.fresh", data),
            "left": left,
            "next": left + 1,
            "winning": beats(left) * 36,
            "losing": 36 - beats(left) * 36,
        }

    made = exercise("1", Kind.CHANCE, "game_tree.four", lambda: worth(position), slips, given)
    if left == 4:
        return made
    return replace(
        made,
        hints=(*made.hints[:2], "game_tree.four.hint_3_three"),
        solution="game_tree.four.solution_three",
    )


def _least(position: str) -> Exercise:
    """The rival must move rabbit 1, onto one of two sharks or onto the whale between them."""
    points = [spot.left for spot in (river.parse(position).spot(square) for square in ("a2", "c2"))]
    weak, strong = sorted(points)

    def slips() -> tuple[Slip, ...]:
        chances = after(position)
        return (
            Slip(max(chances.values()), "game_tree.least.slip_whale"),
            Slip(beats(weak), "game_tree.least.slip_five"),
            Slip(sum(chances.values(), Fraction(0)) / len(chances), "game_tree.least.slip_mean"),
            Slip(1 - min(chances.values()), "game_tree.least.slip_his"),
        )

    def given() -> dict[str, object]:
        return {
            "position": position,
            "weak": weak,
            "strong": strong,
            "weak_ways": beats(weak) * 36,
            "weak_chance": str(beats(weak)),
            "strong_ways": beats(strong) * 36,
            "sum": " + ".join(str(total()[roll] * 36) for roll in range(strong, 13)),
        }

    return exercise("2", Kind.CHANCE, "game_tree.least", lambda: worth(position), slips, given)


def _end(hit_points: int) -> Exercise:
    """The gate with a shark of so many hit points, 10 or more."""
    position = gate(hit_points)

    def slips() -> tuple[Slip, ...]:
        sure = "game_tree.twelve.slip_sure" if hit_points == 12 else "game_tree.twelve.slip_sure_less"
        return (
            Slip(after(position)["1a2"], "game_tree.twelve.slip_go"),
            Slip(beats(hit_points), "game_tree.twelve.slip_his"),
            Slip(Fraction(1), sure),
            Slip(worth(gate(9)), "game_tree.twelve.slip_nine"),
        )

    def given() -> dict[str, object]:
        return {
            "hit_points": hit_points,
            "ways": beats(hit_points) * 36,
        }

    made = exercise("3", Kind.CHANCE, "game_tree.twelve", lambda: worth(position), slips, given)
    if hit_points == 12:
        return made
    return replace(made, hints=(*made.hints[:2], "game_tree.twelve.hint_3_less"))


def _turn_slips() -> tuple[Slip, ...]:
    turn = push_is_right()
    before = [Slip(Fraction(h), "game_tree.turn.slip_before") for h in range(turn - 4, turn)]
    return (*before, *(Slip(Fraction(h), "game_tree.turn.slip_later") for h in range(turn + 1, turn + 13)))


def _random(hit_points: int) -> Exercise:
    """The gate, and a rival who chooses blindly once."""

    def slips() -> tuple[Slip, ...]:
        best = worth(gate(hit_points))
        return (
            Slip(best, "game_tree.random.slip_best"),
            Slip(Fraction(1), "game_tree.random.slip_blunder"),
            Slip(1 - rival_at_random(hit_points), "game_tree.random.slip_his"),
            Slip((best + 0) / 2, "game_tree.random.slip_zero"),
        )

    def given() -> dict[str, object]:
        shark = "game_tree.random.again" if hit_points == 9 else "game_tree.random.now"
        return {"shark": Reason(shark, {"hit_points": hit_points}), "best": str(worth(gate(hit_points)))}

    return exercise("5", Kind.CHANCE, "game_tree.random", lambda: rival_at_random(hit_points), slips, given)


EXERCISES: Final = (
    varied(_small, (4, 0), (3, 0), (7, 3)),
    varied(_least, RIVAL_CHOOSES, "9,W,4/W,W,W b1,- 2 2 -", "6,W,10/W,W,W b1,- 2 2 -"),
    varied(_end, 12, 11, 10),
    exercise("4", Kind.COUNT, "game_tree.turn", lambda: Fraction(push_is_right()), _turn_slips),
    varied(_random, 9, 8, 10),
)
