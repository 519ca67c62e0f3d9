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

**Cost.** One step for each belief that can come up. What comes to the same is one: sharks with the same hit
points left, all that does nothing, mirror images (where the policy makes no difference either); and what can
happen in a position is worked out once, whichever beliefs hold it. A fraction of a second from the middle of
a game on, seconds from the start of a draft, a minute with strong sharks; `forecast` says about how many
beliefs there will be. The game has to end: an orca that carries back is refused.

References
----------
.. [1] K. J. Åström, "Optimal control of Markov processes with incomplete state information", J. Math. Anal.
   Appl. 10, 1965.
.. [2] R. D. Smallwood and E. J. Sondik, "The optimal control of partially observable Markov processes over a
   finite horizon", Operations Research 21, 1973.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations
from math import gcd, lcm
from typing import Any, Final, NamedTuple, TypeVar

from inaba.chance import Chance
from inaba.dice import total
from inaba.errors import SetupError, TooLarge
from inaba.game import Policy
from inaba.river.cards import Card, Kind
from inaba.river.draft import NOTHING, Dealing, Own, Picking, Placing
from inaba.river.moves import Move, Rolled
from inaba.river.state import State, Table, View
from solvers.bounded import events, mirrored, plainly
from solvers.monte_carlo import Estimated, Progress, estimate, helpful, sensible

Seen = TypeVar("Seen", bound=Hashable)

MOST_CARDS: Final = 4
"""The most squares of a river for which the exact best response is found: 2×2."""

LIMIT: Final = 200_000
"""The most beliefs that are followed."""

A_SECOND: Final = 5_000
"""About how many are valued in a second."""

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


Belief = dict[int, int]
"""Positions by number, with their weights: all look the same to the player."""


def levels(view: View) -> int:
    """In how many ways the sharks of a river can still be hurt, each apart from the others.

    Examples
    --------
    >>> from inaba import river
    >>> levels(river.parse("5-1,?2:W/?1:5,W -,- 1 - -").view(1))
    6
    """
    rolls = total(view.rules.dice)
    sharks = [card.hit_points for card in view.table.unseen]
    sharks += [spot.left for spot in view.spots]
    ways = 1
    for left in sharks:
        known = {left}
        for now in range(left, min(rolls), -1):
            if now in known:
                known |= {now - damage for damage in rolls if now - damage > min(rolls)}
        ways *= len({now for now in known if now > min(rolls)} | {0})
    return ways


def forecast(view: View) -> int:
    """About how many beliefs `best_response` will value, as measured for two players on 2 × 2.

    Examples
    --------
    >>> from inaba import river
    >>> forecast(river.parse(".,./.,. -,- 1 - - draft:pick:3,W/5,D:/").view(1))
    13400
    """
    match view.phase:
        case Dealing() | Picking():
            each = 3_200
        case Placing():
            each = 1_200
        case _:
            each = 400
    # More sharks are met hurt, but not every one in each way that the others can be.
    return int(round(each * levels(view) ** 0.8, -2))


def in_reach(view: View) -> bool:
    """Whether `best_response` is likely to find an answer within `LIMIT`.

    Examples
    --------
    >>> from inaba import river
    >>> in_reach(river.parse(".,./.,. -,- 1 - - draft:pick:3,W/5,D:/").view(1))
    True
    >>> in_reach(river.start(setup="draft").view(1))
    False
    """
    return len(view.spots) <= MOST_CARDS and not view.table.may_go_round() and forecast(view) <= LIMIT


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
    if view.table.may_go_round():
        raise SetupError("solvers.draft_advice.orca")
    chance = deals(view)
    following = _Following(view.player, view.players, policy, limit, progress)
    belief = {following.number(state): weight for state, weight in chance.items()}

    def shares(values: _Values) -> tuple[Fraction, ...]:
        known = {seat: value / chance.total for seat, value in zip(following.seats, values, strict=True)}
        return tuple(known.get(seat, 1 - known[view.player]) for seat in range(1, view.players + 1))

    moves = []
    if view.player in view.to_act():
        for move, beliefs in following.own(belief).items():
            after = shares(following.worth(beliefs))
            moves.append(MoveResponse(move, after[view.player - 1], after))
        moves.sort(key=lambda row: -row.value)
        now = moves[0].shares
    else:
        now = shares(following.worth([belief]))
    return Response(view, now[view.player - 1], tuple(moves), len(following.known), now)


