"""The site of `inaba site` as a class has it: served plainly, opened on a tablet, run by a tap."""

from __future__ import annotations

import functools
import re
import threading
from dataclasses import dataclass, field
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Final
from urllib.parse import quote

from playwright.sync_api import BrowserContext, Page, expect

PATIENCE: Final = 240_000
"""Milliseconds that a slow machine is given to bring Python up and run a lesson."""


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


def notebook(path: str) -> str:
    """The address of a notebook of the site, behind the site's own."""
    return f"notebooks/index.html?path={quote(path, safe='')}"


def open_page(tablet: BrowserContext, address: str, width: int = 820) -> Page:
    """A new page of a tablet, with a notebook that is ready."""
    page = tablet.new_page()
    page.set_viewport_size({"width": width, "height": 1180 if width > 400 else 760})
    page.goto(address)
    wait_for_bar(page)
    return page


def wait_for_bar(page: Page) -> None:
    page.wait_for_selector("html[data-inaba=ready]", state="attached")


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
    assert raised == [], "\n".join(raised)
    expect(page.locator(".inaba-bar-status")).to_have_text(re.compile("^✓"))
