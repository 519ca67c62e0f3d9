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
induction with a horizon), until no value changes. Then the choices are taken as a policy, whose values, with
endless play shared equally, have to be the same. They are if what goes round for ever by these choices is
worth an equal share: all others then lead to known values, and theirs are the only ones that add up. Only
then, so that every choice is the best by what it leads to and no one-step deviation gains, is the answer
*checked*. It may fail, or no horizon below `ROUNDS` be at rest: then the guarantees are all that can be said.

**Loops with chance** (River has none). There the values of longer and longer horizons come ever nearer to
something and need never be at rest. So horizons in floating point only suggest the choices. From there on
everything is exact: the choices make a Markov chain, whose values are found; by these values everybody
chooses anew, and so on until nobody chooses anything else, in at most `REVISIONS` rounds. Then for each
player the best answer to what the others do is found exactly, going round for ever included
(`solvers.loops`). Only where none is worth more to him than what he gets is the answer *checked*: nobody
gains by any other way to play, be it one step or all. This is an equilibrium, then, the one that the tie rule
leads to; there may be others.

**Cost.** As `solvers.endgame`: every position that can be reached is visited once; a loop of n positions
costs n times the rounds, and an elimination where it is not checked. With chance in it a loop costs an
elimination a player and round, and one more a player for the check.

`solvers.maxn_table` gives the same answers for all positions of an open river at once, and much faster.

Source: C. A. Luckhardt and K. B. Irani, "An algorithmic solution of n-person games", 1986.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import gcd, lcm
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple

from inaba.errors import SetupError, TooLarge
from inaba.game import Game
from inaba.river import State
from solvers.coalition import alike
from solvers.endgame import damage, lumped
from solvers.loops import Loop, components
from solvers.river_reach import see_size

LIMIT: Final = 300_000
"""The most positions that are held unless more are asked for."""

LARGE: Final = 1_000
"""After so many positions it is seen whether there are far too many (`solvers.river_reach`)."""

ROUNDS: Final = 2_000
"""The longest horizon that is tried in a loop."""

SWEEPS: Final = 300
"""The longest horizon in floating point, where chance is in the loop."""

REVISIONS: Final = 30
"""How often choices are revised there by exact values, before it is given up."""

CLOSE: Final = 1e-9
"""Values in floating point that are no further apart suggest a tie."""

Ties = Literal["first", "split"]
Vector = tuple[Fraction, ...]

_Choices = dict[Any, tuple[tuple[Any, int], ...]]
"""What each position goes on to, with weights."""


