"""Monte Carlo: what a move is worth when everybody plays on by a stated policy, with its standard error.

**What is estimated.** A *policy* says what a player does, from what he sees (`inaba.game.Policy`). Fix one
for everybody from some point on: then the rest of the game is chance, and a player's share of the win has an
expected value. For each move of the player to act that is the number estimated here: *this move now, then
everybody by the policy*. It is not the game's value. Playing the best move by these numbers is one step of
policy improvement (Tesauro and Galperin 1996): against opponents that keep to the policy it is at least as
good as the policy itself. A tree search such as UCT (Kocsis and Szepesvári 2006) gets nearer to the value,
but its means are of no fixed thing and have no standard error; so this is flat on purpose.

**How.** Games are played out from the position, over dice and cards drawn as they come (open loop: nothing is
planned on the outcomes). Each move gets the same number of games, in rounds, so no move's mean depends on how
others did. Where a player knows cards that others do not (a draft), the player advised sees his `View` and no
more: each game deals what he cannot see afresh, every way that agrees with his view equally likely (`deal`).
What the others' choices give away about their cards is not used.

**Standard error.** The games of a move are independent and alike, so the mean's standard error is
√(variance / games). A mean of 30 wins in 30 games has variance 0, which would claim certainty; one win and
one loss are added before the variance is taken (Agresti and Coull 1998 argue for something like it), so it
never does. The error is statistical: a mean lies within two of them about 19 times in 20.

**Choosing the best of many.** The best of several means tends to be too high. So the position's own number
comes from fresh games with the move that came out best.

A play of more than `MOST_TURNS` turns is broken off, and counts as endless play does: the win is shared
equally unless something else is said.

References
----------
.. [1] B. Abramson, "Expected-outcome: a general model of static evaluation", IEEE Trans. PAMI 12, 1990.
.. [2] G. Tesauro and G. R. Galperin, "On-line policy improvement using Monte-Carlo search", NIPS 9, 1996.
.. [3] A. Agresti and B. A. Coull, "Approximate is better than 'exact' for interval estimation of binomial
   proportions", The American Statistician 52, 1998.
.. [4] L. Kocsis and C. Szepesvári, "Bandit based Monte-Carlo planning", ECML, 2006.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from random import Random, SystemRandom
from typing import Any, Final, NamedTuple

from inaba.dice import Dice, total
from inaba.errors import SetupError
from inaba.game import Game, Policy
from inaba.percent import in_percent
from inaba.river.board import GOAL, START, Square
from inaba.river.cards import Card, Kind
from inaba.river.draft import Dealing, Own, Picking, Placing
from inaba.river.moves import Choose, Lay, Move, Peek, Ride, Rolled, TurnedUp
from inaba.river.state import Fight, Looking, Riding, State, TurningUp, View

MOST_TURNS: Final = 400
"""After so many turns a play is broken off, and the win shared."""

GAMES: Final = 200
"""How many games each move gets where nothing is said."""

Progress = Callable[[int, int | None], object]
"""Called with the games played so far, and how many it will be where that is known."""


PERCENT: Final = re.compile(r"\.(\d)%")
"""How ``format`` asks for percent, and with how many places."""


class Estimate(NamedTuple):
    """A mean over games.

    Attributes
    ----------
    mean : float
        In [0, 1].
    standard_error : float
        0 only where the outcome is certain without a game.
    games : int
        How many were played for it.

    Examples
    --------
    >>> str(Estimate(0.5312, 0.0194, 600))
    '0.53 ± 0.02'
    """

    mean: float
    standard_error: float
    games: int

    def __float__(self) -> float:
        return self.mean

    def __str__(self) -> str:
        if not self.standard_error:
            return f"{self.mean:g}"
        # Two places, more where the error is smaller; the error is rounded up.
        places = max(2, -math.floor(math.log10(self.standard_error)))
        error = math.ceil(self.standard_error * 10**places - 1e-9) / 10**places
        return f"{self.mean:.{places}f} ± {error:.{places}f}"

    def __format__(self, form: str) -> str:
        """In percent with so many places, as ``".1%"`` asks; the error is rounded up.

        Examples
        --------
        >>> f"{Estimate(0.5312, 0.0194, 600):.1%}"
        '53.1 ± 2.0%'
        >>> f"{Estimate(1.0, 0.0, 0):.1%}"
        '100%'
        """
        if not (places := PERCENT.fullmatch(form)):
            return format(str(self), form)
        if not self.standard_error:
            # The outcome is certain without a game.
            return in_percent(Fraction(self.mean), int(places[1]), "")
        fine = 10 ** int(places[1])
        error = math.ceil(100 * self.standard_error * fine - 1e-9) / fine
        return f"{100 * self.mean:.{places[1]}f} ± {error:.{places[1]}f}%"


TOLD_APART: Final = 3
"""Estimates so many standard errors of their difference apart are different."""


def told_apart(first: Estimate, second: Estimate) -> bool:
    """Whether games tell which of two estimates is the larger: chance alone hardly sets them so far apart.

    Examples
    --------
    >>> told_apart(Estimate(0.9, 0.1, 20), Estimate(0.6, 0.1, 20))
    False
    >>> told_apart(Estimate(0.9, 0.01, 2000), Estimate(0.6, 0.01, 2000))
    True
    """
    far = abs(first.mean - second.mean)
    return far > 0 and far >= TOLD_APART * math.hypot(first.standard_error, second.standard_error)


class MoveEstimate(NamedTuple):
    """A move, and an estimate of each player's share after it, in seat order."""

    move: Any
    value: tuple[Estimate, ...]


