"""Same One: the position, and what may be done from it.

Rule numbers in the docstrings are those of the package's page (`inaba.same_one`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from itertools import permutations
from typing import NamedTuple, assert_never

from inaba.chance import Chance
from inaba.errors import IllegalMove, ImpossibleEvent, NotationError, Reason, SetupError
from inaba.same_one.cards import CARDS, Card, fitting, format_cards, is_card, points
from inaba.same_one.moves import (
    Call,
    Called,
    Dealt,
    Decline,
    Draw,
    Event,
    Foul,
    Move,
    Pass,
    Play,
    Put,
    Step,
    listed,
    listed_calls,
    parse_event,
    parse_move,
)
from inaba.same_one.rules import MOST_PLAYERS, Rules

FEWEST_PLAYERS = 3
WONDERFUL = 10
"""What every loser pays when the winner ends on a dog (rule 13)."""


class Why(StrEnum):
    """Why a move is refused."""

    OVER = "same_one.why.over"
    CHANCE = "same_one.why.chance"
    NOT_YOURS = "same_one.why.not_yours"
    OTHER_KIND = "same_one.why.other_kind"
    NO_SET = "same_one.why.no_set"
    NOT_IN_HAND = "same_one.why.not_in_hand"
    ONLY_DRAWN = "same_one.why.only_drawn"
    DOES_NOT_FIT = "same_one.why.does_not_fit"
    LAST_SHARK = "same_one.why.last_shark"
    NOTHING_TO_CALL = "same_one.why.nothing_to_call"
    OWN_PLAY = "same_one.why.own_play"
    NOT_SAME = "same_one.why.not_same"
    NO_FOUL = "same_one.why.no_foul"
    FOULS_OFF = "same_one.why.fouls_off"
    NO_PENALTY = "same_one.why.no_penalty"
    NO_ORDER = "same_one.why.no_order"
    PLACE = "same_one.why.place"


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
        return Own(_less(self.hand, cards), _less(self.drawn, cards))

    def put(self, card: Card, at: int = 0) -> Own:
        """The same with a card in the hand: at a place from 1, or where it belongs in the sorted hand."""
        hand = (*self.hand[: at - 1], card, *self.hand[at - 1 :]) if at else tuple(sorted((*self.hand, card)))
        return Own(hand, _less(self.drawn, (card,)), self.call)


NOTHING = Own()

Secrets = tuple[Own, ...]

_NONE = Fraction(0)


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


# What is legal ----------------------------------------------------------------------------------------------


def _unplayable(table: Table, own: Own, cards: tuple[Card, ...]) -> Reason | None:
    """Why cards, the bottom one first, may not be laid in one's turn (rules 3 to 7 and 10)."""
    if not cards or len(set(cards)) != len(cards) or len({card.number for card in cards}) != 1:
        return Reason(Why.NO_SET)
    if reason := _not_held(table, own, cards):
        return reason
    bottom, centre = cards[0], table.centre
    if centre is not None and not bottom.fits(centre):
        data = {"card": bottom, "centre": centre, "cards": fitting(centre)}
        return Reason(Why.DOES_NOT_FIT, data)
    return _shark_at_last(own, cards)


def _uncallable(table: Table, own: Own, player: int, card: Card) -> Reason | None:
    """Why a card may not be laid as Same One (rule 11)."""
    if table.centre is None:
        return Reason(Why.NOTHING_TO_CALL)
    if player == table.last:
        return Reason(Why.OWN_PLAY)
    if reason := _not_held(table, own, (card,)):
        return reason
    if card.number != table.centre.number:
        return Reason(Why.NOT_SAME, {"card": card, "centre": table.centre})
    return _shark_at_last(own, (card,))


def _not_held(table: Table, own: Own, cards: tuple[Card, ...]) -> Reason | None:
    """Why cards cannot be laid: he has not all of them, or has drawn and may lay that card alone (rule 6)."""
    for card in cards:
        if card not in own.cards():
            return Reason(Why.NOT_IN_HAND, {"card": card, "cards": listed(own.cards()) or "-"})
    if isinstance(table.phase, Drawn) and cards != own.drawn[:1]:
        return Reason(Why.ONLY_DRAWN, {"card": own.drawn[0]})
    return None