class Node(NamedTuple):
    """A position: who moves, from 1 (0 for chance), what each move or event leads to, and events' weights."""

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
    endless : Fraction, optional
        What play without end is worth to each player; an equal share, 1/n, unless given.

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
        progress: Callable[[int, int | None], object] | None = None,
        endless: Fraction | None = None,
    ) -> None:
        if ties not in ("first", "split"):
            raise SetupError("solvers.maxn.ties", ties=ties)
        self.ties: Ties = ties
        self._limit, self._progress, self._endless = limit, progress, endless
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
        nodes: dict[Any, Node] = {}
        large = len(self._known) + LARGE

        def lead(state: Any) -> Sequence[Any]:
            nonlocal large
            held = len(self._known) + len(nodes)
            if held >= self._limit:
                raise TooLarge("solvers.endgame.too_large", size=held + 1, limit=self._limit)
            if held == large and isinstance(root, State):
                # One that is much too large is refused now, not when all is full.
                large = 0
                see_size(root, self._limit)
            if self._progress and held % 10_000 == 0:
                self._progress(held, None)
            node = nodes[state] = self._expand(state)
            return node.children

        for component in components(root, lead, self._known):
            self._solve(component, nodes, root.players)
            for state in component:
                del nodes[state]

    def _expand(self, state: Any) -> Node:
        if (result := state.result()) is not None:
            self._known[state] = tuple(result)
            return Node(0, (), ())
        if chances := state.chance():
            events = list(lumped(chances, damage))
            after = tuple(alike(state.happen(event)) for event, _ in events)
            return Node(0, after, tuple(weight for _, weight in events))
        acting = state.to_act()
        if len(acting) > 1:
            raise SetupError("solvers.endgame.together", position=state)
        player = acting[0]
        return Node(player, tuple(alike(state.play(player, m)) for m in state.legal_moves(player)), ())

    def _solve(self, component: list[Any], nodes: dict[Any, Node], players: int) -> None:
        known = self._known
        if len(component) == 1:
            (state,) = component
            node = nodes[state]
            if state not in node.children:
                if node.children:
                    known[state] = _average(known, self._chosen(node, known))
                    self._pass_on(component, nodes)
                return
        shared = (Fraction(1, players) if self._endless is None else self._endless,) * players
        if any(not nodes[state].owner for state in component):
            self._revise(component, nodes, shared)
            return
        rest = at_rest(component, nodes, known, shared, self.ties)
        if rest.values is not None:
            known.update(rest.values)
            self._pass_on(component, nodes)
        else:
            known.update(_follow(component, rest.choices, known, shared))
            self._unchecked.update(component)

    def _revise(self, component: list[Any], nodes: dict[Any, Node], shared: Vector) -> None:
        """A loop with chance in it: choices are revised by exact values until they stay, and then checked."""
        known, inside = self._known, set(component)
        choices = self._suggested(component, nodes, shared)
        values: dict[Any, Vector] = {}
        held = False
        for _ in range(REVISIONS):
            values = _worth(component, choices, known, shared)
            seen = {
                **{c: known[c] for s in component for c in nodes[s].children if c not in inside},
                **values,
            }
            revised = self._all_chosen(component, nodes, seen, Fraction(0))
            held = revised == choices
            if held:
                break
            choices = revised
        known.update(values)
        if held and all(
            _best_answer(component, nodes, choices, known, shared, player)
            == [values[s][player] for s in component]
            for player in range(len(shared))
        ):
            self._pass_on(component, nodes)
        else:
            self._unchecked.update(component)

    def _suggested(self, component: list[Any], nodes: dict[Any, Node], shared: Vector) -> _Choices:
        """What is best by a long horizon, as far as floating point can tell."""
        now: dict[Any, Any] = {
            child: tuple(map(float, self._known[child]))
            for s in component
            for child in nodes[s].children
            if child in self._known
        }
        now |= dict.fromkeys(component, tuple(map(float, shared)))
        for _ in range(SWEEPS):
            after = {}
            for s in component:
                node = nodes[s]
                if node.owner:
                    own = [now[child][node.owner - 1] for child in node.children]
                    best = max(own) - CLOSE
                    pairs = [(c, 1) for c, worth in zip(node.children, own, strict=True) if worth >= best]
                    pairs = pairs if self.ties == "split" else pairs[:1]
                else:
                    pairs = list(zip(node.children, node.weights, strict=True))
                weight = sum(w for _, w in pairs)
                columns = zip(*(now[child] for child, _ in pairs), strict=True)
                after[s] = tuple(
                    sum(x * w for x, (_, w) in zip(column, pairs, strict=True)) / weight for column in columns
                )
            moved = max(abs(a - b) for s in component for a, b in zip(after[s], now[s], strict=True))
            now |= after
            if moved < CLOSE:
                break
        return self._all_chosen(component, nodes, now, CLOSE)

    def _all_chosen(
        self, component: list[Any], nodes: dict[Any, Node], values: dict[Any, Any], close: Any
    ) -> _Choices:
        """What each position goes on to by the tie rule: of equal moves those nearest to the loop's end."""
        inside = set(component)
        best: dict[Any, list[Any]] = {}
        for s in component:
            node = nodes[s]
            best[s] = list(node.children)
            if node.owner:
                own = [values[child][node.owner - 1] for child in node.children]
                least = max(own) - close
                best[s] = [c for c, worth in zip(node.children, own, strict=True) if worth >= least]
        rank = _steps_to_leave(component, best) if self.ties == "first" else {}
        chosen: _Choices = {}
        for s in component:
            node = nodes[s]
            if not node.owner:
                chosen[s] = tuple(zip(node.children, node.weights, strict=True))
            elif self.ties == "split":
                chosen[s] = tuple((child, 1) for child in best[s])
            else:
                far = len(inside) + 1
                chosen[s] = ((min(best[s], key=lambda c: rank.get(c, far) if c in inside else 0), 1),)
        return chosen

    def _pass_on(self, component: list[Any], nodes: dict[Any, Node]) -> None:
        """What leads to something unchecked is not checked either."""
        if any(child in self._unchecked for state in component for child in nodes[state].children):
            self._unchecked.update(component)

    def _chosen(self, node: Node, values: dict[Any, Vector]) -> tuple[tuple[Any, int], ...]:
        """What a position goes on to, with weights: all events, or the best moves by the tie rule."""
        if not node.owner:
            return tuple(zip(node.children, node.weights, strict=True))
        own = [values[child][node.owner - 1] for child in node.children]
        best = max(own)
        ties = [(child, 1) for child, worth in zip(node.children, own, strict=True) if worth == best]
        return tuple(ties if self.ties == "split" else ties[:1])


