"""The explorer of River: set up any position, see what every move is worth, step into it and back.

Python holds the truth: what is on the table and the way there (`lessons.laboratory.exploration`), what the
solvers say of it (`lessons.laboratory.analyst`), and how it is told (`lessons.laboratory.account`). The
browser draws a *scene*, plain data with finished words, and sends back small messages. Nothing that arrives
is trusted: what is malformed, out of date or against the rules is answered in words and changes nothing. A
position that is half set up is never refused: the explorer says why it cannot be looked into yet, and what
would mend it.

In a draft, where a player knows cards that others do not, one looks through the eyes of one player, and
whoever sits here chooses whose. What that player does not see is neither shown nor sent, nor used: he tries
his moves in a river that agrees with what he sees (`lessons.laboratory.drafted`).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from html import escape
from pathlib import Path
from random import Random
from typing import Any, Final

import traitlets

from inaba import river
from inaba import words as engine
from inaba.dice import parse_dice
from inaba.errors import IllegalMove, InabaError, NotationError
from inaba.river.art import symbols
from inaba.river.board import GOAL, MOST_SIDE, START, Square
from inaba.river.cards import FACE_DOWN, MOST_HIT_POINTS, Card, Kind, Spot, parse_card
from inaba.river.description import card_words, text
from inaba.river.moves import Keep, Lay, Move, Pass
from inaba.river.picture import Picture, picture
from inaba.river.rules import Rules, format_rules, parse_rules
from inaba.river.scene import bank_words, frames
from inaba.river.state import MOST_PLAYERS, Fight, State, View
from inaba.river.widget import script
from inaba.words import language
from lessons.laboratory.account import Account, Data, Row, catalogue, say
from lessons.laboratory.analyst import SECONDS, Analyst, Effort, Known, Question
from lessons.laboratory.bench import Bench
from lessons.laboratory.drafted import Draft, opened
from lessons.laboratory.exploration import Exploration, steps_of
from lessons.laboratory.sketch import Sketch
from lessons.laboratory.worth import worth
from solvers.oracle import Shares
from solvers.search import Value

SOON: Final = 0.15
"""Seconds that a small position is waited for, so that it comes with its answer."""

PATIENCE: Final = 0.6
"""Seconds that an answer is waited for before the explorer is first shown."""

MOST_TEXT: Final = 1000

MOST_ON_ARROW: Final = 12
"""A picture cuts what is longer."""

EXAMPLES: Final = {
    "small": "5,W,4/0,6,3 -,- 1 - -",
    "ride": "5,W,4/O,6,D/3,5,7 -,- 1 - -",
    "hidden": "?,3/S,? -,- 1 - 4,O",
    "fight": "9-4,W a1,- 1 - - fight:1",
    "three": "3,W/0,4 -,-,- 1 - -",
    "classroom": str(river.start(deck="classroom")),
    "standard": str(river.start()),
}
"""Positions to begin with, by the name that is sent."""

DRAFTS: Final = {
    "draft": str(river.start(deck=river.parse_deck("0,7,D,W"), columns=2, rows=2, setup="draft")),
    "laying": ".,./.,?2:0 -,- 1 - - draft:place:/:7,W/D",
    "draft_three": str(river.start(3, river.parse_deck("4,6,8,10,D,W"), 3, 2, setup="draft")),
    "draft_classroom": str(river.start(deck="classroom", setup="draft")),
}
"""Drafts to begin with; what is still to be dealt is dealt anew each time."""


class Refused(InabaError, ValueError):
    """Something that was asked of the explorer and cannot be done: why, and in which field.

    Attributes
    ----------
    field : str
        ``"position"``, ``"rules"``, ``"dice"``, or nothing.
    """

    def __init__(self, key: str, field: str = "", **data: object) -> None:
        super().__init__(key, **data)
        self.field = field

    def say(self, lang: str | None = None) -> str:
        """The reason in words."""
        return say(self.key, language(lang), **self.data)


class Explorer(Bench):
    """A table on which any position of River can be set up and looked into.

    Parameters
    ----------
    position : State, View or str, optional
        What is on the table first: the position itself, its text, or a board that is at one
        (`lessons.position`); or what a player sees of a draft, also as text. A small open river unless given.
    rules : Rules or str, optional
        For a position that is given as text.
    lang : {"ja", "en"}, optional
        The machine's unless given.
    seed : int, optional
        Of rolls, of cards that are turned up, and of estimates.
    seconds : float
        How long a position is thought about before anybody asks for more.
    player : int, optional
        In a draft: through whose eyes one looks first; who is to act, unless given.

    Raises
    ------
    NotationError
        If the text is no position.
    SetupError
        If it is what an onlooker sees of a draft, who knows no card.
    Refused
        If there is no such player, or nothing is known of what he sees.

    Notes
    -----
    Answers are found in the background (`lessons.laboratory.analyst`), in a position of a few ten thousand
    positions within a fifth of a second. `wait` waits for them.

    Examples
    --------
    >>> explorer = Explorer("5,W,4/0,6,3 -,- 1 - -", lang="en", seed=1)
    >>> str(explorer.answer().value[0])
    '256163/279936'
    >>> explorer.best_line()
    >>> explorer.position
    '5,W,4/0,6,3 c1,- 1 - - fight:1'
    >>> explorer.back()
    >>> explorer.edit(explorer.sketch.move_rabbit(2, "a1").move_rabbit(1, "a1"))
    >>> print(explorer.state, explorer.sketch.text)
    None 5,W,4/0,6,3 a1,a1 1 - -

    A draft, of which player 1 sees no more than his own cards:

    >>> explorer = Explorer("?1:9,?2:W -,- 1 - -", player=1, lang="en", seed=1)
    >>> explorer.position
    '?1:9,?2 -,- 1 - W'
    >>> found = explorer.answer()
    >>> str(found.method), found.others, str(found.moves[0].move)
    ('exact', 'sensible', '1b1')
    """

    _esm = "\n".join([script("grid.js"), script("explorer.js", folder=Path(__file__).parent)])
    _css = "\n".join(
        [script("widget.css"), script("explorer.css", folder=Path(__file__).parent)],
    )

    scene = traitlets.Dict(read_only=True).tag(sync=True)
    """All that the browser draws."""
    art = traitlets.Unicode(read_only=True).tag(sync=True)
    """The drawings, as SVG symbols."""

    def __init__(
        self,
        position: State | View | str | None = None,
        *,
        rules: Rules | str | None = None,
        lang: str | None = None,
        seed: int | None = None,
        seconds: float = SECONDS,
        player: int | None = None,
    ) -> None:
        # First of all, since a widget that was refused is closed as well.
        self._analyst = Analyst(self._analysed, seconds=seconds, seed=seed)
        self._prepare(lang)
        if position is None:
            position = EXAMPLES["small"]
        self._rng = Random(seed)
        start = opened(position, rules, self._rng)
        if player is not None:
            _check_eyes(player, start)
        self._way = Exploration(start, player, self._rng)
        self._covered = False
        self._editing = False
        self._compared: tuple[str, ...] = ()
        self._effort = Effort.QUICK
        self._new_from = 0
        self._revision = 0
        self._trouble: dict[str, InabaError] = {}
        super().__init__()
        with self._lock:
            self._look()

    def open(self) -> None:
        self.set_trait("art", f"<svg>{symbols('inaba-')}</svg>")
        super().open()

    # What a program may ask and do.

    @property
    def state(self) -> State | None:
        """The position looked at; None while what is on the table is none.

        In a draft it is one of those that agree with what is seen; `view` has what is seen and no more.
        """
        return self._way.state

    @property
    def view(self) -> View | None:
        """What is seen of the position looked at: in a draft through the eyes that are chosen."""
        return self._account.view

    @property
    def eyes(self) -> int:
        """Through whose eyes one looks; 0 where everybody sees the same, or nobody looks."""
        return self._account.eyes if self._way.hidden else 0

    @property
    def position(self) -> str:
        """What is on the table as text, whether it is a position or not; in a draft what is seen of it."""
        return str(self.view) if self._way.hidden else self._way.sketch.text

    @property
    def sketch(self) -> Sketch:
        """What is on the table; `edit` puts another there."""
        return self._way.sketch

    @property
    def record(self) -> str:
        """The way as the record of a game, in a draft as it is seen. Raises `NotationError` while there is no
        position."""
        return self._way.record(self._covered)

    def answer(self, seconds: float | None = None) -> Known | None:
        """What the solvers say of the position looked at, once they are done.

        Parameters
        ----------
        seconds : float, optional
            How long to wait at most; until there is an answer unless given.

        Returns
        -------
        Answer or Shares or None
            None where there is none: the game is over, nothing is on the table, or it takes longer.
        """
        self.wait(seconds)
        return self._account.known()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until the solvers are done; False if the time is over before."""
        return self._analyst.wait(seconds)

    def play(self, move: Move | str) -> None:
        """Step into a move. Raises `IllegalMove`, or `NotationError` for a text that is none."""
        with self._lock:
            if self._covered and self._way.hidden and self._account.asked()["kind"] == "others":
                raise Refused("explorer.why.covered")
            before = self._way.at
            self._way.play(move)
            self._stepped(before)

    def happen(self, event: Any) -> None:
        """Step into a roll or a card. Raises `ImpossibleEvent`, or `NotationError` for another text; and
        `Refused` for a card of a draft, which lies where it lies."""
        with self._lock:
            if self._way.hidden and not self._rolling():
                raise Refused("explorer.why.lies")
            before = self._way.at
            self._way.happen(event)
            self._stepped(before)

    def roll(self) -> None:
        """Let chance decide.

        Raises
        ------
        SetupError
            If nothing is left to chance here.
        """
        with self._lock:
            before = self._way.at
            self._way.roll(self._rng)
            self._stepped(before)

    def _rolling(self) -> bool:
        return self.state is not None and isinstance(self.state.phase, Fight)

    def look(self, player: int) -> None:
        """Look at the draft through another player's eyes: at the way that he has gone, if any; 0 covers all
        cards that one player alone knows.

        Raises
        ------
        Refused
            If nothing is known of what he sees, or everybody sees the same.
        """
        with self._lock:
            if not self._way.hidden:
                raise Refused("explorer.why.no_draft")
            assert self._way.draft is not None
            if player:
                _check_eyes(player, self._way.draft)
                self._way.look(player, self._rng)
            self._covered = not player
            # Nothing that was said or refused of another's cards stays.
            self._trouble.clear()
            key = "explorer.said.eyes" if player else "explorer.said.covered"
            self._say(key, player=self._account.called(player or 1))
            self._changed()

    def let_others(self) -> None:
        """Let the others who are to act in a draft choose, by the policy that advice takes them to play by.

        Raises
        ------
        Refused
            If nobody else is to act.
        """
        with self._lock:
            if not self._way.others():
                raise Refused("explorer.why.no_others")
            before = self._way.at
            self._way.let_others(self._rng)
            self._stepped(before)

    def deal_again(self) -> None:
        """Deal again what is not seen of a draft; a new way begins here. Raises `Refused` if all is seen."""
        with self._lock:
            view = self.view
            if not self.eyes or view is None or not view.unseen:
                raise Refused("explorer.why.nothing_to_deal")
            self._way.deal_again(self._rng)
            self._say("explorer.said.dealt_again")
            self._changed()

    def best_line(self) -> None:
        """Step along the best moves of both sides, up to the next chance event; waits for them to be found.

        Where no line is known, as with bounds and estimates, it is the move that looks best alone.

        Raises
        ------
        Refused
            If nobody is to move, or no move is known to be best.
        """
        self.answer()
        with self._lock:
            self._walk()

    def back(self) -> None:
        """Look at the position one step before. Raises `Refused` at the beginning."""
        self.go(self._way.at - 1)

    def forward(self) -> None:
        """Look at the position one step on. Raises `Refused` at the end."""
        self.go(self._way.at + 1)

    def go(self, at: int) -> None:
        """Look at the position after so many steps of the way.

        Raises
        ------
        Refused
            If the way is not so long.
        """
        with self._lock:
            if type(at) is not int or not 0 <= at <= len(self._way.steps):
                raise Refused("explorer.why.no_step")
            self._way.go(at)
            self._say("explorer.said.at", at=at, of=len(self._way.steps))
            self._changed()

    def compare(self, *moves: str) -> None:
        """Put moves of the position looked at side by side, two at most; none puts them away.

        Raises
        ------
        Refused
            If one of them cannot be made here, or there are more than two.
        """
        with self._lock:
            self._compare(moves)
            self._look()

    def edit(self, sketch: Sketch) -> None:
        """Put something else on the table; `undo` brings back what was there."""
        with self._lock:
            if self._way.hidden:
                raise Refused("explorer.why.draft")
            self._way.edit(sketch)
            self._changed()

    def undo(self) -> None:
        """Bring back what was on the table before. Raises `Refused` if nothing was."""
        with self._lock:
            hidden = self._way.hidden
            if not self._way.undo():
                raise Refused("explorer.why.nothing_to_undo")
            self._say("explorer.said.undone")
            self._came_back(hidden)

    def _came_back(self, hidden: bool) -> None:
        """Something is on the table again. A draft is covered, unless it was looked into all the time."""
        self._covered = self._way.hidden and (self._covered or not hidden)
        self._changed()

    def redo(self) -> None:
        """Change again what was undone. Raises `Refused` if nothing was."""
        with self._lock:
            hidden = self._way.hidden
            if not self._way.redo():
                raise Refused("explorer.why.nothing_to_redo")
            self._say("explorer.said.redone")
            self._came_back(hidden)

    def think(self, effort: Effort) -> None:
        """Think longer about the position looked at."""
        with self._lock:
            self._effort = effort
            self._look()

    def stop(self) -> None:
        """Think no more; what was found so far stays."""
        with self._lock:
            self._analyst.stop()
            self._say("explorer.said.stopped")
            self._publish()

    def picture(self) -> Picture:
        """The position looked at as a picture, an arrow for each move with what it is worth.

        Raises
        ------
        Refused
            While what is on the table is no position.
        """
        if self.state is None:
            raise Refused("explorer.why.no_position")
        rows = self._account.move_rows()
        drawn: dict[str, Row] = {}
        for row in rows:
            move = river.parse_move(row.key)
            if isinstance(move, Lay):
                drawn.setdefault(move.at, row)  # on each square there is room for the best card
            elif not isinstance(move, Pass | Keep):
                drawn[row.key] = row
        arrows = {row.key: _on_arrow(row.value) for row in drawn.values()}
        best = [row.key for row in rows if row.key in arrows and self._account.is_best(row, rows)]
        return picture(self._shown(), lang=self._lang, arrows=arrows, best=best)

    def _shown(self) -> State | View:
        """The position looked at, or what is seen of it."""
        shown = self.view if self._way.hidden else self.state
        assert shown is not None
        return shown

    def close(self) -> None:
        """Take the explorer off the page; nothing is thought about any more."""
        self._analyst.stop()
        super().close()

    @property
    def _account(self) -> Account:
        return Account(
            self._way, self._analyst, self._lang, self._editing, self._compared, covered=self._covered
        )

    def __repr__(self) -> str:
        return f"Explorer({self.position!r})"

    def __str__(self) -> str:
        """The board of letters, with every move and what it is worth."""
        if self.state is None:
            return f"{self.position}\n{self._account.trouble_words()}"
        lines = [text(self._shown(), self._lang), *(" | ".join(row) for row in self._account.table())]
        return "\n".join([*lines, self._account.method()] if self._account.known() else lines)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        # What shows no widgets, as paper does, shows what is known now.
        self.wait(PATIENCE)
        bundle: Any = super()._repr_mimebundle_(**kwargs)
        data: Data = bundle[0] if isinstance(bundle, tuple) else bundle
        # For readers that show no widgets: the picture with its description, and the moves as a table.
        data["text/html"] = self._html()
        data["text/plain"] = str(self)
        return bundle

    def _html(self) -> str:
        if self.state is None:
            return f"<p><code>{escape(self.position)}</code><br>{escape(self._account.trouble_words())}</p>"
        rows = "".join(
            "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>"
            for row in self._account.table()
        )
        heading = escape(self._account.caption())
        table = f"<table><caption>{heading}</caption>{rows}</table>" if rows else ""
        return f"{self.picture().html()}{table}<p>{escape(self._account.method())}</p>"

    # What is known of the position looked at.

    # What changes.

    def _changed(self, new_from: int | None = None) -> None:
        """Something else is on the table; the steps after ``new_from`` are news to the browser."""
        self._revision += 1
        self._new_from = self._way.at if new_from is None else new_from
        self._compared = ()
        self._effort = Effort.QUICK
        self._trouble.pop("position", None)
        self._look()

    def _stepped(self, before: int) -> None:
        """Steps were taken: the browser shows them one by one."""
        self._hear("", "info")
        self._changed(before)

    def _compare(self, moves: Sequence[str]) -> None:
        known = [row.key for row in self._account.move_rows()]
        for move in moves:
            if move not in known:
                raise Refused("explorer.why.no_move", move=move[:20])
        if len(set(moves)) > 2:
            raise Refused("explorer.why.two")
        self._compared = tuple(dict.fromkeys(moves))

    def _toggle_compared(self, move: str) -> None:
        """Put a move beside another, or away; a third takes the place of the older."""
        chosen = [one for one in self._compared if one != move]
        if len(chosen) == len(self._compared):
            chosen = [*chosen[-1:], move]
        self._compare(chosen)

    def _walk(self) -> None:
        state = self.state
        rows = self._account.move_rows()
        if state is None or not rows:
            raise Refused("explorer.why.nobody")
        if rows[0].value is None:
            raise Refused("explorer.why.no_best")
        known = self._account.known()
        line = "" if isinstance(known, Shares | None) else known.moves[0].line
        before = self._way.at
        for step in steps_of(line or rows[0].key):
            self._way.play(step)  # type: ignore[arg-type]  # a line holds moves alone, up to the next chance
        self._stepped(before)

    # Thinking.

    def _look(self) -> None:
        """Ask the solvers about what is shown, and show it."""
        questions = []
        asked = self._account.question()
        if asked is not None and asked.result() is None and not self._editing:
            questions.append(Question(asked, self._effort))
            for after in self._account.after():
                if after.result() is None:
                    questions.append(Question(after))
        self._analyst.ask(*questions)
        self._analyst.wait(SOON)
        self._publish()

    def _analysed(self) -> None:
        with self._lock:
            self._publish()

    # Messages from the browser.

    def _unread(self) -> InabaError:
        return Refused("explorer.why.message")

    def _answer(self) -> None:
        self._publish()
        # A picture is sent once, and not again with whatever comes later.
        self._reply = {key: value for key, value in self._reply.items() if key != "text"}

    def _refuse(self, error: InabaError) -> None:
        told = (
            error.why.say(self._lang)
            if isinstance(error, NotationError | IllegalMove)
            else error.say(self._lang)
        )
        # A rule's reason is said amid other words as well; here it is a sentence of its own.
        told = told if told.endswith(("。", ".")) else engine.say("board.said.refused", self._lang, why=told)
        if field := getattr(error, "field", ""):
            self._trouble[field] = error
        self._hear(told, "refused")

    def _obey(self, content: object) -> None:
        match content:
            case {"do": "move", "rev": rev, "move": str(move)}:
                self._check(rev)
                self.play(move[:MOST_TEXT])
            case {"do": "event", "rev": rev, "event": str(event)}:
                self._check(rev)
                self.happen(event[:MOST_TEXT])
            case {"do": "roll", "rev": rev}:
                self._check(rev)
                self.roll()
            case {"do": "best", "rev": rev}:
                self._check(rev)
                self._walk()
            case {"do": "compare", "rev": rev, "move": str(move)}:
                self._check(rev)
                self._toggle_compared(move)
                self._look()
            case {"do": "go", "at": int(at)}:
                self.go(at)
            case {"do": "uncompare"}:
                self.compare()
            case {"do": "look", "player": int(player)} if type(player) is int:
                self.look(player)
            case {"do": "others", "rev": rev}:
                self._check(rev)
                self.let_others()
            case {"do": "deal", "rev": rev}:
                self._check(rev)
                self.deal_again()
            case {"do": "think", "effort": int(effort)} if type(effort) is int and 0 <= effort <= max(Effort):
                self.think(Effort(effort))
            case {"do": "stop"}:
                self.stop()
            case {"do": "editing", "on": bool(on)}:
                self._edit_or_explore(on)
            case {"do": "undo"}:
                self.undo()
            case {"do": "redo"}:
                self.redo()
            case {"do": "language", "lang": "ja" | "en" as lang}:
                self.lang = lang
            case {"do": "picture"}:
                self._reply["text"] = self.picture().svg()
            case {"do": "record"}:
                self._reply["text"] = self.record
            case dict():
                self._edit_by_hand(content)
            case _:
                raise Refused("explorer.why.message")

    def _edit_or_explore(self, editing: bool) -> None:
        self._editing = editing
        if self.state is None and not editing:
            self._hear(self._account.trouble_words(), "refused")
        else:
            set_up = "explorer.why.draft" if self._way.hidden else "explorer.said.editing"
            self._say(set_up if editing else "explorer.said.exploring")
        self._look()

    def _check(self, revision: object) -> None:
        if type(revision) is not int:
            raise Refused("explorer.why.message")
        if revision != self._revision:
            raise Refused("explorer.why.stale")

    def _edit_by_hand(self, content: Mapping[str, object]) -> None:
        """What somebody does to the table. What names no place, rabbit or card of it is refused."""
        if self._way.hidden and content.get("do") in _BY_HAND:
            raise Refused("explorer.why.draft")
        sketch, table = self.sketch, self.sketch.table
        squares = table.board.index
        places = {*squares, START, GOAL}
        match content:
            case {"do": "put", "at": str(at), "card": str(name), "damage": int(damage)} if at in squares:
                self._put(at, _spot(name, damage))
            case {"do": "change", "at": str(at), "what": "points" | "damage" as what, "by": -1 | 1 as by} if (
                at in squares and type(by) is int
            ):
                self._put(at, self._changed_shark(at, what, by))
            case {"do": "swap", "at": str(at), "to": str(to)} if at in squares and to in squares:
                self._edit("explorer.said.swapped", sketch.swap(at, to), square=at, other=to)
            case {"do": "rabbit", "rabbit": int(rabbit), "to": str(to)} if to in places:
                moved = sketch.move_rabbit(self._rabbit(rabbit), to)
                self._edit("explorer.said.rabbit", moved, rabbit=rabbit, place=bank_words(to, self._lang))
            case {"do": "rest", "rabbit": int(rabbit), "on": bool(on)}:
                key = "explorer.said.rests" if on else "explorer.said.awake"
                self._edit(key, sketch.rest(self._rabbit(rabbit), on), rabbit=rabbit)
            case {"do": "turn", "player": int(player)}:
                self._edit("explorer.said.turn", sketch.turn(self._rabbit(player)), player=player)
            case {"do": "add", "card": str(name)}:
                card = _card(name)
                self._edit("explorer.said.added", sketch.add(card), card=card_words(card, self._lang))
            case {"do": "take", "card": str(name)}:
                card = _card(name)
                self._edit("explorer.said.taken", sketch.take(card), card=card_words(card, self._lang))
            case {"do": "players", "n": int(n)} if type(n) is int and 2 <= n <= MOST_PLAYERS:
                self._edit("explorer.said.players", sketch.players(n), n=n)
            case {"do": "size", "columns": int(columns), "rows": int(rows)} if all(
                type(n) is int and 1 <= n <= MOST_SIDE for n in (columns, rows)
            ):
                self._edit("explorer.said.size", sketch.size(columns, rows), columns=columns, rows=rows)
            case {
                "do": "rules",
                "orca": "back" | "side" as orca,
                "rest": "next" | "owner" as rest,
                "dice": str(dice),
            }:
                rules = replace(table.rules, orca=orca, rest=rest, dice=_dice(dice))
                self._trouble.pop("dice", None)
                self._edit("explorer.said.rules", sketch.rules(rules))
            case {"do": "mend", "rev": rev, "n": int(n)}:
                self._check(rev)
                mends = sketch.mends()
                if type(n) is not int or not 0 <= n < len(mends):
                    raise Refused("explorer.why.message")
                self._edit("explorer.said.mended", mends[n].sketch)
            case {"do": "begin", "name": str(name)} if name in EXAMPLES or name in DRAFTS:
                self._set_up(opened(EXAMPLES.get(name) or DRAFTS[name], None, self._rng))
            case {"do": "position", "text": str(text), "rules": str(rules_text)}:
                self._read(text, rules_text)
            case _:
                raise Refused("explorer.why.message")

    def _rabbit(self, rabbit: int) -> int:
        if type(rabbit) is not int or not 1 <= rabbit <= len(self.sketch.table.rabbits):
            raise Refused("explorer.why.message")
        return rabbit

    def _changed_shark(self, at: Square, what: str, by: int) -> Spot:
        """The shark on a square with one hit point or one damage more or less, as far as that goes."""
        spot = self.sketch.table.spot(at)
        if spot.card is None or spot.card.kind is not Kind.SHARK:
            raise Refused("explorer.why.no_shark", square=at)
        points = spot.card.hit_points + (by if what == "points" else 0)
        points = min(MOST_HIT_POINTS, max(0, points))
        damage = min(points, max(0, spot.damage + (by if what == "damage" else 0)))
        return Spot(Card(Kind.SHARK, points), True, damage)

    def _put(self, at: Square, spot: Spot) -> None:
        changed = self.sketch.put(at, spot)
        label = next(cell["label"] for cell in self._account.cells(changed) if cell["at"] == at)
        self._edit("explorer.said.put", changed, seen=label)

    def _edit(self, key: str, sketch: Sketch, **data: object) -> None:
        self._say(key, **data)
        self._way.edit(sketch)
        self._changed()

    def _read(self, text: str, rules_text: str) -> None:
        """A position that somebody typed: full-width letters and more spaces than one are no mistakes."""
        try:
            rules = parse_rules(_plain(rules_text))
        except InabaError as error:
            raise _in_field(error, "rules") from None
        self._trouble.pop("rules", None)
        try:
            start = opened(_plain(text), rules, self._rng)
        except InabaError as error:
            raise _in_field(error, "position") from None
        self._set_up(start)

    def _set_up(self, start: State | Draft) -> None:
        self._way.set_up(start, rng=self._rng)
        self._covered = False
        if isinstance(start, Draft):
            self._say("explorer.said.drafted", player=self._account.called(self._way.eyes))
        else:
            self._say("explorer.said.begun")
        self._changed()

    def _say(self, key: str, **data: object) -> None:
        self._hear(say(key, self._lang, **data), "info")

    def _switched(self) -> None:
        self._say("explorer.said.language")

    # The scene.

    def _words(self) -> Data:
        return _words(self._lang)

    def _draw(self) -> None:
        self.set_trait("scene", self._scene())

    def _scene(self) -> Data:
        lang, sketch, state = self._lang, self.sketch, self.state
        table = sketch.table
        said, tone = self._said
        return {
            "rev": self._revision,
            "lang": lang,
            "columns": table.board.columns,
            "rows": table.board.rows,
            "cells": self._account.cells(sketch),
            "players": self._account.players(sketch),
            "ask": self._account.asked(),
            "editing": self._editing,
            "position": self.position,
            "rules": format_rules(table.rules),
            "options": self._account.options(sketch),
            "trouble": None if state else self._account.trouble(sketch),
            "moves": self._account.moves(),
            "outcomes": self._account.outcomes(),
            "draft": self._account.draft(),
            "answer": self._account.answer(),
            "compared": self._account.comparison(),
            "path": self._account.path(),
            "at": self._way.at,
            "trail": self._trail(),
            "undo": self._way.can_undo,
            "redo": self._way.can_redo,
            "said": {"n": self._talk, "text": said, "tone": tone},
            "fields": {field: _why(error, lang) for field, error in self._trouble.items()},
            "received": self._received,
            "reply": self._reply,
        }

    def _trail(self) -> list[Data]:
        """The steps that were taken last, for the browser to show one by one."""
        new, at = self._new_from, self._way.at
        if new >= at:
            return []
        states, steps = self._way.states[new : at + 1], self._way.steps[new:at]
        account = self._account
        return list(frames(list(states), list(steps), account.eyes, account.called, self._lang))


