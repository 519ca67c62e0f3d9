"""What lies on the table of Cross Sevens, what is under way, and what each player alone knows.

Rule numbers in the docstrings are those of the package's page (`inaba.cross_sevens`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple, assert_never

from inaba.cross_sevens.cards import SEVENS, Action, Actions, Card, Suit, fewer
from inaba.cross_sevens.field import Field
from inaba.cross_sevens.rules import Rules

MOST_HELD: Final = 3
"""The most action cards that a player may hold (rule 7)."""


@dataclass(frozen=True, slots=True)
class Dealing:
    """Trumps are dealt one by one, from player 1 on, until each has as many as said here (rule 1)."""

    each: int


@dataclass(frozen=True, slots=True)
class Sevens:
    """A player is asked, in seat order, whether he holds the 7 whose place it is (rule 2)."""

    suit: Suit
    player: int


@dataclass(frozen=True, slots=True)
class SevenDrawing:
    """Who has laid a 7 draws from the trump pile; ``suit`` is the 7 whose place it is (rule 2)."""

    suit: Suit
    player: int


@dataclass(frozen=True, slots=True)
class Overdue:
    """Who has drawn is asked whether it is a 7 that was skipped, which he lays at once (rule 2)."""

    suit: Suit
    player: int


@dataclass(frozen=True, slots=True)
class Turn:
    """A player is to lay, to use action cards, to pass, or to end his turn (rules 4, 6 and 9).

    Attributes
    ----------
    laid : bool
        Whether he has laid a trump of his own in this turn.
    missed : bool
        Whether his TRY found nothing, where that makes him pass (`Rules.try_miss`).
    """

    laid: bool = False
    missed: bool = False


@dataclass(frozen=True, slots=True)
class Trying:
    """The player of whom a TRY asks says whether he holds the trump."""

    target: int
    card: Card


@dataclass(frozen=True, slots=True)
class Placing:
    """The trump that a TRY has found is laid where its player chooses; it is still in the other's hand."""

    target: int
    card: Card


@dataclass(frozen=True, slots=True)
class Trading:
    """The two of a TRADE choose what they give, at the same time; under ``trade=blind`` its player alone.

    Attributes
    ----------
    target : int
    laid : bool
        Whether the player of the TRADE has laid a trump in this turn.
    given : tuple of int
        Who has chosen, ascending. What, is a secret.
    """

    target: int
    laid: bool
    given: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Exchanging:
    """The trumps of a TRADE change hands: first to its player; ``done`` when that has happened."""

    target: int
    laid: bool
    done: bool = False


@dataclass(frozen=True, slots=True)
class Claiming:
    """A player is asked whether he holds the trump that the joker stands for (rule 11).

    After a joker is laid all others are asked in seat order; after a trump is drawn, who drew it.
    """

    player: int


