"""`inaba solve` in River: known values, moves best first, `--after`, `--record`, what cannot be solved."""

from __future__ import annotations

import errno
import io
import json
import re
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from importlib.resources import files
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NoReturn

import pytest

from inaba import __main__ as command
from inaba import river
from inaba.dice import TWO_DICE, total
from inaba.errors import TooLarge
from solvers.table_file import TableFileError
from tests import test_command
from tests.test_command import (
    JAPANESE,
    KNOWN,
    SMALL,
    SMALL_VALUE,
    Run,
    refused,
)

# The same surroundings and the same way to run as in the other tests of the command.
run, surroundings = test_command.run, test_command.surroundings


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
        assert list(row) == ["move", "value", "line", *["repeats"] * ("repeats" in row)]
        assert row.get("repeats", True) is True
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


def test_space_around_a_position_is_no_part_of_it(run: Run) -> None:
    """So it is copied from a page; in a line of `inaba solve -` it is none either."""
    for text in (f" {SMALL}", f"{SMALL} ", f"{SMALL}\n", f"\u3000{SMALL}\t"):
        assert run("solve", "--json", text) == run("solve", "--json", SMALL)
    view = "?1:D,?2 -,- 1 - 9"
    assert run("solve", "--json", f"{view} ") == run("solve", "--json", view)
    # Nor does it matter how many spaces part two fields, of whichever game.
    ran = run("solve", SMALL.replace(" ", "  "))
    assert (ran.status, ran) == (0, run("solve", SMALL))
    for position in ("g3,g9/b5/y1 g7:3 - b2 1 0", "D8/S8/H8 DSHC - - - - 1 -"):
        assert run("show", position.replace(" ", "   ")) == run("show", position)
    # Nor in what one player sees.
    for game, text in (
        ("same-one", "g9,g12/??,??/??,?? g7:3 - b2,b5,y1,y2 1 0"),
        ("cross-sevens", "D9,S10:try/??,??,??/??,?? DSHC D8,S2,S8,H2,H8 try*8 - - 1 -"),
    ):
        spaced = f" {text.replace(' ', '  ')} "
        for argv in (["show"], ["odds", game]):
            ran = run(*argv, spaced)
            assert (ran.status, ran) == (0, run(*argv, text))
    whole = "g3,g9/b5/y1 g7:3 - b2 1 0"
    seen = run("odds", "same-one", whole.replace(" ", "  "), "--player", "1")
    assert (seen.status, seen) == (0, run("odds", "same-one", whole, "--player", "1"))
    for text in ("", " ", "\u3000"):
        refused(run("solve", text), "nothing is written there", "inaba notation")
        refused(run("solve", text, "--lang", "ja"), "何も書かれていません", "inaba notation")


def test_a_river_that_is_refused_may_have_too_many_positions_and_a_limit_is_named(run: Run) -> None:
    """Fewer than a tenth of these are ever held: of what is refused at once nobody knows how many are."""
    argv = ("solve", "W,W,W/9,9,9 -,- 1 - -", "--limit", "1089")
    ran = run(*argv)
    refused(
        ran, "as many as 17,430 positions may have to be solved", "1,089 are allowed", "--limit", status=3
    )
    assert "more than" not in ran.err
    refused(run(*argv, "--lang", "ja"), "多ければ約 17,430", "1,089", "--limit", status=3)
    assert run(*argv[:2], "--limit", "17430").status == 0


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


def test_after_names_an_impossible_event_once(run: Run) -> None:
    for lang in ("en", "ja"):
        said = run("solve", SMALL, "--after", "1b1(7,2)", "--lang", lang).err
        assert said.replace("1b1(7,2)", "").count("(7,2)") == 1


def test_after_ends_with_the_game(run: Run) -> None:
    assert solved(run, "0,W a1,- 1 - -", "--after", "1*")["value"] == ["1", "0"]
    refused(run("solve", "0,W a1,- 1 - -", "--after", "1* 2a1"), "at character 4", "over")


RECORD = '[Game "river"]\n[Start "?,3/S,? -,- 1 - 4,O"]\n[Result "*"]\n\n1. 1b1=4(1,1) 2. 2b1(1,1) 3. 1a1\n'


def test_a_record_that_cannot_be_read_is_named_with_its_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(RECORD.replace("2. 2b1(1,1)", "2. 2b1"), encoding="utf-8")
    for argv in (("solve", "--record", str(file)), ("review", str(file))):
        refused(run(*argv), f"{file}: cannot read", "turn 2 is not finished; behind 2b1")
        refused(run(*argv, "--lang", "ja"), f"{file}：", "手番 2 が終わっていません")


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
        assert any("repeats" in row for row in found["moves"])
    assert "1/3" in run("solve", position, "--endless", "1/3").out
    assert solved(run, position, "--endless", "2/4")["endless"] == "1/2"


