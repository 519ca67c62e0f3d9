"""From whose eyes `inaba odds` looks at a game with hidden cards, and what he saw before."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from itertools import islice
from typing import Any, Final, NamedTuple

from inaba import cross_sevens, files, same_one
from inaba.command.games import NOTATIONS, RecordFileError, draft_views, game_of, parsed, read_record, spaced
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
    position = spaced(asked.position)
    if (eyes := eyes_of(position)) is not None:
        if asked.player is not None:
            _seated(asked.player, len(position.partition(" ")[0].split("/")))
            if eyes not in (0, asked.player):
                raise SetupError("command.odds.other_view", player=eyes, asked=asked.player)
        return Seen(_PARSE_VIEW[asked.game](position, asked.player or eyes, rules))
    state = notation.parse(position, rules)
    if asked.player is None:
        raise SetupError("command.odds.shown")
    return Seen(state.view(_seated(asked.player, state.players)))


def eyes_of(position: str) -> int | None:
    """Whose view a text of a card game is: the one whose cards are shown, 0 for an onlooker's; None where all
    are shown.

    Examples
    --------
    >>> eyes_of("??/D8,D9:try/-/?? DSHC …"), eyes_of("??/?? g7:1 …"), eyes_of("g3/b5/y1 g7:3 …")
    (2, 0, None)
    """
    hands = position.partition(" ")[0].split("/")
    shown = [player for player, hand in enumerate(hands, 1) if "?" not in hand]
    if len(shown) == len(hands):
        return None
    # Who is out has no cards to hide.
    eyes = [player for player in shown if hands[player - 1] != "-"]
    return eyes[0] if len(eyes) == 1 else 0


def written(position: str, rules: str | None) -> tuple[str, Any]:
    """A position, or in a card game or a draft what one player sees of it, with the name of its game.

    Raises
    ------
    NotationError
        If it is none: where, and why.

    Examples
    --------
    >>> game, view = written("g3/??/?? - - y1,y2 1 0", None)
    >>> game, view.player
    ('same-one', 1)
    """
    position = spaced(position)
    game = game_of(position)
    if game in _PARSE_VIEW and (eyes := eyes_of(position)) is not None:
        view_rules: Any = NOTATIONS[game].parse_rules(rules or "")
        return game, _PARSE_VIEW[game](position, eyes, view_rules)
    try:
        return parsed(position, rules)
    except NotationError:
        if not (views := draft_views(position, rules)):
            raise
        # Who of several sees it so makes no difference to what there is to see.
        return "river", views[0]


def _of_record(asked: Namespace) -> Seen:
    for option, value in (("VIEW", asked.position), ("--rules", asked.rules)):
        if value is not None:
            raise SetupError("command.refused.not_with", option=option, other="--record")
    if asked.player is None:
        raise SetupError("command.refused.needs", option="--record", other="--player")
    file = files.named(asked.record)
    try:
        record = read_record(file, NOTATIONS[asked.game])
    except RecordFileError:
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
