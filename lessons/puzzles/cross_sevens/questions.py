"""What a puzzle of Cross Sevens may ask, and how the solvers answer it.

====== ========================================================================== =========================
`Ask`  the question                                                               beside it
====== ========================================================================== =========================
card   Which trump first, to win for certain within ``turns`` of one's own turns? turns
play   Which play exactly, for the same?                                          turns
turns  Within how many of his own turns can the player to decide win for certain?
win    What chance to win can he guarantee, whatever the others do?
shut   Which of the trumps in play is shut in for good?                           means
keep   After which play can most of ``targets`` still be laid?                    targets, means
close  After which play can fewest of ``targets`` still be laid?                  targets, means
before How many cards have to be laid before ``card`` at least?                   card, means
try    Which TRY is likeliest to find its trump?                                  view, known
holds  How likely does ``player`` hold ``card``?                                  view, player, card, known
lays   How likely can ``player`` lay a trump, without action cards?               view, player, known
drawn  How likely is ``card`` the next to come off the trump pile?                view, card, known
====== ========================================================================== =========================

The first four are about open hands, and the others may do whatever they like, all together against him
(`solvers.open_hands`). The next four are about the field (`solvers.cross_sevens_reach`); ``means`` are the
action cards that may help, such as ``["cross"]``. The last four are about what one player sees
(`solvers.cross_sevens_odds`); ``known`` is what he knows besides: ``["2 lacks S9", "3 passed"]``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cache
from typing import Final

from inaba.cross_sevens import State, View, parse_move
from inaba.cross_sevens.cards import Actions, Card, parse_cards
from inaba.cross_sevens.field import Field
from inaba.cross_sevens.moves import Lay, Trade, Try
from lessons.answer import Kind
from lessons.puzzles.questions import Answer, greatest, number
from solvers.cross_sevens_evidence import Fact, Holds, Lacks, Passed
from solvers.cross_sevens_odds import PILE, Odds
from solvers.cross_sevens_reach import Reach
from solvers.open_hands import Forced, OpenHands, acting


class Ask(StrEnum):
    """The forms of question."""

    CARD = "card"
    PLAY = "play"
    TURNS = "turns"
    WIN = "win"
    SHUT = "shut"
    KEEP = "keep"
    CLOSE = "close"
    BEFORE = "before"
    TRY = "try"
    HOLDS = "holds"
    LAYS = "lays"
    DRAWN = "drawn"


PARAMETERS: Final[Mapping[str, tuple[str, ...]]] = {
    Ask.CARD: ("turns",),
    Ask.PLAY: ("turns",),
    Ask.SHUT: ("means",),
    Ask.KEEP: ("targets", "means"),
    Ask.CLOSE: ("targets", "means"),
    Ask.BEFORE: ("card", "means"),
    Ask.TRY: ("view", "known"),
    Ask.HOLDS: ("view", "player", "card", "known"),
    Ask.LAYS: ("view", "player", "known"),
    Ask.DRAWN: ("view", "card", "known"),
}
"""What stands beside a question in its table, where anything does."""

NUMBERS: Final[Mapping[str, Kind]] = {
    Ask.TURNS: Kind.COUNT,
    Ask.WIN: Kind.CHANCE,
    Ask.BEFORE: Kind.COUNT,
    Ask.HOLDS: Kind.CHANCE,
    Ask.LAYS: Kind.CHANCE,
    Ask.DRAWN: Kind.CHANCE,
}
"""The questions that are answered with a number, and of which kind it is."""

CARDS: Final = (Ask.CARD, Ask.SHUT)
"""Those that are answered with a trump. All others ask for a move."""

MOST_STATES: Final = 20_000
"""No position of a puzzle leads to more: each must be solved in a moment, in a browser too."""

MOST_TURNS: Final = 9

PASS: Final = "pass"
"""What is answered instead of a trump by who would rather lay none."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question about a position, or about what a player sees of it.

    Attributes
    ----------
    ask : Ask
    position : State or View
    turns : int
    targets : tuple of Card
        The trumps that it is about: one, where it is about one.
    means : tuple of Action
    about : int
        The player that it is about.
    known : tuple of Fact
        What stands beside the question, where it needs it: see `PARAMETERS`.
    """

    ask: Ask
    position: State | View
    turns: int = 0
    targets: tuple[Card, ...] = ()
    means: Actions = ()
    about: int = 0
    known: tuple[Fact, ...] = ()

    @property
    def player(self) -> int:
        """Who is asked: who looks on, or who is to decide first."""
        return self.position.player if isinstance(self.position, View) else acting(self.position)


def parse_fact(text: str) -> Fact | None:
    """Read what is known: ``"2 lacks S9"``, ``"2 holds S9"``, ``"3 passed"``; None if it is none of these.

    Raises
    ------
    NotationError
        If the trumps are none.

    Examples
    --------
    >>> parse_fact("3 passed"), parse_fact("3 slept")
    (Passed(player=3), None)
    """
    found = re.fullmatch(r"([1-5]) (?:(passed)|(lacks|holds) (\S+))", text, re.ASCII)
    if not found:
        return None
    player = int(found[1])
    if found[2]:
        return Passed(player)
    cards = parse_cards(found[4])
    return Lacks(player, cards) if found[3] == "lacks" else Holds(player, cards[0])


@cache
def answer(question: Question) -> Answer:
    """What the solvers say.

    Raises
    ------
    InabaError, ValueError
        If the position has no answer to the question.
    """
    if question.ask in NUMBERS:
        return number(_number(question), NUMBERS[question.ask])
    return greatest(values(question))


@cache
def values(question: Question) -> dict[str, Fraction]:
    """What each option is worth, in legal order.

    Where certainty or being shut in is asked for that is 1 or 0; where trumps are to be kept or closed, how
    many of the targets can still be laid, or no longer can; of a TRY, the chance that it finds its trump.
    """
    position = question.position
    match question.ask:
        case Ask.TRY:
            return {str(row.move): row.chance for row in odds(question).tries()}
        case Ask.SHUT:
            shut = reach(position.field, question).shut_in(question.means)
            return {str(card): Fraction(card in shut) for card in reach(position.field, question).waiting()}
        case Ask.KEEP | Ask.CLOSE:
            left = {move: Fraction(_left(question, move)) for move in _lays(question)}
            all_of = len(question.targets)
            return left if question.ask is Ask.KEEP else {move: all_of - n for move, n in left.items()}
        case Ask.CARD:
            found: dict[str, Fraction] = {}
            for row in _forced(question).moves:
                name = first_card(str(row.move))
                found[name] = max(found.get(name, Fraction(0)), Fraction(row.turns is not None))
            order = dict.fromkeys(map(first_card, map(str, _legal(question))))
            return {name: found[name] for name in order}
        case _:
            turns = {str(row.move): row.turns for row in _forced(question).moves}
            return {str(move): Fraction(turns[str(move)] is not None) for move in _legal(question)}


def first_card(move: str) -> str:
    """What a move lays: the trump, ``"pass"``, or the action card that is played first.

    Examples
    --------
    >>> first_card("JK=D9@c3&D10@c4"), first_card("draw:action"), first_card("try:2:D9")
    ('D10', 'pass', 'try')
    """
    match parse_move(move):
        case Lay(card=card):
            return str(card)
        case Try():
            return "try"
        case Trade():
            return "trade"
        case _:
            return PASS


def _legal(question: Question) -> list[object]:
    assert isinstance(question.position, State)
    return list(question.position.legal_moves(question.player))


def _lays(question: Question) -> list[str]:
    """The plays that lay a trump."""
    return [str(move) for move in _legal(question) if isinstance(move, Lay)]


def _left(question: Question, move: str) -> int:
    """How many of the targets can still be laid after a move."""
    position = question.position
    assert isinstance(position, State)
    after = reach(position.play(question.player, move).field, question)
    lying = {*after.field.cards()}
    return sum(card in lying or after.way(card, question.means) is not None for card in question.targets)


def reach(field: Field, question: Question) -> Reach:
    """Reach on a field, with the trumps in play of a question."""
    return Reach(field, question.position.table.unseen, question.position.rules)


def odds(question: Question) -> Odds:
    """What the player who looks on can count."""
    assert isinstance(question.position, View)
    return Odds.supposed(question.position, question.known)


@cache
def hands() -> OpenHands:
    """The solver of the puzzles."""
    return OpenHands(limit=MOST_STATES)


def _forced(question: Question) -> Forced:
    assert isinstance(question.position, State)
    return hands().forcing(question.position, question.turns)


def _number(question: Question) -> Fraction:
    position, player = question.position, question.player
    match question.ask:
        case Ask.TURNS:
            assert isinstance(position, State)
            turns = hands().forced(position, player, MOST_TURNS)
            if turns is None:
                raise ValueError(f"player {player} cannot win for certain within {MOST_TURNS} turns")
            return Fraction(turns)
        case Ask.WIN:
            assert isinstance(position, State)
            return hands().guarantee(position)[player - 1]
        case Ask.BEFORE:
            (card,) = question.targets
            ways = reach(position.field, question).ways(card, question.means)
            if not ways:
                raise ValueError(f"{card} is shut in")
            return Fraction(min(len(way.steps) for way in ways) - 1)
        case Ask.HOLDS:
            return odds(question).holds(question.targets, question.about)
        case Ask.LAYS:
            return odds(question).lays(question.about)
        case _:
            (card,) = question.targets
            return odds(question).where(card).get(PILE, Fraction(0)) / position.table.pile
