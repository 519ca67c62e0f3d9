"""What the boards of all games in the notebook have in common: the game as a record, its players, messages
from the browser, saving and opening, advice, and looking back.

Python holds the truth, a `Record`; the browser draws a *scene*, plain data told from what the viewer may
see, and sends back small messages. Nothing that arrives is trusted: a message that is malformed, out of date
or against the rules is answered in words and changes nothing. A game's own board adds what is peculiar to it.
"""

from __future__ import annotations

import json
import re
from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from itertools import islice, pairwise
from numbers import Real
from os import PathLike
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Final, NoReturn

import anywidget
import traitlets

from inaba.errors import IllegalMove, InabaError, NotationError, Reason, of_system
from inaba.files import save_new
from inaba.game import Policy, uniform
from inaba.percent import in_percent
from inaba.record import COMPUTER, Notation, Played, Record
from inaba.words import catalogue, language, say

Advice = Iterable[tuple[Any, Any]]
Data = dict[str, Any]

MOST_FORMER: Final = 5
"""How many games that were replaced are kept at hand, so that a new game loses none."""

MOST_ADVICE: Final = 5000
"""An adviser that does not end is heard so long."""

MOST_WRITTEN: Final = 80
"""Characters of a value that are shown; what is cut off is marked."""

MOST_FILES: Final = 100
MOST_BYTES: Final = 4_000_000
"""A saved game is at most so long; a longer file is none."""

_DEFAULT_NAME: Final = re.compile(r"(?:Player|プレイヤー) [1-9]")


def script(*names: str, folder: Path = Path(__file__).parent) -> str:
    """A browser's script or style sheet, put together from files of a folder; this package's unless given."""
    return "\n".join((folder / name).read_text(encoding="utf-8") for name in names)


class Refusal(InabaError):
    """Something that a person asked of the board and that cannot be done: why, and in which field."""

    def __init__(self, key: str, field: str = "", **data: object) -> None:
        super().__init__(key, **data)
        self.field = field


