"""River: the position, and what may be done from it.

Rule numbers in the docstrings are those of the package's page (`inaba.river`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from functools import cache
from itertools import islice, pairwise, product
from typing import NamedTuple, assert_never

from inaba.chance import Chance
from inaba.dice import Dice, rolls
from inaba.errors import IllegalMove, ImpossibleEvent, NotationError, Reason, SetupError, listed
from inaba.river import draft
from inaba.river.board import GOAL, START, Board, Square, board
from inaba.river.cards import (
    DECKS,
    EMPTY,
    FACE_DOWN,
    STANDARD,
    Card,
    Kind,
    Spot,
    format_deck,
    is_card,
    parse_deck,
)
from inaba.river.draft import NOTHING, Dealing, Own, Picking, Placing, Secrets
from inaba.river.moves import (
    Choose,
    Dealt,
    Event,
    Keep,
    Lay,
    Move,
    Pass,
    Peek,
    Ride,
    Rolled,
    Step,
    TurnedUp,
    parse_event,
    parse_move,
)
from inaba.river.rules import Rules, checked

FEWEST_PLAYERS = 2
MOST_PLAYERS = 4


class Why(StrEnum):
    """Why a move is refused, or a position is none."""

    OVER = "river.why.over"
    CHANCE = "river.why.chance"
    NOT_YOURS = "river.why.not_yours"
    OTHER_KIND = "river.why.other_kind"
    NO_RABBIT = "river.why.no_rabbit"
    NO_SQUARE = "river.why.no_square"
    RESTING = "river.why.resting"
    NOT_AHEAD = "river.why.not_ahead"
    OCCUPIED = "river.why.occupied"
    NOT_CARRIED = "river.why.not_carried"
    LANDED = "river.why.landed"
    FACE_UP = "river.why.face_up"
    CAN_MOVE = "river.why.can_move"
    NOT_IN_HAND = "river.why.not_in_hand"
    NOT_KEPT = "river.why.not_kept"
    NOT_FREE = "river.why.not_free"


class Turn(NamedTuple):
    """The start of a turn: a rabbit is to be chosen; or the end of the game, if one is in the goal."""

    @property
    def name(self) -> str:
        """The word of the notation."""
        return ""


class Fight(NamedTuple):
    """The owner of a rabbit that stands on a live shark is to roll."""

    rabbit: int

    @property
    def name(self) -> str:
        """The word of the notation."""
        return "fight"


class Riding(NamedTuple):
    """A rabbit is to be carried on; ``landed``: the squares this move landed on, the last is its own."""

    rabbit: int
    landed: tuple[Square, ...]

    @property
    def name(self) -> str:
        """The word of the notation."""
        return "ride"


class Peeking(NamedTuple):
    """A rabbit stands on the giant squid: a face-down card is to be chosen."""

    rabbit: int

    @property
    def name(self) -> str:
        """The word of the notation."""
        return "peek"


class TurningUp(NamedTuple):
    """The card under a rabbit is to be turned up; ``landed`` as in `Riding`."""

    rabbit: int
    landed: tuple[Square, ...]

    @property
    def name(self) -> str:
        """The word of the notation."""
        return "up"


class Looking(NamedTuple):
    """The card that the giant squid's rabbit chose is to be turned up."""

    rabbit: int
    at: Square

    @property
    def name(self) -> str:
        """The word of the notation."""
        return "up"


Drafting = Dealing | Picking | Placing
Phase = Turn | Fight | Riding | Peeking | TurningUp | Looking | Dealing | Picking | Placing

TURN = Turn()

_ONE, _NONE = Fraction(1), Fraction(0)


