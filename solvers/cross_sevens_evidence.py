"""What one player of Cross Sevens has seen: in whose hands unseen trumps can be.

A player sees the field, his own hand and what everybody does in the open. This module turns that into what
`solvers.whereabouts.Whereabouts` counts. There are three ways in:

- `known` follows the game as he saw it (`solvers.sights.sights`), step by step, and knows all that can be
  known;
- from a bare `View`, `known` knows what the position itself tells: the sizes of the hands, where the trump
  lies that the joker stands for, what was answered in the step under way;
- `supposed` takes a view and a *story* that somebody has thought up (`Lacks`, `Holds`, `Passed`, `Traded`,
  `Swapped`, `Mixed`), for a position without a record; `situation` makes such a view from a hand and the
  sizes of the others'.

**What is exact** under both assumptions:

- who is asked for a trump and says no does not hold it: for a 7 in the set-up, by a TRY, for a claim;
- who plays TRY does not hold what he asks for, and who lays the joker not what it stands for (rules 9, 11);
- who claims takes the joker, and who plays TRADE with this player takes the trump that he gave: for the time
  being it is known where they are. A TRY under ``try=take`` puts its trump where all can tell;
- the hand of an eliminated player is shuffled into the trump pile, with all that is known of it; a trump that
  is drawn later may come of it;
- a TRADE between others, and MIX, move trumps that nobody else sees. MIX is a random permutation of the
  trumps put down, of which this player knows his own and the one that he gets back.

**What is assumed**, always: what a player lays, and what he gives for a TRADE or for MIX, he takes from his
hand at random; it tells nothing of the rest. (So it is in ``trade=blind`` of what is drawn.) All deals of
the unseen trumps are equally likely, by the shuffles.

**What may be assumed besides** (`Assumption.PASSED_COULD_NOT_LAY`): who passed held no trump, at that moment,
that could have gone on the field without joker and action cards. It is not so for

- a TRY that found nothing and ended the turn: he may have had something to lay;
- who must pass because his TRY missed (`inaba.cross_sevens.Rules.try_miss`);
- trumps that came later: only what he held then is excluded.

Passing with a playable trump is allowed (rule 6). Somebody who then shows a trump that he could have laid is
taken at his passes no longer: all that was inferred from them is dropped (`Known.doubted`). Where no deal is
left that agrees with everybody's passes, nobody is taken at them.

Rule numbers are those of the package's page (`inaba.cross_sevens`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple, assert_never

from inaba.cross_sevens.cards import (
    CARDS,
    JOKER,
    SEVENS,
    Card,
    format_actions,
    format_cards,
    parse_actions,
    parse_cards,
)
from inaba.cross_sevens.legality import asked, plain_cells
from inaba.cross_sevens.moves import (
    Begin,
    Claim,
    Dealt,
    Decline,
    Discard,
    Draw,
    Lay,
    Pass,
    Show,
    Try,
    parse_event,
    parse_move,
)
from inaba.cross_sevens.notation import parse_view
from inaba.cross_sevens.rules import Rules
from inaba.cross_sevens.state import View
from inaba.cross_sevens.table import (
    Claiming,
    Drawing,
    Exchanging,
    Mixing,
    Overdue,
    Placing,
    Returning,
    SevenDrawing,
    Sevens,
    Table,
    Trading,
    Trying,
    Turn,
)
from inaba.errors import SetupError
from solvers.sights import Sight, check_player, sights
from solvers.whereabouts import MOST_WAYS, Refuted, Whereabouts, refuting

__all__ = [
    "FACE_DOWN",
    "PILE",
    "Assumption",
    "Fact",
    "Holds",
    "Known",
    "Lacks",
    "Mixed",
    "Passed",
    "Sight",
    "Story",
    "Swapped",
    "Traded",
    "known",
    "layable",
    "sights",
    "situation",
    "supposed",
    "with_facts",
]

PILE: Final = 0
"""The trump pile, where players have their numbers."""

FACE_DOWN: Final = -1
"""The trumps that lie face down for a TRADE or for MIX, where players have their numbers. In `Known.hidden`
the one before player 3 is -3 as long as it is his, and those of MIX that are shuffled are -6."""

SHUFFLED: Final = -6
"""The trumps of MIX once they are shuffled; below the numbers of all players."""


class Assumption(StrEnum):
    """What is taken for granted about the trumps that one does not see.

    UNIFORM
        All deals that agree with what was seen are equally likely, and choices tell nothing.
    PASSED_COULD_NOT_LAY
        So are those in which, besides, nobody who passed held a trump that he could have laid by itself.
    """

    UNIFORM = "uniform"
    PASSED_COULD_NOT_LAY = "passed_could_not_lay"


# A story ----------------------------------------------------------------------------------------------------


class Lacks(NamedTuple):
    """A player does not hold some trumps: he said so, or would have shown or laid them.

    Examples
    --------
    >>> Lacks(2, parse_cards("D9,D10")).player
    2
    """

    player: int
    cards: Collection[Card]


class Holds(NamedTuple):
    """A player holds a trump: he took it before everybody's eyes."""

    player: int
    card: Card


