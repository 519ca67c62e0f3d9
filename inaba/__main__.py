"""The command `inaba`: the one place that puts the engine, the solvers and the lessons together.

Exit status: 0; 2 where what was typed, a file or this machine does not allow it; 3 where a position is too
large to solve, or has no answer of the kind asked for; 4 where ``inaba collect`` wrote its table, but
something that was handed in is damaged, foreign or there twice; 130 after Ctrl-C; 141 where the reader of a
pipe has gone. Where many positions are read (``inaba solve -``) the run goes on after one that has no answer,
and ends with 2 if any line was bad, else with 3 if any had no answer. What went wrong is one line on stderr.
Solvers, sympy and JupyterLab are loaded when a command needs them.
"""

from __future__ import annotations

import errno
import json
import os
import signal
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache, partial
from importlib.metadata import version
from importlib.resources import files as package_files
from pathlib import Path
from threading import current_thread, main_thread
from typing import IO, TYPE_CHECKING, Any, Final, Literal, NamedTuple

from inaba import files, river
from inaba.command import arguments
from inaba.errors import (
    IllegalMove,
    ImpossibleEvent,
    InabaError,
    NotationError,
    Reason,
    SetupError,
    TooLarge,
    listed,
)
from inaba.words import language, say

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from inaba.command.terminal import Sitting
    from solvers.oracle import Forecast, Oracle
    from solvers.river_table import RiverTable

BAD_INPUT: Final = arguments.BAD_INPUT
UNSOLVED: Final = 3
NOTED: Final = 4
STOPPED: Final = 130
PIPE_CLOSED: Final = 141

UNANSWERED: Final = frozenset(
    {
        "solvers.endgame.players",
        "solvers.endgame.secrets",
        "solvers.oracle.no_maxn",
        "solvers.search.none",
    }
)
"""Errors that are nobody's fault: there is no answer of the kind asked for."""

ADVICE_SECONDS: Final = 3
"""How long the advice in a game thinks while a person waits, where it may be left inexact."""

CHECKED: Final = 1 << 30
"""A table of at most so many bytes is checked whole before it is used; of a larger one what is looked at."""

ADVICE_MAXN: Final = 3_000
"""In a game max-n is looked for among at most so many positions: a few seconds."""

LONGEST: Final = 10_000
"""No more is read of a line that holds a position: a longer one is none."""


