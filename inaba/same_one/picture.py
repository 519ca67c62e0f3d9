"""A position of Same One as a picture: the centre, the piles, and the hands as far as they may be seen.

`picture` takes a `State` or a `View` and shows what it shows: a state's picture tells every hand, a view's
only its player's own. The picture is SVG without anything from outside; in a notebook it comes as an image
with a description in words, which survives where a page is not trusted, executed or exported.
"""

from __future__ import annotations

from dataclasses import dataclass

from inaba.frame.card_table import SIDE, fan, headline, panel, pile, tag
from inaba.frame.lines import wrap
from inaba.frame.picture import Shown, check_size
from inaba.frame.sheet import INK, PANEL, PAPER, STAR, Sheet, document, prefix_of, trim
from inaba.same_one import art
from inaba.same_one.cards import Card
from inaba.same_one.description import (
    card_words,
    describe,
    due,
    hand_words,
    own,
    text,
    window,
    window_words,
)
from inaba.same_one.state import State, View
from inaba.same_one.table import Dealing, Own
from inaba.words import language, say

WIDTH = 660
"""All pictures are as wide, in the units of the drawing."""

LEGIBLE = 480
"""Below so many pixels across, its smaller words cannot be read any more."""

_WIDE, _HIGH = 60, 84
"""A card."""

__all__ = ["Picture", "card", "card_words", "describe", "due", "hand_words", "picture", "text"]


def _card(sheet: Sheet, card: Card, x: float, y: float) -> None:
    """A card face up: number, letter, and its animal or sign on its colour."""
    paint = art.COLOURS[card.colour]
    sheet.add(f'<g data-card="{card}" transform="translate({trim(x)} {trim(y)})">')
    sheet.rect(1, 1, _WIDE - 2, _HIGH - 2, PAPER, round_=7, line=INK)
    sheet.rect(5, 38, _WIDE - 10, 41, paint, round_=4, line=INK, thick=1.4)
    sheet.text(6, 31, 25 if card.number > 9 else 28, str(card.number), bold=True)
    sheet.use(art.SIGNS[card.colour], 38, 5, 17, 17, f' fill="{paint}"')
    sheet.text(46.5, 34, 13, card.colour.letter, anchor="middle", bold=True)
    kind = art.motif(card)
    if kind in ("shark", "dog"):
        sheet.use(kind, 6.5, 43, 47, 31)
    else:
        sheet.use(kind, 16, 44, 28, 28, f' fill="{PAPER}"')
    sheet.add("</g>")


def card(card: Card, *, prefix: str = "inaba-") -> str:
    """A card face up, as a fragment of SVG 60 wide and 84 high.

    Parameters
    ----------
    card : Card
    prefix : str
        The prefix of the drawings it uses, which the page holds once: `inaba.same_one.art.symbols`.

    Examples
    --------
    >>> from inaba.same_one.cards import parse_card
    >>> card(parse_card("b14")).count("#inaba-shark")
    1
    """
    sheet = Sheet(prefix)
    _card(sheet, card, 0, 0)
    return "".join(sheet.parts)


