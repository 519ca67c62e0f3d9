"""What a table shows of a game of Cross Sevens, as plain data for a browser, and sentences about what
happened.

Everything is told from a `View`, or from what a player saw of a step, so that nothing here can tell a secret
that its player does not know.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from inaba.cross_sevens.art import action_sign, sign
from inaba.cross_sevens.cards import JOKER, RANKS, SEVENS, Action, Card
from inaba.cross_sevens.description import (
    Lying,
    action_name,
    actions_words,
    basis_words,
    card_words,
    columns,
    effect_words,
    lying,
    lying_words,
    outcome,
    suit_words,
)
from inaba.cross_sevens.field import ROWS, Cell, Field, layout, neighbours, sides
from inaba.cross_sevens.moves import (
    Begin,
    Claim,
    Dealt,
    Decline,
    Discard,
    Draw,
    Drew,
    Lay,
    Leave,
    Move,
    Pass,
    Show,
    Trade,
    Try,
)
from inaba.cross_sevens.rules import Rules
from inaba.cross_sevens.state import State, View
from inaba.cross_sevens.table import (
    MOST_HELD,
    Dealing,
    Exchanging,
    Over,
    Placing,
    Returning,
    SevenDrawing,
    Sevens,
    Trying,
    Turn,
)
from inaba.cross_sevens.writing import lies_face_down
from inaba.errors import Reason, listed
from inaba.record import Played
from inaba.words import say

Data = dict[str, Any]
Name = Callable[[int], str]

_FAR = Cell(0, 999)
"""A cell that is beside nothing: asked for where any cell will do."""


# Cards and the field ----------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def card_data(card: Card, lang: str) -> Data:
    """A trump that lies face up. Not to be changed: it is shared.

    Examples
    --------
    >>> card_data(JOKER, "en")
    {'card': 'JK', 'rank': '', 'letter': 'JK', 'sign': 'joker', 'label': 'joker'}
    """
    return {
        "card": str(card),
        "rank": "" if card == JOKER else RANKS[card.rank - 1],
        "letter": "JK" if card == JOKER else card.suit.letter,
        "sign": sign(card),
        "label": card_words(card, lang),
    }


def row_words(field: Field, row: int, lang: str) -> str:
    """What a row is called: by the suit of its 7, or by where it lies.

    Examples
    --------
    >>> from inaba.cross_sevens.notation import parse
    >>> field = parse("D8/S8/H8 DSHC - - - - 1 -").field
    >>> [row_words(field, row, "en") for row in (0, 1, 5)]
    ['bottom row', 'row of diamonds', 'top row']
    """
    if 1 <= row <= len(field.sevens):
        return say("cross_sevens.row.suit", lang, suit=suit_words(field.sevens[row - 1], lang))
    where = {0: "bottom", len(ROWS) - 1: "top"}.get(row, "later")
    return say(f"cross_sevens.row.{where}", lang)


def field_data(field: Field, lang: str, name: Name, more: Iterable[Cell] = ()) -> Data:
    """The field: its columns, its rows from the upper one down, and the cells that are not free.

    ``more`` are cells that must be shown besides.
    """
    shown = columns(field, more)
    return {
        "first": shown[0],
        "last": shown[-1],
        "rows": [
            {"row": ROWS[row], "name": row_words(field, row, lang)} for row in reversed(range(len(ROWS)))
        ],
        "cells": [
            _cell_data(cell, here, lang, name(here.stop) if here.stop else "")
            for cell, here in lying(field).items()
        ],
    }


@lru_cache(maxsize=1024)
def _cell_data(cell: Cell, here: Lying, lang: str, stopped_by: str) -> Data:
    """What lies on a cell. Not to be changed: it is shared."""
    return {
        "at": str(cell),
        "trumps": [card_data(card, lang) for card in here.trumps],
        "joker": card_data(here.joker, lang) if here.joker else None,
        "stop": here.stop is not None,
        "label": lying_words(here, lang, lambda player: stopped_by),
    }


def table_data(view: View, name: Name, lang: str) -> Data:
    """What lies on the table, and how many cards each player holds."""
    table = view.table
    shown = not isinstance(view.phase, Dealing | Over)
    cells = {cell for way in lays(view) for cell in (way.cell, way.joker) if cell}
    return {
        "field": field_data(view.field, lang, name, cells),
        "sizes": list(view.sizes),
        "held": list(view.held),
        "down": [p for p in range(1, view.players + 1) if lies_face_down(table, p)],
        "turn": view.turn if shown else 0,
        "pile": table.pile,
        "actions": table.action_pile,
        "discards": [action_name(action) for action in view.discards],
        "removed": [action_name(action) for action in table.removed],
        "used": [action_name(action) for action in view.used],
    }


# What may be done -------------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def lays(view: View) -> dict[Lay, list[str]]:
    """The plays of the player who is to lay, without STOP; each with the cells that a STOP may close.

    Not to be changed: it is shared.

    Examples
    --------
    >>> from inaba.cross_sevens.notation import parse
    >>> view = parse("D8,D9,S2:stop/S6/H8,JK DSHC - try*2 - - 1 -").view(1)
    >>> [(str(lay), stops) for lay, stops in lays(view).items()]
    [('D8@b0', ['a0', 'b-1', 'c0']), ('D8@b2', ['a2', 'b3'])]
    """
    found: dict[Lay, list[str]] = {}
    if isinstance(view.phase, Turn | Placing):
        for move in view.legal_moves():
            if isinstance(move, Lay):
                stops = found.setdefault(move._replace(stops=()), [])
                if len(move.stops) == 1:
                    stops.append(str(move.stops[0]))
    return found


def ways(view: View) -> dict[str, list[Data]]:
    """For each trump that may be laid now, where to and how."""
    found: dict[str, list[Data]] = {}
    for lay, stops in lays(view).items():
        found.setdefault(str(lay.card), []).append(
            {
                "cell": str(lay.cell),
                "joker": str(lay.joker) if lay.joker else "",
                "gap": str(lay.gap) if lay.gap else "",
                "uses": [str(action) for action in lay.actions()],
                "stops": stops,
                "move": str(lay),
            }
        )
    for begin in _begins(view):
        end = 0 if begin.end == "down" else len(view.field.sevens) + 1
        at = Cell(end, end)
        way = {"cell": str(at), "joker": "", "gap": "", "uses": [], "stops": [], "move": str(begin)}
        found.setdefault(str(SEVENS[begin.suit]), []).append(way)
    return found


def _begins(view: View) -> list[Begin]:
    return [move for move in view.legal_moves() if isinstance(move, Begin)] if not _in_turn(view) else []


def _in_turn(view: View) -> bool:
    return isinstance(view.phase, Turn) and view.player == view.turn


def hand_data(view: View, lang: str) -> list[Data]:
    """The viewer's trumps: each with the ways to lay it now, or the reason why there is none.

    Examples
    --------
    >>> from inaba.cross_sevens.notation import parse
    >>> view = parse("D8,D10/S8/H8 DSHC - - - - 1 -").view(1)
    >>> [(card["card"], len(card["ways"]), card["why"]) for card in hand_data(view, "en")]
    ... # doctest: +NORMALIZE_WHITESPACE
    [('D8', 2, ''),
     ('D10', 0, 'D10 goes beside a card next in rank, and none of D9, DJ is on the table')]
    """
    found = ways(view)
    told = []
    for card in view.hand:
        mine = found.get(str(card), [])
        why = joker = None
        if _in_turn(view):
            why = None if mine else _why_not(view, card)
            joker = _why_no_joker(view, card) if JOKER in view.hand and card != JOKER else None
        reasons = {"why": why.say(lang) if why else "", "joker_why": joker.say(lang) if joker else ""}
        told.append(card_data(card, lang) | {"ways": mine} | reasons)
    return told


def _why_not(view: View, card: Card) -> Reason | None:
    """Why a trump may be laid in no way now: the reason on a cell beside a neighbour, if one lies there."""
    at = layout(view.field)
    beside = [
        cell
        for other in neighbours(card)
        if card != JOKER and other in at.where
        for cell in sides(card, at.where[other], view.rules)
    ]
    return view.why_illegal(Lay(card, (*beside, _FAR)[0]))


def _why_no_joker(view: View, card: Card) -> Reason | None:
    """Why a trump and the joker before it do not go just anywhere: where they go, if they go at all."""
    found = [view.why_illegal(Lay(card, _FAR, card.step(by), _FAR)) for by in (-1, 1)]
    able = [reason for reason in found if reason and reason.key.endswith("gap_cell")]
    return (*able, *found)[0]


def action_data(view: View, lang: str) -> list[Data]:
    """The viewer's action cards, a kind each: what it does, how it is used now, or why it cannot be.

    ``use`` is ``"lay"`` for a card that is used with laying, ``"try"``, ``"trade"``, or empty.
    """
    told = []
    for action, n in sorted(Counter(view.actions).items()):
        use, why = _use(view, action, lang) if _in_turn(view) else ("", "")
        told.append(effect_data(action, view.rules, lang) | {"n": n, "use": use, "why": why})
    return told


def effect_data(action: Action, rules: Rules, lang: str) -> Data:
    """An action card: its name, its sign, what it does, and where that is known from."""
    return {
        "action": str(action),
        "name": action_name(action),
        "sign": action_sign(action),
        "text": effect_words(action, rules, lang),
        "basis": basis_words(action, lang),
    }


def _use(view: View, action: Action, lang: str) -> tuple[str, str]:
    """How an action card is used now, and if it cannot be, why."""
    match action:
        case Action.TRY | Action.TRADE:
            kind: type[Move] = Try if action is Action.TRY else Trade
            if any(isinstance(move, kind) for move in view.legal_moves()):
                return str(action), ""
            other = next(p for p in view.table.remaining() if p != view.player)
            asked = next(iter(view.unseen), JOKER)
            why = view.why_illegal(Trade(other) if action is Action.TRADE else Try(other, asked))
            return "", why.say(lang) if why else ""
        case Action.STOP:
            able = any(lays(view).values())
        case _:
            able = any(action in lay.actions() for lay in lays(view))
    return ("lay", "") if able else ("", say(f"cross_sevens.not_now.{action}", lang))


def passes_data(view: View) -> Data:
    """How to pass: which ways there are, and whether an action card more would be the fourth (rule 7)."""
    moves = [move for move in view.legal_moves() if isinstance(move, Draw | Discard | Pass)]
    return {
        "action": Draw(False) in moves,
        "trump": Draw(True) in moves,
        "out": Pass() in moves,
        "discard": [str(action) for action in view.actions] if Draw(False) in moves else [],
        "fourth": len(view.actions) + len(view.used) + 1 > MOST_HELD,
    }


def tries_data(view: View, lang: str) -> Data:
    """Of whom TRY may ask, and what; and with whom TRADE may exchange."""
    moves = list(view.legal_moves())
    tries = [move for move in moves if isinstance(move, Try)]
    return {
        "players": list(dict.fromkeys(move.player for move in tries)),
        "cards": [card_data(card, lang) for card in dict.fromkeys(move.card for move in tries)],
        "partners": [move.player for move in moves if isinstance(move, Trade)],
    }


# What happened ----------------------------------------------------------------------------------------------


def frames(
    states: Sequence[State], steps: Sequence[Played], viewer: int, name: Name, lang: str
) -> Iterator[Data]:
    """What happened, step by step: the table after each, the cells that are new, and sentences that tell it.

    Steps of which there is nothing to tell, such as each answer of those who are asked, are left out.

    Parameters
    ----------
    states : sequence of State
        One more than steps: before the first, and after each.
    steps : sequence of Played
    viewer : int
        Who looks on.
    name : callable
        What a player is called.
    lang : str
    """
    for (before, after), played in zip(pairwise(states), steps, strict=True):
        said = sentences(before, played, after, viewer, name, lang)
        if said:
            # An onlooker's: what could be laid is shown when the steps are over.
            yield table_data(after.view(0), name, lang) | {"said": said, "new": laid(before, played, after)}


def laid(before: State, played: Played, after: State) -> list[str]:
    """The cells on which a step has laid something."""
    match played.step:
        case Lay(cell=cell, joker=joker, stops=stops):
            return [str(one) for one in (cell, joker, *stops) if one]
        case Claim():
            assert before.field.joker is not None
            return [str(before.field.joker[0])]
        case Begin(suit=suit):
            return [str(layout(after.field).where[SEVENS[suit]])]
        case _:
            return []


def sentences(before: State, played: Played, after: State, viewer: int, name: Name, lang: str) -> list[str]:
    """One step in words, as a player saw it; nothing where he saw nothing.

    Examples
    --------
    >>> from inaba.cross_sevens.notation import parse
    >>> before = parse("D8,D9:plus/S6/H8,JK DSHC - try*2 - - 1 -")
    >>> after = before.play(1, "D8@b2")
    >>> move = next(move for move in before.legal_moves(1) if str(move) == "D8@b2")
    >>> sentences(before, Played(1, move), after, 2, lambda player: f"Player {player}", "en")
    ['Player 1 lays the 8 of diamonds on b2.']
    """

    def tell(key: str, **data: object) -> str:
        return say(f"cross_sevens.said.{key}", lang, **data)

    who = name(played.player) if played.player else ""
    said: list[str] = []
    match played.step:
        case Begin(suit=suit, end=end):
            key = f"begin_{end}" if end else "begin"
            said.append(tell(key, player=who, card=card_words(SEVENS[suit], lang)))
        case Lay() as lay:
            said += _laid(before, lay, who, name, lang)
        case Claim():
            assert before.field.joker is not None
            said.append(tell("claim", player=who, card=card_words(before.field.joker[1], lang)))
        case Try(player=target, card=card):
            said.append(tell("try", player=who, target=name(target), card=card_words(card, lang)))
        case Show():
            said.append(tell("hit", target=who))
        case Decline() if isinstance(before.phase, Trying):
            said.append(tell("miss", target=who))
        case Trade(player=target):
            said.append(tell("trade", player=who, target=name(target)))
        case Draw():
            said.append(tell("pass", player=who))
        case Discard(actions=actions):
            said.append(tell("pass_discard", player=who, cards=actions_words(actions, lang)))
        case Leave(actions=actions):
            said.append(tell("leave", player=who, cards=actions_words(actions, lang)))
        case Dealt() | Drew():
            said += _came(before, played, after, viewer, name, lang)
        case _:
            pass
    return [*said, *_changed(before, after, name, lang)]


def _laid(before: State, lay: Lay, who: str, name: Name, lang: str) -> Iterator[str]:
    """A play in words, with the action cards that it uses."""
    card = card_words(lay.card, lang)
    if isinstance(before.phase, Placing):
        owner = name(before.phase.target)
        yield say("cross_sevens.said.place", lang, player=who, owner=owner, card=card, cell=lay.cell)
    elif lay.gap:
        data = {"joker": lay.joker, "gap": card_words(lay.gap, lang), "card": card, "cell": lay.cell}
        yield say("cross_sevens.said.lay_joker", lang, player=who, **data)
    else:
        yield say("cross_sevens.said.lay", lang, player=who, card=card, cell=lay.cell)
    used = [action for action in lay.actions() if action is not Action.STOP]
    if used:
        yield say("cross_sevens.said.used", lang, cards=actions_words(used, lang))
    if lay.stops:
        yield say("cross_sevens.said.stop", lang, cells=listed(lay.stops))


def _came(before: State, played: Played, after: State, viewer: int, name: Name, lang: str) -> Iterator[str]:
    """A card that came to a player, in words: which it is, where whoever looks on saw it."""
    step, receiver = played.step, before.table.receiver()
    seen = not before.seen(viewer, played.player, step).endswith("??")
    who = name(receiver)
    if isinstance(step, Drew):
        if step.action is Action.MIX:
            yield say("cross_sevens.said.mix", lang, player=who)
        elif seen:
            yield say("cross_sevens.said.draws_known", lang, player=who, card=action_name(step.action))
        else:
            yield say("cross_sevens.said.draws", lang, player=who)
        return
    card = card_words(step.card, lang) if seen else ""
    match before.phase:
        case Dealing():
            if isinstance(after.phase, Sevens):
                yield say("cross_sevens.said.dealt", lang)
        case Exchanging(target=target, done=done):
            if seen:
                yield say("cross_sevens.said.gets", lang, player=who, card=card)
            elif done:
                yield say("cross_sevens.said.traded", lang, player=name(before.turn), target=name(target))
        case Returning():
            if seen:
                yield say("cross_sevens.said.gets", lang, player=who, card=card)
            if not isinstance(after.phase, Returning):
                yield say("cross_sevens.said.returned", lang)
        case SevenDrawing() | _:
            key = "draws_trump_known" if seen else "draws_trump"
            yield say(f"cross_sevens.said.{key}", lang, player=who, card=card)


def _changed(before: State, after: State, name: Name, lang: str) -> Iterator[str]:
    """Who is out, which STOPs are lifted, whether discards were shuffled, and how the game ended."""
    lifted = [cell for cell, player in before.field.stops if (cell, player) not in after.field.stops]
    if lifted:
        yield say("cross_sevens.said.lifted", lang, cells=listed(lifted))
    if len(after.table.actions) > len(before.table.actions):
        yield say("cross_sevens.said.reshuffled", lang)
    ends = isinstance(after.phase, Over) and not isinstance(before.phase, Over)
    for player in after.eliminated[len(before.eliminated) :]:
        yield say("cross_sevens.said.eliminated", lang, player=name(player))
    for player in () if ends else after.finished[len(before.finished) :]:
        yield say("cross_sevens.said.finished", lang, player=name(player), n=len(after.finished))
    if ends:
        yield outcome(after, lang, name)
