r"""Exact values and best moves of a two-player game with nothing secret.

**The question.** Two players, one win to share, chance with known odds, and nothing that one player knows
and the other does not. What is a position worth if both play their best, and which move gets it?

**Definitions.** A *position* belongs to player 1, to player 2 or to chance, or the game is over there and
the win is shared. The *value* of a position is player 1's expected share of the win under best play by
both; player 2's is the rest, for the game is zero-sum. A game need not end: a play that goes on for ever is
worth a stated share to player 1, the *draw value* (one half unless said otherwise). Such games are
*recursive games* (Everett 1957); without chance moves inside a loop they are *deterministic graphical
games* (Washburn 1990). Both players have best moves that depend on the position alone, and the value
exists (Zermelo 1913 where play must end; Shapley 1953 with chance; Gillette 1957 and Liggett and Lippman
1969 for games in which one player moves at a time, as here).

**Components.** Which positions can be reached from which makes a directed graph. Its strongly connected
*components* are the sets of positions that can all be reached from each other: once play has left one, it
never comes back. So they are solved one after the other, each after everything that it leads to (Tarjan 1972
finds them in this order in one pass). In River what is known of the cards, and the damage on them, only
ever grows, so a component lies within one *layer* of equal cards and damage, and within a layer there is no
chance.

**Theorem (what a value is).** Let :math:`d` be the draw value and :math:`v` a number for each position of a
component, all positions outside it having their values already. Then :math:`v` is the value if and only if

1. every position has the best value of what it leads to: the greatest for player 1, the least for player 2,
   the mean for chance; and
2. nobody is left waiting: wherever :math:`v > d`, player 1 can make *progress*, and wherever :math:`v < d`
   player 2 can. For a fixed level :math:`c > d` progress is counted in steps: a position of level :math:`c`
   has rank 1 if player 1 moves there and has a best move out of the level's part of the component, or player
   2 moves and all his best moves lead out, or chance may lead out; and a rank one higher if it leads in the
   same sense to positions of lower rank. Every position of the level must get a rank.

*Proof.* Let player 1 play best moves of the lowest rank. By 1 the value of the position reached is, whatever
player 2 does, a submartingale. By 2 it cannot stay at one level above :math:`d` for ever: from each of
finitely many positions the rank falls with a chance bounded away from 0. So play that never ends stays,
with probability 1, at levels of at most :math:`d`, and there it pays :math:`d`: player 1 gets at least
:math:`v`. The same holds for player 2 with the signs changed. Conversely a value satisfies 1, and if some
positions of a level above :math:`d` had no rank, player 2 could keep play among them for ever, and hold
player 1 to :math:`d`. ∎

Condition 1 alone is not enough: in a loop without end every number "has the best value of what it leads to".
The theorem is also the *certificate*: both conditions are checked exactly, for every position of every loop.

**No chance within the component.** Start every position at :math:`d` and compare again and again, in any
order, until nothing changes. Comparing never carries a position past :math:`\max(v, d)` or
:math:`\min(v, d)`; and a position of rank :math:`r` has its value after at most :math:`r` passes, by
induction: those of lower rank have theirs and keep it. So this ends with the value, and all it does is
compare.

**Chance within the component.** Values iterated in floating point suggest a policy for each player. From
there on everything is exact: the policies make a Markov chain, whose linear equations are solved in
fractions; player 1's policy is improved until it is a best answer to player 2's, then player 2's is
improved, and so on (Hoffman and Karp 1966). An improvement is a better move; or, where there is none, moves
that keep play for ever among positions of a level that is worse than :math:`d` for the improver. Values
then change strictly in one direction, so no pair of policies comes back, and the end satisfies the theorem.

**Cost.** Each position is expanded once; a component without loops costs one comparison a move. With loops it
costs a few passes over its positions, and with chance inside the solution of some linear systems of its size.
Everything known stays in memory, which is what bounds the size. No recursion: a stack of our own.

River has a faster way besides (`solvers.river_layers`), which solves whole layers at once and gives the same
values.

References
----------
.. [1] E. Zermelo, "Über eine Anwendung der Mengenlehre auf die Theorie des Schachspiels", Proc. Fifth
   Congress of Mathematicians, 1913.
.. [2] L. S. Shapley, "Stochastic games", Proc. Nat. Acad. Sci. 39, 1953.
.. [3] H. Everett, "Recursive games", Contributions to the Theory of Games III, 1957.
.. [4] A. J. Hoffman and R. M. Karp, "On nonterminating stochastic games", Management Science 12, 1966.
.. [5] R. Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Comput. 1, 1972.
.. [6] A. R. Washburn, "Deterministic graphical games", J. Math. Anal. Appl. 153, 1990.

Examples
--------
>>> from inaba import river
>>> solution = solve(river.parse("?,3/S,? -,- 1 - 4,O"))
>>> str(solution.value[0])
'29/32'
>>> [(row.line, str(row.value[0])) for row in solution.moves[:2]]
[('1a1!b1', '29/32'), ('1b1', '421/864')]
"""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from inaba import river
from inaba.errors import SetupError, TooLarge
from inaba.game import Game
from inaba.river.moves import Move

