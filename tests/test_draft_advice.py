"""The best response to stated opponents, against brute force; and advice by simulation."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from inaba import river
from inaba.chance import Chance
from inaba.errors import InabaError, SetupError, TooLarge
from inaba.river.moves import Move
from inaba.river.state import State, View
from solvers import draft_advice
from solvers.draft_advice import advise, best_response, deals, forecast, sensibly, uniformly
from solvers.monte_carlo import deal, estimate, sensible
from solvers.oracle import Oracle
from solvers.search import Answer, Answerer, Method, answer

Mixed = Callable[[View], Chance[Move]]


def telling(view: View) -> Chance[Move]:
    """A policy whose moves tell what its player knows: it goes where it laid something weak, mostly."""
    moves = list(view.legal_moves())

    def weight(move: Move) -> int:
        card = view.own.at(move.to) if isinstance(move, river.Choose) else None
        return 9 if card and card.hit_points < 4 else 1

    return Chance((move, weight(move)) for move in moves)


# Brute force: whole worlds, one by one, told apart by the text of all that the player has seen. Nothing is
# merged and nothing kept, and no belief is worked out.

World = tuple[State, Fraction]
Shares = tuple[Fraction, ...]


def summed(all_shares: Iterable[Shares]) -> Shares:
    return tuple(sum(column, Fraction(0)) for column in zip(*all_shares, strict=True))


def brute(worlds: dict[str, list[World]], player: int, policy: Mixed) -> Shares:
    """Everybody's chance to win, summed over what the player may have seen; of equal moves he takes the
    first."""
    return summed(brute_after(seen, some, player, policy) for seen, some in worlds.items())


def brute_after(seen: str, worlds: list[World], player: int, policy: Mixed) -> Shares:
    state = worlds[0][0]
    if state.result() is not None:
        return summed(tuple(chance * share for share in state.result() or ()) for state, chance in worlds)
    acting = state.to_act()
    if player in acting:
        choices = []
        for move in map(str, state.legal_moves(player)):
            after: dict[str, list[World]] = {}
            for state, chance in worlds:
                note(after, seen, f"{player}:{move}", state.play(player, move), chance, player)
            choices.append(brute(after, player, policy))
        return max(choices, key=lambda shares: shares[player - 1])
    after = {}
    for state, chance in worlds:
        if acting:
            other = acting[0]
            mixed = policy(state.view(other))
            for choice in mixed:
                step = f"{other}:{state.seen(player, other, choice)}"
                note(after, seen, step, state.play(other, choice), chance * mixed[choice], player)
        else:
            drawn = state.chance()
            assert drawn is not None
            for event in drawn:
                step = state.seen(player, 0, event)
                note(after, seen, step, state.happen(event), chance * drawn[event], player)
    return brute(after, player, policy)


def note(
    worlds: dict[str, list[World]], seen: str, step: str, state: State, chance: Fraction, player: int
) -> None:
    worlds.setdefault(f"{seen} {step} [{state.view(player)}]", []).append((state, chance))


POSITIONS = [
    ("?1:W,?2:0/?2:W,?1:D -,- 1 - -", 1),
    ("?1:W,?2:2/?2:W,?1:D -,- 1 - -", 2),
    ("?1:3,?2:W -,- 1 - -", 1),
    ("?1:3,?2:W -,- 1 - -", 2),
    ("?1:W,?2:3 -,- 2 - -", 1),
    ("?2:4/?1:W -,- 1 - -", 2),
    ("?2:W,?2:3/W,?1:W -,- 2 - -", 1),
    (".,. -,- 1 - - draft:pick:D/W:/", 1),
    (".,. -,- 1 - - draft:pick:D/3:/", 2),
    (".,. -,- 2 - - draft:place:/:3/D", 1),
    (".,?2:D -,- 1 - - draft:place:/:W/", 1),
    ("?1:3,?2:W -,-,- 2 - -", 2),
    ("?1:W,?2:0 -,-,- 1 - -", 3),
    ("?2:2/?1:W -,-,- 1 - -", 1),
]


@pytest.mark.parametrize("policy", [uniformly, telling])
@pytest.mark.parametrize(("text", "player"), POSITIONS)
def test_best_responses_against_brute_force(text: str, player: int, policy: Mixed) -> None:
    view = river.parse(text).view(player)
    prior = deals(view)
    worlds = {"": [(state, prior[state]) for state in prior]}
    found = best_response(view, policy)
    assert found.shares == brute(worlds, player, policy)
    assert (found.value, sum(found.shares)) == (found.shares[player - 1], 1)
    for row in found.moves:
        after: dict[str, list[World]] = {}
        for state, chance in worlds[""]:
            note(after, "", str(row.move), state.play(player, row.move), chance, player)
        assert row.shares == brute(after, player, policy)
        assert row.value == row.shares[player - 1]


@pytest.mark.parametrize(
    "text",
    [
        "?1:5,?2:W/?2:3,?1:D -,- 1 - -",
        "?1:S,?2:9/?2:3,W -,- 1 - -",
        "?2:3,?1:5/.,. -,- 1 - - draft:place:/:D/2",
        "4,?1:D/?2:8,5-1 b1,- 1 - - fight:1",
        "?1:3,?2:W -,-,- 2 - -",
    ],
)
def test_what_comes_to_the_same_is_worth_the_same(text: str) -> None:
    """Of a policy that is not known to take cards alike for alike, nothing is put together."""

    def apart(view: View) -> Chance[Move]:
        return sensibly(view)

    fewer = 0
    for player in (1, 2):
        view = river.parse(text).view(player)
        found, plain = best_response(view, sensibly), best_response(view, apart)
        assert (found.shares, found.moves) == (plain.shares, plain.moves)
        assert found.beliefs <= plain.beliefs
        fewer += found.beliefs < plain.beliefs
    assert fewer


def test_the_forecast_of_beliefs_is_of_the_right_size() -> None:
    for text in (
        ".,./.,. -,- 1 - - draft:pick:3,W/2,D:/",
        "?2:3,./.,. -,- 1 - - draft:place:/:W,5/D",
        "?1:5,?2:W/?2:3,?1:D -,- 1 - -",
    ):
        view = river.parse(text).view(1)
        assert forecast(view) / 20 < best_response(view, sensibly).beliefs < 2 * forecast(view)


@pytest.mark.parametrize("rows", [1, 2])
def test_a_whole_draft_against_brute_force(rows: int) -> None:
    """From before the deal: two cards, one kept and laid by each."""
    state = river.start(2, deck=river.parse_deck("D,3"), columns=3 - rows, rows=rows, setup="draft")
    for player in (1, 2):
        for policy in (uniformly, telling):
            found = best_response(state.view(player), policy)
            assert found.shares == brute({"": [(state, Fraction(1))]}, player, policy)


def fixed(state: State, player: int, own: Mixed, others: Mixed, known: dict[Any, Fraction]) -> Fraction:
    """The player's chance to win if he keeps to a policy too: an expectation over whole positions."""
    if state not in known:
        if (result := state.result()) is not None:
            known[state] = result[player - 1]
        else:
            acting = state.to_act()
            mixed: Chance[Any]
            if acting:
                mixed = (own if acting[0] == player else others)(state.view(acting[0]))
                afters = [(state.play(acting[0], move), mixed[move]) for move in mixed]
            else:
                drawn = state.chance()
                assert drawn is not None
                afters = [(state.happen(event), drawn[event]) for event in drawn]
            known[state] = sum(
                (chance * fixed(after, player, own, others, known) for after, chance in afters), Fraction(0)
            )
    return known[state]


