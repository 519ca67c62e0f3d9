"""The browser harness itself: it sees what a notebook does, and it can fail."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.conftest import OpenNotebook

COUNTER = """
import anywidget
import traitlets

class Counter(anywidget.AnyWidget):
    _esm = '''
    export default { render({ model, el }) {
        const button = document.createElement("button");
        button.className = "counter";
        const show = () => { button.textContent = `clicked ${model.get("count")}`; };
        button.addEventListener("click", () => {
            model.set("count", model.get("count") + 1);
            model.save_changes();
        });
        model.on("change:count", show);
        show();
        el.append(button);
    } };
    '''
    count = traitlets.Int(0).tag(sync=True)

counter = Counter()
counter
"""


def test_a_click_in_the_browser_reaches_the_kernel(open_notebook: OpenNotebook) -> None:
    notebook = open_notebook([COUNTER])
    button = notebook.page.locator(".counter")
    button.click()
    notebook.page.get_by_text("clicked 1").wait_for()
    assert notebook.run("counter.count") == "1"
    assert notebook.foreign == []
    assert notebook.errors == []


def test_a_cell_that_raises_fails_the_test(open_notebook: OpenNotebook) -> None:
    with pytest.raises(AssertionError, match="ZeroDivisionError"):
        open_notebook(["1 / 0"])


def test_axe_finds_a_field_without_a_name_and_pale_words(open_notebook: OpenNotebook) -> None:
    notebook = open_notebook(
        [
            "from IPython.display import HTML",
            """HTML('<p class="pale" style="color: #aaa; background: #fff">pale</p>')""",
            """HTML('<div class="nameless"><input type="text"></div>')""",
            """HTML('<label class="good">a name <input type="text"></label>')""",
        ]
    )
    assert [found.split(":")[0] for found in notebook.axe(".pale")] == ["color-contrast"]
    assert [found.split(":")[0] for found in notebook.axe(".nameless")] == ["label"]
    assert notebook.axe(".good") == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_narrow_screen_in_either_theme(open_notebook: OpenNotebook, theme: str, tmp_path: Path) -> None:
    notebook = open_notebook(["print('here')"], theme=theme, width=360, height=640)
    assert notebook.output(0).inner_text().strip() == "here"
    assert notebook.page.evaluate("() => document.body.dataset.jpThemeLight") == str(theme == "light").lower()
    notebook.shots = tmp_path
    notebook.shot(f"narrow-{theme}")
    assert (tmp_path / f"narrow-{theme}.png").stat().st_size > 1000
