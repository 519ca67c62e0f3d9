"""The explorer without a browser: sketches and what mends them, the way back and forth, answers, messages."""

from __future__ import annotations

import copy
import json
import re
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inaba import river
from inaba.errors import IllegalMove, ImpossibleEvent, InabaError, NotationError, Reason, SetupError, TooLarge
from inaba.record import Record
from inaba.river.board import GOAL, START, board
from inaba.river.cards import FACE_DOWN, Card, Kind, Spot
from inaba.river.moves import Rolled
from inaba.river.state import State
from inaba.words import say as engine_say
from lessons import kit
from lessons.laboratory import analyst as analyst_room
from lessons.laboratory.account import Row, catalogue
from lessons.laboratory.analyst import Analyst, Effort, Question
from lessons.laboratory.exploration import Exploration, outcomes, steps_of
from lessons.laboratory.explorer import EXAMPLES, MOST_ON_ARROW, Explorer, Refused
from lessons.laboratory.sketch import MOST_MENDS, Sketch
from lessons.laboratory.worth import difference, worth
from solvers import oracle
from solvers.monte_carlo import Estimate
from solvers.search import Answer, Answerer, Interval, Method, Rounded
from tests import in_notebook
from tests.brute_force import BruteForce
from tests.strategies import river_positions
from tests.test_without_numpy import run_without_numpy

SMALL = "5,W,4/0,6,3 -,- 1 - -"
TINY = "3,W/0,4 -,- 1 - -"
FIGHT = "9-4,W a1,- 1 - - fight:1"
HIDDEN = "?,3/S,? -,- 1 - 4,O"


def sketch(text: str) -> Sketch:
    return Sketch.of(river.parse(text))


# Sketches: whatever a person puts where ---------------------------------------------------------------------


def open_positions() -> st.SearchStrategy[State]:
    """Positions of which everybody knows the same, at any moment of a turn."""
    return river_positions().filter(lambda state: not state.secrets and not str(state).count("draft"))


@settings(deadline=None, max_examples=60)
@given(open_positions())
def test_a_position_is_a_sketch_without_trouble_and_comes_back_whole(state: State) -> None:
    drawn = Sketch.of(state)
    assert drawn.trouble() is None
    assert drawn.mends() == []
    assert drawn.state() == state


EDITS = st.one_of(
    st.tuples(st.just("put"), st.integers(0, 63), st.integers(0, 99), st.integers(0, 99)),
    st.tuples(st.just("down"), st.integers(0, 63)),
    st.tuples(st.just("animal"), st.integers(0, 63), st.sampled_from("DOSW")),
    st.tuples(st.just("rabbit"), st.integers(1, 4), st.integers(-2, 63)),
    st.tuples(st.just("rest"), st.integers(1, 4), st.booleans()),
    st.tuples(st.just("swap"), st.integers(0, 63), st.integers(0, 63)),
    st.tuples(st.just("players"), st.integers(2, 4)),
    st.tuples(st.just("size"), st.integers(1, 4), st.integers(1, 4)),
    st.tuples(st.just("add"), st.sampled_from("359DOSW")),
    st.tuples(st.just("turn"), st.integers(1, 4)),
)


def edited(drawn: Sketch, edit: tuple[Any, ...]) -> Sketch:
    """A sketch after something that a person does to it."""
    squares, players = drawn.table.board.squares, len(drawn.table.rabbits)
    at = squares[edit[1] % len(squares)] if isinstance(edit[1], int) else ""
    match edit[0]:
        case "put":
            return drawn.put(at, Spot(Card(Kind.SHARK, edit[2]), True, min(edit[2], edit[3])))
        case "down":
            return drawn.put(at, FACE_DOWN)
        case "animal":
            return drawn.put(at, Spot(Card(Kind(edit[2])), True))
        case "rabbit":
            places = [*squares, START, GOAL]
            return drawn.move_rabbit((edit[1] - 1) % players + 1, places[edit[2] % len(places)])
        case "rest":
            return drawn.rest((edit[1] - 1) % players + 1, edit[2])
        case "swap":
            return drawn.swap(at, squares[edit[2] % len(squares)])
        case "players":
            return drawn.players(edit[1])
        case "size":
            return drawn.size(edit[1], edit[2])
        case "add":
            return drawn.add(river.parse_card(edit[1]))
        case _:
            return drawn.turn((edit[1] - 1) % players + 1)


@settings(deadline=None, max_examples=80)
@given(open_positions(), st.lists(EDITS, max_size=10))
def test_whatever_is_done_the_first_mend_after_the_other_ends_in_a_position(
    state: State, edits: list[tuple[Any, ...]]
) -> None:
    drawn = Sketch.of(state)
    for edit in edits:
        drawn = edited(drawn, edit)
    # Four rabbits may stand where they may not and rest where they may not, and cards may be missing.
    for _ in range(12):
        if drawn.trouble() is None:
            break
        mends = drawn.mends()
        assert len(mends) <= MOST_MENDS
        if not mends:
            # Nobody knows which of all cards are meant where the named decks have too few left.
            assert "unseen" in str(drawn.trouble())
            return
        drawn = mends[0].sketch
    assert drawn.trouble() is None
    assert river.parse(drawn.text, drawn.table.rules) == drawn.state()


def test_no_mend_brings_a_fight_where_the_game_is_over() -> None:
    drawn = sketch("5,6/W,W -,-,- 1 - -").move_rabbit(1, "a2").move_rabbit(2, "b2").move_rabbit(3, GOAL)
    assert [mend.key for mend in drawn.mends()] == ["explorer.mend.beaten", "explorer.mend.start"]


@settings(deadline=None, max_examples=60)
@given(open_positions(), st.lists(EDITS, max_size=6))
def test_an_edit_keeps_what_it_is_not_about(state: State, edits: list[tuple[Any, ...]]) -> None:
    """As many squares as the river is large, as many rabbits as play, nothing twice in a rest."""
    drawn = Sketch.of(state)
    for edit in edits:
        drawn = edited(drawn, edit)
        table = drawn.table
        assert len(table.spots) == len(table.board.squares)
        assert 2 <= len(table.rabbits) <= 4
        assert 1 <= table.turn <= len(table.rabbits)
        assert len(set(table.resting)) == len(table.resting)
        assert all(at in table.board.index or at in (START, GOAL) for at in table.rabbits)
        assert list(table.unseen) == sorted(table.unseen)
        # What is under way is over once it alone would be wrong.
        why = drawn.trouble()
        assert why is None or not why.key.startswith("river.why.phase")


def test_a_card_that_is_turned_over_goes_to_the_pile_and_comes_from_it() -> None:
    """As many cards are unseen as lie face down (notation), so turning one over keeps a position one."""
    down = sketch(SMALL).put("b2", FACE_DOWN)
    assert down.text == "5,?,4/0,6,3 -,- 1 - W"
    assert down.trouble() is None
    assert down.put("b2", Spot(Card(Kind.WHALE), True)) == sketch(SMALL)
    # A card that is not in the pile leaves it as it is: then one is too many.
    other = down.put("b2", Spot(Card(Kind.DOLPHIN), True))
    assert other.text == "5,D,4/0,6,3 -,- 1 - W"
    assert other.trouble() is not None
    assert [mend.sketch.text for mend in other.mends()] == ["5,D,4/0,6,3 -,- 1 - -"]


TROUBLES = [
    (sketch(SMALL).move_rabbit(1, "b2").move_rabbit(2, "b2"), "two_on_one", 2),
    (sketch(SMALL).move_rabbit(1, "c1"), "on_shark", 3),
    (sketch(HIDDEN).move_rabbit(2, "a2"), "on_face_down", 2),
    (sketch(SMALL).move_rabbit(1, GOAL).move_rabbit(2, GOAL), "two_goals", 2),
    (sketch(SMALL).rest(1, True).rest(2, True), "rest_two", 3),
    (sketch("W,W a1,- 1 - -").rest(1, True), "rest_not_start", 2),
    (sketch(SMALL).add(Card(Kind.WHALE)), "unseen", 1),
    (sketch(HIDDEN).take(Card(Kind.ORCA)), "unseen", 2),
    (sketch(HIDDEN).add(Card(Kind.ORCA)).add(Card(Kind.ORCA)), "unseen", 1),
    (sketch(HIDDEN).add(Card(Kind.WHALE)), "unseen", 3),
]


