"""A game looked back on, set out for a person: turn by turn, the costliest turns, and each player in sum.

What a solver found is handed in; any object with these attributes will do.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final, Protocol

from inaba.command.columns import table, wrapped
from inaba.percent import in_percent, in_points
from inaba.record import Record
from inaba.words import say

COLUMNS: Final = 79
"""Sentences are broken so."""

MOST: Final = 5
"""So many of the costliest turns are listed."""

SMALLEST: Final = Fraction(1, 2000)
"""What costs no more is no turn that cost much."""


class Amount(Protocol):
    """How much a chance changed, with what is known of the error."""

    @property
    def number(self) -> Fraction: ...

    @property
    def error(self) -> Fraction: ...

    @property
    def standard_error(self) -> float: ...

    @property
    def clear(self) -> bool: ...


class Point(Protocol):
    """A position, and what it is worth to each player."""

    @property
    def method(self) -> str: ...

    @property
    def value(self) -> tuple[Any, ...]: ...


class Step(Protocol):
    """A decision or an event of chance."""

    @property
    def at(self) -> int: ...

    @property
    def step(self) -> Any: ...

    @property
    def best(self) -> tuple[Any, ...]: ...

    @property
    def cost(self) -> Amount | None: ...


class Turn(Protocol):
    """One turn."""

    @property
    def number(self) -> int: ...

    @property
    def player(self) -> int: ...

    @property
    def steps(self) -> Sequence[Step]: ...

    @property
    def cost(self) -> Amount: ...

    @property
    def luck(self) -> tuple[Amount, ...]: ...


class Share(Protocol):
    """A player's game in sum."""

    @property
    def player(self) -> int: ...

    @property
    def start(self) -> Amount: ...

    @property
    def end(self) -> Amount: ...

    @property
    def decisions(self) -> int: ...

    @property
    def best(self) -> int: ...

    @property
    def cost(self) -> Amount: ...

    @property
    def own(self) -> Amount: ...

    @property
    def others(self) -> Amount: ...

    @property
    def luck(self) -> Amount: ...

    @property
    def seam(self) -> Amount: ...

    @property
    def ending(self) -> Amount: ...


class Review(Protocol):
    """A game looked back on."""

    @property
    def record(self) -> Record: ...

    @property
    def measure(self) -> str: ...

    @property
    def points(self) -> Sequence[Point]: ...

    @property
    def turns(self) -> Sequence[Turn]: ...

    @property
    def shares(self) -> Sequence[Share]: ...

    @property
    def solved_from(self) -> int: ...

    @property
    def games(self) -> int: ...

    def costliest(self, most: int = ...) -> Sequence[Turn]: ...


def text(review: Review, lang: str) -> str:
    """A review for a person to read.

    Parameters
    ----------
    review : Review
    lang : {"ja", "en"}
    """

    def says(key: str, **data: object) -> str:
        return say(key, lang, **data)

    record = review.record
    outcome, n = record.outcome(), len(review.turns)
    if outcome in ("*", "draw"):
        key = "command.reviewed.unfinished" if outcome == "*" else "command.reviewed.drawn"
        lines = [says(key, n=n)]
    else:
        lines = [says("command.reviewed.won", n=n, player=_named(record, outcome))]
    if record.names:
        players = ", ".join(_named(record, player) for player in range(1, len(record.names) + 1))
        lines.append(says("command.reviewed.players", players=players))
    lines += [*_how(review, says), ""]
    if review.turns:
        lines += [_by_turns(review, says), ""]
        lines += [*wrapped(says("command.reviewed.explained"), COLUMNS), ""]
        lines += [*_costliest(review, says), ""]
    lines.append(_in_sum(review, says))
    return "\n".join(lines)


def _named(record: Record, player: int | str) -> str:
    """A player's number, and the name where there is one."""
    return f"{player} {record.names[int(player) - 1]}" if record.names else str(player)


def _how(review: Review, says: Any) -> list[str]:
    """How the numbers were found, and what they are."""
    methods = {point.method for point in review.points}
    sentences = []
    if "estimate" in methods:
        sentences.append(says("command.reviewed.estimated", n=review.games))
        first = next((turn.number for turn in review.turns if turn.steps[-1].at >= review.solved_from), None)
        sentences.append(
            says("command.reviewed.all_estimated")
            if first is None
            else says("command.reviewed.solved_from", turn=first)
        )
    if review.solved_from < len(review.points) - 1 or not review.turns:
        sentences.append(says(f"command.reviewed.measure.{review.measure}"))
    if methods & {"bounds", "table"}:
        sentences.append(says("command.reviewed.bounded"))
    if methods == {"exact"}:
        sentences.append(says("command.reviewed.exact"))
    return [line for sentence in sentences for line in wrapped(sentence, COLUMNS)]


