"""`inaba collect`: a class's reports in one table."""

from __future__ import annotations

import sys
from argparse import Namespace

from inaba import files
from inaba.command import answers, arguments, columns
from inaba.command.console import NOTED
from inaba.command.writing import see_free, writing
from inaba.errors import SetupError
from inaba.words import say
from lessons import collect


def run(asked: Namespace) -> int:
    folder, file = files.named(asked.folder), files.named(asked.out)
    see_free(file, asked.force)
    found = collect.collect(folder, leave_out=[file])
    for note in found.notes(asked.lang):
        print(f"inaba collect: {arguments.one_line(note)}", file=sys.stderr)
    if not found.counted:
        raise SetupError("command.collect.none", folder=folder)
    with writing(file):
        files.replace(file, collect.table(found, asked.lang))
    for table in collect.summary(found, asked.lang):
        print(table.caption, columns.table(table.heads, table.rows, right=range(1, 5)), sep="\n")
        print(table.remark + "\n" if table.remark else "")
    for line in collect.remarks(found, asked.lang):
        print(*columns.wrapped(line, answers.COLUMNS), sep="\n")
    print(say("command.collect.written", asked.lang, file=file))
    return NOTED if found.troubles or found.older else 0