@pytest.mark.parametrize(("drawn", "why", "mends"), TROUBLES, ids=lambda one: str(one)[:20])
def test_every_trouble_is_said_and_each_mend_mends_it(drawn: Sketch, why: str, mends: int) -> None:
    found = drawn.trouble()
    assert found is not None
    assert found.key == f"river.why.{why}"
    with pytest.raises(NotationError):
        drawn.state()
    assert len(drawn.mends()) == mends
    for mend in drawn.mends():
        assert mend.sketch.trouble() is None, mend.key


def test_a_smaller_river_loses_its_cards_and_no_rabbit() -> None:
    small = sketch("?,W,4x/0,D,3 b2,c2 1 - 9").size(1, 1)
    assert small.text == "0 -,- 1 - -"
    assert sketch("0 -,- 1 - -").size(2, 2).text == "W,W/0,W -,- 1 - -"


# The way back and forth -------------------------------------------------------------------------------------


@settings(deadline=None, max_examples=40)
@given(open_positions(), st.randoms(use_true_random=False))
def test_outcomes_are_all_that_may_happen_and_rolls_with_one_end_are_one(state: State, rng: Random) -> None:
    found = outcomes(state)
    chance = state.chance()
    if chance is None:
        assert found == []
        return
    assert sum(one.chance for one in found) == 1
    shares: dict[State, Fraction] = {}
    for event, weight in chance.items():
        after = state.happen(event)
        shares[after] = shares.get(after, Fraction(0)) + Fraction(weight, chance.total)
    assert {one.after: one.chance for one in found} == shares
    assert len(found) == len(shares)
    for one in found:
        assert state.happen(one.event) == one.after
        if isinstance(one.event, Rolled):
            rolls = {e.total for e in chance if isinstance(e, Rolled) and state.happen(e) == one.after}
            assert one.totals == tuple(sorted(rolls))


def test_outcomes_of_a_fight_are_those_of_counting_dice() -> None:
    """9 hit points, 4 damage: 5 are left; two dice total 5 or more in 30 of 36 rolls (River, rule 6)."""
    sums = Counter(a + b for a, b in product(range(1, 7), repeat=2))
    found = {one.totals: one.chance for one in outcomes(river.parse(FIGHT))}
    expected: dict[tuple[int, ...], Fraction] = {(n,): Fraction(sums[n], 36) for n in (2, 3, 4)}
    expected[tuple(range(5, 13))] = Fraction(30, 36)
    assert found == expected


def test_a_way_is_gone_back_and_forth_and_branches_without_loss() -> None:
    way = Exploration(river.parse(SMALL))
    way.play("1c1")
    way.happen("(1,1)")
    way.play("2a1")
    whole = way.states
    assert [str(played.step) for played in way.steps] == ["1c1", "(1,1)", "2a1"]
    way.go(1)
    assert way.state == whole[1]
    way.happen("(1,1)")  # the same step again: the way goes on as it was
    assert way.states == whole
    assert (way.at, way.can_undo) == (2, False)
    way.go(1)
    way.happen("(2,2)")  # another: the old way is kept
    assert len(way.steps) == 2
    assert way.undo()
    assert way.states == whole
    assert way.at == 1
    assert way.redo()
    assert [str(played.step) for played in way.steps] == ["1c1", "(2,2)"]
    assert not way.redo()


def test_a_way_is_a_record_that_reads_back() -> None:
    way = Exploration(river.parse(HIDDEN))
    for step in ("1a1", "!b1"):
        way.play(step)
    way.happen("=O")
    record = Record.parse(way.record(), river.NOTATION)
    assert record.start == river.parse(HIDDEN)
    assert record.state == way.state


def test_a_way_goes_on_where_a_game_would_be_drawn_and_says_so() -> None:
    """The third time the same position begins a turn ends a game (our ruling), but not a look ahead."""
    explorer = Explorer("O -,- 1 - -", lang="en")
    assert explorer._way.drawn_at is None
    for _ in range(4):
        explorer.play("1a1")
        explorer.play(">-")
    assert "third time" in scene(explorer)["ask"]["text"]
    assert len(explorer._way.steps) == 8
    assert Record.parse(explorer.record, river.NOTATION).drawn


def test_what_is_on_the_table_is_edited_undone_and_done_again() -> None:
    way = Exploration(river.parse(SMALL))
    way.play("1c1")
    before = way.states
    way.edit(way.sketch.move_rabbit(2, "c1"))
    assert way.state is None
    assert way.states == ()
    with pytest.raises(IllegalMove):
        way.play("1a1")
    with pytest.raises(SetupError):
        way.roll(Random(1))
    assert way.undo()
    assert way.states == before
    assert way.at == 1
    assert way.redo()
    assert way.sketch.text == "5,W,4/0,6,3 c1,c1 1 - - fight:1"
    way.edit(way.sketch)  # nothing new
    assert way.undo()
    assert not way.can_undo


def test_a_way_of_everybody_is_none_through_a_draft() -> None:
    for state in (river.start(setup="draft"), river.parse("?1:D,?2:9 -,- 1 - -")):
        with pytest.raises(SetupError):
            Exploration(state)


def test_the_steps_of_a_line() -> None:
    assert [str(step) for step in steps_of("1c1>b2 1*")] == ["1c1", ">b2", "1*"]
    assert steps_of("") == []


# What things are worth --------------------------------------------------------------------------------------


@given(st.fractions(0, 1), st.fractions(0, 1))
def test_exact_values_compare_as_they_are(one: Fraction, other: Fraction) -> None:
    apart = difference(one, other)
    assert apart.sign == (one > other) - (one < other)
    assert (apart.verdict == "equal") == (one == other)
    assert difference(other, one).sign == -apart.sign
    if apart.exact:
        assert Fraction(apart.exact) == abs(one - other)


def test_nothing_is_said_of_what_cannot_be_told_apart() -> None:
    assert difference(Interval(Fraction(0), Fraction(1, 2)), Interval(Fraction(1, 2), Fraction(1))).sign == 0
    assert difference(Estimate(0.5, 0.01, 9), Estimate(0.53, 0.01, 9)).verdict == "open"
    assert difference(Estimate(0.5, 0.01, 9), Estimate(0.55, 0.01, 9)).verdict == "likely"
    tight = Rounded(Fraction(1, 2), Fraction(1, 10**9))
    assert difference(tight, Rounded(Fraction(1, 2) + Fraction(1, 10**9), Fraction(1, 10**9))).sign == 0
    assert difference(tight, Fraction(1, 3)).verdict == "rounded"
    with pytest.raises(TypeError):
        difference(tight, Estimate(0.5, 0.1, 9))


@pytest.mark.parametrize(
    ("lang", "near", "far"), [("en", "by < 0.1 ", "by about 50.0 "), ("ja", "より < 0.1 ", "およそ 50.0 ")]
)
def test_rounded_values_less_than_a_number_apart_are_not_about_that_far_apart(
    lang: str, near: str, far: str
) -> None:
    explorer = Explorer(TINY, lang=lang)
    settled(explorer)
    half, error = Fraction(1, 2), Fraction(1, 10**12)
    for apart, said in ((Fraction(1, 10**5), near), (half, far)):
        rows = [Row("1a1", "A", Rounded(half + apart, error)), Row("1b1", "B", Rounded(half, error))]
        assert said in explorer._account._verdict(*rows)