def _by_turns(review: Review, says: Any) -> str:
    """Each turn: what was played, what it cost, what luck gave whose turn it was, and the chances then."""
    players = range(len(review.points[0].value))
    heads = [says(f"command.reviewed.head.{name}") for name in ("turn", "player", "moves", "cost", "luck")]
    heads += [says("command.reviewed.head.chance", player=player + 1) for player in players] + [
        says("command.reviewed.head.best")
    ]
    rows = [["", "", says("command.reviewed.start"), "", "", *_chances(review.points[0]), ""]]
    for turn in review.turns:
        luck = _signed(turn.luck[turn.player - 1]) if turn.player and turn.luck else ""
        best = " ".join(str(step.best[0]) for step in turn.steps if step.cost is not None and step.cost.clear)
        rows.append(
            [
                str(turn.number),
                str(turn.player or ""),
                "".join(str(step.step) for step in turn.steps),
                points(turn.cost) if turn.cost.clear or not turn.cost.standard_error else "",
                luck,
                *_chances(review.points[turn.steps[-1].at + 1]),
                best if turn.cost.clear else "",
            ]
        )
    return table(heads, rows, right=[0, 3, 4, *(5 + player for player in players)])


def _chances(point: Point) -> list[str]:
    """Each player's chance in percent; an estimate, a rounded one and the middle of bounds are marked."""
    if point.method == "exact":
        return [in_percent(value) for value in point.value]
    return [f"~{100 * float(value):.1f} %" for value in point.value]


def points(amount: Amount) -> str:
    """An amount in percentage points, with its error where there is one.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> points(SimpleNamespace(number=Fraction(5, 18), error=0, standard_error=0.0))
    '27.8'
    >>> points(SimpleNamespace(number=Fraction(1), error=0, standard_error=0.0))
    '100'
    >>> points(SimpleNamespace(number=Fraction(1, 8), error=0, standard_error=0.0312))
    '12.5 ± 3.2'
    """
    error = max(float(amount.error), amount.standard_error)
    if not error:
        return in_points(amount.number)
    # With an error beside it nothing looks exact.
    return f"{100 * float(amount.number):z.1f} ± {math.ceil(1000 * error - 1e-9) / 10:.1f}"


def _signed(amount: Amount) -> str:
    """An amount with its sign."""
    shown = points(amount)
    return f"+{shown}" if amount.number > 0 and shown[0] not in "<>" else shown


def _costliest(review: Review, says: Any) -> list[str]:
    ranked = [turn for turn in review.costliest(MOST) if turn.cost.number > SMALLEST]
    if not ranked:
        return wrapped(says("command.reviewed.none_dear"), COLUMNS)
    lines = [says("command.reviewed.costliest")]
    for turn in ranked:
        for step in turn.steps:
            if step.cost is not None and step.cost.clear:
                told = {"turn": turn.number, "player": _named(review.record, turn.player), "made": step.step}
                lines.append(
                    "  " + says("command.reviewed.dear", **told, best=step.best[0], cost=points(step.cost))
                )
    return lines


def _in_sum(review: Review, says: Any) -> str:
    """Each player's way from the first chance to the last, a column each."""
    shares = review.shares
    changes = ["own", "others", "luck"]
    changes += [name for name in ("seam", "ending") if any(getattr(share, name).number for share in shares)]
    rows = [
        [says("command.reviewed.head.start"), *(points(share.start) for share in shares)],
        *(
            [says(f"command.reviewed.head.{name}"), *(_signed(getattr(share, name)) for share in shares)]
            for name in changes
        ),
        [says("command.reviewed.head.end"), *(points(share.end) for share in shares)],
        [
            says("command.reviewed.head.good"),
            *(says("command.reviewed.good", best=share.best, n=share.decisions) for share in shares),
        ],
        [says("command.reviewed.head.costs"), *(points(share.cost) for share in shares)],
    ]
    heads = [
        "",
        *(says("command.reviewed.player", player=_named(review.record, share.player)) for share in shares),
    ]
    return table(heads, rows, right=range(1, len(heads)))
