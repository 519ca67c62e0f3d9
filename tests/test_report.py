"""Reports that are handed in: written, mangled on their way, and read again; damage is seen and named."""

from __future__ import annotations

import html
import random
import re
import string
import textwrap
import unicodedata
import zlib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta, timezone
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inaba.words import LANGUAGES
from lessons import hand_in, kit, voice
from lessons.exercises import LESSONS
from lessons.progress import Journal, Standing
from lessons.puzzles import puzzles
from lessons.report import MOST_LETTERS, PUZZLES, VERSION, Damage, Found, Report, Why, read, tidy, write

JAPAN = timezone(timedelta(hours=9))
MADE = datetime(2026, 11, 30, 12, 15, 7, tzinfo=JAPAN)
DONE = {
    "1": Standing(True, 2),
    "2": Standing(False, 3, 1, True),
    "3": Standing(),
    "4": Standing(True, 12, 3),
    "5": Standing(False, 0, 2),
}
REPORT = Report("3-12 葵 K.", "the-wounded-shark", DONE, MADE)
IN_PUZZLES = Report("Aoi", PUZZLES, {"after-you": Standing(True, 1), "keep-away": Standing(False, 2)}, MADE)
IN_BOTH = [pytest.param(write(REPORT, lang), id=lang) for lang in LANGUAGES]


def only(text: str) -> Report | Damage:
    (found,) = read(text)
    return found.what


# --- the format ---


def test_the_text_is_short_and_its_lines_say_what_was_done() -> None:
    assert write(REPORT, "en").splitlines()[:-1] == [
        "[Inaba report 1]",
        "Name: 3-12 葵 K.",
        "Lesson: the-wounded-shark",
        "Exercise 1: solved, tries 2",
        "Exercise 2: not yet, tries 3, hints 1, solution seen",
        "Exercise 3: not yet",
        "Exercise 4: solved, tries 12, hints 3",
        "Exercise 5: not yet, hints 2",
        "Time: 2026-11-30 12:15:07+09:00",
    ]
    japanese = write(REPORT, "ja")
    assert len(japanese.encode()) < 500
    assert "問題 2：まだ、答えた回数 3、ヒント 1、解き方を見た" in japanese
    assert "Puzzle after-you: solved, tries 1" in write(IN_PUZZLES, "en")
    assert "パズル after-you：できた、答えた回数 1" in write(IN_PUZZLES, "ja")


def test_the_check_number_is_the_crc_32_of_what_is_said() -> None:
    said = "1\n3-12葵k.\nthe-wounded-shark\n1 1 2 0 0\n2 0 3 1 1\n3 0 0 0 0\n4 1 12 3 0\n5 0 0 2 0\n"
    said += "2026-11-30 03:15:07+00:00"
    number = f"{zlib.crc32(said.encode()):08X}"
    for lang in LANGUAGES:
        assert f"{number[:4]}-{number[4:]}" in write(REPORT, lang).splitlines()[-1]


def test_every_lesson_and_all_puzzles_can_be_reported() -> None:
    for lesson, exercises in LESSONS.items():
        report = REPORT._replace(lesson=lesson, standings={one.name: Standing(True, 1) for one in exercises})
        assert only(write(report, "ja")) == report
    report = REPORT._replace(lesson=PUZZLES, standings={name: Standing(False, 2) for name in puzzles()})
    assert only(write(report, "en")) == report


COUNTS = st.integers(0, 99_999)
STANDINGS = st.builds(Standing, st.booleans(), COUNTS, COUNTS, st.booleans())
NAMED = st.from_regex(r"[a-z0-9][a-z0-9-]{0,20}", fullmatch=True)
REPORTS = st.builds(
    Report,
    st.text(min_size=1).map(tidy),
    NAMED,
    st.dictionaries(NAMED, STANDINGS, min_size=1, max_size=5),
    st.datetimes(datetime(2020, 1, 1), datetime(2099, 1, 1), timezones=st.just(JAPAN)).map(
        lambda when: when.replace(microsecond=0)
    ),
)


