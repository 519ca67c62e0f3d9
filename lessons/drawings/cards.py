"""Drawings of face-down cards: their orders, and what something seen tells about them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import permutations
from typing import Final

from inaba import river
from inaba.river.cards import Card
from lessons import chart
from lessons.voice import Refused, percent, say, shown

MOST_ORDERS: Final = 24
"""So many orders are drawn at most: four different cards."""


def orders(cards: str, marked: str, given: str | None = None) -> chart.Chart:
    """All orders in which cards can lie on a1, b1, c1 …: those with one card at one place are marked.

    Parameters
    ----------
    cards : str
        As the notation lists them: ``"5,9,W"``; two to four.
    marked : str
        A place and a card: ``"a1=W"``.
    given : str, optional
        The same, for a card that was turned up: what doesn't fit is crossed out.

    Raises
    ------
    Refused
        If there are too few or too many cards, or no such place.
    NotationError
        If a text is no card.
    """
    dealt = river.parse_deck(cards)
    squares = [f"{column}1" for column in "abcd"[: len(dealt)]]
    all_orders = list(permutations(dealt))
    if not 2 <= len(dealt) <= len(squares) or len(all_orders) > MOST_ORDERS:
        raise Refused("undrawn.orders", cards=len(dealt))
    at, card = _place(marked, squares)
    left = all_orders
    data: dict[str, object] = {"square": squares[at], "card": card, "given": given}
    if given is not None:
        given_at, given_card = _place(given, squares)
        left = [order for order in all_orders if order[given_at] == given_card]
        if not left:
            raise Refused("undrawn.no_order", cards=cards, given=given)
    hits = sum(order[at] == card for order in left)
    data |= {"all": len(all_orders), "left": len(left), "marked": hits, "out": len(all_orders) - len(left)}
    legend = [say("chart.cards.orders.marked", **data), say("chart.cards.orders.other")]
    if given is not None:
        legend.append(say("chart.cards.orders.out", **data))
    possible = {tuple(map(str, order)) for order in left}
    return chart.deals(
        [tuple(map(str, order)) for order in all_orders],
        places=squares,
        title=say("chart.cards.orders.title" if given is None else "chart.cards.orders.title_given", **data),
        alt=say("chart.cards.orders.alt" if given is None else "chart.cards.orders.alt_given", **data),
        marked=lambda order: order[at] == str(card),
        kept=lambda order: order in possible,
        legend=legend,
    )


def _place(text: str, squares: list[str]) -> tuple[int, Card]:
    square, _, card = text.partition("=")
    if square not in squares:
        raise Refused("undrawn.place", first=squares[0], places=", ".join(squares))
    return squares.index(square), river.parse_card(card)


def bayes(habits: Mapping[str, Mapping[str, Fraction | int]], seen: str) -> chart.Chart:
    """Where the whale lies once something was seen, as areas: what doesn't fit is crossed out.

    Parameters
    ----------
    habits : mapping of str to mapping of str to Fraction or int
        For each place where the whale can lie, all equally likely, what is then seen with which chance.
    seen : str
        What was seen.

    Raises
    ------
    Refused
        If there is no place, the chances of one don't make 1, or nothing like that can be seen.

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> tells = bayes({"a1": {"yes": 1}, "b1": {"yes": half, "no": half}}, "yes")
    >>> tells.text.splitlines()[-1].split()[-1]
    'x'
    """
    if not habits:
        raise Refused("undrawn.no_whale")
    for square, chances in habits.items():
        if sum(chances.values()) != 1 or min(chances.values()) < 0:
            raise Refused("undrawn.whole", what=square, whole=str(sum(chances.values())))
    each = Fraction(1, len(habits))
    columns = [
        chart.Column(
            say("chart.cards.bayes.whale", square=square),
            each,
            tuple(
                chart.Tile(what, Fraction(chance), what == seen) for what, chance in chances.items() if chance
            ),
        )
        for square, chances in habits.items()
    ]
    fits = {square: each * chances.get(seen, 0) for square, chances in habits.items()}
    whole = sum(fits.values(), Fraction(0))
    if not whole:
        raise Refused("undrawn.never_seen", seen=shown(seen))
    after = [
        say("chart.cards.bayes.now", square=square, chance=percent(fit / whole))
        for square, fit in fits.items()
    ]
    return chart.mosaic(
        columns,
        title=say("chart.cards.bayes.title", seen=seen),
        heads=[
            say("chart.cards.bayes.before"),
            say("chart.cards.bayes.fits", seen=seen, whole=str(whole)),
            say("chart.cards.bayes.out"),
            say("chart.cards.bayes.after"),
        ],
        alt=say(
            "chart.cards.bayes.alt", seen=seen, n=len(habits), list=say("chart.cards.bayes.and").join(after)
        ),
    )
