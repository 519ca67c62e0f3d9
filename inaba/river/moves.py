"""The moves and events of River, each with its notation.

A move is a decision: ``1b2`` (rabbit 1 to b2), ``1*`` (into the goal), ``>c3`` (carried on to c3), ``>-``
(carried back to Start), ``!a4`` (turn up the card on a4), ``pass``; in a draft ``+W`` (keep the whale) and
``W@a4`` (lay it on a4). An event is chance: ``=W`` (a card turned up), ``(3,4)`` (the roll).
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import NamedTuple, NoReturn

from inaba.errors import NotationError, Reason
from inaba.game import apart
from inaba.reading import plain
from inaba.river.board import Square
from inaba.river.cards import Card, parse_card


class Why(StrEnum):
    """Why a text is no move or no event."""

    MOVE = "river.why.move"
    EVENT = "river.why.event"


@apart
class Choose(NamedTuple):
    """Move one rabbit, anybody's, one step ahead (River, rules 3 and 4)."""

    rabbit: int
    to: Square

    def __str__(self) -> str:
        return f"{self.rabbit}{self.to}"


@apart
class Ride(NamedTuple):
    """Where the dolphin or orca carries the rabbit (rule 6)."""

    to: Square

    def __str__(self) -> str:
        return f">{self.to}"


@apart
class Peek(NamedTuple):
    """The face-down card that the giant squid turns up (rule 6)."""

    at: Square

    def __str__(self) -> str:
        return f"!{self.at}"


@apart
class Pass(NamedTuple):
    """The turn of a player who has no rabbit to move (rule 8)."""

    def __str__(self) -> str:
        return "pass"


@apart
class Keep(NamedTuple):
    """Draft: keep one card of the hand that was passed on."""

    card: Card

    def __str__(self) -> str:
        return f"+{self.card}"


@apart
class Lay(NamedTuple):
    """Draft: lay a kept card face down on a free square."""

    card: Card
    at: Square

    def __str__(self) -> str:
        return f"{self.card}@{self.at}"


Move = Choose | Ride | Peek | Pass | Keep | Lay


@apart
class TurnedUp(NamedTuple):
    """A face-down card was turned up, under a rabbit or by the giant squid."""

    card: Card

    def __str__(self) -> str:
        return f"={self.card}"


@apart
class Rolled(NamedTuple):
    """The owner of a fighting rabbit rolled: the faces in the order of the dice (rule 6)."""

    faces: tuple[int, ...]

    @property
    def total(self) -> int:
        """The sum of the faces: the damage."""
        return sum(self.faces)

    def __str__(self) -> str:
        return f"({','.join(map(str, self.faces))})"


@apart
class Dealt(NamedTuple):
    """Draft: a card was dealt to the next player."""

    card: Card

    def __str__(self) -> str:
        return f"={self.card}"


Event = TurnedUp | Rolled | Dealt
Step = Move | Event

_CARD = r"(?:[0-9]{1,2}|[DOSW])"
_SQUARE = r"[a-h][1-8]"
_MOVE = re.compile(
    rf"(?P<rabbit>[1-9])(?P<to>{_SQUARE}|\*)|>(?P<ride>{_SQUARE}|[-*])|!(?P<peek>{_SQUARE})|(?P<pass>pass)"
    rf"|\+(?P<keep>{_CARD})|(?P<lay>{_CARD})@(?P<at>{_SQUARE})",
    re.ASCII,
)
_EVENT = re.compile(rf"=(?P<card>{_CARD})|\((?P<faces>[1-9][0-9]{{0,8}}(?:,[1-9][0-9]{{0,8}})*)\)", re.ASCII)
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
    >>> parse_move("1b2")
    Choose(rabbit=1, to='b2')
    >>> parse_move(">-")
    Ride(to='-')
    """
    text = plain(text)
    found = _MOVE.fullmatch(text)
    if not found:
        _refuse(Why.MOVE, text)
    if found["rabbit"]:
        return Choose(int(found["rabbit"]), found["to"])
    if found["ride"]:
        return Ride(found["ride"])
    if found["peek"]:
        return Peek(found["peek"])
    if found["keep"]:
        return Keep(parse_card(found["keep"], text, 1))
    if found["lay"]:
        return Lay(parse_card(found["lay"], text), found["at"])
    return Pass()


def parse_event(text: str, dealing: bool = False) -> Event:
    """Read an event.

    Parameters
    ----------
    text : str
    dealing : bool
        Whether ``=W`` is a card dealt in a draft, not one turned up; the two are written alike.

    Raises
    ------
    NotationError
        If it is none.

    Examples
    --------
    >>> parse_event("(3,4)").total
    7
    """
    text = plain(text)
    found = _EVENT.fullmatch(text)
    if not found:
        _refuse(Why.EVENT, text)
    if found["card"]:
        card = parse_card(found["card"], text, 1)
        return Dealt(card) if dealing else TurnedUp(card)
    return Rolled(tuple(map(int, found["faces"].split(","))))
