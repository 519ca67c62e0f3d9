"""What a puzzle of River may ask, and how the solvers answer it.

The forms are few, so that every answer can be worked out again at any time, and proved to be the only one:

========== ================================================================================= ==========
`Ask`      the question                                                                      beside it
========== ================================================================================= ==========
move       Which move is best for the player to act?
win        How likely does the player to act win, if both play their best?
beats      How likely does the roll that is due beat the shark?
within     How likely is the shark on ``square`` beaten within ``rolls`` rolls?              square, rolls
average    How many rolls does the shark on ``square`` take on average?                      square
enough     How many rolls make it at least ``chance`` likely that it is beaten?              square, chance
first      Two roll in turn at the shark on ``square``: how likely does the first beat it?   square
stands     How likely does the rabbit of ``move`` stand in the river when all is over?       move
safest     On which square is ``rabbit`` most likely to stand, if it is moved now?           rabbit
ways       How many ways lead ``rabbit`` to the goal, past the other rabbits?                rabbit
gate       Which one square, blocked too, closes every way to ``rabbit``?                    rabbit
tempo      Would the player to act rather have the turn, or wait for the rival to move?
end        How does it end if both play their best?
========== ================================================================================= ==========

A number is the only answer by being exact. A move, or a square, is the only one if it is strictly better than
every other, in fractions. How a game ends is found by solving it twice, with endless play worth nothing to
one player and then nothing to the other: if each can see to it that the other does not win, it never ends.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cache
from itertools import count
from typing import Final

from inaba.dice import Dice, total
from inaba.river.board import START
from inaba.river.moves import Choose
from inaba.river.notation import parse
from inaba.river.state import Fight, State
from lessons.answer import Kind
from lessons.puzzles.questions import Answer, greatest, number
from solvers import fights
from solvers.endgame import Solver


class Ask(StrEnum):
    """The forms of question."""

    MOVE = "move"
    WIN = "win"
    BEATS = "beats"
    WITHIN = "within"
    AVERAGE = "average"
    ENOUGH = "enough"
    FIRST = "first"
    STANDS = "stands"
    SAFEST = "safest"
    WAYS = "ways"
    GATE = "gate"
    TEMPO = "tempo"
    END = "end"


PARAMETERS: Final[Mapping[str, tuple[str, ...]]] = {
    Ask.WITHIN: ("square", "rolls"),
    Ask.AVERAGE: ("square",),
    Ask.ENOUGH: ("square", "chance"),
    Ask.FIRST: ("square",),
    Ask.STANDS: ("move",),
    Ask.SAFEST: ("rabbit",),
    Ask.WAYS: ("rabbit",),
    Ask.GATE: ("rabbit",),
}
"""What stands beside a question in its table, where anything does."""

NUMBERS: Final[Mapping[str, Kind]] = {
    Ask.WIN: Kind.CHANCE,
    Ask.BEATS: Kind.CHANCE,
    Ask.WITHIN: Kind.CHANCE,
    Ask.AVERAGE: Kind.NUMBER,
    Ask.ENOUGH: Kind.COUNT,
    Ask.FIRST: Kind.CHANCE,
    Ask.STANDS: Kind.CHANCE,
    Ask.WAYS: Kind.COUNT,
}
"""The questions that are answered with a number, and of which kind it is. All others are a choice."""

TEMPI: Final = ("turn", "wait", "same")
"""To have the turn is better; to wait; or neither."""

ENDS: Final = ("win", "loss", "endless", "dice")
"""The player to act wins for certain, or loses for certain; it never ends; or the dice decide."""

MOST_STATES: Final = 200_000
"""No position of a puzzle leads to more: each must be solved in a moment, in a browser too."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question about a position.

    Attributes
    ----------
    ask : Ask
    position : State
    square : str
    rolls : int
    chance : Fraction
    move : str
    rabbit : int
        What stands beside the question, where it needs it: see `PARAMETERS`.
    """

    ask: Ask
    position: State
    square: str = ""
    rolls: int = 0
    chance: Fraction = Fraction(0)
    move: str = ""
    rabbit: int = 0


@cache
def solver(endless: Fraction = Fraction(1, 2)) -> Solver:
    """The solver of the puzzles; what it knows serves for all puzzles on a river of the same size.

    Parameters
    ----------
    endless : Fraction
        What endless play is worth to player 1.
    """
    return Solver(limit=MOST_STATES, endless=endless)


@cache
def answer(question: Question) -> Answer:
    """The answer, worked out now.

    Raises
    ------
    TooLarge
        If the position leads to more than `MOST_STATES` others.
    ValueError
        If the question does not fit its position.

    Examples
    --------
    >>> from inaba import river
    >>> found = answer(Question(Ask.MOVE, river.parse("10/W -,- 1 - -")))
    >>> found.right, found.unique, str(found.values["2a1"])
    ('2a1', True, '137711/186624')
    """
    if question.ask in NUMBERS:
        return number(_number(question), NUMBERS[question.ask])
    match question.ask:
        case Ask.MOVE:
            return greatest(move_values(question.position))
        case Ask.SAFEST:
            return greatest(_standing(question))
        case Ask.GATE:
            return _gate(question)
        case Ask.TEMPO:
            return _choice(_tempo(question.position), TEMPI)
        case _:
            return _choice(end(question.position), ENDS)


def mover(position: State) -> int:
    """The player who is to act, or whose rabbit fights: the one whom the questions are about.

    Raises
    ------
    ValueError
        If nobody is.
    """
    for player in position.to_act():
        return player
    if isinstance(position.phase, Fight):
        return position.phase.rabbit
    raise ValueError("nobody is to act in this position")


def worth(position: State, player: int) -> Fraction:
    """A position's value to a player: the chance to win plus half that of endless play."""
    return solver().value(position)[player - 1]