class Passed(NamedTuple):
    """A player could lay none of his trumps by itself, on the field of the view."""

    player: int


class Traded(NamedTuple):
    """Two others exchanged a trump each, by TRADE; which, was not seen."""

    one: int
    other: int


class Swapped(NamedTuple):
    """The player whose view it is gave a trump to another by TRADE, and got one, which he now holds or has
    laid since."""

    player: int
    gave: Card
    got: Card


class Mixed(NamedTuple):
    """MIX: everybody still in put a trump down; they were shuffled and dealt back.

    Attributes
    ----------
    gave, got : Card or None
        What the player whose view it is put down and got back, perhaps the same; None for who is not in it.
    """

    gave: Card | None = None
    got: Card | None = None


Fact = Lacks | Holds | Passed
"""What is known of a hand as it is."""

Story = Sequence[Fact | Traded | Swapped | Mixed]
"""What is known and what has happened, in its order."""


# What is known ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Known:
    """What a player knows of the trumps that he does not see.

    Attributes
    ----------
    hidden : Whereabouts of Card and int
        In whose hands they can be: a player's number, `PILE`, or a negative number for face down.
    doubted : tuple of int
        Players from whose passes nothing is inferred, because they have shown a trump that they could have
        laid.
    """

    hidden: Whereabouts[Card, int]
    doubted: tuple[int, ...] = ()


def known(
    view: View,
    seen: Sequence[Sight] = (),
    assumption: Assumption | str = Assumption.UNIFORM,
    *,
    passes: int | None = None,
    doubted: Iterable[int] = (),
    most_ways: int = MOST_WAYS,
) -> Known:
    """What a player can know of the unseen trumps.

    Parameters
    ----------
    view : View
        What he sees now.
    seen : sequence of Sight, optional
        What he has seen before, each step from the one before to ``view`` (`solvers.sights.sights`). Without
        it, only what the view itself tells is used; that somebody passed, it does not tell.
    assumption : Assumption
    passes : int, optional
        Only the last so many passes of others count; all unless given.
    doubted : iterable of int, optional
        Players whose passes do not count, besides those who have shown that they must not.
    most_ways : int
        How many ways in which trumps may have changed hands unseen are followed up at most.

    Raises
    ------
    SetupError
        If there is no such assumption, or the steps do not lead to the view, or cannot be steps of one game.
    TooLarge
        If there are more ways.

    Examples
    --------
    >>> from inaba import cross_sevens
    >>> view = cross_sevens.parse("D8,DK/S8,S9/H8,JK DSHC - try*9 - - 1 -").view(1)
    >>> known(view).hidden.sizes()
    {2: 2, 3: 2}
    """
    if assumption not in [*Assumption]:
        raise SetupError(
            "solvers.cross_sevens_odds.assumption", value=assumption, known=", ".join(Assumption)
        )
    if passes is not None and (type(passes) is not int or passes < 0):
        raise SetupError("solvers.cross_sevens_odds.passes", passes=passes)
    check_player(view.player, view.players)
    chain = [sight.before for sight in seen] + [view]
    if any(sight.after != then for sight, then in zip(seen, chain[1:], strict=True)):
        raise SetupError("solvers.cross_sevens_odds.sights")
    believing = assumption == Assumption.PASSED_COULD_NOT_LAY
    others = {*range(1, view.players + 1)} - {view.player}
    silent = {*doubted}
    while True:
        try:
            hidden = _Tracker(chain[0], seen, believing, passes, silent, most_ways).hidden
            if not hidden.possible:
                raise Refuted(0)
            return Known(hidden, tuple(sorted(silent)))
        except Refuted as refuted:
            if not believing or silent >= others:
                raise SetupError("solvers.cross_sevens_odds.sights") from None
            # Where it cannot be told who held back, nobody is taken at his passes.
            silent |= {refuted.owner} if refuted.owner in others - silent else others


