"""Drawings of what is shut in: pockets of free cells on the field, and the trumps that cannot be laid."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from inaba import cross_sevens
from inaba.cross_sevens.cards import HIGHEST, RANKS, SEVEN, SUITS, Action, Card
from inaba.cross_sevens.field import layout
from lessons import chart
from lessons.drawings.cross_sevens import sevens_field
from lessons.exercises.opening import SIGNS
from lessons.exercises.shut_in import walled
from lessons.panel import Panel
from lessons.voice import say
from solvers.cross_sevens_reach import Reach

_NO_MEANS: Final = "chart.shut_in.trumps.none"


def pockets(position: str | cross_sevens.State, player: int | None = None) -> Panel:
    """A field with the number of its pocket on each free cell that is walled in.

    Parameters
    ----------
    position : str or State
        Its notation, or the position itself.
    player : int, optional
        Only what this player sees.

    Raises
    ------
    NotationError
        If the text is no position.
    """
    state = cross_sevens.parse(position) if isinstance(position, str) else position
    found = enumerate(walled(state.field), 1)
    marks = {str(cell): str(number) for number, piece in found for cell in sorted(piece)}
    return sevens_field(state, player, marks=marks)


def shut_in(position: str | cross_sevens.State, means: Iterable[Action] = ()) -> chart.Chart:
    """All trumps but the 7s, those of them marked that are shut in, whoever holds them.

    Parameters
    ----------
    position : str or State
        Its notation, or the position itself; with all four 7s.
    means : iterable of Action
        CROSS, TUNNEL, or both: what may be used besides.

    Raises
    ------
    NotationError, SetupError
        If the text is no position, or a 7 is missing.

    Examples
    --------
    >>> from lessons.voice import speak
    >>> speak("en")
    >>> print(shut_in("D5/S5/H5 DSHC,stop@b0,stop@b2 - try - - 1 -").text.splitlines()[0])
    Shut in without action cards: 12 trumps
    """
    state = cross_sevens.parse(position) if isinstance(position, str) else position
    allowed = [action for action in (Action.CROSS, Action.TUNNEL) if action in {*means}]
    reach = Reach(state.field)
    shut, laid = {*reach.shut_in(allowed)}, layout(state.field).where
    with_what = " + ".join(action.name for action in allowed) or say(_NO_MEANS)
    data: dict[str, object] = {"means": with_what, "n": len(shut)}

    # The 7s lie on the table always.
    ranks = [rank for rank in range(1, HIGHEST + 1) if rank != SEVEN]

    def card(i: int, j: int) -> Card:
        return Card(SUITS[j], ranks[i])

    names = ", ".join(map(str, sorted(shut))) or say("chart.shut_in.trumps.nobody")
    return chart.pairs(
        [RANKS[rank - 1] for rank in ranks],
        list(SIGNS.values()),
        title=say("chart.shut_in.trumps.title" if allowed else "chart.shut_in.trumps.title_none", **data),
        first=say("chart.shut_in.trumps.rank"),
        second=say("chart.shut_in.trumps.suit"),
        alt=say("chart.shut_in.trumps.alt", list=names, **data),
        cell=lambda i, j: "✘" if card(i, j) in shut else "" if card(i, j) in laid else "✓",
        marked=lambda i, j: card(i, j) in shut,
        kept=lambda i, j: card(i, j) not in laid,
        legend=[say(f"chart.shut_in.trumps.{key}") for key in ("shut", "free", "laid")],
    )
