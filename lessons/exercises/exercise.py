"""What an exercise is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from hashlib import sha256
from typing import TypeVar

from inaba.errors import Reason
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
        question, and what follows from them. A `Reason` among it is said in the language of the words.
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


def listed(items: Sequence[object]) -> object:
    """Things one after another, as a sentence says them in either language: something to give.

    Parameters
    ----------
    items : sequence
        One or more.

    Examples
    --------
    >>> from lessons.voice import say_in
    >>> say_in("en", listed(["a2", "c2"])), say_in("ja", listed(["a2", "c2"]))
    ('a2 and c2', 'a2 と c2')
    >>> say_in("en", listed(["a2", "b2", "c2"])), say_in("ja", listed(["a2", "b2", "c2"]))
    ('a2, b2 and c2', 'a2、b2、c2')
    >>> listed(["a2"])
    'a2'
    """
    *before, last = items
    if not before:
        return last
    key = "kit.list.two" if len(before) == 1 else "kit.list.last"
    return Reason(key, {"before": in_a_row(before), "last": last})


def in_a_row(items: Sequence[object]) -> object:
    """Things one after another with nothing but commas between them: something to give.

    Parameters
    ----------
    items : sequence
        One or more.

    Examples
    --------
    >>> from lessons.voice import say_in
    >>> say_in("en", in_a_row(["a2", "b2", "c2"])), say_in("ja", in_a_row(["a2", "b2", "c2"]))
    ('a2, b2, c2', 'a2、b2、c2')
    """
    row, *others = items
    for item in others:
        row = Reason("kit.list.next", {"before": row, "item": item})
    return row


def grouped(number: int) -> Reason:
    """A whole number as a sentence writes it: something to give.

    Examples
    --------
    >>> from lessons.voice import say_in
    >>> say_in("en", grouped(2500)), say_in("ja", grouped(2500))
    ('2,500', '2500')
    """
    return Reason("kit.number", {"number": number})


def decimal(value: Fraction) -> str:
    """A fraction that ends as a decimal, in full.

    Raises
    ------
    ValueError
        If it does not end within 12 places.

    Examples
    --------
    >>> decimal(Fraction(1, 40)), decimal(Fraction(1, 1_000_000)), decimal(Fraction(2))
    ('0.025', '0.000001', '2')
    """
    scaled = value * 10**12
    if scaled.denominator != 1:
        raise ValueError(f"{value} does not end within 12 places")
    whole, rest = divmod(scaled.numerator, 10**12)
    return f"{whole}.{rest:012}".rstrip("0").rstrip(".")
