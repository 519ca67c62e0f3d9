"""`inaba solve` and `inaba survey`: every kind of answer, many lines, many layouts, their exit statuses."""

from __future__ import annotations

import fcntl
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from inaba import __main__ as command
from inaba import river
from inaba.command import answers
from inaba.command.interruption import processes
from inaba.command.position import played
from inaba.command.progress import duration_words
from inaba.command.run.asking import forecast_words
from inaba.frame.lines import wide
from inaba.record import Record
from solvers import oracle, river_table, search
from solvers.coalition import Guarantees
from solvers.endgame import Solver
from solvers.oracle import Oracle
from solvers.survey import layouts as layouts_of
from tests import test_command
from tests.test_command import (
    JAPANESE,
    KNOWN,
    SMALL,
    SMALL_VALUE,
    Run,
    environment,
    process,
    refused,
    unhurried,
)

# The same surroundings and the same way to run as in the other tests of the command.
run, surroundings = test_command.run, test_command.surroundings

OPEN = [known for known in KNOWN if "?" not in known[0]]
CLASSROOM = "W,D,S/0,3,4/5,6,7/8,9,10 -,- 1 - -"
HIDDEN = "5,?,4/?,6,D -,- 1 - W,O"
HIDDEN_VALUE = Fraction(11, 12)
OPENING = str(river.start())
THREE = "5,W/0,3 -,-,- 1 - -"


def told(run: Run, *argv: str) -> dict[str, Any]:
    """The JSON of an answer, in one line and nothing besides."""
    ran = run("solve", "--json", *argv)
    assert (ran.status, ran.err, ran.out.count("\n")) == (0, "", 1)
    found: dict[str, Any] = json.loads(ran.out)
    return found


# Tables ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("position", "rules", "value"), OPEN)
def test_a_table_gives_the_known_values_within_its_error(
    run: Run, position: str, rules: str, value: str
) -> None:
    found = told(run, position, "--rules", rules, "--method", "table")
    assert list(found) == ["position", "rules", "method", "value", "error", "endless", "moves", "states"]
    assert found["method"] == "table"
    assert 0 < found["error"] < 1e-12
    assert all(type(share) is float for share in found["value"])
    # A float is a fraction too: what is written holds as it is written.
    assert abs(Fraction(found["value"][0]) - Fraction(value)) <= Fraction(found["error"])
    assert abs(Fraction(found["value"][1]) - 1 + Fraction(value)) <= Fraction(found["error"])
    exact = Solver()
    state = river.parse(position, river.parse_rules(rules))
    for row in found["moves"]:
        truth = exact.value(state.play(1, row["move"]))[0]
        assert abs(Fraction(row["value"][0]) - truth) <= Fraction(found["error"])
        assert row["line"].startswith(row["move"])


@pytest.mark.parametrize(("position", "rules", "value"), OPEN)
def test_exact_gives_fractions_from_a_table_too(run: Run, position: str, rules: str, value: str) -> None:
    found = told(run, position, "--rules", rules, "--method", "table", "--exact")
    plain = told(run, position, "--rules", rules, "--method", "exact")
    assert (found["method"], found["value"]) == ("exact", [value, str(1 - Fraction(value))])
    assert "error" not in found
    assert [(row["move"], row["value"]) for row in found["moves"]] == [
        (row["move"], row["value"]) for row in plain["moves"]
    ]


@pytest.mark.parametrize("position", [known[0] for known in OPEN] + ["O/W a1,- 1 - -"])
def test_the_lines_of_a_table_can_be_played_and_keep_the_value(run: Run, position: str) -> None:
    state = river.parse(position)
    exact = Solver()
    for row in told(run, position, "--method", "table", "--exact")["moves"]:
        after = played(state, row["line"], river.NOTATION)
        assert str(exact.value(after)[0]) == row["value"][0]


LOOP = "W,O/O,W/W,W a1,b1 1 - -"
"""Orcas carry back, so that there are moves of equal value without end."""


@pytest.mark.parametrize("position", [LOOP, "W,O/O,W/W,W b1,a1 2 - -", "W,W,W/O,W,W a1,b1 1 - -"])
def test_the_lines_of_a_table_get_somewhere_or_say_that_they_go_round(run: Run, position: str) -> None:
    state = river.parse(position)
    exact, half, decided = Solver(), Fraction(1, 2), 0
    for row in told(run, position, "--method", "table", "--exact")["moves"]:
        met = [state]
        for turn in row["line"].split(" "):
            assert met[-1] not in met[:-1]
            met.append(played(met[-1], turn, river.NOTATION))
        assert {exact.value(after)[0] for after in met[1:]} == {Fraction(row["value"][0])}
        # Who has more than endless play is worth gets it; else the line says where it comes round.
        if Fraction(row["value"][0]) != half:
            decided += 1
            assert not met[-1].to_act()
        assert row.get("repeats", False) == (met[-1] in met[:-1]) == bool(met[-1].to_act())
    assert decided


def test_a_line_that_goes_round_says_so_in_both_languages(run: Run) -> None:
    for method in ([], ["--method", "table"]):
        out = run("solve", LOOP, *method).out
        rows = {line.split()[0]: line for line in out.splitlines() if re.match(r"[12][ab][12] ", line)}
        assert "..." in rows["1b2"]
        assert "..." not in rows["2b2"]
        assert "a position has come up again" in out
        assert "...：同じ局面がまた現れる" in run("solve", LOOP, *method, "--lang", "ja").out
    assert "..." not in run("solve", SMALL, "--method", "table").out


def test_a_table_answers_within_a_turn(run: Run) -> None:
    fight = told(run, "5,W,4/0,6,3 b1,- 1 - - fight:1", "--method", "table", "--exact")
    plain = told(run, "5,W,4/0,6,3 b1,- 1 - - fight:1")
    assert (fight["moves"], fight["value"]) == ([], plain["value"])
    assert fight["outcomes"] == plain["outcomes"]
    ride = told(run, "5,W,4/0,6,D c1,- 1 - - ride:1:c1", "--method", "table")
    assert {row["move"] for row in ride["moves"]} == {">b2", ">c2"}
    over = told(run, "5,W *,- 2 - -", "--method", "table")
    assert (over["value"], over["moves"]) == ([1.0, 0.0], [])


def test_a_table_says_so_in_both_languages(run: Run) -> None:
    english = run("solve", SMALL, "--method", "table").out
    # 256163/279936 is 0.91507701...: as many figures as the bound bears out.
    assert "91.507702 %" in english
    flat = " ".join(english.split())
    assert "from a table of 2,640 positions, rounded: no chance (from 0 to 1) is off by more than" in flat
    error = told(run, SMALL, "--method", "table")["error"]
    assert 0 < float(re.search(r"more than ([0-9.e-]+)\.$", flat)[1]) <= error  # type: ignore[index]  # it is there
    assert "exactly" not in english
    japanese = run("solve", SMALL, "--method", "table", "--lang", "ja").out
    assert "91.507702 %" in japanese
    assert "誤差は" in japanese


def test_a_large_open_river_is_solved_by_table_and_exactly(run: Run) -> None:
    """The opening of the open classroom river: 10 million positions."""
    # Of the processor: other programs may be at work besides.
    begun = time.process_time()
    found = told(run, CLASSROOM)
    assert time.process_time() - begun < 30
    assert (found["method"], found["states"]) == ("exact", 9_959_968)
    rounded = told(run, CLASSROOM, "--method", "table")
    assert abs(Fraction(rounded["value"][0]) - Fraction(found["value"][0])) <= Fraction(rounded["error"])
    # Mirrored it is worth the same: another table, other layers.
    mirrored = told(run, "S,D,W/4,3,0/7,6,5/10,9,8 -,- 1 - -")
    assert mirrored["value"] == found["value"]


