"""`inaba review`: a game looked back on."""

from __future__ import annotations

import json
from argparse import Namespace

from inaba import files, river
from inaba.command import review as shown
from inaba.command.console import progress_bar
from inaba.command.games import read_record
from inaba.command.interruption import stopping
from solvers.review import review


def run(asked: Namespace) -> int:
    record = read_record(files.named(asked.file), river.NOTATION)
    with stopping(), progress_bar(asked.lang) as progress:
        found = review(
            record,
            seconds=asked.seconds,
            seed=asked.seed,
            measure=asked.by,
            progress=progress and (lambda done: progress(int(1000 * done), 1000)),
        )
    print(json.dumps(found.as_json()) if asked.json else shown.text(found, asked.lang))
    return 0
