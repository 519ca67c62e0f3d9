"""The command `inaba`: what it prints, refuses, copies and saves, in both languages, and its exit status."""

from __future__ import annotations

import errno
import io
import json
import math
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from inaba import __main__ as command
from inaba import river
from inaba.command import answers, arguments
from inaba.command.columns import table, wrapped
from inaba.command.position import played
from inaba.errors import NotationError
from inaba.frame.lines import wide
from inaba.percent import in_percent, in_points
from solvers import monte_carlo, search

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
    """English, games in a folder of the test's own, none of this machine's settings, and nothing said of
    what takes long here."""
    monkeypatch.setattr("inaba.command.progress.FIRST", math.inf)
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


TAKES_LONG = re.compile(
    r"^inaba \w+: (at work for|loading the parts|必要な部分|\\u5fc5\\u8981).*\n", re.MULTILINE
)


def unhurried(err: str | bytes) -> str:
    """What a process said on stderr, less what it says of work that takes long: where it is busy, all."""
    return TAKES_LONG.sub("", err if isinstance(err, str) else err.decode("utf-8", "replace"))


# Help and refusals ----------------------------------------------------------------------------------------

COMMANDS = tuple(arguments.parser("en").commands)


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


@pytest.mark.parametrize("name", [None, *COMMANDS])
def test_help_is_plain_text_even_where_colour_is_asked_for(
    run: Run, name: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python colours it from 3.14 on, and what it wraps is then no longer as wide as it counts."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b" not in run(*([] if name is None else [name]), "--help").out


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
    (["solve", SMALL, "--endless", "1.5"], "a number from 0 to 1", "0～1 の数"),
    (["solve", SMALL, "--endless", "3/2"], "a number from 0 to 1", "0～1 の数"),
    (["solve", SMALL, "--endless", "1/0"], "a number from 0 to 1", "0～1 の数"),
    (["solve", SMALL, "--endless=-1/2"], "a number from 0 to 1", "0～1 の数"),
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
    (["fight", "１００"], "a whole number from 0 to 99", "0～99 の整数"),
    (["show", SMALL, "--svg", "no/b.svg"], "no/b.svg: No such file", "そのようなファイルやフォルダーは"),
    (["fight", "9", "--damage", "9"], "a shark of 9 is beaten already", "体力 9 のサメはもう倒れています"),
    (["fight", "9", "--dice", "2x6"], "no die", "さいころとして読めません"),
    (["show"], "give a position in quotation marks", "局面を引用符で囲んで"),
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


VIEW = "g3,g9,g12/??,??/??,?? g7:3 - b2,b5,b9,y1,y2,y7,y30 1 0"
"""What player 1 sees of a small game of Same One."""


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        (["fight", "９", "--damage", "４"], ["fight", "9", "--damage", "4"]),
        (["fight", "9", "--dice", "３Ｄ６"], ["fight", "9", "--dice", "3d6"]),
        (["solve", SMALL, "--endless", "１／３"], ["solve", SMALL, "--endless", "1/3"]),
        (["fight", "9", "--lang", "ｊａ"], ["fight", "9", "--lang", "ja"]),
        (["play", "--players", "５"], ["play", "--players", "5"]),
        (["play", "--computer", "３"], ["play", "--computer", "3"]),
        (["odds", "same-one", VIEW, "--number", "７"], ["odds", "same-one", VIEW, "--number", "7"]),
    ],
    ids=lambda part: str(part)[:40],
)
def test_numbers_may_be_typed_as_a_japanese_keyboard_types_them(
    run: Run, typed: list[str], plain: list[str]
) -> None:
    assert run(*typed) == run(*plain)


def test_every_whole_number_of_the_command_line_may_be_full_width() -> None:
    """Each option that reads one takes it so."""

    def options(parser: arguments.Parser, *before: str) -> Iterator[tuple[str, ...]]:
        for action in parser._actions:
            if isinstance(action.choices, dict):
                for name, below in action.choices.items():
                    yield from options(below, *before, name)
            elif action.metavar == "N" and action.type is not None:
                yield *before, action.option_strings[0]
                assert callable(action.type)
                assert action.type("３") == action.type("3") == 3

    assert len([*options(arguments.parser("en"))]) > 20


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


