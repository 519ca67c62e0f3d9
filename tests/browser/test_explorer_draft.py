"""The explorer at a draft, in JupyterLab: through one player's eyes, by mouse, keyboard alone and touch."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Notebook, OpenNotebook
from tests.browser.test_explorer import (
    EXPLORER,
    SIDEWAYS,
    SMALL_TARGETS,
    expect_position,
    fine,
    focused,
    move,
    open_explorer,
    part,
    square,
    status,
)

PICK = "'.,./.,. -,- 1 - - draft:pick:7,W/0,D:/', seed=2, seconds=0.6, lang='{}'"
LAY = "'.,./.,?2:0 -,- 1 - - draft:place:/:7,W/D', seed=2, seconds=0.6, lang='{}'"
UP = "'S,?2:D/?1:3,?2:9 a2,- 1 - - up:1!b1', seed=2, seconds=0.6, lang='{}'"


def card(notebook: Notebook, name: str) -> Locator:
    """A card that the chosen eyes see and that can be chosen, by its notation."""
    return notebook.page.locator(f"{EXPLORER} button[data-card='{name}']")


def ask(notebook: Notebook) -> Locator:
    return notebook.page.locator(f"{EXPLORER} .inaba-ask")


def steps(notebook: Notebook) -> Locator:
    return notebook.page.locator(f"{EXPLORER} .inaba-x-steps li")


def everything(notebook: Notebook) -> str:
    """All that the page holds of the explorer: words that are seen, heard or only lie there."""
    return str(notebook.page.locator(EXPLORER).evaluate("node => node.outerHTML"))


def test_a_draft_is_picked_laid_and_crossed_by_mouse(open_notebook: OpenNotebook) -> None:
    notebook = open_explorer(open_notebook, PICK.format("en"), height=1400)
    page = notebook.page
    expect(card(notebook, "7")).to_contain_text(re.compile(r"[0-9]%"))
    expect(move(notebook, "+7")).to_contain_text("±")
    expect(page.locator(".inaba-x-found")).to_contain_text("an estimate, not the value")
    expect(page.get_by_role("button", name="Seen by Player 1")).to_have_attribute("aria-pressed", "true")
    notebook.shot("explorer-draft-pick", EXPLORER)
    card(notebook, "7").click()
    expect(status(notebook)).to_contain_text("Player 1 keeps shark 7.")
    expect(ask(notebook)).to_have_text("Player 2 is to keep a card. Which one stays a secret.")
    part(notebook, "others").click()
    expect(steps(notebook)).to_have_count(3)
    page.locator(f"{EXPLORER} button[data-card]").click()
    part(notebook, "others").click()
    expect(ask(notebook)).to_contain_text(re.compile("lay a card|choose one of your cards"))
    if part(notebook, "others").is_visible():
        part(notebook, "others").click()
    expect(ask(notebook)).to_contain_text("choose one of your cards")
    # Without a card nothing can be laid; with one the free squares show its chances.
    square(notebook, "a2").click()
    expect(status(notebook)).to_contain_text("Pick one of your cards first.")
    card(notebook, "7").click()
    expect(card(notebook, "7")).to_have_attribute("aria-pressed", "true")
    expect(status(notebook)).to_contain_text("Picked: shark 7. Now choose a free square for it.")
    expect(square(notebook, "a2").locator(".inaba-chip")).to_contain_text(re.compile("[0-9]%"))
    notebook.shot("explorer-draft-lay", EXPLORER)
    square(notebook, "a2").click()
    expect(status(notebook)).to_contain_text("Player 1 lays shark 7 on a2.")
    expect(square(notebook, "a2").locator(".inaba-by")).to_have_text("7")
    for _ in range(6):
        if not re.search("card", ask(notebook).inner_text()):
            break
        at = steps(notebook).count()
        if part(notebook, "others").is_visible():
            part(notebook, "others").click()
        else:
            page.locator(f"{EXPLORER} .inaba-x-moves .inaba-x-row").first.click()
        expect(steps(notebook)).to_have_count(at + 1)
    # The cards are laid, and the river is crossed.
    expect(ask(notebook)).to_contain_text("Choose a rabbit and move it.")
    move(notebook, "1b1").click()
    expect(page.get_by_role("heading", name=re.compile("Which card may lie here"))).to_be_visible()
    notebook.shot("explorer-draft-turn-up", EXPLORER)
    part(notebook, "roll").click()
    expect(status(notebook)).to_contain_text("b1 turns up")
    for _ in range(3):
        part(notebook, "back").click()
    expect(status(notebook)).to_contain_text(re.compile("Step [0-9]+ of [0-9]+"))
    part(notebook, "text").click()
    expect(part(notebook, "copy-record")).to_have_value(re.compile(r'\[View "1"\]'))
    part(notebook, "close").click()
    fine(notebook)


def test_who_sits_here_chooses_the_eyes_and_nothing_else_is_in_the_page(open_notebook: OpenNotebook) -> None:
    position = "'.,./.,. -,- 1 - - draft:pick:17,W/13,D:/', seed=2, seconds=0.1, lang='en'"
    notebook = open_explorer(open_notebook, position)
    page = notebook.page
    expect(card(notebook, "17")).to_be_visible()
    # Player 2's cards are in no button, and no label of theirs but among what is not seen.
    assert page.locator(f"{EXPLORER} [data-card='13'], {EXPLORER} [data-card='D']").count() == 0
    page.get_by_role("button", name="Seen by Player 2").click()
    expect(card(notebook, "13")).to_be_visible()
    expect(card(notebook, "17")).to_have_count(0)
    expect(part(notebook, "undo")).to_have_attribute("aria-disabled", "true")
    part(notebook, "eyes-0").click()
    expect(status(notebook)).to_contain_text("The cards are covered.")
    expect(page.locator(f"{EXPLORER} [data-card]")).to_have_count(0)
    expect(page.locator(f"{EXPLORER} .inaba-x-moves")).to_be_hidden()
    assert "shark 1" not in everything(notebook)
    # A whole draft that is typed is read, and then no more of it stays than is seen.
    part(notebook, "edit").click()
    expect(page.get_by_text("In a draft the cards are chosen")).to_be_visible()
    expect(page.locator(f"{EXPLORER} .inaba-x-palette")).to_be_hidden()
    part(notebook, "typed").click()
    typed = part(notebook, "position")
    typed.fill(".,./.,. -,- 1 - - draft:pick:18,W/14,D:/")
    page.keyboard.press("Enter")
    expect(typed).to_have_value(".,./.,. -,- 1 - 14,D draft:pick:18,W/?,?:/")
    expect_position(notebook, ".,./.,. -,- 1 - 14,D draft:pick:18,W/?,?:/")
    part(notebook, "begin").focus()
    part(notebook, "begin").select_option("laying")
    expect(typed).to_have_value(".,./.,?2 -,- 1 - 0,D draft:place:/:7,W/?")
    notebook.shot("explorer-draft-setup", EXPLORER)
    part(notebook, "edit").click()
    expect(card(notebook, "W")).to_be_visible()
    part(notebook, "again").click()
    expect(status(notebook)).to_contain_text("have been dealt again")
    fine(notebook)


def test_a_draft_by_keyboard_alone(open_notebook: OpenNotebook) -> None:
    notebook = open_explorer(open_notebook, PICK.format("en"))
    page, before = notebook.page, notebook.cells()
    part(notebook, "eyes-2").focus()
    for key in ("b", "d", "d", "0", "Enter"):
        page.keyboard.press(key)
    expect(card(notebook, "D")).to_be_visible()
    page.keyboard.press("Shift+Tab")
    assert focused(notebook) == "eyes-1"
    page.keyboard.press("Enter")
    expect(card(notebook, "W")).to_be_visible()
    # The hand is one tab stop with arrow keys; what is next has the focus.
    card(notebook, "7").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(status(notebook)).to_contain_text("Player 1 keeps whale.")
    expect(part(notebook, "others")).to_be_focused()
    page.keyboard.press("Enter")
    expect(steps(notebook)).to_have_count(3)
    expect(page.locator(f"{EXPLORER} button[data-card]")).to_be_focused()
    part(notebook, "edit").focus()
    page.keyboard.press("Enter")
    part(notebook, "begin").focus()
    part(notebook, "begin").select_option("laying")
    part(notebook, "edit").focus()
    page.keyboard.press("Enter")
    card(notebook, "7").focus()
    page.keyboard.press("Enter")
    expect(status(notebook)).to_contain_text("Picked: shark 7.")
    page.keyboard.press("Escape")
    expect(card(notebook, "7")).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    square(notebook, "-").focus()
    for key in ("ArrowUp", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    expect(status(notebook)).to_contain_text("Player 1 lays whale on a2.")
    expect(square(notebook, "a2")).to_have_accessible_name(re.compile("laid by player 1: whale"))
    assert notebook.cells() == before
    fine(notebook)


def test_a_draft_on_a_narrow_screen_by_touch(open_notebook: OpenNotebook) -> None:
    notebook = open_explorer(open_notebook, LAY.format("ja"), width=360, height=800, touch=True)
    page = notebook.page
    expect(move(notebook, "7@a1")).to_contain_text("%")
    card(notebook, "7").tap()
    expect(status(notebook)).to_contain_text("選びました：サメ 7")
    assert page.evaluate(SMALL_TARGETS) == []
    scrolled, shown = page.evaluate(SIDEWAYS)
    assert scrolled <= shown <= 360
    notebook.shot("explorer-draft-narrow", EXPLORER)
    square(notebook, "a1").tap()
    expect(status(notebook)).to_contain_text("プレイヤー 1 は「サメ 7」を a1 に伏せました。")
    expect(ask(notebook)).to_contain_text("どのカードかは秘密です。")
    part(notebook, "others").tap()
    expect(steps(notebook)).to_have_count(3)
    part(notebook, "edit").tap()
    expect(part(notebook, "begin")).to_be_visible()
    assert page.evaluate(SMALL_TARGETS) == []
    fine(notebook)


@pytest.mark.parametrize(("theme", "lang"), [("light", "ja"), ("dark", "en")])
def test_axe_finds_nothing_in_a_draft(open_notebook: OpenNotebook, theme: str, lang: str) -> None:
    notebook = open_explorer(open_notebook, PICK.format(lang), theme=theme, height=2400)
    page = notebook.page
    expect(move(notebook, "+7")).to_contain_text("%")
    found = {"pick": notebook.axe(EXPLORER)}
    notebook.shot(f"explorer-draft-{theme}", EXPLORER)
    card(notebook, "W").click()
    expect(part(notebook, "others")).to_be_visible()
    found["others"] = notebook.axe(EXPLORER)
    part(notebook, "eyes-0").click()
    expect(page.locator(f"{EXPLORER} [data-card]")).to_have_count(0)
    found["covered"] = notebook.axe(EXPLORER)
    part(notebook, "edit").click()
    expect(part(notebook, "begin")).to_be_visible()
    found["setup"] = notebook.axe(EXPLORER)
    part(notebook, "begin").select_option("laying")
    part(notebook, "edit").click()
    card(notebook, "W").click()
    expect(move(notebook, "W@a2")).to_contain_text("%")
    found["lay"] = notebook.axe(EXPLORER)
    page.set_viewport_size({"width": 360, "height": 3600})
    found["narrow"] = notebook.axe(EXPLORER)
    part(notebook, "language").click()
    expect(part(notebook, "language")).to_be_focused()
    expect(move(notebook, "W@a2")).to_contain_text("%")
    found["other language"] = notebook.axe(EXPLORER)
    assert {name: wrong for name, wrong in found.items() if wrong} == {}
    fine(notebook)