@dataclass(frozen=True, slots=True)
class TrumpDrawing:
    """A trump is to come off the pile for who passes (rule 6)."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """Action cards are to come off the pile; ``due`` are still due before those used are replaced."""

    due: int


@dataclass(frozen=True, slots=True)
class Mixing:
    """MIX: everybody still in puts a trump face down, at the same time.

    Attributes
    ----------
    due : int
        How many action cards are still due then (`Drawing`).
    given : tuple of int
        Who has chosen, ascending. What, is a secret.
    """

    due: int
    given: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Returning:
    """The trumps of MIX, shuffled, are dealt back in seat order; ``dealt`` have been."""

    due: int
    dealt: int = 0


@dataclass(frozen=True, slots=True)
class Leaving:
    """A player who has finished or is eliminated puts down his action cards (rules 7 and 12)."""

    player: int


@dataclass(frozen=True, slots=True)
class Over:
    """The game has ended."""


Phase = (
    Dealing
    | Sevens
    | SevenDrawing
    | Overdue
    | Turn
    | Trying
    | Placing
    | Trading
    | Exchanging
    | Claiming
    | TrumpDrawing
    | Drawing
    | Mixing
    | Returning
    | Leaving
    | Over
)

TURN: Final = Turn()


class Own(NamedTuple):
    """What one player alone knows.

    Attributes
    ----------
    hand : tuple of Card
        His trumps, sorted.
    actions : tuple of Action
        His action cards, sorted.
    given : Card or None
        The trump that he has put face down for a TRADE or for MIX, until that is over.
    """

    hand: tuple[Card, ...] = ()
    actions: Actions = ()
    given: Card | None = None

    def with_card(self, card: Card) -> Own:
        """The same with a trump more."""
        return self._replace(hand=tuple(sorted((*self.hand, card))))

    def without(self, *cards: Card) -> Own:
        """The same with trumps gone."""
        return self._replace(hand=less(self.hand, cards))

    def gives(self, card: Card) -> Own:
        """The same with a trump face down before him."""
        return self.without(card)._replace(given=card)


NOTHING: Final = Own()

Secrets = tuple[Own, ...]


def less(cards: tuple[Card, ...], gone: Iterable[Card]) -> tuple[Card, ...]:
    """Trumps without some others, in their order."""
    gone = {*gone}
    return tuple(card for card in cards if card not in gone) if gone else cards


@dataclass(frozen=True, slots=True)
class Table:
    """What everybody sees.

    Attributes
    ----------
    rules : Rules
    sizes : tuple of int
        How many trumps each player holds; one that lies face down before him is not counted.
    held : tuple of int
        How many action cards each player holds.
    field : Field
    unseen : tuple of Card
        The trumps in the pile, in the hands and face down, sorted: all that are not on the field.
    actions : tuple of Action
        The action cards in the pile and in the hands, sorted.
    discards : tuple of Action
        The action cards that were put down since their pile was last made up, sorted.
    removed : tuple of Action
        The action cards that have left the game: MIX.
    finished, eliminated : tuple of int
        Who has, in order.
    turn : int
        Whose turn it is, from 1; 0 before the 7 of diamonds is laid.
    used : tuple of Action
        The action cards used in this turn, each to be replaced, sorted. Of a STOP this is a mark: the card
        lies on the field.
    phase : Phase
    """

    # The rules are the same throughout a game: equality asks for them, a hash needs not.
    rules: Rules = field(hash=False)
    sizes: tuple[int, ...]
    held: tuple[int, ...]
    field: Field
    unseen: tuple[Card, ...]
    actions: Actions
    discards: Actions = ()
    removed: Actions = ()
    finished: tuple[int, ...] = ()
    eliminated: tuple[int, ...] = ()
    turn: int = 0
    used: Actions = ()
    phase: Phase = TURN

    # Who is there

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.sizes)

    def remaining(self) -> tuple[int, ...]:
        """The players who are still in."""
        out = {*self.finished, *self.eliminated}
        return tuple(player for player in range(1, self.players + 1) if player not in out)

    def after(self, player: int) -> int:
        """The next player clockwise who is still in (rule 3)."""
        remaining = self.remaining()
        return next((other for other in remaining if other > player), remaining[0])

    def ends(self) -> bool:
        """Whether the game is over: one player is left in, or one has finished and it is not played on."""
        return len(self.remaining()) < 2 or (bool(self.finished) and self.rules.play_on == "no")

    # The piles

    @property
    def face_down(self) -> int:
        """How many trumps lie face down before players."""
        match self.phase:
            case Trading(given=given) | Mixing(given=given):
                return len(given)
            case Exchanging(done=done):
                return 1 if done or self.rules.trade == "blind" else 2
            case Returning(dealt=dealt):
                return len(self.remaining()) - dealt
            case _:
                return 0

    @property
    def pile(self) -> int:
        """How many trumps the trump pile has."""
        return len(self.unseen) - sum(self.sizes) - self.face_down

    @property
    def action_pile(self) -> int:
        """How many action cards the action pile has."""
        return len(self.actions) - sum(self.held)

    def restocked(self) -> Table:
        """The same where an empty action pile is made up of the discards, as soon as there are any (rule 8;
        the moment is ours)."""
        if self.action_pile or not self.discards:
            return self
        return replace(self, discards=(), actions=tuple(sorted((*self.actions, *self.discards))))

    def put_down(self, actions: Actions) -> Table:
        """The same with action cards on the discard pile; a MIX leaves the game, and a STOP that was used
        stays on the field."""
        down = (a for a in actions if a not in (Action.MIX, Action.STOP))
        gone = (a for a in actions if a is Action.MIX)
        discards = tuple(sorted((*self.discards, *down)))
        return replace(self, discards=discards, removed=(*self.removed, *gone)).restocked()

    def discarded(self, actions: Actions) -> Table:
        """The same with action cards out of a hand on the discard pile, unused, STOPs among them."""
        discards = tuple(sorted((*self.discards, *actions)))
        return replace(self, actions=fewer(self.actions, actions), discards=discards)

    def lifted(self, player: int) -> Table:
        """The same without the STOPs that end with a player's next turn, or with his leaving (ours)."""
        stops = tuple(stop for stop in self.field.stops if stop[1] != player)
        count = len(self.field.stops) - len(stops)
        if not count:
            return self
        discards = tuple(sorted((*self.discards, *[Action.STOP] * count)))
        return replace(self, field=replace(self.field, stops=stops), discards=discards).restocked()

    # Numbers of a player

    def sized(self, player: int, by: int) -> Table:
        """The same with so many trumps more, or fewer, in a player's hand."""
        return replace(self, sizes=_changed(self.sizes, player, by))

    def holding(self, player: int, by: int) -> Table:
        """The same with so many action cards more, or fewer, in a player's hand."""
        return replace(self, held=_changed(self.held, player, by))

    def using(self, actions: Actions) -> Table:
        """The same with action cards of the player whose turn it is used."""
        if not actions:
            return self
        table = self.holding(self.turn, -len(actions))
        used = tuple(sorted((*self.used, *actions)))
        return replace(table, used=used, actions=fewer(self.actions, actions))

    # What is due

    def overdue(self, suit: Suit) -> tuple[Card, ...]:
        """The 7s whose place has passed, and that are not on the table (rule 2)."""
        return tuple(card for card in SEVENS[:suit] if card.suit not in self.field.sevens)

    def receiver(self) -> int:
        """Who gets the card that is to come; 0 where none is."""
        match self.phase:
            case Dealing():
                return sum(self.sizes) % self.players + 1
            case SevenDrawing(player=player):
                return player
            case TrumpDrawing() | Drawing():
                return self.turn
            case Exchanging(target=target, done=done):
                return target if done else self.turn
            case Returning(dealt=dealt):
                return self.remaining()[dealt]
            case _:
                return 0

    def to_act(self) -> tuple[int, ...]:
        """The players who have to decide now."""
        match self.phase:
            case Sevens(player=player) | Overdue(player=player) | Claiming(player=player):
                return (player,)
            case Turn() | Placing():
                return (self.turn,)
            case Trying(target=target):
                return (target,)
            case Trading(target=target, given=given):
                partners = (self.turn,) if self.rules.trade == "blind" else (self.turn, target)
                return tuple(sorted({*partners} - {*given}))
            case Mixing(given=given):
                return tuple(player for player in self.remaining() if player not in given)
            case Leaving(player=player):
                return (player,)
            case Dealing() | SevenDrawing() | Exchanging() | TrumpDrawing() | Drawing() | Returning():
                return ()
            case Over():
                return ()
            case _ as never:
                assert_never(never)


def _changed(numbers: tuple[int, ...], player: int, by: int) -> tuple[int, ...]:
    return (*numbers[: player - 1], numbers[player - 1] + by, *numbers[player:])
