"""Puzzles of River: fights, races, blockades, zugzwang, face-down cards, rivers that never end.

The puzzles stand in the files beside this one, a file for each kind (`lessons.puzzles.reader`).
`lessons.puzzles.river.questions` has the forms of question and lets the solvers answer them,
`lessons.puzzles.river.solution` says what a solution is filled with, and `lessons.puzzles.river.room` has
what else is River's.
"""

from lessons.puzzles.river.questions import Ask, Question, answer
from lessons.puzzles.river.room import ROOM, Kind

__all__ = ["ROOM", "Ask", "Kind", "Question", "answer"]