def test_how_far_apart_is_certain_only_where_it_is_exact() -> None:
    """Of rounded values nothing looks exact, and what is proven "or more" is rounded down."""
    one, nothing, near = Fraction(1), Fraction(0), 1 - Fraction(1, 10**6)
    assert (difference(one, nothing).points, difference(near, nothing).points) == ("100", "> 99.9")
    error = Fraction(1, 10**12)
    assert difference(Rounded(one, error), Rounded(nothing, error)).points == "100.0"
    apart = [difference(Interval(low, one), Interval(nothing, nothing)).points for low in (near, error)]
    assert apart == ["99.9", "0.0"]
    assert difference(Interval(Fraction(1599, 10_000), one), Interval(nothing, nothing)).points == "15.9"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(1, 10**6), "< 0.1 %"),
        (1 - Fraction(1, 10**6), "> 99.9 %"),
        (Fraction(0), "0 %"),
        (Fraction(1), "100 %"),
        (Interval(Fraction(1, 3), Fraction(2, 3)), "33.3 – 66.7 %"),
        (Interval(Fraction(0), Fraction(1, 2)), "0 – 50.0 %"),
        (Interval(Fraction(1, 10**6), 1 - Fraction(1, 10**6)), "0.0 – 100.0 %"),
        (Rounded(Fraction(1, 3), Fraction(1, 10**9)), "≈ 33.3 %"),
        (Rounded(Fraction(0), Fraction(1, 10**9)), "≈ 0.0 %"),
        (Rounded(Fraction(1, 10**6), Fraction(1, 10**9)), "< 0.1 %"),
        (Estimate(1.0, 0.0, 0), "100 %"),
        (Estimate(0.0, 0.002, 500), "0.0 ± 0.2 %"),
    ],
)
def test_a_value_is_written_as_what_it_is(value: Any, text: str) -> None:
    """Bounds are rounded outwards, and what is not certain never looks so, on a card neither."""
    shown = worth(value)
    assert shown.text == text
    assert (shown.short in ("0%", "100%")) == (text in ("0 %", "100 %"))
    assert 0 <= shown.low <= shown.high <= 1
    assert bool(shown.exact) == isinstance(value, Fraction)


# Answers in the background ----------------------------------------------------------------------------------


def test_small_positions_are_answered_exactly_as_brute_force_does() -> None:
    for text in (TINY, "?,3/S,? -,- 2 - 4,O", "9-4,W a1,- 1 - - fight:1"):
        analyst = Analyst()
        analyst.ask(Question(river.parse(text)))
        assert analyst.wait(60)
        found = analyst.finding(river.parse(text))
        assert found is not None
        assert isinstance(found.answer, Answer)
        assert found.answer.method is Method.EXACT
        value, moves, _ = BruteForce().solve(text)
        assert found.answer.value[0] == value
        assert {str(row.move): row.value[0] for row in found.answer.moves} == moves


class Slow(Answerer):
    """Never ends by itself, and reports all the time, as a solver does."""

    def answer(self, of: Any, *, progress: Any = None, **_: Any) -> Answer:
        done = 0
        while True:
            done += 1
            progress(done, 10 * done)
            time.sleep(0.002)


def slow(analyst: Analyst, answerer: Answerer | None = None) -> Analyst:
    analyst._answerer = answerer or Slow()
    return analyst


def until(true: Any) -> None:
    for _ in range(5000):
        if true():
            return
        time.sleep(0.002)
    raise AssertionError("it never came true")


def test_work_is_reported_and_stopped_and_what_was_known_stays() -> None:
    state = river.parse(SMALL)
    changes: list[int] = []
    analyst = Analyst(lambda: changes.append(1))
    analyst.ask(Question(state))
    assert analyst.wait(60)
    known = analyst.finding(state)
    assert known is not None
    estimated = replace(known.answer, method=Method.ESTIMATE)  # type: ignore[type-var]  # two players: an Answer
    analyst._found[state] = known._replace(answer=estimated)
    slow(analyst).ask(Question(state, Effort.LONGER))
    until(lambda: analyst.work is not None and analyst.work.done > 200 and len(changes) > 1)
    assert analyst.work is not None
    assert analyst.work.of == 10 * analyst.work.done or analyst.work.of
    assert not analyst.wait(0.01)
    analyst.stop()
    assert analyst.wait(60)
    assert analyst.work is None
    stopped = analyst.finding(state)
    assert stopped == known._replace(answer=estimated, stopped=True)
    until(lambda: analyst._thread is None)


def test_a_new_question_ends_work_on_the_old_one() -> None:
    one, other = river.parse(SMALL), river.parse(TINY)
    analyst = slow(Analyst())
    analyst.ask(Question(one))
    until(lambda: analyst.work is not None and analyst.work.done > 2)
    analyst._answerer = Answerer()
    analyst.ask(Question(other))
    assert analyst.wait(60)
    assert analyst.finding(one) is None
    assert analyst.finding(other) is not None
    # Asked again while it is being stopped it is answered all the same.
    slow(analyst).ask(Question(one))
    until(lambda: analyst.work is not None and analyst.work.done > 2)
    analyst.ask()
    analyst._answerer = Answerer()
    analyst.ask(Question(one))
    assert analyst.wait(60)
    assert analyst.finding(one) is not None


def test_what_goes_wrong_is_told_and_the_next_question_answered() -> None:
    class Broken(Answerer):
        def answer(self, of: Any, **_: Any) -> Answer:
            raise ZeroDivisionError("oh")

    analyst = slow(Analyst(), Broken())
    analyst.ask(Question(river.parse(SMALL)))
    assert analyst.wait(60)
    found = analyst.finding(river.parse(SMALL))
    assert found is not None
    assert found.answer is None
    assert isinstance(found.trouble, ZeroDivisionError)
    analyst._answerer = Answerer()
    analyst.ask(Question(river.parse(TINY)))
    assert analyst.wait(60)
    assert analyst.finding(river.parse(TINY)) is not None


