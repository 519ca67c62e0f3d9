"""The board in the notebook: River for people and computer players, by mouse, touch or keyboard.

Python holds the truth, a `Record`; the browser draws a *scene*, plain data told from what the viewer may
see, and sends back small messages. Nothing that arrives is trusted: a message that is malformed, out of date
or against the rules is answered in words and changes nothing. Without a browser (in a test, or when a
notebook is run by a program) the board is played by its methods all the same.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from fractions import Fraction
from itertools import islice, pairwise
from numbers import Real
from os import PathLike
from pathlib import Path
from random import Random
from typing import Any, Final, Literal, NoReturn

import anywidget
import traitlets

from inaba import river
from inaba.dice import format_dice, parse_dice
from inaba.errors import IllegalMove, ImpossibleEvent, InabaError, NotationError, Reason, SetupError
from inaba.files import save_new
from inaba.game import Policy, uniform
from inaba.record import Played, Record
from inaba.river.art import symbols
from inaba.river.cards import Card
from inaba.river.description import card_words, text
from inaba.river.draft import Picking, Placing
from inaba.river.moves import Dealt
from inaba.river.picture import picture
from inaba.river.rules import Rules
from inaba.river.scene import acting_rabbit, bank_words, card_data, cells, destinations, frames
from inaba.river.state import Fight, Peeking, Riding, State, View
from inaba.words import catalogue, language, say

Advice = Iterable[tuple[Any, Any]]
Adviser = Callable[[View], Advice | None]
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

_SETUP_FIELDS: Final = {
    "river.setup.size": "columns",
    "river.setup.players": "players",
    "river.setup.first": "first",
    "river.setup.cards": "deck",
    "river.setup.dolphins": "setup",
    "river.setup.uneven": "setup",
    "river.setup.setup": "setup",
    "river.setup.dice": "dice",
    "river.setup.option": "orca",
}
"""Which field of the new-game form an error is about."""


def script(*names: str, folder: Path = Path(__file__).parent) -> str:
    """A browser's script, put together from files of a folder.

    A widget that shows a river puts ``grid.js`` of this package before its own.
    """
    return "\n".join((folder / name).read_text(encoding="utf-8") for name in names)


class Refusal(InabaError):
    """Something that a person asked of the board and that cannot be done: why, and in which field."""

    def __init__(self, key: str, field: str = "", **data: object) -> None:
        super().__init__(key, **data)
        self.field = field


class Board(anywidget.AnyWidget):
    """A board of River to play on.

    Parameters
    ----------
    position : State, str or Record, optional
        Where play begins: a state, the text of a position, or a record that is played on. The standard
        opening for as many players as ``players`` has, unless given.
    players : sequence of (None or Policy)
        Who plays, in seat order: None for a person, else a policy, called with a view and a random
        generator. Seats that the position has beyond these are people's.
    advise : callable, optional
        Called with the `View` of the player to move; gives pairs of a move and its value for him, or None
        where it has no answer. A value is a Fraction, or anything that ``str`` writes. An attribute
        ``method`` of the answer, or of the adviser, is shown as the line on how it was found.
    lang : {"ja", "en"}, optional
        The machine's unless given (`inaba.words.language`).
    seed : int, optional
        Of everything random: dice, cards, and what the policies draw. The dice are drawn apart from the
        policies, so the same seed rolls the same dice whoever plays.
    rules : Rules, optional
        For a position that is given as text, and for the standard opening.
    dice : {"roll", "typed"}
        Whether the board rolls, or a class rolls real dice and types the faces.
    folder : path
        Where games are saved, and opened from.
    names : sequence of (str or None), optional
        What the players are called.
    computers : mapping of str to Policy, optional
        Further computer players that the new-game form offers, by name; a record keeps that name.
    computer_names : mapping of str to mapping of str to str, optional
        For names in ``computers`` what people read in each language, such as
        ``{"strong": {"ja": "強い", "en": "strong"}}``; the name itself unless given.

    Raises
    ------
    NotationError
        If the text is no position.
    SetupError
        If the parts do not fit together.

    Notes
    -----
    With a person at the table, computer players move at once, as soon as it is their turn, and the browser
    shows it step by step. Where only computers play, `step` or the button "Next" makes one move, and `run`
    all.

    In a draft game a person alone sees his own cards and nobody else's. Where several people share the
    screen, cards stay hidden until their owner asks for them, and are hidden again once he has moved. A game
    saved to a file holds everything, since it could not be played on otherwise.

    Undoing takes back chance as well: playing on rolls anew.

    Examples
    --------
    >>> board = Board("5,W,4/0,6,3 -,- 1 - -", lang="en", seed=1)
    >>> board.play("1a1")
    >>> board.state.to_act()
    (2,)
    >>> board.play("2c1")
    >>> board.happen("(1,2)")
    >>> str(board.state)
    '5,W,4/0,6,3x a1,c1 1 - -'
    >>> board.undo()
    >>> str(board.state)
    '5,W,4/0,6,3 a1,- 2 - -'
    >>> board.play("2c2")
    Traceback (most recent call last):
    ...
    inaba.errors.IllegalMove: illegal move 2c2: rabbit 2 can go to a1, b1, c1, not to c2 (position: …)
    """

    _esm = script("grid.js", "widget.js")
    _css = Path(__file__).with_name("widget.css")

    scene = traitlets.Dict(read_only=True).tag(sync=True)
    """All that the browser draws; told from what the viewer may see."""
    words = traitlets.Dict(read_only=True).tag(sync=True)
    """The browser's own words in the board's language."""
    art = traitlets.Unicode(read_only=True).tag(sync=True)
    """The drawings, as SVG symbols."""

    def __init__(
        self,
        position: State | str | Record | None = None,
        *,
        players: Sequence[Policy | None] = (None, None),
        advise: Adviser | None = None,
        lang: str | None = None,
        seed: int | None = None,
        rules: Rules | None = None,
        dice: Literal["roll", "typed"] = "roll",
        folder: str | PathLike[str] = ".",
        names: Sequence[str | None] = (),
        computers: Mapping[str, Policy] | None = None,
        computer_names: Mapping[str, Mapping[str, str]] | None = None,
    ) -> None:
        if dice not in ("roll", "typed"):
            raise SetupError("board.setup.dice", dice=dice)
        self._lang = language(lang)
        self._typed = dice == "typed"
        self._folder = Path(folder)
        self._advise = advise
        self._advice_shown = advise is not None
        self._answer: tuple[View, Data] | None = None
        self._computers = _named(players, computers or {})
        self._computer_names = {name: dict(forms) for name, forms in (computer_names or {}).items()}
        self._former: list[Record] = []
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
        if isinstance(position, Record):
            record = position
        else:
            if position is None:
                position = river.start(len(players), rules=rules)
            elif isinstance(position, str):
                position = river.parse(position, Rules() if rules is None else rules)
            record = Record(river.NOTATION, position, players=self._header(position.players, players, names))
        seats = [*players, *[None] * record.start.players][: record.start.players]
        self._set_out(record, seats, names or record.names)
        super().__init__()
        self.on_msg(self._receive)
        self.set_trait("art", f"<svg>{symbols('inaba-')}</svg>")
        self._settle()
        self._publish()

    # What a program may ask and do.

    @property
    def record(self) -> Record:
        """The game from its start."""
        return self._record

    @property
    def state(self) -> State:
        """The position now."""
        state: State = self._record.state
        return state

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

    def happen(self, event: Any) -> None:
        """Say what the dice show: an event, or its text ``"(3,4)"``.

        Raises
        ------
        ImpossibleEvent
            If it cannot happen here.
        NotationError
            If it is a text that is no event.
        """
        before = len(self._record.steps)
        self._record.happen(event)
        self._began(before)
        self._go_on()

    def roll(self) -> None:
        """Roll the dice of the fight that is due.

        Raises
        ------
        Refusal
            If none is.
        """
        chance = self.state.chance()
        if chance is None or not isinstance(self.state.phase, Fight):
            raise Refusal("board.why.no_roll")
        self.happen(chance.sample(self._dice))

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
            if undone.player in people or (not people and self.state.starts_turn()):
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
            if self._actor() is not None or (not self._people() and self.state.starts_turn()):
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
            ``river-2026-11-29.txt``, with today's date, unless given. If it is taken, a number is added.

        Raises
        ------
        OSError
            If the folder cannot be written.
        """
        text = str(self._record)
        path = save_new(self._folder / (name or self._file_name()), text)
        self._saved[text] = path.name
        return path

    def resume(self, record: Record) -> None:
        """Play on from a record; its computer players take their seats again where they are known.

        The game that was on the table is kept at hand, among those that "Save and open" offers.
        """
        unknown = []
        seats: list[Policy | None] = []
        for name in record.names or [""] * record.start.players:
            computer = name.removeprefix(_COMPUTER)
            policy = self._computers.get(self._computer_called(computer)) if computer != name else None
            if computer != name and policy is None:
                unknown.append(computer)
            seats.append(policy)
        if not record.names and record.start.players == len(self._seats):
            seats = list(self._seats)
        self._replace(record, seats, record.names)
        self._say("board.said.opened")
        for computer in unknown:
            self._say_more("board.said.seat_taken", name=computer)
        self._go_on()

    def __repr__(self) -> str:
        return f"Board({str(self._shown_view())!r})"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle: Any = super()._repr_mimebundle_(**kwargs)
        data: Data = bundle[0] if isinstance(bundle, tuple) else bundle
        view = self._shown_view()
        # For readers that show no widgets: the picture with its description, and the board of letters.
        data["text/html"] = picture(view, lang=self._lang).html()
        data["text/plain"] = text(view, self._lang)
        return bundle

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
                header.append(_COMPUTER + self._name_of(policy))
            else:
                header.append(name or say("board.player.person", self._lang, player=i + 1))
        return tuple(header)

    def _name_of(self, policy: Policy) -> str:
        return next(name for name, known in self._computers.items() if known is policy)

    def _set_out(self, record: Record, seats: Sequence[Policy | None], names: Sequence[str | None]) -> None:
        self._record = record
        self._seats = tuple(seats)
        self._names = tuple(
            name if name and not name.startswith(_COMPUTER) and not _DEFAULT_NAME.fullmatch(name) else ""
            for name in [*names, *[None] * len(seats)][: len(seats)]
        )
        self._shown = 0
        self._looking: int | None = None
        self._new_from = len(record.steps)
        self._revision += 1
        self._answer = None
        self.trouble = None
        self._stuck = False

    def _replace(self, record: Record, seats: Sequence[Policy | None], names: Sequence[str | None]) -> None:
        """Set out another game; the one on the table is kept at hand."""
        former = [self._record, *self._former] if self._record.steps else self._former
        self._former = [one for one in former if one is not record][:MOST_FORMER]
        self._set_out(record, seats, names)

    def _people(self) -> tuple[int, ...]:
        return tuple(player for player, policy in enumerate(self._seats, 1) if policy is None)

    def _actor(self) -> int | None:
        """The person who is to decide."""
        if self._record.result is not None:
            return None
        to_act = self.state.to_act()
        return to_act[0] if to_act and self._seats[to_act[0] - 1] is None else None

    def _roller(self) -> int | None:
        """The person who is to roll, or to type a roll."""
        phase = self.state.phase
        if not isinstance(phase, Fight):
            return None
        return phase.rabbit if self._typed or self._seats[phase.rabbit - 1] is None else None

    def _computer_is_due(self) -> bool:
        """Whether play goes on without a person, now."""
        return self._record.result is None and self._actor() is None and self._roller() is None

    def _happen_by_itself(self) -> None:
        """Chance that waits for nobody: cards, and the rolls of computers."""
        while (chance := self.state.chance()) is not None and self._roller() is None:
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
        return (
            any(played.player in people for played in self._record.steps)
            if people
            else bool(self._record.steps)
        )

    def _file_name(self) -> str:
        return f"river-{date.today().isoformat()}.txt"

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
            if not _can_be_sent(content):
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

    def _refuse(self, error: InabaError) -> None:
        match error:
            case IllegalMove(why=why) | NotationError(why=why) if not self._reply["to"]:
                text = why.say(self._lang)
                # A rule's reason is said amid other words as well; here it is a sentence of its own.
                if not text.endswith("。"):
                    text = say("board.said.refused", self._lang, why=text)
            case ImpossibleEvent():
                text = say("board.why.faces", self._lang, dice=format_dice(self.state.rules.dice))
            case _:
                text = error.say(self._lang)
        self._reply["ok"] = False
        if self._reply["to"]:
            self._reply |= {"text": text, "field": getattr(error, "field", "")}
        self._hear(text, "refused")

    def _obey(self, content: object) -> None:
        match content:
            case {"do": "move", "rev": rev, "move": str(move)}:
                self._check_present(rev)
                self._play_by_hand(move)
            case {"do": "roll", "rev": rev}:
                self._check_present(rev)
                if self._typed:
                    raise Refusal("board.why.typed" if self._roller() else "board.why.no_roll")
                if not self._roller():
                    raise Refusal("board.why.no_roll")
                self.roll()
            case {"do": "faces", "rev": rev, "faces": str(faces)}:
                self._check_present(rev)
                if not self._roller():
                    raise Refusal("board.why.no_roll")
                if not self._typed:
                    raise Refusal("board.why.not_typed")
                self._type_faces(faces)
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
                raise Refusal("board.why.message")

    def _check_revision(self, revision: object) -> None:
        if type(revision) is not int:
            raise Refusal("board.why.message")
        if revision != self._revision:
            raise Refusal("board.why.stale")

    def _check_present(self, revision: object) -> None:
        self._check_revision(revision)
        if self._looking is not None:
            raise Refusal("board.why.looking")

    def _play_by_hand(self, move: str) -> None:
        if (actor := self._actor()) is None:
            self._refuse_move(move)
        if isinstance(self.state.phase, Picking | Placing) and self._viewer() != actor:
            raise Refusal("board.why.hidden")
        self._decide(actor, move)
        self._settle()

    def _type_faces(self, text: str) -> None:
        try:
            event = river.parse_event(f"({text})")
        except NotationError:
            raise Refusal("board.why.faces", dice=format_dice(self.state.rules.dice)) from None
        self.happen(event)

    def _look(self, at: int | None) -> None:
        if at is not None and not 0 <= at <= len(self._record.steps):
            raise Refusal("board.why.message")
        self._looking = None if at == len(self._record.steps) else at
        self._say_nothing()
        if self._looking:
            begins = max(i for i in self._beginnings() if i < self._looking)
            told = frames(
                self._record.states[begins : self._looking + 1],
                self._record.steps[begins : self._looking],
                self._viewer(),
                self._called,
                self._lang,
            )
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
        text = str(self._record)
        if text in self._saved and (self._folder / self._saved[text]).exists():
            self._say("board.said.already_saved", name=self._saved[text])
        else:
            wanted = self._file_name()
            try:
                path = self.save(wanted)
            except OSError as error:
                raise Refusal("board.said.not_saved", trouble=_of_system(error)) from None
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
            record = self._former[int(found[1])]
        else:
            if name not in self._files():
                raise Refusal("board.why.no_file", "name", name=name[:80])
            try:
                record = _record(self._text_of(name))
            except OSError as error:
                raise Refusal("board.said.not_opened", "name", trouble=_of_system(error)) from None
            except InabaError as error:
                raise _in_field(error, "name") from None
        self.resume(record)

    def _read(self, text: str) -> None:
        try:
            if text.lstrip().startswith("["):
                self.resume(_record(text))
            elif len(text.split()) in (5, 6):
                self._set_position(text.strip(), None)
            else:
                raise Refusal("board.why.no_record", "text")
        except InabaError as error:
            raise _in_field(error, "text") from None

    def _set_position(self, text: str, rules_text: str | None) -> None:
        try:
            rules = self.state.rules if rules_text is None else river.parse_rules(rules_text)
        except NotationError as error:
            raise _in_field(error, "rules") from None
        try:
            state = river.parse(text, rules)
        except NotationError as error:
            raise _in_field(error, "text") from None
        seats = [*self._seats, *[None] * state.players][: state.players]
        names = [*self._names, *[""] * state.players][: state.players]
        record = Record(river.NOTATION, state, players=self._header(state.players, seats, names))
        self._replace(record, seats, names)
        self._say("board.said.position")
        self._settle()

    def _new(self, options: Data) -> None:
        match options:
            case {
                "players": int(players),
                "seats": list(seats),
                "deck": str(deck),
                "columns": int(columns),
                "rows": int(rows),
                "orca": str(orca),
                "rest": str(rest),
                "dice": str(dice),
                "how": "roll" | "typed" as how,
                "setup": str(setup),
                "first": int(first),
                "seed": str(seed),
            } if all(isinstance(seat, str) for seat in seats):
                pass
            case _:
                raise Refusal("board.why.message")
        if len(seats) != players:
            raise Refusal("board.why.seats", "players", n=len(seats), players=players)
        for seat in seats:
            if seat and seat not in self._computers:
                raise Refusal("board.why.seat", "players", name=seat[:40], names=", ".join(self._computers))
        if seed and not re.fullmatch(r"-?[0-9]{1,30}", seed, re.ASCII):
            raise Refusal("board.why.number", "seed", text=seed[:40])
        try:
            rolled = parse_dice(dice)
        except NotationError as error:
            raise _in_field(error, "dice") from None
        try:
            cards = river.parse_deck(deck)
        except NotationError as error:
            raise _in_field(error, "deck") from None
        try:
            rules = Rules(orca=orca, rest=rest, dice=rolled)  # type: ignore[arg-type]  # Rules itself refuses other words
            state = river.start(players, cards, columns, rows, rules, setup, first)
        except SetupError as error:
            raise _in_field(error, _SETUP_FIELDS.get(error.key, "")) from None
        policies = [self._computers[seat] if seat else None for seat in seats]
        names = [*self._names, *[""] * players][:players]
        record = Record(
            river.NOTATION,
            state,
            players=self._header(players, policies, names),
            date=date.today().isoformat(),
        )
        self._replace(record, policies, names)
        self._typed = how == "typed"
        self._seed(int(seed) if seed else None)
        self._say("board.said.begins")
        self._settle()

    def _files(self) -> list[str]:
        """The games saved in the folder, the newest first."""
        found = []
        for path in filter(lambda path: _can_be_sent(path.name), self._folder.glob("*.txt")):
            try:
                with path.open("rb") as file:
                    if file.read(200).removeprefix(b"\xef\xbb\xbf").startswith(b'[Game "river"]'):
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

    def _shown_state(self) -> State:
        at = len(self._record.steps) if self._looking is None else self._looking
        state: State = self._record.states[at]
        return state

    def _shown_view(self) -> View:
        return self._shown_state().view(self._viewer())

    def _publish(self) -> None:
        """Send the browser what it is to draw."""
        with self.hold_sync():
            if self.words.get("lang") != self._lang:
                self.set_trait("words", _words(self._lang))
            self.set_trait("scene", self._scene())
        if self.scene["advice"] is not None and self.scene["advice"]["thinking"]:
            # An adviser may take its time: the board shows what has happened first.
            self._answer = self._answered()
            self.set_trait("scene", self._scene())

    def _scene(self) -> Data:
        lang, record = self._lang, self._record
        view = self._shown_view()
        said, tone = self._said
        return {
            "rev": self._revision,
            "lang": lang,
            "columns": view.board.columns,
            "rows": view.board.rows,
            "cells": cells(view, lang),
            "players": [self._player_data(view, player) for player in range(1, view.players + 1)],
            "ask": self._asked(view),
            "said": {"n": self._talk, "text": said, "tone": tone},
            "trail": self._trail(),
            "moves": self._moves(),
            "looking": self._looking,
            "undo": self._can_undo(),
            "redo": bool(record.undone),
            "advice": self._advised(),
            "adviser": self._advise is not None,
            "advice_on": self._advice_shown,
            "hand": [card_data(card, lang) for card in view.own.hand],
            "kept": [card_data(card, lang) for card in view.own.kept],
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

    def _player_data(self, view: View, player: int) -> Data:
        square = view.rabbits[player - 1]
        why = ""
        if player in view.resting:
            why = say("river.why.resting", self._lang, rabbit=player)
        elif not view.table.over() and player not in view.table.movable():
            why = say("board.player.blocked", self._lang, rabbit=player)
        policy = self._seats[player - 1]
        result = self._record.result if self._looking is None else None
        return {
            "player": player,
            "name": self._called(player),
            "computer": "" if policy is None else self._computer_label(self._name_of(policy)),
            "at": bank_words(square, self._lang),
            "turn": player == self._on_turn(view),
            "resting": player in view.resting,
            "why": why,
            "share": "" if result is None else str(result[player - 1]),
        }

    def _on_turn(self, view: View) -> int:
        """Whose move it is: in a draft his who is to keep a card, in a fight still the turn player's."""
        if view.table.over() or (self._looking is None and self._record.result is not None):
            return 0
        to_act = view.to_act()
        return to_act[0] if to_act else view.turn

    def _asked(self, view: View) -> Data:
        """What is awaited, from whom, and what may be chosen."""
        lang = self._lang

        def ask(kind: str, key: str, player: int = 0, **data: object) -> Data:
            who = self._called(player) if player else ""
            text = say(key, lang, **{"player": who, **data})
            return {"kind": kind, "player": player, "text": text, "to": {}, "cards": [], "rabbit": rabbit}

        rabbit = acting_rabbit(view)
        if self._looking is not None:
            turns = len(list(self._beginnings()))
            turn = sum(i < self._looking for i in self._beginnings())
            key = "board.ask.look" if turn else "board.ask.look_start"
            return ask("look", key, turn=turn, turns=turns)
        if (result := self._record.result) is not None:
            if self._record.drawn:
                return ask("over", "board.ask.draw")
            return ask("over", "board.ask.won", result.index(1) + 1)
        if isinstance(view.phase, Fight):
            square = view.rabbits[rabbit - 1]
            kind = "faces" if self._typed else "roll"
            key = "board.ask.faces" if self._typed else "board.ask.roll"
            asked = ask(kind, key, rabbit, rabbit=rabbit, square=square, left=view.spot(square).left)
            return asked | {"dice": [_faces(die) for die in view.rules.dice]}
        actor = self._actor()
        if actor is None:
            player = view.to_act()[0]
            return (
                ask("stuck", "board.ask.stuck", player)
                if self._stuck
                else ask("wait", "board.ask.wait", player)
            )
        if isinstance(view.phase, Picking | Placing) and self._viewer() != actor:
            return ask("show", "board.ask.show", players=self._called(actor)) | {"player": actor}
        moves = list(self.state.legal_moves(actor))
        asked = self._asked_of(view, actor, ask, moves)
        return asked | {"to": destinations(moves)}

    def _asked_of(self, view: View, actor: int, ask: Callable[..., Data], moves: Sequence[object]) -> Data:
        phase = view.phase
        if isinstance(phase, Riding):
            card = view.spot(phase.landed[-1]).card
            assert card is not None
            animal = card_words(card, self._lang)
            return ask("ride", "board.ask.ride", actor, animal=animal, rabbit=phase.rabbit)
        if isinstance(phase, Peeking):
            return ask("peek", "board.ask.peek", actor)
        if isinstance(phase, Picking):
            return ask("keep", "board.ask.keep", actor)
        if isinstance(phase, Placing):
            return ask("lay", "board.ask.lay", actor)
        if moves == [river.Pass()]:
            return ask("pass", "board.ask.pass", actor)
        return ask("choose", "board.ask.choose", actor)

    def _trail(self) -> Data:
        """What happened since a person last acted, step by step, for the browser to show."""
        new = self._new_from
        told = frames(
            self._record.states[new:], self._record.steps[new:], self._viewer(), self._called, self._lang
        )
        return {"rev": self._revision, "frames": list(told)}

    def _beginnings(self) -> list[int]:
        """For each turn the number of steps before it."""
        states = self._record.states
        return [i for i in range(len(self._record.steps)) if i == 0 or states[i].starts_turn()]

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
            dealt = sum(isinstance(played.step, Dealt) for played in steps)
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

    def _record_text(self) -> str:
        """The record; of a draft game that is not over only what the viewer saw."""
        if self._record.start.secrets and self._record.result is None:
            return self._record.seen_by(self._viewer())
        return str(self._record)

    def _saved_games(self) -> list[Data]:
        former = [
            {"name": f"former:{i}", "label": say("board.said.former", self._lang, n=record.turns)}
            for i, record in enumerate(self._former)
        ]
        return [*former, *({"name": name, "label": name} for name in self._files())]

    def _options(self) -> Data:
        """What the new-game form shows first: the game on the table."""
        start: State = self._record.start
        cards = tuple(sorted([*start.table.unseen, *(spot.card for spot in start.spots if spot.card)]))
        rules = start.rules
        return {
            "players": start.players,
            "seats": ["" if policy is None else self._name_of(policy) for policy in self._seats],
            "computers": [[name, self._computer_label(name)] for name in self._computers],
            "deck": _deck_name(cards),
            "decks": [[name, river.format_deck(deck)] for name, deck in river.DECKS.items()],
            "columns": start.board.columns,
            "rows": start.board.rows,
            "orca": rules.orca,
            "rest": rules.rest,
            "dice": format_dice(rules.dice),
            "how": "typed" if self._typed else "roll",
            "setup": "draft" if start.secrets else "shuffled",
            "first": start.turn,
        }

    def _computer_label(self, name: str) -> str:
        if self._computers[name] is uniform:
            return say("board.player.random", self._lang)
        return self._computer_names.get(name, {}).get(self._lang, name)

    def _computer_called(self, name: str) -> str:
        """The name by which the board knows a computer that a record calls so, perhaps in words."""
        if name in self._computers:
            return name
        return next((key for key, forms in self._computer_names.items() if name in forms.values()), name)

    # Advice.

    def _advised(self) -> Data | None:
        """What the adviser says of the moves of the player to decide, if the viewer may know."""
        view = self._advised_view()
        if view is None or not self._advice_shown:
            return None
        if self._answer is not None and self._answer[0] == view:
            return self._answer[1]
        return self._advice_of(view) | {"thinking": True}

    def _advised_view(self) -> View | None:
        """What the player to decide sees, where advice may be shown."""
        state = self._shown_state()
        to_act, people = state.to_act(), self._people()
        over = self._looking is None and self._record.result is not None
        if self._advise is None or not to_act or over or (people and to_act[0] not in people):
            return None
        return state.view(to_act[0]) if not state.secrets or self._viewer() == to_act[0] else None

    def _advice_of(self, view: View) -> Data:
        name = self._called(view.player)
        return {"name": name, "rows": [], "method": "", "trouble": "", "thinking": False}

    def _answered(self) -> tuple[View, Data]:
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
            rows = _rows([(move, values[str(move)]) for move in view.legal_moves() if str(move) in values])
            return view, data | {"method": method, "rows": rows}
        except Exception as error:
            self.trouble = error
            trouble = say("board.trouble.advice", self._lang, trouble=self._named_trouble(error))
            return view, data | {"trouble": trouble}


_COMPUTER: Final = "computer: "
"""What stands before a computer player's name in a record."""

_DEFAULT_NAME = re.compile(r"(?:Player|プレイヤー) [1-4]")


def _named(players: Sequence[Policy | None], computers: Mapping[str, Policy]) -> dict[str, Policy]:
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


def _can_be_sent(content: object) -> bool:
    """Whether the browser can be sent this, in a refusal or as a name: halves of letters it cannot."""
    try:
        json.dumps(content, ensure_ascii=False, allow_nan=False).encode()
    except (TypeError, ValueError, RecursionError):
        return False
    return True


def _words(lang: str) -> Data:
    """The words that the browser fills itself."""
    known = catalogue()
    return {"lang": lang} | {key: known.form(key, lang) for key in known if key.startswith("board.ui.")}


def _of_system(error: OSError) -> str:
    return error.strerror or type(error).__name__


def _faces(die: Iterable[int]) -> list[int]:
    return sorted(die)


def _deck_name(cards: tuple[Card, ...]) -> str:
    """A deck by its name, or as text."""
    return next((name for name, deck in river.DECKS.items() if deck == cards), river.format_deck(cards))


def _record(text: str) -> Record:
    return Record.parse(text, river.NOTATION)


def _in_field(error: InabaError, field: str) -> InabaError:
    """The same error, said of a field of a form."""
    error.field = getattr(error, "field", "") or field  # type: ignore[attr-defined]  # read by `Board._refuse` alone
    return error


def _method(source: object, lang: str) -> str:
    method = getattr(source, "method", None)
    if isinstance(method, Reason):
        return method.say(lang)
    return method[:300] if isinstance(method, str) else ""


def _rows(pairs: Sequence[tuple[Any, Any]]) -> list[Data]:
    """Moves with their values, best first where the values can be compared; equal ones in legal order."""
    ranked = [(move, value, _size(value)) for move, value in pairs]
    sizes = [size for _, _, size in ranked if size is not None]
    best = max(sizes) if len(sizes) == len(ranked) and ranked else None
    if best is not None:
        ranked.sort(key=lambda row: -row[2] if row[2] is not None else 0)
    return [_row(move, value, best is not None and size == best) for move, value, size in ranked]


def _size(value: Any) -> Fraction | float | None:
    """What a value is compared by; None for one that is no number."""
    if isinstance(value, Fraction | float):
        return value
    try:
        return Fraction(value) if isinstance(value, int) else float(value)
    except (TypeError, ValueError):
        return None


def _row(move: Any, value: Any, best: bool) -> Data:
    rabbit, to = 0, ""
    match move:
        case river.Choose():
            rabbit, to = move.rabbit, move.to
        case river.Ride():
            to = move.to
        case river.Peek() | river.Lay():
            to = move.at
        case _:
            pass
    number = isinstance(value, Real) and not isinstance(value, bool)
    percent = _percent(value) if number else ""
    written = "" if isinstance(value, float) else str(value)
    if len(written) > MOST_WRITTEN:
        written = f"{written[:MOST_WRITTEN]}…"
    return {"move": str(move), "rabbit": rabbit, "to": to, "text": written, "percent": percent, "best": best}


def _percent(chance: Any) -> str:
    """A chance in percent; what is not quite 0 or 1 is not written as if it were."""
    if 0 < chance < Fraction(1, 2000):
        return "<0.1%"
    if Fraction(1999, 2000) < chance < 1:
        return ">99.9%"
    return f"{100 * float(chance):.1f}%"
