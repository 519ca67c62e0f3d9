r"""The river as a graph: paths and their chances, crossing alone, and squares that cut off.

**The graph.** The squares, Start ``"-"`` and the goal ``"*"`` are the nodes; an edge leads from a square to
each that a rabbit may step to (River, rule 4), and, where asked for, to each that a dolphin or orca carries
to (rule 6). `river_graph` makes it, with a ``pos`` for each node: no layout is needed to draw it. Steps lead
one row ahead, so the graph of the steps has no cycle; rides of orcas can close one.

**Paths.** A *path* visits no node twice. In a graph without cycles paths are counted without listing them:
from a square to the goal there are as many as from all squares ahead of it together,

.. math:: n(*) = 1, \qquad n(s) = \sum_{t \text{ ahead of } s} n(t),

one addition an edge (`count_paths`). A river of one column has one path, one of two columns and :math:`r`
rows :math:`2^r`. With rides there are cycles; then `paths` lists what a rabbit can really go, one by one.

**The chance of a path** is that of going it without losing a fight, all fights at the first attempt
(`path_chance`). Face up, every shark on the path has its hit points left, the rolls are independent, and
chances are multiplied. Face down, the cards on the path are drawn from the unseen ones without replacement.
Let there be :math:`n` unseen cards, :math:`k` squares face down on the path, and :math:`g(c)` the chance to
get past card :math:`c`. Each set of :math:`k` cards is equally likely, in whatever order, so the mean is

.. math:: \binom{n}{k}^{-1} e_k(g(c_1), \dots, g(c_n)),

:math:`e_k` being the elementary symmetric polynomial: all products of :math:`k` different ones added up. It
is built up card by card in :math:`O(nk)`. A dolphin or orca gets the rabbit on only where it carries along
the path. So the cards of that kind are placed square by square, with the squares landed on in the present
move, and only the rest is averaged so. A ride goes where the path goes, wherever there is a choice.

**The most likely path.** Chances are at most 1, so they only fall along a path: taking the best first
(Dijkstra 1959) finds the greatest product, in fractions and without logarithms. Face-down cards tie the
factors together; then the search goes by upper bounds (A*; Hart, Nilsson and Raphael 1968): a face-down card
counts as the best of the unseen ones until the path is complete, and the first complete path that comes out
is best, for every other has a bound that is no greater.

**Crossing alone** (`cross_alone`) is a *Markov decision process*: in each turn the rabbit chooses where to
go, the dice decide the fight, and the goal should be reached in as few turns as possible on average. A lost
fight sends it to Start, and it rests (rule 7): ``rest_turns`` more turns are counted. Let :math:`V(x)` be the
least expected number of turns from a position :math:`x`, infinite where nothing reaches the goal with
certainty.

*Theorem (Bellman's equation).* :math:`V` is the only solution in :math:`[0, \infty]` of

.. math:: V(\text{goal}) = 0, \qquad V(x) = \min_a \Bigl(1 + \sum_y P(y \mid x, a) \, (c_{xay} + V(y))\Bigr),

:math:`c` being the turns at rest; and a policy that takes a minimising choice everywhere is best among all,
those that remember the past included. (In general: Puterman 1994, ch. 7; stochastic shortest paths: Bertsekas
and Tsitsiklis 1991.)

*Proof, for a river.* Damage only grows, so the positions fall into *layers* of equal damage, and a fight
leads to lower layers only. Go by induction over the layers from the lowest. Within a layer every choice is
either a fight, whose mean :math:`F` over lower layers is known, or leads without chance to another square, at
a cost of one turn. So the equation is that of shortest paths with edges of length 1 and exits of length
:math:`F`. Any cycle costs a turn or more, hence no finite solution can support itself: following minimising
choices from a position of finite :math:`V`, the value falls by at least 1 each time, so a fight or the goal
is reached after finitely many turns, and the solution is the length of that way. If the equation gave less
than a shortest way, this way would be shorter still. A past that is remembered changes no sum on the right. ∎

Orcas can close loops in a layer; shortest paths need not care. All numbers are whole multiples of
:math:`D^{-R}`, with :math:`D` the weight of one roll and :math:`R` the most rolls that can ever be needed, so
they are compared and added as whole numbers. Hit points left that any roll beats are as good as none.

**Looking only where it matters.** A river has millions of layers, and best play sees a handful. So every
position has a lower bound of its :math:`V`. Follow the choices that look best by these bounds; look at what
is new at the end of them; correct the bounds on the way back; and again, until all that is followed has been
worked out (AO*: Nilsson 1980; in this form Hansen and Zilberstein 2001). A value is then attained by a policy
and bounds all others from below, so it is exact, though most of the others never are. Bounds to begin with:

*Theorem.* Let :math:`d(x)` be the least number of turns if all dice fell as the rabbit wishes, to win or to
lose. Let losing to shark :math:`i` cost at least :math:`c_i`: the turns at rest and :math:`d(\text{Start})`,
less :math:`d` of what the fight could have led to at best. Let :math:`C_1, \dots, C_m` be disjoint sets of
sharks, in this order, such that a rabbit lands on one of each before it passes on. Let :math:`\gamma_i` be
the least ratio of the expected cost of lost fights to the chance of beating shark :math:`i`, over all rules
when to stop fighting it (the index of Gittins 1979); 0 once it is beaten. Then, summed over the sets ahead of
:math:`x`,

.. math:: V(x) \ge d(x) + \sum_k \min_{i \in C_k} \gamma_i.

*Proof.* Split the cost of a set's lost fights among its sharks. Whatever the policy, the fights with shark
:math:`i` follow some rule when to stop, so they cost :math:`\gamma_i` or more for each chance to beat it; and
one of the set is beaten in the end (or so worn that any roll beats it, which counts as much), so these
chances sum to 1 at least. So the least possible cost :math:`G_k` of the set is :math:`\min \gamma_i` or more.
Now let :math:`\Phi(x) = d(x) + \sum_k G_k`; it is nowhere more than 1 plus the mean of the turns at rest and
of :math:`\Phi` after a turn. For a turn without a fight passes no set of which nobody is beaten, and
:math:`d` falls by 1 at most. In a fight with shark :math:`i` of :math:`C_k` the same holds of :math:`d` where
the dice fall as wished; where it is lost, :math:`c_i` more is needed; and :math:`G_k` is the least mean of
those :math:`c_i` and of :math:`G_k` after them. Following best play to its end, :math:`\Phi \le V`. ∎

Two such rows of sets are used, counted by the fewest sharks from Start and up to the goal, and the
greater bound is taken.

**Cuts.** A *cut* is a set of squares that every path to the goal meets. *Theorem (Menger 1927):* the smallest
cut has as many squares as there are paths that have no square in common. `minimum_cut` gives both, so each
proves the other. A *bottleneck* is a cut of one square, and a *blockade* one on which the other rabbits can
stand. Occupied squares are no destinations, and a dolphin or orca whose destinations are all occupied lets
the rabbit stay. So blocking one way can open another: what is closed is always decided by the rules of
moving.

**Cost.** Counting: O(squares). Listing and the most likely path: one step a path begun, at most `PATHS`.
Crossing: with sharks of :math:`n_i` different numbers of hit points left at most :math:`\prod n_i` layers; at
most `LAYERS` are held, each of some 2 KB. Of sixty shuffled rivers of the standard deck none took more than
3,300 layers and a quarter of a second; the values of all first turns took up to 9,600 layers and 0.6 seconds
more. Blockades: one search of the river a placement, at most `PLACEMENTS`.

References
----------
.. [1] K. Menger, "Zur allgemeinen Kurventheorie", Fundamenta Mathematicae 10, 1927.
.. [2] R. Bellman, Dynamic Programming, Princeton University Press, 1957.
.. [3] E. W. Dijkstra, "A note on two problems in connexion with graphs", Numerische Mathematik 1, 1959.
.. [4] P. E. Hart, N. J. Nilsson and B. Raphael, "A formal basis for the heuristic determination of minimum
   cost paths", IEEE Trans. Systems Science and Cybernetics 4, 1968.
.. [5] D. P. Bertsekas and J. N. Tsitsiklis, "An analysis of stochastic shortest path problems", Mathematics
   of Operations Research 16, 1991.
.. [6] M. L. Puterman, Markov Decision Processes, Wiley, 1994.
.. [7] J. C. Gittins, "Bandit processes and dynamic allocation indices", J. Royal Statistical Society B 41,
   1979.
.. [8] N. J. Nilsson, Principles of Artificial Intelligence, Tioga, 1980.
.. [9] E. A. Hansen and S. Zilberstein, "LAO*: A heuristic search algorithm that finds solutions with loops",
   Artificial Intelligence 129, 2001.
.. [10] W. Dinkelbach, "On nonlinear fractional programming", Management Science 13, 1967.

Examples
--------
>>> from inaba import river
>>> position = river.parse("5,W,4/0,6,3 -,- 1 - -")
>>> count_paths(position)
7
>>> most_likely_path(position)
LikelyPath(path=('-', 'a1', 'b2', '*'), chance=Fraction(1, 1))
>>> cross_alone(position).expected
Fraction(3, 1)
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from heapq import heapify, heappop, heappush
from itertools import combinations, pairwise
from math import comb, factorial, perm
from typing import TYPE_CHECKING, Final, NamedTuple

from inaba.dice import total
from inaba.errors import SetupError, TooLarge
from inaba.river.board import GOAL, START, Square
from inaba.river.cards import Kind, Spot
from inaba.river.state import State, Turn
from solvers.fights import beats
from solvers.fights import (
    chain as chain,
)  # the wounded shark's chain: here for `wounded_shark`, and to be had

if TYPE_CHECKING:
    import networkx as nx

PATHS: Final = 100_000
"""The most paths that are listed, or begun in search of the most likely, unless more are asked for."""

LAYERS: Final = 50_000
"""The most layers of damage that `cross_alone` holds unless more are asked for: a minute or two of work."""

PLACEMENTS: Final = 50_000
"""The most placements of rabbits that are tried."""

MOST_CHAINS: Final = 10_000
"""How many chains of rides are followed from one square, where many dolphins and orcas lie in a heap."""

_ANIMALS: Final = (Kind.DOLPHIN, Kind.ORCA)

_NOWHERE: Final = -1
"""Longer than any way: no whole number of turns."""

_NOBODY: Final = -1
"""No shark has this index."""

Path = tuple[Square, ...]
"""The squares that a rabbit stands or lands on, one after the other."""


# The graph ----------------------------------------------------------------------------------------------


def river_graph(state: State, *, rides: bool = True) -> nx.DiGraph:
    """The river of a position as a graph.

    Parameters
    ----------
    state : State
        A position of River at any phase.
    rides : bool
        Whether the edges of dolphins and orcas that lie face up are in it too.

    Returns
    -------
    networkx.DiGraph
        Its nodes are Start ``"-"``, the squares in the board's order, and the goal ``"*"``. Each has

        * ``card``: what lies there, as the notation writes it (``"9-4"``, ``"?"``, ``"W"``); empty for Start
          and goal;
        * ``kind``: ``"shark"``, ``"dolphin"``, ``"orca"``, ``"squid"``, ``"whale"``; ``"face_down"``;
          ``"empty"`` while a draft is under way; ``"start"``, ``"goal"``;
        * ``left``: the hit points left of a shark, else 0;
        * ``rabbits``: the players whose rabbits are there;
        * ``pos``: (x, y), the columns at 0, 1, … and the rows at 1, 2, …; Start at 0 and the goal one past
          the last row, both in the middle.

        Each edge has ``step``, whether it is a step ahead, and ``ride``: ``"dolphin"`` or ``"orca"`` where
        that carries along it, else ``""``. From a dolphin the steps and the rides are the same edges.

    Examples
    --------
    >>> from inaba import river
    >>> graph = river_graph(river.parse("5,W,4/9-4,O,D b2,- 2 - -"))
    >>> graph.nodes["a1"] == {"card": "9-4", "kind": "shark", "left": 5, "rabbits": (), "pos": (0, 1)}
    True
    >>> graph.edges["b1", "-"], graph.edges["c1", "b2"]
    ({'step': False, 'ride': 'orca'}, {'step': True, 'ride': 'dolphin'})
    """
    import networkx as nx

    board = state.board
    graph = nx.DiGraph()
    ends = {START: ("start", 0), GOAL: ("goal", board.rows + 1)}
    for square in (START, *board.squares, GOAL):
        rabbits = tuple(rabbit for rabbit, at in enumerate(state.rabbits, 1) if at == square)
        if square in ends:
            kind, row = ends[square]
            pos: tuple[float, float] = ((board.columns - 1) / 2, row)
            graph.add_node(square, card="", kind=kind, left=0, rabbits=rabbits, pos=pos)
            continue
        spot = state.spot(square)
        place = board.index[square]
        pos = (place % board.columns, place // board.columns + 1)
        graph.add_node(square, card=str(spot), kind=_kind(spot), left=spot.left, rabbits=rabbits, pos=pos)
    for square in (START, *board.squares):
        for to in board.ahead[square]:
            graph.add_edge(square, to, step=True, ride="")
    if rides:
        for square in board.squares:
            for to in state.table.carries_to(square):
                step = graph.has_edge(square, to)
                graph.add_edge(square, to, step=step, ride=_kind(state.spot(square)))
    return graph


def _kind(spot: Spot) -> str:
    if spot.card is not None:
        return spot.card.kind.name.lower()
    return "face_down" if spot.face_down else "empty"


def wounded_shark(state: State, square: Square) -> nx.DiGraph:
    """The shark on a square, as it is wounded now: the Markov chain of its hit points left.

    This is `solvers.fights.chain` for the hit points left and the dice of the position; its nodes have a
    ``pos``.

    Raises
    ------
    SetupError
        If the square is none of the river's, or no shark lies face up there.
    TooLarge
        If the chain is too large (`solvers.fights.MOST_STEPS`).

    Examples
    --------
    >>> from inaba import river
    >>> shark = wounded_shark(river.parse("5,W,4/9-4,6,3 -,- 1 - -"), "a1")
    >>> list(shark), shark.edges[5, 0]["probability"]
    ([5, 4, 3, 2, 1, 0], Fraction(5, 6))
    """
    _on_board(state, (square,))
    spot = state.spot(square)
    if spot.card is None or spot.card.kind is not Kind.SHARK:
        raise SetupError("solvers.graph.no_shark", square=square, card=spot)
    return chain(spot.left, state.rules.dice)


# What is asked ------------------------------------------------------------------------------------------


def others(state: State, rabbit: int) -> frozenset[Square]:
    """The squares of the river on which the other rabbits stand: closed to this one (River, rule 5).

    Raises
    ------
    SetupError
        If there is no such rabbit.

    Examples
    --------
    >>> from inaba import river
    >>> sorted(others(river.parse("5,W,4/0,6x,3 b2,b1,- 1 - -"), 3))
    ['b1', 'b2']
    """
    _square_of(state, rabbit)
    index = state.board.index
    return frozenset(at for player, at in enumerate(state.rabbits, 1) if player != rabbit and at in index)


def _square_of(state: State, rabbit: int) -> Square:
    if type(rabbit) is not int or not 1 <= rabbit <= state.players:
        raise SetupError("solvers.graph.rabbit", rabbit=rabbit, most=state.players)
    return state.rabbits[rabbit - 1]


def _on_board(state: State, squares: Iterable[Square], *, ends: bool = False) -> None:
    for square in squares:
        if square not in state.board.index and not (ends and square == START):
            raise SetupError("solvers.graph.square", square=square)


class _Water:
    """The river with some squares closed: where a rabbit gets to from where."""

    def __init__(self, state: State, blocked: Collection[Square]) -> None:
        if isinstance(blocked, str):
            # Else "b2" would be taken for two squares, and "" for none.
            raise SetupError("solvers.graph.blocked", value=blocked)
        _on_board(state, blocked)
        self.state, self.board = state, state.board
        self.blocked = frozenset(blocked)
        self.carries = {square: state.table.carries_to(square) for square in state.board.squares}
        self.ahead = {
            square: tuple(to for to in self.board.ahead[square] if to not in self.blocked)
            for square in (START, *self.board.squares)
        }
        self._turns: dict[Square, tuple[Path, ...]] = {}

    def free(self, carried: Iterable[Square], landed: Collection[Square]) -> tuple[Square, ...]:
        """Of the squares that an animal carries to, those that are free (rule 6)."""
        return tuple(
            to for to in carried if to in (START, GOAL) or (to not in self.blocked and to not in landed)
        )

    def chains(self, first: Square) -> tuple[Path, ...]:
        """All that may come of a step to a square: the squares landed on, in legal order."""
        if first not in self._turns:
            found: list[Path] = []
            stack: list[Path] = [(first,)]
            while stack:
                if len(found) + len(stack) > MOST_CHAINS:
                    size = len(found) + len(stack)
                    raise TooLarge("solvers.table.rides", size=size, limit=MOST_CHAINS, square=first)
                landed = stack.pop()
                free = self.free(self.carries.get(landed[-1], ()), landed)
                if free:
                    stack += [(*landed, to) for to in reversed(free)]
                else:
                    found.append(landed)
            self._turns[first] = tuple(found)
        return self._turns[first]

    def turns(self, square: Square) -> Iterator[Path]:
        """All turns of a rabbit that stands on a square, in legal order: the squares it lands on."""
        for first in self.ahead[square]:
            yield from self.chains(first)

    def reaches_goal(self, start: Square, *, setbacks: bool) -> bool:
        """Whether some turns lead to the goal if the dice are kind, or at times unkind (``setbacks``)."""
        met, stack = {start}, [start]
        while stack:
            for turn in self.turns(stack.pop()):
                ends = [turn[-1]]
                if ends == [GOAL]:
                    return True
                if setbacks and self.may_lose(turn[-1]):
                    ends.append(START)
                for end in ends:
                    if end not in met:
                        met.add(end)
                        stack.append(end)
        return False

    def may_lose(self, square: Square) -> bool:
        """Whether a rabbit that lands here may be sent to Start by a fight."""
        return square not in (START, GOAL) and _may_lose(self.state, self.state.spot(square))


def _may_lose(state: State, spot: Spot) -> bool:
    least = sum(min(one) for one in state.rules.dice)
    if spot.face_down:
        return any(card.hit_points > least for card in state.table.unseen)
    return spot.left > least


# Paths --------------------------------------------------------------------------------------------------


def _start(state: State, start: Square) -> Square:
    _on_board(state, (start,), ends=True)
    return start


def count_paths(state: State, start: Square = START, *, blocked: Collection[Square] = ()) -> int:
    """How many paths of steps ahead lead to the goal, whatever the cards; none is listed.

    Parameters
    ----------
    state : State
        A position of River.
    start : str
        Where the paths begin: Start, or a square.
    blocked : collection of str
        Squares that are closed, as those on which other rabbits stand (`others`).

    Returns
    -------
    int
        0 or more; at most 11,814 from Start, on a river of 8 by 8.

    Raises
    ------
    SetupError
        If a square is none of the river's.

    Examples
    --------
    >>> from inaba import river
    >>> count_paths(river.start()), count_paths(river.start(), "b1")
    (41, 17)
    """
    water = _Water(state, blocked)
    start = _start(state, start)
    count = {GOAL: 1}
    for square in reversed((START, *state.board.squares)):
        count[square] = sum(count[to] for to in water.ahead[square])
    return count[start]


class _Walk:
    """Paths grown one square at a time, and the chance of going them.

    What the face-down cards on a path are, is known only so far as the path needs it. The *fates* of a path
    are all (cards that carry nobody, dolphins, orcas, where the present move began) that agree with it, each
    with the number of ways to choose the animals in order.
    """

    Fates = Mapping[tuple[int, int, int, int], int]

    def __init__(self, state: State, blocked: Collection[Square]) -> None:
        if state.secrets:
            raise SetupError("solvers.graph.secrets", position=state)
        self.water = _Water(state, blocked)
        self.state, self.board = state, state.board
        self.dice = state.rules.dice
        unseen = state.table.unseen
        self.unseen = len(unseen)
        self.animals = {kind: sum(card.kind is kind for card in unseen) for kind in _ANIMALS}
        past = [beats(card.hit_points, self.dice) for card in unseen if card.kind not in _ANIMALS]
        self.easiest = Fraction(1) if any(self.animals.values()) else max(past, default=Fraction(0))
        # Elementary symmetric polynomials: `mixed[m]` is the sum of the products of m different chances.
        self.mixed = [Fraction(1)]
        for chance in past:
            longer = [*self.mixed, Fraction(0)]
            self.mixed = [a + chance * b for a, b in zip(longer, [Fraction(0), *self.mixed], strict=True)]
        # What a roll does to a shark is asked again and again.
        self.past = {
            square: beats(spot.left, self.dice) if spot.up else Fraction(1)
            for square, spot in zip(self.board.squares, state.spots, strict=True)
        }
        self.past |= {START: Fraction(1), GOAL: Fraction(1)}
        self._onward = {square: self._leads(square) for square in (START, *self.board.squares)}

    def carried(self, square: Square, kind: Kind) -> tuple[Square, ...]:
        """Where an animal of a kind would carry from a square."""
        if kind is Kind.DOLPHIN:
            return self.board.ahead[square]
        return (self.board.back if self.state.rules.orca == "back" else self.board.sides)[square]

    def kinds(self, square: Square) -> tuple[Kind | None, ...]:
        """What may lie on a square: animals by their kind; None for all that carry nobody."""
        if square == START:
            return (None,)
        spot = self.state.spot(square)
        if spot.card is not None:
            return (spot.card.kind if spot.card.kind in _ANIMALS else None,)
        kinds: list[Kind | None] = [None] if len(self.mixed) > 1 else []
        return (*kinds, *(kind for kind in _ANIMALS if self.animals[kind]))

    def may_lead(self, square: Square) -> tuple[Square, ...]:
        """Where some card would let a path go on from a square it lands on, in order."""
        return self._onward[square]

    def _leads(self, square: Square) -> tuple[Square, ...]:
        found: dict[Square, None] = {}
        for kind in self.kinds(square):
            carried = self.carried(square, kind) if kind else ()
            free = self.water.free(carried, ())
            # A ride may find its destinations taken by what the same move has landed on before.
            if START not in free and GOAL not in free and all(map(self._carries, free)):
                found |= dict.fromkeys(self.water.ahead[square])
            found |= dict.fromkeys(free)
        return tuple(found)

    def _carries(self, square: Square) -> bool:
        return any(self.kinds(square))

    def onward(self, fates: Fates, path: Sequence[Square], to: Square) -> Fates:
        """The fates of a path that goes on to a square; none where no card lets it."""
        here = path[-1]
        if len(path) == 1 or here == START:
            return (
                {(m, d, o, len(path)): n for (m, d, o, _), n in fates.items()}
                if self._steps(here, to)
                else {}
            )
        hidden = self.state.spot(here).face_down
        after: dict[tuple[int, int, int, int], int] = {}
        for (m, d, o, began), ways in fates.items():
            for kind in self.kinds(here):
                fate, number = (m, d, o), ways
                if hidden:
                    match kind:
                        case Kind.DOLPHIN:
                            fate, number = (m, d + 1, o), ways * (self.animals[kind] - d)
                        case Kind.ORCA:
                            fate, number = (m, d, o + 1), ways * (self.animals[kind] - o)
                        case _:
                            fate, number = (m + 1, d, o), ways if m + 1 < len(self.mixed) else 0
                free = self.water.free(self.carried(here, kind), path[began:]) if kind else ()
                # While the animal carries, the move goes on; else the next step is a new move.
                if number and (to in free if free else self._steps(here, to)):
                    key = (*fate, began if free else len(path))
                    after[key] = after.get(key, 0) + number
        return after

    def _steps(self, here: Square, to: Square) -> bool:
        return to in self.water.ahead[here]

    def average(self, fates: Fates, path: Sequence[Square]) -> Fraction:
        """The chance that the face-down cards of a path let the rabbit pass."""
        hidden = sum(1 for square in path[1:-1] if square != START and self.state.spot(square).face_down)
        ways = sum(
            (n * factorial(m) * self.mixed[m] for (m, _, _, _), n in fates.items()),
            Fraction(0),
        )
        return ways / perm(self.unseen, hidden)

    def neighbours(self, here: Square, to: Square) -> bool:
        """Whether some card could lead a rabbit from one square to the other."""
        if to in self.board.ahead[here]:
            return True
        return here != START and any(to in self.carried(here, kind) for kind in self.kinds(here) if kind)


_BEGIN: Final = {(0, 0, 0, 1): 1}


def paths(
    state: State,
    start: Square = START,
    *,
    blocked: Collection[Square] = (),
    rides: bool = False,
    limit: int = PATHS,
) -> Iterator[Path]:
    """The paths to the goal, one after the other, from the left.

    Parameters
    ----------
    state : State
        A position of River.
    start : str
        Where the paths begin: Start, or a square.
    blocked : collection of str
        Squares that are closed.
    rides : bool
        Without: all paths of steps ahead, whatever the cards. With: what a rabbit can really go, if it wins
        its fights. Then a dolphin or orca carries it on (and face-down cards may be any that are unseen).
    limit : int
        The most paths; with ``rides`` dead ends are counted too.

    Yields
    ------
    tuple of str
        The squares from ``start`` to ``"*"``; none stands twice.

    Raises
    ------
    SetupError
        If a square is none of the river's; with ``rides``, if players know face-down cards of a draft.
    TooLarge
        If there are more than ``limit``: steps are counted first, with ``rides`` it is found on the way.

    Examples
    --------
    >>> from inaba import river
    >>> position = river.parse("0,W/O,3 -,- 1 - -", river.Rules(orca="side"))
    >>> [" ".join(path) for path in paths(position)]
    ['- a1 a2 *', '- a1 b2 *', '- b1 a2 *', '- b1 b2 *']
    >>> [" ".join(path) for path in paths(position, rides=True)]
    ['- a1 b1 a2 *', '- a1 b1 b2 *', '- b1 a2 *', '- b1 b2 *']
    """
    if rides:
        return _routes(_Walk(state, blocked), _start(state, start), limit)
    count = count_paths(state, start, blocked=blocked)
    if count > limit:
        raise TooLarge("solvers.graph.paths", size=count, limit=limit)
    return _step_paths(_Water(state, blocked), start)


def _step_paths(water: _Water, start: Square) -> Iterator[Path]:
    stack: list[Path] = [(start,)]
    while stack:
        path = stack.pop()
        if path[-1] == GOAL:
            yield path
        else:
            stack += [(*path, to) for to in reversed(water.ahead[path[-1]])]


def _routes(walk: _Walk, start: Square, limit: int) -> Iterator[Path]:
    ends = 0
    stack: list[tuple[Path, _Walk.Fates]] = [((start,), _BEGIN)]
    while stack:
        path, fates = stack.pop()
        more = []
        if path[-1] != GOAL:
            for to in walk.may_lead(path[-1]) if len(path) > 1 else walk.water.ahead[start]:
                if to not in path and (after := walk.onward(fates, path, to)):
                    more.append(((*path, to), after))
            stack += reversed(more)
        if not more:
            ends += 1
            if ends > limit:
                raise TooLarge("solvers.graph.paths", size=ends, limit=limit)
        if path[-1] == GOAL:
            yield path


def path_chance(state: State, path: Sequence[Square], *, blocked: Collection[Square] = ()) -> Fraction:
    """The chance of going a path to the goal without losing a fight.

    Every fight is a first attempt, against the hit points left now. Face-down cards are averaged over all
    orders of the unseen ones. A dolphin or orca must carry along the path; where it leaves a choice, the path
    has chosen. What a giant squid turns up changes nothing: the path is settled before.

    Parameters
    ----------
    state : State
        A position of River.
    path : sequence of str
        From ``"-"``, or a square on which the rabbit stands, to ``"*"``; no square twice.
    blocked : collection of str
        Squares that are closed.

    Returns
    -------
    Fraction
        In [0, 1]; 0 for a path that the cards do not let through, as one ahead from an orca.

    Raises
    ------
    SetupError
        If it is no path to the goal, a square is none of the river's, or players know face-down cards of a
        draft.

    Examples
    --------
    >>> from inaba import river
    >>> path_chance(river.parse("5,W,4/0,6,9-4 -,- 1 - -"), ["-", "c1", "c2", "*"])
    Fraction(55, 72)

    One of the two face-down cards is on the way: half the time the whale, half the time a shark of 9.

    >>> path_chance(river.parse("?,?/0,9x -,- 1 - 9,W"), ["-", "a1", "b2", "*"])
    Fraction(23, 36)
    """
    path = tuple(path)
    walk = _Walk(state, blocked)
    if len(path) < 2 or path[-1] != GOAL or len(set(path)) < len(path):
        raise SetupError("solvers.graph.path", path=" ".join(path))
    _on_board(state, path[:-1], ends=True)
    for n, (here, to) in enumerate(pairwise(path)):
        if not (walk.neighbours(here, to) if n else to in state.board.ahead[here]):
            raise SetupError("solvers.graph.step", square=here, to=to, path=" ".join(path))
    fates: _Walk.Fates = _BEGIN
    chance = Fraction(1)
    for n in range(1, len(path)):
        chance *= walk.past[path[n]]
        fates = walk.onward(fates, path[:n], path[n])
    return chance * walk.average(fates, path)


class LikelyPath(NamedTuple):
    """A path, and the chance of going it without losing a fight."""

    path: Path
    chance: Fraction


def most_likely_path(
    state: State, start: Square = START, *, blocked: Collection[Square] = (), limit: int = PATHS
) -> LikelyPath | None:
    """The path to the goal that is most likely to be gone without losing a fight, rides included.

    Parameters
    ----------
    state : State
        A position of River.
    start : str
        Where it begins: Start, or a square.
    blocked : collection of str
        Squares that are closed.
    limit : int
        The most paths to begin.

    Returns
    -------
    LikelyPath or None
        Of equal chances the path of the fewest squares; of these the first in legal order, from the left.
        None where no path has a chance: closed, or through sharks that no single roll beats.

    Raises
    ------
    SetupError
        If a square is none of the river's, or players know face-down cards of a draft.
    TooLarge
        If more than ``limit`` paths would have to be begun, as with many face-down cards.

    Examples
    --------
    >>> from inaba import river
    >>> most_likely_path(river.parse("9,8,7/6,5,4 -,- 1 - -"))
    LikelyPath(path=('-', 'c1', 'c2', '*'), chance=Fraction(77, 144))
    >>> most_likely_path(river.parse("13 -,- 1 - -")) is None
    True
    """
    walk = _Walk(state, blocked)
    start = _start(state, start)
    bounds = _bounds(walk)
    begun = 0
    # Chance (the greatest first), squares, the places among the ways on: all compared in this order.
    heap: list[tuple[Fraction, int, tuple[int, ...], Path, Fraction, _Walk.Fates]] = []
    heappush(heap, (Fraction(-1), 0, (), (start,), Fraction(1), _BEGIN))
    while heap:
        below, _, order, path, known, fates = heappop(heap)
        if path[-1] == GOAL:
            return LikelyPath(path, -below)
        begun += 1
        if begun > limit:
            raise TooLarge("solvers.graph.paths", size=begun, limit=limit)
        # Whoever stands on an animal where a path begins steps ahead from it.
        ways = walk.may_lead(path[-1]) if len(path) > 1 else walk.water.ahead[start]
        for place, to in enumerate(ways):
            if to in path or to not in bounds or not (after := walk.onward(fates, path, to)):
                continue
            longer, gone = (*path, to), known * walk.past[to]
            bound, squares = bounds[to]
            if to == GOAL:
                bound = walk.average(after, longer)
            elif _hidden(state, to):
                bound *= walk.easiest
            if chance := gone * bound:
                heappush(heap, (-chance, len(path) + squares, (*order, place), longer, gone, after))
    return None


def _hidden(state: State, square: Square) -> bool:
    return square not in (START, GOAL) and state.spot(square).face_down


def _bounds(walk: _Walk) -> dict[Square, tuple[Fraction, int]]:
    """From each square: at most this chance to pass all that comes, and at least so many squares to go."""
    behind: dict[Square, list[Square]] = {}
    for square in (START, *walk.board.squares):
        for to in walk.may_lead(square):
            behind.setdefault(to, []).append(square)
    bounds: dict[Square, tuple[Fraction, int]] = {}
    heap: list[tuple[Fraction, int, Square]] = [(Fraction(-1), 0, GOAL)]
    while heap:
        below, squares, here = heappop(heap)
        if here in bounds:
            continue
        bounds[here] = (-below, squares)
        past = walk.easiest if _hidden(walk.state, here) else walk.past[here]
        for before in behind.get(here, ()):
            if before not in bounds and (chance := below * past):
                heappush(heap, (chance, squares + 1, before))
    return bounds


# Crossing alone -----------------------------------------------------------------------------------------


class TurnValue(NamedTuple):
    """One turn of a rabbit that crosses alone.

    Attributes
    ----------
    squares : tuple of str
        The squares it lands on, one after the other: more than one where it is carried.
    expected : Fraction or None
        The expected number of turns until it is in the goal, this one included, if it goes on as well as it
        can; None where the goal is not reached for certain.
    """

    squares: Path
    expected: Fraction | None

    @property
    def line(self) -> str:
        """The turn as text: ``"b2>c3"``."""
        return ">".join(self.squares)


class _Shark(NamedTuple):
    """A shark that some roll does not beat.

    Attributes
    ----------
    square : str
    lefts : tuple of int
        The hit points left that may come about, ascending. The first, 0, stands for all that any roll beats.
    place : dict of int to int
        The place of each of these in ``lefts``: the digit.
    stride : int
        What one more in the digit adds to the code of a layer.
    beaten : tuple of int
        For each digit the weight of the rolls that beat it.
    lost : tuple of tuple of (int, int)
        For each digit the lost rolls: their weight, and the digit after.
    """

    square: Square
    lefts: tuple[int, ...]
    place: dict[int, int]
    stride: int
    beaten: tuple[int, ...]
    lost: tuple[tuple[tuple[int, int], ...], ...]


class _Shape:
    """Which squares lead to which while certain sharks are alive: alike in all layers with these alive.

    Attributes
    ----------
    ends : dict of str to tuple of (str, int)
        From each square, in legal order, where a turn can end, and the index of the shark that is fought
        there, or `_NOBODY`.
    """

    __slots__ = ("ends", "_reach")

    def __init__(self, water: _Water, index: Mapping[Square, int], alive: Sequence[bool]) -> None:
        self.ends: dict[Square, tuple[tuple[Square, int], ...]] = {GOAL: ()}
        self._reach: dict[Square, _Reach] = {}
        sharks = {square: shark for square, shark in index.items() if alive[shark]}
        for square in (START, *water.board.squares):
            ends = dict.fromkeys(turn[-1] for turn in water.turns(square))
            self.ends[square] = tuple((end, sharks.get(end, _NOBODY)) for end in ends)

    def reach(self, square: Square) -> _Reach:
        """What can be reached from a square without a fight, and the fights at the end of it."""
        if square not in self._reach:
            before: dict[Square, list[Square]] = {square: []}
            fought: dict[int, list[Square]] = {}
            stack = [square]
            while stack:
                here = stack.pop()
                for to, shark in self.ends[here]:
                    if shark != _NOBODY:
                        fought.setdefault(shark, []).append(here)
                        continue
                    if to not in before:
                        before[to] = []
                        stack.append(to)
                    before[to].append(here)
            self._reach[square] = _Reach(before, fought)
        return self._reach[square]


class _Reach(NamedTuple):
    """What can be reached from a square without a fight.

    Attributes
    ----------
    before : dict of str to list of str
        Each square reached, with those that lead to it.
    fought : dict of int to list of str
        Each shark that can be fought then, with the squares from where.
    """

    before: dict[Square, list[Square]]
    fought: dict[int, list[Square]]


class _Layer:
    """The positions of equal damage.

    Attributes
    ----------
    digits : tuple of int
        Of each shark, what it has left.
    bounds : dict of int to int
        For each shark, a number of turns, in units, that landing on it is followed by at least.
    turns : dict of str to int
        For each square that has been looked at, so many turns or more are needed, in units; `_NOWHERE` for
        infinitely many.
    solved : set of str
        The squares for which that is the exact number.
    """

    __slots__ = ("digits", "shape", "bounds", "turns", "solved")

    def __init__(self, digits: tuple[int, ...], shape: _Shape) -> None:
        self.digits, self.shape = digits, shape
        self.bounds: dict[int, int] = {}
        self.turns: dict[Square, int] = {}
        self.solved: set[Square] = set()


class _Cuts(NamedTuple):
    """Sets of sharks, one behind the other, such that any way from Start to the goal lands on one of each.

    Attributes
    ----------
    sharks : tuple of tuple of int
        The cuts, each with its sharks by their index.
    mine : tuple of int
        For each shark the place of its cut; `_NOBODY` if it is in none.
    behind : tuple of slice
        For each shark the cuts that are still to be crossed from its square.
    """

    sharks: tuple[tuple[int, ...], ...]
    mine: tuple[int, ...]
    behind: tuple[slice, ...]

    @classmethod
    def of(cls, most: int, places: Sequence[int], behind: Sequence[slice]) -> _Cuts:
        """So many cuts; the place of each shark's counts from 1, and one past the last is none."""
        sharks = tuple(tuple(i for i, at in enumerate(places) if at == n) for n in range(1, most + 1))
        return cls(sharks, tuple(at - 1 if at <= most else _NOBODY for at in places), tuple(behind))


