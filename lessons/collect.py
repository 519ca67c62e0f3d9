"""The reports of a class, found in a folder and made into a table.

A folder holds what pupils handed in: notebooks whose output has the report, or text, one report or many in a
file, whatever stands around them. Nothing is dropped silently: what is no report, or a damaged one, is a
`Trouble`, and where a pupil handed in a lesson more than once the newest counts and the others are `Older`.
"""

from __future__ import annotations

import csv
import io
import json
import os
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, NamedTuple

from inaba.errors import of_system
from lessons.exercises import LESSONS, lesson_of
from lessons.exercises import named as exercises_named
from lessons.heading import heading
from lessons.progress import Standing
from lessons.puzzles import puzzles
from lessons.report import PUZZLES, Damage, Found, Report, read
from lessons.voice import say_in

MOST_BYTES: Final = 20_000_000
"""A larger file is not looked into: a notebook with its pictures has a few million."""

ENCODINGS: Final = ("utf-8-sig", "cp932", "iso2022_jp", "euc_jp", "utf-16")
"""How texts are written, the likeliest first: Windows in Japan has long saved Shift_JIS (cp932)."""


class Place(NamedTuple):
    """Where a report was found: a file, as seen from the folder, and a line or a cell of it, from 1."""

    file: str
    kind: str = ""
    number: int = 0

    def say(self, lang: str) -> str:
        """The place in words.

        Examples
        --------
        >>> Place("mail.txt", "line", 12).say("en")
        'mail.txt, line 12'
        """
        return (
            say_in(lang, f"collect.place.{self.kind}", file=self.file, n=self.number)
            if self.kind
            else self.file
        )


class Handed(NamedTuple):
    """A report and where it was found."""

    report: Report
    place: Place


class Older(NamedTuple):
    """A report that does not count, and the newest one of the same pupil and lesson, which does."""

    handed: Handed
    newest: Handed

    def say(self, lang: str) -> str:
        """Both, in words."""
        report, other = self.handed.report, self.newest.report
        key = "collect.same" if report == other else "collect.older"
        places = {"older": self.handed.place.say(lang), "newest": self.newest.place.say(lang)}
        return say_in(lang, key, name=other.name, lesson=heading(other.lesson, lang), **places)


class Trouble(NamedTuple):
    """Something that was handed in and does not count: where, why (a message and its data), and whose."""

    place: Place
    why: str
    name: str = ""
    data: Mapping[str, object] = {}

    def say(self, lang: str) -> str:
        """All of it in words."""
        key = "collect.trouble_of" if self.name else "collect.trouble"
        return say_in(lang, key, place=self.place.say(lang), name=self.name, why=self.reason(lang))

    def reason(self, lang: str) -> str:
        """Only why, in words."""
        return say_in(lang, self.why, **self.data)


class Table(NamedTuple):
    """A table to be shown: all texts."""

    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    remark: str


@dataclass(frozen=True, slots=True)
class Class:
    """What a class handed in.

    Attributes
    ----------
    counted : tuple of Handed
        One for each pupil and lesson, by lesson and name.
    older : tuple of Older
    troubles : tuple of Trouble
    hidden : int
        Files and folders whose names begin with a dot, which were passed over.
    """

    counted: tuple[Handed, ...]
    older: tuple[Older, ...]
    troubles: tuple[Trouble, ...]
    hidden: int = 0

    def lessons(self) -> dict[str, list[Report]]:
        """The reports that count, by lesson, in the order of the lessons."""
        made: dict[str, list[Report]] = {}
        for handed in self.counted:
            made.setdefault(handed.report.lesson, []).append(handed.report)
        return made

    def notes(self, lang: str) -> list[str]:
        """All that a person should look at, in words."""
        return [trouble.say(lang) for trouble in self.troubles] + [older.say(lang) for older in self.older]


# Collecting -----------------------------------------------------------------------------------------------


def collect(folder: Path, leave_out: Collection[Path] = ()) -> Class:
    """Look for reports in a folder and all folders below it.

    Parameters
    ----------
    folder : Path
        Or a single file.
    leave_out : collection of Path
        Files that are not looked into, such as the table that is to be written.

    Raises
    ------
    OSError
        If the folder itself cannot be read.
    """
    found: list[Handed] = []
    troubles: list[Trouble] = []
    files, hidden = _files(folder)
    own = {os.path.realpath(path) for path in leave_out}
    for path in files:
        if os.path.realpath(path) in own:
            continue
        name = path.name if path == folder else path.relative_to(folder).as_posix()
        for one in _look_into(path, _printable(name)):
            if isinstance(one, Handed):
                found.append(one)
            else:
                troubles.append(one)
    counted, older = _newest(found)
    return Class(counted, older, tuple(troubles), hidden)


