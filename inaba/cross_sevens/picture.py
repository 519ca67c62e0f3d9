"""A position of Cross Sevens as a picture: the field, the piles, and the hands as far as they may be seen.

`picture` takes a `State` or a `View` and shows what it shows: a state's picture tells every hand, a view's
only its player's own. The field grows with the game, and the picture with it. It is SVG without anything from
outside; in a notebook it comes as an image with a description in words, which survives where a page is not
trusted, executed or exported. `card`, `action_card`, `cell` and `inaba.cross_sevens.art.symbols` give the
same drawings to others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from inaba.cross_sevens import art
from inaba.cross_sevens.cards import JOKER, RANKS, SEVEN, Action, Card
from inaba.cross_sevens.description import (
    FREE,
    Lying,
    action_name,
    card_words,
    columns,
    counts_words,
    describe,
    due,
    hand_words,
    lying,
    own,
    player_words,
    text,
)
from inaba.cross_sevens.field import ROWS, Cell, Field, parse_cell
from inaba.cross_sevens.legality import plain_cells
from inaba.cross_sevens.state import State, View
from inaba.cross_sevens.table import Claiming, Over, Overdue, Own, Placing, Returning, SevenDrawing, Sevens
from inaba.cross_sevens.writing import lies_face_down
from inaba.errors import NotationError, SetupError
from inaba.frame.card_table import SIDE, fan, headline, panel, pile, tag
from inaba.frame.lines import BETWEEN, COLUMNS, wrap
from inaba.frame.picture import Shown, check_size
from inaba.frame.sheet import (
    ALARM,
    INK,
    PANEL,
    PAPER,
    QUIET,
    STAR,
    Sheet,
    clean,
    document,
    length,
    prefix_of,
    trim,
)
from inaba.words import language, say

LEAST_WIDTH = 660
"""No picture is narrower, in the units of the drawing: the hands need as much."""

CELL_WIDE, CELL_HIGH = 60, 66
"""A cell of the field."""
CARD_WIDE, CARD_HIGH = 46, 60
"""A trump."""
_ACTION_WIDE = 60
_BACK_WIDE, _BACK_HIGH = 21, 28.6

_LEFT = 36
"""What the letters of the rows need."""
_PILES = 166
"""What the piles beside the field need."""
_GAP = 3
_LEGIBLE = Fraction(5, 8)
"""Pixels for one unit of the drawing that its letters need."""
_PAPER = 640
"""Pixels that a sheet of paper takes."""

__all__ = [
    "Picture",
    "action_card",
    "card",
    "card_words",
    "cell",
    "describe",
    "due",
    "hand_words",
    "picture",
    "text",
]


# Cards ------------------------------------------------------------------------------------------------------


def _trump(sheet: Sheet, one: Card, x: float, y: float, more: str = "") -> None:
    """A trump face up: its rank, the letter and the sign of its suit; a 7 has a second edge."""
    sheet.add(f'<g data-card="{one}" transform="translate({trim(x)} {trim(y)})"{more}>')
    sheet.rect(1, 1, CARD_WIDE - 2, CARD_HIGH - 2, PAPER, round_=6, line=INK, thick=1.8)
    if one.rank == SEVEN:
        sheet.rect(3.6, 3.6, CARD_WIDE - 7.2, CARD_HIGH - 7.2, "none", round_=4, line=INK, thick=1)
    if one == JOKER:
        sheet.text(CARD_WIDE / 2, 20, 16, str(one), anchor="middle", bold=True)
        sheet.use(art.sign(one), 7, 23, 32, 32)
    else:
        rank = RANKS[one.rank - 1]
        sheet.text(6, 24, 21 if len(rank) < 2 else 18, rank, bold=True)
        sheet.text(CARD_WIDE - 6, 17, 11, one.suit.letter, anchor="end", bold=True)
        sheet.use(art.sign(one), 10, 28, 26, 26)
    sheet.add("</g>")


def _action(sheet: Sheet, action: Action, x: float, y: float) -> None:
    """An action card face up: its sign and its name."""
    sheet.add(f'<g data-action="{action}" transform="translate({trim(x)} {trim(y)})">')
    sheet.rect(1, 1, _ACTION_WIDE - 2, CARD_HIGH - 2, art.TINT, round_=6, line=INK, thick=1.8)
    sheet.use(art.action_sign(action), 13, 5, 34, 34)
    sheet.text(_ACTION_WIDE / 2, 54, 13, action_name(action), anchor="middle", bold=True, most=52)
    sheet.add("</g>")


def _joker_for(sheet: Sheet, stood_for: Card, x: float, y: float) -> None:
    """The joker on the field: above it the trump that it stands for."""
    sheet.add(f'<g data-card="{JOKER}" data-for="{stood_for}" transform="translate({trim(x)} {trim(y)})">')
    sheet.rect(1, 1, CARD_WIDE - 2, CARD_HIGH - 2, PAPER, round_=6, line=INK, thick=1.8)
    sheet.text(5, 18, 15, f"={stood_for}", bold=True, most=CARD_WIDE - 9)
    sheet.use(art.sign(JOKER), 3, 23, 24, 24)
    sheet.use(art.sign(stood_for), 26, 38, 16, 16)
    sheet.add("</g>")


def _crosswise(sheet: Sheet, one: Card, y: float) -> None:
    """A trump that lies across another in its cell: a bar, with rank, letter and sign side by side."""
    sheet.add(f'<g data-card="{one}" transform="translate(2 {trim(y)})">')
    sheet.rect(0, 0, CELL_WIDE - 4, 26, PAPER, round_=5, line=INK, thick=1.8)
    sheet.use(art.sign(one), 4, 4, 18, 18)
    sheet.text(25, 18.5, 15, str(one), bold=True)
    sheet.add("</g>")


def _under(sheet: Sheet, one: Card) -> None:
    """The trump that another lies across: its ends show above and below."""
    sheet.add(f'<g data-card="{one}" transform="translate(14 2)">')
    sheet.rect(0, 0, 32, 62, PAPER, round_=5, line=INK, thick=1.8)
    if one.rank == SEVEN:
        sheet.rect(2.2, 2.2, 27.6, 57.6, "none", round_=3, line=INK, thick=1)
    sheet.text(16, 15, 13, str(one), anchor="middle", bold=True)
    sheet.use(art.sign(one), 8.5, 45.5, 15, 15)
    sheet.add("</g>")


def _lying(sheet: Sheet, here: Lying, lang: str) -> None:
    """What lies on a cell; its upper left corner is the origin."""
    level = 20.0
    if here.stop is not None:
        sheet.add('<g data-stop="">')
        if here.stop:
            level = 12
            sheet.use(art.action_sign(Action.STOP), 8, 3, 44, 44)
            told = say("cross_sevens.short.until", lang, player=here.stop)
            sheet.text(CELL_WIDE / 2, 62, 11, told, anchor="middle", bold=True, most=CELL_WIDE - 4)
        else:
            sheet.use(art.action_sign(Action.STOP), 4, 7, 52, 52)
        sheet.add("</g>")
    if here.joker:
        _joker_for(sheet, here.joker, (CELL_WIDE - CARD_WIDE) / 2, _GAP)
    elif here.stop is not None and here.trumps:
        _crosswise(sheet, here.trumps[0], level)
    elif len(here.trumps) > 1:
        _under(sheet, here.trumps[0])
        _crosswise(sheet, here.trumps[1], level)
    elif here.trumps:
        _trump(sheet, here.trumps[0], (CELL_WIDE - CARD_WIDE) / 2, _GAP)


def card(one: Card, *, prefix: str = "inaba-") -> str:
    """A trump face up, as a fragment of SVG 46 wide and 60 high.

    Parameters
    ----------
    one : Card
    prefix : str
        The prefix of the drawings it uses, which the page holds once: `inaba.cross_sevens.art.symbols`.

    Examples
    --------
    >>> from inaba.cross_sevens.cards import parse_card
    >>> card(parse_card("H10")).count("#inaba-heart")
    1
    """
    sheet = Sheet(prefix)
    _trump(sheet, one, 0, 0)
    return "".join(sheet.parts)


def action_card(action: Action, *, prefix: str = "inaba-") -> str:
    """An action card face up, as a fragment of SVG 60 wide and 60 high; parameters as of `card`.

    Examples
    --------
    >>> action_card(Action.CROSS).count("#inaba-cross")
    1
    """
    sheet = Sheet(prefix)
    _action(sheet, action, 0, 0)
    return "".join(sheet.parts)


def cell(field: Field, at: Cell, *, lang: str | None = None, prefix: str = "inaba-") -> str:
    """What lies on a cell, as a fragment of SVG 60 wide and 66 high; nothing where it is free.

    Examples
    --------
    >>> from inaba.cross_sevens.field import parse_cell
    >>> from inaba.cross_sevens.notation import parse
    >>> field = parse("D5/S5/H5 DSHC,S8@c3,S9@b3,D8@b2,D9@c2 - - - - 1 -").field
    >>> fragment = cell(field, parse_cell("c2"), lang="en")
    >>> 'data-card="S7"' in fragment, 'data-card="D9"' in fragment, cell(field, parse_cell("f9"))
    (True, True, '')
    """
    sheet = Sheet(prefix)
    _lying(sheet, lying(field).get(at, FREE), language(lang))
    return "".join(sheet.parts)


# The picture ------------------------------------------------------------------------------------------------


class _Layout:
    """Where what is: the size of the field in columns decides how wide all is."""

    def __init__(self, field: Field, more: Iterable[Cell]) -> None:
        self.columns = columns(field, more)
        across = len(self.columns) * CELL_WIDE
        self.width = max(LEAST_WIDTH, _LEFT + across + 20 + _PILES + SIDE)
        room = self.width - across - _PILES - SIDE
        self.left = _LEFT + max(0, (room - _LEFT - 20) / 2)
        self.right = self.left + across
        self.top = 0.0

    @property
    def bottom(self) -> float:
        """The lower edge of the field."""
        return self.top + len(ROWS) * CELL_HIGH

    def corner(self, at: Cell) -> tuple[float, float]:
        """The upper left corner of a cell."""
        row = len(ROWS) - 1 - at.row
        return self.left + (at.column - self.columns[0]) * CELL_WIDE, self.top + row * CELL_HIGH


@dataclass(frozen=True)
class Picture(Shown):
    """A position to be looked at; made by `picture`.

    Attributes
    ----------
    of : State or View
    lang : str or None
        The language of its words; None is the language of the machine at the time of drawing.
    marks : tuple of (Cell, str)
        Cells and what stands on them.
    size : int or None
        Pixels wide; None for a size that suits the width of the field.
    prefix : str or None
        What ids begin with; None to make one from what the picture shows.
    """

    of: State | View
    lang: str | None = None
    marks: tuple[tuple[Cell, str], ...] = ()
    size: int | None = None
    prefix: str | None = None

    def svg(self) -> str:
        """The picture as an SVG document, complete in itself, the same every time.

        Examples
        --------
        >>> from inaba.cross_sevens import start
        >>> picture(start(3), lang="en").svg()[:46]
        '<svg xmlns="http://www.w3.org/2000/svg" viewBo'
        """
        lang = language(self.lang)
        sheet = Sheet(self.prefix or self._own_prefix(lang))
        layout = _Layout(self.of.field, [at for at, _ in self.marks])
        width = layout.width
        layout.top = headline(sheet, due(self.of, lang), width) + 14
        self._field(sheet, layout, lang)
        self._piles(sheet, layout, lang)
        y = self._hands(sheet, layout.bottom + 34, width, lang)
        high = round(self._rest(sheet, y, width, lang) + 8)
        # The table is drawn first, now that it is known how high it is.
        sheet.parts.insert(0, f'<rect width="{width}" height="{high}" fill="{art.FELT}"/>')
        words = self.words(lang)
        return document(
            sheet, art.DRAWINGS, (width, high), self.size or width, lang, due(self.of, lang), words
        )

    def least(self) -> int:
        """How many pixels wide it stays, so that a wide field can be read on a narrow page: that scrolls."""
        width = _Layout(self.of.field, [at for at, _ in self.marks]).width
        return min(round(width * _LEGIBLE), _PAPER, self.size or width)

    def _own_prefix(self, lang: str) -> str:
        eyes = self.of.player if isinstance(self.of, View) else None
        marks = [(str(at), sign) for at, sign in self.marks]
        return prefix_of("x", (str(self.of), str(self.of.rules), eyes, lang, marks, self.size))

    # The field

    def _field(self, sheet: Sheet, layout: _Layout, lang: str) -> None:
        """Six rows between two edges, open to the left and right; what lies there, and the marks."""
        left, right, top, bottom = layout.left, layout.right, layout.top, layout.bottom
        sheet.rect(left - 12, top, right - left + 24, bottom - top, PANEL)
        lines = [f"M{trim(left - 12)} {trim(top + i * CELL_HIGH)}H{trim(right + 12)}" for i in range(1, 6)]
        across = range(len(layout.columns) + 1)
        lines += [f"M{trim(left + i * CELL_WIDE)} {trim(top)}V{trim(bottom)}" for i in across]
        sheet.add(f'<path d="{"".join(lines)}" fill="none" stroke="{art.GRID}" stroke-width="1.2"/>')
        edges = "".join(f"M{trim(left - 12)} {trim(y)}H{trim(right + 12)}" for y in (top, bottom))
        sheet.add(f'<path d="{edges}" fill="none" stroke="{INK}" stroke-width="3"/>')
        for row, letter in enumerate(reversed(ROWS)):
            y = top + row * CELL_HIGH + CELL_HIGH / 2 + 6
            sheet.text(left - 18, y, 16, letter, anchor="end", bold=True)
        for i, column in enumerate(layout.columns):
            x = left + (i + 0.5) * CELL_WIDE
            sheet.text(x, bottom + 19, 14, str(column), anchor="middle", bold=True)
        found = lying(self.of.field)
        self._places(sheet, layout, found)
        for at, here in found.items():
            x, y = layout.corner(at)
            sheet.add(f'<g data-cell="{at}" transform="translate({trim(x)} {trim(y)})">')
            _lying(sheet, here, lang)
            sheet.add("</g>")
        for at, sign in self.marks:
            _mark(sheet, layout, at, sign, at in found)

    def _places(self, sheet: Sheet, layout: _Layout, found: Mapping[Cell, Lying]) -> None:
        """The cells that are awaited: for the 7s, for the trump that TRY has found, for a claim."""
        phase, field = self.of.phase, self.of.field
        for number in range(len(field.sevens) + 1, 5):
            x, y = layout.corner(Cell(number, number))
            sheet.rect(
                x + 7,
                y + 3,
                CARD_WIDE,
                CARD_HIGH,
                "none",
                round_=6,
                line=QUIET,
                more=' stroke-dasharray="3 6"',
            )
        cells: list[Cell] = []
        if isinstance(phase, Placing):
            cells = plain_cells(self.of.table, phase.card)
        elif isinstance(phase, Claiming) and field.joker:
            cells = [field.joker[0]]
        for at in cells:
            x, y = layout.corner(at)
            sheet.add(f'<g data-awaited="{at}">')
            sheet.rect(
                x + 2, y + 1.5, CELL_WIDE - 4, CELL_HIGH - 3, STAR, round_=8, line=ALARM, thick=3,
                more="" if at in found else ' stroke-dasharray="7 4"',
            )  # fmt: skip
            sheet.add("</g>")

    # The piles

    def _piles(self, sheet: Sheet, layout: _Layout, lang: str) -> None:
        """The two piles, and what was put down, beside the field."""
        table = self.of.table
        x, y = layout.width - SIDE - _PILES + 14, layout.top + 8
        piles = [("pile", "back", table.pile), ("action_pile", "action-back", table.action_pile)]
        if isinstance(table.phase, Returning):
            piles.append(("shuffled", "back", table.face_down))
        sheet.add('<g data-part="piles">')
        for key, back, count in piles:
            pile(sheet, back, x, y, CARD_WIDE, CARD_HIGH, count)
            sheet.text(x + 60, y + 18, 14, say(f"cross_sevens.short.{key}", lang), most=_PILES - 74)
            sheet.text(x + 60, y + 48, 22, str(count), bold=True)
            y += 76
        for key, actions in (
            ("used", self.of.used),
            ("discards", self.of.discards),
            ("removed", table.removed),
        ):
            if actions:
                sheet.text(x, y + 14, 14, say(f"cross_sevens.short.{key}", lang), most=_PILES - 14)
                y = _counted(sheet, actions, x, y + 20) + 8
        sheet.add("</g>")

    # Hands

    def _hands(self, sheet: Sheet, y: float, width: float, lang: str) -> float:
        """The hands that are open over the whole width, then those that are not, two in a row."""
        players = range(1, self.of.players + 1)
        shown = [(player, own(self.of, player)) for player in players]
        wide = [
            (player, known)
            for player, known in shown
            if known and (known.hand or known.actions or known.given)
        ]
        for player, known in wide:
            y = self._open(sheet, player, known, y, width, lang)
        half = (width - 24) / 2
        narrow = [player for player in players if player not in dict(wide)]
        for at in range(0, len(narrow), 2):
            row = narrow[at : at + 2]
            high = 72 if any(self._has_cards(player) for player in row) else 34
            for i, player in enumerate(row):
                self._hidden(sheet, player, 8 + (half + 8) * i, y, (half, high), lang)
            y += high + 6
        return y

    def _has_cards(self, player: int) -> bool:
        """Whether a player has any card before him."""
        of = self.of
        return bool(of.sizes[player - 1] or of.held[player - 1] or lies_face_down(of.table, player))

    def _panel(
        self, sheet: Sheet, player: int, place: tuple[float, float, float, float], lang: str, counts: str
    ) -> None:
        """The place of a player, with how many cards, or how he left the game."""
        of = self.of
        size, held = of.sizes[player - 1], of.held[player - 1]
        told = []
        if isinstance(of, State) and (ranks := of.ranks()):
            told.append(say("cross_sevens.short.rank", lang, rank=ranks[player - 1]))
        if player in of.finished:
            told.append(say("cross_sevens.short.finished", lang, n=of.finished.index(player) + 1))
        elif player in of.eliminated:
            told.append(say("cross_sevens.short.eliminated", lang))
        if size or held or player in of.table.remaining():
            told.append(counts)
        # Before the first turn nobody's turn is on, even where it is known who will start.
        turn = player == of.turn and not isinstance(of.phase, Sevens | SevenDrawing | Overdue | Over)
        joined = say("picture.words.comma", lang).join(told)
        panel(sheet, *place, player_words(player, lang), joined, turn=turn)

    def _hidden(
        self, sheet: Sheet, player: int, x: float, y: float, extent: tuple[float, float], lang: str
    ) -> None:
        """A hand of which only the backs are seen, or none."""
        of = self.of
        width, high = extent
        size, held = of.sizes[player - 1], of.held[player - 1]
        counts = say("cross_sevens.short.counts", lang, n=size, actions=held)
        sheet.add(f'<g data-hand="{player}">')
        self._panel(sheet, player, (x, y, width, high), lang, counts)
        x += 12
        room = width - 24 - 104 - 3 * 24
        fan(sheet, "back", x, y + 34, _BACK_WIDE, _BACK_HIGH, size, room)
        actions = x + min(size * (_BACK_WIDE + 3), room) + 12
        fan(sheet, "action-back", actions, y + 34, _BACK_WIDE, _BACK_HIGH, held, 3 * 24)
        right = x + width - 24
        if lies_face_down(of.table, player) and not isinstance(of.phase, Returning):
            sheet.use("back", right - 98, y + 34, _BACK_WIDE, _BACK_HIGH)
            tag(sheet, right - 32, y + 40, say("cross_sevens.short.down", lang))
        elif self._asked(player):
            tag(sheet, right - 36, y + 40, say("cross_sevens.short.asked", lang))
        sheet.add("</g>")

    def _asked(self, player: int) -> bool:
        """Whether a player whose turn it is not has to answer."""
        return player in self.of.to_act() and player != self.of.turn

    def _open(self, sheet: Sheet, player: int, known: Own, y: float, width: float, lang: str) -> float:
        """A hand face up: trumps by suit, then action cards; returns how far down that reached."""
        at = len(sheet.parts)
        x, top = SIDE + 4.0, y + 32
        end = width - SIDE - 4

        def place(across: float, gap: float) -> tuple[float, float]:
            nonlocal x, top
            if x + across > end:
                x, top = SIDE + 4.0, top + CARD_HIGH + 6
            here = (x, top)
            x += across + gap
            return here

        for _, group in groupby(known.hand, key=lambda one: one.suit):
            for one in group:
                _trump(sheet, one, *place(CARD_WIDE, _GAP))
            x += 7
        for action in known.actions:
            _action(sheet, action, *place(_ACTION_WIDE, _GAP))
        if known.given:
            x += 7
            a, b = place(CARD_WIDE + 20, _GAP)
            mixed = isinstance(self.of.phase, Returning)
            _trump(sheet, known.given, a + 10, b)
            told = say(f"cross_sevens.short.{'put_in' if mixed else 'down'}", lang)
            tag(sheet, a + 10 + CARD_WIDE / 2, b + CARD_HIGH - 16, told)
        high = top + CARD_HIGH + 8 - y
        rest, sheet.parts = sheet.parts[at:], sheet.parts[:at]
        sheet.add(f'<g data-hand="{player}">')
        counts = counts_words(self.of, player, lang)
        self._panel(sheet, player, (8, y, width - 16, high), lang, counts)
        if self._asked(player):
            name = length(player_words(player, lang), 16)
            tag(sheet, 40 + name + 40, y + 8, say("cross_sevens.short.asked", lang))
        sheet.parts += [*rest, "</g>"]
        return y + high + 6

    # The trumps that nobody shows

    def _rest(self, sheet: Sheet, y: float, width: float, lang: str) -> float:
        """The trumps that a player does not see, or, to who sees all, those in the pile."""
        of = self.of
        cards, key = (of.unseen, "unseen") if isinstance(of, View) else (of.pile, "in_pile")
        if not cards:
            return y
        parts = []
        for suit, group in groupby(cards, key=lambda one: one.suit):
            ranks = " ".join(RANKS[one.rank - 1] for one in group if one != JOKER)
            parts.append((art.SIGNS[suit], f"{suit.letter}: {ranks}" if ranks else str(JOKER)))
        rows: list[list[tuple[float, str, str]]] = [[]]
        x = SIDE + 4.0
        for name, told in parts:
            across = 24 + length(told, 16)
            if rows[-1] and x + across > width - SIDE:
                rows.append([])
                x = SIDE + 4.0
            rows[-1].append((x, name, told))
            x += across + 18
        high = 30 + 26 * len(rows)
        sheet.add(f'<g data-part="{key}">')
        sheet.rect(8, y, width - 16, high, PANEL, round_=9, line=QUIET, thick=1.2)
        title = say(f"cross_sevens.short.{key}", lang, n=len(cards))
        sheet.text(SIDE + 4, y + 20, 14, title, bold=True)
        for i, row in enumerate(rows):
            for x, name, told in row:
                sheet.use(name, x, y + 28 + 26 * i, 18, 18)
                sheet.text(x + 24, y + 43 + 26 * i, 16, told, most=width - SIDE - x - 24)
        sheet.add("</g>")
        return y + high + 6

    # Words

    def words(self, lang: str | None = None) -> str:
        """A full description: what is awaited, the field by rows, the hands, the piles, and the marks."""
        lang = language(lang or self.lang)
        return BETWEEN[lang].join([describe(self.of, lang), *self._mark_words(lang)])

    def _mark_words(self, lang: str) -> list[str]:
        return [say("cross_sevens.picture.mark", lang, cell=at, sign=clean(sign)) for at, sign in self.marks]

    def text(self, lang: str | None = None, unicode: bool = True) -> str:
        """The table for a terminal, with the marks as lines below it."""
        lang = language(lang or self.lang) if unicode else "en"
        lines = [text(self.of, lang, unicode)]
        for told in self._mark_words(lang):
            lines += wrap(told if unicode else told.encode("ascii", "replace").decode(), COLUMNS)
        return "\n".join(lines)


def _mark(sheet: Sheet, layout: _Layout, at: Cell, sign: str, taken: bool) -> None:
    """A sign on a cell: in its middle, or where something lies at the lower end, off its letters."""
    x, y = layout.corner(at)
    wide = min(CELL_WIDE - 2, max(24, length(sign, 15) + 12))
    top = y + (CELL_HIGH - 21 if taken else CELL_HIGH / 2 - 10)
    sheet.add(f'<g data-part="mark" data-mark="{at}">')
    sheet.rect(x + (CELL_WIDE - wide) / 2, top, wide, 20, STAR, round_=10, line=INK, thick=1.6)
    sheet.text(x + CELL_WIDE / 2, top + 15, 15, sign, anchor="middle", bold=True, most=wide - 8)
    sheet.add("</g>")


def _counted(sheet: Sheet, actions: Iterable[Action], x: float, y: float) -> float:
    """Action cards as signs with their numbers, three in a row; returns how far down that reached."""
    counts = sorted(Counter(actions).items())
    for i, (action, count) in enumerate(counts):
        across, down = x + 50 * (i % 3), y + 26 * (i // 3)
        sheet.add(f'<g data-action="{action}" data-count="{count}">')
        sheet.use(art.action_sign(action), across, down, 22, 22)
        if count > 1:
            sheet.text(across + 23, down + 16, 14, f"×{count}", bold=True)
        sheet.add("</g>")
    return y + 26 * -(-len(counts) // 3)


def picture(
    of: State | View,
    *,
    lang: str | None = None,
    marks: Mapping[Cell, str] | Mapping[str, str] | None = None,
    size: int | None = None,
    prefix: str | None = None,
) -> Picture:
    """A picture of a position, or of what one player sees of it.

    Parameters
    ----------
    of : State or View
        A state's picture shows all hands, a view's its player's own and how many cards the others hold.
    lang : {"ja", "en"}, optional
        The machine's unless given (`inaba.words.language`).
    marks : mapping of Cell or str to str, optional
        Signs such as ``"!"`` or ``"1/3"`` on cells, free or not; the field is shown wide enough for them.
    size : int, optional
        Pixels wide, 40 to 10000. The drawing is the same in every size.
    prefix : str, optional
        What the ids in the SVG begin with; made from what it shows unless given.

    Raises
    ------
    SetupError
        If a mark is on no cell, or the size is out of range.

    Examples
    --------
    >>> from inaba.cross_sevens import parse
    >>> position = parse("D8,D9,S2:plus/S6/H8,JK DSHC - try*2 - - 1 -")
    >>> shown = picture(position.view(2), lang="en", marks={"b2": "D8?"})
    >>> "spades 6" in shown.words(), "PLUS" in shown.words(), "Mark on b2: D8?." in shown.words()
    (True, False, True)
    """
    check_size(size)
    signs = tuple((_cell(at), str(sign)) for at, sign in (marks or {}).items())
    return Picture(of, None if lang is None else language(lang), signs, size, prefix)


def _cell(at: Cell | str) -> Cell:
    try:
        return parse_cell(str(at))
    except NotationError:
        raise SetupError("cross_sevens.picture.why.mark", cell=str(at)) from None