class Why(StrEnum):
    """Why a turn cannot be played from a position."""

    MOVE = "command.after.move"
    ONE_TURN = "command.after.one_turn"
    SPACES = "command.after.spaces"
    UNFINISHED = "command.after.unfinished"
    IMPOSSIBLE = "error.impossible_event"


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command.

    Parameters
    ----------
    argv : sequence of str, optional
        The command line without the program's name; the one of this process unless given.

    Returns
    -------
    int
        The exit status.

    Examples
    --------
    >>> main(["solve", "5 -,*", "--lang", "fr"])
    2
    """
    lang, name = language(), "inaba"
    try:
        try:
            lang = _prepare_output(lang)
            asked = arguments.read(sys.argv[1:] if argv is None else argv, lang)
            lang, name = asked.lang, f"inaba {asked.command or ''}".rstrip()
            status = _run(asked)
            sys.stdout.flush()
            return status
        except SystemExit as end:
            sys.stdout.flush()
            return end.code if isinstance(end.code, int) else BAD_INPUT
        except (InabaError, OSError) as error:
            if isinstance(error, BrokenPipeError):
                raise
            print(f"{name}: {arguments.refused(error, lang)}", file=sys.stderr)
            return _status(error)
        except MemoryError:
            print(f"{name}: {say('command.refused.memory', lang)}", file=sys.stderr)
            return UNSOLVED
    except KeyboardInterrupt:
        print(f"\n{name}: {say('command.stopped', lang)}", file=sys.stderr)
        return STOPPED
    except BrokenPipeError:
        # Whoever read has seen enough. Python would flush once more at its end, and complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED


def _status(error: InabaError | OSError) -> int:
    """The exit status that an error ends with."""
    unsolved = isinstance(error, TooLarge) or getattr(error, "key", "") in UNANSWERED
    return UNSOLVED if unsolved else BAD_INPUT


def _prepare_output(lang: str) -> str:
    """See that nothing printed can fail for want of a letter; the language that this machine can show."""
    # Python has no stream at all where one was closed: nobody hears what is said, and nothing is typed.
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115  # for as long as we run
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  # likewise
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  # likewise
    for stream in (sys.stdout, sys.stderr):
        # In a test or a notebook the streams may be others, which take any letter.
        if (reconfigure := getattr(stream, "reconfigure", None)) is not None:
            reconfigure(errors="backslashreplace")
    return lang if lang == "en" or _shows("ウサギ") else "en"


def _shows(letters: str) -> bool:
    """Whether what is printed can hold these letters."""
    try:
        letters.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _run(asked: Namespace) -> int:
    if asked.version:
        print(f"inaba {version('inaba')}")
        return 0
    commands: dict[str | None, Callable[[Namespace], int]] = {
        "lab": _lab,
        "print": _print,
        "site": _site,
        "collect": _collect,
        "solve": _solve,
        "review": _review,
        "survey": _survey,
        "fight": _fight,
        "odds": _odds,
        "show": _show,
        "play": _play,
        None: _explain,
    }
    return commands[asked.command](asked)


def _explain(asked: Namespace) -> int:
    print(arguments.parser(asked.lang).format_help(), end="")
    return 0


# Lessons --------------------------------------------------------------------------------------------------


def _lab(asked: Namespace) -> int:
    from inaba.command import lab

    folder = files.named(asked.dir)
    pages = lab.lessons(package_files("lessons"))
    try:
        copies = lab.lay_out(pages, folder)
    except OSError as error:
        raise SetupError("command.lab.no_folder", folder=folder, why=error.strerror) from error
    print(say("command.lab.folder", asked.lang, folder=folder.resolve()))
    for copy in copies:
        if copy.laid is not lab.Laid.SAME:
            print("  " + say(copy.laid, asked.lang, name=copy.name, written=copy.written))
    sys.stdout.flush()

    def starting() -> None:
        print(say("command.lab.starting", asked.lang), flush=True)

    def announce(address: str) -> None:
        print(say("command.lab.address", asked.lang, address=address), flush=True)

    status = lab.open_lab(
        folder,
        asked.lang,
        port=asked.port,
        browser=not asked.no_browser,
        starting=starting,
        announce=announce,
    )
    print(say("command.lab.over", asked.lang, folder=folder.resolve()))
    return BAD_INPUT if status else 0


def _print(asked: Namespace) -> int:
    from inaba.command import lab
    from lessons import edition

    pages = edition.chosen(lab.lessons(package_files("lessons")), asked.lang, asked.lessons)
    printer = None if asked.no_pdf else edition.browser(asked.browser)
    folder = files.named(asked.dir)
    endings = (".html",) if printer is None else (".html", ".pdf")
    for name in pages:
        for ending in endings:
            _see_free((folder / name).with_suffix(ending), asked.force)
    for name, text in pages.items():
        lesson = edition.lesson_of(name)
        page = edition.page(edition.run(text, asked.lang, lesson.teacher), asked.lang, lesson)
        file = (folder / name).with_suffix(".html")
        with _writing(file):
            file.parent.mkdir(parents=True, exist_ok=True)
            files.replace(file, page)
            if printer is not None:
                edition.pdf(file, file.with_suffix(".pdf"), printer)
        for ending in endings:
            print(file.with_suffix(ending), flush=True)
    return 0


def _see_free(file: Path, force: bool) -> None:
    """See that a file may be written. Raises `SetupError` where something stands there already."""
    # With --force a file may be replaced; a link, a folder or a device is never taken for one.
    if os.path.lexists(file) and not (force and file.is_file() and not file.is_symlink()):
        raise SetupError("command.show.no_file" if force else "command.show.exists", file=file)


@contextmanager
def _writing(file: Path) -> Iterator[None]:
    """Say which file it was where one cannot be written, as a `SetupError`."""
    try:
        yield
    except OSError as error:
        raise SetupError("command.refused.file", file=file, why=error.strerror) from error


def _collect(asked: Namespace) -> int:
    from inaba.command import answers, columns
    from lessons import collect

    folder, file = files.named(asked.folder), files.named(asked.out)
    _see_free(file, asked.force)
    found = collect.collect(folder, leave_out=[file])
    for note in found.notes(asked.lang):
        print(f"inaba collect: {arguments.one_line(note)}", file=sys.stderr)
    if not found.counted:
        raise SetupError("command.collect.none", folder=folder)
    with _writing(file):
        files.replace(file, collect.table(found, asked.lang))
    for table in collect.summary(found, asked.lang):
        print(table.caption, columns.table(table.heads, table.rows, right=range(1, 5)), sep="\n")
        print(table.remark + "\n" if table.remark else "")
    for line in collect.remarks(found, asked.lang):
        print(*columns.wrapped(line, answers.COLUMNS), sep="\n")
    print(say("command.collect.written", asked.lang, file=file))
    return NOTED if found.troubles or found.older else 0


def _site(asked: Namespace) -> int:
    from inaba.command import lab
    from lessons.site import building, supplies

    def tell(key: str) -> None:
        print(say(key, asked.lang), flush=True)

    out = files.named(asked.out)
    cache = supplies.cache_folder() if asked.cache is None else files.named(asked.cache)
    try:
        built = building.build(
            lab.lessons(package_files("lessons")), out, cache=cache, teacher=asked.teacher, tell=tell
        )
    except OSError as error:
        raise SetupError("command.refused.file", file=error.filename or out, why=error.strerror) from error
    size = f"{built.size / 1e6:.1f}"
    print(say("command.site.done", asked.lang, folder=out.resolve(), files=built.files, size=size))
    print(say("command.site.try", asked.lang, folder=out))
    return 0


# Solving --------------------------------------------------------------------------------------------------


class _Asking(NamedTuple):
    """What is asked of each position: all that another process has to know."""

    lang: str
    rules: str | None
    after: str | None
    method: str | None
    exact: bool
    seconds: int | None
    limit: int | None
    endless: Fraction | None
    table: str | None
    by: str
    ties: Literal["first", "split"]
    seed: int | None
    workers: int | None
    disk: str | None = None
    payoff: str | None = None
    within: int | None = None

    @classmethod
    def of(cls, asked: Namespace, workers: int | None = None) -> _Asking:
        """What a command line asks. Raises `SetupError` where it contradicts itself."""
        for option in ("bounds", "estimate"):
            if asked.method == option:
                for other in ("exact", "table", "save_table"):
                    if getattr(asked, other):
                        name = "--" + other.replace("_", "-")
                        raise SetupError("command.refused.not_with", option=name, other=f"--method {option}")
        given = {name: getattr(asked, name) for name in cls._fields if hasattr(asked, name)}
        return cls(**given, workers=workers)

    def state(self, position: str) -> river.State:
        """A position from its text, after what is to be played first."""
        state = river.parse(position, river.parse_rules(self.rules or ""))
        return state if self.after is None else played(state, self.after)

    def oracle(
        self,
        tables: Sequence[RiverTable] = (),
        progress: Callable[[int, int | None], object] | None = None,
        announce: Callable[[Forecast], object] | None = None,
    ) -> Oracle:
        """What answers."""
        from solvers.oracle import Oracle

        return Oracle(
            method=self.method,
            exact=self.exact,
            seconds=self.seconds,
            endless=self.endless,
            limit=self.limit,
            tables=tables,
            disk=self.disk,
            ties=self.ties,
            workers=self.workers,
            seed=self.seed,
            progress=progress,
            announce=announce,
        )

    def tables(self) -> list[RiverTable]:
        """The tables at hand. Raises `InabaError` or `OSError` where a file holds none."""
        if self.table is None:
            return []
        from solvers import table_file

        table = table_file.load(files.named(self.table))
        if len(table.numbers) * 8 <= CHECKED:
            # The first look into a block checks all of it.
            for at in range(0, len(table.numbers), table_file.BLOCK // 8):
                table.numbers[at]
        return [table]


class _Stopped(BaseException):
    """Ctrl-C where an answer is worked out. No solver takes it for a wish to hear what is known so far."""


@contextmanager
def _stopping() -> Iterator[None]:
    """Have Ctrl-C end the work within at once, as a KeyboardInterrupt."""

    def stop(*_: object) -> None:
        raise _Stopped

    # Elsewhere, or where Ctrl-C is not to be heard, that is left as it is.
    if current_thread() is not main_thread() or signal.getsignal(signal.SIGINT) != signal.default_int_handler:
        yield
        return
    signal.signal(signal.SIGINT, stop)
    try:
        yield
    except _Stopped:
        raise KeyboardInterrupt from None
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _solve(asked: Namespace) -> int:
    with _stopping():
        return _solve_lines(asked) if asked.position == "-" else _solve_one(asked)


def _solve_one(asked: Namespace) -> int:
    from inaba.command import answers, open_hands

    if asked.jobs is not None:
        raise SetupError("command.refused.needs", option="--jobs", other="-")
    asking = _Asking.of(asked)
    same_one = asked.position is not None and open_hands.is_same_one(asked.position)
    open_hands.check_options(asked, same_one)
    if same_one:
        with _progress(asked.lang) as progress:
            found_open = _open_hands(asking, asked.position, progress)
        print(json.dumps(found_open.as_json) if asked.json else found_open.text(asked.lang))
        return 0
    state = _asked_position(asked)
    if asked.after is not None:
        state = played(state, asked.after)
    file = None if asked.save_table is None else _new_table(asked.save_table, state)

    def announce(forecast: Forecast) -> None:
        print(f"inaba solve: {_forecast(forecast, asked.lang)}", file=sys.stderr, flush=True)

    tables = asking.tables()
    if tables and state not in tables[0]:
        print(
            f"inaba solve: {say('command.solve.not_covered', asked.lang, file=asked.table)}", file=sys.stderr
        )
    with _progress(asked.lang) as progress:
        if file is not None:
            tables = [_saved_table(asking.oracle([], progress, announce).table(state), file)]
        found = asking.oracle(tables, progress, announce).answer(state)
    from solvers.oracle import Shares

    if asked.json:
        told = (
            answers.shares_json(found, asked.by) if isinstance(found, Shares) else answers.solved_json(found)
        )
        print(json.dumps(told))
        return 0
    if isinstance(found, Shares):
        print(answers.shares_text(found, asked.by, asked.lang))
    else:
        print(answers.solved_text(found, asked.lang))
    if file is not None:
        print(say("command.solve.table_saved", asked.lang, file=file))
    return 0


class _OpenHands(NamedTuple):
    """What is known of an ending with open hands, to be written either way."""

    as_json: dict[str, object]
    text: Callable[[str], str]


def _open_hands(
    asking: _Asking, position: str, progress: Callable[[int, int | None], object] | None = None
) -> _OpenHands:
    """Solve an ending of Same One."""
    from inaba import same_one
    from inaba.command import open_hands
    from solvers.open_hands import LIMIT, OpenHands

    state = same_one.parse(position, same_one.parse_rules(asking.rules or ""))
    payoff, limit = asking.payoff or "win", asking.limit or LIMIT
    hands = OpenHands(payoff, ties=asking.ties, limit=limit, progress=progress)
    if asking.within is not None:
        forced = hands.forcing(state, asking.within)
        return _OpenHands(open_hands.forced_json(forced), partial(open_hands.forced_text, forced))
    solved = hands.solve(state)
    told = open_hands.solved_json(solved, asking.by)
    return _OpenHands(told, partial(open_hands.solved_text, solved, asking.by))


def _forecast(forecast: Forecast, lang: str) -> str:
    """What a table is going to take, in words."""
    return say(
        "command.solve.forecast",
        lang,
        n=forecast.positions,
        seconds=_duration(forecast.seconds, lang),
        size=f"{forecast.size / 1e9:.1f}",
    )


def _duration(seconds: int, lang: str) -> str:
    """About how long something takes, in words."""
    if seconds < 120:
        return say("command.seconds", lang, n=max(1, seconds))
    return say("command.minutes", lang, n=round(seconds / 60))


def _new_table(name: str, state: river.State) -> Path:
    """Where a table is to be saved, seen to be free before the work begins."""
    if state.players != 2:
        raise SetupError("command.solve.save_players", players=state.players)
    file = files.named(name)
    if os.path.lexists(file):
        raise SetupError("command.solve.table_exists", file=file)
    return file


def _saved_table(table: RiverTable, file: Path) -> RiverTable:
    from solvers import table_file

    try:
        table_file.save(table, file)
    except OSError as error:
        raise SetupError("command.refused.file", file=file, why=error.strerror or error) from error
    return table


def _review(asked: Namespace) -> int:
    from inaba.command import review as shown
    from inaba.command.terminal import read_record
    from solvers.review import review

    record = read_record(files.named(asked.file))
    with _stopping(), _progress(asked.lang) as progress:
        found = review(
            record,
            seconds=asked.seconds,
            seed=asked.seed,
            measure=asked.by,
            progress=progress and (lambda done: progress(int(1000 * done), 1000)),
        )
    print(json.dumps(found.as_json()) if asked.json else shown.text(found, asked.lang))
    return 0


# Many positions -------------------------------------------------------------------------------------------


def _solve_lines(asked: Namespace) -> int:
    """Answer each line of stdin with one line of JSON, in the same order."""
    for option in ("record", "turn", "save_table"):
        if getattr(asked, option) is not None:
            name = "--" + option.replace("_", "-")
            raise SetupError("command.refused.not_with", option=name, other="-")
    jobs = asked.jobs or 1
    asking = _Asking.of(asked, workers=1 if jobs > 1 else None)
    # Rules, and a file that is no table, are refused before anything is read.
    river.parse_rules(asking.rules or "")
    asking.tables()
    lines = _numbered(sys.stdin)
    worst = 0
    with _answered(lines, asking, jobs) as answered:
        for told in answered:
            sys.stdout.write(json.dumps(told) + "\n")
            # Whoever reads gets each line as soon as it is there, and never half of one.
            sys.stdout.flush()
            status = told.get("status", 0)
            worst = BAD_INPUT if BAD_INPUT in (status, worst) else max(status, worst)
    return worst


def _numbered(stream: IO[str]) -> Iterator[str]:
    """The lines of a stream that hold something, each behind its number; none is read before it is due."""
    number = 0
    while line := stream.readline(LONGEST):
        number += 1
        rest = line
        while len(rest) == LONGEST and not rest.endswith("\n"):
            rest = stream.readline(LONGEST)
        text = line.removeprefix("\ufeff").strip() if number == 1 else line.strip()
        if text and not text.startswith("#"):
            yield f"{number} {text}"


@contextmanager
def _answered(lines: Iterator[str], asking: _Asking, jobs: int) -> Iterator[Iterator[dict[str, Any]]]:
    """What each line is answered, in order."""
    if jobs == 1:
        yield (_answer_line(asking, line) for line in lines)
        return
    from solvers import survey

    with _processes(jobs) as pool:
        ask = partial(_answer_line, asking)
        yield survey.run(lines, ask, executor=pool, workers=jobs, ordered=True)


def _answer_line(asking: _Asking, line: str) -> dict[str, Any]:
    """The answer to a line, with its number; or what is wrong with it, and the exit status of that."""
    from inaba.command import open_hands

    number, _, position = line.partition(" ")
    try:
        same_one = open_hands.is_same_one(position)
        open_hands.check_options(asking, same_one)
        told = _open_hands(asking, position).as_json if same_one else _river_line(asking, position)
    except InabaError as error:
        why, status = arguments.refused(error, asking.lang), _status(error)
    except MemoryError:
        why, status = say("command.refused.memory", asking.lang), UNSOLVED
    else:
        return {"number": int(number), **told}
    return {"number": int(number), "position": position[:1000], "error": why, "status": status}


def _river_line(asking: _Asking, position: str) -> dict[str, object]:
    from inaba.command import answers
    from solvers.oracle import Shares

    found = _line_oracle(asking).answer(asking.state(position))
    return answers.shares_json(found, asking.by) if isinstance(found, Shares) else answers.solved_json(found)


@lru_cache(maxsize=1)
def _line_oracle(asking: _Asking) -> Oracle:
    """One for all lines: it keeps the last table."""
    return asking.oracle(asking.tables())


@contextmanager
def _processes(jobs: int) -> Iterator[Executor]:
    """So many processes to work in. Where something ends the work early they are ended too, and at once."""
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    before = set(multiprocessing.active_children())
    # Started afresh, not copied: this process may have threads, which a copy would lack.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_leave_ctrl_c)
    try:
        yield pool
    except BaseException:
        for child in set(multiprocessing.active_children()) - before:
            child.terminate()
        pool.shutdown(cancel_futures=True)
        raise
    pool.shutdown()


def _leave_ctrl_c() -> None:
    """In a process that works for another: Ctrl-C is for that one, which ends this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


