"""A position of River while it is being set up: whatever a person has put where, finished or not.

A sketch refuses nothing. It says what the rules have against it, in the words of the notation
(`inaba.river.notation`), and what would mend it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from inaba import river
from inaba.errors import NotationError, Reason
from inaba.river.board import GOAL, MOST_SIDE, START, Square
from inaba.river.cards import CLASSROOM, FACE_DOWN, STANDARD, Card, Kind, Spot
from inaba.river.notation import Why
from inaba.river.rules import Rules
from inaba.river.state import TURN, Fight, State, Table, TurningUp

CALM: Final = Spot(Card(Kind.WHALE), True)
"""What lies on a new square."""

MOST_MENDS: Final = 6
"""No more are offered at once."""


class Mend(NamedTuple):
    """Something that would mend a sketch: a message's key with its data, and what comes of it."""

    key: str
    data: dict[str, Any]
    sketch: Sketch


@dataclass(frozen=True, slots=True)
class Sketch:
    """A position that is being set up. Everything that changes it gives a new one.

    Attributes
    ----------
    table : Table
        What lies where; it need not be a position that the rules know.

    Examples
    --------
    >>> sketch = Sketch.of(river.parse("5,W,4/0,6,3 -,- 1 - -")).move_rabbit(1, "c1")
    >>> sketch.text
    '5,W,4/0,6,3 c1,- 1 - -'
    >>> sketch.trouble().say("en")
    'rabbit 1 stands on c1, a shark with 3 hit points left, without a fight under way'
    >>> [mend.sketch.text for mend in sketch.mends()]
    ['5,W,4/0,6,3 c1,- 1 - - fight:1', '5,W,4/0,6,3x c1,- 1 - -', '5,W,4/0,6,3 -,- 1 - -']
    """

    table: Table

    @classmethod
    def of(cls, state: State) -> Sketch:
        """A position as a sketch. What one player alone knows is no part of it."""
        return cls(state.table)

    @property
    def text(self) -> str:
        """The notation of it, whether it can be read or not."""
        return str(State(self.table))

    def state(self) -> State:
        """The position.

        Raises
        ------
        NotationError
            If it is none: why, and where in ``text``.
        """
        return river.parse(self.text, self.table.rules)

    def trouble(self) -> Reason | None:
        """What the rules have against it first; None where it is a position."""
        try:
            self.state()
        except NotationError as error:
            return error.why
        return None

    # What a person changes -------------------------------------------------------------------------------

    def put(self, square: Square, spot: Spot) -> Sketch:
        """Lay something on a square.

        A card that is turned face down goes to the unseen ones, and one that is laid face up where a card lay
        face down is taken from them if it is there.
        """
        table, before = self.table, self.table.spot(square)
        unseen = Counter(table.unseen)
        if spot.face_down and before.card:
            unseen[before.card] += 1
        elif spot.card and before.face_down and unseen[spot.card]:
            unseen[spot.card] -= 1
        return self._with(spots=self._spots({square: spot}), unseen=tuple(sorted(unseen.elements())))

    def swap(self, square: Square, other: Square) -> Sketch:
        """Let what lies on two squares change places; rabbits stay."""
        spot = self.table.spot
        return self._with(spots=self._spots({square: spot(other), other: spot(square)}))

    def move_rabbit(self, rabbit: int, to: Square) -> Sketch:
        """Put a rabbit on a square, at Start or in the goal, whoever stands there; only at Start it rests."""
        rabbits = self.table.rabbits
        resting = self.table.resting if to == START else self._without(rabbit)
        return self._with(rabbits=(*rabbits[: rabbit - 1], to, *rabbits[rabbit:]), resting=resting)

    def rest(self, rabbit: int, resting: bool) -> Sketch:
        """Let a rabbit rest in this turn, or not."""
        others = self._without(rabbit)
        return self._with(resting=tuple(sorted((*others, rabbit))) if resting else others)

    def turn(self, player: int) -> Sketch:
        """Let it be a player's turn."""
        return self._with(turn=player)

    def add(self, card: Card) -> Sketch:
        """One more unseen card; no more than the largest river has squares."""
        unseen = self.table.unseen
        return self if len(unseen) >= MOST_SIDE**2 else self._with(unseen=tuple(sorted((*unseen, card))))

    def take(self, card: Card) -> Sketch:
        """One unseen card less."""
        return self._with(unseen=_less(self.table.unseen, [card]))

    def players(self, count: int) -> Sketch:
        """Let so many play, 2 to 4: new rabbits come to Start."""
        rabbits = (*self.table.rabbits, *[START] * count)[:count]
        resting = tuple(player for player in self.table.resting if player <= count)
        return self._with(rabbits=rabbits, resting=resting, turn=min(self.table.turn, count))

    def size(self, columns: int, rows: int) -> Sketch:
        """Let the river have so many columns and rows, 1 to 8 each.

        Cards keep their squares; on new squares lie whales, and rabbits of squares that are gone go to Start.
        Of the unseen cards the last are taken out, one for each face-down card that is gone.
        """
        old, new = self.table.board, river.board(columns, rows)
        gone = [spot for at, spot in zip(old.squares, self.table.spots, strict=True) if at not in new.index]
        fewer = sum(spot.face_down for spot in gone)
        return self._with(
            board=new,
            spots=tuple(self.table.spot(at) if at in old.index else CALM for at in new.squares),
            rabbits=tuple(
                at if at in new.index or at in (START, GOAL) else START for at in self.table.rabbits
            ),
            unseen=self.table.unseen[: max(0, len(self.table.unseen) - fewer)],
        )

    def rules(self, rules: Rules) -> Sketch:
        """Let the game have other options."""
        return self._with(rules=rules)

    def _with(self, **changes: Any) -> Sketch:
        """A sketch of which something is changed. What is under way in a turn goes on where it still can."""
        changed = Sketch(replace(self.table, **changes))
        why = changed.trouble()
        # Whatever else is wrong may be mended without ending a fight or a ride.
        return replace(changed, table=replace(changed.table, phase=TURN)) if _of_phase(why) else changed

    def _spots(self, changes: dict[Square, Spot]) -> tuple[Spot, ...]:
        squares = self.table.board.squares
        return tuple(changes.get(at, spot) for at, spot in zip(squares, self.table.spots, strict=True))

    def _without(self, rabbit: int) -> tuple[int, ...]:
        return tuple(other for other in self.table.resting if other != rabbit)

    # What would mend it ----------------------------------------------------------------------------------

    def mends(self) -> list[Mend]:
        """What would mend the first trouble; what leaves no other comes first. Empty where there is none."""
        why = self.trouble()
        left = [(mend, mend.sketch.trouble()) for mend in self._mends_of(why)] if why else []
        # A fight is none where the game is over, or two are under way.
        left = [(mend, other) for mend, other in left if not _of_phase(other)]
        return [mend for mend, other in sorted(left, key=lambda pair: pair[1] is not None)]

    def _mends_of(self, why: Reason) -> list[Mend]:
        match why.key:
            case Why.UNSEEN:
                return self._mend_unseen()
            case Why.ON_SHARK | Why.ON_FACE_DOWN:
                return self._mend_standing(why.key, int(str(why.data["rabbit"])))
            case Why.TWO_ON_ONE | Why.TWO_GOALS:
                return self._mend_crowd(str(why.data["square"]))
            case Why.REST_NOT_START:
                rabbit = int(str(why.data["rabbit"]))
                return [
                    Mend("explorer.mend.awake", {"rabbit": rabbit}, self.rest(rabbit, False)),
                    self._to_start(rabbit),
                ]
            case Why.REST_TWO:
                return self._mend_rest()
            case _:
                turn = Sketch(replace(self.table, phase=TURN))
                return [Mend("explorer.mend.turn", {}, turn)] if self.table.phase != TURN else []

    def _mend_unseen(self) -> list[Mend]:
        unseen, count = self.table.unseen, len(self.table.face_down())
        missing = count - len(unseen)
        if missing > 0:
            found = []
            for key, deck in (("standard", STANDARD), ("classroom", CLASSROOM)):
                up = [spot.card for spot in self.table.spots if spot.card]
                rest = _less(deck, [*up, *unseen])
                if len(rest) >= missing:
                    # Face-down cards of every kind, not the weakest sharks alone.
                    new = [rest[i * len(rest) // missing] for i in range(missing)]
                    filled = self._with(unseen=tuple(sorted((*unseen, *new))))
                    data = {"cards": river.format_deck(new), "n": missing}
                    found.append(Mend(f"explorer.fill.{key}", data, filled))
            return found
        if not count:
            return [Mend("explorer.mend.none_unseen", {}, self._with(unseen=()))]
        if missing == -1:
            kinds = list(dict.fromkeys(unseen))[:MOST_MENDS]
            return [Mend("explorer.mend.take", {"card": str(card)}, self.take(card)) for card in kinds]
        left = self._with(unseen=unseen[:count])
        return [Mend("explorer.mend.take_last", {"n": -missing}, left)]

    def _mend_standing(self, key: str, rabbit: int) -> list[Mend]:
        square = self.table.rabbits[rabbit - 1]
        data = {"rabbit": rabbit, "square": square}
        spot = self.table.spot(square)
        found = []
        if self.table.phase == TURN:  # One thing is under way at a time.
            up, fight = TurningUp(rabbit, (square,)), Fight(rabbit)
            name, phase = ("fight", fight) if key == Why.ON_SHARK else ("up", up)
            found.append(Mend(f"explorer.mend.{name}", data, Sketch(replace(self.table, phase=phase))))
        if key == Why.ON_SHARK:
            beaten = self.put(square, spot._replace(damage=spot.damage + spot.left))
            found.append(Mend("explorer.mend.beaten", data, beaten))
        return [*found, self._to_start(rabbit)]

    def _mend_crowd(self, square: Square) -> list[Mend]:
        here = [rabbit for rabbit, at in enumerate(self.table.rabbits, 1) if at == square]
        return [self._to_start(rabbit) for rabbit in reversed(here)]

    def _mend_rest(self) -> list[Mend]:
        alone = [
            Mend("explorer.mend.rests_alone", {"rabbit": rabbit}, self._with(resting=(rabbit,)))
            for rabbit in self.table.resting
        ]
        owner = self.rules(replace(self.table.rules, rest="owner"))
        return [*alone, Mend("explorer.mend.rest_owner", {}, owner)]

    def _to_start(self, rabbit: int) -> Mend:
        return Mend("explorer.mend.start", {"rabbit": rabbit}, self.move_rabbit(rabbit, START))


def _of_phase(why: Reason | None) -> bool:
    return why is not None and why.key.startswith(Why.PHASE)


def _less(cards: tuple[Card, ...], taken: list[Card]) -> tuple[Card, ...]:
    """Cards less those that are taken, as far as they are there."""
    return tuple(sorted((Counter(cards) - Counter(taken)).elements()))


__all__ = ["CALM", "FACE_DOWN", "Mend", "Sketch"]
