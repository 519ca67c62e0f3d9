r"""Proven lower and upper bounds for a two-player position that is too large to solve.

**Definitions.** The game and its *value* are those of `solvers.endgame`: player 1's share under best play,
play without end being worth a stated share d to him. A pair of functions L and U on positions are *bounds* if
L(s) ≤ v(s) ≤ U(s) everywhere. Here they are whole numbers over 2⁶⁴, and every rounding goes outwards: down in
L, up in U. So what is said of the value holds exactly; nothing is statistical.

**Search.** A part of the game's graph is expanded: a position and what it leads to. What is not expanded has
bounds of its own: 0 and 1, for a share of the win lies between them, and so does that of endless play; the
value itself, where the position is small enough for the exact solver; 1 or 0 where whose turn it is can step
into the goal. An expanded position is *backed up*:

- player 1 moves: L is the greatest L that he can move to, U the greatest U; player 2: the least of each;
- chance moves: the mean of L, rounded down, and of U, rounded up.

**Why the bounds stay true, loops or not.** Let T be that operation, on any function of positions. It is
monotone, and v is a fixed point of it. So L ≤ v gives TL ≤ Tv = v, whichever positions are backed up and in
whichever order, and the greater of L and TL is again a lower bound. Nothing in this asks whether the graph
has loops. Bounds never get worse: what is kept is the best that was ever proven.

**Why loops need more.** In a loop bounds can stay apart for ever: where both players can go round in it, "0,
for then I get 0" and "1, for then I get 1" both repeat themselves (the operation has more fixed points than
one). There this theorem helps. *Let C be a set of positions, and let the value of every position outside C
that C leads to be replaced by a lower bound of it. The value of the game so changed is, in each position of
C, a lower bound.* For a strategy of player 1 in the changed game, continued by best play where play leaves C,
gets him at least as much in the game itself: each play that leaves C pays no less, each that stays for ever
pays d in both. (Everett 1957; the same with the signs changed for upper bounds.) So the strongly connected
components of what is expanded are found, those without chance inside are solved as the deterministic
graphical games that they are, by comparing from d until nothing changes (`solvers.endgame` says why that is
the value): once with the lower and once with the upper bounds at the exits. In River loops are never
chance's. In another game's loops with chance in them the bounds are only backed up: true, though they need
not meet.

**Where to expand.** From the root down: player 1 to the greatest U, player 2 to the least L, chance to the
event with the greatest product of probability and gap U - L, until a position is reached that is not expanded
(McMahan, Likhachev and Gordon 2005, after Barto, Bradtke and Singh 1995; for games the rule keeps the gap: at
a player's position the gap is at most that of the position followed, at chance's it is the mean of theirs).
Every fourth time it begins with the move whose bounds are widest, so that each move's bounds tighten too.
Where that leads round in a loop, the position not yet expanded with the greatest product of gap and chance to
get there is taken instead. What is reached twice is one position (a transposition), and so are positions that
are alike for certain: sharks with the same hit points left, harmless ones, mirror images, and face-down cards
that everybody knows because all of them are alike.

**Cost.** Memory and time grow with the expansions; the bounds are exact statements at every moment, and meet
(but for roundings) once everything that matters is expanded.

References
----------
.. [1] H. Everett, "Recursive games", Contributions to the Theory of Games III, 1957.
.. [2] A. G. Barto, S. J. Bradtke and S. P. Singh, "Learning to act using real-time dynamic programming",
   Artificial Intelligence 72, 1995.
.. [3] H. B. McMahan, M. Likhachev and G. J. Gordon, "Bounded real-time dynamic programming: RTDP with
   monotone upper bounds and performance guarantees", Proc. ICML, 2005.
.. [4] T. Smith and R. Simmons, "Focused real-time dynamic programming for MDPs: squeezing more out of a
   heuristic", Proc. AAAI, 2006.
"""

from __future__ import annotations

import heapq
import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any, Final, NamedTuple

