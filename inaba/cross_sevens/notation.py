"""Positions of Cross Sevens as text.

A position is eight fields separated by one space, nine unless somebody's turn simply begins or goes on::

    hands field trumps actions discards out turn used [phase]

hands
    One a player, by seat, separated by ``/``: the trumps, ``-`` for none, and behind a ``:`` the action
    cards, if there are any: ``D5,JK:cross*2,try``. A trump that lies face down, for a TRADE or for MIX,
    stands behind a ``+``: ``D5+H4``. What a player does not see of the others' is ``??`` for each card.
field
    What lies on the field; ``-`` for nothing. First the diagonal of 7s from its lower left end to its upper
    right one, ``DSHC``: they lie on b1, c2, d3 and e4. Then the other trumps with their cells in the order of
    the cells, row by row from the lowest, a, and in a row from left to right: ``D8@b2``; the joker with the
    trump that it stands for, ``JK=S9@c4``; and the cells that a STOP closes, ``stop@a1``, with
    ``stop=until_next_turn`` ``stop2@a1``, where player 2's next turn opens it again.
trumps
    The trump pile as a set of cards; in a view, all trumps that the player does not see. Three and more in a
    row are written as a run: ``D3-6,HA``.
actions
    The action pile, several of a kind with their number: ``cross*2,try``; in a view, all action cards in the
    pile and in the other hands.
discards
    The action cards put down since their pile was last made up; behind a ``|`` what has left the game: MIX.
out
    Who is out: those who have finished, in order, then those eliminated, in order, with an ``x``:
    ``3,x1``.
turn
    The player whose turn it is, from 1; 0 before the 7 of diamonds is laid.
used
    The action cards used in this turn, each to be replaced at its end.
phase
    ``deal:17`` (until each has 17 trumps); ``seven:S:2`` (player 2 is asked for the 7 of spades); ``get:S:2``
    (he is to draw a trump for the 7 that he has laid, in the place of the 7 of spades), ``late:S:2`` (he is
    asked whether it is a 7 that was skipped); ``laid`` (the player whose turn it is has laid a trump);
    ``missed`` (his TRY has, and he must pass); ``try:2:D9`` (player 2 is asked for the D9), ``place:2:D9``
    (it is to be laid); ``trade:2`` and ``trade:2:1`` (a TRADE with player 2, in which player 1 has chosen;
    ``trade:2:laid`` where a trump has been laid), ``swap:2`` and ``back:2`` (the trump for the player of the
    TRADE comes, then the other's; ``:laid`` likewise); ``claim:3`` (player 3 is asked for the trump that the
    joker stands for); ``trump`` (a trump is to be drawn); ``draw:2`` (two action cards are, before those used
    are replaced); ``mix:0`` and ``mix:0:1,3`` (for MIX, in which 1 and 3 have chosen, with the number of
    action cards due afterwards), ``return:0:2`` (two of the trumps have been dealt back); ``out:3`` (player 3
    puts down his action cards); ``over``.

Each thing has one spelling: plain ASCII, single spaces, no leading zeros. Only cards are read in any order
and with or without runs, and printed in their order.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import StrEnum
from typing import Final, NamedTuple, NoReturn

from inaba.cross_sevens.cards import (
    JOKER,
    SEVEN,
    SEVENS,
    SUITS,
    Action,
    Actions,
    Card,
    Suit,
    parse_actions,
    parse_card,
    parse_cards,
)
from inaba.cross_sevens.field import (
    CELL_TEXT,
    MOST_IN_A_CELL,
    Cell,
    Field,
    layout,
    neighbours,
    parse_cell,
    sides,
)
from inaba.cross_sevens.legality import plain_cells
from inaba.cross_sevens.moves import STEP, Move, Step, parse_event, parse_move
from inaba.cross_sevens.rules import FEWEST_PLAYERS, MOST_PLAYERS, Rules, format_rules, parse_rules
from inaba.cross_sevens.state import LEAST_HAND, MOST_PILE, State, View
from inaba.cross_sevens.table import (
    MOST_HELD,
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
    SevenDrawing,
    Sevens,
    Table,
    Trading,
    TrumpDrawing,
    Trying,
    Turn,
)
from inaba.cross_sevens.writing import lies_face_down
from inaba.errors import NotationError, Reason
from inaba.reading import plain

LONGEST_TURN: Final = 4000
"""Characters of a turn in a record: the deal and the set-up are one."""


class Why(StrEnum):
    """Why a text is no position, or no turn."""

    FIELDS = "cross_sevens.why.fields"
    HANDS = "cross_sevens.why.hands"
    HIDDEN = "cross_sevens.why.hidden"
    FACE_DOWN = "cross_sevens.why.face_down"
    TWICE = "cross_sevens.why.twice"
    EMPTY = "cross_sevens.why.empty"
    HELD = "cross_sevens.why.held"
    DIAGONAL = "cross_sevens.why.diagonal"
    ON_FIELD = "cross_sevens.why.on_field"
    CELL_FULL = "cross_sevens.why.cell_full"
    LOOSE = "cross_sevens.why.loose"
    STOP_OWNER = "cross_sevens.why.stop_owner"
    PILE = "cross_sevens.why.pile"
    ACTION_PILE = "cross_sevens.why.action_pile"
    REMOVED = "cross_sevens.why.removed"
    OUT = "cross_sevens.why.out"
    TURN = "cross_sevens.why.turn"
    USED = "cross_sevens.why.used"
    PHASE = "cross_sevens.why.phase"
    PHASE_DEAL = "cross_sevens.why.phase_deal"
    PHASE_SEVENS = "cross_sevens.why.phase_sevens"
    PHASE_OVER = "cross_sevens.why.phase_over"
    PHASE_HAND = "cross_sevens.why.phase_hand"
    CLAIM = "cross_sevens.why.claim_due"
    TURN_TEXT = "cross_sevens.why.turn_text"


class _Hand(NamedTuple):
    """One hand as it was read: its cards, or how many there are where they are hidden."""

    own: Own
    size: int
    held: int
    face_down: bool
    at: int


Part = tuple[str, int]
"""A part of the text, and where it stands."""


class _Reader:
    """One text being read: knows the whole, so that an error can name the place."""

    def __init__(self, text: str, rules: Rules, player: int | None) -> None:
        self.text, self.rules, self.player = text, rules, player

    def refuse(self, at: int, why: StrEnum, **data: object) -> NoReturn:
        raise NotationError(self.text, at, Reason(why, data))

    def parts(self, field: str, at: int, separator: str) -> list[Part]:
        """The parts of a field, each with its place."""
        found = []
        for part in field.split(separator):
            found.append((part, at))
            at += len(part) + len(separator)
        return found

    def hides(self, player: int) -> bool:
        """Whether a player's hand is hidden from who looks on: None sees all."""
        return self.player is not None and player != self.player

    def read(self) -> tuple[Table, tuple[Own, ...]]:
        fields = self.parts(self.text, 0, " ")
        if len(fields) not in (8, 9) or not all(part for part, _ in fields):
            empty = next((at for part, at in fields if not part), None)
            at = empty if empty is not None else fields[9][1] if len(fields) > 9 else len(self.text)
            self.refuse(at, Why.FIELDS, count=len(fields))
        self.places = [at for _, at in (*fields, ("", len(self.text)))]
        hands = self.hands(*fields[0])
        field = self.field(*fields[1], len(hands))
        unseen = parse_cards(fields[2][0], self.text, fields[2][1])
        actions = parse_actions(fields[3][0], self.text, fields[3][1])
        discards, removed = self.discards(*fields[4])
        finished, eliminated = self.out(*fields[5], len(hands))
        turn = self.number(*fields[6], Why.TURN, 0, len(hands))
        used = parse_actions(fields[7][0], self.text, fields[7][1])
        phase: Phase = self.phase(*fields[8], len(hands)) if len(fields) == 9 else TURN
        table = Table(
            self.rules,
            tuple(hand.size for hand in hands),
            tuple(hand.held for hand in hands),
            field,
            tuple(sorted({*unseen, *(card for hand in hands for card in _shown(hand.own))})),
            tuple(sorted((*actions, *(action for hand in hands for action in hand.own.actions)))),
            discards,
            removed,
            finished,
            eliminated,
            turn,
            used,
            phase,
        )
        self.check_cards(table, hands, unseen)
        self.check_piles(table, unseen, actions)
        self.check_players(table, hands)
        self.check_phase(table, hands)
        return table, tuple(hand.own for hand in hands)

    # The fields

    def hands(self, field: str, at: int) -> list[_Hand]:
        parts = self.parts(field, at, "/")
        if not FEWEST_PLAYERS <= len(parts) <= MOST_PLAYERS:
            self.refuse(at, Why.HANDS, n=len(parts), fewest=FEWEST_PLAYERS, most=MOST_PLAYERS)
        return [self.hand(player, *part) for player, part in enumerate(parts, 1)]

    def hand(self, player: int, text: str, at: int) -> _Hand:
        hidden = re.fullmatch(r"(-|\?\?(?:,\?\?)*)?(\+\?\?)?(?::(\?\?(?:,\?\?)*))?", text, re.ASCII)
        if text != "-" and bool(hidden and text) != self.hides(player):
            self.refuse(at, Why.HIDDEN, player=player)
        if hidden and text:
            if not hidden[1] and not hidden[2]:
                self.refuse(at, Why.HIDDEN, player=player)
            size, held = (hidden[1] or "").count("??"), (hidden[3] or "").count("??")
            return _Hand(Own(), size, held, bool(hidden[2]), at)
        trumps, colon, actions = text.partition(":")
        if colon and actions in ("", "-"):
            self.refuse(at, Why.HIDDEN, player=player)
        kinds = parse_actions(actions, self.text, at + len(trumps) + 1) if colon else ()
        first, plus, given = trumps.partition("+")
        cards = parse_cards(first, self.text, at) if first or not plus else ()
        down = parse_card(given, self.text, at + len(first) + 1) if plus else None
        return _Hand(Own(cards, kinds, down), len(cards), len(kinds), bool(plus), at)

    def field(self, text: str, at: int, players: int) -> Field:
        if text == "-":
            return Field()
        (first, _), *parts = self.parts(text, at, ",")
        if not re.fullmatch("[DSHC]{1,4}", first, re.ASCII) or len({*first}) < len(first):
            self.refuse(at, Why.DIAGONAL, text=first[:20])
        laid: list[tuple[Cell, Card]] = []
        stops: list[tuple[Cell, int]] = []
        joker: tuple[Cell, Card] | None = None
        for part, where in parts:
            name, _, cell_text = part.partition("@")
            if not re.fullmatch(CELL_TEXT, cell_text, re.ASCII):
                parse_cell(cell_text, self.text, where + len(name) + 1)
            cell = parse_cell(cell_text, self.text, where)
            if stop := re.fullmatch(r"stop([1-5]?)", name, re.ASCII):
                stops.append((cell, self.stop_owner(stop[1], where, players)))
            elif name.startswith(f"{JOKER}=") and joker is None:
                joker = (cell, self.laid_card(name[3:], where + 3))
            else:
                laid.append((cell, self.laid_card(name, where)))
        sevens = tuple(Suit("DSHC".index(letter)) for letter in first)
        field = Field(sevens, tuple(sorted(laid)), joker, tuple(sorted(stops)))
        self.check_field(field, at)
        return field

    def laid_card(self, text: str, at: int) -> Card:
        card = parse_card(text, self.text, at)
        if card == JOKER or card.rank == SEVEN:
            self.refuse(at, Why.ON_FIELD, card=card)
        return card

    def stop_owner(self, digit: str, at: int, players: int) -> int:
        owner = int(digit or 0)
        if (owner > 0) != (self.rules.stop == "until_next_turn") or owner > players:
            self.refuse(at, Why.STOP_OWNER, most=players)
        return owner

    def discards(self, text: str, at: int) -> tuple[Actions, Actions]:
        first, *gone = self.parts(text, at, "|")
        for part, where in gone:
            if part != str(Action.MIX):
                self.refuse(where, Why.REMOVED, text=part[:20])
        return parse_actions(*(first[0], self.text, first[1])), (Action.MIX,) * len(gone)

    def out(self, text: str, at: int, players: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        if text == "-":
            return (), ()
        finished: list[int] = []
        eliminated: list[int] = []
        for part, where in self.parts(text, at, ","):
            found = re.fullmatch(r"(x?)([1-5])", part, re.ASCII)
            player = int(found[2]) if found else 0
            late = found is not None and not found[1] and bool(eliminated)
            if not 1 <= player <= players or player in (*finished, *eliminated) or late:
                self.refuse(where, Why.OUT, text=part[:20])
            (eliminated if found and found[1] else finished).append(player)
        return tuple(finished), tuple(eliminated)

    def number(self, text: str, at: int, why: Why, low: int, high: int) -> int:
        if not re.fullmatch(r"[0-9]", text, re.ASCII) or not low <= int(text) <= high:
            self.refuse(at, why, text=text[:20], least=low, most=high)
        return int(text)

    def phase(self, text: str, at: int, players: int) -> Phase:
        for pattern, build in _PHASES.items():
            if found := re.fullmatch(pattern, text, re.ASCII):
                named = [int(n) for n in re.findall("[0-9]+", found.groupdict().get("players") or "")]
                if named and (max(named) > players or named != sorted({*named})):
                    break
                return build(found)
        self.refuse(at, Why.PHASE, text=text[:30])

    # What must agree

    def check_field(self, field: Field, at: int) -> None:
        """Each trump lies once, a cell holds two cards at most, and all hang together from the 7s."""
        cards = [card for _, card in (*field.laid, *((field.joker,) if field.joker else ()))]
        for i, card in enumerate(cards):
            if card in cards[:i]:
                self.refuse(at, Why.TWICE, card=card)
        found = layout(field)
        for cell, count in found.lying.items():
            if count > (1 if cell == found.joker else MOST_IN_A_CELL):
                self.refuse(at, Why.CELL_FULL, cell=cell)
        stopped = [cell for cell, _ in field.stops]
        for cell in stopped:
            if stopped.count(cell) > 1:
                self.refuse(at, Why.CELL_FULL, cell=cell)
        if (cards or stopped) and len(field.sevens) < len(SUITS):
            self.refuse(at, Why.DIAGONAL, text="".join(suit.letter for suit in field.sevens))
        self.check_links(field, at)

    def check_links(self, field: Field, at: int) -> None:
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
                if where[card] in sides(card, where[other], self.rules):
                    linked.add(card)
                    ends.append(card)
        loose = next((card for card in sorted(where) if card not in linked), None)
        if loose is not None:
            self.refuse(at, Why.LOOSE, card=loose, cell=where[loose])

    def check_cards(self, table: Table, hands: list[_Hand], unseen: tuple[Card, ...]) -> None:
        """Each trump exists once; one of MIX may have come back into a hand."""
        shuffled = isinstance(table.phase, Returning)
        known = {*table.field.cards()}
        for hand in hands:
            given = (hand.own.given,) if hand.own.given and not shuffled else ()
            self.each_once(hand.at, (*hand.own.hand, *given), known)
        self.each_once(self.places[2], unseen, known)
        for hand in hands if shuffled else ():
            # Who looks on does not know where the trump is that he has put down; who sees all does.
            if hand.own.given in table.field.cards() or (self.player is None and hand.own.given in unseen):
                self.refuse(hand.at, Why.TWICE, card=hand.own.given)

    def each_once(self, at: int, cards: tuple[Card, ...], known: set[Card]) -> None:
        for card in cards:
            if card in known:
                self.refuse(at, Why.TWICE, card=card)
            known.add(card)

    def check_piles(self, table: Table, unseen: tuple[Card, ...], actions: Actions) -> None:
        """There are enough cards for those that are hidden, and no discards beside an empty pile (rule 8)."""
        if table.pile < 0:
            self.refuse(self.places[2], Why.PILE, n=len(unseen), count=len(unseen) - table.pile)
        if table.action_pile < 0:
            self.refuse(self.places[3], Why.PILE, n=len(actions), count=len(actions) - table.action_pile)
        if table.discards and not table.action_pile:
            self.refuse(self.places[4], Why.ACTION_PILE)

    def check_players(self, table: Table, hands: list[_Hand]) -> None:
        """Who is in has a trump, who is out has none; nobody holds too many action cards (rules 7, 12)."""
        phase, remaining = table.phase, table.remaining()
        dealing = isinstance(phase, Dealing)
        for player, hand in enumerate(hands, 1):
            if hand.face_down != lies_face_down(table, player):
                self.refuse(hand.at, Why.FACE_DOWN, player=player)
            has = bool(hand.size or hand.face_down)
            # In a TRADE the last trump may be gone before the other's comes.
            waits = isinstance(phase, Exchanging) and phase.done and phase.target == player
            if not dealing and not waits and has != (player in remaining):
                self.refuse(hand.at, Why.EMPTY, player=player)
            leaving = isinstance(phase, Over) or (isinstance(phase, Leaving) and phase.player == player)
            # Who has finished with the joker in a gap keeps them until the others have been asked.
            leaving = leaving or (isinstance(phase, Claiming) and table.turn == player)
            most = MOST_HELD if player in remaining else 0
            most = max(most, MOST_HELD + (player in table.eliminated)) if leaving else most
            if hand.held > most:
                self.refuse(hand.at, Why.HELD, player=player, most=most)
        if table.used.count(Action.TRY) > 1:
            self.refuse(self.places[7], Why.USED)

    def check_phase(self, table: Table, hands: list[_Hand]) -> None:
        phase = table.phase
        if isinstance(phase, Dealing):
            self.check_deal(phase, table)
            return
        if isinstance(phase, Sevens | SevenDrawing | Overdue):
            self.check_sevens(phase, table, hands)
            return
        if len(table.field.sevens) < len(SUITS) or not table.turn:
            self.refuse(self.places[1], Why.PHASE_SEVENS)
        if isinstance(phase, Over) != table.ends():
            self.refuse(self.places[8], Why.PHASE_OVER)
        if isinstance(phase, Over):
            return
        away = isinstance(phase, Claiming | Leaving)
        if table.turn not in table.remaining() and not away:
            self.refuse(self.places[6], Why.TURN, text=str(table.turn), least=1, most=table.players)
        if any(owner and owner not in table.remaining() for _, owner in table.field.stops):
            self.refuse(self.places[1], Why.STOP_OWNER, most=table.players)
        if not _possible(table):
            self.refuse(self.places[8], Why.PHASE, text=self.text[self.places[8] :][:30])
        self.check_hands(table, hands)

    def check_deal(self, phase: Dealing, table: Table) -> None:
        each, more = divmod(sum(table.sizes), table.players)
        even = tuple(each + (player <= more) for player in range(1, table.players + 1))
        rest = len(table.unseen) - phase.each * table.players
        fine = table.sizes == even and each < phase.each and phase.each >= LEAST_HAND
        fine = fine and 0 <= rest <= MOST_PILE and {*SEVENS} <= {*table.unseen}
        if not fine or _under_way(table) or table.field != Field() or table.turn:
            self.refuse(self.places[8], Why.PHASE_DEAL)

    def check_sevens(self, phase: Sevens | SevenDrawing | Overdue, table: Table, hands: list[_Hand]) -> None:
        """The set-up: the 7s lie up to the place, those that were skipped are in the pile (rule 2)."""
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
            self.refuse(self.places[8], Why.PHASE_SEVENS)

    def check_hands(self, table: Table, hands: list[_Hand]) -> None:
        """What the phase says of the hands that are shown."""
        phase, joker = table.phase, table.field.joker
        if joker and not isinstance(phase, Claiming):
            for hand in hands:
                if joker[1] in hand.own.hand or joker[1] == hand.own.given:
                    self.refuse(hand.at, Why.CLAIM, card=joker[1])
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
            self.refuse(self.places[8], Why.PHASE_HAND)


def _shown(own: Own) -> tuple[Card, ...]:
    return (*own.hand, *((own.given,) if own.given else ()))


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


def _some(found: re.Match[str]) -> tuple[int, ...]:
    """The players who have chosen."""
    return tuple(map(int, re.findall("[1-5]", found["some"] or "")))


def _suit(found: re.Match[str]) -> Suit:
    return Suit("DSHC".index(found["suit"]))


_SOME = "(?::(?P<some>[1-5](?:,[1-5])*))?"
_DUE = "(?P<due>0|[1-9][0-9]?)"
_ONE = "(?P<one>[1-5])"
_SEVEN = f"(?P<suit>[DSHC]):{_ONE}"
_CARD = "(?P<card>[DSHC](?:A|10|[2-9JQK]))"

_PHASES: Final[dict[str, Callable[[re.Match[str]], Phase]]] = {
    "laid": lambda m: Turn(laid=True),
    "missed": lambda m: Turn(missed=True),
    "deal:(?P<each>[1-9][0-9]?)": lambda m: Dealing(int(m["each"])),
    f"seven:{_SEVEN}": lambda m: Sevens(_suit(m), int(m["one"])),
    f"get:{_SEVEN}": lambda m: SevenDrawing(_suit(m), int(m["one"])),
    f"late:{_SEVEN}": lambda m: Overdue(_suit(m), int(m["one"])),
    f"try:{_ONE}:{_CARD}": lambda m: Trying(int(m["one"]), parse_card(m["card"])),
    f"place:{_ONE}:{_CARD}": lambda m: Placing(int(m["one"]), parse_card(m["card"])),
    f"trade:{_ONE}(?P<laid>:laid)?{_SOME}": lambda m: Trading(int(m["one"]), bool(m["laid"]), _some(m)),
    f"swap:{_ONE}(?P<laid>:laid)?": lambda m: Exchanging(int(m["one"]), bool(m["laid"])),
    f"back:{_ONE}(?P<laid>:laid)?": lambda m: Exchanging(int(m["one"]), bool(m["laid"]), done=True),
    f"claim:{_ONE}": lambda m: Claiming(int(m["one"])),
    "trump": lambda m: TrumpDrawing(),
    f"draw:{_DUE}": lambda m: Drawing(int(m["due"])),
    f"mix:{_DUE}{_SOME}": lambda m: Mixing(int(m["due"]), _some(m)),
    f"return:{_DUE}:(?P<dealt>[0-4])": lambda m: Returning(int(m["due"]), int(m["dealt"])),
    f"out:{_ONE}": lambda m: Leaving(int(m["one"])),
    "over": lambda m: Over(),
}
"""What may stand in the last field, and what it says."""


def parse(text: str, rules: Rules | None = None) -> State:
    """Read a position.

    Parameters
    ----------
    text : str
        At most 1,000 characters.
    rules : Rules, optional
        The options of the game: they say what a position may be.

    Raises
    ------
    NotationError
        If it is no position: where, and why.

    Examples
    --------
    >>> str(parse("DK,D8:try,cross/S9/H9,HA DSHC - try,plus*2 - - 1 -"))
    'D8,DK:cross,try/S9/HA,H9 DSHC - plus*2,try - - 1 -'
    >>> parse("D8/S9/H9 DSHC - plus - - 9 -")
    Traceback (most recent call last):
    ...
    inaba.errors.NotationError: cannot read … at character 26: the turn is a player from 0 to 3, not '9'
    """
    return State(*_Reader(plain(text), Rules() if rules is None else rules, None).read())


def parse_view(text: str, player: int, rules: Rules | None = None) -> View:
    """Read what one player sees of a position, as ``str(view)`` writes it.

    Raises
    ------
    NotationError
        If it is none.

    Examples
    --------
    >>> view = parse("D8,DK:cross/S9/H9,HA:try DSHC - plus*2 - - 1 -").view(1)
    >>> str(view)
    'D8,DK:cross/??/??,??:?? DSHC S9,HA,H9 plus*2,try - - 1 -'
    >>> parse_view(str(view), 1) == view
    True
    """
    table, owns = _Reader(plain(text), Rules() if rules is None else rules, player).read()
    return View(table, player, owns[player - 1] if 1 <= player <= len(owns) else Own())


def split_turn(text: str) -> list[Step]:
    """Read the moves and events of a turn written without spaces: ``try:2:D10-=cross``.

    Raises
    ------
    NotationError
        If a part of it is neither.

    Examples
    --------
    >>> [str(step) for step in split_turn("try:2:D10-=cross")]
    ['try:2:D10', '-', '=cross']
    """
    text = plain(text, LONGEST_TURN)
    steps: list[Step] = []
    at = 0
    while at < len(text) or not steps:
        found = STEP.match(text, at)
        if not found:
            raise NotationError(text, at, Reason(Why.TURN_TEXT, {"text": text[at : at + 20]}))
        one = found[0]
        step: Move | Step
        try:
            step = parse_event(one) if one[0] == "=" else parse_move(one)
        except NotationError as error:
            raise NotationError(text, at + error.at, error.why) from None
        steps.append(step)
        at = found.end()
    return steps


class _Notation:
    """How Cross Sevens is written, as a record needs to know it (`inaba.record.Notation`)."""

    name = "cross_sevens"
    repetitions = 3

    def parse(self, text: str, rules: Rules) -> State:
        return parse(text, rules)

    def parse_rules(self, text: str) -> Rules:
        return parse_rules(text)

    def format_rules(self, rules: Rules) -> str:
        return format_rules(rules)

    def rules_of(self, state: State) -> Rules:
        return state.rules

    def tokens(self, turn: str) -> list[str]:
        return [str(step) for step in split_turn(turn)]


NOTATION: Final = _Notation()
"""Cross Sevens, for `inaba.record.Record`. That the third repetition ends a game as a draw is our ruling:
where next to no action cards are left to draw, players could pass, or use TRY in vain, for ever."""