@dataclass(frozen=True, slots=True)
class Estimated:
    """What a position's moves came to in games played out.

    Attributes
    ----------
    of : State or View
        The position, or what a player sees of it.
    value : tuple of Estimate
        One a player: of the best move, from games of its own; of the policy alone where nobody is to act.
    moves : tuple of MoveEstimate
        The moves of the player to act, best mean first, equal ones in legal order.
    games : int
        How many games were played in all.
    seed : int
        What repeats it, with the same number of games a move.
    """

    of: Any
    value: tuple[Estimate, ...]
    moves: tuple[MoveEstimate, ...]
    games: int
    seed: int


@cache
def _odds(dice: Dice) -> tuple[float, ...]:
    """The chance that a roll beats a shark, by its hit points left."""
    sums = total(dice)
    return tuple(float(sums.where(lambda damage, left=left: damage >= left)) for left in range(100))  # type: ignore[misc]  # a default binds the loop's number


def sensible(view: View, rng: Random) -> Move:
    """The policy that plays games out: the move that helps most at once, one time in eight any move.

    It is quick rather than clever: a move is worth the rows that its own rabbit gains on average, or that
    another's loses, a rabbit in the goal counting the whole river more. Of a face-down card the average over
    the unseen cards is taken. Which of equal moves, and the eighth, the generator says.

    Examples
    --------
    >>> from inaba import river
    >>> moves = [str(sensible(river.parse("5,W,20/W,W,W b1,- 1 - -").view(1), Random(i))) for i in range(60)]
    >>> max(set(moves), key=moves.count)
    '1b2'
    """
    if rng.random() < 0.125:
        moves = list(view.legal_moves())
    else:
        _, moves = helpful(view)
    return moves[int(rng.random() * len(moves))]


def helpful(view: View) -> tuple[list[Move], list[Move]]:
    """A player's moves, and of these the ones that help most at once (see `sensible`)."""
    moves = list(view.legal_moves())
    if len(moves) == 1:
        return moves, moves
    worths = _worths(view, moves)
    best = max(worths)
    return moves, [move for move, worth in zip(moves, worths, strict=True) if worth == best]


