"""Puzzles of Same One: who goes out, in how many turns, with what score, and how likely a card is called.

The puzzles stand in the files beside this one, a file for each kind (`lessons.puzzles.reader`). With
``view = 1`` a position is what player 1 sees of it, the others' cards written ``??``. No answer is typed:
with open hands `solvers.open_hands` works it out, from what one player sees `solvers.same_one_odds`;
`lessons.puzzles.same_one.questions` has the forms of question, `lessons.puzzles.same_one.room` the rest.
"""

from lessons.puzzles.same_one.questions import Ask, Question, answer
from lessons.puzzles.same_one.room import ROOM, Kind

__all__ = ["ROOM", "Ask", "Kind", "Question", "answer"]