@settings(deadline=None, max_examples=200)
@given(REPORTS, st.sampled_from(LANGUAGES))
def test_what_is_written_is_read_as_it_was(report: Report, lang: str) -> None:
    try:
        text = write(report, lang)
    except ValueError:
        # Only a name without a letter, or one with a bracket in it, is refused.
        assert not report.pupil or "[" in report.pupil
        return
    assert read(text) == (Found(1, report),)


@pytest.mark.parametrize(
    "name",
    [
        "Lesson: x Name: y",
        "授業：the-wounded-shark",
        "> Aoi",
        "Exercise 1: solved",
        "[Aoi]",
        "`Aoi` <b>&amp;",
    ],
)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_name_may_be_anything_but_a_first_or_last_line(name: str, lang: str) -> None:
    report = REPORT._replace(name=name)
    assert only(write(report, lang)) == report


@pytest.mark.parametrize(
    "name",
    [
        "",
        " Aoi",
        "Aoi\n",
        "\u200b",
        "\ufe0f",
        "[check 1]",
        "【いなばレポート 1】",
        "［Ｉｎａｂａ ｒｅｐｏｒｔ １］",
    ],
)
def test_a_name_that_would_not_be_read_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="could not be read"):
        write(REPORT._replace(name=name), "ja")


def test_a_name_is_shown_as_typed_but_in_one_line() -> None:
    assert tidy("\u3000Ａｏｉ\u3000\u3000Ｋ\u200b\r\n") == "Ａｏｉ Ｋ"
    assert tidy("葛\U000e0100城") == "葛\U000e0100城", "the shape of a letter that belongs to a name is kept"
    assert tidy("a\ud800\x00b\u202e") == "ab"
    assert len(tidy("長" * 500)) == MOST_LETTERS


def test_the_same_pupil_is_known_however_the_name_is_typed() -> None:
    names = ["Ａｏｉ　Ｋ．", "aoi k.", "AOI K.", "Aoi\u200bK.", "A o i K ."]
    assert len({REPORT._replace(name=name).pupil for name in names}) == 1
    assert REPORT._replace(name="が").pupil == REPORT._replace(name="か\u3099").pupil
    assert REPORT._replace(name="ﾎﾟｰﾙ").pupil == REPORT._replace(name="ポール").pupil
    assert REPORT._replace(name="葛\U000e0100城").pupil == REPORT._replace(name="葛城").pupil
    assert REPORT._replace(name="Aoi").pupil != REPORT._replace(name="Ao").pupil


# --- what happens to a text on its way ---


def widened(text: str) -> str:
    """As a Japanese input method writes it: full width, and a long-vowel sign for a dash."""
    return "".join(
        "ー" if c == "-" else "\u3000" if c == " " else chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c
        for c in text
    )


def in_one_line(text: str) -> str:
    return " ".join(text.split())


MANGLED: dict[str, Callable[[str], str]] = {
    "as it is": lambda text: text,
    "Windows": lambda text: text.replace("\n", "\r\n"),
    "a byte order mark": lambda text: "\ufeff" + text,
    "quoted": lambda text: textwrap.indent(text, "> "),
    "quoted twice": lambda text: textwrap.indent(text, ">>  "),
    "indented": lambda text: textwrap.indent(text, "\u3000\u3000\t"),
    "blank lines between": lambda text: text.replace("\n", "\n\n"),
    "one line": in_one_line,
    "no spaces at all": lambda text: "".join(text.split()),
    "wrapped": lambda text: "\n".join(textwrap.wrap(in_one_line(text), 30)),
    "wrapped at letters": lambda text: "\n".join(re.findall(".{1,13}", in_one_line(text))),
    "wrapped and quoted": lambda text: "\n> ".join(["", *textwrap.wrap(in_one_line(text), 40)]),
    "spaces that do not break": lambda text: text.replace(" ", "\u00a0"),
    "unseen letters": lambda text: text.replace("e", "e\u200b").replace("：", "：\u200f"),
    "full width": widened,
    "compatibility form": lambda text: unicodedata.normalize("NFKC", text),
    "decomposed": lambda text: unicodedata.normalize("NFD", text),
    "capitals": str.upper,
    "other dashes": lambda text: text.replace("-", "–"),
    "a letter around it": lambda text: f"先生へ\n宿題です。\n{text}\nよろしくお願いします。[1] (check)\n",
    "in the midst of a line": lambda text: f"homework: {text.rstrip()} thank you",
}


