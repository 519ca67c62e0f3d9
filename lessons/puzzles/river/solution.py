"""What a solution of a River puzzle is filled with, besides the answer.

========================= ==================================================================================
field                     what stands there
========================= ==================================================================================
``{win}``                 what the position is worth to the player who is asked
``{waiting}``             what it is worth to him if his rival had the turn
``{value[1a1 2b1]}``      what it is worth to him after these steps; a roll is ``(3,4)``, a card ``=W``
``{stands[1a1]}``         how likely the rabbit of that move stands in the river when all is over
``{beats[9]}``            how likely one roll beats a shark with so many hit points left; ``misses``: fails to
``{ways[9]}``             in how many of ``{outcomes}`` equally likely outcomes it does
``{exactly[9]}``          in how many of them the total is just that
``{rolls[9]}``            how many rolls such a shark takes on average
``{within[9 2]}``         how likely a shark of 9 is beaten within 2 rolls
``{first[9]}``            how likely it is beaten by the first of two who roll in turn; ``later``: the second
========================= ==================================================================================

"The position is worth" is a chance to win, plus half that of endless play.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from inaba.dice import total
from inaba.river.state import State
from lessons.puzzles.river.questions import (
    Question,
    chosen,
    mover,
    rival_first,
    stands,
    ways,
    worth,
)
from lessons.puzzles.room import Find
from solvers import fights

FIELDS: Final[Mapping[str, bool]] = {
    "win": False,
    "waiting": False,
    "value": True,
    "stands": True,
    "beats": True,
    "misses": True,
    "ways": True,
    "exactly": True,
    "outcomes": False,
    "rolls": True,
    "within": True,
    "first": True,
    "later": True,
}
"""What a solution may be filled with, and whether it is asked for something in brackets."""


def filling(question: Question) -> Mapping[str, Find]:
    """For each of `FIELDS` who works it out."""
    position, dice = question.position, question.position.rules.dice
    player = mover(position) if position.to_act() or position.chance() else 1

    def standing(move: str) -> Fraction:
        return stands(position.play(player, move), chosen(position, move), player)

    def within(which: str) -> Fraction:
        hit_points, rolls = map(int, which.split(" "))
        return fights.beaten_within(hit_points, rolls, dice)

    return {
        "win": lambda: worth(position, player),
        "waiting": lambda: worth(rival_first(position), player),
        "outcomes": lambda: total(dice).total,
        "value": lambda steps: worth(_go(position, steps), player),
        "stands": standing,
        "beats": lambda left: fights.beats(int(left), dice),
        "misses": lambda left: 1 - fights.beats(int(left), dice),
        "ways": lambda left: ways(int(left), dice),
        "exactly": lambda came: ways(int(came), dice) - ways(int(came) + 1, dice),
        "rolls": lambda left: fights.expected_rolls(int(left), dice),
        "within": within,
        "first": lambda left: fights.who_beats(int(left), dice=dice)[0],
        "later": lambda left: fights.who_beats(int(left), dice=dice)[1],
    }


def _go(position: State, steps: str) -> State:
    for step in steps.split(" "):
        if position.chance() is not None:
            position = position.happen(step)
        else:
            position = position.play(mover(position), step)
    return position
