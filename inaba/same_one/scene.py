"""What a table shows of a game of Same One, as plain data for a browser, and sentences about what happened.

Everything is told from a `View`, or from what a player saw of a step, so that nothing here can tell a secret
that its player does not know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from inaba.errors import Reason
from inaba.record import Played
from inaba.same_one.art import SIGNS, motif
from inaba.same_one.cards import Card
from inaba.same_one.description import card_words, set_words, window, window_words
from inaba.same_one.moves import Call, Called, Dealt, Decline, Draw, Foul, Pass, Play, Put
from inaba.same_one.state import State, View
from inaba.same_one.table import Asking, Dealing, Drawing, Over, Penalty, Turn
from inaba.words import say

Data = dict[str, Any]
Name = Callable[[int], str]
Times = Mapping[int, Mapping[int, int]]
"""For each number of steps before a race its callers' times, in milliseconds."""


def card_data(card: Card, lang: str) -> Data:
    """A card that lies face up.

    Examples
    --------
    >>> from inaba.same_one.cards import parse_card
    >>> data = card_data(parse_card("b14"), "en")
    >>> data["number"], data["letter"], data["sign"], data["motif"], data["label"]
    (14, 'b', 'drop', 'shark', 'blue 14 (shark)')
    """
    return {
        "card": str(card),
        "number": card.number,
        "letter": card.colour.letter,
        "sign": SIGNS[card.colour],
        "motif": motif(card),
        "label": card_words(card, lang),
    }


def hand_data(view: View, lang: str) -> list[Data]:
    """The viewer's own cards: each with the reason why it may not be laid alone now, or none.

    Where he is not to act, no card has a reason.

    Examples
    --------
    >>> from inaba.same_one.notation import parse
    >>> view = parse("g3,g9/b5/y1 g7:3 - b2 1 0").view(1)
    >>> [(card["card"], card["can"], card["why"]) for card in hand_data(view, "en")]
    [('g3', False, 'g3 does not fit on g7; g8-30 do'), ('g9', True, '')]
    """
    acts = view.player in view.to_act()
    told = []
    for place, card in enumerate(view.hand):
        why = _why_not(view, card) if acts else None
        told.append(
            card_data(card, lang)
            | {
                "can": acts and why is None,
                "call": acts and view.why_illegal(Call(card)) is None,
                "why": why.say(lang) if why else "",
                "drawn": place >= len(view.own.hand),
            }
        )
    return told


def _why_not(view: View, card: Card) -> Reason | None:
    """Why a card may be laid in no way now; of the reasons, the one against playing it in one's turn."""
    call = view.why_illegal(Call(card))
    if call is None or isinstance(view.phase, Asking):
        return call
    return view.why_illegal(Play((card,)))


def middle(view: View, name: Name, lang: str) -> Data:
    """What lies in the middle of the table, and how many cards each player holds."""
    centre = None
    if view.centre is not None:
        by = say("same_one.scene.by", lang, player=name(view.last))
        centre = card_data(view.centre, lang) | {"by": by, "player": view.last}
    shown = not isinstance(view.phase, Dealing | Over)
    return {
        "centre": centre,
        "pile": view.table.pile,
        "aside": len(view.aside),
        "sizes": list(view.sizes),
        "turn": view.turn if shown and not isinstance(view.phase, Asking) else 0,
        "window": {
            "kind": window(view.table) if shown else "closed",
            "text": window_words(view, lang, name) if shown and view.centre else "",
        },
    }


def frames(
    states: Sequence[State],
    steps: Sequence[Played],
    viewer: int,
    name: Name,
    lang: str,
    times: Times,
    begin: int = 0,
) -> Iterator[Data]:
    """What happened, step by step: the middle of the table after each, and the sentences that tell it.

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
    times : mapping
        The times of races, by the number of steps before them.
    begin : int
        How many steps there were before the first of these.
    """
    for number, ((before, after), played) in enumerate(zip(pairwise(states), steps, strict=True), begin):
        said = sentences(before, played, after, viewer, name, lang, times.get(number, {}))
        if said:
            yield middle(after.view(viewer), name, lang) | {"said": said}


