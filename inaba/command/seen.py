"""From whose eyes `inaba odds` looks at a game with hidden cards, and what he saw before."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from itertools import islice
from typing import Any, Final, NamedTuple

from inaba import cross_sevens, files, same_one
from inaba.command.games import NOTATIONS, read_record
from inaba.errors import NotationError, SetupError
from inaba.record import Record

MOST_HEADERS: Final = 50
"""The header that says from whose eyes a record is written stands among so many lines."""

_PARSE_VIEW: Final[dict[str, Callable[[str, int, Any], Any]]] = {
    "same-one": same_one.parse_view,
    "cross-sevens": cross_sevens.parse_view,
}


class Seen(NamedTuple):
    """What a player sees, and the game that led there.

    Attributes
    ----------
    view : View
        Of the game.
    record : Record or None
        The game that it comes from.
    steps : int
        How many steps of that had been taken.
    """

    view: Any
    record: Record | None = None
    steps: int = 0


def asked_view(asked: Namespace) -> Seen:
    """What is asked about: a view, a position seen by a player, or a record seen by him.

    Raises
    ------
    SetupError
        If an option is missing or has no place.
    NotationError
        If a text cannot be read.
    OSError
        If a file cannot be read.
    """
    if asked.record is not None:
        return _of_record(asked)
    if asked.position is None:
        raise SetupError(f"command.odds.no_position.{asked.game.replace('-', '_')}")
    if asked.turn is not None:
        raise SetupError("command.refused.needs", option="--turn", other="--record")
    notation = NOTATIONS[asked.game]
    rules: Any = notation.parse_rules(asked.rules or "")
    hands = asked.position.partition(" ")[0].split("/")
    shown = [player for player, hand in enumerate(hands, 1) if "?" not in hand]
    if len(shown) < len(hands):
        # Who is out has no cards to hide.
        eyes = [player for player in shown if hands[player - 1] != "-"]
        player = asked.player or (eyes[0] if len(eyes) == 1 else 0)
        return Seen(_PARSE_VIEW[asked.game](asked.position, player, rules))
    state = notation.parse(asked.position, rules)
    if asked.player is None:
        raise SetupError("command.odds.shown")
    return Seen(state.view(_seated(asked.player, state.players)))


def _of_record(asked: Namespace) -> Seen:
    for option, value in (("VIEW", asked.position), ("--rules", asked.rules)):
        if value is not None:
            raise SetupError("command.refused.not_with", option=option, other="--record")
    if asked.player is None:
        raise SetupError("command.refused.needs", option="--record", other="--player")
    file = files.named(asked.record)
    try:
        record = read_record(file, NOTATIONS[asked.game])
    except NotationError:
        with file.open(encoding="utf-8") as lines:
            if any(line.startswith('[View "') for line in islice(lines, MOST_HEADERS)):
                raise SetupError("command.odds.gaps", file=file) from None
        raise
    player = _seated(asked.player, record.start.players)
    steps = len(record.steps)
    if asked.turn is not None:
        record.before(asked.turn)  # Refuses a turn that there is not.
        steps = sum(len(record.turn(turn)) for turn in range(1, asked.turn))
    return Seen(record.states[steps].view(player), record, steps)


def _seated(player: int, players: int) -> int:
    if player > players:
        raise SetupError("command.odds.no_player", player=player, players=players)
    return player
