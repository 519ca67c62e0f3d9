"""Lesson 25, "Who is shut in?": its answers found another way, its proofs tried, and what it draws."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, pairwise, permutations
from typing import Any

import networkx as nx
import pytest

from inaba.cross_sevens import Action, Card, Rules, State, parse, parse_card
from inaba.cross_sevens.cards import SEVENS
from inaba.cross_sevens.field import Cell, Field, parse_cell, places
from inaba.errors import NotationError
from inaba.words import LANGUAGES
from lessons import build, kit, voice
from lessons.exercises import LESSONS, Exercise, shut_in
from solvers.cross_sevens_reach import Reach
from tests.drawn import check_drawn

LESSON = "who-is-shut-in"
HIGH = {Card(seven.suit, rank) for seven in SEVENS for rank in range(8, 14)}


@pytest.fixture(autouse=True)
def spoken() -> Iterator[None]:
    """English is spoken, and afterwards whatever was spoken before a lesson was open."""
    voice.speak("en")
    yield
    voice.speak(None)


def every(name: str) -> tuple[Exercise, ...]:
    """An exercise with each of its numbers."""
    first = next(one for one in LESSONS[LESSON] if one.name == name)
    return first, *first.others


def answer(name: str) -> Fraction:
    return every(name)[0].answer()


def source(teacher: bool = False) -> dict[str, build.Cell]:
    folder = build.HERE / "sources" / ("teacher" if teacher else ".")
    return {cell.name: cell for cell in build.read((folder / f"25-{LESSON}.md").read_text("utf-8"))}


@pytest.fixture(scope="module")
def lesson() -> dict[str, Any]:
    """What the cells of the lesson define that need no notebook."""
    names: dict[str, Any] = {"Action": Action, "Reach": Reach, "kit": kit, "nx": nx, "parse": parse}
    cells = source()
    for name in ("field", "flood", "longest", "descendants", "stopping"):
        exec(cells[name].code or "", names)  # noqa: S102  # the lesson's own code
    return names


def named(cells: object) -> list[Cell]:
    return [parse_cell(cell) for cell in str(cells).split(", ")]


def grid(cells: list[Cell]) -> nx.Graph:
    """Cells that share a side, found by the engine's own neighbours."""
    graph = nx.Graph()
    graph.add_nodes_from(cells)
    graph.add_edges_from((one, other) for one in cells for other in one.beside() if other in graph)
    return graph


# --- the answers, found another way ---


def test_pockets_are_the_components_that_networkx_finds() -> None:
    for one in every("1"):
        cells = named(one.given()["cells"])
        assert one.given()["count"] == len({*cells}) == len(cells)
        assert one.answer() == nx.number_connected_components(grid(cells))


def test_the_longest_chain_is_the_longest_row_of_neighbours() -> None:
    for one in every("2"):
        given = one.given()
        cells = named(given["cells"])
        graph, start = grid(cells), parse_cell(str(given["start"]))
        rows = (row for n in range(len(cells) + 1) for row in permutations(cells, n))
        fits = [
            row for row in rows if row and row[0] == start and all(b in graph[a] for a, b in pairwise(row))
        ]
        assert one.answer() == max(map(len, fits))
        assert str(given["way"]).count("→") + 1 == one.answer()


def plays_of(field: Field, suit: int) -> set[Card]:
    """The trumps of a suit that some order of plays lays, by trying all orders of this suit's plays."""
    found: set[Card] = set()
    cells = {cell for cell, _ in field.laid} | {Cell(i + 1, i + 1) for i in range(4)}
    cells |= {cell for cell, _ in field.stops}
    where: dict[Card, Cell] = {card: cell for cell, card in field.laid}
    where |= {Card(at, 7): Cell(i + 1, i + 1) for i, at in enumerate(field.sevens)}
    for step in (-1, 1):
        rank = 7
        while Card(SEVENS[suit].suit, rank + step) in where:
            rank += step
        first = where[Card(SEVENS[suit].suit, rank)]
        waiting = [(first, frozenset[Cell](), rank)]
        while waiting:
            at, used, lying = waiting.pop()
            coming = lying + step
            if not 1 <= coming <= 13:
                continue
            sides = [other for other in at.beside() if lying != 7 or other.row == at.row]
            for cell in sides:
                if cell not in cells and cell not in used:
                    found.add(Card(SEVENS[suit].suit, coming))
                    waiting.append((cell, used | {cell}, coming))
    return found


