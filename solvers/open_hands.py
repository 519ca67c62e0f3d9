"""Endings with open hands: exact values and best plays where all hands are known.

**The question.** Towards the end of a card game with several players somebody asks: "if we had all seen all
cards, who would have won? Which card was right? Could I have forced it?" All hands are known, and the draw
pile is known as a set of cards of which any is equally likely to come next (or there is none). Everything
here is exact, and answers for any `Game` whose secrets are opened: Same One, and Cross Sevens as it is.

**Opening a game.** `opened` takes a full position and lays everything open: what a player alone knew is part
of the position for all. Two things that matter among people are left out of Same One, for they change no
value: where a card goes in a hand that keeps its order (rule 16; the order has no bearing on any rule), and
fouls (rule 14: with open hands nobody tries what he knows to be illegal. This is ours; a foul that is under
way is paid for).

**Who calls?** In Same One all others are asked at the same time whether they hold the number, and do not hear
each other's answers (rule 11). With open hands they are asked one after the other, in turn order, beginning
with the player whose turn comes, and each has heard those before him. If two call, who is first is chance as
in the rules. Does it make a difference?

- *Not for a guarantee.* Of each number there are three cards, so with one in the centre at most two others
  decide anything, with one card each; and only if the lone player is one of them do two sides decide at once.
  Let calling alone be worth :math:`a` to him, the rival's calling alone :math:`b`, nobody's calling
  :math:`c`; if both call it is :math:`r`, between :math:`a` and :math:`b` whatever the weights of the race.
  If :math:`a > b`, both call: not calling gives him :math:`b \\le r`, and not calling gives the rival
  :math:`a \\ge r`. If :math:`a \\le b` there are three cases: :math:`a \\ge c`, and he alone calls; else
  :math:`b \\le c`, and the rival alone calls; else nobody does. Each time neither gains by answering
  otherwise, so these four numbers have a saddle point in pure answers. Then it is the same who answers first,
  and what he has heard (von Neumann 1928).
- *For max-n it may.* Among several who each want their own best there can be more than one equilibrium of the
  answers. The order of asking is then part of the answer, like the tie rule.

**Values.** What a player can *guarantee* against all others together is a theorem (`solvers.coalition`). The
guarantees of all need not sum to 1. What each gets if everyone maximises his own is one equilibrium, with its
tie rule (`solvers.maxn`), and is given only where it is checked. The payoff is the share of the win, or the
score (Same One, rule 13). Endless play (cards can be drawn and laid for ever) is worth an equal share, 1/n;
as a score it is worth 0, like every game without a winner.

**Forcing it.** A player can *force* going out if he does so whatever the others do and whatever cards come:
then his guarantee is 1, and there is a number of his own turns within which he is out at the latest. They are
counted by their beginnings from now on: 1 is the turn that he is just beginning, or his next; 0 means that he
is out before he begins another, by a call for instance. A guarantee of 1 without such a number means that he
is out with certainty in the long run, but can say no turn by which.

**How.** Positions are numbered and expanded once, and all questions are asked of that one graph: for each
player `solvers.endgame.Components` (strongly connected components; loops with chance in them by policy
improvement, in fractions), and `solvers.maxn`. Answers that leave no choice are given at once, so that
asking costs nothing where nobody holds the number. Where the share of the win is asked for, a position from
which some player can force the win within `AHEAD` steps is not followed any further: it is worth 1 to him and
0 to the others, by every measure here. That is what makes endings of some size possible; scores have no such
end, so less fits. It is not looked ahead for who holds so much that he is not out so soon (`soonest`).

**What fits.** In a loop all positions hang together: with cards coming back from the pile, nearly all of them
are one loop. Their number grows about fourfold to sixfold with each card in play, wherever it lies: in a
hand, in the pile or aside. With three players everything of up to six cards in play is
solved in seconds, about half of what has seven, and beyond that what somebody can soon force; scores fit with
five. ``python -m tests.benchmarks.open_hands`` measures it, and its page has the table. Where it is too much,
`TooLarge` says so, and soon: the nearest positions are followed first, and what they lead to is counted
before it is looked at. `OpenHands.forced` does without the whole graph, and answers in positions of all 90
cards whether a player can force going out within a few turns.

References
----------
.. [1] J. von Neumann, "Zur Theorie der Gesellschaftsspiele", Mathematische Annalen 100, 1928.

Examples
--------
>>> from inaba import same_one
>>> found = solve(same_one.parse("g3,g9,y9/g12,b2/b8,y7 g2:3 - - 1 0"))
>>> [str(share) for share in found.guarantee]
['0', '1/2', '0']
>>> [(str(row.step), str(row.guarantee[1])) for row in found.moves]
[('g3', '1'), ('g9', '1'), ('g9+y9', '1/2'), ('draw', '1')]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from itertools import count
from typing import Any, Final, NamedTuple, TypeVar

from inaba import cross_sevens, same_one
from inaba.chance import Chance
from inaba.errors import Reason, SetupError, TooLarge
from inaba.game import Game, Observation
from inaba.same_one.table import Dealing
from solvers.coalition import Coalition
from solvers.endgame import Components
from solvers.maxn import MaxN, Ties
from solvers.oracle import Share

LIMIT: Final = 20_000
"""The most positions that are expanded unless more are asked for."""

AHEAD: Final = 9
"""So many steps ahead it is looked whether somebody can force the win."""

EVERY: Final = 100
"""Progress is told once in so many positions."""

_UNBOUNDED: Final = 1 << 60
"""For solvers that see no more than the graph holds, which has its own limit."""

_ONE: Final = Fraction(1)
_NONE: Final = Fraction(0)

_T = TypeVar("_T")

Progress = Callable[[int, int | None], object]
"""Called with the number of positions so far, and None: how many there will be is not known."""


class Payoff(StrEnum):
    """What players want."""

    WIN = "win"
    """Their share of the win (`Game.result`)."""
    SCORE = "score"
    """Their expected score (`inaba.same_one.State.scores`)."""


def opened(state: Any) -> Any:
    """A position with everything in it laid open: the one whose value is asked for.

    Of Same One the options that change no value are dropped (see the module's page); the position of another
    game is itself.

    Examples
    --------
    >>> from inaba.same_one import parse, parse_rules
    >>> str(opened(parse("g9,g3/b5/y1 g7:3 - - 1 0", parse_rules("fixed_order=yes,fouls=yes"))))
    'g3,g9/b5/y1 g7:3 - - 1 0'
    """
    if not isinstance(state, same_one.State) or not (state.rules.fixed_order or state.rules.fouls):
        return state
    table = replace(state.table, rules=replace(state.rules, fixed_order=False, fouls=False))
    return same_one.State(table, tuple(own._replace(hand=tuple(sorted(own.hand))) for own in state.secrets))


def acting(state: Any) -> int:
    """Who decides next: of several who would at the same time the first in turn order; 0 where nobody does.

    Examples
    --------
    >>> from inaba.same_one import parse
    >>> acting(parse("g3/b7/y7/y2 g7:1 - - 3 1 ask"))
    3
    """
    players = state.to_act()
    return min(players, key=lambda player: (player - state.turn) % state.players) if players else 0


def is_out(state: Any, player: int) -> bool:
    """Whether a player has got what he is after: in Same One he is out of cards, else he alone has won."""
    if isinstance(state, same_one.State):
        return not state.sizes[player - 1] and not isinstance(state.phase, Dealing)
    result = state.result()
    return result is not None and bool(result[player - 1] == 1)


def soonest(state: Any, player: int) -> int:
    """About how many steps it takes at least until a player goes out; 0 where nothing is known of a game.

    With each step of his a card goes, in Same One a number, and between two of them are steps of two others.
    It is for deciding whether it is worth while to look ahead, and no proof: calls and action cards can be
    quicker, and in Cross Sevens all others may be eliminated.

    Examples
    --------
    >>> from inaba.same_one import parse
    >>> soonest(parse("g3,b3,y9,y10/y2/y5 - - - 1 0"), 1)
    7
    """
    held = 0
    if isinstance(state, same_one.State) and not isinstance(state.phase, Dealing):
        held = len({card.number for card in state.secrets[player - 1].hand})
    elif isinstance(state, cross_sevens.State):
        held = len(state.secrets[player - 1].hand)
    return max(0, 3 * held - 2)


class _Graph:
    """The positions that can be reached, numbered, each expanded when it is first asked for."""

    def __init__(self, payoff: Payoff, limit: int, progress: Progress | None) -> None:
        self.payoff, self._limit, self._progress = payoff, limit, progress
        self.states: list[Any] = []
        self._numbers: dict[Any, int] = {}
        self._children: dict[int, tuple[int, ...]] = {}
        # What has been expanded, and what has to be: no answer without it.
        self._due: set[int] = set()
        self._surveyed: set[int] = set()
        # What is known of a look ahead: how far it went, and whether a player can force the win.
        self._ahead: dict[tuple[int, int], tuple[int, bool]] = {}

    @property
    def expanded(self) -> int:
        """How many positions have been expanded."""
        return len(self._children)

    def number(self, state: Any) -> int:
        """The number of a position, all answers given that leave no choice within the turn."""
        while not state.starts_turn() and (player := acting(state)):
            moves = list(state.legal_moves(player))
            if len(moves) != 1:
                break
            state = state.play(player, moves[0])
        found = self._numbers.get(state)
        if found is None:
            found = self._numbers[state] = len(self.states)
            self.states.append(state)
        return found

    def owner(self, i: int) -> int:
        """Who decides at a position; 0 for chance, and where the game is over."""
        return acting(self.states[i])

    def weights(self, i: int) -> tuple[int, ...]:
        """The weights of what chance may bring at a position; none where it is not to act."""
        chance = self.states[i].chance()
        return () if chance is None else tuple(weight for _, weight in chance.items())

    def children(self, i: int) -> tuple[int, ...]:
        """What a position leads to: its moves in legal order, or the events of chance."""
        known = self._children.get(i)
        if known is None:
            self._count({i})
            if self._progress and len(self._children) % EVERY == 0:
                self._progress(len(self._children), None)
            state = self.states[i]
            if state.result() is not None:
                after: Iterator[Any] = iter(())
            elif chance := state.chance():
                after = (state.happen(event) for event in chance)
            else:
                player = acting(state)
                after = (state.play(player, move) for move in state.legal_moves(player))
            known = self._children[i] = tuple(map(self.number, after))
        return known

    def survey(self, root: int) -> None:
        """Follow everything that a position leads to, the nearest first: so it is seen soonest if that is too
        much. What is followed leads to what has to be looked at as well, and that is counted beforehand."""
        if root in self._surveyed:
            return
        met = {root}
        for i in (order := [root]):  # The list grows while it is read.
            if self.payoffs(i) is None:
                children = self.children(i)
                self._count({child for child in children if self.states[child].result() is None})
                order += [child for child in dict.fromkeys(children) if child not in met]
                met.update(children)
        self._surveyed |= met

    def _count(self, due: set[int]) -> None:
        """Take down what has to be expanded. Raises `TooLarge` where that is more than is allowed."""
        self._due |= due
        if len(self._due) > self._limit:
            raise TooLarge("solvers.open_hands.too_large", size=len(self._due), limit=self._limit)

    def payoffs(self, i: int) -> tuple[Fraction, ...] | None:
        """What each gets where nothing is left to be found out: the game is over, or its winner is known."""
        state = self.states[i]
        if (result := state.result()) is not None:
            if self.payoff is Payoff.WIN:
                return tuple(result)
            return tuple(map(Fraction, state.scores()))
        if self.payoff is Payoff.WIN and (winner := self._forces(i, AHEAD)):
            return tuple(_ONE if player == winner else _NONE for player in range(1, state.players + 1))
        return None

    def _forces(self, i: int, steps: int) -> int:
        """Who can force the whole win within some steps; 0 where that is not seen."""
        players = range(1, self.states[i].players + 1)
        return next((player for player in players if self._wins(i, player, steps)), 0)

    def _wins(self, i: int, player: int, steps: int) -> bool:
        """Whether a player can force the whole win within some steps."""
        looked, wins = self._ahead.get((i, player), (-1, False))
        if wins or looked >= steps:
            return wins
        state = self.states[i]
        if (result := state.result()) is not None:
            wins = bool(result[player - 1] == 1)
        elif steps and soonest(state, player) <= steps:
            some = any if self.owner(i) == player else all
            wins = some(self._wins(child, player, steps - 1) for child in self.children(i))
        self._ahead[i, player] = steps, wins
        return wins


class _Place(NamedTuple):
    """A position by its number, as the game that `solvers.endgame` and `solvers.maxn` solve.

    A move, or an event, is its place among those of the position.
    """

    graph: _Graph
    at: int

    @property
    def players(self) -> int:
        return int(self.graph.states[self.at].players)

    def to_act(self) -> tuple[int, ...]:
        player = 0 if self.result() is not None else self.graph.owner(self.at)
        return (player,) if player else ()

    def chance(self) -> Chance[int] | None:
        weights = self.graph.weights(self.at) if self.result() is None else ()
        return Chance(enumerate(weights)) if weights else None

    def result(self) -> tuple[Fraction, ...] | None:
        return self.graph.payoffs(self.at)

    def legal_moves(self, player: int) -> Iterator[int]:
        return iter(range(len(self.graph.children(self.at))) if player in self.to_act() else ())

    def why_illegal(self, player: int, move: int) -> Reason | None:
        return None

    def play(self, player: int, move: int) -> _Place:
        return _Place(self.graph, self.graph.children(self.at)[move])

    def happen(self, event: int) -> _Place:
        return _Place(self.graph, self.graph.children(self.at)[event])

    def view(self, player: int) -> Observation:
        seen: Observation = self.graph.states[self.at].view(player)
        return seen

    def seen(self, player: int, actor: int, step: int) -> str:
        return str(step)

    def starts_turn(self) -> bool:
        return bool(self.graph.states[self.at].starts_turn())

    def __str__(self) -> str:
        return str(self.graph.states[self.at])


@dataclass(frozen=True, slots=True)
class Solution:
    """What a position with open hands is worth to each player, and how to play it.

    Attributes
    ----------
    of : Game
        The position, opened.
    payoff : Payoff
    player : int
        Who decides, from 1; 0 where chance does, or the game is over.
    guarantee : tuple of Fraction
        What each player can guarantee against all others together, by seat.
    maxn : tuple of Fraction or None
        What each gets if everyone maximises his own; None unless that is found and checked.
    ties : {"first", "split"}
        The tie rule of `maxn`.
    forced : tuple of (int or None)
        Within how many of his own turns each can force going out; None who cannot, or has no such number.
        All None where scores are asked for.
    moves : tuple of Share
        The moves of who decides, best guarantee for him first, equal ones by max-n and then in legal order.
    outcomes : tuple of Share
        Where chance is to act: what may happen, with its probability.
    endless : Fraction
        What play without end is worth to each.
    states : int
        How many positions were looked at.
    """

    of: Any
    payoff: Payoff
    player: int
    guarantee: tuple[Fraction, ...]
    maxn: tuple[Fraction, ...] | None
    ties: Ties
    forced: tuple[int | None, ...]
    moves: tuple[Share, ...]
    outcomes: tuple[Share, ...]
    endless: Fraction
    states: int

    def by_maxn(self) -> tuple[Share, ...]:
        """The moves, best for who decides by max-n; equal ones by guarantee, then in legal order.

        Raises
        ------
        SetupError
            If max-n is not known here.
        """
        if self.maxn is None:
            raise SetupError("solvers.oracle.no_maxn", ties=self.ties)
        mine = self.player - 1
        return tuple(sorted(self.moves, key=lambda row: -row.maxn[mine] if row.maxn else _ONE))


class ForcedMove(NamedTuple):
    """A move, and within how many turns, this one included, who makes it can still force going out."""

    move: Any
    turns: int | None


@dataclass(frozen=True, slots=True)
class Forced:
    """Who can force going out within some turns.

    Attributes
    ----------
    of : Game
        The position, opened.
    player : int
        Who decides, from 1; 0 where chance does, or the game is over.
    turns : int
        How many of a player's own turns were looked at.
    forced : tuple of (int or None)
        By seat, the least number of turns; None who cannot do it within so many.
    moves : tuple of ForcedMove
        The moves of who decides, the quickest first, equal ones in legal order.
    states : int
        How many positions were looked at.
    """

    of: Any
    player: int
    turns: int
    forced: tuple[int | None, ...]
    moves: tuple[ForcedMove, ...]
    states: int


class OpenHands:
    """Solves endings with open hands of one number of players, and keeps what it knows.

    Parameters
    ----------
    payoff : Payoff or str
        ``"win"`` or ``"score"``.
    ties : {"first", "split"}
        The tie rule of max-n.
    limit : int
        The most positions to hold. What is known of other positions is forgotten where it leaves too little
        room for a new one.
    progress : callable, optional
        Called now and then with the number of positions so far.

    Examples
    --------
    >>> from inaba.same_one import parse
    >>> hands = OpenHands()
    >>> position = parse("g3,b3/y2,y9/y5,b12 g2:3 - - 1 0")
    >>> hands.guarantee(position)
    (Fraction(1, 1), Fraction(0, 1), Fraction(0, 1))
    >>> hands.forced(position, player=1, turns=3)
    1
    """

    def __init__(
        self,
        payoff: Payoff | str = Payoff.WIN,
        *,
        ties: Ties = "first",
        limit: int = LIMIT,
        progress: Progress | None = None,
    ) -> None:
        self.payoff = Payoff(payoff)
        self.ties: Ties = ties
        self._limit, self._progress = limit, progress
        self._graphs: dict[int, _Graph] = {}
        self._alone: dict[tuple[int, int], Components] = {}
        self._maxn: dict[int, MaxN] = {}
        MaxN(ties)  # It refuses an unknown rule, and should do so at once.

    @property
    def states(self) -> int:
        """How many positions were looked at."""
        return sum(graph.expanded for graph in self._graphs.values())

    def endless(self, players: int) -> Fraction:
        """What play without end is worth to each: an equal share of the win, or a score of 0."""
        return Fraction(1, players) if self.payoff is Payoff.WIN else _NONE

    def guarantee(self, state: Game) -> tuple[Fraction, ...]:
        """What each player can guarantee against all others together, by seat.

        Raises
        ------
        SetupError
            If scores are asked for, and the game has none.
        TooLarge
            If there are more positions than the limit.
        """

        def find() -> tuple[Fraction, ...]:
            place = self._place(state)
            place.graph.survey(place.at)
            return tuple(self._for_player(place, player) for player in range(1, place.players + 1))

        return self._with_room(find)

    def maxn(self, state: Game) -> tuple[Fraction, ...] | None:
        """What each player gets if everyone maximises his own; None unless it is checked.

        Raises as `guarantee`.
        """

        def find() -> tuple[Fraction, ...] | None:
            place = self._place(state)
            place.graph.survey(place.at)
            way = self._maxn.get(place.players)
            if way is None:
                endless = self.endless(place.players)
                way = self._maxn[place.players] = MaxN(self.ties, limit=_UNBOUNDED, endless=endless)
            return way.value(place) if way.checked(place) else None

        return self._with_room(find)

    def solve(self, state: Game) -> Solution:
        """Everything about a position. Raises as `guarantee`."""
        of = opened(state)
        guarantee, maxn = self.guarantee(of), self.maxn(of)
        player = acting(of)
        moves = (
            [self._share(move, of.play(player, move)) for move in of.legal_moves(player)] if player else []
        )
        moves.sort(
            key=lambda row: (row.guarantee[player - 1], row.maxn[player - 1] if row.maxn else 0), reverse=True
        )
        outcomes = []
        if chance := of.chance():
            outcomes = [self._share(event, of.happen(event), chance[event]) for event in chance]
        forced = tuple(self._surely_forced(of, seat) for seat in range(1, of.players + 1))
        return Solution(
            of,
            self.payoff,
            player,
            guarantee,
            maxn,
            self.ties,
            forced,
            tuple(moves),
            tuple(outcomes),
            self.endless(of.players),
            self.states,
        )

    def forced(self, state: Game, player: int, turns: int) -> int | None:
        """Within how many of his own turns a player can force going out.

        Whatever the others do, and whatever cards come. Not the whole graph is searched: also large positions
        can be asked about a few turns.

        Parameters
        ----------
        state : Game
        player : int
            Who is to go out, from 1.
        turns : int
            The most turns to look ahead.

        Returns
        -------
        int or None
            The least number, 0 or more; None where there is none up to ``turns``.

        Raises
        ------
        TooLarge
            If there are more positions than the limit.
        """
        return self._with_room(lambda: next(self._forced(self._place(state), player, turns), None))

    def forcing(self, state: Game, turns: int) -> Forced:
        """Who can force going out within so many of his own turns, and by which moves. Raises as `forced`.

        Examples
        --------
        >>> from inaba.same_one import parse
        >>> found = OpenHands().forcing(parse("g1,y5/b20/y14 - - - 1 0"), turns=2)
        >>> found.forced, [f"{row.move} {row.turns}" for row in found.moves]
        ((2, None, None), ['g1 2', 'y5 2', 'draw None'])
        """
        of = opened(state)
        forced = tuple(self.forced(of, seat, turns) for seat in range(1, of.players + 1))
        player, moves = acting(of), []
        if player:
            now = int(of.starts_turn())
            for move in of.legal_moves(player):
                # A turn that begins here needs one to be left for it.
                then = self.forced(of.play(player, move), player, turns - now) if turns >= now else None
                moves.append(ForcedMove(move, None if then is None else then + now))
        moves.sort(key=lambda row: turns + 1 if row.turns is None else row.turns)
        return Forced(of, player, turns, forced, tuple(moves), self.states)

    def _forced(self, place: _Place, player: int, turns: int | None = None) -> Iterator[int]:
        """The numbers of turns within which a player can force going out, the least first."""
        search = _Forcing(place.graph, player)
        for number in count() if turns is None else range(turns + 1):
            if search.within(place.at, number):
                yield number

    def _surely_forced(self, state: Any, player: int) -> int | None:
        """The least number of turns within which a player can force going out, however many; None if none."""

        def find() -> int | None:
            place = self._place(state)
            return next(self._forced(place, player)) if self._surely(place, player) else None

        return self._with_room(find)

    def _with_room(self, find: Callable[[], _T]) -> _T:
        """What is found; if there is too little room because of what is known of other positions, afresh."""
        held = self.states
        try:
            return find()
        except TooLarge:
            for known in (self._graphs, self._alone, self._maxn):
                known.clear()
            if not held:
                raise
            return find()

    def _place(self, state: Any) -> _Place:
        """A position in the graph of all that have as many players."""
        state = opened(state)
        if self.payoff is Payoff.SCORE and not _has_scores(state):
            raise SetupError("solvers.open_hands.no_scores", position=state)
        if state.players not in self._graphs:
            self._graphs[state.players] = _Graph(self.payoff, self._limit, self._progress)
        graph = self._graphs[state.players]
        return _Place(graph, graph.number(state))

    def _for_player(self, place: _Place, player: int) -> Fraction:
        """What one player can guarantee."""
        key = place.players, player
        if key not in self._alone:
            self._alone[key] = Components(_UNBOUNDED, self.endless(place.players))
        return self._alone[key].value(Coalition(place, player))

    def _share(self, step: Any, after: Any, chance: Fraction = _ONE) -> Share:
        """A move or an event, with what the position after it is worth."""
        return Share(step, self.guarantee(after), self.maxn(after), chance)

    def _surely(self, place: _Place, player: int) -> bool:
        """Whether a player can force going out, in whatever number of turns."""
        if self.payoff is not Payoff.WIN:
            return False
        graph = place.graph
        before: dict[int, list[int]] = {place.at: []}
        left: dict[int, int] = {}
        sure: list[int] = []
        for i in (order := [place.at]):  # Both lists grow while they are read.
            payoffs = graph.payoffs(i)
            if is_out(graph.states[i], player) or (payoffs and payoffs[player - 1] == 1):
                sure.append(i)
            elif payoffs is None:
                children = dict.fromkeys(graph.children(i))
                left[i] = 1 if graph.owner(i) == player else len(children)
                for child in children:
                    if child not in before:
                        before[child] = []
                        order.append(child)
                    before[child].append(i)
        for i in sure:
            for above in before[i]:
                left[above] -= 1
                if not left[above]:
                    sure.append(above)
        return place.at in sure


class _Forcing:
    """Searches for a way out that nobody can stop: against all others, and whatever cards come.

    Depth first, and each question is dropped as soon as it is decided. A position that comes up again below
    itself without a turn of the player is no way out by itself; what was refuted only because of that is not
    remembered as refuted.
    """

    def __init__(self, graph: _Graph, player: int) -> None:
        self._graph, self._player = graph, player
        self._known: dict[_Question, bool] = {}

    def within(self, root: int, turns: int) -> bool:
        """Whether the player is out for certain before he begins more than so many turns."""
        first = (root, turns)
        found = self._at_once(first)
        if found is not None:
            return found
        path = [self._line(first)]
        depth = {first: 0}
        answer: tuple[bool, int] | None = None  # of the question below, and the depth that it hangs on
        while path:
            line = path[-1]
            if answer is not None:
                value, hangs_on = answer
                line.hangs_on = min(line.hangs_on, hangs_on)
                answer = None
                if value is line.mine:
                    answer = self._close(path, depth, value)
                    continue
            question = next(line.rest, None)
            if question is None:
                answer = self._close(path, depth, not line.mine)
            elif (found := self._at_once(question)) is not None:
                answer = found, _NOTHING
            elif question in depth:
                answer = False, depth[question]
            else:
                depth[question] = len(path)
                path.append(self._line(question))
        assert answer is not None
        return answer[0]

    def _close(self, path: list[_Line], depth: dict[_Question, int], value: bool) -> tuple[bool, int]:
        """The answer to the last question of the path, which is remembered if it hangs on none above it."""
        line = path.pop()
        own = depth.pop(line.question)
        if not value and line.hangs_on < own:
            return value, line.hangs_on
        self._known[line.question] = value
        return value, _NOTHING

    def _at_once(self, question: _Question) -> bool | None:
        """The answer where nothing has to be searched for it."""
        if (known := self._known.get(question)) is not None:
            return known
        i, turns = question
        state = self._graph.states[i]
        if is_out(state, self._player):
            return True
        if state.result() is not None or (not turns and self._begins(i)):
            return False
        return None

    def _begins(self, i: int) -> bool:
        """Whether a turn of the player begins at a position."""
        return self._graph.owner(i) == self._player and bool(self._graph.states[i].starts_turn())

    def _line(self, question: _Question) -> _Line:
        i, turns = question
        left = turns - self._begins(i)
        rest = ((child, left) for child in self._graph.children(i))
        return _Line(question, self._graph.owner(i) == self._player, rest)


_Question = tuple[int, int]
"""A position, and how many turns the player may still begin."""

_NOTHING: Final = 1 << 62
"""The depth that an answer hangs on if it hangs on nothing."""


@dataclass(slots=True)
class _Line:
    """A question on the path of the search: any of the rest will do if it is the player's own choice."""

    question: _Question
    mine: bool
    rest: Iterator[_Question]
    hangs_on: int = _NOTHING


def _has_scores(state: Any) -> bool:
    """Whether a game is scored."""
    return isinstance(state, same_one.State) and not state.rules.play_on


def solve(
    state: Game,
    payoff: Payoff | str = Payoff.WIN,
    *,
    ties: Ties = "first",
    limit: int = LIMIT,
    progress: Progress | None = None,
) -> Solution:
    """What a position with open hands is worth to each player, and each move in it (`OpenHands`).

    Raises
    ------
    SetupError
        If scores are asked for, and the game has none.
    TooLarge
        If there are more positions than the limit.
    """
    return OpenHands(payoff, ties=ties, limit=limit, progress=progress).solve(state)