def test_where_nobody_can_be_told_the_next_question_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The thread dies with what it told; whoever waits is let go, and another takes its place."""
    monkeypatch.setattr(threading, "excepthook", lambda _: None)
    lines = [ZeroDivisionError("the line is dead")]

    def tell() -> None:
        if lines:
            raise lines.pop()

    analyst = Analyst(tell)
    analyst.ask(Question(river.parse(TINY)), Question(river.parse(SMALL)))
    assert analyst.wait(60)
    analyst.ask(Question(river.parse(SMALL)))
    assert analyst.wait(60)
    assert analyst.finding(river.parse(SMALL)) is not None
    assert analyst.work is None


def test_without_threads_an_interrupted_question_spoils_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_thread(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    class Interrupted(Answerer):
        def answer(self, of: Any, **_: Any) -> Answer:
            raise KeyboardInterrupt

    monkeypatch.setattr(threading.Thread, "start", no_thread)
    analyst = Analyst()
    analyst._answerer = Interrupted()
    with pytest.raises(KeyboardInterrupt):
        analyst.ask(Question(river.parse(TINY)))
    assert analyst.wait(0)
    assert analyst.work is None
    analyst._answerer = Answerer()
    analyst.ask(Question(river.parse(TINY)))
    assert analyst.finding(river.parse(TINY)) is not None


def test_without_threads_a_question_is_answered_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where Python runs in a browser."""

    def no_thread(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", no_thread)
    explorer = Explorer(SMALL, lang="en")
    assert scene(explorer)["answer"]["kind"] == "exact"
    assert not scene(explorer)["answer"]["stoppable"]
    explorer = Explorer(river.start(), lang="en", seconds=0.2, seed=1)
    shown = scene(explorer)["answer"]
    assert (shown["kind"], shown["thinking"], shown["longer"], shown["thorough"]) == (
        "estimate",
        False,
        1,
        None,
    )
    explorer.think(Effort.LONGER)
    assert scene(explorer)["answer"]["longer"] == 2


def test_three_players_get_what_each_can_guarantee(monkeypatch: pytest.MonkeyPatch) -> None:
    state = river.parse("3,W -,-,- 1 - -")
    analyst = Analyst()
    analyst.ask(Question(state))
    assert analyst.wait(60)
    found = analyst.finding(state)
    assert found is not None
    assert isinstance(found.answer, oracle.Shares)
    assert found.answer.guarantee == oracle.Oracle().answer(state).guarantee  # type: ignore[union-attr]  # three play
    # Out of reach, it is an estimate and says so.
    monkeypatch.setattr(analyst_room, "_in_reach", lambda *_: False)
    analyst = Analyst(seconds=0.1, seed=1)
    analyst.ask(Question(state))
    assert analyst.wait(60)
    found = analyst.finding(state)
    assert found is not None
    assert found.answer is not None
    assert found.answer.method is Method.ESTIMATE


def test_three_players_are_told_what_comes_if_everyone_plays_for_himself() -> None:
    """Max-n where it is checked, the guarantee beside it; only the guarantee where max-n is not known."""
    text = "3,W -,-,- 1 - -"
    explorer = Explorer(text, lang="en")
    shown = settled(explorer)
    known = oracle.Oracle().answer(river.parse(text))
    assert isinstance(known, oracle.Shares)
    assert known.maxn is not None
    rows = {row["key"]: row for row in shown["moves"]["rows"]}
    assert {key: Fraction(row["exact"]) for key, row in rows.items()} == {
        str(row.step): row.maxn[0] for row in known.moves if row.maxn
    }
    values = [Fraction(row["exact"]) for row in shown["moves"]["rows"]]
    assert values == sorted(values, reverse=True)
    assert all(row["more"].startswith("guaranteed: ") for row in rows.values())
    assert sum(Fraction(player["low"]).limit_denominator(100) for player in shown["players"]) == 1
    assert "if everyone plays for his own" in shown["moves"]["heading"]
    found = explorer._analyst._found[river.parse(text)]
    alone = replace(known, maxn=None, moves=tuple(row._replace(maxn=None) for row in known.moves))
    explorer._analyst._found[river.parse(text)] = found._replace(answer=alone)
    shown = send(explorer, do="uncompare")
    assert "can guarantee" in shown["moves"]["heading"]
    assert {row["key"]: Fraction(row["exact"]) for row in shown["moves"]["rows"]} == {
        str(row.step): row.guarantee[0] for row in known.moves
    }


@pytest.mark.parametrize(
    ("lang", "size", "limit", "press", "smaller"),
    [
        ("en", "at least 76 positions", "up to 10 are tried", "Press “", "A smaller river"),
        ("ja", "少なくとも 76 局面", "試すのは 10 局面まで", "を押すと", "もっと小さな川"),
    ],
)
def test_max_n_that_was_too_large_for_the_time_says_so_and_which_button_goes_further(
    monkeypatch: pytest.MonkeyPatch, lang: str, size: str, limit: str, press: str, smaller: str
) -> None:
    """Only buttons are offered that reach far enough, and none once max-n is known."""
    text = "3,W -,-,- 1 - -"
    state = river.parse(text)
    most = {Effort.QUICK: 10, Effort.LONGER: 75, Effort.LONG: 100, Effort.THOROUGH: 50}
    monkeypatch.setattr(Analyst, "_most_maxn", lambda _, of, effort: most[effort])
    explorer = Explorer(text, lang=lang)
    told = settled(explorer)["answer"]
    assert (told["longer"], told["thorough"]) == (Effort.LONG, None)
    assert size in told["method"]
    assert limit in told["method"]
    assert press in told["brief"]
    assert told["longer_text"] in told["brief"]
    assert smaller not in told["method"]
    # More time, and it is still not found: what is known without it stays.
    with monkeypatch.context() as late:

        def over(*_: object) -> None:
            raise analyst_room._OutOfTime

        late.setattr(oracle.Oracle, "_everyone", over)
        explorer.think(Effort.LONG)
        told = settled(explorer)["answer"]
    known = explorer.answer()
    assert isinstance(known, oracle.Shares)
    assert known.missing is oracle.Missing.STOPPED
    assert known.guarantee[0] == Fraction(1, 36)
    assert ("not found in the time" if lang == "en" else "時間内には求められません") in told["method"]
    # Where there are no threads nothing could stop what takes as long as it takes.
    thorough = Effort.THOROUGH if explorer._analyst.threads else None
    assert (told["longer"], told["thorough"]) == (None, thorough)
    most[Effort.THOROUGH] = 1000
    explorer.think(Effort.THOROUGH)
    told = settled(explorer)["answer"]
    assert (told["longer"], told["thorough"]) == (None, None)
    assert catalogue().say("explorer.method.maxn", lang) in told["method"]
    assert press not in told["brief"]
    # Out of reach of every button.
    most.update(dict.fromkeys(Effort, 10))
    explorer._analyst._found.clear()
    explorer.think(Effort.QUICK)
    told = settled(explorer)["answer"]
    assert (told["longer"], told["thorough"]) == (None, None)
    assert smaller in told["method"]
    found = explorer._analyst._found[state]
    memory = TooLarge("solvers.table.memory", size=1, limit=0, positions=10**10, gigabytes=80.0, free=4.0)
    answer = replace(known, maxn_refused=memory)
    explorer._analyst._found[state] = found._replace(answer=answer)
    told = send(explorer, do="uncompare")["answer"]
    assert "80 GB" in told["method"]
    assert "--" not in told["method"]
    # What was tried and could not be checked says that, and nothing of size.
    explorer._analyst._found[state] = found._replace(answer=replace(known, maxn_refused=None))
    told = send(explorer, do="uncompare")["answer"]
    assert engine_say("command.shares.no_maxn", lang) in told["method"]
    assert smaller not in told["method"]


def test_however_long_it_takes_goes_no_less_far_into_max_n_than_longer_does() -> None:
    ask = Analyst()
    for text in ("9,8/7,6/5,W -,-,- 1 - -", "3,W -,-,- 1 - -", "?,3/S,? -,-,- 1 - 4,O"):
        state = river.parse(text)
        efforts = [ask._most_maxn(state, effort) for effort in Effort]
        assert efforts == sorted(efforts)
        assert efforts[0] < efforts[1] < efforts[2]


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize(("error", "table"), [(0, False), (0, True), (Fraction(1, 3 * 10**16), True)])
def test_how_guarantees_were_found_is_told_as_the_solvers_tell_it(
    error: Fraction, table: bool, lang: str
) -> None:
    """As the command tells it: solved, looked up exactly, or rounded with an error in chances from 0 to 1."""
    state = river.parse("3,W -,-,- 1 - -")
    explorer = Explorer(state, lang=lang)
    settled(explorer)
    found = explorer._analyst._found[state]
    assert isinstance(found.answer, oracle.Shares)
    rounded = replace(found.answer, error=Fraction(error), table=table)
    for answer in (
        rounded,
        replace(rounded, maxn=None, moves=tuple(row._replace(maxn=None) for row in rounded.moves)),
    ):
        explorer._analyst._found[state] = found._replace(answer=answer)
        told = send(explorer, do="uncompare")["answer"]
        assert engine_say(answer.found, lang) in told["method"]
        assert engine_say("command.shares.means_guarantee", lang) in told["method"]
        assert (engine_say("command.shares.no_maxn", lang) in told["method"]) == (answer.maxn is None)


RUNG = 1 - Fraction(1, 10**6)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_of_which_kind_numbers_are_is_told_beside_them(lang: str) -> None:
    state = river.parse(TINY)
    explorer = Explorer(state, lang=lang)
    exact = explorer.answer()
    assert isinstance(exact, Answer)
    said = {}
    for method, value in (
        (Method.EXACT, Fraction(1, 2)),
        (Method.TABLE, Rounded(Fraction(1, 2), Fraction(1, 10**9))),
        (Method.BOUNDS, Interval(1 - RUNG, RUNG)),
        (Method.ESTIMATE, Estimate(1.0, 0.167, 9)),
    ):
        rows = tuple(row._replace(value=(value, value)) for row in exact.moves)
        answer = replace(exact, method=method, value=(value, value), moves=rows, games=9)
        if method is Method.ESTIMATE:
            answer = replace(answer, proven=(Interval(1 - RUNG, RUNG), Interval(1 - RUNG, RUNG)))
        explorer._analyst._found[state] = explorer._analyst._found[state]._replace(answer=answer)
        told = send(explorer, do="uncompare")["answer"]
        assert told["kind"] == method
        said[method] = (told["kind_text"], told["brief"])
        assert told["meaning"]
        # Whatever shows no widgets is told it, too, and a picture cuts no number.
        assert told["kind_text"] in explorer._html()
        assert all(len(str(number)) <= MOST_ON_ARROW for _, number in explorer.picture().arrows)
        # That a chance is one goes without saying.
        assert "0.0 – 100.0" not in told["method"] + told["brief"]
    assert len(set(said.values())) == len(Method)
    assert (said[Method.BOUNDS][1], said[Method.EXACT][1]) == (
        catalogue().say("explorer.brief.nothing", lang),
        "",
    )


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_table_that_does_not_fit_into_memory_is_said_to_without_options_of_a_shell(lang: str) -> None:
    state = river.parse(TINY)
    explorer = Explorer(state, lang=lang)
    exact = explorer.answer()
    assert isinstance(exact, Answer)
    value = (Estimate(0.5, 0.1, 9), Estimate(0.5, 0.1, 9))
    for beside in (None, Reason(oracle.NO_TABLE, {"size": "454 GB"})):
        answer = replace(exact, method=Method.ESTIMATE, value=value, moves=(), games=9, beside=beside)
        explorer._analyst._found[state] = explorer._analyst._found[state]._replace(answer=answer)
        told = send(explorer, do="uncompare")["answer"]["method"]
        assert ("454 GB" in told) == (beside is not None)
        assert "--" not in told


def test_it_is_said_what_endless_play_counts_and_where_there_may_be_none_nothing_is() -> None:
    shared = engine_say("command.solved.endless_shared", "en")
    told = settled(Explorer("O/W a1,- 1 - -", lang="en"))["answer"]
    assert told["line"].endswith("and so on round and round.")
    assert shared in told["method"]
    assert shared not in settled(Explorer(TINY, lang="en"))["answer"]["method"]


def test_why_nothing_better_was_found_names_nothing_that_a_pupil_cannot_do() -> None:
    explorer = Explorer(TINY, lang="en")
    settled(explorer)
    found = explorer._analyst._found[river.parse(TINY)]
    for error in (
        TooLarge("solvers.table.memory", size=1, limit=0, positions=10**10, gigabytes=80.0, free=4.0),
        TooLarge("solvers.endgame.too_large_river", size=10**9, limit=3_000_000),
    ):
        explorer._analyst._found[river.parse(TINY)] = found._replace(trouble=error)
        told = send(explorer, do="uncompare")["answer"]["trouble"]
        assert "a smaller river" in told
        assert not re.search(r"--|higher limit|disk", told)


def test_however_long_it_takes_is_bounded_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyst_room, "MOST_POSITIONS", 100)
    analyst = Analyst()
    hidden = river.parse("?,?/?,? -,- 1 - 3,5,D,W")
    analyst.ask(Question(hidden, Effort.THOROUGH))
    assert analyst.wait(60)
    found = analyst.finding(hidden)
    assert found is not None
    assert isinstance(found.trouble, TooLarge)
    analyst.ask(Question(river.parse(SMALL), Effort.THOROUGH))
    assert analyst.wait(60)
    found = analyst.finding(river.parse(SMALL))
    assert found is not None
    assert found.answer is not None
    assert found.answer.method is Method.EXACT


