"""The squares of a river and which lead to which (River, rules 2 and 4).

Squares are named as the rabbits look: columns ``a``, ``b``, ``c`` from the left, rows ``1``, ``2``, … from
Start; ``b2`` is the second of row 2. Start is ``-`` and the goal is ``*``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Final

from inaba.errors import SetupError

Square = str
START: Final[Square] = "-"
GOAL: Final[Square] = "*"
MOST_SIDE: Final = 8
"""The most columns, and the most rows, of a river."""


@dataclass(frozen=True, slots=True)
class Board:
    """The squares of a river; made by `board`, which keeps one for each size.

    Attributes
    ----------
    columns, rows : int
        1 to 8 each.
    squares : tuple of str
        Row by row from Start, each from the left: ``("a1", "b1", …, "a2", …)``.
    index : dict of str to int
        The place of each square in ``squares``.
    ahead, back, sides : dict of str to tuple of str
        Where each square leads: ahead-left, ahead, ahead-right (Start to all of row 1, the last row to the
        goal); back-left, back, back-right (row 1 to Start); left, right. Always from the left; never round
        the edge. ``ahead`` knows Start too.
    """

    columns: int
    rows: int
    squares: tuple[Square, ...] = field(init=False, repr=False, compare=False)
    index: dict[Square, int] = field(init=False, repr=False, compare=False)
    ahead: dict[Square, tuple[Square, ...]] = field(init=False, repr=False, compare=False)
    back: dict[Square, tuple[Square, ...]] = field(init=False, repr=False, compare=False)
    sides: dict[Square, tuple[Square, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        names = [[f"{chr(97 + c)}{r + 1}" for c in range(self.columns)] for r in range(self.rows)]
        ahead = {START: tuple(names[0])}
        back, sides = {}, {}
        for r, row in enumerate(names):
            for c, name in enumerate(row):
                near = slice(max(0, c - 1), c + 2)
                ahead[name] = tuple(names[r + 1][near]) if r + 1 < self.rows else (GOAL,)
                back[name] = tuple(names[r - 1][near]) if r else (START,)
                sides[name] = tuple(row[k] for k in (c - 1, c + 1) if 0 <= k < self.columns)
        squares = tuple(name for row in names for name in row)
        for attribute, value in (
            ("squares", squares),
            ("index", {name: i for i, name in enumerate(squares)}),
            ("ahead", ahead),
            ("back", back),
            ("sides", sides),
        ):
            object.__setattr__(self, attribute, value)

    def row(self, square: Square) -> int:
        """The row of a square, from 1; 0 for Start and one past the last for the goal.

        Examples
        --------
        >>> board(3, 4).row("b2"), board(3, 4).row("*")
        (2, 5)
        """
        if square == START:
            return 0
        return self.rows + 1 if square == GOAL else int(square[1])


@cache
def _board(columns: int, rows: int) -> Board:
    return Board(columns, rows)


def board(columns: int = 3, rows: int = 4) -> Board:
    """The squares of a river of a size.

    Raises
    ------
    SetupError
        Unless there are 1 to 8 columns and 1 to 8 rows.

    Examples
    --------
    >>> board(3, 4).ahead["a1"], board(3, 4).ahead["b4"], board(3, 4).back["b1"]
    (('a2', 'b2'), ('*',), ('-',))
    """
    for count in (columns, rows):
        if type(count) is not int or not 1 <= count <= MOST_SIDE:
            raise SetupError("river.setup.size", columns=columns, rows=rows, most=MOST_SIDE)
    return _board(columns, rows)
