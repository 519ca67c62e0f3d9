"""Loops: the strongly connected components of a game's graph, and the exact values within one.

`solvers.endgame` has the theory: what a value is where play can go round for ever, why the ways used here
reach it, and the certificate that `Graph.solve` gives.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable, Collection, Container, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import repeat
from math import gcd, inf, lcm
from operator import itemgetter, mul, truediv
from typing import Any, Final, NamedTuple, TypeVar, cast

from solvers.loops_kernel import Flat, Layout, Plan, listed
from solvers.loops_limbs import BITS, MOST, ROOM, Limbs, Stretch, apart, digits

CLOSE: Final = 1e-6
"""Passes end where none changes a value by more. That is no bound on the error: what they suggest is checked
exactly."""

SWEEPS: Final = 1000
"""The most passes in floating point that suggest a policy; exact improvement does the rest.

They need not come to rest: what is gambled on inside the component is broken off too early there."""

FAR: Final = 100
"""How many times further than to the last pass a step along the line through two passes may go."""

SPREAD: Final = 64
"""A common denominator may have so many times the bits of the largest one, and `BIG` more; beyond that each
value keeps its own."""

MANY: Final = 100
"""With more unknowns a component is not solved in compiled passes, where each makes every number longer."""

BIG: Final = 4096
"""Whole numbers of more bits are GMP's, where it is installed: smaller ones are fastest as they are."""

DENSE: Final = (16, 3, 2000)
"""FLINT solves a block of linear equations where it is installed, if the block has at least so many unknowns,
so many times as many factors, and not too many unknowns for all the factors of a full matrix."""

CHANCE: Final = 0
MIRROR: Final = 3
"""What owns a position besides players 1 and 2: chance; and one that is another position, seats changed."""

_S = TypeVar("_S", bound=Hashable)


def _number() -> Callable[[Fraction], Fraction]:
    """What exact numbers are made of inside: GMP's where it is installed (the extra `fast`), else `Fraction`.

    Both reckon alike; the results are the same.
    """
    try:
        from gmpy2 import mpq
    except ImportError:
        return Fraction
    made: Callable[[Fraction], Fraction] = mpq
    return made


def _integer() -> Callable[[int], int]:
    """What large whole numbers are made of inside, in the same way."""
    try:
        from gmpy2 import mpz
    except ImportError:
        return int
    made: Callable[[int], int] = mpz
    return made


def _divisor() -> Callable[[int, int], int]:
    """What finds the greatest common divisor of large whole numbers."""
    try:
        from gmpy2 import gcd as found
    except ImportError:
        return gcd
    divisor: Callable[[int, int], int] = found
    return divisor


def _matrices() -> Any:
    """FLINT, for full matrices of fractions; None where it is not installed."""
    try:
        import flint
    except ImportError:
        return None
    return flint


def components(root: _S, lead: Callable[[_S], Sequence[_S]], known: Container[_S] = ()) -> Iterator[list[_S]]:
    """The strongly connected components that can be reached, each after all those that it leads to.

    Parameters
    ----------
    root : hashable
        Where to start.
    lead : callable
        What a node leads to; asked once a node.
    known : container
        Nodes to leave out. Everything yielded is left out by itself from then on.

    Yields
    ------
    list
        The nodes of one component, each after what it leads to wherever that can be: only what leads back to
        a node still being looked at stands before it.

    Notes
    -----
    Tarjan's algorithm with a stack of its own: no recursion, one step a node and a step an edge. A node is
    put down when all that it leads to has been looked at, not when it is met: hence the order.

    Examples
    --------
    >>> graph = {1: [2], 2: [3, 1], 3: []}
    >>> list(components(1, graph.__getitem__))
    [[3], [2, 1]]
    """
    low: dict[_S, int] = {}  # for open nodes the earliest node known to be reached; done nodes are infinite
    done = 1 << 62
    if root in known:
        return
    low[root] = count = 0
    finished: list[_S] = []  # of components that are still open
    path = [(root, iter(lead(root)), 0, 0)]  # with each node's number, and how many had finished before it
    while path:
        node, children, number, before = path[-1]
        lowest = low[node]
        for child in children:
            reached = low.get(child)
            if reached is None:
                if child in known:
                    continue
                low[node] = lowest
                low[child] = count = count + 1
                path.append((child, iter(lead(child)), count, len(finished)))
                break
            if reached < lowest:
                lowest = reached
        else:
            path.pop()
            if lowest < number:
                low[node] = lowest
                finished.append(node)
                parent = path[-1][0]
                if lowest < low[parent]:
                    low[parent] = lowest
                continue
            component = finished[before:]
            component.append(node)
            del finished[before:]
            yield component
            for member in component:
                if member in known:
                    del low[member]
                else:
                    low[member] = done


def fetch(children: Sequence[int]) -> Callable[[Any], Sequence[Any]]:
    """What takes the values of some positions out of a list of all.

    Examples
    --------
    >>> list(fetch([2, 0])("abc")), list(fetch([1])("abc"))
    (['c', 'a'], ['b'])
    """
    if len(children) == 1:
        # With one place alone `itemgetter` gives no sequence.
        return itemgetter(slice(children[0], children[0] + 1))
    return itemgetter(*children)


@dataclass
class Work:
    """What it took to solve loops with chance in them.

    Attributes
    ----------
    loops : int
        How many there were.
    positions : int
        How many positions they had, all together.
    unknowns : int
        How many unknowns the linear equations had, all together.
    largest : int
        The most unknowns of one system of linear equations.
    repairs : int
        In how many of the loops the policies that floats suggested were not the best, and were improved.
    """

    loops: int = 0
    positions: int = 0
    unknowns: int = 0
    largest: int = 0
    repairs: int = 0


