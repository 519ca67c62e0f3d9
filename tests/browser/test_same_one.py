"""The table of Same One in JupyterLab: by mouse, by keys alone, by touch, in both themes and languages."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.conftest import Notebook, OpenNotebook

TABLE = ".inaba-same-one"
SETS = "g3,g9,b9,y9,y14/b5,y8,y20/g1,y2,y21 g7:3 g12 b2,y30 1 0"


def cell(arguments: str) -> str:
    return (
        "from fractions import Fraction\n"
        "from inaba.game import uniform\n"
        "from random import Random\n"
        "from inaba.same_one import CARDS, Match, Rules, start\n"
        "from inaba.same_one.widget import Table\n"
        "def quiet(view, rng):\n"
        "    return [move for move in view.legal_moves() if str(move) in ('-', 'draw', 'pass')][0]\n"
        "def calls(view, rng):\n"
        "    moves = list(view.legal_moves())\n"
        "    called = [move for move in moves if str(move).startswith('!')]\n"
        "    return called[0] if called else quiet(view, rng)\n"
        "def lead(view, rng):\n"
        "    moves = list(view.legal_moves())\n"
        "    return [move for move in moves if str(move) in ('-', 'b9')][0]\n"
        "def advise(view):\n"
        "    return [(move, Fraction(n, 17)) for n, move in enumerate(view.legal_moves(), 3)]\n"
        f"table = Table({arguments})\n"
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
    return notebook.page.locator(f"{TABLE} .inaba-hand [data-card='{card}']")


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
    assert notebook.errors == []
    assert notebook.foreign == []
    assert [message for message in notebook.messages if "inaba" in message or "widget" in message] == []


def too_wide(notebook: Notebook) -> list[str]:
    """The parts of the table that reach over its right edge."""
    wide: list[str] = notebook.page.evaluate(
        """() => {
            const table = document.querySelector('.inaba-same-one');
            return [...table.querySelectorAll(':scope > :not(.inaba-sheet) *')]
                .filter(one => one.getBoundingClientRect().right > table.getBoundingClientRect().right + 1)
                .map(one => one.className);
        }"""
    )
    return wide


def test_a_set_is_laid_by_mouse_in_the_order_chosen(open_notebook: OpenNotebook) -> None:
    notebook = open_table(
        open_notebook, f"'{SETS}', players=[None, quiet, quiet], advise=advise, lang='en', seed=1"
    )
    page = notebook.page
    held(notebook, "g3").click()
    expect(status(notebook)).to_contain_text("g3 does not fit on g7; g8-30 do")
    for card in ("g9", "y9", "b9"):
        held(notebook, card).click()
    expect(status(notebook)).to_contain_text("from the bottom up: g9 + y9 + b9. blue 9 lies on top")
    notebook.shot("same-one-set", TABLE)
    press(notebook, "Play g9 + y9 + b9")
    expect(status(notebook)).to_contain_text("Player 1 plays green 9 and yellow 9 and blue 9.")
    press(notebook, "Advice")
    expect(page.locator(".inaba-advice tbody tr").first).to_be_visible()
    press(notebook, "Undo")
    expect(asked(notebook)).to_contain_text("Player 1: follow g7")
    assert state(notebook) == SETS
    assert notebook.axe(TABLE) == []
    fine(notebook)


def test_by_keyboard_alone_to_a_call_and_no_key_reaches_the_notebook(open_notebook: OpenNotebook) -> None:
    """Draw, pass, be asked, call with a key; all of it in JupyterLab's dark theme, in Japanese."""
    notebook = open_table(
        open_notebook,
        f"'{SETS}', players=[None, quiet, quiet], lang='ja', seed=1, ask='always'",
        theme="dark",
    )
    page, before = notebook.page, notebook.cells()
    held(notebook, "g3").focus()
    for key in ("b", "m", "x", "z", "0", "0"):
        page.keyboard.press(key)
    assert notebook.cells() == before
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(held(notebook, "g9")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(held(notebook, "g9")).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("Enter")
    page.keyboard.press("p")
    expect(status(notebook)).to_contain_text("緑 9 を出しました")
    notebook.run("table.undo()")
    page.keyboard.press("d")
    expect(asked(notebook)).to_contain_text("引いたカード")
    page.keyboard.press("k")
    expect(status(notebook)).to_contain_text("パスしました")
    assert notebook.cells() == before
    notebook.shot("same-one-dark", TABLE)
    assert notebook.axe(TABLE) == []
    fine(notebook)


def test_a_race_is_run_in_the_browser_and_judged_by_python(open_notebook: OpenNotebook) -> None:
    """A computer that needs five seconds is beaten, by touch at 360 pixels."""
    notebook = open_table(
        open_notebook,
        "'g9,g3,b30/b9,b5,b4/y9,y2,y3 - g7 b2,y30 2 0', players=[None, lead, calls], lang='en', seed=1,"
        " calls='race', speed=5000",
        width=360,
        touch=True,
    )
    page = notebook.page
    expect(asked(notebook)).to_have_text("Player 1: Same One? Do you hold a 9?")
    expect(page.locator(".inaba-clock.inaba-running")).to_be_visible()
    notebook.shot("same-one-race", TABLE)
    assert too_wide(notebook) == []
    page.get_by_role("button", name="Same One!").tap()
    expect(status(notebook)).to_contain_text("Same One! Player 1 lays green 9.")
    expect(status(notebook)).to_contain_text("Computer 3 called too, but later: yellow 9 goes back.")
    expect(asked(notebook)).to_contain_text("Player 1: lead")
    assert state(notebook).startswith("g3,b30/b4,b5/y2,y3,y9 - ")
    assert notebook.axe(TABLE) == []
    fine(notebook)


def test_who_says_nothing_in_a_race_does_not_call(open_notebook: OpenNotebook) -> None:
    notebook = open_table(
        open_notebook,
        "'g9,g3,b30/b9,b5,b4/y9,y2,y3 - g7 b2,y30 2 0', players=[None, lead, quiet], lang='en', seed=1,"
        " calls='race', speed=300",
    )
    expect(asked(notebook)).to_contain_text("Player 1")
    expect(notebook.page.locator(".inaba-moves")).to_contain_text("1. b9-?")
    fine(notebook)


def test_at_one_screen_a_hand_lies_open_only_for_its_owner(open_notebook: OpenNotebook) -> None:
    notebook = open_table(
        open_notebook, f"'{SETS}', players=[None] * 3, names=['Aya', 'Ken', 'Mio'], lang='en', seed=1"
    )
    page = notebook.page
    assert page.locator(".inaba-hand [data-card]").count() == 0
    notebook.shot("same-one-cover", TABLE)
    press(notebook, "I am Aya: show my hand")
    held(notebook, "g9").click()
    press(notebook, "Play g9")
    expect(page.locator(".inaba-hand [data-card]")).to_have_count(0)
    expect(asked(notebook)).to_contain_text("Does anybody hold a 9? Ken")
    press(notebook, "Nobody here calls")
    expect(asked(notebook)).to_contain_text("Hands are secret. Ken")
    press(notebook, "I am Ken: show my hand")
    expect(page.locator(".inaba-hand [data-card]")).to_have_count(3)
    page.locator(TABLE).get_by_role("button", name="New game").click()
    page.get_by_role("dialog", name="New game").wait_for()
    notebook.shot("same-one-new")
    assert notebook.axe(".inaba-dialog[open]") == []
    fine(notebook)


def test_what_computers_do_is_shown_step_by_step_and_may_be_cut_short(open_notebook: OpenNotebook) -> None:
    notebook = open_table(
        open_notebook, f"'{SETS}', players=[None, quiet, quiet], lang='en', seed=1", still=False
    )
    held(notebook, "g9").click()
    press(notebook, "Play g9")
    expect(status(notebook)).to_contain_text("Player 1 plays green 9.")
    expect(notebook.page.locator(".inaba-middle")).to_contain_text("from Player 1")
    notebook.page.keyboard.press("Escape")
    expect(status(notebook)).to_contain_text("All others have passed: the round is cleared")
    expect(asked(notebook)).to_contain_text("Player 1: lead")
    fine(notebook)


def test_a_game_is_looked_back_at_with_the_eyes_of_one_player(open_notebook: OpenNotebook) -> None:
    notebook = open_table(open_notebook, "players=[uniform] * 3, lang='en', seed=1")
    page = notebook.page
    notebook.run(
        "from IPython.display import display\n"
        "from inaba.same_one.widget import Review\n"
        "table.run()\nreview = Review(table.record, 2, lang='en')"
    )
    page.evaluate(
        """async () => {
            const cells = window.jupyterapp.shell.currentWidget.content.widgets;
            cells[0].model.sharedModel.setSource('review');
            await window.jupyterapp.commands.execute('notebook:run-all-cells');
        }"""
    )
    page.get_by_role("button", name="Seen by Player 2").wait_for()
    expect(page.locator(".inaba-moves")).to_contain_text("Beginning")
    # Before the deal nobody is out.
    expect(page.locator(f"{TABLE} .inaba-players")).to_contain_text("0 cards")
    expect(page.locator(f"{TABLE} .inaba-players")).not_to_contain_text("out")
    page.get_by_role("button", name="One turn on").click()
    expect(asked(notebook)).to_contain_text("You are looking back at turn 1 of")
    expect(page.locator(".inaba-hand [data-card]")).to_have_count(10)
    first = page.locator(".inaba-hand [data-card]").first.get_attribute("data-card")
    page.get_by_role("button", name="Seen by Player 3").click()
    expect(page.locator(".inaba-hand [data-card]").first).not_to_have_attribute("data-card", str(first))
    expect(page.get_by_role("button", name="New game")).to_have_count(0)
    notebook.shot("same-one-review", TABLE)
    assert notebook.axe(TABLE) == []
    fine(notebook)