# Surveys --------------------------------------------------------------------------------------------------


def _survey(asked: Namespace) -> int:
    from inaba.command import answers
    from solvers import survey

    river.parse_rules(asked.rules or "")
    size = {name: getattr(asked, name) for name in ("columns", "rows") if getattr(asked, name) is not None}
    deck = river.parse_deck(asked.deck)
    positions = list(survey.layouts(deck, asked.layouts, asked.seed, **size))
    file = files.named(asked.out)
    _same_rules(file, asked.rules or "")
    ask = partial(_surveyed, rules=asked.rules or "")
    jobs = asked.jobs or os.cpu_count() or 1
    try:
        with _progress(asked.lang) as progress, _processes(jobs) as pool:
            results = survey.survey(positions, file, ask, executor=pool, workers=jobs, progress=progress)
    except KeyboardInterrupt:
        print(f"\ninaba survey: {say('command.survey.stopped', asked.lang, file=file)}", file=sys.stderr)
        return STOPPED
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        raise SetupError("command.refused.file", file=file, why=error.strerror or error) from error
    found = survey.summary(results)
    failed = sum("error" in result for result in results)
    if asked.json:
        told = {
            "deck": river.format_deck(deck),
            "rules": asked.rules or "",
            "layouts": asked.layouts,
            "seed": asked.seed,
        }
        print(json.dumps(told | answers.summary_json(found, failed)))
    else:
        print(answers.summary_text(found, failed, asked.lang))
        print(say("command.survey.kept", asked.lang, file=file))
    return 0