def supposed(view: View, story: Story = (), *, most_ways: int = MOST_WAYS) -> Known:
    """What a player knows in a position that somebody has thought up, with a story that led to it.

    Parameters
    ----------
    view : View
        What he sees now, after all of it; in a turn, if there is a story. The hands had the same sizes
        throughout, and the field was the same.
    story : sequence of Lacks, Holds, Passed, Traded, Swapped and Mixed
        In the order in which it came.

    Raises
    ------
    SetupError
        If a player or a trump of the story is none, or no deal agrees with all of it.
    TooLarge
        If there are too many ways.

    Examples
    --------
    Player 2 lacks the H8, then trades with player 3:

    >>> view = situation("D8,DK", (2, 3, 3))
    >>> h8 = parse_cards("H8")
    >>> [str(supposed(view, story).hidden.where(h8[0])[3]) for story in ([], [Lacks(2, h8)])]
    ['3/47', '3/44']
    >>> str(supposed(view, [Lacks(2, h8), Traded(2, 3)]).hidden.where(h8[0])[3])
    '1/22'
    """
    check_player(view.player, view.players)
    if story and not isinstance(view.phase, Turn):
        raise SetupError("solvers.cross_sevens_odds.story", position=view)
    me, remaining = view.player, view.table.remaining()
    unseen = {*view.unseen}
    for one in reversed(story):
        # Before it he held what he gave, and did not see what he got; his own trump may have come back.
        if isinstance(one, Swapped | Mixed) and None is not one.gave != one.got is not None:
            _check_exchanged(one.gave, one.got, unseen)
            unseen = unseen - {one.gave} | {one.got}
    hidden = _begun(view, unseen, most_ways)
    for one in story:
        match one:
            case Lacks() | Holds() | Passed():
                hidden = _with_fact(hidden, view, one)
            case Traded(one=first, other=second):
                _check_others(view, first, second)
                hidden = hidden.moved(first, -first).moved(second, -second)
                hidden = hidden.handed(-first, second).handed(-second, first)
            case Swapped(player=other, gave=gave, got=got):
                _check_others(view, other)
                hidden = hidden.seen(other, got).arrived(other, gave)
            case Mixed(gave=gave, got=got):
                if (gave is None) != (got is None) or (gave is None) == (me in remaining):
                    raise SetupError("solvers.cross_sevens_odds.mixed")
                others = [player for player in remaining if player != me]
                for player in others:
                    hidden = hidden.moved(player, SHUFFLED)
                if gave is not None and got is not None:
                    hidden = hidden.arrived(SHUFFLED, gave).seen(SHUFFLED, got)
                for player in others:
                    hidden = hidden.moved(SHUFFLED, player)
            case _ as never:
                assert_never(never)
    hidden = _told(hidden, view)
    if not hidden.possible:
        raise SetupError("solvers.locations.impossible")
    return Known(hidden)


def _check_exchanged(gave: Card, got: Card, unseen: set[Card]) -> None:
    """Refuse an exchange of the player's own in which he would have got or given what he cannot."""
    if gave not in unseen or got in unseen or got not in CARDS:
        raise SetupError("solvers.cross_sevens_odds.exchanged", gave=gave, got=got)


def _check_others(view: View, *players: int) -> None:
    """Refuse a player who is not another one, still in."""
    others = [player for player in view.table.remaining() if player != view.player]
    for player in players:
        if player not in others or players.count(player) > 1:
            raise SetupError(
                "solvers.cross_sevens_odds.other", player=player, others=", ".join(map(str, others))
            )


