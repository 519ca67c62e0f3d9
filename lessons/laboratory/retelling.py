"""A game review in words, tables and a chart, in one language: what the widget and the printed page show."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, reduce
from html import escape
from importlib.resources import files
from itertools import groupby
from typing import Final, Literal, NamedTuple

from inaba import words as engine
from inaba.percent import in_percent, in_points
from inaba.river.moves import Choose, Lay, Peek, Ride
from inaba.river.picture import Picture, picture
from inaba.river.scene import sentences
from inaba.words import Words
from lessons import panel
from lessons.chart import Chart
from lessons.chart.chances import Pin, chances
from lessons.chart.chances import Words as ChartWords
from lessons.voice import about, percent
from solvers.review import Amount, Review, Share, Step, Turn, amount
from solvers.search import Method

MOST_DEAR: Final = 5
"""So many of the costliest turns are pointed at."""

SMALLEST: Final = Fraction(1, 2000)
"""What costs no more is no turn that cost much."""

MOST_SWAY: Final = Fraction(1, 20)
"""Luck of no more either way is about even."""

View = Literal["before", "after"]

SMALL_ERROR: Final = 1e-9
"""An error, as a share, that no number shows: it is told that there is one."""

_COMPUTER: Final = re.compile(r"computer(: .*)?")
_NOBODY: Final = re.compile(r"(Player|プレイヤー) [1-4]")
"""Names that a board or the terminal gives to those who have none: said in the retelling's language."""

_BESIDE: Final = (
    "display: inline-block; vertical-align: top; width: 46%; min-width: 240px; margin: 8px 1%; "
    "break-inside: avoid"
)
"""Two pictures stand beside each other where there is room."""


@cache
def catalogue() -> Words:
    """The review's messages, read once."""
    return Words.read(files("lessons.laboratory") / "words" / "review.toml")


def say(key: str, lang: str, /, **data: object) -> str:
    """A message of the review in words.

    Examples
    --------
    >>> say("review.chance", "en", player="Aya", chance="57.4 %")
    'Aya 57.4 %'
    """
    return catalogue().say(key, lang, **data)


def points(of: Amount, *, signed: bool = False) -> str:
    """An amount in percentage points; an error is rounded up.

    Parameters
    ----------
    of : Amount
    signed : bool
        Whether a plus stands before what is above 0.

    Examples
    --------
    >>> points(Amount(Fraction(5, 18))), points(Amount(Fraction(1, 8), standard_error=0.0312), signed=True)
    ('27.8', '+12.5 ± 3.2')
    >>> points(Amount(Fraction(-1, 10**6))), points(Amount(Fraction(1, 8), error=Fraction(1, 10**17)))
    ('> −0.1', '≈ 12.5')
    """
    share, error = of.number, max(float(of.error), of.standard_error)
    if not error:
        return in_points(share, signed=signed, minus="−")
    # With a mark or an error beside it nothing looks exact.
    digits = f"{abs(100 * float(share)):.1f}"
    sign = "" if digits == "0.0" else "−" if share < 0 else "+" if signed else ""
    if error < SMALL_ERROR:
        return f"≈ {sign}{digits}"
    return f"{sign}{digits} ± {math.ceil(1000 * error - 1e-9) / 10:.1f}"


class Stop(NamedTuple):
    """A place on the way through a game: the start, after a turn, or the draw by repetition.

    Attributes
    ----------
    point : int
        The position's place in the review.
    turn : Turn or None
        The turn that led there.
    label : str
        Under the chart.
    """

    point: int
    turn: Turn | None
    label: str


