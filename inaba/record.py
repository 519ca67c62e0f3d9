"""A game from its start: as it was played, as text, and as one player saw it.

A record is a text file. Header lines ``[Key "value"]`` name the game, the rules that differ from the default,
the players, the date, the starting position and the result; then come the numbered turns, with ``{comments}``
between them. A record read and written again is the same record::

    [Game "river"]
    [Rules "orca=side"]
    [Players "Aya, computer"]
    [Date "2026-11-29"]
    [Start "?,?/3,W -,- 1 - 4,O"]
    [Result "*"]

    1. 1a1(1,1) 2. 2b1 {safe} 3. 1a1(3,4)

The result is the winner's number, several where they share the win (``1,3``), ``draw`` where all do, or ``*``
while the game goes on. Numbers count turns.

Whether a position has come up before is a question about the past, so it belongs here and not to a state:
the third time the same position begins a turn, the game ends as a draw, in the games that say so.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date as Date
from enum import StrEnum
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final, NoReturn, Protocol, Self, TypeVar

from inaba.errors import IllegalMove, ImpossibleEvent, NotationError, Reason, SetupError, listed
from inaba.game import Game

R = TypeVar("R", bound="Record")

MOST_CHARACTERS: Final = 1_000_000
"""Longer records are refused unread."""

LINE: Final = 79

COMPUTER: Final = "computer: "
"""What stands before a computer player's name among the players."""


class Why(StrEnum):
    """Why a text is no record, or a game cannot go on."""

    LONG = "record.why.long"
    HEADER = "record.why.header"
    TWICE = "record.why.twice"
    MISSING = "record.why.missing"
    GAME = "record.why.game"
    VALUE = "record.why.value"
    PLAYERS = "record.why.players"
    DATE = "record.why.date"
    NUMBER = "record.why.number"
    NO_EVENT = "record.why.no_event"
    NO_CHOICE = "record.why.no_choice"
    OVER = "record.why.over"
    COMMENT = "record.why.comment"
    STEP = "record.why.step"
    ONE_TURN = "record.why.one_turn"
    RESULT = "record.why.result"
    MOVE = "record.why.move"
    DRAWN = "record.why.drawn"
    ORDER = "record.why.order"


class Notation(Protocol):
    """How a game is written: what a record needs to know of it."""

    name: str
    """What stands behind ``Game`` in the header."""

    repetitions: int
    """How often the same position may begin a turn until the game is a draw; 0 for no such rule."""

    def parse(self, text: str, rules: Any) -> Any:
        """A state from its text. Raises `NotationError`."""

    def parse_rules(self, text: str) -> Any:
        """Rules from the options that differ from the default. Raises `NotationError`."""

    def format_rules(self, rules: Any) -> str:
        """The options that differ from the default; empty where none does."""

    def rules_of(self, state: Any) -> Any:
        """The rules that a state is played by."""

    def tokens(self, turn: str) -> list[str]:
        """The moves and events of a turn, each as text. Raises `NotationError`."""


@dataclass(frozen=True, slots=True)
class Played:
    """One step of a record.

    Attributes
    ----------
    player : int
        Who decided; 0 for chance.
    step
        The move or the event.
    """

    player: int
    step: Any


