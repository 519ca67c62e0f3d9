"""Games played on a text screen, by people and computer players in any mix.

The game is an `inaba.record.Record` in a file: written whenever a turn ends and whenever play stops, so that
it can be gone on with. Headers of our own keep what a record does not: ``Computer`` (the computer's seats),
``Dice`` (``typed`` where people roll real dice) and ``Seed``. Every draw is made with a generator of its own,
of the seed and the number of steps before it: so a seed repeats a game, resuming changes nothing, and a roll
that was taken back comes again.

Where there are secrets and several people share the screen, it is cleared and the seat is passed on before
anybody's cards are shown, and he is told then what happened since he looked last, as he saw it. What is
peculiar to a game is its face (`inaba.command.faces`).
"""

from __future__ import annotations

import os
import re
import secrets
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import date
from enum import StrEnum
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple, Self

from inaba import files
from inaba.command.arguments import one_line, refused
from inaba.command.columns import padded, wrapped
from inaba.command.console import STOPPED
from inaba.command.faces import Face
from inaba.command.games import read_record
from inaba.errors import InabaError, Reason, SetupError
from inaba.frame.lines import COLUMNS, wide
from inaba.game import Policy
from inaba.reading import plainly
from inaba.record import COMPUTER, Notation, Record
from inaba.words import say

MOST_LISTED: Final = 24
"""More moves than that are listed without words."""

Look = Callable[[Any, str], str]
"""Draws a position as text, in a language."""

Advise = Callable[[Record, int], str]
"""Says what the moves of a player are worth, or how likely what is, from what he has seen of a game. Raises
`InabaError` where it cannot."""


class Stop(Exception):
    """The person wants to stop here."""


def games_folder() -> Path:
    """Where unfinished games are kept: ``INABA_STATE``, else the place of this system."""
    if named := os.environ.get("INABA_STATE"):
        return Path(named)
    # Where nobody knows a home, as in some containers, games stay where the person is.
    home = found if (found := files.named("~")).is_absolute() else Path.cwd()
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = home / "Library" / "Application Support"
    else:
        # The XDG directory specification wants a relative path to be ignored.
        named = os.environ.get("XDG_STATE_HOME") or ""
        base = Path(named) if os.path.isabs(named) else home / ".local" / "state"
    return base / "inaba"


def unfinished(folder: Path, *notations: Notation) -> Path | None:
    """The game of a folder that was saved last and is not over; None where there is none."""
    found = []
    for path in folder.glob("*.txt") if folder.is_dir() else ():
        try:
            if read_record(path, *notations).result is None:
                found.append((path.stat().st_mtime_ns, path))
        except (OSError, InabaError):
            continue  # Not a game of ours, or a damaged one: none that could be gone on with.
    return max(found)[1] if found else None


class Damage(StrEnum):
    """What a header of a record has to be."""

    COMPUTER = "command.play.damaged_computer"
    SEED = "command.play.damaged_seed"
    DICE = "command.play.damaged_dice"


class Settings(NamedTuple):
    """What belongs to a game besides its record.

    Attributes
    ----------
    computers : tuple of int
        The computer's seats.
    typed : bool
        Whether people roll real dice and type in what they show.
    seed : int
        What every draw is made from.
    """

    computers: tuple[int, ...]
    typed: bool
    seed: int

    @classmethod
    def of(
        cls, record: Record, computers: tuple[int, ...] | None, dice: str | None, seed: int | None
    ) -> Self:
        """The settings asked for, else those that a record was saved with, else nobody, rolled, by chance.

        Raises
        ------
        SetupError
            If a header that is needed for them is damaged: which, and what would do.
        """
        tags = record.tags

        def damaged(header: str, why: str) -> SetupError:
            reason = Reason(why, {"players": record.start.players})
            return SetupError(
                "command.play.damaged",
                header=header,
                value=tags[header][:40],
                why=reason,
                option=header.lower(),
            )

        if computers is None:
            computers = ()
            if (kept := tags.get("Computer")) is not None:
                seats = kept.split(",")
                computers = tuple(int(seat) for seat in seats if re.fullmatch(r"[1-9]", seat, re.ASCII))
                known = sorted({*computers} & {*range(1, record.start.players + 1)})
                if len(seats) != len(known) or list(computers) != known:
                    raise damaged("Computer", Damage.COMPUTER)
        if seed is None:
            kept = tags.get("Seed")
            if kept is not None and not re.fullmatch(r"[0-9]{1,9}", kept, re.ASCII):
                raise damaged("Seed", Damage.SEED)
            seed = secrets.randbelow(10**9) if kept is None else int(kept)
        if dice is None and (dice := tags.get("Dice")) not in (None, "rolled", "typed"):
            raise damaged("Dice", Damage.DICE)
        return cls(computers, dice == "typed", seed)

    def tags(self) -> dict[str, str]:
        """The headers that keep them."""
        found = {"Seed": str(self.seed)}
        if self.computers:
            found["Computer"] = ",".join(map(str, self.computers))
        if self.typed:
            found["Dice"] = "typed"
        return found


