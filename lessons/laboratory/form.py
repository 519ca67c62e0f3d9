"""A laboratory that is a form: what is known is written into fields, what follows from it stands below.

A laboratory says what its fields are and what it answers; the browser's script (``form.js``) draws any such
form. Fields are text, a choice, or a number; answers are sentences, tables and drawings.
"""

from __future__ import annotations

import re
import unicodedata
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, NamedTuple

import traitlets

from inaba.errors import InabaError
from inaba.frame.board import script
from inaba.frame.picture import Shown
from inaba.words import Words
from lessons.chart.ink import Chart
from lessons.laboratory.bench import Bench, Data
from lessons.panel import table
from lessons.voice import percent

MOST_LETTERS: Final = 400
"""A field takes no more."""

SHOWN: Final = ("percent", "fraction")
"""How chances may be written."""


@cache
def _catalogue() -> Words:
    folder = files("lessons.laboratory") / "words"
    return Words.read(folder / "form.toml", folder / "odds.toml", folder / "deduction.toml")


def say(key: str, lang: str, /, **data: object) -> str:
    """A message of the laboratories that are forms, in words."""
    return _catalogue().say(key, lang, **data)


class Refused(InabaError, ValueError):
    """Something that was written into a field and cannot be so: why, and in which field.

    Attributes
    ----------
    field : str
    """

    def __init__(self, key: str, field: str = "", **data: object) -> None:
        super().__init__(key, **data)
        self.field = field

    def say(self, lang: str | None = None) -> str:
        """The reason in words."""
        return say(self.key, lang or "en", **self.data)


class Field(NamedTuple):
    """One thing to fill in.

    Attributes
    ----------
    name : str
    label, help : str
        In words; ``help`` says how it is written, and may be empty.
    value : str
    options : tuple of (str, str)
        For a choice: the values and their words. Empty for text.
    """

    name: str
    label: str
    help: str
    value: str
    options: tuple[tuple[str, str], ...] = ()


class Grid(NamedTuple):
    """A table: its caption, its heads, and its rows, of which the first cell is a heading.

    Attributes
    ----------
    caption : str
    heads : tuple of str
    rows : tuple of tuple of str
    shares : tuple of tuple of Fraction
        How far each cell behind the first is filled, 0 to 1, row by row; the numbers say the same. Empty
        where cells are not filled.
    """

    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    shares: tuple[tuple[Fraction, ...], ...] = ()


class Part(NamedTuple):
    """An answer: a question as its heading, sentences, pictures of a position, charts and tables.

    Attributes
    ----------
    name, heading : str
    lines : tuple of str
    pictures : tuple of Shown
    charts : tuple of Chart
    grids : tuple of Grid
    """

    name: str
    heading: str
    lines: tuple[str, ...] = ()
    pictures: tuple[Shown, ...] = ()
    charts: tuple[Chart, ...] = ()
    grids: tuple[Grid, ...] = ()


