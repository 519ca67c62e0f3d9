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
compare. (Everything at once, before what a component leads to is known, would not do: a player could wait in
a loop until so few passes are left that a gamble's bad end is broken off as a draw. Such values can stay
wrong for ever, or never come to rest.)

**Chance within the component.** Values iterated in floating point suggest a policy for each player. From
there on everything is exact.

*The linear system.* The policies make a Markov chain. The component is listed so that a position comes after
what it leads to, except where it leads back to one that was still being looked at (the order in which depth
first search finishes with them). In the values of the positions led back to, the *unknowns*, every other one
can be written, one after the other: a chance position is folded into the moves that lead to it, and so is
every decision that is not led back to. What is left is a linear system in the unknowns alone, a feedback
vertex set of the chain: in Pig one for each component, whatever its size. It is solved in fractions, by
components again, and by elimination within one; or, where that would fill the matrix, by FLINT if it is there
(the extra `fast`).

*The certificate.* With the unknowns known one more pass gives every position its value: all moves of every
position are evaluated and compared, in whole numbers over one denominator for the whole component (fractions
cost six to fifty times as much). A move out of the component that is not chosen is compared by itself,
crosswise, so that its denominator does not burden the others. If each choice is best, and the unknowns come
out as they went in, condition 1 holds; then the ranks are found, and with them condition 2.

*The repair.* Where a choice was not best, player 1's policy is improved, in fractions, until it is a best
answer to player 2's, then player 2's is improved, and so on (Hoffman and Karp 1966). An improvement is a
better move; or, where there is none, moves that keep play for ever among positions of a level that is worse
than :math:`d` for the improver. Values then change strictly in one direction, so no pair of policies comes
back, and the end satisfies the theorem.

*How floats come near.* Passes in the order above, each position from the newest values (Gauss and Seidel).
The unknowns are carried on along the line through two passes (Anderson 1965): with one unknown that is the
secant rule, which is exact as soon as no choice changes any more.

**Seats.** Where the rules treat both players alike, and endless play is worth 1/2, a position is worth to
player 1 just what the same with the seats changed is worth to player 2. A game that says so (`Swaps`) has
only the positions solved in which player 1 moves: one of player 2 is the *mirror* of another, and worth the
opposite, counted from 1/2. Everything above holds with mirrors in it, for it holds of the game with both
kinds of positions, whose two halves are alike; only the repair takes them apart again, for a mirror would
change both players' policies at a time.

**Cost.** Each position is met once, and listed; a component without loops costs one comparison a move. With
loops it costs a few passes over its positions; and with chance inside besides a system of :math:`k` unknowns,
if :math:`k` positions are led back to: in :math:`n` positions with :math:`m` moves and events up to
:math:`mk` multiplications to write it down, and :math:`k^3/3` to solve it. The numbers' length comes on top:
with each unknown a denominator gets longer by about the digits of the chances on the way. Where the game is
large, or numba is loaded already, numba (the extra `fast`) compiles the passes in floats
(`solvers.loops_kernel`) and those in whole numbers (`solvers.loops_limbs`). Everything known stays in memory,
which is what bounds the size. No recursion: a stack of our own.

River has a faster way besides (`solvers.river_layers`), which goes layer by layer and values only what is
asked for; the values are the same.

References
----------
.. [1] E. Zermelo, "Über eine Anwendung der Mengenlehre auf die Theorie des Schachspiels", Proc. Fifth
   Congress of Mathematicians, 1913.
.. [2] L. S. Shapley, "Stochastic games", Proc. Nat. Acad. Sci. 39, 1953.
.. [3] H. Everett, "Recursive games", Contributions to the Theory of Games III, 1957.
.. [4] D. G. Anderson, "Iterative procedures for nonlinear integral equations", J. ACM 12, 1965.
.. [5] A. J. Hoffman and R. M. Karp, "On nonterminating stochastic games", Management Science 12, 1966.
.. [6] R. Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Comput. 1, 1972.
.. [7] A. R. Washburn, "Deterministic graphical games", J. Math. Anal. Appl. 153, 1990.

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

from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from operator import itemgetter
from typing import Any, Final, NamedTuple, Protocol, Self

from inaba import river
from inaba.chance import Chance
from inaba.errors import SetupError, TooLarge, listed
from inaba.game import Game
from inaba.river.moves import Event, Move
from solvers.loops import CHANCE, MIRROR, Found, Graph, Work
from solvers.river_layers import LIMIT as RIVER_LIMIT
from solvers.river_layers import Layers