def _shark_at_last(own: Own, cards: tuple[Card, ...]) -> Reason | None:
    """Rule 10: the last cards played may not be sharks."""
    if cards[0].shark and len(cards) == len(own.cards()):
        return Reason(Why.LAST_SHARK, {"card": cards[0]})
    return None


def _layable(table: Table, own: Own, player: int, card: Card) -> bool:
    """Whether a card may be laid now in some way: alone, or as Same One."""
    if not isinstance(table.phase, Asking) and _unplayable(table, own, (card,)) is None:
        return True
    return _uncallable(table, own, player, card) is None


def _no_foul(table: Table, own: Own, player: int, card: Card) -> Reason | None:
    """Why a card is no foul: it may be laid, or fouls are not played, or could not cost a card (rule 14)."""
    if not table.rules.fouls:
        return Reason(Why.FOULS_OFF)
    if card not in own.cards():
        return Reason(Why.NOT_IN_HAND, {"card": card, "cards": listed(own.cards()) or "-"})
    if _layable(table, own, player, card):
        return Reason(Why.NO_FOUL, {"card": card})
    return None if table.can_draw() else Reason(Why.NO_PENALTY)


def _misplaced(table: Table, own: Own, at: int) -> Reason | None:
    """Why a card may not go to a place of the hand (rule 16)."""
    if not table.rules.fixed_order:
        return Reason(Why.NO_ORDER) if at else None
    most = len(own.hand) + 1
    return None if 1 <= at <= most else Reason(Why.PLACE, {"at": at, "most": most})


def _sets(own: Own, centre: Card | None) -> Iterator[tuple[Card, ...]]:
    """All cards of one number in the hand that could be laid together, in every order that fits (rule 5)."""
    for bottom in own.hand:
        if centre is not None and not bottom.fits(centre):
            continue
        others = [card for card in own.hand if card.number == bottom.number and card != bottom]
        for size in range(len(others) + 1):
            for above in permutations(others, size):
                yield (bottom, *above)


def _places(table: Table, own: Own) -> Iterable[int]:
    return range(1, len(own.hand) + 2) if table.rules.fixed_order else (0,)


def _own_moves(table: Table, own: Own, player: int) -> Iterator[Move]:
    """The legal moves of a player who is to act."""
    match table.phase:
        case Turn():
            yield from (
                Play(cards) for cards in _sets(own, table.centre) if _shark_at_last(own, cards) is None
            )
            yield Draw()
            yield from _calls(table, own, player, own.hand)
        case Drawn():
            if _unplayable(table, own, own.drawn[:1]) is None:
                yield Play(own.drawn[:1])
            yield from map(Pass, _places(table, own))
            yield from _calls(table, own, player, own.drawn[:1])
        case Asking():
            yield Decline()
            yield from _calls(table, own, player, own.hand)
        case Placing():
            yield from map(Put, _places(table, own))
        case Dealing() | Drawing() | Racing() | Penalty() | Over():
            return
        case _ as never:
            assert_never(never)
    if table.rules.fouls and not isinstance(table.phase, Placing) and table.can_draw():
        yield from (Foul(card) for card in own.cards() if not _layable(table, own, player, card))


def _calls(table: Table, own: Own, player: int, cards: tuple[Card, ...]) -> Iterator[Call]:
    centre = table.centre
    if centre is not None:
        for card in cards:
            if card.number == centre.number and _uncallable(table, own, player, card) is None:
                yield Call(card)


