"""The site of `inaba site` in Chromium, as a class uses it: opened, run, clicked, reloaded, served no more.

What the pages ask of any other host goes to a proxy that writes it down and gives nothing; in the end it must
have been asked for nothing.
"""

from __future__ import annotations

import functools
import json
import re
import shutil
import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from inaba import river
from inaba.command import lab
from lessons.site import building, supplies
from solvers.endgame import solve

PATIENCE = 240_000
"""Milliseconds that a slow machine is given to bring Python up and run a lesson."""

CHROMIUM_S_OWN = ("content-autofill.googleapis.com",)
"""Hosts that the browser itself asks for, whatever page it shows."""

LESSON = "01-two-dice-and-a-shark"


class Quiet(SimpleHTTPRequestHandler):
    """The plainest server there is, which writes down what it cannot find."""

    missing: list[str]

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        self.missing.append(self.path)
        super().send_error(code, message, explain)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the name of the base class
        pass


@dataclass
class Served:
    """A folder that is being served."""

    folder: Path
    missing: list[str] = field(default_factory=list)
    port: int = 0

    def __post_init__(self) -> None:
        self.start()

    def start(self) -> None:
        handler = type("Handler", (Quiet,), {"missing": self.missing})
        serving = functools.partial(handler, directory=str(self.folder))
        self.server = ThreadingHTTPServer(("127.0.0.1", self.port), serving)
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"


@pytest.fixture
def served(site: Path) -> Iterator[Served]:
    serving = Served(site)
    yield serving
    serving.stop()


@pytest.fixture
def strangers() -> Iterator[list[str]]:
    """What any other host was asked for."""
    asked: list[str] = []
    with socket.create_server(("127.0.0.1", 0)) as door:
        asked.append(str(door.getsockname()[1]))

        def listen() -> None:
            while True:
                try:
                    caller, _ = door.accept()
                except OSError:
                    return
                with caller:
                    asked.append(caller.recv(300).decode(errors="replace").splitlines()[0])

        threading.Thread(target=listen, daemon=True).start()
        yield asked
        door.shutdown(socket.SHUT_RDWR)
    assert [line for line in asked[1:] if not any(own in line for own in CHROMIUM_S_OWN)] == []


@pytest.fixture
def tablet(browser: Browser, strangers: list[str]) -> Iterator[BrowserContext]:
    """A tablet that is touched, with nothing on it yet, and no way to any other host."""
    context = browser.new_context(
        viewport={"width": 820, "height": 1180},
        has_touch=True,
        proxy={"server": f"http://127.0.0.1:{strangers[0]}", "bypass": "127.0.0.1"},
    )
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


def open_page(tablet: BrowserContext, address: str, width: int = 820) -> Page:
    page = tablet.new_page()
    page.set_viewport_size({"width": width, "height": 1180 if width > 400 else 760})
    page.goto(address)
    wait_for_bar(page)
    return page


def wait_for_bar(page: Page) -> None:
    page.wait_for_selector("html[data-inaba=ready]", state="attached")


def notebook(path: str) -> str:
    return f"notebooks/index.html?path={quote(path, safe='')}"


def run_all(page: Page) -> None:
    """Tap our button and wait until everything has run; an error in a cell fails the test."""
    page.locator(".inaba-bar-run").tap()
    expect(page.locator(".inaba-bar-status")).to_have_text(
        re.compile("^✓|赤い|red text|could not|できませんでした"), timeout=PATIENCE
    )
    raised = page.evaluate(
        """() => [...jupyterapp.shell.currentWidget.content.model.cells]
            .filter((cell) => cell.type === "code")
            .flatMap((cell) => cell.outputs.toJSON())
            .filter((output) => output.output_type === "error")
            .map((output) => `${output.ename}: ${output.evalue}`)"""
    )
    assert raised == []
    expect(page.locator(".inaba-bar-status")).to_have_text(re.compile("^✓"))


def write_into_first_cell(page: Page, text: str) -> None:
    """Write at the top of the first cell of code, as a pupil does, and wait until that is saved."""
    saved = page.evaluate("() => document.documentElement.dataset.inabaSaved")
    editor = page.locator(".jp-CodeCell .cm-content").first
    editor.scroll_into_view_if_needed()
    editor.click()
    page.keyboard.press("Control+Home")
    page.keyboard.type(text + "\n")
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
    write_into_first_cell(page, "# わたしの")
    assert "正解" in page.evaluate(ANSWERING)
    served.stop()
    page.goto(served.url)
    expect(page.locator("h1")).to_be_visible()
    page.goto(served.url + notebook(f"ja/{LESSON}.ipynb"))
    wait_for_bar(page)
    assert first_cell(page).startswith("# わたしの")
    run_all(page)
    expect(page.locator(".jp-OutputArea-output", has_text="4問のうち1問").last).to_be_visible()
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
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lessons, cache = lab.lessons(files("lessons")), supplies.cache_folder()
    building.build(lessons, tmp_path / "once", cache=cache)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    building.build(lessons, tmp_path / "again", cache=cache)
    first, second = ((tmp_path / folder / "inaba-site.json").read_bytes() for folder in ("once", "again"))
    assert first == second
    listed = json.loads(first)["files"]
    assert sum(one["size"] for one in listed.values()) <= 60_000_000
