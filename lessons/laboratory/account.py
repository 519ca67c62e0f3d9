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
from inaba.river.cards import Card, parse_card
from inaba.river.description import ANIMALS, card_words, due
from inaba.river.draft import Picking, Placing
from inaba.river.moves import Choose, Keep, Lay, Move, Pass, Peek, Ride, Rolled, TurnedUp
from inaba.river.scene import acting_rabbit, bank_words, card_data, cells, destinations, frames
from inaba.river.state import Looking, Peeking, Riding, State, TurningUp, View
from inaba.words import Words
from lessons.laboratory.analyst import Analyst, Effort, Finding, Known, Work
from lessons.laboratory.drafted import may_be_exact, may_lie
from lessons.laboratory.exploration import Exploration, Outcome, outcomes, steps_of
from lessons.laboratory.sketch import Mend, Sketch
from lessons.laboratory.worth import (
    Worth,
    difference,
    guaranteed,
    of_events,
    of_moves,
    says_nothing,
    shares,
    worth,
)
from lessons.voice import percent
from solvers.oracle import MAXN_TOO_LARGE, NO_TABLE, Missing, Shares
from solvers.search import Answer, Exactly, Found, Interval, Method, Rounded, Value

MOST_SHOWN: Final = 400
"""No more moves or outcomes are listed."""

Data = dict[str, Any]

