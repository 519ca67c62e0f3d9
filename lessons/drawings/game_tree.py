"""Game trees of River, valued from their ends: who decides, what the dice do, what it is worth."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from inaba import river
from inaba.river.moves import Choose, Event, Move, Ride, Rolled
from inaba.river.state import Fight
from lessons import chart
from lessons.chart.decisions import DEEPEST
from lessons.drawings.river import MOST_STATES
from lessons.position import state_of
from lessons.voice import Refused, percent, say
from solvers.endgame import Solver

MOST_BELOW: Final = 36 * 36
"""Fractions over more than this are written as a percent in a drawing."""


def game_tree(position: str | river.State, *, steps: int = DEEPEST, most: int = 2) -> chart.Chart:
    """The first steps of a position as a game tree, with player 1's chance under best play at every node.

    Behind the first move what is certain is followed no further; nor is a roll. Moves of one rabbit onto
    equal cards and of equal value are one branch. Of the others the best for the mover are drawn; how many
    more there are stands at a branch of their own.

    Parameters
    ----------
    position : str or State
        Of two players, nothing secret.
    steps : int
        How many steps one behind the other, 1 to `lessons.chart.decisions.DEEPEST`.
    most : int
        The most branches drawn at a square, 1 or more.

    Raises
    ------
    NotationError
        If the text is no position.
    TooLarge, SetupError
        If the position has no exact value (see `lessons.drawings.river.MOST_STATES`).
    Refused
        If so many steps or branches cannot be drawn.
    """
    if not 1 <= steps <= DEEPEST or most < 1:
        raise Refused("undrawn.game_tree", deepest=DEEPEST, steps=steps, most=most)
    state = state_of(position)
    solver = Solver(limit=MOST_STATES)
    root = _inner(state, steps, most, solver) if state.result() is None else _node(state, 0, most, solver)
    value = solver.value(state)[0]
    return chart.game_tree(
        root,
        title=say("chart.game_tree.title"),
        alt=say(
            "chart.game_tree.alt",
            value=value,
            who=_who(state),
            ways="; ".join(f"{way.words}: {way.to.value}" for way in root.ways),
        ),
        legend=[
            say("chart.game_tree.first"),
            say("chart.game_tree.second"),
            say("chart.game_tree.chance" if state.unseen else "chart.game_tree.dice"),
            say("chart.game_tree.best"),
        ],
    )


def _who(state: river.State) -> str:
    if players := state.to_act():
        return say("chart.game_tree.player", player=players[0])
    return say("chart.game_tree.the_dice" if isinstance(state.phase, Fight) else "chart.game_tree.a_card")


def _node(state: river.State, steps: int, most: int, solver: Solver) -> chart.Node:
    value = solver.value(state)[0]
    if not steps or value in (0, 1):
        return chart.Node(_written(value), words=_certain(value))
    return _inner(state, steps, most, solver)


def _inner(state: river.State, steps: int, most: int, solver: Solver) -> chart.Node:
    value = solver.value(state)[0]
    words = _written(value)
    if state.chance():
        return chart.Node(words, 0, _outcomes(state, solver))
    (player,) = state.to_act()
    better = 1 if player == 1 else -1
    kinds: dict[tuple[object, ...], list[Move]] = {}
    for move in state.legal_moves(player):
        after = solver.value(state.play(player, move))[0]
        kinds.setdefault((after, *_kind(state, move)), []).append(move)
    ranked = sorted(kinds.items(), key=lambda kind: -better * _first(kind[0]))
    ways = [
        chart.Way(
            _named(moves), _node(state.play(player, moves[0]), steps - 1, most, solver), _first(kind) == value
        )
        for kind, moves in ranked[:most]
    ]
    if rest := ranked[most:]:
        left = sum(len(moves) for _, moves in rest)
        nearest = _first(rest[0][0])
        alike = nearest == _first(rest[-1][0])
        sign = "" if alike else "≤ " if player == 1 else "≥ "
        ways.append(
            chart.Way(
                say("chart.game_tree.more", n=left),
                chart.Node(sign + _written(nearest), words=_certain(nearest) if alike else ""),
                nearest == value,
            )
        )
    return chart.Node(words, player, tuple(ways))


def _first(kind: tuple[object, ...]) -> Fraction:
    value = kind[0]
    assert isinstance(value, Fraction)
    return value


def _kind(state: river.State, move: Move) -> tuple[object, ...]:
    """What moves that are drawn as one have in common: the rabbit, and the card it lands on."""
    if isinstance(move, Choose | Ride):
        rabbit = move.rabbit if isinstance(move, Choose) else 0
        spot = None if move.to in (river.START, river.GOAL) else state.spot(move.to)
        return (rabbit, move.to if spot is None else str(spot))
    return (str(move),)


def _named(moves: list[Move]) -> str:
    """Moves of one rabbit as the branch is labelled: ``2→a2,b2``; of a ride ``→b2``."""
    steps = [move for move in moves if isinstance(move, Choose | Ride)]
    if not steps:
        return ",".join(map(str, moves))
    ends = {river.GOAL: say("chart.game_tree.goal"), river.START: say("chart.game_tree.start")}
    places = [ends.get(step.to, step.to) for step in steps]
    shown = ",".join(places) if len(places) < 3 else f"{places[0]}…{places[-1]}"
    first = steps[0]
    return f"{first.rabbit if isinstance(first, Choose) else ''}→{shown}"


def _outcomes(state: river.State, solver: Solver) -> tuple[chart.Way, ...]:
    """What the dice may do, in two ways where it is a fight: the mean value of all that beat the shark, and
    of all that do not."""
    chance = state.chance()
    assert chance is not None
    ways: dict[str, list[tuple[Fraction, Fraction]]] = {}
    for event in chance:
        after = state.happen(event)
        ways.setdefault(_happened(state, event, after), []).append((chance[event], solver.value(after)[0]))
    drawn = []
    for words, cases in ways.items():
        likely = sum((one for one, _ in cases), Fraction(0))
        mean = sum((one * value for one, value in cases), Fraction(0)) / likely
        drawn.append(chart.Way(chart.ink.over(likely, 36), chart.Node(_written(mean), words=words)))
    return tuple(sorted(drawn, key=lambda way: way.to.words == say("chart.game_tree.back")))


def _happened(state: river.State, event: Event, after: river.State) -> str:
    if isinstance(event, Rolled) and isinstance(state.phase, Fight):
        back = after.rabbits[state.phase.rabbit - 1] == river.START
        return say("chart.game_tree.back" if back else "chart.game_tree.beaten")
    return str(event)


def _certain(value: Fraction) -> str:
    if value in (0, 1):
        return say("chart.game_tree.won" if value else "chart.game_tree.lost")
    return ""


def _written(value: Fraction) -> str:
    return str(value) if value.denominator <= MOST_BELOW else percent(value)
