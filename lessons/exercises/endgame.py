"""The exercises of "Endgames"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import count, product
from typing import Final

from inaba import river
from inaba.dice import total
from inaba.errors import Reason
from lessons.answer import Kind, Slip
from lessons.exercises.exercise import Exercise, exercise, in_a_row, varied
from lessons.exercises.game_tree import after, column, worth
from solvers.endgame import HALF, Solver
from solvers.fights import beats


def gate(hit_points: int) -> str:
    """The cards of two columns of whales with one shark in the last row."""
    return f"{hit_points},W/W,W/W,W"


def long_gate(rows: int) -> tuple[str, tuple[str, ...]]:
    """The gate of a shark of 9 with so many rows in all: its cards, and Start and its whales.

    Examples
    --------
    >>> long_gate(3)
    ('9,W/W,W/W,W', ('-', 'a1', 'b1', 'a2', 'b2', 'b3'))
    """
    whales = [f"{column}{row}" for row in range(1, rows) for column in "ab"]
    return "9,W" + "/W,W" * (rows - 1), (river.START, *whales, f"b{rows}")


def endless(hit_points: int) -> str:
    """Two sharks, and an orca next to Start: whoever wants to wait can.

    Examples
    --------
    >>> endless(9)
    'W,9/O,9 -,- 1 - -'
    """
    return f"W,{hit_points}/O,{hit_points} -,- 1 - -"


def endless_gate(damage: int, hit_points: int = 9) -> str:
    """The gate with an orca next to Start; both rabbits there, player 1 to move.

    Examples
    --------
    >>> endless_gate(0), endless_gate(4)
    ('9,W/W,W/W,O -,- 1 - -', '9-4,W/W,W/W,O -,- 1 - -')
    """
    shark = f"{hit_points}-{damage}" if damage else str(hit_points)
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


def damage_that_ends_the_draw(hit_points: int) -> int:
    """The least damage on the shark of the endless gate with which it is worth more than a draw.

    Examples
    --------
    >>> damage_that_ends_the_draw(8)
    1
    """
    return next(damage for damage in count(1) if worth(endless_gate(damage, hit_points)) != HALF)


def _layers(shark: tuple[int, int]) -> Exercise:
    """A shark's hit points and damage: 6 or 7 are left."""
    hit_points, damage = shark
    left = hit_points - damage
    stem, slip_all = {
        6: ("endgame.six", "endgame.six.slip_all"),
        7: ("endgame.seven", "endgame.seven.slip_all"),
    }[left]

    def slips() -> tuple[Slip, ...]:
        value = worth(column(left))
        # As if whoever gets a second roll had won: the rival fails at least with a 2.
        second = sum((total()[roll] for roll in range(2, left - 2)), Fraction(0))
        fresh = [Slip(worth(column(hit_points)), "endgame.six.slip_fresh")] if damage else []
        return (
            Slip(beats(left), "endgame.six.slip_once"),
            Slip(1 - value, "endgame.six.slip_pushed"),
            Slip(worth(column(left - 1)), "endgame.six.slip_five"),
            Slip(beats(left) + second, slip_all),
            *fresh,
        )

    def given() -> dict[str, object]:
        data = {"hit_points": hit_points, "damage": damage}
        kind = "wounded" if damage else "whole"
        return {
            "hit_points": hit_points,
            "damage": damage,
            "left": left,
            "less": left - 1,
            "value": worth(column(left)),
            "shark": Reason(f"endgame.shark.{kind}", data),
            "head": Reason(f"endgame.head.{kind}", data),
            "question": Reason(f"endgame.ask.{kind}", data),
        }

    made = exercise("1", Kind.CHANCE, stem, lambda: worth(column(left)), slips, given)
    first = "endgame.six.hint_1_wounded" if damage else made.hints[0]
    return replace(made, title="endgame.six.title", hints=(first, *made.hints[1:]))


