"""What an exercise is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from lessons.answer import Kind, Slip


@dataclass(frozen=True, slots=True)
class Exercise:
    """A question whose answer the library knows.

    Attributes
    ----------
    name : str
        What the pupil calls it: ``"1"``.
    kind : Kind
    title : str
        A few words for the table of progress.
    answer : callable
        Computes the right answer, a `Fraction`.
    hints : tuple of str
        From a nudge to nearly all of it; two or more.
    solution : str
        The way there, in words; may use ``{exact}``.
    slips : callable
        Computes the known wrong answers.
    """

    name: str
    kind: Kind
    title: str
    answer: Callable[[], Fraction]
    hints: tuple[str, ...]
    solution: str
    slips: Callable[[], tuple[Slip, ...]] = tuple


def exercise(
    name: str,
    kind: Kind,
    stem: str,
    answer: Callable[[], Fraction],
    slips: Callable[[], tuple[Slip, ...]],
) -> Exercise:
    """An exercise whose messages all begin with ``stem``: a title, three hints, a solution."""
    hints = tuple(f"{stem}.hint_{number}" for number in (1, 2, 3))
    return Exercise(name, kind, f"{stem}.title", answer, hints, f"{stem}.solution", slips)
