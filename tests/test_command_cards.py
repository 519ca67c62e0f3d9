"""`inaba play` for the card games: hands hidden from who shares the screen, calls, records, languages."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from inaba import cross_sevens, same_one
from inaba.command.faces import Face
from inaba.command.faces.cross_sevens import CrossSevensFace
from inaba.command.faces.same_one import SameOneFace
from inaba.frame.lines import wide
from inaba.record import Record
from tests import test_command
from tests.test_command import JAPANESE, Run, refused

# The same surroundings and the same way to run as in the other tests of the command.
run, surroundings = test_command.run, test_command.surroundings

DOG = "g1,y5/b20/y14 - - - 1 0"
"""Same One: player 1 lays y5, which nobody can answer, and then the dog."""
CALLS = "g3,g9/b5,y9/y1,b9 g7:3 g12 b2,y30 1 0"
"""Same One: after g9 both others hold a 9."""
SEVENS = "D8,D9,S2:plus/S6/H8,JK DSHC - try*2 - - 1 -"
"""Cross Sevens: player 2 goes out with his next play."""


def saved(tmp_path: Path, name: str) -> Record:
    text = (tmp_path / "games" / name).read_text(encoding="utf-8")
    return Record.parse(text, same_one.NOTATION, cross_sevens.NOTATION)


def turns(record: Record) -> str:
    return " ".join(str(played.step) for played in record.steps)


# Same One -------------------------------------------------------------------------------------------------


def test_same_one_is_played_to_its_end_and_scored(run: Run, tmp_path: Path) -> None:
    """Rule 13: out with the dog, so each loser scores -10 and the winner the sum; all hands are open then."""
    ran = run("play", "--position", DOG, typed=["y5", "g1"])
    assert (ran.status, ran.err) == (0, "")
    assert "Scores by seat: +20, -10, -10" in ran.out
    assert "  2: b20\n" in ran.out
    record = saved(tmp_path, "same-one.txt")
    assert record.outcome() == "1"
    assert record.names == ("Player 1", "computer: careful", "computer: careful")
    assert "b20" not in ran.out.partition("> ")[0]


def test_all_but_the_first_seat_are_computers_unless_it_is_said(run: Run, tmp_path: Path) -> None:
    run("play", "--game", "same-one", "--seed", "1", typed=["1"])
    assert saved(tmp_path, "same-one.txt").tags["Computer"] == "2,3,4"
    run(
        "play",
        "--game",
        "same-one",
        "--players",
        "9",
        "--computer",
        "8,9",
        "--seed",
        "1",
        typed=["", "1", ""],
    )
    assert saved(tmp_path, "same-one-2.txt").tags["Computer"] == "8,9"
    run("play", "--game", "cross-sevens", "--policy", "quick", "--seed", "1", typed=["1", "1"])
    assert saved(tmp_path, "cross-sevens.txt").names[1:] == ("computer: quick",) * 3


def test_who_cannot_call_is_not_asked_where_nobody_else_looks(run: Run, tmp_path: Path) -> None:
    """Player 2 lays his 9, and player 1 holds none; with one, he is asked."""
    run("play", "--position", "g3,g4/g9,b2/y1,y2 g7:1 - b8 2 0", typed=["quit"])
    assert turns(saved(tmp_path, "same-one.txt")).startswith("g9 - -")
    run("play", "--position", "g3,b9/g9,b2/y1,y2 g7:1 - b8 2 0", typed=["quit"])
    assert turns(saved(tmp_path, "same-one-2.txt")) == "g9"


def test_of_several_people_each_can_call_and_all_are_asked_aloud(run: Run, tmp_path: Path) -> None:
    """Two call, of whom chance says who is first (rule 11); the question shows nobody's hand."""
    ran = run(
        *("play", "--position", CALLS, "--computer", "none", "--seed", "3"),
        typed=["", "g9", "7", "2", "", "!y9", "3", "", "!b9", "quit"],
    )
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.count("Does anybody call Same One on green 9, with a 9?") >= 2
    assert re.match(r"g9 !y9 !b9 \((2!y9,3!b9|3!b9,2!y9)\)", turns(saved(tmp_path, "same-one.txt")))
    ran = run(
        *("play", "--position", CALLS, "--computer", "none", "--file", "none.txt"),
        typed=["", "g9", "", "quit"],
    )
    assert "1. g9--\n" in Path("none.txt").read_text(encoding="utf-8")


