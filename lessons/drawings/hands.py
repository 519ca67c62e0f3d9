"""Drawings of hands of cards: which there are, how many, and what they hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import combinations, permutations
from math import comb
from typing import Final

from inaba import same_one
from inaba.frame.sheet import FONT
from inaba.same_one.art import SIGNS, motif, symbols
from inaba.same_one.description import card_words
from inaba.same_one.picture import card as card_picture
from lessons import chart
from lessons.chart import ink
from lessons.drawings.simulation import standard_error
from lessons.voice import Refused, language, say, shown

MOST_DEALS: Final = 24
"""So many hands, or ways to be dealt one, are drawn at most."""

MOST_IN_HAND: Final = 30
"""A longer hand is not drawn."""

_MOST_PLACES: Final = 4
"""More cards side by side do not fit."""

_LONGEST: Final = 3
"""Letters on a slip of paper."""

_RARE: Final = Fraction(1, 2000)
"""What is rarer is not drawn."""

_ABREAST, _GROWN = 5, 1.4
_WIDE, _HIGH = 60 * _GROWN, 84 * _GROWN


def hand(cards: str | Iterable[same_one.Card]) -> chart.Chart:
    """Cards of Same One, side by side, sorted as one sorts a hand.

    Parameters
    ----------
    cards : str or iterable of Card
        Their text, such as ``"g7,b12-14,y1"``, or the cards themselves; 1 to `MOST_IN_HAND`.

    Raises
    ------
    NotationError
        If a text is no cards.
    Refused
        If there are too many, or none.

    Examples
    --------
    >>> print(hand("y1,g7"))
    g7,y1
    """
    held = sorted(same_one.parse_cards(cards) if isinstance(cards, str) else cards)
    if not 1 <= len(held) <= MOST_IN_HAND:
        raise Refused("undrawn.cards", most=MOST_IN_HAND, cards=len(held))
    text = same_one.format_cards(held)
    prefix = f"hand-{text.replace(',', '-')}-"
    drawings = {name for card in held for name in (SIGNS[card.colour], motif(card))}
    out = [symbols(prefix, sorted(drawings))]
    apart = 8
    left = (ink.WIDTH - min(len(held), _ABREAST) * (_WIDE + apart) + apart) / 2
    for at, card in enumerate(held):
        row, column = divmod(at, _ABREAST)
        x, y = left + column * (_WIDE + apart), 12 + row * (_HIGH + apart)
        drawn = card_picture(card, prefix=prefix)
        # In the letters of the game's own pictures, for which its cards leave room.
        out.append(
            f'<g transform="translate({x:.1f} {y:.1f}) scale({_GROWN})" font-family="{FONT}">{drawn}</g>'
        )
    rows = -(-len(held) // _ABREAST)
    told = say("chart.hands.and").join(card_words(card, language()) for card in held)
    alt = say("chart.hands.hand.alt", n=len(held), list=told)
    return chart.Chart(ink.sheet(out, 24 + rows * (_HIGH + apart) - apart), alt, text, width=460)


def draws(cards: str, size: int, hand: str) -> chart.Chart:
    """All ways to be dealt some of a few cards, one after another: those that give one hand are marked.

    Parameters
    ----------
    cards : str
        What stands on the cards: ``"1,2,3,4,5"``; no two alike.
    size : int
        How many are dealt, 1 or more.
    hand : str
        The hand: ``"1,3"``.

    Raises
    ------
    Refused
        If there are too many ways to be drawn, or no such hand.
    """
    deck = _slips(cards)
    wanted = frozenset(_slips(hand))
    if len(wanted) != size or not wanted <= set(deck):
        raise Refused("undrawn.no_such_hand", hand=shown(hand), size=size, cards=shown(cards))
    ways = list(permutations(deck, size))
    data = {"all": len(ways), "n": len(deck), "size": size, "hand": _in_words(sorted(wanted, key=deck.index))}
    return _dealt(
        ways,
        "chart.hands.draws",
        data | {"marked": sum(frozenset(way) == wanted for way in ways)},
        lambda way: frozenset(way) == wanted,
        [say("chart.hands.place", place=place) for place in range(1, size + 1)],
    )


def hands(cards: str, size: int, holding: str) -> chart.Chart:
    """All hands of a few cards: those that hold one card are marked.

    Parameters
    ----------
    cards, size
        As for `draws`.
    holding : str
        The card: ``"1"``.

    Raises
    ------
    Refused
        If there are too many hands to be drawn, or no such card.

    Examples
    --------
    >>> from lessons.voice import speak
    >>> speak("en")
    >>> hands("1,2,3", 2, "1").text.count("*")
    2
    """
    deck = _slips(cards)
    if holding not in deck:
        raise Refused("undrawn.no_card", card=shown(holding), cards=shown(cards))
    ways = list(combinations(deck, size))
    data = {"all": len(ways), "n": len(deck), "size": size, "card": holding}
    return _dealt(
        ways,
        "chart.hands.hands",
        data | {"marked": sum(holding in way for way in ways)},
        lambda way: holding in way,
        [""] * size,
    )


def _slips(cards: str) -> list[str]:
    """What stands on cards, read from a text."""
    deck = [card.strip() for card in cards.split(",")]
    if len(set(deck)) < len(deck) or not all(1 <= len(card) <= _LONGEST for card in deck):
        raise Refused("undrawn.slips", longest=_LONGEST, cards=shown(cards))
    return deck


def _in_words(cards: Iterable[str]) -> str:
    return say("chart.hands.and").join(cards)


def _dealt(
    ways: list[tuple[str, ...]],
    key: str,
    data: dict[str, object],
    marked: Callable[[tuple[str, ...]], bool],
    places: list[str],
) -> chart.Chart:
    if not 1 <= len(ways) <= MOST_DEALS or not 1 <= len(places) <= _MOST_PLACES:
        raise Refused(
            "undrawn.deals", most=MOST_DEALS, places=_MOST_PLACES, ways=len(ways), cards=len(places)
        )
    return chart.deals(
        ways,
        places=places,
        title=say(f"{key}.title", **data),
        alt=say(f"{key}.alt", **data),
        marked=marked,
        legend=[say(f"{key}.marked", **data), say(f"{key}.other", **data)],
    )


def pascal(rows: int, marked: tuple[int, int] | None = None) -> chart.Chart:
    """Pascal's triangle: place k of row n, both counted from 0, tells how many hands of k cards n cards give.

    Parameters
    ----------
    rows : int
        The last row drawn, 1 to 9.
    marked : (int, int), optional
        A row and a place: that number stands out, and the two above it, of which it is the sum.

    Raises
    ------
    Refused
        If there are too few or too many rows, or no such number.
    """
    legend = []
    alt = say("chart.hands.pascal.alt", rows=rows)
    if marked:
        n, k = marked
        data: dict[str, object] = {"cards": n, "size": k, "number": comb(n, k)}
        data["sum"] = " + ".join(str(comb(n - 1, at)) for at in (k - 1, k) if 0 <= at <= n - 1)
        legend = [say("chart.hands.pascal.marked", **data), say("chart.hands.pascal.above", **data)]
        alt = f"{alt} {say('chart.hands.pascal.alt_marked', **data)}"
    return chart.triangle(
        rows,
        title=say("chart.hands.pascal.title"),
        row=say("chart.hands.pascal.row"),
        alt=alt,
        marked=marked,
        legend=legend,
    )


def sharks(chances: Mapping[int, Fraction], found: Iterable[int] | None = None) -> chart.Chart:
    """How likely each number of sharks in a hand is, in percent, the likeliest marked.

    Parameters
    ----------
    chances : mapping of int to Fraction
        For each number its chance; together 1.
    found : iterable of int, optional
        The numbers of sharks in hands that were dealt: laid over the bars, each with its standard error.

    Raises
    ------
    Refused
        If the chances do not make 1, or ``found`` is given and empty.

    Examples
    --------
    >>> from lessons.voice import speak
    >>> speak("en")
    >>> sharks({0: Fraction(1, 4), 1: Fraction(3, 4)}).text.splitlines()[-1].split()
    ['1', '*', '|', '75']
    """
    return number_bars("chart.hands.sharks", chances, found)


def number_bars(key: str, chances: Mapping[int, Fraction], found: Iterable[int] | None = None) -> chart.Chart:
    """How likely each number of something in a hand is, in percent, the likeliest marked.

    Parameters
    ----------
    key : str
        What its messages begin with.
    chances, found
        As for `sharks`.

    Raises
    ------
    Refused
        As for `sharks`.
    """
    if not chances or sum(chances.values()) != 1:
        raise Refused("undrawn.all_whole")
    likeliest = max(chances.values())
    # Bars too low to be seen only take room from the others.
    drawn = {number: chance for number, chance in chances.items() if chance >= _RARE}
    best = [number for number, chance in drawn.items() if chance == likeliest]
    data: dict[str, object] = {"best": best[0], "chance": likeliest}
    legend = [say(f"{key}.likeliest", **data), say(f"{key}.other")]
    alt, observed = say(f"{key}.alt", **data), None
    if found is not None:
        seen = Counter(found)
        if not (number := seen.total()):
            raise Refused("undrawn.no_hand")
        shares = {k: Fraction(seen[k], number) for k in drawn}
        observed = {
            k: chart.Observed(100 * share, 100 * standard_error(share, number)) for k, share in shares.items()
        }
        legend.append(say(f"{key}.observed", hands=f"{number:,}"))
        alt = " ".join([alt, say(f"{key}.alt_observed", hands=f"{number:,}")])
    return chart.bars(
        {number: 100 * chance for number, chance in drawn.items()},
        title=say(f"{key}.title"),
        across=say(f"{key}.across"),
        up=say(f"{key}.up"),
        alt=alt,
        marked=lambda number: number in best,
        legend=legend,
        observed=observed,
    )