def test_no_policy_does_better_than_the_best_response() -> None:
    """On a river of 2×2, from the placing on: three ways of playing against two kinds of opponents."""
    state = river.parse("?2:3,./.,. -,- 1 - - draft:place:/:W,2/D")
    better = 0
    for others in (uniformly, telling):
        for player in (1, 2):
            view = state.view(player)
            best = best_response(view, others).value
            prior = deals(view)
            for own in (uniformly, sensibly, telling):
                known: dict[Any, Fraction] = {}
                value = sum(
                    (prior[one] * fixed(one, player, own, others, known) for one in prior), Fraction(0)
                )
                assert value <= best
                better += value < best
    assert better


def test_against_stated_opponents_more_can_be_had_than_the_value() -> None:
    """Once everything is face up: at least what is had against best play, for that is best for them."""
    from solvers.endgame import solve

    state = river.parse("3,W/4,5 -,- 1 - -")
    value = solve(state).value[0]
    found = best_response(state.view(1))
    assert found.value > value
    assert found.value == max(row.value for row in found.moves) == found.moves[0].value


def test_deals_are_those_that_the_simulation_makes() -> None:
    """The same positions, and each as often: 3,000 draws, within five standard deviations."""
    for text, player in (
        ("?1:9,?2:W/?2:3,?1:D -,- 1 - -", 1),
        (".,./.,. -,- 1 - - draft:pick:9,W/3,D:/", 1),
        ("?2:5,./.,. -,- 1 - - draft:place:/:W,3/D", 1),
        (".,./.,. -,- 1 - - draft:place:/:D,5/3,W", 1),
        ("?1:5,./.,. -,- 2 - - draft:place:/:D/3,W", 2),
        ("?1:5,./.,. -,- 2 - - draft:place:/:D/3,W", 0),
    ):
        view = river.parse(text).view(player)
        exact = deals(view)
        rng = Random(text)
        drawn = Counter(deal(view, rng) for _ in range(3000))
        assert set(drawn) == set(exact), text
        for state, count in drawn.items():
            chance = float(exact[state])
            assert abs(count - 3000 * chance) <= 5 * (3000 * chance * (1 - chance)) ** 0.5
            assert state.view(player) == view


