"""What `inaba solve` is asked of each position, and what answers."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, Final, Literal, NamedTuple

from inaba import files, river
from inaba.command import open_hands
from inaba.command.position import written_position
from inaba.command.progress import duration_words
from inaba.command.writing import see_folder
from inaba.errors import SetupError
from inaba.words import say
from solvers import table_file
from solvers.endgame import shown
from solvers.open_hands import LIMIT, OpenHands
from solvers.oracle import HALF, Forecast, Oracle, Shares, size_words, unused
from solvers.river_table import RiverTable
from solvers.search import Answer

CHECKED: Final = 1 << 30
"""A table of at most so many bytes is checked whole before it is used; of a larger one what is looked at."""


class Asking(NamedTuple):
    """What is asked of each position: all that another process has to know."""

    lang: str
    rules: str | None
    after: str | None
    method: str | None
    exact: bool
    seconds: int | None
    limit: int | None
    endless: Fraction | None
    table: str | None
    by: str
    ties: Literal["first", "split"]
    seed: int | None
    workers: int | None
    disk: str | None = None
    payoff: str | None = None
    within: int | None = None
    player: int | None = None
    no_maxn: bool | None = None
    looks: bool | None = None

    @classmethod
    def of(cls, asked: Namespace, workers: int | None = None) -> Asking:
        """What a command line asks. Raises `SetupError` where it contradicts itself."""
        for option in ("bounds", "estimate"):
            if asked.method == option:
                for other in ("exact", "table", "save_table"):
                    if getattr(asked, other):
                        name = "--" + other.replace("_", "-")
                        raise SetupError("command.refused.not_with", option=name, other=f"--method {option}")
        if asked.looks and asked.method not in (None, "exact"):
            raise SetupError("command.refused.not_with", option="--looks", other=f"--method {asked.method}")
        if asked.disk is not None:
            see_folder(files.named(asked.disk))
        without = [("--no-maxn", asked.no_maxn), ("--method estimate", asked.method == "estimate")]
        # Who can force going out is neither ranked nor has a payoff.
        within = asked.within is not None
        for option, given in (*without, ("--within", within)):
            if given and asked.by == "maxn":
                raise SetupError("command.refused.not_with", option=option, other="--by maxn")
            if given and asked.ties == "split":
                raise SetupError("command.refused.not_with", option=option, other="--ties split")
        if within and asked.payoff is not None:
            raise SetupError("command.refused.not_with", option="--within", other="--payoff")
        given = {name: getattr(asked, name) for name in cls._fields if hasattr(asked, name)}
        return cls(**given, workers=workers)

    def position(self, position: str) -> tuple[str, Any]:
        """A position from its text, after what is to be played first, with the name of its game; or what a
        player sees of it."""
        return written_position(position, self.rules, self.after, self.player)

    def see_ranking(self, of: river.State | river.View) -> None:
        """See that the moves of a position may be ranked as is asked. Raises `SetupError` where not."""
        if self.by != "maxn":
            return
        if of.players == 2:
            raise SetupError("command.refused.by_players")
        state = shown(of) if isinstance(of, river.View) else of
        if state is None or state.secrets:
            raise SetupError("command.refused.by_view")

    def see_ranked(self, found: Answer | Shares) -> None:
        """See that the moves of an answer can be ranked as was asked. Raises `SetupError` where not."""
        if self.by == "maxn" and not isinstance(found, Shares):
            raise SetupError("command.refused.by_estimate")

    def oracle(
        self,
        tables: Sequence[RiverTable] = (),
        progress: Callable[[int, int | None], object] | None = None,
        announce: Callable[[Forecast], object] | None = None,
    ) -> Oracle:
        """What answers."""
        return Oracle(
            method=self.method,
            exact=self.exact,
            seconds=self.seconds,
            endless=self.endless,
            limit=self.limit,
            tables=tables,
            disk=self.disk,
            ties=self.ties,
            maxn=not self.no_maxn,
            looks=bool(self.looks),
            workers=self.workers,
            seed=self.seed,
            progress=progress,
            announce=announce,
        )

    @property
    def worth(self) -> Fraction:
        """What play without end is worth to player 1 of two."""
        return HALF if self.endless is None else self.endless

    def unused(self, tables: Sequence[RiverTable], of: river.State | river.View) -> str | None:
        """Why the table at hand does not answer for a position, in words; None where it does or none is."""
        for table in tables:
            why = unused(table, of, self.worth, self.exact or self.method == "exact")
            if why is None:
                return None
            made = table.river.endless
            return say(f"command.solve.unused.{why}", self.lang, file=self.table, made=made, asked=self.worth)
        return None

    def tables(self) -> list[RiverTable]:
        """The tables at hand. Raises `InabaError` or `OSError` where a file holds none."""
        if self.table is None:
            return []
        table = table_file.load(files.named(self.table))
        if len(table.numbers) * 8 <= CHECKED:
            # The first look into a block checks all of it.
            for at in range(0, len(table.numbers), table_file.BLOCK // 8):
                table.numbers[at]
        return [table]


class OpenHandsAnswer(NamedTuple):
    """What is known of an ending with open hands, to be written either way."""

    as_json: dict[str, object]
    text: Callable[[str], str]


def solved_open_hands(
    asking: Asking, game: str, state: Any, progress: Callable[[int, int | None], object] | None = None
) -> OpenHandsAnswer:
    """Solve an ending of a card game."""
    payoff, limit = asking.payoff or "win", asking.limit or LIMIT
    hands = OpenHands(payoff, ties=asking.ties, limit=limit, progress=progress)
    if asking.within is not None:
        forced = hands.forcing(state, asking.within)
        return OpenHandsAnswer(
            open_hands.forced_json(forced, game), partial(open_hands.forced_text, forced, game)
        )
    solved = hands.solve(state)
    told = open_hands.solved_json(solved, asking.by, game, asking.lang)
    return OpenHandsAnswer(told, partial(open_hands.solved_text, solved, asking.by, game))


def forecast_words(forecast: Forecast, lang: str) -> str:
    """What a table is going to take, in words."""
    words = say(
        "command.solve.forecast_disk" if forecast.disk else "command.solve.forecast",
        lang,
        n=forecast.positions,
        seconds=duration_words(forecast.seconds, lang),
        size=size_words(forecast.size),
    )
    if forecast.what == "values":
        return words
    return say(f"command.solve.stage.{forecast.what}", lang, forecast=words)
