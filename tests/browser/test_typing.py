"""What a person types is not overwritten by answers to what he did before, however slow Python is."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.browser.conftest import Notebook, OpenNotebook


def field(notebook: Notebook, name: str) -> Locator:
    return notebook.page.locator(f"input[data-name='{name}']")


def slow(notebook: Notebook) -> None:
    """Python is busy for a while: what is sent to it from now on waits, and is answered all at once."""
    notebook.page.evaluate(
        """() => {
            const { kernel } = window.jupyterapp.shell.currentWidget.sessionContext.session;
            kernel.requestExecute({ code: "import time; time.sleep(2)", store_history: false });
        }"""
    )


def answered(notebook: Notebook) -> None:
    """Wait until all that was sent is answered and shown."""
    notebook.run("1")
    notebook.page.wait_for_timeout(100)


def test_steps_and_a_number_in_the_fight_laboratory(open_notebook: OpenNotebook) -> None:
    notebook = open_notebook(["from lessons import kit\nlab = kit.fight_laboratory(9, lang='en')\nlab"])
    points, answer = field(notebook, "hit_points"), notebook.page.locator(".inaba-fight-answer").first
    points.focus()
    slow(notebook)
    for key in ("ArrowUp", "ArrowUp", "ArrowDown", "Control+a", "7"):
        points.press(key)
    answered(notebook)
    expect(answer).to_have_text("6/36 = 1/6")
    expect(points).to_have_value("7")
    points.press("Enter")
    expect(answer).to_have_text("21/36 = 7/12")
    dice = field(notebook, "dice")
    slow(notebook)
    points.press("ArrowUp")
    dice.fill("3d6")
    answered(notebook)
    expect(answer).to_have_text("15/36 = 5/12")
    expect(dice).to_have_value("3d6")
    dice.press("Enter")
    expect(answer).to_have_text("181/216")


def test_one_field_after_another_in_a_form(open_notebook: OpenNotebook) -> None:
    notebook = open_notebook(["from lessons import kit\nlab = kit.odds_laboratory(lang='en')\nlab"])
    hand, centre = field(notebook, "hand"), field(notebook, "centre")
    expect(hand).not_to_have_value("")
    slow(notebook)
    hand.fill("g1 b2")
    hand.press("Tab")
    centre.fill("y30")
    answered(notebook)
    expect(centre).to_have_value("y30")
    centre.press("Enter")
    answered(notebook)
    expect(centre).to_have_value("y30")
    expect(hand).to_have_value("g1,b2")


def test_dice_in_the_explorer(open_notebook: OpenNotebook) -> None:
    notebook = open_notebook(
        ["from lessons import kit\nlab = kit.explore('9,W/3,4 -,- 1 - -', lang='en')\nlab"], height=2400
    )
    notebook.page.locator("[data-name='edit']").click()
    dice = field(notebook, "dice")
    slow(notebook)
    notebook.page.locator("[data-name='turn-2']").check()
    dice.fill("3d6")
    answered(notebook)
    expect(dice).to_have_value("3d6")
    dice.press("Enter")
    answered(notebook)
    expect(notebook.page.locator("[data-name='turn-2']")).to_be_checked()
    expect(dice).to_have_value("3d6")
