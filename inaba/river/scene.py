"""What a board shows of a game, as plain data for a browser: the squares, and sentences about what happened.

Everything is told from a `View`, so that nothing here can tell a secret that its player does not know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import Any

from inaba.record import Played
from inaba.river.board import GOAL, START, Square
from inaba.river.cards import Card, Kind
from inaba.river.description import ANIMALS, card_words, known_card, square_words
from inaba.river.draft import Dealing
from inaba.river.moves import Choose, Dealt, Keep, Lay, Pass, Peek, Ride, Rolled, TurnedUp
from inaba.river.state import Fight, Looking, Peeking, Riding, State, TurningUp, View
from inaba.words import say

Data = dict[str, Any]


def cells(view: View, lang: str) -> list[Data]:
    """Every place of the board: the squares in the order of ``board.squares``, then Start, then the goal.

    Examples
    --------
    >>> from inaba import river
    >>> state = river.parse("?,9-4 b1,- 1 - W fight:1")
    >>> [cell["label"] for cell in cells(state.view(0), "en")]
    ['a1 face down', 'b1 shark, 5 of 9 left, rabbit 1', 'Start, rabbit 2', 'Goal']
    """
    return [_cell(view, square, lang) for square in (*view.board.squares, START, GOAL)]


def bank_words(square: Square, lang: str) -> str:
    """Start or the goal in words; any other square by its name.

    Examples
    --------
    >>> bank_words("*", "en"), bank_words("b2", "en")
    ('Goal', 'b2')
    """
    if square == START:
        return say("board.ui.start", lang)
    return say("board.ui.goal", lang) if square == GOAL else square


def _cell(view: View, square: Square, lang: str) -> Data:
    here = [rabbit for rabbit, at in enumerate(view.rabbits, 1) if at == square]
    cell: Data = {"at": square, "rabbits": here}
    if square in (START, GOAL):
        words = [bank_words(square, lang)]
        for rabbit in here:
            key = "picture.text.resting" if rabbit in view.resting else "picture.text.rabbit"
            words.append(say(key, lang, rabbit=rabbit))
        return cell | {"label": say("picture.words.comma", lang).join(words)}
    spot = view.spot(square)
    cell["kind"] = "back" if spot.face_down else ANIMALS[spot.card.kind] if spot.card else "empty"
    if spot.card and spot.card.kind is Kind.SHARK:
        cell |= {"hit_points": spot.card.hit_points, "left": spot.left, "damage": spot.damage}
        cell["beaten"] = spot.beaten
    if spot.by > 0:
        cell |= {"by": spot.by, "own": str(known_card(view, square) or "")}
    return cell | {"label": square_words(view, square, lang)}


def card_data(card: Card, lang: str) -> Data:
    """A card of a hand."""
    return {"card": str(card), "kind": ANIMALS[card.kind], "label": card_words(card, lang)}


def frames(
    states: list[State], steps: list[Played], viewer: int, name: Callable[[int], str], lang: str
) -> Iterator[Data]:
    """What happened, step by step: the board after each step, and the sentences that tell it.

    Parameters
    ----------
    states : list of State
        One more than steps: before the first, and after each.
    steps : list of Played
    viewer : int
        Who looks on.
    name : callable
        What a player is called.
    lang : str

    Yields
    ------
    dict
        ``cells``; ``said``, a list of sentences; ``turn``; and for a roll ``faces`` and ``rabbit``.
        The cards dealt in a draft come as one.
    """
    for (before, after), played in zip(pairwise(states), steps, strict=True):
        if isinstance(played.step, Dealt) and isinstance(after.phase, Dealing):
            continue
        said = sentences(before, played, after, viewer, name, lang)
        frame = {"cells": cells(after.view(viewer), lang), "said": said, "turn": after.turn}
        if isinstance(played.step, Rolled):
            assert isinstance(before.phase, Fight)
            frame |= {"faces": list(played.step.faces), "rabbit": before.phase.rabbit}
        yield frame


def sentences(
    before: State, played: Played, after: State, viewer: int, name: Callable[[int], str], lang: str
) -> list[str]:
    """One step in words, as a player saw it.

    Examples
    --------
    >>> from inaba import river
    >>> before = river.parse("9-4 a1,- 1 - - fight:1")
    >>> after = before.happen("(1,2)")
    >>> played = Played(0, river.Rolled((1, 2)))
    >>> sentences(before, played, after, 0, lambda n: f"Player {n}", "en")[0]
    'Player 1 rolls 1 + 2 = 3 for rabbit 1.'
    """

    def tell(key: str, **data: object) -> str:
        return say(key, lang, **data)

    who = name(played.player) if played.player else ""
    phase = before.phase
    match played.step:
        case Choose(rabbit=rabbit, to=to):
            key = "board.said.choose_goal" if to == GOAL else "board.said.choose"
            return [tell(key, player=who, rabbit=rabbit, square=to)]
        case Ride(to=to):
            assert isinstance(phase, Riding)
            card = before.spot(phase.landed[-1]).card
            assert card is not None
            keys = {GOAL: "board.said.ride_goal", START: "board.said.ride_start"}
            key = keys.get(to, "board.said.ride")
            return [tell(key, animal=card_words(card, lang), rabbit=phase.rabbit, square=to)]
        case Peek(at=at):
            return [tell("board.said.peek", square=at)]
        case Pass():
            return [tell("board.said.pass", player=who)]
        case TurnedUp(card=card):
            assert isinstance(phase, TurningUp | Looking)
            at = phase.at if isinstance(phase, Looking) else phase.landed[-1]
            return [tell("board.said.turned_up", square=at, card=card_words(card, lang))]
        case Rolled(faces=faces):
            assert isinstance(phase, Fight)
            rabbit = phase.rabbit
            spot = after.spot(before.rabbits[rabbit - 1])
            roll = tell("board.said.rolled", player=name(rabbit), rabbit=rabbit, faces=sum_words(faces))
            if spot.beaten:
                return [roll, tell("board.said.beaten")]
            return [roll, tell("board.said.lost", left=spot.left, rabbit=rabbit)]
        case Keep(card=card):
            if played.player == viewer:
                return [tell("board.said.kept", player=who, card=card_words(card, lang))]
            return [tell("board.said.kept_hidden", player=who)]
        case Lay(card=card, at=at):
            if played.player == viewer:
                return [tell("board.said.laid", player=who, card=card_words(card, lang), square=at)]
            return [tell("board.said.laid_hidden", player=who, square=at)]
        case _:
            return [tell("board.said.dealt")]


def sum_words(faces: tuple[int, ...]) -> str:
    """A roll as a sum.

    Examples
    --------
    >>> sum_words((3, 4)), sum_words((5,))
    ('3 + 4 = 7', '5')
    """
    return f"{' + '.join(map(str, faces))} = {sum(faces)}" if len(faces) > 1 else str(faces[0])


def destinations(moves: Iterable[object]) -> dict[str, list[Square]]:
    """Where moves lead: by the rabbit that may be chosen; under ``""`` a ride, a peek or a free place."""
    leads: dict[str, list[Square]] = {}
    for move in moves:
        match move:
            case Choose(rabbit=rabbit, to=to):
                leads.setdefault(str(rabbit), []).append(to)
            case Ride(to=to) | Peek(at=to) | Lay(at=to):
                places = leads.setdefault("", [])
                if to not in places:
                    places.append(to)
    return leads


def acting_rabbit(view: View) -> int:
    """The rabbit that is carried, fights or stands on the squid; 0 where a rabbit is still to be chosen."""
    phase = view.phase
    return phase.rabbit if isinstance(phase, Riding | Fight | Peeking | TurningUp | Looking) else 0
