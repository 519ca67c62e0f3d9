r"""Advice for a draft of River: which card to keep, and where to lay it.

In a draft game players know cards that others do not, so a position has no value that does not depend on what
the others do with what they know. Two answers can still be given.

**By simulation** (`advise`): the cards that a player cannot see are dealt again and again, every way that
agrees with his view equally likely; the game is played on by a stated policy; each move gets a mean with its
standard error (`solvers.monte_carlo` says what it means).

**The exact best response** (`best_response`), on rivers of at most `MOST_CARDS` squares. State how the others
play: a *mixed policy*, a distribution over moves for every view that a player can have. Then for one player
the game is a Markov decision process that he does not see fully. What he can know of it is his *belief*: the
probability of each position, given all that he has seen. The belief is itself a Markov state (Åström 1965;
Smallwood and Sondik 1973), and the game ends, so the best that he can do is found backwards:

.. math:: V(b) = \begin{cases}
    \sum_s b(s)\, \text{share}(s) & \text{the game is over,} \\
    \max_m V(b \text{ after } m) & \text{he is to choose,} \\
    \sum_o V(b \text{ after seeing } o) & \text{others, or chance, are to act.} \end{cases}

Beliefs are kept as weights that need not sum to 1, so that V is linear in them and no division is needed: the
belief after seeing o is the part of b that leads to o. What is seen is the notation of the step as he sees it
and his view after it. He remembers everything, for the belief does; and what others choose tells him of their
cards just as far as the stated policy says. Where several decide at the same time he chooses first, which
changes nothing, for nobody sees the others' choices.

The value is a true statement about those opponents, not a value of the game: others would answer differently
to a player who is known to play so. With three and four players it also says what each of the others gets,
where of equally good moves he takes the first in legal order.

`solvers.search.Answerer`, and with it whatever gives advice, asks for the exact best response to `sensibly`,
and for an estimate where that takes too long.

**Cost.** One step for each belief that can come up: a fraction of a second from the middle of a game on,
minutes from the start of a draft with strong sharks. The game has to end: an orca that carries back is
refused.

References
----------
.. [1] K. J. Åström, "Optimal control of Markov processes with incomplete state information", J. Math. Anal.
   Appl. 10, 1965.
.. [2] R. D. Smallwood and E. J. Sondik, "The optimal control of partially observable Markov processes over a
   finite horizon", Operations Research 21, 1973.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from math import gcd
from typing import Final, NamedTuple, TypeVar

from inaba.chance import Chance
from inaba.errors import SetupError, TooLarge
from inaba.game import Policy
from inaba.river.cards import Card, Kind
from inaba.river.draft import Dealing, Own, Picking, Placing
from inaba.river.moves import Move
from inaba.river.state import State, View
from solvers.bounded import events
from solvers.monte_carlo import Estimated, Progress, estimate, helpful, sensible

Seen = TypeVar("Seen")

MOST_CARDS: Final = 4
"""The most squares of a river for which the exact best response is found: 2×2."""

LIMIT: Final = 200_000
"""The most beliefs that are followed."""

SENSIBLE: Final = "sensible"
"""What answers call the policy `sensibly`."""

EVERY: Final = 250
"""Progress is told once in so many beliefs."""

Mixed = Callable[[View], Chance[Move]]
"""A mixed policy: how likely each move is, from what a player sees."""


def uniformly(view: View) -> Chance[Move]:
    """The mixed policy that makes every legal move equally likely.

    Examples
    --------
    >>> from inaba import river
    >>> len(uniformly(river.parse("5,W -,- 1 - -").view(1)))
    4
    """
    return Chance.uniform(view.legal_moves())


def sensibly(view: View) -> Chance[Move]:
    """`solvers.monte_carlo.sensible` as a mixed policy: one time in eight any move, else one of those that
    help most at once.

    Examples
    --------
    >>> from inaba import river
    >>> view = river.parse("5,W,20/W,W,W b1,- 1 - -").view(1)
    >>> sensibly(view)[river.Choose(1, "b2")]
    Fraction(9, 10)
    """
    moves, best = helpful(view)
    weights = {move: len(best) for move in moves}
    for move in best:
        weights[move] += 7 * len(moves)
    return Chance(weights.items())


def deals(view: View) -> Chance[State]:
    """Every position that agrees with what a player sees, as likely as `solvers.monte_carlo.deal` makes it.

    Raises
    ------
    TooLarge
        If more cards than `MOST_CARDS` are unseen.

    Examples
    --------
    >>> from inaba import river
    >>> view = river.parse("?1:9,?2:W/?2:3,?1:D -,- 1 - -").view(1)
    >>> [str(state).split()[0] for state in deals(view)]
    ['?1:9,?2:W/?2:3,?1:D', '?1:9,?2:3/?2:W,?1:D']
    """
    phase = view.phase
    pairs = list(zip(view.board.squares, view.spots, strict=True))
    laid = [
        [square for square, spot in pairs if spot.by == player and not spot.up]
        for player in range(1, view.players + 1)
    ]
    hands = kept = (0,) * view.players
    if isinstance(phase, Dealing | Picking | Placing):
        hands, kept = phase.hands, phase.kept
    elif not any(laid):
        return Chance([(State(view.table), 1)])
    if len(view.unseen) > MOST_CARDS:
        raise TooLarge("solvers.draft_advice.cards", size=len(view.unseen), limit=MOST_CARDS)
    first = (view.turn - 1 - sum(map(len, laid))) % view.players + 1 if isinstance(phase, Placing) else 0
    dolphin = Card(Kind.DOLPHIN)
    found: list[tuple[State, int]] = []
    for order in permutations(view.unseen):
        owns, begin, agrees = [], 0, True
        for player in range(1, view.players + 1):
            if player == view.player:
                owns.append(view.own)
                continue
            hand, keeps = hands[player - 1], kept[player - 1]
            end = begin + hand + keeps + len(laid[player - 1])
            cards, begin = order[begin:end], end
            if first not in (0, player, view.player) and dolphin in cards:
                agrees = False
            if player != first == view.player and dolphin in cards:
                agrees = False
            placed = tuple(zip(laid[player - 1], cards[hand + keeps :], strict=True))
            owns.append(Own(tuple(sorted(cards[:hand])), tuple(sorted(cards[hand : hand + keeps])), placed))
        if agrees:
            found.append((State(view.table, tuple(owns)), 1))
    return Chance(found)


def advise(
    view: View,
    *,
    games: int | None = None,
    seconds: float | None = None,
    seed: int | None = None,
    policy: Policy = sensible,
    progress: Progress | None = None,
) -> Estimated:
    """What each pick or placing came to, by simulation over what the others may hold.

    Parameters
    ----------
    view : View
        What the player to be advised sees, in a draft or after it.
    games, seconds, seed, policy, progress
        As in `solvers.monte_carlo.estimate`.

    Returns
    -------
    Estimated

    Examples
    --------
    >>> from inaba import river
    >>> view = river.parse(".,./.,. -,- 1 - - draft:pick:9,W/3,D:/").view(1)
    >>> found = advise(view, games=200, seed=1)
    >>> sorted(str(row.move) for row in found.moves), found.games
    (['+9', '+W'], 600)
    """
    return estimate(view, games=games, seconds=seconds, seed=seed, policy=policy, progress=progress)


class MoveResponse(NamedTuple):
    """A move, the player's chance to win after it, playing on as well as can be, and everybody's then."""

    move: Move
    value: Fraction
    shares: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Response:
    """The best response of a player to a stated policy of all others.

    Attributes
    ----------
    view : View
        What he sees.
    value : Fraction
        His chance to win.
    moves : tuple of MoveResponse
        His moves, best first, equal ones in legal order; empty if he is not to act.
    beliefs : int
        How many beliefs were valued.
    shares : tuple of Fraction
        Everybody's chance to win, in seat order; they sum to 1.
    """

    view: View
    value: Fraction
    moves: tuple[MoveResponse, ...]
    beliefs: int
    shares: tuple[Fraction, ...]


Belief = dict[State, int]
"""Positions with their weights: all look the same to the player."""


def best_response(
    view: View, policy: Mixed = uniformly, *, limit: int = LIMIT, progress: Progress | None = None
) -> Response:
    """The exact best response of a player to a stated policy of all others.

    Parameters
    ----------
    view : View
        What he sees, at any phase: in a draft what he cannot see is at first dealt evenly (`deals`).
    policy : Mixed
        How all others play, in the draft and in the river.
    limit : int
        The most beliefs that are followed.
    progress : callable, optional
        Called now and then with the number of beliefs so far, and None: how many there will be is not known.

    Returns
    -------
    Response

    Raises
    ------
    SetupError
        If an orca carries back, for then play need not end; or the view is nobody's who plays.
    TooLarge
        If the river has more than `MOST_CARDS` squares, or more beliefs come up than allowed.

    Examples
    --------
    A shark and a whale lie side by side. Who has laid them knows where to go; the other has to guess.

    >>> from inaba import river
    >>> knows = best_response(river.parse("?1:30,?1:W -,- 1 - -").view(1))
    >>> str(knows.value), str(knows.moves[0].move)
    ('1', '1b1')
    >>> best_response(river.parse("?1:30,?1:W -,- 2 - -").view(2)).value < 1
    True
    """
    if not 1 <= view.player <= view.players:
        raise SetupError("solvers.draft_advice.player", player=view.player, players=view.players)
    if len(view.spots) > MOST_CARDS:
        raise TooLarge("solvers.draft_advice.cards", size=len(view.spots), limit=MOST_CARDS)
    cards = [*view.table.unseen, *(spot.card for spot in view.spots if spot.card)]
    if view.rules.orca == "back" and any(card.kind is Kind.ORCA for card in cards):
        raise SetupError("solvers.draft_advice.orca")
    chance = deals(view)
    belief = dict(chance.items())
    following = _Following(view.player, view.players, policy, limit, progress)

    def shares(values: _Values) -> tuple[Fraction, ...]:
        known = {seat: value / chance.total for seat, value in zip(following.seats, values, strict=True)}
        return tuple(known.get(seat, 1 - known[view.player]) for seat in range(1, view.players + 1))

    moves = []
    if view.player in view.to_act():
        for move in view.legal_moves():
            after = shares(following.total(following.after_own(belief, move)))
            moves.append(MoveResponse(move, after[view.player - 1], after))
        moves.sort(key=lambda row: -row.value)
        now = moves[0].shares
    else:
        now = shares(following.value(belief))
    return Response(view, now[view.player - 1], tuple(moves), len(following.known), now)


_Values = tuple[Fraction, ...]
"""What a belief is worth to the player; where more than two play, also to the others in seat order."""


class _Following:
    """Values of beliefs, for one player, against a policy of all others."""

    def __init__(
        self, player: int, players: int, policy: Mixed, limit: int, progress: Progress | None
    ) -> None:
        self.player, self._policy, self._limit, self._progress = player, policy, limit, progress
        # Of two players the other one has what is left.
        others = [seat for seat in range(1, players + 1) if seat != player] if players > 2 else []
        self.seats = (player, *others)
        self.known: dict[frozenset[tuple[State, int]], _Values] = {}
        self._chances: dict[View, Chance[Move]] = {}

    def total(self, beliefs: list[Belief]) -> _Values:
        return self._sum(map(self.value, beliefs))

    def _sum(self, values: Iterable[_Values]) -> _Values:
        return tuple(sum(column, Fraction(0)) for column in zip(*values, strict=True))

    def value(self, belief: Belief) -> _Values:
        """What a belief is worth, times its weight."""
        common = gcd(*belief.values())
        key = frozenset((state, weight // common) for state, weight in belief.items())
        if key not in self.known:
            if len(self.known) >= self._limit:
                raise TooLarge("solvers.draft_advice.beliefs", size=len(self.known) + 1, limit=self._limit)
            self.known[key] = self._valued(dict(key))
            if self._progress and len(self.known) % EVERY == 0:
                self._progress(len(self.known), None)
        return tuple(value * common for value in self.known[key])

    def _valued(self, belief: Belief) -> _Values:
        state = next(iter(belief))
        if state.result() is not None:
            return self._sum(
                tuple(weight * result[seat - 1] for seat in self.seats)
                for one, weight in belief.items()
                if (result := one.result())
            )
        acting = state.to_act()
        if self.player in acting:
            moves = list(state.legal_moves(self.player))
            return max(
                (self.total(self.after_own(belief, move)) for move in moves), key=lambda values: values[0]
            )
        if acting:
            return self._after_other(belief, acting[0])
        return self._after_chance(belief)

    def after_own(self, belief: Belief, move: Move) -> list[Belief]:
        """The beliefs that a move of his own can lead to."""
        seen: dict[View, Belief] = {}
        for state, weight in belief.items():
            _add(seen, (after := state.play(self.player, move)).view(self.player), after, weight)
        return list(seen.values())

    def _after_other(self, belief: Belief, other: int) -> _Values:
        chances = {state: self._chance(state.view(other)) for state in belief}
        # One whole number that every distribution's total divides.
        common = 1
        for chance in chances.values():
            common = common * chance.total // gcd(common, chance.total)
        seen: dict[tuple[str, View], Belief] = {}
        for state, weight in belief.items():
            chance = chances[state]
            for move, part in chance.items():
                after = state.play(other, move)
                what = (state.seen(self.player, other, move), after.view(self.player))
                _add(seen, what, after, weight * part * (common // chance.total))
        return tuple(value / common for value in self.total(list(seen.values())))

    def _chance(self, view: View) -> Chance[Move]:
        if view not in self._chances:
            self._chances[view] = self._policy(view)
        return self._chances[view]

    def _after_chance(self, belief: Belief) -> _Values:
        totals = [chance.total for state in belief if (chance := state.chance())]
        common = 1
        for total in totals:
            common = common * total // gcd(common, total)
        seen: dict[tuple[str, View], Belief] = {}
        for (state, weight), total in zip(belief.items(), totals, strict=True):
            for event, part in events(state, state.chance()):
                after = state.happen(event)
                what = (state.seen(self.player, 0, event), after.view(self.player))
                _add(seen, what, after, weight * part * (common // total))
        return tuple(value / common for value in self.total(list(seen.values())))


def _add(seen: dict[Seen, Belief], what: Seen, state: State, weight: int) -> None:
    belief = seen.setdefault(what, {})
    belief[state] = belief.get(state, 0) + weight
