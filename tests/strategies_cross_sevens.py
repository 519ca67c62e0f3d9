"""Cross Sevens under test: its set-ups, and all that can be written and dealt again in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random
from typing import Any

from inaba import cross_sevens
from inaba.cross_sevens.cards import CARDS, JOKER, Action, Actions, Card, Suit, parse_actions, parse_cards
from inaba.cross_sevens.field import Cell, layout
from inaba.cross_sevens.moves import (
    Begin,
    Claim,
    Dealt,
    Decline,
    Discard,
    Draw,
    Drew,
    End,
    Give,
    Lay,
    Leave,
    Move,
    Pass,
    Show,
    Trade,
    Try,
)
from inaba.cross_sevens.rules import Rules, parse_rules
from inaba.cross_sevens.state import State
from inaba.cross_sevens.table import (
    Claiming,
    Dealing,
    Over,
    Overdue,
    Own,
    Placing,
    Returning,
    SevenDrawing,
    Sevens,
    Trying,
)
from tests.under_test import GameUnderTest

SMALL = parse_cards("D5-9,S5-9,H5-9,C5-9,JK")
CORNERS = parse_cards("DA,D2,D6-8,DQ,DK,S6-8,SK,H6-8,HA,C6-8,JK")
"""Decks for small games: round the 7s, and with A and K."""

FEW = parse_actions("mix,plus,cross*2,tunnel,stop*2,trade*2,try*2")
"""So few action cards that their pile runs out."""


# All that can be written ------------------------------------------------------------------------------------


def _moves(state: State) -> Iterator[Move]:
    """What those who are to act may do, the like with other cards and cells, and every other kind of move."""
    seen: set[str] = set()
    for move in (*_plain(state), *_lays(state), *_legal(state)):
        if str(move) not in seen:
            seen.add(str(move))
            yield move


def _legal(state: State) -> Iterator[Move]:
    for player in state.to_act():
        yield from state.legal_moves(player)


def _plain(state: State) -> Iterator[Move]:
    """Moves of every kind but those that lay a trump in a turn."""
    yield from (Decline(), Claim(), Show(), Draw(False), Draw(True), Pass(), End())
    yield from (Begin(suit, end) for suit in list(Suit)[:4] for end in ("", "up", "down"))
    for player in range(1, 6):
        yield Trade(player)
        yield from (Try(player, card) for card in (*CARDS[5:53:11], JOKER))
    held = [card for player in state.to_act() for card in state.hand(player)]
    yield from map(Give, sorted({*held[:3], *CARDS[:53:17]}))
    lists = list(map(parse_actions, ("cross", "try*2", "plus,cross", "stop,trade,try", "mix")))
    for player in state.to_act():
        lists += [state.actions(player), state.actions(player)[1:]]
    for actions in filter(None, lists):
        yield Discard(actions)
        yield Leave(actions)


def _lays(state: State) -> Iterator[Lay]:
    """Some trumps of those who are to act, and one that they do not hold, in and out of place, with every set
    of action cards; with the joker before them, too."""
    held = [card for player in state.to_act() for card in state.hand(player)]
    at = layout(state.field)
    for card in sorted({*held[::6], CARDS[(len(held) * 7) % 52]}):
        near = [at.where[card.step(by)] for by in (-1, 1) if card != JOKER and card.step(by) in at.where]
        cells = sorted({beside for cell in near for beside in cell.beside()})[:5]
        for cell in (*cells, Cell(2, 2), Cell(5, -3)):
            for plus, cross, tunnel in product((False, True), repeat=3):
                yield Lay(card, cell, None, None, plus, cross, tunnel)
            yield Lay(card, cell, stops=(cell.beside()[0],))
            yield Lay(card, cell, stops=tuple(sorted(cell.beside()[:2])))
        if card != JOKER:
            for by, cell in product((-1, 1), cells[:2] or [Cell(1, 2)]):
                yield Lay(card, cell.beside()[0], card.step(by), cell)
                yield Lay(card, cell, card.step(by), cell.beside()[1], tunnel=True)


def _events(state: State) -> Iterator[Any]:
    yield from map(Dealt, CARDS[::4])
    yield from map(Drew, Action)


def _cards(state: State) -> Counter[Any]:
    """The trumps on the field, in the hands, face down and in the pile; the action cards in the hands, in
    their pile, used, on the field, discarded and removed."""
    trumps = {*state.field.cards(), *state.pile}
    for own in state.secrets:
        trumps |= {*own.hand, *([own.given] if own.given else [])}
    actions = [action for own in state.secrets for action in own.actions]
    lying = [Action.STOP] * len(state.field.stops)
    used = [action for action in state.used if action is not Action.STOP]
    return Counter(
        map(
            str, (*trumps, *actions, *lying, *used, *state.action_pile, *state.discards, *state.table.removed)
        )
    ) + Counter(trumps=len(state.field.cards()) + len(state.table.unseen))


# Dealt again ------------------------------------------------------------------------------------------------


def redealt(state: State, player: int, rng: Random) -> Iterator[State]:
    """Deal again all cards that a player does not see, so that all that everybody knows stays true."""
    while True:
        again = _returning(state, player, rng) if isinstance(state.phase, Returning) else None
        secrets = again or _dealt_again(state, player, rng)
        secrets = _other_actions(state, secrets, player, rng)
        after = State(state.table, secrets)
        if _consistent(after):
            yield after


def _dealt_again(state: State, player: int, rng: Random) -> tuple[Own, ...]:
    pool = list(state.view(player).unseen)
    kept: dict[int, list[Card]] = {}
    if isinstance(state.phase, Placing) and state.phase.target != player:
        kept[state.phase.target] = [state.phase.card]
    away = _in_the_pile(state)
    pool = [card for card in pool if card not in away and all(card not in cards for cards in kept.values())]
    rng.shuffle(pool)
    if len(pool) < sum(len(own.hand) for own in state.secrets) - len(state.view(player).hand):
        pool += away
    secrets = []
    for owner, own in enumerate(state.secrets, 1):
        if owner == player:
            secrets.append(own)
            continue
        shown = kept.get(owner, [])
        hand = [*shown, *(pool.pop() for _ in own.hand[len(shown) :])]
        given = pool.pop() if own.given else None
        secrets.append(Own(tuple(sorted(hand)), own.actions, given))
    return tuple(secrets)


def _in_the_pile(state: State) -> list[Card]:
    """The trumps of which everybody knows that nobody holds them."""
    match state.phase:
        case Sevens(suit=suit) | SevenDrawing(suit=suit):
            return list(state.table.overdue(suit))
        case Overdue() | Claiming() | Dealing() | Over():
            return []
        case _:
            return [state.field.joker[1]] if state.field.joker else []


def _returning(state: State, player: int, rng: Random) -> tuple[Own, ...]:
    """The same where trumps of MIX are being dealt back: each who has one has one of those put down."""
    assert isinstance(state.phase, Returning)
    order = state.table.remaining()
    back = order[: state.phase.dealt]
    down = {owner: own.given for owner, own in enumerate(state.secrets, 1) if own.given}
    mine = state.view(player).own
    came = [card for card in down.values() if card in mine.hand]
    pool = [
        card for card in state.view(player).unseen if card != mine.given and card not in _in_the_pile(state)
    ]
    rng.shuffle(pool)
    others = [owner for owner in order if owner != player]
    rng.shuffle(others)
    given: dict[int, Card] = {player: mine.given} if mine.given else {}
    for owner in others:
        fits = bool(came) and came[0] not in given.values()
        given[owner] = came[0] if fits else pool.pop()
    rest = [card for card in given.values() if card not in came]
    rng.shuffle(rest)
    secrets = []
    for owner, own in enumerate(state.secrets, 1):
        if owner == player:
            secrets.append(own)
            continue
        got = [rest.pop()] if owner in back else []
        hand = [*got, *(pool.pop() for _ in own.hand[len(got) :])]
        secrets.append(Own(tuple(sorted(hand)), own.actions, given.get(owner)))
    return tuple(secrets)


def _other_actions(state: State, secrets: tuple[Own, ...], player: int, rng: Random) -> tuple[Own, ...]:
    """The action cards that a player does not see dealt again; nobody holds a MIX."""
    pool = [action for action in state.view(player).unseen_actions if action is not Action.MIX]
    rng.shuffle(pool)
    after = []
    for owner, own in enumerate(secrets, 1):
        actions = own.actions if owner == player else tuple(sorted(pool.pop() for _ in own.actions))
        after.append(own._replace(actions=actions))
    return tuple(after)


def _consistent(state: State) -> bool:
    """Whether nobody holds a trump of which he has said or shown that he does not."""
    match state.phase:
        case Sevens(suit=suit, player=player):
            return all(Card(suit, 7) not in state.hand(earlier) for earlier in range(1, player))
        case Overdue(suit=suit, player=player):
            late = {*state.table.overdue(suit)}
            return not any(late & {*own.hand} for seat, own in enumerate(state.secrets, 1) if seat != player)
        case Claiming(player=player):
            assert state.field.joker is not None
            may = {p for p in state.table.remaining() if p >= player and p != state.turn}
            may = {player} if player == state.turn else may
            holders = {p for p in state.table.remaining() if state.field.joker[1] in state.hand(p)}
            return holders <= may
        case Trying(card=card):
            return card not in state.hand(state.turn)
        case _:
            return True


def never(state: State, actor: int, step: Any) -> bool:
    """No step tells more than its text."""
    return False


# The set-ups ------------------------------------------------------------------------------------------------


def dealt(state: State, rng: Random) -> State:
    """A game after the deal and the set-up, in which the ends of the diagonal are chosen at random."""
    while isinstance(state.phase, Dealing | Sevens | SevenDrawing | Overdue):
        if chance := state.chance():
            state = state.happen(chance.sample(rng))
        else:
            player = state.to_act()[0]
            state = state.play(player, rng.choice(list(state.legal_moves(player))))
    return state


def _game(
    name: str,
    players: int = 3,
    rules: str = "",
    deck: tuple[Card, ...] = CARDS,
    pile: int | None = None,
    actions: Actions | None = None,
    from_the_deal: bool = True,
    most_steps: int = 1500,
) -> GameUnderTest:
    options: Rules = parse_rules(rules)

    @cache
    def start() -> State:
        opening = cross_sevens.start(players, options, deck, pile, actions)
        return opening if from_the_deal else dealt(opening, Random(players))

    return GameUnderTest(
        name=f"cross sevens: {name}",
        start=start,
        parse=lambda text: cross_sevens.parse(text, options),
        parse_view=lambda text, player: cross_sevens.parse_view(text, player, options),
        parse_move=lambda text, state: cross_sevens.parse_move(text),
        parse_event=lambda text, state: cross_sevens.parse_event(text),
        moves=_moves,
        events=_events,
        cards=_cards,
        redealt=redealt,
        reveals=never,
        notation=cross_sevens.NOTATION,
        most_steps=most_steps,
        secret=True,
    )


CROSS_SEVENS = (
    _game("three players"),
    _game("four players, dealt", 4, from_the_deal=False),
    _game("five players, dealt, play_on", 5, "play_on=yes", from_the_deal=False),
    _game("three players, small, all options", 3,
          "play_on=yes,sides=fixed,stop=until_next_turn,trade=blind,try=take,try_miss=pass",
          SMALL, 3, FEW),
    _game("three players, round the corner, play_on", 3, "play_on=yes,try_miss=pass", CORNERS, 1, FEW),
)  # fmt: skip
