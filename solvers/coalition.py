"""What a player can guarantee against all others together.

With more than two players a position has no value: what the others do is theirs to choose. But what one of
them can *guarantee* himself, whatever the others do, is a theorem: let the others play as one coalition that
wants nothing but his defeat, and it is a two-player zero-sum game (von Neumann and Morgenstern 1944), with a
value that `solvers.endgame` and `solvers.river_table` find exactly. The guarantees of all players need not
sum to 1: what the coalition holds against everyone belongs to no one.

Endless play is worth the same share to each player, 1/n of n, so a lone player has 1/n of it and the
coalition the rest.

`Guarantees` asks for any position, River's or another game's, the plain way; `CoalitionTable` holds all
positions of an open river of three or four players. In its table seats are counted from the player asked
about, so that one table answers for all.

**Cost.** A position takes 8 bytes and more, for ranks are laid out for rabbits on one square, too. For three
players the open `classroom` river has some 100 million positions: 1.1 GB. For four it has 0.9 thousand
million: 12.4 GB, in memory or on disk. `solvers.river_table.size_of` tells it of any river.

Source: J. von Neumann and O. Morgenstern, *Theory of Games and Economic Behavior*, 1944.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final, NamedTuple

from inaba.chance import Chance
from inaba.dice import total
from inaba.errors import Reason, SetupError, TooLarge
from inaba.game import Game, Observation
from inaba.river import GOAL, START, State
from solvers import coalition_kernel
from solvers.endgame import Components, damage
from solvers.river_kernel import Units
from solvers.river_reach import see_size
from solvers.river_table import Ends, Progress, River, RiverTable, flat, solve_layers

LIMIT: Final = 300_000
"""The most positions that `Guarantees` holds for each player unless more are asked for."""

MOST_CODES: Final = 5_000_000
"""How many places of all rabbits together the table's lists run through: (squares + 1) to the players."""


@dataclass(frozen=True, slots=True)
class Coalition:
    """A position as a game of two: one player, and all others as one.

    Attributes
    ----------
    state : Game
        The position.
    alone : int
        Who stands alone, from 1; he is player 1 of this game, and the coalition player 2.
    """

    state: Game
    alone: int

    @property
    def players(self) -> int:
        """Two: one, and the others."""
        return 2

    def to_act(self) -> tuple[int, ...]:
        """1 where the lone player decides, 2 where one of the coalition does."""
        return tuple(sorted({1 if player == self.alone else 2 for player in self.state.to_act()}))

    def chance(self) -> Chance[Any] | None:
        """As in the position."""
        return self.state.chance()

    def result(self) -> tuple[Fraction, ...] | None:
        """The lone player's share, and the rest."""
        result = self.state.result()
        return None if result is None else (result[self.alone - 1], 1 - result[self.alone - 1])

    def _acting(self) -> int:
        acting = self.state.to_act()
        if len(acting) > 1:
            raise SetupError("solvers.endgame.together", position=self.state)
        return acting[0]

    def legal_moves(self, player: int) -> Iterator[Any]:
        """The moves of whoever decides."""
        return self.state.legal_moves(self._acting()) if player in self.to_act() else iter(())

    def why_illegal(self, player: int, move: Any) -> Reason | None:
        """As in the position."""
        return self.state.why_illegal(self._acting(), move)

    def play(self, player: int, move: Any) -> Coalition:
        """The position after a decision."""
        return Coalition(self.state.play(self._acting(), move), self.alone)

    def happen(self, event: Any) -> Coalition:
        """The position after an event of chance."""
        return Coalition(self.state.happen(event), self.alone)

    def view(self, player: int) -> Observation:
        """What the lone player sees."""
        return self.state.view(self.alone)

    def seen(self, player: int, actor: int, step: Any) -> str:
        """As the lone player sees it."""
        return self.state.seen(self.alone, actor, step)

    def starts_turn(self) -> bool:
        """As in the position."""
        return self.state.starts_turn()

    def __str__(self) -> str:
        return str(self.state)


class MoveGuarantees(NamedTuple):
    """A move, and what each player can guarantee after it, in seat order."""

    move: Any
    guarantee: tuple[Fraction, ...]


