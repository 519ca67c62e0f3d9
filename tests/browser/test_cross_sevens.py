"""The table of Cross Sevens in JupyterLab: by mouse, by keys, by touch, in both themes and languages."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.conftest import Notebook, OpenNotebook

TABLE = ".inaba-cross-sevens"
SHORT = "D8,S9,H10,JK:cross,stop/S2,H9,C3/C2,C4,C5 DSHC,S8@c3,H8@d4 - plus*9 - - 1 -"
"""Two turns of player 1: D8 with STOP, then S9 with CROSS and, with PLUS, the joker and H10."""
QUERY = "D8,D9:try/S8,S2,S3/H9,C2,C3 DSHC - plus*9 - - 1 -"
"""Player 1 finds S8 by TRY, lays D8, then D9."""
EXCHANGE = "D9,D2,C3:plus,trade/S3,H2/H9,C2 DSHC - mix,plus*9 - - 1 -"


def cell(arguments: str) -> str:
    return (
        "from inaba.game import uniform\n"
        "from inaba.cross_sevens.widget import Review, Table\n"
        "from lessons import kit\n"
        "def quiet(view, rng):\n"
        "    moves = list(view.legal_moves())\n"
        "    return next((one for one in moves if str(one) in ('draw:action', 'pass')), moves[0])\n"
        f"table = {arguments}\n"
        "table"
    )


def open_table(open_notebook: OpenNotebook, arguments: str, still: bool = True, **window: Any) -> Notebook:
    """A notebook with a table; without movement, unless that is tested, so that nothing needs a pause."""
    notebook = open_notebook([cell(arguments)], run=False, **window)
    notebook.page.emulate_media(reduced_motion="reduce" if still else "no-preference")
    notebook.run_all()
    notebook.page.locator(TABLE).wait_for()
    return notebook


def held(notebook: Notebook, card: str) -> Locator:
    """A trump or an action card of the hand that lies open."""
    return notebook.page.locator(f"{TABLE} .inaba-own [data-card='{card}']")


def spot(notebook: Notebook, at: str) -> Locator:
    return notebook.page.locator(f"{TABLE} [data-at='{at}']")


def marked(notebook: Notebook) -> list[str]:
    """The cells that are marked, and how."""
    cells: list[str] = notebook.page.locator(f"{TABLE} [data-mark]").evaluate_all(
        "cells => cells.map(cell => `${cell.dataset.at} ${cell.dataset.mark}`)"
    )
    return sorted(cells)


def press(notebook: Notebook, name: str) -> None:
    notebook.page.locator(TABLE).get_by_role("button", name=name, exact=True).click()


def status(notebook: Notebook) -> Locator:
    return notebook.page.locator(f"{TABLE} .inaba-status")


def asked(notebook: Notebook) -> Locator:
    return notebook.page.locator(f"{TABLE} .inaba-ask")


def state(notebook: Notebook) -> str:
    return notebook.run("print(table.state)")


def fine(notebook: Notebook) -> None:
    """Nothing went wrong in the page, and nothing was asked of another machine."""
    assert notebook.axe(TABLE) == []
    assert notebook.errors == []
    assert notebook.foreign == []
    assert [one for one in notebook.messages if "inaba" in one or "setting state" in one] == []


def too_wide(notebook: Notebook) -> list[str]:
    """The parts of the table that reach over its right edge, but for the field, which scrolls."""
    wide: list[str] = notebook.page.evaluate(
        """() => {
            const table = document.querySelector('.inaba-cross-sevens');
            return [...table.querySelectorAll(':scope > :not(.inaba-sheet) *')]
                .filter(one => !one.closest('.inaba-field-grid'))
                .filter(one => one.getBoundingClientRect().right > table.getBoundingClientRect().right + 1)
                .map(one => one.className);
        }"""
    )
    return wide


def test_a_whole_game_by_mouse_with_stop_cross_plus_and_the_joker(open_notebook: OpenNotebook) -> None:
    notebook = open_table(open_notebook, f"Table('{SHORT}', players=[None, quiet, quiet], lang='en', seed=1)")
    # A cell that takes no trump says why; an action card says what it does.
    held(notebook, "D8").click()
    expect(status(notebook)).to_contain_text("Choose a marked cell: b0, b2.")
    assert marked(notebook) == ["b0 can", "b2 can"]
    spot(notebook, "c1").click()
    expect(status(notebook)).to_contain_text("a 6 and an 8 go only left or right of their 7")
    held(notebook, "stop").click()
    expect(status(notebook)).to_contain_text("closes one free cell beside the trump")
    notebook.shot("cross-sevens-action", TABLE)
    press(notebook, "Use STOP")
    spot(notebook, "b2").click()
    assert marked(notebook) == ["a2 stop", "b2 chosen", "b3 stop"]
    spot(notebook, "a2").click()
    notebook.shot("cross-sevens-stop", TABLE)
    press(notebook, "Lay the 8 of diamonds")
    expect(status(notebook)).to_contain_text("STOP closes a2.")
    press(notebook, "Undo")
    expect(held(notebook, "D8")).to_be_visible()
    assert state(notebook).startswith("D8,S9,H10,JK:cross,stop/")
    press(notebook, "Redo")
    expect(held(notebook, "plus")).to_be_visible()
    # CROSS is offered where it helps.
    held(notebook, "S9").click()
    spot(notebook, "d3").click()
    expect(status(notebook)).to_contain_text("d3: the 9 of spades can go here with CROSS")
    notebook.shot("cross-sevens-cross", TABLE)
    press(notebook, "Lay the 9 of spades")
    expect(spot(notebook, "d3")).to_contain_text("7 of hearts and 9 of spades, crosswise")
    expect(asked(notebook)).to_contain_text("use more action cards, or end your turn")
    held(notebook, "JK").click()
    held(notebook, "H10").click()
    expect(status(notebook)).to_contain_text("choose the cell that the joker goes on")
    spot(notebook, "d5").click()
    expect(status(notebook)).to_contain_text("The joker goes on d5. Now choose the cell for the 10 of hearts")
    notebook.shot("cross-sevens-joker", TABLE)
    spot(notebook, "d6").click()
    press(notebook, "Lay the 10 of hearts")
    expect(asked(notebook)).to_contain_text("Player 1 has no trumps left first and wins!")
    expect(spot(notebook, "d5")).to_contain_text("joker for the 9 of hearts")
    notebook.shot("cross-sevens-over", TABLE)
    fine(notebook)


def test_a_whole_game_by_keyboard_alone_on_a_narrow_dark_screen_in_japanese(
    open_notebook: OpenNotebook,
) -> None:
    """TRY, its trump, and two of one's own; and no key reaches the notebook."""
    notebook = open_table(
        open_notebook,
        f"Table('{QUERY}', players=[None, quiet, quiet], lang='ja', seed=1)",
        theme="dark",
        width=360,
    )
    page, before = notebook.page, notebook.cells()
    held(notebook, "D8").focus()
    for key in ("b", "m", "x", "z", "0", "0"):
        page.keyboard.press(key)
    page.keyboard.press("a")
    expect(held(notebook, "try")).to_be_focused()
    page.keyboard.press("Enter")
    expect(status(notebook)).to_contain_text("自分の番の一番最初に")
    notebook.shot("cross-sevens-dark-try", TABLE)
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(asked(notebook)).to_contain_text("出すマスを選びましょう")
    page.keyboard.press("f")
    page.keyboard.press("Enter")
    expect(status(notebook)).to_contain_text("が持っていたスペードの 8")
    page.keyboard.press("h")
    page.keyboard.press("Enter")
    page.keyboard.press("f")
    expect(spot(notebook, "b0")).to_be_focused()
    assert marked(notebook) == ["b0 can", "b2 can"]
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    notebook.shot("cross-sevens-dark-field", TABLE)
    page.keyboard.press("Enter")
    expect(held(notebook, "D8")).to_have_count(0)
    page.keyboard.press("h")
    page.keyboard.press("Enter")
    page.keyboard.press("f")
    page.keyboard.press("Enter")
    expect(asked(notebook)).to_contain_text("プレイヤー 1 の勝ちです")
    assert notebook.cells() == before
    assert too_wide(notebook) == []
    notebook.shot("cross-sevens-dark", TABLE)
    fine(notebook)


