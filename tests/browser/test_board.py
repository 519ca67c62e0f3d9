"""The board of River in JupyterLab: by mouse, by keyboard alone, by touch, in either theme and language."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Notebook, OpenNotebook, Theme

BOARD = ".inaba-board"
SMALL = "5,W,4/0,6,3 -,- 1 - -"


def cell(arguments: str) -> str:
    return (
        "from fractions import Fraction\n"
        "from inaba import river\n"
        "from inaba.game import uniform\n"
        "from inaba.river.widget import Board\n"
        "def advise(view):\n"
        "    return [(move, Fraction(n, 17)) for n, move in enumerate(view.legal_moves(), 3)]\n"
        f"board = Board({arguments})\n"
        "board"
    )


def open_board(open_notebook: OpenNotebook, arguments: str, still: bool = True, **window: Any) -> Notebook:
    """A notebook with a board; without movement, unless that is tested, so that nothing needs a pause."""
    notebook = open_notebook([cell(arguments)], run=False, **window)
    notebook.page.emulate_media(reduced_motion="reduce" if still else "no-preference")
    notebook.run_all()
    notebook.page.locator(BOARD).wait_for()
    return notebook


def square(notebook: Notebook, at: str) -> Locator:
    return notebook.page.locator(f"{BOARD} [data-at='{at}']")


def status(notebook: Notebook) -> Locator:
    return notebook.page.locator(f"{BOARD} .inaba-status")


def state(notebook: Notebook) -> str:
    return notebook.run("print(board.state)")


def focused(notebook: Notebook) -> str:
    """The square that has the focus, or what else has it."""
    return str(
        notebook.page.evaluate(
            "() => document.activeElement.dataset.at ?? document.activeElement.textContent.slice(0, 40)"
        )
    )


def fine(notebook: Notebook) -> None:
    """Nothing went wrong in the page, and nothing was asked of another machine."""
    assert notebook.errors == []
    assert notebook.foreign == []
    assert [message for message in notebook.messages if "inaba" in message or "widget" in message] == []


def test_a_turn_by_mouse(open_notebook: OpenNotebook) -> None:
    notebook = open_board(open_notebook, f"'{SMALL}', lang='en', seed=1")
    page = notebook.page
    expect(page.locator(".inaba-ask")).to_have_text(
        "Player 1: choose a rabbit, anybody's, and where it goes."
    )
    square(notebook, "c1").click()
    expect(status(notebook)).to_contain_text("Rabbits 1, 2 can go to c1")
    page.locator(".inaba-start [data-rabbit='2']").click()
    expect(status(notebook)).to_contain_text("Rabbit 2 is picked")
    expect(page.locator(".inaba-sure")).to_have_count(3)
    square(notebook, "b2").click()
    expect(status(notebook)).to_contain_text("rabbit 2 can go to a1, b1, c1, not to b2")
    assert state(notebook) == SMALL
    square(notebook, "c1").click()
    expect(page.locator(".inaba-ask")).to_contain_text("3 or more beats it")
    page.get_by_role("button", name="Roll the dice").click()
    expect(page.locator(".inaba-ask")).to_contain_text("Player 2: choose a rabbit")
    expect(page.locator(".inaba-die")).to_have_count(2)
    assert focused(notebook) == "c1"  # the button is gone; the focus is back on the river
    assert state(notebook).split(" ")[2] == "2"
    expect(page.locator(".inaba-moves [aria-current]")).to_contain_text("1. 2c1(")
    fine(notebook)


def test_a_board_whose_kernel_was_restarted_says_so(open_notebook: OpenNotebook) -> None:
    notebook = open_board(open_notebook, f"'{SMALL}', lang='en', seed=1")
    page = notebook.page
    page.evaluate(
        "() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()",
    )
    page.locator(".inaba-start [data-rabbit='2']").click()
    square(notebook, "c1").click()
    expect(status(notebook)).to_contain_text("its kernel was restarted")
    page.get_by_role("button", name="Save and open").click()
    expect(page.get_by_role("dialog", name="Save and open")).to_be_visible()
    assert notebook.errors == []


def test_a_whole_turn_by_keyboard_alone_and_no_key_reaches_the_notebook(open_notebook: OpenNotebook) -> None:
    notebook = open_board(open_notebook, f"'{SMALL}', lang='en', seed=1")
    page, before = notebook.page, notebook.cells()
    square(notebook, "-").focus()
    for key in ("b", "m", "d", "d", "a", "x", "y", "z", "0", "0"):
        page.keyboard.press(key)
    page.wait_for_timeout(400)
    assert notebook.cells() == before
    assert (
        page.evaluate("() => window.jupyterapp.shell.currentWidget.content.widgets[0].model.type") == "code"
    )
    assert focused(notebook) == "-"
    page.keyboard.press("1")
    expect(status(notebook)).to_contain_text("Rabbit 1 is picked. Now choose where it goes: a1, b1, c1.")
    page.keyboard.press("Escape")
    expect(status(notebook)).to_contain_text("Nothing is picked")
    page.keyboard.press("Enter")
    expect(status(notebook)).to_contain_text("Rabbit 1 is picked")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("End")
    assert focused(notebook) == "c1"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Space")
    expect(page.locator(".inaba-ask")).to_contain_text("6 or more beats it")
    assert focused(notebook) == "b1"
    page.keyboard.press("r")
    expect(page.locator(".inaba-ask")).to_contain_text("Player 2: choose")
    assert focused(notebook) == "b1"
    page.keyboard.press("Control+Home")
    assert focused(notebook) == "*"
    page.keyboard.press("Control+End")
    assert focused(notebook) == "-"
    assert notebook.cells() == before
    fine(notebook)


def test_the_grid_is_one_tab_stop(open_notebook: OpenNotebook) -> None:
    notebook = open_board(open_notebook, f"'{SMALL}', lang='en'")
    stops = ".inaba-grid [tabindex='0']"
    expect(notebook.page.locator(stops)).to_have_count(1)
    square(notebook, "-").focus()
    notebook.page.keyboard.press("ArrowUp")
    expect(notebook.page.locator(stops)).to_have_attribute("data-at", "a1")
    notebook.page.keyboard.press("Tab")
    assert notebook.page.evaluate("() => !document.activeElement.closest('.inaba-grid')")
    grid = notebook.page.get_by_role("grid", name=re.compile("River board"))
    expect(grid.get_by_role("row")).to_have_count(4)
    expect(grid.get_by_role("gridcell", name=re.compile("^b1 shark of 6"))).to_have_count(1)


def test_focus_stays_on_the_square_and_nodes_are_not_rebuilt(open_notebook: OpenNotebook) -> None:
    notebook = open_board(open_notebook, "players=(None, uniform), lang='en', seed=2")
    page = notebook.page
    page.evaluate("() => document.querySelectorAll('.inaba-cell').forEach((one) => { one.marked = true; })")
    square(notebook, "b1").focus()
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(page.locator(".inaba-moves li")).not_to_have_count(0)
    assert focused(notebook) == "b1"
    assert page.evaluate("() => [...document.querySelectorAll('.inaba-cell')].every((one) => one.marked)")
    fine(notebook)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_axe_finds_nothing_wide_or_narrow_in_any_phase(
    open_notebook: OpenNotebook, theme: Theme, lang: str
) -> None:
    position = "?,9-4,W/O,12x,5/D,3,S a2,b2,-,- 3 4 7"
    notebook = open_board(
        open_notebook,
        f"'{position}', players=(None,) * 4, advise=advise, lang='{lang}', seed=1",
        theme=theme,
        width=1200,
    )
    page = notebook.page
    found = {"choose": notebook.axe(BOARD)}
    notebook.shot(f"board-{lang}-{theme}-wide", BOARD)
    square(notebook, "-").focus()
    page.keyboard.press("4")
    found["refused"] = notebook.axe(BOARD)
    notebook.run("board.play('3b1')")
    expect(page.locator(".inaba-go")).to_be_visible()
    found["roll"] = notebook.axe(BOARD)
    page.locator(".inaba-go").click()
    expect(page.locator(".inaba-die")).to_have_count(2)
    found["rolled"] = notebook.axe(BOARD)
    for n in range(4, 7):
        page.locator(".inaba-bar button").nth(n - 1).click()
        page.locator("dialog[open]").wait_for()
        found[f"dialog {n}"] = notebook.axe(BOARD)
        notebook.shot(f"board-{lang}-{theme}-dialog-{n}")
        page.keyboard.press("Escape")
        page.locator("dialog[open]").wait_for(state="hidden")
    page.locator(".inaba-moves button").first.click()
    expect(page.locator(".inaba-go")).to_be_visible()
    found["look"] = notebook.axe(BOARD)
    page.set_viewport_size({"width": 360, "height": 900})
    found["narrow"] = notebook.axe(BOARD)
    notebook.shot(f"board-{lang}-{theme}-narrow", BOARD)
    assert {name: wrong for name, wrong in found.items() if wrong} == {}
    fine(notebook)


SMALL_TARGETS = """() => {
    const pressed = '.inaba-board :is(button, [role=gridcell], .inaba-start .inaba-token)';
    return [...document.querySelectorAll(pressed)]
        .filter((one) => one.offsetParent !== null)
        .map((one) => [one.textContent.slice(0, 20), one.getBoundingClientRect()])
        .filter(([, box]) => box.width < 43.9 || box.height < 43.9)
        .map(([text, box]) => `${text}: ${box.width} by ${box.height}`);
}"""


def test_a_narrow_screen_by_touch(open_notebook: OpenNotebook) -> None:
    notebook = open_board(
        open_notebook,
        "players=(None, uniform, None, None), lang='ja', seed=1",
        width=360,
        height=800,
        touch=True,
    )
    page = notebook.page
    notebook.shot("board-touch", BOARD)
    scrolled, shown = page.evaluate(
        f"() => [document.querySelector('{BOARD}')].map((one) => [one.scrollWidth, one.clientWidth])[0]"
    )
    assert scrolled <= shown <= 360
    assert page.evaluate(SMALL_TARGETS) == []
    page.locator(".inaba-start [data-rabbit='1']").tap()
    expect(status(notebook)).to_contain_text("ウサギ 1 を選びました")
    square(notebook, "b1").tap()
    expect(page.locator(".inaba-moves li")).not_to_have_count(0)
    assert notebook.run("print(board.record.steps[0].step)") == "1b1"
    fine(notebook)


LOW_CONTRAST = """() => {
    const numbers = (text) => (text.match(/[0-9.]+/g) ?? []).map(Number);
    const linear = (v) => (v / 255 <= 0.03928 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4);
    const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
    const over = (front, back) => {
        const alpha = front[3] ?? 1;
        return [0, 1, 2].map((i) => front[i] * alpha + back[i] * (1 - alpha));
    };
    const beneath = (node) => {
        const card = node.matches('.inaba-name') && node.parentNode.querySelector('.inaba-card');
        return card || node.parentElement;
    };
    const ground = (node) => {
        if (!node) return [255, 255, 255];
        const colour = numbers(getComputedStyle(node).backgroundColor);
        return (colour[3] ?? 1) === 1 ? colour : over(colour, ground(beneath(node)));
    };
    const low = [];
    const board = document.querySelector('.inaba-board');
    const walker = document.createTreeWalker(board, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const text = walker.currentNode, node = text.parentElement;
        if (!text.data.trim() || !node.offsetParent || node.closest('svg, .inaba-unseen, option')) continue;
        const back = ground(node);
        const front = over(numbers(getComputedStyle(node).color), back);
        const [a, b] = [light(front), light(back)].sort((x, y) => y - x);
        const ratio = (a + 0.05) / (b + 0.05);
        if (ratio < 4.5) low.push(`${text.data}: ${ratio.toFixed(2)}`);
    }
    return low;
}"""
"""Every text of the board whose colour, as computed, has less than 4.5:1 against what lies behind it."""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_text_has_contrast(open_notebook: OpenNotebook, theme: Theme) -> None:
    """Measured here too, since axe passes over text that lies upon drawings."""
    notebook = open_board(
        open_notebook,
        "'?,9-4,W/O,12x,5/D,3,S a2,b2,- 3 - 7', players=(None, None, uniform), advise=advise, lang='en'",
        theme=theme,
    )
    page = notebook.page
    assert page.evaluate(LOW_CONTRAST) == []
    square(notebook, "-").focus()
    page.keyboard.press("4")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    assert page.evaluate(LOW_CONTRAST) == []
    page.evaluate("() => { document.querySelector('.inaba-name').style.color = '#888888'; }")
    assert page.evaluate(LOW_CONTRAST) != []


def test_the_dice_roll_visibly_and_a_press_ends_the_show(open_notebook: OpenNotebook) -> None:
    notebook = open_board(open_notebook, "'9,W -,- 1 - -', lang='en', seed=1", still=False)
    page = notebook.page
    square(notebook, "-").focus()
    page.keyboard.press("1")
    square(notebook, "a1").click()
    page.get_by_role("button", name="Roll the dice").click()
    page.locator(".inaba-rolling").wait_for()
    assert (
        "roll for rabbit 1" in page.locator(".inaba-ask").inner_text()
    )  # what comes then is not told before
    expect(page.locator(".inaba-ask")).to_contain_text("Player 2: choose a rabbit")
    page.locator(".inaba-rolling").wait_for(state="detached")
    faces = json.loads(notebook.run("print(list(board.record.steps[-1].step.faces))"))
    shown = [page.locator(".inaba-die").nth(i).get_attribute("data-face") for i in range(2)]
    assert shown == [str(face) for face in faces]
    expect(status(notebook)).to_contain_text(f"{faces[0]} + {faces[1]} = {sum(faces)}")
    fine(notebook)


def test_real_dice_are_typed(open_notebook: OpenNotebook) -> None:
    notebook = open_board(open_notebook, "'9,W -,- 1 - -', lang='en', dice='typed'")
    page = notebook.page
    page.locator(".inaba-player").first.click()
    square(notebook, "a1").click()
    page.get_by_role("button", name="This is my roll").click()
    expect(status(notebook)).to_contain_text("Choose what each die shows.")
    page.get_by_role("group", name="Die 1").get_by_role("radio", name="4").check()
    page.get_by_role("group", name="Die 2").get_by_role("radio", name="5").check()
    assert notebook.axe(BOARD) == []
    notebook.shot("board-typed", BOARD)
    page.get_by_role("button", name="This is my roll").click()
    expect(status(notebook)).to_contain_text("The shark is beaten.")
    assert state(notebook) == "9x,W a1,- 2 - -"
    fine(notebook)


def test_advice_is_shown_on_the_squares_and_put_away(open_notebook: OpenNotebook) -> None:
    notebook = open_board(open_notebook, f"'{SMALL}', advise=advise, lang='en'")
    page = notebook.page
    expect(page.locator(".inaba-chip")).to_have_count(6)
    expect(square(notebook, "c1").locator(".inaba-chip.inaba-best")).to_have_text("★2: 47.1%")
    expect(page.get_by_role("table").get_by_role("row").nth(1)).to_contain_text("8/17 ★ best")
    page.get_by_role("button", name="Advice").click()
    expect(page.locator(".inaba-chip")).to_have_count(0)
    fine(notebook)


@pytest.mark.parametrize(
    ("lang", "said", "mark"),
    [
        ("en", "These games are too few to tell which of the moves marked ? is best.", "? may be best"),
        ("ja", "? の付いた手のうちどれがいちばんよいかは、まだわかりません。", "? 最善かもしれない"),
    ],
)
def test_no_move_is_marked_as_best_where_the_advice_cannot_tell(
    open_notebook: OpenNotebook, lang: str, said: str, mark: str
) -> None:
    """The numbers are there; the moves that may be best are marked in the table and on the squares."""
    doubtful = (
        "type('Doubtful', (list,), {'unclear': ('1a1', '2c1')})"
        "([('1a1', Fraction(1, 2)), ('2c1', Fraction(3, 5)), ('1b1', Fraction(1, 5))])"
    )
    notebook = open_board(open_notebook, f"'{SMALL}', advise=lambda view: {doubtful}, lang='{lang}'")
    page = notebook.page
    advice = page.locator(f"{BOARD} .inaba-advice")
    expect(advice).to_contain_text(said)
    rows = advice.get_by_role("row")
    expect(rows).to_have_text(
        [
            re.compile("."),
            re.compile("1a1.*50.0%.*" + re.escape(mark)),
            re.compile("2c1.*60.0%.*" + re.escape(mark)),
            re.compile(r"1b1.*20.0%1/5\s*$"),
        ]
    )
    expect(page.locator(f"{BOARD} .inaba-best")).to_have_count(0)
    expect(square(notebook, "a1").locator(".inaba-chip")).to_have_text("?1: 50.0%")
    assert notebook.axe(BOARD) == []
    notebook.shot(f"advice-unclear-{lang}", BOARD)
    fine(notebook)


def test_the_deal_is_a_word_in_the_list_and_its_cards_are_the_description(
    open_notebook: OpenNotebook,
) -> None:
    start = "__import__('inaba.river').river.start(2, setup='draft')"
    notebook = open_board(open_notebook, f"{start}, seed=1, lang='en'")
    deal = notebook.page.locator(".inaba-moves button").nth(1)
    expect(deal).to_have_text("1. deal")
    expect(deal).to_have_accessible_description("=?" * 12)
    expect(notebook.page.locator(".inaba-moves button").first).not_to_have_attribute("title", re.compile("."))


def test_undo_redo_and_looking_back(open_notebook: OpenNotebook) -> None:
    notebook = open_board(open_notebook, "'W,W/W,W -,- 1 - -', lang='en'")
    page = notebook.page
    notebook.run("for move in ('1a1', '2b1', '1b2'): board.play(move)")
    page.get_by_role("button", name="Undo").click()
    expect(status(notebook)).to_contain_text("Taken back.")
    assert state(notebook) == "W,W/W,W a1,b1 1 - -"
    assert page.evaluate("() => document.activeElement.textContent") == "Undo"
    page.get_by_role("button", name="Redo").click()
    expect(page.locator(".inaba-moves li")).to_have_count(4)
    page.locator(".inaba-moves button").nth(1).click()
    expect(page.locator(".inaba-ask")).to_have_text("You are looking back at turn 1 of 3.")
    expect(square(notebook, "a1").locator(".inaba-token")).to_have_count(1)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator(".inaba-ask")).to_have_text("You are looking back at turn 2 of 3.")
    page.get_by_role("button", name="One turn back").click()
    expect(page.locator(".inaba-ask")).to_have_text("You are looking back at turn 1 of 3.")
    page.get_by_role("button", name="Back to the present").click()
    expect(page.locator(".inaba-ask")).to_contain_text("Player 2: choose")
    fine(notebook)


def test_a_new_game_with_its_options_and_an_error_at_its_field(open_notebook: OpenNotebook) -> None:
    notebook = open_board(open_notebook, "lang='en'")
    page = notebook.page
    page.get_by_role("button", name="New game").click()
    form = page.get_by_role("dialog", name="New game")
    form.get_by_label("Players", exact=True).select_option("3")
    form.get_by_label("Player 2").select_option("random")
    form.get_by_label("Deck").select_option("")
    form.get_by_label("My cards").fill("3,4,q")
    form.get_by_text("More options").click()
    form.get_by_label("Columns").select_option("2")
    form.get_by_label("Rows").select_option("2")
    form.get_by_label("Seed").fill("5")
    form.get_by_role("button", name="Begin").click()
    expect(form.get_by_role("alert")).to_contain_text("'q' is no card")
    assert page.evaluate("() => document.activeElement.name") == "deck"
    assert notebook.axe(BOARD) == []
    form.get_by_label("My cards").fill("3,4,W,D")
    page.keyboard.press("Enter")
    expect(form).to_be_hidden()
    expect(page.locator(".inaba-cell")).to_have_count(6)
    assert state(notebook) == "?,?/?,? -,-,- 1 - 3,4,D,W"
    assert focused(notebook) == "-"
    fine(notebook)


def test_a_position_and_a_record_go_in_and_out_as_text(open_notebook: OpenNotebook) -> None:
    notebook = open_board(open_notebook, "'W,W/W,W -,- 1 - -', lang='en'")
    page = notebook.page
    notebook.run("board.play('1a1')")
    page.get_by_role("button", name="Save and open").click()
    form = page.get_by_role("dialog", name="Save and open")
    form.get_by_role("button", name="Save in the folder").click()
    expect(form.locator("[role=status]").filter(has_text="Saved as river-")).to_be_visible()
    with page.expect_download() as download:
        form.get_by_role("button", name="Download").click()
    assert download.value.path().read_text(encoding="utf-8") == notebook.run("print(board.record)") + "\n"
    form.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Position").click()
    form = page.get_by_role("dialog", name="Position")
    expect(form.get_by_label("Position as text")).to_have_value("W,W/W,W a1,- 2 - -")
    form.get_by_label("Position as text").fill("9,W -,- 5 - -")
    form.get_by_role("button", name="Set up this position").click()
    expect(form.get_by_role("alert")).to_contain_text("character 9")
    form.get_by_label("Position as text").fill("9,W -,- 2 - -")
    form.get_by_role("button", name="Set up this position").click()
    expect(form).to_be_hidden()
    assert state(notebook) == "9,W -,- 2 - -"
    page.get_by_role("button", name="Save and open").click()
    form = page.get_by_role("dialog", name="Save and open")
    form.get_by_label("Saved games").select_option(index=1)
    form.get_by_role("button", name="Open", exact=True).click()
    expect(form).to_be_hidden()
    assert state(notebook) == "W,W/W,W a1,- 2 - -"
    fine(notebook)


def test_a_form_sent_before_the_last_answer_has_come_is_not_lost(open_notebook: OpenNotebook) -> None:
    notebook = open_board(open_notebook, f"'{SMALL}', lang='en'")
    page = notebook.page
    page.get_by_role("button", name="Save and open").click()
    form = page.get_by_role("dialog", name="Save and open")
    form.get_by_label("Or paste").fill("9,W -,- 2 - -")
    # Both within one task of the browser, so that no answer can come between.
    page.evaluate(
        """() => {
            const buttons = [...document.querySelectorAll('dialog[open] button')];
            buttons.find((one) => one.textContent === 'Save in the folder').click();
            buttons.find((one) => one.textContent === 'Open this text').click();
        }"""
    )
    expect(form).to_be_hidden()
    assert state(notebook) == "9,W -,- 2 - -"
    fine(notebook)


def test_hands_of_a_draft_are_shown_to_their_owner_alone(open_notebook: OpenNotebook) -> None:
    notebook = open_board(open_notebook, "river.start(2, setup='draft'), lang='en', seed=1")
    page = notebook.page
    expect(page.locator(".inaba-held-card")).to_have_count(0)
    page.get_by_role("button", name="I am player 1: show my cards").click()
    expect(page.locator(".inaba-held-card")).to_have_count(6)
    notebook.shot("board-draft", BOARD)
    assert notebook.axe(BOARD) == []
    page.locator("button.inaba-held-card").first.click()
    expect(page.locator(".inaba-held-card")).to_have_count(0)
    expect(page.get_by_role("button", name="I am player 2: show my cards")).to_be_visible()
    fine(notebook)


def test_the_language_is_switched_on_the_board(open_notebook: OpenNotebook) -> None:
    notebook = open_board(open_notebook, f"'{SMALL}', lang='en'")
    page = notebook.page
    page.get_by_role("button", name="日本語").click()
    expect(page.locator(".inaba-ask")).to_contain_text("プレイヤー 1 の手番")
    expect(page.get_by_role("button", name="新しいゲーム")).to_be_visible()
    assert page.locator(BOARD).get_attribute("lang") == "ja"
    assert focused(notebook) == "English"
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("button", name="New game")).to_be_visible()
    fine(notebook)


def test_computers_alone_play_by_themselves_and_stop(open_notebook: OpenNotebook) -> None:
    notebook = open_board(open_notebook, "players=(uniform, uniform), lang='en', seed=3")
    page = notebook.page
    page.get_by_role("button", name="Next").click()
    expect(page.locator(".inaba-moves li")).to_have_count(2)
    page.get_by_role("button", name="Play by itself").click()
    expect(page.locator(".inaba-moves li").nth(3)).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    page.wait_for_timeout(1000)
    turns = page.locator(".inaba-moves li").count()
    page.wait_for_timeout(1500)
    assert page.locator(".inaba-moves li").count() == turns
    fine(notebook)