def _with_fact(hidden: Whereabouts[Card, int], view: View, fact: Fact) -> Whereabouts[Card, int]:
    """What is known with a fact about another's hand besides."""
    _check_others(view, fact.player)
    match fact:
        case Lacks(player=player, cards=cards):
            return hidden.lacks(player, cards)
        case Holds(player=player, card=card):
            if card not in hidden.cards:
                raise SetupError("solvers.locations.card", card=card)
            return hidden.holds(card, player)
        case Passed(player=player):
            return hidden.lacks(player, layable(view.table))
        case _ as never:
            assert_never(never)


def with_facts(before: Known, view: View, facts: Iterable[Fact]) -> Known:
    """What is known with more facts about the others' hands as they are.

    Raises
    ------
    SetupError
        If a player or a trump is none, or no deal agrees with all of it.
    """
    hidden = before.hidden
    for fact in facts:
        hidden = _with_fact(hidden, view, fact)
    if not hidden.possible:
        raise SetupError("solvers.locations.impossible")
    return Known(hidden, before.doubted)


def situation(
    hand: str,
    sizes: Sequence[int],
    *,
    player: int = 1,
    field: str = "DSHC",
    actions: str = "-",
    unseen: Iterable[Card] | None = None,
    rules: Rules | None = None,
) -> View:
    """The view of a player who is to move in a position that somebody has thought up.

    Parameters
    ----------
    hand : str
        His trumps (`inaba.cross_sevens.parse_cards`).
    sizes : sequence of int
        How many trumps each player has, by seat, himself included.
    player : int
        His seat, from 1.
    field : str
        What lies on the field, in the notation (`inaba.cross_sevens.notation`).
    actions : str
        His action cards; those that nobody holds are in their pile.
    unseen : iterable of Card, optional
        The trumps that he does not see; unless given, all that are neither his nor on the field. Those that
        nobody holds are the trump pile.

    Raises
    ------
    NotationError
        If a text cannot be read, or the parts do not go together.
    SetupError
        If there is no such seat, or it holds another number of trumps.

    Examples
    --------
    >>> view = situation("D8,DK", (2, 3, 3), field="DSHC,S8@c3", actions="try")
    >>> len(view.unseen), view.table.pile, [str(move) for move in view.legal_moves()][:2]
    (46, 40, ['D8@b0', 'D8@b2'])
    """
    own = parse_cards(hand)
    check_player(player, len(sizes))
    if player and sizes[player - 1] != len(own):
        raise SetupError("solvers.cross_sevens_odds.hand", size=sizes[player - 1], count=len(own))
    if unseen is None:
        first, *laid = field.split(",")
        lying = {card for card in SEVENS if card.suit.letter in first}
        names = {re.split("[@=]", part)[0] for part in laid}
        lying |= {card for card in CARDS if str(card) in names}
        unseen = [card for card in CARDS if card not in lying and card not in own]
    held = parse_actions(actions)
    mine = format_cards(own) + (f":{format_actions(held)}" if held else "")
    hands = [mine if seat == player else ",".join(["??"] * size) for seat, size in enumerate(sizes, 1)]
    text = f"{'/'.join(hands)} {field} {format_cards(unseen)} try*9 - - {player or 1} -"
    return parse_view(text, player, rules)


def layable(table: Table) -> tuple[Card, ...]:
    """The trumps not on the field that could be laid by themselves, without joker and action cards.

    Examples
    --------
    >>> format_cards(layable(situation("D8,DK", (2, 3, 3)).table))
    'D6,D8,S6,S8,H6,H8,C6,C8'
    """
    return tuple(card for card in table.unseen if plain_cells(table, card))


# What a position tells by itself ----------------------------------------------------------------------------


def _begun(view: View, unseen: Collection[Card], most_ways: int) -> Whereabouts[Card, int]:
    """What the sizes alone tell, and what lies face down."""
    table, me = view.table, view.player
    batches: list[tuple[int, Collection[Card], int]] = [(PILE, unseen, table.pile)]
    batches += [(player, unseen, size) for player, size in enumerate(table.sizes, 1) if player != me and size]
    batches += [(owner, unseen, 1) for owner in _face_down(table) if owner != -me]
    if isinstance(table.phase, Returning):
        batches.append((SHUFFLED, unseen, table.face_down))
        own = view.own.given
        if own is not None and own in unseen:
            batches = _with_own_in_the_mix(batches, table, own, me)
    hidden = Whereabouts(batches, most_ways=most_ways)
    drew = _drew(table)
    if drew in (0, me):
        return hidden
    # The trump that he has just drawn is apart from his others, which he was asked for before.
    return hidden.moved(drew, SHUFFLED).lacks(drew, asked(table)).handed(SHUFFLED, drew)


