"""The compiled loops of `solvers.river_table`: every layer of an open river, for two players.

Everything here is whole numbers in flat sequences, so the same code runs compiled by numba over arrays of
64-bit integers and, slowly, as plain Python over lists. A value is a whole number of units, in one or more
words of ``bits`` bits, the lowest first; where a number stands is the place of its first word. The words are
short enough that a sum weighted with all of the dice's weights fits 63 bits: nothing can overflow.

A *rounded* table has one word a value, and one unit for all layers: an average over a roll is rounded to the
nearest unit. An *exact* table counts in units of its own in each layer: with k rolls that can still be thrown
a win is worth the dice's total weight to the power of k (times the denominator of endless play). An average
over a roll is then a whole number of the layer's units, and nothing is ever divided: what comes from a layer
with fewer rolls left is multiplied up. Layers near the end need fewer words.

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

import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from threading import Lock, Thread
from typing import Any, NamedTuple, TypeVar

from inaba.errors import SetupError
from solvers import compiling

F = TypeVar("F", bound=Callable[..., Any])


def _as_it_is(**_: object) -> Callable[[F], F]:
    return lambda function: function


try:
    import numba  # noqa: F401  # it is there, or it is not
except ImportError:  # numba is of the extra `fast`: without it the same loops run as plain Python
    COMPILED = False
    njit: Callable[..., Callable[[F], F]] = _as_it_is
else:
    COMPILED = True
    njit = compiling.njit
"""Whether the loops are compiled, and so run over arrays of 64-bit integers."""


def threads_for(workers: int | None) -> int:
    """How many threads loops may run in: as many as are asked for, else as the machine has processors.

    Without numba there is one, since plain Python would only take turns; and where no thread can be started,
    as in a browser.

    Examples
    --------
    >>> threads_for(1)
    1

    Raises
    ------
    SetupError
        If less than one is asked for, or no whole number.
    """
    if workers is not None and not (type(workers) is int and workers >= 1):
        raise SetupError("solvers.table.workers", workers=workers)
    wanted = (workers or os.cpu_count() or 1) if COMPILED else 1
    if wanted > 1:
        try:
            first = Thread(target=int)
            first.start()
            first.join()
        except RuntimeError:
            return 1
    return wanted


def in_threads(
    threads: int,
    steps: Iterable[Iterable[int]],
    task: Callable[[int, int], object],
    tick: Callable[[], object],
    stop: Callable[[], object],
) -> None:
    """Work steps off one after another, and what belongs to a step side by side.

    Parameters
    ----------
    threads : int
    steps : iterable of iterables of int
        The tasks of each step, by number.
    task : callable
        Called with a task's number and that of the thread it runs in, from 0: no two at once have the same.
    tick : callable
        Called now and then by whoever waits.
    stop : callable
        Called if anything ends the waiting, a KeyboardInterrupt too; tasks that are under way should then
        end soon, for they are waited for before it goes on to the caller.

    Examples
    --------
    >>> squares = {}
    >>> in_threads(2, [[1, 2], [3]], lambda n, _: squares.update({n: n * n}), *[lambda: None] * 2)
    >>> sorted(squares.items())
    [(1, 1), (2, 4), (3, 9)]
    """
    free = list(range(threads))
    lock = Lock()

    def one(number: int) -> None:
        with lock:
            thread = free.pop()
        try:
            task(number, thread)
        finally:
            with lock:
                free.append(thread)

    with ThreadPoolExecutor(threads) as pool:
        try:
            for step in steps:
                waiting = {pool.submit(one, number) for number in step}
                while waiting:
                    ended, waiting = wait(waiting, timeout=0.2, return_when=FIRST_COMPLETED)
                    for future in ended:
                        future.result()
                    tick()
        except BaseException:
            stop()
            raise


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
    roll_digit, roll_stands, roll_weight, roll_power : sequence of int
        The digit after a roll, whether the rabbit stands on the shark, the weight, and how many fewer rolls
        the layer after it has left than this one, less one; the greatest power first.
    rolls : sequence of int
        For each shark and digit how many rolls can be thrown at it at most; ranked as ``roll_start``.
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
    roll_power: Numbers
    rolls: Numbers
    end_start: Numbers
    end: Numbers
    order_x: Numbers
    order_y: Numbers


class Units(NamedTuple):
    """How the values of a table are kept.

    Attributes
    ----------
    exact : int
        1 for an exact table, 0 for a rounded one.
    bits : int
        How many bits a word holds.
    words : sequence of int
        How many words a number has, by the rolls left.
    zero : int
        Where the number 0 stands.
    one, half : sequence of int
        Where the worth of a win and of endless play stand, by the rolls left; in ``half`` for the first side
        at twice the rolls left, for the second one behind it.
    """

    exact: int
    bits: int
    words: Numbers
    zero: int
    one: Numbers
    half: Numbers


@njit(inline="always")
def less(v: Numbers, i: int, j: int, words: int) -> bool:
    """Whether the number at i is less than the number at j."""
    if words == 1:
        return v[i] < v[j]  # type: ignore[no-any-return]  # numbers of a flat sequence
    for k in range(words - 1, -1, -1):
        a, b = v[i + k], v[j + k]
        if a != b:
            return a < b  # type: ignore[no-any-return]  # as above
    return False


@njit(inline="always")
def flip(v: Numbers, to: int, one: int, i: int, words: int, bits: int) -> bool:
    """Set the number at ``to`` to the number at ``one`` less the number at i; whether that changed it."""
    if words == 1:
        new = v[one] - v[i]
        if v[to] == new:
            return False
        v[to] = new
        return True
    changed = False
    borrow = 0
    for k in range(words):
        new = v[one + k] - v[i + k] - borrow
        borrow = 0
        if new < 0:
            new += 1 << bits
            borrow = 1
        if v[to + k] != new:
            v[to + k] = new
            changed = True
    return changed


@njit()
def multiply(v: Numbers, to: int, factor: int, words: int, bits: int) -> None:
    """Multiply the number at ``to``."""
    if words == 1:
        v[to] *= factor
        return
    carry = 0
    for k in range(words):
        word = v[to + k] * factor + carry
        carry = word >> bits
        v[to + k] = word & ((1 << bits) - 1)


@njit(inline="always")
def add(v: Numbers, to: int, weight: int, i: int, words: int, fewer: int, bits: int) -> None:
    """Add a multiple of the number at i, which has ``fewer`` words, to the number at ``to``."""
    if words == 1:
        v[to] += weight * v[i]
        return
    carry = 0
    for k in range(words):
        word = v[to + k] + carry
        if k < fewer:
            word += weight * v[i + k]
        carry = word >> bits
        v[to + k] = word & ((1 << bits) - 1)


@njit(nogil=True)
def sweep(
    r: Layers,
    v: Numbers,
    base: Numbers,
    units: Units,
    first: int,
    last: int,
    scratch: int,
    digits: Numbers,
    live: Numbers,
    place: Numbers,
    done: Numbers,
) -> None:
    """Solve the layers ``first`` to ``last`` - 1, in that order; the layers that they lead to are solved.

    Parameters
    ----------
    r : Layers
    v : sequence of int
        All values, then the constants and the scratch space.
    base : sequence of int
        Where each layer's values begin.
    units : Units
    scratch : int
        Where this thread's own space begins in ``v``: `fights` numbers of the greatest length.
    digits, live, place : sequence of int
        This thread's own space: one a shark, one a node, one a node.
    done : sequence of int
        ``done[0]`` counts layers as they are solved; ``done[1]`` other than 0 asks to stop.
    """
    n = r.nodes
    start, goal = n, n + 1
    spread = n + 1
    sharks = len(r.sharks)
    pairs = len(r.order_x)
    each = 2 * spread + 1
    zero = units.zero
    bits = units.bits
    rest_of = first
    for s in range(sharks - 1, -1, -1):
        digits[s] = rest_of // r.stride[s]
        rest_of -= digits[s] * r.stride[s]
    for layer in range(first, last):
        if done[1] != 0:
            return
        left = 0
        for s in range(sharks):
            left += r.rolls[s * r.most_digits + digits[s]]
        words = units.words[left]
        one = units.one[left]
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
            begin = base[layer] + side * block * words
            fought = scratch + side * sharks * each * words
            for s in range(sharks):
                d = digits[s]
                if d == 0:
                    continue
                at = r.sharks[s]
                here = fought + s * each * words
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
                        to = here + (2 * y + kind) * words
                        if kind == 2:
                            to = here + 2 * spread * words
                        for k in range(words):
                            v[to + k] = 0
                        outcomes = s * r.most_digits + d
                        power = r.roll_power[r.roll_start[outcomes]]
                        for o in range(r.roll_start[outcomes], r.roll_start[outcomes + 1]):
                            new = r.roll_digit[o]
                            below = layer - (d - new) * r.stride[s]
                            wide, py = width, place[y]
                            if new == 0:
                                wide += 1
                                if y != start and y > at:
                                    py += 1
                            area = wide * wide
                            rank = (r.sides - 1 - side) * (area + 2 * wide + r.owner)
                            if r.roll_stands[o] > 0:
                                if kind == 0:
                                    rank += py * wide + pat
                                elif kind == 1:
                                    rank += pat * wide + py
                                else:
                                    rank += area + pat
                            elif kind == 0:
                                rank += area + wide + py
                            elif kind == 1:
                                rank += area + py
                            else:
                                rank += area + 2 * wide
                            if units.exact > 0:
                                while power > r.roll_power[o]:
                                    multiply(v, to, r.divisor, words, bits)
                                    power -= 1
                                fewer = units.words[left - r.roll_power[o] - 1]
                                add(v, to, r.roll_weight[o], base[below] + rank * fewer, words, fewer, bits)
                            else:
                                v[to] += r.roll_weight[o] * v[base[below] + rank]
                        if units.exact > 0:
                            while power > 0:
                                multiply(v, to, r.divisor, words, bits)
                                power -= 1
                        else:
                            v[to] = (v[to] + r.divisor // 2) // r.divisor
            if r.loops > 0:
                for i in range(square):
                    for k in range(words):
                        v[begin + i * words + k] = v[units.half[2 * left + side] + k]

        # Nobody rests. Where play can come round again, compare until nothing changes.
        again = True
        while again:
            again = False
            for pair in range(pairs):
                x, y = r.order_x[pair], r.order_y[pair]
                if place[x] < 0 or place[y] < 0:
                    continue
                for side in range(r.sides):
                    begin = base[layer] + side * block * words
                    after = base[layer] + (r.sides - 1 - side) * block * words  # the positions handed over
                    fought = scratch + side * sharks * each * words
                    best = one
                    for e in range(r.end_start[x * spread + y], r.end_start[x * spread + y + 1]):
                        z = r.end[e]
                        if z == goal:
                            best = zero
                            break
                        if z != start and live[z] > 0:
                            i = fought + ((live[z] - 1) * each + 2 * y) * words
                        else:
                            i = after + (place[y] * width + place[z]) * words
                        if less(v, i, best, words):
                            best = i
                    if best != zero:
                        for e in range(r.end_start[y * spread + x], r.end_start[y * spread + x + 1]):
                            z = r.end[e]
                            if z == goal:
                                continue
                            if z != start and live[z] > 0:
                                i = fought + ((live[z] - 1) * each + 2 * x + 1) * words
                            else:
                                i = after + (place[z] * width + place[x]) * words
                            if less(v, i, best, words):
                                best = i
                    to = begin + (place[x] * width + place[y]) * words
                    if flip(v, to, one, best, words, bits) and r.loops > 0:
                        again = True

        # My rabbit rests: only the other's may be chosen.
        for side in range(r.sides):
            begin = base[layer] + side * block * words
            after = base[layer] + (r.sides - 1 - side) * block * words
            fought = scratch + side * sharks * each * words
            for y in range(spread):
                if place[y] < 0:
                    continue
                best = one
                for e in range(r.end_start[y * spread + start], r.end_start[y * spread + start + 1]):
                    z = r.end[e]
                    if z == goal:
                        continue
                    if z != start and live[z] > 0:
                        i = fought + ((live[z] - 1) * each + 2 * start + 1) * words
                    else:
                        i = after + place[z] * width * words
                    if less(v, i, best, words):
                        best = i
                flip(v, begin + (square + place[y]) * words, one, best, words, bits)

        # The other's rests: only mine may be chosen. Under rest=owner the other's goes on resting.
        for side in range(r.sides):
            begin = base[layer] + side * block * words
            after = base[layer] + (r.sides - 1 - side) * block * words
            fought = scratch + side * sharks * each * words
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
                        i = fought + ((live[z] - 1) * each + 2 * start) * words
                        if r.owner > 0:
                            i = fought + ((live[z] - 1) * each + 2 * spread) * words
                    elif r.owner > 0:
                        i = after + (square + place[z]) * words
                    else:
                        i = after + place[z] * words
                    if less(v, i, best, words):
                        best = i
                flip(v, begin + (square + width + place[x]) * words, one, best, words, bits)
            if r.owner > 0:
                # Both rest: I pass, and the other goes on resting.
                flip(v, begin + (square + 2 * width) * words, one, after + square * words, words, bits)

        done[0] += 1
        for s in range(sharks):
            digits[s] += 1
            if digits[s] < r.radix[s]:
                break
            digits[s] = 0


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