def test_a_position_not_large_enough_is_not_solved_by_table(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unwanted(*_: object, **__: object) -> None:
        raise AssertionError("a table")

    monkeypatch.setattr(river_table, "build", unwanted)
    assert told(run, SMALL)["value"][0] == SMALL_VALUE
    monkeypatch.setattr(oracle, "TABLES_FROM", 0)
    with pytest.raises(AssertionError, match="a table"):
        run("solve", SMALL)


def test_a_table_too_large_to_be_exact_is_rounded(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(oracle, "TABLES_FROM", 0)
    assert told(run, SMALL)["method"] == "exact"
    monkeypatch.setattr(oracle, "MOST_EXACT", {2: 10})
    found = told(run, SMALL)
    assert found["method"] == "table"
    assert abs(Fraction(found["value"][0]) - Fraction(SMALL_VALUE)) <= Fraction(found["error"])
    assert told(run, SMALL, "--exact")["value"][0] == SMALL_VALUE


def test_memory_that_is_not_there_is_refused_with_status_3(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Where a table was asked for, or fractions."""
    monkeypatch.setattr(oracle, "TABLES_FROM", 0)
    monkeypatch.setattr(river_table, "memory_free", lambda: 1000)
    for asked in (
        ["--method", "table"],
        ["--exact"],
        ["--method", "table", "--exact"],
        ["--method", "exact"],
    ):
        refused(run("solve", SMALL, *asked), "a table of the", "9e-07 GB are free", status=3)
        refused(run("solve", SMALL, *asked, "--lang", "ja"), "局面の表", status=3)
    file = tmp_path / "small.table"
    refused(run("solve", SMALL, "--save-table", str(file)), "a table of the", status=3)
    assert not file.exists()


def test_a_table_too_large_for_memory_gives_way_to_bounds_or_an_estimate(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As it does with three; and it is said why there is nothing better, and what would do."""
    monkeypatch.setattr(river_table, "memory_free", lambda: 1_000_000)
    wide = "50,50,50/50,50,50 -,- 1 - -"
    found = told(run, wide, "--seconds", "1", "--seed", "1")
    assert (found["method"], len(found["value"])) == ("estimate", 2)
    for lang, said in (("en", "There is no exact answer here, for a table"), ("ja", "メモリーに入らない")):
        text = "".join(run("solve", wide, "--seconds", "1", "--lang", lang).out.split())
        assert said.replace(" ", "") in text
        assert "--diskF" in text or "--diskフォルダー" in text
        assert re.search(r"[(（]\d{3}GB[)）]", text)
    monkeypatch.setattr(oracle, "TABLES_FROM", 0)
    monkeypatch.setattr(river_table, "memory_free", lambda: 1000)
    found = told(run, SMALL, "--seconds", "1")
    assert found["method"] == "bounds"
    low, high = found["value"][0]
    assert low <= float(Fraction(SMALL_VALUE)) <= high
    # What is asked for on disk is not answered in another way either.
    monkeypatch.setattr("solvers.river_table.shutil.disk_usage", lambda _: SimpleNamespace(free=0))
    refused(run("solve", SMALL, "--disk", str(tmp_path)), "GB on disk", status=3)
    refused(run("solve", THREE.replace("5,W", "9,8"), "--disk", str(tmp_path)), "GB on disk", status=3)


def test_how_much_there_is_no_room_for_is_told_in_plain_figures() -> None:
    error = river_table.no_room(28_740_000_000_000, 22_160_000_000, 5)
    for said in (error.say("en"), error.say("ja")):
        assert "28,700 GB" in said
        assert "22.2 GB" in said


UNCOMPILED = """
import sys
sys.modules["numba"] = None
from inaba import __main__ as command
from solvers import river_kernel
assert not river_kernel.COMPILED
for argv in [line.split("|") for line in sys.argv[1:]]:
    print(command.main(argv), flush=True)
"""


def test_three_players_are_answered_by_tables_without_numba_where_they_are_quick() -> None:
    """And where they are not, it is said what they would take; exactly as asked for, they take it."""
    three, large = "5,W,4/0,6,3 -,-,- 1 - -", "8,8,8/8,8,8 -,-,- 1 - -"
    asked = [
        f"solve|{three}|--json|--seconds|1|--by|maxn",
        f"solve|{large}|--seconds|1",
        f"solve|{large}|--seconds|1|--lang|ja",
        f"solve|{large}|--seconds|1|--by|maxn",
        "solve|4,2,1/0,3,2 -,-,- 1 - -|--json|--exact|--limit|3000",
    ]
    done = subprocess.run(
        [sys.executable, "-c", UNCOMPILED, *asked],
        capture_output=True,
        text=True,
        env=environment(),
        check=True,
    )
    quick, slow = done.stdout.splitlines()[0], done.stdout.splitlines()[1:]
    found = json.loads(quick)
    state = river.parse(three)
    compiled = Oracle(exact=True).answer(state)
    assert isinstance(compiled, oracle.Shares)
    assert found["guarantee"] == [str(share) for share in compiled.guarantee]
    assert compiled.maxn is not None
    assert found["maxn"]["value"] == [str(share) for share in compiled.maxn]
    text = " ".join(slow)
    assert re.search(r"An exact answer can be had here, in some \d+ seconds: --method table --exact", text)
    assert "extra fast (numba)" in text
    assert "正確な答えを約" in text
    assert re.findall(r"^\d$", done.stdout, re.MULTILINE) == ["0", "0", "0", "3", "0"]
    assert "too large for max-n" in done.stderr
    assert (last := json.loads(done.stdout.splitlines()[-2]))["method"] == "exact"
    assert last["maxn"]["solver"] == "table"


def test_what_is_far_too_large_is_refused_without_telling_how_large_an_exact_table_is(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With many hit points to count that takes hours: there are thousands of rolls, each with its length."""
    asked: list[bool] = []
    kept = river_table.kept

    def noted(river: river_table.River, exact: bool) -> river_table.Kept:
        asked.append(exact)
        return kept(river, exact)

    monkeypatch.setattr(river_table, "kept", noted)
    wide, said = "/".join([",".join(["99"] * 8)] * 8), ("a table of the", "--disk FOLDER")
    for players in ("-,-", "-,-,-"):
        refused(run("solve", f"{wide} {players} 1 - -", "--exact"), *said, status=3)
    assert asked == [False, False]


def test_a_table_over_the_limit_is_refused_with_status_3(run: Run) -> None:
    refused(run("solve", CLASSROOM, "--limit", "1000000"), "9,959,968", status=3)
    refused(run("solve", SMALL, "--method", "table", "--limit", "20"), "20 are allowed", status=3)


def test_whoever_waits_is_told_beforehand(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(oracle, "SOON", -1)
    ran = run("solve", SMALL, "--method", "table", "--json")
    assert ran.status == 0
    assert re.fullmatch(r"inaba solve: a table of 2,640 positions: about 1 second and 1 MB .*\n", ran.err)
    assert "メモリー" in run("solve", SMALL, "--method", "table", "--lang", "ja").err
    assert duration_words(90, "en") == "90 seconds"
    assert duration_words(600, "en") == "10 minutes"


def test_a_table_is_made_of_open_rivers_only(run: Run) -> None:
    refused(run("solve", HIDDEN, "--method", "table"), "face down")


def test_a_table_is_saved_and_used(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = str(tmp_path / "small.table")
    saved = run("solve", SMALL, "--save-table", file, "--exact")
    assert (saved.status, saved.err) == (0, "")
    assert saved.out.endswith(f"The table is in {file}\n")
    assert SMALL_VALUE in saved.out

    def unwanted(*_: object, **__: object) -> None:
        raise AssertionError("the table answers")

    with monkeypatch.context() as patch:
        patch.setattr(river_table, "build", unwanted)
        patch.setattr(Solver, "solve", unwanted)
        assert told(run, SMALL, "--table", file)["value"][0] == SMALL_VALUE
        hurt = told(run, "5-2,W,4/0,6-3,3x a1,- 2 - -", "--table", file)
    assert hurt["value"] == told(run, "5-2,W,4/0,6-3,3x a1,- 2 - -")["value"]
    # What it does not cover is worked out, and that is said.
    ran = run("solve", "5,W,4/0,6,D -,- 1 - -", "--table", file, "--json")
    assert (ran.status, ran.err.count("\n")) == (0, 1)
    assert "does not cover" in ran.err
    # So is that it was made for another worth of endless play.
    ran = run("solve", SMALL, "--table", file, "--endless", "1/3", "--json")
    assert json.loads(ran.out) == told(run, SMALL, "--endless", "1/3")
    assert re.fullmatch(
        r"inaba solve: the table in \S+ was made for [^\n]+ 1/2 to player 1, not 1/3; .*\n", ran.err
    )
    assert (
        "1/3 なので、表を使わずに"
        in run("solve", SMALL, "--table", file, "--endless", "1/3", "--lang", "ja").err
    )


@pytest.mark.parametrize("jobs", [(), ("--jobs", "2")])
def test_of_many_lines_it_is_said_once_that_the_table_is_not_used(
    run: Run, tmp_path: Path, jobs: tuple[str, ...]
) -> None:
    file = str(tmp_path / "small.table")
    assert run("solve", SMALL, "--save-table", file, "--exact").status == 0
    text = f"{SMALL}\n5,W -,- 1 - -\n{SMALL}\n5,W -,- 2 - -\n"
    status, found, err = lines(run, text, "--table", file, *jobs)
    assert (status, err.count("\n")) == (0, 1)
    assert err.startswith(f"inaba solve: line 2: the table in {file} does not cover this position")
    # What is given out is what is given out without a table; that it was looked up stands beside it.
    for one in found:
        one.pop("states"), one.pop("table", None)
    plain = lines(run, text)[1]
    for one in plain:
        one.pop("states")
    assert found == plain
    assert lines(run, f"{SMALL}\n", "--table", file, *jobs)[2] == ""


def test_a_table_built_on_disk_says_the_same(run: Run, tmp_path: Path) -> None:
    there = run("solve", SMALL, "--method", "table", "--disk", str(tmp_path))
    assert (there.status, there.out) == (0, run("solve", SMALL, "--method", "table").out)
    assert list(tmp_path.iterdir()) == []
    refused(run("solve", SMALL, "--method", "table", "--disk", str(tmp_path / "no")), "No such file")
    # It is the folder that is named, not the file that was to be in it; and before the work.
    file = tmp_path / "file"
    file.write_text("")
    for position in (SMALL, "?,?/?,? -,- 1 - 4,5,6,W", "-"):
        refused(run("solve", position, "--disk", str(file)), f": {file}: Not a directory")


def test_a_rounded_table_gives_no_fractions(run: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "rounded.table")
    assert run("solve", SMALL, "--save-table", file, "--method", "table").status == 0
    assert told(run, SMALL, "--table", file)["method"] == "table"
    ran = run("solve", SMALL, "--table", file, "--exact", "--json")
    assert json.loads(ran.out)["value"][0] == SMALL_VALUE
    assert "is rounded, and exact values were asked for" in ran.err
    assert run("solve", SMALL, "--table", file, "--method", "exact", "--json").err == ran.err
    assert "丸めた" in run("solve", SMALL, "--table", file, "--exact", "--lang", "ja").err


def test_a_file_that_is_no_table_is_refused(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "small.table"
    assert run("solve", SMALL, "--save-table", str(file)).status == 0
    kept = file.read_bytes()
    refused(run("solve", SMALL, "--save-table", str(file)), "is there already")
    assert file.read_bytes() == kept
    foreign = tmp_path / "foreign"
    foreign.write_text("no table", encoding="utf-8")
    refused(run("solve", SMALL, "--table", str(foreign)), "is no river table")
    refused(run("solve", SMALL, "--table", str(tmp_path / "missing")), "missing: No such file")
    refused(run("solve", SMALL, "--table", str(tmp_path)), str(tmp_path))
    for at in (5, 40, 200, len(kept) // 2, len(kept) - 100, len(kept) - 2):
        (tmp_path / "damaged").write_bytes(kept[:at] + bytes([kept[at] ^ 1]) + kept[at + 1 :])
        refused(run("solve", SMALL, "--table", str(tmp_path / "damaged")), str(tmp_path / "damaged"))
    (tmp_path / "damaged").write_bytes(kept[:-1])
    refused(run("solve", SMALL, "--table", str(tmp_path / "damaged"), "--lang", "ja"), "壊れている")
    refused(run("solve", SMALL, "--save-table", str(tmp_path / "no" / "where")), "No such file")
    refused(run("solve", THREE, "--save-table", str(tmp_path / "three")), "tables of two players")
    assert not (tmp_path / "three").exists()


def test_ways_that_contradict_each_other_are_refused(run: Run) -> None:
    refused(run("solve", SMALL, "--method", "bounds", "--exact"), "--exact has no place")
    refused(run("solve", SMALL, "--method", "estimate", "--save-table", "x"), "--save-table has no place")
    refused(run("solve", SMALL, "--method", "guess"), "exact, table, bounds, estimate, not 'guess'")
    refused(run("solve", SMALL, "--jobs", "2"), "--jobs needs -")
    refused(run("solve", SMALL, "--seconds", "0"), "a whole number from 1")
    refused(run("solve", SMALL, "--by", "value"), "guarantee, maxn")
    refused(run("solve", SMALL, "--ties", "last"), "first, split")


def test_a_bar_is_shown_while_a_table_is_built(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[object] = []

    def slow(state: object, *, progress: Any, **_: object) -> None:
        seen.append(progress)
        progress(5, 10)
        raise KeyboardInterrupt

    monkeypatch.setattr(river_table, "build", slow)

    class Screen(io.StringIO):
        def isatty(self) -> bool:
            return True

    screen = Screen()
    monkeypatch.setattr("sys.stderr", screen)
    assert command.main(["solve", SMALL, "--method", "table"]) == 130
    assert len(seen) == 1
    assert screen.getvalue().endswith("inaba solve: stopped\n")


# Bounds and estimates -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "work"),
    [
        ("bounds", "solvers.bounded.BoundedSearch.improve"),
        ("estimate", "solvers.monte_carlo.play_out"),
        (None, "solvers.bounded.BoundedSearch.improve"),
        (None, "solvers.monte_carlo.play_out"),
    ],
)
def test_ctrl_c_gives_no_half_answer(
    run: Run, monkeypatch: pytest.MonkeyPatch, method: str | None, work: str
) -> None:
    """Nothing on the standard output, and status 130, whatever was being worked out."""

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(work, stop)
    large = "?,?,?/?,?,?/?,?,? -,- 1 - 5,6,8,10,12,14,16,20,W"
    asked = [] if method is None else ["--method", method]
    ran = run("solve", large, "--seconds", "1", "--json", *asked)
    assert (ran.status, ran.out) == (130, "")
    assert ran.err.endswith("inaba solve: stopped\n")


def test_bounds_hold_the_value(run: Run) -> None:
    found = told(run, HIDDEN, "--method", "bounds", "--seconds", "1")
    assert found["method"] == "bounds"
    low, high = found["value"][0]
    assert low <= float(HIDDEN_VALUE) <= high
    assert 0 <= low <= high <= 1
    exact = {row["move"]: row["value"] for row in told(run, HIDDEN)["moves"]}
    assert len(found["moves"]) == len(exact)
    for row in found["moves"]:
        for (least, most), share in zip(row["value"], exact[row["move"]], strict=True):
            assert Fraction(least) <= Fraction(share) <= Fraction(most)


def test_an_estimate_has_its_standard_error(run: Run) -> None:
    found = told(run, HIDDEN, "--method", "estimate", "--seconds", "1", "--seed", "7")
    assert (found["method"], found["seed"]) == ("estimate", 7)
    for row in (found, *found["moves"]):
        assert len(row["value"]) == len(row["standard_error"]) == 2
        assert all(0 <= share <= 1 for share in row["value"])
        assert all(0 < error < 0.5 for error in row["standard_error"])
    assert found["games"] > 0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_standard_opening_is_answered(run: Run, players: int) -> None:
    found = told(run, str(river.start(players)), "--seconds", "1")
    assert found["method"] in ("bounds", "estimate")
    assert len(found["value"]) == players
    assert len(found["moves"]) == 3 * players


@pytest.mark.parametrize(
    ("method", "english", "japanese"),
    [("bounds", "that is proven", "証明されています"), ("estimate", "an estimate", "推定")],
)
def test_what_is_not_exact_is_said_in_plain_words(run: Run, method: str, english: str, japanese: str) -> None:
    ran = run("solve", HIDDEN, "--method", method, "--seconds", "1")
    assert (ran.status, ran.err) == (0, "")
    assert english in ran.out
    assert "exactly" not in ran.out
    assert not JAPANESE.search(ran.out)
    rows = [line for line in ran.out.splitlines() if re.match(r"[12][abc]1 ", line)]
    assert len(rows) == 6
    assert all(row.count("%") == 2 for row in rows)
    assert japanese in run("solve", HIDDEN, "--method", method, "--seconds", "1", "--lang", "ja").out


def test_every_answer_says_how_it_was_found(run: Run) -> None:
    known = "5,?,4/0,6,3 -,- 1 - W"
    small, one = told(run, SMALL)["states"], told(run, known)["states"]
    assert 0 < one <= small < 1000
    for argv, english, japanese in (
        ([SMALL], f"exact ({small} positions solved).", f"正確な値（{small} 局面を解きました）。"),
        (
            [SMALL, "--method", "table", "--exact"],
            "exact, from a table of all 2,640 positions of this river.",
            "この川の 2,640 局面すべての表から求めた正確な値。",
        ),
        ([known], f"exact ({one} positions solved).", f"正確な値（{one} 局面を解きました）。"),
        (
            ["5,W -,-,- 1 - -", "--exact"],
            "positions solved).",
            "局面を解きました）。",
        ),
        (
            ["5,W/0,3 -,-,- 1 - -", "--method", "table"],
            "no chance (from 0 to 1) is off by more than",
            "0～1 で表した確率の誤差は",
        ),
    ):
        for lang, head, words in (("en", "How it was found: ", english), ("ja", "求め方：", japanese)):
            out = run("solve", *argv, "--lang", lang).out
            said = out[out.index(head) :].strip()
            assert "".join(words.split()) in "".join(said.split())
            assert said.endswith("." if lang == "en" else "。")
            assert max(map(wide, said.splitlines())) <= 79
    # What can be guaranteed there is 1/216.
    assert "0.462963 %" in run("solve", "5,W/0,3 -,-,- 1 - -", "--method", "table").out
    assert told(run, SMALL, "--method", "table", "--exact")["table"] is True
    assert "table" not in told(run, SMALL)


def test_a_known_card_that_tables_answer_for_counts_its_positions(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exact by face-down cards: the plain way is too small for it, the table of the open river is not."""
    monkeypatch.setattr("solvers.face_down.TABLES_FROM", 0)
    monkeypatch.setattr("solvers.search.Solver.solve", Solver(limit=1).solve)
    found = told(run, "5,?,4/0,6,3 -,- 1 - W")
    assert (found["method"], found["value"][0]) == ("exact", SMALL_VALUE)
    assert found["states"] >= 2640
    monkeypatch.undo()
    state, exact = river.parse("5,?,4/0,6,3 -,- 1 - W"), Solver()
    for row in found["moves"]:
        assert row["line"].startswith(row["move"])
        after = played(state, row["line"], river.NOTATION)
        assert not after.to_act()
        assert str(exact.value(after)[0]) == row["value"][0]


def test_an_estimate_shows_the_games_behind_each_number(run: Run) -> None:
    argv = [HIDDEN, "--method", "estimate", "--seconds", "1", "--seed", "3"]
    found = told(run, *argv)
    rows = [row["games"] for row in found["moves"]]
    assert min(rows) > 0
    assert found["games"] == sum(rows) + found["value_games"]
    assert found["policy"] == "sensible"
    out = run("solve", *argv).out
    headline = re.search(r"^After (\S+) player 1 wins .*, from ([0-9,]+) games\)", out, re.M)
    assert headline
    first = next(line for line in out.splitlines() if re.match(r"[12][abc]1 ", line))
    assert first.startswith(headline[1])
    flat = " ".join(out.split())
    assert "The number at the top is from further games with the move that came out best" in flat
    assert "seven times in eight the move that at once gains one's own rabbit" in flat
    assert "the moves are not ranked by best play" in flat
    games = [line.split()[-1] for line in out.splitlines() if re.match(r"[12][abc]1 ", line)]
    assert len(games) == 6
    assert all(re.fullmatch(r"[1-9][0-9,]*", count) for count in games)
    japanese = "".join(run("solve", *argv, "--lang", "ja").out.split())
    assert "対局数" in japanese
    assert "改めて対局した結果" in japanese
    assert "8回に7回は" in japanese


@pytest.mark.parametrize(
    ("position", "moves"),
    [
        # Two squares alike in all: no number of games tells which is better; and who stands before the goal.
        ("3,3 -,- 1 - -", {"1a1", "1b1"}),
        ("0,W a1,- 1 - -", set()),
    ],
)
def test_where_games_are_too_few_to_tell_the_best_that_is_a_sentence_of_its_own(
    position: str, moves: set[str]
) -> None:
    found = search.answer(river.parse(position), methods=("estimate",), games=60, seed=7)
    assert set(map(str, found.unclear)) == moves
    for lang, words, how in (
        ("en", "it may be any of ", "How it was found: an estimate, not the value: in"),
        ("ja", "決められません。", "求め方：推定（値そのものではありません）："),
    ):
        parts = [part.replace("\n", " ") for part in answers.solved_text(found, lang).split("\n\n")]
        said = [part for part in parts if words in part]
        assert len(said) == bool(moves)
        for part in said:
            assert all(move in part for move in moves)
        assert parts[-1].startswith(how)


def test_bounds_that_prove_nothing_say_so(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solvers.bounded.BoundedSearch.improve", lambda self, _: self.bounded())
    large = "?,?,?/?,?,3/2,4,6 -,- 1 - 8,9,D,O,W"
    argv = ["solve", large, "--method", "bounds", "--seconds", "1"]
    out = " ".join(run(*argv).out.split())
    assert "In the time nothing could be proven of player 1's chance" in out
    assert "--seconds" in out
    assert "--method estimate" in out
    assert "that is proven" not in out
    assert "100.0 %" not in out
    assert "a search for proven bounds that found none" in out
    assert "時間内には何も証明できませんでした" in "".join(run(*argv, "--lang", "ja").out.split())
    assert json.loads(run(*argv, "--json").out)["value"] == [[0.0, 1.0], [0.0, 1.0]]


def test_what_endless_play_counts_is_said_where_it_can_matter(run: Run) -> None:
    assert "Endless play is worth 1/2 to player 1." in run("solve", "O/W a1,- 1 - -").out
    assert "プレイヤー 1 にとっての値：1/2" in run("solve", "O/W a1,- 1 - -", "--lang", "ja").out
    assert "ndless" not in run("solve", "O,W/W,W -,- 1 - -", "--rules", "orca=side").out
    assert "ndless" not in run("solve", SMALL).out
    assert "all players share the win equally" in run("solve", "O,W -,-,- 1 - -").out
    estimate = run("solve", "O/W a1,- 1 - -", "--method", "estimate", "--seconds", "1").out
    assert "Endless play is worth 1/2 to player 1." in estimate
    assert "is broken off, and counts as endless" in estimate
    # Nobody ever gets anywhere: what is asked for is what the games come to.
    found = told(run, "O/W a1,- 1 - -", "--method", "estimate", "--seconds", "1", "--endless", "0.9")
    assert (found["endless"], [round(share, 9) for share in found["value"]]) == ("9/10", [0.9, 0.1])
    over = run("solve", "O/W *,- 2 - -").out
    assert "ndless" not in over


@pytest.mark.parametrize(
    ("text", "share"), [("0.9", "9/10"), ("1.0", "1"), ("0.125", "1/8"), ("０．９", "9/10")]
)
def test_endless_takes_decimals_exactly(run: Run, text: str, share: str) -> None:
    found = told(run, "O/W a1,- 1 - -", "--endless", text)
    assert found["endless"] == found["value"][0] == share
    assert (
        f"Endless play is worth {share} to player 1." in run("solve", "O/W a1,- 1 - -", "--endless", text).out
    )


def test_endless_refuses_what_is_no_share(run: Run) -> None:
    for text in ("1.1", "3/2", "1/0", ".5", "0.", "0.5/2", "1e-1", "-0.5"):
        refused(run("solve", "O/W a1,- 1 - -", f"--endless={text}"), "a number from 0 to 1")


def test_of_hidden_cards_the_opening_tells_what_is_proven_besides(run: Run) -> None:
    out = run("solve", "?,?,?/?,?,0/0,0,0 a1,- 1 - 5,O,6,7,D", "--seconds", "1").out
    assert re.search(r"proven", out)


def test_what_fits_is_exact_with_cards_face_down(run: Run) -> None:
    assert told(run, HIDDEN)["value"] == ["11/12", "1/12"]
    assert told(run, HIDDEN, "--exact")["value"] == ["11/12", "1/12"]


def test_a_draft_is_answered_from_what_its_player_sees(run: Run) -> None:
    position = "?1:D,?2:9 -,- 1 - -"
    found = told(run, position)
    assert (found["method"], found["player"], found["unseen"]) == ("exact", 1, ["9"])
    assert found["position"] == "?1:D,?2 -,- 1 - 9"
    best = found["moves"][0]
    # A dolphin in the last row carries its rabbit into the goal.
    assert (best["move"], best["value"]) == ("1a1", ["1", "0"])
    guessed = told(run, position, "--method", "estimate", "--seconds", "1", "--seed", "6")
    assert (guessed["method"], guessed["seed"], guessed["others"]) == ("estimate", 6, "sensible")
    assert len(guessed["standard_error"]) == 2
    refused(run("solve", position, "--method", "bounds"), "neither a table nor", status=3)


DRAFT = "?1:3,?2:W/?2:2,?1:D -,- 1 - -"
DRAFT_SEEN = "?1:3,?2/?2,?1:D -,- 1 - 2,W"


def test_a_draft_says_against_whom_an_answer_holds(run: Run) -> None:
    out = run("solve", DRAFT).out
    assert "against the others described below" in out
    flat = " ".join(out.split())
    assert "any of the cards that player 1 does not see (2, W)" in flat
    assert "not a value of the game" in flat
    assert "under best play by both" not in flat
    assert max(wide(line) for line in out.splitlines() if " / " not in line and "%" not in line) <= 79
    japanese = "".join(run("solve", DRAFT, "--lang", "ja").out.split())
    assert "プレイヤー1に見えないカード（2,W）" in japanese
    assert told(run, DRAFT)["own"] == "best"
    assert told(run, DRAFT, "--method", "estimate", "--seconds", "1")["own"] == "sensible"
    estimate = " ".join(run("solve", DRAFT, "--method", "estimate", "--seconds", "1").out.split())
    assert "player 1 himself too, so the moves are not ranked by his best play" in estimate
    assert "can be found exactly here, in about a second (inaba solve --exact)" in estimate
    assert "an estimate, not the value" in estimate
    assert "does not see (2, W)" in estimate
    assert "dealt afresh for each game" in estimate


@pytest.mark.parametrize(
    "position", [".,./.,. -,- 1 - 3,5,D,W draft:deal:/:/", "?1:3,?2/9,?1:D a1,- 1 - W fight:1"]
)
def test_where_a_draft_waits_for_chance_no_table_of_moves_is_announced(run: Run, position: str) -> None:
    out = run("solve", position, "--player", "1", "--method", "estimate", "--seconds", "1").out
    assert "Each move" not in out
    assert "no move to choose here" in out
    japanese = run("solve", position, "--method", "estimate", "--seconds", "1", "--lang", "ja").out
    assert "それぞれの手" not in japanese
    assert "選ぶ手はありません" in japanese


def test_a_draft_can_be_asked_about_as_a_player_sees_it(run: Run, tmp_path: Path) -> None:
    """His view, the whole position seen by him, and a record seen by him: all the same answer."""
    found = told(run, DRAFT_SEEN)
    assert found == told(run, DRAFT) == told(run, DRAFT, "--player", "1")
    record = Record(river.NOTATION, river.parse(DRAFT))
    (tmp_path / "game.txt").write_text(str(record), encoding="utf-8")
    ran = run("solve", "--record", str(tmp_path / "game.txt"), "--player", "1", "--json")
    assert json.loads(ran.out) == found
    # Who is not to act may ask what he can hope for, and everybody may in a choice of cards.
    other = told(run, DRAFT, "--player", "2")
    assert (other["player"], other["unseen"], other["moves"]) == (2, ["3", "D"], [])
    picking = ".,. -,- 1 - - draft:pick:D/3:/"
    assert [row["move"] for row in told(run, picking, "--player", "2")["moves"]] == ["+3"]
    assert told(run, ".,. -,- 1 - D draft:pick:?/3:/")["player"] == 2


def test_a_view_of_a_draft_is_one_line_among_many(run: Run) -> None:
    ran = run("solve", "-", typed=[DRAFT_SEEN, DRAFT, "?1,?2/?2,?1 -,- 1 - 2,3,D,W"])
    lines = [json.loads(line) for line in ran.out.splitlines()]
    assert lines[0] | {"number": 2} == lines[1]
    assert lines[0]["position"] == DRAFT_SEEN
    assert "onlooker" in lines[2]["error"]
    assert ran.status == 2


@pytest.mark.parametrize(
    ("argv", "english", "japanese"),
    [
        ((DRAFT_SEEN, "--player", "2"), "say with --player who: 1", "（1）"),
        ((DRAFT_SEEN, "--after", "1a1"), "--after needs the whole position", "--after には"),
        ((DRAFT_SEEN, "--save-table", "new"), "no table to be saved", "保存する表は作れません"),
        ((DRAFT, "--player", "3"), "there is no player 3", "プレイヤー 3 はいません"),
        (("?1,?1 -,-,- 2 - 2,W",), "say with --player who: 2, 3", "（2, 3）"),
        (("?1,?2 -,- 2 - 2,W",), "an onlooker sees", "見ているだけの人"),
        ((SMALL, "--player", "1"), "--player is for a draft", "--player はドラフト用"),
        (("g3/b5/y1 g7:3 - - 1 0", "--player", "1"), "--player is for River", "--player は「いなば"),
    ],
)
def test_whose_view_is_asked_must_be_clear(
    run: Run, argv: tuple[str, ...], english: str, japanese: str
) -> None:
    refused(run("solve", *argv), english)
    assert japanese in run("solve", *argv, "--lang", "ja").err


def test_a_view_of_a_draft_can_be_shown(run: Run) -> None:
    ran = run("show", DRAFT_SEEN)
    assert (ran.status, ran.err) == (0, "")
    assert "?1:3" in ran.out
    assert run("show", "?1,?2 -,- 2 - 2,W").status == 0
    refused(run("show", "?1,?2 -,- 2 - 2"), "cannot read")


# Three and four players -----------------------------------------------------------------------------------


def test_three_players_have_guarantees_and_max_n(run: Run) -> None:
    """A shark of 3 beside a whale, and the goal behind: worked out by hand.

    Rabbit 1 goes to the whale. Player 2 must move: he brings rabbit 2 onto the shark, which fails only with a
    roll of 2. Then player 3 must move one of the two into the goal. Against all, player 1 wins only if that
    roll fails: 1/36. Player 3 himself cannot win, so both are the same to him: by the first he moves rabbit
    1; if he splits, each wins with 35/72, and player 1 if the roll fails besides.
    """
    found = told(run, "3,W -,-,- 1 - -")
    keys = ["position", "rules", "method", "guarantee", "maxn", "endless", "moves", "states"]
    assert list(found) == keys
    assert (found["method"], found["endless"]) == ("exact", "1/3")
    assert found["guarantee"] == ["1/36", "0", "0"]
    how = {"checked": True, "solver": "plain"}
    assert found["maxn"] == {"value": ["1", "0", "0"], "ties": "first", **how}
    split = told(run, "3,W -,-,- 1 - -", "--ties", "split")
    assert split["guarantee"] == found["guarantee"]
    assert split["maxn"] == {"value": ["37/72", "35/72", "0"], "ties": "split", **how}
    best = found["moves"][0]
    assert (best["move"], best["guarantee"][0]) == ("1b1", "1/36")


def test_rows_are_ranked_by_the_mover_s_guarantee_or_by_max_n(run: Run) -> None:
    for turn in (1, 2, 3):
        position = f"5,W/0,3 -,-,- {turn} - -"
        state = river.parse(position)
        legal = [str(move) for move in state.legal_moves(turn)]
        for by in ("guarantee", "maxn"):
            rows = told(run, position, "--by", by)["moves"]
            own = [Fraction(row[by][turn - 1]) for row in rows]
            assert own == sorted(own, reverse=True)
            assert sorted(legal) == sorted(row["move"] for row in rows)
        rows = told(run, position)["moves"]
        for one, two in pairwise(rows):
            if one["guarantee"][turn - 1] == two["guarantee"][turn - 1]:
                assert legal.index(one["move"]) < legal.index(two["move"])


def test_four_players_and_cards_face_down(run: Run) -> None:
    four = told(run, "3,W -,-,-,- 2 - -")
    assert len(four["guarantee"]) == len(four["maxn"]["value"]) == 4
    assert sum(map(Fraction, four["maxn"]["value"])) == 1
    assert sum(map(Fraction, four["guarantee"])) <= 1
    hidden = told(run, "?,W -,-,- 1 - 9", "--exact")
    assert hidden["guarantee"] == told(run, "9,W -,-,- 1 - -")["guarantee"]


def test_guarantees_by_table_are_those_of_the_plain_way(run: Run) -> None:
    state = river.parse(THREE)
    plain = Guarantees()
    found = told(run, THREE)
    assert found["guarantee"] == [str(share) for share in plain.of(state)]
    for row in found["moves"]:
        after = state.play(1, row["move"])
        assert row["guarantee"] == [str(share) for share in plain.of(after)]
    rounded = told(run, THREE, "--method", "table")
    assert rounded["method"] == "table"
    for number, share in zip(rounded["guarantee"], found["guarantee"], strict=True):
        assert abs(Fraction(number) - Fraction(share)) <= Fraction(rounded["error"])
    fight = told(run, "5,W/0,3 -,b1,- 2 - - fight:2")
    assert (fight["moves"], len(fight["outcomes"])) == ([], 36)
    for player in range(3):
        mean = sum(Fraction(row["chance"]) * Fraction(row["maxn"][player]) for row in fight["outcomes"])
        assert mean == Fraction(fight["maxn"]["value"][player])


def test_where_max_n_is_not_checked_there_is_the_guarantee_alone(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(oracle, "MOST_MAXN", 1)
    monkeypatch.setattr(oracle, "MOST_MAXN_TABLE", 1)
    found = told(run, THREE)
    assert found["maxn"] is None
    assert all(list(row) == ["move", "guarantee"] for row in found["moves"])
    # It is said what it would take.
    n = f"{found['states']:,}"
    assert found["maxn_missing"]["why"] == "too_large"
    assert f"at least {n} positions" in found["maxn_missing"]["message"]
    assert f"少なくとも {n} 局面" in told(run, THREE, "--lang", "ja")["maxn_missing"]["message"]
    # What answers lines is kept, by what was asked: nobody else asks with this seed.
    assert lines(run, THREE, "--seed", "7321")[1][0]["maxn_missing"] == found["maxn_missing"]
    refused(run("solve", THREE, "--by", "maxn"), f"at least {n} positions", "up to 1.", status=3)
    # What explains is broken into lines.
    assert f"at least {n} positions" in run("solve", THREE).out.replace("\n", " ")
    assert f"少なくとも{n}局面" in "".join(run("solve", THREE, "--lang", "ja").out.split())


def test_max_n_that_cannot_be_checked_is_told_apart_from_one_that_is_too_large(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Oracle, "_everyone", lambda *_: None)
    found = told(run, THREE)
    assert (found["maxn"], found["maxn_missing"]["why"]) == (None, "unchecked")
    assert found["maxn_missing"]["message"] in " ".join(run("solve", THREE).out.split())


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("ties", ["first", "split"])
def test_three_players_as_tables(run: Run, lang: str, ties: str) -> None:
    ran = run("solve", THREE, "--lang", lang, "--ties", ties)
    assert (ran.status, ran.err) == (0, "")
    assert "1/216" in ran.out
    assert bool(JAPANESE.search(ran.out)) is (lang == "ja")
    assert len(re.findall(r"^[123][ab]1 ", ran.out, re.MULTILINE)) == 6
    rows = [wide(line) for line in ran.out.splitlines() if re.match(r" +[123] ", line)]
    assert len(rows) == 3
    over = run("solve", "5,W *,-,- 2 - -", "--lang", lang)
    assert (over.status, over.out.count("\n")) == (0, 2)


def test_what_does_not_fit_three_players_is_refused(run: Run) -> None:
    refused(run("solve", THREE, "--endless", "1/3"), "shared equally")
    refused(run("solve", SMALL, "--by", "maxn"), "--by maxn is for three and four players")
    refused(run("solve", SMALL, "--by", "maxn", "--lang", "ja"), "--by maxn は 3～4 人")
    for estimate in (["--by", "maxn"], ["--ties", "split"]):
        ran = run("solve", THREE, "--method", "estimate", *estimate)
        refused(ran, f"--method estimate has no place beside {' '.join(estimate)}")
    refused(run("solve", THREE, "--method", "bounds"), "bounds are for two players")
    refused(run("solve", THREE, "--limit", "20"), "20 are allowed", status=3)
    refused(run("solve", "?,3/S,? -,-,- 1 - 4,O", "--exact", "--limit", "20"), "more than 20", status=3)
    refused(run("solve", "?,3/S,? -,-,- 1 - 4,O", "--method", "table"), "face down")


DRAFTED = "?1:D,?2:4 -,-,- 1 - -"


def test_what_one_of_three_sees_of_a_draft_is_not_ranked_by_max_n(run: Run) -> None:
    """Nor is there a worth of play without end to be stated: three share it."""
    for asked in ([DRAFTED], [DRAFTED, "--player", "2"], ["?1:D,?2 -,-,- 1 - 4", "--player", "1"]):
        refused(
            run("solve", *asked, "--by", "maxn"), "--by maxn", "everybody knows the same", "leave --by out"
        )
        refused(run("solve", *asked, "--by", "maxn", "--lang", "ja"), "--by maxn", "--by を省いて")
        refused(run("solve", *asked, "--endless", "1/2"), "shared equally")
        assert told(run, *asked)["endless"] == "1/3"
    status, found, _ = lines(run, f"{DRAFTED}\n3,W -,-,- 1 - -", "--by", "maxn")
    assert (status, "leave --by out" in found[0]["error"], found[1]["maxn"]["value"][0]) == (2, True, "1")


def test_an_estimate_of_three_is_not_ranked_by_max_n(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a table does not fit, and nobody asked for an estimate."""
    monkeypatch.setattr(river_table, "memory_free", lambda: 1_000_000)
    position = CLASSROOM.replace("-,- 1", "-,-,- 1")
    asked = ("solve", position, "--seconds", "1", "--by", "maxn")
    refused(run(*asked), "too large for max-n", "Without --by there is an estimate", status=3)
    refused(run(*asked, "--lang", "ja"), "--by を省けば", status=3)
    status, found, _ = lines(run, position, *asked[2:])
    assert (status, found[0]["status"]) == (3, 3)
    assert told(run, position, "--seconds", "1")["endless"] == "1/3"


def test_where_no_table_can_be_the_plain_way_and_then_bounds_answer(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(oracle, "TABLES_FROM", 0)
    monkeypatch.setattr("solvers.river_kernel.COMPILED", False)
    assert told(run, SMALL)["value"][0] == SMALL_VALUE
    assert told(run, "3,W -,-,- 1 - -")["guarantee"] == ["1/36", "0", "0"]
    monkeypatch.setattr(oracle, "MOST_PLAIN", 10)
    found = told(run, SMALL, "--seconds", "1")
    assert found["method"] == "bounds"
    low, high = found["value"][0]
    assert low <= float(Fraction(SMALL_VALUE)) <= high
    refused(run("solve", SMALL, "--exact"), "10 are allowed", status=3)


def test_a_table_of_three_too_large_for_memory_gives_way_to_an_estimate(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As what is too large for the plain way does; but not where a table or exactness was asked for."""
    monkeypatch.setattr(river_table, "memory_free", lambda: 1_000_000)
    position = CLASSROOM.replace("-,- 1", "-,-,- 1")
    found = told(run, position, "--seconds", "1", "--seed", "1")
    assert (found["method"], len(found["value"])) == ("estimate", 3)
    for asked in (["--method", "table"], ["--exact"], ["--method", "exact"]):
        ran = run("solve", position, *asked)
        assert (ran.status, ran.out) == (3, "")
        # Nobody is told how long to wait for what is not going to come.
        assert re.fullmatch(r"inaba solve: [^\n]+ are free: [^\n]+\n", ran.err)


def test_what_a_table_is_going_to_take_is_told_first(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(oracle, "SOON", -1)
    ran = run("solve", SMALL, "--method", "table")
    assert ran.status == 0
    assert re.search(r"a table of [\d,]+ positions: about \d+ seconds? and \d+ MB of memory", ran.err)


def test_guarantees_may_be_asked_for_alone(run: Run) -> None:
    whole, alone = told(run, THREE), told(run, THREE, "--no-maxn")
    assert alone["guarantee"] == whole["guarantee"]
    assert (bool(whole["maxn"]), alone["maxn"], "maxn_missing" in whole) == (True, None, False)
    assert alone["maxn_missing"]["why"] == "left_out"
    assert "was left out (--no-maxn)" in " ".join(run("solve", THREE, "--no-maxn").out.split())
    assert "could not be found" not in run("solve", THREE, "--no-maxn").out
    assert "--no-maxn" in run("solve", THREE, "--no-maxn", "--lang", "ja").out
    refused(run("solve", THREE, "--no-maxn", "--by", "maxn"), "--no-maxn has no place beside --by maxn")
    refused(run("solve", THREE, "--no-maxn", "--ties", "split"), "--no-maxn has no place beside --ties split")
    refused(run("solve", "g3/b5/y1 g7:3 - - 1 0", "--no-maxn"), "--no-maxn", "River")


@pytest.mark.parametrize("by", ["guarantee", "maxn"])
def test_ctrl_c_during_max_n_leaves_what_was_found_before(
    run: Run, monkeypatch: pytest.MonkeyPatch, by: str
) -> None:
    whole = told(run, THREE)

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Oracle, "_everyone", stop)
    ran = run("solve", THREE, "--json", "--by", by)
    assert (ran.status, ran.err.count("\n")) == (130, 1)
    assert "stopped; here is what each player can guarantee" in ran.err
    found = json.loads(ran.out)
    assert found["guarantee"] == whole["guarantee"]
    assert (found["maxn"], found["maxn_missing"]["why"]) == (None, "stopped")
    japanese = run("solve", THREE, "--by", by, "--lang", "ja")
    assert "中断しました" in japanese.err
    assert "途中で中断した" in "".join(japanese.out.split())


def test_both_stages_are_told_in_both_languages() -> None:
    first = oracle.Forecast(94_000_000, 17, 800_000_000, what="guarantee")
    then = oracle.Forecast(94_000_000, 34, 4_200_000_000, what="maxn")
    for forecast, size, english, japanese in (
        (first, "800 MB", "what each player can guarantee: ", "各プレイヤーが保証できる"),
        (then, "4.2 GB", "then max-n, which --no-maxn leaves out: ", "次に max-n"),
    ):
        for lang, words in (("en", english), ("ja", japanese)):
            said = forecast_words(forecast, lang)
            assert said.startswith(words)
            assert "94,000,000" in said
            assert size in said


# Many lines -----------------------------------------------------------------------------------------------

LINES = f"""{SMALL}
# a comment

  5,W -,- 1 - -
5,W
\t
{THREE}
?,3/S,? -,- 1 - 4,O
{"9" * 30_000}
5,W -,- 2 - -"""


def lines(run: Run, text: str, *argv: str) -> tuple[int, list[dict[str, Any]], str]:
    """Status, the objects and what stands on stderr, for these lines on stdin."""
    ran = run("solve", "-", *argv, typed=text.split("\n"))
    return ran.status, [json.loads(line) for line in ran.out.splitlines()], ran.err


def test_each_line_is_answered_in_order_with_its_number(run: Run) -> None:
    status, found, err = lines(run, LINES)
    assert (status, err) == (2, "")
    assert [one["number"] for one in found] == [1, 4, 5, 7, 8, 9, 10]
    bad = [one for one in found if "error" in one]
    assert [one["number"] for one in bad] == [5, 9]
    for one in bad:
        assert list(one) == ["number", "position", "error", "status"]
        assert one["status"] == 2
    assert (bad[0]["position"], "5 fields" in bad[0]["error"]) == ("5,W", True)
    assert len(bad[1]["position"]) == 1000
    # Otherwise it is what the position alone gives.
    for one in found:
        if one not in bad:
            number = one.pop("number")
            assert one == told(run, LINES.split("\n")[number - 1].strip())


def test_lines_are_the_same_in_several_processes(run: Run) -> None:
    one = run("solve", "-", typed=LINES.split("\n"))
    two = run("solve", "-", "--jobs", "2", typed=LINES.split("\n"))
    assert one == two


def test_the_options_hold_for_every_line(run: Run) -> None:
    hurt = "5,W,4/O,6,D/3,5,7 -,- 1 - -"
    _, found, _ = lines(run, hurt, "--rules", "orca=side,rest=owner", "--exact")
    assert found[0]["value"][0] == "15608427868413049/21936950640377856"
    _, found, _ = lines(run, f"{SMALL}\n5,W -,- 1 - -", "--after", "1b1", "--endless", "1/3")
    assert found[0]["position"] == "5,W,4/0,6,3 b1,- 1 - - fight:1"
    assert (found[1]["position"], found[1]["endless"]) == ("5,W -,b1 2 - -".replace("-,b1", "b1,-"), "1/3")
    _, found, _ = lines(run, "5,W", "--lang", "ja")
    assert JAPANESE.search(found[0]["error"])
    _, found, _ = lines(run, THREE, "--ties", "split", "--by", "maxn")
    assert found[0]["maxn"]["ties"] == "split"


def test_the_status_tells_the_worst(run: Run) -> None:
    assert lines(run, SMALL)[0] == 0
    assert lines(run, "")[:2] == (0, [])
    status, found, _ = lines(run, f"{SMALL}\n5,W -,- 1 - -", "--limit", "100")
    assert (status, found[0]["status"], "error" in found[1]) == (3, 3, False)
    assert lines(run, f"no\n{SMALL}", "--limit", "100")[0] == 2
    assert lines(run, f"{SMALL}\nno", "--limit", "100")[0] == 2


def test_a_table_is_at_hand_for_every_line(run: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "small.table")
    assert run("solve", SMALL, "--save-table", file, "--method", "table").status == 0
    status, found, err = lines(run, f"{SMALL}\n5,W -,- 1 - -", "--table", file)
    assert (status, err.count("\n")) == (0, 1)
    assert "line 2: " in err
    assert [one["method"] for one in found] == ["table", "exact"]
    (tmp_path / "foreign").write_text("no table", encoding="utf-8")
    refused(run("solve", "-", "--table", str(tmp_path / "foreign"), typed=[SMALL]), "no river table")


def test_what_has_no_place_beside_many_lines(run: Run) -> None:
    refused(run("solve", "-", "--record", "x"), "--record has no place beside -")
    refused(run("solve", "-", "--save-table", "x"), "--save-table has no place beside -")
    refused(run("solve", "-", "--jobs", "0"), "a whole number from 1")
    refused(run("solve", "-", "--rules", "orca=up", typed=[SMALL]), "orca can be back, side")


def test_lines_of_windows_are_read_too(run: Run) -> None:
    status, found, _ = lines(run, f"\ufeff{SMALL}\r\n5,W -,- 1 - -\r")
    assert (status, [one["position"] for one in found]) == (0, [SMALL, "5,W -,- 1 - -"])


def stream(*argv: str) -> subprocess.Popen[str]:
    """`inaba solve -` as a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "inaba", "solve", "-", *argv],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
        text=True,
    )


def test_an_answer_comes_before_the_next_line_is_there() -> None:
    solving = stream()
    try:
        assert solving.stdin
        assert solving.stdout
        for number in (1, 2, 3):
            solving.stdin.write("5,W -,- 1 - -\n")
            solving.stdin.flush()
            # Were lines gathered first, this would wait for ever.
            assert json.loads(solving.stdout.readline())["number"] == number
        out, err = solving.communicate(timeout=120)
        assert (solving.returncode, out, unhurried(err)) == (0, "", "")
    finally:
        solving.kill()


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_reader_that_has_seen_enough_ends_the_run_quietly(jobs: str) -> None:
    """Lines without end go in; two answers are read."""
    endless = subprocess.Popen(
        [sys.executable, "-c", "while True: print('5,W -,- 1 - -')"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    solving = subprocess.Popen(
        [sys.executable, "-m", "inaba", "solve", "-", "--jobs", jobs],
        stdin=endless.stdout,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    try:
        assert solving.stdout
        assert solving.stderr
        assert [json.loads(solving.stdout.readline())["number"] for _ in range(2)] == [1, 2]
        solving.stdout.close()
        assert unhurried(solving.stderr.read()) == ""
        assert solving.wait(timeout=120) == 141
    finally:
        endless.kill()
        solving.kill()
        endless.wait()


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_many_lines_with_130_and_whole_lines(jobs: str) -> None:
    solving = stream("--jobs", jobs)
    try:
        assert solving.stdin
        assert solving.stdout
        # With several processes as many lines are read ahead as keep them busy.
        solving.stdin.write("5,W -,- 1 - -\n" * 40)
        solving.stdin.flush()
        assert solving.stderr
        first = solving.stdout.readline()
        solving.send_signal(signal.SIGINT)
        # Not `communicate`, which does not know of lines that were read ahead with the first.
        out, err = solving.stdout.read(), solving.stderr.read()
        solving.stdin.close()
        solving.wait(timeout=120)
    finally:
        solving.kill()
    assert (solving.returncode, unhurried(err).strip()) == (130, "inaba solve: stopped")
    numbers = [json.loads(line)["number"] for line in (first + out).splitlines()]
    assert numbers == list(range(1, len(numbers) + 1))
    assert (first + out).endswith("\n")


# Surveys --------------------------------------------------------------------------------------------------

TINY = ("--deck", "3,5,W,D", "--columns", "2", "--rows", "2", "--layouts", "12", "--jobs", "1")


def results(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def test_a_survey_sums_up_what_its_file_holds(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "survey.jsonl"
    ran = run("survey", *TINY, "--out", str(file), "--json")
    assert (ran.status, ran.err) == (0, "")
    found = json.loads(ran.out)
    rows = results(file)
    assert sorted(row["number"] for row in rows) == list(range(1, 13))
    exact = Solver()
    for row in rows:
        assert row["value"][0] == str(exact.value(river.parse(row["position"]))[0])
    values = [float(Fraction(row["value"][0])) for row in rows]
    mean = sum(values) / 12
    error = (sum((value - mean) ** 2 for value in values) / 11 / 12) ** 0.5
    assert (found["count"], found["failed"], found["seed"], found["layouts"]) == (12, 0, 1, 12)
    assert found["deck"] == "3,5,D,W"
    assert abs(found["mean"] - mean) < 1e-12
    assert abs(found["standard_error"] - error) < 1e-12
    # Of Student's t with 11 degrees of freedom 95 % lie within 2.200985 (from a table).
    assert abs(found["interval"]["high"] - mean - 2.200985 * error) < 1e-6
    assert abs(found["interval"]["low"] - mean + 2.200985 * error) < 1e-6
    assert (found["interval"]["by"], found["favourable_interval"]["by"]) == ("student", "wilson")
    assert found["least"]["value"] == min(values)
    assert found["greatest"]["value"] == max(values)
    assert found["favourable"] == sum(value > 0.5 for value in values) / 12


def test_a_survey_goes_on_where_it_was_broken_off(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "survey.jsonl"
    whole = run("survey", *TINY, "--out", str(file))
    kept = file.read_text(encoding="utf-8").splitlines(keepends=True)
    # As a killed run leaves it: some results, and half a line.
    file.write_text("".join(kept[:5]) + kept[5][:20], encoding="utf-8")
    again = run("survey", *TINY, "--out", str(file))
    assert again == whole
    assert file.read_text(encoding="utf-8").splitlines(keepends=True)[:5] == kept[:5]
    assert sorted(row["number"] for row in results(file)) == list(range(1, 13))


def test_a_survey_speaks_both_languages(run: Run, tmp_path: Path) -> None:
    english = run("survey", *TINY, "--out", "survey.jsonl")
    assert "95 % confidence interval by Student's t" in english.out
    assert "only if the values of all layouts lie roughly like a bell curve" in english.out
    assert "The results are in survey.jsonl" in english.out
    assert not JAPANESE.search(english.out)
    japanese = run("survey", *TINY, "--out", "survey.jsonl", "--lang", "ja")
    assert "スチューデントの t 分布による 95 % 信頼区間" in japanese.out
    assert "釣り鐘形" in japanese.out
    numbers = [sorted(re.findall(r"\d+\.\d\d %", ran.out)) for ran in (english, japanese)]
    assert numbers[0] == numbers[1]


def test_a_survey_never_mixes_with_another(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "survey.jsonl"
    assert run("survey", *TINY, "--out", str(file)).status == 0
    kept = file.read_bytes()
    size = ("--columns", "4", "--rows", "1")
    for argv, english, japanese in (
        ((*TINY, "--seed", "2"), "with another --seed than 2: line 1", "--seed が 2 ではない"),
        (
            (*TINY, "--rules", "rest=owner"),
            "--rules, in line 1: not given; here it is rest=owner",
            "--rules が違う",
        ),
        ((*TINY, *size), "--columns, in line 1: 2; here it is 4", "--columns が違う"),
        (("--deck", "3,5,W,O", *TINY[2:]), "--deck, in line 1: 3,5,D,W; here it is 3,5,O,W", "--deck が違う"),
        ((*TINY, "--layouts", "3"), "of 4 layouts or more; here --layouts is 3", "--layouts は 3"),
    ):
        refused(run("survey", *argv, "--out", str(file)), english, "name another file with --out")
        refused(run("survey", *argv, "--out", str(file), "--lang", "ja"), japanese)
    assert file.read_bytes() == kept
    foreign = "is no result of this survey"
    mine = tmp_path / "mine.txt"
    mine.write_text("mine\n", encoding="utf-8")
    refused(run("survey", *TINY, "--out", str(mine)), foreign)
    assert mine.read_text(encoding="utf-8") == "mine\n"


DAMAGED: list[dict[str, Any] | str] = [
    {"value": ["abc", "0"]},
    {"value": ["1/0", "0"]},
    {"value": ["7/2", "0"]},
    {"value": []},
    {"value": None},
    {"number": True},
    {"number": 0},
    {"number": "1"},
    {"number": 1.0},
    {"position": ""},
    {"position": []},
    "[" * 10_000,
    "[]",
]


@pytest.mark.parametrize("change", DAMAGED)
def test_a_survey_s_file_that_a_hand_has_damaged_is_refused_with_the_line(
    run: Run, tmp_path: Path, change: dict[str, Any] | str
) -> None:
    file = tmp_path / "survey.jsonl"
    deck = ("--deck", "3,W", "--columns", "2", "--rows", "1", "--layouts", "2", "--jobs", "1")
    layouts = list(layouts_of(river.parse_deck("3,W"), 2, 1, columns=2, rows=1))
    results = [
        {"number": n, "rules": "", "position": p, "value": ["1/2", "1/2"]} for n, p in enumerate(layouts, 1)
    ]
    damaged = change if isinstance(change, str) else json.dumps(results[0] | change)
    file.write_text(f"{json.dumps(results[1])}\n{damaged}\n", encoding="utf-8")
    kept = file.read_bytes()
    refused(run("survey", *deck, "--out", str(file)), "line 2", str(file))
    assert file.read_bytes() == kept


def test_a_survey_is_not_made_twice_at_once(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "survey.jsonl"
    with file.open("ab") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        refused(run("survey", *TINY, "--out", str(file)), f"another run is at work on {file}")
        refused(run("survey", *TINY, "--out", str(file), "--lang", "ja"), "別の調査が使っています")
    assert file.read_bytes() == b""
    assert run("survey", *TINY, "--out", str(file)).status == 0


def test_a_survey_by_other_rules(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "survey.jsonl"
    argv = ("--deck", "3,5,W,O", *TINY[2:], "--rules", "orca=side", "--out", str(file))
    assert run("survey", *argv).status == 0
    for row in results(file):
        state = river.parse(row["position"], river.parse_rules("orca=side"))
        assert row["value"][0] == str(Solver().value(state)[0])


def test_what_a_survey_refuses(run: Run, tmp_path: Path) -> None:
    refused(run("survey"), "missing: --out")
    refused(run("survey", "--out", "x", "--layouts", "1"), "a whole number from 2")
    refused(run("survey", "--out", "x", "--deck", "3,5"), "2 cards")
    refused(run("survey", "--out", "x", "--rules", "orca=up"), "orca can be back, side")
    refused(run("survey", *TINY, "--out", str(tmp_path)), str(tmp_path))
    os.mkfifo(pipe := tmp_path / "pipe")
    for file in (pipe, Path(os.devnull)):
        refused(run("survey", *TINY, "--out", str(file)), f"{file} is no plain file")
        refused(run("survey", *TINY, "--out", str(file), "--lang", "ja"), f"{file} は普通のファイルではない")
    pipe.unlink()
    refused(run("survey", *TINY, "--out", "no/survey.jsonl"), "no/survey.jsonl: No such file")
    assert os.listdir(tmp_path) == []


def test_ctrl_c_never_reaches_a_process_that_helps() -> None:
    """Not even while it starts, before it is told to leave it alone: it would say where it was, at length."""
    with processes(1) as pool:
        assert signal.SIGINT in pool.submit(signal.pthread_sigmask, signal.SIG_BLOCK, ()).result()
        assert pool.submit(signal.getsignal, signal.SIGINT).result() is signal.SIG_IGN
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def test_ctrl_c_keeps_what_a_survey_has_found(tmp_path: Path, run: Run) -> None:
    file = tmp_path / "survey.jsonl"
    argv = ("survey", *TINY[:6], "--layouts", "100000", "--jobs", "1", "--out", str(file), "--lang", "en")
    surveying = process(*argv)
    try:
        until = time.monotonic() + 120
        while not (file.exists() and file.stat().st_size) and time.monotonic() < until:
            time.sleep(0.05)
        surveying.send_signal(signal.SIGINT)
        out, err = surveying.communicate(timeout=120)
    finally:
        surveying.kill()
    assert (surveying.returncode, out) == (130, b"")
    said = unhurried(err)
    assert said.strip().startswith("inaba survey: stopped")
    assert said.count("\n") <= 2
    found = results(file)
    assert found
    more = str(max(row["number"] for row in found) + 2)
    ran = run("survey", *TINY[:6], "--layouts", more, "--jobs", "1", "--out", str(file), "--json")
    assert json.loads(ran.out)["count"] == int(more)
    assert results(file)[: len(found)] == found


def test_a_survey_shows_how_far_it_is(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    class Screen(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr("sys.stderr", Screen())
    assert command.main(["survey", *TINY, "--out", str(tmp_path / "survey.jsonl")]) == 0


# One door -------------------------------------------------------------------------------------------------


def test_an_answer_does_not_depend_on_what_was_asked_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(oracle, "TABLES_FROM", 0)
    kept = Oracle()
    positions = [SMALL, "5-2,W,4/0,6-3,3x a1,- 2 - -", "5,W -,- 1 - -", THREE, SMALL]
    for position in positions:
        assert kept.answer(river.parse(position)) == Oracle().answer(river.parse(position))
