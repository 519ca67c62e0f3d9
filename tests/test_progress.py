"""What is said of work that takes long: soon, seldom, in plain lines or as a bar, and never on stdout."""

from __future__ import annotations

import importlib
import io
import json
import math
import os
import pty
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from inaba import __main__ as command
from inaba.command import progress
from inaba.command.progress import Progress
from tests.test_command import SMALL


class Clock:
    """A clock that goes on when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("inaba.command.progress.monotonic", clock)
    return clock


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing has to take long to be told."""
    monkeypatch.setattr(progress, "FIRST", 0.001)


def spoken(told: Progress, clock: Clock, seconds: int, capsys: pytest.CaptureFixture[str]) -> dict[int, str]:
    """What is said in so many seconds, by the second."""
    found = {}
    for second in range(1, seconds + 1):
        clock.now += 1
        told.look(clock.now)
        if said := capsys.readouterr().err:
            found[second] = said
    return found


class Screen:
    """A terminal that does not say how large it is."""

    def __init__(self, end: int) -> None:
        self._end = end
        self.drawn = b""

    def watch(self) -> None:
        """See all that is written, until nobody can write any more."""
        with suppress(OSError):
            while more := os.read(self._end, 1000):
                self.drawn += more

    def wait_for(self, text: bytes) -> None:
        """Wait until a text has been written."""
        while text not in self.drawn:
            pass


@contextmanager
def screen(monkeypatch: pytest.MonkeyPatch) -> Iterator[Screen]:
    """What is said on stderr is said on a screen."""
    ours, theirs = pty.openpty()
    seen = Screen(ours)
    watcher = Thread(target=seen.watch)
    with os.fdopen(theirs, "w") as stream, monkeypatch.context() as patch:
        patch.setattr("sys.stderr", stream)
        watcher.start()
        yield seen
    watcher.join()
    os.close(ours)


def test_the_first_line_comes_soon_and_the_others_ever_later(
    clock: Clock, capsys: pytest.CaptureFixture[str]
) -> None:
    """After 3 and 30 seconds, then after twice as long, at last every ten minutes."""
    said = spoken(Progress("inaba solve", "en"), clock, 2700, capsys)
    assert list(said) == [3, 30, 60, 120, 240, 480, 960, 1560, 2160]
    assert said[3] == "inaba solve: at work for 3 seconds\n"
    assert said[480] == "inaba solve: at work for 8 minutes\n"


@pytest.mark.parametrize(
    ("things", "done", "total", "english", "japanese"),
    [
        (False, 0, None, "at work for 3 seconds", "計算を始めて 3 秒たちました"),
        (
            False,
            1,
            None,
            "at work for 3 seconds: 1 step so far",
            "計算を始めて 3 秒たちました（ここまで 1 ステップ）",
        ),
        (False, 12345, None, "at work for 3 seconds: 12,345 steps so far", "（ここまで 12,345 ステップ）"),
        (False, 2, 8, "at work for 3 seconds: 25 % done", "（25 % 終了）"),
        # What is done may still have to be written.
        (False, 8, 8, "at work for 3 seconds: 99 % done", "（99 % 終了）"),
        (True, 2, 6, "at work for 3 seconds: 2 of 6 done", "（6 件のうち 2 件終了）"),
        (True, 2, None, "at work for 3 seconds: 2 done", "（2 件終了）"),
    ],
)
def test_how_far_it_is_in_both_languages(
    clock: Clock, things: bool, done: int, total: int | None, english: str, japanese: str
) -> None:
    for lang, words in (("en", english), ("ja", japanese)):
        told = Progress("inaba solve", lang, things=things)
        told(done, total)
        assert told.words(clock.now + 3).endswith(words)


def test_what_is_counted_as_it_is_solved_says_when_it_is_given_up(clock: Clock) -> None:
    for lang, words in (
        ("en", "198,000 steps so far; more than 300,000 are given up"),
        ("ja", "ここまで 198,000 ステップ。300,000 を超えるとあきらめます"),
    ):
        told = Progress("inaba solve", lang)
        told.most = 300_000
        told(198_000, None)
        assert words in told.words(clock.now + 30)


@pytest.mark.parametrize(
    ("argv", "most"),
    [
        (("?,W -,- 1 - 9", "--exact"), 3_000_000),
        (("?,W -,-,- 1 - 9", "--method", "exact"), 300_000),
        (("?,W -,-,- 1 - 9", "--limit", "5000"), 5000),
        (("?,W -,-,- 1 - 9",), None),
    ],
)
def test_an_exact_answer_alone_is_given_up(
    argv: tuple[str, ...], most: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "FIRST", math.inf)
    seen: list[int | None] = []
    monkeypatch.setattr(Progress, "__call__", lambda told, *_: None)
    stop = Progress.stop

    def stopped(told: Progress) -> None:
        seen.append(told.most)
        stop(told)

    monkeypatch.setattr(Progress, "stop", stopped)
    assert command.main(["solve", *argv]) == 0
    assert seen == [None, most]  # first the command is loaded


