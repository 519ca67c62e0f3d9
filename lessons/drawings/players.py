"""Players compared: the standings of a tournament, and two players on the same deals."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import inf, sqrt
from statistics import mean, stdev
from typing import TYPE_CHECKING

from lessons import chart
from lessons.panel import Panel, frame, paragraph, table
from lessons.voice import Refused, say

if TYPE_CHECKING:
    from solvers.tournament import Standing


def standings(found: Sequence[Standing]) -> Panel:
    """How policies did in a tournament: their shares of the wins and their scores, with standard errors.

    Parameters
    ----------
    found : sequence of Standing
        As `solvers.tournament.tournament` gives them, scores and all; one or more.

    Raises
    ------
    Refused
        If there is none.
    """
    if not found:
        raise Refused("undrawn.no_player")
    caption = say("players.standings.caption", n=found[0].wins.games // found[0].seats)
    head = [say(f"players.standings.{key}") for key in ("player", "wins", "score")]
    rows = [
        [
            one.name,
            f"{100 * one.wins.mean:.1f} % ± {100 * one.wins.standard_error:.1f}",
            "" if one.score is None else f"{one.score.mean:+.2f} ± {one.score.standard_error:.2f}",
        ]
        for one in found
    ]
    note = say("players.standings.note")
    html = table(caption, head, rows) + paragraph(note)
    return Panel(
        frame("begin", html), "\n".join([caption, *(" | ".join(row) for row in [head, *rows]), note])
    )


def paired(ours: Sequence[int], theirs: Sequence[int]) -> Panel:
    """Two players' scores on the same deals: the mean difference, and its error with and without the pairs.

    Parameters
    ----------
    ours, theirs : sequence of int
        The scores of A and of B, deal by deal; as many, two or more.

    Raises
    ------
    Refused
        If they are not as many, or fewer than two.

    Examples
    --------
    >>> from lessons.voice import speak
    >>> speak("en")
    >>> print(paired([3, 5, 7], [2, 4, 6]).text.splitlines()[-1][:1])
    ✔
    """
    if len(ours) != len(theirs) or len(ours) < 2:
        raise Refused("undrawn.pairs", ours=len(ours), theirs=len(theirs))
    deals = len(ours)
    apart = [a - b for a, b in zip(ours, theirs, strict=True)]
    error = stdev(apart) / sqrt(deals)
    unpaired = sqrt((stdev(ours) ** 2 + stdev(theirs) ** 2) / deals)
    # Where all differences are the same the error seems to be 0; then only equality is no difference.
    times = abs(mean(apart)) / error if error else inf if mean(apart) else 0.0
    caption = say("players.paired.caption", n=deals)
    rows = [
        [say("players.paired.ours"), f"{mean(ours):+.2f}"],
        [say("players.paired.theirs"), f"{mean(theirs):+.2f}"],
        [say("players.paired.difference"), f"{mean(apart):+.2f}"],
        [say("players.paired.unpaired"), f"± {unpaired:.2f}"],
        [say("players.paired.error"), f"± {error:.2f}"],
    ]
    key = "far" if times > 3 else "doubtful" if times > 2 else "near"
    verdict = say(f"players.paired.{key}", times=f"{times:.1f}")
    html = table(caption, [], rows) + paragraph(verdict)
    return Panel(frame("begin", html), "\n".join([caption, *(" | ".join(row) for row in rows), verdict]))


def growing(differences: Sequence[int], at: Sequence[int]) -> chart.Chart:
    """The mean difference of two players after more and more deals, each with its standard error.

    Parameters
    ----------
    differences : sequence of int
        A's score less B's, deal by deal.
    at : sequence of int
        After how many deals, two or more, at most all.

    Raises
    ------
    Refused
        If there is nothing to show, or there are not so many deals.
    """
    if not at or min(at) < 2 or max(at) > len(differences):
        raise Refused("undrawn.growing", deals=len(differences))
    estimates = [
        chart.Estimate(
            deals, Fraction(sum(differences[:deals]), deals), stdev(differences[:deals]) / sqrt(deals)
        )
        for deals in at
    ]
    first, last = estimates[0], estimates[-1]
    return chart.closing_in(
        estimates,
        Fraction(0),
        title=say("chart.players.growing.title"),
        across=say("chart.players.growing.across"),
        up=say("chart.players.growing.up"),
        alt=say(
            "chart.players.growing.alt",
            first=first.rolls,
            first_found=_points(first),
            last=last.rolls,
            last_found=_points(last),
        ),
        legend=(say("chart.players.growing.none"), say("chart.players.growing.observed")),
        written=lambda value: f"{value:.1f}",
    )


def _points(found: chart.Estimate) -> str:
    return f"{float(found.share):.2f} ± {found.error:.2f}"
