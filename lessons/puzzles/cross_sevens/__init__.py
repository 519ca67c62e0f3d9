"""Puzzles of Cross Sevens: what is shut in, who wins for certain, who stays in, and what chances there are.

The puzzles stand in the files beside this one, a file for each kind (`lessons.puzzles.reader`). With
``view = 1`` a position is what player 1 sees of it, the others' cards written ``??``. No answer is typed:
with open hands `solvers.open_hands` works it out, on the field `solvers.cross_sevens_reach`, from what one
player sees `solvers.cross_sevens_odds`; `lessons.puzzles.cross_sevens.questions` has the forms of question,
`lessons.puzzles.cross_sevens.room` the rest.
"""

from lessons.puzzles.cross_sevens.questions import Ask, Question, answer
from lessons.puzzles.cross_sevens.room import ROOM, Kind

__all__ = ["ROOM", "Ask", "Kind", "Question", "answer"]