def _why(table: Table, own: Own, player: int, move: Move) -> Reason | None:
    """Why a move is illegal, told from what its player sees."""
    to_act = table.to_act()
    if player not in to_act:
        if isinstance(table.phase, Over):
            return Reason(Why.OVER)
        if isinstance(table.phase, Asking) and isinstance(move, Call) and player == table.last:
            return Reason(Why.OWN_PLAY)
        return Reason(Why.NOT_YOURS, {"player": listed(to_act)}) if to_act else Reason(Why.CHANCE)
    match table.phase, move:
        case Turn() | Drawn(), Play(cards=cards):
            return _unplayable(table, own, cards)
        case Turn() | Drawn() | Asking(), Call(card=card):
            return _uncallable(table, own, player, card)
        case Turn() | Drawn() | Asking(), Foul(card=card):
            return _no_foul(table, own, player, card)
        case (Turn(), Draw()) | (Asking(), Decline()):
            return None
        case (Drawn(), Pass(at=at)) | (Placing(), Put(at=at)):
            return _misplaced(table, own, at)
        case _:
            return Reason(Why.OTHER_KIND, {"moves": listed(_own_moves(table, own, player))})


# Positions --------------------------------------------------------------------------------------------------


class _OnTable:
    """The shortcuts to the table that `State` and `View` share."""

    __slots__ = ()
    table: Table

    @property
    def rules(self) -> Rules:
        """The options of the game."""
        return self.table.rules

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many cards each player holds."""
        return self.table.sizes

    @property
    def centre(self) -> Card | None:
        """The topmost card of the round; None where one is to be led."""
        return self.table.centre

    @property
    def last(self) -> int:
        """Who played the centre card; 0 where there is none."""
        return self.table.last

    @property
    def aside(self) -> tuple[Card, ...]:
        """All other cards that were played since the pile was last made up, sorted."""
        return self.table.aside

    @property
    def turn(self) -> int:
        """Whose turn it is, or will be when all have been asked."""
        return self.table.turn

    @property
    def passes(self) -> int:
        """How many have passed in a row (`Table`)."""
        return self.table.passes

    @property
    def phase(self) -> Phase:
        """What is under way."""
        return self.table.phase

    @property
    def players(self) -> int:
        """How many play: 3 to 9."""
        return len(self.table.sizes)

    def to_act(self) -> tuple[int, ...]:
        """The players who have to decide now; the table alone tells."""
        return self.table.to_act()

    def result(self) -> tuple[Fraction, ...] | None:
        """The shares of the win: 1 for the first player out (rule 10); equal ones for all who got out where
        the game is played on (rule 15), and for everybody where nobody did (rule 17); None before the end."""
        if not isinstance(self.table.phase, Over):
            return None
        out = [player for player, size in enumerate(self.table.sizes, 1) if not size]
        share = Fraction(1, len(out) or self.players)
        return tuple(share if player in out or not out else _NONE for player in range(1, self.players + 1))

    def starts_turn(self) -> bool:
        """Whether a new turn begins here, as a record counts them: the deal is one turn, and what the others
        answer to a play or a pass belongs to it."""
        match self.table.phase:
            case Turn():
                return True
            case Dealing():
                return not any(self.table.sizes)
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
        His hand, the card that he has just drawn, and his answer while the others are asked.
    """

    table: Table
    player: int
    own: Own = NOTHING

    @property
    def hand(self) -> tuple[Card, ...]:
        """His cards."""
        return self.own.cards()

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards in the draw pile and the others' hands, sorted: the deck less what was played and what
        is his. Which of them is where, this view does not say."""
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
        hands = [None if player != self.player else self.own for player in range(1, self.players + 1)]
        return _text(self.table, hands, self.unseen)


@dataclass(frozen=True, slots=True)
class State(_OnTable):
    """A position of Same One: complete, hashable, without a past.

    ``str(state)`` is its notation, and `inaba.same_one.parse` reads it. The order of the draw pile exists
    nowhere: the pile is a set of cards, and which one comes off it is chance.

    Attributes
    ----------
    table : Table
        What everybody sees.
    secrets : tuple of Own
        What each player alone knows, by seat.

    Examples
    --------
    >>> from inaba.same_one import parse
    >>> state = parse("g3,g9/b5,y9/y1,y2 g7:3 g12 b2,y30 1 0")
    >>> [str(move) for move in state.legal_moves(1)]
    ['g9', 'draw']
    >>> state = state.play(1, "g9")
    >>> state.to_act()
    (2, 3)
    >>> state = state.play(2, "!y9").play(3, "-").happen("(2!y9)")
    >>> str(state)
    'g3/b5/y1,y2 - g7,g9,g12,y9 b2,y30 2 0'
    """

    table: Table
    secrets: Secrets

    @property
    def pile(self) -> tuple[Card, ...]:
        """The cards of the draw pile, sorted; in which order they lie is chance."""
        return _less(self.table.unseen, tuple(card for own in self.secrets for card in own.cards()))

    def hand(self, player: int) -> tuple[Card, ...]:
        """The cards of a player, from 1."""
        return self._own(player).cards()

    def view(self, player: int) -> View:
        """What a player sees; an onlooker is player 0."""
        return View(self.table, player, self._own(player))

    def _own(self, player: int) -> Own:
        return self.secrets[player - 1] if 1 <= player <= len(self.secrets) else NOTHING

    def legal_moves(self, player: int) -> Iterator[Move]:
        """The moves of a player in a fixed order: cards as they stand in the hand, then drawing or passing or
        not calling, then calls, then fouls; none if he is not to act."""
        if player in self.table.to_act():
            yield from _own_moves(self.table, self._own(player), player)

    def why_illegal(self, player: int, move: Move | str) -> Reason | None:
        """Why a player may not make a move now; None if he may. Text that is no move is a reason too.

        Examples
        --------
        >>> from inaba.same_one import parse
        >>> parse("g3,g9/b5/y1 g7:3 - - 1 0").why_illegal(1, "g3").say("en")
        'g3 does not fit on g7; g8-30 do'
        """
        return self.view(player).why_illegal(move)

    def scores(self) -> tuple[int, ...] | None:
        """What the game scores each player, by seat (rule 13); None before the end, and where the game is
        played on, which has no scores. A game without a winner scores 0 for everybody (our ruling).

        Examples
        --------
        >>> from inaba.same_one import parse
        >>> parse("-/g2,g3,g13/y1,y2,y4,y5,y13,y14 b7:1 - - 1 0 over").scores()
        (12, -4, -8)
        >>> parse("-/g2,g3,g13/y1,y2,y4,y5,y13,y14 b1:1 - - 1 0 over:wonderful").scores()
        (20, -10, -10)
        """
        phase = self.table.phase
        if not isinstance(phase, Over) or self.rules.play_on:
            return None
        if all(self.sizes):
            return (0,) * self.players
        lost = [WONDERFUL if phase.wonderful else points(own.cards()) for own in self.secrets]
        winner = self.sizes.index(0)
        lost[winner] = 0
        return tuple(sum(lost) if player == winner else -paid for player, paid in enumerate(lost))

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
            case Play(cards=cards):
                return self._laid(player, cards)
            case Draw():
                return self._draw()
            case Pass(at=at):
                own = self._own(player)
                return State(table.passed(drew=True), self._with(player, own.put(own.drawn[0], at)))
            case Call(card=card):
                answers = isinstance(table.phase, Asking)
                return self._answer(player, card) if answers else self._called(player, card)
            case Decline():
                return self._answer(player, None)
            case Foul():
                assert isinstance(table.phase, Resumed)
                return State(replace(table.reshuffled(), phase=Penalty(player, table.phase)), self.secrets)
            case Put(at=at):
                assert isinstance(table.phase, Placing)
                own = self._own(player)
                secrets = self._with(player, own.put(own.drawn[-1], at))
                return State(replace(table, phase=table.phase.then), secrets)
            case _ as never:
                assert_never(never)

    def chance(self) -> Chance[Event] | None:
        """What may happen now, with exact weights; None unless a card or a race is awaited."""
        match self.table.phase:
            case Dealing() | Drawing() | Penalty():
                return Chance.uniform(map(Dealt, self.pile))
            case Racing(calls=calls):
                weigh = self.rules.weight
                return Chance(
                    (Called((one, *(c for c in calls if c != one))), weigh(one[0])) for one in calls
                )
            case Turn() | Drawn() | Asking() | Placing() | Over():
                return None
            case _ as never:
                assert_never(never)

    def happen(self, event: Event | str) -> State:
        """The position after an event of chance.

        Parameters
        ----------
        event : Event or str
            A `Dealt` or `Called`, or its notation.

        Raises
        ------
        ImpossibleEvent
            If it cannot happen here.
        NotationError
            If it is a text that is no event.
        """
        if isinstance(event, str):
            event = parse_event(event)
        match self.table.phase, event:
            case Dealing() | Drawing() | Penalty(), Dealt(card=card) if card in self.pile:
                return self._dealt(card)
            case Racing(calls=calls), Called(calls=order) if tuple(sorted(order)) == calls:
                return self._called(*order[0])
            case _:
                raise ImpossibleEvent(event, self._awaited(), self.view(0))

    def _awaited(self) -> str:
        """What can come next as far as everybody knows, for an error: it must not tell the pile."""
        match self.table.phase:
            case Dealing() | Drawing() | Penalty():
                return listed(map(Dealt, self.table.unseen))
            case Racing():
                return listed(self.chance() or ())
            case _:
                return "-"

    def _with(self, player: int, own: Own) -> Secrets:
        """Everybody's secrets, with one player's changed."""
        return (*self.secrets[: player - 1], own, *self.secrets[player:])

    def _sized(self, player: int, by: int) -> tuple[int, ...]:
        """The sizes of the hands, with one player's changed."""
        sizes = self.table.sizes
        return (*sizes[: player - 1], sizes[player - 1] + by, *sizes[player:])

    def _lay_down(self, player: int, cards: tuple[Card, ...]) -> State:
        """The same with cards of a player, and the centre that they cover, put aside."""
        t = self.table
        covered = () if t.centre is None else (t.centre,)
        return State(
            replace(
                t,
                sizes=self._sized(player, -len(cards)),
                centre=None,
                last=0,
                aside=tuple(sorted((*t.aside, *covered, *cards))),
                unseen=_less(t.unseen, cards),
                passes=0,
                phase=TURN,
            ),
            self._with(player, self._own(player).without(cards)),
        )

    def _ends(self) -> bool:
        """Whether the player who has just laid cards has ended the game, if he has none left."""
        return not self.rules.play_on or len(self.table.holders()) == 1

    def _laid(self, player: int, cards: tuple[Card, ...]) -> State:
        """A card or a set lies in the centre (rules 3 to 5, 10 and 12)."""
        top = cards[-1]
        laid = self._lay_down(player, cards)
        table = replace(laid.table, centre=top, last=player, aside=_less(laid.table.aside, (top,)))
        if not table.sizes[player - 1] and laid._ends():
            over = Over(top.dog and not self.rules.play_on)
            return State(replace(table, turn=player, phase=over), laid.secrets)
        following = table.after(player)
        if top.shark:  # The next player is skipped, and counts as having passed.
            table = replace(table, turn=table.after(following), passes=1, phase=ASKING)
        else:
            table = replace(table, turn=following, phase=ASKING)
        return State(table, laid.secrets)

    def _called(self, player: int, card: Card) -> State:
        """Same One: the round is cleared, and the caller leads (rules 11 and 15)."""
        laid = self._lay_down(player, (card,))
        table = replace(laid.table, turn=player)
        if not table.sizes[player - 1]:
            if laid._ends():
                table = replace(table, phase=Over(card.dog and not self.rules.play_on))
            else:
                table = replace(table, turn=table.after(player))
        return State(table, laid.secrets)

    def _draw(self) -> State:
        """Draw a card; where there is none to draw, this is a pass (rules 6 and 9)."""
        if not self.table.can_draw():
            return State(self.table.passed(drew=False), self.secrets)
        return State(replace(self.table.reshuffled(), phase=DRAWING), self.secrets)

    def _answer(self, player: int, call: Card | None) -> State:
        """A player has said whether he calls; when all have, it is seen who did (rule 11)."""
        t = self.table
        assert isinstance(t.phase, Asking)
        secrets = self._with(player, self._own(player)._replace(call=call))
        answered = tuple(sorted((*t.phase.answered, player)))
        if len(answered) < len(t.asked()):
            return State(replace(t, phase=Asking(answered)), secrets)
        calls = tuple((p, own.call) for p, own in enumerate(secrets, 1) if own.call is not None)
        if calls:
            shown = tuple(own._replace(call=None) for own in secrets)
            return State(replace(t, phase=Racing(calls)), shown)
        # A skip may have been the last pass that clears the round; calls were asked for first (rule 12).
        over = t.passes >= len(t.asked())
        return State(t.cleared() if over else replace(t, phase=TURN), secrets)

    def _dealt(self, card: Card) -> State:
        """A card has come off the pile; the last one is replaced by a new pile at once (rule 9)."""
        t = self.table
        match t.phase:
            case Dealing(each=each):
                player = t.receiver()
                own = self._taken(player, card)
                sizes = self._sized(player, 1)
                phase: Phase = TURN if sum(sizes) == each * len(sizes) else t.phase
            case Drawing():
                player, phase = t.turn, DRAWN
                own = self._own(player)._replace(drawn=(card,))
                sizes = self._sized(player, 1)
            case Penalty(player=player, then=then):
                own = self._own(player)
                if self.rules.fixed_order:
                    own, phase = own._replace(drawn=(*own.drawn, card)), Placing(player, then)
                else:
                    own, phase = own.put(card), then
                sizes = self._sized(player, 1)
            case _:
                raise AssertionError(t.phase)
        return State(replace(t, sizes=sizes, phase=phase).reshuffled(), self._with(player, own))

    def _taken(self, player: int, card: Card) -> Own:
        """A hand with the card dealt to it: sorted, or at the end where hands keep their order (rule 16)."""
        own = self._own(player)
        return own.put(card, len(own.hand) + 1 if self.rules.fixed_order else 0)

    def seen(self, player: int, actor: int, step: Step) -> str:
        """The notation of a step from here as a player sees it.

        A card off the pile is seen by its receiver alone, ``=??`` to the others; and an answer by who gave
        it, ``?`` to the others: who called is told by the event that follows.

        Parameters
        ----------
        player : int
            Who looks on.
        actor : int
            Who made the move; 0 for chance.
        step : Move or Event
        """
        match step:
            case Dealt() if player != self._receiver():
                return "=??"
            case Call() | Decline() if actor != player and isinstance(self.phase, Asking):
                return "?"
            case _:
                return str(step)

    def _receiver(self) -> int:
        """Who gets the card that is to come off the pile."""
        match self.table.phase:
            case Dealing():
                return self.table.receiver()
            case Penalty(player=player):
                return player
            case _:
                return self.table.turn

    def __str__(self) -> str:
        return _text(self.table, self.secrets, self.pile)


