r"""A shark and dice: everything about a fight, exactly.

A shark has *hit points* :math:`H`. Each roll of the dice deals damage, which stays on the card and adds up;
the shark is *beaten* by the roll that brings the damage to :math:`H` or more (River, rule 6). Three views of
the same thing stand here side by side, and the tests hold them equal:

* numbers: `Fraction` and `Chance`, worked out with whole numbers only;
* an absorbing Markov chain (`chain`, `turns_chain`) with its `fundamental_matrix`;
* expressions of sympy (`generating_function` and what follows it), also for dice loaded with symbols.

**Definitions.** Let :math:`T_1, T_2, \dots` be the totals of successive rolls: independent, alike, each with
:math:`P(T = t) = w_t / D` for whole weights :math:`w_t` of sum :math:`D`. Let
:math:`S_n = T_1 + \dots + T_n` and :math:`N_H = \min\{n : S_n \ge H\}`, the number of rolls until the shark
is beaten; :math:`N_0 = 0`.

**The recurrence.** Let :math:`c_n(s) = D^n P(S_n = s)`, a whole number. Then :math:`c_0(0) = 1` and
:math:`c_{n+1}(s) = \sum_t w_t c_n(s - t)`: one convolution a roll, in which damage of :math:`H` or more
need not be kept. "Not beaten by :math:`n` rolls" means :math:`S_n < H`, so

.. math:: P(N_H > n) = D^{-n} \sum_{s < H} c_n(s), \qquad P(N_H = n) = P(N_H > n - 1) - P(N_H > n).

The rows :math:`c_n` do not depend on :math:`H`, only on where they are cut, so the running sums of one row
answer for *every* shark of up to :math:`H` hit points: `rolls_until_beaten_all` needs one pass. With
least total :math:`a`, at most :math:`\lceil H/a \rceil` rolls are needed, and with :math:`m` different totals
the pass costs :math:`O(m H^2 / a)` multiplications of whole numbers of up to
:math:`(H/a) \log_2 D` bits. For two dice and 60 hit points that is a millisecond.

**The renewal view.** Let :math:`u(s) = \sum_n P(S_n = s)`: the chance that the damage on the card is ever
exactly :math:`s`. It obeys :math:`u(0) = 1` and :math:`u(s) = \sum_t P(T = t) u(s - t)`; by the renewal
theorem it tends to :math:`1 / E[T]` (1/7 for two dice) where the totals have no common divisor. Each roll
before the last finds some damage :math:`s < H`, each :math:`s` at most once, so

.. math:: E[N_H] = \sum_{s < H} u(s), \qquad
          P(S_{N_H} - H = k) = \sum_{s < H} u(s) P(T = H + k - s),

the second being the *overshoot*. Both cost :math:`O(m H)`. Wald's identity ties them together:
:math:`E[N_H] E[T] = H + E[S_{N_H} - H]`.

**The chain.** The states are the hit points left; 0 absorbs. With :math:`Q` the transient part of the
matrix of transitions, the *fundamental matrix* :math:`(I - Q)^{-1}` holds the expected visits, here
:math:`u(i - j)` for going from :math:`i` to :math:`j` hit points left; its row sums are :math:`E[N_i]`.

**Generating functions.** With :math:`g(x) = E[x^T]`, all sharks and all numbers of rolls are in one rational
function:

.. math:: \sum_{H \ge 0} E[z^{N_H}] x^H = \frac{1 - z g(x) - x (1 - z)}{(1 - x) (1 - z g(x))}.

**Which dice.** Any `Dice`: fair or loaded, alike or not, faces of 0 or more. Dice that can total 0 leave the
number of rolls without a bound; `beats` takes them, everything else refuses them. Work beyond `MOST_STEPS` is
refused with `TooLarge` before it starts, and polynomials are given up beyond `MOST_TERMS` terms. Two
six-sided dice are answered up to about 1,400 hit points, expectations up to about 10,000, two dice loaded
with all their symbols up to about 30; a card of the game has at most 99 hit points.

Sources: W. Feller, *An Introduction to Probability Theory and Its Applications*, vol. 1 (3rd ed., 1968), ch.
XI (generating functions) and XIII (renewal); J. G. Kemeny and J. L. Snell, *Finite Markov Chains* (1960),
ch. III (fundamental matrix); A. Wald, "On cumulative sums of random variables", *Annals of Mathematical
Statistics* 15 (1944).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, cycle, islice, pairwise, repeat
from math import cos, pi, prod, sin
from reprlib import repr as _short
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from inaba.chance import Chance
from inaba.dice import TWO_DICE, Dice
from inaba.errors import SetupError, TooLarge

if TYPE_CHECKING:
    import networkx as nx
    from sympy import Expr, Symbol

MOST_STEPS: Final = 500_000_000
"""The bound on work, some seconds of it. A step is the time that 64 bits more take to multiply."""

WHOLE, FRACTION, SYMBOLIC, EDGE = 16, 500, 150, 2500
"""The steps of one operation: with a whole number, besides its length; with a Fraction; in sympy's domains.

The last are those of one edge of a graph, which takes memory as well.
"""

MOST_TERMS: Final = 5_000
"""The bound on symbols: terms that a polynomial on the way to the answer may have."""

MOST_RABBITS: Final = 100
"""The bound on rabbits that take turns."""

SymbolicDie: TypeAlias = "Mapping[int, Expr]"
"""A die as its faces, each with its probability: a polynomial of sympy with exact coefficients.