def move_values(position: State) -> dict[str, Fraction]:
    """What each move is worth to the player to act, in legal order."""
    player = mover(position)
    return {str(move): worth(position.play(player, move), player) for move in position.legal_moves(player)}


def rival_first(position: State) -> State:
    """The same position with the other player to move.

    Raises
    ------
    ValueError
        If no turn is about to begin.
    """
    fields = str(position).split(" ")
    if not position.starts_turn() or len(fields) != 5:
        raise ValueError("only where a turn begins can the other player be given the move")
    fields[2] = str(3 - position.turn)
    return parse(" ".join(fields), position.rules)


def bounds(position: State) -> tuple[Fraction, Fraction]:
    """Player 1's value with endless play counted as a loss of his, and as a win."""
    return solver(Fraction(0)).value(position)[0], solver(Fraction(1)).value(position)[0]


def may_go_on(position: State) -> bool:
    """Whether what endless play is worth plays a part in the position's value."""
    least, most = bounds(position)
    return least != most


def end(position: State) -> str:
    """How it ends if both play their best: a word of `ENDS`."""
    player = mover(position)
    least, most = bounds(position)
    if least == most and least in (0, 1):
        return "win" if (least == 1) == (player == 1) else "loss"
    return "endless" if most - least == 1 else "dice"


def stands(position: State, rabbit: int, player: int) -> Fraction:
    """The chance that a rabbit stands in the river, or is in the goal, once the turn under way is over.

    Rides are chosen by ``player`` so that it is as great as can be.
    """
    if (chance := position.chance()) is not None:
        parts = (chance[event] * stands(position.happen(event), rabbit, player) for event in chance)
        return sum(parts, Fraction(0))
    if position.starts_turn():
        return Fraction(position.rabbits[rabbit - 1] != START)
    return max(stands(position.play(player, move), rabbit, player) for move in position.legal_moves(player))


def _number(question: Question) -> Fraction:
    position = question.position
    dice: Dice = position.rules.dice
    match question.ask:
        case Ask.WIN:
            return _wins(position)
        case Ask.BEATS:
            if not isinstance(position.phase, Fight):
                raise ValueError("no roll is due in this position")
            return fights.beats(_left(position, position.rabbits[position.phase.rabbit - 1]), dice)
        case Ask.WITHIN:
            return fights.beaten_within(_left(position, question.square), question.rolls, dice)
        case Ask.AVERAGE:
            return fights.expected_rolls(_left(position, question.square), dice)
        case Ask.ENOUGH:
            left = _left(position, question.square)
            return Fraction(
                next(n for n in count(1) if fights.beaten_within(left, n, dice) >= question.chance)
            )
        case Ask.FIRST:
            return fights.who_beats(_left(position, question.square), dice=dice)[0]
        case Ask.STANDS:
            player = mover(position)
            move = position.play(player, question.move)
            return stands(move, chosen(position, question.move), player)
        case _:
            from solvers.river_graph import count_paths, others

            closed = others(position, question.rabbit)
            return Fraction(count_paths(position, position.rabbits[question.rabbit - 1], blocked=closed))


def _wins(position: State) -> Fraction:
    if may_go_on(position):
        raise ValueError("endless play may be best here: then the value is no chance to win")
    return worth(position, mover(position))


def _left(position: State, square: str) -> int:
    left = position.spot(square).left
    if not left:
        raise ValueError(f"there is no shark with hit points left on {square}")
    return left


def chosen(position: State, move: str) -> int:
    """The rabbit that a move chooses.

    Raises
    ------
    ValueError
        If it is no move that does.
    """
    for legal in position.legal_moves(mover(position)):
        if str(legal) == move and isinstance(legal, Choose):
            return legal.rabbit
    raise ValueError(f"{move} chooses no rabbit here")


def _standing(question: Question) -> dict[str, Fraction]:
    position, rabbit = question.position, question.rabbit
    player = mover(position)
    return {
        move.to: stands(position.play(player, move), rabbit, player)
        for move in position.legal_moves(player)
        if isinstance(move, Choose) and move.rabbit == rabbit
    }


def _gate(question: Question) -> Answer:
    from solvers.river_graph import bottlenecks

    position = question.position
    found = [square for row in bottlenecks(position, question.rabbit).values() for square in row]
    if not found:
        raise ValueError("no single square closes every way here")
    free = tuple(square for square in position.board.squares if position.occupant(square) is None)
    return Answer(None, None, found[0], free, None, len(found) == 1)


def _tempo(position: State) -> str:
    player = mover(position)
    ours, waiting = worth(position, player), worth(rival_first(position), player)
    return TEMPI[2] if ours == waiting else TEMPI[0] if ours > waiting else TEMPI[1]


def _choice(right: str, options: tuple[str, ...]) -> Answer:
    return Answer(None, None, right, options)


def ways(hit_points: int, dice: Dice) -> int:
    """In how many of all equally counted outcomes one roll totals so much or more."""
    sums = total(dice)
    return int(sums.where(lambda came: came >= hit_points) * sums.total)
