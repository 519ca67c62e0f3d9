"""River a second time, written straight from the rules and apart from the library: the tests' oracle.

It imports nothing of `inaba`. Squares are pairs (column, row) of whole numbers, Start is row 0 and the goal
the row behind the last; cards are their letters; a position is one mutable object that is copied whole.
It reads only positions that are well formed, and is as slow as it is simple.

``python -m tests.reference_river FILE…`` counts the perft files named anew, from their rules and position.
"""

from __future__ import annotations

import copy
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

Square = tuple[int, int]
Step = tuple[int, str]
"""Who acts (0 for chance), and what he does, as text."""

FAIR = dict.fromkeys(range(1, 7), 1)


@dataclass
class Options:
    """What the page leaves open: where the orca carries, how long a loser rests, the dice as face: weight."""

    orca: str = "back"
    rest: str = "next"
    dice: list[dict[int, int]] = field(default_factory=lambda: [FAIR, FAIR])


@dataclass
class Position:
    """A position. ``face`` holds what everybody sees of a square: "?", "." (nothing laid yet) or a card."""

    columns: int
    rows: int
    options: Options
    face: dict[Square, str] = field(default_factory=dict)
    damage: dict[Square, int] = field(default_factory=dict)
    layer: dict[Square, int] = field(default_factory=dict)
    below: dict[Square, str] = field(default_factory=dict)
    rabbits: list[Square] = field(default_factory=list)
    turn: int = 1
    resting: set[int] = field(default_factory=set)
    unseen: list[str] = field(default_factory=list)
    stage: str = ""
    rabbit: int = 0
    trail: list[Square] = field(default_factory=list)
    target: Square | None = None
    hands: list[list[str]] = field(default_factory=list)
    kept: list[list[str]] = field(default_factory=list)
    first: int = 1

    @property
    def goal_row(self) -> int:
        return self.rows + 1

    def copied(self) -> Position:
        """A copy that shares nothing that changes."""
        new = copy.copy(self)
        new.face, new.damage = dict(self.face), dict(self.damage)
        new.layer, new.below = dict(self.layer), dict(self.below)
        new.rabbits, new.resting = list(self.rabbits), set(self.resting)
        new.unseen, new.trail = list(self.unseen), list(self.trail)
        new.hands, new.kept = [list(hand) for hand in self.hands], [list(hand) for hand in self.kept]
        return new


def name(square: Square, position: Position) -> str:
    """The text of a square."""
    column, row = square
    if row == 0:
        return "-"
    return "*" if row == position.goal_row else "abcdefgh"[column - 1] + str(row)


def square_of(text: str, position: Position) -> Square:
    """The square that a text names."""
    if text == "-":
        return (0, 0)
    return (0, position.goal_row) if text == "*" else ("abcdefgh".index(text[0]) + 1, int(text[1]))


def order(card: str) -> tuple[int, int, str]:
    """Numbers ascending, then D, O, S, W."""
    return (0, int(card), "") if card.isdigit() else (1, 0, card)


def cards_of(text: str) -> list[str]:
    return [] if text in ("", "-") else text.split(",")


def read(text: str, options: Options | None = None) -> Position:
    """The position that a well-formed text describes."""
    fields = text.split(" ")
    lines = [line.split(",") for line in reversed(fields[0].split("/"))]
    position = Position(len(lines[0]), len(lines), options or Options())
    for row, line in enumerate(lines, 1):
        for column, spot in enumerate(line, 1):
            here = (column, row)
            position.damage[here] = 0
            if laid := re.fullmatch(r"\?(\d):(\w+)", spot):
                position.face[here], position.layer[here], position.below[here] = "?", int(laid[1]), laid[2]
            elif spot.endswith("x"):
                position.face[here] = spot[:-1]
                position.damage[here] = int(spot[:-1])
            elif "-" in spot:
                position.face[here] = spot.split("-")[0]
                position.damage[here] = int(spot.split("-")[1])
            else:
                position.face[here] = spot
    position.rabbits = [square_of(part, position) for part in fields[1].split(",")]
    position.turn = int(fields[2])
    position.resting = set(map(int, cards_of(fields[3])))
    position.unseen = cards_of(fields[4])
    position.hands = [[] for _ in position.rabbits]
    position.kept = [[] for _ in position.rabbits]
    if len(fields) == 6:
        if fields[5].startswith("draft:"):
            parts = fields[5].split(":")
            position.stage = parts[1]
            position.hands = [cards_of(hand) for hand in parts[2].split("/")]
            position.kept = [cards_of(hand) for hand in parts[3].split("/")]
            position.first = position.turn if position.stage != "place" else int([*parts, "1"][4])
        elif "!" in fields[5]:
            position.stage = "look"
            position.rabbit, position.target = int(fields[5][3]), square_of(fields[5].split("!")[1], position)
        else:
            parts = fields[5].split(":")
            position.stage, position.rabbit = parts[0], int(parts[1])
            if len(parts) == 3:
                position.trail = [square_of(part, position) for part in parts[2].split(".")]
    return position