@dataclass(frozen=True, slots=True)
class Table:
    """What everybody sees.

    Attributes
    ----------
    rules : Rules
    board : Board
    spots : tuple of Spot
        What lies on each square, in the order of ``board.squares``.
    rabbits : tuple of str
        The square of each player's rabbit.
    turn : int
        The player whose turn it is, from 1.
    resting : tuple of int
        The players whose rabbits may not be chosen in this turn, ascending.
    unseen : tuple of Card
        The cards not face up, sorted: everybody knows the deck, so everybody knows which they are.
    phase : Phase
        `Turn`, `Fight`, `Riding`, `Peeking`, `TurningUp`, `Looking`, or in a draft `Dealing`, `Picking`,
        `Placing`.
    """

    # The rules and the board are the same throughout a game: equality asks for them, a hash needs not.
    rules: Rules = field(hash=False)
    board: Board = field(hash=False)
    spots: tuple[Spot, ...]
    rabbits: tuple[Square, ...]
    turn: int
    resting: tuple[int, ...]
    unseen: tuple[Card, ...]
    phase: Phase = TURN

    def spot(self, square: Square) -> Spot:
        """What lies on a square. Raises KeyError for a square that the river has not."""
        return self.spots[self.board.index[square]]

    def occupant(self, square: Square) -> int | None:
        """The player whose rabbit stands on a square of the river; None if there is none."""
        return self.rabbits.index(square) + 1 if square in self.rabbits else None

    def over(self) -> bool:
        """Whether a rabbit is in the goal (rule 1)."""
        return GOAL in self.rabbits

    def to_act(self) -> tuple[int, ...]:
        """The players who have to decide now."""
        match self.phase:
            case Turn():
                return () if self.over() else (self.turn,)
            case Riding() | Peeking() | Placing():
                return (self.turn,)
            case Fight() | TurningUp() | Looking() | Dealing():
                return ()
            case Picking(hands=hands):
                most = max(hands)
                return tuple(p for p, held in enumerate(hands, 1) if held == most)
            case _ as never:
                assert_never(never)

    def movable(self) -> tuple[int, ...]:
        """The rabbits that could be chosen at the start of this turn (rules 3, 5 and 7)."""
        return tuple(
            rabbit
            for rabbit, square in enumerate(self.rabbits, 1)
            if rabbit not in self.resting
            and any(to == GOAL or to not in self.rabbits for to in self.board.ahead[square])
        )

    def carries_to(self, square: Square) -> tuple[Square, ...]:
        """Where the face-up dolphin or orca on a square carries, occupied or not (rule 6, `Rules`)."""
        card = self.spot(square).card
        if card is None or card.kind not in (Kind.DOLPHIN, Kind.ORCA):
            return ()
        if card.kind is Kind.DOLPHIN:
            return self.board.ahead[square]
        return self.board.back[square] if self.rules.orca == "back" else self.board.sides[square]

    def rides(self, landed: tuple[Square, ...]) -> tuple[Square, ...]:
        """The free destinations of a ride, from the left; empty where the rabbit stays (rule 6)."""
        return tuple(
            to
            for to in self.carries_to(landed[-1])
            if to in (START, GOAL) or (to not in self.rabbits and to not in landed)
        )

    def may_go_round(self) -> bool:
        """Whether play can be without end: only an orca that carries back brings a rabbit where it has been.

        Examples
        --------
        >>> start().table.may_go_round(), start(deck="classroom").table.may_go_round()
        (True, False)
        """
        cards = (*self.unseen, *(spot.card for spot in self.spots if spot.card))
        return self.rules.orca == "back" and any(card.kind is Kind.ORCA for card in cards)

    def face_down(self) -> tuple[Square, ...]:
        """The squares with a face-down card."""
        return tuple(
            square for square, spot in zip(self.board.squares, self.spots, strict=True) if spot.face_down
        )


def _own_moves(table: Table, own: Own, player: int) -> Iterator[Move]:
    """The legal moves of a player who is to act; `_why` is their filter where one is needed."""
    match table.phase:
        case Turn():
            found = False
            for rabbit, square in enumerate(table.rabbits, 1):
                if rabbit in table.resting:
                    continue
                for to in table.board.ahead[square]:
                    if to == GOAL or to not in table.rabbits:
                        found = True
                        yield Choose(rabbit, to)
            if not found:
                yield Pass()
        case Riding(landed=landed):
            yield from map(Ride, table.rides(landed))
        case Peeking():
            yield from map(Peek, table.face_down())
        case Picking():
            yield from map(Keep, sorted(set(own.hand)))
        case Placing():
            for card in sorted(set(own.kept)):
                for square, spot in zip(table.board.squares, table.spots, strict=True):
                    if spot == EMPTY:
                        yield Lay(card, square)
        case Fight() | TurningUp() | Looking() | Dealing():
            return
        case _ as never:
            assert_never(never)