def sentences(
    before: State,
    played: Played,
    after: State,
    viewer: int,
    name: Name,
    lang: str,
    times: Mapping[int, int] | None = None,
) -> list[str]:
    """One step in words, as a player saw it; nothing where he saw nothing.

    Examples
    --------
    >>> from inaba.same_one.notation import parse
    >>> before = parse("g3,g9/b5,y9/y1,y2 g7:3 g12 b2,y30 1 0")
    >>> played = Played(1, Play(before.hand(1)[1:]))
    >>> sentences(before, played, before.play(1, "g9"), 2, lambda n: f"Player {n}", "en")
    ['Player 1 plays green 9.']
    """

    def tell(key: str, **data: object) -> str:
        return say(f"same_one.said.{key}", lang, **data)

    who = name(played.player) if played.player else ""
    said: list[str] = []
    match played.step:
        case Play(cards=cards):
            key = "leads" if before.centre is None else "plays"
            said.append(tell(key, player=who, cards=set_words(cards, lang)))
            if cards[0].shark and not isinstance(after.phase, Over):
                said.append(tell("attack", player=name(before.table.after(played.player))))
        case Draw() if not before.table.can_draw():
            said.append(tell("no_card", player=who))
        case Dealt(card=card):
            said += _dealt(before, after, card, viewer, name, lang)
        case Pass():
            said.append(tell("pass", player=who))
        case Call(card=card) if not isinstance(before.phase, Asking):
            said.append(tell("called", player=who, card=card_words(card, lang)))
        case Called(calls=calls):
            said += _race(calls, name, lang, times or {})
        case Foul(card=card):
            said.append(tell("foul", player=who, card=card_words(card, lang)))
        case Put() | Draw() | Call() | Decline():
            pass
    if len(after.table.unseen) > len(before.table.unseen):
        said.append(tell("reshuffled"))
    cleared = before.centre is not None and after.centre is None and not isinstance(after.phase, Over)
    if cleared and isinstance(played.step, Pass | Draw | Decline):
        said.append(tell("cleared", player=name(after.turn)))
    return said + _ending(before, after, name, lang)


def _dealt(before: State, after: State, card: Card, viewer: int, name: Name, lang: str) -> list[str]:
    match before.phase:
        case Dealing():
            return [say("same_one.said.dealt", lang)] if isinstance(after.phase, Turn) else []
        case Penalty(player=player):
            key = "penalty"
        case _:
            assert isinstance(before.phase, Drawing)
            player, key = before.turn, "draws"
    if player == viewer:
        return [say(f"same_one.said.{key}_known", lang, player=name(player), card=card_words(card, lang))]
    return [say(f"same_one.said.{key}", lang, player=name(player))]


def _race(calls: Sequence[tuple[int, Card]], name: Name, lang: str, times: Mapping[int, int]) -> list[str]:
    (first, card), *rest = calls
    said = [say("same_one.said.called", lang, player=name(first), card=card_words(card, lang))]
    for player, late in rest:
        said.append(say("same_one.said.late", lang, player=name(player), card=card_words(late, lang)))
    clocked = [
        say("same_one.said.time", lang, player=name(player), seconds=f"{times[player] / 1000:.2f}")
        for player, _ in calls
        if player in times
    ]
    return said + clocked


def _ending(before: State, after: State, name: Name, lang: str) -> list[str]:
    """Who got out, and how the game ended."""
    said = []
    out = [
        p for p, (had, has) in enumerate(zip(before.sizes, after.sizes, strict=True), 1) if had and not has
    ]
    if out and after.rules.play_on:
        said.append(say("same_one.said.out", lang, player=name(out[0])))
    if isinstance(after.phase, Over) and not isinstance(before.phase, Over):
        said.append(outcome(after, name, lang))
    return said


def outcome(of: State | View, name: Name, lang: str) -> str:
    """How a game that is over ended."""
    assert isinstance(of.phase, Over)
    out = [player for player, size in enumerate(of.sizes, 1) if not size]
    if not out:
        return say("same_one.ended.nobody", lang)
    if of.rules.play_on:
        return say("same_one.ended.loser", lang, player=name(of.table.holders()[0]))
    return say(f"same_one.ended.{'wonderful' if of.phase.wonderful else 'won'}", lang, player=name(out[0]))
