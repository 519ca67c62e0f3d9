"""Assignments: the lessons with other numbers, in the notebook and for nbgrader."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

import lessons
from inaba.__main__ import main
from inaba.errors import SetupError
from inaba.words import LANGUAGES
from lessons import kit
from lessons.answer import Mark, judge
from lessons.assignment import Assignment, assignment, page
from lessons.build import MOST_COLUMNS, filled, read
from lessons.exercises import LESSONS, Exercise, assigned, journal_name, lesson_of, named, seed_of
from lessons.exercises.exercise import listed
from lessons.voice import say_in

EVERY = [
    pytest.param(lesson, exercise, id=f"{lesson}-{exercise.name}-{at}")
    for lesson, exercises in LESSONS.items()
    for first in exercises
    for at, exercise in enumerate((first, *first.others))
]
"""Each exercise with each of its numbers."""

VARIED = {lesson: es for lesson, es in LESSONS.items() if any(e.others for e in es)}

_LEFT_OPEN = re.compile(r"\{[a-z_]*\}")


def code(book: Any) -> list[str]:
    return ["".join(cell["source"]) for cell in book["cells"] if cell["cell_type"] == "code"]


# The numbers ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("lesson", "exercise"), EVERY)
def test_an_exercise_says_everything_in_words(lesson: str, exercise: Exercise) -> None:
    given, exact = exercise.given(), exercise.answer()
    assert "n" not in given, "it would choose between singular and plural"
    for lang in LANGUAGES:
        for key in (exercise.title, *exercise.hints, *(slip.key for slip in exercise.slips())):
            assert not _LEFT_OPEN.search(say_in(lang, key, **given))
        assert not _LEFT_OPEN.search(say_in(lang, exercise.solution, exact=exact, **given))


@pytest.mark.parametrize(("lesson", "exercise"), EVERY)
def test_the_answer_is_right_and_no_known_slip_is(lesson: str, exercise: Exercise) -> None:
    exact, slips = exercise.answer(), exercise.slips()
    assert judge(exact, exact, exercise.kind, slips).mark is Mark.RIGHT
    for slip in slips:
        assert slip.value != exact, slip.key
        assert judge(slip.value, exact, exercise.kind, slips).remarks[-1].key is slip.key


@pytest.mark.parametrize(
    ("lesson", "exercise"),
    [one for one in EVERY if one.values[1].others],  # type: ignore[union-attr]  # Exercises
)
def test_other_numbers_are_another_question(lesson: str, exercise: Exercise) -> None:
    """Each set of numbers differs in what is given, and not all have the same answer."""
    variants = (exercise, *exercise.others)
    given = [repr(sorted(one.given().items(), key=str)) for one in variants]
    assert len(set(given)) == len(given)
    assert len({one.answer() for one in variants}) > 1
    for one in variants:
        assert (one.name, one.kind, one.title) == (exercise.name, exercise.kind, exercise.title)


def test_words_among_the_numbers_are_said_in_the_language_of_the_prose_and_never_in_code() -> None:
    words = replace(LESSONS["two-dice-and-a-shark"][0], given=lambda: {"ways": listed(["a1", "b1", "c1"])})
    prose = "<!-- text a -->\n<!-- en -->\nTo {{1.ways}}.\n<!-- ja -->\n{{1.ways}} へ。\n"
    assert filled(read(prose), [words])[0].prose == {"en": "To a1, b1 and c1.", "ja": "a1、b1、c1 へ。"}
    with pytest.raises(ValueError, match=r"cell 'b': code is no place .*1\.ways"):
        filled(read("<!-- code b -->\n```python\nprint({{1.ways}})\n```\n"), [words])


def test_a_seed_chooses_the_same_on_every_machine_and_all_numbers_come() -> None:
    """By SHA-256, reckoned by another program: sha256sum of ``two-dice-and-a-shark/1/3b`` modulo 3."""
    told = subprocess.run(
        ["sha256sum"], input=b"two-dice-and-a-shark/1/3b", capture_output=True, check=True
    ).stdout.split()[0]
    first = LESSONS["two-dice-and-a-shark"][0]
    variants = (first, *first.others)
    assert assigned("two-dice-and-a-shark", "3b")[0] is variants[int(told, 16) % len(variants)]
    chosen = {id(assigned("two-dice-and-a-shark", str(seed))[0]) for seed in range(40)}
    assert len(chosen) == len(variants)


def test_without_a_seed_the_numbers_are_the_lessons_own() -> None:
    for lesson, exercises in LESSONS.items():
        assert assigned(lesson) == exercises
        assert named(lesson) == exercises


@pytest.mark.parametrize("text", ["3B", " 3b ", "３ｂ", "３Ｂ　"])
def test_a_seed_is_read_however_it_is_typed(text: str) -> None:
    assert seed_of(text) == "3b"


@pytest.mark.parametrize("text", ["", "3 b", "3-b", "三組", "x" * 13, None, 3, "../x", "3b\n4c"])
def test_what_is_no_seed_is_refused_with_what_would_do(text: object) -> None:
    with pytest.raises(SetupError, match="such as 3b"):
        seed_of(text)


def test_the_name_in_journals_is_the_lessons_and_the_seed() -> None:
    for lesson in LESSONS:
        assert lesson_of(lesson) == lesson
        assert lesson_of(journal_name(lesson, "3b")) == lesson
        assert named(journal_name(lesson, "3b")) == assigned(lesson, "3b")
    assert named("two-dice-and-a-shark-set-3B!") == ()


# The kit --------------------------------------------------------------------------------------------------


def test_the_kit_judges_by_the_numbers_of_the_seed(tmp_path: Path) -> None:
    first = LESSONS["two-dice-and-a-shark"][0]
    seeds = {assigned("two-dice-and-a-shark", str(n))[0].answer(): str(n) for n in range(40)}
    assert set(seeds) == {one.answer() for one in (first, *first.others)}
    # Counted by hand: of 36 outcomes 6 beat a shark of 10, 15 one of 8, 21 one of 7.
    for answer in (Fraction(6, 36), Fraction(15, 36), Fraction(21, 36)):
        for seed in seeds.values():
            kit.begin(
                "two-dice-and-a-shark",
                seed=seed,
                lang="en",
                keep=tmp_path / f"{answer}{seed}".replace("/", "-"),
            )
            assert kit.check("1", answer).right is (seeds[answer] == seed)


def test_an_assignment_is_kept_and_handed_in_apart_from_the_lesson(tmp_path: Path) -> None:
    keep = tmp_path / "progress.jsonl"
    kit.begin("two-dice-and-a-shark", seed="3B", lang="en", keep=keep)
    answer = assigned("two-dice-and-a-shark", "3b")[0].answer()
    assert kit.check("1", answer).right
    assert "Lesson: two-dice-and-a-shark-set-3b" in kit.report("Aoi").text
    assert "1 of 4" in kit.progress().text
    kit.begin("two-dice-and-a-shark", lang="en", keep=keep)
    assert "0 of 4" in kit.progress().text


# The notebook ---------------------------------------------------------------------------------------------


def test_a_lesson_is_found_by_number_and_by_name() -> None:
    made = Assignment("01", "two-dice-and-a-shark", "3b")
    for asked in (
        "1",
        "01",
        "two-dice-and-a-shark",
        "01-two-dice-and-a-shark",
        "01-two-dice-and-a-shark.ipynb",
    ):
        assert assignment(asked, "3B") == made
    with pytest.raises(SetupError, match="01-two-dice-and-a-shark"):
        assignment("two-dice-and-a-whale", "3b")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("lesson", VARIED)
def test_a_page_is_the_lesson_with_its_seed(lesson: str, lang: str) -> None:
    book = json.loads(page(assignment(lesson, "3b"), lang))
    nbformat.validate(book)
    whole = "\n".join(code(book))
    assert f'kit.begin(\n    "{lesson}",\n    seed="3b", lang="{lang}",\n)' in whole
    assert all(len(line) <= 70 for line in whole.splitlines())
    assert "{{" not in json.dumps(book["cells"])
    teacher = json.loads(page(assignment(lesson, "3b"), lang, teacher=True))
    assert f'kit.answers(\n    "{lesson}",\n    seed="3b", lang="{lang}",\n)' in "\n".join(code(teacher))


@pytest.mark.parametrize("lesson", VARIED)
def test_with_all_numbers_the_code_fits_on_paper(lesson: str) -> None:
    """Each exercise's sets in turn, on the pupil's page and the teacher's."""
    sources = Path(lessons.__file__).parent / "sources"
    variants = [(one, *one.others) for one in LESSONS[lesson]]
    for source in sources.rglob(f"??-{lesson}.md"):
        cells = read(source.read_text("utf-8"), source.name)
        for turn in range(max(map(len, variants))):
            chosen = [sets[turn % len(sets)] for sets in variants]
            for cell in filled(cells, chosen, source.name):
                assert all(len(line) <= MOST_COLUMNS for line in (cell.code or "").splitlines()), cell.name


