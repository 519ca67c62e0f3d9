"""The drawings of River: animals, rabbits, dice and signs as SVG, drawn for this project.

Every drawing is a ``<symbol>`` whose id is a prefix and a name, so that a picture takes the drawings it needs
under a prefix of its own, and a page that shows several pictures has no id twice. Nothing here knows a
position: cards and boards are put together in `inaba.river.picture`.

Rabbits are told apart four times over: by number, by the shape of the badge, by ears and pattern, and by a
colour of Okabe and Ito's palette, which people see apart with any kind of colour vision.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from inaba.frame import sheet
from inaba.frame.sheet import ALARM, BACK, BACK_LINE, INK, PANEL, PAPER, QUIET, STAR

SPENT: Final = "#DADFE1"
"""A beaten shark's card."""
WATER: Final = "#BFE1F2"
WATER_LINE: Final = "#8DBFDB"
SHORE: Final = "#F3E3B8"
GRASS: Final = "#CFE3A4"

RABBITS: Final = ("#D55E00", "#0072B2", "#009E73", "#CC79A7")
"""The coat of rabbit 1, 2, …: vermilion, blue, bluish green and reddish purple of Okabe and Ito."""

TEXT_ON: Final = (
    (INK, PAPER),
    (INK, PANEL),
    (INK, WATER),
    (INK, SHORE),
    (INK, GRASS),
    (INK, SPENT),
    (INK, STAR),
    (QUIET, PAPER),
    (QUIET, PANEL),
    (QUIET, SPENT),
    (ALARM, PAPER),
    (ALARM, PANEL),
    (PAPER, BACK),
)
"""Every pair of a text's colour and the colour behind it that the pictures use."""

DASHES: Final = ("", "11 6", "2 6", "13 5 2 5")
"""The line of rabbit 1, 2, …: whole, dashes, dots, dash and dot (SVG's ``stroke-dasharray``)."""

_LINE = f'stroke="{INK}" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"'
_THIN = f'fill="none" stroke="{INK}" stroke-width="1.4" stroke-linecap="round"'

