"""`inaba solve`: what a position, and each move in it, is worth."""

from __future__ import annotations

import json
import os
import sys
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Final

from inaba import files, river
from inaba.command import answers, open_hands
from inaba.command.console import progress_bar
from inaba.command.position import asked_position
from inaba.command.run.asking import Asking, forecast_words, solved_open_hands
from inaba.command.run.lines import solve_lines
from inaba.errors import SetupError, of_system
from inaba.words import say
from solvers import table_file
from solvers.open_hands import LIMIT
from solvers.oracle import Forecast, Shares
from solvers.river_table import RiverTable

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
        with progress_bar(asked.lang) as progress:
            found_open = solved_open_hands(asking, game, state, progress or _told(asking))
        print(json.dumps(found_open.as_json) if asked.json else found_open.text(asked.lang))
        return 0
    file = None if asked.save_table is None else _new_table(asked.save_table, state)

    def announce(forecast: Forecast) -> None:
        print(f"inaba solve: {forecast_words(forecast, asked.lang)}", file=sys.stderr, flush=True)

    tables = asking.tables()
    if tables and state not in tables[0]:
        print(
            f"inaba solve: {say('command.solve.not_covered', asked.lang, file=asked.table)}", file=sys.stderr
        )
    with progress_bar(asked.lang) as progress:
        if file is not None:
            tables = [_saved_table(asking.oracle([], progress, announce).table(state), file)]
        found = asking.oracle(tables, progress, announce).answer(state)
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


def _told(asking: Asking) -> Callable[[int, int | None], None]:
    """Tells on stderr, once, that an ending is large, where no bar is shown."""
    told: list[int] = []

    def progress(done: int, total: int | None) -> None:
        if done >= MANY and not told:
            told.append(done)
            words = say("command.open_hands.large", asking.lang, limit=asking.limit or LIMIT)
            print(f"inaba solve: {words}", file=sys.stderr, flush=True)

    return progress


def _new_table(name: str, state: river.State | river.View) -> Path:
    """Where a table is to be saved, seen to be free before the work begins."""
    if isinstance(state, river.View):
        raise SetupError("command.solve.save_view")
    if state.players != 2:
        raise SetupError("command.solve.save_players", players=state.players)
    file = files.named(name)
    if os.path.lexists(file):
        raise SetupError("command.solve.table_exists", file=file)
    return file


def _saved_table(table: RiverTable, file: Path) -> RiverTable:
    try:
        table_file.save(table, file)
    except OSError as error:
        raise SetupError("command.refused.file", file=file, why=of_system(error)) from error
    return table
