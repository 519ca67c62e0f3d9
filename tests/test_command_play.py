"""`inaba play` in River: moves, undo, saving and going on, drafts, advice, both languages."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from inaba import river
from inaba.command import terminal
from inaba.frame.lines import wide
from inaba.record import Record
from tests import test_command
from tests.test_command import (
    SMALL,
    SMALL_VALUE,
    Ran,
    Run,
    refused,
)

# The same surroundings and the same way to run as in the other tests of the command.
run, surroundings = test_command.run, test_command.surroundings


def games(tmp_path: Path) -> list[str]:
    """The saved games, each as text: river.txt, river-2.txt, …"""
    folder = tmp_path / "games"
    found = sorted(folder.glob("*"), key=lambda path: (len(path.name), path.name))
    return [path.read_text(encoding="utf-8") for path in found]


def steps(text: str) -> str:
    """The turns of a record."""
    return text.partition("\n\n")[2].strip()


def test_a_game_is_played_to_its_end(run: Run, tmp_path: Path) -> None:
    ran = run("play", "--position", "0,W -,- 1 - -", typed=["1a1", "2b1", "1*"])
    assert (ran.status, ran.err) == (0, "")
    assert "move rabbit 1: a1" in ran.out
    (game,) = games(tmp_path)
    assert '[Result "1"]' in game
    assert steps(game) == "1. 1a1 2. 2b1 3. 1*"
    assert Record.parse(game, river.NOTATION).outcome() == "1"
    assert "The record is in" in ran.out


def test_moves_are_chosen_by_number_too(run: Run, tmp_path: Path) -> None:
    ran = run("play", "--position", "0,W -,- 1 - -", typed=["2", "4", "0", "99", "２"])
    (game,) = games(tmp_path)
    # 1a1 and 1b1, 2a1 and 2b1 are the moves at first; then 1*, and rabbit 2 to a1.
    assert steps(game) == "1. 1b1 2. 2a1"
    assert "there is no move 4" in ran.out
    assert "there is no move 99" in ran.out


def test_what_is_typed_may_be_full_width(run: Run, tmp_path: Path) -> None:
    options = ["--position", "5,W -,- 1 - -", "--dice", "typed"]
    ran = run(
        "play",
        *options,
        typed=["１ａ２", "ｗｈｙ　１ａ１", "１ａ１", "（３，４）", "ｓａｖｅ　１局目.txt", "ｑ"],
    )
    (game,) = games(tmp_path)
    assert steps(game) == "1. 1a1(3,4)"
    assert "no square a2" in ran.out
    assert "1a1 is allowed" in ran.out
    # A file is called what was typed.
    assert (tmp_path / "１局目.txt").exists()
    told = run("play", "--lang", "ja", "--position", "5,W -,- 1 - -", typed=["1*", "9", "why 1a1"]).out
    assert "へは行けません。\n" in told.replace("> ", "\n")
    # What stands in a command line, a script as a rule, is read as strictly as ever.
    refused(run("play", "--position", "５,W -,- 1 - -"), "５")


def test_bad_input_is_explained_and_changes_nothing(run: Run, tmp_path: Path) -> None:
    ran = run(
        "play",
        "--position",
        "0,W/5,3 -,- 1 - -",
        typed=["1a2", "swim", "", "١a1", "why 1a2", "why 1a1", "redo", "undo", "save", "a\x1b[2Jb"],
    )
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.count("rabbit 1 can go to a1, b1, not to a2") == 2
    for said in (
        "'swim' is no move",
        "has no place here; only plain",
        "1a1 is allowed",
        "nothing to play again",
        "nothing to take back",
        "where?",
        r"a\x1b[2Jb",
    ):
        assert said in ran.out
    assert "\x1b" not in ran.out
    assert games(tmp_path) == []
    assert "nothing is saved" in ran.out


def test_undo_and_redo_lead_from_decision_to_decision(run: Run, tmp_path: Path) -> None:
    run("play", "--seed", "5", "--position", "9,W -,- 1 - -", typed=["1a1", "2b1"])
    (kept,) = games(tmp_path)
    ran = run(
        "play",
        "--seed",
        "5",
        "--position",
        "9,W -,- 1 - -",
        typed=["1a1", "undo", "1a1", "undo", "redo", "2b1", "undo", "undo", "redo", "redo"],
    )
    assert (ran.status, ran.err) == (0, "")
    # What is taken back and played again comes out as before, dice and all.
    assert [steps(game) for game in games(tmp_path)] == [steps(kept)] * 2


def test_one_seed_gives_one_game(run: Run, tmp_path: Path) -> None:
    for seed in ("7", "7", "8"):
        run("play", "--computer", "1,2,3", "--players", "3", "--deck", "classroom", "--seed", seed)
    first, again, other = games(tmp_path)
    assert first == again
    assert steps(first) != steps(other)
    assert '[Result "*"]' not in first


def test_a_game_goes_on_where_it_stopped(run: Run, tmp_path: Path) -> None:
    options = ["--deck", "classroom", "--computer", "2", "--seed", "11"]
    whole = run("play", *options, typed=["1", "1", "1", "1"])
    run("play", *options, typed=["1", "1", "quit"])
    ran = run("play", "--resume", typed=["1", "1"])
    assert (whole.status, ran.status, ran.err) == (0, 0, "")
    assert "inaba play --resume" in ran.out
    # Stopped in between or not: seed, seats and dice are those of the game.
    first, second = games(tmp_path)
    assert first == second


def test_end_of_input_and_quitting_keep_the_game(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    ran = run("play", "--position", "0,W -,- 1 - -", "--file", str(file), typed=["1a1"])
    assert ran.status == 0
    assert f'inaba play --resume --file "{file}"' in ran.out
    assert steps(file.read_text(encoding="utf-8")) == "1. 1a1"
    ran = run("play", "--resume", "--file", str(file), "--lang", "ja", typed=["2b1", "q"])
    assert "続けるには" in ran.out
    assert steps(file.read_text(encoding="utf-8")) == "1. 1a1 2. 2b1"
    assert games(tmp_path) == []


def test_a_game_is_saved_after_each_turn(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Crash(BaseException):
        """As if the power failed."""

    answers = iter(["1a1", "2b1"])

    def ask(_: str) -> str:
        try:
            return next(answers)
        except StopIteration:
            saved.extend(games(tmp_path))
            raise Crash from None

    saved: list[str] = []
    monkeypatch.setattr("builtins.input", ask)
    with pytest.raises(Crash):
        run("play", "--position", "0,W -,- 1 - -")
    assert [steps(text) for text in saved] == ["1. 1a1 2. 2b1"]


def test_ctrl_c_keeps_the_game(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["1a1"])

    def ask(_: str) -> str:
        for answer in answers:
            return answer
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", ask)
    ran = run("play", "--position", "0,W -,- 1 - -")
    assert ran.status == 130
    assert "inaba play --resume" in ran.out
    assert [steps(game) for game in games(tmp_path)] == ["1. 1a1"]


def test_a_new_game_leaves_other_games_alone(run: Run, tmp_path: Path) -> None:
    run("play", "--position", "0,W -,- 1 - -", typed=["1a1"])
    run("play", "--position", "0,W -,- 1 - -", typed=["1b1"])
    assert [steps(game) for game in games(tmp_path)] == ["1. 1a1", "1. 1b1"]
    file = tmp_path / "games" / "river.txt"
    refused(run("play", "--file", str(file)), "is there already", "--resume")


def test_resume_takes_the_last_game_that_is_not_over(run: Run, tmp_path: Path) -> None:
    run("play", "--position", "0,W -,- 1 - -", typed=["1a1"])
    run("play", "--position", "0,W -,- 1 - -", typed=["1b1"])
    run("play", "--position", "0,W -,- 1 - -", typed=["1a1", "1*"])
    (tmp_path / "games" / "zzz.txt").write_text("no record", encoding="utf-8")
    os.utime(tmp_path / "games" / "river.txt", (1, 1))
    ran = run("play", "--resume", typed=["2a1"])
    assert ran.status == 0
    assert steps((tmp_path / "games" / "river-2.txt").read_text(encoding="utf-8")) == "1. 1b1 2. 2a1"


def test_a_copy_is_saved_under_a_free_name(run: Run, tmp_path: Path) -> None:
    mine = tmp_path / "game.txt"
    mine.write_text("mine", encoding="utf-8")
    ran = run("play", "--position", "0,W -,- 1 - -", typed=["1a1", "save game.txt", "save no/game.txt"])
    assert mine.read_text(encoding="utf-8") == "mine"
    assert steps((tmp_path / "game-2.txt").read_text(encoding="utf-8")) == "1. 1a1"
    assert "game-2.txt" in ran.out
    assert "no/game.txt: No such file" in ran.out


def test_a_game_that_cannot_be_saved_says_so(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("INABA_STATE", str(tmp_path / "file" / "games"))
    ran = run("play", "--position", "0,W -,- 1 - -", typed=["1a1"])
    assert ran.status == 0
    assert "Not a directory" in ran.out
    assert "could not be saved" in ran.out


def test_rolls_are_typed_where_people_have_real_dice(run: Run, tmp_path: Path) -> None:
    ran = run(
        "play",
        "--dice",
        "typed",
        "--position",
        "9,W -,- 1 - -",
        typed=["1a1", "seven", "7,1", "3", "undo", "1a1", "board", "4 4", "2b1", "2*"],
    )
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.count("that is no roll of 2d6") == 3
    (game,) = games(tmp_path)
    assert '[Dice "typed"]' in game
    assert steps(game) == "1. 1a1(4,4) 2. 2b1 3. 2*"


def test_the_third_time_a_position_comes_up_is_a_draw(run: Run, tmp_path: Path) -> None:
    # Only rabbit 1 can move, onto the orca, which carries it back: River, "endless play".
    ran = run("play", "--position", "O/W a1,- 1 - -", typed=["1a2", ">a1"] * 4 + ["1a2"])
    assert ran.status == 0
    assert "third time: a draw" in ran.out
    (game,) = games(tmp_path)
    assert '[Result "draw"]' in game
    assert "4. 1a2>a1" in game
    assert "5." not in game


def test_advice_is_exact_where_it_can_be(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    ran = run("play", "--position", SMALL, typed=["advice"])
    assert SMALL_VALUE in ran.out
    # Beyond that it says what it is.
    monkeypatch.setattr("inaba.command.run.play.ADVICE_SECONDS", 0.2)
    for players in ("2", "3"):
        ran = run("play", "--players", players, typed=["advice", "1"])
        assert (ran.status, ran.err) == (0, "")
        assert "an estimate, not the value" in " ".join(ran.out.split())
    ran = run("play", "--position", "3,W -,-,- 1 - -", typed=["advice"])
    assert "max-n" in ran.out
    assert "1/36" in ran.out


def test_a_computer_plays_its_best_where_it_can(run: Run, tmp_path: Path) -> None:
    # Rabbit 1 stands before the goal: whoever plays for it goes in. A random player might not.
    for seed in range(10):
        run("play", "--position", "0,W a1,- 1 - -", "--computer", "1", "--seed", str(seed))
    assert [steps(game) for game in games(tmp_path)] == ["1. 1*"] * 10


def draft(run: Run, *argv: str, typed: Sequence[str]) -> Ran:
    return run(
        *("play", "--setup", "draft", "--deck", "D,9,7,5", "--columns", "2", "--rows", "2", "--seed", "3"),
        *argv,
        typed=typed,
    )


def test_a_draft_shows_nobody_another_s_cards(run: Run, tmp_path: Path) -> None:
    ran = draft(run, typed=["", "1", "", "1", "", "1", "", "1", *["", "1"] * 4])
    assert (ran.status, ran.err) == (0, "")
    asked = re.split(r"Player ([12]), press Enter when nobody else is looking\. ", ran.out)
    assert not re.search(r"Hand|hand", asked[0])
    seats = asked[1::2]
    assert seats[:4] == ["1", "2", "1", "2"]
    for seat, shown in zip(seats, asked[2::2], strict=True):
        other = "2" if seat == "1" else "1"
        hands = re.findall(rf"^{other}: Hand (.*?); Kept (.*)$", shown, re.MULTILINE)
        assert set("".join(hand + kept for hand, kept in hands)) <= set("? -")
        # Whatever he was shown is off the screen before the seat is passed on.
        if seat != seats[-1] or shown is not asked[-1]:
            assert shown.endswith("\n" * 100)
    (game,) = games(tmp_path)
    state = Record.parse(game, river.NOTATION).state
    assert state.secrets


def test_a_draft_against_computers_needs_no_passing_on(run: Run) -> None:
    ran = draft(run, "--computer", "2", typed=["1", "1", "why +W", "position"])
    assert ran.status == 0
    assert "press Enter" not in ran.out
    assert "Computer 2 keeps a card." in ran.out
    assert "W is not in your hand" in ran.out or "another kind of move is due" in ran.out
    # The position as text is a view: what the computer laid is not told.
    assert not re.search(r"\?2:", ran.out)


def test_advice_in_a_draft_tells_no_secrets(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("inaba.command.run.play.ADVICE_SECONDS", 0.2)
    ran = draft(run, "--computer", "2", typed=["1", "1", "1", "1", "advice"])
    assert (ran.status, ran.err) == (0, "")
    assert "an estimate, not the value" in " ".join(ran.out.split())
    assert not re.search(r"\?2:", ran.out)


def test_advice_can_be_stopped_and_play_goes_on(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("solvers.oracle.Oracle.answer", slow)
    ran = run("play", "--position", "0,W -,- 1 - -", typed=["advice", "1a1"])
    assert ran.status == 0
    assert "no advice" in ran.out
    assert [steps(game) for game in games(tmp_path)] == ["1. 1a1"]


def test_an_estimate_that_is_stopped_is_no_advice(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """However far it got: it would not be what was asked for, and nobody would be told."""

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("inaba.command.run.play.ADVICE_SECONDS", 0.2)
    monkeypatch.setattr("solvers.monte_carlo.PlayedOut.play", stop)
    monkeypatch.setattr("solvers.monte_carlo.play_out", stop)
    ran = draft(run, "--computer", "2", typed=["1", "advice"])
    assert ran.status == 0
    assert "no advice" in ran.out
    assert "standard error" not in ran.out


def test_many_moves_are_listed_without_words(run: Run) -> None:
    ran = run("play", "--setup", "draft", "--computer", "2", "--seed", "1", typed=["1"] * 6)
    assert re.search(r"^1\) \S+@a1 +2\) \S+@b1", ran.out, re.MULTILINE)
    assert max(wide(line) for line in ran.out.splitlines() if "@" in line) <= 79


def test_help_in_a_game_speaks_both_languages(run: Run) -> None:
    english = run("play", "--position", SMALL, typed=["help", "board", "position"]).out
    japanese = run("play", "--position", SMALL, "--lang", "ja", typed=["?"]).out
    for name in ("why", "advice", "undo", "redo", "board", "position", "save", "quit"):
        assert name in english
        assert name in japanese
    assert SMALL in english
    assert "ウサギ" in japanese


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_kind_of_move_is_told_in_words(run: Run, lang: str) -> None:
    for position in (
        "0,W a1,- 1 - -",
        "5-2,4x/0,D b1,- 1 - - ride:1:b1",
        "O,?/0,D a2,- 1 - W ride:1:a2",
        "5,D -,b1 1 - - ride:2:b1",
        "O,?/0,D -,- 1 - W",
        "O -,a1 1 - - ride:2:a1",
        "?,3/S,? a1,- 1 - 4,O peek:1",
        "0 -,a1 1 - -",
    ):
        ran = run("play", "--position", position, "--lang", lang, typed=["quit"])
        assert (ran.status, ran.err) == (0, "")
        assert re.search(r"^ +1\) \S+ +\S", ran.out, re.MULTILINE)


def test_where_games_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert terminal.games_folder() == tmp_path / "games"
    monkeypatch.delenv("INABA_STATE")
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert terminal.games_folder() == tmp_path / "state" / "inaba"
    monkeypatch.setenv("XDG_STATE_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert terminal.games_folder() == tmp_path / ".local" / "state" / "inaba"
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "AppData"))
    assert terminal.games_folder() == tmp_path / "AppData" / "inaba"
    monkeypatch.setattr("sys.platform", "darwin")
    assert terminal.games_folder() == tmp_path / "Library" / "Application Support" / "inaba"


def test_without_a_known_home_games_are_kept_where_the_person_is(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("INABA_STATE", "XDG_STATE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr("os.path.expanduser", lambda name: name)
    ran = run("play", "--position", "5,W -,- 1 - -", typed=["1b1", "quit"])
    assert (ran.status, ran.err) == (0, "")
    assert len(list(tmp_path.rglob("river.txt"))) == 1


def test_two_sittings_at_one_game_keep_both(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game.txt"
    run("play", "--position", SMALL, "--file", "game.txt", typed=["1a1", "quit"])
    before = file.read_text()
    others = before.replace("1. 1a1", "1. 1a1 2. 2b1(6,6)")

    def somebody_plays_on(prompt: str) -> str:
        file.write_text(others)
        return next(typed)

    typed = iter(["1b2", "quit"])
    monkeypatch.setattr("builtins.input", somebody_plays_on)
    ran = run("play", "--resume", "--file", "game.txt")
    assert ran.status == 0
    assert file.read_text() == others
    assert (tmp_path / "game-2.txt").read_text() == before.replace("1. 1a1", "1. 1a1 2. 1b2")
    assert "game.txt was written by somebody else" in ran.out
    assert '--file "game-2.txt"' in ran.out


def test_a_link_to_a_game_stays_a_link(run: Run, tmp_path: Path) -> None:
    run("play", "--position", SMALL, "--file", "game.txt", typed=["1a1", "quit"])
    (tmp_path / "link.txt").symlink_to("game.txt")
    run("play", "--resume", "--file", "link.txt", typed=["1b2", "quit"])
    assert (tmp_path / "link.txt").is_symlink()
    assert "2. 1b2" in (tmp_path / "game.txt").read_text()


def test_a_game_is_not_begun_where_it_cannot_be_saved(run: Run) -> None:
    refused(run("play", "--file", "nowhere/game.txt"), "nowhere")


def test_a_game_is_saved_as_no_name_that_a_file_cannot_have(run: Run, tmp_path: Path) -> None:
    ran = run(
        "play", "--position", "5,W -,- 1 - -", typed=["save a\0b", "save ~nobody-of-this-name/x", "quit"]
    )
    assert (ran.status, ran.err) == (0, "")
    assert "a\\x00b: " in ran.out
    assert "~nobody-of-this-name/x: " in ran.out
    assert os.listdir(tmp_path) == []


# Damaged headers ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("header", "said", "japanese"),
    [
        ('[Computer "2,x"]', "header Computer is '2,x', and it has to name seats from 1 to 2", "1～2 の席を"),
        ('[Computer "3"]', "header Computer is '3'", "見出し Computer が「3」"),
        ('[Computer "2,2"]', "each once and in order", "小さい順に 1 回ずつ"),
        ('[Computer ""]', "say it anew with --computer", "--computer で指定し直して"),
        ('[Seed "12a"]', "header Seed is '12a', and it has to be a whole number", "整数でなければ"),
        ('[Seed "1234567890"]', "say it anew with --seed", "--seed で指定し直して"),
        ('[Dice "thrown"]', "it has to be rolled or typed", "rolled か typed"),
    ],
)
def test_a_damaged_header_of_a_saved_game_is_refused(
    run: Run, tmp_path: Path, header: str, said: str, japanese: str
) -> None:
    """And what is said anew on the command line takes its place."""
    file = tmp_path / "game.txt"
    text = saved_with(header)
    file.write_text(text, encoding="utf-8")
    resumed = ("play", "--resume", "--file", str(file))
    refused(run(*resumed), said)
    assert japanese in run(*resumed, "--lang", "ja").err
    assert file.read_text(encoding="utf-8") == text
    option = header[1:].partition(" ")[0].lower()
    value = {"computer": "2", "seed": "5", "dice": "rolled"}[option]
    assert run(*resumed, f"--{option}", value, typed=["quit"]).status == 0


def saved_with(*headers: str) -> str:
    """A game of one turn with more headers."""
    record = Record(river.NOTATION, river.parse("0,W -,- 1 - -"))
    record.names = ("Aya", "computer: simple")
    record.play(1, "1a1")
    head, _, turns = str(record).partition("\n\n")
    return "\n".join([head, *headers]) + "\n\n" + turns


def test_a_computer_player_that_there_is_not_does_not_play(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(
        saved_with('[Computer "2"]').replace("computer: simple", "computer: clever"), encoding="utf-8"
    )
    resumed = ("play", "--resume", "--file", str(file))
    refused(run(*resumed), "player 2 is played by the computer player 'clever'", "strong, simple")
    assert "打ち手「clever」はいません" in run(*resumed, "--lang", "ja").err
    assert run(*resumed, "--computer", "none", typed=["quit"]).status == 0
    file.write_text(saved_with('[Computer "2"]'), encoding="utf-8")
    assert "Computer 2 moves" in run(*resumed, typed=["quit"]).out
