"""What lies on the table of Same One, what is under way, and what each player alone knows.

Rule numbers in the docstrings are those of the package's page (`inaba.same_one`).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple, assert_never

from inaba.same_one.cards import Card
from inaba.same_one.rules import Rules


@dataclass(frozen=True, slots=True)
class Dealing:
    """Cards are dealt one by one, from the starter on, until each has as many as said here (rule 2)."""

    each: int


@dataclass(frozen=True, slots=True)
class Turn:
    """A player is to lead, to follow, to draw or to call (rules 3 to 7)."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """The card that he draws is to come off the pile (rule 6)."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """He has drawn a card, and plays it, calls with it, or keeps it and passes (rule 6)."""


@dataclass(frozen=True, slots=True)
class Asking:
    """All but the player of the centre card are asked whether they call, at the same time (rule 11).

    Attributes
    ----------
    answered : tuple of int
        Who has answered, ascending. What he said is a secret until all have.
    """

    answered: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Racing:
    """Calls were made: which lies first is to be seen (rule 11).

    Attributes
    ----------
    calls : tuple of (int, Card)
        One or two, each with its player, by seat.
    """

    calls: tuple[tuple[int, Card], ...]


Resumed = Turn | Drawn | Asking


@dataclass(frozen=True, slots=True)
class Penalty:
    """A foul: the player is to get a card off the pile, and ``then`` the game goes on (rule 14)."""

    player: int
    then: Resumed


@dataclass(frozen=True, slots=True)
class Placing:
    """Where hands keep their order: the player puts the card of his foul into his hand (rules 14 and 16)."""

    player: int
    then: Resumed


@dataclass(frozen=True, slots=True)
class Over:
    """The game has ended.

    Attributes
    ----------
    wonderful : bool
        Whether it was won with a dog (rule 13).
    """

    wonderful: bool = False


Phase = Dealing | Turn | Drawing | Drawn | Asking | Racing | Penalty | Placing | Over

TURN, DRAWING, DRAWN, ASKING = Turn(), Drawing(), Drawn(), Asking()


class Own(NamedTuple):
    """What one player alone knows.

    Attributes
    ----------
    hand : tuple of Card
        Sorted; or in his order, where hands keep their order.
    drawn : tuple of Card
        Cards that have just come and are not in the hand yet: the one drawn, then the one for a foul.
    call : Card or None
        While the others are still being asked, the card that he calls with.
    """

    hand: tuple[Card, ...] = ()
    drawn: tuple[Card, ...] = ()
    call: Card | None = None

    def cards(self) -> tuple[Card, ...]:
        """All cards that he holds."""
        return (*self.hand, *self.drawn)

    def without(self, cards: tuple[Card, ...]) -> Own:
        """The same with some cards laid."""
        return Own(less(self.hand, cards), less(self.drawn, cards))

    def put(self, card: Card, at: int = 0) -> Own:
        """The same with a card in the hand: at a place from 1, or where it belongs in the sorted hand."""
        hand = (*self.hand[: at - 1], card, *self.hand[at - 1 :]) if at else tuple(sorted((*self.hand, card)))
        return Own(hand, less(self.drawn, (card,)), self.call)


NOTHING = Own()

Secrets = tuple[Own, ...]


def less(cards: tuple[Card, ...], taken: tuple[Card, ...]) -> tuple[Card, ...]:
    """Cards without some others, in their order."""
    if not taken:
        return cards
    gone = {*taken}
    return tuple(card for card in cards if card not in gone)


@dataclass(frozen=True, slots=True)
class Table:
    """What everybody sees.

    Attributes
    ----------
    rules : Rules
    sizes : tuple of int
        How many cards each player holds; 0 for one who is out.
    centre : Card or None
        The topmost card of the round; None where one is to be led.
    last : int
        Who played the centre card, from 1; 0 where there is none.
    aside : tuple of Card
        All other cards that were played since the pile was last made up, sorted.
    unseen : tuple of Card
        The cards in the draw pile and in the hands, sorted: everybody knows the deck, so everybody knows
        which they are.
    turn : int
        Whose turn it is, or will be when all have been asked, from 1.
    passes : int
        How many have passed in a row since the last play, a skipped player among them (rules 8 and 12); on an
        empty centre, how many in a row without even drawing a card (rule 17).
    phase : Phase
        `Dealing`, `Turn`, `Drawing`, `Drawn`, `Asking`, `Racing`, `Penalty`, `Placing` or `Over`.
    """

    # The rules are the same throughout a game: equality asks for them, a hash needs not.
    rules: Rules = field(hash=False)
    sizes: tuple[int, ...]
    centre: Card | None
    last: int
    aside: tuple[Card, ...]
    unseen: tuple[Card, ...]
    turn: int
    passes: int = 0
    phase: Phase = TURN

    @property
    def pile(self) -> int:
        """How many cards the draw pile has."""
        return len(self.unseen) - sum(self.sizes)

    def holders(self) -> tuple[int, ...]:
        """The players who have cards: after the deal, those still in."""
        return tuple(player for player, size in enumerate(self.sizes, 1) if size)

    def after(self, player: int) -> int:
        """The next player clockwise who has cards (rule 3)."""
        players = len(self.sizes)
        return next(
            to for to in ((player - 1 + i) % players + 1 for i in range(1, players + 1)) if self.sizes[to - 1]
        )

    def asked(self) -> tuple[int, ...]:
        """All still in but the player of the centre card: who may call, and must pass to clear the round."""
        return tuple(player for player in self.holders() if player != self.last)

    def can_draw(self) -> bool:
        """Whether there is a card to draw, in the pile or to make up a new one of (rule 9)."""
        return self.pile > 0 or bool(self.aside)

    def receiver(self) -> int:
        """Who gets the next card of the deal: round from the starter (rule 2)."""
        return (self.turn - 1 + sum(self.sizes)) % len(self.sizes) + 1

    def to_act(self) -> tuple[int, ...]:
        """The players who have to decide now."""
        match self.phase:
            case Turn() | Drawn():
                return (self.turn,)
            case Asking(answered=answered):
                return tuple(player for player in self.asked() if player not in answered)
            case Placing(player=player):
                return (player,)
            case Dealing() | Drawing() | Racing() | Penalty() | Over():
                return ()
            case _ as never:
                assert_never(never)

    def reshuffled(self) -> Table:
        """The same where an empty pile is made up of the cards played, the centre left out (rule 9)."""
        if self.pile or not self.aside:
            return self
        return replace(self, aside=(), unseen=tuple(sorted((*self.unseen, *self.aside))))

    def cleared(self) -> Table:
        """The round is over: the last to play leads, or the next player if he is out (rules 8 and 15)."""
        assert self.centre is not None
        leader = self.last if self.sizes[self.last - 1] else self.after(self.last)
        aside = tuple(sorted((*self.aside, self.centre)))
        return replace(self, centre=None, last=0, aside=aside, turn=leader, passes=0, phase=TURN)

    def passed(self, drew: bool) -> Table:
        """Whose turn it is passes (rules 6 to 8, 17)."""
        following = self.after(self.turn)
        if self.centre is None:
            passes = 0 if drew else self.passes + 1
            stuck = passes == len(self.holders())
            return replace(self, turn=following, passes=passes, phase=Over() if stuck else TURN)
        if self.passes + 1 >= len(self.asked()):
            return self.cleared()
        return replace(self, turn=following, passes=self.passes + 1, phase=ASKING)
