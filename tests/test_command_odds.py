"""`inaba odds same-one`: what it says to a person and to a program, from whose eyes, and what it refuses."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from inaba import same_one
from inaba.frame.lines import wide
from inaba.record import Record
from inaba.same_one.cards import parse_card, parse_cards
from solvers.same_one_evidence import sights
from solvers.same_one_odds import Odds
from solvers.same_one_policies import careful
from tests import test_command
from tests.test_command import JAPANESE, Run, refused

# The same surroundings and the same way to run as in the other tests of the command.
run, surroundings = test_command.run, test_command.surroundings

VIEW = "g3,g9,g12/??,??/??,?? g7:3 - b2,b5,b9,y1,y2,y7,y30 1 0"
WHOLE = "g3,g9,g12/b5,y1/y2,y7 g7:3 - b2,b9,y30 1 0"
FOUR = "g13,b1/??,??/??/??,?? g7:4 b3 b2,b13,b14,y1,y2,y13,y30 1 0"


def told(run: Run, *argv: str) -> dict[str, Any]:
    """The JSON of an answer, in one line and nothing besides."""
    ran = run("odds", "same-one", "--json", *argv)
    assert (ran.status, ran.err, ran.out.count("\n")) == (0, "", 1)
    found: dict[str, Any] = json.loads(ran.out)
    return found


@pytest.mark.parametrize("assume", ["uniform", "no_call_no_card"])
@pytest.mark.parametrize("position", [VIEW, FOUR])
def test_json_tells_what_the_solver_finds(run: Run, position: str, assume: str) -> None:
    """Every move and every question, exactly."""
    found = told(run, position, "--assume", assume, "--card", "y2", "--number", "13", "--cards", "b1-5,y30")
    odds = Odds(same_one.parse_view(position, 1), assumption=assume)
    assert list(found) == [
        *("game", "view", "rules", "player", "assumption", "doubted", "moves", "questions"),
    ]
    assert (found["game"], found["view"], found["player"]) == ("same_one", position, 1)
    assert (found["assumption"], found["doubted"], found["rules"]) == (assume, [], "")
    for row, true in zip(found["moves"], odds.moves(), strict=True):
        assert (row["move"], row["next"]) == (str(true.move), true.next or None)
        for name in ("called", "followed", "unanswered", "out", "score"):
            assert Fraction(row[name]) == getattr(true, name)
        assert [Fraction(chance) for chance in row["callers"]] == list(true.callers)
    one, number, cards = found["questions"]
    where = odds.where(parse_card("y2"))
    assert (one["card"], Fraction(one["pile"])) == ("y2", where[0])
    assert {int(p): Fraction(chance) for p, chance in one["players"].items()} | {0: where[0]} == where
    for told_, wanted in ((number, "g13,b13,y13"), (cards, "b1-5,y30")):
        assert Fraction(told_["anybody"]) == odds.holds(parse_cards(wanted))
        for player, chance in told_["players"].items():
            assert Fraction(chance) == odds.holds(parse_cards(wanted), int(player))
    assert (number["number"], cards["cards"]) == (13, "b1-5,y30")


def test_for_a_person_in_both_languages(run: Run) -> None:
    argv = ("odds", "same-one", VIEW, "--card", "y7", "--number", "9")
    english, japanese = run(*argv).out, run(*argv, "--lang", "ja").out
    assert english.startswith(f"Player 1 sees: {VIEW}\n7 cards are hidden, 3 of them in the pile.\n")
    # Four of seven unseen cards are with the others, and b9 is one of the seven.
    assert "g9    57.143 %     2       0 %    42.857 %         0 %     -2" in english
    assert "player 3           28.571 %  28.571 %" in english
    assert "the pile           42.857 %         -" in english
    assert not JAPANESE.search(english)
    assert "どちらもない" in japanese
    assert "57.143 %" in japanese
    for text in (english, japanese):
        assert max(wide(line) for line in text.splitlines()[1:]) <= 79


def test_help_speaks_both_languages_and_fits_the_screen(run: Run) -> None:
    for game in ([], ["same-one"]):
        for lang in ("en", "ja"):
            ran = run("odds", *game, "--help", "--lang", lang)
            assert ran.status == 0
            assert max(wide(line) for line in ran.out.splitlines()) <= 80
            assert bool(JAPANESE.search(ran.out)) == (lang == "ja")
    assert "same-one" in run("odds", "--help").out


def test_the_eyes_are_those_of_the_hand_that_is_shown_or_that_is_asked_for(run: Run) -> None:
    assert told(run, VIEW) == told(run, VIEW, "--player", "1") == told(run, WHOLE, "--player", "1")
    other = told(run, WHOLE, "--player", "3")
    assert other["view"] == str(same_one.parse(WHOLE).view(3))
    assert other["moves"] == []
    assert "Player 3 is not to act here." in run("odds", "same-one", WHOLE, "--player", "3").out
    onlooker = same_one.parse(WHOLE).view(0)
    assert told(run, str(onlooker), "--card", "g3")["questions"][0]["players"]["1"] == "3/10"
    assert "An onlooker sees" in run("odds", "same-one", str(onlooker)).out
    out = "g5,b5/-/??,?? g7:3 - b2,b9,y30 1 0"
    assert told(run, out, "--rules", "play_on=yes")["player"] == 1


def test_played_on_games_have_no_score(run: Run) -> None:
    """Rule 15, and the rules stand above the answer."""
    assert {row["score"] for row in told(run, VIEW, "--rules", "play_on=yes")["moves"]} == {None}
    text = run("odds", "same-one", VIEW, "--rules", "play_on=yes").out
    assert "Rules: play_on=yes" in text
    assert "score" not in text


def test_a_call_of_ones_own_may_be_too_late(run: Run) -> None:
    asking = "b9,g12/??,??/??,?? g9:3 - y9,g14,b1,y2,b30,y30 1 0 ask"
    found = {row["move"]: row for row in told(run, asking, "--rules", "race=1:2:5")["moves"]}
    assert Fraction(found["!b9"]["called"]) == Fraction(1, 3) * Fraction(2, 3), "y9 with 2, who is faster"
    assert found["-"]["called"] == "0"


def test_whoever_leads_ten_numbers_sees_a_few_of_them_abreast(run: Run) -> None:
    rng, state = Random(4), same_one.start(9)
    while not state.to_act():
        chance = state.chance()
        assert chance is not None
        state = state.happen(chance.sample(rng))
    text = run("odds", "same-one", str(state.view(1))).out
    assert text.count("called by") == 2
    assert max(wide(line) for line in text.splitlines()[2:]) <= 79


@pytest.fixture
def recorded(tmp_path: Path) -> Record:
    """A game under way, in a file of the test's folder."""
    rng = Random(8)
    record = Record(same_one.NOTATION, same_one.start(4))
    while record.turns < 24 or not record.state.starts_turn():
        state = record.state
        if chance := state.chance():
            record.happen(chance.sample(rng))
        else:
            player = state.to_act()[0]
            record.play(player, careful(state.view(player), rng))
    (tmp_path / "game.txt").write_text(str(record), encoding="utf-8")
    return record