def test_undo_asks_everybody_again(run: Run, tmp_path: Path) -> None:
    ran = run(
        *("play", "--position", CALLS, "--computer", "none"),
        typed=["", "g9", "", "", "undo", "2", "", "!y9", "", "quit"],
    )
    assert (ran.status, ran.err) == (0, "")
    assert turns(saved(tmp_path, "same-one.txt")).startswith("g9 !y9 - (2!y9)")


def test_a_game_of_cards_goes_on_where_it_stopped(run: Run, tmp_path: Path) -> None:
    options = ("play", "--game", "same-one", "--players", "3", "--seed", "5")
    run(*options, "--file", "whole.txt", typed=["1"] * 4)
    run(*options, typed=["1", "1"])
    ran = run("play", "--resume", typed=["1", "1"])
    assert (ran.status, ran.err) == (0, "")
    assert Path("whole.txt").read_text() == (tmp_path / "games" / "same-one.txt").read_text()
    # The last game that is not over, or of one game alone.
    run("play", "--position", "0,W -,- 1 - -", typed=["1a1"])
    assert "River." in run("play", "--resume", typed=["quit"]).out
    assert "Same One." in run("play", "--resume", "--game", "same-one", typed=["quit"]).out
    refused(run("play", "--resume", "--game", "river", "--file", "whole.txt"), "is a game of Same One")
    refused(run("play", "--resume", "--game", "cross-sevens"), "no unfinished game")


def test_who_only_looks_at_his_cards_leaves_no_game_behind(run: Run, tmp_path: Path) -> None:
    ran = run("play", "--game", "same-one", "--seed", "1", typed=["board", "quit"])
    assert "Nothing was played, so nothing is saved." in ran.out
    assert not (tmp_path / "games").exists()


def test_names_in_a_record_are_in_the_language_that_is_spoken(run: Run, tmp_path: Path) -> None:
    run("play", "--position", DOG, "--lang", "ja", typed=["y5"])
    assert saved(tmp_path, "same-one.txt").names[0] == "プレイヤー 1"


# Cross Sevens ---------------------------------------------------------------------------------------------


def test_cross_sevens_is_played_to_its_end(run: Run, tmp_path: Path) -> None:
    """Player 1 uses PLUS; his turn ends by itself, for nothing is left to choose. Player 2 goes out."""
    ran = run("play", "--position", SEVENS, typed=["D8@b2", "D9@b3+plus"])
    assert (ran.status, ran.err) == (0, "")
    record = saved(tmp_path, "cross-sevens.txt")
    assert turns(record).startswith("D8@b2 D9@b3+plus end =try S6@")
    assert record.outcome() == "2"
    assert "  3: H8 JK\n" in ran.out
    assert shown_hands(ran.out.partition("> ")[0]) == {"1"}


def test_what_is_not_listed_can_be_typed(run: Run) -> None:
    position = "D8,D9,S6,S8,H8:stop,try/D6,C8,C6/H6,DA,JK DSHC - cross*2 - - 1 -"
    ran = run("play", "--position", position, typed=["why try:2:S6", "try:2:C8", "quit"])
    assert re.search(r"And \d+ ways to TRY, such as try:\d:\w+\.", ran.out)
    assert re.search(r"And \d+ plays with a STOP, such as \S+\+stop@\S+\.", ran.out)
    assert "TRY" in ran.out.partition("> ")[2]
    assert not re.search(r"^ *\d+\) try:", ran.out, re.MULTILINE)


# Both -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["same-one", "cross-sevens"])
def test_nobody_is_shown_what_another_holds(run: Run, game: str) -> None:
    """Three people, one computer: before a hand is shown everybody else is asked to look away, and it is off
    the screen before the next one is, and before all are asked something."""
    options = ("--players", "4", "--computer", "4", "--seed", "2")
    ran = run("play", "--game", game, *options, typed=["", "1"] * 40)
    assert (ran.status, ran.err) == (0, "")
    first, *parts = re.split(r"Player ([1-4]), press Enter when nobody else is looking\. ", ran.out)
    assert not shown_hands(first)
    seats = parts[::2]
    assert {*seats} == {"1", "2", "3"}
    shown = 0
    for seat, told in zip(seats, parts[1::2], strict=True):
        mine, *aloud = told.split("\n" * 100)
        assert shown_hands(mine) <= {seat}
        shown += seat in shown_hands(mine)
        assert not any(map(shown_hands, aloud))
    assert shown > 10
    assert ran.out.count("are dealt.") <= 3  # once to each, and not again at the end