def _surveyed(position: str, rules: str) -> dict[str, Any]:
    """The exact value of a layout, with the rules that it is the value by."""
    from solvers.survey import exact_value

    return {"rules": rules, **exact_value(position, rules)}


def _same_rules(file: Path, rules: str) -> None:
    """See that the results in a file are those by the same rules: their positions would not tell."""
    from solvers.survey import SurveyFileError

    if not file.is_file():
        return
    with file.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            try:
                result = json.loads(line)
            except ValueError:
                return  # The survey itself says what is wrong with such a line, or mends it.
            if not isinstance(result, dict) or ("value" in result and result.get("rules", "") != rules):
                raise SurveyFileError("solvers.survey.foreign", path=file, line=number)


def _asked_position(asked: Namespace) -> river.State:
    """The position on the command line, or of a record."""
    if asked.record is None:
        if asked.position is None:
            raise SetupError("command.solve.no_position")
        if asked.turn is not None:
            raise SetupError("command.refused.needs", option="--turn", other="--record")
        return river.parse(asked.position, river.parse_rules(asked.rules or ""))
    for option, value in (("POSITION", asked.position), ("--rules", asked.rules)):
        if value is not None:
            raise SetupError("command.refused.not_with", option=option, other="--record")
    from inaba.command.terminal import read_record

    record = read_record(files.named(asked.record))
    state: river.State = record.state if asked.turn is None else record.before(asked.turn)
    return state


