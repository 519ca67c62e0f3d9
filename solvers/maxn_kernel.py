"""The compiled loops of `solvers.maxn_table`: everyone maximises his own chance, by table.

As in `solvers.river_kernel` everything is whole numbers in flat sequences, and the same code runs compiled or
as plain Python. A *shape* is the set of sharks that can still win a fight. All layers of one shape have the
same positions and the same moves, so these are worked out once a shape (`plan`), and then the numbers are run
through layer by layer (`sweep`).

**Nodes.** Within a shape each thing that can be gone on to has a number: first the positions at the start of
a turn, by their rank in the layer (`solvers.coalition_kernel`, but seats are the players' own); then a win of
each player; then fights and rides, as they are met. The values of positions stand in the table, those of the
others in a thread's own space. A value is one number a player, in seat order, exact in the layer's own units.

**Order.** The nodes are gone through component by component (Tarjan), those that others lead to first; a
component of more than one is a loop, and is solved as `solvers.maxn` says. If an average in it is no whole
number of units, `sweep` hands it over to who called: it is solved there, and `sweep` goes on behind it.

A node whose value is not checked has -1 for its first number, and so has everything that leads to it.
"""

from __future__ import annotations

from typing import NamedTuple

from solvers.coalition_kernel import copy
from solvers.river_kernel import Layers, Numbers, Units, add, less, multiply, njit

ROUNDS = 2_000
"""The longest horizon that is tried in a loop; as in `solvers.maxn`."""

STOPPED = 1
UNEVEN = 2
"""Why a run ended: it was asked to; or an average over equal moves is no whole number of units."""


class Seats(NamedTuple):
    """What the loops need besides `solvers.river_kernel.Layers`.

    Attributes
    ----------
    players : int
    masks : sequence of int
        The sets of rabbits that may rest, as bits, the smallest first.
    size : sequence of int
        For each set of bits how many are in it.
    ahead_start, ahead : sequence of int
        For each node, Start the last, where one step leads, in legal order.
    chain_of : sequence of int
        For each square the chain of rides that begins there; -1 where nothing carries.
    chain_square : sequence of int
        For each chain of rides the square that it has come to.
    chain_start, chain_to, chain_next : sequence of int
        For each chain the destinations that this move has not landed on, in legal order, and the chain that
        each leads to, or -1.
    split : int
        1 where equal moves are taken with the same chance, 0 where the first is taken.
    """

    players: int
    masks: Numbers
    size: Numbers
    ahead_start: Numbers
    ahead: Numbers
    chain_of: Numbers
    chain_square: Numbers
    chain_start: Numbers
    chain_to: Numbers
    chain_next: Numbers
    split: int


class Plan(NamedTuple):
    """A thread's own space: the nodes of a shape, and what is noted of them.

    Attributes
    ----------
    digits, live, place, node_at : sequence of int
        A shark's digit; the shark on a square, plus one; the rank of a node, or -1; the node of a rank.
    off, off_more : sequence of int
        Where the block of each set of resting rabbits begins, with the places of this shape and one more.
    at_node : sequence of int
        Where each rabbit is.
    memo : sequence of int
        For each fight and each ride its node, 0 for none.
    extra : sequence of int
        Five numbers a fight or ride: of a fight the shark, then the rank that it leads to if it is lost and
        the shark lives on, if it is lost and the shark is harmless then, and if it is won; of a ride -1 less
        the chain, the turn, who rests, the rabbit, and the others' nodes.
    turn : sequence of int
        Who decides at each node.
    edge_start, edge : sequence of int
        What each node leads to.
    order, group_start, group : sequence of int
        The nodes in the order in which they are solved, where each component begins in it, and each node's.
    index, low, stack, path, next_edge : sequence of int
        For finding the components.
    rank, pick, kept : sequence of int
        The round in which a node last changed; which it goes on to; whether it may leave its component.
    counts : sequence of int
        How many nodes, fights and rides included, and components there are; and the block. Where `sweep` has
        handed over a loop: how many components of the layer it is done with, else 0; and the layer.
    """

    digits: Numbers
    live: Numbers
    place: Numbers
    node_at: Numbers
    off: Numbers
    off_more: Numbers
    at_node: Numbers
    memo: Numbers
    extra: Numbers
    turn: Numbers
    edge_start: Numbers
    edge: Numbers
    order: Numbers
    group_start: Numbers
    group: Numbers
    index: Numbers
    low: Numbers
    stack: Numbers
    path: Numbers
    next_edge: Numbers
    rank: Numbers
    pick: Numbers
    kept: Numbers
    counts: Numbers


