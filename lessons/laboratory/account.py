"""What the explorer tells of a position: its moves, what may happen, what they are worth, in words.

Everything here is plain data for a browser, or text; nothing here changes what is on the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import islice
from typing import Any, Final, NamedTuple

from inaba import river
from inaba import words as engine
from inaba.dice import format_dice
from inaba.errors import InabaError, Reason
from inaba.river.board import GOAL, START
from inaba.river.cards import parse_card
from inaba.river.description import card_words, due
from inaba.river.moves import Choose, Move, Pass, Peek, Ride, Rolled, TurnedUp
from inaba.river.scene import acting_rabbit, bank_words, card_data, cells, destinations, frames
from inaba.river.state import Peeking, Riding, State, View
from inaba.words import Words
from lessons.laboratory.analyst import Analyst, Effort, Finding, Known, Work
from lessons.laboratory.exploration import Exploration, Outcome, outcomes, steps_of
from lessons.laboratory.fight import written
from lessons.laboratory.sketch import Mend, Sketch
from lessons.laboratory.worth import Worth, difference, guaranteed, of_events, of_moves, shares, worth
from solvers.oracle import Shares
from solvers.search import Rounded, Value

MOST_SHOWN: Final = 400
"""No more moves or outcomes are listed."""

Data = dict[str, Any]


@cache
def catalogue() -> Words:
    """The explorer's messages, read once."""
    return Words.read(files("lessons.laboratory") / "words" / "explorer.toml")


def say(key: str, lang: str, /, **data: object) -> str:
    """A message of the explorer in words.

    Examples
    --------
    >>> say("explorer.move.choose", "en", rabbit=1, square="b2")
    'Rabbit 1 to b2'
    """
    # Why a position is none, and why a question has no answer, has words of its own.
    spoken = {name: engine.say(one, lang) if isinstance(one, Reason) else one for name, one in data.items()}
    return catalogue().say(key, lang, **spoken)


class Row(NamedTuple):
    """A move, or what may happen, as it is listed.

    Attributes
    ----------
    key : str
        The move; of what may happen the first event.
    words : str
    value : Value or None
        What it is worth to whoever is told about; None where that is not known.
    """

    key: str
    words: str
    value: Value | None


