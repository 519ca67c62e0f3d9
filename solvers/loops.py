"""Loops: the strongly connected components of a game's graph, and the exact values within one.

`solvers.endgame` has the theory: what a value is where play can go round for ever, why the ways used here
reach it, and the certificate that `Loop.ranks` checks.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterator, Sequence
from fractions import Fraction
from typing import Final, TypeVar

CLOSE: Final = 1e-4
"""Passes end where none changes a value by more. Policies come right long before values do, and a wrong one
is put right exactly; on Pig 1e-10 takes three times the passes and finds the same policies."""

SWEEPS: Final = 1000
"""The most passes in floating point that suggest a policy; exact improvement does the rest.

They need not come to rest: what is gambled on inside the component is broken off too early there."""

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
        The nodes of one component.

    Notes
    -----
    Tarjan's algorithm with a stack of its own: no recursion, one step a node and a step an edge.

    Examples
    --------
    >>> graph = {1: [2], 2: [3, 1], 3: []}
    >>> [sorted(component) for component in components(1, graph.__getitem__)]
    [[3], [1, 2]]
    """
    low: dict[_S, int] = {}  # for open nodes the earliest node known to be reached; done nodes are infinite
    done = 1 << 62
    open_nodes: list[_S] = []
    count = 0
    if root in known:
        return
    low[root] = count
    open_nodes.append(root)
    path = [(root, iter(lead(root)), count)]
    while path:
        node, children, number = path[-1]
        for child in children:
            reached = low.get(child)
            if reached is None:
                if child in known:
                    continue
                count += 1
                low[child] = count
                open_nodes.append(child)
                path.append((child, iter(lead(child)), count))
                break
            if reached < low[node]:
                low[node] = reached
        else:
            path.pop()
            lowest = low[node]
            if path and lowest < low[path[-1][0]]:
                low[path[-1][0]] = lowest
            if lowest == number:
                component: list[_S] = []
                while not component or component[-1] != node:
                    component.append(open_nodes.pop())
                yield component
                for member in component:
                    if member in known:
                        del low[member]
                    else:
                        low[member] = done


