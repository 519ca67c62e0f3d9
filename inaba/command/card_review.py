"""A game of cards looked back on: what each decision's odds were to who took it, for a person and a program.

What a solver found is handed in; any object with these attributes will do. In JSON an exact fraction is
``str(Fraction)``.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

from inaba.command.answers import COLUMNS, percent
from inaba.command.columns import table, wrapped
from inaba.errors import listed
from inaba.record import Record
from inaba.words import say

SHOWN: Final = {
    "same-one": ("called", "followed", "unanswered"),
    "cross-sevens": ("follows", "hits", "claimed"),
}
"""What is told of each move, by its name in the solver's answer."""


class Decision(NamedTuple):
    """A decision that left a choice, and its odds from the eyes of who took it.

    Attributes
    ----------
    turn : int
    player : int
    move
        What was played.
    odds
        What was known of it (`solvers.same_one_odds.MoveOdds`, `solvers.cross_sevens_odds.MoveOdds`); None
        where counting would have taken too long.
    first
        Likewise, of the move that is ranked first among all.
    """

    turn: int
    player: int
    move: Any
    odds: Any
    first: Any

    @property
    def was_first(self) -> bool:
        """Whether no move was ranked before it."""
        return self.odds is not None and bool(self.odds.rank == self.first.rank)


def as_json(record: Record, game: str, decisions: Sequence[Decision]) -> dict[str, object]:
    """A game's decisions as what `json.dumps` takes.

    Of a decision whose odds would have taken too long to count ``"odds"``, ``"first"`` and ``"was_first"``
    are null.
    """
    return {
        "game": game.replace("-", "_"),
        "turns": record.turns,
        "result": record.outcome(),
        "assumption": "uniform",
        "decisions": [
            {
                "turn": one.turn,
                "player": one.player,
                "move": str(one.move),
                "odds": None if one.odds is None else _odds_json(one.odds, game),
                "first": None if one.odds is None else str(one.first.move),
                "was_first": None if one.odds is None else one.was_first,
            }
            for one in decisions
        ],
    }


def _odds_json(odds: Any, game: str) -> dict[str, str | None]:
    values = {name: getattr(odds, name) for name in SHOWN[game]}
    return {name: None if value is None else str(value) for name, value in values.items()}


def as_text(record: Record, game: str, decisions: Sequence[Decision], lang: str) -> str:
    """A game's decisions for a person."""

    def says(key: str, **data: object) -> str:
        return say(f"command.reviewed.{key}", lang, **data)

    outcome, turns = record.outcome(), record.turns
    key = {"*": "unfinished", "draw": "drawn"}.get(outcome, "won")
    lines = [says(key, n=turns, player=_named(record, outcome))]
    if record.names:
        players = ", ".join(_named(record, player) for player in range(1, len(record.names) + 1))
        lines.append(says("players", players=players))
    lines += wrapped(says("cards"), COLUMNS)
    if not decisions:
        return "\n".join(lines)
    names = [name for name in SHOWN[game] if any(_known(one, name) is not None for one in decisions)]
    heads = [says(f"head.{name}") for name in ("turn", "player", "moves")]
    heads += [says(f"cards_head.{name}") for name in (*names, "first")]
    rows = []
    for one in decisions:
        cells = [_cell(one, name) for name in names]
        first = "" if one.odds is None or one.was_first else str(one.first.move)
        rows.append([str(one.turn), str(one.player), str(one.move), *cells, first])
    lines += ["", table(heads, rows, right=[0, *range(3, 3 + len(names))]), ""]
    for name in (*names, f"first.{game.replace('-', '_')}"):
        lines += wrapped(says(f"cards_told.{name}"), COLUMNS)
    if uncounted := dict.fromkeys(one.turn for one in decisions if one.odds is None):
        lines += wrapped(says("cards_uncounted", turns=listed(uncounted)), COLUMNS)
    lines.append("")
    for player in range(1, record.start.players + 1):
        own = [one for one in decisions if one.player == player and one.odds is not None]
        best = sum(one.was_first for one in own)
        lines.append(says("cards_sum", player=_named(record, player), first=best, n=len(own)))
    lines += ["", *wrapped(say("command.odds.assumed.uniform", lang), COLUMNS), says("exact")]
    return "\n".join(lines)


def _known(one: Decision, name: str) -> Fraction | None:
    """What is known of the move that was played; None too where it has no such chance."""
    value: Fraction | None = None if one.odds is None else getattr(one.odds, name)
    # Who draws or passes lays nothing that could be called or followed.
    nothing = hasattr(one.odds, "laid") and name in ("called", "followed", "unanswered") and not one.odds.laid
    return None if nothing else value


def _cell(one: Decision, name: str) -> str:
    value = _known(one, name)
    return "-" if value is None else percent(value)


def _named(record: Record, player: int | str) -> str:
    """A player's number, and the name where there is one; of several who share the win, the numbers."""
    if record.names and str(player).isdecimal():
        return f"{player} {record.names[int(player) - 1]}"
    return str(player)
