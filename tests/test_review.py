"""A game looked back on: the split into decisions and luck is exact, and every number has a second way."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from inaba import river
from inaba.__main__ import main
from inaba.command.review import points
from inaba.errors import SetupError, TooLarge
from inaba.frame.lines import wide
from inaba.game import uniform
from inaba.record import Record
from inaba.words import say
from solvers import bounded, river_table
from solvers import review as reviewing
from solvers.coalition import Guarantees
from solvers.monte_carlo import Estimate, PlayedOut
from solvers.review import Amount, Measure, Review, review
from solvers.search import Answerer, Interval, Method, Rounded
from tests.brute_force import BruteForce
from tests.strategies import in_seat_order, recorded

GAMES = Path(__file__).parent / "games"

SMALL = (
    ("5,W,4/0,6,3 -,- 1 - -", ""),
    ("O,3/S,? -,- 2 - 5", ""),
    ("?,3/S,? -,- 1 - 4,O", ""),
    ("?,D/4,W -,- 1 - 5", "orca=side"),
    ("4,O/?,3 -,- 1 - D", "rest=owner"),
    ("7,W/O,3 a1,- 2 - -", "orca=side,rest=owner,dice=1d6+1d4"),
)
"""Small rivers: face up and down, rides, the squid, every option of the rules."""


def game(text: str, rules: str, seed: int, most: int = 60) -> Record:
    """A game of random play."""
    start = river.parse(text, river.parse_rules(rules))
    return recorded(in_seat_order(start, Random(seed), most, river.NOTATION.repetitions), river.NOTATION)


def stored(name: str) -> Record:
    """A game of the folder ``games``."""
    return Record.parse((GAMES / name).read_text(encoding="utf-8"), river.NOTATION)


def kept(found: Review) -> None:
    """What is true of every review: nothing of any player's chance is unaccounted for."""
    for share in found.shares:
        parts = share.own, share.others, share.luck, share.seam, share.ending
        assert share.start.number + sum(part.number for part in parts) == share.end.number
        mine = share.player - 1
        result = found.record.result
        assert result is None or share.end.number == result[mine]
        # Step by step too, but for where the way of reckoning changes.
        for step in found.steps:
            before, after = found.points[step.at], found.points[step.at + 1]
            if step.at + 1 != found.solved_from:
                value = reviewing.amount(before.value[mine]).number + step.change[mine].number
                assert value == reviewing.amount(after.value[mine]).number
    assert [step.step for step in found.steps] == [played.step for played in found.record.steps]
    assert [step for turn in found.turns for step in turn.steps] == list(found.steps)
    json.dumps(found.as_json(), allow_nan=False)


@pytest.mark.parametrize(("text", "rules"), SMALL)
def test_before_less_cost_and_luck_is_after_exactly(text: str, rules: str) -> None:
    for seed in range(12):
        found = review(game(text, rules, seed))
        kept(found)
        assert found.exact
        assert found.measure is Measure.VALUE
        assert found.solved_from == 0 == found.games
        one, two = found.shares
        # What one gives away the other gets: the game is zero-sum.
        assert one.own.number == -one.cost.number == -two.others.number
        assert one.luck.number == -two.luck.number
        for step in found.steps:
            if step.cost is not None:
                assert step.change[step.player - 1].number == -step.cost.number <= 0
                assert (step.step in step.best) == (step.cost.number == 0)


@pytest.mark.parametrize(("text", "rules"), SMALL[:3])
def test_the_values_are_those_of_brute_force(text: str, rules: str) -> None:
    assert not rules
    brute = BruteForce()
    values = brute.values(brute.read(text))
    for seed in range(3):
        for point in review(game(text, rules, seed)).points:
            if point.state.result() is None:
                value = values[brute.read(str(point.state))]
                assert point.value == (value, 1 - value)


@pytest.mark.parametrize(("text", "rules"), SMALL)
def test_luck_has_mean_0_over_what_chance_could_have_brought(text: str, rules: str) -> None:
    record = game(text, rules, 5)
    at = [i for i, played in enumerate(record.steps) if not played.player]
    assert at
    for i in at:
        chances = record.states[i].chance()
        mean = [Fraction(0)] * 2
        for event, weight in chances.items():
            other = Record(river.NOTATION, record.start)
            for played in record.steps[:i]:
                other.play(played.player, played.step) if played.player else other.happen(played.step)
            other.happen(event)
            luck = review(other).steps[i].change
            mean = [sum_ + weight * change.number for sum_, change in zip(mean, luck, strict=True)]
        assert mean == [0, 0]