def played(state: river.State, text: str) -> river.State:
    """A position after turns written as in a record, separated by one space; the last may be unfinished.

    Parameters
    ----------
    state : State
    text : str
        Such as ``"1b2=D>c3=12(4,4)"``.

    Raises
    ------
    NotationError
        If it cannot be read, or not be played from here: the place and the reason.

    Examples
    --------
    >>> str(played(river.parse("5,W -,- 1 - -"), "1a1(1,1) 2b1"))
    '5-2,W -,b1 1 - -'
    """
    at = 0
    for turn in text.split(" "):
        if not turn:
            raise NotationError(text, at, Reason(Why.SPACES))
        if at and not state.starts_turn():
            awaited = listed(state.chance() or state.legal_moves(state.turn))
            raise NotationError(text, at, Reason(Why.UNFINISHED, {"turn": turn, "awaited": awaited}))
        try:
            steps = river.split_turn(turn)
        except NotationError as error:
            raise NotationError(text, at + error.at, error.why) from None
        for place, step in enumerate(map(str, steps)):
            if place and state.starts_turn():
                raise NotationError(text, at, Reason(Why.ONE_TURN, {"step": step}))
            try:
                if step[0] in "=(":
                    state = state.happen(step)
                else:
                    state = state.play((state.to_act() or (state.turn,))[0], step)
            except (IllegalMove, ImpossibleEvent) as error:
                why = error.why if isinstance(error, IllegalMove) else Reason(Why.IMPOSSIBLE, error.data)
                raise NotationError(text, at, Reason(Why.MOVE, {"step": step, "why": why})) from None
            at += len(step)
        at += 1
    return state


