"""`inaba solve` for endings of Same One: both languages, JSON, forced wins, many lines, what is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

from inaba.same_one import parse, parse_rules
from solvers.open_hands import OpenHands, solve
from tests import test_command
from tests.test_command import JAPANESE, Run, refused

# The same surroundings and the same way to run as in the other tests of the command.
run, surroundings = test_command.run, test_command.surroundings

DOG = "g1,y5/b20/y14 - - - 1 0"
"""Player 1 wins with y5 and then the dog, or the other way round."""
DRAWING = "g13/b20/y15 g12:3 - g20,y2 1 0 draw"
KING_MAKER = "g8,y2/b8/y9 g5:3 - - 1 0"
LARGE = "g20,b20,g3/b1,b2/y2,y3 g25:3 - g6-19,b6-19,y6-30 1 0"
RIVER = "5,W,4/0,6,3 -,- 1 - -"


def told(run: Run, *argv: str) -> dict[str, Any]:
    """The JSON of an answer, in one line and nothing besides."""
    ran = run("solve", "--json", *argv)
    assert (ran.status, ran.err, ran.out.count("\n")) == (0, "", 1)
    found: dict[str, Any] = json.loads(ran.out)
    return found


@pytest.mark.parametrize("payoff", ["win", "score"])
@pytest.mark.parametrize("position", [DOG, KING_MAKER])
def test_json_tells_what_the_solver_finds(run: Run, position: str, payoff: str) -> None:
    """Every move with the value for every player, exactly."""
    found, truth = told(run, position, "--payoff", payoff), solve(parse(position), payoff)
    assert (found["position"], found["method"], found["payoff"]) == (position, "exact", payoff)
    assert found["guarantee"] == [str(share) for share in truth.guarantee]
    assert truth.maxn is not None
    assert found["maxn"] == {"value": [str(v) for v in truth.maxn], "ties": "first", "checked": True}
    assert found["forced"] == list(truth.forced)
    assert [row["move"] for row in found["moves"]] == [str(row.step) for row in truth.moves]
    for row, true in zip(found["moves"], truth.moves, strict=True):
        assert row["guarantee"] == [str(share) for share in true.guarantee]
        assert row["maxn"] == [str(share) for share in true.maxn or ()]
    assert "outcomes" not in found
    assert found["states"] == truth.states


def test_what_chance_may_bring(run: Run) -> None:
    found = told(run, DRAWING)
    assert found["moves"] == []
    assert [(row["event"], row["chance"]) for row in found["outcomes"]] == [("=g20", "1/2"), ("=y2", "1/2")]
    text = run("solve", DRAWING).out
    assert "=g20" in text
    assert "50.000 %" in text


def test_for_a_person_in_both_languages(run: Run) -> None:
    """Who decides, what each has, within how many turns he is out, and a table a measure with every move."""
    english, japanese = run("solve", DOG, "--lang", "en").out, run("solve", DOG, "--lang", "ja").out
    assert "Player 1 decides." in english
    assert "2 turns" in english
    assert english.count("\ndraw ") == japanese.count("\ndraw ") == 2
    assert "プレイヤー 1 が決めます。" in japanese
    assert "手番 2 回以内" in japanese
    assert not JAPANESE.search(english)


def test_scores_are_told_as_numbers(run: Run) -> None:
    text = run("solve", DOG, "--payoff", "score").out
    assert "%" not in text
    assert "y5          20       -10       -10" in text


def test_the_rank_and_the_tie_rule_that_are_asked_for(run: Run) -> None:
    """By max-n with ties split player 1 makes either of the others win: each has a half."""
    found = told(run, KING_MAKER, "--by", "maxn", "--ties", "split")
    assert found["maxn"] == {"value": ["0", "1/2", "1/2"], "ties": "split", "checked": True}
    assert "equal moves are taken with the same chance" in " ".join(
        run("solve", KING_MAKER, "--ties", "split").out.split()
    )


def test_max_n_that_cannot_be_checked_is_null_with_a_reason(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(OpenHands, "maxn", lambda *_: None)
    found = told(run, DOG, "--lang", "ja")
    assert (found["maxn"], found["maxn_missing"]["why"]) == (None, "unchecked")
    assert found["maxn_missing"]["message"] in "".join(run("solve", DOG, "--lang", "ja").out.split("\n"))


def test_who_can_force_going_out_is_neither_ranked_nor_has_a_payoff(run: Run) -> None:
    for other in (["--by", "maxn"], ["--ties", "split"]):
        refused(run("solve", DOG, "--within", "2", *other), f"--within has no place beside {' '.join(other)}")
    refused(run("solve", DOG, "--within", "2", "--payoff", "win"), "--within has no place beside --payoff")


def test_rules_are_heeded_and_named(run: Run) -> None:
    """Who is the faster one of two (rule 11), as the rules weigh it."""
    position, rules = "g2,g3/b7/y7 g7:1 - - 2 0 ask", "race=1:2:1"
    found = told(run, position, "--rules", rules)
    assert found["rules"] == rules
    assert found["guarantee"] == [str(v) for v in solve(parse(position, parse_rules(rules))).guarantee]
    assert f"Rules: {rules}" in run("solve", position, "--rules", rules).out


def test_a_finished_game(run: Run) -> None:
    text = run("solve", "-/g2,g3/y1 b7:1 - - 1 0 over").out
    assert "The game is over." in text
    assert "100 %" in text


def test_who_can_force_it_is_told_in_large_positions_too(run: Run) -> None:
    """Too large to be solved, with status 3; within a turn or two it can be seen who is out for certain."""
    refused(run("solve", LARGE, "--limit", "2000"), "2,000", status=3)
    found = told(run, LARGE, "--within", "1")
    assert found["within"] == 1
    assert found["forced"] == [None, None, None]
    found = told(run, DOG, "--within", "2")
    assert found["forced"] == [2, None, None]
    assert found["moves"] == [
        {"move": "g1", "turns": 2},
        {"move": "y5", "turns": 2},
        {"move": "draw", "turns": None},
    ]
    text = run("solve", DOG, "--within", "2").out
    assert "y5    2 turns" in text


@pytest.mark.parametrize(
    "option",
    [
        ("--endless", "1/3"),
        ("--seconds", "3"),
        ("--seed", "1"),
        ("--method", "table"),
        ("--save-table", "new"),
    ],
    ids=" ".join,
)
def test_what_is_for_river_is_refused(run: Run, option: tuple[str, str]) -> None:
    """No option is passed over in silence."""
    refused(run("solve", DOG, *option), option[0], "River")


@pytest.mark.parametrize("option", [("--payoff", "score"), ("--within", "2")], ids=" ".join)
def test_and_the_other_way_round(run: Run, option: tuple[str, str]) -> None:
    refused(run("solve", RIVER, *option), option[0], "Same One")


def test_a_hidden_hand_is_refused(run: Run) -> None:
    """All hands are to be known."""
    refused(run("solve", "g1,y5/b20/?? - - - 1 0"), "player 3")


def test_who_waits_for_a_large_ending_is_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where no bar can be shown: once, on stderr, by the work that is done."""
    monkeypatch.setattr("inaba.command.run.solve.MANY", 1)
    cards = "g1,g3,g4/g5,g14,g17/g8,g9,b12 - - g2,g7,g10-13 1 0"
    ran = run("solve", cards, "--limit", "1500", "--json")
    assert (ran.status, ran.out) == (3, "")
    first, last = ran.err.splitlines()
    assert first.startswith("inaba solve: ")
    assert "more than 1,500 are given up" in first
    assert "--within" in first
    assert "more than 1,500 positions would have to be solved" in last
    japanese = run("solve", cards, "--limit", "1500", "--lang", "ja").err.splitlines()[0]
    assert "1,500 を超えるとあきらめます" in japanese
    assert run("solve", DOG).err == ""


def test_many_lines_of_both_games(run: Run) -> None:
    """Each line is answered as its game asks."""
    ran = run("solve", "-", typed=(DOG, RIVER, DOG[:8]))
    first, second, third = map(json.loads, ran.out.splitlines())
    assert first["guarantee"] == ["1", "0", "0"]
    assert second["value"][0] == "256163/279936"
    assert third["status"] == ran.status == 2