class Frame(anywidget.AnyWidget):
    """A board to play a game on, without the game.

    A game's board says its notation, draws its scene (`_scene`, around which `_around` stands) and frames
    (`_told`), makes a new game (`_new`) and obeys messages of its own (`_obey_own`). It sets out its first
    game between `_prepare` and ``super().__init__()``.
    """

    _notation: ClassVar[Notation]
    _position_fields: ClassVar[tuple[int, int]]
    """How many parts a position's text has."""
    _advice_heading: ClassVar[str] = "board.advice.win"
    """What stands above the advice: what its values are for the player."""

    scene = traitlets.Dict(read_only=True).tag(sync=True)
    """All that the browser draws; told from what the viewer may see."""
    words = traitlets.Dict(read_only=True).tag(sync=True)
    """The browser's own words in the board's language."""
    art = traitlets.Unicode(read_only=True).tag(sync=True)
    """The drawings, as SVG symbols."""

    def __init__(self) -> None:
        super().__init__()
        self.on_msg(self._receive)

    def open(self) -> None:
        """Begin to talk with the browser: the first message brings all that it is to draw."""
        # With a message after it, a busy browser may draw a board of which it knows nothing yet.
        self.set_trait("art", f"<svg>{self._drawn()}</svg>")
        self._settle()
        self._publish()
        super().open()

    def _prepare(
        self,
        *,
        players: Sequence[Policy | None],
        advise: Callable[[Any], Advice | None] | None,
        lang: str | None,
        seed: int | None,
        folder: str | PathLike[str],
        computers: Mapping[str, Policy] | None,
        computer_names: Mapping[str, Mapping[str, str]] | None,
    ) -> None:
        """All that a board knows before a game is set out."""
        self._lang = language(lang)
        self._folder = Path(folder)
        self._advise = advise
        self._advice_shown = advise is not None
        self._answer: tuple[Any, Data] | None = None
        self._computers = named(players, computers or {})
        self._computer_names = {name: dict(forms) for name, forms in (computer_names or {}).items()}
        self._former: list[tuple[Record, Any]] = []
        self._saved: dict[str, str] = {}
        self._revision = 0
        self._said: tuple[str, str] = ("", "info")
        self._talk = 0
        self._received = 0
        self._reply: Data = {}
        self._saved_shown = False
        self.trouble: Exception | None = None
        """What a computer player or the adviser raised last; None once it has worked again."""
        self._seed(seed)

    # What each game has of its own.

    @abstractmethod
    def _drawn(self) -> str:
        """The drawings as SVG symbols."""

    @abstractmethod
    def _scene(self) -> Data:
        """All that the browser draws."""

    @abstractmethod
    def _told(self, begin: int, end: int) -> Iterator[Data]:
        """What happened between two numbers of steps, a frame a step, each with sentences under ``said``."""

    @abstractmethod
    def _play_by_hand(self, move: str) -> None:
        """A move that a person has sent."""

    @abstractmethod
    def _new(self, options: Data) -> None:
        """Begin a game as the new-game form says."""

    @abstractmethod
    def _options(self) -> Data:
        """What the new-game form shows first: the game on the table."""

    def _obey_own(self, content: object) -> None:
        """Do what a message of this game alone asks."""
        raise Refusal("board.why.message")

    def _waits(self) -> bool:
        """Whether chance waits for a person, who rolls or types a roll."""
        return False

    def _dealt(self, state: Any, steps: Sequence[Played]) -> int:
        """How many of a turn's first steps are a deal, which the list of moves tells in a word."""
        return 0

    def _row(self, move: Any) -> Data:
        """What else a row of advice holds for the browser."""
        return {}

    def _text(self) -> str:
        """The game as it is saved."""
        return str(self._record)

    def _resume_text(self, text: str) -> None:
        """Play on from the text of a saved game."""
        self.resume(Record.parse(text, self._notation))

    def _beside(self) -> Any:
        """What a game has on the table beside its record, kept with it when it is replaced."""
        return None

    def _is_decision(self, played: Played) -> bool:
        """Whether undoing and redoing stop at a step: a decision of a person."""
        return played.player in self._people()

    @property
    def state(self) -> Any:
        """The position now."""
        return self._record.state

    # What a program may ask and do.

    @property
    def record(self) -> Record:
        """The game from its start."""
        return self._record

    @property
    def lang(self) -> str:
        """The language that the board speaks; it may be set."""
        return self._lang

    @lang.setter
    def lang(self, lang: str) -> None:
        self._lang = language(lang)
        self._answer = None
        self._say("board.said.language")
        self._publish()

    def play(self, move: Any) -> None:
        """Make a move for the person who is to decide.

        Raises
        ------
        IllegalMove
            If the rules do not allow it, or it is not a person's turn.
        NotationError
            If it is a text that is no move.
        """
        if (actor := self._actor()) is None:
            self._refuse_move(move)
        self._decide(actor, move)
        self._go_on()

    def undo(self) -> None:
        """Take back to the last decision of a person, and what followed it; without people, the last turn.

        Raises
        ------
        Refusal
            If there is none.
        """
        if not self._can_undo():
            raise Refusal("board.said.nothing_to_undo")
        people = self._people()
        while (undone := self._record.undo()) is not None:
            if self._is_decision(undone) or (not people and self.state.starts_turn()):
                break
        self._began(len(self._record.steps))
        self._say("board.said.undone")
        self._publish()

    def redo(self) -> None:
        """Play again what was taken back last, up to the next decision of a person; without people, a turn.

        Raises
        ------
        Refusal
            If nothing was taken back.
        """
        before = len(self._record.steps)
        if not self._record.undone:
            raise Refusal("board.said.nothing_to_redo")
        while self._record.redo() is not None:
            if self._chooses() is not None or (not self._people() and self.state.starts_turn()):
                break
        self._began(before)
        self._say("board.said.redone")
        self._go_on()

    def step(self) -> None:
        """Let the computer player whose turn it is make one move, with the chance that follows it.

        Raises
        ------
        Refusal
            If it is no computer's turn.
        """
        if not self._computer_is_due():
            raise Refusal("board.why.no_computer")
        self._began(len(self._record.steps))
        self._happen_by_itself()
        if not self._computer_is_due() or self._computer_moves():
            self._settle()
        self._publish()

    def run(self) -> None:
        """Let computer players move until a person is to act, or the game is over."""
        self._began(len(self._record.steps))
        self._settle(watched=True)
        self._publish()

    def save(self, name: str | None = None) -> Path:
        """Save the game, finished or not, under a new name; no file is ever written over.

        Parameters
        ----------
        name : str, optional
            The game's name with today's date, ``river-2026-11-29.txt``, unless given. If it is taken, a
            number is added.

        Raises
        ------
        OSError
            If the folder cannot be written.
        """
        text = self._text()
        path = save_new(self._folder / (name or self._file_name()), text)
        self._saved[text] = path.name
        return path

    def resume(self, record: Record, beside: Any = None) -> None:
        """Play on from a record; its computer players take their seats again where they are known.

        The game that was on the table is kept at hand, among those that "Save and open" offers.

        Parameters
        ----------
        record : Record
        beside
            What the board keeps beside its record (`_beside`); a new game's unless given.
        """
        unknown = []
        seats: list[Policy | None] = []
        for name in record.names or [""] * record.start.players:
            computer = name.removeprefix(COMPUTER)
            policy = self._computers.get(self._computer_called(computer)) if computer != name else None
            if computer != name and policy is None:
                unknown.append(computer)
            seats.append(policy)
        if not record.names and record.start.players == len(self._seats):
            seats = list(self._seats)
        self._replace(record, seats, record.names, beside)
        self._say("board.said.opened")
        for computer in unknown:
            self._say_more("board.said.seat_taken", name=computer)
        self._go_on()

    # The game.

    def _seed(self, seed: int | None) -> None:
        if seed is None:
            self._dice, self._minds = Random(), Random()
        else:
            self._dice, self._minds = Random(f"dice {seed}"), Random(f"minds {seed}")

    def _header(
        self, count: int, players: Sequence[Policy | None], names: Sequence[str | None]
    ) -> tuple[str, ...]:
        """The names of the players as a record keeps them."""
        header = []
        for i in range(count):
            policy = players[i] if i < len(players) else None
            name = names[i] if i < len(names) else None
            if policy is not None:
                header.append(COMPUTER + self._name_of(policy))
            else:
                header.append(name or say("board.player.person", self._lang, player=i + 1))
        return tuple(header)

    def _name_of(self, policy: Policy) -> str:
        return next(name for name, known in self._computers.items() if known is policy)

    def _set_out(
        self, record: Record, seats: Sequence[Policy | None], names: Sequence[str | None], beside: Any = None
    ) -> None:
        """Put a game on the table, with what is kept beside it."""
        self._record = record
        self._seats = tuple(seats)
        self._names = tuple(
            name if name and not name.startswith(COMPUTER) and not _DEFAULT_NAME.fullmatch(name) else ""
            for name in [*names, *[None] * len(seats)][: len(seats)]
        )
        self._shown = 0
        self._looking: int | None = None
        self._new_from = len(record.steps)
        self._revision += 1
        self._answer = None
        self.trouble = None
        self._stuck = False

    def _replace(
        self, record: Record, seats: Sequence[Policy | None], names: Sequence[str | None], beside: Any = None
    ) -> None:
        """Set out another game; the one on the table is kept at hand."""
        former = [(self._record, self._beside()), *self._former] if self._record.steps else self._former
        self._former = [one for one in former if one[0] is not record][:MOST_FORMER]
        self._set_out(record, seats, names, beside)

    def _people(self) -> tuple[int, ...]:
        return tuple(player for player, policy in enumerate(self._seats, 1) if policy is None)

    def _actor(self) -> int | None:
        """The person who is to decide."""
        if self._record.result is not None:
            return None
        to_act = self.state.to_act()
        return to_act[0] if to_act and self._seats[to_act[0] - 1] is None else None

    def _chooses(self) -> int | None:
        """The person who has something to choose: where redoing stops."""
        return self._actor()

    def _computer_is_due(self) -> bool:
        """Whether play goes on without a person, now."""
        return self._record.result is None and self._actor() is None and not self._waits()

    def _happen_by_itself(self) -> None:
        """Chance that waits for nobody: cards, and the rolls of computers."""
        while (chance := self.state.chance()) is not None and not self._waits():
            self._record.happen(chance.sample(self._dice))

    def _settle(self, watched: bool = False) -> None:
        """Play on as far as it goes without a person. Where only computers play, one move at a time."""
        self._happen_by_itself()
        while self._computer_is_due() and (self._people() or watched):
            if not self._computer_moves():
                return
            self._happen_by_itself()

    def _computer_moves(self) -> bool:
        """Ask the computer player for its move, and make it; False if it has none to offer."""
        player = self.state.to_act()[0]
        policy = self._seats[player - 1]
        assert policy is not None
        view = self.state.view(player)
        # A policy is somebody else's program: whatever it raises is told, and the game stands.
        try:
            move = policy(view, self._minds)
            why = view.why_illegal(move)
        except Exception as error:
            self.trouble = error
            self._stumbled("board.trouble.policy", player, trouble=self._named_trouble(error))
            return False
        if why is not None:
            self.trouble = IllegalMove(move, why, view)
            if self.state.secrets:
                self._stumbled("board.trouble.policy", player, trouble=type(self.trouble).__name__)
            else:
                self._stumbled("board.trouble.policy_illegal", player, move=str(move)[:40], why=why)
            return False
        self._record.play(player, move)
        self._stuck = False
        self.trouble = None
        return True

    def _stumbled(self, key: str, player: int, **data: object) -> None:
        self._stuck = True
        self._say(key, "trouble", player=self._called(player), **data)

    def _named_trouble(self, error: Exception) -> str:
        """An error in one line; only its kind while there are secrets, which its text might tell."""
        kind = type(error).__name__
        if self.state.secrets:
            return kind
        text = error.say(self._lang) if isinstance(error, InabaError) else str(error)
        return f"{kind}: {text[:200]}" if text else kind

    def _refuse_move(self, move: Any) -> NoReturn:
        """Why no person may make a move now: the game's own reason, or that a computer is to move."""
        to_act = self.state.to_act()
        if self._record.result is not None or not to_act:
            self._record.play(self.state.turn, move)
        raise IllegalMove(move, Reason("board.why.nobody"), self._shown_view())

    def _decide(self, player: int, move: Any) -> None:
        before = len(self._record.steps)
        self._record.play(player, move)
        self._shown = 0
        self._began(before)

    def _began(self, before: int) -> None:
        """Something changed: what follows step ``before`` is news to the browser."""
        self._new_from = min(before, len(self._record.steps))
        self._looking = None
        self._revision += 1
        self._shown = 0
        self._stuck = False
        self._say_nothing()

    def _go_on(self) -> None:
        self._settle()
        self._publish()

    def _can_undo(self) -> bool:
        people = self._people()
        return any(map(self._is_decision, self._record.steps)) if people else bool(self._record.steps)

    def _file_name(self) -> str:
        return f"{self._notation.name}-{date.today().isoformat()}.txt"

    # Messages from the browser.

    def set_state(self, sync_data: Mapping[str, Any]) -> None:
        """Take no state from the browser: it gets ours again."""
        if ours := [key for key in sync_data if key in self.keys]:
            self.send_state(ours)

    def _receive(self, _widget: object, content: object, _buffers: object) -> None:
        """Whatever the browser sent: it is always answered by a scene that differs."""
        self._received += 1
        # Only forms are answered by name: what else is refused may tell a hand, and must not stay.
        self._reply = {"to": "", "ok": True}
        try:
            if not can_be_sent(content):
                raise Refusal("board.why.message")
            match content:
                case {"do": "new" | "position" | "open" | "read" | "save", "ask": str(token)} if (
                    len(token) <= 40
                ):
                    self._reply["to"] = token
            self._obey(content)
        except InabaError as error:
            self._refuse(error)
        self._publish()

    def _check_revision(self, revision: object) -> None:
        if type(revision) is not int:
            raise Refusal("board.why.message")
        if revision != self._revision:
            raise Refusal("board.why.stale")

    def _check_present(self, revision: object) -> None:
        self._check_revision(revision)
        if self._looking is not None:
            raise Refusal("board.why.looking")

    def _look(self, at: int | None) -> None:
        if at is not None and not 0 <= at <= len(self._record.steps):
            raise Refusal("board.why.message")
        self._looking = None if at == len(self._record.steps) else at
        self._say_nothing()
        if self._looking:
            self._retell(self._looking)

    def _retell(self, at: int) -> None:
        """Say what had happened in a turn until so many steps had been taken."""
        begins = max(i for i in self._beginnings() if i < at)
        told = self._told(begins, at)
        self._hear(" ".join(sentence for frame in told for sentence in frame["said"]), "info")

    def _show(self, player: int) -> None:
        if player == 0:
            self._shown = 0
            self._say("board.said.cards_hidden")
        elif player in self._may_show():
            self._shown = player
            self._say("board.said.cards_shown", player=player)
        else:
            raise Refusal("board.why.no_cards")

    def _save(self) -> None:
        text = self._text()
        if text in self._saved and (self._folder / self._saved[text]).exists():
            self._say("board.said.already_saved", name=self._saved[text])
        else:
            wanted = self._file_name()
            try:
                path = self.save(wanted)
            except OSError as error:
                raise Refusal("board.said.not_saved", trouble=of_system(error)) from None
            if path.name == wanted:
                self._say("board.said.saved", name=path.name)
            else:
                self._say("board.said.saved_beside", taken=wanted, name=path.name)
        if self._reply.get("to"):
            self._reply["text"] = self._said[0]
        self._saved_shown = True

    def _open(self, name: str) -> None:
        if found := re.fullmatch(r"former:([0-9])", name):
            if int(found[1]) >= len(self._former):
                raise Refusal("board.why.no_file", "name", name=name)
            self.resume(*self._former[int(found[1])])
            return
        if name not in self._files():
            raise Refusal("board.why.no_file", "name", name=name[:80])
        try:
            self._resume_text(self._text_of(name))
        except OSError as error:
            raise Refusal("board.said.not_opened", "name", trouble=of_system(error)) from None
        except InabaError as error:
            raise in_field(error, "name") from None

    def _read(self, text: str) -> None:
        """Open a record or a position that was pasted."""
        try:
            if text.lstrip().startswith("["):
                self._resume_text(text)
            elif len(text.split()) in self._position_fields:
                self._set_position(text.strip(), None)
            else:
                fewest, most = self._position_fields
                game = self._notation.name
                raise Refusal("board.why.no_record", "text", game=game, fewest=fewest, most=most)
        except InabaError as error:
            raise in_field(error, "text") from None

    def _set_position(self, text: str, rules_text: str | None) -> None:
        """Set up a position; with the rules of the game on the table unless they are given."""
        try:
            rules = self.state.rules if rules_text is None else self._notation.parse_rules(rules_text)
        except NotationError as error:
            raise in_field(error, "rules") from None
        try:
            state = self._notation.parse(text, rules)
        except NotationError as error:
            raise in_field(error, "text") from None
        seats = [*self._seats, *[None] * state.players][: state.players]
        names = [*self._names, *[""] * state.players][: state.players]
        record = Record(self._notation, state, players=self._header(state.players, seats, names))
        self._replace(record, seats, names)
        self._say("board.said.position")
        self._settle()

    def _check_seats(self, players: int, seats: Sequence[str], seed: str) -> None:
        """See that a new game has a player for each seat, and a seed that is a number or none."""
        if len(seats) != players:
            raise Refusal("board.why.seats", "players", n=len(seats), players=players)
        for seat in seats:
            if seat and seat not in self._computers:
                raise Refusal("board.why.seat", "players", name=seat[:40], names=", ".join(self._computers))
        if seed and not re.fullmatch(r"-?[0-9]{1,30}", seed, re.ASCII):
            raise Refusal("board.why.number", "seed", text=seed[:40])

    def _files(self) -> list[str]:
        """The games saved in the folder, the newest first."""
        found = []
        ours = f'[Game "{self._notation.name}"]'.encode()
        for path in filter(lambda path: can_be_sent(path.name), self._folder.glob("*.txt")):
            try:
                with path.open("rb") as file:
                    if file.read(200).removeprefix(b"\xef\xbb\xbf").startswith(ours):
                        found.append((path.stat().st_mtime, path.name))
            except OSError:
                continue  # a folder by such a name, or a file that may not be read, is no saved game
        return [name for _, name in sorted(found, reverse=True)[:MOST_FILES]]

    def _text_of(self, name: str) -> str:
        with (self._folder / name).open("rb") as file:
            return file.read(MOST_BYTES).decode("utf-8", "replace")

    # What is said.

    def _called(self, player: int) -> str:
        """What a player is called."""
        if self._names[player - 1]:
            return self._names[player - 1]
        key = "board.player.person" if self._seats[player - 1] is None else "board.player.computer"
        return say(key, self._lang, player=player)

    def _say(self, key: str, tone: str = "info", **data: object) -> None:
        self._hear(say(key, self._lang, **data), tone)

    def _say_more(self, key: str, **data: object) -> None:
        self._hear(f"{self._said[0]} {say(key, self._lang, **data)}", self._said[1])

    def _say_nothing(self) -> None:
        self._hear("", "info")

    def _hear(self, text: str, tone: str) -> None:
        self._said = (text, tone)
        self._talk += 1

    # The scene.

    def _may_show(self) -> tuple[int, ...]:
        """Who may ask to see his cards: people with secrets, where several share the screen."""
        people = self._people()
        secrets = self.state.secrets
        return tuple(p for p in people if any(secrets[p - 1])) if secrets and len(people) > 1 else ()

    def _viewer(self) -> int:
        """Whose view is shown: the only person's; else his who asked for his cards; else an onlooker's."""
        people = self._people()
        return people[0] if len(people) == 1 else self._shown

    def _shown_state(self) -> Any:
        at = len(self._record.steps) if self._looking is None else self._looking
        state: Any = self._record.states[at]
        return state

    def _shown_view(self) -> Any:
        return self._shown_state().view(self._viewer())

    def _publish(self) -> None:
        """Send the browser what it is to draw."""
        with self.hold_sync():
            if self.words.get("lang") != self._lang:
                self.set_trait("words", self._own_words())
            self.set_trait("scene", self._scene())
        if self.scene["advice"] is not None and self.scene["advice"]["thinking"]:
            # An adviser may take its time: the board shows what has happened first.
            self._answer = self._answered()
            self.set_trait("scene", self._scene())

    def _beginnings(self) -> list[int]:
        """For each turn the number of steps before it."""
        states = self._record.states
        return [i for i in range(len(self._record.steps)) if i == 0 or states[i].starts_turn()]

    def _record_text(self) -> str:
        """The record; of a draft game that is not over only what the viewer saw."""
        if self._record.start.secrets and self._record.result is None:
            return self._record.seen_by(self._viewer())
        return str(self._record)

    def _saved_games(self) -> list[Data]:
        former = [
            {"name": f"former:{i}", "label": say("board.said.former", self._lang, n=record.turns)}
            for i, (record, _) in enumerate(self._former)
        ]
        return [*former, *({"name": name, "label": name} for name in self._files())]

    def _computer_label(self, name: str) -> str:
        if self._computers[name] is uniform:
            return say("board.player.random", self._lang)
        return self._computer_names.get(name, {}).get(self._lang, name)

    def _computer_called(self, name: str) -> str:
        """The name by which the board knows a computer that a record calls so, perhaps in words."""
        if name in self._computers:
            return name
        return next((key for key, forms in self._computer_names.items() if name in forms.values()), name)

    def _seated(self, fewest: int, most: int) -> Data:
        """What the new-game form shows of the players: how many may play, and who sits where."""
        return {
            "fewest": fewest,
            "most": most,
            "players": self._record.start.players,
            "seats": ["" if policy is None else self._name_of(policy) for policy in self._seats],
            "computers": [[name, self._computer_label(name)] for name in self._computers],
        }

    def _around(self) -> Data:
        """What the browser draws around any game: what is said, the list of moves, advice and the forms."""
        view = self._shown_view()
        said, tone = self._said
        return {
            "rev": self._revision,
            "lang": self._lang,
            "said": {"n": self._talk, "text": said, "tone": tone},
            "trail": self._trail(),
            "moves": self._moves(),
            "looking": self._looking,
            "undo": self._can_undo(),
            "redo": bool(self._record.undone),
            "advice": self._advised(),
            "adviser": self._advise is not None,
            "advice_on": self._advice_shown,
            "viewer": self._viewer(),
            "show": list(self._may_show()),
            "position": str(view),
            "rules": str(view.rules),
            "record": self._record_text(),
            "file": self._file_name(),
            "saved": self._saved_games() if self._saved_shown else [],
            "options": self._options(),
            "received": self._received,
            "reply": self._reply,
        }

    # Advice.

    def _advised(self) -> Data | None:
        """What the adviser says of the moves of the player to decide, if the viewer may know."""
        view = self._advised_view()
        if view is None or not self._advice_shown:
            return None
        if self._answer is not None and self._answer[0] == view:
            return self._answer[1]
        return self._advice_of(view) | {"thinking": True}

    def _advised_view(self) -> Any | None:
        """What the player to decide sees, where advice may be shown."""
        state = self._shown_state()
        to_act, people = state.to_act(), self._people()
        over = self._looking is None and self._record.result is not None
        if self._advise is None or not to_act or over or (people and to_act[0] not in people):
            return None
        return state.view(to_act[0]) if not state.secrets or self._viewer() == to_act[0] else None

    def _advice_of(self, view: Any) -> Data:
        heading = say(self._advice_heading, self._lang, player=self._called(view.player))
        return {"heading": heading, "columns": [], "rows": [], "method": "", "trouble": "", "thinking": False}

    def _answered(self) -> tuple[Any, Data]:
        """Ask the adviser."""
        view = self._advised_view()
        assert view is not None
        assert self._advise is not None
        data = self._advice_of(view)
        # An adviser is somebody else's program: whatever it raises is told, and the game stands.
        try:
            answer = self._advise(view)
            if answer is None:
                return view, data
            method = _method(answer, self._lang) or _method(self._advise, self._lang)
            values = {str(move): value for move, value in islice(answer, MOST_ADVICE)}
            columns = [_heading(one, self._lang) for one in getattr(answer, "columns", ())]
            legal = {str(move): move for move in view.legal_moves()}
            # Several values a move stand in the adviser's own order; of one value the order is ours.
            order = filter(legal.__contains__, values) if columns else filter(values.__contains__, legal)
            found = [(legal[text], values[text]) for text in order]
            unclear = {str(move) for move in islice(getattr(answer, "unclear", ()), MOST_ADVICE)}
            told = _odds(found) if columns else _rows(found, unclear)
            rows = [row | self._row(move) for move, row in told]
            return view, data | {"method": method, "columns": columns, "rows": rows}
        except Exception as error:
            self.trouble = error
            trouble = say("board.trouble.advice", self._lang, trouble=self._named_trouble(error))
            return view, data | {"trouble": trouble}

    def _refuse(self, error: InabaError) -> None:
        match error:
            case IllegalMove(why=why) | NotationError(why=why) if not self._reply["to"]:
                text = why.say(self._lang)
                # A rule's reason is said amid other words as well; here it is a sentence of its own.
                if not text.endswith("。"):
                    text = say("board.said.refused", self._lang, why=text)
            case _:
                text = error.say(self._lang)
        self._reply["ok"] = False
        if self._reply["to"]:
            self._reply |= {"text": text, "field": getattr(error, "field", "")}
        self._hear(text, "refused")

    def _obey(self, content: object) -> None:
        """Do what a message asks; those of one game alone are for `_obey_own`."""
        match content:
            case {"do": "move", "rev": rev, "move": str(move)}:
                self._check_present(rev)
                self._play_by_hand(move)
            case {"do": "undo", "rev": rev}:
                self._check_revision(rev)
                self.undo()
            case {"do": "redo", "rev": rev}:
                self._check_revision(rev)
                self.redo()
            case {"do": "next", "rev": rev}:
                self._check_present(rev)
                self.step()
            case {"do": "look", "at": int() | None as at}:
                self._look(at)
            case {"do": "show", "player": int(player)}:
                self._show(player)
            case {"do": "advice", "on": bool(on)}:
                if self._advise is None:
                    raise Refusal("board.why.no_advice")
                self._advice_shown = on
                self._say_nothing()
            case {"do": "language", "lang": "ja" | "en" as lang}:
                self.lang = lang
            case {"do": "save"}:
                self._save()
            case {"do": "saved"}:
                self._saved_shown = True
            case {"do": "open", "name": str(name)}:
                self._open(name)
            case {"do": "read", "text": str(text)}:
                self._read(text)
            case {"do": "position", "text": str(text), "rules": str(rules)}:
                self._set_position(text, rules)
            case {"do": "new", "options": dict(options)}:
                self._new(options)
            case _:
                self._obey_own(content)

    def _trail(self) -> Data:
        """What happened since a person last acted, step by step, for the browser to show."""
        frames = self._told(self._new_from, len(self._record.steps))
        return {"rev": self._revision, "frames": list(frames)}

    def _moves(self) -> list[Data]:
        """The turns so far, each as the viewer saw it."""
        begins = [*self._beginnings(), len(self._record.steps)]
        shown = len(self._record.steps) if self._looking is None else self._looking
        turns = []
        for number, (begin, end) in enumerate(pairwise(begins), 1):
            steps: list[Played] = self._record.steps[begin:end]
            states = self._record.states[begin:end]
            viewer = self._viewer()
            seen = [
                state.seen(viewer, played.player, played.step)
                for state, played in zip(states, steps, strict=True)
            ]
            dealt = self._dealt(states[0], steps)
            text = "".join(seen[dealt:])
            if dealt:
                # A deal comes before all else: a word for its many cards, which the whole tells.
                text = f"{say('board.moves.deal', self._lang)} {text}".rstrip()
            turns.append(
                {
                    "n": number,
                    "at": end,
                    "player": states[0].turn,
                    "text": text,
                    "whole": "".join(seen),
                    "current": begin < shown <= end,
                }
            )
        return turns

    def _own_words(self) -> Data:
        """The words that the browser fills itself: those that its script names."""
        known = catalogue()
        keys = sorted(set(re.findall(r'"([a-z_]+\.ui\.[a-z_]+)"', str(self._esm))))
        return {"lang": self._lang} | {key: known.form(key, self._lang) for key in keys}


