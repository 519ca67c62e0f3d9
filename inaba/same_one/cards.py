"""The cards of Same One: 90, in green, blue and yellow, each colour from 1 to 30.

A 1 is a dog, and 13 to 18 are sharks. A card is written as the first letter of its colour and its number:
``g7``, ``b12``, ``y30``. Cards of which each exists once are written as runs, ``g1-30,b4,b6``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import IntEnum, StrEnum
from itertools import groupby
from typing import Final, NamedTuple

from inaba.errors import NotationError, Reason
from inaba.reading import plain

MOST_NUMBER: Final = 30
LAST_SMALL: Final = 15
"""On numbers up to this one larger cards fit, on the others smaller ones (rule 4)."""

LETTERS: Final = "gby"


class Why(StrEnum):
    """Why a text is no card, or cards do not go together."""

    CARD = "same_one.why.card"
    RUN = "same_one.why.run"
    TWICE = "same_one.why.twice"


class Colour(IntEnum):
    """The three colours, in the order of the box."""

    GREEN = 0
    BLUE = 1
    YELLOW = 2

    __hash__ = int.__hash__  # An Enum's own hash is written in Python, and cards are hashed all the time.

    @property
    def letter(self) -> str:
        """The letter of the notation: g, b or y."""
        return LETTERS[self]


class Card(NamedTuple):
    """One card: a colour, and a number from 1 to 30.

    Examples
    --------
    >>> str(Card(Colour.BLUE, 12)), Card(Colour.BLUE, 13).shark, Card(Colour.BLUE, 1).dog
    ('b12', True, True)
    """

    colour: Colour
    number: int

    @property
    def shark(self) -> bool:
        """Whether it is a shark: 13 to 18 (rule 1)."""
        return 13 <= self.number <= 18

    @property
    def dog(self) -> bool:
        """Whether it is a dog: a 1 (rule 1)."""
        return self.number == 1

    @property
    def points(self) -> int:
        """What it costs who is left with it at the end: 2 for a shark, otherwise 1 (rule 13)."""
        return 2 if 13 <= self.number <= 18 else 1

    def fits(self, centre: Card) -> bool:
        """Whether it may follow the centre card: its colour, and larger on 1-15, smaller on 16-30 (rule 4).

        Examples
        --------
        >>> parse_card("g12").fits(parse_card("g11")), parse_card("y17").fits(parse_card("y18"))
        (True, True)
        >>> parse_card("g11").fits(parse_card("g11")), parse_card("b12").fits(parse_card("g11"))
        (False, False)
        """
        if self.colour is not centre.colour:
            return False
        return self.number > centre.number if centre.number <= LAST_SMALL else self.number < centre.number

    def __str__(self) -> str:
        return f"{LETTERS[self.colour]}{self.number}"


CARDS: Final[tuple[Card, ...]] = tuple(
    Card(colour, number) for colour in Colour for number in range(1, MOST_NUMBER + 1)
)
"""All 90 cards, green, blue, yellow, each colour ascending: the order in which cards are sorted."""

_BY_TEXT: Final = {str(card): card for card in CARDS}


def is_card(thing: object) -> bool:
    """Whether a thing is one of the 90 cards.

    Examples
    --------
    >>> is_card(Card(Colour.GREEN, 30)), is_card(Card(Colour.GREEN, 31)), is_card("g30")
    (True, False, False)
    """
    return isinstance(thing, Card) and [*map(type, thing)] == [Colour, int] and 1 <= thing.number <= 30


def fitting(centre: Card) -> str:
    """The run of cards that fit on a centre card (rule 4).

    Examples
    --------
    >>> fitting(parse_card("g11")), fitting(parse_card("y18"))
    ('g12-30', 'y1-17')
    """
    low, high = (centre.number + 1, MOST_NUMBER) if centre.number <= LAST_SMALL else (1, centre.number - 1)
    return f"{centre.colour.letter}{low}-{high}"


def points(cards: Iterable[Card]) -> int:
    """What cards cost who is left with them: 1 a card, 2 a shark (rule 13); 0 or more.

    Examples
    --------
    >>> points(parse_cards("g2,g13,y30"))
    4
    """
    return sum(card.points for card in cards)


def parse_card(text: str, whole: str | None = None, at: int = 0) -> Card:
    """Read one card: ``"g7"``.

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
    >>> parse_card("g7")
    Card(colour=<Colour.GREEN: 0>, number=7)
    """
    whole = plain(text) if whole is None else whole
    if text not in _BY_TEXT:
        raise NotationError(whole, at, Reason(Why.CARD, {"card": text[:20]}))
    return _BY_TEXT[text]


_RUN: Final = re.compile(r"([gby])([1-9][0-9]?)-([1-9][0-9]?)", re.ASCII)


def parse_cards(text: str, whole: str | None = None, at: int = 0) -> tuple[Card, ...]:
    """Read cards separated by commas, runs among them, in any order; ``"-"`` for none.

    Parameters as in `parse_card`.

    Raises
    ------
    NotationError
        If a part is no card and no run, or a card stands twice.

    Examples
    --------
    >>> [str(card) for card in parse_cards("y30,g7-9")]
    ['g7', 'g8', 'g9', 'y30']
    """
    whole = plain(text) if whole is None else whole
    if text == "-":
        return ()
    found: set[Card] = set()
    for part in text.split(","):
        for card in _run(part, whole, at):
            if card in found:
                raise NotationError(whole, at, Reason(Why.TWICE, {"card": card}))
            found.add(card)
        at += len(part) + 1
    return tuple(sorted(found))


def _run(text: str, whole: str, at: int) -> Iterator[Card]:
    """The cards of one part: a card, or a run such as ``g7-9``."""
    run = _RUN.fullmatch(text)
    if run is None:
        yield parse_card(text, whole, at)
        return
    low, high = int(run[2]), int(run[3])
    if not low < high <= MOST_NUMBER:
        raise NotationError(whole, at, Reason(Why.RUN, {"text": text}))
    for number in range(low, high + 1):
        yield _BY_TEXT[f"{run[1]}{number}"]


def format_cards(cards: Iterable[Card]) -> str:
    """Cards as the notation lists them, three or more in a row as a run; ``"-"`` for none.

    Examples
    --------
    >>> format_cards(CARDS), format_cards(parse_cards("b6,b4,b5,y1,y2")), format_cards([])
    ('g1-30,b1-30,y1-30', 'b4-6,y1,y2', '-')
    """
    parts: list[str] = []
    # Within a run the number less the place in the sorted row stays the same.
    for _, group in groupby(enumerate(sorted(cards)), key=lambda at: (at[1].colour, at[1].number - at[0])):
        run = [card for _, card in group]
        parts += [f"{run[0]}-{run[-1].number}"] if len(run) > 2 else map(str, run)
    return ",".join(parts) or "-"
