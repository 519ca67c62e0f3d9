"""Same One by simulation, and how long its odds take: ``python -m tests.benchmarks.same_one``.

Three tables. *Policies*: one player of one policy among others of another, for several numbers of players,
the seats turned: his share of the wins beside an equal one, and his mean score. *Options*: how games between
players of one kind go under each option and with 3 to 9 players: turns, the starter's share of the wins, Same
Ones, what the winner scores, and how often he ends on a dog. *Odds*: how long all odds of all moves of a turn
take, from the view alone and from all that a player has seen, under either assumption.

All but times are estimates with one standard error, and the same seed gives them again.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from random import Random
from statistics import mean
from time import process_time

from inaba import same_one
from inaba.errors import TooLarge
from inaba.game import Policy
from inaba.record import Record
from solvers.monte_carlo import Estimate
from solvers.same_one_evidence import Assumption, sights
from solvers.same_one_games import Description, describe
from solvers.same_one_odds import Odds
from solvers.same_one_policies import Careless, careful, greedy, uniform
from solvers.tournament import tournament

POLICIES: dict[str, Policy] = {"random": uniform, "greedy": greedy, "careful": careful}
PAIRS = (("greedy", "random"), ("careful", "random"), ("careful", "greedy"))
CARELESS = Careless(careful, 10)


def policies(players: tuple[int, ...], rounds: int, seed: int, executor: Executor | None) -> Iterator[str]:
    """Each against a table of the other."""
    yield f"{'one':8} {'among':8} {'players':>7} {'wins':>17} {'equal':>6} {'score':>15} {'games':>6}"
    for one, among in PAIRS:
        for number in players:
            seats = [one, *[among] * (number - 1)]
            standings = tournament(POLICIES, seats, rounds=rounds, seed=seed, executor=executor)
            found = next(standing for standing in standings if standing.name == one)
            yield (
                f"{one:8} {among:8} {number:7} {found.wins!s:>17} {1 / number:6.3f} {found.score!s:>15}"
                f" {found.wins.games:6}"
            )


def options(games: int, seed: int, executor: Executor | None) -> Iterator[str]:
    """How games go."""
    yield (
        f"{'players':>7} {'kind':8} {'rules':16} {'turns':>13} {'starter':>14} {'equal':>6} {'Same Ones':>13}"
        f" {'winner':>13} {'dog':>14} {'unwon':>6}"
    )
    for players in range(3, 10):
        yield _row(describe(careful, players, games=games, seed=seed, executor=executor), "careful")
    for rules in ("fixed_order=yes", "play_on=yes", "fouls=yes"):
        found = describe(careful, 4, rules=rules, games=games, seed=seed, executor=executor)
        yield _row(found, "careful")
    for rules in ("", "fouls=yes"):
        found = describe(CARELESS, 4, rules=rules, games=games, seed=seed, executor=executor)
        yield _row(found, "careless")


def _row(found: Description, kind: str) -> str:
    return (
        f"{found.players:7} {kind:8} {str(found.rules) or '-':16} {_short(found.turns):>13}"
        f" {found.starter!s:>14} {1 / found.players:6.3f} {_short(found.calls):>13}"
        f" {_short(found.winner) if found.winner else '-':>13} {found.wonderful!s:>14} {found.unwon:6}"
    )


def _short(estimate: Estimate) -> str:
    return f"{estimate.mean:.1f} ± {estimate.standard_error:.1f}"


def odds(seed: int) -> Iterator[str]:
    """All odds of each turn of a player in a game of careful players."""
    yield (
        f"{'players':>7} {'seen':6} {'assumption':18} {'turns':>6} {'mean ms':>8} {'most ms':>8}"
        f" {'too large':>9}"
    )
    for players in (3, 5, 9):
        record = _game(players, Random(seed))
        seen = sights(record, 1)
        at = [n for n, sight in enumerate(seen, 1) if sight.after.starts_turn() and sight.after.turn == 1]
        for past in (False, True):
            for assumption in Assumption:
                times, refused = [], 0
                for cut in at:
                    begun = process_time()
                    try:
                        Odds(seen[cut - 1].after, seen[:cut] if past else (), assumption).moves()
                    except TooLarge:
                        refused += 1
                    times.append(1000 * (process_time() - begun))
                yield (
                    f"{players:7} {'game' if past else 'view':6} {assumption:18} {len(at):6}"
                    f" {mean(times):8.1f} {max(times):8.1f} {refused:9}"
                )


def _game(players: int, rng: Random) -> Record:
    record = Record(same_one.NOTATION, same_one.start(players))
    while record.result is None:
        state = record.state
        if chance := state.chance():
            record.happen(chance.sample(rng))
        else:
            player = state.to_act()[0]
            record.play(player, careful(state.view(player), rng))
    return record


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--rounds", type=int, default=300, help="of each pair of policies")
    parser.add_argument("--games", type=int, default=1000, help="for each line of the options")
    parser.add_argument("--players", type=int, nargs="+", default=[3, 5, 9], help="for the policies")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="how many processes play")
    asked = parser.parse_args(arguments)
    executor = ProcessPoolExecutor(asked.jobs) if asked.jobs > 1 else None
    for table in (
        policies(tuple(asked.players), asked.rounds, asked.seed, executor),
        options(asked.games, asked.seed, executor),
        odds(asked.seed),
    ):
        for line in table:
            print(line, flush=True)
        print()
    if executor is not None:
        executor.shutdown()


if __name__ == "__main__":
    main()
