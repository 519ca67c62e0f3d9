"""A puzzle's position in the player: River's as a board to press on, that of any other game as its picture.

A stage is plain data. Every stage has a ``kind`` and says in ``how`` which words tell how one answers; a
board has what `inaba.river.scene` draws, and what may be chosen on it.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from inaba import words as engine
from inaba.river.moves import Choose, Peek, parse_move
from inaba.river.scene import cells, destinations
from lessons.puzzles import Puzzle, river
from lessons.puzzles.river import Ask
from lessons.puzzles.river.questions import mover

Data = dict[str, Any]


def stage(puzzle: Puzzle[Any], lang: str, told: bool) -> Data:
    """What the browser draws of a position.

    Parameters
    ----------
    puzzle : Puzzle
    lang : {"ja", "en"}
    told : bool
        Whether the solution is told, and with it what each option is worth.

    Examples
    --------
    >>> from lessons.puzzles import named
    >>> [stage(named(name), "en", False)["kind"] for name in ("after-you", "shark-first")]
    ['board', 'picture']
    """
    if puzzle.room is river.ROOM:
        return _board(puzzle, lang, told)
    how = "number" if puzzle.answer().exact is not None else "choice"
    return {"kind": "picture", "how": how, "alt": puzzle.picture(lang).words()}


def image(puzzle: Puzzle[Any], lang: str) -> str:
    """The picture of a stage of that kind, as SVG; nothing for a board.

    Examples
    --------
    >>> from lessons.puzzles import named
    >>> image(named("after-you"), "en"), image(named("shark-first"), "en")[:4]
    ('', '<svg')
    """
    return "" if puzzle.room is river.ROOM else puzzle.picture(lang).svg()


def _board(puzzle: Puzzle[river.Question], lang: str, told: bool) -> Data:
    position = puzzle.question.position
    form = puzzle.room.form(puzzle.question)
    return {
        "kind": "board",
        "how": form if form in ("move", "square", "number") else "choice",
        "columns": position.board.columns,
        "rows": position.board.rows,
        "cells": cells(position.view(0), lang),
        "side": position.rules.orca == "side",
        "resting": list(position.resting),
        "players": _players(puzzle.question, lang),
        "ask": _asked(puzzle.question),
        "values": _values(puzzle.question) if told else [],
    }


def _players(question: river.Question, lang: str) -> list[Data]:
    """For each rabbit why it cannot be chosen, if it cannot."""
    position = question.position
    data = []
    for rabbit in range(1, position.players + 1):
        why = ""
        if rabbit in position.resting:
            why = engine.say("river.why.resting", lang, rabbit=rabbit)
        elif rabbit not in position.table.movable():
            why = engine.say("board.player.blocked", lang, rabbit=rabbit)
        data.append({"why": why})
    return data


def _asked(question: river.Question) -> Data:
    """What may be chosen on the river."""
    position = question.position
    if question.ask is Ask.MOVE:
        player = mover(position)
        kind = "choose" if position.starts_turn() else "peek"
        rabbit = 0 if kind == "choose" else getattr(position.phase, "rabbit", 0)
        to = destinations(list(position.legal_moves(player)))
        return {"kind": kind, "player": player, "rabbit": rabbit, "to": to}
    if river.ROOM.form(question) == "square":
        options = list(river.answer(question).options)
        return {"kind": "square", "player": 0, "rabbit": question.rabbit, "to": {"": options}}
    return {"kind": "none", "player": 0, "rabbit": 0, "to": {}}


def _values(question: river.Question) -> list[Data]:
    """What each option is worth, to be written on the river."""
    found = river.answer(question)
    rows = []
    for option, value in (found.values or {}).items():
        rabbit, to = question.rabbit, option
        if question.ask is Ask.MOVE:
            move = parse_move(option)
            rabbit = move.rabbit if isinstance(move, Choose) else 0
            to = move.at if isinstance(move, Peek) else getattr(move, "to", "")
        rows.append(
            {
                "rabbit": rabbit,
                "to": to,
                "move": option,
                "percent": _short(value),
                "text": "",
                "best": option == found.right,
            }
        )
    return rows


def _short(value: Fraction) -> str:
    """A chance as a few letters: ``7/12``, else a percent without places; ``>99%`` is not quite certain."""
    text, whole = str(value), round(100 * value)
    if len(text) <= 4:
        return text
    return "<1%" if not whole else ">99%" if whole == 100 else f"{whole}%"
