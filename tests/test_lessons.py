"""The lessons' notebooks: made from their sources, and equal in both languages."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import nbformat
import pytest
from markdown_it import MarkdownIt

import lessons
from inaba import river
from inaba.command import lab
from inaba.river.cards import Kind
from inaba.words import LANGUAGES
from lessons import build
from lessons.exercises import LESSONS, Exercise

FOLDER = Path(lessons.__file__).parent
NAMES = sorted(path.stem for path in (FOLDER / "en").glob("*.ipynb"))
TEACHERS = sorted(f"teacher/{path.stem}" for path in (FOLDER / "en" / "teacher").glob("*.ipynb"))
"""The pages for teachers: one for each lesson that has exercises."""
TO_PLAY_WITH = {"puzzles"}
"""Pages that are no lessons: they have no exercises of their own."""
JAPANESE = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")


def lesson_of(name: str) -> str:
    return name.rpartition("/")[2].partition("-")[2]


def exercises(name: str) -> tuple[Exercise, ...]:
    """A lesson's exercises; a page to play with has none."""
    return () if lesson_of(name) in TO_PLAY_WITH else LESSONS[lesson_of(name)]


@cache
def notebook(name: str, lang: str) -> Any:
    path = FOLDER / lang / f"{name}.ipynb"
    return nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]  # nbformat has no types


def code(name: str, lang: str) -> list[Any]:
    return [cell for cell in notebook(name, lang).cells if cell.cell_type == "code"]