@cache
def everyone(state: Any) -> tuple[Fraction, ...]:
    """Max-n by plain recursion, the first of equal moves; for rivers in which nothing comes round again."""
    if (result := state.result()) is not None:
        return tuple(result)
    if chances := state.chance():
        after = [(everyone(state.happen(event)), Fraction(w, chances.total)) for event, w in chances.items()]
        return tuple(sum((v[p] * w for v, w in after), Fraction(0)) for p in range(state.players))
    (player,) = state.to_act()
    found = [everyone(state.play(player, move)) for move in state.legal_moves(player)]
    return max(found, key=lambda value: value[player - 1])


def test_of_three_max_n_is_told_where_the_whole_game_has_it() -> None:
    for seed in range(4):
        found = review(game("3,W -,-,- 1 - -", "", seed))
        kept(found)
        assert found.measure is Measure.MAXN
        assert found.exact
        assert [point.value for point in found.points] == [everyone(point.state) for point in found.points]
        for step in found.steps:
            if step.cost is not None:
                assert step.change[step.player - 1].number == -step.cost.number <= 0
        for share in found.shares:
            assert share.own.number == -share.cost.number


def test_of_three_the_guarantee_loses_nothing_by_others() -> None:
    guarantees = Guarantees()
    for seed in range(4):
        found = review(game("3,W -,-,- 1 - -", "", seed), measure="guarantee")
        kept(found)
        assert found.measure is Measure.GUARANTEE
        assert all(
            point.value == guarantees.of(point.state)
            for point in found.points
            if point.state.result() is None
        )
        assert all(share.others.number >= 0 for share in found.shares)


def policy_value(state: Any, known: dict[Any, tuple[Fraction, ...]]) -> tuple[Fraction, ...]:
    """What a position is worth if everybody plays at random, exactly; nothing may come round again."""
    if state not in known:
        result = state.result()
        if result is not None:
            known[state] = tuple(result)
        else:
            if chances := state.chance():
                after = [(state.happen(e), Fraction(w, chances.total)) for e, w in chances.items()]
            else:
                moves = list(state.legal_moves(state.turn))
                after = [(state.play(state.turn, move), Fraction(1, len(moves))) for move in moves]
            values = [(policy_value(one, known), weight) for one, weight in after]
            known[state] = tuple(
                sum((value[p] * weight for value, weight in values), Fraction(0))
                for p in range(state.players)
            )
    return known[state]


@pytest.mark.parametrize("text", ["3,4 -,- 1 - -", "3,? -,-,- 1 - 4"])
def test_an_estimate_is_of_what_it_says_and_within_its_errors(text: str) -> None:
    record = game(text, "", 3)
    found = review(record, methods=["estimate"], games=400, seed=1, policy=uniform)
    kept(found)
    known: dict[Any, tuple[Fraction, ...]] = {}
    exact = [policy_value(state, known) for state in record.states]
    for point, value in zip(found.points, exact, strict=True):
        for guess, true in zip(point.value, value, strict=True):
            one = reviewing.amount(guess)
            assert abs(one.number - true) <= 4 * one.standard_error
    for step in found.steps:
        for player, change in enumerate(step.change):
            true = exact[step.at + 1][player] - exact[step.at][player]
            assert abs(change.number - true) <= 4 * change.standard_error
        if step.cost is not None and step.cost.standard_error:
            state, player = record.states[step.at], step.player
            best = policy_value(state.play(player, step.best[0]), known)[player - 1]
            true = best - exact[step.at + 1][player - 1]
            assert abs(step.cost.number - true) <= 4 * step.cost.standard_error
    for share in found.shares:
        luck = sum(
            exact[step.at + 1][share.player - 1] - exact[step.at][share.player - 1]
            for step in found.steps
            if not step.player
        )
        assert abs(share.luck.number - luck) <= 4 * share.luck.standard_error
    assert found == review(record, methods=["estimate"], games=400, seed=1, policy=uniform)


