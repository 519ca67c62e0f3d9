"""The games that the command knows, and of which of them a position or a record is."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from inaba import cross_sevens, river, same_one
from inaba.errors import NotationError, Reason, SetupError
from inaba.record import MOST_CHARACTERS, Notation, Record
from inaba.river.state import MOST_PLAYERS

NOTATIONS: Final[dict[str, Notation]] = {
    "river": river.NOTATION,
    "same-one": same_one.NOTATION,
    "cross-sevens": cross_sevens.NOTATION,
}
"""The games by the names that a command line calls them."""


class RecordFileError(SetupError):
    """A file that holds no record that can be read: which file, where in it, and why."""


_SAME_ONE_HANDS: Final = re.compile(r"[gby0-9,/+?-]*(?:[gby][0-9]|-/)[gby0-9,/+?-]*", re.ASCII)
_CROSS_SEVENS_CARD: Final = re.compile(r"(?:^|[,/+])(?:[DSHC](?:[2-9AJQK]|10)|JK)", re.ASCII)
_MATCH: Final = re.compile(r'^\[Match "', re.MULTILINE)
_DRAFT: Final = re.compile(r"\?[1-9]| draft:", re.ASCII)
_WORD: Final = re.compile("[A-Za-z]{2,40}", re.ASCII)
"""No position is a single word; who writes one means the name of a deck, or an opening."""
_CROSS_SEVENS_FIELDS: Final = 8
"""No position of another game has so many parts."""


def game_of(position: str) -> str:
    """The game that a text is meant as a position of, by how it begins; River unless it is another.

    Examples
    --------
    >>> game_of("g3,g9/b5/y1 g7:3 - - 1 0"), game_of("-/-/- - - g1-6 1 0 deal:2")
    ('same-one', 'same-one')
    >>> game_of("D8,DK/S6/H9 DSHC - plus - - 1 -"), game_of("-/??/?? - DA-K - - - 0 - deal:17")
    ('cross-sevens', 'cross-sevens')
    >>> game_of("5,W,4/0,6,3 -,- 1 - -"), game_of("D,S/W,9 -,- 1 - -"), game_of("-")
    ('river', 'river', 'river')
    """
    fields = position.split()
    if len(fields) >= _CROSS_SEVENS_FIELDS or (fields and _CROSS_SEVENS_CARD.search(fields[0])):
        return "cross-sevens"
    if len(fields) > 1 and _SAME_ONE_HANDS.fullmatch(fields[0]):
        return "same-one"
    return "river"


def name_of(notation: Notation) -> str:
    """The name by which a command line calls a record's game.

    Examples
    --------
    >>> name_of(same_one.NOTATION)
    'same-one'
    """
    return notation.name.replace("_", "-")


def game_words(game: str) -> Reason:
    """What a game is called, to be said within a sentence.

    Examples
    --------
    >>> game_words("same-one").say("en")
    'Same One'
    """
    return Reason(f"command.game.{game.replace('-', '_')}")


def parsed(position: str, rules: str | None) -> tuple[str, Any]:
    """A position of the game that its text is of, with that game's name. Space around it is no part of it,
    and several spaces in it are one.

    Raises
    ------
    NotationError
        If it is none: where, and why.
    """
    position = spaced(position)
    if not position:
        raise NotationError(position, 0, Reason("command.refused.empty"))
    if _WORD.fullmatch(position):
        deck = next((deck for deck in river.DECKS if deck == position.lower()), "standard")
        raise NotationError(position, 0, Reason("command.refused.opening", {"deck": deck}))
    game = game_of(position)
    notation = NOTATIONS[game]
    return game, notation.parse(position, notation.parse_rules(rules or ""))


def spaced(position: str) -> str:
    """A position with the spaces that its notation has, of what a person typed.

    Examples
    --------
    >>> spaced(" 5,W  -,-   1 - - ")
    '5,W -,- 1 - -'
    """
    return re.sub(" +", " ", position.strip())


def draft_views(position: str, rules: str | None) -> list[river.View]:
    """What players see of a draft game of River, where a text is that and no whole position: the players
    whose view it can be, or an onlooker where it is nobody's who plays.

    Raises
    ------
    NotationError
        If there are no such rules.

    Examples
    --------
    >>> [view.player for view in draft_views("?1:D,?2 -,- 1 - 9", None)]
    [1]
    >>> [view.player for view in draft_views("?1,.,. -,-,- 2 - 5,9,D draft:place:/?/?:///", None)]
    []
    """
    position = spaced(position)
    if game_of(position) != "river" or not _DRAFT.search(position):
        return []
    of = river.parse_rules(rules or "")
    found: list[river.View] = []
    for player in (*range(1, MOST_PLAYERS + 1), 0):
        if found and not player:
            break
        with suppress(NotationError):
            view = river.parse_view(position, player, of)
            if player <= view.players:
                found.append(view)
    return found


def read_records(path: Path, *notations: Notation) -> list[Record]:
    """The games of a file: of any that the command knows, unless notations are given; several if it holds a
    match of Same One.

    Raises
    ------
    OSError
        If it cannot be read.
    RecordFileError
        If it holds no record.
    SetupError
        If it holds no text.
    """
    with open(path, encoding="utf-8", newline="") as file:
        try:
            # One letter more than a record may have: a larger file is refused without being read.
            text = file.read(MOST_CHARACTERS + 1)
        except UnicodeDecodeError:
            raise SetupError("command.refused.utf8", file=path) from None
    notations = notations or tuple(NOTATIONS.values())
    try:
        if same_one.NOTATION in notations and _MATCH.search(text):
            return same_one.parse_match(text)[1]
        return [Record.parse(text, *notations)]
    except NotationError as error:
        why = Reason(error.key, error.data)
        raise RecordFileError("command.refused.record", file=path, why=why) from None


def read_record(path: Path, *notations: Notation) -> Record:
    """The game of a file, of a match the last one. Raises as `read_records`."""
    return read_records(path, *notations)[-1]