def _less(cards: tuple[Card, ...], taken: tuple[Card, ...]) -> tuple[Card, ...]:
    if not taken:
        return cards
    gone = {*taken}
    return tuple(card for card in cards if card not in gone)


# As text ----------------------------------------------------------------------------------------------------


def _text(table: Table, owns: Iterable[Own | None], unseen: tuple[Card, ...]) -> str:
    """The six or seven fields of a position; None stands for a hand that is not shown."""
    owns = tuple(owns)
    phase = _phase_text(table.phase, owns)
    return " ".join(
        [
            "/".join(
                _hand_text(own, size, _pending(table, player))
                for player, (own, size) in enumerate(zip(owns, table.sizes, strict=True), 1)
            ),
            f"{table.centre}:{table.last}" if table.centre else "-",
            format_cards(table.aside),
            format_cards(unseen),
            str(table.turn),
            str(table.passes),
            *([phase] if phase else []),
        ]
    )


def _pending(table: Table, player: int) -> int:
    """How many cards of a player are not in his hand yet: those of `Own.drawn`, which others count too."""
    phase = table.phase
    count = int(isinstance(phase, Placing) and phase.player == player)
    if isinstance(phase, Penalty | Placing):
        phase = phase.then
    return count + int(isinstance(phase, Drawn) and table.turn == player)


