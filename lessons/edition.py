"""The print edition: a lesson as one page of HTML that opens from a file, and as PDF on A4.

A lesson is run first, so that its drawings and numbers stand on the paper. Where a pupil would type, there
are lines to write on; what only a screen needs is left out. Formulas become MathML, which browsers draw by
themselves: the page asks the network for nothing. A PDF is printed by a browser of this machine, Chrome,
Chromium or Edge.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from importlib.resources import files
from pathlib import Path, PurePosixPath
from typing import Any, Final, NamedTuple

from inaba.errors import Reason, SetupError, of_system
from inaba.files import write_beside
from inaba.reading import plainly
from lessons.exercises import LESSONS
from lessons.voice import TEACHER, catalogue

SECONDS_A_CELL: Final = 300
"""A cell that runs longer has gone wrong."""

SECONDS_A_PDF: Final = 180

BROWSERS: Final = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "msedge",
)
"""What a browser that prints is called, where commands are looked for."""

_INSTALLED: Final = (
    "{ProgramFiles}/Google/Chrome/Application/chrome.exe",
    "{ProgramFiles(x86)}/Google/Chrome/Application/chrome.exe",
    "{LocalAppData}/Google/Chrome/Application/chrome.exe",
    "{ProgramFiles(x86)}/Microsoft/Edge/Application/msedge.exe",
    "{ProgramFiles}/Microsoft/Edge/Application/msedge.exe",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
)
"""Where one lies on Windows and macOS, which put none among the commands."""

EXERCISE: Final = re.compile(r'kit\.check\("(?P<name>[^"]+)"')


class Lesson(NamedTuple):
    """Which lesson a notebook is, and whether it is the teacher's page."""

    number: str
    name: str
    teacher: bool


def lesson_of(path: str) -> Lesson:
    """What a notebook's path says of it.

    Examples
    --------
    >>> lesson_of("ja/teacher/02-the-wounded-shark.ipynb")
    Lesson(number='02', name='the-wounded-shark', teacher=True)
    """
    place = PurePosixPath(path)
    number, _, name = place.stem.partition("-")
    return Lesson(number, name, place.parent.name == TEACHER)


def chosen(pages: Mapping[str, str], lang: str, asked: Sequence[str] = ()) -> dict[str, str]:
    """The lessons that a person asks for, in order, each with its page for the teacher.

    Parameters
    ----------
    pages : mapping of str to str
        The texts of all notebooks by name, such as ``"ja/02-the-wounded-shark.ipynb"``.
    lang : str
        ``"ja"`` or ``"en"``.
    asked : sequence of str
        Numbers (``"2"``, ``"02"``) or names (``"the-wounded-shark"``, ``"02-the-wounded-shark"``); all
        lessons unless given.

    Raises
    ------
    SetupError
        If there is no such lesson: which there are.

    Examples
    --------
    >>> list(chosen({"en/02-b.ipynb": "", "en/teacher/02-b.ipynb": "", "en/03-c.ipynb": ""}, "en", ["2"]))
    ['en/02-b.ipynb', 'en/teacher/02-b.ipynb']
    """
    here = {path: text for path, text in pages.items() if path.startswith(f"{lang}/")}
    names = {path: lesson_of(path) for path in here}
    wanted = set()
    for one in asked:
        plain = plainly(one).removesuffix(".ipynb")
        number = plain.zfill(2) if plain.isascii() and plain.isdigit() else plain
        found = {n.number for n in names.values() if number in (n.number, n.name, f"{n.number}-{n.name}")}
        if not found:
            known = ", ".join(f"{n.number}-{n.name}" for n in names.values() if not n.teacher)
            raise SetupError("command.print.no_lesson", lesson=one[:60], known=known)
        wanted |= found
    return {path: text for path, text in here.items() if not wanted or names[path].number in wanted}


