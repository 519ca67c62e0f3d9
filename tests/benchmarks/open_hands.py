"""What fits of endings with open hands: ``python -m tests.benchmarks.open_hands``.

Positions of Same One in which a card is to be led, cards at random from all 90: for each number of players,
cards in a hand and cards in the pile, how many of them are solved (`solvers.open_hands.OpenHands.solve`:
every player's guarantee, max-n, forced wins, and all that for every move) within the usual limit of positions
(`solvers.open_hands.LIMIT`); of those the middle and the greatest number of positions looked at, and for how
many max-n was found and checked. The seconds are of processor time, and count those too that turned out too
large. ``forced`` asks in the same positions whether the player to lead can force going out within two of his
turns, which needs no whole graph.

Measured on 2026-11-30 on one core of a busy two-core cloud machine (Python 3.11, with gmpy2), five positions
of each size, for the share of the win::

    players hand pile  solved checked  positions: middle    most  seconds: middle  most   forced: most
          3    1    0     5/5       5                  2       3             0.00   0.0           0.00
          3    1    1     5/5       5                  6       6             0.00   0.0           0.00
          3    1    2     5/5       5                 14      38             0.00   0.0           0.00
          3    1    3     5/5       5                470   5,616             0.10   1.4           0.00
          3    1    4     2/5       2                117     146             1.41   3.1           0.00
          3    2    0     5/5       5                 37   8,481             0.00  12.7           0.00
          3    2    1     3/5       3                 66     656             0.06   3.0           0.00
          3    2    2     2/5       2                168     250             1.45   3.4           0.00
          3    3    0     0/5       0                  0       0             1.53   1.6           0.01
          4    1    0     5/5       5                  2       2             0.00   0.0           0.00
          4    1    1     5/5       5                  7      12             0.00   0.0           0.00
          4    1    2     5/5       5                 11      41             0.00   0.0           0.00
          4    1    3     5/5       5                 36     115             0.00   0.0           0.00
          4    2    0     2/5       2                120     132             1.71   3.6           0.00
          5    1    0     5/5       5                  2       5             0.00   0.0           0.00
          5    1    1     5/5       5                  7       9             0.00   0.0           0.00
          5    1    2     5/5       5                 19      54             0.00   0.0           0.00
          6    1    1     5/5       5                  9      10             0.00   0.0           0.00
          9    1    1     5/5       5                  7      12             0.00   0.0           0.00

and with ``--payoff score --most 6``::

    players hand pile  solved checked  positions: middle    most  seconds: middle  most   forced: most
          3    1    0     5/5       5                  3       3             0.00   0.0           0.00
          3    1    1     5/5       5                 14      14             0.00   0.0           0.00
          3    1    2     5/5       4                628   2,240             0.20   1.8           0.00
          3    1    3     0/5       0                  0       0             1.45   1.5           0.00
          3    2    0     1/5       1             16,170  16,170             1.56  13.9           0.00
          4    1    0     5/5       5                  4       4             0.00   0.0           0.00
          4    1    1     5/5       5                 17      23             0.01   0.0           0.00
          4    1    2     4/5       3                510   2,602             0.33   3.8           0.00
          5    1    0     5/5       5                  5       5             0.00   0.0           0.00
          5    1    1     5/5       5                 19      20             0.01   0.0           0.00

So with three players all of six cards in play was solved, about half of seven, and beyond that what somebody
can soon force; with one card each and a card or two in the pile it does not matter how many play. Scores,
which are not settled when the winner is known, fit with five cards and three players. To ask for forced wins
within two turns took no more than a few hundredths of a second.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from random import Random
from statistics import median
from time import process_time

from inaba.errors import TooLarge
from inaba.same_one import CARDS, State, format_cards, parse
from solvers.open_hands import LIMIT, OpenHands, Payoff

SIZES = [
    *((3, 1, pile) for pile in (0, 1, 2, 3, 4)),
    *((3, 2, pile) for pile in (0, 1, 2)),
    (3, 3, 0),
    *((4, 1, pile) for pile in (0, 1, 2, 3)),
    (4, 2, 0),
    *((5, 1, pile) for pile in (0, 1, 2)),
    (6, 1, 1),
    (9, 1, 1),
]
"""Players, cards in each hand, cards in the pile."""


@dataclass
class Run:
    """What one position took."""

    solved: bool
    checked: bool
    states: int
    seconds: float


def ending(players: int, hand: int, pile: int, rng: Random) -> State:
    """A random position: player 1 is to lead."""
    cards = rng.sample(CARDS, players * hand + pile)
    hands = (sorted(cards[i * hand : (i + 1) * hand]) for i in range(players))
    texts = "/".join(",".join(map(str, one)) for one in hands)
    return parse(f"{texts} - - {format_cards(cards[players * hand :])} 1 0")


def run(state: State, payoff: Payoff, limit: int) -> Run:
    begun = process_time()
    hands = OpenHands(payoff, limit=limit)
    try:
        found = hands.solve(state)
    except TooLarge:
        return Run(False, False, hands.states, process_time() - begun)
    return Run(True, found.maxn is not None, hands.states, process_time() - begun)


def forcing(state: State, limit: int) -> float:
    """The seconds that the question of two turns takes."""
    begun = process_time()
    OpenHands(limit=limit).forced(state, 1, 2)
    return process_time() - begun


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--positions", type=int, default=10, help="of each size")
    parser.add_argument("--payoff", type=Payoff, default=Payoff.WIN, help="win or score")
    parser.add_argument("--limit", type=int, default=LIMIT)
    parser.add_argument("--most", type=int, default=99, help="cards in play at most")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    print(
        "players hand pile  solved checked  positions: middle    most  seconds: middle  most   forced: most"
    )
    for players, hand, pile in SIZES:
        if players * hand + pile > options.most:
            continue
        rng = Random(f"{options.seed} {players} {hand} {pile}")
        states = [ending(players, hand, pile, rng) for _ in range(options.positions)]
        runs = [run(state, options.payoff, options.limit) for state in states]
        solved = [one for one in runs if one.solved]
        seconds = [one.seconds for one in runs]
        looked = [one.states for one in solved] or [0]
        forced = max(forcing(state, 10**7) for state in states)
        found = f"{len(solved)}/{len(runs)} {sum(one.checked for one in solved):7}"
        print(
            f"{players:7} {hand:4} {pile:4} {found:>15} {median(looked):18,.0f} {max(looked):7,}"
            f" {median(seconds):16.2f} {max(seconds):5.1f} {forced:14.2f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