class Guarantees:
    """Finds what each player can guarantee, and keeps what it knows.

    Parameters
    ----------
    limit : int
        The most positions to hold for each player.
    progress : callable, optional
        Called now and then with the number of positions solved, and None.

    Examples
    --------
    >>> from inaba import river
    >>> position = river.parse("3,W -,-,- 1 - -")
    >>> [str(share) for share in Guarantees().of(position)]
    ['1/36', '0', '0']
    """

    def __init__(
        self, *, limit: int = LIMIT, progress: Callable[[int, int | None], None] | None = None
    ) -> None:
        self._limit, self._progress = limit, progress
        self._known: dict[tuple[int, int], Components] = {}
        self._begun: Game | None = None

    def _tick(self, done: int, of: int | None) -> None:
        """It is no small position: one that is much too large is refused now, not when all is full."""
        begun, self._begun = self._begun, None
        if isinstance(begun, State):
            see_size(begun, self._limit)
        if self._progress:
            self._progress(done, of)

    @property
    def states(self) -> int:
        """How many positions are known, all players' together."""
        return sum(known.states for known in self._known.values())

    def for_player(self, state: Game, player: int) -> Fraction:
        """What one player can guarantee.

        Raises
        ------
        SetupError
            If a player knows something that the others do not.
        TooLarge
            If there are more positions than the limit; soon, where `solvers.river_reach` can tell.
        """
        if getattr(state, "secrets", ()):
            raise SetupError("solvers.endgame.secrets", position=state)
        key = (state.players, player)
        if key not in self._known:
            self._known[key] = Components(
                self._limit, Fraction(1, state.players), self._tick, alike=damage, same=_alike
            )
        self._begun = state
        return self._known[key].value(Coalition(state, player))

    def of(self, state: Game) -> tuple[Fraction, ...]:
        """What each player can guarantee, in seat order. Raises as `for_player`."""
        return tuple(self.for_player(state, player) for player in range(1, state.players + 1))

    def moves(self, state: Game) -> list[MoveGuarantees]:
        """Each move of who is to act and the guarantees after it: best for him first, then in legal order."""
        found = [
            (player, MoveGuarantees(move, self.of(state.play(player, move))))
            for player in state.to_act()
            for move in state.legal_moves(player)
        ]
        return [row for _, row in sorted(found, key=lambda pair: -pair[1].guarantee[pair[0] - 1])]


def alike(state: Any) -> Any:
    """The position that is solved for one of River's: sharks that any roll beats count as beaten.

    It leads on as the other does, move for move. A position of another game is itself.
    """
    if not isinstance(state, State) or not state.starts_turn():
        return state
    least = min(total(state.rules.dice))
    if not any(0 < spot.left <= least for spot in state.spots):
        return state
    spots = tuple(
        spot._replace(damage=spot.damage + spot.left) if spot.card and 0 < spot.left <= least else spot
        for spot in state.spots
    )
    return State(replace(state.table, spots=spots), state.secrets)


def _alike(position: Coalition) -> Coalition:
    same = alike(position.state)
    return position if same is position.state else Coalition(same, position.alone)


