"""The odds of Same One: who holds what, and what may become of a card that one lays; exact fractions.

`Odds` answers for one player, from what he has seen and nothing else: a `View`, and the steps of the game
before it if there are any (`solvers.sights.sights`). Chances are shares of all deals of the unseen
cards that agree with that, each equally likely (`solvers.locations.Deals`); an `Assumption` says whether it
counts, besides, that somebody did not call. Either way it is taken to tell nothing which of his cards a rival
chose to play, and that he drew rather than played.

What is said of a move (`MoveOdds`):

called, callers
    Cards are laid: the chance that somebody calls Same One on the topmost before anybody has drawn, if
    whoever can call does. Of two who can, each is first with the weights of the rules (rule 11); a chance for
    each player says how likely it is that his call counts. Of a call of one's own: that somebody else calls,
    too, and is faster.
followed
    The chance that the next player (after a skip by a shark, rule 12) holds a card that follows, not counting
    one that he may draw. One who holds a single card cannot follow with a shark.
unanswered
    The chance that neither happens.
out
    The chance to be out by the end of one's next turn *whatever the others do*: because these are one's last
    cards; or because one leads them all at one's next turn, and comes to lead since the move was a call that
    counts, or since nobody can call or follow all the way round, neither with what he holds nor with the card
    that he draws. A player may get out in other ways if the others let him, so the chance that he does is at
    least this one, if the deals are as likely as assumed. To draw is given the best that can be made of the
    card drawn.
score
    What the game would score if it ended at once after the move (rule 13): the loss of the cards left, one
    drawn by the move counted with its mean; or, where the move ends it, the mean of what is won; of a call,
    if it counts. None where the game is played on (rule 15), which has no scores.

Rule numbers are those of the package's page (`inaba.same_one`).

Examples
--------
>>> from inaba import same_one
>>> view = same_one.parse("g3,g9/b5,y7/y1,y2 g7:3 - b2,b9,y9,y30 1 0").view(1)
>>> odds = Odds(view)
>>> odds.holds(same_one.parse_cards("b9,y9"))
Fraction(11, 14)
>>> best = odds.moves()[0]
>>> str(best.move), best.called, best.followed, best.unanswered
('g9', Fraction(11, 14), Fraction(0, 1), Fraction(3, 14))
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import comb
from typing import Final

from inaba.chance import Chance
from inaba.errors import Reason, SetupError, TooLarge
from inaba.same_one.cards import Card, points
from inaba.same_one.moves import Call, Draw, Foul, Move, Play
from inaba.same_one.state import WONDERFUL, View
from inaba.same_one.table import DRAWN, Asking, Table, less
from solvers.locations import MOST_STEPS, Deals
from solvers.same_one_evidence import (
    PILE,
    Assumption,
    Hidden,
    Known,
    Place,
    could_call,
    known,
)
from solvers.sights import Sight, check_player

__all__ = ["PILE", "Advice", "Adviser", "Assumption", "MoveOdds", "Odds", "advise", "unanswered"]

Question = tuple[Iterable[Card], Iterable[int]]
"""Cards and players: does any of these hold any of those?"""

_NEVER, _SURE = Fraction(0), Fraction(1)


@dataclass(frozen=True, slots=True)
class MoveOdds:
    """What may become of a move; the module's page says exactly what each number is.

    Attributes
    ----------
    move : Move
    laid : tuple of Card
        The cards that it lays, the topmost last.
    next : int
        Who may follow; 0 where nobody may, because nothing follows a call or the game is over.
    called : Fraction
    callers : tuple of Fraction
        One a player, by seat; they sum to ``called``.
    followed, unanswered, out : Fraction
    score : Fraction or None
    """

    move: Move
    laid: tuple[Card, ...]
    next: int
    called: Fraction
    callers: tuple[Fraction, ...]
    followed: Fraction
    unanswered: Fraction
    out: Fraction
    score: Fraction | None

    @property
    def rank(self) -> tuple[Fraction, Fraction, int, int]:
        """What moves are ranked by, the larger the better: that nothing answers it; then that it surely leads
        out; then how many cards, and points, it gets rid of."""
        return self.unanswered, self.out, len(self.laid), points(self.laid)


class Odds:
    """What the unseen cards may be, as one player sees it.

    Parameters
    ----------
    view : View
        What he sees.
    seen : sequence of Sight, optional
        What he saw before, step by step (`solvers.sights.sights`).
    assumption : Assumption
        What is taken for granted.
    windows : int, optional
        Silence counts for the centre cards of the last so many plays only; for all unless given.
    limit : int
        The most steps of a count.

    Attributes
    ----------
    view : View
    assumption : Assumption
    known : solvers.same_one_evidence.Known
        Where cards can be.
    deals : solvers.locations.Deals
        All deals that agree with it.

    Raises
    ------
    SetupError
        If there is no such assumption, or the steps do not lead to the view.
    TooLarge
        Here, or by a question: if a count takes more steps than the limit allows.

    Notes
    -----
    The cost is that of `solvers.locations.Deals`, and grows with the evidence. Measured over whole games of 3
    to 9 players, one question takes some milliseconds from a view alone, or if all deals are equally likely,
    or with the silence of the last eight plays (``windows``). With all that was ever not called it takes a
    few in most positions, but seconds in some late ones, when there has been a new pile and more than a dozen
    numbers were not called; beyond ``limit`` it is refused. tests/benchmarks/same_one.py measures it.

    Examples
    --------
    >>> from inaba import same_one
    >>> odds = Odds(same_one.parse("g3,g9/b5,y7/y1,y2 g7:3 - b2,b7,y30 1 0").view(1))
    >>> odds.holds(same_one.parse_cards("b7,y7"), 2)
    Fraction(11, 21)
    >>> odds.where(same_one.parse_card("y7"))
    {0: Fraction(3, 7), 2: Fraction(2, 7), 3: Fraction(2, 7)}
    """

    def __init__(
        self,
        view: View,
        seen: Sequence[Sight] = (),
        assumption: Assumption | str = Assumption.UNIFORM,
        *,
        windows: int | None = None,
        limit: int = MOST_STEPS,
    ) -> None:
        evidence = known(view, seen, assumption, windows)
        self.view: Final = view
        self.assumption: Final = Assumption(assumption)
        self._limit = limit
        try:
            self._begin(evidence)
        except SetupError as error:
            if error.key != "solvers.locations.impossible":
                raise
            # Somebody held back, and it cannot be told who: nobody is taken at his silence.
            self._begin(known(view, seen, assumption, windows, self.rivals))

    def _begin(self, evidence: Known) -> None:
        self.known: Known = evidence
        self._callers: dict[int, tuple[Fraction, ...]] = {}
        self._wheres: dict[frozenset[Place], dict[int, Fraction]] = {}
        self.deals: Deals[Hidden, Place] = self._dealt(evidence.places, evidence.without)

    def _dealt(
        self, places: dict[Place, int], without: dict[Place, frozenset[Hidden]]
    ) -> Deals[Hidden, Place]:
        with self._counting():
            return Deals(self.known.cards, places, without, limit=self._limit)

    @contextmanager
    def _counting(self) -> Iterator[None]:
        """Say of a count that is too long what would do here."""
        try:
            yield
        except TooLarge as error:
            raise TooLarge("solvers.same_one_odds.steps", size=error.size, limit=error.limit) from error

    # Who holds what ---------------------------------------------------------------------------------------

    @property
    def rivals(self) -> tuple[int, ...]:
        """The other players who hold cards."""
        return tuple(player for player in self.view.table.holders() if player != self.view.player)

    def holds(self, cards: Iterable[Card], *players: int) -> Fraction:
        """The chance that at least one of some cards is held by one of some players.

        Parameters
        ----------
        cards : iterable of Card
            Nobody holds those that lie face up.
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
        >>> from inaba import same_one
        >>> odds = Odds(same_one.parse("g3,g9/b5/y1 g7:3 - b1-4 1 0").view(1))
        >>> odds.holds(same_one.parse_cards("b1-3"), 2), odds.holds(same_one.parse_cards("b1-3"))
        (Fraction(1, 2), Fraction(4, 5))
        """
        return 1 - self.none((cards, players or self.rivals))

    def none(self, *questions: Question) -> Fraction:
        """The chance that in no question one of its players holds one of its cards.

        Parameters
        ----------
        *questions : (iterable of Card, iterable of int)
            Cards and players.

        Examples
        --------
        >>> from inaba import same_one
        >>> odds = Odds(same_one.parse("g3,g9/b5/y1 g7:3 - b1-4 1 0").view(1))
        >>> odds.none((same_one.parse_cards("b1,b2"), [2]), (same_one.parse_cards("b1"), [3]))
        Fraction(8, 15)
        """
        asked = [self._question(question) for question in questions]
        if any(mine for _, _, mine in asked):
            return _NEVER
        with self._counting():
            return self.deals.none(*((cards, places) for cards, places, _ in asked))

    def each(self, *questions: Question) -> Fraction:
        """The chance that in every question one of its players holds one of its cards.

        Parameters
        ----------
        *questions : (iterable of Card, iterable of int)
            At most `solvers.locations.MOST_QUESTIONS`.

        Examples
        --------
        >>> from inaba import same_one
        >>> odds = Odds(same_one.parse("g3,g9/b5/y1 g7:3 - b1-4 1 0").view(1))
        >>> odds.each((same_one.parse_cards("b1,b2"), [2]), (same_one.parse_cards("b1"), [3]))
        Fraction(1, 30)
        """
        asked = [self._question(question) for question in questions]
        with self._counting():
            return self.deals.each(*((cards, places) for cards, places, mine in asked if not mine))

    def number(self, cards: Iterable[Card], *players: int) -> Chance[int]:
        """How many of some cards some players hold together, as a distribution; any others unless given.

        Examples
        --------
        >>> from inaba import same_one
        >>> odds = Odds(same_one.parse("g3,g9/b5/y1 g7:3 - b1-4 1 0").view(1))
        >>> odds.number(same_one.parse_cards("b1-4"))
        Chance({0: 1, 1: 8, 2: 6})
        """
        found, places, mine = self._question((cards, players or self.rivals))
        with self._counting():
            return self.deals.number(found, places).map(lambda number: number + mine)

    def where(self, card: Card) -> dict[int, Fraction]:
        """For each player who can hold a card, and the pile (0), the chance that it is there.

        Raises
        ------
        SetupError
            If it lies face up, so that there is nothing to ask, or is not in this game at all.
        """
        if card in self.view.hand:
            return {self.view.player: _SURE}
        if card not in self.view.unseen:
            if card in (self.view.table.centre, *self.view.table.aside):
                raise SetupError("solvers.same_one_odds.face_up", card=card)
            raise SetupError("solvers.same_one_odds.absent", card=card)
        return dict(self._where(card))

    def _where(self, card: Card) -> dict[int, Fraction]:
        """`where` of an unseen card; cards of which the same is known have the same chances."""
        alike = frozenset(place for place, gone in self.known.without.items() if card in gone)
        if alike not in self._wheres:
            with self._counting():
                found = self.deals.where(card)
            sums = dict.fromkeys((PILE, *self.rivals), _NEVER)
            for place, chance in found.items():
                if chance:
                    sums[place.player] += chance
            self._wheres[alike] = sums
        return self._wheres[alike]

    def _sharks(self, player: int) -> Fraction:
        """How many sharks are with a player, or in the pile, on average."""
        return sum((self._where(card)[player] for card in self.view.unseen if card.shark), _NEVER)

    def points(self, player: int) -> Fraction:
        """What a player would lose if somebody else won now: the mean of 1 a card and 2 a shark (rule 13).

        Examples
        --------
        >>> from inaba import same_one
        >>> odds = Odds(same_one.parse("g3,g13/b5/y14 g7:3 - b1-3 1 0").view(1))
        >>> odds.points(1), odds.points(2)
        (Fraction(3, 1), Fraction(6, 5))
        """
        if player == self.view.player:
            return Fraction(points(self.view.hand))
        check_player(player, self.view.players)
        return self.view.sizes[player - 1] + (self._sharks(player) if player in self.rivals else _NEVER)

    def _question(self, question: Question) -> tuple[list[Hidden], list[Place], int]:
        """The unseen ones of some cards, the places of some players, and how many are in the own hand."""
        asked, players = {*question[0]}, [*question[1]]
        for player in players:
            check_player(player, self.view.players)
        mine = len(asked.intersection(self.view.hand)) if self.view.player in players else 0
        return [card for card in self.view.unseen if card in asked], self._places(players), mine

    def _places(self, players: Collection[int]) -> list[Place]:
        return [place for place in self.known.places if place.player != PILE and place.player in players]

    # What becomes of a card ---------------------------------------------------------------------------------

    def callers(self, card: Card) -> tuple[Fraction, ...]:
        """For each player the chance that his Same One counts, if the player whose view it is lays a card and
        whoever can call does; the sum is the chance that it is called.

        Examples
        --------
        >>> from inaba import same_one
        >>> odds = Odds(same_one.parse("g3,g9/b5/y1 g7:3 - b2,b9,y9,y30 1 0").view(1))
        >>> odds.callers(same_one.parse_card("g9"))
        (Fraction(0, 1), Fraction(3, 10), Fraction(3, 10))
        """
        if card.number not in self._callers:
            self._callers[card.number] = self._raced(card, self.rivals)
        return self._callers[card.number]

    def _raced(self, card: Card, asked: Iterable[int], against: int = 0) -> tuple[Fraction, ...]:
        """For each player the chance that his call is the first; ``against`` one who surely calls, too."""
        same = self._same(card)
        rules, sizes = self.view.rules, self.view.sizes
        able = [player for player in asked if could_call(card, sizes[player - 1])]
        first = dict.fromkeys(range(1, self.view.players + 1), _NEVER)
        alone: dict[int, Fraction] = {}
        if len(same) == 1:
            alone = {player: 1 - chance for player, chance in self._where(same[0]).items() if player in able}
        elif same:
            alone = {player: self.none((same, [player])) for player in able}
        for player, lacks in alone.items():
            share = (
                Fraction(rules.weight(player), rules.weight(player) + rules.weight(against)) if against else 1
            )
            first[player] = (1 - lacks) * share
        # Each card exists in three colours, and one has been laid: at most two can call.
        for one, two in combinations(alone, 2) if len(same) > 1 else ():
            both = 1 - alone[one] - alone[two] + self.none((same, [one, two]))
            weights = rules.weight(one) + rules.weight(two)
            first[one] -= both * Fraction(rules.weight(two), weights)
            first[two] -= both * Fraction(rules.weight(one), weights)
        return tuple(first.values())

    def follows(self, player: int, centre: Card) -> Fraction:
        """The chance that a player holds a card that follows on a centre card (rules 4 and 10).

        Examples
        --------
        >>> from inaba import same_one
        >>> odds = Odds(same_one.parse("g3,g9/b5/y1 g7:3 - b2,g14,y9,y30 1 0").view(1))
        >>> odds.follows(2, same_one.parse_card("g9"))
        Fraction(0, 1)
        """
        return self.holds(self._fitting(player, centre), player)

    def _fitting(self, player: int, centre: Card) -> list[Card]:
        """The unseen cards with which a player could follow; a shark may not be his last."""
        last = self.view.sizes[player - 1] == 1
        return [card for card in self.view.unseen if card.fits(centre) and not (last and card.shark)]

    def _same(self, card: Card) -> list[Card]:
        return [other for other in self.view.unseen if other.number == card.number]

    # Moves --------------------------------------------------------------------------------------------------

    def moves(self) -> tuple[MoveOdds, ...]:
        """The moves of the player whose view it is, best first (`MoveOdds.rank`), equal ones in legal order.

        None if he is not to act.
        """
        found = [self.move(move) for move in self.view.legal_moves()]
        return tuple(sorted(found, key=lambda odds: odds.rank, reverse=True))

    def move(self, move: Move) -> MoveOdds:
        """What may become of a legal move."""
        laid = _laid(move)
        left = less(self.view.hand, laid)
        callers = (_NEVER,) * self.view.players
        followed = unanswered = _NEVER
        following = 0
        match move:
            case Play():
                if self._ends(left):
                    unanswered = _SURE
                else:
                    callers = self.callers(laid[-1])
                    table = _with_laid(self.view.table, self.view.player, laid)
                    following = _following(table, self.view.player, laid[-1])
                    followed, unanswered = self._answers(laid[-1], following)
            case Call():
                if isinstance(self.view.phase, Asking):
                    asked = [player for player in self.view.table.asked() if player != self.view.player]
                    callers = self._raced(move.card, asked, against=self.view.player)
                unanswered = 1 - sum(callers, _NEVER)
        return MoveOdds(
            move=move,
            laid=laid,
            next=following,
            called=sum(callers, _NEVER),
            callers=callers,
            followed=followed,
            unanswered=unanswered,
            out=self.out(move),
            score=self._score(move, left),
        )

    def _answers(self, top: Card, following: int) -> tuple[Fraction, Fraction]:
        """The chance that the next player can follow, and the chance that nobody can call or follow."""
        callers = [player for player in self.rivals if could_call(top, self.view.sizes[player - 1])]
        if following == self.view.player:
            return _NEVER, self.none((self._same(top), callers))
        fitting = self._fitting(following, top)
        return (
            self.holds(fitting, following),
            self.none((self._same(top), callers), (fitting, [following])),
        )

    def _ends(self, left: tuple[Card, ...]) -> bool:
        """Whether a move that leaves these cards ends the game."""
        return not left and (not self.view.rules.play_on or len(self.rivals) == 1)

    def out(self, move: Move) -> Fraction:
        """The chance to be out by the end of one's next turn whatever the others do, after a legal move."""
        left = less(self.view.hand, _laid(move))
        match move:
            case Draw():
                return self._out_drawing() if _leadable(left) else _NEVER
            case Play(cards=cards):
                if not left:
                    return _SURE
                return self._undisturbed(cards) if _leadable(left) else _NEVER
            case Call(card=card):
                if left and not _leadable(left):
                    return _NEVER
                if not isinstance(self.view.phase, Asking):
                    return _SURE
                asked = [player for player in self.view.table.asked() if player != self.view.player]
                return 1 - sum(self._raced(card, asked, against=self.view.player), _NEVER)
            case _:
                return _NEVER

    def _undisturbed(self, laid: tuple[Card, ...]) -> Fraction:
        """The chance that nobody can call or follow all the way round, nor with a card that he draws."""
        table, top = _with_laid(self.view.table, self.view.player, laid), laid[-1]
        same = self._same(top)
        circle = [table.after(self.view.player)]
        while (player := table.after(circle[-1])) not in (self.view.player, circle[0]):
            circle.append(player)
        questions: list[tuple[list[Card], list[Place]]] = []
        if top.shark:
            skipped = circle.pop(0)
            if could_call(top, table.sizes[skipped - 1]):
                questions.append((same, self._places([skipped])))
        hidden = min(len(circle), table.pile)
        shuffled = min(len(circle) - hidden, len(table.aside))
        for number, player in enumerate(circle, 1):
            # With a card drawn, a shark is no more the last; but who passes last is not asked again.
            held = table.sizes[player - 1] + (number <= hidden + shuffled and number < len(circle))
            callable_ = same if could_call(top, held) else []
            questions.append(([*callable_, *self._fitting(player, top)], self._places([player])))

        def answers(card: Card) -> bool:
            return card.number == top.number or card.fits(top)

        pile = Place(PILE, 0)
        draws = [Place(PILE, number) for number in range(1, hidden + 1)]
        questions.append(([card for card in self.view.unseen if answers(card)], draws))
        places = self.known.places | {pile: self.known.places[pile] - hidden} | dict.fromkeys(draws, 1)
        without = self.known.without | dict.fromkeys(draws, self.known.without[pile])
        with self._counting():
            found = self._dealt(places, without).none(*questions)
        harmless = sum(not answers(card) for card in table.aside)
        return found * Fraction(comb(harmless, shuffled), comb(len(table.aside), shuffled))

    def _out_drawing(self) -> Fraction:
        """`out` for drawing: the best that can be made of each card that may come."""
        first = self._shuffled()
        table = first.view.table
        if not table.pile:
            return _NEVER
        useful = (card for card in first.view.unseen if first._of_use(card))
        chances = ((card, first._where(card)[PILE] / table.pile) for card in useful)
        return sum((chance * first._drew(card)._best_out() for card, chance in chances if chance), _NEVER)

    def _of_use(self, card: Card) -> bool:
        """Whether a card that is drawn can be laid."""
        centre = self.view.centre
        return centre is None or card.fits(centre) or card.number == centre.number

    def _best_out(self) -> Fraction:
        return max(map(self.out, self.view.legal_moves()))

    def _shuffled(self) -> Odds:
        """The same with a new pile, if that is made up before a card can be drawn (rule 9)."""
        table = self.view.table
        if table.pile or not table.aside:
            return self
        return self._with(replace(self.view, table=table.reshuffled()), self.known.renewed(table.aside))

    def _drew(self, card: Card) -> Odds:
        """The odds once a card has been drawn."""
        view, player = self.view, self.view.player
        sizes = (*view.sizes[: player - 1], view.sizes[player - 1] + 1, *view.sizes[player:])
        table = replace(view.table, sizes=sizes, phase=DRAWN)
        own = view.own._replace(drawn=(card,))
        return self._with(View(table, player, own), self.known.drawn(card))._shuffled()

    def _with(self, view: View, evidence: Known) -> Odds:
        """Odds of another view, from what is known there."""
        odds = object.__new__(Odds)
        odds.view, odds.assumption, odds._limit = view, self.assumption, self._limit  # type: ignore[misc]  # as in __init__
        odds._begin(evidence)
        return odds

    def _score(self, move: Move, left: tuple[Card, ...]) -> Fraction | None:
        """What the game would score if it ended after a move (rule 13)."""
        if self.view.rules.play_on:
            return None
        if not left:
            laid = _laid(move)
            losers = len(self.rivals)
            return Fraction(WONDERFUL * losers) if laid[-1].dog else self._winnings
        return -points(left) - (self._coming if isinstance(move, Draw | Foul) else _NEVER)

    @cached_property
    def _winnings(self) -> Fraction:
        """The mean of what all others would lose."""
        return sum(map(self.points, self.rivals), _NEVER)

    @cached_property
    def _coming(self) -> Fraction:
        """The mean of what a card that is drawn next would cost."""
        drawing = self._shuffled()
        if not (pile := drawing.view.table.pile):
            return _NEVER
        return 1 + drawing._sharks(PILE) / pile