See `loaded_die`. Fractions of symbols are put in afterwards, with ``subs``: sympy adds them up too slowly.
"""

SymbolicDice: TypeAlias = "Sequence[Chance[int] | SymbolicDie]"
"""Dice of which some may be loaded with symbols."""


# Numbers ------------------------------------------------------------------------------------------------


class _Roll(NamedTuple):
    """The total of one roll: the totals below a cap with their weights, ascending, and what all weigh."""

    below: tuple[tuple[int, int], ...]
    whole: int
    least: int
    most: int


def _whole(value: object, least: int, key: str, most: int | None = None) -> int:
    if (
        not isinstance(value, int)
        or isinstance(value, bool)
        or not least <= value <= (value if most is None else most)
    ):
        raise SetupError(key, value=_short(value), least=least, most=most)
    return value


def _hit_points(value: object) -> int:
    return _whole(value, 0, "solvers.fights.hit_points")


def _dice(value: object) -> Dice:
    if isinstance(value, tuple) and value and all(isinstance(one, Chance) for one in value):
        return value
    raise SetupError("solvers.fights.dice", value=_short(value))


def _affordable(steps: int, key: str = "solvers.fights.steps") -> None:
    if steps > MOST_STEPS:
        raise TooLarge(key, size=steps, limit=MOST_STEPS)


def _cost(weight: int, times: int = 1) -> int:
    """The steps of one operation with whole numbers of the size of ``weight ** times``."""
    return WHOLE + weight.bit_length() * times // 64


def _roll(dice: Dice, cap: int | None = None, *, bounded: bool = True) -> _Roll:
    """One roll of these dice, totals of ``cap`` and more not listed; ``bounded`` refuses a total of 0."""
    roll = _total(_dice(dice), cap)
    if bounded and roll.least == 0:
        raise SetupError("solvers.fights.never")
    return roll


@lru_cache(maxsize=512)
def _total(dice: Dice, cap: int | None) -> _Roll:
    faces: list[object] = [face for one in dice for face in one]
    if not all(isinstance(face, int) and face >= 0 for face in faces):
        raise SetupError("solvers.fights.dice", value=_short(dice))
    most = sum(max(one) for one in dice)
    if cap is None:
        cap = most + 1
    whole = prod(one.total for one in dice)
    weights = {0: 1}
    steps = 0
    for one in dice:
        steps += len(weights) * len(one) * _cost(whole)
        _affordable(steps)
        summed: dict[int, int] = {}
        for total, weight in weights.items():
            for face, more in one.items():
                if total + face < cap:
                    summed[total + face] = summed.get(total + face, 0) + weight * more
        weights = summed
        steps += FRACTION * len(weights)  # so that a million totals are refused: each takes memory as well
    return _Roll(tuple(sorted(weights.items())), whole, sum(min(one) for one in dice), most)


def _most_rolls(hit_points: int, least: int) -> int:
    return -(-hit_points // least)


def _damage(hit_points: int, rolls: Iterable[_Roll]) -> Iterator[list[int]]:
    """The rows of the recurrence: weights of each damage below ``hit_points`` after 0, 1, … rolls.

    Ends with the last row in which the shark can be alive; none for a shark of 0 hit points.
    """
    row = [1] + [0] * (hit_points - 1) if hit_points else []
    for roll in rolls:
        if not any(row):
            return
        yield row
        following = [0] * hit_points
        for damage, weight in enumerate(row):
            if weight:
                room = hit_points - damage
                for total, more in roll.below:
                    if total >= room:
                        break
                    following[damage + total] += weight * more
        row = following


def _pass(hit_points: int, dice: Dice) -> tuple[_Roll, Iterator[list[int]]]:
    """One roll of the dice, and the rows of all rolls, refused before the first if they are too many."""
    roll = _roll(dice, hit_points)
    most = _most_rolls(hit_points, roll.least)
    _affordable(_operations(hit_points, most, len(roll.below)) * _cost(roll.whole, most))
    return roll, _damage(hit_points, repeat(roll))


def _operations(hit_points: int, rolls: int, totals: int) -> int:
    """How many multiplications the rows cost, at most: in row n the damage is n least totals or more.

    Of damage and total both, the room that is left admits half the pairs or fewer.
    """
    return rolls * hit_points * (1 + min(totals // 2, hit_points // 6))


def _first_passage(alive: Sequence[int], powers: Sequence[int]) -> Chance[int]:
    """The distribution of the number of rolls from the weights of being alive after 0, 1, … rolls.

    ``powers`` are those of the weight of one roll, from the 0th; the last weight alive is not 0.
    """
    last = len(alive)
    if not last:
        return Chance({0: 1})
    whole = powers[1]
    weights = [
        (n, dead * powers[last - 1 - n]) for n in range(1, last) if (dead := alive[n - 1] * whole - alive[n])
    ]
    weights.append((last, alive[-1]))
    return Chance(weights)


def _powers(whole: int, most: int) -> list[int]:
    return list(accumulate(repeat(whole, most), int.__mul__, initial=1))


def beats(hit_points: int, dice: Dice = TWO_DICE) -> Fraction:
    """The chance that one roll beats a shark.

    Parameters
    ----------
    hit_points : int
        Hit points left on the card, 0 or more.
    dice : tuple of Chance[int]
        One distribution a die; two fair six-sided dice unless given. Dice that can total 0 are welcome here.

    Returns
    -------
    Fraction
        In [0, 1].

    Raises
    ------
    SetupError
        If ``hit_points`` is not a whole number of 0 or more, or the dice are none.
    TooLarge
        If the dice have too many totals to add up.

    Examples
    --------
    >>> beats(9)
    Fraction(5, 18)
    >>> from inaba.dice import parse_dice
    >>> beats(9, parse_dice("3d6"))
    Fraction(20, 27)
    """
    roll = _roll(dice, _hit_points(hit_points), bounded=False)
    return 1 - Fraction(sum(weight for _, weight in roll.below), roll.whole)


def rolls_until_beaten(hit_points: int, dice: Dice = TWO_DICE) -> Chance[int]:
    """The number of rolls until a shark is beaten: its exact distribution.

    Its ``mean()`` and ``variance()`` are the moments; `expected_rolls` has the mean at less cost.

    Parameters
    ----------
    hit_points : int
        Hit points left on the card, 0 or more.
    dice : tuple of Chance[int]
        One distribution a die; two fair six-sided dice unless given.

    Returns
    -------
    Chance[int]
        Over 1 … ⌈hit points / least total⌉, ascending; surely 0 for a shark of 0 hit points.

    Raises
    ------
    SetupError
        If ``hit_points`` is not a whole number of 0 or more, the dice are none, or they can total 0.
    TooLarge
        If the work would exceed `MOST_STEPS`.

    Examples
    --------
    >>> rolls = rolls_until_beaten(9)
    >>> rolls[1], rolls[2]
    (Fraction(5, 18), Fraction(433, 648))
    >>> max(rolls)
    5
    """
    hit_points = _hit_points(hit_points)
    roll, rows = _pass(hit_points, dice)
    alive = [sum(row) for row in rows]
    return _first_passage(alive, _powers(roll.whole, max(1, len(alive))))


def rolls_until_beaten_all(most: int, dice: Dice = TWO_DICE) -> tuple[Chance[int], ...]:
    """`rolls_until_beaten` for all hit points from 0 to ``most``, in one pass.

    Parameters
    ----------
    most : int
        The greatest hit points asked for, 0 or more.
    dice : tuple of Chance[int]
        One distribution a die; two fair six-sided dice unless given.

    Returns
    -------
    tuple of Chance[int]
        ``most + 1`` of them; the place is the hit points.

    Raises
    ------
    SetupError
        If ``most`` is not a whole number of 0 or more, the dice are none, or they can total 0.
    TooLarge
        If the work would exceed `MOST_STEPS`.

    Examples
    --------
    >>> every = rolls_until_beaten_all(60)
    >>> every[9] == rolls_until_beaten(9)
    True
    >>> float(every[60].mean())  # doctest: +ELLIPSIS
    9.0595...
    """
    most = _hit_points(most)
    roll, rows = _pass(most, dice)
    powers = _powers(roll.whole, max(1, _most_rolls(most, roll.least)))
    alive: list[list[int]] = [[] for _ in range(most + 1)]
    for row in rows:
        for column, weight in zip(alive, accumulate(row, initial=0), strict=True):
            if weight:
                column.append(weight)
    return tuple(_first_passage(column, powers) for column in alive)


def _visits(hit_points: int, dice: Dice) -> tuple[_Roll, list[int], int]:
    """The renewal numbers u(s) of all damages s below the hit points, as weights over one whole number."""
    roll = _roll(dice, hit_points)
    last = max(hit_points - 1, 0) // roll.least
    _affordable(hit_points * (1 + len(roll.below)) * _cost(roll.whole, last))
    powers = _powers(roll.whole, last)
    # u(s) has the denominator D^⌊s / least⌋; each total t takes at least one from that exponent.
    visits = [1] if hit_points else []
    for damage in range(1, hit_points):
        exponent = damage // roll.least - 1
        visits.append(
            sum(
                weight * before * powers[exponent - (damage - total) // roll.least]
                for total, weight in roll.below
                if total <= damage and (before := visits[damage - total])
            )
        )
    return roll, [v * powers[last - s // roll.least] for s, v in enumerate(visits)], powers[last]


def expected_rolls(hit_points: int, dice: Dice = TWO_DICE) -> Fraction:
    """How many rolls it takes to beat a shark, on average.

    By the renewal sum, in O(hit points · totals): without the distribution, whose mean it is.

    Parameters
    ----------
    hit_points : int
        Hit points left on the card, 0 or more.
    dice : tuple of Chance[int]
        One distribution a die; two fair six-sided dice unless given.

    Returns
    -------
    Fraction
        1 or more; 0 for a shark of 0 hit points.

    Raises
    ------
    SetupError
        If ``hit_points`` is not a whole number of 0 or more, the dice are none, or they can total 0.
    TooLarge
        If the work would exceed `MOST_STEPS`.

    Examples
    --------
    >>> expected_rolls(2), expected_rolls(3)
    (Fraction(1, 1), Fraction(37, 36))
    """
    _, visits, whole = _visits(_hit_points(hit_points), dice)
    return Fraction(sum(visits), whole)


def overshoot(hit_points: int, dice: Dice = TWO_DICE) -> Chance[int]:
    """By how much the beating roll overshoots: the damage in the end less the hit points.

    Parameters
    ----------
    hit_points : int
        Hit points left on the card, 0 or more.
    dice : tuple of Chance[int]
        One distribution a die; two fair six-sided dice unless given.

    Returns
    -------
    Chance[int]
        From 0 (beaten exactly) to the greatest total - 1, ascending; surely 0 for a shark of 0 hit points.

    Raises
    ------
    SetupError
        If ``hit_points`` is not a whole number of 0 or more, the dice are none, or they can total 0.
    TooLarge
        If the work would exceed `MOST_STEPS`.

    Examples
    --------
    >>> from inaba.dice import parse_dice
    >>> overshoot(2, parse_dice("1d6"))
    Chance({0: 7, 1: 7, 2: 7, 3: 7, 4: 7, 5: 1})
    """
    hit_points = _hit_points(hit_points)
    if not hit_points:
        _roll(dice, 0)
        return Chance({0: 1})
    _, visits, whole = _visits(hit_points, dice)
    totals = _roll(dice).below
    _affordable(hit_points * len(totals) * _cost(whole))
    over: dict[int, int] = {}
    for damage, visit in enumerate(visits):
        if visit:
            for total, weight in totals:
                if damage + total >= hit_points:
                    beyond = damage + total - hit_points
                    over[beyond] = over.get(beyond, 0) + visit * weight
    return Chance(sorted(over.items()))


def damage_after(hit_points: int, rolls: int, dice: Dice = TWO_DICE) -> Chance[int]:
    """The damage on a shark's card after some rolls, if everybody goes on until it is beaten.

    Parameters
    ----------
    hit_points : int
        Hit points left on the card before the first roll, 0 or more.
    rolls : int
        How many rolls, 0 or more.
    dice : tuple of Chance[int]
        One distribution a die; two fair six-sided dice unless given.

    Returns
    -------
    Chance[int]
        From 0 to ``hit_points``, ascending; ``hit_points`` itself means beaten, by whatever overshoot.

    Raises
    ------
    SetupError
        If a number is not whole or below 0, the dice are none, or they can total 0.
    TooLarge
        If the work would exceed `MOST_STEPS`.

    Examples
    --------
    >>> damage_after(4, 1)
    Chance({2: 1, 3: 2, 4: 33})
    """
    hit_points = _hit_points(hit_points)
    rolls = _whole(rolls, 0, "solvers.fights.rolls")
    roll, rows = _pass(hit_points, dice)
    row = next(islice(rows, rolls, None), None)
    if row is None:
        return Chance({hit_points: 1})
    weights = [(damage, weight) for damage, weight in enumerate(row) if weight]
    if beaten := roll.whole**rolls - sum(row):
        weights.append((hit_points, beaten))
    return Chance(weights)


def left_after(hit_points: int, rolls: int, dice: Dice = TWO_DICE) -> Chance[int]:
    """The hit points left after some rolls, 0 if the shark is beaten: `damage_after` from the other side.

    Parameters
    ----------
    hit_points : int
        Hit points left on the card before the first roll, 0 or more.
    rolls : int
        How many rolls, 0 or more.
    dice : tuple of Chance[int]
        One distribution a die; two fair six-sided dice unless given.

    Returns
    -------
    Chance[int]
        From 0 (beaten) to ``hit_points``, descending.

    Raises
    ------
    SetupError
        If a number is not whole or below 0, the dice are none, or they can total 0.
    TooLarge
        If the work would exceed `MOST_STEPS`.

    Examples
    --------
    >>> left_after(4, 1)
    Chance({2: 1, 1: 2, 0: 33})
    """
    return damage_after(hit_points, rolls, dice).map(lambda damage: hit_points - damage)


def beaten_within(hit_points: int, rolls: int, dice: Dice = TWO_DICE) -> Fraction:
    """The chance that a shark is beaten by at most so many rolls.

    Parameters
    ----------
    hit_points : int
        Hit points left on the card before the first roll, 0 or more.
    rolls : int
        How many rolls, 0 or more.
    dice : tuple of Chance[int]
        One distribution a die; two fair six-sided dice unless given.

    Returns
    -------
    Fraction
        In [0, 1]; 1 for a shark of 0 hit points.

    Raises
    ------
    SetupError
        If a number is not whole or below 0, the dice are none, or they can total 0.
    TooLarge
        If the work would exceed `MOST_STEPS`.

    Examples
    --------
    >>> beaten_within(9, 1), beaten_within(9, 2)
    (Fraction(5, 18), Fraction(613, 648))
    """
    return damage_after(hit_points, rolls, dice)[hit_points]


def _each(rabbits: int, dice: Dice | Sequence[Dice], first: int) -> tuple[tuple[Dice, ...], int]:
    """The dice of each rabbit in order, and the index of the first to roll."""
    rabbits = _whole(rabbits, 1, "solvers.fights.rabbits", MOST_RABBITS)
    first = _whole(first, 1, "solvers.fights.first", rabbits)
    given: object = dice
    if not isinstance(given, Sequence) or not given:
        raise SetupError("solvers.fights.dice", value=_short(dice))
    if any(isinstance(one, Chance) for one in given):
        return (_dice(given),) * rabbits, first - 1
    if len(given) != rabbits:
        raise SetupError("solvers.fights.each", n=len(given), rabbits=rabbits)
    return tuple(_dice(own) for own in given), first - 1


def who_beats(
    hit_points: int, rabbits: int = 2, dice: Dice | Sequence[Dice] = TWO_DICE, *, first: int = 1
) -> tuple[Fraction, ...]:
    """Who beats a shark when rabbits take turns rolling at it: each rabbit's chance.

    Rabbit ``first`` rolls, then the next, round and round (after the last the 1st), until one has beaten it.

    Parameters
    ----------
    hit_points : int
        Hit points left on the card, 0 or more.
    rabbits : int
        How many take turns, 1 to 100.
    dice : tuple of Chance[int], or sequence of those
        The dice that every rabbit rolls; or, one a rabbit, the dice of each.
    first : int
        The rabbit that rolls first, from 1.

    Returns
    -------
    tuple of Fraction
        One a rabbit, from rabbit 1. They sum to 1; for a shark of 0 hit points, which nobody has to beat,
        all are 0.

    Raises
    ------
    SetupError
        If a number is not whole or out of its range, there are not as many dice as rabbits, or some dice are
        none or can total 0.
    TooLarge
        If the work would exceed `MOST_STEPS`.

    Examples
    --------
    The second rabbit has the better chance against 10: the first wears the shark down for it.

    >>> who_beats(10)
    (Fraction(48913, 186624), Fraction(137711, 186624))
    >>> from inaba.dice import parse_dice
    >>> who_beats(9, dice=[parse_dice("2d6"), parse_dice("1d6")])[0] > who_beats(9)[0]
    True
    """
    hit_points = _hit_points(hit_points)
    each, start = _each(rabbits, dice, first)
    rolls = [_roll(own, hit_points) for own in each]
    most = _most_rolls(hit_points, min(roll.least for roll in rolls))
    totals = max(len(roll.below) for roll in rolls)
    whole = max(roll.whole for roll in rolls)
    _affordable((_operations(hit_points, most, totals) + most * rabbits) * _cost(whole, most))
    order = rolls[start:] + rolls[:start]
    shares = [0] * rabbits
    whole = 1
    alive = [sum(row) for row in _damage(hit_points, cycle(order))] + [0]
    for n, (before, after) in enumerate(pairwise(alive)):
        roller = (start + n) % rabbits
        shares = [share * rolls[roller].whole for share in shares]
        shares[roller] += before * rolls[roller].whole - after
        whole *= rolls[roller].whole
    return tuple(Fraction(share, whole) for share in shares)


# The Markov chain ----------------------------------------------------------------------------------------


def chain(hit_points: int, dice: Dice = TWO_DICE) -> nx.DiGraph:
    """A shark that is rolled at, as an absorbing Markov chain.

    Parameters
    ----------
    hit_points : int
        The greatest hit points, 0 or more.
    dice : tuple of Chance[int]
        One distribution a die; two fair six-sided dice unless given.

    Returns
    -------
    networkx.DiGraph
        The nodes are the hit points left, ``hit_points`` … 0; 0 is beaten and goes to itself. Each edge has
        its ``probability``, a Fraction; those out of a node sum to 1. Each node has a ``pos`` (x, y) in
        [-1, 1] × [0, 1], on a half circle from left to right, where no edge runs through a third node.

    Raises
    ------
    SetupError
        If ``hit_points`` is not a whole number of 0 or more, the dice are none, or they can total 0.
    TooLarge
        If the work would exceed `MOST_STEPS`.

    Examples
    --------
    >>> shark = chain(3)
    >>> shark.edges[3, 1]["probability"], shark.edges[3, 0]["probability"]
    (Fraction(1, 36), Fraction(35, 36))
    """
    import networkx as nx

    hit_points = _hit_points(hit_points)
    steps = _steps(hit_points, dice)
    graph = nx.DiGraph()
    for left in range(hit_points, -1, -1):
        graph.add_node(left, pos=_on_half_circle(left, hit_points, 1))
    graph.add_edges_from((left, after, {"probability": chance}) for left, after, chance in steps)
    graph.add_edge(0, 0, probability=Fraction(1))
    return graph


def _on_half_circle(left: int, hit_points: int, radius: int) -> tuple[float, float]:
    angle = pi * left / hit_points if hit_points else pi / 2
    return radius * cos(angle), radius * sin(angle)


def _steps(hit_points: int, dice: Dice) -> list[tuple[int, int, Fraction]]:
    """From each number of hit points left, each number left after one roll, and its chance."""
    roll = _roll(dice, hit_points)
    _affordable(EDGE * hit_points * (1 + len(roll.below)))
    steps = []
    for left in range(hit_points, 0, -1):
        alive = [(left - total, weight) for total, weight in roll.below if total < left]
        steps += [(left, after, Fraction(weight, roll.whole)) for after, weight in alive]
        if beaten := roll.whole - sum(weight for _, weight in alive):
            steps.append((left, 0, Fraction(beaten, roll.whole)))
    return steps


def turns_chain(hit_points: int, rabbits: int = 2, dice: Dice | Sequence[Dice] = TWO_DICE) -> nx.DiGraph:
    """Rabbits that take turns at a shark, as an absorbing Markov chain.

    Parameters
    ----------
    hit_points : int
        The greatest hit points, 0 or more.
    rabbits : int
        How many take turns, 1 to 100.
    dice : tuple of Chance[int], or sequence of those
        The dice that every rabbit rolls; or, one a rabbit, the dice of each.

    Returns
    -------
    networkx.DiGraph
        The nodes are pairs: ``(left, rabbit)`` with hit points left and the rabbit to roll;
        ``(0, rabbit)``, which goes to itself, with the rabbit that has beaten the shark. Edges have their
        ``probability``, nodes a ``pos``, a half circle a rabbit: the first the innermost, of radius 1.

    Raises
    ------
    SetupError
        As `who_beats`.
    TooLarge
        If the work would exceed `MOST_STEPS`.

    Examples
    --------
    >>> answer = fundamental_matrix(turns_chain(10))
    >>> row = answer.absorbed[answer.transient.index((10, 1))]
    >>> row == who_beats(10)
    True
    """
    import networkx as nx

    hit_points = _hit_points(hit_points)
    each, _ = _each(rabbits, dice, 1)
    steps = {own: _steps(hit_points, own) for own in dict.fromkeys(each)}
    _affordable(EDGE * sum(len(steps[own]) for own in each))
    graph = nx.DiGraph()
    for left in range(hit_points, -1, -1):
        for rabbit in range(1, rabbits + 1):
            graph.add_node((left, rabbit), pos=_on_half_circle(left, hit_points, rabbit))
    for rabbit, own in enumerate(each, 1):
        for left, after, chance in steps[own]:
            roller = rabbit % rabbits + 1 if after else rabbit
            graph.add_edge((left, rabbit), (after, roller), probability=chance)
        graph.add_edge((0, rabbit), (0, rabbit), probability=Fraction(1))
    return graph


class Fundamental(NamedTuple):
    """What the fundamental matrix of an absorbing Markov chain tells; rows and columns in the order named.

    Examples
    --------
    >>> answer = fundamental_matrix(chain(3))
    >>> answer.transient, answer.absorbing
    ((3, 2, 1), (0,))
    >>> answer.visits[0] == (1, 0, Fraction(1, 36))
    True
    >>> answer.steps[0]
    Fraction(37, 36)
    """

    transient: tuple[Hashable, ...]
    """The states that are left for good in the end, in the graph's order."""
    absorbing: tuple[Hashable, ...]
    """The states that are never left, in the graph's order."""
    visits: tuple[tuple[Fraction, ...], ...]
    """N = (I - Q)⁻¹: from a transient state (row), how often a transient state (column) is visited."""
    steps: tuple[Fraction, ...]
    """N 1: from each transient state, the expected number of steps until absorption."""
    absorbed: tuple[tuple[Fraction, ...], ...]
    """N R: from a transient state (row), the chance to end in an absorbing state (column)."""


