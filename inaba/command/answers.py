"""Exact answers set out for a person, as tables, and for a program, as JSON.

What a solver returns is handed in; any object with these attributes will do. In JSON a fraction is
``str(Fraction)``: ``"1"``, ``"5/18"``.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Protocol

from inaba.chance import Chance
from inaba.command.columns import table
from inaba.river import Rolled, State, format_rules
from inaba.words import say


class MoveRow(Protocol):
    """A move, what it is worth to each player, and the best choices after it."""

    @property
    def move(self) -> Any: ...

    @property
    def value(self) -> tuple[Fraction, ...]: ...

    @property
    def line(self) -> str: ...


class OutcomeRow(Protocol):
    """An event of chance, its probability, and what the position after it is worth to each player."""

    @property
    def event(self) -> Any: ...

    @property
    def chance(self) -> Fraction: ...

    @property
    def value(self) -> tuple[Fraction, ...]: ...


class Solution(Protocol):
    """What a position is worth, its moves best first, or what chance may bring."""

    @property
    def value(self) -> tuple[Fraction, ...]: ...

    @property
    def moves(self) -> Sequence[MoveRow]: ...

    @property
    def outcomes(self) -> Sequence[OutcomeRow]: ...

    @property
    def states(self) -> int: ...


def percent(share: Fraction) -> str:
    """A share in percent, to three places; never rounded up to certain or down to impossible.

    Examples
    --------
    >>> percent(Fraction(5, 18)), percent(Fraction(1)), percent(1 - Fraction(1, 10**9))
    ('27.778 %', '100 %', '> 99.999 %')
    """
    if share.denominator == 1:
        return f"{100 * share.numerator} %"
    thousandths = round(100_000 * share)
    if thousandths == 0:
        return "< 0.001 %"
    if thousandths == 100_000:
        return "> 99.999 %"
    return f"{thousandths // 1000}.{thousandths % 1000:03d} %"


def solved_json(state: State, solution: Solution, endless: Fraction) -> str:
    """A solved position as JSON, in one line of plain ASCII."""
    found: dict[str, object] = {
        "position": str(state),
        "rules": format_rules(state.rules),
        "method": "exact",
        "value": _texts(solution.value),
        "endless": str(endless),
        "moves": [
            {"move": str(row.move), "value": _texts(row.value), "line": row.line} for row in solution.moves
        ],
    }
    if solution.outcomes:
        found["outcomes"] = [
            {"event": str(row.event), "chance": str(row.chance), "value": _texts(row.value)}
            for row in solution.outcomes
        ]
    found["states"] = solution.states
    return json.dumps(found)


def _texts(values: Sequence[Fraction]) -> list[str]:
    return [str(value) for value in values]


def solved_text(state: State, solution: Solution, endless: Fraction, lang: str) -> str:
    """A solved position for a person: what it is worth, and each move or outcome in a table."""

    def says(key: str, **data: object) -> str:
        return say(key, lang, **data)

    mine = state.turn - 1
    lines = [says("command.solved.position", position=state)]
    if rules := format_rules(state.rules):
        lines.append(says("command.solved.rules", rules=rules))
    if endless != Fraction(1, 2):
        lines.append(says("command.solved.endless", share=endless))
    if state.result() is not None:
        lines.append(says("command.solved.over", player=solution.value.index(Fraction(1)) + 1))
        return "\n".join(lines)
    lines.append(
        says(
            "command.solved.value",
            player=state.turn,
            percent=percent(solution.value[mine]),
            share=solution.value[mine],
        )
    )
    lines.append("")
    if solution.moves:
        heads = [says(f"command.solved.{head}") for head in ("move", "percent", "line", "exact")]
        rows = [
            (str(row.move), percent(row.value[mine]), row.line, str(row.value[mine]))
            for row in solution.moves
        ]
        lines.append(table(heads, rows, right=[1]))
    else:
        heads = [says(f"command.solved.{head}") for head in ("event", "chance", "then", "exact")]
        lines.append(table(heads, _outcomes(solution.outcomes, mine, lang), right=[1, 2]))
    lines += ["", says("command.solved.states", n=solution.states)]
    return "\n".join(lines)


def _outcomes(outcomes: Sequence[OutcomeRow], mine: int, lang: str) -> list[tuple[str, str, str, str]]:
    """Rows of what chance may bring; rolls of the same total, which come to the same, are one row."""
    summed: dict[tuple[str, Fraction], Fraction] = {}
    ordered = outcomes
    if all(isinstance(row.event, Rolled) for row in outcomes):
        ordered = sorted(outcomes, key=lambda row: row.event.total)
    for row in ordered:
        event = row.event
        name = say("chance.total", lang, total=event.total) if isinstance(event, Rolled) else str(event)
        key = (name, row.value[mine])
        summed[key] = summed.get(key, Fraction(0)) + row.chance
    return [(name, percent(chance), percent(value), str(value)) for (name, value), chance in summed.items()]


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