def test_nine_trumps_are_shut_in_by_trying_all_chains() -> None:
    field = shut_in.FIELD
    lying = {card for _, card in field.laid} | {*SEVENS}
    shut = set()
    for suit in range(4):
        branch = {Card(SEVENS[suit].suit, rank) for rank in range(1, 14)} - lying
        shut |= branch - plays_of(field, suit)
    assert answer("3") == len(shut) == 9
    assert {*Reach(field).shut_in()} == shut
    assert sorted(map(str, shut)) == ["D10", "D8", "D9", "DJ", "DK", "DQ", "H2", "H3", "HA"]
    assert 52 - len(lying) == 37
    for language in LANGUAGES:
        assert "37" in source()["by-hand"].prose[language]


def test_with_tunnel_all_come_out_but_the_eight() -> None:
    left = Reach(shut_in.FIELD).shut_in([Action.TUNNEL])
    assert list(map(str, left)) == ["D8"]
    assert answer("4") == 8
    # What stands in section 5: with CROSS none is left.
    assert Reach(shut_in.FIELD).shut_in([Action.CROSS]) == ()


def test_fewer_stops_don_t_shut_it_in() -> None:
    """Every set of fewer free cells near what lies there leaves a way; those that are named leave none."""
    near = [Cell(row, column) for row in range(6) for column in range(-2, 7)]
    for one in every("5"):
        given = one.given()
        card = parse_card(str(given["card"]))
        stops = tuple(named(given["stops"]))
        assert one.answer() == len(stops)
        assert Reach(shut_in.FIELD.with_stops(stops, 0)).way(card) is None
        taken = {cell for cell, _ in shut_in.FIELD.laid} | {Cell(i, i) for i in range(1, 5)}
        for fewer in combinations([cell for cell in near if cell not in taken], len(stops) - 1):
            assert Reach(shut_in.FIELD.with_stops(fewer, 0)).way(card) is not None


def test_who_cannot_be_shut_in_by_so_many_is_told() -> None:
    with pytest.raises(ValueError, match="cannot be shut in by 1"):
        shut_in.closing(shut_in.FIELD, "S2", most=1)


# --- what the lesson says ---


def test_the_field_on_the_table_is_the_one_in_the_picture(lesson: dict[str, Any]) -> None:
    assert lesson["position"].field == shut_in.FIELD
    signs = dict(zip("♦♠♥♣", "DSHC", strict=True))
    where = {str(cell): str(card) for cell, card in shut_in.FIELD.laid}
    where |= {f"{'bcde'[i]}{i + 1}": f"{suit.letter}7" for i, suit in enumerate(shut_in.FIELD.sevens)}
    for language in LANGUAGES:
        rows = [line for line in source()["by-hand"].prose[language].splitlines() if line[:3] in ROWS]
        told: dict[str, str] = {}
        for line in rows:
            row, *cards = [part.strip() for part in line.strip("|").split("|")]
            told |= {f"{row}{i}": signs[card[0]] + card[1:] for i, card in enumerate(cards) if card}
        assert told == where


ROWS = {f"| {row}" for row in "abcdef"}


def test_flood_fill_and_longest_chain_of_the_lesson(lesson: dict[str, Any]) -> None:
    free = lesson["free"]
    assert lesson["piece"](free, "e2") == {"e2", "f2"}
    parts = {frozenset(part) for part in nx.connected_components(free)}
    assert {frozenset(lesson["piece"](free, cell)) for cell in free} == parts
    assert len(parts) == 2
    assert lesson["longest"](lesson["fork"], "d2") == 3


def test_the_arrows_lead_to_all_that_are_not_shut_in(lesson: dict[str, Any]) -> None:
    reached = lesson["arrows_reach"]()
    assert len(reached) == 37 - 9
    assert {"S2", "H4"} <= reached
    assert "H3" not in reached


