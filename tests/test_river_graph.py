"""The river as a graph: against closed formulas, small rivers worked out by hand, and brute force.

The brute force knows nothing of graphs: it plays turns of one rabbit with the engine and lists what follows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, permutations
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import networkx as nx
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from inaba import river
from inaba.errors import SetupError, TooLarge
from inaba.river.board import GOAL, START, board
from inaba.river.cards import FACE_DOWN, Kind, Spot
from inaba.river.moves import Choose, Ride
from inaba.river.rules import Rules, parse_rules
from inaba.river.state import Fight, Riding, State, Table, Turn
from solvers import fights, river_graph
from solvers.river_graph import (
    LikelyPath,
    blockades,
    bottlenecks,
    closed,
    count_paths,
    cross_alone,
    minimum_cut,
    most_likely_path,
    others,
    path_chance,
    paths,
    standable,
    wounded_shark,
)
from tests.test_without_numpy import run_without_numpy

Squares = tuple[str, ...]
CARDS = [*"0123456WSDDOO"]


# Rivers -------------------------------------------------------------------------------------------------


def open_river(columns: int, rows: int, card: str = "W", rules: Rules | None = None) -> State:
    """A river of one kind of card, two rabbits at Start."""
    text = "/".join([",".join([card] * columns)] * rows)
    return river.parse(f"{text} -,- 1 - -", rules or Rules())


@st.composite
def rivers(draw: st.DrawFn, most_columns: int = 3, most_rows: int = 3, hidden: int = 0) -> State:
    """Any river with both rabbits at Start; with up to ``hidden`` cards face down."""
    squares = board(draw(st.integers(1, most_columns)), draw(st.integers(1, most_rows)))
    n = len(squares.squares)
    cards = [river.parse_card(draw(st.sampled_from(CARDS))) for _ in range(n)]
    down = draw(st.sets(st.integers(0, n - 1), max_size=min(hidden, n)))
    spots, unseen = [], []
    for i, card in enumerate(cards):
        if i in down:
            spots.append(FACE_DOWN)
            unseen.append(card)
        else:
            damage = draw(st.integers(0, card.hit_points))
            spots.append(Spot(card, True, damage))
    orca = draw(st.sampled_from(["back", "side"]))
    dice = draw(st.sampled_from(["1d4", "2d2", "{1:1,3:2}", "2d6", "{2:3,3:1}"]))
    rules = parse_rules(f"orca={orca},dice={dice}")
    return State(Table(rules, squares, tuple(spots), (START, START), 1, (), tuple(sorted(unseen))))


@st.composite
def with_blocked(draw: st.DrawFn, most: int = 3, hidden: int = 0) -> tuple[State, Squares]:
    state = draw(rivers(most, most, hidden))
    blocked = draw(st.sets(st.sampled_from(state.board.squares), max_size=2))
    return state, tuple(sorted(blocked))


# Brute force by the engine ------------------------------------------------------------------------------


def placed(state: State, square: str, blocked: Collection[str] = (), spots: tuple[Spot, ...] = ()) -> State:
    """Rabbit 1 stands on a square and a rabbit on each that is blocked; nobody rests."""
    rabbits = (square, START, *blocked)
    return State(replace(state.table, rabbits=rabbits, turn=1, resting=(), spots=spots or state.spots))


def engine_turns(state: State) -> Iterator[tuple[Squares, list[tuple[Fraction, State]]]]:
    """Each turn that rabbit 1 may make: the squares it lands on, and what may come of it with its chance."""
    stack: list[tuple[Squares, State]] = [
        ((move.to,), state.play(1, move))
        for move in state.legal_moves(1)
        if isinstance(move, Choose) and move.rabbit == 1
    ]
    stack.reverse()
    while stack:
        squares, after = stack.pop()
        match after.phase:
            case Riding():
                rides = [move for move in after.legal_moves(1) if isinstance(move, Ride)]
                stack += [((*squares, move.to), after.play(1, move)) for move in reversed(rides)]
            case Fight():
                chance = after.chance()
                assert chance is not None
                outcomes: dict[State, Fraction] = {}
                for roll, weight in chance.items():
                    done = after.happen(roll)
                    outcomes[done] = outcomes.get(done, Fraction(0)) + Fraction(weight, chance.total)
                yield squares, [(p, done) for done, p in outcomes.items()]
            case Turn():
                yield squares, [(Fraction(1), after)]
            case _:
                raise AssertionError(after)


def engine_path_chance(state: State, path: Squares, blocked: Squares) -> Fraction:
    """Go a path on an open river: the chance that every fight on it is won."""
    now, chance = placed(state, path[0], blocked), Fraction(1)
    for to in path[1:]:
        move: Choose | Ride = Ride(to) if isinstance(now.phase, Riding) else Choose(1, to)
        if now.why_illegal(now.turn, move):
            return Fraction(0)
        now = now.play(now.turn, move)
        if isinstance(now.phase, Fight):
            rolls = now.chance()
            assert rolls is not None
            won = [roll for roll in rolls if now.happen(roll).rabbits[0] == to]
            if not won:
                return Fraction(0)
            chance *= sum(rolls[roll] for roll in won)
            now = now.happen(won[0])
        if isinstance(now.phase, Turn) and now.rabbits[0] not in (GOAL, to):
            return Fraction(0)
        if isinstance(now.phase, Turn):
            # The turn goes round, but one rabbit is moved in all of them.
            now = placed(now, now.rabbits[0], blocked)
    return chance if now.rabbits[0] == GOAL else Fraction(0)


def deals(state: State) -> Iterator[State]:
    """All open rivers that a river may turn out to be, each order of the unseen cards once."""
    for order in permutations(state.unseen):
        cards = iter(order)
        spots = tuple(Spot(next(cards), True) if spot.face_down else spot for spot in state.spots)
        yield State(replace(state.table, spots=spots, unseen=()))


def engine_paths(state: State, start: str, blocked: Squares) -> list[Squares]:
    """All ways to the goal on an open river that visit no square twice, all fights won, in legal order."""
    found: list[Squares] = []

    def go(path: Squares) -> None:
        for squares, outcomes in engine_turns(placed(state, path[-1], blocked)):
            # Start is a square like any other here; who lands on a square lands there for the first time.
            longer = (*path, *squares)
            if len(set(longer)) < len(longer):
                continue
            if squares[-1] == GOAL:
                found.append(longer)
            else:
                assert any(done.rabbits[0] in (START, squares[-1]) for _, done in outcomes)
                go(longer)

    go((start,))
    return found


def engine_reaches(state: State, square: str, blocked: Collection[str], setbacks: bool) -> bool:
    """Whether some play of rabbit 1 gets to the goal; every shark is beaten in the end."""
    met, stack = {square}, [square]
    while stack:
        for squares, outcomes in engine_turns(placed(state, stack.pop(), blocked)):
            ends = {squares[-1]}
            if setbacks and any(done.rabbits[0] != squares[-1] for _, done in outcomes):
                ends.add(START)
            stack += ends - met
            met |= ends
    return GOAL in met


def engine_values(
    state: State, rest: int, blocked: Squares
) -> Callable[[tuple[Spot, ...]], dict[str, Fraction | None]]:
    """The least expected turns from each square, as the damage lies, by plain value iteration a layer.

    Shortest lengths in a layer: the squares start at infinity (None) and are improved until none changes.
    """

    @cache
    def layer(spots: tuple[Spot, ...]) -> dict[str, Fraction | None]:
        choices: list[tuple[str, str | None, Fraction | None]] = []  # square, where to, or its mean behind
        for here in (START, *state.board.squares):
            if here in blocked:
                continue
            for squares, outcomes in engine_turns(placed(state, here, blocked, spots)):
                if len(outcomes) == 1 and outcomes[0][1].spots == spots:
                    choices.append((here, outcomes[0][1].rabbits[0], None))
                    continue
                mean: Fraction | None = Fraction(0)
                for chance, done in outcomes:
                    lower = layer(done.spots)[done.rabbits[0]]
                    lost = done.rabbits[0] == START != squares[-1]
                    mean = None if mean is None or lower is None else mean + chance * (lower + lost * rest)
                choices.append((here, None, mean))
        best: dict[str, Fraction | None] = dict.fromkeys((START, *state.board.squares))
        best[GOAL] = Fraction(0)
        changed = True
        while changed:
            changed = False
            for here, to, mean in choices:
                behind = mean if to is None else best[to]
                now = best[here]
                if behind is not None and (now is None or behind + 1 < now):
                    best[here], changed = behind + 1, True
        return best

    return layer


# The graph ----------------------------------------------------------------------------------------------


@given(rivers(4, 4, hidden=3))
def test_the_graph_has_every_step_and_every_ride(state: State) -> None:
    graph = river_graph.river_graph(state)
    assert list(graph) == [START, *state.board.squares, GOAL]
    steps = {(a, b) for a, b, data in graph.edges(data=True) if data["step"]}
    assert steps == {(a, b) for a, ahead in state.board.ahead.items() for b in ahead}
    rides = {(a, b): data["ride"] for a, b, data in graph.edges(data=True) if data["ride"]}
    assert rides == {
        (a, b): {"D": "dolphin", "O": "orca"}[str(state.spot(a).card)]
        for a in state.board.squares
        for b in state.table.carries_to(a)
    }
    plain = river_graph.river_graph(state, rides=False)
    assert nx.is_directed_acyclic_graph(plain)
    assert set(plain.edges) == steps


def test_what_a_node_tells() -> None:
    graph = river_graph.river_graph(river.parse("?,W,9x/9-4,D,S c1,b2 1 - 7"))
    kinds = {node: data["kind"] for node, data in graph.nodes(data=True)}
    assert kinds == {
        "-": "start", "a1": "shark", "b1": "dolphin", "c1": "squid",
        "a2": "face_down", "b2": "whale", "c2": "shark", "*": "goal",
    }  # fmt: skip
    assert {node: data["left"] for node, data in graph.nodes(data=True) if data["left"]} == {"a1": 5}
    assert {node: data["rabbits"] for node, data in graph.nodes(data=True) if data["rabbits"]} == {
        "c1": (1,),
        "b2": (2,),
    }
    assert [graph.nodes[node]["card"] for node in ("-", "a1", "a2", "c2", "*")] == ["", "9-4", "?", "9x", ""]


def test_a_river_under_draft_is_a_graph_of_empty_squares() -> None:
    graph = river_graph.river_graph(river.start(setup="draft"))
    assert {data["kind"] for _, data in graph.nodes(data=True)} == {"start", "empty", "goal"}


def drawn(graph: nx.DiGraph, folder: Path) -> ElementTree.Element:
    """A graph as an SVG picture, from nothing but its ``pos``, written and read again."""
    pos = {node: data["pos"] for node, data in graph.nodes(data=True)}
    xs, ys = zip(*pos.values(), strict=True)
    left, low = min(xs) - 0.5, min(ys) - 0.5
    wide, high = max(xs) - left + 0.5, max(ys) - low + 0.5
    svg = ElementTree.Element("svg", xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {wide} {high}")
    at = {node: (x - left, high - (y - low)) for node, (x, y) in pos.items()}
    for a, b in graph.edges:
        (x1, y1), (x2, y2) = at[a], at[b]
        ElementTree.SubElement(svg, "line", x1=f"{x1}", y1=f"{y1}", x2=f"{x2}", y2=f"{y2}", stroke="#000")
    for node, (x, y) in at.items():
        circle = ElementTree.SubElement(svg, "circle", cx=f"{x}", cy=f"{y}", r="0.2")
        ElementTree.SubElement(circle, "title").text = f"{node} {graph.nodes[node]['card']}"
    path = folder / "river.svg"
    ElementTree.ElementTree(svg).write(path, encoding="utf-8")
    return ElementTree.parse(path).getroot()


@pytest.mark.parametrize(("columns", "rows"), [(1, 1), (2, 3), (3, 4), (8, 8)])
def test_a_graph_is_drawn_from_its_positions_alone(columns: int, rows: int, tmp_path: Path) -> None:
    svg = drawn(river_graph.river_graph(open_river(columns, rows, "O")), tmp_path)
    wide, high = map(float, svg.attrib["viewBox"].split()[2:])
    circles = [node for node in svg if node.tag.endswith("circle")]
    assert len(circles) == columns * rows + 2
    centres = [(float(node.attrib["cx"]), float(node.attrib["cy"])) for node in circles]
    assert all(0.2 <= x <= wide - 0.2 and 0.2 <= y <= high - 0.2 for x, y in centres)
    # No two circles touch: their centres are a unit apart, more than twice the radius.
    assert all((a - c) ** 2 + (b - d) ** 2 >= 1 for (a, b), (c, d) in combinations(centres, 2))
    lines = [node for node in svg if node.tag.endswith("line")]
    assert all(
        {node.attrib["x1"], node.attrib["y1"]} <= {f"{v}" for c in centres for v in c} for node in lines
    )


def test_the_rows_lie_one_above_the_other() -> None:
    graph = river_graph.river_graph(river.start())
    rows = [
        sorted(y for _, (_, y) in graph.subgraph(at).nodes(data="pos")) for at in (["-"], ["a1", "c1"], ["*"])
    ]
    assert rows == [[0], [1, 1], [5]]
    assert graph.nodes["-"]["pos"][0] == graph.nodes["*"]["pos"][0] == graph.nodes["b3"]["pos"][0] == 1


def test_a_wounded_shark_is_the_chain_of_what_it_has_left() -> None:
    state = river.parse("9-4,W -,- 1 - -", parse_rules("dice=1d8"))
    shark = wounded_shark(state, "a1")
    same = fights.chain(5, state.rules.dice)
    assert dict(shark.nodes(data=True)) == dict(same.nodes(data=True))
    assert list(shark.edges(data=True)) == list(same.edges(data=True))
    assert len({shark.nodes[left]["pos"] for left in shark}) == 6
    assert river_graph.chain is fights.chain


# Counting and listing -----------------------------------------------------------------------------------


@pytest.mark.parametrize("rows", range(1, 9))
def test_the_number_of_paths_has_a_formula_for_narrow_rivers(rows: int) -> None:
    """One column: 1. Two: every row doubles. Three: 3, 7, 17, 41, …, twice the last and the one before."""
    assert count_paths(open_river(1, rows)) == 1
    assert count_paths(open_river(2, rows)) == 2 * 2 ** (rows - 1)
    three = [1, 3]
    while len(three) <= rows:
        three.append(2 * three[-1] + three[-2])
    assert count_paths(open_river(3, rows)) == three[rows]


@given(with_blocked(4))
def test_paths_are_counted_as_often_as_they_are_listed(case: tuple[State, Squares]) -> None:
    state, blocked = case
    b = state.board
    grown: list[Squares] = [(START,)]
    for row in range(b.rows):
        grown = [
            (*path, f"{column}{row + 1}")
            for path in grown
            for column in "abcd"[: b.columns]
            if (row == 0 or abs(ord(path[-1][0]) - ord(column)) <= 1) and f"{column}{row + 1}" not in blocked
        ]
    expected = [(*path, GOAL) for path in grown]
    assert list(paths(state, blocked=blocked)) == expected
    assert count_paths(state, blocked=blocked) == len(expected)
    for square in b.squares:
        if square not in blocked:
            behind = {path[path.index(square) :] for path in expected if square in path}
            listed = list(paths(state, square, blocked=blocked))
            assert count_paths(state, square, blocked=blocked) == len(listed) >= len(behind)
            assert behind <= set(listed)


@settings(deadline=None)
@given(with_blocked())
def test_with_rides_the_paths_are_those_that_can_be_gone(case: tuple[State, Squares]) -> None:
    state, blocked = case
    assert list(paths(state, blocked=blocked, rides=True)) == engine_paths(state, START, blocked)
    for square in state.board.squares:
        if square not in blocked:
            listed = list(paths(state, square, blocked=blocked, rides=True))
            assert listed == engine_paths(state, square, blocked)


@settings(deadline=None, max_examples=60)
@given(with_blocked(2, hidden=3))
def test_face_down_any_unseen_card_may_carry_the_path(case: tuple[State, Squares]) -> None:
    state, blocked = case
    listed = list(paths(state, blocked=blocked, rides=True))
    assert len(listed) == len(set(listed))
    assert set(listed) == {path for dealt in deals(state) for path in engine_paths(dealt, START, blocked)}


def test_listing_is_lazy_and_bounded() -> None:
    state = open_river(8, 8)
    assert next(paths(state)) == (START, *(f"a{row}" for row in range(1, 9)), GOAL)
    with pytest.raises(TooLarge) as counted:
        paths(state, limit=11_813)
    assert (counted.value.size, counted.value.limit) == (11_814, 11_813)
    assert sum(1 for _ in paths(state, limit=11_814)) == 11_814
    # Loops of orcas: there are more paths than could ever be listed, but the first comes at once.
    orcas = open_river(8, 8, "O", Rules(orca="side"))
    listed = paths(orcas, rides=True, limit=100)
    assert next(listed)[-1] == GOAL
    with pytest.raises(TooLarge):
        list(listed)


def test_where_no_path_is_the_search_for_one_is_bounded_too() -> None:
    """Row 8 is closed; all that can be begun below it are dead ends."""
    state = open_river(8, 8)
    row = [f"{column}8" for column in "abcdefgh"]
    assert count_paths(state, blocked=row) == 0
    assert list(paths(state, blocked=row)) == []
    with pytest.raises(TooLarge):
        list(paths(state, blocked=row, rides=True, limit=1000))


# Chances ------------------------------------------------------------------------------------------------


def test_the_chance_of_a_path_by_hand() -> None:
    """Two dice: 10 of 36 rolls total 9 or more, 21 total 7 or more, 30 total 5 or more."""
    state = river.parse("9,W/7,9-4 -,- 1 - -")
    assert path_chance(state, ["-", "a1", "a2", "*"]) == Fraction(21 * 10, 36 * 36)
    assert path_chance(state, ["-", "b1", "b2", "*"]) == Fraction(30, 36)
    assert path_chance(state, ["a1", "a2", "*"]) == Fraction(10, 36)
    assert path_chance(state, ["b2", "*"]) == 1
    assert path_chance(state, ["-", "b1", "b2", "*"], blocked=["b2"]) == 0


def test_face_down_cards_are_drawn_without_replacement_by_hand() -> None:
    """A shark of 9 and one of 7: whichever lies first, both must be passed. Of three, each pair alike."""
    both = Fraction(10, 36) * Fraction(21, 36)
    assert path_chance(river.parse("?/? -,- 1 - 7,9"), ["-", "a1", "a2", "*"]) == both
    pairs = [Fraction(10, 36) * Fraction(21, 36), Fraction(10, 36), Fraction(21, 36)]
    state = river.parse("?,0/?,? -,- 1 - 7,9,W")
    assert path_chance(state, ["-", "a1", "a2", "*"]) == sum(pairs) / 3


def test_an_orca_ends_a_path_and_a_dolphin_goes_along_it_by_hand() -> None:
    """Of D, O and W at a1 the orca alone carries back; a2 is a whale."""
    state = river.parse("W,W/?,? -,- 1 - D,O")
    assert path_chance(state, ["-", "a1", "a2", "*"]) == Fraction(1, 2)
    side = river.parse("W,W/?,? -,- 1 - D,O", Rules(orca="side"))
    # To a1, and aside to b1: a1 must be the orca, so b1 is the dolphin, which carries ahead.
    assert path_chance(side, ["-", "a1", "b1", "b2", "*"]) == Fraction(1, 2)
    one = river.parse("W/? -,- 1 - O", Rules(orca="side"))
    assert path_chance(one, ["-", "a1", "a2", "*"]) == 1  # nowhere aside to go: the rabbit stays


@settings(deadline=None, max_examples=150)
@given(with_blocked(3, hidden=4), st.data())
def test_the_chance_of_a_path_is_a_mean_over_orders(case: tuple[State, Squares], data: st.DataObject) -> None:
    state, blocked = case
    every = sorted({*paths(state), *paths(state, rides=True)})
    assume(every)
    path = data.draw(st.sampled_from(every))
    chances = [engine_path_chance(dealt, path, blocked) for dealt in deals(state)]
    assert path_chance(state, path, blocked=blocked) == sum(chances) / len(chances)


@settings(deadline=None, max_examples=150)
@given(with_blocked(3, hidden=3), st.data())
def test_no_path_is_more_likely_than_that_found(case: tuple[State, Squares], data: st.DataObject) -> None:
    state, blocked = case
    start = data.draw(st.sampled_from([START, *(s for s in state.board.squares if s not in blocked)]))
    # `max` keeps the first of equals, and the paths are listed in legal order.
    listed = [
        LikelyPath(path, path_chance(state, path, blocked=blocked))
        for path in paths(state, start, blocked=blocked, rides=True)
    ]
    best = max(listed, key=lambda way: (way.chance, -len(way.path)), default=None)
    found = most_likely_path(state, start, blocked=blocked)
    assert found == (best if best and best.chance else None)


def test_of_equally_likely_paths_the_first_in_legal_order_is_named() -> None:
    assert most_likely_path(open_river(3, 2)) == LikelyPath(("-", "a1", "a2", "*"), Fraction(1))
    # 10 against 4 and 3: 33/36 · 35/36 on the right; through the middle 21/36.
    state = river.parse("10,7,4/W,W,3 -,- 1 - -")
    assert most_likely_path(state) == LikelyPath(("-", "b1", "c2", "*"), Fraction(33, 36))


def test_the_search_for_the_most_likely_path_is_bounded() -> None:
    state = river.start()
    found = most_likely_path(state)
    assert found is not None
    # Face down all paths ahead are alike, and the first is named.
    assert found.path == ("-", "a1", "a2", "a3", "a4", "*")
    with pytest.raises(TooLarge):
        most_likely_path(state, limit=10)


# Crossing alone -----------------------------------------------------------------------------------------


def test_crossing_by_hand() -> None:
    """A shark of 3: 35 of 36 rolls beat it, then the goal. Else a turn at rest, a sure win, the goal."""
    state = river.parse("3 -,- 1 - -")
    assert cross_alone(state).expected == 2 + Fraction(1, 36) * 2
    assert cross_alone(state, rest_turns=0).expected == 2 + Fraction(1, 36)
    assert cross_alone(state, rest_turns=3).expected == 2 + Fraction(1, 36) * 4


@pytest.mark.parametrize("hit_points", [0, 2, 3, 7, 12, 20])
def test_one_shark_costs_its_rolls(hit_points: int) -> None:
    """Every roll but the last costs its turn and one at rest; the last and the step to the goal one each."""
    expected = cross_alone(river.parse(f"{hit_points} -,- 1 - -")).expected
    rolls = max(fights.expected_rolls(hit_points), Fraction(1))
    assert expected == 2 + (rolls - 1) * 2


def test_whales_take_a_turn_a_row_and_dolphins_none() -> None:
    assert cross_alone(open_river(3, 4)).expected == 5
    assert cross_alone(open_river(3, 4, "D")).expected == 1
    crossing = cross_alone(river.parse("W,D/D,W a1,- 1 - -"))
    assert crossing.expected == 1
    assert [(move.line, str(move.expected)) for move in crossing.moves] == [("b2>*", "1"), ("a2", "2")]


def test_it_pays_to_wear_down_a_shark_only_where_no_other_way_is_shorter() -> None:
    """Around by the whales: 3 turns, surely; through 12 at b1 no fewer."""
    crossing = cross_alone(river.parse("W,W,W/12,12,W -,- 1 - -"))
    assert crossing.expected == 3
    assert crossing.best_turn() == ("c1",)


def test_an_orca_alone_in_its_column_is_never_passed() -> None:
    for rows in ("O", "W/O", "O/W", "O/O"):
        crossing = cross_alone(river.parse(f"{rows} -,- 1 - -"))
        assert crossing.expected is None
        assert crossing.best_turn() is None
        assert all(move.expected is None for move in crossing.moves)
        with pytest.raises(SetupError):
            crossing.distribution()


def test_where_the_goal_is_reached_only_with_luck_the_mean_is_infinite() -> None:
    """From a2 the shark on a3 is won, and the goal is next; or it is back at Start, where all is closed."""
    state = river.parse("9,W/W,W/W,W a2,- 1 - -")
    blocked = ["a1", "b1", "b3"]
    assert not closed(state, blocked=blocked)
    crossing = cross_alone(state, blocked=blocked)
    assert [(move.line, move.expected) for move in crossing.moves] == [("a3", None)]
    assert crossing.expected is None
    # With a way from Start it is finite again: 2 turns, and for each lost fight the turns up to a3 once more.
    less = cross_alone(state, blocked=["b1", "b3"]).expected
    assert less == 2 + (fights.expected_rolls(9) - 1) * 4


@settings(deadline=None, max_examples=80)
@given(with_blocked(3), st.sampled_from([0, 1, 2]), st.data())
def test_crossing_is_what_value_iteration_over_the_engine_finds(
    case: tuple[State, Squares], rest: int, data: st.DataObject
) -> None:
    state, blocked = case
    assume(sum(spot.left > 1 for spot in state.spots) <= 4)
    start = data.draw(st.sampled_from([START, *(s for s in state.board.squares if s not in blocked)]))
    values = engine_values(state, rest, blocked)
    expected = values(state.spots)
    crossing = cross_alone(placed(state, start), rest_turns=rest, blocked=blocked)
    assert crossing.expected == expected[start]
    for square in state.board.squares:
        if square not in blocked:
            assert crossing.expected_from(placed(state, square)) == expected[square]
    # Every first turn: itself, and what is behind it.
    turns: dict[Squares, Fraction | None] = {}
    for squares, outcomes in engine_turns(placed(state, start, blocked)):
        value: Fraction | None = Fraction(1)
        for chance, done in outcomes:
            behind = values(done.spots)[done.rabbits[0]]
            lost = done.rabbits[0] == START != squares[-1]
            value = None if value is None or behind is None else value + chance * (behind + lost * rest)
        turns[squares] = value
    assert {move.squares: move.expected for move in crossing.moves} == turns
    finite = [move.expected for move in crossing.moves if move.expected is not None]
    assert [move.expected for move in crossing.moves][: len(finite)] == sorted(finite)
    if crossing.expected is not None:
        # The first in legal order of the best; the engine lists turns in legal order.
        assert crossing.best_turn() == next(
            turn for turn, value in turns.items() if value == crossing.expected
        )


@settings(deadline=None, max_examples=60)
@given(rivers(3, 3), st.sampled_from([0, 1, 2]))
def test_the_best_turns_make_a_chain_and_the_distribution_is_its_own(state: State, rest: int) -> None:
    """The policy is played out with the engine: an absorbing chain, solved by its fundamental matrix too."""
    assume(sum(spot.left > 1 for spot in state.spots) <= 4)
    crossing = cross_alone(state, rest_turns=rest)
    assume(crossing.expected is not None)
    chain = nx.DiGraph()
    chain.add_edge(GOAL, GOAL, probability=Fraction(1))
    stack = [placed(state, START)]
    met = set(stack)
    while stack:
        here = stack.pop()
        best = crossing.best_turn(here)
        outcomes = next(outcomes for squares, outcomes in engine_turns(here) if squares == best)
        for chance, done in outcomes:
            assert best is not None
            to: object = GOAL if done.rabbits[0] == GOAL else placed(done, done.rabbits[0])
            lost = done.rabbits[0] == START != best[-1]
            way = [here, *((here, done.spots, n) for n in range(rest if lost else 0)), to]
            for a, b in pairwise(way):
                chain.add_edge(a, b, probability=chance if a == here else Fraction(1))
            if isinstance(to, State) and to not in met:
                met.add(to)
                stack.append(to)
    answer = fights.fundamental_matrix(chain)
    assert answer.steps[answer.transient.index(placed(state, START))] == crossing.expected
    # Step by step as well.
    now: dict[object, Fraction] = {placed(state, START): Fraction(1)}
    chances = []
    for _ in range(12):
        chances.append(now.pop(GOAL, Fraction(0)))
        after: dict[object, Fraction] = {}
        for node, weight in now.items():
            for _, to, data in chain.out_edges(node, data=True):
                after[to] = after.get(to, Fraction(0)) + weight * data["probability"]
        now = after
    assert crossing.distribution(11) == tuple(chances)
    whole = crossing.distribution()
    assert sum(whole) == 1
    assert sum(n * chance for n, chance in enumerate(whole)) == crossing.expected
    assert whole[-1] > 0
    assert (whole + (Fraction(0),) * 12)[:12] == tuple(chances)


def test_a_distribution_that_is_cut_off_lacks_what_comes_later() -> None:
    crossing = cross_alone(river.parse("3 -,- 1 - -"))
    no, first, second = Fraction(0), Fraction(35, 36), Fraction(1, 36)
    assert crossing.distribution(2) == (no, no, first)
    assert crossing.distribution(0) == (no,)
    assert crossing.distribution(6) == (no, no, first, no, second, no, no)


def test_everything_is_a_fraction() -> None:
    crossing = cross_alone(river.parse("5,W,4/0,6,3 -,- 1 - -"))
    assert type(crossing.expected) is Fraction
    assert {type(move.expected) for move in crossing.moves} == {Fraction}
    assert {type(chance) for chance in crossing.distribution()} == {Fraction}
    assert type(path_chance(river.parse("W -,- 1 - -"), ["-", "a1", "*"])) is Fraction


def test_layers_are_bounded() -> None:
    state = river.parse("10,9,8/7,6,5/9,8,7 -,- 1 - -")
    with pytest.raises(TooLarge) as error:
        cross_alone(state, limit=3)
    assert (error.value.size, error.value.limit) == (4, 3)
    # The exact values of bad first turns, too, are worked out within the limit, or not at all.
    least = cross_alone(state).layers
    crossing = cross_alone(state, limit=least)
    assert crossing.expected == cross_alone(state).expected
    with pytest.raises(TooLarge):
        _ = crossing.moves


def test_only_layers_that_matter_are_looked_at() -> None:
    """In the last row the goal is a step away: no fight is needed. By the whales none is worth it."""
    assert cross_alone(river.parse("0,9,8/7,6,5/9,8,7 a3,- 1 - -")).layers == 1
    assert cross_alone(river.parse("W,9,8/W,6,5/W,8,7 -,- 1 - -")).layers == 1


@pytest.mark.parametrize("seed", range(5))
def test_a_whole_river_of_the_standard_deck_is_crossed(seed: int) -> None:
    """It has 17 million layers, of which few are looked at; the distribution has the same mean."""
    cards = list(map(str, river.STANDARD))
    Random(seed).shuffle(cards)
    rows = [",".join(cards[i : i + 3]) for i in range(0, 12, 3)]
    crossing = cross_alone(river.parse(f"{'/'.join(rows)} -,- 1 - -"))
    chances = crossing.distribution()
    assert sum(chances) == 1
    assert sum(n * chance for n, chance in enumerate(chances)) == crossing.expected
    assert min(move.expected for move in crossing.moves if move.expected) == crossing.expected
    assert crossing.layers < 20_000


def test_a_deep_river_needs_no_deep_stack() -> None:
    """Sharks of 99 and dice that always total 1: 98 lost fights a row, one after the other."""
    crossing = cross_alone(river.parse("99/99/99 -,- 1 - -", parse_rules("dice=1d1")), limit=1_000_000)
    # Each with the turns up to it and the one at rest; then the steps that are left.
    assert crossing.expected == 98 * (1 + 1) + 98 * (2 + 1) + 98 * (3 + 1) + 4


# Squares that cut off -----------------------------------------------------------------------------------


def test_the_smallest_cut_of_an_empty_river_is_a_row() -> None:
    """As many paths straight ahead have no square in common (Menger)."""
    for columns in range(1, 5):
        cut = minimum_cut(open_river(columns, 4))
        assert cut is not None
        assert len(cut.squares) == len(cut.ways) == columns


def test_a_cut_where_the_whole_first_row_is_blocked() -> None:
    """From a2 (two columns, three rows) a rabbit has both squares of row 3 before it, whatever is behind."""
    state = river.parse("0,0/0,0/0,0 a2,-,a1,b1 1 - -")
    cut = minimum_cut(state, 1)
    assert cut is not None
    assert cut.squares == ("a3", "b3")
    assert sorted(cut.ways) == [("a2", "a3", "*"), ("a2", "b3", "*")]


@settings(deadline=None, max_examples=120)
@given(with_blocked(3), st.booleans(), st.data())
def test_cuts_bottlenecks_and_blockades_are_what_trying_all_squares_finds(
    case: tuple[State, Squares], setbacks: bool, data: st.DataObject
) -> None:
    state, blocked = case
    start = data.draw(st.sampled_from([START, *(s for s in state.board.squares if s not in blocked)]))
    here = placed(state, start, blocked)

    @cache
    def closes(squares: Squares) -> bool:
        return not engine_reaches(state, start, tuple({*blocked, *squares}), setbacks)

    assert others(here, 1) == set(blocked)
    assert closed(here, setbacks=setbacks) == closes(())
    free = [square for square in state.board.squares if square not in (*blocked, start)]
    alone = [square for square in free if closes((square,)) and not closes(())]
    singles = {n: [s for s in alone if s.endswith(str(n))] for n in range(1, state.board.rows + 1)}
    found = bottlenecks(here, setbacks=setbacks)
    assert found == {row: tuple(squares) for row, squares in singles.items()}

    cut = minimum_cut(here, setbacks=setbacks)
    if not closes(()) and GOAL in state.board.ahead[start]:
        assert cut is None
    else:
        least = next(n for n in range(len(free) + 1) if any(map(closes, combinations(free, n))))
        assert cut is not None
        assert closes(cut.squares)
        assert len(cut.squares) == least
        assert len(cut.ways) <= least
        inner = [square for way in cut.ways for square in way[1:-1] if square != START]
        assert len(inner) == len(set(inner))
        assert all((way[0], way[-1]) == (start, GOAL) for way in cut.ways)
        if not setbacks:
            assert set(cut.ways) <= set(engine_paths(state, start, blocked))
        if Kind.ORCA not in {spot.card.kind for spot in state.spots if spot.card}:
            assert len(cut.ways) == least

    # Two rabbits may stand anywhere: all sets that close, less those of which one can be spared.
    two = placed(state, start, ())
    two = State(replace(two.table, rabbits=(start, START, START)))
    everywhere = [square for square in state.board.squares if square != start]
    blocked = ()
    closes.cache_clear()
    closing = [c for n in range(3) for c in combinations(everywhere, n) if closes(c)]
    least_closing = [c for c in closing if not any(set(d) < set(c) for d in closing)]
    assert list(blockades(two, squares=everywhere, setbacks=setbacks)) == least_closing


@given(with_blocked(4))
def test_without_rides_bottlenecks_are_the_dominators_of_the_goal(case: tuple[State, Squares]) -> None:
    """A square that every path to the goal meets dominates it (networkx finds these in quite another way)."""
    state, blocked = case
    squares = state.board
    state = open_river(squares.columns, squares.rows)
    graph = river_graph.river_graph(state, rides=False)
    graph.remove_nodes_from(blocked)
    found = [s for row in bottlenecks(state, blocked=blocked).values() for s in row]
    if not nx.has_path(graph, START, GOAL):
        assert found == []
        return
    above = nx.immediate_dominators(graph, START)
    dominators, at = [], above[GOAL]
    while at != START:
        dominators.append(at)
        at = above[at]
    assert found == dominators[::-1]


def test_blocking_an_orcas_destinations_can_open_a_way() -> None:
    """An orca that has nowhere to carry to lets the rabbit stay, and it goes on from there."""
    side = Rules(orca="side")
    state = river.parse("9,W/O,W -,-,- 1 - -", side)
    # Landing on a1 it is carried to b1; with b1 taken it stays on a1.
    assert [move.line for move in cross_alone(state).moves] == ["a1>b1", "b1"]
    assert [move.line for move in cross_alone(state, blocked=["b1"]).moves] == ["a1"]
    assert not closed(state, blocked=["b1"])
    # One column, and nowhere aside to go: the orca is no more than a whale.
    assert not closed(river.parse("W/O -,- 1 - -", side))


def test_an_orca_that_carries_back_closes_its_column() -> None:
    assert closed(river.parse("W,W/W,O/O,O -,-,- 1 - -"))
    assert closed(river.parse("W/O/W -,-,- 1 - -"))
    # Back is where it came from, which it has left: so the way is closed even with somebody behind it.
    assert closed(river.parse("W/O/W a1,- 1 - -"))


def test_a_blockade_by_hand() -> None:
    """From a1 only a2 and b2 are ahead. Both are whales: two rabbits there close all; one alone does not."""
    state = river.parse("5,6,7/W,W,W/W,W,W a1,-,- 1 - -")
    assert blockades(state) == (("a2", "b2"),)
    assert blockades(river.parse("5,6,7/W,W,W/W,W,W a1,- 1 - -")) == ()
    assert blockades(river.parse("5,6,7/W,9,W/W,W,W a1,-,- 1 - -")) == ()  # nobody stands on a live shark
    assert closed(river.parse("5,6,7/W,W,W/W,W,W a1,a2,b2 1 - -"))
    # From Start the whole row is needed, and three rabbits are enough for it.
    assert blockades(river.parse("5,6,7/W,9,W/W,W,W -,-,-,- 1 - -")) == (("a1", "b1", "c1"),)


def test_a_rabbit_that_is_closed_in_needs_no_blockade() -> None:
    assert blockades(river.parse("W/O -,- 1 - -")) == ((),)
    cut = minimum_cut(river.parse("W/O -,- 1 - -"))
    assert cut is not None
    assert cut == ((), ())


def test_setbacks_open_a_way_back_to_start() -> None:
    """From a1 sharks are ahead, and behind them all is taken; a lost fight leads to Start and to d1."""
    state = river.parse("W,W,W,W/9,9,W,W/W,W,W,W a1,a3,b3,c3 1 - -")
    assert closed(state)
    assert not closed(state, setbacks=True)
    # Two dice always beat a shark of 2.
    assert closed(river.parse("W,W,W,W/2,1,W,W/W,W,W,W a1,a3,b3,c3 1 - -"), setbacks=True)
    # With one column less there is no way around either.
    assert closed(river.parse("W,W,W/9,9,W/W,W,W a1,a3,b3,c3 1 - -"), setbacks=True)


def test_where_others_can_stand() -> None:
    state = river.parse("0,6x,6-1/W,S,D/O,?,9 -,a3 1 - 4")
    assert standable(state) == ("a2", "b2", "a3", "b3")
    assert standable(state, 2) == ("a2", "b2", "b3")


# Refused ------------------------------------------------------------------------------------------------

SMALL = river.parse("W,9/?,3 -,-,a2 1 - 4")
OPEN = river.parse("W,9/0,3 a1,-,a2 1 - -")
REFUSED: dict[str, Callable[[], object]] = {
    "solvers.graph.square": lambda: count_paths(SMALL, "c1"),
    "solvers.graph.blocked": lambda: count_paths(SMALL, blocked="b2"),
    "solvers.graph.rabbit": lambda: closed(SMALL, 4),
    "solvers.graph.own_square": lambda: closed(OPEN, 1, blocked=["a1"]),
    "solvers.graph.in_goal": lambda: closed(river.parse("W -,* 1 - -"), 2),
    "solvers.graph.no_shark": lambda: wounded_shark(SMALL, "a1"),
    "solvers.graph.path": lambda: path_chance(SMALL, ["-", "a1", "a2"]),
    "solvers.graph.step": lambda: path_chance(river.start(), ["-", "a1", "c2", "b3", "b4", "*"]),
    "solvers.graph.secrets": lambda: path_chance(river.start(setup="draft"), ["-", "a1", "*"]),
    "solvers.graph.position": lambda: cross_alone(river.parse("W -,* 1 - -")),
    "solvers.graph.face_down": lambda: cross_alone(SMALL),
    "solvers.graph.rest": lambda: cross_alone(OPEN, rest_turns=-1),
    "solvers.graph.turns": lambda: cross_alone(OPEN).distribution(-1),
    "solvers.graph.never": lambda: cross_alone(open_river(1, 1, "O")).distribution(),
    "solvers.graph.foreign": lambda: cross_alone(OPEN).expected_from(open_river(2, 2)),
}  # fmt: skip


@pytest.mark.parametrize("key", REFUSED)
def test_what_cannot_be_asked_is_refused_with_the_reason(key: str) -> None:
    with pytest.raises(SetupError) as error:
        REFUSED[key]()
    assert error.value.key == key
    assert re.search(r"[ぁ-ん]", error.value.say("ja"))


@pytest.mark.parametrize(
    "path",
    [[], ["-"], ["*"], ["-", "a1", "a1", "*"], ["-", "a1", "-", "a1", "*"], ["-", "b1", "b2"]],
)
def test_what_is_no_path_is_refused(path: list[str]) -> None:
    with pytest.raises(SetupError):
        path_chance(OPEN, path)


def test_a_position_under_way_and_foreign_damage_are_refused() -> None:
    with pytest.raises(SetupError):
        cross_alone(OPEN.play(1, "1b2"))
    crossing = cross_alone(OPEN)
    with pytest.raises(SetupError):
        crossing.expected_from(river.parse("W,9-1/0,3 a1,-,a2 1 - -"))  # two dice deal 2 or more
    with pytest.raises(SetupError):
        crossing.expected_from(river.parse("W,9/0,3 a1,-,a2 1 - -", parse_rules("dice=1d8")))


def test_too_many_placements_are_refused_before_the_first() -> None:
    with pytest.raises(TooLarge) as error:
        blockades(river.parse(f"{'/'.join([','.join('W' * 8)] * 8)} -,-,-,- 1 - -"), limit=43_744)
    # No rabbit, or one, two or three on 64 squares: 1 + 64 + 2016 + 41664.
    assert error.value.size == 43_745


def test_too_many_chains_of_rides_are_refused() -> None:
    """Dolphins carry ahead and orcas back, between two rows of eight: a maze of rides in a single turn."""
    rows = [",".join("DO" * 4), ",".join("OD" * 4)] * 4
    with pytest.raises(TooLarge) as error:
        closed(river.parse(f"{'/'.join(rows)} -,- 1 - -"))
    assert error.value.key == "solvers.table.rides"
    assert error.value.limit == river_graph.MOST_CHAINS


def test_all_of_it_runs_without_numpy(tmp_path: Path) -> None:
    code = """
        from inaba import river
        from solvers import river_graph as g
        position = river.parse("5,W,4/0,6,3 -,-,b2 1 - -")
        print(len(g.river_graph(position)), g.count_paths(position), g.most_likely_path(position).chance)
        print(g.cross_alone(river.parse("3 -,- 1 - -")).expected)
        print(g.minimum_cut(position).squares, g.bottlenecks(position), g.blockades(position))
        print(g.wounded_shark(position, "b1").number_of_nodes())
    """
    assert run_without_numpy(code, tmp_path).splitlines() == [
        "8 7 1",
        "37/18",
        "('a2', 'c2') {1: (), 2: ()} ()",
        "7",
    ]