def _why(table: Table, own: Own, player: int, move: Move) -> Reason | None:
    """Why a move is illegal, told from what its player sees."""
    to_act = table.to_act()
    if player not in to_act:
        if table.over():
            return Reason(Why.OVER)
        return Reason(Why.NOT_YOURS, {"player": listed(to_act)}) if to_act else Reason(Why.CHANCE)
    phase = table.phase
    match phase, move:
        case Turn(), Choose(rabbit=rabbit, to=to):
            if not 1 <= rabbit <= len(table.rabbits):
                return Reason(Why.NO_RABBIT, {"rabbit": rabbit, "most": len(table.rabbits)})
            if rabbit in table.resting:
                return Reason(Why.RESTING, {"rabbit": rabbit})
            square = table.rabbits[rabbit - 1]
            ahead = table.board.ahead[square]
            if to not in ahead:
                if to != GOAL and to not in table.board.index:
                    return Reason(Why.NO_SQUARE, {"square": to})
                return Reason(Why.NOT_AHEAD, {"rabbit": rabbit, "squares": listed(ahead), "square": to})
            if to != GOAL and to in table.rabbits:
                return Reason(Why.OCCUPIED, {"rabbit": table.occupant(to), "square": to})
        case Turn(), Pass():
            if movable := table.movable():
                return Reason(Why.CAN_MOVE, {"rabbits": listed(movable)})
        case Riding(landed=landed), Ride(to=to):
            carried = table.carries_to(landed[-1])
            if to not in carried:
                return Reason(Why.NOT_CARRIED, {"squares": listed(carried), "square": to})
            if to in landed:
                return Reason(Why.LANDED, {"square": to})
            if to not in (START, GOAL) and to in table.rabbits:
                return Reason(Why.OCCUPIED, {"rabbit": table.occupant(to), "square": to})
        case Peeking(), Peek(at=at):
            if at not in table.board.index:
                return Reason(Why.NO_SQUARE, {"square": at})
            if not table.spot(at).face_down:
                return Reason(Why.FACE_UP, {"square": at})
        case Picking(), Keep(card=card):
            if card not in own.hand:
                return Reason(Why.NOT_IN_HAND, {"card": card, "cards": format_deck(own.hand)})
        case Placing(), Lay(card=card, at=at):
            if card not in own.kept:
                return Reason(Why.NOT_KEPT, {"card": card, "cards": format_deck(own.kept)})
            if at not in table.board.index:
                return Reason(Why.NO_SQUARE, {"square": at})
            if table.spot(at) != EMPTY:
                return Reason(Why.NOT_FREE, {"square": at})
        case _:
            return Reason(Why.OTHER_KIND, {"moves": listed(_own_moves(table, own, player))})
    return None


class _OnTable:
    """The shortcuts to the table that `State` and `View` share."""

    __slots__ = ()
    table: Table

    @property
    def rules(self) -> Rules:
        """The options of the game."""
        return self.table.rules

    @property
    def board(self) -> Board:
        """The squares and which lead to which."""
        return self.table.board

    @property
    def spots(self) -> tuple[Spot, ...]:
        """What lies on each square, in the order of ``board.squares``."""
        return self.table.spots

    @property
    def rabbits(self) -> tuple[Square, ...]:
        """The square of each player's rabbit."""
        return self.table.rabbits

    @property
    def turn(self) -> int:
        """The player whose turn it is, from 1."""
        return self.table.turn

    @property
    def resting(self) -> tuple[int, ...]:
        """The players whose rabbits may not be chosen in this turn (rule 7)."""
        return self.table.resting

    @property
    def phase(self) -> Phase:
        """What is under way."""
        return self.table.phase

    @property
    def players(self) -> int:
        """How many play: 2 to 4."""
        return len(self.table.rabbits)

    def spot(self, square: Square) -> Spot:
        """What lies on a square, as everybody sees it. Raises KeyError for a square that is not there."""
        return self.table.spot(square)

    def occupant(self, square: Square) -> int | None:
        """The player whose rabbit stands on a square of the river."""
        return self.table.occupant(square)

    def to_act(self) -> tuple[int, ...]:
        """The players who have to decide now; the table alone tells."""
        return self.table.to_act()

    def result(self) -> tuple[Fraction, ...] | None:
        """1 for the owner of the rabbit in the goal and 0 for the others; None before (rule 1)."""
        if not self.table.over():
            return None
        return tuple(_ONE if square == GOAL else _NONE for square in self.table.rabbits)

    def starts_turn(self) -> bool:
        """Whether a new turn begins here, as a record counts them: a pick and a placing count as one each."""
        match self.table.phase:
            case Turn() | Picking() | Placing():
                return True
            case Dealing(hands=hands):
                return not any(hands)
            case _:
                return False