def test_errors_of_a_sum_cancel_where_a_position_is_passed_through() -> None:
    """The change over two steps of luck in a row is that of their ends alone."""
    numbers = reviewing._Numbers()
    for i, error in enumerate((0.3, 0.5, 0.4)):
        numbers[reviewing._Of.PLAYED, i] = (Estimate(0.5, error, 1),)
    terms = [((reviewing._Of.PLAYED, i + 1), 1) for i in (0, 1)]
    terms += [((reviewing._Of.PLAYED, i), -1) for i in (0, 1)]
    assert numbers.amount(terms, 1) == Amount(Fraction(0), standard_error=0.5)


def test_a_large_game_is_estimated_at_first_and_solved_in_the_end() -> None:
    record = stored("ordinary.txt")
    found = review(record, games=8, seconds=2, seed=1)
    kept(found)
    order = list(Method)
    ways = [order.index(point.method) for point in found.points]
    assert ways == sorted(ways, reverse=True)
    border = found.solved_from
    assert 0 < border < len(ways) - 1
    assert {point.method for point in found.points[:border]} == {Method.ESTIMATE}
    # The border's position is worth two numbers, and no step is blamed for it.
    solved = reviewing.amount(found.points[border].value[0])
    played = PlayedOut(found.points[border].state, seed=f"1/{border}")
    played.play(8)
    seam = found.shares[0].seam
    assert seam.number == solved.number - reviewing.amount(played.value[0]).number
    assert seam.standard_error == played.value[0].standard_error > 0
    assert all(turn.cost.clear for turn in found.costliest(99))


def test_bounds_hold_what_is_exact() -> None:
    """What bounds say of a game's changes and costs holds for the exact ones."""
    for text, rules in SMALL[:3]:
        record = game(text, rules, 6)
        bounded = review(record, methods=["bounds", "estimate"], games=1, seed=1)
        exact = review(record)
        kept(bounded)
        for one, two in zip(bounded.steps, exact.steps, strict=True):
            if one.at >= bounded.solved_from:
                for change, true in zip(one.change, two.change, strict=True):
                    assert abs(change.number - true.number) <= change.error
                if one.cost is not None and two.cost is not None:
                    assert abs(one.cost.number - two.cost.number) <= one.cost.error


def test_bounds_that_are_close_are_taken_and_labelled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounded, "EXACT_BELOW", 0)
    monkeypatch.setattr(reviewing, "CLOSE", Fraction(1))
    record = game("?,5,W/4,?,6 -,- 1 - 3,D", "", 2)
    found = review(record, methods=["bounds", "estimate"], seconds=0.5, games=1, seed=1)
    kept(found)
    labelled = [step for step in found.steps if step.method is Method.BOUNDS]
    assert labelled
    assert any(change.error for step in labelled for change in step.change)
    assert all(step.cost.clear is (step.cost.number > step.cost.error) for step in labelled if step.cost)


def test_without_time_there_is_still_an_answer_from_few_games() -> None:
    record = stored("ordinary.txt")
    options: tuple[dict[str, Any], ...] = ({"seconds": 0.0}, {"stop": lambda: True})
    for more in options:
        found = review(record, seed=1, **more)
        kept(found)
        decisions = [step for step in found.steps if step.choices > 1]
        choosing = sum(step.choices + 1 for step in decisions)
        most = reviewing.PORTION * (len(found.points) + len(decisions)) + choosing
        # What is over needs no solver.
        assert found.solved_from == len(found.points) - 1
        assert found.games <= most


def test_each_position_is_asked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    answer = Answerer.answer

    def counted(self: Answerer, of: Any, **more: Any) -> Any:
        asked.append(of)
        return answer(self, of, **more)

    monkeypatch.setattr(Answerer, "answer", counted)
    record = game("?,3/S,? -,- 1 - 4,O", "", 1)
    review(record)
    assert sorted(map(str, asked)) == sorted(str(one) for one in record.states if one.result() is None)
    # All after the first one with everything face up are looked up in what it took to solve that.
    opened = next(i for i, one in enumerate(record.states) if not any(spot.face_down for spot in one.spots))
    assert asked[0] == record.states[opened]