def test_what_cannot_be_solved_has_status_3(run: Run) -> None:
    seen = "?1:D,?2:9,5/5,6,7/8,9,10 -,- 1 - -"
    refused(run("solve", seen, "--method", "exact"), "at most 4 cards", "ask for an estimate", status=3)
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
    ran = run("solve", position, "--method", "table")
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


def unreached(*_: object, **__: object) -> NoReturn:
    raise AssertionError("the work has begun")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("no/x.tab", "x.tab: No such file"),
        ("file/x.tab", "x.tab: Not a directory"),
        ("x" * 250, "File name too long"),
        ("file", "is there already"),
    ],
)
def test_where_a_table_cannot_be_saved_is_said_before_the_work(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, said: str
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setattr("solvers.oracle.Oracle.table", unreached)
    refused(run("solve", SMALL, "--save-table", str(tmp_path / name)), said)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_room_for_a_table_is_seen_to_before_the_work(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("solvers.oracle.Oracle.table", unreached)
    monkeypatch.setattr("shutil.disk_usage", lambda folder: SimpleNamespace(free=5_000))
    refused(run("solve", SMALL, "--save-table", str(tmp_path / "x")), "on disk", str(tmp_path), status=3)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_what_was_found_is_told_where_the_table_cannot_be_saved_all_the_same(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, form: tuple[str, ...]
) -> None:
    """The disk is full, or somebody else took the name: the answer is there, then the error."""
    answer = run("solve", SMALL, "--exact", "--method", "table", *form).out
    for error, said in (
        (OSError(errno.ENOSPC, "full"), "No space left"),
        (FileExistsError("taken"), "is there already"),
        (TableFileError("solvers.table_file.wide", path="x"), "x"),
    ):
        with monkeypatch.context() as patch:
            patch.setattr("solvers.table_file.save", partial(raising, error))
            file = str(tmp_path / "x")
            ran = run("solve", SMALL, "--exact", "--method", "table", "--save-table", file, *form)
        assert (ran.status, ran.out) == (2, answer)
        assert said in ran.err.splitlines()[-1]


def raising(error: Exception, *_: object) -> NoReturn:
    raise error


LOOKS = [
    # One of two cards is a shark that nobody can beat: who knows which goes past it at once, and wins.
    ("?,? -,- 1 - 30,W", {"a1": "1/2", "b1": "1/2"}),
    # Player 2 is to move: the same is worth the same to him.
    ("?,? -,- 2 - 30,W", {"a1": "1/2", "b1": "1/2"}),
    # Both cards are alike: nothing is learned by a look.
    ("?,? -,- 1 - W,W", {"a1": "0", "b1": "0"}),
    ("5,W -,- 1 - -", {}),
]


@pytest.mark.parametrize(("position", "looks"), LOOKS)
def test_what_looks_are_worth_is_told_where_it_is_asked_for(
    run: Run, position: str, looks: dict[str, str]
) -> None:
    ran = run("solve", position, "--looks", "--json")
    found = json.loads(ran.out)
    assert (ran.status, ran.err, found.pop("looks")) == (0, "", looks)
    assert found == json.loads(run("solve", position, "--json").out)
    many = run("solve", "-", "--looks", typed=[position])
    assert json.loads(many.out) == {"number": 1, **found, "looks": looks}


def test_looks_are_a_table_with_the_best_first(run: Run) -> None:
    plain, ran = run("solve", "?,?/W,? -,- 1 - 30,9,W"), run("solve", "?,?/W,? -,- 1 - 30,9,W", "--looks")
    assert ran.out.startswith(plain.out)
    told = json.loads(run("solve", "?,?/W,? -,- 1 - 30,9,W", "--looks", "--json").out)["looks"]
    assert list(told) == ["b1", "a2", "b2"]
    rows = [line.split() for line in ran.out[len(plain.out) :].splitlines() if re.match(r"[ab][12] ", line)]
    assert {row[0]: row[-1] for row in rows} == told
    gains = [Fraction(row[-1]) for row in rows]
    assert gains == sorted(gains, reverse=True)
    for (_, percent, _), gain in zip(rows, gains, strict=True):
        assert abs(Fraction(percent) - 100 * gain) <= Fraction(1, 2000)
    japanese = run("solve", "?,?/W,? -,- 1 - 30,9,W", "--looks", "--lang", "ja").out
    assert "カードのマス  差（ポイント）  正確な値" in japanese


def test_a_look_that_helps_the_other_is_said_to(run: Run) -> None:
    """With a 9 and a 3 ahead, whoever comes second gains by knowing which is which."""
    ran = run("solve", "?,?/W,W -,- 1 - 9,3", "--looks")
    assert re.search(r"^a2 +-\d+\.\d{3} +-\d+/\d+$", ran.out, re.MULTILINE)
    assert "the other player gains more" in ran.out
    assert "the other player gains more" not in run("solve", "?,? -,- 1 - 30,W", "--looks").out


def test_looks_are_worth_what_endless_play_makes_of_them(run: Run) -> None:
    """Between two orcas play can go on for ever: what that is worth counts before the look and after it."""
    gains = []
    for share in ("0", "1"):
        found = solved_with_looks(run, "?,?/O,W -,- 1 - O,12", "--endless", share)
        turned = [
            solved(run, position, "--endless", share)
            for position in ("O,?/O,W -,- 1 - 12", "12,?/O,W -,- 1 - O")
        ]
        mean = sum(Fraction(one["value"][0]) for one in turned) / 2
        gains.append(str(mean - Fraction(found["value"][0])))
        assert found["looks"]["a2"] == gains[-1]
    assert gains[0] != gains[1]


def solved_with_looks(run: Run, *argv: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run("solve", "--json", "--looks", *argv).out)
    return found


def test_looks_that_are_not_known_exactly_are_null(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    position = "?,?/W,W -,- 1 - 9,3"
    with monkeypatch.context() as patch:
        large = TooLarge("solvers.endgame.too_large", size=2, limit=1)
        patch.setattr("solvers.search._gain", partial(raising, large))
        assert solved_with_looks(run, position)["looks"] is None
        assert "here that is too large" in run("solve", position, "--looks").out
        assert "大きすぎて" in run("solve", position, "--looks", "--lang", "ja").out
    # Nor are they of an answer that is not exact itself.
    far = solved_with_looks(run, str(river.start()), "--seconds", "1")
    assert (far["method"], far["looks"]) == ("estimate", None)


@pytest.mark.parametrize(
    ("argv", "said", "status"),
    [
        (("?,3 -,-,- 1 - 4",), "what a look is worth is told for two players; here 3 play", 3),
        (("?1:D,?2:9,5/5,6,7/8,9,10 -,- 1 - -", "--player", "1"), "knows cards", 3),
        (("5,W a1,- 1 - - fight:1",), "start of a turn", 2),
        (("5,W *,- 2 - -",), "start of a turn", 2),
        (("?,3 -,- 1 - 4", "--method", "estimate"), "--looks has no place beside --method estimate", 2),
        (("g3/b5/y1 g7:3 - - 1 0",), "--looks", 2),
    ],
)
def test_looks_are_refused_where_they_make_no_sense(
    run: Run, monkeypatch: pytest.MonkeyPatch, argv: tuple[str, ...], said: str, status: int
) -> None:
    """And before the work, not after it."""
    monkeypatch.setattr("solvers.oracle.Oracle.answer", unreached)
    refused(run("solve", *argv, "--looks"), said, status=status)
    assert JAPANESE.search(run("solve", *argv, "--looks", "--lang", "ja").err)


@pytest.mark.parametrize(
    "argv",
    [
        ("?,3/S,? -,- 1 - 4,O", "--exact"),
        ("?,3/S,? -,-,- 1 - 4,O", "--exact"),
        ("5,W/0,3 -,-,- 1 - -", "--by", "maxn"),
        ("g3,g9/b5,y9/y1,y2 g7:3 - - 1 0",),
    ],
)
def test_whatever_is_over_the_limit_names_the_option_that_raises_it(
    run: Run, monkeypatch: pytest.MonkeyPatch, argv: tuple[str, ...]
) -> None:
    limit: tuple[str, ...] = ("--limit", "1")
    if "maxn" in argv:
        # With a limit the guarantees are refused first.
        monkeypatch.setattr("solvers.oracle.MOST_MAXN", 1)
        monkeypatch.setattr("solvers.oracle.MOST_MAXN_TABLE", 1)
        limit = ()
    refused(run("solve", *argv, *limit), "a higher limit (--limit, in Python limit=)", status=3)
    refused(run("solve", *argv, *limit, "--lang", "ja"), "上限（--limit、Python では limit=）", status=3)


def test_no_refusal_leaves_a_higher_limit_without_its_name() -> None:
    """What no command asks for is raised in Python alone."""
    named: dict[str, list[str]] = {"en": [], "ja": []}
    for file in ("solvers.toml", "open_hands.toml", "cross_sevens_odds.toml"):
        text = files("inaba.words").joinpath(file).read_text(encoding="utf-8")
        named["en"] += re.findall(r"a higher limit(?: \([^)]*=\))?", text)
        named["ja"] += re.findall(r"上限(?=[^{}\n]*上げて)(?:（[^）]*=）)?", text)
    for said in named.values():
        assert said
        assert [one for one in said if "=" not in one] == []
