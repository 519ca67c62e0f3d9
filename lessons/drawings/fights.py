"""Drawings of one shark and dice: outcomes, totals, trees, chains, curves."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Final

from inaba.dice import TWO_DICE, format_dice, parse_dice, total
from inaba.dice import rolls as all_rolls
from lessons import chart
from lessons.drawings.simulation import standard_error
from lessons.panel import Panel
from lessons.voice import Refused, percent, say
from solvers.fights import (
    beats_expression,
    expected_rolls,
    left_after,
    loaded_die,
    rolls_until_beaten,
    who_beats,
)
from solvers.fights import chain as shark_chain

if TYPE_CHECKING:
    from sympy import Expr


MOST_CHAIN: Final = 16
"""Chains are drawn of sharks up to so many hit points: more states would run into each other."""


MOST_BRANCHING: Final = 6
"""Trees are drawn of sharks up to so many hit points."""


def outcome_grid(hit_points: int) -> chart.Chart:
    """The 36 outcomes of two dice as a grid: those that beat a shark are marked.

    Parameters
    ----------
    hit_points : int
        Hit points left on the shark.
    """
    first, second = range(1, 7), range(1, 7)
    winning = sum(a + b >= hit_points for a in first for b in second)
    data: dict[str, object] = {"hit_points": hit_points, "winning": winning, "losing": 36 - winning}
    return chart.two_dice(
        title=say("chart.outcomes.title", **data),
        first=say("chart.outcomes.first"),
        second=say("chart.outcomes.second"),
        alt=say("chart.outcomes.alt", **data),
        marked=lambda a, b: a + b >= hit_points,
        legend=(say("chart.outcomes.winning", **data), say("chart.outcomes.losing", **data)),
    )


def distribution(hit_points: int, rolled: Iterable[Sequence[int]] | None = None) -> chart.Chart:
    """The total of two dice: in how many of 36 outcomes each comes, and which totals beat a shark.

    Parameters
    ----------
    hit_points : int
        Hit points left on the shark.
    rolled : iterable of sequences of int, optional
        Rolls that were made, such as ``(3, 4)``; they are laid over the bars, each with its standard error.

    Raises
    ------
    Refused
        If ``rolled`` is given and empty, or holds what is no roll of two dice.
    """
    ways = {t: total()[t] * 36 for t in sorted(total())}
    winning = sum(int(w) for t, w in ways.items() if t >= hit_points)
    data: dict[str, object] = {"hit_points": hit_points, "winning": winning, "losing": 36 - winning}
    legend = [say("chart.bars.winning", **data), say("chart.bars.losing", **data)]
    legend = legend[: 2 if 0 < winning < 36 else 1] if winning else legend[1:]
    alt, observed = say("chart.bars.alt", **data), None
    if rolled is not None:
        made = [tuple(roll) for roll in rolled]
        if not made or any(roll not in all_rolls() for roll in made):
            raise Refused("undrawn.rolled")
        observed = {}
        for t in ways:
            share = Fraction(sum(sum(roll) == t for roll in made), len(made))
            observed[t] = chart.Observed(36 * share, 36 * standard_error(share, len(made)))
        legend.append(say("chart.bars.observed", n=len(made)))
        alt += " " + say("chart.bars.alt_observed", n=len(made))
    return chart.bars(
        ways,
        title=say("chart.bars.title"),
        across=say("chart.bars.across"),
        up=say("chart.bars.up"),
        alt=alt,
        marked=lambda t: t >= hit_points,
        legend=legend,
        observed=observed,
    )


def given_grid(hit_points: int, damage: int) -> chart.Chart:
    """The outcomes that are left once a roll has not beaten a shark, those of one damage marked.

    Parameters
    ----------
    hit_points : int
        Hit points left on the shark before the roll.
    damage : int
        The total to be marked.
    """
    left = [a + b for a in range(1, 7) for b in range(1, 7) if a + b < hit_points]
    data: dict[str, object] = {
        "hit_points": hit_points,
        "damage": damage,
        "left": len(left),
        "marked": left.count(damage),
        "out": 36 - len(left),
    }
    return chart.two_dice(
        title=say("chart.given.title", **data),
        first=say("chart.outcomes.first"),
        second=say("chart.outcomes.second"),
        alt=say("chart.given.alt", **data),
        marked=lambda a, b: a + b == damage,
        legend=[say(key, **data) for key in ("chart.given.marked", "chart.given.left", "chart.given.out")],
        kept=lambda a, b: a + b < hit_points,
    )


def fight_tree(hit_points: int) -> chart.Chart:
    """Two rabbits in turn at a shark, as a tree: the hit points left after each roll, and who beats it.

    Parameters
    ----------
    hit_points : int
        From 1 to 6: more branches are too many to draw.

    Raises
    ------
    Refused
        If there are too many branches.
    """
    if not 1 <= hit_points <= MOST_BRANCHING:
        raise Refused("undrawn.hit_points", most=MOST_BRANCHING, got=hit_points)

    def branch(left: int, chance: Fraction, rolls: int) -> chart.Branch:
        if not left:
            rabbit = 2 - rolls % 2
            return chart.Branch(say("chart.tree.beaten", rabbit=rabbit), chance, (), rabbit)
        after = left_after(left, 1)
        ways = tuple(branch(then, after[then], rolls + 1) for then in sorted(after))
        return chart.Branch(say("chart.tree.left", left=left), chance, ways)

    most = max(rolls_until_beaten(hit_points))
    first, second = who_beats(hit_points)
    return chart.tree(
        branch(hit_points, Fraction(1), 0),
        title=say("chart.tree.title", hit_points=hit_points),
        heads=[*(say("chart.tree.roll", number=n) for n in range(1, most + 1)), say("chart.tree.chance")],
        alt=say("chart.tree.alt", hit_points=hit_points, first=first, second=second),
    )


def first_kills(most: int) -> chart.Chart:
    """For each shark the chance, in percent, that of two rabbits in turn the first beats it.

    Parameters
    ----------
    most : int
        The most hit points that are drawn, 3 or more; the first bar is 2.

    Raises
    ------
    Refused
        If there are fewer than two bars.
    """
    if most < 3:
        raise Refused("undrawn.most_hit_points", least=3, got=most)
    heights = {h: 100 * who_beats(h)[0] for h in range(2, most + 1)}
    worst = min(heights, key=lambda h: heights[h])
    return chart.bars(
        heights,
        title=say("chart.kills.title"),
        across=say("chart.kills.across"),
        up=say("chart.kills.up"),
        alt=say("chart.kills.alt", most=most, worst=worst, chance=percent(heights[worst] / 100)),
        marked=lambda h: heights[h] > 50,
        legend=[say("chart.kills.good"), say("chart.kills.bad"), say("chart.kills.even")],
        line=Fraction(50),
    )


def chain(hit_points: int, start: int | None = None) -> chart.Chart:
    """A shark that is rolled at, drawn as a Markov chain.

    Parameters
    ----------
    hit_points : int
        The greatest hit points, 1 to 16.
    start : int, optional
        A state whose arrows stand out, with their chances. Unless given, a chain of more than 4 hit points
        shows those of the greatest; a smaller one all.

    Raises
    ------
    Refused
        If the chain is too large to be drawn, or has no such state.
    """
    if not 1 <= hit_points <= MOST_CHAIN:
        raise Refused("undrawn.hit_points", most=MOST_CHAIN, got=hit_points)
    if start is None and hit_points > 4:
        start = hit_points
    if start is not None and not 1 <= start <= hit_points:
        raise Refused("undrawn.start", most=hit_points, got=start)
    graph = shark_chain(hit_points)
    keys = ["chart.chain.state", "chart.chain.absorbing"] + ["chart.chain.start"] * (start is not None)
    return chart.chain(
        {str(node): place for node, place in graph.nodes(data="pos")},
        [(str(one), str(other), chance) for one, other, chance in graph.edges(data="probability")],
        title=say("chart.chain.title", hit_points=hit_points),
        heads=[say(key) for key in ("chart.chain.from", "chart.chain.to", "chart.tree.chance")],
        alt=say("chart.chain.alt", hit_points=hit_points, n=graph.number_of_nodes()),
        legend=[say(key, start=start) for key in keys],
        start=None if start is None else str(start),
    )


def expected(most: int, dice: str = "2d6") -> chart.Chart:
    """How many rolls each shark takes on average, as bars.

    Parameters
    ----------
    most : int
        The most hit points that are drawn, 1 or more.
    dice : str
        As `inaba.dice.parse_dice` reads them.

    Raises
    ------
    NotationError
        If the text is no dice.
    Refused
        If there is no bar.
    """
    if most < 1:
        raise Refused("undrawn.most_hit_points", least=1, got=most)
    rolled = parse_dice(dice)
    heights = {h: expected_rolls(h, rolled) for h in range(1, most + 1)}
    return chart.bars(
        heights,
        title=say("chart.expected.title", dice=format_dice(rolled)),
        across=say("chart.kills.across"),
        up=say("chart.expected.up"),
        alt=say(
            "chart.expected.alt",
            dice=format_dice(rolled),
            most=most,
            first=f"{float(heights[1]):.2f}",
            last=f"{float(heights[most]):.2f}",
        ),
    )


def loaded(hit_points: int) -> chart.Chart:
    """The chance to beat a shark with dice on which 6 comes with the chance p, as curves over p.

    Parameters
    ----------
    hit_points : int
        Hit points left on the shark, 1 or more.
    """
    one_loaded = beats_expression(hit_points, [loaded_die(face=6), *TWO_DICE[1:]])
    both_loaded = beats_expression(hit_points, [loaded_die(face=6)] * 2)

    def at(expression: Expr) -> Callable[[Fraction], Fraction]:
        def value(p: Fraction) -> Fraction:
            found = expression.subs("p", p)
            return Fraction(int(found.numerator), int(found.denominator))

        return value

    return chart.curves(
        {say("chart.loaded.one"): at(one_loaded), say("chart.loaded.both"): at(both_loaded)},
        title=say("chart.loaded.title", hit_points=hit_points),
        across=say("chart.loaded.across"),
        up=say("chart.loaded.up"),
        alt=say(
            "chart.loaded.alt",
            hit_points=hit_points,
            one=percent(at(one_loaded)(Fraction(1))),
            both=percent(at(both_loaded)(Fraction(1))),
        ),
        line=Fraction(1, 2),
        line_words=say("chart.loaded.even"),
    )


def formula(expression: Expr) -> Panel:
    """An expression on lines that break where the screen ends: a long polynomial fits a telephone, too.

    Parameters
    ----------
    expression : sympy.Expr

    Examples
    --------
    >>> from sympy.abc import x
    >>> formula(x**12 / 36 + 2 * x).html.partition(">")[2]
    'x<sup>12</sup>/36 + 2x</div>'
    """
    text = str(expression)
    html = re.sub(r"\*\*(\d+)", r"<sup>\1</sup>", escape(text))
    # As people write it: no sign between a number and what it multiplies, a raised dot between brackets.
    html = re.sub(r"(?<![\w>])(\d+)\*(?=[a-z(])", r"\1", html).replace("*", " · ")
    style = "font-family: 'STIX Two Text', 'Cambria Math', 'Noto Serif', serif; font-size: 19px"
    return Panel(f'<div style="{style}; line-height: 1.7; max-width: 40em">{html}</div>', text)