def named(players: Sequence[Policy | None], computers: Mapping[str, Policy]) -> dict[str, Policy]:
    """Every computer player that the board knows, by a name that a record can keep."""
    named: dict[str, Policy] = {"random": uniform}
    given: list[tuple[object, Policy]] = [*computers.items()]
    given += [(getattr(p, "name", None) or getattr(p, "__name__", None), p) for p in players if p]
    for name, policy in given:
        if any(known is policy for known in named.values()):
            continue
        base = re.sub(r'[,"\\\x00-\x1f\x7f]', " ", name if isinstance(name, str) else type(policy).__name__)
        base = " ".join(base.split())[:40] or "computer"
        unique, number = base, 2
        while unique in named:
            unique, number = f"{base} {number}", number + 1
        named[unique] = policy
    return named


def can_be_sent(content: object) -> bool:
    """Whether the browser can be sent this, in a refusal or as a name: halves of letters it cannot."""
    try:
        json.dumps(content, ensure_ascii=False, allow_nan=False).encode()
    except (TypeError, ValueError, RecursionError):
        return False
    return True


def in_field(error: InabaError, field: str) -> InabaError:
    """The same error, said of a field of a form."""
    error.field = getattr(error, "field", "") or field  # type: ignore[attr-defined]  # read by `Board._refuse` alone
    return error


