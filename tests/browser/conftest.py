"""A real JupyterLab in a real browser, for the tests beside this file.

One server runs for the whole session, with its own empty settings, so that no setting of the person who
runs the tests plays in and none of theirs is touched. A test opens notebooks with the fixture
``open_notebook``, those of a file of tests one after another in one window::

    def test_board(open_notebook):
        notebook = open_notebook(["from inaba import river", "river.start()"], width=360)
        notebook.page.get_by_role("grid").wait_for()
        assert notebook.axe(".inaba-board") == []
        notebook.shot("board")

These tests need Chromium (``chromium`` or ``google-chrome`` on the path) and npm, so they run only when they
are named: ``pytest tests/browser``. Screenshots of notebooks are taken where the environment variable
``INABA_SHOTS`` names a folder for them.
"""

from __future__ import annotations

import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Final, Literal, NamedTuple

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    expect,
    sync_playwright,
)

from inaba.command import lab as command_lab
from lessons.site import building, supplies
from tests.browser.on_site import PATIENCE as ON_A_TABLET
from tests.browser.on_site import Served
from tests.without_nbgrader import leave_nbgrader_out

HERE: Final = Path(__file__).parent
AXE: Final = HERE / "node_modules" / "axe-core" / "axe.min.js"
CHROMIUM_FLAGS: Final = [
    "--no-sandbox",  # Chromium refuses its sandbox to root, which a test machine often is
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE: Final = 60_000
"""Milliseconds that a slow machine is given for one step."""

expect.set_options(timeout=PATIENCE)  # five seconds, if nobody says so

BUILDING: Final = 1800
"""Seconds that a slow machine is given to build the site."""

CHROMIUM_S_OWN: Final = ("content-autofill.googleapis.com",)
"""Hosts that the browser itself asks for, whatever page it shows."""

Theme = Literal["light", "dark"]


class Lab(NamedTuple):
    """A running JupyterLab: its address, its token, and the folder it serves."""

    url: str
    token: str
    root: Path


@dataclass
class Notebook:
    """A notebook that is open in the browser, its kernel ready.

    Attributes
    ----------
    page : Page
        Playwright's page.
    shots : Path or None
        The folder for screenshots, if somebody wants any.
    messages : list of str
        Errors and warnings that the browser wrote into its console.
    errors : list of str
        Exceptions of the page's scripts that nothing caught.
    foreign : list of str
        Addresses other than the server's own that the page asked for.
    """

    page: Page
    shots: Path | None
    messages: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    foreign: list[str] = field(default_factory=list)

    def run_all(self) -> None:
        """Run every cell and wait for the end; a cell that raises fails the test with its traceback."""
        raised = self.page.evaluate(
            """async () => {
                const lab = window.jupyterapp;
                const notebook = lab.shell.currentWidget;
                await lab.commands.execute('notebook:run-all-cells');
                await notebook.sessionContext.session.kernel.requestKernelInfo();
                return [...notebook.content.model.cells]
                    .filter(cell => cell.type === 'code')
                    .flatMap(cell => cell.outputs.toJSON())
                    .filter(output => output.output_type === 'error')
                    .map(output => `${output.ename}: ${output.evalue}\\n${output.traceback.join('\\n')}`);
            }"""
        )
        assert raised == [], "\n".join(raised)

    def run(self, code: str) -> str:
        """Run code in the notebook's kernel, beside its cells; what it printed, else its value's repr."""
        said, raised = self.page.evaluate(
            """async (code) => {
                const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
                const said = [], raised = [];
                const future = kernel.requestExecute({ code, store_history: false });
                future.onIOPub = message => {
                    const content = message.content;
                    if (message.header.msg_type === 'stream') said.push(content.text);
                    if (message.header.msg_type === 'execute_result') said.push(content.data['text/plain']);
                    if (message.header.msg_type === 'error') raised.push(content.traceback.join('\\n'));
                };
                await future.done;
                return [said.join(''), raised.join('')];
            }""",
            code,
        )
        assert not raised, raised
        return str(said).rstrip("\n")

    def output(self, cell: int) -> Locator:
        """What a cell put out; cells are counted from 0."""
        return self.page.locator(".jp-Notebook .jp-Cell").nth(cell).locator(".jp-OutputArea-output")

    def cells(self) -> int:
        """How many cells the notebook has now: a key that slips through to JupyterLab may insert one."""
        return int(self.page.evaluate("() => window.jupyterapp.shell.currentWidget.content.widgets.length"))

    def theme(self, theme: Theme) -> None:
        """Change JupyterLab's theme and wait until the page wears it."""
        name = {"light": "JupyterLab Light", "dark": "JupyterLab Dark"}[theme]
        self.page.evaluate(
            "theme => window.jupyterapp.commands.execute('apputils:change-theme', { theme })", name
        )
        self.page.locator(f"body[data-jp-theme-name='{name}']").wait_for(state="attached")
        self.page.locator("#jupyterlab-splash").wait_for(state="detached")

    def axe(self, selector: str) -> list[str]:
        """What axe-core finds wrong inside the elements that a selector names; empty where all is well."""
        self.page.locator(selector).first.wait_for(timeout=PATIENCE)
        if not self.page.evaluate("() => 'axe' in window"):
            self.page.add_script_tag(path=AXE)
        found = self.page.evaluate(
            """async (selector) => {
                // JupyterLab's body has no height and hides what overflows it. It shows all the same, but
                // axe-core takes everything for invisible then and checks neither contrast nor anything else
                // that is seen.
                for (const one of [document.documentElement, document.body]) one.style.height = '100%';
                const { violations } = await axe.run(selector, { resultTypes: ['violations'] });
                const told = ({ id, nodes }) => nodes.map(n => `${id}: ${n.failureSummary} ${n.html}`);
                return violations.flatMap(told);
            }""",
            selector,
        )
        return [str(one) for one in found]

    def shot(self, name: str, part: str | Locator | None = None) -> None:
        """A screenshot of the page, or of the first element that a selector names, for those who want any."""
        if self.shots is None:
            return
        path = self.shots / f"{name}.png"
        if part is None:
            self.page.screenshot(path=path)
        else:
            (self.page.locator(part) if isinstance(part, str) else part).first.screenshot(path=path)


OpenNotebook = Callable[..., Notebook]


class Window:
    """A window with JupyterLab in it, in which one notebook after another is opened.

    JupyterLab takes longer to start than most tests take, so it starts once for a file of tests. What its
    page said or asked for on that occasion is held against every notebook in it.
    """

    def __init__(self, browser: Browser, lab: Lab, *, touch: bool) -> None:
        self.lab = lab
        self.page = browser.new_context(has_touch=touch).new_page()
        self.page.set_default_timeout(PATIENCE)
        self.notebook: Notebook | None = None
        self.start = Notebook(self.page, None)
        self.page.on("console", self._on_console)
        self.page.on("pageerror", lambda error: self._told.errors.append(str(error)))
        self.page.on("request", lambda request: self._on_request(request.url))

    @property
    def _told(self) -> Notebook:
        return self.notebook or self.start

    def _on_console(self, message: ConsoleMessage) -> None:
        # On a busy machine JupyterLab warns how long plugins took to start: nothing is wrong then.
        if message.type in ("error", "warning") and not message.text.startswith("Plugin "):
            self._told.messages.append(f"{message.type}: {message.text}")

    def _on_request(self, address: str) -> None:
        url = self.lab.url
        if not address.startswith((url, url.replace("http", "ws", 1), "data:", "blob:")):
            self._told.foreign.append(address)

    def open(self, path: Path, shots: Path | None, *, width: int, height: int) -> Notebook:
        """Open a notebook, its kernel ready; nothing is left of the one before it."""
        within = path.relative_to(self.lab.root).as_posix()
        self.page.set_viewport_size({"width": width, "height": height})
        if self.notebook is None:
            # In /doc a notebook has the window for itself, as it must on a narrow screen.
            self.page.goto(f"{self.lab.url}/doc/tree/{within}?token={self.lab.token}&reset")
        else:
            self.page.context.clear_permissions()
            self.page.emulate_media(reduced_motion="null")
            self.page.mouse.move(0, 0)
            self.page.evaluate(
                """async (path) => {
                    const lab = window.jupyterapp;
                    const before = lab.shell.currentWidget;
                    const opened = await lab.commands.execute('docmanager:open', { path });
                    await window.inabaTestEnded;
                    before.dispose();
                    // A dialog that was left open has kept the focus from it so far.
                    lab.shell.activateById(opened.id);
                    // anywidget leaves the style sheets of boards that are gone.
                    for (const sheet of document.querySelectorAll('style'))
                        if (sheet.textContent.includes('.inaba-')) sheet.remove();
                    for (const one of [document.documentElement, document.body]) one.style.height = '';
                }""",
                within,
            )
        self.page.wait_for_function(
            "path => window.jupyterapp?.shell.currentWidget?.context?.path === path", arg=within
        )
        self.page.evaluate(
            """async () => {
                const lab = window.jupyterapp;
                await lab.restored;
                const notebook = lab.shell.currentWidget;
                await notebook.context.ready;
                await notebook.sessionContext.ready;
                await notebook.sessionContext.session.kernel.info;
            }"""
        )
        self.page.locator(".jp-Notebook .jp-Cell").first.wait_for()
        # What was said so far is JupyterLab's, which began or ended a kernel: nothing of ours has run here.
        start = self.start
        self.notebook = Notebook(self.page, shots, [*start.messages], [*start.errors], [*start.foreign])
        return self.notebook

    def end_kernel(self) -> None:
        """Begin to end the notebook's kernel, which takes a while; the next one to be opened waits for it."""
        self.page.evaluate(
            """() => {
                window.inabaTestEnded = window.jupyterapp.shell.currentWidget?.sessionContext?.shutdown();
            }"""
        )

    def close(self) -> None:
        """End the notebook's kernel, and close the window."""
        self.page.evaluate("async () => { await window.inabaTestEnded; }")
        self.page.context.close()


def _free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """JupyterLab on this machine, in an empty folder and with settings of its own."""
    root, home = tmp_path_factory.mktemp("lab"), tmp_path_factory.mktemp("home")
    overrides = home / "settings" / "@jupyterlab" / "apputils-extension" / "notification.jupyterlab-settings"
    overrides.parent.mkdir(parents=True)
    overrides.write_text(json.dumps({"fetchNews": "false", "checkForUpdates": False}), encoding="utf-8")
    leave_nbgrader_out(home / "config")
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("XDG_", "JUPYTER"))}
    environment |= {
        "HOME": str(home),
        "INABA_LANG": "en",
        "IPYTHONDIR": str(home / "ipython"),
        "JUPYTER_CONFIG_DIR": str(home / "config"),
        "JUPYTER_DATA_DIR": str(home / "data"),
        "JUPYTER_RUNTIME_DIR": str(home / "runtime"),
        "JUPYTERLAB_SETTINGS_DIR": str(home / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(home / "workspaces"),
    }
    port, token = _free_port(), secrets.token_hex(16)
    command = [
        *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"),
        f"--ServerApp.port={port}",
        "--ServerApp.port_retries=0",
        f"--ServerApp.root_dir={root}",
        f"--IdentityProvider.token={token}",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        "--LabApp.expose_app_in_browser=True",
        "--LabApp.extension_manager=readonly",
    ]
    log = home / "lab.log"
    with log.open("w", encoding="utf-8") as out:
        server = subprocess.Popen(command, stdout=out, stderr=out, stdin=subprocess.DEVNULL, env=environment)
    try:
        url = f"http://127.0.0.1:{port}"
        _wait_for(f"{url}/api?token={token}", server, log)
        yield Lab(url, token, root)
    finally:
        server.terminate()
        try:
            server.wait(15)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def _wait_for(url: str, server: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < end:
        if server.poll() is not None:
            break
        try:
            urllib.request.urlopen(url, timeout=1).close()
            return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    pytest.fail(f"JupyterLab does not answer:\n{log.read_text(encoding='utf-8')[-4000:]}")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A headless Chromium: the machine's own, which Playwright only drives."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    chromium = next((path for name in names if (path := shutil.which(name))), None)
    if chromium is None:
        pytest.fail(f"the browser tests need one of {', '.join(names)} on the path")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium, headless=True, args=CHROMIUM_FLAGS)
        yield running
        running.close()


def pytest_configure(config: pytest.Config) -> None:
    """Fetch axe-core with npm where it is not there yet: exactly the version of package-lock.json."""
    # Before the processes part that run the tests, or several of them would fetch it at once.
    if hasattr(config, "workerinput") or AXE.exists():
        return
    npm = shutil.which("npm")
    if npm is None:
        raise pytest.UsageError("the browser tests need npm, for axe-core")
    subprocess.run([npm, "ci", "--no-audit", "--no-fund"], cwd=HERE, check=True, stdin=subprocess.DEVNULL)


@pytest.fixture(scope="session")
def axe_core() -> Path:
    """axe-core, the file."""
    return AXE


@pytest.fixture(scope="session")
def shots(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder for screenshots."""
    named = os.environ.get("INABA_SHOTS")
    if not named:
        return tmp_path_factory.mktemp("shots")
    folder = Path(named)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of `inaba site`, built once, from the cache of ``INABA_CACHE`` or this system's."""
    base = tmp_path_factory.getbasetemp()
    # Each process that runs tests has a folder of its own in the run's.
    out = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "site"
    turn, end = out.with_name("site-is-being-built"), time.monotonic() + BUILDING
    while not out.exists():
        try:
            turn.mkdir()
        except FileExistsError:
            if time.monotonic() > end:
                pytest.fail("another process began to build the site and has not come to an end")
            time.sleep(0.2)
            continue
        try:
            if not out.exists():
                building.build(command_lab.lessons(files("lessons")), out, cache=supplies.cache_folder())
        finally:
            turn.rmdir()
    return out


@pytest.fixture
def served(site: Path) -> Iterator[Served]:
    """The site, served."""
    serving = Served(site)
    yield serving
    serving.stop()


@pytest.fixture
def strangers() -> Iterator[list[str]]:
    """A proxy's port, and what any other host was asked for there: it must have been nothing."""
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
    context.set_default_timeout(ON_A_TABLET)
    yield context
    context.close()


@pytest.fixture(scope="module")
def windows() -> Iterator[dict[bool, Window]]:
    """Windows in which a file of tests can open a notebook: one that is touched, and one that is not."""
    free: dict[bool, Window] = {}
    yield free
    for window in free.values():
        window.close()


@pytest.fixture
def open_notebook(
    request: pytest.FixtureRequest, lab: Lab, browser: Browser, windows: dict[bool, Window], shots: Path
) -> Iterator[OpenNotebook]:
    """Open a notebook and run it: ``open_notebook(cells, *, run=True, theme="light", width=1200, height=1400,
    touch=False, alone=False)``.

    ``cells`` are the sources of code cells, or the path of a notebook, which is copied first, alone, into a
    new folder named as its own is. Its kernel is ended after the test. The next notebook of the same file is
    opened in the same window, unless the test failed or wanted a window ``alone``, as one must that changes
    what is the window's own.
    """
    opened: list[tuple[Window, bool, bool]] = []
    failed = request.session.testsfailed

    def open_one(
        cells: Sequence[str] | Path,
        *,
        run: bool = True,
        theme: Theme = "light",
        width: int = 1200,
        height: int = 1400,
        touch: bool = False,
        alone: bool = False,
    ) -> Notebook:
        folder = lab.root / f"n{secrets.token_hex(4)}"
        folder.mkdir()
        if isinstance(cells, Path):
            # A teacher's page lies in a folder of its language's folder.
            deep = 2 if cells.parent.name == "teacher" else 1
            into = folder.joinpath(*cells.parts[-deep - 1 : -1])
            into.mkdir(parents=True)
            path = Path(shutil.copy(cells, into))
        else:
            path = folder / "test.ipynb"
            _write(cells, path)
        window = None if alone else windows.pop(touch, None)
        if window is None:
            window = Window(browser, lab, touch=touch)
        opened.append((window, touch, alone))
        wanted = shots if os.environ.get("INABA_SHOTS") else None
        notebook = window.open(path, wanted, width=width, height=height)
        notebook.theme(theme)
        if run:
            notebook.run_all()
        return notebook

    yield open_one
    for window, touch, alone in opened:
        window.end_kernel()
        if alone or touch in windows or request.session.testsfailed > failed:
            window.close()
        else:
            windows[touch] = window


def _write(cells: Sequence[str], path: Path) -> None:
    notebook = {
        "cells": [
            {
                "cell_type": "code",
                "id": f"cell-{number}",
                "metadata": {},
                "execution_count": None,
                "outputs": [],
                "source": source,
            }
            for number, source in enumerate(cells)
        ],
        "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    path.write_text(json.dumps(notebook), encoding="utf-8")
