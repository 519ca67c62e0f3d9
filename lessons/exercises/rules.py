"""The exercises of "How to play River": do you know the rules? The engine knows them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Final, NamedTuple

from inaba import river
from inaba.errors import Reason
from inaba.river.state import Fight
from lessons.answer import Kind, Slip
from lessons.exercises.exercise import Exercise, exercise, listed, varied


class Wounded(NamedTuple):
    """A fresh shark on a1, and what the owners of rabbits 1 and 2 roll at it, one after the other."""

    position: str
    rolls: tuple[tuple[int, int], tuple[int, int]]


class Carried(NamedTuple):
    """Rabbit 1 is about to go to an orca, behind which rabbit 2 stands."""

    position: str
    orca: str


class Moved(NamedTuple):
    """The player to move is about to move somebody else's rabbit."""

    position: str
    rabbit: int


def moves_of(state: river.State, rabbit: int) -> int:
    """To how many squares the player to move can move a rabbit.

    Examples
    --------
    >>> state = river.parse("?,8,?/?,W,5/0,6x,? b2,b1 1 - 10,12,D,O")
    >>> moves_of(state, 1), moves_of(state, 2)
    (3, 2)
    """
    return sum(str(move).startswith(str(rabbit)) for move in state.legal_moves(state.to_act()[0]))


def left_after_both(wounded: Wounded) -> int:
    """What the shark has left when rabbit 1 and then rabbit 2 have fought it.

    Examples
    --------
    >>> left_after_both(Wounded("W,?/12,5 -,- 1 - 9", ((1, 3), (2, 3))))
    3
    """
    state = river.parse(wounded.position)
    for rabbit, faces in enumerate(wounded.rolls, 1):
        roll = f"({','.join(map(str, faces))})"
        state = state.play(rabbit, f"{rabbit}a1").happen(roll)
    return state.spot("a1").left


def roller(moved: Moved) -> int:
    """Who rolls when the rabbit has been moved onto the shark on a1.

    Examples
    --------
    >>> roller(Moved("W,5/9,4 -,- 2 - -", 1))
    1
    """
    state = river.parse(moved.position)
    phase = state.play(state.turn, f"{moved.rabbit}a1").phase
    assert isinstance(phase, Fight)
    return phase.rabbit


def winner(moved: Moved) -> int:
    """Who has won when the rabbit has been moved into the goal.

    Examples
    --------
    >>> winner(Moved("W,5/4,0 -,b1,a2 1 - -", 3))
    3
    """
    state = river.parse(moved.position)
    result = state.play(state.turn, f"{moved.rabbit}*").result()
    assert result is not None
    return result.index(1) + 1


def _moves(position: str) -> Exercise:
    """One of the two rabbits stands on a square ahead of the other one."""
    state = river.parse(position)
    own, other = moves_of(state, 1), moves_of(state, 2)
    back, front = sorted((1, 2), key=lambda rabbit: state.rabbits[rabbit - 1][1])
    taken = state.rabbits[front - 1]
    near = state.board.ahead[state.rabbits[back - 1]]

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(Fraction(own), "play.moves.slip_own"),
            Slip(Fraction(own + other + 1), "play.moves.slip_taken"),
            Slip(Fraction(other), "play.moves.slip_other"),
        )

    def given() -> dict[str, object]:
        return {
            "position": position,
            "front": front,
            "back": back,
            "taken": taken,
            "far": listed(state.board.ahead[taken]),
            "near": listed(near),
            "free": listed([square for square in near if square != taken]),
            "sum": f"{moves_of(state, front)} + {moves_of(state, back)}",
        }

    return exercise("1", Kind.COUNT, "play.moves", lambda: Fraction(own + other), slips, given)


def _left(wounded: Wounded) -> Exercise:
    whole = river.parse(wounded.position).spot("a1").left
    first, second = (sum(faces) for faces in wounded.rolls)

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(Fraction(whole - second), "play.left.slip_second"),
            Slip(Fraction(whole - first), "play.left.slip_first"),
            Slip(Fraction(first + second), "play.left.slip_damage"),
            Slip(Fraction(whole), "play.left.slip_fresh"),
        )

    def given() -> dict[str, object]:
        (one, two), (three, four) = wounded.rolls
        return {
            "position": wounded.position,
            "whole": whole,
            "one": one,
            "two": two,
            "three": three,
            "four": four,
            "first": first,
            "second": second,
        }

    return exercise("2", Kind.COUNT, "play.left", lambda: Fraction(left_after_both(wounded)), slips, given)


