"""Cross Sevens played with every deal at once: an oracle for what a player can know.

`Filter` follows a game as one player saw it with all positions that it may have come from, by the engine
alone. Where a trump moves that he did not see, every trump that can move does; a position drops out when what
he did see is not legal in it, or looks different afterwards. Nothing of the solvers is used for that. Which
action card somebody draws tells nothing of the trumps, and is taken from the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random

from inaba import cross_sevens
from inaba.cross_sevens.cards import Card
from inaba.cross_sevens.legality import plain_cells
from inaba.cross_sevens.moves import Discard, Draw, Drew, Pass, parse_event, parse_move
from inaba.cross_sevens.state import State, View
from inaba.cross_sevens.table import Drawing, Own, Turn
from inaba.game import Policy
from inaba.record import Record


def deals(state: State, player: int) -> list[State]:
    """Every position that looks to a player like this one, if only hands and pile are hidden."""
    found = []
    unseen = state.view(player).unseen

    def deal(seat: int, left: tuple[Card, ...], owns: tuple[Own, ...]) -> None:
        if seat > state.players:
            found.append(State(state.table, owns))
        elif seat == player:
            deal(seat + 1, left, (*owns, state.view(player).own))
        else:
            for hand in combinations(left, state.sizes[seat - 1]):
                rest = tuple(card for card in left if card not in hand)
                deal(seat + 1, rest, (*owns, state.secrets[seat - 1]._replace(hand=hand)))

    deal(1, unseen, ())
    return found


class Filter:
    """All positions that a game may be in, as one player sees it, each with the number of ways to it.

    Parameters
    ----------
    states : list of State
        Those of the beginning, each once.
    player : int
    silent : tuple of int or None
        None where passes tell nothing; else the players from whose passes nothing is inferred.
    """

    def __init__(self, states: list[State], player: int, silent: tuple[int, ...] | None = None) -> None:
        self.player, self.silent = player, silent
        self.states: Counter[State] = Counter(states)

    def saw(self, actor: int, text: str, truth: object, after: View) -> None:
        """One step, as the player saw it, and what it truly was."""
        then: Counter[State] = Counter()
        for state, ways in self.states.items():
            for found in self._follow(state, actor, text, truth):
                if found.view(self.player) == after:
                    then[found] += ways
        self.states = then

    def _follow(self, state: State, actor: int, text: str, truth: object) -> Iterator[State]:
        if isinstance(state.phase, Drawing):
            assert isinstance(truth, Drew)
            yield state.happen(truth)
        elif text == "=??":
            yield from map(state.happen, state.chance() or ())
        elif text == ">??":
            yield from (state.play(actor, move) for move in state.legal_moves(actor))
        elif actor == 0:
            event = parse_event(text)
            if event in (state.chance() or ()):
                yield state.happen(event)
        else:
            move = parse_move(text)
            held_back = isinstance(move, Draw | Discard | Pass) and self._held_back(state, actor)
            if not held_back and state.why_illegal(actor, move) is None:
                yield state.play(actor, move)

    def _held_back(self, state: State, player: int) -> bool:
        """Whether a pass now would be that of somebody who could lay and is taken at it."""
        if self.silent is None or player in (*self.silent, self.player):
            return False
        forced = isinstance(state.phase, Turn) and state.phase.missed
        return not forced and any(plain_cells(state.table, card) for card in state.hand(player))

    def table(self) -> dict[Card, dict[int, Fraction]]:
        """For each card the chance that it is with each player, in the pile (0) or face down (-1)."""
        found: dict[Card, Counter[int]] = {}
        for state, ways in self.states.items():
            for owner, own in enumerate(state.secrets, 1):
                for card in own.hand:
                    found.setdefault(card, Counter())[owner] += ways
            for place, cards in ((0, {*state.pile}), (-1, face_down(state))):
                for card in cards:
                    found.setdefault(card, Counter())[place] += ways
        total = sum(self.states.values())
        return {card: {o: Fraction(n, total) for o, n in owners.items()} for card, owners in found.items()}

    def chance(self, event: Callable[[State], bool]) -> Fraction:
        total = sum(self.states.values())
        return Fraction(sum(ways for state, ways in self.states.items() if event(state)), total)


def face_down(state: State) -> set[Card]:
    """The trumps that lie face down and have come back to nobody."""
    back = {card for own in state.secrets for card in own.hand}
    return {own.given for own in state.secrets if own.given and own.given not in back}


def game(start: State, policy: Policy, seed: int, most_steps: int, honest: bool = True) -> Record:
    """A game played on at random, by people who lay whenever they can unless said otherwise."""
    rng = Random(seed)
    record = Record(cross_sevens.NOTATION, start)
    while record.result is None and len(record.steps) < most_steps:
        state: State = record.state
        if chance := state.chance():
            record.happen(chance.sample(rng))
            continue
        player = state.to_act()[0]
        move = policy(state.view(player), rng)
        passes = isinstance(move, Draw | Discard | Pass) and not (
            isinstance(state.phase, Turn) and state.phase.missed
        )
        if honest and passes:
            lays = [
                m for m in state.legal_moves(player) if isinstance(m, cross_sevens.Lay) and not m.actions()
            ]
            plain = [m for m in lays if m.gap is None]
            move = rng.choice(plain) if plain else move
        record.play(player, move)
    return record


def redeal(state: State, rng: Random) -> State:
    """The trumps of all hands and of the pile dealt again."""
    cards = list(state.table.unseen)
    rng.shuffle(cards)
    owns = []
    for own in state.secrets:
        owns.append(own._replace(hand=tuple(sorted(cards.pop() for _ in own.hand))))
    return replace(state, secrets=tuple(owns))
