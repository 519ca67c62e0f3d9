"""The print edition in a browser: opened from a file, read on a telephone, printed on A4."""

from __future__ import annotations

import base64
import re
import zlib
from importlib.resources import files
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Request

from inaba.command import lab
from inaba.words import LANGUAGES
from lessons import edition

PAGES = lab.lessons(files("lessons"))


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Lesson 3, with matrices, a chain and a board, and its teacher's page, one in each language."""
    folder = tmp_path_factory.mktemp("printed")
    made = {}
    for lang, part in zip(LANGUAGES, ("", "teacher/"), strict=True):
        name = f"{lang}/{part}03-how-many-rabbits.ipynb"
        lesson = edition.lesson_of(name)
        made[lang] = folder / f"{lang}.html"
        made[lang].write_text(
            edition.page(edition.run(PAGES[name], lang, lesson.teacher), lang, lesson), "utf-8"
        )
    return made


def mended(data: bytes) -> str:
    """A PDF as text, its packed objects unpacked."""
    packed = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", data, re.DOTALL)
    opened = []
    for part in packed:
        try:
            opened.append(zlib.decompress(part))
        except zlib.error:
            continue
    return (data + b"\n".join(opened)).decode("latin-1")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_opens_from_a_file_without_a_network(
    lang: str, printed: dict[str, Path], browser: Browser, axe_core: Path, shots: Path
) -> None:
    asked: list[str] = []
    said: list[str] = []
    page = browser.new_page(viewport={"width": 360, "height": 740})

    def note(request: Request) -> None:
        asked.append(request.url)

    page.on("request", note)
    page.on("console", lambda message: said.append(message.text))
    page.goto(printed[lang].as_uri())
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
    assert said == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.locator("h1").count() == 1
    # Every picture is drawn, and every formula has a size.
    for broken in ("img", "math"):
        assert (
            page.locator(broken).evaluate_all(
                "all => all.filter(one => one.getBoundingClientRect().height < 8).length"
            )
            == 0
        )
    page.screenshot(path=shots / f"print-{lang}-360.png", full_page=True)
    page.add_script_tag(path=axe_core)
    found = page.evaluate(
        "axe.run(document).then(run => run.violations.map(v => v.id + ' ' + v.nodes[0].html))"
    )
    assert found == []
    page.close()


INKED = """async ([png, across, high]) => {
    const picture = new Image();
    picture.src = `data:image/png;base64,${png}`;
    await picture.decode();
    const canvas = new OffscreenCanvas(across, high);
    const pen = canvas.getContext('2d');
    pen.drawImage(picture, 0, 0);
    const dark = (x, y) => pen.getImageData(x, y, 1, 1).data[1] < 140;
    const rows = [];
    for (let y = 0; y < high; y++)
        for (let x = 0; x < across; x++)
            if (dark(x, y)) { rows.push(y); break; }
    return rows;
}"""
"""The rows of a picture in which something dark stands, as far across as is asked."""


def test_the_sign_of_a_root_is_as_high_as_what_stands_below_it(browser: Browser, shots: Path) -> None:
    """With any font, on paper as well, where backgrounds are left out as a rule."""
    to_html = edition._markdown()
    formulas = r"$$x = \sqrt{2}$$" + "\n\n" + r"$$x = \sqrt{\frac{\frac{a}{b}}{\frac{c}{d}}}$$"
    style = (files("lessons") / "edition.css").read_text("utf-8")
    page = browser.new_page()
    page.set_content(f"<!doctype html><style>{style}</style><main>{to_html(formulas)}</main>")
    page.emulate_media(media="print")
    page.screenshot(path=shots / "print-roots.png")
    heights = []
    for root in page.locator("msqrt").all():
        box = root.bounding_box()
        assert box is not None
        left = root.locator(":scope > *").first.bounding_box()
        assert left is not None
        sign = int(left["x"] - box["x"]) - 1
        picture = base64.b64encode(root.screenshot()).decode()
        rows = page.evaluate(INKED, [picture, sign, int(box["height"])])
        heights.append(box["height"])
        assert rows[0] <= 3
        assert rows[-1] >= box["height"] - 5
        assert len(rows) >= 0.9 * (rows[-1] - rows[0])
    assert heights[1] > 2 * heights[0]
    page.close()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_pdf_is_a4_and_holds_the_whole_lesson(lang: str, printed: dict[str, Path]) -> None:
    target = printed[lang].with_suffix(".pdf")
    edition.pdf(printed[lang], target, edition.browser())
    inside = mended(target.read_bytes())
    sizes = {
        (round(float(wide)), round(float(high)))
        for wide, high in re.findall(r"/MediaBox ?\[0 0 ([\d.]+) ([\d.]+)\]", inside)
    }
    assert sizes == {(595, 842)}
    pages = len(re.findall(r"/Type ?/Page\b(?!s)", inside))
    assert 3 <= pages <= 12