@pytest.mark.parametrize("mangle", MANGLED.values(), ids=MANGLED)
@pytest.mark.parametrize("text", IN_BOTH)
def test_a_text_survives_its_way(text: str, mangle: Callable[[str], str]) -> None:
    report = only(mangle(text))
    assert isinstance(report, Report)
    assert report.pupil == REPORT.pupil
    assert report._replace(name=REPORT.name) == REPORT


@settings(deadline=None, max_examples=100)
@given(
    REPORTS, st.sampled_from(LANGUAGES), st.lists(st.sampled_from(sorted(MANGLED)), min_size=2, max_size=3)
)
def test_a_text_survives_several_ways(report: Report, lang: str, ways: list[str]) -> None:
    letters = string.ascii_letters + string.digits + "山川葵陽翔がぎポール々 "
    report = report._replace(name=tidy("".join(c for c in report.name if c in letters)) or "陽葵 Ａ")
    text = write(report, lang)
    for way in ways:
        text = MANGLED[way](text)
    got = only(text)
    assert isinstance(got, Report)
    assert (got.pupil, got._replace(name="")) == (report.pupil, report._replace(name=""))


def test_several_reports_in_one_text_are_told_apart_by_their_lines() -> None:
    texts = [write(REPORT._replace(name=name), lang) for name in ("A", "B") for lang in LANGUAGES]
    found = read("My class:\n" + "\n---\n".join(texts))
    assert [one.line for one in found] == [2, 14, 26, 38]
    assert [one.what.name for one in found] == ["A", "A", "B", "B"]
    assert all(isinstance(one.what, Report) for one in found)


@pytest.mark.parametrize(
    "text", ["", "Dear teacher,\nI was ill.", "[1] Inaba report 1", "【1】", "\x00\ud800", "[[[]]]"]
)
def test_other_texts_hold_no_report(text: str) -> None:
    assert read(text) == ()


@settings(deadline=None)
@given(st.text())
def test_no_text_is_too_strange_to_be_read(text: str) -> None:
    read(text)
    read(write(REPORT, "ja").replace("葵", text))


# --- damage ---


def slips(text: str) -> Iterator[str]:
    """Every single letter left out, doubled, changed into another, or changed with its neighbour."""
    for at, letter in enumerate(text):
        yield text[:at] + text[at + 1 :]
        yield text[:at] + letter + text[at:]
        for other in "a1９あ\n":
            yield text[:at] + other + text[at + 1 :]
        yield text[:at] + text[at : at + 2][::-1] + text[at + 2 :]


@pytest.mark.parametrize("text", IN_BOTH)
def test_no_slip_makes_another_report(text: str) -> None:
    """It is either of no account, or seen: never are other numbers, or another pupil, read."""
    seen = 0
    for slipped in slips(text):
        found = read(slipped)
        for one in found:
            if isinstance(one.what, Report):
                assert one.what._replace(name="") == REPORT._replace(name="")
                assert one.what.pupil == REPORT.pupil
            else:
                seen += 1
        assert found, "a slip in one mark leaves the other"
    assert seen > len(text)