@dataclass(frozen=True, slots=True)
class View(_OnTable):
    """What one player sees of a position: the table, and what he alone knows.

    Attributes
    ----------
    table : Table
    player : int
        Whose view it is, from 1; 0 for an onlooker.
    own : Own
        His hand, the cards he has kept and the face-down cards that he laid; nothing after a shuffle.
    """

    table: Table
    player: int
    own: Own = NOTHING

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards that this player does not see, sorted: the deck less what is face up or his own."""
        return _less(self.table.unseen, self.own.cards())

    def legal_moves(self) -> Iterator[Move]:
        """His moves, in a fixed order; none if he is not to act."""
        if self.player in self.to_act():
            yield from _own_moves(self.table, self.own, self.player)

    def why_illegal(self, move: Move | str) -> Reason | None:
        """Why he may not make a move; None if he may. Text that is no move is a reason too."""
        if isinstance(move, str):
            try:
                move = parse_move(move)
            except NotationError as error:
                return error.why
        return _why(self.table, self.own, self.player, move)

    def __str__(self) -> str:
        hands = [(Own() if p != self.player else self.own) for p in range(1, self.players + 1)]
        return _text(self.table, tuple(hands), self.unseen)


@dataclass(frozen=True, slots=True)
class State(_OnTable):
    """A position of River: complete, hashable, without a past.

    ``str(state)`` is its notation, and `inaba.river.parse` reads it.

    Attributes
    ----------
    table : Table
        What everybody sees.
    secrets : tuple of Own
        In a draft game what each player alone knows; empty after a shuffle, where what lies face down is
        unknown to everybody, and so is chance.

    Examples
    --------
    >>> state = start(players=2)
    >>> str(state)
    '?,?,?/?,?,?/?,?,?/?,?,? -,- 1 - 5,6,8,10,12,14,16,20,D,O,S,W'
    >>> state = state.play(1, "1b1")
    >>> state.chance()[TurnedUp(Card(Kind.WHALE))]
    Fraction(1, 12)
    >>> state.happen("=W").to_act()
    (2,)
    """

    table: Table
    secrets: Secrets = ()

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The face-down cards that nobody knows, sorted; in a draft those still to be dealt."""
        if not self.secrets:
            return self.table.unseen
        return _less(self.table.unseen, tuple(card for own in self.secrets for card in own.cards()))

    def view(self, player: int) -> View:
        """What a player sees; an onlooker is player 0."""
        return View(self.table, player, self._own(player))

    def _own(self, player: int) -> Own:
        return self.secrets[player - 1] if 1 <= player <= len(self.secrets) else NOTHING

    def hidden(self, square: Square) -> Card | None:
        """The face-down card that a player laid on a square of a draft game."""
        by = self.spot(square).by
        return self.secrets[by - 1].at(square) if by > 0 else None

    def legal_moves(self, player: int) -> Iterator[Move]:
        """The moves of a player in a fixed order: by rabbit, then from the left; none if he is not to act."""
        if player in self.table.to_act():
            yield from _own_moves(self.table, self._own(player), player)

    def why_illegal(self, player: int, move: Move | str) -> Reason | None:
        """Why a player may not make a move now; None if he may. Text that is no move is a reason too.

        Examples
        --------
        >>> start().why_illegal(1, "1b2").say("en")
        'rabbit 1 can go to a1, b1, c1, not to b2'
        """
        return self.view(player).why_illegal(move)

    def play(self, player: int, move: Move | str) -> State:
        """The position after a decision.

        Parameters
        ----------
        player : int
            Who decides, from 1.
        move : Move or str
            A move, or its notation.

        Raises
        ------
        IllegalMove
            If the rules do not allow it.
        NotationError
            If it is a text that is no move.
        """
        if isinstance(move, str):
            move = parse_move(move)
        table = self.table
        if reason := _why(table, self._own(player), player, move):
            raise IllegalMove(move, reason, self.view(player))  # An error tells no secret.
        match move:
            case Choose(rabbit=rabbit, to=to):
                return self._land(rabbit, to, ())
            case Ride(to=to):
                assert isinstance(table.phase, Riding)
                return self._land(table.phase.rabbit, to, table.phase.landed)
            case Peek(at=at):
                assert isinstance(table.phase, Peeking)
                return self._with(phase=Looking(table.phase.rabbit, at))
            case Pass():
                return self._end_turn(table.spots, table.rabbits)
            case Keep(card=card):
                return self._keep(player, card)
            case Lay(card=card, at=at):
                return self._lay(player, card, at)
            case _ as never:
                assert_never(never)

    def chance(self) -> Chance[Event] | None:
        """What may happen now, with exact weights; None unless a roll or a card is awaited."""
        match self.table.phase:
            case Fight():
                return _rolled(self.rules.dice)
            case TurningUp(landed=landed):
                return self._cards_at(landed[-1])
            case Looking(at=at):
                return self._cards_at(at)
            case Dealing():
                return Chance.uniform(map(Dealt, self.unseen))
            case Turn() | Riding() | Peeking() | Picking() | Placing():
                return None
            case _ as never:
                assert_never(never)

    def _cards_at(self, square: Square) -> Chance[Event]:
        known = self.hidden(square)
        return Chance.uniform(map(TurnedUp, (known,) if known else self.table.unseen))

    def happen(self, event: Event | str) -> State:
        """The position after an event of chance.

        Parameters
        ----------
        event : Event or str
            A `Rolled`, `TurnedUp` or `Dealt`, or its notation.

        Raises
        ------
        ImpossibleEvent
            If it cannot happen here.
        NotationError
            If it is a text that is no event.
        """
        if isinstance(event, str):
            event = parse_event(event, dealing=isinstance(self.phase, Dealing))
        phase = self.table.phase
        match phase, event:
            case Fight(rabbit=rabbit), Rolled(faces=faces) if self._possible(faces):
                return self._fought(rabbit, event.total)
            case TurningUp(rabbit=rabbit, landed=landed), TurnedUp(card=card) if self._may_lie(
                card, landed[-1]
            ):
                return self._turned_up(landed[-1], card)._arrive(rabbit, landed)
            case Looking(at=at), TurnedUp(card=card) if self._may_lie(card, at):
                after = self._turned_up(at, card)
                return after._end_turn(after.spots, after.rabbits)
            case Dealing(), Dealt(card=card) if card in self.unseen:
                return self._deal(card)
            case _:
                raise ImpossibleEvent(event, self._awaited(), self.view(0))

    def _awaited(self) -> str:
        """The first of what can come next, for an error."""
        if isinstance(self.table.phase, Fight):  # Of many dice only the first rolls are worth the work.
            return listed(map(Rolled, islice(product(*self.rules.dice), 13)))
        possible = self.chance()
        return listed(possible) if possible else listed(self.legal_moves(self.table.turn)) or "-"

    def _possible(self, faces: tuple[int, ...]) -> bool:
        dice = self.rules.dice
        return len(faces) == len(dice) and all(face in one for face, one in zip(faces, dice, strict=True))

    def _may_lie(self, card: Card, square: Square) -> bool:
        known = self.hidden(square)
        return card == known if known else card in self.table.unseen

    def _with(
        self,
        *,
        spots: tuple[Spot, ...] | None = None,
        rabbits: tuple[Square, ...] | None = None,
        unseen: tuple[Card, ...] | None = None,
        phase: Phase = TURN,
        secrets: Secrets | None = None,
    ) -> State:
        """This position with some parts changed, in the same turn."""
        t = self.table
        return State(
            Table(
                t.rules,
                t.board,
                t.spots if spots is None else spots,
                t.rabbits if rabbits is None else rabbits,
                t.turn,
                t.resting,
                t.unseen if unseen is None else unseen,
                phase,
            ),
            self.secrets if secrets is None else secrets,
        )

    def _land(self, rabbit: int, to: Square, landed: tuple[Square, ...]) -> State:
        """The rabbit moved or was carried to a square (rules 4 and 6)."""
        t = self.table
        rabbits = (*t.rabbits[: rabbit - 1], to, *t.rabbits[rabbit:])
        if to in (GOAL, START):
            return self._end_turn(t.spots, rabbits)
        if not t.spot(to).up:
            return self._with(rabbits=rabbits, phase=TurningUp(rabbit, (*landed, to)))
        return self._with(rabbits=rabbits)._arrive(rabbit, (*landed, to))

    def _arrive(self, rabbit: int, landed: tuple[Square, ...]) -> State:
        """What the face-up card under the rabbit does now (rule 6)."""
        t = self.table
        spot = t.spot(landed[-1])
        assert spot.card is not None
        match spot.card.kind:
            case Kind.SHARK:
                if spot.left > 0:
                    return self._with(phase=Fight(rabbit))
            case Kind.DOLPHIN | Kind.ORCA:
                if t.rides(landed):
                    return self._with(phase=Riding(rabbit, landed))
            case Kind.SQUID:
                if t.face_down():
                    return self._with(phase=Peeking(rabbit))
            case Kind.WHALE:
                pass
            case _ as never:
                assert_never(never)
        return self._end_turn(t.spots, t.rabbits)

    def _fought(self, rabbit: int, damage: int) -> State:
        """The owner rolled: the damage stays; who lost goes to Start and rests (rules 6 and 7)."""
        t = self.table
        at = t.board.index[t.rabbits[rabbit - 1]]
        spot = t.spots[at]
        beaten = damage >= spot.left
        hit = spot._replace(damage=spot.damage + min(damage, spot.left))
        spots = (*t.spots[:at], hit, *t.spots[at + 1 :])
        if beaten:
            return self._end_turn(spots, t.rabbits)
        rabbits = (*t.rabbits[: rabbit - 1], START, *t.rabbits[rabbit:])
        return self._end_turn(spots, rabbits, loser=rabbit)

    def _end_turn(
        self, spots: tuple[Spot, ...], rabbits: tuple[Square, ...], loser: int | None = None
    ) -> State:
        """The next player's turn; who rests in it (rules 1 and 7)."""
        t = self.table
        lost: tuple[int, ...] = () if loser is None else (loser,)
        if t.rules.rest == "owner":
            lost = tuple(sorted({*t.resting} - {t.turn} | {*lost}))
        return State(
            Table(t.rules, t.board, spots, rabbits, t.turn % len(rabbits) + 1, lost, t.unseen), self.secrets
        )

    def _turned_up(self, square: Square, card: Card) -> State:
        """The card on a square is face up from now on; in a draft game it is a secret no longer."""
        t = self.table
        at = t.board.index[square]
        secrets = tuple(own.without(square) for own in self.secrets)
        if not any(any(own) for own in secrets):
            secrets = ()
        return self._with(
            spots=(*t.spots[:at], Spot(card, True), *t.spots[at + 1 :]),
            unseen=draft.less(t.unseen, card),
            phase=t.phase,
            secrets=secrets,
        )

    def _deal(self, card: Card) -> State:
        phase = self.phase
        assert isinstance(phase, Dealing)
        player = sum(phase.hands) % self.players
        secrets = tuple(
            own._replace(hand=tuple(sorted((*own.hand, card)))) if p == player else own
            for p, own in enumerate(self.secrets)
        )
        hands, kept = draft.counted(secrets)
        dealt = sum(hands) == len(self.table.unseen)
        return self._with(
            phase=Picking(hands, kept, phase.first) if dealt else Dealing(hands, kept, phase.first),
            secrets=secrets,
        )

    def _keep(self, player: int, card: Card) -> State:
        phase = self.phase
        assert isinstance(phase, Picking)
        secrets = tuple(
            own._replace(hand=draft.less(own.hand, card), kept=tuple(sorted((*own.kept, card))))
            if p == player
            else own
            for p, own in enumerate(self.secrets, 1)
        )
        if len({len(own.hand) for own in secrets}) == 1:
            hands_on = draft.passed_left(tuple(own.hand for own in secrets))
            secrets = tuple(own._replace(hand=hand) for own, hand in zip(secrets, hands_on, strict=True))
        hands, kept = draft.counted(secrets)
        if any(hands):
            return self._with(phase=Picking(hands, kept, phase.first), secrets=secrets)
        t = self.table
        begins = next(p for p, own in enumerate(secrets, 1) if any(c.kind is Kind.DOLPHIN for c in own.kept))
        placing = Placing(hands, kept, phase.first)
        return State(Table(t.rules, t.board, t.spots, t.rabbits, begins, (), t.unseen, placing), secrets)

    def _lay(self, player: int, card: Card, square: Square) -> State:
        phase = self.phase
        assert isinstance(phase, Placing)
        t = self.table
        own = self.secrets[player - 1]
        laid = tuple(sorted((*own.laid, (square, card))))
        own = own._replace(kept=draft.less(own.kept, card), laid=laid)
        secrets = (*self.secrets[: player - 1], own, *self.secrets[player:])
        at = t.board.index[square]
        spots = (*t.spots[:at], Spot(by=player), *t.spots[at + 1 :])
        hands, kept = draft.counted(secrets)
        after: Phase = Placing(hands, kept, phase.first) if any(kept) else TURN
        turn = player % self.players + 1 if any(kept) else phase.first
        return State(Table(t.rules, t.board, spots, t.rabbits, turn, (), t.unseen, after), secrets)

    def seen(self, player: int, actor: int, step: Step) -> str:
        """The notation of a step from here as a player sees it.

        A card kept, laid or dealt is seen by its owner alone: ``+``, ``?@a4`` and ``=?`` to the others.

        Parameters
        ----------
        player : int
            Who looks on.
        actor : int
            Who made the move; 0 for chance.
        step : Move or Event
        """
        match step:
            case Keep() if actor != player:
                return "+"
            case Lay(at=at) if actor != player:
                return f"?@{at}"
            case Dealt() if (
                isinstance(self.phase, Dealing) and sum(self.phase.hands) % self.players + 1 != player
            ):
                return "=?"
            case _:
                return str(step)

    def __str__(self) -> str:
        return _text(self.table, self.secrets, self.unseen)


