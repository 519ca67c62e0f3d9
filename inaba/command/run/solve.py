"""`inaba solve`: what a position, and each move in it, is worth."""

from __future__ import annotations

import json
import os
import shutil
import sys
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Final

from inaba import files, river
from inaba.command import answers, open_hands
from inaba.command.console import STOPPED
from inaba.command.position import asked_position
from inaba.command.progress import Progress, progress
from inaba.command.run.asking import Asking, forecast_words, solved_open_hands
from inaba.command.run.lines import solve_lines
from inaba.command.writing import see_writable
from inaba.errors import InabaError, SetupError, of_system
from inaba.words import say
from solvers import coalition, river_table, table_file
from solvers.open_hands import LIMIT
from solvers.oracle import MOST_PLAIN, Forecast, MaxNStopped, Shares
from solvers.river_table import River, RiverTable
from solvers.search import see_looks

NAME: Final = "inaba solve"

MANY: Final = 5_000
"""Of an ending of more positions it is said that it takes a while: seconds have gone by."""


def run(asked: Namespace) -> int:
    return solve_lines(asked) if asked.position == "-" else _solve_one(asked)


def _solve_one(asked: Namespace) -> int:
    if asked.jobs is not None:
        raise SetupError("command.refused.needs", option="--jobs", other="-")
    asking = Asking.of(asked)
    game, state = asked_position(asked)
    open_hands.check_options(asked, game)
    if game != "river":
        with progress(NAME, asked.lang) as told:
            found_open = solved_open_hands(asking, game, state, _large_told(asking, told))
        print(json.dumps(found_open.as_json) if asked.json else found_open.text(asked.lang))
        return 0
    asking.see_ranking(state)
    file = None if asked.save_table is None else _new_table(asked.save_table, state, asking)
    unsaved: InabaError | None = None
    if asked.looks:
        see_looks(state)
    status, by = 0, asked.by

    with progress(NAME, asked.lang) as told:

        def announce(forecast: Forecast) -> None:
            told.tell(forecast_words(forecast, asked.lang))

        told.most = _most(asking, state)
        tables = asking.tables()
        if (why := asking.unused(tables, state)) is not None:
            told.tell(why)
        if file is not None:
            tables = [asking.oracle([], told, announce).table(state)]
            unsaved = _save(tables[0], file)
        try:
            found = asking.oracle(tables, told, announce).answer(state)
            asking.see_ranked(found)
        except MaxNStopped as stop:
            told.tell(say("command.solve.maxn_stopped", asked.lang))
            found, status, by = stop.found, STOPPED, "guarantee"
    looks = answers.looks_of(found) if asked.looks and not isinstance(found, Shares) else None
    if asked.json:
        if isinstance(found, Shares):
            shown = answers.shares_json(found, by, asked.lang)
        else:
            shown = answers.solved_json(found)
        print(json.dumps(shown | (answers.looks_json(looks) if asked.looks else {})))
    elif isinstance(found, Shares):
        print(answers.shares_text(found, by, asked.lang))
    else:
        print(answers.solved_text(found, asked.lang))
        if asked.looks:
            print("\n" + answers.looks_text(looks, state.turn, asked.lang))
    if unsaved is not None:
        # What took so long to find is told, whatever became of the file.
        sys.stdout.flush()
        raise unsaved
    if file is not None and not asked.json:
        print(say("command.solve.table_saved", asked.lang, file=file))
    return status


def _large_told(asking: Asking, told: Progress) -> Callable[[int, int | None], None]:
    """Tells, besides, once that an ending is large."""
    large: list[int] = []

    def report(done: int, total: int | None) -> None:
        told(done, total)
        if done >= MANY and not large:
            large.append(done)
            told.tell(say("command.open_hands.large", asking.lang, limit=asking.limit or LIMIT))

    return report


def _most(asking: Asking, state: river.State | river.View) -> int | None:
    """How many positions are counted before an exact answer is given up; None where others do as well."""
    if isinstance(state, river.View) or not (asking.limit or asking.exact or asking.method == "exact"):
        return None
    return asking.limit or (MOST_PLAIN if state.players == 2 else coalition.LIMIT)


def _new_table(name: str, state: river.State | river.View, asking: Asking) -> Path:
    """Where a table is to be saved, seen to be free, and to have room, before the work begins."""
    if isinstance(state, river.View):
        raise SetupError("command.solve.save_view")
    if state.players != 2:
        raise SetupError("command.solve.save_players", players=state.players)
    file = files.named(name)
    if os.path.lexists(file):
        raise SetupError("command.solve.table_exists", file=file)
    see_writable(file)
    of = River(state, asking.worth)
    size, free = river_table.size_of(of, asking.exact), shutil.disk_usage(file.parent).free
    if size > free:
        raise river_table.no_room(size, free, of.positions, file.parent)
    return file


def _save(table: RiverTable, file: Path) -> InabaError | None:
    """Save a table; what is wrong where that fails."""
    try:
        table_file.save(table, file)
    except InabaError as error:
        return error
    except FileExistsError:
        return SetupError("command.solve.table_exists", file=file)
    except OSError as error:
        return SetupError("command.refused.file", file=file, why=of_system(error))
    return None