HALF: Final = Fraction(1, 2)

LIMIT: Final = 1_000_000
"""The most positions that are solved unless more are asked for."""

SWEEPS: Final = 10_000
"""The most passes in floating point that suggest a policy; exact improvement does the rest."""

EVERY: Final = 1000
"""Progress is reported once in so many positions."""

Progress = Callable[[int, int | None], object]
"""Called with the number of positions solved so far, and how many it will be where that is known."""

_S = TypeVar("_S", bound=Hashable)


class MoveValue(NamedTuple):
    """A move and what it is worth under best play after it.

    Attributes
    ----------
    move : Any
        A move of the game; ``str(move)`` is its notation.
    value : tuple of Fraction
        One a player, in seat order; they sum to 1.
    line : str
        The move and the best choices after it up to the next chance event, as text: ``"1b2>c3"``. Turns are
        separated by a space. It also ends where the game does, and where a position would come up again.
    """

    move: Any
    value: tuple[Fraction, ...]
    line: str


class OutcomeValue(NamedTuple):
    """An event of chance, its probability, and the value of the position after it, one a player."""

    event: Any
    chance: Fraction
    value: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Solution:
    """What a position is worth, and how to play it.

    Attributes
    ----------
    state : Game
        The position.
    value : tuple of Fraction
        One a player, in seat order; they sum to 1.
    moves : tuple of MoveValue
        The moves of the player to act, best first for him, equal values in legal order. Empty where chance
        is to act, or the game is over.
    outcomes : tuple of OutcomeValue
        Where chance is to act: what may happen. Empty elsewhere.
    best : Any
        The move to make (`Solver.best_move`): of the best ones one that makes progress. None where there
        is none to make.
    line : str
        `best` and the best choices after it, as in `MoveValue`; empty where there is no move to make.
    states : int
        How many positions the solver has valued so far, those that are alike for certain counted once.
    """

    state: Game
    value: tuple[Fraction, ...]
    moves: tuple[MoveValue, ...]
    outcomes: tuple[OutcomeValue, ...]
    best: Any
    line: str
    states: int
    _solver: Solver = field(repr=False, compare=False)

    def value_of(self, state: Game) -> tuple[Fraction, ...]:
        """The value of any position, one a player; at once where it was reached in solving this one."""
        return self._solver.value(state)


class Values(Protocol):
    """A way to find values: what `Solver` asks."""

    @property
    def states(self) -> int:
        """How many positions are known."""

    def value(self, state: Any) -> Fraction:
        """Player 1's value."""

    def rank(self, state: Any, after: Any) -> int:
        """How far a position is from leaving the loops of another one; 0 where it has left them.

        Parameters
        ----------
        state : Game
            The position looked at.
        after : Game
            The position that play came from.
        """


