"""A report of what a pupil did in a lesson: a short text to hand in, and the reading of it.

The text can be read by the pupil, and says nothing that the pupil cannot see::

    [Inaba report 1]
    Name: Aoi
    Lesson: the-wounded-shark
    Exercise 1: solved, tries 2
    Exercise 2: not yet, tries 3, hints 1, solution seen
    Exercise 3: not yet
    Time: 2026-11-30 12:15:07+09:00
    [check 7B12-54AA]

Each word of it stands in both languages in ``lessons/words/report.toml``, and is read in both. The number
behind ``report`` is the version of the format.

On its way the text is pasted, quoted, wrapped and typed again. So white space, the case and the width of
letters, signs of quotation before a line and the kind of a dash make no difference, and what stands around a
report is left alone. What was not tried has no tries, and where nothing was asked for, hints and solution are
left out.

The check number is the CRC-32 of what the report says, and not of how it is written: name (without white
space, in Unicode's compatibility form, casefolded), lesson, exercises and time. It finds slips. It is no
seal: whoever can run Python can make a report that says anything.
"""

from __future__ import annotations

import re
import unicodedata
import zlib
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from enum import StrEnum
from functools import cache
from itertools import zip_longest
from string import Formatter
from typing import Final, NamedTuple

from inaba.words import LANGUAGES
from lessons.progress import Standing
from lessons.voice import catalogue

VERSION: Final = 1
"""Of the format."""

PUZZLES: Final = "puzzles"
"""The lesson of a report on puzzles, of whatever games: no two of them have the same name."""

MOST_LETTERS: Final = 60
"""A longer name is cut."""


class Report(NamedTuple):
    """What a pupil did in one lesson.

    Attributes
    ----------
    name : str
        The pupil's, as typed.
    lesson : str
        Its name, or `PUZZLES`.
    standings : dict of str to Standing
        By exercise or puzzle, in order.
    when : datetime
        When the report was made: to the second, with its time zone.
    """

    name: str
    lesson: str
    standings: Mapping[str, Standing]
    when: datetime

    @property
    def pupil(self) -> str:
        """The name as two reports of the same pupil have it in common, however it was typed.

        Examples
        --------
        >>> one, other = (Report(name, "", {}, datetime.now()) for name in ("Ａｏｉ　K", "aoi k"))
        >>> one.pupil == other.pupil
        True
        """
        return _common(self.name)


class Why(StrEnum):
    """What is wrong with a report."""

    CUT = "report.why.cut"
    HEADLESS = "report.why.headless"
    UNREAD = "report.why.unread"
    CHANGED = "report.why.changed"
    VERSION = "report.why.version"


class Damage(NamedTuple):
    """A report that cannot be used: why, and whose it seems to be (empty where that is lost)."""

    why: Why
    name: str = ""


class Found(NamedTuple):
    """A report in a text: the line on which it begins, from 1, and what it is."""

    line: int
    what: Report | Damage


def tidy(name: str) -> str:
    """A name in one line, without letters that nobody sees, cut to `MOST_LETTERS`.

    Examples
    --------
    >>> tidy("  Aoi\\n　K\\u200b ")
    'Aoi K'
    """
    seen = "".join(letter if letter.isprintable() else " " * letter.isspace() for letter in name)
    return " ".join(seen.split())[:MOST_LETTERS].strip()


# Writing --------------------------------------------------------------------------------------------------


def write(report: Report, lang: str) -> str:
    """The text of a report, with lines that end in LF.

    Parameters
    ----------
    report : Report
    lang : {"ja", "en"}

    Raises
    ------
    ValueError
        If it would not be read as it is: the name is empty or not `tidy`, or holds the first or last line of
        a report.

    Examples
    --------
    >>> made = datetime(2026, 11, 30, 12, 15, 7, tzinfo=UTC)
    >>> print(write(Report("Aoi", "the-wounded-shark", {"1": Standing(True, 2)}, made), "en"), end="")
    [Inaba report 1]
    Name: Aoi
    Lesson: the-wounded-shark
    Exercise 1: solved, tries 2
    Time: 2026-11-30 12:15:07+00:00
    [check 5C18-2C38]
    """

    def line(key: str, **data: object) -> str:
        return catalogue().form(f"report.line.{key}", lang).format(**data) + "\n"

    kind = "puzzle" if report.lesson == PUZZLES else "exercise"
    number = f"{_check(report):08X}"
    text = "".join(
        [
            line("begin", version=VERSION),
            line("name", name=report.name),
            line("lesson", lesson=report.lesson),
            *(line(kind, exercise=one, did=_did(how, lang)) for one, how in report.standings.items()),
            line("when", when=report.when.isoformat(" ", "seconds")),
            line("check", check=f"{number[:4]}-{number[4:]}"),
        ]
    )
    if not report.pupil or read(text) != (Found(1, report),):
        raise ValueError(f"a report of the name {report.name!r} could not be read again")
    return text


