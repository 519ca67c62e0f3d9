"""River played on a text screen, by people and computer players in any mix.

The game is an `inaba.record.Record` in a file: written whenever a turn ends and whenever play stops, so that
it can be gone on with. Headers of our own keep what a record does not: ``Computer`` (the computer's seats),
``Dice`` (``typed`` where people roll real dice) and ``Seed``. Every draw is made with a generator of its own,
of the seed and the number of steps before it: so a seed repeats a game, resuming changes nothing, and a roll
that was taken back comes again.

In a draft game nobody may see what another laid: where several people share the screen, it is cleared and
the seat is passed on before anybody's cards are shown.
"""

from __future__ import annotations

import os
import re
import secrets
import sys
import unicodedata
from collections.abc import Callable
from contextlib import suppress
from datetime import date
from pathlib import Path
from random import Random
from typing import Final, NamedTuple, Self, assert_never

from inaba import files, river
from inaba.command.arguments import one_line, refused
from inaba.command.columns import padded
from inaba.command.games import read_record
from inaba.dice import format_dice
from inaba.errors import InabaError, Reason
from inaba.frame.lines import wide
from inaba.game import Policy
from inaba.record import Played, Record
from inaba.river.description import card_words, square_words
from inaba.river.draft import Dealing
from inaba.river.moves import Event, Move
from inaba.river.scene import sentences
from inaba.river.state import Fight
from inaba.words import say

STOPPED: Final = 130
"""The exit status after Ctrl-C."""

MOST_LISTED: Final = 24
"""More moves than that are listed without words."""

Look = Callable[[river.State | river.View, str], str]
"""Draws a position as text, in a language."""

Advise = Callable[[river.View], str]
"""Says what each move is worth, from what a player sees. Raises `InabaError` where it cannot."""


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


def unfinished(folder: Path) -> Path | None:
    """The game of a folder that was saved last and is not over; None where there is none."""
    found = []
    for path in folder.glob("*.txt") if folder.is_dir() else ():
        try:
            if read_record(path, river.NOTATION).result is None:
                found.append((path.stat().st_mtime_ns, path))
        except (OSError, InabaError):
            continue  # Not a game of ours, or a damaged one: none that could be gone on with.
    return max(found)[1] if found else None


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
        """The settings asked for, else those that a record was saved with, else nobody, rolled, by chance."""
        tags = record.tags
        if computers is None:
            seats = {int(seat) for seat in re.findall(r"[1-4]", tags.get("Computer", ""), re.ASCII)}
            computers = tuple(sorted(seats & set(range(1, record.start.players + 1))))
        if seed is None:
            kept = tags.get("Seed", "")
            seed = int(kept) if re.fullmatch(r"[0-9]{1,9}", kept, re.ASCII) else secrets.randbelow(10**9)
        return cls(computers, (dice or tags.get("Dice")) == "typed", seed)

    def tags(self) -> dict[str, str]:
        """The headers that keep them."""
        found = {"Seed": str(self.seed)}
        if self.computers:
            found["Computer"] = ",".join(map(str, self.computers))
        if self.typed:
            found["Dice"] = "typed"
        return found


def new_record(start: river.State) -> Record:
    """A game that begins today."""
    return Record(river.NOTATION, start, date=date.today().isoformat())