@njit()
def _after(
    players: int, off: Numbers, width: int, p: Plan, turn: int, mask: int, rabbit: int, at: int, shark: int
) -> int:
    """The rank of the position in which a turn begins, one rabbit being at the place ``at``.

    The square ``shark`` has become one of the places, by a fight; no square is as large as Start's number.
    """
    rank = turn
    for seat in range(players):
        if not mask & (1 << seat):
            rank *= width
            if seat == rabbit:
                rank += at
            else:
                node = p.at_node[seat]
                rank += p.place[node]
                if node > shark and p.place[node] > 0:
                    rank += 1
    return rank + off[mask]  # type: ignore[no-any-return]  # numbers of a flat sequence


@njit()
def _free(players: int, p: Plan, rabbit: int, z: int, n: int) -> bool:
    """Whether a rabbit may come to a node: Start, the goal, or a square on which no other rabbit is."""
    if z >= n:
        return True
    free = True
    for seat in range(players):
        if seat != rabbit and p.at_node[seat] == z:
            free = False
    return free


@njit()
def ride_number(r: Layers, q: Seats, chain: int, turn: int, mask: int, rabbit: int, code: int) -> int:
    """Where the node of a ride is noted."""
    sets = 1 << q.players
    others: int = (r.nodes + 1) ** (q.players - 1)
    fights = len(r.sharks) * q.players * q.players * (sets if r.owner > 0 else 1) * others
    return fights + (((chain * q.players + turn) * sets + mask) * q.players + rabbit) * others + code


@njit()
def _landing(
    r: Layers,
    q: Seats,
    p: Plan,
    width: int,
    block: int,
    turn: int,
    mask: int,
    rabbit: int,
    z: int,
    chain: int,
) -> int:
    """The node that a rabbit's landing leads to; the others are in ``at_node``."""
    n, players = r.nodes, q.players
    start = n
    if z == n + 1:
        return block + rabbit
    turn_after = (turn + 1) % players
    resting = 0
    if r.owner > 0:
        resting = mask & ~(1 << turn)
    spread = n + 1
    code = 0
    for seat in range(players):
        if seat != rabbit:
            code = code * spread + p.at_node[seat]
    if z != start and p.live[z] > 0:
        s = p.live[z] - 1
        number = (s * players + turn) * players + rabbit
        if r.owner > 0:
            number = number * (1 << players) + resting
        number = number * spread ** (players - 1) + code
        if p.memo[number] == 0:
            id_ = p.counts[0]
            p.counts[0] = id_ + 1
            p.memo[number] = id_
            j = 5 * (id_ - block - players)
            p.extra[j] = s
            lost = resting | (1 << rabbit)
            beaten = 1
            for node in range(z):
                if p.place[node] >= 0:
                    beaten += 1
            p.extra[j + 1] = _after(players, p.off, width, p, turn_after, lost, rabbit, 0, start)
            p.extra[j + 2] = _after(players, p.off_more, width + 1, p, turn_after, lost, rabbit, 0, z)
            p.extra[j + 3] = _after(players, p.off_more, width + 1, p, turn_after, resting, rabbit, beaten, z)
        return p.memo[number]  # type: ignore[no-any-return]  # as above
    if chain >= 0:
        carried = False
        for d in range(q.chain_start[chain], q.chain_start[chain + 1]):
            if _free(players, p, rabbit, q.chain_to[d], n):
                carried = True
        if carried:
            number = ride_number(r, q, chain, turn, mask, rabbit, code)
            if p.memo[number] == 0:
                id_ = p.counts[0]
                p.counts[0] = id_ + 1
                p.memo[number] = id_
                j = 5 * (id_ - block - players)
                p.extra[j] = -1 - chain
                p.extra[j + 1] = turn
                p.extra[j + 2] = mask
                p.extra[j + 3] = rabbit
                p.extra[j + 4] = code
            return p.memo[number]  # type: ignore[no-any-return]  # as above
    return _after(players, p.off, width, p, turn_after, resting, rabbit, p.place[z], start)


