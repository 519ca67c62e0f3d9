"""What is under way in Cross Sevens as text, read and written: the last field of a position."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, assert_never

from inaba.cross_sevens.cards import CARD_TEXT, Suit, parse_card
from inaba.cross_sevens.table import (
    Claiming,
    Dealing,
    Drawing,
    Exchanging,
    Leaving,
    Mixing,
    Over,
    Overdue,
    Phase,
    Placing,
    Returning,
    SevenDrawing,
    Sevens,
    Trading,
    TrumpDrawing,
    Trying,
    Turn,
)


def _listed(players: tuple[int, ...]) -> str:
    return f":{','.join(map(str, players))}" if players else ""


def phase_text(phase: Phase) -> str:
    """The text of a phase; empty where a turn simply begins."""
    match phase:
        case Turn(laid=laid, missed=missed):
            return "laid" if laid else "missed" if missed else ""
        case Dealing(each=each):
            return f"deal:{each}"
        case Sevens(suit=suit, player=player):
            return f"seven:{suit.letter}:{player}"
        case SevenDrawing(suit=suit, player=player):
            return f"get:{suit.letter}:{player}"
        case Overdue(suit=suit, player=player):
            return f"late:{suit.letter}:{player}"
        case Trying(target=target, card=card):
            return f"try:{target}:{card}"
        case Placing(target=target, card=card):
            return f"place:{target}:{card}"
        case Trading(target=target, laid=laid, given=given):
            return f"trade:{target}{':laid' if laid else ''}{_listed(given)}"
        case Exchanging(target=target, laid=laid, done=done):
            return f"{'back' if done else 'swap'}:{target}{':laid' if laid else ''}"
        case Claiming(player=player):
            return f"claim:{player}"
        case TrumpDrawing():
            return "trump"
        case Drawing(due=due):
            return f"draw:{due}"
        case Mixing(due=due, given=given):
            return f"mix:{due}{_listed(given)}"
        case Returning(due=due, dealt=dealt):
            return f"return:{due}:{dealt}"
        case Leaving(player=player):
            return f"out:{player}"
        case Over():
            return "over"
        case _ as never:
            assert_never(never)


def _some(found: re.Match[str]) -> tuple[int, ...]:
    """The players who have chosen."""
    return tuple(map(int, re.findall("[1-5]", found["some"] or "")))


def _suit(found: re.Match[str]) -> Suit:
    return Suit("DSHC".index(found["suit"]))


_SOME = "(?::(?P<some>[1-5](?:,[1-5])*))?"
_DUE = "(?P<due>0|[1-9][0-9]?)"
_ONE = "(?P<one>[1-5])"
_SEVEN = f"(?P<suit>[DSHC]):{_ONE}"
_CARD = f"(?P<card>{CARD_TEXT})"

_PHASES: Final[dict[str, Callable[[re.Match[str]], Phase]]] = {
    "laid": lambda m: Turn(laid=True),
    "missed": lambda m: Turn(missed=True),
    "deal:(?P<each>[1-9][0-9]?)": lambda m: Dealing(int(m["each"])),
    f"seven:{_SEVEN}": lambda m: Sevens(_suit(m), int(m["one"])),
    f"get:{_SEVEN}": lambda m: SevenDrawing(_suit(m), int(m["one"])),
    f"late:{_SEVEN}": lambda m: Overdue(_suit(m), int(m["one"])),
    f"try:{_ONE}:{_CARD}": lambda m: Trying(int(m["one"]), parse_card(m["card"])),
    f"place:{_ONE}:{_CARD}": lambda m: Placing(int(m["one"]), parse_card(m["card"])),
    f"trade:{_ONE}(?P<laid>:laid)?{_SOME}": lambda m: Trading(int(m["one"]), bool(m["laid"]), _some(m)),
    f"swap:{_ONE}(?P<laid>:laid)?": lambda m: Exchanging(int(m["one"]), bool(m["laid"])),
    f"back:{_ONE}(?P<laid>:laid)?": lambda m: Exchanging(int(m["one"]), bool(m["laid"]), done=True),
    f"claim:{_ONE}": lambda m: Claiming(int(m["one"])),
    "trump": lambda m: TrumpDrawing(),
    f"draw:{_DUE}": lambda m: Drawing(int(m["due"])),
    f"mix:{_DUE}{_SOME}": lambda m: Mixing(int(m["due"]), _some(m)),
    f"return:{_DUE}:(?P<dealt>[0-4])": lambda m: Returning(int(m["due"]), int(m["dealt"])),
    f"out:{_ONE}": lambda m: Leaving(int(m["one"])),
    "over": lambda m: Over(),
}
"""What may stand in the last field, and what it says."""


def parse_phase(text: str, players: int) -> Phase | None:
    """Read a phase of a game of so many players; None where the text is none.

    Examples
    --------
    >>> parse_phase("try:2:D9", 3), parse_phase("try:4:D9", 3)
    (Trying(target=2, card=Card(suit=<Suit.DIAMONDS: 0>, rank=9)), None)
    """
    for pattern, build in _PHASES.items():
        if found := re.fullmatch(pattern, text, re.ASCII):
            some = _some(found) if "some" in found.groupdict() else ()
            named = (*some, *([int(found["one"])] if "one" in found.groupdict() else []))
            fine = max(named, default=0) <= players and list(some) == sorted({*some})
            return build(found) if fine else None
    return None