_ANIMALS: dict[str, str] = {
    "shark": (
        f'<g {_LINE}><path fill="#8FA6B2" d="M3 35C13 23 33 16 52 17L63 3C65 10 67 16 71 20C79 23 85 26 89 28'
        f"L98 12C97 20 96 26 94 31C96 37 97 43 98 50C93 46 89 42 86 38C72 45 54 49 36 48C20 47 9 42 3 35Z"
        '"/>'
        '<path fill="#F7F9F9" d="M3 35C10 38 19 39 28 37C45 40 66 39 86 38C72 45 54 49 36 48C20 47 9'
        ' 42 3 35Z"/>'
        f'<path fill="#7C94A1" d="M40 41C43 48 49 55 58 58C58 51 56 45 53 40Z"/>'
        '<path fill="#FFFFFF" stroke-width="1.2" d="M9 37.3L12 43L14.5 38.5L18 44L20.5 38.7L24.5'
        ' 43.6L27 37.5"/></g>'
        f'<path {_THIN} d="M36 25C34 29 34 33 36 36M41 24C39 28 39 33 41 37M46 23C44 28 44 33 46 37"/>'
        f'<circle cx="22" cy="28" r="4" fill="#FFFFFF" stroke="{INK}" stroke-width="1.4"/>'
        f'<circle cx="21" cy="28.6" r="2.1" fill="{INK}"/><path {_LINE} fill="none" d="M16 22L26 24.5"/>'
    ),
    "dolphin": (
        f'<g {_LINE}><path fill="#63B6DE" d="M2 41C6 37 11 35 15 34C20 21 32 12 48 12C49 7 53 2 60 1'
        f"C59 6 60 10 63 14C76 19 84 29 87 41C92 41 97 44 99 49C94 49 90 50 88 52C86 56 82 59 77 59"
        'C78 55 79 51 81 47C75 38 66 33 55 33C41 32 27 40 17 44C12 45 6 44 2 41Z"/>'
        f'<path fill="#F4FAFD" d="M17 44C12 45 6 44 2 41C8 41 14 40 18 38C30 29 44 25 56 28C68 31 76 38 81 47'
        'C75 38 66 33 55 33C41 32 27 40 17 44Z"/>'
        f'<path fill="#3F97C4" d="M38 33C38 41 41 48 48 53C50 46 51 39 49 32Z"/></g>'
        f'<path {_THIN} d="M7 41.5C13 42 18 40 21 37"/>'
        f'<circle cx="25" cy="30" r="2.3" fill="{INK}"/>'
    ),
    "orca": (
        f'<g {_LINE}><path fill="#2B3A42" d="M3 34C8 22 26 15 44 17C47 11 50 5 56 0C58 7 61 13 65 19'
        f"C75 22 82 25 88 27C90 21 94 16 99 14C99 21 98 26 96 30C98 35 99 40 99 46C93 44 89 41 86 37"
        'C72 46 54 51 36 50C19 49 6 43 3 34Z"/>'
        '<path fill="#FFFFFF" d="M4 37C12 41 22 41 32 39C42 38 50 43 60 42C66 41 70 38 76 38C78 39'
        " 79 40 79 41"
        'C67 47 52 51 36 50C20 49 8 44 4 37Z"/>'
        f'<path fill="#1C282E" d="M33 43C34 50 39 57 48 59C49 52 47 46 44 42Z"/></g>'
        f'<path fill="#FFFFFF" d="M21 24C25 20 33 20 36 24C32 28 25 29 21 24Z"/>'
        f'<path fill="#9FB0B8" d="M58 21C63 21 68 23 71 27C66 29 61 27 58 21Z"/>'
        f'<circle cx="18" cy="29" r="2" fill="#FFFFFF"/>'
    ),
    "squid": (
        f'<g {_LINE}><path fill="none" stroke="#9E4263" stroke-width="5.5" d="M64 24C74 16 84 22 92 13M65 28'
        f"C77 24 84 32 97 27M65 32C77 33 84 42 97 41M64 36C72 41 77 51 88 53M62 38C65 45 66 53 74 57"
        '"/>'
        '<path fill="none" stroke="#E893B0" stroke-width="2.6" d="M64 24C74 16 84 22 92 13M65 28C77'
        " 24 84 32 97 27"
        'M65 32C77 33 84 42 97 41M64 36C72 41 77 51 88 53M62 38C65 45 66 53 74 57"/>'
        '<path fill="#D9738F" d="M24 12C14 8 6 12 2 30C6 48 14 52 24 48C20 42 18 36 18 30C18 24 20'
        ' 18 24 12Z"/>'
        '<path fill="#E893B0" d="M4 30C16 16 34 13 50 16C60 18 67 23 67 30C67 37 60 42 50 44C34 47'
        ' 16 44 4 30Z"/></g>'
        f'<circle cx="55" cy="26" r="7" fill="#FFFFFF" stroke="{INK}" stroke-width="2"/>'
        f'<circle cx="56.5" cy="26.5" r="3.6" fill="{INK}"/><circle cx="57.6" cy="25.2" r="1.2"'
        ' fill="#FFFFFF"/>'
        f'<g fill="#B9516F"><circle cx="24" cy="26" r="2"/><circle cx="33" cy="35" r="2"/>'
        f'<circle cx="36" cy="23" r="1.6"/><circle cx="19" cy="33" r="1.4"/></g>'
    ),
    "whale": (
        f'<g {_LINE}><path fill="none" stroke="#4E97BE" stroke-width="3" d="M27 13C27 7 24 3 18 3M27'
        ' 13C27 7 30 3 36 3"/>'
        f'<path fill="#5B7FA6" d="M4 38C4 22 17 14 36 15C55 16 66 27 78 30C84 31 87 27 86 20C82 18 79 14 79 9'
        f"C84 9 88 11 90 15C92 11 95 9 99 9C99 14 97 18 93 20C95 34 90 46 78 52C66 58 40 59 24 56"
        'C11 53 4 47 4 38Z"/>'
        '<path fill="#F2F6FA" d="M5 42C18 43 34 44 46 41C56 44 60 50 62 56C48 58 34 58 24 56C13 54 6'
        ' 49 5 42Z"/>'
        f'<path fill="#4A6C92" d="M44 41C48 46 55 50 63 50C62 44 58 40 53 38Z"/></g>'
        f'<path {_THIN} d="M13 45C17 49 23 53 29 56M24 45C28 49 34 53 40 57M35 44.5C39 48 45 53 51 57"/>'
        f'<circle cx="27" cy="34" r="2.5" fill="{INK}"/><path {_THIN} d="M12 36C14 39 18 40 21 39"/>'
    ),
}
"""100 by 60, facing left."""


