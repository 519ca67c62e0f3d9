"""The lessons' notebooks, run from top to bottom by a kernel.

Their code is the same in both languages, and in a browser they are run, too (`tests/browser`); here an
untouched lesson speaks Japanese and an answered one English, so that each runs once in each. Of the teacher's
pages every other one is run in Japanese and the rest in English. One kernel runs them all, since to start one
takes longer than most pages; before each page it forgets the lessons.
"""

from __future__ import annotations

import copy
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from inaba.words import LANGUAGES
from tests.test_lessons import FOLDER, JAPANESE, NAMES, TEACHERS, exercises, notebook

WITHOUT_NUMPY = """
import sys

class Closed:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("numpy", "numba", "matplotlib", "pandas"):
            raise ModuleNotFoundError(f"no {name} here", name=name)

assert "numpy" not in sys.modules
sys.meta_path.insert(0, Closed())
"""
"""Run before the first lesson: from here on these cannot be imported, as in a browser without them."""

AFRESH = """
import os, sys
os.chdir({folder!r})
for name in [name for name in sys.modules if name.partition(".")[0] == "lessons"]:
    del sys.modules[name]
assert "numpy" not in sys.modules
get_ipython().reset(new_session=False)
"""
"""Run before each lesson: no name is left, and the lessons are imported anew, in a folder of their own."""


def code(*cells: str) -> Any:
    """A notebook of such cells."""
    made = map(nbformat.v4.new_code_cell, cells)
    return nbformat.v4.new_notebook(cells=list(made))  # type: ignore[no-untyped-call]  # nbformat has no types


@pytest.fixture(scope="module")
def kernel() -> Iterator[NotebookClient]:
    """A kernel that runs one page after another; it is started by the first."""
    client = NotebookClient(code(WITHOUT_NUMPY), timeout=120, kernel_name="python3")
    yield client
    # After one more cell it is left to the client to end it.
    client.nb = code("")
    client.execute()


def run(
    name: str, lang: str, folder: Path, kernel: NotebookClient, answers: dict[str, str] | None = None
) -> Any:
    """The notebook after a run from top to bottom, in a folder of its own."""
    if kernel.km is None:
        kernel.execute(cleanup_kc=False)
    here = (folder / lang / name).parent
    here.mkdir(parents=True)
    book = copy.deepcopy(notebook(name, lang))
    for cell in book.cells:
        for exercise, written in (answers or {}).items():
            if cell.cell_type == "code" and f'check("{exercise}"' in cell.source:
                cell.source = cell.source.replace("answer = ...", f"answer = {written}")
    book.cells[:0] = code(AFRESH.format(folder=str(here))).cells
    kernel.nb = book
    kernel.execute(cleanup_kc=False)
    del book.cells[0]
    return book


def outputs(book: Any) -> Iterator[tuple[str, dict[str, str]]]:
    for cell in book.cells:
        for output in cell.get("outputs", []):
            assert output.output_type != "error"
            yield cell.id, dict(output.get("data", {"text/plain": output.get("text", "")}))


