"""Exact values of a component with loops, in whole numbers of many limbs, compiled by numba.

`solvers.endgame` has the theory, and `solvers.loops` the same in Python's own whole numbers: that is what
runs without numba. Here all values of a component have one denominator, so each is a whole number, and these
are only added with small weights, divided by small totals, and compared. That is done limb by limb (as in
Knuth, The Art of Computer Programming 2, 4.3.1): a value is a row of as many digits of 32 bits as the
denominator needs, the lowest first, each held in 64 bits; negative numbers are two's complements, so the last
digit carries the sign. A sum weighted with all chances of a position must fit 63 bits before it is carried
on: hence `MOST`.

Row k belongs to the position at place ``begin + k`` of the order. After the component come the rows of what
it leads to, as ``slot`` has it, the one of the draw value, and those of what is led back to, whose values are
given.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from solvers.compiling import njit
from solvers.loops_kernel import Layout

BITS: Final = 32
"""A digit has so many bits."""

FLOAT: Final = 4
"""So many digits make a float: with the last one nearly empty, more than 64 bits are left."""

CLOSE: Final = 2.0**-40
"""Two values further apart than this in floats are told apart by them.

A float here is off by less than ``2**-49``, for values from -1 to 1: four digits are put together with a
rounding each, what is below them is less than ``2**-90`` of the whole, and the scale is rounded once. What is
closer is compared exactly."""

MOST: Final = 1 << 30
"""The whole weight of a position's chances must be less."""

ROOM: Final = 1 << 25
"""All rows of a component together may have so many digits; more would take too much memory."""


