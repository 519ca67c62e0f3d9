"""What the tables of card games have in common as pictures: piles, hands, and a line that says what is due.

Nothing here knows a game: a back is a drawing by its name, and all sizes are in the units of the drawing.
"""

from __future__ import annotations

from typing import Final

from inaba.frame.lines import wrap
from inaba.frame.sheet import ALARM, BACK, INK, PANEL, PAPER, QUIET, STAR, Sheet, length

SIDE: Final = 16
"""What is left free on either side of a picture."""

_HEADLINE: Final = 18
_LINE: Final = 24


def headline(sheet: Sheet, words: str, width: float) -> float:
    """What is awaited, along the top; returns how far down that reached."""
    # A column of a terminal is about half as wide as a letter is high.
    lines = wrap(words, round((width - 2 * SIDE) / (_HEADLINE * 0.53)))
    sheet.rect(0, 0, width, _HEADLINE + _LINE * len(lines), BACK)
    for i, line in enumerate(lines):
        at = 27 + _LINE * i
        sheet.text(SIDE, at, _HEADLINE, line, fill=PAPER, bold=True, most=width - 2 * SIDE)
    return _HEADLINE + _LINE * len(lines)


def pile(sheet: Sheet, back: str, x: float, y: float, across: float, high: float, count: int) -> None:
    """A pile: up to three backs behind one another, or the outline of a card where there is none."""
    for i in range(min(count, 3)):
        sheet.use(back, x + 3 * i, y - 3 * i, across, high)
    if not count:
        sheet.rect(x, y, across, high, "none", round_=7, line=QUIET, more=' stroke-dasharray="3 6"')


def panel(
    sheet: Sheet, x: float, y: float, width: float, high: float, name: str, told: str, *, turn: bool
) -> None:
    """The place of a player: the name on the left, how many cards on the right, an edge for whose turn it
    is."""
    edge = ALARM if turn else QUIET
    sheet.rect(x, y, width, high, PANEL, round_=9, line=edge, thick=3.4 if turn else 1.2)
    sheet.text(x + 12, y + 22, 16, f"▶ {name}" if turn else name, bold=True)
    room = width - 36 - length(f"▶ {name}", 16)
    sheet.text(x + width - 12, y + 22, 15, told, anchor="end", most=room)


def fan(
    sheet: Sheet, back: str, x: float, y: float, across: float, high: float, count: int, room: float
) -> None:
    """As many backs as a hand has cards, close enough together for the room that there is."""
    for i in range(count):
        sheet.use(back, x + i * min(across + 3, room / max(count, 1)), y, across, high)


def tag(sheet: Sheet, middle: float, y: float, told: str) -> None:
    """A label over the lower end of a card: what is special about it."""
    wide = length(told, 12) + 10
    sheet.rect(middle - wide / 2, y, wide, 17, STAR, round_=8, line=INK, thick=1.4)
    sheet.text(middle, y + 13, 12, told, anchor="middle", bold=True)
