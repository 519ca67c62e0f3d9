"""The compiled loops for three and four players: what one player can guarantee against all others together.

As in `solvers.river_kernel` everything is whole numbers in flat sequences, and the same code runs compiled or
as plain Python. Seats are counted from the player whose guarantee it is, seat 0; the others sit behind him in
the order of their turns and play as one. A value is what the position is worth to seat 0: he takes the
greatest, the coalition the least.

The positions of a layer with ``width`` places (place 0 is Start) are ranked in blocks, one for each set of
resting rabbits, the smallest sets first. A resting rabbit is at Start, so a block holds only the places of
the others: the seat to move · width^k, then their places in seat order, k of them, the last counting fastest.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from solvers.river_kernel import Layers, Numbers, Units, add, less, multiply, njit


class Seats(NamedTuple):
    """What the loops need besides `solvers.river_kernel.Layers`.

    Attributes
    ----------
    players : int
    masks : sequence of int
        The sets of rabbits that may rest, as bits, the smallest first.
    size : sequence of int
        For each set of bits how many are in it.
    order_start, order : sequence of int
        For each number of rabbits k the nodes they may stand on, k a row, nearest the goal first; the rows
        of k begin at ``order_start[k]``.
    end_start, end : sequence of int
        Where a move may end, by the rabbit's node and the others' in seat order, in base n + 1.
    """

    players: int
    masks: Numbers
    size: Numbers
    order_start: Numbers
    order: Numbers
    end_start: Numbers
    end: Numbers


@njit(inline="always")
def copy(v: Numbers, to: int, i: int, words: int) -> bool:
    """Set the number at ``to`` to the number at i; whether that changed it."""
    changed = False
    for k in range(words):
        if v[to + k] != v[i + k]:
            v[to + k] = v[i + k]
            changed = True
    return changed


@njit()
def offsets(q: Seats, width: int, off: Numbers) -> int:
    """Where the block of each set of resting rabbits begins, for a number of places; how large all are."""
    at = 0
    for m in range(len(q.masks)):
        off[q.masks[m]] = at
        at += q.players * width ** (q.players - q.size[q.masks[m]])
    return at


@njit(nogil=True)
def sweep(
    r: Layers,
    q: Seats,
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
    off: Numbers,
    off_more: Numbers,
    at_node: Numbers,
) -> None:
    """Solve the layers ``first`` to ``last`` - 1; arguments as in `solvers.river_kernel.sweep`.

    ``off``, ``off_more`` (one for each set of rabbits) and
    ``at_node`` (one a player) are further space of this thread.
    """
    n = r.nodes
    start, goal = n, n + 1
    spread = n + 1
    players = q.players
    sets = 1 << players
    others = spread ** (players - 1)
    sharks = len(r.sharks)
    zero = units.zero
    bits = units.bits
    rest_of = first
    for s in range(sharks - 1, -1, -1):
        digits[s] = rest_of // r.stride[s]
        rest_of -= digits[s] * r.stride[s]
    for layer in range(first, last):
        if done[1] != 0:
            return
        rolls = 0
        for s in range(sharks):
            rolls += r.rolls[s * r.most_digits + digits[s]]
        words = units.words[rolls]
        one = units.one[rolls]
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
        block = offsets(q, width, off)
        offsets(q, width + 1, off_more)

        # Fights, by shark, turn, fighter, who rests on besides, and the others' nodes in seat order.
        for s in range(sharks):
            d = digits[s]
            if d == 0:
                continue
            at = r.sharks[s]
            pat = 1
            for node in range(at):
                if place[node] >= 0:
                    pat += 1
            for turn in range(players):
                turn_after = (turn + 1) % players
                for fighter in range(players):
                    for resting in range(sets):
                        if resting & (1 << fighter) or resting & (1 << turn):
                            continue
                        if r.owner == 0 and resting != 0:
                            continue
                        for code in range(others):
                            left, fine = code, True
                            for seat in range(players - 1, -1, -1):
                                if seat == fighter:
                                    continue
                                node = left % spread
                                left //= spread
                                at_node[seat] = node
                                if place[node] < 0 or (resting & (1 << seat) and node != start):
                                    fine = False
                            if not fine:
                                continue
                            to = ((s * players + turn) * players + fighter) * sets + resting
                            to = scratch + (to * others + code) * words
                            for k in range(words):
                                v[to + k] = 0
                            outcomes = s * r.most_digits + d
                            power = r.roll_power[r.roll_start[outcomes]]
                            for o in range(r.roll_start[outcomes], r.roll_start[outcomes + 1]):
                                new = r.roll_digit[o]
                                below = layer - (d - new) * r.stride[s]
                                wide = width
                                mask = resting
                                if r.roll_stands[o] == 0:
                                    mask = resting | (1 << fighter)
                                block_at = off[mask]
                                if new == 0:
                                    wide += 1
                                    block_at = off_more[mask]
                                rank = turn_after
                                for seat in range(players):
                                    if mask & (1 << seat):
                                        continue
                                    p = pat
                                    if seat != fighter:
                                        node = at_node[seat]
                                        p = place[node]
                                        if new == 0 and node != start and node > at:
                                            p += 1
                                    rank = rank * wide + p
                                rank += block_at
                                if units.exact > 0:
                                    while power > r.roll_power[o]:
                                        multiply(v, to, r.divisor, words, bits)
                                        power -= 1
                                    fewer = units.words[rolls - r.roll_power[o] - 1]
                                    i = base[below] + rank * fewer
                                    add(v, to, r.roll_weight[o], i, words, fewer, bits)
                                else:
                                    v[to] += r.roll_weight[o] * v[base[below] + rank]
                            if units.exact > 0:
                                while power > 0:
                                    multiply(v, to, r.divisor, words, bits)
                                    power -= 1
                            else:
                                v[to] = (v[to] + r.divisor // 2) // r.divisor
        if r.loops > 0:
            for i in range(block):
                for k in range(words):
                    v[base[layer] + i * words + k] = v[units.half[2 * rolls] + k]

        for m in range(len(q.masks)):
            mask = q.masks[m]
            free = players - q.size[mask]
            again = True
            while again:
                again = False
                rows = (q.order_start[free + 1] - q.order_start[free]) // free if free > 0 else 1
                for row in range(rows):
                    k = q.order_start[free] + row * free
                    fine = True
                    for seat in range(players):
                        if mask & (1 << seat):
                            at_node[seat] = start
                        else:
                            at_node[seat] = q.order[k]
                            k += 1
                            if place[at_node[seat]] < 0:
                                fine = False
                                break
                    if not fine:
                        continue
                    rank = 0
                    for seat in range(players):
                        if not mask & (1 << seat):
                            rank = rank * width + place[at_node[seat]]
                    for turn in range(players):
                        turn_after = (turn + 1) % players
                        resting = 0
                        if r.owner > 0:
                            resting = mask & ~(1 << turn)
                        after = base[layer] + off[resting] * words
                        best = -1
                        for rabbit in range(players):
                            if mask & (1 << rabbit):
                                continue
                            code = at_node[rabbit]
                            fight = 0
                            # The rank of the position handed over, but for this rabbit's own place.
                            rest, step = turn_after, 1
                            for seat in range(players):
                                if seat != rabbit:
                                    code = code * spread + at_node[seat]
                                    fight = fight * spread + at_node[seat]
                                if not resting & (1 << seat):
                                    rest *= width
                                    if seat != rabbit:
                                        rest += place[at_node[seat]]
                                    if seat > rabbit:
                                        step *= width
                            for e in range(q.end_start[code], q.end_start[code + 1]):
                                z = q.end[e]
                                if z == goal:
                                    i = zero
                                    if rabbit == 0:
                                        i = one
                                elif z != start and live[z] > 0:
                                    i = (live[z] - 1) * players + turn
                                    i = (
                                        scratch
                                        + (((i * players + rabbit) * sets + resting) * others + fight) * words
                                    )
                                else:
                                    i = after + (rest + step * place[z]) * words
                                if best < 0:
                                    best = i
                                elif turn == 0:
                                    if less(v, best, i, words):
                                        best = i
                                elif less(v, i, best, words):
                                    best = i
                        if best < 0:
                            # Nothing can move: the turn is passed.
                            best = turn_after
                            for seat in range(players):
                                if not resting & (1 << seat):
                                    best = best * width + place[at_node[seat]]
                            best = after + best * words
                        to = base[layer] + (off[mask] + turn * width**free + rank) * words
                        if copy(v, to, best, words) and r.loops > 0:
                            again = True

        done[0] += 1
        for s in range(sharks):
            digits[s] += 1
            if digits[s] < r.radix[s]:
                break
            digits[s] = 0


def fights(players: int, sharks: int, nodes: int) -> int:
    """How many numbers of scratch space one thread needs for its fights."""
    return int(sharks * players * players * (1 << players) * (nodes + 1) ** (players - 1))


def masks(players: int, owner: int) -> list[int]:
    """The sets of rabbits that may rest, as bits, the smallest first: under rest=next at most one rests."""
    sets = range(1 << players) if owner else [0, *(1 << seat for seat in range(players))]
    return sorted(sets, key=lambda mask: (mask.bit_count(), mask))


def order(rows: list[int], rabbits: int) -> list[tuple[int, ...]]:
    """Where some rabbits may stand: tuples of nodes, those nearest the goal first.

    Parameters
    ----------
    rows : list of int
        The row of each node; the last node is Start, which holds any number.
    rabbits : int
    """
    start = len(rows) - 1
    found = []
    for nodes in product(range(len(rows)), repeat=rabbits):
        on_river = [node for node in nodes if node != start]
        if len(set(on_river)) == len(on_river):
            found.append(nodes)
    return sorted(found, key=lambda nodes: -sum(rows[node] for node in nodes))
