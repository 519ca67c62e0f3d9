"""The reports of a class as a table: found in files of every kind, none dropped, no file overwritten."""

from __future__ import annotations

import csv
import io
import json
import os
import zipfile
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta, timezone
from fractions import Fraction
from pathlib import Path

import nbformat
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inaba.__main__ import main
from inaba.words import LANGUAGES
from lessons import collect as room
from lessons import kit, voice
from lessons.collect import Class, collect, safe, summary, table
from lessons.exercises import LESSONS
from lessons.progress import Journal, Standing
from lessons.puzzles import puzzles
from lessons.report import PUZZLES, Report, write

JAPAN = timezone(timedelta(hours=9))
MADE = datetime(2026, 11, 30, 12, 15, 7, tzinfo=JAPAN)
LESSON = "two-dice-and-a-shark"


def report(name: str, *done: Standing, lesson: str = LESSON, later: int = 0) -> Report:
    """A pupil's report; exercises that are not given are untouched."""
    names = [one.name for one in LESSONS[lesson]]
    standings = dict(zip(names, [*done, *[Standing()] * (len(names) - len(done))], strict=True))
    return Report(name, lesson, standings, MADE + timedelta(minutes=later))


def notebook(*cells: tuple[str, str]) -> str:
    """A saved notebook of (``markdown``, its text) or (how it came out, what came out)."""
    book = nbformat.v4.new_notebook()  # type: ignore[no-untyped-call]  # nbformat has no types
    for kind, text in cells:
        if kind == "markdown":
            book.cells.append(nbformat.v4.new_markdown_cell(text))  # type: ignore[no-untyped-call]  # likewise
            continue
        if kind == "stream":
            output = nbformat.v4.new_output("stream", text=text)  # type: ignore[no-untyped-call]  # likewise
        else:
            data = {"text/plain": text, "text/html": f"<pre>{text}</pre>"}
            output = nbformat.v4.new_output(kind, data)  # type: ignore[no-untyped-call]  # likewise
        book.cells.append(nbformat.v4.new_code_cell("kit.report('x')", outputs=[output]))  # type: ignore[no-untyped-call]  # likewise
    return str(nbformat.writes(book))  # type: ignore[no-untyped-call]  # likewise


def whose(made: Class) -> list[str]:
    return [handed.report.name for handed in made.counted]


def rows(made: Class, lang: str = "en") -> list[dict[str, str]]:
    """The table as another program reads it."""
    return list(csv.DictReader(io.StringIO(table(made, lang).removeprefix("\ufeff"))))


# --- every kind of file ---


WAYS: dict[str, Callable[[str], bytes]] = {
    "UTF-8": str.encode,
    "UTF-8 of the Windows editor": lambda text: ("\ufeff" + text.replace("\n", "\r\n")).encode(),
    "Shift_JIS of Windows": lambda text: text.replace("\n", "\r\n").encode("cp932"),
    "JIS, as in old letters": lambda text: text.encode("iso2022_jp"),
    "EUC": lambda text: text.encode("euc_jp"),
    "UTF-16 of Windows": lambda text: text.encode("utf-16"),
    "UTF-16, the other way round": lambda text: ("\ufeff" + text).encode("utf-16-be"),
    "old Macintosh": lambda text: text.replace("\n", "\r").encode("cp932"),
}