def fundamental_matrix(chain: nx.DiGraph) -> Fundamental:
    """The fundamental matrix of any absorbing Markov chain, exactly.

    The chain may have cycles. It is solved one strongly connected component at a time, from the end, so a
    chain without cycles needs no elimination at all.

    Parameters
    ----------
    chain : networkx.DiGraph
        Edges with a ``probability``, an int or a Fraction; those out of each node sum to 1. A node whose
        only edge goes to itself is absorbing.

    Returns
    -------
    Fundamental

    Raises
    ------
    SetupError
        If it is no absorbing Markov chain: probabilities that are not exact, are negative or do not sum to 1
        out of a node, or a node from which no absorbing one is reached.
    TooLarge
        If the work would exceed `MOST_STEPS`.

    Examples
    --------
    A coin is tossed until two heads come in a row: 6 tosses on average.

    >>> import networkx as nx
    >>> half = {"probability": Fraction(1, 2)}
    >>> coin = nx.DiGraph()
    >>> coin.add_edges_from([("", "", half), ("", "H", half), ("H", "", half), ("H", "HH", half)])
    >>> coin.add_edge("HH", "HH", probability=1)
    >>> fundamental_matrix(coin).steps
    (Fraction(6, 1), Fraction(4, 1))
    """
    import networkx as nx

    nodes: list[Hashable] = list(chain)
    going: dict[Hashable, dict[Hashable, Fraction]] = {}
    for node in nodes:
        out = {after: data.get("probability") for after, data in chain.adj[node].items()}
        if not all(isinstance(p, int | Fraction) and p >= 0 for p in out.values()) or sum(out.values()) != 1:
            raise SetupError("solvers.fights.chain", node=_short(node))
        going[node] = {after: Fraction(p) for after, p in out.items() if p}
    absorbing = [node for node in nodes if set(going[node]) == {node}]
    ends = set(absorbing)
    transient = [node for node in nodes if node not in ends]
    live = nx.DiGraph((node, after) for node in nodes for after in going[node])
    components = nx.condensation(live)
    for place, inside in components.nodes(data="members"):
        if not components.adj[place] and ends.isdisjoint(inside):
            raise SetupError(
                "solvers.fights.endless", node=_short(next(node for node in nodes if node in inside))
            )
    edges = sum(len(going[node]) for node in transient)
    cubes = sum(len(inside) ** 3 for _, inside in components.nodes(data="members") if len(inside) > 1)
    _affordable(FRACTION * (edges * len(nodes) // 2 + cubes), "solvers.fights.states")

    # Each solved node's row: expected visits to transient nodes, and chances to end in absorbing ones.
    rows: dict[Hashable, dict[Hashable, Fraction]] = {node: {node: Fraction(1)} for node in absorbing}
    for place in reversed(list(nx.topological_sort(components))):
        inside = [node for node in components.nodes[place]["members"] if node not in ends]
        known = [{node: Fraction(1)} for node in inside]
        for node, row in zip(inside, known, strict=True):
            for after, p in going[node].items():
                if after not in inside:
                    _add(row, rows[after], p)
        among = [[(i == j) - going[i].get(j, Fraction(0)) for j in inside] for i in inside]
        rows.update(zip(inside, _solve(among, known), strict=True))
    zero = Fraction(0)
    visits = tuple(tuple(rows[i].get(j, zero) for j in transient) for i in transient)
    absorbed = tuple(tuple(rows[i].get(j, zero) for j in absorbing) for i in transient)
    steps = tuple(sum(row, zero) for row in visits)
    return Fundamental(tuple(transient), tuple(absorbing), visits, steps, absorbed)


def _add(row: dict[Hashable, Fraction], other: Mapping[Hashable, Fraction], times: Fraction) -> None:
    for column, value in other.items():
        row[column] = row.get(column, Fraction(0)) + times * value


def _solve(
    left: list[list[Fraction]], right: list[dict[Hashable, Fraction]]
) -> list[dict[Hashable, Fraction]]:
    """Gauss-Jordan elimination in place. Pivots on the diagonal are never 0: ``left`` is I - Q."""
    for k, pivot_row in enumerate(left):
        pivot = pivot_row[k]
        left[k] = pivot_row = [value / pivot for value in pivot_row]
        right[k] = {column: value / pivot for column, value in right[k].items()}
        for i, row in enumerate(left):
            if i != k and (factor := row[k]):
                left[i] = [value - factor * other for value, other in zip(row, pivot_row, strict=True)]
                _add(right[i], right[k], -factor)
    return right


# Expressions of sympy ------------------------------------------------------------------------------------


class _SymbolicRoll(NamedTuple):
    """The total of one roll in a domain of sympy, where polynomials multiply fast."""

    domain: Any
    totals: dict[int, Any]

    def terms(self, element: Any) -> int:
        """How long an element of the domain is: the terms of a polynomial."""
        return len(element) if self.domain.is_Composite else 1

    def short(self, *elements: Any) -> None:
        """Refuse to go on where these are too long together."""
        if (terms := sum(map(self.terms, elements))) > MOST_TERMS:
            raise TooLarge("solvers.fights.terms", size=terms, limit=MOST_TERMS)


def _symbolic_roll(dice: SymbolicDice, *apart: Any) -> _SymbolicRoll:
    """One roll of dice with symbols; ``apart`` are symbols that the dice must leave free."""
    from sympy import Expr, Integer, Rational
    from sympy.polys.constructor import construct_domain

    given: object = dice
    if not isinstance(given, Sequence) or not given:
        raise SetupError("solvers.fights.dice", value=_short(dice))
    each: list[dict[int, Any]] = []
    for one in given:
        if isinstance(one, Chance):
            die = {face: Rational(weight, one.total) for face, weight in one.items()}
        elif isinstance(one, Mapping):
            die = {face: Rational(p) if isinstance(p, int | Fraction) else p for face, p in one.items()}
        else:
            raise SetupError("solvers.fights.dice", value=_short(one))
        if not all(isinstance(face, int) and face >= 0 and isinstance(p, Expr) for face, p in die.items()):
            raise SetupError("solvers.fights.dice", value=_short(one))
        each.append(die)
    chances = [p for die in each for p in die.values()]
    domain, elements = construct_domain([*chances, Integer(1)])
    if not (domain.is_ZZ or domain.is_QQ or (domain.is_PolynomialRing and domain.is_Exact)):
        raise SetupError("solvers.fights.loaded", value=_short(chances))
    if clash := sorted({str(symbol) for p in chances for symbol in p.free_symbols.intersection(apart)}):
        raise SetupError("solvers.fights.symbol", value=", ".join(clash))
    place = iter(elements)
    each = [{face: next(place) for face in die} for die in each]
    for die, one in zip(each, dice, strict=True):
        if sum(die.values(), domain.zero) != domain.one:
            raise SetupError("solvers.fights.loaded", value=_short(one))
    totals = {0: domain.one}
    steps = 0
    for die in each:
        length = _SymbolicRoll(domain, totals).terms
        steps += SYMBOLIC * sum(map(length, totals.values())) * sum(map(length, die.values()))
        _affordable(steps)
        summed: dict[int, Any] = {}
        for total, chance in totals.items():
            for face, p in die.items():
                summed[total + face] = summed.get(total + face, domain.zero) + chance * p
        totals = summed
        _SymbolicRoll(domain, totals).short(*totals.values())
    return _SymbolicRoll(domain, {total: chance for total, chance in sorted(totals.items()) if chance})


def _symbolic_fight(hit_points: int, dice: SymbolicDice, *apart: Any) -> tuple[_SymbolicRoll, int]:
    """One roll, and the most rolls that a fight takes."""
    roll = _symbolic_roll(dice, *apart)
    least = min(roll.totals)
    if least == 0:
        raise SetupError("solvers.fights.never")
    return roll, _most_rolls(hit_points, least)


def loaded_die(faces: int = 6, face: int | None = None, name: str = "p") -> dict[int, Expr]:
    """A die loaded with symbols.

    Parameters
    ----------
    faces : int
        The faces are 1 to ``faces``, at least 2.
    face : int, optional
        The one face that is loaded: it comes up with probability ``p``, and all others alike. Without it
        every face ``i`` has a probability of its own, ``p1``, ``p2``, …, and the last has what is left.
    name : str
        The name of the symbols, so that two dice can be loaded each in its own way.

    Returns
    -------
    dict of int to sympy.Expr
        Each face with its probability; together 1.

    Raises
    ------
    SetupError
        If there are fewer than two faces, or ``face`` is none of them.

    Examples
    --------
    >>> loaded_die(face=6)[6], loaded_die(face=6)[1]
    (p, 1/5 - p/5)
    >>> loaded_die(3)
    {1: p1, 2: p2, 3: -p1 - p2 + 1}
    """
    from sympy import Integer, Rational, Symbol

    faces = _whole(faces, 2, "solvers.fights.faces")
    if face is None:
        free = {i: Symbol(f"{name}{i}") for i in range(1, faces)}
        return {**free, faces: Integer(1) - sum(free.values())}
    if _whole(face, 1, "solvers.fights.faces") > faces:
        raise SetupError("solvers.fights.face", face=face, faces=faces)
    p = Symbol(name)
    other = Rational(1, faces - 1) - p / (faces - 1)
    return {i: p if i == face else other for i in range(1, faces + 1)}


def generating_function(dice: SymbolicDice = TWO_DICE, x: Symbol | None = None) -> Expr:
    """The probability generating function of one roll: the sum of P(T = t) x^t.

    Parameters
    ----------
    dice : sequence of Chance[int] or SymbolicDie
        One a die; two fair six-sided dice unless given.
    x : sympy.Symbol, optional
        The variable, ``x`` unless given.

    Returns
    -------
    sympy.Expr
        A polynomial in ``x``, 1 at ``x = 1``; its derivative there is the mean total.

    Raises
    ------
    SetupError
        If the dice are none, their probabilities are no exact polynomials, do not sum to 1, or contain ``x``.
    TooLarge
        If there are too many totals or terms.

    Examples
    --------
    >>> from inaba.dice import parse_dice
    >>> generating_function(parse_dice("2d2"))
    x**4/4 + x**3/2 + x**2/4
    """
    from sympy import Symbol

    x = Symbol("x") if x is None else x
    return _polynomial(_symbolic_roll(dice, x), x)


def _polynomial(roll: _SymbolicRoll, x: Any) -> Any:
    from sympy import Add

    return Add(*(roll.domain.to_sympy(chance) * x**total for total, chance in roll.totals.items()))


def rolls_generating_function(
    hit_points: int, dice: SymbolicDice = TWO_DICE, z: Symbol | None = None
) -> Expr:
    """The probability generating function of the number of rolls: the sum of P(N = n) z^n.

    Worked out backwards, apart from `rolls_until_beaten`: G_H = z (P(T ≥ H) + Σ P(T = t) G_{H - t}), the
    sum over t below H, G_0 = 1.

    Parameters
    ----------
    hit_points : int
        Hit points left on the card, 0 or more.
    dice : sequence of Chance[int] or SymbolicDie
        One a die; two fair six-sided dice unless given.
    z : sympy.Symbol, optional
        The variable, ``z`` unless given.

    Returns
    -------
    sympy.Expr
        A polynomial in ``z``, 1 at ``z = 1``; its derivative there is the expected number of rolls.

    Raises
    ------
    SetupError
        If ``hit_points`` is not a whole number of 0 or more, or the dice are none, can total 0, have
        probabilities that are no exact polynomials or do not sum to 1, or contain ``z``.
    TooLarge
        If the work would exceed `MOST_STEPS`, or the polynomials `MOST_TERMS`.

    Examples
    --------
    >>> rolls_generating_function(4)
    z**2/12 + 11*z/12
    """
    from sympy import Add, Symbol

    z = Symbol("z") if z is None else z
    hit_points = _hit_points(hit_points)
    roll, most = _symbolic_fight(hit_points, dice, z)
    _affordable(SYMBOLIC * hit_points * len(roll.totals) * most)
    zero, one = roll.domain.zero, roll.domain.one
    each: list[list[Any]] = [[one]]  # for each number of hit points, P(N = 0), P(N = 1), …
    steps = 0
    for left in range(1, hit_points + 1):
        for total, chance in roll.totals.items():
            steps += SYMBOLIC * roll.terms(chance) * sum(map(roll.terms, each[max(left - total, 0)]))
        _affordable(steps)
        counts = [zero] * (_most_rolls(left, min(roll.totals)) + 1)
        for total, chance in roll.totals.items():
            for n, p in enumerate(each[max(left - total, 0)], 1):
                counts[n] += chance * p
        roll.short(*counts)
        each.append(counts)
    return Add(*(roll.domain.to_sympy(p) * z**n for n, p in enumerate(each[hit_points])))


def joint_generating_function(
    dice: SymbolicDice = TWO_DICE, x: Symbol | None = None, z: Symbol | None = None
) -> Expr:
    """The generating function of all sharks: the sum over H and n of P(N_H = n) x^H z^n.

    Parameters
    ----------
    dice : sequence of Chance[int] or SymbolicDie
        One a die; two fair six-sided dice unless given.
    x, z : sympy.Symbol, optional
        The variables: ``x`` counts hit points, ``z`` rolls.

    Returns
    -------
    sympy.Expr
        A rational function: (1 - z g(x) - x (1 - z)) / ((1 - x) (1 - z g(x))), g being
        `generating_function`. The derivative by z at z = 1, x / ((1 - x) (1 - g(x))), has the expected
        numbers of rolls as its coefficients.

    Raises
    ------
    SetupError
        If the dice are none, can total 0, have probabilities that are no exact polynomials or do not sum to
        1, or contain ``x`` or ``z``; or ``x`` is ``z``.
    TooLarge
        If there are too many totals or terms.

    Examples
    --------
    >>> from inaba.dice import parse_dice
    >>> joint_generating_function(parse_dice("1d2"))
    (-x*(1 - z) - z*(x**2/2 + x/2) + 1)/((1 - x)*(-z*(x**2/2 + x/2) + 1))
    """
    from sympy import Symbol

    x = Symbol("x") if x is None else x
    z = Symbol("z") if z is None else z
    if x == z:
        raise SetupError("solvers.fights.symbol", value=str(x))
    roll, _ = _symbolic_fight(0, dice, x, z)
    rest = 1 - z * _polynomial(roll, x)
    return (rest - x * (1 - z)) / ((1 - x) * rest)


def beats_expression(hit_points: int, dice: SymbolicDice) -> Expr:
    """The chance that one roll beats a shark, as an expression: `beats` for dice loaded with symbols.

    Parameters
    ----------
    hit_points : int
        Hit points left on the card, 0 or more.
    dice : sequence of Chance[int] or SymbolicDie
        One a die.

    Returns
    -------
    sympy.Expr
        Expanded; without symbols, a sympy.Rational.

    Raises
    ------
    SetupError
        If ``hit_points`` is not a whole number of 0 or more, or the dice are none, or have probabilities that
        are no exact polynomials or do not sum to 1.
    TooLarge
        If there are too many totals or terms.

    Examples
    --------
    Two dice that are loaded alike, against 11 hit points:

    >>> beats_expression(11, [loaded_die(face=6)] * 2)
    3*p**2/5 + 2*p/5
    """
    hit_points = _hit_points(hit_points)
    roll = _symbolic_roll(dice)
    enough = (chance for total, chance in roll.totals.items() if total >= hit_points)
    return roll.domain.to_sympy(sum(enough, roll.domain.zero))


def expected_rolls_expression(hit_points: int, dice: SymbolicDice) -> Expr:
    """How many rolls it takes on average, as an expression: `expected_rolls` for dice loaded with symbols.

    Worked out backwards, apart from `expected_rolls`: E_H = 1 + Σ P(T = t) E_{H - t}, the sum over t below H.

    Parameters
    ----------
    hit_points : int
        Hit points left on the card, 0 or more.
    dice : sequence of Chance[int] or SymbolicDie
        One a die.

    Returns
    -------
    sympy.Expr
        Expanded; without symbols, a sympy.Rational.

    Raises
    ------
    SetupError
        If ``hit_points`` is not a whole number of 0 or more, or the dice are none, can total 0, or have
        probabilities that are no exact polynomials or do not sum to 1.
    TooLarge
        If the work would exceed `MOST_STEPS`, or the polynomials `MOST_TERMS`.

    Examples
    --------
    >>> expected_rolls_expression(3, [loaded_die(2, face=2)])
    p**2 - 2*p + 3
    """
    hit_points = _hit_points(hit_points)
    roll, _ = _symbolic_fight(hit_points, dice)
    _affordable(SYMBOLIC * hit_points * len(roll.totals))
    expected = [roll.domain.zero]
    steps = 0
    for left in range(1, hit_points + 1):
        for total, chance in roll.totals.items():
            steps += SYMBOLIC * roll.terms(chance) * roll.terms(expected[max(left - total, 0)])
        _affordable(steps)
        expected.append(
            sum(
                (chance * expected[left - total] for total, chance in roll.totals.items() if total < left),
                roll.domain.one,
            )
        )
        roll.short(expected[left])
    return roll.domain.to_sympy(expected[hit_points])
