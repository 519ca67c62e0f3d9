"""Many games of a card game between policies: who wins how often.

`tournament` lets policies play one another and says how large a share of the wins each has, and in Same One
what it scores on average. It is fair over the seats: a *round* is as many games as there are players, and in
each the policies sit one seat further on while the same seat starts. Rounds are independent of one another
and alike, so each mean has the standard error of a mean over rounds; two policies differ where their means
are several standard errors apart. How games go between players of one kind is told by what belongs to a game:
`solvers.same_one_games` and `solvers.cross_sevens_worth`.

All numbers are estimates, floats with their standard errors (`solvers.monte_carlo.Estimate`). The same seed
gives the same games on any `concurrent.futures.Executor` and any number of processes; policies that are sent
to other processes are found by name there, so they have to be functions or objects of a module.

Measured with tests/benchmarks/same_one.py and its seed 1, each with one standard error. In Same One, one
`careful` player among `greedy` ones wins 0.31 ± 0.02 of the games of three (an equal share is 0.333), 0.22 ±
0.02 of five (0.2) and 0.142 ± 0.010 of nine (0.111): what the others can answer matters more the more others
there are.

Measured with ``python -m tests.benchmarks.cross_sevens_worth --tables policies --players 3 --rounds 30``, its
seed 1, 90 games each. Of Cross Sevens with three, one `greedy` player among random ones wins 0.83 ± 0.05, one
`patient` among greedy ones 0.42 ± 0.06, one `deducer` among greedy ones 0.59 ± 0.06 and among patient ones
0.53 ± 0.06.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from functools import partial
from math import sqrt
from random import Random
from statistics import mean, pstdev, stdev
from types import ModuleType
from typing import Any, Final, NamedTuple, TypeVar

from inaba import cross_sevens, same_one
from inaba.errors import SetupError
from inaba.game import Policy
from solvers.monte_carlo import Estimate

GAMES: Final[Mapping[str, ModuleType]] = {"same_one": same_one, "cross_sevens": cross_sevens}
"""The games that are played with cards, by name."""

MOST_TURNS: Final = 2000
"""A game of so many turns is broken off, and nobody has won it."""

_T = TypeVar("_T")

Watch = Callable[[Any, Any], object]
"""Called before each step, a decision or an event, with the position that it leads from."""


class Played(NamedTuple):
    """A game that was played.

    Attributes
    ----------
    last : Game
        The last position.
    turns : int
    broken_off : bool
    """

    last: Any
    turns: int
    broken_off: bool

    @property
    def shares(self) -> tuple[float, ...]:
        """Each player's share of the win, by seat; all 0 where it was broken off."""
        result = self.last.result()
        return (0.0,) * self.last.players if result is None else tuple(map(float, result))

    @property
    def scores(self) -> tuple[int, ...] | None:
        """What each player scores, by seat, and 0 for all where it was broken off; None in a game without
        scores: Cross Sevens, or Same One where it is played on."""
        if not isinstance(self.last, same_one.State) or self.last.rules.play_on:
            return None
        return (0,) * self.last.players if self.broken_off else self.last.scores()


def play_out(
    state: Any,
    policies: Sequence[Policy],
    rng: Random,
    most_turns: int = MOST_TURNS,
    watch: Watch | None = None,
) -> Played:
    """One game to its end.

    Parameters
    ----------
    state : Game
    policies : sequence of Policy
        One a player, by seat.
    rng : Random
        Of the cards, of other chance, and of what the policies draw.
    most_turns : int
    watch : callable, optional
        Told every step before it is made.

    Examples
    --------
    >>> from solvers.cross_sevens_policies import greedy
    >>> sum(play_out(cross_sevens.start(3), [greedy] * 3, Random(1)).shares)
    1.0
    """
    turns = 0
    while state.result() is None:
        turns += state.starts_turn()
        if turns > most_turns:
            return Played(state, most_turns, True)
        if (chance := state.chance()) is not None:
            event = chance.sample(rng)
            if watch:
                watch(state, event)
            state = state.happen(event)
        else:
            player = state.to_act()[0]
            move = policies[player - 1](state.view(player), rng)
            if watch:
                watch(state, move)
            state = state.play(player, move)
    return Played(state, turns, False)