def test_after_a_word_there_is_silence(clock: Clock, capsys: pytest.CaptureFixture[str]) -> None:
    told = Progress("inaba solve", "en")
    told.tell("a large table")
    assert capsys.readouterr().err == "inaba solve: a large table\n"
    assert list(spoken(told, clock, 100, capsys)) == [30, 60]


def test_a_command_that_waits_for_a_line_says_nothing(
    clock: Clock, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who is to write the next one knows; when it is there, silence is counted anew."""
    told = Progress("inaba solve", "en", things=True)
    with told.idle():
        assert spoken(told, clock, 1000, capsys) == {}
    assert list(spoken(told, clock, 10, capsys)) == [3]


def test_plain_lines_hold_no_control_characters_and_stay_out_of_the_answer(
    capsys: pytest.CaptureFixture[str], at_once: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    err = io.StringIO()

    def slow(self: Progress, done: int, total: int | None) -> None:
        while not err.getvalue():
            pass

    monkeypatch.setattr(Progress, "__call__", slow)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    monkeypatch.setattr("sys.stderr", err)
    assert command.main(["solve", SMALL, "--method", "table", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["method"] == "table"
    for line in err.getvalue().splitlines():
        assert re.fullmatch(r"inaba solve: (at work for \d+ seconds?|loading the parts .*)", line)


def test_while_a_command_is_loaded_that_is_said_first(
    capsys: pytest.CaptureFixture[str], at_once: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Solvers and compiled loops are loaded before anything is worked out: seconds, where all is busy."""
    err = io.StringIO()
    load = importlib.import_module

    def slow(name: str) -> Any:
        while not err.getvalue():
            pass
        assert err.getvalue() == "inaba solve: 必要な部分を読み込んでいます（数秒かかることがあります）\n"
        return load(name)

    monkeypatch.setattr(command, "import_module", slow)
    monkeypatch.setattr("sys.stderr", err)
    assert command.main(["solve", SMALL, "--json", "--lang", "ja"]) == 0
    assert json.loads(capsys.readouterr().out)["method"] == "exact"


def test_on_a_screen_loading_is_told_a_second_after_it_began(
    clock: Clock, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = Progress("inaba solve", "en", loading=True)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    watched = Progress("inaba solve", "en", loading=True)
    line = "inaba solve: loading the parts of the program that this needs; that can take some seconds\n"
    assert spoken(watched, clock, 5, capsys) == {1: line}
    assert spoken(plain, clock, 5, capsys) == {1: line}  # six seconds after it began


def test_a_bar_is_drawn_on_a_screen_without_a_size(monkeypatch: pytest.MonkeyPatch, at_once: None) -> None:
    """So it is with many terminals that programs open; tqdm alone draws nothing there."""
    with screen(monkeypatch) as seen, progress.progress("inaba survey", "en", things=True) as told:
        told(1, 4)
        seen.wait_for(b"1/4")
        told.tell("words")
        seen.wait_for(b"words\r\n")
    assert b"working:  25%" in seen.drawn
    # The words stand in a line of their own: before them the bar is wiped off.
    assert re.search(rb"\r *\rinaba survey: words\r\n", seen.drawn)


def test_lines_of_a_file_are_counted_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "FIRST", math.inf)
    seen: list[tuple[int, int | None]] = []
    monkeypatch.setattr(Progress, "__call__", lambda _, *far: seen.append(far))
    file = tmp_path / "positions"
    file.write_text(f"# two\n{SMALL}\n\n5,W -,- 1 - -\n", encoding="utf-8")
    for stream, total in ((file.open(encoding="utf-8"), 2), (_pipe("5,W -,- 1 - -\n"), None)):
        with stream:
            monkeypatch.setattr("sys.stdin", stream)
            seen.clear()
            assert command.main(["solve", "-"]) == 0
            answers = capsys.readouterr().out.splitlines()
            assert seen == [(done, total) for done in range(len(answers) + 1)]


def _pipe(text: str) -> Any:
    """What reads a text that another program has written."""
    ours, theirs = os.pipe()
    os.write(theirs, text.encode())
    os.close(theirs)
    return os.fdopen(ours, encoding="utf-8")
