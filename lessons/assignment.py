"""An assignment: a lesson with other numbers in its exercises, for each class or each pupil.

A seed, such as ``3b``, chooses the numbers, on every machine the same; what the exercises are to be answered
with is computed from them, as everywhere. The notebook is the lesson's, made from its source with these
numbers; it says its seed and its language to `lessons.kit.begin`, so that it may lie in any folder, and hands
in under a name of its own (`lessons.exercises.journal_name`). The page for the teacher has the answers.

For nbgrader each exercise gets a cell of its own that is graded and cannot be changed: it asks
`lessons.kit.check` whether the answer above is right. So the machine that grades needs this library; and a
pupil who runs Python can find every answer in it, as in any notebook that checks answers by itself.
"""

from __future__ import annotations

import json
import re
from importlib.resources import files
from typing import Any, Final, NamedTuple

from inaba.errors import SetupError
from inaba.reading import plainly
from lessons.build import filled, notebook, read
from lessons.edition import EXERCISE
from lessons.exercises import LESSONS, assigned, journal_name, seed_of
from lessons.voice import TEACHER, catalogue

SCHEMA: Final = 3
"""Of what nbgrader keeps with a cell."""

_OPENS: Final = re.compile(r'^kit\.(begin|answers)\("[a-z0-9-]+"\)$', re.MULTILINE)


_OPENED: Final = re.compile(r'"kit\.(?:begin|answers)\(.*?lang=\\"(ja|en)\\"', re.DOTALL)
"""As the notebook's text has it."""


class Assignment(NamedTuple):
    """A lesson and a seed.

    Attributes
    ----------
    number : str
        The lesson's, such as ``"01"``.
    lesson : str
        Its name.
    seed : str
        As `lessons.exercises.seed_of` gives it.
    """

    number: str
    lesson: str
    seed: str

    @property
    def name(self) -> str:
        """What its files are called.

        Examples
        --------
        >>> assignment("1", "3B").name
        '01-two-dice-and-a-shark-set-3b'
        """
        return f"{self.number}-{journal_name(self.lesson, self.seed)}"

    @property
    def varied(self) -> int:
        """How many of its exercises have other numbers for other seeds."""
        return sum(bool(exercise.others) for exercise in LESSONS[self.lesson])


def assignment(lesson: str, seed: str) -> Assignment:
    """The assignment of a lesson.

    Parameters
    ----------
    lesson : str
        Its number or name: ``"1"``, ``"01"``, ``"two-dice-and-a-shark"``, ``"01-two-dice-and-a-shark"``.
    seed : str

    Raises
    ------
    SetupError
        If there is no such lesson or seed.
    """
    chosen = seed_of(seed)
    sources = sorted(source.name.removesuffix(".md") for source in _folder().iterdir())
    lessons = [
        (number, name) for number, _, name in (one.partition("-") for one in sources) if name in LESSONS
    ]
    plain = plainly(lesson).removesuffix(".ipynb")
    asked = plain.zfill(2) if plain.isascii() and plain.isdigit() else plain
    for number, name in lessons:
        if asked in (number, name, f"{number}-{name}"):
            return Assignment(number, name, chosen)
    known = ", ".join(f"{number}-{name}" for number, name in lessons)
    raise SetupError("command.print.no_lesson", lesson=lesson[:60], known=known)


def page(of: Assignment, lang: str, *, teacher: bool = False, graded: bool = False) -> str:
    """The notebook of an assignment, or its page for the teacher.

    Parameters
    ----------
    of : Assignment
    lang : {"ja", "en"}
    teacher : bool
        The page for the teacher.
    graded : bool
        With the cells and the data that nbgrader wants.

    Examples
    --------
    >>> 'seed="3b"' in page(assignment("1", "3b"), "en").replace("\\\\", "")
    True
    """
    folder = _folder() / TEACHER if teacher else _folder()
    file = f"{of.number}-{of.lesson}.md"
    text = (folder / file).read_text(encoding="utf-8")
    book = json.loads(notebook(filled(read(text, file), assigned(of.lesson, of.seed), file), lang))
    opened = 0
    for cell in book["cells"]:
        if cell["cell_type"] == "code":
            source, times = _OPENS.subn(lambda found: _opening(found[1], of, lang), "".join(cell["source"]))
            cell["source"], opened = source.splitlines(keepends=True), opened + times
    if opened != 1:
        raise ValueError(f"{file}: the lesson is opened in {opened} places, and not in one")
    book["cells"].insert(1, _about(of, lang))
    if graded:
        book["cells"] = [made for cell in book["cells"] for made in _graded(cell, of)]
    return json.dumps(book, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def language_of(text: str) -> str | None:
    """The language of a notebook that is an assignment's, or its page for the teacher; None for any other.

    Examples
    --------
    >>> language_of(page(assignment("1", "3b"), "ja")), language_of("{}")
    ('ja', None)
    """
    opened = _OPENED.search(text)
    return opened[1] if opened else None


def _folder() -> Any:
    return files("lessons") / "sources"


def _opening(call: str, of: Assignment, lang: str) -> str:
    """The call that opens the lesson, with the seed, in lines short enough for paper."""
    return f'kit.{call}(\n    "{of.lesson}",\n    seed="{of.seed}", lang="{lang}",\n)'


def _about(of: Assignment, lang: str) -> dict[str, Any]:
    told = catalogue().say("kit.assignment.about", lang, seed=of.seed)
    return {
        "cell_type": "markdown",
        "id": "assignment",
        "metadata": {},
        "source": told.splitlines(keepends=True),
    }


def _graded(cell: dict[str, Any], of: Assignment) -> list[dict[str, Any]]:
    """A cell, and behind an answer the cell that is graded."""
    asked = EXERCISE.search("".join(cell["source"])) if cell["cell_type"] == "code" else None
    if asked is None:
        return [cell]
    name = asked["name"]
    grade = {
        "grade": True,
        "grade_id": f"{of.lesson}-{name}",
        "locked": True,
        "points": 1,
        "schema_version": SCHEMA,
        "solution": False,
        "task": False,
    }
    return [
        cell,
        {
            "cell_type": "code",
            "execution_count": None,
            "id": f"graded-{name}",
            "metadata": {"nbgrader": grade},
            "outputs": [],
            "source": [f'assert kit.check("{name}", answer).right'],
        },
    ]
