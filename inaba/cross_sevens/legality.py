"""What may be done in Cross Sevens, and why not: told from what a player sees.

Rule numbers in the docstrings are those of the package's page (`inaba.cross_sevens`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from enum import StrEnum
from itertools import combinations
from typing import assert_never

from inaba.cross_sevens.cards import (
    JOKER,
    SEVEN,
    SEVENS,
    Action,
    Actions,
    Card,
    format_actions,
    format_cards,
)
from inaba.cross_sevens.field import MOST_IN_A_CELL, Cell, Place, layout, neighbours, pairs, places, sides
from inaba.cross_sevens.moves import (
    Begin,
    Claim,
    Decline,
    Discard,
    Draw,
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
from inaba.cross_sevens.table import (
    MOST_HELD,
    Claiming,
    Dealing,
    Drawing,
    Exchanging,
    Leaving,
    Mixing,
    Over,
    Overdue,
    Own,
    Placing,
    Returning,
    SevenDrawing,
    Sevens,
    Table,
    Trading,
    TrumpDrawing,
    Trying,
    Turn,
)
from inaba.errors import Reason, listed


class Why(StrEnum):
    """Why a move is refused."""

    OVER = "cross_sevens.why.over"
    CHANCE = "cross_sevens.why.chance"
    NOT_YOURS = "cross_sevens.why.not_yours"
    OTHER_KIND = "cross_sevens.why.other_kind"
    NOT_IN_HAND = "cross_sevens.why.not_in_hand"
    NO_ACTION = "cross_sevens.why.no_action"
    MUST_SHOW = "cross_sevens.why.must_show"
    NOT_HELD = "cross_sevens.why.not_held"
    SEVEN_PLACE = "cross_sevens.why.seven_place"
    SEVEN_END = "cross_sevens.why.seven_end"
    FIRST_SEVEN = "cross_sevens.why.first_seven"
    JOKER_ALONE = "cross_sevens.why.joker_alone"
    NO_NEIGHBOUR = "cross_sevens.why.no_neighbour"
    NOT_BESIDE = "cross_sevens.why.not_beside"
    BESIDE_SEVEN = "cross_sevens.why.beside_seven"
    OCCUPIED = "cross_sevens.why.occupied"
    JOKER_CELL = "cross_sevens.why.joker_cell"
    FULL_CELL = "cross_sevens.why.full_cell"
    CORNER = "cross_sevens.why.corner"
    NOT_NEEDED = "cross_sevens.why.not_needed"
    ONE_A_TURN = "cross_sevens.why.one_a_turn"
    NO_JOKER = "cross_sevens.why.no_joker"
    NO_GAP = "cross_sevens.why.no_gap"
    GAP_TAKEN = "cross_sevens.why.gap_taken"
    GAP_IN_HAND = "cross_sevens.why.gap_in_hand"
    GAP_CELL = "cross_sevens.why.gap_cell"
    STOP_CELL = "cross_sevens.why.stop_cell"
    FOUND = "cross_sevens.why.found"
    MISSED = "cross_sevens.why.missed"
    TRY_FIRST = "cross_sevens.why.try_first"
    TRY_JOKER = "cross_sevens.why.try_joker"
    TRY_OWN = "cross_sevens.why.try_own"
    TRY_CARD = "cross_sevens.why.try_card"
    NO_PARTNER = "cross_sevens.why.no_partner"
    LAID = "cross_sevens.why.laid"
    NOT_LAID = "cross_sevens.why.not_laid"
    NO_TRUMP_PILE = "cross_sevens.why.no_trump_pile"
    THREE_HELD = "cross_sevens.why.three_held"
    NO_OUT = "cross_sevens.why.no_out"
    ALL_ACTIONS = "cross_sevens.why.all_actions"


# Laying -----------------------------------------------------------------------------------------------------


def _lays(table: Table, own: Own, laid: bool) -> Iterator[Lay]:
    """All plays of a turn: trumps as they stand in the hand, alone before those with the joker."""
    held = Counter(own.actions)
    for card in own.hand:
        for place in places(table.field, card, table.rules):
            yield from _with_stops(table, held, _lay(card, None, place, laid))
        if JOKER in own.hand:
            for gap, place in pairs(table.field, card, table.rules):
                if gap not in own.hand:
                    yield from _with_stops(table, held, _lay(card, gap, place, laid))


def _lay(card: Card, gap: Card | None, place: Place, laid: bool) -> Lay:
    return Lay(card, place.cell, gap, place.joker, laid, place.cross, place.tunnel)


def _with_stops(table: Table, held: Counter[Action], lay: Lay) -> Iterator[Lay]:
    """A play that the action cards allow, without STOP and with as many as there are, in all ways."""
    if not Counter(lay.actions()) <= held:
        return
    cells = _stoppable(table, lay)
    for count in range(min(held[Action.STOP], len(cells)) + 1):
        for stops in combinations(cells, count):
            yield lay._replace(stops=stops)


def _stoppable(table: Table, lay: Lay) -> tuple[Cell, ...]:
    """The free cells beside a trump that is laid, sorted."""
    at = layout(table.field)
    return tuple(sorted(cell for cell in lay.cell.beside() if at.free(cell) and cell != lay.joker))


def _no_lay(table: Table, own: Own, lay: Lay, laid: bool) -> Reason | None:
    """Why a trump may not be laid so (rules 4, 5, 9 and 11)."""
    if lay.card not in own.hand:
        return _not_in_hand(own, lay.card)
    if lay.card == JOKER or (lay.gap is None) != (lay.joker is None):
        return Reason(Why.JOKER_ALONE)
    reason = _no_joker(table, own, lay) if lay.gap else _no_place(table, lay)
    return reason or _wrong_cards(table, own, lay, laid)


def _not_in_hand(own: Own, card: Card) -> Reason:
    return Reason(Why.NOT_IN_HAND, {"card": card, "cards": format_cards(own.hand)})


def _no_place(table: Table, lay: Lay) -> Reason | None:
    """Why a cell takes no such trump, whatever the action cards."""
    card, cell, at = lay.card, lay.cell, layout(table.field)
    if any(place.cell == cell for place in places(table.field, card, table.rules)):
        return None
    beside = [other for other in neighbours(card) if other in at.where]
    if not beside:
        return Reason(Why.NO_NEIGHBOUR, {"card": card, "neighbours": listed(neighbours(card))})
    if any(cell in sides(card, at.where[other], table.rules) for other in beside):
        return _shut(table, cell)
    if card.beside_seven:
        return Reason(Why.BESIDE_SEVEN, {"card": card, "cells": _reachable(table, card)})
    data = {"card": card, "neighbours": listed(beside), "cells": _reachable(table, card)}
    return Reason(Why.NOT_BESIDE, data)


def _reachable(table: Table, card: Card) -> str:
    return listed(place.cell for place in places(table.field, card, table.rules)) or "-"


def _shut(table: Table, cell: Cell) -> Reason:
    """Why not even CROSS lets a trump into a cell."""
    if cell == layout(table.field).joker:
        return Reason(Why.JOKER_CELL, {"cell": cell})
    return Reason(Why.FULL_CELL, {"cell": cell, "most": MOST_IN_A_CELL})


def _no_joker(table: Table, own: Own, lay: Lay) -> Reason | None:
    """Why the joker may not be laid so, whatever the action cards (rule 11)."""
    at, gap, card = layout(table.field), lay.gap, lay.card
    assert gap is not None
    if JOKER not in own.hand:
        return Reason(Why.NO_JOKER)
    if gap in own.hand:
        return Reason(Why.GAP_IN_HAND, {"gap": gap})
    if gap in at.where:
        return Reason(Why.GAP_TAKEN, {"gap": gap})
    ways = [place for one, place in pairs(table.field, card, table.rules) if one == gap]
    if not ways:
        return Reason(Why.NO_GAP, {"card": card, "gap": gap})
    if not any((place.cell, place.joker) == (lay.cell, lay.joker) for place in ways):
        cells = listed(dict.fromkeys(f"{place.joker}&{place.cell}" for place in ways))
        return Reason(Why.GAP_CELL, {"card": card, "gap": gap, "cells": cells})
    return None


def _wrong_cards(table: Table, own: Own, lay: Lay, laid: bool) -> Reason | None:
    """Why the action cards used with a trump are too few, too many, or not there (rule 9)."""
    if lay.gap:
        ways: Iterable[Place] = (
            place for gap, place in pairs(table.field, lay.card, table.rules) if gap == lay.gap
        )
    else:
        ways = places(table.field, lay.card, table.rules)
    place = next(way for way in ways if (way.cell, way.joker) == (lay.cell, lay.joker))
    if place.cross and not lay.cross:
        return Reason(Why.OCCUPIED, {"cell": lay.cell})
    if place.tunnel and not lay.tunnel:
        return Reason(Why.CORNER)
    if laid and not lay.plus:
        return Reason(Why.ONE_A_TURN)
    for action, more in (
        (Action.CROSS, lay.cross and not place.cross),
        (Action.TUNNEL, lay.tunnel and not place.tunnel),
        (Action.PLUS, lay.plus and not laid),
    ):
        if more:
            return Reason(Why.NOT_NEEDED, {"action": action})
    allowed = _stoppable(table, lay)
    for cell in lay.stops:
        if cell not in allowed:
            return Reason(Why.STOP_CELL, {"cell": cell, "cells": listed(allowed) or "-"})
    if list(lay.stops) != sorted({*lay.stops}):
        return Reason(Why.STOP_CELL, {"cell": lay.stops[0], "cells": listed(allowed)})
    return _lacks(own, lay.actions())


def _lacks(own: Own, actions: Actions) -> Reason | None:
    """Why action cards cannot be used: he does not hold them."""
    missing = Counter(actions) - Counter(own.actions)
    if missing:
        data = {"action": next(iter(sorted(missing))), "actions": format_actions(own.actions)}
        return Reason(Why.NO_ACTION, data)
    return None


def _no_found(table: Table, card: Card, lay: Lay) -> Reason | None:
    """Why the trump that a TRY has found may not be laid so: plainly, and nothing else."""
    cells = plain_cells(table, card)
    plain = lay == Lay(card, lay.cell) and lay.cell in cells
    return None if plain else Reason(Why.FOUND, {"card": card, "cells": listed(cells)})


def plain_cells(table: Table, card: Card) -> list[Cell]:
    """Where a trump may go without any action card."""
    return [p.cell for p in places(table.field, card, table.rules) if not p.cross and not p.tunnel]


# The rest of a turn -----------------------------------------------------------------------------------------


def _no_try(table: Table, own: Own, phase: Turn, move: Try) -> Reason | None:
    """Why TRY may not ask that."""
    if reason := _lacks(own, (Action.TRY,)):
        return reason
    if phase.laid or table.used:
        return Reason(Why.TRY_FIRST)
    if reason := _no_partner(table, move.player):
        return reason
    if move.card == JOKER:
        return Reason(Why.TRY_JOKER)
    if move.card in own.hand:
        return Reason(Why.TRY_OWN, {"card": move.card})
    layable = move.card in table.unseen and plain_cells(table, move.card)
    return None if layable else Reason(Why.TRY_CARD, {"card": move.card})


def _no_partner(table: Table, player: int) -> Reason | None:
    """Why a player cannot be chosen: he is oneself, or out, or not there."""
    others = _others(table)
    return None if player in others else Reason(Why.NO_PARTNER, {"player": player, "others": listed(others)})


def _others(table: Table) -> tuple[int, ...]:
    return tuple(player for player in table.remaining() if player != table.turn)


def _tries(table: Table, own: Own) -> Iterator[Try]:
    """All that a TRY may ask: by player, then by trump."""
    if Action.TRY in own.actions and not table.used:
        cards = [c for c in table.unseen if c not in own.hand and plain_cells(table, c)]
        yield from (Try(player, card) for player in _others(table) for card in cards)


def _no_pass(table: Table, own: Own, phase: Turn, move: Draw | Discard | Pass) -> Reason | None:
    """Why one may not pass so (rules 6 and 7)."""
    if phase.laid:
        return Reason(Why.LAID)
    out = _passes_out(table, own)
    match move:
        case Pass():
            return None if out else Reason(Why.NO_OUT)
        case _ if out:
            return Reason(Why.THREE_HELD)
        case Draw(trump=True):
            return None if table.pile else Reason(Why.NO_TRUMP_PILE)
        case Draw():
            return None
        case Discard(actions=actions):
            return _lacks(own, actions) if actions else Reason(Why.ALL_ACTIONS, {"actions": "-"})
        case _ as never:
            assert_never(never)


def _passes_out(table: Table, own: Own) -> bool:
    """Whether passing eliminates at once: three action cards and no trump pile (rule 7)."""
    return len(own.actions) >= MOST_HELD and not table.pile


def _passes(table: Table, own: Own) -> Iterator[Move]:
    """All ways to pass."""
    if _passes_out(table, own):
        yield Pass()
        return
    yield Draw(False)
    if table.pile:
        yield Draw(True)
    for count in range(1, len(own.actions) + 1):
        yield from map(Discard, dict.fromkeys(combinations(own.actions, count)))


def _turn_moves(table: Table, own: Own, phase: Turn) -> Iterator[Move]:
    if not phase.missed:
        yield from _lays(table, own, phase.laid)
        if not phase.laid:
            yield from _tries(table, own)
        if Action.TRADE in own.actions:
            yield from map(Trade, _others(table))
    if phase.laid:
        yield End()
    else:
        yield from _passes(table, own)


def _no_turn_move(table: Table, own: Own, phase: Turn, move: Move) -> Reason | None:
    """Why a move may not be made in one's turn."""
    match move:
        case Lay() | Try() | Trade() if phase.missed:
            return Reason(Why.MISSED)
        case Lay():
            return _no_lay(table, own, move, phase.laid)
        case Try():
            return _no_try(table, own, phase, move)
        case Trade(player=player):
            return _lacks(own, (Action.TRADE,)) or _no_partner(table, player)
        case Draw() | Discard() | Pass():
            return _no_pass(table, own, phase, move)
        case End():
            return None if phase.laid else Reason(Why.NOT_LAID)
        case _:
            return _other_kind(table, own, table.turn)


