"""The options of Cross Sevens.

========== ============== ============================================= =====================================
option     default        other value                                   where it comes from
========== ============== ============================================= =====================================
`play_on`  no             ``yes``: the game goes on after the first     an option of the source
                          winner
`sides`    either         ``fixed``: a 6 lies left of its 7, an 8 right ours: the source says only left or
                                                                        right
`stop`     for_good       ``until_next_turn``: a STOP is lifted when    ours: the source says only that it is
                          its player's next turn begins                 not discarded with the others
`trade`    choice         ``blind``: who plays TRADE gives a trump and  ours: the source's text of the card
                          draws one, unseen, from the other's hand      stood in a picture
`try`      lay            ``take``: the trump found by TRY comes into   ours, as for TRADE
                          the hand of who played it
`try_miss` turn           ``pass``: after a miss the turn ends with a   ours: a sure miss would dodge a pass
                          pass
========== ============== ============================================= =====================================
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Literal, NoReturn

from inaba.errors import NotationError, Reason, SetupError
from inaba.reading import plain, rules_asked

FEWEST_PLAYERS: Final = 3
MOST_PLAYERS: Final = 5

VALUES: Final = {
    "play_on": ("no", "yes"),
    "sides": ("either", "fixed"),
    "stop": ("for_good", "until_next_turn"),
    "trade": ("choice", "blind"),
    "try": ("lay", "take"),
    "try_miss": ("turn", "pass"),
}
"""The options and their values, the default first."""


class Why(StrEnum):
    """Why a text is no rules."""

    OPTION = "cross_sevens.why.option"
    VALUE = "cross_sevens.why.option_value"
    TWICE = "cross_sevens.why.option_twice"


@dataclass(frozen=True, slots=True)
class Rules:
    """The options of a game, each with the values of the table above; the default comes first.

    Parameters
    ----------
    play_on : "no" or "yes"
        Whether the game goes on after the first winner.
    sides : "either" or "fixed"
        Where the 6 and the 8 go.
    stop : "for_good" or "until_next_turn"
        How long a STOP closes its cell.
    trade : "choice" or "blind"
        What comes back in a TRADE.
    try_hit : "lay" or "take"
        Where the trump that a TRY has found goes; written ``try``.
    try_miss : "turn" or "pass"
        What a TRY that found nothing costs.

    Raises
    ------
    SetupError
        If a value is none of these.
    """

    play_on: Literal["no", "yes"] = "no"
    sides: Literal["either", "fixed"] = "either"
    stop: Literal["for_good", "until_next_turn"] = "for_good"
    trade: Literal["choice", "blind"] = "choice"
    try_hit: Literal["lay", "take"] = "lay"
    try_miss: Literal["turn", "pass"] = "turn"

    def __post_init__(self) -> None:
        for name, values in VALUES.items():
            value: object = self.value(name)  # Callers need not heed the annotation.
            if not isinstance(value, str) or value not in values:
                raise SetupError(
                    "cross_sevens.setup.option", option=name, value=value, values=", ".join(values)
                )

    def value(self, option: str) -> str:
        """The value of an option, by its written name."""
        value: str = getattr(self, _attribute(option))
        return value

    def __str__(self) -> str:
        return format_rules(self)


def _attribute(option: str) -> str:
    """The attribute of an option: ``try`` is a word of Python's own."""
    return "try_hit" if option == "try" else option


def checked(rules: Rules | None) -> Rules:
    """The rules that a game was asked for (`inaba.reading.rules_asked`)."""
    return rules_asked(rules, Rules, "cross_sevens", "try=take")


def parse_rules(text: str) -> Rules:
    """Read rules: options that differ from the default, ``"sides=fixed,try=take"``, in any order; or nothing.

    Raises
    ------
    NotationError
        If an option or a value is unknown, or stands twice.

    Examples
    --------
    >>> parse_rules("try=take").try_hit
    'take'
    """
    text = plain(text)

    def refuse(at: int, why: Why, **data: object) -> NoReturn:
        raise NotationError(text, at, Reason(why, data))

    chosen: dict[str, str] = {}
    at = 0
    for part in text.split(",") if text else ():
        name, equals, value = part.partition("=")
        if not equals or name not in VALUES:
            refuse(at, Why.OPTION, option=part[:20], options=", ".join(VALUES))
        if _attribute(name) in chosen:
            refuse(at, Why.TWICE, option=name)
        if value != VALUES[name][1]:
            refuse(at, Why.VALUE, option=name, value=value[:20], other=VALUES[name][1])
        chosen[_attribute(name)] = value
        at += len(part) + 1
    return Rules(**chosen)  # type: ignore[arg-type]  # each value has just been found among its option's


def format_rules(rules: Rules) -> str:
    """The options that differ from the default, as `parse_rules` reads them.

    Examples
    --------
    >>> format_rules(Rules(sides="fixed", try_hit="take")), format_rules(Rules())
    ('sides=fixed,try=take', '')
    """
    return ",".join(
        f"{name}={rules.value(name)}" for name, values in VALUES.items() if rules.value(name) != values[0]
    )
