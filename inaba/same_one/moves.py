"""The moves and events of Same One, each with its notation.

A move is a decision: ``g12`` (play a card), ``g12+b12`` (play a set, bottom card first), ``draw``, ``pass``
(keep the card just drawn; ``pass@3`` puts it in as the third from the left, where hands keep their order),
``!b7`` (Same One with this card), ``-`` (no call), ``xg3`` (a foul with this card) and ``put@3`` (where the
card drawn for it goes). An event is chance: ``=g12`` (a card comes off the draw pile), ``(2!b7)`` (player 2's
call counts), ``(3!y7,2!b7)`` (player 3 was faster than player 2).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple, NoReturn

from inaba.errors import NotationError, Reason
from inaba.game import apart
from inaba.reading import plain
from inaba.same_one.cards import Card, parse_card


class Why(StrEnum):
    """Why a text is no move or no event."""

    MOVE = "same_one.why.move"
    EVENT = "same_one.why.event"


@apart
class Play(NamedTuple):
    """Lay cards of one number on the centre, the bottom one first (rules 3 to 5)."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return "+".join(map(str, self.cards))


@apart
class Draw(NamedTuple):
    """Draw a card instead of playing (rule 6)."""

    def __str__(self) -> str:
        return "draw"


@apart
class Pass(NamedTuple):
    """Keep the card just drawn, and pass (rule 6).

    Attributes
    ----------
    at : int
        Where hands keep their order, the place in the hand, from 1 at the left; otherwise 0.
    """

    at: int = 0

    def __str__(self) -> str:
        return f"pass@{self.at}" if self.at else "pass"


@apart
class Call(NamedTuple):
    """Same One: lay a card of the centre's number (rule 11)."""

    card: Card

    def __str__(self) -> str:
        return f"!{self.card}"


@apart
class Decline(NamedTuple):
    """No Same One: the answer of who does not call, or has nothing to call with (rule 11)."""

    def __str__(self) -> str:
        return "-"


@apart
class Foul(NamedTuple):
    """Try a card that may not be laid now; it goes back, and costs a card (rule 14)."""

    card: Card

    def __str__(self) -> str:
        return f"x{self.card}"


@apart
class Put(NamedTuple):
    """Where the card drawn for a foul goes in a hand that keeps its order, from 1 at the left."""

    at: int

    def __str__(self) -> str:
        return f"put@{self.at}"


Move = Play | Draw | Pass | Call | Decline | Foul | Put


@apart
class Dealt(NamedTuple):
    """A card came off the draw pile: in the deal, for who draws, or for a foul."""

    card: Card

    def __str__(self) -> str:
        return f"={self.card}"


@apart
class Called(NamedTuple):
    """Calls that were made at the same time, in the order in which they lie: the first one counts (rule 11).

    Attributes
    ----------
    calls : tuple of (int, Card)
        One or two, each with its player.
    """

    calls: tuple[tuple[int, Card], ...]

    def __str__(self) -> str:
        return f"({listed_calls(self.calls)})"


Event = Dealt | Called
Step = Move | Event

_CARD = r"[gby][1-9][0-9]?"
_PLACE = r"[1-9][0-9]?"
_MOVE = re.compile(
    rf"(?P<play>{_CARD}(?:\+{_CARD}){{0,2}})|(?P<draw>draw)|(?P<pass>pass)(?:@(?P<at>{_PLACE}))?"
    rf"|!(?P<call>{_CARD})|(?P<no>-)|x(?P<foul>{_CARD})|put@(?P<put>{_PLACE})",
    re.ASCII,
)
_CALL = rf"[1-9]!{_CARD}"
_EVENT = re.compile(rf"=(?P<card>{_CARD})|\((?P<calls>{_CALL}(?:,{_CALL})?)\)", re.ASCII)
STEP = re.compile(f"{_MOVE.pattern}|{_EVENT.pattern}", re.ASCII)
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
    >>> str(parse_move("g12+b12")), parse_move("pass@3"), parse_move("-")
    ('g12+b12', Pass(at=3), Decline())
    """
    text = plain(text)
    found = _MOVE.fullmatch(text)
    if not found:
        _refuse(Why.MOVE, text)
    if found["play"]:
        cards, at = [], 0
        for part in found["play"].split("+"):
            cards.append(parse_card(part, text, at))
            at += len(part) + 1
        return Play(tuple(cards))
    if found["call"]:
        return Call(parse_card(found["call"], text, 1))
    if found["foul"]:
        return Foul(parse_card(found["foul"], text, 1))
    if found["put"]:
        return Put(int(found["put"]))
    if found["pass"]:
        return Pass(int(found["at"] or 0))
    return Draw() if found["draw"] else Decline()


def parse_event(text: str) -> Event:
    """Read an event.

    Raises
    ------
    NotationError
        If it is none.

    Examples
    --------
    >>> str(parse_event("=g12")), len(parse_event("(3!y7,2!b7)").calls)
    ('=g12', 2)
    """
    text = plain(text)
    found = _EVENT.fullmatch(text)
    if not found:
        _refuse(Why.EVENT, text)
    if found["card"]:
        return Dealt(parse_card(found["card"], text, 1))
    return Called(parse_calls(found["calls"], text, 1))


def parse_calls(text: str, whole: str, at: int) -> tuple[tuple[int, Card], ...]:
    """Read calls in the form ``2!b7,3!y7``, a part of a longer text that stands there from ``at`` on."""
    calls = []
    for part in text.split(","):
        calls.append((int(part[0]), parse_card(part[2:], whole, at + 2)))
        at += len(part) + 1
    return tuple(calls)


def listed_calls(calls: Iterable[tuple[int, Card]]) -> str:
    """Calls as the notation writes them: ``2!b7,3!y7``."""
    return ",".join(f"{player}!{card}" for player, card in calls)
