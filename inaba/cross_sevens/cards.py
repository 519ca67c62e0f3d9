"""The cards of Cross Sevens: 53 trumps, and the seven kinds of action cards.

A trump is written as the letter of its suit and its rank: ``D7``, ``S10``, ``HA``, ``CK``; the joker is
``JK``. Trumps, of which each exists once, are written as runs, ``D3-6,HA-K``; action cards by their names,
several of a kind with their number, ``cross*2,stop``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from enum import IntEnum, StrEnum
from itertools import groupby
from typing import Final, NamedTuple

from inaba.errors import NotationError, Reason
from inaba.reading import plain

SEVEN: Final = 7
HIGHEST: Final = 13
RANKS: Final = ("A", *map(str, range(2, 11)), "J", "Q", "K")
"""The ranks as they are written: the first is rank 1, the last rank 13."""

MOST_ACTIONS: Final = 99
"""The greatest number of action cards of one kind that is read."""


class Why(StrEnum):
    """Why a text is no card, or cards do not go together."""

    CARD = "cross_sevens.why.card"
    RUN = "cross_sevens.why.run"
    TWICE = "cross_sevens.why.twice"
    ACTION = "cross_sevens.why.action"
    ACTION_TWICE = "cross_sevens.why.action_twice"


class Suit(IntEnum):
    """The four suits, in the order in which their 7s are laid (rule 2), and the joker's own."""

    DIAMONDS = 0
    SPADES = 1
    HEARTS = 2
    CLUBS = 3
    JOKER = 4

    __hash__ = int.__hash__  # An Enum's own hash is written in Python, and cards are hashed all the time.

    @property
    def letter(self) -> str:
        """The letter of the notation: D, S, H or C."""
        return "DSHCJ"[self]


SUITS: Final = (Suit.DIAMONDS, Suit.SPADES, Suit.HEARTS, Suit.CLUBS)


class Card(NamedTuple):
    """One trump: a suit, and a rank from 1 (A) to 13 (K); the joker has a suit of its own, and rank 0.

    Examples
    --------
    >>> str(Card(Suit.HEARTS, 12)), str(JOKER)
    ('HQ', 'JK')
    """

    suit: Suit
    rank: int

    @property
    def beside_seven(self) -> bool:
        """Whether it is a 6 or an 8, which lie only left or right of their 7 (rule 4)."""
        return self.rank in (SEVEN - 1, SEVEN + 1)

    def step(self, by: int) -> Card:
        """The card so many ranks on, round the corner from K to A.

        Examples
        --------
        >>> str(parse_card("DK").step(1)), str(parse_card("D2").step(-2))
        ('DA', 'DK')
        """
        return Card(self.suit, (self.rank - 1 + by) % HIGHEST + 1)

    def __str__(self) -> str:
        return "JK" if self.suit is Suit.JOKER else f"{self.suit.letter}{RANKS[self.rank - 1]}"


JOKER: Final = Card(Suit.JOKER, 0)

CARDS: Final = (*(Card(suit, rank) for suit in SUITS for rank in range(1, HIGHEST + 1)), JOKER)
"""All 53 trumps, suit by suit, each from A to K, the joker last: the order in which cards are sorted."""

SEVENS: Final = tuple(Card(suit, SEVEN) for suit in SUITS)

_BY_TEXT: Final = {str(card): card for card in CARDS}


def over_the_corner(one: Card, other: Card) -> bool:
    """Whether two cards are the A and the K of a suit, which may not be joined without TUNNEL (rule 5).

    Examples
    --------
    >>> over_the_corner(Card(Suit.CLUBS, 1), Card(Suit.CLUBS, 13))
    True
    >>> over_the_corner(Card(Suit.CLUBS, 12), Card(Suit.CLUBS, 13))
    False
    """
    return one.suit == other.suit and {one.rank, other.rank} == {1, HIGHEST}


class Action(IntEnum):
    """The seven kinds of action cards."""

    MIX = 0
    PLUS = 1
    CROSS = 2
    TUNNEL = 3
    STOP = 4
    TRADE = 5
    TRY = 6

    __hash__ = int.__hash__

    def __str__(self) -> str:
        return self.name.lower()


_ACTIONS: Final = {str(action): action for action in Action}

Actions = tuple[Action, ...]
"""Action cards, sorted; those of one kind are alike."""


def parse_card(text: str, whole: str | None = None, at: int = 0) -> Card:
    """Read one trump: ``"D7"``.

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
    >>> parse_card("D7")
    Card(suit=<Suit.DIAMONDS: 0>, rank=7)
    """
    whole = plain(text) if whole is None else whole
    if text not in _BY_TEXT:
        raise NotationError(whole, at, Reason(Why.CARD, {"card": text[:20]}))
    return _BY_TEXT[text]