def run(text: str, lang: str, teacher: bool = False) -> Any:
    """A notebook after a run from top to bottom, in a folder of its own where nothing was done yet.

    Parameters
    ----------
    text : str
        The notebook (nbformat 4).
    lang : str
        ``"ja"`` or ``"en"``.
    teacher : bool
        Whether it is a page for the teacher.

    Returns
    -------
    nbformat.NotebookNode

    Raises
    ------
    SetupError
        If the packages that run notebooks are missing, or a cell stops with an error: which, and why.
    """
    try:
        import nbformat
        from nbclient import NotebookClient
        from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
    except ModuleNotFoundError as error:
        raise SetupError("command.print.missing", package=error.name) from error
    # One version of the format, whatever the file says.
    book: Any = nbformat.reads(text, as_version=4)  # type: ignore[no-untyped-call]  # nbformat has no types
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name, lang, TEACHER if teacher else "")
        folder.mkdir(parents=True)
        # The notebook's folder tells the language; no journal and no settings of a person are looked at.
        kept = {key: value for key, value in os.environ.items() if key not in _ANOTHER_S}
        client = NotebookClient(
            book,
            timeout=SECONDS_A_CELL,
            kernel_name="python3",
            extra_arguments=["--log-level=ERROR"],
            resources={"metadata": {"path": str(folder)}},
        )
        try:
            client.execute(env={**kept, "IPYTHONDIR": str(Path(name, "ipython"))})
        except (CellExecutionError, CellTimeoutError, DeadKernelError) as error:
            why = _COLOURS.sub("", str(error).strip().splitlines()[-1])
            raise SetupError("command.print.cell", why=why) from error
    return book


_COLOURS: Final = re.compile(r"\x1b\[[0-9;]*m")
"""A traceback's colours, which are for a terminal."""

_ANOTHER_S: Final = ("INABA_PROGRESS", "INABA_LANG", "JPY_SESSION_NAME")
"""What tells a notebook of another place, language or journal than its own folder."""


def page(book: Any, lang: str, lesson: Lesson) -> str:
    """A notebook that was run as one page of HTML, with all that it needs inside.

    Parameters
    ----------
    book : nbformat.NotebookNode
        As from `run`.
    lang : str
        ``"ja"`` or ``"en"``.
    lesson : Lesson
        Its exercises give the row of boxes to tick; a page for the teacher has no line for a pupil's name.

    Returns
    -------
    str
    """
    say = _speaker(lang)
    markdown = _markdown()
    body = []
    for cell in book.cells:
        if cell.cell_type == "markdown":
            body.append(markdown(cell.source))
        elif cell.cell_type == "code":
            body.append(_code_cell(cell, lesson.name, say))
    title = next((c.source.lstrip("# ").splitlines()[0] for c in book.cells if c.cell_type == "markdown"), "")
    css = (files("lessons") / "edition.css").read_text(encoding="utf-8")
    who = "" if lesson.teacher else f'<p class="who">{say("edition.who")}</p>\n'
    footer = f'@page {{ @bottom-left {{ content: "{say("edition.footer")}"; }} }}'
    return (
        f'<!doctype html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>\n{css}\n{footer}\n{_highlighting()}\n</style>\n</head>\n"
        f"<body>\n<main>\n{who}" + "\n".join(body) + "\n</main>\n</body>\n"
        "</html>\n"
    )


def _speaker(lang: str) -> Callable[..., str]:
    def say(key: str, **data: object) -> str:
        return escape(catalogue().say(key, lang, **data))

    return say


def _code_cell(cell: Any, lesson: str, say: Callable[..., str]) -> str:
    """A cell of code: on paper an exercise is a place to write, and the record a row of boxes."""
    if asked := EXERCISE.search(cell.source):
        return f'<div class="write"><p>{say("edition.answer", name=asked["name"])}</p></div>'
    if "kit.progress()" in cell.source:
        boxes = "".join(f"<li>{escape(one.name)}</li>" for one in LESSONS.get(lesson, ()))
        return f'<ul class="boxes" aria-label="{say("edition.boxes")}">{boxes}</ul>'
    if "kit.report(" in cell.source:
        return ""  # Paper is handed in as it is: it has the pupil's name at its head, and the boxes.
    if "kit.review(table" in cell.source:
        return ""  # Nobody has played on the board above.
    shown = "" if cell.metadata.get("jupyter", {}).get("source_hidden") else _highlighted(cell.source)
    # What `begin` says is about the screen.
    made = "" if "kit.begin(" in cell.source else "".join(map(_output, cell.outputs))
    return f'<section class="cell">{shown}{made}</section>' if shown or made else ""


def _output(output: Any) -> str:
    if output.output_type == "stream":
        return f'<pre class="said">{escape(output.text)}</pre>' if output.name == "stdout" else ""
    data = output.get("data", {})
    if "text/html" in data:
        # What is folded on a screen lies open on paper.
        opened = re.sub(r"<details(?![^>]*\bopen\b)", "<details open", data["text/html"])
        # A number and its percent sign stay in one line.
        # A table may be wider than a telephone: then it scrolls, by keyboard too.
        focus = ' tabindex="0"' if "<table" in opened else ""
        return f'<div class="shown"{focus}>{opened.replace(" %", "&nbsp;%")}</div>'
    if "text/latex" in data:
        return f'<div class="shown">{_formula(data["text/latex"].strip().strip("$"), "block")}</div>'
    return f'<pre class="said">{escape(data["text/plain"])}</pre>' if "text/plain" in data else ""