HALF: Final = Fraction(1, 2)

LIMIT: Final = 1_000_000
"""The most positions that are solved unless more are asked for."""

EVERY: Final = 1000
"""Progress is reported once in so many positions."""

ASKED: Final = ("players", "to_act", "chance", "result", "legal_moves", "play", "happen")
"""What a solver asks of a game, of all that `Game` lists; and `starts_turn`, if it is there, for lines."""

Progress = Callable[[int, int | None], object]
"""Called with how much is done so far, and how much it will be or None where that is not known.

River's layers count the positions solved. `Components` counts each position twice, when it is met and when it
has its value; a single loop is one step, however long it takes."""


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

    def forget(self) -> None:
        """Know nothing any more."""

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


class Swaps(Protocol):
    """What a game may have besides all that every `Game` has, where its rules treat both players alike.

    Of a position and the same with the seats changed a solver that finds it solves only one, as long as
    endless play is worth 1/2. It is a promise that the solver does not check, but for who is to act: a game
    breaks it at the cost of wrong values. A game's own tests can check it position by position.
    """

    def swapped(self) -> Self:
        """The same position with the players' seats changed.

        Player 1 has there what player 2 has here, and the reverse; whoever is to act, the other one is. To
        every move and event here there is one there that leads to the same position with seats changed, with
        the same weight; results are the reverse; and changed twice it is the position itself.
        """


class Solver:
    """Solves positions and keeps what it knows, so that a game being played asks again cheaply.

    Parameters
    ----------
    limit : int, optional
        The most positions to hold in memory; unless given `LIMIT`, or for River
        `solvers.river_layers.LIMIT`. What is known of other positions is forgotten where it leaves too little
        room for a new one.
    endless : Fraction
        What play without end is worth to player 1, from 0 to 1.
    progress : callable, optional
        Called now and then while it works (`Progress`).
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
        self._ways: dict[object, Values] = {}

    def _way(self, state: Game) -> Values:
        if (players := getattr(state, "players", 2)) != 2:
            raise SetupError("solvers.endgame.players", players=players)
        # What a player alone knows, every game holds in `secrets`.
        if getattr(state, "secrets", ()):
            raise SetupError("solvers.endgame.secrets", position=state)
        fast = isinstance(state, river.State) and not self._plain
        key: object = (state.rules, state.board) if isinstance(state, river.State) and fast else type(state)
        way = self._ways.get(key)
        if way is None:
            if lacking := [name for name in ASKED if not hasattr(state, name)]:
                raise SetupError("solvers.endgame.lacking", kind=type(state).__name__, names=listed(lacking))
            if isinstance(state, river.State) and fast:
                limit = RIVER_LIMIT if self._limit is None else self._limit
                way = Layers(state.rules, state.board, limit, self.endless, self._progress)
            else:
                limit = LIMIT if self._limit is None else self._limit
                alike = damage if isinstance(state, river.State) else None
                way = Components(limit, self.endless, self._progress, alike)
            self._ways[key] = way
        return way

    @property
    def states(self) -> int:
        """How many positions have been valued so far."""
        return sum(values.states for values in self._ways.values())

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
        way = self._way(state)
        held = way.states
        try:
            value = way.value(state)
        except TooLarge:
            # Perhaps what is known of other positions leaves too little room.
            way.forget()
            if not held:
                raise
            value = way.value(state)
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
                steps = self._way(state).rank(after, state) if value[player - 1] > endless else 0
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
            starts = bool(text) and hasattr(state, "starts_turn") and state.starts_turn()
            text += (" " if starts else "") + str(move)
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
        Called now and then while it works (`Progress`).

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


def shown(view: river.View) -> river.State | None:
    """The whole position, where a view shows it: after a shuffle always, in a draft game once nothing is
    left that one player alone knows; else None.

    Examples
    --------
    >>> from inaba import river
    >>> str(shown(river.parse("5,?,4 -,- 1 - W").view(2)))
    '5,?,4 -,- 1 - W'
    >>> shown(river.start(setup="draft").view(1)) is None
    True
    """
    # A square of a draft game says who laid its card, or that nobody has yet.
    return None if any(spot.by for spot in view.spots) else river.State(view.table)


def advise(view: river.View, solver: Solver | None = None) -> list[tuple[Move, Fraction]] | None:
    """The exact chance of each move that a player has, for the board to show.

    Parameters
    ----------
    view : river.View
        What he sees.
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
    state = shown(view)
    if state is None or view.players != 2:
        return None
    if view.player not in view.to_act():
        return []
    try:
        solution = (solver or Solver()).solve(state)
    except TooLarge:
        return None
    return [(row.move, row.value[view.player - 1]) for row in solution.moves]