def write(position: Position) -> str:
    """The text of a position."""
    lines = []
    for row in range(position.rows, 0, -1):
        spots = []
        for column in range(1, position.columns + 1):
            here = (column, row)
            face, damage = position.face[here], position.damage[here]
            if here in position.layer:
                spots.append(f"?{position.layer[here]}:{position.below[here]}")
            elif damage and damage >= int(face):
                spots.append(face + "x")
            else:
                spots.append(face + (f"-{damage}" if damage else ""))
        lines.append(",".join(spots))

    def listed(cards: list[str]) -> str:
        return ",".join(sorted(cards, key=order))

    fields = [
        "/".join(lines),
        ",".join(name(square, position) for square in position.rabbits),
        str(position.turn),
        ",".join(map(str, sorted(position.resting))) or "-",
        listed(position.unseen) or "-",
    ]
    trail = ".".join(name(square, position) for square in position.trail)
    match position.stage:
        case "deal" | "pick" | "place":
            hands, kept = "/".join(map(listed, position.hands)), "/".join(map(listed, position.kept))
            first = f":{position.first}" if position.stage == "place" and position.first != 1 else ""
            fields.append(f"draft:{position.stage}:{hands}:{kept}{first}")
        case "fight" | "peek":
            fields.append(f"{position.stage}:{position.rabbit}")
        case "ride" | "up":
            fields.append(f"{position.stage}:{position.rabbit}:{trail}")
        case "look":
            assert position.target is not None
            fields.append(f"up:{position.rabbit}!{name(position.target, position)}")
    return " ".join(fields)


def near(position: Position, square: Square, by: int) -> list[Square]:
    """The squares one row on (by = 1) or back (by = -1), from the left (rule 4)."""
    column, row = square
    to = row + by
    if to in (0, position.goal_row):
        return [(0, to)]
    if row == 0:
        return [(c, to) for c in range(1, position.columns + 1)]
    return [(c, to) for c in (column - 1, column, column + 1) if 1 <= c <= position.columns]


def free(position: Position, square: Square) -> bool:
    """Rule 5: Start and the goal hold any number, a card one rabbit."""
    return square[1] in (0, position.goal_row) or square not in position.rabbits


def hit_points_left(position: Position, square: Square) -> int:
    """0 for all but a live shark that lies face up."""
    face = position.face[square]
    return int(face) - position.damage[square] if face.isdigit() else 0


def over(position: Position) -> bool:
    return any(square[1] == position.goal_row for square in position.rabbits)


def destinations(position: Position) -> list[Square]:
    """Where the card under the rabbit may carry it on."""
    here = position.trail[-1]
    if position.face[here] == "D":
        to = near(position, here, 1)
    elif position.options.orca == "back":
        to = near(position, here, -1)
    else:
        to = [(c, here[1]) for c in (here[0] - 1, here[0] + 1) if 1 <= c <= position.columns]
    return [square for square in to if free(position, square) and square not in position.trail]


def face_down(position: Position) -> list[Square]:
    squares = ((c, r) for r in range(1, position.rows + 1) for c in range(1, position.columns + 1))
    return [square for square in squares if position.face[square] == "?"]


