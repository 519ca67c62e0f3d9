"""Positions of Same One as text.

A position is six fields separated by one space, seven unless somebody is simply to lead or to follow::

    hands centre aside unseen turn passes [phase]

hands
    One a player, by seat, separated by ``/``; the cards of a hand separated by ``,``, ``-`` for none. A card
    is the first letter of its colour and its number: ``g7``, ``b12``, ``y30``. A card that is not in the hand
    yet stands behind a ``+``: ``g3,b5+y9`` has just drawn the y9. What a player does not see of the others'
    is ``??`` for each card.
centre
    The topmost card and who played it: ``g7:3``; ``-`` where a card is to be led.
aside
    The other cards that were played since the pile was last made up; ``-`` for none. Three and more in a row
    are written as a run: ``g3-9,b1``.
unseen
    The draw pile as a set of cards; in a view, what the player does not see: the pile and the other hands.
turn
    The player whose turn it is, or comes when all have been asked, from 1.
passes
    How many have passed in a row since the last play, a skipped player included; on an empty centre, how many
    without even drawing a card.
phase
    ``deal:10`` (until each has ten cards); ``ask`` (all but the player of the centre card are asked whether
    they call), ``ask:2-,4!b7`` (2 does not, 4 does; ``2??`` for who may not know it yet); ``call:4!b7`` or
    ``call:2!g7,4!b7`` (which of the calls lies first is to be seen); ``draw`` (a card is to come off the
    pile); ``drawn`` (it has come); ``foul:2`` (player 2 is to get a card for a foul), ``put:2`` (he puts it
    into a hand that keeps its order), both with the phase behind them that goes on afterwards, as in
    ``foul:2:ask:3-``; ``over``; ``over:wonderful``.

Each thing has one spelling: plain ASCII, single spaces, no leading zeros. Only cards are read in any order
and with or without runs, and printed in their order; hands that keep theirs (`Rules`) are left as they are.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final, NoReturn

from inaba.errors import NotationError, Reason
from inaba.reading import placed_fields, placed_parts, plain
from inaba.same_one.cards import Card, parse_card, parse_cards
from inaba.same_one.moves import STEP, Move, Step, parse_calls, parse_event, parse_move
from inaba.same_one.rules import FEWEST_PLAYERS, MOST_PLAYERS, Rules, checked, format_rules, parse_rules
from inaba.same_one.state import State, View
from inaba.same_one.table import (
    ASKING,
    DRAWING,
    DRAWN,
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
    Table,
    Turn,
)

LONGEST_TURN: Final = 4000
"""Characters of a turn in a record; where fouls are moves, a turn may hold many of them."""


class Why(StrEnum):
    """Why a text is no position, or no turn."""

    FIELDS = "same_one.why.fields"
    HANDS = "same_one.why.hands"
    HIDDEN = "same_one.why.hidden"
    PENDING = "same_one.why.pending"
    EMPTY = "same_one.why.empty"
    TWICE = "same_one.why.twice"
    CENTRE = "same_one.why.centre"
    PILE = "same_one.why.pile"
    TURN = "same_one.why.turn"
    PASSES = "same_one.why.passes"
    PASSES_TURN = "same_one.why.passes_turn"
    PHASE = "same_one.why.phase"
    PHASE_OPTION = "same_one.why.phase_option"
    PHASE_DEAL = "same_one.why.phase_deal"
    PHASE_ASK = "same_one.why.phase_ask"
    PHASE_CALL = "same_one.why.phase_call"
    PHASE_DRAW = "same_one.why.phase_draw"
    PHASE_OVER = "same_one.why.phase_over"
    RACE = "same_one.why.race_players"
    TURN_TEXT = "same_one.why.turn_text"


class _Hand:
    """One hand as it was read: its cards, or how many there are where they are hidden."""

    def __init__(self, cards: tuple[Card, ...], pending: tuple[Card, ...], hidden: tuple[int, int]) -> None:
        self.cards, self.pending, self.hidden = cards, pending, hidden

    @property
    def size(self) -> int:
        return len(self.cards) + len(self.pending) + sum(self.hidden)

    @property
    def waiting(self) -> int:
        """How many of the cards are not in the hand yet."""
        return len(self.pending) + self.hidden[1]


class _Reader:
    """One text being read: knows the whole, so that an error can name the place."""

    def __init__(self, text: str, rules: Rules, player: int | None) -> None:
        self.text, self.rules, self.player = text, rules, player
        self.calls: dict[int, Card | None] = {}

    def refuse(self, at: int, why: Why, **data: object) -> NoReturn:
        raise NotationError(self.text, at, Reason(why, data))

    def hides(self, player: int) -> bool:
        """Whether a player's hand is hidden from who looks on: None sees all."""
        return self.player is not None and player != self.player

    def read(self) -> tuple[Table, tuple[Own, ...]]:
        fields = placed_fields(self.text)
        if len(fields) not in (6, 7):
            at = fields[7][1] if len(fields) > 7 else len(self.text)
            self.refuse(at, Why.FIELDS, count=len(fields))
        hands = self.hands(*fields[0])
        players = len(hands)
        if self.rules.race and len(self.rules.race) != players:
            self.refuse(0, Why.RACE, n=len(self.rules.race), players=players)
        centre, last = self.centre(*fields[1], players)
        aside = parse_cards(fields[2][0], self.text, fields[2][1])
        unseen = parse_cards(fields[3][0], self.text, fields[3][1])
        self.check_cards(hands, centre, aside, unseen, [at for _, at in fields])
        held = tuple(card for hand in hands for card in (*hand.cards, *hand.pending))
        if (hidden := sum(sum(hand.hidden) for hand in hands)) > len(unseen):
            self.refuse(fields[3][1], Why.PILE, n=len(unseen), count=hidden)
        turn = self.number(*fields[4], Why.TURN, 1, players)
        passes = self.number(*fields[5], Why.PASSES, 0, players)
        sizes = tuple(hand.size for hand in hands)
        every = tuple(sorted((*unseen, *held)))
        table = Table(self.rules, sizes, centre, last, aside, every, turn, passes)
        phase: Phase = self.phase(*fields[6], table, hands) if len(fields) == 7 else TURN
        table = Table(self.rules, sizes, centre, last, aside, every, turn, passes, phase)
        self.check(table, hands, [at for _, at in fields])
        owns = tuple(Own(h.cards, h.pending, self.calls.get(p)) for p, h in enumerate(hands, 1))
        return table, owns

    # The fields

    def hands(self, field: str, at: int) -> list[_Hand]:
        parts = placed_parts(field, at, "/")
        if not FEWEST_PLAYERS <= len(parts) <= MOST_PLAYERS:
            self.refuse(at, Why.HANDS, n=len(parts), fewest=FEWEST_PLAYERS, most=MOST_PLAYERS)
        self.hand_places = [where for _, where in parts]
        return [self.hand(player, *part) for player, part in enumerate(parts, 1)]

    def hand(self, player: int, text: str, at: int) -> _Hand:
        if text == "-":
            return _Hand((), (), (0, 0))
        hidden = re.fullmatch(r"(\?\?(?:,\?\?)*)((?:\+\?\?){0,2})", text, re.ASCII)
        if bool(hidden) != self.hides(player):
            self.refuse(at, Why.HIDDEN, player=player)
        if hidden:
            return _Hand((), (), (hidden[1].count("??"), hidden[2].count("??")))
        first, *rest = placed_parts(text, at, "+")
        cards = [parse_card(part, self.text, where) for part, where in placed_parts(*first, ",")]
        pending = tuple(parse_card(part, self.text, where) for part, where in rest)
        for i, (card, (_, where)) in enumerate(zip(cards, placed_parts(*first, ","), strict=True)):
            if card in cards[:i]:
                self.refuse(where, Why.TWICE, card=card)
        return _Hand(tuple(cards) if self.rules.fixed_order else tuple(sorted(cards)), pending, (0, 0))

    def centre(self, field: str, at: int, players: int) -> tuple[Card | None, int]:
        if field == "-":
            return None, 0
        card, colon, player = field.partition(":")
        if not colon or not re.fullmatch(r"[1-9]", player, re.ASCII) or int(player) > players:
            self.refuse(at, Why.CENTRE, text=field[:20], most=players)
        return parse_card(card, self.text, at), int(player)

    def number(self, text: str, at: int, why: Why, low: int, high: int) -> int:
        if not re.fullmatch(r"[0-9]", text, re.ASCII) or not low <= int(text) <= high:
            self.refuse(at, why, text=text[:20], least=low, most=high)
        return int(text)

    def phase(self, field: str, at: int, table: Table, hands: list[_Hand]) -> Phase:
        name, colon, rest = field.partition(":")
        behind = at + len(name) + 1
        match name:
            case "deal" if re.fullmatch(r"[1-9][0-9]?", rest, re.ASCII):
                return Dealing(int(rest))
            case "draw" if not colon:
                return DRAWING
            case "drawn" if not colon:
                return DRAWN
            case "ask" if not colon:
                return ASKING
            case "ask" if rest:
                return self.asking(rest, behind, table, hands)
            case "call" if re.fullmatch(r"[1-9]![^,]+(?:,[1-9]![^,]+)?", rest, re.ASCII):
                return self.racing(rest, behind, table, hands)
            case "foul" | "put" if found := re.fullmatch(r"([1-9])(?::(drawn|ask|ask:.+))?", rest, re.ASCII):
                player = int(found[1])
                if player > len(hands):
                    self.refuse(behind, Why.PHASE, text=field[:30])
                then: Phase = TURN
                if found[2]:
                    then = self.phase(found[2], behind + 2, table, hands)
                assert isinstance(then, Turn | Drawn | Asking)
                return Penalty(player, then) if name == "foul" else Placing(player, then)
            case "over" if not colon or rest == "wonderful":
                return Over(bool(colon))
        self.refuse(at, Why.PHASE, text=field[:30])

    def asking(self, text: str, at: int, table: Table, hands: list[_Hand]) -> Asking:
        """The answers that have been given, in the order of the seats."""
        answered: list[int] = []
        for part, where in placed_parts(text, at, ","):
            found = re.fullmatch(r"([1-9])(?:-|\?\?|!(.+))", part, re.ASCII)
            if not found:
                self.refuse(where, Why.PHASE_ASK, text=part[:20])
            player = int(found[1])
            fine = player in table.asked() and player > max(answered, default=0)
            if not fine or part.endswith("?") != self.hides(player):
                self.refuse(where, Why.PHASE_ASK, text=part[:20])
            self.calls[player] = None
            if found[2]:
                self.calls[player] = parse_card(found[2], self.text, where + 2)
                self.check_call(player, self.calls[player], where, table, hands)
            answered.append(player)
        if len(answered) == len(table.asked()):
            self.refuse(at, Why.PHASE_ASK, text=text[:20])
        return Asking(tuple(answered))

    def racing(self, text: str, at: int, table: Table, hands: list[_Hand]) -> Racing:
        calls = parse_calls(text, self.text, at)
        for (player, card), (_, where) in zip(calls, placed_parts(text, at, ","), strict=True):
            if player not in table.asked():
                self.refuse(where, Why.PHASE_CALL, player=player, card=card)
            self.check_call(player, card, where, table, hands)
        if len({player for player, _ in calls}) < len(calls) or list(calls) != sorted(calls):
            self.refuse(at, Why.PHASE_CALL, player=calls[-1][0], card=calls[-1][1])
        return Racing(calls)

    def check_call(self, player: int, card: Card | None, at: int, table: Table, hands: list[_Hand]) -> None:
        """A call must be of the centre's number, with a card of the caller, and not a shark as his last."""
        assert card is not None
        hand = hands[player - 1]
        held = card in hand.cards or (self.hides(player) and card in table.unseen)
        held = held and not any(card in other.cards for p, other in enumerate(hands, 1) if p != player)
        same = table.centre is not None and table.centre.number == card.number
        if not held or not same or (card.shark and hand.size == 1):
            self.refuse(at, Why.PHASE_CALL, player=player, card=card)

    # What must agree

    def check_cards(
        self,
        hands: list[_Hand],
        centre: Card | None,
        aside: tuple[Card, ...],
        unseen: tuple[Card, ...],
        places: list[int],
    ) -> None:
        """Each card exists once."""
        known: set[Card] = set()
        groups = [
            (place, (*hand.cards, *hand.pending)) for place, hand in zip(self.hand_places, hands, strict=True)
        ]
        groups += [(places[1], (centre,) if centre else ()), (places[2], aside), (places[3], unseen)]
        for place, cards in groups:
            for card in cards:
                if card in known:
                    self.refuse(place, Why.TWICE, card=card)
                known.add(card)

    def check(self, table: Table, hands: list[_Hand], places: list[int]) -> None:
        """Whether hands, centre, turn, passes and phase can come about together."""
        phase = table.phase
        at_phase = places[6] if len(places) == 7 else len(self.text)
        if isinstance(phase, Dealing):
            self.check_deal(phase, table, hands, at_phase)
            return
        if isinstance(phase, Over):
            self.check_over(phase, table, hands, at_phase)
            return
        for player, size in enumerate(table.sizes, 1):
            if not size and not table.rules.play_on:
                self.refuse(self.hand_places[player - 1], Why.EMPTY, player=player)
        if len(table.holders()) < 2 or not table.sizes[table.turn - 1]:
            empty = table.turn if not table.sizes[table.turn - 1] else table.sizes.index(0) + 1
            self.refuse(self.hand_places[empty - 1], Why.EMPTY, player=empty)
        self.check_passes(table, places)
        self.check_phase(phase, table, at_phase)
        self.check_pending(table, hands)

    def check_deal(self, phase: Dealing, table: Table, hands: list[_Hand], at: int) -> None:
        players, dealt = len(hands), sum(table.sizes)
        each, more = divmod(dealt, players)
        even = tuple(each + ((p - table.turn) % players < more) for p in range(1, players + 1))
        fine = table.sizes == even and dealt < phase.each * players <= len(table.unseen)
        if not fine or table.centre or table.aside or table.passes or any(hand.waiting for hand in hands):
            self.refuse(at, Why.PHASE_DEAL)

    def check_over(self, phase: Over, table: Table, hands: list[_Hand], at: int) -> None:
        out = [player for player, size in enumerate(table.sizes, 1) if not size]
        stuck = table.centre is None and table.passes == len(table.holders())
        if table.rules.play_on:
            fine = not phase.wonderful and (len(table.holders()) == 1 or stuck)
        elif not out:
            fine = not phase.wonderful and stuck
        else:
            fine = len(out) == 1 and table.turn == out[0] and not (table.centre and table.last != out[0])
            fine = fine and (table.centre is None or table.centre.dog == phase.wonderful)
        shark = table.centre is not None and table.centre.shark
        if not fine or shark or (table.passes and not stuck) or any(hand.waiting for hand in hands):
            self.refuse(at, Why.PHASE_OVER)

    def check_passes(self, table: Table, places: list[int]) -> None:
        """The turn moves on by one with every pass: with a centre, each of the two tells the other."""
        if table.centre is None:
            least, most = 0, len(table.holders()) - 1
        else:
            phase = table.phase.then if isinstance(table.phase, Penalty | Placing) else table.phase
            # A shark has skipped a player; if that was the last who had to pass, the calls still come first.
            least = int(table.centre.shark)
            most = len(table.asked()) - 1 + (least and isinstance(phase, Asking | Racing))
        if not least <= table.passes <= most:
            self.refuse(places[5], Why.PASSES, text=str(table.passes), least=least, most=most)
        if table.centre is not None:
            seat = table.after(table.last)
            for _ in range(table.passes):
                seat = table.after(seat)
            if seat != table.turn:
                self.refuse(places[4], Why.PASSES_TURN, n=table.passes, last=table.last, turn=seat)

    def check_phase(self, phase: Phase, table: Table, at: int) -> None:
        match phase:
            case Asking() if table.centre is None:
                self.refuse(at, Why.PHASE_ASK, text="ask")
            case Drawing() if not table.pile:
                self.refuse(at, Why.PHASE_DRAW)
            case Penalty(player=player, then=then) | Placing(player=player, then=then):
                for on, name in ((table.rules.fouls, "fouls"), (table.rules.fixed_order, "fixed_order")):
                    if not on and (name == "fouls" or isinstance(phase, Placing)):
                        self.refuse(at, Why.PHASE_OPTION, option=name)
                if isinstance(phase, Penalty) and not table.pile:
                    self.refuse(at, Why.PHASE_DRAW)
                after = Table(
                    table.rules, table.sizes, table.centre, table.last, table.aside, table.unseen,
                    table.turn, table.passes, then,
                )  # fmt: skip
                if player not in after.to_act():
                    self.refuse(at, Why.PHASE, text=f"{player}")
                self.check_phase(then, table, at)

    def check_pending(self, table: Table, hands: list[_Hand]) -> None:
        """Cards stand behind a + exactly where the phase says that they have just come."""
        phase = table.phase
        waiting = [0] * len(hands)
        if isinstance(phase, Placing):
            waiting[phase.player - 1] += 1
        then = phase.then if isinstance(phase, Penalty | Placing) else phase
        if isinstance(then, Drawn):
            waiting[table.turn - 1] += 1
        for player, (count, hand) in enumerate(zip(waiting, hands, strict=True), 1):
            if hand.waiting != count:
                self.refuse(self.hand_places[player - 1], Why.PENDING, player=player, n=count)


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
    >>> str(parse("b5,g3/y9/y1 g7:3 - b1-4 1 0"))
    'g3,b5/y9/y1 g7:3 - b1-4 1 0'
    >>> parse("g3/y9/y1 g7:3 - - 9 0")
    Traceback (most recent call last):
    ...
    inaba.errors.NotationError: cannot read … at character 19: the turn is a player from 1 to 3, not '9'
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
    >>> view = parse("g3,b5/y9/y1 g7:3 - b1-4 1 0").view(1)
    >>> str(view)
    'g3,b5/??/?? g7:3 - b1-4,y1,y9 1 0'
    >>> parse_view(str(view), 1) == view
    True
    """
    table, owns = _Reader(plain(text), checked(rules), player).read()
    return View(table, player, owns[player - 1] if 1 <= player <= len(owns) else Own())


def split_turn(text: str) -> list[Step]:
    """Read the moves and events of a turn written without spaces: ``draw=g9g9--!y9(3!y9)``.

    Raises
    ------
    NotationError
        If a part of it is neither.

    Examples
    --------
    >>> [str(step) for step in split_turn("draw=g9g9-!y9(3!y9)")]
    ['draw', '=g9', 'g9', '-', '!y9', '(3!y9)']
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
            step = parse_event(one) if one[0] in "=(" else parse_move(one)
        except NotationError as error:
            raise NotationError(text, at + error.at, error.why) from None
        steps.append(step)
        at = found.end()
    return steps


class _Notation:
    """How Same One is written, as a record needs to know it (`inaba.record.Notation`)."""

    name = "same_one"
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
"""Same One, for `inaba.record.Record`. That the third repetition ends a game as a draw is our ruling: players
who lay one card, draw it back and lay it again could go on for ever."""
