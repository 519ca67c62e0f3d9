"""The cards of River, what lies on a square, and the decks.

The source prints the card faces in a picture that is lost, so the decks' numbers are our choice, kept here
as data: any deck of a river's size will do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum
from typing import Final, NamedTuple

from inaba.errors import NotationError, Reason
from inaba.reading import plain

MOST_HIT_POINTS: Final = 99


class Why(StrEnum):
    """Why a text is no card or no deck."""

    CARD = "river.why.card"
    ZERO = "river.why.leading_zero"
    DECK = "river.setup.deck"


class Kind(StrEnum):
    """The kinds of card. The values sort as the notation does: numbers, then D, O, S, W."""

    SHARK = "#"
    DOLPHIN = "D"
    ORCA = "O"
    SQUID = "S"
    WHALE = "W"

    __hash__ = str.__hash__  # An Enum's own hash is written in Python, and cards are hashed all the time.


class Card(NamedTuple):
    """One card: a shark with its hit points, or another animal.

    Examples
    --------
    >>> str(Card(Kind.SHARK, 9)), str(Card(Kind.WHALE))
    ('9', 'W')
    """

    kind: Kind
    hit_points: int = 0

    def __str__(self) -> str:
        return str(self.hit_points) if self.kind is Kind.SHARK else self.kind.value


class Spot(NamedTuple):
    """What lies on one square of the river.

    Attributes
    ----------
    card : Card or None
        The card, where it is face up; None where it is face down.
    up : bool
        Whether it is face up.
    damage : int
        The damage on a shark, from 0 to its hit points; as much as its hit points once it is beaten.
    by : int
        In a draft game the player who laid a face-down card; 0 after a shuffle, and once it is face up.
        -1 where nothing lies yet (`EMPTY`).
    """

    card: Card | None = None
    up: bool = False
    damage: int = 0
    by: int = 0

    @property
    def left(self) -> int:
        """Hit points left: 0 for anything that is no shark, or is face down."""
        return self.card.hit_points - self.damage if self.card else 0

    @property
    def beaten(self) -> bool:
        """Whether this is a shark that has lost all of at least one hit point."""
        return self.damage > 0 and self.left == 0

    @property
    def face_down(self) -> bool:
        """Whether a card lies here face down."""
        return not self.up and self.by >= 0

    def shown(self, hidden: Card | None = None) -> str:
        """The notation of this spot; ``hidden`` is a face-down card that the reader may see."""
        if not self.up:
            if self.by < 0:
                return "."
            owner = str(self.by) if self.by else ""
            return f"?{owner}:{hidden}" if hidden else f"?{owner}"
        if self.beaten:
            return f"{self.card}x"
        return f"{self.card}-{self.damage}" if self.damage else str(self.card)

    def __str__(self) -> str:
        return self.shown()


def is_card(thing: object) -> bool:
    """Whether a thing is a card that the notation can write: hit points 0 to 99, and of a shark only.

    Examples
    --------
    >>> is_card(Card(Kind.SHARK, 99)), is_card(Card(Kind.SHARK, 100)), is_card(Card(Kind.WHALE, 1))
    (True, False, False)
    """
    if not isinstance(thing, Card) or [*map(type, thing)] != [Kind, int]:
        return False
    return 0 <= thing.hit_points <= (MOST_HIT_POINTS if thing.kind is Kind.SHARK else 0)


FACE_DOWN: Final = Spot()
EMPTY: Final = Spot(by=-1)
"""A square on which no card lies yet, while a draft is under way."""

_CARD = re.compile(r"(?:0|[1-9][0-9]?)|[DOSW]", re.ASCII)


def parse_card(text: str, whole: str | None = None, at: int = 0) -> Card:
    """Read one card: ``"9"``, ``"0"``, ``"D"``, ``"O"``, ``"S"`` or ``"W"``.

    Parameters
    ----------
    text : str
    whole, at : str and int, optional
        The longer text that it is a part of, and where: for the error.

    Raises
    ------
    NotationError
        If it is none.

    Examples
    --------
    >>> parse_card("9")
    Card(kind=<Kind.SHARK: '#'>, hit_points=9)
    """
    whole = plain(text) if whole is None else whole
    if not _CARD.fullmatch(text):
        zero = re.fullmatch(r"0[0-9]+", text, re.ASCII)
        raise NotationError(whole, at, Reason(Why.ZERO if zero else Why.CARD, {"card": text}))
    return Card(Kind(text)) if text in "DOSW" else Card(Kind.SHARK, int(text))


def parse_deck(text: str) -> tuple[Card, ...]:
    """Read a deck: cards separated by commas, in any order; or the name of one of `DECKS`.

    Raises
    ------
    NotationError
        If it is anything else.

    Examples
    --------
    >>> format_deck(parse_deck("W,9,3"))
    '3,9,W'
    """
    text = plain(text)
    if text in DECKS:
        return DECKS[text]
    if re.fullmatch("[A-Za-z]{2,}", text, re.ASCII):
        raise NotationError(text, 0, Reason(Why.DECK, {"deck": text, "decks": ", ".join(DECKS)}))
    cards, at = [], 0
    for part in text.split(","):
        cards.append(parse_card(part, text, at))
        at += len(part) + 1
    return tuple(sorted(cards))


def format_deck(cards: Iterable[Card]) -> str:
    """Cards as the notation lists them: numbers ascending, then D, O, S, W; ``"-"`` for none.

    Examples
    --------
    >>> format_deck([])
    '-'
    """
    return ",".join(map(str, sorted(cards))) or "-"


def _sharks(*hit_points: int) -> tuple[Card, ...]:
    return tuple(Card(Kind.SHARK, h) for h in hit_points)


STANDARD: Final = (
    *_sharks(5, 6, 8, 10, 12, 14, 16, 20),
    Card(Kind.DOLPHIN),
    Card(Kind.ORCA),
    Card(Kind.SQUID),
    Card(Kind.WHALE),
)
"""Twelve cards whose hit points make the twelve dice of the box run short in a few games of a hundred, where
every lost roll leaves its two dice on the shark until it is beaten."""

CLASSROOM: Final = (
    *_sharks(0, 3, 4, 5, 6, 7, 8, 9, 10),
    Card(Kind.DOLPHIN),
    Card(Kind.SQUID),
    Card(Kind.WHALE),
)
"""Twelve cards with small hit points, for lessons; no orca."""

DECKS: Final[dict[str, tuple[Card, ...]]] = {"standard": STANDARD, "classroom": CLASSROOM}