class Solver:
    """Solves positions and keeps what it knows, so that a game being played asks again cheaply.

    Parameters
    ----------
    limit : int, optional
        The most positions to hold in memory; unless given `LIMIT`, or for River
        `solvers.river_layers.LIMIT`.
    endless : Fraction
        What play without end is worth to player 1, from 0 to 1.
    progress : callable, optional
        Called now and then with the number of positions solved, and the number there will be or None.
    plain : bool
        Solve River the plain way too, as any other game: slower, with the same values.

    Raises
    ------
    SetupError
        If ``endless`` is not between 0 and 1.

    Notes
    -----
    Ctrl-C, and any error that ``progress`` raises, stops the work and leaves the solver usable.

    Examples
    --------
    >>> from inaba import river
    >>> solver = Solver()
    >>> position = river.parse("5,W,4/0,6,3 -,- 1 - -")
    >>> solver.value(position)[0]
    Fraction(256163, 279936)
    >>> str(solver.best_move(position))
    '1c1'
    """

    def __init__(
        self,
        *,
        limit: int | None = None,
        endless: Fraction = HALF,
        progress: Progress | None = None,
        plain: bool = False,
    ) -> None:
        if not 0 <= endless <= 1:
            raise SetupError("solvers.endgame.endless", endless=endless)
        self.endless = Fraction(endless)
        self._limit, self._progress, self._plain = limit, progress, plain
        self._values: dict[object, Values] = {}

    def _ways(self, state: Game) -> Values:
        if state.players != 2:
            raise SetupError("solvers.endgame.players", players=state.players)
        # What a player alone knows, every game holds in `secrets`.
        if getattr(state, "secrets", ()):
            raise SetupError("solvers.endgame.secrets", position=state)
        key = type(state)
        if key not in self._values:
            self._values[key] = Components(
                LIMIT if self._limit is None else self._limit, self.endless, self._progress
            )
        return self._values[key]

    @property
    def states(self) -> int:
        """How many positions have been valued so far."""
        return sum(values.states for values in self._values.values())

    def value(self, state: Game) -> tuple[Fraction, ...]:
        """The value of a position, one a player.

        Raises
        ------
        SetupError
            If more than two play, or a player knows something that the other does not, or both decide at
            the same time.
        TooLarge
            If there are more positions than the limit.
        """
        value = self._ways(state).value(state)
        return (value, 1 - value)

    def best_move(self, state: Game) -> Any:
        """A best move of the player to act; None where there is no move to make.

        A player who has more than endless play is worth to him must not stall among moves of equal value: of
        these the one is chosen from which it takes the fewest steps to leave the loop that the position is
        part of, whatever the other does; then the first in legal order.

        Raises
        ------
        SetupError, TooLarge
            As `value`.
        """
        value = self.value(state)
        best = None
        for player in state.to_act():
            endless = self.endless if player == 1 else 1 - self.endless
            found = None
            for move in state.legal_moves(player):
                after = state.play(player, move)
                if self.value(after) != value:
                    continue
                steps = self._ways(state).rank(after, state) if value[player - 1] > endless else 0
                if found is None or steps < found:
                    best, found = move, steps
        return best

    def line(self, state: Game, move: Any = None) -> str:
        """The best choices from a position up to the next chance event, as text (see `MoveValue`).

        Parameters
        ----------
        state : Game
        move : Any, optional
            A legal move to begin with, instead of a best one.
        """
        text = ""
        met: set[Game] = set()
        while state not in met:
            met.add(state)
            if move is None and (move := self.best_move(state)) is None:
                break
            text += (" " if text and state.starts_turn() else "") + str(move)
            state, move = state.play(state.to_act()[0], move), None
        return text

    def solve(self, state: Game) -> Solution:
        """The value of a position and of each move in it.

        Raises
        ------
        SetupError, TooLarge
            As `value`.
        """
        value = self.value(state)
        moves = []
        for player in state.to_act():
            for move in state.legal_moves(player):
                moves.append(MoveValue(move, self.value(state.play(player, move)), self.line(state, move)))
            # A sort keeps the order of what is equal: the legal order.
            moves.sort(key=lambda row: row.value[player - 1], reverse=True)
        outcomes = []
        if chance := state.chance():
            for event, weight in chance.items():
                after = self.value(state.happen(event))
                outcomes.append(OutcomeValue(event, Fraction(weight, chance.total), after))
        return Solution(
            state,
            value,
            tuple(moves),
            tuple(outcomes),
            self.best_move(state),
            self.line(state),
            self.states,
            self,
        )


