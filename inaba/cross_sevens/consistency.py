"""Whether the parts of a position that was read can come about together.

Each check yields what is wrong, where it stands in the text, and why; the first fault is told. Rule numbers
in the docstrings are those of the package's page (`inaba.cross_sevens`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import NamedTuple

from inaba.cross_sevens.cards import SEVEN, SEVENS, SUITS, Action, Actions, Card, Suit
from inaba.cross_sevens.field import MOST_IN_A_CELL, Field, layout, neighbours, sides
from inaba.cross_sevens.legality import plain_cells
from inaba.cross_sevens.rules import Rules
from inaba.cross_sevens.state import LEAST_HAND, MOST_PILE
from inaba.cross_sevens.table import (
    MOST_HELD,
    Claiming,
    Dealing,
    Drawing,
    Exchanging,
    Leaving,
    Mixing,
    Over,
    Overdue,
    Own,
    Placing,
    Returning,
    SevenDrawing,
    Sevens,
    Table,
    Trading,
    TrumpDrawing,
    Trying,
    Turn,
)
from inaba.cross_sevens.writing import lies_face_down


class Why(StrEnum):
    """Why the parts of a position do not go together."""

    FACE_DOWN = "cross_sevens.why.face_down"
    TWICE = "cross_sevens.why.twice"
    EMPTY = "cross_sevens.why.empty"
    HELD = "cross_sevens.why.held"
    DIAGONAL = "cross_sevens.why.diagonal"
    CELL_FULL = "cross_sevens.why.cell_full"
    LOOSE = "cross_sevens.why.loose"
    STOP_OWNER = "cross_sevens.why.stop_owner"
    PILE = "cross_sevens.why.pile"
    ACTION_PILE = "cross_sevens.why.action_pile"
    TURN = "cross_sevens.why.turn"
    USED = "cross_sevens.why.used"
    PHASE = "cross_sevens.why.phase"
    PHASE_DEAL = "cross_sevens.why.phase_deal"
    PHASE_SEVENS = "cross_sevens.why.phase_sevens"
    PHASE_OVER = "cross_sevens.why.phase_over"
    PHASE_HAND = "cross_sevens.why.phase_hand"
    CLAIM = "cross_sevens.why.claim_due"


class Hand(NamedTuple):
    """One hand as it was read: its cards, or how many there are where they are hidden."""

    own: Own
    size: int
    held: int
    face_down: bool
    at: int


class Fault(NamedTuple):
    """What is wrong: its place in the text, the reason, and the data that fill the message."""

    at: int
    why: Why
    data: Mapping[str, object] = {}


def field_faults(field: Field, at: int, rules: Rules) -> Iterator[Fault]:
    """Each trump lies once, a cell holds two cards at most, and all hang together from the 7s."""
    cards = [card for _, card in (*field.laid, *((field.joker,) if field.joker else ()))]
    for i, card in enumerate(cards):
        if card in cards[:i]:
            yield Fault(at, Why.TWICE, {"card": card})
    found = layout(field)
    for cell, count in found.lying.items():
        if count > (1 if cell == found.joker else MOST_IN_A_CELL):
            yield Fault(at, Why.CELL_FULL, {"cell": cell})
    stopped = [cell for cell, _ in field.stops]
    for cell in stopped:
        if stopped.count(cell) > 1:
            yield Fault(at, Why.CELL_FULL, {"cell": cell})
    if (cards or stopped) and len(field.sevens) < len(SUITS):
        yield Fault(at, Why.DIAGONAL, {"text": "".join(suit.letter for suit in field.sevens)})
    yield from _loose(field, at, rules)


def _loose(field: Field, at: int, rules: Rules) -> Iterator[Fault]:
    """From each trump a chain of neighbours leads to its 7 (rules 4 and 5)."""
    where = dict(layout(field).where)
    if field.joker:
        where[field.joker[1]] = field.joker[0]
    linked = {card for card in where if card.rank == SEVEN}
    ends = list(linked)
    while ends:
        other = ends.pop()
        for card in (other.step(-1), other.step(1)):
            if card in linked or card not in where or other not in neighbours(card):
                continue
            if where[card] in sides(card, where[other], rules):
                linked.add(card)
                ends.append(card)
    loose = next((card for card in sorted(where) if card not in linked), None)
    if loose is not None:
        yield Fault(at, Why.LOOSE, {"card": loose, "cell": where[loose]})


class Reading(NamedTuple):
    """A position as it was read.

    Attributes
    ----------
    table : Table
    hands : tuple of Hand
        By seat.
    unseen, actions : tuple of Card and of Action
        The trumps and the action cards that are in no hand that is shown.
    places : tuple of int
        Where each field of the text begins; the last one where it ends.
    phase_text : str
        How the text says what is under way.
    player : int or None
        Who looks on; None for who sees all.
    """

    table: Table
    hands: tuple[Hand, ...]
    unseen: tuple[Card, ...]
    actions: Actions
    places: tuple[int, ...]
    phase_text: str
    player: int | None

    def hides(self, player: int) -> bool:
        """Whether a player's hand is hidden from who looks on."""
        return self.player is not None and player != self.player

    def faults(self) -> Iterator[Fault]:
        """All that is wrong; each check takes for granted that those before it have found nothing."""
        yield from self.cards_faults()
        yield from self.piles_faults()
        yield from self.players_faults()
        yield from self.phase_faults()

    def cards_faults(self) -> Iterator[Fault]:
        """Each trump exists once; one of MIX may have come back into a hand."""
        table, hands = self.table, self.hands
        shuffled = isinstance(table.phase, Returning)
        known = {*table.field.cards()}
        for hand in hands:
            given = (hand.own.given,) if hand.own.given and not shuffled else ()
            yield from self._twice(hand.at, (*hand.own.hand, *given), known)
        yield from self._twice(self.places[2], self.unseen, known)
        for hand in hands if shuffled else ():
            # Who looks on does not know where the trump is that he has put down; who sees all does.
            unseen = self.unseen if self.player is None else ()
            elsewhere = (*table.field.cards(), *unseen)
            if hand.own.given in elsewhere:
                yield Fault(hand.at, Why.TWICE, {"card": hand.own.given})

    def _twice(self, at: int, cards: tuple[Card, ...], known: set[Card]) -> Iterator[Fault]:
        """Trumps that are known already; the others are known from now on."""
        for card in cards:
            if card in known:
                yield Fault(at, Why.TWICE, {"card": card})
            known.add(card)

    def piles_faults(self) -> Iterator[Fault]:
        """There are enough cards for those that are hidden, and no discards beside an empty pile (rule 8)."""
        table = self.table
        piles = ((len(self.unseen), table.pile), (len(self.actions), table.action_pile))
        for place, (count, pile) in zip(self.places[2:4], piles, strict=True):
            if pile < 0:
                yield Fault(place, Why.PILE, {"n": count, "count": count - pile})
        if table.discards and not table.action_pile:
            yield Fault(self.places[4], Why.ACTION_PILE)

    def players_faults(self) -> Iterator[Fault]:
        """Who is in has a trump, who is out has none; nobody holds too many action cards (rules 7, 12)."""
        table = self.table
        phase, remaining = table.phase, table.remaining()
        dealing = isinstance(phase, Dealing)
        for player, hand in enumerate(self.hands, 1):
            if hand.face_down != lies_face_down(table, player):
                yield Fault(hand.at, Why.FACE_DOWN, {"player": player})
            has = bool(hand.size or hand.face_down)
            # In a TRADE the last trump may be gone before the other's comes.
            waits = isinstance(phase, Exchanging) and phase.done and phase.target == player
            if not dealing and not waits and has != (player in remaining):
                yield Fault(hand.at, Why.EMPTY, {"player": player})
            leaving = isinstance(phase, Over) or (isinstance(phase, Leaving) and phase.player == player)
            # Who has finished with the joker in a gap keeps them until the others have been asked.
            leaving = leaving or (isinstance(phase, Claiming) and table.turn == player)
            most = MOST_HELD if player in remaining else 0
            most = max(most, MOST_HELD + (player in table.eliminated)) if leaving else most
            if hand.held > most:
                yield Fault(hand.at, Why.HELD, {"player": player, "most": most})
        if table.used.count(Action.TRY) > 1:
            yield Fault(self.places[7], Why.USED)

    def phase_faults(self) -> Iterator[Fault]:
        """What is under way goes with the rest of the position."""
        table, phase = self.table, self.table.phase
        if isinstance(phase, Dealing):
            yield from self.deal_faults(phase)
            return
        if isinstance(phase, Sevens | SevenDrawing | Overdue):
            yield from self.sevens_faults(phase)
            return
        if len(table.field.sevens) < len(SUITS) or not table.turn:
            yield Fault(self.places[1], Why.PHASE_SEVENS)
        if isinstance(phase, Over) != table.ends():
            yield Fault(self.places[8], Why.PHASE_OVER)
        if isinstance(phase, Over):
            return
        away = isinstance(phase, Claiming | Leaving)
        if table.turn not in table.remaining() and not away:
            yield Fault(
                self.places[6], Why.TURN, {"text": str(table.turn), "least": 1, "most": table.players}
            )
        if any(owner and owner not in table.remaining() for _, owner in table.field.stops):
            yield Fault(self.places[1], Why.STOP_OWNER, {"most": table.players})
        if not _possible(table):
            yield Fault(self.places[8], Why.PHASE, {"text": self.phase_text[:30]})
        yield from self.hands_faults()

    def deal_faults(self, phase: Dealing) -> Iterator[Fault]:
        """The deal: even from player 1 on, and nothing else has happened (rule 1)."""
        table = self.table
        each, more = divmod(sum(table.sizes), table.players)
        even = tuple(each + (player <= more) for player in range(1, table.players + 1))
        rest = len(table.unseen) - phase.each * table.players
        fine = table.sizes == even and each < phase.each and phase.each >= LEAST_HAND
        fine = fine and 0 <= rest <= MOST_PILE and {*SEVENS} <= {*table.unseen}
        if not fine or _under_way(table) or table.field != Field() or table.turn:
            yield Fault(self.places[8], Why.PHASE_DEAL)

    def sevens_faults(self, phase: Sevens | SevenDrawing | Overdue) -> Iterator[Fault]:
        """The set-up: the 7s lie up to the place, those that were skipped are in the pile (rule 2)."""
        table, hands = self.table, self.hands
        down = table.field.sevens
        late = table.overdue(phase.suit)
        place = SEVENS[phase.suit]
        fine = (table.turn > 0) == (Suit.DIAMONDS in down) and all(suit <= phase.suit for suit in down)
        fine = fine and not _under_way(table) and 1 <= phase.player <= table.players
        held = [card for hand in hands for card in hand.own.hand]
        match phase:
            case Sevens(player=player):
                earlier = [card for hand in hands[: player - 1] for card in hand.own.hand]
                fine = fine and place.suit not in down and place not in earlier
                fine = fine and not any(card in held for card in late)
            case SevenDrawing():
                fine = fine and bool(down) and table.pile > 0 and not any(card in held for card in late)
            case Overdue(player=player):
                others = [c for p, hand in enumerate(hands, 1) if p != player for c in hand.own.hand]
                fine = fine and bool(down) and bool(late) and not any(card in others for card in late)
        if not isinstance(phase, Sevens):
            # Who draws has laid the 7 of this place, or it was skipped and is in the pile.
            fine = fine and (place.suit in down)
        if not fine or not {*SEVENS} <= {*table.field.cards(), *table.unseen} or table.pile > MOST_PILE:
            yield Fault(self.places[8], Why.PHASE_SEVENS)

    def hands_faults(self) -> Iterator[Fault]:
        """What the phase says of the hands that are shown."""
        table, hands = self.table, self.hands
        phase, joker = table.phase, table.field.joker
        if joker and not isinstance(phase, Claiming):
            for hand in hands:
                if joker[1] in hand.own.hand or joker[1] == hand.own.given:
                    yield Fault(hand.at, Why.CLAIM, {"card": joker[1]})
        fine = True
        match phase:
            case Claiming(player=player) if joker:
                # Those asked before would have claimed, and nobody lays the joker for a trump of his own.
                asked = {p for p in table.remaining() if p < player or p == table.turn}
                asked = {*table.remaining()} if player == table.turn else asked
                fine = not any(joker[1] in hands[p - 1].own.hand for p in asked - {player})
            case Trying(card=card):
                fine = card not in hands[table.turn - 1].own.hand
            case Placing(target=target, card=card):
                fine = card in table.unseen if self.hides(target) else card in hands[target - 1].own.hand
                fine = fine and not any(card in h.own.hand for p, h in enumerate(hands, 1) if p != target)
            case Returning(dealt=dealt) if self.player is None:
                given = [hand.own.given for hand in hands if hand.own.given]
                back = [sum(card in hand.own.hand for card in given) for hand in hands]
                order = table.remaining()
                fine = len({*given}) == len(given)
                fine = fine and back == [
                    int(player in order[:dealt]) for player in range(1, table.players + 1)
                ]
            case Returning() if 1 <= (self.player or 0) <= table.players:
                assert self.player is not None
                fine = hands[self.player - 1].own.given is None or (
                    hands[self.player - 1].own.given in table.unseen
                )
            case _:
                pass
        if not fine:
            yield Fault(self.places[8], Why.PHASE_HAND)


