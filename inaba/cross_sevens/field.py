"""The field of Cross Sevens: six rows, columns without end in either direction, and where a trump may go.

A cell is written as its row, ``a`` (the lowest) to ``f``, and its column, a whole number: ``c2``, ``f-3``.
The four 7s lie on ``b1``, ``c2``, ``d3`` and ``e4``, so that there is one row below them and one above
(rule 5).

Rule numbers in the docstrings are those of the package's page (`inaba.cross_sevens`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple

from inaba.cross_sevens.cards import JOKER, SEVEN, SEVENS, Card, Suit, over_the_corner
from inaba.cross_sevens.rules import Rules
from inaba.errors import NotationError, Reason
from inaba.reading import plain

ROWS: Final = "abcdef"
CELL_TEXT: Final = r"[a-f](?:0|-?[1-9][0-9]{0,2})"
"""A regular expression for a cell; a thousand columns are more than the cards can fill."""

MOST_IN_A_CELL: Final = 2
"""How many cards a cell takes, a STOP counted among them (ours)."""


class Why(StrEnum):
    """Why a text is no cell."""

    CELL = "cross_sevens.why.cell"


class Cell(NamedTuple):
    """A place of the field: its row, 0 (the lowest) to 5, and its column.

    Examples
    --------
    >>> str(Cell(2, -3)), [str(cell) for cell in Cell(0, 1).beside()]
    ('c-3', ['a0', 'a2', 'b1'])
    """

    row: int
    column: int

    def left_and_right(self) -> tuple[Cell, Cell]:
        """The cells beside it in its row."""
        return Cell(self.row, self.column - 1), Cell(self.row, self.column + 1)

    def beside(self) -> tuple[Cell, ...]:
        """The cells of the field beside it: left, right, below, above (rules 4 and 5)."""
        rows = (row for row in (self.row - 1, self.row + 1) if 0 <= row < len(ROWS))
        return (*self.left_and_right(), *(Cell(row, self.column) for row in rows))

    def __str__(self) -> str:
        return f"{ROWS[self.row]}{self.column}"


def parse_cell(text: str, whole: str | None = None, at: int = 0) -> Cell:
    """Read a cell: ``"c2"``.

    Raises
    ------
    NotationError
        If it is none.

    Examples
    --------
    >>> parse_cell("f-3")
    Cell(row=5, column=-3)
    """
    whole = plain(text) if whole is None else whole
    if not re.fullmatch(CELL_TEXT, text, re.ASCII):
        raise NotationError(whole, at, Reason(Why.CELL, {"text": text[:20]}))
    return Cell(ROWS.index(text[0]), int(text[1:]))


@dataclass(frozen=True, slots=True)
class Field:
    """What lies on the field.

    Attributes
    ----------
    sevens : tuple of Suit
        The diagonal of 7s from its lower left end to its upper right one.
    laid : tuple of (Cell, Card)
        The other trumps, sorted.
    joker : (Cell, Card) or None
        Where the joker lies, and the trump that it stands for.
    stops : tuple of (Cell, int)
        The cells that a STOP closes, sorted; each with the player whose next turn lifts it, or 0 where
        it is closed for good.
    """

    sevens: tuple[Suit, ...] = ()
    laid: tuple[tuple[Cell, Card], ...] = ()
    joker: tuple[Cell, Card] | None = None
    stops: tuple[tuple[Cell, int], ...] = ()

    def cards(self) -> tuple[Card, ...]:
        """All trumps that lie here, the joker among them, sorted."""
        joker = (JOKER,) if self.joker else ()
        return tuple(sorted((*(SEVENS[suit] for suit in self.sevens), *(c for _, c in self.laid), *joker)))

    def with_seven(self, suit: Suit, upper: bool) -> Field:
        """The same with a 7 at the upper right or the lower left end of the diagonal (rule 2)."""
        return replace(self, sevens=(*self.sevens, suit) if upper else (suit, *self.sevens))

    def with_card(self, card: Card, cell: Cell) -> Field:
        """The same with a trump laid."""
        return replace(self, laid=tuple(sorted((*self.laid, (cell, card)))))

    def with_stops(self, cells: tuple[Cell, ...], player: int) -> Field:
        """The same with cells closed."""
        return replace(self, stops=tuple(sorted((*self.stops, *((cell, player) for cell in cells)))))

    def claimed(self) -> Field:
        """The same with the trump that the joker stands for in the joker's place (rule 11)."""
        assert self.joker is not None
        cell, card = self.joker
        return replace(self, joker=None).with_card(card, cell)


