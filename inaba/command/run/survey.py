"""`inaba survey`: the first player's edge over many layouts."""

from __future__ import annotations

import json
import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from inaba import files, river
from inaba.command import answers
from inaba.command.console import STOPPED
from inaba.command.interruption import processes
from inaba.command.progress import progress
from inaba.errors import InabaError, Reason, SetupError, of_system
from inaba.words import say
from solvers import survey
from solvers.survey import exact_value


def run(asked: Namespace) -> int:
    river.parse_rules(asked.rules or "")
    size = {name: getattr(asked, name) for name in ("columns", "rows") if getattr(asked, name) is not None}
    deck = river.parse_deck(asked.deck)
    positions = list(survey.layouts(deck, asked.layouts, asked.seed, **size))
    file = files.named(asked.out)
    _see_same(file, positions, asked)
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


def _see_same(file: Path, positions: Sequence[str], asked: Namespace) -> None:
    """See that the results in a file, if it is there, are of a survey with these settings.

    Raises `SetupError` with the one that differs. What is no result of any survey is left to the survey
    itself, which refuses it, or mends it where it is half a line.
    """
    if not file.is_file():
        if file.exists() and not file.is_dir():
            # A pipe or a device: what is written there cannot be read again.
            raise SetupError("command.survey.no_file", file=file)
        return
    with file.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            try:
                result = json.loads(line)
                at, position = result["number"], str(result["position"])
                settings = _settings(position)
            except (InabaError, ValueError, LookupError, TypeError, RecursionError):
                return
            if type(at) is not int or at < 1:
                return
            here = _settings(positions[0]) | {"rules": asked.rules or ""}
            there = settings | {"rules": result.get("rules", "") if "value" in result else here["rules"]}
            for option, found in there.items():
                if found != here[option]:
                    none = Reason("command.survey.none")
                    raise SetupError(
                        "command.survey.other",
                        file=file,
                        line=number,
                        option=f"--{option}",
                        found=found or none,
                        given=here[option] or none,
                    )
            if at > len(positions):
                raise SetupError("command.survey.more", file=file, n=at, given=len(positions))
            if position != positions[at - 1]:
                raise SetupError("command.survey.other_seed", file=file, line=number, seed=asked.seed)


def _settings(position: str) -> dict[str, str]:
    """What a layout tells of the options of its survey. Raises `InabaError` where it is none."""
    rows = [row.split(",") for row in position.split()[0].split("/")]
    deck = river.parse_deck(",".join(sorted(card for row in rows for card in row)))
    return {"deck": river.format_deck(deck), "columns": str(len(rows[0])), "rows": str(len(rows))}
