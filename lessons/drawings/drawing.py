"""Drawings of cards that are drawn: trees, two ways to draw side by side, and ponds with marked fish."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import comb

from inaba.percent import in_points
from lessons import chart
from lessons.voice import Refused, percent, say


def draw_tree(sharks: int, cards: int, *, back: bool = False) -> chart.Chart:
    """Two cards drawn one after another: sharks or not, with the chance of each way.

    Parameters
    ----------
    sharks, cards : int
        How many of the cards are sharks, and how many cards there are: 2 or more.
    back : bool
        Whether the first card is put back before the second is drawn.

    Raises
    ------
    Refused
        If there are more sharks than cards, or fewer than two cards.

    Examples
    --------
    >>> from lessons.voice import speak
    >>> speak("en")
    >>> draw_tree(4, 10).text.splitlines()[-1].split()[-1]
    '1/3'
    """
    if cards < 2 or not 0 <= sharks <= cards:
        raise Refused("undrawn.sharks", cards=cards)
    words = {True: say("chart.drawing.shark"), False: say("chart.drawing.other")}

    def after(held: int, left: int, found: int, draws: int) -> tuple[chart.Branch, ...]:
        """What may be drawn from so many cards with so many sharks."""
        branches = []
        for shark, number in ((True, held), (False, left - held)):
            if number:
                total, gone = found + shark, 0 if back else 1
                ways = after(held - gone * shark, left - gone, total, draws - 1) if draws > 1 else ()
                mark = 0 if ways else 1 if total == 1 else 2
                branches.append(chart.Branch(words[shark], Fraction(number, left), ways, mark, left))
        return tuple(branches)

    ways = after(sharks, cards, 0, 2)
    one = sum((way.chance * end.chance for way in ways for end in way.after if end.mark == 1), Fraction(0))
    key = "back" if back else "kept"
    data: dict[str, object] = {"sharks": sharks, "cards": cards, "one": one}
    return chart.tree(
        chart.Branch(say("chart.drawing.tree.root"), after=ways),
        title=say(f"chart.drawing.tree.{key}.title", **data),
        heads=[
            say("chart.drawing.tree.first"),
            say("chart.drawing.tree.second"),
            say("chart.drawing.tree.end"),
        ],
        alt=say(f"chart.drawing.tree.{key}.alt", **data),
        whole=cards,
    )


def two_models(kept: Mapping[int, Fraction], back: Mapping[int, Fraction]) -> chart.Chart:
    """How likely each number of sharks is if cards are kept (bars), and if each is put back (diamonds).

    Parameters
    ----------
    kept, back : mapping of int to Fraction
        For each number its chance, the same numbers in both; each makes 1.

    Raises
    ------
    Refused
        If one does not make 1, or the numbers differ.
    """
    if not sum(kept.values()) == sum(back.values()) == 1 or set(kept) != set(back):
        raise Refused("undrawn.same_numbers")
    apart = {number: abs(kept[number] - back[number]) for number in kept}
    widest = max(apart, key=lambda number: apart[number])
    data: dict[str, object] = {
        "widest": widest,
        "kept": percent(kept[widest]),
        "back": percent(back[widest]),
        "points": in_points(apart[widest]),
    }
    return chart.bars(
        {number: 100 * chance for number, chance in kept.items()},
        title=say("chart.drawing.models.title"),
        across=say("chart.drawing.models.across"),
        up=say("chart.drawing.models.up"),
        alt=say("chart.drawing.models.alt", **data),
        legend=[say("chart.drawing.models.kept"), say("chart.drawing.models.back")],
        observed={number: chart.Observed(100 * chance, 0) for number, chance in back.items()},
    )


def ponds(sizes: Iterable[int], *, marked: int, caught: int, found: int) -> chart.Chart:
    """How likely just so many marked fish in a catch are, for ponds of several sizes; the best is marked.

    Parameters
    ----------
    sizes : iterable of int
        How many fish there may be in the pond.
    marked, caught, found : int
        How many carry a mark, how many are caught, and how many of those carry one.

    Raises
    ------
    Refused
        If there is no pond, or none in which that can happen.

    Examples
    --------
    >>> from lessons.voice import speak
    >>> speak("en")
    >>> ponds([5, 10, 20], marked=4, caught=5, found=2).text.count("*")
    1
    """
    chances = {
        size: Fraction(comb(marked, found) * comb(size - marked, caught - found), comb(size, caught))
        if size >= max(marked, caught) and 0 <= found <= min(marked, caught)
        else Fraction(0)
        for size in sizes
    }
    if not any(chances.values()):
        raise Refused("undrawn.ponds", found=found, caught=caught, marked=marked)
    best = max(chances, key=lambda size: chances[size])
    data: dict[str, object] = {
        "marked": marked,
        "caught": caught,
        "found": found,
        "best": best,
        "chance": percent(chances[best]),
    }
    return chart.bars(
        {size: 100 * chance for size, chance in chances.items()},
        title=say("chart.drawing.ponds.title", **data),
        across=say("chart.drawing.ponds.across"),
        up=say("chart.drawing.ponds.up"),
        alt=say("chart.drawing.ponds.alt", **data),
        marked=lambda size: size == best,
        legend=[say("chart.drawing.ponds.best", **data), say("chart.drawing.ponds.other")],
    )