def _ears(number: int) -> str:
    """Upright; one bent; hanging; spread wide."""
    long = '<path fill="#FFFFFF" d="M-5 2C-8 -8 -7 -20 -1 -21C5 -20 6 -8 4 2Z"/>'
    inner = '<path fill="#F4B8C4" stroke="none" d="M-2.6 -1C-4 -8 -4 -16 -1 -17C2 -16 2.6 -8 1.6 -1Z"/>'
    ear = long + inner

    def at(x: float, y: float, angle: float) -> str:
        return f'<g transform="translate({x:g} {y:g}) rotate({angle:g})">{ear}</g>'

    bent = (
        '<path fill="#FFFFFF" d="M27 15C26 8 28 2 34 2C41 1 46 8 45 17C44 20 40 20 39 17C39 13 37 11 36 12'
        'C35 13 35 15 35 17Z"/><path fill="#F4B8C4" stroke="none" d="M38 6C42 8 43 12 42.5 17C41 18'
        " 41 16 40.5"
        ' 14C40 10 38 9 37 9Z"/>'
    )
    return (
        at(18, 15, -7) + at(30, 15, 7),
        at(18, 15, -7) + bent,
        at(11, 18, -158) + at(37, 18, 158),
        at(14, 18, -62) + at(34, 18, 62),
    )[number - 1]


def _coat(number: int) -> str:
    """The coat with its pattern: plain, stripes, dots, zigzag."""
    dark = ("", "#00466E", "#00523C", "#8B4068")[number - 1]
    shape = "M12 40C8 47 7 56 8 62L40 62C41 56 40 47 36 40Z"
    pattern = (
        "",
        '<path d="M10.5 44H37.5M8 59H40" stroke-width="3.5"/>',
        '<path d="M11 47h.1M37 47h.1M10.5 57h.1M37.5 57h.1M14 41.5h.1M34 41.5h.1" stroke-width="4.4"/>',
        '<path d="M10 44L13 41L16 44L19 41M29 41L32 44L35 41L38 44M8 60L12 56L16 60L20 56L24 60L28'
        ' 56L32 60L36 56L40 60"'
        ' stroke-width="2.4"/>',
    )[number - 1]
    marks = f'<g fill="none" stroke="{dark}" stroke-linecap="round">{pattern}</g>' if pattern else ""
    filled = f'<path fill="{RABBITS[number - 1]}" stroke="none" d="{shape}"/>'
    return f'{filled}{marks}<path fill="none" d="{shape}"/>'


def _badge(number: int, x: float, y: float, r: float) -> str:
    """The number in the rabbit's shape: circle, square, triangle, diamond."""
    style = f'fill="{PAPER}" stroke="{INK}" stroke-width="{r / 6:g}" stroke-linejoin="round"'
    low = 0.0
    if number == 1:
        shape = f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" {style}/>'
    elif number == 2:
        s = 0.9 * r
        shape = f'<rect x="{x - s:g}" y="{y - s:g}" width="{2 * s:g}" height="{2 * s:g}" {style}/>'
    elif number == 3:
        a, b, low = 1.32 * r, 1.05 * r, 0.22 * r
        shape = f'<path d="M{x:g} {y - 1.3 * r:g}L{x + a:g} {y + b:g}H{x - a:g}Z" {style}/>'
    else:
        s = 1.3 * r
        shape = f'<path d="M{x:g} {y - s:g}L{x + s:g} {y:g}L{x:g} {y + s:g}L{x - s:g} {y:g}Z" {style}/>'
    size = 1.25 * r if number == 3 else 1.4 * r
    return (
        f'{shape}<text x="{x:g}" y="{y + low + 0.36 * size:g}" font-size="{size:g}" font-weight="700"'
        f' text-anchor="middle" fill="{INK}">{number}</text>'
    )


def _rabbit(number: int, asleep: bool = False) -> str:
    eyes = (
        f'<path {_THIN} d="M16 26C17 28 20 28 21 26M27 26C28 28 31 28 32 26"/>'
        if asleep
        else f'<circle cx="19" cy="25" r="2.2" fill="{INK}"/><circle cx="29" cy="25" r="2.2" fill="{INK}"/>'
    )
    return (
        f'<g {_LINE}>{_ears(number)}{_coat(number)}<ellipse cx="16" cy="62" rx="7" ry="3.5" fill="#FFFFFF"/>'
        '<ellipse cx="32" cy="62" rx="7" ry="3.5" fill="#FFFFFF"/>'
        '<ellipse cx="24" cy="26" rx="15" ry="13" fill="#FFFFFF"/></g>'
        '<ellipse cx="14.5" cy="30" rx="3" ry="2" fill="#F4B8C4"/>'
        '<ellipse cx="33.5" cy="30" rx="3" ry="2" fill="#F4B8C4"/>'
        f'{eyes}<path {_THIN} d="M24 30V32M24 32C23 34 21 34 20 33M24 32C25 34 27 34 28 33"/>'
        '<path fill="#D9738F" d="M22 28.5H26L24 31Z"/>'
    )