class Record:
    """A game from its start: the steps taken, and where they lead.

    Parameters
    ----------
    notation : Notation
        How the game is written, such as `inaba.river.NOTATION`.
    start : Game
        The position at the start.
    players : sequence of str, optional
        Their names in seat order.
    date : str, optional
        As ``"2026-11-29"``.
    tags : dict of str to str, optional
        Further headers, kept and written as they are.

    Raises
    ------
    SetupError
        If a name, the date or a further header cannot be written, or a header is the record's own.

    Examples
    --------
    >>> from inaba import river
    >>> record = Record(river.NOTATION, river.parse("3,W -,- 1 - -"), players=("Aya", "Ken"))
    >>> record.play(1, "1a1")
    >>> record.happen("(1,1)")
    >>> str(record.state)
    '3-2,W -,- 2 1 -'
    >>> print(str(record).splitlines()[-1])
    1. 1a1(1,1)
    """

    def __init__(
        self,
        notation: Notation,
        start: Game,
        *,
        players: Sequence[str] = (),
        date: str | None = None,
        tags: dict[str, str] | None = None,
    ) -> None:
        _check_names(players, start.players)
        if date is not None:
            _check_date(date)
        for tag, value in (tags or {}).items():
            if tag in _OWN_TAGS or not _HEADER.fullmatch(f'[{tag} "{_escaped(value)}"]'):
                raise SetupError("record.error.tag", tag=tag[:40])
        self.notation, self.names, self.date = notation, tuple(players), date
        self.tags = dict(tags or {})
        self.steps: list[Played] = []
        """The steps taken, in order."""
        self.states: list[Any] = [start]
        """The start, and the state after each step."""
        self.comments: dict[int, str] = {}
        """Comments by the number of the turn that they follow; 0 for one before the first turn."""
        self._begins: list[int] = []  # for each turn the number of steps before it
        self._undone: list[Played] = []
        self._seen: Counter[Any] = Counter()
        self._count(start, 1)

    @property
    def start(self) -> Any:
        """The position at the start."""
        return self.states[0]

    @property
    def state(self) -> Any:
        """The position now."""
        return self.states[-1]

    def _count(self, state: Game, by: int) -> None:
        if state.starts_turn():
            self._seen[state] += by

    @property
    def drawn(self) -> bool:
        """Whether the position that begins this turn has come up so often that the game is a draw."""
        often = self.notation.repetitions
        return often > 0 and self.state.starts_turn() and self._seen[self.state] >= often

    @property
    def result(self) -> tuple[Fraction, ...] | None:
        """Each player's share of the win, in seat order; None while the game goes on."""
        if (result := self.state.result()) is not None:
            return tuple(result)
        return (Fraction(1, self.state.players),) * self.state.players if self.drawn else None

    def play(self, player: int, move: Any) -> None:
        """Take a decision.

        Parameters
        ----------
        player : int
            From 1. Simultaneous choices are recorded in seat order.
        move
            A move of the game, or its notation.

        Raises
        ------
        IllegalMove
            If the rules do not allow it, or the game is drawn by repetition; nothing is recorded.
        """
        if self.drawn:
            raise IllegalMove(move, Reason(Why.DRAWN), self.state.view(player))
        to_act = self.state.to_act()
        if player in to_act[1:]:
            raise IllegalMove(move, Reason(Why.ORDER, {"player": to_act[0]}), self.state.view(player))
        self._take(player, move, self.state.play(player, move))

    def happen(self, event: Any) -> None:
        """Let chance decide: an event of the game, or its notation.

        Raises
        ------
        ImpossibleEvent
            If it cannot happen here; nothing is recorded.
        """
        self._take(0, event, self.state.happen(event))

    def _take(self, player: int, step: Any, after: Game) -> None:
        played = Played(player, self._own_form(player, step))
        # Moves are plain tuples, and those of different kinds may be equal: their texts never are.
        again = self._undone[-1] if self._undone else None
        if again is not None and (again.player, str(again.step)) == (player, str(played.step)):
            self._undone.pop()
        elif self._undone:
            # Another way from here: what was said of the turns taken back goes with them.
            self._undone.clear()
            turns = self.turns
            self.comments = {turn: text for turn, text in self.comments.items() if turn <= turns}
        if not self.steps or self.state.starts_turn():
            self._begins.append(len(self.steps))
        self.steps.append(played)
        self.states.append(after)
        self._count(after, 1)

    def _own_form(self, player: int, step: Any) -> Any:
        """A step given as text, as the game's own move or event: the one that it is the text of."""
        if not isinstance(step, str):
            return step
        if player:
            return next(move for move in self.state.legal_moves(player) if str(move) == step)
        return next(event for event in self.state.chance() if str(event) == step)

    def undo(self) -> Played | None:
        """Take back the last step; None at the start. `redo` brings it again."""
        if not self.steps:
            return None
        self._count(self.state, -1)
        self.states.pop()
        self._undone.append(self.steps.pop())
        if self._begins[-1] == len(self.steps):
            self._begins.pop()
        return self._undone[-1]

    def redo(self) -> Played | None:
        """Take again the step that was taken back last; None if there is none."""
        if not self._undone:
            return None
        played = self._undone[-1]
        if played.player:
            self.play(played.player, played.step)
        else:
            self.happen(played.step)
        return played

    @property
    def undone(self) -> int:
        """How many steps `redo` can bring back."""
        return len(self._undone)

    def comment(self, text: str) -> None:
        """Write a comment behind the turn that is under way or just over; an empty one takes it away.

        Raises
        ------
        SetupError
            If it holds braces.
        """
        text = " ".join(text.split())
        if "{" in text or "}" in text:
            raise SetupError("record.error.comment", comment=text)
        self.comments.pop(self.turns, None)
        if text:
            self.comments[self.turns] = text

    @property
    def turns(self) -> int:
        """How many turns have begun."""
        return len(self._begins)

    def turn(self, number: int) -> list[Played]:
        """The steps of a turn, from 1.

        Raises
        ------
        SetupError
            If there is no such turn.
        """
        begins = [*self._begins, len(self.steps)]
        if not 1 <= number < len(begins):
            raise SetupError("record.error.turn", turn=number, most=len(begins) - 1)
        return self.steps[begins[number - 1] : begins[number]]

    def before(self, turn: int) -> Any:
        """The position at the start of a turn, from 1; one past the last turn is the position now.

        Raises
        ------
        SetupError
            If there is no such turn.
        """
        begins = [*self._begins, len(self.steps)]
        if not 1 <= turn <= len(begins):
            raise SetupError("record.error.turn", turn=turn, most=len(begins))
        return self.states[begins[turn - 1]]

    def outcome(self) -> str:
        """The result as the header writes it: the winner's number or the winners', ``draw`` or ``*``."""
        result = self.result
        if result is None:
            return "*"
        winners = [player for player, share in enumerate(result, 1) if share]
        return "draw" if len(winners) == len(result) else ",".join(map(str, winners))

    def __str__(self) -> str:
        return self._written(str(self.start), [str(played.step) for played in self.steps], {})

    def seen_by(self, player: int) -> str:
        """The record as one player saw it: his view of the start, ``?`` for what was hidden from him.

        It names whose it is in the header ``View``; having gaps, it cannot be played again.

        Parameters
        ----------
        player : int
            From 1; 0 for an onlooker.

        Examples
        --------
        >>> from inaba import river
        >>> record = Record(river.NOTATION, river.start(2, river.parse_deck("D,9"), 1, 2, setup="draft"))
        >>> for card in ("=D", "=9"):
        ...     record.happen(card)
        >>> record.seen_by(1).splitlines()[-1], record.seen_by(2).splitlines()[-1]
        ('1. =D=?', '1. =?=9')
        """
        seen = [
            state.seen(player, played.player, played.step)
            for state, played in zip(self.states, self.steps, strict=False)
        ]
        return self._written(str(self.start.view(player)), seen, {"View": str(player)})

    def _written(self, start: str, steps: list[str], more: dict[str, str]) -> str:
        headers = {"Game": self.notation.name}
        if rules := self.notation.format_rules(self.notation.rules_of(self.start)):
            headers["Rules"] = rules
        if self.names:
            headers["Players"] = ", ".join(self.names)
        if self.date:
            headers["Date"] = self.date
        headers |= {"Start": start, "Result": self.outcome(), **more, **self.tags}
        lines = [f'[{key} "{_escaped(value)}"]' for key, value in headers.items()]
        words = [f"{{{self.comments[0]}}}"] if 0 in self.comments else []
        begins = [*self._begins, len(steps)]
        for number, (begin, end) in enumerate(pairwise(begins), 1):
            words.append(f"{number}. {''.join(steps[begin:end])}")
            if number in self.comments:
                words.append(f"{{{self.comments[number]}}}")
        return "\n".join([*lines, "", *_filled(words)]) + "\n"

    @classmethod
    def parse(cls, text: str, *notations: Notation) -> Self:
        """Read a record.

        Parameters
        ----------
        text : str
            At most 1,000,000 characters. Lines may end in LF or CR LF.
        *notations : Notation
            The games that are understood.

        Raises
        ------
        NotationError
            If it is no record, or its turns cannot be played: where, and why.

        Examples
        --------
        >>> from inaba import river
        >>> text = '[Game "river"]\\n[Start "3,W -,- 1 - -"]\\n[Result "*"]\\n\\n1. 1a1(1,1) {bad luck}\\n'
        >>> str(Record.parse(text, river.NOTATION)) == text
        True
        """
        if len(text) > MOST_CHARACTERS:
            raise NotationError(
                text[:100], 0, Reason(Why.LONG, {"length": len(text), "most": MOST_CHARACTERS})
            )
        return _Reader(text, notations).record(cls)


