"""A position of River as a picture, in words, and as a board for a terminal.

`picture` takes a `State` or a `View` and shows what it shows: in a draft game a state's picture tells every
secret, a view's only its player's own. The picture is SVG without anything from outside; in a notebook it
comes as an image with a description in words, which survives where a page is not trusted, executed or
exported. `card`, `rabbit` and `inaba.river.art.symbols` give the same drawings to others.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import assert_never

from inaba.errors import SetupError
from inaba.frame.lines import BETWEEN, COLUMNS, wrap
from inaba.frame.picture import Shown, check_size
from inaba.frame.sheet import (
    ALARM,
    BACK,
    INK,
    PANEL,
    PAPER,
    QUIET,
    Sheet,
    clean,
    document,
    length,
    prefix_of,
    trim,
)
from inaba.percent import in_percent
from inaba.river import art
from inaba.river.board import GOAL, START, Square
from inaba.river.cards import Card, Kind, Spot
from inaba.river.description import (
    ANIMALS,
    describe,
    due,
    held,
    known_card,
    place_words,
    square_words,
    text,
    turn_and_due,
)
from inaba.river.draft import Dealing, Picking, Placing
from inaba.river.moves import Choose, Keep, Lay, Move, Pass, Peek, Ride, parse_move
from inaba.river.state import Fight, Looking, Peeking, Riding, State, TurningUp, View
from inaba.words import language, say

Value = Fraction | int | float | str | None
"""What stands on an arrow: a chance, a text, or nothing."""

_WIDE, _HIGH = 108, 124
"""A card."""
_GAP_X, _GAP_Y = 26, 36
_SIDE = 32
_GOAL_BANK, _START_BANK = 74, 94
_LEAST = 400
"""No picture is narrower: its words and four rabbits side by side need as much."""
_SHRINK = Fraction(4, 5)
"""Pixels for one unit of the drawing, unless a size is asked for."""
_MOST_CHIPS = 4

_Point = tuple[float, float]
_Flight = tuple[float, float, float, float]
"""From where to where."""


__all__ = ["Picture", "Value", "card", "describe", "due", "picture", "rabbit", "square_words", "text"]


class _Sheet(Sheet):
    """A sheet that small cards are drawn on."""

    def mini(self, card: Card | None, x: float, y: float, count: int = 1) -> float:
        """A small card, a back where it is None, and how many of it; returns how wide that was."""
        if card is None:
            self.rect(x, y, 30, 42, BACK, round_=5, line=INK, thick=1.6)
            self.text(x + 15, y + 29, 22, "?", anchor="middle", fill=PAPER, bold=True)
        else:
            self.rect(x, y, 30, 42, PAPER, round_=5, line=INK, thick=1.6)
            self.use(ANIMALS[card.kind], x + 1.5, y + 3, 27, 16)
            self.text(x + 15, y + 37, 19, str(card), anchor="middle", bold=True)
        if count > 1:
            self.text(x + 32, y + 28, 16, f"×{count}", bold=True)
        return _mini(count)


def _mini(count: int) -> float:
    """How wide a small card is, with how many of it and the gap behind it."""
    return 34.5 if count == 1 else 38 + length(f"×{count}", 16)


def _dice(damage: int) -> list[tuple[int, int]]:
    """Faces that sum to the damage, sixes first, each with how often: 11 is a six and a five."""
    sixes, rest = divmod(damage, 6)
    return ([(6, sixes)] if sixes else []) + ([(rest, 1)] if rest else [])


def _damage(sheet: _Sheet, damage: int) -> None:
    dice = _dice(damage)
    if sum(count for _, count in dice) <= 3:
        dice = [(face, 1) for face, count in dice for _ in range(count)]
    size = 21 if len(dice) < 3 else 18
    x: float = 6
    for face, count in dice:
        sheet.use(f"die-{face}", x, 84, size, size)
        x += size + 2
        if count > 1:
            sheet.text(x - 1, 100, 15, f"×{count}", bold=True)
            x += length(f"×{count}", 15)
    sheet.text(102, 40, 14, f"−{damage}", anchor="end", fill=ALARM, bold=True)


def _face_up(sheet: _Sheet, spot: Spot, square: Square, lang: str, orca: str) -> None:
    card = spot.card
    assert card is not None
    if spot.beaten:
        # The game turns a beaten shark's card sideways.
        sheet.rect(-8, 8, _HIGH, _WIDE, art.SPENT, round_=9, line=QUIET)
        sheet.use("shark", 4, 31, 100, 60, ' opacity="0.45" transform="rotate(90 54 61)"')
        sheet.use("cross", 33, 40, 42, 42)
        sheet.text(2, 35, 26, "0", bold=True, fill=QUIET)
        sheet.text(18, 35, 16, f"/{card.hit_points}", fill=QUIET, bold=True)
        sheet.text(110, 27, 16, square, anchor="end", fill=QUIET, bold=True)
        sheet.text(0, 108, 15, say("picture.beaten", lang), fill=INK, bold=True, most=62)
        return
    sheet.rect(0, 0, _WIDE, _HIGH, PAPER, round_=9, line=INK)
    sheet.text(101, 20, 16, square, anchor="end", fill=QUIET, bold=True)
    sheet.use(ANIMALS[card.kind], 5, 32, 98, 59)
    match card.kind:
        case Kind.SHARK:
            digits = len(str(spot.left))
            sheet.text(7, 36, 39 - 3 * digits, str(spot.left), bold=True)
            if spot.damage:
                told = f"/{card.hit_points}"
                sheet.text(11 + 18 * digits, 36, 15, told, fill=QUIET, bold=True)
                _damage(sheet, spot.damage)
            elif not card.hit_points:
                sheet.use("safe", 6, 89, 36, 22)
            return
        case Kind.DOLPHIN:
            sign = "ahead"
        case Kind.ORCA:
            sign = "side" if orca == "side" else "back"
        case Kind.SQUID:
            sign = "eye"
        case Kind.WHALE:
            sign = "safe"
        case _ as never:
            assert_never(never)
    name = say(f"picture.card.{ANIMALS[card.kind]}", lang)
    for i, line in enumerate(wrap(name, 8)):
        sheet.text(8, 20 + 16 * i, 15, line, bold=True, most=74)
    sheet.use(sign, 6, 89, 37, 22)


def _face_down(sheet: _Sheet, spot: Spot, square: Square, known: Card | None, sign: str) -> None:
    sheet.rect(0, 0, _WIDE, _HIGH, BACK, round_=9)
    sheet.use("waves", 3, 3, _WIDE - 6, _HIGH - 6, ' preserveAspectRatio="none"')
    sheet.rect(0, 0, _WIDE, _HIGH, "none", round_=9, line=INK)
    sheet.rect(78, 5, 25, 21, BACK, round_=5)
    sheet.text(90.5, 21, 16, square, anchor="middle", fill=PAPER, bold=True)
    if spot.by > 0:
        sheet.use(f"badge-{spot.by}", 3, 3, 30, 30)
    if known is not None:
        sheet.add('<g transform="translate(32 31) scale(1.47)">')
        sheet.mini(known, 0, 0)
        sheet.add("</g>")
        if sign:
            sheet.use(sign, 3, 84, 37, 37)
    elif sign == "eye":
        sheet.rect(27, 44, 54, 36, PAPER, round_=18, line=INK)
        sheet.use("eye", 32, 48, 44, 28)
    elif sign:
        sheet.use(sign, 31, 39, 46, 46)
    else:
        sheet.add(f'<circle cx="54" cy="62" r="21" fill="{BACK}" stroke="{PAPER}" stroke-width="2"/>')
        sheet.text(54, 74, 34, "?", anchor="middle", fill=PAPER, bold=True)


def _card(
    sheet: _Sheet,
    spot: Spot,
    square: Square,
    lang: str,
    known: Card | None = None,
    orca: str = "back",
    sign: str = "",
) -> None:
    if spot.up:
        _face_up(sheet, spot, square, lang, orca)
    elif spot.face_down:
        _face_down(sheet, spot, square, known, sign)
    else:
        sheet.rect(0, 0, _WIDE, _HIGH, "none", round_=9, line=INK, more=' stroke-dasharray="7 6"')
        sheet.text(101, 20, 16, square, anchor="end", bold=True)


def card(
    spot: Spot,
    square: Square,
    *,
    lang: str | None = None,
    prefix: str = "inaba-",
    known: Card | None = None,
    orca: str = "back",
    sign: str = "",
) -> str:
    """What lies on a square, as a fragment of SVG 108 wide and 124 high (a beaten shark's is turned).

    Parameters
    ----------
    spot : Spot
    square : str
        Its name, which stands in the corner.
    lang : str, optional
    prefix : str
        The prefix of the drawings it uses, which the page holds once: `inaba.river.art.symbols`.
    known : Card, optional
        A face-down card that whoever looks on knows.
    orca : {"back", "side"}
        Which way an orca's arrows point (`Rules.orca`).
    sign : {"", "eye", "flip"}
        On a face-down card: it may be turned up by the giant squid, or is being turned up.

    Examples
    --------
    >>> card(Spot(Card(Kind.WHALE), True), "b2", lang="en").count("#inaba-whale")
    1
    """
    sheet = _Sheet(prefix)
    _card(sheet, spot, square, language(lang), known, orca, sign)
    return "".join(sheet.parts)


def rabbit(number: int, *, resting: bool = False, prefix: str = "inaba-") -> str:
    """A rabbit as a fragment of SVG: 48 wide and 65 high standing, 68 and 66 at rest.

    Parameters
    ----------
    number : int
        1 to 4.
    resting : bool
    prefix : str
        As in `card`.

    Examples
    --------
    >>> rabbit(2)
    '<use href="#inaba-rabbit-2" x="0" y="0" width="48" height="65"/>'
    """
    sheet = _Sheet(prefix)
    if resting:
        sheet.use(f"resting-{number}", 0, 0, 68, 66)
    else:
        sheet.use(f"rabbit-{number}", 0, 0, 48, 65)
    return "".join(sheet.parts)


def _number(value: Fraction | int | float) -> str:
    """About how much, as a percent where it can be a chance."""
    if not 0 <= value <= 1:
        return f"{float(value):.3g}"
    return in_percent(value, space="")


def _short(value: Value) -> str:
    """What stands on a chip: at most a few letters."""
    match value:
        case None:
            return ""
        case str():
            return value if len(value) <= 12 else value[:11] + "…"
        case float():
            return _number(value)
        case _:
            exact = str(value)
            if len(exact) <= 7:
                return exact
            rounded = _number(value)
            return rounded if rounded[0] in "<>" else "≈" + rounded


def _long(value: Value, lang: str) -> str:
    """What the description says: the exact value where it is not endless."""
    match value:
        case Fraction() if value.denominator > 1:
            exact, rounded = str(value), _number(value)
            if len(exact) > 60:
                return rounded
            plain = (value * 1000).denominator == 1 or rounded[0] in "<>"
            key = "picture.words.percent" if plain else "picture.words.about"
            return say(key, lang, value=exact, percent=rounded)
        case float():
            return _number(value)
        case _:
            return clean(str(value))


@dataclass(frozen=True)
class _Layout:
    """Where things are, in the units of the drawing."""

    of: State | View

    @property
    def width(self) -> int:
        columns = self.of.board.columns
        return max(_LEAST, 2 * _SIDE + columns * _WIDE + (columns - 1) * _GAP_X)

    @property
    def start(self) -> int:
        """The upper edge of the Start bank."""
        rows = self.of.board.rows
        return _GOAL_BANK + rows * _HIGH + (rows + 1) * _GAP_Y

    @property
    def bottom(self) -> int:
        return self.start + _START_BANK

    def corner(self, square: Square) -> tuple[float, float]:
        """The upper left corner of a card."""
        columns = self.of.board.columns
        left = (self.width - columns * _WIDE - (columns - 1) * _GAP_X) / 2
        column, row = ord(square[0]) - 97, int(square[1])
        return (
            left + column * (_WIDE + _GAP_X),
            _GOAL_BANK + _GAP_Y + (self.of.board.rows - row) * (_HIGH + _GAP_Y),
        )

    def slot(self, rabbit: int) -> float:
        """The middle of a rabbit's place on a bank."""
        room = self.width - 120
        return 100 + room * (rabbit - 0.5) / self.of.players

    def middle(self, square: Square) -> tuple[float, float]:
        """The middle of a card."""
        x, y = self.corner(square)
        return x + _WIDE / 2, y + _HIGH / 2


@dataclass(frozen=True)
class _Chip:
    """A label on a square: whose move, which sign, what it is worth."""

    rabbit: int
    sign: str
    label: str
    best: bool

    @property
    def width(self) -> float:
        return (
            12
            + (25 if self.rabbit else 0)
            + (25 if self.sign else 0)
            + (length(self.label, 17) if self.label else 0)
            + (21 if self.best else 0)
        )

    def draw(self, sheet: _Sheet, x: float, y: float) -> None:
        """With its left edge and its middle there."""
        line = art.RABBITS[self.rabbit - 1] if self.rabbit else INK
        sheet.add('<g data-part="chip">')
        sheet.rect(x, y - 14, self.width, 28, PAPER, round_=14, line=INK, thick=3.4 if self.best else 1.8)
        if self.rabbit:
            sheet.rect(x + 3, y - 11, 23, 22, line, round_=11)
        x += 6
        if self.rabbit:
            sheet.use(f"badge-{self.rabbit}", x - 3, y - 12, 24, 24)
            x += 25
        if self.sign:
            sheet.use(self.sign, x, y - 11, 22, 22)
            x += 25
        if self.label:
            sheet.text(x, y + 6, 17, self.label, bold=True)
            x += length(self.label, 17)
        if self.best:
            sheet.use("star", x, y - 11, 21, 21)
        sheet.add("</g>")


@dataclass(frozen=True)
class Picture(Shown):
    """A position to be looked at; made by `picture`.

    Attributes
    ----------
    of : State or View
    lang : str or None
        The language of its words; None is the language of the machine at the time of drawing.
    arrows : tuple of (Move, Value)
    best : frozenset of Move
        Which of the arrows are starred.
    marks : tuple of (str, str)
        Squares and what stands on them.
    size : int or None
        Pixels wide; None for a size that suits a page.
    prefix : str or None
        What ids begin with; None to make one from what the picture shows.
    """

    of: State | View
    lang: str | None = None
    arrows: tuple[tuple[Move, Value], ...] = ()
    best: frozenset[Move] = frozenset()
    marks: tuple[tuple[Square, str], ...] = ()
    size: int | None = None
    prefix: str | None = None

    def svg(self) -> str:
        """The picture as an SVG document, complete in itself, the same every time.

        Examples
        --------
        >>> from inaba import river
        >>> picture(river.start(), lang="en").svg()[:46]
        '<svg xmlns="http://www.w3.org/2000/svg" viewBo'
        """
        lang = language(self.lang)
        sheet = _Sheet(self.prefix or self._own_prefix(lang))
        layout = _Layout(self.of)
        panel = _Sheet(sheet.prefix)
        height = self._panel(panel, layout, lang)
        self._scene(sheet, layout, lang)
        self._trail(sheet, layout)
        self._cards(sheet, layout, lang)
        arrows, chips = self._arrows(layout)
        for flight, rabbit, best in arrows:
            _arrow(sheet, flight, rabbit, best)
        sheet.add('<g data-part="rabbits">')
        self._rabbits(sheet, layout, lang)
        sheet.add("</g>")
        for at, group in chips.items():
            _chips(sheet, at, group, layout)
        self._marks(sheet, layout)
        sheet.parts += ['<g data-part="panel">', *panel.parts, "</g>"]
        sheet.used |= panel.used
        return self._document(sheet, layout.width, height, lang)

    def _own_prefix(self, lang: str) -> str:
        """From all that the picture shows: alike pictures may share ids, since these mean the same."""
        eyes = self.of.player if isinstance(self.of, View) else None
        told = repr((str(self.of), str(self.of.rules), eyes, lang, self.arrows, self.marks))
        told += repr((sorted(map(str, self.best)), self.size))
        return prefix_of("r", told)

    def _document(self, sheet: _Sheet, width: int, height: int, lang: str) -> str:
        pixels = self.size or round(width * _SHRINK)
        words = self.words(lang)
        return document(sheet, art.DRAWINGS, (width, height), pixels, lang, due(self.of, lang), words)

    def _scene(self, sheet: _Sheet, layout: _Layout, lang: str) -> None:
        """Water, the two banks and their names."""
        width, start, bottom = layout.width, layout.start, layout.bottom
        sheet.rect(0, 0, width, bottom, art.WATER)
        ripple = "q8 -6 16 0t16 0t16 0"
        ripples = []
        for row in range(self.of.board.rows + 1):
            y = _GOAL_BANK + 17 + row * (_HIGH + _GAP_Y)
            ripples += [f"M{x} {y}{ripple}" for x in range(24 + 61 * (row % 2), width - 50, 122)]
        sheet.add(
            f'<path d="{"".join(ripples)}" fill="none" stroke="{art.WATER_LINE}" stroke-width="2.5"'
            ' stroke-linecap="round"/>'
        )
        for edge, far, fill in ((_GOAL_BANK - 6, 0, art.GRASS), (start + 6, bottom, art.SHORE)):
            # The foam, then the land: a wavy edge twice, one a little further out.
            out = 6 if far == 0 else -6
            for shift, paint in ((out, PAPER), (0, fill)):
                y = edge + shift
                waves = "".join(f"t{width / 8:g} 0" for _ in range(7))
                sheet.add(
                    f'<path d="M0 {y}q{width / 16:g} {out} {width / 8:g} 0{waves}V{far}H0Z" fill="{paint}"/>'
                )
        # As on the board to play on: the gate of the goal on the left, a pine across from it.
        sheet.use("gate", 10, 6, 54, 54)
        sheet.use("pine", width - 66, 4, 56, 56)
        sheet.use("pine", 12, bottom - 49, 44, 44)
        sheet.use("grass", 60, bottom - 44, 40, 40)
        sheet.text(70, 42, 20, say("picture.goal", lang), bold=True, most=58)
        sheet.text(16, start + 38, 20, say("picture.start", lang), bold=True, most=86)

    def _cards(self, sheet: _Sheet, layout: _Layout, lang: str) -> None:
        of, phase = self.of, self.of.phase
        for square in reversed(of.board.squares):
            sign = ""
            if isinstance(phase, Peeking):
                sign = "eye"
            elif (isinstance(phase, TurningUp) and square == phase.landed[-1]) or (
                isinstance(phase, Looking) and square == phase.at
            ):
                sign = "flip"
            x, y = layout.corner(square)
            sheet.add(f'<g data-square="{square}" transform="translate({trim(x)} {trim(y)})">')
            _card(sheet, of.spot(square), square, lang, known_card(of, square), of.rules.orca, sign)
            if isinstance(phase, Fight) and square == of.rabbits[phase.rabbit - 1]:
                sheet.rect(-5, -5, _WIDE + 10, _HIGH + 10, "none", round_=13, line=ALARM, thick=5)
            sheet.add("</g>")

    def _rabbits(self, sheet: _Sheet, layout: _Layout, lang: str) -> None:
        for number, square in enumerate(self.of.rabbits, 1):
            if square == GOAL:
                x = layout.width / 2 - 10
                sheet.use("star", x - 58, 20, 32, 32)
                sheet.use(f"rabbit-{number}", x - 24, 2, 48, 65)
            elif square != START:
                x, y = layout.corner(square)
                sheet.use(f"rabbit-{number}", x + 61, y + 59, 48, 65)
            elif number in self.of.resting:
                x = layout.slot(number)
                sheet.use(f"resting-{number}", x - 34, layout.start + 3, 68, 66)
                sheet.text(
                    x,
                    layout.bottom - 6,
                    15,
                    say("picture.resting", lang),
                    anchor="middle",
                    bold=True,
                    most=80,
                )
            else:
                sheet.use(f"rabbit-{number}", layout.slot(number) - 26, layout.start + 15, 52, 71)

    def _trail(self, sheet: _Sheet, layout: _Layout) -> None:
        """The squares that this move has landed on so far."""
        if isinstance(self.of.phase, Riding | TurningUp):
            for here, there in pairwise(self.of.phase.landed):
                (x, y), (a, b) = layout.middle(here), layout.middle(there)
                for colour, thick in ((PAPER, 9), (QUIET, 5)):
                    sheet.add(
                        f'<path d="M{trim(x)} {trim(y)}L{trim(a)} {trim(b)}" stroke="{colour}"'
                        f' stroke-width="{thick}" stroke-dasharray="1 11" stroke-linecap="round"/>'
                    )

    def _shown(self) -> tuple[tuple[Move, Value], ...]:
        """The arrows asked for; while a rabbit rides and none are, where it may go."""
        if not self.arrows and isinstance(self.of.phase, Riding):
            return tuple((Ride(to), None) for to in self.of.table.rides(self.of.phase.landed))
        return self.arrows

    def _arrows(self, layout: _Layout) -> tuple[list[tuple[_Flight, int, bool]], dict[_Point, list[_Chip]]]:
        """The lines of the arrows with their rabbits, and the chips by where they are."""
        lines: list[tuple[_Flight, int, bool]] = []
        chips: dict[_Point, list[_Chip]] = {}
        phase = self.of.phase
        if isinstance(phase, Fight):
            square = self.of.rabbits[phase.rabbit - 1]
            x, y = layout.corner(square)
            left = self.of.spot(square).left
            chips[x + 34, y + _HIGH] = [_Chip(0, "claws", f"≥{left}", False)]
        for move, value in self._shown():
            best, label = move in self.best, clean(_short(value))
            match move:
                case Choose(rabbit=rabbit, to=to):
                    pass
                case Ride(to=to):
                    assert isinstance(phase, Riding)
                    rabbit = phase.rabbit
                case Peek(at=to):
                    x, y = layout.corner(to)
                    chips.setdefault((x + _WIDE / 2, y + _HIGH + 1), []).append(_Chip(0, "eye", label, best))
                    continue
                case Lay(card=card, at=to):
                    x, y = layout.corner(to)
                    told = f"{card}: {label}" if label else str(card)
                    chips.setdefault((x + _WIDE / 2, y + _HIGH + 1), []).append(_Chip(0, "", told, best))
                    continue
                case Keep() | Pass():
                    continue
                case _ as never:
                    assert_never(never)
            at, flight = _flight(layout, rabbit, to)
            chips.setdefault(at, []).append(_Chip(rabbit, "", label, best))
            lines.append((flight, rabbit, best))
        lines.sort(key=lambda one: one[2])
        return lines, chips

    def _marks(self, sheet: _Sheet, layout: _Layout) -> None:
        for square, sign in self.marks:
            sign = clean(sign)
            width = max(32, length(sign, 19) + 16)
            if square in (START, GOAL):
                x, y = (138.0, 28.0) if square == GOAL else (104.0, layout.start + 31.0)
            else:
                x, y = layout.corner(square)
                x, y = x - 20, y + 54
            sheet.add('<g data-part="mark">')
            sheet.rect(x, y - 16, width, 32, PAPER, round_=16, line=INK, thick=3)
            sheet.text(x + width / 2, y + 7, 19, sign, anchor="middle", bold=True)
            sheet.add("</g>")

    def _panel(self, sheet: _Sheet, layout: _Layout, lang: str) -> int:
        """Whose turn it is, what is awaited, hands and unseen cards; returns the height of it all."""
        of, width = self.of, layout.width
        y = layout.bottom
        turn, what = turn_and_due(of, lang)
        over = GOAL in of.rabbits
        player = of.rabbits.index(GOAL) + 1 if over else of.turn if turn else 0
        left = 58 if player else 16
        columns = int((width - left - 12) / 9.3)
        y += 14
        if player:
            sheet.use(f"rabbit-{player}", 13, y - 5, 40, 54)
        if turn:
            sheet.text(left, y + 16, 19, turn, bold=True)
            y += 24
        for line in wrap(what, columns):
            sheet.text(left, y + 16, 18, line)
            y += 23
        y = max(y, layout.bottom + 56) + 4
        if isinstance(of.phase, Dealing | Picking | Placing):
            y = self._hands(sheet, width, y, lang)
        loose = [(move, value) for move, value in self._shown() if isinstance(move, Keep | Pass)]
        x: float = 14
        for move, value in loose:
            label = _short(value)
            chip = _Chip(0, "", clean(f"{move} {label}".strip()), move in self.best)
            if x > 14 and x + chip.width > width - 12:
                x, y = 14, y + 34
            chip.draw(sheet, x, y + 14)
            x += chip.width + 8
        y += 36 if loose else 0
        if of.unseen:
            sheet.text(16, y + 15, 16, say("picture.unseen", lang, n=len(of.unseen)), fill=QUIET, bold=True)
            y = _row_of_cards(sheet, [*of.unseen], 16, y + 24, width)
        if self.best:
            sheet.use("star", 14, y, 22, 22)
            sheet.text(40, y + 17, 16, say("picture.best", lang), fill=QUIET, bold=True)
            y += 28
        sheet.parts.insert(0, f'<rect y="{layout.bottom}" width="{width}" height="{y + 8}" fill="{PANEL}"/>')
        sheet.parts.insert(
            1, f'<path d="M0 {layout.bottom}H{width}" stroke="{INK}" stroke-width="2" fill="none"/>'
        )
        return y + 8

    def _hands(self, sheet: _Sheet, width: int, y: int, lang: str) -> int:
        for player in range(1, self.of.players + 1):
            hand, kept = held(self.of, player)
            if hand or kept:
                sheet.use(f"badge-{player}", 12, y + 5, 32, 32)
            left = 48.0
            for key, cards in (("hand", hand), ("kept", kept)):
                if not cards:
                    continue
                name = say(f"picture.{key}", lang)
                across = sum(map(_mini, Counter(cards).values()))
                if left > 48 and left + 50 + across > width:
                    left, y = 48, y + 50
                sheet.text(left, y + 27, 16, name, fill=QUIET, bold=True, most=50)
                y = _row_of_cards(sheet, cards, left + 54, y, width) - 50
                left += 64 + across
            y += 50 if hand or kept else 0
        return y

    def words(self, lang: str | None = None) -> str:
        """A full description: the squares from the goal side, rabbits, whose turn, what is due and unseen.

        Parameters
        ----------
        lang : str, optional
            The picture's own language unless given.

        Examples
        --------
        >>> from inaba import river
        >>> position = river.start(2, deck=river.parse_deck("9,W"), columns=1, rows=2)
        >>> print(picture(position).words("en"))  # doctest: +NORMALIZE_WHITESPACE
        River of 1 by 2, 2 players. Player 1's turn. Choose a rabbit and move it. Rabbit 1 at Start. Rabbit 2
        at Start. Row 2, next to the goal: a2 face down. Row 1: a1 face down. 2 cards are unseen: shark 9,
        whale.
        """
        lang = language(lang or self.lang)
        told = [describe(self.of, lang)]
        told += self._arrow_words(lang)
        for square, sign in self.marks:
            key = {START: "mark_start", GOAL: "mark_goal"}.get(square, "mark")
            told.append(say(f"picture.words.{key}", lang, square=square, sign=clean(sign)))
        return BETWEEN[lang].join(told)

    def _arrow_words(self, lang: str) -> list[str]:
        told = []
        for move, value in self.arrows:
            key = "arrow_plain" if value is None else "arrow_best" if move in self.best else "arrow"
            told.append(say(f"picture.words.{key}", lang, move=move, value=_long(value, lang)))
        return told

    def text(self, lang: str | None = None, unicode: bool = True) -> str:
        """The board for a terminal: `text` of the position, with arrows and marks as lines below it."""
        lang = language(lang or self.lang) if unicode else "en"
        notes = self._arrow_words(lang)
        for square, sign in self.marks:
            notes.append(f"{place_words(square, lang)}: {clean(sign)}")
        lines = [text(self.of, lang, unicode)]
        for note in notes:
            lines += wrap(note if unicode else note.encode("ascii", "replace").decode(), COLUMNS)
        return "\n".join(lines)


def _row_of_cards(sheet: _Sheet, cards: Sequence[Card | None], left: float, y: int, width: int) -> int:
    """Small cards from the left, each kind once, in as many rows as they need; returns where they end."""
    x: float = left
    for card in sorted({card for card in cards if card is not None}) + [None] * (None in cards):
        count = cards.count(card)
        if x > left and x + _mini(count) > width - 6:
            x, y = left, y + 48
        x += sheet.mini(card, x, y, count)
    return y + 50


def _flight(layout: _Layout, rabbit: int, to: Square) -> tuple[_Point, _Flight]:
    """Where the chip of a rabbit's move is, and the arrow from the rabbit to it."""
    of = layout.of
    here = of.rabbits[rabbit - 1]
    step = of.board.row(to) - of.board.row(here)
    if step == 0 and START not in (to, here):
        (x, y), (left, top) = layout.corner(here), layout.corner(to)
        right = left >= x
        tip = left + (12 if right else _WIDE - 12)
        return (left + _WIDE / 2, top + _HIGH + 1), (x + (_WIDE if right else 0), y + 100, tip, top + 100)
    up = step > 0
    if here == START:
        x, y = layout.slot(rabbit), layout.start + (30.0 if rabbit in of.resting else 14.0)
    else:
        x, y = layout.corner(here)
        x, y = x + 85, y + (0 if up else _HIGH)
    if to in (START, GOAL):
        a = x if here == START else x - 85 + _WIDE / 2
        b = _GOAL_BANK - 12.0 if up else layout.start + 12.0
    else:
        a, b = layout.corner(to)
        a, b = a + _WIDE / 2, b + (_HIGH + 1 if up else -4)
    # Arrows of several rabbits from Start arrive side by side.
    lane = 13 * (rabbit - (of.players + 1) / 2) if here == START else 0
    return (a, b), (x, y, a + lane, b + (15 if up else -15))


def _arrow(sheet: _Sheet, flight: _Flight, rabbit: int, best: bool) -> None:
    x, y, a, b = flight
    long = math.hypot(a - x, b - y) or 1.0
    u, v = (a - x) / long, (b - y) / long
    deep, half = (15, 9) if best else (12, 7)
    foot = a - u * deep, b - v * deep
    line = f"M{trim(x)} {trim(y)}L{trim(foot[0])} {trim(foot[1])}"
    head = (
        f"M{trim(a)} {trim(b)}L{trim(foot[0] - v * half)} {trim(foot[1] + u * half)}"
        f"L{trim(foot[0] + v * half)} {trim(foot[1] - u * half)}Z"
    )
    thick = 6 if best else 3.4
    dash = art.DASHES[rabbit - 1]
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    colour = art.RABBITS[rabbit - 1]
    sheet.add(
        '<g fill="none" stroke-linecap="round" stroke-linejoin="round">'
        f'<path d="{line}{head}" stroke="{PAPER}" stroke-width="{trim(thick + 4)}"/>'
        f'<path d="{line}" stroke="{colour}" stroke-width="{trim(thick)}"{dashes}/>'
        f'<path d="{head}" fill="{colour}" stroke="{colour}" stroke-width="2"/></g>'
    )


def _chips(sheet: _Sheet, at: _Point, chips: list[_Chip], layout: _Layout) -> None:
    """Chips around a place: side by side where two are short enough, further ones above."""
    if len(chips) > _MOST_CHIPS:
        chips = sorted(chips, key=lambda chip: not chip.best)
        chips = [*chips[: _MOST_CHIPS - 1], _Chip(0, "", f"+{len(chips) - _MOST_CHIPS + 1}", False)]
    x, y = at
    room = _WIDE + _GAP_X if layout.of.board.columns > 1 else 2 * (_WIDE + _GAP_X)
    rows: list[list[_Chip]] = []
    for chip in chips:
        if rows and sum(one.width + 3 for one in rows[-1]) + chip.width <= room:
            rows[-1].append(chip)
        else:
            rows.append([chip])
    for i, row in enumerate(rows):
        total = sum(chip.width + 3 for chip in row) - 3
        left = min(max(x - total / 2, 4), layout.width - 4 - total)
        for chip in row:
            chip.draw(sheet, left, y - 30 * i)
            left += chip.width + 3


def picture(
    of: State | View,
    *,
    lang: str | None = None,
    arrows: Mapping[Move | str, Value] | Mapping[Move, Value] | Mapping[str, Value] | None = None,
    best: Iterable[Move | str] | None = None,
    marks: Mapping[Square, str] | None = None,
    size: int | None = None,
    prefix: str | None = None,
) -> Picture:
    """A position as a picture.

    Parameters
    ----------
    of : State or View
        The picture shows what it shows: in a draft game a state's tells every secret.
    lang : str, optional
        ``"ja"`` or ``"en"``; the machine's unless given.
    arrows : mapping of Move or str to Fraction, int, float, str or None, optional
        Moves to draw as arrows, or their notation, and what each is worth. Exact values are written as they
        are if they are short, else as percents.
    best : iterable of Move or str, optional
        Which arrows are starred; if all the values are numbers, those of the greatest unless given.
    marks : mapping of str to str, optional
        Signs such as ``"!"`` or ``"✓"``, or a few letters, on squares, Start (``"-"``) or the goal (``"*"``).
    size : int, optional
        Pixels wide, 40 to 10000. The drawing is the same in every size.
    prefix : str, optional
        What the ids of the SVG begin with, where one page holds the same picture twice as inline SVG.

    Raises
    ------
    SetupError
        If an arrow or a mark has no place in this position, or the size is out of range.
    NotationError
        If an arrow is a text that is no move.

    Examples
    --------
    >>> from inaba import river
    >>> shown = picture(river.start(), lang="en", arrows={"1a1": Fraction(1, 3), "1b1": Fraction(1, 2)})
    >>> [str(move) for move in shown.best]
    ['1b1']
    """
    moves: list[tuple[Move, Value]] = []
    for move, value in (arrows or {}).items():
        moves.append((_fitting(of, move), value))
    if best is not None:
        starred = frozenset(parse_move(move) if isinstance(move, str) else move for move in best)
    else:
        starred = _greatest(moves)
    for square in marks or {}:
        if square not in of.board.index and square not in (START, GOAL):
            raise SetupError("picture.why.square", square=square)
    check_size(size)
    if lang is not None:
        lang = language(lang)
    signs = tuple((square, str(sign)) for square, sign in (marks or {}).items())
    return Picture(of, lang, tuple(moves), starred, signs, size, prefix)


def _greatest(moves: list[tuple[Move, Value]]) -> frozenset[Move]:
    """The moves of the greatest value, if all the values are numbers."""
    numbers = [(move, value) for move, value in moves if isinstance(value, Fraction | int | float)]
    if not numbers or len(numbers) < len(moves):
        return frozenset()
    most = max(value for _, value in numbers)
    return frozenset(move for move, value in numbers if value == most)


def _fitting(of: State | View, move: Move | str) -> Move:
    """A move for an arrow: of rabbits and squares that are there, legal or not."""
    found = parse_move(move) if isinstance(move, str) else move
    index = of.board.index
    match found:
        case Choose(rabbit=rabbit, to=to):
            fits = (
                1 <= rabbit <= of.players and (to in index or to == GOAL) and of.rabbits[rabbit - 1] != GOAL
            )
        case Ride(to=to):
            fits = isinstance(of.phase, Riding) and (to in index or to in (START, GOAL))
        case Peek(at=at) | Lay(at=at):
            fits = at in index
        case Keep() | Pass():
            fits = True
        case _ as never:
            assert_never(never)
    if not fits:
        raise SetupError("picture.why.move", move=found)
    return found