def test_whoever_lays_first_has_kept_the_dolphin() -> None:
    view = river.parse("?2:5,./.,. -,- 1 - - draft:place:/:W,3/D").view(1)
    for state in deals(view):
        assert river.parse_card("D") in state.secrets[1].cards()


def test_a_mixed_policy_is_what_the_simulated_one_does() -> None:
    for text in ("5,W,20/W,W,W b1,- 1 - -", "?2:5,./.,. -,- 1 - - draft:place:/:W,3/D"):
        view = river.parse(text).view(1)
        exact, rng = sensibly(view), Random(3)
        drawn = Counter(sensible(view, rng) for _ in range(3000))
        assert set(drawn) <= set(exact)
        for move in exact:
            chance = float(exact[move])
            assert abs(drawn[move] - 3000 * chance) <= 5 * (3000 * chance * (1 - chance)) ** 0.5 + 1e-9


def test_advice_by_simulation_agrees_with_the_exact_expectation() -> None:
    """Everybody by the same policy: the means against whole positions' expectations."""
    view = river.parse("?2:5,./.,. -,- 1 - - draft:place:/:W,3/D").view(1)
    prior = deals(view)
    found = advise(view, games=300, seed=2)
    assert len(found.moves) == 6
    known: dict[Any, Fraction] = {}
    for row in found.moves:
        truth = sum(
            (prior[one] * fixed(one.play(1, row.move), 1, sensibly, sensibly, known) for one in prior),
            Fraction(0),
        )
        assert abs(row.value[0].mean - float(truth)) < 4.5 * row.value[0].standard_error


def test_what_is_too_large_or_endless_is_refused() -> None:
    large = river.start(2, setup="draft")
    with pytest.raises(TooLarge):
        best_response(large.view(1))
    with pytest.raises(SetupError, match="orca"):
        best_response(river.parse("?1:O,?2:W -,- 1 - -").view(1))
    side = river.parse("?1:O,?2:W -,- 1 - -", river.parse_rules("orca=side"))
    assert 0 <= best_response(side.view(1)).value <= 1
    with pytest.raises(SetupError, match="player"):
        best_response(river.parse("?1:3,?2:W -,- 1 - -").view(0))
    with pytest.raises(TooLarge) as refused:
        best_response(river.parse("?1:W,?2:0/?2:W,?1:D -,- 1 - -").view(1), limit=20)
    assert isinstance(refused.value, InabaError)
    assert refused.value.say("ja") != refused.value.say("en")


# At the door of all answers.

SMALL_DRAFT = "?1:3,?2:W/?2:2,?1:D -,- 1 - -"
LARGE_DRAFT = "?1:9,?2:5/.,./.,. -,- 1 - - draft:place:/:D,W/3,6"


def test_the_door_gives_the_exact_best_response_and_says_against_whom() -> None:
    state = river.parse(SMALL_DRAFT)
    found = Oracle().answer(state)
    assert isinstance(found, Answer)
    best = best_response(state.view(1), sensibly)
    assert (found.of, found.method, found.others) == (state.view(1), Method.EXACT, "sensible")
    assert (found.value, found.states) == (best.shares, best.beliefs)
    assert [(row.move, row.value) for row in found.moves] == [(row.move, row.shares) for row in best.moves]
    said = found.found.say("en")
    assert "not a value of the game" in said
    assert "any of the cards that player 1 does not see (2, W)" in said
    assert "simple policy" in said
    assert "見えないカード（2, W）" in found.found.say("ja")
    told = found.as_json()
    assert (told["player"], told["unseen"], told["others"]) == (1, ["2", "W"], "sensible")
    assert told["method"] == "exact"
    assert told["value"] == [str(share) for share in best.shares]
    assert "standard_error" not in told


