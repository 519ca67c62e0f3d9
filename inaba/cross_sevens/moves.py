"""The moves and events of Cross Sevens, each with its notation.

A move is a decision:

=============================== ==============================================================================
``D7``, ``S7@up``, ``S7@down``  lay a 7 at the start; the others at the upper right or lower left end
``-``                           no: I do not hold the card that I am asked for
``D9@c3``                       lay a trump; behind it what is used with it: ``+plus``, ``+cross``,
                                ``+tunnel``, and ``+stop@d3`` with the cell that it closes
``JK=D9@c3&D10@c4``             lay the joker for the D9, and the trump beyond it; likewise with action cards
``claim``                       lay the trump that the joker stands for in its place, and take the joker
``try:2:D9``                    TRY: does player 2 hold the D9?
``yes``                         I do
``trade:2``                     TRADE with player 2
``>D9``                         give a trump, for a TRADE or for MIX
``draw:action``, ``draw:trump`` pass, and draw a card
``discard:cross,plus``          pass, discard action cards, and draw one more
``pass``                        pass with three action cards and no trump pile: be eliminated
``end``                         end the turn
``out:cross,plus``              who is out puts down his action cards
=============================== ==============================================================================

An event is chance: ``=D9`` or ``=cross``, a card that comes to a player.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final, NamedTuple, NoReturn

from inaba.cross_sevens.cards import (
    CARD_TEXT,
    JOKER,
    SEVEN,
    Action,
    Actions,
    Card,
    Suit,
    format_actions,
    parse_actions,
    parse_card,
)
from inaba.cross_sevens.field import CELL_TEXT, Cell, Place, parse_cell
from inaba.errors import NotationError, Reason
from inaba.game import apart
from inaba.reading import plain


class Why(StrEnum):
    """Why a text is no move or no event."""

    MOVE = "cross_sevens.why.move"
    EVENT = "cross_sevens.why.event"


@apart
class Begin(NamedTuple):
    """Lay a 7 at the start (rule 2).

    Attributes
    ----------
    suit : Suit
    end : str
        ``"up"``, ``"down"``, or ``""`` for the first 7 on the table.
    """

    suit: Suit
    end: str = ""

    def __str__(self) -> str:
        return f"{self.suit.letter}{SEVEN}" + (f"@{self.end}" if self.end else "")


@apart
class Decline(NamedTuple):
    """I do not hold it: the answer of who is asked for a 7, a claim or a TRY, and has nothing to show."""

    def __str__(self) -> str:
        return "-"


@apart
class Lay(NamedTuple):
    """Lay a trump, alone or with the joker before it, and with action cards (rules 4, 9 and 11).

    Attributes
    ----------
    card : Card
    cell : Cell
    gap : Card or None
        The trump that the joker stands for, if it is laid, too.
    joker : Cell or None
        Where the joker goes.
    plus, cross, tunnel : bool
        Which action cards are used.
    stops : tuple of Cell
        The cells that a STOP closes, sorted.
    """

    card: Card
    cell: Cell
    gap: Card | None = None
    joker: Cell | None = None
    plus: bool = False
    cross: bool = False
    tunnel: bool = False
    stops: tuple[Cell, ...] = ()

    @property
    def place(self) -> Place:
        """Where it goes, and what that needs."""
        return Place(self.cell, self.joker, self.cross, self.tunnel)

    def actions(self) -> Actions:
        """The action cards that it uses, sorted."""
        used = [
            action
            for action, on in (
                (Action.PLUS, self.plus),
                (Action.CROSS, self.cross),
                (Action.TUNNEL, self.tunnel),
            )
            if on
        ]
        return (*used, *(Action.STOP for _ in self.stops))

    def __str__(self) -> str:
        joker = f"{JOKER}={self.gap}@{self.joker}&" if self.gap else ""
        used = "".join(f"+{action}" for action in self.actions() if action is not Action.STOP)
        return f"{joker}{self.card}@{self.cell}{used}" + "".join(f"+stop@{cell}" for cell in self.stops)


@apart
class Claim(NamedTuple):
    """Lay the trump that the joker stands for in its place, and take the joker (rule 11)."""

    def __str__(self) -> str:
        return "claim"


@apart
class Try(NamedTuple):
    """TRY: name a player and a trump that could be laid now."""

    player: int
    card: Card

    def __str__(self) -> str:
        return f"try:{self.player}:{self.card}"


@apart
class Show(NamedTuple):
    """Yes, I hold the trump that a TRY has named."""

    def __str__(self) -> str:
        return "yes"


@apart
class Trade(NamedTuple):
    """TRADE: choose the player to exchange a trump with."""

    player: int

    def __str__(self) -> str:
        return f"trade:{self.player}"


@apart
class Give(NamedTuple):
    """The trump that one gives in a TRADE, or puts face down for MIX."""

    card: Card

    def __str__(self) -> str:
        return f">{self.card}"


@apart
class Draw(NamedTuple):
    """Pass, and draw a card of the trump pile or the action pile (rule 6).

    Attributes
    ----------
    trump : bool
    """

    trump: bool

    def __str__(self) -> str:
        return "draw:trump" if self.trump else "draw:action"


@apart
class Discard(NamedTuple):
    """Pass, discard action cards, and draw one more (rule 6).

    Attributes
    ----------
    actions : tuple of Action
        One or more, sorted.
    """

    actions: Actions

    def __str__(self) -> str:
        return f"discard:{format_actions(self.actions)}"


@apart
class Pass(NamedTuple):
    """Pass with three action cards and no trump pile, and be eliminated (rule 7)."""

    def __str__(self) -> str:
        return "pass"


@apart
class End(NamedTuple):
    """End the turn after laying."""

    def __str__(self) -> str:
        return "end"


@apart
class Leave(NamedTuple):
    """Who is out puts down his action cards (rules 7 and 12).

    Attributes
    ----------
    actions : tuple of Action
        All of them, sorted.
    """

    actions: Actions

    def __str__(self) -> str:
        return f"out:{format_actions(self.actions)}"


Move = (
    Begin | Decline | Lay | Claim | Try | Show | Trade | Give | Draw | Discard | Pass | End | Leave
)  # fmt: skip


@apart
class Dealt(NamedTuple):
    """A trump came to a player: from the pile, in a TRADE or after MIX."""

    card: Card

    def __str__(self) -> str:
        return f"={self.card}"


@apart
class Drew(NamedTuple):
    """An action card came off its pile."""

    action: Action

    def __str__(self) -> str:
        return f"={self.action}"


Event = Dealt | Drew
Step = Move | Event

_CARD = rf"{CARD_TEXT}|JK"
_KIND = "|".join(map(str, Action))
_SEVERAL = rf"(?:{_KIND})(?:\*[1-9][0-9]?)?"
_LIST = rf"{_SEVERAL}(?:,{_SEVERAL})*"
_MOVE = re.compile(
    rf"(?:JK=(?P<gap>{CARD_TEXT})@(?P<joker>{CELL_TEXT})&)?(?P<card>{_CARD})@(?P<cell>{CELL_TEXT})"
    rf"(?P<plus>\+plus)?(?P<cross>\+cross)?(?P<tunnel>\+tunnel)?(?P<stops>(?:\+stop@{CELL_TEXT})*)"
    rf"|(?P<seven>[DSHC])7(?:@(?P<end>up|down))?|(?P<no>-)|(?P<claim>claim)|(?P<yes>yes)"
    rf"|try:(?P<tried>[1-5]):(?P<named>{_CARD})|trade:(?P<partner>[1-5])|>(?P<given>{_CARD})"
    rf"|draw:(?P<pile>action|trump)|discard:(?P<discard>{_LIST})|(?P<pass>pass)|(?P<stop>end)"
    rf"|out:(?P<out>{_LIST})",
    re.ASCII,
)
_EVENT = re.compile(rf"=(?P<dealt>{_CARD})|=(?P<drew>{_KIND})", re.ASCII)
STEP: Final = re.compile(f"{_MOVE.pattern}|{_EVENT.pattern}", re.ASCII)
"""One move or event within a turn written without spaces."""


def _refuse(why: Why, text: str) -> NoReturn:
    raise NotationError(text, 0, Reason(why, {"text": text[:20]}))


def parse_move(text: str) -> Move:
    """Read a move.

    Raises
    ------
    NotationError
        If it is none.

    Examples
    --------
    >>> parse_move("S7@up"), str(parse_move("D9@c3+cross+stop@d3").cell)
    (Begin(suit=<Suit.SPADES: 1>, end='up'), 'c3')
    """
    text = plain(text)
    found = _MOVE.fullmatch(text)
    if not found:
        _refuse(Why.MOVE, text)
    if found["card"]:
        return _lay(found, text)
    if found["seven"]:
        return Begin(Suit("DSHC".index(found["seven"])), found["end"] or "")
    if found["named"]:
        return Try(int(found["tried"]), parse_card(found["named"], text, 6))
    if found["partner"]:
        return Trade(int(found["partner"]))
    if found["given"]:
        return Give(parse_card(found["given"], text, 1))
    if found["pile"]:
        return Draw(found["pile"] == "trump")
    if found["discard"]:
        return Discard(_sorted(found["discard"], text, Why.MOVE))
    if found["out"]:
        return Leave(_sorted(found["out"], text, Why.MOVE))
    plain_words: dict[str, Move] = {"-": Decline(), "claim": Claim(), "yes": Show(), "pass": Pass()}
    return plain_words.get(text, End())


def _sorted(text: str, whole: str, why: Why) -> Actions:
    """Action cards, which a move lists in their order."""
    actions = parse_actions(text, whole, whole.index(text))
    if format_actions(actions) != text:
        _refuse(why, whole)
    return actions


def _lay(found: re.Match[str], text: str) -> Lay:
    def cell(name: str) -> Cell:
        return parse_cell(found[name], text, found.start(name))

    stops = tuple(parse_cell(part, text) for part in found["stops"].split("+stop@")[1:])
    if list(stops) != sorted(set(stops)):
        _refuse(Why.MOVE, text)
    gap = parse_card(found["gap"], text, found.start("gap")) if found["gap"] else None
    return Lay(
        parse_card(found["card"], text, found.start("card")),
        cell("cell"),
        gap,
        cell("joker") if gap else None,
        bool(found["plus"]),
        bool(found["cross"]),
        bool(found["tunnel"]),
        stops,
    )


def parse_event(text: str) -> Event:
    """Read an event.

    Raises
    ------
    NotationError
        If it is none.

    Examples
    --------
    >>> str(parse_event("=JK")), parse_event("=cross")
    ('=JK', Drew(action=<Action.CROSS: 2>))
    """
    text = plain(text)
    found = _EVENT.fullmatch(text)
    if not found:
        _refuse(Why.EVENT, text)
    if found["dealt"]:
        return Dealt(parse_card(found["dealt"], text, 1))
    return Drew(parse_actions(found["drew"], text, 1)[0])