# The explorer -----------------------------------------------------------------------------------------------


def send(explorer: Explorer, content: object = None, **message: object) -> dict[str, Any]:
    """Let a message come from the browser, as ipywidgets hands it over; the scene that answers it."""
    data = {"method": "custom", "content": message if content is None else content}
    explorer._handle_msg({"content": {"data": data}, "buffers": []})
    return scene(explorer)


def scene(explorer: Explorer) -> dict[str, Any]:
    seen: dict[str, Any] = explorer.get_state(["scene"])["scene"]
    return seen


def settled(explorer: Explorer) -> dict[str, Any]:
    """The scene once nothing is thought about any more."""
    assert explorer.wait(60)
    until(lambda: explorer._analyst._thread is None)
    return scene(explorer)


def test_every_move_is_told_with_its_exact_chance_best_first() -> None:
    """Against brute force, which is another program."""
    for text, player in ((TINY, 1), (TINY.replace(" 1 ", " 2 "), 2)):
        shown = settled(Explorer(text, lang="en"))
        _, moves, _ = BruteForce().solve(text)
        expected = {move: value if player == 1 else 1 - value for move, value in moves.items()}
        rows = shown["moves"]["rows"]
        assert {row["key"]: Fraction(row["exact"]) for row in rows} == expected
        assert [Fraction(row["exact"]) for row in rows] == sorted(expected.values(), reverse=True)
        best = {move for move, value in expected.items() if value == max(expected.values())}
        assert {row["key"] for row in rows if row["best"]} == best
        for row in rows:
            assert row["low"] == row["high"] == pytest.approx(float(expected[row["key"]]))
        assert shown["answer"]["method"].startswith("How it was found: exact (")
        assert shown["answer"]["kind_text"] == "exact"


def test_what_may_happen_is_told_with_its_weight_and_what_it_is_worth_then() -> None:
    explorer = Explorer(FIGHT, lang="en")
    rows = settled(explorer)["outcomes"]["rows"]
    value, _, _ = BruteForce().solve(FIGHT)
    assert sum(Fraction(row["weight"]) for row in rows) == 1
    assert sum(Fraction(row["weight"]) * Fraction(row["exact"]) for row in rows) == value
    assert rows[-1]["words"] == "Total 5–12: the shark is beaten"
    assert rows[0]["words"] == "Total 2: the shark has 3 left"
    explorer.happen(rows[-1]["key"])
    assert explorer.position == "9x,W a1,- 2 - -"


def test_steps_are_taken_chosen_or_by_chance_and_retraced() -> None:
    explorer = Explorer(SMALL, lang="en", seed=5)
    rev = scene(explorer)["rev"]
    shown = send(explorer, do="move", rev=rev, move="1c1")
    assert shown["ask"]["kind"] == "chance"
    assert [step["text"] for step in shown["path"]] == ["●", "1c1"]
    assert shown["trail"][0]["said"] == ["Player 1 moves rabbit 1 to c1."]
    shown = send(explorer, do="event", rev=shown["rev"], event="(1,1)")
    assert explorer.position == "5,W,4/0,6,3-2 -,- 2 1 -"
    assert shown["trail"][0]["faces"] == [1, 1]
    shown = send(explorer, do="go", at=1)
    assert (shown["at"], len(shown["path"])) == (1, 3)
    shown = send(explorer, do="roll", rev=shown["rev"])
    assert shown["at"] == 2
    explorer.back()
    explorer.back()
    with pytest.raises(Refused):
        explorer.back()
    explorer.forward()
    assert explorer.position == "5,W,4/0,6,3 c1,- 1 - - fight:1"


def test_chance_rolls_as_its_weights_say() -> None:
    """Of 1,200 rolls against 5 hit points left, 5/6 beat the shark; 4 standard errors are allowed."""
    explorer = Explorer(FIGHT, lang="en", seed=11)
    way, beaten = explorer._way, 0
    for _ in range(1200):
        way.go(0)
        way.roll(explorer._rng)
        assert way.state is not None
        beaten += way.state.spot("a1").beaten
    share = 5 / 6
    assert abs(beaten / 1200 - share) < 4 * (share * (1 - share) / 1200) ** 0.5