_Values = tuple[Fraction, ...]
"""What a belief is worth to the player; where more than two play, also to the others in seat order."""

_Key = frozenset[tuple[int, int]]
"""A belief whose weights have no common factor."""


class _Step(NamedTuple):
    """What others or chance may do in a position: its weight, what the player sees, and the position then."""

    weight: int
    seen: tuple[str, int]
    after: int


class _Mean(NamedTuple):
    """What is worth the sum of its parts: of ends of the game, and of beliefs, as often as said."""

    ends: _Values
    parts: list[tuple[int, _Key]]


class _Following:
    """Values of beliefs, for one player, against a policy of all others.

    A position is a number, and what can happen in it is worked out once, for however many beliefs hold it.
    To a policy that asks no more of a card that is face up than the hit points left on it, cards that come
    to the same are written alike (`solvers.bounded.plainly`); where two play, mirror images as well: of more
    than two the other shares would depend on which of equal moves stands first.
    """

    def __init__(
        self, player: int, players: int, policy: Mixed, limit: int, progress: Progress | None
    ) -> None:
        self.player, self._policy, self._limit, self._progress = player, policy, limit, progress
        self._plain = policy in (uniformly, sensibly)
        self._turns = self._plain and players == 2
        # Of two players the other one has what is left.
        others = [seat for seat in range(1, players + 1) if seat != player] if players > 2 else []
        self.seats = (player, *others)
        self.known: dict[_Key, _Values] = {}
        self._states: list[State] = []
        self._numbers: dict[State, int] = {}
        self._views: list[int] = []
        self._view_numbers: dict[tuple[Table, Own], int] = {}
        self._plainly: dict[Table, Table] = {}
        self._choices: dict[int, dict[Move, int]] = {}
        self._steps: dict[int, tuple[int, list[_Step]]] = {}
        self._across: dict[int, int] = {}
        self._to_turn: dict[int, bool] = {}
        self._chances: dict[View, Chance[Move]] = {}

    def number(self, state: State) -> int:
        """A position's number; the same for all that are written alike."""
        if self._plain:
            table = self._plainly.get(state.table)
            if table is None:
                spots = plainly(state.table)
                table = self._plainly[state.table] = replace(state.table, spots=spots)
            state = State(table, state.secrets)
        number = self._numbers.get(state)
        if number is None:
            number = self._numbers[state] = len(self._states)
            self._states.append(state)
            own = state.secrets[self.player - 1] if state.secrets else NOTHING
            self._views.append(self._view_numbers.setdefault((state.table, own), len(self._view_numbers)))
        return number

    def worth(self, beliefs: list[Belief]) -> _Values:
        """What beliefs are worth together, each times its weight."""
        mean = self._mean(beliefs)
        for _, key in mean.parts:
            self._follow(key)
        return self._mixed(mean, 1)

    def own(self, belief: Belief) -> dict[Move, list[Belief]]:
        """The beliefs that each move of his own can lead to, in legal order."""
        found: dict[Move, list[Belief]] = {}
        first = next(iter(belief))
        for move in self._choice(first):
            seen: dict[int, Belief] = {}
            for one, weight in belief.items():
                after = self._choice(one)[move]
                _add(seen, self._views[after], after, weight)
            found[move] = list(seen.values())
        return found

    def _choice(self, one: int) -> dict[Move, int]:
        """The player's moves in a position, in legal order, and where they lead."""
        if one not in self._choices:
            state = self._states[one]
            self._choices[one] = {
                move: self.number(state.play(self.player, move)) for move in state.legal_moves(self.player)
            }
        return self._choices[one]

    def _step(self, one: int) -> tuple[int, list[_Step]]:
        """What others or chance may do in a position, and the sum of the weights."""
        if one in self._steps:
            return self._steps[one]
        state = self._states[one]
        steps = []
        if acting := state.to_act():
            other = acting[0]
            chance: Chance[Any] = self._chance(state.view(other))
            for move, weight in chance.items():
                after = self.number(state.play(other, move))
                steps.append(_Step(weight, (state.seen(self.player, other, move), self._views[after]), after))
        else:
            drawn = state.chance()
            assert drawn is not None
            chance = drawn
            for event, weight in events(state, chance):
                after = self.number(state.happen(event))
                # A roll tells of nothing but what it has done.
                seen = "" if isinstance(event, Rolled) else state.seen(self.player, 0, event)
                steps.append(_Step(weight, (seen, self._views[after]), after))
        self._steps[one] = chance.total, steps
        return self._steps[one]

    def _chance(self, view: View) -> Chance[Move]:
        if view not in self._chances:
            self._chances[view] = self._policy(view)
        return self._chances[view]

    def _mean(self, beliefs: Iterable[Belief]) -> _Mean:
        ends = [0] * len(self.seats)
        parts = []
        for belief in beliefs:
            result = self._states[next(iter(belief))].result()
            if result is not None:
                weight = sum(belief.values())
                for at, seat in enumerate(self.seats):
                    ends[at] += weight * int(result[seat - 1])
                continue
            common = gcd(*belief.values())
            if self._turns and self._turned(next(iter(belief))):
                belief = {self._mirrored(one): weight for one, weight in belief.items()}
            parts.append((common, frozenset((one, weight // common) for one, weight in belief.items())))
        return _Mean(tuple(map(Fraction, ends)), parts)

    def _follow(self, top: _Key) -> None:
        """Value a belief, and before it those that it leads to."""
        known, stack = self.known, [top]
        open_: dict[_Key, tuple[list[_Mean], int]] = {}
        while stack:
            key = stack[-1]
            if key in known:
                stack.pop()
                continue
            if key not in open_:
                if len(known) + len(open_) >= self._limit:
                    raise TooLarge("solvers.draft_advice.beliefs", size=self._limit + 1, limit=self._limit)
                means, divisor = open_[key] = self._expanded(dict(key))
                missing = [one for mean in means for _, one in mean.parts if one not in known]
                if missing:
                    stack += reversed(missing)
                    continue
            means, divisor = open_.pop(key)
            stack.pop()
            values = [self._mixed(mean, divisor) for mean in means]
            known[key] = max(values, key=lambda value: value[0]) if len(values) > 1 else values[0]
            if self._progress and len(known) % EVERY == 0:
                self._progress(len(known), None)

    def _expanded(self, belief: Belief) -> tuple[list[_Mean], int]:
        """What a belief can lead to, by choice; or the one mean that it is, and by what to divide it."""
        if self.player in self._states[next(iter(belief))].to_act():
            return [self._mean(beliefs) for beliefs in self.own(belief).values()], 1
        steps = [(weight, *self._step(one)) for one, weight in belief.items()]
        # One whole number that every distribution's total divides.
        common = lcm(*(step[1] for step in steps))
        seen: dict[tuple[str, int], Belief] = {}
        for weight, whole, after in steps:
            for step in after:
                _add(seen, step.seen, step.after, weight * step.weight * (common // whole))
        return [self._mean(seen.values())], common

    def _mixed(self, mean: _Mean, divisor: int) -> _Values:
        found = []
        for at, end in enumerate(mean.ends):
            values = [(weight, self.known[key][at]) for weight, key in mean.parts]
            under = lcm(*(value.denominator for _, value in values))
            over = sum(weight * value.numerator * (under // value.denominator) for weight, value in values)
            found.append(Fraction(over + int(end) * under, under * divisor))
        return tuple(found)

    # Mirror images.

    def _turned(self, one: int) -> bool:
        """Whether the mirror image stands for what a player sees in a position."""
        view = self._views[one]
        if view not in self._to_turn:
            other = self._views[self._mirrored(one)]
            # Whichever was met first.
            self._to_turn[view], self._to_turn[other] = (False, other != view)
        return self._to_turn[view]

    def _mirrored(self, one: int) -> int:
        if one not in self._across:
            state = self._states[one]
            other = self.number(mirrored(state))
            self._across[one], self._across[other] = other, one
        return self._across[one]


def _add(seen: dict[Seen, Belief], what: Seen, one: int, weight: int) -> None:
    belief = seen.setdefault(what, {})
    belief[one] = belief.get(one, 0) + weight