def test_progress_never_goes_back_and_ends_at_1() -> None:
    asked: tuple[tuple[Record, dict[str, Any]], ...] = (
        (game(*SMALL[0], 1), {}),
        (stored("ordinary.txt"), {"games": 2, "seconds": 0.2}),
        (stored("ordinary.txt"), {"seconds": 0.5}),
    )
    for record, more in asked:
        told: list[float] = []
        review(record, progress=told.append, **more)
        assert told == sorted(told)
        assert told[0] >= 0
        assert told[-1] == 1


@pytest.mark.parametrize("name", ["three_classroom.txt", "mid_turn.txt", "loaded_dice.txt", "pass.txt"])
def test_stored_games(name: str) -> None:
    found = review(stored(name), games=2, seconds=1, seed=1)
    kept(found)
    assert not any(share.ending.number for share in found.shares)


def test_what_a_draw_by_repetition_takes_is_no_move_s_fault() -> None:
    """Whoever is to move wins by 1b1, for the other can only ride; but both go round until it is a draw."""
    found = review(stored("repetition.txt"))
    kept(found)
    assert found.exact
    assert found.points[-1].value == (Fraction(1), Fraction(0))
    assert [share.ending.number for share in found.shares] == [Fraction(-1, 2), Fraction(1, 2)]


def test_in_a_draft_a_move_is_compared_by_what_its_player_sees() -> None:
    start = river.start(2, river.parse_deck("D,3,9,W"), 2, 2, setup="draft")
    record = recorded(in_seat_order(start, Random(2), 60, 3), river.NOTATION)
    found = review(record, games=6, seconds=1, seed=3)
    kept(found)
    assert found.points[0].method is Method.ESTIMATE
    chosen = [step for step in found.steps if step.choices > 1 and record.states[step.at].secrets]
    assert chosen
    assert all(step.best and step.cost is not None for step in chosen)


def test_a_game_broken_off() -> None:
    kept(review(stored("unfinished.txt"), games=2, seconds=0.5, seed=1))


def test_a_rounded_table_makes_rounded_numbers() -> None:
    record = game(*SMALL[0], 4)
    table = river_table.build(record.start)
    found = review(record, tables=[table], methods=["exact"])
    exact = review(record)
    for rounded, true in zip(found.shares, exact.shares, strict=True):
        for name in ("start", "cost", "luck", "own"):
            one, two = getattr(rounded, name), getattr(true, name)
            assert abs(one.number - two.number) <= one.error < Fraction(1, 10**6)


def test_the_ranking_is_by_cost_and_only_of_clear_ones() -> None:
    found = review(game(*SMALL[0], 7))
    ranked = found.costliest(99)
    assert list(ranked) == sorted(ranked, key=lambda turn: (-turn.cost.number, turn.number))
    assert {turn.number for turn in ranked} == {t.number for t in found.turns if t.cost.number > 0}
    assert found.costliest(1) == ranked[:1]


@pytest.mark.parametrize(
    ("amount", "clear"),
    [
        (Amount(Fraction(1, 1000)), True),
        (Amount(Fraction(0)), False),
        (Amount(Fraction(1, 10), error=Fraction(1, 10)), False),
        (Amount(Fraction(1, 10), standard_error=0.03), True),
        (Amount(Fraction(1, 10), standard_error=0.04), False),
        (Amount(Fraction(1), standard_error=0.2), False),
    ],
)
def test_clear_is_above_what_the_error_can_be(amount: Amount, clear: bool) -> None:
    assert amount.clear is clear


def test_values_of_every_kind_are_numbers_with_errors() -> None:
    assert reviewing.amount(Rounded(Fraction(1, 3), Fraction(1, 9))) == Amount(Fraction(1, 3), Fraction(1, 9))
    between = reviewing.amount(Interval(Fraction(1, 4), Fraction(3, 4)))
    assert between == Amount(Fraction(1, 2), Fraction(1, 4))