def _method(source: object, lang: str) -> str:
    method = getattr(source, "method", None)
    if isinstance(method, Reason):
        return method.say(lang)
    return method[:300] if isinstance(method, str) else ""


def _rows(pairs: Sequence[tuple[Any, Any]], unclear: Collection[str] = ()) -> list[tuple[Any, Data]]:
    """Moves with their values, best first where the values can be compared; equal ones in legal order.

    Those of which it is unclear which is best come first, in legal order, and none of them is called best.
    """
    ranked = [(move, value, _size(value)) for move, value in pairs]
    sizes = [size for _, _, size in ranked if size is not None]
    best = max(sizes) if len(sizes) == len(ranked) and ranked else None
    if best is not None:
        ranked.sort(key=lambda row: (0, 0) if str(row[0]) in unclear else (1, -(row[2] or 0)))
    return [
        (move, _row(move, value, best is not None and size == best, maybe=str(move) in unclear))
        for move, value, size in ranked
    ]


def _odds(pairs: Sequence[tuple[Any, Any]]) -> list[tuple[Any, Data]]:
    """Moves with several values each, in the adviser's own order, whose first is its best."""
    return [
        (move, {"move": str(move), "cells": [_written(value) for value in values], "best": not number})
        for number, (move, values) in enumerate(pairs)
    ]