def _worths(view: View, moves: list[Move]) -> list[float]:
    river, odds = view.board, _odds(view.rules.dice)
    known: dict[Square, float] = {}

    def stays(to: Square) -> float:
        """The chance that a rabbit that lands there can stay."""
        if to not in known:
            spot = view.spots[river.index[to]]
            card = spot.card or view.own.at(to)
            if card is None:
                unseen = view.unseen
                known[to] = sum(odds[unknown.hit_points] for unknown in unseen) / len(unseen)
            else:
                known[to] = odds[card.hit_points - spot.damage]
        return known[to]

    def gain(rabbit: int, to: Square) -> float:
        if to == START:
            ahead = 0.0
        elif to == GOAL:
            ahead = 2.0 * river.rows + 1
        else:
            ahead = int(to[1]) * stays(to)
        here = view.rabbits[rabbit - 1]
        gained = ahead - (0 if here == START else int(here[1]))
        return gained if rabbit == view.player else -gained

    worths = []
    for move in moves:
        match move:
            case Choose(rabbit=rabbit, to=to):
                worths.append(gain(rabbit, to))
            case Ride(to=to):
                assert isinstance(view.phase, Riding)
                worths.append(gain(view.phase.rabbit, to))
            case Peek(at=at):
                mine = view.rabbits[view.player - 1]
                worths.append(100.0 * (at in river.ahead.get(mine, ())) - int(at[1]))
            case Lay(card=card, at=at):
                # A strong shark far ahead: the others have to pass it too, but they do not know it.
                worths.append((1 - odds[card.hit_points]) * int(at[1]))
            case _:
                worths.append(0.0)
    return worths


def deal(view: View, rng: Random) -> State:
    """A whole position that agrees with what a player sees, every one equally likely.

    While cards are laid, whoever laid first is known to have kept the dolphin; that is kept to.

    Examples
    --------
    >>> from inaba import river
    >>> view = river.parse("?1:9,?2:W/?2:3,?1:D -,- 1 - -").view(1)
    >>> sorted({str(deal(view, Random(i))).split()[0] for i in range(20)})
    ['?1:9,?2:3/?2:W,?1:D', '?1:9,?2:W/?2:3,?1:D']
    """
    phase = view.phase
    squares = view.board.squares
    laid = [
        [
            square
            for square, spot in zip(squares, view.spots, strict=True)
            if spot.by == player and not spot.up
        ]
        for player in range(1, view.players + 1)
    ]
    hands = kept = (0,) * view.players
    if isinstance(phase, Dealing | Picking | Placing):
        hands, kept = phase.hands, phase.kept
    elif not any(laid):
        return State(view.table)
    cards = list(view.unseen)
    rng.shuffle(cards)
    owns = []
    held: dict[int, list[Card]] = {}
    for player in range(1, view.players + 1):
        if player != view.player:
            size = hands[player - 1] + kept[player - 1] + len(laid[player - 1])
            held[player], cards = cards[:size], cards[size:]
    if isinstance(phase, Placing):
        _give_dolphin((view.turn - 1 - sum(map(len, laid))) % view.players + 1, held)
        for cards_of in held.values():
            rng.shuffle(cards_of)
    for player in range(1, view.players + 1):
        if player == view.player:
            owns.append(view.own)
            continue
        own, at = held[player], hands[player - 1]
        to = at + kept[player - 1]
        placed = tuple(zip(laid[player - 1], own[to:], strict=True))
        owns.append(Own(tuple(sorted(own[:at])), tuple(sorted(own[at:to])), placed))
    return State(view.table, tuple(owns))


def _give_dolphin(first: int, held: dict[int, list[Card]]) -> None:
    """Let the player who laid first have the dolphin, if others than the one who looks on hold it."""
    dolphin = Card(Kind.DOLPHIN)
    for player, cards in held.items():
        if player != first and dolphin in cards and held.get(first):
            at = cards.index(dolphin)
            cards[at], held[first][0] = held[first][0], cards[at]
            return