@cache
def _rolled(dice: Dice) -> Chance[Event]:
    """Every roll as an event; the same all game long, and asked for in every fight."""
    return rolls(dice).map(Rolled)


def _less(cards: tuple[Card, ...], taken: tuple[Card, ...]) -> tuple[Card, ...]:
    left = list(cards)
    for card in taken:
        left.remove(card)
    return tuple(left)


def _text(table: Table, owns: tuple[Own, ...], unseen: tuple[Card, ...]) -> str:
    """The six fields of a position, with what ``owns`` shows of the secrets."""
    squares, columns = table.board.squares, table.board.columns
    shown = []
    for square, spot in zip(squares, table.spots, strict=True):
        shown.append(spot.shown(owns[spot.by - 1].at(square) if spot.by > 0 and owns else None))
    rows = [",".join(shown[i : i + columns]) for i in range(0, len(shown), columns)]
    fields = [
        "/".join(reversed(rows)),
        ",".join(table.rabbits),
        str(table.turn),
        ",".join(map(str, table.resting)) or "-",
        format_deck(unseen),
    ]
    match phase := table.phase:
        case Turn():
            pass
        case Fight(rabbit=rabbit) | Peeking(rabbit=rabbit):
            fields.append(f"{phase.name}:{rabbit}")
        case Riding(rabbit=rabbit, landed=landed) | TurningUp(rabbit=rabbit, landed=landed):
            fields.append(f"{phase.name}:{rabbit}:{'.'.join(landed)}")
        case Looking(rabbit=rabbit, at=at):
            fields.append(f"{phase.name}:{rabbit}!{at}")
        case Dealing() | Picking() | Placing():
            hands = _hands(phase.hands, tuple(own.hand for own in owns))
            kept = _hands(phase.kept, tuple(own.kept for own in owns))
            first = f":{phase.first}" if isinstance(phase, Placing) and phase.first != 1 else ""
            fields.append(f"draft:{phase.name}:{hands}:{kept}{first}")
        case _ as never:
            assert_never(never)
    return " ".join(fields)


