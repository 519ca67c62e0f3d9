"""The table in the notebook: Cross Sevens for people and computer players, by mouse, touch or keyboard.

The frame of all tables of cards (`inaba.frame.table`) keeps the record, hears messages, hides hands and
saves; this table adds the field, the action cards and what is asked for. What the browser is sent never holds
a hand that the viewer does not see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from itertools import islice
from os import PathLike
from pathlib import Path
from typing import Any, Final

from inaba.cross_sevens.art import symbols
from inaba.cross_sevens.cards import SEVENS, Action
from inaba.cross_sevens.description import card_words, last_pass, outcome, text
from inaba.cross_sevens.moves import Begin, Claim, Dealt, Decline, End, Leave, Show
from inaba.cross_sevens.notation import NOTATION, parse
from inaba.cross_sevens.picture import picture
from inaba.cross_sevens.rules import FEWEST_PLAYERS, MOST_PLAYERS, VALUES, Rules
from inaba.cross_sevens.scene import (
    action_data,
    card_data,
    effect_data,
    frames,
    hand_data,
    laid,
    lays,
    passes_data,
    table_data,
    tries_data,
    ways,
)
from inaba.cross_sevens.state import State, View, start
from inaba.cross_sevens.table import (
    Claiming,
    Dealing,
    Leaving,
    Mixing,
    Overdue,
    Placing,
    Sevens,
    Trading,
    Trying,
    Turn,
)
from inaba.errors import SetupError
from inaba.frame.board import Advice, Data, Refusal, script
from inaba.frame.table import CardTable, Reviewing, at_field
from inaba.game import Policy, uniform
from inaba.record import Played, Record
from inaba.words import say

Adviser = Callable[[View], Advice | None]

_HERE: Final = Path(__file__).parent

_SETUP_FIELDS: Final = {"cross_sevens.setup.players": "players"}
"""Which field of the new-game form an error is about."""

_ANSWERS: Final = (Decline, Show, Claim, Leave, End)
"""What is said by who has nothing to choose, or has chosen already: undoing goes back before it."""


class Table(CardTable):
    """A table of Cross Sevens to play on.

    Parameters
    ----------
    position : State, str or Record, optional
        Where play begins: a state, the text of a position, or a record that is played on; the deal unless
        given.
    players : sequence of (None or Policy)
        Who plays, in seat order: None for a person, else a policy, called with a view and a random
        generator. Seats that the position has beyond these are people's.
    advise : callable, optional
        Called with the `View` of the player to move when advice is asked for; gives pairs of a move and its
        value, or None where it has no answer. Where the answer has an attribute ``columns`` (texts or
        reasons), each value is a sequence with one entry a column, and the moves come best first. An
        attribute ``method`` is shown as the line on how it was found.
    lang : {"ja", "en"}, optional
        The machine's unless given (`inaba.words.language`).
    seed : int, optional
        Of everything random: cards, and what the policies draw, each apart from the other.
    rules : Rules, optional
        For a position that is given as text, and for a new game.
    practice : bool
        Whether moves may be taken back.
    folder : path
        Where games are saved, and opened from.
    names : sequence of (str or None), optional
        What the players are called.
    computers, computer_names : mapping, optional
        Further computer players that the new-game form offers, by name, and what people read for the names.

    Raises
    ------
    NotationError
        If the text is no position.
    SetupError
        If the parts do not fit together.

    Notes
    -----
    Who is asked for a trump, or has nothing left to do in his turn, has nothing to choose: the table answers
    for him. Where several people share the screen, it ends a turn by itself only where everybody sees that
    no action card is left. Undoing takes back chance as well: playing on draws anew.

    Examples
    --------
    >>> table = Table("D8,D9,S2:plus/S6,S9/H8,JK DSHC - try*2 - - 1 -", players=(None,) * 3, lang="en")
    >>> table.play("D8@b2")
    >>> table.play("D9@b3+plus")
    >>> table.state.turn
    2
    >>> table.play("S9@c3")
    Traceback (most recent call last):
    ...
    inaba.errors.IllegalMove: illegal move S9@c3: S9 goes beside a card next in rank, … (position: …)
    """

    _notation = NOTATION
    _position_fields = (8, 9)
    _advice_heading = "board.advice.odds"
    _esm = "\n".join(
        [script("nodes.js", "frame.js", "table.js"), script("field.js", "widget.js", folder=_HERE)]
    )
    _css = "\n".join([script("frame.css", "table.css"), script("widget.css", folder=_HERE)])

    def __init__(
        self,
        position: State | str | Record | None = None,
        *,
        players: Sequence[Policy | None] = (None, uniform, uniform),
        advise: Adviser | None = None,
        lang: str | None = None,
        seed: int | None = None,
        rules: Rules | None = None,
        practice: bool = True,
        folder: str | PathLike[str] = ".",
        names: Sequence[str | None] = (),
        computers: Mapping[str, Policy] | None = None,
        computer_names: Mapping[str, Mapping[str, str]] | None = None,
    ) -> None:
        self._practice = practice
        self._prepare(
            players=players,
            advise=advise,
            lang=lang,
            seed=seed,
            folder=folder,
            computers=computers,
            computer_names=computer_names,
        )
        self._advice_shown = False
        record = self._first(position, players, names, Rules() if rules is None else rules)
        seats = [*players, *[None] * record.start.players][: record.start.players]
        self._set_out(record, seats, names or record.names)
        super().__init__()

    def _first(
        self,
        position: State | str | Record | None,
        players: Sequence[Policy | None],
        names: Sequence[str | None],
        rules: Rules,
    ) -> Record:
        """The record to begin with."""
        if isinstance(position, Record):
            return position
        if position is None:
            state, today = start(len(players), rules), date.today().isoformat()
            header = self._header(state.players, players, names)
            return Record(NOTATION, state, players=header, date=today)
        state = parse(position, rules) if isinstance(position, str) else position
        return Record(NOTATION, state, players=self._header(state.players, players, names))

    def _picture_and_text(self, view: View) -> tuple[str, str]:
        return picture(view, lang=self._lang).html(), text(view, self._lang)

    # The game.

    def _is_decision(self, played: Played) -> bool:
        first_seven = isinstance(played.step, Begin) and not played.step.end
        return super()._is_decision(played) and not isinstance(played.step, _ANSWERS) and not first_seven

    def _dealt(self, state: Any, steps: Sequence[Played]) -> int:
        return sum(isinstance(one.step, Dealt) for one in steps) if isinstance(state.phase, Dealing) else 0

    def _forced(self) -> Any | None:
        actor = self._actor()
        if actor is None:
            return None
        match self.state.phase:
            case Sevens() | Overdue() | Trying() | Claiming() | Leaving():
                known = True
            case Turn(laid=True):
                # Who holds no action card can do nothing more, as everybody sees.
                known = self._alone() or not self.state.held[actor - 1]
            case _:
                known = False
        moves = [*islice(self.state.legal_moves(actor), 2)] if known else []
        return moves[0] if len(moves) == 1 else None

    # Messages from the browser.

    def _play_by_hand(self, move: str) -> None:
        actor, before = self._actor(), len(self._record.steps)
        super()._play_by_hand(move)
        goes_on = not any(state.starts_turn() for state in self._record.states[before + 1 :])
        if actor is not None and self._actor() == actor and goes_on and not self._alone():
            # His turn goes on, and he is still in front of the screen.
            self._shown = actor

    def _obey_own(self, content: object) -> None:
        match content:
            case {"do": "why", "rev": rev, "move": str(move)}:
                self._check_present(rev)
                self._explain(move)
            case _:
                super()._obey_own(content)

    def _explain(self, move: str) -> None:
        """Say why a move is not allowed, and do nothing."""
        if (actor := self._actor()) is None or self._viewer() != actor:
            raise Refusal("board.why.hidden")
        why = self._shown_view().why_illegal(move)
        if why is None:
            self._say("cross_sevens.table.can", move=move[:80])
        else:
            self._say("board.said.refused", "refused", why=why)

    def _new(self, options: Data) -> None:
        match options:
            case {
                "players": int(players),
                "seats": list(seats),
                "rules": dict(rules),
                "practice": bool(practice),
                "seed": str(seed),
            } if all(isinstance(one, str) for one in [*seats, *rules, *rules.values()]):
                pass
            case _:
                raise Refusal("board.why.message")
        if not set(rules) <= set(VALUES):
            raise Refusal("board.why.message")
        self._check_seats(players, seats, seed)
        try:
            state = start(
                players, Rules(**{"try_hit" if name == "try" else name: rules[name] for name in rules})
            )
        except SetupError as error:
            raise at_field(error, _SETUP_FIELDS) from None
        policies = [self._computers[seat] if seat else None for seat in seats]
        names = [*self._names, *[""] * players][:players]
        header, today = self._header(players, policies, names), date.today().isoformat()
        self._replace(Record(NOTATION, state, players=header, date=today), policies, names)
        self._practice = practice
        self._seed(int(seed) if seed else None)
        self._say("board.said.begins")
        self._settle()

    # The scene.

    def _drawn(self) -> str:
        return symbols("inaba-cross-sevens-")

    def _told(self, begin: int, end: int) -> Iterator[Data]:
        states, steps = self._record.states[begin : end + 1], self._record.steps[begin:end]
        yield from frames(states, steps, self._viewer(), self._called, self._lang)

    def _scene(self) -> Data:
        lang, view = self._lang, self._shown_view()
        return self._around() | {
            "table": table_data(view, self._called, lang),
            "new": self._new_cells(),
            "players": [self._player_data(view, player) for player in range(1, view.players + 1)],
            "hand": hand_data(view, lang),
            "actions": action_data(view, lang),
            "stops": view.actions.count(Action.STOP),
            "effects": [effect_data(action, view.rules, lang) for action in Action],
            "ask": self._asked(view),
        }

    def _new_cells(self) -> list[str]:
        """The cells on which something was laid since a person last acted; looking back, in the last step."""
        at = self._looking
        begin, end = (max(at - 1, 0), at) if at is not None else (self._new_from, len(self._record.steps))
        states = self._record.states
        return [
            cell for i in range(begin, end) for cell in laid(states[i], self._record.steps[i], states[i + 1])
        ]

    def _player_data(self, view: View, player: int) -> Data:
        policy = self._seats[player - 1]
        over = self._record.result if self._looking is None else None
        ranks = self.state.ranks() if over is not None else None
        return {
            "player": player,
            "name": self._called(player),
            "computer": "" if policy is None else self._computer_label(self._name_of(policy)),
            "asked": over is None and not isinstance(view.phase, Turn) and player in view.to_act(),
            "out": "finished"
            if player in view.finished
            else "eliminated"
            if player in view.eliminated
            else "",
            "rank": ranks[player - 1] if ranks else 0,
            "won": over is not None and over[player - 1] > 0,
            # Once the game is over, the cards that are left lie open.
            "cards": [] if over is None else [str(card) for card in self.state.hand(player)],
        }

    def _asked_of(self, view: View, actor: int) -> Data:
        """What a person who sees his hand is asked for, and what may be done."""
        lang, called = self._lang, self._called
        match view.phase:
            case Sevens() | Overdue():
                suit = next(move.suit for move in view.legal_moves() if isinstance(move, Begin))
                card = SEVENS[suit]
                return self._ask("seven", "cross_sevens.ask.seven", actor, card=card_words(card, lang)) | {
                    "card": card_data(card, lang) | {"ways": ways(view)[str(card)]}
                }
            case Placing(target=target, card=card):
                data = {"card": card_words(card, lang), "target": called(target)}
                return self._ask("place", "cross_sevens.ask.place", actor, **data) | {
                    "card": card_data(card, lang) | {"ways": ways(view)[str(card)]}
                }
            case Trading(target=target):
                other = called(target if actor == view.turn else view.turn)
                return self._ask("give", "cross_sevens.ask.trade", actor, target=other)
            case Mixing():
                return self._ask("give", "cross_sevens.ask.mix", actor)
            case _:
                assert isinstance(view.phase, Turn)
                return self._turn_asked(view, view.phase, actor)

    def _turn_asked(self, view: View, phase: Turn, actor: int) -> Data:
        if phase.laid:
            key = "laid"
        elif phase.missed:
            key = "missed"
        elif any(not lay.actions() for lay in lays(view)):
            key = "turn"
        else:
            key = "nothing_act" if view.actions else "nothing"
        asked = self._ask("turn", f"cross_sevens.ask.{key}", actor)
        if last_pass(view):
            asked["text"] += f" {say('cross_sevens.ask.last', self._lang)}"
        return asked | {
            "end": phase.laid,
            "passes": passes_data(view),
            "tries": tries_data(view, self._lang),
        }

    def _told_at_the_end(self) -> Data:
        told = outcome(self.state, self._lang, self._called)
        return self._ask("over", "cross_sevens.ask.told", told=told)

    def _options(self) -> Data:
        """What the new-game form shows first: the game on the table."""
        begin: State = self._record.start
        lang = self._lang
        return self._seated(FEWEST_PLAYERS, MOST_PLAYERS) | {
            "practice": self._practice,
            "rules": [
                {
                    "option": option,
                    "label": say(f"cross_sevens.option.{option}", lang),
                    "values": [
                        [value, say(f"cross_sevens.option.{option}_{value}", lang)] for value in values
                    ],
                    "value": begin.rules.value(option),
                }
                for option, values in VALUES.items()
            ],
        }


class Review(Reviewing, Table):
    """A game of Cross Sevens to look at, step by step, with what one player saw: nothing can be played.

    Parameters
    ----------
    record : Record
    player : int
        Whose eyes it is seen through first, from 1; 0 for an onlooker. Another may be chosen.
    lang : {"ja", "en"}, optional

    Raises
    ------
    SetupError
        If there is no such player.

    Examples
    --------
    >>> from inaba.cross_sevens import NOTATION, parse
    >>> record = Record(NOTATION, parse("D8,D9:plus/S6/H8,JK DSHC - try*2 - - 1 -"))
    >>> record.play(1, "D8@b2")
    >>> Review(record, player=2, lang="en").scene["position"]
    '??,??:??/S6/??,?? DSHC D8,D9,H8,JK plus,try*2 - - 1 -'
    """

    def __init__(self, record: Record, player: int = 1, *, lang: str | None = None) -> None:
        self._look_through(record, player)
        super().__init__(record, players=(), lang=lang)


def _way_out(view: View, player: int) -> str:
    """How a player left the game: ``"finished"``, ``"eliminated"``, or empty while he is in."""
    return "finished" if player in view.finished else "eliminated" if player in view.eliminated else ""


__all__ = ["Adviser", "Review", "Table"]
