r"""Reach in Cross Sevens: which trumps can still be laid, and which are shut in for good.

**The question.** The field has six rows and no end to the left and right, and still cards get shut in: the
two cells of a 6 are taken, or a chain of cards runs into a pocket. Given a field and the trumps that are
still in play, a trump is *reachable* if there is some order of plays of these trumps in which it gets a legal
cell. Else it is *shut in*. Whose turn it is, who holds what and whether he would want it does not matter, for
anybody may pass; nor do the STOPs that may still be played, since they only close cells. So *shut in for
good* is meant literally: whatever anybody does, and whatever is drawn, it will not be laid. *Means* are the
kinds of action cards that the plays may use, as often as they like: none, CROSS, TUNNEL, or both.

**What is monotone, and what is not.** Laying a card takes cells away from all others. It opens ways only for
its own suit; and even there it can do harm, for its place settles where the suit goes on: a D10 in a dead
end shuts in the J that could have been laid. So a card that is reachable now may be shut in later. The other
way round nothing changes any more, by definition: an order of plays that led to the card later, after those
made until then, would be an order now.

*Theorem.* A trump is reachable if and only if a *chain* leads to it: the trumps of its suit between it and a
card on the table, each on a cell beside the one before, on different free cells (6 and 8 only left or right
of the 7, rule 4; over the joint of A and K only with TUNNEL, rule 5). With CROSS a chain may also use cells
in which one thing lies, its own cards among them, each costing one CROSS.

*Proof.* Take an order in which the card is laid. It lay beside a neighbour in rank, that one beside another
that was laid before, and so on to a card that is on the table now; the ranks run in one direction, as no
card lies twice. Drop all other plays: what is left is legal, because fewer things lie on the field, and a
cell with fewer things takes a card at least as easily. It is a chain. ∎

So other suits never help, each suit is a question of its own, and nothing has to be searched but paths of at
most eleven cells, around what lies there. That is done exactly (iterative deepening A*; Korf 1985): the
number of CROSS cards is the cost, and what a path would cost if it did not have to keep off its own cells is
the lower bound. A path that can leave what lies on the field has all the room in the world, and in a pocket
there are few paths: a field takes milliseconds.

**The joker.** *Theorem.* While the trump that the joker would stand for is itself in play, the joker makes no
card reachable that was not. For instead of the joker and the trump beyond it, one could have laid the missing
trump on that cell and then the other. Where the missing trump is out of the game (a smaller deck), the joker
stays there for good: then a chain may have it in the place of one missing trump, on a free cell. A joker on
the field whose trump is in play counts as claimed (rule 11: whoever gets that trump must lay it there).
Whether the joker is in play is said by the trumps that are in play. Whether *it* will be laid is not asked.

**STOP.** A cell that a STOP closes for good is taken, and CROSS may enter it. Under ``stop=until_next_turn``
a STOP is lifted by and by, so it shuts nothing in.

**All together.** That each of two cards is reachable does not mean that both are: they may need the same
cell. How many trumps can be laid in one order is a packing of trees into the field, and no fast exact way is
known to us. `Reach.together` gives proven bounds: no more than are reachable one by one, and as many as an
order that was found. On an open field the two are mostly equal.

**Why not.** `Reach.blocks` says what shuts a card in: the card on the table that it would have to come from,
how many cells in a row are needed and how many there are, and the cells around this pocket with what lies in
them. The graphs carry their own ``pos``: that of the trumps (`Reach.graph`), in which the reachable ones are
the descendants of those on the table, and that of the cells (`Reach.cells`).

References
----------
.. [1] R. E. Korf, "Depth-first iterative-deepening: an optimal admissible tree search", Artificial
   Intelligence 27, 1985.

Examples
--------
The 6 of diamonds has two cells, and both are taken:

>>> from inaba.cross_sevens import parse
>>> position = parse("D5,D6/D8,S4/HA,S5 DSHC,S6@c1,S8@c3,H6@d2,C8@e5,stop@b0,stop@b2 - cross - - 1 -")
>>> reach = Reach.of(position)
>>> [str(card) for card in reach.shut_in()]
['D5', 'D6', 'D8', 'HA']
>>> six, five = position.hand(1)[::-1]
>>> print(reach.blocks(six)[0].say("en"))
D6 would go beside D7, but every cell there is taken: b0 (STOP), b2 (STOP)
>>> [[str(action) for action in needed] for needed in reach.needs(five)]
[['cross']]
>>> str(reach.way(five, [Action.CROSS]))
'D6@b0+cross D5@b-1'
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import pairwise, product
from typing import Any, Final, NamedTuple

from inaba.cross_sevens.cards import (
    CARDS,
    JOKER,
    SEVEN,
    SEVENS,
    SUITS,
    Action,
    Actions,
    Card,
    Suit,
    over_the_corner,
)
from inaba.cross_sevens.field import MOST_IN_A_CELL, ROWS, Cell, Field, layout, places, sides
from inaba.cross_sevens.rules import Rules
from inaba.cross_sevens.state import State, View
from inaba.errors import Reason, SetupError, listed

MEANS: Final[tuple[Actions, ...]] = (
    (),
    (Action.CROSS,),
    (Action.TUNNEL,),
    (Action.CROSS, Action.TUNNEL),
)
"""The kinds of action cards that help a card to a cell, in all combinations, the least first."""


class Why(StrEnum):
    """Why a card is shut in."""

    TAKEN = "solvers.cross_sevens_reach.taken"
    POCKET = "solvers.cross_sevens_reach.pocket"
    GONE = "solvers.cross_sevens_reach.gone"


class Standing(StrEnum):
    """How a trump stands."""

    LAID = "laid"
    NOW = "now"
    LATER = "later"
    SHUT = "shut"


class Step(NamedTuple):
    """One card of a chain.

    Attributes
    ----------
    card : Card
        The trump, or the one that the joker stands for.
    cell : Cell
    cross, tunnel : bool
        Whether it takes CROSS or TUNNEL.
    joker : bool
        Whether it is the joker that is laid.
    """

    card: Card
    cell: Cell
    cross: bool = False
    tunnel: bool = False
    joker: bool = False

    def __str__(self) -> str:
        joker = f"{JOKER}=" if self.joker else ""
        return f"{joker}{self.card}@{self.cell}" + "+cross" * self.cross + "+tunnel" * self.tunnel


@dataclass(frozen=True, slots=True)
class Way:
    """A chain of cards by which a trump gets a legal cell.

    Attributes
    ----------
    anchor : Card
        The card on the table beside which it begins.
    steps : tuple of Step
        What is laid, in this order; the last one is the card that was asked for.
    """

    anchor: Card
    steps: tuple[Step, ...]

    def actions(self) -> Actions:
        """The action cards that it takes, sorted."""
        crossed = (Action.CROSS for step in self.steps if step.cross)
        return (*crossed, *(Action.TUNNEL for step in self.steps if step.tunnel))

    def __str__(self) -> str:
        return " ".join(map(str, self.steps))


@dataclass(frozen=True, slots=True)
class Block:
    """Why no chain from one card on the table leads to a trump.

    Attributes
    ----------
    card : Card
        The trump that is shut in.
    anchor : Card
        The card on the table from which it would have to be reached.
    chain : tuple of Card
        What would have to be laid, in this order.
    missing : tuple of Card
        Those of the chain that are out of the game, and for which no joker can stand; then the rest is empty.
    room : int
        How many cards of the chain could be laid at most.
    walls : tuple of (Cell, tuple of str)
        The cells around all those that the chain could use, with what lies in them.
    """

    card: Card
    anchor: Card
    chain: tuple[Card, ...]
    missing: tuple[Card, ...] = ()
    room: int = 0
    walls: tuple[tuple[Cell, tuple[str, ...]], ...] = ()

    def reason(self) -> Reason:
        """The reason, to be said in words."""
        data: dict[str, object] = {"card": self.card, "anchor": self.anchor}
        if self.missing:
            return Reason(Why.GONE, data | {"missing": listed(self.missing)})
        walls = listed(f"{cell} ({' + '.join(things)})" for cell, things in self.walls)
        if len(self.chain) == 1:
            return Reason(Why.TAKEN, data | {"walls": walls})
        cards = listed(self.chain)
        return Reason(
            Why.POCKET, data | {"n": len(self.chain), "cards": cards, "room": self.room, "walls": walls}
        )

    def say(self, lang: str | None = None) -> str:
        """The reason in words."""
        return self.reason().say(lang)


class Together(NamedTuple):
    """How many trumps can be laid in one order of plays, at least and at most: exact where both are equal."""

    least: int
    most: int


class Reach:
    """Which trumps can be laid on a field, sooner or later.

    Parameters
    ----------
    field : Field
        With all four 7s.
    cards : collection of Card, optional
        The trumps in play that are not on the field, the joker among them or not; all of the 53 unless given.
    rules : Rules, optional

    Raises
    ------
    SetupError
        If a 7 is not on the field yet.
    """

    def __init__(
        self, field: Field, cards: Collection[Card] | None = None, rules: Rules | None = None
    ) -> None:
        if len(field.sevens) < len(SEVENS):
            raise SetupError("solvers.cross_sevens_reach.sevens")
        self.field, self.rules = field, Rules() if rules is None else rules
        on_field = {*field.cards()}
        self.cards = tuple(sorted({*(CARDS if cards is None else cards)} - on_field))
        self._lasting = _lasting(field, self.cards)
        self._claim = field.joker[1] if field.joker and not self._lasting.joker else None
        freed = (JOKER,) if self._claim else ()
        self._ground = _Ground(self._lasting, tuple(sorted((*self.cards, *freed))), self.rules)
        self._ways: dict[tuple[Card, Actions], tuple[Way, ...]] = {}

    @classmethod
    def of(cls, position: State | View) -> Reach:
        """The same for a position: what is asked hangs on the table alone, so everybody can know it."""
        return cls(position.field, position.table.unseen, position.rules)

    def waiting(self) -> tuple[Card, ...]:
        """The trumps that are to be laid, sorted: those in play, without the joker."""
        return tuple(card for card in self.cards if card != JOKER)

    def way(self, card: Card, means: Iterable[Action] = ()) -> Way | None:
        """How a trump can be laid: with as few action cards as possible, then with as few cards before it.

        Parameters
        ----------
        card : Card
            One of those in play.
        means : iterable of Action
            CROSS, TUNNEL, or both; others change nothing.

        Returns
        -------
        Way or None
            None where it is shut in.

        Raises
        ------
        SetupError
            If it is not in play, or the joker.
        """
        ways = self.ways(card, means)
        return min(ways, key=lambda way: (len(way.actions()), len(way.steps)), default=None)

    def ways(self, card: Card, means: Iterable[Action] = ()) -> tuple[Way, ...]:
        """How a trump can be laid, one way for each direction in rank from which it can be reached: with as
        few CROSS cards as possible. Parameters and errors as of `way`.

        Examples
        --------
        From the Q, or round the corner from the A:

        >>> from inaba.cross_sevens import parse
        >>> field = "DSHC,D2@b-4,D3@b-3,D4@b-2,D5@b-1,D6@b0,D8@b2,D9@b3,D10@b4,DJ@b5"
        >>> position = parse(f"DA,DQ/DK/HA {field} - tunnel - - 1 -")
        >>> king, = position.hand(2)
        >>> [str(way) for way in Reach.of(position).ways(king, [Action.TUNNEL])]
        ['DQ@b6 DK@b7', 'DA@b-5 DK@b-6+tunnel']
        """
        if card not in self.cards or card == JOKER:
            raise SetupError("solvers.cross_sevens_reach.card", card=card)
        key = card, _kinds(means)
        if key not in self._ways:
            if card == self._claim:
                self._ways[key] = (self._claiming(card),)
            else:
                chains = self._ground.chains(*key)
                self._ways[key] = tuple(way for chain in chains if (way := self._ground.way(chain)))
        return self._ways[key]

    def _claiming(self, card: Card) -> Way:
        """How the trump that the joker stands for is laid: in its place, as soon as somebody gets it."""
        at = layout(self._lasting).where
        anchor = next(other for other in (card.step(-1), card.step(1)) if other in at)
        return Way(anchor, (Step(card, at[card]),))

    def needs(self, card: Card) -> tuple[Actions, ...]:
        """The least kinds of action cards with which a trump is reachable: ``((),)`` where none are needed,
        one or two kinds where either does, both in one where only both do; empty where nothing helps.
        Raises as `way`."""
        found: list[Actions] = []
        for means in MEANS:
            if not any({*less} <= {*means} for less in found) and self.way(card, means):
                found.append(means)
        return tuple(found)

    def reachable(self, means: Iterable[Action] = ()) -> tuple[Card, ...]:
        """The trumps that can be laid sooner or later, sorted."""
        means = tuple(means)
        return tuple(card for card in self.waiting() if self.way(card, means))

    def shut_in(self, means: Iterable[Action] = ()) -> tuple[Card, ...]:
        """The trumps that cannot, sorted. With CROSS and TUNNEL: those that are shut in whatever happens."""
        means = tuple(means)
        return tuple(card for card in self.waiting() if not self.way(card, means))

    def blocks(self, card: Card, means: Iterable[Action] = ()) -> tuple[Block, ...]:
        """Why a trump is shut in: one reason for each direction in rank from which it might be reached; none
        where it is reachable. Raises as `way`."""
        means = _kinds(means)
        if self.way(card, means):
            return ()
        return tuple(map(self._ground.block, self._ground.chains(card, means)))

    def standing(self, card: Card, means: Iterable[Action] = ()) -> Standing:
        """How a trump stands: on the table, to be laid now, later, or not at all. Raises as `way`."""
        if card in layout(self.field).where:
            return Standing.LAID
        allowed = {*means}
        if self.way(card, allowed) is None:
            return Standing.SHUT
        if card == self._claim:  # Who gets it lays it at once; nobody holds it.
            return Standing.LATER
        for place in places(self.field, card, self.rules):
            if place.cross <= (Action.CROSS in allowed) and place.tunnel <= (Action.TUNNEL in allowed):
                return Standing.NOW
        return Standing.LATER

    def together(self, means: Iterable[Action] = ()) -> Together:
        """Bounds of how many trumps can be laid in one order of plays.

        The order that proves the lower one lays one branch of a suit after the other as far as it goes; all
        eight branches have been the first.
        """
        means = _kinds(means)
        most, least = len(self.reachable(means)), 0
        branches = [_branch(*which) for which in product(SUITS, (-1, 1))]
        for turned in range(len(branches)):
            if least < most:
                least = max(least, self._laid([*branches[turned:], *branches[:turned]], means))
        return Together(least, most)

    def _laid(self, branches: list[list[Card]], means: Actions) -> int:
        """How many trumps are laid if one branch comes after the other."""
        field, cards = self._lasting, self._ground.cards
        for branch in branches:
            for card in branch:  # From the far end: the chain to it lays those before it, too.
                reach = Reach(field, cards, self.rules)
                if card in cards and (way := reach.way(card, means)):
                    for step in way.steps:
                        field = _with(field, step)
                    cards = tuple({*cards} - {step.card for step in way.steps if not step.joker})
                    if any(step.joker for step in way.steps):
                        cards = tuple({*cards} - {JOKER})
        laid = {*self._ground.cards} - {*cards, JOKER}
        return len(laid) + (self._claim is not None)

    # Graphs

    def graph(self, means: Iterable[Action] = ()) -> Any:
        """The trumps as a graph: an edge leads from each to the next one that may be laid beside it.

        Returns
        -------
        networkx.DiGraph
            Nodes are cards as text. Their attributes: ``pos``, (rank, row), the suits from the top in the
            order in which their 7s are laid; ``standing``, a `Standing`; ``cell``, where it lies, as text, or
            ``""``. The edges lead along all chains there are, and have ``cross`` and ``tunnel``: what the
            last step of the chain takes. So the reachable trumps are the descendants of those laid.

        Examples
        --------
        >>> import networkx as nx
        >>> from inaba.cross_sevens import parse
        >>> position = parse("D5,D6/D8/HA DSHC,stop@b0,stop@b2 - cross - - 1 -")
        >>> graph = Reach.of(position).graph([Action.CROSS])
        >>> graph.nodes["D6"] == {"pos": (6, 3), "standing": Standing.NOW, "cell": ""}
        True
        >>> sorted(nx.descendants(graph, "D7"))
        ['D5', 'D6', 'D8']
        """
        import networkx as nx

        means = _kinds(means)
        graph = nx.DiGraph()
        where = layout(self.field).where

        def add(card: Card, standing: Standing) -> None:
            cell = str(where[card]) if card in where else ""
            graph.add_node(str(card), pos=_pos(card), standing=standing, cell=cell)

        for card in sorted({*where, *self.waiting()}):
            add(card, self.standing(card, means))
        for card in self.waiting():
            for way in self.ways(card, means):
                laid = [way.anchor, *(step.card for step in way.steps)]
                for (before, after), step in zip(pairwise(laid), way.steps, strict=True):
                    if step.joker:  # The trump that it stands for is out of the game, and no node yet.
                        add(after, Standing.LATER)
                    if step.joker or after == card:
                        graph.add_edge(str(before), str(after), cross=step.cross, tunnel=step.tunnel)
        return graph

    def cells(self, margin: int = 1) -> Any:
        """The field as a graph of its cells, each beside its neighbours.

        Parameters
        ----------
        margin : int
            How many empty columns are shown left and right of what lies there, 0 or more.

        Returns
        -------
        networkx.Graph
            Nodes are cells as text, with ``pos``, (column, row), and ``holds``, what lies there as a tuple of
            texts: trumps, ``JK=D9``, ``STOP``; empty where it is free.

        Examples
        --------
        >>> from inaba.cross_sevens import parse
        >>> cells = Reach.of(parse("D5,D6/D8/HA DSHC,stop@b0 - - - - 1 -")).cells()
        >>> cells.nodes["b0"], cells.nodes["a1"], sorted(cells["a1"])
        ({'pos': (0, 1), 'holds': ('STOP',)}, {'pos': (1, 0), 'holds': ()}, ['a0', 'a2', 'b1'])
        """
        import networkx as nx

        holds = _holds(self.field)
        columns = [cell.column for cell in holds]
        graph = nx.Graph()
        for row, column in product(range(len(ROWS)), range(min(columns) - margin, max(columns) + margin + 1)):
            cell = Cell(row, column)
            graph.add_node(str(cell), pos=(column, row), holds=holds.get(cell, ()))
        shown = {*graph}
        for row, column in product(range(len(ROWS)), range(min(columns) - margin, max(columns) + margin + 1)):
            cell = Cell(row, column)
            graph.add_edges_from((str(cell), str(other)) for other in cell.beside() if str(other) in shown)
        return graph


def _kinds(means: Iterable[Action]) -> Actions:
    """Means without what changes nothing, sorted."""
    allowed = {*means}
    return next(kinds for kinds in reversed(MEANS) if {*kinds} <= allowed)


def _pos(card: Card) -> tuple[int, int]:
    """Where a trump stands in the graph."""
    return card.rank, len(SUITS) - 1 - card.suit


def _branch(suit: Suit, outward: int) -> list[Card]:
    """The trumps of a suit on one side of its 7, from the far end."""
    card = Card(suit, SEVEN)
    return [card.step(outward * by) for by in range(SEVEN - 1, 0, -1)]


def _lasting(field: Field, cards: Collection[Card]) -> Field:
    """What lies there for good: the STOPs that will be lifted are gone, and the joker is claimed by the trump
    that it stands for if that is in play."""
    stops = tuple(stop for stop in field.stops if not stop[1])
    lasting = Field(field.sevens, field.laid, field.joker, stops)
    return lasting.claimed() if field.joker and field.joker[1] in cards else lasting


def _with(field: Field, step: Step) -> Field:
    """A field with one card of a chain laid."""
    if step.joker:
        return Field(field.sevens, field.laid, (step.cell, step.card), field.stops)
    return field.with_card(step.card, step.cell)


def _holds(field: Field) -> dict[Cell, tuple[str, ...]]:
    """What lies in each cell that is not free."""
    holds: dict[Cell, tuple[str, ...]] = {}
    for card, cell in sorted(layout(field).where.items()):
        holds[cell] = (*holds.get(cell, ()), str(card))
    if field.joker:
        cell, card = field.joker
        holds[cell] = (*holds.get(cell, ()), f"{JOKER}={card}")
    for cell, _ in field.stops:
        holds[cell] = (*holds.get(cell, ()), "STOP")
    return holds


class _Chain(NamedTuple):
    """What would have to be laid from a card on the table on: the last one is the card that is asked for."""

    anchor: Card
    cards: tuple[Card, ...]
    cross: bool


class _Ground:
    """What lies on the field for good, and what may be laid there."""

    def __init__(self, field: Field, cards: tuple[Card, ...], rules: Rules) -> None:
        self._at, self._field, self._rules = layout(field), field, rules
        self.cards = tuple(card for card in cards if card not in self._at.where)

    def chains(self, card: Card, means: Actions) -> Iterator[_Chain]:
        """The chains to a card, one for each direction in rank that the rules and the means allow."""
        for by in (1, -1):
            cards = [card]
            while (before := cards[0].step(-by)) not in self._at.where and not self._ends(cards[0], before):
                cards.insert(0, before)
            corner = any(over_the_corner(*two) for two in pairwise([before, *cards]))
            if not self._ends(cards[0], before) and (Action.TUNNEL in means or not corner):
                yield _Chain(before, tuple(cards), Action.CROSS in means)

    @staticmethod
    def _ends(card: Card, before: Card) -> bool:
        """Whether a chain cannot come this way: a 6 and an 8 lie beside their 7 only."""
        return card.beside_seven and before.rank != SEVEN

    def missing(self, chain: _Chain) -> tuple[Card, ...]:
        """The cards of a chain that are out of the game."""
        return tuple(card for card in chain.cards if card not in self.cards)

    def way(self, chain: _Chain) -> Way | None:
        """The chain laid out on the field with as few CROSS cards as can be; None where there is no room."""
        missing = self.missing(chain)
        if len(missing) > (JOKER in self.cards):
            return None
        return _Search(self, chain, {*missing}).way()

    def block(self, chain: _Chain) -> Block:
        """Why a chain cannot be laid."""
        missing = self.missing(chain)
        if len(missing) > (JOKER in self.cards):
            return Block(chain.cards[-1], chain.anchor, chain.cards, missing)
        search = _Search(self, chain, {*missing})
        holds = _holds(self._field)
        walls = tuple((cell, holds[cell]) for cell in search.walls())
        room = next(
            n
            for n in range(len(chain.cards) - 1, -1, -1)
            if not n or _Search(self, chain._replace(cards=chain.cards[:n]), {*missing}).way()
        )
        return Block(chain.cards[-1], chain.anchor, chain.cards, (), room, walls)

    def lying(self, cell: Cell) -> int:
        """How many things lie in a cell; on a joker nothing fits any more."""
        return MOST_IN_A_CELL if cell == self._at.joker else self._at.lying.get(cell, 0)

    def beside(self, card: Card, before: Cell) -> tuple[Cell, ...]:
        """Where a card may lie by its rank, beside the one before it."""
        return sides(card, before, self._rules)

    def cell(self, card: Card) -> Cell:
        """Where a card of the table lies."""
        return self._at.where[card]


class _Search:
    """The search for the cells of one chain, in its order; a joker stands for the cards in ``jokers``."""

    def __init__(self, ground: _Ground, chain: _Chain, jokers: Collection[Card]) -> None:
        self._ground, self._chain, self._jokers = ground, chain, jokers
        self._bound = cache(self._least)

    def way(self) -> Way | None:
        """The cheapest; None if there is none."""
        first = self._bound(0, self._ground.cell(self._chain.anchor))
        if first is None:
            return None
        # Each card costs one CROSS at most.
        for budget in range(first, len(self._chain.cards) + 1 if self._chain.cross else 1):
            if (cells := self._cells([], budget)) is not None:
                return self._told(cells)
        return None

    def walls(self) -> tuple[Cell, ...]:
        """The cells beside those that the chain could use if it had not to keep off itself, and that it
        cannot enter, sorted."""
        inside, walls = {self._ground.cell(self._chain.anchor)}, set[Cell]()
        for i, card in enumerate(self._chain.cards):
            beside = {cell for before in inside for cell in self._ground.beside(card, before)}
            entered = {cell for cell in beside if self._cost(i, self._ground.lying(cell)) is not None}
            walls |= beside - entered
            inside = entered
        return tuple(sorted(walls - {self._ground.cell(self._chain.anchor)}))

    def _cost(self, i: int, lying: int) -> int | None:
        """What a card of the chain costs where so many things lie; None where it may not go."""
        if not lying:
            return 0
        crossable = self._chain.cross and lying < MOST_IN_A_CELL and self._chain.cards[i] not in self._jokers
        return 1 if crossable else None

    def _least(self, i: int, before: Cell) -> int | None:
        """The least cost from one card of the chain on, if it had not to keep off its own cells."""
        if i == len(self._chain.cards):
            return 0
        found = []
        for cell in self._ground.beside(self._chain.cards[i], before):
            cost = self._cost(i, self._ground.lying(cell))
            if cost is not None and (rest := self._bound(i + 1, cell)) is not None:
                found.append(cost + rest)
        return min(found, default=None)

    def _cells(self, laid: list[Cell], budget: int) -> list[Cell] | None:
        """The cells of the whole chain, begun as ``laid``, within a budget."""
        i, chain = len(laid), self._chain
        if i == len(chain.cards):
            return laid
        before = laid[-1] if laid else self._ground.cell(chain.anchor)
        for cell in self._ground.beside(chain.cards[i], before):
            own = sum(
                MOST_IN_A_CELL if card in self._jokers else 1
                for card, other in zip(chain.cards, laid, strict=False)
                if other == cell
            )
            cost = self._cost(i, self._ground.lying(cell) + own)
            rest = self._bound(i + 1, cell)
            if cost is None or rest is None or cost + rest > budget:
                continue
            if (found := self._cells([*laid, cell], budget - cost)) is not None:
                return found
        return None

    def _told(self, cells: list[Cell]) -> Way:
        steps: list[Step] = []
        before = self._chain.anchor
        for card, cell in zip(self._chain.cards, cells, strict=True):
            lying = self._ground.lying(cell) + sum(step.cell == cell for step in steps)
            corner = over_the_corner(before, card)
            steps.append(Step(card, cell, bool(lying), corner, card in self._jokers))
            before = card
        return Way(self._chain.anchor, tuple(steps))