from inaba.dice import total
from inaba.errors import SetupError, TooLarge
from inaba.game import Game
from inaba.percent import bounds_in_percent
from inaba.river.board import GOAL, START, Board, Square
from inaba.river.cards import FACE_DOWN, Card, Kind, Spot
from inaba.river.moves import Rolled
from inaba.river.rules import Rules
from inaba.river.state import Fight, Looking, Riding, State, Table, Turn, TurningUp
from solvers.face_down import FaceDown
from solvers.loops import components
from solvers.monte_carlo import PERCENT

HALF: Final = Fraction(1, 2)

SCALE: Final = 1 << 64
"""How many units a win is worth."""

EXACT_BELOW: Final = 20_000
"""A position of River that leads to at most so many (counted as `FaceDown.size` does) is solved exactly."""

HELD: Final = 3_000_000
"""The most positions that the exact solver may hold for all of them."""

SECONDS: Final = 10.0
"""How long a search goes on where nothing is said."""

CHUNK: Final = 16
"""The clock is looked at once in so many expansions."""

Progress = Callable[[int, "Interval"], object]
"""Called with the number of expansions so far and the bounds of player 1's value."""


class Interval(NamedTuple):
    """Two numbers that a value lies between for certain, both included.

    Examples
    --------
    >>> str(Interval(Fraction(41234, 100000), Fraction(59001, 100000)))
    '[0.412, 0.591]'
    """

    low: Fraction
    high: Fraction

    @property
    def width(self) -> Fraction:
        """How far the two are apart."""
        return self.high - self.low

    def holds(self, value: Fraction | int) -> bool:
        """Whether a value lies in it."""
        return self.low <= value <= self.high

    def turned(self) -> Interval:
        """The other player's, who has the rest."""
        return Interval(1 - self.high, 1 - self.low)

    def floats(self) -> tuple[float, float]:
        """The narrowest floats that still hold the value for certain."""
        low, high = float(self.low), float(self.high)
        if Fraction(low) > self.low:
            low = math.nextafter(low, -math.inf)
        if Fraction(high) < self.high:
            high = math.nextafter(high, math.inf)
        return low, high

    def __float__(self) -> float:
        """The middle: good for ranking, no more."""
        return float((self.low + self.high) / 2)

    def __str__(self) -> str:
        low, high = math.floor(self.low * 1000), math.ceil(self.high * 1000)
        return f"[{low / 1000:.3f}, {high / 1000:.3f}]"

    def __format__(self, form: str) -> str:
        """In percent with so many places, as ``".1%"`` asks: the value lies in what is written, too.

        Examples
        --------
        >>> f"{Interval(Fraction(41234, 100000), Fraction(59001, 100000)):.1%}"
        '41.2–59.1%'
        """
        if not (places := PERCENT.fullmatch(form)):
            return format(str(self), form)
        return f"{'–'.join(bounds_in_percent(self.low, self.high, int(places[1])))}%"


class MoveBounds(NamedTuple):
    """A move, and bounds of what it is worth to each player, in seat order."""

    move: Any
    value: tuple[Interval, Interval]


@dataclass(frozen=True, slots=True)
class Bounded:
    """What has been proven of a position.

    Attributes
    ----------
    state : Game
        The position.
    value : tuple of Interval
        Bounds of the value, one a player.
    moves : tuple of MoveBounds
        The moves of the player to act, by the middle of his bounds, the best first.
    expansions : int
        How many positions have been expanded.
    states : int
        How many positions are known of.
    complete : bool
        Whether nothing is left that could tighten the bounds.
    """

    state: Game
    value: tuple[Interval, Interval]
    moves: tuple[MoveBounds, ...]
    expansions: int
    states: int
    complete: bool


class _Node:
    """A position: who moves there (0 is chance, -1 not yet expanded), where to, and its bounds in units."""

    __slots__ = ("children", "high", "low", "owner", "state", "total", "weights")

    def __init__(self, state: Any, low: int, high: int) -> None:
        self.state, self.low, self.high = state, low, high
        self.owner = -1
        self.children: tuple[_Node, ...] = ()
        self.weights: tuple[int, ...] = ()
        self.total = 0

    @property
    def gap(self) -> int:
        return self.high - self.low