@dataclass(frozen=True, slots=True)
class Account:
    """What is told, in one language.

    Attributes
    ----------
    way : Exploration
    analyst : Analyst
        What the solvers know so far.
    lang : str
    editing : bool
        While somebody sets up a position, no moves are told.
    compared : tuple of str
        The moves that are put side by side.
    """

    way: Exploration
    analyst: Analyst
    lang: str
    editing: bool = False
    compared: tuple[str, ...] = ()

    @property
    def state(self) -> State | None:
        """The position looked at."""
        return self.way.state

    def known(self) -> Known | None:
        found = self.analyst.finding(self.state) if self.state else None
        return found.answer if found else None

    def actor(self) -> int:
        """Who is to decide; where chance decides, whose turn it is. His chances are told."""
        assert self.state is not None
        return (*self.state.to_act(), self.state.turn)[0]

    def move_rows(self) -> list[Row]:
        """The moves of whoever is to act: best first where their worth is known, else in legal order."""
        state = self.state
        if state is None or not state.to_act():
            return []
        player = self.actor()
        found = of_moves(self.known(), player)
        moves = {str(move): move for move in islice(state.legal_moves(player), MOST_SHOWN)}
        order = [key for key in found if key in moves] + [key for key in moves if key not in found]
        return [Row(key, self._move_words(moves[key]), found.get(key)) for key in order]

    def _outcome_rows(self, state: State | None = None) -> list[tuple[Row, Outcome]]:
        """What may happen in a position, and what it is worth then to whoever's turn it is now."""
        state = state or self.state
        assert state is not None
        assert self.state is not None
        found = self.analyst.finding(state)
        values = of_events(found.answer if found else None, self.actor())
        return [
            (Row(str(one.event), self._outcome_words(state, one), values.get(str(one.event))), one)
            for one in outcomes(state)[:MOST_SHOWN]
        ]

    def is_best(self, row: Row, rows: Sequence[Row]) -> bool:
        """Whether a move is known to be best: equal ones all are, and none that may be worse than another."""
        values = [one.value for one in rows if one.value is not None]
        if row.value is None or len(values) < len(rows):
            return False
        compared = [difference(row.value, value) for value in values if value is not row.value]
        return all(one.sign > 0 or one.verdict == "equal" for one in compared) or (
            isinstance(row.value, Rounded) and all(one.sign >= 0 for one in compared)
        )

    def _move_words(self, move: Move) -> str:
        lang = self.lang
        match move:
            case Choose(rabbit=rabbit, to=to):
                key = "explorer.move.choose_goal" if to == GOAL else "explorer.move.choose"
                return say(key, lang, rabbit=rabbit, square=to)
            case Ride(to=to):
                keys = {GOAL: "explorer.move.ride_goal", START: "explorer.move.ride_start"}
                return say(keys.get(to, "explorer.move.ride"), lang, square=to)
            case Peek(at=at):
                return say("explorer.move.peek", lang, square=at)
            case _:
                return say("explorer.move.pass", lang)

    def _outcome_words(self, state: State, one: Outcome) -> str:
        lang = self.lang
        if isinstance(one.event, TurnedUp):
            return card_words(one.event.card, lang)
        rabbit = acting_rabbit(state.view(0))
        square = state.rabbits[rabbit - 1]
        totals = one.totals
        shown = str(totals[0]) if len(totals) == 1 else f"{totals[0]}–{totals[-1]}"
        left = one.after.spot(square).left
        key = "explorer.outcome.lost" if left else "explorer.outcome.beaten"
        return say(key, lang, total=shown, left=left, rabbit=rabbit)

    def heading(self) -> str:
        known = self.known()
        kind = "chance"
        if isinstance(known, Shares):
            kind = "guarantee" if known.maxn is None else "maxn"
        return say(f"explorer.heading.{kind}", self.lang, player=self.called(self.actor()))

    def called(self, player: int) -> str:
        return engine.say("board.player.person", self.lang, player=player)

    def method(self) -> str:
        """How the answer was found, in words."""
        lang, known = self.lang, self.known()
        if known is None:
            return ""
        if isinstance(known, Shares):
            if known.maxn is not None:
                return say("explorer.method.maxn", lang, n=known.states)
            kind = "exact" if not known.error else "table"
            return say(f"explorer.guarantee.{kind}", lang, n=known.states, error=f"{float(known.error):.1e}")
        told = known.found.say(lang)
        if known.proven is not None and known.proven[self.actor() - 1].width < 1:
            bounds = worth(known.proven[self.actor() - 1]).text
            told += " " + say("explorer.method.proven", lang, bounds=bounds)
        return told

    def trouble_words(self) -> str:
        why = self.way.sketch.trouble()
        return say("explorer.trouble.why", self.lang, why=why) if why else ""

    def table(self) -> list[list[str]]:
        """The moves, or what may happen, in words."""
        if self.state is not None and (chances := self._outcome_rows()):
            return [
                [row.words, str(one.chance), *([worth(row.value).text] if row.value is not None else [])]
                for row, one in chances
            ]
        return [
            [row.key, row.words, *_told(worth(row.value) if row.value is not None else None)]
            for row in self.move_rows()
        ]

    def cells(self, sketch: Sketch) -> list[Data]:
        """What lies where; where two rabbits are on one card, both are told of."""
        lang = self.lang
        told = cells(View(sketch.table, 0), lang)
        for cell in told:
            if cell["at"] not in (START, GOAL) and len(cell["rabbits"]) > 1:
                more = [
                    engine.say("picture.text.rabbit", lang, rabbit=rabbit) for rabbit in cell["rabbits"][1:]
                ]
                cell["label"] = engine.say("picture.words.comma", lang).join([cell["label"], *more])
        return told

    def players(self, sketch: Sketch) -> list[Data]:
        table, known = sketch.table, self.known()
        result = self.state.result() if self.state else None
        shown: list[Worth | None] = [None] * len(table.rabbits)
        if result is not None:
            shown = [worth(share) for share in result]
        elif known is not None:
            shown = [worth(value) for value in shares(known)]
        return [
            {
                "player": player,
                "name": self.called(player),
                "at": bank_words(square, self.lang),
                "turn": player == table.turn and result is None,
                "resting": player in table.resting,
                "text": share.text if share else "",
                "low": share.low if share else None,
                "high": share.high if share else None,
                "why": engine.say("river.why.resting", self.lang, rabbit=player)
                if player in table.resting
                else "",
            }
            for player, (square, share) in enumerate(zip(table.rabbits, shown, strict=True), 1)
        ]

    def asked(self) -> Data:
        """What is awaited, and what may be chosen."""
        state = self.state
        if state is None:
            return {"kind": "broken", "text": say("explorer.ask.broken", self.lang), "to": {}, "rabbit": 0}
        view = state.view(0)
        kind, moves = "chance", list(state.legal_moves(self.actor()))
        if state.result() is not None:
            kind = "over"
        elif moves == [Pass()]:
            kind = "pass"
        elif moves:
            kinds = {Riding: "ride", Peeking: "peek"}
            kind = kinds.get(type(state.phase), "choose")
        text = due(state, self.lang)
        if self.way.drawn_at is not None and self.way.at >= self.way.drawn_at:
            text += " " + say("explorer.ask.drawn", self.lang)
        return {"kind": kind, "text": text, "to": destinations(moves), "rabbit": acting_rabbit(view)}

    def options(self, sketch: Sketch) -> Data:
        table, lang = sketch.table, self.lang
        return {
            "players": len(table.rabbits),
            "turn": table.turn,
            "orca": table.rules.orca,
            "rest": table.rules.rest,
            "dice": format_dice(table.rules.dice),
            "unseen": [card_data(card, lang) for card in table.unseen],
            "face_down": len(table.face_down()),
            "unseen_text": say(
                "explorer.unseen.count", lang, n=len(table.unseen), count=len(table.face_down())
            ),
        }

    def trouble(self, sketch: Sketch) -> Data:
        return {
            "text": self.trouble_words(),
            "mends": [self._mend_words(mend) for mend in sketch.mends()],
        }

    def _mend_words(self, mend: Mend) -> str:
        data = dict(mend.data)
        if "card" in data:
            data["card"] = card_words(parse_card(data["card"]), self.lang)
        return say(mend.key, self.lang, **data)

    def moves(self) -> Data:
        rows = [] if self.editing else self.move_rows()
        known = self.known()
        surely = guaranteed(known, self.actor()) if self.state else {}
        return {
            "heading": self.heading() if rows else "",
            "rows": [
                self._row_data(row)
                | {
                    "best": self.is_best(row, rows),
                    "compared": row.key in self.compared,
                    "more": say("explorer.moves.guaranteed", self.lang, share=worth(surely[row.key]).text)
                    if row.key in surely
                    else "",
                }
                | _aim(row.key)
                for row in rows
            ],
        }

    def _row_data(self, row: Row) -> Data:
        shown = worth(row.value) if row.value is not None else None
        return {
            "key": row.key,
            "words": row.words,
            "text": shown.text if shown else "",
            "exact": shown.exact if shown else "",
            "low": shown.low if shown else None,
            "high": shown.high if shown else None,
        }

    def outcomes(self) -> Data:
        if self.editing or self.state is None or self.state.result() is not None:
            return {"heading": "", "rows": []}
        rows = self._outcome_rows()
        return {
            "heading": say("explorer.outcomes.heading", self.lang, player=self.called(self.actor())),
            "rolls": any(isinstance(one.event, Rolled) for _, one in rows),
            "rows": [
                self._row_data(row)
                | {
                    "chance": float(one.chance),
                    "share": written(one.chance, "percent"),
                    "weight": str(one.chance),
                }
                for row, one in rows
            ],
        }

    def answer(self) -> Data:
        """How the answer was found, what is still thought about, and what more could be asked for."""
        lang, state, work = self.lang, self.state, self.analyst.work
        found = self.analyst.finding(state) if state else None
        over = state is None or state.result() is not None
        thinking = work is not None and not over and work.question.state == state
        told = found if found and not thinking and not over else None
        longer, thorough = self._more(told) if told and not self.editing else (None, None)
        return {
            "method": "" if over else self.method(),
            "kind": str(found.answer.method) if found and found.answer else "",
            "line": self._line_words(),
            "best": self._best(),
            "thinking": thinking,
            "progress": self._progress(work) if work and thinking else "",
            "part": _part(work) if work and thinking else None,
            "stoppable": self.analyst.threads,
            "stopped": say("explorer.answer.stopped", lang) if told and told.stopped else "",
            "trouble": self._answer_trouble(told.trouble) if told and told.trouble else "",
            "longer": longer,
            "thorough": thorough,
        }

    def _more(self, found: Finding) -> tuple[int | None, int | None]:
        """What more could be asked for: to think longer, and as long as it takes."""
        kind = str(found.answer.method) if found.answer else ""
        if kind == "exact":
            return None, None
        longer = int(found.effort) + 1 if found.effort < Effort.LONG and kind != "table" else None
        may_stop = found.effort < Effort.THOROUGH and self.analyst.threads
        return longer, int(Effort.THOROUGH) if may_stop else None

    def _best(self) -> str:
        """Whether a best move is known, or which is best can only be guessed; nothing where there is none."""
        rows = self.move_rows()
        if not rows or rows[0].value is None:
            return ""
        return "best" if any(self.is_best(row, rows) for row in rows) else "promising"

    def _line_words(self) -> str:
        """The best choices of both sides up to the next chance event, and what comes then."""
        state, known = self.state, self.known()
        if state is None or not state.to_act() or known is None or isinstance(known, Shares):
            return ""
        line = known.moves[0].line if known.moves else ""
        for step in steps_of(line) if line else ():
            state = state.play(state.turn, step)  # type: ignore[arg-type]  # a line holds moves alone
        if not line:
            return ""
        key = "chance" if state.chance() else "won" if state.result() else "ends"
        return say(f"explorer.line.{key}", self.lang, line=line)

    def _answer_trouble(self, error: Exception) -> str:
        told = error.say(self.lang) if isinstance(error, InabaError) else type(error).__name__
        return say("explorer.answer.trouble", self.lang, why=told)

    def _progress(self, work: Work) -> str:
        done, of, forecast = work.done, work.of, work.forecast
        if not done:
            return say("explorer.answer.thinking", self.lang)
        key = "explorer.answer.of" if of else "explorer.answer.done"
        told = say(key, self.lang, done=done, of=of or 0)
        return (
            f"{told} {say('explorer.answer.forecast', self.lang, n=forecast.seconds)}" if forecast else told
        )

    def comparison(self) -> Data | None:
        """The moves that are compared, side by side; None where none are."""
        if not self.compared or self.state is None:
            return None
        rows = {row.key: row for row in self.move_rows()}
        chosen = [rows[key] for key in self.compared]
        if len(chosen) < 2:
            return {
                "columns": [self._row_data(row) for row in chosen],
                "verdict": say("explorer.compare.one", self.lang),
            }
        columns = [
            self._row_data(row) | self._what_follows(after)
            for row, after in zip(chosen, self.after(), strict=True)
        ]
        return {"columns": columns, "verdict": self._verdict(*chosen)}

    def _what_follows(self, after: State) -> Data:
        """What comes after a move: what may happen, or who moves then and what is best for him."""
        lang = self.lang
        if after.result() is not None:
            return {"follows": due(after, lang), "bars": []}
        found = self.analyst.finding(after)
        if after.chance() is not None:
            bars = [
                self._row_data(row) | {"share": written(one.chance, "percent"), "chance": float(one.chance)}
                for row, one in self._outcome_rows(after)
            ]
            return {"follows": say("explorer.compare.chance", lang), "bars": bars}
        player = after.to_act()[0]
        told = say("explorer.compare.then", lang, player=self.called(player))
        values = of_moves(found.answer if found else None, player)
        if values:
            best = next(iter(values))
            move = next(move for move in after.legal_moves(player) if str(move) == best)
            told = say(
                "explorer.compare.reply", lang, player=self.called(player), move=self._move_words(move)
            )
        return {"follows": told, "bars": []}

    def _verdict(self, first: Row, second: Row) -> str:
        lang = self.lang
        if first.value is None or second.value is None:
            return say("explorer.compare.unknown", lang)
        apart = difference(first.value, second.value)
        better, other = (first, second) if apart.sign >= 0 else (second, first)
        told = say(
            f"explorer.compare.{apart.verdict}",
            lang,
            better=better.words,
            other=other.words,
            points=apart.points,
        )
        return f"{told} {say('explorer.compare.fraction', lang, exact=apart.exact)}" if apart.exact else told

    def path(self) -> list[Data]:
        """The way from its beginning: what each step is called, and in words."""
        lang = self.lang
        path = [{"text": say("explorer.path.start", lang), "label": say("explorer.path.start_label", lang)}]
        states = self.way.states
        for number, played in enumerate(self.way.steps):
            told = frames(list(states[number : number + 2]), [played], 0, self.called, lang)
            path.append(
                {"text": str(played.step), "label": " ".join(one for frame in told for one in frame["said"])}
            )
        return path

    def after(self) -> list[State]:
        """The positions after the moves that are compared."""
        if self.state is None or len(self.compared) < 2:
            return []
        return [self.state.play(self.actor(), move) for move in self.compared]


def _part(work: Work) -> float | None:
    """How much is done, where that is known."""
    done, of = work.done, work.of
    return min(1.0, done / of) if of else None


def _aim(key: str) -> Data:
    """Which rabbit goes where with a move, for the board."""
    move = river.parse_move(key)
    match move:
        case Choose(rabbit=rabbit, to=to):
            return {"rabbit": rabbit, "to": to}
        case Ride(to=to) | Peek(at=to):
            return {"rabbit": 0, "to": to}
        case _:
            return {"rabbit": 0, "to": ""}


def _told(shown: Worth | None) -> list[str]:
    return [shown.text, *([shown.exact] if shown.exact else [])] if shown else []
