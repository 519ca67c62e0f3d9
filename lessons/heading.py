"""What a lesson is called where people read of it: its number and its title, in their language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from inaba.words import LANGUAGES
from lessons.exercises import lesson_of, set_of
from lessons.voice import say_in

_TITLE: Final = r"^<!-- {lang} -->\n# (.+)$"


def heading(name: str, lang: str) -> str:
    """A lesson's number and title; of an assignment with its seed.

    Parameters
    ----------
    name : str
        As in journals and reports (`lessons.exercises.journal_name`). One that is unknown stays as it is.
    lang : {"ja", "en"}

    Examples
    --------
    >>> heading("two-dice-and-a-shark", "en"), heading("two-dice-and-a-shark-set-3b", "ja")
    ('1. Two dice and a shark', '1. さいころ2個とサメ（3b）')
    >>> heading("lesson-of-tomorrow", "en")
    'lesson-of-tomorrow'
    """
    known = _headings().get(lesson_of(name))
    if known is None:
        return name
    number, titles = known
    told = {"number": int(number), "title": titles[lang]}
    if seed := set_of(name):
        return say_in(lang, "collect.heading_of_set", seed=seed, **told)
    return say_in(lang, "collect.heading", **told)


@cache
def _headings() -> Mapping[str, tuple[str, Mapping[str, str]]]:
    """Number and titles of each lesson, by name, as its source has them."""
    found = {}
    for source in (files("lessons") / "sources").iterdir():
        number, _, name = source.name.removesuffix(".md").partition("-")
        if source.name.endswith(".md"):
            text = source.read_text(encoding="utf-8")
            titles = {lang: re.search(_TITLE.format(lang=lang), text, re.MULTILINE) for lang in LANGUAGES}
            found[name] = (number, {lang: title[1] for lang, title in titles.items() if title})
    return found