@pytest.mark.parametrize("encode", WAYS.values(), ids=WAYS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_text_is_read_in_every_encoding_of_japan(
    tmp_path: Path, lang: str, encode: Callable[[str], bytes]
) -> None:
    one, two = report("3-12 山田ソ能", Standing(True, 1)), report("鈴木ポール", lesson="endgames")
    letter = f"先生\n宿題です。\n{write(one, lang)}\nもう1つ\n{write(two, lang)}"
    (tmp_path / "mail.txt").write_bytes(encode(letter))
    made = collect(tmp_path)
    assert [handed.report for handed in made.counted] == [one, two]
    lines = [3, 5 + len(write(one, lang).splitlines())]
    assert [handed.place for handed in made.counted] == [("mail.txt", "line", line) for line in lines]
    assert not made.troubles + made.older


def test_texts_of_several_encodings_put_together_are_all_read(tmp_path: Path) -> None:
    old, new = write(report("葵"), "ja").encode("cp932"), write(report("陽"), "ja").encode()
    nonsense = b"\xff\xff\n"
    torn = write(report("凪"), "ja").encode("cp932").replace("凪".encode("cp932"), b"\xff")
    (tmp_path / "all.txt").write_bytes(b"\n".join([old, new, nonsense, torn, old]))
    made = collect(tmp_path)
    assert sorted(whose(made)) == ["葵", "陽"]
    assert len(made.older) == 1
    assert [trouble.why for trouble in made.troubles] == ["report.why.changed"]


def test_damage_is_not_hidden_by_another_encoding(tmp_path: Path) -> None:
    """In a wrong encoding a damaged Japanese report is no report at all, and the English one is whole."""
    damaged = write(report("葵"), "ja").replace("まだ", "できた", 1)
    (tmp_path / "all.txt").write_text(write(report("Aoi"), "en") + damaged, encoding="utf-8")
    made = collect(tmp_path)
    assert whose(made) == ["Aoi"]
    assert [trouble.why for trouble in made.troubles] == ["report.why.changed"]


@pytest.mark.parametrize("kind", ["execute_result", "display_data", "stream", "markdown"])
def test_a_saved_notebook_is_read_where_its_output_holds_the_report(tmp_path: Path, kind: str) -> None:
    text = "Handing in\n" + write(report("葵", Standing(True, 2)), "ja")
    (tmp_path / "02.ipynb").write_text(notebook(("stream", "36"), (kind, text)), encoding="utf-8")
    made = collect(tmp_path)
    assert [handed.report for handed in made.counted] == [report("葵", Standing(True, 2))]
    assert made.counted[0].place == ("02.ipynb", "cell", 2)
    assert made.counted[0].place.say("en") == "02.ipynb, cell 2"
    assert not made.troubles + made.older


def test_a_notebook_whose_lines_are_stored_whole_is_read_too(tmp_path: Path) -> None:
    output = {"output_type": "display_data", "data": {"text/plain": write(report("Aoi"), "en")}}
    book = {"cells": [{"cell_type": "code", "outputs": [{"output_type": "error"}, output]}]}
    (tmp_path / "a.IPYNB").write_text("\ufeff" + json.dumps(book), encoding="utf-8")
    assert whose(collect(tmp_path)) == ["Aoi"]


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "{}", '{"cells": 3}', '{"cells": [3]}', '{"cells": [{}]}', "[" * 100_000, "\ud7ff"],
)
def test_a_broken_notebook_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.ipynb").write_text(text, encoding="utf-8")
    assert [trouble.why for trouble in collect(tmp_path).troubles] == ["report.why.notebook"]


def test_what_the_kit_shows_is_what_is_collected(tmp_path: Path) -> None:
    keep = tmp_path / "progress.jsonl"
    kit.begin(LESSON, lang="ja", keep=keep)
    kit.check("1", "1/6")
    Journal(keep).add(PUZZLES, "after-you", "right")
    class_folder = tmp_path / "class"
    class_folder.mkdir()
    (class_folder / "a.txt").write_text(str(kit.report("葵")), encoding="utf-8")
    (class_folder / "b.txt").write_text(kit.report("葵", puzzles=True).text, encoding="utf-8")
    kit._open.clear()
    voice.speak(None)
    made = collect(class_folder)
    assert {lesson: len(reports) for lesson, reports in made.lessons().items()} == {LESSON: 1, PUZZLES: 1}


# --- nothing is dropped silently ---