def _check_date(text: str) -> None:
    try:
        fine = bool(re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text, re.ASCII) and Date.fromisoformat(text))
    except ValueError:
        fine = False
    if not fine:
        raise SetupError(Why.DATE, date=text[:20])


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _filled(words: list[str]) -> list[str]:
    """The turns and comments in lines of at most `LINE` letters, where none is longer by itself."""
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + 1 + len(word) <= LINE:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


# A comment runs to its brace; everything else to the next space.
_WORD = re.compile(r"\{[^}]*\}?|[^\s{]+")
_COMMENT = re.compile(r"\{[^{}]*\}")
_HEADER = re.compile(r'\[([A-Za-z][A-Za-z0-9]{0,30}) "((?:[^"\\\x00-\x1f\x7f]|\\["\\])*)"\] *')
_OWN_TAGS = ("Game", "Rules", "Players", "Date", "Start", "Result")


class _Reader:
    """One record being read: knows the whole text, so that an error can name the place."""

    def __init__(self, text: str, notations: tuple[Notation, ...]) -> None:
        self.text = text
        self.notations = {notation.name: notation for notation in notations}
        self.headers: dict[str, tuple[str, int]] = {}

    def line(self, at: int) -> int:
        return self.text.count("\n", 0, at) + 1

    def refuse(self, at: int, why: Why, /, **data: object) -> NoReturn:
        raise NotationError(self.text, at, Reason(why, {"line": self.line(at), **data})) from None

    def refuse_value(self, tag: str, why: Reason, at: int = 0) -> NoReturn:
        self.refuse(self.headers[tag][1] + at, Why.VALUE, tag=tag, why=why)

    def required(self, tag: str) -> str:
        if tag not in self.headers:
            self.refuse(0, Why.MISSING, tag=tag)
        return self.headers[tag][0]

    def read_headers(self) -> int:
        """Read the headers; where the turns begin."""
        at = int(self.text.startswith("\ufeff"))  # The mark that some editors put before a text.
        while at < len(self.text):
            end = self.text.find("\n", at)
            end = len(self.text) if end < 0 else end
            line = self.text[at:end].removesuffix("\r")
            if not line.strip():
                if self.headers:
                    return end
            elif found := _HEADER.fullmatch(line):
                tag = found[1]
                if tag in self.headers:
                    self.refuse(at, Why.TWICE, tag=tag)
                self.headers[tag] = (re.sub(r"\\(.)", r"\1", found[2]), at + found.start(2))
            elif self.headers and not line.startswith("["):
                return at
            else:
                self.refuse(at, Why.HEADER)
            at = end + 1
        return len(self.text)

    def record(self, kind: type[R]) -> R:
        turns = self.read_headers()
        game = self.required("Game")
        if game not in self.notations:
            self.refuse(self.headers["Game"][1], Why.GAME, game=game[:20], games=", ".join(self.notations))
        notation = self.notations[game]
        try:
            rules = notation.parse_rules(self.headers.get("Rules", ("", 0))[0])
        except NotationError as error:
            self.refuse_value("Rules", error.why, error.at)
        start = self.required("Start")
        try:
            state = notation.parse(start, rules)
        except NotationError as error:
            self.refuse_value("Start", error.why, error.at)
        said = self.required("Result")
        names = self.headers["Players"][0].split(", ") if "Players" in self.headers else []
        date = self.headers["Date"][0] if "Date" in self.headers else None
        tags = {tag: value for tag, (value, _) in self.headers.items() if tag not in _OWN_TAGS}
        try:
            _check_names(names, state.players)
        except SetupError as error:
            self.refuse_value("Players", Reason(error.key, error.data))
        try:
            record = kind(notation, state, players=names, date=date, tags=tags)
        except SetupError as error:
            self.refuse_value("Date", Reason(error.key, error.data))
        self.read_turns(record, turns)
        if said != record.outcome():
            self.refuse(self.headers["Result"][1], Why.RESULT, said=said[:20], result=record.outcome())
        return record

    def read_turns(self, record: Record, at: int) -> None:
        number, numbered = 0, False
        comments: dict[int, list[str]] = {}
        for found in _WORD.finditer(self.text, at):
            word, at = found[0], found.start()
            if word[0] == "{":
                if numbered or not _COMMENT.fullmatch(word):
                    self.refuse(at, Why.COMMENT)
                comments.setdefault(number, []).extend(word[1:-1].split())
            elif not numbered:
                if number and not record.state.starts_turn():
                    self.refuse_next(record, word, at, number)
                if word != f"{number + 1}.":
                    self.refuse(at, Why.NUMBER, text=word[:20], turn=number + 1)
                number, numbered = number + 1, True
            else:
                self.read_turn(record, word, at, number)
                numbered = False
        if numbered:
            self.refuse(len(self.text), Why.NUMBER, text="", turn=number)
        record.comments |= {turn: " ".join(words) for turn, words in comments.items() if words}

    def refuse_next(self, record: Record, word: str, at: int, number: int) -> NoReturn:
        """Refuse what stands behind a turn that no other turn can follow: say what is missing to it."""
        state = record.state
        if state.result() is not None:
            self.refuse(at, Why.OVER, turn=number, text=word[:20])
        events, deciding = state.chance(), state.to_act()
        self.refuse(
            at,
            Why.NO_EVENT if events else Why.NO_CHOICE,
            turn=number,
            step=record.steps[-1].step,
            awaited=listed(events or state.legal_moves(deciding[0])),
        )

    def read_turn(self, record: Record, turn: str, at: int, number: int) -> None:
        try:
            tokens = record.notation.tokens(turn)
        except NotationError as error:
            self.refuse(at + error.at, Why.STEP, turn=number, why=error.why)
        for i, token in enumerate(tokens):
            if i and record.state.starts_turn():
                self.refuse(at, Why.STEP, turn=number, why=Reason(Why.ONE_TURN, {"step": token}))
            deciding = record.state.to_act()
            try:
                if deciding:
                    record.play(deciding[0], token)
                else:
                    record.happen(token)
            except NotationError as error:
                self.refuse(at, Why.STEP, turn=number, why=error.why)
            except IllegalMove as error:
                self.refuse(
                    at, Why.STEP, turn=number, why=Reason(Why.MOVE, {"move": token, "why": error.why})
                )
            except ImpossibleEvent as error:
                self.refuse(at, Why.STEP, turn=number, why=Reason(error.key, error.data))
            at += len(token)


def _check_names(names: Sequence[str], players: int) -> None:
    for name in names:
        if not name or name != name.strip() or re.search(r'[,"\\\x00-\x1f\x7f]', name):
            raise SetupError("record.error.name", name=name[:40])
    if names and len(names) != players:
        raise SetupError(Why.PLAYERS, count=len(names), players=players)
