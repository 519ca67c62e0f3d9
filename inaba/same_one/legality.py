"""What may be done in Same One, and why not: told from what a player sees.

Rule numbers in the docstrings are those of the package's page (`inaba.same_one`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from itertools import permutations
from typing import assert_never

from inaba.errors import Reason, listed
from inaba.same_one.cards import Card, fitting
from inaba.same_one.moves import Call, Decline, Draw, Foul, Move, Pass, Play, Put
from inaba.same_one.table import (
    Asking,
    Dealing,
    Drawing,
    Drawn,
    Over,
    Own,
    Penalty,
    Placing,
    Racing,
    Table,
    Turn,
)


class Why(StrEnum):
    """Why a move is refused."""

    OVER = "same_one.why.over"
    CHANCE = "same_one.why.chance"
    NOT_YOURS = "same_one.why.not_yours"
    OTHER_KIND = "same_one.why.other_kind"
    DRAW_FIRST = "same_one.why.draw_first"
    DRAWN_ALREADY = "same_one.why.drawn_already"
    ASKED_FIRST = "same_one.why.asked_first"
    NO_SET = "same_one.why.no_set"
    NOT_IN_HAND = "same_one.why.not_in_hand"
    ONLY_DRAWN = "same_one.why.only_drawn"
    DOES_NOT_FIT = "same_one.why.does_not_fit"
    LAST_SHARK = "same_one.why.last_shark"
    NOTHING_TO_CALL = "same_one.why.nothing_to_call"
    OWN_PLAY = "same_one.why.own_play"
    NOT_SAME = "same_one.why.not_same"
    NO_FOUL = "same_one.why.no_foul"
    FOULS_OFF = "same_one.why.fouls_off"
    NO_PENALTY = "same_one.why.no_penalty"
    NO_ORDER = "same_one.why.no_order"
    PLACE = "same_one.why.place"


def _unplayable(table: Table, own: Own, cards: tuple[Card, ...]) -> Reason | None:
    """Why cards, the bottom one first, may not be laid in one's turn (rules 3 to 7 and 10)."""
    if not cards or len(set(cards)) != len(cards) or len({card.number for card in cards}) != 1:
        return Reason(Why.NO_SET)
    if reason := _not_held(table, own, cards):
        return reason
    bottom, centre = cards[0], table.centre
    if centre is not None and not bottom.fits(centre):
        data = {"card": bottom, "centre": centre, "cards": fitting(centre)}
        return Reason(Why.DOES_NOT_FIT, data)
    return _shark_at_last(own, cards)


def _uncallable(table: Table, own: Own, card: Card) -> Reason | None:
    """Why a card may not be laid as Same One (rule 11)."""
    if table.centre is None:
        return Reason(Why.NOTHING_TO_CALL)
    if reason := _not_held(table, own, (card,)):
        return reason
    if card.number != table.centre.number:
        return Reason(Why.NOT_SAME, {"card": card, "centre": table.centre})
    return _shark_at_last(own, (card,))


def _not_held(table: Table, own: Own, cards: tuple[Card, ...]) -> Reason | None:
    """Why cards cannot be laid: he has not all of them, or has drawn and may lay that card alone (rule 6)."""
    for card in cards:
        if card not in own.cards():
            return Reason(Why.NOT_IN_HAND, {"card": card, "cards": listed(own.cards()) or "-"})
    if isinstance(table.phase, Drawn) and cards != own.drawn[:1]:
        return Reason(Why.ONLY_DRAWN, {"card": own.drawn[0]})
    return None


def _shark_at_last(own: Own, cards: tuple[Card, ...]) -> Reason | None:
    """Rule 10: the last cards played may not be sharks."""
    if cards[0].shark and len(cards) == len(own.cards()):
        return Reason(Why.LAST_SHARK, {"card": cards[0]})
    return None


def _layable(table: Table, own: Own, card: Card) -> bool:
    """Whether a card may be laid now in some way: alone, or as Same One."""
    if not isinstance(table.phase, Asking) and _unplayable(table, own, (card,)) is None:
        return True
    return _uncallable(table, own, card) is None