def play_out(
    state: Game,
    rng: Random,
    policy: Policy = sensible,
    most_turns: int = MOST_TURNS,
    endless: Fraction | None = None,
) -> tuple[float, ...]:
    """Each player's share of the win in one game played to its end, everybody by the policy.

    Parameters
    ----------
    state : Game
        Any game's position, at any phase.
    rng : Random
        Of the dice, the cards and the policy.
    policy : Policy
    most_turns : int
        After so many turns a game is broken off, and counts as endless.
    endless : Fraction, optional
        What that is worth to player 1 of two; the win is shared equally unless given.
    """
    turns = 0
    while True:
        result: tuple[Fraction, ...] | None = state.result()
        if result is not None:
            return tuple(float(share) for share in result)
        if players := state.to_act():
            if state.starts_turn():
                turns += 1
                if turns > most_turns:
                    if endless is not None and state.players == 2:
                        return float(endless), float(1 - endless)
                    return (1 / state.players,) * state.players
            for player in players:
                state = state.play(player, policy(state.view(player), rng))
        else:
            state = state.happen(_drawn(state, rng))


def _drawn(state: Any, rng: Random) -> Any:
    """One event of chance."""
    if isinstance(state, State):
        phase = state.phase
        if isinstance(phase, Fight):
            return Rolled(tuple(die.sample(rng) for die in state.rules.dice))
        if isinstance(phase, TurningUp | Looking) and not state.secrets:
            unseen = state.unseen
            return TurnedUp(unseen[int(rng.random() * len(unseen))])
    return state.chance().sample(rng)


class _Sum:
    """The shares of some games, added up."""

    __slots__ = ("games", "squares", "sums")

    def __init__(self, players: int) -> None:
        self.games = 0
        self.sums = [0.0] * players
        self.squares = [0.0] * players

    def add(self, shares: tuple[float, ...]) -> None:
        self.games += 1
        for p, share in enumerate(shares):
            self.sums[p] += share
            self.squares[p] += share * share

    def estimates(self) -> tuple[Estimate, ...]:
        found = []
        n = self.games
        for one, square in zip(self.sums, self.squares, strict=True):
            # With one win and one loss more, so that no run of luck looks like certainty.
            mean = (one + 1) / (n + 2)
            variance = (square + 1) / (n + 2) - mean * mean
            found.append(Estimate(one / n, math.sqrt(variance / (n + 1)), n))
        return tuple(found)


class PlayedOut:
    """What one position comes to if everybody plays on by a policy: games are added as time allows.

    Parameters
    ----------
    state : Game
        A position at any phase. What somebody alone knows, he alone uses: the policy gets each one's view.
    seed : int or str
        Same seed, same games, in however many portions they are played.
    policy : Policy
        How everybody plays on.
    most_turns : int
        After so many turns a game is broken off and the win shared.

    Examples
    --------
    >>> from inaba import river
    >>> games = PlayedOut(river.parse("5,W,4/0,6,3 -,- 1 - -"), seed=1)
    >>> games.play(100)
    >>> games.games, str(games.value[0])
    (100, '0.85 ± 0.04')
    """

    def __init__(
        self, state: Game, *, seed: int | str, policy: Policy = sensible, most_turns: int = MOST_TURNS
    ) -> None:
        self.state = state
        self._rng, self._policy, self._most_turns = Random(seed), policy, most_turns
        self._sum = _Sum(state.players)
        self._certain = _certain(state, 0, None, False)

    @property
    def games(self) -> int:
        """How many have been played; none where the game is over."""
        return self._sum.games

    def play(self, games: int) -> None:
        """Play so many more."""
        for _ in range(0 if self._certain else games):
            self._sum.add(play_out(self.state, self._rng, self._policy, self._most_turns))

    @property
    def value(self) -> tuple[Estimate, ...]:
        """An estimate for each player, in seat order, once a game has been played."""
        return self._certain or self._sum.estimates()