def test_the_best_line_is_walked_up_to_the_next_chance_event() -> None:
    explorer = Explorer("3,0,5/0,4,0/6,0,4/0,5,D -,- 1 - -", lang="en")
    found = explorer.answer()
    assert isinstance(found, Answer)
    line = found.moves[0].line
    assert line in settled(explorer)["answer"]["line"]
    explorer.best_line()
    assert [str(played.step) for played in explorer._way.steps] == [str(step) for step in steps_of(line)]
    assert explorer.state is not None
    assert explorer.state.chance() or explorer.state.result() or line
    assert len(scene(explorer)["trail"]) == len(steps_of(line))
    # Along a best line nobody loses anything.
    values = [explorer_value(state) for state in explorer._way.states]
    assert len(set(values)) == 1


def explorer_value(state: State) -> Fraction:
    value = Answerer().answer(state, seconds=60).value[0]
    assert isinstance(value, Fraction)
    return value


def test_there_is_no_best_line_where_nobody_is_to_move() -> None:
    for text in (FIGHT, "W *,- 2 - -"):
        with pytest.raises(Refused, match="Nobody"):
            Explorer(text, lang="en").best_line()


def test_two_moves_are_compared_with_what_comes_after_each() -> None:
    explorer = Explorer(SMALL, lang="en")
    shown = settled(explorer)
    values = {row["key"]: Fraction(row["exact"]) for row in shown["moves"]["rows"]}
    shown = send(explorer, do="compare", rev=shown["rev"], move="1c1")
    assert "second move" in shown["compared"]["verdict"]
    send(explorer, do="compare", rev=shown["rev"], move="1a1")
    shown = settled(explorer)["compared"]
    assert [one["key"] for one in shown["columns"]] == ["1c1", "1a1"]
    assert str(values["1c1"] - values["1a1"]) in shown["verdict"]
    fight, reply = shown["columns"]
    assert (
        sum(
            Fraction(*Fraction(bar["chance"]).limit_denominator(36).as_integer_ratio())
            for bar in fight["bars"]
        )
        == 1
    )
    assert reply["follows"].startswith("Player 2’s best answer: ")
    # A third takes the place of the older; the same again is put away.
    shown = send(explorer, do="compare", rev=scene(explorer)["rev"], move="2b1")["compared"]
    assert [one["key"] for one in shown["columns"]] == ["1a1", "2b1"]
    shown = send(explorer, do="compare", rev=scene(explorer)["rev"], move="1a1")["compared"]
    assert [one["key"] for one in shown["columns"]] == ["2b1"]
    assert send(explorer, do="uncompare")["compared"] is None
    for moves in (("1b2",), ("1a1", "1b1", "1c1")):
        with pytest.raises(Refused):
            explorer.compare(*moves)


def test_a_position_is_set_up_by_hand_and_every_step_can_be_undone() -> None:
    explorer = Explorer("W,W -,- 1 - -", lang="en")
    before = [explorer.position]
    for message in (
        {"do": "editing", "on": True},
        {"do": "size", "columns": 3, "rows": 2},
        {"do": "put", "at": "a1", "card": "9", "damage": 4},
        {"do": "put", "at": "b2", "card": "?", "damage": 0},
        {"do": "swap", "at": "a1", "to": "c2"},
        {"do": "players", "n": 3},
        {"do": "rabbit", "rabbit": 3, "to": "a1"},
        {"do": "rest", "rabbit": 2, "on": True},
        {"do": "turn", "player": 3},
        {"do": "take", "card": "W"},
        {"do": "add", "card": "20"},
        {"do": "rules", "orca": "side", "rest": "owner", "dice": "１ｄ８"},
    ):
        shown = send(explorer, message)
        assert shown["said"]["tone"] == "info", shown["said"]
        if explorer.position != before[-1]:
            before.append(explorer.position)
    assert explorer.position == "W,?,9-4/W,W,W -,-,a1 3 2 20"
    assert scene(explorer)["rules"] == "orca=side,rest=owner,dice=1d8"
    assert scene(explorer)["trouble"] is None
    shown = send(explorer, do="undo")
    assert shown["rules"] == ""
    for text in reversed(before[:-1]):
        send(explorer, do="undo")
        assert explorer.position == text
    assert not scene(explorer)["undo"]
    assert send(explorer, do="undo")["said"]["tone"] == "refused"
    for _ in range(20):
        send(explorer, do="redo")
    assert explorer.position == before[-1]


def test_a_shark_changes_within_its_bounds() -> None:
    """Damage goes up to the hit points, hit points to 99 (notation)."""
    explorer = Explorer("98,1 -,- 1 - -", lang="en")
    for at, what, by, text in (
        ("a1", "points", 1, "99,1"),
        ("a1", "points", 1, "99,1"),
        ("a1", "damage", -1, "99,1"),
        ("b1", "damage", 1, "99,1x"),
        ("b1", "damage", 1, "99,1x"),
        ("b1", "points", -1, "99,0"),
        ("b1", "points", -1, "99,0"),
    ):
        assert send(explorer, do="change", at=at, what=what, by=by)["said"]["tone"] == "info"
        assert explorer.position == f"{text} -,- 1 - -"


def test_a_half_done_position_is_told_kindly_and_mended_by_one_press() -> None:
    explorer = Explorer(SMALL, lang="en")
    send(explorer, do="editing", on=True)
    shown = send(explorer, do="rabbit", rabbit=1, to="c1")
    assert shown["said"]["tone"] == "info"
    assert shown["trouble"]["text"] == (
        "Not ready yet: rabbit 1 stands on c1, a shark with 3 hit points left, without a fight under way."
    )
    assert shown["trouble"]["mends"][0] == "Let rabbit 1 fight on c1"
    assert explorer.state is None
    assert shown["ask"]["kind"] == "broken"
    assert send(explorer, do="roll", rev=shown["rev"])["said"]["tone"] == "refused"
    shown = send(explorer, do="editing", on=False)
    assert shown["said"]["text"] == shown["trouble"]["text"]
    shown = send(explorer, do="mend", rev=scene(explorer)["rev"], n=0)
    assert shown["trouble"] is None
    assert explorer.position.endswith("c1,- 1 - - fight:1")
    shown = send(explorer, do="rabbit", rabbit=2, to="c1")
    label = next(cell["label"] for cell in shown["cells"] if cell["at"] == "c1")
    assert label.endswith("rabbit 1, rabbit 2")


def test_a_typed_position_is_read_kindly_or_refused_at_its_place() -> None:
    explorer = Explorer(SMALL, lang="en")
    shown = send(explorer, do="position", text="  ９,Ｗ   -,-  1 - - ", rules="", ask="t1")
    assert explorer.position == "9,W -,- 1 - -"
    assert shown["reply"] == {"to": "t1", "ok": True}
    shown = send(explorer, do="position", text="9,W/3 -,- 1 - -", rules="", ask="t2")
    assert shown["fields"] == {"position": "a row of 1, where the river is 2 wide (at character 5)."}
    assert shown["reply"] == {"to": "t2", "ok": False}
    assert explorer.position == "9,W -,- 1 - -"
    shown = send(explorer, do="position", text="9,W -,- 1 - -", rules="orca=up", ask="t3")
    assert "rules" in shown["fields"]
    shown = send(explorer, do="position", text="O,W -,- 1 - -", rules="orca=side", ask="t4")
    assert shown["fields"] == {}
    assert shown["options"]["orca"] == "side"
    onlooker = "?1,.,. -,-,- 2 - 5,9,D draft:place:/?/?:///"
    assert "position" in send(explorer, do="position", text=onlooker, rules="")["fields"]


def test_no_moves_are_worked_out_while_a_position_is_being_set_up() -> None:
    explorer = Explorer(river.start(), lang="en", seconds=30)
    shown = send(explorer, do="editing", on=True)
    assert explorer.wait(60)
    assert shown["moves"]["rows"] == []
    assert not shown["answer"]["thinking"]


