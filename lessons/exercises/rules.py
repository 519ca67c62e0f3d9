"""The exercises of "How to play River": do you know the rules? The engine knows them."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from inaba import river
from inaba.river.state import Fight
from lessons.answer import Kind, Slip
from lessons.exercises.exercise import exercise

MOVES: Final = river.parse("?,8,?/?,W,5/0,6x,? b2,b1 1 - 10,12,D,O")
"""Rabbit 1 can go to three squares; rabbit 2 to two, for rabbit 1 stands ahead of it."""

WOUNDED: Final = river.parse("W,?/12,5 -,- 1 - 9")
ROLLS: Final = ((1, 3), (2, 3))
"""What the two owners roll at the shark of 12, one after the other."""

CARRIED: Final = river.parse("?,?,?/?,?,O/?,6x,0 c1,b1 1 - 5,8,10,12,D,S")
"""Rabbit 1 is about to go to the orca on c2."""

OWNER: Final = river.parse("W,5/9,4 -,- 2 - -")

GOAL: Final = river.parse("W,5/4,0 -,b1,a2 1 - -")


def moves_of(state: river.State, rabbit: int) -> int:
    """To how many squares the player to move can move a rabbit.

    Examples
    --------
    >>> moves_of(MOVES, 1), moves_of(MOVES, 2)
    (3, 2)
    """
    return sum(str(move).startswith(str(rabbit)) for move in state.legal_moves(state.to_act()[0]))


def left_after_both(state: river.State, square: str) -> int:
    """What a shark has left when rabbit 1 and then rabbit 2 have fought it and rolled as in `ROLLS`.

    Examples
    --------
    >>> left_after_both(WOUNDED, "a1")
    3
    """
    for rabbit, faces in enumerate(ROLLS, 1):
        roll = f"({','.join(map(str, faces))})"
        state = state.play(rabbit, f"{rabbit}{square}").happen(roll)
    return state.spot(square).left


def roller() -> int:
    """Who rolls when player 2 has moved rabbit 1 onto a shark."""
    phase = OWNER.play(2, "1a1").phase
    assert isinstance(phase, Fight)
    return phase.rabbit


def winner() -> int:
    """Who has won when player 1 has moved rabbit 3 into the goal."""
    result = GOAL.play(1, "3*").result()
    assert result is not None
    return result.index(1) + 1


def _moves_slips() -> tuple[Slip, ...]:
    own, other = moves_of(MOVES, 1), moves_of(MOVES, 2)
    return (
        Slip(Fraction(own), "play.moves.slip_own"),
        Slip(Fraction(own + other + 1), "play.moves.slip_taken"),
        Slip(Fraction(other), "play.moves.slip_other"),
    )


def _left_slips() -> tuple[Slip, ...]:
    whole = WOUNDED.spot("a1").left
    first, second = (sum(faces) for faces in ROLLS)
    return (
        Slip(Fraction(whole - second), "play.left.slip_second"),
        Slip(Fraction(whole - first), "play.left.slip_first"),
        Slip(Fraction(first + second), "play.left.slip_damage"),
        Slip(Fraction(whole), "play.left.slip_fresh"),
    )


def _carried_slips() -> tuple[Slip, ...]:
    back = CARRIED.board.back["c2"]
    return (
        Slip(Fraction(len(back)), "play.carried.slip_taken"),
        Slip(Fraction(len(back) + 1), "play.carried.slip_edge"),
        Slip(Fraction(0), "play.carried.slip_stay"),
    )


EXERCISES: Final = (
    exercise(
        "1",
        Kind.COUNT,
        "play.moves",
        lambda: Fraction(moves_of(MOVES, 1) + moves_of(MOVES, 2)),
        _moves_slips,
    ),
    exercise("2", Kind.COUNT, "play.left", lambda: Fraction(left_after_both(WOUNDED, "a1")), _left_slips),
    exercise(
        "3",
        Kind.COUNT,
        "play.carried",
        lambda: Fraction(len(list(CARRIED.play(1, "1c2").legal_moves(1)))),
        _carried_slips,
    ),
    exercise(
        "4",
        Kind.COUNT,
        "play.owner",
        lambda: Fraction(roller()),
        lambda: (Slip(Fraction(2), "play.owner.slip_mover"),),
    ),
    exercise(
        "5",
        Kind.COUNT,
        "play.goal",
        lambda: Fraction(winner()),
        lambda: (
            Slip(Fraction(1), "play.goal.slip_mover"),
            Slip(Fraction(2), "play.goal.slip_behind"),
        ),
    ),
)
