"""Many games of Same One between policies: who wins how often, and what the options change.

`tournament` lets policies play one another and says how large a share of the wins each has, and what it
scores on average. It is fair over the seats: a *round* is as many games as there are players, and in each the
policies sit one seat further on while the same seat starts. Rounds are independent of one another and alike,
so each mean has the standard error of a mean over rounds; two policies differ where their means are several
standard errors apart. `describe` says how games go between players of one kind: how long they last, whether
starting helps, how often Same One is called, how they end.

All numbers are estimates, floats with their standard errors (`solvers.monte_carlo.Estimate`). The same seed
gives the same games on any `concurrent.futures.Executor` and any number of processes; policies that are sent
to other processes are found by name there, so they have to be functions or objects of a module.

Measured with tests/benchmarks/same_one.py and its seed 1, each with one standard error. One `careful` player
among `greedy` ones wins 0.31 ± 0.02 of the games of three (an equal share is 0.333), 0.22 ± 0.02 of five
(0.2) and 0.142 ± 0.010 of nine (0.111): what the others can answer matters more the more others there are.
Of the options, with four careful players, ``fouls`` and ``fixed_order`` change nothing, for they commit no
foul and do not look at the order; four who try a card at random in one of ten decisions take 29.3 ± 0.4 turns
without fouls and 40.7 ± 0.9 with them; and ``play_on`` makes 29.9 ± 0.4 turns 41.6 ± 0.5. With more players
a game has as many turns, 28 to 32 on average, but more Same Ones, from 6.2 ± 0.1 with three to 18.1 ± 0.2
with nine. Whether the starter has an advantage, 400 games a number of players do not tell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from math import sqrt
from random import Random
from statistics import mean, pstdev, stdev
from typing import Any, Final, NamedTuple

from inaba import same_one
from inaba.errors import SetupError
from inaba.game import Policy
from inaba.same_one.moves import Call, Called
from inaba.same_one.rules import Rules, parse_rules
from inaba.same_one.state import State
from inaba.same_one.table import Asking, Over
from solvers.monte_carlo import Estimate

MOST_TURNS: Final = 2000
"""A game of so many turns is broken off, and nobody has won it."""


class Game(NamedTuple):
    """How one game went.

    Attributes
    ----------
    shares : tuple of float
        Each player's share of the win, by seat (`State.result`); all 0 where it was broken off.
    scores : tuple of int or None
        None where the game is played on, which has no scores; 0 for all where it was broken off.
    turns, calls : int
        How many turns it had, and how many Same Ones counted.
    wonderful : bool
        Whether it was won with a dog.
    won : bool
        Whether anybody got out.
    broken_off : bool
    """

    shares: tuple[float, ...]
    scores: tuple[int, ...] | None
    turns: int
    calls: int
    wonderful: bool
    won: bool
    broken_off: bool


def play(state: State, policies: Sequence[Policy], rng: Random, most_turns: int = MOST_TURNS) -> Game:
    """One game to its end.

    Parameters
    ----------
    state : State
    policies : sequence of Policy
        One a player, by seat.
    rng : Random
        Of the cards, the races, and what the policies draw.
    most_turns : int

    Examples
    --------
    >>> from solvers.same_one_policies import greedy
    >>> play(same_one.start(3), [greedy] * 3, Random(1)).won
    True
    """
    turns = calls = 0
    while (result := state.result()) is None:
        turns += state.starts_turn()
        if turns > most_turns:
            scores = None if state.rules.play_on else (0,) * state.players
            return Game((0.0,) * state.players, scores, most_turns, calls, False, False, True)
        if (chance := state.chance()) is not None:
            event = chance.sample(rng)
            calls += isinstance(event, Called)
            state = state.happen(event)
        else:
            player = state.to_act()[0]
            move = policies[player - 1](state.view(player), rng)
            # Who calls in his turn, when nobody else did, has not to wait for an event that settles it.
            calls += isinstance(move, Call) and not isinstance(state.phase, Asking)
            state = state.play(player, move)
    assert isinstance(state.phase, Over)
    shares = tuple(map(float, result))
    return Game(shares, state.scores(), turns, calls, state.phase.wonderful, 0 in state.sizes, False)


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
        What one player of it scores in a game; None where the game is played on.
    """

    name: str
    seats: int
    wins: Estimate
    score: Estimate | None


