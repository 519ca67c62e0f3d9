"""Puzzles: positions with a question, a hint or two, and an idea to be found.

The puzzles of each game stand in a folder beside this file, its *room* (`lessons.puzzles.room`), a file for
each kind; `lessons.puzzles.reader` says how they are written and reads them. A room has the forms of question
and lets the solvers answer them; `lessons.puzzles.judging` says something to what a pupil answers, and
`lessons.puzzles.solution` tells a solution. `lessons.puzzles.posed` puts a puzzle into a notebook,
`lessons.puzzles.paper` puts it onto paper, `lessons.puzzles.shelf` knows all of them.
No answer is typed: it is worked out when it is asked for.

In a notebook, without any widget::

    from lessons.puzzles import puzzle
    puzzle("after-you")                  # the question and the picture
    puzzle("after-you").check("1a1")
    puzzle("after-you").hint()
    puzzle("after-you").solution()

`lessons.laboratory.puzzle.PuzzlePlayer` is the player with pictures to press on.
"""

from lessons.puzzles.paper import answer_key, sheet
from lessons.puzzles.posed import Posed, puzzle
from lessons.puzzles.questions import Answer
from lessons.puzzles.reader import read
from lessons.puzzles.room import LEVELS, Puzzle, Room
from lessons.puzzles.shelf import Choice, choice, daily, named, puzzles, rooms
from lessons.puzzles.solution import solution

__all__ = [
    "LEVELS",
    "Answer",
    "Choice",
    "Posed",
    "Puzzle",
    "Room",
    "answer_key",
    "choice",
    "daily",
    "named",
    "puzzle",
    "puzzles",
    "read",
    "rooms",
    "sheet",
    "solution",
]