def _under_way(table: Table) -> bool:
    """Whether anything stands there that comes only with the turns."""
    return bool(
        table.field.laid
        or table.field.stops
        or table.field.joker
        or any(table.held)
        or table.discards
        or table.removed
        or table.finished
        or table.eliminated
        or table.used
    )


def _possible(table: Table) -> bool:
    """Whether what is under way can be, with what everybody sees."""
    phase, remaining, used = table.phase, table.remaining(), table.used
    match phase:
        case Turn(laid=laid, missed=missed):
            wrong = missed and (table.rules.try_miss != "pass" or Action.TRY not in used or laid)
            return not wrong
        case Trying(target=target, card=card) | Placing(target=target, card=card):
            found = isinstance(phase, Placing)
            fine = target in remaining and target != table.turn and used == (Action.TRY,)
            return fine and bool(plain_cells(table, card)) and not (found and table.rules.try_hit != "lay")
        case Trading(target=target, given=given):
            partners = {table.turn} if table.rules.trade == "blind" else {table.turn, target}
            fine = target in remaining and target != table.turn and Action.TRADE in used
            return fine and {*given} < partners
        case Exchanging(target=target):
            return target in remaining and target != table.turn and Action.TRADE in used
        case Claiming(player=player):
            return table.field.joker is not None and player in remaining
        case TrumpDrawing():
            return table.pile > 0
        case Drawing(due=due):
            return table.action_pile > 0 and due > 0
        case Mixing(given=given):
            return {*given} < {*remaining} and Action.MIX in used
        case Returning(dealt=dealt):
            return dealt < len(remaining) and Action.MIX in used
        case Leaving(player=player):
            here = player == table.turn or (Action.TRY in used and table.turn in remaining)
            out = player in table.finished or (player == table.turn and player in table.eliminated)
            return out and here and table.held[player - 1] > 0
        case _:
            raise AssertionError(phase)