@contextmanager
def _progress(lang: str) -> Iterator[Callable[[int, int | None], None] | None]:
    """A progress bar on stderr while something takes long; none where nobody watches."""
    if not sys.stderr.isatty():
        yield None
        return
    from tqdm import tqdm

    with tqdm(
        desc=say("command.solve.progress", lang), unit="", unit_scale=True, delay=1, leave=False
    ) as bar:

        def progress(done: int, total: int | None) -> None:
            if total is not None:
                bar.total = total
            bar.update(done - bar.n)

        yield progress


# Fights ---------------------------------------------------------------------------------------------------


def _fight(asked: Namespace) -> int:
    from inaba.command import answers
    from inaba.dice import format_dice, parse_dice

    hit_points, damage = asked.hit_points, asked.damage
    if damage >= max(1, hit_points):
        raise SetupError("command.fight.beaten", damage=damage, hit_points=hit_points)
    dice = parse_dice(asked.dice)
    from solvers.fights import beats, expected_rolls, rolls_until_beaten

    left = hit_points - damage
    odds = (beats(left, dice), rolls_until_beaten(left, dice), expected_rolls(left, dice))
    if asked.json:
        print(answers.fight_json(hit_points, damage, format_dice(dice), *odds))
    else:
        print(answers.fight_text(hit_points, damage, format_dice(dice), *odds, asked.lang))
    return 0


