"""The lesson "The river as a graph": its answers by a second way, its drawings, the numbers in its prose."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, product
from math import cos, pi, sqrt
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lessons
from inaba import river
from inaba.words import LANGUAGES
from lessons import chart, voice
from lessons.chart import ink
from lessons.drawings import paths as drawn
from lessons.exercises import LESSONS, paths
from solvers.river_graph import closed, cross_alone, most_likely_path, path_chance

EXERCISES = {exercise.name: (exercise, *exercise.others) for exercise in LESSONS["the-river-as-a-graph"]}
"""Each exercise with each of its numbers, the lesson's own first."""
SOURCE = (Path(lessons.__file__).parent / "sources" / "05-the-river-as-a-graph.md").read_text("utf-8")
NINE = ((5, 6, 4), (5, 8, 10), (9, 7, 4))
"""The hit points of the lesson's river, from row 1 to row 3."""


@pytest.fixture(params=LANGUAGES)
def lang(request: pytest.FixtureRequest) -> Iterator[str]:
    voice.speak(str(request.param))
    yield str(request.param)
    voice.speak(None)


# --- a second way: sequences of columns, and all rolls one by one ---


def sequences(columns: int, rows: int) -> list[tuple[int, ...]]:
    """All paths as sequences of columns: from a row to the next at most one column aside (rule 4)."""
    every = product(range(columns), repeat=rows)
    return [p for p in every if all(abs(a - b) <= 1 for a, b in pairwise(p))]


def beaten(hit_points: int) -> Fraction:
    return Fraction(sum(a + b >= hit_points for a in range(1, 7) for b in range(1, 7)), 36)


def chance(sharks: tuple[int, ...]) -> Fraction:
    passed = Fraction(1)
    for hit_points in sharks:
        passed *= beaten(hit_points)
    return passed


