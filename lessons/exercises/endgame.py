"""The exercises of "Endgames"."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import count, product
from typing import Final

from inaba import river
from lessons.answer import Kind, Slip
from lessons.exercises.exercise import exercise
from lessons.exercises.game_tree import after, column, worth
from solvers.endgame import HALF, Solver
from solvers.fights import beats

ENDLESS: Final = "W,9/O,9 -,- 1 - -"
"""A river with an orca next to Start: whoever wants to wait can."""

LONG_GATE: Final = "9,W/W,W/W,W/W,W"
LONG_GATE_WHALES: Final = ("-", "a1", "b1", "a2", "b2", "a3", "b3", "b4")


def gate(hit_points: int) -> str:
    """The cards of two columns of whales with one shark in the last row."""
    return f"{hit_points},W/W,W/W,W"


def endless_gate(damage: int) -> str:
    """The gate of a shark of 9 with an orca next to Start; both rabbits there, player 1 to move.

    Examples
    --------
    >>> endless_gate(0), endless_gate(4)
    ('9,W/W,W/W,O -,- 1 - -', '9-4,W/W,W/W,O -,- 1 - -')
    """
    shark = f"9-{damage}" if damage else "9"
    return f"{shark},W/W,W/W,O -,- 1 - -"


def to_move(cards: str, rabbits: str, solver: Solver) -> tuple[Fraction, Fraction]:
    """Player 1's chance where he is to move, and where player 2 is.

    Parameters
    ----------
    cards, rabbits : str
        The first two fields of a position.
    solver : Solver

    Examples
    --------
    >>> [str(chance) for chance in to_move(gate(9), "a1,b1", Solver())]
    ['5/18', '13/18']
    """
    one, two = (solver.value(river.parse(f"{cards} {rabbits} {turn} - -"))[0] for turn in (1, 2))
    return one, two


def zugzwangs(cards: str, squares: Sequence[str]) -> list[str]:
    """The places of the rabbits in which whoever is to move would rather pass.

    Parameters
    ----------
    cards : str
        The first field of a position.
    squares : sequence of str
        Where the rabbits may stand: Start and cards that do nothing.

    Examples
    --------
    >>> zugzwangs(gate(9), ["-", "a1", "b1", "a2", "b2", "b3"])
    ['-,-', 'a1,b1', 'b1,a1']
    """
    solver = Solver()
    found = []
    for one, two in product(squares, repeat=2):
        if one == two != river.START:
            continue
        chance, after_pass = to_move(cards, f"{one},{two}", solver)
        if chance < after_pass:
            found.append(f"{one},{two}")
    return found


def pass_is_worth(hit_points: int) -> Fraction:
    """How much more a pass would be worth than having to move, with both rabbits before the gate."""
    chance, after_pass = to_move(gate(hit_points), "a1,b1", Solver())
    return after_pass - chance


def damage_that_ends_the_draw() -> int:
    """The least damage on the shark of the endless gate with which it is worth more than a draw."""
    return next(damage for damage in count(1) if worth(endless_gate(damage)) != HALF)


def _pass_slips() -> tuple[Slip, ...]:
    chance, after_pass = to_move(gate(10), "a1,b1", Solver())
    return (
        Slip(after_pass, "endgame.pass.slip_after"),
        Slip(chance, "endgame.pass.slip_before"),
        Slip(pass_is_worth(9), "endgame.pass.slip_nine"),
        Slip(Fraction(1, 2) - chance, "endgame.pass.slip_even"),
    )


def _count_slips() -> tuple[Slip, ...]:
    squares = LONG_GATE_WHALES
    found = len(zugzwangs(LONG_GATE, squares))
    places = len(squares) ** 2 - (len(squares) - 1)
    return (
        Slip(
            Fraction(len(zugzwangs(gate(9), ("-", "a1", "b1", "a2", "b2", "b3")))), "endgame.count.slip_short"
        ),
        Slip(Fraction(2 * found), "endgame.count.slip_twice"),
        Slip(Fraction(places), "endgame.count.slip_all"),
        Slip(Fraction(places - found), "endgame.count.slip_others"),
    )


def _half_slips() -> tuple[Slip, ...]:
    return (
        Slip(1 - beats(9), "endgame.half.slip_whole"),
        Slip(beats(9), "endgame.half.slip_lost"),
        Slip(HALF, "endgame.half.slip_best"),
        Slip(1 - after(ENDLESS)["2b1"], "endgame.half.slip_rival"),
        Slip(beats(9) / 2, "endgame.half.slip_turned"),
    )


def _thaw_slips() -> tuple[Slip, ...]:
    least = damage_that_ends_the_draw()
    before = [Slip(Fraction(damage), "endgame.thaw.slip_before") for damage in range(least)]
    left = 9 - least
    later = [Slip(Fraction(damage), "endgame.thaw.slip_later") for damage in {*range(least + 1, 9)} - {left}]
    return (Slip(Fraction(left), "endgame.thaw.slip_left"), *before, *later)


EXERCISES: Final = (
    exercise(
        "1",
        Kind.CHANCE,
        "endgame.six",
        lambda: worth(column(6)),
        lambda: (
            Slip(beats(6), "endgame.six.slip_once"),
            Slip(1 - worth(column(6)), "endgame.six.slip_pushed"),
            Slip(worth(column(5)), "endgame.six.slip_five"),
            Slip(beats(6) + Fraction(3, 36), "endgame.six.slip_all"),
        ),
    ),
    exercise("2", Kind.CHANCE, "endgame.pass", lambda: pass_is_worth(10), _pass_slips),
    exercise(
        "3",
        Kind.COUNT,
        "endgame.count",
        lambda: Fraction(len(zugzwangs(LONG_GATE, LONG_GATE_WHALES))),
        _count_slips,
    ),
    exercise("4", Kind.CHANCE, "endgame.half", lambda: after(ENDLESS)["2b1"], _half_slips),
    exercise("5", Kind.COUNT, "endgame.thaw", lambda: Fraction(damage_that_ends_the_draw()), _thaw_slips),
)
