"""River by brute force: the rules once more, straight from the page, and plain value iteration in fractions.

Nothing here comes from the engine or the solvers, so that an error of theirs does not repeat itself: the text
of a position is read anew, positions are written in another way, every position is listed, and for each state
of the cards, the most damaged first, every value is computed again and again until none changes. It is slow,
and for two players on tiny rivers only.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import NamedTuple

# A square is (column, row), from 0; row -1 is Start, and the row past the last is the goal.
Spot = tuple[int, int]
START: Spot = (0, -1)

# A card face up is a letter, or (hit points, damage); None is face down.
Card = str | tuple[int, int] | None


class Place(NamedTuple):
    """A position. The phase is a word, and what it is about: a rabbit (0 or 1), and squares."""

    cards: tuple[tuple[Spot, Card], ...]
    rabbits: tuple[Spot, Spot]
    turn: int
    resting: frozenset[int]
    unseen: tuple[str, ...]
    phase: str = "turn"
    rabbit: int = 0
    squares: tuple[Spot, ...] = ()


class BruteForce:
    """The rules of one game.

    Parameters
    ----------
    orca : {"back", "side"}
    rest : {"next", "owner"}
    dice : sequence of sequence of int
        The faces of each die, equally likely; a face that stands twice is twice as likely.
    endless : Fraction
        What endless play is worth to player 1.
    """

    def __init__(
        self,
        orca: str = "back",
        rest: str = "next",
        dice: tuple[tuple[int, ...], ...] = ((1, 2, 3, 4, 5, 6),) * 2,
        endless: Fraction = Fraction(1, 2),
    ) -> None:
        self.orca, self.rest, self.endless = orca, rest, endless
        sums = [sum(faces) for faces in product(*dice)]
        self.roll = {total: Fraction(sums.count(total), len(sums)) for total in sums}

    # Reading a position.

    def read(self, text: str) -> Place:
        """A position from its notation."""
        river, rabbits, turn, resting, unseen, *phase = text.split(" ")
        rows = [row.split(",") for row in reversed(river.split("/"))]
        self.columns, self.rows = len(rows[0]), len(rows)
        cards: dict[Spot, Card] = {}
        for r, row in enumerate(rows):
            for c, card in enumerate(row):
                cards[c, r] = self.face(card)
        one, two = (self.spot(square) for square in rabbits.split(","))
        return Place(
            tuple(sorted(cards.items())),
            (one, two),
            int(turn) - 1,
            frozenset(int(player) - 1 for player in resting.split(",") if player != "-"),
            tuple(sorted(card for card in unseen.split(",") if card != "-")),
            *(self.read_phase(phase[0]) if phase else ()),
        )

    def face(self, text: str) -> Card:
        if text == "?":
            return None
        if text in ("D", "O", "S", "W"):
            return text
        if text.endswith("x"):
            return int(text[:-1]), int(text[:-1])
        points, _, damage = text.partition("-")
        return int(points), int(damage or 0)

    def spot(self, text: str) -> Spot:
        if text == "-":
            return START
        if text == "*":
            return (0, self.rows)
        return "abcdefgh".index(text[0]), int(text[1]) - 1

    def name(self, spot: Spot) -> str:
        if spot[1] < 0:
            return "-"
        return "*" if spot[1] == self.rows else f"{'abcdefgh'[spot[0]]}{spot[1] + 1}"

    def read_phase(self, text: str) -> tuple[str, int, tuple[Spot, ...]]:
        if "!" in text:
            front, square = text.split("!")
            return "look", int(front.split(":")[1]) - 1, (self.spot(square),)
        word, rabbit, *squares = text.split(":")
        chain = tuple(self.spot(square) for square in squares[0].split(".")) if squares else ()
        return word, int(rabbit) - 1, chain

    # The rules.

    def ahead(self, spot: Spot) -> list[Spot]:
        column, row = spot
        if row == self.rows - 1:
            return [(0, self.rows)]
        if row == -1:
            return [(c, 0) for c in range(self.columns)]
        return [(c, row + 1) for c in (column - 1, column, column + 1) if 0 <= c < self.columns]

    def carried(self, card: Card, spot: Spot) -> list[Spot]:
        column, row = spot
        if card == "D":
            return self.ahead(spot)
        if self.orca == "side":
            return [(c, row) for c in (column - 1, column + 1) if 0 <= c < self.columns]
        if row == 0:
            return [START]
        return [(c, row - 1) for c in (column - 1, column, column + 1) if 0 <= c < self.columns]

    def rides(self, place: Place, rabbit: int, chain: tuple[Spot, ...]) -> list[Spot]:
        card = dict(place.cards)[chain[-1]]
        return [
            to
            for to in self.carried(card, chain[-1])
            if to[1] in (-1, self.rows) or (to != place.rabbits[1 - rabbit] and to not in chain)
        ]

    def end(self, place: Place, loser: int | None = None) -> Place:
        """The turn ends: who rests in the next one."""
        resting = set(place.resting) if self.rest == "owner" else set()
        resting.discard(place.turn)
        if loser is not None:
            resting.add(loser)
        return Place(place.cards, place.rabbits, 1 - place.turn, frozenset(resting), place.unseen)

    def put(self, place: Place, rabbit: int, spot: Spot) -> Place:
        one, two = place.rabbits
        return place._replace(rabbits=(spot, two) if rabbit == 0 else (one, spot))

    def change(self, place: Place, spot: Spot, card: Card) -> Place:
        return place._replace(cards=tuple((at, card if at == spot else lies) for at, lies in place.cards))

    def goes(self, place: Place, rabbit: int, to: Spot, chain: tuple[Spot, ...]) -> Place:
        """The rabbit moves or is carried to a square; ``chain`` is what this move has landed on before."""
        place = self.put(place, rabbit, to)
        if to[1] in (-1, self.rows):
            return self.end(place)
        if dict(place.cards)[to] is None:
            return place._replace(phase="up", rabbit=rabbit, squares=(*chain, to))
        return self.lands(place, rabbit, (*chain, to))

    def lands(self, place: Place, rabbit: int, chain: tuple[Spot, ...]) -> Place:
        """What the card face up under the rabbit does."""
        card = dict(place.cards)[chain[-1]]
        if isinstance(card, tuple) and card[1] < card[0]:
            return place._replace(phase="fight", rabbit=rabbit, squares=())
        if card in ("D", "O") and self.rides(place, rabbit, chain):
            return place._replace(phase="ride", rabbit=rabbit, squares=chain)
        if card == "S" and any(other is None for _, other in place.cards):
            return place._replace(phase="peek", rabbit=rabbit, squares=())
        return self.end(place)

    def over(self, place: Place) -> Fraction | None:
        """Player 1's share if the game is over."""
        for rabbit, spot in enumerate(place.rabbits):
            if spot[1] == self.rows:
                return Fraction(1 - rabbit)
        return None

    def moves(self, place: Place) -> Iterator[tuple[str, Place]]:
        """What the turn player may do; nothing where chance is to act."""
        if place.phase == "turn":
            found = False
            for rabbit in (0, 1):
                if rabbit in place.resting:
                    continue
                for to in self.ahead(place.rabbits[rabbit]):
                    if to[1] == self.rows or to != place.rabbits[1 - rabbit]:
                        found = True
                        yield f"{rabbit + 1}{self.name(to)}", self.goes(place, rabbit, to, ())
            if not found:
                yield "pass", self.end(place)
        elif place.phase == "ride":
            for to in self.rides(place, place.rabbit, place.squares):
                yield f">{self.name(to)}", self.goes(place, place.rabbit, to, place.squares)
        elif place.phase == "peek":
            for spot, card in sorted(place.cards, key=lambda pair: (pair[0][1], pair[0][0])):
                if card is None:
                    yield f"!{self.name(spot)}", place._replace(phase="look", squares=(spot,))

    def chances(self, place: Place) -> Iterator[tuple[Fraction, Place]]:
        """What may happen where chance is to act."""
        rabbit = place.rabbit
        if place.phase == "fight":
            here = place.rabbits[rabbit]
            card = dict(place.cards)[here]
            assert isinstance(card, tuple)
            for roll, chance in self.roll.items():
                damage = min(card[0], card[1] + roll)
                hit = self.change(place, here, (card[0], damage))
                if damage == card[0]:
                    yield chance, self.end(hit)
                else:
                    yield chance, self.end(self.put(hit, rabbit, START), rabbit)
        else:
            for k, name in enumerate(place.unseen):
                shown = self.change(place, place.squares[-1], self.face(name))
                shown = shown._replace(unseen=place.unseen[:k] + place.unseen[k + 1 :])
                after = self.end(shown) if place.phase == "look" else self.lands(shown, rabbit, place.squares)
                yield Fraction(1, len(place.unseen)), after

    # Value iteration.

    def values(self, root: Place) -> dict[Place, Fraction]:
        """Player 1's value of every position that can be reached.

        The cards only ever change one way: they are turned up and damaged. So positions with the same cards
        are valued together, once all that comes after is known. They start at the draw value; each pass
        computes all of them from the last pass, so that after n passes each has the value of the game that is
        broken off as a draw after n more steps without a change of the cards. No chance is left in that, and
        the passes come to rest at the exact values.

        (Passes over all positions at once need not: a player could wait in a loop until so few steps are left
        that what he does next is broken off too early to come to the bad end that it has.)
        """
        places, number = [root], {root: 0}
        shares: list[Fraction | None] = []
        moves: list[list[int]] = []
        chances: list[list[tuple[Fraction, int]]] = []

        def numbered(place: Place) -> int:
            if place not in number:
                number[place] = len(places)
                places.append(place)
            return number[place]

        for place in places:  # it grows on the way
            shares.append(self.over(place))
            over = shares[-1] is not None
            acts = place.phase in ("turn", "ride", "peek")
            moves.append([numbered(after) for _, after in self.moves(place)] if not over else [])
            some = self.chances(place) if not over and not acts else ()
            chances.append([(chance, numbered(after)) for chance, after in some])
        values = [self.endless if share is None else share for share in shares]
        alike: dict[object, list[int]] = {}
        for i, place in enumerate(places):
            alike.setdefault(place.cards, []).append(i)

        def down(group: list[int]) -> tuple[int, int]:
            """Face-down cards first, then damage: both only change one way."""
            cards = [card for _, card in places[group[0]].cards]
            return -cards.count(None), sum(card[1] for card in cards if isinstance(card, tuple))

        for group in sorted(alike.values(), key=down, reverse=True):
            for i in group:
                if chances[i]:
                    # A roll or a card that is turned up changes the cards: all that comes after is known.
                    assert all(places[j].cards != places[i].cards for _, j in chances[i])
                    values[i] = sum((chance * values[j] for chance, j in chances[i]), Fraction(0))
            while True:
                new = {
                    i: (max if places[i].turn == 0 else min)(values[j] for j in moves[i])
                    for i in group
                    if moves[i]
                }
                if all(values[i] == value for i, value in new.items()):
                    break
                for i, value in new.items():
                    values[i] = value
        return dict(zip(places, values, strict=True))

    def solve(self, text: str) -> tuple[Fraction, dict[str, Fraction], int]:
        """Player 1's value of a position and of each move in it, and the number of positions listed."""
        root = self.read(text)
        values = self.values(root)
        return values[root], {move: values[after] for move, after in self.moves(root)}, len(values)
