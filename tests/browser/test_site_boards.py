"""Every board and laboratory of the site, used by touch and keys where there is neither numpy nor a thread.

What each of them can do is tested in JupyterLab, in the files of their own; here, that the Python of a tablet
answers whatever is tapped or typed.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from inaba import river
from lessons.puzzles import daily, puzzles
from lessons.site.notebooks import LABORATORIES
from solvers.endgame import solve
from tests.browser.on_site import Served, notebook, open_page, run_all

SAID = {
    "picked": {"en": "Rabbit {} is picked", "ja": "ウサギ {} を選びました"},
    "your turn": {"en": "Player 1: choose a rabbit", "ja": "プレイヤー 1 の手番"},
    "moves rabbit 1": {"en": "Player 1 moves rabbit 1", "ja": "プレイヤー 1 がウサギ 1 を"},
    "anybody": {"en": "any of the others", "ja": "ほかのだれか"},
    "right": {"en": "Right!", "ja": "正解！"},
    "no call": {"en": "No call", "ja": "しない"},
    "hints": {"en": "Hints", "ja": "ヒント"},
    "draw": {"en": "Draw a card", "ja": "1 枚引く"},
    "may lay": {"en": "Player 1: lay a trump, or pass", "ja": "プレイヤー 1 の番：トランプを出すか"},
    "pass": {"en": "^Pass: draw", "ja": "^パス："},
    "may play": {"en": "Player 1: (lead|follow)", "ja": "プレイヤー 1 の番"},
}


@dataclass(frozen=True)
class Used:
    """A board or laboratory in use: its page, the cell that it stands below, and the language."""

    page: Page
    cell: Locator
    lang: str

    def __call__(self, selector: str) -> Locator:
        return self.cell.locator(selector)

    def part(self, name: str) -> Locator:
        """A control by the name that it has in its laboratory."""
        return self.cell.locator(f"[data-name='{name}']")

    def says(self, key: str, *filled: object) -> str:
        return SAID[key][self.lang].format(*filled)

    def keys(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def type_into(self, name: str, text: str) -> None:
        """Tap a field, write into it what is to stand there, and go on with Enter."""
        field = self.part(name)
        for _ in range(5):
            field.tap()
            # On a busy machine a tap may last so long that it is none.
            if field.evaluate("(one) => one === document.activeElement"):
                break
        expect(field).to_be_focused()
        self.keys("Control+a")
        self.page.keyboard.type(text)
        self.keys("Enter")


def board(used: Used) -> None:
    """A turn by touch, then one by keys; each time the computer answers."""
    ask, go, moves = used(".inaba-ask"), used(".inaba-go"), used(".inaba-moves li")
    ours = ask.filter(has_text=used.says("your turn"))

    def until_it_is_our_turn_after(before: int) -> None:
        """Dice are rolled, and a place is chosen where the card that was turned up lets one choose."""
        while True:
            expect(ours.or_(go).or_(used(".inaba-open")).first).to_be_visible()
            if ours.is_visible():
                break
            asked = ask.inner_text()
            (go if go.is_visible() else used(".inaba-open").first).tap()
            expect(ask).not_to_have_text(asked)
        expect(moves.nth(before + 1)).to_be_attached()

    before = moves.count()
    used(".inaba-start [data-rabbit='1']").tap()
    expect(used(".inaba-status")).to_contain_text(used.says("picked", 1))
    used("[data-at='b1']").tap()
    expect(moves.nth(before)).to_be_attached()
    until_it_is_our_turn_after(before)
    before = moves.count()
    used("[data-at='-']").focus()
    for rabbit in ("1", "2"):
        used.keys(rabbit)
        # One may rest, beaten in a fight: never both, since ours was moved first and rests no longer.
        if used(".inaba-open").count():
            break
    used(".inaba-open").first.focus()
    used.keys("Enter")
    expect(moves.nth(before)).to_be_attached()
    until_it_is_our_turn_after(before)


def explorer(used: Used) -> None:
    """A move is looked at and taken back, a position is set up and typed, a rabbit moved by keys."""
    best = used("[data-move='1c1'] .inaba-x-row")
    expect(best).to_contain_text("★ 91.5 %")
    best.tap()
    steps = used(".inaba-x-steps li")
    expect(steps).to_have_count(2)
    used.part("back").tap()
    used.part("edit").tap()
    expect(used.part("edit")).to_have_attribute("aria-pressed", "true")
    used.part("tool-S").tap()
    used("[data-at='a1']").tap()
    used.part("typed").tap()
    expect(used.part("position")).to_have_value("5,W,4/S,6,3 -,- 1 - -")
    used.type_into("position", "9,W/5,6 -,- 1 - -")
    expect(used("[data-at='c1']")).to_have_count(0)
    used.part("edit").tap()
    chance = f"{100 * float(solve(river.parse('9,W/5,6 -,- 1 - -')).value[0]):.1f} %"
    expect(
        used(
            ".inaba-x-row",
        )
        .filter(has_text="★")
        .first
    ).to_contain_text(chance)
    used("[data-at='-']").focus()
    used.keys("1", "ArrowUp", "Enter")
    expect(used(".inaba-status")).to_contain_text(used.says("moves rabbit 1"))


def fight(used: Used) -> None:
    answer = used(".inaba-fight-answer").first
    expect(answer).to_have_text("10/36 = 5/18")
    used.type_into("hit_points", "7")
    expect(answer).to_have_text("21/36 = 7/12")
    used.keys("ArrowUp")
    expect(answer).to_have_text("15/36 = 5/12")
    used.part("one-100").tap()
    expect(used(".inaba-fight-chart .inaba-fight-diamond").first).to_be_visible()
    used.part("many-10000").tap()
    expect(used("[role=status]")).to_contain_text(re.compile("10,?000"))
    used.part("load").tap()
    used.part("preset-{1:1,2:1,3:1,4:1,5:1,6:5}").tap()
    expect(used.part("dice")).to_have_value(re.compile("6:5"))
    used.type_into("hit_points", "6")
    expect(answer).to_contain_text("1/2")


def puzzle_of_the_day(used: Used) -> None:
    """Whatever is asked today is answered rightly: by a tap, or by a number typed."""
    asked = used.cell.get_by_role("heading").inner_text()
    # It may be midnight between one and the other.
    days = [date.today() - timedelta(days=late) for late in (0, 1)]
    today = next(one for one in map(daily, days) if one.title[used.lang] == asked)
    right = today.answer().right
    used.part("hint").tap()
    expect(used.cell.get_by_role("list", name=used.says("hints"))).to_be_visible()
    if used.part("number").is_visible():
        used.type_into("number", right)
    else:
        used.part(f"option-{right}").or_(used(f"[data-at='{right}']")).locator("visible=true").first.tap()
    expect(used("[role=status]")).to_contain_text(used.says("right"))


def some_puzzles(used: Used) -> None:
    """One on the board by touch, one by keys, and one of cards whose number is typed."""
    status = used("[role=status]")

    def pose(name: str) -> None:
        used.part("puzzle").select_option(name)
        expect(used.cell.get_by_role("heading")).to_have_text(puzzles()[name].title[used.lang])

    pose("before-he-jumps")
    used("[data-rabbit='2']").first.tap()
    used("[data-at='a3']").tap()
    expect(status).to_contain_text(used.says("right"))
    pose("first-at-the-gate")
    used("[data-at='a1']").focus()
    used.keys("1", "ArrowUp", "Enter")
    expect(status).to_contain_text(used.says("right"))
    used.part("game").select_option("same-one")
    pose("a-pair-of-nines")
    used.type_into("number", "6/7")
    expect(status).to_contain_text(used.says("right"))
    used.part("game").select_option("cross-sevens")
    pose("lock-the-door")
    right = puzzles("cross-sevens")["lock-the-door"].answer().right
    used.part(f"option-{right}").tap()
    expect(status).to_contain_text(used.says("right"))


def same_one(used: Used) -> None:
    """A card by keys, then one by touch or, where none fits, one drawn; the computers answer each time."""
    ask, moves = used(".inaba-ask"), used(".inaba-moves li")
    no_call = used.cell.get_by_role("button", name=used.says("no call"), exact=True)
    mine = re.compile(used.says("may play"))

    def until_it_is_our_turn() -> None:
        while True:
            expect(no_call.or_(ask.filter(has_text=mine)).first).to_be_visible()
            if not no_call.is_visible():
                return
            no_call.tap()
            expect(no_call).to_be_hidden()

    until_it_is_our_turn()
    before = moves.count()
    used(".inaba-hand .inaba-can").first.focus()
    used.keys("Enter", "p")
    expect(moves.nth(before)).to_be_attached()
    until_it_is_our_turn()
    before = moves.count()
    if used(".inaba-hand .inaba-can").count():
        used(".inaba-hand .inaba-can").first.tap()
        used(".inaba-go:visible").tap()
    else:
        used.cell.get_by_role("button", name=used.says("draw"), exact=True).tap()
    expect(moves.nth(before)).to_be_attached()


def odds(used: Used) -> None:
    everybody = used("tbody tr").filter(has_text=used.says("anybody"))
    expect(everybody).to_contain_text("453/1190")
    used.type_into("hand", "b7,b30")
    expect(used("img").first).to_have_attribute("alt", re.compile("30"))
    expect(everybody).not_to_contain_text("453/1190")
    used.part("deal").tap()
    expect(used("[role=status]")).to_contain_text(re.compile("1,?000"))
    used.part("deal").focus()
    used.keys("Enter")
    expect(used("[role=status]")).to_contain_text(re.compile("2,?000"))
    used.type_into("hand", "xa")
    expect(used.part("hand")).to_have_attribute("aria-invalid", "true")
    used.part("hand").tap()
    used.keys("Control+a")
    used.page.keyboard.type("g9,y14")
    used.keys("Tab")
    expect(used.part("hand")).not_to_have_attribute("aria-invalid", "true")


def cross_sevens(used: Used) -> None:
    """A trump by touch and one by keys or, where none fits, a pass; the computers answer each time."""
    ask, moves = used(".inaba-ask"), used(".inaba-moves li")
    mine = re.compile(used.says("may lay"))
    for keys in (False, True):
        expect(ask).to_have_text(mine)
        before = moves.count()
        can = used(".inaba-own .inaba-can")
        if not can.count():
            used.cell.get_by_role("button", name=re.compile(used.says("pass"))).first.tap()
        elif keys:
            can.first.focus()
            used.keys("Enter", "f", "Enter")
        else:
            can.first.tap()
            used("[data-mark=can]").first.tap()
        # Three computers have had their turns, too.
        expect(moves.nth(before + 3)).to_be_attached()


def deduction(used: Used) -> None:
    """What is found out is added and taken back, and the chances follow."""
    row = used("tbody tr").filter(has_text="(S3)")
    before = row.inner_text()
    used.part("kind").select_option("holds")
    used.type_into("cards", "s3")
    expect(used.part("cards")).to_have_value("S3")
    used.part("add").tap()
    expect(row).to_contain_text("100")
    used.part("back").focus()
    used.keys("Enter")
    expect(row).not_to_contain_text("100")
    assert row.inner_text() == before
    used.part("show").select_option("fraction")
    expect(row).to_contain_text("/")


USES: dict[str, Callable[[Used], None]] = {
    "board": board,
    "explorer": explorer,
    "fight": fight,
    "puzzle-of-the-day": puzzle_of_the_day,
    "puzzles": some_puzzles,
    "same-one": same_one,
    "odds": odds,
    "cross-sevens": cross_sevens,
    "deduction": deduction,
}


WIDER_THAN_THEIR_ROOM = """() => [...document.querySelectorAll('.jp-OutputArea-output')]
    .filter((output) => output.scrollWidth > output.clientWidth + 1)
    .map((output) => `${output.scrollWidth}/${output.clientWidth}: ${output.innerHTML.slice(0, 80)}`)"""

# Two pages with puzzles are one here, so that parts of the same name stand on it twice.
WRONG_BY_AXE = """async () => {
    const { violations } = await axe.run(".jp-OutputArea-output", {
        resultTypes: ["violations"],
        rules: { "landmark-unique": { enabled: false } },
    });
    const told = ({ id, nodes }) => nodes.map((node) => `${id}: ${node.failureSummary} ${node.html}`);
    return violations.flatMap(told);
}"""

SEEDED = {"kit.board()": "kit.board(seed=1)", "(4)": "(4, seed=1)"}
"""So that the same cards come each time."""


@pytest.mark.parametrize(("lang", "width"), [("ja", 360), ("en", 820)])
def test_every_board_and_laboratory_answers_touch_and_keys(
    served: Served, tablet: BrowserContext, axe_core: Path, shots: Path, lang: str, width: int
) -> None:
    """The cells of all their pages below one another, so that Python is brought up once for them all."""
    assert USES.keys() == LABORATORIES.keys()
    first = next(iter(USES))
    errors: list[str] = []
    tablet.on("weberror", lambda error: errors.append(str(error.error)))
    page = open_page(tablet, served.url + notebook(f"{lang}/{first}.ipynb"), width)
    page.emulate_media(reduced_motion="reduce")
    cells = {name: code_of(served.folder, f"{lang}/{name}.ipynb") for name in USES}
    page.evaluate(PUT_CELLS, list(cells.values()))
    run_all(page)
    before = page.locator(".jp-Cell").count()
    for place, use in enumerate(USES.values()):
        use(Used(page, page.locator(".jp-CodeCell").nth(place), lang))
    assert page.locator(".jp-Cell").count() == before, "no key slips through to JupyterLab"
    # So tall that everything is on the page: what is scrolled out of sight is not looked at.
    page.set_viewport_size({"width": width, "height": 24000 if width < 500 else 16000})
    page.wait_for_timeout(1000)
    for place, name in enumerate(USES if os.environ.get("INABA_SHOTS") else ()):
        page.locator(".jp-CodeCell").nth(place).screenshot(path=shots / f"site-{name}-{lang}-{width}.png")
    assert page.evaluate(WIDER_THAN_THEIR_ROOM) == []
    page.add_script_tag(path=axe_core)
    wrong = page.evaluate(WRONG_BY_AXE)
    assert wrong == [], "\n".join(wrong)
    assert errors == []
    assert served.missing == []


def code_of(site: Path, path: str) -> str:
    """What the one cell of a page's code says."""
    cells = json.loads((site / "files" / path).read_text(encoding="utf-8"))["cells"]
    (code,) = (str(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    for plain, seeded in SEEDED.items():
        code = code.replace(plain, seeded)
    return code


PUT_CELLS = """(codes) => {
    const { sharedModel } = jupyterapp.shell.currentWidget.content.model;
    const cells = codes.map((source) => ({ cell_type: "code", source, metadata: {}, outputs: [] }));
    const first = sharedModel.cells.findIndex((cell) => cell.cell_type === "code");
    sharedModel.transact(() => {
        sharedModel.deleteCell(first);
        sharedModel.insertCells(first, cells);
    });
}"""
