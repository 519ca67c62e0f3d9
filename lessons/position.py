"""A position as a notebook gives it: as text, as itself, or on a board."""

from __future__ import annotations

from inaba import river
from inaba.river.rules import parse_rules
from lessons.voice import Refused, shown


def state_of(given: object, rules: river.Rules | str | None = None) -> river.State:
    """The position that is meant.

    Parameters
    ----------
    given : State, str, or what has one
        The text of a position, the position itself, or a board, an explorer or a record that is at one.
    rules : Rules or str, optional
        For a position that is given as text.

    Raises
    ------
    NotationError
        If the text is no position, or the rules are none.
    Refused
        If it is nothing of that kind.

    Examples
    --------
    >>> str(state_of("9,W/5,6 -,- 1 - -"))
    '9,W/5,6 -,- 1 - -'
    >>> state_of(42)
    Traceback (most recent call last):
    ...
    lessons.voice.Refused: a position is written as text, such as "5,W,4/0,6,3 -,- 1 - -"; got int
    """
    if isinstance(rules, str):
        rules = parse_rules(rules)
    if not isinstance(rules, river.Rules | None):
        raise Refused("kit.refused.rules", rules=shown(rules), example="orca=side")
    if isinstance(given, str):
        return river.parse(given, rules)
    state = getattr(given, "state", given)
    if not isinstance(state, river.State):
        raise Refused("kit.refused.position", got=type(given).__name__)
    return state
