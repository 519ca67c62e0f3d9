"""The fight laboratory in JupyterLab: by mouse, by keyboard alone, by touch, in either theme and language."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Notebook, OpenNotebook, Theme

LAB = ".inaba-fight"


def open_lab(open_notebook: OpenNotebook, arguments: str, still: bool = True, **window: Any) -> Notebook:
    """A notebook with a laboratory; without movement, unless that is tested."""
    cell = f"from lessons.laboratory.fight import FightLaboratory\nlab = FightLaboratory({arguments})\nlab"
    notebook = open_notebook([cell], run=False, **window)
    notebook.page.emulate_media(reduced_motion="reduce" if still else "no-preference")
    notebook.run_all()
    notebook.page.locator(LAB).wait_for()
    return notebook


def part(notebook: Notebook, name: str) -> Locator:
    """A control by the name that it has in the laboratory."""
    return notebook.page.locator(f"{LAB} [data-name='{name}']")


def status(notebook: Notebook) -> Locator:
    return notebook.page.locator(f"{LAB} [role=status]")


def card(notebook: Notebook, name: str) -> Locator:
    return notebook.page.get_by_role("region", name=name, exact=True)


def focused(notebook: Notebook) -> str:
    return str(notebook.page.evaluate("() => document.activeElement.dataset.name ?? ''"))


def fine(notebook: Notebook) -> None:
    """Nothing went wrong in the page, and nothing was asked of another machine."""
    assert notebook.errors == []
    assert notebook.foreign == []
    assert [message for message in notebook.messages if "inaba" in message or "widget" in message] == []


def test_guess_set_up_roll_and_compare_by_mouse(open_notebook: OpenNotebook) -> None:
    notebook = open_lab(open_notebook, "9, dice='2d6', lang='en', seed=3")
    page, one, many = notebook.page, card(notebook, "One roll"), card(notebook, "Roll until it is beaten")
    expect(one.get_by_text("10/36 = 5/18")).to_be_visible()
    expect(one.get_by_role("img")).to_have_attribute("aria-label", re.compile("9 or more, 5/18 together"))
    expect(one.locator(".inaba-fight-chart .inaba-fight-diamond")).to_have_count(0)
    one.get_by_role("button", name="1,000 rolls", exact=True).click()
    expect(status(notebook)).to_contain_text("1,000 rolls thrown:")
    expect(one.locator(".inaba-fight-chart .inaba-fight-diamond")).to_have_count(11)
    expect(one.locator(".inaba-fight-seen")).to_contain_text("standard error")
    one.get_by_role("button", name="Roll the dice").click()
    expect(one.locator(".inaba-fight-die")).to_have_count(2)
    assert notebook.run("print(sum(lab.totals_seen.values()))") == "1001"
    many.get_by_role("button", name="One more: Within how many rolls?").click()
    expect(many.get_by_text("beaten within 3 rolls?")).to_be_visible()
    assert notebook.run("print(lab.within, lab.beats_within(3))") == "3 11657/11664"
    expect(many.get_by_text("11657/11664", exact=True)).to_be_visible()
    page.get_by_role("radio", name="percent").check()
    expect(one.locator(".inaba-fight-answer")).to_have_text("27.8 %")
    page.get_by_role("button", name="One more: Hit points").click()
    expect(one.locator(".inaba-fight-answer")).to_have_text("16.7 %")
    page.get_by_role("button", name="One more: Damage so far").click()
    expect(one.locator(".inaba-fight-answer")).to_have_text("27.8 %")
    fine(notebook)


def test_a_fight_roll_by_roll(open_notebook: OpenNotebook) -> None:
    notebook = open_lab(open_notebook, "20, lang='en', seed=3")
    many = card(notebook, "Roll until it is beaten")
    many.get_by_role("button", name="Roll the dice").click()
    expect(many.get_by_role("listitem").filter(has_text="=")).to_have_count(1)
    go = many.get_by_role("button", name="Next roll")
    for rolls in range(2, 12):
        if go.count() == 0:
            break
        go.click()
        expect(many.locator(".inaba-fight-rolls li")).to_have_count(rolls)
    expect(many.get_by_text(re.compile(r"Beaten with \d+ rolls! ★"))).to_be_visible()
    many.get_by_role("button", name="A new shark: roll").click()
    expect(many.locator(".inaba-fight-rolls li")).to_have_count(1)
    assert notebook.run("print(sum(lab.fights_seen.values()))") == "1"
    fine(notebook)


def test_by_keyboard_alone_and_no_key_reaches_the_notebook(open_notebook: OpenNotebook) -> None:
    notebook = open_lab(open_notebook, "9, lang='en', seed=3")
    page, before = notebook.page, notebook.cells()
    for name in ("one-go", "one-table", "form-fraction"):
        part(notebook, name).focus()
        for key in ("b", "m", "d", "d", "a", "x", "y", "z", "0", "0"):
            page.keyboard.press(key)
        page.wait_for_timeout(300)
        assert notebook.cells() == before
        assert focused(notebook) == name
    kind = page.evaluate("() => window.jupyterapp.shell.currentWidget.content.widgets[0].model.type")
    assert kind == "code"
    part(notebook, "hit_points").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".inaba-fight-answer").first).to_have_text("6/36 = 1/6")
    page.keyboard.press("Control+a")
    page.keyboard.type("7")
    page.keyboard.press("Enter")
    expect(page.locator(".inaba-fight-answer").first).to_have_text("21/36 = 7/12")
    assert focused(notebook) == "hit_points"
    assert part(notebook, "hit_points").input_value() == "7"
    part(notebook, "one-100").focus()
    page.keyboard.press("Enter")
    expect(status(notebook)).to_contain_text("100 rolls thrown")
    page.keyboard.press("Space")
    expect(card(notebook, "One roll").locator(".inaba-fight-seen")).to_contain_text("200 rolls")
    assert focused(notebook) == "one-100"
    part(notebook, "load").focus()
    page.keyboard.press("Enter")
    expect(part(notebook, "load")).to_have_attribute("aria-expanded", "true")
    page.get_by_role("slider", name="Face 6").focus()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    expect(page.get_by_role("slider", name="Face 6")).to_have_attribute(
        "aria-valuetext", "weight 5, chance 1/2"
    )
    assert focused(notebook) == "face-5"
    expect(part(notebook, "dice")).to_have_value("{1:1,2:1,3:1,4:1,5:1,6:5}+1d6")
    assert notebook.cells() == before
    fine(notebook)


def test_nodes_are_kept_so_that_the_focus_stays(open_notebook: OpenNotebook) -> None:
    notebook = open_lab(open_notebook, "9, lang='en', seed=3")
    page = notebook.page
    page.evaluate(f"() => {{ window.kept = [...document.querySelectorAll('{LAB} :is(button, input)')]; }}")
    for name in ("one-1000", "many-1000", "one-table", "many-go", "preset-3d6", "hit_points-more"):
        part(notebook, name).click()
        assert focused(notebook) == name
    expect(page.locator(".inaba-fight-answer").first).to_have_text("135/216 = 5/8")
    assert page.evaluate("() => window.kept.length > 30 && window.kept.every((one) => one.isConnected)")
    assert focused(notebook) == "hit_points-more"
    fine(notebook)


def test_bad_input_is_told_at_its_field_and_nothing_is_lost(open_notebook: OpenNotebook) -> None:
    notebook = open_lab(open_notebook, "9, lang='en', seed=3")
    page = notebook.page
    part(notebook, "one-100").click()
    dice = page.get_by_role("textbox", name="Dice")
    dice.fill("2x6")
    page.keyboard.press("Enter")
    expect(dice).to_have_attribute("aria-invalid", "true")
    expect(dice).to_have_accessible_description(re.compile("^⚠ '2x6' is no die"))
    expect(status(notebook)).to_contain_text("'2x6' is no die")
    part(notebook, "damage-more").click()
    expect(page.locator(".inaba-fight-words")).to_contain_text("8 left")
    expect(dice).to_have_value("2x6")
    assert notebook.run("print(lab.dice, sum(lab.totals_seen.values()))") == "2d6 100"
    page.get_by_role("button", name="日本語").click()
    dice = page.get_by_role("textbox", name="さいころ")
    expect(dice).to_have_value("2x6")
    expect(dice).to_have_accessible_description(re.compile("はさいころとして読めません"))
    assert focused(notebook) == "language"
    dice.fill("２Ｄ８")
    page.get_by_role("button", name="使う", exact=True).click()
    expect(dice).not_to_have_attribute("aria-invalid", "true")
    expect(dice).to_have_value("2d8")
    points = page.get_by_role("textbox", name="体力")
    points.fill("百")
    page.keyboard.press("Enter")
    expect(points).to_have_accessible_description("⚠ 0 から 99 までの整数を書いてください。")
    page.keyboard.press("Escape")
    expect(points).to_have_value("9")
    expect(points).not_to_have_attribute("aria-invalid", "true")
    fine(notebook)


def test_the_chart_is_a_table_for_those_who_ask(open_notebook: OpenNotebook) -> None:
    notebook = open_lab(open_notebook, "9, lang='en', seed=3")
    one = card(notebook, "One roll")
    one.get_by_role("button", name="As a table").click()
    expect(one.get_by_role("row")).to_have_count(12)
    expect(one.get_by_role("row", name=re.compile("^9 ★"))).to_contain_text("4/36")
    expect(one.get_by_role("img")).to_have_count(0)
    one.get_by_role("button", name="100 rolls", exact=True).click()
    expect(one.get_by_role("columnheader", name="Standard error")).to_be_visible()
    assert notebook.axe(LAB) == []
    one.get_by_role("button", name="As a chart").click()
    expect(one.get_by_role("img")).to_have_count(1)
    one.locator("[data-bar='7']").click()
    expect(one.locator(".inaba-fight-readout")).to_contain_text("Total 9 ★: exactly 4/36. Thrown:")
    fine(notebook)


def test_throws_are_cleared_and_brought_back(open_notebook: OpenNotebook) -> None:
    notebook = open_lab(open_notebook, "9, lang='en', seed=3")
    many = card(notebook, "Roll until it is beaten")
    many.get_by_role("button", name="10,000 fights").click()
    expect(many.locator(".inaba-fight-seen")).to_contain_text("10,000 fights")
    many.get_by_role("button", name="Clear the throws").click()
    expect(many.locator(".inaba-fight-seen")).to_contain_text("No fight fought yet")
    many.get_by_role("button", name="Bring them back").click()
    expect(many.locator(".inaba-fight-seen")).to_contain_text("10,000 fights")
    fine(notebook)


LOW_CONTRAST = """() => {
    const numbers = (text) => (text.match(/[0-9.]+/g) ?? []).map(Number);
    const linear = (v) => (v / 255 <= 0.03928 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4);
    const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
    const ground = (node) => {
        if (!node) return [255, 255, 255];
        const colour = numbers(getComputedStyle(node).backgroundColor);
        return (colour[3] ?? 1) === 1 ? colour : ground(node.parentElement);
    };
    const low = [];
    const seen = [];
    const walker = document.createTreeWalker(document.querySelector('.inaba-fight'), NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const text = walker.currentNode, node = text.parentElement;
        if (!text.data.trim() || !node.getClientRects().length) continue;
        const style = getComputedStyle(node);
        const inBar = node.matches('.inaba-fight-star-in');
        const bar = document.querySelector('.inaba-fight-marked');
        const back = inBar ? numbers(getComputedStyle(bar).fill) : ground(node);
        const front = numbers(node instanceof SVGElement ? style.fill : style.color);
        const [a, b] = [light(front), light(back)].sort((x, y) => y - x);
        const ratio = (a + 0.05) / (b + 0.05);
        seen.push(text.data);
        if (ratio < 4.5) low.push(`${text.data}: ${ratio.toFixed(2)}`);
    }
    return [low, seen.length];
}"""
"""Every text of the laboratory, in charts too, with less than 4.5:1 against what lies behind it."""


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_axe_finds_nothing_wide_or_narrow_and_every_text_has_contrast(
    open_notebook: OpenNotebook, theme: Theme, lang: str
) -> None:
    notebook = open_lab(open_notebook, f"9, lang='{lang}', seed=3", theme=theme, height=2200)
    page = notebook.page
    found = {"new": notebook.axe(LAB)}
    for name in ("one-go", "one-1000", "many-1000", "many-go", "load"):
        part(notebook, name).click()
    part(notebook, "damage").fill("x")
    page.keyboard.press("Enter")
    expect(part(notebook, "damage")).to_have_attribute("aria-invalid", "true")
    found["full"] = notebook.axe(LAB)
    low, texts = page.evaluate(LOW_CONTRAST)
    assert low == []
    assert texts > 100
    notebook.shot(f"fight-{lang}-{theme}-wide", LAB)
    page.set_viewport_size({"width": 360, "height": 4400})
    found["narrow"] = notebook.axe(LAB)
    assert page.evaluate(LOW_CONTRAST)[0] == []
    notebook.shot(f"fight-{lang}-{theme}-narrow", LAB)
    assert {name: wrong for name, wrong in found.items() if wrong} == {}
    page.evaluate("() => { document.querySelector('.inaba-fight-seen').style.color = 'var(--page)'; }")
    assert page.evaluate(LOW_CONTRAST)[0] != []
    fine(notebook)


SMALL_TARGETS = """() => [...document.querySelectorAll('.inaba-fight :is(button, input, label:has(input))')]
    .filter((one) => one.offsetParent !== null && one.type !== 'radio')
    .map((one) => [one.textContent || one.dataset.name, one.getBoundingClientRect()])
    .filter(([, box]) => box.width < 43.9 || box.height < 43.9)
    .map(([text, box]) => `${text}: ${box.width} by ${box.height}`)"""


def test_a_narrow_screen_by_touch(open_notebook: OpenNotebook) -> None:
    notebook = open_lab(open_notebook, "9, lang='ja', seed=3", width=360, height=800, touch=True)
    page = notebook.page
    part(notebook, "load").tap()
    part(notebook, "preset-{1:1,2:1,3:1,4:1,5:1,6:5}").tap()
    expect(page.get_by_role("slider", name="目 6")).to_have_attribute("aria-valuetext", "重み 5、確率 1/2")
    scrolled, shown = page.evaluate(
        f"() => [document.querySelector('{LAB}')].map((one) => [one.scrollWidth, one.clientWidth])[0]"
    )
    assert scrolled <= shown <= 360
    assert page.evaluate(SMALL_TARGETS) == []
    part(notebook, "one-go").tap()
    expect(status(notebook)).to_contain_text("出た目は")
    part(notebook, "many-100000").tap()
    expect(status(notebook)).to_contain_text("100,000試合戦いました")
    page.locator(f"{LAB} [data-bar='0']").first.tap()
    expect(page.locator(".inaba-fight-readout").first).to_contain_text("合計 1：正確な確率 1/10")
    fine(notebook)


def test_dice_tumble_only_for_those_who_like_movement(open_notebook: OpenNotebook) -> None:
    notebook = open_lab(open_notebook, "9, lang='en', seed=3", still=False)
    page = notebook.page
    part(notebook, "one-go").click()
    page.locator(".inaba-fight-tumbling").wait_for()
    page.locator(".inaba-fight-tumbling").wait_for(state="detached")
    page.emulate_media(reduced_motion="reduce")
    page.evaluate(
        """() => {
            window.tumbled = 0;
            new MutationObserver(() => {
                window.tumbled += document.querySelectorAll('.inaba-fight-tumbling').length;
            }).observe(document.querySelector('.inaba-fight'), { attributes: true, subtree: true });
        }"""
    )
    part(notebook, "one-go").click()
    expect(card(notebook, "One roll").locator(".inaba-fight-seen")).to_contain_text("2 rolls")
    assert page.evaluate("() => window.tumbled") == 0
    fine(notebook)


def test_many_bars_are_drawn_within_their_chart(open_notebook: OpenNotebook) -> None:
    notebook = open_lab(open_notebook, "99, dice='10d100', lang='en'", width=360, height=3000)
    outside = notebook.page.evaluate(
        """() => [...document.querySelectorAll('.inaba-fight-chart')].flatMap((chart) => {
            const { left, right, top, bottom } = chart.getBoundingClientRect();
            return [...chart.querySelectorAll('g rect, text')]
                .map((one) => [one.textContent, one.getBoundingClientRect()])
                .filter(([, b]) => b.left < left - 1 || b.right > right + 1 || b.top < top - 1
                    || b.bottom > bottom + 1)
                .map(([text]) => text);
        })"""
    )
    assert outside == []
    notebook.run("lab.dice = '2d6'; lab.within = 14; lab.fight(1000)")
    expect(notebook.page.locator(".inaba-fight-question").nth(1)).to_contain_text("within 14 rolls")
    notebook.shot("fight-99", LAB)
    fine(notebook)
