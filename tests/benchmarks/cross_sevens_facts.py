"""Facts about Cross Sevens, over many games: ``python -m tests.benchmarks.cross_sevens_facts``.

- The set-up: dealt 100,000 times, all four 7s are down after it and the trump pile is empty.
- The share of games that end with one survivor, with the trumps alone: no joker, action cards without effect,
  and nobody passes who can lay. Who is stuck draws an action card while he holds fewer than three, or a trump
  where there is a pile, either with the same chance. Set beside 91, 78 and 59 % for 3, 4 and 5 players.
- How wide the field gets, in columns.

How policies do against one another, and how their games go: `tests.benchmarks.cross_sevens_worth`.
"""

from __future__ import annotations

import argparse
from random import Random
from statistics import mean
from time import process_time

from inaba import cross_sevens
from inaba.cross_sevens.cards import CARDS, JOKER, Action, Suit, action_cards
from inaba.cross_sevens.field import Field
from inaba.cross_sevens.moves import Draw, Lay, Move
from inaba.cross_sevens.rules import Rules
from inaba.cross_sevens.state import PILES, State, View
from inaba.cross_sevens.table import MOST_HELD, Own, Sevens, Table, Turn
from inaba.game import Policy

SURVIVORS = {3: 0.91, 4: 0.78, 5: 0.59}
"""The share of games that end with one survivor, by the number of players, as the facts have it."""

WITHOUT_JOKER = {3: 1, 4: 0, 5: 2}
"""The trump pile of 52 cards, so that the rest can be dealt evenly."""

BLANKS = (Action.STOP,) * 60
"""Action cards that nobody uses: so many that their pile never runs out."""


def set_up(players: int, rng: Random) -> State:
    """A game after the set-up: the cards are shuffled at once, which is the same as dealing one by one."""
    cards = list(CARDS)
    rng.shuffle(cards)
    hand = (len(cards) - PILES[players]) // players
    hands = [tuple(sorted(cards[hand * seat : hand * (seat + 1)])) for seat in range(players)]
    table = Table(
        Rules(), (hand,) * players, (0,) * players, Field(), CARDS, action_cards(players),
        phase=Sevens(Suit.DIAMONDS, 1),
    )  # fmt: skip
    state = State(table, tuple(map(Own, hands)))
    while not isinstance(state.phase, Turn):
        if chance := state.chance():
            state = state.happen(chance.sample(rng))
        else:
            player = state.to_act()[0]
            state = state.play(player, rng.choice(list(state.legal_moves(player))))
    return state


def stuck_alone(view: View, rng: Random) -> Move:
    """Lay any trump without action cards; only where there is none draw, and not a fourth action card."""
    moves = list(view.legal_moves())
    laying = [move for move in moves if isinstance(move, Lay) and not move.actions()]
    if laying:
        return rng.choice(laying)
    full = len(view.actions) == MOST_HELD
    draws = [move for move in moves if isinstance(move, Draw) and (move.trump or not full)]
    return rng.choice(draws or moves)


def stripped(players: int, rng: Random) -> State:
    """The end of a game with the trumps alone."""
    deck = tuple(card for card in CARDS if card != JOKER)
    state = cross_sevens.start(players, deck=deck, pile=WITHOUT_JOKER[players], actions=BLANKS)
    return ended(state, [stuck_alone] * players, rng)


def ended(state: State, policies: list[Policy], rng: Random) -> State:
    """A game to its end."""
    while state.result() is None:
        if chance := state.chance():
            state = state.happen(chance.sample(rng))
        else:
            player = state.to_act()[0]
            state = state.play(player, policies[player - 1](state.view(player), rng))
    return state


def width(state: State) -> int:
    """How many columns the field has."""
    columns = [cell.column for cell, _ in state.field.laid] + [1, 4]
    return max(columns) - min(columns) + 1


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--deals", type=int, default=100_000, help="set-ups, over all numbers of players")
    parser.add_argument("--games", type=int, default=1000, help="stripped games for each number of players")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    rng = Random(options.seed)

    begun = process_time()
    for n in range(options.deals):
        state = set_up(3 + n % 3, rng)
        assert len(state.field.sevens) == 4, state
        assert not state.pile, state
    print(f"{options.deals} set-ups: all 7s down, no trump pile ({process_time() - begun:.0f} s)")

    for players, share in SURVIVORS.items():
        ends = [stripped(players, rng) for _ in range(options.games)]
        alone = sum(not state.finished for state in ends) / options.games
        error = (alone * (1 - alone) / options.games) ** 0.5
        widths = list(map(width, ends))
        print(
            f"{players} players: one survivor in {alone:.1%} (standard error {error:.1%}),"
            f" set beside {share:.0%}; {mean(widths):.1f} columns, {max(widths)} at most"
        )


if __name__ == "__main__":
    main()
