"""The site of `inaba site` in Chromium, as a class uses it: opened, run, clicked, reloaded, served no more.

What the pages ask of any other host goes to a proxy that writes it down and gives nothing; in the end it must
have been asked for nothing (`conftest.py`). Every board and laboratory is used in `test_site_boards.py`.
"""

from __future__ import annotations

import json
import re
import shutil
from importlib.resources import files
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from inaba import river
from inaba.command import lab
from lessons import report
from lessons.site import building, supplies
from solvers.endgame import solve
from tests.browser.on_site import PATIENCE, Served, notebook, open_page, run_all, wait_for_bar

LESSON = "01-two-dice-and-a-shark"


SLOW_SAVING = """() => {
    const { contents } = jupyterapp.serviceManager;
    const save = contents.save.bind(contents);
    contents.save = async (...asked) => {
        const saved = await save(...asked);
        await new Promise((end) => setTimeout(end, 3000));
        return saved;
    };
}"""
"""Makes a tablet of this machine on which it takes long until a save has come to its end."""


def write_into_first_cell(page: Page, *pieces: str) -> None:
    """Write at the top of the first cell of code, as a pupil does, and wait until that is saved.

    Between two pieces one thinks so long that the first is being saved.
    """
    saved = page.evaluate("() => document.documentElement.dataset.inabaSaved")
    editor = page.locator(".jp-CodeCell .cm-content").first
    editor.scroll_into_view_if_needed()
    editor.click()
    page.keyboard.press("Control+Home")
    for place, piece in enumerate(pieces):
        page.wait_for_timeout(2500 if place else 0)
        page.keyboard.type(piece)
    page.keyboard.type("\n")
    page.wait_for_function("(saved) => document.documentElement.dataset.inabaSaved !== saved", arg=saved)


def first_cell(page: Page) -> str:
    return page.locator(".jp-CodeCell .cm-content").first.inner_text()


def kept(page: Page) -> str:
    """Wait until the tablet has the whole site; what became of it."""
    page.wait_for_selector("html[data-kept]", state="attached")
    return str(page.evaluate("() => document.documentElement.dataset.kept"))


@pytest.mark.parametrize(
    ("lang", "width", "picked"), [("ja", 360, "ウサギ 1 を選びました"), ("en", 820, "rabbit 1")]
)
def test_a_lesson_runs_whole_and_its_board_answers_a_tap(
    served: Served, tablet: BrowserContext, shots: Path, lang: str, width: int, picked: str
) -> None:
    page = open_page(tablet, served.url + notebook(f"{lang}/{LESSON}.ipynb"), width)
    run_all(page)
    board = page.locator(".inaba-board").first
    board.locator(".inaba-start [data-rabbit='1']").tap()
    expect(board.locator(".inaba-status")).to_contain_text(re.compile(picked, re.IGNORECASE))
    board.locator("[data-at='c1']").tap()
    expect(board.locator(".inaba-moves li")).not_to_have_count(0)
    page.screenshot(path=shots / f"site-lesson-{lang}-{width}.png")
    assert served.missing == []


def test_what_is_done_survives_a_reload_and_after_one_visit_no_server_is_needed(
    served: Served, tablet: BrowserContext, axe_core: Path, shots: Path
) -> None:
    page = tablet.new_page()
    page.goto(served.url + "ja/index.html")
    page.screenshot(path=shots / "site-start.png", full_page=True)
    page.add_script_tag(path=axe_core)
    assert page.evaluate("async () => (await axe.run()).violations.map(({ id }) => id)") == []
    assert kept(page) == "kept"
    page.get_by_role("link", name="さいころ2個とサメ").tap()
    wait_for_bar(page)
    run_all(page)
    page.evaluate(SLOW_SAVING)
    write_into_first_cell(page, "# わたしの", "考え")
    expect(page.locator(".jp-Dialog")).to_have_count(0)
    assert "正解" in page.evaluate(ANSWERING)
    served.stop()
    page.goto(served.url)
    expect(page.locator("h1")).to_be_visible()
    page.goto(served.url + notebook(f"ja/{LESSON}.ipynb"))
    wait_for_bar(page)
    assert first_cell(page).startswith("# わたしの考え")
    run_all(page)
    expect(page.locator(".jp-OutputArea-output", has_text="4問のうち1問").last).to_be_visible()
    # And so it is handed in: a name between the quotation marks, our button, the file.
    cell = page.locator(".jp-CodeCell", has_text="kit.report(")
    cell.locator(".cm-line").last.click()
    for key in ("End", "ArrowLeft", "ArrowLeft"):
        page.keyboard.press(key)
    page.keyboard.insert_text("3-12 葵")
    page.locator(".inaba-bar-cell").tap()
    with page.expect_download() as waiting:
        cell.get_by_role("link", name="ファイルをダウンロード").tap()
    page.screenshot(path=shots / "site-hand-in.png")
    (handed_in,) = report.read(waiting.value.path().read_text("utf-8-sig"))
    assert isinstance(handed_in.what, report.Report)
    assert handed_in.what.name == "3-12 葵"
    assert handed_in.what.standings["1"].done
    page.goto(served.url + "ja/guide.html")
    page.add_script_tag(path=axe_core)
    assert page.evaluate("async () => (await axe.run()).violations.map(({ id }) => id)") == []
    page.screenshot(path=shots / "site-guide.png", full_page=True)
    served.start()


