"""Makes the notebooks: ``python -m lessons.build`` writes, ``python -m lessons.build --check`` only looks.

A lesson's source is a Markdown file in ``lessons/sources``: one source for the code, two for the prose. It is
a row of cells, each begun by a comment on a line of its own::

    <!-- text goal -->
    <!-- en -->
    # Two dice and a shark
    <!-- ja -->
    # さいころ2個とサメ
    <!-- code count -->
    ```python
    len(outcomes)
    ```
    <!-- code picture hidden -->
    ```python
    show("5,W,4/0,6,3 -,- 1 - -")
    ```

The word behind ``text`` or ``code`` is the cell's id, which stays the same when cells are moved. ``hidden``
folds a cell's code away, so that a reader sees what it shows. A code cell is the same in both languages; its
lines have at most `MOST_COLUMNS` characters, so that paper of A4 holds them.

``{{2.hit_points}}`` stands for what exercise 2 calls ``hit_points`` (`Exercise.given`): the lesson's own
number here, another one in an assignment (`lessons.assignment`). It may be words, too (a `Reason`), but not
in code.

A source in ``lessons/sources/teacher`` is a lesson's page for the teacher; its notebooks stand in a folder
``teacher`` beside the lessons, so that pupils don't come upon the answers.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from inaba.errors import Reason
from inaba.words import LANGUAGES
from lessons.exercises import LESSONS, Exercise
from lessons.voice import say_in

HERE: Final = Path(__file__).parent
MOST_COLUMNS: Final = 70

_MARK: Final = re.compile(r"<!-- (?:(text|code) ([a-z0-9-]{1,64})( hidden)?|(en|ja)) -->")
_WORD: Final = re.compile(r"^\| (\*\*[^|*\x00-\x7f]{2,8}\*\*) \|", re.MULTILINE)
_GIVEN: Final = re.compile(r"\{\{([0-9]+)\.([a-z_]+)\}\}")
_FENCED: Final = re.compile(r"```python\n(.*)\n```", re.DOTALL)


class Cell(NamedTuple):
    """One cell of a lesson, in all languages.

    Attributes
    ----------
    name : str
        Its id.
    code : str or None
        The code; None for prose.
    prose : dict of str to str
        By language; empty for code.
    hidden : bool
        Whether the code is folded away.
    """

    name: str
    code: str | None
    prose: dict[str, str]
    hidden: bool = False


def read(text: str, source: str = "source") -> tuple[Cell, ...]:
    """The cells of a lesson's source.

    Parameters
    ----------
    text : str
    source : str
        The file's name, for errors.

    Raises
    ------
    ValueError
        If it is no such source: which line or cell, and what is wrong with it.

    Examples
    --------
    >>> read("<!-- text a -->\\n<!-- en -->\\nHello\\n<!-- ja -->\\nこんにちは\\n")[0].prose["ja"]
    'こんにちは'
    """
    cells: list[Cell] = []
    for kind, name, hidden, parts in _cells(text, source):
        where = f"{source}, cell {name!r}"
        if any(cell.name == name for cell in cells):
            raise ValueError(f"{where}: there are two of this name")
        if kind == "code":
            found = _FENCED.fullmatch(parts.get("", "").strip())
            if set(parts) != {""} or not found:
                raise ValueError(f"{where}: a code cell holds one block, fenced by ```python and ```")
            for line in found[1].splitlines():
                if len(line) > MOST_COLUMNS:
                    raise ValueError(f"{where}: more than {MOST_COLUMNS} characters: {line}")
            cells.append(Cell(name, found[1], {}, hidden))
        else:
            loose = parts.pop("", "").strip()
            prose = {lang: words.strip() for lang, words in parts.items()}
            if hidden or loose or set(prose) != set(LANGUAGES) or not all(prose.values()):
                raise ValueError(
                    f"{where}: a text cell holds <!-- en --> and <!-- ja --> with words below each"
                )
            cells.append(Cell(name, None, prose))
    if not cells:
        raise ValueError(f"{source}: there is no cell")
    return tuple(cells)


def _cells(text: str, source: str) -> Iterator[tuple[str, str, bool, dict[str, str]]]:
    kind, name, hidden = "", "", False
    parts: dict[str, str] = {}
    part = ""
    for number, line in enumerate(text.splitlines(), start=1):
        mark = _MARK.fullmatch(line)
        if mark and mark[1]:
            if name:
                yield kind, name, hidden, parts
            kind, name, hidden, part, parts = mark[1], mark[2], bool(mark[3]), "", {}
        elif mark:
            part = mark[4]
            if not name or part in parts:
                raise ValueError(f"{source}, line {number}: {line} has no place here")
            parts[part] = ""
        elif line.startswith("<!--"):
            raise ValueError(f"{source}, line {number}: {line!r} is no mark; see lessons/build.py")
        elif name:
            parts[part] = parts.get(part, "") + line + "\n"
        elif line.strip():
            raise ValueError(f"{source}, line {number}: there are words before the first cell")
    if name:
        yield kind, name, hidden, parts


def filled(
    cells: tuple[Cell, ...], exercises: Sequence[Exercise], source: str = "source"
) -> tuple[Cell, ...]:
    """The cells with the numbers that the exercises give.

    Parameters
    ----------
    cells : tuple of Cell
    exercises : sequence of Exercise
        The lesson's, or an assignment's.
    source : str
        The file's name, for errors.

    Raises
    ------
    ValueError
        If a cell names a number that no exercise gives, or code names words: which cell, and what.

    Examples
    --------
    >>> from lessons.exercises import LESSONS
    >>> cells = read("<!-- text a -->\\n<!-- en -->\\nA {{1.hit_points}}\\n<!-- ja -->\\n{{1.hit_points}}\\n")
    >>> filled(cells, LESSONS["two-dice-and-a-shark"])[0].prose["en"]
    'A 10'
    """
    given = {exercise.name: exercise.given() for exercise in exercises}

    def whole(cell: Cell, text: str, lang: str | None = None) -> str:
        def number(found: re.Match[str]) -> str:
            numbers = given.get(found[1], {})
            if found[2] not in numbers:
                raise ValueError(f"{source}, cell {cell.name!r}: no exercise gives {found[0]}")
            value = numbers[found[2]]
            if not isinstance(value, Reason):
                return str(value)
            if lang is None:
                raise ValueError(f"{source}, cell {cell.name!r}: code is no place for the words {found[0]}")
            return say_in(lang, value)

        return _GIVEN.sub(number, text)

    return tuple(
        cell._replace(
            code=None if cell.code is None else whole(cell, cell.code),
            prose={lang: whole(cell, prose, lang) for lang, prose in cell.prose.items()},
        )
        for cell in cells
    )


def notebook(cells: tuple[Cell, ...], lang: str) -> str:
    """A lesson as a notebook (nbformat 4.5) in one language, without outputs, as text.

    Parameters
    ----------
    cells : tuple of Cell
    lang : str
        ``"ja"`` or ``"en"``.
    """
    made: list[dict[str, object]] = []
    for cell in cells:
        if cell.code is None:
            source = _lines(_words_whole(cell.prose[lang]))
            made.append({"cell_type": "markdown", "id": cell.name, "metadata": {}, "source": source})
            continue
        metadata: dict[str, object] = {}
        if cell.hidden:
            metadata = {"jupyter": {"source_hidden": True}, "tags": ["hide-input"]}
        made.append(
            {
                "cell_type": "code",
                "execution_count": None,
                "id": cell.name,
                "metadata": metadata,
                "outputs": [],
                "source": _lines(cell.code),
            }
        )
    whole = {
        "cells": made,
        "metadata": {
            "inaba": {"lang": lang},
            "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
            "language_info": {"file_extension": ".py", "mimetype": "text/x-python", "name": "python"},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    # As nbformat itself writes it, so that opening and saving a notebook changes nothing else.
    return json.dumps(whole, ensure_ascii=False, indent=1, sort_keys=True, separators=(",", ": ")) + "\n"


def _words_whole(prose: str) -> str:
    """Prose whose tables keep short Japanese words, bold in their first column, in one line each.

    Japanese may be broken behind any character, so a narrow screen would set such a word upright.
    """
    return _WORD.sub(r"| <nobr>\1</nobr> |", prose)


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def notebooks() -> Iterator[tuple[Path, str]]:
    """Every notebook that the sources make: where it stands, and its text."""
    sources = HERE / "sources"
    for source in sorted(sources.rglob("*.md")):
        name = source.relative_to(sources).with_suffix(".ipynb")
        file = name.with_suffix(".md").as_posix()
        exercises = LESSONS.get(name.stem.partition("-")[2], ())
        cells = filled(read(source.read_text(encoding="utf-8"), file), exercises, file)
        for lang in LANGUAGES:
            yield HERE / lang / name, notebook(cells, lang)


def main(arguments: list[str]) -> int:
    """Write the notebooks, or with ``--check`` tell which are not what the sources make (exit status 1)."""
    if arguments not in ([], ["--check"]):
        print("usage: python -m lessons.build [--check]", file=sys.stderr)
        return 2
    stale = 0
    for path, text in notebooks():
        if path.is_file() and path.read_bytes() == text.encode():
            continue
        if arguments:
            print(f"{path} is not what its source makes; run python -m lessons.build", file=sys.stderr)
            stale = 1
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_name(path.name + ".new")
        temporary.write_bytes(text.encode())
        os.replace(temporary, path)
        print(path)
    return stale


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
