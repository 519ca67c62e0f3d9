"""A solution in words: its fields filled with what the solvers find, at the moment it is told.

========================= ==================================================================================
field                     what stands there
========================= ==================================================================================
``{answer}``              the answer: a number with its percent, a move, a square
``{best}``, ``{second}``  the best option, and the best of the others
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

from collections.abc import Callable
from fractions import Fraction
from typing import Final

from inaba.dice import total
from inaba.river.state import State
from lessons.puzzles.questions import (
    Answer,
    Question,
    answer,
    chosen,
    mover,
    rival_first,
    stands,
    ways,
    worth,
)
from lessons.puzzles.reader import Puzzle
from lessons.voice import percent
from solvers import fights

MOST_SHOWN: Final = 9
"""A fraction of more characters says less to a pupil than its percent alone."""


def shown(value: Fraction) -> str:
    """A number as it stands in a solution.

    Examples
    --------
    >>> shown(Fraction(5, 18)), shown(Fraction(48913, 186624)), shown(Fraction(1)), shown(Fraction(343, 216))
    ('5/18 (27.8 %)', '26.2 %', '1', '343/216')
    """
    if not 0 < value < 1:
        return str(value)
    return f"{value} ({percent(value)})" if len(str(value)) <= MOST_SHOWN else percent(value)


class _By:
    """A field that is asked for something in brackets."""

    def __init__(self, find: Callable[[str], object]) -> None:
        self._find = find

    def __getitem__(self, key: object) -> str:
        found = self._find(str(key))
        return shown(found) if isinstance(found, Fraction) else str(found)


def solution(puzzle: Puzzle, lang: str) -> str:
    """The solution of a puzzle in words, every number in it worked out now.

    Raises
    ------
    InabaError, ValueError
        If a field asks for something that the position does not have.
    """
    question, found = puzzle.question, answer(puzzle.question)
    return puzzle.solution[lang].format_map(_fields(question, found))


def _fields(question: Question, found: Answer) -> dict[str, object]:
    position, dice = question.position, question.position.rules.dice
    player = mover(position) if position.to_act() or position.chance() else 1

    def after(steps: str) -> Fraction:
        return worth(_go(position, steps), player)

    def standing(move: str) -> Fraction:
        return stands(position.play(player, move), chosen(position, move), player)

    def within(which: str) -> Fraction:
        hit_points, rolls = map(int, which.split(" "))
        return fights.beaten_within(hit_points, rolls, dice)

    fields: dict[str, object] = {
        "answer": found.right if found.exact is None else shown(found.exact),
        "best": found.right,
        "second": found.second,
        "outcomes": total(dice).total,
        "value": _By(after),
        "stands": _By(standing),
        "beats": _By(lambda left: fights.beats(int(left), dice)),
        "misses": _By(lambda left: 1 - fights.beats(int(left), dice)),
        "ways": _By(lambda left: ways(int(left), dice)),
        "exactly": _By(lambda came: ways(int(came), dice) - ways(int(came) + 1, dice)),
        "rolls": _By(lambda left: fights.expected_rolls(int(left), dice)),
        "within": _By(within),
        "first": _By(lambda left: fights.who_beats(int(left), dice=dice)[0]),
        "later": _By(lambda left: fights.who_beats(int(left), dice=dice)[1]),
    }
    return _Lazily(
        fields, win=lambda: worth(position, player), waiting=lambda: worth(rival_first(position), player)
    )


class _Lazily(dict[str, object]):
    """Fields of which some are worked out only where a solution names them."""

    def __init__(self, fields: dict[str, object], **find: Callable[[], Fraction]) -> None:
        super().__init__(fields)
        self._find = find

    def __missing__(self, name: str) -> str:
        return shown(self._find[name]())


def _go(position: State, steps: str) -> State:
    for step in steps.split(" "):
        if position.chance() is not None:
            position = position.happen(step)
        else:
            position = position.play(mover(position), step)
    return position