@njit(nogil=True)
def plan(r: Layers, q: Seats, p: Plan, shape: int) -> int:
    """Work out the nodes of a shape, given as bits, one a shark, and what each leads to; the places."""
    n, players = r.nodes, q.players
    start = n
    for node in range(n):
        p.live[node] = 0
    for s in range(len(r.sharks)):
        if shape & (1 << s):
            p.live[r.sharks[s]] = s + 1
    width = 1
    p.place[start] = 0
    p.node_at[0] = start
    for node in range(n):
        p.place[node] = -1
        if p.live[node] == 0:
            p.place[node] = width
            p.node_at[width] = node
            width += 1
    block, more = 0, 0
    for m in range(len(q.masks)):
        mask = q.masks[m]
        p.off[mask] = block
        p.off_more[mask] = more
        block += players * width ** (players - q.size[mask])
        more += players * (width + 1) ** (players - q.size[mask])
    for i in range(len(p.memo)):
        p.memo[i] = 0
    p.counts[0] = block + players
    edges = 0
    for m in range(len(q.masks)):
        mask = q.masks[m]
        free = players - q.size[mask]
        for rank in range(players * width**free):
            id_ = p.off[mask] + rank
            p.edge_start[id_] = edges
            left, fine = rank, True
            for seat in range(players - 1, -1, -1):
                p.at_node[seat] = start
                if not mask & (1 << seat):
                    p.at_node[seat] = p.node_at[left % width]
                    left //= width
                    for other in range(seat + 1, players):
                        if p.at_node[seat] != start and p.at_node[other] == p.at_node[seat]:
                            fine = False
            turn = left
            p.turn[id_] = turn
            if not fine:
                continue
            begun = edges
            for rabbit in range(players):
                if mask & (1 << rabbit):
                    continue
                node = p.at_node[rabbit]
                for a in range(q.ahead_start[node], q.ahead_start[node + 1]):
                    z = q.ahead[a]
                    if _free(players, p, rabbit, z, n):
                        chain = -1
                        if z < n:
                            chain = q.chain_of[z]
                        p.edge[edges] = _landing(r, q, p, width, block, turn, mask, rabbit, z, chain)
                        edges += 1
            if edges == begun:
                # Nothing can move: the turn is passed.
                resting = 0
                if r.owner > 0:
                    resting = mask & ~(1 << turn)
                p.edge[edges] = _after(players, p.off, width, p, (turn + 1) % players, resting, -1, 0, start)
                edges += 1
    for id_ in range(block, block + players):
        p.edge_start[id_] = edges
        p.turn[id_] = 0
    # Fights and rides; they may grow more while they are gone through.
    id_ = block + players
    while id_ < p.counts[0]:
        p.edge_start[id_] = edges
        p.turn[id_] = 0
        j = 5 * (id_ - block - players)
        if p.extra[j] < 0:
            chain, turn, mask = -1 - p.extra[j], p.extra[j + 1], p.extra[j + 2]
            rabbit, left = p.extra[j + 3], p.extra[j + 4]
            p.turn[id_] = turn
            for seat in range(players - 1, -1, -1):
                if seat != rabbit:
                    p.at_node[seat] = left % (n + 1)
                    left //= n + 1
            for d in range(q.chain_start[chain], q.chain_start[chain + 1]):
                z = q.chain_to[d]
                if _free(players, p, rabbit, z, n):
                    p.edge[edges] = _landing(r, q, p, width, block, turn, mask, rabbit, z, q.chain_next[d])
                    edges += 1
        id_ += 1
    p.edge_start[id_] = edges
    p.counts[2] = block
    p.counts[3] = 0
    _components(p)
    return width


