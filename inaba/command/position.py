"""The position that a command line asks about: written there, or of a record; and turns played from it."""

from __future__ import annotations

from argparse import Namespace
from enum import StrEnum
from typing import Any

from inaba import files, river
from inaba.command.games import NOTATIONS, draft_views, game_words, name_of, parsed, read_record
from inaba.errors import IllegalMove, ImpossibleEvent, NotationError, Reason, SetupError, listed
from inaba.record import Notation


class Why(StrEnum):
    """Why a turn cannot be played from a position."""

    MOVE = "command.after.move"
    ONE_TURN = "command.after.one_turn"
    SPACES = "command.after.spaces"
    UNFINISHED = "command.after.unfinished"
    IMPOSSIBLE = "error.impossible_event"


def asked_position(asked: Namespace) -> tuple[str, Any]:
    """The position that is asked about, with the name of its game: as written, or of a record, and after
    what is to be played first. Of a draft of River also what one player sees of it.

    Raises
    ------
    SetupError
        If an option is missing or has no place.
    NotationError
        If a text cannot be read, or not be played.
    OSError
        If the record cannot be read.
    """
    if asked.record is None:
        if asked.position is None:
            raise SetupError("command.solve.no_position")
        if asked.turn is not None:
            raise SetupError("command.refused.needs", option="--turn", other="--record")
        return written_position(asked.position, asked.rules, asked.after, asked.player)
    for option, value in (("POSITION", asked.position), ("--rules", asked.rules)):
        if value is not None:
            raise SetupError("command.refused.not_with", option=option, other="--record")
    record = read_record(files.named(asked.record))
    state = record.state if asked.turn is None else record.before(asked.turn)
    game = name_of(record.notation)
    return game, _seen(game, _after(state, record.notation, asked.after), asked.player)


def written_position(
    position: str, rules: str | None, after: str | None, player: int | None = None
) -> tuple[str, Any]:
    """A position from its text, with the name of its game, after what is to be played first.

    Of a draft of River, where players know what others do not, the text may also be what one of them sees; or
    it is seen by the player that is named.

    Raises
    ------
    NotationError
        If a text cannot be read, or not be played.
    SetupError
        If it is not clear who sees it so, or everybody sees the same.

    Examples
    --------
    >>> game, state = written_position("g3,g9/b5/y1 g7:3 - b2 1 0", None, "g9--")
    >>> game, str(state)
    ('same-one', 'g3/b5/y1 g9:1 g7 b2 2 0')
    """
    try:
        game, state = parsed(position, rules)
    except NotationError:
        views = draft_views(position, rules)
        if not views:
            raise
        if after is not None:
            raise SetupError("command.solve.view_after") from None
        return "river", _of_views(views, player)
    return game, _seen(game, _after(state, NOTATIONS[game], after), player)


def _of_views(views: list[river.View], player: int | None) -> river.View:
    """The view that is meant, of those that a text can be."""
    eyes = [view.player for view in views]
    if player is None and len(eyes) == 1 and eyes[0]:
        return views[0]
    if player not in eyes or not player:
        if not eyes[0]:
            raise SetupError("command.solve.onlooker")
        raise SetupError("command.solve.whose", players=", ".join(map(str, eyes)))
    return views[eyes.index(player)]


def _seen(game: str, state: Any, player: int | None) -> Any:
    """A position as a player sees it, where one is named."""
    if player is None:
        return state
    if game != "river":
        raise SetupError("command.open_hands.river_only", option="--player", game=game_words(game))
    if player > state.players:
        raise SetupError("command.odds.no_player", player=player, players=state.players)
    if not state.secrets:
        raise SetupError("command.solve.player_open", player=player)
    return state.view(player)


def _after(state: Any, notation: Notation, turns: str | None) -> Any:
    return state if turns is None else played(state, turns, notation)


def played(state: Any, text: str, notation: Notation) -> Any:
    """A position after turns written as in a record, separated by one space; the last may be unfinished.

    Parameters
    ----------
    state : Game
    text : str
        Such as ``"1b2=D>c3=12(4,4)"``.
    notation : Notation
        Of the game that the position is of.

    Raises
    ------
    NotationError
        If it cannot be read, or not be played from here: the place and the reason.

    Examples
    --------
    >>> from inaba import river
    >>> str(played(river.parse("5,W -,- 1 - -"), "1a1(1,1) 2b1", river.NOTATION))
    '5-2,W -,b1 1 - -'
    """
    at = 0
    for turn in text.split(" "):
        if not turn:
            raise NotationError(text, at, Reason(Why.SPACES))
        if at and not state.starts_turn():
            awaited = listed(state.chance() or state.legal_moves(state.turn))
            raise NotationError(text, at, Reason(Why.UNFINISHED, {"turn": turn, "awaited": awaited}))
        try:
            steps = notation.tokens(turn)
        except NotationError as error:
            raise NotationError(text, at + error.at, error.why) from None
        for place, step in enumerate(steps):
            if place and state.starts_turn():
                raise NotationError(text, at, Reason(Why.ONE_TURN, {"step": step}))
            try:
                if step[0] in "=(":
                    state = state.happen(step)
                else:
                    state = state.play((state.to_act() or (state.turn,))[0], step)
            except IllegalMove as error:
                raise NotationError(text, at, Reason(Why.MOVE, {"step": step, "why": error.why})) from None
            except ImpossibleEvent as error:  # Which one, its own words say.
                raise NotationError(text, at, Reason(Why.IMPOSSIBLE, error.data)) from None
            at += len(step)
        at += 1
    return state