# Being asked ------------------------------------------------------------------------------------------------


def asked(table: Table) -> tuple[Card, ...]:
    """The trumps that the player to act is asked for; none where nobody is asked."""
    match table.phase:
        case Sevens(suit=suit):
            return (SEVENS[suit],)
        case Overdue(suit=suit):
            return table.overdue(suit)
        case Trying(card=card):
            return (card,)
        case Claiming():
            assert table.field.joker is not None
            return (table.field.joker[1],)
        case _:
            return ()


def _answers(table: Table, own: Own) -> Iterator[Move]:
    """What a player who is asked for a trump must do: show it if he holds it, say no if not."""
    shown = [card for card in asked(table) if card in own.hand]
    if not shown:
        yield Decline()
        return
    match table.phase:
        case Trying():
            yield Show()
        case Claiming():
            yield Claim()
        case _:
            ends = ("up", "down") if table.field.sevens else ("",)
            yield from (Begin(card.suit, end) for card in shown for end in ends)


def _no_answer(table: Table, own: Own, player: int, move: Move) -> Reason | None:
    """Why an answer is false, or none."""
    wanted = asked(table)
    shown = [card for card in wanted if card in own.hand]
    match table.phase, move:
        case _, Decline():
            return Reason(Why.MUST_SHOW, {"card": shown[0]}) if shown else None
        case (Trying(), Show()) | (Claiming(), Claim()):
            return None if shown else Reason(Why.NOT_HELD, {"card": wanted[0]})
        case Sevens() | Overdue(), Begin(suit=suit, end=end):
            card = Card(suit, SEVEN)
            if card not in wanted:
                return Reason(Why.SEVEN_PLACE, {"card": card, "cards": listed(wanted)})
            if card not in own.hand:
                return Reason(Why.NOT_HELD, {"card": card})
            if not table.field.sevens:
                return Reason(Why.FIRST_SEVEN, {"card": card}) if end else None
            return None if end in ("up", "down") else Reason(Why.SEVEN_END, {"card": card})
        case _:
            return _other_kind(table, own, player)


