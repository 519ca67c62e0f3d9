"""The table in the notebook: Same One for people and computer players, by mouse, touch or keyboard.

The frame of all boards (`inaba.frame.board`) keeps the record, hears messages and saves; this table adds the
cards, the question who calls Same One, the race for it, and the match. What the browser is sent never holds
a hand that the viewer does not see.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from os import PathLike
from pathlib import Path
from random import Random
from typing import Any, Final, Literal

from inaba.errors import SetupError
from inaba.frame.board import Advice, Data, Refusal, script
from inaba.frame.table import CardTable, Reviewing, at_field
from inaba.game import Policy, uniform
from inaba.record import Played, Record
from inaba.same_one.art import symbols
from inaba.same_one.cards import Card
from inaba.same_one.description import text
from inaba.same_one.match import Match, format_match, parse_match, scores_of
from inaba.same_one.moves import Call, Called, Dealt, Decline, Foul, Play, parse_move
from inaba.same_one.notation import NOTATION, parse
from inaba.same_one.picture import picture
from inaba.same_one.race import SPEED, believed, check_speed, drawn, limit, span
from inaba.same_one.rules import FEWEST_PLAYERS, FLAGS, MOST_PLAYERS, Rules
from inaba.same_one.scene import card_data, frames, hand_data, middle, outcome
from inaba.same_one.state import State, View, start
from inaba.same_one.table import Asking, Dealing, Drawn, Placing, Racing
from inaba.words import say

Adviser = Callable[[View], Advice | None]

_HERE: Final = Path(__file__).parent

_SETUP_FIELDS: Final = {
    "same_one.setup.players": "players",
    "same_one.setup.first": "first",
    "same_one.setup.no_scores": "match",
    "same_one.race.speed": "speed",
}
"""Which field of the new-game form an error is about."""


class Table(CardTable):
    """A table of Same One to play on.

    Parameters
    ----------
    position : State, str, Record or Match, optional
        Where play begins: a state, the text of a position, a record that is played on, or a match. Unless
        given, a match from its first game; a single game where the rules say that it is played on.
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
        Of everything random: cards, races, and what the policies draw, each apart from the others.
    rules : Rules, optional
        For a position that is given as text, and for a new game.
    calls : {"asked", "race"}
        How Same One is called: everybody is asked, and of two callers chance says who is first; or a race
        against the computers in the browser, where one person plays (`inaba.same_one.race`).
    speed : int
        How quick computers are in a race: milliseconds on average, 300 to 5000.
    ask : {"always", "holding"}
        Whether a person alone at the table is asked after every play, or only where he holds the number.
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
    Where several people share the screen, hands stay hidden until their owner asks for them, and are hidden
    again once he has moved. A game saved to a file holds everything, since it could not be played on
    otherwise. Undoing takes back chance as well: playing on draws anew.

    Examples
    --------
    >>> table = Table("g3,g9/b5,y9/y1,y2 g7:3 g12 b2,y30 1 0", players=(None, None, None), lang="en")
    >>> table.play("g9")
    >>> table.state.to_act()
    (2, 3)
    >>> table.play("!y9")
    >>> table.play("-")
    >>> str(table.state)
    'g3/b5/y1,y2 - g7,g9,g12,y9 b2,y30 2 0'
    >>> table.play("b6")
    Traceback (most recent call last):
    ...
    inaba.errors.IllegalMove: illegal move b6: b6 is not in your hand (b5) (position: …)
    """

    _times: dict[int, dict[int, int]]
    """For each number of steps at which a question was put, or a race run, its times by player."""

    _notation = NOTATION
    _position_fields = (6, 7)
    _advice_heading = "board.advice.odds"
    _esm = "\n".join([script("nodes.js", "frame.js", "table.js"), script("widget.js", folder=_HERE)])
    _css = "\n".join([script("frame.css", "table.css"), script("widget.css", folder=_HERE)])

    def __init__(
        self,
        position: State | str | Record | Match | None = None,
        *,
        players: Sequence[Policy | None] = (None, uniform, uniform),
        advise: Adviser | None = None,
        lang: str | None = None,
        seed: int | None = None,
        rules: Rules | None = None,
        calls: Literal["asked", "race"] = "asked",
        speed: int = SPEED,
        ask: Literal["always", "holding"] = "holding",
        practice: bool = True,
        folder: str | PathLike[str] = ".",
        names: Sequence[str | None] = (),
        computers: Mapping[str, Policy] | None = None,
        computer_names: Mapping[str, Mapping[str, str]] | None = None,
    ) -> None:
        self._race, self._asks_always = _check_how(calls, ask)
        self._speed = check_speed(speed)
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
        rules = Rules() if rules is None else rules
        record, match = self._first(position, players, names, rules)
        seats = [*players, *[None] * record.start.players][: record.start.players]
        self._set_out(record, seats, names or record.names, (match, []))
        super().__init__()

    def _first(
        self,
        position: State | str | Record | Match | None,
        players: Sequence[Policy | None],
        names: Sequence[str | None],
        rules: Rules,
    ) -> tuple[Record, Match | None]:
        """The record to begin with, and the match that it is a game of."""
        if isinstance(position, Record):
            return position, None
        if position is None:
            position = start(len(players), rules)
            if not rules.play_on:
                position = Match(position)
        if isinstance(position, Match):
            header = self._header(position.players, players, names)
            return position.record(players=header, date=date.today().isoformat()), position
        state = parse(position, rules) if isinstance(position, str) else position
        return Record(NOTATION, state, players=self._header(state.players, players, names)), None

    # What a program may ask and do.

    @property
    def match(self) -> Match | None:
        """The match, with the games that are over; None for a single game."""
        if self._match is None or (scores := self._scores()) is None:
            return self._match
        return self._match.scored(scores)

    def next_game(self) -> None:
        """Begin the next game of the match.

        Raises
        ------
        Refusal
            If there is none, or the game on the table is not over.
        """
        match = self.match
        if match is None or match.over or self._scores() is None:
            raise Refusal("same_one.table.no_next_game")
        games, names = [*self._games, self._record], self._names
        record = match.record(players=self._record.names, date=date.today().isoformat())
        self._set_out(record, self._seats, names, (match, games))
        self._say("same_one.table.next_game", n=match.number, games=match.players)
        self._go_on()

    def undo(self) -> None:
        """Take back to the last decision of a person, and what followed it.

        Raises
        ------
        Refusal
            If there is none, or moves are not taken back at this table.
        """
        super().undo()
        # What is played anew is raced for anew.
        now = self._asking_since()
        self._times = {at: times for at, times in self._times.items() if at < now}

    def _picture_and_text(self, view: View) -> tuple[str, str]:
        return picture(view, lang=self._lang).html(), text(view, self._lang)

    # The game.

    def _seed(self, seed: int | None) -> None:
        super()._seed(seed)
        self._clocks = Random() if seed is None else Random(f"clocks {seed}")

    def _set_out(
        self,
        record: Record,
        seats: Sequence[Policy | None],
        names: Sequence[str | None],
        beside: tuple[Match | None, list[Record]] | None = None,
    ) -> None:
        super()._set_out(record, seats, names, beside)
        self._match, self._games = beside or (None, [])
        self._times = {}
        self._opened: tuple[int, float] | None = None

    def _beside(self) -> Any:
        return self._match, self._games

    def _text(self) -> str:
        return format_match([*self._games, self._record])

    def _resume_text(self, text: str) -> None:
        if not re.search(r'^\[Match "', text, re.MULTILINE):
            super()._resume_text(text)
            return
        match, records = parse_match(text)
        if scores_of(records[-1]) is not None:
            match = Match(match.opening, match.games[:-1])
        self.resume(records[-1], (match, records[:-1]))

    def _is_decision(self, played: Played) -> bool:
        # Who does not call has hardly decided anything: undoing goes back to where he did.
        return super()._is_decision(played) and not isinstance(played.step, Decline)

    def _dealt(self, state: Any, steps: Sequence[Played]) -> int:
        return sum(isinstance(one.step, Dealt) for one in steps) if isinstance(state.phase, Dealing) else 0

    def _scores(self) -> tuple[int, ...] | None:
        return scores_of(self._record)

    # Same One.

    def _forced(self) -> Decline | None:
        """No call, for a person alone who is asked for one that he cannot make, and wants not to be."""
        actor = self._asked_person()
        if actor is None or not self._alone() or self._asks_always:
            return None
        calls = any(isinstance(move, Call) for move in self.state.legal_moves(actor))
        return None if calls else Decline()

    def _happen_by_itself(self) -> None:
        """Cards come off the pile; a race is won by the clock where all callers were clocked."""
        while (chance := self.state.chance()) is not None:
            phase = self.state.phase
            event = self._first_by_clock(phase) if isinstance(phase, Racing) and self._race else None
            self._record.happen(chance.sample(self._dice) if event is None else event)

    def _times_drawn(self) -> dict[int, int]:
        """The computers' times of the race that is on, drawn once, for all of them in the order of seats."""
        at = self._asking_since()
        if at not in self._times:
            self._times[at] = {
                player: drawn(self._speed, self._clocks)
                for player, policy in enumerate(self._seats, 1)
                if policy is not None
            }
        return self._times[at]

    def _asking_since(self) -> int:
        """How many steps there were when the question that is open was put."""
        at = len(self._record.steps)
        while at and isinstance(self._record.states[at - 1].phase, Asking):
            at -= 1
        return at

    def _first_by_clock(self, phase: Racing) -> Called | None:
        """The calls by their times; None where somebody has none, or two are equal: then chance says."""
        times = self._times_drawn()
        self._times[len(self._record.steps)] = times
        if any(player not in times for player, _ in phase.calls):
            return None
        order = sorted(phase.calls, key=lambda call: times[call[0]])
        if len(order) > 1 and times[order[0][0]] == times[order[1][0]]:
            return None
        return Called(tuple(order))

    def _races(self) -> bool:
        """Whether a race is on that a person may win: he alone plays, and is asked now."""
        alone = self._alone() and self._asked_person() is not None
        return self._race and self._looking is None and alone

    def _asked_person(self) -> int | None:
        """The person who is asked for a call now."""
        return self._actor() if isinstance(self.state.phase, Asking) else None

    # Messages from the browser.

    def _decide(self, player: int, move: Any) -> None:
        if self._races():
            # A call that tells no time of its own counts as the slowest.
            self._times_drawn().setdefault(player, limit(self._speed))
        super()._decide(player, move)
        self._opened = None

    def _tried(self, player: int, move: str) -> Any:
        """The move that a person tries: a card that may not be laid is a foul, where fouls are moves."""
        tried = parse_move(move)
        if not self.state.rules.fouls or self.state.why_illegal(player, tried) is None:
            return tried
        match tried:
            case Play(cards=(Card() as card, *_)) | Call(card=card):
                foul = Foul(card)
                return foul if self.state.why_illegal(player, foul) is None else tried
            case _:
                return tried

    def _obey_own(self, content: object) -> None:
        match content:
            case {"do": "window", "rev": rev}:
                self._check_present(rev)
                if not self._races():
                    raise Refusal("same_one.table.no_race")
                # Only the first time counts: who asks again gets no more of it.
                if self._opened is None or self._opened[0] != self._revision:
                    self._opened = (self._revision, time.monotonic())
                self._times_drawn()
                self._say_nothing()
            case {"do": "race", "rev": rev, "move": str(move), "ms": int(ms)}:
                self._check_present(rev)
                self._race_by_hand(move, ms)
            case {"do": "nobody", "rev": rev}:
                self._check_present(rev)
                self._nobody()
            case {"do": "next_game", "rev": rev}:
                self._check_present(rev)
                self.next_game()
            case {"do": "speed", "ms": int(ms)}:
                self._speed = check_speed(ms)
                self._times.clear()
                self._say("same_one.table.speed", seconds=f"{ms / 1000:.1f}")
            case _:
                super()._obey_own(content)

    def _race_by_hand(self, move: str, ms: int) -> None:
        """A call, or none, in a race: with the time that the browser measured."""
        if not self._races() or self._opened is None or self._opened[0] != self._revision:
            raise Refusal("same_one.table.no_race")
        elapsed = round((time.monotonic() - self._opened[1]) * 1000)
        counted = believed(ms, elapsed) if 0 <= ms <= limit(self._speed) else None
        if counted is None:
            raise Refusal("same_one.table.clock")
        actor = self._actor()
        assert actor is not None
        self._times_drawn()[actor] = counted
        self._play_by_hand(move)

    def _nobody(self) -> None:
        """Nobody at the screen calls: the answer of all people who are still asked."""
        if self._alone() or self._asked_person() is None:
            raise Refusal("same_one.table.nobody_asked")
        before, since = len(self._record.steps), self._asking_since()
        while (player := self._asked_person()) is not None and self._asking_since() == since:
            self._record.play(player, Decline())
            self._settle()
        self._began(before)

    def _new(self, options: Data) -> None:
        match options:
            case {
                "players": int(players),
                "seats": list(seats),
                "first": int(first),
                "match": bool(is_match),
                "calls": str(calls),
                "speed": int(speed),
                "ask": str(ask),
                "practice": bool(practice),
                "flags": list(flags),
                "seed": str(seed),
            } if all(isinstance(one, str) for one in [*seats, *flags]):
                pass
            case _:
                raise Refusal("board.why.message")
        self._check_seats(players, seats, seed)
        try:
            race, always = _check_how(calls, ask)
            check_speed(speed)
            if not set(flags) <= set(FLAGS):
                raise Refusal("board.why.message")
            state = start(players, Rules("fixed_order" in flags, "play_on" in flags, "fouls" in flags), first)
            match = Match(state) if is_match else None
        except SetupError as error:
            raise at_field(error, _SETUP_FIELDS) from None
        policies = [self._computers[seat] if seat else None for seat in seats]
        names = [*self._names, *[""] * players][:players]
        header, today = self._header(players, policies, names), date.today().isoformat()
        if match is None:
            record = Record(NOTATION, state, players=header, date=today)
        else:
            record = match.record(players=header, date=today)
        self._replace(record, policies, names, (match, []))
        self._race, self._asks_always, self._speed, self._practice = race, always, speed, practice
        self._seed(int(seed) if seed else None)
        self._say("board.said.begins")
        self._settle()

    # The scene.

    def _drawn(self) -> str:
        return symbols("inaba-same-one-")

    def _told(self, begin: int, end: int) -> Iterator[Data]:
        yield from frames(
            self._record.states[begin : end + 1],
            self._record.steps[begin:end],
            self._viewer(),
            self._called,
            self._lang,
            self._times if self._race else {},
            begin,
        )

    def _record_text(self) -> str:
        """The games of the match that are over, and this one: while it goes on, what the viewer saw."""
        over = self._record.result is not None
        now = str(self._record) if over else self._record.seen_by(self._viewer())
        return "\n".join([*map(str, self._games), now])

    def _scene(self) -> Data:
        lang, view = self._lang, self._shown_view()
        return self._around() | {
            "middle": middle(view, self._called, lang),
            "players": [self._player_data(view, player) for player in range(1, view.players + 1)],
            "hand": hand_data(view, lang),
            "ask": {"moves": [], "places": 0} | self._asked(view),
            "race": {"limit": limit(self._speed)} if self._races() else None,
            "calls": "race" if self._race else "asked",
            "speed": self._speed,
            "span": [f"{ms / 1000:.2f}" for ms in span(self._speed)],
            "sheet": self._sheet(),
        }

    def _player_data(self, view: View, player: int) -> Data:
        policy = self._seats[player - 1]
        over = self._record.result if self._looking is None else None
        asked = isinstance(view.phase, Asking) and player in view.to_act()
        return {
            "player": player,
            "name": self._called(player),
            "computer": "" if policy is None else self._computer_label(self._name_of(policy)),
            "asked": asked and over is None,
            "share": "" if over is None else str(over[player - 1]),
            # Once the game is over, the cards that are left lie open, to be counted.
            "cards": []
            if over is None
            else [card_data(card, self._lang) for card in self.state.hand(player)],
        }

    def _covered(self, view: View, actor: int) -> Data:
        if not isinstance(view.phase, Asking) or view.centre is None:
            return super()._covered(view, actor)
        return self._ask("show_call", "same_one.ask.show_call", actor, number=view.centre.number)

    def _asked_of(self, view: View, actor: int) -> Data:
        phase, centre = view.phase, view.centre
        number = centre.number if centre else 0
        match phase:
            case Asking():
                asked = self._ask("asked", "same_one.ask.call", actor, number=number)
            case Drawn():
                asked = self._ask("drawn", "same_one.ask.drawn", actor)
            case Placing():
                asked = self._ask("put", "same_one.ask.put", actor)
            case _ if centre is None:
                asked = self._ask("lead", "same_one.ask.lead", actor)
            case _:
                asked = self._ask("follow", "same_one.ask.follow", actor, centre=centre, number=number)
        moves = [str(move) for move in view.legal_moves() if not isinstance(move, Foul)]
        places = len(view.own.hand) + 1 if view.rules.fixed_order else 0
        return asked | {"moves": moves, "places": places}

    def _told_at_the_end(self) -> Data:
        """How the game ended, and the match if it was its last."""
        told = outcome(self.state, self._called, self._lang)
        match = self.match
        if match is not None and match.over:
            comma = say("picture.words.comma", self._lang)
            winners = comma.join(map(self._called, match.winners()))
            won = say("same_one.ended.match", self._lang, players=winners, points=max(match.totals()))
            told = say("same_one.ended.both", self._lang, game=told, match=won)
        next_game = match is not None and not match.over
        return self._ask("over", "same_one.ended.told", told=told) | {"next": next_game}

    def _sheet(self) -> Data | None:
        """The match so far, for the score sheet; a single game's scores once it is over."""
        match, scores = self.match, self._scores()
        if match is None:
            games = [list(scores)] if scores is not None else []
            return {"games": games, "totals": [], "of": 1, "now": 1} if games else None
        return {
            "games": [list(one) for one in match.games],
            "totals": list(match.totals()),
            "of": match.players,
            "now": len(self._games) + 1,
        }

    def _options(self) -> Data:
        """What the new-game form shows first: the game on the table."""
        begin: State = self._record.start
        return self._seated(FEWEST_PLAYERS, MOST_PLAYERS) | {
            "first": begin.turn,
            "match": self._match is not None,
            "calls": "race" if self._race else "asked",
            "speed": self._speed,
            "ask": "always" if self._asks_always else "holding",
            "practice": self._practice,
            "flags": [flag for flag in FLAGS if getattr(begin.rules, flag)],
        }


class Review(Reviewing, Table):
    """A game of Same One to look at, step by step, with what one player saw: nothing can be played.

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
    >>> from inaba.same_one import NOTATION, parse
    >>> record = Record(NOTATION, parse("g3,g9/b5,y9/y1,y2 g7:3 g12 b2,y30 1 0"))
    >>> record.play(1, "g9")
    >>> Review(record, player=2, lang="en").scene["position"]
    '??,??/b5,y9/??,?? g7:3 g12 g3,g9,b2,y1,y2,y30 1 0'
    """

    def __init__(self, record: Record, player: int = 1, *, lang: str | None = None) -> None:
        self._look_through(record, player)
        super().__init__(record, players=(), lang=lang)


def _check_how(calls: object, ask: object) -> tuple[bool, bool]:
    """Whether Same One is raced for, and whether a person alone is always asked."""
    if calls not in ("asked", "race"):
        raise SetupError("same_one.table.calls", calls=calls)
    if ask not in ("always", "holding"):
        raise SetupError("same_one.table.ask", ask=ask)
    return calls == "race", ask == "always"


__all__ = ["Adviser", "Review", "Table"]