def test_a_record_is_seen_by_one_player_alone(run: Run, recorded: Record) -> None:
    """What he saw before counts, too; nothing of what he did not see does."""
    player = recorded.state.turn
    argv = ("--record", "game.txt", "--player", str(player))
    found = told(run, *argv, "--assume", "no_call_no_card", "--number", "9")
    odds = Odds(recorded.state.view(player), sights(recorded, player), "no_call_no_card")
    assert found["view"] == str(recorded.state.view(player))
    assert Fraction(found["questions"][0]["anybody"]) == odds.holds(parse_cards("g9,b9,y9"))
    assert [row["unanswered"] for row in found["moves"]] == [str(row.unanswered) for row in odds.moves()]
    none = told(run, *argv, "--assume", "no_call_no_card", "--windows", "0", "--number", "9")
    assert none["questions"] == told(run, *argv, "--number", "9")["questions"]
    assert found != told(run, found["view"], "--assume", "no_call_no_card", "--number", "9")


def test_an_earlier_turn_of_a_record(run: Run, recorded: Record) -> None:
    for turn in (2, 10, recorded.turns):
        found = told(run, "--record", "game.txt", "--player", "2", "--turn", str(turn))
        assert found["view"] == str(recorded.before(turn).view(2))
    last = told(run, "--record", "game.txt", "--player", "2")
    assert last["view"] == str(recorded.state.view(2))


def test_what_cannot_be_answered_is_refused(run: Run, recorded: Record) -> None:
    def ask(*argv: str) -> Any:
        return run("odds", "same-one", *argv)

    refused(run("odds"), "GAME")
    refused(run("odds", "chess"), "chess", "same-one")
    refused(ask(), "what a player sees is missing")
    refused(ask(VIEW, "--windows", "3"), "--windows needs --assume no_call_no_card")
    refused(ask(*VIEW.split()), "quotation marks", VIEW)
    refused(ask(WHOLE), "--player")
    refused(ask(WHOLE, "--player", "4"), "there is no player 4")
    refused(ask(VIEW, "--player", "9"), "there is no player 9; here they are 1 to 3")
    refused(ask(VIEW, "--player", "2"), "this is what player 1 sees", "leave --player out")
    refused(ask(VIEW, "--turn", "3"), "--turn needs --record")
    refused(ask(VIEW, "--card", "g31"), "g31")
    refused(ask(VIEW, "--card", "g7"), "g7 lies face up")
    refused(ask(VIEW, "--cards", "g7-3"), "g7-3")
    refused(ask(VIEW, "--number", "31"), "31")
    refused(ask(VIEW, "--assume", "luck"), "uniform, no_call_no_card")
    refused(ask("g3/?? g7:3"), "cannot read")
    refused(ask("--record", "game.txt"), "--record needs --player")
    refused(ask(VIEW, "--record", "game.txt", "--player", "1"), "VIEW")
    refused(ask("--record", "game.txt", "--player", "5"), "there is no player 5")
    refused(ask("--record", "game.txt", "--player", "1", "--turn", "99"), "99")
    refused(ask("--record", "nowhere.txt", "--player", "1"), "nowhere.txt")
    Path("seen.txt").write_text(recorded.seen_by(1), encoding="utf-8")
    refused(ask("--record", "seen.txt", "--player", "1"), "seen.txt is a record as one player saw it")
    Path("river.txt").write_text('[Game "river"]\n[Start "3,W -,- 1 - -"]\n[Result "*"]\n', encoding="utf-8")
    refused(ask("--record", "river.txt", "--player", "1"), "river")


def test_cards_are_taken_in_full_width_and_in_capitals(run: Run) -> None:
    plain = told(run, VIEW, "--card", "y7", "--cards", "b2,b5")
    assert told(run, VIEW, "--card", "Ｙ７", "--cards", "Ｂ２，ｂ5") == plain
    refused(run("odds", "same-one", VIEW, "--card", "ｒ７"), "cannot read 'r7'")
