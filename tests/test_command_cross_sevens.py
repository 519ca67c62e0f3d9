"""`inaba odds cross-sevens`, and what other commands say of Cross Sevens: both languages, JSON, refusals."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from inaba import cross_sevens
from inaba.cross_sevens import parse_card, parse_cards
from inaba.errors import TooLarge
from inaba.frame.lines import wide
from inaba.record import Record
from solvers.cross_sevens_odds import Odds
from solvers.cross_sevens_policies import patient
from solvers.open_hands import solve
from solvers.sights import sights
from tests import test_command
from tests.test_command import JAPANESE, Run, refused

# The same surroundings and the same way to run as in the other tests of the command.
run, surroundings = test_command.run, test_command.surroundings

VIEW = "D9,S10:try/??,??,??/??,?? DSHC D8,S2,S8,H2,H8 try*8 - - 1 -"
WHOLE = "D9,S10:try/D8,S2,H2/S8,H8 DSHC - try*8 - - 1 -"
ENDING = "D8,D9,S2:plus/S6/H8,JK DSHC - try*2 - - 1 -"
"""Player 2 goes out with his next play."""


def told(run: Run, *argv: str) -> dict[str, Any]:
    """The JSON of an answer, in one line and nothing besides."""
    ran = run(*argv, "--json")
    assert (ran.status, ran.err, ran.out.count("\n")) == (0, "", 1)
    found: dict[str, Any] = json.loads(ran.out)
    return found


# Odds -----------------------------------------------------------------------------------------------------


def test_trumps_are_taken_in_full_width_and_in_small_letters(run: Run) -> None:
    plain = told(run, "odds", "cross-sevens", VIEW, "--card", "D8", "--cards", "S2,H2")
    assert told(run, "odds", "cross-sevens", VIEW, "--card", "ｄ８", "--cards", "s2，Ｈ２") == plain
    refused(run("odds", "cross-sevens", VIEW, "--card", "ｘ８"), "X8")


def test_each_unseen_trump_is_as_likely_as_there_are_cards(run: Run) -> None:
    """Five unseen trumps, three with player 2: each is there with 3/5. D8 is what lets D9 go on."""
    found = told(run, "odds", "cross-sevens", VIEW, "--try", "--cards", "D8,S8")
    assert found["cards"]["D8"] == {"1": "0", "2": "3/5", "3": "2/5"}
    assert found["cards"]["D9"]["1"] == "1"
    assert (found["game"], found["view"], found["player"]) == ("cross_sevens", VIEW, 1)
    assert found["tries"][0] == {"move": "try:2:D8", "chance": "3/5", "opens": ["D9"]}
    # Neither of two with player 2: both among the two of player 3, 1 of 10 ways.
    assert found["questions"] == [{"cards": "D8,S8", "players": {"2": "9/10", "3": "7/10"}, "anybody": "1"}]


def test_json_tells_what_the_solver_finds(run: Run) -> None:
    found = told(run, "odds", "cross-sevens", VIEW, "--moves", "--try", "--card", "S2")
    odds = Odds(cross_sevens.parse_view(VIEW, 1))
    assert list(found["cards"]) == ["S2"]
    where = odds.where(parse_card("S2"))
    assert {int(p): Fraction(share) for p, share in found["cards"]["S2"].items()} == where
    for row, true in zip(found["moves"], odds.moves(), strict=True):
        assert (row["move"], row["mine"], row["next"]) == (str(true.move), true.mine, true.next)
        assert Fraction(row["follows"]) == true.follows
        assert row["hits"] == (None if true.hits is None else str(true.hits))
    assert [row["move"] for row in found["tries"]] == [str(row.move) for row in odds.tries()]


def test_for_a_person_in_both_languages(run: Run) -> None:
    argv = ("odds", "cross-sevens", VIEW, "--try", "--moves", "--cards", "D8,S8")
    english, japanese = run(*argv).out, run(*argv, "--lang", "ja").out
    assert english.startswith(f"Player 1 sees: {VIEW}\n")
    # What is equally likely is one row.
    assert "D8,S2,S8,H2,H8  60.000 %  40.000 %" in english
    assert "try:2:D8  60.000 %  D9" in english
    assert not JAPANESE.search(english)
    assert "どこにあるか" in japanese
    for text in (english, japanese):
        assert max(wide(line) for line in text.splitlines()[1:]) <= 79
    alone = run("odds", "cross-sevens", VIEW, "--card", "D9").out
    assert "D9           100 %" in alone


def test_what_was_answered_and_what_is_assumed_of_passes(run: Run) -> None:
    """Who says no to a TRY does not hold the trump; who passes may, unless it is assumed that he could not
    lay."""
    record = Record(
        cross_sevens.NOTATION, cross_sevens.parse(WHOLE.replace("D8,S2,H2/S8,H8", "S8,S2,H2/D8,H8"))
    )
    for player, step in ((1, "try:2:D8"), (2, "-")):
        record.play(player, step)
    while record.state.chance() or record.state.to_act() != (2,):
        record.happen(record.state.chance().sample(Random(1)))
    record.play(2, "draw:action")
    Path("game.txt").write_text(str(record), encoding="utf-8")
    argv = ("odds", "cross-sevens", "--record", "game.txt", "--player", "1")
    assert told(run, *argv)["cards"]["D8"] == {"1": "0", "2": "0", "3": "1"}
    # His three trumps are of the other four.
    assert told(run, *argv)["cards"]["S8"]["2"] == "3/4"
    assert told(run, *argv, "--turn", "1")["view"] == str(record.start.view(1))
    by_all = told(run, *argv, "--assume", "passed_could_not_lay", "--passes", "0")
    assert by_all["cards"] == told(run, *argv)["cards"]
    refused(run(*argv, "--passes", "3", "--lang", "en"), "--passes needs --assume passed_could_not_lay")


@pytest.fixture
def recorded(tmp_path: Path) -> Record:
    """A game of three computers, in a file."""
    record, rng = Record(cross_sevens.NOTATION, cross_sevens.start(3)), Random(11)
    while record.turns < 30 or not record.state.starts_turn():
        state = record.state
        if chance := state.chance():
            record.happen(chance.sample(rng))
        else:
            player = state.to_act()[0]
            record.play(player, patient(state.view(player), rng))
    (tmp_path / "game.txt").write_text(str(record), encoding="utf-8")
    return record


def test_a_record_is_seen_by_one_player_alone(run: Run, recorded: Record) -> None:
    argv = ("odds", "cross-sevens", "--record", "game.txt", "--player", "2", "--turn", "20")
    steps = sum(len(recorded.turn(turn)) for turn in range(1, 20))
    odds = Odds(recorded.before(20).view(2), sights(recorded, 2, steps), "passed_could_not_lay")
    found = told(run, *argv, "--assume", "passed_could_not_lay")
    assert found["view"] == str(recorded.before(20).view(2))
    table = odds.table()
    assert {card: row["1"] for card, row in found["cards"].items()} == {
        str(card): str(row[1]) for card, row in table.items()
    }


def test_what_cannot_be_answered_is_refused(run: Run, recorded: Record) -> None:
    def ask(*argv: str) -> Any:
        return run("odds", "cross-sevens", *argv)

    refused(ask(), "what a player sees is missing")
    refused(ask(*VIEW.split()), "quotation marks", VIEW)
    refused(ask(WHOLE), "--player")
    refused(ask(WHOLE, "--player", "4"), "there is no player 4")
    refused(ask(VIEW, "--player", "5"), "there is no player 5; here they are 1 to 3")
    refused(ask(VIEW, "--player", "3"), "this is what player 1 sees")
    assert "プレイヤー 3 に見えるもの" in ask(VIEW, "--player", "3", "--lang", "ja").err
    refused(ask(VIEW, "--card", "D7"), "D7")
    refused(ask(VIEW, "--card", "D14"), "D14")
    refused(ask(VIEW, "--assume", "luck"), "uniform, passed_could_not_lay")
    refused(ask("g3/??/?? g7:3 - - 1 0"), "cannot read")
    refused(ask("--record", "game.txt"), "--record needs --player")
    Path("seen.txt").write_text(recorded.seen_by(1), encoding="utf-8")
    refused(ask("--record", "seen.txt", "--player", "1"), "seen.txt is a record as one player saw it")


def test_help_fits_the_screen(run: Run) -> None:
    for lang in ("en", "ja"):
        ran = run("odds", "cross-sevens", "--help", "--lang", lang)
        assert ran.status == 0
        assert max(wide(line) for line in ran.out.splitlines()) <= 80
        assert bool(JAPANESE.search(ran.out)) == (lang == "ja")


# Endings, pictures, reviews -------------------------------------------------------------------------------


def test_an_ending_is_solved_with_open_hands(run: Run) -> None:
    found, truth = told(run, "solve", ENDING), solve(cross_sevens.parse(ENDING))
    assert (found["position"], found["method"], found["payoff"]) == (ENDING, "exact", "win")
    assert found["guarantee"] == ["0", "1", "0"]
    assert found["forced"] == [None, 1, None]
    assert [row["move"] for row in found["moves"]] == [str(row.step) for row in truth.moves]
    english, japanese = run("solve", ENDING).out, run("solve", ENDING, "--lang", "ja").out
    assert "wins for certain within" in english
    assert "Same One" not in english
    assert "call" not in english
    assert "必ず勝てる" in japanese
    within = told(run, "solve", ENDING, "--within", "1")
    assert (within["within"], within["forced"]) == (1, [None, 1, None])
    refused(run("solve", ENDING, "--payoff", "score"), "no scores")
    refused(
        run("solve", ENDING, "--seconds", "3"), "--seconds is for River; this is a position of Cross Sevens"
    )
    refused(run("solve", VIEW), "cannot read")


def test_endings_after_moves_and_from_a_record(run: Run, recorded: Record) -> None:
    """As River has it: of several turns, of a turn of a record, and refused with the place."""
    after = told(run, "solve", ENDING, "--after", "D8@b2D9@b3+plusend=try")
    assert after["position"] == "S2:try/S6/H8,JK DSHC,D8@b2,D9@b3 - try plus - 2 -"
    refused(run("solve", ENDING, "--after", "D8@b2 S6@e3"), "at character 7", "end")
    record = Record(cross_sevens.NOTATION, cross_sevens.parse(ENDING))
    for step in ("D8@b2", "end"):
        record.play(1, step)
    Path("ending.txt").write_text(str(record), encoding="utf-8")
    assert told(run, "solve", "--record", "ending.txt")["position"] == str(record.state)
    assert told(run, "solve", "--record", "ending.txt", "--turn", "1")["position"] == ENDING
    refused(run("solve", "--record", "ending.txt", "--turn", "9"), "9")


def test_lines_of_all_games_and_their_rules(run: Run) -> None:
    same_one = "g1,y5/b20/y14 - - - 1 0"
    ran = run("solve", "-", typed=(ENDING, same_one, "5,W -,- 1 - -"))
    first, second, third = map(json.loads, ran.out.splitlines())
    assert (first["game"], first["guarantee"]) == ("cross_sevens", ["0", "1", "0"])
    assert (second["game"], second["guarantee"][0]) == ("same_one", "1")
    assert "value" in third
    # Rules are those of a line's own game; of none, they are refused at once.
    ran = run("solve", "-", "--rules", "stop=until_next_turn", typed=(ENDING, same_one))
    first, second = map(json.loads, ran.out.splitlines())
    assert first["rules"] == "stop=until_next_turn"
    assert "stop" in second["error"]
    refused(run("solve", "-", "--rules", "wind=east"), "wind")


def test_show_takes_a_position_of_cross_sevens(run: Run, tmp_path: Path) -> None:
    ran = run("show", ENDING, "--svg", str(tmp_path / "field.svg"))
    assert (ran.status, ran.err) == (0, "")
    assert "▶ 1: D8 D9 S2 + plus" in ran.out
    assert "<svg" in (tmp_path / "field.svg").read_text(encoding="utf-8")
    assert "トランプの山札" in run("show", ENDING, "--lang", "ja").out
    # What one player sees shows no more than that.
    ran = run("show", VIEW, "--svg", str(tmp_path / "view.svg"))
    assert "▶ 1: D9 S10 + try\n  2: 3 trumps, 0 action cards" in ran.out
    assert "1: g3\n  2: ??" in run("show", "g3/??/?? - - y1,y2 1 0").out


def test_a_game_is_reviewed_with_what_each_player_knew(run: Run) -> None:
    """TRY for one of five unseen trumps, of which player 3 holds two; player 2 would have been likelier."""
    record = Record(cross_sevens.NOTATION, cross_sevens.parse(WHOLE))
    record.play(1, "try:3:S8")
    Path("game.txt").write_text(str(record), encoding="utf-8")
    found = told(run, "review", "game.txt")
    (one,) = found["decisions"]
    assert (one["move"], one["odds"]["hits"], one["was_first"]) == ("try:3:S8", "2/5", False)
    text = run("review", "game.txt").out
    assert "40.000 %" in text
    assert "Player 1: ranked first 0 of 1" in text
    assert "次の人が置ける" in run("review", "game.txt", "--lang", "ja").out


def test_a_decision_that_takes_too_long_to_count_is_null_and_named(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = Record(cross_sevens.NOTATION, cross_sevens.parse(WHOLE))
    record.play(1, "try:3:S8")
    Path("game.txt").write_text(str(record), encoding="utf-8")

    def refuse(*_: object) -> None:
        raise TooLarge("solvers.endgame.too_large", size=2, limit=1)

    monkeypatch.setattr("solvers.cross_sevens_odds.Odds.moves", refuse)
    (one,) = told(run, "review", "game.txt")["decisions"]
    assert [one[name] for name in ("move", "odds", "first", "was_first")] == ["try:3:S8", None, None, None]
    text = " ".join(run("review", "game.txt").out.split())
    assert "too long to count: 1. " in text
    assert "Player 1: ranked first 0 of 0" in text
    assert "時間がかかりすぎる" in run("review", "game.txt", "--lang", "ja").out


def test_a_game_of_same_one_is_reviewed_likewise(run: Run) -> None:
    """b9 is one of seven unseen cards, four of which the others hold."""
    from inaba import same_one

    state = same_one.parse("g3,g9,g12/b5,y1/y2,y7 g7:3 - b2,b9,y30 1 0")
    record = Record(same_one.NOTATION, state, players=("Aya", "Ben", "Cat"))
    record.play(1, "g9")
    Path("game.txt").write_text(str(record), encoding="utf-8")
    ran = run("review", "game.txt")
    assert (ran.status, ran.err) == (0, "")
    assert "Players: 1 Aya, 2 Ben, 3 Cat" in ran.out
    assert "g9      57.143 %       0 %    42.857 %" in ran.out
    assert "Player 1 Aya: ranked first 0 of 1" in ran.out
    (one,) = told(run, "review", "game.txt")["decisions"]
    assert one["odds"] == {"called": "4/7", "followed": "0", "unanswered": "3/7"}
    for option in (("--seconds", "3"), ("--by", "maxn"), ("--seed", "1")):
        refused(run("review", "game.txt", *option), f"{option[0]} has no place in Same One")


def test_of_a_match_every_game_is_reviewed_and_the_last_is_asked_about(run: Run) -> None:
    """A match of Same One is one file (rule 13), as the table in the notebook saves it."""
    from inaba import same_one

    match = same_one.Match(same_one.start(3, deck=same_one.parse_cards("g5,g9,b9,b2,y12,y3"), hand=2))
    deal = ("=g5", "=b9", "=y12", "=g9", "=b2", "=y3")
    first = match.record()
    for event in deal:
        first.happen(event)
    # Nobody can follow or call the 5, and there is nothing to draw: player 1 leads again, and is out.
    for player, move in (
        (1, "g5"),
        (2, "-"),
        (3, "-"),
        (2, "draw"),
        (2, "-"),
        (3, "-"),
        (3, "draw"),
        (1, "g9"),
    ):
        first.play(player, move)
    second = match.scored(first.state.scores()).record()
    for event in deal:
        second.happen(event)
    second.play(2, "g5")
    text = same_one.format_match([first, second])
    Path("match.txt").write_text(text, encoding="utf-8")
    ran = run("review", "match.txt", "--json")
    assert [json.loads(line)["result"] for line in ran.out.splitlines()] == ["1", "*"]
    assert run("review", "match.txt").out.count("Decisions without a choice are left out.") == 2
    assert told(run, "solve", "--record", "match.txt", "--turn", "1")["position"] == str(second.start)
    refused(run("play", "--resume", "--file", "match.txt"), "is a match", "game 2")
    assert Path("match.txt").read_text(encoding="utf-8") == text


def test_a_position_without_quotation_marks_is_named_with_them(run: Run) -> None:
    refused(run("show", *ENDING.split()), f'quotation marks, "{ENDING}"')


def test_cards_found_by_runs_are_those_that_are_written(run: Run) -> None:
    """A list in a question is read as the notation writes it."""
    found = told(run, "odds", "cross-sevens", VIEW, "--cards", "S2,S8,D8")
    assert parse_cards(found["questions"][0]["cards"]) == parse_cards("D8,S2,S8")
