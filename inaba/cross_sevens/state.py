"""Cross Sevens: the position, and where each decision and each event leads from it.

Rule numbers in the docstrings are those of the package's page (`inaba.cross_sevens`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import assert_never

from inaba.chance import Chance
from inaba.cross_sevens.cards import (
    CARDS,
    JOKER,
    SEVENS,
    SUITS,
    Action,
    Actions,
    Card,
    Suit,
    action_cards,
    fewer,
)
from inaba.cross_sevens.field import Field
from inaba.cross_sevens.legality import own_moves, why_not
from inaba.cross_sevens.moves import (
    Begin,
    Claim,
    Dealt,
    Decline,
    Discard,
    Draw,
    Drew,
    End,
    Event,
    Give,
    Lay,
    Leave,
    Move,
    Pass,
    Show,
    Step,
    Trade,
    Try,
    parse_event,
    parse_move,
)
from inaba.cross_sevens.rules import FEWEST_PLAYERS, MOST_PLAYERS, Rules, checked
from inaba.cross_sevens.table import (
    MOST_HELD,
    NOTHING,
    TURN,
    Claiming,
    Dealing,
    Drawing,
    Exchanging,
    Leaving,
    Mixing,
    Over,
    Overdue,
    Own,
    Phase,
    Placing,
    Returning,
    Secrets,
    SevenDrawing,
    Sevens,
    Table,
    Trading,
    TrumpDrawing,
    Trying,
    Turn,
    less,
)
from inaba.cross_sevens.writing import position_text
from inaba.errors import IllegalMove, ImpossibleEvent, NotationError, Reason, SetupError, listed

LEAST_HAND = 5
"""The smallest hand: a player may lay four 7s at the start, and must have a trump left (ours)."""

MOST_PILE = 3
"""The largest trump pile: each 7 that is laid draws one, so one of up to three is empty after the set-up."""


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
        """How many trumps each player holds."""
        return self.table.sizes

    @property
    def held(self) -> tuple[int, ...]:
        """How many action cards each player holds."""
        return self.table.held

    @property
    def field(self) -> Field:
        """What lies on the field."""
        return self.table.field

    @property
    def discards(self) -> Actions:
        """The action cards that were put down since their pile was last made up, sorted."""
        return self.table.discards

    @property
    def finished(self) -> tuple[int, ...]:
        """The players without trumps, in the order in which they finished."""
        return self.table.finished

    @property
    def eliminated(self) -> tuple[int, ...]:
        """The players eliminated, in order."""
        return self.table.eliminated

    @property
    def turn(self) -> int:
        """Whose turn it is, from 1; 0 before the 7 of diamonds is laid."""
        return self.table.turn

    @property
    def used(self) -> Actions:
        """The action cards used in this turn, sorted."""
        return self.table.used

    @property
    def phase(self) -> Phase:
        """What is under way."""
        return self.table.phase

    @property
    def players(self) -> int:
        """How many play: 3 to 5."""
        return self.table.players

    def to_act(self) -> tuple[int, ...]:
        """The players who have to decide now; the table alone tells."""
        return self.table.to_act()

    def result(self) -> tuple[Fraction, ...] | None:
        """The shares of the win: 1 for the first without trumps, or for the only one who was not eliminated
        (rule 12); None before the end."""
        if not isinstance(self.table.phase, Over):
            return None
        winner = next(iter((*self.finished, *self.table.remaining())))
        return tuple(Fraction(int(player == winner)) for player in range(1, self.players + 1))

    def starts_turn(self) -> bool:
        """Whether a new turn begins here, as a record counts them: the deal and the set-up are one turn, and
        what the others answer in a player's turn belongs to it."""
        match self.table.phase:
            case Turn(laid=laid):
                return not laid and not self.used
            case Dealing():
                return not any(self.sizes)
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
        His trumps and action cards, and the trump that he has put face down.
    """

    table: Table
    player: int
    own: Own = NOTHING

    @property
    def hand(self) -> tuple[Card, ...]:
        """His trumps."""
        return self.own.hand

    @property
    def actions(self) -> Actions:
        """His action cards."""
        return self.own.actions

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The trumps that are neither on the field nor his, sorted: the pile, the other hands, and those
        face down, his own among them once it has been shuffled."""
        gone = self.own.hand if self._shuffled() else (*self.own.hand, *_given(self.own))
        return less(self.table.unseen, gone)

    def _shuffled(self) -> bool:
        """Whether his trump lies among those of MIX, nobody knows where any more."""
        return isinstance(self.table.phase, Returning)

    @property
    def unseen_actions(self) -> Actions:
        """The action cards in their pile and in the other hands, sorted."""
        return fewer(self.table.actions, self.own.actions)

    def legal_moves(self) -> Iterator[Move]:
        """His moves, in a fixed order; none if he is not to act."""
        if self.player in self.to_act():
            yield from own_moves(self.table, self.own, self.player)

    def why_illegal(self, move: Move | str) -> Reason | None:
        """Why he may not make a move; None if he may. Text that is no move is a reason too."""
        if isinstance(move, str):
            try:
                move = parse_move(move)
            except NotationError as error:
                return error.why
        return why_not(self.table, self.own, self.player, move)

    def __str__(self) -> str:
        hands = [None if player != self.player else self.own for player in range(1, self.players + 1)]
        return position_text(self.table, hands, self.unseen, self.unseen_actions)