def settle(
    begin: int,
    places: Any,
    count: int,
    words: int,
    check: bool,
    order: Any,
    at: Any,
    owner: Any,
    first: Any,
    flat: Any,
    kind: Any,
    starts: Any,
    weights: Any,
    totals: Any,
    chosen: Any,
    slot: Any,
    level: int,
    back: Any,
    held: Any,
    digits: Any,
    scratch: Any,
    near: Any,
    scale: float,
    close: float,
    best: Any,
    sign: Any,
    doubts: Any,
) -> int:
    """Give positions the values of what is chosen there; if asked, look at every move.

    Parameters
    ----------
    begin, order, at, owner, first, flat
        The component.
    places, count
        Which of its positions, in order, by place from ``begin``; and how many.
    words
        How many digits a row has.
    check
        Whether to compare all moves, too.
    kind, starts, weights, totals
        Of a position of chance which kind it is; where the weights of a kind begin; all weights; and the
        whole weight of a kind.
    chosen
        By place in ``order`` where a player's choice leads.
    slot
        The row of each position outside that a choice or chance leads to.
    level
        The row of the draw value.
    back, held
        What is led back to, whose values are given after the row of the draw value; and room to mark rows. If
        moves are compared these values must come out again, else those that come out are put there.
    digits
        All rows, one after the other.
    scratch
        Room for a row, and for the rows of what one position leads to.
    near, scale, close
        Filled in: each value in floating point, where ``scale`` is what the lowest of its last `FLOAT` digits
        is worth; and how close values are that are in doubt.
    best
        Filled in, by edge: whether what it leads to has the position's value. Of moves that are not chosen
        and lead outside, those in doubt are left to the caller.
    sign
        Filled in, by row: whether a value is above the draw value (1), below (-1) or equal (0).
    doubts
        Filled in: edges in doubt, and the places of the positions they lead from, in turns.

    Returns
    -------
    int
        How many doubts there are; -1 if a division leaves something over, a choice is not best, or a value
        that was given does not come out.
    """
    new, rows = scratch
    top = words - 1
    mask = (1 << 32) - 1
    doubtful = 0
    backs = len(back)
    for row in range(level + 1 + backs):
        held[row] = 0
        # The last digits of what was written from outside have no sign yet.
        if digits[row * words + top] > mask >> 1:
            digits[row * words + top] -= mask + 1
    for b in range(backs):
        row = at[back[b]] - begin
        held[row] = 1
        for w in range(words):
            digits[row * words + w] = digits[(level + 1 + b) * words + w]
    for t in range(count):
        row = places[t]
        i = order[begin + row]
        own, start, stop = owner[i], first[i], first[i + 1]
        taken = -1
        if own == 0:
            met = 0
            base = starts[kind[i]] - start
            for edge in range(start, stop):
                j = flat[edge]
                source = at[j] - begin if at[j] >= begin else slot[j]
                rows[met], rows[met + 1] = source * words, weights[base + edge]
                met += 2
            carry = 0
            for w in range(words):
                for r in range(0, met, 2):
                    carry += rows[r + 1] * digits[rows[r] + w]
                if w < top:
                    new[w] = carry & mask
                    carry >>= 32
                else:
                    new[w] = carry
            total = totals[kind[i]]
            if total > 1:
                rest = 0
                for w in range(top, -1, -1):
                    number = (rest << 32) + new[w]
                    new[w] = number // total
                    rest = number - new[w] * total
                if rest != 0:
                    return -1
        elif own == 3:
            source = (at[flat[start]] - begin) * words
            carry = 1
            for w in range(top):
                carry += mask - digits[source + w]
                new[w] = carry & mask
                carry >>= 32
            new[top] = carry - 1 - digits[source + top]
        else:
            taken = chosen[begin + row]
            source = (at[taken] - begin if at[taken] >= begin else slot[taken]) * words
            for w in range(words):
                new[w] = digits[source + w]
        here = row * words
        if not check:
            for w in range(words):
                digits[here + w] = new[w]
            continue
        if held[row] != 0:
            for w in range(words):
                if digits[here + w] != new[w]:
                    return -1
        else:
            for w in range(words):
                digits[here + w] = new[w]
        value = 0.0
        for w in range(top, top - FLOAT, -1):
            value = value * 4294967296.0 + new[w]
        value *= scale
        near[i] = value
        source = level * words
        found = 0
        for w in range(top, -1, -1):
            if new[w] != digits[source + w]:
                found = 1 if new[w] > digits[source + w] else -1
                break
        sign[row] = found
        for edge in range(start, stop):
            j = flat[edge]
            best[edge] = 0
            if at[j] >= begin:
                if own == 3:
                    continue
                source = (at[j] - begin) * words
                found = 0
                for w in range(top, -1, -1):
                    if new[w] != digits[source + w]:
                        found = 1 if digits[source + w] > new[w] else -1
                        break
                if found == 0:
                    best[edge] = 1
                elif own != 0 and (found == 1) == (own == 1):
                    return -1
            elif own != 0:
                if j == taken:
                    best[edge] = 1
                    continue
                more = near[j] - value
                if -close <= more <= close:
                    doubts[doubtful], doubts[doubtful + 1] = edge, begin + row
                    doubtful += 2
                elif (more > 0) == (own == 1):
                    return -1
    if not check:
        for b in range(backs):
            row = at[back[b]] - begin
            for w in range(words):
                digits[(level + 1 + b) * words + w] = digits[row * words + w]
    return doubtful // 2


