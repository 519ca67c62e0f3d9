"""How large the site is and how soon it answers: ``python tests/benchmarks/site.py``.

Beside it in the same run stands the same site as it would be without the steps that make it small and quick:
its wheels as they come, neither compiled nor thinned out, and all of JupyterLite's scripts. Of each the size;
and how long it takes from the opening of lesson 1 until its first cell of code has its answer, on a first
visit with nothing on the tablet and on the next with the server switched off. The two take turns, so that a
busy moment of the machine meets both. Beside the seconds on the clock stand those that all processors worked,
which other work on the machine changes less. It needs Linux, and what the tests of the site need.

The exit status is 1 if the site has more than 60 MB, or its first cell takes more than 15 seconds on the
first visit.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple
from unittest.mock import patch

from playwright.sync_api import Browser, BrowserContext, sync_playwright

from inaba.command import lab
from lessons.site import assembly, building, supplies, wheels
from tests.browser.conftest import CHROMIUM_FLAGS
from tests.browser.on_site import PATIENCE, Served, notebook, wait_for_bar

ROUNDS = 3
LESSON = "en/01-two-dice-and-a-shark.ipynb"
MOST_BYTES, MOST_SECONDS = 60_000_000, 15


class Took(NamedTuple):
    """Seconds on the clock, and seconds that processors worked."""

    clock: float
    work: float


@contextmanager
def as_it_comes() -> Iterator[None]:
    """Sites are built without what makes them small and quick."""
    with (
        patch.object(wheels, "compiled", lambda given, *_: dict(given)),
        patch.object(wheels, "_LEFT_OUT", re.compile("__pycache__/")),
        patch.object(assembly, "_unused", lambda path, parts: False),
    ):
        yield


def worked() -> float:
    """Seconds that the browser has worked so far: all processes that this one has begun, itself left out."""
    told: dict[int, tuple[int, float]] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:  # It has just ended.
            continue
        ticks = int(fields[11]) + int(fields[12])
        told[int(folder.name)] = int(fields[1]), ticks / os.sysconf("SC_CLK_TCK")
    ours = {os.getpid()}
    while born := {one for one, (parent, _) in told.items() if parent in ours} - ours:
        ours |= born
    return sum(told[one][1] for one in ours - {os.getpid()})


def first_cell(tablet: BrowserContext, address: str) -> Took:
    """Open the lesson, run it, and wait for the answer of its first cell of code."""
    page = tablet.new_page()
    begun, before = perf_counter(), worked()
    page.goto(address)
    wait_for_bar(page)
    page.locator(".inaba-bar-run").tap()
    page.locator(".jp-CodeCell").first.locator(".jp-OutputArea-output").first.wait_for()
    took = Took(perf_counter() - begun, worked() - before)
    page.wait_for_selector("html[data-kept=kept]", state="attached")
    page.close()
    return took


def visits(browser: Browser, folder: Path) -> tuple[Took, Took]:
    """A first visit, and one with the server switched off."""
    serving = Served(folder)
    tablet = browser.new_context(viewport={"width": 820, "height": 1180}, has_touch=True)
    tablet.set_default_timeout(PATIENCE)
    try:
        address = serving.url + notebook(LESSON)
        first = first_cell(tablet, address)
        serving.stop()
        return first, first_cell(tablet, address)
    finally:
        tablet.close()


def main() -> int:
    chromium = next(path for name in ("chromium", "google-chrome") if (path := shutil.which(name)))
    lessons, cache = lab.lessons(files("lessons")), supplies.cache_folder()
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        ours, plain = Path(name, "ours"), Path(name, "plain")
        built = {ours: building.build(lessons, ours, cache=cache)}
        with as_it_comes():
            built[plain] = building.build(lessons, plain, cache=cache)
        browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_FLAGS)
        took: dict[Path, list[tuple[Took, Took]]] = {ours: [], plain: []}
        for _ in range(ROUNDS):
            for folder, times in took.items():
                times.append(visits(browser, folder))
        browser.close()
    small, large = built[ours], built[plain]
    print(f"{os.cpu_count()} processors, {ROUNDS} rounds\n")
    print(f"{'':42}{'ours':>10}{'as it comes':>12}{'times ours':>12}")
    row("size, MB", small.size / 1e6, large.size / 1e6)
    row("files", small.files, large.files)
    for visit, said in enumerate(("first visit", "second, without a server")):
        for which, unit in enumerate(("seconds", "seconds of work")):
            best, middle = (
                [pick(times[visit][which] for times in took[folder]) for folder in (ours, plain)]
                for pick in (min, median)
            )
            row(f"{said}, {unit}", *best)
            row("  the middle of the rounds", *middle)
    quickest = min(times[0].clock for times in took[ours])
    return 0 if small.size <= MOST_BYTES and quickest <= MOST_SECONDS else 1


def row(said: str, ours: float, plain: float) -> None:
    print(f"{said:42}{ours:>10.1f}{plain:>12.1f}{plain / ours:>12.2f}")


if __name__ == "__main__":
    sys.exit(main())
