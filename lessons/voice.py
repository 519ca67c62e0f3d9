"""How the lessons speak: their messages, in the language of the open lesson.

The messages stand in ``lessons/words``, a file for each room: what the kit says, the words of the charts, and
the exercises of each lesson.
"""

from __future__ import annotations

import os
from fractions import Fraction
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from inaba import words
from inaba.errors import InabaError, Reason
from lessons.chart.ink import percent as percent

TEACHER: Final = "teacher"
"""The folder of the pages for teachers, in that of each language."""


class Refused(InabaError, ValueError):
    """Something that was asked of the kit and cannot be done: what, why, and what would do."""

    def say(self, lang: str | None = None) -> str:
        """The reason in words."""
        return say_in(words.language(lang), self.key, **self.data)


_spoken: list[str] = []
"""The language of this notebook's lesson, once one is open: one kernel is one notebook."""


def speak(lang: str | None) -> None:
    """Speak a language from now on; None: that of the notebook's folder, else the machine's."""
    _spoken[:] = [] if lang is None else [words.language(lang)]


def language() -> str:
    """The language spoken: the open lesson's, else that of the notebook's folder, else the machine's."""
    return _spoken[0] if _spoken else words.language(folder_language())


def asked_language(lang: object) -> str:
    """A language that somebody has asked for; the one spoken where it is None.

    Raises
    ------
    Refused
        If it is neither Japanese nor English.

    Examples
    --------
    >>> asked_language("ja_JP")
    'ja'
    """
    if lang is None:
        return language()
    try:
        return words.language(lang if isinstance(lang, str) else "")
    except ValueError:
        raise Refused("kit.refused.lang", lang=shown(lang)) from None


def shown(value: object) -> str:
    """A value as Python writes it, cut where it is long.

    Examples
    --------
    >>> shown("same_one"), len(shown([1] * 99))
    ("'same_one'", 40)
    """
    written = repr(value)
    return written if len(written) <= 40 else written[:39] + "…"


def folder_language() -> str | None:
    """The language whose folder the notebook lies in, ``en`` or ``ja``; None where it lies in neither."""
    # JupyterLab starts the kernel in the notebook's folder, and names the notebook in this variable.
    # A teacher's page lies one folder deeper.
    for folder in (Path.cwd(), Path(os.environ.get("JPY_SESSION_NAME", "")).parent):
        for name in (folder.name, folder.parent.name if folder.name == TEACHER else ""):
            if name in words.LANGUAGES:
                return name
    return None


@cache
def catalogue() -> words.Words:
    """The lessons' messages, read once."""
    here = (file for file in (files("lessons") / "words").iterdir() if file.name.endswith(".toml"))
    return words.Words.read(*sorted(here, key=lambda file: file.name))


def say(what: str | Reason, /, **data: object) -> str:
    """A message of the lessons in words, in the language of the open lesson, else of the machine.

    A `Fraction` among the data is written as a pupil writes it, with its percent where it is no whole number;
    a `Reason` is said in the same language.

    Examples
    --------
    >>> speak("en")
    >>> say("answer.reduce", exact=Fraction(5, 18))
    'The fraction can be reduced: 5/18 (27.8 %).'
    """
    return say_in(language(), what, **data)


def say_in(lang: str, what: str | Reason, /, **data: object) -> str:
    """A message of the lessons in a language, whatever is spoken otherwise: see `say`."""
    if isinstance(what, Reason):
        data = {**what.data, **data}
        what = str(what.key)
    filled = {name: _filling(value, lang) for name, value in data.items()}
    said = catalogue().form(what, lang, data.get("n")).format(**filled)
    # Half of a letter cannot be sent to a notebook, and would take the whole answer with it.
    return said.encode(errors="replace").decode()


def _filling(value: object, lang: str) -> object:
    if isinstance(value, Reason):
        return say_in(lang, value)
    return both(value) if isinstance(value, Fraction) else value


def both(value: Fraction) -> str:
    """A fraction with its percent: ``5/18 (27.8 %)``; a whole number, or one beyond 1, alone.

    Examples
    --------
    >>> both(Fraction(5, 18)), both(Fraction(400)), both(Fraction(13, 12))
    ('5/18 (27.8 %)', '400', '13/12')
    """
    return f"{value} ({percent(value)})" if 0 < value < 1 else str(value)