class Sitting:
    """One sitting at a game: until it is over or somebody stops.

    Parameters
    ----------
    record : Record
        The game so far. It learns the settings.
    settings : Settings
    lang : str
    look : Look
    policy : Policy
        How the computer plays.
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
        lang: str,
        look: Look,
        policy: Policy,
        advise: Advise,
        path: Path | None = None,
        own_path: bool = False,
    ) -> None:
        self.record, self.settings, self.lang = record, settings, lang
        self.look, self.policy, self.advise = look, policy, advise
        self.path, self.own_path = path, own_path
        players = range(1, record.start.players + 1)
        self.people = [player for player in players if player not in settings.computers]
        for tag in ("Computer", "Dice", "Seed"):
            record.tags.pop(tag, None)
        record.tags |= settings.tags()
        if not record.names:
            record.names = tuple(f"player {p}" if p in self.people else "computer" for p in players)
        self.saved = ""
        self.there = None if path is None else self.on_disk()
        self.shown: int | None = None
        self.viewer: int | None = None

    # What is said -----------------------------------------------------------------------------------------

    def says(self, key: str, **data: object) -> str:
        return say(key, self.lang, **data)

    def why_not(self, why: Reason) -> str:
        """Why something is not allowed, as a sentence."""
        return self.says("board.said.refused", why=why)

    def tell(self, text: str) -> None:
        print(text, flush=True)

    def name(self, player: int) -> str:
        """What a player is called."""
        key = "board.player.computer" if player in self.settings.computers else "board.player.person"
        return self.says(key, player=player)

    def eyes(self) -> int:
        """Whose eyes see what is told to all who share the screen: the one person's, else an onlooker's."""
        return self.people[0] if len(self.people) == 1 else 0

    def move(self, view: river.View, move: Move) -> str:
        """A move in words."""
        match move:
            case river.Choose(rabbit=rabbit, to=river.GOAL):
                return self.says("command.move.goal", rabbit=rabbit)
            case river.Choose(rabbit=rabbit, to=to):
                return self.says(
                    "command.move.choose", rabbit=rabbit, square=square_words(view, to, self.lang)
                )
            case river.Ride(to=river.GOAL):
                return self.says("command.move.ride_goal")
            case river.Ride(to=river.START):
                return self.says("command.move.ride_start")
            case river.Ride(to=to):
                return self.says("command.move.ride", square=square_words(view, to, self.lang))
            case river.Peek(at=at):
                return self.says("command.move.peek", square=at)
            case river.Pass():
                return self.says("command.move.pass")
            case river.Keep(card=card):
                return self.says("command.move.keep", card=card_words(card, self.lang))
            case river.Lay(card=card, at=at):
                return self.says("command.move.lay", card=card_words(card, self.lang), square=at)
            case _ as never:
                assert_never(never)

    def tell_step(self, before: river.State, played: Played) -> None:
        """Say what a computer or chance did, as everybody at the screen may hear it."""
        after: river.State = self.record.state
        if isinstance(played.step, river.Dealt) and isinstance(after.phase, Dealing):
            return  # The deal is told once, when its last card is dealt.
        for sentence in sentences(before, played, after, self.eyes(), self.name, self.lang):
            self.tell(sentence)

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
        self.tell(self.says("command.play.welcome"))
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
        self.show(self.record.state.view(0))
        if self.record.drawn:
            self.tell("\n" + self.says("board.ask.draw"))
        if self.saved:
            self.tell(self.says("command.play.over", file=self.path))
        return 0

    def step(self) -> None:
        """One decision or event, or something that a person wants besides."""
        state: river.State = self.record.state
        if (possible := state.chance()) is not None:
            typed = self.settings.typed and isinstance(state.phase, Fight)
            event = self.ask_roll(state) if typed else possible.sample(self.rng())
            if event is None:
                return
            self.record.happen(event)
            self.tell_step(state, self.record.steps[-1])
        else:
            player = state.to_act()[0]
            person = player in self.people
            move = self.ask_move(player) if person else self.policy(state.view(player), self.rng())
            if move is None:
                return
            self.record.play(player, move)
            if not person:
                self.tell_step(state, self.record.steps[-1])
        if self.record.state.starts_turn():
            self.save()

    def rng(self) -> Random:
        """The generator of the step that is due."""
        return Random(f"{self.settings.seed}:{len(self.record.steps)}")

    # Asking -----------------------------------------------------------------------------------------------

    def ask_move(self, player: int) -> Move | None:
        """What a person plays; None where he did something else instead."""
        state: river.State = self.record.state
        self.pass_seat(player)
        view = state.view(player)
        moves = list(view.legal_moves())
        if self.shown != len(self.record.steps):
            self.shown = len(self.record.steps)
            self.show(view)
            self.tell("")
            self.list_moves(view, moves)
        typed = self.ask("> ")
        line = half_width(typed)
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
        return river.parse_move(line)

    def ask_roll(self, state: river.State) -> Event | None:
        """What a person has rolled; None where he did something else instead."""
        assert isinstance(state.phase, Fight)
        rabbit = state.phase.rabbit
        square = state.rabbits[rabbit - 1]
        left = state.spot(square).left
        who = self.name(rabbit)
        self.tell(self.says("board.ask.faces", player=who, rabbit=rabbit, square=square, left=left))
        typed = self.ask("> ")
        if self.obey(typed, self.eyes()):
            return None
        line = half_width(typed)
        if re.fullmatch(r"\(?[0-9]{1,9}(?:[ ,、]+[0-9]{1,9})*\)?", line, re.ASCII):
            event = river.Rolled(tuple(map(int, re.findall(r"[0-9]+", line))))
            if (possible := state.chance()) is not None and event in possible:
                return event
        self.tell(self.says("command.play.no_roll", dice=format_dice(state.rules.dice)))
        return None

    def ask(self, prompt: str) -> str:
        """A line that a person types, without the spaces around it."""
        try:
            return input(prompt).strip()
        except UnicodeDecodeError:
            return "?"  # Bytes that are no text in this terminal's encoding: the help will do.

    def pass_seat(self, player: int) -> None:
        """Before somebody's secrets are shown: only he may look."""
        if self.record.state.secrets and len(self.people) > 1 and self.viewer != player:
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

    def show(self, view: river.State | river.View) -> None:
        self.tell("\n" + self.look(view, self.lang))

    def list_moves(self, view: river.View, moves: list[Move]) -> None:
        """The moves with their numbers."""
        if len(moves) > MOST_LISTED:
            items = [f"{number}) {move}" for number, move in enumerate(moves, 1)]
            self.tell("\n".join(in_lines(items)))
            return
        longest = max(len(str(move)) for move in moves)
        for number, move in enumerate(moves, 1):
            self.tell(f"{number:>3}) {move!s:<{longest}}  {self.move(view, move)}")

    # Commands ---------------------------------------------------------------------------------------------

    def obey(self, line: str, player: int) -> bool:
        """Do what a line says, if it is a command."""
        name, *more = line.split(maxsplit=1) or [""]
        rest = "".join(more)
        match half_width(name).lower():
            case "" if not line:
                pass
            case "help" | "?" | "h":
                self.tell(self.says("command.play.help").rstrip())
            case "quit" | "q" | "exit":
                raise Stop
            case "board" | "b":
                self.show(self.record.state.view(player))
            case "undo" | "u":
                self.undo()
            case "redo" | "r":
                self.redo()
            case "why":
                self.why(half_width(rest), player)
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
        """Whether a person is to decide now."""
        acting = self.record.state.to_act()
        return bool(acting) and acting[0] not in self.settings.computers

    def undo(self) -> None:
        """Back to the last decision that a person took."""
        undone = 0
        while self.record.undo() is not None:
            undone += 1
            if self.decides():
                self.shown = None
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
        while self.record.redo() is not None and not self.decides():
            pass
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
            self.tell(self.advise(self.record.state.view(player)))
        except InabaError as error:
            self.tell(refused(error, self.lang))
        except KeyboardInterrupt:
            self.tell("\n" + self.says("command.play.no_advice"))

    # Saving -----------------------------------------------------------------------------------------------

    def on_disk(self) -> bytes | None:
        """What the game's file holds now; None where there is none."""
        try:
            return self.path.read_bytes() if self.path else None
        except FileNotFoundError:
            return None

    def save(self) -> None:
        """Write the game to its file, if it has changed; beside it, where somebody else has written."""
        text = str(self.record)
        if text == self.saved or not self.record.steps:
            return
        folder = games_folder()
        try:
            if self.path is None:
                folder.mkdir(parents=True, exist_ok=True)
                self.path = files.save_new(folder / "river.txt", text)
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
        if not self.record.steps:
            self.tell(self.says("command.play.not_begun"))
        elif self.saved != str(self.record):
            self.tell(self.says("command.play.not_saved"))
        elif self.own_path:
            self.tell(self.says("command.play.resume_file", file=self.path))
        else:
            self.tell(self.says("command.play.resume_here", file=self.path))


def half_width(line: str) -> str:
    """What a person typed, with full-width letters, digits and signs in their usual form (Unicode's NFKC).

    Examples
    --------
    >>> half_width("１ｂ２　＞ｃ３")
    '1b2 >c3'
    """
    return unicodedata.normalize("NFKC", line).strip()


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