_OF_ENGINE: Final = (
    "best can_choose can_go close columns copied copy dice_text dropped goal gone language maybe orca"
    " orca_back orca_side pick_card picked position_text rest rest_next rest_owner resting roll rows"
    " rules_text set_up start stop turn waiting which"
)
"""Words that the board of the engine has already."""


def _words(lang: str) -> Data:
    """The words that the browser fills itself."""
    known, board = catalogue(), engine.catalogue()
    own = {key: known.form(key, lang) for key in known if key.startswith("explorer.ui.")}
    shared = {f"board.ui.{name}": board.form(f"board.ui.{name}", lang) for name in _OF_ENGINE.split()}
    names = (*EXAMPLES, *DRAFTS)
    examples = {f"explorer.example.{name}": known.form(f"explorer.example.{name}", lang) for name in names}
    return own | shared | examples


_BY_HAND: Final = frozenset(
    ["put", "change", "swap", "rabbit", "rest", "turn", "add", "take", "players", "size", "rules", "mend"],
)
"""What cannot be done by hand in a draft, where cards are chosen."""


def _check_eyes(player: object, start: State | Draft) -> None:
    """Refuse eyes through which nothing can be looked at."""
    if not isinstance(start, Draft):
        raise Refused("explorer.why.no_draft")
    if type(player) is not int or player not in start.eyes:
        raise Refused("explorer.why.no_eyes", players=", ".join(map(str, start.eyes)))