class Form(Bench):
    """A laboratory that is a form.

    It says its title, its fields (`_fields`), its buttons (`_buttons`) and its answers (`_parts`), takes what
    is written (`_set`) and what is pressed (`_press`).
    """

    _esm = "\n".join([script("nodes.js"), script("form.js", folder=Path(__file__).parent)])
    _css = "\n".join([script("frame.css"), script("form.css", folder=Path(__file__).parent)])

    scene = traitlets.Dict(read_only=True).tag(sync=True)
    """All that the browser draws."""

    def _prepare(self, lang: str | None) -> None:
        super()._prepare(lang)
        self._wrong: dict[str, tuple[str, str, InabaError]] = {}
        """What stood in a field when something was refused there, what that was, and why."""

    # What each laboratory says.

    @abstractmethod
    def _title(self) -> tuple[str, str]:
        """Its name, and what it is for."""

    @abstractmethod
    def _fields(self) -> Sequence[Field]:
        """What is filled in."""

    @abstractmethod
    def _buttons(self) -> Sequence[tuple[str, str]]:
        """What can be pressed: names, and words."""

    @abstractmethod
    def _parts(self) -> Sequence[Part]:
        """What follows."""

    @abstractmethod
    def _set(self, field: str, text: str) -> None:
        """Take what is written into a field. Raises an `InabaError` where that cannot be so."""

    @abstractmethod
    def _press(self, button: str) -> None:
        """Do what a button is for. Raises an `InabaError` where that cannot be done."""

    # What all do alike.

    def __str__(self) -> str:
        told = [*self._title()]
        told += [f"{field.label}: {_shown(field)}" for field in self._fields()]
        for part in self._parts():
            told += ["", part.heading, *part.lines]
            told += [picture.text(self._lang) for picture in part.pictures]
            told += map(str, part.charts)
            for grid in part.grids:
                told += [grid.caption, *(" | ".join(row) for row in [grid.heads, *grid.rows])]
        return "\n".join(told)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle: Any = super()._repr_mimebundle_(**kwargs)
        data: Data = bundle[0] if isinstance(bundle, tuple) else bundle
        # For readers that show no widgets: what was filled in, and everything that follows.
        data["text/html"] = self._html()
        data["text/plain"] = str(self)
        return bundle

    def _html(self) -> str:
        title, about = self._title()
        parts = [f"<p><strong>{escape(title)}</strong><br>{escape(about)}</p><ul>"]
        parts += [f"<li>{escape(field.label)}: {escape(_shown(field))}</li>" for field in self._fields()]
        parts.append("</ul>")
        for part in self._parts():
            parts.append(f"<p><strong>{escape(part.heading)}</strong></p>")
            parts += [f"<p>{escape(line)}</p>" for line in part.lines]
            parts += [picture.html() for picture in part.pictures]
            parts += [drawn.html() for drawn in part.charts]
            parts += [table(grid.caption, grid.heads, grid.rows) for grid in part.grids]
        return "".join(parts)

    def _unread(self) -> InabaError:
        return Refused("form.why.message")

    def _obey(self, content: object) -> None:
        match content:
            case {"do": "set", "field": str(name), "text": str(text)} if name in self._names():
                try:
                    if len(text) > MOST_LETTERS:
                        raise Refused("form.why.long", name, most=MOST_LETTERS)
                    self._set(name, text)
                except InabaError as error:
                    stands = next(field.value for field in self._fields() if field.name == name)
                    self._wrong[name] = (stands, text, error)
                    raise
                self._wrong.pop(name, None)
            case {"do": "press", "button": str(name)} if name in dict(self._buttons()):
                self._press(name)
            case {"do": "language", "lang": "ja" | "en" as lang}:
                self.lang = lang
            case _:
                raise self._unread()

    def _names(self) -> set[str]:
        return {field.name for field in self._fields()}

    def _switched(self) -> None:
        self._hear(say("form.said.language", self._lang), "info")

    def _words(self) -> Data:
        keys = ("language", "waiting", "gone")
        return {key: say(f"form.ui.{key}", self._lang) for key in keys}

    def _draw(self) -> None:
        title, about = self._title()
        said, tone = self._said
        self.set_trait(
            "scene",
            {
                "lang": self._lang,
                "title": title,
                "about": about,
                "fields": [self._field_data(field) for field in self._fields()],
                "buttons": [{"name": name, "text": text} for name, text in self._buttons()],
                "parts": [_part_data(part) for part in self._parts()],
                "said": {"n": self._talk, "text": said, "tone": tone},
                "received": self._received,
                "reply": self._reply,
            },
        )

    def _field_data(self, field: Field) -> Data:
        stood, written, why = self._wrong.get(field.name, (field.value, field.value, None))
        if stood != field.value:
            # It has got another value since, by a button or a program: what was written is over.
            written, why = field.value, None
        return {
            "name": field.name,
            "label": field.label,
            "help": field.help,
            "value": written,
            "options": [{"value": value, "text": text} for value, text in field.options],
            "error": "" if why is None else why.say(self._lang),
        }


def chances_as(show: str, lang: str) -> Field:
    """The field that says how chances are written."""
    options = tuple((name, say(f"form.show.{name}", lang)) for name in SHOWN)
    return Field("show", say("form.field.show", lang), "", show, options)


def chance_as(chance: Fraction, show: str) -> str:
    """A chance in percent, or exactly.

    Examples
    --------
    >>> [chance_as(Fraction(1, 3), show) for show in SHOWN]
    ['33.3 %', '1/3']
    """
    return percent(chance) if show == "percent" else str(chance)


def typed(text: str, signs: Mapping[str, str] | None = None) -> list[str]:
    """What was written as a list, by a Japanese keyboard, too: its parts, without what is around them.

    Parameters
    ----------
    text : str
        Parts with commas or spaces between them.
    signs : mapping of str to str, optional
        What else may be written for a letter.

    Examples
    --------
    >>> typed("ｇ９、緑12  b3", {"緑": "g"})
    ['g9', 'g12', 'b3']
    """
    plain = unicodedata.normalize("NFKC", text).replace("\ufe0e", "").replace("\ufe0f", "")
    for sign, letter in (signs or {}).items():
        plain = plain.replace(sign, letter)
    return [part for part in re.split(r"[\s,、]+", plain) if part]


def _shown(field: Field) -> str:
    return dict(field.options).get(field.value, field.value) or "-"


def _part_data(part: Part) -> Data:
    return {
        "name": part.name,
        "heading": part.heading,
        "lines": list(part.lines),
        "drawings": [
            *(
                {"svg": picture.svg(), "alt": picture.words(), "width": 0, "least": picture.least()}
                for picture in part.pictures
            ),
            *(
                {"svg": drawn.svg, "alt": drawn.alt, "width": drawn.width, "least": 0}
                for drawn in part.charts
            ),
        ],
        "grids": [
            {
                "caption": grid.caption,
                "heads": list(grid.heads),
                "rows": [list(row) for row in grid.rows],
                "shares": [[float(share) for share in row] for row in grid.shares],
            }
            for grid in part.grids
        ],
    }
