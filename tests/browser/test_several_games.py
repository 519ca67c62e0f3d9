"""Boards of several games in one notebook: each keeps its own drawings and styles."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import OpenNotebook

CELLS = [
    "from lessons import kit",
    "kit.board('5,W,4/0,6,3 -,- 1 - -', lang='en', seed=1)",
    "kit.cross_sevens(3, lang='en', seed=1)",
    "kit.same_one(4, lang='en', seed=1)",
]


def test_three_games_in_one_notebook_do_not_share_a_drawing(open_notebook: OpenNotebook) -> None:
    notebook = open_notebook(CELLS, width=1000, height=4200)
    page = notebook.page
    for game in ("river", "cross-sevens", "same-one"):
        expect(page.locator(f".inaba-{game}").first).to_be_visible()
    page.wait_for_timeout(1500)
    notebook.shot("several-games")
    ids = page.evaluate("() => [...document.querySelectorAll('symbol[id]')].map(symbol => symbol.id)")
    assert len(ids) == len(set(ids)) > 30
    # What a board draws with stands in that board.
    strangers = page.evaluate(
        """() => [...document.querySelectorAll('.inaba-board use')].filter(use => {
            const drawn = document.querySelector(use.getAttribute('href'));
            return !drawn || drawn.closest('.inaba-board') !== use.closest('.inaba-board');
        }).map(use => use.getAttribute('href'))"""
    )
    assert strangers == []
    assert notebook.errors == []