def _other_kind(table: Table, own: Own, player: int) -> Reason:
    return Reason(Why.OTHER_KIND, {"moves": listed(own_moves(table, own, player))})


# All together -----------------------------------------------------------------------------------------------


def own_moves(table: Table, own: Own, player: int) -> Iterator[Move]:
    """The legal moves of a player who is to act."""
    match table.phase:
        case Sevens() | Overdue() | Trying() | Claiming():
            yield from _answers(table, own)
        case Turn():
            yield from _turn_moves(table, own, table.phase)
        case Placing(card=card):
            yield from (Lay(card, cell) for cell in plain_cells(table, card))
        case Trading() | Mixing():
            yield from map(Give, own.hand)
        case Leaving():
            yield Leave(own.actions)
        case Dealing() | SevenDrawing() | Exchanging() | TrumpDrawing() | Drawing() | Returning() | Over():
            return
        case _ as never:
            assert_never(never)


def why_not(table: Table, own: Own, player: int, move: Move) -> Reason | None:
    """Why a move is illegal, told from what its player sees."""
    to_act = table.to_act()
    if player not in to_act:
        if isinstance(table.phase, Over):
            return Reason(Why.OVER)
        return Reason(Why.NOT_YOURS, {"player": listed(to_act)}) if to_act else Reason(Why.CHANCE)
    match table.phase, move:
        case Turn() as phase, _:
            return _no_turn_move(table, own, phase, move)
        case Sevens() | Overdue() | Trying() | Claiming(), _:
            return _no_answer(table, own, player, move)
        case Placing(card=card), Lay():
            return _no_found(table, card, move)
        case Trading() | Mixing(), Give(card=card):
            return None if card in own.hand else _not_in_hand(own, card)
        case Leaving(), Leave(actions=actions):
            if actions == own.actions:
                return None
            return Reason(Why.ALL_ACTIONS, {"actions": format_actions(own.actions)})
        case _:
            return _other_kind(table, own, player)
