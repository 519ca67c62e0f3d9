"""Drawings of passes: a player's turns as a tree, and what to draw when one must pass."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from lessons import chart
from lessons.exercises.laying import SURE, draws, out
from lessons.voice import Refused, say

MOST_TURNS: Final = 3
"""A tree of more turns is not to be read any more."""

TRUMPS: Final = range(1, 9)
ROOM: Final = (3, 2, 1)


def pass_tree(trumps: int, room: int, lay: Fraction | int) -> chart.Chart:
    """The turns of a player who lays if he can and passes if not: below each the chance to get out.

    Parameters
    ----------
    trumps, room : int
        How many trumps are left, 1 or more, and how many action cards there is room for; together at most
        `MOST_TURNS`.
    lay : Fraction
        The chance that something can be laid in a turn, in [0, 1].

    Raises
    ------
    Refused
        If they are no such numbers.

    Examples
    --------
    >>> from lessons.voice import speak
    >>> speak("en")
    >>> print(pass_tree(1, 0, Fraction(2, 3)).text.splitlines()[1])
    ○ 2/3
    """
    lay = Fraction(lay)
    if trumps < 1 or room < 0 or trumps + room > MOST_TURNS or not 0 <= lay <= 1:
        raise Refused("undrawn.turns", most=MOST_TURNS, trumps=trumps, room=room, lay=str(lay))
    value = out(trumps, room, lay)
    return chart.game_tree(
        _node(trumps, room, lay),
        title=say("chart.laying.tree.title"),
        alt=say("chart.laying.tree.alt", trumps=trumps, room=room, lay=lay, chance=value),
        legend=["", "", say("chart.laying.tree.turn"), ""],
    )


def _node(trumps: int, room: int, lay: Fraction) -> chart.Node:
    """One turn of the tree, and what follows."""
    laid = _node(trumps - 1, room, lay) if trumps > 1 else chart.Node("1")
    passed = _node(trumps, room - 1, lay) if room else chart.Node("0")
    ways = (
        chart.Way(f"{say('chart.laying.tree.lay')} {lay}", laid),
        chart.Way(f"{say('chart.laying.tree.pass')} {1 - lay}", passed),
    )
    return chart.Node(str(out(trumps, room, lay)), 0, ways)


def draw_table(lay: Fraction | int, goes_on: Fraction | int = SURE) -> chart.Chart:
    """What to draw in a pass if the last trump of the pile is to be had now or never.

    Parameters
    ----------
    lay : Fraction
        The chance that something can be laid in a turn, in [0, 1].
    goes_on : Fraction
        The chance that nobody else gets out until the next turn, in [0, 1].

    Raises
    ------
    Refused
        If these are no chances.

    Examples
    --------
    >>> from lessons.voice import speak
    >>> speak("en")
    >>> print(draw_table(Fraction(1, 2)).text.splitlines()[-1])
    1 | = | T * | T * | T * | T * | T * | T * | T *
    """
    lay, goes_on = Fraction(lay), Fraction(goes_on)
    if not (0 <= lay <= 1 and 0 <= goes_on <= 1):
        raise Refused("undrawn.chance", got=f"{lay}, {goes_on}")
    found = [[draws(trumps, room, lay, goes_on) for trumps in TRUMPS] for room in ROOM]

    def sign(i: int, j: int) -> str:
        action, trump = found[j][i]
        key = "action" if action > trump else "trump" if trump > action else "same"
        return say(f"chart.laying.draw.{key}_sign")

    def better(i: int, j: int) -> bool:
        action, trump = found[j][i]
        return trump > action

    number = sum(better(i, j) for i in range(len(TRUMPS)) for j in range(len(ROOM)))
    return chart.pairs(
        [str(trumps) for trumps in TRUMPS],
        [str(room) for room in ROOM],
        title=say("chart.laying.draw.title"),
        first=say("chart.laying.draw.trumps"),
        second=say("chart.laying.draw.room"),
        alt=say(
            "chart.laying.draw.alt", lay=lay, goes_on=goes_on, better=number, all=len(TRUMPS) * len(ROOM)
        ),
        cell=sign,
        marked=better,
        legend=[say("chart.laying.draw.trump"), say("chart.laying.draw.action")],
    )