def test_where_nothing_was_played_there_is_nothing_to_think_about() -> None:
    """It is said at once, however long a review might take."""

    def begun(*_: object) -> bool:
        raise AssertionError("it has begun to work")

    for start in (river.start(), river.start(4), river.parse("3,W -,- 1 - -")):
        with pytest.raises(SetupError, match="Nothing has been played yet"):
            review(Record(river.NOTATION, start), progress=begun, stop=begun)


def test_what_cannot_be_done_is_refused() -> None:
    whole, three = (Record(river.NOTATION, river.start(players)) for players in (2, 3))
    for record in (whole, three):
        record.play(1, "1a1")
    with pytest.raises(TooLarge, match="of this game's 2 positions"):
        review(whole, methods=["exact"], seconds=0.1)
    with pytest.raises(TooLarge, match="seconds"):
        review(three, measure="guarantee", seconds=0.1)
    with pytest.raises(SetupError, match="1 game"):
        review(whole, games=0)
    with pytest.raises(ValueError, match="best"):
        review(whole, measure="best")


def test_an_error_of_whoever_listens_stops_it() -> None:
    def listening(_: float) -> None:
        raise RuntimeError("enough")

    listen: Callable[[float], None] = listening
    with pytest.raises(RuntimeError, match="enough"):
        review(game(*SMALL[0], 1), progress=listen)


# The command ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_command_sets_a_game_out_turn_by_turn(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(GAMES / "repetition.txt"), "--lang", lang]) == 0
    told = capsys.readouterr()
    assert not told.err
    lines = told.out.splitlines()
    assert "1 Aya" in told.out
    assert "2 Ken" in told.out
    # Four turns, each played 1a1>-, which left the other where he had been; then the draw took a half.
    assert sum("1a1>-" in line for line in lines) == 4
    draw = next(line for line in lines if line.startswith(say("command.reviewed.head.ending", lang)))
    assert draw.split()[-2:] == ["-50.0", "+50.0"]
    assert say("command.reviewed.exact", lang) in told.out
    assert all(wide(line) <= 110 for line in lines)


def test_the_command_says_what_is_estimated_and_what_is_solved(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(GAMES / "ordinary.txt"), "--seconds", "1", "--seed", "3", "--lang", "en"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "~ marks an estimate" in told
    assert "on it is solved" in told
    assert "other reckoning" in told


def test_the_command_gives_a_program_exact_fractions(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(GAMES / "repetition.txt"), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told == json.loads(json.dumps(review(stored("repetition.txt")).as_json()))
    assert told["players"][0]["ending"] == "-1/2"


def test_the_command_refuses_what_is_no_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(tmp_path / "none.txt"), "--lang", "en"]) == 2
    assert "none.txt" in capsys.readouterr().err
    (tmp_path / "bad.txt").write_text('[Game "river"]\n', encoding="utf-8")
    assert main(["review", str(tmp_path / "bad.txt"), "--lang", "en"]) == 2
    assert "Start" in capsys.readouterr().err
    file = str(GAMES / "three_classroom.txt")
    assert main(["review", file, "--by", "guarantee", "--seconds", "1", "--lang", "en"]) == 3
    assert "seconds" in capsys.readouterr().err
    assert main(["review", file, "--by", "best", "--lang", "en"]) == 2


@pytest.mark.parametrize(
    ("amount", "shown"),
    [
        (Amount(Fraction(0)), "0"),
        (Amount(Fraction(5, 18)), "27.8"),
        (Amount(Fraction(1, 10**6)), "< 0.1"),
        (Amount(Fraction(-1, 10**6)), "> -0.1"),
        (Amount(Fraction(1)), "100"),
        (Amount(1 - Fraction(1, 10**6)), "> 99.9"),
        (Amount(Fraction(1, 10**6) - 1), "< -99.9"),
        (Amount(Fraction(1), error=Fraction(1, 1000)), "100.0 ± 0.1"),
        (Amount(Fraction(0), error=Fraction(1, 1000)), "0.0 ± 0.1"),
        (Amount(Fraction(-1, 8), standard_error=0.0312), "-12.5 ± 3.2"),
        (Amount(Fraction(-1, 10**6), error=Fraction(1, 1000)), "0.0 ± 0.1"),
    ],
)
def test_points_of_a_percent_are_rounded_and_their_errors_upwards(amount: Amount, shown: str) -> None:
    assert points(amount) == shown