def _did(standing: Standing, lang: str) -> str:
    def word(key: str, **data: object) -> str:
        return catalogue().form(f"report.did.{key}", lang).format(**data)

    parts = [word("solved" if standing.done else "open")]
    parts += [word("tries", n=standing.tries)] * (standing.tries > 0)
    parts += [word("hints", n=standing.hints)] * (standing.hints > 0)
    parts += [word("solution")] * standing.solution
    return word("and").join(parts)


def _check(report: Report) -> int:
    """The CRC-32 of what a report says."""
    done = (
        f"{one} {how.done:d} {how.tries} {how.hints} {how.solution:d}"
        for one, how in report.standings.items()
    )
    when = report.when.astimezone(UTC).isoformat(" ", "seconds")
    said = [str(VERSION), _common(report.name), report.lesson, *done, when]
    return zlib.crc32("\n".join(said).encode(errors="replace"))


# Reading --------------------------------------------------------------------------------------------------


def read(text: str) -> tuple[Found, ...]:
    """The reports in a text, whole and damaged, in order.

    Parameters
    ----------
    text : str
        Whatever stands around them.

    Examples
    --------
    >>> read("Dear teacher, [Inaba report 1] Name: Aoi")
    (Found(line=1, what=Damage(why=<Why.CUT: 'report.why.cut'>, name='Aoi')),)
    """
    paper = _Paper(text)
    found: list[Found] = []
    marks = list(_grammar().mark.finditer(paper.folded))
    behind, outside = 0, True
    for mark, after in zip_longest(marks, marks[1:]):
        begins = mark["begin"] is not None
        if begins:
            found += _bare(paper, behind, mark.start()) if outside else ()
            found.append(Found(paper.line(mark.start()), _report(paper, mark, after)))
        elif outside:
            found.append(Found(paper.line(mark.start()), Damage(Why.HEADLESS)))
        behind, outside = mark.end(), not begins
    found += _bare(paper, behind, len(paper.folded)) if outside else ()
    return tuple(found)


def _bare(paper: _Paper, start: int, stop: int) -> Iterator[Found]:
    """Reports that have lost both their first line and their last one, in a part of a text."""
    for lines in _grammar().bare.finditer(paper.folded, start, stop):
        yield Found(paper.line(lines.start()), Damage(Why.HEADLESS))


class _Paper:
    """A text as it is, and folded: what makes no difference is taken out, each letter with its place."""

    def __init__(self, text: str) -> None:
        self.text = _QUOTED.sub("", text)
        folded, places = [], []
        for place, letter in enumerate(self.text):
            if kept := _fold(letter):
                folded.append(kept)
                places += [place] * len(kept)
        self.folded = "".join(folded)
        self._places = places

    def line(self, at: int) -> int:
        """The line on which a place of the folded text lies."""
        return self.text.count("\n", 0, self._places[at]) + 1

    def between(self, start: int, end: int) -> str:
        """What was written behind the folded letter before ``start`` and before the one at ``end``."""
        stop = self._places[end] if end < len(self._places) else len(self.text)
        return self.text[self._places[start - 1] + 1 : stop]


_QUOTED: Final = re.compile(r"^[ \t\u3000]*(?:[>|＞][ \t\u3000]*)+", re.MULTILINE)
"""Signs of quotation before a line of a letter."""

_DASHES: Final = "‐‑‒–—―−ー〜～~"
_SIGNS: Final = dict(zip("【〔】〕、", "[[]],", strict=True))
_SAME: Final = str.maketrans({**dict.fromkeys(_DASHES, "-"), **_SIGNS, **dict.fromkeys(">|")})


@cache
def _fold(letter: str) -> str:
    """A letter as the words of a report are looked for: `_plain`, and without the marks of voiced kana.

    They are letters of their own in some texts, and none in others.
    """
    apart = unicodedata.normalize("NFD", _plain(letter))
    return apart.replace("\u3099", "").replace("\u309a", "")


@cache
def _plain(letter: str) -> str:
    """A letter without what makes no difference: nothing for white space, the unseen, signs of quotation."""
    if unicodedata.category(letter)[0] in "CZ" or letter in _VARIANTS:
        return ""
    plain = unicodedata.normalize("NFKC", letter).casefold().translate(_SAME)
    return "".join(plain.split())


_VARIANTS: Final = frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
"""They choose between the shapes of a letter, and get lost on the way."""


def _common(name: str) -> str:
    plain = "".join(map(_plain, unicodedata.normalize("NFKC", name)))
    return unicodedata.normalize("NFKC", plain)


