"""Everyone maximises his own chance: max-n, for any number of players.

**Definition.** Each player chooses what is best for himself, and expects the others to do the same: backward
induction on a vector of values, one a player (Luckhardt and Irani 1986 call it max-n). Unlike a guarantee
against a coalition (`solvers.coalition`) this is *one equilibrium*, not a theorem about the position: where
two moves are equally good for who chooses, they may be very different for the others, so the answer depends
on how ties are broken, and the tie rule is part of it. ``first`` takes the first best move in legal order
(within a loop the first of those nearest to its end, so that nobody goes round for ever among equal moves);
``split`` takes each best move with the same chance.

**Loops.** Where play can come round again, nothing says that such values exist without a horizon. What is
done here: the game is broken off after k moves and shared equally, for k = 0, 1, 2, … (that is backward
induction with a horizon), until no value changes. Then the choices are taken as a policy, and the values of
that policy are found exactly, endless play shared equally. Only if these are the same values, so that every
choice is the best by what it leads to and no one-step deviation gains, is the answer *checked*. It may
fail: then the guarantees are all that can be said.

**Cost.** As `solvers.endgame`: every position that can be reached is visited once; a loop of n positions
costs n times the rounds, and under ``split`` an elimination.

Source: C. A. Luckhardt and K. B. Irani, "An algorithmic solution of n-person games", 1986.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Final, Literal, NamedTuple

from inaba.errors import SetupError, TooLarge
from inaba.game import Game
from solvers.coalition import alike
from solvers.endgame import damage, lumped
from solvers.loops import components

LIMIT: Final = 300_000
"""The most positions that are held unless more are asked for."""

ROUNDS: Final = 2_000
"""The longest horizon that is tried in a loop."""

Ties = Literal["first", "split"]
Vector = tuple[Fraction, ...]


class _Node(NamedTuple):
    """A position: who moves (0 for chance), what each move or event leads to, and the weights of events."""

    owner: int
    children: tuple[Any, ...]
    weights: tuple[int, ...]


class MoveVector(NamedTuple):
    """A move, and what the position after it is worth to each player, in seat order."""

    move: Any
    value: Vector


class MaxN:
    """Finds what a position is worth to each player when everyone maximises his own chance.

    Parameters
    ----------
    ties : {"first", "split"}
        The first best move in legal order, or each best move with the same chance.
    limit : int
        The most positions to hold.
    progress : callable, optional
        Called now and then with the number of positions solved, and None.

    Raises
    ------
    SetupError
        If the tie rule is unknown.

    Examples
    --------
    >>> from inaba import river
    >>> position = river.parse("W,0 -,-,- 1 - -")
    >>> [str(share) for share in MaxN().value(position)]
    ['1', '0', '0']
    """

    def __init__(
        self,
        ties: Ties = "first",
        *,
        limit: int = LIMIT,
        progress: Callable[[int, int | None], None] | None = None,
    ) -> None:
        if ties not in ("first", "split"):
            raise SetupError("solvers.maxn.ties", ties=ties)
        self.ties: Ties = ties
        self._limit, self._progress = limit, progress
        self._known: dict[Any, Vector] = {}
        self._unchecked: set[Any] = set()

    @property
    def states(self) -> int:
        """How many positions are known."""
        return len(self._known)

    def value(self, state: Game) -> Vector:
        """What a position is worth to each player, in seat order; they sum to 1.

        Raises
        ------
        SetupError
            If a player knows something that the others do not, or several have to choose at once.
        TooLarge
            If there are more positions than the limit.
        """
        if getattr(state, "secrets", ()):
            raise SetupError("solvers.endgame.secrets", position=state)
        root = alike(state)
        if root not in self._known:
            self._explore(root)
        return self._known[root]

    def checked(self, state: Game) -> bool:
        """Whether no player gains by another move, here or anywhere below: an equilibrium, then."""
        self.value(state)
        return alike(state) not in self._unchecked

    def moves(self, state: Game) -> list[MoveVector]:
        """Each move of who is to act with the value after it: best for him first, equal in legal order."""
        found = [
            (player, MoveVector(move, self.value(state.play(player, move))))
            for player in state.to_act()
            for move in state.legal_moves(player)
        ]
        return [row for _, row in sorted(found, key=lambda pair: -pair[1].value[pair[0] - 1])]

    def _explore(self, root: Any) -> None:
        nodes: dict[Any, _Node] = {}

        def lead(state: Any) -> Sequence[Any]:
            held = len(self._known) + len(nodes)
            if held >= self._limit:
                raise TooLarge("solvers.endgame.too_large", size=held + 1, limit=self._limit)
            if self._progress and held % 10_000 == 0:
                self._progress(held, None)
            node = nodes[state] = self._expand(state)
            return node.children

        for component in components(root, lead, self._known):
            self._solve(component, nodes, root.players)
            for state in component:
                del nodes[state]

    def _expand(self, state: Any) -> _Node:
        if (result := state.result()) is not None:
            self._known[state] = tuple(result)
            return _Node(0, (), ())
        if chances := state.chance():
            events = list(lumped(chances, damage))
            after = tuple(alike(state.happen(event)) for event, _ in events)
            return _Node(0, after, tuple(weight for _, weight in events))
        acting = state.to_act()
        if len(acting) > 1:
            raise SetupError("solvers.endgame.together", position=state)
        player = acting[0]
        return _Node(player, tuple(alike(state.play(player, m)) for m in state.legal_moves(player)), ())

    def _solve(self, component: list[Any], nodes: dict[Any, _Node], players: int) -> None:
        inside = set(component)
        known = self._known
        if len(component) == 1:
            (state,) = component
            node = nodes[state]
            if state not in node.children:
                if node.children:
                    known[state] = _average(known, self._chosen(node, known, {}))
                    self._pass_on(component, nodes)
                return
        shared = (Fraction(1, players),) * players
        values: dict[Any, Vector] = dict.fromkeys(component, shared)

        def look(values: dict[Any, Vector], node: _Node) -> dict[Any, Vector]:
            return {child: values[child] if child in inside else known[child] for child in node.children}

        rank = dict.fromkeys(component, 0)
        settled = False
        for round_ in range(1, ROUNDS):
            after = {}
            for state in component:
                seen = look(values, nodes[state])
                after[state] = _average(seen, self._chosen(nodes[state], seen, rank))
            moved = [state for state in component if after[state] != values[state]]
            values, settled = after, not moved
            if settled:
                break
            rank.update(dict.fromkeys(moved, round_))
        choices = {s: self._chosen(nodes[s], look(values, nodes[s]), rank) for s in component}
        exact = _follow(component, choices, known, shared)
        known.update(exact)
        # No one-step deviation gains: what was chosen is still best by the values of the policy itself.
        held = settled and exact == values
        if held:
            self._pass_on(component, nodes)
        else:
            self._unchecked.update(component)

    def _pass_on(self, component: list[Any], nodes: dict[Any, _Node]) -> None:
        """What leads to something unchecked is not checked either."""
        if any(child in self._unchecked for state in component for child in nodes[state].children):
            self._unchecked.update(component)

    def _chosen(
        self, node: _Node, values: dict[Any, Vector], rank: dict[Any, int]
    ) -> tuple[tuple[Any, int], ...]:
        """What a position goes on to, with weights: all events, or the best moves by the tie rule."""
        if not node.owner:
            return tuple(zip(node.children, node.weights, strict=True))
        own = [values[child][node.owner - 1] for child in node.children]
        best = max(own)
        ties = [child for child, worth in zip(node.children, own, strict=True) if worth == best]
        if self.ties == "split":
            return tuple((child, 1) for child in ties)
        # min takes the first of the nearest to an end: nobody goes round for ever among equal moves.
        return ((min(ties, key=lambda child: rank.get(child, 0)), 1),)


def _average(values: dict[Any, Vector], chosen: tuple[tuple[Any, int], ...]) -> Vector:
    weight = sum(w for _, w in chosen)
    columns = zip(*([part * w for part in values[child]] for child, w in chosen), strict=True)
    return tuple(sum(column, Fraction(0)) / weight for column in columns)


def _follow(
    component: list[Any],
    choices: dict[Any, tuple[tuple[Any, int], ...]],
    known: dict[Any, Vector],
    endless: Vector,
) -> dict[Any, Vector]:
    """The exact values of a policy: a Markov chain whose ends are known.

    Positions from which no end can be reached are worth ``endless``. The others are eliminated one by one:
    each is replaced, where it is gone on to, by what it goes on to itself.
    """
    inside = set(component)
    leaving = {s for s in component if any(child not in inside for child, _ in choices[s])}
    before: dict[Any, list[Any]] = {s: [] for s in component}
    for s in component:
        for child, _ in choices[s]:
            if child in inside:
                before[child].append(s)
    waiting, ends = list(leaving), set(leaving)
    while waiting:
        for s in before[waiting.pop()]:
            if s not in ends:
                ends.add(s)
                waiting.append(s)
    values: dict[Any, Vector] = {s: endless for s in component if s not in ends}
    rows: dict[Any, dict[Any, Fraction]] = {}
    constant: dict[Any, list[Fraction]] = {}
    order = [s for s in component if s in ends]
    for s in order:
        weight = sum(w for _, w in choices[s])
        rows[s], constant[s] = {}, [Fraction(0)] * len(endless)
        for child, w in choices[s]:
            share = Fraction(w, weight)
            if child in ends:
                rows[s][child] = rows[s].get(child, Fraction(0)) + share
            else:
                end = known[child] if child not in inside else endless
                constant[s] = [c + share * part for c, part in zip(constant[s], end, strict=True)]
    for i, s in enumerate(order):
        own = 1 / (1 - rows[s].pop(s, Fraction(0)))
        rows[s] = {child: share * own for child, share in rows[s].items()}
        constant[s] = [part * own for part in constant[s]]
        for t in order[i + 1 :]:
            if share := rows[t].pop(s, Fraction(0)):
                for child, more in rows[s].items():
                    rows[t][child] = rows[t].get(child, Fraction(0)) + share * more
                constant[t] = [c + share * part for c, part in zip(constant[t], constant[s], strict=True)]
    for s in reversed(order):
        total = constant[s]
        for child, share in rows[s].items():
            total = [c + share * part for c, part in zip(total, values[child], strict=True)]
        values[s] = tuple(total)
    return values