@pytest.mark.parametrize("text", IN_BOTH)
def test_a_text_that_was_cut_is_seen_wherever_it_was_cut(text: str) -> None:
    whole = text.rstrip("\n")
    begin, last = whole.index("\n"), whole.rindex("\n") + 1
    for at in range(begin, len(whole)):
        damage = only(whole[:at])
        assert isinstance(damage, Damage)
        assert damage.why is Why.CUT
    for at in range(1, last):
        damage = only(whole[at:])
        assert isinstance(damage, Damage)
        assert damage.why is Why.HEADLESS
    assert only(whole[: whole.index("the-wounded")]) == Damage(Why.CUT, REPORT.name)
    inside = whole[begin:last]
    assert only(inside) == Damage(Why.HEADLESS)
    kinds = [type(one.what) for one in read(text + inside + text + inside)]
    assert kinds == [Report, Damage, Report, Damage]
    assert [type(one.what) for one in read(whole[:last] + text)] == [Damage, Report], "it is named once"


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("tries 2", "tries 1", Why.CHANGED),
        ("Exercise 3: not yet", "Exercise 3: solved", Why.CHANGED),
        ("Exercise 3: not yet\n", "", Why.CHANGED),
        ("3-12", "3-21", Why.CHANGED),
        ("葵", "?", Why.CHANGED),
        ("12:15:07", "12:16:07", Why.CHANGED),
        ("the-wounded-shark", "two-dice-and-a-shark", Why.CHANGED),
        ("Exercise 3: not yet", "Exercise 1: solved, tries 2", Why.CHANGED),
        ("tries 2", "tries two", Why.UNREAD),
        ("tries 2", "tries 0", Why.UNREAD),
        ("tries 2", "tries 9999999", Why.UNREAD),
        ("Exercise 3: not yet", "Exercise 3: perhaps", Why.UNREAD),
        ("Lesson: ", "", Why.UNREAD),
        ("Name: ", "", Why.UNREAD),
        ("2026-11-30", "2026-13-30", Why.UNREAD),
        ("+09:00", "", Why.CHANGED),
        ("+09:00", "+99:00", Why.UNREAD),
        ("[check ", "[check Z", Why.UNREAD),
        ("[Inaba report 1]", "[Inaba report 2]", Why.VERSION),
        ("[Inaba report 1]", "[Inaba report one]", Why.UNREAD),
    ],
)
def test_what_is_wrong_with_a_report_is_said(old: str, new: str, why: Why) -> None:
    text = write(REPORT, "en")
    assert old in text
    damage = only(text.replace(old, new, 1))
    assert isinstance(damage, Damage)
    assert damage.why is why