def _die(face: int) -> str:
    spots = {
        1: ((0, 0),),
        2: ((-1, -1), (1, 1)),
        3: ((-1, -1), (0, 0), (1, 1)),
        4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
        5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
        6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
    }[face]
    pips = "".join(
        f'<circle cx="{12 + 5.5 * x:g}" cy="{12 + 5.5 * y:g}" r="{3.4 if face == 1 else 2.3:g}"/>'
        for x, y in spots
    )
    return (
        f'<rect x="1" y="1" width="22" height="22" rx="4.5" fill="#FFFFFF" stroke="{INK}"'
        ' stroke-width="1.8"/>'
        f'<g fill="{ALARM if face == 1 else INK}">{pips}</g>'
    )


def _waves() -> str:
    """Overlapping rings of the sea, as on Japanese cloth."""
    rings = []
    for row in range(12):
        y = 12 + row * 10
        for x in range(10 - 20 * (row % 2), 150, 40):
            rings.append((x, y))
    fans = "".join(
        f'<g transform="translate({x} {y})"><circle r="19" fill="{BACK}"/><circle r="19"/><circle r="12.5"/>'
        '<circle r="6"/></g>'
        for x, y in rings
    )
    return f'<g fill="none" stroke="{BACK_LINE}" stroke-width="1.6" opacity=".55">{fans}</g>'


_ARROW_UP = "M0 10V-6M-6 0L0 -7L6 0"


def _three(angles: Iterable[tuple[float, float, float]]) -> str:
    return "".join(
        f'<path transform="translate({x:g} {y:g}) rotate({a:g})" d="M0 6V-6M-4.5 -1.5L0 -6.5L4.5 -1.5"/>'
        for x, y, a in angles
    )


_EFFECT = f'fill="none" stroke="{INK}" stroke-width="2.8" stroke-linecap="round" stroke-linejoin="round"'

