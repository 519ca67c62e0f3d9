"""`inaba assignment`: a lesson with other numbers, for each class or each pupil."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from inaba import files
from inaba.command.writing import see_free, writing
from inaba.words import say
from lessons.assignment import assignment, language_of, page
from lessons.exercises import LESSONS
from lessons.voice import TEACHER


def run(asked: Namespace) -> int:
    folder, lang = files.named(asked.dir), asked.lang
    chosen = list(dict.fromkeys(assignment(asked.lesson, seed) for seed in asked.seed))
    texts: dict[Path, str] = {}
    for one in chosen:
        plain = _files(folder, one.name, asked.nbgrader)
        # The same assignment in the other language stands there already: both are wanted, side by side.
        beside = any(_language(file) not in (None, lang) for file in plain)
        pupils, teacher = _files(folder, f"{one.name}-{lang}", asked.nbgrader) if beside else plain
        texts[pupils] = page(one, lang, graded=asked.nbgrader)
        texts[teacher] = page(one, lang, teacher=True)
    for file in texts:
        see_free(file, asked.force)
    for file, text in texts.items():
        with writing(file):
            file.parent.mkdir(parents=True, exist_ok=True)
            files.replace(file, text)
        print(file)
    first = chosen[0]
    print(say("assignment.varied", lang, varied=first.varied, of=len(LESSONS[first.lesson])))
    return 0


def _files(folder: Path, name: str, graded: bool) -> tuple[Path, Path]:
    """Where the pupil's page goes, for nbgrader where it looks for the source of an assignment; and the
    teacher's."""
    file = f"{name}.ipynb"
    return folder / (Path("source", name, file) if graded else file), folder / TEACHER / file


def _language(file: Path) -> str | None:
    """The language of the assignment that is in a file; None where there is none."""
    try:
        return language_of(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeError):
        return None
