"""The drawings of Same One: the sign of each colour, a shark, a dog and a card's back.

All are drawn for this project. Colours are told apart three times over: by a colour of Okabe and Ito's
palette, by a sign (green has a leaf, blue a drop, yellow a sun), and by the letter of the notation.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from inaba.frame import sheet
from inaba.frame.sheet import BACK, BACK_LINE, INK, PAPER
from inaba.same_one.cards import Card, Colour

FELT: Final = "#D7EBDD"
"""The table."""
GREY: Final = "#A9BCC6"
"""A shark."""
COAT: Final = "#E9C79A"
"""A dog, and its ears."""
EARS: Final = "#8A5A2B"

COLOURS: Final = {Colour.GREEN: "#009E73", Colour.BLUE: "#0072B2", Colour.YELLOW: "#F0E442"}
"""Bluish green, blue and yellow of Okabe and Ito. Text never stands on them but in `INK` on `PAPER`."""

SIGNS: Final = {Colour.GREEN: "leaf", Colour.BLUE: "drop", Colour.YELLOW: "sun"}
"""The sign of each colour, by the name of its drawing."""

_LINE: Final = f'stroke="{INK}" stroke-width="2.4" stroke-linejoin="round" stroke-linecap="round"'

_RAYS: Final = (
    "M20 1v6M20 33v6M1 20h6M33 20h6M6.6 6.6l4.2 4.2M29.2 29.2l4.2 4.2M33.4 6.6l-4.2 4.2M10.8 29.2l-4.2 4.2"
)

DRAWINGS: Final[dict[str, tuple[str, str]]] = {
    # The signs have no colour of their own: each use gives them one.
    "leaf": (
        "0 0 40 40",
        f'<path d="M6 34C2 15 15 3 36 4C38 25 25 38 6 34Z" {_LINE}/>'
        f'<path d="M3 38L25 15" fill="none" {_LINE}/>',
    ),
    "drop": ("0 0 40 40", f'<path d="M20 2C28 13 34 19 34 25.5a14 13 0 0 1-28 0C6 19 12 13 20 2Z" {_LINE}/>'),
    "sun": (
        "0 0 40 40",
        f'<path d="{_RAYS}" fill="none" {_LINE}/><circle cx="20" cy="20" r="9.5" {_LINE}/>',
    ),
    "shark": (
        "0 0 100 60",
        f'<path d="M38 21L50 3L63 21" fill="{GREY}" {_LINE}/>'
        f'<path d="M4 36C20 16 52 14 77 30L95 14L91 34L96 53L77 42C56 55 24 54 4 36Z" fill="{GREY}" {_LINE}/>'
        f'<path d="M9 40C24 42 48 46 74 41C56 53 25 53 9 40Z" fill="{PAPER}" {_LINE}/>'
        f'<path d="M40 28q-4 6 0 12M47 28q-4 6 0 12M54 44L50 55L64 46" fill="{GREY}" {_LINE}/>'
        f'<circle cx="24" cy="31" r="3.2" fill="{INK}"/>'
        f'<path d="M12 40l3 4l3-3.4l3 4l3-3.6l3 4" fill="none" {_LINE}/>',
    ),
    "dog": (
        "0 0 100 60",
        f'<path d="M36 8C45 3 55 3 64 8C74 16 74 40 64 50C56 58 44 58 36 50C26 40 26 16 36 8Z" fill="{COAT}" '
        f"{_LINE}/>"
        f'<path d="M36 7C22 3 14 20 20 38C28 40 33 26 37 17Z" fill="{EARS}" {_LINE}/>'
        f'<path d="M64 7C78 3 86 20 80 38C72 40 67 26 63 17Z" fill="{EARS}" {_LINE}/>'
        f'<circle cx="42" cy="26" r="3" fill="{INK}"/><circle cx="58" cy="26" r="3" fill="{INK}"/>'
        f'<ellipse cx="50" cy="36" rx="5.5" ry="4" fill="{INK}"/>'
        f'<path d="M50 40v4q-5 6-10 1M50 44q5 6 10 1" fill="none" {_LINE}/>',
    ),
    "back": (
        "0 0 60 84",
        f'<rect x="1" y="1" width="58" height="82" rx="7" fill="{BACK}" stroke="{INK}" stroke-width="2"/>'
        f'<rect x="6" y="6" width="48" height="72" rx="4" fill="none" stroke="{BACK_LINE}" stroke-width="2"/>'
        f'<circle cx="30" cy="42" r="15" fill="none" stroke="{PAPER}" stroke-width="3"/>'
        f'<path d="M25 37L31 32V52" fill="none" stroke="{PAPER}" stroke-width="4" stroke-linecap="round"'
        ' stroke-linejoin="round"/>',
    ),
}
"""Every drawing by name, with its view box: the signs ``leaf``, ``drop`` and ``sun``, ``shark``, ``dog``,
``back``."""


def motif(card: Card) -> str:
    """The drawing in the middle of a card: its animal, or the sign of its colour.

    Examples
    --------
    >>> from inaba.same_one.cards import parse_card
    >>> motif(parse_card("g14")), motif(parse_card("g1")), motif(parse_card("g7"))
    ('shark', 'dog', 'leaf')
    """
    return "shark" if card.shark else "dog" if card.dog else SIGNS[card.colour]


def symbols(prefix: str, names: Iterable[str] | None = None) -> str:
    """The drawings as one ``<defs>`` (`inaba.frame.sheet.symbols`).

    Examples
    --------
    >>> symbols("p-", ["drop"])[:44]
    '<defs><symbol id="p-drop" viewBox="0 0 40 40'
    """
    return sheet.symbols(DRAWINGS, prefix, names)
