"""`inaba odds`: where hidden cards are, and what may become of a move."""

from __future__ import annotations

import json
from argparse import Namespace

from inaba.command import odds
from solvers.same_one_evidence import sights
from solvers.same_one_odds import Odds


def run(asked: Namespace) -> int:
    view, record, steps = odds.same_one_sitting(asked)
    questions = odds.same_one_questions(asked)
    seen = () if record is None else sights(record, view.player, steps)
    found = Odds(view, seen, asked.assume, windows=asked.windows)
    if asked.json:
        print(json.dumps(odds.same_one_json(found, questions)))
    else:
        print(odds.same_one_text(found, questions, asked.lang))
    return 0