@dataclass(frozen=True)
class Retelling:
    """What is told of a review.

    Attributes
    ----------
    review : Review
    lang : str

    Examples
    --------
    >>> from inaba import river
    >>> from inaba.record import Record
    >>> from solvers.review import review
    >>> record = Record(river.NOTATION, river.parse("3,W -,- 1 - -"))
    >>> for player, step in ((1, "1a1"), (0, "(1,1)"), (2, "2b1"), (1, "1a1"), (0, "(1,1)")):
    ...     record.play(player, step) if player else record.happen(step)
    >>> told = Retelling(review(record), "en")
    >>> told.dear()[0][1]
    'Turn 1, Player 1: 1a1 cost 2.8 points; 1b1 was best.'
    """

    review: Review
    lang: str

    def say(self, key: str, /, **data: object) -> str:
        """A message in the retelling's language."""
        return say(key, self.lang, **data)

    def called(self, player: int) -> str:
        """What a player is called."""
        names = self.review.record.names
        name = names[player - 1] if names else ""
        if _COMPUTER.fullmatch(name):
            return engine.say("board.player.computer", self.lang, player=player)
        if not name or _NOBODY.fullmatch(name):
            return engine.say("board.player.person", self.lang, player=player)
        return name

    @property
    def players(self) -> range:
        return range(1, len(self.review.shares) + 1)

    @cached_property
    def stops(self) -> tuple[Stop, ...]:
        """The start, the end of each turn, and the draw where one was called."""
        review = self.review
        found = [Stop(0, None, "0")]
        found += [Stop(turn.steps[-1].at + 1, turn, str(turn.number)) for turn in review.turns]
        if any(share.ending.number for share in review.shares):
            found.append(Stop(len(review.points) - 1, None, "="))
        return tuple(found)

    def drawn_at(self, at: int) -> bool:
        """Whether a stop is the draw by repetition."""
        return self.stops[at].label == "="

    def value(self, at: int, player: int) -> Amount:
        """A player's chance at a stop."""
        if self.drawn_at(at):
            return self.review.shares[player - 1].end
        return amount(self.review.points[self.stops[at].point].value[player - 1])

    def chance(self, at: int, player: int) -> str:
        """The same as it is read, with its error where there is one."""
        value = self.value(at, player)
        if value.exact:
            return percent(value.number)
        error = max(float(value.error), value.standard_error)
        if error < SMALL_ERROR:
            return about(float(value))
        return f"≈ {100 * float(value):.1f} ± {math.ceil(1000 * error - 1e-9) / 10:.1f} %"

    # What was found, and how.

    def headline(self) -> str:
        """How long the game was, and who won."""
        outcome, n = self.review.record.outcome(), len(self.review.turns)
        match outcome:
            case "*":
                return self.say("review.unfinished", n=n)
            case "draw":
                return self.say("review.drawn", n=n)
            case _:
                return self.say("review.won", n=n, player=self.called(int(outcome)))

    def notes(self) -> list[str]:
        """What the numbers mean, and how far they can be trusted."""
        review = self.review
        methods = {point.method for point in review.points}
        told = []
        if Method.ESTIMATE in methods:
            told.append(self.say("review.note.estimated", n=review.games))
            first = next((stop.label for stop in self.stops if stop.point >= review.solved_from), None)
            if first is not None and review.solved_from < len(review.points) - 1:
                told.append(self.say("review.note.solved_from", turn=first))
        if review.solved_from < len(review.points) - 1 or not review.turns:
            told.append(self.say(f"review.note.{review.measure}"))
        if methods & {Method.BOUNDS, Method.TABLE}:
            told.append(self.say("review.note.bounded"))
        if review.exact:
            told.append(self.say("review.note.exact"))
        return [*told, *(self.say(f"review.note.{key}") for key in ("cost", "luck", "moves"))]

    def chart(self) -> Chart:
        """The chance of each player over the turns, with pins at those that cost most."""
        last = len(self.stops) - 1
        spots = range(last + 1)
        dear = self.dear_turns()
        first = next((at for at in spots if self.stops[at].point >= self.review.solved_from), last + 1)
        ends = self.say(
            "review.chart.alt",
            start=self._chances(0),
            end=self._chances(last),
            dear=self.say("review.chart.pins", n=len(dear)) if dear else self.say("review.dear.none"),
        )
        return chances(
            [[float(self.value(at, player)) for at in spots] for player in self.players],
            names=[self.called(player) for player in self.players],
            words=ChartWords(
                title=self.say("review.chart.title"),
                across=self.say("review.chart.turn"),
                up=self.say("review.chart.chance"),
                alt=f"{self.say('review.chart.title')} {ends}",
                estimated=self.say("review.chart.estimated"),
                solved=self.say("review.chart.solved"),
            ),
            spread=[[self._off(at, player) for at in spots] for player in self.players],
            pins=[Pin(turn.number, turn.player, str(rank)) for rank, turn in enumerate(dear, 1)],
            solved_from=first,
            ticks=[stop.label for stop in self.stops],
        )

    def _off(self, at: int, player: int) -> float:
        """How far a chance may be off: by proof, or two standard errors."""
        value = self.value(at, player)
        return max(float(value.error), 2 * value.standard_error)

    def _chances(self, at: int) -> str:
        told = [
            self.say("review.chance", player=self.called(p), chance=self.chance(at, p)) for p in self.players
        ]
        return self.say("review.and").join(told)

    # The costliest turns.

    def dear_turns(self) -> list[Turn]:
        """The turns that cost most, dearest first."""
        # In a draft everybody keeps his card in one turn: whose curve would the pin stand on?
        return [turn for turn in self.review.costliest(MOST_DEAR) if turn.cost.number > SMALLEST]

    def dear(self) -> list[tuple[int, str]]:
        """The turns that cost most, in words, each with its stop."""
        told = []
        for turn in self.dear_turns():
            steps = [step for step in turn.steps if step.cost is not None and step.cost.clear]
            step = max(steps, key=lambda step: step.cost.number if step.cost else 0, default=None)
            if step is not None and step.cost is not None:
                data = {"n": turn.number, "player": self.called(step.player), "made": step.step}
                costs = {"best": step.best[0], "cost": points(turn.cost)}
                told.append((turn.number, self.say("review.dear.turn", **data, **costs)))
        return told

    # One stop.

    def _run_on(self, sentences: Sequence[str]) -> str:
        """Sentences one after the other: a space stands between them in English alone."""
        return reduce(lambda first, second: self.say("review.two", first=first, second=second), sentences)

    def heading(self, at: int) -> str:
        """What a stop is called."""
        turn = self.stops[at].turn
        if turn is None:
            return self.say("review.stop.draw" if self.drawn_at(at) else "review.stop.start")
        if not turn.player:
            return self.say("review.stop.chance", n=turn.number)
        return self.say("review.stop.turn", n=turn.number, player=self.called(turn.player))

    def story(self, at: int) -> str:
        """What happened in the turn, in sentences."""
        turn = self.stops[at].turn
        if turn is None:
            return ""
        record = self.review.record
        told = []
        for step in turn.steps:
            before, after = record.states[step.at : step.at + 2]
            viewer = step.player  # The game is over, or nothing is secret: everything may be told.
            told += sentences(before, record.steps[step.at], after, viewer, self.called, self.lang)
        # A deal says the same of each card.
        return self._run_on([sentence for sentence, _ in groupby(told)])

    def judgement(self, at: int) -> list[str]:
        """What the turn's decisions cost, and what its luck gave."""
        stop = self.stops[at]
        if self.drawn_at(at):
            ended = [(share, share.ending) for share in self.review.shares if share.ending.number < 0]
            return [
                self.say("review.stop.took", player=self.called(share.player), points=points(_turned(ending)))
                for share, ending in ended
            ]
        if stop.turn is None:
            return []
        told = [self._decision(step) for step in stop.turn.steps if step.choices > 1]
        if not told and stop.turn.player:
            told.append(self.say("review.step.forced"))
        if any(not step.player for step in stop.turn.steps):
            told.append(self._luck(stop.turn))
        return told

    def _decision(self, step: Step) -> str:
        assert step.cost is not None
        best = self.say("review.or").join(str(move) for move in step.best[:3])
        if step.cost.clear and step.cost.number > SMALLEST:
            data = {"made": step.step, "best": best, "cost": points(step.cost)}
            return self.say("review.step.dear", **data, player=self.called(step.player))
        if step.method is Method.EXACT and step.cost.number == 0:
            others = [str(move) for move in step.best if move != step.step]
            if others:
                also = self.say("review.or").join(others[:3])
                return self.say("review.step.best_as", made=step.step, others=also)
            return self.say("review.step.best", made=step.step)
        if step.cost.clear:
            return self.say("review.step.nearly", made=step.step, best=best)
        return self.say("review.step.open", made=step.step)

    def _luck(self, turn: Turn) -> str:
        player = turn.player or 1
        luck = turn.luck[player - 1]
        data = {"player": self.called(player), "points": points(_size(luck))}
        if not luck.number:
            return self.say("review.luck.none")
        if not (luck.clear or _turned(luck).clear):
            return self.say("review.luck.open", player=data["player"], points=points(luck, signed=True))
        return self.say("review.luck.gave" if luck.number > 0 else "review.luck.took", **data)

    def now(self, at: int) -> str:
        """Everybody's chance at a stop."""
        return self.say("review.stop.now", chances=self._chances(at))

    def spoken(self, at: int) -> str:
        """A stop in short, for those who hear it; what is seen of its button stands in it."""
        heading = self.heading(at)
        if self.stops[at].turn is None:
            heading = f"{self.stops[at].label}: {heading}"
        return self.say("review.stop.spoken", heading=heading, now=self.now(at))

    def picture(self, at: int, view: View) -> Picture:
        """The board: before the turn's dearest decision, with the move made and the best one, or after it."""
        stop, record = self.stops[at], self.review.record
        step = None if stop.turn is None or view == "after" else _pivot(stop.turn)
        if step is None:
            return picture(record.states[stop.point], lang=self.lang)
        state = record.states[step.at]
        before, after = (self.review.points[i].value[step.player - 1] for i in (step.at, step.at + 1))
        made = amount(after)
        arrows = {}
        starred = step.step in step.best or step.cost is None or not step.cost.clear
        if step.cost is not None and not starred:
            exact = step.method is not Method.ESTIMATE
            best = amount(before) if exact else made._replace(number=made.number + step.cost.number)
            arrows[step.best[0]] = _on_arrow(best)
        arrows[step.step] = _on_arrow(made)
        shown = {move: value for move, value in arrows.items() if _has_arrow(move)}
        best_moves = [step.step] if starred else [step.best[0]]
        return picture(state, lang=self.lang, arrows=shown, best=[m for m in best_moves if m in shown])

    def has_before(self, at: int) -> bool:
        """Whether a stop has a decision to look at."""
        turn = self.stops[at].turn
        return turn is not None and _pivot(turn) is not None

    # All turns, and each player.

    def heads(self) -> list[str]:
        """Above the columns of `rows`."""
        keys = ("turn", "player", "played", "cost", "best", "luck")
        named = [self.say("review.head.chance", player=self.called(player)) for player in self.players]
        return [*(self.say(f"review.head.{key}") for key in keys), *named]

    def rows(self) -> list[list[str]]:
        """A row for each stop: turn, player, what was played, its cost, what was best, luck, chances."""
        rows = []
        for at, stop in enumerate(self.stops):
            chances_ = [self.chance(at, player) for player in self.players]
            turn = stop.turn
            if turn is None:
                name = self.heading(at) if at else self.say("review.head.start")
                rows.append([stop.label, "", name, "", "", "", *chances_])
                continue
            cost = points(turn.cost) if turn.cost.clear or not turn.cost.standard_error else ""
            dear = [step for step in turn.steps if step.cost is not None and step.cost.clear]
            luck = ""
            if turn.player and any(not step.player for step in turn.steps):
                luck = points(turn.luck[turn.player - 1], signed=True)
            rows.append(
                [
                    stop.label,
                    self.called(turn.player) if turn.player else "",
                    "".join(str(step.step) for step in turn.steps),
                    cost if turn.player else "",
                    " ".join(str(step.best[0]) for step in dear),
                    luck,
                    *chances_,
                ]
            )
        return rows

    def summary(self, player: int) -> str:
        """How well a player decided, and how lucky he was, in sentences."""
        share = self.review.shares[player - 1]
        name = self.called(player)
        if not share.decisions:
            told = [self.say("review.sum.no_choice", player=name)]
        else:
            key = "review.sum.found" if self.review.exact else "review.sum.none_better"
            told = [self.say(key, player=name, best=share.best, n=share.decisions)]
            if share.cost.number:
                told.append(self.say("review.sum.cost", cost=points(share.cost)))
            else:
                told.append(self.say("review.sum.no_cost"))
        told.append(self._lucky(share, name))
        return self._run_on(told)

    def _lucky(self, share: Share, name: str) -> str:
        luck = share.luck
        if luck.exact and not luck.number:
            return self.say("review.sum.luck_none")
        shown = {"player": name, "points": points(_size(luck))}
        if luck.clear and luck.number > MOST_SWAY:
            return self.say("review.sum.lucky", **shown)
        if _turned(luck).clear and luck.number < -MOST_SWAY:
            return self.say("review.sum.unlucky", **shown)
        if luck.standard_error:
            return self.say("review.sum.luck_open", player=name, points=points(luck, signed=True))
        return self.say("review.sum.luck_even", player=name, points=points(luck, signed=True))

    def account(self) -> tuple[list[str], list[list[str]]]:
        """Each player's way from the first chance to the last, as a table: its heads, its rows."""
        shares = self.review.shares
        rows = [[self.say("review.account.start"), *(points(share.start) for share in shares)]]
        for name in ("own", "others", "luck", "seam", "ending"):
            amounts: list[Amount] = [getattr(share, name) for share in shares]
            if name in ("own", "others", "luck") or any(one.number for one in amounts):
                shown = [points(one, signed=True) for one in amounts]
                rows.append([self.say(f"review.account.{name}"), *shown])
        rows.append([self.say("review.account.end"), *(points(share.end) for share in shares)])
        return ["", *(self.called(share.player) for share in shares)], rows

    # On paper, and where no widget is shown.

    def html(self) -> str:
        """The whole review as it is printed: chart, words, pictures of the costliest turns, tables."""
        parts = [f"<p><strong>{escape(self.headline())}</strong></p>", self.chart().html()]
        parts += [f"<p>{escape(self.summary(player))}</p>" for player in self.players]
        heads, rows = self.account()
        parts.append(panel.table(self.say("review.account.title"), heads, rows))
        dear = self.dear()
        parts.append(f"<p><strong>{escape(self.say('review.dear.title'))}</strong></p>")
        if dear:
            parts.append("<ol>" + "".join(f"<li>{escape(words)}</li>" for _, words in dear) + "</ol>")
        else:
            parts.append(f"<p>{escape(self.say('review.dear.none'))}</p>")
        for at, words in dear[:2]:
            drawn = self.picture(at, "before").html()
            parts.append(f'<figure style="{_BESIDE}">{drawn}')
            parts.append(f"<figcaption>{escape(words)}</figcaption></figure>")
        rows = [[_unbroken(cell) for cell in row] for row in self.rows()]
        parts.append(panel.table(self.say("review.turns"), self.heads(), rows))
        parts += [f"<p>{escape(note)}</p>" for note in self.notes()]
        return f'<div style="max-width: 44em; line-height: 1.5">{"".join(parts)}</div>'

    def text(self) -> str:
        """The same for a terminal."""
        lines = [self.headline(), str(self.chart())]
        lines += [self.summary(player) for player in self.players]
        lines += [words for _, words in self.dear()] or [self.say("review.dear.none")]
        return "\n".join([*lines, *self.notes()])


def _unbroken(cell: str) -> str:
    """A number that stays on one line."""
    return cell.replace(" ", "\N{NO-BREAK SPACE}") if "%" in cell or "±" in cell else cell


def _pivot(turn: Turn) -> Step | None:
    """The decision of a turn that is looked at: the dearest, else the first with a choice."""
    chosen: Sequence[Step] = [step for step in turn.steps if step.choices > 1]
    dear = [step for step in chosen if step.cost is not None and step.cost.clear]
    if dear:
        return max(dear, key=lambda step: step.cost.number if step.cost else Fraction(0))
    return chosen[0] if chosen else None


def _has_arrow(move: object) -> bool:
    return isinstance(move, Choose | Ride | Peek | Lay)


def _on_arrow(value: Amount) -> str:
    if not value.exact:
        return f"≈{100 * float(value):.0f} %"
    return in_percent(value.number, 0)


def _turned(of: Amount) -> Amount:
    return of._replace(number=-of.number)


def _size(of: Amount) -> Amount:
    return of._replace(number=abs(of.number))


__all__ = ["MOST_DEAR", "Retelling", "Stop", "View", "catalogue", "points", "say"]