@njit()
def _components(p: Plan) -> None:
    """The strongly connected components (Tarjan 1972), those that others lead to first."""
    nodes = p.counts[0]
    for id_ in range(nodes):
        p.index[id_] = 0
        p.group[id_] = -1
    met, groups, placed, stacked = 0, 0, 0, 0
    p.group_start[0] = 0
    for root in range(nodes):
        if p.index[root] > 0 or p.edge_start[root] == p.edge_start[root + 1]:
            continue
        depth = 0
        p.path[0] = root
        met += 1
        p.index[root] = met
        p.low[root] = met
        p.next_edge[root] = p.edge_start[root]
        p.stack[stacked] = root
        stacked += 1
        while depth >= 0:
            id_ = p.path[depth]
            if p.next_edge[id_] < p.edge_start[id_ + 1]:
                child = p.edge[p.next_edge[id_]]
                p.next_edge[id_] += 1
                if p.edge_start[child] == p.edge_start[child + 1]:
                    continue
                if p.index[child] == 0:
                    depth += 1
                    p.path[depth] = child
                    met += 1
                    p.index[child] = met
                    p.low[child] = met
                    p.next_edge[child] = p.edge_start[child]
                    p.stack[stacked] = child
                    stacked += 1
                elif p.group[child] < 0 and p.index[child] < p.low[id_]:
                    p.low[id_] = p.index[child]
                continue
            depth -= 1
            if depth >= 0 and p.low[id_] < p.low[p.path[depth]]:
                p.low[p.path[depth]] = p.low[id_]
            if p.low[id_] == p.index[id_]:
                member = -1
                while member != id_:
                    stacked -= 1
                    member = p.stack[stacked]
                    p.group[member] = groups
                    p.order[placed] = member
                    placed += 1
                groups += 1
                p.group_start[groups] = placed
    p.counts[1] = groups


@njit(inline="always")
def _spot(id_: int, block: int, home: int, extra: int, each: int) -> int:
    """Where the numbers of a node stand."""
    if id_ < block:
        return home + id_ * each
    return extra + (id_ - block) * each


@njit()
def _part(v: Numbers, to: int, divisor: int, words: int, bits: int) -> bool:
    """Divide the number at ``to``; whether it went evenly."""
    if words == 1:
        even = v[to] % divisor == 0
        v[to] //= divisor
        return even  # type: ignore[no-any-return]  # as above
    rest = 0
    for k in range(words - 1, -1, -1):
        word = (rest << bits) + v[to + k]
        v[to + k] = word // divisor
        rest = word % divisor
    return rest == 0


@njit()
def _mean(
    v: Numbers,
    p: Plan,
    id_: int,
    best: int,
    to: int,
    at: tuple[int, int, int, int],
    own: int,
    shape: tuple[int, int, int],
) -> int:
    """Set what is at ``to`` to the mean of the best children; 0, or by how many it cannot be divided."""
    block, home, extra, each = at
    players, words, bits = shape
    for k in range(each):
        v[to + k] = 0
    ties = 0
    for e in range(p.edge_start[id_], p.edge_start[id_ + 1]):
        i = _spot(p.edge[e], block, home, extra, each)
        if not less(v, i + own, best + own, words):
            ties += 1
            for player in range(players):
                add(v, to + player * words, 1, i + player * words, words, words, bits)
    if ties > 1:
        even = True
        for player in range(players):
            if not _part(v, to + player * words, ties, words, bits):
                even = False
        if not even:
            return ties
    return 0