def _why(error: InabaError, lang: str) -> str:
    """What is wrong with a text, and where."""
    if isinstance(error, NotationError):
        return say("explorer.why.text", lang, why=error.why, at=int(str(error.data["at"])))
    return error.say(lang)


def _in_field(error: InabaError, field: str) -> InabaError:
    """The same error, said of a field."""
    error.field = field  # type: ignore[attr-defined]  # read by `Explorer._refuse` alone
    return error


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text[: MOST_TEXT + 1]).split())


def _card(text: str) -> Card:
    try:
        return parse_card(text[:3])
    except NotationError:
        raise Refused("explorer.why.message") from None


def _spot(card: str, damage: int) -> Spot:
    """What is laid: a card with its damage, or one face down."""
    if card == "?":
        return FACE_DOWN
    found = _card(card)
    most = found.hit_points if found.kind is Kind.SHARK else 0
    if type(damage) is not int or not 0 <= damage <= min(most, MOST_HIT_POINTS):
        raise Refused("explorer.why.message")
    return Spot(found, True, damage)


def _dice(text: str) -> Any:
    try:
        dice = parse_dice(_plain(text).replace(" ", ""))
        Rules(dice=dice)
    except InabaError as error:
        raise _in_field(error, "dice") from None
    return dice


def _on_arrow(value: Value | None) -> Fraction | str | None:
    if value is None or isinstance(value, Fraction):
        return value
    shown = worth(value)
    return shown.text if len(shown.text) <= MOST_ON_ARROW else shown.short
