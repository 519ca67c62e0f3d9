"""The print edition: which lessons, what stands on the page, that it asks for nothing, and the PDF."""

from __future__ import annotations

import os
import re
import shutil
import stat
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path
from typing import Any

import nbformat
import pytest

import lessons
from inaba.__main__ import main
from inaba.command import lab
from inaba.errors import SetupError
from inaba.words import LANGUAGES
from lessons import edition
from lessons.exercises import LESSONS

PAGES = lab.lessons(files("lessons"))
WOUNDED = edition.Lesson("02", "the-wounded-shark", False)


def book(*cells: tuple[str, str] | tuple[str, str, dict[str, str]]) -> Any:
    """A notebook of (kind, source) and, for code, what it gave by MIME type."""
    made: Any = nbformat.v4.new_notebook()  # type: ignore[no-untyped-call]  # nbformat has no types
    for kind, source, *data in cells:
        cell: Any
        if kind == "markdown":
            cell = nbformat.v4.new_markdown_cell(source)  # type: ignore[no-untyped-call]  # likewise
        else:
            outputs = [nbformat.v4.new_output("execute_result", one) for one in data]  # type: ignore[no-untyped-call]  # likewise
            cell = nbformat.v4.new_code_cell(source, outputs=outputs)  # type: ignore[no-untyped-call]  # likewise
        made.cells.append(cell)
    return made


def page(*cells: tuple[str, str] | tuple[str, str, dict[str, str]], lesson: edition.Lesson = WOUNDED) -> str:
    return edition.page(book(("markdown", "# Title"), *cells), "en", lesson)


# --- which lessons ---


def test_a_lesson_is_asked_for_by_number_or_name_and_brings_its_teachers_page() -> None:
    both = ["en/02-the-wounded-shark.ipynb", "en/teacher/02-the-wounded-shark.ipynb"]
    for asked in ("2", "02", "２", "the-wounded-shark", "02-the-wounded-shark", "02-the-wounded-shark.ipynb"):
        assert list(edition.chosen(PAGES, "en", [asked])) == both, asked
    every = edition.chosen(PAGES, "ja")
    assert every == {name: text for name, text in PAGES.items() if name.startswith("ja/")}


@pytest.mark.parametrize("asked", ["98", "", "shark", "../02-the-wounded-shark", "-1", "9²"])
def test_a_lesson_that_is_not_there_is_refused_with_those_that_are(asked: str) -> None:
    with pytest.raises(SetupError, match="02-the-wounded-shark") as refused:
        edition.chosen(PAGES, "en", ["2", asked])
    assert refused.value.say("ja") != refused.value.say("en")


# --- the page ---


def test_an_exercise_becomes_room_to_write_and_the_record_a_row_of_boxes() -> None:
    made = page(
        ("code", 'answer = ...\nkit.check("3", answer)', {"text/html": "<p>screen only</p>"}),
        ("code", "kit.progress()", {"text/html": "<p>screen only</p>"}),
        ("code", 'kit.report("")', {"text/html": "<p>screen only</p>"}),
        ("code", 'kit.begin("x")', {"text/html": "<p>screen only</p>"}),
    )
    assert "Exercise 3: my working and my answer" in made
    assert "screen only" not in made
    assert "kit.check" not in made
    assert "kit.report" not in made, "paper is handed in as it is"
    assert "begin</span>" in made, "what a pupil types stays"
    assert re.findall(r"<li>(\w+)</li>", made) == [one.name for one in LESSONS["the-wounded-shark"]]
    assert 'class="who"' in made
    assert 'class="who"' not in page(lesson=WOUNDED._replace(teacher=True))


def test_hidden_code_shows_its_drawing_only_and_folded_words_lie_open() -> None:
    shown = book(
        ("markdown", "# Title"),
        ("code", "secret()", {"text/html": "<details><summary>More</summary>inside</details>"}),
    )
    shown.cells[1].metadata["jupyter"] = {"source_hidden": True}
    made = edition.page(shown, "en", WOUNDED)
    assert "secret" not in made
    assert "<details open><summary>More</summary>inside</details>" in made


