"""Cross Sevens by simulation: ``python -m tests.benchmarks.cross_sevens_worth``.

Four tables. *Worth*: what one more action card in hand at the first turn is worth, in paired games. *Games*:
how games between players of one kind go: turns, the starter's share, how many end with one survivor, how many
are eliminated, the field's columns, trumps never laid, and shut in. *Without*: the same where a kind of
action cards is left out. *Policies*: one player of one policy among others of another, the seats turned: his
share of the wins beside an equal one.

All are estimates with one standard error, and the same seed gives them again.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor

from inaba.cross_sevens.cards import Action
from inaba.game import Policy
from solvers.cross_sevens_policies import deducer, greedy, patient, uniform
from solvers.cross_sevens_worth import Description, describe, worth
from solvers.monte_carlo import Estimate
from solvers.tournament import tournament

POLICIES: dict[str, Policy] = {"random": uniform, "greedy": greedy, "patient": patient, "deducer": deducer}
TABLES = ("worth", "games", "without", "policies")
PAIRS = (("greedy", "random"), ("patient", "greedy"), ("deducer", "greedy"), ("deducer", "patient"))


def policies(players: list[int], rounds: int, seed: int, executor: Executor | None) -> Iterator[str]:
    """Each against a table of the other."""
    yield f"{'one':8} {'among':8} {'players':>7} {'wins':>17} {'equal':>6} {'games':>6}"
    for one, among in PAIRS:
        for number in players:
            seats = [one, *[among] * (number - 1)]
            standings = tournament(
                POLICIES, seats, game="cross_sevens", rounds=rounds, seed=seed, executor=executor
            )
            wins = next(standing.wins for standing in standings if standing.name == one)
            yield f"{one:8} {among:8} {number:7} {wins!s:>17} {1 / number:6.3f} {wins.games:6}"


HEAD = (
    f"{'kind':8} {'players':>7} {'without':8} {'turns':>13} {'starter':>14} {'equal':>6} {'survivor':>14}"
    f" {'eliminated':>12} {'columns':>12} {'left':>12} {'shut in':>12} {'games':>6}"
)


def games(players: list[int], number: int, seed: int, executor: Executor | None) -> Iterator[str]:
    """How games go."""
    yield HEAD
    for name, policy in POLICIES.items():
        for count in players:
            yield _row(name, describe(policy, count, games=number, seed=seed, executor=executor))


def without(number: int, seed: int, executor: Executor | None) -> Iterator[str]:
    """How games of three patient players go if a kind is left out."""
    yield HEAD
    for kind in Action:
        found = describe(patient, 3, without=kind, games=number, seed=seed, executor=executor)
        yield _row("patient", found)


def _row(kind: str, found: Description) -> str:
    return (
        f"{kind:8} {found.players:7} {'-' if found.without is None else str(found.without):8}"
        f" {_short(found.turns):>13} {found.starter!s:>14} {1 / found.players:6.3f} {found.survivor!s:>14}"
        f" {_short(found.eliminated):>12} {_short(found.columns):>12} {_short(found.left):>12}"
        f" {_short(found.shut):>12} {found.games:6}"
    )


def _short(estimate: Estimate) -> str:
    return f"{estimate.mean:.2f} ± {estimate.standard_error:.2f}"


def worths(
    chosen: list[str], players: list[int], deals: int, seed: int, executor: Executor | None
) -> Iterator[str]:
    """What each kind is worth."""
    yield f"{'kind':8} {'players':>7} {'card':8} {'gain':>16} {'helped':>14} {'hurt':>14} {'games':>6}"
    for name in chosen:
        for count in players:
            for found in worth(POLICIES[name], count, deals=deals, seed=seed, executor=executor):
                gain = f"{found.gain.mean:+.3f} ± {found.gain.standard_error:.3f}"
                yield (
                    f"{name:8} {count:7} {found.kind!s:8} {gain:>16} {found.helped!s:>14} {found.hurt!s:>14}"
                    f" {found.gain.games:6}"
                )


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--tables", nargs="+", choices=TABLES, default=TABLES, help="all unless given")
    parser.add_argument("--worth-to", nargs="+", choices=POLICIES, default=["greedy", "patient"])
    parser.add_argument("--rounds", type=int, default=300, help="of each pair of policies")
    parser.add_argument("--games", type=int, default=1000, help="for each line of how games go")
    parser.add_argument("--deals", type=int, default=400, help="for each kind of action cards")
    parser.add_argument("--players", type=int, nargs="+", default=[3, 4, 5])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="how many processes play")
    asked = parser.parse_args(arguments)
    executor = ProcessPoolExecutor(asked.jobs) if asked.jobs > 1 else None
    seed = asked.seed
    tables = {
        "worth": lambda: worths(asked.worth_to, asked.players, asked.deals, seed, executor),
        "games": lambda: games(asked.players, asked.games, seed, executor),
        "without": lambda: without(asked.games, seed, executor),
        "policies": lambda: policies(asked.players, asked.rounds, seed, executor),
    }
    for name in asked.tables:
        for line in tables[name]():
            print(line, flush=True)
        print()
    if executor is not None:
        executor.shutdown()


if __name__ == "__main__":
    main()