# Odds of hidden cards -------------------------------------------------------------------------------------


def _odds(asked: Namespace) -> int:
    from inaba.command import odds
    from solvers.same_one_evidence import sights
    from solvers.same_one_odds import Odds

    view, record, steps = odds.same_one_sitting(asked)
    questions = odds.same_one_questions(asked)
    seen = () if record is None else sights(record, view.player, steps)
    found = Odds(view, seen, asked.assume, windows=asked.windows)
    if asked.json:
        print(json.dumps(odds.same_one_json(found, questions)))
    else:
        print(odds.same_one_text(found, questions, asked.lang))
    return 0


# Showing --------------------------------------------------------------------------------------------------


def _look(of: river.State | river.View, lang: str) -> str:
    """A position as text that this terminal can show."""
    from inaba.river.description import text

    return text(of, lang, unicode=_shows("┌─│" + ("川" if lang == "ja" else "")))


def _shown(asked: Namespace) -> tuple[str, Callable[[], str]]:
    """A position of the game that its text is of: as text for this terminal, and what draws it."""
    from inaba.command import open_hands

    rules, lang = asked.rules or "", asked.lang
    if open_hands.is_same_one(asked.position):
        from inaba import same_one
        from inaba.same_one import picture as cards

        position = same_one.parse(asked.position, same_one.parse_rules(rules))
        told = cards.text(position, lang, unicode=_shows("▶" + ("緑" if lang == "ja" else "")))
        return told, lambda: cards.picture(position, lang=lang).svg()
    state = river.parse(asked.position, river.parse_rules(rules))

    def drawn() -> str:
        from inaba.river.picture import picture

        return picture(state, lang=lang).svg()

    return _look(state, lang), drawn


