"""The draft set-up of River: who keeps which card, and where it is laid.

The cards are dealt evenly; each player keeps one and passes the rest to the left, until none are left. The
player who kept the dolphin lays one of his cards face down on any free square and says where, then his left
neighbour, and so on until all are laid (the source's optional rule; face down and on a free square are
inferred). Picks are simultaneous and hidden. Whoever laid a card knows it, so here the river has secrets.

The source leaves to a joke who moves first; here it is the player named when the game is set up.
"""

from __future__ import annotations

from typing import NamedTuple

from inaba.errors import SetupError
from inaba.river.board import Square
from inaba.river.cards import Card, Kind


class Dealing(NamedTuple):
    """Cards are dealt one by one, round the table from player 1.

    Attributes
    ----------
    hands, kept : tuple of int
        How many cards each player holds in hand, and has kept.
    first : int
        Who moves first once all cards are laid.
    """

    hands: tuple[int, ...]
    kept: tuple[int, ...]
    first: int

    @property
    def name(self) -> str:
        """The word of the notation."""
        return "deal"


class Picking(NamedTuple):
    """Everybody keeps one card of his hand; who holds as many as the most has not yet kept.

    Attributes as in `Dealing`.
    """

    hands: tuple[int, ...]
    kept: tuple[int, ...]
    first: int

    @property
    def name(self) -> str:
        """The word of the notation."""
        return "pick"


class Placing(NamedTuple):
    """The player whose turn it is lays a kept card on a free square. Attributes as in `Dealing`."""

    hands: tuple[int, ...]
    kept: tuple[int, ...]
    first: int

    @property
    def name(self) -> str:
        """The word of the notation."""
        return "place"


class Own(NamedTuple):
    """What one player alone knows: his hand, what he has kept, and what he laid face down where."""

    hand: tuple[Card, ...] = ()
    kept: tuple[Card, ...] = ()
    laid: tuple[tuple[Square, Card], ...] = ()

    def at(self, square: Square) -> Card | None:
        """The card this player laid on a square, while it is face down."""
        for where, card in self.laid:
            if where == square:
                return card
        return None

    def cards(self) -> tuple[Card, ...]:
        """All cards that this player alone knows."""
        return (*self.hand, *self.kept, *(card for _, card in self.laid))

    def without(self, square: Square) -> Own:
        """The same once the card on a square has been turned up."""
        return self._replace(laid=tuple(pair for pair in self.laid if pair[0] != square))


NOTHING = Own()

Secrets = tuple[Own, ...]


def check(deck: tuple[Card, ...], players: int) -> None:
    """Refuse a deck that cannot be drafted: it needs one dolphin and to divide evenly (our ruling).

    Raises
    ------
    SetupError
    """
    dolphins = sum(card.kind is Kind.DOLPHIN for card in deck)
    if dolphins != 1:
        raise SetupError("river.setup.dolphins", n=dolphins)
    if len(deck) % players:
        raise SetupError("river.setup.uneven", cards=len(deck), players=players)


def less(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """The cards without one of this kind."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def passed_left(hands: tuple[tuple[Card, ...], ...]) -> tuple[tuple[Card, ...], ...]:
    """Each hand at the left neighbour, the next player in turn."""
    return (hands[-1], *hands[:-1])


def counted(secrets: Secrets) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """How many cards each player holds in hand, and has kept: everybody sees that."""
    return tuple(len(own.hand) for own in secrets), tuple(len(own.kept) for own in secrets)
