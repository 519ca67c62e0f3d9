"""The laboratories that are forms in JupyterLab: by mouse, by keyboard alone, narrow, in both languages."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Notebook, OpenNotebook

LAB = ".inaba-form"


def open_lab(open_notebook: OpenNotebook, made: str, **window: Any) -> Notebook:
    notebook = open_notebook([f"from lessons import kit\nlab = kit.{made}\nlab"], **window)
    notebook.page.locator(LAB).wait_for()
    return notebook


def answer(page: Page, heading: str) -> Locator:
    """The part of the answers with a heading."""
    return page.locator(f"{LAB} section").filter(has=page.get_by_role("heading", name=heading, exact=True))


def fine(notebook: Notebook) -> None:
    """Nothing went wrong in the page, and nothing was asked of another machine."""
    assert notebook.errors == []
    assert notebook.foreign == []
    assert [message for message in notebook.messages if "inaba" in message or "widget" in message] == []


CUT = f"""() => {{
    const root = document.querySelector('{LAB}');
    const wide = root.scrollWidth > root.clientWidth + 1 ? [`the whole: ${{root.scrollWidth}}`] : [];
    const edge = root.getBoundingClientRect();
    const scrolls = (node) => node.closest('.inaba-f-grid, .inaba-f-drawing') !== null;
    const seen = (node) => node.getClientRects().length && node.tagName !== 'OPTION';
    const outside = [...root.querySelectorAll('*')]
        .filter((node) => seen(node) && !scrolls(node.parentElement))
        .map((node) => [node, node.getBoundingClientRect()])
        .filter(([, box]) => box.right > edge.right + 1 || box.left < edge.left - 1)
        .map(([node]) => node.className || node.tagName);
    return [...wide, ...outside];
}}"""
"""What hangs out of the laboratory; what scrolls by itself does so, and its box is inside."""


def test_odds_of_same_one(open_notebook: OpenNotebook) -> None:
    notebook = open_lab(open_notebook, "odds_laboratory(lang='en', seed=1)", height=2400)
    page, before = notebook.page, notebook.cells()
    status = page.locator(f"{LAB} [role=status]")
    # By mouse: 18 of 85 places hold one of two sevens with 453/1190; in deals about as often.
    holds = answer(page, "Does anybody hold a 7?")
    expect(holds.get_by_role("row", name=re.compile("^any of the others"))).to_contain_text("453/1190")
    page.get_by_role("button", name="Deal 1000 times").click()
    expect(status).to_contain_text("Dealt 1000 times, 1000 in all.")
    expect(holds.get_by_role("columnheader", name="in the deals")).to_be_visible()
    page.get_by_label("Which number?").select_option("9")
    expect(page.get_by_role("heading", name="Does anybody hold a 9?")).to_be_visible()
    page.get_by_label("Players").select_option("3 players")
    expect(page.get_by_role("row", name=re.compile("^player 4"))).to_have_count(0)
    table = answer(page, "What do I see?").get_by_role("img")
    expect(table).to_have_attribute("alt", re.compile("green 12"))
    page.get_by_role("button", name="Deal 1000 times").click()
    expect(page.get_by_role("button", name="Forget the deals")).to_be_visible()
    notebook.shot("odds-en-light", LAB)
    # By keyboard: a card is written, and no key reaches the notebook; what is wrong is said at its field.
    hand = page.get_by_label("Your hand")
    hand.focus()
    page.keyboard.press("Control+a")
    page.keyboard.type("b7,b30,xa")
    page.keyboard.press("Enter")
    expect(hand).to_have_attribute("aria-invalid", "true")
    expect(hand).to_have_accessible_description(re.compile("⚠ These are no cards: b7,b30,xa"))
    expect(table).to_have_attribute("alt", re.compile("green 12"))
    expect(hand).to_be_focused()
    for _ in range(3):
        page.keyboard.press("Backspace")
    page.keyboard.press("Enter")
    expect(hand).not_to_have_attribute("aria-invalid", "true")
    expect(table).to_have_attribute("alt", re.compile("blue 30"))
    expect(
        answer(page, "What becomes of my cards?").get_by_role("row", name=re.compile("^b7 blue 7"))
    ).to_contain_text("call Same One")
    expect(hand).to_be_focused()
    page.get_by_role("button", name="Deal 1000 times").focus()
    for key in ("b", "d", "d", "m", "x"):
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    expect(status).to_contain_text("1000 in all")
    page.keyboard.press("Space")
    expect(status).to_contain_text("2000 in all")
    assert notebook.cells() == before
    # In Japanese, dark, at 360 pixels: nothing is cut, and all is well for those who cannot see it.
    page.get_by_role("button", name="日本語").click()
    expect(page.get_by_role("heading", name="引くと？")).to_be_visible()
    expect(page.get_by_label("自分の手札")).to_have_value("b7,b30")
    assert notebook.axe(LAB) == []
    notebook.theme("dark")
    page.set_viewport_size({"width": 360, "height": 3200})
    assert page.evaluate(CUT) == []
    assert notebook.axe(LAB) == []
    notebook.shot("odds-ja-dark-narrow", LAB)
    fine(notebook)


GAME = """from random import Random
from inaba import cross_sevens
from inaba.record import Record
from lessons import kit
rng, record = Random(4), Record(cross_sevens.NOTATION, cross_sevens.start(3))
while len(record.steps) < 60:
    state = record.state
    if chance := state.chance():
        record.happen(chance.sample(rng))
    else:
        player = state.to_act()[0]
        record.play(player, rng.choice(list(state.legal_moves(player))))