class Loop:
    """A component with loops: its positions numbered from 0, and what they lead to.

    A player's options are positions of the component, and the best of what he can leave it for. A chance
    position leads into the component with whole weights, and adds up what is outside, times its weight.
    """

    number: Callable[[Fraction], Fraction] = staticmethod(_number())

    def __init__(self, endless: Fraction) -> None:
        self.endless = self.number(endless)
        self.one, self.zero = self.number(Fraction(1)), self.number(Fraction(0))
        self.owner: list[int] = []
        self.inside: list[tuple[int, ...]] = []
        self.weights: list[tuple[int, ...]] = []
        self.total: list[int] = []
        self.outside: list[Fraction | None] = []

    def add_player(self, owner: int, inside: Sequence[int], outside: Sequence[Fraction]) -> None:
        """Add a position of player 1 or 2: the positions and the outer values that he can choose."""
        self.owner.append(owner)
        self.inside.append(tuple(inside))
        self.weights.append(())
        self.total.append(1)
        self.outside.append(self.number((max if owner == 1 else min)(outside)) if outside else None)

    def add_chance(self, inside: Sequence[tuple[int, int]], outside: Fraction, total: int) -> None:
        """Add a chance position: weights and positions inside; the weighted sum of what is outside."""
        self.owner.append(0)
        self.inside.append(tuple(i for _, i in inside))
        self.weights.append(tuple(weight for weight, _ in inside))
        self.total.append(total)
        self.outside.append(self.number(outside) if sum(self.weights[-1]) < total else None)

    def solve(self) -> list[Fraction]:
        """The value of each position."""
        values = self._improve() if 0 in self.owner else self._compare()
        return [Fraction(int(value.numerator), int(value.denominator)) for value in values]

    def _compare(self) -> list[Fraction]:
        """Without chance: from the draw value compare until nothing changes.

        Only the order of the values matters, so they are compared as whole numbers.
        """
        order = sorted({self.endless, *(value for value in self.outside if value is not None)})
        place = {value: k for k, value in enumerate(order)}
        out = [None if value is None else place[value] for value in self.outside]
        now = [place[self.endless]] * len(self.owner)
        changed = True
        while changed:
            changed = False
            for i, inside in enumerate(self.inside):
                options = [now[j] for j in inside]
                if (leave := out[i]) is not None:
                    options.append(leave)
                best = max(options) if self.owner[i] == 1 else min(options)
                if best != now[i]:
                    now[i] = best
                    changed = True
        return [order[k] for k in now]

    def _improve(self) -> list[Fraction]:
        """With chance: policies from floats, then improved exactly until both are best answers."""
        choice = self._guess()
        while True:
            # Player 1's best answer to what player 2 does now, then one improvement of player 2.
            values = self._chain(choice)
            while self._better(1, choice, values) or self._stay(1, choice, values, bound=choice):
                values = self._chain(choice)
            if not self._better(2, choice, values) and not self._stay(2, choice, values, bound=None):
                return values

    def _options(self, i: int, values: Sequence[Fraction]) -> list[tuple[Fraction, int]]:
        """A player's options with their values: positions inside, and -1 for the best outside."""
        options = [(values[j], j) for j in self.inside[i]]
        if (leave := self.outside[i]) is not None:
            options.append((leave, -1))
        return options

    def _guess(self) -> list[int]:
        """A choice for each position from values iterated in floating point; it may be wrong."""
        start = float(self.endless)
        now = [start] * len(self.owner)
        out = [None if value is None else float(value) for value in self.outside]
        for _ in range(SWEEPS):
            change = 0.0
            for i, owner in enumerate(self.owner):
                leave = out[i]
                if owner == 0:
                    mean = leave or 0.0
                    for weight, j in zip(self.weights[i], self.inside[i], strict=True):
                        mean += weight * now[j]
                    new = mean / self.total[i]
                else:
                    near = [now[j] for j in self.inside[i]]
                    if leave is not None:
                        near.append(leave)
                    new = max(near) if owner == 1 else min(near)
                change = max(change, abs(new - now[i]))
                now[i] = new
            if change < CLOSE:
                break
        choice = []
        for i, owner in enumerate(self.owner):
            if owner == 0:
                choice.append(-1)
                continue
            options = [(now[j], -k, j) for k, j in enumerate(self.inside[i])]
            if (last := out[i]) is not None:
                options.append((last, 1, -1))
            choice.append((max if owner == 1 else min)(options)[2])
        return choice

    def _better(self, player: int, choice: list[int], values: Sequence[Fraction]) -> bool:
        """Give a player a better move wherever there is one; whether there was."""
        found = False
        for i, owner in enumerate(self.owner):
            if owner == player:
                options = self._options(i, values)
                best = (max if player == 1 else min)(value for value, _ in options)
                if best != values[i]:
                    choice[i] = next(j for value, j in options if value == best)
                    found = True
        return found

    def _stay(
        self, player: int, choice: list[int], values: Sequence[Fraction], bound: Sequence[int] | None
    ) -> bool:
        """Let a player stay for ever where that is better for him than the value; whether it is anywhere.

        Where ``bound`` is given the other player makes the moves given there, else any of his best ones.
        """
        ranks = self._ranks(values, bound)
        found = False
        for i, owner in enumerate(self.owner):
            wishes = values[i] < self.endless if player == 1 else values[i] > self.endless
            if owner == player and wishes and not ranks[i]:
                choice[i] = next(j for j in self.inside[i] if values[j] == values[i] and not ranks[j])
                found = True
        return found

    def ranks(self, values: Sequence[Fraction]) -> list[int]:
        """The rank of each position within its level, 0 at the draw value; and the certificate.

        Raises
        ------
        AssertionError
            If these are not the values: a mistake in this module.
        """
        values = [self.number(value) for value in values]
        for i, owner in enumerate(self.owner):
            if owner == 0:
                pairs = zip(self.weights[i], self.inside[i], strict=True)
                mean = sum((weight * values[j] for weight, j in pairs), self.outside[i] or self.zero)
                best = mean / self.total[i]
            else:
                best = (max if owner == 1 else min)(value for value, _ in self._options(i, values))
            if best != values[i]:
                raise AssertionError(f"position {i} of a loop has {values[i]}, but leads to {best}")
        ranks = self._ranks(values, None)
        for i, rank in enumerate(ranks):
            if not rank and values[i] != self.endless:
                raise AssertionError(f"position {i} of a loop has {values[i]}, but nobody can hold it")
        return ranks

    def _ranks(self, values: Sequence[Fraction], bound: Sequence[int] | None) -> list[int]:
        """Ranks as the theorem has them; 0 for those that have none, and at the draw value.

        Where ``bound`` is given, who is to make progress is bound to those choices.
        """
        size = len(self.owner)
        ranks = [0] * size
        before: list[list[int]] = [[] for _ in range(size)]
        left = [0] * size  # best moves of the other player that do not lead to a rank yet
        ready = []
        for i, owner in enumerate(self.owner):
            value = values[i]
            if value == self.endless:
                continue
            level = [j for j in self.inside[i] if values[j] == value]
            pursuer = 1 if value > self.endless else 2
            if owner == 0:
                leaves = len(level) < len(self.inside[i]) or self.outside[i] is not None
            elif owner == pursuer:
                if bound is not None:
                    level = [j for j in level if j == bound[i]]
                leaves = self.outside[i] == value if bound is None else bound[i] < 0
            else:
                left[i] = len(level)
                leaves = not level
            if leaves:
                ranks[i] = 1
                ready.append(i)
            else:
                for j in level:
                    before[j].append(i)
        while ready:
            after: list[int] = []
            for j in ready:
                for i in before[j]:
                    if not ranks[i]:
                        if left[i] > 1:
                            left[i] -= 1
                        else:
                            ranks[i] = ranks[j] + 1
                            after.append(i)
            ready = after
        return ranks

    def _chain(self, choice: Sequence[int]) -> list[Fraction]:
        """The exact values where both keep to their choices: a Markov chain.

        Where the chain never leaves the component any more it is worth the draw value. The rest is solved
        by components of the chain, each by elimination in fractions.
        """
        size = len(self.owner)
        rows: list[dict[int, Fraction]] = []
        constants: list[Fraction] = []
        before: list[list[int]] = [[] for _ in range(size)]
        leaves = []
        for i, owner in enumerate(self.owner):
            if owner == 0:
                total = self.total[i]
                row = {j: self.one * w / total for w, j in zip(self.weights[i], self.inside[i], strict=True)}
                constant = (self.outside[i] or self.zero) / total
                leaving = self.outside[i] is not None
            elif choice[i] < 0:
                leave = self.outside[i]
                assert leave is not None
                row, constant, leaving = {}, leave, True
            else:
                row, constant, leaving = {choice[i]: self.one}, self.zero, False
            rows.append(row)
            constants.append(constant)
            for j in row:
                before[j].append(i)
            if leaving:
                leaves.append(i)
        can_leave = set(leaves)
        while leaves:
            for i in before[leaves.pop()]:
                if i not in can_leave:
                    can_leave.add(i)
                    leaves.append(i)
        values: dict[int, Fraction] = {i: self.endless for i in range(size) if i not in can_leave}
        for root in range(size):
            for block in components(root, lambda i: tuple(rows[i]), values):
                self._eliminate(block, rows, constants, values)
        return [values[i] for i in range(size)]

    @staticmethod
    def _eliminate(
        block: Sequence[int],
        rows: Sequence[dict[int, Fraction]],
        constants: Sequence[Fraction],
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
