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
from solvers.whereabouts import Laid, Refuted, Whereabouts, refuting

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
    others = {*range(1, view.players + 1)} - {view.player}
    silent = {*doubted}
    while True:
        try:
            return _Tracker(chain[0], seen, Assumption(assumption), windows, silent).told()
        except Refuted as refuted:
            if assumption == Assumption.UNIFORM or silent >= others:
                raise SetupError("solvers.same_one_odds.sights") from None
            silent |= {refuted.owner} if refuted.owner in others - silent else others


def could_call(centre: Card, held: int) -> bool:
    """Whether somebody with so many cards may call on a centre card, if he holds its number: a shark may not
    be his last (rule 11)."""
    return held > 1 or not centre.shark


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
        self.doubted = tuple(sorted(doubted))
        self.silence = assumption is Assumption.NO_CALL_NO_CARD
        self.windows = windows
        self.later = sum(map(_begins_window, seen))
        """How many more plays are to come."""
        self.drawer = 0
        """Who has drawn a card and neither kept nor played it yet, a rival: it is apart, with the number
        `_in_hand` gives it."""
        self.hidden = self._begun(view)
        for sight in seen:
            with refuting(0):
                self._saw(sight)

    def told(self) -> Known:
        batches = self.hidden.batches()
        cards = frozenset[Hidden]().union(*(cards for _, cards, _ in batches))
        places, without = {Place(PILE, 0): 0}, {Place(PILE, 0): frozenset[Hidden]()}
        ordered = sorted(batches, key=lambda batch: (abs(batch[0]), sorted(map(_order, batch[1]))))
        for number, (owner, inside, size) in enumerate(ordered, 1):
            place = Place(abs(owner), number if owner else 0)
            places[place], without[place] = size, cards - inside
        return Known(tuple(sorted(cards, key=_order)), places, without, self.doubted)

    # The beginning ----------------------------------------------------------------------------------------

    def _begun(self, view: View) -> Whereabouts[Card, int]:
        """What the first view tells."""
        table, unseen = view.table, view.unseen
        drawer = _drawer(table)
        self.drawer = 0 if drawer == self.player else drawer
        sizes = {
            player: size - (player == drawer)
            for player, size in enumerate(table.sizes, 1)
            if player != self.player
        }
        batches = [(PILE, unseen, table.pile), *((player, unseen, size) for player, size in sizes.items())]
        if self.drawer:
            batches.append((-self.drawer, unseen, 1))
        self.hidden = Whereabouts(batches)
        with refuting(0):
            if isinstance(table.phase, Racing):
                for player, card in table.phase.calls:
                    self._shown(player, card)
            for player in _silent(table):
                self._silent(player, table)
        return self.hidden

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
                case Pass() if self.drawer:
                    self._kept(table)
                case Foul(card=card):
                    self._shown(sight.actor, card)
                case _:
                    pass  # What it brings about comes as a step of its own, or was this player's own.
        self.later -= _begins_window(sight)
        if isinstance(table.phase, Asking) and not isinstance(after.phase, Asking | Penalty):
            self._answered(table, after)
        if new := set(after.unseen) - set(table.unseen):
            # The played cards are a new pile, with nothing else in it (rule 9).
            self.hidden = self.hidden.arrived(PILE, *sorted(new))

    def _off_the_pile(self, table: Table, text: str) -> None:
        """A card comes off the pile: to this player, who sees it, or to a rival."""
        receiver = table.turn
        if isinstance(table.phase, Dealing):
            receiver = table.receiver()
        elif isinstance(table.phase, Penalty):
            receiver = table.phase.player
        if receiver == self.player:
            card = parse_event(text).card  # type: ignore[union-attr]  # what begins with = is dealt
            self.hidden = self.hidden.seen(PILE, card)
        elif isinstance(table.phase, Drawing):
            self.drawer = receiver
            self.hidden = self.hidden.moved(PILE, -receiver)
        else:
            self.hidden = self.hidden.moved(PILE, receiver)

    def _lays(self, player: int, card: Card) -> None:
        """A player lays a card on the table: it is seen from now on. Who has just drawn one lays that."""
        if player == self.player:
            return
        with refuting(player):
            self.hidden = self.hidden.seen(-player if player == self.drawer else player, card)
        self.drawer = 0

    def _kept(self, table: Table) -> None:
        """A rival keeps the card that he has drawn, and passes; he could have called with it."""
        player, self.drawer = self.drawer, 0
        if table.centre is not None and self._believed(player, table.centre, table.sizes[player - 1]):
            self.hidden = self.hidden.lacks(-player, self._same(table.centre))
        self.hidden = self.hidden.handed(-player, player)

    def _shown(self, player: int, card: Card) -> None:
        """A player shows a card and keeps it: it was called too late, or not allowed."""
        if player != self.player:
            with refuting(player):
                self.hidden = self.hidden.holds(card, player, -player)

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
        held = table.sizes[player - 1] - (player == _drawer(table))
        if self._believed(player, table.centre, held):
            self.hidden = self.hidden.lacks(player, self._same(table.centre))

    def _same(self, centre: Card) -> list[Card]:
        """The unseen cards of the centre's number."""
        return [card for card in self.hidden.cards if card.number == centre.number]

    def _believed(self, player: int, centre: Card, held: int) -> bool:
        """Whether a player's silence says something."""
        lately = self.windows is None or self.later < self.windows
        heard = self.silence and lately and player not in (*self.doubted, self.player)
        return heard and could_call(centre, held)


def _order(card: Hidden) -> tuple[bool, object]:
    """Cards before those laid, each in their order."""
    return isinstance(card, Laid), card


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