_GAP: Final = {"en": " ", "ja": ""}
"""What stands between sentences."""


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
    covered : bool
        In a draft: nobody looks, so no player's cards are told.
    """

    way: Exploration
    analyst: Analyst
    lang: str
    editing: bool = False
    compared: tuple[str, ...] = ()
    covered: bool = False

    @property
    def state(self) -> State | None:
        """The position looked at."""
        return self.way.state

    @property
    def eyes(self) -> int:
        """Through whose eyes one looks; 0 where everybody sees the same, or nobody looks."""
        return 0 if self.covered else self.way.eyes

    @property
    def view(self) -> View | None:
        """What is seen of the position looked at."""
        return self.state.view(self.eyes) if self.state else None

    def question(self) -> State | View | None:
        """What the solvers are asked about: the position, in a draft what is seen of it; None where nothing
        can be asked."""
        if not self.way.hidden:
            return self.state
        return self.view if self.eyes else None

    def found(self) -> Finding | None:
        """What is known of it."""
        question = self.question()
        return self.analyst.finding(question) if question else None

    def known(self) -> Known | None:
        found = self.found()
        return found.answer if found else None

    def actor(self) -> int:
        """Who is to decide; where chance decides, whose turn it is."""
        assert self.state is not None
        acting = (*self.state.to_act(), self.state.turn)
        return self.eyes if self.way.hidden and self.eyes in acting[:-1] else acting[0]

    def told(self) -> int:
        """Whose chances are told: his who is to decide; in a draft his through whose eyes one looks."""
        return self.eyes if self.way.hidden and self.eyes else self.actor()

    def moves_seen(self) -> list[Move]:
        """The moves of whoever is to act, as far as they are seen: what others pick and lay is not."""
        state = self.state
        if state is None or not state.to_act():
            return []
        player = self.actor()
        if player != self.eyes and isinstance(state.phase, Picking | Placing):
            return []
        return list(islice(state.legal_moves(player), MOST_SHOWN))

    def move_rows(self) -> list[Row]:
        """The moves of whoever is to act: best first where their worth is known, else in legal order."""
        moves = {str(move): move for move in self.moves_seen()}
        if not moves:
            return []
        found = of_moves(self.known(), self.actor())
        order = [key for key in found if key in moves] + [key for key in moves if key not in found]
        return [Row(key, self._move_words(moves[key]), found.get(key)) for key in order]

    def _cards_seen(self) -> list[tuple[Card, Any]]:
        """Where a card of a draft is to be turned up: which it may be, from what is seen."""
        view = self.view
        if view is None or not self.way.hidden or not isinstance(view.phase, TurningUp | Looking):
            return []
        return may_lie(view, view.phase.at if isinstance(view.phase, Looking) else view.phase.landed[-1])

    def _outcome_rows(self, state: State | None = None) -> list[tuple[Row, Outcome]]:
        """What may happen in a position, and what it is worth then to whoever's turn it is now."""
        state = state or self.state
        assert state is not None
        if self._cards_seen():
            return []  # Which card lies there is not for everybody to know.
        assert self.state is not None
        found = self.analyst.finding(state)
        values = of_events(found.answer if found else None, self.told())
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
            case Keep(card=card):
                return say("explorer.move.keep", lang, card=card_words(card, lang))
            case Lay(card=card, at=at):
                return say("explorer.move.lay", lang, card=card_words(card, lang), square=at)
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
        if self.way.hidden:
            mine = "response" if known is not None and known.method is Method.EXACT else "draft"
            kind = mine if self.actor() == self.eyes else "other"
        return say(f"explorer.heading.{kind}", self.lang, player=self.called(self.actor()))

    def caption(self) -> str:
        """The heading of the moves, and of which kind their numbers are."""
        told, kind = self.heading(), self.kind()
        if not kind:
            return told
        words = say(f"explorer.kind.{kind}", self.lang)
        return say("explorer.heading.of_kind", self.lang, heading=told, kind=words)

    def called(self, player: int) -> str:
        return engine.say("board.player.person", self.lang, player=player)

    def kind(self) -> str:
        """Of which kind the numbers are: exact, rounded from a table, proven bounds or an estimate."""
        known = self.known()
        if known is None or self.state is None or self.state.result() is not None:
            return ""
        # Max-n is exact, whatever the guarantees beside it are.
        maxn = isinstance(known, Shares) and known.maxn is not None
        return str(Method.EXACT if maxn else known.method)

    def meaning(self) -> str:
        """What each player's number is the chance of."""
        known = self.known()
        if not self.kind():
            return ""
        if isinstance(known, Shares):
            what = "guarantee" if known.maxn is None else "maxn"
        elif known is not None and known.method is Method.ESTIMATE:
            what = "estimate" if known.moves else "played_on"
        else:
            what = "response" if self.way.hidden else "best"
        return say(f"explorer.meaning.{what}", self.lang, player=self.called(self.eyes or 1))

    def brief(self) -> str:
        """What an answer that takes many words comes to; nothing of one that takes few."""
        known = self.known()
        if isinstance(known, Shares):
            kind = "guarantee" if known.maxn is None else "maxn"
            told = [say(f"explorer.brief.{kind}", self.lang, player=self.called(self.actor()))]
            if known.maxn_refused is not None and (button := self._way_to_exact()[1]):
                told.append(say("explorer.brief.no_maxn", self.lang, button=button))
            return _GAP[self.lang].join(told)
        if known is not None and known.method is Method.BOUNDS:
            loose = all(isinstance(value, Interval) and says_nothing(value) for value in known.value)
            return say(f"explorer.brief.{'nothing' if loose else 'bounds'}", self.lang)
        if known is None or not (known.others or known.method is Method.ESTIMATE):
            return ""
        if known.method is Method.EXACT:
            return say("explorer.brief.response", self.lang, player=self.called(self.eyes))
        told = [say("explorer.brief.estimate", self.lang, n=known.games)]
        if known.unclear:
            told.insert(0, say("explorer.brief.unclear", self.lang))
        way, button = self._way_to_exact()
        if self._exactly_here(known) and button:
            told.append(say(f"explorer.brief.{way}", self.lang, button=button))
        return _GAP[self.lang].join(told)

    def method(self) -> str:
        """How the answer was found, in words."""
        lang, known = self.lang, self.known()
        if known is None or self.state is None:
            return ""
        told = []
        if isinstance(known, Shares):
            if known.maxn is not None:
                told.append(say("explorer.method.maxn", lang))
                told.append(engine.say(f"command.shares.means_maxn.{known.ties}", lang))
            told.append(engine.say("command.shares.means_guarantee", lang))
            if known.missing is not None:
                told.append(self._no_maxn(known))
            if known.maxn_solver == "table":
                told.append(engine.say("command.shares.maxn_table", lang))
        told.append(engine.say("command.solved.how", lang, method=self._found_words(known)))
        if isinstance(known, Answer):
            proven = known.proven[self.told() - 1] if known.proven is not None else None
            if proven is not None and not says_nothing(proven):
                told.append(say("explorer.method.proven", lang, bounds=worth(proven).text))
            if known.others:
                told.append(say("explorer.method.now", lang, player=self.called(self.eyes)))
            if known.games and len(known.moves) > 1:
                told.append(engine.say("command.solved.further", lang))
            if known.beside is not None and known.beside.key == NO_TABLE:
                told.append(say("explorer.method.no_table", lang, **known.beside.data))
        if self.state.table.may_go_round():
            told.append(engine.say("command.solved.endless_shared", lang))
            if known.method is Method.ESTIMATE:
                told.append(engine.say("command.solved.endless_broken_off", lang))
        return _GAP[lang].join(told)

    def _no_maxn(self, known: Shares) -> str:
        """Why max-n is not known, and what would do where no button goes further."""
        lang, refused = self.lang, known.maxn_refused
        if refused is None:
            return engine.say("command.shares.no_maxn", lang)
        if refused.key == MAXN_TOO_LARGE:
            told = say("explorer.method.no_maxn.too_large", lang, **refused.data)
        elif known.missing is Missing.TOO_LARGE:
            told = say("explorer.method.no_maxn.why", lang, why=self._why(refused))
        else:
            told = say("explorer.method.no_maxn.stopped", lang)
        if self._way_to_exact()[1]:
            return told  # The button is named in brief.
        return told + _GAP[lang] + say("explorer.method.no_maxn.smaller", lang)

    def _found_words(self, known: Known) -> str:
        """How it was found, as the solvers tell it; but what would find more is a button here, no command,
        and cards have their names."""
        lang = self.lang
        if isinstance(known, Shares):
            return known.found.say(lang)
        data = dict(known.how.data)
        if isinstance(unseen := data.get("unseen"), Reason) and isinstance(known.of, View):
            data["unseen"] = Reason(unseen.key, {**unseen.data, "cards": self._named(known.of.unseen)})
        if (exactly := self._exactly_here(known)) is not None:
            way, button = self._way_to_exact()
            data["exactly"] = say(f"explorer.exactly.{way}", lang, **exactly.data, button=button)
        how = Reason(known.how.key, data)
        return engine.say(Reason(Found.UNCLEAR, {"found": how}) if known.unclear else how, lang)

    def _exactly_here(self, known: Answer) -> Reason | None:
        """What the solvers say of an exact answer that could be had of a draft; None where none could."""
        exactly = known.how.data.get("exactly")
        return exactly if isinstance(exactly, Reason) and exactly.key == Exactly.HERE else None

    def _way_to_exact(self) -> tuple[str, str]:
        """Which button would find it, and what it is called: to take as long as it takes, else to think
        longer, else none."""
        found = self.found()
        longer, thorough = self._more(found) if found else (None, None)
        if thorough is not None:
            return "thorough", say("explorer.ui.thorough", self.lang)
        return ("tried", "") if longer is None else ("longer", self._longer_words(longer))

    def _longer_words(self, effort: int) -> str:
        return say("explorer.answer.longer", self.lang, n=self.analyst.seconds(Effort(effort)))

    def _named(self, cards: Sequence[Card]) -> str:
        comma = engine.say("picture.words.comma", self.lang)
        return comma.join(card_words(card, self.lang) for card in cards)

    def trouble_words(self) -> str:
        why = self.way.sketch.trouble()
        return say("explorer.trouble.why", self.lang, why=why) if why else ""

    def table(self) -> list[list[str]]:
        """The moves, or what may happen, in words."""
        if cards := self._cards_seen():
            return [[card_words(card, self.lang), str(chance)] for card, chance in cards]
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
        view = self.view if self.way.hidden else None
        told = cells(view or View(sketch.table, 0), lang)
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
        view = state.view(self.eyes)
        kind, moves = "chance", self.moves_seen()
        if self.way.hidden and not moves and state.to_act():
            return {"kind": "others", "text": self._others_words(state), "to": {}, "rabbit": 0}
        if state.result() is not None:
            kind = "over"
        elif moves == [Pass()]:
            kind = "pass"
        elif moves:
            kinds = {Riding: "ride", Peeking: "peek", Picking: "keep", Placing: "lay"}
            kind = kinds.get(type(state.phase), "choose")
        text = due(view, self.lang)
        if kind in ("keep", "lay"):
            text = engine.say(f"board.ask.{kind}", self.lang, player=self.called(self.eyes))
        if self.way.drawn_at is not None and self.way.at >= self.way.drawn_at:
            text += " " + say("explorer.ask.drawn", self.lang)
        return {"kind": kind, "text": text, "to": destinations(moves), "rabbit": acting_rabbit(view)}

    def _others_words(self, state: State) -> str:
        """That another is to pick or to lay, or who looks is to be said first."""
        lang = self.lang
        others = state.to_act() if self.covered else self.way.others()
        if not others:
            return say("explorer.ask.eyes", lang)
        names = engine.say("picture.words.comma", lang).join(map(self.called, others))
        kind = "pick" if isinstance(state.phase, Picking) else "lay"
        return say(f"explorer.ask.{kind}", lang, player=names, n=len(others))

    def draft(self) -> Data | None:
        """What there is besides in a draft: whose eyes may be chosen, the cards that they see, and what may
        be left to others; None where everybody sees the same."""
        view, given, lang = self.view, self.way.draft, self.lang
        if view is None or given is None or not self.way.hidden:
            return None
        others = self.way.others()
        unseen = self._named(view.unseen)
        kind = "covered" if not self.eyes else "dealt" if unseen else "all"
        let = "let_all" if len(others) > 1 else "let"
        himself = self.way.eyes in view.to_act()
        return {
            "eyes": self.eyes,
            "choices": [
                {"player": player, "name": engine.say("table.ui.seen_by", lang, player=self.called(player))}
                for player in given.eyes
            ]
            + [{"player": 0, "name": say("explorer.eyes.nobody", lang)}],
            "note": say(f"explorer.eyes.{kind}", lang, player=self.called(self.eyes or 1), cards=unseen),
            "again": kind == "dealt",
            # Who is to choose himself does so first.
            "others": ""
            if not others or himself
            else say(f"explorer.others.{let}", lang, player=self.called(others[0])),
            "hand": [card_data(card, lang) for card in view.own.hand],
            "kept": [card_data(card, lang) for card in view.own.kept],
        }

    def options(self, sketch: Sketch) -> Data:
        table, lang = sketch.table, self.lang
        return {
            "players": len(table.rabbits),
            "turn": table.turn,
            "orca": table.rules.orca,
            "rest": table.rules.rest,
            "dice": format_dice(table.rules.dice),
            # In a draft there is no pile to change.
            "unseen": [] if self.way.hidden else [card_data(card, lang) for card in table.unseen],
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
        response = isinstance(known, Answer) and known.others and known.method is Method.EXACT
        exactly = say("explorer.moves.exactly", self.lang) if response else ""
        unclear = {str(move) for move in known.unclear} if isinstance(known, Answer) and rows else set()
        return {
            "heading": self.heading() if rows else "",
            "rows": [
                self._row_data(row)
                | {
                    "best": self.is_best(row, rows),
                    "maybe": row.key in unclear,
                    "compared": row.key in self.compared,
                    "more": say("explorer.moves.guaranteed", self.lang, share=worth(surely[row.key]).text)
                    if row.key in surely
                    else exactly
                    if row.value is not None
                    else "",
                    # Of what others may do in a draft nothing is said.
                    "awaited": not self.way.hidden or self.actor() == self.eyes,
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
            "short": shown.short if shown else "",
            "low": shown.low if shown else None,
            "high": shown.high if shown else None,
        }

    def outcomes(self) -> Data:
        if self.editing or self.state is None or self.state.result() is not None:
            return {"heading": "", "rows": []}
        if cards := self._cards_seen():
            return self._cards(cards)
        rows = self._outcome_rows()
        heading = "explorer.outcomes.rolls" if self.way.hidden else "explorer.outcomes.heading"
        return {
            "heading": say(heading, self.lang, player=self.called(self.told())),
            "fixed": False,
            "rolls": any(isinstance(one.event, Rolled) for _, one in rows),
            "rows": [
                self._row_data(row)
                | {
                    "chance": float(one.chance),
                    "share": percent(one.chance),
                    "weight": str(one.chance),
                }
                for row, one in rows
            ],
        }

    def _cards(self, cards: Sequence[tuple[Card, Any]]) -> Data:
        """Which card of a draft may be turned up. It lies there already, so none can be chosen."""
        lang = self.lang
        return {
            "heading": say("explorer.outcomes.cards", lang, player=self.called(self.eyes or 1))
            if self.eyes
            else say("explorer.outcomes.covered", lang),
            "fixed": True,
            "rolls": False,
            "rows": [
                self._row_data(Row(f"={card}", card_words(card, lang), None))
                | {"chance": float(chance), "share": percent(chance), "weight": str(chance)}
                for card, chance in cards
            ],
        }

    def answer(self) -> Data:
        """How the answer was found, what is still thought about, and what more could be asked for."""
        lang, state, work = self.lang, self.state, self.analyst.work
        found = self.found()
        over = state is None or state.result() is not None
        thinking = work is not None and not over and work.question.state == self.question()
        told = found if found and not thinking and not over else None
        longer, thorough = self._more(told) if told and not self.editing else (None, None)
        kind = self.kind()
        return {
            "brief": "" if over else self.brief(),
            "method": "" if over else self.method(),
            "kind": kind,
            "kind_text": say(f"explorer.kind.{kind}", lang) if kind else "",
            "meaning": self.meaning(),
            "line": self._line_words(),
            "best": self._best(),
            "thinking": thinking,
            "progress": self._progress(work) if work and thinking else "",
            "part": _part(work) if work and thinking else None,
            "stoppable": self.analyst.threads,
            "stopped": say("explorer.answer.stopped", lang) if told and told.stopped else "",
            "trouble": self._answer_trouble(told.trouble) if told and told.trouble else "",
            "longer": longer,
            "longer_text": "" if longer is None else self._longer_words(longer),
            "thorough": thorough,
        }

    def _more(self, found: Finding) -> tuple[int | None, int | None]:
        """What more could be asked for: to think longer, and as long as it takes."""
        kind = str(found.answer.method) if found.answer else ""
        if kind == "exact" or (kind == "table" and isinstance(found.answer, Shares)):
            # Only max-n may be wanting.
            more = [int(effort) for effort in self.analyst.more_for_maxn(found)]
            longer = next((effort for effort in more if effort <= Effort.LONG), None)
            return longer, int(Effort.THOROUGH) if Effort.THOROUGH in more and self.analyst.threads else None
        longer = int(found.effort) + 1 if found.effort < Effort.LONG and kind != "table" else None
        may_stop = found.effort < Effort.THOROUGH and self.analyst.threads
        if self.way.hidden and self.view is not None and not may_be_exact(self.view):
            may_stop = False  # It would come to no more than an estimate.
        return longer, int(Effort.THOROUGH) if may_stop else None

    def _best(self) -> str:
        """Whether a best move is known, or which is best can only be guessed; nothing where there is none."""
        rows = self.move_rows()
        if not rows or rows[0].value is None:
            return ""
        known = any(self.is_best(row, rows) for row in rows)
        if self.way.hidden:
            return "choice" if known else "promising"
        return "best" if known else "promising"

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
        told = self._why(error) if isinstance(error, InabaError) else type(error).__name__
        return say("explorer.answer.trouble", self.lang, why=told)

    def _why(self, error: InabaError) -> str:
        key = _HERE.get(error.key)
        return error.say(self.lang) if key is None else say(key, self.lang, **error.data)

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
        afters: Sequence[State | None] = self.after() or [None] * len(chosen)
        columns = [
            self._row_data(row) | (self._what_follows(after) if after else {"follows": "", "bars": []})
            for row, after in zip(chosen, afters, strict=True)
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
                self._row_data(row) | {"share": percent(one.chance), "chance": float(one.chance)}
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
        # What is less or more than a number is not about that.
        plain = apart.verdict == "rounded" and apart.points[0] in "<>"
        told = say(
            f"explorer.compare.{'exact' if plain else apart.verdict}",
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
            told = frames(list(states[number : number + 2]), [played], self.eyes, self.called, lang)
            seen = states[number].seen(self.eyes, played.player, played.step)
            path.append({"text": seen, "label": " ".join(one for frame in told for one in frame["said"])})
        return path

    def after(self) -> list[State]:
        """The positions after the moves that are compared; none in a draft, where not all is seen of them."""
        if self.state is None or len(self.compared) < 2 or self.way.hidden:
            return []
        return [self.state.play(self.actor(), move) for move in self.compared]


_HERE: Final = {
    "solvers.table.memory": "explorer.answer.memory",
    "solvers.endgame.too_large": "explorer.answer.too_large",
    "solvers.endgame.too_large_river": "explorer.answer.too_large",
}
"""Errors that name options of commands and programs, and what is said here instead."""


def _part(work: Work) -> float | None:
    """How much is done, where that is known."""
    done, of = work.done, work.of
    return min(1.0, done / of) if of else None


def _aim(key: str) -> Data:
    """Which rabbit goes where with a move, for the board."""
    move = river.parse_move(key)
    match move:
        case Choose(rabbit=rabbit, to=to):
            return {"rabbit": rabbit, "to": to, "card": ""}
        case Ride(to=to) | Peek(at=to):
            return {"rabbit": 0, "to": to, "card": ""}
        case Keep(card=card):
            return {"rabbit": 0, "to": "", "card": str(card), "art": ANIMALS[card.kind]}
        case Lay(card=card, at=to):
            return {"rabbit": 0, "to": to, "card": str(card), "art": ANIMALS[card.kind]}
        case _:
            return {"rabbit": 0, "to": "", "card": ""}


def _told(shown: Worth | None) -> list[str]:
    return [shown.text, *([shown.exact] if shown.exact else [])] if shown else []
