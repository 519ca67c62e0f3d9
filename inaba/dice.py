"""Dice and how they are written: ``2d6``, ``1d8``, ``{1:1,6:2}+1d6``.

Dice are a tuple of exact distributions, one a die. A term ``NdM`` is N fair dice of M faces; a term in
braces is one loaded die, its faces with whole weights; terms are joined by ``+``. Faces are whole numbers
of 1 or more.
"""

from __future__ import annotations

import re
from enum import StrEnum
from functools import cache
from itertools import groupby
from math import prod
from typing import Final, NoReturn

from inaba.chance import Chance, die, product
from inaba.errors import NotationError, Reason, TooLarge
from inaba.reading import plain

Dice = tuple[Chance[int], ...]

TWO_DICE: Final[Dice] = (die(6), die(6))
"""Two fair six-sided dice: what the game is played with."""

MOST_DICE: Final = 20
MOST_FACES: Final = 1000
MOST_ROLLS: Final = 100_000
"""The most different rolls that are listed one by one: six dice of six faces are 46,656."""


class Why(StrEnum):
    """Why a text is not dice."""

    EMPTY = "dice.why.empty"
    TERM = "dice.why.term"
    COUNT = "dice.why.count"
    SIDES = "dice.why.sides"
    FACE = "dice.why.face"


_FAIR = re.compile(r"([1-9][0-9]*)d([1-9][0-9]*)", re.ASCII)
_LOADED = re.compile(r"\{([1-9][0-9]{0,8}:[1-9][0-9]{0,8}(?:,[1-9][0-9]{0,8}:[1-9][0-9]{0,8})*)\}", re.ASCII)


def parse_dice(text: str) -> Dice:
    """Read dice.

    Parameters
    ----------
    text : str
        Such as ``"2d6"``, ``"1d8"``, ``"{1:1,6:2}"`` or terms joined by ``+``. At most 20 dice, of at most
        1000 faces; 1,000 characters.

    Returns
    -------
    tuple of Chance[int]

    Raises
    ------
    NotationError
        If it is anything else.

    Examples
    --------
    >>> parse_dice("2d6") == TWO_DICE
    True
    >>> parse_dice("{1:1,6:2}")[0][6]
    Fraction(2, 3)
    """
    text = plain(text)

    def refuse(at: int, why: Why, **data: object) -> NoReturn:
        raise NotationError(text, at, Reason(why, data))

    if not text:
        refuse(0, Why.EMPTY)
    dice: list[Chance[int]] = []
    at = 0
    for term in text.split("+"):
        if found := _FAIR.fullmatch(term):
            if len(found[1]) > 9 or len(dice) + int(found[1]) > MOST_DICE:
                refuse(at, Why.COUNT, count=found[1], most=MOST_DICE)
            if len(found[2]) > 9 or int(found[2]) > MOST_FACES:
                refuse(at, Why.SIDES, faces=found[2], most=MOST_FACES)
            dice += [die(int(found[2]))] * int(found[1])
        elif found := _LOADED.fullmatch(term):
            weights: dict[int, int] = {}
            for pair in found[1].split(","):
                face, weight = map(int, pair.split(":"))
                if face in weights:
                    refuse(at, Why.FACE, face=face)
                weights[face] = weight
            if len(dice) == MOST_DICE:
                refuse(at, Why.COUNT, count=MOST_DICE + 1, most=MOST_DICE)
            dice.append(Chance(weights))
        else:
            refuse(at, Why.TERM, term=term)
        at += len(term) + 1
    return tuple(dice)


def format_dice(dice: Dice) -> str:
    """Dice as `parse_dice` reads them: equal neighbours together.

    Examples
    --------
    >>> format_dice(TWO_DICE)
    '2d6'
    >>> format_dice(parse_dice("1d8+{6:2,1:1}"))
    '1d8+{1:1,6:2}'
    """
    terms = []
    for one, alike in groupby(dice):
        count = len(list(alike))
        if sorted(one.items()) == [(face, 1) for face in range(1, len(one) + 1)]:
            terms.append(f"{count}d{len(one)}")
        else:
            weights = ",".join(f"{face}:{weight}" for face, weight in sorted(one.items()))
            terms += [f"{{{weights}}}"] * count
    return "+".join(terms)


@cache
def total(dice: Dice = TWO_DICE) -> Chance[int]:
    """The distribution of the dice's sum, the least first.

    Examples
    --------
    >>> total()[7]
    Fraction(1, 6)
    """
    summed: Chance[int] = Chance({0: 1})
    for one in dice:
        summed = summed + one
    return Chance(sorted(summed.items()))


@cache
def rolls(dice: Dice = TWO_DICE) -> Chance[tuple[int, ...]]:
    """Every roll, as the faces in the order of the dice: 36 of them for two six-sided dice.

    In ascending order, however a die lists its faces: equal dice are equal here too, so that a seed gives the
    same rolls whichever of them was asked for first.

    The cost is the product of the numbers of faces.

    Raises
    ------
    TooLarge
        If there are more than 100,000. `total` needs no list of them.

    Examples
    --------
    >>> rolls()[(3, 4)]
    Fraction(1, 36)
    """
    if (count := prod(map(len, dice))) > MOST_ROLLS:
        raise TooLarge("dice.rolls", size=count, limit=MOST_ROLLS)
    return Chance(sorted(product(*dice).items()))