_SIGNS: dict[str, tuple[str, str]] = {
    "ahead": (
        "0 0 40 24",
        f"<g {_EFFECT}>{_three([(7, 13, -40), (20, 12, 0), (33, 13, 40)])}</g>",
    ),
    "back": (
        "0 0 40 24",
        f"<g {_EFFECT}>{_three([(7, 11, -140), (20, 12, 180), (33, 11, 140)])}</g>",
    ),
    "side": ("0 0 40 24", f"<g {_EFFECT}>{_three([(10, 12, -90), (30, 12, 90)])}</g>"),
    "eye": (
        "0 0 40 24",
        f'<path d="M2 12C10 1 30 1 38 12C30 23 10 23 2 12Z" fill="#FFFFFF" stroke="{INK}"'
        ' stroke-width="2.4"/>'
        f'<circle cx="20" cy="12" r="6.5" fill="{INK}"/><circle cx="22.5" cy="9.5" r="2" fill="#FFFFFF"/>',
    ),
    "safe": (
        "0 0 40 24",
        f'<path d="M10 12L17 19L30 4" fill="none" stroke="{INK}" stroke-width="3.6" stroke-linecap="round"'
        ' stroke-linejoin="round"/>',
    ),
    "flip": (
        "0 0 40 40",
        f'<circle cx="20" cy="20" r="18" fill="{PAPER}" stroke="{INK}" stroke-width="2.4"/>'
        f'<path d="M10 22C9 14 15 9 22 10C27 11 30 15 30 19" fill="none" stroke="{INK}" stroke-width="3.4"'
        f' stroke-linecap="round"/><path d="M24 18L30.5 25L36 17Z" fill="{INK}"/>'
        f'<path d="M13 27H26" stroke="{INK}" stroke-width="3" stroke-linecap="round"/>',
    ),
    "claws": (
        "0 0 40 40",
        f'<circle cx="20" cy="20" r="18" fill="{PAPER}" stroke="{ALARM}" stroke-width="2.6"/>'
        f'<g fill="none" stroke="{ALARM}" stroke-width="3" stroke-linecap="round"><path d="M11 9C15'
        " 16 17 22 17 31"
        'M18 8C22 15 24 22 24 31M25 9C28 15 30 21 30 29"/></g>',
    ),
    "cross": (
        "0 0 40 40",
        f'<path d="M6 6L34 34M34 6L6 34" fill="none" stroke="{PAPER}" stroke-width="10"'
        ' stroke-linecap="round"/>'
        f'<path d="M6 6L34 34M34 6L6 34" fill="none" stroke="{ALARM}" stroke-width="5.5"'
        ' stroke-linecap="round"/>',
    ),
    "star": (
        "0 0 24 24",
        f'<path d="M12 2L15 9L22.5 9.6L16.8 14.5L18.6 22L12 18L5.4 22L7.2 14.5L1.5 9.6L9 9Z"'
        f' fill="{STAR}" stroke="{INK}" stroke-width="1.6" stroke-linejoin="round"/>',
    ),
    "pine": (
        "0 0 60 60",
        f'<g {_LINE}><path d="M28 58C30 46 27 38 31 24" fill="none" stroke-width="5" stroke="#7A5230"/>'
        '<path fill="#4C8C4A" d="M6 34C8 27 16 25 22 27C27 22 36 23 39 28C45 28 46 34 41 36C30 38 16'
        ' 38 6 34Z"/>'
        '<path fill="#5FA25C" d="M20 20C22 13 29 12 34 14C39 10 48 12 49 17C55 18 54 24 49 25C39 26'
        ' 28 26 20 20Z"/></g>',
    ),
    "gate": (
        "0 0 60 60",
        f'<g stroke="{INK}" stroke-width="1.8" fill="#C5452E" stroke-linejoin="round">'
        '<path d="M14 18H19L17 58H12ZM41 18H46L48 58H43Z"/><path d="M9 24H51V29H9Z"/>'
        '<path d="M3 9C20 14 40 14 57 9L55 17C40 20 20 20 5 17Z"/></g>',
    ),
    "grass": (
        "0 0 60 60",
        '<path d="M10 58C8 50 4 46 0 44M12 58C12 48 10 42 7 36M14 58C15 48 19 42 22 40M16 58C19 52'
        ' 24 49 30 48"'
        ' fill="none" stroke="#5C8A3A" stroke-width="2.6" stroke-linecap="round"/>',
    ),
}
"""Name: view box and drawing."""


def _drawings() -> dict[str, tuple[str, str]]:
    drawings = {name: ("0 0 100 60", body) for name, body in _ANIMALS.items()}
    drawings["waves"] = ("0 0 120 124", _waves())
    for n in range(1, 5):
        drawings[f"badge-{n}"] = ("0 0 28 28", _badge(n, 14, 14.5, 9.5))
        stand = _badge(n, 24, 50.5, 10)
        drawings[f"rabbit-{n}"] = ("-4 -8 56 76", _rabbit(n) + stand)
        lying = (
            f'<g transform="translate(6 53) rotate(-82)">{_rabbit(n, True)}</g>{_badge(n, 57, 28, 10)}'
            f'<g fill="{INK}" font-weight="700" font-style="italic"><text x="10" y="2"'
            ' font-size="15">z</text>'
            '<text x="20" y="-6" font-size="19">Z</text></g>'
        )
        drawings[f"resting-{n}"] = ("-6 -22 84 82", lying)
    for face in range(1, 7):
        drawings[f"die-{face}"] = ("0 0 24 24", _die(face))
    return drawings | _SIGNS


DRAWINGS: Final = _drawings()
"""Every drawing by name, with its view box.

``shark``, ``dolphin``, ``orca``, ``squid``, ``whale``, ``waves`` (a card's back); ``rabbit-1``,
``resting-1`` and ``badge-1`` to ``-4``; ``die-1`` to ``-6``; the signs ``ahead``, ``back``, ``side``,
``eye``, ``safe``, ``flip``, ``claws``, ``cross``, ``star``; ``pine``, ``gate``, ``grass``.
"""


def symbols(prefix: str, names: Iterable[str] | None = None) -> str:
    """The drawings as one ``<defs>`` (`inaba.frame.sheet.symbols`).

    Examples
    --------
    >>> symbols("p-", ["die-1"])[:47]
    '<defs><symbol id="p-die-1" viewBox="0 0 24 24">'
    """
    return sheet.symbols(DRAWINGS, prefix, names)
