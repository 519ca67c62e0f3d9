"""Puzzles of Same One: who goes out, in how many turns, with what score, and how likely a card is called.

The puzzles stand in the files beside this one, a file for each kind, and are written like those of River
(`lessons.puzzles.reader`). No answer is typed: with open hands `solvers.open_hands` works it out, from what
one player sees `solvers.same_one_odds`. In a notebook::

    from lessons.puzzles import puzzle
    puzzle("shark-first")                  # the question and the picture
    puzzle("shark-first").check("g14")
"""

from lessons.puzzles.same_one.posed import Posed
from lessons.puzzles.same_one.questions import Ask, Question, answer
from lessons.puzzles.same_one.reader import Kind, Puzzle, puzzles, read, solution

__all__ = ["Ask", "Kind", "Posed", "Puzzle", "Question", "answer", "puzzles", "read", "solution"]
