"""Boards with advice and laboratories that are forms, on small screens: nothing is cut, no name broken."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import OpenNotebook

CELLS = [
    "from fractions import Fraction\n"
    "from inaba.river.widget import Board\n"
    "from inaba.same_one.widget import Table\n"
    "from lessons import kit\n"
    "from solvers.bounded import Interval\n"
    "from solvers.monte_carlo import Estimate\n"
    "from solvers.same_one_odds import Adviser\n"
    "from solvers.same_one_policies import greedy\n"
    "near, far = Estimate(0.4812, 0.0766, 100), Interval(Fraction(41234, 10**5), Fraction(59001, 10**5))\n"
    "def guess(view):\n"
    "    return [(move, near if n % 2 else far) for n, move in enumerate(view.legal_moves())]\n"
    "HANDS = 'g3,g9,b9,y9,y14/b5,y8,y20/g1,y2,y21 g7:3 g12 b2,y30 1 0'\n"
    "POSITION = '?,W,?/D,12-7,?/6x,?,20-9/5,8-3,S a2,-,b4,c1 1 2 10,14,16,O'",
    "river = Board(POSITION, players=[None] * 4, advise=guess, lang='en')\nriver",
    "same = Table(HANDS, players=[None, greedy, greedy], advise=Adviser(), lang='en', seed=1)\nsame",
    "cross = kit.cross_sevens(3, lang='en', seed=1)\ncross",
    "odds = kit.odds_laboratory(lang='en', seed=1)\nodds",
    "trumps = kit.deduction_laboratory('D8,DK', '5,4', lang='en')\ntrumps",
]

CUT = """() => {
    const scrolls = '.inaba-water, .inaba-field-scroll, .inaba-f-drawing, .inaba-moves';
    const unseen = '.inaba-sheet, .inaba-unseen, .inaba-odds thead';
    const found = [];
    for (const root of document.querySelectorAll('.inaba-board')) {
        const edge = root.getBoundingClientRect();
        for (const one of root.querySelectorAll('*')) {
            if (!one.checkVisibility() || one.closest(`${scrolls}, ${unseen}, option, wbr`)) continue;
            const box = one.getBoundingClientRect();
            if (box.right > edge.right + 1 || box.left < edge.left - 1)
                found.push(`${root.className}: ${one.tagName} "${one.textContent.slice(0, 30)}" hangs out`);
        }
        for (const chip of root.querySelectorAll('.inaba-chip')) {
            const inner = chip.getBoundingClientRect();
            const outer = chip.closest('.inaba-cell').getBoundingClientRect();
            const outside = inner.left < outer.left - 2 || inner.right > outer.right + 2;
            if (outside || chip.scrollWidth > chip.clientWidth) found.push(`${chip.textContent} is cut`);
        }
        for (const name of root.querySelectorAll('.inaba-who')) {
            for (const text of name.childNodes) {
                for (const word of text.textContent.matchAll(/[A-Za-z]+/g)) {
                    const range = document.createRange();
                    range.setStart(text, word.index);
                    range.setEnd(text, word.index + word[0].length);
                    if (range.getClientRects().length > 1) found.push(`${word[0]} is broken`);
                }
            }
        }
    }
    return found;
}"""


def test_nothing_is_cut_on_small_screens(open_notebook: OpenNotebook) -> None:
    notebook = open_notebook(CELLS, run=False, width=820, height=4000)
    page = notebook.page
    page.emulate_media(reduced_motion="reduce")
    notebook.run_all()
    expect(page.locator(".inaba-board")).to_have_count(5)
    for table in (".inaba-same-one", ".inaba-cross-sevens"):
        page.locator(table).get_by_role("button", name="Advice", exact=True).click()
        expect(page.locator(f"{table} .inaba-advice tbody tr").first).to_be_visible()
    chip = page.locator(".inaba-river .inaba-chip")
    expect(chip.filter(has_text="48±8%").first).to_be_visible()
    expect(chip.filter(has_text="41–\u206060%").first).to_be_visible()
    expect(page.locator(".inaba-river .inaba-advice")).to_contain_text("48.1 ± 7.7%")
    found = {}
    for lang in ("en", "ja"):
        notebook.run(f"for one in (river, same, cross, odds, trumps): one.lang = {lang!r}")
        for board in page.locator(".inaba-board").all():
            expect(board).to_have_attribute("lang", lang)
        for width in (360, 560, 820):
            page.set_viewport_size({"width": width, "height": 4000})
            found[lang, width] = page.evaluate(CUT)
            for n, name in enumerate(("river", "same", "cross", "odds", "trumps"), 1):
                notebook.shot(f"small-{name}-{lang}-{width}", notebook.output(n))
    assert {where: wrong for where, wrong in found.items() if wrong} == {}
    assert notebook.errors == []


def test_odds_stand_as_fractions_on_demand_and_say_what_they_are_where_it_is_narrow(
    open_notebook: OpenNotebook,
) -> None:
    notebook = open_notebook([CELLS[0], CELLS[2]], width=1200)
    page = notebook.page
    page.get_by_role("button", name="Advice", exact=True).click()
    advice = page.locator(".inaba-advice")
    first = advice.get_by_role("row").nth(1)
    expect(first).to_contain_text("%")
    wanted = page.get_by_role("button", name="As fractions")
    wanted.focus()
    page.keyboard.press("Enter")
    expect(wanted).to_be_focused()
    expect(wanted).to_have_attribute("aria-pressed", "true")
    expect(advice.get_by_role("cell").filter(has_text="/").first).to_be_visible()
    # Narrow, each number says in words what it is, and a table remains for those who cannot see it.
    page.set_viewport_size({"width": 360, "height": 2400})
    expect(advice.get_by_role("row").nth(1).get_by_role("cell")).to_have_count(5)
    label = first.get_by_role("cell").first.evaluate("one => getComputedStyle(one, '::before').content")
    assert "called" in label
    assert page.evaluate(CUT) == []
    assert notebook.axe(".inaba-advice") == []
    page.get_by_role("button", name="As fractions").click()
    expect(first).to_contain_text("%")
