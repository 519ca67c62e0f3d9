"""Same One among the puzzles: how its questions are read, its pictures, and the words for its answers.

A solution is filled, besides the answer, with

========================= ==================================================================================
``{value[g9+b9]}``        what that move is worth by the measure that the question asks for
``{called[g9]}``          how likely somebody can call on these cards, from what a player sees
``{followed[g9]}``        how likely the next player holds a card that follows
========================= ==================================================================================
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from typing import Final

from inaba.errors import NotationError, Reason
from inaba.same_one import (
    Call,
    Card,
    Decline,
    Draw,
    Play,
    State,
    View,
    parse,
    parse_move,
    parse_rules,
    parse_view,
)
from inaba.same_one.description import set_words
from inaba.same_one.moves import Move
from inaba.same_one.picture import Picture, picture
from lessons.puzzles.questions import Answer, shown
from lessons.puzzles.room import Find, Room
from lessons.puzzles.same_one.questions import NUMBERS, PARAMETERS, Ask, Question, answer, values
from lessons.puzzles.table import Table
from solvers.same_one_odds import MoveOdds, Odds


class Kind(StrEnum):
    """The kinds of puzzle, in the order in which they are met."""

    FINISH = "finish"
    CALLS = "calls"
    DOG = "dog"
    OPEN = "open"


FIELDS: Final[Mapping[str, bool]] = {"value": True, "called": True, "followed": True}
"""What a solution may be filled with, and whether it is asked for a move in brackets."""


class SameOne(Room[Question]):
    """The puzzles of Same One."""

    game = "same-one"
    journal = "same-one-puzzles"
    kinds = Kind
    asks = Ask
    beside = PARAMETERS
    numbers = NUMBERS
    fields = FIELDS
    paper_size = 420

    def question(self, table: Table, ask: str) -> Question:
        beside = PARAMETERS.get(Ask(ask), ())
        view = table.whole("view", 1, 9) if "view" in beside else 0
        position = table.position(lambda text, rules: _position(text, rules, view))
        turns = table.whole("turns", 1, 9) if "turns" in beside else 0
        move = table.text("move") if "move" in beside else ""
        question = Question(Ask(ask), position, turns, move)
        if not question.player:
            table.refuse("position", "nobody is to decide in it")
        if move and move not in map(str, _legal(question)):
            table.refuse("move", f"{move!r} is no move in this position")
        return question

    def check_field(self, field: str, inside: str) -> None:
        parse_move(inside)

    def answer(self, question: Question) -> Answer:
        return answer(question)

    def filling(self, question: Question) -> Mapping[str, Find]:
        return {
            "value": lambda move: values(question)[move],
            "called": lambda move: _odds(question, move).called,
            "followed": lambda move: _odds(question, move).followed,
        }

    def picture(self, question: Question, lang: str, size: int | None = None) -> Picture:
        return picture(question.position, lang=lang, size=size)

    def facts(self, question: Question, lang: str) -> list[str]:
        """Who one is, and what may be taken for granted about cards and rivals."""
        how = "seen" if isinstance(question.position, View) else "open"
        return [self.say(f"fact.{how}", lang, player=question.player)]

    def why_illegal(self, question: Question, text: str) -> Reason | None:
        try:
            move = parse_move(text.lower())
        except NotationError:
            return None
        position = question.position
        if isinstance(position, View):
            return position.why_illegal(move)
        return position.why_illegal(question.player, move)

    def spoken(self, question: Question, option: str, lang: str) -> str:
        cards: tuple[Card, ...] = ()
        match parse_move(option):
            case Play(cards=cards):
                key = "play" if len(cards) == 1 else "set"
            case Call(card=card):
                key, cards = "call", (card,)
            case Draw():
                key = "draw"
            case Decline():
                key = "decline"
            case _:
                key = "pass"
        named = set_words(cards, lang) if cards else ""
        return self.say(f"move.{key}", lang, move=option, cards=named)

    def worth(self, question: Question, value: Fraction) -> str:
        # The plays are compared by how likely they are not called; people are told how likely they are.
        return shown(1 - value if question.ask is Ask.QUIET else value)

    def note(self, question: Question, value: Fraction, lang: str) -> str:
        if question.ask is Ask.FORCE:
            return self.say("note.sure" if value else "note.stopped", lang)
        return self.say(f"note.{question.ask}", lang, value=self.worth(question, value))


def _position(text: str, rules: str, view: int) -> State | View:
    return parse_view(text, view, parse_rules(rules)) if view else parse(text, parse_rules(rules))


def _legal(question: Question) -> list[Move]:
    position = question.position
    moves = position.legal_moves() if isinstance(position, View) else position.legal_moves(question.player)
    return list(moves)


def _odds(question: Question, move: str) -> MoveOdds:
    assert isinstance(question.position, View)
    return Odds(question.position).move(parse_move(move))


ROOM: Final = SameOne()