def _hand_text(own: Own | None, size: int, pending: int) -> str:
    if own is None:
        return ",".join(["??"] * (size - pending)) + "+??" * pending if size else "-"
    return ",".join(map(str, own.hand)) + "".join(f"+{card}" for card in own.drawn) or "-"


def _phase_text(phase: Phase, owns: tuple[Own | None, ...]) -> str:
    match phase:
        case Turn():
            return ""
        case Dealing(each=each):
            return f"deal:{each}"
        case Drawing():
            return "draw"
        case Drawn():
            return "drawn"
        case Asking(answered=answered):
            answers = ",".join(f"{player}{_answer_text(owns[player - 1])}" for player in answered)
            return f"ask:{answers}" if answers else "ask"
        case Racing(calls=calls):
            return f"call:{listed_calls(calls)}"
        case Penalty(player=player, then=then) | Placing(player=player, then=then):
            name = "foul" if isinstance(phase, Penalty) else "put"
            return ":".join(filter(None, [f"{name}:{player}", _phase_text(then, owns)]))
        case Over(wonderful=wonderful):
            return "over:wonderful" if wonderful else "over"
        case _ as never:
            assert_never(never)


def _answer_text(own: Own | None) -> str:
    if own is None:
        return "??"
    return f"!{own.call}" if own.call else "-"


