"""The lessons as a pupil opens them: in JupyterLab, in both languages, by mouse and by keyboard."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from playwright.sync_api import expect

import lessons
from inaba.words import LANGUAGES
from tests.browser.conftest import Notebook, OpenNotebook

FOLDER = Path(lessons.__file__).parent
RIVER, DICE, PUZZLES = "00-how-to-play-river", "01-two-dice-and-a-shark", "20-puzzles"
NAMES = sorted(path.stem for path in (FOLDER / "en").glob("*.ipynb"))
OURS = ".inaba-kit"


@pytest.fixture(params=LANGUAGES)
def lang(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def path(name: str, lang: str) -> Path:
    return FOLDER / lang / f"{name}.ipynb"


def place(name: str, cell: str) -> int:
    """Where in the lesson a cell stands, by its id."""
    cells = json.loads(path(name, "en").read_text("utf-8"))["cells"]
    return next(n for n, c in enumerate(cells) if c["id"] == cell)


def well(notebook: Notebook) -> None:
    """Nothing went wrong on the page, and nothing was asked for from outside."""
    assert notebook.errors == []
    assert notebook.foreign == []


def overflow(notebook: Notebook) -> list[str]:
    """Outputs that are wider than their room."""
    found = notebook.page.evaluate(
        """() => [...document.querySelectorAll('.jp-OutputArea-output')]
            .filter(output => output.scrollWidth > output.clientWidth + 1)
            .map(output => `${output.scrollWidth}/${output.clientWidth}: ${output.innerHTML.slice(0, 80)}`)"""
    )
    return [str(one) for one in found]


def answer(notebook: Notebook, cell: str, written: str) -> None:
    """Type an answer in place of what stands in an answer cell, and run the cell, as a pupil does."""
    box = notebook.page.locator(".jp-Notebook .jp-Cell").nth(place(DICE, cell))
    line = box.locator(".cm-line").first
    line.scroll_into_view_if_needed()
    line.click()
    notebook.page.keyboard.press("Home")
    notebook.page.keyboard.press("Shift+End")
    notebook.page.keyboard.insert_text(f"answer = {written}")
    notebook.page.keyboard.press("Shift+Enter")


def is_whole(
    name: str, lang: str, says: str, open_notebook: OpenNotebook, *, width: int = 1000, dark: bool = False
) -> None:
    """A page runs from top to bottom, speaks its folder's language, and is drawn well.

    Parameters
    ----------
    name, lang : str
    says : str
        What the first thing of ours on it says.
    open_notebook : callable
    width : int
        The page's, in pixels; narrow ones are touched.
    dark : bool
        Whether JupyterLab's dark colours are worn.
    """
    # So tall that the whole lesson is on the page: what JupyterLab scrolls out of sight it does not draw.
    notebook = open_notebook(
        path(name, lang), width=width, height=12000, theme="dark" if dark else "light", touch=width < 500
    )
    notebook.page.wait_for_timeout(1500)
    notebook.shot(f"lesson-{name.replace('/', '-')}-{lang}-{width}{'-dark' if dark else ''}")
    expect(notebook.page.locator(OURS).first).to_contain_text(says)
    # A picture that is still to come, as in a review that is at work, has no source yet and is not shown.
    for image in notebook.page.locator(".jp-OutputArea-output img[src]").all():
        assert len(image.get_attribute("alt") or "") > 30
    assert overflow(notebook) == []
    assert notebook.axe(OURS) == []
    well(notebook)


@pytest.mark.parametrize("name", NAMES[::2])
def test_a_lesson_in_english_runs_whole(name: str, open_notebook: OpenNotebook) -> None:
    """Every other one; of the others the teacher's page is opened so, and in Japanese, below, all of them."""
    is_whole(name, "en", "Level 2 of 5" if name == PUZZLES else "Everything is ready", open_notebook)