def test_text_and_picture_are_given_on_request() -> None:
    explorer = Explorer(SMALL, lang="en")
    settled(explorer)
    shown = send(explorer, do="picture", ask="p")
    assert shown["reply"]["text"].startswith("<svg")
    assert "256163/279936" in shown["reply"]["text"] or "91.5" in shown["reply"]["text"]
    explorer._analysed()  # as when an answer comes
    assert "text" not in scene(explorer)["reply"]
    explorer.play("1c1")
    assert send(explorer, do="record", ask="r")["reply"]["text"] == explorer.record
    send(explorer, do="rabbit", rabbit=2, to="c1")
    assert not send(explorer, do="picture", ask="p")["reply"]["ok"]
    assert not send(explorer, do="record", ask="r")["reply"]["ok"]


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_is_explored_in_either_language(name: str, lang: str) -> None:
    explorer = Explorer(lang=lang, seconds=0.05, seed=1)
    shown = send(explorer, do="begin", name=name)
    assert explorer.position == EXAMPLES[name]
    shown = settled(explorer)
    assert shown["trouble"] is None
    assert shown["answer"]["method"]
    for player in shown["players"]:
        assert player["text"].endswith("%")


def test_bounds_and_estimates_say_what_they_are_and_more_can_be_asked_for() -> None:
    explorer = Explorer(river.start(), lang="en", seconds=0.3, seed=1)
    shown = settled(explorer)
    assert "an estimate, not the value" in shown["answer"]["method"]
    # Which moves may be the best, as far as the games tell, is what the answer says.
    known = explorer.answer()
    assert isinstance(known, Answer)
    assert {row["key"] for row in shown["moves"]["rows"] if row["maybe"]} == set(map(str, known.unclear))
    assert shown["answer"]["longer"] == Effort.LONGER
    assert shown["answer"]["best"] in ("promising", "best")
    rows = shown["moves"]["rows"]
    assert all("±" in row["text"] and row["low"] < row["high"] for row in rows)
    send(explorer, do="think", effort=1)
    shown = settled(explorer)
    assert shown["answer"]["longer"] == Effort.LONG
    explorer.best_line()
    assert len(explorer._way.steps) == 1


def test_thinking_is_shown_and_stopped_from_the_browser() -> None:
    explorer = Explorer(SMALL, lang="en")
    settled(explorer)
    explorer._analyst._found.clear()
    slow(explorer._analyst)
    shown = send(explorer, do="think", effort=0)
    until(lambda: "so far" in scene(explorer)["answer"]["progress"] or scene(explorer)["answer"]["part"])
    shown = scene(explorer)
    assert shown["answer"]["thinking"]
    assert shown["answer"]["part"] == pytest.approx(0.1)
    assert [row["text"] for row in shown["moves"]["rows"]] == [""] * 6
    # The explorer is alive meanwhile: the move is made at once.
    shown = send(explorer, do="move", rev=shown["rev"], move="1a1")
    assert shown["at"] == 1
    shown = send(explorer, do="stop")
    assert not shown["answer"]["thinking"]
    assert shown["answer"]["stopped"].startswith("Stopped.")
    assert settled(explorer)["answer"]["longer"] == Effort.LONGER


STRANGE: list[object] = [
    None,
    7,
    "play",
    [],
    {},
    {"do": "move"},
    {"do": "move", "rev": 99, "move": "1a1"},
    {"do": "move", "rev": True, "move": "1a1"},
    {"do": "move", "rev": 0, "move": "1b2"},
    {"do": "move", "rev": 0, "move": "x" * 5000},
    {"do": "event", "rev": 0, "event": "(3,4)"},
    {"do": "event", "rev": 0, "event": "=W"},
    {"do": "roll", "rev": 0},
    {"do": "go", "at": 5},
    {"do": "go", "at": -1},
    {"do": "go", "at": True},
    {"do": "compare", "rev": 0, "move": "9z9"},
    {"do": "think", "effort": 4},
    {"do": "think", "effort": True},
    {"do": "put", "at": "z9", "card": "9", "damage": 0},
    {"do": "put", "at": "-", "card": "9", "damage": 0},
    {"do": "put", "at": "a1", "card": "9", "damage": 10},
    {"do": "put", "at": "a1", "card": "W", "damage": 1},
    {"do": "put", "at": "a1", "card": "100", "damage": 0},
    {"do": "put", "at": "a1", "card": "9", "damage": True},
    {"do": "put", "at": "a1", "card": "<b>", "damage": 0},
    {"do": "swap", "at": "a1", "to": "*"},
    {"do": "change", "at": "b2", "what": "points", "by": 1},
    {"do": "change", "at": "a2", "what": "points", "by": 2},
    {"do": "change", "at": "a2", "what": "points", "by": True},
    {"do": "change", "at": "a2", "what": "rabbits", "by": 1},
    {"do": "rabbit", "rabbit": 3, "to": "a1"},
    {"do": "rabbit", "rabbit": 1, "to": "q1"},
    {"do": "rabbit", "rabbit": True, "to": "a1"},
    {"do": "rest", "rabbit": 0, "on": True},
    {"do": "turn", "player": 3},
    {"do": "players", "n": 5},
    {"do": "players", "n": True},
    {"do": "size", "columns": 9, "rows": 1},
    {"do": "size", "columns": True, "rows": 1},
    {"do": "rules", "orca": "up", "rest": "next", "dice": "2d6"},
    {"do": "rules", "orca": "back", "rest": "next", "dice": "2x6"},
    {"do": "rules", "orca": "back", "rest": "next", "dice": "{0:1}"},
    {"do": "rules", "orca": "back", "rest": "next", "dice": "9d99"},
    {"do": "add", "card": "?"},
    {"do": "take", "card": ""},
    {"do": "mend", "rev": 0, "n": 0},
    {"do": "begin", "name": "nowhere"},
    {"do": "position", "text": "9" * 3000, "rules": ""},
    {"do": "position", "text": "W -,- 1 - -", "rules": "x" * 3000},
    {"do": "language", "lang": "fr"},
    {"do": "undo"},
    {"do": "redo"},
]


@pytest.mark.parametrize("content", STRANGE, ids=lambda one: str(one)[:60])
def test_a_strange_message_is_refused_and_changes_nothing(content: object) -> None:
    explorer = Explorer(SMALL, lang="en")
    shown = settled(explorer)
    before = copy.deepcopy(
        {key: shown[key] for key in ("rev", "cells", "path", "position", "rules", "editing")}
    )
    shown = send(explorer, content)
    assert {key: shown[key] for key in before} == before
    assert shown["said"]["tone"] == "refused"
    assert shown["said"]["text"]
    assert not shown["reply"]["ok"]
    assert shown["received"] == 1


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
DO = [
    *("move", "event", "roll", "best", "compare", "go", "uncompare", "stop", "editing", "undo", "redo"),
    *("language", "picture", "record", "put", "change", "swap", "rabbit", "rest", "turn", "add", "take"),
    *("players", "size", "rules", "mend", "begin", "position"),
]  # fmt: skip
PLACES = st.sampled_from(["a1", "b1", "a2", "b2", "c2", "-", "*"]) | JSON
NUMBERS = st.integers(-1, 9) | JSON
MORE = {
    "rev": st.integers(0, 6),
    "move": st.sampled_from(["1a1", "2b1", "1b1", ">-", ">*", "!a1", "pass"]) | st.text(max_size=6),
    "event": st.sampled_from(["(1,1)", "(6,6)", "=W", "=3"]) | st.text(max_size=6),
    "at": PLACES | NUMBERS,
    "to": PLACES,
    "card": st.sampled_from(["?", "9", "0", "D", "O", "S", "W"]) | st.text(max_size=4),
    "damage": NUMBERS,
    "what": st.sampled_from(["points", "damage"]) | JSON,
    "by": NUMBERS,
    "rabbit": NUMBERS,
    "player": NUMBERS,
    "on": st.booleans() | JSON,
    "n": NUMBERS,
    "columns": st.integers(0, 3) | JSON,
    "rows": st.integers(0, 3) | JSON,
    "orca": st.sampled_from(["back", "side"]) | JSON,
    "rest": st.sampled_from(["next", "owner"]) | JSON,
    "dice": st.sampled_from(["1d6", "2d6", "1d4"]) | st.text(max_size=6),
    "name": st.sampled_from(["small", "hidden", "fight"]) | JSON,
    "text": st.sampled_from([SMALL, HIDDEN, FIGHT, "W -,- 1 - -"]) | st.text(max_size=12),
    "rules": st.sampled_from(["", "orca=side"]) | st.text(max_size=12),
    "lang": st.sampled_from(["ja", "en"]) | JSON,
    "ask": st.text(max_size=50) | JSON,
}


