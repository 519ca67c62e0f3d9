"""`inaba play`: a game on a text screen, with computer players and advice."""

from __future__ import annotations

import errno
import os
from argparse import Namespace
from typing import Final

from inaba import files, river
from inaba.command import answers, terminal
from inaba.command.games import read_record
from inaba.command.run.asking import forecast_words
from inaba.command.run.show import look
from inaba.errors import SetupError
from solvers.oracle import Forecast, Oracle, Shares
from solvers.policies import Best

ADVICE_SECONDS: Final = 3
"""How long the advice in a game thinks while a person waits, where it may be left inexact."""

ADVICE_MAXN: Final = 3_000
"""In a game max-n is looked for among at most so many positions: a few seconds."""


def run(asked: Namespace) -> int:
    return _sitting(asked).run()


def _sitting(asked: Namespace) -> terminal.Sitting:
    """The game that the command line asks for: a new one, or one to go on with."""
    path = None if asked.file is None else files.named(asked.file)
    if asked.resume:
        for option in ("players", "deck", "columns", "rows", "setup", "first", "rules", "position"):
            if getattr(asked, option) is not None:
                raise SetupError("command.refused.not_with", option=f"--{option}", other="--resume")
        if path is None and (path := terminal.unfinished(terminal.games_folder())) is None:
            raise SetupError("command.play.none_unfinished", folder=terminal.games_folder())
        record = read_record(path, river.NOTATION)
    else:
        if path is not None and os.path.lexists(path):
            raise SetupError("command.play.exists", file=path)
        if path is not None and not path.parent.is_dir():
            raise SetupError("command.refused.file", file=path, why=os.strerror(errno.ENOENT))
        record = terminal.new_record(_asked_start(asked))
    computers = asked.computer
    if computers is not None and computers[-1] > record.start.players:
        raise SetupError("command.play.no_seat", seat=computers[-1], players=record.start.players)
    settings = terminal.Settings.of(record, computers, asked.dice, asked.seed)
    return terminal.Sitting(
        record,
        settings,
        lang=asked.lang,
        look=look,
        policy=Best(),
        advise=_Adviser(asked.lang),
        path=path,
        own_path=asked.file is not None,
    )


def _asked_start(asked: Namespace) -> river.State:
    """The position that a new game begins with."""
    rules = river.parse_rules(asked.rules or "")
    if asked.position is not None:
        for option in ("players", "deck", "columns", "rows", "setup", "first"):
            if getattr(asked, option) is not None:
                raise SetupError("command.refused.not_with", option=f"--{option}", other="--position")
        return river.parse(asked.position, rules)
    given = {
        name: getattr(asked, name)
        for name in ("players", "columns", "rows", "setup", "first")
        if getattr(asked, name) is not None
    }
    if asked.deck is not None:
        given["deck"] = river.parse_deck(asked.deck)
    return river.start(rules=rules, **given)


class _Adviser:
    """The best advice that can be had while a person waits, from what he sees."""

    def __init__(self, lang: str) -> None:
        self._lang = lang
        self._oracle: Oracle | None = None

    def __call__(self, view: river.View) -> str:
        """What each move is worth. Raises `InabaError` where it cannot be said."""
        if self._oracle is None:

            def announce(forecast: Forecast) -> None:
                print(forecast_words(forecast, self._lang), flush=True)

            self._oracle = Oracle(seconds=ADVICE_SECONDS, most_maxn=ADVICE_MAXN, announce=announce)
        found = self._oracle.answer(view)
        if isinstance(found, Shares):
            return answers.shares_text(found, "guarantee", self._lang)
        return answers.solved_text(found, self._lang)
