"""The command `inaba`: what it prints, refuses, copies and saves, in both languages, and its exit status."""

from __future__ import annotations

import io
import json
import os
import re
import select
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from http.client import HTTPConnection
from importlib.metadata import version
from importlib.resources import files as package_files
from pathlib import Path
from typing import Any, NamedTuple, NoReturn
from urllib.parse import parse_qs, urlsplit

import pytest

from inaba import __main__ as command
from inaba import river
from inaba.command import arguments, lab, terminal
from inaba.command.columns import table, wrapped
from inaba.command.position import played
from inaba.dice import TWO_DICE, total
from inaba.errors import NotationError, SetupError
from inaba.frame.lines import wide
from inaba.record import Record

ROOT = Path(__file__).parent.parent

SMALL = "5,W,4/0,6,3 -,- 1 - -"
SMALL_VALUE = "256163/279936"

KNOWN = [
    (SMALL, "", SMALL_VALUE),
    ("5,?,4/?,6,D -,- 1 - W,O", "", "11/12"),
    ("5,?,4/?,6,D -,- 1 - W,O", "orca=side", "23/24"),
    ("?,3/S,? -,- 1 - 4,O", "", "29/32"),
    ("5,W,4/O,6,D/3,5,7 -,- 1 - -", "", "3363057643841221/5484237660094464"),
    ("5,W,4/O,6,D/3,5,7 -,- 1 - -", "orca=side", "3903517470487729/5484237660094464"),
    ("5,W,4/O,6,D/3,5,7 -,- 1 - -", "rest=owner", "6723237258884137/10968475320188928"),
    ("5,W,4/O,6,D/3,5,7 -,- 1 - -", "orca=side,rest=owner", "15608427868413049/21936950640377856"),
    ("3,0,5/0,4,0/6,0,4/0,5,D -,- 1 - -", "", "56418817/60466176"),
]
"""Positions with the value for player 1 that two programs written apart have agreed on."""

JAPANESE = re.compile(r"[぀-ヿ一-鿿]")


class Ran(NamedTuple):
    """What a run of the command came to."""

    status: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture(autouse=True)
def surroundings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """English, games in a folder of the test's own, and none of this machine's settings."""
    monkeypatch.setenv("INABA_LANG", "en")
    monkeypatch.setenv("INABA_STATE", str(tmp_path / "games"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the command in this process; ``typed`` is what a person types."""

    def running(*argv: str, typed: Sequence[str] = ()) -> Ran:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        capsys.readouterr()
        status = command.main(argv)
        return Ran(status, *capsys.readouterr())

    return running


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), **more}


def process(*argv: str, **more: str) -> subprocess.Popen[bytes]:
    """The command as a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "inaba", *argv],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(**more),
    )


def refused(ran: Ran, *said: str, status: int = 2) -> None:
    """It was refused with one line on stderr that says these things, and nothing on stdout."""
    assert (ran.status, ran.out) == (status, "")
    assert ran.err.endswith("\n")
    assert ran.err.count("\n") == 1
    for words in said:
        assert words in ran.err


# Help and refusals ----------------------------------------------------------------------------------------

COMMANDS = ("lab", "assignment", "solve", "survey", "fight", "show", "play")


@pytest.mark.parametrize("name", [None, *COMMANDS])
def test_help_speaks_both_languages(run: Run, name: str | None) -> None:
    before = [] if name is None else [name]
    english = run(*before, "--help")
    assert english.status == 0
    assert english.out.startswith("usage: inaba")
    assert not JAPANESE.search(english.out)
    for argv in (
        [*before, "--help", "--lang", "ja"],
        ["--lang", "ja", *before, "-h"],
        ["--lang=ja", *before, "--help"],
    ):
        japanese = run(*argv)
        assert japanese.status == 0
        assert japanese.out.startswith("使い方: inaba")
        assert "オプション" in japanese.out
        # What argparse says by itself must not shine through.
        assert not re.search("usage:|options:|positional|show this|default", japanese.out)


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("name", COMMANDS)
def test_help_fits_the_screen(run: Run, name: str, lang: str) -> None:
    assert max(wide(line) for line in run(name, "--help", "--lang", lang).out.splitlines()) <= 80


def test_help_is_in_the_language_of_the_machine(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INABA_LANG", "ja")
    assert run("--help").out.startswith("使い方")
    assert run("--help", "--lang", "en").out.startswith("usage")


def test_without_a_command_it_explains_itself(run: Run) -> None:
    ran = run()
    assert ran.status == 0
    assert all(name in ran.out for name in COMMANDS)


def test_the_version_is_the_package_s(run: Run) -> None:
    assert run("--version") == (0, f"inaba {version('inaba')}\n", "")


def test_help_and_version_load_nothing_heavy() -> None:
    heavy = ("sympy", "networkx", "numpy", "ipywidgets", "anywidget", "jupyterlab", "tqdm", "solvers")
    program = (
        "import sys; from inaba.__main__ import main; status = main(sys.argv[1:]);"
        f"print([name for name in {heavy} if name in sys.modules]); sys.exit(status)"
    )
    for option in ("--version", "--help"):
        done = subprocess.run(
            [sys.executable, "-c", program, option], capture_output=True, text=True, env=environment()
        )
        assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "[]")


