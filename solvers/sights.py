"""A recorded game as one player saw it, step by step: of any game of `inaba` that has views."""

from __future__ import annotations

from typing import Any, NamedTuple

from inaba.errors import SetupError
from inaba.record import Record


class Sight(NamedTuple):
    """One step of a game as one player saw it.

    Attributes
    ----------
    before, after : View
        What he saw before and after it, a view of the game's own.
    actor : int
        Who made it; 0 for chance.
    step : str
        Its notation as he saw it (``State.seen``), with ``?`` for what was hidden from him.
    """

    before: Any
    actor: int
    step: str
    after: Any


def sights(record: Record, player: int, steps: int | None = None) -> list[Sight]:
    """What a player saw of a recorded game, step by step.

    Parameters
    ----------
    record : Record
    player : int
        From 1; 0 for an onlooker.
    steps : int, optional
        Only the first so many; all unless given.

    Raises
    ------
    SetupError
        If there is no such player.

    Examples
    --------
    >>> from inaba import same_one
    >>> game = Record(same_one.NOTATION, same_one.parse("g3,g9/b5,y8/y1,y2 g7:3 - b2,y30 1 0"))
    >>> for player, move in ((1, "g9"), (2, "-"), (3, "-"), (2, "draw"), (0, "=b2")):
    ...     game.play(player, move) if player else game.happen(move)
    >>> [sight.step for sight in sights(game, 1)]
    ['g9', '?', '?', 'draw', '=??']
    """
    check_player(player, record.start.players)
    states = record.states if steps is None else record.states[: steps + 1]
    views = [state.view(player) for state in states]
    return [
        Sight(before, played.player, state.seen(player, played.player, played.step), after)
        for before, played, state, after in zip(views, record.steps, states, views[1:], strict=False)
    ]


def check_player(player: int, players: int) -> None:
    """Refuse a player that there is not; 0 is an onlooker. Raises `SetupError`."""
    if type(player) is not int or not 0 <= player <= players:
        raise SetupError("solvers.sights.player", player=player, players=players)
