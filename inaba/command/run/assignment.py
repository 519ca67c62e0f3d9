"""`inaba assignment`: a lesson with other numbers, for each class or each pupil."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from inaba import files
from inaba.command.writing import see_free, writing
from inaba.words import say
from lessons.assignment import Assignment, assignment, page
from lessons.exercises import LESSONS
from lessons.voice import TEACHER


def run(asked: Namespace) -> int:
    folder, lang = files.named(asked.dir), asked.lang
    chosen = list(dict.fromkeys(assignment(asked.lesson, seed) for seed in asked.seed))
    texts: dict[Path, str] = {}
    for one in chosen:
        texts[folder / _pupils(one, asked.nbgrader)] = page(one, lang, graded=asked.nbgrader)
        texts[folder / TEACHER / f"{one.name}.ipynb"] = page(one, lang, teacher=True)
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


def _pupils(one: Assignment, graded: bool) -> Path:
    """Where the pupil's page goes: for nbgrader, where it looks for the source of an assignment."""
    file = f"{one.name}.ipynb"
    return Path("source", one.name, file) if graded else Path(file)
