"""Answers set out for a person, as tables, and for a program, as JSON.

What a solver returns is handed in; any object with these attributes will do. In JSON an exact fraction is
``str(Fraction)``: ``"1"``, ``"5/18"``; a number with an error is a number; bounds are ``[low, high]``.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, Protocol

from inaba.chance import Chance
from inaba.command.columns import table, wrapped
from inaba.command.position import played
from inaba.errors import InabaError, Reason, listed
from inaba.percent import bounds_in_percent, bounds_say_nothing, in_percent, in_points
from inaba.river import NOTATION, Rolled, State, View, format_rules
from inaba.words import say

COLUMNS: Final = 79
"""Sentences that explain are broken so."""


class MoveRow(Protocol):
    """A move, what is known of its worth to each player, and the best choices after it."""

    @property
    def move(self) -> Any: ...

    @property
    def value(self) -> tuple[Any, ...]: ...

    @property
    def line(self) -> str: ...


class OutcomeRow(Protocol):
    """An event of chance, its probability, and what the position after it is worth to each player."""

    @property
    def event(self) -> Any: ...

    @property
    def chance(self) -> Fraction: ...

    @property
    def value(self) -> tuple[Any, ...]: ...


class Answer(Protocol):
    """What is known of a position: its moves best first, or what chance may bring.

    Values are fractions, or numbers of one of three other kinds: with ``value`` and ``error`` (a table's),
    with ``low`` and ``high`` (bounds), with ``mean`` and ``standard_error`` (an estimate).
    """

    @property
    def of(self) -> State | View: ...

    @property
    def method(self) -> str: ...

    @property
    def value(self) -> tuple[Any, ...]: ...

    @property
    def moves(self) -> Sequence[MoveRow]: ...

    @property
    def outcomes(self) -> Sequence[OutcomeRow]: ...

    @property
    def endless(self) -> Fraction: ...

    @property
    def states(self) -> int: ...

    @property
    def proven(self) -> tuple[Any, ...] | None: ...

    @property
    def others(self) -> str | None: ...

    @property
    def unclear(self) -> Sequence[Any]: ...

    @property
    def how(self) -> Reason: ...

    @property
    def looks(self) -> Mapping[str, Fraction] | None: ...

    @property
    def beside(self) -> Reason | None: ...

    def as_json(self) -> dict[str, Any]: ...


class ShareRow(Protocol):
    """A move or an event, and what each of three or four players has after it."""

    @property
    def step(self) -> Any: ...

    @property
    def chance(self) -> Fraction: ...

    @property
    def guarantee(self) -> tuple[Fraction, ...]: ...

    @property
    def maxn(self) -> tuple[Fraction, ...] | None: ...


class Shares(Protocol):
    """What is known of a position of three or four players."""

    @property
    def of(self) -> State: ...

    @property
    def method(self) -> str: ...

    @property
    def guarantee(self) -> tuple[Fraction, ...]: ...

    @property
    def error(self) -> Fraction: ...

    @property
    def maxn(self) -> tuple[Fraction, ...] | None: ...

    @property
    def ties(self) -> str: ...

    @property
    def moves(self) -> Sequence[ShareRow]: ...

    @property
    def outcomes(self) -> Sequence[ShareRow]: ...

    @property
    def endless(self) -> Fraction: ...

    @property
    def states(self) -> int: ...

    @property
    def maxn_solver(self) -> str | None: ...

    @property
    def maxn_refused(self) -> InabaError | None: ...

    @property
    def missing(self) -> str | None: ...

    @property
    def found(self) -> Reason: ...

    def by_maxn(self) -> Sequence[ShareRow]: ...


def percent(share: Fraction, places: int = 3, *, exact: bool = True) -> str:
    """A share as `inaba.percent.in_percent` writes it, with the places of a table.

    Examples
    --------
    >>> percent(Fraction(5, 18)), percent(Fraction(1)), percent(1 - Fraction(1, 10**9))
    ('27.778 %', '100 %', '> 99.999 %')
    """
    return in_percent(share, places, exact=exact)


def solved_json(answer: Answer) -> dict[str, object]:
    """An answer about a position as what `json.dumps` takes."""
    found: dict[str, Any] = answer.as_json()
    for told, row in zip(found["moves"], answer.moves, strict=True):
        if row.line:
            told["line"] = row.line
            if goes_round(answer.of, row.line):
                told["repeats"] = True
    return found


def goes_round(of: State | View, line: str) -> bool:
    """Whether a line of best choices ends because a position has come up again: it goes round for ever.

    Examples
    --------
    >>> from inaba import river
    >>> goes_round(river.parse("O/W a1,- 1 - -"), "1a2>a1 1a2>a1")
    True
    >>> goes_round(river.parse("3,W -,- 1 - -"), "1b1 1*")
    False
    """
    if isinstance(of, View):
        of = State(of.table)
    return bool(played(of, line, NOTATION).to_act())


def solved_text(answer: Answer, lang: str) -> str:
    """An answer about a position for a person: what it is worth, and each move or outcome in a table."""

    def says(key: str, **data: object) -> str:
        return say(key, lang, **data)

    of, method = answer.of, answer.method
    lines = [says("command.solved.position", position=of)]
    if rules := format_rules(of.rules):
        lines.append(says("command.solved.rules", rules=rules))
    if of.result() is None and (of.table.may_go_round() or answer.endless != Fraction(1, of.players)):
        two = of.players == 2
        lines.append(says(f"command.solved.{'endless' if two else 'endless_shared'}", share=answer.endless))
        if method == "estimate":
            lines.append(says("command.solved.endless_broken_off"))
    if (result := of.result()) is not None:
        lines.append(says("command.solved.over", player=result.index(Fraction(1)) + 1))
        return "\n".join(lines)
    mine = _to_move(of) - 1
    worth = answer.value[mine]
    kind = method
    if method == "estimate":
        # A move that ends the game needs no games.
        certain = answer.moves and not worth.standard_error
        kind = "certain" if certain else "estimate" if answer.moves else "played_on"
    elif method == "bounds" and _says_nothing(worth):
        kind = "nothing"
    elif answer.others:
        # Of what a player sees of a draft: in a choice of cards it is everybody's turn.
        kind = "response"
    first = {"move": answer.moves[0].move} if kind in ("estimate", "certain") else {}
    headline = says(f"command.solved.value.{kind}", player=mine + 1, **first, **_figures(worth))
    lines += wrapped(headline, COLUMNS) if kind == "nothing" else [headline]
    if kind == "played_on" and not of.to_act():
        lines.append(says("command.solved.no_choice"))
    lines.append("")
    numbers = [f"command.solved.{name}" for name in _NUMBERS[method]]
    # A line of best choices is known where values are, up to a small error.
    told = ["command.solved.line"] if any(row.line for row in answer.moves) else []
    last = ["command.solved.exact"] if method == "exact" else []
    if answer.moves and not (
        kind == "nothing" and all(_says_nothing(row.value[mine]) for row in answer.moves)
    ):
        heads = [says(key) for key in ("command.solved.move", *numbers, *told, *last)]
        rows = []
        round_again = [bool(row.line) and goes_round(of, row.line) for row in answer.moves]
        for row, again in zip(answer.moves, round_again, strict=True):
            value = row.value[mine]
            after = [row.line + (" ..." if again else "")] if told else []
            rows.append((str(row.move), *_cells(value), *after, *([str(value)] if last else [])))
        lines.append(table(heads, rows, right=range(1, 1 + len(numbers))))
        if any(round_again):
            lines += ["", *wrapped(says("command.solved.round"), COLUMNS)]
        if answer.unclear:
            lines += ["", *wrapped(says("command.solved.unclear", moves=listed(answer.unclear)), COLUMNS)]
        # One move alone is the best of nothing.
        if kind == "estimate" and len(rows) > 1:
            lines += ["", *wrapped(says("command.solved.further"), COLUMNS)]
        lines.append("")
    elif answer.outcomes:
        keys = ("command.solved.event", "command.solved.chance", "command.solved.then", *last)
        rows = [
            (name, percent(chance), *_cells(value), *([str(value)] if last else []))
            for name, chance, value in _outcomes(
                [(row.event, row.chance, row.value[mine]) for row in answer.outcomes], lang
            )
        ]
        lines.append(table([says(key) for key in keys], rows, right=[1, 2]))
        lines.append("")
    # That a chance is 0 to 100 % goes without saying.
    if answer.proven and not _says_nothing(answer.proven[mine]):
        low, high = _ends(answer.proven[mine])
        lines.append(says("command.solved.proven", player=mine + 1, low=low, high=high))
    lines += _how(answer.how, lang)
    if answer.beside is not None:
        lines += ["", *wrapped(answer.beside.say(lang), COLUMNS)]
    return "\n".join(lines)


def looks_of(answer: Answer) -> Mapping[str, Fraction] | None:
    """What looks at face-down cards are worth, where an answer was to tell; None where nobody knows."""
    return {} if answer.method == "exact" and not answer.of.table.face_down() else answer.looks


def looks_json(looks: Mapping[str, Fraction] | None) -> dict[str, object]:
    """What looks at face-down cards are worth, as what `json.dumps` takes; null where that is not known.

    Examples
    --------
    >>> looks_json({"b1": Fraction(1, 12)})
    {'looks': {'b1': '1/12'}}
    """
    return {"looks": None if looks is None else {square: str(gain) for square, gain in looks.items()}}


def looks_text(looks: Mapping[str, Fraction] | None, player: int, lang: str) -> str:
    """What looks at face-down cards are worth to the player to move, for a person: the best first."""
    if not looks:
        return "\n".join(
            wrapped(say(f"command.looks.{'unknown' if looks is None else 'none'}", lang), COLUMNS)
        )
    heads = [say(key, lang) for key in ("command.looks.square", "command.looks.gain", "command.solved.exact")]
    best = sorted(looks.items(), key=lambda look: -look[1])
    rows = [(square, in_points(gain, 3, signed=True), str(gain)) for square, gain in best]
    lines = [*wrapped(say("command.looks.means", lang, player=player), COLUMNS), ""]
    lines.append(table(heads, rows, right=[1]))
    if best[-1][1] < 0:
        lines += ["", *wrapped(say("command.looks.below", lang), COLUMNS)]
    return "\n".join(lines)


def _how(found: Reason, lang: str) -> list[str]:
    """How it was found, in lines."""
    return wrapped(say("command.solved.how", lang, method=found.say(lang)), COLUMNS)


_NUMBERS = {
    "exact": ("percent",),
    "table": ("percent",),
    "bounds": ("at_least", "at_most"),
    "estimate": ("percent", "standard_error", "games"),
}
"""The columns of numbers, by method."""


def _to_move(of: State | View) -> int:
    """Whose chance the numbers in a table are."""
    # An onlooker has no chance of his own.
    return (of.player if isinstance(of, View) else 0) or of.turn


def _figures(value: Any) -> dict[str, object]:
    """What fills the sentence about a value."""
    if hasattr(value, "standard_error"):
        return {"percent": _cells(value)[0], "error": _cells(value)[1], "n": value.games}
    if hasattr(value, "low"):
        low, high = _ends(value)
        return {"low": low, "high": high}
    if hasattr(value, "error"):
        return {"percent": _cells(value)[0]}
    return {"percent": percent(value), "share": str(value)}


def _cells(value: Any) -> tuple[str, ...]:
    """A value as it stands in the columns of numbers."""
    if hasattr(value, "standard_error"):
        if not value.standard_error:
            # The outcome is certain without a game.
            return in_percent(Fraction(value.mean)), "± 0 %", f"{value.games:,}"
        error = math.ceil(1000 * value.standard_error) / 10
        return f"{100 * value.mean:.1f} %", f"± {error:.1f} %", f"{value.games:,}"
    if hasattr(value, "low"):
        return _ends(value)
    if hasattr(value, "error"):
        return (percent(value.value, _places(value.error), exact=not value.error),)
    return (percent(value),)


def _places(error: Fraction) -> int:
    """How many places of a percent are worth showing of a rounded share: up to six."""
    return next((places for places in (6, 5, 4) if 1000 * error * 10**places < 1), 3)


def _ends(interval: Any) -> tuple[str, str]:
    """Bounds in percent, rounded outwards."""
    low, high = bounds_in_percent(interval.low, interval.high)
    return f"{low} %", f"{high} %"


def _says_nothing(interval: Any) -> bool:
    return bounds_say_nothing(interval.low, interval.high)


def shares_json(answer: Shares, by: str, lang: str) -> dict[str, object]:
    """What three or four players have, as what `json.dumps` takes; ``by`` ranks the moves.

    ``"maxn"`` is null where that is not known, and ``"maxn_missing"`` beside it says why: ``"why"`` is
    ``"left_out"``, ``"too_large"``, ``"stopped"`` or ``"unchecked"``, and ``"message"`` says it in words.

    Raises
    ------
    SetupError
        If they are to be ranked by what is not known.
    """
    exact = answer.method == "exact"
    # A fraction that becomes a float is rounded once more.
    error = {} if exact else {"error": math.nextafter(float(answer.error) + 2.0**-53, math.inf)}

    def told(row: ShareRow) -> dict[str, object]:
        known: dict[str, object] = {"guarantee": [str(s) if exact else float(s) for s in row.guarantee]}
        return known | ({} if row.maxn is None else {"maxn": _texts(row.maxn)})

    found: dict[str, object] = {
        "position": str(answer.of),
        "rules": format_rules(answer.of.rules),
        "method": str(answer.method),
        "guarantee": [str(share) if exact else float(share) for share in answer.guarantee],
        **error,
    }
    if answer.maxn is not None:
        about = {"ties": answer.ties, "checked": True, "solver": answer.maxn_solver}
        found["maxn"] = {"value": _texts(answer.maxn)} | about
    else:
        why, refused = str(answer.missing), answer.maxn_refused
        message = say("command.shares.no_maxn", lang) if refused is None else refused.say(lang)
        found |= {"maxn": None, "maxn_missing": {"why": why, "message": message}}
    found["endless"] = str(answer.endless)
    rows = answer.by_maxn() if by == "maxn" else answer.moves
    found["moves"] = [{"move": str(row.step)} | told(row) for row in rows]
    if answer.outcomes:
        found["outcomes"] = [
            {"event": str(row.step), "chance": str(row.chance)} | told(row) for row in answer.outcomes
        ]
    found["states"] = answer.states
    return found


def _texts(values: Sequence[Fraction]) -> list[str]:
    return [str(value) for value in values]


def shares_text(answer: Shares, by: str, lang: str) -> str:
    """What three or four players have, for a person.

    Raises
    ------
    SetupError
        If the moves are to be ranked by what is not known.
    """

    def says(key: str, **data: object) -> str:
        return say(key, lang, **data)

    of = answer.of
    lines = [says("command.solved.position", position=of)]
    if rules := format_rules(of.rules):
        lines.append(says("command.solved.rules", rules=rules))
    if (result := of.result()) is not None:
        lines.append(says("command.solved.over", player=result.index(Fraction(1)) + 1))
        return "\n".join(lines)
    if of.table.may_go_round():
        lines.append(says("command.solved.endless_shared"))
    exact, maxn, mine = answer.method == "exact", answer.maxn, of.turn - 1

    def guaranteed(share: Fraction) -> str:
        if not answer.error:
            return percent(share)
        return percent(share, _places(answer.error), exact=False)

    lines += [says("command.shares.turn", player=of.turn), ""]
    heads = [says("command.shares.player"), says("command.shares.guarantee")]
    heads += [says("command.solved.exact")] if exact else []
    heads += [says("command.shares.maxn"), says("command.solved.exact")] if maxn else []
    rows = []
    for i, share in enumerate(answer.guarantee):
        cells = [str(i + 1), guaranteed(share), *([str(share)] if exact else [])]
        rows.append((*cells, *((percent(maxn[i]), str(maxn[i])) if maxn else ())))
    lines.append(table(heads, rows, right=[0, 1, *([3 if exact else 2] if maxn else [])]))
    lines.append("")
    lines += wrapped(says("command.shares.means_guarantee"), COLUMNS)
    if maxn:
        lines += wrapped(says(f"command.shares.means_maxn.{answer.ties}"), COLUMNS)
    elif answer.maxn_refused is None:
        lines += wrapped(says("command.shares.no_maxn"), COLUMNS)
    if answer.maxn_solver == "table":
        lines += wrapped(says("command.shares.maxn_table"), COLUMNS)
    if answer.maxn_refused is not None:
        lines += wrapped(answer.maxn_refused.say(lang), COLUMNS)
    ranked = answer.by_maxn() if by == "maxn" else answer.moves
    if ranked:
        heads = [says("command.solved.move"), says("command.shares.guarantee")]
        heads += [says("command.shares.maxn")] if maxn else []
        rows = [
            (str(row.step), guaranteed(row.guarantee[mine]), *([percent(row.maxn[mine])] if row.maxn else []))
            for row in ranked
        ]
        lines += ["", table(heads, rows, right=[1, 2][: len(heads) - 1])]
    elif answer.outcomes:
        heads = [says(f"command.solved.{key}") for key in ("event", "chance")]
        heads += [says("command.shares.guarantee")]
        outcomes = [(row.step, row.chance, row.guarantee[mine]) for row in answer.outcomes]
        rows = [
            (name, percent(chance), guaranteed(share)) for name, chance, share in _outcomes(outcomes, lang)
        ]
        lines += ["", table(heads, rows, right=[1, 2])]
    return "\n".join([*lines, "", *_how(answer.found, lang)])


def _outcomes(rows: Sequence[tuple[Any, Fraction, Any]], lang: str) -> list[tuple[str, Fraction, Any]]:
    """What chance may bring; rolls of the same total, which come to the same, are one row."""
    summed: dict[tuple[str, Any], Fraction] = {}
    ordered = rows
    if all(isinstance(event, Rolled) for event, _, _ in rows):
        ordered = sorted(rows, key=lambda row: row[0].total)
    for event, chance, value in ordered:
        name = say("chance.total", lang, total=event.total) if isinstance(event, Rolled) else str(event)
        summed[name, value] = summed.get((name, value), Fraction(0)) + chance
    return [(name, chance, value) for (name, value), chance in summed.items()]


class Summary(Protocol):
    """What a sample of layouts tells of all of them (`solvers.survey.Summary`)."""

    @property
    def count(self) -> int: ...

    @property
    def few(self) -> bool: ...

    @property
    def mean(self) -> float: ...

    @property
    def standard_error(self) -> float: ...

    @property
    def deviation(self) -> float: ...

    @property
    def interval(self) -> Any: ...

    @property
    def favourable(self) -> float: ...

    @property
    def favourable_interval(self) -> Any: ...

    @property
    def least(self) -> str: ...

    @property
    def greatest(self) -> str: ...

    @property
    def values(self) -> tuple[float, ...]: ...

    def quantile(self, share: float) -> float: ...


def summary_json(found: Summary, failed: int) -> dict[str, object]:
    """What a survey tells, as what `json.dumps` takes; ``failed`` layouts had no value."""

    def told(interval: Any, by: str) -> dict[str, object]:
        return {"low": interval.low, "high": interval.high, "level": interval.level, "by": by}

    return {
        "count": found.count,
        "failed": failed,
        "mean": found.mean,
        "standard_error": found.standard_error,
        "interval": told(found.interval, "student"),
        "deviation": found.deviation,
        "median": found.quantile(0.5),
        "favourable": found.favourable,
        "favourable_interval": told(found.favourable_interval, "wilson"),
        "least": {"position": found.least, "value": found.values[0]},
        "greatest": {"position": found.greatest, "value": found.values[-1]},
    }


def summary_text(found: Summary, failed: int, lang: str) -> str:
    """What a survey tells, for a person."""

    def says(key: str, **data: object) -> str:
        return say(key, lang, **data)

    def share(number: float) -> str:
        return f"{100 * number:.2f} %"

    def ends(interval: Any) -> dict[str, str]:
        level = f"{100 * interval.level:g} %"
        return {"low": share(interval.low), "high": share(interval.high), "level": level}

    lines = [says("command.surveyed.count", n=found.count)]
    if failed:
        lines.append(says("command.surveyed.failed", n=failed))
    error = share(found.standard_error)
    lines.append(says("command.surveyed.mean", mean=share(found.mean), error=error, **ends(found.interval)))
    lines.append(
        says(
            "command.surveyed.spread",
            deviation=share(found.deviation),
            quarter=share(found.quantile(0.25)),
            median=share(found.quantile(0.5)),
            three_quarters=share(found.quantile(0.75)),
        )
    )
    favourable = ends(found.favourable_interval)
    lines.append(says("command.surveyed.favourable", share=share(found.favourable), **favourable))
    least, greatest = share(found.values[0]), share(found.values[-1])
    lines.append(says("command.surveyed.least", value=least, position=found.least))
    lines.append(says("command.surveyed.greatest", value=greatest, position=found.greatest))
    if found.few:
        lines.append(says("command.surveyed.few"))
    return "\n".join(lines)


def fight_json(
    hit_points: int, damage: int, dice: str, beats: Fraction, rolls: Chance[int], mean: Fraction
) -> str:
    """The odds against a shark as JSON: ``within`` is the chance of at most so many rolls."""
    return json.dumps(
        {
            "hit_points": hit_points,
            "damage": damage,
            "left": hit_points - damage,
            "dice": dice,
            "beats": str(beats),
            "mean": str(mean),
            "rolls": [
                {"rolls": n, "chance": str(chance), "within": str(within)}
                for n, chance, within in _within(rolls)
            ],
        }
    )


def fight_text(
    hit_points: int, damage: int, dice: str, beats: Fraction, rolls: Chance[int], mean: Fraction, lang: str
) -> str:
    """The odds against a shark for a person."""

    def says(key: str, **data: object) -> str:
        return say(key, lang, **data)

    left = hit_points - damage
    if not left:
        shark = says("command.fought.shark", hit_points=hit_points, left=left, dice=dice)
        return f"{shark}\n{says('command.fought.none')}"
    heads = [says(f"command.fought.{head}") for head in ("rolls", "percent", "within", "exact")]
    rows = [(str(n), percent(chance), percent(within), str(chance)) for n, chance, within in _within(rolls)]
    return "\n".join(
        [
            says("command.fought.shark", hit_points=hit_points, left=left, dice=dice),
            says("command.fought.now", percent=percent(beats), share=beats),
            says("command.fought.mean", mean=mean, about=f"{float(mean):.3f}"),
            "",
            table(heads, rows, right=[0, 1, 2]),
        ]
    )


def _within(rolls: Chance[int]) -> list[tuple[int, Fraction, Fraction]]:
    """Each number of rolls, its chance, and the chance of at most so many."""
    rows, within = [], Fraction(0)
    for n in sorted(rolls):
        within += rolls[n]
        rows.append((n, rolls[n], within))
    return rows
