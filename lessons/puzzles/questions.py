"""What an answer to a puzzle's question is, whatever game it is about, and how a number in it is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from lessons.answer import Kind
from lessons.voice import percent

MOST_SHOWN: Final = 9
"""A fraction of more characters says less to a pupil than its percent alone."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a question, as the solvers find it.

    Attributes
    ----------
    exact : Fraction or None
        Where a number is asked for.
    kind : Kind or None
        What kind of number it is.
    right : str
        The answer as text: a number, a move, a square, a word.
    options : tuple of str
        Where a choice is asked for: all that may be chosen, in a fixed order.
    values : mapping of str to Fraction
        What each option is worth, where they are compared.
    unique : bool
        Whether no other answer is as good.
    """

    exact: Fraction | None
    kind: Kind | None
    right: str
    options: tuple[str, ...] = ()
    values: Mapping[str, Fraction] | None = None
    unique: bool = True

    @property
    def second(self) -> str:
        """The best of the other options, where they are compared."""
        values = self.values or {}
        return max((o for o in values if o != self.right), key=lambda o: values[o], default="")


def number(exact: Fraction, kind: Kind) -> Answer:
    """The answer where a number is asked for."""
    return Answer(exact, kind, str(exact))


def greatest(values: Mapping[str, Fraction]) -> Answer:
    """The answer where that option is asked for which is worth most.

    Raises
    ------
    ValueError
        If there are fewer than two.

    Examples
    --------
    >>> found = greatest({"1a1": Fraction(1, 3), "2a1": Fraction(1, 2)})
    >>> found.right, found.second, found.unique
    ('2a1', '1a1', True)
    """
    if len(values) < 2:
        raise ValueError("there is nothing to choose from")
    right = max(values, key=lambda option: values[option])
    unique = list(values.values()).count(values[right]) == 1
    return Answer(None, None, right, tuple(values), values, unique)


def shown(value: Fraction) -> str:
    """A number as it stands in a solution.

    Examples
    --------
    >>> shown(Fraction(5, 18)), shown(Fraction(48913, 186624)), shown(Fraction(1)), shown(Fraction(343, 216))
    ('5/18 (27.8 %)', '26.2 %', '1', '343/216')
    """
    if not 0 < value < 1:
        return str(value)
    return f"{value} ({percent(value)})" if len(str(value)) <= MOST_SHOWN else percent(value)
