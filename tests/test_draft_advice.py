"""The best response to stated opponents, against brute force; and advice by simulation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
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
from solvers.draft_advice import advise, best_response, deals, sensibly, uniformly
from solvers.monte_carlo import deal, sensible

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


def brute(worlds: dict[str, list[World]], player: int, policy: Mixed) -> Fraction:
    """The player's chance to win, summed over what he may have seen."""
    return sum((brute_after(seen, some, player, policy) for seen, some in worlds.items()), Fraction(0))


def brute_after(seen: str, worlds: list[World], player: int, policy: Mixed) -> Fraction:
    state = worlds[0][0]
    if state.result() is not None:
        return sum((chance * (state.result() or ())[player - 1] for state, chance in worlds), Fraction(0))
    acting = state.to_act()
    if player in acting:
        choices = []
        for move in map(str, state.legal_moves(player)):
            after: dict[str, list[World]] = {}
            for state, chance in worlds:
                note(after, seen, f"{player}:{move}", state.play(player, move), chance, player)
            choices.append(brute(after, player, policy))
        return max(choices)
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
]


@pytest.mark.parametrize("policy", [uniformly, telling])
@pytest.mark.parametrize(("text", "player"), POSITIONS)
def test_best_responses_against_brute_force(text: str, player: int, policy: Mixed) -> None:
    view = river.parse(text).view(player)
    prior = deals(view)
    worlds = {"": [(state, prior[state]) for state in prior]}
    found = best_response(view, policy)
    assert found.value == brute(worlds, player, policy)
    for row in found.moves:
        after: dict[str, list[World]] = {}
        for state, chance in worlds[""]:
            note(after, "", str(row.move), state.play(player, row.move), chance, player)
        assert row.value == brute(after, player, policy)


@pytest.mark.parametrize("rows", [1, 2])
def test_a_whole_draft_against_brute_force(rows: int) -> None:
    """From before the deal: two cards, one kept and laid by each."""
    state = river.start(2, deck=river.parse_deck("D,3"), columns=3 - rows, rows=rows, setup="draft")
    for player in (1, 2):
        for policy in (uniformly, telling):
            found = best_response(state.view(player), policy)
            assert found.value == brute({"": [(state, Fraction(1))]}, player, policy)


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
    found = advise(view, games=800, seed=2)
    assert len(found.moves) == 6
    for row in found.moves:
        known: dict[Any, Fraction] = {}
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


def test_who_is_not_to_act_has_a_value_and_no_moves() -> None:
    found = best_response(river.parse("?1:3,?2:W -,- 1 - -").view(2))
    assert found.moves == ()
    assert 0 < found.value < 1
    assert found.beliefs <= draft_advice.LIMIT
