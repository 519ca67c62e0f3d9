"""The explorer in JupyterLab: by mouse, by keyboard alone, by touch, in either theme and language."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Notebook, OpenNotebook

EXPLORER = ".inaba-explorer"


def open_explorer(open_notebook: OpenNotebook, arguments: str, still: bool = True, **window: Any) -> Notebook:
    """A notebook with an explorer; without movement, unless that is tested."""
    cell = f"from lessons.laboratory.explorer import Explorer\nexplorer = Explorer({arguments})\nexplorer"
    notebook = open_notebook([cell], run=False, **window)
    notebook.page.emulate_media(reduced_motion="reduce" if still else "no-preference")
    notebook.run_all()
    notebook.page.locator(EXPLORER).wait_for()
    return notebook


def part(notebook: Notebook, name: str) -> Locator:
    """A control by the name that it has in the explorer."""
    return notebook.page.locator(f"{EXPLORER} [data-name='{name}']")


def square(notebook: Notebook, at: str) -> Locator:
    return notebook.page.locator(f"{EXPLORER} [data-at='{at}']")


def rabbit(notebook: Notebook, number: int) -> Locator:
    return notebook.page.locator(f"{EXPLORER} [data-rabbit='{number}']")


def move(notebook: Notebook, key: str) -> Locator:
    return notebook.page.locator(f"{EXPLORER} [data-move='{key}'] .inaba-x-row")


def compare(notebook: Notebook, key: str) -> Locator:
    return notebook.page.locator(f"{EXPLORER} [data-move='{key}'] .inaba-x-compare-with")


def status(notebook: Notebook) -> Locator:
    return notebook.page.locator(f"{EXPLORER} .inaba-status")


def expect_position(notebook: Notebook, text: str) -> None:
    """What is on the table, once all that was pressed has arrived there."""
    for _ in range(50):
        if (found := notebook.run("print(explorer.position)")) == text:
            return
        notebook.page.wait_for_timeout(100)
    assert found == text


def focused(notebook: Notebook) -> str:
    """The name, the square or the move of what has the focus."""
    return str(
        notebook.page.evaluate(
            """() => {
                const { dataset } = document.activeElement;
                return dataset.name ?? dataset.at ?? document.activeElement.closest('li')?.dataset.key ?? '';
            }"""
        )
    )


def fine(notebook: Notebook) -> None:
    """Nothing went wrong in the page, and nothing was asked of another machine."""
    assert notebook.errors == []
    assert notebook.foreign == []
    assert [message for message in notebook.messages if "inaba" in message or "widget" in message] == []


def drag(notebook: Notebook, source: Locator, target: Locator) -> None:
    source.scroll_into_view_if_needed()
    begin, end = source.bounding_box(), target.bounding_box()
    assert begin is not None
    assert end is not None
    mouse = notebook.page.mouse
    mouse.move(begin["x"] + begin["width"] / 2, begin["y"] + begin["height"] / 2)
    mouse.down()
    mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=6)
    notebook.page.locator(".inaba-x-ghost").wait_for()
    mouse.up()
    notebook.page.locator(".inaba-x-ghost").wait_for(state="detached")


@pytest.mark.parametrize(
    ("lang", "why", "press", "then"),
    [
        ("en", "at least 76 positions", "Press “However long it takes”", "if everyone plays for his own"),
        ("ja", "少なくとも 76 局面", "「どれだけかかっても調べる」を押すと", "全員が自分の勝ちをめざすとき"),
    ],
)
def test_max_n_that_takes_longer_is_there_for_whoever_waits(
    open_notebook: OpenNotebook, lang: str, why: str, press: str, then: str
) -> None:
    cells = [
        # So that a small river is too large for the time.
        "from lessons.laboratory.analyst import Analyst\n"
        "Analyst._most_maxn = lambda self, of, effort: (10, 20, 30, 100)[effort]",
        "from lessons.laboratory.explorer import Explorer\n"
        f"explorer = Explorer('3,W -,-,- 1 - -', lang='{lang}')\nexplorer",
    ]
    notebook = open_notebook(cells, width=420)
    expect(part(notebook, "thorough")).to_be_visible()
    part(notebook, "how").click()
    expect(part(notebook, "method")).to_contain_text(why)
    expect(part(notebook, "brief")).to_contain_text(press)
    notebook.shot(f"explorer-no-maxn-{lang}", EXPLORER)
    part(notebook, "thorough").click()
    expect(part(notebook, "thorough")).to_be_hidden()
    expect(part(notebook, "brief")).to_contain_text(then)
    notebook.shot(f"explorer-maxn-{lang}", EXPLORER)


def test_moves_are_compared_and_stepped_into_by_mouse(open_notebook: OpenNotebook) -> None:
    notebook = open_explorer(open_notebook, "lang='en', seed=1")
    page = notebook.page
    expect(move(notebook, "1c1")).to_contain_text("★ 91.5 %")
    expect(move(notebook, "1c1")).to_contain_text("256163/279936")
    expect(square(notebook, "c1").locator(".inaba-chip.inaba-best")).to_have_text("★1: 91.5%")
    # What cannot happen is 0 %, and of every number it is told that it is exact.
    expect(move(notebook, "2a1").locator(".inaba-x-value")).to_have_text("0 %")
    expect(page.locator(f"{EXPLORER} .inaba-x-kind:visible")).to_have_text(["exact", "exact"])
    compare(notebook, "1c1").click()
    compare(notebook, "1a1").click()
    region = page.get_by_role("region", name="Side by side")
    expect(region).to_contain_text(
        "“Rabbit 1 to c1” is better than “Rabbit 1 to a1” by 3.7 percentage points"
    )
    expect(region).to_contain_text("Total 3–12: the shark is beaten")
    part(notebook, "best").click()
    expect(page.get_by_role("heading", name="What may happen")).to_be_visible()
    expect(region).to_be_hidden()
    page.get_by_role("button", name=re.compile("Total 2: the shark has 1 left")).click()
    expect(status(notebook)).to_contain_text("The shark has 1 left. Rabbit 1 goes back to Start and rests.")
    expect(page.get_by_role("navigation").get_by_role("button", name="(1,1)")).to_have_attribute(
        "aria-current", "step"
    )
    part(notebook, "text").click()
    expect(part(notebook, "copy-position")).to_have_value("5,W,4/0,6,3-2 -,- 2 1 -")
    expect(part(notebook, "copy-record")).to_have_value(re.compile(r"1\. 1c1\(1,1\)"))
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    part(notebook, "copy").click()
    expect(page.get_by_text("Copied.")).to_be_visible()
    assert page.evaluate("() => navigator.clipboard.readText()") == "5,W,4/0,6,3-2 -,- 2 1 -"
    with page.expect_download() as download:
        part(notebook, "picture").click()
    assert download.value.suggested_filename == "river.svg"
    assert download.value.path().read_text(encoding="utf-8").startswith("<svg")
    assert notebook.axe(f"{EXPLORER} dialog") == []
    part(notebook, "close").click()
    # On the board: a rabbit, then where it goes.
    rabbit(notebook, 2).click()
    square(notebook, "a1").click()
    expect(status(notebook)).to_contain_text("Player 2 moves rabbit 2 to a1.")
    part(notebook, "back").click()
    part(notebook, "back").click()
    expect(status(notebook)).to_contain_text("Step 1 of 3.")
    part(notebook, "roll").click()
    expect(status(notebook)).to_contain_text("Player 1 rolls")
    notebook.shot("explorer-moves", EXPLORER)
    assert notebook.cells() == 1
    fine(notebook)


def test_a_position_is_set_up_by_dragging_and_typing(open_notebook: OpenNotebook) -> None:
    notebook = open_explorer(open_notebook, "lang='en', seed=1")
    page = notebook.page
    part(notebook, "edit").click()
    expect(part(notebook, "edit")).to_have_attribute("aria-pressed", "true")
    drag(notebook, rabbit(notebook, 2), square(notebook, "c1"))
    expect(page.locator(".inaba-ask")).to_contain_text("Not ready yet: rabbit 2 stands on c1, a shark with 3")
    drag(notebook, rabbit(notebook, 1), square(notebook, "c1"))
    expect(page.locator(".inaba-ask")).to_contain_text("Not ready yet: two rabbits on c1.")
    notebook.shot("explorer-trouble", EXPLORER)
    page.get_by_role("button", name="Put rabbit 2 back to Start").click()
    page.get_by_role("button", name="Let rabbit 1 fight on c1").click()
    expect(page.locator(".inaba-ask")).to_contain_text("Fight on c1!")
    expect_position(notebook, "5,W,4/0,6,3 c1,- 1 - - fight:1")
    drag(notebook, square(notebook, "a2"), square(notebook, "b2"))
    drag(notebook, part(notebook, "tool-D"), square(notebook, "a1"))
    drag(notebook, part(notebook, "tool-?"), square(notebook, "c2"))
    expect_position(notebook, "W,5,?/D,6,3 c1,- 1 - 4 fight:1")
    drag(notebook, part(notebook, "tool-O"), page.locator(".inaba-x-heap"))
    expect(page.locator(".inaba-ask")).to_contain_text("2 unseen cards are listed; face down or hidden: 1")
    page.get_by_role("button", name="Take out of the pile: orca").click()
    # Pressed, not dragged: a shark is picked up, and its numbers change.
    square(notebook, "b1").click()
    for _ in range(3):
        part(notebook, "points-more").click()
    part(notebook, "damage-more").click()
    expect_position(notebook, "W,5,?/D,9-1,3 c1,- 1 - 4 fight:1")
    part(notebook, "undo").click()
    expect(part(notebook, "damage")).to_have_text("0")
    part(notebook, "turn-2").check()
    part(notebook, "columns").select_option("2")
    expect(square(notebook, "c1")).to_have_count(0)
    expect_position(notebook, "W,5/D,9 -,- 2 - -")
    part(notebook, "typed").click()
    typed = part(notebook, "position")
    typed.fill("9,W/3 -,- 1 - -")
    part(notebook, "set-position").click()
    expect(typed).to_have_attribute("aria-invalid", "true")
    expect(typed).to_have_accessible_description("a row of 1, where the river is 2 wide (at character 5).")
    expect(typed).to_have_value("9,W/3 -,- 1 - -")
    typed.fill("９,Ｗ/3,4  -,- 1 - -")
    page.keyboard.press("Enter")
    expect(typed).not_to_have_attribute("aria-invalid", "true")
    part(notebook, "begin").select_option("hidden")
    expect(page.get_by_text("2 cards are in the pile; face down on the river: 2")).to_be_visible()
    part(notebook, "edit").click()
    expect(page.locator(".inaba-x-found")).to_contain_text("exact (")
    fine(notebook)


def test_by_keyboard_alone_and_no_key_reaches_the_notebook(open_notebook: OpenNotebook) -> None:
    notebook = open_explorer(open_notebook, "'W,W/W,W -,- 1 - -', lang='en', seed=1")
    page, before = notebook.page, notebook.cells()
    for key in ("b", "m", "d", "d", "a", "x", "y", "z", "0", "0"):
        part(notebook, "edit").press(key)
    assert notebook.cells() == before
    part(notebook, "edit").press("Enter")
    expect(part(notebook, "edit")).to_have_attribute("aria-pressed", "true")
    square(notebook, "-").focus()
    for key in ("ArrowUp", "d", "ArrowUp", "s", "ArrowRight", "o", "ArrowDown", "?", "ArrowDown"):
        page.keyboard.press(key)
    assert focused(notebook) == "-"
    # A rabbit is picked up and put down with Enter; a second Enter takes the next on the same place.
    for key in ("Enter", "Enter", "ArrowUp", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    expect_position(notebook, "S,O/D,? -,b2 1 - W")
    page.keyboard.press("1")
    expect(page.locator(".inaba-ask")).to_contain_text("two rabbits on b2")
    part(notebook, "mend-1").press("Enter")
    expect(part(notebook, "mend-1")).to_be_hidden()
    assert focused(notebook) == "b2"
    expect_position(notebook, "S,O/D,? -,b2 1 - W")
    # A shark: chosen in the palette, put down on the board, its damage changed there.
    page.keyboard.press("Escape")
    part(notebook, "tool-hand").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(part(notebook, "tool-shark")).to_have_attribute("aria-checked", "true")
    part(notebook, "points-less").press("Enter")
    square(notebook, "a1").focus()
    for key in ("Enter", "+", "+", "-", "Escape"):
        page.keyboard.press(key)
    expect_position(notebook, "S,O/8-1,? -,b2 1 - W")
    part(notebook, "edit").press("Enter")
    expect(move(notebook, "1a1")).to_contain_text("%")
    # Rows of moves are one tab stop with arrow keys; a move made there leaves the focus in the explorer.
    part(notebook, "keys").press("Enter")
    expect(page.locator(".inaba-x-keys p")).to_contain_text("R lets chance decide")
    first = page.locator(f"{EXPLORER} .inaba-x-row").first
    first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="Side by side")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.locator(".inaba-x-steps li")).to_have_count(2)
    assert page.evaluate(f"() => document.querySelector('{EXPLORER}').contains(document.activeElement)")
    page.locator(".inaba-x-steps button").nth(1).focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.locator(".inaba-x-steps button").first).to_have_attribute("aria-current", "step")
    square(notebook, "-").focus()
    page.keyboard.press("1")
    expect(status(notebook)).to_contain_text("Rabbit 1 is picked")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(status(notebook)).to_contain_text("Player 1 moves rabbit 1")
    assert notebook.cells() == before
    fine(notebook)


def test_long_thinking_shows_progress_and_stops(
    open_notebook: OpenNotebook,
) -> None:
    notebook = open_explorer(open_notebook, "__import__('inaba.river').river.start(), lang='en', seconds=40")
    page = notebook.page
    progress = page.get_by_role("progressbar", name="Progress", exact=True)
    expect(progress).to_be_visible()
    expect(page.locator(".inaba-x-thinking")).to_contain_text(re.compile("Thinking … [0-9,]+"))
    assert notebook.run("print(6 * 7)") == "42"
    move(notebook, "1b1").click()
    expect(page.locator(".inaba-x-rows[data-name=outcomes] li")).to_have_count(12)
    part(notebook, "stop").click()
    expect(progress).to_be_hidden()
    expect(page.get_by_text("Stopped. What was found before stays.")).to_be_visible()
    notebook.run("explorer._analyst._seconds = 0.2")
    part(notebook, "back").click()
    expect(page.locator(".inaba-x-found")).to_contain_text("an estimate, not the value")
    expect(page.locator(f"{EXPLORER} .inaba-x-kind:visible")).to_have_text(["estimate", "estimate"])
    expect(part(notebook, "longer")).to_have_text("Think longer (at most about 1 second)")
    # A few words, and behind them all the others.
    expect(part(notebook, "brief")).to_contain_text("not the chance under best play")
    expect(part(notebook, "method")).to_be_hidden()
    part(notebook, "how").press("Enter")
    expect(part(notebook, "method")).to_contain_text("seven times in eight")
    expect(part(notebook, "method")).to_be_visible()
    expect(square(notebook, "b1").locator(".inaba-chip").first).to_have_text(re.compile("^[?★]?1: ≈[0-9]+%$"))
    expect(part(notebook, "best")).to_have_text("Step into the most promising move")
    expect(move(notebook, "1b1")).to_contain_text("±")
    notebook.shot("explorer-estimate", EXPLORER)
    fine(notebook)


SMALL_TARGETS = f"""() => [...document.querySelectorAll('{EXPLORER} :is(button, select, label:has(input))')]
    .filter((one) => one.offsetParent !== null)
    .map((one) => [one.textContent || one.dataset.name, one.getBoundingClientRect()])
    .filter(([, box]) => box.width < 43.9 || box.height < 43.9)
    .map(([text, box]) => `${{text}}: ${{box.width}} by ${{box.height}}`)"""

LINES = f"""() => [...document.querySelectorAll('{EXPLORER} .inaba-x-tool span')]
    .filter((one) => one.offsetParent !== null)
    .map((one) => one.getClientRects().length)"""

SIDEWAYS = f"() => [document.querySelector('{EXPLORER}')].map((one) => [one.scrollWidth, one.clientWidth])[0]"


def test_a_narrow_screen_by_touch(open_notebook: OpenNotebook) -> None:
    notebook = open_explorer(open_notebook, "lang='ja', seed=1", width=360, height=800, touch=True)
    page = notebook.page
    notebook.shot("explorer-narrow", EXPLORER)
    assert page.evaluate(SMALL_TARGETS) == []
    scrolled, shown = page.evaluate(SIDEWAYS)
    assert scrolled <= shown <= 360
    expect(part(notebook, "keys")).to_be_hidden()  # where there is no keyboard
    move(notebook, "1a1").tap()
    expect(status(notebook)).to_contain_text("プレイヤー 1 がウサギ 1 を a1 へ動かしました。")
    part(notebook, "edit").tap()
    expect(part(notebook, "edit")).to_have_attribute("aria-pressed", "true")
    assert page.evaluate(SMALL_TARGETS) == []
    scrolled, shown = page.evaluate(SIDEWAYS)
    assert scrolled <= shown <= 360
    # What is dragged by mouse is tapped twice by finger.
    rabbit(notebook, 1).tap()
    expect(status(notebook)).to_contain_text("持ち上げました：ウサギ 1")
    square(notebook, "b2").tap()
    part(notebook, "tool-S").tap()
    square(notebook, "a1").tap()
    expect(status(notebook)).to_contain_text("a1 はダイオウイカ")
    expect_position(notebook, "5,W,4/S,6,3 b2,- 2 - -")
    # Neither a name in the palette nor a choice is cut.
    assert page.evaluate(LINES) == [1] * 9
    assert part(notebook, "rest").evaluate("node => node.clientWidth") > 240
    notebook.shot("explorer-narrow-setup", EXPLORER)
    fine(notebook)


@pytest.mark.parametrize(("theme", "lang"), [("light", "ja"), ("dark", "en")])
def test_axe_finds_nothing_wide_or_narrow(open_notebook: OpenNotebook, theme: str, lang: str) -> None:
    notebook = open_explorer(
        open_notebook, f"'3,W/0,4 -,- 1 - -', lang='{lang}', seed=1", theme=theme, height=2400
    )
    page = notebook.page
    expect(move(notebook, "1b1")).to_contain_text("%")
    compare(notebook, "1b1").click()
    compare(notebook, "2a1").click()
    expect(page.locator(".inaba-x-verdict")).to_contain_text(re.compile("[0-9]"))
    found = {"moves": notebook.axe(EXPLORER)}
    notebook.shot(f"explorer-{theme}", EXPLORER)
    move(notebook, "1b1").click()
    expect(page.locator(".inaba-x-steps li")).to_have_count(2)
    part(notebook, "edit").click()
    expect(part(notebook, "edit")).to_have_attribute("aria-pressed", "true")
    rabbit(notebook, 1).click()
    square(notebook, "a1").click()
    rabbit(notebook, 2).click()
    square(notebook, "a1").click()
    part(notebook, "tool-shark").click()
    expect(part(notebook, "mend-0")).to_be_visible()
    found["trouble"] = notebook.axe(EXPLORER)
    notebook.shot(f"explorer-{theme}-trouble", EXPLORER)
    page.set_viewport_size({"width": 360, "height": 3600})
    found["narrow"] = notebook.axe(EXPLORER)
    part(notebook, "language").click()
    expect(part(notebook, "language")).to_be_focused()
    part(notebook, "undo").click()
    part(notebook, "edit").click()
    expect(page.locator(".inaba-x-found")).to_contain_text(re.compile("[0-9]"))
    found["other language"] = notebook.axe(EXPLORER)
    # Where movement is liked, the best line is shown step by step, and told in the end.
    page.emulate_media(reduced_motion="no-preference")
    part(notebook, "best").click()
    expect(page.locator(".inaba-x-steps li")).to_have_count(3)
    expect(status(notebook).locator("span")).to_have_count(3)
    assert {name: wrong for name, wrong in found.items() if wrong} == {}
    fine(notebook)


def test_at_320_pixels_words_and_chance_have_lines_of_their_own(
    open_notebook: OpenNotebook,
) -> None:
    notebook = open_explorer(open_notebook, "'3,W/0,4 -,- 1 - -', lang='ja', seed=1", width=320, height=700)
    row = notebook.page.locator(f"{EXPLORER} .inaba-x-row").first
    words, value = (row.locator(f".inaba-x-{name}").bounding_box() for name in ("words", "value"))
    assert words is not None
    assert value is not None
    assert words["y"] + words["height"] <= value["y"] + 1
    assert words["width"] > 80
    output = notebook.page.locator(".jp-OutputArea-output").first
    assert output.evaluate("node => node.scrollWidth <= node.clientWidth")
