"""What the README pages promise: every example in them is run, and both say the same."""

from __future__ import annotations

import doctest
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from lessons.puzzles import puzzles, rooms

ROOT = Path(__file__).parent.parent
PAGES = {"en": ROOT / "README.md", "ja": ROOT / "README.ja.md"}
LANGUAGES = sorted(PAGES)
SETUP = "python3 -m venv .venv && .venv/bin/python -m pip install -e"


class Block(NamedTuple):
    """A fenced block of a page: its kind, its text, and its line in the page."""

    kind: str
    text: str
    line: int


def blocks(lang: str) -> list[Block]:
    page = PAGES[lang].read_text(encoding="utf-8")
    return [
        Block(found[1], found[2], page[: found.start()].count("\n") + 1)
        for found in re.finditer(r"^```(\w*)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    ]


def of_kind(lang: str, kind: str) -> list[Block]:
    return [block for block in blocks(lang) if block.kind == kind]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_block_is_of_a_kind_that_is_run_or_compared(lang: str) -> None:
    assert {block.kind for block in blocks(lang)} == {"sh", "bat", "console", "pycon"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_there_are_two_commands_one_for_the_lessons_and_one_for_the_tests(lang: str) -> None:
    """`.ci/run` takes the second from the page and runs it as it stands."""
    lessons, tests = (block.text.strip() for block in of_kind(lang, "sh"))
    assert lessons == f'{SETUP} ".[lab]" && .venv/bin/inaba lab'
    assert tests == f'{SETUP} ".[test]" && .venv/bin/python -m pytest'


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_windows_forms_say_the_same(lang: str) -> None:
    def windows(command: str) -> str:
        return re.sub(
            r"\.venv/bin/(\w+)", r".venv\\Scripts\\\1", command.replace("python3 -m venv", "py -m venv")
        )

    unix = [windows(block.text) for block in of_kind(lang, "sh")]
    assert [block.text for block in of_kind(lang, "bat")] == unix


def asked(block: Block) -> list[str]:
    """What a person types in a block."""
    if block.kind == "pycon":
        return [example.source for example in doctest.DocTestParser().get_examples(block.text)]
    if block.kind == "console":
        return [line for line in block.text.splitlines() if line.startswith("$ ")]
    return [block.text]


def test_both_pages_show_the_same_commands_and_code() -> None:
    english, japanese = (
        [
            line.replace('"en"', '"ja"').replace("board.svg", "board.ja.svg")
            for block in blocks(lang)
            for line in asked(block)
        ]
        for lang in ("en", "ja")
    )
    assert english == japanese


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_examples_in_python_give_what_the_page_shows(lang: str) -> None:
    code = "\n".join(block.text for block in of_kind(lang, "pycon"))
    examples = doctest.DocTestParser().get_doctest(code, {}, PAGES[lang].name, str(PAGES[lang]), 0)
    told: list[str] = []
    result = doctest.DocTestRunner(verbose=False).run(examples, out=told.append)
    assert result.attempted > 5
    assert result.failed == 0, "".join(told)


def run_inaba(*arguments: str, folder: Path, lang: str = "en") -> subprocess.CompletedProcess[str]:
    """The command in a folder of its own, in a terminal of 80 columns."""
    return subprocess.run(
        [sys.executable, "-m", "inaba", *arguments],
        cwd=folder,
        env={**os.environ, "INABA_LANG": lang, "PYTHONUTF8": "1", "COLUMNS": "80"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


CONSOLES = [
    pytest.param(lang, block, id=f"{PAGES[lang].name}-{block.line}")
    for lang in LANGUAGES
    for block in of_kind(lang, "console")
]


def test_there_are_examples_of_the_command() -> None:
    assert len(CONSOLES) >= 6


@pytest.mark.parametrize(("lang", "block"), CONSOLES)
def test_the_command_prints_what_the_page_shows(lang: str, block: Block, tmp_path: Path) -> None:
    """Each command runs in a folder with the game of `docs`, and speaks the page's language."""
    (tmp_path / "docs").mkdir()
    shutil.copy(ROOT / "docs" / "game.txt", tmp_path / "docs")
    shown = ""
    for line in asked(block):
        program, *arguments = shlex.split(line.removeprefix("$ "))
        assert program == "inaba"
        done = run_inaba(*arguments, folder=tmp_path, lang=lang)
        assert done.returncode == 0, done.stderr
        shown += f"{line}\n{done.stdout}"
    assert [line.rstrip() for line in shown.splitlines()] == block.text.splitlines()
    for made in tmp_path.rglob("*.svg"):
        kept = ROOT / made.relative_to(tmp_path)
        assert made.read_text(encoding="utf-8") == kept.read_text(encoding="utf-8"), f"draw {kept} again"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_link_into_the_project_leads_somewhere(lang: str) -> None:
    page = PAGES[lang].read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)]+)\)", page)
    assert len(links) >= 2
    named = re.findall(r"`([\w.-]+/[\w./-]*|[\w-]+\.(?:cff|md|yml))`", page)
    places = [*links, *(place for place in named if not place.startswith(".venv"))]
    assert [place for place in places if not (ROOT / place).exists()] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_designers_are_credited_and_the_project_is_unofficial(lang: str) -> None:
    page = PAGES[lang].read_text(encoding="utf-8")
    for name in ("トリガーハッピー", "居椿善久", "ワンドロー", "あゆむ", "2015", "2023"):
        assert name in page
    assert {"en": "unofficial", "ja": "非公式"}[lang] in page


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_names_every_lesson(lang: str) -> None:
    page = PAGES[lang].read_text("utf-8")
    for notebook in sorted((ROOT / "lessons" / lang).glob("*.ipynb")):
        first = json.loads(notebook.read_text("utf-8"))["cells"][0]["source"][0]
        assert f"| {int(notebook.name[:2])} | {first.strip('# ').strip()} |" in page


def test_the_page_tells_how_many_puzzles_there_are() -> None:
    for game, room in rooms().items():
        n = len(puzzles(game))
        told = {"en": f"{n} of {room.name('en')}", "ja": f"{room.name('ja')}{n}問"}
        for lang, words in told.items():
            row = next(line for line in PAGES[lang].read_text("utf-8").splitlines() if "| 20 |" in line)
            assert words.replace(" ", "") in row.replace(" ", "")


def test_an_answer_says_how_it_was_found(tmp_path: Path) -> None:
    done = run_inaba("solve", "--json", "?,3/S,? -,- 1 - 4,O", folder=tmp_path)
    answer = json.loads(done.stdout)
    assert answer["method"] == "exact"
    assert answer["value"] == ["29/32", "3/32"]
