"""A position of Cross Sevens as a picture."""

from __future__ import annotations

from html import escape

from inaba import cross_sevens
from inaba.cross_sevens.picture import picture
from lessons.panel import Panel
from lessons.voice import language, say


def sevens_field(
    position: str | cross_sevens.State | cross_sevens.View,
    player: int | None = None,
    *,
    marks: dict[str, str] | None = None,
) -> Panel:
    """A position of Cross Sevens as a picture, in the notebook's language.

    On a telephone the picture stays large enough to be read and is moved sideways, by finger or arrow keys;
    the page is not.

    Parameters
    ----------
    position : str, State or View
        Its notation, or the position itself. Where a text hides cards (``??``) the player says whose view it
        is.
    player : int, optional
        Only what this player sees.
    marks : dict of str to str, optional
        Signs to be put on cells.

    Raises
    ------
    NotationError
        If the text is no position.

    Examples
    --------
    >>> shown = sevens_field("D8,D9/S6/H8,JK DSHC - try*2 - - 1 -", 2, marks={"b2": "D8?"})
    >>> "2: S6" in shown.text, "1: 2 trumps" in shown.text
    (True, True)
    """
    if isinstance(position, str):
        text = position
        position = cross_sevens.parse_view(text, player or 1) if "?" in text else cross_sevens.parse(text)
    if player is not None and isinstance(position, cross_sevens.State):
        position = position.view(player)
    drawn = picture(position, lang=language(), marks=marks)
    label = escape(say("chart.field.region"), quote=True)
    html = (
        f'<div role="region" tabindex="0" aria-label="{label}" style="overflow-x: auto">{drawn.html()}</div>'
    )
    return Panel(html, drawn.text())