def test_a_file_that_is_no_report_is_named_with_why(tmp_path: Path) -> None:
    (tmp_path / "good.txt").write_text(write(report("Aoi"), "en"))
    (tmp_path / "essay.txt").write_text("I was ill.")
    (tmp_path / "empty.txt").write_text("")
    (tmp_path / "photo.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        archive.writestr("a.txt", write(report("Ben"), "en"))
    (tmp_path / "gone.txt").symlink_to("nowhere")
    (tmp_path / "deep").mkdir()
    os.mkfifo(tmp_path / "deep" / "pipe")
    (tmp_path / "elsewhere").symlink_to(tmp_path / "deep")
    (tmp_path / "lesson.ipynb").write_text(notebook(("stream", "36")))
    made = collect(tmp_path)
    assert whose(made) == ["Aoi"]
    foreign = ["all.zip", "empty.txt", "essay.txt", "lesson.ipynb", "photo.png"]
    assert sorted(
        (trouble.place.file, trouble.why.rpartition(".")[2]) for trouble in made.troubles
    ) == sorted(
        [
            *((name, "foreign") for name in foreign),
            ("deep/pipe", "no_file"),
            ("elsewhere", "no_file"),
            ("gone.txt", "unread_file"),
        ]
    )


def test_folders_below_are_looked_into_and_hidden_ones_are_counted(tmp_path: Path) -> None:
    for name in ("1/a.txt", "1/2/b.txt", ".ipynb_checkpoints/a.txt", "1/.DS_Store"):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(write(report(name), "en"))
    made = collect(tmp_path)
    assert sorted(whose(made)) == ["1/2/b.txt", "1/a.txt"]
    assert made.hidden == 2
    assert any("2 hidden" in line for line in room.remarks(made, "en"))


def test_a_single_file_will_do_and_a_missing_one_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / "all.txt"
    file.write_text(write(report("A"), "en") + write(report("B"), "ja"), encoding="utf-8")
    assert whose(collect(file)) == ["A", "B"]
    with pytest.raises(FileNotFoundError):
        collect(tmp_path / "nothing")


def test_a_file_that_is_too_large_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "MOST_BYTES", 5)
    (tmp_path / "a.txt").write_text(write(report("Aoi"), "en"))
    assert [trouble.why for trouble in collect(tmp_path).troubles] == ["report.why.too_large"]


def test_a_file_that_cannot_be_opened_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.txt").write_text("")

    def closed(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "read_bytes", closed)
    (trouble,) = collect(tmp_path).troubles
    assert "Permission denied" in trouble.say("en")


def test_a_file_name_is_shown_in_one_line(tmp_path: Path) -> None:
    name = os.fsencode(tmp_path) + b"/a\n\xff\x1b[31m.txt"
    with open(name, "w") as file:
        file.write("nothing")
    (trouble,) = collect(tmp_path).troubles
    assert trouble.place.say("en").isprintable()


PIECES = [write(report(name), lang) for name in ("Aoi", "葵") for lang in LANGUAGES]


@settings(deadline=None, max_examples=60)
@given(st.lists(st.tuples(st.sampled_from(PIECES), st.integers(0, 400)), min_size=1, max_size=6))
def test_each_report_is_counted_older_or_in_trouble(
    tmp_path_factory: pytest.TempPathFactory, handed: list[tuple[str, int]]
) -> None:
    """Whole or cut, each file with something of a report in it is told of once."""
    folder = tmp_path_factory.mktemp("class")
    for number, (text, cut) in enumerate(handed):
        (folder / f"{number}.txt").write_text(text[cut:], encoding="utf-8")
    made = collect(folder)
    told = [one.place.file for one in made.counted]
    told += [one.handed.place.file for one in made.older]
    told += [trouble.place.file for trouble in made.troubles]
    assert sorted(told) == sorted(f"{number}.txt" for number in range(len(handed)))


# --- the same pupil twice ---


def test_the_newest_report_of_a_pupil_counts_and_both_are_named(tmp_path: Path) -> None:
    new = report("ａｏｉ k", Standing(True, 3), later=5)
    (tmp_path / "1.txt").write_text(write(new, "ja"), encoding="utf-8")
    (tmp_path / "2.txt").write_text(write(report("Aoi K", Standing(False, 1)), "en"))
    (tmp_path / "3.txt").write_text(write(report("Aoi K", lesson="endgames"), "en"))
    made = collect(tmp_path)
    assert [(h.report.lesson, h.place.file) for h in made.counted] == [
        (LESSON, "1.txt"),
        ("endgames", "3.txt"),
    ]
    assert [(one.handed.place.file, one.newest.place.file) for one in made.older] == [("2.txt", "1.txt")]
    for lang in LANGUAGES:
        said = made.older[0].say(lang)
        assert "1.txt" in said
        assert "2.txt" in said
    assert "2.txt" in rows(made)[0]["note"]
    assert rows(made)[1]["note"] == ""