def solve(
    state: Game,
    *,
    limit: int | None = None,
    endless: Fraction = HALF,
    progress: Progress | None = None,
) -> Solution:
    """The exact value of a two-player position with nothing secret, and of each move in it.

    Parameters
    ----------
    state : Game
        A position at any phase.
    limit : int, optional
        The most positions to hold in memory (see `Solver`).
    endless : Fraction
        What play without end is worth to player 1, from 0 to 1.
    progress : callable, optional
        Called now and then with the number of positions solved, and the number there will be or None.

    Returns
    -------
    Solution

    Raises
    ------
    SetupError
        If more than two play, or a player knows something that the other does not.
    TooLarge
        If there are more positions than the limit: how many, and what would do.

    Examples
    --------
    >>> from inaba import river
    >>> solution = solve(river.parse("5,?,4/?,6,D -,- 1 - W,O"))
    >>> solution.value
    (Fraction(11, 12), Fraction(1, 12))
    >>> solution.line
    '1c1>c2'
    """
    return Solver(limit=limit, endless=endless, progress=progress).solve(state)


def advise(view: river.View, solver: Solver | None = None) -> list[tuple[Move, Fraction]] | None:
    """The exact chance of each move that a player has, for the board to show.

    Parameters
    ----------
    view : river.View
        What he sees. After a shuffle that is all there is to see.
    solver : Solver, optional
        One that already knows much of the game; a new one unless given.

    Returns
    -------
    list of (Move, Fraction), or None
        His moves with the player's own value of each, best first; empty if he is not to act. None where
        there is no exact answer: too large, more than two players, or cards that only one of them knows.

    Examples
    --------
    >>> from inaba import river
    >>> position = river.parse("5,W,4/0,6,3 -,- 2 - -")
    >>> [(str(move), str(value)) for move, value in advise(position.view(2))][0]
    ('2c1', '256163/279936')
    >>> advise(river.start().view(1)) is None
    True
    """
    table = view.table
    # Squares of a draft game that nobody, or one player, has laid a card on.
    if any(spot.by for spot in table.spots):
        return None
    try:
        solution = (solver or Solver()).solve(river.State(table))
    except (SetupError, TooLarge):
        return None
    if view.player not in solution.state.to_act():
        return []
    return [(row.move, row.value[view.player - 1]) for row in solution.moves]


class _Node(NamedTuple):
    """A position on the way: who moves there (0 for chance), and what it leads to."""

    owner: int
    children: tuple[Any, ...]
    weights: tuple[int, ...]


