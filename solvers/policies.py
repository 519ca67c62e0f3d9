"""Computer players for River: policies that choose a move from what a player sees.

A policy is called with a `View` and a random generator and gives a legal move (`inaba.game.Policy`). Three
stand here: `uniform` knows nothing, `greedy` looks one move ahead, and `Best` plays exactly where the
position is small enough to be solved. All of them play with 2 to 4 players, after a shuffle and in draft
games.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Final

from inaba import river
from inaba.dice import Dice, total
from inaba.errors import TooLarge
from inaba.game import Policy, uniform
from inaba.river.cards import Card, Kind
from inaba.river.moves import Choose, Lay, Move, Peek, Ride
from inaba.river.state import Riding
from solvers.endgame import Solver, shown

__all__ = ["QUICK", "Best", "best", "greedy", "uniform"]

QUICK: Final = 200_000
"""The most positions that a computer player solves before a move: about a second."""


def greedy(view: river.View, rng: Random) -> Move:
    """The move that helps most at once: own rabbit ahead, the others back to Start.

    A rabbit is worth the row that it stands on, and a rabbit in the goal the whole river more. A move is
    worth what its own rabbit gains, or what another's loses, on average over the roll and over the cards that
    may lie face down; where a ride goes on is left out of account. Among equals the generator chooses.

    Parameters
    ----------
    view : View
    rng : Random

    Returns
    -------
    Move

    Examples
    --------
    >>> str(greedy(river.parse("5,W,20/W,W,W b1,- 1 - -").view(1), Random(0)))
    '1b2'
    """
    moves = list(view.legal_moves())
    worth = [_worth(view, move) for move in moves]
    return rng.choice([move for move, value in zip(moves, worth, strict=True) if value == max(worth)])


def _worth(view: river.View, move: Move) -> Fraction:
    match move:
        case Choose(rabbit=rabbit, to=to):
            return _gain(view, rabbit, to)
        case Ride(to=to):
            assert isinstance(view.phase, Riding)
            return _gain(view, view.phase.rabbit, to)
        case Peek(at=at):
            # A card that the own rabbit may land on next is worth knowing; of the others the nearest.
            row = view.board.row(at)
            mine = view.rabbits[view.player - 1]
            return Fraction((at in view.board.ahead.get(mine, ())) * view.board.rows - row)
        case Lay(card=card, at=at):
            # A strong shark far ahead costs whoever meets it most; it is the same for everybody.
            return (1 - _holds(card, 0, view.rules.dice)) * view.board.row(at)
        case _:
            return Fraction(0)


def _gain(view: river.View, rabbit: int, to: str) -> Fraction:
    """How many rows the player gains, or whoever owns the rabbit loses, if it goes to a square."""
    board = view.board
    ahead = Fraction(board.row(to))
    if to == river.GOAL:
        ahead += board.rows
    elif to != river.START:
        spot = view.spot(to)
        own = view.own.at(to)
        if spot.card or own:
            ahead *= _holds(spot.card or own, spot.damage, view.rules.dice)
        else:
            cards = view.unseen
            ahead *= sum((_holds(card, 0, view.rules.dice) for card in cards), Fraction(0)) / len(cards)
    gain = ahead - board.row(view.rabbits[rabbit - 1])
    return gain if rabbit == view.player else -gain


def _holds(card: Card | None, damage: int, dice: Dice) -> Fraction:
    """The chance that a rabbit that lands on a card can stay: in [0, 1]."""
    if card is None or card.kind is not Kind.SHARK:
        return Fraction(1)
    left = card.hit_points - damage
    return total(dice).where(lambda damage: damage >= left)


class Best:
    """The exact best move where the position can be solved quickly, else another policy's.

    Parameters
    ----------
    limit : int
        The most positions that are solved before a move.
    fallback : Policy
        Who moves where that is not enough, where more than two play, or where a player knows a card that the
        others do not.

    Notes
    -----
    What has been solved is kept for the rest of the game (`solvers.endgame.Solver`).

    Examples
    --------
    >>> str(best(river.parse("5,W,4/0,6,3 -,- 1 - -").view(1), Random(0)))
    '1c1'
    """

    name: Final = "best"

    def __init__(self, limit: int = QUICK, fallback: Policy = greedy) -> None:
        self.fallback = fallback
        self._solver = Solver(limit=limit)

    def __call__(self, view: river.View, rng: Random) -> Move:
        """A move of the player whose view it is, who must be to act."""
        state = shown(view)
        if state is not None and view.players == 2:
            try:
                move: Move = self._solver.best_move(state)
            except TooLarge:
                pass
            else:
                return move
        fallen: Move = self.fallback(view, rng)
        return fallen


best: Final = Best()
"""`Best` as it comes."""