def rank(
    begin: int,
    end: int,
    order: Any,
    at: Any,
    owner: Any,
    first: Any,
    flat: Any,
    best: Any,
    sign: Any,
    scratch: Any,
    ranks: Any,
) -> bool:
    """Find the ranks as `solvers.endgame` has them; whether all have one that are not at the draw value.

    Parameters
    ----------
    begin, end, order, at, owner, first, flat
        The component.
    best
        By edge whether what it leads to has the position's value.
    sign
        By row whether a value is above the draw value (1), below (-1) or equal (0).
    scratch
        Room for whole numbers, by row or edge.
    ranks
        Filled in, by position: 0 at the draw value. A mirror has the rank of what it mirrors.
    """
    head, link, source, left, queue = scratch
    for k in range(begin, end):
        head[k - begin] = -1
        ranks[order[k]] = 0
    links = ready = 0
    for k in range(begin, end):
        i = order[k]
        own, row = owner[i], k - begin
        if own == 3 or sign[row] == 0:
            continue
        pursues = own == (1 if sign[row] > 0 else 2)
        leaves = own != 0 and not pursues
        for edge in range(first[i], first[i + 1]):
            inside = at[flat[edge]] >= begin
            if own == 0:
                if not inside or best[edge] == 0:
                    leaves = True
            elif best[edge] != 0:
                if pursues and not inside:
                    leaves = True
                if not pursues and inside:
                    leaves = False
        if leaves:
            ranks[i] = 1
            queue[ready] = row
            ready += 1
            continue
        waits = 0
        for edge in range(first[i], first[i + 1]):
            j = flat[edge]
            if best[edge] == 0 or at[j] < begin:
                continue
            while owner[j] == 3:
                j = flat[first[j]]
            to = at[j] - begin
            source[links], link[links], head[to] = row, head[to], links
            links += 1
            waits += 1
        left[row] = 1 if own == 0 or pursues else waits
    done = 0
    while done < ready:
        row = queue[done]
        done += 1
        edge = head[row]
        while edge >= 0:
            to = source[edge]
            edge = link[edge]
            i = order[begin + to]
            if ranks[i] == 0:
                left[to] -= 1
                if left[to] == 0:
                    ranks[i] = ranks[order[begin + row]] + 1
                    queue[ready] = to
                    ready += 1
    for k in range(begin, end):
        i = order[k]
        if owner[i] == 3:
            j = i
            while owner[j] == 3:
                j = flat[first[j]]
            ranks[i] = ranks[j]
        if sign[k - begin] != 0 and ranks[i] == 0:
            return False
    return True


class Passes(NamedTuple):
    """The passes, compiled."""

    settle: Callable[..., int]
    rank: Callable[..., bool]


@cache
def compiled() -> Passes:
    """The passes over arrays. Raises ImportError where numba is not installed."""
    made: Callable[[Callable[..., Any]], Callable[..., Any]] = njit()
    return Passes(made(settle), made(rank))


def digits(number: int) -> int:
    """How many digits a number needs, and its opposite."""
    return (number.bit_length() + BITS + 1) // BITS


def apart(number: int, widths: Iterable[int]) -> list[int]:
    """The numbers that stand side by side in one, each in so many digits, the first one lowest.

    Examples
    --------
    >>> apart((7 << BITS) - 5, [1, 1])
    [-5, 7]
    """
    found = []
    for width in widths:
        bits = BITS * width
        rest = number + (1 << bits - 1) >> bits
        found.append(number - (rest << bits))
        number = rest
    return found


class Stretch(NamedTuple):
    """The values of a component's positions as they came out: rows of digits over one denominator."""

    begin: int
    rows: Any
    denominator: int

    def value(self, place: int) -> tuple[int, int]:
        """Numerator and denominator of the value at a place of the order; not in lowest terms."""
        return _whole(self.rows[place - self.begin]), self.denominator


def _whole(row: Any) -> int:
    """The number that a row of digits is."""
    return int.from_bytes(row.tobytes(), "little", signed=True)


