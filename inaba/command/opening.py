"""The position that a new game begins with, as a command line asks for it."""

from __future__ import annotations

import re
from argparse import Namespace
from typing import Any, Final

from inaba import cross_sevens, river, same_one
from inaba.command.answers import COLUMNS
from inaba.command.columns import table, wrapped
from inaba.command.games import NOTATIONS, game_words
from inaba.errors import Reason, SetupError
from inaba.reading import plainly
from inaba.record import Notation
from inaba.words import say

SEATS: Final = {"river": (2, 4, 2), "same-one": (3, 9, 4), "cross-sevens": (3, 5, 4)}
"""The fewest who can play a game, the most, and how many do unless it is said."""

RIVER_ONLY: Final = ("deck", "columns", "rows", "setup", "dice", "open")
OF_A_NEW_GAME: Final = ("players", "deck", "columns", "rows", "setup", "first")


def given(asked: Namespace, options: tuple[str, ...]) -> list[str]:
    """Those of some options that a command line gives.

    Examples
    --------
    >>> given(Namespace(deck="standard", rows=None, open=False, seed=0), ("deck", "rows", "open", "seed"))
    ['deck', 'seed']
    """
    values = ((name, getattr(asked, name, None)) for name in options)
    return [name for name, value in values if value is not None and value is not False]


def see_of_river(option: str, game: str) -> None:
    """Refuse an option that only River has, in another game.

    Raises
    ------
    SetupError
    """
    if game != "river":
        raise SetupError("command.play.not_of", option=f"--{option}", game=game_words(game))


def new_game(asked: Namespace) -> tuple[Any, Notation]:
    """The position that a new game begins with, and how it is written.

    Raises
    ------
    SetupError
        If the options do not fit together.
    NotationError
        If rules or a deck cannot be read.

    Examples
    --------
    >>> asked = Namespace(game=None, players="3", deck="classroom", first=None, rules="orca=side")
    >>> asked.columns = asked.rows = asked.setup = None
    >>> str(new_game(asked)[0])
    '?,?,?/?,?,?/?,?,?/?,?,? -,-,- 1 - 0,3,4,5,6,7,8,9,10,D,S,W'
    """
    game = asked.game or "river"
    notation = NOTATIONS[game]
    for option in given(asked, RIVER_ONLY):
        see_of_river(option, game)
    least, most, usual = SEATS[game]
    text = str(usual) if asked.players is None else plainly(asked.players)
    players = int(text) if re.fullmatch("[1-9]", text, re.ASCII) else 0
    if not least <= players <= most:
        why = Reason("command.refused.whole", {"value": text[:40], "least": least, "most": most})
        raise SetupError("command.refused.value", argument="--players", why=why)
    rules: Any = notation.parse_rules(asked.rules or "")
    first = {} if asked.first is None else {"first": asked.first}
    match game:
        case "same-one":
            return same_one.start(players, rules, **first), notation
        case "cross-sevens":
            if first:
                raise SetupError("command.play.not_of", option="--first", game=game_words(game))
            return cross_sevens.start(players, rules), notation
    more = {name: getattr(asked, name) for name in given(asked, ("columns", "rows", "setup"))}
    if asked.deck is not None:
        more["deck"] = river.parse_deck(asked.deck)
    return river.start(players, rules=rules, **more, **first), notation


def decks_json() -> dict[str, object]:
    """River's decks for a program: the cards of each."""
    return {"decks": {name: river.format_deck(cards) for name, cards in river.DECKS.items()}}


def decks_text(lang: str) -> str:
    """River's decks for a person: their names and cards, and how one's own are given."""
    heads = [say(f"command.decks.{name}", lang) for name in ("name", "count", "cards")]
    rows = [(name, str(len(cards)), river.format_deck(cards)) for name, cards in river.DECKS.items()]
    return "\n".join([table(heads, rows, right=[1]), "", *wrapped(say("command.decks.how", lang), COLUMNS)])