@njit()
def _loop(
    v: Numbers,
    p: Plan,
    split: int,
    group: int,
    at: tuple[int, int, int, int],
    shape: tuple[int, int, int],
    shared: int,
    buffer: int,
) -> int:
    """Solve a component of several nodes; by how many an average cannot be divided, else 0.

    Its values are -1 where they are not checked, and where an average cannot be divided.
    """
    block, home, extra, each = at
    players, words, _ = shape
    first, last = p.group_start[group], p.group_start[group + 1]
    fine = True
    for k in range(first, last):
        id_ = p.order[k]
        p.rank[id_] = 0
        to = _spot(id_, block, home, extra, each)
        for player in range(players):
            copy(v, to + player * words, shared, words)
        for e in range(p.edge_start[id_], p.edge_start[id_ + 1]):
            child = p.edge[e]
            if p.group[child] != group and v[_spot(child, block, home, extra, each)] == -1:
                fine = False
    uneven = 0
    settled = False
    turns = 1
    while fine and not settled and turns < ROUNDS:
        settled = True
        for k in range(first, last):
            id_ = p.order[k]
            p.kept[id_] = 0
            touched = turns == 1
            for e in range(p.edge_start[id_], p.edge_start[id_ + 1]):
                child = p.edge[e]
                if p.group[child] == group and p.rank[child] == turns - 1:
                    touched = True
            if not touched:
                continue
            # Only what follows something that changed in the last round can change in this one.
            p.kept[id_] = 1
            to = buffer + (k - first) * each
            best = _spot(_choice(v, p, id_, group, at, words), block, home, extra, each)
            if split:
                uneven = _mean(v, p, id_, best, to, at, p.turn[id_] * words, shape)
                if uneven:
                    fine = False
                    break
            else:
                for i in range(each):
                    v[to + i] = v[best + i]
        if not fine:
            break
        for k in range(first, last):
            id_ = p.order[k]
            if p.kept[id_] == 1 and copy(
                v, _spot(id_, block, home, extra, each), buffer + (k - first) * each, each
            ):
                p.rank[id_] = turns
                settled = False
        turns += 1
    fine = fine and settled
    if fine:
        # What goes round for ever by these choices has to be worth what endless play is.
        for k in range(first, last):
            p.kept[p.order[k]] = 0
            p.pick[p.order[k]] = _choice(v, p, p.order[k], group, at, words)
        again = True
        while again:
            again = False
            for k in range(first, last):
                id_ = p.order[k]
                if p.kept[id_] == 1:
                    continue
                best = _spot(p.pick[id_], block, home, extra, each)
                own = p.turn[id_] * words
                for e in range(p.edge_start[id_], p.edge_start[id_ + 1]):
                    child = p.edge[e]
                    if not split and child != p.pick[id_]:
                        continue
                    if (p.group[child] != group or p.kept[child] == 1) and not less(
                        v, _spot(child, block, home, extra, each) + own, best + own, words
                    ):
                        p.kept[id_] = 1
                        again = True
                        break
        for k in range(first, last):
            id_ = p.order[k]
            if p.kept[id_] == 0:
                i = _spot(id_, block, home, extra, each)
                for player in range(players):
                    for word in range(words):
                        if v[i + player * words + word] != v[shared + word]:
                            fine = False
    if not fine:
        for k in range(first, last):
            v[_spot(p.order[k], block, home, extra, each)] = -1
    return uneven


@njit()
def _choice(v: Numbers, p: Plan, id_: int, group: int, at: tuple[int, int, int, int], words: int) -> int:
    """The best child in a loop: of equal ones that which has been at rest for longest, then the first."""
    block, home, extra, each = at
    own = p.turn[id_] * words
    best = p.edge[p.edge_start[id_]]
    best_at = _spot(best, block, home, extra, each) + own
    best_rank = p.rank[best] if p.group[best] == group else 0
    for e in range(p.edge_start[id_] + 1, p.edge_start[id_ + 1]):
        child = p.edge[e]
        i = _spot(child, block, home, extra, each) + own
        if less(v, i, best_at, words):
            continue
        rank = p.rank[child] if p.group[child] == group else 0
        if rank < best_rank or less(v, best_at, i, words):
            best, best_at, best_rank = child, i, rank
    return best  # type: ignore[no-any-return]  # as above


