"""The drawings of Cross Sevens: the suits, the joker, the backs, the signs of the action cards and STOP.

All are drawn for this project. Suits are told apart three times over: by their shape, by the letter of the
notation, and by a colour of Okabe and Ito's palette, as on a deck of four colours. Each action card has a
sign that shows what it does, and its name.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from inaba.cross_sevens.cards import Action, Card, Suit
from inaba.frame import sheet
from inaba.frame.sheet import ALARM, BACK, BACK_LINE, INK, PANEL, PAPER, QUIET, STAR

FELT: Final = "#DCEAF2"
"""The table."""
GRID: Final = "#9DB6C3"
"""The lines of the field."""
ACTION_BACK: Final = "#6B3A5B"
"""The back of an action card."""
ACTION_BACK_LINE: Final = "#D9A8C7"
TINT: Final = "#F6E7F0"
"""The face of an action card."""

SUITS: Final = {
    Suit.DIAMONDS: "#0072B2",
    Suit.SPADES: "#000000",
    Suit.HEARTS: "#D55E00",
    Suit.CLUBS: "#009E73",
}
"""Blue, black, vermilion and bluish green of Okabe and Ito. Text never stands on them."""

SIGNS: Final = {
    Suit.DIAMONDS: "diamond",
    Suit.SPADES: "spade",
    Suit.HEARTS: "heart",
    Suit.CLUBS: "club",
    Suit.JOKER: "joker",
}
"""The sign of each suit, and the joker's, by the name of its drawing."""

TEXT_ON: Final = (
    (INK, PAPER),
    (INK, PANEL),
    (INK, FELT),
    (INK, STAR),
    (INK, TINT),
    (QUIET, PANEL),
    (ALARM, PANEL),
    (PAPER, BACK),
    (PAPER, ACTION_BACK),
)
"""Every pair of a text's colour and the colour behind it that the pictures use."""

_EDGE: Final = f'stroke="{INK}" stroke-width="1.6" stroke-linejoin="round"'
_LINE: Final = f'stroke="{INK}" stroke-width="3" stroke-linejoin="round" stroke-linecap="round"'
_THICK: Final = f'stroke="{INK}" stroke-width="5" stroke-linecap="round"'
_THIN: Final = f'stroke="{INK}" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"'


def _leaf(x: float, y: float, turned: str = "") -> str:
    """A small card in the drawing of an action card's sign."""
    return f'<rect x="{x}" y="{y}" width="14" height="20" rx="2" fill="{PAPER}" {_THIN}{turned}/>'


_OCTAGON: Final = "M13 2H27L38 13V27L27 38H13L2 27V13Z"

_ACTION_SIGNS: Final[dict[Action, str]] = {
    # Cards that change places in a ring.
    Action.MIX: (
        f'<path d="M6 18A14.5 14.5 0 0 1 31 9.5M34 22A14.5 14.5 0 0 1 9 30.5" fill="none" {_LINE}/>'
        f'<path d="M32.5 2.5V11H24M7.5 37.5V29H16" fill="none" {_LINE}/>'
        f'<rect x="15" y="13" width="10" height="14" rx="2" fill="{STAR}" {_THIN}/>'
    ),
    # A card, and one more.
    Action.PLUS: f'{_leaf(2, 10)}<path d="M29 11V29M21.5 20H36.5" fill="none" {_THICK}/>',
    # A card laid across another.
    Action.CROSS: (
        f'<rect x="12" y="2" width="16" height="36" rx="2.5" fill="{PAPER}" {_THIN}/>'
        f'<rect x="2" y="12" width="36" height="16" rx="2.5" fill="{STAR}" {_THIN}/>'
    ),
    # A mountain with a tunnel through it, from A to K.
    Action.TUNNEL: (
        f'<path d="M1.5 36C5 18 11 6 20 6S35 18 38.5 36Z" fill="#C9B48F" {_THIN}/>'
        f'<path d="M11 36V29A9 9 0 0 1 29 29V36Z" fill="{INK}" {_THIN}/>'
        f'<path d="M17 36L18.7 28M23 36L21.3 28" fill="none" stroke="{PAPER}" stroke-width="1.6"/>'
    ),
    # An octagon with a bar: no entry.
    Action.STOP: (
        f'<path d="{_OCTAGON}" fill="{ALARM}" {_THIN}/>'
        f'<path d="M7 20H33" fill="none" stroke="{PAPER}" stroke-width="7"/>'
    ),
    # Two cards, and an arrow each way.
    Action.TRADE: (
        f"{_leaf(2, 10)}{_leaf(24, 10)}"
        f'<path d="M12 5H28L24 1.5M28 5L24 8.5M28 35H12L16 31.5M12 35L16 38.5" fill="none" {_THIN}/>'
    ),
    # A card that somebody looks for, through a glass.
    Action.TRY: (
        f"{_leaf(3, 14)}"
        f'<circle cx="22" cy="15" r="10.5" fill="{PAPER}" fill-opacity=".85" {_LINE}/>'
        f'<path d="M29.8 22.8L37 31" fill="none" {_THICK}/>'
        f'<path d="M18.4 12.4a3.7 3.7 0 1 1 5.4 3.3q-1.8 1-1.8 2.6" fill="none" {_THIN}/>'
        f'<circle cx="22" cy="21.6" r="1.5" fill="{INK}"/>'
    ),
}


