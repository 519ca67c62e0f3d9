"""The game review in JupyterLab: by mouse, by keyboard alone, by touch, in either theme and language."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Notebook, OpenNotebook, Theme

BOX: Final = ".inaba-review"

SMALL: Final = """[Game "river"]
[Players "Aya, Ken"]
[Start "9,W,7/5,D,8/S,6,4 -,- 1 - -"]
[Result "2"]

1. 1a1 2. 2c1(1,5) 3. 2b2>a3(1,4) 4. 1a2(3,6) 5. 1b3 6. 2c1 7. 2b2>c3(2,5) 8. 2*
"""

LARGE: Final = Path(__file__).parents[1] / "games" / "ordinary.txt"


def open_review(open_notebook: OpenNotebook, arguments: str, wait: bool = True, **window: Any) -> Notebook:
    """A notebook with a game looked back on, by the kit."""
    lines = ["from lessons import kit", f"back = kit.review({arguments})"]
    lines += ["assert back.wait(60)"] if wait else []
    notebook = open_notebook(["\n".join([*lines, "back"])], **window)
    notebook.page.locator(BOX).wait_for()
    return notebook


def part(notebook: Notebook, name: str) -> Locator:
    """A control by the name that it has in the review."""
    return notebook.page.locator(f"{BOX} [data-name='{name}']")


def said(notebook: Notebook) -> Locator:
    """What is told of the turn that is looked at."""
    return notebook.page.locator(f"{BOX} .inaba-review-said")


def focused(notebook: Notebook) -> str:
    return str(notebook.page.evaluate("() => document.activeElement.dataset.name ?? ''"))


def fine(notebook: Notebook) -> None:
    """Nothing went wrong in the page, and nothing was asked of another machine."""
    assert notebook.errors == []
    assert notebook.foreign == []
    assert [message for message in notebook.messages if "inaba" in message or "widget" in message] == []


def test_pressed_in_the_chart_and_on_its_buttons(open_notebook: OpenNotebook) -> None:
    notebook = open_review(open_notebook, f"{SMALL!r}, lang='en'", height=2000)
    page = notebook.page
    # It opens where most was lost.
    expect(said(notebook)).to_contain_text("Turn 7: Aya")
    expect(said(notebook)).to_contain_text("2b2 cost Aya 58.3 points: 1* or 2c2 was best.")
    box = part(notebook, "slider").bounding_box()
    assert box is not None
    places = page.evaluate("() => [...document.querySelectorAll('.inaba-review-turns tbody tr')].length")
    assert places == 9
    third = float(notebook.run("print(back.report['across'][3])"))
    page.mouse.click(box["x"] + third * box["width"], box["y"] + box["height"] / 2)
    expect(said(notebook)).to_contain_text("Turn 3: Aya")
    assert notebook.run("print(back.at)") == "3"
    board = page.locator(".inaba-review-picture")
    before = board.get_attribute("src")
    part(notebook, "after").click()
    expect(part(notebook, "after")).to_have_attribute("aria-pressed", "true")
    assert board.get_attribute("src") != before
    expect(board).to_have_attribute("alt", re.compile("rabbit 2", re.I))
    part(notebook, "forward").click()
    expect(said(notebook)).to_contain_text("Turn 4: Ken")
    part(notebook, "first").click()
    expect(said(notebook)).to_contain_text("The start")
    expect(part(notebook, "back")).to_have_attribute("aria-disabled", "true")
    part(notebook, "dear-1").click()
    expect(said(notebook)).to_contain_text("Turn 2: Ken")
    part(notebook, "row-8").click()
    expect(said(notebook)).to_contain_text("Chance to win now: Aya 0 %, Ken 100 %.")
    assert focused(notebook) == "row-8"
    fine(notebook)


def test_by_keyboard_alone_and_no_key_reaches_the_notebook(open_notebook: OpenNotebook) -> None:
    notebook = open_review(open_notebook, f"{SMALL!r}, lang='en'", height=2000)
    page, before = notebook.page, notebook.cells()
    slider = page.get_by_role("slider")
    slider.focus()
    for key in ("b", "m", "d", "d", "a", "x"):
        page.keyboard.press(key)
    page.keyboard.press("Home")
    expect(slider).to_have_attribute("aria-valuenow", "0")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuenow", "3")
    expect(slider).to_have_attribute(
        "aria-valuetext", re.compile("^Turn 3: Aya. Chance to win now: Aya 69.7 %")
    )
    expect(said(notebook)).to_contain_text("Turn 3: Aya")
    page.keyboard.press("ArrowLeft")
    expect(said(notebook)).to_contain_text("Turn 2: Ken")
    page.keyboard.press("End")
    expect(said(notebook)).to_contain_text("Turn 8: Ken")
    assert focused(notebook) == "slider"
    # The whole table is one stop; arrows move in it, Enter looks at a turn.
    page.evaluate("() => { window.kept = [...document.querySelectorAll('.inaba-review button')]; }")
    stops = []
    for _ in range(16):
        page.keyboard.press("Tab")
        stops.append(focused(notebook))
        if stops[-1].startswith("row-"):
            break
    assert stops[-1] == "row-8"
    assert "forward" in stops
    assert "dear-0" in stops
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    assert focused(notebook) == "row-6"
    page.keyboard.press("Enter")
    expect(said(notebook)).to_contain_text("Turn 6: Ken")
    assert focused(notebook) == "row-6"
    assert page.evaluate("() => window.kept.length > 20 && window.kept.every((one) => one.isConnected)")
    assert notebook.cells() == before
    fine(notebook)


def test_a_long_review_shows_how_far_it_is_and_stops(open_notebook: OpenNotebook) -> None:
    notebook = open_review(open_notebook, f"{str(LARGE)!r}, lang='en', seconds=600, seed=1", wait=False)
    bar = notebook.page.get_by_role("progressbar", name="Looking into the game")
    expect(bar).to_be_visible()
    assert notebook.axe(BOX) == []
    # The notebook answers meanwhile.
    assert notebook.run("print(6 * 7, back.review)") == "42 None"
    part(notebook, "stop").click()
    expect(bar).to_be_hidden()
    expect(said(notebook)).to_contain_text("Chance to win now")
    expect(notebook.page.locator(f"{BOX} .inaba-review-notes")).to_contain_text("marks an estimate")
    fine(notebook)


LOW_CONTRAST = """() => {
    const numbers = (text) => (text.match(/[0-9.]+/g) ?? []).map(Number);
    const linear = (v) => (v / 255 <= 0.03928 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4);
    const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
    const ground = (node) => {
        if (!node) return [255, 255, 255];
        const colour = numbers(getComputedStyle(node).backgroundColor);
        return (colour[3] ?? 1) === 1 ? colour : ground(node.parentElement);
    };
    const low = [];
    const walker = document.createTreeWalker(document.querySelector('.inaba-review'), NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const text = walker.currentNode, node = text.parentElement;
        if (!text.data.trim() || !node.getClientRects().length) continue;
        const both = [light(numbers(getComputedStyle(node).color)), light(ground(node))];
        const [a, b] = both.sort((x, y) => y - x);
        if ((a + 0.05) / (b + 0.05) < 4.5) low.push(text.data);
    }
    return low;
}"""
"""Every text of the review with less than 4.5:1 against what lies behind it."""


@pytest.mark.parametrize(("theme", "lang"), [("light", "en"), ("dark", "ja")])
def test_axe_finds_nothing_wide_or_narrow_in_either_theme(
    open_notebook: OpenNotebook, theme: Theme, lang: str
) -> None:
    arguments = f"{str(LARGE)!r}, lang='{lang}', seconds=1, seed=1"
    notebook = open_review(open_notebook, arguments, theme=theme, height=2600)
    page = notebook.page
    found = {"wide": notebook.axe(BOX)}
    assert page.evaluate(LOW_CONTRAST) == []
    notebook.shot(f"review-{lang}-{theme}-wide", BOX)
    page.set_viewport_size({"width": 360, "height": 4400})
    found["narrow"] = notebook.axe(BOX)
    notebook.shot(f"review-{lang}-{theme}-narrow", BOX)
    assert {name: wrong for name, wrong in found.items() if wrong} == {}
    part(notebook, "language").click()
    other = "対局の振り返り" if lang == "en" else "Game review"
    expect(page.get_by_role("region", name=other)).to_be_visible()
    assert focused(notebook) == "language"
    fine(notebook)


SMALL_TARGETS = """() => [...document.querySelectorAll('.inaba-review button')]
    .filter((one) => one.offsetParent !== null)
    .map((one) => [one.dataset.name, one.getBoundingClientRect()])
    .filter(([, box]) => box.width < 43.9 || box.height < 43.9)
    .map(([name, box]) => `${name}: ${box.width} by ${box.height}`)"""


def test_a_narrow_screen_by_touch(open_notebook: OpenNotebook) -> None:
    notebook = open_review(open_notebook, f"{SMALL!r}, lang='ja'", width=360, height=800, touch=True)
    page = notebook.page
    scrolled, shown = page.evaluate(
        f"() => [document.querySelector('{BOX}')].map((one) => [one.scrollWidth, one.clientWidth])[0]"
    )
    assert scrolled <= shown <= 360
    assert page.evaluate(SMALL_TARGETS) == []
    part(notebook, "back").tap()
    expect(said(notebook)).to_contain_text("6 手番目：Ken")
    box = part(notebook, "slider").bounding_box()
    assert box is not None
    part(notebook, "slider").tap(position={"x": box["width"] * 0.15, "y": box["height"] / 2})
    expect(said(notebook)).to_contain_text("はじめの局面")
    fine(notebook)