def _laid(move: Move) -> tuple[Card, ...]:
    """The cards that a move lays."""
    match move:
        case Play(cards=cards):
            return cards
        case Call(card=card):
            return (card,)
        case _:
            return ()


def _leadable(cards: Collection[Card]) -> bool:
    """Whether cards can all be led at once, and be one's last: a set, and no sharks (rules 7 and 10)."""
    return len({card.number for card in cards}) == 1 and not any(card.shark for card in cards)


def unanswered(view: View, cards: tuple[Card, ...]) -> Fraction:
    """`MoveOdds.unanswered` of a play, from the view alone and with all deals equally likely: by a formula.

    The unseen cards of the topmost's number must lie where nobody can call, and those that follow it outside
    the next player's hand; both are counted by binomial coefficients, first the one kind, then the other.
    That takes microseconds where `Odds` takes milliseconds: for players that decide thousands of times. A
    test says that the two agree.

    Parameters
    ----------
    view : View
        Of the player to act.
    cards : tuple of Card
        What he lays, the topmost last; legal.

    Examples
    --------
    >>> from inaba import same_one
    >>> view = same_one.parse("g3,g9/b5,y7/y1,y2 g7:3 - b2,b9,y9,y30 1 0").view(1)
    >>> unanswered(view, same_one.parse_cards("g9"))
    Fraction(3, 14)
    """
    table, player, top = view.table, view.player, cards[-1]
    if len(cards) == len(view.hand) and (not table.rules.play_on or len(table.holders()) == 2):
        return _SURE
    following = _following(_with_laid(table, player, cards), player, top)
    able, free = 0, 0
    for rival, size in enumerate(table.sizes, 1):
        if rival != player and could_call(top, size):
            able += size
        elif rival == following != player:
            free = size
    unseen = view.unseen
    same = sum(card.number == top.number for card in unseen)
    held, fits = 0, 0
    if following != player:
        held = table.sizes[following - 1]
        fits = sum(card.fits(top) and not (held == 1 and card.shark) for card in unseen)
    u = len(unseen)
    # Cards of the same number lie where nobody can call; so many of them with the next player, if he cannot.
    ways = sum(
        comb(free, there) * comb(u - able - free, same - there) * comb(u - same - (held - there), fits)
        for there in range(min(free, same) + 1)
    )
    return Fraction(ways, comb(u, same) * comb(u - same, fits))