def _drew(table: Table) -> int:
    """Who has drawn a trump and is asked whether he must show it (rules 2 and 11); 0 for nobody."""
    match table.phase:
        case Overdue(player=player):
            return player
        case Claiming(player=player) if player == table.turn:
            return player
        case _:
            return 0


def _face_down(table: Table) -> tuple[int, ...]:
    """The trumps that lie face down and are somebody's yet."""
    match table.phase:
        case Trading(given=given) | Mixing(given=given):
            return tuple(-player for player in given)
        case Exchanging(target=target, done=done):
            return (-table.turn,) if done or table.rules.trade == "blind" else (-table.turn, -target)
        case _:
            return ()


def _with_own_in_the_mix(
    batches: list[tuple[int, Collection[Card], int]], table: Table, own: Card, me: int
) -> list[tuple[int, Collection[Card], int]]:
    """The same with one's own trump among those of MIX: shuffled yet, or with somebody who has got one."""
    assert isinstance(table.phase, Returning)
    got = table.remaining()[: table.phase.dealt]
    found: list[tuple[int, Collection[Card], int]] = []
    for owner, cards, size in batches:
        if owner == SHUFFLED:
            found.append((owner, cards, size))
        else:
            back = owner in got and owner != me
            found.append((owner, {*cards} - {own}, size - back))
            found += [(owner, cards, 1)] * back
    return found


def _told(hidden: Whereabouts[Card, int], view: View) -> Whereabouts[Card, int]:
    """What the step under way tells besides."""
    table, me = view.table, view.player
    phase = table.phase
    others = [player for player in table.remaining() if player != me]
    match phase:
        case Sevens(suit=suit, player=player):
            for other in others:
                late = table.overdue(suit)
                hidden = hidden.lacks(other, (*late, SEVENS[suit]) if other < player else late)
        case SevenDrawing(suit=suit):
            for other in others:
                hidden = hidden.lacks(other, table.overdue(suit))
        case Overdue(player=player) | Claiming(player=player):
            drew = _drew(table)
            for other in others:
                before = other < player or other == table.turn or bool(drew)
                hidden = hidden.lacks(other, asked(table)) if before and other != drew else hidden
        case Trying(card=card) if table.turn != me:
            hidden = hidden.lacks(table.turn, [card])
        case Placing(target=target, card=card) if target != me:
            hidden = hidden.holds(card, target)
        case _:
            pass
    if table.field.joker and not isinstance(phase, Claiming):
        for other in others:
            hidden = hidden.lacks(other, [table.field.joker[1]])
        for owner in _face_down(table):
            hidden = hidden.lacks(owner, [table.field.joker[1]])
        if isinstance(phase, Returning):
            hidden = hidden.lacks(SHUFFLED, [table.field.joker[1]])
    return hidden


# Step by step -----------------------------------------------------------------------------------------------


