"""Pig: a game with chance in its loops, to try the solvers on.

Two players; the turn player rolls one die as often as he likes and adds up what he rolls; a 1 ends his turn
with nothing; holding ends it and scores the sum. Who first has the target wins (Neller and Presser, "Optimal
play of the dice game Pig", The UMAP Journal 25, 2004, have the values).
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from inaba.chance import Chance, die
from inaba.errors import Reason

DIE = die(6)
MOVES = ("roll", "hold")
WON, LOST = (Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))


class Why(StrEnum):
    """Why a move is illegal."""

    MOVE = "pig.why.move"


class Pig(NamedTuple):
    """A position of Pig.

    Attributes
    ----------
    target : int
        The score that wins.
    scores : tuple of int
        What each player has scored.
    turn : int
        Who is to act, 1 or 2.
    pile : int
        The sum rolled in this turn.
    rolling : bool
        Whether the die is in the air.
    """

    target: int = 100
    scores: tuple[int, int] = (0, 0)
    turn: int = 1
    pile: int = 0
    rolling: bool = False

    @property
    def players(self) -> int:
        return 2

    def to_act(self) -> tuple[int, ...]:
        target, (one, two), turn, _, rolling = self
        return () if rolling or one >= target or two >= target else (turn,)

    def chance(self) -> Chance[int] | None:
        return DIE if self.rolling else None

    def result(self) -> tuple[Fraction, ...] | None:
        if max(self.scores) < self.target:
            return None
        return WON if self.scores[0] >= self.target else LOST

    def legal_moves(self, player: int) -> Iterator[str]:
        return iter(MOVES if player in self.to_act() else ())

    def why_illegal(self, player: int, move: str) -> Reason | None:
        return None if move in self.legal_moves(player) else Reason(Why.MOVE)

    def _next(self, scored: int) -> Pig:
        one, two = self.scores
        scores = (one + scored, two) if self.turn == 1 else (one, two + scored)
        return Pig(self.target, scores, 3 - self.turn)

    def play(self, player: int, move: str) -> Pig:
        if move == "hold":
            return self._next(self.pile)
        return Pig(self.target, self.scores, self.turn, self.pile, True)

    def happen(self, event: int) -> Pig:
        target, scores, turn, pile, _ = self
        if event == 1:
            return self._next(0)
        pile += event
        most = target - scores[turn - 1]
        return Pig(target, scores, turn, pile if pile < most else most)

    def swapped(self) -> Pig:
        """The same position with the players' seats changed (see `solvers.endgame.Swaps`)."""
        return Pig(self.target, self.scores[::-1], 3 - self.turn, self.pile, self.rolling)

    def view(self, player: int) -> PigView:
        return PigView(self, player)

    def seen(self, player: int, actor: int, step: object) -> str:
        return str(step)

    def starts_turn(self) -> bool:
        return not self.pile and not self.rolling

    def __str__(self) -> str:
        return f"{self.scores[0]},{self.scores[1]} {self.turn} {self.pile}{'*' if self.rolling else ''}"


class PigView(NamedTuple):
    """What a player sees: everything."""

    state: Pig
    player: int

    def to_act(self) -> tuple[int, ...]:
        return self.state.to_act()

    def legal_moves(self) -> Iterator[str]:
        return self.state.legal_moves(self.player)

    def why_illegal(self, move: str) -> Reason | None:
        return self.state.why_illegal(self.player, move)
