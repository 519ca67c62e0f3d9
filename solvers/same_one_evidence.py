"""What one player of Same One has seen: in which hands, and which parts of them, unseen cards can lie.

A player sees the table, his own hand and what everybody does in the open; what he is not shown, a `View`
does not hold and `inaba.record.Record.seen_by` writes as ``?``. This module turns that into *places* and
*evidence* for `solvers.locations.Deals`; of a record it takes the views and the steps as he saw them.

**Places.** A rival's cards are kept apart by when they came, as far as that makes a difference: a card drawn
now was not in the hand that was asked a moment ago. Two such batches of one player of which the same is known
are one place again. When he plays a card that may have come from more than one of his batches, the card stays
among the cards that are counted, as `Laid`, and may have lain in each of them: the sizes stay right that way
without a guess.

**Evidence from what was seen**, under both assumptions: who called and was not first holds the card that
went back; who committed a foul holds the card that he tried; and when the played cards are shuffled into a
new pile (rule 9), the hands hold none of them, and the pile and whatever is drawn from it hold nothing else.

**Evidence from silence** (`Assumption.NO_CALL_NO_CARD`): who could call Same One and did not holds no card of
that number. He could not, and nothing is inferred, where

- he has himself played the centre card: nobody calls on his own play;
- the card came later: only cards that were in the hand when it was asked are excluded (a card that he drew
  and kept, though it could have been called, is excluded too);
- the number is a shark's and he held one card: the last card may not be a shark;
- others wait, or the last pass has cleared the round: then nobody is asked.

Somebody who then shows a card that he could have called is taken at his silence no longer: all that was
inferred from it, before and after, is dropped (`Known.doubted`). Where no deal is left that agrees with
everybody's silence, somebody held back and it cannot be told who: then nobody is taken at it.

Rule numbers are those of the package's page (`inaba.same_one`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from inaba.errors import SetupError
from inaba.same_one.cards import Card
from inaba.same_one.moves import Call, Called, Foul, Pass, Play, parse_event, parse_move
from inaba.same_one.state import View
from inaba.same_one.table import Asking, Dealing, Drawing, Drawn, Penalty, Placing, Racing, Table, Turn
from solvers.sights import Sight, check_player, sights

__all__ = [
    "PILE",
    "Assumption",
    "Hidden",
    "Known",
    "Laid",
    "Place",
    "Sight",
    "could_call",
    "known",
    "sights",
]

PILE: Final = 0
"""The draw pile, where players have their numbers."""


class Assumption(StrEnum):
    """What is taken for granted about the cards that one does not see.

    UNIFORM
        All deals that agree with the sizes of the hands and with what was seen are equally likely.
    NO_CALL_NO_CARD
        So are those in which, besides, nobody held a card that he could have called and did not.
    """

    UNIFORM = "uniform"
    NO_CALL_NO_CARD = "no_call_no_card"


class Place(NamedTuple):
    """Cards of one player of which the same is known, or of the pile.

    Attributes
    ----------
    player : int
        From 1; `PILE` for the draw pile.
    batch : int
        Which of his batches, in the order in which they came. In the pile, 0; the cards that will be drawn
        next, where they are told apart, 1, 2, ….
    """

    player: int
    batch: int


class Laid(NamedTuple):
    """A card that a player has played and that may have come from several of his batches.

    Attributes
    ----------
    card : Card
    number : int
        The how-manieth such card it is: the same one may come back from a new pile, and be played again.
    """

    card: Card
    number: int


Hidden = Card | Laid


@dataclass(frozen=True, slots=True)
class Known:
    """Where cards can be, as `solvers.locations.Deals` takes it.

    Attributes
    ----------
    cards : tuple of Hidden
        The unseen cards, and those `Laid`.
    places : dict of Place to int
        How many of them each place holds.
    without : dict of Place to frozenset of Hidden
        For each place the cards that are not there.
    doubted : tuple of int
        Players from whose silence nothing is inferred, because they have shown a card that they could have
        called.
    """

    cards: tuple[Hidden, ...]
    places: dict[Place, int]
    without: dict[Place, frozenset[Hidden]]
    doubted: tuple[int, ...] = ()

    def drawn(self, card: Card) -> Known:
        """What is known once one's self has drawn a card off the pile."""
        pile = Place(PILE, 0)
        cards = tuple(other for other in self.cards if other != card)
        return Known(cards, self.places | {pile: self.places[pile] - 1}, self.without, self.doubted)

    def renewed(self, played: Iterable[Card]) -> Known:
        """What is known once the played cards are the new pile (rule 9)."""
        pile, new = Place(PILE, 0), tuple(played)
        without = {place: gone.union(new) for place, gone in self.without.items()}
        return Known(
            (*self.cards, *new),
            self.places | {pile: len(new)},
            without | {pile: frozenset(self.cards)},
            self.doubted,
        )