class BoundedSearch:
    """A search that can go on and on: `improve` it, and ask it for what is proven by now.

    Parameters
    ----------
    state : Game
        Two players, nothing secret, any phase.
    endless : Fraction
        What play without end is worth to player 1, from 0 to 1.
    exact_below : int
        Positions of River that lead to at most so many are solved exactly; 0 for none.

    Raises
    ------
    SetupError
        If more than two play, or a player knows something that the other does not, or ``endless`` is not
        between 0 and 1.

    Examples
    --------
    >>> from inaba import river
    >>> search = BoundedSearch(river.parse("?,3/S,? -,- 1 - 4,O"), exact_below=0)
    >>> zero, hundred, thousand = (search.improve(effort).value[0] for effort in (0, 100, 900))
    >>> zero.width > hundred.width > thousand.width, thousand.holds(Fraction(29, 32))
    (True, True)
    """

    def __init__(self, state: Game, *, endless: Fraction = HALF, exact_below: int = EXACT_BELOW) -> None:
        if state.players != 2:
            raise SetupError("solvers.endgame.players", players=state.players)
        if getattr(state, "secrets", ()):
            raise SetupError("solvers.endgame.secrets", position=state)
        if not 0 <= endless <= 1:
            raise SetupError("solvers.endgame.endless", endless=endless)
        self.state = state
        self.expansions = 0
        self.complete = False
        self._endless = Fraction(endless)
        self._exact_below = exact_below
        self._exact: FaceDown | None = None
        self._alike = Alike()
        self._nodes: dict[Any, _Node] = {}
        self._trials = 0
        self._swept = 0
        self._root = self._node(state)
        self._moves: list[tuple[Any, _Node]] = []
        if players := state.to_act():
            if len(players) > 1:
                raise SetupError("solvers.endgame.together", position=state)
            for move in state.legal_moves(players[0]):
                self._moves.append((move, self._node(state.play(players[0], move))))

    # What is known at first.

    def _node(self, state: Any) -> _Node:
        state = self._alike(state)
        node = self._nodes.get(state)
        if node is None:
            low, high = self._first_bounds(state)
            node = self._nodes[state] = _Node(state, low, high)
        return node

    def _first_bounds(self, state: Any) -> tuple[int, int]:
        if (result := state.result()) is not None:
            return _units(result[0])
        if isinstance(state, State) and isinstance(state.phase, Turn):
            me = state.turn
            if me not in state.resting and GOAL in state.board.ahead[state.rabbits[me - 1]]:
                return (SCALE, SCALE) if me == 1 else (0, 0)
            if self._exact_below:
                if self._exact is None:
                    self._exact = FaceDown(state.rules, state.board, HELD, self._endless, tables=False)
                if self._alike.size(state, self._exact) <= self._exact_below:
                    try:
                        return _units(self._exact.value(state))
                    except TooLarge:  # what other positions left behind fills it
                        self._exact.forget()
                        return _units(self._exact.value(state))
        return 0, SCALE

    # Expanding and backing up.

    def _expand(self, node: _Node) -> None:
        state = node.state
        chance = state.chance()
        weights: dict[_Node, int] = {}
        if chance is not None:
            for event, weight in events(state, chance):
                child = self._node(state.happen(event))
                weights[child] = weights.get(child, 0) + weight
            owner = 0
        else:
            players = state.to_act()
            if len(players) > 1:
                raise SetupError("solvers.endgame.together", position=state)
            owner = players[0]
            for move in state.legal_moves(owner):
                weights[self._node(state.play(owner, move))] = 1
        node.children, node.weights = tuple(weights), tuple(weights.values())
        node.total = sum(weights.values())
        node.owner = owner  # last: Ctrl-C before this leaves it as it was
        self.expansions += 1

    @staticmethod
    def _back_up(node: _Node) -> None:
        children = node.children
        if node.owner == 0:
            low = sum(map(int.__mul__, node.weights, [child.low for child in children])) // node.total
            high = -(-sum(map(int.__mul__, node.weights, [child.high for child in children])) // node.total)
        elif node.owner == 1:
            low, high = max(child.low for child in children), max(child.high for child in children)
        else:
            low, high = min(child.low for child in children), min(child.high for child in children)
        node.low, node.high = max(node.low, low), min(node.high, high)

    def _sweep(self) -> None:
        """Back up everything, each component after what it leads to, and solve loops (see the page)."""
        done: set[_Node] = set()
        # The moves' positions are not always what the root leads to: that may be their mirror images.
        for root in (self._root, *(node for _, node in self._moves)):
            # A position whose value is known is no part of a loop any more: it is an exit.
            for component in components(root, lambda node: node.children if node.gap else (), done):
                if len(component) > 1 and all(node.owner for node in component):
                    self._solve_loop(component)
                else:
                    for node in component:
                        if node.owner >= 0:
                            self._back_up(node)
                done.update(component)
        self._swept = self.expansions

    def _solve_loop(self, component: list[_Node]) -> None:
        inside = {node: i for i, node in enumerate(component)}
        share = self._endless * SCALE
        for bound, start in (("low", math.floor(share)), ("high", math.ceil(share))):
            values = [start] * len(component)
            parts = []
            for node in component:
                outside = [getattr(child, bound) for child in node.children if child not in inside]
                best = max if node.owner == 1 else min
                loops = [inside[child] for child in node.children if child in inside]
                parts.append((best, [best(outside)] if outside else [], loops))
            changed = True
            while changed:
                changed = False
                for i, (best, outside, loops) in enumerate(parts):
                    value = best(outside + [values[k] for k in loops])
                    if value != values[i]:
                        values[i] = value
                        changed = True
            for node, value in zip(component, values, strict=True):
                if bound == "low":
                    node.low = max(node.low, value)
                else:
                    node.high = min(node.high, value)
        # Some may have been known better than that: the others are told, by comparing, which comes to an end.
        changed = True
        while changed:
            before = self._tightness(component)
            for node in component:
                self._back_up(node)
            changed = self._tightness(component) != before

    # Where to expand.

    def _start(self) -> _Node:
        """The root; every fourth time, and once the root is settled, the move with the widest bounds."""
        self._trials += 1
        if self._moves and (self._trials % 4 == 0 or not self._root.gap):
            return max((node for _, node in self._moves), key=lambda node: node.gap)
        return self._root

    def _descend(self, start: _Node) -> list[_Node]:
        """A path down to a position to be expanded; or as far as it goes."""
        path, met = [start], {start}
        node = start
        while node.owner >= 0 and node.gap:
            if node.owner == 0:
                _, child = max(
                    zip(node.weights, node.children, strict=True), key=lambda pair: pair[0] * pair[1].gap
                )
            elif node.owner == 1:
                child = max(node.children, key=lambda child: (child.high, child.gap))
            else:
                child = max(node.children, key=lambda child: (-child.low, child.gap))
            if child in met or not child.gap:
                break
            path.append(child)
            met.add(child)
            node = child
        return path

    def _best_leaves(self, most: int) -> list[_Node]:
        """The positions not expanded with the greatest product of gap and chance to get there."""
        reach: dict[_Node, float] = {}
        heap: list[tuple[float, int, _Node]] = []
        count = 0
        for node in (self._root, *(node for _, node in self._moves)):
            heap.append((-1.0, count, node))
            count += 1
        heapq.heapify(heap)
        leaves: list[tuple[float, int, _Node]] = []
        while heap:
            chance, _, node = heapq.heappop(heap)
            if node in reach:
                continue
            reach[node] = -chance
            if not node.gap:
                continue
            if node.owner < 0:
                leaves.append((chance * node.gap, len(leaves), node))
            for weight, child in zip(node.weights, node.children, strict=True):
                if child not in reach:
                    count += 1
                    share = weight / node.total if node.owner == 0 else 1.0
                    heapq.heappush(heap, (chance * share, count, child))
        return [node for _, _, node in heapq.nsmallest(most, leaves)]

    def improve(self, effort: int) -> Bounded:
        """Expand more positions.

        Parameters
        ----------
        effort : int
            How many.

        Returns
        -------
        Bounded
            As `bounded`.
        """
        target = self.expansions + effort
        while self.expansions < target and not self.complete:
            path = self._descend(self._start())
            expanded = path[-1].owner < 0 and path[-1].gap > 0
            if expanded:
                self._expand(path[-1])
            before = self._tightness(path)
            for node in reversed(path):
                if node.owner >= 0:
                    self._back_up(node)
            if not expanded and self._tightness(path) == before:
                # Round in a loop, or the roundings keep a gap: loops are solved, then the best leaves taken.
                self._sweep()
                leaves = self._best_leaves(min(64, target - self.expansions))
                for leaf in leaves:
                    self._expand(leaf)
                self.complete = not leaves
                self._sweep()
            elif self.expansions >= self._swept + 64 + self._swept // 4:
                self._sweep()
        self._sweep()
        return self.bounded()

    @staticmethod
    def _tightness(path: Iterable[_Node]) -> int:
        return sum(node.gap for node in path)

    # What is proven.

    def bounded(self) -> Bounded:
        """What is proven by now; at any time, after Ctrl-C too."""
        value = _interval(self._root)
        rows = [MoveBounds(move, (one, one.turned())) for move, one in self._move_intervals()]
        for player in self.state.to_act():
            # The position's bounds may have been found by another way than its moves': both hold.
            best = max if player == 1 else min
            if rows:
                low = best(row.value[0].low for row in rows)
                high = best(row.value[0].high for row in rows)
                value = Interval(max(value.low, low), min(value.high, high))
            rows.sort(key=lambda row: sum(row.value[player - 1]), reverse=True)
        return Bounded(
            self.state,
            (value, value.turned()),
            tuple(rows),
            self.expansions,
            len(self._nodes),
            self.complete,
        )

    def _move_intervals(self) -> Iterator[tuple[Any, Interval]]:
        for move, node in self._moves:
            yield move, _interval(node)


def bounds(
    state: Game,
    *,
    effort: int | None = None,
    seconds: float | None = None,
    width: Fraction | float = 0,
    endless: Fraction = HALF,
    exact_below: int = EXACT_BELOW,
    progress: Progress | None = None,
) -> Bounded:
    """Proven bounds of a position's value and of each move's.

    Parameters
    ----------
    state : Game
        Two players, nothing secret, any phase.
    effort : int, optional
        How many positions to expand. The same effort gives the same answer on any machine.
    seconds : float, optional
        How long to go on; `SECONDS` where no effort is given either.
    width : Fraction or float
        Stop once the bounds of the position are no further apart.
    endless : Fraction
        What play without end is worth to player 1, from 0 to 1.
    exact_below : int
        Positions of River that lead to at most so many are solved exactly.
    progress : callable, optional
        Called now and then with the number of expansions and the bounds of player 1's value.

    Returns
    -------
    Bounded

    Raises
    ------
    SetupError
        If more than two play, a player knows something that the other does not, or the effort, the seconds or
        the width is negative.

    Notes
    -----
    Ctrl-C ends the search without an answer. Who wants what is proven by then improves a `BoundedSearch` bit
    by bit, and asks it.

    Examples
    --------
    >>> from inaba import river
    >>> proven = bounds(river.parse("?,3/S,? -,- 1 - 4,O"), effort=200)
    >>> proven.value[0].holds(Fraction(29, 32)), str(proven.moves[0].move)
    (True, '1a1')
    """
    see_numbers(effort=(effort, 0), seconds=(seconds, 0), width=(width, 0))
    search = BoundedSearch(state, endless=endless, exact_below=exact_below)
    ends = None
    if effort is None or seconds is not None:
        ends = time.monotonic() + (SECONDS if seconds is None else seconds)
    proven = search.bounded()
    while not search.complete and proven.value[0].width > width:
        chunk = CHUNK + search.expansions // 8
        if effort is not None:
            chunk = min(chunk, effort - search.expansions)
        if chunk <= 0 or (ends is not None and time.monotonic() >= ends):
            break
        proven = search.improve(chunk)
        if progress:
            progress(search.expansions, proven.value[0])
    return proven


def see_numbers(**numbers: tuple[Fraction | float | None, int]) -> None:
    """See that numbers, by their names, are none or no less than what makes sense: the second of each pair.

    Raises
    ------
    SetupError
        With the one that is less.
    """
    for name, (number, least) in numbers.items():
        if number is not None and not number >= least:
            raise SetupError("solvers.search.number", name=name, least=least, number=number)


def _units(value: Fraction) -> tuple[int, int]:
    """A value in units, rounded down and up."""
    return math.floor(value * SCALE), math.ceil(value * SCALE)


def _interval(node: _Node) -> Interval:
    return Interval(Fraction(node.low, SCALE), Fraction(node.high, SCALE))


def events(state: Any, chance: Any) -> Iterator[tuple[Any, int]]:
    """The events of chance with their weights; rolls of the same total, which come to the same, as one."""
    if isinstance(state, State) and isinstance(state.phase, Fight):
        rolled: dict[int, tuple[Rolled, int]] = {}
        for event, weight in chance.items():
            known = rolled.get(event.total)
            rolled[event.total] = (known[0], known[1] + weight) if known else (event, weight)
        yield from rolled.values()
    else:
        yield from chance.items()


def _plain(card: Card, left: int, least: int) -> Card:
    """What a card with so many hit points left is as good as, by the least roll."""
    if card.kind is Kind.SHARK:
        return Card(Kind.SHARK, left) if left > least else Card(Kind.WHALE)
    return card


def plainly(table: Table) -> tuple[Spot, ...]:
    """What lies on the squares, with face-up cards that come to the same written one way.

    Sharks with the same hit points left are alike, and so is all that does nothing (see `Alike`). Of cards
    that are not face up nothing is said.

    Examples
    --------
    >>> from inaba import river
    >>> [str(spot) for spot in plainly(river.parse("9-4,2/S,3x -,- 1 - -").table)]
    ['W', 'W', '5', 'W']
    """
    least = min(total(table.rules.dice))
    looks = any(spot.face_down for spot in table.spots)
    spots = []
    for spot in table.spots:
        if spot.card:
            card = _plain(spot.card, spot.left, least)
            spot = Spot(Card(Kind.WHALE) if card.kind is Kind.SQUID and not looks else card, True)
        spots.append(spot)
    return tuple(spots)


@cache
def _across(river: Board) -> dict[Square, Square]:
    """The mirror image of each square."""
    names = {START: START, GOAL: GOAL}
    for square in river.squares:
        names[square] = f"{chr(97 + river.columns - 1 - (ord(square[0]) - 97))}{square[1]}"
    return names


def _turned_round(spots: Sequence[Spot], columns: int) -> tuple[Spot, ...]:
    """The mirror image of what lies on the squares."""
    return tuple(
        spots[row + columns - 1 - column]
        for row in range(0, len(spots), columns)
        for column in range(columns)
    )


def mirrored(state: State) -> State:
    """The mirror image of a position, at any phase.

    Examples
    --------
    >>> from inaba import river
    >>> str(mirrored(river.parse("D,?2:W/3,W a2,b1 1 - - ride:1:a2")))
    '?2:W,D/W,3 b2,a1 1 - - ride:1:b2'
    """
    table, squares = state.table, _across(state.board)
    match phase := table.phase:
        case Riding(rabbit=rabbit, landed=landed) | TurningUp(rabbit=rabbit, landed=landed):
            phase = type(phase)(rabbit, tuple(squares[square] for square in landed))
        case Looking(rabbit=rabbit, at=at):
            phase = Looking(rabbit, squares[at])
        case _:
            pass
    across = replace(
        table,
        spots=_turned_round(table.spots, table.board.columns),
        rabbits=tuple(squares[square] for square in table.rabbits),
        phase=phase,
    )
    laid = [tuple(sorted((squares[at], card) for at, card in own.laid)) for own in state.secrets]
    owns = zip(state.secrets, laid, strict=True)
    return State(across, tuple(own._replace(laid=cards) for own, cards in owns))


class _Cards(NamedTuple):
    """What lies on the river, written one way for all that is alike, and its mirror image."""

    spots: tuple[Spot, ...]
    unseen: tuple[Card, ...]
    mirrored: tuple[Spot, ...]
    face: tuple[Any, ...]
    mirrored_face: tuple[Any, ...]


class Alike:
    """Gives of positions of River that are alike for certain always the same one; others stay as they are.

    It works at the start of a turn, for players without secrets. Alike are: sharks with the same hit points
    left; all that does nothing (a whale, a shark that any roll beats, a beaten one, a giant squid with
    nothing left to look at); mirror images; and a river whose face-down cards are known, with that river open
    (`solvers.face_down`). None of this changes a value.

    Examples
    --------
    >>> from inaba import river
    >>> alike = Alike()
    >>> str(alike(river.parse("9-4,2,W/?,S,3x -,c1 1 - 4")))
    '5,W,W/4,W,W -,c1 1 - -'
    """

    def __init__(self) -> None:
        self._cards: dict[tuple[Rules, Board, tuple[Spot, ...], tuple[Card, ...]], _Cards] = {}
        self._sizes: dict[tuple[tuple[Spot, ...], tuple[Card, ...]], int] = {}

    def __call__(self, state: Any) -> Any:
        if not isinstance(state, State) or not isinstance(state.phase, Turn) or state.secrets:
            return state
        table = state.table
        if GOAL in table.rabbits:
            return state
        key = (table.rules, table.board, table.spots, table.unseen)
        cards = self._cards.get(key)
        if cards is None:
            cards = self._cards[key] = self._written(table)
        spots, rabbits = cards.spots, table.rabbits
        if cards.mirrored_face <= cards.face:
            squares = _across(table.board)
            across = tuple(squares[square] for square in rabbits)
            if (cards.mirrored_face, across) < (cards.face, rabbits):
                spots, rabbits = cards.mirrored, across
        return State(Table(table.rules, table.board, spots, rabbits, table.turn, table.resting, cards.unseen))

    def size(self, state: State, counted: FaceDown) -> int:
        """How many positions one leads to, at most; counted once for each way the cards lie."""
        key = (state.spots, state.unseen)
        if key not in self._sizes:
            self._sizes[key] = counted.size_of(state)
        return self._sizes[key]

    def _written(self, table: Table) -> _Cards:
        least = min(total(table.rules.dice))

        unseen = tuple(sorted(_plain(card, card.hit_points, least) for card in table.unseen))
        shown = unseen[0] if unseen and unseen[0] == unseen[-1] else None
        if shown:
            unseen = ()
        spots = []
        for spot in table.spots:
            if spot.card is None and not shown:
                spots.append(FACE_DOWN)
                continue
            card = _plain(spot.card, spot.left, least) if spot.card else shown
            assert card is not None
            if card.kind is Kind.SQUID and not unseen:
                card = Card(Kind.WHALE)
            spots.append(Spot(card, True))
        across = _turned_round(spots, table.board.columns)

        def face(listed: Sequence[Spot]) -> tuple[Any, ...]:
            return tuple(
                (spot.card.kind.value, spot.card.hit_points) if spot.card else ("?", 0) for spot in listed
            )

        return _Cards(tuple(spots), unseen, across, face(spots), face(across))
