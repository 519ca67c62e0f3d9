"""`inaba play`: a game on a text screen, with computer players and advice."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

from inaba import files
from inaba.command import answers, cross_sevens_odds, same_one_odds, terminal
from inaba.command.faces import Face
from inaba.command.faces.cross_sevens import CrossSevensFace
from inaba.command.faces.river import RiverFace
from inaba.command.faces.same_one import SameOneFace
from inaba.command.games import NOTATIONS, game_of, game_words, name_of, parsed, read_records
from inaba.command.opening import OF_A_NEW_GAME, new_game, see_of_river
from inaba.command.run.asking import forecast_words
from inaba.command.run.show import look
from inaba.cross_sevens import Action
from inaba.errors import Reason, SetupError
from inaba.game import Policy, uniform
from inaba.record import Record
from solvers.oracle import Forecast, Oracle, Shares
from solvers.sights import sights

ADVICE_SECONDS: Final = 3
"""How long the advice in a game thinks while a person waits, where it may be left inexact."""

ADVICE_MAXN: Final = 3_000
"""In a game max-n is looked for among at most so many positions: a few seconds."""

FACES: Final[dict[str, type[Face]]] = {
    "river": RiverFace,
    "same-one": SameOneFace,
    "cross-sevens": CrossSevensFace,
}


def run(asked: Namespace) -> int:
    return _sitting(asked).run()


def _sitting(asked: Namespace) -> terminal.Sitting:
    """The game that the command line asks for: a new one, or one to go on with."""
    path = None if asked.file is None else files.named(asked.file)
    if asked.resume:
        path, record = _resumed(asked, path)
    else:
        if path is not None and os.path.lexists(path):
            raise SetupError("command.play.exists", file=path)
        if path is not None and not path.parent.is_dir():
            raise SetupError("command.refused.file", file=path, why=Reason("file.why.missing"))
        record = terminal.new_record(*_asked_start(asked))
    game, players = name_of(record.notation), record.start.players
    computers = asked.computer
    if computers and computers[-1] > players:
        raise SetupError("command.play.no_seat", seat=computers[-1], players=players)
    if computers is None and not asked.resume and game != "river":
        computers = tuple(range(2, players + 1))
    return terminal.Sitting(
        record,
        terminal.Settings.of(record, computers, asked.dice, asked.seed),
        face=FACES[game](asked.lang),
        look=partial(look, game=game),
        policies=_policies(game, asked.policy),
        advise=_adviser(game, asked.lang),
        path=path,
        own_path=asked.file is not None,
    )


def _resumed(asked: Namespace, path: Path | None) -> tuple[Path, Record]:
    """The game to go on with, and its file."""
    for option in (*OF_A_NEW_GAME, "rules", "position", "policy"):
        if getattr(asked, option) is not None:
            raise SetupError("command.refused.not_with", option=f"--{option}", other="--resume")
    notations = [] if asked.game is None else [NOTATIONS[asked.game]]
    if path is None and (path := terminal.unfinished(terminal.games_folder(), *notations)) is None:
        raise SetupError("command.play.none_unfinished", folder=terminal.games_folder())
    *before, record = read_records(path)
    if before:
        raise SetupError("command.play.match", file=path, n=len(before) + 1)
    game = name_of(record.notation)
    if asked.game not in (None, game):
        raise SetupError("command.play.other_game", file=path, game=game_words(game))
    if asked.dice is not None:
        see_of_river("dice", game)
    return path, record


def _asked_start(asked: Namespace) -> tuple[Any, Any]:
    """The position that a new game begins with, and how it is written."""
    if asked.position is not None:
        for option in OF_A_NEW_GAME:
            if getattr(asked, option) is not None:
                raise SetupError("command.refused.not_with", option=f"--{option}", other="--position")
        if asked.game not in (None, found := game_of(asked.position)):
            raise SetupError(
                "command.play.position_of",
                game=game_words(found),
                asked=game_words(asked.game),
                name=found,
            )
        game, state = parsed(asked.position, asked.rules)
        if asked.dice is not None:
            see_of_river("dice", game)
        return state, NOTATIONS[game]
    return new_game(asked)


def _policies(game: str, name: str | None) -> dict[str, Policy]:
    """The computer players of a game, the one that is asked for first."""
    found: dict[str, Policy]
    match game:
        case "same-one":
            from solvers.same_one_policies import careful, greedy

            found = {"careful": careful, "quick": greedy, "random": uniform}
        case "cross-sevens":
            from solvers.cross_sevens_policies import deducer, patient
            from solvers.cross_sevens_policies import greedy as quick

            found = {"patient": patient, "deducer": deducer, "quick": quick, "random": uniform}
        case _:
            from solvers.policies import Best
            from solvers.policies import greedy as simple

            found = {"strong": Best(), "simple": simple}
    if name is None:
        return found
    if name not in found:
        why = Reason("command.refused.one_of", {"value": name[:40], "values": ", ".join(found)})
        raise SetupError("command.refused.value", argument="--policy", why=why)
    return {name: found[name]} | found


def _adviser(game: str, lang: str) -> Callable[[Record, int], str]:
    match game:
        case "same-one":
            return partial(_same_one_odds, lang=lang)
        case "cross-sevens":
            return partial(_cross_sevens_odds, lang=lang)
        case _:
            return _Adviser(lang)


def _same_one_odds(record: Record, player: int, lang: str) -> str:
    """What may become of each move, by what a player has seen of a game."""
    from solvers.same_one_odds import Odds

    view = record.state.view(player)
    return same_one_odds.as_text(Odds(view, sights(record, player)), [], lang)


def _cross_sevens_odds(record: Record, player: int, lang: str) -> str:
    """Where trumps may be, what TRYs find and what follows from moves, by what a player has seen."""
    from solvers.cross_sevens_odds import Odds

    view = record.state.view(player)
    found = Odds(view, sights(record, player))
    questions = cross_sevens_odds.Questions(tries=Action.TRY in view.own.actions, moves=True)
    return cross_sevens_odds.as_text(found, questions, lang)


class _Adviser:
    """The best advice in River that can be had while a person waits, from what he sees."""

    def __init__(self, lang: str) -> None:
        self._lang = lang
        self._oracle: Oracle | None = None

    def __call__(self, record: Record, player: int) -> str:
        """What each move is worth. Raises `InabaError` where it cannot be said."""
        if self._oracle is None:

            def announce(forecast: Forecast) -> None:
                print(forecast_words(forecast, self._lang), flush=True)

            self._oracle = Oracle(seconds=ADVICE_SECONDS, most_maxn=ADVICE_MAXN, announce=announce)
        found = self._oracle.answer(record.state.view(player))
        if isinstance(found, Shares):
            return answers.shares_text(found, "guarantee", self._lang)
        return answers.solved_text(found, self._lang)