def _given(own: Own) -> tuple[Card, ...]:
    return (own.given,) if own.given else ()


@dataclass(frozen=True, slots=True)
class State(_OnTable):
    """A position of Cross Sevens: complete, hashable, without a past.

    ``str(state)`` is its notation, and `inaba.cross_sevens.parse` reads it. The order of the piles exists
    nowhere: each is a set of cards, and which one comes off it is chance.

    Attributes
    ----------
    table : Table
        What everybody sees.
    secrets : tuple of Own
        What each player alone knows, by seat.

    Examples
    --------
    >>> from inaba.cross_sevens import parse
    >>> state = parse("D8,DK:cross/S9/H9,HA DSHC - plus*2,try - - 1 -")
    >>> [str(move) for move in state.legal_moves(1)]
    ['D8@b0', 'D8@b2', 'draw:action', 'discard:cross']
    >>> state = state.play(1, "D8@b2").play(1, "end")
    >>> str(state)
    'DK:cross/S9/HA,H9 DSHC,D8@b2 - plus*2,try - - 2 -'
    """

    table: Table
    secrets: Secrets

    @property
    def pile(self) -> tuple[Card, ...]:
        """The trumps of the trump pile, sorted; in which order they lie is chance."""
        shown = (card for own in self.secrets for card in (*own.hand, *_given(own)))
        return less(self.table.unseen, shown)

    @property
    def action_pile(self) -> Actions:
        """The action cards of their pile, sorted; in which order they lie is chance."""
        return fewer(self.table.actions, (action for own in self.secrets for action in own.actions))

    def hand(self, player: int) -> tuple[Card, ...]:
        """The trumps of a player, from 1."""
        return self._own(player).hand

    def actions(self, player: int) -> Actions:
        """The action cards of a player, from 1."""
        return self._own(player).actions

    def view(self, player: int) -> View:
        """What a player sees; an onlooker is player 0."""
        return View(self.table, player, self._own(player))

    def _own(self, player: int) -> Own:
        return self.secrets[player - 1] if 1 <= player <= len(self.secrets) else NOTHING

    def legal_moves(self, player: int) -> Iterator[Move]:
        """The moves of a player in a fixed order: trumps as they stand in the hand, then TRY, TRADE, and how
        to pass or to end the turn; none if he is not to act."""
        if player in self.table.to_act():
            yield from own_moves(self.table, self._own(player), player)

    def why_illegal(self, player: int, move: Move | str) -> Reason | None:
        """Why a player may not make a move now; None if he may. Text that is no move is a reason too.

        Examples
        --------
        >>> from inaba.cross_sevens import parse
        >>> parse("D8,DK/S9/H9,HA DSHC - plus*2,try - - 1 -").why_illegal(1, "DK@b2").say("en")
        'DK goes beside a card next in rank, and none of DQ, DA is on the table'
        """
        return self.view(player).why_illegal(move)

    def ranks(self) -> tuple[int, ...] | None:
        """Each player's rank, by seat; None before the end.

        Who finished first is first. Who is left in alone takes the next rank. Where a game stops after its
        first winner, the holder of the joker is last of the others still in, and they share a rank (ours).
        Who was eliminated ranks below, later is better (rule 12).

        Examples
        --------
        >>> from inaba.cross_sevens import parse
        >>> parse("-/S9,JK/H9/HA/- DSHC DA - - 1,x5 1 - over").ranks()
        (1, 4, 2, 2, 5)
        """
        if not isinstance(self.table.phase, Over):
            return None
        remaining = self.table.remaining()
        holder = [player for player in remaining if JOKER in self.hand(player)]
        others = [player for player in remaining if player not in holder]
        rank: dict[int, int] = {}
        groups = [[p] for p in self.finished] + [others, holder] + [[p] for p in reversed(self.eliminated)]
        for group in groups:
            rank |= dict.fromkeys(group, len(rank) + 1)
        return tuple(rank[player] for player in range(1, self.players + 1))

    # Decisions ----------------------------------------------------------------------------------------------

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
        if reason := why_not(self.table, self._own(player), player, move):
            raise IllegalMove(move, reason, self.view(player))  # An error tells no secret.
        match move:
            case Begin():
                return self._begun(player, move)
            case Decline():
                return self._declined(player)
            case Lay():
                return self._laid(player, move)
            case Claim():
                return self._claimed(player)
            case Try(player=target, card=card):
                return self._using((Action.TRY,))._in(Trying(target, card))
            case Show():
                return self._shown()
            case Trade(player=target):
                assert isinstance(self.phase, Turn)
                return self._using((Action.TRADE,))._in(Trading(target, self.phase.laid))
            case Give(card=card):
                return self._given(player, card)
            case Draw(trump=True):
                return self._in(TrumpDrawing())
            case Draw():
                return self._refilled(1)
            case Discard(actions=actions):
                own = self._own(player)._replace(actions=fewer(self.actions(player), actions))
                table = self.table.discarded(actions).holding(player, -len(actions)).restocked()
                return State(table, self._with(player, own))._refilled(len(actions) + 1)
            case Pass():
                return self._out()
            case End():
                return self._refilled(0)
            case Leave(actions=actions):
                table = self.table.discarded(actions).holding(player, -len(actions)).restocked()
                left = State(table, self._with(player, self._own(player)._replace(actions=())))
                return left._next() if player == self.turn else left._in(TURN)
            case _ as never:
                assert_never(never)

    def _in(self, phase: Phase) -> State:
        """The same in another phase."""
        return State(replace(self.table, phase=phase), self.secrets)

    def _with(self, player: int, own: Own) -> Secrets:
        """Everybody's secrets, with one player's changed."""
        return (*self.secrets[: player - 1], own, *self.secrets[player:])

    def _using(self, actions: Actions) -> State:
        """The same with action cards of the player whose turn it is used."""
        own = self._own(self.turn)
        secrets = self._with(self.turn, own._replace(actions=fewer(own.actions, actions)))
        return State(self.table.using(actions), secrets)

    def _without(self, player: int, *cards: Card) -> State:
        """The same with trumps of a player gone from his hand and from what nobody sees."""
        table = self.table.sized(player, -len(cards))
        table = replace(table, unseen=less(table.unseen, cards))
        return State(table, self._with(player, self._own(player).without(*cards)))

    # The set-up

    def _begun(self, player: int, move: Begin) -> State:
        """A 7 has been laid (rules 2 and 3)."""
        phase = self.phase
        assert isinstance(phase, Sevens | Overdue)
        laid = self._without(player, SEVENS[move.suit])
        turn = player if move.suit is Suit.DIAMONDS else self.turn
        field = self.field.with_seven(move.suit, upper=move.end != "down")
        laid = State(replace(laid.table, field=field, turn=turn), laid.secrets)
        if laid.table.pile:
            return laid._in(SevenDrawing(phase.suit, player))
        return laid._next_seven(phase.suit)

    def _next_seven(self, suit: Suit) -> State:
        """The place of a 7 is over: the next one's comes, or the first turn (rules 2 and 3)."""
        if suit is SUITS[-1]:
            return self._in(TURN)
        return self._in(Sevens(Suit(suit + 1), 1))

    def _declined(self, player: int) -> State:
        """A player does not hold the trump that he was asked for."""
        match self.phase:
            case Sevens(suit=suit):
                return self._in(Sevens(suit, player + 1)) if player < self.players else self._next_seven(suit)
            case Overdue(suit=suit):
                return self._next_seven(suit)
            case Trying():
                return self._refilled(0) if self.rules.try_miss == "turn" else self._in(Turn(missed=True))
            case Claiming():
                return self._refilled(0) if player == self.turn else self._claims(player)
            case _:
                raise AssertionError(self.phase)

    # Laying

    def _laid(self, player: int, lay: Lay) -> State:
        """A trump has been laid, one's own or one that a TRY has found (rules 4, 9, 11 and 12)."""
        owner = self.phase.target if isinstance(self.phase, Placing) else player
        laid = self._using(lay.actions())._without(owner, *((JOKER,) if lay.gap else ()), lay.card)
        closes = player if self.rules.stop == "until_next_turn" else 0
        field = self.field.with_card(lay.card, lay.cell).with_stops(lay.stops, closes)
        if lay.gap and lay.joker:
            field = replace(field, joker=(lay.joker, lay.gap))
        laid = State(replace(laid.table, field=field, phase=Turn(laid=owner == player)), laid.secrets)
        if not laid.sizes[owner - 1]:
            laid = laid._finished(owner)
        if laid.table.ends():
            return laid
        if lay.gap:
            return laid._claims(0)
        return laid._leaving(owner) if owner in laid.finished else laid

    def _finished(self, player: int) -> State:
        """A player has no trumps left (rule 12)."""
        table = replace(self.table, finished=(*self.table.finished, player)).lifted(player)
        if table.ends():
            return State(replace(table, phase=Over()), self.secrets)
        if player == self.turn:  # Nothing is replaced.
            table = replace(table, used=()).put_down(table.used)
        return State(table, self.secrets)

    def _leaving(self, player: int) -> State:
        """Who is out puts down his action cards, if he has any."""
        if self.table.held[player - 1]:
            return self._in(Leaving(player))
        return self._next() if player == self.turn else self._in(TURN)

    def _claims(self, last: int) -> State:
        """The next after a player in seat order is asked whether he claims, all but who laid the joker."""
        turn = self.turn
        asked = next((p for p in self.table.remaining() if p > last and p != turn), 0)
        if asked:
            return self._in(Claiming(asked))
        return self._after_claims()

    def _claimed(self, player: int) -> State:
        """A player lays the trump that the joker stands for, and takes the joker (rule 11)."""
        assert self.field.joker is not None
        card = self.field.joker[1]
        taken = self._without(player, card)
        table = taken.table.sized(player, 1)
        table = replace(table, field=self.field.claimed(), unseen=tuple(sorted((*table.unseen, JOKER))))
        claimed = State(table, taken._with(player, taken._own(player).with_card(JOKER)))
        return claimed._refilled(0) if player == self.turn else claimed._after_claims()

    def _after_claims(self) -> State:
        """The turn in which the joker was laid goes on; if that finished its player, he leaves."""
        if self.turn in self.finished:
            return self._leaving(self.turn)
        return self._in(Turn(laid=True))

    def _shown(self) -> State:
        """A TRY has found its trump: it is laid, or taken (`Rules.try_hit`)."""
        assert isinstance(self.phase, Trying)
        target, card = self.phase.target, self.phase.card
        if self.rules.try_hit == "lay":
            return self._in(Placing(target, card))
        gone = State(self.table.sized(target, -1), self._with(target, self._own(target).without(card)))
        secrets = gone._with(self.turn, gone._own(self.turn).with_card(card))
        taken = State(replace(gone.table.sized(self.turn, 1), phase=TURN), secrets)
        if taken.sizes[target - 1]:
            return taken
        taken = taken._finished(target)
        return taken if taken.table.ends() else taken._leaving(target)

    # Trumps face down

    def _given(self, player: int, card: Card) -> State:
        """A trump lies face down; when all do, they change hands (TRADE and MIX)."""
        table, phase = self.table, self.phase
        assert isinstance(phase, Trading | Mixing)
        given = tuple(sorted((*phase.given, player)))
        waiting = len(table.to_act()) > 1
        after: Phase
        match phase:
            case Trading(target=target, laid=laid):
                after = replace(phase, given=given) if waiting else Exchanging(target, laid)
            case Mixing(due=due):
                after = replace(phase, given=given) if waiting else Returning(due)
        table = replace(table.sized(player, -1), phase=after)
        return State(table, self._with(player, self._own(player).gives(card)))

    # Passing, and the end of a turn

    def _refilled(self, due: int) -> State:
        """The next action card due is drawn; then those used are put down and replaced; then the turn is over
        (rules 6, 8 and 9). What is not there is not drawn."""
        table = self.table
        while not (due and table.action_pile):
            if not table.used:
                return State(table, self.secrets)._next()
            due = len(table.used)
            table = replace(table, used=()).put_down(table.used)
        return State(replace(table, phase=Drawing(due)), self.secrets)

    def _out(self) -> State:
        """Whose turn it is is eliminated: his trumps are shuffled into the pile (rule 7)."""
        player = self.turn
        table = replace(
            self.table.sized(player, -self.sizes[player - 1]),
            eliminated=(*self.eliminated, player),
            used=(),
        )
        table = table.put_down(self.used).lifted(player)
        out = State(table, self._with(player, self._own(player)._replace(hand=())))
        return out._in(Over()) if table.ends() else out._leaving(player)

    def _next(self) -> State:
        """The next player's turn begins (rule 3), and what he has closed until then is opened again."""
        following = self.table.after(self.turn)
        table = replace(self.table.lifted(following), turn=following, phase=TURN)
        return State(table, self.secrets)

    # Chance -------------------------------------------------------------------------------------------------

    def chance(self) -> Chance[Event] | None:
        """What may happen now, with exact weights; None unless a card is awaited."""
        match self.phase:
            case Dealing() | SevenDrawing() | TrumpDrawing():
                return Chance.uniform(map(Dealt, self.pile))
            case Drawing():
                return Chance((Drew(action), n) for action, n in sorted(Counter(self.action_pile).items()))
            case Exchanging(target=target, done=done):
                return Chance.uniform(map(Dealt, self._exchanged(target, done)))
            case Returning():
                return Chance.uniform(map(Dealt, self._mixed()))
            case _:
                return None

    def _exchanged(self, target: int, done: bool) -> tuple[Card, ...]:
        """The trumps of which one is to change hands now in a TRADE."""
        if done:
            return _given(self._own(self.turn))
        other = self._own(target)
        return other.hand if self.rules.trade == "blind" else _given(other)

    def _mixed(self) -> tuple[Card, ...]:
        """The trumps of MIX that have not been dealt back, sorted."""
        back = {card for own in self.secrets for card in own.hand}
        return tuple(sorted(own.given for own in self.secrets if own.given and own.given not in back))

    def happen(self, event: Event | str) -> State:
        """The position after an event of chance.

        Parameters
        ----------
        event : Event or str
            A `Dealt` or `Drew`, or its notation.

        Raises
        ------
        ImpossibleEvent
            If it cannot happen here.
        NotationError
            If it is a text that is no event.
        """
        if isinstance(event, str):
            event = parse_event(event)
        match self.phase, event:
            case Drawing(due=due), Drew(action=action) if action in self.action_pile:
                return self._drew(action, due - 1)
            case Dealing() | SevenDrawing() | TrumpDrawing(), Dealt(card=card) if card in self.pile:
                return self._dealt(card)
            case Exchanging(target=target, done=done), Dealt(card=card) if card in self._exchanged(
                target, done
            ):
                return self._swapped(card, target, done)
            case Returning(), Dealt(card=card) if card in self._mixed():
                return self._returned(card)
            case _:
                raise ImpossibleEvent(event, self._awaited(), self.view(0))

    def _awaited(self) -> str:
        """What can come next as far as everybody knows, for an error: it must not tell the piles."""
        match self.phase:
            case Dealing() | SevenDrawing() | TrumpDrawing() | Exchanging() | Returning():
                return listed(map(Dealt, self.table.unseen))
            case Drawing():
                return listed(map(Drew, sorted({*self.table.actions})))
            case _:
                return "-"

    def _dealt(self, card: Card) -> State:
        """A trump has come off the pile: in the deal, in the set-up, or for who passes."""
        player = self.table.receiver()
        got = State(self.table.sized(player, 1), self._with(player, self._own(player).with_card(card)))
        match self.phase:
            case Dealing(each=each):
                dealt = sum(got.sizes) == each * self.players
                return got._in(Sevens(Suit.DIAMONDS, 1)) if dealt else got
            case SevenDrawing(suit=suit):
                return got._in(Overdue(suit, player)) if self.table.overdue(suit) else got._next_seven(suit)
            case _:
                # It may be the one that the joker stands for (rule 11).
                return got._in(Claiming(player)) if self.field.joker else got._refilled(0)

    def _drew(self, action: Action, due: int) -> State:
        """An action card has come off its pile: a MIX acts at once, a fourth eliminates (rules 7 and 9)."""
        player = self.turn
        if action is Action.MIX:
            table = replace(self.table, actions=fewer(self.table.actions, (action,)))
            table = replace(table, used=tuple(sorted((*table.used, action)))).restocked()
            return State(replace(table, phase=Mixing(due)), self.secrets)
        own = self._own(player)
        own = own._replace(actions=tuple(sorted((*own.actions, action))))
        got = State(self.table.holding(player, 1).restocked(), self._with(player, own))
        return got._out() if got.held[player - 1] > MOST_HELD else got._refilled(due)

    def _swapped(self, card: Card, target: int, done: bool) -> State:
        """A trump of a TRADE has come to its player, or then to the other."""
        assert isinstance(self.phase, Exchanging)
        giver, taker = (self.turn, target) if done else (target, self.turn)
        own = self._own(giver)
        own = own._replace(given=None) if own.given == card else own.without(card)
        table = self.table.sized(taker, 1)
        if not done and self.rules.trade == "blind":
            table = table.sized(giver, -1)
        gone = State(table, self._with(giver, own))
        swapped = State(table, gone._with(taker, gone._own(taker).with_card(card)))
        return swapped._in(Turn(self.phase.laid) if done else replace(self.phase, done=True))

    def _returned(self, card: Card) -> State:
        """A trump of MIX has been dealt back; after the last one the drawing goes on."""
        assert isinstance(self.phase, Returning)
        player = self.table.receiver()
        got = State(self.table.sized(player, 1), self._with(player, self._own(player).with_card(card)))
        dealt = self.phase.dealt + 1
        if dealt < len(self.table.remaining()):
            return got._in(replace(self.phase, dealt=dealt))
        over = State(got.table, tuple(own._replace(given=None) for own in got.secrets))
        return over._refilled(self.phase.due)

    # What is seen -------------------------------------------------------------------------------------------

    def seen(self, player: int, actor: int, step: Step) -> str:
        """The notation of a step from here as a player sees it.

        A card that comes to a player is seen by him alone, ``=??`` to the others, but in a TRADE both see
        what changes hands, and everybody sees MIX. A trump that lies face down is seen by who put it there,
        ``>??`` to the others.

        Parameters
        ----------
        player : int
            Who looks on.
        actor : int
            Who made the move; 0 for chance.
        step : Move or Event
        """
        match step:
            case Drew(action=action):
                return str(step) if action is Action.MIX or player == self.table.receiver() else "=??"
            case Dealt():
                both = {self.table.receiver()}
                if isinstance(self.phase, Exchanging):
                    both |= {self.turn, self.phase.target}
                return str(step) if player in both else "=??"
            case Give():
                return str(step) if actor == player else ">??"
            case _:
                return str(step)

    def __str__(self) -> str:
        return position_text(self.table, self.secrets, self.pile, self.action_pile)