def _show(asked: Namespace) -> int:
    told, drawn = _shown(asked)
    if asked.force and asked.svg is None:
        raise SetupError("command.refused.needs", option="--force", other="--svg")
    if asked.svg is not None:
        file = files.named(asked.svg)
        _see_free(file, asked.force)
        with _writing(file):
            files.replace(file, drawn())
    print(told)
    if asked.svg is not None:
        print(say("command.show.written", asked.lang, file=file))
    return 0


# Playing --------------------------------------------------------------------------------------------------


def _play(asked: Namespace) -> int:
    return _sitting(asked).run()


def _sitting(asked: Namespace) -> Sitting:
    """The game that the command line asks for: a new one, or one to go on with."""
    from inaba.command import terminal

    path = None if asked.file is None else files.named(asked.file)
    if asked.resume:
        for option in ("players", "deck", "columns", "rows", "setup", "first", "rules", "position"):
            if getattr(asked, option) is not None:
                raise SetupError("command.refused.not_with", option=f"--{option}", other="--resume")
        if path is None and (path := terminal.unfinished(terminal.games_folder())) is None:
            raise SetupError("command.play.none_unfinished", folder=terminal.games_folder())
        record = terminal.read_record(path)
    else:
        if path is not None and os.path.lexists(path):
            raise SetupError("command.play.exists", file=path)
        if path is not None and not path.parent.is_dir():
            raise SetupError("command.refused.file", file=path, why=os.strerror(errno.ENOENT))
        record = terminal.new_record(_asked_start(asked))
    computers = asked.computer
    if computers is not None and computers[-1] > record.start.players:
        raise SetupError("command.play.no_seat", seat=computers[-1], players=record.start.players)
    settings = terminal.Settings.of(record, computers, asked.dice, asked.seed)
    from solvers.policies import Best

    return terminal.Sitting(
        record,
        settings,
        lang=asked.lang,
        look=_look,
        policy=Best(),
        advise=_Adviser(asked.lang),
        path=path,
        own_path=asked.file is not None,
    )


def _asked_start(asked: Namespace) -> river.State:
    """The position that a new game begins with."""
    rules = river.parse_rules(asked.rules or "")
    if asked.position is not None:
        for option in ("players", "deck", "columns", "rows", "setup", "first"):
            if getattr(asked, option) is not None:
                raise SetupError("command.refused.not_with", option=f"--{option}", other="--position")
        return river.parse(asked.position, rules)
    given = {
        name: getattr(asked, name)
        for name in ("players", "columns", "rows", "setup", "first")
        if getattr(asked, name) is not None
    }
    if asked.deck is not None:
        given["deck"] = river.parse_deck(asked.deck)
    return river.start(rules=rules, **given)


class _Adviser:
    """The best advice that can be had while a person waits, from what he sees."""

    def __init__(self, lang: str) -> None:
        self._lang = lang
        self._oracle: Oracle | None = None

    def __call__(self, view: river.View) -> str:
        """What each move is worth. Raises `InabaError` where it cannot be said."""
        from inaba.command import answers
        from solvers.oracle import Oracle, Shares

        if self._oracle is None:

            def announce(forecast: Forecast) -> None:
                print(_forecast(forecast, self._lang), flush=True)

            self._oracle = Oracle(seconds=ADVICE_SECONDS, most_maxn=ADVICE_MAXN, announce=announce)
        found = self._oracle.answer(view)
        if isinstance(found, Shares):
            return answers.shares_text(found, "guarantee", self._lang)
        return answers.solved_text(found, self._lang)


if __name__ == "__main__":
    # Under its importable name: by that the processes of --jobs find what they are to do.
    from inaba.__main__ import main as importable

    sys.exit(importable())