_RANK = "A|10|[2-9JQK]"
_RUN: Final = re.compile(rf"([DSHC])({_RANK})-({_RANK})", re.ASCII)
CARD_TEXT: Final = rf"[DSHC](?:{_RANK})"
"""A regular expression for a trump that is not the joker."""


def parse_cards(text: str, whole: str | None = None, at: int = 0) -> tuple[Card, ...]:
    """Read trumps separated by commas, runs among them, in any order; ``"-"`` for none.

    Parameters as in `parse_card`.

    Raises
    ------
    NotationError
        If a part is no card and no run, or a card stands twice.

    Examples
    --------
    >>> [str(card) for card in parse_cards("JK,D9-J,DA")]
    ['DA', 'D9', 'D10', 'DJ', 'JK']
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
    """The cards of one part: a card, or a run such as ``D9-J``."""
    run = _RUN.fullmatch(text)
    if run is None:
        yield parse_card(text, whole, at)
        return
    low, high = RANKS.index(run[2]), RANKS.index(run[3])
    if low >= high:
        raise NotationError(whole, at, Reason(Why.RUN, {"text": text}))
    for rank in RANKS[low : high + 1]:
        yield _BY_TEXT[run[1] + rank]


def format_cards(cards: Iterable[Card]) -> str:
    """Trumps as the notation lists them, three or more in a row as a run; ``"-"`` for none.

    Examples
    --------
    >>> format_cards(CARDS), format_cards(parse_cards("S6,S4,S5,CA,C2")), format_cards([])
    ('DA-K,SA-K,HA-K,CA-K,JK', 'S4-6,CA,C2', '-')
    """
    parts: list[str] = []
    # Within a run the rank less the place in the sorted row stays the same.
    for _, group in groupby(enumerate(sorted(cards)), key=lambda at: (at[1].suit, at[1].rank - at[0])):
        run = [card for _, card in group]
        parts += [f"{run[0]}-{RANKS[run[-1].rank - 1]}"] if len(run) > 2 else map(str, run)
    return ",".join(parts) or "-"


_SEVERAL: Final = re.compile(r"([a-z]+)(?:\*([1-9][0-9]?))?", re.ASCII)


def parse_actions(text: str, whole: str | None = None, at: int = 0) -> Actions:
    """Read action cards separated by commas, in any order, several of a kind with their number; ``"-"`` for
    none. Parameters as in `parse_card`.

    Raises
    ------
    NotationError
        If a part is none, or a kind stands twice.

    Examples
    --------
    >>> [str(action) for action in parse_actions("try,cross*2")]
    ['cross', 'cross', 'try']
    """
    whole = plain(text) if whole is None else whole
    if text == "-":
        return ()
    found: Counter[Action] = Counter()
    for part in text.split(","):
        several = _SEVERAL.fullmatch(part)
        if several is None or several[1] not in _ACTIONS or several[2] == "1":
            raise NotationError(whole, at, Reason(Why.ACTION, {"text": part[:20]}))
        kind = _ACTIONS[several[1]]
        if kind in found:
            raise NotationError(whole, at, Reason(Why.ACTION_TWICE, {"action": kind}))
        found[kind] = int(several[2] or 1)
        at += len(part) + 1
    return tuple(sorted(found.elements()))


def format_actions(actions: Iterable[Action]) -> str:
    """Action cards as the notation lists them; ``"-"`` for none.

    Examples
    --------
    >>> format_actions([Action.TRY, Action.CROSS, Action.CROSS]), format_actions([])
    ('cross*2,try', '-')
    """
    counted = sorted(Counter(actions).items())
    return ",".join(f"{kind}*{count}" if count > 1 else str(kind) for kind, count in counted) or "-"


def fewer(actions: Actions, taken: Iterable[Action]) -> Actions:
    """Action cards without some of them, which must be there, sorted.

    Examples
    --------
    >>> format_actions(fewer(parse_actions("cross*2,try"), [Action.CROSS]))
    'cross,try'
    """
    left = list(actions)
    for action in taken:
        left.remove(action)
    return tuple(left)


def action_cards(players: int) -> Actions:
    """All action cards of a game: how many there are of each is ours, and so data.

    Examples
    --------
    >>> format_actions(action_cards(3))
    'mix,plus*4,cross*4,tunnel*3,stop*3,trade*3,try*3'
    """
    more = players + 1
    counts = {
        Action.MIX: 1,
        Action.PLUS: more,
        Action.CROSS: more,
        Action.TUNNEL: 3,
        Action.STOP: 3,
        Action.TRADE: 3,
        Action.TRY: 3,
    }
    return tuple(sorted(Counter(counts).elements()))