def _with_laid(table: Table, player: int, cards: tuple[Card, ...]) -> Table:
    """The table once a player's cards lie in the centre, as far as it is needed here."""
    sizes = (*table.sizes[: player - 1], table.sizes[player - 1] - len(cards), *table.sizes[player:])
    covered = () if table.centre is None else (table.centre,)
    aside = (*table.aside, *covered, *cards[:-1])
    return replace(table, sizes=sizes, aside=aside, unseen=less(table.unseen, cards))


def _following(table: Table, player: int, top: Card) -> int:
    """Who comes next after a player: behind a shark's victim (rule 12)."""
    following = table.after(player)
    return table.after(following) if top.shark else following


# Advice -----------------------------------------------------------------------------------------------------


class Advice(list[tuple[Move, tuple[Fraction | str, ...]]]):
    """A player's moves as a board shows them, best first: each with its odds, one for each column.

    Attributes
    ----------
    columns : tuple of Reason
        What the odds are: that it is called, that it is followed, that neither happens, that one is surely
        out, and the score; the last as a text, and not where the game has no scores.
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
        self.method = Reason(f"solvers.same_one_odds.method.{odds.assumption}")
        names = ("called", "followed", "unanswered", "out", "score")[: 4 if odds.view.rules.play_on else 5]
        self.columns = tuple(Reason(f"solvers.same_one_odds.column.{name}") for name in names)
        super().__init__((one.move, _cells(one)) for one in self.odds)


def _cells(odds: MoveOdds) -> tuple[Fraction | str, ...]:
    score = () if odds.score is None else (str(odds.score),)
    return odds.called, odds.followed, odds.unanswered, odds.out, *score


def advise(
    view: View,
    seen: Sequence[Sight] = (),
    assumption: Assumption | str = Assumption.UNIFORM,
    *,
    windows: int | None = None,
    limit: int = MOST_STEPS,
) -> Advice:
    """A player's moves with their odds, best first (`MoveOdds.rank`); empty if he is not to act.

    A call that counts is answered by nobody, and so is what ends the game; to draw, to pass and not to call
    lay nothing, and stand last.

    Parameters, errors
        As for `Odds`.

    Examples
    --------
    >>> from inaba import same_one
    >>> advice = advise(same_one.parse("g3,g9,g12/b5,y7/y1,y2 g7:3 - b2,b9,y30 1 0").view(1))
    >>> [(str(move), str(unanswered)) for move, (_, _, unanswered, *_) in advice]
    [('g12', '1'), ('g9', '3/7'), ('draw', '0')]
    >>> [column.say("en") for column in advice.columns]
    ['called', 'followed', 'unanswered', 'surely out', 'score now']
    """
    return Advice(Odds(view, seen, assumption, windows=windows, limit=limit))


class Adviser:
    """`advise` for a board, which calls it with a view: None where counting would take too long.

    Parameters
    ----------
    assumption : Assumption
    limit : int
        The most steps of a count.

    Examples
    --------
    >>> from inaba import same_one
    >>> advice = Adviser()(same_one.parse("g3,g9/b5,y7/y1,y2 g7:3 - b2,b9,y30 1 0").view(1))
    >>> str(advice[0][0])
    'g9'
    """

    def __init__(self, assumption: Assumption | str = Assumption.UNIFORM, *, limit: int = MOST_STEPS) -> None:
        self._assumption, self._limit = assumption, limit

    def __call__(self, view: View) -> Advice | None:
        try:
            return advise(view, assumption=self._assumption, limit=self._limit)
        except TooLarge:
            return None