def lumped(chance: Chance[Any], alike: Callable[[Any], Hashable]) -> Iterable[tuple[Any, int]]:
    """One event for each key, with the weight of all that have it."""
    first: dict[Hashable, Any] = {}
    weights: dict[Hashable, int] = {}
    for event, weight in chance.items():
        key = alike(event)
        first.setdefault(key, event)
        weights[key] = weights.get(key, 0) + weight
    return zip(first.values(), weights.values(), strict=True)


def damage(event: Event) -> Hashable:
    """What matters of an event of River: of a roll its total alone (River, rule 6).

    Examples
    --------
    >>> damage(river.parse_event("(3,4)")) == damage(river.parse_event("(5,2)"))
    True
    """
    return event.total if isinstance(event, river.Rolled) else event


class Components:
    """The plain way, for any game: by components (see the module's page).

    Parameters
    ----------
    limit : int
        The most positions to hold.
    endless : Fraction
        What play without end is worth to player 1.
    progress : callable, optional
    alike : callable, optional
        Gives a key of an event: of events of one position with the same key, which must lead to the same
        position, one is followed. Each by itself unless given.
    same : callable, optional
        Gives of positions that are alike for certain the one to be solved. It must keep every value.

    Attributes
    ----------
    work : Work
        What it took so far to solve loops with chance in them.

    Notes
    -----
    A position that has `Swaps.swapped` is solved with the seats changed where player 2 is to act there, if
    endless play is worth 1/2.
    """

    def __init__(
        self,
        limit: int,
        endless: Fraction = HALF,
        progress: Progress | None = None,
        alike: Callable[[Any], Hashable] | None = None,
        same: Callable[[Any], Any] | None = None,
    ) -> None:
        self._limit, self._endless, self._progress = limit, endless, progress
        self._alike, self._same = alike, same
        self._known: dict[Any, int] = {}
        # What was found each time, and before it the number of its first position.
        self._found: list[tuple[int, Found]] = []
        self._next = self._states = 0
        self.work = Work()

    @property
    def states(self) -> int:
        """How many positions are known; of two that seats alone tell apart one counts."""
        return self._states

    def forget(self) -> None:
        """Know nothing any more."""
        self._known, self._found = {}, []
        self._next = self._states = 0

    def value(self, state: Any) -> Fraction:
        """Player 1's value. Raises `TooLarge`."""
        if (place := self._find(state)) is None:
            self._explore(self._same(state) if self._same else state)
            place = self._find(state)
        assert place is not None
        sign, found, i = place
        return self._endless + sign * Fraction(*map(int, found.value(i)))

    def rank(self, state: Any, after: Any) -> int:
        """How far a position is from leaving the loop of another one (`Values.rank`)."""
        other = self._find(after)
        if other is None or (loop := other[1].loop(other[2])) is None:
            return 0
        # Of chance both may be known, and only the one with the seats changed be part of the loop.
        chance = self._swaps(state) and not state.to_act()
        for some in (state, state.swapped()) if chance else (state,):
            place = self._find(some)
            if place is not None and place[1] is other[1] and place[1].loop(place[2]) == loop:
                return int(place[1].ranks[place[2]])
        return 0

    def _find(self, state: Any) -> tuple[int, Found, int] | None:
        """Where the value of a position is known: what was found then, and which number the position has
        there; -1 before it says that the seats are changed."""
        same = self._same or (lambda state: state)
        sign, number = 1, None
        swaps = self._swaps(state)
        if not swaps or state.to_act() != (2,):
            number = self._known.get(same(state))
        if number is None and swaps and state.to_act() != (1,):
            # Of chance perhaps only the one with the seats changed is known.
            sign, number = -1, self._known.get(same(state.swapped()))
        return None if number is None else (sign, *self._place(number))

    def _place(self, number: int) -> tuple[Found, int]:
        """What was found with a position, and its number there."""
        k = bisect_right(self._found, number, key=itemgetter(0)) - 1
        begin, found = self._found[k]
        return found, number - begin

    def _swaps(self, state: Any) -> bool:
        """Whether a position may be solved with the seats changed instead."""
        return self._endless == HALF and hasattr(state, "swapped")

    def _explore(self, root: Any) -> None:
        """Value a position and all that it leads to."""
        graph = Graph(Fraction(0))
        graph.work = self.work
        numbers = self._list(root, graph)
        components = graph.components()
        met, done = len(numbers), 0
        try:
            for begin, end, sort in components:
                if self._progress and begin // EVERY < end // EVERY:
                    self._progress(met + begin, 2 * met)
                if sort:
                    graph.solve(begin, end, sort == 2)
                elif graph.children[i := graph.order[begin]]:
                    graph.settle(i)
                done = end
        finally:
            # What is done is known even if something ended the rest.
            self._keep(numbers, graph, done)

    def _keep(self, numbers: _Numbers, graph: Graph, done: int) -> None:
        """Know the values of the first so many positions, in the order of all."""
        base, positions = self._next, numbers.positions
        # First of all, for if this is interrupted no position may be known without it.
        self._found.append((base, graph.found))
        self._next += len(graph.owners)
        if not base and done == len(positions):
            self._known = numbers
            self._states += numbers.count
        else:
            for i in graph.order[:done]:
                if (position := positions[i]) is not None:
                    self._known[position] = base + i
                    self._states += graph.owners[i] != MIRROR
        positions.clear()

    def _list(self, root: Any, graph: Graph) -> _Numbers:
        """Add to a graph a position and all that it leads to, without what is known to lead on.

        Each is looked up once by itself, and from then on goes by its number.

        Returns
        -------
        _Numbers
            The positions with their numbers; in the list of them None where the value was known before.
        """
        known, endless, alike, same = self._known, self._endless, self._alike, self._same
        before, held = self._states, bool(known)
        swaps = self._swaps(root)
        numbers = _Numbers()
        positions, number, lead = numbers.positions, numbers.__getitem__, graph.lead
        number(root)
        met: list[Any] = [None, (), ()]  # a chance, its events, and their weights
        for i, position in enumerate(positions):  # it grows on the way
            if held and (earlier := known.get(position)) is not None:
                found, place = self._place(earlier)
                graph.know(*found.value(place))
                positions[i] = None
                continue
            weights: tuple[int, ...] = ()
            result = None
            if players := position.to_act():
                if len(players) > 1:
                    raise SetupError("solvers.endgame.together", position=position)
                (owner,) = players
                if owner not in (1, 2):
                    raise SetupError("solvers.endgame.seat", position=position, player=owner)
                if owner == 2 and swaps:
                    other = position.swapped()
                    if other.to_act() != (1,):
                        raise SetupError("solvers.endgame.swapped", position=position, other=other)
                    lead(MIRROR, (number(same(other) if same else other),))
                    continue
                play = position.play
                after = [play(owner, move) for move in position.legal_moves(owner)]
                if not after:
                    raise SetupError("solvers.endgame.no_moves", position=position, player=owner)
            elif (chance := position.chance()) is not None:
                # Dice are the same again and again.
                if chance is not met[0]:
                    pairs = chance.items() if alike is None else lumped(chance, alike)
                    met[:] = chance, *zip(*pairs, strict=True)
                owner, weights = CHANCE, met[2]
                after = list(map(position.happen, met[1]))
            elif (result := position.result()) is None:
                raise SetupError("solvers.endgame.stuck", position=position)
            elif len(result) != 2 or sum(result) != 1:
                shares = " ".join(map(str, result))
                raise SetupError("solvers.endgame.result", position=position, shares=shares)
            numbers.count += 1
            if before + numbers.count > self._limit:
                raise TooLarge("solvers.endgame.too_large", size=before + numbers.count, limit=self._limit)
            if self._progress and not (i + 1) % EVERY:
                self._progress(i + 1, None)
            if result is not None:
                graph.know(*(result[0] - endless).as_integer_ratio())
                continue
            if same:
                after = list(map(same, after))
            children = tuple(map(number, after))
            if len(set(children)) < len(children):
                merged = dict.fromkeys(children, 0)
                for child, weight in zip(children, weights, strict=False):
                    merged[child] += weight
                children = tuple(merged)
                weights = tuple(merged.values()) if weights else ()
            lead(owner, children, weights)
        return numbers


class _Numbers(dict[Any, int]):
    """Positions in the order in which they were asked for; a new one gets the next number.

    Attributes
    ----------
    positions : list
        The positions in this order.
    count : int
        How many of them are to be solved, and no mirrors.
    """

    def __init__(self) -> None:
        super().__init__()
        self.positions: list[Any] = []
        self.count = 0

    def __missing__(self, position: Any) -> int:
        number = self[position] = len(self.positions)
        self.positions.append(position)
        return number