def test_at_one_screen_hands_lie_open_only_for_their_owners_through_trade_and_mix(
    open_notebook: OpenNotebook,
) -> None:
    notebook = open_table(
        open_notebook,
        f"Table('{EXCHANGE}', players=[None] * 3, names=['Aya', 'Ken', 'Mio'], lang='en', seed=3)",
        width=360,
        touch=True,
    )
    page = notebook.page
    assert page.locator(f"{TABLE} .inaba-own [data-card]").count() == 0
    notebook.shot("cross-sevens-cover", TABLE)
    press(notebook, "I am Aya: show my hand")
    held(notebook, "trade").tap()
    press(notebook, "TRADE with Ken")
    expect(asked(notebook)).to_have_text("Aya: choose a trump to give to Ken.")
    held(notebook, "D2").tap()
    notebook.shot("cross-sevens-trade", TABLE)
    press(notebook, "Give D2")
    expect(held(notebook, "D9")).to_have_count(0)
    press(notebook, "I am Ken: show my hand")
    held(notebook, "S3").tap()
    press(notebook, "Give S3")
    press(notebook, "I am Aya: show my hand")
    expect(held(notebook, "S3")).to_be_visible()
    assert state(notebook).startswith("D9,S3,C3:plus/D2,H2/")
    press(notebook, "Pass: discard and draw")
    page.get_by_label("PLUS").check()
    notebook.shot("cross-sevens-discard", TABLE)
    assert too_wide(notebook) == []
    press(notebook, "Discard 1, draw 2")
    expect(page.locator(f"{TABLE} .inaba-own [data-card]")).to_have_count(0)
    page.locator(TABLE).get_by_role("button", name="New game").click()
    page.get_by_role("dialog", name="New game").wait_for()
    page.get_by_text("More options").click()
    notebook.shot("cross-sevens-new")
    assert notebook.axe(".inaba-dialog[open]") == []
    page.get_by_role("button", name="Close").last.click()
    fine(notebook)


