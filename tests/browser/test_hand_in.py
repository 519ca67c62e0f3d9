"""Handing in from JupyterLab: copied by mouse and keyboard, downloaded, and there in a saved notebook."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from lessons.collect import collect
from lessons.report import Report, read
from tests.browser.conftest import Notebook, OpenNotebook, Theme

BOX = ".inaba-hand-in"
NAME = "3-12 葵"


def hand_in(open_notebook: OpenNotebook, lang: str, **window: Any) -> Notebook:
    cells = [
        f"from lessons import kit\nkit.begin('endgames', lang={lang!r})\nkit.check(1, '1/6')",
        f"kit.report({NAME!r})",
    ]
    notebook = open_notebook(cells, **window)
    notebook.page.locator(BOX).wait_for()
    return notebook


def only_report(text: str) -> Report:
    (found,) = read(text)
    assert isinstance(found.what, Report)
    return found.what


def fine(notebook: Notebook) -> None:
    assert notebook.errors == []
    assert notebook.foreign == []


@pytest.mark.parametrize("by", ["clipboard", "older way", "keyboard"])
def test_the_button_copies_the_whole_text(open_notebook: OpenNotebook, by: str) -> None:
    notebook = hand_in(open_notebook, "en", alone=by == "older way")
    page, before = notebook.page, notebook.cells()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    if by == "older way":
        # A page that comes over http from another machine has no clipboard to write to.
        page.evaluate(
            "() => Object.defineProperty(navigator.clipboard, 'writeText', { value: () => Promise.reject() })"
        )
    button = page.get_by_role("button", name="Copy the text")
    if by == "keyboard":
        button.focus()
        page.keyboard.press("Enter")
    else:
        button.click()
    expect(page.locator(f"{BOX} [role=status]")).to_have_text("✔ Copied")
    copied = str(page.evaluate("() => navigator.clipboard.readText()"))
    assert copied.strip() == page.locator(f"{BOX} pre").inner_text().strip()
    assert only_report(copied).name == NAME
    assert notebook.cells() == before, "no key slips through to JupyterLab"
    fine(notebook)


def test_where_nothing_may_be_copied_the_text_is_marked_and_that_is_said(open_notebook: OpenNotebook) -> None:
    notebook = hand_in(open_notebook, "ja", alone=True)
    page = notebook.page
    page.evaluate(
        """() => {
            Object.defineProperty(navigator, 'clipboard', { value: undefined });
            document.execCommand = () => false;
        }"""
    )
    page.get_by_role("button", name="文をコピー").click()
    expect(page.locator(f"{BOX} [role=status]")).to_contain_text("Ctrl+C")
    assert only_report(str(page.evaluate("() => String(getSelection())"))).name == NAME
    fine(notebook)


def test_the_link_downloads_a_file_without_a_server(open_notebook: OpenNotebook, tmp_path: Path) -> None:
    notebook = hand_in(open_notebook, "ja", alone=True)
    notebook.page.context.set_offline(True)
    with notebook.page.expect_download() as waiting:
        notebook.page.get_by_role("link", name="ファイルをダウンロード").click()
    notebook.page.context.set_offline(False)
    file = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(file)
    assert file.name == "inaba-endgames-3-12-葵.txt"
    assert file.read_bytes().startswith(b"\xef\xbb\xbf"), "so that old editors of Windows know UTF-8"
    assert [handed.report.name for handed in collect(tmp_path).counted] == [NAME]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("lang", ["ja", "en"])
def test_it_is_accessible_and_fits_a_telephone(open_notebook: OpenNotebook, lang: str, theme: Theme) -> None:
    notebook = hand_in(open_notebook, lang, theme=theme, width=360, touch=True)
    assert notebook.axe(BOX) == []
    wide = notebook.page.locator(BOX).evaluate("box => box.scrollWidth - box.clientWidth")
    assert wide <= 0
    notebook.shot(f"hand-in-{lang}-{theme}", BOX)


def test_a_saved_notebook_is_a_report(open_notebook: OpenNotebook, lab: Any, tmp_path: Path) -> None:
    notebook = hand_in(open_notebook, "ja")
    saved = notebook.page.evaluate(
        """async () => {
            const panel = window.jupyterapp.shell.currentWidget;
            await panel.context.save();
            return panel.context.path;
        }"""
    )
    (tmp_path / "handed-in.ipynb").write_bytes((lab.root / saved).read_bytes())
    (handed,) = collect(tmp_path).counted
    assert (handed.report.name, handed.report.lesson) == (NAME, "endgames")
    assert handed.place == ("handed-in.ipynb", "cell", 2)