def test_a_widget_is_shown_by_its_picture_in_words_and_what_was_printed_as_it_is() -> None:
    view = {"application/vnd.jupyter.widget-view+json": "{}", "text/html": '<img alt="a river" src="data:,">'}
    made = page(("code", "kit.board()", view), ("code", "1 < 2", {"text/plain": "a <b> & c"}))
    assert '<img alt="a river"' in made
    assert "widget-view" not in made
    assert "a &lt;b&gt; &amp; c" in made


def test_formulas_become_mathml_that_is_well_formed() -> None:
    made = page(
        ("markdown", r"It is $a < b$ and"),
        ("markdown", r"$$\frac{10}{36} \approx 27.8\,\%$$"),
        ("markdown", r"$$\begin{aligned} & P(\text{a}) \\ &= 2 \end{aligned}$$"),
        ("code", "m", {"text/latex": r"$\displaystyle \left[\begin{matrix}1 & 0\\0 & 1\end{matrix}\right]$"}),
    )
    formulas = re.findall(r"<math.*?</math>", made, re.DOTALL)
    assert len(formulas) == 4
    for formula in formulas:
        ET.fromstring(formula)
    assert [re.search(r'display="(\w+)"', formula) is not None for formula in formulas]
    assert formulas[2].count("<mtr>") == 2, "two rows of equations"
    assert 'class="matrix"' in formulas[3]
    assert "$" not in re.sub(r"<style>.*?</style>", "", made, flags=re.DOTALL)


def test_every_formula_of_every_lesson_is_well_formed_mathml() -> None:
    markdown = edition._markdown()
    seen = 0
    for name, text in PAGES.items():
        for cell in nbformat.reads(text, as_version=4).cells:  # type: ignore[no-untyped-call]  # nbformat has no types
            if cell.cell_type == "markdown" and "$" in cell.source:
                for formula in re.findall(r"<math.*?</math>", markdown(cell.source), re.DOTALL):
                    seen += 1
                    ET.fromstring(formula)
                    # A command that the converter does not know is left in the formula as it was typed.
                    assert "\\" not in formula, name
    assert seen >= 16