def _heading(column: object, lang: str) -> str:
    return column.say(lang) if isinstance(column, Reason) else str(column)[:MOST_WRITTEN]


def _written(value: Any) -> Data:
    """A value in one cell: a chance in percent, with the exact fraction where that says more; anything else
    as it writes itself."""
    exact = _cut(str(value))
    if not isinstance(value, Fraction) or not 0 <= value <= 1:
        return {"text": exact, "exact": ""}
    return {"text": in_percent(value, space=""), "exact": exact if value.denominator > 1 else ""}


def _cut(text: str) -> str:
    return f"{text[:MOST_WRITTEN]}…" if len(text) > MOST_WRITTEN else text


def _size(value: Any) -> Fraction | float | None:
    """What a value is compared by; None for one that is no number."""
    if isinstance(value, Fraction | float):
        return value
    try:
        return Fraction(value) if isinstance(value, int) else float(value)
    except (TypeError, ValueError):
        return None


def _row(move: Any, value: Any, best: bool, *, maybe: bool = False) -> Data:
    number = isinstance(value, Real) and not isinstance(value, bool)
    percent = in_percent(value, space="") if number else _about(value, ".1%")
    short = percent if number else _about(value, ".0%")
    exact = number and not isinstance(value, float)
    written = _cut(str(value)) if exact or not percent else ""
    # What is short stands on a card, beside others of its kind.
    short = (short or written).replace(" ", "")
    told = {"move": str(move), "text": written, "percent": percent, "short": short}
    return told | {"best": best and not maybe, "maybe": maybe}


def _about(value: Any, form: str) -> str:
    """An estimate or bounds in percent, where they can be written so; nothing where not."""
    try:
        return "" if isinstance(value, bool) else _cut(format(value, form))
    except (TypeError, ValueError):
        return ""