def moves(position: Position) -> list[Step]:
    """All decisions that the rules allow now, with who takes them."""
    turn = position.turn
    match position.stage:
        case "" if not over(position):
            steps = [
                (turn, f"{rabbit}{name(to, position)}")
                for rabbit, square in enumerate(position.rabbits, 1)
                if rabbit not in position.resting
                for to in near(position, square, 1)
                if free(position, to)
            ]
            return steps or [(turn, "pass")]
        case "ride":
            return [(turn, f">{name(to, position)}") for to in destinations(position)]
        case "peek":
            return [(turn, f"!{name(square, position)}") for square in face_down(position)]
        case "pick":
            most = max(map(len, position.hands))
            return [
                (player, f"+{card}")
                for player, hand in enumerate(position.hands, 1)
                if len(hand) == most
                for card in sorted(set(hand), key=order)
            ]
        case "place":
            squares = sorted(position.face, key=lambda square: square[::-1])
            return [
                (turn, f"{card}@{name(square, position)}")
                for card in sorted(set(position.kept[turn - 1]), key=order)
                for square in squares
                if position.face[square] == "."
            ]
    return []


def chances(position: Position) -> dict[str, Fraction]:
    """What may happen now, each with its probability; empty unless it is chance's turn."""
    counts: Counter[str] = Counter()
    match position.stage:
        case "fight":
            for roll in product(*(die.items() for die in position.options.dice)):
                weight = 1
                for _, each in roll:
                    weight *= each
                counts[f"({','.join(str(face) for face, _ in roll)})"] += weight
        case "up" | "look" | "deal":
            square = position.trail[-1] if position.stage == "up" else position.target
            if square in position.below:
                counts[f"={position.below[square]}"] = 1
            else:
                counts.update(f"={card}" for card in position.unseen)
    whole = sum(counts.values())
    return {event: Fraction(count, whole) for event, count in counts.items()}


def steps(position: Position) -> list[Step]:
    """All that can come next: the decisions, or the events of chance."""
    return moves(position) or [(0, event) for event in chances(position)]


def end_turn(position: Position, loser: int | None = None) -> None:
    if position.options.rest == "next":
        position.resting = set()
    position.resting.discard(position.turn)
    if loser is not None:
        position.resting.add(loser)
    position.turn = position.turn % len(position.rabbits) + 1
    position.stage, position.rabbit, position.trail, position.target = "", 0, [], None


def move_to(position: Position, rabbit: int, to: Square) -> None:
    """The rabbit goes, or is carried, to a square."""
    position.rabbits[rabbit - 1] = to
    if to[1] in (0, position.goal_row):
        end_turn(position)
        return
    position.rabbit = rabbit
    position.trail.append(to)
    if position.face[to] == "?":
        position.stage = "up"
    else:
        land(position)


def land(position: Position) -> None:
    """What the card that lies face up under the rabbit does."""
    here = position.trail[-1]
    face = position.face[here]
    if face in ("D", "O") and destinations(position):
        position.stage = "ride"
    elif face == "S" and face_down(position):
        position.stage, position.trail = "peek", []
    elif hit_points_left(position, here) > 0:
        position.stage, position.trail = "fight", []
    else:
        end_turn(position)


def turn_up(position: Position, square: Square, card: str) -> None:
    position.face[square] = card
    if square in position.layer:
        del position.layer[square], position.below[square]
    else:
        position.unseen.remove(card)