@dataclass(frozen=True)
class Picture(Shown):
    """A position to be looked at; made by `picture`.

    Attributes
    ----------
    of : State or View
    lang : str or None
        The language of its words; None is the language of the machine at the time of drawing.
    size : int or None
        Pixels wide; None for a size that suits a page.
    prefix : str or None
        What ids begin with; None to make one from what the picture shows.
    """

    of: State | View
    lang: str | None = None
    size: int | None = None
    prefix: str | None = None

    def svg(self) -> str:
        """The picture as an SVG document, complete in itself, the same every time.

        Examples
        --------
        >>> from inaba.same_one import start
        >>> picture(start(3), lang="en").svg()[:46]
        '<svg xmlns="http://www.w3.org/2000/svg" viewBo'
        """
        lang = language(self.lang)
        sheet = Sheet(self.prefix or self._own_prefix(lang))
        y = headline(sheet, due(self.of, lang), WIDTH)
        y = self._middle(sheet, y, lang)
        for player in range(1, self.of.players + 1):
            y = self._hand(sheet, player, y, lang)
        # The table is drawn first, now that it is known how high it is.
        felt = f'<rect width="{WIDTH}" height="{trim(y + 8)}" fill="{art.FELT}"/>'
        sheet.parts.insert(0, felt)
        pixels = self.size or WIDTH
        words = describe(self.of, lang)
        return document(sheet, art.DRAWINGS, (WIDTH, round(y + 8)), pixels, lang, due(self.of, lang), words)

    def least(self) -> int:
        """How many pixels wide it stays, so that the cards can be read on a narrow page: that scrolls.

        Examples
        --------
        >>> from inaba.same_one import start
        >>> picture(start(3)).least(), picture(start(3), size=300).least()
        (480, 300)
        """
        return min(LEGIBLE, self.size or WIDTH)

    def _own_prefix(self, lang: str) -> str:
        eyes = self.of.player if isinstance(self.of, View) else None
        return prefix_of("s", (str(self.of), str(self.of.rules), eyes, lang, self.size))

    def _middle(self, sheet: Sheet, y: float, lang: str) -> float:
        """The pile, the centre card and what was put aside."""
        of = self.of
        y += 14
        for key, x, count in (
            ("pile", SIDE, of.table.pile),
            ("aside", WIDTH - SIDE - 2 * _WIDE, len(of.aside)),
        ):
            pile(sheet, "back", x + 30, y, _WIDE, _HIGH, count)
            told = say(f"same_one.picture.short.{key}", lang, n=count)
            sheet.text(x + 60, y + 104, 15, told, anchor="middle", most=2 * _WIDE)
        centre = 200
        if of.centre is None:
            sheet.rect(centre, y, _WIDE, _HIGH, "none", round_=7, line=INK, more=' stroke-dasharray="6 5"')
            by = say("same_one.picture.short.empty", lang)
        else:
            _card(sheet, of.centre, centre, y)
            by = say("same_one.picture.short.by", lang, player=of.last)
        sheet.text(centre + _WIDE / 2, y + 104, 15, by, anchor="middle", most=170)
        self._window(sheet, centre + _WIDE + 14, y + 4, lang)
        return y + 118

    def _window(self, sheet: Sheet, x: float, y: float, lang: str) -> None:
        """Whether Same One can be called: an open ring or a barred one, and the words."""
        if isinstance(self.of.phase, Dealing):
            return
        kind = window(self.of.table)
        ring = STAR if kind == "open" else PANEL
        sheet.add(f'<g data-window="{kind}">')
        sheet.add(
            f'<circle cx="{x + 15}" cy="{y + 16}" r="13" fill="{ring}" stroke="{INK}" stroke-width="2.4"/>'
        )
        if kind == "open":
            sheet.text(x + 15, y + 23, 20, "!", anchor="middle", bold=True)
        elif kind == "closed":
            sheet.add(f'<path d="M{x + 6} {y + 25}L{x + 24} {y + 7}" stroke="{INK}" stroke-width="2.6"/>')
        else:
            sheet.text(x + 15, y + 22, 16, str(self.of.turn), anchor="middle", bold=True)
        for i, line in enumerate(wrap(window_words(self.of, lang), 22)):
            sheet.text(x + 34, y + 14 + 18 * i, 14, line, most=190)
        sheet.add("</g>")

    def _hand(self, sheet: Sheet, player: int, y: float, lang: str) -> float:
        """A player's cards, or as many backs; returns how far down that reached."""
        of, known = self.of, own(self.of, player)
        high = 34.0 + (_rows(len(known.cards())) * (_HIGH + 6) if known else 28)
        turn = player == of.turn and of.table.to_act() != ()
        sheet.add(f'<g data-hand="{player}">')
        name = say("same_one.picture.short.player", lang, player=player)
        size = of.sizes[player - 1]
        # Before the deal nobody is out yet.
        out = not size and not isinstance(of.phase, Dealing)
        told = say("same_one.picture.short.out" if out else "same_one.picture.short.cards", lang, n=size)
        panel(sheet, 8, y, WIDTH - 16, high, name, told, turn=turn)
        if known is None:
            fan(sheet, "back", SIDE + 4, y + 28, 21, 29.4, size, 580)
        else:
            self._cards(sheet, known, y + 30, lang)
        sheet.add("</g>")
        return y + high + 6

    def _cards(self, sheet: Sheet, known: Own, y: float, lang: str) -> None:
        for i, one in enumerate(known.cards()):
            row, column = divmod(i, _IN_A_ROW)
            x, top = SIDE + column * (_WIDE + 2), y + row * (_HIGH + 6)
            _card(sheet, one, x, top)
            if i >= len(known.hand):
                new = say("same_one.picture.short.drawn", lang)
                tag(sheet, x + _WIDE / 2, top + 70, new)

    def words(self, lang: str | None = None) -> str:
        """A full description: what is awaited, the centre, the call, the piles and the hands."""
        return describe(self.of, lang or self.lang)

    def text(self, lang: str | None = None, unicode: bool = True) -> str:
        """The table for a terminal."""
        return text(self.of, lang or self.lang, unicode)


_IN_A_ROW = (WIDTH - 2 * SIDE) // (_WIDE + 2)


def _rows(cards: int) -> int:
    """How many rows a hand takes."""
    return max(1, -(-cards // _IN_A_ROW))


def picture(
    of: State | View, *, lang: str | None = None, size: int | None = None, prefix: str | None = None
) -> Picture:
    """A picture of a position, or of what one player sees of it.

    Parameters
    ----------
    of : State or View
        A state's picture shows all hands, a view's its player's own and how many cards the others hold.
    lang : {"ja", "en"}, optional
        The machine's unless given (`inaba.words.language`).
    size : int, optional
        Pixels wide, 40 to 10000. The drawing is the same in every size.
    prefix : str, optional
        What the ids in the SVG begin with; made from what it shows unless given.

    Raises
    ------
    SetupError
        If the size is out of range.

    Examples
    --------
    >>> from inaba.same_one import parse
    >>> shown = picture(parse("g3,g9/b5,y9/y1,y2 g7:3 g12 b2,y30 1 0").view(2), lang="en")
    >>> "blue 5" in shown.words(), "green 9" in shown.words()
    (True, False)
    """
    check_size(size)
    return Picture(of, lang, size, prefix)
