"""Positions of River as text.

A position is five fields separated by one space, six where a turn is under way::

    river rabbits turn resting unseen [phase]

river
    Rows from the goal side down to the Start side, separated by ``/``; the cards of a row from the left,
    separated by ``,``. ``?`` face down; ``9`` a shark of 9 hit points, ``9-4`` with 4 damage, ``9x`` beaten;
    ``0`` a shark of 0; ``W`` whale, ``D`` dolphin, ``O`` orca, ``S`` giant squid. In a draft game ``?2:9`` is
    a 9 that player 2 laid face down, ``?2`` what the others see of it, ``.`` a square still free.
rabbits
    One square a player, separated by ``,``: ``b2``; ``-`` Start; ``*`` goal.
turn
    The player to move, from 1.
resting
    ``-``, or the players whose rabbits rest, separated by ``,``.
unseen
    ``-``, or the face-down cards as a multiset, separated by ``,``; as many as there are ``?``. In a draft
    the cards that are not dealt yet: once all are, ``-``, for then hands, kept and laid cards are written.
phase
    ``fight:1``; ``ride:1:b2.b3`` (the squares this move has landed on); ``peek:1``; ``up:1:b2.b3`` (the
    last square's card is to be turned up); ``up:1!a4`` (the squid turns up a4); in a draft
    ``draft:pick:9,W/D:O/7`` (hands ``:`` kept cards, one group a player), likewise ``draft:deal:…`` and
    ``draft:place:…``, the last with ``:2`` behind it where player 2 moves first afterwards.

Each thing has one spelling: plain ASCII, single spaces, no leading zeros, damage from 1 to one less than the
hit points. Only the resting players and the unseen cards are read in any order, and printed in theirs.
"""

from __future__ import annotations

import re
from enum import StrEnum
from itertools import pairwise
from typing import Final, NoReturn

from inaba.errors import NotationError, Reason
from inaba.reading import placed_fields, placed_parts, plain
from inaba.river.board import GOAL, MOST_SIDE, START, Board, Square, board
from inaba.river.cards import EMPTY, Card, Kind, Spot, parse_card
from inaba.river.draft import Dealing, Own, Picking, Placing
from inaba.river.moves import STEP, Event, Move, Step, parse_event, parse_move
from inaba.river.rules import Rules, checked, format_rules, parse_rules
from inaba.river.state import (
    FEWEST_PLAYERS,
    MOST_PLAYERS,
    TURN,
    Fight,
    Looking,
    Peeking,
    Phase,
    Riding,
    State,
    Table,
    TurningUp,
    View,
)


class Why(StrEnum):
    """Why a text is no position, or no turn."""

    FIELDS = "river.why.fields"
    ROWS = "river.why.rows"
    COLUMNS = "river.why.columns"
    RAGGED = "river.why.ragged"
    SPOT = "river.why.spot"
    DAMAGE = "river.why.damage"
    HARMLESS = "river.why.harmless"
    RABBITS = "river.why.rabbits"
    SQUARE = "river.why.square"
    TWO_ON_ONE = "river.why.two_on_one"
    TWO_GOALS = "river.why.two_goals"
    ON_SHARK = "river.why.on_shark"
    ON_FACE_DOWN = "river.why.on_face_down"
    TURN = "river.why.turn"
    REST = "river.why.rest"
    REST_NOT_START = "river.why.rest_not_start"
    REST_TWO = "river.why.rest_two"
    UNSEEN = "river.why.unseen"
    UNSEEN_DEAL = "river.why.unseen_deal"
    UNSEEN_HANDS = "river.why.unseen_hands"
    PHASE = "river.why.phase"
    PHASE_RABBIT = "river.why.phase_rabbit"
    PHASE_FIGHT = "river.why.phase_fight"
    PHASE_CHAIN = "river.why.phase_chain"
    PHASE_STUCK = "river.why.phase_stuck"
    PHASE_PEEK = "river.why.phase_peek"
    PHASE_UP = "river.why.phase_up"
    PHASE_OVER = "river.why.phase_over"
    DRAFT = "river.why.draft"
    DRAFT_OWNER = "river.why.draft_owner"
    HIDDEN = "river.why.hidden"
    TURN_TEXT = "river.why.turn_text"


