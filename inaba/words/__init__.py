"""The words shown to people, in Japanese and English.

Words live in TOML files, one table a message, so that a translator needs no Python::

    [river.why.occupied]
    en = "rabbit {rabbit} already stands on {square}"
    ja = "{square} にはウサギ {rabbit} がいます"

A message whose English changes with a number has the forms ``one`` and ``other``, chosen by ``n``::

    [river.rolls]
    en = { one = "{n} roll", other = "{n} rolls" }
    ja = "{n} 回"

In Japanese a space stands beside letters and digits, and so beside what fills a message; where that turns out
to be written in Japanese itself, the space is left out: ``{card} を`` becomes "緑 9 を", and "ジョーカーを".

`say` speaks the engine's own messages; another package reads its own file with `Words.read`.
"""

from __future__ import annotations

import locale
import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final, Protocol, runtime_checkable

LANGUAGES: Final = ("ja", "en")

Message = str | dict[str, str]


@runtime_checkable
class Sayable(Protocol):
    """A thing with a message: its key in the words, and the data that fill it."""

    @property
    def key(self) -> str: ...

    @property
    def data(self) -> Mapping[str, object]: ...


def language(lang: str | None = None) -> str:
    """The language to speak: the one asked for, else the one of the machine.

    Parameters
    ----------
    lang : str, optional
        ``"ja"`` or ``"en"``; a longer tag such as ``"ja_JP.UTF-8"`` is cut to its first part.
        Where it is None, the environment decides: ``INABA_LANG``, ``LC_ALL``, ``LC_MESSAGES``,
        ``LANG``, then the locale of the machine.

    Returns
    -------
    str
        ``"ja"`` or ``"en"``; English where the machine speaks another language.

    Raises
    ------
    ValueError
        If ``lang`` is given and is neither Japanese nor English.

    Examples
    --------
    >>> language("ja_JP.UTF-8")
    'ja'
    """
    if lang is not None:
        short = lang.replace("-", "_").split("_")[0].lower()
        if short not in LANGUAGES:
            raise ValueError(f"language {lang!r} is not one of {', '.join(LANGUAGES)}")
        return short
    for name in ("INABA_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return "ja" if value.lower().startswith("ja") else "en"
    return "ja" if (locale.getlocale()[0] or "").lower().startswith(("ja", "japanese")) else "en"


class Words:
    """Messages by key and language.

    Parameters
    ----------
    messages : mapping of str to mapping of str to str
        For each dotted key its form in each language.
    """

    def __init__(self, messages: Mapping[str, Mapping[str, Message]]) -> None:
        self._messages = messages

    @classmethod
    def read(cls, *sources: Traversable) -> Words:
        """The messages of one or more TOML files.

        Raises
        ------
        ValueError
            If a message lacks a language or has one that is unknown, or a key stands in two files.
        """
        messages: dict[str, dict[str, Message]] = {}
        for source in sources:
            for key, forms in _messages(tomllib.loads(source.read_text(encoding="utf-8"))):
                if key in messages:
                    raise ValueError(f"message {key!r} stands twice, the second time in {source}")
                if set(forms) != set(LANGUAGES):
                    raise ValueError(f"message {key!r} in {source} has {sorted(forms)}, not en and ja")
                messages[key] = forms
        return cls(messages)

    def __iter__(self) -> Iterator[str]:
        return iter(self._messages)

    def __contains__(self, key: object) -> bool:
        return key in self._messages

    def form(self, key: str, lang: str, n: object = None) -> str:
        """The unfilled message: for tests and for pages that fill it themselves."""
        form = self._messages[key][lang]
        if isinstance(form, str):
            return form
        return form["one" if n == 1 else "other"]

    def say(self, what: str | Sayable, lang: str | None = None, /, **data: object) -> str:
        """A message in words.

        Parameters
        ----------
        what : str or Sayable
            The dotted key of a message, or a `Reason` that carries key and data.
        lang : str, optional
            See `language`.
        **data
            What fills the message; a `Reason` among it is put in the same language.

        Raises
        ------
        KeyError
            If there is no such message, or it needs data that was not given.

        Examples
        --------
        >>> say("chance.total", "en", total=9)
        'total 9'
        >>> say("chance.total", "ja", total=9)
        '合計 9'
        """
        if not isinstance(what, str):
            data = {**what.data, **data}
            what = str(what.key)
        lang = language(lang)
        # Most data are texts and numbers; to ask whether a thing keeps a Protocol takes long.
        spoken = {
            k: v if type(v) in (str, int) or not isinstance(v, Sayable) else self._of(v).say(v, lang)
            for k, v in data.items()
        }
        return fill(self.form(what, lang, data.get("n")), lang, spoken)

    def _of(self, what: Sayable) -> Words:
        """Who says it: another package's messages may have a reason of the engine among their data."""
        return self if what.key in self else catalogue()


def fill(form: str, lang: str, data: Mapping[str, object]) -> str:
    """A message with its data in it; in Japanese without the spaces that are none between its words.

    Examples
    --------
    >>> [fill("{card} を出す", "ja", {"card": card}) for card in ("緑 9", "青 14（サメ）")]
    ['緑 9 を出す', '青 14（サメ）を出す']
    """
    if lang != "ja":
        return form.format(**data)
    return _SEAM.sub("", _seamed(form).format(**data)).replace(_MARK, " ")


_MARK: Final = "\x1f"
_JAPANESE: Final = "[\u3000-\u30ff\u4e00-\u9fff\uff01-\uff60]"
_SEAM: Final = re.compile(f"(?<={_JAPANESE}){_MARK}(?={_JAPANESE})")


@cache
def _seamed(form: str) -> str:
    """A Japanese message whose spaces between its own words and what fills it are marked."""
    return re.sub(rf"(?<={_JAPANESE}) (?=\{{)|(?<=\}}) (?={_JAPANESE})", _MARK, form)


def _messages(table: dict[str, object], prefix: str = "") -> Iterator[tuple[str, dict[str, Message]]]:
    for name, value in table.items():
        key = f"{prefix}{name}"
        if not isinstance(value, dict):
            raise ValueError(f"{key!r} is no message")
        if "en" in value or "ja" in value:
            yield key, value
        else:
            yield from _messages(value, f"{key}.")


@cache
def catalogue() -> Words:
    """The engine's own messages, read once."""
    here = sorted((f for f in files(__name__).iterdir() if f.name.endswith(".toml")), key=lambda f: f.name)
    return Words.read(*here)


def say(what: str | Sayable, lang: str | None = None, **data: object) -> str:
    """A message of the engine in words: `Words.say` of `catalogue`.

    Examples
    --------
    >>> say("chance.total", "en", total=9)
    'total 9'
    """
    return catalogue().say(what, lang, **data)