@pytest.fixture(params=[*NAMES, *TEACHERS])
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=LANGUAGES)
def lang(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_the_lessons_are_there_in_both_languages_and_have_exercises() -> None:
    assert {"00-how-to-play-river", "01-two-dice-and-a-shark"} <= set(NAMES)
    numbers = [name[:2] for name in NAMES]
    assert len(set(numbers)) == len(numbers)
    assert all(number.isdigit() for number in numbers)
    for folder, ending in ((FOLDER / "ja", "ipynb"), (FOLDER / "sources", "md")):
        assert sorted(path.stem for path in folder.glob(f"*.{ending}")) == NAMES
        assert sorted(f"teacher/{path.stem}" for path in folder.glob(f"teacher/*.{ending}")) == TEACHERS
    assert {lesson_of(name) for name in NAMES} == set(LESSONS) | TO_PLAY_WITH
    assert [f"teacher/{name}" for name in NAMES] == TEACHERS


def test_no_star_of_emphasis_is_left_to_read(name: str, lang: str) -> None:
    """Beside kana a star before a bracket or a suit sign opens and closes nothing: it would stand there."""
    markdown = MarkdownIt("commonmark").enable("table")
    for cell in notebook(name, lang).cells:
        if cell.cell_type == "markdown":
            drawn = markdown.render(cell.source)
            read = re.sub(
                r"<code>.*?</code>|<pre>.*?</pre>|\$\$.*?\$\$|\$[^$]*\$|<[^>]+>", "", drawn, flags=re.DOTALL
            )
            assert "*" not in read, cell.id


def test_the_command_lays_out_the_teachers_pages_below_the_lessons(tmp_path: Path) -> None:
    pages = lab.lessons(files("lessons"))
    assert list(pages) == [f"{lang}/{name}.ipynb" for lang in LANGUAGES for name in [*NAMES, *TEACHERS]]
    lab.lay_out(pages, tmp_path)
    for name, text in pages.items():
        assert (tmp_path / name).read_bytes() == text.encode()


def test_every_lesson_has_four_exercises_and_more() -> None:
    for lesson, asked in LESSONS.items():
        assert len(asked) >= 4, lesson


def test_the_notebooks_are_what_the_sources_make() -> None:
    made = dict(build.notebooks())
    assert len(made) == 2 * len(NAMES + TEACHERS)
    for path, text in made.items():
        assert path.read_bytes() == text.encode(), f"{path}: run python -m lessons.build"


def test_code_is_the_same_in_both_languages(name: str) -> None:
    english, japanese = notebook(name, "en").cells, notebook(name, "ja").cells
    assert [cell.id for cell in english] == [cell.id for cell in japanese]
    for one, other in zip(english, japanese, strict=True):
        assert one.cell_type == other.cell_type
        assert (one.source == other.source) == (one.cell_type == "code")
        assert one.metadata == other.metadata


def test_prose_is_in_its_language(name: str) -> None:
    for cell in notebook(name, "ja").cells:
        assert cell.cell_type == "code" or JAPANESE.search(cell.source), cell.id
    # English prose names the game and its author as they are written, in the first cell, and no more.
    for cell in notebook(name, "en").cells[1:]:
        assert not JAPANESE.search(cell.source), cell.id
    for cell in code(name, "en"):
        assert not JAPANESE.search(cell.source), "code speaks no language"


def test_both_languages_have_the_same_headings_tables_and_formulas(name: str) -> None:
    def shape(text: str) -> tuple[list[str], int, int, list[str]]:
        headings = re.findall(r"^#+", text, re.MULTILINE)
        formulas = re.findall(r"\$\$(.+?)\$\$", text, re.DOTALL)
        numbers = [re.sub(r"\\text\{[^}]*\}|[^0-9/]", "", formula) for formula in formulas]
        return headings, len(re.findall(r"^\|", text, re.MULTILINE)), text.count("\n- "), numbers

    for one, other in zip(notebook(name, "en").cells, notebook(name, "ja").cells, strict=True):
        assert shape(one.source) == shape(other.source), one.id


def test_notebooks_are_valid_and_stored_without_outputs(name: str, lang: str) -> None:
    nbformat.validate(notebook(name, lang))
    for cell in code(name, lang):
        assert cell.outputs == []
        assert cell.execution_count is None


def test_code_lines_fit_on_paper(name: str, lang: str) -> None:
    for cell in code(name, lang):
        assert max(map(len, cell.source.splitlines())) <= 70


def test_every_exercise_has_its_cell_with_untouched_dots(name: str) -> None:
    if name in TEACHERS:
        assert not any("kit.check" in cell.source for cell in code(name, "en"))
        return
    asked = [m[1] for cell in code(name, "en") for m in re.finditer(r'kit\.check\("(.+?)"', cell.source)]
    assert asked == [exercise.name for exercise in exercises(name)]
    for cell in code(name, "en"):
        if "kit.check" in cell.source:
            assert cell.source.startswith("answer = ...\n")


def test_no_answer_stands_in_the_lesson_as_a_number() -> None:
    """What is checked comes from the library at run time: the cells hold exercises' numbers only."""
    for name in NAMES:
        for cell in code(name, "en"):
            if "kit.check" in cell.source:
                assert re.fullmatch(r'answer = \.\.\.\nkit\.check\("\d+", answer\)', cell.source)


def test_the_pictures_are_positions_and_the_twelve_cards_are_the_deck() -> None:
    source = "\n".join(cell.source for cell in code("00-how-to-play-river", "en"))
    shown = next(cell.source for cell in code("00-how-to-play-river", "en") if cell.id == "picture-cards")
    found = re.search(r'show\("(.+?)"\)', shown)
    assert found
    on_the_table = sorted(spot.card for spot in river.parse(found[1]).spots if spot.card)
    assert on_the_table == sorted(river.DECKS["standard"])
    assert source.count("kit.show(") >= 9


def test_the_table_of_our_choices_names_the_decks_as_they_are() -> None:
    sharks = [card.hit_points for card in sorted(river.DECKS["standard"]) if card.kind is Kind.SHARK]
    classroom = river.DECKS["classroom"]
    assert sorted(c.hit_points for c in classroom if c.kind is Kind.SHARK) == [0, *range(3, 11)]
    assert not any(card.kind is Kind.ORCA for card in classroom)
    for lang, joined in (("en", ", ".join(map(str, sharks))), ("ja", "、".join(map(str, sharks)))):
        prose = next(c.source for c in notebook("00-how-to-play-river", lang).cells if c.id == "ours")
        assert joined in prose