class Layout(NamedTuple):
    """A field looked up both ways.

    Attributes
    ----------
    where : dict of Card to Cell
        Where each trump lies; the joker is not among them.
    lying : dict of Cell to int
        How many cards lie in a cell, STOPs and the joker among them; cells that are not here are free.
    joker : Cell or None
    """

    where: dict[Card, Cell]
    lying: dict[Cell, int]
    joker: Cell | None

    def free(self, cell: Cell) -> bool:
        """Whether nothing lies in a cell, no STOP either."""
        return cell not in self.lying

    def crossable(self, cell: Cell) -> bool:
        """Whether CROSS lets a trump in where something lies already."""
        return cell != self.joker and 0 < self.lying.get(cell, 0) < MOST_IN_A_CELL


@lru_cache(maxsize=4096)
def layout(field: Field) -> Layout:
    """A field looked up both ways. Not to be changed: it is shared."""
    where = {SEVENS[suit]: Cell(at, at) for at, suit in enumerate(field.sevens, 1)}
    where |= {card: cell for cell, card in field.laid}
    lying: dict[Cell, int] = {}
    for cell in (*where.values(), *(cell for cell, _ in field.stops)):
        lying[cell] = lying.get(cell, 0) + 1
    joker = None
    if field.joker:
        joker = field.joker[0]
        lying[joker] = lying.get(joker, 0) + 1
    return Layout(where, lying, joker)


class Place(NamedTuple):
    """Where a trump may go, and what that needs.

    Attributes
    ----------
    cell : Cell
    joker : Cell or None
        Where the joker goes with it, into the gap before it (rule 11).
    cross, tunnel : bool
        Whether CROSS or TUNNEL is needed.
    """

    cell: Cell
    joker: Cell | None = None
    cross: bool = False
    tunnel: bool = False


def sides(card: Card, cell: Cell, rules: Rules) -> tuple[Cell, ...]:
    """The cells beside a neighbour's cell where a trump may go by its rank alone (rule 4).

    Examples
    --------
    >>> from inaba.cross_sevens.cards import parse_card
    >>> [str(cell) for cell in sides(parse_card("D6"), Cell(1, 1), Rules())]
    ['b0', 'b2']
    >>> [str(cell) for cell in sides(parse_card("D6"), Cell(1, 1), Rules(sides="fixed"))]
    ['b0']
    """
    if not card.beside_seven:
        return cell.beside()
    left, right = cell.left_and_right()
    if rules.sides == "fixed":
        return (left,) if card.rank < SEVEN else (right,)
    return left, right


def neighbours(card: Card) -> tuple[Card, ...]:
    """The trumps beside which a trump may lie, the next in rank: for a 6 and an 8 the 7 alone (rule 4)."""
    return (Card(card.suit, SEVEN),) if card.beside_seven else (card.step(-1), card.step(1))


@lru_cache(maxsize=16384)
def places(field: Field, card: Card, rules: Rules) -> tuple[Place, ...]:
    """Where a trump may be laid without the joker (rules 4 and 5, and CROSS and TUNNEL), sorted by cell.

    TUNNEL is needed where the A-K joint is the only one (ours).
    """
    at = layout(field)
    if card == JOKER or card in at.where:
        return ()
    tunnel: dict[Cell, bool] = {}
    for neighbour in neighbours(card):
        if neighbour in at.where:
            corner = over_the_corner(card, neighbour)
            for cell in sides(card, at.where[neighbour], rules):
                tunnel[cell] = tunnel.get(cell, True) and corner
    return tuple(
        Place(cell, None, not at.free(cell), tunnel[cell])
        for cell in sorted(tunnel)
        if at.free(cell) or at.crossable(cell)
    )


@lru_cache(maxsize=16384)
def pairs(field: Field, card: Card, rules: Rules) -> tuple[tuple[Card, Place], ...]:
    """Where a trump may be laid one step beyond a gap, with the joker in the gap (rule 11).

    The joker itself goes on a free cell, and stands for a trump that is not on the table; TUNNEL is needed
    where the A-K joint is one of the two (ours).

    Returns
    -------
    tuple of (Card, Place)
        Each place with the trump that the joker stands for there.
    """
    at = layout(field)
    if card == JOKER or card in at.where:
        return ()
    found = []
    for by in (-1, 1):
        gap, beyond = card.step(by), card.step(2 * by)
        if gap in at.where or beyond not in at.where or (gap.beside_seven and beyond.rank != SEVEN):
            continue
        tunnel = over_the_corner(card, gap) or over_the_corner(gap, beyond)
        for joker in sorted(sides(gap, at.where[beyond], rules)):
            if at.free(joker):
                found += [(gap, p) for p in _beyond(at, card, joker, tunnel, rules)]
    return tuple(found)


def _beyond(at: Layout, card: Card, joker: Cell, tunnel: bool, rules: Rules) -> Iterator[Place]:
    """The places of a trump beside the joker that has been laid for it."""
    seven = at.where.get(Card(card.suit, SEVEN))
    allowed = sides(card, seven, rules) if card.beside_seven and seven else joker.beside()
    for cell in sorted(joker.beside()):
        if cell in allowed and (at.free(cell) or at.crossable(cell)):
            yield Place(cell, joker, not at.free(cell), tunnel)
