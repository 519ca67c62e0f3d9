"""How the lessons speak: their messages, in the language of the open lesson.

The messages stand in ``lessons/words``, a file for each room: what the kit says, the words of the charts, and
the exercises of each lesson.
"""

from __future__ import annotations

import os
from fractions import Fraction
from functools import cache
from importlib.resources import files
from math import isfinite
from numbers import Real
from pathlib import Path
from typing import Final

from inaba import words
from inaba.errors import InabaError, Reason
from inaba.percent import in_percent

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

    Raises
    ------
    Refused
        If there is no such message, or not all that it needs is given.

    Examples
    --------
    >>> speak("en")
    >>> say("answer.reduce", exact=Fraction(5, 18))
    'The fraction can be reduced: 5/18 (27.8 %).'
    """
    key: object = what.key if isinstance(what, Reason) else what
    if not isinstance(key, str) or key not in catalogue():
        raise Refused("kit.refused.message", got=shown(key))
    try:
        return say_in(language(), what, **data)
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        needed = catalogue().form(key, language(), data.get("n"))
        raise Refused("kit.refused.message_data", got=shown(str(key)), message=needed) from error


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
        return say_in(lang, value) if value.key in catalogue() else value.say(lang)
    return both(value) if isinstance(value, Fraction) else value


def both(value: Fraction | int) -> str:
    """A fraction with its percent: ``5/18 (27.8 %)``; a whole number, or one beyond 1, alone.

    Raises
    ------
    Refused
        If it is no number.

    Examples
    --------
    >>> both(Fraction(5, 18)), both(Fraction(400)), both(Fraction(13, 12))
    ('5/18 (27.8 %)', '400', '13/12')
    """
    if not isinstance(value, Real) or not isfinite(value):
        raise Refused("kit.refused.number", got=shown(value))
    return f"{value} ({percent(value)})" if 0 < value < 1 else str(value)


def percent(value: Fraction | float) -> str:
    """A chance as a percent with one place, rounded half to even: ``27.8 %``.

    Exactly 0 and exactly 1 are written as what they are, and what is neither never looks as if it were. A
    float may have been rounded itself, and so keeps its place.

    Raises
    ------
    Refused
        If it is no number from 0 to 1.

    Examples
    --------
    >>> percent(Fraction(5, 18)), percent(0), percent(Fraction(1, 7776)), percent(1 - Fraction(1, 7776))
    ('27.8 %', '0 %', '< 0.1 %', '> 99.9 %')
    >>> percent(0.0), percent(1.0)
    ('0.0 %', '100.0 %')
    """
    # Floating chances that are added up may miss 1 by a little.
    if not isinstance(value, Real) or not -_NOISE <= value <= 1 + _NOISE:
        raise Refused("kit.refused.chance", got=shown(value))
    return as_percent(value)


_NOISE: Final = 1e-9


def as_percent(value: Fraction | float) -> str:
    """Any number as `percent` writes a chance: what is estimated, or its error, may be no chance itself.

    Examples
    --------
    >>> as_percent(-0.05)
    '-5.0 %'
    """
    return in_percent(value)


def about(value: float) -> str:
    """A chance that is known up to an error too small to show, as `as_percent` writes it: ``≈ 27.8 %``.

    Examples
    --------
    >>> about(0.2777), about(0.0), about(1e-9)
    ('≈ 27.8 %', '≈ 0.0 %', '< 0.1 %')
    """
    shown = as_percent(float(value))
    return shown if shown[0] in "<>" else f"≈ {shown}"
