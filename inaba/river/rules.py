"""The options of River: what the source leaves open, as data.

========== ============== =========================================== ==========================
option     default        other values                                where it comes from
========== ============== =========================================== ==========================
`dolphin`  ``ahead``      none                                        our choice
`orca`     ``back``       ``side``: left or right                     our choice
`rest`     ``next``       ``owner``: until the owner's turn is over   two readings of one sentence
`dice`     ``2d6``        any dice of faces 1 or more                 the source has 2d6
========== ============== =========================================== ==========================
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from math import prod
from typing import Literal, NoReturn

from inaba.chance import Chance
from inaba.dice import MOST_ROLLS, TWO_DICE, Dice, format_dice, parse_dice
from inaba.errors import NotationError, Reason, SetupError
from inaba.reading import plain, rules_asked

OPTIONS: dict[str, tuple[str, ...]] = {
    "dolphin": ("ahead",),
    "orca": ("back", "side"),
    "rest": ("next", "owner"),
}
"""The options that are words, each with its values; the first is the default."""


class Why(StrEnum):
    """Why a text is no rules."""

    OPTION = "river.why.option"
    VALUE = "river.why.option_value"
    TWICE = "river.why.option_twice"
    ROLLS = "dice.rolls"


@dataclass(frozen=True, slots=True)
class Rules:
    """The options of a game.

    Parameters
    ----------
    dolphin : {"ahead"}
        A dolphin carries ahead-left, ahead or ahead-right; from the last row into the goal.
    orca : {"back", "side"}
        An orca carries back-left, back or back-right, from row 1 to Start; or to the left or right.
    rest : {"next", "owner"}
        Who lost a fight may not be chosen on the very next turn, whoever's it is; or until the next turn
        of the rabbit's owner has passed.
    dice : tuple of Chance[int]
        One distribution a die, faces of 1 or more. Dice that can be written (`inaba.dice.parse_dice`), with
        at most 100,000 different rolls, for each is an event.

    Raises
    ------
    SetupError
        If a value is none of these.
    """

    dolphin: Literal["ahead"] = "ahead"
    orca: Literal["back", "side"] = "back"
    rest: Literal["next", "owner"] = "next"
    dice: Dice = TWO_DICE

    def __post_init__(self) -> None:
        for name, values in OPTIONS.items():
            if (value := getattr(self, name)) not in values:
                raise SetupError("river.setup.option", option=name, value=value, values=", ".join(values))
        dice: object = self.dice  # Callers need not heed the annotation.
        if not isinstance(dice, tuple) or not dice or not all(_is_die(one) for one in dice):
            raise SetupError("river.setup.dice", dice=dice)
        if (count := prod(map(len, self.dice))) > MOST_ROLLS:
            raise SetupError(Why.ROLLS, size=count, limit=MOST_ROLLS)
        if self.dice != TWO_DICE:
            try:
                plain(format_rules(self))
                parse_dice(format_dice(self.dice))
            except NotationError as error:  # A game must be able to write its dice.
                raise SetupError("river.setup.dice_text", why=error.why) from None

    def __str__(self) -> str:
        return format_rules(self)


def _is_die(one: object) -> bool:
    return isinstance(one, Chance) and all(type(face) is int and face >= 1 for face in one)


def checked(rules: Rules | None) -> Rules:
    """The rules that a game was asked for (`inaba.reading.rules_asked`)."""
    return rules_asked(rules, Rules, "river", "orca=side")


def parse_rules(text: str) -> Rules:
    """Read rules: options that differ from the default, ``"orca=side,rest=owner,dice=1d8"``, in any
    order; or nothing.

    Raises
    ------
    NotationError
        If an option or a value is unknown, or stands twice.

    Examples
    --------
    >>> parse_rules("orca=side").orca
    'side'
    """
    text = plain(text)

    def refuse(at: int, why: Why, **data: object) -> NoReturn:
        raise NotationError(text, at, Reason(why, data))

    found: dict[str, str] = {}
    dice = TWO_DICE
    names = ", ".join((*OPTIONS, "dice"))
    at = 0
    # A comma within braces belongs to a loaded die.
    for part in re.split(r",(?![^{]*\})", text) if text else ():
        name, equals, value = part.partition("=")
        if not equals or name not in (*OPTIONS, "dice"):
            refuse(at, Why.OPTION, option=part, options=names)
        if name in found:
            refuse(at, Why.TWICE, option=name)
        if name == "dice":
            try:
                dice = parse_dice(value)
            except NotationError as error:
                raise NotationError(text, at + len("dice=") + error.at, error.why) from None
            if (count := prod(map(len, dice))) > MOST_ROLLS:
                refuse(at + len("dice="), Why.ROLLS, size=count, limit=MOST_ROLLS)
        elif value not in OPTIONS[name]:
            refuse(at, Why.VALUE, option=name, value=value, values=", ".join(OPTIONS[name]))
        found[name] = value
        at += len(part) + 1
    words = {name: value for name, value in found.items() if name != "dice"}
    return Rules(**words, dice=dice)  # type: ignore[arg-type]  # each was checked against OPTIONS above


def format_rules(rules: Rules) -> str:
    """The options that differ from the default, as `parse_rules` reads them.

    Examples
    --------
    >>> format_rules(Rules(orca="side", rest="owner")), format_rules(Rules())
    ('orca=side,rest=owner', '')
    """
    parts = [f"{n}={getattr(rules, n)}" for n, values in OPTIONS.items() if getattr(rules, n) != values[0]]
    if rules.dice != TWO_DICE:
        parts.append(f"dice={format_dice(rules.dice)}")
    return ",".join(parts)
