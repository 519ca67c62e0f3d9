"""What a pupil sees when a report is ready to be handed in: its text, a button that copies it, and a file."""

from __future__ import annotations

import re
from html import escape
from typing import Final
from urllib.parse import quote

from lessons.panel import INK, LOOKS, Panel, box, frame, paragraph, plain
from lessons.report import Report, write
from lessons.voice import language, say

_COPY: Final = (
    "const here = this.closest('.inaba-hand-in'), text = here.querySelector('pre');"
    "const said = here.querySelector('[role=status]');"
    # The text stays marked, so that it can be copied by hand where the browser refuses.
    "getSelection().selectAllChildren(text);"
    "const say = (done) => { said.textContent = done ? said.dataset.done : said.dataset.refused; };"
    # The clipboard is there for pages of this machine and of https only; the older way works elsewhere, too.
    "const older = () => { try { return document.execCommand('copy'); } catch { return false; } };"
    "if (navigator.clipboard) navigator.clipboard.writeText(text.textContent)"
    ".then(() => say(true), () => say(older()));"
    "else say(older());"
)
"""What the button does. There is no widget behind it, so that it works as long as the notebook lies open."""

_BUTTON: Final = (
    f"display: inline-block; padding: 8px 16px; margin: 4px 8px 4px 0; border: 2px solid {LOOKS['hint'][2]}; "
    f"border-radius: 6px; background: #ffffff; color: {INK}; font: inherit; font-weight: 600; "
    "text-decoration: none; cursor: pointer; line-height: 1.4"
)


def how(puzzles: bool, refused: bool = False) -> Panel:
    """How a report is asked for, where no name was given or one that cannot be used."""
    call = say("report.hand_in.call")
    if puzzles:
        call = call.removesuffix(")") + ", puzzles=True)"
    lines = [say("report.hand_in.bad_name")] if refused else []
    lines += [say("report.hand_in.how", call=call), say("report.hand_in.class")]
    return box("untouched", lines, head=say("report.hand_in.head"))


def nothing() -> Panel:
    """That no puzzle has been tried yet."""
    return box("untouched", [say("report.hand_in.nothing")], head=say("report.hand_in.head"))


def ready(report: Report) -> Panel:
    """A report to copy or to download; elsewhere than in a notebook, its text.

    Raises
    ------
    ValueError
        As `lessons.report.write`.

    Examples
    --------
    >>> from datetime import UTC, datetime
    >>> from lessons.progress import Standing
    >>> from lessons.voice import speak
    >>> speak("en")
    >>> made = datetime(2026, 11, 30, 12, 15, 7, tzinfo=UTC)
    >>> print(ready(Report("Aoi", "endgames", {"1": Standing(True, 2)}, made)).text.splitlines()[3])
    [Inaba report 1]
    """
    text = write(report, language())
    head, lines = say("report.hand_in.head"), [say("report.hand_in.ready"), say("report.hand_in.check")]
    html = (
        f'<div class="inaba-hand-in"><strong style="font-size: 1.1em">{escape(head)}</strong>'
        + "".join(map(paragraph, lines))
        + f'<pre tabindex="0" role="region" data-lm-suppress-shortcuts="true" '
        f'aria-label="{escape(say("report.hand_in.text"))}" style="background: #ffffff; color: {INK}; '
        "border: 1px solid #8a96a3; border-radius: 6px; padding: 8px 12px; margin: 8px 0; font-size: 14px; "
        "line-height: 1.5; white-space: pre-wrap; overflow-wrap: anywhere; -webkit-user-select: all; "
        f'user-select: all">{escape(text)}</pre>'
        f'<button type="button" data-lm-suppress-shortcuts="true" style="{_BUTTON}" '
        f'onclick="{escape(_COPY)}">{escape(say("report.hand_in.copy"))}</button>'
        f'<a data-lm-suppress-shortcuts="true" style="{_BUTTON}" download="{escape(_file_name(report))}" '
        f'href="{_address(text)}">{escape(say("report.hand_in.download"))}</a>'
        f'<span role="status" data-done="{escape(say("report.hand_in.copied"))}" '
        f'data-refused="{escape(say("report.hand_in.not_copied"))}"></span></div>'
    )
    return Panel(frame("hint", html), "\n".join([*map(plain, [head, *lines]), text.rstrip("\n")]))


def _address(text: str) -> str:
    """A text as a link that needs no server: UTF-8 with a mark that says so, and the line ends of Windows."""
    return "data:text/plain;charset=utf-8," + quote("\ufeff" + text.replace("\n", "\r\n"))


def _file_name(report: Report) -> str:
    """A name that every system takes for a file.

    Examples
    --------
    >>> from datetime import UTC, datetime
    >>> _file_name(Report("1/2: Aoi?", "endgames", {}, datetime.now(UTC)))
    'inaba-endgames-1-2-Aoi.txt'
    """
    pupil = re.sub(r"[\W_]+", "-", report.name).strip("-")
    return f"inaba-{report.lesson}-{pupil}.txt"
