"""What endless play is worth, drawn: a position's value as a function of the worth of a draw."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from inaba import river
from lessons import chart
from lessons.drawings.river import MOST_STATES
from lessons.position import state_of
from lessons.voice import percent, say
from solvers.endgame import Solver


def draw_value(position: str | river.State) -> chart.Chart:
    """Player 1's value under best play, as a curve over what a draw is worth to him, from 0 to 1.

    To player 2 a draw is worth the rest, so that there is always one win to share.

    Parameters
    ----------
    position : str or State
        Of two players, nothing secret.

    Raises
    ------
    NotationError
        If the text is no position.
    TooLarge, SetupError
        If the position has no exact value (see `lessons.drawings.river.MOST_STATES`).
    """
    state = state_of(position)

    @cache
    def value(endless: Fraction) -> Fraction:
        return Solver(limit=MOST_STATES, endless=endless).value(state)[0]

    forced, most = value(Fraction(0)), value(Fraction(1))
    return chart.curves(
        {say("chart.draw_value.curve"): value},
        title=say("chart.draw_value.title"),
        across=say("chart.draw_value.across"),
        up=say("chart.draw_value.up"),
        alt=say(
            "chart.draw_value.alt",
            least=percent(forced),
            half=percent(value(Fraction(1, 2))),
            most=percent(most),
        ),
        line=forced,
        line_words=say("chart.draw_value.forced", least=percent(forced)),
    )
