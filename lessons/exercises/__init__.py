"""The exercises of the lessons. Their answers are computed when they are asked for, never typed in.

Every answer comes from the library or is counted out here, and so do the known wrong answers: each `Slip`
computes what the pupil who slips so would get. Each lesson has a module, and its words a file in
``lessons/words``.
"""

from typing import Final

from lessons.exercises import (
    cards,
    endgame,
    error,
    game_tree,
    markov_chain,
    paths,
    polynomials,
    rules,
    survey,
    two_dice,
    wounded_shark,
)
from lessons.exercises.exercise import Exercise, exercise

LESSONS: Final[dict[str, tuple[Exercise, ...]]] = {
    "how-to-play-river": rules.EXERCISES,
    "two-dice-and-a-shark": two_dice.EXERCISES,
    "the-wounded-shark": wounded_shark.EXERCISES,
    "how-many-rabbits": markov_chain.EXERCISES,
    "dice-as-polynomials": polynomials.EXERCISES,
    "the-river-as-a-graph": paths.EXERCISES,
    "face-down-cards": cards.EXERCISES,
    "simulation-and-its-error": error.EXERCISES,
    "two-rabbits": game_tree.EXERCISES,
    "endgames": endgame.EXERCISES,
    "the-first-players-edge": survey.EXERCISES,
}
"""The exercises of each lesson, by the lesson's name, in order."""

__all__ = ["LESSONS", "Exercise", "exercise"]