# Set-up -----------------------------------------------------------------------------------------------------


def start(
    players: int = 3,
    rules: Rules | None = None,
    first: int = 1,
    deck: tuple[Card, ...] = CARDS,
    hand: int | None = None,
) -> State:
    """The opening position: the deal is to come (rules 1 to 3).

    Parameters
    ----------
    players : int
        3 to 9.
    rules : Rules, optional
    first : int
        Who leads, and gets the first card.
    deck : tuple of Card
        All 90, or some of them for a smaller game.
    hand : int, optional
        How many cards each player is dealt; the rules' 10, or 8 with 7 or more players, unless given.

    Raises
    ------
    SetupError
        If the parts do not fit together.

    Examples
    --------
    >>> str(start(3))
    '-/-/- - - g1-30,b1-30,y1-30 1 0 deal:10'
    >>> from inaba.same_one.cards import parse_cards
    >>> str(start(4, first=2, deck=parse_cards("g1-6,b1-6"), hand=2))
    '-/-/-/- - - g1-6,b1-6 2 0 deal:2'
    """
    if type(players) is not int or not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        raise SetupError("same_one.setup.players", players=players, fewest=FEWEST_PLAYERS, most=MOST_PLAYERS)
    if type(first) is not int or not 1 <= first <= players:
        raise SetupError("same_one.setup.first", first=first, players=players)
    rules = Rules() if rules is None else rules
    if rules.race and len(rules.race) != players:
        raise SetupError("same_one.setup.weights", n=len(rules.race), players=players)
    for card in deck:
        if not is_card(card):
            raise SetupError("same_one.setup.card", card=card)
    cards = tuple(sorted(set(deck)))
    if len(cards) != len(deck):
        raise SetupError("same_one.setup.twice")
    each = (10 if players < 7 else 8) if hand is None else hand
    if type(each) is not int or not 1 <= each <= len(cards) // players:
        raise SetupError(
            "same_one.setup.hand", hand=each, players=players, most=len(cards) // players, n=len(cards)
        )
    none = (0,) * players
    return State(Table(rules, none, None, 0, (), cards, first, 0, Dealing(each)), (NOTHING,) * players)
