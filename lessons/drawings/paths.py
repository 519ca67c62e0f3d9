"""Drawings of the river as a graph: squares and arrows, paths, cuts, chances, and the turns of a crossing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from inaba import river, words
from inaba.river.board import GOAL, START, Square
from lessons import chart
from lessons.chart import Arrow, Box, Look
from lessons.drawings.simulation import standard_error
from lessons.position import state_of
from lessons.voice import Refused, language, percent, say
from solvers.fights import beats
from solvers.river_graph import (
    Cut,
    count_paths,
    cross_alone,
    minimum_cut,
    most_likely_path,
    others,
    river_graph,
)

if TYPE_CHECKING:
    import networkx as nx

LONGEST_FRACTION: Final = 9
"""Longer fractions do not fit into a square of the drawing: it shows percents then."""

_TAIL: Final = Fraction(1, 1000)
"""Of the chance of many turns, so much at most is left out of the bars."""


def river_arrows(position: str | river.State) -> chart.Chart:
    """The river as a graph: a box for each square, an arrow to each square that a rabbit can go to next.

    From a dolphin or orca lead only the arrows along which it carries, dashed.

    Parameters
    ----------
    position : str or State
        Its notation, or the position itself.
    """
    state = state_of(position)
    graph = river_graph(state)
    boxes = _boxes(state, {square: (_card(graph, square),) for square in state.board.squares})
    arrows = _leading(graph)
    squares, number = len(state.board.squares), len(arrows)
    return chart.network(
        _places(graph),
        boxes,
        arrows,
        title=say("chart.paths.graph.title", nodes=squares + 2, arrows=number),
        heads=[say(key) for key in ("chart.paths.square", "chart.paths.card", "chart.paths.leads")],
        alt=say("chart.paths.graph.alt", squares=squares, nodes=squares + 2, arrows=number),
        legend=_legend(boxes, arrows),
    )


def path_counts(position: str | river.State) -> chart.Chart:
    """How many paths lead from each square to the goal, whatever the cards.

    Parameters
    ----------
    position : str or State
        Rabbit 1 is the one that wants to cross; the squares of the others are closed to it.
    """
    state = state_of(position)
    graph = river_graph(state, rides=False)
    closed = others(state, 1)
    counts = {square: count_paths(state, square, blocked=closed) for square in (START, *state.board.squares)}
    lines = {square: (str(count),) for square, count in counts.items()}
    boxes = _boxes(state, {**lines, GOAL: ("1",)})
    return chart.network(
        _places(graph),
        boxes,
        _leading(graph, closed),
        title=say("chart.paths.counts.title"),
        heads=[say(key) for key in ("chart.paths.square", "chart.paths.number", "chart.paths.leads")],
        alt=say(
            "chart.paths.counts.alt", columns=state.board.columns, rows=state.board.rows, n=counts[START]
        ),
        legend=_legend(boxes, ()),
    )


def smallest_cut(position: str | river.State) -> chart.Chart:
    """The fewest squares that close the river to rabbit 1, and as many ways that have no square in common.

    Parameters
    ----------
    position : str or State

    Raises
    ------
    Refused
        If nothing can stop the rabbit, since it stands one step before the goal.
    """
    state = state_of(position)
    cut = minimum_cut(state)
    if cut is None:
        raise Refused("undrawn.no_cut")
    graph = river_graph(state)
    looks = dict.fromkeys(cut.squares, Look.CUT)
    cards = {square: (_card(graph, square),) for square in state.board.squares}
    boxes = _boxes(state, cards, looks)
    arrows = _leading(graph, others(state, 1))
    return chart.network(
        _places(graph),
        boxes,
        arrows,
        title=say("chart.paths.cut.title", n=len(cut.squares)),
        heads=[say(key) for key in ("chart.paths.square", "chart.paths.card", "chart.paths.leads")],
        alt=say("chart.paths.cut.alt", n=len(cut.squares), squares=_named(cut.squares), ways=_told(cut)),
        legend=_legend(boxes, arrows) | ({"way": say("chart.paths.cut.way")} if cut.ways else {}),
        ways=cut.ways,
    )


def likeliest_path(position: str | river.State) -> chart.Chart:
    """The most likely path: on each square the chance to pass it, and the best chance from there to the goal.

    Parameters
    ----------
    position : str or State
        An open river of sharks and safe cards: with what is face down, or carries a rabbit on, the chances
        of single squares can't be multiplied.

    Raises
    ------
    Refused
        If the river is not of that kind, or no path has a chance.
    """
    state = state_of(position)
    graph = river_graph(state, rides=False)
    kinds = {graph.nodes[square]["kind"] for square in state.board.squares}
    if not kinds <= {"shark", "whale", "squid"}:
        raise Refused("undrawn.kinds", position=str(position))
    closed = others(state, 1)
    best = best_onward(state, closed)
    likely = most_likely_path(state, blocked=closed)
    if likely is None:
        raise Refused("undrawn.no_path", position=str(position))
    lines: dict[Square, tuple[str, ...]] = {START: (_fitting(best[START]),)}
    for square in state.board.squares:
        pass_it = beats(graph.nodes[square]["left"], state.rules.dice)
        lines[square] = (_card(graph, square), _fitting(pass_it), _fitting(best[square]))
    boxes = _boxes(state, lines, dict.fromkeys(likely.path, Look.ON_THE_WAY), joined=True)
    return chart.network(
        _places(graph),
        boxes,
        _leading(graph, closed),
        title=say("chart.paths.likely.title"),
        heads=[
            say("chart.paths.square"),
            say("chart.paths.card"),
            say("chart.paths.likely.pass"),
            say("chart.paths.likely.best"),
            say("chart.paths.leads"),
        ],
        alt=say("chart.paths.likely.alt", path=_named(likely.path[1:-1]), chance=likely.chance),
        legend={
            Look.ON_THE_WAY: say("chart.paths.likely.legend", path=_named(likely.path[1:-1])),
            "lines": say("chart.paths.likely.lines"),
            **_legend(boxes, ()),
        },
        ways=[likely.path],
    )


def best_onward(state: river.State, closed: Iterable[Square] = ()) -> dict[Square, Fraction]:
    """From each square the greatest chance to pass it and all that comes, in one sweep from the goal.

    Only for a river whose cards lie face up and carry nobody.

    Examples
    --------
    >>> best_onward(river.parse("3,9/5,4 -,- 1 - -"))["a1"]
    Fraction(175, 216)
    """
    taken = frozenset(closed)
    best = {GOAL: Fraction(1)}
    for square in reversed((START, *state.board.squares)):
        ahead = max((best[to] for to in state.board.ahead[square] if to not in taken), default=Fraction(0))
        pass_it = Fraction(1) if square == START else beats(state.spot(square).left, state.rules.dice)
        best[square] = pass_it * ahead
    return best


def crossing_turns(position: str | river.State, turns: Sequence[int] | None = None) -> chart.Chart:
    """How many turns rabbit 1 takes that crosses alone, as fast as it can on average: the chances as bars.

    Parameters
    ----------
    position : str or State
        Every card face up, at the start of a turn.
    turns : sequence of int, optional
        How many turns crossings took that were tried; they are laid over the bars, each share with its
        standard error.

    Raises
    ------
    Refused
        If ``turns`` is given and empty.
    """
    state = state_of(position)
    if turns is not None and not len(turns):
        raise Refused("undrawn.no_turns")
    crossing = cross_alone(state)
    chances = _without_tail(crossing.distribution())
    legend = [say("chart.paths.turns.exact")]
    observed = None
    alt = say(
        "chart.paths.turns.alt",
        first=min(chances),
        last=max(chances),
        most=max(chances, key=lambda number: chances[number]),
        mean=f"{float(crossing.expected or 0):.2f}",
    )
    if turns is not None:
        observed = {}
        for number in chances:
            share = Fraction(sum(turn == number for turn in turns), len(turns))
            observed[number] = chart.Observed(100 * share, 100 * standard_error(share, len(turns)))
        legend.append(say("chart.paths.turns.observed", n=len(turns)))
        alt += " " + say("chart.paths.turns.alt_observed", n=len(turns))
    return chart.bars(
        {number: 100 * chance for number, chance in chances.items()},
        title=say("chart.paths.turns.title"),
        across=say("chart.paths.turns.across"),
        up=say("chart.kills.up"),
        alt=alt,
        legend=legend,
        observed=observed,
    )


def _without_tail(chances: Sequence[Fraction]) -> dict[int, Fraction]:
    """The chances by number of turns, from the first that can be, but for the last that hardly ever come."""
    first = next(number for number, chance in enumerate(chances) if chance)
    last, rest = len(chances) - 1, chances[-1]
    while last > first and rest < _TAIL:
        last -= 1
        rest += chances[last]
    return {number: chances[number] for number in range(first, last + 1)}


# What the drawings share ----------------------------------------------------------------------------------


def _places(graph: nx.DiGraph) -> dict[Square, tuple[float, float]]:
    return dict(graph.nodes(data="pos"))


def _card(graph: nx.DiGraph, square: Square) -> str:
    node = graph.nodes[square]
    # "8x", "9-4" and "O" belong to the notation; a class reads what is left, and the animal's name.
    match node["kind"]:
        case "shark":
            return str(node["left"])
        case "face_down" | "empty":
            return str(node["card"])
        case kind:
            return words.say(f"picture.card.{kind}", language())


def _boxes(
    state: river.State,
    lines: Mapping[Square, tuple[str, ...]],
    looks: Mapping[Square, Look] | None = None,
    *,
    joined: bool = False,
) -> dict[Square, Box]:
    """The boxes, where another rabbit stands with its name instead of the lines."""
    standing = {at: rabbit for rabbit, at in enumerate(state.rabbits, 1) if at in state.board.index}
    boxes = {}
    for square in (START, *state.board.squares, GOAL):
        look = (looks or {}).get(square, Look.PLAIN)
        if square in (START, GOAL):
            name = say("chart.paths.start" if square == START else "chart.paths.goal")
            boxes[square] = Box(name, lines.get(square, ()), look, wide=True)
            continue
        match standing.get(square):
            case None:
                boxes[square] = Box(square, lines[square], look, joined=joined)
            case 1:
                name = f"{square} {say('chart.paths.rabbit', rabbit=1)}"
                boxes[square] = Box(name, lines[square], look, joined=joined)
            case rabbit:
                boxes[square] = Box(square, (say("chart.paths.rabbit", rabbit=rabbit),), Look.TAKEN)
    return boxes


def _leading(graph: nx.DiGraph, closed: Iterable[Square] = ()) -> list[Arrow]:
    """The arrows that a rabbit can go along: from an animal that carries, only where it carries."""
    taken = frozenset(closed)
    carrying = {tail for tail, _, ride in graph.edges(data="ride") if ride}
    return [
        Arrow(tail, head, bool(ride))
        for tail, head, ride in graph.edges(data="ride")
        if (ride or tail not in carrying) and head not in taken and tail not in taken
    ]


def _legend(boxes: Mapping[Square, Box], arrows: Iterable[Arrow]) -> dict[Look | str, str]:
    looks = {box.look for box in boxes.values()}
    legend: dict[Look | str, str] = {}
    if Look.CUT in looks:
        legend[Look.CUT] = say("chart.paths.legend.cut")
    if Look.TAKEN in looks:
        legend[Look.TAKEN] = say("chart.paths.legend.taken")
    if any(arrow.dashed for arrow in arrows):
        legend["dashed"] = say("chart.paths.legend.ride")
    return legend


def _fitting(chance: Fraction) -> str:
    written = str(chance)
    return written if len(written) <= LONGEST_FRACTION else percent(chance)


def _named(squares: Iterable[Square]) -> str:
    return say("chart.paths.comma").join(squares)


def _told(cut: Cut) -> str:
    return say("chart.paths.semicolon").join(
        _named(square for square in way if square not in (START, GOAL)) for way in cut.ways
    )