def _carried(carried: Carried) -> Exercise:
    state = river.parse(carried.position)
    at = state.rabbits[0]
    back = state.board.back[carried.orca]
    ways = [str(move) for move in state.play(1, f"1{carried.orca}").legal_moves(1)]
    edge = len(back) == 2
    others = [square for square in back if square not in state.rabbits]

    def slips() -> tuple[Slip, ...]:
        taken, stay = (
            Slip(Fraction(len(back)), "play.carried.slip_taken"),
            Slip(Fraction(0), "play.carried.slip_stay"),
        )
        if edge:
            return (taken, Slip(Fraction(len(back) + 1), "play.carried.slip_edge"), stay)
        return (taken, Slip(Fraction(len(others)), "play.carried.slip_return"), stay)

    def given() -> dict[str, object]:
        given: dict[str, object] = {
            "position": carried.position,
            "from": at,
            "orca": carried.orca,
            "blocked": state.rabbits[1],
            "behind": listed(back),
        }
        if not edge:
            return given | {"other": others[0]}
        right = carried.orca[0] != "a"
        return given | {"side": Reason("play.carried.right" if right else "play.carried.left")}

    stem = "play.carried" if edge else "play.carried.middle"
    asked = exercise("3", Kind.COUNT, stem, lambda: Fraction(len(ways)), slips, given)
    return replace(asked, title="play.carried.title")


def _owner(moved: Moved) -> Exercise:
    state = river.parse(moved.position)

    def given() -> dict[str, object]:
        return {
            "position": moved.position,
            "mover": state.turn,
            "rabbit": moved.rabbit,
            "hit_points": state.spot("a1").left,
        }

    return exercise(
        "4",
        Kind.COUNT,
        "play.owner",
        lambda: Fraction(roller(moved)),
        lambda: (Slip(Fraction(state.turn), "play.owner.slip_mover"),),
        given,
    )


def _goal(moved: Moved) -> Exercise:
    """Of three rabbits one is moved into the goal by another player; the third is on the river, too."""
    mover = river.parse(moved.position).turn
    [behind] = {1, 2, 3} - {mover, moved.rabbit}

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(Fraction(mover), "play.goal.slip_mover"),
            Slip(Fraction(behind), "play.goal.slip_behind"),
        )

    def given() -> dict[str, object]:
        return {
            "position": moved.position,
            "mover": mover,
            "rabbit": moved.rabbit,
            "behind": behind,
        }

    return exercise("5", Kind.COUNT, "play.goal", lambda: Fraction(winner(moved)), slips, given)


EXERCISES: Final = (
    varied(
        _moves,
        "?,8,?/?,W,5/0,6x,? b2,b1 1 - 10,12,D,O",
        "?,?,8/0,W,?/9x,?,5 b2,a1 1 - 10,12,D,O",
        "5,?,?/?,W,?/8,0,? b1,b2 1 - 6,12,D,O,S",
    ),
    varied(
        _left,
        Wounded("W,?/12,5 -,- 1 - 9", ((1, 3), (2, 3))),
        Wounded("?,6/14,W -,- 1 - 8", ((1, 2), (3, 4))),
        Wounded("W,9/16,? -,- 1 - 5", ((2, 6), (1, 4))),
    ),
    varied(
        _carried,
        Carried("?,?,?/?,?,O/?,6x,0 c1,b1 1 - 5,8,10,12,D,S", "c2"),
        Carried("?,?,?/?,O,?/5x,?,0 a1,c1 1 - 6,8,10,12,D,S", "b2"),
        Carried("?,?,?/O,?,?/0,W,? b1,a1 1 - 5,6,10,14,D,S", "a2"),
    ),
    varied(
        _owner,
        Moved("W,5/9,4 -,- 2 - -", 1),
        Moved("5,W/8,6 -,- 1 - -", 2),
        Moved("6,W/10,5 -,-,- 2 - -", 3),
    ),
    varied(
        _goal,
        Moved("W,5/4,0 -,b1,a2 1 - -", 3),
        Moved("5,W/0,6 b2,-,a1 2 - -", 1),
        Moved("W,8/5,6x b1,a2,- 3 - -", 2),
    ),
)
