"""Endings of Same One with open hands, set out for a person and for a program.

What `solvers.open_hands` returns is handed in; any object with these attributes will do. In JSON an exact
fraction is ``str(Fraction)``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final, Protocol

from inaba.command.answers import COLUMNS, ShareRow, percent
from inaba.command.columns import table, wrapped
from inaba.errors import SetupError
from inaba.same_one import format_rules
from inaba.words import say

LONGEST: Final = 9
"""A score of more characters is told to three places, where it is not told exactly besides."""

RIVER_ONLY: Final = (
    *("endless", "after", "record", "turn", "seconds", "table", "save_table", "disk", "seed"),
)
"""Options of `inaba solve` that mean nothing here."""

SAME_ONE_ONLY: Final = ("payoff", "within")

_HANDS: Final = re.compile(r"[gby0-9,/+?-]*(?:[gby][0-9]|-/)[gby0-9,/+?-]*", re.ASCII)


class Solved(Protocol):
    """What a position is worth to each player (`solvers.open_hands.Solution`)."""

    @property
    def of(self) -> Any: ...

    @property
    def payoff(self) -> str: ...

    @property
    def player(self) -> int: ...

    @property
    def guarantee(self) -> tuple[Fraction, ...]: ...

    @property
    def maxn(self) -> tuple[Fraction, ...] | None: ...

    @property
    def ties(self) -> str: ...

    @property
    def forced(self) -> tuple[int | None, ...]: ...

    @property
    def moves(self) -> Sequence[ShareRow]: ...

    @property
    def outcomes(self) -> Sequence[ShareRow]: ...

    @property
    def endless(self) -> Fraction: ...

    @property
    def states(self) -> int: ...

    def by_maxn(self) -> Sequence[ShareRow]: ...


class ForcedRow(Protocol):
    """A move, and within how many turns who makes it can force going out."""

    @property
    def move(self) -> Any: ...

    @property
    def turns(self) -> int | None: ...


class Forced(Protocol):
    """Who can force going out within some turns (`solvers.open_hands.Forced`)."""

    @property
    def of(self) -> Any: ...

    @property
    def player(self) -> int: ...

    @property
    def turns(self) -> int: ...

    @property
    def forced(self) -> tuple[int | None, ...]: ...

    @property
    def moves(self) -> Sequence[ForcedRow]: ...

    @property
    def states(self) -> int: ...


def is_same_one(position: str) -> bool:
    """Whether a text is meant as a position of Same One: it begins with hands of its cards.

    Examples
    --------
    >>> is_same_one("g3,g9/b5/y1 g7:3 - - 1 0"), is_same_one("-/-/- - - g1-6 1 0 deal:2")
    (True, True)
    >>> is_same_one("5,W,4/0,6,3 -,- 1 - -"), is_same_one("-")
    (False, False)
    """
    fields = position.split()
    return len(fields) > 1 and bool(_HANDS.fullmatch(fields[0]))


def check_options(asked: Any, same_one: bool) -> None:
    """See that no option was given that is for the other game.

    Raises
    ------
    SetupError
        If one was.
    """
    key = "command.open_hands.river_only" if same_one else "command.open_hands.same_one_only"
    for option in RIVER_ONLY if same_one else SAME_ONE_ONLY:
        if getattr(asked, option, None) is not None:
            raise SetupError(key, option="--" + option.replace("_", "-"))
    if same_one and getattr(asked, "method", None) not in (None, "exact"):
        raise SetupError(key, option=f"--method {asked.method}")


def solved_json(found: Solved, by: str) -> dict[str, object]:
    """What a position is worth, as what `json.dumps` takes; ``by`` ranks the moves.

    Raises
    ------
    SetupError
        If they are to be ranked by what is not known.
    """
    told = _position_json(found) | {"method": "exact", "payoff": str(found.payoff), "player": found.player}
    told["guarantee"] = _texts(found.guarantee)
    if found.maxn is not None:
        told["maxn"] = {"value": _texts(found.maxn), "ties": found.ties, "checked": True}
    told |= {"forced": list(found.forced), "endless": str(found.endless)}
    told["moves"] = [{"move": str(row.step)} | _row_json(row) for row in _ranked(found, by)]
    if found.outcomes:
        told["outcomes"] = [
            {"event": str(row.step), "chance": str(row.chance)} | _row_json(row) for row in found.outcomes
        ]
    return told | {"states": found.states}


def forced_json(found: Forced) -> dict[str, object]:
    """Who can force going out, as what `json.dumps` takes."""
    return _position_json(found) | {
        "player": found.player,
        "within": found.turns,
        "forced": list(found.forced),
        "moves": [{"move": str(row.move), "turns": row.turns} for row in found.moves],
        "states": found.states,
    }


def _position_json(found: Solved | Forced) -> dict[str, object]:
    return {"position": str(found.of), "rules": format_rules(found.of.rules)}


def _row_json(row: ShareRow) -> dict[str, object]:
    found: dict[str, object] = {"guarantee": _texts(row.guarantee)}
    return found | ({} if row.maxn is None else {"maxn": _texts(row.maxn)})


def _texts(values: Sequence[Fraction]) -> list[str]:
    return [str(value) for value in values]


def _ranked(found: Solved, by: str) -> Sequence[ShareRow]:
    return found.by_maxn() if by == "maxn" and found.moves else found.moves


def _page(found: Solved | Forced, lines: Sequence[str], lang: str) -> str:
    """What stands above and below every answer."""
    head = [say("command.solved.position", lang, position=found.of)]
    if rules := format_rules(found.of.rules):
        head.append(say("command.solved.rules", lang, rules=rules))
    if found.player:
        head.append(say("command.open_hands.decides", lang, player=found.player))
    else:
        key = "command.open_hands.chance" if found.of.result() is None else "command.open_hands.over"
        head.append(say(key, lang))
    return "\n".join([*head, "", *lines, "", say("command.solved.states", lang, n=found.states)])


def solved_text(found: Solved, by: str, lang: str) -> str:
    """What a position is worth to each player, for a person; ``by`` ranks the moves.

    Raises
    ------
    SetupError
        If they are to be ranked by what is not known.
    """
    heads = ["command.shares.player", "command.shares.guarantee", "command.solved.exact"]
    heads += ["command.shares.maxn", "command.solved.exact"] if found.maxn else []
    forced = any(number is not None for number in found.forced)
    heads += ["command.open_hands.forced"] if forced else []
    rows = []
    for seat, share in enumerate(found.guarantee):
        cells = [str(seat + 1), _shown(share, found), str(share)]
        cells += [_shown(found.maxn[seat], found), str(found.maxn[seat])] if found.maxn else []
        rows.append([*cells, *([_turns(found.forced[seat], lang)] if forced else [])])
    lines = [table([say(head, lang) for head in heads], rows, right=[0, 1, 3] if found.maxn else [0, 1]), ""]
    lines += wrapped(say(f"command.open_hands.{found.payoff}", lang), COLUMNS)
    about = f"command.open_hands.maxn.{found.ties}" if found.maxn else "command.open_hands.no_maxn"
    lines += wrapped(say(about, lang), COLUMNS)
    lines += wrapped(say("command.open_hands.asked", lang, endless=found.endless), COLUMNS)
    ranked = _ranked(found, by) or found.outcomes
    if ranked:
        lines += ["", say("command.open_hands.each_guarantee", lang)]
        lines.append(_each(found, [(row, row.guarantee) for row in ranked], lang))
    known = [(row, row.maxn) for row in ranked if row.maxn is not None]
    if known:
        lines += ["", say("command.open_hands.each_maxn", lang), _each(found, known, lang)]
    return _page(found, lines, lang)


def _each(found: Solved, rows: Sequence[tuple[ShareRow, tuple[Fraction, ...]]], lang: str) -> str:
    """What every player has after each move, or after each event with its chance."""
    first = ["command.solved.event", "command.solved.chance"] if found.outcomes else ["command.solved.move"]
    seats = [say("command.open_hands.seat", lang, player=seat + 1) for seat in range(len(found.guarantee))]
    heads = [*(say(key, lang) for key in first), *seats]
    lines = [
        [
            str(row.step),
            *([percent(row.chance)] if found.outcomes else []),
            *(_shown(v, found) for v in values),
        ]
        for row, values in rows
    ]
    return table(heads, lines, right=range(1, len(heads)))


def forced_text(found: Forced, lang: str) -> str:
    """Who can force going out, for a person."""
    heads = ["command.shares.player", "command.open_hands.forced"]
    rows = [(str(seat), _turns(number, lang)) for seat, number in enumerate(found.forced, 1)]
    lines = [table([say(head, lang) for head in heads], rows, right=[0])]
    if found.moves:
        heads = ["command.solved.move", "command.open_hands.forced"]
        moves = [(str(row.move), _turns(row.turns, lang)) for row in found.moves]
        lines += ["", table([say(head, lang) for head in heads], moves)]
    return _page(found, lines, lang)


def _turns(number: int | None, lang: str) -> str:
    if number is None:
        return say("command.open_hands.never", lang)
    return say("command.open_hands.turns", lang, n=number)


def _shown(value: Fraction, found: Solved) -> str:
    """A share in percent; a score as it is, or to three places where that is too long."""
    if found.payoff == "win":
        return percent(value)
    return exact if len(exact := str(value)) <= LONGEST else f"{float(value):.3f}"
