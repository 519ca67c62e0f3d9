"""Same One under test: its set-ups, and all that can be written and dealt again in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import permutations
from random import Random
from typing import Any

from inaba import same_one
from inaba.same_one.cards import CARDS, Card, parse_cards
from inaba.same_one.moves import Call, Called, Dealt, Decline, Draw, Foul, Move, Pass, Play, Put
from inaba.same_one.rules import Rules, parse_rules
from inaba.same_one.state import State
from inaba.same_one.table import Asking, Dealing, Own, Racing
from tests.under_test import GameUnderTest

SMALL = parse_cards("g1,g9-16,b1,b9-16,y1,y9-16")
"""27 cards of every kind: dogs, sharks, and numbers on either side of 15."""


def _moves(state: State) -> Iterator[Move]:
    """All moves with the cards of those who are to act, with some that they do not hold, and in any order."""
    held = {card for player in state.to_act() for card in state.hand(player)}
    cards = sorted(held | {*CARDS[3:90:29]})
    yield from (Decline(), Draw(), Pass(), Pass(1), Pass(2), Put(1))
    most = max(state.sizes) + 2
    yield from map(Pass, range(3, most + 1))
    yield from map(Put, range(2, most + 1))
    for card in cards:
        yield from (Play((card,)), Call(card), Foul(card))
    yield Play((cards[0], cards[0]))
    yield Play((cards[0], cards[-1]))
    for number in sorted({card.number for card in cards}):
        same = [card for card in cards if card.number == number]
        for size in range(2, len(same) + 1):
            yield from map(Play, permutations(same, size))


def _events(state: State) -> Iterator[Any]:
    yield from map(Dealt, CARDS[::4])
    calls = state.phase.calls if isinstance(state.phase, Racing) else ((1, CARDS[0]), (2, CARDS[30]))
    for order in (*permutations(calls), calls[:1], calls[1:], ((3, CARDS[60]),)):
        if order:
            yield Called(tuple(order))


def _cards(state: State) -> Counter[Card]:
    """The centre, what was put aside, the pile and all hands."""
    centre = [state.centre] if state.centre else []
    hands = (card for own in state.secrets for card in own.cards())
    return Counter([*centre, *state.aside, *state.pile, *hands])


def redealt(state: State, player: int, rng: Random) -> Iterator[State]:
    """Deal again all cards that a player does not see, and let the others answer again as they may."""
    shown: dict[int, list[Card]] = {}
    for caller, card in state.phase.calls if isinstance(state.phase, Racing) else ():
        if caller != player:
            shown[caller] = [card]
    lying = {card for cards in shown.values() for card in cards}
    while True:
        pool = [card for card in state.view(player).unseen if card not in lying]
        rng.shuffle(pool)
        secrets = []
        for owner, own in enumerate(state.secrets, 1):
            if owner == player:
                secrets.append(own)
                continue
            hand = [*shown.get(owner, []), *(pool.pop() for _ in own.hand[len(shown.get(owner, [])) :])]
            pending = tuple(pool.pop() for _ in own.drawn)
            hand = hand if state.rules.fixed_order else sorted(hand)
            secrets.append(Own(tuple(hand), pending, _answer(state, owner, hand, rng)))
        yield State(state.table, tuple(secrets))


def _answer(state: State, player: int, hand: list[Card], rng: Random) -> Card | None:
    """What a player who has answered may have said with such a hand."""
    phase, centre = state.phase, state.centre
    if not isinstance(phase, Asking) or player not in phase.answered or centre is None:
        return None
    fits = [card for card in hand if card.number == centre.number]
    fits = [] if fits and fits[0].shark and len(hand) == 1 else fits
    return rng.choice([None, *fits])


def reveals(state: State, actor: int, step: Any) -> bool:
    """The last answer shows who has called."""
    return isinstance(state.phase, Asking) and state.to_act() == (actor,) and not isinstance(step, Foul)


def dealt(state: State, rng: Random) -> State:
    """A game after the deal."""
    while isinstance(state.phase, Dealing):
        chance = state.chance()
        assert chance is not None
        state = state.happen(chance.sample(rng))
    return state


def is_foul(step: Any) -> bool:
    """Whether a step is a foul: each costs a card, so who commits them at random never gets rid of his."""
    return isinstance(step, Foul)


def _game(
    name: str,
    players: int = 3,
    rules: str = "",
    deck: Iterable[Card] = CARDS,
    hand: int | None = None,
    from_the_deal: bool = True,
    first: int = 1,
    most_steps: int = 8000,
) -> GameUnderTest:
    options: Rules = parse_rules(rules)

    @cache
    def start() -> State:
        opening = same_one.start(players, options, first, tuple(deck), hand)
        return opening if from_the_deal else dealt(opening, Random(players))

    return GameUnderTest(
        name=f"same one: {name}",
        start=start,
        parse=lambda text: same_one.parse(text, options),
        parse_view=lambda text, player: same_one.parse_view(text, player, options),
        parse_move=lambda text, state: same_one.parse_move(text),
        parse_event=lambda text, state: same_one.parse_event(text),
        moves=_moves,
        events=_events,
        cards=_cards,
        redealt=redealt,
        reveals=reveals,
        notation=same_one.NOTATION,
        most_steps=most_steps,
        secret=True,
        endless=is_foul,
    )


SAME_ONE = (
    _game("three players", first=2),
    _game("three players, dealt", from_the_deal=False),
    _game("five players, dealt", 5, from_the_deal=False),
    _game("nine players, dealt", 9, from_the_deal=False),
    _game("four players, small, fixed_order", 4, "fixed_order=yes", SMALL, 4),
    _game("four players, small, play_on", 4, "play_on=yes", SMALL, 4),
    _game("three players, small, fouls", 3, "fouls=yes", SMALL, 4),
    _game("five players, small, all options", 5,
          "fixed_order=yes,play_on=yes,fouls=yes,race=1:2:3:4:5", SMALL, 3),
)  # fmt: skip