class CoalitionRiver(River):
    """An open river of three or four players, ready for the loops of `solvers.coalition_kernel`."""

    seats = (3, 4)

    def __init__(self, state: State, endless: Fraction | None = None) -> None:
        super().__init__(state, Fraction(1, state.players) if endless is None else endless)
        codes = (len(self.board.squares) + 1) ** self.players
        if codes > MOST_CODES:
            raise TooLarge("solvers.table.codes", size=codes, limit=MOST_CODES, players=self.players)
        self._masks = coalition_kernel.masks(self.players, self.owner)

    def block(self, width: int) -> int:
        """How many values a layer of some places has."""
        return sum(self.players * width ** (self.players - mask.bit_count()) for mask in self._masks)

    def places(self, width: int) -> int:
        """How many positions a layer of some places has, at the start of a turn."""
        total = 0
        for mask in self._masks:
            free = self.players - mask.bit_count()
            # j of the free rabbits on the river's width - 1 places, no two on one; the others at Start.
            on_river, ways = 1, 1
            for j in range(1, free + 1):
                on_river = on_river * (width - j) * (free - j + 1) // j
                ways += on_river
            total += self.players * ways
        return total

    def rank_for(self, state: State, player: int) -> tuple[int, int] | None:
        """A position at the start of a turn, seats counted from a player: its layer and rank."""
        layer = self.layer(state)
        if layer is None:
            return None
        places = {START: 0}
        for square, spot in zip(self.board.squares, state.spots, strict=True):
            if spot.left <= self.least:
                places[square] = len(places)
        width, n = len(places), self.players
        seat_of = [(p - player) % n for p in range(1, n + 1)]
        mask = sum(1 << seat_of[p - 1] for p in state.resting)
        before = 0
        for other in self._masks:
            if other == mask:
                break
            before += n * width ** (n - other.bit_count())
        rank = seat_of[state.turn - 1]
        for seat in range(n):
            if not mask >> seat & 1:
                rank = rank * width + places[state.rabbits[(player - 1 + seat) % n]]
        return layer, before + rank

    def scratch(self) -> int:
        """How many numbers of scratch space a thread needs."""
        return coalition_kernel.fights(self.players, len(self.sharks), len(self.board.squares))

    def sweeper(
        self, numbers: Any, base: Any, units: Units, scratch: int, done: Any
    ) -> Callable[[int, int, int], None]:
        """What solves a run of layers, given its first, the one behind its last, and the thread's number."""
        loops = self.compiled()
        seats = self._seats()
        own = self.scratch() * int(max(units.words))
        sets = 1 << self.players

        def solve(first: int, last: int, thread: int) -> None:
            at = scratch + thread * own
            more = flat([0] * sets), flat([0] * sets), flat([0] * self.players)
            coalition_kernel.sweep(
                loops, seats, numbers, base, units, first, last, at, *self.space(), done, *more
            )

        return solve

    def _seats(self) -> coalition_kernel.Seats:
        n, players = len(self.board.squares), self.players
        nodes = (*self.board.squares, START)
        node = {**{square: i for i, square in enumerate(nodes)}, GOAL: n + 1}
        rows = [self.board.row(square) for square in nodes]
        order_start, order = [0, 0], list[int]()
        for rabbits in range(1, players + 1):
            for tuple_ in coalition_kernel.order(rows, rabbits):
                order += tuple_
            order_start.append(len(order))
        end_start, end = [0], list[int]()
        ends = Ends(self._state)
        known: dict[tuple[int, frozenset[int]], list[int]] = {}
        for code in range((n + 1) ** players):
            at, left = [], code
            for _ in range(players):
                left, one = divmod(left, n + 1)
                at.append(one)
            mine, others = at[-1], frozenset(at[:-1]) - {n}
            if mine not in others:
                key = mine, others
                if key not in known:
                    known[key] = sorted(node[to] for to in ends.of(nodes[mine], [nodes[o] for o in others]))
                end += known[key]
            end_start.append(len(end))
        return coalition_kernel.Seats(
            players=players,
            masks=flat(self._masks),
            size=flat([mask.bit_count() for mask in range(1 << players)]),
            order_start=flat(order_start),
            order=flat(order),
            end_start=flat(end_start),
            end=flat(end),
        )


class CoalitionTable(RiverTable):
    """What each player can guarantee in all positions of an open river of three or four players."""

    river: CoalitionRiver

    def share_for(self, state: State, player: int) -> Fraction:
        """What a player can guarantee, within `error` of the truth; within a turn too.

        Raises
        ------
        SetupError
            If the table does not cover the position.
        """
        if (result := state.result()) is not None:
            return result[player - 1]
        if (chances := state.chance()) is not None:
            shares = (w * self.share_for(state.happen(e), player) for e, w in chances.items())
            return sum(shares, Fraction(0)) / chances.total
        if not state.starts_turn():
            after = [state.play(state.turn, move) for move in state.legal_moves(state.turn)]
            found = [self.share_for(one, player) for one in after]
            return max(found) if state.turn == player else min(found)
        ranked = self.river.rank_for(state, player)
        if ranked is None:
            raise SetupError("solvers.table.foreign", position=state)
        return self.number(*ranked)

    def guarantee(self, state: State) -> tuple[Fraction, ...]:
        """What each player can guarantee, in seat order, each within `error` of the truth.

        Examples
        --------
        >>> from inaba import river
        >>> position = river.parse("3,W -,-,- 1 - -")
        >>> [str(share) for share in build(position, exact=True).guarantee(position)]
        ['1/36', '0', '0']
        """
        return tuple(self.share_for(state, player) for player in range(1, state.players + 1))


def build(
    state: State,
    *,
    exact: bool = False,
    workers: int | None = None,
    memory: int | None = None,
    disk: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> CoalitionTable:
    """Solve every position that a position of an open river of three or four players can lead to.

    Parameters and errors as in `solvers.river_table.build`; endless play is worth 1/n to each of n players.
    """
    river = CoalitionRiver(state)
    return CoalitionTable(river, *solve_layers(river, exact, workers, memory, disk, progress))