class Limbs:
    """The rows of one component at a time, and the room the passes work in.

    Parameters
    ----------
    layout : Layout
        The graph, over arrays.
    chances : sequence of tuple of int
        Of each kind of chance the weights, less than `MOST` in all.
    """

    def __init__(self, layout: Layout, chances: Sequence[tuple[int, ...]]) -> None:
        import numpy as np

        self._np = np
        self._layout = layout
        self._passes = compiled()
        whole, room = np.int64, layout.room + 1
        self._weights = np.array([weight for some in chances for weight in some], whole)
        self._totals = np.array(list(map(sum, chances)), whole)
        self._doors: list[int] = layout.doors[layout.graph[0]].nonzero()[0].tolist()
        self._digit = np.dtype("<u4")
        self._every = np.arange(2 * room)
        self._slot = np.zeros(layout.size, whole)
        self._held, self._sign = np.zeros(3 * room, whole), np.zeros(room, whole)
        self._best = np.zeros(layout.edges, np.int8)
        self._rank = tuple(np.zeros(room, whole) for _ in range(5))
        self._doubts = np.zeros(2 * room, whole)
        self._digits = np.zeros(0, whole)
        self._scratch = (np.zeros(0, whole), np.zeros(2 * room, whole))
        self._begin = self._end = self._words = self._level = self.rows = 0

    def begin(self, begin: int, end: int, taken: Any) -> None:
        """Give the positions of a component a row each, and what it leads to and is led back to."""
        self._begin, self._end = begin, end
        size = end - begin
        self._level = size + len(taken)
        self.rows = self._level + 1 + len(self._layout.back)
        self._slot[taken] = self._every[size : self._level]

    def put(self, numbers: Sequence[int], digits: int) -> None:
        """Write into their rows what the component leads to, the draw value, and what is led back to.

        Parameters
        ----------
        numbers : sequence of int
            All these in turn.
        digits : int
            How many digits a row shall have.
        """
        self._words = words = max(FLOAT, digits)
        if len(self._scratch[0]) < words:
            self._scratch = (self._np.zeros(2 * words, self._np.int64), self._scratch[1])
        size = self.rows * words
        if len(self._digits) < size:
            self._digits = self._np.zeros(2 * size, self._np.int64)
        self._table = self._digits[:size].reshape(-1, words)
        width = words * BITS // 8
        data = b"".join([int(number).to_bytes(width, "little", signed=True) for number in numbers])
        self._table[self._end - self._begin :] = self._np.frombuffer(data, self._digit).reshape(-1, words)

    def take_back(self) -> list[int]:
        """Read what came out for what is led back to."""
        return list(map(_whole, self._table[self._level + 1 :].astype(self._digit)))

    def take(self, place: int) -> int:
        """Read what came out for the position at a place of the order."""
        return _whole(self._table[place - self._begin].astype(self._digit))

    def _settle(self, places: Any, check: bool, scale: float) -> int:
        layout = self._layout
        return self._passes.settle(
            self._begin, places, len(places), self._words, check, *layout.graph, *layout.chances,
            self._weights, self._totals, layout.chosen, self._slot, self._level, layout.back, self._held,
            self._digits, self._scratch, layout.near, scale, CLOSE, self._best, self._sign, self._doubts,
        )  # fmt: skip

    def follow(self, places: Any) -> None:
        """Give positions the values of what is chosen there (`settle`).

        Raises
        ------
        AssertionError
            If a division leaves something over: a mistake in this module, or in what uses it.
        """
        if self._settle(places, False, 1.0) < 0:
            raise AssertionError("a unit was not small enough: a division leaves something over")

    def check(self, denominator: int) -> Sequence[Sequence[int]] | None:
        """Do so for all positions, and look at every move: what is in doubt, or None if anything is wrong.

        Parameters
        ----------
        denominator : int
            What all values are over; those of what is led back to are given, and must come out.

        Returns
        -------
        sequence of (int, int), or None
            Edges, and the places they lead from.
        """
        scale = (1 << BITS * (self._words - FLOAT)) / int(denominator)
        found = self._settle(self._every[: self._end - self._begin], True, scale)
        if found < 0:
            return None
        doubts: list[list[int]] = self._doubts[: 2 * found].reshape(-1, 2).tolist()
        return doubts

    def tie(self, edge: int) -> None:
        """Say of a move in doubt that it is as good as the choice."""
        self._best[edge] = 1

    def rank(self, ranks: Any) -> bool:
        """Find the ranks (`rank`); whether the certificate is complete."""
        layout = self._layout
        order, at, owner, first, flat = layout.graph
        return self._passes.rank(
            self._begin, self._end, order, at, owner, first, flat, self._best, self._sign, self._rank,
            ranks,
        )  # fmt: skip

    def doors(self) -> list[int]:
        """The places of the positions that other components lead to."""
        return self._doors[bisect_left(self._doors, self._begin) : bisect_left(self._doors, self._end)]

    def stretch(self, denominator: int) -> Stretch:
        """What came out, to be kept."""
        rows = self._table[: self._end - self._begin].astype(self._digit)
        return Stretch(self._begin, rows, denominator)