def new_record(start: Any, notation: Notation) -> Record:
    """A game that begins today."""
    return Record(notation, start, date=date.today().isoformat())


class Sitting:
    """One sitting at a game: until it is over or somebody stops.

    Parameters
    ----------
    record : Record
        The game so far. It learns the settings.
    settings : Settings
    face : Face
        The game, in the language that is spoken.
    look : Look
    policies : mapping of str to Policy
        The computer players by name. A seat's is the one that the record names, else the first.
    advise : Advise
    path : Path, optional
        Where the game is saved; under a free name in `games_folder` unless given.
    own_path : bool
        Whether the person named it.
    """

    def __init__(
        self,
        record: Record,
        settings: Settings,
        *,
        face: Face,
        look: Look,
        policies: Mapping[str, Policy],
        advise: Advise,
        path: Path | None = None,
        own_path: bool = False,
    ) -> None:
        self.record, self.settings, self.face, self.lang = record, settings, face, face.lang
        self.look, self.policies, self.advise = look, policies, advise
        self.path, self.own_path = path, own_path
        players = range(1, record.start.players + 1)
        self.people = [player for player in players if player not in settings.computers]
        for tag in ("Computer", "Dice", "Seed"):
            record.tags.pop(tag, None)
        record.tags |= settings.tags()
        for seat in settings.computers:
            name = record.names[seat - 1] if record.names else ""
            if name.startswith(COMPUTER) and (named := name.removeprefix(COMPUTER)) not in policies:
                raise SetupError(
                    "command.play.unknown_policy",
                    player=seat,
                    policy=named[:40],
                    policies=", ".join(policies),
                )
        if not record.names:
            computer = COMPUTER + next(iter(policies))
            record.names = tuple(self.name(p) if p in self.people else computer for p in players)
        self.saved = ""
        self.there = None if path is None else self.on_disk()
        self.shown: int | None = None
        self.viewer: int | None = None
        self.heard = dict.fromkeys((0, *players), len(record.steps))
        self.answers: dict[int, Any] = {}

    # What is said -----------------------------------------------------------------------------------------

    def says(self, key: str, **data: object) -> str:
        return say(key, self.lang, **data)

    def why_not(self, why: Reason) -> str:
        """Why something is not allowed, as a sentence."""
        return self.says("board.said.refused", why=why)

    def tell(self, text: str) -> None:
        print(text, flush=True)

    def tell_wrapped(self, text: str) -> None:
        """Say something long."""
        for line in wrapped(text, COLUMNS):
            self.tell(line)

    def name(self, player: int) -> str:
        """What a player is called."""
        key = "board.player.computer" if player in self.settings.computers else "board.player.person"
        return self.says(key, player=player)

    def policy(self, player: int) -> Policy:
        """How the computer plays at a seat."""
        name = self.record.names[player - 1].removeprefix(COMPUTER)
        return self.policies.get(name) or next(iter(self.policies.values()))

    def passed_on(self) -> bool:
        """Whether the screen is passed from one person to another, each to see what he alone may."""
        return bool(self.record.state.secrets) and len(self.people) > 1

    def tell_news(self, viewer: int) -> None:
        """Say what happened since a player, or with 0 everybody, was told last, as he saw it."""
        states, steps = self.record.states, self.record.steps
        for at in range(self.heard[viewer], len(steps)):
            for told in self.face.sentences(states[at], steps[at], states[at + 1], viewer, self.name):
                self.tell(told)
        self.heard[viewer] = len(steps)

    def tell_step(self) -> None:
        """Say what has just happened, where it is not kept until the seat is passed on."""
        if not self.passed_on():
            self.tell_news(self.people[0] if len(self.people) == 1 else 0)

    # The game ---------------------------------------------------------------------------------------------

    def run(self) -> int:
        """Play until the game is over or somebody stops.

        Returns
        -------
        int
            The exit status: 0, or 130 after Ctrl-C.
        """
        if sys.stdin.isatty():
            with suppress(ImportError):  # Windows has none, and its terminal edits lines by itself.
                import readline  # noqa: F401  # loaded, it lets the arrow keys edit what is typed
        self.tell_wrapped(self.says(f"command.play.welcome.{self.face.called}"))
        try:
            while self.record.result is None:
                self.step()
        except (Stop, EOFError):
            self.tell("")
            self.take_leave()
            return 0
        except KeyboardInterrupt:
            self.tell("")
            self.take_leave()
            return STOPPED
        finally:
            self.save()
        self.end()
        return 0

    def end(self) -> None:
        """Show how the game ended, and where its record is."""
        if self.passed_on():
            # What nobody was told yet, and nobody's secrets.
            self.heard[0] = max(self.heard.values())
            self.tell_news(0)
        shown, told = self.face.at_the_end(self.record.state)
        self.show(shown)
        for sentence in told:
            self.tell(sentence)
        if self.record.drawn:
            self.tell("\n" + self.says("board.ask.draw"))
        if self.saved:
            self.tell(self.says("command.play.over", file=self.path))

    def step(self) -> None:
        """One decision or event, or something that a person wants besides."""
        state = self.record.state
        if (possible := state.chance()) is not None:
            asked = self.face.faces_asked(state, self.name) if self.settings.typed else None
            event = possible.sample(self.rng()) if asked is None else self.ask_faces(asked)
            if event is None:
                return
            self.record.happen(event)
            self.tell_step()
        else:
            player = state.to_act()[0]
            asking = self.asks()
            if player not in self.people:
                move = self.policy(player)(state.view(player), self.rng())
            else:
                move = self.ask_move(player) if asking else self.face.forced(state.view(player), self.alone)
            if move is None:
                return
            self.record.play(player, move)
            if not asking or self.face.tells_own:
                self.tell_step()
            elif not self.passed_on():
                self.heard = dict.fromkeys(self.heard, len(self.record.steps))
        if self.record.state.starts_turn():
            self.save()

    def rng(self) -> Random:
        """The generator of the step that is due."""
        return Random(f"{self.settings.seed}:{len(self.record.steps)}")

    @property
    def alone(self) -> bool:
        """Whether one person plays."""
        return len(self.people) == 1

    def asks(self) -> bool:
        """Whether a person is to be asked now: he decides, and has a choice."""
        acting = self.record.state.to_act()
        if not acting or acting[0] not in self.people:
            return False
        return self.face.forced(self.record.state.view(acting[0]), self.alone) is None

    # Asking -----------------------------------------------------------------------------------------------

    def ask_move(self, player: int) -> Any | None:
        """What a person plays; None where he did something else instead."""
        if self.passed_on() and (aloud := self.face.asked_aloud(self.record.state)):
            if player in self.answers:
                return self.answers.pop(player)
            self.ask_aloud(*aloud)
            return None
        return self.ask_alone(player)

    def ask_alone(self, player: int) -> Any | None:
        """What a person plays who sees what he alone may; None where he did something else instead."""
        self.pass_seat(player)
        view = self.record.state.view(player)
        moves, more = self.face.offered(view)
        if self.shown != len(self.record.steps):
            self.shown = len(self.record.steps)
            if self.passed_on():
                self.tell_news(player)
            self.show(view)
            self.tell("")
            self.list_moves(view, moves)
            if more:
                self.tell(more)
        typed = self.ask("> ")
        line = plainly(typed)
        if re.fullmatch(r"[1-9][0-9]{0,3}", line, re.ASCII):
            if int(line) <= len(moves):
                return moves[int(line) - 1]
            self.tell(self.says("command.play.no_number", number=line, most=len(moves)))
            return None
        if self.obey(typed, player):
            return None
        if (why := view.why_illegal(line)) is not None:
            self.tell(one_line(f"{line[:40]}: {self.why_not(why)}"))
            return None
        return self.face.parse_move(line)

    def ask_aloud(self, asked: str, how: str) -> None:
        """Put a question to all people at once; who wants to answer it looks at his hand."""
        people = [p for p in self.record.state.to_act() if p in self.people and p not in self.answers]
        if self.viewer is not None:
            self.clear()
            self.viewer, self.shown = None, None
        if self.shown != len(self.record.steps):
            self.shown = len(self.record.steps)
            self.tell_news(0)
            # What is said aloud all have heard; what cards came to whom he sees in his hand.
            self.heard = dict.fromkeys(self.heard, len(self.record.steps))
            self.show(self.record.state.view(0))
            self.tell("")
        who = ", ".join(map(str, people))
        self.tell_wrapped(f"{asked} {how}" if self.lang == "en" else asked + how)
        typed = self.ask(self.says("command.play.aloud_who", players=who) + "> ")
        line = plainly(typed)
        if not typed:
            self.answers |= dict.fromkeys(people, self.face.declines(self.record.state))
        elif line.isdecimal() and int(line) in people:
            player, at = int(line), len(self.record.steps)
            self.shown = None
            while (move := self.ask_alone(player)) is None:
                if len(self.record.steps) != at:
                    return  # He has taken something back.
            self.answers[player] = move
        elif not self.obey(typed, 0):
            self.tell(self.says("command.play.aloud_who", players=who))

    def ask_faces(self, asked: str) -> Any | None:
        """What a person has rolled; None where he did something else instead."""
        self.tell(asked)
        typed = self.ask("> ")
        if self.obey(typed, self.people[0] if self.alone else 0):
            return None
        event = self.face.faces(plainly(typed), self.record.state)
        if event is None:
            self.tell(self.face.no_faces(self.record.state))
        return event

    def ask(self, prompt: str) -> str:
        """A line that a person types, without the spaces around it."""
        try:
            return input(prompt).strip()
        except UnicodeDecodeError:
            return "?"  # Bytes that are no text in this terminal's encoding: the help will do.

    def pass_seat(self, player: int) -> None:
        """Before somebody's secrets are shown: only he may look."""
        if self.passed_on() and self.viewer != player:
            if self.viewer is not None:
                self.clear()
            self.ask(self.says("command.play.seat", player=player))
            self.shown = None
        self.viewer = player

    def clear(self) -> None:
        """Nothing of what was shown can be read any more."""
        if sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb":
            print("\033[H\033[2J\033[3J", end="")  # The screen, and what has scrolled off it.
        else:
            print("\n" * 100, end="")

    def show(self, view: Any) -> None:
        self.tell("\n" + self.look(view, self.lang))

    def list_moves(self, view: Any, moves: list[Any]) -> None:
        """The moves with their numbers."""
        if len(moves) > MOST_LISTED:
            items = [f"{number}) {move}" for number, move in enumerate(moves, 1)]
            self.tell("\n".join(in_lines(items)))
            return
        longest = max(len(str(move)) for move in moves)
        for number, move in enumerate(moves, 1):
            self.tell(f"{number:>3}) {move!s:<{longest}}  {self.face.move(view, move)}")

    # Commands ---------------------------------------------------------------------------------------------

    def obey(self, line: str, player: int) -> bool:
        """Do what a line says, if it is a command."""
        name, *more = line.split(maxsplit=1) or [""]
        rest = "".join(more)
        match plainly(name).lower():
            case "" if not line:
                pass
            case "help" | "?" | "h":
                self.tell(self.says(f"command.play.help.{self.face.called}").rstrip())
            case "quit" | "q" | "exit":
                raise Stop
            case "board" | "b":
                self.show(self.record.state.view(player))
            case "undo" | "u":
                self.undo()
            case "redo" | "r":
                self.redo()
            case "why":
                self.why(plainly(rest), player)
            case "advice" | "a":
                self.advice(player)
            case "position":
                self.tell(str(self.record.state.view(player)))
            case "save":
                self.save_as(rest)  # A file's name is left as it was typed.
            case _:
                return False
        return True

    def decides(self) -> bool:
        """Whether a person is to decide now, and nobody has answered what is asked of all."""
        state = self.record.state
        if not self.asks():
            return False
        asked = self.passed_on() and self.face.asked_aloud(state) is not None
        return not asked or self.began_asking() or self.record.steps[-1].player not in self.people

    def began_asking(self) -> bool:
        """Whether the step before put the question that is asked of all."""
        states = self.record.states
        return len(states) < 2 or self.face.asked_aloud(states[-2]) is None

    def undo(self) -> None:
        """Back to the last decision that a person took."""
        undone = 0
        self.answers.clear()
        while self.record.undo() is not None:
            undone += 1
            if self.decides():
                self.shown = None
                self.heard = {player: min(at, len(self.record.steps)) for player, at in self.heard.items()}
                self.tell(self.says("board.said.undone"))
                return
        for _ in range(undone):
            self.record.redo()
        self.tell(self.says("board.said.nothing_to_undo"))

    def redo(self) -> None:
        """On to the next decision of a person among those taken back."""
        if not self.record.undone:
            self.tell(self.says("board.said.nothing_to_redo"))
            return
        self.shown = None
        self.answers.clear()
        while self.record.redo() is not None and not self.decides():
            pass
        if not self.passed_on():
            self.heard = dict.fromkeys(self.heard, len(self.record.steps))
        self.tell(self.says("board.said.redone"))

    def why(self, text: str, player: int) -> None:
        """Why a move is not allowed."""
        reason = self.record.state.view(player).why_illegal(text)
        self.tell(
            one_line(f"{text}: {self.why_not(reason)}")
            if reason
            else self.says("command.play.legal", move=text)
        )

    def advice(self, player: int) -> None:
        """What each move is worth, as far as that can be told from what a player sees."""
        try:
            self.tell(self.advise(self.record, player))
        except InabaError as error:
            self.tell(refused(error, self.lang))
        except KeyboardInterrupt:
            self.tell("\n" + self.says("command.play.no_advice"))

    # Saving -----------------------------------------------------------------------------------------------

    @property
    def begun(self) -> bool:
        """Whether there is anything to keep: a deal alone is not."""
        return any(played.player for played in self.record.steps)

    def on_disk(self) -> bytes | None:
        """What the game's file holds now; None where there is none."""
        try:
            return self.path.read_bytes() if self.path else None
        except FileNotFoundError:
            return None

    def save(self) -> None:
        """Write the game to its file, if it has changed; beside it, where somebody else has written."""
        text = str(self.record)
        if text == self.saved or not self.begun:
            return
        folder = games_folder()
        try:
            if self.path is None:
                folder.mkdir(parents=True, exist_ok=True)
                self.path = files.save_new(folder / f"{self.face.called.replace('_', '-')}.txt", text)
            elif self.on_disk() not in (None, self.there):
                taken, self.path = self.path, files.save_new(self.path, text)
                self.tell(self.says("command.play.beside", taken=taken, file=self.path))
            else:
                files.replace(os.path.realpath(self.path), text)  # a link stays one
            self.saved, self.there = text, text.encode()
        except OSError as error:
            self.tell(refused(error, self.lang, self.path or folder))

    def save_as(self, name: str) -> None:
        """Write a copy of the game to a file of the person's; never over one that is there."""
        if not name:
            self.tell(self.says("command.play.save_where"))
            return
        try:
            file = files.save_new(files.named(name), str(self.record))
        except OSError as error:
            self.tell(refused(error, self.lang, name))
        else:
            self.tell(self.says("command.play.saved_as", file=file))

    def take_leave(self) -> None:
        """Say where the game is and how to go on with it."""
        self.save()
        if not self.begun:
            self.tell(self.says("command.play.not_begun"))
        elif self.saved != str(self.record):
            self.tell(self.says("command.play.not_saved"))
        elif self.own_path:
            self.tell(self.says("command.play.resume_file", file=self.path))
        else:
            self.tell(self.says("command.play.resume_here", file=self.path))


def in_lines(items: list[str], columns: int = 79) -> list[str]:
    """Short items beside each other, in lines of at most so many columns.

    Examples
    --------
    >>> in_lines(["1) a1", "2) b1", "3) c1"], 14)
    ['1) a1  2) b1', '3) c1']
    """
    widest = max(map(wide, items))
    a_line = max(1, (columns + 2) // (widest + 2))
    return [
        "  ".join(padded(item, widest) for item in items[i : i + a_line]).rstrip()
        for i in range(0, len(items), a_line)
    ]
