"""All puzzles there are, of all games, and which of them is today's."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import cache
from hashlib import sha256
from typing import Any, Final, NamedTuple

from lessons.puzzles.reader import collection
from lessons.puzzles.room import LEVELS, Puzzle, Room
from lessons.voice import Refused, shown

FIRST: Final = "river"
"""The game whose puzzle is the puzzle of the day unless another is asked for."""


@cache
def rooms() -> Mapping[str, Room[Any]]:
    """The rooms that there are, by game. A new game is entered here, and nowhere else.

    Examples
    --------
    >>> rooms()["same-one"].name("en")
    'Same One'
    """
    # Here, since a room leads to its game's engine and solvers, and most notebooks need no puzzle.
    from lessons.puzzles import cross_sevens, river, same_one

    return {room.game: room for room in (river.ROOM, same_one.ROOM, cross_sevens.ROOM)}


@cache
def puzzles(game: str | None = None) -> Mapping[str, Puzzle[Any]]:
    """The puzzles of a game, or of all games, by name: game by game, kind by kind, the easier ones first.

    Raises
    ------
    ValueError
        If there is no such game, a file is malformed, or two puzzles have the same name.

    Examples
    --------
    >>> len(puzzles("river")) < len(puzzles())
    True
    """
    if game is not None:
        return collection(_room(game))
    found: dict[str, Puzzle[Any]] = {}
    for room in rooms().values():
        if twice := [name for name in collection(room) if name in found]:
            raise ValueError(f"{room.game}: there is another puzzle {twice[0]!r}")
        found |= collection(room)
    return found


def _room(game: object) -> Room[Any]:
    if not isinstance(game, str) or game not in rooms():
        raise Refused("kit.refused.game", game=shown(game), games=", ".join(rooms()))
    return rooms()[game]


def named(name: object) -> Puzzle[Any]:
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
        raise Refused("kit.refused.puzzle", puzzle=shown(name), puzzles=", ".join(puzzles()))
    return puzzles()[name]


def daily(day: date, game: str = FIRST) -> Puzzle[Any]:
    """The puzzle of a day: the same for everybody.

    In so many days as a game has puzzles each comes once, in an order that looks random; then they come
    again. Every game has a puzzle of the day of its own, so that a new game changes no other's.

    Parameters
    ----------
    day : date
    game : str

    Raises
    ------
    ValueError
        If it is no date, or there is no such game.

    Examples
    --------
    >>> daily(date(2026, 12, 1)) is daily(date(2026, 12, 1))
    True
    """
    if not isinstance(day, date):
        raise Refused("kit.refused.day", day=shown(day))
    found = puzzles(_room(game).game)
    # The order hangs on the names alone: it is the same on every machine and in every version of Python.
    order = sorted(found, key=lambda name: sha256(name.encode()).digest())
    return found[order[day.toordinal() % len(order)]]


class Choice(NamedTuple):
    """Which puzzles are wanted: of a game, of a kind, of a level; made by `choice`.

    Attributes
    ----------
    game, kind : str or None
        A kind has its game beside it.
    level : int or None
    """

    game: str | None = None
    kind: str | None = None
    level: int | None = None

    def offered(self) -> list[Puzzle[Any]]:
        """The puzzles that fit, in the order of the shelf."""
        return [
            one
            for one in puzzles(self.game).values()
            if self.kind in (None, one.kind) and self.level in (None, one.level)
        ]


def choice(game: object = None, kind: object = None, level: object = None) -> Choice:
    """A choice of puzzles; None leaves a part open.

    Raises
    ------
    ValueError
        If there is no such game, kind or level, or several games have a kind of this name and none is given.

    Examples
    --------
    >>> choice(kind="race", level=3)
    Choice(game='river', kind='race', level=3)
    """
    if level is not None and (type(level) is not int or level not in LEVELS):
        raise Refused("kit.refused.level", level=shown(level), least=LEVELS[0], most=LEVELS[-1])
    asked = [*rooms().values()] if game is None else [_room(game)]
    if kind is None:
        return Choice(None if game is None else asked[0].game, None, level)
    having = [room for room in asked if kind in list(room.kinds)]
    if not having:
        there = ", ".join(one for room in asked for one in room.kinds)
        raise Refused("kit.refused.kind", kind=shown(kind), kinds=there)
    if len(having) > 1:
        games = [f'"{room.game}"' for room in having]
        raise Refused("kit.refused.kind_of", kind=shown(kind), first=games[0], second=games[1])
    return Choice(having[0].game, str(kind), level)
