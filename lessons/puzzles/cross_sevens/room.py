"""Cross Sevens among the puzzles: how its questions are read, its pictures, and the words for its answers.

A solution is filled, besides the answer, with

========================= ==================================================================================
``{value[D8@b2]}``        what that option is worth by the measure that the question asks for
``{holds[2 D9]}``         how likely player 2 holds that trump, from what the one who looks on knows
``{prior[2 D9]}``         the same, were it not for what he knows besides
========================= ==================================================================================
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final

from inaba.cross_sevens import State, View, parse, parse_card, parse_move, parse_rules, parse_view
from inaba.cross_sevens.cards import Action, Actions, Card, parse_actions, parse_cards
from inaba.cross_sevens.description import actions_words, card_words, cards_words
from inaba.cross_sevens.moves import Discard, Lay, Pass, Try
from inaba.cross_sevens.picture import Picture, picture
from inaba.errors import InabaError, NotationError, Reason, listed
from lessons.puzzles.cross_sevens.questions import (
    CARDS,
    NUMBERS,
    PARAMETERS,
    PASS,
    Ask,
    Question,
    answer,
    odds,
    parse_fact,
    values,
)
from lessons.puzzles.questions import Answer
from lessons.puzzles.room import Find, Room
from lessons.puzzles.table import Table
from solvers.cross_sevens_evidence import Fact


class Kind(StrEnum):
    """The kinds of puzzle, in the order in which they are met."""

    REACH = "reach"
    CERTAIN = "certain"
    STAY = "stay"
    CHANCES = "chances"


FIELDS: Final[Mapping[str, bool]] = {"value": True, "holds": True, "prior": True}
"""What a solution may be filled with, and whether it is asked for something in brackets."""


class CrossSevens(Room[Question]):
    """The puzzles of Cross Sevens."""

    game = "cross-sevens"
    journal = "cross-sevens-puzzles"
    kinds = Kind
    asks = Ask
    beside = PARAMETERS
    numbers = NUMBERS
    fields = FIELDS
    paper_size = 420

    def question(self, table: Table, ask: str) -> Question:
        beside = PARAMETERS.get(ask, ())
        view = table.whole("view", 1, 5) if "view" in beside else 0
        position = table.position(lambda text, rules: _position(text, rules, view))
        given: dict[str, Any] = {}
        if "turns" in beside:
            given["turns"] = table.whole("turns", 1, 9)
        if "means" in beside:
            given["means"] = _means(table)
        if "player" in beside:
            given["about"] = table.whole("player", 1, position.players)
        if "known" in beside:
            given["known"] = tuple(_fact(table, text) for text in _texts(table, "known"))
        if name := next((name for name in ("targets", "card") if name in beside), ""):
            given["targets"] = _cards(table, name, position)
        question = Question(Ask(ask), position, **given)
        if not question.player:
            table.refuse("position", "nobody is to decide in it")
        return question

    def check_field(self, field: str, inside: str) -> None:
        if field != "value":
            _held(inside)

    def answer(self, question: Question) -> Answer:
        return answer(question)

    def filling(self, question: Question) -> Mapping[str, Find]:
        def holds(of: Question, inside: str) -> Fraction:
            player, card = _held(inside)
            return odds(of).holds([card], player)

        return {
            "value": lambda option: values(question)[option],
            "holds": lambda inside: holds(question, inside),
            "prior": lambda inside: holds(replace(question, known=()), inside),
        }

    def picture(self, question: Question, lang: str, size: int | None = None) -> Picture:
        return picture(question.position, lang=lang, size=size)

    def facts(self, question: Question, lang: str) -> list[str]:
        """Who one is, and what may be taken for granted about cards and rivals."""
        match question.ask:
            case Ask.CARD | Ask.PLAY | Ask.TURNS | Ask.WIN:
                return [self.say("fact.open", lang, player=question.player)]
            case Ask.SHUT | Ask.KEEP | Ask.CLOSE | Ask.BEFORE:
                return [self.say("fact.field", lang)]
            case _:
                assert isinstance(question.position, View)
                cards = cards_words(question.position.unseen, lang)
                return [self.say("fact.seen", lang, player=question.player, cards=cards)]

    def why_illegal(self, question: Question, text: str) -> Reason | None:
        # Trumps are written in capitals, all else in small letters, and so it is read whatever was typed.
        plain = re.sub(r"\b([dshc])(10|[2-9ajqk])\b|\bjk\b", lambda m: m[0].upper(), text.lower())
        try:
            move = parse_move(plain)
        except NotationError:
            return None
        position = question.position
        if isinstance(position, View):
            return position.why_illegal(move)
        return position.why_illegal(question.player, move)

    def form(self, question: Question) -> str:
        return "card" if question.ask in CARDS else super().form(question)

    def spoken(self, question: Question, option: str, lang: str) -> str:
        if question.ask in CARDS:
            key = option if option in (PASS, "try", "trade") else "card"
            words = card_words(parse_card(option), lang) if key == "card" else ""
            return self.say(f"option.{key}", lang, option=option, card=words)
        data: dict[str, object] = {"move": option}
        match parse_move(option):
            case Lay(card=card, cell=cell, stops=stops) as lay:
                used = tuple(action for action in lay.actions() if action is not Action.STOP)
                key = "lay_and_stop" if stops else "lay_with" if used else "lay"
                data |= {"card": card_words(card, lang), "cell": cell, "closed": listed(stops)}
                data |= {"actions": actions_words(used, lang)}
            case Try(player=player, card=card):
                key = "try"
                data |= {"player": player, "card": card_words(card, lang)}
            case Pass():
                key = "pass"
            case Discard():
                key = "discard"
            case _:
                key = "draw"
        return self.say(f"move.{key}", lang, **data)

    def note(self, question: Question, value: Fraction, lang: str) -> str:
        match question.ask:
            case Ask.CARD | Ask.PLAY:
                return self.say("note.sure" if value else "note.stopped", lang)
            case Ask.SHUT:
                return self.say("note.shut" if value else "note.reachable", lang)
            case _:
                return self.say(f"note.{question.ask}", lang, value=self.worth(question, value))


def _position(text: str, rules: str, view: int) -> State | View:
    return parse_view(text, view, parse_rules(rules)) if view else parse(text, parse_rules(rules))


def _held(text: str) -> tuple[int, Card]:
    """A player and a trump: ``2 D9``."""
    player, _, card = text.partition(" ")
    return (int(player) if re.fullmatch("[1-5]", player) else 0), parse_card(card, text, len(player) + 1)


def _texts(table: Table, name: str) -> list[str]:
    found = table.table[name]
    if not isinstance(found, list) or not all(isinstance(text, str) for text in found):
        table.refuse(name, "there must be a list of texts")
    return list(found)


def _means(table: Table) -> Actions:
    try:
        found = tuple(action for text in _texts(table, "means") for action in parse_actions(text))
    except InabaError as error:
        table.refuse("means", error)
    if not {*found} <= {Action.CROSS, Action.TUNNEL}:
        table.refuse("means", "only CROSS and TUNNEL help a trump to a cell")
    return found


def _fact(table: Table, text: str) -> Fact:
    try:
        fact = parse_fact(text)
    except InabaError as error:
        table.refuse("known", error)
    if fact is None:
        table.refuse("known", f'{text!r} is nothing that is known; write "2 lacks S9" or "3 passed"')
    return fact


def _cards(table: Table, name: str, position: State | View) -> tuple[Card, ...]:
    try:
        found = parse_cards(table.text(name))
    except InabaError as error:
        table.refuse(name, error)
    if not found or (name == "card" and len(found) > 1):
        table.refuse(name, "there must be one trump" if name == "card" else "there is none")
    if not {*found} <= {*position.table.unseen}:
        table.refuse(name, "a trump of these is not in play")
    return found


ROOM: Final = CrossSevens()
