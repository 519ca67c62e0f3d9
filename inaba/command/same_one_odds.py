"""`inaba odds same-one`: what is asked of hidden cards, and the answers for a person and for a program.

What `solvers.same_one_odds` finds is handed in; any object with these attributes will do. In JSON an exact
fraction is ``str(Fraction)``.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple, Protocol

from inaba import same_one
from inaba.command.answers import COLUMNS, percent
from inaba.command.columns import table, wrapped
from inaba.reading import plainly
from inaba.same_one import CARDS, Card, View, format_cards, format_rules
from inaba.words import say

ABREAST: Final = 6
"""So many columns of chances stand beside each other in a terminal."""


class MoveRow(Protocol):
    """What may become of a move (`solvers.same_one_odds.MoveOdds`)."""

    @property
    def move(self) -> Any: ...

    @property
    def laid(self) -> tuple[Card, ...]: ...

    @property
    def next(self) -> int: ...

    @property
    def called(self) -> Fraction: ...

    @property
    def callers(self) -> tuple[Fraction, ...]: ...

    @property
    def followed(self) -> Fraction: ...

    @property
    def unanswered(self) -> Fraction: ...

    @property
    def out(self) -> Fraction: ...

    @property
    def score(self) -> Fraction | None: ...


class Odds(Protocol):
    """The odds of one player of Same One (`solvers.same_one_odds.Odds`)."""

    @property
    def view(self) -> View: ...

    @property
    def assumption(self) -> str: ...

    @property
    def rivals(self) -> tuple[int, ...]: ...

    @property
    def known(self) -> Any: ...

    def holds(self, cards: Sequence[Card], *players: int) -> Fraction: ...

    def where(self, card: Card) -> dict[int, Fraction]: ...

    def moves(self) -> Sequence[MoveRow]: ...


class Question(NamedTuple):
    """One thing that is asked of cards.

    Attributes
    ----------
    card : Card or None
        Where is this card?
    number : int or None
        Who holds a card of this number?
    cards : tuple of Card
        Who holds any of these?
    """

    card: Card | None
    number: int | None
    cards: tuple[Card, ...]

    def words(self, lang: str) -> str:
        """The question as the head of a column."""
        if self.card is not None:
            return str(self.card)
        if self.number is not None:
            return say("command.odds.a_number", lang, number=self.number)
        return say("command.odds.any_of", lang, cards=format_cards(self.cards))

    def asked(self) -> dict[str, object]:
        """The question as a part of its answer in JSON."""
        if self.card is not None:
            return {"card": str(self.card)}
        if self.number is not None:
            return {"number": self.number}
        return {"cards": format_cards(self.cards)}


def asked_questions(asked: Namespace) -> list[Question]:
    """What is asked of cards besides, in the order of the options.

    Raises
    ------
    NotationError
        If a text is no card.
    """
    # As forms take them: in full width, and in capital letters.
    alone = [same_one.parse_card(plainly(text).lower()) for text in asked.card or ()]
    found = [Question(card, None, (card,)) for card in alone]
    for number in asked.number or ():
        found.append(Question(None, number, tuple(card for card in CARDS if card.number == number)))
    several = [same_one.parse_cards(plainly(text).lower()) for text in asked.cards or ()]
    found += [Question(None, None, cards) for cards in several]
    return found


def as_json(odds: Odds, questions: Sequence[Question]) -> dict[str, object]:
    """All odds as what `json.dumps` takes."""
    return {
        "game": "same_one",
        "view": str(odds.view),
        "rules": format_rules(odds.view.rules),
        "player": odds.view.player,
        "assumption": str(odds.assumption),
        "doubted": list(odds.known.doubted),
        "moves": [_move_json(row) for row in odds.moves()],
        "questions": [question.asked() | _answer_json(odds, question) for question in questions],
    }


def _move_json(row: MoveRow) -> dict[str, object]:
    return {
        "move": str(row.move),
        "called": str(row.called),
        "callers": [str(chance) for chance in row.callers],
        "next": row.next or None,
        "followed": str(row.followed),
        "unanswered": str(row.unanswered),
        "out": str(row.out),
        "score": None if row.score is None else str(row.score),
    }


def _answer_json(odds: Odds, question: Question) -> dict[str, object]:
    players = {str(player): str(chance) for player, chance in _held(odds, question).items() if player}
    if question.card is not None:
        return {"players": players, "pile": str(odds.where(question.card).get(0, Fraction(0)))}
    return {"players": players, "anybody": str(odds.holds(question.cards))}


def _held(odds: Odds, question: Question) -> dict[int, Fraction]:
    """For each of the others, and 0 for the pile or for anybody, the answer to a question."""
    if question.card is not None:
        where = odds.where(question.card)
        return {player: where.get(player, Fraction(0)) for player in (*odds.rivals, 0)}
    chances = {player: odds.holds(question.cards, player) for player in odds.rivals}
    return chances | {0: odds.holds(question.cards)}


def as_text(odds: Odds, questions: Sequence[Question], lang: str) -> str:
    """All odds for a person: a table of moves, one of who calls, one of the questions, and what it all is."""
    view = odds.view
    eyes = "command.odds.eyes" if view.player else "command.odds.onlooker"
    lines = [say(eyes, lang, player=view.player, position=view)]
    if rules := format_rules(view.rules):
        lines.append(say("command.solved.rules", lang, rules=rules))
    lines.append(say("command.odds.hidden", lang, n=len(view.unseen), pile=view.table.pile))
    rows = odds.moves()
    if rows:
        lines += ["", _moves_table(rows, lang)]
        for callers in _callers_tables(odds, rows, lang):
            lines += ["", callers]
    elif view.player:
        lines += ["", say("command.odds.waits", lang, player=view.player)]
    if questions:
        lines += ["", _questions_table(odds, questions, lang)]
    lines.append("")
    if rows:
        for name in ("called", "followed", "unanswered", "out", "score")[: 4 if view.rules.play_on else 5]:
            lines += wrapped(say(f"command.odds.{name}", lang), COLUMNS)
        lines.append("")
    lines += wrapped(say(f"command.odds.assumed.{odds.assumption}", lang), COLUMNS)
    if doubted := ", ".join(map(str, odds.known.doubted)):
        lines += wrapped(say("command.odds.doubted", lang, players=doubted), COLUMNS)
    return "\n".join([*lines, say("command.odds.exact", lang)])


def _moves_table(rows: Sequence[MoveRow], lang: str) -> str:
    heads = ["command.solved.move"]
    heads += [f"command.odds.head.{name}" for name in ("called", "next", "follows", "unanswered", "out")]
    scored = all(row.score is not None for row in rows)
    heads += ["command.odds.head.score"] if scored else []
    cells = []
    for row in rows:
        answered = row.next or row.called
        cells.append(
            [
                str(row.move),
                percent(row.called) if answered else "-",
                str(row.next or "-"),
                percent(row.followed) if row.next else "-",
                percent(row.unanswered),
                percent(row.out),
                *([_score(row.score)] if row.score is not None else []),
            ]
        )
    return table([say(head, lang) for head in heads], cells, right=range(1, len(heads)))


def _score(score: Fraction) -> str:
    """A mean score: whole, or to two places.

    Examples
    --------
    >>> _score(Fraction(-3)), _score(Fraction(25, 3))
    ('-3', '+8.33')
    """
    return f"{score.numerator:+d}" if score.denominator == 1 else f"{float(score):+.2f}"


def _callers_tables(odds: Odds, rows: Sequence[MoveRow], lang: str) -> Iterator[str]:
    """By whom a number is called, the number of a call of one's own included; a few in each table."""
    told = {row.laid[-1].number: row.callers for row in rows if row.called}
    numbers = sorted(told)
    for first in range(0, len(numbers), ABREAST):
        some = numbers[first : first + ABREAST]
        cells = [
            [say("command.odds.head.player", lang, player=player)]
            + [percent(told[number][player - 1]) for number in some]
            for player in odds.rivals
        ]
        heads = [say("command.odds.head.by", lang), *map(str, some)]
        yield table(heads, cells, right=range(1, len(heads)))


def _questions_table(odds: Odds, questions: Sequence[Question], lang: str) -> str:
    answers = [_held(odds, question) for question in questions]
    rows = [
        [say("command.odds.head.player", lang, player=player)]
        + [percent(answer[player]) for answer in answers]
        for player in odds.rivals
    ]
    for key, single in (("command.odds.anybody", False), ("command.odds.pile", True)):
        cells = [
            percent(answer[0]) if (question.card is not None) is single else _others(answer, question)
            for question, answer in zip(questions, answers, strict=True)
        ]
        rows.append([say(key, lang), *cells])
    heads = [say("command.odds.head.held", lang), *(question.words(lang) for question in questions)]
    return table(heads, rows, right=range(1, len(heads)))


def _others(answer: dict[int, Fraction], question: Question) -> str:
    """Where one card is with any of the others; the pile is not told of several."""
    if question.card is None:
        return "-"
    return percent(sum((chance for player, chance in answer.items() if player), Fraction(0)))
