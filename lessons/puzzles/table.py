"""One table of a file, with its place: what is wrong with it is told with where it stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NoReturn, TypeVar

from inaba.errors import InabaError
from inaba.words import LANGUAGES

T = TypeVar("T")


class Table:
    """One table of a file, and where it stands, for errors.

    Parameters
    ----------
    table : mapping of str to Any
    where : str

    Examples
    --------
    >>> Table({"level": 9}, "race.toml, puzzle 1").whole("level", 1, 5)
    Traceback (most recent call last):
    ...
    ValueError: race.toml, puzzle 1, level: 9 is no whole number from 1 to 5
    """

    def __init__(self, table: Mapping[str, Any], where: str) -> None:
        self.table, self.where = table, where

    def refuse(self, name: str, why: object) -> NoReturn:
        """Say what is wrong with an entry.

        Raises
        ------
        ValueError
            That.
        """
        raise ValueError(f"{self.where}, {name}: {why}")

    def text(self, name: str, default: str | None = None) -> str:
        """An entry that is a text; ``default`` where it may be missing and is."""
        value = self.table[name] if default is None else self.table.get(name, default)
        if not isinstance(value, str):
            self.refuse(name, f"{value!r} is no text")
        return value

    def whole(self, name: str, least: int, most: int) -> int:
        """An entry that is a whole number between two others."""
        value = self.table[name]
        if type(value) is not int or not least <= value <= most:
            self.refuse(name, f"{value!r} is no whole number from {least} to {most}")
        return value

    def both(self, name: str, value: object) -> Mapping[str, str]:
        """A message: in each language, and in no other."""
        if not isinstance(value, dict) or set(value) != set(LANGUAGES):
            self.refuse(name, f"a message has {' and '.join(sorted(LANGUAGES))}, no less and no more")
        for lang, said in value.items():
            if not isinstance(said, str) or not said.strip():
                self.refuse(f"{name}.{lang}", "there are no words")
        return dict(value)

    def position(self, read: Callable[[str, str], T]) -> T:
        """The position, by who reads it from its text and that of its rules, which may be missing."""
        position, rules = self.text("position"), self.text("rules", "")
        try:
            return read(position, rules)
        except InabaError as error:
            self.refuse("position, rules" if "rules" in self.table else "position", error)