def tournament(
    policies: Mapping[str, Policy],
    seats: Sequence[str],
    *,
    rules: Rules | str = "",
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
        Who plays: 3 to 9 names, as they sit; the same one may sit there more than once.
    rules : Rules or str
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
        If a name has no policy, or the numbers are none of these.

    Examples
    --------
    >>> from solvers.same_one_policies import greedy, uniform
    >>> found = tournament({"greedy": greedy, "random": uniform}, ["greedy", "random", "random"], rounds=10)
    >>> found[0].name, found[0].wins.games
    ('greedy', 30)
    """
    rules = _rules(rules)
    for name in seats:
        if name not in policies:
            raise SetupError("solvers.tournament.name", name=name, known=", ".join(policies))
    same_one.start(len(seats), rules)  # Refuses what cannot be played.
    if rounds < 2:
        raise SetupError("solvers.tournament.rounds", rounds=rounds)
    ask = partial(_round, policies={name: policies[name] for name in seats}, seats=tuple(seats), rules=rules)
    answers = _played(ask, [f"{seed}:{number}" for number in range(rounds)], executor)
    standings = []
    for name in dict.fromkeys(seats):
        games = rounds * len(seats) * seats.count(name)
        wins = _share([answer["wins"][name] for answer in answers], games)
        score = None if rules.play_on else _estimate([answer["scores"][name] for answer in answers], games)
        standings.append(Standing(name, seats.count(name), wins, score))
    return sorted(standings, key=lambda standing: -standing.wins.mean)


def _rules(rules: Rules | str) -> Rules:
    return parse_rules(rules) if isinstance(rules, str) else rules


def _round(seed: str, policies: Mapping[str, Policy], seats: tuple[str, ...], rules: Rules) -> dict[str, Any]:
    """One round: for each name its mean share of the wins and its mean score over seats and games."""
    wins: dict[str, list[float]] = {name: [] for name in seats}
    scores: dict[str, list[float]] = {name: [] for name in seats}
    for turned in range(len(seats)):
        sitting = (*seats[turned:], *seats[:turned])
        rng = Random(f"{seed}:{turned}")
        game = play(same_one.start(len(seats), rules), [policies[name] for name in sitting], rng)
        for seat, name in enumerate(sitting):
            wins[name].append(game.shares[seat])
            scores[name].append(game.scores[seat] if game.scores else 0)
    return {
        "wins": {name: mean(found) for name, found in wins.items()},
        "scores": {name: mean(found) for name, found in scores.items()},
    }


def _played(
    ask: Callable[[str], dict[str, Any]],
    seeds: Iterable[str],
    executor: Executor | None,
) -> list[dict[str, Any]]:
    """What is found for each seed, in order."""
    return list((map if executor is None else executor.map)(ask, seeds))


def _estimate(values: Sequence[float], games: int) -> Estimate:
    """The mean of independent values, with its standard error."""
    return Estimate(mean(values), stdev(values) / sqrt(len(values)), games)


def _share(values: Sequence[float], games: int) -> Estimate:
    """The mean of independent shares; the error with one 0 and one 1 more, so that no run of luck looks like
    certainty (as in `solvers.monte_carlo`)."""
    return Estimate(mean(values), pstdev([*values, 0, 1]) / sqrt(len(values) + 1), games)


@dataclass(frozen=True, slots=True)
class Description:
    """How games go between players of one kind.

    Attributes
    ----------
    players : int
    rules : Rules
    games : int
    turns : Estimate
        How many turns a game has.
    starter : Estimate
        The starter's share of the win; 1 / players where starting makes no difference.
    calls : Estimate
        How often Same One counts in a game.
    winner : Estimate or None
        What the winner scores, over the games that somebody won; None where the game is played on.
    wonderful : Estimate
        The share of games that are won with a dog.
    unwon, broken_off : int
        How many games nobody won, and how many of these were broken off.
    """

    players: int
    rules: Rules
    games: int
    turns: Estimate
    starter: Estimate
    calls: Estimate
    winner: Estimate | None
    wonderful: Estimate
    unwon: int
    broken_off: int


def describe(
    policy: Policy,
    players: int = 3,
    *,
    rules: Rules | str = "",
    games: int = 100,
    seed: int = 1,
    executor: Executor | None = None,
) -> Description:
    """How games go if all players are of one kind.

    Parameters
    ----------
    policy : Policy
    players : int
        3 to 9.
    rules : Rules or str
    games : int
        2 or more.
    seed, executor
        As for `tournament`.

    Raises
    ------
    SetupError
        If the numbers are none of these.

    Examples
    --------
    >>> from solvers.same_one_policies import greedy
    >>> found = describe(greedy, 3, games=20)
    >>> found.games, found.unwon, 20 < found.turns.mean < 40
    (20, 0, True)
    """
    rules = _rules(rules)
    same_one.start(players, rules)
    if games < 2:
        raise SetupError("solvers.tournament.games", games=games)
    ask = partial(_told, policy=policy, players=players, rules=rules)
    answers = _played(ask, [f"{seed}:{number}" for number in range(games)], executor)

    def found(name: str) -> list[float]:
        return [float(answer[name]) for answer in answers]

    won = [float(answer["winner"]) for answer in answers if answer["winner"] is not None]
    return Description(
        players=players,
        rules=rules,
        games=games,
        turns=_estimate(found("turns"), games),
        starter=_share(found("starter"), games),
        calls=_estimate(found("calls"), games),
        winner=_estimate(won, len(won)) if len(won) > 1 else None,
        wonderful=_share(found("wonderful"), games),
        unwon=sum(not answer["won"] for answer in answers),
        broken_off=sum(answer["broken_off"] for answer in answers),
    )


def _told(seed: str, policy: Policy, players: int, rules: Rules) -> dict[str, Any]:
    """One game, as a survey's answer."""
    game = play(same_one.start(players, rules), [policy] * players, Random(seed))
    return {
        "starter": game.shares[0],
        "winner": max(game.scores) if game.won and game.scores is not None else None,
        **{name: getattr(game, name) for name in ("turns", "calls", "wonderful", "won", "broken_off")},
    }