class _Tracker:
    """What is known, brought up to date step by step."""

    def __init__(
        self,
        view: View,
        seen: Sequence[Sight],
        believing: bool,
        passes: int | None,
        doubted: Collection[int],
        most_ways: int,
    ) -> None:
        self.player, self.doubted = view.player, doubted
        counting = [number for number, sight in enumerate(seen) if believing and self._passes(sight)]
        counting = counting if passes is None else counting[max(0, len(counting) - passes) :]
        self.hidden = _told(_begun(view, view.unseen, most_ways), view)
        for number, sight in enumerate(seen):
            with refuting(0):
                self._saw(sight, number in counting)

    def _passes(self, sight: Sight) -> bool:
        """Whether a step is another's pass that may count."""
        phase = sight.before.table.phase
        if sight.actor in (0, self.player, *self.doubted) or not isinstance(phase, Turn) or phase.missed:
            return False
        return isinstance(parse_move(sight.step), Draw | Discard | Pass)

    def _saw(self, sight: Sight, counts: bool) -> None:
        before, after, text = sight.before, sight.after, sight.step
        table: Table = before.table
        if text.startswith("="):
            if not isinstance(table.phase, Drawing):
                self._came(before, text)
        elif text == ">??":
            self.hidden = self.hidden.moved(sight.actor, -sight.actor)
        else:
            self._moved(sight.actor, table, text, counts)
        self._shuffled(before, after)

    def _came(self, before: View, text: str) -> None:
        """A trump comes to somebody: off the pile, in a TRADE, or out of MIX."""
        table = before.table
        receiver = table.receiver()
        source = PILE
        match table.phase:
            case Exchanging(target=target, done=done):
                blind = table.rules.trade == "blind" and not done
                source = target if blind else -table.turn if done else -target
            case Returning():
                source = SHUFFLED
            case _:
                pass
        if text == "=??":
            self.hidden = self.hidden.moved(source, receiver)
            return
        card = _card(text)
        if source not in (self.player, -self.player):
            self.hidden = self._seen(source, card)
        if receiver != self.player:
            self.hidden = self.hidden.arrived(receiver, card)

    def _moved(self, actor: int, table: Table, text: str, counts: bool) -> None:
        """Somebody does something in the open."""
        hidden = self.hidden
        move = parse_move(text)
        match move:
            case Begin(suit=suit):
                hidden = self._laid(actor, SEVENS[suit])
            case Decline():
                hidden = self._lacks(actor, asked(table))
            case Lay(card=card, gap=gap):
                owner = table.phase.target if isinstance(table.phase, Placing) else actor
                if gap is not None:
                    self.hidden = self._lacks(owner, (gap,))
                    self.hidden = self._laid(owner, JOKER)
                hidden = self._laid(owner, card)
            case Claim():
                self.hidden = self._laid(actor, *asked(table))
                hidden = self.hidden.arrived(actor, JOKER) if actor != self.player else self.hidden
            case Try(card=card):
                hidden = self._lacks(actor, (card,))
            case Show():
                hidden = self._found(actor, table)
            case Draw() | Discard() | Pass() if counts:
                hidden = self._lacks(actor, layable(table))
            case _:
                pass  # What else there is moves no trumps, or comes as a step of its own.
        self.hidden = hidden

    def _laid(self, owner: int, card: Card) -> Whereabouts[Card, int]:
        return self.hidden if owner == self.player else self._seen(owner, card)

    def _seen(self, owner: int, card: Card) -> Whereabouts[Card, int]:
        with refuting(0 if owner in (PILE, SHUFFLED) else abs(owner)):
            return self.hidden.seen(owner, card)

    def _lacks(self, owner: int, cards: Collection[Card]) -> Whereabouts[Card, int]:
        if owner == self.player:
            return self.hidden
        with refuting(owner):
            return self.hidden.lacks(owner, cards)

    def _found(self, target: int, table: Table) -> Whereabouts[Card, int]:
        """A TRY has found its trump: it is to be laid, or is taken (`Rules.try_hit`)."""
        assert isinstance(table.phase, Trying)
        card = table.phase.card
        if table.rules.try_hit == "lay":
            with refuting(target):
                return self.hidden if target == self.player else self.hidden.holds(card, target)
        hidden = self._laid(target, card)
        return hidden if table.turn == self.player else hidden.arrived(table.turn, card)

    def _shuffled(self, before: View, after: View) -> None:
        """The trumps of MIX are shuffled; the hand of an eliminated player is, into the pile (rule 7)."""
        table: Table = after.table
        if isinstance(table.phase, Returning) and isinstance(before.table.phase, Mixing):
            for player in table.remaining():
                if player != self.player:
                    self.hidden = self.hidden.handed(-player, SHUFFLED)
            if after.own.given is not None:
                self.hidden = self.hidden.arrived(SHUFFLED, after.own.given)
        for player in table.eliminated[len(before.table.eliminated) :]:
            if player != self.player:
                self.hidden = self.hidden.handed(player, PILE)
            elif before.hand:
                self.hidden = self.hidden.arrived(PILE, *before.hand)


def _card(text: str) -> Card:
    """The trump of an event that shows one."""
    event = parse_event(text)
    assert isinstance(event, Dealt)
    return event.card
