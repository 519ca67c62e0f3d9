"""The exercises of the lessons. Their answers are computed when they are asked for, never typed in.

Every answer comes from the library or is counted out here, and so do the known wrong answers: each `Slip`
computes what the pupil who slips so would get. Each lesson has a module, and its words a file in
``lessons/words``.
"""

import re
from typing import Final

from inaba.errors import SetupError
from inaba.reading import plainly
from lessons.exercises import (
    anybody,
    cards,
    drawing,
    endgame,
    error,
    finding,
    game_tree,
    hands,
    keeping,
    laying,
    markov_chain,
    opening,
    passing,
    paths,
    players,
    policies,
    polynomials,
    race,
    rules,
    seen,
    shut_in,
    survey,
    two_dice,
    wounded_shark,
)
from lessons.exercises.exercise import Exercise, exercise, varied

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
    "counting-hands": hands.EXERCISES,
    "does-anybody-hold-a-7": anybody.EXERCISES,
    "drawing-cards": drawing.EXERCISES,
    "as-cards-are-seen": seen.EXERCISES,
    "when-to-keep-a-shark": keeping.EXERCISES,
    "the-race": race.EXERCISES,
    "the-opening-deal": opening.EXERCISES,
    "bayes-by-counting-deals": finding.EXERCISES,
    "what-a-pass-tells": passing.EXERCISES,
    "which-player-is-better": players.EXERCISES,
    "draw-or-lay": laying.EXERCISES,
    "who-is-shut-in": shut_in.EXERCISES,
    "three-policies": policies.EXERCISES,
}
"""The exercises of each lesson, by the lesson's name, in order."""

__all__ = [
    "LESSONS",
    "Exercise",
    "assigned",
    "exercise",
    "journal_name",
    "lesson_of",
    "named",
    "seed_of",
    "varied",
]

_SEEDED: Final = "-set-"
"""Between a lesson's name and a seed; no lesson's name holds it."""

_SEED: Final = re.compile("[a-z0-9]{1,12}")


def seed_of(text: object) -> str:
    """The seed that a person means: small letters and digits, however they were typed.

    Raises
    ------
    SetupError
        If it is none of 1 to 12 Latin letters and digits.

    Examples
    --------
    >>> seed_of(" ３B ")
    '3b'
    """
    seed = plainly(str(text)).casefold()
    if not isinstance(text, str) or not _SEED.fullmatch(seed):
        raise SetupError("assignment.seed", seed=str(text)[:40])
    return seed


def assigned(lesson: str, seed: str | None = None) -> tuple[Exercise, ...]:
    """The exercises of a lesson, with the numbers that a seed chooses; the lesson's own without one.

    Raises
    ------
    SetupError
        If the seed is none.

    Examples
    --------
    >>> len(assigned("two-dice-and-a-shark", "3b")) == len(LESSONS["two-dice-and-a-shark"])
    True
    """
    exercises = LESSONS[lesson]
    if seed is None:
        return exercises
    return tuple(exercise.of(lesson, seed_of(seed)) for exercise in exercises)


def journal_name(lesson: str, seed: str | None = None) -> str:
    """The name under which a lesson, or an assignment of it, stands in journals and reports.

    Examples
    --------
    >>> journal_name("two-dice-and-a-shark", "3B")
    'two-dice-and-a-shark-set-3b'
    """
    return lesson if seed is None else f"{lesson}{_SEEDED}{seed_of(seed)}"


def lesson_of(name: str) -> str:
    """The lesson of which a journal or a report speaks by that name.

    Examples
    --------
    >>> lesson_of("two-dice-and-a-shark-set-3b")
    'two-dice-and-a-shark'
    """
    return name.partition(_SEEDED)[0]


def set_of(name: str) -> str:
    """The seed of an assignment, by the name under which it stands in journals; empty for a lesson.

    Examples
    --------
    >>> set_of("two-dice-and-a-shark-set-3b"), set_of("two-dice-and-a-shark")
    ('3b', '')
    """
    return name.partition(_SEEDED)[2]


def named(name: str) -> tuple[Exercise, ...]:
    """The exercises that a journal or a report speaks of; none where there is no such lesson.

    Examples
    --------
    >>> named(journal_name("two-dice-and-a-shark", "3b")) == assigned("two-dice-and-a-shark", "3b")
    True
    >>> named("two-dice-and-a-whale")
    ()
    """
    lesson, seeded, seed = name.partition(_SEEDED)
    if lesson not in LESSONS or (seeded and not _SEED.fullmatch(seed)):
        return ()
    return assigned(lesson, seed or None)
