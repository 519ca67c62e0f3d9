"""The puzzle player: choose a puzzle, look at the river, answer on it or in a list, and learn the idea.

Python holds the puzzles, judges the answers and writes every word; the browser draws a *scene*, plain data,
and sends back small messages. Nothing that arrives is trusted: what is malformed is answered in words and
changes nothing. What is done is kept in the journal of the lessons (`lessons.progress`), so a solved puzzle
stays solved.
"""

from __future__ import annotations

import os
from datetime import date
from fractions import Fraction
from functools import cache
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import traitlets

from inaba import words as engine
from inaba.errors import InabaError
from inaba.river.art import symbols
from inaba.river.moves import Choose, Peek, Ride, parse_move
from inaba.river.scene import bank_words, cells, destinations
from inaba.river.widget import script
from inaba.words import Words, language
from lessons import voice
from lessons.answer import MOST_CHARACTERS, Mark
from lessons.laboratory.bench import Bench, Data
from lessons.progress import TRIES_BEFORE_SOLUTION, Journal, Standing
from lessons.puzzles import LEVELS, Ask, Kind, Puzzle, answer, daily, named, puzzles, solution
from lessons.puzzles.judging import label, respond
from lessons.puzzles.posed import JOURNAL, Posed, facts, stars
from lessons.puzzles.questions import NUMBERS, mover
from lessons.puzzles.reader import check_kind, check_level
from lessons.puzzles.solution import shown


class Refused(InabaError, ValueError):
    """Something that was asked of the player and cannot be done."""

    def say(self, lang: str | None = None) -> str:
        """The reason in words."""
        return say(self.key, language(lang), **self.data)


@cache
def _catalogue() -> Words:
    return Words.read(files("lessons.laboratory") / "words" / "puzzle.toml")


def say(key: str, lang: str, /, **data: object) -> str:
    """A message of the puzzle player in words.

    Examples
    --------
    >>> say("player.progress", "en", done=3, of=48)
    '3 of 48 solved'
    """
    return _catalogue().form(key, lang, data.get("n")).format(**data)


class _Played:
    """What was done with one puzzle since the player was opened."""

    def __init__(self) -> None:
        self.tried: dict[str, str] = {}
        """What was answered wrongly, and in a list what it is worth."""
        self.typed = ""
        self.hints = 0
        self.solution = False
        self.solved = False