# Set-up -----------------------------------------------------------------------------------------------------

PILES = {3: 2, 4: 1, 5: 3}
"""How many trumps the trump pile begins with, by the number of players (rule 1)."""


def start(
    players: int = 3,
    rules: Rules | None = None,
    deck: tuple[Card, ...] = CARDS,
    pile: int | None = None,
    actions: Actions | None = None,
) -> State:
    """The opening position: the deal is to come (rule 1).

    Parameters
    ----------
    players : int
        3 to 5.
    rules : Rules, optional
    deck : tuple of Card
        All 53, or some of them, with all four 7s, for a smaller game.
    pile : int, optional
        How many trumps are not dealt, 0 to 3; 2, 1 or 3 for 3, 4 or 5 players unless given.
    actions : tuple of Action, optional
        The action cards; unless given, as many of each kind as `action_cards` says.

    Raises
    ------
    SetupError
        If the parts do not fit together.

    Examples
    --------
    >>> str(start(4))
    '-/-/-/- - DA-K,SA-K,HA-K,CA-K,JK mix,plus*5,cross*5,tunnel*3,stop*3,trade*3,try*3 - - 0 - deal:13'
    """
    if type(players) is not int or not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        raise SetupError(
            "cross_sevens.setup.players", players=players, fewest=FEWEST_PLAYERS, most=MOST_PLAYERS
        )
    for card in deck:
        if card not in CARDS:
            raise SetupError("cross_sevens.setup.card", card=card)
    cards = tuple(sorted(set(deck)))
    if len(cards) != len(deck):
        raise SetupError("cross_sevens.setup.twice")
    if not {*SEVENS} <= {*cards}:
        raise SetupError("cross_sevens.setup.sevens")
    pile = PILES[players] if pile is None else pile
    if type(pile) is not int or not 0 <= pile <= MOST_PILE:
        raise SetupError("cross_sevens.setup.pile", pile=pile, most=MOST_PILE)
    each, rest = divmod(len(cards) - pile, players)
    if rest or each < LEAST_HAND:
        raise SetupError("cross_sevens.setup.hand", n=len(cards) - pile, players=players, least=LEAST_HAND)
    for action in actions or ():
        if not isinstance(action, Action):
            raise SetupError("cross_sevens.setup.action", action=action)
    kinds = action_cards(players) if actions is None else tuple(sorted(actions))
    none = (0,) * players
    table = Table(checked(rules), none, none, Field(), cards, kinds, phase=Dealing(each))
    return State(table, (NOTHING,) * players)