class Standing(NamedTuple):
    """How a policy did.

    Attributes
    ----------
    name : str
    seats : int
        How many of the players it is.
    wins : Estimate
        The share of a win that one player of it gets in a game; 1 / players where all are alike.
    score : Estimate or None
        What one player of it scores in a game; None where there are no scores.
    """

    name: str
    seats: int
    wins: Estimate
    score: Estimate | None


def tournament(
    policies: Mapping[str, Policy],
    seats: Sequence[str],
    *,
    game: str = "same_one",
    rules: Any = "",
    rounds: int = 100,
    seed: int = 1,
    executor: Executor | None = None,
) -> list[Standing]:
    """Let policies play one another.

    Parameters
    ----------
    policies : mapping of str to Policy
        By name.
    seats : sequence of str
        Who plays: as many names as can play, as they sit; the same one may sit there more than once.
    game : {"same_one", "cross_sevens"}
    rules : Rules or str
        Of that game, or their notation.
    rounds : int
        How many rounds, 2 or more; each is as many games as there are players.
    seed : int
    executor : Executor, optional
        Where to play; in this process unless given.

    Returns
    -------
    list of Standing
        The most wins first.

    Raises
    ------
    SetupError
        If there is no such game, a name has no policy, or the numbers are none of these.

    Examples
    --------
    >>> from solvers.same_one_policies import greedy, uniform
    >>> found = tournament({"greedy": greedy, "random": uniform}, ["greedy", "random", "random"], rounds=10)
    >>> found[0].name, found[0].wins.games
    ('greedy', 30)
    """
    if game not in GAMES:
        raise SetupError("solvers.tournament.game", game=game, known=", ".join(GAMES))
    rules = GAMES[game].parse_rules(rules) if isinstance(rules, str) else rules
    for name in seats:
        if name not in policies:
            raise SetupError("solvers.tournament.name", name=name, known=", ".join(policies))
    GAMES[game].start(len(seats), rules)  # Refuses what cannot be played.
    if rounds < 2:
        raise SetupError("solvers.tournament.rounds", rounds=rounds)
    sitting = {name: policies[name] for name in seats}
    ask = partial(_round, game=game, policies=sitting, seats=tuple(seats), rules=rules)
    answers = found_for(ask, [f"{seed}:{number}" for number in range(rounds)], executor)
    standings = []
    for name in dict.fromkeys(seats):
        games = rounds * len(seats) * seats.count(name)
        wins = share([answer["wins"][name] for answer in answers], games)
        scores = [answer["scores"][name] for answer in answers if answer["scores"]]
        score = estimate(scores, games) if scores else None
        standings.append(Standing(name, seats.count(name), wins, score))
    return sorted(standings, key=lambda standing: -standing.wins.mean)


def _round(
    seed: str, game: str, policies: Mapping[str, Policy], seats: tuple[str, ...], rules: Any
) -> dict[str, Any]:
    """One round: for each name its mean share of the wins and its mean score over seats and games."""
    wins: dict[str, list[float]] = {name: [] for name in seats}
    scores: dict[str, list[float]] = {name: [] for name in seats}
    for turned in range(len(seats)):
        sitting = (*seats[turned:], *seats[:turned])
        start = GAMES[game].start(len(seats), rules)
        played = play_out(start, [policies[name] for name in sitting], Random(f"{seed}:{turned}"))
        for seat, name in enumerate(sitting):
            wins[name].append(played.shares[seat])
            if played.scores:
                scores[name].append(played.scores[seat])
    return {
        "wins": {name: mean(found) for name, found in wins.items()},
        "scores": {name: mean(found) for name, found in scores.items() if found},
    }


def found_for(ask: Callable[[str], _T], seeds: Iterable[str], executor: Executor | None) -> list[_T]:
    """What is found for each seed, in order, here or on an executor."""
    return list((map if executor is None else executor.map)(ask, seeds))


def estimate(values: Sequence[float], games: int) -> Estimate:
    """The mean of independent values, with its standard error."""
    return Estimate(mean(values), stdev(values) / sqrt(len(values)), games)


def share(values: Sequence[float], games: int) -> Estimate:
    """The mean of independent shares; the error with one 0 and one 1 more, so that no run of luck looks like
    certainty (as in `solvers.monte_carlo`)."""
    return Estimate(mean(values), pstdev([*values, 0, 1]) / sqrt(len(values) + 1), games)
