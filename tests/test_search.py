"""Bounds hold, estimates mean what they say, face-down cards are solved right, answers say what they are."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from inaba import river
from inaba.errors import InabaError, Reason, SetupError, TooLarge
from inaba.river.state import Peeking, State, TurningUp
from inaba.words import say
from solvers import endgame, face_down, monte_carlo, search
from solvers.bounded import SCALE, Alike, BoundedSearch, Interval, bounds
from solvers.face_down import FaceDown
from solvers.monte_carlo import Estimate, deal, estimate, sensible
from solvers.search import Adviser, Answerer, Method, Rounded, answer, look_value, look_values, peek_values
from tests.brute_force import BruteForce
from tests.pig import Pig
from tests.strategies import wandered

CARDS = ["D", "O", "O", "S", "W", "0", "2", "3", "4", "5", "7"]
OPTIONS = ["", "orca=side", "rest=owner", "orca=side,rest=owner", "dice=1d4"]
LOOPS = ["O,W -,- 1 - -", "W,3/O,W -,b1 2 - -", "?,3/O,W -,- 1 - 4", "O/O/W -,- 1 - -", "W,O/?,? -,- 1 - O,4"]
"""Positions from which play can go on for ever."""


def small_positions(seed: str, count: int, most: int = 3000) -> Iterator[State]:
    """Random positions at any phase, with cards face down and up, small enough to be solved at once."""
    rng = Random(seed)
    while count:
        columns, rows = rng.choice([(1, 1), (1, 2), (2, 1), (1, 3), (2, 2), (3, 1), (2, 3)])
        deck = tuple(river.parse_card(rng.choice(CARDS)) for _ in range(columns * rows))
        rules = river.parse_rules(rng.choice(OPTIONS))
        state = river.start(2, deck=deck, columns=columns, rows=rows, rules=rules)
        state = wandered(state, rng, rng.randint(0, 30)).last
        if state.result() is None and FaceDown(state.rules, state.board).size_of(state) <= most:
            count -= 1
            yield state


def exact(state: Any, endless: Fraction = Fraction(1, 2)) -> Fraction:
    return endgame.Solver(endless=endless).value(state)[0]


def plainly(state: Any) -> Fraction:
    return endgame.Solver(plain=True).value(state)[0]


# Face-down cards.


@pytest.mark.parametrize("tables", [False, True])
def test_rivers_with_face_down_cards_are_worth_the_same_either_way(
    tables: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Against the solver that knows nothing of tables, and the one that knows only the rules; at every phase,
    with any draw value."""
    monkeypatch.setattr(face_down, "TABLES_FROM", 0)
    phases, built = Counter[str](), 0
    for i, state in enumerate(small_positions("face down", 50 if tables else 100)):
        endless = (Fraction(1, 2), Fraction(0), Fraction(2, 3))[i % 3]
        solver = FaceDown(state.rules, state.board, endless=endless, tables=tables)
        truth = endgame.Solver(endless=endless, plain=not tables)
        assert solver.value(state) == truth.value(state)[0], str(state)
        for move in state.legal_moves(state.turn):
            after = state.play(state.turn, move)
            assert solver.value(after) == truth.value(after)[0], str(after)
        phases[type(state.phase).__name__] += bool(state.unseen)
        built += solver.tables
    assert {"Turn", "Fight", "TurningUp"} <= set(phases)
    assert bool(built) == tables


def test_one_solver_answers_for_rivers_that_do_not_belong_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(face_down, "TABLES_FROM", 0)
    texts = ["?,3/W,? -,- 1 - 4,S", "?,3-2/W,? -,- 1 - 4,S", "?,3/W,? -,- 1 - 4,D", "?,3/W,4 -,- 2 - S"]
    texts += ["S,3/W,4 -,- 2 - -", "5,3/W,4 -,- 2 - -", "?,3/W,? -,a1 1 - 4,S", "4-2,3x/W,? -,- 1 - S"]
    rng = Random(1)
    first = river.parse(texts[0])
    solver = FaceDown(first.rules, first.board, tables=True)
    for text in [*texts, *(rng.choice(texts) for _ in range(20))]:
        assert solver.value(river.parse(text)) == exact(river.parse(text)), text