def known(
    view: View,
    seen: Sequence[Sight] = (),
    assumption: Assumption | str = Assumption.UNIFORM,
    windows: int | None = None,
    doubted: Iterable[int] = (),
) -> Known:
    """What a player can know of the unseen cards.

    Parameters
    ----------
    view : View
        What he sees now.
    seen : sequence of Sight, optional
        What he has seen before, each step from the one before to ``view``. Without it, only what the view
        itself tells is used: the sizes of the hands; cards shown by calls that are being settled; and, if
        silence counts and there are no fouls (which bring cards at any time), that the centre card was not
        called so far.
    assumption : Assumption
    windows : int, optional
        Silence counts for the centre cards of the last so many plays only; for all unless given.
    doubted : iterable of int, optional
        Players whose silence does not count, besides those who have shown that it must not.

    Raises
    ------
    SetupError
        If there is no such assumption, or the steps do not lead to the view, or cannot be steps of one game.

    Examples
    --------
    >>> from inaba import same_one
    >>> view = same_one.parse("g3,g9/b5,y7/y1,y2 g7:3 - b2,b7,y30 1 0").view(1)
    >>> [(place.player, size) for place, size in known(view).places.items()]
    [(0, 3), (2, 2), (3, 2)]
    >>> without = known(view, assumption=Assumption.NO_CALL_NO_CARD).without
    >>> {place.player: sorted(map(str, cards)) for place, cards in without.items()}
    {0: [], 2: ['b7', 'y7'], 3: []}
    """
    if assumption not in [*Assumption]:
        raise SetupError("solvers.same_one_odds.assumption", value=assumption, known=", ".join(Assumption))
    if windows is not None and (type(windows) is not int or windows < 0):
        raise SetupError("solvers.same_one_odds.windows", windows=windows)
    check_player(view.player, view.players)
    chain = [sight.before for sight in seen] + [view]
    if any(sight.after != then for sight, then in zip(seen, chain[1:], strict=True)):
        raise SetupError("solvers.same_one_odds.sights")
    silent = {*doubted}
    while True:
        try:
            return _Tracker(chain[0], seen, Assumption(assumption), windows, silent).told()
        except _Refuted as refuted:
            if assumption == Assumption.UNIFORM or refuted.player in silent:
                raise SetupError("solvers.same_one_odds.sights") from None
            silent.add(refuted.player)


def could_call(centre: Card, held: int) -> bool:
    """Whether somebody with so many cards may call on a centre card, if he holds its number: a shark may not
    be his last (rule 11)."""
    return held > 1 or not centre.shark


class _Refuted(Exception):
    """A player has shown a card that cannot have been in any of his batches."""

    def __init__(self, player: int) -> None:
        self.player = player


@dataclass(slots=True)
class _Batch:
    """Cards of one place: how many there are, and which are not among them."""

    size: int
    gone: set[Hidden]


