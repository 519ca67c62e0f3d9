"""River among the puzzles: how its questions are read, its pictures, and the words for its answers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final

from inaba import words as engine
from inaba.dice import TWO_DICE, format_dice
from inaba.errors import NotationError, Reason
from inaba.river.description import cards_words
from inaba.river.moves import Choose, Peek, Ride, parse_move
from inaba.river.notation import parse
from inaba.river.picture import Picture, picture
from inaba.river.rules import parse_rules
from inaba.river.scene import bank_words
from lessons.puzzles.questions import Answer
from lessons.puzzles.river.questions import (
    NUMBERS,
    PARAMETERS,
    Ask,
    Question,
    answer,
    may_go_on,
    mover,
)
from lessons.puzzles.river.solution import FIELDS, filling
from lessons.puzzles.room import Find, Room
from lessons.puzzles.table import Table


class Kind(StrEnum):
    """The kinds of puzzle, in the order in which they are met."""

    FIGHT = "fight"
    RACE = "race"
    BLOCKADE = "blockade"
    ZUGZWANG = "zugzwang"
    FACE_DOWN = "face-down"
    ENDLESS = "endless"


_SQUARES: Final = (Ask.SAFEST, Ask.GATE)
_SENTENCES: Final = (Ask.TEMPO, Ask.END)


class River(Room[Question]):
    """The puzzles of River."""

    game = "river"
    journal = "puzzles"  # As the first puzzles there were stand in it.
    kinds = Kind
    asks = Ask
    beside = PARAMETERS
    numbers = NUMBERS
    fields = FIELDS
    paper_size = 190  # Some three puzzles fit on a page of A4.

    def question(self, table: Table, ask: str) -> Question:
        position = table.position(lambda text, rules: parse(text, parse_rules(rules)))
        if position.players != 2 or position.secrets or position.result() is not None:
            table.refuse("position", "a puzzle is about a game of two that goes on, with nothing secret")
        beside, given = PARAMETERS.get(Ask(ask), ()), dict[str, Any]()
        if "square" in beside:
            given["square"] = square = table.text("square")
            if square not in position.board.index or not position.spot(square).left:
                table.refuse("square", f"there is no shark with hit points left on {square!r}")
        if "rolls" in beside:
            given["rolls"] = table.whole("rolls", 1, 99)
        if "rabbit" in beside:
            given["rabbit"] = table.whole("rabbit", 1, position.players)
        if "chance" in beside:
            given["chance"] = _chance(table)
        if "move" in beside:
            given["move"] = move = table.text("move")
            if move not in (str(one) for player in position.to_act() for one in position.legal_moves(player)):
                table.refuse("move", f"{move!r} is no move in this position")
        return Question(Ask(ask), position, **given)

    def check_field(self, field: str, inside: str) -> None:
        if field in ("value", "stands"):
            for step in inside.split(" "):
                if step[:1] not in "(=":
                    parse_move(step)

    def answer(self, question: Question) -> Answer:
        return answer(question)

    def filling(self, question: Question) -> Mapping[str, Find]:
        return filling(question)

    def picture(self, question: Question, lang: str, size: int | None = None) -> Picture:
        return picture(question.position, lang=lang, size=size)

    def facts(self, question: Question, lang: str) -> list[str]:
        """Who rests, what is unseen, rules and dice that differ."""
        position = question.position
        told = [self.say("fact.rests", lang, rabbit=rabbit) for rabbit in position.resting]
        if unseen := position.unseen:
            cards = cards_words(unseen, lang)
            told.append(engine.say("picture.words.unseen", lang, n=len(unseen), cards=cards))
        if position.rules.orca == "side":
            told.append(self.say("fact.orca", lang))
        if position.rules.dice != TWO_DICE:
            told.append(self.say("fact.dice", lang, dice=format_dice(position.rules.dice)))
        return told

    def why_illegal(self, question: Question, text: str) -> Reason | None:
        if question.ask is not Ask.MOVE:
            return None
        try:
            move = parse_move(text.lower())
        except NotationError:
            return None
        return question.position.why_illegal(mover(question.position), move)

    def form(self, question: Question) -> str:
        """``number``, ``move``, ``square``, or the form itself of those that offer sentences."""
        if question.ask in _SENTENCES:
            return str(question.ask)
        return "square" if question.ask in _SQUARES else super().form(question)

    def label(self, question: Question, option: str, lang: str) -> str:
        if question.ask is Ask.TEMPO:
            return self.say(f"tempo.{option}", lang)
        if question.ask is Ask.END:
            player = mover(question.position)
            winner = player if option == "win" else 3 - player
            return self.say(f"end.{option}", lang, player=winner)
        return option

    def spoken(self, question: Question, option: str, lang: str) -> str:
        if question.ask is not Ask.MOVE:
            return self.label(question, option, lang)
        match parse_move(option):
            case Choose(rabbit=rabbit, to=to):
                return self.say("move.choose", lang, move=option, rabbit=rabbit, to=bank_words(to, lang))
            case Ride(to=to):
                return self.say("move.ride", lang, move=option, to=bank_words(to, lang))
            case Peek(at=at):
                return self.say("move.peek", lang, move=option, at=at)
            case _:
                return option

    def remark(self, question: Question) -> str:
        if question.ask is Ask.MOVE and may_go_on(question.position):
            return "share"
        return super().remark(question)


def _chance(table: Table) -> Fraction:
    text = table.text("chance")
    found = re.fullmatch(r"([0-9]{1,6})/([1-9][0-9]{0,5})", text, re.ASCII)
    if not found or not 0 < (chance := Fraction(int(found[1]), int(found[2]))) < 1:
        table.refuse("chance", f'{text!r} is no fraction between 0 and 1, such as "1/2"')
    return chance


ROOM: Final = River()
