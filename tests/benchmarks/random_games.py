"""How fast random games are played, next to other libraries: ``python -m tests.benchmarks.random_games``.

Ours is River with its whole interface: legal moves listed, one chosen, the position after it built, exact
chance drawn from. Beside it, in one run and taking turns, so that a busy machine slows all alike: random
games of python-chess, and of games that OpenSpiel has in Python (those written in C++ are another thing). The
games differ in length, so steps (decisions and events of chance) are the fairer figure; nanoseconds are of
the processor, the best of all rounds. A library that is not installed is named and left out; they are all in
the extra ``peers``.

The exit status is 1 if River is slower a step than the slowest of the peers that are there.
"""

from __future__ import annotations

import argparse
import platform
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.metadata import version
from random import Random
from time import process_time

from inaba import river
from inaba.river.rules import parse_rules
from inaba.river.state import State

Player = Callable[[Random], int]
"""Plays one whole random game and says how many steps it took."""

ENDLESS = 2000
"""A game of so many steps is broken off: only a rule on repetition would end it."""


@dataclass
class Contestant:
    """One game of one library, and what was measured of it."""

    name: str
    play: Player
    games: int = 0
    steps: int = 0
    seconds: float = 0.0
    rounds: list[float] = field(default_factory=list)

    def run(self, seconds: float, rng: Random) -> None:
        """Play whole games for so many seconds of the processor."""
        games = steps = 0
        begun = process_time()
        while (spent := process_time() - begun) < seconds:
            steps += self.play(rng)
            games += 1
        self.games, self.steps, self.seconds = self.games + games, self.steps + steps, self.seconds + spent
        self.rounds.append(spent / steps)

    @property
    def a_step(self) -> float:
        """Seconds a step in the best round."""
        return min(self.rounds)


def of_river(start: State) -> Player:
    def play(rng: Random) -> int:
        state, steps = start, 0
        while steps < ENDLESS:
            if (chance := state.chance()) is not None:
                state = state.happen(chance.sample(rng))
            elif deciding := state.to_act():
                state = state.play(deciding[0], rng.choice(list(state.legal_moves(deciding[0]))))
            else:
                break
            steps += 1
        return steps

    return play


def of_chess() -> Player:
    import chess

    def play(rng: Random) -> int:
        board = chess.Board()
        while not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
        return len(board.move_stack)

    return play


def of_open_spiel(name: str) -> Player:
    import open_spiel.python.games  # noqa: F401  # Importing it registers the games written in Python.
    import pyspiel

    game = pyspiel.load_game(name)

    def play(rng: Random) -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
            steps += 1
        return steps

    return play


OURS: list[tuple[str, Callable[[], Player]]] = [
    ("River, standard, two players", lambda: of_river(river.start())),
    ("River, standard, four players", lambda: of_river(river.start(4))),
    ("River, classroom, both options", lambda: of_river(
        river.start(deck="classroom", rules=parse_rules("orca=side,rest=owner")))),
    ("River, draft for three", lambda: of_river(river.start(3, setup="draft"))),
]  # fmt: skip
PEERS: list[tuple[str, Callable[[], Player]]] = [
    ("python-chess", of_chess),
    ("OpenSpiel python_tic_tac_toe", lambda: of_open_spiel("python_tic_tac_toe")),
    ("OpenSpiel python_kuhn_poker", lambda: of_open_spiel("python_kuhn_poker")),
    ("OpenSpiel python_liars_poker", lambda: of_open_spiel("python_liars_poker")),
]


def installed(package: str) -> str:
    return f"{package} {version(package)}"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="of the processor, a round and game")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    ours = [Contestant(name, build()) for name, build in OURS]
    peers = []
    for name, build in PEERS:
        try:
            peers.append(Contestant(name, build()))
        except ImportError as missing:
            print(f"not installed, left out: {name} ({missing.name})")
    everybody = [*ours, *peers]
    for round_number in range(options.rounds):
        for contestant in everybody:
            contestant.run(options.seconds, Random(options.seed + round_number))
    packages = (("chess", "python-chess"), ("open_spiel", "OpenSpiel"))
    libraries = [installed(p) for p, name in packages if any(name in peer.name for peer in peers)]
    print(", ".join([f"Python {platform.python_version()}", platform.machine(), *libraries]))
    print(f"{'':34} {'games':>8} {'games/s':>10} {'steps/s':>10} {'ns a step':>10} {'steps a game':>13}")
    for c in everybody:
        print(
            f"{c.name:34} {c.games:8} {c.games / c.seconds:10.1f} {c.steps / c.seconds:10.0f}"
            f" {c.a_step * 1e9:10.0f} {c.steps / c.games:13.1f}"
        )
    print("\nHow many times as many steps a second River plays (best rounds):")
    for our in ours:
        ratios = "   ".join(f"{peer.name.split()[-1]} {peer.a_step / our.a_step:.2f}" for peer in peers)
        print(f"{our.name:34} {ratios or '-'}")
    return int(bool(peers) and ours[0].a_step > max(peer.a_step for peer in peers))


if __name__ == "__main__":
    sys.exit(main())
