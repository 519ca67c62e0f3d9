"""The notebooks of a site: the lessons, and a page for each laboratory.

Each says in its metadata where it comes from and which edition it is, so that a copy that a pupil has worked
in knows when there is a newer one.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any, Final

from inaba.words import LANGUAGES
from lessons.voice import TEACHER, catalogue

LABORATORIES: Final = {
    "board": "kit.board()",
    "explorer": 'kit.explore("5,W,4/0,6,3 -,- 1 - -")',
    "fight": "kit.fight_laboratory(9)",
    "puzzle-of-the-day": "kit.daily_puzzle()",
    "puzzles": "kit.puzzles()",
    "same-one": "kit.same_one(4)",
    "odds": "kit.odds_laboratory()",
    "cross-sevens": "kit.cross_sevens(4)",
    "deduction": "kit.deduction_laboratory()",
}
"""A page for each: its name, and what its cell does."""

LINKS: Final = {"position": "explorer", "puzzle": "puzzles"}
"""What a link can bring (`lessons.link`), and the page whose cell takes it."""


def pages(lessons: Mapping[str, str], teacher: bool) -> dict[str, str]:
    """All notebooks of a site, by path.

    Parameters
    ----------
    lessons : mapping of str to str
        The lessons as they come, by path.
    teacher : bool
        Whether the pages for teachers, which hold the answers, are among them.

    Examples
    --------
    >>> sorted(pages({}, teacher=False))[:2]
    ['en/board.ipynb', 'en/cross-sevens.ipynb']
    """
    chosen = {
        path: json.loads(text)
        for path, text in lessons.items()
        if teacher or PurePosixPath(path).parent.name != TEACHER
    }
    for lang in LANGUAGES:
        for name, code in LABORATORIES.items():
            chosen[f"{lang}/{name}.ipynb"] = _laboratory(name, code, lang)
    return {path: _marked(path, book) for path, book in chosen.items()}


def editions(books: Mapping[str, str]) -> dict[str, str]:
    """Which edition of each notebook a site holds, by path."""
    return {path: json.loads(text)["metadata"]["inaba"]["edition"] for path, text in books.items()}


def title(text: str) -> tuple[str, str]:
    """A notebook's title, and the paragraph below it without its marks.

    Examples
    --------
    >>> text = "# Two dice\\n\\nWho *wins*?\\n\\nMore."
    >>> title(json.dumps({"cells": [{"cell_type": "markdown", "source": text}]}))
    ('Two dice', 'Who wins?')
    """
    first = next(cell for cell in json.loads(text)["cells"] if cell["cell_type"] == "markdown")
    paragraphs = "".join(first["source"]).split("\n\n")
    below = paragraphs[1].replace("\n", " ") if len(paragraphs) > 1 else ""
    return paragraphs[0].lstrip("# "), below.replace("*", "").replace("`", "")


def _marked(path: str, book: dict[str, Any]) -> str:
    told = book["metadata"]
    told["kernelspec"] = {"display_name": "Python", "language": "python", "name": "python"}
    edition = hashlib.sha256(json.dumps(book, sort_keys=True).encode()).hexdigest()[:16]
    told["inaba"] = {**told.get("inaba", {}), "path": path, "edition": edition}
    return json.dumps(book, ensure_ascii=False, indent=1) + "\n"


def _laboratory(name: str, code: str, lang: str) -> dict[str, Any]:
    say = catalogue().say
    head = f"# {say(f'site.laboratory.{name}.title', lang)}\n\n{say(f'site.laboratory.{name}.about', lang)}"
    tags = [kind for kind, page in LINKS.items() if page == name]
    cells = [
        {"cell_type": "markdown", "id": "about", "metadata": {}, "source": head},
        {
            "cell_type": "code",
            "id": "laboratory",
            "metadata": {"tags": tags} if tags else {},
            "execution_count": None,
            "outputs": [],
            "source": f"from lessons import kit\n\n{code}",
        },
    ]
    return {"cells": cells, "metadata": {"inaba": {"lang": lang}}, "nbformat": 4, "nbformat_minor": 5}
