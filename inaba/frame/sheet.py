"""Pictures that a game draws as SVG: a sheet of instructions, the colours, and the page around them.

Nothing here knows a game. Drawings are ``<symbol>`` elements whose id is a prefix and a name, so that a
picture takes those that it needs under a prefix of its own, and a page that shows several pictures has no id
twice.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Mapping
from html import escape
from typing import Final

INK: Final = "#14303F"
"""Lines and text."""
PAPER: Final = "#FFFDF6"
"""Cards that are face up, chips and badges."""
QUIET: Final = "#46606E"
"""Text of second rank."""
PANEL: Final = "#FFFFFF"
BACK: Final = "#1C567F"
"""The back of a card."""
BACK_LINE: Final = "#7DB4D8"
ALARM: Final = "#9C2F00"
"""What threatens: text and lines."""
STAR: Final = "#F0E442"

FONT: Final = (
    "'Noto Sans CJK JP','Noto Sans JP','Hiragino Sans','Yu Gothic','Meiryo','IPAGothic',"
    "'DejaVu Sans',Arial,sans-serif"
)


def clean(text: str) -> str:
    """A text from outside, on one line and without what may not stand in XML."""
    return "".join(c if c.isprintable() else " " for c in text)


def trim(value: float) -> str:
    """A number as an attribute of SVG has it."""
    return f"{value:.1f}".removesuffix(".0")


def length(text: str, size: float) -> float:
    """About how long a line of text is, on the safe side."""
    # Japanese fonts draw signs such as × as wide as a kanji.
    return sum(0.62 if c.isascii() else 1.02 for c in text) * size


class Sheet:
    """Drawing instructions in order, and the drawings they use."""

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix
        self.parts: list[str] = []
        self.used: dict[str, None] = {}

    def add(self, part: str) -> None:
        self.parts.append(part)

    def use(self, name: str, x: float, y: float, across: float, high: float, more: str = "") -> None:
        self.used[name] = None
        self.add(
            f'<use href="#{self.prefix}{name}" x="{trim(x)}" y="{trim(y)}" width="{trim(across)}"'
            f' height="{trim(high)}"{more}/>'
        )

    def text(
        self,
        x: float,
        y: float,
        size: float,
        text: str,
        *,
        anchor: str = "start",
        fill: str = INK,
        bold: bool = False,
        most: float | None = None,
    ) -> None:
        if most is not None and (long := length(text, size)) > most:
            size *= most / long
        at = "" if anchor == "start" else f' text-anchor="{anchor}"'
        weight = ' font-weight="700"' if bold else ""
        ink = "" if fill == INK else f' fill="{fill}"'
        self.add(
            f'<text x="{trim(x)}" y="{trim(y)}" font-size="{trim(size)}"{at}{weight}{ink}>'
            f"{escape(clean(text))}</text>"
        )

    def rect(
        self,
        x: float,
        y: float,
        across: float,
        high: float,
        fill: str,
        *,
        round_: float = 0,
        line: str = "",
        thick: float = 2,
        more: str = "",
    ) -> None:
        edge = f' stroke="{line}" stroke-width="{trim(thick)}"' if line else ""
        corner = f' rx="{trim(round_)}"' if round_ else ""
        self.add(
            f'<rect x="{trim(x)}" y="{trim(y)}" width="{trim(across)}" height="{trim(high)}"{corner}'
            f' fill="{fill}"{edge}{more}/>'
        )


def prefix_of(letter: str, told: object) -> str:
    """A prefix for ids, from all that a picture shows: alike pictures may share ids, which mean the same.

    Examples
    --------
    >>> prefix_of("r", "a position") == prefix_of("r", "a position") != prefix_of("r", "another")
    True
    """
    return f"{letter}{hashlib.sha256(repr(told).encode()).hexdigest()[:10]}-"


def symbols(drawings: Mapping[str, tuple[str, str]], prefix: str, names: Iterable[str] | None = None) -> str:
    """Drawings as one ``<defs>``, for any SVG to ``<use href="#{prefix}{name}"/>``.

    Parameters
    ----------
    drawings : mapping of str to (str, str)
        Each drawing's view box and its SVG.
    prefix : str
        Goes before every name: letters, digits and hyphens, beginning with a letter.
    names : iterable of str, optional
        Which of them; all unless given.

    Raises
    ------
    ValueError
        If the prefix has any other character.
    KeyError
        If there is no such drawing.

    Examples
    --------
    >>> symbols({"dot": ("0 0 2 2", "<circle/>")}, "p-")
    '<defs><symbol id="p-dot" viewBox="0 0 2 2"><circle/></symbol></defs>'
    """
    if not (prefix.isascii() and prefix[:1].isalpha() and prefix.replace("-", "").isalnum()):
        raise ValueError(f"prefix {prefix!r} is not letters, digits and hyphens beginning with a letter")
    chosen = drawings if names is None else {name: drawings[name] for name in names}
    body = "".join(
        f'<symbol id="{prefix}{name}" viewBox="{box}">{drawing}</symbol>'
        for name, (box, drawing) in chosen.items()
    )
    return f"<defs>{body}</defs>"


def document(
    sheet: Sheet,
    drawings: Mapping[str, tuple[str, str]],
    size: tuple[float, float],
    pixels: int,
    lang: str,
    title: str,
    words: str,
) -> str:
    """A sheet as an SVG document, complete in itself, with a frame, a title and a description.

    Parameters
    ----------
    sheet : Sheet
    drawings : mapping of str to (str, str)
        Those that it uses are taken from here.
    size : (float, float)
        Width and height in the units of the drawing.
    pixels : int
        How wide it is shown.
    lang : str
    title, words : str
    """
    (width, height), ids = size, sheet.prefix
    # Chosen in the order of the drawings, so that the same picture is the same text.
    names = [name for name in drawings if name in sheet.used]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{pixels}"'
        f' height="{round(pixels * height / width)}" font-family="{FONT}" fill="{INK}" role="img"'
        f' lang="{lang}" aria-labelledby="{ids}title {ids}words">'
        f'<title id="{ids}title">{escape(title)}</title>'
        f'<desc id="{ids}words">{escape(words)}</desc>'
        f"{symbols(drawings, ids, names)}"
        f'<clipPath id="{ids}edge"><rect width="{width}" height="{height}" rx="14"/></clipPath>'
        f'<g clip-path="url(#{ids}edge)">{"".join(sheet.parts)}</g>'
        f'<rect x="1" y="1" width="{width - 2}" height="{height - 2}" rx="13" fill="none" stroke="{INK}"'
        ' stroke-width="2"/></svg>'
    )


def image(svg: str, words: str, lang: str, least: int = 0) -> str:
    """An SVG document as an HTML image with its description; it needs nothing from outside.

    Parameters
    ----------
    svg, words, lang : str
    least : int
        It shrinks with a narrow page, but to no fewer pixels than these: then the page scrolls.

    Examples
    --------
    >>> image("<svg/>", "a river", "en")[:27]
    '<img alt="a river" lang="en'
    """
    data = base64.b64encode(svg.encode()).decode()
    floor = f";min-width:{least}px" if least else ""
    return (
        f'<img alt="{escape(words)}" lang="{lang}" style="max-width:100%;height:auto{floor}"'
        f' src="data:image/svg+xml;base64,{data}">'
    )