REFUSED = [
    (["swim"], "no command swim", "「swim」というコマンドはありません"),
    (["--lang", "fr"], "--lang: ja, en, not 'fr'", "選べるのは ja, en"),
    (["--lang"], "--lang needs a value", "--lang の後に値が必要です"),
    (["solve"], "a position is missing", "局面がありません"),
    (["solve", SMALL, "--fast"], "not understood: --fast", "わからない指定です：--fast"),
    (["solve", SMALL, "--js"], "not understood: --js", "わからない指定です：--js"),
    (["solve", SMALL, "--json=1"], "--json takes no value", "--json に値は付けません"),
    (["solve", SMALL, "--rules"], "--rules needs a value", "--rules の後に値が必要です"),
    (["solve", SMALL, "--rules", "orca=up"], "orca can be back, side", "orca に選べるのは"),
    (["solve", SMALL, "--rules", "orka=side"], "no option", "選択ルール"),
    (["solve", SMALL, "--endless", "0.5"], "a fraction from 0 to 1", "0～1 の分数"),
    (["solve", SMALL, "--endless", "3/2"], "a fraction from 0 to 1", "0～1 の分数"),
    (["solve", SMALL, "--endless", "1/0"], "a fraction from 0 to 1", "0～1 の分数"),
    (["solve", SMALL, "--endless=-1/2"], "a fraction from 0 to 1", "0～1 の分数"),
    (["solve", SMALL, "--turn", "1"], "--turn needs --record", "--turn は --record とともに"),
    (["solve", "--record", "x", "--turn", "0"], "a whole number from 1", "の整数が必要です"),
    (["solve", SMALL, "--record", "x"], "POSITION has no place beside --record", "いっしょには使えません"),
    (["solve", "--record", "x", "--rules", "orca=side"], "--rules has no place", "いっしょには使えません"),
    (["solve", "--record", "missing.txt"], "missing.txt", "missing.txt"),
    (["solve", "5,W"], "cannot read '5,W' at character 4", "4 文字目が読めません"),
    (["solve", "５,W -,- 1 - -"], "write 5", "5 と書いてください"),
    (["solve", "5,5/W -,- 1 - -"], "at character 5", "5 文字目"),
    (["solve", "x" * 2000], "2000 characters", "2000 文字"),
    (["solve", *SMALL.split()], f'quotation marks, "{SMALL}"', f'囲んでください："{SMALL}"'),
    (["fight"], "missing: HIT_POINTS", "足りません：HIT_POINTS"),
    (["fight", "100"], "a whole number from 0 to 99", "0～99 の整数"),
    (["fight", "nine"], "a whole number from 0 to 99", "0～99 の整数"),
    (["fight", "09"], "a whole number from 0 to 99", "0～99 の整数"),
    (["fight", "９"], "a whole number from 0 to 99", "0～99 の整数"),
    (["fight", "9", "--damage", "9"], "a shark of 9 is beaten already", "体力 9 のサメはもう倒れています"),
    (["fight", "9", "--dice", "2x6"], "no die", "さいころとして読めません"),
    (["show"], "missing: POSITION", "足りません：POSITION"),
    (["show", *SMALL.split()], "quotation marks", "引用符"),
    (["show", SMALL, "--force"], "--force needs --svg", "--force は --svg とともに"),
    (["play", "--players", "5"], "a whole number from 2 to 4", "2～4 の整数"),
    (["play", "--computer", "x"], "seats are 1 to 9", "席は"),
    (["play", "--computer", "3"], "no seat 3; 2 play", "席 3 はありません"),
    (["play", "--setup", "dealt"], "shuffled, draft", "shuffled, draft"),
    (["play", "--deck", "3,5"], "2 cards", "2 枚"),
    (["play", "--deck", "3,Q"], "no card", "カードはありません"),
    (["play", "--position", SMALL, "--deck", "standard"], "--deck has no place", "--deck は"),
    (["play", "--resume", "--deck", "standard"], "--deck has no place", "--deck は"),
    (["play", "--resume"], "no unfinished game", "終わっていないゲームはありません"),
    (["lab", "--port", "70000"], "a whole number from 1 to 65535", "1～65535 の整数"),
]


@pytest.mark.parametrize(("argv", "english", "japanese"), REFUSED, ids=lambda part: str(part)[:40])
def test_what_is_refused_and_how(run: Run, argv: list[str], english: str, japanese: str) -> None:
    refused(run(*argv), english)
    # In front, where the refusal is about the language itself the option counts that stands last.
    refused(run("--lang", "ja", *argv), japanese)


