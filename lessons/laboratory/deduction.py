"""The deduction laboratory of Cross Sevens: where each trump is, exactly, as evidence comes in.

Either a position is thought up, and what one finds out is added piece by piece; or a game is followed, step
by step, as one of its players saw it. Each time all deals that agree are counted.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final, NamedTuple, Protocol

from inaba import cross_sevens
from inaba.cross_sevens.cards import CARDS, JOKER, SEVEN, Card, format_cards, parse_cards
from inaba.cross_sevens.description import card_words, suit_words
from inaba.cross_sevens.field import Cell, layout
from inaba.cross_sevens.legality import plain_cells
from inaba.cross_sevens.picture import picture
from inaba.cross_sevens.state import View
from inaba.errors import InabaError, NotationError, TooLarge
from inaba.reading import plainly
from inaba.record import Record
from lessons import voice
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
from solvers.cross_sevens_evidence import (
    FACE_DOWN,
    PILE,
    Assumption,
    Fact,
    Holds,
    Lacks,
    Passed,
    layable,
    situation,
)
from solvers.cross_sevens_odds import Odds, TryOdds
from solvers.sights import sights

MOST_TRIES: Final = 5
"""So many TRYs are shown."""

SIGNS: Final = {"♦": "D", "♠": "S", "♥": "H", "♣": "C"}
"""The suits as they are drawn."""

KINDS: Final = ("lacks", "holds", "passed")
"""What may be found out."""

_SIGNS: Final = "♦♠♥♣"
"""Of the suits, by number."""

_SIZES: Final = re.compile(r"[0-9]{1,2}(?:,[0-9]{1,2}){1,3}")
_MOST_HELD: Final = 17


class Played(Protocol):
    """A table that a game was played at."""

    @property
    def record(self) -> Record: ...


class Position(NamedTuple):
    """A position that somebody has thought up, as player 1 sees it.

    Attributes
    ----------
    hand : tuple of Card
        One's own trumps.
    sizes : tuple of int
        How many trumps each of the others holds.
    laid : tuple of Card
        What lies on the table besides the 7s.
    """

    hand: tuple[Card, ...]
    sizes: tuple[int, ...]
    laid: tuple[Card, ...]


class Counted(NamedTuple):
    """What was counted, once for all that is shown.

    Attributes
    ----------
    odds : Odds
    table : dict of Card to dict of int to Fraction
        Where each trump is that is not on the field.
    tries : tuple of TryOdds
        The best TRYs.
    """

    odds: Odds
    table: dict[Card, dict[int, Fraction]]
    tries: tuple[TryOdds, ...]

    @classmethod
    def of(cls, odds: Odds) -> Counted:
        """Count. Raises `SetupError` where no deal agrees, `TooLarge` where that would take too long."""
        return cls(odds, odds.table(), odds.tries()[:MOST_TRIES])


class DeductionLaboratory(Form):
    """Where each trump of Cross Sevens is, as evidence comes in.

    Parameters
    ----------
    hand : str
        Your trumps: ``"D8,DK"``; you are player 1.
    sizes : str
        How many trumps each of the others holds, player 2 first: ``"5,4"``.
    laid : str
        Trumps on the table besides the 7s, each in a row outward from its 7: ``"S8,S9,H6"``.
    game : Record or table, optional
        A game to be followed, instead of these.
    player : int
        From whose seat the game is seen.
    lang : {"ja", "en"}, optional
        The notebook's unless given (`lessons.voice.language`).

    Raises
    ------
    lessons.laboratory.form.Refused
        If that cannot be: which field, and why; or if the game is of another kind, or has no such seat.

    Examples
    --------
    >>> laboratory = DeductionLaboratory("D8,DK", "3,3", laid="", lang="en")
    >>> laboratory.odds.where(parse_cards("D9")[0])[3]
    Fraction(3, 47)
    >>> laboratory.add("passed", 3)
    >>> laboratory.odds.where(parse_cards("D9")[0])[3]
    Fraction(3, 40)
    """

    def __init__(
        self,
        hand: str = "D8,DJ,SQ,H5,C9",
        sizes: str = "5,4",
        laid: str = "S8,H6",
        *,
        game: Record | Played | None = None,
        player: int = 1,
        lang: str | None = None,
    ) -> None:
        self._prepare(voice.language() if lang is None else lang)
        self._record = None if game is None else _followed(game)
        if self._record is not None:
            seats = range(1, self._record.start.players + 1)
            if type(player) is not int or player not in seats:
                raise Refused("deduction.why.seat", last=seats[-1])
        self._player = player if self._record else 1
        self._view: View
        self._start: Counted | TooLarge
        self._counted: Counted | TooLarge
        self._step = 0
        self._assumption = Assumption.UNIFORM
        self._facts: tuple[Fact, ...] = ()
        self._kind, self._who, self._cards, self._show = KINDS[0], 2, "", "percent"
        self._position = Position((), (), ())
        if self._record is None:
            self._think_up(
                Position(_trumps(str(hand), "hand"), _numbers(str(sizes)), _trumps(str(laid), "laid")), "hand"
            )
        else:
            self._go_to(0)
        super().__init__()

    # What a program may ask and do.

    @property
    def odds(self) -> Odds:
        """The exact counts behind everything that is shown.

        Raises
        ------
        TooLarge
            If counting would take too long at this step of the game.
        """
        if isinstance(self._counted, InabaError):
            raise self._counted
        return self._counted.odds

    @property
    def step(self) -> int:
        """Up to which step of the game was seen."""
        return self._step

    @property
    def last(self) -> int:
        """How many steps the game has; 0 where none is followed."""
        return len(self._record.steps) if self._record else 0

    def add(self, kind: str, player: int, cards: str = "") -> None:
        """Add what was found out of a player's hand.

        Parameters
        ----------
        kind : {"lacks", "holds", "passed"}
        player : int
            One of the others.
        cards : str
            Which trumps; one for ``"holds"``, none for ``"passed"``.

        Raises
        ------
        Refused
            If it cannot be so, alone or with what is known already.
        """
        if kind not in KINDS or player not in self._rivals:
            raise Refused("deduction.why.choice", "kind" if kind not in KINDS else "who")
        named = _trumps(cards, "cards") if kind != "passed" else ()
        if kind != "passed" and not named:
            raise Refused("deduction.why.no_cards", "cards")
        if kind == "holds" and len(named) > 1:
            raise Refused("deduction.why.one", "cards")
        fact: Fact = (
            Passed(player)
            if kind == "passed"
            else Holds(player, *named)
            if kind == "holds"
            else Lacks(player, named)
        )
        self._count((*self._facts, fact), "cards")
        self._hear(say("deduction.said.added", self._lang, fact=self._fact_words(fact)), "info")
        self._publish()

    def take_back(self) -> None:
        """Take back what was added last.

        Raises
        ------
        Refused
            If nothing was added.
        """
        if not self._facts:
            raise Refused("deduction.why.nothing")
        *before, last = self._facts
        told = self._fact_words(last)
        self._count(tuple(before), "")
        self._hear(say("deduction.said.back", self._lang, fact=told), "info")
        self._publish()

    def go_to(self, step: int) -> None:
        """Look at the game after so many steps.

        Raises
        ------
        Refused
            If it has not so many.
        """
        if self._record is None or not 0 <= step <= self.last:
            raise Refused("deduction.why.end", "step")
        self._go_to(step, self._assumption)
        what = say("deduction.said.begin", self._lang)
        if step:
            what = sights(self._record, self._player, step)[-1].step
        self._hear(say("deduction.said.step", self._lang, step=step, last=self.last, what=what), "info")
        self._publish()

    def __repr__(self) -> str:
        if self._record:
            return f"DeductionLaboratory(game=<{self.last} steps>, player={self._player})"
        hand, sizes, laid = self._position
        given = [format_cards(hand), ",".join(map(str, sizes)), format_cards(laid)]
        return f"DeductionLaboratory({', '.join(map(repr, given))})"

    # What is known.

    def _think_up(self, position: Position, field: str) -> None:
        """Take a position, all or nothing; what was added before is forgotten."""
        hand, sizes, laid = position
        if not hand:
            raise Refused("deduction.why.hand", field)
        for card, times in Counter([*hand, *laid]).items():
            if card != JOKER and card.rank == SEVEN:
                raise Refused("deduction.why.seven", field)
            if times > 1:
                raise Refused("deduction.why.twice", field, card=card)
        unseen = len(CARDS) - 4 - len(hand) - len(laid)
        if sum(sizes) > unseen:
            raise Refused("deduction.why.few", field, unseen=unseen, held=sum(sizes))
        whole = (len(hand), *sizes)
        lying = "DSHC"
        text = format_cards(hand)
        view = situation(text, whole, field=lying, actions="try")
        for card in sorted(laid, key=lambda card: (card != JOKER and abs(card.rank - SEVEN), card)):
            seven = layout(view.table.field).where.get(Card(card.suit, SEVEN))
            cells = [cell for cell in plain_cells(view.table, card) if seven and cell.row == seven.row]
            if not cells:
                raise Refused("deduction.why.gap", field, card=card)
            # A 6 goes to the left of its 7, an 8 to the right, and so on outward.
            outward = max if card.rank > SEVEN else min
            lying += f",{card}@{outward(cells, key=_column)}"
            view = situation(text, whole, field=lying, actions="try")
        self._start = self._counted = Counted.of(Odds(view))
        self._view, self._position, self._facts = view, position, ()

    def _go_to(self, step: int, assumption: Assumption = Assumption.UNIFORM) -> None:
        assert self._record is not None
        view = self._record.states[step].view(self._player)
        seen = sights(self._record, self._player, step)
        try:
            self._start = self._counted = Counted.of(Odds(view, seen, assumption))
        except TooLarge as error:
            # The game goes on: other steps can be counted.
            self._start = self._counted = error
        self._view, self._step, self._assumption, self._facts = view, step, assumption, ()

    def _count(self, facts: tuple[Fact, ...], field: str) -> None:
        """Count with what was found out; nothing changes where no deal agrees with it."""
        if isinstance(self._start, InabaError):
            raise Refused("deduction.why.too_large", field)
        try:
            counted = Counted.of(self._start.odds.given(*facts)) if facts else self._start
        except TooLarge as error:
            raise Refused("deduction.why.too_large", field) from error
        except InabaError as error:
            raise Refused("deduction.why.contradiction", field) from error
        self._counted, self._facts = counted, facts

    def _set(self, field: str, text: str) -> None:
        match field:
            case "hand":
                self._think_up(self._position._replace(hand=_trumps(text, field)), field)
            case "laid":
                self._think_up(self._position._replace(laid=_trumps(text, field)), field)
            case "sizes":
                self._think_up(self._position._replace(sizes=_numbers(text)), field)
            case "kind" if text in KINDS:
                self._kind = text
            case "who" if text in map(str, self._rivals):
                self._who = int(text)
            case "cards":
                self._cards = format_cards(found) if (found := _trumps(text, field)) else ""
            case "show" if text in SHOWN:
                self._show = text
            case "assumption" if text in [*Assumption]:
                # A game that is still being played may have been taken back.
                self._go_to(min(self._step, self.last), Assumption(text))
            case "step":
                plain = plainly(text)
                if not (plain.isascii() and plain.isdigit() and len(plain) < 6 and int(plain) <= self.last):
                    raise Refused("deduction.why.step", field, last=self.last)
                self.go_to(int(plain))
                return
            case _:
                raise Refused("deduction.why.choice", field)
        self._hear(say("deduction.said.changed", self._lang), "info")

    def _press(self, button: str) -> None:
        match button:
            case "add":
                self.add(self._kind, self._other, self._cards)
            case "back":
                self.take_back()
            case "before":
                self.go_to(self._step - 1)
            case _:
                self.go_to(self._step + 1)

    # What is shown.

    def _title(self) -> tuple[str, str]:
        about = "deduction.about" if self._record is None else "deduction.about_game"
        return say("deduction.title", self._lang), say(about, self._lang)

    def _fields(self) -> list[Field]:
        def told(name: str, **data: object) -> str:
            return say(f"deduction.field.{name}", self._lang, **data)

        def options(table: str, names: Sequence[str]) -> tuple[tuple[str, str], ...]:
            return tuple((name, say(f"deduction.{table}.{name}", self._lang)) for name in names)

        if self._record is None:
            hand, others, lying = self._position
            sizes, laid = ",".join(map(str, others)), format_cards(lying) if lying else ""
            first = [
                Field("hand", told("hand"), told("hand_help"), format_cards(hand)),
                Field("sizes", told("sizes"), told("sizes_help"), sizes),
                Field("laid", told("laid"), told("laid_help"), laid),
            ]
        else:
            first = [
                Field("step", told("step"), told("step_help", last=self.last), str(self._step)),
                Field(
                    "assumption",
                    told("assumption"),
                    "",
                    str(self._assumption),
                    options("assumption", [str(one) for one in Assumption]),
                ),
            ]
        seats = tuple(
            (str(player), say("deduction.where.player", self._lang, player=player)) for player in self._rivals
        )
        show = chances_as(self._show, self._lang)
        if not seats:
            return [*first, show]
        return [
            *first,
            show,
            Field("who", told("who"), "", str(self._other), seats),
            Field("kind", told("kind"), "", self._kind, options("kind", KINDS)),
            Field("cards", told("cards"), told("cards_help"), self._cards),
        ]

    def _buttons(self) -> list[tuple[str, str]]:
        names = [*["add"] * bool(self._rivals), *["back"] * bool(self._facts)]
        if self._record is not None:
            names = [*["before"] * (self._step > 0), *["next"] * (self._step < self.last), *names]
        return [(name, say(f"deduction.button.{name}", self._lang)) for name in names]

    def _parts(self) -> list[Part]:
        return [self._known(), self._where(), self._tries()]

    def _fact_words(self, fact: Fact) -> str:
        lang = self._lang
        match fact:
            case Lacks(player, cards):
                return say("deduction.fact.lacks", lang, player=player, cards=_signs(cards))
            case Holds(player, card):
                return say("deduction.fact.holds", lang, player=player, cards=_sign(card))
            case Passed(player):
                unseen = {*self._view.unseen}
                shut = _signs(card for card in layable(self._view.table) if card in unseen)
                return say("deduction.fact.passed", lang, player=player, cards=shut)

    @property
    def _other(self) -> int:
        """The player of whom something is to be added: the one chosen last, as long as he plays."""
        return self._who if self._who in self._rivals else self._rivals[0]

    @property
    def _rivals(self) -> tuple[int, ...]:
        """The others who are still in."""
        return tuple(player for player in self._view.table.remaining() if player != self._view.player)

    def _known(self) -> Part:
        lang, view = self._lang, self._view
        lines = [say("deduction.known.unseen", lang, unseen=len(view.unseen), pile=view.table.pile)]
        if isinstance(self._counted, Counted):
            for player in self._counted.odds.known.doubted:
                lines.append(say("deduction.known.doubted", lang, player=player))
        lines += [self._fact_words(fact) for fact in self._facts]
        heading = say("deduction.known.heading", lang)
        return Part("known", heading, tuple(lines), (picture(view, lang=lang),))

    def _where(self) -> Part:
        lang, heading = self._lang, say("deduction.where.heading", self._lang)
        if isinstance(self._counted, InabaError):
            return Part("where", heading, (say("deduction.where.too_large", lang),))
        unseen = {*self._view.unseen}
        if not unseen:
            return Part("where", heading, (say("deduction.where.none", lang),))
        table = {card: row for card, row in self._counted.table.items() if card in unseen}
        named = {PILE: "pile", FACE_DOWN: "face_down"}
        mine = self._view.player
        owners = [owner for owner in next(iter(table.values()), {}) if owner != mine]
        heads = [say("deduction.where.trump", lang)]
        for owner in owners:
            key = f"deduction.where.{named.get(owner, 'player')}"
            heads.append(say(key, lang, player=owner))
        groups: dict[str, list[Card]] = {}
        for card in table:
            caption = say("deduction.where.joker", lang) if card == JOKER else suit_words(card.suit, lang)
            groups.setdefault(caption, []).append(card)
        grids = tuple(
            Grid(
                caption,
                tuple(heads),
                tuple(
                    (_heading(card), *(chance_as(table[card][owner], self._show) for owner in owners))
                    for card in cards
                ),
                tuple(tuple(table[card][owner] for owner in owners) for card in cards),
            )
            for caption, cards in groups.items()
        )
        note = say("deduction.where.note", lang)
        return Part("where", heading, (note,), grids=grids)

    def _tries(self) -> Part:
        lang, heading = self._lang, say("deduction.tries.heading", self._lang)
        best = self._counted.tries if isinstance(self._counted, Counted) else ()
        if not best:
            return Part("tries", heading, (say("deduction.tries.none", lang),))
        rows = tuple(
            (
                f"{_sign(odds.move.card)} {card_words(odds.move.card, lang)}",
                say("deduction.where.player", lang, player=odds.move.player),
                chance_as(odds.chance, self._show),
                _signs(odds.opens) or "-",
            )
            for odds in best
        )
        heads = tuple(say(f"deduction.tries.{name}", lang) for name in ("ask", "of", "chance", "opens"))
        grid = Grid(say("deduction.tries.caption", lang), heads, rows)
        return Part("tries", heading, (say("deduction.tries.note", lang),), grids=(grid,))


def _followed(game: Record | Played) -> Record:
    record = game if isinstance(game, Record) else getattr(game, "record", None)
    if not isinstance(record, Record) or record.notation is not cross_sevens.NOTATION:
        raise Refused("deduction.why.game")
    return record


def _sign(card: Card) -> str:
    """A trump with the sign of its suit, never as a coloured picture."""
    return str(card) if card == JOKER else f"{_SIGNS[card.suit]}\ufe0e{str(card)[1:]}"


def _heading(card: Card) -> str:
    """A trump with its sign, and as it is written into a field."""
    return str(card) if card == JOKER else f"{_sign(card)}\N{NO-BREAK SPACE}({card})"


def _signs(cards: Iterable[Card]) -> str:
    return ", ".join(map(_sign, cards))


def _column(cell: Cell) -> int:
    return cell.column


def _trumps(text: str, field: str) -> tuple[Card, ...]:
    parts = [part.upper() for part in typed(text, SIGNS)]
    if parts in ([], ["-"]):
        return ()
    for part, times in Counter(parts).items():
        if times > 1:
            raise Refused("deduction.why.twice", field, card=part)
    try:
        return tuple(parse_cards(",".join(parts)))
    except NotationError:
        raise Refused("deduction.why.cards", field, text=text.strip()[:40]) from None


def _numbers(text: str) -> tuple[int, ...]:
    plain = ",".join(typed(text))
    numbers = tuple(map(int, plain.split(","))) if _SIZES.fullmatch(plain) else ()
    if not numbers or not all(1 <= number <= _MOST_HELD for number in numbers):
        raise Refused("deduction.why.sizes", "sizes")
    return numbers