def _printable(name: str) -> str:
    """A file's name without control characters, and without bytes that are no letters."""
    shown = os.fsencode(name).decode(errors="replace")
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in shown)


def _files(folder: Path) -> tuple[list[Path], int]:
    """Every file below a folder, in order, and how many hidden ones were passed over."""
    if not folder.is_dir():
        folder.stat()
        return [folder], 0
    os.listdir(folder)
    files: list[Path] = []
    hidden = 0

    def closed(error: OSError) -> None:
        # A folder that cannot be read is among the files, and is then told of.
        files.append(Path(error.filename))

    for place, below, names in os.walk(folder, onerror=closed):
        links = [name for name in below if os.path.islink(os.path.join(place, name))]
        seen = [name for name in [*names, *links] if not name.startswith(".")]
        hidden += sum(name.startswith(".") for name in [*names, *below])
        files += [Path(place, name) for name in seen]
        below[:] = [name for name in below if not name.startswith(".")]
    return sorted(files), hidden


def _look_into(path: Path, name: str) -> Iterator[Handed | Trouble]:
    """What is found in a file: its reports, or why there is none."""
    whole = Place(name)
    try:
        if path.exists() and not path.is_file():
            # A folder is here only if it is a link, or could not be read.
            if path.is_dir() and not path.is_symlink():
                os.listdir(path)
            yield Trouble(whole, "report.why.no_file")
            return
        if path.stat().st_size > MOST_BYTES:
            yield Trouble(whole, "report.why.too_large", data={"most": MOST_BYTES // 1_000_000})
            return
        data = path.read_bytes()
    except OSError as error:
        yield Trouble(whole, "report.why.unread_file", data={"why": of_system(error)})
        return
    kind, pages = "line", [_best_read(data)]
    if path.suffix.lower() == ".ipynb":
        try:
            kind, pages = "cell", _cells(data)
        except _NO_NOTEBOOK:
            yield Trouble(whole, "report.why.notebook")
            return
    any_found = False
    for number, page in enumerate(pages, start=1):
        for line, what in page:
            any_found = True
            place = Place(name, kind, line if kind == "line" else number)
            yield Trouble(place, what.why, what.name) if isinstance(what, Damage) else Handed(what, place)
    if not any_found:
        yield Trouble(whole, "report.why.foreign")


def _best_read(data: bytes) -> tuple[Found, ...]:
    """The reports in a text, by the encoding in which most of them are whole; the likeliest of several."""
    if b"\0" in data and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return ()  # No text has such a byte, but in UTF-16.
    texts = []
    for encoding in ENCODINGS:
        try:
            texts.append(data.decode(encoding))
        except UnicodeError:
            continue
    # Files of several encodings may have been put together, and a byte may be no letter in any of them.
    texts.append("".join(map(_line_decoded, data.splitlines(keepends=True))))
    return max((read(_lines(text)) for text in texts), key=_worth)


def _line_decoded(line: bytes) -> str:
    for encoding in ("utf-8", "cp932"):
        try:
            return line.decode(encoding)
        except UnicodeError:
            continue
    return line.decode(errors="replace")


def _worth(found: tuple[Found, ...]) -> tuple[int, int]:
    return sum(isinstance(one.what, Report) for one in found), len(found)


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _cells(data: bytes) -> list[tuple[Found, ...]]:
    """The reports in each cell of a notebook: in what it printed or showed as text, or as prose.

    Raises one of `_NO_NOTEBOOK` if it is none.
    """
    return [read(_cell(cell)) for cell in json.loads(data.decode("utf-8-sig"))["cells"]]


_NO_NOTEBOOK: Final = (ValueError, TypeError, AttributeError, LookupError, RecursionError)
"""What reading something else as a notebook ends with."""


def _cell(cell: Any) -> str:
    if cell["cell_type"] != "code":
        return _joined(cell.get("source", ""))
    outputs = cell.get("outputs", [])
    texts = [_joined(one.get("text", one.get("data", {}).get("text/plain", ""))) for one in outputs]
    return "\n".join(texts)


def _joined(text: str | list[str]) -> str:
    """A text of a notebook, which is stored whole or line by line."""
    return "".join(text)


def _newest(found: Iterable[Handed]) -> tuple[tuple[Handed, ...], tuple[Older, ...]]:
    """For each pupil and lesson the newest report, and all others."""
    by_pupil: dict[tuple[int, str, str], list[Handed]] = {}
    order = {lesson: at for at, lesson in enumerate(LESSONS)}
    for handed in found:
        report = handed.report
        key = (order.get(lesson_of(report.lesson), len(order)), report.lesson, report.pupil)
        by_pupil.setdefault(key, []).append(handed)
    counted, older = [], []
    for key in sorted(by_pupil):
        # Of two that were made in the same second the first that was found counts.
        newest = max(by_pupil[key], key=lambda handed: handed.report.when)
        counted.append(newest)
        older += [Older(handed, newest) for handed in by_pupil[key] if handed is not newest]
    return tuple(counted), tuple(older)


# The table ------------------------------------------------------------------------------------------------


def exercises(lesson: str, reports: Iterable[Report]) -> list[str]:
    """The exercises of a lesson that reports speak of, in its order; unknown ones behind them."""
    named = [one.name for one in exercises_named(lesson)] if lesson != PUZZLES else list(puzzles())
    told = dict.fromkeys(exercise for report in reports for exercise in report.standings)
    return [*(one for one in named if one in told), *(one for one in told if one not in named)]


def table(made: Class, lang: str) -> str:
    """The table of a class as CSV that Excel opens as it is.

    A row for each report that counts, a column for each exercise; below them what is wrong, each with its
    place. It begins with a byte order mark, by which Excel knows UTF-8, and its lines end in CR and LF. A
    text that a spreadsheet would take for a formula, a date or a number has an apostrophe before it.

    For programs: the second column is the lesson's name, or ``puzzles``, the same in every language and for
    good; the third, its number and title, is for people. Each is a row's own, so tables may be put together.

    Parameters
    ----------
    made : Class
    lang : {"ja", "en"}
        Of its heads.
    """
    columns = _columns(made.lessons())
    names = ("name", "lesson", "title", "when", "solved", "of", "tries", "hints", "solutions")
    heads = [say_in(lang, f"collect.head.{name}") for name in names]
    heads += [
        say_in(lang, "collect.head.puzzle" if is_puzzle else "collect.head.exercise", exercise=one)
        for is_puzzle, one in columns
    ]
    heads += [say_in(lang, "collect.head.note"), say_in(lang, "collect.head.file")]
    file = io.StringIO(newline="")
    writer = csv.writer(file)
    writer.writerow(heads)
    for handed in made.counted:
        writer.writerow(_row(handed, columns, _notes(made, handed, lang), lang))
    blank = [""] * (len(heads) - 3)
    for trouble in made.troubles:
        told = (trouble.reason(lang), trouble.place.say(lang))
        writer.writerow([safe(trouble.name), *blank, *map(safe, told)])
    return "\ufeff" + file.getvalue()


def _columns(lessons: Mapping[str, Sequence[Report]]) -> list[tuple[bool, str]]:
    """Exercises by number, which lessons share, since a row says which lesson it is; then puzzles."""
    numbers = {one for of, reports in lessons.items() if of != PUZZLES for one in exercises(of, reports)}
    by_number = sorted(numbers, key=lambda one: (not one.isdecimal(), one.zfill(6)))
    named = exercises(PUZZLES, lessons.get(PUZZLES, ()))
    return [*((False, one) for one in by_number), *((True, one) for one in named)]


def _notes(made: Class, handed: Handed, lang: str) -> str:
    places = [older.handed.place.say(lang) for older in made.older if older.newest is handed]
    return say_in(lang, "collect.note.older", older=" / ".join(places)) if places else ""


def _row(handed: Handed, columns: Sequence[tuple[bool, str]], note: str, lang: str) -> list[object]:
    report = handed.report
    done = report.standings.values()
    shown = [
        _cell_words(report.standings[one], lang)
        if one in report.standings and is_puzzle == (report.lesson == PUZZLES)
        else ""
        for is_puzzle, one in columns
    ]
    return [
        safe(report.name),
        safe(report.lesson),
        safe(heading(report.lesson, lang)),
        report.when.strftime("%Y-%m-%d %H:%M"),
        sum(one.done for one in done),
        len(done),
        sum(one.tries for one in done),
        sum(one.hints for one in done),
        sum(one.solution for one in done),
        *shown,
        safe(note),
        safe(handed.place.say(lang)),
    ]


def _cell_words(standing: Standing, lang: str) -> str:
    """How a pupil stands with an exercise, in a few letters; nothing where it was not touched."""
    parts = []
    if standing.done or standing.tries:
        key = "collect.cell.solved" if standing.done else "collect.cell.tried"
        parts.append(say_in(lang, key, n=standing.tries))
    if standing.hints:
        parts.append(say_in(lang, "collect.cell.hints", n=standing.hints))
    if standing.solution:
        parts.append(say_in(lang, "collect.cell.solution"))
    return " / ".join(parts)


_TAKEN: Final = re.compile(r"\s*[=+\-@＝＋－＠−]|[^\w]*\d[\d\W]*([eE][\d\W]*)?$")
"""What a spreadsheet may take for a formula, or for a number or a date (a class such as 3-12 or 3E12)."""


def safe(text: str) -> str:
    """A text that stays a text in a spreadsheet.

    Examples
    --------
    >>> [safe(text) for text in ("Aoi", "=1+1", "3-12", "3E12", "3-12 Aoi")]
    ['Aoi', "'=1+1", "'3-12", "'3E12", '3-12 Aoi']
    """
    return f"'{text}" if _TAKEN.match(text) else text


# The summary ----------------------------------------------------------------------------------------------


def summary(made: Class, lang: str) -> tuple[Table, ...]:
    """For each lesson how hard its exercises were: a row for each.

    Parameters
    ----------
    made : Class
    lang : {"ja", "en"}
    """
    heads = tuple(
        say_in(lang, f"collect.sum.{name}") for name in ("exercise", "solved", "tries", "hints", "solution")
    )
    tables = []
    for lesson, reports in made.lessons().items():
        named = exercises(lesson, reports)
        done = {one: [r.standings[one] for r in reports if one in r.standings] for one in named}
        rows = [(_title(lesson, one, lang), *_counts(done[one], lang)) for one in named]
        hardest = [one for one in named if _hardness(done[one]) == max(map(_hardness, done.values()))]
        remark = ""
        # Where nothing tells them apart, none was the hardest.
        if len(hardest) < len(named):
            titles = " / ".join(_title(lesson, one, lang) for one in hardest)
            remark = say_in(lang, "collect.sum.hardest", exercise=titles)
        caption = say_in(lang, "collect.sum.caption", lesson=heading(lesson, lang), n=len(reports))
        tables.append(Table(caption, heads, tuple(rows), remark))
    return tuple(tables)


def remarks(made: Class, lang: str) -> list[str]:
    """What a reader of the tables should know."""
    told = [say_in(lang, "collect.sum.explained")]
    return told + [say_in(lang, "collect.hidden", n=made.hidden)] * (made.hidden > 0)


def _title(lesson: str, exercise: str, lang: str) -> str:
    if lesson == PUZZLES:
        if exercise not in puzzles():
            return exercise
        one = puzzles()[exercise]
        return f"{one.room.name(lang)}{say_in(lang, 'puzzle.colon')}{one.title[lang]}"
    known = {one.name: one for one in exercises_named(lesson)}
    if exercise not in known:
        return exercise
    return f"{exercise}. {say_in(lang, known[exercise].title, **known[exercise].given())}"


def _average(standings: Sequence[Standing]) -> Fraction | None:
    """How many tries those had who tried, exactly."""
    tries = [one.tries for one in standings if one.tries]
    return Fraction(sum(tries), len(tries)) if tries else None


def _counts(standings: Sequence[Standing], lang: str) -> list[str]:
    def of(n: int) -> str:
        return say_in(lang, "collect.sum.of", n=n, of=len(standings))

    average = _average(standings)
    return [
        of(sum(one.done for one in standings)),
        "-" if average is None else f"{float(average):.1f}",
        of(sum(one.hints > 0 for one in standings)),
        of(sum(one.solution for one in standings)),
    ]


def _hardness(standings: Sequence[Standing]) -> tuple[Fraction, Fraction]:
    """How hard an exercise was: the share that did not solve it, then the tries of those who tried."""
    unsolved = Fraction(sum(not one.done for one in standings), len(standings))
    return unsolved, _average(standings) or Fraction(0)