class AtRest(NamedTuple):
    """What longer and longer horizons come to in a loop without chance.

    Attributes
    ----------
    values : dict or None
        The value of each of its positions, where they came to rest and are checked.
    choices : dict
        What each goes on to by them, with weights; if they did not come to rest, by the last horizon's.
    """

    values: dict[Any, Vector] | None
    choices: _Choices


def at_rest(
    component: Sequence[Any],
    nodes: Mapping[Any, Node],
    known: Mapping[Any, Vector],
    shared: Vector,
    ties: Ties,
) -> AtRest:
    """Solve a loop without chance, as the module says: horizons until nothing changes, and the check.

    Parameters
    ----------
    component : sequence
        The loop's positions.
    nodes : mapping
        Each of them.
    known : mapping
        The values of all others that they lead to.
    shared : tuple of Fraction
        What endless play is worth to each player.
    ties : {"first", "split"}

    Notes
    -----
    Values are whole numbers of a unit that is made finer when an average asks for it. What nothing changed
    before in the last round is not looked at in the next.

    Under ``split`` it can be proved early that nothing comes to rest within `ROUNDS` (`_never`).

    Examples
    --------
    Two who may each go on to the other, or leave for what is better for him.

    >>> nodes = {0: Node(1, (1, 2), ()), 1: Node(2, (0, 3), ())}
    >>> third, half, none = Fraction(1, 3), Fraction(1, 2), Fraction(0)
    >>> ends = {2: (half, half, none), 3: (none, third, 2 * third)}
    >>> rest = at_rest([0, 1], nodes, ends, (third,) * 3, "first")
    >>> rest.choices
    {0: ((2, 1),), 1: ((0, 1),)}
    >>> [str(share) for share in rest.values[1]]
    ['1/2', '1/2', '0']
    """
    place = {s: i for i, s in enumerate(component)}
    size = len(place)
    for s in component:
        for child in nodes[s].children:
            place.setdefault(child, len(place))
    vectors = [*[shared] * size, *(known[child] for child in list(place)[size:])]
    unit = lcm(*(share.denominator for vector in vectors for share in vector))
    now = [tuple(int(share * unit) for share in vector) for vector in vectors]
    owner = [nodes[s].owner - 1 for s in component]
    leads = [[place[child] for child in nodes[s].children] for s in component]
    before: list[list[int]] = [[] for _ in now]
    for i, children in enumerate(leads):
        for child in children:
            before[child].append(i)
    rank = [0] * len(now)

    def chosen(i: int) -> list[int]:
        own = owner[i]
        best = max(now[child][own] for child in leads[i])
        equal = [child for child in leads[i] if now[child][own] == best]
        # min takes the first of the nearest to an end: nobody goes round for ever among equal moves.
        return equal if ties == "split" else [min(equal, key=rank.__getitem__)]

    picked: list[list[int]] = [[] for _ in component]
    touched: Iterable[int] = range(size)
    settled = False
    since, changed = 0, set[int]()  # how long the choices have been the same, and what changed meanwhile
    for round_ in range(1, ROUNDS):
        sums, finer = {}, 1
        for i in touched:
            equal = chosen(i)
            if equal != picked[i]:
                picked[i] = equal
                since, changed = round_, set()
            total = tuple(map(sum, zip(*(now[child] for child in equal), strict=True)))
            sums[i] = total
            if len(equal) > 1:
                finer = lcm(finer, len(equal) // gcd(len(equal), *total))
        if finer > 1:
            unit *= finer
            now = [tuple(share * finer for share in vector) for vector in now]
        moves = {}
        for i, total in sums.items():
            after = tuple(share * finer // len(picked[i]) for share in total)
            if after != now[i]:
                moves[i] = max(abs(new - old) for new, old in zip(after, now[i], strict=True))
                now[i] = after
                rank[i] = round_
        settled = not moves
        if settled:
            break
        changed |= moves.keys()
        touched = {i for child in moves for i in before[child]}
        spell = round_ - since - len(changed)
        if ties == "split" and spell >= 0 and spell % 16 == 0:
            watched = {i for child in changed for i in before[child]}
            if _never([(picked[i], owner[i], leads[i]) for i in watched], now, max(moves.values()), round_):
                break
    at = list(place)
    choices = {s: tuple((at[child], 1) for child in chosen(i)) for i, s in enumerate(component)}
    leaving = _leaving(component, choices)
    endless = tuple(share * unit for share in shared)
    # Nobody gains by one other move where these are the values of the choices themselves.
    if settled and all(now[i] == endless for i, s in enumerate(component) if s not in leaving):
        values = {s: tuple(Fraction(share, unit) for share in now[i]) for i, s in enumerate(component)}
        return AtRest(values, choices)
    return AtRest(None, choices)


def _never(
    watched: Iterable[tuple[list[int], int, list[int]]], now: list[tuple[int, ...]], step: int, round_: int
) -> bool:
    """Whether the same best moves go on to be the best in all rounds left; what moves then never rests.

    Let n values have changed, at times, in the last n + 1 rounds, while every position took the same moves.
    Each round then is the same linear step: what it changes is a matrix A times what the last one changed.
    Whatever A makes of these n values satisfies a linear recurrence of n terms: what was equal for n rounds
    remains so, and had A brought the changes to 0 at all, it had done so after n rounds. An average never
    changes by more than what it is taken over, so no value goes further than the last step times the rounds
    left: where other moves are worse by more than twice that, they never come up.

    Parameters
    ----------
    watched : iterable of tuple
        What is chosen, who chooses and from what: all positions that lead to one that changed.
    now : list of tuple of int
        The values.
    step : int
        The greatest change in the last round.
    round_ : int
        Its number.
    """
    far = 2 * step * (ROUNDS - round_)
    for equal, own, children in watched:
        best = max(now[child][own] for child in children)
        if [child for child in children if now[child][own] == best] != equal:
            return False
        if any(best - far <= now[child][own] < best for child in children):
            return False
    return True


def _steps_to_leave(component: Sequence[Any], leads: dict[Any, list[Any]]) -> dict[Any, int]:
    """From each position of a loop that can be left the fewest steps after which it is."""
    inside = set(component)
    before: dict[Any, list[Any]] = {s: [] for s in component}
    for s in component:
        for child in leads[s]:
            if child in inside:
                before[child].append(s)
    ready = [s for s in component if any(child not in inside for child in leads[s])]
    rank = dict.fromkeys(ready, 1)
    for s in ready:  # It grows while it is read.
        for one in before[s]:
            if one not in rank:
                rank[one] = rank[s] + 1
                ready.append(one)
    return rank


def _leaving(component: Sequence[Any], choices: _Choices) -> set[Any]:
    """The positions of a loop from which its choices lead out, at some time, with some chance."""
    return set(_steps_to_leave(component, {s: [child for child, _ in choices[s]] for s in component}))


def _worth(
    component: list[Any], choices: _Choices, known: dict[Any, Vector], shared: Vector
) -> dict[Any, Vector]:
    """The exact values of a policy in a loop, with chance in it or not."""
    columns = [_loop(component, choices, known, shared[i], i).solve() for i in range(len(shared))]
    return dict(zip(component, zip(*columns, strict=True), strict=True))


def _best_answer(
    component: list[Any],
    nodes: dict[Any, Node],
    choices: _Choices,
    known: dict[Any, Vector],
    shared: Vector,
    player: int,
) -> list[Fraction]:
    """What a player, from 0, could have at most if all others keep to their choices."""
    free = {s: nodes[s].children for s in component if nodes[s].owner == player + 1}
    return _loop(component, choices, known, shared[player], player, free).solve()


def _loop(
    component: list[Any],
    choices: _Choices,
    known: dict[Any, Vector],
    endless: Fraction,
    player: int,
    free: Mapping[Any, tuple[Any, ...]] = MappingProxyType({}),
) -> Loop:
    """A loop as one player, from 0, has it: he chooses where he is free to, all else is chance."""
    number = {s: i for i, s in enumerate(component)}
    loop = Loop(endless)
    for s in component:
        if s in free:
            loop.add_player(
                1,
                [number[child] for child in free[s] if child in number],
                [known[child][player] for child in free[s] if child not in number],
            )
        else:
            weights: dict[Any, int] = {}
            for child, w in choices[s]:
                weights[child] = weights.get(child, 0) + w
            loop.add_chance(
                [(w, number[child]) for child, w in weights.items() if child in number],
                sum((known[c][player] * w for c, w in choices[s] if c not in number), Fraction(0)),
                sum(w for _, w in choices[s]),
            )
    return loop


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
    inside, ends = set(component), _leaving(component, choices)
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
