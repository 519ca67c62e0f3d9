"""A position of River as a picture, with arrows and chances."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from inaba import river
from inaba.river.moves import Move
from inaba.river.picture import Picture, picture
from lessons.position import state_of
from lessons.voice import language
from solvers.endgame import Solver

MOST_STATES: Final = 300_000
"""The board advises, and its strong player thinks, in positions of at most so many states: some seconds."""


def show(
    position: str | river.State,
    *,
    moves: bool = False,
    values: bool = False,
    marks: dict[str, str] | None = None,
) -> Picture:
    """A position of River as a picture.

    Parameters
    ----------
    position : str or State
        Its notation, or the position itself.
    moves : bool
        Draw an arrow for each move that the rules allow.
    values : bool
        Write the exact chance to win at each arrow, and a star at the best; where the position is small
        enough (see `MOST_STATES`).
    marks : dict of str to str, optional
        Signs to be put on squares.

    Raises
    ------
    NotationError
        If the text is no position.
    TooLarge, SetupError
        If values are asked for and there are no exact ones.
    """
    state = state_of(position)
    arrows: dict[Move, Fraction | None] = {}
    if values:
        rows = Solver(limit=MOST_STATES).solve(state).moves
        arrows = {row.move: row.value[state.to_act()[0] - 1] for row in rows}
    elif moves:
        arrows = {move: None for player in state.to_act() for move in state.legal_moves(player)}
    return picture(state, lang=language(), arrows=arrows, best=None if values else (), marks=marks)
