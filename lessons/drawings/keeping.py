"""Drawings of points: what a hand costs, plans as trees, and where one changes one's mind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from lessons import chart
from lessons.exercises.keeping import Unseen, as_good, keep, lay, mean, scores
from lessons.voice import Refused, say

MOST_HANDS: Final = 9999
"""So many hands are counted one by one on an axis."""


def hand_scores(cards: int, sharks: int, size: int) -> chart.Chart:
    """What a hand drawn from some cards scores who has lost: in how many of all hands each score comes.

    Where there are more than `MOST_HANDS`, in how many of a hundred.

    Parameters
    ----------
    cards, sharks : int
        How many there are, and how many of them are sharks.
    size : int
        The cards of the hand: 1 or more, at most all.

    Raises
    ------
    Refused
        If there are no such hands.

    Examples
    --------
    >>> print(hand_scores(10, 2, 3).text.splitlines()[-1].split("|")[1].strip())
    8
    """
    if not 1 <= size <= cards or not 0 <= sharks <= cards:
        raise Refused("undrawn.no_hand_of", size=size, cards=cards, sharks=sharks)
    found = scores(Unseen(cards, sharks), size)
    data: dict[str, object] = {"cards": cards, "sharks": sharks, "size": size, "mean": found.mean()}
    hands = Unseen(cards, sharks).hands(size)
    whole, up = hands, say("chart.keeping.hands.up", whole=hands)
    if hands > MOST_HANDS:
        whole, up = 100, say("chart.keeping.hands.percent", whole=f"{hands:,}")
    return chart.bars(
        {score: found[score] * whole for score in sorted(found, reverse=True)},
        title=say("chart.keeping.hands.title", **data),
        across=say("chart.keeping.hands.across"),
        up=up,
        alt=say("chart.keeping.hands.alt", **data),
        legend=[say("chart.keeping.hands.mean", **data)],
    )


def plans(choices: Mapping[str, Sequence[tuple[Fraction | int, int]]]) -> chart.Chart:
    """Plans as a tree: what can come of each, with which chance and how many points, and its mean.

    Parameters
    ----------
    choices : mapping of str to sequence of (Fraction, int)
        For each plan the chances of what may come, which make 1, and the points.

    Raises
    ------
    Refused
        If there is no plan, or the chances of one don't make 1.

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> print(plans({"g9": [(half, 8), (half, -1)], "g1": [(half, 20), (half, -1)]}).text.splitlines()[1])
    [1] 19/2
    """
    if not choices:
        raise Refused("undrawn.no_plan")
    for name, cases in choices.items():
        if sum(chance for chance, _ in cases) != 1 or min(chance for chance, _ in cases) < 0:
            raise Refused("undrawn.whole", what=name, whole=str(sum(chance for chance, _ in cases)))
    worths = {name: mean(cases) for name, cases in choices.items()}
    best = max(worths.values())
    ways = tuple(
        chart.Way(
            name,
            chart.Node(
                str(worths[name]),
                0,
                tuple(chart.Way(str(chance), chart.Node(f"{score:+}")) for chance, score in cases),
            ),
            worths[name] == best,
        )
        for name, cases in choices.items()
    )
    return chart.game_tree(
        chart.Node(str(best), 1, ways),
        title=say("chart.keeping.plans.title"),
        alt=say(
            "chart.keeping.plans.alt",
            n=len(choices),
            list="; ".join(f"{name}: {worth}" for name, worth in worths.items()),
        ),
        legend=[
            say("chart.keeping.plans.you"),
            "",
            say("chart.keeping.plans.chance"),
            say("chart.keeping.plans.best"),
        ],
    )


def keep_or_lay(following: Fraction | int, worth: int) -> chart.Chart:
    """The expected score of both plans for a shark, over the chance that somebody is out at once.

    Parameters
    ----------
    following : Fraction
        The chance that the next player gets out the round after, if no shark stops him; in [0, 1].
    worth : int
        What the rest of the game is guessed to be worth; -2 or more, which is what being out of it costs.

    Raises
    ------
    Refused
        If they are no such numbers.
    """
    following = Fraction(following)
    if not 0 <= following <= 1 or worth < -2:
        raise Refused("undrawn.worth", following=str(following), worth=worth)
    crossing = as_good(following, worth)
    return chart.values(
        {
            say("chart.keeping.lines.keep"): lambda out: keep(worth).value(out, following),
            say("chart.keeping.lines.lay"): lambda out: lay(worth).value(out, following),
        },
        title=say("chart.keeping.lines.title"),
        across=say("chart.keeping.lines.across"),
        up=say("chart.keeping.lines.up"),
        alt=say("chart.keeping.lines.alt", following=following, worth=worth, crossing=crossing),
        crossing=crossing,
        crossing_words=say("chart.keeping.lines.crossing", crossing=crossing),
    )
