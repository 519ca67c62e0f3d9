"""Drawings of hidden trumps: all hands that one player can have, what a miss tells, and who can hold what."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from lessons import chart
from lessons.exercises.finding import CARDS, HANDS, Hand
from lessons.exercises.opening import SIGNS
from lessons.voice import Refused, say, shown
from solvers.cross_sevens_odds import PILE, Odds

MOST_ROWS: Final = 12
"""So many trumps are drawn at most."""

_KING: Final = "HK"


def _sign(card: str) -> str:
    """A trump as it is drawn, such as ``♥K``.

    Examples
    --------
    >>> _sign("HK")
    '♥K'
    """
    return SIGNS.get(card[0], card[0]) + card[1:]


def king_hands(lacks: str = "", holds: str = "") -> chart.Chart:
    """All hands of three that A can have of the six hidden trumps: those with the king of hearts are marked.

    Parameters
    ----------
    lacks, holds : str, optional
        Trumps, as ``"S8"`` or ``"S8,H6"``, that A is known to lack, and one that A is known to hold; hands
        that do not fit are crossed out.

    Raises
    ------
    Refused
        If it is none of the six, or no hand fits.

    Examples
    --------
    >>> from lessons.voice import speak
    >>> speak("en")
    >>> print(king_hands("S8").text.splitlines()[0])
    A lacks ♠8: the ♥K is in 6 of 10 hands
    """
    gone = {*lacks.split(",")} - {""}
    if not gone | {holds} - {""} <= set(CARDS) or holds in gone:
        raise Refused("undrawn.trumps", cards=", ".join(CARDS), lacks=shown(lacks), holds=shown(holds))

    def fits(hand: Hand) -> bool:
        return not gone & hand and (not holds or holds in hand)

    left = [hand for hand in HANDS if fits(hand)]
    data: dict[str, object] = {
        "lacks": say("chart.hands.and").join(_sign(card) for card in CARDS if card in gone),
        "holds": _sign(holds) if holds else "",
        "all": len(left),
        "marked": sum(_KING in hand for hand in left),
    }
    known = "both" if gone and holds else "lacks" if gone else "holds" if holds else "all"
    data |= {"other": len(left) - sum(_KING in hand for hand in left), "out": len(HANDS) - len(left)}
    rows = {tuple(_sign(card) for card in CARDS if card in hand): hand for hand in HANDS}
    legend = ["marked", "other", "out"] if len(left) < len(HANDS) else ["marked", "other"]
    return chart.deals(
        list(rows),
        places=[""] * 3,
        title=say(f"chart.finding.hands.title.{known}", **data),
        alt=say("chart.finding.hands.alt", **data),
        marked=lambda row: _KING in rows[row],
        kept=lambda row: fits(rows[row]),
        legend=[say(f"chart.finding.hands.{key}", **data) for key in legend],
    )


def miss_areas(asked: int, others: int) -> chart.Chart:
    """What a TRY that missed tells of the king of hearts, as areas: what doesn't fit is crossed out.

    Parameters
    ----------
    asked, others : int
        How many hidden trumps A, who was asked for another trump, and B hold; 2 to 30 each.

    Raises
    ------
    Refused
        If they hold fewer or more.

    Examples
    --------
    >>> print(miss_areas(3, 3).text.splitlines()[2].split()[-1])
    3/5
    """
    if not 2 <= min(asked, others) <= max(asked, others) <= 30:
        raise Refused("undrawn.trumps_held", asked=asked, others=others)
    unseen = asked + others
    before = Fraction(asked, unseen)
    # Where the king lies takes a place there: the other trump has one place fewer in that hand.
    misses = [Fraction(others, unseen - 1), Fraction(others - 1, unseen - 1)]
    whole = before * misses[0] + (1 - before) * misses[1]
    return chart.mosaic(
        [
            chart.Column(
                say(f"chart.finding.miss.{key}"),
                chance,
                (
                    chart.Tile(say("chart.finding.miss.miss"), miss, True),
                    chart.Tile(say("chart.finding.miss.hit"), 1 - miss, False),
                ),
            )
            for key, chance, miss in zip(("with_a", "with_b"), (before, 1 - before), misses, strict=True)
        ],
        title=say("chart.finding.miss.title"),
        heads=[
            say("chart.finding.miss.before"),
            say("chart.finding.miss.fits", whole=str(whole)),
            say("chart.finding.miss.out"),
            say("chart.finding.miss.after"),
        ],
        alt=say("chart.finding.miss.alt", before=before, after=before * misses[0] / whole),
    )


def where_grid(odds: Odds) -> chart.Chart:
    """Where each hidden trump can be, as the library counts: a row a trump, a column a player.

    Parameters
    ----------
    odds : solvers.cross_sevens_odds.Odds

    Raises
    ------
    Refused
        If nothing is hidden, or more than `MOST_ROWS` trumps.

    Examples
    --------
    >>> from inaba import cross_sevens
    >>> odds = Odds(cross_sevens.parse("D8/S8,S2/H8 DSHC - try*9 - - 1 -").view(1))
    >>> print(where_grid(odds).text.splitlines()[-1])
    ♥8 | 2/3 * | 1/3
    """
    cards = odds.view.unseen
    if not 1 <= len(cards) <= MOST_ROWS:
        raise Refused("undrawn.trumps_hidden", most=MOST_ROWS, cards=len(cards))
    places = [*odds.rivals, *([PILE] if odds.view.table.pile else [])]
    chances = [[odds.where(card).get(place, Fraction(0)) for place in places] for card in cards]
    return chart.pairs(
        [str(place) if place else say("chart.finding.grid.pile") for place in places],
        [_sign(str(card)) for card in cards],
        title=say("chart.finding.grid.title"),
        first=say("chart.finding.grid.player"),
        second=say("chart.finding.grid.trump"),
        alt=say("chart.finding.grid.alt", cards=len(cards), places=len(places)),
        cell=lambda i, j: str(chances[j][i]),
        marked=lambda i, j: chances[j][i] > Fraction(1, 2),
        kept=lambda i, j: chances[j][i] > 0,
        legend=[say(f"chart.finding.grid.{key}") for key in ("likely", "possible", "out")],
    )