@pytest.mark.parametrize("tables_from", [100, 400, 1500])
def test_one_solver_answers_for_a_game_backwards_and_forwards(
    tables_from: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same layers are solved by themselves for late positions, and come from tables for early ones."""
    monkeypatch.setattr(face_down, "TABLES_FROM", tables_from)
    for text in ("?,3,?/S,?,4 -,- 1 - 4,5,O", "?,3/?,?/5,W -,- 1 - 4,6,D"):
        truth = endgame.Solver()
        for seed in range(4):
            start = river.parse(text)
            states = [one for one in wandered(start, Random(seed), 40).states if one.result() is None]
            for order in (states, states[::-1]):
                solver = FaceDown(start.rules, start.board, tables=True)
                for one in order:
                    assert solver.value(one) == truth.value(one)[0], str(one)


def test_known_face_down_cards_are_as_good_as_open_ones() -> None:
    """Reckoned by the rules: one card left, or all alike, so that turning them up is no chance."""
    for hidden, shown in (
        ("?,3/S,W -,- 1 - 5", "5,3/S,W -,- 1 - -"),
        ("?,4/?,W -,- 2 - 5,5", "5,4/5,W -,- 2 - -"),
        ("?,?/?,7 -,- 1 - 0,W,2", "W,W/W,7 -,- 1 - -"),
    ):
        position = river.parse(hidden)
        solver = FaceDown(position.rules, position.board)
        assert solver.value(position) == plainly(position) == plainly(river.parse(shown))


def test_looking_at_a_known_card_changes_nothing() -> None:
    position = river.parse("?,3/S,W -,- 1 - 5").play(1, "1a1").play(1, "!a2")
    solver = FaceDown(position.rules, position.board)
    assert solver.value(position) == plainly(position) == solver.value(position.happen("=5"))


def test_too_many_positions_with_face_down_cards_are_refused() -> None:
    position = river.start()
    for tables in (False, True):
        with pytest.raises(TooLarge) as refused:
            FaceDown(position.rules, position.board, limit=1000, tables=tables).value(position)
        assert refused.value.size > 10**9


def test_the_cost_told_is_not_less_than_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(face_down, "TABLES_FROM", 0)
    for state in small_positions("cost", 40):
        for tables in (False, True):
            solver = FaceDown(state.rules, state.board, tables=tables)
            layers, in_tables = solver.cost(state)
            solver.value(state)
            assert solver.states <= layers
            assert bool(in_tables) == tables


# Bounds.


def test_bounds_hold_at_every_effort_and_shrink_and_meet() -> None:
    """Many small positions, at every phase: of the value, and of each move's."""
    complete = 0
    for i, state in enumerate(small_positions("bounds", 120)):
        truth = endgame.Solver()
        value = truth.value(state)
        values = {"": value[0]} | {
            str(move): truth.value(state.play(state.turn, move))[0] for move in state.legal_moves(state.turn)
        }
        found = BoundedSearch(state, exact_below=(0, 0, 40, 400)[i % 4])
        before: dict[str, Interval] = {}
        for effort in (0, 1, 2, 3, 5, 9, 20, 60, 200, 700):
            proven = found.improve(effort)
            intervals = {"": proven.value[0]} | {str(row.move): row.value[0] for row in proven.moves}
            assert intervals.keys() == values.keys()
            for name, interval in intervals.items():
                assert interval.holds(values[name]), (str(state), name, effort)
                if before:
                    assert before[name].low <= interval.low <= interval.high <= before[name].high
            assert proven.value[1] == proven.value[0].turned()
            assert all(row.value[1] == row.value[0].turned() for row in proven.moves)
            before = intervals
        complete += found.complete
        if found.complete:
            # No further apart than roundings on the way: one unit for each position on a path at most.
            assert max(interval.width for interval in before.values()) <= Fraction(found.expansions, SCALE)
    assert complete > 80


@pytest.mark.parametrize("endless", ["0", "1/3", "1/2", "1"])
@pytest.mark.parametrize("text", LOOPS)
def test_bounds_meet_where_play_can_go_round(text: str, endless: str) -> None:
    state = river.parse(text)
    found = BoundedSearch(state, endless=Fraction(endless), exact_below=0)
    value = exact(state, Fraction(endless))
    for _ in range(200):
        proven = found.improve(40)
        assert proven.value[0].holds(value)
    assert proven.complete
    assert proven.value[0].width < Fraction(1, 10**12)


def test_some_of_these_loops_are_worth_what_endless_play_is() -> None:
    """So that the test above is one of loops in which bounds alone would stay apart."""
    assert any(
        len({exact(river.parse(text), Fraction(endless, 2)) for endless in range(3)}) == 3 for text in LOOPS
    )


def test_the_same_effort_proves_the_same() -> None:
    state = river.parse("?,W,0/5,7,?/3,?,4 -,- 1 - 4,S,8")
    assert bounds(state, effort=300) == bounds(state, effort=300)
    halves = BoundedSearch(state)
    halves.improve(150)
    assert halves.improve(150).value[0].width <= bounds(state, effort=150).value[0].width


def test_bounds_of_another_game_with_chance_in_its_loops() -> None:
    for target in (2, 5):
        found = BoundedSearch(Pig(target))
        value = exact(Pig(target))
        for _ in range(30):
            assert found.improve(10).value[0].holds(value)
        assert found.bounded().value[0].width < 1


def test_bounds_of_a_position_too_large_to_solve_say_something() -> None:
    """Rabbits far ahead, most cards unseen: exact values are out of reach, but the end is near."""
    position = river.parse("?,?,9/0,W,8-3/10-5,3x,7/6-2,5,4x b3,b2 2 - D,S")
    proven = bounds(position, effort=1500)
    assert proven.value[0].width < Fraction(1, 2)
    assert not proven.complete


def test_ctrl_c_ends_a_search_at_once() -> None:
    """It comes through to whoever asked; a search of one's own still says what is proven."""
    seen: list[int] = []

    def stop(expansions: int, proven: Interval) -> None:
        seen.append(expansions)
        if expansions > 40:
            raise KeyboardInterrupt

    position = river.parse("?,W,0/5,7,?/3,?,4 -,- 1 - 4,S,8")
    with pytest.raises(KeyboardInterrupt):
        bounds(position, effort=10**6, progress=stop)
    assert 40 < seen[-1] < 200
    with pytest.raises(KeyboardInterrupt):
        answer(position, methods=("bounds", "estimate"), progress=lambda done, _: stop(done, WHOLE))

    search = BoundedSearch(position)
    before = search.improve(20)
    expand = search._expand
    search._expand = interrupted  # type: ignore[assignment,method-assign]  # by a person
    with pytest.raises(KeyboardInterrupt):
        search.improve(20)
    search._expand = expand  # type: ignore[method-assign]  # he goes on
    assert search.bounded().value == before.value
    assert search.improve(20).expansions == 40


def interrupted(*_: object) -> None:
    raise KeyboardInterrupt


WHOLE = Interval(Fraction(0), Fraction(1))


def test_a_search_keeps_to_its_time_and_its_width() -> None:
    position = river.parse("?,?,9/0,W,8-3/10-5,3x,7/6-2,5,4x b3,b2 2 - D,S")
    assert bounds(position, seconds=0).expansions == 0
    wide = bounds(position, effort=10**6, width=Fraction(3, 4))
    assert wide.value[0].width <= Fraction(3, 4)
    assert wide.expansions < 2000


def test_bounds_are_for_two_players_without_secrets() -> None:
    for text in ("5,W -,-,- 1 - -", "?1:9,?2:W -,- 1 - -"):
        with pytest.raises(SetupError):
            bounds(river.parse(text), effort=1)
    with pytest.raises(SetupError, match="endless"):
        bounds(river.parse("5,W -,- 1 - -"), effort=1, endless=Fraction(2))


def test_what_is_taken_to_be_alike_is_worth_the_same() -> None:
    alike, changed = Alike(), 0
    for state in small_positions("alike", 120):
        same = alike(state)
        changed += same != state
        assert exact(same) == exact(state), str(state)
        assert alike(same) == same
    assert changed > 20


def test_an_interval_is_shown_and_rounded_outwards() -> None:
    third = Interval(Fraction(1, 3), Fraction(2, 3))
    assert str(third) == "[0.333, 0.667]"
    low, high = third.floats()
    assert Fraction(low) <= third.low
    assert Fraction(high) >= third.high
    assert Fraction(math.nextafter(low, 1)) > third.low


# Estimates.


def uniform_value(state: Any, known: dict[Any, Fraction]) -> Fraction:
    """Player 1's chance where everybody plays uniformly at random: an expectation, nothing else."""
    if state not in known:
        if state.result() is not None:
            known[state] = state.result()[0]
        elif chance := state.chance():
            parts = [weight * uniform_value(state.happen(event), known) for event, weight in chance.items()]
            known[state] = sum(parts, Fraction(0)) / chance.total
        else:
            (player,) = state.to_act()
            parts = [uniform_value(state.play(player, move), known) for move in state.legal_moves(player)]
            known[state] = sum(parts, Fraction(0)) / len(parts)
    return known[state]


@pytest.mark.parametrize("text", ["3,4/W,5 -,- 1 - -", "?,4/S,? -,a1 2 - 3,W", "D,3/7,? -,- 1 - 5"])
def test_an_estimate_is_of_the_policy_that_it_states(text: str) -> None:
    """Means against exact expectations under the uniform policy; within four and a half standard errors."""
    state = river.parse(text)
    known: dict[Any, Fraction] = {}
    found = estimate(state, games=600, seed=5, policy=monte_carlo_uniform)
    for row in found.moves:
        truth = float(uniform_value(state.play(state.turn, row.move), known))
        assert abs(row.value[0].mean - truth) < 4.5 * row.value[0].standard_error
        # The error itself: that of so many draws with this chance.
        expected = math.sqrt(truth * (1 - truth) / 600)
        assert row.value[0].standard_error == pytest.approx(expected, rel=0.15, abs=0.003)
    best = uniform_value(state.play(state.turn, found.moves[0].move), known)
    assert abs(found.value[0].mean - float(best)) < 4.5 * found.value[0].standard_error


def monte_carlo_uniform(view: Any, rng: Random) -> Any:
    moves = list(view.legal_moves())
    return moves[rng.randrange(len(moves))]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_estimates_are_shares_of_one_win_and_come_again_with_their_seed(players: int) -> None:
    state = river.start(players, deck="classroom")
    found = estimate(state, games=12, seed=3)
    assert found == estimate(state, games=12, seed=3) != estimate(state, games=12, seed=4)
    for row in found.moves:
        assert sum(share.mean for share in row.value) == pytest.approx(1)
        assert all(0 < share.standard_error < 0.5 for share in row.value)
        assert all(share.games == 12 for share in row.value)
    assert found.games == 12 * (len(found.moves) + 1)
    means = [row.value[0].mean for row in found.moves]
    assert means == sorted(means, reverse=True)


def test_a_move_into_the_goal_is_certain() -> None:
    found = estimate(river.parse("W,W -,b1 2 - -"), games=5, seed=1)
    assert str(found.moves[0].move) == "2*"
    assert found.moves[0].value[1] == found.value[1] == Estimate(1.0, 0.0, 0)


def test_endless_play_is_shared() -> None:
    """A policy that goes round for ever: in by the orca, and home again."""

    def round_and_round(view: Any, rng: Random) -> Any:
        return next(iter(view.legal_moves()))

    shares = monte_carlo.play_out(river.parse("O,W -,- 1 - -"), Random(1), round_and_round)
    assert shares == (0.5, 0.5)


def test_an_estimate_of_a_draft_uses_no_more_than_the_view() -> None:
    """Positions that look the same to a player give him the same advice; the position itself is refused."""
    texts = [".,./.,. -,- 1 - - draft:pick:3,9/D,W:/", ".,./.,. -,- 1 - - draft:pick:3,9/D,W:/"]
    one = river.parse(texts[0])
    with pytest.raises(SetupError, match="view"):
        estimate(one, games=1)
    seen = {str(deal(one.view(1), Random(i)).view(1)) for i in range(20)}
    assert seen == {str(one.view(1))}
    late = river.parse("?1:3,?2:9/?2:W,?1:D -,- 2 - -")
    other = river.parse("?1:D,?2:9/?2:W,?1:3 -,- 2 - -")
    assert estimate(late.view(2), games=20, seed=1) == estimate(other.view(2), games=20, seed=1)


def test_ctrl_c_ends_an_estimate_at_once() -> None:
    """While all moves are played out, and while the best one is played again."""
    seen: list[int] = []

    def stop(at: int) -> Callable[[int, int | None], None]:
        def progress(games: int, of: int | None) -> None:
            seen.append(games)
            if games >= at:
                raise KeyboardInterrupt

        return progress

    for at, last in ((18, 18), (21, 21)):
        with pytest.raises(KeyboardInterrupt):
            estimate(river.start(), games=3, seed=1, progress=stop(at))
        assert seen[-1] == last
    with pytest.raises(KeyboardInterrupt):
        answer(river.start(), methods=("estimate",), progress=stop(18))
    assert seen[-1] == 18


def test_an_estimate_plays_at_least_one_game() -> None:
    with pytest.raises(SetupError):
        estimate(river.start(), games=0)
    assert estimate(river.start(), seconds=0, seed=1).games >= 6


@pytest.mark.parametrize(
    ("of", "text"),
    [
        (Estimate(0.5312, 0.0194, 600), "0.53 ± 0.02"),
        (Estimate(0.5, 0.101, 5), "0.50 ± 0.11"),
        (Estimate(0.12345, 0.00034, 10**6), "0.1235 ± 0.0004"),
        (Estimate(1.0, 0.0, 0), "1"),
    ],
)
def test_an_estimate_is_shown_with_its_error(of: Estimate, text: str) -> None:
    assert str(of) == text


def test_the_policy_that_plays_games_out_plays_by_the_rules() -> None:
    rng = Random(2)
    for players, setup in ((2, "shuffled"), (3, "draft"), (4, "shuffled")):
        shares = monte_carlo.play_out(river.start(players, setup=setup), rng, sensible)
        assert sum(shares) == pytest.approx(1)


# What a look is worth.


def test_a_look_reckoned_by_hand() -> None:
    """Rabbits on row 1, before them a whale and a shark of 9, nobody knows which is where.

    Who knows goes by the whale and wins. Player 1, if he has to guess: on the whale, or on the shark and it
    is beaten (10 of 36), he wins; else player 2 knows the whale, and does.
    """
    position = river.parse("?,?/0,0 a1,b1 1 - 9,W")
    now = Fraction(1, 2) + Fraction(1, 2) * Fraction(10, 36)
    assert exact(position) == now
    assert look_values(position) == {"a2": 1 - now, "b2": 1 - now}


@pytest.mark.parametrize(
    "text",
    ["?,?/W,W -,- 1 - 9,3", "W,5/?,? -,- 2 - D,7", "?,?/3,W -,b1 1 - O,8", "?,4/W,? a1,- 2 - 3,S"],
)
def test_looks_against_brute_force(text: str) -> None:
    position, brute = river.parse(text), BruteForce()
    now = brute.solve(text)[0]
    for square, gain in look_values(position).items():
        at = position.board.index[square]
        cells = ",".join(text.split()[0].split("/")[::-1]).split(",")
        values = []
        for card in set(position.unseen):
            left = list(position.unseen)
            left.remove(card)
            shown = [str(card) if i == at else cell for i, cell in enumerate(cells)]
            columns = position.board.columns
            rows = [",".join(shown[i : i + columns]) for i in range(0, len(shown), columns)]
            _, *rest, _ = text.split()
            seen = brute.solve(" ".join(["/".join(rows[::-1]), *rest, river.format_deck(left)]))[0]
            values += [seen] * position.unseen.count(card)
        expected = sum(values, Fraction(0)) / len(values) - now
        assert gain == (expected if position.turn == 1 else -expected)


@pytest.mark.parametrize(
    "position", ["?,4,?/?,6,D -,- 1 - W,O,5", "?,5,4/?,6,D/3,0,W -,- 1 - W,9", "?,?,4/?,6,D -,- 2 - W,O,5"]
)
def test_what_was_solved_for_an_answer_is_not_solved_again_for_the_looks(position: str) -> None:
    """Told beside an answer they take no more than what they lead to besides; alone, they take all of it."""
    state = river.parse(position)
    answerer = Answerer()
    found = answerer.answer(state, looks=True)
    assert found.looks == look_values(state)
    assert found == replace(answer(state), looks=found.looks)
    alone = endgame.Solver()
    alone.value(state)
    asked = alone.states
    for square in state.table.face_down():
        for turned, _ in search._turned_up(state)(square):
            alone.value(turned)
    assert answerer._solver is not None
    assert answerer._solver.states - found.states <= alone.states - asked < alone.states / 2


def test_looks_are_told_of_exact_answers_alone_and_asked_of_two() -> None:
    state = river.parse("?,3/S,? -,- 1 - 4,O")
    assert answer(state).looks is None
    assert Answerer().answer(state, methods=("estimate",), games=2, seed=1, looks=True).looks is None
    with pytest.raises(SetupError, match="3 play"):
        Answerer().answer(river.parse("?,3 -,-,- 1 - 4"), looks=True)


def test_a_look_can_do_harm() -> None:
    """Both see the card, and here the other one is the first to use it."""
    assert look_value(river.parse("?,?/W,W -,- 1 - 9,3"), "a2") < 0


def test_a_look_is_at_a_face_down_card_at_the_start_of_a_turn() -> None:
    position = river.parse("?,?/0,0 a1,b1 1 - 9,W")
    for state, square in (
        (position, "a1"),
        (position, "c7"),
        (position.play(1, "1a2"), "b2"),
        (river.parse("?,5 -,-,- 1 - W"), "a1"),
        (river.parse("?1:9,?2:W -,- 1 - -"), "a1"),
    ):
        with pytest.raises(SetupError):
            look_value(state, square)


def test_each_choice_of_the_squid_has_its_value() -> None:
    position = river.parse("?,?,4/S,W,? -,- 2 - 3,5,D").play(2, "2a1")
    assert isinstance(position.phase, Peeking)
    rows = peek_values(position)
    assert {square for square, _ in rows} == {"c1", "a2", "b2"}
    for square, value in rows:
        assert value == 1 - exact(position.play(2, f"!{square}"))
    assert rows[0][1] == 1 - exact(position) == max(value for _, value in rows)
    with pytest.raises(SetupError):
        peek_values(river.parse("?,?/S,W -,- 1 - 3,5"))


# One front door.

OPEN = "5,W,4/0,6,3 -,- 1 - -"
LARGE = "?,?,9/0,W,8-3/10-5,3x,7/6-2,5,4x b3,b2 2 - D,S"


def test_small_positions_are_answered_exactly() -> None:
    for text in (OPEN, "?,3/S,? -,- 1 - 4,O"):
        position = river.parse(text)
        found, solution = answer(position), endgame.solve(position)
        assert found.method is Method.EXACT
        assert found.error == 0
        assert found.standard_error is None
        assert found.value == solution.value
        assert [tuple(row) for row in found.moves] == [tuple(row) for row in solution.moves]
        told = found.as_json()
        assert told["value"] == [str(share) for share in solution.value]
        assert told["moves"][0]["line"] == solution.moves[0].line
        assert json.loads(json.dumps(told)) == told


def test_chance_positions_have_outcomes() -> None:
    position = river.parse(OPEN).play(1, "1b1")
    for methods in (("exact",), ("table",)):
        found = answer(position, methods=methods)
        assert sum(outcome.chance for outcome in found.outcomes) == 1
        mean = sum(outcome.chance * Fraction(float(outcome.value[0])) for outcome in found.outcomes)
        assert float(mean) == pytest.approx(float(found.value[0]), abs=1e-12)


def test_open_rivers_too_large_for_the_plain_solver_are_answered_by_table() -> None:
    position = river.parse(OPEN)
    found = answer(position, limit=10)
    truth = endgame.solve(position)
    assert found.method is Method.TABLE
    assert found.error is not None
    assert 0 < found.error < Fraction(1, 10**15)
    for one, two in zip(
        (found.value, *(row.value for row in found.moves)), _values(truth, found), strict=True
    ):
        for value, right in zip(one, two, strict=True):
            assert isinstance(value, Rounded)
            assert abs(value.value - right) <= value.error
    told = found.as_json()
    assert abs(Fraction(told["value"][0]) - truth.value[0]) <= Fraction(told["error"])
    assert all(isinstance(share, float) for row in told["moves"] for share in row["value"])
    assert answer(position, limit=10, exact=True).value == truth.value
    assert answer(position, limit=10, exact=True).method is Method.EXACT


def _values(truth: endgame.Solution, found: search.Answer) -> list[tuple[Fraction, ...]]:
    known = {row.move: row.value for row in truth.moves}
    return [truth.value, *(known[row.move] for row in found.moves)]


def test_tables_at_hand_are_used() -> None:
    from solvers import river_table

    position = river.parse(OPEN)
    table = river_table.build(position, exact=True)
    later = river.parse("5-2,W,4/0,6,3-2 a1,- 2 - -")
    found = answer(later, methods=("table",), tables=(table,))
    assert (found.method, found.value[0]) == (Method.EXACT, exact(later))


def test_face_down_cards_in_front_of_tables_are_answered_exactly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(face_down, "TABLES_FROM", 0)
    position = river.parse("?,3,W/W,5,?/4,0,6 -,- 1 - 4,S")
    with pytest.raises(TooLarge):
        endgame.Solver(limit=1500).value(position)
    small = answer(position, limit=1500)
    assert small.method is Method.EXACT
    # The limit is on what is solved by layers; what the tables answer for is counted besides.
    solver = face_down.FaceDown(position.rules, position.board, 1500)
    assert solver.value(position) == small.value[0] == exact(position)
    assert solver.states <= 1500 < solver.tabled < small.states <= 1500 + solver.tabled
    assert [row.value for row in small.moves] == [row.value for row in endgame.solve(position).moves]


def test_bounds_are_the_answer_where_they_are_close_enough() -> None:
    position = river.parse(LARGE)
    found = answer(position, limit=10, effort=200, width=1)
    assert (found.method, found.error, found.standard_error) == (Method.BOUNDS, None, None)
    told = found.as_json()
    for pair in (*told["value"], *(pair for row in told["moves"] for pair in row["value"])):
        assert len(pair) == 2
        assert 0 <= pair[0] <= pair[1] <= 1
    middles = [float(row.value[1]) for row in found.moves]
    assert middles == sorted(middles, reverse=True)


def test_else_an_estimate_is_the_answer_with_what_was_proven() -> None:
    position = river.parse(LARGE)
    found = answer(position, limit=10, effort=200, width=0, games=30, seed=4)
    assert found.method is Method.ESTIMATE
    assert found.proven is not None
    told = found.as_json()
    assert len(told["standard_error"]) == len(told["value"]) == 2
    assert all(len(row["standard_error"]) == 2 for row in told["moves"])
    assert told["games"] == found.games == 30 * (len(found.moves) + 1)
    assert told["proven"][0][0] <= told["proven"][0][1]
    assert json.loads(json.dumps(told)) == told
    assert found == answer(position, limit=10, effort=200, width=0, games=30, seed=4)


def test_more_players_and_larger_drafts_are_answered_by_estimates() -> None:
    three = answer(river.parse("5,W,3 -,-,- 2 - -"), games=20, seed=1)
    assert three.method is Method.ESTIMATE
    assert len(three.value) == 3
    view = river.parse("?1:3,?2:9/?2:W,?1:D -,- 2 - -").view(2)
    draft = answer(view, games=20, seed=1)
    assert draft.method is Method.EXACT  # a best response: four cards
    assert draft.as_json()["position"] == str(view)
    large = answer(river.start(2, setup="draft").view(1), games=2, seed=1)
    assert (large.method, large.others) == (Method.ESTIMATE, "sensible")
    for of in (river.parse("5,W,3 -,-,- 2 - -"), river.parse("?1:9,?2:W -,- 1 - -")):
        with pytest.raises(SetupError):
            answer(of, methods=("exact", "table", "bounds"))


def test_a_position_without_any_answer_says_so() -> None:
    with pytest.raises(SetupError, match="exact"):
        answer(river.start(), methods=("exact",), limit=100)
    with pytest.raises(ValueError, match="guess"):
        answer(river.start(), methods=("guess",))


def test_a_finished_game_is_worth_its_result() -> None:
    found = answer(river.parse("5,W *,- 2 - -"))
    assert found.method is Method.EXACT
    assert found.value == (Fraction(1), Fraction(0))
    assert not found.moves


def test_endless_play_is_worth_what_is_said() -> None:
    for endless in (Fraction(0), Fraction(1)):
        state = river.parse(LOOPS[0])
        assert answer(state, endless=endless).value[0] == exact(state, endless)


def test_an_answer_does_not_take_much_longer_than_it_may() -> None:
    import time

    for of in (river.start(), river.start(3), river.start(setup="shuffled", deck="classroom")):
        begin = time.process_time()
        assert answer(of, seconds=0.5, seed=1).method is Method.ESTIMATE
        assert time.process_time() - begin < 5


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_the_board_is_told_how_advice_was_found(lang: str) -> None:
    told = []
    for methods in (("exact",), ("table",), ("bounds",), ("estimate",)):
        adviser = Adviser(0.2, seed=1, methods=methods)
        view = river.parse(OPEN).view(1)
        advice = adviser(view)
        assert advice is not None
        assert {move for move, _ in advice} == set(view.legal_moves())
        values = [float(value) for _, value in advice]
        assert values == sorted(values, reverse=True)
        assert all(isinstance(str(value), str) for _, value in advice)
        told.append(say(advice.method, lang))
    assert len(set(told)) == 4


def test_the_adviser_is_silent_where_there_is_nothing_to_say() -> None:
    adviser = Adviser(0.1, methods=("exact",))
    assert adviser(river.parse(OPEN).view(2)) == []
    assert adviser(river.start(3).view(1)) is None


def test_an_answerer_keeps_what_it_knows() -> None:
    keeper = Answerer()
    position = river.parse(OPEN)
    first = keeper.answer(position)
    again = keeper.answer(position)
    assert first == again


def test_errors_speak_both_languages() -> None:
    for work in (
        lambda: estimate(river.start(), games=0),
        lambda: answer(river.start(), methods=("exact",), limit=100),
        lambda: look_value(river.parse("?,5 -,- 1 - W"), "b1"),
        lambda: peek_values(river.start()),
    ):
        with pytest.raises(InabaError) as refused:
            work()
        assert refused.value.say("ja") != refused.value.say("en")


NO_NUMBERS: list[tuple[dict[str, Any], str]] = [
    ({"methods": ("bogus", "exact")}, "no method bogus; the methods are exact, table, bounds, estimate"),
    ({"methods": "exactly"}, "no method exactly"),
    ({"effort": -1}, "effort is 0 or more, not -1"),
    ({"games": -1}, "games is 1 or more, not -1"),
    ({"games": 0}, "games is 1 or more, not 0"),
    ({"limit": 0}, "limit is 1 or more, not 0"),
    ({"width": -1}, "width is 0 or more, not -1"),
    ({"width": math.nan}, "width is 0 or more, not nan"),
    ({"seconds": -0.5}, "seconds is 0 or more, not -0.5"),
]


@pytest.mark.parametrize(("asked", "said"), NO_NUMBERS)
def test_what_cannot_be_asked_is_refused_in_words(asked: dict[str, Any], said: str) -> None:
    """However easy the position: the exact solver would answer this one, whatever else is asked."""
    with pytest.raises(SetupError, match=re.escape(said)) as refused:
        answer(river.parse("3,W -,- 1 - -"), **asked)
    assert refused.value.say("ja") != refused.value.say("en")


def test_a_method_by_its_name_alone_is_that_method() -> None:
    alone: Any = "exact"
    assert answer(river.parse("3,W -,- 1 - -"), methods=alone).method is Method.EXACT


def test_bounds_refuse_what_is_negative() -> None:
    negative: list[dict[str, Any]] = [{"effort": -1}, {"seconds": -1}, {"width": -1}]
    for asked in negative:
        with pytest.raises(SetupError, match="is 0 or more"):
            bounds(river.parse("3,W -,- 1 - -"), **asked)


def test_what_lies_under_a_rabbit_is_bounded_too() -> None:
    position = river.parse("?,3/S,? -,- 1 - 4,O").play(1, "1b1")
    assert isinstance(position.phase, TurningUp)
    assert bounds(position, effort=100, exact_below=0).value[0].holds(exact(position))


def guessed(*means: tuple[float, float]) -> search.Answer:
    """An estimate of a small river's first moves, with these means and standard errors for player 1."""
    state = river.parse("5,W,4/0,6,3 -,- 1 - -")
    moves = tuple(
        search.MoveAnswer(move, (Estimate(mean, error, 9), Estimate(1 - mean, error, 9)))
        for move, (mean, error) in zip(state.legal_moves(1), means, strict=False)
    )
    return search.Answer(state, Method.ESTIMATE, moves[0].value, moves, games=9 * len(means), seed=1)


@pytest.mark.parametrize(
    ("means", "unclear"),
    [
        ([(1.0, 0.34), (0.8, 0.3), (0.1, 0.3)], 3),
        ([(0.9, 0.01), (0.88, 0.01), (0.3, 0.01)], 2),
        ([(0.9, 0.01), (0.6, 0.01), (0.3, 0.01)], 0),
        ([(1.0, 0.0), (1.0, 0.0), (0.0, 0.0)], 2),
        ([(0.5, 0.3)], 0),
    ],
)
def test_an_estimate_says_where_its_games_are_too_few_to_tell_the_best(
    means: list[tuple[float, float]], unclear: int
) -> None:
    """Two means tell which is larger from three standard errors of their difference on."""
    found = guessed(*means)
    assert found.unclear == tuple(row.move for row in found.moves[:unclear])
    told = {"en": "these games are too few to tell", "ja": "どの手がいちばんよいかはまだわかりません"}
    for lang, words in told.items():
        assert (words in say(found.found, lang)) == (unclear > 0)
        assert say(found.how, lang) in say(found.found, lang)


def test_what_is_no_estimate_leaves_nothing_open_for_want_of_games() -> None:
    state = river.parse("5,W,4/0,6,3 -,- 1 - -")
    assert answer(state).unclear == ()
    assert answer(state, methods=("bounds",), effort=5).unclear == ()


def test_advice_names_the_moves_that_may_be_best() -> None:
    view = river.parse("5,W,4/0,6,3 -,- 2 - -").view(2)
    advice = Adviser(0.01, seed=1, methods=("estimate",))(view)
    assert advice is not None
    best, *others = [value for _, value in advice]
    assert isinstance(best, Estimate)
    near = [
        3 * math.hypot(best.standard_error, other.standard_error) > best.mean - other.mean
        for other in others
        if isinstance(other, Estimate)
    ]
    assert len(advice.unclear) == (1 + sum(near) if any(near) else 0)
    assert isinstance(advice.method, Reason)
    assert advice.method.key == "solvers.search.found.estimate"