def estimate(
    of: Any,
    *,
    games: int | None = None,
    seconds: float | None = None,
    seed: int | None = None,
    policy: Policy = sensible,
    most_turns: int = MOST_TURNS,
    endless: Fraction | None = None,
    progress: Progress | None = None,
) -> Estimated:
    """What each move came to in games played out (the module's page says of what that is an estimate).

    Parameters
    ----------
    of : Game or View
        A position of 2 to 4 players; or what a player of River sees of it, and then the moves are his, even
        where others decide at the same time. A position with secrets is refused: it would use them.
    games : int, optional
        How many for each move; as many again for the best one. `GAMES` where no seconds are given either.
    seconds : float, optional
        How long to go on instead; at least one game a move.
    seed : int, optional
        Same seed, same games: the same answer. A new one is drawn, and told, unless given.
    policy : Policy
        How everybody plays on.
    most_turns : int
        After so many turns a game is broken off, and counts as endless.
    endless : Fraction, optional
        What that is worth to player 1 of two; the win is shared equally unless given.
    progress : callable, optional

    Returns
    -------
    Estimated

    Raises
    ------
    SetupError
        If games are fewer than 1, or the position has secrets and no player's view was given.

    Notes
    -----
    Ctrl-C ends it without an answer. Who wants one from the games played by then plays them by `PlayedOut`.

    Examples
    --------
    >>> from inaba import river
    >>> found = estimate(river.parse("5,W,4/0,6,3 -,- 1 - -"), games=100, seed=1)
    >>> found.seed, found.games, found == estimate(found.of, games=100, seed=1)
    (1, 700, True)
    """
    if games is not None and games < 1:
        raise SetupError("solvers.search.games", games=games)
    if getattr(of, "secrets", ()):
        raise SetupError("solvers.search.view")
    seed = SystemRandom().getrandbits(32) if seed is None else seed
    rng = Random(seed)
    if games is None and seconds is None:
        games = GAMES
    ends = None if seconds is None else time.monotonic() + seconds

    if isinstance(of, View):
        player = of.player if of.player in of.to_act() else 0
        moves = list(of.legal_moves())
    else:
        players = of.to_act()
        player = players[0] if players else 0
        moves = list(of.legal_moves(player)) if player else []
    others = player and len(of.to_act()) > 1

    def begin() -> Any:
        return deal(of, rng) if isinstance(of, View) else of

    def game(move: Any) -> tuple[float, ...]:
        state = begin()
        if player:
            # Others who decide at the same time come after: nobody sees what was chosen.
            acting = state.to_act()
            state = state.play(player, move)
            for other in acting if others else ():
                if other != player:
                    state = state.play(other, policy(state.view(other), rng))
        return play_out(state, rng, policy, most_turns, endless)

    choices: list[Any] = moves or [None]
    sums = [_Sum(of.players) for _ in choices]
    known = [_certain(begin(), player, move, bool(others)) for move in choices]
    expected = None if games is None else games * (len(choices) + bool(moves))
    played = 0
    first_end = None if ends is None or seconds is None or not moves else ends - seconds / 4

    def stop(at: float | None) -> bool:
        return at is not None and time.monotonic() >= at

    while (games is None or sums[0].games < games) and not (
        sums[0].games and stop(first_end if moves else ends)
    ):
        for one, move in zip(sums, choices, strict=True):
            one.add(game(move))
            played += 1
        if progress:
            progress(played, expected)
    rows = [
        MoveEstimate(move, certain or one.estimates())
        for move, one, certain in zip(choices, sums, known, strict=True)
    ]
    if not moves:
        return Estimated(of, rows[0].value, (), played, seed)
    order = sorted(range(len(rows)), key=lambda i: -rows[i].value[player - 1].mean)
    best = rows[order[0]]
    value = best.value
    if known[order[0]] is None:
        again = _Sum(of.players)
        while (games is None or again.games < sums[0].games) and not (stop(ends) and again.games):
            again.add(game(best.move))
            played += 1
            if progress:
                progress(played, expected)
        value = again.estimates()
    return Estimated(of, value, tuple(rows[i] for i in order), played, seed)


def _certain(state: Any, player: int, move: Any, others: bool) -> tuple[Estimate, ...] | None:
    """The shares after a move that ends the game; None where it goes on."""
    if player:
        if others:
            return None
        state = state.play(player, move)
    result = state.result()
    return None if result is None else tuple(Estimate(float(share), 0.0, 0) for share in result)
