"""Drawings of what seen cards and silence tell: where two sevens can lie, and who may still hold one."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from lessons import chart
from lessons.exercises.seen import DEALS, PLACES, a_holds, after_silence
from lessons.voice import Refused, say

_HANDS: Final = ("A", "B", "P")


def seven_table(shown: Mapping[str, bool] | None = None) -> chart.Chart:
    """All places where the blue and the yellow 7 can lie: those in which A holds one are marked.

    Parameters
    ----------
    shown : mapping of str to bool, optional
        Cards that were turned up, by their place (``"B1"``), and whether each was a 7.

    Raises
    ------
    Refused
        If there is no such place, or no deal agrees.

    Examples
    --------
    >>> print(seven_table({"B1": False}).text.splitlines()[0])
    B1 was shown: A holds a 7 in 14 of 20 deals
    """
    shown = dict(shown or {})
    if not set(shown) <= set(PLACES):
        raise Refused("undrawn.places", places=", ".join(PLACES), shown=", ".join(map(str, shown)))
    left = [deal for deal in DEALS if all((place in deal) == seven for place, seven in shown.items())]
    if not left:
        raise Refused("undrawn.no_deal")
    hits = sum(map(a_holds, left))
    data: dict[str, object] = {
        "list": ", ".join(shown),
        "all": len(left),
        "marked": hits,
        "other": len(left) - hits,
        "out": len(PLACES) ** 2 - len(left),
    }
    given = "_given" if shown else ""
    return chart.pairs(
        PLACES,
        PLACES,
        title=say(f"chart.seen.table.title{given}", **data),
        first=say("chart.seen.table.yellow"),
        second=say("chart.seen.table.blue"),
        alt=say(f"chart.seen.table.alt{given}", **data),
        cell=lambda i, j: "A" if a_holds((PLACES[j], PLACES[i])) else "–",
        marked=lambda i, j: a_holds((PLACES[j], PLACES[i])),
        kept=lambda i, j: (PLACES[j], PLACES[i]) in left,
        legend=[say(f"chart.seen.table.{key}", **data) for key in ("marked", "other", "out")],
    )


def seven_tree() -> chart.Chart:
    """First the blue 7, then the yellow one: in whose hand each lies, as a tree."""
    names = dict(zip(_HANDS, ("A", "B", say("chart.seen.tree.pile")), strict=True))

    def share(hand: str, *gone: str) -> Fraction:
        free = [place for place in PLACES if place not in gone]
        return Fraction(sum(place[0] == hand for place in free), len(free))

    def leaf(blue: str, yellow: str) -> chart.Branch:
        return chart.Branch(names[yellow], share(yellow, f"{blue}1"), mark=1 if "A" in (blue, yellow) else 2)

    def branch(blue: str) -> chart.Branch:
        return chart.Branch(names[blue], share(blue), tuple(leaf(blue, yellow) for yellow in _HANDS))

    root = chart.Branch("7", after=tuple(map(branch, _HANDS)))
    return chart.tree(
        root,
        title=say("chart.seen.tree.title"),
        heads=[say(f"chart.seen.tree.{key}") for key in ("blue", "yellow", "chance")],
        alt=say("chart.seen.tree.alt", chance=Fraction(sum(map(a_holds, DEALS)), len(DEALS))),
        whole=len(PLACES),
    )


def silence(holds: Fraction | int, calls: Fraction | int) -> chart.Chart:
    """What it tells that one player did not call, as areas: what doesn't fit is crossed out.

    Parameters
    ----------
    holds : Fraction
        The chance, before, that he holds a card of the number; strictly between 0 and 1.
    calls : Fraction
        The chance that he calls if he holds one, in [0, 1].

    Raises
    ------
    Refused
        If they are no such chances.

    Examples
    --------
    >>> print(silence(Fraction(3, 5), Fraction(1, 2)).text.splitlines()[-1].split()[-1])
    4/7
    """
    holds, calls = _chances(holds, calls)
    now = after_silence(holds, calls)
    silent = say("chart.seen.silence.silent")
    holder = tuple(
        chart.Tile(words, share, fits)
        for words, share, fits in (
            (say("chart.seen.silence.calls"), calls, False),
            (silent, 1 - calls, True),
        )
        if share
    )
    whole = holds * (1 - calls) + 1 - holds
    return chart.mosaic(
        [
            chart.Column(say("chart.seen.silence.holds"), holds, holder),
            chart.Column(
                say("chart.seen.silence.lacks"), 1 - holds, (chart.Tile(silent, Fraction(1), True),)
            ),
        ],
        title=say("chart.seen.silence.title", calls=calls),
        heads=[
            say("chart.seen.silence.before"),
            say("chart.seen.silence.fits", whole=str(whole)),
            say("chart.seen.silence.out"),
            say("chart.seen.silence.after"),
        ],
        alt=say("chart.seen.silence.alt", before=holds, calls=calls, after=now),
    )


def attention(holds: Fraction | int) -> chart.Chart:
    """The chance that a silent player holds a card of the number, over how surely he would have called.

    Parameters
    ----------
    holds : Fraction
        The chance before, strictly between 0 and 1.

    Raises
    ------
    Refused
        If it is no such chance.
    """
    holds, _ = _chances(holds, Fraction(0))
    return chart.curves(
        {say("chart.seen.attention.curve"): lambda calls: after_silence(holds, calls)},
        title=say("chart.seen.attention.title"),
        across=say("chart.seen.attention.across"),
        up=say("chart.seen.attention.up"),
        alt=say("chart.seen.attention.alt", before=holds, half=after_silence(holds, Fraction(1, 2))),
        line=holds,
        line_words=say("chart.seen.attention.before", before=holds),
    )


def _chances(holds: Fraction | int, calls: Fraction | int) -> tuple[Fraction, Fraction]:
    holds, calls = Fraction(holds), Fraction(calls)
    if not 0 < holds < 1 or not 0 <= calls <= 1:
        raise Refused("undrawn.holds", holds=str(holds), calls=str(calls))
    return holds, calls