class PuzzlePlayer(Bench):
    """A player for the puzzles of `lessons.puzzles`.

    Parameters
    ----------
    name : str, optional
        The puzzle that is open first. Unless given, the first unsolved one of the choice, else its first.
    kind : str, optional
        Only puzzles of one kind (`lessons.puzzles.Kind`) are offered.
    level : int, optional
        Only puzzles of one level, 1 to 5, are offered.
    lang : {"ja", "en"}, optional
        The notebook's unless given (`lessons.voice.language`).
    keep : path-like, optional
        The file that keeps what is done; see `lessons.progress.Journal`.
    today : date, optional
        The day of the puzzle of the day; the machine's unless given.

    Raises
    ------
    ValueError
        If there is no such puzzle, kind, level or language.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     player = PuzzlePlayer("after-you", lang="en", keep=Path(folder) / "progress.jsonl")
    ...     player.answer("1a1")
    ...     player.answer("2a1")
    ...     player.solved
    False
    True
    True
    """

    _esm = "\n".join([script("grid.js"), script("puzzle.js", folder=Path(__file__).parent)])
    _css = "\n".join([script("widget.css"), script("puzzle.css", folder=Path(__file__).parent)])

    scene = traitlets.Dict(read_only=True).tag(sync=True)
    """All that the browser draws."""
    art = traitlets.Unicode(read_only=True).tag(sync=True)
    """The drawings, as SVG symbols."""

    def __init__(
        self,
        name: str | None = None,
        *,
        kind: str | None = None,
        level: int | None = None,
        lang: str | None = None,
        keep: str | os.PathLike[str] | None = None,
        today: date | None = None,
    ) -> None:
        self._prepare(voice.language() if lang is None else lang)
        self._journal = Journal(keep)
        self._standings = self._journal.standings()
        self._day = today
        self._kind, self._level = check_kind(kind), check_level(level)
        self._name = self._first() if name is None else named(name).name
        self._played: dict[str, _Played] = {}
        self._said = ([], "info")
        super().__init__()
        self.set_trait("art", f"<svg>{symbols('inaba-')}</svg>")
        self._publish()

    # What a program may ask and do.

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that is open."""
        return puzzles()[self._name]

    @property
    def solved(self) -> bool:
        """Whether the open puzzle is solved, now or before."""
        return self._standing(self._name).done

    def pose(self, name: str) -> None:
        """Open a puzzle.

        Raises
        ------
        ValueError
            If there is none of this name.
        """
        self._name = named(name).name
        if self.puzzle not in self._offered():
            self._kind, self._level = None, None
        self._say("player.said.opened", title=self.puzzle.title[self._lang])
        self._publish()

    def pose_daily(self) -> None:
        """Open the puzzle of the day."""
        self.pose(self._today)

    def choose(self, kind: str | None = None, level: int | None = None) -> None:
        """Offer puzzles of one kind, of one level, or of both; the first unsolved one is opened.

        Raises
        ------
        ValueError
            If there is no such kind or level.
        """
        self._kind, self._level = check_kind(kind), check_level(level)
        if self.puzzle not in self._offered():
            self._name = self._first()
        self._say("player.said.offered", n=len(self._offered()))
        self._publish()

    def step(self, by: int) -> None:
        """Open the next puzzle of those offered (1), or the one before (-1); they go round."""
        offered = [one.name for one in self._offered()]
        self.pose(offered[(offered.index(self._name) + by) % len(offered)])

    def answer(self, given: object) -> bool | None:
        """Answer the open puzzle.

        Parameters
        ----------
        given : object
            As `lessons.puzzles.Posed.check` takes it.

        Returns
        -------
        bool or None
            Whether it is right; None if there was no answer to judge.
        """
        mark, remarks = respond(self.puzzle, given, self._lang)
        played = self._now()
        if mark is Mark.RIGHT:
            played.solved = True
        elif mark is Mark.NOT_YET:
            self._note_wrong(str(given))
        if mark in (Mark.RIGHT, Mark.NOT_YET):
            self._keep("right" if mark is Mark.RIGHT else "wrong")
        head = voice.say_in(self._lang, f"kit.head.{mark}")
        self._hear([head, *remarks, *self._after(mark)], str(mark))
        self._publish()
        return None if mark in (Mark.UNREAD, Mark.UNTOUCHED) else mark is Mark.RIGHT

    def hint(self) -> None:
        """Tell the next hint.

        Raises
        ------
        Refused
            If all are told.
        """
        played = self._now()
        if played.hints >= len(self.puzzle.hints):
            raise Refused("player.why.no_hint")
        played.hints += 1
        self._keep("hint")
        self._publish()

    def show_solution(self) -> None:
        """Tell how the open puzzle is solved.

        Raises
        ------
        Refused
            If it is neither solved nor tried twice.
        """
        if not self._may_show():
            raise Refused("player.why.try_first", n=TRIES_BEFORE_SOLUTION)
        self._now().solution = True
        self._keep("solution")
        self._say("player.said.solution")
        self._publish()

    def __repr__(self) -> str:
        return f"PuzzlePlayer({self._name!r})"

    def __str__(self) -> str:
        return str(self._posed())

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle: Any = super()._repr_mimebundle_(**kwargs)
        data: Data = bundle[0] if isinstance(bundle, tuple) else bundle
        # For readers that show no widgets: the puzzle with its picture.
        posed = self._posed()
        head = escape(say("player.ui.title", self._lang))
        data["text/html"] = f"<p><strong>{head}</strong></p>{posed._repr_mimebundle_()['text/html']}"
        data["text/plain"] = str(posed)
        return bundle

    # The puzzles that are offered, and what was done.

    @property
    def _today(self) -> str:
        """The puzzle of the day, looked up anew: a notebook may stay open over midnight."""
        return daily(date.today() if self._day is None else self._day).name

    def _posed(self) -> Posed:
        return Posed(self.puzzle, self._lang, self._journal)

    def _offered(self) -> list[Puzzle]:
        return [
            one
            for one in puzzles().values()
            if (self._kind is None or one.kind is self._kind)
            and (self._level is None or one.level == self._level)
        ]

    def _first(self) -> str:
        offered = self._offered()
        return next((one for one in offered if not self._standing(one.name).done), offered[0]).name

    def _standing(self, name: str) -> Standing:
        return self._standings.get((JOURNAL, name), Standing())

    def _keep(self, did: str) -> None:
        self._journal.add(JOURNAL, self._name, did)
        self._standings = self._journal.standings()

    def _now(self) -> _Played:
        return self._played.setdefault(self._name, _Played())

    def _may_show(self) -> bool:
        standing = self._standing(self._name)
        return standing.done or standing.solution or standing.tries >= TRIES_BEFORE_SOLUTION

    def _tells(self) -> bool:
        """Whether the solution is told, and with it what each move is worth."""
        played = self._now()
        return played.solved or played.solution

    def _note_wrong(self, given: str) -> None:
        found, option = answer(self.puzzle.question), given.strip().lower()
        value = found.values.get(option) if found.values else None
        self._now().tried[option] = "" if value is None else shown(value)

    def _after(self, mark: Mark) -> list[str]:
        """What may be done next, in words."""
        if mark is Mark.RIGHT:
            return [say("player.said.read_on", self._lang)]
        if mark is Mark.NOT_YET and self._may_show():
            return [say("player.said.may_show", self._lang)]
        if mark is Mark.NOT_YET and self._now().hints < len(self.puzzle.hints):
            return [say("player.said.try_hint", self._lang)]
        return []

    # Messages from the browser.

    def _unread(self) -> InabaError:
        return Refused("player.why.message")

    def _refuse(self, error: InabaError) -> None:
        self._hear([error.say(self._lang)], "refused")

    def _obey(self, content: object) -> None:
        match content:
            # An answer, a hint and a solution are for the puzzle that was seen when they were asked for.
            case {"do": "answer" | "hint" | "solution", "of": str(name)} if name != self._name:
                raise Refused("player.why.changed")
            case {"do": "answer", "of": str(), "text": str(text)}:
                if self.puzzle.question.ask in NUMBERS:
                    self._now().typed = text[:MOST_CHARACTERS]
                self.answer(text[: MOST_CHARACTERS + 1])
            case {"do": "hint", "of": str()}:
                self.hint()
            case {"do": "solution", "of": str()}:
                self.show_solution()
            case {"do": "open", "name": str(name)} if name in puzzles():
                self.pose(name)
            case {"do": "daily"}:
                self.pose_daily()
            case {"do": "step", "by": 1 | -1 as by}:
                self.step(int(by))
            case {"do": "choose", "kind": str(kind), "level": int(level)} if (
                kind in ("", *Kind) and type(level) is int and level in (0, *LEVELS)
            ):
                self.choose(kind or None, level or None)
            case {"do": "language", "lang": "ja" | "en" as lang}:
                self.lang = lang
            case _:
                raise self._unread()

    def _say(self, key: str, **data: object) -> None:
        self._hear([say(key, self._lang, **data)], "info")

    def _switched(self) -> None:
        self._say("player.said.language")

    # The scene.

    def _words(self) -> Data:
        return _words(self._lang)

    def _draw(self) -> None:
        self.set_trait("scene", self._scene())

    def _scene(self) -> Data:
        lang, puzzle, played = self._lang, self.puzzle, self._now()
        position = puzzle.position
        said, tone = self._said
        told = self._tells()
        return {
            "lang": lang,
            **self._choices(),
            "columns": position.board.columns,
            "rows": position.board.rows,
            "cells": cells(position.view(0), lang),
            "side": position.rules.orca == "side",
            "resting": list(position.resting),
            "players": self._players(),
            "ask": self._asked(),
            "puzzle": {
                "name": puzzle.name,
                "kind": voice.say_in(lang, f"puzzle.kind.{puzzle.kind}"),
                "level": voice.say_in(lang, "puzzle.level", level=puzzle.level, most=LEVELS[-1]),
                "stars": stars(puzzle.level),
                "title": puzzle.title[lang],
                "question": puzzle.words[lang],
                "facts": facts(puzzle, lang),
                "how": say(f"player.how.{_form(puzzle)}", lang),
                "solved": self.solved,
                "today": puzzle.name == self._today,
            },
            "form": _form(puzzle),
            "options": self._options(told),
            "values": self._values() if told else [],
            "typed": played.typed,
            "hints": [
                {"name": self._hint_name(n), "text": hint[lang]}
                for n, hint in enumerate(puzzle.hints[: played.hints], start=1)
            ],
            "hints_left": len(puzzle.hints) - played.hints,
            "may_show": self._may_show() and not told,
            "solution": solution(puzzle, lang) if told else "",
            "finished": played.solved,
            "kept": self._journal.kept,
            "said": {"n": self._talk, "lines": said, "tone": tone},
            "received": self._received,
            "reply": self._reply,
        }

    def _choices(self) -> Data:
        """What there is to choose from, and how much of it is done."""
        lang = self._lang
        offered = self._offered()
        done = [one.name for one in puzzles().values() if self._standing(one.name).done]
        place = next((i for i, one in enumerate(offered, start=1) if one.name == self._name), 0)
        return {
            "kinds": [
                {"value": "", "text": say("player.ui.all_kinds", lang)},
                *({"value": str(kind), "text": voice.say_in(lang, f"puzzle.kind.{kind}")} for kind in Kind),
            ],
            "levels": [
                {"value": 0, "text": say("player.ui.all_levels", lang)},
                *({"value": level, "text": f"{stars(level)} {level}"} for level in LEVELS),
            ],
            "kind": str(self._kind or ""),
            "level": self._level or 0,
            "list": [
                {
                    "value": one.name,
                    "text": f"{'✔' if one.name in done else '○'} {i}. {one.title[lang]} {'★' * one.level}",
                }
                for i, one in enumerate(offered, start=1)
            ],
            "place": say("player.ui.place", lang, place=place, of=len(offered)),
            "progress": {
                "done": len(done),
                "of": len(puzzles()),
                "text": say("player.progress", lang, done=len(done), of=len(puzzles())),
            },
        }

    def _players(self) -> list[Data]:
        """For each rabbit why it cannot be chosen, if it cannot."""
        position = self.puzzle.position
        data = []
        for rabbit in range(1, position.players + 1):
            why = ""
            if rabbit in position.resting:
                why = engine.say("river.why.resting", self._lang, rabbit=rabbit)
            elif rabbit not in position.table.movable():
                why = engine.say("board.player.blocked", self._lang, rabbit=rabbit)
            data.append({"why": why})
        return data

    def _asked(self) -> Data:
        """What may be chosen on the river."""
        puzzle, ask = self.puzzle, self.puzzle.question.ask
        position = puzzle.position
        asked: Data = {"kind": "none", "player": 0, "rabbit": 0, "to": {}}
        if ask is Ask.MOVE:
            player = mover(position)
            moves = list(position.legal_moves(player))
            kind = "choose" if position.starts_turn() else "peek"
            rabbit = 0 if kind == "choose" else getattr(position.phase, "rabbit", 0)
            asked |= {"kind": kind, "player": player, "rabbit": rabbit, "to": destinations(moves)}
        elif _form(puzzle) == "square":
            options = list(answer(puzzle.question).options)
            asked |= {"kind": "square", "rabbit": puzzle.question.rabbit, "to": {"": options}}
        return asked | {"text": say(f"player.how.{_form(puzzle)}", self._lang)}

    def _options(self, told: bool) -> list[Data]:
        """The answers to choose from, each with a sign if it was tried or the solution is told."""
        found, tried = answer(self.puzzle.question), self._now().tried
        options = []
        for option in found.options:
            value = shown(found.values[option]) if told and found.values else tried.get(option, "")
            right = told and option == found.right
            wrong = option in tried and not right
            options.append(
                {
                    "value": option,
                    "text": self._option_words(option),
                    "note": value,
                    "state": "right" if right else "wrong" if wrong else "",
                }
            )
        return options

    def _option_words(self, option: str) -> str:
        """A move in words beside its notation; a square, or a sentence, as it is."""
        question, lang = self.puzzle.question, self._lang
        if question.ask is not Ask.MOVE:
            return label(question, option, lang)
        match parse_move(option):
            case Choose(rabbit=rabbit, to=to):
                return say("player.move.choose", lang, move=option, rabbit=rabbit, to=bank_words(to, lang))
            case Ride(to=to):
                return say("player.move.ride", lang, move=option, to=bank_words(to, lang))
            case Peek(at=at):
                return say("player.move.peek", lang, move=option, at=at)
            case _:
                return option

    def _values(self) -> list[Data]:
        """What each option is worth, to be written on the river."""
        found = answer(self.puzzle.question)
        rows = []
        for option, value in (found.values or {}).items():
            rabbit, to = self.puzzle.question.rabbit, option
            if self.puzzle.question.ask is Ask.MOVE:
                move = parse_move(option)
                rabbit = move.rabbit if isinstance(move, Choose) else 0
                to = move.at if isinstance(move, Peek) else getattr(move, "to", "")
            rows.append(
                {
                    "rabbit": rabbit,
                    "to": to,
                    "move": option,
                    "percent": _short(value),
                    "text": "",
                    "best": option == found.right,
                }
            )
        return rows

    def _hint_name(self, number: int) -> str:
        return voice.say_in(self._lang, "puzzle.hint", number=number)


_OF_ENGINE: Final = (
    *("start", "goal", "can_go", "can_choose", "best", "picked", "dropped"),
    *("which", "waiting", "gone", "language"),
)
"""Words that the board of the engine has already."""


def _words(lang: str) -> Data:
    """The words that the browser fills itself."""
    known, board = _catalogue(), engine.catalogue()
    own = {key: known.form(key, lang) for key in known if key.startswith("player.ui.")}
    shared = {f"board.ui.{name}": board.form(f"board.ui.{name}", lang) for name in _OF_ENGINE}
    return own | shared


def _form(puzzle: Puzzle) -> str:
    """How a puzzle is answered: ``move``, ``square``, ``number`` or ``choice``."""
    ask = puzzle.question.ask
    if ask in NUMBERS:
        return "number"
    forms = {Ask.MOVE: "move", Ask.SAFEST: "square", Ask.GATE: "square"}
    return forms.get(ask, "choice")


def _short(value: Fraction) -> str:
    """A chance as a few letters: ``7/12``, else a percent without places; ``>99%`` is not quite certain."""
    text, whole = str(value), round(100 * value)
    if len(text) <= 4:
        return text
    return "<1%" if not whole else ">99%" if whole == 100 else f"{whole}%"
