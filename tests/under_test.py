"""What the conformance suite must know of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from inaba.record import Notation

Step = tuple[int, Any]
"""Who acts (0 for chance), and the move or event."""

OTHER_GAMES = ("same_one_", "cross_sevens_")
"""How the names of files begin that are not River's, among the perft counts and the recorded games."""


def nothing(step: Any) -> bool:
    """No step at all."""
    return False


@dataclass(frozen=True)
class GameUnderTest:
    """One set-up of one game, and what the conformance suite must know of it.

    Attributes
    ----------
    name : str
        What the test's report calls it.
    start : callable
        The opening position.
    parse, parse_view : callable
        Read a position, and one player's view.
    parse_move, parse_event : callable
        Read a step's text in a position.
    moves, events : callable
        All that can be written in a game of this size, the impossible included.
    cards : callable
        All cards of a position with their numbers: what must never change.
    redealt : callable
        Other positions that the player named cannot tell from this one (endless; none where there is no
        secret).
    reveals : callable
        Whether by the rules a step tells somebody more than the step's own text.
    notation : Notation
        How a record writes the game, and how often a position may begin a turn until it is a draw.
    most_steps : int
        Within so many steps random play has ended: the longest of many thousand games took less than half.
    secret : bool
        Whether players have secrets, so that there is something to deal again.
    endless : callable
        Steps that a whole random game leaves out, because with them it would hardly ever end.
    """

    name: str
    start: Callable[[], Any]
    parse: Callable[[str], Any]
    parse_view: Callable[[str, int], Any]
    parse_move: Callable[[str, Any], Any]
    parse_event: Callable[[str, Any], Any]
    moves: Callable[[Any], Iterable[Any]]
    events: Callable[[Any], Iterable[Any]]
    cards: Callable[[Any], Counter[Any]]
    redealt: Callable[[Any, int, Random], Iterator[Any]]
    reveals: Callable[[Any, int, Any], bool]
    notation: Notation
    most_steps: int
    secret: bool
    endless: Callable[[Any], bool] = nothing

    @property
    def repetitions(self) -> int:
        return self.notation.repetitions
