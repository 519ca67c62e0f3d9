"""Same One: the position, and what may be done from it.

Rule numbers in the docstrings are those of the package's page (`inaba.same_one`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import assert_never

from inaba.chance import Chance
from inaba.errors import IllegalMove, ImpossibleEvent, NotationError, Reason, SetupError, listed
from inaba.same_one.cards import CARDS, Card, format_cards, is_card, points
from inaba.same_one.legality import own_moves, why_not
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
    listed_calls,
    parse_event,
    parse_move,
)
from inaba.same_one.rules import FEWEST_PLAYERS, MOST_PLAYERS, Rules, checked
from inaba.same_one.table import (
    ASKING,
    DRAWING,
    DRAWN,
    NOTHING,
    TURN,
    Asking,
    Dealing,
    Drawing,
    Drawn,
    Over,
    Own,
    Penalty,
    Phase,
    Placing,
    Racing,
    Resumed,
    Secrets,
    Table,
    Turn,
    less,
)

WONDERFUL = 10
"""What every loser pays when the winner ends on a dog (rule 13)."""

_NONE = Fraction(0)


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
        answer to a play or a pass belongs to it. Who commits a foul in his turn begins it anew."""
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
        return less(self.table.unseen, self.own.cards())

    def legal_moves(self) -> Iterator[Move]:
        """His moves, in a fixed order; none if he is not to act."""
        if self.player in self.to_act():
            yield from own_moves(self.table, self.own)

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
        return less(self.table.unseen, tuple(card for own in self.secrets for card in own.cards()))

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
            yield from own_moves(self.table, self._own(player))

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
        if reason := why_not(table, self._own(player), player, move):
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
                unseen=less(t.unseen, cards),
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
        table = replace(laid.table, centre=top, last=player, aside=less(laid.table.aside, (top,)))
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
    rules = checked(rules)
    if rules.race and len(rules.race) != players:
        raise SetupError("same_one.setup.weights", n=len(rules.race), players=players)
    for card in deck:
        if not is_card(card):
            raise SetupError("same_one.setup.card", card=card)
    cards = tuple(sorted(set(deck)))
    if len(cards) != len(deck):
        raise SetupError("same_one.setup.twice")
    if len(cards) < players:
        raise SetupError("same_one.setup.few", n=len(cards), players=players)
    each = (10 if players < 7 else 8) if hand is None else hand
    if type(each) is not int or not 1 <= each <= len(cards) // players:
        raise SetupError(
            "same_one.setup.hand", hand=each, players=players, most=len(cards) // players, n=len(cards)
        )
    none = (0,) * players
    return State(Table(rules, none, None, 0, (), cards, first, 0, Dealing(each)), (NOTHING,) * players)