def along(sharks: tuple[tuple[int, ...], ...], path: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(row[column] for row, column in zip(sharks, path, strict=True))


@cache
def losses(hit_points: int) -> Fraction:
    """How many rolls, on average, do not beat a shark that stays wounded."""
    lost = Fraction(0)
    for a, b in product(range(1, 7), repeat=2):
        if a + b < hit_points:
            lost += Fraction(1, 36) * (1 + losses(hit_points - a - b))
    return lost


def fixed_path(sharks: tuple[int, ...]) -> Fraction:
    """Expected turns along one path: a loss on row r costs r turns and one of rest."""
    lost = sum(((row + 1) * losses(points) for row, points in enumerate(sharks, 1)), Fraction(0))
    return len(sharks) + 1 + lost


# --- the exercises ---


def asked(name: str) -> Iterator[tuple[dict[str, Any], Fraction]]:
    """What is given and the answer, each time that the exercise can be set."""
    for one in EXERCISES[name]:
        yield dict(one.given()), one.answer()


def test_all_paths_and_those_that_miss_a_rabbit_are_as_many_as_are_listed() -> None:
    for numbers, found in asked("1"):
        assert found == len(sequences(numbers["columns"], numbers["rows"]))
        assert found == sum(map(int, numbers["sum"].split(" + ")))
    listed = sequences(3, 4)
    for numbers, found in asked("2"):
        column, row = "abc".index(numbers["square"][0]), int(numbers["square"][1]) - 1
        assert found == sum(path[row] != column for path in listed)
        here = [path for path in listed if path[row] == column]
        assert len({path[:row] for path in here}) == numbers["before"]
        assert len({path[row:] for path in here}) == numbers["onward"]
    for one in EXERCISES["2"]:
        # As the solutions say: in the middle one rabbit closes more than half of all paths.
        in_the_middle = 2 * one.answer() < len(listed)
        assert one.solution == f"paths.rabbit.solution{'' if in_the_middle else '_edge'}"


def test_the_pairs_that_close_the_gate_are_those_that_a_search_of_its_squares_finds() -> None:
    for numbers, found in asked("3"):
        state = river.parse(numbers["position"])
        rows = state.board.rows

        def gets_through(taken: set[str], state: river.State = state, rows: int = rows) -> bool:
            """Row 1 is open to all; whoever lands on an orca may go on from any square behind it."""
            seen, here = set(), {f"{column}1" for column in "abc"}
            while here:
                square = here.pop()
                seen.add(square)
                place, row = "abc".index(square[0]), int(square[1])
                if str(state.spot(square).card) == "O":
                    row -= 2
                elif row == rows:
                    return True
                on = {f"{column}{row + 1}" for column in "abc"[max(place - 1, 0) : place + 2] if row >= 0}
                here |= {to for to in on if int(to[1]) > 0} - taken - seen
            return False

        stands = str(numbers["stands"])
        free = [f"{column}{row}" for row in range(2, rows + 1) for column in "ac"]
        pairs = [pair for pair in combinations(free, 2) if not gets_through({stands, *pair})]
        assert found == len(pairs)
        assert list(paths.closing_pairs(state)) == pairs
        # As the solution says: any square of the left lane with any of the right.
        assert {frozenset(pair) for pair in pairs} == {
            frozenset((f"a{left}", f"c{right}")) for left, right in product(range(2, rows + 1), repeat=2)
        }
        # As the lesson says: one alone can't do it, wherever it stands.
        assert not any(closed(state, 1, blocked=[stands, one]) for one in free)


def test_the_chances_of_paths_are_products_of_counted_rolls() -> None:
    assert EXERCISES["4"][0].answer() == 1 - chance((4, 8, 4))
    for numbers, found in asked("5"):
        small = tuple(
            tuple(numbers[f"{row}_{place}"] for place in ("left", "middle", "right"))
            for row in ("near", "far")
        )
        listed = [along(small, path) for path in sequences(3, 2)]
        assert found == max(map(chance, listed))
        # As the solution says: the likeliest path begins in the middle, another with the weakest shark;
        # its hit points add up to less, and its chance is smaller all the same.
        best, easy = (numbers["near_middle"], numbers["further"]), (numbers["weak"], numbers["second"])
        assert chance(best) == found
        assert easy in listed
        assert min(small[0]) == numbers["weak"]
        assert sum(easy) < sum(best)
        assert chance(easy) == numbers["easy"] < found


def test_a_narrow_river_takes_so_many_turns_step_by_step() -> None:
    @cache
    def turns(row: int, one: int, two: int) -> Fraction:
        """From a row on, with so many hit points left on the sharks of rows 1 and 2."""
        if row == 2:
            return Fraction(1)
        left = (one, two)[row]
        if not left:
            return 1 + turns(row + 1, one, two)
        mean = Fraction(0)
        for a, b in product(range(1, 7), repeat=2):
            after = max(left - a - b, 0)
            now = (after, two) if row == 0 else (one, after)
            mean += Fraction(1, 36) * (1 + turns(0, *now) if after else turns(row + 1, *now))
        return 1 + mean

    for numbers, found in asked("6"):
        sharks = numbers["near"], numbers["far"]
        assert found == turns(0, *sharks) == fixed_path(sharks)
        assert max(sharks) <= 4, "no shark is lost to twice"


def test_no_slip_is_the_answer_and_every_slip_is_told_once() -> None:
    for exercise in (one for variants in EXERCISES.values() for one in variants):
        values = [slip.value for slip in exercise.slips()]
        assert exercise.answer() not in values
        assert len(set(values)) == len(values), exercise.name
        assert len(exercise.hints) == 3


# --- what the prose says ---


def test_the_river_of_the_lesson_is_that_of_its_exercises() -> None:
    assert f'parse("{paths.RIVER}")' in SOURCE
    assert next(asked("3"))[0]["position"] == str(paths.GATE)
    for row, cards in enumerate(NINE, 1):
        assert f"| row {row} | {' | '.join(map(str, cards))} |" in SOURCE
        assert tuple(paths.RIVER.spot(f"{column}{row}").left for column in "abc") == cards


def test_the_likeliest_path_is_neither_the_careful_one_nor_that_of_the_fewest_hit_points() -> None:
    listed = [along(NINE, path) for path in sequences(3, 3)]
    assert len(listed) == 17
    best, fewest = max(listed, key=chance), min(listed, key=sum)
    assert (best, chance(best)) == ((5, 5, 7), Fraction(175, 432))
    assert sorted(listed, key=chance)[-2] != best
    assert fewest == (4, 8, 4)
    assert (sum(fewest), sum(best)) == (16, 17)
    assert paths.easiest_first(paths.RIVER) == ("-", "c1", "b2", "c3", "*")
    assert voice.percent(chance(best)) == "40.5 %"
    assert chance(fewest) < chance(best)


def test_the_fastest_crossing_is_the_careful_one_s() -> None:
    alone = cross_alone(paths.RIVER)
    listed = {path: fixed_path(along(NINE, path)) for path in sequences(3, 3)}
    quickest = min(listed, key=lambda path: listed[path])
    assert along(NINE, quickest) == (4, 8, 4)
    # Changing one's mind gains nothing here: the fixed path is as fast as any way of playing.
    assert alone.expected == listed[quickest]
    assert [move.line for move in alone.moves][:2] == ["c1", "a1"]
    # The tries of the likeliest path: forgotten and remembered.
    tries = 1 + losses(5) + losses(5) + losses(7)
    assert (round(float(1 / chance((5, 5, 7))), 1), round(float(tries), 1)) == (2.5, 1.8)


def test_in_a_river_that_forgets_the_likeliest_path_is_the_fastest() -> None:
    def fresh(sharks: tuple[int, ...]) -> Fraction:
        """Expected turns if a lost fight brings back Start as it was: E = a + b E, solved for E."""
        before, through, failing = Fraction(0), Fraction(1), Fraction(0)
        for row, points in enumerate(sharks, 1):
            lost = through * (1 - beaten(points))
            before, failing, through = before + lost * (row + 1), failing + lost, through - lost
        return (before + through * (len(sharks) + 1)) / (1 - failing)

    listed = [along(NINE, path) for path in sequences(3, 3)]
    assert min(listed, key=fresh) == (5, 5, 7) == max(listed, key=chance)
    assert [f"{float(fresh(sharks)):.3f}" for sharks in ((5, 5, 7), (4, 8, 4))] == ["8.709", "9.421"]


def test_the_bars_show_the_turns_of_the_path_that_is_simulated() -> None:
    after: dict[tuple[int, int, int, int], Fraction] = {(4, 8, 4, 0): Fraction(1)}
    chances: dict[int, Fraction] = {}
    while after:
        # The largest one first: no roll leads back to it, so all ways to it have been added up.
        *left, turns = most = max(after)
        weight = after.pop(most)
        row = next((row for row, points in enumerate(left) if points), None)
        if row is None:
            chances[turns + 4] = chances.get(turns + 4, Fraction(0)) + weight
            continue
        for a, b in product(range(1, 7), repeat=2):
            then = list(left)
            then[row] = max(then[row] - a - b, 0)
            lost = row + 2 if then[row] else 0
            key = (then[0], then[1], then[2], turns + lost)
            after[key] = after.get(key, Fraction(0)) + weight / 36
    assert 5 not in chances
    found = cross_alone(paths.RIVER).distribution()
    assert {n: c for n, c in enumerate(found) if c} == chances


@pytest.mark.parametrize(
    ("columns", "limit"), [(2, 2), (3, 1 + sqrt(2)), (4, (3 + sqrt(5)) / 2), (5, 1 + sqrt(3))]
)
def test_the_growth_of_the_number_of_paths(columns: int, limit: float) -> None:
    fewer, more = len(sequences(columns, 6)), len(sequences(columns, 7))
    assert more / fewer == pytest.approx(limit, rel=0.02)
    assert 1 + 2 * cos(pi / (columns + 1)) == pytest.approx(limit)


def test_paths_that_never_go_straight_ahead() -> None:
    """The question at the end; the teacher's page counts them by a sweep of its own."""
    edge, middle = 1, 1
    for _ in range(3):
        edge, middle = middle, 2 * edge
    slanting = [p for p in sequences(3, 4) if all(a != b for a, b in pairwise(p))]
    assert 2 * edge + middle == len(slanting)


# --- the drawings ---

DRAWN: dict[str, Callable[[], chart.Chart]] = {
    "arrows": lambda: drawn.river_arrows(paths.RIVER),
    "arrows of animals": lambda: drawn.river_arrows("D,W,4/4,O,S/W,?,D -,b3 1 - 7"),
    "arrows of an orca to the side": lambda: drawn.river_arrows(
        river.parse("5,O,4/O,W,O/W,5,D -,- 1 - -", river.Rules(orca="side"))
    ),
    "counts": lambda: drawn.path_counts("?,?,?/?,W,? -,b1 1 - 5,6,8,9,3"),
    "counts of a wide river": lambda: drawn.path_counts("0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0 a1,- 1 - -"),
    "cut": lambda: drawn.smallest_cut(river.start()),
    "cut of the gate": lambda: drawn.smallest_cut(paths.GATE),
    "likeliest": lambda: drawn.likeliest_path(paths.RIVER),
    "turns": lambda: drawn.crossing_turns(paths.RIVER),
    "turns observed": lambda: drawn.crossing_turns(paths.RIVER, [4, 4, 7, 9]),
}


@pytest.mark.parametrize("name", DRAWN)
def test_every_drawing_is_well_formed_on_its_paper_and_has_words(name: str, lang: str) -> None:
    made = DRAWN[name]()
    root = ET.fromstring(made.svg)
    assert len(made.alt) > 40
    assert bool(re.search("[\u3040-\u30ff]", made.alt)) == (lang == "ja")
    assert "{" not in made.alt + made.text
    height = float(root.attrib["height"])
    for part in root.iter():
        for across, long in (("x", ink.WIDTH), ("y", height), ("cx", ink.WIDTH), ("cy", height)):
            if across in part.attrib:
                assert 0 <= float(part.attrib[across]) <= long, (name, part.attrib)


def rows(made: chart.Chart) -> dict[str, list[str]]:
    cut = [[cell.strip() for cell in line.split("|")] for line in made.text.splitlines() if "|" in line]
    return {row[0]: row[1:] for row in cut[1:]}


def test_on_each_square_stand_the_paths_that_are_listed() -> None:
    voice.speak("en")
    found = rows(drawn.path_counts(river.start()))
    listed = sequences(3, 4)
    assert found["Start"][0] == str(len(listed))
    for row, column in product(range(4), range(3)):
        ends = {path[row:] for path in listed if path[row] == column}
        assert found[f"{'abc'[column]}{row + 1}"][0] == str(len(ends))


def test_an_animal_s_arrows_lead_where_it_carries_and_no_rabbit_stands_twice() -> None:
    voice.speak("en")
    found = rows(drawn.river_arrows("D,W,4/4,O,S/W,?,D -,b3 1 - 7"))
    assert found["b2"] == ["orca", "a1 b1 c1"]
    assert found["c1"] == ["dolphin", "b2 c2"]
    assert found["b3 x"][0] == "rabbit 2"
    assert found["c2"] == ["giant squid", "b3 c3"]


def test_the_cut_is_as_large_as_the_ways_that_share_no_square() -> None:
    voice.speak("en")
    for position, size in ((river.start(), 3), (paths.GATE, 2)):
        text = drawn.smallest_cut(position).text
        ways = [re.findall("[a-c][1-4]", line) for line in text.splitlines() if "→" in line]
        assert len(re.findall("x!", text)) == len(ways) == size
        assert len({square for way in ways for square in way}) == sum(map(len, ways))


def test_where_nothing_can_stop_a_rabbit_there_is_no_cut_to_draw() -> None:
    with pytest.raises(ValueError, match="nothing can stop it"):
        drawn.smallest_cut("W,W a1,- 1 - -")
    assert "0 rabbits" in drawn.smallest_cut("0,0/0,0 -,a1,b1 1 - -").text


cards = st.one_of(st.integers(0, 14).map(str), st.just("W"), st.just("S"))


@given(st.lists(st.lists(cards, min_size=3, max_size=3), min_size=1, max_size=4))
def test_the_sweep_finds_the_chance_of_the_most_likely_path(deal: list[list[str]]) -> None:
    state = river.parse("/".join(map(",".join, deal)) + " -,- 1 - -")
    likely = most_likely_path(state)
    best = drawn.best_onward(state)
    assert best["-"] == (likely.chance if likely else 0)
    if likely:
        assert path_chance(state, likely.path) == best["-"]


@pytest.mark.parametrize("position", ["?,W -,- 1 - 3", "O,W -,- 1 - -", "13,14 -,- 1 - -"])
def test_a_river_whose_chances_can_t_be_multiplied_is_refused(position: str) -> None:
    with pytest.raises(ValueError, match=re.escape(position)):
        drawn.likeliest_path(position)


def test_a_long_fraction_gives_way_to_a_percent() -> None:
    voice.speak("en")
    long = drawn.likeliest_path("7,7/7,7/7,7/7,7 -,- 1 - -").text
    assert re.search(r"\d %", long)
    assert all(len(cell) <= drawn.LONGEST_FRACTION for cell in re.findall(r"\d+/\d+", long))


def test_turns_are_shown_but_for_a_tail_that_hardly_comes() -> None:
    voice.speak("en")
    whole = cross_alone(paths.RIVER).distribution()
    shown = [line.split("|") for line in drawn.crossing_turns(paths.RIVER).text.splitlines()[2:]]
    first, last = int(shown[0][0]), int(shown[-1][0])
    assert first == 4
    assert not any(whole[:first])
    assert sum(whole[last + 1 :]) < Fraction(1, 1000) <= sum(whole[last:])
    with pytest.raises(ValueError, match="one crossing or more"):
        drawn.crossing_turns(paths.RIVER, [])
