"""The page that ``inaba lab`` opens on: the lessons by name, each a link, in either language."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePosixPath

from inaba.command.lab import START
from inaba.words import LANGUAGES
from lessons.site.notebooks import title
from lessons.voice import TEACHER, catalogue


def start_pages(lessons: Mapping[str, str]) -> dict[str, str]:
    """The start pages as Markdown, by path: ``"en/start.md"``, ``"ja/start.md"``.

    Parameters
    ----------
    lessons : mapping of str to str
        The notebooks' texts by path, as from `inaba.command.lab.lessons`.

    Examples
    --------
    >>> book = '{"cells": [{"cell_type": "markdown", "source": "# Two dice\\\\n\\\\nWho *wins*?"}]}'
    >>> print(start_pages({"en/01-two-dice.ipynb": book})["en/start.md"].splitlines()[-1])
    - **[Two dice](01-two-dice.ipynb)**<br>Who wins?
    """
    return {f"{lang}/{START}": _page(lessons, lang) for lang in LANGUAGES}


def _page(lessons: Mapping[str, str], lang: str) -> str:
    def say(key: str) -> str:
        return catalogue().form(key, lang, None)

    own = {path: title(text) for path, text in lessons.items() if PurePosixPath(path).parent.name == lang}
    place = PurePosixPath(lang, TEACHER)
    teachers = {path: title(text) for path, text in lessons.items() if PurePosixPath(path).parent == place}
    lines = [f"# {say('site.title')}", "", say("start.how"), "", f"## {say('site.lessons')}", ""]
    lines += [f"- **[{name}]({PurePosixPath(path).name})**<br>{about}" for path, (name, about) in own.items()]
    if teachers:
        lines += ["", f"## {say('site.teachers')}", ""]
        lines += [f"- [{name}]({TEACHER}/{PurePosixPath(path).name})" for path, (name, _) in teachers.items()]
    return "\n".join([*lines, ""])