ANSWERING = """async () => {
    const { kernel } = jupyterapp.shell.currentWidget.sessionContext.session;
    const said = [];
    const future = kernel.requestExecute({ code: "print(kit.check('1', '1/6'))" });
    future.onIOPub = ({ header, content }) => {
        if (header.msg_type === "stream") said.push(content.text);
        if (header.msg_type === "error") said.push(content.evalue);
    };
    await future.done;
    return said.join("");
}"""
"""Answers the first exercise, as a pupil does in its cell."""


def test_a_new_edition_neither_hides_behind_an_edited_copy_nor_overwrites_it(
    site: Path, tablet: BrowserContext, tmp_path: Path
) -> None:
    folder = tmp_path / "site"
    shutil.copytree(site, folder)
    serving = Served(folder)
    address = serving.url + notebook(f"en/{LESSON}.ipynb")
    page = open_page(tablet, address)
    write_into_first_cell(page, "# mine")
    assert kept(page) == "kept"
    lessons = lab.lessons(files("lessons"))
    changed = {path: text.replace("# Two dice and a shark", "# Three dice") for path, text in lessons.items()}
    building.build(changed, folder, cache=supplies.cache_folder())
    page.goto(serving.url + "en/index.html")
    assert kept(page) == "renewed"
    page.reload()
    expect(page.get_by_role("link", name="Three dice")).to_be_visible()
    page.goto(address)
    wait_for_bar(page)
    assert first_cell(page).startswith("# mine")
    expect(page.locator("h1", has_text="Two dice and a shark")).to_be_visible()
    page.locator(".inaba-bar-open_newer").tap()
    page.wait_for_url(re.compile(f"{LESSON}-2"))
    wait_for_bar(page)
    expect(page.locator("h1", has_text="Three dice")).to_be_visible()
    assert "mine" not in first_cell(page)
    expect(page.locator(".inaba-bar-notice")).to_have_count(0)
    page.goto(address)
    wait_for_bar(page)
    assert first_cell(page).startswith("# mine")
    serving.stop()


def test_a_link_brings_a_position_and_a_bad_one_is_refused_kindly(
    served: Served, tablet: BrowserContext
) -> None:
    page = open_page(
        tablet, served.url + notebook("en/explorer.ipynb") + "&position=" + quote("9,W/5,6 -,- 1 - -")
    )
    expect(page.locator(".inaba-bar-status")).to_have_text(re.compile("^✓"), timeout=PATIENCE)
    assert '"9,W/5,6 -,- 1 - -"' in first_cell(page)
    # The explorer thinks where there are no threads, too; what it says is what the solver says elsewhere.
    chance = f"{100 * float(solve(river.parse('9,W/5,6 -,- 1 - -')).value[0]):.1f}"
    expect(page.locator(".jp-OutputArea-output").last).to_contain_text(chance, timeout=PATIENCE)
    page.goto(served.url + notebook("en/explorer.ipynb") + "&position=" + quote('") + open("x'))
    expect(page.locator(".inaba-bar-status")).to_contain_text("can't be used", timeout=PATIENCE)
    assert "open(" not in first_cell(page)


def test_a_link_brings_a_puzzle_and_the_table_of_cards_is_a_page(
    served: Served, tablet: BrowserContext, shots: Path
) -> None:
    """From the site's own address: short enough for a blackboard."""
    page = tablet.new_page()
    page.set_viewport_size({"width": 360, "height": 760})
    page.goto(served.url + "?puzzle=two-at-once")
    page.wait_for_url(re.compile("puzzles.ipynb"))
    wait_for_bar(page)
    expect(page.locator(".inaba-bar-status")).to_have_text(re.compile("^✓"), timeout=PATIENCE)
    player = page.locator(".inaba-puzzles")
    expect(player.get_by_role("heading")).to_have_text("Two at once")
    player.locator("[data-name='option-g9+b9']").tap()
    expect(player.locator("[role=status]")).to_contain_text("Right!")
    page.screenshot(path=shots / "site-puzzle-link.png")
    page.goto(served.url + notebook("ja/puzzles.ipynb") + "&puzzle=" + quote('nobody") + open("x'))
    wait_for_bar(page)
    expect(page.locator(".inaba-bar-status")).to_contain_text("というパズルはありません", timeout=PATIENCE)
    assert first_cell(page).strip().endswith("kit.puzzles()")
    page = open_page(tablet, served.url + notebook("ja/same-one.ipynb"))
    run_all(page)
    page.locator(".inaba-hand [data-card]").first.tap()
    expect(page.locator(".inaba-hand [data-card]")).not_to_have_count(0)
    page.screenshot(path=shots / "site-same-one.png")
    page = open_page(tablet, served.url + notebook("en/cross-sevens.ipynb"))
    run_all(page)
    expect(page.locator(".inaba-hand").first).to_be_visible()
    page.screenshot(path=shots / "site-cross-sevens.png")
    assert served.missing == []


def test_a_second_build_needs_no_network_and_gives_the_same_files(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    building.build(lab.lessons(files("lessons")), tmp_path / "again", cache=supplies.cache_folder())
    first, second = ((folder / "inaba-site.json").read_bytes() for folder in (site, tmp_path / "again"))
    assert first == second
    listed = json.loads(first)["files"]
    assert sum(one["size"] for one in listed.values()) <= 60_000_000
