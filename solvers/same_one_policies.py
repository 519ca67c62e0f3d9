"""Computer players for Same One: policies that choose a move from what a player sees.

A policy is called with a `View` and a random generator and gives a legal move (`inaba.game.Policy`). Four
stand here: `uniform` knows nothing, `greedy` gets rid of as much as it can, `careful` lays what the others
can least answer, and `Careless` plays as another policy does, but tries cards without looking now and then.
They play with 3 to 9 players and under all options; where fouls are moves, `uniform` and `Careless` commit
them, and the others do not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from inaba.errors import SetupError
from inaba.game import Policy, uniform
from inaba.same_one.cards import Card, points
from inaba.same_one.moves import Call, Foul, Move, Play
from inaba.same_one.state import View
from solvers.same_one_odds import unanswered

__all__ = ["Careless", "careful", "greedy", "uniform"]

Worth = tuple[int | Fraction, ...]


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
    return _best(view, rng, _gets_rid)


def careful(view: View, rng: Random) -> Move:
    """The move that gets rid of most cards, and among equals the one that the others can least answer.

    It calls and plays whenever it can. Of the cards that may be laid it prefers those that end the game, best
    of all with a dog; then the most cards; then those after which it is likeliest that nobody calls Same One
    and the next player cannot follow (`solvers.same_one_odds.unanswered`; a call is answered by nobody); then
    those that would cost most at the end. Among equals the generator chooses. It draws only if it can lay
    nothing.

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
    >>> view = same_one.parse("g9,g12,b2/b5/y1 g7:3 - b9,y9,y30 1 0").view(1)
    >>> str(careful(view, Random(0)))
    'g12'
    """
    return _best(view, rng, _unanswered)


@dataclass(frozen=True, slots=True)
class Careless:
    """Another policy's player who tries a card without looking now and then.

    Where fouls are moves, such a try costs a card if the card may not be laid; where they are refused, he is
    told so and plays on as he would have.

    Parameters
    ----------
    policy : Policy
        How he plays otherwise.
    one_in : int
        He tries a card of his hand at random in one of so many decisions, 1 or more.

    Raises
    ------
    SetupError
        If that is no such number.

    Examples
    --------
    >>> from inaba import same_one
    >>> rules = same_one.parse_rules("fouls=yes")
    >>> view = same_one.parse("g9,b2/b5/y1 g7:3 - y30 1 0", rules).view(1)
    >>> sorted({str(Careless(greedy, 2)(view, Random(seed))) for seed in range(20)})
    ['g9', 'xb2']
    """

    policy: Policy
    one_in: int = 10

    def __post_init__(self) -> None:
        if type(self.one_in) is not int or self.one_in < 1:
            raise SetupError("solvers.same_one_odds.one_in", value=self.one_in)

    def __call__(self, view: View, rng: Random) -> Move:
        if view.hand and rng.randrange(self.one_in) == 0:
            foul = Foul(rng.choice(view.hand))
            if view.why_illegal(foul) is None:
                return foul
        move: Move = self.policy(view, rng)
        return move


def _best(view: View, rng: Random, worth: Callable[[View, tuple[Card, ...], bool], Any]) -> Move:
    """The move of the greatest worth among those that lay cards, else any but a foul; ``worth`` is of the
    view, the cards, and whether they are a call."""
    moves = [move for move in view.legal_moves() if not isinstance(move, Foul)]
    laying = [(move, _cards(move)) for move in moves if isinstance(move, Play | Call)]
    if not laying:
        return rng.choice(moves)
    worths = [
        (_ending(view, cards), len(cards), worth(view, cards, isinstance(move, Call)))
        for move, cards in laying
    ]
    best = max(worths)
    return rng.choice([move for (move, _), value in zip(laying, worths, strict=True) if value == best])


def _cards(move: Play | Call) -> tuple[Card, ...]:
    return move.cards if isinstance(move, Play) else (move.card,)


def _ending(view: View, cards: tuple[Card, ...]) -> int:
    """1 for the last cards, 2 with a dog, else 0."""
    return 1 + cards[-1].dog if len(cards) == len(view.hand) else 0


def _gets_rid(view: View, cards: tuple[Card, ...], call: bool) -> Worth:
    left = [card for card in view.hand if card not in cards]
    return points(cards), _follow(left, None if call else cards[-1])


def _unanswered(view: View, cards: tuple[Card, ...], call: bool) -> Worth:
    return Fraction(1) if call else unanswered(view, cards), points(cards)


def _follow(hand: list[Card], centre: Card | None) -> int:
    """How many cards of a hand may be laid on a centre card; all of them where one is to be led."""
    return len(hand) if centre is None else sum(card.fits(centre) for card in hand)
