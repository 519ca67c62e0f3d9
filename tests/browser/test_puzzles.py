"""The puzzle player in JupyterLab: by mouse, by keyboard alone, by touch, in either theme and language."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Locator, expect

from lessons.puzzles import puzzles
from tests.browser.conftest import Notebook, OpenNotebook

PLAYER = ".inaba-puzzles"


def open_player(open_notebook: OpenNotebook, arguments: str, **window: Any) -> Notebook:
    """A notebook with a puzzle player, without movement."""
    cell = (
        "from datetime import date\nfrom lessons.laboratory.puzzle import PuzzlePlayer\n"
        f"player = PuzzlePlayer({arguments}, today=date(2026, 12, 1))\nplayer"
    )
    notebook = open_notebook([cell], run=False, **window)
    notebook.page.emulate_media(reduced_motion="reduce")
    notebook.run_all()
    notebook.page.locator(PLAYER).wait_for()
    return notebook


def part(notebook: Notebook, name: str) -> Locator:
    """A control by the name that it has in the player."""
    return notebook.page.locator(f"{PLAYER} [data-name='{name}']")


def square(notebook: Notebook, at: str) -> Locator:
    return notebook.page.locator(f"{PLAYER} [data-at='{at}']")


def status(notebook: Notebook) -> Locator:
    return notebook.page.locator(f"{PLAYER} [role=status]")


def focused(notebook: Notebook) -> str:
    return str(
        notebook.page.evaluate(
            "() => document.activeElement.dataset.name ?? document.activeElement.dataset.at ?? ''"
        )
    )


def fits(notebook: Notebook) -> None:
    """Nothing sticks out at the right, and whatever is pressed is large enough for a finger."""
    wide = notebook.page.evaluate(
        """selector => {
            const root = document.querySelector(selector);
            const edge = root.getBoundingClientRect().right + 1;
            // A picture of cards is scrolled in its own frame.
            const apart = 'svg, .inaba-unseen, .inaba-sheet, .inaba-p-picture';
            return [...root.querySelectorAll('*')].filter((one) => {
                const box = one.getBoundingClientRect();
                return box.width > 2 && box.right > edge && !one.closest(apart);
            }).map((one) => one.outerHTML.slice(0, 80));
        }""",
        PLAYER,
    )
    assert wide == []
    for control in notebook.page.locator(f"{PLAYER} :is(button, select, input):visible").all():
        box = control.bounding_box()
        assert box is not None
        assert box["height"] >= 44, control.evaluate("(one) => one.outerHTML")


def fine(notebook: Notebook) -> None:
    """Nothing went wrong in the page, and nothing was asked of another machine."""
    assert notebook.errors == []
    assert notebook.foreign == []
    # A slow machine is told how long each plugin took: that is no fault of ours.
    said = [message for message in notebook.messages if "to activate" not in message]
    assert [message for message in said if "inaba" in message or "widget" in message] == []


def test_a_pupil_tries_takes_a_hint_solves_and_goes_on(open_notebook: OpenNotebook) -> None:
    notebook = open_player(open_notebook, "'before-he-jumps', lang='en'")
    page = notebook.page
    expect(page.get_by_role("heading", name="Before the jump")).to_be_visible()
    expect(page.get_by_text("Choose a move: press a rabbit and then where it goes")).to_be_visible()
    assert notebook.axe(PLAYER) == []
    notebook.shot("puzzle", PLAYER)
    # In the list, wrongly: what it is worth, and that there is something better.
    page.get_by_role("button", name="2c3: rabbit 2 to c3").click()
    expect(status(notebook)).to_contain_text("Not yet")
    expect(status(notebook)).to_contain_text("After 2c3 you win with a chance of 16.2 %.")
    expect(part(notebook, "option-2c3")).to_have_attribute("data-state", "wrong")
    assert focused(notebook) == "option-2c3", "nodes are kept, so the focus is"
    expect(part(notebook, "solution")).to_be_hidden()
    part(notebook, "hint").click()
    expect(page.get_by_role("list", name="Hints")).to_contain_text("You may move any rabbit")
    # On the river, rightly: the rival's rabbit, and then the strongest shark.
    page.locator(f"{PLAYER} [data-rabbit='2']").click()
    expect(status(notebook)).to_contain_text("Rabbit 2 is picked.")
    square(notebook, "a3").click()
    expect(status(notebook)).to_contain_text("Right!")
    expect(page.get_by_role("region", name="The idea behind it")).to_contain_text("Whoever chooses the fight")
    expect(square(notebook, "a3")).to_contain_text("★")
    expect(part(notebook, "option-2a3")).to_have_attribute("data-state", "right")
    expect(page.get_by_text(f"1 of {len(puzzles())} solved")).to_be_visible()
    assert notebook.axe(PLAYER) == []
    notebook.shot("puzzle-solved", PLAYER)
    kept = notebook.run("print(player._journal.path.read_text('utf-8'))").splitlines()
    assert [json.loads(line)["did"] for line in kept] == ["wrong", "hint", "right"]
    # On to the next; a choice of kind and level; the puzzle of the day.
    part(notebook, "next").click()
    expect(page.get_by_role("heading", name="Keep away from the big one")).to_be_visible()
    expect(page.get_by_role("region", name="The idea behind it")).to_be_hidden()
    part(notebook, "kind").select_option("river/blockade")
    expect(part(notebook, "game")).to_have_value("river")
    part(notebook, "level").select_option("1")
    expect(part(notebook, "puzzle").get_by_role("option")).to_have_count(2)
    part(notebook, "puzzle").select_option("the-last-gap")
    expect(page.get_by_role("heading", name="The last gap")).to_be_visible()
    square(notebook, "a1").click()
    expect(status(notebook)).to_contain_text("Even with a1 closed there is a way")
    square(notebook, "a2").click()
    expect(status(notebook)).to_contain_text("Right!")
    part(notebook, "daily").click()
    expect(part(notebook, "daily")).to_have_attribute("aria-pressed", "true")
    assert notebook.run("print(player.puzzle.name)") == notebook.run(
        "from lessons.puzzles import daily\nprint(daily(date(2026, 12, 1)).name)"
    )
    fine(notebook)


def test_by_keyboard_alone_and_no_key_reaches_the_notebook(open_notebook: OpenNotebook) -> None:
    notebook = open_player(open_notebook, "'first-at-the-gate', lang='en'", theme="dark")
    page, before = notebook.page, notebook.cells()
    square(notebook, "-").focus()
    for key in ("b", "m", "d", "d", "a", "x", "y", "z", "0", "0"):
        page.keyboard.press(key)
    assert notebook.cells() == before
    assert focused(notebook) == "-"
    page.keyboard.press("ArrowUp")
    assert focused(notebook) == "a1"
    page.keyboard.press("Enter")
    expect(status(notebook)).to_contain_text("Rabbit 1 is picked.")
    page.keyboard.press("Escape")
    expect(status(notebook)).to_contain_text("Nothing is picked.")
    page.keyboard.press("1")
    page.keyboard.press("ArrowUp")
    assert focused(notebook) == "a2"
    page.keyboard.press("Enter")
    expect(status(notebook)).to_contain_text("Right!")
    assert focused(notebook) == "a2"
    part(notebook, "next").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="The last gap")).to_be_visible()
    assert focused(notebook) == "next"
    # A number is typed; what is no number is said, and stays.
    notebook.run("player.pose('nine-at-once')")
    expect(page.get_by_role("heading", name="Nine at once")).to_be_visible()
    field = page.get_by_role("textbox", name=re.compile("^Your answer"))
    field.focus()
    page.keyboard.type("four")
    page.keyboard.press("Enter")
    expect(status(notebook)).to_contain_text("I can't read that as an answer")
    expect(field).to_have_value("four")
    for wrong in ("4/36", "1/2"):
        field.fill(wrong)
        page.keyboard.press("Enter")
        expect(status(notebook)).to_contain_text("Not yet")
    expect(part(notebook, "solution")).to_be_visible()
    part(notebook, "solution").focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("region", name="The idea behind it")).to_contain_text("10 of 36")
    assert notebook.axe(PLAYER) == []
    notebook.shot("puzzle-dark", PLAYER)
    # The other language, in the middle of it all.
    part(notebook, "language").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="1回で9以上")).to_be_visible()
    assert focused(notebook) == "language"
    expect(page.get_by_role("textbox", name=re.compile("^答え"))).to_have_value("1/2")
    assert notebook.cells() == before
    fine(notebook)


def test_on_a_telephone_in_japanese(open_notebook: OpenNotebook) -> None:
    notebook = open_player(open_notebook, "'keep-him-guessing', lang='ja'", width=360, touch=True)
    page = notebook.page
    expect(
        page.get_by_text("まだ見えていない").or_(page.get_by_text("見えていないカードは")).first
    ).to_be_visible()
    fits(notebook)
    assert notebook.axe(PLAYER) == []
    notebook.shot("puzzle-360", PLAYER)
    square(notebook, "b2").tap()
    expect(status(notebook)).to_contain_text("もう一度考えよう")
    square(notebook, "a1").tap()
    expect(status(notebook)).to_contain_text("正解！")
    expect(page.get_by_role("region", name="解き方と考え方")).to_contain_text("相手に必要のないカード")
    assert notebook.axe(PLAYER) == []
    notebook.shot("puzzle-360-solved", PLAYER)
    notebook.run("player.pose('after-you-please')")
    expect(part(notebook, "option-turn")).to_be_visible()
    part(notebook, "option-turn").tap()
    expect(status(notebook)).to_contain_text("1手ずつ調べてみましょう")
    part(notebook, "option-wait").tap()
    expect(status(notebook)).to_contain_text("正解！")
    fine(notebook)


def test_cards_by_keyboard_alone_on_a_small_screen_in_the_dark(open_notebook: OpenNotebook) -> None:
    notebook = open_player(open_notebook, "'two-at-once', lang='en'", theme="dark", width=320)
    page, before = notebook.page, notebook.cells()
    picture = page.locator(f"{PLAYER} .inaba-p-picture")
    expect(picture).to_have_attribute("alt", re.compile("Player 1 holds 2 cards: green 9, blue 9"))
    assert picture.evaluate("(one) => one.complete && one.naturalWidth > 0")
    expect(square(notebook, "-")).to_be_hidden()
    fits(notebook)
    assert notebook.axe(PLAYER) == []
    notebook.shot("puzzle-cards-320", PLAYER)
    # The picture is wider than the screen, and scrolled by keyboard.
    page.get_by_role("region", name="The picture of this puzzle").focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.querySelector('.inaba-p-table').scrollLeft > 0")
    page.keyboard.press("b")
    assert notebook.cells() == before
    page.keyboard.press("Tab")
    assert focused(notebook) == "option-g9", "the answers come next"
    page.keyboard.press("Enter")
    expect(status(notebook)).to_contain_text("can still stop you")
    expect(part(notebook, "option-g9")).to_contain_text("can be stopped")
    assert focused(notebook) == "option-g9"
    page.keyboard.press("Tab")
    assert focused(notebook) == "option-g9+b9"
    page.keyboard.press("Space")
    expect(status(notebook)).to_contain_text("Right!")
    expect(part(notebook, "option-g9+b9")).to_contain_text("out for certain")
    expect(page.get_by_role("region", name="The idea behind it")).to_contain_text("blue 9 goes along on top")
    assert notebook.axe(PLAYER) == []
    notebook.shot("puzzle-cards-320-solved", PLAYER)
    # Another game in the same player, and back to a number about cards.
    part(notebook, "game").focus()
    part(notebook, "game").select_option("river")
    expect(square(notebook, "-")).to_be_visible()
    expect(picture).to_be_hidden()
    assert focused(notebook) == "game"
    part(notebook, "game").select_option("same-one")
    part(notebook, "puzzle").select_option("a-pair-of-nines")
    expect(picture).to_have_attribute("alt", re.compile("As player 1 sees it"))
    field = page.get_by_role("textbox", name=re.compile("^Your answer"))
    field.focus()
    page.keyboard.type("6/7")
    page.keyboard.press("Enter")
    expect(status(notebook)).to_contain_text("Right!")
    expect(page.get_by_text(f"2 of {len(puzzles('same-one'))} solved")).to_be_visible()
    assert notebook.cells() == before
    fine(notebook)


def test_cards_on_a_wide_screen_in_japanese(open_notebook: OpenNotebook) -> None:
    notebook = open_player(open_notebook, "game='same-one', lang='ja'")
    page = notebook.page
    expect(part(notebook, "kind").get_by_role("option")).to_have_count(5)
    page.get_by_role("button", name="緑 9 と青 9 を重ねて出す").click()
    expect(status(notebook)).to_contain_text("正解！")
    fits(notebook)
    assert notebook.axe(PLAYER) == []
    notebook.shot("puzzle-cards", PLAYER)
    # Many answers stand in columns.
    notebook.run("player.pose('lock-the-door')")
    expect(page.locator(f"{PLAYER} .inaba-p-option")).to_have_count(16)
    fits(notebook)
    assert notebook.axe(PLAYER) == []
    notebook.shot("puzzle-field", PLAYER)
    fine(notebook)
