"""Computer players for Same One: policies that choose a move from what a player sees.

A policy is called with a `View` and a random generator and gives a legal move (`inaba.game.Policy`). Two
stand here: `uniform` knows nothing, and `greedy` gets rid of as much as it can. They play with 3 to 9 players
and under all options; where fouls are moves, `uniform` commits them, and `greedy` does not.
"""

from __future__ import annotations

from random import Random

from inaba.game import uniform
from inaba.same_one.cards import Card, points
from inaba.same_one.moves import Call, Foul, Move, Play
from inaba.same_one.state import View

__all__ = ["greedy", "uniform"]

Worth = tuple[int, int, int, int]


def greedy(view: View, rng: Random) -> Move:
    """The move that gets rid of most: it calls and plays whenever it can.

    Of the cards that may be laid it prefers those that end the game, best of all with a dog; then the most
    cards; then those that would cost most at the end, so sharks before others; then those after which most of
    the hand would fit. Among equals the generator chooses. It draws only if it can lay nothing.

    Parameters
    ----------
    view : View
    rng : Random

    Returns
    -------
    Move

    Examples
    --------
    >>> from inaba import same_one
    >>> view = same_one.parse("g9,b9,g14,b2/b5/y1 g7:3 - y30 1 0").view(1)
    >>> str(greedy(view, Random(0)))
    'g9+b9'
    >>> str(greedy(same_one.parse("g3,g8/b5,b9/y1 g9:1 - y30 2 0 ask").view(2), Random(0)))
    '!b9'
    """
    moves = [move for move in view.legal_moves() if not isinstance(move, Foul)]
    laying = [move for move in moves if isinstance(move, Play | Call)]
    if not laying:
        return rng.choice(moves)
    worth = [_worth(view, move) for move in laying]
    return rng.choice([move for move, value in zip(laying, worth, strict=True) if value == max(worth)])


def _worth(view: View, move: Play | Call) -> Worth:
    cards = move.cards if isinstance(move, Play) else (move.card,)
    left = [card for card in view.hand if card not in cards]
    ends = 0 if left else 1 + cards[-1].dog
    return ends, len(cards), points(cards), _follow(left, None if isinstance(move, Call) else cards[-1])


def _follow(hand: list[Card], centre: Card | None) -> int:
    """How many cards of a hand may be laid on a centre card; all of them where one is to be led."""
    return len(hand) if centre is None else sum(card.fits(centre) for card in hand)