def _pass(hit_points: int) -> Exercise:
    def slips() -> tuple[Slip, ...]:
        chance, after_pass = to_move(gate(hit_points), "a1,b1", Solver())
        return (
            Slip(after_pass, "endgame.pass.slip_after"),
            Slip(chance, "endgame.pass.slip_before"),
            Slip(pass_is_worth(9), "endgame.pass.slip_nine"),
            Slip(Fraction(1, 2) - chance, "endgame.pass.slip_even"),
        )

    def given() -> dict[str, object]:
        hits = beats(hit_points) * 36
        return {"hit_points": hit_points, "pushed": hits, "pushing": 36 - hits, "more": 36 - 2 * hits}

    return exercise("2", Kind.CHANCE, "endgame.pass", lambda: pass_is_worth(hit_points), slips, given)


def _count(rows: int) -> Exercise:
    """The zugzwangs of a gate with so many rows, more than 3."""
    cards, squares = long_gate(rows)

    def slips() -> tuple[Slip, ...]:
        found = len(zugzwangs(cards, squares))
        places = len(squares) ** 2 - (len(squares) - 1)
        return (
            Slip(Fraction(len(zugzwangs(*long_gate(3)))), "endgame.count.slip_short"),
            Slip(Fraction(2 * found), "endgame.count.slip_twice"),
            Slip(Fraction(places), "endgame.count.slip_all"),
            Slip(Fraction(places - found), "endgame.count.slip_others"),
        )

    def given() -> dict[str, object]:
        whales = squares[1:]
        return {
            "rows": rows,
            "last": rows - 2,
            "cards": cards,
            "longer": Reason(f"endgame.count.longer.{rows - 3}"),
            "more": Reason(f"endgame.count.more.{rows - 3}"),
            "whales": in_a_row(whales[:-1]),
            "all_whales": Reason("kit.list.last", {"before": in_a_row(whales[:-1]), "last": whales[-1]}),
            "far": whales[-1],
            "list": ", ".join(f'"{square}"' for square in squares),
        }

    made = exercise(
        "3", Kind.COUNT, "endgame.count", lambda: Fraction(len(zugzwangs(cards, squares))), slips, given
    )
    return made if rows == 4 else replace(made, solution="endgame.count.solution_more")


def _half(hit_points: int) -> Exercise:
    """Rabbit 2 is put onto the first of two equal sharks."""
    position = endless(hit_points)

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(1 - beats(hit_points), "endgame.half.slip_whole"),
            Slip(beats(hit_points), "endgame.half.slip_lost"),
            Slip(HALF, "endgame.half.slip_best"),
            Slip(1 - after(position)["2b1"], "endgame.half.slip_rival"),
            Slip(beats(hit_points) / 2, "endgame.half.slip_turned"),
        )

    def given() -> dict[str, object]:
        hits = beats(hit_points) * 36
        return {"position": position, "hit_points": hit_points, "hits": hits, "misses": 36 - hits}

    return exercise("4", Kind.CHANCE, "endgame.half", lambda: after(position)["2b1"], slips, given)


def _thaw(hit_points: int) -> Exercise:
    def slips() -> tuple[Slip, ...]:
        least = damage_that_ends_the_draw(hit_points)
        before = [Slip(Fraction(damage), "endgame.thaw.slip_before") for damage in range(least)]
        left = hit_points - least
        enough = sorted({*range(least + 1, hit_points)} - {left})
        later = [Slip(Fraction(damage), "endgame.thaw.slip_later") for damage in enough]
        return (Slip(Fraction(left), "endgame.thaw.slip_left"), *before, *later)

    def given() -> dict[str, object]:
        kind = "played" if hit_points == 9 else "other"
        least = damage_that_ends_the_draw(hit_points)
        wounded = [f'"{hit_points}-{damage}"' for damage in range(1, max(5, least + 2))]
        return {
            "hit_points": hit_points,
            "frozen": Reason(f"endgame.thaw.{kind}", {"hit_points": hit_points}),
            "less": least - 1,
            "list": ", ".join((f'"{hit_points}"', *wounded)),
        }

    return exercise(
        "5",
        Kind.COUNT,
        "endgame.thaw",
        lambda: Fraction(damage_that_ends_the_draw(hit_points)),
        slips,
        given,
    )


EXERCISES: Final = (
    varied(_layers, (6, 0), (7, 0), (8, 2)),
    varied(_pass, 10, 11, 12),
    varied(_count, 4, 5, 6),
    varied(_half, 9, 10, 8),
    varied(_thaw, 9, 10, 12),
)