@pytest.mark.parametrize("lesson", VARIED)
def test_the_question_names_what_the_exercise_gives(lesson: str) -> None:
    """What differs between the numbers of an exercise differs on its page, too."""
    seeds = [str(seed) for seed in range(60)]
    for at, first in enumerate(LESSONS[lesson]):
        pages: dict[int, set[str]] = {}
        if not first.others:
            continue
        for seed in seeds:
            one = assigned(lesson, seed)[at]
            if id(one) in pages:
                continue
            book = json.loads(page(assignment(lesson, seed), "en"))
            cells = book["cells"]
            there = next(
                number
                for number, cell in enumerate(cells)
                if cell["cell_type"] == "code" and f'kit.check("{first.name}"' in "".join(cell["source"])
            )
            before = [n for n in range(there) if 'kit.check("' in "".join(cells[n]["source"])]
            asked = "".join("".join(cell["source"]) for cell in cells[max(before, default=0) + 1 : there])
            pages[id(one)] = {asked}
        questions = [question for found in pages.values() for question in found]
        assert len(questions) == 1 + len(first.others)
        assert len(set(questions)) == len(questions), first.name


def test_the_teachers_page_runs_in_any_folder(tmp_path: Path) -> None:
    """The pupil's is run by nbgrader below."""
    text = page(assignment("1", "3b"), "ja", teacher=True)
    book = nbformat.reads(text, as_version=4)  # type: ignore[no-untyped-call]  # nbformat has no types
    NotebookClient(book, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    told = json.dumps([cell.get("outputs") for cell in book.cells], ensure_ascii=False)
    for exercise in assigned("two-dice-and-a-shark", "3b"):
        exact, given = exercise.answer(), exercise.given()
        assert f"{exercise.name}. {say_in('ja', exercise.title, **given)} → " in told
        assert say_in("ja", exercise.solution, exact=exact, **given) in told


# The command ----------------------------------------------------------------------------------------------


def test_the_command_writes_a_page_for_each_seed_and_each_for_the_teacher(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    order = ["assignment", "two-dice-and-a-shark", "--dir", str(tmp_path / "made"), "--lang", "ja"]
    assert main([*order, "--seed", "3A", "--seed", "3b", "--seed", "3a"]) == 0
    names = [f"01-two-dice-and-a-shark-set-{seed}.ipynb" for seed in ("3a", "3b")]
    files = [tmp_path / "made" / folder / name for name in names for folder in ("", "teacher")]
    assert sorted((tmp_path / "made").rglob("*.ipynb")) == sorted(files)
    assert capsys.readouterr().out.splitlines()[:-1] == list(map(str, files))
    assert files[2].read_text("utf-8") == page(assignment("1", "3b"), "ja")


def test_the_command_never_writes_over_a_pupils_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of several files one is there already: none is written."""
    order = ["assignment", "1", "--dir", str(tmp_path), "--lang", "en"]
    assert main([*order, "--seed", "3b"]) == 0
    work = tmp_path / f"{assignment('1', '3b').name}.ipynb"
    work.write_text("a pupil's work", encoding="utf-8")
    assert main([*order, "--seed", "3a", "--seed", "3b"]) == 2
    assert str(work) in capsys.readouterr().err
    assert work.read_text("utf-8") == "a pupil's work"
    assert not (tmp_path / f"{assignment('1', '3a').name}.ipynb").exists()
    assert main([*order, "--seed", "3b", "--force"]) == 0
    assert work.read_text("utf-8") == page(assignment("1", "3b"), "en")


@pytest.mark.parametrize("graded", [False, True], ids=["plain", "nbgrader"])
def test_the_same_assignment_in_both_languages_stands_in_one_folder(tmp_path: Path, graded: bool) -> None:
    of = assignment("1", "3b")
    order = ["assignment", "1", "--seed", "3b", "--dir", str(tmp_path), *["--nbgrader"] * graded, "--lang"]
    assert main([*order, "ja"]) == main([*order, "en"]) == 0
    first, second = (
        tmp_path / "source" / name / f"{name}.ipynb" if graded else tmp_path / f"{name}.ipynb"
        for name in (of.name, f"{of.name}-en")
    )
    written = {
        first: page(of, "ja", graded=graded),
        second: page(of, "en", graded=graded),
        tmp_path / "teacher" / f"{of.name}.ipynb": page(of, "ja", teacher=True),
        tmp_path / "teacher" / f"{of.name}-en.ipynb": page(of, "en", teacher=True),
    }
    assert {file: file.read_text("utf-8") for file in tmp_path.rglob("*.ipynb")} == written
    # Each once: a second time it is refused, and forced it is written over itself alone.
    second.write_text("a pupil's work", encoding="utf-8")
    assert main([*order, "en"]) == main([*order, "ja"]) == 2
    assert second.read_text("utf-8") == "a pupil's work"
    assert main([*order, "en", "--force"]) == 0
    assert {file: file.read_text("utf-8") for file in tmp_path.rglob("*.ipynb")} == written


def test_a_page_that_was_handed_out_and_moved_is_known_by_its_page_for_the_teacher(tmp_path: Path) -> None:
    name = assignment("1", "3b").name
    order = ["assignment", "1", "--seed", "3b", "--dir", str(tmp_path), "--lang"]
    assert main([*order, "ja"]) == 0
    (tmp_path / f"{name}.ipynb").unlink()
    assert main([*order, "en"]) == 0
    made = {file.relative_to(tmp_path).as_posix() for file in tmp_path.rglob("*.ipynb")}
    assert made == {f"{name}-en.ipynb", f"teacher/{name}.ipynb", f"teacher/{name}-en.ipynb"}


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["1"], "--seed"),
        (["1", "--seed", "三組"], "such as 3b"),
        (["99", "--seed", "3b"], "01-two-dice-and-a-shark"),
        (["20", "--seed", "3b"], "there is no lesson"),
    ],
)
def test_the_command_says_what_would_do(
    arguments: list[str], why: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["assignment", *arguments, "--lang", "en", "--dir", str(tmp_path / "made")]) == 2
    assert why in capsys.readouterr().err
    assert not (tmp_path / "made").exists()


# nbgrader -------------------------------------------------------------------------------------------------


GRADING = """
import sys
from nbgrader.api import Gradebook
from nbgrader.apps import NbGraderApp

NbGraderApp.launch_instance(["autograde", sys.argv[1], "--create"])
with Gradebook("sqlite:///gradebook.db") as grades:
    handed_in = grades.find_submission(sys.argv[1], "aoi")
    print("points:", handed_in.score, handed_in.max_score)
"""
"""`nbgrader autograde`, and what then stands in its book, in one process: to start one more takes seconds."""


def test_nbgrader_releases_and_grades_an_assignment(tmp_path: Path) -> None:
    """Generated, released and graded by nbgrader itself: two right answers of four are 2 points."""
    assert (
        main(["assignment", "1", "--seed", "3b", "--nbgrader", "--dir", str(tmp_path), "--lang", "en"]) == 0
    )
    made = assignment("1", "3b")
    [source] = (tmp_path / "source").rglob("*.ipynb")
    assert source == tmp_path / "source" / made.name / f"{made.name}.ipynb"

    # It calls its own helpers by name, which stand beside the Python that runs it.
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])

    def nbgrader(*arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=tmp_path,
            env={**os.environ, "PATH": path},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    (tmp_path / "nbgrader_config.py").write_text('c = get_config()\nc.CourseDirectory.course_id = "river"\n')
    nbgrader("-m", "nbgrader", "generate_assignment", made.name)
    released = tmp_path / "release" / made.name
    handed_in = tmp_path / "submitted" / "aoi" / made.name
    shutil.copytree(released, handed_in)
    file = handed_in / f"{made.name}.ipynb"
    book = json.loads(file.read_text("utf-8"))
    right = {one.name: one.answer() for one in assigned(made.lesson, made.seed)}
    answers = {"1": right["1"], "2": right["2"], "3": Fraction(5)}
    for cell in book["cells"]:
        asked = re.search(r'kit\.check\("(\d)", answer\)$', "".join(cell["source"]))
        if asked and asked[1] in answers and "nbgrader" not in cell["metadata"]:
            answer = f'answer = "{answers[asked[1]]}"'
            cell["source"] = "".join(cell["source"]).replace("answer = ...", answer).splitlines(keepends=True)
    file.write_text(json.dumps(book), encoding="utf-8")
    assert nbgrader("-c", GRADING, made.name).splitlines()[-1] == "points: 2.0 4.0"


@pytest.mark.parametrize("lesson", LESSONS)
def test_every_lesson_has_other_numbers_for_an_assignment(lesson: str) -> None:
    """So that none has to be refused."""
    made = assignment(lesson, "3b")
    assert (made.lesson, made.varied > 2) == (lesson, True)
