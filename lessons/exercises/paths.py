"""The exercises of "The river as a graph"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import prod
from typing import Final

from inaba import river
from inaba.dice import total
from lessons.answer import Kind, Slip
from lessons.exercises.exercise import exercise
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

SMALL: Final = river.parse("5,12,7/10,6,3 -,- 1 - -")

GATE: Final = river.parse("6x,W,9x/8x,O,0/5,4,7 -,b3,-,- 1 - -")

ALONE: Final = river.parse("4/4 -,- 1 - -")


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


def _count_slips() -> tuple[Slip, ...]:
    start = river.start()
    columns, rows = start.board.columns, start.board.rows
    return (
        Slip(Fraction(columns**rows), "paths.count.slip_edges"),
        Slip(Fraction(count_paths(river.start(deck=start.table.unseen[:9], rows=3))), "paths.count.slip_row"),
        Slip(
            Fraction(river_graph(start, rides=False).number_of_edges()),
            "paths.count.slip_arrows",
        ),
        Slip(Fraction(columns * rows), "paths.count.slip_squares"),
    )


def _rabbit_slips() -> tuple[Slip, ...]:
    start = river.start()
    whole, onward = count_paths(start), count_paths(start, "b2")
    before = len(start.board.back["b2"])
    return (
        Slip(Fraction(before * onward), "paths.rabbit.slip_through"),
        Slip(Fraction(whole - onward), "paths.rabbit.slip_onward"),
        Slip(Fraction(whole - before), "paths.rabbit.slip_before"),
        Slip(Fraction(whole - before - onward), "paths.rabbit.slip_sum"),
        Slip(Fraction(whole), "paths.rabbit.slip_all"),
    )


def _gate_slips() -> tuple[Slip, ...]:
    pairs = list(closing_pairs(GATE))
    in_a_row = [pair for pair in pairs if pair[0][1] == pair[1][1]]
    return (
        Slip(Fraction(1), "paths.gate.slip_one"),
        Slip(Fraction(len(in_a_row)), "paths.gate.slip_rows"),
        Slip(Fraction(len(pairs) - 1), "paths.gate.slip_missing"),
        Slip(Fraction(2 * len(pairs)), "paths.gate.slip_order"),
    )


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


def _likely_slips() -> tuple[Slip, ...]:
    best, easy = most_likely_path(SMALL), easiest_first(SMALL)
    assert best is not None
    others = {path_chance(SMALL, path) for path in paths(SMALL) if path not in (best.path, easy)}
    return (
        Slip(path_chance(SMALL, easy), "paths.likely.slip_easy"),
        *(Slip(chance, "paths.likely.slip_other") for chance in sorted(others, reverse=True)),
        *(Slip(beats(left), "paths.likely.slip_single") for left in _hit_points(SMALL, best.path)),
    )


def _alone_slips() -> tuple[Slip, ...]:
    lost = expected_rolls(4) - 1
    hops, chance = ALONE.board.rows + 1, path_chance(ALONE, ("-", "a1", "a2", "*"))
    fail = 1 - beats(4)
    return (
        Slip(Fraction(hops), "paths.alone.slip_lucky"),
        Slip(hops + 2 * lost, "paths.alone.slip_one_turn"),
        Slip(hops + 4 * lost, "paths.alone.slip_same"),
        Slip(hops + 3 * lost, "paths.alone.slip_rest"),
        Slip(5 * lost, "paths.alone.slip_extra"),
        Slip(hops + (2 * fail + 3 * beats(4) * fail) / chance, "paths.alone.slip_fresh"),
    )


def _likely() -> Fraction:
    best = most_likely_path(SMALL)
    assert best is not None
    return best.chance


def _alone() -> Fraction:
    expected = cross_alone(ALONE).expected
    assert expected is not None
    return expected


EXERCISES: Final = (
    exercise("1", Kind.COUNT, "paths.count", lambda: Fraction(count_paths(river.start())), _count_slips),
    exercise(
        "2",
        Kind.COUNT,
        "paths.rabbit",
        lambda: Fraction(count_paths(river.start(), blocked=["b2"])),
        _rabbit_slips,
    ),
    exercise("3", Kind.COUNT, "paths.gate", lambda: Fraction(len(list(closing_pairs(GATE)))), _gate_slips),
    # Asked for is the loss, for the chance to get through stands in the drawing of the likeliest path.
    exercise(
        "4", Kind.CHANCE, "paths.chance", lambda: 1 - path_chance(RIVER, easiest_first(RIVER)), _path_slips
    ),
    exercise("5", Kind.CHANCE, "paths.likely", _likely, _likely_slips),
    exercise("6", Kind.NUMBER, "paths.alone", _alone, _alone_slips),
)
