"""All puzzles there are, and which of them is today's."""

from __future__ import annotations

from datetime import date
from functools import cache
from hashlib import sha256
from importlib.resources import files

from lessons.puzzles.reader import Kind, Puzzle, read


@cache
def puzzles() -> dict[str, Puzzle]:
    """All puzzles by name: kind by kind, and in each kind the easier ones first.

    Raises
    ------
    ValueError
        If a file is malformed, or two puzzles have the same name.
    """
    found: dict[str, Puzzle] = {}
    for kind in Kind:
        file = files(__package__) / f"{kind}.toml"
        for puzzle in sorted(read(file.read_text(encoding="utf-8"), file.name), key=lambda p: p.level):
            if puzzle.name in found:
                raise ValueError(
                    f"{file.name}: there is another puzzle {puzzle.name!r}, a {found[puzzle.name].kind}"
                )
            found[puzzle.name] = puzzle
    return found


def named(name: object) -> Puzzle:
    """A puzzle by its name.

    Raises
    ------
    ValueError
        If there is none.

    Examples
    --------
    >>> named("after-you").kind
    <Kind.RACE: 'race'>
    """
    if not isinstance(name, str) or name not in puzzles():
        raise ValueError(f"there is no puzzle {name!r}; there are {', '.join(puzzles())}")
    return puzzles()[name]


def daily(day: date) -> Puzzle:
    """The puzzle of a day: the same for everybody.

    In so many days as there are puzzles each comes once, in an order that looks random; then they come again.

    Parameters
    ----------
    day : date

    Raises
    ------
    ValueError
        If it is no date.

    Examples
    --------
    >>> daily(date(2026, 12, 1)) is daily(date(2026, 12, 1))
    True
    """
    if not isinstance(day, date):
        raise ValueError(f"a day is written date(2026, 12, 1); got {day!r}")
    # The order hangs on the names alone: it is the same on every machine and in every version of Python.
    order = sorted(puzzles(), key=lambda name: sha256(name.encode()).digest())
    return puzzles()[order[day.toordinal() % len(order)]]