def test_a_game_with_advice_is_shown_step_by_step_and_looked_back_at(open_notebook: OpenNotebook) -> None:
    """A table as a class opens it; then the same game with the eyes of others."""
    notebook = open_table(open_notebook, "kit.cross_sevens(lang='en', seed=5)", still=False)
    page = notebook.page
    notebook.run(
        "from random import Random\n"
        "from solvers.cross_sevens_policies import patient\n"
        "while len(table.state.field.laid) < 20 and table.record.result is None:\n"
        "    table.play(patient(table.state.view(table.state.to_act()[0]), Random(1)))"
    )
    page.emulate_media(reduced_motion="reduce")
    press(notebook, "Advice")
    expect(page.locator(".inaba-advice tbody tr").first).to_be_visible()
    notebook.shot("cross-sevens-advice", TABLE)
    fine(notebook)
    notebook.run("review = Review(table.record, 2, lang='en')")
    page.evaluate(
        """async () => {
            const cells = window.jupyterapp.shell.currentWidget.content.widgets;
            cells[0].model.sharedModel.setSource('review');
            await window.jupyterapp.commands.execute('notebook:run-all-cells');
        }"""
    )
    page.get_by_role("button", name="Seen by Player 2").wait_for()
    page.get_by_role("button", name="One turn on").click()
    expect(asked(notebook)).to_contain_text("You are looking back at turn 1 of")
    first = page.locator(".inaba-own [data-card]").first.get_attribute("data-card")
    page.get_by_role("button", name="Seen by Player 3").click()
    expect(page.locator(".inaba-own [data-card]").first).not_to_have_attribute("data-card", str(first))
    expect(page.get_by_role("button", name="New game")).to_have_count(0)
    notebook.shot("cross-sevens-review", TABLE)
    fine(notebook)
