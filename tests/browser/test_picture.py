"""Pictures as a browser with its fonts draws them: no text leaves its place or lies on another.

How wide a text is only the browser knows; the pictures allow for it by a guess on the safe side.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from inaba import river
from inaba.cross_sevens import picture as crossed_picture
from inaba.river.cards import Card, Kind
from inaba.river.picture import Picture, Value, picture
from inaba.river.state import State
from inaba.same_one import picture as same_picture
from inaba.words import LANGUAGES
from tests.strategies import RIVER, wandered
from tests.test_cross_sevens_picture import RICH, WIDE
from tests.test_cross_sevens_picture import STATES as UNDER_WAY
from tests.test_same_one_picture import SHOWN as SAME_ONE

MISPLACED = """
(svg, everywhere) => {
    const box = element => element.getBoundingClientRect();
    // A line of text has room above and below its letters, which may lie on another line's.
    const letters = text => {
        const b = box(text), room = 0.24 * b.height;
        return { left: b.left, right: b.right, top: b.top + room, bottom: b.bottom - room };
    };
    const inside = (a, b, slack) => a.left >= b.left - slack && a.right <= b.right + slack
        && a.top >= b.top - slack && a.bottom <= b.bottom + slack;
    const apart = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1
        || a.bottom <= b.top || b.bottom <= a.top;
    const shown = [...svg.querySelectorAll("text")].filter(text => !text.closest("symbol"));
    const found = [];
    const frame = box(svg);
    for (const text of shown) {
        if (!inside(letters(text), frame, 0)) found.push(`${text.textContent} leaves the picture`);
    }
    for (const chip of svg.querySelectorAll("[data-part=chip], [data-part=mark]")) {
        const pill = box(chip.querySelector("rect"));
        for (const text of chip.querySelectorAll("text")) {
            const b = letters(text);
            if (b.left < pill.left || b.right > pill.right)
                found.push(`${text.textContent} leaves its label`);
        }
    }
    for (const part of svg.querySelectorAll("[data-square], [data-card], [data-part=panel]")) {
        const texts = [...part.querySelectorAll("text")];
        const card = part.querySelector("rect");
        const name = part.dataset.square || part.dataset.card;
        texts.forEach((one, i) => {
            if (name && !inside(letters(one), box(card), 1))
                found.push(`${name}: ${one.textContent} leaves the card`);
            for (const other of texts.slice(i + 1)) {
                if (!apart(letters(one), letters(other)))
                    found.push(`${name}: ${one.textContent} lies on ${other.textContent}`);
            }
        });
    }
    // Where nothing is laid over a card that has letters, no text lies on any other.
    if (everywhere) {
        const boxes = shown.map(letters);
        shown.forEach((one, i) => shown.slice(i + 1).forEach((other, j) => {
            if (!apart(boxes[i], boxes[i + 1 + j]))
                found.push(`${one.textContent} lies on ${other.textContent}`);
        }));
    }
    return found;
}
"""


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 1300, "height": 1000})
    yield page
    page.close()


def misplaced(page: Page, shown: Picture) -> list[str]:
    page.set_content(f"<!doctype html><body>{shown.svg()}")
    found: list[str] = page.locator("svg").evaluate(MISPLACED)
    return found


def test_what_is_misplaced_is_found(page: Page) -> None:
    page.set_content(
        """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 300" width="300" height="300">
        <g data-square="a1"><rect width="60" height="60"/><text y="40">one</text><text x="9" y="42">two</text>
        <text x="50" y="20">three</text></g><text x="290" y="200">four</text>
        <g data-part="chip"><rect y="100" width="20" height="20"/><text y="115">five</text></g></svg>"""
    )
    assert page.locator("svg").evaluate(MISPLACED) == [
        "four leaves the picture",
        "five leaves its label",
        "a1: one lies on two",
        "a1: three leaves the card",
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("number", range(len(RIVER)), ids=[game.name for game in RIVER])
def test_every_text_of_a_game_is_in_its_place(page: Page, number: int, lang: str) -> None:
    states: list[State] = wandered(RIVER[number].start(), Random(number), 200).states
    for i, state in enumerate(states[:: max(1, len(states) // 12)]):
        values: dict[str, Value] = {}
        for j, move in enumerate(state.legal_moves(state.turn)):
            values[str(move)] = (Fraction(5, 18), Fraction(1, 97 + j), "good", 0.5, None)[(i + j) % 5]
        marks = {state.board.squares[i % len(state.spots)]: "!?", "-": "98.7%", "*": "?"}
        shown = picture(state, lang=lang, arrows=values, best=list(values)[:1], marks=marks)
        assert misplaced(page, shown) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_number_fits_its_card(page: Page, lang: str) -> None:
    spots = [
        f"{full}-{full - left}"
        for full in (2, 9, 10, 30, 99)
        for left in (1, 5, 9, 10, 20, 58, 97)
        if left < full
    ]
    spots += ["0", "7", "99", "9x", "99x", "D", "O", "S", "W"]
    spots += ["W"] * (-len(spots) % 8)
    rows = ["/".join(",".join(spots[i : i + 8]) for i in range(0, len(spots), 8))]
    assert misplaced(page, picture(river.parse(f"{rows[0]} -,- 1 - -"), lang=lang)) == []


def test_the_longest_legend_fits(page: Page) -> None:
    deck = tuple(Card(Kind.SHARK, n % 40) for n in range(64))
    assert misplaced(page, picture(river.start(4, deck, 8, 8), lang="ja")) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_text_of_a_card_game_lies_on_another(page: Page, lang: str) -> None:
    marks = dict.fromkeys(("c2", "b4", "f3"), "12/35")
    crossed = [
        crossed_picture.picture(RICH, lang=lang, marks=marks),
        crossed_picture.picture(WIDE, lang=lang),
    ]
    crossed += [crossed_picture.picture(state.view(i % 4), lang=lang) for i, state in enumerate(UNDER_WAY)]
    same = [same_picture.picture(state, lang=lang) for state in SAME_ONE[::4]]
    for shown in (*crossed, *same):
        page.set_content(f"<!doctype html><body>{shown.svg()}")
        assert page.locator("svg").evaluate(MISPLACED, True) == []


@pytest.mark.parametrize(("lang", "theme"), [("en", "light"), ("ja", "dark")])
def test_a_notebook_shows_the_picture(open_notebook: Any, shots: Path, lang: str, theme: Any) -> None:
    code = (
        "from inaba import river; from inaba.river.picture import picture\n"
        f"picture(river.parse('5-3,W,? b1,- 1 - 9'), lang={lang!r}, arrows={{'1*': 1, '2a1': '5/18'}})"
    )
    notebook = open_notebook([code], theme=theme)
    image = notebook.page.locator(".jp-OutputArea-output img")
    image.wait_for()
    assert image.evaluate("image => image.decode().then(() => image.naturalWidth)") > 300
    assert {"en": "b1 whale, rabbit 1", "ja": "b1 はクジラ、ウサギ 1"}[lang] in image.get_attribute("alt")
    notebook.shot(f"picture-{lang}-{theme}")


def test_a_wide_field_scrolls_on_a_narrow_page_rather_than_to_be_too_small(
    open_notebook: Any, shots: Path
) -> None:
    code = (
        "from inaba import cross_sevens; from inaba.cross_sevens.picture import picture\n"
        f"picture(cross_sevens.parse({str(RICH)!r}).view(1), lang='ja', marks={{'b4': '?'}})"
    )
    notebook = open_notebook([code], theme="dark", width=360)
    image = notebook.page.locator(".jp-OutputArea-output img")
    image.wait_for()
    natural, wide = image.evaluate("image => image.decode().then(() => [image.naturalWidth, image.width])")
    assert 600 < wide < natural
    scrolled = image.evaluate(
        """image => {
            let room = image.parentElement;
            while (room && room.scrollWidth <= room.clientWidth) room = room.parentElement;
            room.scrollLeft = 10000;
            return image.getBoundingClientRect().right <= innerWidth;
        }"""
    )
    assert scrolled
    assert "c2 スペードの 7 とダイヤの 9（十字に重ねたもの）" in image.get_attribute("alt")
    notebook.shot("cross-sevens-picture-ja-dark")
