"""The odds laboratory of Same One: what one sees is written down, what follows from it is counted.

A hand, the card in the centre, how many play and how many cards they hold: from it the chance that anybody
holds a number, what may become of each of the own cards, and what a drawn card is good for. Deals beside it:
thousands of times the unseen cards are dealt, and the shares laid over what was counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import partial
from math import sqrt
from random import Random
from typing import Final, NamedTuple

from inaba import same_one
from inaba.errors import NotationError
from inaba.reading import plainly
from inaba.same_one.cards import CARDS, Card, format_cards, parse_cards
from inaba.same_one.description import card_words, cards_words
from inaba.same_one.picture import picture
from inaba.same_one.rules import FEWEST_PLAYERS, MOST_PLAYERS
from lessons import voice
from lessons.chart import Chart, bars
from lessons.chart.ink import Observed
from lessons.laboratory.form import (
    SHOWN,
    Field,
    Form,
    Grid,
    Part,
    Refused,
    chance_as,
    chances_as,
    say,
    typed,
)
from lessons.voice import percent
from solvers.same_one_evidence import PILE
from solvers.same_one_odds import Odds

SIGNS: Final = {"緑": "g", "青": "b", "黄": "y"}
"""The colours as they are written in Japanese."""

AT_ONCE: Final = 1_000
"""So many deals a press."""

MOST_NUMBER: Final = max(card.number for card in CARDS)

MOST_HELD: Final = 10
"""The others hold at most so many cards each: as many as are dealt."""


class Seen(NamedTuple):
    """What player 1 sees, with the others' hands face down.

    Attributes
    ----------
    hand, centre, aside : tuple of Card
        One's own cards; the card in the centre, or none; what else lies face up.
    players, others : int
        How many play, and how many cards each of the others holds.
    """

    hand: tuple[Card, ...]
    centre: tuple[Card, ...]
    aside: tuple[Card, ...]
    players: int
    others: int


class OddsLaboratory(Form):
    """What the unseen cards of Same One may be, for any hand.

    Parameters
    ----------
    hand : str
        Your cards: ``"g9,g12,b9"``.
    centre : str
        The card in the centre, laid by the last player; empty where you lead.
    players : int
        3 to 9.
    others : int
        How many cards each of the others holds, 1 to 10.
    seen : str
        Other cards that lie face up, such as ``"b1-4,y9"``.
    number : int
        The number that is asked for, 1 to 30.
    lang : {"ja", "en"}, optional
        The notebook's unless given (`lessons.voice.language`).
    seed : int, optional
        Of the deals.

    Raises
    ------
    lessons.laboratory.form.Refused
        If that cannot be: which field, and why.

    Examples
    --------
    >>> laboratory = OddsLaboratory("g9,g12,b9", "g7", players=3, others=2, number=7, lang="en")
    >>> laboratory.odds.holds(same_one.parse_cards("b7,y7"))
    Fraction(334, 3655)
    """

    def __init__(
        self,
        hand: str = "g9,g12,b9,y14",
        centre: str = "g7",
        players: int = 4,
        others: int = 6,
        seen: str = "",
        number: int = 7,
        *,
        lang: str | None = None,
        seed: int | None = None,
    ) -> None:
        self._prepare(voice.language() if lang is None else lang)
        self._rng = Random(seed)
        self._show = SHOWN[0]
        self._counts: Counter[tuple[int, ...]] = Counter()
        """How often the players, by seat, and the pile at last held so many of the number."""
        written = Seen(
            hand=_cards(str(hand), "hand"),
            centre=_cards(str(centre), "centre"),
            aside=_cards(str(seen), "seen"),
            players=_whole(str(players), FEWEST_PLAYERS, MOST_PLAYERS, "players"),
            others=_whole(str(others), 1, MOST_HELD, "others"),
        )
        self._take(written, "hand")
        self._number = _whole(str(number), 1, MOST_NUMBER, "number")
        super().__init__()

    # What a program may ask and do.

    @property
    def odds(self) -> Odds:
        """The exact counts behind everything that is shown."""
        return self._odds

    @property
    def asked(self) -> tuple[Card, ...]:
        """The unseen cards of the number that is asked for."""
        return tuple(card for card in self._odds.view.unseen if card.number == self._number)

    @property
    def dealt(self) -> int:
        """How often was dealt since something changed."""
        return self._counts.total()

    def deal(self, times: int = AT_ONCE) -> None:
        """Deal the unseen cards so many times, each deal equally likely, and note who held the number."""
        places = [*self._odds.rivals, PILE]
        asked = {*self.asked}
        for _ in range(times):
            held = dict.fromkeys(places, 0)
            for place, cards in self._odds.deals.sample(self._rng).items():
                held[place.player] += sum(card in asked for card in cards)
            self._counts[tuple(held.values())] += 1
        self._hear(say("odds.said.dealt", self._lang, times=times, all=self.dealt), "info")
        self._publish()

    def clear(self) -> None:
        """Forget the deals."""
        self._counts.clear()
        self._hear(say("odds.said.cleared", self._lang), "info")
        self._publish()

    def __repr__(self) -> str:
        hand, centre, aside, players, others = self._seen
        given = [format_cards(hand), _blank(centre), players, others, _blank(aside), self._number]
        return f"OddsLaboratory({', '.join(map(repr, given))})"

    # What is written down.

    def _take(self, seen: Seen, field: str) -> None:
        """Take what is seen, all or nothing; the deals before are forgotten."""
        hand, centre, aside, players, others = seen
        if not hand:
            raise Refused("odds.why.hand", field)
        if len(centre) > 1:
            raise Refused("odds.why.one", field)
        lying = Counter([*hand, *centre, *aside])
        for card, times in lying.items():
            if times > 1:
                raise Refused("odds.why.twice", field, card=card)
        unseen = [card for card in CARDS if card not in lying]
        if len(unseen) < (players - 1) * others:
            data = {"unseen": len(unseen), "players": players - 1, "cards": others}
            raise Refused("odds.why.few", field, **data)
        rivals = "/".join([",".join(["??"] * others)] * (players - 1))
        laid = f"{centre[0]}:{players}" if centre else "-"
        line = f"{format_cards(hand)}/{rivals} {laid} {format_cards(aside)} {format_cards(unseen)} 1 0"
        self._odds = Odds(same_one.parse_view(line, 1))
        self._seen = seen
        self._counts.clear()

    def _set(self, field: str, text: str) -> None:
        seen = self._seen
        match field:
            case "hand":
                self._take(seen._replace(hand=_cards(text, field)), field)
            case "centre":
                self._take(seen._replace(centre=_cards(text, field)), field)
            case "seen":
                self._take(seen._replace(aside=_cards(text, field)), field)
            case "players":
                self._take(seen._replace(players=_whole(text, FEWEST_PLAYERS, MOST_PLAYERS, field)), field)
            case "others":
                self._take(seen._replace(others=_whole(text, 1, MOST_HELD, field)), field)
            case "show":
                if text not in SHOWN:
                    raise Refused("odds.why.choice", field)
                self._show = text
            case _:
                self._number = _whole(text, 1, MOST_NUMBER, field)
                self._counts.clear()
        self._hear(say("odds.said.changed", self._lang), "info")

    def _press(self, button: str) -> None:
        if button == "deal":
            self.deal(AT_ONCE)
        else:
            self.clear()

    # What is shown.

    def _title(self) -> tuple[str, str]:
        return say("odds.title", self._lang), say("odds.about", self._lang)

    def _fields(self) -> list[Field]:
        def told(name: str) -> str:
            return say(f"odds.field.{name}", self._lang)

        def options(name: str, key: str, numbers: Iterable[int]) -> tuple[tuple[str, str], ...]:
            return tuple(
                (str(one), say(f"odds.field.{name}_option", self._lang, **{key: one})) for one in numbers
            )

        seats = options("players", "players", range(FEWEST_PLAYERS, MOST_PLAYERS + 1))
        sizes = options("others", "cards", range(1, MOST_HELD + 1))
        numbers = tuple((str(one), str(one)) for one in range(1, MOST_NUMBER + 1))
        return [
            Field("hand", told("hand"), told("hand_help"), format_cards(self._seen.hand)),
            Field("centre", told("centre"), told("centre_help"), _blank(self._seen.centre)),
            Field("seen", told("seen"), told("seen_help"), _blank(self._seen.aside)),
            Field("players", told("players"), "", str(self._seen.players), seats),
            Field("others", told("others"), "", str(self._seen.others), sizes),
            Field("number", told("number"), "", str(self._number), numbers),
            chances_as(self._show, self._lang),
        ]

    def _buttons(self) -> list[tuple[str, str]]:
        buttons = [("deal", say("odds.button.deal", self._lang, times=AT_ONCE))]
        return buttons + [("clear", say("odds.button.clear", self._lang))] * (self.dealt > 0)

    def _parts(self) -> list[Part]:
        return [self._table(), self._holds(), self._mine(), self._drawn()]

    def _table(self) -> Part:
        """What is seen, as a picture."""
        lang, view = self._lang, self._odds.view
        pile = view.table.pile
        counted = {"unseen": len(view.unseen), "held": len(view.unseen) - pile, "pile": pile}
        lines = (say("odds.unseen", lang, **counted),)
        return Part("table", say("odds.table.heading", lang), lines, (picture(view, lang=lang),))

    def _holds(self) -> Part:
        """Who holds the number."""
        lang, odds, asked = self._lang, self._odds, self.asked
        table = odds.view.table
        heading = say("odds.holds.heading", lang, number=self._number)
        if not asked:
            return Part("holds", heading, (say("odds.holds.none", lang, number=self._number),))
        chance = odds.holds(asked)
        line = say("odds.holds.line", lang, cards=cards_words(asked, lang), chance=voice.both(chance))
        rows = [
            self._row(say("odds.who.player", lang, player=player), odds.holds(asked, player), [at])
            for at, player in enumerate(odds.rivals)
        ]
        rows.append(self._row(say("odds.who.anybody", lang), chance, range(len(odds.rivals))))
        if table.pile:
            # In the pile lies what nobody holds; it may hold several.
            share = 1 - odds.deals.none((asked, [p for p in odds.known.places if p.player == PILE]))
            rows.append(self._row(say("odds.who.pile", lang), share, [len(odds.rivals)]))
        heads = [say(f"odds.head.{name}", lang) for name in ("who", "chance", "exactly")]
        heads += [say("odds.head.dealt", lang)] * (self.dealt > 0)
        grid = Grid(say("odds.holds.caption", lang, number=self._number), tuple(heads), tuple(rows))
        return Part("holds", heading, (line,), (), (self._chart(asked),), (grid,))

    def _row(self, who: str, chance: Fraction, places: Iterable[int]) -> tuple[str, ...]:
        """A chance of the table, and the share of the deals in which one of the places had the number."""
        row = (who, percent(chance), str(chance))
        if not self.dealt:
            return row
        wanted = [*places]
        seen = self._observed(lambda held: any(held[place] for place in wanted))
        error = f"{100 * seen.error:.1f}"
        if error == "0.0":
            # Always or never among the deals is not always or never.
            return (*row, voice.about(float(seen.height)))
        return (*row, f"{100 * float(seen.height):.1f} % ± {error}")

    def _observed(self, happened: Callable[[tuple[int, ...]], bool]) -> Observed:
        """The share of the deals in which something happened, and its standard error."""
        share = Fraction(sum(n for held, n in self._counts.items() if happened(held)), self.dealt)
        return Observed(share, sqrt(share * (1 - share) / self.dealt))

    def _chart(self, asked: Sequence[Card]) -> Chart:
        """How many of them the others hold together."""
        lang, number = self._lang, self._odds.number(asked)
        heights = {cards: 100 * number[cards] for cards in range(len(asked) + 1)}
        observed = {}
        legend = [say("odds.holds.exact", lang)]
        if self.dealt:
            for cards in heights:
                seen = self._observed(partial(_together, cards))
                observed[cards] = Observed(100 * seen.height, 100 * seen.error)
            legend.append(say("odds.holds.observed", lang, deals=self.dealt))
        told = ", ".join(
            say("odds.holds.bar", lang, cards=cards, chance=percent(number[cards])) for cards in heights
        )
        return bars(
            heights,
            title=say("odds.holds.title", lang),
            across=say("odds.holds.across", lang),
            up=say("odds.holds.up", lang),
            alt=say("odds.holds.alt", lang, bars=told),
            legend=legend,
            observed=observed,
        )

    def _mine(self) -> Part:
        """What becomes of the own cards."""
        lang, odds = self._lang, self._odds
        centre = odds.view.centre
        rows = []
        for card in self._seen.hand:
            named = f"{card} {card_words(card, lang)}"
            if centre is not None and card.number == centre.number:
                # Nothing answers a call: no chances.
                rows.append((named, say("odds.mine.call", lang), "-", "-"))
                continue
            fits = centre is None or card.fits(centre)
            called = sum(odds.callers(card), Fraction(0))
            followed = odds.follows(2, card)
            told = say(f"odds.mine.{'yes' if fits else 'no'}", lang)
            rows.append((named, told, chance_as(called, self._show), chance_as(followed, self._show)))
        heads = tuple(say(f"odds.mine.{name}", lang) for name in ("card", "fits", "called", "followed"))
        grid = Grid(say("odds.mine.caption", lang), heads, tuple(rows))
        return Part("mine", say("odds.mine.heading", lang), (say("odds.mine.note", lang),), grids=(grid,))

    def _drawn(self) -> Part:
        """What a drawn card is good for: each unseen card is as likely to be the next."""
        lang, unseen = self._lang, self._odds.view.unseen
        heading = say("odds.drawn.heading", lang)
        if not self._odds.view.table.pile:
            return Part("drawn", heading, (say("odds.drawn.empty", lang),))
        centre = self._odds.view.centre
        good = {
            "shark": [card for card in unseen if card.shark],
            "dog": [card for card in unseen if card.dog],
        }
        if centre is not None:
            fits = [card for card in unseen if card.fits(centre)]
            good = {"fits": fits, "same": [c for c in unseen if c.number == centre.number], **good}
        rows = tuple(
            (say(f"odds.drawn.{name}", lang), chance_as(Fraction(len(cards), len(unseen)), self._show))
            for name, cards in good.items()
        )
        heads = (say("odds.drawn.what", lang), say("odds.head.chance", lang))
        return Part("drawn", heading, grids=(Grid(say("odds.drawn.caption", lang), heads, rows),))


def _together(cards: int, held: tuple[int, ...]) -> bool:
    """Whether the players hold so many; the last number is the pile's."""
    return sum(held[:-1]) == cards


def _blank(cards: Sequence[Card]) -> str:
    return format_cards(cards) if cards else ""


def _cards(text: str, field: str) -> tuple[Card, ...]:
    """Cards as they were typed, by a Japanese keyboard, too."""
    parts = [part.lower() for part in typed(text, SIGNS)]
    if parts in ([], ["-"]):
        return ()
    for part, times in Counter(parts).items():
        if times > 1:
            raise Refused("odds.why.twice", field, card=part)
    try:
        return parse_cards(",".join(parts))
    except NotationError:
        raise Refused("odds.why.cards", field, text=text.strip()[:40]) from None


def _whole(text: str, least: int, most: int, field: str) -> int:
    text = plainly(text)
    if text.isascii() and text.isdigit() and len(text) < 4 and least <= int(text) <= most:
        return int(text)
    raise Refused("odds.why.number" if field == "number" else "odds.why.choice", field)