class _Reader:
    """One text being read: knows the whole, so that an error can name the place."""

    def __init__(self, text: str, rules: Rules, player: int | None) -> None:
        self.text, self.rules, self.player = text, rules, player
        self.owned: list[list[tuple[Square, Card]]] = []

    def refuse(self, at: int, why: Why, **data: object) -> NoReturn:
        raise NotationError(self.text, at, Reason(why, data))

    def number(self, text: str, most: int) -> int | None:
        """A whole number from 1 to ``most`` in its one spelling."""
        return int(text) if re.fullmatch(r"[1-9]", text, re.ASCII) and int(text) <= most else None

    def read(self) -> tuple[Table, tuple[Own, ...]]:
        fields = placed_fields(self.text)
        if len(fields) not in (5, 6):
            at = fields[6][1] if len(fields) > 6 else len(self.text)
            self.refuse(at, Why.FIELDS, count=len(fields))
        squares, spots, laid = self.river(*fields[0])
        rabbits = self.rabbits(*fields[1], squares)
        turn = self.number(fields[2][0], len(rabbits))
        if turn is None:
            self.refuse(fields[2][1], Why.TURN, turn=fields[2][0], most=len(rabbits))
        for square, (by, at) in laid.items():
            if by > len(rabbits):
                self.refuse(at, Why.DRAFT_OWNER, player=by, square=square, most=len(rabbits))
        resting = self.resting(*fields[3], rabbits)
        unseen = self.cards(*fields[4])
        owns = tuple(
            Own(laid=tuple(sorted((s, c) for s, c in self.known.items() if spots[squares.index[s]].by == p)))
            for p in range(1, len(rabbits) + 1)
        )
        table = Table(self.rules, squares, spots, rabbits, turn, resting, unseen)
        if len(fields) == 6 and fields[5][0].startswith("draft:"):
            return self.drafting(*fields[5], table, owns, fields)
        return self.crossing(table, owns, fields)

    def river(self, field: str, at: int) -> tuple[Board, tuple[Spot, ...], dict[Square, tuple[int, int]]]:
        rows = [placed_parts(row, start, ",") for row, start in placed_parts(field, at, "/")]
        if len(rows) > MOST_SIDE:
            self.refuse(rows[MOST_SIDE][0][1], Why.ROWS, count=len(rows), most=MOST_SIDE)
        columns = len(rows[0])
        if columns > MOST_SIDE:
            self.refuse(rows[0][MOST_SIDE][1], Why.COLUMNS, count=columns, most=MOST_SIDE)
        for row in rows:
            if len(row) != columns:
                self.refuse(row[0][1], Why.RAGGED, count=len(row), columns=columns)
        squares = board(columns, len(rows))
        self.places = dict(zip(squares.squares, (p for row in reversed(rows) for p in row), strict=True))
        self.known: dict[Square, Card] = {}
        spots = tuple(self.spot(square, *place) for square, place in self.places.items())
        laid = {
            square: (spot.by, self.places[square][1])
            for square, spot in zip(squares.squares, spots, strict=True)
            if spot.by > 0
        }
        return squares, spots, laid

    def spot(self, square: Square, text: str, at: int) -> Spot:
        if text == ".":
            return EMPTY
        if found := re.fullmatch(r"\?([1-9]?)(?::(.+))?", text, re.ASCII):
            by = int(found[1] or 0)
            if found[2] and by:
                self.known[square] = parse_card(found[2], self.text, at + found.start(2))
            elif found[2]:
                self.refuse(at, Why.SPOT, text=text)
            return Spot(by=by)
        if found := re.fullmatch(r"([0-9]+)-([0-9]+)", text, re.ASCII):
            card = parse_card(found[1], self.text, at)
            if not card.hit_points:
                self.refuse(at, Why.HARMLESS, text=text[:20])
            if not re.fullmatch(r"[1-9][0-9]?", found[2]) or int(found[2]) >= card.hit_points:
                self.refuse(at + found.start(2), Why.DAMAGE, damage=found[2], hit_points=card.hit_points)
            return Spot(card, True, int(found[2]))
        if found := re.fullmatch(r"([0-9]+)x", text, re.ASCII):
            card = parse_card(found[1], self.text, at)
            if not card.hit_points:
                self.refuse(at, Why.HARMLESS, text=text)
            return Spot(card, True, card.hit_points)
        if not re.fullmatch(r"[0-9]+|[DOSW]", text, re.ASCII):
            self.refuse(at, Why.SPOT, text=text[:20])
        return Spot(parse_card(text, self.text, at), True)

    def rabbits(self, field: str, at: int, squares: Board) -> tuple[Square, ...]:
        places = placed_parts(field, at, ",")
        if not FEWEST_PLAYERS <= len(places) <= MOST_PLAYERS:
            self.refuse(at, Why.RABBITS, n=len(places), most=MOST_PLAYERS)
        for i, (square, where) in enumerate(places):
            if square not in (START, GOAL) and square not in squares.index:
                self.refuse(where, Why.SQUARE, square=square[:20])
            if square != START and square in [other for other, _ in places[:i]]:
                self.refuse(where, Why.TWO_GOALS if square == GOAL else Why.TWO_ON_ONE, square=square)
        self.rabbit_places = [where for _, where in places]
        return tuple(square for square, _ in places)

    def resting(self, field: str, at: int, rabbits: tuple[Square, ...]) -> tuple[int, ...]:
        if field == "-":
            return ()
        found: list[int] = []
        for text, where in placed_parts(field, at, ","):
            player = self.number(text, len(rabbits))
            if player is None or player in found:
                self.refuse(where, Why.REST, text=text[:20], most=len(rabbits))
            if rabbits[player - 1] != START:
                self.refuse(where, Why.REST_NOT_START, rabbit=player, square=rabbits[player - 1])
            if found and self.rules.rest == "next":
                self.refuse(where, Why.REST_TWO)
            found.append(player)
        return tuple(sorted(found))

    def cards(self, field: str, at: int) -> tuple[Card, ...]:
        if field == "-":
            return ()
        return tuple(
            sorted(parse_card(text, self.text, where) for text, where in placed_parts(field, at, ","))
        )

    def expect_unseen(self, table: Table, count: int, at: int, why: Why = Why.UNSEEN) -> None:
        if len(table.unseen) != count:
            self.refuse(at, why, n=len(table.unseen), count=count)

    def check_secrets(self, table: Table, owns: tuple[Own, ...]) -> None:
        """In a State every laid card is written with its face; in a View only the viewer's own."""
        for square, spot in zip(table.board.squares, table.spots, strict=True):
            if spot.by > 0 and (square in self.known) != (self.player in (None, spot.by)):
                self.refuse(self.places[square][1], Why.HIDDEN, square=square)

    def crossing(
        self, table: Table, owns: tuple[Own, ...], fields: list[tuple[str, int]]
    ) -> tuple[Table, tuple[Own, ...]]:
        """A position while the rabbits cross: after the set-up."""
        self.check_secrets(table, owns)
        for square, spot in zip(table.board.squares, table.spots, strict=True):
            if spot == EMPTY:
                self.refuse(self.places[square][1], Why.SPOT, text=".")
        drafted = {spot.by > 0 for spot in table.spots if spot.face_down}
        if len(drafted) == 2:
            self.refuse(0, Why.DRAFT)
        self.expect_unseen(table, sum(spot.face_down for spot in table.spots) - len(self.known), fields[4][1])
        unseen = tuple(sorted((*table.unseen, *self.known.values())))
        phase: Phase = TURN
        if len(fields) == 6:
            if GOAL in table.rabbits:
                self.refuse(fields[5][1], Why.PHASE_OVER)
            phase = self.phase(*fields[5], table)
        self.check_standing(table, phase)
        table = Table(
            table.rules, table.board, table.spots, table.rabbits, table.turn, table.resting, unseen, phase
        )
        return table, owns if any(own.laid for own in owns) else ()

    def check_standing(self, table: Table, phase: Phase) -> None:
        for rabbit, square in enumerate(table.rabbits, 1):
            if square in (START, GOAL):
                continue
            spot, at = table.spot(square), self.rabbit_places[rabbit - 1]
            if not spot.up and not (isinstance(phase, TurningUp) and phase.rabbit == rabbit):
                self.refuse(at, Why.ON_FACE_DOWN, rabbit=rabbit, square=square)
            if spot.left > 0 and phase != Fight(rabbit):
                self.refuse(at, Why.ON_SHARK, rabbit=rabbit, square=square, n=spot.left)

    def phase(self, field: str, at: int, table: Table) -> Phase:
        found = re.fullmatch(
            r"(fight|peek):([1-9])|(ride|up):([1-9]):((?:[a-h][1-8]\.)*[a-h][1-8])|up:([1-9])!([a-h][1-8])",
            field,
            re.ASCII,
        )
        if not found:
            self.refuse(at, Why.PHASE, text=field[:30])
        rabbit = int(found[2] or found[4] or found[6])
        if rabbit > len(table.rabbits) or table.rabbits[rabbit - 1] in (START, GOAL):
            self.refuse(at, Why.PHASE_RABBIT, rabbit=rabbit)
        here = table.rabbits[rabbit - 1]
        spot = table.spot(here)
        if found[1] == "fight":
            if spot.left <= 0:
                self.refuse(at, Why.PHASE_FIGHT, rabbit=rabbit, square=here)
            return Fight(rabbit)
        if found[1] == "peek" or found[7]:
            if not spot.up or spot.card is None or spot.card.kind is not Kind.SQUID or not table.face_down():
                self.refuse(at, Why.PHASE_PEEK, rabbit=rabbit, square=here)
            if found[1]:
                return Peeking(rabbit)
            if found[7] not in table.board.index or not table.spot(found[7]).face_down:
                self.refuse(at, Why.PHASE_UP, square=found[7])
            return Looking(rabbit, found[7])
        chain = tuple(found[5].split("."))
        for i, square in enumerate(chain):
            taken = square in table.rabbits and not (i == len(chain) - 1 and square == here)
            if square not in table.board.index or square in chain[:i] or taken:
                self.refuse(at, Why.PHASE_CHAIN, square=square)
        if chain[-1] != here:
            self.refuse(at, Why.PHASE_CHAIN, square=chain[-1])
        for square, to in pairwise(chain):
            if to not in table.carries_to(square):
                self.refuse(at, Why.PHASE_CHAIN, square=to)
        if found[3] == "up":
            if not spot.face_down:
                self.refuse(at, Why.PHASE_UP, square=here)
            return TurningUp(rabbit, chain)
        if not table.rides(chain):
            self.refuse(at, Why.PHASE_STUCK, rabbit=rabbit, square=here)
        return Riding(rabbit, chain)

    def drafting(
        self, field: str, at: int, table: Table, owns: tuple[Own, ...], fields: list[tuple[str, int]]
    ) -> tuple[Table, tuple[Own, ...]]:
        """A position while the cards are dealt, picked and laid."""
        players = len(table.rabbits)
        parts = placed_parts(field, at, ":")
        names: dict[str, type[Dealing | Picking | Placing]] = {
            "deal": Dealing,
            "pick": Picking,
            "place": Placing,
        }
        if (
            len(parts) not in (4, 5)
            or parts[1][0] not in names
            or (len(parts) == 5 and parts[1][0] != "place")
        ):
            self.refuse(at, Why.PHASE, text=field[:30])
        name = parts[1][0]
        first: int | None = table.turn
        if name == "place":
            # The first player is written only where it is not player 1: one spelling each.
            first = self.number(parts[4][0], players) if len(parts) == 5 else 1
            if first is None or (len(parts) == 5 and first == 1):
                self.refuse(parts[4][1], Why.TURN, turn=parts[4][0], most=players)
        assert first is not None
        hands = self.hidden_hands(*parts[2], players)
        kept = self.hidden_hands(*parts[3], players)
        laid = [sum(spot.by == p for spot in table.spots) for p in range(1, players + 1)]
        squares = len(table.spots)
        if squares % players:
            self.refuse(at, Why.DRAFT)
        self.check_secrets(table, owns)
        for group in (hands, kept):
            for p, (cards, size, where) in enumerate(group, 1):
                if size and (cards is not None) != (self.player in (None, p)):
                    self.refuse(where, Why.DRAFT)
        sizes = tuple(size for _, size, _ in hands)
        keeps = tuple(size for _, size, _ in kept)
        if not self.drafts_evenly(name, sizes, keeps, laid, squares // players, table.turn):
            self.refuse(at, Why.DRAFT)
        if any(square != START for square in table.rabbits) or table.resting:
            self.refuse(fields[1][1], Why.DRAFT)
        if any(spot.up for spot in table.spots) or any(spot.by == 0 for spot in table.spots):
            self.refuse(0, Why.DRAFT)
        owns = tuple(
            Own(tuple(sorted(h or ())), tuple(sorted(k or ())), own.laid)
            for (h, _, _), (k, _, _), own in zip(hands, kept, owns, strict=True)
        )
        mine = [card for own in owns for card in own.cards()]
        shown = self.player is None and name != "deal"
        why = Why.UNSEEN_HANDS if shown else Why.UNSEEN_DEAL if self.player is None else Why.UNSEEN
        self.expect_unseen(table, squares - len(mine), fields[4][1], why)
        deck = tuple(sorted((*table.unseen, *mine)))
        if sum(card.kind is Kind.DOLPHIN for card in deck) != 1:
            self.refuse(at, Why.DRAFT)
        if name == "place" and not self.begun_by_dolphin(table, owns, laid):
            self.refuse(at, Why.DRAFT)
        phase: Phase = names[name](sizes, keeps, first)
        table = Table(table.rules, table.board, table.spots, table.rabbits, table.turn, (), deck, phase)
        return table, owns

    def hidden_hands(self, field: str, at: int, players: int) -> list[tuple[list[Card] | None, int, int]]:
        """For each player his cards (None where they are hidden), how many, and the place."""
        groups = placed_parts(field, at, "/")
        if len(groups) != players:
            self.refuse(at, Why.DRAFT)
        found: list[tuple[list[Card] | None, int, int]] = []
        for group, where in groups:
            if not group:
                found.append(([], 0, where))
            elif re.fullmatch(r"\?(?:,\?)*", group):
                found.append((None, group.count("?"), where))
            else:
                cards = [
                    parse_card(text, self.text, place) for text, place in placed_parts(group, where, ",")
                ]
                found.append((cards, len(cards), where))
        return found

    @staticmethod
    def drafts_evenly(
        name: str, hands: tuple[int, ...], kept: tuple[int, ...], laid: list[int], share: int, turn: int
    ) -> bool:
        """Whether hands, kept and laid cards have the sizes that a draft brings about."""
        players = len(hands)
        if name == "deal":
            dealt = sum(hands)
            even = tuple(dealt // players + (p < dealt % players) for p in range(players))
            return hands == even and dealt < share * players and not any(kept) and not any(laid)
        if name == "pick":
            level = max(hands)
            picked = all(h + k == share and level - h in (0, 1) for h, k in zip(hands, kept, strict=True))
            return picked and level > 0 and not any(laid)
        if any(hands) or not any(kept) or any(k + n != share for k, n in zip(kept, laid, strict=True)):
            return False
        # Laid one by one round the table up to the player to move: those before him may be one ahead.
        behind = laid[turn - 1]
        ahead = [laid[(turn - 2 - i) % players] - behind for i in range(players - 1)]
        return ahead == sorted(ahead, reverse=True) and set(ahead) <= {0, 1}

    @staticmethod
    def begun_by_dolphin(table: Table, owns: tuple[Own, ...], laid: list[int]) -> bool:
        """Whether the player who began to lay may be the one who kept the dolphin."""
        players = len(laid)
        begins = (table.turn - 1 - sum(laid)) % players
        shown = [p for p, own in enumerate(owns) if any(c.kind is Kind.DOLPHIN for c in own.cards())]
        return shown in ([], [begins])


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
    >>> str(parse("5,W,4/0,6,3 -,- 1 - -"))
    '5,W,4/0,6,3 -,- 1 - -'
    >>> parse("5,W/0 - 1 - -")
    Traceback (most recent call last):
    ...
    inaba.errors.NotationError: cannot read '5,W/0 - 1 - -' at character 5: a row of 1 in a river of 2 columns
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
    >>> view = parse("?1:D,?2:9 -,- 1 - -").view(1)
    >>> str(view)
    '?1:D,?2 -,- 1 - 9'
    >>> parse_view(str(view), 1) == view
    True
    """
    table, owns = _Reader(plain(text), checked(rules), player).read()
    return View(table, player, owns[player - 1] if owns and 1 <= player <= len(owns) else Own())


def split_turn(text: str, dealing: bool = False) -> list[Step]:
    """Read the moves and events of a turn written without spaces: ``1b2=D>c3=12(4,4)``.

    Parameters
    ----------
    text : str
    dealing : bool
        Whether ``=W`` is a card dealt in a draft.

    Raises
    ------
    NotationError
        If a part of it is neither.

    Examples
    --------
    >>> [str(step) for step in split_turn("1b2=D>c3=12(4,4)")]
    ['1b2', '=D', '>c3', '=12', '(4,4)']
    """
    text = plain(text)
    steps: list[Step] = []
    at = 0
    while at < len(text) or not steps:
        found = STEP.match(text, at)
        if not found:
            raise NotationError(text, at, Reason(Why.TURN_TEXT, {"text": text[at : at + 20]}))
        step: Move | Event
        one = found[0]
        try:
            step = parse_event(one, dealing) if one[0] in "=(" else parse_move(one)
        except NotationError as error:
            raise NotationError(text, at + error.at, error.why) from None
        steps.append(step)
        at = found.end()
    return steps


class _Notation:
    """How River is written, as a record needs to know it (`inaba.record.Notation`)."""

    name = "river"
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
"""River, for `inaba.record.Record`. That the third repetition ends a game as a draw is our ruling."""