@settings(deadline=None, max_examples=60)
@given(st.lists(JSON | st.fixed_dictionaries({"do": st.sampled_from(DO)}, optional=MORE), max_size=10))
def test_whatever_comes_the_explorer_stands(contents: list[object]) -> None:
    explorer = Explorer("?,3/S,2 -,- 1 - W", lang="en", seed=1, seconds=0.01)
    for content in contents:
        shown = send(explorer, content)
        json.dumps(shown, allow_nan=False)
        assert (shown["trouble"] is None) == (explorer.state is not None)
        assert 0 <= shown["at"] < len(shown["path"]) or explorer.state is None
    explorer.stop()
    assert str(explorer)


def test_no_state_is_taken_from_the_browser() -> None:
    explorer = Explorer(SMALL, lang="en")
    before = copy.deepcopy(settled(explorer))
    explorer.set_state({"scene": {"position": "?"}, "words": {}, "art": "<script>"})
    assert scene(explorer) == before
    assert "script" not in explorer.art


def texts(value: object) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for inner in value.values():
                yield from texts(inner)
        case list():
            for inner in value:
                yield from texts(inner)


def test_the_language_is_switched_with_all_words() -> None:
    explorer = Explorer(SMALL, lang="en")
    explorer.compare("1c1", "1a1")
    settled(explorer)
    explorer.play("1c1")
    send(explorer, do="position", text="?", rules="")
    shown = settled(explorer)
    assert all(letter.isascii() or letter in "±≈★●’–" for text in texts(shown) for letter in text)
    shown = send(explorer, do="language", lang="ja")
    assert explorer.lang == explorer.words["lang"] == "ja"
    told = [
        *(
            shown["ask"]["text"],
            shown["outcomes"]["heading"],
            shown["answer"]["method"],
            shown["said"]["text"],
        ),
        *(shown["path"][1]["label"], shown["fields"]["position"], shown["players"][0]["name"]),
        *(row["words"] for row in shown["outcomes"]["rows"]),
        *(cell["label"] for cell in shown["cells"]),
    ]
    for text in told:
        assert re.search(r"[ぁ-んァ-ヶ一-龥]", text), text


def test_the_browser_is_sent_the_words_it_uses_and_no_others() -> None:
    used = set(re.findall(r'"((?:board|explorer)\.ui\.[a-z_]+)"', Explorer._esm))
    sent = {key for key in Explorer(lang="en").words if ".ui." in key}
    assert used == sent
    assert {key for key in catalogue() if key.startswith("explorer.ui.")} <= used


def test_every_drawing_that_the_browser_asks_for_is_in_the_sheet() -> None:
    names = set(re.findall(r'drawing\("([a-z]+)"', Explorer._esm)) | {
        "waves",
        "whale",
        "dolphin",
        "orca",
        "squid",
    }
    numbered = {f"{name}-{n}" for name in ("rabbit", "resting", "badge") for n in range(1, 5)}
    for name in names | numbered:
        assert f'id="inaba-{name}"' in Explorer().art


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_without_a_browser_it_is_text_and_a_picture_with_words(lang: str) -> None:
    explorer = Explorer(SMALL, lang=lang)
    settled(explorer)
    bundle = explorer._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    assert "application/vnd.jupyter.widget-view+json" in data
    assert "256163/279936" in data["text/plain"]
    assert '<img alt="' in data["text/html"]
    assert "256163/279936" in data["text/html"]
    assert repr(explorer) == f"Explorer({SMALL!r})"
    explorer.play("1c1")
    assert "1/36" in str(explorer)
    explorer.edit(explorer.sketch.move_rabbit(2, "c1"))
    assert engine_say("river.why.two_on_one", lang, square="c1") in str(explorer)
    assert "c1,c1" in explorer._html()


def test_a_program_is_refused_with_errors() -> None:
    explorer = Explorer(SMALL, lang="en")
    with pytest.raises(IllegalMove):
        explorer.play("1b2")
    with pytest.raises(ImpossibleEvent):
        explorer.happen("(3,4)")
    with pytest.raises(SetupError):
        explorer.roll()
    with pytest.raises(NotationError):
        Explorer("nonsense")
    with pytest.raises(NotationError):
        Explorer(SMALL, rules="orca=up")
    no_positions: tuple[Any, ...] = (42, [], b"9,W -,- 1 - -", State)
    for no_position in no_positions:
        with pytest.raises(ValueError, match="a position is written as text"):
            Explorer(no_position)
    with pytest.raises(ValueError, match="rules are written as text"):
        Explorer(SMALL, rules=42)  # type: ignore[arg-type]  # that is what is tried
    for refused in (explorer.back, explorer.forward, explorer.undo, explorer.redo):
        with pytest.raises(Refused):
            refused()
    explorer.edit(explorer.sketch.move_rabbit(1, "c1"))
    with pytest.raises(Refused):
        explorer.picture()
    assert explorer.answer() is None
    assert issubclass(Refused, InabaError)


def test_a_board_and_an_explorer_are_looked_into_as_they_stand() -> None:
    explorer = Explorer(SMALL, rules="orca=side", lang="en")
    explorer.play("1b1")
    assert explorer.state is not None
    assert explorer.state.rules.orca == "side"
    assert kit.explore(kit.board(SMALL, lang="en"), lang="en").position == SMALL
    assert kit.explore(explorer, lang="en").state == explorer.state


def test_the_explorer_spoils_no_attribute_of_its_widget() -> None:
    assert not {"log", "comm", "keys", "layout", "style"} & set(vars(Explorer))


def test_a_closed_explorer_thinks_no_more() -> None:
    explorer = Explorer(river.start(), lang="en", seconds=60)
    explorer.close()
    until(lambda: explorer._analyst._thread is None)


def test_it_works_in_a_notebook_in_one_line(tmp_path: Path) -> None:
    line = "from lessons import kit; one = kit.explore(lang='en'); one.wait(); one"
    (output,) = in_notebook.outputs(line, tmp_path)
    assert "256163/279936" in output["data"]["text/plain"]


def test_it_works_without_numpy(tmp_path: Path) -> None:
    code = """
        from lessons import kit
        explorer = kit.explore("3,W/0,4 -,- 1 - -", lang="en", seed=1)
        print(explorer.answer().method)
        three = kit.explore("3,W -,-,- 1 - -", lang="en")
        print(three.answer().guarantee[0])
    """
    assert run_without_numpy(code, tmp_path).split() == ["exact", "1/36"]


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_kit_opens_the_explorer_in_the_language_asked_for(lang: str) -> None:
    explorer = kit.explore(board_of(lang), lang=lang, seed=1)
    assert explorer.lang == lang
    assert explorer.position == TINY


def board_of(lang: str) -> State | str:
    return river.parse(TINY) if lang == "en" else TINY


def test_squares_are_those_of_the_largest_river() -> None:
    explorer = Explorer(SMALL, lang="en")
    send(explorer, do="editing", on=True)
    shown = send(explorer, do="size", columns=8, rows=8)
    assert [cell["at"] for cell in shown["cells"]] == [*board(8, 8).squares, START, GOAL]
