"""Endings of card games with open hands, set out for a person and for a program.

What `solvers.open_hands` returns is handed in; any object with these attributes will do. In JSON an exact
fraction is ``str(Fraction)``.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final, Protocol

from inaba.command.answers import COLUMNS, ShareRow, percent
from inaba.command.columns import table, wrapped
from inaba.command.games import NOTATIONS, game_words
from inaba.errors import SetupError
from inaba.words import say

LONGEST: Final = 9
"""A score of more characters is told to three places, where it is not told exactly besides."""

RIVER_ONLY: Final = ("endless", "seconds", "table", "save_table", "disk", "seed", "no_maxn", "looks")
"""Options of `inaba solve` that mean nothing here."""

OPEN_HANDS_ONLY: Final = ("payoff", "within")


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


def check_options(asked: Any, game: str) -> None:
    """See that no option was given that is for another game.

    Raises
    ------
    SetupError
        If one was.
    """
    river = game == "river"
    key = "command.open_hands.open_hands_only" if river else "command.open_hands.river_only"
    called = game_words(game)
    for option in OPEN_HANDS_ONLY if river else RIVER_ONLY:
        if getattr(asked, option, None) is not None:
            raise SetupError(key, option="--" + option.replace("_", "-"), game=called)
    if not river and getattr(asked, "method", None) not in (None, "exact"):
        raise SetupError(key, option=f"--method {asked.method}", game=called)


def solved_json(found: Solved, by: str, game: str, lang: str) -> dict[str, object]:
    """What a position is worth, as what `json.dumps` takes; ``by`` ranks the moves.

    Where max-n is not known it is null, and ``"maxn_missing"`` says why, as in `answers.shares_json`.

    Raises
    ------
    SetupError
        If they are to be ranked by what is not known.
    """
    told = _position_json(found, game) | {
        "method": "exact",
        "payoff": str(found.payoff),
        "player": found.player,
    }
    told["guarantee"] = _texts(found.guarantee)
    if found.maxn is not None:
        told["maxn"] = {"value": _texts(found.maxn), "ties": found.ties, "checked": True}
    else:
        message = say("command.open_hands.no_maxn", lang)
        told |= {"maxn": None, "maxn_missing": {"why": "unchecked", "message": message}}
    told |= {"forced": list(found.forced), "endless": str(found.endless)}
    told["moves"] = [{"move": str(row.step)} | _row_json(row) for row in _ranked(found, by)]
    if found.outcomes:
        told["outcomes"] = [
            {"event": str(row.step), "chance": str(row.chance)} | _row_json(row) for row in found.outcomes
        ]
    return told | {"states": found.states}


def forced_json(found: Forced, game: str) -> dict[str, object]:
    """Who can force going out, as what `json.dumps` takes."""
    return _position_json(found, game) | {
        "player": found.player,
        "within": found.turns,
        "forced": list(found.forced),
        "moves": [{"move": str(row.move), "turns": row.turns} for row in found.moves],
        "states": found.states,
    }


def _position_json(found: Solved | Forced, game: str) -> dict[str, object]:
    return {
        "game": NOTATIONS[game].name,
        "position": str(found.of),
        "rules": _rules(found, game),
    }


def _rules(found: Solved | Forced, game: str) -> str:
    return NOTATIONS[game].format_rules(found.of.rules)


def _says(name: str, game: str) -> str:
    """The key of what is said of one game in its own words."""
    return f"command.open_hands.{name}.{game.replace('-', '_')}"


def _row_json(row: ShareRow) -> dict[str, object]:
    found: dict[str, object] = {"guarantee": _texts(row.guarantee)}
    return found | ({} if row.maxn is None else {"maxn": _texts(row.maxn)})


def _texts(values: Sequence[Fraction]) -> list[str]:
    return [str(value) for value in values]


def _ranked(found: Solved, by: str) -> Sequence[ShareRow]:
    return found.by_maxn() if by == "maxn" and found.moves else found.moves


def _page(found: Solved | Forced, lines: Sequence[str], game: str, lang: str) -> str:
    """What stands above and below every answer."""
    head = [say("command.solved.position", lang, position=found.of)]
    if rules := _rules(found, game):
        head.append(say("command.solved.rules", lang, rules=rules))
    if found.player:
        head.append(say("command.open_hands.decides", lang, player=found.player))
    else:
        over = found.of.result() is not None
        head.append(say("command.open_hands.over" if over else _says("chance", game), lang))
    return "\n".join([*head, "", *lines, "", say("command.solved.states", lang, n=found.states)])


def solved_text(found: Solved, by: str, game: str, lang: str) -> str:
    """What a position is worth to each player, for a person; ``by`` ranks the moves.

    Raises
    ------
    SetupError
        If they are to be ranked by what is not known.
    """
    heads = ["command.shares.player", "command.shares.guarantee", "command.solved.exact"]
    heads += ["command.shares.maxn", "command.solved.exact"] if found.maxn else []
    forced = any(number is not None for number in found.forced)
    heads += [_says("forced", game)] if forced else []
    rows = []
    for seat, share in enumerate(found.guarantee):
        cells = [str(seat + 1), _shown(share, found), str(share)]
        cells += [_shown(found.maxn[seat], found), str(found.maxn[seat])] if found.maxn else []
        rows.append([*cells, *([_turns(found.forced[seat], lang)] if forced else [])])
    lines = [table([say(head, lang) for head in heads], rows, right=[0, 1, 3] if found.maxn else [0, 1]), ""]
    lines += wrapped(say(_says(found.payoff, game), lang), COLUMNS)
    about = f"command.open_hands.maxn.{found.ties}" if found.maxn else "command.open_hands.no_maxn"
    lines += wrapped(say(about, lang), COLUMNS)
    lines += wrapped(say(_says("asked", game), lang, endless=found.endless), COLUMNS)
    ranked = _ranked(found, by) or found.outcomes
    if ranked:
        lines += ["", say("command.open_hands.each_guarantee", lang)]
        lines.append(_each(found, [(row, row.guarantee) for row in ranked], lang))
    known = [(row, row.maxn) for row in ranked if row.maxn is not None]
    if known:
        lines += ["", say("command.open_hands.each_maxn", lang), _each(found, known, lang)]
    return _page(found, lines, game, lang)


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


def forced_text(found: Forced, game: str, lang: str) -> str:
    """Who can force going out, for a person."""
    heads = ["command.shares.player", _says("forced", game)]
    rows = [(str(seat), _turns(number, lang)) for seat, number in enumerate(found.forced, 1)]
    lines = [table([say(head, lang) for head in heads], rows, right=[0])]
    if found.moves:
        heads = ["command.solved.move", _says("forced", game)]
        moves = [(str(row.move), _turns(row.turns, lang)) for row in found.moves]
        lines += ["", table([say(head, lang) for head in heads], moves)]
    return _page(found, lines, game, lang)


def _turns(number: int | None, lang: str) -> str:
    if number is None:
        return say("command.open_hands.never", lang)
    return say("command.open_hands.turns", lang, n=number)


def _shown(value: Fraction, found: Solved) -> str:
    """A share in percent; a score as it is, or to three places where that is too long."""
    if found.payoff == "win":
        return percent(value)
    return exact if len(exact := str(value)) <= LONGEST else f"{float(value):.3f}"