def test_a_damaged_report_does_not_spoil_its_neighbours() -> None:
    good, other = write(REPORT, "ja"), write(IN_PUZZLES, "en")
    cut = good[: len(good) // 2]
    kinds = [type(one.what) for one in read("\n".join([good, cut, other, cut]))]
    assert kinds == [Report, Damage, Report, Damage]
    headless = other.split("\n", 1)[1]
    assert [type(one.what) for one in read(good + headless + good)] == [Report, Damage, Report]


def test_the_version_stands_in_the_text() -> None:
    assert f"report {VERSION}]" in write(REPORT, "en")


# --- in the notebook ---


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "progress.jsonl"
    kit._open.clear()
    yield path
    kit._open.clear()
    voice.speak(None)


class _Seen(HTMLParser):
    """The elements of a piece of HTML, and the text of its ``pre``."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.pre = ""
        self._inside = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self._inside = tag == "pre"

    def handle_endtag(self, tag: str) -> None:
        self._inside = False

    def handle_data(self, data: str) -> None:
        self.pre += data if self._inside else ""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_kit_reports_the_open_lesson(journal: Path, lang: str) -> None:
    kit.begin("two-dice-and-a-shark", lang=lang, keep=journal)
    kit.check("1", "0")
    kit.check("1", "1/6")
    kit.hint("2")
    kit.solution("3")
    Journal(journal).add("endgames", "1", "right")
    shown = kit.report("  Aoi ")
    report = only(shown.text)
    assert isinstance(report, Report)
    assert (report.name, report.lesson) == ("Aoi", "two-dice-and-a-shark")
    assert report.standings == {
        "1": Standing(True, 2),
        "2": Standing(hints=1),
        "3": Standing(solution=True),
        "4": Standing(),
    }
    assert abs(datetime.now(UTC) - report.when) < timedelta(minutes=5)
    # What is copied, what is downloaded and what is printed are one text.
    seen = _Seen(shown.html)
    link = next(attributes for tag, attributes in seen.elements if tag == "a")
    scheme, _, file = str(link["href"]).partition(",")
    assert scheme == "data:text/plain;charset=utf-8"
    assert unquote(file).removeprefix("\ufeff").replace("\r\n", "\n") == seen.pre
    assert only(seen.pre) == report
    assert link["download"] == "inaba-two-dice-and-a-shark-Aoi.txt"


def test_the_kit_reports_puzzles_of_all_games_in_a_lesson_and_without_one(journal: Path) -> None:
    """River's stand in a journal as they always did, so that what was solved long ago is reported, too."""
    voice.speak("en")
    assert "no puzzle" in kit.report("Aoi", puzzles=True, keep=journal).text
    for did in ("wrong", "right"):
        Journal(journal).add("puzzles", "after-you", did)
    Journal(journal).add("endgames", "1", "right")
    Journal(journal).add("same-one-puzzles", "shark-first", "hint")
    for _ in range(2):
        report = only(kit.report("Aoi", puzzles=True, keep=journal).text)
        assert isinstance(report, Report)
        done = {"after-you": Standing(True, 2), "shark-first": Standing(hints=1)}
        assert (report.lesson, report.standings) == (PUZZLES, done)
        kit.begin("endgames", lang="en", keep=journal)


@pytest.mark.parametrize("name", [None, "", " \u3000", "\u200b", 12, ...])
def test_without_a_name_the_kit_says_how(journal: Path, name: object) -> None:
    kit.begin("endgames", lang="ja", keep=journal)
    shown = kit.report(name)  # type: ignore[arg-type]  # what a pupil may type
    assert 'kit.report("あなたの名前")' in shown.text
    assert read(shown.text) == ()
    assert 'kit.report("あなたの名前", puzzles=True)' in kit.report("", puzzles=True).text
    assert not journal.exists()


def test_a_name_that_cannot_be_used_is_answered_kindly(journal: Path) -> None:
    kit.begin("endgames", lang="en", keep=journal)
    assert "square brackets" in kit.report("[check 1]").text
    assert "square brackets" not in kit.report("").text


def test_without_a_lesson_the_kit_asks_for_it(journal: Path) -> None:
    voice.speak("en")
    assert "isn't open yet" in kit.report("Aoi").text


@pytest.mark.parametrize("name", ['<img src=x onerror="alert(1)">', "</pre><script>", "\"'&amp;`x`"])
def test_a_name_is_text_and_nothing_else(journal: Path, name: str) -> None:
    kit.begin("endgames", lang="en", keep=journal)
    shown = kit.report(name)
    tags = [tag for tag, _ in _Seen(shown.html).elements]
    assert "img" not in tags
    assert "script" not in tags
    report = only(shown.text)
    assert isinstance(report, Report)
    assert report.name == name
    assert html.escape(name) in shown.html


def test_a_download_has_a_name_that_every_system_takes() -> None:
    rng = random.Random(7)
    for _ in range(50):
        name = "".join(rng.choice("a葵 /\\:*?\"<>|.'&\t") for _ in range(20))
        made = hand_in._file_name(REPORT._replace(name=name))
        assert re.fullmatch(r"inaba-the-wounded-shark-[\w-]*\.txt", made)


def test_a_teacher_is_told_how_to_collect() -> None:
    for lang in LANGUAGES:
        kit.begin("endgames", lang=lang)
        assert "inaba collect" in kit.answers("endgames").text
    kit._open.clear()
    voice.speak(None)
