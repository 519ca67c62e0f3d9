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
from collections.abc import Iterator
from enum import StrEnum
from typing import Final, NoReturn

from inaba.cross_sevens.cards import (
    JOKER,
    SEVEN,
    Action,
    Actions,
    Card,
    Suit,
    parse_actions,
    parse_card,
    parse_cards,
)
from inaba.cross_sevens.consistency import Fault, Hand, Reading, field_faults
from inaba.cross_sevens.consistency import Why as Fit
from inaba.cross_sevens.field import (
    CELL_TEXT,
    Cell,
    Field,
    parse_cell,
)
from inaba.cross_sevens.moves import STEP, Move, Step, parse_event, parse_move
from inaba.cross_sevens.phases import parse_phase
from inaba.cross_sevens.rules import FEWEST_PLAYERS, MOST_PLAYERS, Rules, checked, format_rules, parse_rules
from inaba.cross_sevens.state import State, View
from inaba.cross_sevens.table import (
    TURN,
    Own,
    Phase,
    Table,
)
from inaba.errors import NotationError, Reason
from inaba.reading import placed_fields, placed_parts, plain

LONGEST_TURN: Final = 4000
"""Characters of a turn in a record: the deal and the set-up are one."""


class Why(StrEnum):
    """Why a text is no position, or no turn, whatever the rest of it says."""

    FIELDS = "cross_sevens.why.fields"
    HANDS = "cross_sevens.why.hands"
    HIDDEN = "cross_sevens.why.hidden"
    ON_FIELD = "cross_sevens.why.on_field"
    REMOVED = "cross_sevens.why.removed"
    OUT = "cross_sevens.why.out"
    TURN_TEXT = "cross_sevens.why.turn_text"


Part = tuple[str, int]
"""A part of the text, and where it stands."""


