"""Exact finite chance: integers inside, `Fraction` at the door.

A `Chance` holds whole-number weights over their total, so nothing is ever rounded. A convolution or a
product multiplies integers; a `Fraction` is built only when somebody asks for a number.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import accumulate
from math import gcd
from random import Random
from typing import Generic, TypeVar

from inaba.errors import SetupError

T = TypeVar("T", bound=Hashable)
S = TypeVar("S", bound=Hashable)


class Chance(Generic[T]):
    """An exact finite distribution.

    Parameters
    ----------
    weights : mapping of T to int, or iterable of (T, int)
        Each outcome with its weight, a whole number of 1 or more. Outcomes that stand twice are added
        up. Weights are reduced by their common divisor, so equal distributions are equal.

    Raises
    ------
    SetupError
        If there is no outcome, or a weight is not a whole number of 1 or more.

    Examples
    --------
    >>> coin = Chance({"heads": 1, "tails": 1})
    >>> coin["heads"]
    Fraction(1, 2)
    >>> (die(6) + die(6))[7]
    Fraction(1, 6)
    """

    __slots__ = ("_weights", "total", "_hash")

    total: int
    """The sum of the weights: the denominator of every probability before it is reduced."""

    def __init__(self, weights: Mapping[T, int] | Iterable[tuple[T, int]]) -> None:
        pairs = weights.items() if isinstance(weights, Mapping) else weights
        summed: dict[T, int] = {}
        for outcome, weight in pairs:
            if type(weight) is not int or weight < 1:
                raise SetupError("chance.weights", weights=f"{outcome}: {weight!r}")
            summed[outcome] = summed.get(outcome, 0) + weight
        if not summed:
            raise SetupError("chance.weights", weights="{}")
        common = gcd(*summed.values())
        if common > 1:
            summed = {outcome: weight // common for outcome, weight in summed.items()}
        self._weights = summed
        self.total = sum(summed.values())
        self._hash: int | None = None

    @classmethod
    def uniform(cls, outcomes: Iterable[T]) -> Chance[T]:
        """Every outcome equally likely; one that stands twice is twice as likely.

        Examples
        --------
        >>> Chance.uniform("aab")["a"]
        Fraction(2, 3)
        """
        return cls((outcome, 1) for outcome in outcomes)

    def items(self) -> Iterator[tuple[T, int]]:
        """Each outcome with its whole weight; the weights sum to `total`."""
        return iter(self._weights.items())

    def __iter__(self) -> Iterator[T]:
        return iter(self._weights)

    def __len__(self) -> int:
        return len(self._weights)

    def __contains__(self, outcome: object) -> bool:
        return outcome in self._weights

    def __getitem__(self, outcome: T) -> Fraction:
        """The probability of an outcome, in [0, 1]; 0 for one that cannot happen."""
        return Fraction(self._weights.get(outcome, 0), self.total)

    def where(self, event: Callable[[T], bool]) -> Fraction:
        """The probability of an event: of all outcomes for which it holds.

        Examples
        --------
        >>> (die(6) + die(6)).where(lambda total: total >= 9)
        Fraction(5, 18)
        """
        return Fraction(sum(w for o, w in self._weights.items() if event(o)), self.total)

    def map(self, function: Callable[[T], S]) -> Chance[S]:
        """The distribution of a function of the outcome.

        Examples
        --------
        >>> die(6).map(lambda face: face % 2)
        Chance({1: 1, 0: 1})
        """
        return Chance((function(o), w) for o, w in self._weights.items())

    def given(self, event: Callable[[T], bool]) -> Chance[T]:
        """The conditional distribution, given that an event holds.

        Raises
        ------
        SetupError
            If the event is impossible.

        Examples
        --------
        >>> die(6).given(lambda face: face > 4)
        Chance({5: 1, 6: 1})
        """
        return Chance((o, w) for o, w in self._weights.items() if event(o))

    def __add__(self: Chance[int], other: Chance[int]) -> Chance[int]:
        """The distribution of the sum of two independent numbers."""
        summed: dict[int, int] = {}
        for a, v in self._weights.items():
            for b, w in other._weights.items():
                summed[a + b] = summed.get(a + b, 0) + v * w
        return Chance(summed)

    def mean(self: Chance[int]) -> Fraction:
        """The expected value of a distribution of numbers.

        Examples
        --------
        >>> die(6).mean()
        Fraction(7, 2)
        """
        return Fraction(sum(o * w for o, w in self._weights.items()), self.total)

    def variance(self: Chance[int]) -> Fraction:
        """The mean squared distance from the mean.

        Examples
        --------
        >>> die(6).variance()
        Fraction(35, 12)
        """
        return Fraction(sum(o * o * w for o, w in self._weights.items()), self.total) - self.mean() ** 2

    def sample(self, rng: Random) -> T:
        """One outcome, drawn with the generator given (so that a seed repeats it).

        Examples
        --------
        >>> die(6).sample(Random(1)) in die(6)
        True
        """
        outcomes = list(self._weights)
        return outcomes[bisect(list(accumulate(self._weights.values())), rng.randrange(self.total))]

    def __eq__(self, other: object) -> bool:
        return self._weights == other._weights if isinstance(other, Chance) else NotImplemented

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self._weights.items()))
        return self._hash

    def __reduce__(self) -> tuple[object, ...]:
        # Without the hash: that of a text is another in another process.
        return Chance, (tuple(self._weights.items()),)

    def __repr__(self) -> str:
        return f"Chance({self._weights!r})"


def product(*chances: Chance[T]) -> Chance[tuple[T, ...]]:
    """The joint distribution of independent draws: tuples in the order given.

    The cost is the product of the numbers of outcomes.

    Examples
    --------
    >>> len(product(die(6), die(6)))
    36
    """
    joint: list[tuple[tuple[T, ...], int]] = [((), 1)]
    for chance in chances:
        joint = [((*outcomes, o), w * v) for outcomes, w in joint for o, v in chance.items()]
    return Chance(joint)


def die(faces: int) -> Chance[int]:
    """A fair die with the faces 1 to ``faces``.

    Raises
    ------
    SetupError
        If there is no face.

    Examples
    --------
    >>> die(6)[6]
    Fraction(1, 6)
    """
    if faces < 1:
        raise SetupError("chance.faces", faces=faces)
    return Chance.uniform(range(1, faces + 1))