@pytest.fixture
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder outside the project, and an environment that says nothing about language or progress."""
    for variable in ("INABA_PROGRESS", "INABA_LANG", "JPY_SESSION_NAME"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    # The kernel must find the project wherever the tests found it.
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(FOLDER.parent), os.environ.get("PYTHONPATH", "")]))
    # No settings of the person who runs the tests.
    for variable in ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_RUNTIME_DIR"):
        monkeypatch.setenv(variable, str(tmp_path / variable.lower()))
    return tmp_path


def shown_untouched(name: str, lang: str, alone: Path, kernel: NotebookClient) -> dict[str, dict[str, str]]:
    """What the cells of an untouched page show: every one something, pictures with words, in its language."""
    book = run(name, lang, alone, kernel)
    shown = dict(outputs(book))
    silent = {cell.id for cell in book.cells if cell.cell_type == "code"} - set(shown)
    assert silent == set(), "every cell of a lesson has something to show"
    for cell, data in shown.items():
        text = json.dumps(data, ensure_ascii=False)
        if "<img" in data.get("text/html", ""):
            alt = re.search(r'alt="([^"]+)"', data["text/html"])
            assert alt, cell
            assert bool(JAPANESE.search(alt[1])) == (lang == "ja"), cell
        if cell.startswith("answer-"):
            assert {"en": "Your turn", "ja": "あなたの番"}[lang] in text
    assert [path for path in (alone / lang).rglob("*") if path.is_file()] == []
    return shown


@pytest.mark.parametrize("name", NAMES)
def test_an_untouched_notebook_runs_to_its_end_without_numpy(
    name: str, alone: Path, kernel: NotebookClient
) -> None:
    assert shown_untouched(name, "ja", alone, kernel)


@pytest.mark.parametrize("name", [n for n in NAMES if exercises(n)])
def test_with_the_right_answers_every_exercise_is_done(
    name: str, alone: Path, kernel: NotebookClient
) -> None:
    lang = "en"
    right = {exercise.name: repr(str(exercise.answer())) for exercise in exercises(name)}
    shown = dict(outputs(run(name, lang, alone, kernel, right)))
    for exercise in right:
        assert {"en": "✔ Right!", "ja": "✔ 正解！"}[lang] in shown[f"answer-{exercise}"]["text/plain"]
    count = {"en": f"{len(right)} of {len(right)}", "ja": f"{len(right)}問のうち{len(right)}問"}[lang]
    assert count in shown["record"]["text/plain"]
    # What is done is on the disk, one line an answer.
    lines = (alone / lang / "progress.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(line)["did"] for line in lines] == ["right"] * len(right)


@pytest.mark.parametrize(("name", "lang"), [(n, LANGUAGES[at % 2]) for at, n in enumerate(sorted(TEACHERS))])
def test_the_teacher_s_page_tells_every_answer(
    name: str, lang: str, alone: Path, kernel: NotebookClient
) -> None:
    shown = shown_untouched(name, lang, alone, kernel)["answers"]["text/plain"]
    for exercise in exercises(name):
        assert re.search(rf"^{exercise.name}\. .+ → {exercise.answer()}\b", shown, re.MULTILINE)
    assert bool(JAPANESE.search(shown)) == (lang == "ja")


def test_the_lesson_s_own_count_and_simulation_agree_with_the_library(
    alone: Path, kernel: NotebookClient
) -> None:
    shown = dict(outputs(run("01-two-dice-and-a-shark", "en", alone, kernel)))
    assert shown["outcomes"]["text/plain"] == "36"
    assert shown["share"]["text/plain"].split("\n")[:2] == ["10 / 36", "5/18"]
    assert shown["beats-9"]["text/plain"] == "True"
    assert "✔" in shown["compare"]["text/plain"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_refused_in_a_cell_is_told_in_the_lesson_s_language(lang: str, alone: Path) -> None:
    """No traceback, and the cell still counts as one that stopped."""
    here = alone / lang
    here.mkdir()
    book = code(
        "from lessons import kit",
        'kit.begin("two-dice-and-a-shark")',
        'kit.show("5,W,4 - 1 - -")',
        "1 / 0",
    )
    client = NotebookClient(
        book,
        timeout=120,
        kernel_name="python3",
        allow_errors=True,
        resources={"metadata": {"path": str(here)}},
    )
    client.execute()
    told = [output for output in book.cells[2].outputs if output.output_type == "display_data"]
    assert {"en": "That can't be done", "ja": "そのままではできません"}[lang] in told[0].data["text/plain"]
    assert bool(JAPANESE.search(told[0].data["text/plain"])) == (lang == "ja")
    assert not any("Traceback" in str(output.get("traceback", "")) for output in book.cells[2].outputs)
    # Python's own errors are shown as ever.
    assert book.cells[3].outputs[0].ename == "ZeroDivisionError"