class _Reader:
    """One text being read: knows the whole, so that an error can name the place."""

    def __init__(self, text: str, rules: Rules, player: int | None) -> None:
        self.text, self.rules, self.player = text, rules, player

    def refuse(self, at: int, why: StrEnum, **data: object) -> NoReturn:
        raise NotationError(self.text, at, Reason(why, data))

    def hides(self, player: int) -> bool:
        """Whether a player's hand is hidden from who looks on: None sees all."""
        return self.player is not None and player != self.player

    def read(self) -> tuple[Table, tuple[Own, ...]]:
        fields = placed_fields(self.text)
        if len(fields) not in (8, 9):
            at = fields[9][1] if len(fields) > 9 else len(self.text)
            self.refuse(at, Why.FIELDS, count=len(fields))
        hands = self.hands(*fields[0])
        field = self.field(*fields[1], len(hands))
        unseen = parse_cards(fields[2][0], self.text, fields[2][1])
        actions = parse_actions(fields[3][0], self.text, fields[3][1])
        discards, removed = self.discards(*fields[4])
        finished, eliminated = self.out(*fields[5], len(hands))
        turn = self.number(*fields[6], Fit.TURN, 0, len(hands))
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
        phase_text = fields[8][0] if len(fields) == 9 else ""
        places = tuple(at for _, at in (*fields, ("", len(self.text))))
        self.refuse_first(Reading(table, hands, unseen, actions, places, phase_text, self.player).faults())
        return table, tuple(hand.own for hand in hands)

    # The fields

    def hands(self, field: str, at: int) -> tuple[Hand, ...]:
        parts = placed_parts(field, at, "/")
        if not FEWEST_PLAYERS <= len(parts) <= MOST_PLAYERS:
            self.refuse(at, Why.HANDS, n=len(parts), fewest=FEWEST_PLAYERS, most=MOST_PLAYERS)
        return tuple(self.hand(player, *part) for player, part in enumerate(parts, 1))

    def hand(self, player: int, text: str, at: int) -> Hand:
        hidden = re.fullmatch(r"(-|\?\?(?:,\?\?)*)?(\+\?\?)?(?::(\?\?(?:,\?\?)*))?", text, re.ASCII)
        if text != "-" and bool(hidden and text) != self.hides(player):
            self.refuse(at, Why.HIDDEN, player=player)
        if hidden and text:
            if not hidden[1] and not hidden[2]:
                self.refuse(at, Why.HIDDEN, player=player)
            size, held = (hidden[1] or "").count("??"), (hidden[3] or "").count("??")
            return Hand(Own(), size, held, bool(hidden[2]), at)
        trumps, colon, actions = text.partition(":")
        if colon and actions in ("", "-"):
            self.refuse(at, Why.HIDDEN, player=player)
        kinds = parse_actions(actions, self.text, at + len(trumps) + 1) if colon else ()
        first, plus, given = trumps.partition("+")
        cards = parse_cards(first, self.text, at) if first or not plus else ()
        down = parse_card(given, self.text, at + len(first) + 1) if plus else None
        return Hand(Own(cards, kinds, down), len(cards), len(kinds), bool(plus), at)

    def field(self, text: str, at: int, players: int) -> Field:
        if text == "-":
            return Field()
        (first, _), *parts = placed_parts(text, at, ",")
        if not re.fullmatch("[DSHC]{1,4}", first, re.ASCII) or len({*first}) < len(first):
            self.refuse(at, Fit.DIAGONAL, text=first[:20])
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
        self.refuse_first(field_faults(field, at, self.rules))
        return field

    def laid_card(self, text: str, at: int) -> Card:
        card = parse_card(text, self.text, at)
        if card == JOKER or card.rank == SEVEN:
            self.refuse(at, Why.ON_FIELD, card=card)
        return card

    def stop_owner(self, digit: str, at: int, players: int) -> int:
        owner = int(digit or 0)
        if (owner > 0) != (self.rules.stop == "until_next_turn") or owner > players:
            self.refuse(at, Fit.STOP_OWNER, most=players)
        return owner

    def discards(self, text: str, at: int) -> tuple[Actions, Actions]:
        first, *gone = placed_parts(text, at, "|")
        for part, where in gone:
            if part != str(Action.MIX):
                self.refuse(where, Why.REMOVED, text=part[:20])
        return parse_actions(*(first[0], self.text, first[1])), (Action.MIX,) * len(gone)

    def out(self, text: str, at: int, players: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        if text == "-":
            return (), ()
        finished: list[int] = []
        eliminated: list[int] = []
        for part, where in placed_parts(text, at, ","):
            found = re.fullmatch(r"(x?)([1-5])", part, re.ASCII)
            player = int(found[2]) if found else 0
            late = found is not None and not found[1] and bool(eliminated)
            if not 1 <= player <= players or player in (*finished, *eliminated) or late:
                self.refuse(where, Why.OUT, text=part[:20])
            (eliminated if found and found[1] else finished).append(player)
        return tuple(finished), tuple(eliminated)

    def number(self, text: str, at: int, why: StrEnum, low: int, high: int) -> int:
        if not re.fullmatch(r"[0-9]", text, re.ASCII) or not low <= int(text) <= high:
            self.refuse(at, why, text=text[:20], least=low, most=high)
        return int(text)

    def phase(self, text: str, at: int, players: int) -> Phase:
        phase = parse_phase(text, players)
        if phase is None:
            self.refuse(at, Fit.PHASE, text=text[:30])
        return phase

    def refuse_first(self, faults: Iterator[Fault]) -> None:
        for fault in faults:
            self.refuse(fault.at, fault.why, **fault.data)


def _shown(own: Own) -> tuple[Card, ...]:
    return (*own.hand, *((own.given,) if own.given else ()))


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
    SetupError
        If ``rules`` are no `Rules`: those written as text are read by `parse_rules`.

    Examples
    --------
    >>> str(parse("DK,D8:try,cross/S9/H9,HA DSHC - try,plus*2 - - 1 -"))
    'D8,DK:cross,try/S9/HA,H9 DSHC - plus*2,try - - 1 -'
    >>> parse("D8/S9/H9 DSHC - plus - - 9 -")
    Traceback (most recent call last):
    ...
    inaba.errors.NotationError: cannot read … at character 26: the turn is a player from 0 to 3, not '9'
    """
    return State(*_Reader(plain(text), checked(rules), None).read())


def parse_view(text: str, player: int, rules: Rules | None = None) -> View:
    """Read what one player sees of a position, as ``str(view)`` writes it.

    Raises
    ------
    NotationError
        If it is none.
    SetupError
        If ``rules`` are no `Rules`: those written as text are read by `parse_rules`.

    Examples
    --------
    >>> view = parse("D8,DK:cross/S9/H9,HA:try DSHC - plus*2 - - 1 -").view(1)
    >>> str(view)
    'D8,DK:cross/??/??,??:?? DSHC S9,HA,H9 plus*2,try - - 1 -'
    >>> parse_view(str(view), 1) == view
    True
    """
    table, owns = _Reader(plain(text), checked(rules), player).read()
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
