"""Drawings of a pass: what it tells as areas, and by how often a player holds back."""

from __future__ import annotations

from fractions import Fraction

from lessons import chart
from lessons.exercises.passing import believed
from lessons.voice import Refused, say


def pass_areas(stuck: Fraction, holds_back: Fraction | int) -> chart.Chart:
    """What it tells that a player passed, as areas: what doesn't fit is crossed out.

    Parameters
    ----------
    stuck : Fraction
        The chance, before, that he holds nothing to lay; strictly between 0 and 1.
    holds_back : Fraction
        The chance that he passes although he could lay, in [0, 1].

    Raises
    ------
    Refused
        If they are no such chances.

    Examples
    --------
    >>> print(pass_areas(Fraction(1, 5), Fraction(1, 2)).text.splitlines()[2].split()[-1])
    1/3
    """
    back = Fraction(holds_back)
    if not 0 <= back <= 1:
        raise Refused("undrawn.chance", got=str(back))
    _check(stuck)
    passes = say("chart.passing.areas.passes")
    tiles = [chart.Tile(passes, back, True), chart.Tile(say("chart.passing.areas.lays"), 1 - back, False)]
    columns = [
        chart.Column(say("chart.passing.areas.stuck"), stuck, (chart.Tile(passes, Fraction(1), True),)),
        chart.Column(say("chart.passing.areas.can"), 1 - stuck, tuple(tile for tile in tiles if tile.share)),
    ]
    return chart.mosaic(
        columns,
        title=say("chart.passing.areas.title", back=str(back)),
        heads=[
            say("chart.passing.areas.before"),
            say("chart.passing.areas.fits", whole=str(stuck + (1 - stuck) * back)),
            say("chart.passing.areas.out"),
            say("chart.passing.areas.after"),
        ],
        alt=say("chart.passing.areas.alt", before=stuck, back=back, after=believed(stuck, back)),
    )


def pass_curves(late: Fraction, early: Fraction) -> chart.Chart:
    """The chance that who passed could not lay, over how often he holds back: with few cards, and with many.

    Parameters
    ----------
    late, early : Fraction
        The chance that he cannot lay, before he passes, late in a game and early; strictly between 0 and 1.

    Raises
    ------
    Refused
        If they are no such chances.
    """
    _check(late, early)
    tenth = Fraction(1, 10)
    return chart.curves(
        {
            say("chart.passing.curves.late", before=late): lambda back: believed(late, back),
            say("chart.passing.curves.early", before=early): lambda back: believed(early, back),
        },
        title=say("chart.passing.curves.title"),
        across=say("chart.passing.curves.across"),
        up=say("chart.passing.curves.up"),
        alt=say("chart.passing.curves.alt", late=believed(late, tenth), early=believed(early, tenth)),
        line=Fraction(1, 2),
        line_words=say("chart.passing.curves.line"),
    )


def _check(*chances: Fraction) -> None:
    for chance in chances:
        if not 0 < chance < 1:
            raise Refused("undrawn.inside", got=str(chance))