def _no_foul(table: Table, own: Own, card: Card) -> Reason | None:
    """Why a card is no foul: it may be laid, or fouls are not played, or could not cost a card (rule 14)."""
    if not table.rules.fouls:
        return Reason(Why.FOULS_OFF)
    if card not in own.cards():
        return Reason(Why.NOT_IN_HAND, {"card": card, "cards": listed(own.cards()) or "-"})
    if _layable(table, own, card):
        return Reason(Why.NO_FOUL, {"card": card})
    return None if table.can_draw() else Reason(Why.NO_PENALTY)


def _misplaced(table: Table, own: Own, at: int) -> Reason | None:
    """Why a card may not go to a place of the hand (rule 16)."""
    if not table.rules.fixed_order:
        return Reason(Why.NO_ORDER) if at else None
    most = len(own.hand) + 1
    return None if 1 <= at <= most else Reason(Why.PLACE, {"at": at, "most": most})


def _sets(own: Own, centre: Card | None) -> Iterator[tuple[Card, ...]]:
    """All cards of one number in the hand that could be laid together, in every order that fits (rule 5)."""
    for bottom in own.hand:
        if centre is not None and not bottom.fits(centre):
            continue
        others = [card for card in own.hand if card.number == bottom.number and card != bottom]
        for size in range(len(others) + 1):
            for above in permutations(others, size):
                yield (bottom, *above)


def _places(table: Table, own: Own) -> Iterable[int]:
    return range(1, len(own.hand) + 2) if table.rules.fixed_order else (0,)


def own_moves(table: Table, own: Own) -> Iterator[Move]:
    """The legal moves of a player who is to act."""
    match table.phase:
        case Turn():
            yield from (
                Play(cards) for cards in _sets(own, table.centre) if _shark_at_last(own, cards) is None
            )
            yield Draw()
            yield from _calls(table, own, own.hand)
        case Drawn():
            if _unplayable(table, own, own.drawn[:1]) is None:
                yield Play(own.drawn[:1])
            yield from map(Pass, _places(table, own))
            yield from _calls(table, own, own.drawn[:1])
        case Asking():
            yield Decline()
            yield from _calls(table, own, own.hand)
        case Placing():
            yield from map(Put, _places(table, own))
        case Dealing() | Drawing() | Racing() | Penalty() | Over():
            return
        case _ as never:
            assert_never(never)
    if table.rules.fouls and not isinstance(table.phase, Placing) and table.can_draw():
        yield from (Foul(card) for card in own.cards() if not _layable(table, own, card))


def _calls(table: Table, own: Own, cards: tuple[Card, ...]) -> Iterator[Call]:
    centre = table.centre
    if centre is not None:
        for card in cards:
            if card.number == centre.number and _uncallable(table, own, card) is None:
                yield Call(card)


def why_not(table: Table, own: Own, player: int, move: Move) -> Reason | None:
    """Why a move is illegal, told from what its player sees."""
    to_act = table.to_act()
    if player not in to_act:
        if isinstance(table.phase, Over):
            return Reason(Why.OVER)
        if isinstance(table.phase, Asking) and isinstance(move, Call) and player == table.last:
            return Reason(Why.OWN_PLAY)  # With a card of his in the centre it is never his turn.
        return Reason(Why.NOT_YOURS, {"player": listed(to_act)}) if to_act else Reason(Why.CHANCE)
    match table.phase, move:
        case Turn() | Drawn(), Play(cards=cards):
            return _unplayable(table, own, cards)
        case Turn() | Drawn() | Asking(), Call(card=card):
            return _uncallable(table, own, card)
        case Turn() | Drawn() | Asking(), Foul(card=card):
            return _no_foul(table, own, card)
        case (Turn(), Draw()) | (Asking(), Decline()):
            return None
        case (Drawn(), Pass(at=at)) | (Placing(), Put(at=at)):
            return _misplaced(table, own, at)
        case Turn(), Pass():
            return Reason(Why.DRAW_FIRST)
        case Drawn(), Draw():
            return Reason(Why.DRAWN_ALREADY, {"card": own.drawn[0]})
        case Asking(), Play() | Draw() | Pass():
            return Reason(Why.ASKED_FIRST, {"moves": listed(own_moves(table, own))})
        case _:
            return Reason(Why.OTHER_KIND, {"moves": listed(own_moves(table, own))})
