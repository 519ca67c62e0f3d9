"""A position as a notebook gives it: as text, as itself, or on a board."""

from __future__ import annotations

from inaba import river
from inaba.river.rules import parse_rules


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
    ValueError
        If it is nothing of that kind.

    Examples
    --------
    >>> str(state_of("9,W/5,6 -,- 1 - -"))
    '9,W/5,6 -,- 1 - -'
    >>> state_of(42)
    Traceback (most recent call last):
    ...
    ValueError: a position is written as text, such as "5,W,4/0,6,3 -,- 1 - -"; got int
    """
    if isinstance(rules, str):
        rules = parse_rules(rules)
    if not isinstance(rules, river.Rules | None):
        raise ValueError(f'rules are written as text, such as "orca=side"; got {type(rules).__name__}')
    if isinstance(given, str):
        return river.parse(given, rules)
    state = getattr(given, "state", given)
    if not isinstance(state, river.State):
        kind = type(given).__name__
        raise ValueError(f'a position is written as text, such as "5,W,4/0,6,3 -,- 1 - -"; got {kind}')
    return state