def test_a_pupil_answers_and_is_told_what_to_do(lang: str, open_notebook: OpenNotebook) -> None:
    notebook = open_notebook(path(DICE, lang))
    output = notebook.output(place(DICE, "answer-1"))
    for written, said in (
        ('"5/6"', {"en": "opposite", "ja": "反対"}),
        ('"1/12"', {"en": "exactly 10", "ja": "ちょうど10"}),
        ("16.7", {"en": "16.7 %", "ja": "16.7 パーセント"}),
        ('"１／６"', {"en": "✔ Right!", "ja": "✔ 正解！"}),
    ):
        answer(notebook, "answer-1", written)
        expect(output).to_contain_text(said[lang])
        expect(output.get_by_role("status")).to_have_count(1)
    notebook.shot(f"lesson-answer-{lang}")
    assert notebook.axe(OURS) == []
    well(notebook)


def test_hints_open_by_keyboard_and_the_key_stays_out_of_jupyterlab(open_notebook: OpenNotebook) -> None:
    notebook = open_notebook(path(DICE, "en"))
    cells = notebook.cells()
    output = notebook.output(place(DICE, "answer-2"))
    answer(notebook, "answer-2", '"5/18"')
    expect(output).to_contain_text("a fresh shark of 9")
    first, second = output.get_by_text("Hint 1", exact=True), output.get_by_text("Hint 2", exact=True)
    expect(second).to_be_hidden()
    first.focus()
    notebook.page.keyboard.press("Enter")
    expect(output.get_by_text("How many hit points are left to take away?")).to_be_visible()
    second.focus()
    notebook.page.keyboard.press("Space")
    expect(output.get_by_text("9 - 4 = 5 hit points are left")).to_be_visible()
    # Keys that mean something to JupyterLab: insert a cell, turn one into prose, cut one.
    for key in ("b", "a", "m", "x"):
        notebook.page.keyboard.press(key)
    assert notebook.cells() == cells
    assert notebook.page.evaluate("() => document.activeElement.tagName") == "SUMMARY"
    notebook.shot("lesson-hints")
    well(notebook)


def test_progress_outlives_the_kernel(open_notebook: OpenNotebook) -> None:
    notebook = open_notebook(path(DICE, "en"))
    answer(notebook, "answer-3", "400")
    expect(notebook.output(place(DICE, "answer-3"))).to_contain_text("✔ Right!")
    notebook.page.evaluate(
        "async () => await window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()"
    )
    notebook.run_all()
    expect(notebook.output(place(DICE, "record"))).to_contain_text("1 of 4")
    well(notebook)


def test_the_lesson_ends_on_a_board_that_can_be_played(lang: str, open_notebook: OpenNotebook) -> None:
    notebook = open_notebook(path(DICE, lang))
    output = notebook.output(place(DICE, "board"))
    output.get_by_role("grid").scroll_into_view_if_needed()
    here = output.locator("[role=gridcell][tabindex='0']")
    here.focus()
    notebook.page.keyboard.press("1")
    for key in ("ArrowUp", "ArrowRight", "ArrowRight"):
        notebook.page.keyboard.press(key)
    assert here.get_attribute("data-at") == "c1"
    notebook.page.keyboard.press("Enter")
    record = "str(next(shown for shown in Out.values() if type(shown).__name__ == 'Board').record)"
    end = time.monotonic() + 20
    while "1. 1c1" not in (played := notebook.run(f"print({record})")) and time.monotonic() < end:
        notebook.page.wait_for_timeout(200)
    assert "1. 1c1" in played
    notebook.shot(f"lesson-board-{lang}")
    assert notebook.cells() == len(json.loads(path(DICE, lang).read_text("utf-8"))["cells"])
    well(notebook)


@pytest.mark.parametrize("name", NAMES)
def test_a_lesson_in_japanese_fits_a_telephone_in_the_dark(name: str, open_notebook: OpenNotebook) -> None:
    says = "レベル 2（全5段階）" if name == PUZZLES else "準備ができました"
    is_whole(name, "ja", says, open_notebook, width=360, dark=True)