def action_sign(action: Action) -> str:
    """The sign of an action card, by the name of its drawing.

    Examples
    --------
    >>> action_sign(Action.TRY)
    'try'
    """
    return str(action)


DRAWINGS: Final[dict[str, tuple[str, str]]] = {
    "diamond": (
        "0 0 40 40",
        f'<path d="M20 1.5L35 20L20 38.5L5 20Z" fill="{SUITS[Suit.DIAMONDS]}" {_EDGE}/>',
    ),
    "spade": (
        "0 0 40 40",
        '<path d="M20 2C22 9 37 16 37 25.5C37 34 26 35.5 22 28.5C22 33 24 36 27.5 38.5H12.5C16 36 18 33 18'
        f' 28.5C14 35.5 3 34 3 25.5C3 16 18 9 20 2Z" fill="{SUITS[Suit.SPADES]}" {_EDGE}/>',
    ),
    "heart": (
        "0 0 40 40",
        '<path d="M20 38C16 29 3 23 3 13.5C3 2.5 17 0.5 20 10.5C23 0.5 37 2.5 37 13.5C37 23 24 29 20 38Z"'
        f' fill="{SUITS[Suit.HEARTS]}" {_EDGE}/>',
    ),
    "club": (
        "0 0 40 40",
        '<path d="M17.6 26.5C12 34 2 31 2 23.2C2 16.4 9 13.7 14 16.6C8.5 9.5 12.5 2 20 2S31.5 9.5 26'
        " 16.6C31 13.7 38 16.4 38 23.2C38 31 28 34 22.4 26.5C22.4 32 24 36 27.5 38.5H12.5C16 36 17.6 32"
        f' 17.6 26.5Z" fill="{SUITS[Suit.CLUBS]}" {_EDGE}/>',
    ),
    # A cap with three bells.
    "joker": (
        "0 0 40 40",
        f'<path d="M10 28C9 18 7 13 3 9C10 7 14 10 16 15C16 9 17 6 20 3C23 6 24 9 24 15C26 10 30 7 37 9C33 13'
        f' 31 18 30 28Z" fill="#CC79A7" {_EDGE}/>'
        f'<path d="M20 3C23 6 24 9 24 15C26 10 30 7 37 9C33 13 31 18 30 28H20Z" fill="{STAR}" {_EDGE}/>'
        f'<path d="M9 28H31V34.5Q20 38 9 34.5Z" fill="{PAPER}" {_EDGE}/>'
        f'<g fill="{STAR}" {_EDGE}><circle cx="3.8" cy="9.6" r="3"/><circle cx="20" cy="4" r="3"/>'
        '<circle cx="36.2" cy="9.6" r="3"/></g>',
    ),
    "back": (
        "0 0 44 60",
        f'<rect x="1" y="1" width="42" height="58" rx="5" fill="{BACK}" stroke="{INK}" stroke-width="1.6"/>'
        f'<rect x="4.5" y="4.5" width="35" height="51" rx="3" fill="none" stroke="{BACK_LINE}"'
        ' stroke-width="1.6"/>'
        f'<path d="M22 15L34 30L22 45L10 30Z" fill="none" stroke="{BACK_LINE}" stroke-width="1.6"/>'
        f'<path d="M17.5 23.5H26.5L20.5 37" fill="none" stroke="{PAPER}" stroke-width="3.4"'
        ' stroke-linecap="round" stroke-linejoin="round"/>',
    ),
    # The backs of action cards are not upright but crosswise stripes, and they have a cross.
    "action-back": (
        "0 0 44 60",
        f'<rect x="1" y="1" width="42" height="58" rx="5" fill="{ACTION_BACK}" stroke="{INK}"'
        ' stroke-width="1.6"/>'
        f'<path d="M4 9H40M4 16H40M4 44H40M4 51H40" fill="none" stroke="{ACTION_BACK_LINE}"'
        ' stroke-width="1.6"/>'
        f'<path d="M22 21V39M13 30H31" fill="none" stroke="{PAPER}" stroke-width="5"'
        ' stroke-linecap="round"/>',
    ),
    **{action_sign(action): ("0 0 40 40", sign) for action, sign in _ACTION_SIGNS.items()},
}
"""Every drawing by name, with its view box: the suits ``diamond``, ``spade``, ``heart`` and ``club``,
``joker``, ``back``, ``action-back``, and the sign of each action card by its name, ``stop`` among them."""


def sign(card: Card) -> str:
    """The drawing on a trump: the sign of its suit, or the joker.

    Examples
    --------
    >>> from inaba.cross_sevens.cards import parse_card
    >>> sign(parse_card("H7")), sign(parse_card("JK"))
    ('heart', 'joker')
    """
    return SIGNS[card.suit]


def symbols(prefix: str, names: Iterable[str] | None = None) -> str:
    """The drawings as one ``<defs>`` (`inaba.frame.sheet.symbols`).

    Examples
    --------
    >>> symbols("p-", ["heart"])[:45]
    '<defs><symbol id="p-heart" viewBox="0 0 40 40'
    """
    return sheet.symbols(DRAWINGS, prefix, names)