def after(position: Position, step: Step) -> Position:
    """The position after a step that `steps` lists."""
    new = position.copied()
    actor, text = step
    if text == "pass":
        end_turn(new)
    elif new.stage == "deal":
        receiver = sum(map(len, new.hands)) % len(new.hands)
        new.hands[receiver].append(text[1:])
        new.unseen.remove(text[1:])
        if not new.unseen:
            new.stage = "pick"
    elif text.startswith("+"):
        new.hands[actor - 1].remove(text[1:])
        new.kept[actor - 1].append(text[1:])
        if len(set(map(len, new.hands))) == 1:
            new.hands = [new.hands[-1], *new.hands[:-1]]
            if not any(new.hands):
                new.stage = "place"
                new.first, new.turn = new.turn, 1 + next(p for p, k in enumerate(new.kept) if "D" in k)
    elif "@" in text:
        card, square = text.split("@")
        here = square_of(square, new)
        new.kept[actor - 1].remove(card)
        new.face[here], new.layer[here], new.below[here] = "?", actor, card
        new.turn = actor % len(new.rabbits) + 1
        if not any(new.kept):
            new.stage, new.turn, new.first = "", new.first, 1
    elif text.startswith(">"):
        move_to(new, new.rabbit, square_of(text[1:], new))
    elif text.startswith("!"):
        new.stage, new.target = "look", square_of(text[1:], new)
    elif text.startswith("("):
        here = new.rabbits[new.rabbit - 1]
        new.damage[here] += sum(map(int, text[1:-1].split(",")))
        if hit_points_left(new, here) > 0:
            new.rabbits[new.rabbit - 1] = (0, 0)
            end_turn(new, loser=new.rabbit)
        else:
            new.damage[here] = int(new.face[here])
            end_turn(new)
    elif new.stage == "look":
        assert new.target is not None
        turn_up(new, new.target, text[1:])
        end_turn(new)
    elif new.stage == "up":
        turn_up(new, new.trail[-1], text[1:])
        land(new)
    else:
        move_to(new, int(text[0]), square_of(text[1:], new))
    return new


def perft(position: Position, depth: int) -> int:
    """How many sequences of ``depth`` steps, each a decision or an event, start here."""
    if depth == 0:
        return 1
    if depth == 1:
        return len(steps(position))
    return sum(perft(after(position, step), depth - 1) for step in steps(position))


def divided(position: Position, depth: int) -> dict[Step, int]:
    """The same for each first step apart."""
    return {step: perft(after(position, step), depth - 1) for step in steps(position)}


def anew(value: Any) -> Any:
    """A copy of lists and dictionaries, down to what cannot change: much faster than that of `copy`."""
    if isinstance(value, list):
        return [anew(one) for one in value]
    if isinstance(value, dict):
        return {key: anew(one) for key, one in value.items()}
    return value


@dataclass(frozen=True)
class PerftFile:
    """A file of perft counts: a comment, the rules, the position, and the count for each depth from 1."""

    comment: tuple[str, ...]
    rules: str
    position: str
    counts: tuple[int, ...]

    @classmethod
    def parse(cls, text: str) -> PerftFile:
        lines = text.splitlines()
        comment = tuple(line for line in lines if line.startswith("#"))
        rest = dict(line.split(": ", 1) for line in lines if line and not line.startswith("#"))
        rules, position = rest.pop("rules"), rest.pop("position")
        assert list(rest) == [f"perft({n})" for n in range(1, len(rest) + 1)], "depths must run 1, 2, 3, …"
        return cls(comment, "" if rules == "default" else rules, position, tuple(map(int, rest.values())))

    def options(self) -> Options:
        """The rules as this reference takes them: words, and fair dice or one loaded die."""
        options = Options()
        for key, value in re.findall(r"(orca|rest)=(\w+)", self.rules):
            setattr(options, key, value)
        if dice := re.search(r"dice=(.*)", self.rules):
            options.dice = list(dice_of(dice[1]))
        return options

    def __str__(self) -> str:
        counts = [f"perft({depth}): {count}" for depth, count in enumerate(self.counts, 1)]
        rules = f"rules: {self.rules or 'default'}"
        return "\n".join([*self.comment, rules, f"position: {self.position}", *counts]) + "\n"


def dice_of(text: str) -> Iterator[dict[int, int]]:
    """Dice as text, term by term."""
    for term in text.split("+"):
        if term.startswith("{"):
            yield {int(face): int(weight) for face, weight in (p.split(":") for p in term[1:-1].split(","))}
        else:
            count, faces = map(int, term.split("d"))
            yield from [dict.fromkeys(range(1, faces + 1), 1)] * count


if __name__ == "__main__":
    for path in map(Path, sys.argv[1:]):
        known = PerftFile.parse(path.read_text("ascii"))
        opening = read(known.position, known.options())
        counted = tuple(perft(opening, depth) for depth in range(1, max(4, len(known.counts)) + 1))
        path.write_text(str(PerftFile(known.comment, known.rules, known.position, counted)), "ascii")