class _Tracker:
    """What is known, brought up to date step by step."""

    def __init__(
        self,
        view: View,
        seen: Sequence[Sight],
        assumption: Assumption,
        windows: int | None,
        doubted: Iterable[int],
    ) -> None:
        self.player = view.player
        self.cards: set[Hidden] = set(view.unseen)
        self.pile = _Batch(view.table.pile, set())
        self.hands: dict[Place, _Batch] = {}
        self.drawn: Place | None = None
        """Where a rival's card lies that he has drawn and neither kept nor played yet."""
        self.doubted = tuple(sorted(doubted))
        self.silence = assumption is Assumption.NO_CALL_NO_CARD
        self.arrivals = self.laid = 0
        self.windows = windows
        self.later = sum(map(_begins_window, seen))
        """How many more plays are to come."""
        self._begin(view.table)
        for sight in seen:
            self._saw(sight)
            self._settle()

    def told(self) -> Known:
        places = {Place(PILE, 0): self.pile} | self.hands
        return Known(
            tuple(sorted(self.cards, key=lambda card: (isinstance(card, Laid), card))),
            {place: batch.size for place, batch in places.items()},
            {place: frozenset(batch.gone) for place, batch in places.items()},
            self.doubted,
        )

    # The beginning ----------------------------------------------------------------------------------------

    def _begin(self, table: Table) -> None:
        """What the first view tells."""
        drawer = _drawer(table)
        for player, size in enumerate(table.sizes, 1):
            if player != self.player:
                held = size - (player == drawer)
                if held:
                    self._arrived(player, held)
                if player == drawer:
                    self.drawn = self._arrived(player)
        if isinstance(table.phase, Racing):
            for player, card in table.phase.calls:
                self._shown(player, card)
        for player in _silent(table):
            self._silent(player, table)
        self._settle()

    # One step ---------------------------------------------------------------------------------------------

    def _saw(self, sight: Sight) -> None:
        table, after, text = sight.before.table, sight.after.table, sight.step
        if text.startswith("="):
            self._off_the_pile(table, text)
        elif text.startswith("("):
            event = parse_event(text)
            assert isinstance(event, Called)
            self._lays(*event.calls[0])
        elif text != "?":
            match parse_move(text):
                case Play(cards=cards):
                    for card in cards:
                        self._lays(sight.actor, card)
                case Call(card=card) if not isinstance(table.phase, Asking):
                    self._lays(sight.actor, card)
                case Pass() if self.drawn is not None:
                    self._kept(table)
                case Foul(card=card):
                    self._shown(sight.actor, card)
                case _:
                    pass  # What it brings about comes as a step of its own, or was this player's own.
        self.later -= _begins_window(sight)
        if isinstance(table.phase, Asking) and not isinstance(after.phase, Asking | Penalty):
            self._answered(table, after)
        if new := set(after.unseen) - set(table.unseen):
            self._new_pile(new)
        for player, size in enumerate(after.sizes, 1):
            if table.sizes[player - 1] and not size:
                self._out(player)

    def _off_the_pile(self, table: Table, text: str) -> None:
        """A card comes off the pile: to this player, who sees it, or to a rival."""
        receiver = table.turn
        if isinstance(table.phase, Dealing):
            receiver = table.receiver()
        elif isinstance(table.phase, Penalty):
            receiver = table.phase.player
        self.pile.size -= 1
        if receiver == self.player:
            self.cards.remove(parse_event(text).card)  # type: ignore[union-attr]  # what begins with = is dealt
            return
        place = self._arrived(receiver)
        self.hands[place].gone |= self.pile.gone
        if isinstance(table.phase, Drawing):
            self.drawn = place

    def _arrived(self, player: int, size: int = 1) -> Place:
        """A new batch of a player, of which nothing is known yet."""
        self.arrivals += 1
        place = Place(player, self.arrivals)
        self.hands[place] = _Batch(size, set())
        return place

    def _lays(self, player: int, card: Card) -> None:
        """A player lays a card on the table: it is seen from now on."""
        if player == self.player:
            return
        own = self._batches(player) if self.drawn is None else {self.drawn: self.hands[self.drawn]}
        self.drawn = None
        origins = [place for place, batch in own.items() if card not in batch.gone]
        if not origins:
            raise _Refuted(player)
        self.cards.remove(card)
        if len(origins) == 1:
            self.hands[origins[0]].size -= 1
            return
        self.laid += 1
        token = Laid(card, self.laid)
        self.cards.add(token)
        self._restrict(token, origins)

    def _kept(self, table: Table) -> None:
        """A rival keeps the card that he has drawn, and passes; he could have called with it."""
        assert self.drawn is not None
        place, self.drawn = self.drawn, None
        if table.centre is not None and self._believed(table.turn, table.centre, table.sizes[table.turn - 1]):
            self.hands[place].gone |= self._same(table.centre)

    def _shown(self, player: int, card: Card) -> None:
        """A player shows a card and keeps it: it was called too late, or not allowed."""
        if player == self.player:
            return
        origins = [place for place, batch in self._batches(player).items() if card not in batch.gone]
        if not origins:
            raise _Refuted(player)
        self._restrict(card, origins)

    def _answered(self, table: Table, after: Table) -> None:
        """All have been asked: some called, and the others were silent (rule 11)."""
        calls = after.phase.calls if isinstance(after.phase, Racing) else ()
        for player, card in calls:
            self._shown(player, card)
        for player in set(table.asked()) - {player for player, _ in calls}:
            self._silent(player, table)

    def _silent(self, player: int, table: Table) -> None:
        """A player could call the centre card with what he holds, but for a card just drawn, and did not."""
        assert table.centre is not None
        batches = {place: b for place, b in self._batches(player).items() if place != self.drawn}
        held = table.sizes[player - 1] - (player == _drawer(table))
        if self._believed(player, table.centre, held):
            for batch in batches.values():
                batch.gone |= self._same(table.centre)

    def _new_pile(self, new: set[Card]) -> None:
        """The played cards are a new pile, with nothing else in it (rule 9)."""
        for batch in self.hands.values():
            batch.gone |= new
        self.pile = _Batch(len(new), set(self.cards))
        self.cards |= new

    def _out(self, player: int) -> None:
        """A player has no cards left: where those came from is of no interest any more."""
        left = self._batches(player)
        others = [self.pile, *(batch for place, batch in self.hands.items() if place not in left)]
        self.cards = {card for card in self.cards if any(card not in batch.gone for batch in others)}
        for place in left:
            del self.hands[place]

    # What of it makes no difference ------------------------------------------------------------------------

    def _settle(self) -> None:
        """Forget what has been seen since, and take together what is alike."""
        for batch in (self.pile, *self.hands.values()):
            batch.gone &= self.cards
        alike: dict[tuple[int, frozenset[Hidden]], Place] = {}
        for place, batch in list(self.hands.items()):
            if place == self.drawn:
                continue
            first = alike.setdefault((place.player, frozenset(batch.gone)), place) if batch.size else None
            if first != place:
                del self.hands[place]
            if first not in (None, place):
                self.hands[first].size += batch.size
        for token in [card for card in self.cards if isinstance(card, Laid)]:
            origins = [place for place, batch in self.hands.items() if token not in batch.gone]
            if len(origins) == 1:
                self.hands[origins[0]].size -= 1
                self.cards.remove(token)

    def _batches(self, player: int) -> dict[Place, _Batch]:
        return {place: batch for place, batch in self.hands.items() if place.player == player}

    def _restrict(self, card: Hidden, places: Iterable[Place]) -> None:
        """A card lies in one of these places."""
        self.pile.gone.add(card)
        for place in self.hands.keys() - {*places}:
            self.hands[place].gone.add(card)

    def _same(self, centre: Card) -> set[Hidden]:
        """The unseen cards of the centre's number."""
        return {card for card in self.cards if isinstance(card, Card) and card.number == centre.number}

    def _believed(self, player: int, centre: Card, held: int) -> bool:
        """Whether a player's silence says something."""
        lately = self.windows is None or self.later < self.windows
        heard = self.silence and lately and player not in (*self.doubted, self.player)
        return heard and could_call(centre, held)


def _begins_window(sight: Sight) -> bool:
    """Whether a step lays a card that can be called."""
    before, after = sight.before, sight.after
    return after.last != 0 and (before.last, before.centre) != (after.last, after.centre)


def _drawer(table: Table) -> int:
    """Who holds a card that he has drawn and neither kept nor played yet; 0 for nobody."""
    phase = table.phase.then if isinstance(table.phase, Penalty | Placing) else table.phase
    return table.turn if isinstance(phase, Drawn) else 0


def _silent(table: Table) -> Iterable[int]:
    """Who has not called the centre card, as the table alone tells: asked with all that he holds, but for a
    card that he has just drawn."""
    if table.centre is None or table.rules.fouls:
        return ()
    match table.phase:
        case Turn() | Drawing() | Drawn():
            return table.asked()
        case Racing(calls=calls):
            return set(table.asked()) - {player for player, _ in calls}
        case Asking() if table.passes > table.centre.shark:
            # Asked before the last pass. Who passed then has a card more: he could have called with it, too,
            # but where the number is a shark's, perhaps not with the one that he held before.
            return {
                player
                for player in table.asked()
                if table.after(player) != table.turn or could_call(table.centre, table.sizes[player - 1] - 1)
            }
        case _:
            return ()
