"""A Ludo duel: another game with chance in its loops, to try the solvers on.

Two players, one counter each, a track of some squares. The turn player takes a long die of six faces or a
short one of two, rolls it and goes on so many squares; a roll past the end does nothing. Who lands on the
other's counter sends it back before the track. Who first stands on the last square has won.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from inaba.chance import Chance, die
from inaba.errors import Reason

DICE = {"long": die(6), "short": die(2)}


class Why(StrEnum):
    """Why a move is illegal."""

    MOVE = "ludo.why.move"


@dataclass(frozen=True, slots=True)
class Ludo:
    """A position of the Ludo duel.

    Attributes
    ----------
    squares : int
        The last square; 0 is before the track.
    counters : tuple of int
        Where each player's counter stands.
    turn : int
        Who is to act, 1 or 2.
    rolling : str
        The die in the air; empty unless there is one.
    """

    squares: int = 20
    counters: tuple[int, int] = (0, 0)
    turn: int = 1
    rolling: str = ""

    @property
    def players(self) -> int:
        return 2

    def to_act(self) -> tuple[int, ...]:
        return () if self.rolling or self.result() else (self.turn,)

    def chance(self) -> Chance[int] | None:
        return DICE[self.rolling] if self.rolling else None

    def result(self) -> tuple[Fraction, ...] | None:
        if max(self.counters) < self.squares:
            return None
        first = Fraction(self.counters[0] == self.squares)
        return (first, 1 - first)

    def legal_moves(self, player: int) -> Iterator[str]:
        if player in self.to_act():
            yield from DICE

    def why_illegal(self, player: int, move: str) -> Reason | None:
        return None if move in self.legal_moves(player) else Reason(Why.MOVE)

    def play(self, player: int, move: str) -> Ludo:
        return replace(self, rolling=move)

    def happen(self, event: int) -> Ludo:
        mine, other = self.counters[self.turn - 1], self.counters[2 - self.turn]
        if mine + event <= self.squares:
            mine += event
        if mine == other and mine:
            other = 0
        counters = (mine, other) if self.turn == 1 else (other, mine)
        return Ludo(self.squares, counters, 3 - self.turn)

    def swapped(self) -> Ludo:
        """The same position with the players' seats changed (see `solvers.endgame.Swaps`)."""
        return Ludo(self.squares, self.counters[::-1], 3 - self.turn, self.rolling)

    def view(self, player: int) -> LudoView:
        return LudoView(self, player)

    def seen(self, player: int, actor: int, step: object) -> str:
        return str(step)

    def starts_turn(self) -> bool:
        return not self.rolling

    def __str__(self) -> str:
        return f"{self.counters[0]},{self.counters[1]} {self.turn}{' ' if self.rolling else ''}{self.rolling}"


@dataclass(frozen=True, slots=True)
class LudoView:
    """What a player sees: everything."""

    state: Ludo
    player: int

    def to_act(self) -> tuple[int, ...]:
        return self.state.to_act()

    def legal_moves(self) -> Iterator[str]:
        return self.state.legal_moves(self.player)

    def why_illegal(self, move: str) -> Reason | None:
        return self.state.why_illegal(self.player, move)
