"""The options of Same One.

============= ======== ======================================================= ===========================
option        default  other value                                             where it comes from
============= ======== ======================================================= ===========================
`fixed_order` no       a hand keeps its dealt order; a drawn card goes in      an option of the source
                       anywhere
`play_on`     no       the game goes on until one player is left with cards:   an option of the source
                       he loses; no scores
`fouls`       no       an illegal try is a move, and costs a card              a rule of the source that a
                                                                               program need not have
`race`        equal    one whole number a player: of two who call at the same  ours: the source looks which
                       time each is first with a chance in proportion to his   card lies below
============= ======== ======================================================= ===========================
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NoReturn

from inaba.errors import NotationError, Reason, SetupError
from inaba.reading import plain, rules_asked

FLAGS: Final = ("fixed_order", "play_on", "fouls")
"""The options that are on or off, all of them off by default; written ``play_on=yes``."""

MOST_WEIGHT: Final = 999
FEWEST_PLAYERS: Final = 3
MOST_PLAYERS: Final = 9


class Why(StrEnum):
    """Why a text is no rules."""

    OPTION = "same_one.why.option"
    VALUE = "same_one.why.option_value"
    TWICE = "same_one.why.option_twice"
    RACE = "same_one.why.race"


@dataclass(frozen=True, slots=True)
class Rules:
    """The options of a game.

    Parameters
    ----------
    fixed_order : bool
        A hand keeps the order in which it was dealt, and its owner puts a drawn card in where he likes.
    play_on : bool
        The game goes on until one player is left with cards. He loses, and there are no scores.
    fouls : bool
        A card that does not fit, or a wrong call, is not refused: it is the move `Foul`, the card goes back
        and its player draws one as a penalty.
    race : tuple of int
        Empty: of two who call at the same time either is first with the same chance. Otherwise one weight a
        player, 1 to 999: the chances are in proportion to the two callers' weights.

    Raises
    ------
    SetupError
        If a value is none of these.
    """

    fixed_order: bool = False
    play_on: bool = False
    fouls: bool = False
    race: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        for name in FLAGS:
            if not isinstance(value := getattr(self, name), bool):
                raise SetupError("same_one.setup.option", option=name, value=value)
        race: object = self.race  # Callers need not heed the annotation.
        if not isinstance(race, tuple) or not all(type(w) is int and 1 <= w <= MOST_WEIGHT for w in race):
            raise SetupError("same_one.setup.race", race=race, most=MOST_WEIGHT)

    def weight(self, player: int) -> int:
        """A player's weight in a race between two callers: 1 unless the rules say otherwise."""
        return self.race[player - 1] if self.race else 1

    def __str__(self) -> str:
        return format_rules(self)


def checked(rules: Rules | None) -> Rules:
    """The rules that a game was asked for (`inaba.reading.rules_asked`)."""
    return rules_asked(rules, Rules, "same_one", "play_on=yes")


def parse_rules(text: str) -> Rules:
    """Read rules: options that differ from the default, ``"play_on=yes,race=1:2:1"``, in any order; or
    nothing.

    Raises
    ------
    NotationError
        If an option or a value is unknown, or stands twice.

    Examples
    --------
    >>> parse_rules("race=1:2:1").race
    (1, 2, 1)
    """
    text = plain(text)

    def refuse(at: int, why: Why, **data: object) -> NoReturn:
        raise NotationError(text, at, Reason(why, data))

    flags: set[str] = set()
    race: tuple[int, ...] = ()
    at = 0
    for part in text.split(",") if text else ():
        name, equals, value = part.partition("=")
        if not equals or name not in (*FLAGS, "race"):
            refuse(at, Why.OPTION, option=part[:20], options=", ".join((*FLAGS, "race")))
        if name in flags or (name == "race" and race):
            refuse(at, Why.TWICE, option=name)
        if name == "race":
            race = _weights(value)
            if not race:
                refuse(at, Why.RACE, value=value[:20], most=MOST_WEIGHT)
        elif value == "yes":
            flags.add(name)
        else:
            refuse(at, Why.VALUE, option=name, value=value[:20])
        at += len(part) + 1
    return Rules(**dict.fromkeys(flags, True), race=race)


def _weights(text: str) -> tuple[int, ...]:
    """Weights separated by colons; none where the text is anything else."""
    if not re.fullmatch(
        rf"[1-9][0-9]{{0,2}}(?::[1-9][0-9]{{0,2}}){{{FEWEST_PLAYERS - 1},{MOST_PLAYERS - 1}}}", text, re.ASCII
    ):
        return ()
    return tuple(map(int, text.split(":")))


def format_rules(rules: Rules) -> str:
    """The options that differ from the default, as `parse_rules` reads them.

    Examples
    --------
    >>> format_rules(Rules(play_on=True, race=(1, 2, 1))), format_rules(Rules())
    ('play_on=yes,race=1:2:1', '')
    """
    parts = [f"{name}=yes" for name in FLAGS if getattr(rules, name)]
    if rules.race:
        parts.append(f"race={':'.join(map(str, rules.race))}")
    return ",".join(parts)