def _highlighted(source: str) -> str:
    from pygments import highlight
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import PythonLexer

    return str(highlight(source, PythonLexer(), HtmlFormatter(cssclass="code", wrapcode=True)))


def _highlighting() -> str:
    from pygments.formatters import HtmlFormatter

    formatter: Any = HtmlFormatter(style="bw", cssclass="code")
    return str(formatter.get_style_defs(".code"))


def _markdown() -> Callable[[str], str]:
    """What makes HTML of a lesson's prose: tables, and formulas as MathML."""
    import mistune

    class Renderer(mistune.HTMLRenderer):
        def block_math(self, text: str) -> str:
            return f'<div class="formula">{_formula(text, "block")}</div>\n'

        def inline_math(self, text: str) -> str:
            return _formula(text, "inline")

    made = mistune.create_markdown(
        renderer=Renderer(escape=False), plugins=["table", "math", "strikethrough"]
    )

    def html(source: str) -> str:
        # A formula that runs over lines of its own, and one that stands alone in a line, are blocks alike.
        spread = re.sub(r"^\$\$(.+?)\$\$$", r"$$\n\1\n$$", source, flags=re.MULTILINE | re.DOTALL)
        return str(made(spread))

    return html


def _formula(latex: str, display: str) -> str:
    """A formula as MathML, with its source kept for those who cannot see it."""
    from latex2mathml.converter import convert

    # The converter knows the same rows of equations by another name.
    known = latex.strip().replace("{aligned}", "{align*}").replace(r"\displaystyle", "")
    made = _BRACKETED.sub(r'<mtable class="matrix">\1</mtable>', convert(known, display=display))
    # Browsers align the cells of a table by their style alone.
    return re.sub(r'<mtd columnalign="(left|right)"', r'<mtd style="text-align: -webkit-\1"', made)


_BRACKETED: Final = re.compile(
    r'<mo[^>]*form="prefix">\[</mo><mtable>(.*?)</mtable><mo[^>]*form="postfix">\]</mo>', re.DOTALL
)
"""A matrix as the converter writes it."""


def browser(asked: str | None = None) -> str:
    """The browser that prints: the one asked for, that of ``INABA_BROWSER``, or what is found.

    Raises
    ------
    SetupError
        If there is none: what would do.
    """
    if wanted := asked or os.environ.get("INABA_BROWSER"):
        if found := shutil.which(wanted):
            return found
        raise SetupError("command.print.no_such_browser", browser=wanted)
    for name in BROWSERS:
        if found := shutil.which(name):
            return found
    for place in _installed():
        if os.path.isfile(place):
            return place
    raise SetupError("command.print.no_browser")


def _installed() -> Iterator[str]:
    for place in _INSTALLED:
        try:
            yield place.format(**os.environ)
        except KeyError:
            continue


def pdf(source: Path, target: Path, printer: str) -> None:
    """Print a page of HTML on A4.

    Parameters
    ----------
    source : Path
        The page.
    target : Path
        The PDF. It is written under another name first, and takes the place of what stands there.
    printer : str
        As from `browser`.

    Raises
    ------
    SetupError
        If the browser makes no PDF.
    OSError
        If the folder cannot be written.
    """
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        made = Path(folder, "page.pdf")
        command = [
            printer,
            "--headless",
            "--disable-gpu",
            "--no-first-run",
            "--no-default-browser-check",
            "--disable-extensions",
            "--disable-background-networking",
            "--no-pdf-header-footer",
            f"--user-data-dir={Path(folder, 'profile')}",
            f"--print-to-pdf={made}",
            source.resolve().as_uri(),
        ]
        if sys.platform == "linux" and os.geteuid() == 0:
            # Its sandbox does not run for the system's own user; the page is ours and loads nothing.
            command.insert(1, "--no-sandbox")
        try:
            ended = subprocess.run(command, capture_output=True, timeout=SECONDS_A_PDF, check=False)
        except OSError as error:
            raise SetupError("command.print.no_pdf", browser=printer, why=of_system(error)) from error
        except subprocess.TimeoutExpired as error:
            slow = Reason("program.why.slow", {"seconds": SECONDS_A_PDF})
            raise SetupError("command.print.no_pdf", browser=printer, why=slow) from error
        if not made.is_file() or not made.read_bytes().startswith(b"%PDF"):
            said = ended.stderr.decode(errors="replace").strip().splitlines()
            raise SetupError(
                "command.print.no_pdf", browser=printer, why=said[-1] if said else ended.returncode
            )
        os.replace(write_beside(target, [made.read_bytes()]), target)
