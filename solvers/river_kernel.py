"""The compiled loops of `solvers.river_table`: every layer of an open river, for two players.

Everything here is whole numbers in flat sequences, so the same code runs compiled by numba over arrays of
64-bit integers and, slowly, as plain Python over lists. A value is a whole number of units; ``limbs`` words
of ``bits`` bits hold it, the lowest first. With one word and rounding it is a fixed-point number; with as
many words as the numerator needs, over the common denominator of the whole table, it is exact. The words are
short enough that a sum weighted with all of the dice's weights fits 63 bits: nothing can overflow.

A position is seen by the player whose turn it is: *me* and *the other*. Places are ranked layer by layer:
place 0 is Start, then come the squares where a rabbit can stand, m of them. With ``width`` = m + 1 the
positions of one layer are ranked so::

    width²     me · width + other      nobody rests
    width      by the other's place    my rabbit rests (at Start)
    width      by my place             the other's rabbit rests (at Start)
    1          under rest=owner only   both rest

Of the first kind width - 1 ranks would put both rabbits on one square; they stay unused. The value of a
position is what it is worth to me: one less what the best position I can hand over is worth to the other. So
each loop looks for the least value among the successors, and turns it round once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

try:
    from numba import njit
except ImportError:  # numba is of the extra `fast`: without it the same loops run as plain Python

    def njit(**_: object) -> Callable[[F], F]:
        """Leave a function as it is."""
        return lambda function: function

    COMPILED = False
else:
    COMPILED = True
"""Whether the loops are compiled, and so run over arrays of 64-bit integers."""

Numbers = Any
"""A flat sequence of whole numbers: an array, or a list."""


class Layers(NamedTuple):
    """An open river, ready for the loops.

    Nodes are the squares 0 … n - 1, Start n and the goal n + 1. A shark's *digit* is 0 where it is harmless,
    else the rank of its hit points left; a layer's number is the digits in mixed radix.

    Attributes
    ----------
    nodes : int
        n: how many squares.
    owner : int
        1 under rest=owner, else 0.
    sides : int
        2 where endless play is not worth the same to both, so that it matters who is who; else 1.
    loops : int
        1 where play in a layer can come round again, else 0.
    divisor : int
        The dice's total weight.
    most_digits : int
        The greatest number of digits of a shark.
    sharks : sequence of int
        The square of each shark.
    radix, stride : sequence of int
        How many digits each shark has, and what one step of its digit is worth in a layer's number.
    roll_start : sequence of int
        For each shark and digit where its outcomes begin in the next three; digit d of shark s at
        ``s * most_digits + d``, and one more at the end.
    roll_digit, roll_stands, roll_weight : sequence of int
        The digit after a roll, whether the rabbit stands on the shark, and the weight.
    end_start, end : sequence of int
        For each rabbit's node x and other rabbit's node y the nodes where a move may end: those of x, y
        begin at ``x * (n + 1) + y``.
    order_x, order_y : sequence of int
        All pairs of nodes, those nearest the goal first.
    """

    nodes: int
    owner: int
    sides: int
    loops: int
    divisor: int
    most_digits: int
    sharks: Numbers
    radix: Numbers
    stride: Numbers
    roll_start: Numbers
    roll_digit: Numbers
    roll_stands: Numbers
    roll_weight: Numbers
    end_start: Numbers
    end: Numbers
    order_x: Numbers
    order_y: Numbers


@njit(cache=True, inline="always")
def less(v: Numbers, i: int, j: int, limbs: int) -> bool:
    """Whether number i is less than number j."""
    if limbs == 1:
        return v[i] < v[j]  # type: ignore[no-any-return]  # numbers of a flat sequence
    for k in range(limbs - 1, -1, -1):
        a, b = v[i * limbs + k], v[j * limbs + k]
        if a != b:
            return a < b  # type: ignore[no-any-return]  # as above
    return False


@njit(cache=True, inline="always")
def flip(v: Numbers, to: int, one: int, i: int, limbs: int, bits: int) -> bool:
    """Set number ``to`` to number ``one`` less number i; whether that changed it."""
    if limbs == 1:
        new = v[one] - v[i]
        if v[to] == new:
            return False
        v[to] = new
        return True
    changed = False
    borrow = 0
    for k in range(limbs):
        new = v[one * limbs + k] - v[i * limbs + k] - borrow
        borrow = 0
        if new < 0:
            new += 1 << bits
            borrow = 1
        if v[to * limbs + k] != new:
            v[to * limbs + k] = new
            changed = True
    return changed


@njit(cache=True)
def divide(v: Numbers, to: int, divisor: int, limbs: int, bits: int) -> int:
    """Divide number ``to``, whose words are sums not yet carried; the remainder.

    One word is rounded to the nearest unit; more are divided exactly, so the remainder must be 0.
    """
    if limbs == 1:
        v[to] = (v[to] + divisor // 2) // divisor
        return 0
    carry = 0
    for k in range(limbs - 1):
        word = v[to * limbs + k] + carry
        carry = word >> bits
        v[to * limbs + k] = word & ((1 << bits) - 1)
    v[to * limbs + limbs - 1] += carry
    rest = 0
    for k in range(limbs - 1, -1, -1):
        word = (rest << bits) + v[to * limbs + k]
        v[to * limbs + k] = word // divisor
        rest = word % divisor
    return rest


@njit(cache=True, nogil=True)
def sweep(
    r: Layers,
    v: Numbers,
    base: Numbers,
    first: int,
    last: int,
    zero: int,
    one: int,
    half: int,
    scratch: int,
    limbs: int,
    bits: int,
    digits: Numbers,
    live: Numbers,
    place: Numbers,
    done: Numbers,
) -> int:
    """Solve the layers ``first`` to ``last`` - 1, in that order; the layers that they lead to are solved.

    Parameters
    ----------
    r : Layers
    v : sequence of int
        All values, then the constants and the scratch space.
    base : sequence of int
        Where each layer's values begin.
    zero, one, half : int
        The ranks in ``v`` of these constants; ``half`` is what endless play is worth to me, for the second
        side one rank on.
    scratch : int
        The rank in ``v`` of this thread's own space: `fights` numbers.
    digits, live, place : sequence of int
        This thread's own space: one a shark, one a node, one a node.
    done : sequence of int
        ``done[0]`` counts layers as they are solved; ``done[1]`` other than 0 asks to stop.

    Returns
    -------
    int
        How many exact divisions left a remainder: 0, or the denominator was too small.
    """
    n = r.nodes
    start, goal = n, n + 1
    spread = n + 1
    sharks = len(r.sharks)
    pairs = len(r.order_x)
    each = 2 * spread + 1
    remainders = 0
    rest_of = first
    for s in range(sharks - 1, -1, -1):
        digits[s] = rest_of // r.stride[s]
        rest_of -= digits[s] * r.stride[s]
    for layer in range(first, last):
        if done[1] != 0:
            return remainders
        # `live` is the shark on a square, plus one; `place` the rank of a node, or -1.
        for node in range(n):
            live[node] = 0
        for s in range(sharks):
            if digits[s] > 0:
                live[r.sharks[s]] = s + 1
        width = 1
        place[start] = 0
        for node in range(n):
            if live[node] > 0:
                place[node] = -1
            else:
                place[node] = width
                width += 1
        square = width * width
        block = square + 2 * width + r.owner

        # Fights: what the position handed over is worth to the other, on average over the roll.
        for side in range(r.sides):
            begin = base[layer] + side * block
            fought = scratch + side * sharks * each
            for s in range(sharks):
                d = digits[s]
                if d == 0:
                    continue
                at = r.sharks[s]
                here = fought + s * each
                # Once it is harmless its square joins the places, behind those of the squares before it.
                pat = 1
                for node in range(at):
                    if place[node] >= 0:
                        pat += 1
                for y in range(spread):
                    if place[y] < 0:
                        continue
                    # 0: I fight, the other is at y. 1: the other fights, I am at y. 2: as 0, the other rests.
                    for kind in range(3):
                        if kind == 2 and (r.owner == 0 or y != start):
                            continue
                        to = here + 2 * y + kind
                        if kind == 2:
                            to = here + 2 * spread
                        for k in range(limbs):
                            v[to * limbs + k] = 0
                        outcomes = s * r.most_digits + d
                        for o in range(r.roll_start[outcomes], r.roll_start[outcomes + 1]):
                            new = r.roll_digit[o]
                            below = layer - (d - new) * r.stride[s]
                            wide, py = width, place[y]
                            if new == 0:
                                wide += 1
                                if y != start and y > at:
                                    py += 1
                            area = wide * wide
                            i = base[below] + (r.sides - 1 - side) * (area + 2 * wide + r.owner)
                            if r.roll_stands[o] > 0:
                                if kind == 0:
                                    i += py * wide + pat
                                elif kind == 1:
                                    i += pat * wide + py
                                else:
                                    i += area + pat
                            elif kind == 0:
                                i += area + wide + py
                            elif kind == 1:
                                i += area + py
                            else:
                                i += area + 2 * wide
                            weight = r.roll_weight[o]
                            for k in range(limbs):
                                v[to * limbs + k] += weight * v[i * limbs + k]
                        if divide(v, to, r.divisor, limbs, bits) != 0:
                            remainders += 1
            if r.loops > 0:
                for i in range(begin, begin + square):
                    for k in range(limbs):
                        v[i * limbs + k] = v[(half + side) * limbs + k]

        # Nobody rests. Where play can come round again, compare until nothing changes.
        again = True
        while again:
            again = False
            for pair in range(pairs):
                x, y = r.order_x[pair], r.order_y[pair]
                if place[x] < 0 or place[y] < 0:
                    continue
                for side in range(r.sides):
                    begin = base[layer] + side * block
                    after = base[layer] + (r.sides - 1 - side) * block  # the positions handed over
                    fought = scratch + side * sharks * each
                    best = one
                    for e in range(r.end_start[x * spread + y], r.end_start[x * spread + y + 1]):
                        z = r.end[e]
                        if z == goal:
                            best = zero
                            break
                        if z != start and live[z] > 0:
                            i = fought + (live[z] - 1) * each + 2 * y
                        else:
                            i = after + place[y] * width + place[z]
                        if less(v, i, best, limbs):
                            best = i
                    if best != zero:
                        for e in range(r.end_start[y * spread + x], r.end_start[y * spread + x + 1]):
                            z = r.end[e]
                            if z == goal:
                                continue
                            if z != start and live[z] > 0:
                                i = fought + (live[z] - 1) * each + 2 * x + 1
                            else:
                                i = after + place[z] * width + place[x]
                            if less(v, i, best, limbs):
                                best = i
                    if flip(v, begin + place[x] * width + place[y], one, best, limbs, bits) and r.loops > 0:
                        again = True

        # My rabbit rests: only the other's may be chosen.
        for side in range(r.sides):
            begin = base[layer] + side * block
            after = base[layer] + (r.sides - 1 - side) * block
            fought = scratch + side * sharks * each
            for y in range(spread):
                if place[y] < 0:
                    continue
                best = one
                for e in range(r.end_start[y * spread + start], r.end_start[y * spread + start + 1]):
                    z = r.end[e]
                    if z == goal:
                        continue
                    if z != start and live[z] > 0:
                        i = fought + (live[z] - 1) * each + 2 * start + 1
                    else:
                        i = after + place[z] * width
                    if less(v, i, best, limbs):
                        best = i
                flip(v, begin + square + place[y], one, best, limbs, bits)

        # The other's rests: only mine may be chosen. Under rest=owner the other's goes on resting.
        for side in range(r.sides):
            begin = base[layer] + side * block
            after = base[layer] + (r.sides - 1 - side) * block
            fought = scratch + side * sharks * each
            for x in range(spread):
                if place[x] < 0:
                    continue
                best = one
                for e in range(r.end_start[x * spread + start], r.end_start[x * spread + start + 1]):
                    z = r.end[e]
                    if z == goal:
                        best = zero
                        break
                    if z != start and live[z] > 0:
                        i = fought + (live[z] - 1) * each + 2 * start
                        if r.owner > 0:
                            i = fought + (live[z] - 1) * each + 2 * spread
                    elif r.owner > 0:
                        i = after + square + place[z]
                    else:
                        i = after + place[z]
                    if less(v, i, best, limbs):
                        best = i
                flip(v, begin + square + width + place[x], one, best, limbs, bits)
            if r.owner > 0:
                # Both rest: I pass, and the other goes on resting.
                flip(v, begin + square + 2 * width, one, after + square, limbs, bits)

        done[0] += 1
        for s in range(sharks):
            digits[s] += 1
            if digits[s] < r.radix[s]:
                break
            digits[s] = 0
    return remainders


def fights(sides: int, sharks: int, nodes: int) -> int:
    """How many numbers of scratch space one thread needs for its fights."""
    return sides * sharks * (2 * nodes + 3)


def order(rows: Sequence[int]) -> list[tuple[int, int]]:
    """All pairs of nodes on which two rabbits may stand, those nearest the goal first.

    Parameters
    ----------
    rows : sequence of int
        The row of each node; the last node is Start.
    """
    start = len(rows) - 1
    pairs = [(x, y) for x in range(len(rows)) for y in range(len(rows)) if x != y or x == start]
    return sorted(pairs, key=lambda pair: -(rows[pair[0]] + rows[pair[1]]))
