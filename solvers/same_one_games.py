"""How games of Same One go between policies: how long they last, whether starting helps, how they end.

`play` plays one game and tells what happened in it; `describe` says how games go between players of one kind:
turns, the starter's share, how often Same One is called, what the winner scores. All of its numbers are
estimates, floats with their standard errors (`solvers.monte_carlo.Estimate`). How policies do against one
another is `solvers.tournament`.

Measured with tests/benchmarks/same_one.py and its seed 1, each with one standard error. Of the options, with
four careful players, ``fouls`` and ``fixed_order`` change nothing, for they commit no foul and do not look at
the order; four who try a card at random in one of ten decisions take 29.3 ± 0.4 turns without fouls and 40.7
± 0.9 with them; and ``play_on`` makes 29.9 ± 0.4 turns 41.6 ± 0.5. With more players a game has as many
turns, 28 to 32 on average, but more Same Ones, from 6.2 ± 0.1 with three to 18.1 ± 0.2 with nine. Whether the
starter has an advantage, 400 games a number of players do not tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, NamedTuple

from inaba import same_one
from inaba.errors import SetupError
from inaba.game import Policy
from inaba.same_one.moves import Call, Called
from inaba.same_one.rules import Rules, parse_rules
from inaba.same_one.state import State
from inaba.same_one.table import Asking, Over
from solvers.monte_carlo import Estimate
from solvers.tournament import MOST_TURNS, estimate, found_for, play_out, share


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
    calls = 0

    def watch(before: State, step: object) -> None:
        nonlocal calls
        # Who calls in his turn, when nobody else did, has not to wait for an event that settles it.
        in_turn = isinstance(step, Call) and not isinstance(before.phase, Asking)
        calls += isinstance(step, Called) or in_turn

    played = play_out(state, policies, rng, most_turns, watch)
    last = played.last
    if played.broken_off:
        return Game(played.shares, played.scores, played.turns, calls, False, False, True)
    assert isinstance(last.phase, Over)
    return Game(
        played.shares, played.scores, played.turns, calls, last.phase.wonderful, 0 in last.sizes, False
    )


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
        As for `solvers.tournament.tournament`.

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
    rules = parse_rules(rules) if isinstance(rules, str) else rules
    same_one.start(players, rules)
    if games < 2:
        raise SetupError("solvers.tournament.games", games=games)
    ask = partial(_told, policy=policy, players=players, rules=rules)
    answers = found_for(ask, [f"{seed}:{number}" for number in range(games)], executor)

    def found(name: str) -> list[float]:
        return [float(answer[name]) for answer in answers]

    won = [float(answer["winner"]) for answer in answers if answer["winner"] is not None]
    return Description(
        players=players,
        rules=rules,
        games=games,
        turns=estimate(found("turns"), games),
        starter=share(found("starter"), games),
        calls=estimate(found("calls"), games),
        winner=estimate(won, len(won)) if len(won) > 1 else None,
        wonderful=share(found("wonderful"), games),
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
