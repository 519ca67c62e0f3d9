"""The exercises of "The river as a graph"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import prod
from typing import Final

from inaba import river
from inaba.dice import total
from inaba.errors import Reason
from lessons.answer import Kind, Slip
from lessons.exercises.exercise import Exercise, exercise, in_a_row, listed, varied
from solvers.fights import beats, expected_rolls
from solvers.river_graph import (
    closed,
    count_paths,
    cross_alone,
    most_likely_path,
    path_chance,
    paths,
    river_graph,
    standable,
)

RIVER: Final = river.parse("9,7,4/5,8,10/5,6,4 -,- 1 - -")
"""Its easiest path, its most likely one and its fastest are three questions with two answers."""

GATE: Final = river.parse("6x,W,9x/8x,O,0/5,4,7 -,b3,-,- 1 - -")


def easiest_first(state: river.State) -> tuple[str, ...]:
    """The path of a rabbit that always steps to the weakest shark ahead.

    Examples
    --------
    >>> easiest_first(RIVER)
    ('-', 'c1', 'b2', 'c3', '*')
    """
    path = ["-"]
    while path[-1] != "*":
        ahead = state.board.ahead[path[-1]]
        path.append(min(ahead, key=lambda to: 0 if to == "*" else state.spot(to).left))
    return tuple(path)


def closing_pairs(state: river.State) -> Iterator[tuple[str, ...]]:
    """The pairs of squares that close the river to rabbit 1, if the two rabbits at Start stand on them.

    Rabbit 2 stays where it is.

    Examples
    --------
    >>> next(closing_pairs(GATE))
    ('a2', 'c2')
    """
    taken = state.rabbits[1]
    free = [square for square in standable(state, 1) if square != taken]
    for pair in combinations(free, 2):
        if closed(state, 1, blocked=[taken, *pair]):
            yield pair


def _hit_points(state: river.State, path: Sequence[str]) -> list[int]:
    return [state.spot(square).left for square in path[1:-1]]


def ways_to(state: river.State, square: str) -> int:
    """How many paths lead from Start to a square.

    Examples
    --------
    >>> ways_to(RIVER, "b2"), ways_to(RIVER, "b3"), ways_to(RIVER, "c2")
    (3, 7, 2)
    """
    through = count_paths(state) - count_paths(state, blocked=[square])
    return through // count_paths(state, square)


def _water(columns: int, rows: int) -> river.State:
    return river.parse("/".join([",".join("0" * columns)] * rows) + " -,- 1 - -")


def _numbers(state: river.State, row: int) -> list[int]:
    """What the sweep writes on the squares of a row."""
    return [count_paths(state, f"{column}{row}") for column in "abcdefgh"[: state.board.columns]]


def _count(size: tuple[int, int]) -> Exercise:
    """The columns and rows of a river; the real one has 3 and 4."""
    columns, rows = size
    state = _water(columns, rows)

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(Fraction(columns * 3 ** (rows - 1)), "paths.count.slip_edges"),
            Slip(Fraction(count_paths(_water(columns, rows - 1))), "paths.count.slip_row"),
            Slip(Fraction(river_graph(state, rides=False).number_of_edges()), "paths.count.slip_arrows"),
            Slip(Fraction(columns * rows), "paths.count.slip_squares"),
        )

    def told(row: int) -> Reason:
        return Reason("paths.count.row", {"row": row, "numbers": in_a_row(_numbers(state, row))})

    def given() -> dict[str, object]:
        near: object = told(rows - 2)
        for row in range(rows - 3, 0, -1):
            near = Reason("paths.count.rows", {"before": near, "next": told(row)})
        whole = in_a_row(_numbers(state, rows))
        for row in range(rows - 1, 0, -1):
            whole = Reason("paths.count.then", {"before": whole, "next": in_a_row(_numbers(state, row))})
        kind = "real" if size == (3, 4) else "other"
        return {
            "columns": columns,
            "rows": rows,
            "less": rows - 1,
            "arrows": rows + 1,
            "which": Reason(f"paths.count.which.{kind}"),
            "river": Reason(f"paths.count.river.{kind}", {"columns": columns, "rows": rows}),
            "far": Reason("paths.count.rows", {"before": told(rows), "next": told(rows - 1)}),
            "near": near,
            "sweep": whole,
            "sum": " + ".join(map(str, _numbers(state, 1))),
            "product": " × ".join([str(columns), *["3"] * (rows - 1)]),
        }

    return exercise("1", Kind.COUNT, "paths.count", lambda: Fraction(count_paths(state)), slips, given)


def _rabbit(square: str) -> Exercise:
    """A rabbit stands on a square of the real river."""
    start = river.start()
    whole, onward, before = count_paths(start), count_paths(start, square), ways_to(start, square)
    through = before * onward

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(Fraction(through), "paths.rabbit.slip_through"),
            Slip(Fraction(whole - onward), "paths.rabbit.slip_onward"),
            Slip(Fraction(whole - before), "paths.rabbit.slip_before"),
            Slip(Fraction(whole - before - onward), "paths.rabbit.slip_sum"),
            Slip(Fraction(whole), "paths.rabbit.slip_all"),
        )

    def given() -> dict[str, object]:
        return {
            "square": square,
            "before": before,
            "onward": onward,
            "through": through,
            "whole": whole,
            "back": listed(start.board.back[square]),
        }

    made = exercise(
        "2",
        Kind.COUNT,
        "paths.rabbit",
        lambda: Fraction(count_paths(start, blocked=[square])),
        slips,
        given,
    )
    return made if 2 * through > whole else replace(made, solution="paths.rabbit.solution_edge")


def _gate(position: str) -> Exercise:
    """Rabbit 2 and orcas close the middle column, and two rabbits may close the lanes beside it."""
    state = river.parse(position)
    rows = state.board.rows
    orcas = [f"b{row}" for row in range(1, rows + 1) if str(state.spot(f"b{row}").card) == "O"]
    long = rows > 3

    def slips() -> tuple[Slip, ...]:
        pairs = list(closing_pairs(state))
        in_a_row = [pair for pair in pairs if pair[0][1] == pair[1][1]]
        return (
            Slip(Fraction(1), "paths.gate.slip_one"),
            Slip(Fraction(len(in_a_row)), "paths.gate.slip_rows"),
            Slip(Fraction(len(pairs) - 1), "paths.gate.slip_missing"),
            Slip(Fraction(2 * len(pairs)), "paths.gate.slip_order"),
        )

    def given() -> dict[str, object]:
        data = {"orca": listed(orcas), "stands": state.rabbits[1]}
        kind = "long" if long else "short"
        return {
            "position": position,
            **data,
            "scene": Reason(f"paths.gate.scene.{kind}", data),
            "arrows": Reason(f"paths.gate.arrows.{kind}"),
        }

    made = exercise(
        "3", Kind.COUNT, "paths.gate", lambda: Fraction(len(list(closing_pairs(state)))), slips, given
    )
    if not long:
        return made
    hints = ("paths.gate.hint_1_long", "paths.gate.hint_2_long", "paths.gate.hint_3_long")
    return replace(made, hints=hints, solution="paths.gate.solution_long")


def _path_slips() -> tuple[Slip, ...]:
    path = easiest_first(RIVER)
    points = _hit_points(RIVER, path)
    wins = [beats(left) for left in points]
    losses = [1 - chance for chance in wins]
    return (
        Slip(prod(wins, start=Fraction(1)), "paths.chance.slip_through"),
        Slip(sum(losses, Fraction(0)), "paths.chance.slip_sum"),
        Slip(prod(losses, start=Fraction(1)), "paths.chance.slip_every"),
        Slip(max(losses), "paths.chance.slip_hardest"),
        Slip(1 - prod((beats(left + 1) for left in points), start=Fraction(1)), "paths.chance.slip_more"),
        Slip(1 - prod((total()[left] for left in points), start=Fraction(1)), "paths.chance.slip_exactly"),
        Slip(1 - wins[0] * wins[1], "paths.chance.slip_two"),
    )


def _likely(position: str) -> Exercise:
    """Two rows; the likeliest path begins in the middle, and at an edge of row 1 lies the weakest shark."""
    state = river.parse(position)

    def best() -> tuple[str, ...]:
        found = most_likely_path(state)
        assert found is not None
        return found.path

    def slips() -> tuple[Slip, ...]:
        likely, easy = best(), easiest_first(state)
        others = {path_chance(state, path) for path in paths(state) if path not in (likely, easy)}
        return (
            Slip(path_chance(state, easy), "paths.likely.slip_easy"),
            *(Slip(chance, "paths.likely.slip_other") for chance in sorted(others, reverse=True)),
            *(Slip(beats(left), "paths.likely.slip_single") for left in _hit_points(state, likely)),
        )

    def given() -> dict[str, object]:
        (middle, further), (weak, second) = (_hit_points(state, p) for p in (best(), easiest_first(state)))
        edges = {state.spot(square).left for square in ("a1", "c1")}
        [strong] = edges - {weak}
        numbers = {
            "near_left": state.spot("a1").left,
            "near_middle": middle,
            "near_right": state.spot("c1").left,
            "far_left": state.spot("a2").left,
            "far_middle": state.spot("b2").left,
            "far_right": state.spot("c2").left,
            "strong": strong,
            "weak": weak,
            "further": further,
            "second": second,
        }
        ways = {f"{name}_ways": beats(left) * 36 for name, left in numbers.items()}
        return {**numbers, **ways, "easy": path_chance(state, easiest_first(state))}

    return exercise("5", Kind.CHANCE, "paths.likely", lambda: path_chance(state, best()), slips, given)


def _alone(sharks: tuple[int, int]) -> Exercise:
    """The sharks of rows 1 and 2, so weak that none of them is lost to twice."""
    near, far = sharks
    state = river.parse(f"{far}/{near} -,- 1 - -")
    lost = expected_rolls(near) - 1, expected_rolls(far) - 1
    hops = state.board.rows + 1

    def expected() -> Fraction:
        found = cross_alone(state).expected
        assert found is not None
        return found

    def slips() -> tuple[Slip, ...]:
        both = lost[0] + lost[1]
        once, through = 1 - beats(near), beats(near) * (1 - beats(far))
        again = (2 * once + 3 * through) / path_chance(state, ("-", "a1", "a2", "*"))
        return (
            Slip(Fraction(hops), "paths.alone.slip_lucky"),
            Slip(hops + both, "paths.alone.slip_one_turn"),
            Slip(hops + 2 * both, "paths.alone.slip_same"),
            Slip(hops + lost[0] + 2 * lost[1], "paths.alone.slip_rest"),
            Slip(2 * lost[0] + 3 * lost[1], "paths.alone.slip_extra"),
            Slip(hops + again, "paths.alone.slip_fresh"),
        )

    def given() -> dict[str, object]:
        return {
            "near": near,
            "far": far,
            "near_rolls": str(1 + lost[0]),
            "far_rolls": str(1 + lost[1]),
            "near_lost": str(lost[0]),
            "far_lost": str(lost[1]),
            "near_wasted": f"2/{lost[0].denominator}",
            "far_wasted": f"3/{lost[1].denominator}",
            "about": f"{float(expected()):.2f}",
        }

    made = exercise("6", Kind.NUMBER, "paths.alone", expected, slips, given)
    if near == far:
        return made
    hints = (made.hints[0], "paths.alone.hint_2_two", made.hints[2])
    return replace(made, hints=hints, solution="paths.alone.solution_two")


EXERCISES: Final = (
    varied(_count, (3, 4), (3, 5), (4, 4)),
    varied(_rabbit, "b2", "b3", "c2"),
    varied(
        _gate,
        str(GATE),
        "9x,O,5x/W,6x,0/4,7,5 -,b2,-,- 1 - -",
        "6x,W,9x/5x,O,W/8x,O,0/5,4,7 -,b4,-,- 1 - -",
    ),
    # Asked for is the loss, for the chance to get through stands in the drawing of the likeliest path.
    exercise(
        "4", Kind.CHANCE, "paths.chance", lambda: 1 - path_chance(RIVER, easiest_first(RIVER)), _path_slips
    ),
    varied(
        _likely,
        "5,12,7/10,6,3 -,- 1 - -",
        "5,11,8/10,7,3 -,- 1 - -",
        "8,11,7/4,6,9 -,- 1 - -",
    ),
    varied(_alone, (4, 4), (3, 4), (4, 3)),
)