class _Grammar(NamedTuple):
    """The lines of a report, folded, in any of the languages.

    Attributes
    ----------
    mark : Pattern
        The first line (its group ``begin`` holds the version) and the last one (``check``, the number).
    name, lesson : Pattern
        What stands before a name, and between it and the lesson.
    rest : Pattern
        All from the lesson on, with the groups ``lesson``, ``done`` and ``when``.
    bare : Pattern
        The same behind what stands before a lesson.
    exercise : Pattern
        One line of the group ``done``, with ``exercise``, ``solved``, ``tries``, ``hints`` and ``solution``.
    """

    mark: re.Pattern[str]
    name: re.Pattern[str]
    lesson: re.Pattern[str]
    rest: re.Pattern[str]
    bare: re.Pattern[str]
    exercise: re.Pattern[str]


@cache
def _grammar() -> _Grammar:
    inside = r"[^\[\]]{0,40}"
    begin = _pattern("report.line.begin", version=f"(?P<begin>{inside})")
    check = _pattern("report.line.check", check=f"(?P<check>{inside})")
    number = "[1-9][0-9]{0,5}"
    comma = _pattern("report.did.and")
    did = (
        f"(?:(?P<solved>{_pattern('report.did.solved')})|{_pattern('report.did.open')})"
        f"(?:{comma}{_pattern('report.did.tries', n=f'(?P<tries>{number})')})?"
        f"(?:{comma}{_pattern('report.did.hints', n=f'(?P<hints>{number})')})?"
        f"(?:{comma}(?P<solution>{_pattern('report.did.solution')}))?"
    )
    named = "[a-z0-9][a-z0-9-]{0,79}"
    exercise = "|".join(
        _pattern(key, exercise=f"(?P<{group}>{named})", did="")
        for key, group in (("report.line.exercise", "exercise"), ("report.line.puzzle", "puzzle"))
    )
    line = f"(?:{exercise}){did}"
    when = _pattern("report.line.when", when="(?P<when>[-0-9:+]{16,30})")
    lesson = _pattern("report.line.lesson", lesson="")
    unnamed = re.sub("[?]P<[a-z]+>", "?:", line)
    rest = f"(?P<lesson>{named}?)(?P<done>(?:{unnamed})+){when}"
    return _Grammar(
        re.compile(f"{begin}|{check}"),
        re.compile(_pattern("report.line.name", name="")),
        re.compile(lesson),
        re.compile(rest),
        re.compile(lesson + rest),
        re.compile(line),
    )


def _pattern(key: str, **parts: str) -> str:
    """A message in any language, folded, with patterns in the place of its data."""
    ways = []
    for lang in LANGUAGES:
        pieces = Formatter().parse(catalogue().form(key, lang))
        ways.append([(re.escape("".join(map(_fold, fixed))), data) for fixed, data, _, _ in pieces])
    # The languages have the same data in the same order, so that each stands in the pattern once.
    made = []
    for row in zip(*ways, strict=True):
        fixed = dict.fromkeys(piece for piece, _ in row)
        made.append(f"(?:{'|'.join(fixed)})" + (parts[row[0][1]] if row[0][1] else ""))
    return "".join(made)


def _report(paper: _Paper, begin: re.Match[str], end: re.Match[str] | None) -> Report | Damage:
    """What stands between the first line of a report and its last one, if that is there."""
    grammar, folded = _grammar(), paper.folded
    stop = len(folded) if end is None else end.start()
    head = grammar.name.match(folded, begin.end(), stop)
    behind = list(grammar.lesson.finditer(folded, head.end(), stop)) if head else []
    name = ""
    if head:
        # A name may hold the word that stands before the lesson; the lesson does not.
        name = tidy(paper.between(head.end(), behind[-1].start() if behind else stop))
    if end is None or end["check"] is None:
        return Damage(Why.CUT, name)
    if begin["begin"] != str(VERSION):
        return Damage(Why.VERSION if begin["begin"].isdecimal() else Why.UNREAD, name)
    rest = grammar.rest.fullmatch(folded, behind[-1].end(), stop) if behind else None
    if rest is None:
        return Damage(Why.UNREAD, name)
    try:
        when = datetime.fromisoformat(f"{rest['when'][:10]} {rest['when'][10:]}")
        standings = dict(_standings(grammar.exercise.finditer(rest["done"])))
        report = Report(name, rest["lesson"], standings, when)
        same = when.tzinfo is not None and _check(report) == int(end["check"].replace("-", ""), 16)
    except (ValueError, OverflowError):
        return Damage(Why.UNREAD, name)
    return report if same else Damage(Why.CHANGED, name)


def _standings(lines: Iterable[re.Match[str]]) -> Iterator[tuple[str, Standing]]:
    for line in lines:
        yield (
            line["exercise"] or line["puzzle"],
            Standing(
                line["solved"] is not None,
                int(line["tries"] or 0),
                int(line["hints"] or 0),
                line["solution"] is not None,
            ),
        )