def test_newer_is_newer_in_every_time_zone(tmp_path: Path) -> None:
    early = report("Aoi")._replace(when=datetime(2026, 11, 30, 12, 0, tzinfo=JAPAN))
    late = report("Aoi")._replace(when=datetime(2026, 11, 30, 4, 0, tzinfo=UTC))
    (tmp_path / "a.txt").write_text(write(early, "en") + write(late, "en"))
    assert collect(tmp_path).counted[0].report == late


def test_the_same_text_twice_counts_once_and_is_said(tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text(write(report("Aoi"), "en"))
    made = collect(tmp_path)
    assert made.counted[0].place.file == "a.txt"
    assert "the same report twice" in made.older[0].say("en")


# --- the table ---


CLASS = [
    report("1 葵", Standing(True, 1), Standing(True, 2), Standing(False, 4, 2, True)),
    report("2 陽", Standing(True, 2), Standing(False, 3, 1), Standing(False, 2)),
    report("3 凪", Standing(True, 1), Standing(True, 1), Standing(), Standing(True, 1)),
]


@pytest.fixture
def made(tmp_path: Path) -> Class:
    for number, one in enumerate(CLASS):
        (tmp_path / f"{number}.txt").write_text(write(one, "ja"), encoding="utf-8")
    return collect(tmp_path)


def test_the_table_has_a_row_a_pupil_and_a_column_an_exercise(made: Class) -> None:
    assert [row["name"] for row in rows(made)] == ["1 葵", "2 陽", "3 凪"]
    first = rows(made)[0]
    assert first == {
        "name": "1 葵",
        "lesson": LESSON,
        "title": "1. Two dice and a shark",
        "made": "2026-11-30 12:15",
        "solved": "2",
        "of": "4",
        "tries": "7",
        "hints": "2",
        "solutions seen": "1",
        "exercise 1": "○ 1",
        "exercise 2": "○ 2",
        "exercise 3": "× 4 / hints 2 / solution",
        "exercise 4": "",
        "note": "",
        "file": "0.txt, line 1",
    }
    assert list(rows(made, "ja")[0])[:3] == ["名前", "授業", "題名"]


def test_the_table_is_what_excel_in_japan_opens_rightly(made: Class) -> None:
    data = table(made, "ja").encode()
    assert data.startswith(b"\xef\xbb\xbf"), "without the mark it is taken for Shift_JIS"
    assert data.count(b"\r\n") == data.count(b"\n") == 4


def test_lessons_and_puzzles_share_a_table(tmp_path: Path) -> None:
    played = Report("Aoi", PUZZLES, {"keep-away": Standing(False, 2), "after-you": Standing(True, 1)}, MADE)
    unknown = Report("Aoi", "lesson-of-tomorrow", {"10": Standing(True, 1), "x": Standing(True, 1)}, MADE)
    all_of_it = [played, unknown, report("Aoi", lesson="endgames"), report("Aoi", Standing(True, 1))]
    (tmp_path / "a.txt").write_text("".join(write(one, "en") for one in all_of_it))
    made = collect(tmp_path)
    found = rows(made)
    assert [row["lesson"] for row in found] == [LESSON, "endgames", "lesson-of-tomorrow", PUZZLES]
    titles = ["1. Two dice and a shark", "9. Endgames", "lesson-of-tomorrow", "20. Puzzles"]
    assert [row["title"] for row in found] == titles
    assert [row["授業"] for row in rows(made, "ja")] == [row["lesson"] for row in found]
    assert [one.caption for one in summary(made, "en")] == [f"{title}: 1 report" for title in titles]
    assert summary(made, "ja")[0].caption == "1. さいころ2個とサメ：1人"
    heads = [head for head in found[0] if head.startswith(("exercise", "puzzle"))]
    names = [one.name for one in LESSONS["endgames"]]
    shelf = [name for name in puzzles() if name in played.standings]
    assert heads == [f"exercise {n}" for n in [*names, "10", "x"]] + [f"puzzle {name}" for name in shelf]
    assert found[3]["puzzle keep-away"] == "× 2"
    assert [row["puzzle after-you"] for row in found] == ["", "", "", "○ 1"]
    assert found[3]["exercise 1"] == ""


def test_troubles_stand_below_so_that_the_table_is_the_whole_class(tmp_path: Path) -> None:
    text = write(report("Ben"), "en")
    (tmp_path / "a.txt").write_text(
        write(report("Aoi"), "en") + text.replace("Exercise 1: not yet", "Exercise 1: solved")
    )
    (tmp_path / "b.txt").write_text("=1+1")
    found = rows(collect(tmp_path))
    assert [row["name"] for row in found] == ["Aoi", "Ben", ""]
    assert "check number" in found[1]["note"]
    assert [row["file"] for row in found] == ["a.txt, line 1", "a.txt, line 10", "b.txt"]
    assert [row["solved"] for row in found] == ["0", "", ""]


@pytest.mark.parametrize(
    "name",
    [
        "=1+1",
        "+1",
        "-1",
        "@SUM(A1)",
        "＝1+1",
        "＋1",
        "－1",
        "＠a",
        "−1",
        "=cmd|' /C calc'!A0",
        "3-12",
        "3/12",
    ],
)
def test_a_name_never_becomes_a_formula_a_number_or_a_date(tmp_path: Path, name: str) -> None:
    (tmp_path / "a.txt").write_text(write(report(name), "ja"), encoding="utf-8")
    (row,) = rows(collect(tmp_path))
    assert row["name"] == f"'{name}"


@pytest.mark.parametrize(
    "name", ["3E12", "1e5", "0012", "12:30", "3.5", "１２", "(12)", "¥12", "12%", "1,234"]
)
def test_a_number_in_the_class_stays_as_it_was_typed(name: str) -> None:
    assert safe(name) == f"'{name}"


@pytest.mark.parametrize(
    "name", ["Aoi", "3-12 葵", "12番", "3年2組", "葵=陽", "Aoi, Ben", 'A "B" C', "3E12 K", "e"]
)
def test_an_ordinary_name_is_left_alone(tmp_path: Path, name: str) -> None:
    (tmp_path / "a.txt").write_text(write(report(name), "ja"), encoding="utf-8")
    (row,) = rows(collect(tmp_path))
    assert row["name"] == name


@given(st.text())
def test_no_cell_begins_as_a_formula(text: str) -> None:
    assert safe(text).lstrip()[:1] not in tuple("=+-@＝＋－＠")
    assert safe(text) in (text, f"'{text}")


# --- how hard the exercises were ---


def hard(standings: Sequence[Standing]) -> tuple[int, Fraction | None, int, int]:
    """Solved, tries of those who tried, hints, solutions, counted one by one."""
    solved = hints = solutions = tried = tries = 0
    for one in standings:
        if one.done:
            solved += 1
        if one.tries:
            tried += 1
            tries += one.tries
        if one.hints:
            hints += 1
        if one.solution:
            solutions += 1
    return solved, Fraction(tries, tried) if tried else None, hints, solutions


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_summary_counts_each_exercise(made: Class, lang: str) -> None:
    (shown,) = summary(made, lang)
    for row, exercise in zip(shown.rows, CLASS[0].standings, strict=True):
        solved, tries, hints, solutions = hard([one.standings[exercise] for one in CLASS])
        of = {"en": "{} of 3", "ja": "3人中{}人"}[lang]
        average = "-" if tries is None else f"{float(tries):.1f}"
        assert row[0].startswith(f"{exercise}. ")
        assert row[1:] == (of.format(solved), average, of.format(hints), of.format(solutions))
    assert "3" in shown.caption
    assert shown.rows[2][0] in shown.remark, "nobody solved the third"


def test_where_all_are_equally_hard_none_is_called_the_hardest(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(write(report("Aoi", *[Standing(True, 1)] * 4), "en"))
    (shown,) = summary(collect(tmp_path), "en")
    assert shown.remark == ""


def test_puzzles_have_their_game_and_title_in_the_order_of_the_shelf(tmp_path: Path) -> None:
    names = ("shark-first", "puzzle-of-tomorrow", "keep-away")
    played = Report("Aoi", PUZZLES, {name: Standing(False, 2) for name in names}, MADE)
    (tmp_path / "a.txt").write_text(write(played, "en"))
    (shown,) = summary(collect(tmp_path), "ja")
    titles = {name: puzzles()[name].title["ja"] for name in ("keep-away", "shark-first")}
    assert [row[0] for row in shown.rows] == [
        f"いなばのしろうさぎ：{titles['keep-away']}",
        f"セイムワン！：{titles['shark-first']}",
        "puzzle-of-tomorrow",
    ]


# --- the command ---


@pytest.fixture
def class_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "class"
    folder.mkdir()
    for number, one in enumerate(CLASS):
        (folder / f"{number}.txt").write_text(write(one, "ja"), encoding="utf-8")
    return folder


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_command_writes_the_table_and_prints_what_was_hard(
    class_folder: Path, capsys: pytest.CaptureFixture[str], lang: str
) -> None:
    assert main(["collect", "class", "--lang", lang]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    written = (class_folder.parent / "inaba-class.csv").read_bytes()
    assert written.decode() == table(collect(class_folder), lang)
    assert "inaba-class.csv" in said.out
    for row in summary(collect(class_folder), lang)[0].rows:
        assert row[0] in said.out


def test_the_command_never_writes_over_a_file(class_folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine = class_folder.parent / "inaba-class.csv"
    mine.write_text("mine")
    assert main(["collect", "class", "--lang", "en"]) == 2
    assert mine.read_text() == "mine"
    assert "--force" in capsys.readouterr().err
    assert main(["collect", "class", "--out", "other.csv"]) == 0
    assert main(["collect", "class", "--force"]) == 0
    assert "葵" in mine.read_text("utf-8")
    linked = class_folder.parent / "linked.csv"
    linked.symlink_to(mine)
    assert main(["collect", "class", "--force", "--out", "linked.csv"]) == 2
    assert main(["collect", "class", "--out", "nowhere/a.csv"]) == 2
    assert main(["collect", "class", "--force", "--out", "class"]) == 2


def test_a_table_beside_the_reports_is_not_taken_for_one(class_folder: Path) -> None:
    out = str(class_folder / "table.csv")
    assert main(["collect", "class", "--out", out]) == 0
    assert main(["collect", "class", "--out", out, "--force"]) == 0
    assert main(["collect", "class", "--out", "other.csv"]) == 4, "under another name it is foreign"


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("essay.txt", "I was ill.", "essay.txt: there is no report in it"),
        ("cut.txt", write(CLASS[0], "ja")[:40], "cut.txt, line 1 (1 葵): a report whose end is missing"),
        (
            "twice.txt",
            write(CLASS[0], "en"),
            "the same report twice, in 0.txt, line 1 and in twice.txt, line 1",
        ),
    ],
)
def test_the_status_says_that_something_is_to_be_looked_at(
    class_folder: Path, capsys: pytest.CaptureFixture[str], name: str, text: str, told: str
) -> None:
    (class_folder / name).write_text(text, encoding="utf-8")
    assert main(["collect", "class", "--lang", "en"]) == 4
    said = capsys.readouterr()
    assert said.err.count("\n") == 1
    assert told in said.err
    assert "3 reports" in said.out


def test_where_nothing_is_found_no_table_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "class").mkdir()
    assert main(["collect", "class"]) == 2
    assert main(["collect", "missing"]) == 2
    assert main(["collect"]) == 2
    (tmp_path / "class" / "a.txt").write_text("nothing")
    assert main(["collect", "class"]) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["class"]