class _Outside(HTMLParser):
    """What a page asks for that does not lie in it."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("src", "srcset", "data", "action") and not (value or "").startswith("data:"):
                self.found.append(f"{tag} {name}={value}")
        if tag in ("script", "link", "iframe", "object"):
            self.found.append(tag)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_lesson_that_was_run_opens_from_a_file_and_asks_for_nothing(lang: str) -> None:
    name = f"{lang}/02-the-wounded-shark.ipynb"
    made = edition.page(edition.run(PAGES[name], lang), lang, WOUNDED)
    outside = _Outside()
    outside.feed(made)
    assert outside.found == []
    assert re.findall(r"url\((?!\"data:)", made) == []
    assert "@import" not in made
    assert f'<html lang="{lang}">' in made
    assert made.count('class="write"') == len(LESSONS["the-wounded-shark"])
    assert made.count("<img ") >= 4
    assert all(re.search(r'alt="[^"]{10,}"', image) for image in re.findall(r"<img [^>]*>", made))
    said = {"en": "simulated", "ja": "シミュレーション"}[lang]
    assert said in made


def test_no_emphasis_is_left_as_stars() -> None:
    """Beside Japanese brackets two stars open or close nothing, on paper and on the screen."""
    markdown = edition._markdown()
    for name, text in PAGES.items():
        for cell in nbformat.reads(text, as_version=4).cells:  # type: ignore[no-untyped-call]  # nbformat has no types
            if cell.cell_type == "markdown":
                words = re.sub(
                    r"<(pre|code|math)\b.*?</\1>|<[^>]+>", "", markdown(cell.source), flags=re.DOTALL
                )
                assert "**" not in words, f"{name}, cell {cell.id}"


def test_a_lesson_that_stops_says_why_and_no_journal_of_a_person_is_touched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = tmp_path / "mine.jsonl"
    monkeypatch.setenv("INABA_PROGRESS", str(journal))
    text = nbformat.writes(book(("code", "import os; print(os.environ.get('INABA_PROGRESS'))")))  # type: ignore[no-untyped-call]  # nbformat has no types
    assert edition.run(text, "en").cells[0].outputs[0].text == "None\n"
    broken = nbformat.writes(book(("code", "1 / 0")))  # type: ignore[no-untyped-call]  # likewise
    with pytest.raises(SetupError, match="ZeroDivisionError: division by zero"):
        edition.run(broken, "en")


# --- the browser, which a stand-in plays here; tests/browser has the real one ---


def stand_in(folder: Path, script: str) -> str:
    """A program that answers as a browser that prints would."""
    program = folder / "chromium"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return str(program)


PRINTS = 'for a in "$@"; do case $a in --print-to-pdf=*) printf "%%PDF-1.4 made" > "${a#*=}";; esac; done'


def test_the_pdf_takes_the_place_of_an_old_one_only_when_it_is_whole(tmp_path: Path) -> None:
    source, target = tmp_path / "page.html", tmp_path / "page.pdf"
    source.write_text("<p>")
    target.write_text("old")
    for script in ("exit 3", "echo no display >&2; exit 1", PRINTS.replace("%%PDF", "nonsense")):
        with pytest.raises(SetupError, match="no PDF"):
            edition.pdf(source, target, stand_in(tmp_path, script))
        assert target.read_text() == "old"
    edition.pdf(source, target, stand_in(tmp_path, PRINTS))
    assert target.read_text() == "%PDF-1.4 made"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["chromium", "page.html", "page.pdf"]


def test_a_browser_is_the_one_asked_for_or_one_that_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("INABA_BROWSER", raising=False)
    monkeypatch.setattr(edition, "_INSTALLED", ("{NoSuchVariable}/chrome", str(tmp_path / "app" / "Edge")))
    with pytest.raises(SetupError, match="--no-pdf"):
        edition.browser()
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / "Edge").write_text("")
    assert edition.browser() == str(tmp_path / "app" / "Edge")
    here = stand_in(tmp_path, PRINTS)
    assert edition.browser() == here
    assert edition.browser("chromium") == here
    monkeypatch.setenv("INABA_BROWSER", "netscape")
    with pytest.raises(SetupError, match="netscape"):
        edition.browser()


# --- the command ---


@pytest.fixture
def quick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with a stand-in for the browser."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bin").mkdir()
    stand_in(tmp_path / "bin", PRINTS)
    monkeypatch.setenv("PATH", os.pathsep.join([str(tmp_path / "bin"), os.environ["PATH"]]))
    monkeypatch.setenv("PYTHONPATH", str(Path(lessons.__file__).parents[1]))
    return tmp_path


def test_the_command_writes_page_and_pdf_and_never_over_a_file(
    quick: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["print", "2", "--lang", "ja"]) == 0
    made = ["ja/02-the-wounded-shark", "ja/teacher/02-the-wounded-shark"]
    written = [f"inaba-print/{name}{ending}" for name in made for ending in (".html", ".pdf")]
    assert capsys.readouterr().out.split() == written
    assert all((quick / name).stat().st_size for name in written)
    page = quick / "inaba-print/ja/02-the-wounded-shark.html"
    page.write_text("mine")
    assert main(["print", "2", "--lang", "ja"]) == 2
    assert "02-the-wounded-shark.html" in capsys.readouterr().err
    assert page.read_text() == "mine"
    # The lesson has been run once: to write over a page it need not run again.
    monkeypatch.setattr(edition, "run", lambda text, *_: nbformat.reads(text, as_version=4))  # type: ignore[no-untyped-call]  # nbformat has no types
    assert main(["print", "2", "--lang", "ja", "--no-pdf", "--force"]) == 0
    assert "傷ついたサメ" in page.read_text("utf-8")


def test_with_force_a_folder_or_a_link_is_still_no_file(
    quick: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = quick / "inaba-print/en/02-the-wounded-shark.html"
    page.mkdir(parents=True)
    assert main(["print", "2", "--lang", "en", "--no-pdf", "--force"]) == 2
    shutil.rmtree(quick / "inaba-print")
    page.parent.mkdir(parents=True)
    (quick / "mine").write_text("mine")
    page.symlink_to(quick / "mine")
    assert main(["print", "2", "--lang", "en", "--no-pdf", "--force"]) == 2
    assert (quick / "mine").read_text() == "mine"


def test_nothing_is_run_where_the_lesson_or_the_browser_is_not_there(
    quick: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["print", "99"]) == 2
    assert main(["print", "2", "--browser", "netscape"]) == 2
    assert "netscape" in capsys.readouterr().err
    (quick / "inaba-print").write_text("a file where the folder should be")
    assert main(["print", "2", "--no-pdf"]) == 2
    assert (quick / "inaba-print").read_text() == "a file where the folder should be"