def test_the_door_estimates_a_larger_draft_and_says_against_whom() -> None:
    view = river.parse(LARGE_DRAFT).view(1)
    found = answer(view, games=20, seed=5)
    same = estimate(view, games=20, seed=5)
    assert (found.method, found.others, found.seed) == (Method.ESTIMATE, "sensible", 5)
    assert found.value == same.value
    assert [(row.move, row.value) for row in found.moves] == [(row.move, row.value) for row in same.moves]
    assert "cards that player 1 does not see (3, 5, 6)" in found.found.say("en")
    assert "（3, 5, 6）" in found.found.say("ja")
    told = found.as_json()
    assert (told["player"], told["unseen"], told["others"]) == (1, ["3", "5", "6"], "sensible")
    assert len(told["standard_error"]) == len(told["value"]) == 2
    with pytest.raises(TooLarge, match="estimate"):
        Oracle(exact=True).answer(view)
    with pytest.raises(TooLarge, match="beliefs"):
        Oracle(limit=20).answer(river.parse(SMALL_DRAFT))


@pytest.mark.parametrize("method", ["table", "bounds"])
def test_with_secrets_there_are_no_tables_and_no_bounds(method: str) -> None:
    with pytest.raises(TooLarge, match="neither a table nor"):
        Oracle(method=method).answer(river.parse(SMALL_DRAFT))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (SMALL_DRAFT, "?1:3,?2:2/?2:W,?1:D -,- 1 - -"),
        (LARGE_DRAFT, "?1:9,?2:6/.,./.,. -,- 1 - - draft:place:/:D,W/3,5"),
    ],
)
def test_what_a_player_does_not_see_changes_nothing(one: str, other: str) -> None:
    """Of positions that he cannot tell apart: the whole position goes in, and what comes out is the same."""
    states = [river.parse(text) for text in (one, other)]
    assert states[0] != states[1]
    found = [Answerer().answer(state.view(1), seconds=60, games=10, seed=1) for state in states]
    assert found[0] == found[1]
    told = json.dumps(found[0].as_json()) + found[0].found.say("en")
    assert "?2:" not in told
    if found[0].method is Method.EXACT:
        assert [Oracle(exact=True).answer(state) for state in states] == found


def test_a_best_response_that_takes_too_long_makes_room_for_an_estimate(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """After the first report of progress the time is over."""
    monkeypatch.setattr(draft_advice, "EVERY", 10)
    view = river.parse(SMALL_DRAFT).view(1)
    found = answer(view, seconds=0, games=5, seed=1)
    assert (found.method, found.others) == (Method.ESTIMATE, "sensible")
    reports: list[int] = []
    answer(view, methods=("exact",), progress=lambda done, of: reports.append(done))
    assert reports[0] == 10
    assert reports == list(range(10, reports[-1] + 1, 10))
    assert len(reports) > 20


def test_ctrl_c_ends_a_best_response() -> None:
    def stop(done: int, of: int | None) -> None:
        raise KeyboardInterrupt

    for ask in (best_response, lambda view, **more: Oracle(**more).answer(view)):
        with pytest.raises(KeyboardInterrupt):
            ask(river.parse(SMALL_DRAFT).view(1), progress=stop)


def test_who_is_not_to_act_has_a_value_and_no_moves() -> None:
    found = best_response(river.parse("?1:3,?2:W -,- 1 - -").view(2))
    assert found.moves == ()
    assert 0 < found.value < 1
    assert found.beliefs <= draft_advice.LIMIT


def test_an_estimate_of_a_small_draft_says_that_it_can_be_exact() -> None:
    """And how long it takes; of a large one, that it is too large. Both say how the chooser plays on."""
    small = answer(river.parse(SMALL_DRAFT).view(1), methods=("estimate",), games=5, seed=1)
    large = answer(river.parse(LARGE_DRAFT).view(1), methods=("estimate",), games=5, seed=1)
    strong = answer(
        river.parse(".,./.,. -,- 1 - - draft:pick:20,99/98,D:/").view(1),
        methods=("estimate",),
        games=1,
        seed=1,
    )
    for found in (small, large, strong):
        assert "player 1 himself too, so the moves are not ranked by his best play" in found.found.say("en")
        assert "プレイヤー 1 自身もふくめて" in found.found.say("ja")
        told = found.as_json()
        assert (told["own"], told["policy"]) == ("sensible", "sensible")
        assert told["games"] == told["value_games"] + sum(row["games"] for row in told["moves"])
    assert "can be found exactly here, in about a second (inaba solve --exact)" in small.found.say("en")
    for found in (large, strong):
        assert "for an exact answer this is too large" in found.found.say("en")
        assert "正確な値を求めるには大きすぎます" in found.found.say("ja")


def test_unless_a_time_is_stated_a_small_draft_is_exact_however_slow_the_machine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """After the first report of progress a stated time is over; no time stated is none that can be over."""
    monkeypatch.setattr(draft_advice, "EVERY", 10)
    state = river.parse(SMALL_DRAFT)
    assert Oracle().answer(state).method is Method.EXACT
    assert Oracle(seconds=0.01).answer(state).method is Method.ESTIMATE