class Node(NamedTuple):
    """A position, and where it leads.

    Attributes
    ----------
    at : int
        Its number.
    owner : int
        1 or 2, `CHANCE`, or `MIRROR`: a position that is another one with the seats changed, worth just the
        opposite.
    fetch : callable
        Takes the values of its children out of a list of all values.
    weights : tuple of int or None
        Of chance: one a child; None where all are 1.
    total : int
        Of chance: the sum of the weights.
    children : tuple of int
        What it leads to, every position once.
    """

    at: int
    owner: int
    fetch: Callable[[Any], Sequence[Any]]
    weights: tuple[int, ...] | None
    total: int
    children: tuple[int, ...]


_made = cast("Callable[[type[Node], tuple[Any, ...]], Node]", tuple.__new__)
"""Makes a node, in half the time that a call of `Node` takes."""


class Part(NamedTuple):
    """A component with loops.

    Attributes
    ----------
    program : sequence of Node
        Its positions, in its order.
    begin : int
        Where it begins in the order of all.
    back : list of int
        The positions that some other one, or itself, leads to from before it.
    outside : list of int
        What it leads to outside of it.
    """

    program: Sequence[Node]
    begin: int
    back: list[int]
    outside: list[int]

    @property
    def end(self) -> int:
        """Where it ends in the order of all."""
        return self.begin + len(self.program)


@dataclass
class Found:
    """What was found of the positions of a graph.

    Attributes
    ----------
    numerator, denominator : list of int
        The values, by position; of one that only its own loop leads to perhaps 0 and 0 (`value`).
    ranks : sequence of int
        The rank of each position within its level of a loop; 0 at the draw value, and outside of loops.
    at : sequence of int
        Where each position stands in the order of all.
    begins, ends : list of int
        Where the loops begin and end there.
    stretches : list of Stretch or None
        Of each loop the values as compiled passes left them.
    """

    numerator: list[int]
    denominator: list[int]
    ranks: Flat
    at: Flat = ()
    begins: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    stretches: list[Stretch | None] = field(default_factory=list)

    def add(self, begin: int, end: int, stretch: Stretch | None) -> None:
        """Add a loop after all others."""
        self.begins.append(begin)
        self.ends.append(end)
        self.stretches.append(stretch)

    def loop(self, i: int) -> int | None:
        """The number of the loop that a position is part of; None where there is none."""
        k = bisect_right(self.begins, self.at[i]) - 1
        return k if k >= 0 and self.at[i] < self.ends[k] else None

    def value(self, i: int) -> tuple[int, int]:
        """Numerator and denominator of a position's value; perhaps not in lowest terms."""
        if denominator := self.denominator[i]:
            return self.numerator[i], denominator
        loop = self.loop(i)
        assert loop is not None
        stretch = self.stretches[loop]
        assert stretch is not None
        return stretch.value(self.at[i])


_Divide = Callable[[Any, Any], Any]
"""How sums are divided: of whole numbers nothing is left over (`_evenly`)."""

_Choice = Mapping[int, int]
"""For positions of players by number: the child chosen."""


