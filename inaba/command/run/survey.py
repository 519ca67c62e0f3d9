"""`inaba survey`: the first player's edge over many layouts."""

from __future__ import annotations

import json
import os
import sys
from argparse import Namespace
from functools import partial
from pathlib import Path
from typing import Any

from inaba import files, river
from inaba.command import answers
from inaba.command.console import STOPPED
from inaba.command.interruption import processes
from inaba.command.progress import progress
from inaba.errors import SetupError, of_system
from inaba.words import say
from solvers import survey
from solvers.survey import SurveyFileError, exact_value


def run(asked: Namespace) -> int:
    river.parse_rules(asked.rules or "")
    size = {name: getattr(asked, name) for name in ("columns", "rows") if getattr(asked, name) is not None}
    deck = river.parse_deck(asked.deck)
    positions = list(survey.layouts(deck, asked.layouts, asked.seed, **size))
    file = files.named(asked.out)
    _same_rules(file, asked.rules or "")
    ask = partial(_surveyed, rules=asked.rules or "")
    jobs = asked.jobs or os.cpu_count() or 1
    try:
        with progress("inaba survey", asked.lang, things=True) as told, processes(jobs) as pool:
            results = survey.survey(positions, file, ask, executor=pool, workers=jobs, progress=told)
    except KeyboardInterrupt:
        print(f"\ninaba survey: {say('command.survey.stopped', asked.lang, file=file)}", file=sys.stderr)
        return STOPPED
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        raise SetupError("command.refused.file", file=file, why=of_system(error)) from error
    found = survey.summary(results)
    failed = sum("error" in result for result in results)
    if asked.json:
        of = {
            "deck": river.format_deck(deck),
            "rules": asked.rules or "",
            "layouts": asked.layouts,
            "seed": asked.seed,
        }
        print(json.dumps(of | answers.summary_json(found, failed)))
    else:
        print(answers.summary_text(found, failed, asked.lang))
        print(say("command.survey.kept", asked.lang, file=file))
    return 0


def _surveyed(position: str, rules: str) -> dict[str, Any]:
    """The exact value of a layout, with the rules that it is the value by."""
    return {"rules": rules, **exact_value(position, rules)}


def _same_rules(file: Path, rules: str) -> None:
    """See that the results in a file are those by the same rules: their positions would not tell."""
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
