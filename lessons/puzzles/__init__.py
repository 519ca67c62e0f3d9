"""Puzzles: positions with a question, a hint or two, and an idea to be found.

The puzzles stand in the files beside this one, a file for each kind; `lessons.puzzles.reader` says how they
are written and reads them, `lessons.puzzles.questions` has the forms of question and lets the solvers answer
them, `lessons.puzzles.judging` says something to what a pupil answers, and `lessons.puzzles.solution` tells a
solution. `lessons.puzzles.posed` puts a puzzle into a notebook, `lessons.puzzles.paper` puts it onto paper.
No answer is typed: it is worked out when it is asked for.

In a notebook, without any widget::

    from lessons.puzzles import puzzle
    puzzle("after-you")                  # the question and the picture
    puzzle("after-you").check("1a1")
    puzzle("after-you").hint()
    puzzle("after-you").solution()

`lessons.laboratory.puzzle.PuzzlePlayer` is the player with pictures to press on. Puzzles of Same One have a
room of their own, `lessons.puzzles.same_one`, and are posed by the same `puzzle`.
"""

from lessons.puzzles.paper import answer_key, sheet
from lessons.puzzles.posed import Posed, puzzle
from lessons.puzzles.questions import Answer, Ask, Question, answer
from lessons.puzzles.reader import LEVELS, Kind, Puzzle, read
from lessons.puzzles.shelf import daily, named, puzzles
from lessons.puzzles.solution import solution

__all__ = [
    "LEVELS",
    "Answer",
    "Ask",
    "Kind",
    "Posed",
    "Puzzle",
    "Question",
    "answer",
    "answer_key",
    "daily",
    "named",
    "puzzle",
    "puzzles",
    "read",
    "sheet",
    "solution",
]