class _Alone:
    """The decision process of one rabbit that crosses alone."""

    def __init__(self, state: State, rest: int, blocked: Collection[Square], limit: int) -> None:
        self.state, self.water = state, _Water(state, blocked)
        self.rest, self.limit = rest, limit
        roll = total(state.rules.dice)
        self.whole, self.least = roll.total, min(roll)
        self.sharks: list[_Shark] = []
        stride, rolls = 1, 0
        for square in state.board.squares:
            left = state.spot(square).left
            if left <= self.least or square in self.water.blocked:
                continue
            shark = self._shark(square, left, stride, dict(roll.items()))
            self.sharks.append(shark)
            stride *= len(shark.lefts)
            rolls += min(len(shark.lefts) - 1, -(-left // self.least))
        self.index = {shark.square: i for i, shark in enumerate(self.sharks)}
        self.unit: int = self.whole**rolls
        self._shapes: dict[tuple[bool, ...], _Shape] = {}
        self._layers: dict[int, _Layer] = {}
        self._ratios: dict[tuple[tuple[int, ...], int], tuple[int, ...]] = {}
        self._kindest = self._with_kind_dice()
        self._costs = [self._failures(shark) for shark in self.sharks]
        self._cuts = (self._from_start(), self._from_goal())

    def _shark(self, square: Square, left: int, stride: int, roll: Mapping[int, int]) -> _Shark:
        met, stack = {0, left}, [left]
        while stack:
            before = stack.pop()
            for damage in roll:
                after = self._alike(before - damage)
                if after not in met:
                    met.add(after)
                    stack.append(after)
        lefts = tuple(sorted(met))
        place = {points: digit for digit, points in enumerate(lefts)}
        beaten = [0]
        losses: list[tuple[tuple[int, int], ...]] = [()]
        for points in lefts[1:]:
            beaten.append(sum(weight for damage, weight in roll.items() if damage >= points))
            after_loss: dict[int, int] = {}
            for damage, weight in roll.items():
                if damage < points:
                    digit = place[self._alike(points - damage)]
                    after_loss[digit] = after_loss.get(digit, 0) + weight
            losses.append(tuple((weight, digit) for digit, weight in after_loss.items()))
        return _Shark(square, lefts, place, stride, tuple(beaten), tuple(losses))

    def _alike(self, left: int) -> int:
        """Hit points that any roll beats are as good as none."""
        return left if left > self.least else 0

    def _with_kind_dice(self) -> dict[Square, int]:
        """The least turns from each square if all rolls fell as the rabbit wishes; none where no way is.

        To win or to lose, whichever is better: so no position, of any damage, takes fewer on average.
        """
        best = {GOAL: 0}
        # Within so many passes the shortest ways, of no square twice, have all been found.
        changed = True
        while changed:
            changed = False
            for square in (START, *self.state.board.squares):
                for turn in self.water.turns(square):
                    end = turn[-1]
                    lengths = [best[end]] if end in best else []
                    if end in self.index and START in best:
                        lengths.append(self.rest + best[START])
                    if lengths and (square not in best or 1 + min(lengths) < best[square]):
                        best[square] = 1 + min(lengths)
                        changed = True
        return best

    def _failures(self, shark: _Shark) -> tuple[int, ...]:
        """For each digit of a shark: the least that failures cost for each success, in units, rounded down.

        A failure costs what the kindest dice would have saved. For each success: of all rules when to stop,
        the least expected cost over the chance to have beaten the shark, or made it one that any roll beats.
        The ratio falls from one rule to the next better one until none is better (Dinkelbach 1967).
        """
        if START not in self._kindest:
            return (0,) * len(shark.lefts)
        again = self.rest + self._kindest[START]
        cost = again - min(self._kindest.get(shark.square, again), again)
        key = (shark.lefts, cost)
        if key not in self._ratios:
            self._ratios[key] = tuple(
                int(self._ratio(shark, digit, cost) * self.unit) for digit in range(len(shark.lefts))
            )
        return self._ratios[key]

    def _ratio(self, shark: _Shark, digit: int, cost: int) -> Fraction:
        if digit == 0 or cost == 0:
            return Fraction(0)
        ratio: Fraction | None = None
        while True:
            # For each digit: cost, success, and what going on is worth at this ratio (negative is good).
            rows = [(Fraction(0), Fraction(1), Fraction(0))]
            for here in range(1, digit + 1):
                spent = Fraction(cost * (self.whole - shark.beaten[here]), self.whole)
                success = Fraction(shark.beaten[here], self.whole)
                for weight, after in shark.lost[here]:
                    more, won, worth = rows[after]
                    if after == 0 or ratio is None or worth < 0:
                        spent += Fraction(weight, self.whole) * more
                        success += Fraction(weight, self.whole) * won
                rows.append((spent, success, spent - (ratio or 0) * success))
            spent, success, worth = rows[digit]
            if ratio is not None and worth >= 0:
                return ratio
            ratio = spent / success

    def _from_start(self) -> _Cuts:
        """Cuts by the least number of sharks landed on from Start: the first, the second, …"""
        number = self._fewest({START: 0}, forward=True)
        most = number.get(GOAL, 0)
        places = [number.get(shark.square, most + 1) for shark in self.sharks]
        return _Cuts.of(most, places, [slice(place, most) for place in places])

    def _from_goal(self) -> _Cuts:
        """Cuts by the least number of sharks landed on up to the goal: the last, the last but one, …"""
        number = self._fewest({GOAL: 0}, forward=False)
        most = number.get(START, 0)
        ahead = [number.get(shark.square, most) for shark in self.sharks]
        return _Cuts.of(most, [n + 1 for n in ahead], [slice(0, min(n, most)) for n in ahead])

    def _fewest(self, level: dict[Square, int], *, forward: bool) -> dict[Square, int]:
        """From a square, or to it, on any way to or from each other: the fewest sharks that are landed on."""
        changed = True
        while changed:
            changed = False
            for square in (START, *self.state.board.squares):
                for turn in self.water.turns(square):
                    here, to = (square, turn[-1]) if forward else (turn[-1], square)
                    if here in level:
                        more = level[here] + (turn[-1] in self.index)
                        if to not in level or more < level[to]:
                            level[to] = more
                            changed = True
        return level

    def code(self, state: State) -> int:
        """The number of the layer that a position of this river is in."""
        code = 0
        for spot, root, square in zip(state.spots, self.state.spots, self.state.board.squares, strict=True):
            if spot.card != root.card:
                raise SetupError("solvers.graph.foreign", position=state)
            if square in self.index:
                shark = self.sharks[self.index[square]]
                left = self._alike(spot.left)
                if left not in shark.place:
                    raise SetupError("solvers.graph.foreign", position=state)
                code += shark.place[left] * shark.stride
        return code

    @property
    def layers(self) -> int:
        """How many layers have been looked at."""
        return len(self._layers)

    def _layer(self, code: int) -> _Layer:
        if code not in self._layers:
            if len(self._layers) >= self.limit:
                raise TooLarge("solvers.graph.layers", size=len(self._layers) + 1, limit=self.limit)
            digits = tuple(code // shark.stride % len(shark.lefts) for shark in self.sharks)
            self._layers[code] = _Layer(digits, self._shape(tuple(map(bool, digits))))
        return self._layers[code]

    def _shape(self, alive: tuple[bool, ...]) -> _Shape:
        if alive not in self._shapes:
            self._shapes[alive] = _Shape(self.water, self.index, alive)
        return self._shapes[alive]

    # Solving.

    def turns(self, code: int, square: Square) -> int:
        """The least expected turns from a square, in units; `_NOWHERE` for infinitely many."""
        layer = self._layer(code)
        while square not in layer.solved:
            self._pass(code, square)
        return layer.turns[square]

    def _pass(self, code: int, square: Square) -> None:
        """Follow what looks best down to what is new, look at that, and correct all on the way back.

        On a stack of our own, for layers may lie deep.
        """
        met: set[tuple[int, Square]] = set()
        stack = [(code, square, False)]
        while stack:
            code, square, back = stack.pop()
            layer = self._layer(code)
            if square in layer.solved or ((code, square) in met and not back):
                continue
            met.add((code, square))
            new = square not in layer.turns
            shark = self._look(code, square)
            outcomes = [] if shark == _NOBODY else self._outcomes(code, shark)
            if all(self._is_solved(after, at) for _, after, at in outcomes):
                layer.solved.add(square)
            elif not new and not back:
                stack.append((code, square, True))
                stack += [(after, at, False) for _, after, at in outcomes]

    def _is_solved(self, code: int, square: Square) -> bool:
        return code in self._layers and square in self._layers[code].solved

    def _look(self, code: int, square: Square) -> int:
        """Bring a square up to date: shortest ways over all fights, these at their bounds.

        Returns
        -------
        int
            The shark that the first of the best ways in legal order ends with; `_NOBODY` where it ends in the
            goal, or there is no way.
        """
        lengths, fights = self._lengths(code, square)
        layer = self._layers[code]
        layer.turns[square] = lengths.get(square, _NOWHERE)
        if square not in lengths:
            return _NOBODY
        while square != GOAL:
            for end, shark in layer.shape.ends[square]:
                behind = lengths.get(end, _NOWHERE) if shark == _NOBODY else fights[shark]
                if behind != _NOWHERE and behind + self.unit == lengths[square]:
                    break
            if shark != _NOBODY:
                return shark
            square = end
        return _NOBODY

    def _lengths(self, code: int, square: Square) -> tuple[dict[Square, int], dict[int, int]]:
        """How long the ways to the goal are, from squares and behind fights (Dijkstra's method)."""
        reach = self._layer(code).shape.reach(square)
        fights = {shark: self._behind(code, shark) for shark in reach.fought}
        heap = [(0, GOAL)] if GOAL in reach.before else []
        for shark, befores in reach.fought.items():
            if fights[shark] != _NOWHERE:
                heap += [(fights[shark] + self.unit, at) for at in befores]
        heapify(heap)
        lengths: dict[Square, int] = {}
        while heap and square not in lengths:
            length, here = heappop(heap)
            if here not in lengths:
                lengths[here] = length
                for at in reach.before[here]:
                    if at not in lengths:
                        heappush(heap, (length + self.unit, at))
        return lengths, fights

    def _behind(self, code: int, shark: int) -> int:
        """So many turns or more are behind landing on a live shark; exact if all it leads to is solved."""
        layer = self._layers[code]
        if shark not in layer.bounds:
            layer.bounds[shark] = self._bound(layer, shark)
        bound = layer.bounds[shark]
        mean = 0
        for weight, after, square in self._outcomes(code, shark):
            lower = self._layers.get(after)
            turns = None if lower is None else lower.turns.get(square)
            if turns is None:
                return bound
            if turns == _NOWHERE:
                return _NOWHERE
            mean += weight * (turns + (self.rest * self.unit if square == START else 0))
        return bound if bound == _NOWHERE else max(bound, mean // self.whole)

    def _bound(self, layer: _Layer, shark: int) -> int:
        """So many turns or more are behind landing on a live shark: the theorem, before any look."""
        kindest, who, digit = self._kindest, self.sharks[shark], layer.digits[shark]
        won, lost = who.beaten[digit], self.whole - who.beaten[digit]
        # A fight that may leave the rabbit where there is no way on takes for ever.
        if (won and who.square not in kindest) or (lost and START not in kindest):
            return _NOWHERE
        through = kindest.get(who.square, 0) * self.unit
        again = (self.rest + kindest.get(START, 0)) * self.unit
        bounds = []
        for cuts in self._cuts:
            costs = [[self._costs[i][layer.digits[i]] for i in cut if i != shark] for cut in cuts.sharks]
            mine = cuts.mine[shark]
            # What the other cuts cost, and then this one with each number of hit points left.
            least = [min(cost) for place, cost in enumerate(costs) if place != mine]
            if mine != _NOBODY:
                least.insert(mine, 0)
            bound = won * (through + sum(least[cuts.behind[shark]])) + lost * (again + sum(least))
            if mine != _NOBODY:
                bound += sum(
                    weight * min([self._costs[shark][after], *costs[mine]])
                    for weight, after in who.lost[digit]
                )
            bounds.append(bound // self.whole)
        return max(bounds)

    def _outcomes(self, code: int, shark: int) -> list[tuple[int, int, Square]]:
        """What a fight leads to: weight, layer and square."""
        who = self.sharks[shark]
        digit = self._layer(code).digits[shark]
        found = [(weight, code - (digit - after) * who.stride, START) for weight, after in who.lost[digit]]
        if who.beaten[digit]:
            found.append((who.beaten[digit], code - digit * who.stride, who.square))
        return found

    def after(self, code: int, end: Square) -> int:
        """The expected turns behind a turn that ends on a square, fight and all; `_NOWHERE` if infinite."""
        layer = self._layer(code)
        shark = self.index.get(end, _NOBODY)
        if shark == _NOBODY or not layer.digits[shark]:
            return self.turns(code, end)
        for _, after, square in self._outcomes(code, shark):
            self.turns(after, square)
        return self._behind(code, shark)

    def best(self, code: int, square: Square) -> Path | None:
        """The first turn in legal order that is as good as any; None where the goal is not certain."""
        if square == GOAL or self.turns(code, square) == _NOWHERE:
            return None
        # Each bound that is as low was worked out: those before the first of the best are truly longer.
        lengths, fights = self._lengths(code, square)
        digits = self._layers[code].digits
        for turn in self.water.turns(square):
            shark = self.index.get(turn[-1], _NOBODY)
            alive = shark != _NOBODY and digits[shark]
            behind = fights[shark] if alive else lengths.get(turn[-1], _NOWHERE)
            if behind != _NOWHERE and behind + self.unit == lengths[square]:
                return turn
        return None

    def number(self, turns: int) -> Fraction | None:
        """Turns in units as a number; None for infinitely many."""
        return None if turns == _NOWHERE else Fraction(turns, self.unit)


class Crossing:
    """A rabbit that crosses alone, solved by `cross_alone`; it can be asked about later positions too.

    Attributes
    ----------
    state : State
        The position.
    rabbit : int
        The rabbit, from 1.
    rest_turns : int
        How many turns a lost fight costs besides its own.
    expected : Fraction or None
        The least expected number of turns until it is in the goal. None if that is infinite: no way of
        playing reaches the goal for certain.
    """

    def __init__(self, state: State, rabbit: int, alone: _Alone) -> None:
        self.state, self.rabbit, self.rest_turns = state, rabbit, alone.rest
        self._alone = alone
        self.expected = alone.number(alone.turns(alone.code(state), state.rabbits[rabbit - 1]))

    @cached_property
    def moves(self) -> tuple[TurnValue, ...]:
        """All first turns, the best first; equals in legal order, those of infinitely many turns last.

        They are worked out when they are first asked for: for bad turns that can take far longer than for the
        best, which rules them out without their exact values.

        Raises
        ------
        TooLarge
            As `cross_alone`.
        """
        alone = self._alone
        code = alone.code(self.state)
        moves = []
        for turn in alone.water.turns(self.state.rabbits[self.rabbit - 1]):
            behind = alone.after(code, turn[-1])
            moves.append(TurnValue(turn, alone.number(behind if behind == _NOWHERE else behind + alone.unit)))
        return tuple(sorted(moves, key=lambda move: (move.expected is None, move.expected or 0)))

    @property
    def layers(self) -> int:
        """How many layers of damage have been looked at so far."""
        return self._alone.layers

    def _place(self, state: State) -> tuple[int, Square]:
        """The layer and the square of the rabbit in a position of the same river."""
        if (state.rules, state.board) != (self.state.rules, self.state.board):
            raise SetupError("solvers.graph.foreign", position=state)
        return self._alone.code(state), _square_of(state, self.rabbit)

    def expected_from(self, state: State) -> Fraction | None:
        """The least expected number of turns from another position of this crossing; 0 in the goal.

        Only the cards and this rabbit are looked at; whether it rests is not.

        Raises
        ------
        SetupError
            If the cards or rules are others, or the damage cannot come about.
        TooLarge
            As `cross_alone`.

        Examples
        --------
        >>> from inaba import river
        >>> crossing = cross_alone(river.parse("3 -,- 1 - -"))
        >>> crossing.expected, crossing.expected_from(river.parse("3-2 -,- 1 - -"))
        (Fraction(37, 18), Fraction(2, 1))
        """
        code, square = self._place(state)
        return self._alone.number(self._alone.turns(code, square))

    def best_turn(self, state: State | None = None) -> Path | None:
        """The squares that the rabbit should land on in its next turn, here or in a later position.

        Of equally good turns the first in legal order. None where it is in the goal already, or does not
        reach it for certain.

        Raises
        ------
        SetupError, TooLarge
            As `expected_from`.

        Examples
        --------
        >>> from inaba import river
        >>> cross_alone(river.parse("9,9/D,9 -,- 1 - -")).best_turn()
        ('a1', 'a2')
        """
        return self._alone.best(*self._place(self.state if state is None else state))

    def distribution(self, most: int | None = None) -> tuple[Fraction, ...]:
        """How many turns it takes under the best play that `best_turn` names: the chance of each number.

        Parameters
        ----------
        most : int, optional
            The greatest number of turns that is asked for; unless given, as many as there can be.

        Returns
        -------
        tuple of Fraction
            The place is the number of turns, from 0. What is missing to 1 is the chance of more than
            ``most``.

        Raises
        ------
        SetupError
            If ``most`` is not a whole number of 0 or more, or the goal is not reached for certain.

        Examples
        --------
        One lost fight costs two turns, its own and the one at rest:

        >>> from inaba import river
        >>> turns = cross_alone(river.parse("3 -,- 1 - -")).distribution()
        >>> [str(chance) for chance in turns]
        ['0', '0', '35/36', '0', '1/36']
        """
        if most is not None and (type(most) is not int or most < 0):
            raise SetupError("solvers.graph.turns", value=most)
        if self.expected is None:
            raise SetupError("solvers.graph.never", position=self.state)
        alone = self._alone
        chances: list[Fraction] = []
        now: dict[int, dict[tuple[int, Square], int]] = {0: {self._place(self.state): alone.unit}}
        n = 0
        while now and (most is None or n <= most):
            reached = 0
            for (code, square), weight in now.pop(n, {}).items():
                if square == GOAL:
                    reached += weight
                    continue
                turn = alone.best(code, square)
                assert turn is not None  # best play keeps to positions from which the goal is certain
                for later, where, share in self._led(code, turn[-1], weight):
                    places = now.setdefault(n + later, {})
                    places[where] = places.get(where, 0) + share
            chances.append(Fraction(reached, alone.unit))
            n += 1
        missing = 0 if most is None else most + 1 - len(chances)
        return (*chances, *[Fraction(0)] * missing)

    def _led(self, code: int, end: Square, weight: int) -> Iterator[tuple[int, tuple[int, Square], int]]:
        """Where a turn that ends on a square leads: after how many turns, the place, and its share."""
        alone = self._alone
        shark = alone.index.get(end)
        if shark is None or not alone._layer(code).digits[shark]:
            yield 1, (code, end), weight
            return
        for part, after, square in alone._outcomes(code, shark):
            rest = alone.rest if square == START else 0
            # No remainder: as in the mean.
            yield 1 + rest, (after, square), weight * part // alone.whole


def cross_alone(
    state: State,
    rabbit: int = 1,
    *,
    rest_turns: int = 1,
    blocked: Collection[Square] = (),
    limit: int = LAYERS,
) -> Crossing:
    """Cross the river alone, in as few turns as possible on average: exactly.

    Only this rabbit moves, in every turn; the others are not there, or stand still (``blocked``). Turns are
    counted from the first in which it may move.

    Parameters
    ----------
    state : State
        An open position at the start of a turn: every card face up.
    rabbit : int
        The rabbit that crosses, from 1.
    rest_turns : int
        How many turns a rabbit that has lost a fight rests (River, rule 7): 1 if every turn is its own, 0 if
        another player's turn lies between.
    blocked : collection of str
        Squares that are closed, as those on which other rabbits stand (`others`).
    limit : int
        The most layers of damage to hold in memory.

    Returns
    -------
    Crossing

    Raises
    ------
    SetupError
        If a card is face down, a turn is under way, the game is over, or an argument is out of its range.
    TooLarge
        If more than ``limit`` layers are needed.

    Examples
    --------
    A shark on every way. One roll in 36 is too little against 3, three are against 4, and cost two turns:

    >>> from inaba import river
    >>> crossing = cross_alone(river.parse("4,3 -,- 1 - -"))
    >>> [(move.line, str(move.expected)) for move in crossing.moves]
    [('b1', '37/18'), ('a1', '13/6')]
    """
    square = _square_of(state, rabbit)
    if not isinstance(state.phase, Turn) or state.result() is not None:
        raise SetupError("solvers.graph.position", position=state)
    if not all(spot.up for spot in state.spots):
        raise SetupError("solvers.graph.face_down", position=state)
    if type(rest_turns) is not int or rest_turns < 0:
        raise SetupError("solvers.graph.rest", value=rest_turns)
    if square in blocked:
        raise SetupError("solvers.graph.own_square", square=square, rabbit=rabbit)
    return Crossing(state, rabbit, _Alone(state, rest_turns, blocked, limit))


# Squares that cut off -----------------------------------------------------------------------------------


def _closing(
    state: State, rabbit: int, blocked: Collection[Square] | None
) -> tuple[Square, frozenset[Square]]:
    """The rabbit's square, and the squares that are closed to it: unless given, where the others stand."""
    square = _square_of(state, rabbit)
    if square == GOAL:
        raise SetupError("solvers.graph.in_goal", rabbit=rabbit)
    closed_to = others(state, rabbit) if blocked is None else _Water(state, blocked).blocked
    if square in closed_to:
        raise SetupError("solvers.graph.own_square", square=square, rabbit=rabbit)
    return square, closed_to


def closed(
    state: State, rabbit: int = 1, *, blocked: Collection[Square] | None = None, setbacks: bool = False
) -> bool:
    """Whether every way to the goal is closed to a rabbit, while the others stand where they are.

    Every fight is won in the end; a face-down card lets the rabbit stand on it, as long as some unseen card
    does.

    Parameters
    ----------
    state : State
        A position of River.
    rabbit : int
        The rabbit, from 1.
    blocked : collection of str, optional
        The squares that are closed to it; unless given, those on which the other rabbits stand now.
    setbacks : bool
        Whether losing a fight counts as a way too: from a shark back to Start.

    Raises
    ------
    SetupError
        If there is no such rabbit, it is in the goal, or a square is its own or none of the river's.
    TooLarge
        If too many dolphins and orcas lie together.

    Examples
    --------
    >>> from inaba import river
    >>> position = river.parse("W,W,W/0,6,3 a1,a2,b2 1 - -")
    >>> closed(position, 1), closed(position, 1, blocked=["a2"])
    (True, False)
    """
    square, closed_to = _closing(state, rabbit, blocked)
    return not _Water(state, closed_to).reaches_goal(square, setbacks=setbacks)


class Cut(NamedTuple):
    """A smallest set of squares that closes every way, and ways that prove that no smaller one does.

    Attributes
    ----------
    squares : tuple of str
        In the board's order.
    ways : tuple of tuple of str
        From the rabbit to the goal, with no square in common but where they begin and end (and Start). As
        many as there are squares in the cut, so any cut needs as many (Menger 1927). Only where blocking
        squares would let a rabbit stay on an orca, and so go on, there may be fewer.
    """

    squares: Path
    ways: tuple[Path, ...]


def minimum_cut(
    state: State, rabbit: int = 1, *, blocked: Collection[Square] | None = None, setbacks: bool = False
) -> Cut | None:
    """The fewest squares that close every way to the goal, if something stood on each of them.

    Parameters
    ----------
    state, rabbit, blocked, setbacks
        As for `closed`.

    Returns
    -------
    Cut or None
        No squares where every way is closed already; None where nothing can stop the rabbit, since it stands
        one step before the goal.

    Raises
    ------
    SetupError
        As `closed`.
    TooLarge
        If too many sets of squares would have to be tried (`PLACEMENTS`), or as `closed`.

    Examples
    --------
    >>> from inaba import river
    >>> minimum_cut(river.parse("W,W,W/W,O,W/5,6,7 -,b3 1 - -"))
    Cut(squares=('a3', 'c3'), ways=(('-', 'a1', 'a2', 'a3', '*'), ('-', 'b1', 'c2', 'c3', '*')))
    """
    import networkx as nx

    square, closed_to = _closing(state, rabbit, blocked)
    water = _Water(state, closed_to)
    if not water.reaches_goal(square, setbacks=setbacks):
        return Cut((), ())
    if GOAL in state.board.ahead[square]:
        return None
    index = state.board.index

    def closes(squares: Collection[Square]) -> bool:
        return not _Water(state, closed_to.union(squares)).reaches_goal(square, setbacks=setbacks)

    # What leads on in the first graph does so whatever is blocked besides; what does in the second only
    # perhaps, as ahead from an orca that has nowhere to carry to. So a smallest cut is at least as large as
    # the one of the first, and that of the second closes for certain.
    surely = _leading(water, square, setbacks=setbacks, perhaps=False)
    cut: list[Square] = []
    ways: tuple[Path, ...] = ()
    if nx.has_path(surely, square, GOAL):
        cut = sorted(nx.minimum_node_cut(surely, square, GOAL), key=index.__getitem__)
        disjoint = [_with_start(way, water) for way in nx.node_disjoint_paths(surely, square, GOAL)]
        ways = tuple(sorted(disjoint, key=lambda way: [index.get(at, -1) for at in way]))
    if not closes(cut):
        most = nx.minimum_node_cut(_leading(water, square, setbacks=setbacks, perhaps=True), square, GOAL)
        free = [at for at in state.board.squares if at not in closed_to and at != square]
        tried = 0
        for size in range(len(cut), len(most)):
            tried += comb(len(free), size)
            if tried > PLACEMENTS:
                raise TooLarge("solvers.graph.placements", size=tried, limit=PLACEMENTS)
            found = next(filter(closes, combinations(free, size)), None)
            if found:
                return Cut(found, ways)
        cut = sorted(most, key=index.__getitem__)
    return Cut(tuple(cut), ways)


def _leading(water: _Water, start: Square, *, setbacks: bool, perhaps: bool) -> nx.DiGraph:
    """Which square leads on to which; Start, which nothing blocks, is passed over if not the start."""
    import networkx as nx

    graph = nx.DiGraph()
    graph.add_nodes_from((start, GOAL))
    for square in (START, *water.board.squares):
        if square in water.blocked:
            continue
        carried = water.carries.get(square, ()) if square != start else ()
        free = water.free(carried, ())
        leads = dict.fromkeys(free or water.ahead[square])
        if perhaps and START not in carried:
            leads |= dict.fromkeys(water.ahead[square])
        if setbacks and square != start and water.may_lose(square):
            leads[START] = None
        if START in leads and start != START:
            del leads[START]
            leads |= dict.fromkeys(water.ahead[START])
        graph.add_edges_from((square, to) for to in leads if to != square)
    if start != START:
        graph.remove_nodes_from([START])  # it is not there where the whole first row is blocked
    return graph


def _with_start(way: Sequence[Square], water: _Water) -> Path:
    """A way with Start put in where the graph has passed it over."""
    full = [way[0]]
    for here, to in pairwise(way):
        if to not in water.ahead[here] and to not in water.carries.get(here, ()):
            full.append(START)
        full.append(to)
    return tuple(full)


def bottlenecks(
    state: State, rabbit: int = 1, *, blocked: Collection[Square] | None = None, setbacks: bool = False
) -> dict[int, Path]:
    """Row by row the single squares whose blocking alone closes every way to the goal to a rabbit.

    Parameters
    ----------
    state, rabbit, blocked, setbacks
        As for `closed`.

    Returns
    -------
    dict of int to tuple of str
        Each row, from 1, with its bottlenecks from the left: nowhere any where all is closed already. Without
        rides a row has one at most.

    Raises
    ------
    SetupError, TooLarge
        As `closed`.

    Examples
    --------
    >>> from inaba import river
    >>> bottlenecks(river.parse("W,W,W/W,W,W/W,W,W -,a2,b1 1 - -"), blocked=["a2", "b2", "a1"])
    {1: (), 2: ('c2',), 3: ()}
    """
    square, closed_to = _closing(state, rabbit, blocked)
    found: dict[int, list[Square]] = {row: [] for row in range(1, state.board.rows + 1)}
    if _Water(state, closed_to).reaches_goal(square, setbacks=setbacks):
        for at in state.board.squares:
            if at in closed_to or at == square:
                continue
            if not _Water(state, closed_to | {at}).reaches_goal(square, setbacks=setbacks):
                found[state.board.row(at)].append(at)
    return {row: tuple(squares) for row, squares in found.items()}


def standable(state: State, rabbit: int = 1) -> Path:
    """The squares on which rabbits other than this one can stand at the end of a turn, as the cards lie now.

    These are whales, squids, sharks without hit points left, and wherever one stands already. A dolphin or
    orca carries a rabbit on, a shark that is alive sends it away or is beaten, and what is face down is not
    known.

    Raises
    ------
    SetupError
        If there is no such rabbit.

    Examples
    --------
    >>> from inaba import river
    >>> standable(river.parse("5,W,4/0,6x,?/D,O,S -,b2 1 - 7"))
    ('c1', 'a2', 'b2', 'b3')
    """
    square, taken = _square_of(state, rabbit), others(state, rabbit)
    return tuple(
        at
        for at, spot in zip(state.board.squares, state.spots, strict=True)
        if at != square and (at in taken or (spot.card and spot.card.kind not in _ANIMALS and spot.left == 0))
    )


def blockades(
    state: State,
    rabbit: int = 1,
    *,
    squares: Collection[Square] | None = None,
    setbacks: bool = False,
    limit: int = PLACEMENTS,
) -> tuple[Path, ...]:
    """Where the other rabbits would have to stand to close every way to the goal to this one.

    `closed` tells whether they do now.

    Parameters
    ----------
    state : State
        A position of River.
    rabbit : int
        The rabbit that is to be stopped, from 1.
    squares : collection of str, optional
        Where the others may stand; unless given, `standable`.
    setbacks : bool
        Whether losing a fight counts as a way too, as for `closed`.
    limit : int
        The most placements to try.

    Returns
    -------
    tuple of tuple of str
        All sets of squares, at most one a rabbit, that close every way and of which none can be spared; the
        smaller first, then in the board's order. ``((),)`` where nobody is needed, ``()`` where they cannot
        do it.

    Raises
    ------
    SetupError
        As `closed`.
    TooLarge
        If there are more placements than ``limit``, or as `closed`.

    Examples
    --------
    >>> from inaba import river
    >>> blockades(river.parse("W,0,5/W,6,W a1,-,- 1 - -"))
    (('a2', 'b2'),)
    """
    square, _ = _closing(state, rabbit, ())
    at = standable(state, rabbit) if squares is None else squares
    places = sorted(_Water(state, at).blocked, key=state.board.index.__getitem__)
    if square in places:
        raise SetupError("solvers.graph.own_square", square=square, rabbit=rabbit)
    most = min(
        sum(player != rabbit and to != GOAL for player, to in enumerate(state.rabbits, 1)), len(places)
    )
    size = sum(comb(len(places), n) for n in range(most + 1))
    if size > limit:
        raise TooLarge("solvers.graph.placements", size=size, limit=limit)
    found: list[Path] = []
    for n in range(most + 1):
        for placed in combinations(places, n):
            if any(set(placed).issuperset(smaller) for smaller in found):
                continue
            if not _Water(state, placed).reaches_goal(square, setbacks=setbacks):
                found.append(placed)
    return tuple(found)
