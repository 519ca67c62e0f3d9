"""What an exercise is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from hashlib import sha256
from typing import TypeVar

from lessons.answer import Kind, Slip

Numbers = TypeVar("Numbers")


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
    given : callable
        Computes what its words may name besides, and the question in the lesson's source: the numbers of the
        question, and what follows from them.
    others : tuple of Exercise
        The same question with other numbers, for `of`.
    """

    name: str
    kind: Kind
    title: str
    answer: Callable[[], Fraction]
    hints: tuple[str, ...]
    solution: str
    slips: Callable[[], tuple[Slip, ...]] = tuple
    given: Callable[[], Mapping[str, object]] = dict
    others: tuple[Exercise, ...] = ()

    def of(self, lesson: str, seed: str) -> Exercise:
        """The one among itself and the others that a seed chooses; the same on every machine.

        Parameters
        ----------
        lesson : str
            The lesson's name, so that one seed chooses independently in each.
        seed : str
        """
        number = int.from_bytes(sha256(f"{lesson}/{self.name}/{seed}".encode()).digest())
        return (self, *self.others)[number % (1 + len(self.others))]


def exercise(
    name: str,
    kind: Kind,
    stem: str,
    answer: Callable[[], Fraction],
    slips: Callable[[], tuple[Slip, ...]],
    given: Callable[[], Mapping[str, object]] = dict,
) -> Exercise:
    """An exercise whose messages all begin with ``stem``: a title, three hints, a solution."""
    hints = tuple(f"{stem}.hint_{number}" for number in (1, 2, 3))
    return Exercise(name, kind, f"{stem}.title", answer, hints, f"{stem}.solution", slips, given)


def varied(make: Callable[[Numbers], Exercise], first: Numbers, *others: Numbers) -> Exercise:
    """An exercise that can be set with other numbers: the lesson's own first, then the others.

    Parameters
    ----------
    make : callable
        The exercise with such numbers.
    first, *others
        The numbers: whatever ``make`` takes.
    """
    return replace(make(first), others=tuple(make(numbers) for numbers in others))


def listed(name: str, items: Sequence[object]) -> dict[str, str]:
    """Things one after another, in words: one more number to give, for each language.

    Parameters
    ----------
    name : str
        What the words call it, with ``_en`` or ``_ja`` behind it.
    items : sequence
        One or more.

    Examples
    --------
    >>> listed("free", ["a2", "c2"])
    {'free_en': 'a2 and c2', 'free_ja': 'a2 と c2'}
    >>> listed("free", ["a2", "b2", "c2"])
    {'free_en': 'a2, b2 and c2', 'free_ja': 'a2、b2、c2'}
    """
    *before, last = map(str, items)
    if not before:
        return {f"{name}_en": last, f"{name}_ja": last}
    japanese = f"{before[0]} と {last}" if len(before) == 1 else "、".join((*before, last))
    return {f"{name}_en": f"{', '.join(before)} and {last}", f"{name}_ja": japanese}