def test_a_refusal_of_argparse_that_is_not_known_is_passed_on(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        arguments.parser("ja").error("something new")
    assert end.value.code == 2
    assert capsys.readouterr().err == "inaba: something new\n"


@pytest.mark.parametrize(
    "argv",
    [
        ["solve", "--record", "{}"],
        ["solve", "5,W -,- 1 - -", "--table", "{}"],
        ["survey", "--out", "{}", "--deck", "3", "--columns", "1", "--rows", "1", "--layouts", "2"],
        ["show", "5,W -,- 1 - -", "--svg", "{}"],
        ["solve", "5,W -,- 1 - -", "--save-table", "{}"],
        ["play", "--resume", "--file", "{}"],
    ],
)
def test_a_home_that_nobody_has_is_a_name_like_any_other(run: Run, argv: list[str]) -> None:
    name = "~nobody-of-this-name/file"
    refused(run(*(word.replace("{}", name) for word in argv)), name)


def test_a_port_that_is_taken_meanwhile_is_left_to_its_owner(monkeypatch: pytest.MonkeyPatch) -> None:
    ports: list[int] = []

    def serve(folder: Path, lang: str, port: int, *_: object) -> int:
        ports.append(port)
        if len(ports) == 1:
            # Another server was quicker; it does not know our token.
            other.bind((lab.HOST, port))
            other.listen()
            raise SetupError("command.lab.other_token")
        return 0

    monkeypatch.setattr(lab, "_serve", serve)
    with socket.socket() as other:
        assert lab.open_lab(Path(), "en", starting=print, announce=print) == 0
        assert len(set(ports)) == 2
        # The port that a person asked for is no other.
        with pytest.raises(SetupError) as error:
            lab.open_lab(Path(), "en", port=ports[0], starting=print, announce=print)
        assert error.value.key == "command.lab.port_taken"
    # Where the port is ours alone, the reason stands.
    ports.clear()
    monkeypatch.setattr(lab, "_is_free", lambda port: True)
    with socket.socket() as other, pytest.raises(SetupError) as error:
        lab.open_lab(Path(), "en", starting=print, announce=print)
    assert error.value.key == "command.lab.other_token"


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


@pytest.mark.parametrize(
    "argv", [["solve", "5,W -,- 1 - -"], ["solve", "-"], ["play", "--position", "5,W -,- 1 - -"], ["--help"]]
)
@pytest.mark.parametrize("closed", [["stdin"], ["stdout"], ["stderr"], ["stdin", "stdout", "stderr"]])
def test_a_closed_stream_is_no_crash(
    argv: list[str], closed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    for stream in closed:
        monkeypatch.setattr(f"sys.{stream}", None)  # as Python has it then
    assert command.main(argv) == 0


def test_what_was_typed_cannot_break_the_line_or_the_screen(run: Run) -> None:
    refused(run("solve", "5,W\n-,- 1 - -"), r"\n")
    refused(run("solve", "\x1b[2J -,- 1 - -"), r"\x1b")
    refused(run("swim\nfar"), r"swim\nfar")


# Solving --------------------------------------------------------------------------------------------------


def solved(run: Run, *argv: str) -> dict[str, Any]:
    """The JSON of a solved position, after everything has been checked that holds of any."""
    ran = run("solve", "--json", *argv)
    assert (ran.status, ran.err, ran.out.count("\n")) == (0, "", 1)
    found: dict[str, Any] = json.loads(ran.out)
    rest = ["outcomes", "states"] if "outcomes" in found else ["states"]
    assert list(found) == ["position", "rules", "method", "value", "endless", "moves", *rest]
    assert found["method"] == "exact"
    assert type(found["states"]) is int
    rows = [found, *found["moves"], *found.get("outcomes", [])]
    for row in rows:
        shares = [Fraction(text) for text in row["value"]]
        assert [str(share) for share in shares] == row["value"]
        assert (len(shares), sum(shares)) == (2, 1)
    state = river.parse(found["position"], river.parse_rules(found["rules"]))
    mine = state.turn - 1
    for row in found["moves"]:
        assert list(row) == ["move", "value", "line"]
        assert row["line"].startswith(row["move"])
    for row in found.get("outcomes", []):
        assert list(row) == ["event", "chance", "value"]
    # Best first for the turn player, equal values in legal order; the best is the value of the position.
    legal = [str(move) for move in state.legal_moves(state.turn)]
    by_value = sorted(found["moves"], key=lambda row: legal.index(row["move"]))
    assert [row["move"] for row in by_value] == legal
    by_value.sort(key=lambda row: Fraction(row["value"][mine]), reverse=True)
    assert found["moves"] == by_value
    if by_value:
        assert by_value[0]["value"] == found["value"]
    if outcomes := found.get("outcomes"):
        assert sum(Fraction(row["chance"]) for row in outcomes) == 1
        for player in (0, 1):
            mean = sum(Fraction(row["chance"]) * Fraction(row["value"][player]) for row in outcomes)
            assert mean == Fraction(found["value"][player])
    return found


@pytest.mark.parametrize(("position", "rules", "value"), KNOWN)
def test_solve_finds_the_known_values(run: Run, position: str, rules: str, value: str) -> None:
    found = solved(run, position, *(["--rules", rules] if rules else []))
    assert river.parse(found["position"]) == river.parse(position)
    assert found["rules"] == rules
    assert found["value"] == [value, str(1 - Fraction(value))]
    assert (found["endless"], found["states"] > 0) == ("1/2", True)


def test_solve_of_a_turn_for_player_2_sorts_for_him(run: Run) -> None:
    found = solved(run, "5,W,4/0,6,3 -,- 2 - -")
    # The two have changed places, so the values change places too.
    assert found["value"][1] == SMALL_VALUE


def test_solve_takes_the_position_behind_two_dashes(run: Run) -> None:
    assert run("solve", "--json", "--", SMALL) == run("solve", "--json", SMALL)


def test_a_table_of_moves_has_all_of_them_best_first(run: Run) -> None:
    ran = run("solve", SMALL)
    assert (ran.status, ran.err) == (0, "")
    rows = [line.split() for line in ran.out.splitlines() if re.match(r"[12][abc]1 ", line)]
    found = solved(run, SMALL)
    assert [row[0] for row in rows] == [row["move"] for row in found["moves"]]
    assert [row[-1] for row in rows] == [row["value"][0] for row in found["moves"]]
    assert "91.508 %" in ran.out  # 256163/279936 = 0.915077…
    japanese = run("solve", SMALL, "--lang", "ja")
    assert "勝つ確率" in japanese.out
    assert SMALL_VALUE in japanese.out


def test_a_fight_has_outcomes_and_no_moves(run: Run) -> None:
    found = solved(run, "5,W,4/0,6,3 b1,- 1 - - fight:1")
    assert found["moves"] == []
    assert [row["event"] for row in found["outcomes"]] == [
        f"({a},{b})" for a in range(1, 7) for b in range(1, 7)
    ]
    assert {row["chance"] for row in found["outcomes"]} == {"1/36"}
    # In the table rolls of the same total are one row, with its chance.
    ran = run("solve", "5,W,4/0,6,3 b1,- 1 - - fight:1")
    rows = re.findall(r"^total (\d+) +([\d.]+) %", ran.out, re.MULTILINE)
    assert [int(row[0]) for row in rows] == list(range(2, 13))
    for value, percent in rows:
        assert abs(float(percent) / 100 - float(total(TWO_DICE)[int(value)])) < 1e-5


def test_a_card_to_be_turned_up_has_outcomes_and_no_moves(run: Run) -> None:
    found = solved(run, "?,3/S,? b1,- 1 - 4,O up:1:b1")
    assert found["moves"] == []
    assert {row["event"]: row["chance"] for row in found["outcomes"]} == {"=4": "1/2", "=O": "1/2"}
    assert "=O" in run("solve", "?,3/S,? b1,- 1 - 4,O up:1:b1").out


def test_a_ride_and_a_peek_have_their_own_moves(run: Run) -> None:
    ride = solved(run, "5,W,4/0,6,D c1,- 1 - - ride:1:c1")
    assert {row["move"] for row in ride["moves"]} == {">b2", ">c2"}
    peek = solved(run, "?,3/S,? a1,- 1 - 4,O peek:1")
    assert {row["move"] for row in peek["moves"]} == {"!a2", "!b1"}


def test_a_finished_position_has_its_value_and_no_moves(run: Run) -> None:
    found = solved(run, "5,W *,- 2 - -")
    assert (found["value"], found["moves"], "outcomes" in found) == (["1", "0"], [], False)
    assert "player 1 has won" in run("solve", "5,W *,- 2 - -").out


def test_after_plays_a_turn_first(run: Run) -> None:
    whole = solved(run, "?,3/S,? -,- 1 - 4,O", "--after", "1b1=4(1,1)")
    assert whole["position"] == "?,3/S,4-2 -,- 2 1 O"
    part = solved(run, "?,3/S,? -,- 1 - 4,O", "--after", "1b1=4")
    assert part["position"] == "?,3/S,4 b1,- 1 - O fight:1"
    again = solved(run, part["position"], "--after", "(1,1)")
    assert again["value"] == whole["value"]
    two = solved(run, SMALL, "--after", "1a1 2b1(1,1)")
    assert two["position"] == "5,W,4/0,6-2,3 a1,- 1 2 -"


AFTER = [
    ("1a1 2a1", 5, "rabbit 1 already stands on a1"),
    ("1b1(7,1)", 4, "cannot happen here"),
    ("1b1(1,1)2a1", 9, "belongs to the next turn"),
    ("1b1 2a1", 5, "is not over"),
    ("1b11a1", 4, "a roll or a card is awaited first"),
    ("1a1x", 4, ""),
    ("1a1  2b1", 5, "one space"),
    ("", 1, "a turn is missing"),
    ("=W", 1, "cannot happen here"),
    ("1c9", 1, ""),
]


@pytest.mark.parametrize(("text", "place", "said"), AFTER)
def test_after_is_refused_with_the_place(run: Run, text: str, place: int, said: str) -> None:
    refused(run("solve", SMALL, "--after", text), f"at character {place}:", said)
    assert JAPANESE.search(run("solve", SMALL, "--after", text, "--lang", "ja").err)


def test_after_ends_with_the_game(run: Run) -> None:
    assert solved(run, "0,W a1,- 1 - -", "--after", "1*")["value"] == ["1", "0"]
    refused(run("solve", "0,W a1,- 1 - -", "--after", "1* 2a1"), "at character 4", "over")


RECORD = '[Game "river"]\n[Start "?,3/S,? -,- 1 - 4,O"]\n[Result "*"]\n\n1. 1b1=4(1,1) 2. 2b1(1,1) 3. 1a1\n'


def test_solve_takes_a_position_from_a_record(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(RECORD, encoding="utf-8")
    assert solved(run, "--record", str(file), "--turn", "1")["position"] == "?,3/S,? -,- 1 - 4,O"
    assert solved(run, "--record", str(file), "--turn", "2")["position"] == "?,3/S,4-2 -,- 2 1 O"
    # Without a turn it is where the record ends, within the third turn.
    assert solved(run, "--record", str(file))["position"] == "?,3/S,4x a1,b1 1 - O peek:1"
    refused(run("solve", "--record", str(file), "--turn", "9"), "no turn 9", "1 to 4")
    after = solved(run, "--record", str(file), "--turn", "2", "--after", "2a1!a2=O")
    assert after["position"] == "O,3/S,4-2 -,a1 1 - -"


def test_a_record_keeps_its_own_rules(run: Run, tmp_path: Path) -> None:
    position = "5,?,4/?,6,D -,- 1 - W,O"
    file = tmp_path / "game.txt"
    file.write_text(f'[Game "river"]\n[Rules "orca=side"]\n[Start "{position}"]\n[Result "*"]\n')
    found = solved(run, "--record", str(file))
    assert (found["rules"], found["value"][0]) == ("orca=side", "23/24")


def test_a_record_that_is_none_is_refused(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(RECORD.replace("2b1", "2c1"), encoding="utf-8")
    refused(run("solve", "--record", str(file)), "line 5, turn 2")
    file.write_bytes(b"\xff\xfe")
    refused(run("solve", "--record", str(file)), "no text in UTF-8")
    refused(run("solve", "--record", str(tmp_path)), str(tmp_path))


def test_endless_play_is_worth_what_is_asked(run: Run) -> None:
    # A whale behind an orca that carries back to it, in the only column: nobody ever gets across.
    position = "O/W a1,- 1 - -"
    for share in ("0", "1", "1/3"):
        found = solved(run, position, "--endless", share)
        assert (found["endless"], found["value"][0]) == (share, share)
    assert "1/3" in run("solve", position, "--endless", "1/3").out
    assert solved(run, position, "--endless", "2/4")["endless"] == "1/2"


def test_what_cannot_be_solved_has_status_3(run: Run) -> None:
    refused(run("solve", "?1:D,?2:9 -,- 1 - -", "--method", "exact"), "no exact value", status=3)
    refused(run("solve", str(river.start()), "--method", "exact"), "positions", status=3)
    refused(run("solve", SMALL, "--limit", "20", "--lang", "ja"), "局面", status=3)


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("told", [True, False])
def test_a_river_that_no_machine_holds_is_refused_in_one_line(
    run: Run, monkeypatch: pytest.MonkeyPatch, players: int, told: bool
) -> None:
    if not told:

        def says_nothing(*_: object, **__: object) -> NoReturn:
            raise OSError

        # As on macOS and Windows.
        monkeypatch.setattr("solvers.river_table.open", says_nothing, raising=False)
        monkeypatch.setattr("os.sysconf", says_nothing, raising=False)
    position = f"{'/'.join([','.join(['99'] * 8)] * 8)} {','.join('-' * players)} 1 - -"
    ran = run("solve", position)
    assert ran.status == 3
    assert re.fullmatch(r"inaba solve: [^\n]+\n", ran.err)


def test_out_of_memory_has_status_3(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def greedy(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("solvers.endgame.Solver.solve", greedy)
    refused(run("solve", SMALL), "memory", status=3)


def test_progress_is_shown_where_somebody_watches(
    run: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seen: list[object] = []

    class Slow:
        def __init__(self, *, progress: Callable[[int, int | None], object], **_: object) -> None:
            self.progress = progress

        def solve(self, state: object) -> None:
            self.progress(5, 10)
            seen.append(state)
            raise KeyboardInterrupt

    monkeypatch.setattr("solvers.oracle.Solver", Slow)

    class Screen(io.StringIO):
        def isatty(self) -> bool:
            return True

    screen = Screen()
    monkeypatch.setattr("sys.stderr", screen)
    assert command.main(["solve", SMALL]) == 130
    assert len(seen) == 1
    assert screen.getvalue().endswith("inaba solve: stopped\n")


# Fights ---------------------------------------------------------------------------------------------------


def test_fight_knows_two_dice_against_nine(run: Run) -> None:
    found = json.loads(run("fight", "9", "--json").out)
    assert (found["beats"], found["left"], found["dice"]) == ("5/18", 9, "2d6")
    assert found["rolls"][-1]["within"] == "1"
    chances = [Fraction(row["chance"]) for row in found["rolls"]]
    assert sum(chances) == 1
    assert sum(n * chance for n, chance in enumerate(chances, 1)) == Fraction(found["mean"])
    for row, n in zip(found["rolls"], range(1, 99), strict=False):
        assert (row["rolls"], Fraction(row["within"])) == (n, sum(chances[:n]))


def test_fight_with_a_die_that_can_be_counted_by_hand(run: Run) -> None:
    # A fair coin of faces 1 and 2 against 2 left: at once with 2, else 1 and then anything.
    found = json.loads(run("fight", "5", "--damage", "3", "--dice", "1d2", "--json").out)
    assert (found["hit_points"], found["damage"], found["left"]) == (5, 3, 2)
    assert (found["beats"], found["mean"]) == ("1/2", "3/2")
    assert [row["chance"] for row in found["rolls"]] == ["1/2", "1/2"]


def test_a_shark_of_0_needs_no_roll(run: Run) -> None:
    found = json.loads(run("fight", "0", "--json").out)
    assert (found["beats"], found["mean"]) == ("1", "0")
    assert found["rolls"] == [{"rolls": 0, "chance": "1", "within": "1"}]
    told = run("fight", "0").out
    assert "needs no roll" in told
    assert "next roll" not in told
    assert "振る必要はありません" in run("fight", "0", "--lang", "ja").out


def test_a_fight_as_a_table(run: Run) -> None:
    ran = run("fight", "9")
    assert (ran.status, ran.err) == (0, "")
    assert "27.778 % (exactly 5/18)" in ran.out
    assert re.search(r"^ +5 +< 0.001 % +100 % +1/1679616$", ran.out, re.MULTILINE)
    assert "平均" in run("fight", "9", "--lang", "ja").out


# Showing --------------------------------------------------------------------------------------------------


def test_show_prints_the_board_in_words(run: Run) -> None:
    ran = run("show", "5-2,W,4x/0,?,3 a1,- 2 - 9")
    assert (ran.status, ran.err) == (0, "")
    for words in ("a1", "3/5", "whale", "beaten", "rabbit 1", "Player 2"):
        assert words in ran.out
    assert "クジラ" in run("show", "5-2,W,4x/0,?,3 a1,- 2 - 9", "--lang", "ja").out


def test_show_knows_rules_drafts_and_more_players(run: Run) -> None:
    assert run("show", "5,W -,-,-,- 4 2,3 -", "--rules", "rest=owner").status == 0
    assert run("show", "?1:D,?2:9 -,- 1 - -").status == 0


def test_show_takes_a_position_of_same_one_too(run: Run, tmp_path: Path) -> None:
    position = "g3,g9/b5,y9/y1,y2 g7:3 g12 b2,y30 1 0"
    ran = run("show", position, "--svg", str(tmp_path / "table.svg"))
    assert (ran.status, ran.err) == (0, "")
    assert "Centre: g7 (player 3)" in ran.out
    assert "g3 g9" in ran.out
    assert 'data-card="b5"' in (tmp_path / "table.svg").read_text(encoding="utf-8")
    assert "山札は 2 枚です。" in run("show", position, "--lang", "ja").out
    refused(run("show", position, "--rules", "orca=side"), "orca=side")


def test_a_picture_is_never_written_over_a_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    ran = run("show", SMALL, "--svg", str(file))
    assert (ran.status, ran.err) == (0, "")
    assert str(file) in ran.out
    first = file.read_text(encoding="utf-8")
    assert first.startswith("<svg")
    other = "5,W -,- 1 - -"
    refused(run("show", other, "--svg", str(file)), "is there already", "--force")
    assert file.read_text(encoding="utf-8") == first
    assert run("show", other, "--svg", str(file), "--force").status == 0
    assert file.read_text(encoding="utf-8") != first
    assert os.listdir(tmp_path) == ["board.svg"]


def test_a_picture_replaces_only_a_plain_file(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "folder.svg"
    folder.mkdir()
    refused(run("show", SMALL, "--svg", str(folder), "--force"), "no plain file")
    link = tmp_path / "link.svg"
    link.symlink_to(tmp_path / "elsewhere.svg")
    refused(run("show", SMALL, "--svg", str(link)), "is there already")
    refused(run("show", SMALL, "--svg", str(link), "--force"), "no plain file")
    refused(run("show", SMALL, "--svg", "no/board.svg"), "no/board.svg: No such file")


# Playing --------------------------------------------------------------------------------------------------


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
        assert "an estimate, not the value" in ran.out
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
    assert "an estimate, not the value" in ran.out
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


# Lessons --------------------------------------------------------------------------------------------------


class Opened(NamedTuple):
    """How JupyterLab would have been opened."""

    folder: Path
    lang: str
    port: int | None
    browser: bool


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Opened]:
    """A small package of lessons in ``package``, and a server that only notes how it was started."""
    pages(tmp_path, "first")
    monkeypatch.setattr("inaba.command.run.lab.package_files", lambda name: tmp_path / "package")
    found: list[Opened] = []

    def open_lab(
        folder: Path,
        lang: str,
        *,
        port: int | None,
        browser: bool,
        starting: Callable[[], object],
        announce: Callable[[str], object],
    ) -> int:
        found.append(Opened(folder, lang, port, browser))
        starting()
        announce("http://address/")
        return 0

    monkeypatch.setattr(lab, "open_lab", open_lab)
    return found


def pages(tmp_path: Path, text: str) -> None:
    """The lessons of the package, as another version has them."""
    for lang in ("en", "ja"):
        folder = tmp_path / "package" / lang
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "01-two-dice.ipynb").write_text(f"{lang} {text}", encoding="utf-8")
    (tmp_path / "package" / "kit.py").write_text("", encoding="utf-8")


def laid(tmp_path: Path) -> dict[str, str]:
    """The files in the person's folder, the hidden list left out."""
    folder = tmp_path / "inaba-lessons"
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != lab.LIST
    }


EN, JA = "en/01-two-dice.ipynb", "ja/01-two-dice.ipynb"
NEW, NEW_2 = "en/01-two-dice.new.ipynb", "en/01-two-dice.new-2.ipynb"


def test_lessons_are_copied_in_both_languages(run: Run, opened: list[Opened], tmp_path: Path) -> None:
    ran = run("lab")
    assert (ran.status, ran.err) == (0, "")
    assert laid(tmp_path) == {EN: "en first", JA: "ja first"}
    assert f"copied: {EN}" in ran.out
    assert "http://address/" in ran.out
    assert opened == [Opened(Path("inaba-lessons"), "en", None, True)]
    run("lab", "--no-browser", "--port", "9999", "--dir", str(tmp_path / "a" / "b"), "--lang", "ja")
    assert opened[1] == Opened(tmp_path / "a" / "b", "ja", 9999, False)
    assert (tmp_path / "a" / "b" / JA).read_text(encoding="utf-8") == "ja first"


def test_unchanged_lessons_stay_and_are_brought_up_to_date(
    run: Run, opened: list[Opened], tmp_path: Path
) -> None:
    run("lab")
    before = (tmp_path / "inaba-lessons" / EN).stat().st_mtime_ns
    ran = run("lab")
    assert EN not in ran.out
    assert (tmp_path / "inaba-lessons" / EN).stat().st_mtime_ns == before
    pages(tmp_path, "second")
    ran = run("lab")
    assert f"brought up to date: {EN}" in ran.out
    assert laid(tmp_path) == {EN: "en second", JA: "ja second"}


def test_a_changed_lesson_is_kept_and_the_new_copy_has_a_new_name(
    run: Run, opened: list[Opened], tmp_path: Path
) -> None:
    run("lab")
    (tmp_path / "inaba-lessons" / EN).write_text("mine", encoding="utf-8")
    ran = run("lab")
    assert f"kept as you left it: {EN}; a fresh copy is {NEW}" in ran.out
    assert laid(tmp_path) == {EN: "mine", JA: "ja first", NEW: "en first"}
    # As long as the fresh copy is untouched there is no second one; a new version takes its place.
    assert f"the fresh copy is still {NEW}" in run("lab").out
    assert laid(tmp_path) == {EN: "mine", JA: "ja first", NEW: "en first"}
    pages(tmp_path, "second")
    run("lab")
    assert laid(tmp_path) == {EN: "mine", JA: "ja second", NEW: "en second"}


def test_a_lesson_changed_twice_is_kept_twice(run: Run, opened: list[Opened], tmp_path: Path) -> None:
    run("lab")
    (tmp_path / "inaba-lessons" / EN).write_text("mine", encoding="utf-8")
    run("lab")
    (tmp_path / "inaba-lessons" / NEW).write_text("mine too", encoding="utf-8")
    ran = run("lab", "--lang", "ja")
    assert f"新しいコピーは {NEW_2} です" in ran.out
    assert laid(tmp_path) == {EN: "mine", JA: "ja first", NEW: "mine too", NEW_2: "en first"}


def test_a_file_that_was_there_before_is_kept(run: Run, opened: list[Opened], tmp_path: Path) -> None:
    folder = tmp_path / "inaba-lessons" / "en"
    folder.mkdir(parents=True)
    (folder / "01-two-dice.ipynb").write_text("somebody's", encoding="utf-8")
    (folder / "01-two-dice.new.ipynb").mkdir()
    run("lab")
    assert laid(tmp_path) == {EN: "somebody's", JA: "ja first", NEW_2: "en first"}


def test_a_damaged_list_costs_nobody_his_work(run: Run, opened: list[Opened], tmp_path: Path) -> None:
    for damage in ("", "{", "[]", '{"files": 3}', '{"files": {"en/01-two-dice.ipynb": 3}}', "\ud800"):
        run("lab")
        (tmp_path / "inaba-lessons" / EN).write_text("mine", encoding="utf-8")
        (tmp_path / "inaba-lessons" / lab.LIST).write_bytes(damage.encode(errors="surrogatepass"))
        assert run("lab").status == 0
        assert laid(tmp_path)[EN] == "mine"
    listed = json.loads((tmp_path / "inaba-lessons" / lab.LIST).read_text(encoding="utf-8"))
    assert set(listed["files"]) == {JA, NEW}


def test_nothing_half_written_is_left_behind(
    run: Run, opened: list[Opened], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("lab")
    pages(tmp_path, "second")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    refused_late = run("lab")
    assert refused_late.status == 2
    assert "No space left on device" in refused_late.err
    assert laid(tmp_path) == {EN: "en first", JA: "ja first"}


@pytest.fixture
def read_only(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder in which lessons cannot be laid out, whoever runs the test."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(stat.S_IRUSR | stat.S_IXUSR | stat.S_IRGRP | stat.S_IXGRP | stat.S_IROTH | stat.S_IXOTH)
    lay_out = lab.lay_out

    def as_nobody(*arguments: Any) -> Any:
        # Root may write anywhere, so for as long as this takes it is nobody.
        os.seteuid(65534)
        try:
            return lay_out(*arguments)
        finally:
            os.seteuid(0)

    if hasattr(os, "geteuid") and os.geteuid() == 0:
        monkeypatch.setattr(lab, "lay_out", as_nobody)
    yield folder
    folder.chmod(stat.S_IRWXU)
    folder.rmdir()


def test_a_read_only_folder_is_one_clear_line(run: Run, opened: list[Opened], read_only: Path) -> None:
    refused(run("lab", "--dir", str(read_only / "lessons")), "Permission denied", "--dir")
    refused(run("lab", "--dir", str(read_only)), "Permission denied", "--dir")
    assert opened == []


def test_a_file_in_the_way_is_one_clear_line(run: Run, opened: list[Opened], tmp_path: Path) -> None:
    (tmp_path / "inaba-lessons").write_text("", encoding="utf-8")
    refused(run("lab"), "inaba-lessons")
    assert opened == []


def test_a_package_without_lessons_says_so(run: Run, opened: list[Opened], tmp_path: Path) -> None:
    for path in (tmp_path / "package").rglob("*.ipynb"):
        path.unlink()
    refused(run("lab"), "no lessons")
    assert not (tmp_path / "inaba-lessons").exists()


def test_the_package_has_the_same_lessons_in_both_languages() -> None:
    found = lab.lessons(package_files("lessons"))
    english = {name.partition("/")[2] for name in found if name.startswith("en/")}
    japanese = {name.partition("/")[2] for name in found if name.startswith("ja/")}
    assert english == japanese != set()


def test_without_jupyterlab_it_says_what_would_do(
    run: Run, opened: list[Opened], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(lab, "find_spec", lambda name: None)
    with pytest.raises(SetupError, match=r'pip install "inaba\[lab\]"'):
        lab.open_lab(Path(), "en", starting=print, announce=print)


def test_a_port_that_is_taken_is_refused_and_a_free_one_found() -> None:
    with socket.socket() as taken:
        taken.bind((lab.HOST, 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(SetupError, match=f"port {port} is taken"):
            lab.free_port(port)
    assert lab.free_port(port) == port
    assert lab.FIRST_PORT <= lab.free_port() < lab.FIRST_PORT + lab.PORTS


def jupyter(tmp_path: Path) -> dict[str, str]:
    """Folders of the test's own for everything that Jupyter keeps."""
    kinds = ("CONFIG_DIR", "DATA_DIR", "RUNTIME_DIR")
    found = {f"JUPYTER_{kind}": str(tmp_path / "jupyter" / kind.lower()) for kind in kinds}
    found |= {
        f"JUPYTERLAB_{kind}": str(tmp_path / "jupyter" / kind.lower())
        for kind in ("SETTINGS_DIR", "WORKSPACES_DIR")
    }
    return found | {"JUPYTER_NO_CONFIG": ""}


def answer(port: int, path: str, host: str = "127.0.0.1") -> tuple[int, str]:
    connection = HTTPConnection(host, port, timeout=20)
    try:
        connection.request("GET", path)
        response = connection.getresponse()
        return response.status, response.read().decode()
    finally:
        connection.close()


def read_until(server: subprocess.Popen[bytes], wanted: bytes, seconds: float = 90) -> str:
    """What a process prints, up to the end of a line that holds this."""
    assert server.stdout is not None
    found, ends = b"", time.monotonic() + seconds
    while not re.search(re.escape(wanted) + rb".*\n", found):
        ready, _, _ = select.select([server.stdout], [], [], max(0, ends - time.monotonic()))
        piece = os.read(server.stdout.fileno(), 65536) if ready else b""
        assert piece, found.decode()
        found += piece
    return found.decode()


def test_jupyterlab_opens_for_this_machine_only_and_with_its_token(tmp_path: Path) -> None:
    folder = tmp_path / "lessons here"
    with socket.socket() as free:
        free.bind((lab.HOST, 0))
        port = free.getsockname()[1]
    argv = ["lab", "--no-browser", "--port", str(port), "--dir", str(folder), "--lang", "en"]
    server = process(*argv, **jupyter(tmp_path))
    try:
        shown = read_until(server, b"http://")
        address = re.search(r"http://\S+", shown)
        assert address
        parts = urlsplit(address[0])
        token = parse_qs(parts.query)["token"][0]
        assert (parts.hostname, parts.port, parts.path) == ("127.0.0.1", port, "/lab/tree/en")
        assert len(token) >= 32
        for path in ("/api/contents", "/api/kernels", "/api/terminals"):
            assert answer(port, path)[0] == 403
        assert answer(port, "/api/contents?token=" + "0" * len(token))[0] == 403
        assert answer(port, "/lab")[0] == 302  # To the page that asks for the token.
        status, contents = answer(port, f"/api/contents/en?token={token}")
        assert status == 200
        assert (
            {entry["name"] for entry in json.loads(contents)["content"]}
            >= {path.name for path in (folder / "en").glob("*.ipynb")}
            != set()
        )
        page = answer(port, f"/lab?token={token}")[1]
        assert '"news": {"disabled": true}' in page
        # Nor is anybody asked whether he wants any: that notice would lie over every lesson's corner.
        assert '"@jupyterlab/apputils-extension:announcements"' in page
        # On another address of the same machine nobody listens.
        with pytest.raises(OSError, match=r"refused|timed out"):
            answer(port, "/api", host="127.0.0.2")
        server.send_signal(signal.SIGINT)
        out, err = server.communicate(timeout=60)
        assert (server.returncode, err) == (0, b"")
        assert f"Your work is in {folder}".encode() in out
        with pytest.raises(OSError, match=r"refused|timed out"):
            answer(port, "/api")
    finally:
        server.kill()
        server.wait()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_jupyterlab_can_be_stopped_while_it_starts(tmp_path: Path, number: int) -> None:
    server = process("lab", "--no-browser", "--dir", "lessons", "--lang", "en", **jupyter(tmp_path))
    try:
        read_until(server, b"is starting")
        server.send_signal(number)
        _, err = server.communicate(timeout=60)
    finally:
        server.kill()
        server.wait()
    assert (server.returncode, err) == (0, b"")


def test_a_configuration_that_turns_the_token_off_is_refused(tmp_path: Path) -> None:
    settings = jupyter(tmp_path)
    folder = Path(settings["JUPYTER_CONFIG_DIR"])
    folder.mkdir(parents=True)
    off = {"IdentityProvider": {"token": ""}, "ServerApp": {"password": ""}}
    (folder / "jupyter_server_config.json").write_text(json.dumps(off), encoding="utf-8")
    server = process("lab", "--no-browser", "--dir", str(tmp_path / "lessons"), "--lang", "en", **settings)
    try:
        out, err = server.communicate(timeout=120)
    finally:
        server.kill()
    assert server.returncode == 2
    assert b"without a token" in err
    assert b"http://" not in out


# The process ----------------------------------------------------------------------------------------------


def test_ctrl_c_stops_a_long_solve_with_130(tmp_path: Path) -> None:
    """The standard opening, thought about for ten minutes, once it is clear that the process is at work."""
    (tmp_path / "lines").write_text(f"{SMALL}\n{river.start()}\n", encoding="utf-8")
    with (tmp_path / "lines").open() as lines:
        solving = subprocess.Popen(
            [sys.executable, "-m", "inaba", "solve", "-", "--seconds", "600"],
            stdin=lines,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(),
        )
    try:
        assert solving.stdout
        assert json.loads(solving.stdout.readline())["value"][0] == SMALL_VALUE
        with pytest.raises(subprocess.TimeoutExpired):
            solving.wait(timeout=2)
        solving.send_signal(signal.SIGINT)
        out, err = solving.communicate(timeout=60)
    finally:
        solving.kill()
    assert (solving.returncode, out, err.strip()) == (130, b"", b"inaba solve: stopped")


def test_ctrl_c_is_no_wish_for_half_an_answer(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that is interrupted tells what it has found so far; the command ends."""

    def search(*_: object) -> None:
        try:
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(60)
        except KeyboardInterrupt:
            raise AssertionError("the search goes on to tell what it knows") from None

    monkeypatch.setattr("solvers.oracle.Oracle.answer", search)
    ran = run("solve", SMALL)
    assert (ran.status, ran.out, ran.err.strip()) == (130, "", "inaba solve: stopped")
    # Afterwards Ctrl-C is what it was.
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_reader_that_has_seen_enough_is_no_trouble() -> None:
    showing = process("show", SMALL)
    assert showing.stdout is not None
    assert showing.stderr is not None
    showing.stdout.close()
    err = showing.stderr.read()
    assert (showing.wait(timeout=60), err) == (141, b"")


def test_a_full_disk_is_one_clear_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Full(io.StringIO):
        def flush(self) -> None:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr("sys.stdout", Full())
    assert command.main(["show", SMALL]) == 2
    err = capsys.readouterr().err
    assert err.startswith("inaba show: ")
    assert err.endswith("No space left on device\n")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "argv", [["show", SMALL], ["solve", SMALL], ["fight", "9"], ["--help"], ["solve", "？"]]
)
def test_a_terminal_without_japanese_speaks_english(argv: list[str]) -> None:
    plain = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "INABA_LANG": "ja"}
    running = process(*argv, **plain)
    out, err = running.communicate(timeout=60)
    assert running.returncode == (2 if argv[-1] == "？" else 0)
    (out + err).decode("ascii")
    assert b"Traceback" not in err
    assert b"\\u30" not in out  # No Japanese in escapes, which nobody can read.


def test_japanese_that_is_asked_for_never_fails() -> None:
    running = process("solve", SMALL, "--lang", "ja", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    out, err = running.communicate(timeout=60)
    assert (running.returncode, err) == (0, b"")
    assert SMALL_VALUE.encode() in out


def test_the_board_of_a_plain_terminal_is_plain() -> None:
    running = process("show", "?,W -,- 1 - 9", "--lang", "ja", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    out, _ = running.communicate(timeout=60)
    assert b"+------" in out
    assert b"\\u" not in out


def test_json_is_plain_wherever_it_goes() -> None:
    running = process("solve", SMALL, "--json", "--lang", "ja", PYTHONIOENCODING="ascii")
    out, _ = running.communicate(timeout=60)
    assert json.loads(out.decode("ascii"))["value"][0] == SMALL_VALUE


# Text in columns ------------------------------------------------------------------------------------------


def test_lines_break_as_japanese_does() -> None:
    assert wrapped("ああ、いい。うう", 8) == ["ああ、い", "い。うう"]
    # No line begins with a closing mark or ends with an opening one.
    lines = wrapped("「川」を渡る（ウサギが）。" * 5, 12)
    assert all(line[0] not in "」）。" and line[-1] not in "「（" for line in lines)
    assert "".join(lines) == "「川」を渡る（ウサギが）。" * 5
    assert wrapped('a "b c" d', 6) == ["a", '"b c"', "d"]
    assert wrapped("", 10) == [""]


def test_a_table_lines_up_whatever_the_language() -> None:
    rows = table(("手", "chance"), [("1b2", "100 %"), ("サメ", "5 %")], right=[1]).splitlines()
    assert {wide(row) for row in rows} == {12}


def test_percents_are_never_rounded_to_certainty(run: Run) -> None:
    from inaba.command.answers import percent

    assert percent(Fraction(0)) == "0 %"
    assert percent(Fraction(1)) == "100 %"
    assert percent(Fraction(1, 10**9)) == "< 0.001 %"
    assert percent(1 - Fraction(1, 10**9)) == "> 99.999 %"
    assert percent(Fraction(1, 3)) == "33.333 %"
    assert percent(Fraction(1, 100_000)) == "0.001 %"


def test_a_turn_is_played_or_refused_whole() -> None:
    state = river.parse(SMALL)
    with pytest.raises(NotationError) as error:
        played(state, "1a1 2b1(1,1) 3a1", river.NOTATION)
    assert error.value.at == len("1a1 2b1(1,1) ")
