"""`inaba odds`: where hidden cards are, and what may become of a move."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Callable
from functools import partial

from inaba.command import arguments
from inaba.command.seen import Seen, asked_view
from inaba.errors import SetupError
from solvers.sights import Sight, sights

Told = tuple[Callable[[], dict[str, object]], Callable[[], str]]
"""What tells the odds to a program, and what to a person."""


def run(asked: Namespace) -> int:
    found = asked_view(asked)
    told, text = (_same_one if asked.game == "same-one" else _cross_sevens)(asked, found)
    print(json.dumps(told()) if asked.json else text())
    return 0


def _see_counted(asked: Namespace, option: str, assumptions: tuple[str, str]) -> None:
    """See that what is assumed counts what an option limits. Raises `SetupError`."""
    if getattr(asked, option) is not None and asked.assume == assumptions[0]:
        raise SetupError("command.refused.needs", option=f"--{option}", other=f"--assume {assumptions[1]}")


def _before(found: Seen) -> list[Sight]:
    """What the player saw before, step by step."""
    return [] if found.record is None else sights(found.record, found.view.player, found.steps)


def _same_one(asked: Namespace, found: Seen) -> Told:
    from inaba.command import same_one_odds as shown
    from solvers.same_one_odds import Odds

    questions = shown.asked_questions(asked)
    _see_counted(asked, "windows", arguments.ASSUMPTIONS)
    odds = Odds(found.view, _before(found), asked.assume, windows=asked.windows)
    return partial(shown.as_json, odds, questions), partial(shown.as_text, odds, questions, asked.lang)


def _cross_sevens(asked: Namespace, found: Seen) -> Told:
    from inaba.command import cross_sevens_odds as shown
    from solvers.cross_sevens_odds import Odds

    questions = shown.asked_questions(asked)
    _see_counted(asked, "passes", arguments.PASSING)
    odds = Odds(found.view, _before(found), asked.assume, passes=asked.passes)
    return partial(shown.as_json, odds, questions), partial(shown.as_text, odds, questions, asked.lang)
