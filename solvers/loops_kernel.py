"""The passes of `solvers.loops` that need no exact number: what leads where, and values in floating point.

Whole numbers and floats in flat sequences, so the same code runs as plain Python over lists and, where a
graph is large, compiled by numba over arrays (`compiled`). Nothing here decides a value: it finds the
components, suggests who should choose what, and lists what the exact solution of a component needs.

A graph is given by positions from 0: what position i leads to is ``flat[first[i] : first[i + 1]]``. A
component is a stretch of ``order``, from ``begin`` to ``end``, and ``at`` is where a position stands there;
what a component leads to outside of it stands before ``begin``.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Sequence
from functools import cache
from itertools import accumulate
from typing import Any, Final, NamedTuple

from solvers.compiling import njit

LARGE: Final = 200_000
"""A graph of so many positions is worth loading numba and what it has compiled."""

READY: Final = 2_000
"""One of so many is worth copying to arrays where numba is loaded anyway."""

Flat = Any
"""A list; for compiled code an array."""


def components(first: Flat, flat: Flat, order: Flat, at: Flat, ends: Flat, scratch: Flat) -> int:
    """The strongly connected components of a graph, each after all those that it leads to.

    Tarjan's algorithm as in `solvers.loops.components`, in the same order: within a component a position
    comes after what it leads to wherever that can be.

    Parameters
    ----------
    first, flat
        The graph; position 0 leads to all others, by some way.
    order, at, ends
        Filled in: the positions, where each stands, and where the components end.
    scratch
        Rows of whole numbers, one a position: the first one 0 throughout.

    Returns
    -------
    int
        How many components there are.
    """
    low, path, step, number, before, waiting = scratch
    done = len(order) + 1  # no open position has a number as large
    depth = met = held = placed = found = 0
    path[0], step[0], number[0], before[0] = 0, first[0], 1, 0
    low[0] = met = 1
    while depth >= 0:
        i = path[depth]
        lowest, edge, stop = low[i], step[depth], first[i + 1]
        child = -1
        while edge < stop:
            j = flat[edge]
            edge += 1
            reached = low[j]
            if reached == 0:
                child = j
                break
            if reached < lowest:
                lowest = reached
        if child >= 0:
            low[i], step[depth] = lowest, edge
            met += 1
            depth += 1
            low[child] = met
            path[depth], step[depth], number[depth], before[depth] = child, first[child], met, held
            continue
        start, own = before[depth], number[depth]
        depth -= 1
        if lowest < own:
            low[i] = lowest
            waiting[held] = i
            held += 1
            parent = path[depth]
            if lowest < low[parent]:
                low[parent] = lowest
            continue
        waiting[held] = i
        for k in range(start, held + 1):
            j = waiting[k]
            order[placed], at[j], low[j] = j, placed, done
            placed += 1
        held = start
        ends[found] = placed
        found += 1
    return found


def inspect(
    first: Flat, flat: Flat, order: Flat, at: Flat, ends: Flat, owner: Flat, doors: Flat, sort: Flat
) -> int:
    """Tell components without loops from those with, and find what other components lead to.

    Parameters
    ----------
    first, flat, order, at, owner
        The graph, and its order.
    ends
        Where the components end.
    doors
        Filled in, by position: 1 if a component after its own leads there.
    sort
        Filled in, by component: whether it has loops (1), and chance in them (2); else 0.

    Returns
    -------
    int
        The most edges from the positions of a component with loops.
    """
    begin = most = 0
    for found in range(len(ends)):
        end = ends[found]
        loops, chance, edges = end - begin > 1, False, 0
        for k in range(begin, end):
            i = order[k]
            if owner[i] == 0:
                chance = True
            for edge in range(first[i], first[i + 1]):
                edges += 1
                if at[flat[edge]] < begin:
                    doors[flat[edge]] = 1
                elif flat[edge] == i:
                    loops = True
        sort[found] = (2 if chance else 1) if loops else 0
        if loops and edges > most:
            most = edges
        begin = end
    return most


def suggest(
    begin: int,
    end: int,
    order: Flat,
    at: Flat,
    owner: Flat,
    first: Flat,
    flat: Flat,
    kind: Flat,
    starts: Flat,
    share: Flat,
    near: Flat,
    back: Flat,
    outside: Flat,
    start: float,
    close: float,
    far: float,
    sweeps: int,
    chosen: Flat,
    marks: Flat,
    scratch: Flat,
    counts: Flat,
) -> None:
    """List what a component leads back to and out to, and suggest a choice for each position of a player.

    It is led back to a position if some other one, or itself, leads to it from before it. Without these no
    loop is left: in their values all others can be written, each in those of earlier ones. Choices come from
    values iterated in floats: passes in the component's order, each position from the newest values (Gauss
    and Seidel); what is led back to is carried on along the line through two passes (Anderson 1965).

    Parameters
    ----------
    begin, end, order, at, first, flat
        The component.
    owner
        Who owns each position: 1, 2, 0 for chance, 3 for one that is worth the opposite of another.
    kind, starts, share
        Of a position of chance which kind it is; where the probabilities of a kind begin; and all of them.
    near
        The values, nearly: those outside are given, those inside filled in.
    back, outside
        Filled in: what is led back to, in the component's order, and what it leads to outside of it.
    start
        The value to start from where it is led back.
    close, far, sweeps
        When passes end, how far a step along the line may go, and how many passes there are at most; none
        only lists.
    chosen
        Filled in, by place in ``order``: where the choice leads; -1 where nobody chooses.
    marks
        Whole numbers, one a position: 0 throughout, left so.
    scratch
        Four rows of floats, one a position.
    counts
        Filled in: how many are led back to, and how many are outside.
    """
    backs = outer = 0
    for k in range(begin, end):
        i = order[k]
        for edge in range(first[i], first[i + 1]):
            j = flat[edge]
            if at[j] >= k:
                marks[j] = 1
            elif at[j] < begin and marks[j] == 0:
                marks[j] = 1
                outside[outer] = j
                outer += 1
    for k in range(begin, end):
        if marks[order[k]] != 0:
            back[backs] = order[k]
            backs += 1
            marks[order[k]] = 0
    for t in range(outer):
        marks[outside[t]] = 0
    counts[0], counts[1] = backs, outer
    before, after, change, turned = scratch
    for b in range(backs):
        near[back[b]] = start
    least = -1.0  # the largest change of the last pass; none yet
    for _ in range(sweeps):
        for b in range(backs):
            before[b] = near[back[b]]
        for k in range(begin, end):
            i = order[k]
            own, edge, stop = owner[i], first[i], first[i + 1]
            if own == 0:
                total = 0.0
                which = starts[kind[i]]
                while edge < stop:
                    total += share[which] * near[flat[edge]]
                    which += 1
                    edge += 1
                near[i] = total
                continue
            best = near[flat[edge]]
            if own == 3:
                near[i] = -best
                continue
            edge += 1
            while edge < stop:
                value = near[flat[edge]]
                if (value > best) == (own == 1) and value != best:
                    best = value
                edge += 1
            near[i] = best
        most = 0.0
        for b in range(backs):
            value = near[back[b]]
            turned[b] = value - before[b]
            most = max(most, abs(turned[b]))
        if most < close:
            break
        # The line through two passes hits where a pass changes least.
        moved = False
        if least >= 0.0 and most <= least:
            square = along = 0.0
            for b in range(backs):
                turn = turned[b] - change[b]
                square += turn * turn
                along += turn * turned[b]
            if square > 0.0 and abs(along) < far * square:
                moved = True
                for b in range(backs):
                    value, earlier = near[back[b]], after[b]
                    after[b] = value
                    near[back[b]] = value - along / square * (value - earlier)
        if not moved:
            for b in range(backs):
                after[b] = near[back[b]]
        for b in range(backs):
            change[b] = turned[b]
        least = most
    for k in range(begin, end):
        i = order[k]
        own = owner[i]
        choice = -1
        if own == 1 or own == 2:
            choice = flat[first[i]]
            best = near[choice]
            for edge in range(first[i] + 1, first[i + 1]):
                value = near[flat[edge]]
                if (value > best) == (own == 1) and value != best:
                    best, choice = value, flat[edge]
        chosen[k] = choice


def plan(
    begin: int,
    end: int,
    order: Flat,
    at: Flat,
    owner: Flat,
    first: Flat,
    flat: Flat,
    chosen: Flat,
    back: Flat,
    kind: Flat,
    sorts: Flat,
    spare: Flat,
    taken: Flat,
    needed: Flat,
    unknown: Flat,
    kinds: Flat,
    powers: Flat,
    scratch: Flat,
    counts: Flat,
) -> None:
    """List what the exact values of a component need where both players keep to their choices.

    Parameters
    ----------
    begin, end, order, at, owner, first, flat, chosen
        The component, and the choices by place in ``order``.
    back
        What is led back to.
    kind, sorts
        Of each position which kind of chance it is; and of a kind which denominator it has, from 0, or -1
        where there is no chance.
    spare
        Two rows, filled in: players' moves out of the component that they do not choose, from where to where.
    taken
        Filled in: what a choice or chance leads to outside.
    needed
        Filled in: where in the component's order the positions stand that the equations of ``back`` need.
    unknown
        Filled in: the positions among them that are led back to under the choices.
    kinds, powers
        Filled in: the denominators that there are, and how often at most each divides what is outside.
    scratch
        Rows of whole numbers: 0 throughout, left so.
    counts
        Filled in: how many are spare, taken, needed, unknown, and how many kinds there are.
    """
    marks, wanted, depth = scratch
    spare_from, spare_to = spare
    spares = takes = 0
    for k in range(begin, end):
        i, choice = order[k], chosen[k]
        for edge in range(first[i], first[i + 1]):
            j = flat[edge]
            if at[j] >= begin:
                continue
            if choice >= 0 and j != choice:
                spare_from[spares], spare_to[spares] = i, j
                spares += 1
            elif marks[j] == 0:
                marks[j] = 1
                taken[takes] = j
                takes += 1
    for t in range(takes):
        marks[taken[t]] = 0
    for b in range(len(back)):
        wanted[at[back[b]]] = 1
    need = 0
    for k in range(end - 1, begin - 1, -1):
        if wanted[k] == 0:
            continue
        need += 1
        choice = chosen[k]
        if choice >= 0:
            if at[choice] >= begin:
                wanted[at[choice]] = 1
            continue
        i = order[k]
        for edge in range(first[i], first[i + 1]):
            to = at[flat[edge]]
            if to >= begin:
                wanted[to] = 1
    place = unknowns = 0
    for k in range(begin, end):
        if wanted[k] == 0:
            continue
        i, choice = order[k], chosen[k]
        needed[place] = k - begin
        place += 1
        if choice >= 0:
            if at[choice] >= k and marks[choice] == 0:
                marks[choice] = 1
                unknown[unknowns] = choice
                unknowns += 1
            continue
        for edge in range(first[i], first[i + 1]):
            j = flat[edge]
            if at[j] >= k and marks[j] == 0:
                marks[j] = 1
                unknown[unknowns] = j
                unknowns += 1
    for u in range(unknowns):
        marks[unknown[u]] = 0
    for k in range(begin, end):
        wanted[k] = 0
    # How many chances there are on the longest way: by itself for each denominator, of which there are few.
    met = 0
    for k in range(begin, end):
        which = sorts[kind[order[k]]]
        fresh = which >= 0
        for m in range(met):
            if kinds[m] == which:
                fresh = False
        if not fresh:
            continue
        longest = 0
        for m in range(begin, end):
            choice, length = chosen[m], 0
            if choice >= 0:
                to = at[choice]
                if begin <= to < m:
                    length = depth[to]
            else:
                i = order[m]
                for edge in range(first[i], first[i + 1]):
                    to = at[flat[edge]]
                    if begin <= to < m and depth[to] > length:
                        length = depth[to]
                if sorts[kind[i]] == which:
                    length += 1
            depth[m] = length
            if length > longest:
                longest = length
        kinds[met], powers[met] = which, longest
        met += 1
    for k in range(begin, end):
        depth[k] = 0
    counts[0], counts[1], counts[2], counts[3], counts[4] = spares, takes, need, unknowns, met


class Passes(NamedTuple):
    """The passes, compiled or not."""

    components: Callable[..., int]
    inspect: Callable[..., int]
    suggest: Callable[..., None]
    plan: Callable[..., None]


PLAIN: Final = Passes(components, inspect, suggest, plan)
"""The passes over lists."""


@cache
def compiled() -> Passes | None:
    """The passes over arrays, compiled by numba (the extra `fast`); None where it is not installed."""
    try:
        made: Callable[[Callable[..., Any]], Callable[..., Any]] = njit()
    except ImportError:
        return None
    return Passes(*map(made, PLAIN))


class Plan(NamedTuple):
    """What the exact values of a component need where both players keep to their choices.

    Attributes
    ----------
    spare : tuple of two sequences of int
        Players' moves out of the component that they do not choose: from where, and to where.
    taken : sequence of int
        What a choice or chance leads to outside.
    needed : sequence of int
        Where in the component's order the positions stand that the equations of what is led back to need.
    unknown : list of int
        The positions among them that are led back to under the choices.
    unit : int
        A multiple of what the chances on any way divide by.
    """

    spare: tuple[Flat, ...]
    taken: Flat
    needed: Flat
    unknown: list[int]
    unit: int


class _Kind(NamedTuple):
    """What makes sequences: of numbers that are listed already, and of one number again and again."""

    told: Callable[[Sequence[float]], Flat]
    same: Callable[[float, int], Flat]


def _lists() -> _Kind:
    """What makes lists."""
    return _Kind(list, lambda item, count: [item] * count)


def _arrays() -> _Kind:
    """What makes arrays."""
    import numpy as np

    return _Kind(np.array, lambda item, count: np.full(count, item))


class Layout:
    """A graph as the passes want it, and the room they work in.

    Parameters
    ----------
    owners : array of int
        Who owns each position (`suggest`).
    first, flat : array of int
        What each leads to: from where on that stands in ``flat``, and where it ends at last.
    kinds : array of int
        Which kind of chance each is: 0 where there is none.
    chances : sequence of tuple of int
        Of each kind the whole weights of what it leads to; of kind 0 nothing.
    component : sequence of int, optional
        Positions that are known to be a component. Unless given `components` finds what there is.

    Attributes
    ----------
    compiled : bool
        Whether the passes are compiled.
    size, edges : int
        How many positions and edges there are.
    graph : tuple
        The order, where each position stands there, the owners, and what leads where.
    chances : tuple
        Of each position its kind; and where the chances of a kind begin in a list of all.
    near : sequence of float
        The values, nearly: what is known is to be filled in by whoever values it.
    chosen : sequence of int
        By place in the order what a player chooses.
    doors : sequence of int
        By position whether it is led to from outside of its component: 1, else 0.
    back, outside : sequence of int
        Where the component last looked at (`suggest`) leads back to, and to outside of it.
    room : int
        The most edges from the positions of a component with loops.
    """

    def __init__(
        self,
        owners: array[int],
        first: array[int],
        flat: array[int],
        kinds: array[int],
        chances: Sequence[tuple[int, ...]],
        component: Sequence[int] | None = None,
    ) -> None:
        self.size = size = len(owners)
        large = size >= (READY if "numba" in sys.modules else LARGE)
        made = compiled() if large else None
        self.compiled = made is not None
        self._passes = made or PLAIN
        told, self._same = (_lists if made is None else _arrays)()
        self.edges = len(flat)
        owner = told(owners)
        # Chances are alike again and again: each kind is looked at once.
        sums = list(map(sum, chances))
        self._totals = sorted({total for total in sums if total})
        which = {total: k for k, total in enumerate(self._totals)}
        self._sorts = told([which.get(total, -1) for total in sums])
        starts = told(list(accumulate(map(len, chances[:-1]), initial=0)))
        self.chances = (told(kinds), starts)
        shares = [weight / total for some, total in zip(chances, sums, strict=True) for weight in some]
        self._share = told(shares or [0.0])
        self._order, self._at = self.row(-1), self.row(-1)
        self.graph = (self._order, self._at, owner, told(first), told(flat))
        self.doors = self.row()
        self.chosen, *zeros = self._rows(4)
        self._zeros = tuple(zeros)
        self.near = self._same(0.0, size)
        self._kinds = self._rows(2, len(self._totals))
        (self._counts,) = self._rows(1, 5)
        if component is not None:
            for k, i in enumerate(component):
                self._order[k], self._at[i] = i, k
            self._make_room(self.edges)

    def row(self, value: int = 0, size: int | None = None) -> Flat:
        """Room for whole numbers, one a position unless given."""
        return self._same(value, self.size if size is None else size)

    def _rows(self, count: int, size: int | None = None) -> tuple[Flat, ...]:
        return tuple(self.row(0, size) for _ in range(count))

    def _make_room(self, edges: int) -> None:
        """Make room for what is listed of a component."""
        self.room = edges
        self._back, self._outside, self._taken, self._needed, self._unknown = self._rows(5, edges)
        self._spare = self._rows(2, edges)
        self._floats = tuple(self._same(0.0, edges) for _ in range(4))

    def components(self) -> tuple[list[int], list[tuple[int, int, int]]]:
        """The components, each after all that it leads to.

        Returns
        -------
        list of int, list of (int, int, int)
            The positions in this order; and of each component where it begins and ends there, and whether it
            has loops (1) and chance in them (2), else 0.
        """
        order, at, owner, first, flat = self.graph
        ends = self.row()
        found = self._passes.components(first, flat, order, at, ends, self._rows(6))
        ends, sort = ends[:found], self.row(0, found)
        self._make_room(self._passes.inspect(first, flat, order, at, ends, owner, self.doors, sort))
        last = listed(ends, found)
        return listed(order, self.size), list(zip((0, *last[:-1]), last, listed(sort, found), strict=True))

    def suggest(self, begin: int, end: int, start: float, close: float, far: float, sweeps: int) -> None:
        """Find what each position of a component should choose, and what it leads back to (`suggest`)."""
        self._passes.suggest(
            begin, end, *self.graph, *self.chances, self._share, self.near, self._back, self._outside,
            start, close, far, sweeps, self.chosen, self._zeros[0], self._floats, self._counts,
        )  # fmt: skip
        backs, outer = listed(self._counts, 2)
        self.back, self.outside = self._back[:backs], self._outside[:outer]

    def choices(self, begin: int, end: int) -> list[int]:
        """What is chosen, in the component's order; -1 where nobody chooses."""
        return listed(self.chosen[begin:end], end - begin)

    def plan(self, begin: int, end: int) -> Plan:
        """What the exact values of the component last looked at need under what is chosen."""
        self._passes.plan(
            begin, end, *self.graph, self.chosen, self.back, self.chances[0], self._sorts,
            self._spare, self._taken, self._needed, self._unknown, *self._kinds, self._zeros, self._counts,
        )  # fmt: skip
        spares, takes, need, unknowns, kinds = listed(self._counts)
        which, powers = self._kinds
        unit = 1
        for k in range(kinds):
            unit *= self._totals[which[k]] ** int(powers[k])
        return Plan(
            (self._spare[0][:spares], self._spare[1][:spares]),
            self._taken[:takes],
            self._needed[:need],
            listed(self._unknown, unknowns),
            unit,
        )


def listed(row: Flat, count: int | None = None) -> list[int]:
    """The first so many of a row, or all, as Python's own numbers."""
    found = row[:count]
    return found if type(found) is list else found.tolist()