@njit(nogil=True)
def sweep(
    r: Layers,
    q: Seats,
    p: Plan,
    v: Numbers,
    base: Numbers,
    units: Units,
    shape: int,
    only: int,
    scratch: int,
    buffer: int,
    grows: int,
    done: Numbers,
) -> int:
    """Solve all layers of a shape that was planned; the layers that they lead to are solved.

    Parameters
    ----------
    r : Layers
    q : Seats
    p : Plan
        This thread's own, `plan` having been called with this shape.
    v : sequence of int
        All values, then the constants and the threads' space.
    base : sequence of int
        Where each layer's values begin.
    units : Units
    shape : int
    only : int
        -1; or the one layer that is solved, into this thread's space and not into the table.
    scratch : int
        Where this thread's space for wins, fights and rides begins in ``v``.
    buffer : int
        Where this thread's space for a whole layer begins, and behind it that for a loop.
    grows : int
        1 where a loop ends the run whose averages are no whole numbers; 0 where it is handed over.
    done : sequence of int
        ``done[0]`` counts layers; ``done[1]`` other than 0 asks to stop, or says why it stopped;
        ``done[2]`` is by how many an average could not be divided.

    Returns
    -------
    int
        The component that is handed over: who has solved it calls again, with the same arguments. -1 at the
        end.
    """
    players = q.players
    sharks = len(r.sharks)
    bits = units.bits
    nodes, groups, block = p.counts[0], p.counts[1], p.counts[2]
    begin, layer = p.counts[3], p.counts[4]
    p.counts[3] = 0
    if begin == 0:
        layer = 0
        for s in range(sharks):
            p.digits[s] = 0
            if shape & (1 << s):
                p.digits[s] = 1
                layer += r.stride[s]
    going = True
    while going:
        if done[1] != 0:
            return -1
        home = base[layer]
        if only >= 0:
            left = only
            for s in range(sharks - 1, -1, -1):
                p.digits[s] = left // r.stride[s]
                left -= p.digits[s] * r.stride[s]
            layer = only
            home = buffer
        rolls = 0
        for s in range(sharks):
            rolls += r.rolls[s * r.most_digits + p.digits[s]]
        words = units.words[rolls]
        each = players * words
        at = (block, home, scratch, each)
        numbers = (players, words, bits)
        for player in range(players):
            for other in range(players):
                to = scratch + player * each + other * words
                copy(v, to, units.one[rolls] if other == player else units.zero, words)
        for id_ in range(block + players, nodes):
            j = 5 * (id_ - block - players)
            s = p.extra[j]
            if s < 0 or begin > 0:
                continue
            d = p.digits[s]
            to = scratch + (id_ - block) * each
            for k in range(each):
                v[to + k] = 0
            outcomes = s * r.most_digits + d
            power = r.roll_power[r.roll_start[outcomes]]
            fine = True
            for o in range(r.roll_start[outcomes], r.roll_start[outcomes + 1]):
                new = r.roll_digit[o]
                rank = p.extra[j + 1]
                if new == 0:
                    rank = p.extra[j + 2]
                    if r.roll_stands[o] > 0:
                        rank = p.extra[j + 3]
                while power > r.roll_power[o]:
                    for player in range(players):
                        multiply(v, to + player * words, r.divisor, words, bits)
                    power -= 1
                fewer = units.words[rolls - r.roll_power[o] - 1]
                i = base[layer - (d - new) * r.stride[s]] + rank * players * fewer
                if v[i] == -1:
                    fine = False
                    break
                for player in range(players):
                    add(v, to + player * words, r.roll_weight[o], i + player * fewer, words, fewer, bits)
            while power > 0:
                for player in range(players):
                    multiply(v, to + player * words, r.divisor, words, bits)
                power -= 1
            if not fine:
                v[to] = -1
        for group in range(begin, groups):
            first = p.group_start[group]
            if p.group_start[group + 1] > first + 1:
                uneven = _loop(
                    v, p, q.split, group, at, numbers, units.half[2 * rolls], buffer + block * each
                )
                if uneven > 0:
                    if grows > 0:
                        done[2] = uneven
                        done[1] = UNEVEN
                        return -1
                    p.counts[3] = group + 1
                    p.counts[4] = layer
                    return group
                continue
            id_ = p.order[first]
            to = _spot(id_, block, home, scratch, each)
            own = p.turn[id_] * words
            best = _spot(p.edge[p.edge_start[id_]], block, home, scratch, each)
            fine = v[best] != -1
            for e in range(p.edge_start[id_] + 1, p.edge_start[id_ + 1]):
                i = _spot(p.edge[e], block, home, scratch, each)
                if v[i] == -1:
                    fine = False
                elif less(v, best + own, i + own, words):
                    best = i
            if not fine:
                v[to] = -1
            elif q.split == 0:
                for k in range(each):
                    v[to + k] = v[best + k]
            else:
                uneven = _mean(v, p, id_, best, to, at, own, numbers)
                if uneven > 0:
                    done[2] = uneven
                    done[1] = UNEVEN
                    return -1
        begin = 0
        done[0] += 1
        going = False
        if only < 0:
            for s in range(sharks):
                if not shape & (1 << s):
                    continue
                p.digits[s] += 1
                layer += r.stride[s]
                if p.digits[s] < r.radix[s]:
                    going = True
                    break
                layer -= (p.digits[s] - 1) * r.stride[s]
                p.digits[s] = 1
    return -1


def noted(players: int, sharks: int, nodes: int, owner: int, chains: int) -> int:
    """How many fights and rides of a shape are told apart."""
    sets = 1 << players
    others = (nodes + 1) ** (players - 1)
    fights = sharks * players * players * (sets if owner else 1)
    return int((fights + chains * players * sets * players) * others)
