"""`inaba review`: a game looked back on."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Callable, Iterator
from typing import Any, Final

from inaba import files
from inaba.command import card_review
from inaba.command import review as river_review
from inaba.command.games import game_words, name_of, read_records
from inaba.command.progress import progress
from inaba.errors import SetupError, TooLarge
from inaba.record import Record
from solvers.review import review
from solvers.sights import sights

SECONDS: Final = 30
"""How long a game of River is thought about unless it is said."""

RIVER_ONLY: Final = ("seconds", "by", "seed")


def run(asked: Namespace) -> int:
    for number, record in enumerate(read_records(files.named(asked.file))):
        if number and not asked.json:
            print()
        _review(asked, record)
    return 0


def _review(asked: Namespace, record: Record) -> None:
    """Look back on one game."""
    game = name_of(record.notation)
    if game != "river":
        for option in RIVER_ONLY:
            if getattr(asked, option) is not None:
                raise SetupError("command.play.not_of", option=f"--{option}", game=game_words(game))
        with progress("inaba review", asked.lang) as told:
            decisions = list(_decisions(record, game, told))
        if asked.json:
            print(json.dumps(card_review.as_json(record, game, decisions)))
        else:
            print(card_review.as_text(record, game, decisions, asked.lang))
        return
    with progress("inaba review", asked.lang) as told:
        found = review(
            record,
            seconds=asked.seconds or SECONDS,
            seed=asked.seed,
            measure=asked.by,
            progress=lambda done: told(int(1000 * done), 1000),
        )
    print(json.dumps(found.as_json()) if asked.json else river_review.text(found, asked.lang))


def _decisions(
    record: Record, game: str, progress: Callable[[int, int | None], None]
) -> Iterator[card_review.Decision]:
    """Each decision that left a choice, with its odds by what who took it had seen."""
    odds = _odds_of(game)
    turn = 0
    for at, (state, played) in enumerate(zip(record.states, record.steps, strict=False)):
        turn += not at or state.starts_turn()
        progress(at, len(record.steps))
        if not played.player:
            continue
        view = state.view(played.player)
        if sum(1 for _ in view.legal_moves()) < 2:
            continue
        try:
            rows = odds(view, sights(record, played.player, at)).moves()
            own = next(row for row in rows if row.move == played.step)
            yield card_review.Decision(turn, played.player, played.step, own, rows[0])
        except TooLarge:
            yield card_review.Decision(turn, played.player, played.step, None, None)


def _odds_of(game: str) -> Callable[..., Any]:
    if game == "same-one":
        from solvers.same_one_odds import Odds

        return Odds
    from solvers.cross_sevens_odds import Odds as CrossSevensOdds

    return CrossSevensOdds