def test_the_stops_of_section_6(lesson: dict[str, Any]) -> None:
    assert lesson["shut"]("f0") == []
    assert {card[0] for card in lesson["shut"]("f0", "f2")} == {"S", "H"}


def test_what_lies_where_the_ten_might_lie() -> None:
    """Section 8: on either of the other sides of the 9 only the three hearts stay shut in."""
    for cell in ("a3", "b4"):
        other = parse(f"D8/S2/H5 {shut_in.LAID.replace('S10@b2', f'S10@{cell}')} - cross - - 1 -")
        assert list(map(str, Reach(other.field).shut_in())) == ["HA", "H2", "H3"]
    code = source()["what-if-code"].code or ""
    assert "S10@b2" in code


def _plain(field: Field, card: Card) -> set[Cell]:
    """Where a trump may be laid without action cards."""
    return {place.cell for place in places(field, card, Rules()) if not place.cross and not place.tunnel}


def test_all_four_eights_can_be_shut_in_by_lawful_plays() -> None:
    """The teacher's page: twelve cards laid by the rules, in that order, shut in 24."""
    code = source(teacher=True)["all-eights"].code or ""
    names: dict[str, Any] = {}
    exec(code.rpartition("kit.")[0], names)  # noqa: S102  # the page's own code
    end: State = parse(names["line"])
    assert {*Reach(end.field).shut_in()} == HIGH
    assert len(HIGH) == 24
    order = [
        (cell, card) for text in names["line"].split()[1].split(",")[1:] for card, cell in [text.split("@")]
    ]
    state = parse("D8,D6,S6,S5/S4,S3,S2,H6/H5,H4,H3,H2,C6 DSHC - cross - - 1 -")
    field = state.field
    for cell, card in order:
        trump = parse_card(card)
        assert parse_cell(cell) in _plain(field, trump), card
        field = field.with_card(trump, parse_cell(cell))
    assert {*field.laid} == {*end.field.laid}


# --- what it draws ---


def test_the_tables_of_trumps_have_words_and_lie_on_the_paper(lang: str) -> None:
    line = f"D8,HA/H5,D5/S2,C4 {shut_in.LAID} - cross - - 1 -"
    for means in ([], [Action.TUNNEL], [Action.CROSS], [Action.CROSS, Action.TUNNEL, Action.PLUS]):
        drawn = kit.shut_in(line, means)
        check_drawn(f"shut in {means}", drawn, lang)
    none = "none" if lang == "en" else "なし"
    assert none in kit.shut_in(line, [Action.CROSS]).alt


def test_the_table_marks_those_that_are_shut_in() -> None:
    drawn = kit.shut_in(parse(f"D8,HA/H5,D5/S2,C4 {shut_in.LAID} - cross - - 1 -"))
    head, *rows = [[cell.strip() for cell in row.split("|")] for row in drawn.text.splitlines()[1:]]
    marked = {row[0] + rank for row in rows for rank, cell in zip(head, row, strict=True) if "*" in cell}
    assert marked == {"♦8", "♦9", "♦10", "♦J", "♦Q", "♦K", "♥A", "♥2", "♥3"}
    assert "7" not in head


def test_the_pockets_are_numbered_and_open_room_is_not(lang: str) -> None:
    two = parse(f"D8/S2/H5 {shut_in.LAID},C8@e5,H8@d4,H9@c4,H10@b4 - cross - - 1 -")
    assert [sorted(map(str, pocket)) for pocket in shut_in.walled(two.field)] == [["e2", "f2"]]
    closed = parse(f"D8/S2/H5 {shut_in.LAID},C8@e5,C9@f5 - cross - - 1 -")
    assert [sorted(map(str, pocket)) for pocket in shut_in.walled(closed.field)] == [["e2", "f2"], ["f4"]]
    shown = kit.pockets(closed, 1).text
    for cell, sign in (("e2", "1"), ("f4", "2")):
        assert any(cell in line and sign in line for line in shown.splitlines())
    assert kit.pockets(str(closed), 1).html == kit.pockets(closed, 1).html


def test_a_field_that_cannot_be_is_refused() -> None:
    with pytest.raises(NotationError):
        kit.shut_in("nothing")
    with pytest.raises(NotationError):
        kit.pockets("nothing")