def shown_hands(told: str) -> set[str]:
    """The players whose cards are shown in a text."""
    hands = re.findall(r"^[▶ ] ([1-9]): (.*)$", told, re.MULTILINE)
    return {player for player, hand in hands if re.match(r"[gbyDSHC][0-9AJQK]|JK", hand)}


@pytest.mark.parametrize(("game", "told"), [("same-one", "unanswered"), ("cross-sevens", "where is")])
def test_advice_is_from_what_the_person_has_seen(run: Run, game: str, told: str) -> None:
    ran = run("play", "--game", game, "--players", "3", "--seed", "4", typed=["1", "1", "advice", "position"])
    assert (ran.status, ran.err) == (0, "")
    assert told in ran.out
    sees = re.search(r"^> Player 1 sees: (.*)$", ran.out, re.MULTILINE)
    assert sees
    # The position as text is the same view, and shows nothing of the others.
    assert f"> {sees[1]}\n" in ran.out
    assert set(sees[1].split()[0].split("/")[1]) <= set("?,")


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("game", ["same-one", "cross-sevens"])
def test_help_in_a_game_of_cards(run: Run, game: str, lang: str) -> None:
    out = run("play", "--game", game, "--seed", "1", "--lang", lang, typed=["help", "quit"]).out
    for name in ("why", "advice", "undo", "redo", "board", "position", "save", "quit"):
        assert re.search(rf"^  {name}\b|; {name} |redo", out, re.MULTILINE)
    assert bool(JAPANESE.search(out)) == (lang == "ja")
    assert max(wide(line) for line in out.splitlines() if line.startswith("  ")) <= 120


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize(
    ("face", "start"),
    [
        (SameOneFace, same_one.start(3, same_one.parse_rules("fouls=yes,fixed_order=yes"))),
        (CrossSevensFace, cross_sevens.start(3)),
    ],
    ids=["same-one", "cross-sevens"],
)
def test_every_move_of_a_game_is_told_in_words(face: type[Face], start: Any, lang: str) -> None:
    game, rng = face(lang), Random(7)
    kinds = set()
    state = start
    for _ in range(250):
        if state.result() is not None:
            break
        if chance := state.chance():
            state = state.happen(chance.sample(rng))
            continue
        player = state.to_act()[0]
        view = state.view(player)
        moves = list(view.legal_moves())
        for move in moves:
            told = game.move(view, move)
            assert told
            assert "{" not in told
            assert bool(JAPANESE.search(told)) == (lang == "ja")
            assert game.parse_move(str(move)) == move
            kinds.add(type(move))
        state = state.play(player, rng.choice(moves))
    assert len(kinds) > 5


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["--game", "chess"], "river, same-one, cross-sevens"),
        (["--game", "same-one", "--deck", "standard"], "--deck has no place in Same One"),
        (["--game", "same-one", "--players", "2"], "a whole number from 3 to 9"),
        (["--game", "same-one", "--players", "10"], "a whole number from 3 to 9"),
        (["--game", "same-one", "--players", "four"], "a whole number from 3 to 9 is needed, not 'four'"),
        (["--game", "cross-sevens", "--players", "6"], "a whole number from 3 to 5"),
        (["--game", "cross-sevens", "--first", "2"], "--first has no place in Cross Sevens"),
        (["--game", "cross-sevens", "--dice", "typed"], "--dice has no place"),
        (["--game", "cross-sevens", "--policy", "careful"], "patient, deducer, quick, random"),
        (["--game", "same-one", "--rules", "orca=side"], "orca"),
        (
            ["--game", "river", "--position", DOG],
            "a position of Same One, not of River; leave --game out, or",
        ),
        (["--game", "cross-sevens", "--position", DOG], "say --game same-one"),
        (["--game", "same-one", "--computer", "1,1"], "seat 1 stands twice in '1,1'"),
        (["--position", DOG, "--computer", "4"], "no seat 4; 3 play"),
        (["--position", SEVENS, "--dice", "typed"], "--dice has no place in Cross Sevens"),
        (["--resume", "--policy", "quick"], "--policy has no place beside --resume"),
    ],
    ids=lambda part: " ".join(part)[:40] if isinstance(part, list) else "",
)
def test_what_a_game_does_not_know_is_refused(run: Run, argv: list[str], said: str) -> None:
    refused(run("play", *argv), said)
    assert JAPANESE.search(run("play", *argv, "--lang", "ja").err)
