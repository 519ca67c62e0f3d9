"""Positions that a game begins with, as the command line writes them."""

from __future__ import annotations

import json

import pytest

from inaba import river
from inaba.river import DECKS, format_deck
from solvers import survey
from tests.test_command import Run, refused, run, surroundings

__all__ = ["run", "surroundings"]


def written(run: Run, *options: str) -> str:
    """The position that ``show`` writes, which stands in its text too."""
    found = json.loads(run("show", *options, "--json").out)
    assert f'"{found["position"]}"' in run("show", *options).out
    return str(found["position"])


@pytest.mark.parametrize("deck", DECKS)
def test_a_deck_is_shown_as_a_game_begins_with_it(run: Run, deck: str) -> None:
    position = written(run, "--deck", deck, "--players", "3")
    assert position == f"?,?,?/?,?,?/?,?,?/?,?,? -,-,- 1 - {format_deck(DECKS[deck])}"
    assert run("show", position).out in run("show", "--deck", deck, "--players", "3").out


def test_an_open_opening_is_the_first_layout_of_a_survey_with_the_same_seed(run: Run) -> None:
    laid = next(survey.layouts("classroom", 1, seed=7))
    assert written(run, "--deck", "classroom", "--open", "--seed", "7") == laid
    assert written(run, "--deck", "classroom", "--open") == next(survey.layouts("classroom", 1, seed=1))
    row = laid.partition(" ")[0]
    options = ("--deck", "classroom", "--open", "--seed", "7", "--players", "4", "--first", "3")
    assert written(run, *options) == f"{row} -,-,-,- 3 - -"


def test_it_can_be_asked_about_as_it_is_written(run: Run) -> None:
    """What stands in quotation marks goes into ``solve``, with the rules that are named beside it."""
    options = ("--deck", "3,5,D,O", "--columns", "2", "--rows", "2", "--open", "--rules", "orca=side")
    position = written(run, *options)
    assert "with --rules orca=side" in run("show", *options).out
    told = json.loads(run("show", *options, "--json").out)
    assert (told["game"], told["rules"]) == ("river", "orca=side")
    assert run("solve", position, "--rules", told["rules"]).status == 0


def test_a_draft_is_still_to_be_dealt_or_dealt_by_a_seed(run: Run) -> None:
    small = ("--deck", "3,5,D,W", "--columns", "2", "--rows", "2", "--setup", "draft")
    assert written(run, *small) == ".,./.,. -,- 1 - 3,5,D,W draft:deal:/:/"
    dealt = river.parse(written(run, *small, "--seed", "0"))
    assert dealt.chance() is None
    assert dealt.to_act() == (1, 2)
    deals = {written(run, *small, "--seed", str(seed)) for seed in range(12)}
    assert 1 < len(deals) <= 6
    assert written(run, *small, "--seed", "0") == str(dealt)


@pytest.mark.parametrize("game", ["same-one", "cross-sevens"])
def test_the_card_games_begin_with_a_deal(run: Run, game: str) -> None:
    assert "deal:" in written(run, "--game", game, "--players", "3")
    dealt = written(run, "--game", game, "--players", "3", "--seed", "5")
    assert "deal:" not in dealt
    assert run("show", dealt).status == 0
    assert json.loads(run("show", dealt, "--json").out)["game"] == game


def test_the_decks_are_listed_with_their_cards(run: Run) -> None:
    assert json.loads(run("show", "--decks", "--json").out) == {
        "decks": {name: format_deck(cards) for name, cards in DECKS.items()}
    }
    out = run("show", "--decks").out
    for name, cards in DECKS.items():
        line = next(line for line in out.splitlines() if line.startswith(name))
        assert line.split() == [name, str(len(cards)), format_deck(cards)]
    assert "--columns 2 --rows 2" in " ".join(out.split())
    assert "ダイオウイカ" in run("show", "--decks", "--lang", "ja").out
    # The example in it is one that works.
    assert run("show", "--deck", "3,5,D,W", "--columns", "2", "--rows", "2").status == 0


REFUSED = [
    (["show"], "inaba show --decks lists the decks", "inaba show --decks で見られます"),
    (["show", "classroom"], "inaba show --deck classroom", "inaba show --deck classroom"),
    (["show", "Classroom"], "inaba show --deck classroom", "inaba show --deck classroom"),
    (["show", "opening"], "inaba show --deck standard", "inaba show --deck standard"),
    (["solve", "start"], "inaba show --deck standard", "inaba show --deck standard"),
    (["play", "--position", "classroom"], "inaba show --deck classroom", "inaba show --deck classroom"),
    (["show", "--deck", "classrom"], "the decks are standard, classroom", "standard, classroom です"),
    (["survey", "--deck", "classrom", "--out", "x"], "the decks are standard", "standard, classroom です"),
    (["show", "--deck", "standard", "--rows", "2"], "12 cards for a river of 3 by 2", "3 列 2 行の川には"),
    (["show", "--deck", "standard", "--seed", "3"], "--seed needs --open", "--seed は --open とともに"),
    (["show", "--open", "--setup", "draft"], "no place beside --setup draft", "いっしょには使えません"),
    (["show", "--game", "same-one", "--open"], "--open has no place in Same One", "セイムワン"),
    (["show", "--game", "same-one", "--deck", "standard"], "--deck has no place", "セイムワン"),
    (["show", "5,W -,- 1 - -", "--deck", "standard"], "--deck has no place beside POSITION", "いっしょには"),
    (["show", "5,W -,- 1 - -", "--seed", "0"], "--seed has no place beside POSITION", "いっしょには"),
    (["show", "--decks", "--deck", "standard"], "--deck has no place beside --decks", "いっしょには"),
    (["show", "5,W -,- 1 - -", "--decks"], "POSITION has no place beside --decks", "いっしょには"),
    (["show", "--players", "5"], "a whole number from 2 to 4", "2～4 の整数"),
]


@pytest.mark.parametrize(("argv", "english", "japanese"), REFUSED, ids=lambda part: str(part)[:40])
def test_what_is_refused_and_how(run: Run, argv: list[str], english: str, japanese: str) -> None:
    refused(run(*argv), english)
    refused(run("--lang", "ja", *argv), japanese)


def test_a_line_with_a_word_for_a_position_is_told_the_way_too(run: Run) -> None:
    ran = run("solve", "-", typed=["classroom"])
    assert ran.status == 2
    assert "inaba show --deck classroom" in json.loads(ran.out)["error"]
