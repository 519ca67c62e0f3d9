"""Drawings of who may hold a number: the places of two cards, players that overlap, tables of many sizes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from math import comb

from lessons import chart
from lessons.voice import Refused, percent, say


def places(
    hands: Sequence[int], pile: int, *, asked: Collection[int] | None = None, sevens: Collection[int] = ()
) -> chart.Chart:
    """The places in which the other two sevens can lie, those outside the hands that are asked marked.

    Parameters
    ----------
    hands : sequence of int
        How many cards each of the others holds: player 2, player 3, …
    pile : int
        How many lie in the pile.
    asked : collection of int, optional
        The players who are asked; all of them unless given.
    sevens : collection of int
        Places, counted from 1, in which a 7 is to be shown.

    Raises
    ------
    Refused
        If there are too many places, or there is no such player or place.

    Examples
    --------
    >>> from lessons.voice import speak
    >>> speak("en")
    >>> print(places([3, 3], pile=6, sevens=[2, 9]))
    The other cards: 12 places, 6 of them safe
    player 2   | 3 | -7-
    player 3   | 3 | ---
        pile * | 6 | --7---
    """
    players = range(2, len(hands) + 2)
    wanted = set(players if asked is None else asked)
    if not wanted <= set(players):
        raise Refused("undrawn.players", last=len(hands) + 1, asked=sorted(wanted))
    groups = [
        chart.Group(say("chart.anybody.player", player=player), size, player not in wanted)
        for player, size in zip(players, hands, strict=True)
    ]
    groups.append(chart.Group(say("chart.anybody.pile"), pile, True))
    safe = sum(group.size for group in groups if group.marked)
    data: dict[str, object] = {"all": sum(hands) + pile, "safe": safe, "asked": sum(hands) + pile - safe}
    alt = say("chart.anybody.places.alt", **data)
    if sevens:
        alt = f"{alt} {say('chart.anybody.places.alt_sevens', list=', '.join(map(str, sorted(sevens))))}"
    return chart.seats(
        groups,
        title=say("chart.anybody.places.title", **data),
        alt=alt,
        legend=[say(f"chart.anybody.places.{key}", **data) for key in ("safe", "asked")],
        filled=sevens,
        sign="7",
    )


def overlap(first: int, second: int, pile: int) -> chart.Chart:
    """All ways in which two sevens can lie in two hands and a pile: who holds one, as circles that overlap.

    Parameters
    ----------
    first, second : int
        How many cards players 2 and 3 hold.
    pile : int
        How many cards neither of them holds.

    Raises
    ------
    Refused
        If a number is below 0, or there are fewer than two places.

    Examples
    --------
    >>> from lessons.voice import speak
    >>> speak("en")
    >>> print(overlap(3, 3, pile=6).text.splitlines()[2].strip())
    both: counted twice |  9
    """
    if min(first, second, pile) < 0 or (whole := first + second + pile) < 2:
        raise Refused("undrawn.sevens", first=first, second=second, pile=pile)
    regions = chart.Regions(
        comb(first, 2) + first * pile, first * second, comb(second, 2) + second * pile, comb(pile, 2)
    )
    names = (say("chart.anybody.holds", player=2), say("chart.anybody.holds", player=3))
    data = dict(zip(("first", "both", "second", "neither"), regions, strict=True))
    return chart.circles(
        regions,
        title=say("chart.anybody.overlap.title", ways=comb(whole, 2)),
        names=names,
        heads=[
            say("chart.anybody.overlap.only", player=2),
            say("chart.anybody.overlap.both"),
            say("chart.anybody.overlap.only", player=3),
            say("chart.anybody.overlap.neither"),
        ],
        alt=say("chart.anybody.overlap.alt", ways=comb(whole, 2), **data),
    )


def called(chances: Mapping[int, Fraction]) -> chart.Chart:
    """How likely it is that somebody holds the number, for tables of several sizes, in percent.

    Parameters
    ----------
    chances : mapping of int to Fraction
        For each number of players the chance, in [0, 1]. What is more likely than not is marked.

    Raises
    ------
    Refused
        If there is none, or one is no chance.
    """
    if not chances or not 0 <= min(chances.values()) <= max(chances.values()) <= 1:
        raise Refused("undrawn.chances")
    told = say("chart.anybody.called.and").join(
        say("chart.anybody.called.one", players=players, chance=percent(chance))
        for players, chance in chances.items()
    )
    half = Fraction(1, 2)
    legend = [
        *([say("chart.anybody.called.likely")] if max(chances.values()) > half else []),
        *([say("chart.anybody.called.unlikely")] if min(chances.values()) <= half else []),
    ]
    return chart.bars(
        {players: 100 * chance for players, chance in chances.items()},
        title=say("chart.anybody.called.title"),
        across=say("chart.anybody.called.across"),
        up=say("chart.anybody.called.up"),
        alt=say("chart.anybody.called.alt", list=told),
        marked=lambda players: chances[players] > half,
        legend=legend,
    )