class Components:
    """The plain way, for any game: by components (see the module's page).

    Parameters
    ----------
    limit : int
        The most positions to hold.
    endless : Fraction
        What play without end is worth to player 1.
    progress : callable, optional
    same : callable, optional
        Gives of positions that are alike for certain the one to be solved. It must keep every value.
    """

    def __init__(
        self,
        limit: int,
        endless: Fraction = HALF,
        progress: Progress | None = None,
        same: Callable[[Any], Any] | None = None,
    ) -> None:
        self._limit, self._endless, self._progress = limit, endless, progress
        self._same: Callable[[Any], Any] = same or (lambda state: state)
        self._known: dict[Any, Fraction] = {}
        # For the positions of each loop: which component, and the rank within its level.
        self._loops: dict[Any, tuple[int, int]] = {}

    @property
    def states(self) -> int:
        """How many positions are known."""
        return len(self._known)

    def value(self, state: Any) -> Fraction:
        """Player 1's value. Raises `TooLarge`."""
        state = self._same(state)
        if state not in self._known:
            self._explore(state)
        return self._known[state]

    def rank(self, state: Any, after: Any) -> int:
        """How far a position is from leaving the loop of another one (`Values.rank`)."""
        loop, rank = self._loops.get(self._same(state), (0, 0))
        return rank if loop and loop == self._loops.get(self._same(after), (0, 0))[0] else 0

    def _explore(self, root: Any) -> None:
        nodes: dict[Any, _Node] = {}
        reported = len(self._known)

        def lead(state: Any) -> Sequence[Any]:
            nonlocal reported
            known = len(self._known)
            if known + len(nodes) >= self._limit:
                raise TooLarge("solvers.endgame.too_large", size=known + len(nodes) + 1, limit=self._limit)
            if self._progress and known + len(nodes) >= reported + EVERY:
                reported = known + len(nodes)
                self._progress(reported, None)
            node = nodes[state] = self._expand(state)
            return node.children

        for component in components(root, lead, self._known):
            self._solve(component, nodes)
            for state in component:
                del nodes[state]

    def _expand(self, state: Any) -> _Node:
        if (result := state.result()) is not None:
            self._known[state] = result[0]
            return _Node(0, (), ())
        if chance := state.chance():
            weights: dict[Any, int] = {}
            for event, weight in chance.items():
                child = self._same(state.happen(event))
                weights[child] = weights.get(child, 0) + weight
            return _Node(0, tuple(weights), tuple(weights.values()))
        players = state.to_act()
        if len(players) > 1:
            raise SetupError("solvers.endgame.together", position=state)
        moves = state.legal_moves(players[0])
        children = dict.fromkeys(self._same(state.play(players[0], move)) for move in moves)
        return _Node(players[0], tuple(children), ())

    def _solve(self, component: list[Any], nodes: dict[Any, _Node]) -> None:
        """Value the positions of one component; what it leads to is known."""
        known = self._known
        if len(component) == 1:
            (state,) = component
            node = nodes[state]
            if state not in node.children:
                if node.weights:
                    pairs = zip(node.weights, node.children, strict=True)
                    mean = sum((weight * known[child] for weight, child in pairs), Fraction(0))
                    known[state] = mean / sum(node.weights)
                elif node.owner:
                    options = [known[child] for child in node.children]
                    known[state] = max(options) if node.owner == 1 else min(options)
                return
        index = {state: i for i, state in enumerate(component)}
        loop = _Loop(self._endless)
        for state in component:
            node = nodes[state]
            inside = [(k, index[child]) for k, child in enumerate(node.children) if child in index]
            outside = [(k, known[child]) for k, child in enumerate(node.children) if child not in index]
            if node.owner:
                loop.add_player(node.owner, [i for _, i in inside], [value for _, value in outside])
            else:
                loop.add_chance(
                    [(node.weights[k], i) for k, i in inside],
                    sum((node.weights[k] * value for k, value in outside), Fraction(0)),
                    sum(node.weights),
                )
        values = loop.solve()
        ranks = loop.ranks(values)
        number = len(self._loops) + 1
        for state, i in index.items():
            known[state] = values[i]
            self._loops[state] = (number, ranks[i])


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


class _Loop:
    """A component with loops: its positions numbered from 0, and what they lead to.

    A player's options are positions of the component, and the best of what he can leave it for. A chance
    position leads into the component with whole weights, and adds up what is outside, times its weight.
    """

    def __init__(self, endless: Fraction) -> None:
        self.endless = endless
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
        self.outside.append((max if owner == 1 else min)(outside) if outside else None)

    def add_chance(self, inside: Sequence[tuple[int, int]], outside: Fraction, total: int) -> None:
        """Add a chance position: weights and positions inside; the weighted sum of what is outside."""
        self.owner.append(0)
        self.inside.append(tuple(i for _, i in inside))
        self.weights.append(tuple(weight for weight, _ in inside))
        self.total.append(total)
        self.outside.append(outside if sum(self.weights[-1]) < total else None)

    def solve(self) -> list[Fraction]:
        """The value of each position."""
        if 0 not in self.owner:
            return self._compare()
        return self._improve()

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
            if change < 1e-13:
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
        for i, owner in enumerate(self.owner):
            if owner == 0:
                mean = (self.outside[i] or Fraction(0)) + sum(
                    (w * values[j] for w, j in zip(self.weights[i], self.inside[i], strict=True)), Fraction(0)
                )
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
                row = {j: Fraction(w, total) for w, j in zip(self.weights[i], self.inside[i], strict=True)}
                constant = (self.outside[i] or Fraction(0)) / total
                leaving = self.outside[i] is not None
            elif choice[i] < 0:
                leave = self.outside[i]
                assert leave is not None
                row, constant, leaving = {}, leave, True
            else:
                row, constant, leaving = {choice[i]: Fraction(1)}, Fraction(0), False
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
            known[i] = constants[i] + sum(
                (a * values[j] for j, a in rows[i].items() if j not in members), Fraction(0)
            )
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
                    rest[k][j] = rest[k].get(j, Fraction(0)) + a * b
                    users[j].add(k)
            for j in row:
                users[j].discard(i)
            eliminated.append(i)
        for i in reversed(eliminated):
            values[i] = known[i] + sum((a * values[j] for j, a in rest[i].items()), Fraction(0))
