"""The board in the notebook: River for people and computer players, by mouse, touch or keyboard.

Python holds the truth, a `Record`; the browser draws a *scene*, plain data told from what the viewer may
see, and sends back small messages. Nothing that arrives is trusted: a message that is malformed, out of date
or against the rules is answered in words and changes nothing. Without a browser (in a test, or when a
notebook is run by a program) the board is played by its methods all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from os import PathLike
from pathlib import Path
from typing import Any, Final, Literal

from inaba import river
from inaba.dice import format_dice, parse_dice
from inaba.errors import ImpossibleEvent, InabaError, NotationError, SetupError
from inaba.frame import board as frame
from inaba.frame.board import Advice, Data, Frame, Refusal, in_field
from inaba.game import Policy
from inaba.record import Played, Record
from inaba.river.art import symbols
from inaba.river.cards import Card
from inaba.river.description import card_words, text
from inaba.river.draft import Picking, Placing
from inaba.river.moves import Dealt
from inaba.river.picture import picture
from inaba.river.rules import Rules
from inaba.river.scene import acting_rabbit, bank_words, card_data, cells, destinations, frames
from inaba.river.state import FEWEST_PLAYERS, MOST_PLAYERS, Fight, Peeking, Riding, State, View
from inaba.words import say

Adviser = Callable[[View], Advice | None]

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

_HERE: Final = Path(__file__).parent

_BEFORE: Final = {"grid.js": "nodes.js", "widget.js": "frame.js", "widget.css": "frame.css"}
"""What each file of this package needs before it of `inaba.frame`."""


def script(*names: str, folder: Path = _HERE) -> str:
    """A browser's script or style sheet, put together from files of a folder.

    A widget that shows a river puts ``grid.js`` of this package before its own. What a file of this package
    needs of `inaba.frame` comes before it.
    """
    needed = (frame.script(_BEFORE[name]) for name in names if folder == _HERE and name in _BEFORE)
    return "\n".join([*needed, frame.script(*names, folder=folder)])


__all__ = ["Adviser", "Board", "Refusal", "script"]


class Board(Frame):
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
        where it has no answer. A value is a Fraction, or anything that ``str`` writes, shown in percent if
        ``format(value, ".1%")`` writes it so. An attribute ``method`` of the answer, or of the adviser, is
        shown as the line on how it was found. An attribute ``unclear`` of the answer holds the moves of which
        it cannot tell the best: they stand first, in legal order, and none is called best.
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

    _notation = river.NOTATION
    _position_fields = (5, 6)
    _esm = script("grid.js", "widget.js")
    _css = script("widget.css")

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
        self._typed = dice == "typed"
        self._prepare(
            players=players,
            advise=advise,
            lang=lang,
            seed=seed,
            folder=folder,
            computers=computers,
            computer_names=computer_names,
        )
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

    def _drawn(self) -> str:
        return symbols("inaba-")

    # What a program may ask and do.

    @property
    def state(self) -> State:
        """The position now."""
        state: State = self._record.state
        return state

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

    def _waits(self) -> bool:
        return self._roller() is not None

    def _roller(self) -> int | None:
        """The person who is to roll, or to type a roll."""
        phase = self.state.phase
        if not isinstance(phase, Fight):
            return None
        return phase.rabbit if self._typed or self._seats[phase.rabbit - 1] is None else None

    # Messages from the browser.

    def _refuse(self, error: InabaError) -> None:
        if isinstance(error, ImpossibleEvent):
            error = Refusal("board.why.faces", dice=format_dice(self.state.rules.dice))
        super()._refuse(error)

    def _obey_own(self, content: object) -> None:
        match content:
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
            case _:
                super()._obey_own(content)

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
        self._check_seats(players, seats, seed)
        try:
            rolled = parse_dice(dice)
        except NotationError as error:
            raise in_field(error, "dice") from None
        try:
            cards = river.parse_deck(deck)
        except NotationError as error:
            raise in_field(error, "deck") from None
        try:
            rules = Rules(orca=orca, rest=rest, dice=rolled)  # type: ignore[arg-type]  # Rules itself refuses other words
            state = river.start(players, cards, columns, rows, rules, setup, first)
        except SetupError as error:
            raise in_field(error, _SETUP_FIELDS.get(error.key, "")) from None
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

    # What is said.

    # The scene.

    def _row(self, move: Any) -> Data:
        return _row(move)

    def _scene(self) -> Data:
        lang, view = self._lang, self._shown_view()
        return self._around() | {
            "columns": view.board.columns,
            "rows": view.board.rows,
            "cells": cells(view, lang),
            "players": [self._player_data(view, player) for player in range(1, view.players + 1)],
            "ask": self._asked(view),
            "hand": [card_data(card, lang) for card in view.own.hand],
            "kept": [card_data(card, lang) for card in view.own.kept],
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

    def _told(self, begin: int, end: int) -> Iterator[Data]:
        steps = self._record.steps[begin:end]
        yield from frames(
            self._record.states[begin : end + 1], steps, self._viewer(), self._called, self._lang
        )

    def _dealt(self, state: Any, steps: Sequence[Played]) -> int:
        # In a draft the deal comes before all else.
        return sum(isinstance(played.step, Dealt) for played in steps)

    def _options(self) -> Data:
        """What the new-game form shows first: the game on the table."""
        start: State = self._record.start
        cards = tuple(sorted([*start.table.unseen, *(spot.card for spot in start.spots if spot.card)]))
        rules = start.rules
        return self._seated(FEWEST_PLAYERS, MOST_PLAYERS) | {
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

    # Advice.


def _faces(die: Iterable[int]) -> list[int]:
    return sorted(die)


def _deck_name(cards: tuple[Card, ...]) -> str:
    """A deck by its name, or as text."""
    return next((name for name, deck in river.DECKS.items() if deck == cards), river.format_deck(cards))


def _row(move: Any) -> Data:
    """The rabbit of a move and where it leads, for the river to mark."""
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
    return {"rabbit": rabbit, "to": to}