lab = kit.deduction_laboratory(game=record, player=1, lang="en")
lab"""


def test_deduction_of_cross_sevens(open_notebook: OpenNotebook) -> None:
    notebook = open_lab(open_notebook, "deduction_laboratory('D8,DK', '3,3', '', lang='en')", height=2600)
    page, before = notebook.page, notebook.cells()
    status = page.locator(f"{LAB} [role=status]")
    where = answer(page, "Where is each trump?")
    # By mouse: 3 of 47 places; a pass of player 3 rules out seven trumps.
    page.get_by_label("Chances as").select_option("fractions")
    nine = where.get_by_role("row", name=re.compile(r"\(D9\)"))
    expect(nine).to_contain_text("3/47")
    page.get_by_label("Who?").select_option("player 3")
    page.get_by_label("What did you find out?").select_option("could not lay (passed)")
    page.get_by_role("button", name="Add it").click()
    expect(status).to_contain_text("Added: Player 3 could not lay")
    expect(nine).to_contain_text("3/40")
    expect(answer(page, "What I know").get_by_role("img")).to_have_attribute(
        "alt", re.compile("king of diamonds|diamonds")
    )
    page.get_by_label("Chances as").select_option("percent")
    expect(nine).to_contain_text("7.5 %")
    notebook.shot("deduction-en-light", LAB)
    # By keyboard: what cannot be is said; it is taken back with the last that was added.
    cards = page.get_by_label("Which trumps?")
    page.get_by_label("What did you find out?").select_option("holds")
    cards.focus()
    page.keyboard.type("s8")
    page.keyboard.press("Tab")
    expect(cards).to_have_value("S8")
    page.get_by_role("button", name="Add it").focus()
    for key in ("b", "d", "d", "m"):
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    expect(status).to_contain_text("no deal agrees")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Take the last back")).to_be_focused()
    page.keyboard.press("Space")
    expect(status).to_contain_text("Taken back: Player 3 could not lay")
    page.get_by_role("button", name="Add it").focus()
    page.keyboard.press("Enter")
    expect(status).to_contain_text("Added: Player 3 holds")
    expect(where.get_by_role("row", name=re.compile(r"\(S8\)"))).to_contain_text("100 %")
    assert notebook.cells() == before
    page.get_by_role("button", name="日本語").click()
    expect(page.get_by_role("heading", name="それぞれのトランプは、どこにある？")).to_be_visible()
    assert notebook.axe(LAB) == []
    notebook.theme("dark")
    page.set_viewport_size({"width": 360, "height": 5200})
    assert page.evaluate(CUT) == []
    assert notebook.axe(LAB) == []
    notebook.shot("deduction-ja-dark-narrow", LAB)
    fine(notebook)


def test_a_game_is_followed(open_notebook: OpenNotebook) -> None:
    notebook = open_notebook([GAME], height=2600)
    page = notebook.page
    page.locator(LAB).wait_for()
    step = page.get_by_label("Step of the game")
    expect(step).to_have_value("0")
    expect(page.get_by_role("button", name="Step back")).to_have_count(0)
    page.get_by_role("button", name="Step on").click()
    expect(step).to_have_value("1")
    page.keyboard.press("Enter")
    expect(step).to_have_value("2")
    expect(page.get_by_role("button", name="Step on")).to_be_focused()
    step.fill("60")
    page.keyboard.press("Enter")
    expect(page.locator(f"{LAB} [role=status]")).to_contain_text("Step 60 of 60")
    expect(page.get_by_role("button", name="Step on")).to_have_count(0)
    page.get_by_label("A player who passes …").select_option("could not lay")
    expect(page.locator(f"{LAB} [role=status]")).to_contain_text("Counted anew")
    assert notebook.axe(LAB) == []
    notebook.shot("deduction-game", LAB)
    fine(notebook)


OUTLINE = """() => [...document.querySelectorAll('.jp-Notebook :is(h1, h2, h3, [role=heading])')]
    .filter((one) => one.checkVisibility() && !one.closest('dialog'))
    .map((one) => Number(one.getAttribute('aria-level') ?? one.tagName[1]))"""
"""The levels of all headings, as they stand one below another."""


def test_headings_stand_one_below_those_of_the_page(open_notebook: OpenNotebook, tmp_path: Path) -> None:
    """On a page of its own a laboratory is below the title, in a lesson below its section or its question."""
    cells = [
        ("markdown", "# A page"),
        ("code", "from lessons import kit\nkit.fight_laboratory(9, lang='en')"),
        ("code", "kit.deduction_laboratory(lang='en')"),
        ("markdown", "## A section"),
        ("code", "kit.puzzles(lang='en')"),
        ("markdown", "### A question"),
        ("code", "kit.explore('9,W/3,4 -,- 1 - -', lang='en')"),
        ("code", "kit.fight_laboratory(9, lang='en')"),
    ]
    book = {
        "cells": [
            {"cell_type": kind, "id": f"cell-{n}", "metadata": {}, "source": source}
            | ({"execution_count": None, "outputs": []} if kind == "code" else {})
            for n, (kind, source) in enumerate(cells)
        ],
        "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    path = tmp_path / "page.ipynb"
    path.write_text(json.dumps(book), encoding="utf-8")
    # So tall that everything is on the page: what is scrolled out of sight is not looked at.
    notebook = open_notebook(path, height=9000)
    page = notebook.page
    expect(page.locator(".inaba-fight")).to_have_count(2)
    for name in (".inaba-form", ".inaba-puzzles", ".inaba-explorer [role=heading]"):
        page.locator(name).first.wait_for()
    levels = page.evaluate(OUTLINE)
    fight = [2, 3, 3, 3]
    deduction, rest = levels[5 : levels.index(2, 6)], levels[levels.index(2, 6) :]
    assert levels[:5] == [1, *fight]
    assert deduction == [2, *[3] * (len(deduction) - 1)]
    assert len(deduction) > 1
    explored = rest[3:-4]
    assert rest[:3] == [2, 3, 3]
    assert explored == [4, *[5] * (len(explored) - 1)]
    assert len(explored) > 1
    assert rest[-4:] == [4, 5, 5, 5]
    page.locator(".inaba-fight [data-name=language]").last.click()
    expect(page.locator(".inaba-fight-name").last).to_have_text("格闘の実験室")
    assert page.evaluate(OUTLINE) == levels, "what is built again gets its levels again"
    assert [line for line in notebook.axe(".jp-Notebook") if "heading" in line] == []
    notebook.shot("headings", ".jp-Notebook")
    fine(notebook)