def _hands(sizes: tuple[int, ...], hands: tuple[tuple[Card, ...], ...]) -> str:
    """Cards by player, ``?`` for each that is not shown."""
    return "/".join(
        ",".join(map(str, hand)) if hand else ",".join("?" * size)
        for size, hand in zip(sizes, hands, strict=True)
    )


def start(
    players: int = 2,
    deck: str | tuple[Card, ...] = STANDARD,
    columns: int = 3,
    rows: int = 4,
    rules: Rules | None = None,
    setup: str = "shuffled",
    first: int = 1,
) -> State:
    """The opening position (rules 1 and 2).

    Parameters
    ----------
    players : int
        2 to 4.
    deck : str or tuple of Card
        A name of `DECKS`, or as many cards as the river has squares; as text too, such as ``"9,W,D"``.
    columns, rows : int
        The size of the river, 1 to 8 each.
    rules : Rules, optional
    setup : {"shuffled", "draft"}
    first : int
        Who begins.

    Raises
    ------
    SetupError
        If the parts do not fit together.
    NotationError
        If text is no deck.

    Examples
    --------
    >>> str(start(3, deck="classroom"))
    '?,?,?/?,?,?/?,?,?/?,?,? -,-,- 1 - 0,3,4,5,6,7,8,9,10,D,S,W'
    >>> str(start(2, setup="draft"))
    '.,.,./.,.,./.,.,./.,.,. -,- 1 - 5,6,8,10,12,14,16,20,D,O,S,W draft:deal:/:/'
    """
    if type(players) is not int or not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        raise SetupError("river.setup.players", players=players, most=MOST_PLAYERS)
    if type(first) is not int or not 1 <= first <= players:
        raise SetupError("river.setup.first", first=first, players=players)
    if setup not in ("shuffled", "draft"):
        raise SetupError("river.setup.setup", setup=setup)
    squares = board(columns, rows)
    if isinstance(deck, str):
        if deck.isalpha() and len(deck) > 1 and deck not in DECKS:
            raise SetupError("river.setup.deck", deck=deck, decks=", ".join(DECKS))
        deck = parse_deck(deck)
    for card in deck:
        if not is_card(card):
            raise SetupError("river.setup.card", card=card)
    cards = tuple(sorted(deck))
    if len(cards) != columns * rows:
        raise SetupError(
            "river.setup.cards", n=len(cards), squares=columns * rows, columns=columns, rows=rows
        )
    rabbits = (START,) * players
    rules = checked(rules)
    if setup == "shuffled":
        return State(Table(rules, squares, (FACE_DOWN,) * len(cards), rabbits, first, (), cards))
    draft.check(cards, players)
    none = (0,) * players
    table = Table(
        rules, squares, (EMPTY,) * len(cards), rabbits, first, (), cards, Dealing(none, none, first)
    )
    return State(table, (NOTHING,) * players)


def leads(table: Table, chain: tuple[Square, ...]) -> bool:
    """Whether each square of a chain of rides is a face-up dolphin or orca that carries to the next."""
    return all(to in table.carries_to(here) for here, to in pairwise(chain))
