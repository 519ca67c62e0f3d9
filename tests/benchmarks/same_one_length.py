"""How long games of Same One last, and how fast: ``python -m tests.benchmarks.same_one_length``.

The rules set no bound: cards can be drawn and laid for ever. So this measures whole games of 3 to 9 players,
all of them random or all of them greedy: the mean, the middle and the longest number of turns, of steps (each
a decision or an event of chance) and the games that ended without a winner or were broken off.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from random import Random
from statistics import mean, median
from time import process_time

from inaba import same_one
from inaba.game import Policy
from inaba.same_one.rules import Rules, parse_rules
from solvers.same_one_policies import greedy, uniform

ENDLESS = 20_000
"""A game of so many turns is broken off."""

POLICIES: dict[str, Policy] = {"random": uniform, "greedy": greedy}


@dataclass
class Length:
    """One game."""

    turns: int
    steps: int
    won: bool


def length(players: int, rules: Rules, policy: Policy, rng: Random) -> Length:
    state = same_one.start(players, rules, first=rng.randint(1, players))
    turns = steps = 0
    while state.result() is None and turns < ENDLESS:
        turns += state.starts_turn()
        steps += 1
        if chance := state.chance():
            state = state.happen(chance.sample(rng))
        else:
            player = state.to_act()[0]
            state = state.play(player, policy(state.view(player), rng))
    return Length(turns, steps, 0 in state.sizes and state.result() is not None)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--games", type=int, default=200, help="for each number of players and each policy")
    parser.add_argument("--rules", type=parse_rules, default=Rules(), help="such as play_on=yes")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    print(f"{'':10} {'players':>7} {'turns: mean':>12} {'median':>7} {'most':>6}"
          f" {'steps: mean':>12} {'most':>6} {'unwon':>6} {'us a step':>10}")  # fmt: skip
    for name, policy in POLICIES.items():
        for players in range(3, 10):
            begun = process_time()
            rng = Random(options.seed)
            games = [length(players, options.rules, policy, rng) for _ in range(options.games)]
            spent = process_time() - begun
            turns, steps = [game.turns for game in games], [game.steps for game in games]
            print(
                f"{name:10} {players:7} {mean(turns):12.1f} {median(turns):7.0f} {max(turns):6}"
                f" {mean(steps):12.1f} {max(steps):6} {sum(not game.won for game in games):6}"
                f" {spent / sum(steps) * 1e6:10.1f}"
            )


if __name__ == "__main__":
    main()
