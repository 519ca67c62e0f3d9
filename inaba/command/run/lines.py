"""`inaba solve -`: a position a line, in several processes if asked, answered in order."""

from __future__ import annotations

import json
import os
import stat
import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache, partial
from typing import IO, Any, Final

from inaba import river
from inaba.command import answers, arguments, open_hands
from inaba.command.arguments import BAD_INPUT
from inaba.command.console import UNSOLVED, status_of
from inaba.command.games import NOTATIONS
from inaba.command.interruption import processes
from inaba.command.progress import Progress, progress
from inaba.command.run.asking import Asking, solved_open_hands
from inaba.errors import InabaError, NotationError, SetupError
from inaba.words import say
from solvers import survey
from solvers.oracle import Oracle, Shares
from solvers.river_table import RiverTable
from solvers.search import see_looks

LONGEST: Final = 10_000
"""No more is read of a line that holds a position: a longer one is none."""


UNUSED: Final = "unused"
"""Beside an answer: why the table at hand was not used. It is said once, and not given out."""


def solve_lines(asked: Namespace) -> int:
    """Answer each line of stdin with one line of JSON, in the same order."""
    for option in ("record", "turn", "save_table"):
        if getattr(asked, option) is not None:
            name = "--" + option.replace("_", "-")
            raise SetupError("command.refused.not_with", option=name, other="-")
    jobs = asked.jobs or 1
    asking = Asking.of(asked, workers=1 if jobs > 1 else None)
    # Rules, and a file that is no table, are refused before anything is read.
    _check_rules(asking.rules or "")
    asking.tables()
    worst = 0
    with progress("inaba solve", asked.lang, things=True) as told:
        told(0, total := _how_many(sys.stdin))
        with _answered(_awaited(_numbered(sys.stdin), told), asking, jobs) as answered:
            silent = True
            for done, found in enumerate(answered, 1):
                why = found.pop(UNUSED, None)
                if why is not None and silent:
                    silent = False
                    told.tell(say("command.solve.unused.line", asked.lang, line=found["number"], why=why))
                with told.aside():
                    sys.stdout.write(json.dumps(found) + "\n")
                    # Whoever reads gets each line as soon as it is there, and never half of one.
                    sys.stdout.flush()
                told(done, total)
                status = found.get("status", 0)
                worst = BAD_INPUT if BAD_INPUT in (status, worst) else max(status, worst)
    return worst


def _awaited(lines: Iterator[str], told: Progress) -> Iterator[str]:
    """Lines, while none of which is there nothing is told."""
    while True:
        with told.idle():
            line = next(lines, None)
        if line is None:
            return
        yield line


def _how_many(stream: IO[str]) -> int | None:
    """How many lines `_numbered` will give; None unless they stand in a file, which can be read twice."""
    try:
        if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
            return None
        begin = stream.tell()
    except OSError:
        return None
    try:
        return sum(1 for _ in _numbered(stream))
    except ValueError:
        return None  # Letters that are none: what is wrong is said when they are due.
    finally:
        stream.seek(begin)


def _check_rules(rules: str) -> None:
    """See that these are rules of some game; of which, each line tells."""
    refusals = []
    for notation in NOTATIONS.values():
        try:
            notation.parse_rules(rules)
        except NotationError as error:
            refusals.append(error)
    if len(refusals) == len(NOTATIONS):
        raise refusals[0]


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
def _answered(lines: Iterator[str], asking: Asking, jobs: int) -> Iterator[Iterator[dict[str, Any]]]:
    """What each line is answered, in order."""
    if jobs == 1:
        yield (_answer_line(asking, line) for line in lines)
        return
    with processes(jobs) as pool:
        ask = partial(_answer_line, asking)
        yield survey.run(lines, ask, executor=pool, workers=jobs, ordered=True)


def _answer_line(asking: Asking, line: str) -> dict[str, Any]:
    """The answer to a line, with its number; or what is wrong with it, and the exit status of that."""
    number, _, position = line.partition(" ")
    try:
        game, state = asking.position(position)
        open_hands.check_options(asking, game)
        told = (
            _river_line(asking, state) if game == "river" else solved_open_hands(asking, game, state).as_json
        )
    except InabaError as error:
        why, status = arguments.refused(error, asking.lang), status_of(error)
    except MemoryError:
        why, status = say("command.refused.memory", asking.lang), UNSOLVED
    else:
        return {"number": int(number), **told}
    return {"number": int(number), "position": position[:1000], "error": why, "status": status}


def _river_line(asking: Asking, state: river.State | river.View) -> dict[str, object]:
    asking.see_ranking(state)
    if asking.looks:
        see_looks(state)
    oracle, tables = _line_oracle(asking)
    found = oracle.answer(state)
    asking.see_ranked(found)
    if isinstance(found, Shares):
        told = answers.shares_json(found, asking.by, asking.lang)
    else:
        told = answers.solved_json(found)
        if asking.looks:
            told |= answers.looks_json(answers.looks_of(found))
    why = asking.unused(tables, state)
    return told if why is None else told | {UNUSED: why}


@lru_cache(maxsize=1)
def _line_oracle(asking: Asking) -> tuple[Oracle, list[RiverTable]]:
    """One for all lines: it keeps the last table. Beside it the tables at hand."""
    tables = asking.tables()
    return asking.oracle(tables), tables
