"""A match of Same One: as many games as there are players, the starter moving on, the highest sum wins.

A match is recorded as the records of its games (`inaba.record`) one after another in one text. Each has two
headers of its own: ``[Match "2/3"]``, which game of how many this is, and from the second on
``[Totals "-5,-8,13"]``, what the players had scored before it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NoReturn

from inaba.errors import NotationError, Reason, SetupError
from inaba.record import Record
from inaba.same_one.notation import NOTATION
from inaba.same_one.state import State
from inaba.same_one.table import Dealing


class Why(StrEnum):
    """Why a text is no match."""

    GAME = "same_one.why.match_game"
    NUMBER = "same_one.why.match_number"
    TOTALS = "same_one.why.match_totals"
    START = "same_one.why.match_start"
    NAMES = "same_one.why.match_names"
    UNFINISHED = "same_one.why.match_unfinished"


@dataclass(frozen=True, slots=True)
class Match:
    """A match: how it began, and what its games have scored so far (rule 13).

    Parameters
    ----------
    opening : State
        The first game before the deal (`inaba.same_one.start`); the others differ in who starts.
    games : tuple of tuple of int
        The scores of the games that are over, in order, each by seat.

    Raises
    ------
    SetupError
        If the opening is none, or its game has no scores (`Rules.play_on`), or there are more games than
        players or scores that are not one whole number a player.

    Examples
    --------
    >>> from inaba.same_one import start
    >>> match = Match(start(3, first=2)).scored((-5, -8, 13)).scored((10, -6, -4))
    >>> match.totals(), match.starter, match.over
    ((5, -14, 9), 1, False)
    >>> match.scored((2, -1, -1)).winners()
    (3,)
    """

    opening: State
    games: tuple[tuple[int, ...], ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.opening.phase, Dealing) or any(self.opening.sizes):
            raise SetupError("same_one.setup.opening", position=str(self.opening.view(0)))
        if self.opening.rules.play_on:
            raise SetupError("same_one.setup.no_scores")
        if len(self.games) > self.players:
            raise SetupError("same_one.setup.games", n=len(self.games), players=self.players)
        for scores in self.games:
            if len(scores) != self.players or not all(type(score) is int for score in scores):
                raise SetupError("same_one.setup.scores", scores=scores, players=self.players)

    @property
    def players(self) -> int:
        """How many play, and how many games there are."""
        return self.opening.players

    @property
    def over(self) -> bool:
        """Whether all games have been played."""
        return len(self.games) == self.players

    @property
    def number(self) -> int:
        """Which game comes next, from 1; one more than there are games when the match is over."""
        return len(self.games) + 1

    @property
    def starter(self) -> int:
        """Who starts the next game: one seat on each time."""
        return (self.opening.turn - 1 + len(self.games)) % self.players + 1

    def start(self) -> State:
        """The next game before the deal.

        Raises
        ------
        SetupError
            If the match is over.
        """
        if self.over:
            raise SetupError("same_one.setup.match_over", n=self.players)
        return State(replace(self.opening.table, turn=self.starter), self.opening.secrets)

    def scored(self, scores: tuple[int, ...]) -> Match:
        """The match after a game with these scores (`State.scores`)."""
        return Match(self.opening, (*self.games, tuple(scores)))

    def totals(self) -> tuple[int, ...]:
        """What each player has scored so far, by seat."""
        return tuple(sum(scores[player] for scores in self.games) for player in range(self.players))

    def winners(self) -> tuple[int, ...]:
        """The players with the highest sum, ascending; none before the match is over."""
        totals = self.totals()
        return tuple(p for p, sum_ in enumerate(totals, 1) if self.over and sum_ == max(totals))

    def record(self, *, players: Sequence[str] = (), date: str | None = None) -> Record:
        """A record of the next game, to be played, with the headers of the match.

        Parameters
        ----------
        players, date
            As for `inaba.record.Record`.
        """
        tags = {"Match": f"{self.number}/{self.players}"}
        if self.games:
            tags["Totals"] = ",".join(map(str, self.totals()))
        return Record(NOTATION, self.start(), players=players, date=date, tags=tags)


def scores_of(record: Record) -> tuple[int, ...] | None:
    """What a recorded game scores each player; None while it goes on, and 0 for all if it was drawn by
    repetition."""
    state: State = record.state
    return (0,) * state.players if record.drawn else state.scores()


def format_match(records: Sequence[Record]) -> str:
    """The records of a match in one text, as `parse_match` reads them."""
    return "\n".join(map(str, records))


def parse_match(text: str) -> tuple[Match, list[Record]]:
    """Read a match: where it stands, and the records of its games; the last may be unfinished.

    Raises
    ------
    NotationError
        If a game cannot be read, or the games do not follow one another: where, and why.

    Examples
    --------
    >>> from inaba.same_one import start
    >>> match, records = parse_match(format_match([Match(start(3)).record(players=("Aya", "Ken", "Mio"))]))
    >>> match.games, records[0].tags
    ((), {'Match': '1/3'})
    """
    begins = [found.start() for found in re.finditer(r'^\ufeff?\[Game "', text, re.MULTILINE)] or [0]
    begins[0] = 0
    records: list[Record] = []
    match: Match | None = None
    for begin, end in zip(begins, [*begins[1:], len(text)], strict=True):
        number = len(records) + 1
        try:
            record = Record.parse(text[begin:end], NOTATION)
            match = Match(record.start) if match is None else match
        except NotationError as error:
            _refuse(text, begin + error.at, number, error.why)
        except SetupError as error:
            _refuse(text, begin, number, Reason(error.key, error.data))
        if reason := _does_not_follow(match, records, record):
            _refuse(text, begin, number, reason)
        records.append(record)
        if (scores := scores_of(record)) is not None:
            match = match.scored(scores)
    assert match is not None
    return match, records


def _refuse(text: str, at: int, number: int, why: Reason) -> NoReturn:
    raise NotationError(text, at, Reason(Why.GAME, {"game": number, "why": why})) from None


def _does_not_follow(match: Match, records: list[Record], record: Record) -> Reason | None:
    """Why a record is not that of the next game of a match; None if it is."""
    if len(records) > len(match.games):
        return Reason(Why.UNFINISHED, {"game": len(records)})
    said = record.tags.get("Match", "")
    if said != f"{match.number}/{match.players}" or match.over:
        return Reason(Why.NUMBER, {"said": said, "number": match.number, "games": match.players})
    totals = ",".join(map(str, match.totals())) if match.games else ""
    if record.tags.get("Totals", "") != totals:
        return Reason(Why.TOTALS, {"said": record.tags.get("Totals", ""), "totals": totals})
    if record.start != match.start():
        return Reason(Why.START, {"player": match.starter})
    if records and record.names != records[0].names:
        return Reason(Why.NAMES)
    return None
