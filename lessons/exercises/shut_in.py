"""The exercises of "Who is shut in?"."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Final

from inaba.cross_sevens import Action, Card, parse, parse_card
from inaba.cross_sevens.field import ROWS, Cell, Field, layout, parse_cell
from lessons.answer import Kind, Slip
from lessons.exercises.exercise import Exercise, exercise, varied
from solvers.cross_sevens_reach import Reach

LAID: Final = "DSHC,D6@b0,S6@c1,S5@d1,S4@e1,S3@f1,S8@c3,S9@b3,S10@b2,H6@d2,C6@e3,C5@f3"
"""The field of the lesson: both cells beside D7 are taken, and two free cells are walled in."""

FIELD: Final = parse(f"D8,HA/H5,D5/S2,C4 {LAID} - cross - - 1 -").field

MOST_STOPS: Final = 3
"""As many STOPs as there are in the game."""


def pieces(cells: Iterable[Cell], corners: bool = False) -> tuple[frozenset[Cell], ...]:
    """Into which connected pieces some cells fall, sorted by their first cell.

    Parameters
    ----------
    cells : iterable of Cell
    corners : bool
        Whether cells that touch at a corner count as neighbours: they don't, but it is a known slip.

    Examples
    --------
    >>> cells = [parse_cell(cell) for cell in ("a1", "a2", "b3")]
    >>> len(pieces(cells)), len(pieces(cells, corners=True))
    (2, 1)
    """
    left, found = sorted({*cells}), []
    while left:
        inside, waiting = {left[0]}, [left[0]]
        while waiting:
            cell = waiting.pop()
            new = {other for other in left if _beside(cell, other, corners)} - inside
            inside |= new
            waiting += new
        found.append(frozenset(inside))
        left = [cell for cell in left if cell not in inside]
    return tuple(found)


def walled(field: Field) -> tuple[frozenset[Cell], ...]:
    """The pockets of a field: pieces of free cells from which nothing leads out to the left or the right.

    Examples
    --------
    >>> [sorted(map(str, pocket)) for pocket in walled(FIELD)]
    [['e2', 'f2']]
    """
    taken = {*layout(field).lying}
    columns = [cell.column for cell in taken]
    first, last = min(columns) - 1, max(columns) + 1
    here = (Cell(row, column) for row in range(len(ROWS)) for column in range(first, last + 1))
    # Whoever gets out of all that lies there has room without end.
    return tuple(
        piece
        for piece in pieces(cell for cell in here if cell not in taken)
        if all(first < cell.column < last for cell in piece)
    )


def longest(cells: frozenset[Cell], start: Cell, corners: bool = False) -> int:
    """How many cards of a chain find room in a pocket, the first of them on a cell of it.

    Examples
    --------
    >>> pocket = frozenset(map(parse_cell, ("d2", "e1", "e2", "e3")))
    >>> longest(pocket, parse_cell("d2")), longest(pocket, parse_cell("e1"))
    (3, 3)
    """
    left = cells - {start}
    onward = [cell for cell in left if _beside(start, cell, corners)]
    return 1 + max((longest(left, cell, corners) for cell in onward), default=0)


def _beside(one: Cell, other: Cell, corners: bool) -> bool:
    up, right = abs(one.row - other.row), abs(one.column - other.column)
    return max(up, right) == 1 if corners else up + right == 1


def closing(field: Field, card: str, most: int = MOST_STOPS) -> tuple[Cell, ...]:
    """The fewest free cells that shut a trump in once STOPs lie there.

    Whatever shuts it in closes a cell of each chain that leads to it: so one is closed after the other.

    Parameters
    ----------
    field : Field
    card : str
        A trump that can be laid sooner or later.
    most : int
        So many are tried.

    Raises
    ------
    ValueError
        If more are needed.

    Examples
    --------
    >>> list(map(str, closing(FIELD, "CA")))
    ['f4']
    """
    for number in range(most + 1):
        if (stops := _closing(field, parse_card(card), number)) is not None:
            return tuple(sorted(stops))
    raise ValueError(f"{card} cannot be shut in by {most} STOPs")


def _closing(field: Field, card: Card, most: int) -> tuple[Cell, ...] | None:
    """So many cells at most; None where they are not enough."""
    way = Reach(field).way(card)
    if way is None:
        return ()
    for step in way.steps if most else ():
        if (more := _closing(field.with_stops((step.cell,), 0), card, most - 1)) is not None:
            return step.cell, *more
    return None


def _cells(names: str) -> tuple[Cell, ...]:
    return tuple(map(parse_cell, names.split()))


def _pieces(names: str) -> Exercise:
    """Free cells, all else is taken."""
    cells = _cells(names)
    found = pieces(cells)

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(Fraction(len(pieces(cells, corners=True))), "shut_in.pieces.slip_corners"),
            Slip(Fraction(len(cells)), "shut_in.pieces.slip_cells"),
            Slip(Fraction(max(map(len, found))), "shut_in.pieces.slip_largest"),
        )

    def given() -> dict[str, object]:
        parts = "; ".join(" ".join(map(str, sorted(piece))) for piece in found)
        return {"cells": names.replace(" ", ", "), "count": len(cells), "parts": parts}

    return exercise("1", Kind.COUNT, "shut_in.pieces", lambda: Fraction(len(found)), slips, given)


def _chain(names: str) -> Exercise:
    """A pocket of free cells, entered at the first one that is named."""
    cells = _cells(names)
    start, pocket = cells[0], frozenset(cells)
    answer = longest(pocket, start)

    def slips() -> tuple[Slip, ...]:
        far = max(abs(cell.row - start.row) + abs(cell.column - start.column) for cell in cells) + 1
        candidates = (
            Slip(Fraction(len(cells)), "shut_in.chain.slip_cells"),
            Slip(Fraction(longest(pocket, start, corners=True)), "shut_in.chain.slip_corners"),
            Slip(Fraction(far), "shut_in.chain.slip_straight"),
            Slip(Fraction(answer - 1), "shut_in.chain.slip_first"),
        )
        told = {slip.value: slip for slip in reversed(candidates) if slip.value != answer}
        return tuple(told.values())

    def given() -> dict[str, object]:
        free = ", ".join(map(str, sorted(pocket)))
        return {"start": start, "cells": free, "count": len(cells), "way": " → ".join(_way(pocket, start))}

    return exercise("2", Kind.COUNT, "shut_in.chain", lambda: Fraction(answer), slips, given)


def _way(pocket: frozenset[Cell], start: Cell) -> list[str]:
    """A longest chain."""
    left = pocket - {start}
    onward = sorted(cell for cell in left if _beside(start, cell, False))
    best = max(onward, key=lambda cell: longest(left, cell), default=None)
    return [str(start), *(_way(left, best) if best else [])]


def _shut() -> Fraction:
    return Fraction(len(Reach(FIELD).shut_in()))


def _shut_slips() -> tuple[Slip, ...]:
    shut = Reach(FIELD).shut_in()
    diamonds = sum(card.suit.letter == "D" for card in shut)
    return (
        Slip(Fraction(len(shut) - diamonds), "shut_in.all.slip_hearts"),
        Slip(Fraction(diamonds), "shut_in.all.slip_diamonds"),
        Slip(Fraction(1 + len(shut) - diamonds), "shut_in.all.slip_eight"),
        Slip(Fraction(diamonds + 5), "shut_in.all.slip_room"),
        Slip(Fraction(diamonds + 1), "shut_in.all.slip_first"),
    )


def _tunnel() -> Fraction:
    """How many of those that are shut in come out with TUNNEL."""
    return Fraction(len(Reach(FIELD).shut_in()) - len(Reach(FIELD).shut_in([Action.TUNNEL])))


def _tunnel_slips() -> tuple[Slip, ...]:
    shut = len(Reach(FIELD).shut_in())
    return (
        Slip(Fraction(shut), "shut_in.tunnel.slip_all"),
        Slip(Fraction(shut) - _tunnel(), "shut_in.tunnel.slip_left"),
        Slip(Fraction(2), "shut_in.tunnel.slip_ends"),
        Slip(Fraction(3), "shut_in.tunnel.slip_hearts"),
        Slip(Fraction(5), "shut_in.tunnel.slip_diamonds"),
    )


def _stops(card: str) -> Exercise:
    """A trump that is to be shut in."""

    def needed() -> Fraction:
        return Fraction(len(closing(FIELD, card)))

    def slips() -> tuple[Slip, ...]:
        candidates = (
            Slip(Fraction(1), "shut_in.stops.slip_one"),
            Slip(Fraction(2), "shut_in.stops.slip_both"),
            Slip(Fraction(4), "shut_in.stops.slip_sides"),
            Slip(Fraction(0), "shut_in.stops.slip_none"),
        )
        return tuple(slip for slip in candidates if slip.value != needed())

    def given() -> dict[str, object]:
        way = Reach(FIELD).way(parse_card(card))
        assert way is not None
        return {
            "card": card,
            "anchor": way.anchor,
            "chain": ", ".join(str(step.card) for step in way.steps),
            "needed": len(way.steps),
            "stops": ", ".join(map(str, closing(FIELD, card))),
        }

    return exercise("5", Kind.COUNT, "shut_in.stops", needed, slips, given)


EXERCISES: Final = (
    varied(
        _pieces,
        "a1 b1 b2 c3 d3 d4 f2 f3 e5",
        "d1 d2 e2 e3 b3 c3 f4 e5 f5",
        "a1 b1 b2 c1 c2 d3 e3 a4 b4 f5 e6 f6",
    ),
    varied(_chain, "d2 e1 e2 e3 f1", "b2 c1 c2 c3 d3 d4", "e4 d4 c3 c4 c5 b5 a5"),
    exercise("3", Kind.COUNT, "shut_in.all", _shut, _shut_slips),
    exercise("4", Kind.COUNT, "shut_in.tunnel", _tunnel, _tunnel_slips),
    varied(_stops, "C3", "CA", "S2"),
)
