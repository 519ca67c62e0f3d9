"""The puzzle player: choose a puzzle of any game, look at it, answer on a board or in a list, learn the idea.

Python holds the puzzles, judges the answers and writes every word; the browser draws a *scene*, plain data,
and sends back small messages. Nothing that arrives is trusted: what is malformed is answered in words and
changes nothing. What is done is kept in the journal of the lessons (`lessons.progress`), so a solved puzzle
stays solved.
"""

from __future__ import annotations

import os
from datetime import date
from functools import cache
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import traitlets

from inaba import words as engine
from inaba.errors import InabaError
from inaba.river.art import symbols
from inaba.river.widget import script
from inaba.words import Words, language
from lessons import voice
from lessons.answer import MOST_CHARACTERS, Mark
from lessons.laboratory.bench import Bench, Data
from lessons.laboratory.stage import image, stage
from lessons.progress import TRIES_BEFORE_SOLUTION, Journal, Standing
from lessons.puzzles import LEVELS, Choice, Puzzle, choice, daily, named, puzzles, rooms, solution
from lessons.puzzles.judging import respond
from lessons.puzzles.posed import Posed, stars


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
    return _catalogue().say(key, lang, **data)


class _Played:
    """What was done with one puzzle since the player was opened."""

    def __init__(self) -> None:
        self.tried: set[str] = set()
        """The options that were wrong."""
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
    game : str, optional
        Only puzzles of one game (`lessons.puzzles.rooms`) are offered.
    kind : str, optional
        Only puzzles of one kind (`lessons.puzzles.Room.kinds`) are offered.
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
        If there is no such puzzle, game, kind, level or language.

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
    """The drawings of the board, as SVG symbols."""
    picture = traitlets.Unicode(read_only=True).tag(sync=True)
    """The position as SVG, where it is no board; apart from the scene, which is sent more often."""

    def __init__(
        self,
        name: str | None = None,
        *,
        game: str | None = None,
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
        self._choice = choice(game, kind, level)
        self._name = self._first() if name is None else named(name).name
        self._played: dict[str, _Played] = {}
        self._said = ([], "info")
        super().__init__()

    def open(self) -> None:
        self.set_trait("art", f"<svg>{symbols('inaba-')}</svg>")
        super().open()

    # What a program may ask and do.

    @property
    def puzzle(self) -> Puzzle[Any]:
        """The puzzle that is open."""
        return puzzles()[self._name]

    @property
    def solved(self) -> bool:
        """Whether the open puzzle is solved, now or before."""
        return self._standing(self.puzzle).done

    def pose(self, name: str) -> None:
        """Open a puzzle.

        Raises
        ------
        ValueError
            If there is none of this name.
        """
        self._name = named(name).name
        if self.puzzle not in self._choice.offered():
            self._choice = Choice()
        self._say("player.said.opened", title=self.puzzle.title[self._lang])
        self._publish()

    def pose_daily(self) -> None:
        """Open the puzzle of the day: that of the game that is chosen, else of the game that is open."""
        self.pose(self._today(self._choice.game or self.puzzle.room.game))

    def choose(self, game: str | None = None, kind: str | None = None, level: int | None = None) -> None:
        """Offer puzzles of one game, of one kind, of one level; the first unsolved one is opened.

        Raises
        ------
        ValueError
            If there is no such game, kind or level.
        """
        self._choice = choice(game, kind, level)
        if self.puzzle not in self._choice.offered():
            self._name = self._first()
        self._say("player.said.offered", n=len(self._choice.offered()))
        self._publish()

    def step(self, by: int) -> None:
        """Open the next puzzle of those offered (1), or the one before (-1); they go round."""
        offered = [one.name for one in self._choice.offered()]
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
        mark, remarks, chosen = respond(self.puzzle, given, self._lang)
        played = self._now()
        if mark is Mark.RIGHT:
            played.solved = True
        elif mark is Mark.NOT_YET and chosen:
            played.tried.add(chosen)
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

    def _today(self, game: str) -> str:
        """The puzzle of the day, looked up anew: a notebook may stay open over midnight."""
        return daily(date.today() if self._day is None else self._day, game).name

    def _posed(self) -> Posed:
        return Posed(self.puzzle, self._lang, self._journal)

    def _first(self) -> str:
        offered = self._choice.offered()
        return next((one for one in offered if not self._standing(one).done), offered[0]).name

    def _standing(self, one: Puzzle[Any]) -> Standing:
        return self._standings.get((one.room.journal, one.name), Standing())

    def _keep(self, did: str) -> None:
        self._journal.add(self.puzzle.room.journal, self._name, did)
        self._standings = self._journal.standings()

    def _now(self) -> _Played:
        return self._played.setdefault(self._name, _Played())

    def _may_show(self) -> bool:
        standing = self._standing(self.puzzle)
        return standing.done or standing.solution or standing.tries >= TRIES_BEFORE_SOLUTION

    def _tells(self) -> bool:
        """Whether the solution is told, and with it what each move is worth."""
        played = self._now()
        return played.solved or played.solution

    def _note(self, option: str) -> str:
        """What an option is worth, in words; nothing where options are not compared."""
        one = self.puzzle
        value = (one.answer().values or {}).get(option)
        return "" if value is None else one.room.note(one.question, value, self._lang)

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
                if self.puzzle.answer().exact is not None:
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
            case {"do": "choose", "game": str(game), "kind": str(kind), "level": int(level)} if (
                type(level) is int
            ):
                self._choose(game, kind, level)
            case {"do": "language", "lang": "ja" | "en" as lang}:
                self.lang = lang
            case _:
                raise self._unread()

    def _choose(self, game: str, kind: str, level: int) -> None:
        """What was chosen in the lists, where "" and 0 stand for all."""
        try:
            self.choose(game or None, kind or None, level or None)
        except ValueError:
            raise self._unread() from None

    def _say(self, key: str, **data: object) -> None:
        self._hear([say(key, self._lang, **data)], "info")

    def _switched(self) -> None:
        self._say("player.said.language")

    # The scene.

    def _words(self) -> Data:
        return _words(self._lang)

    def _draw(self) -> None:
        self.set_trait("picture", image(self.puzzle, self._lang))
        self.set_trait("scene", self._scene())

    def _scene(self) -> Data:
        lang, puzzle, played = self._lang, self.puzzle, self._now()
        room = puzzle.room
        said, tone = self._said
        told = self._tells()
        shown = stage(puzzle, lang, told)
        return {
            "lang": lang,
            **self._choices(),
            "stage": shown,
            "puzzle": {
                "name": puzzle.name,
                "game": room.name(lang),
                "kind": room.kind_words(puzzle.kind, lang),
                "level": voice.say_in(lang, "puzzle.level", level=puzzle.level, most=LEVELS[-1]),
                "stars": stars(puzzle.level),
                "title": puzzle.title[lang],
                "question": puzzle.words[lang],
                "facts": puzzle.facts(lang),
                "how": say(f"player.how.{shown['how']}", lang),
                "solved": self.solved,
                "today": puzzle.name == self._today(room.game),
            },
            "form": shown["how"],
            "options": self._options(told),
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
        lang, chosen = self._lang, self._choice
        offered, counted = chosen.offered(), puzzles(chosen.game).values()
        done = sum(self._standing(one).done for one in counted)
        place = next((i for i, one in enumerate(offered, start=1) if one is self.puzzle), 0)
        return {
            "games": [
                {"value": "", "text": say("player.ui.all", lang)},
                *({"value": game, "text": room.name(lang)} for game, room in rooms().items()),
            ],
            "kinds": [{"value": "", "text": say("player.ui.all", lang)}, *self._kinds()],
            "levels": [
                {"value": 0, "text": say("player.ui.all", lang)},
                *({"value": level, "text": f"{stars(level)} {level}"} for level in LEVELS),
            ],
            "game": chosen.game or "",
            "kind": f"{chosen.game}/{chosen.kind}" if chosen.kind else "",
            "level": chosen.level or 0,
            "list": [
                {"value": one.name, "text": self._line(i, one)} for i, one in enumerate(offered, start=1)
            ],
            "place": say("player.ui.place", lang, place=place, of=len(offered)),
            "progress": {
                "done": done,
                "of": len(counted),
                "text": say("player.progress", lang, done=done, of=len(counted)),
            },
        }

    def _kinds(self) -> list[Data]:
        """The kinds of the game that is chosen, or of all games, each with its game's name."""
        lang, game = self._lang, self._choice.game
        colon = voice.say_in(lang, "puzzle.colon")
        return [
            {
                "value": f"{room.game}/{kind}",
                "text": ("" if game else room.name(lang) + colon) + room.kind_words(kind, lang),
            }
            for room in rooms().values()
            if game in (None, room.game)
            for kind in room.kinds
        ]

    def _line(self, number: int, one: Puzzle[Any]) -> str:
        """A puzzle in the list of those that are offered."""
        sign = "✔" if self._standing(one).done else "○"
        return f"{sign} {number}. {one.title[self._lang]} {'★' * one.level}"

    def _options(self, told: bool) -> list[Data]:
        """The answers to choose from, each with a sign if it was tried or the solution is told."""
        one, tried, options = self.puzzle, self._now().tried, []
        found = one.answer()
        for option in found.options:
            right = told and option == found.right
            wrong = option in tried and not right
            options.append(
                {
                    "value": option,
                    "text": one.room.spoken(one.question, option, self._lang),
                    "note": self._note(option) if told or wrong else "",
                    "state": "right" if right else "wrong" if wrong else "",
                }
            )
        return options

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
