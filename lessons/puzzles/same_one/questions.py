"""What a puzzle of Same One may ask, and how the solvers answer it.

========== ======================================================================================= ===========
`Ask`      the question                                                                            beside it
========== ======================================================================================= ===========
force      By which move can the player to decide force going out within ``turns`` of his turns?   turns
turns      Within how many of his own turns can he force going out?
move       Which move guarantees him the greatest chance to win?
win        What chance to win can he guarantee, whatever the others do?
score      Which move guarantees him the highest score on average?
points     What score can he guarantee, on average?
called     How likely can somebody call Same One on the cards of ``move``?                         move
followed   How likely does the next player hold a card that follows it?                            move
quiet      Which play is least likely to be called?
========== ======================================================================================= ===========

The first six are about open hands: the position is a whole one, and the others may do whatever they like, all
together against him. The last three are about what one player sees (``view`` in the table says who): the
other cards may lie anywhere, all deals equally likely.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cache
from typing import Final

from inaba.same_one import Play, State, View, parse_move
from lessons.answer import Kind
from lessons.puzzles.questions import Answer, greatest, number
from solvers.open_hands import OpenHands, Payoff, acting
from solvers.same_one_odds import Odds


class Ask(StrEnum):
    """The forms of question."""

    FORCE = "force"
    TURNS = "turns"
    MOVE = "move"
    WIN = "win"
    SCORE = "score"
    POINTS = "points"
    CALLED = "called"
    FOLLOWED = "followed"
    QUIET = "quiet"


PARAMETERS: Final[Mapping[str, tuple[str, ...]]] = {
    Ask.FORCE: ("turns",),
    Ask.CALLED: ("view", "move"),
    Ask.FOLLOWED: ("view", "move"),
    Ask.QUIET: ("view",),
}
"""What stands beside a question in its table, where anything does."""

NUMBERS: Final[Mapping[str, Kind]] = {
    Ask.TURNS: Kind.COUNT,
    Ask.WIN: Kind.CHANCE,
    Ask.POINTS: Kind.NUMBER,
    Ask.CALLED: Kind.CHANCE,
    Ask.FOLLOWED: Kind.CHANCE,
}
"""The questions that are answered with a number, and of which kind it is. All others ask for a move."""

MOST_STATES: Final = 20_000
"""No position of a puzzle leads to more: each must be solved in a moment, in a browser too."""

MOST_TURNS: Final = 9


@dataclass(frozen=True, slots=True)
class Question:
    """A question about a position, or about what a player sees of it.

    Attributes
    ----------
    ask : Ask
    position : State or View
    turns : int
    move : str
        What stands beside the question, where it needs it: see `PARAMETERS`.
    """

    ask: Ask
    position: State | View
    turns: int = 0
    move: str = ""

    @property
    def player(self) -> int:
        """Whom it is about: who looks on, or who is to decide first."""
        return self.position.player if isinstance(self.position, View) else acting(self.position)


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
    >>> from inaba.same_one import parse
    >>> found = answer(Question(Ask.SCORE, parse("g14,y2/b1/b2 - - - 1 0")))
    >>> found.right, found.unique, {move: str(value) for move, value in found.values.items()}
    ('g14', True, {'g14': '2', 'y2': '-2', 'draw': '-10'})
    """
    if (kind := NUMBERS.get(question.ask)) is not None:
        return number(_number(question), kind)
    return greatest(values(question))


def values(question: Question) -> dict[str, Fraction]:
    """What each move is worth by the measure that a question asks for, in legal order.

    What can be forced within the turns asked for is worth 1, and anything else 0; a play that is not called
    so much as it is likely not to be.
    """
    position = question.position
    if isinstance(position, View):
        odds = Odds(position)
        plays = [move for move in position.legal_moves() if isinstance(move, Play)]
        return {str(move): 1 - odds.move(move).called for move in plays}
    player = question.player
    if question.ask is Ask.FORCE:
        turns = {str(row.move): row.turns for row in hands().forcing(position, question.turns).moves}
        moves = map(str, position.legal_moves(player))
        return {move: Fraction(turns[move] is not None) for move in moves}
    solver = hands(Payoff.SCORE if question.ask in (Ask.SCORE, Ask.POINTS) else Payoff.WIN)
    return {
        str(move): solver.guarantee(position.play(player, move))[player - 1]
        for move in position.legal_moves(player)
    }


@cache
def hands(payoff: Payoff = Payoff.WIN) -> OpenHands:
    """The solver of the puzzles."""
    return OpenHands(payoff, limit=MOST_STATES)


def _number(question: Question) -> Fraction:
    position = question.position
    if isinstance(position, View):
        row = Odds(position).move(parse_move(question.move))
        return row.called if question.ask is Ask.CALLED else row.followed
    player = question.player
    if question.ask is Ask.TURNS:
        turns = hands().forced(position, player, MOST_TURNS)
        if turns is None:
            raise ValueError(f"player {player} cannot force going out within {MOST_TURNS} turns")
        return Fraction(turns)
    payoff = Payoff.SCORE if question.ask is Ask.POINTS else Payoff.WIN
    return hands(payoff).guarantee(position)[player - 1]