# Printing -------------------------------------------------------------------------------------------------


def test_that_a_folder_cannot_be_written_is_found_before_a_lesson_is_run(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unwanted(*_: object) -> None:
        raise AssertionError("a lesson was run")

    monkeypatch.setattr("lessons.edition.run", unwanted)
    (tmp_path / "file").write_text("", encoding="utf-8")
    refused(run("print", "1", "--no-pdf", "--dir", "file/pages"), "file/pages")


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
    assert (solving.returncode, out, unhurried(err).strip()) == (130, b"", "inaba solve: stopped")


@pytest.mark.parametrize(
    ("late", "stop"),
    [
        ("argparse", "raise KeyboardInterrupt"),
        # As it is told where a class is being made.
        ("inaba.words", "raise RuntimeError from KeyboardInterrupt()"),
    ],
)
def test_ctrl_c_while_it_is_loaded_ends_it_without_a_word(late: str, stop: str) -> None:
    code = f"""if True:
        import runpy, sys
        class Stop:
            @staticmethod
            def find_spec(name, *_):
                if name == {late!r}:
                    {stop}
        sys.meta_path.insert(0, Stop)
        runpy.run_module("inaba", run_name="__main__", alter_sys=True)
    """
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, env=environment(), check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, b"", b"")


def test_ctrl_c_is_no_wish_for_half_an_answer(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that were played out by then are no answer to what was asked."""
    games: list[object] = []
    play_out = monte_carlo.play_out

    def played(*of: Any) -> tuple[float, ...]:
        games.append(of)
        if len(games) == 100:
            os.kill(os.getpid(), signal.SIGINT)
        return play_out(*of)

    monkeypatch.setattr("solvers.monte_carlo.play_out", played)
    ran = run("solve", SMALL, "--method", "estimate", "--seconds", "60")
    assert (ran.status, ran.out, ran.err.strip()) == (130, "", "inaba solve: stopped")
    assert len(games) <= 101


def test_a_reader_that_has_seen_enough_is_no_trouble() -> None:
    showing = process("show", SMALL)
    assert showing.stdout is not None
    assert showing.stderr is not None
    showing.stdout.close()
    err = showing.stderr.read()
    assert (showing.wait(timeout=60), unhurried(err)) == (141, "")


def test_a_full_disk_is_one_clear_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Full(io.StringIO):
        def flush(self) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

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
    assert (running.returncode, unhurried(err)) == (0, "")
    assert SMALL_VALUE.encode() in out


def test_the_board_of_a_plain_terminal_is_plain() -> None:
    running = process("show", "?,W -,- 1 - 9", "--lang", "ja", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    out, _ = running.communicate(timeout=60)
    assert b"+------" in out
    assert b"\\u" not in out


def test_a_line_in_another_encoding_is_refused_and_the_others_are_answered() -> None:
    running = subprocess.run(
        [sys.executable, "-m", "inaba", "solve", "-"],
        input=b"\x83E\x83T\x83M\n" + SMALL.encode() + b"\n",
        capture_output=True,
        env=environment(PYTHONIOENCODING="utf-8"),
        timeout=60,
    )
    bad, good = map(json.loads, running.stdout.splitlines())
    assert (running.returncode, bad["number"], bad["status"]) == (2, 1, 2)
    assert "\\x83E" in bad["position"]
    assert (good["number"], good["value"][0]) == (2, SMALL_VALUE)


def test_an_error_that_comes_of_ctrl_c_is_one(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python says so where a class was just being made, as at the import of a large library."""

    def interrupted(asked: object) -> int:
        try:
            raise KeyboardInterrupt
        except KeyboardInterrupt as error:
            raise RuntimeError("Error calling __set_name__") from error

    monkeypatch.setattr(command, "_run", interrupted)
    assert run("show", SMALL) == Ran(130, "", "\ninaba show: stopped\n")


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


def test_percents_are_never_rounded_to_certainty() -> None:
    percent = answers.percent
    assert percent(Fraction(0)) == "0 %"
    assert percent(Fraction(1)) == "100 %"
    assert percent(Fraction(1, 10**9)) == "< 0.001 %"
    assert percent(1 - Fraction(1, 10**9)) == "> 99.999 %"
    assert percent(Fraction(1, 3)) == "33.333 %"
    assert percent(Fraction(1, 100_000)) == "0.001 %"
    # Half a place goes to the even one: 0.0625 % and 0.1875 %, and 0.05 %, which no float holds.
    assert [in_percent(Fraction(n, 1600), 3) for n in (1, 3)] == ["0.062 %", "0.188 %"]
    assert [in_percent(Fraction(n, 2000)) for n in (3, 5, 1999)] == ["0.2 %", "0.2 %", "> 99.9 %"]
    # What was rounded before is not certain, and a sum of floats may miss 0 by a little.
    assert [percent(Fraction(n), exact=False) for n in (0, 1)] == ["0.000 %", "100.000 %"]
    assert [in_percent(x, places, "") for places in (0, 1) for x in (-1e-12, 0.9999)] == [
        "≈0%",
        ">99%",
        "0.0%",
        ">99.9%",
    ]


@pytest.mark.parametrize(
    ("apart", "shown", "rounded"),
    [
        (Fraction(0), "0", "0.0"),
        (Fraction(1), "100", "100.0"),
        (Fraction(-1), "-100", "-100.0"),
        (1 - Fraction(1, 10**9), "> 99.9", "> 99.9"),
        (Fraction(1, 10**9) - 1, "< -99.9", "< -99.9"),
        (Fraction(1, 10**9), "< 0.1", "< 0.1"),
        (Fraction(-1, 10**9), "> -0.1", "> -0.1"),
        # Half a place goes to the even one.
        (Fraction(1, 2000), "< 0.1", "< 0.1"),
        (Fraction(-3, 2000), "-0.2", "-0.2"),
    ],
)
def test_points_of_a_percent_are_written_by_the_rule_of_percents(
    apart: Fraction, shown: str, rounded: str
) -> None:
    assert in_points(apart) == shown
    assert in_points(apart, exact=False) == rounded
    assert in_points(apart, signed=True, minus="−") == (
        f"+{shown}" if apart > 0 and shown[0].isdigit() else shown.replace("-", "−")
    )


def test_a_rounded_chance_never_looks_certain_and_an_exact_one_does(run: Run) -> None:
    def chances(method: str) -> list[str]:
        out = run("solve", "9,W -,- 1 - -", "--method", method).out
        return re.findall(r"(?<![\d.])(?:0|100)(?:\.0+)? %", out.split("How it was found")[0])

    assert set(chances("exact")) == {"0 %", "100 %"}
    assert set(chances("table")) == {"0.000000 %", "100.000000 %"}
    assert set(chances("bounds")) == {"0 %", "100 %"}
    # To win at once needs no game: certain, with no error.
    at_once = search.answer(river.parse("W,W -,b1 2 - -"), methods=("estimate",), games=5, seed=1)
    text = answers.solved_text(at_once, "en")
    assert re.search(r"^2\* +100 % +± 0 % +0$", text, re.MULTILINE)
    assert "\nAfter 2* the game is over: player 2 has a chance of 100 %.\n" in text
    assert "about 100 %" not in text
    assert "2* で勝負がつき" in answers.solved_text(at_once, "ja")
    shares = run("solve", "3,W -,-,- 1 - -", "--method", "table").out
    assert re.search("^ +2 +0.000000 % +0 % +0$", shares, re.MULTILINE)  # max-n is exact


def test_a_turn_is_played_or_refused_whole() -> None:
    state = river.parse(SMALL)
    with pytest.raises(NotationError) as error:
        played(state, "1a1 2b1(1,1) 3a1", river.NOTATION)
    assert error.value.at == len("1a1 2b1(1,1) ")
