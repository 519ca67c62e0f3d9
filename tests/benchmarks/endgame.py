"""How fast exact values are, next to brute force, in one run: ``python -m tests.benchmarks.endgame``.

The question: player 1's exact value of a position of River. Three ways answer it: layers
(`solvers.river_layers`, what `solve` uses), the plain way for any game (`solvers.endgame.Components`), and
the brute force that the tests trust (`tests.brute_force`: lists every position, then value iteration in
fractions). On positions that all three can do each is checked to give the same fraction, they take turns, and
the best times are printed with how many times ours they are. Then layers alone, on rivers too large for the
others; and Pig and the Ludo duel, whose loops have chance in them, with what it took to solve those, and what
compiled passes bring. Times are seconds of the processor, which a busy machine changes least; compiling is
left out.

Positions are counted as each way counts them: the plain way and brute force list all phases of a turn, sharks
that any roll beats told apart; layers only the starts of turns whose value was needed, what is alike for
certain together. So times compare, counts do not.

The exit status is 1 if layers are less than 5 times as fast as brute force on any position, or the plain way
is not faster than brute force.
"""

from __future__ import annotations

import argparse
import gc
import platform
import sys
from collections.abc import Callable
from fractions import Fraction
from time import process_time

from inaba import river
from inaba.errors import TooLarge
from solvers import loops_kernel
from solvers.endgame import Components, Solver, damage
from solvers.river_layers import Layers
from tests.brute_force import BruteForce
from tests.ludo import Ludo
from tests.pig import Pig

AT_LEAST = 5
ROUNDS = 2

SMALL = [
    ("?,3/S,? -,- 1 - 4,O", ""),
    ("W,9/O,5 -,- 1 - -", ""),
    ("5,O,4/W,6,D -,- 1 - -", "orca=side,rest=owner"),
    ("5,W,4/0,6,3 -,- 1 - -", ""),
]
LARGE = [
    "5,W,4/O,6,D/3,5,7 -,- 1 - -",
    "?,W,?/O,?,D/3,5,7 -,- 1 - 4,5,6",
    "10,9,0/7,6,0/4,3,0/D,S,W -,- 1 - -",
]
CLASSROOM = "10,9,8/7,6,5/4,3,0/D,S,W -,- 1 - -"

Answer = tuple[Fraction, int]


def layers(state: river.State) -> Answer:
    way = Layers(state.rules, state.board)
    return way.value(state), way.states


def plain(state: river.State) -> Answer:
    way = Components(10**7, alike=damage)
    return way.value(state), way.states


def brute_force(state: river.State) -> Answer:
    value, _, states = BruteForce(orca=state.rules.orca, rest=state.rules.rest).solve(str(state))
    return value, states


WAYS: list[tuple[str, Callable[[river.State], Answer]]] = [
    ("layers", layers),
    ("plain", plain),
    ("brute force", brute_force),
]


def timed(way: Callable[[river.State], Answer], state: river.State) -> tuple[float, Answer]:
    gc.collect()
    start = process_time()
    answer = way(state)
    return process_time() - start, answer


def side_by_side() -> bool:
    """Print the small positions; whether the goals are met."""
    fine = True
    print(f"{'position':38} {'way':12} {'seconds':>9} {'ratio':>8} {'positions':>10} {'per second':>11}")
    for text, rules in SMALL:
        state = river.parse(text, river.parse_rules(rules))
        best: dict[str, tuple[float, Answer]] = {}
        for _ in range(ROUNDS):
            for name, way in WAYS:
                run = timed(way, state)
                if name not in best or run[0] < best[name][0]:
                    best[name] = run
        values = {answer[0] for _, answer in best.values()}
        assert len(values) == 1, f"{text}: {best}"
        ours = best["layers"][0]
        for name, (seconds, (_, states)) in best.items():
            ratio, speed = seconds / ours, states / seconds
            print(f"{text:38} {name:12} {seconds:9.4f} {ratio:8.1f} {states:10,} {speed:11,.0f}")
        fine &= best["brute force"][0] >= AT_LEAST * ours and best["plain"][0] < best["brute force"][0]
        print(f"{'':38} value {values.pop()}, the same for all")
    return fine


def alone(texts: list[str]) -> None:
    """Print rivers that only layers can do."""
    for text in texts:
        seconds, (_, states) = timed(layers, river.parse(text))
        print(f"{text:38} {'layers':12} {seconds:9.4f} {'':8} {states:10,} {states / seconds:11,.0f}")


def others() -> None:
    """Print games with chance in their loops, and how soon a refusal comes.

    The passes that need no exact number run as plain Python and, where numba is installed, compiled; the two
    take turns. Positions are counted with the seats one way only, as they are solved.
    """
    games = {
        **{f"Pig to {target}": Pig(target) for target in (20, 30, 50)},
        "Ludo duel of 20": Ludo(20),
    }
    passes = {"plain": 10**9}
    if loops_kernel.compiled():
        passes["compiled"] = 0
    best: dict[tuple[str, str], float] = {}
    for name, game in games.items():
        for _ in range(ROUNDS + 1):  # in the first one the passes are compiled
            for kind, least in passes.items():
                loops_kernel.LARGE = loops_kernel.READY = least  # type: ignore[misc]  # on purpose
                gc.collect()
                way = Components(10**7)
                start = process_time()
                way.value(game)
                seconds = process_time() - start
                best[name, kind] = min(seconds, best.get((name, kind), seconds))
        ours = min(best[name, kind] for kind in passes)
        for kind in passes:
            seconds = best[name, kind]
            print(
                f"{name:38} {kind:12} {seconds:9.4f} {seconds / ours:8.1f} {way.states:10,}"
                f" {way.states / seconds:11,.0f}"
            )
        work = way.work
        print(
            f"{'':38} {work.loops:,} loops of {work.positions:,} positions, {work.unknowns:,} unknowns,"
            f" at most {work.largest} in one; policies mended in {work.repairs}"
        )
    start = process_time()
    try:
        Solver().value(river.start())
    except TooLarge as error:
        print(
            f"{'the standard opening, face down':38} {'refused':12} {process_time() - start:9.4f} ({error})"
        )


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="leave out the open classroom river")
    asked = parser.parse_args(arguments)
    print(f"Python {platform.python_version()} on {platform.machine()}; best of {ROUNDS} rounds")
    fine = side_by_side()
    alone(LARGE if asked.quick else [*LARGE, CLASSROOM])
    others()
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
