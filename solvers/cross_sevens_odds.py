"""The odds of Cross Sevens: who holds what, what a TRY finds, who can lay; exact fractions.

`Odds` answers for one player, from what he has seen and nothing else: a `View`, and the steps of the game
before it if there are any (`solvers.sights.sights`); or from a position and a story that somebody has thought
up (`Odds.supposed`). Chances are shares of all deals of the unseen trumps that agree with that, over all ways
in which trumps may have changed hands unseen (`solvers.cross_sevens_evidence` says what is exact in that, and
what is assumed).

What can be asked:

holds, none, each, number
    Whether, and how many, of some trumps are with some players: single, joined, or as a distribution.
where, table
    Where a trump is; where each is: a grid of trumps and players.
tries, openings
    Every TRY that may be played, with the chance that it finds its trump, and what that opens for oneself.
lays
    The chance that a player holds something that he can lay: a trump alone, or the joker with the trump
    beyond a gap, without action cards. What he may draw until then is not counted.
claimed
    The chance that somebody holds the trump that the joker is laid for, and takes the joker.
out_of_reach
    The chance that a trump cannot be laid with what is in the hands, because it is shut in or because every
    way to it needs a trump that lies in the pile.
moves
    One's own moves, with what follows from each (`MoveOdds`).

Rule numbers are those of the package's page (`inaba.cross_sevens`).

Examples
--------
>>> from inaba import cross_sevens
>>> view = cross_sevens.parse("D8,D10:try/S8,S2,D9/H8,H2 DSHC - try*8 - - 1 -").view(1)
>>> odds = Odds(view)
>>> str(odds.where(cross_sevens.parse_card("D9"))[2])
'3/5'
>>> best = odds.tries()[0]
>>> str(best.move), str(best.chance), [str(card) for card in best.opens]
('try:2:S8', '3/5', [])
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction

from inaba.chance import Chance
from inaba.cross_sevens.cards import JOKER, Action, Card
from inaba.cross_sevens.field import Field, pairs, places
from inaba.cross_sevens.legality import plain_cells
from inaba.cross_sevens.moves import Draw, Lay, Move, Try
from inaba.cross_sevens.rules import Rules
from inaba.cross_sevens.state import View
from inaba.cross_sevens.table import Table
from inaba.errors import Reason, SetupError, TooLarge
from solvers.cross_sevens_evidence import (
    FACE_DOWN,
    PILE,
    Assumption,
    Fact,
    Known,
    Sight,
    Story,
    known,
    supposed,
    with_facts,
)
from solvers.cross_sevens_reach import Reach
from solvers.sights import check_player
from solvers.whereabouts import MOST_WAYS

__all__ = [
    "FACE_DOWN",
    "PILE",
    "Advice",
    "Adviser",
    "Assumption",
    "MoveOdds",
    "Odds",
    "TryOdds",
    "advise",
    "hit",
    "opened",
]

Question = tuple[Iterable[Card], Iterable[int]]
"""Trumps and players: does any of these hold any of those?"""

_NEVER, _SURE = Fraction(0), Fraction(1)


@dataclass(frozen=True, slots=True)
class TryOdds:
    """What may become of a TRY.

    Attributes
    ----------
    move : Try
    chance : Fraction
        That the player named holds the trump.
    opens : tuple of Card
        One's own trumps that can then be laid by themselves and cannot yet, wherever the trump is placed best
        for each. (Under ``try=take`` the trump comes to one's hand: those that can be laid once it is.)
    """

    move: Try
    chance: Fraction
    opens: tuple[Card, ...]

    @property
    def opening(self) -> Fraction:
        """The chance that it opens the way for a trump of one's own."""
        return self.chance if self.opens else _NEVER

    @property
    def rank(self) -> tuple[Fraction, int]:
        """What TRYs are ranked by, the larger the better: the chance, then how much it opens."""
        return self.chance, len(self.opens)


@dataclass(frozen=True, slots=True)
class MoveOdds:
    """What follows from a move.

    Attributes
    ----------
    move : Move
    laid : int
        How many trumps of one's own it lays.
    mine : int
        How many trumps of one's own can then be laid by themselves.
    hits : Fraction or None
        Of a TRY, the chance that it finds its trump; of drawing a trump, that it can be laid by itself.
    claimed : Fraction or None
        Where it lays the joker, the chance that somebody takes it.
    next : int
        Whose turn comes after one's own.
    follows : Fraction
        The chance that he then has something to lay, with what he holds now.
    """

    move: Move
    laid: int
    mine: int
    hits: Fraction | None
    claimed: Fraction | None
    next: int
    follows: Fraction

    @property
    def rank(self) -> tuple[int, Fraction, int, Fraction, int]:
        """What moves are ranked by, the larger the better: how many trumps it lays; the chance to hit; how
        many own trumps can be laid next; that the next player is stuck; how few action cards it needs."""
        used = len(self.move.actions()) if isinstance(self.move, Lay) else 0
        return self.laid, self.hits or _NEVER, self.mine, -self.follows, -used


class Odds:
    """What the unseen trumps may be, as one player sees it.

    Parameters
    ----------
    view : View
        What he sees.
    seen : sequence of Sight, optional
        What he saw before, step by step (`solvers.sights.sights`).
    assumption : Assumption
        What is taken for granted.
    passes : int, optional
        Only the last so many passes of others count; all unless given.
    most_ways : int
        How many ways in which trumps may have changed hands unseen are followed up at most.

    Attributes
    ----------
    view : View
    assumption : Assumption
    known : solvers.cross_sevens_evidence.Known
        In whose hands trumps can be.

    Raises
    ------
    SetupError
        If there is no such assumption, or the steps do not lead to the view.
    TooLarge
        Here, or by a question: if there are more ways, or a count takes too long.

    Notes
    -----
    The cost grows with the number of ways (`solvers.whereabouts`). In 24 whole games of 3 to 5 players, seen
    six times each, there were 30 at most, 1 in most positions, under either assumption; to follow the game
    took 0.01 to 0.5 seconds, and its table 0.001 to 1.3. A bare view has one way. A story can have many more:
    four players, each two times short of a card, who have all traded and then mixed, have 1795, and a table
    takes eight seconds; five are beyond the limit.

    Examples
    --------
    >>> from inaba import cross_sevens
    >>> odds = Odds(cross_sevens.parse("D8,D9/S8,S2/H8,JK DSHC - try*9 - - 1 -").view(1))
    >>> odds.holds(cross_sevens.parse_cards("S8,H8"), 2)
    Fraction(5, 6)
    """

    def __init__(
        self,
        view: View,
        seen: Sequence[Sight] = (),
        assumption: Assumption | str = Assumption.UNIFORM,
        *,
        passes: int | None = None,
        most_ways: int = MOST_WAYS,
    ) -> None:
        with _counting():
            found = known(view, seen, assumption, passes=passes, most_ways=most_ways)
        self.view: View = view
        self.assumption: Assumption = Assumption(assumption)
        self.known: Known = found

    @classmethod
    def supposed(cls, view: View, story: Story = (), *, most_ways: int = MOST_WAYS) -> Odds:
        """The odds in a position that somebody has thought up, with a story that led to it.

        Parameters
        ----------
        view : View
            `solvers.cross_sevens_evidence.situation` makes one.
        story : sequence of Lacks, Holds, Passed, Traded, Swapped and Mixed
            What is known and what has happened, in its order (`solvers.cross_sevens_evidence.supposed`).
        most_ways : int

        Raises
        ------
        SetupError
            If a player or a trump of the story is none, or no deal agrees with all of it.

        Examples
        --------
        >>> from inaba.cross_sevens import parse_cards
        >>> from solvers.cross_sevens_evidence import Passed, situation
        >>> d9, = parse_cards("D9")
        >>> view = situation("D8,DK", (2, 3, 3))
        >>> odds = Odds.supposed(view, [Passed(3)])
        >>> str(Odds(view).where(d9)[3]), str(odds.where(d9)[3])
        ('3/47', '3/40')
        """
        with _counting():
            found = supposed(view, story, most_ways=most_ways)
        return cls._of(view, found, Assumption.UNIFORM)

    @classmethod
    def _of(cls, view: View, known: Known, assumption: Assumption) -> Odds:
        odds = object.__new__(cls)
        odds.view, odds.known, odds.assumption = view, known, assumption
        return odds

    def given(self, *facts: Fact) -> Odds:
        """The odds if more is known of the others' hands as they are: `Lacks`, `Holds`, `Passed`.

        Raises
        ------
        SetupError
            If a player or a trump is none, or no deal agrees with it.

        Examples
        --------
        >>> from inaba import cross_sevens
        >>> from solvers.cross_sevens_evidence import Lacks
        >>> odds = Odds(cross_sevens.parse("D8,D9/S8,S2/H8,JK DSHC - try*9 - - 1 -").view(1))
        >>> s8, = cross_sevens.parse_cards("S8")
        >>> odds.given(Lacks(3, [s8])).where(s8)
        {2: Fraction(1, 1), 3: Fraction(0, 1)}
        """
        with _counting():
            return self._of(self.view, with_facts(self.known, self.view, facts), self.assumption)

    # Who holds what -----------------------------------------------------------------------------------------

    @property
    def rivals(self) -> tuple[int, ...]:
        """The other players who are still in."""
        return tuple(player for player in self.view.table.remaining() if player != self.view.player)

    def holds(self, cards: Iterable[Card], *players: int) -> Fraction:
        """The chance that at least one of some trumps is held by one of some players.

        Parameters
        ----------
        cards : iterable of Card
            Nobody holds those that lie on the field.
        *players : int
            Any of the others, unless given.

        Raises
        ------
        SetupError
            If there is no such player.
        TooLarge
            If a count takes too long. (So do all other questions.)

        Examples
        --------
        >>> from inaba import cross_sevens
        >>> odds = Odds(cross_sevens.parse("D8/S8,S2/H8,H2 DSHC - try*9 - - 1 -").view(1))
        >>> odds.holds(cross_sevens.parse_cards("S8"), 2), odds.holds(cross_sevens.parse_cards("S8"))
        (Fraction(1, 2), Fraction(1, 1))
        """
        return 1 - self.none((cards, players or self.rivals))

    def none(self, *questions: Question) -> Fraction:
        """The chance that in no question one of its players holds one of its trumps.

        Parameters
        ----------
        *questions : (iterable of Card, iterable of int)
            Trumps and players.

        Examples
        --------
        >>> from inaba import cross_sevens
        >>> odds = Odds(cross_sevens.parse("D8/S8,S2/H8,H2 DSHC - try*9 - - 1 -").view(1))
        >>> odds.none((cross_sevens.parse_cards("S8"), [2]), (cross_sevens.parse_cards("H8"), [3]))
        Fraction(1, 3)
        """
        asked = [self._question(question) for question in questions]
        if any(mine for _, _, mine in asked):
            return _NEVER
        with _counting():
            return self.known.hidden.none(*((cards, players) for cards, players, _ in asked))

    def each(self, *questions: Question) -> Fraction:
        """The chance that in every question one of its players holds one of its trumps.

        Parameters
        ----------
        *questions : (iterable of Card, iterable of int)
            At most `solvers.locations.MOST_QUESTIONS`.

        Examples
        --------
        >>> from inaba import cross_sevens
        >>> odds = Odds(cross_sevens.parse("D8/S8,S2/H8,H2 DSHC - try*9 - - 1 -").view(1))
        >>> odds.each((cross_sevens.parse_cards("S8"), [2]), (cross_sevens.parse_cards("H8"), [3]))
        Fraction(1, 3)
        """
        asked = [self._question(question) for question in questions]
        with _counting():
            return self.known.hidden.each(*((cards, players) for cards, players, mine in asked if not mine))

    def number(self, cards: Iterable[Card], *players: int) -> Chance[int]:
        """How many of some trumps some players hold together, as a distribution; any others unless given.

        Examples
        --------
        >>> from inaba import cross_sevens
        >>> odds = Odds(cross_sevens.parse("D8/S8,S2/H8,H2 DSHC - try*9 - - 1 -").view(1))
        >>> odds.number(cross_sevens.parse_cards("S8,S2"), 2)
        Chance({0: 1, 1: 4, 2: 1})
        """
        found, owners, mine = self._question((cards, players or self.rivals))
        with _counting():
            return self.known.hidden.number(found, owners).map(lambda number: number + mine)

    def where(self, card: Card) -> dict[int, Fraction]:
        """For each player who can hold a trump, the pile (`PILE`, where there is one) and what lies face down
        (`FACE_DOWN`, likewise) the chance that it is there; the chances sum to 1.

        Raises
        ------
        SetupError
            If it lies on the field, so that there is nothing to ask, or is not in this game at all.
        """
        if card in (*self.view.hand, self._down()):
            return {self.view.player if card in self.view.hand else FACE_DOWN: _SURE}
        if card not in self.view.unseen:
            if card in self.view.table.field.cards():
                raise SetupError("solvers.cross_sevens_odds.on_field", card=card)
            raise SetupError("solvers.cross_sevens_odds.absent", card=card)
        with _counting():
            return self._told(self.known.hidden.where(card))

    def table(self) -> dict[Card, dict[int, Fraction]]:
        """`where` of every trump that is not on the field, one's own among them: a grid whose rows sum to 1,
        and whose columns sum to the sizes of the hands.

        Examples
        --------
        >>> from inaba import cross_sevens
        >>> odds = Odds(cross_sevens.parse("D8/S8,S2/H8 DSHC - try*9 - - 1 -").view(1))
        >>> for card, row in odds.table().items():
        ...     print(card, *(f"{player}:{chance}" for player, chance in row.items()))
        D8 1:1 2:0 3:0
        S2 1:0 2:2/3 3:1/3
        S8 1:0 2:2/3 3:1/3
        H8 1:0 2:2/3 3:1/3
        """
        with _counting():
            hidden = self.known.hidden.table()
        rows = {
            card: self._told(hidden[card]) if card in hidden else self.where(card)
            for card in self.view.table.unseen
        }
        # The players, then the pile, then what lies face down.
        columns = sorted({owner for row in rows.values() for owner in row}, key=lambda n: (n < 1, abs(n)))
        return {card: {owner: row.get(owner, _NEVER) for owner in columns} for card, row in rows.items()}

    def _down(self) -> Card | None:
        """One's own trump face down, as long as one knows where it is."""
        given = self.view.own.given
        return given if given is not None and given not in self.view.unseen else None

    def _told(self, chances: dict[int, Fraction]) -> dict[int, Fraction]:
        """Chances with all that lies face down taken together."""
        found: dict[int, Fraction] = {}
        for owner, chance in chances.items():
            if owner == PILE and not self.view.table.pile:
                continue
            key = owner if owner >= 0 else FACE_DOWN
            found[key] = found.get(key, _NEVER) + chance
        return found

    def _question(self, question: Question) -> tuple[list[Card], list[int], int]:
        """The unseen ones of some trumps, the others among some players, and how many are in the own hand."""
        asked, players = {*question[0]}, [*question[1]]
        for player in players:
            check_player(player, self.view.players)
        mine = len(asked.intersection(self.view.hand)) if self.view.player in players else 0
        others = [player for player in players if player not in (PILE, self.view.player)]
        return [card for card in self.view.unseen if card in asked], others, mine

    # TRY ----------------------------------------------------------------------------------------------------

    def tries(self) -> tuple[TryOdds, ...]:
        """Every TRY that may be played now, the likeliest first, of those equally likely what opens most.

        None if none may be played: without the card, or after something else in the turn (rule 9).
        """
        found = [self._try(move) for move in self.view.legal_moves() if isinstance(move, Try)]
        return tuple(sorted(found, key=lambda odds: odds.rank, reverse=True))

    def openings(self) -> tuple[TryOdds, ...]:
        """The TRYs that can open the way for a trump of one's own, the likeliest to do so first."""
        return tuple(odds for odds in self.tries() if odds.opening)

    def _try(self, move: Try) -> TryOdds:
        chance = self.where(move.card).get(move.player, _NEVER)
        return TryOdds(move, chance, opened(self.view, move.card))

    # What can be laid ---------------------------------------------------------------------------------------

    def lays(self, player: int, field: Field | None = None) -> Fraction:
        """The chance that a player holds something that he can lay without action cards.

        Parameters
        ----------
        player : int
            With what he holds now; what he may draw until his turn is not counted.
        field : Field, optional
            The field as it will be then; as it is unless given.

        Examples
        --------
        >>> from inaba import cross_sevens
        >>> odds = Odds(cross_sevens.parse("D8/S8,S2/H3,H2 DSHC - try*9 - - 1 -").view(1))
        >>> odds.lays(2)
        Fraction(1, 2)
        """
        check_player(player, self.view.players)
        field = self.view.field if field is None else field
        rules = self.view.rules
        if player == self.view.player:
            return Fraction(_can_lay(field, self.view.hand, rules))
        lying = field.cards()
        cards = [card for card in self.view.unseen if card not in lying]
        alone = [card for card in cards if _alone(field, card, rules)]
        if JOKER not in cards:
            return self.holds(alone, player)
        # With the joker also what lies beyond a gap: whoever holds the trump of the gap lays that.
        beyond = [card for card in cards if _beyond(field, card, rules)]
        stuck = self.none(([*alone, JOKER], [player])) + self.none(([*alone, *beyond], [player]))
        return 1 - stuck + self.none(([*alone, *beyond, JOKER], [player]))

    def claimed(self, gap: Card) -> Fraction:
        """The chance that somebody holds the trump that the joker would stand for, and so takes the joker."""
        return self.holds([gap])

    def out_of_reach(self, card: Card, means: Iterable[Action] = ()) -> Fraction:
        """The chance that a trump cannot be laid as long as nobody draws from the trump pile: it is shut in,
        or each way to it needs a trump that lies in the pile, perhaps itself.

        What the joker could help, which may stand for a trump of the pile, is not counted.

        Parameters
        ----------
        card : Card
            One that is not on the field.
        means : iterable of Action
            CROSS, TUNNEL or both, if they may help (`solvers.cross_sevens_reach.Reach.ways`).

        Raises
        ------
        SetupError
            If the trump lies on the field, or is the joker.

        Examples
        --------
        The own D10 waits for the D9, which is one of five unseen trumps; two of them are the pile:

        >>> from inaba import cross_sevens
        >>> odds = Odds(cross_sevens.parse("D8,D10/S8/H8,S2 DSHC C2,D9 try*9 - - 1 -").view(1))
        >>> odds.out_of_reach(cross_sevens.parse_card("D10"))
        Fraction(2, 5)
        """
        ways = Reach.of(self.view).ways(card, means)
        needed = ([step.card for step in way.steps] for way in ways)
        with _counting():
            return self.known.hidden.each(*((cards, [PILE]) for cards in needed))

    # Moves --------------------------------------------------------------------------------------------------

    def moves(self) -> tuple[MoveOdds, ...]:
        """The moves of the player whose view it is, best first (`MoveOdds.rank`), equal ones in legal order.

        None if he is not to act.
        """
        found = [self.move(move) for move in self.view.legal_moves()]
        return tuple(sorted(found, key=lambda odds: odds.rank, reverse=True))

    def move(self, move: Move) -> MoveOdds:
        """What follows from a legal move."""
        view, table = self.view, self.view.table
        field, hand, laid = view.field, view.hand, 0
        hits = claimed = None
        match move:
            case Lay():
                field = _with_laid(table, view.player, move)
                lying = field.cards()
                hand = tuple(card for card in hand if card not in lying)
                laid = len(view.hand) - len(hand)
                claimed = self.claimed(move.gap) if move.gap else None
            case Try():
                hits = self.where(move.card).get(move.player, _NEVER)
            case Draw(trump=True):
                hits = self._drawn()
            case _:
                pass
        following = table.after(table.turn) if table.turn else 0
        return MoveOdds(
            move=move,
            laid=laid,
            mine=sum(_alone(field, card, view.rules) for card in hand),
            hits=hits,
            claimed=claimed,
            next=following,
            follows=self.lays(following, field) if following else _NEVER,
        )

    def _drawn(self) -> Fraction:
        """The chance that a trump drawn off the pile can be laid by itself."""
        pile = self.view.table.pile
        alone = [card for card in self.view.unseen if plain_cells(self.view.table, card)]
        return sum((self.where(card)[PILE] for card in alone), _NEVER) / pile


def opened(view: View, card: Card) -> tuple[Card, ...]:
    """The own trumps that could be laid by themselves if a trump lay on the field, and cannot yet.

    Examples
    --------
    >>> from inaba import cross_sevens
    >>> view = cross_sevens.parse("D9,DJ/S8,S2/H8,H2 DSHC - try*9 - - 1 -").view(1)
    >>> [str(other) for other in opened(view, cross_sevens.parse_card("D8"))]
    ['D9']
    """
    now = [other for other in view.hand if not _alone(view.field, other, view.rules)]
    after = [view.field.with_card(card, cell) for cell in plain_cells(view.table, card)]
    return tuple(other for other in now if any(_alone(field, other, view.rules) for field in after))


def hit(view: View, move: Try) -> Fraction:
    """The chance that a TRY finds its trump, from the view alone and with all deals equally likely: by a
    formula.

    The unseen trumps are anywhere, but for the one that the joker stands for, which nobody holds (rule 11).
    That takes microseconds where `Odds` takes milliseconds: for players that decide thousands of times. A
    test says that the two agree.

    Examples
    --------
    >>> from inaba import cross_sevens
    >>> view = cross_sevens.parse("D8,D10:try/S8,S2,D9/H8,H2 DSHC - try*8 - - 1 -").view(1)
    >>> hit(view, cross_sevens.Try(2, cross_sevens.parse_card("S8")))
    Fraction(3, 5)
    """
    nowhere = [view.field.joker[1]] if view.field.joker else []
    if move.card in nowhere:
        return _NEVER
    return Fraction(view.sizes[move.player - 1], len(view.unseen) - len(nowhere))


def _alone(field: Field, card: Card, rules: Rules) -> bool:
    """Whether a trump can be laid without joker and action cards."""
    return any(not place.cross and not place.tunnel for place in places(field, card, rules))


def _beyond(field: Field, card: Card, rules: Rules) -> bool:
    """Whether a trump can be laid beyond a gap with the joker, without action cards."""
    return any(not place.cross and not place.tunnel for _, place in pairs(field, card, rules))


def _can_lay(field: Field, hand: Collection[Card], rules: Rules) -> bool:
    """Whether a hand holds something to lay, without action cards."""
    if any(_alone(field, card, rules) for card in hand):
        return True
    return JOKER in hand and any(
        gap not in hand and not place.cross and not place.tunnel
        for card in hand
        for gap, place in pairs(field, card, rules)
    )


def _with_laid(table: Table, player: int, lay: Lay) -> Field:
    """The field once a trump has been laid."""
    closes = player if table.rules.stop == "until_next_turn" else 0
    field = table.field.with_card(lay.card, lay.cell).with_stops(lay.stops, closes)
    return replace(field, joker=(lay.joker, lay.gap)) if lay.gap and lay.joker else field


@contextmanager
def _counting() -> Iterator[None]:
    """Say of a count that is too long what would do here."""
    try:
        yield
    except TooLarge as error:
        raise TooLarge("solvers.cross_sevens_odds.steps", size=error.size, limit=error.limit) from error


# Advice -----------------------------------------------------------------------------------------------------


class Advice(list[tuple[Move, tuple[Fraction | str, ...]]]):
    """A player's moves as a board shows them, best first: each with its odds, one for each column.

    Attributes
    ----------
    columns : tuple of Reason
        What the odds are: how many own trumps can be laid afterwards, the chance that the next player can
        lay, that a TRY or a draw hits, and that the joker is taken; ``-`` where it does not apply.
    method : Reason
        What that means, and what is assumed.
    odds : tuple of MoveOdds
        All that is known of each move, in the same order.
    """

    columns: tuple[Reason, ...]
    method: Reason
    odds: tuple[MoveOdds, ...]

    def __init__(self, odds: Odds) -> None:
        self.odds = odds.moves()
        self.method = Reason(f"solvers.cross_sevens_odds.method.{odds.assumption}")
        names = ("mine", "follows", "hits", "claimed")
        self.columns = tuple(Reason(f"solvers.cross_sevens_odds.column.{name}") for name in names)
        super().__init__((one.move, _cells(one)) for one in self.odds)


def _cells(odds: MoveOdds) -> tuple[Fraction | str, ...]:
    hits = "-" if odds.hits is None else odds.hits
    return str(odds.mine), odds.follows, hits, "-" if odds.claimed is None else odds.claimed


def advise(
    view: View,
    seen: Sequence[Sight] = (),
    assumption: Assumption | str = Assumption.UNIFORM,
    *,
    passes: int | None = None,
    most_ways: int = MOST_WAYS,
) -> Advice:
    """A player's moves with their odds, best first (`MoveOdds.rank`); empty if he is not to act.

    Parameters, errors
        As for `Odds`.

    Examples
    --------
    >>> from inaba import cross_sevens
    >>> advice = advise(cross_sevens.parse("D8,D9/S8,S2/H8,H2 DSHC - try*9 - - 1 -").view(1))
    >>> [(str(move), *map(str, cells)) for move, cells in advice[:2]]
    [('D8@b0', '1', '5/6', '-', '-'), ('D8@b2', '1', '5/6', '-', '-')]
    >>> [column.say("en") for column in advice.columns]
    ['yours next', 'next can lay', 'hits', 'joker taken']
    """
    return Advice(Odds(view, seen, assumption, passes=passes, most_ways=most_ways))


class Adviser:
    """`advise` for a board, which calls it with a view: None where counting would take too long.

    Parameters
    ----------
    assumption : Assumption
    most_ways : int

    Examples
    --------
    >>> from inaba import cross_sevens
    >>> advice = Adviser()(cross_sevens.parse("D8,DJ/S8,S2/H8,H2 DSHC - try*9 - - 1 -").view(1))
    >>> str(advice[0][0])
    'D8@b0'
    """

    def __init__(
        self, assumption: Assumption | str = Assumption.UNIFORM, *, most_ways: int = MOST_WAYS
    ) -> None:
        self._assumption, self._most_ways = assumption, most_ways

    def __call__(self, view: View) -> Advice | None:
        try:
            return advise(view, assumption=self._assumption, most_ways=self._most_ways)
        except TooLarge:
            return None