class Graph:
    """Positions by number: who moves, where that leads, and what is known of the values.

    Parameters
    ----------
    endless : Fraction
        What play without end is worth to player 1: the draw value. It must be 0 where there are mirrors.

    Attributes
    ----------
    owners : array of int
        Who owns each position, by number: 1 or 2, `CHANCE`, or `MIRROR`.
    children : list of tuple of int
        What each leads to; nothing where only the value is known.
    kinds : array of int
        Which of the `chances` each has; 0 where it has none.
    chances : list of tuple of int
        Of each kind of chance the whole weight of each child.
    found : Found
        The values, where they are known.
    work : Work
    """

    number: Callable[..., Fraction] = staticmethod(_number())
    integer: Callable[[int], int] = staticmethod(_integer())
    divisor: Callable[[int, int], int] = staticmethod(_divisor())

    def __init__(self, endless: Fraction) -> None:
        # By parts: where GMP asks a fraction for them itself, Ctrl-C comes out as another error.
        self.endless = self.number(int(endless.numerator), int(endless.denominator))
        self.one = self.number(1)
        self.owners = array("q")
        self.children: list[tuple[int, ...]] = []
        self.kinds = array("q")
        self.chances: list[tuple[int, ...]] = [()]
        self._kind: dict[tuple[int, ...], int] = {(): 0}
        # The children once more, one position after the other, as passes want them.
        self._first, self._flat = array("q", [0]), array("q")
        self._known: list[tuple[int, int, int]] = []
        # The same values as fractions, where somebody asked for them.
        self._exact: list[Fraction | None] = []
        # Values over a common denominator.
        self._whole: list[int] = []
        self._limbs: Limbs | None = None
        self.work = Work()

    def lead(self, owner: int, children: tuple[int, ...], weights: tuple[int, ...] = ()) -> None:
        """Add a position: who owns it and what it leads to; of chance with whole weights."""
        self.owners.append(owner)
        self.children.append(children)
        self._flat.extend(children)
        self._first.append(len(self._flat))
        if weights:
            kind = self._kind.get(weights)
            if kind is None:
                kind = self._kind[weights] = len(self.chances)
                self.chances.append(weights)
            self.kinds.append(kind)
        else:
            self.kinds.append(0)

    def know(self, numerator: int, denominator: int) -> None:
        """Add a position by its value alone."""
        self._known.append((len(self.owners), numerator, denominator))
        self.lead(CHANCE, ())

    def components(self) -> list[tuple[int, int, int]]:
        """The components of all that was added, each after all that it leads to.

        Returns
        -------
        list of (int, int, int)
            Where a component begins and ends in the order of all, each position after what it leads to
            wherever that can be; and whether it has loops (1) and chance in them (2), else 0.
        """
        self._lay_out(None)
        self.order, components = self._layout.components()
        self._room()
        return components

    def alone(self, component: Sequence[int]) -> None:
        """Take some positions as the only component with loops; all others are known.

        Parameters
        ----------
        component : sequence of int
            Any order is right; one in which few positions lead to a later one (`components`) is fast.
        """
        self._lay_out(component)
        self.order = list(component)
        self._room()

    def begin(self) -> None:
        """Make room for the values of all positions, and state those that are known."""
        size = len(self.owners)
        self.found = Found([0] * size, [0] * size, [0] * size)
        self.numerator, self.denominator = self.found.numerator, self.found.denominator
        self._exact = [None] * size
        self._whole = [0] * size
        for i, numerator, denominator in self._known:
            self.numerator[i], self.denominator[i] = numerator, denominator

    def _lay_out(self, component: Sequence[int] | None) -> None:
        self.begin()
        self._layout = Layout(self.owners, self._first, self._flat, self.kinds, self.chances, component)
        self.found.at = self._layout.graph[1]
        for i, _, _ in self._known:
            self._estimate(i)

    def _room(self) -> None:
        """Make room for compiled passes, if there are any."""
        layout = self._layout
        if layout.compiled and max(map(sum, self.chances)) < MOST:
            self._limbs = Limbs(layout, self.chances)
            self.found.ranks = layout.row()

    def _estimate(self, i: int) -> None:
        """Note a value in floating point, which what leads there may be chosen by."""
        self._layout.near[i] = int(self.numerator[i]) / int(self.denominator[i])

    def exact(self, i: int) -> Fraction:
        """The value of a position as a fraction."""
        value = self._exact[i]
        if value is None:
            value = self._exact[i] = self.number(*self.found.value(i))
        return value

    def _settle(self, i: int, value: Fraction) -> None:
        self._exact[i] = value
        self.numerator[i], self.denominator[i] = int(value.numerator), int(value.denominator)

    def settle(self, i: int) -> None:
        """Value a position all of whose children have values."""
        owner, children = self.owners[i], self.children[i]
        if owner == CHANCE:
            exact = self._fractions(children)
            _best(self._program((i,)), exact)
            self._settle(i, cast("Fraction", exact[i]))
        else:
            best = children[0]
            if len(children) > 1:
                exact = self._fractions(children)
                best = (max if owner == 1 else min)(children, key=exact.__getitem__)  # type: ignore[arg-type]  # all are set
            sign = -1 if owner == MIRROR else 1
            self.numerator[i], self.denominator[i] = sign * self.numerator[best], self.denominator[best]
        self._estimate(i)

    def _fractions(self, asked: Iterable[int]) -> list[Fraction | None]:
        """The values of all positions as fractions, which those asked for certainly are."""
        exact, number = self._exact, self.number
        for i in asked:
            if exact[i] is None:
                exact[i] = number(self.numerator[i], self.denominator[i])
        return exact

    def _program(self, order: Iterable[int]) -> list[Node]:
        """Positions one after the other."""
        owners, children, kinds = self.owners, self.children, self.kinds
        chances: dict[int, tuple[tuple[int, ...] | None, int]] = {}
        program = []
        for i in order:
            leads, kind = children[i], kinds[i]
            if (chance := chances.get(kind)) is None:
                weights = self.chances[kind]
                total = sum(weights)
                chance = chances[kind] = (None if total == len(weights) else weights, total)
            taken = itemgetter(*leads) if len(leads) > 1 else fetch(leads)
            program.append(_made(Node, (i, owners[i], taken, *chance, leads)))
        return program

    # Whole components

    def solve(self, begin: int, end: int, chance: bool) -> None:
        """Value the positions of a component with loops, and find their ranks; what it leads to is known.

        With the ranks the certificate is complete.

        Parameters
        ----------
        begin, end : int
            Where it begins and ends in the order of all.
        chance : bool
            Whether there is chance in it.
        """
        stretch = None
        component = self.order[begin:end]
        if chance:
            self.work.loops += 1
            self.work.positions += len(component)
            self._guess(begin, end)
            if self._limbs is None or (stretch := self._in_limbs(self._limbs, begin, end)) is None:
                part = Part(
                    self._program(component), begin, listed(self._layout.back), listed(self._layout.outside)
                )
                chosen = self._layout.choices(begin, end)
                ranks = self._at_once(part, chosen)
                if ranks is None:
                    self.work.repairs += 1
                    ranks = self._repair(part, chosen)
                self._rank(ranks)
        else:
            self._compare(self._program(component))
            self._rank(self.certify(component))
        self.found.add(begin, end, stretch)

    def _rank(self, ranks: Mapping[int, int]) -> None:
        doors = self._layout.doors
        for i, rank in ranks.items():
            self.found.ranks[i] = rank
            if doors[i]:
                self._estimate(i)

    def _compare(self, program: Sequence[Node]) -> None:
        """Without chance: from the draw value compare until nothing changes.

        Only the order of the values matters, so they are compared as whole numbers.
        """
        outside = _outside(program)
        numbers = {self.endless, *map(self.exact, outside)}
        if any(node.owner == MIRROR for node in program):
            numbers |= {-value for value in numbers}
        order = sorted(numbers)
        last = len(order) - 1
        place = {value: k for k, value in enumerate(order)}
        now = {node.at: place[self.endless] for node in program}
        now.update((j, place[self.exact(j)]) for j in outside)
        changed = True
        while changed:
            changed = False
            for i, owner, _, _, _, children in program:
                options = [now[j] for j in children]
                best = last - options[0] if owner == MIRROR else (max if owner == 1 else min)(options)
                if best != now[i]:
                    now[i] = best
                    changed = True
        for node in program:
            self._settle(node.at, order[now[node.at]])

    def _guess(self, begin: int, end: int) -> None:
        """Find what to choose in each position, from values in floating point; it may be wrong."""
        self._layout.suggest(begin, end, float(self.endless), CLOSE, FAR, SWEEPS)

    # The values of a policy

    def _at_once(self, part: Part, chosen: Sequence[int]) -> dict[int, int] | None:
        """The values and ranks if the choices are best, which every move is checked for; else None.

        In whole numbers, over one denominator for the whole component.
        """
        program, back = part.program, part.back
        whole, numerator, denominator = self._whole, self.numerator, self.denominator
        plan = self._layout.plan(part.begin, part.end)
        taken, spare = self._exits(plan)
        unit = plan.unit
        if (bottom := self._common(taken, unit)) is None:
            return None
        scale, large, factors = bottom
        for j in taken:
            whole[j] = numerator[j] * factors[denominator[j]]
        choice = _choice(program, chosen)
        found = self._unknowns(part, plan, choice, whole, scale, unit)
        # With the unknowns known: the same once more for all positions, and every move looked at.
        scale = self._multiple({scale, *(int(value.denominator) for value in found.values())})
        more, large = scale * unit // large, self._large(scale * unit)
        for j in taken:
            whole[j] *= more
        for i, exact in found.items():
            whole[i] = int(exact.numerator) * (large // int(exact.denominator))
        never = (0, -inf, inf)  # the best of what each player can choose from
        for _, j, owner in spare:
            whole[j] = never[owner]  # type: ignore[assignment]  # an infinity
        kept = [whole[i] for i in back]
        if not _checked(program, whole, choice) or kept != [whole[i] for i in back]:
            return None
        for i, j, owner in spare:
            worth, best = numerator[j] * large, whole[i] * denominator[j]
            if worth == best:
                whole[j] = whole[i]
            elif (worth > best) == (owner == 1):
                return None
        endless = int(self.endless.numerator) * large // int(self.endless.denominator)
        ranks = _ranks(program, whole, endless, None)
        if any(whole[i] != endless for i, rank in ranks.items() if not rank):
            return None
        # What can be left to divide by is in `unit`, unless things cancel out by chance.
        values = itemgetter(*ranks)(whole) if len(ranks) > 1 else (whole[back[0]],)
        if (common := gcd(large if large.bit_length() <= BIG else unit, *values)) > 1:
            large //= common
            values = tuple(value // common for value in values)
        for i, value in zip(ranks, values, strict=True):
            numerator[i], denominator[i], whole[i] = value, large, 0
        for j in part.outside:
            whole[j] = 0
        return ranks

    def _in_limbs(self, limbs: Limbs, begin: int, end: int) -> Stretch | None:
        """The same in compiled passes (`solvers.loops_limbs`); None where `_at_once` or a repair must do it.

        Of the values those are stated that other components lead to; all are in what is returned.
        """
        layout, numerator, denominator = self._layout, self.numerator, self.denominator
        plan = layout.plan(begin, end)
        unknown, back, taken, unit = plan.unknown, listed(layout.back), listed(plan.taken), plan.unit
        top, least = int(self.endless.numerator), int(self.endless.denominator)
        if len(unknown) > MANY or (bottom := self._common(taken, unit)) is None:
            return None
        scale, large, factors = bottom
        # Each value is a constant and beside it a factor of each unknown one, side by side in one number.
        outside = [numerator[j] * factors[denominator[j]] for j in taken]
        outside.append(top * factors[least])
        if max(map(abs, outside)) > large:
            return None  # floats tell values apart from -1 to 1
        limbs.begin(begin, end, plan.taken)
        widths = [digits(large), *[digits(unit)] * len(unknown)]
        free = [k for k, i in enumerate(back) if i in unknown]
        given, below = [0] * len(back), 0
        for k, width in zip(free, widths, strict=False):
            below += BITS * width
            given[k] = unit << below
        if limbs.rows * sum(widths) > ROOM:
            return None
        limbs.put([*outside, *given], sum(widths))
        limbs.follow(plan.needed)
        constants, *slopes = zip(*(apart(value, widths) for value in limbs.take_back()), strict=True)
        found = self._solve(free, constants, slopes, scale, unit)
        # With the unknowns known: the same once more for all positions, and every move looked at.
        scale = self._multiple({scale, *(int(value.denominator) for value in found)})
        more, large = scale * unit // large, self._large(scale * unit)
        given = [int(value.numerator) * (large // int(value.denominator)) for value in found]
        if limbs.rows * digits(large) > ROOM:
            return None
        limbs.put([*(value * more for value in outside), *given], digits(large))
        doubts = limbs.check(large)
        if doubts is None:
            return None
        for edge, place in doubts:
            j, value = int(layout.graph[4][edge]), limbs.take(place)
            worth, best = numerator[j] * large, value * denominator[j]
            if worth == best:
                limbs.tie(edge)
            elif (worth > best) == (self.owners[self.order[place]] == 1):
                return None
        if not limbs.rank(self.found.ranks):
            return None
        stretch = limbs.stretch(int(large))
        doors = limbs.doors()
        values = [stretch.value(place)[0] for place in doors]
        common = gcd(stretch.denominator if large.bit_length() <= BIG else unit, *values)
        for place, value in zip(doors, values, strict=True):
            i = self.order[place]
            numerator[i], denominator[i] = value // common, stretch.denominator // common
        self._count(len(unknown))
        return stretch

    def _count(self, unknowns: int) -> None:
        self.work.unknowns += unknowns
        self.work.largest = max(self.work.largest, unknowns)

    def _solve(
        self,
        unknown: Sequence[int],
        constants: Sequence[int],
        slopes: Sequence[Sequence[int]],
        scale: int,
        unit: int,
    ) -> list[Fraction]:
        """The values of what is led back to, from what they are in those of the unknowns.

        Parameters
        ----------
        unknown : sequence of int
            Which of them, from 0, are the unknowns.
        constants : sequence of int
            For each a constant, over ``scale * unit``.
        slopes : sequence of sequence of int
            For each unknown a factor for each, over ``unit``.
        """
        number, large, endless = self.number, scale * unit, self.endless
        if len(unknown) == 1:
            (root,), (factors,) = unknown, slopes
            slope = factors[root]
            value = endless if abs(slope) == unit else number(constants[root]) / (scale * (unit - slope))
            return [
                value if k == root else number(constant) / large + number(factor) / unit * value
                for k, (constant, factor) in enumerate(zip(constants, factors, strict=True))
            ]
        rows = [
            {j: number(factors[k]) / unit for j, factors in zip(unknown, slopes, strict=True) if factors[k]}
            for k in range(len(constants))
        ]
        free = [number(constant) / large for constant in constants]
        solved = _solved({j: rows[j] for j in unknown}, {j: free[j] for j in unknown}, endless)
        return [
            sum((a * solved[j] for j, a in row.items()), constant)
            for row, constant in zip(rows, free, strict=True)
        ]

    def _common(self, taken: Iterable[int], unit: int) -> tuple[int, int, dict[int, int]] | None:
        """A common denominator of some values and the draw value; None if it is far longer than each.

        Returns
        -------
        int, int, dict of int to int
            The denominator; the same times a unit; and by a value's denominator what takes its numerator to
            that.
        """
        below = {self.denominator[j] for j in taken} | {int(self.endless.denominator)}
        scale = self._multiple(below)
        if scale.bit_length() > SPREAD * max(below).bit_length() + BIG:
            return None
        large = self._large(scale * unit)
        return scale, large, {one: large // one for one in below}

    def _exits(self, plan: Plan) -> tuple[set[int], list[tuple[int, int, int]]]:
        """What a component leads to outside of it: what is looked at as it is, and the other moves there.

        Returns
        -------
        set of int, list of (int, int, int)
            Of the second kind the position, where the move leads, and who could make it. What either player
            could move to is of the first kind.
        """
        owners, taken = self.owners, set(listed(plan.taken))
        moves = zip(*map(listed, plan.spare), strict=True)
        spare = [(i, j, owners[i]) for i, j in moves if j not in taken]
        taken |= {j for _, j, owner in spare if owner == 1} & {j for _, j, owner in spare if owner == 2}
        return taken, [move for move in spare if move[1] not in taken]

    def _multiple(self, numbers: Collection[int]) -> int:
        """The least common multiple."""
        most = max(numbers)
        if most.bit_length() <= BIG:
            return lcm(*numbers)
        # Large ones mostly divide the largest one: then nothing has to be found.
        found = self.integer(most)
        for one in numbers:
            if found % one:
                found = found // self.divisor(found, one) * one
        return found

    def _large(self, number: int) -> int:
        return self.integer(number) if number.bit_length() > BIG else number

    def _unknowns(
        self,
        part: Part,
        plan: Plan,
        choice: _Choice,
        values: list[Any],
        scale: int,
        unit: int | Fraction,
    ) -> dict[int, Fraction]:
        """The exact values of the positions led back to, where both players keep to their choices.

        A Markov chain. Where it never leaves the component any more it is worth the draw value.

        Parameters
        ----------
        part : Part
            The component.
        plan : Plan
            What these choices need.
        choice : mapping of int to int
        values : list
            Of what is outside, times ``scale * unit``: whole numbers; or fractions, then both are 1.
        scale : int
            A common denominator of what is outside.
        unit : int or Fraction
            A multiple of what the chances on any way divide by; the fraction 1 where values are fractions.

        Returns
        -------
        dict of int to Fraction
            The values of what is led back to.
        """
        divide: _Divide = _evenly if isinstance(unit, int) else truediv
        needed, unknown = [part.program[k] for k in listed(plan.needed)], plan.unknown
        self._count(len(unknown))
        number, large, back = self.number, scale * unit, part.back
        if not unknown:
            _follow(needed, values, choice, divide)
            return {i: number(values[i]) / large for i in back}
        if len(unknown) == 1 and isinstance(unit, int):
            # Each value is a constant and beside it a factor of the unknown one, in one number.
            (root,) = unknown
            widths = [digits(scale * unit), digits(unit)]
            values[root] = unit << BITS * widths[0]
            _follow(needed, values, choice, divide)
            known, factors = zip(*(apart(values[i], widths) for i in back), strict=True)
            found = self._solve([back.index(root)], known, [factors], scale, unit)
            return dict(zip(back, found, strict=True))
        rows, constants = _rows(needed, set(unknown), choice, values, unit, divide)
        small = {i: {j: number(a) / unit for j, a in rows[i].items()} for i in {*unknown, *back}}
        free = {i: number(constants[i]) / large for i in small}
        solved = _solved({i: small[i] for i in unknown}, free, self.endless)
        return {i: sum((a * solved[j] for j, a in small[i].items()), free[i]) for i in back}

    # Repair

    def _repair(self, part: Part, chosen: Sequence[int]) -> dict[int, int]:
        """Values from policies that are improved exactly until both are best answers."""
        choice = _choice(part.program, chosen)
        if any(node.owner == MIRROR for node in part.program):
            self._improve_apart(part.program, choice)
        else:
            self._improve(part, choice)
        return self.certify([node.at for node in part.program])

    def _improve_apart(self, program: Sequence[Node], choice: _Choice) -> None:
        """The same where there are mirrors: each position once as it is, and once with the seats changed.

        For the two players' policies are improved in turn, and a mirror would change both.
        """
        apart = Graph(self.endless)
        mirrors = {node.at: node.children[0] for node in program if node.owner == MIRROR}
        order = [(node, sign) for sign in (1, -1) for node in program if node.at not in mirrors]
        twin = {(node.at, sign): k for k, (node, sign) in enumerate(order)}
        size = len(twin)

        def at(j: int, sign: int) -> int:
            while j in mirrors:
                j, sign = mirrors[j], -sign
            return twin.setdefault((j, sign), len(twin))

        chosen = {}
        for k, (node, sign) in enumerate(order):
            weights: dict[int, int] = {}
            for share, j in zip(node.weights or repeat(1), node.children, strict=False):
                weights[at(j, sign)] = weights.get(at(j, sign), 0) + share
            if node.owner == CHANCE:
                apart.lead(CHANCE, tuple(weights), tuple(weights.values()))
            else:
                apart.lead(node.owner if sign == 1 else 3 - node.owner, tuple(weights))
                chosen[k] = at(choice[node.at], sign)
        for j, sign in list(twin)[size:]:
            apart.know(sign * self.numerator[j], self.denominator[j])
        apart.alone(range(size))
        apart._layout.suggest(0, size, 0.0, CLOSE, FAR, 0)
        part = Part(apart._program(range(size)), 0, listed(apart._layout.back), listed(apart._layout.outside))
        apart._improve(part, chosen)
        for node in program:
            self._settle(node.at, apart.exact(at(node.at, 1)))

    def _improve(self, part: Part, choice: dict[int, int]) -> None:
        """Improve one policy until it is a best answer to the other's, then the other's, and so on."""
        program = part.program
        exact = cast("list[Fraction]", self._fractions(part.outside))

        def follow() -> None:
            for k, node in enumerate(program, part.begin):
                self._layout.chosen[k] = choice.get(node.at, -1)
            plan = self._layout.plan(part.begin, part.end)
            for i, value in self._unknowns(part, plan, choice, exact, 1, self.one).items():
                exact[i] = value
            _follow(program, exact, choice, truediv)

        while True:
            # Player 1's best answer to what player 2 does now, then one improvement of player 2.
            follow()
            while _better(1, program, exact, choice) or self._stay(1, program, exact, choice, bound=choice):
                follow()
            if not (_better(2, program, exact, choice) or self._stay(2, program, exact, choice, bound=None)):
                break
        for node in program:
            self._settle(node.at, exact[node.at])

    def _stay(
        self,
        player: int,
        program: Sequence[Node],
        values: Sequence[Fraction],
        choice: dict[int, int],
        bound: _Choice | None,
    ) -> bool:
        """Let a player stay for ever where that is better for him than the value; whether it is anywhere.

        Where ``bound`` is given the other player makes the moves given there, else any of his best ones.
        """
        ranks = _ranks(program, values, self.endless, bound)
        found = False
        for i, owner, _, _, _, children in program:
            if owner != player or ranks[i]:
                continue
            value = values[i]
            if value < self.endless if player == 1 else value > self.endless:
                choice[i] = next(j for j in children if values[j] == value and not ranks.get(j, 1))
                found = True
        return found

    # The certificate

    def certify(self, component: Sequence[int]) -> dict[int, int]:
        """The rank of each position within its level, 0 at the draw value; and the certificate.

        Raises
        ------
        AssertionError
            If these are not the values: a mistake in this module.
        """
        program = self._program(component)
        exact = cast("list[Fraction]", self._fractions({*component, *_outside(program)}))
        for node in program:
            value = exact[node.at]
            _best((node,), exact)
            if exact[node.at] != value:
                raise AssertionError(
                    f"position {node.at} of a loop has {value}, but leads to {exact[node.at]}"
                )
        ranks = _ranks(program, exact, self.endless, None)
        for i, rank in ranks.items():
            if not rank and exact[i] != self.endless:
                raise AssertionError(f"position {i} of a loop has {exact[i]}, but nobody can hold it")
        return ranks


# Passes over positions, each after what it leads to ------------------------------------------------------


def _outside(program: Sequence[Node]) -> set[int]:
    """What a component leads to outside of it."""
    return set().union(*(node.children for node in program)).difference(node.at for node in program)


def _choice(program: Sequence[Node], chosen: Sequence[int]) -> dict[int, int]:
    """The choices by position, from those in a component's order, which are -1 where nobody chooses."""
    return {node.at: j for node, j in zip(program, chosen, strict=True) if j >= 0}


def _best(program: Iterable[Node], values: list[Any]) -> None:
    """Give each position the best value of what it leads to: floats or fractions."""
    for i, owner, taken, weights, total, _ in program:
        if owner == CHANCE:
            values[i] = sum(taken(values) if weights is None else map(mul, weights, taken(values))) / total
        elif owner == 1:
            values[i] = max(taken(values))
        elif owner == 2:
            values[i] = min(taken(values))
        else:
            values[i] = -taken(values)[0]


def _evenly(number: int, by: int) -> int:
    """A whole number divided; an error if something is left over, for then a unit was not small enough."""
    share, rest = divmod(number, by)
    if rest:
        raise AssertionError(f"a division by {by} leaves {rest} over")
    return share


def _checked(program: Iterable[Node], values: list[int], choice: _Choice) -> bool:
    """The same in whole numbers; only while choices are best and divisions leave nothing over."""
    for i, owner, taken, weights, total, _ in program:
        if owner == CHANCE:
            among = sum(taken(values) if weights is None else map(mul, weights, taken(values)))
            values[i] = mean = among // total
            if mean * total != among:
                return False
        elif owner == MIRROR:
            values[i] = -taken(values)[0]
        else:
            values[i] = best = (max if owner == 1 else min)(taken(values))
            if best != values[choice[i]]:
                return False
    return True


def _follow(program: Iterable[Node], values: list[Any], choice: _Choice, divide: _Divide) -> None:
    """Give each position the value of what is chosen there."""
    for i, owner, taken, weights, total, _ in program:
        if owner == CHANCE:
            among = taken(values) if weights is None else map(mul, weights, taken(values))
            values[i] = divide(sum(among), total)
        elif owner == MIRROR:
            values[i] = -taken(values)[0]
        else:
            values[i] = values[choice[i]]


def _better(player: int, program: Iterable[Node], values: Sequence[Any], choice: dict[int, int]) -> bool:
    """Give a player a better move wherever there is one; whether there was."""
    found = False
    for i, owner, taken, _, _, children in program:
        if owner == player:
            options = taken(values)
            best = (max if player == 1 else min)(options)
            if best != values[i]:
                choice[i] = children[options.index(best)]
                found = True
    return found


def _rows(
    program: Iterable[Node],
    unknown: Container[int],
    choice: _Choice,
    values: Sequence[Any],
    unit: int | Fraction,
    divide: _Divide,
) -> tuple[dict[int, dict[int, Any]], dict[int, Any]]:
    """Each position's value under the choices: factors of the unknown values, and a constant."""
    rows: dict[int, dict[int, Any]] = {}
    constants: dict[int, Any] = {}
    for i, owner, _, weights, total, children in program:
        if (only := choice.get(i)) is not None:
            if only in unknown:
                rows[i], constants[i] = {only: unit}, 0 * unit
            elif only in rows:
                rows[i], constants[i] = rows[only], constants[only]
            else:
                rows[i], constants[i] = {}, values[only]
            continue
        row: dict[int, Any] = {}
        constant: Any = 0 * unit
        for share, j in zip((-1,) if owner == MIRROR else weights or repeat(1), children, strict=False):
            if j in unknown:
                row[j] = row.get(j, 0) + share * unit
            elif j in rows:
                for k, factor in rows[j].items():
                    row[k] = row.get(k, 0) + share * factor
                constant += share * constants[j]
            else:
                constant += share * values[j]
        if total > 1:
            row = {j: divide(factor, total) for j, factor in row.items()}
            constant = divide(constant, total)
        rows[i], constants[i] = row, constant
    return rows, constants


def _ranks(
    program: Sequence[Node], values: Sequence[Any], endless: Any, bound: _Choice | None
) -> dict[int, int]:
    """Ranks as the theorem has them; 0 for those that have none, and at the draw value.

    Where ``bound`` is given, who is to make progress is bound to those choices. A mirror has the rank of
    the position that it mirrors: seats changed, the level is the opposite one, and so is the pursuer.
    """
    ranks = {node.at: 0 for node in program}
    before: dict[int, list[int]] = {}
    left: dict[int, int] = {}  # best moves of the other player that do not lead to a rank yet
    mirrors = {node.at: node.children[0] for node in program if node.owner == MIRROR}
    ready: list[int] = []
    for i, owner, taken, _, _, children in program:
        value = values[i]
        if value == endless or owner == MIRROR:
            continue
        level: Sequence[int] = ()
        if owner == CHANCE:
            for j in children:
                if values[j] != value or j not in ranks:
                    leaves = True
                    break
            else:
                leaves, level = False, children
        else:
            pursues = owner == (1 if value > endless else 2)
            if pursues and bound is not None:
                level, leaves = (bound[i],), bound[i] not in ranks
            else:
                options = taken(values)
                best = options.count(value)
                if best == 1:
                    level = (children[options.index(value)],)
                else:
                    level = [j for j in children if values[j] == value]
                level = [j for j in level if j in ranks]
                leaves = len(level) < best if pursues else not level
            if not pursues:
                left[i] = len(level)
        if leaves:
            ranks[i] = 1
            ready.append(i)
        else:
            for j in level:
                while j in mirrors:
                    j = mirrors[j]
                before.setdefault(j, []).append(i)
    while ready:
        after: list[int] = []
        for j in ready:
            for i in before.get(j, ()):
                if not ranks[i]:
                    if left.get(i, 1) > 1:
                        left[i] -= 1
                    else:
                        ranks[i] = ranks[j] + 1
                        after.append(i)
        ready = after
    for i, j in mirrors.items():
        while j in mirrors:
            j = mirrors[j]
        ranks[i] = ranks[j]
    return ranks


def _solved(
    rows: dict[int, dict[int, Fraction]], constants: Mapping[int, Fraction], endless: Fraction
) -> dict[int, Fraction]:
    """Solve ``value = constant + row . values``, a Markov chain; without an end it is worth ``endless``.

    By components of the chain, each by elimination in fractions, or by FLINT where much would be filled in.
    """
    before: dict[int, list[int]] = {i: [] for i in rows}
    for i, row in rows.items():
        for j in row:
            before[j].append(i)
    leaves = [i for i, row in rows.items() if sum(map(abs, row.values())) != 1]
    can_leave = set(leaves)
    while leaves:
        for i in before[leaves.pop()]:
            if i not in can_leave:
                can_leave.add(i)
                leaves.append(i)
    values = {i: endless for i in rows if i not in can_leave}
    for root in rows:
        for block in components(root, lambda i: tuple(rows[i]), values):
            factors = sum(len(rows[i]) for i in block)
            least, full, most = DENSE
            if least <= len(block) <= most and factors >= full * len(block) and (flint := _matrices()):
                _invert(flint, block, rows, constants, values)
            else:
                _eliminate(block, rows, constants, values)
    return values


def _invert(
    flint: Any,
    block: Sequence[int],
    rows: Mapping[int, dict[int, Fraction]],
    constants: Mapping[int, Fraction],
    values: dict[int, Fraction],
) -> None:
    """`_eliminate` by FLINT: as a full matrix, modulo primes inside, exact at the end."""
    size, place, number = len(block), {i: k for k, i in enumerate(block)}, Graph.number
    factors = [flint.fmpq()] * (size * size)
    right = []
    for k, i in enumerate(block):
        factors[k * size + k] = flint.fmpq(1)
        known = constants[i]
        for j, a in rows[i].items():
            if j in place:
                factors[k * size + place[j]] -= flint.fmpq(int(a.numerator), int(a.denominator))
            else:
                known += a * values[j]
        right.append(flint.fmpq(int(known.numerator), int(known.denominator)))
    solved = flint.fmpq_mat(size, size, factors).solve(flint.fmpq_mat(size, 1, right))
    for k, i in enumerate(block):
        values[i] = number(int(solved[k, 0].p), int(solved[k, 0].q))


def _eliminate(
    block: Sequence[int],
    rows: Mapping[int, dict[int, Fraction]],
    constants: Mapping[int, Fraction],
    values: dict[int, Fraction],
) -> None:
    """Solve ``value = constant + row . values`` for one block, all that it leads to being known."""
    members = set(block)
    rest: dict[int, dict[int, Fraction]] = {}
    known: dict[int, Fraction] = {}
    users: dict[int, set[int]] = {i: set() for i in block}
    for i in block:
        rest[i] = {j: a for j, a in rows[i].items() if j in members}
        known[i] = sum((a * values[j] for j, a in rows[i].items() if j not in members), constants[i])
        for j in rest[i]:
            users[j].add(i)
    eliminated = []
    # The fewest products first: a position that few lead to, and that leads to few.
    waiting = sorted(block, key=lambda i: len(users[i]) * len(rest[i]))
    for i in waiting:
        row = rest[i]
        if (itself := row.pop(i, None)) is not None:
            users[i].discard(i)
            for j in row:
                row[j] /= 1 - itself
            known[i] /= 1 - itself
        for k in users[i]:
            a = rest[k].pop(i)
            known[k] += a * known[i]
            for j, b in row.items():
                rest[k][j] = rest[k][j] + a * b if j in rest[k] else a * b
                users[j].add(k)
        for j in row:
            users[j].discard(i)
        eliminated.append(i)
    for i in reversed(eliminated):
        values[i] = sum((a * values[j] for j, a in rest[i].items()), known[i])


class Loop:
    """A component with loops: its positions numbered from 0, and what they lead to.

    A player's options are positions of the component, and the best of what he can leave it for. A chance
    position leads into the component with whole weights, and adds up what is outside, times its weight.

    Parameters
    ----------
    endless : Fraction
        What play without end is worth to player 1.
    """

    def __init__(self, endless: Fraction) -> None:
        self._endless = endless
        self._nodes: list[tuple[int, tuple[int, ...], tuple[int, ...], Fraction | None, int]] = []

    def add_player(self, owner: int, inside: Sequence[int], outside: Sequence[Fraction]) -> None:
        """Add a position of player 1 or 2: the positions and the outer values that he can choose."""
        leave = (max if owner == 1 else min)(outside) if outside else None
        self._nodes.append((owner, tuple(inside), (), leave, 0))

    def add_chance(self, inside: Sequence[tuple[int, int]], outside: Fraction, total: int) -> None:
        """Add a chance position: weights and positions inside; the weighted sum of what is outside."""
        weights = tuple(weight for weight, _ in inside)
        rest = total - sum(weights)
        leave = outside / rest if rest else None
        self._nodes.append((CHANCE, tuple(i for _, i in inside), weights, leave, rest))

    def _graph(self) -> Graph:
        graph = Graph(self._endless)
        size = len(self._nodes)
        leaves: list[Fraction] = []
        for owner, inside, weights, leave, rest in self._nodes:
            children = inside
            if leave is not None:
                children = (*inside, size + len(leaves))
                leaves.append(leave)
            graph.lead(owner, children, weights if not rest else (*weights, rest))
        for leave in leaves:
            graph.know(*leave.as_integer_ratio())
        return graph

    def solve(self) -> list[Fraction]:
        """The value of each position."""
        graph = self._graph()
        graph.alone(range(len(self._nodes)))
        graph.solve(0, len(self._nodes), any(node[0] == CHANCE for node in self._nodes))
        return [fraction(graph.exact(i)) for i in range(len(self._nodes))]

    def ranks(self, values: Sequence[Fraction]) -> list[int]:
        """The rank of each position within its level, 0 at the draw value; and the certificate.

        Raises
        ------
        AssertionError
            If these are not the values: a mistake in this module.
        """
        graph = self._graph()
        graph.begin()
        for i, value in enumerate(values):
            graph.numerator[i], graph.denominator[i] = value.as_integer_ratio()
        return list(graph.certify(range(len(values))).values())


def fraction(value: Fraction) -> Fraction:
    """A value as Python's own `Fraction`, whatever it is made of.

    Examples
    --------
    >>> fraction(Graph.number(Fraction(1, 3)))
    Fraction(1, 3)
    """
    return value if type(value) is Fraction else Fraction(int(value.numerator), int(value.denominator))
