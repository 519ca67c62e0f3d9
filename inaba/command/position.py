"""The position that a command line asks about: written there, or of a record; and turns played from it."""

from __future__ import annotations

from argparse import Namespace
from enum import StrEnum

from inaba import files, river
from inaba.errors import IllegalMove, ImpossibleEvent, NotationError, Reason, SetupError, listed


class Why(StrEnum):
    """Why a turn cannot be played from a position."""

    MOVE = "command.after.move"
    ONE_TURN = "command.after.one_turn"
    SPACES = "command.after.spaces"
    UNFINISHED = "command.after.unfinished"
    IMPOSSIBLE = "error.impossible_event"


def asked_position(asked: Namespace) -> river.State:
    """The position on the command line, or of a record."""
    if asked.record is None:
        if asked.position is None:
            raise SetupError("command.solve.no_position")
        if asked.turn is not None:
            raise SetupError("command.refused.needs", option="--turn", other="--record")
        return river.parse(asked.position, river.parse_rules(asked.rules or ""))
    for option, value in (("POSITION", asked.position), ("--rules", asked.rules)):
        if value is not None:
            raise SetupError("command.refused.not_with", option=option, other="--record")
    from inaba.command.terminal import read_record

    record = read_record(files.named(asked.record))
    state: river.State = record.state if asked.turn is None else record.before(asked.turn)
    return state


def played(state: river.State, text: str) -> river.State:
    """A position after turns written as in a record, separated by one space; the last may be unfinished.

    Parameters
    ----------
    state : State
    text : str
        Such as ``"1b2=D>c3=12(4,4)"``.

    Raises
    ------
    NotationError
        If it cannot be read, or not be played from here: the place and the reason.

    Examples
    --------
    >>> str(played(river.parse("5,W -,- 1 - -"), "1a1(1,1) 2b1"))
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
            steps = river.split_turn(turn)
        except NotationError as error:
            raise NotationError(text, at + error.at, error.why) from None
        for place, step in enumerate(map(str, steps)):
            if place and state.starts_turn():
                raise NotationError(text, at, Reason(Why.ONE_TURN, {"step": step}))
            try:
                if step[0] in "=(":
                    state = state.happen(step)
                else:
                    state = state.play((state.to_act() or (state.turn,))[0], step)
            except (IllegalMove, ImpossibleEvent) as error:
                why = error.why if isinstance(error, IllegalMove) else Reason(Why.IMPOSSIBLE, error.data)
                raise NotationError(text, at, Reason(Why.MOVE, {"step": step, "why": why})) from None
            at += len(step)
        at += 1
    return state
