"""Lines of best choices: how play goes on from a move until chance acts, by whatever knows the values."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from inaba.river.moves import Move
from inaba.river.state import State
from solvers.endgame import HALF

Values = Callable[[State], tuple[Fraction, ...]]
"""What each of two players has in a position, under best play by both."""


def line(values: Values, state: State, move: Move, endless: Fraction = HALF) -> str:
    """A move and the best choices after it up to the next chance event.

    Who has more than endless play is worth to him takes, of equally good moves, one from which the fewest
    choices are left until chance acts or the game is over, whatever the other does: so the line never goes
    round. Where nobody has more than that, the first in legal order is taken, and the line ends where a
    position comes up again.

    Parameters
    ----------
    values : callable
        What each of the two players has in a position.
    state : State
    move : Move
        A legal one.
    endless : Fraction
        What play without end is worth to player 1.

    Examples
    --------
    >>> from inaba import river
    >>> from solvers.endgame import Solver
    >>> position = river.parse("5,W,4/O,6,D -,- 1 - -")
    >>> line(Solver().value, position, river.parse_move("1c1"))
    '1c1>b2 1*'
    """
    met = {state}
    text, state = str(move), state.play(state.turn, move)
    level = _Level(values, state, endless)
    while state.to_act() and state not in met:
        met.add(state)
        following, after = level.choice(state)
        text += (" " if state.starts_turn() else "") + str(following)
        state = after
    return text


class _Level:
    """The positions that best moves lead to from one: chance has not acted, so all are worth the same."""

    def __init__(self, values: Values, state: State, endless: Fraction) -> None:
        self._values = values
        value = values(state)
        self._hurries = next((p for p in (1, 2) if value[p - 1] > (endless if p == 1 else 1 - endless)), 0)
        self._best: dict[State, list[tuple[Move, State]]] = {}
        self._left: dict[State, int] = {}

    def best(self, state: State) -> list[tuple[Move, State]]:
        """The best moves, in legal order, and where they lead."""
        if state not in self._best:
            player = state.turn
            found = [(move, state.play(player, move)) for move in state.legal_moves(player)]
            shares = [self._values(after)[player - 1] for _, after in found]
            best = max(shares)
            self._best[state] = [pair for pair, share in zip(found, shares, strict=True) if share == best]
        return self._best[state]

    def choice(self, state: State) -> tuple[Move, State]:
        """The move that the line goes on with."""
        best = self.best(state)
        if len(best) == 1 or state.turn != self._hurries:
            return best[0]
        if state not in self._left:
            self._count(state)
        return min(best, key=lambda pair: self._left.get(pair[1], len(self._left)))

    def _count(self, first: State) -> None:
        """How many choices are left from each position until the level is left, whatever the other does."""
        before: dict[State, list[State]] = {first: []}
        waits: dict[State, int] = {}
        reached: list[State] = []
        for state in (order := [first]):  # Both lists grow while they are read.
            if not state.to_act():
                self._left[state] = 0
                reached.append(state)
                continue
            afters = dict.fromkeys(after for _, after in self.best(state))
            waits[state] = 1 if state.turn == self._hurries else len(afters)
            for after in afters:
                if after not in before:
                    before[after] = []
                    order.append(after)
                before[after].append(state)
        # The first to be reached are the nearest.
        for state in reached:
            for above in before[state]:
                waits[above] -= 1
                if not waits[above]:
                    self._left[above] = self._left[state] + 1
                    reached.append(above)
