"""Drawings of the opening deal: the 7s in a hand, who starts, and the diagonals that the 7s form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final

from lessons import chart
from lessons.chart import ink
from lessons.drawings.hands import number_bars
from lessons.exercises.opening import DEALS, SIGNS, TRUMPS
from lessons.exercises.opening import diagonals as all_diagonals
from lessons.voice import Refused, say, shown

_SIDE: Final = 26
"""A 7 of a diagonal."""

_APART: Final = 14
"""Between diagonals."""


def sevens_held(chances: Mapping[int, Fraction], found: Iterable[int] | None = None) -> chart.Chart:
    """How likely each number of 7s in a hand is, in percent, the likeliest marked.

    Parameters
    ----------
    chances : mapping of int to Fraction
        For each number its chance; together 1.
    found : iterable of int, optional
        The numbers of 7s in hands that were dealt: laid over the bars, each with its standard error.

    Raises
    ------
    Refused
        If the chances do not make 1, or ``found`` is given and empty.
    """
    return number_bars("chart.opening.held", chances, found)


def start_tree(players: int) -> chart.Chart:
    """Where the 7 of diamonds is dealt to, and who draws it if it lies in the pile: who starts, as a tree.

    Parameters
    ----------
    players : int
        3 to 5.

    Raises
    ------
    Refused
        If so many cannot play.

    Examples
    --------
    >>> from lessons.voice import speak
    >>> speak("en")
    >>> start_tree(3).text.splitlines()[2].split()
    ['you', '|', '|', '17/53']
    """
    if players not in DEALS:
        raise Refused("undrawn.seats", players=shown(players))
    size, pile = DEALS[players]
    you, others = say("chart.opening.tree.you"), say("chart.opening.tree.others")
    mine = Fraction(1, players)
    drawn = (
        chart.Branch(you, mine, mark=1, over=players),
        chart.Branch(others, 1 - mine, mark=2, over=players),
    )
    root = chart.Branch(
        "♦7",
        after=(
            chart.Branch(you, Fraction(size, TRUMPS), mark=1),
            chart.Branch(others, Fraction((players - 1) * size, TRUMPS), mark=2),
            chart.Branch(say("chart.opening.tree.pile"), Fraction(pile, TRUMPS), drawn),
        ),
    )
    return chart.tree(
        root,
        title=say("chart.opening.tree.title", players=players),
        heads=[say(f"chart.opening.tree.{key}") for key in ("dealt", "drawn", "chance")],
        alt=say("chart.opening.tree.alt", size=size, pile=pile, whole=TRUMPS, chance=mine),
        whole=TRUMPS,
    )


def diagonals(end: str) -> chart.Chart:
    """All diagonals that the 7s can form if they are laid in their order: those with one suit at an end.

    Parameters
    ----------
    end : str
        The suit's letter: D, S, H or C.

    Raises
    ------
    Refused
        If there is no such suit.

    Examples
    --------
    >>> from lessons.voice import speak
    >>> speak("en")
    >>> diagonals("H").text.count("*")
    4
    """
    if end not in SIGNS:
        raise Refused("undrawn.suits", suits=", ".join(SIGNS), end=shown(end))
    sign, rows = SIGNS[end], all_diagonals()
    marked = [sign in (row[0], row[-1]) for row in rows]
    data: dict[str, object] = {"sign": sign, "all": len(rows), "marked": sum(marked)}
    wide = 4 * _SIDE
    abreast, left, roof = 4, 8, 66
    between = (ink.WIDTH - 2 * left - abreast * wide) / (abreast - 1)
    out = [ink.heading(say("chart.opening.diagonals.title", **data))]
    for number, (row, there) in enumerate(zip(rows, marked, strict=True)):
        line, column = divmod(number, abreast)
        x, y = left + column * (wide + between), roof + line * (wide + _APART + 14)
        for at, suit in enumerate(row):
            ringed = there and suit == sign
            fill, edge, pen = (ink.BLUE, ink.BLUE, ink.PAPER) if ringed else (ink.PALE, ink.SOFT, ink.INK)
            card_x, card_y = x + at * _SIDE, y + (3 - at) * _SIDE
            out.append(ink.square(card_x + 1, card_y + 1, _SIDE - 2, fill, edge, corner=5))
            out.append(
                ink.letters(
                    card_x + _SIDE / 2, card_y + 19, suit, size=17, fill=pen, anchor="middle", bold=ringed
                )
            )
        if there:
            out.append(ink.letters(x + 12, y + 16, "★", size=15, fill=ink.BLUE, anchor="middle"))
    below = roof + 2 * (wide + _APART + 14) + 4
    legend = [say("chart.opening.diagonals.marked", **data), say("chart.opening.diagonals.other", **data)]
    for place, words in enumerate(legend):
        fill, edge = ((ink.BLUE, ink.BLUE), (ink.PALE, ink.SOFT))[place]
        out.append(ink.square(left, below + 28 * place, 20, fill, edge, corner=4))
        words = f"★ {words}" if not place else words
        out.append(ink.letters(left + 30, below + 16 + 28 * place, words, size=16, anchor="start"))
    table = [[*row, "*" if there else ""] for row, there in zip(rows, marked, strict=True)]
    text = f"{say('chart.opening.diagonals.title', **data)}\n{ink.text_table(['↙', '', '', '↗', ''], table)}"
    return chart.Chart(
        ink.sheet(out, below + 28 * len(legend) + 8),
        say("chart.opening.diagonals.alt", **data),
        text,
        width=520,
    )
