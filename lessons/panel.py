"""What is said in a notebook: boxes with a sign, paragraphs, folded parts, tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from lessons.answer import Mark

LOOKS: Final = {
    Mark.RIGHT: ("✔", "#e3f4ec", "#007a58"),
    Mark.NOT_YET: ("↻", "#fff3dc", "#a35c00"),
    Mark.UNREAD: ("?", "#e6f0fa", "#0060a0"),
    Mark.UNTOUCHED: ("✎", "#eef1f4", "#4a5763"),
    "hint": ("➜", "#e6f0fa", "#0060a0"),
    "begin": ("", "#eef1f4", "#4a5763"),
}
"""For each kind of box its sign, its ground and its edge: dark ink on it has a contrast of 12:1 and more."""

INK: Final = "#1d2733"


@dataclass(frozen=True, slots=True)
class Panel:
    """Something said to the pupil: shown as a box in the notebook, as text elsewhere.

    Attributes
    ----------
    html, text : str
    right : bool or None
        Whether an answer was right; None where nothing was answered.
    """

    html: str
    text: str
    right: bool | None = None

    def __str__(self) -> str:
        return self.text

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {"text/html": self.html, "text/plain": self.text}


def box(
    look: str, lines: Sequence[str], folded: str = "", *, head: str = "", right: bool | None = None
) -> Panel:
    sign = LOOKS[look][0]
    title = f"{sign} {head}".strip()
    strong = f'<strong style="font-size: 1.1em">{escape(title)}</strong>' if head else ""
    body = f'<div role="status">{strong}{"".join(map(paragraph, lines))}</div>{folded}'
    text = [title, *lines] if head else lines
    return Panel(frame(look, body), "\n".join(map(plain, text)), right)


def frame(look: str, body: str) -> str:
    _, ground, edge = LOOKS[look]
    return (
        f'<div class="inaba-kit" style="background: {ground}; color: {INK}; border-left: 6px solid {edge}; '
        "border-radius: 6px; padding: 10px 16px; margin: 4px 0; max-width: 40em; line-height: 1.6; "
        f'font-size: 15px; break-inside: avoid">{body}</div>'
    )


def fold(summary: str, body: str) -> str:
    # JupyterLab would take Enter, b, m … on the focused line for itself; the attribute keeps the keys here.
    return (
        '<details style="margin: 6px 0 0 2px">'
        '<summary data-lm-suppress-shortcuts="true" '
        'style="cursor: pointer; font-weight: 600; color: #00528a; padding: 4px 0">'
        f"{escape(summary)}</summary>"
        f'<div style="margin-left: 18px">{body}</div></details>'
    )


def paragraph(line: str) -> str:
    parts = escape(line).split("`")
    marked = "".join(
        f'<code style="background: #ffffff; color: {INK}; padding: 0 4px; border-radius: 3px">{part}</code>'
        if place % 2
        else part
        for place, part in enumerate(parts)
    )
    return f'<p style="margin: 4px 0; color: {INK}">{marked}</p>'


def plain(line: str) -> str:
    return line.replace("`", "")


def table(caption: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    edge = "padding: 4px 14px 4px 0; border-bottom: 1px solid #c4ccd4; color: inherit"
    over = f"text-align: left; font-weight: 700; color: {INK}; padding: 2px 0"
    out = [f'<table style="border-collapse: collapse; margin: 0; font-size: 15px; color: {INK}">']
    if caption:
        out.append(f'<caption style="{over}">{escape(caption)}</caption>')
    if head:
        cells = "".join(f'<th scope="col" style="text-align: left; {edge}">{escape(h)}</th>' for h in head)
        out.append(f'<thead><tr style="background: transparent">{cells}</tr></thead>')
    out.append("<tbody>")
    for row in rows:
        # A long fraction has no place to break, and a telephone no room for it.
        first = (
            '<th scope="row" style="text-align: left; font-weight: 400; overflow-wrap: anywhere; '
            f'{edge}">{escape(row[0])}</th>'
        )
        rest = "".join(f'<td style="text-align: left; {edge}">{escape(cell)}</td>' for cell in row[1:])
        out.append(f'<tr style="background: transparent">{first}{rest}</tr>')
    out.append("</tbody></table>")
    return "".join(out)
