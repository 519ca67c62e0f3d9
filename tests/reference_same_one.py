"""Same One a second time, written straight from the rules and apart from the library: the tests' oracle.

It imports nothing of `inaba`. Cards are their texts, hands are lists, a position is one mutable object that
is copied whole, and what may be played is found by trying everything. It reads only positions that are well
formed, and is as slow as it is simple.

``python -m tests.reference_same_one FILE…`` counts the perft files named anew, from their rules and position.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import permutations
from pathlib import Path

from tests.reference_river import PerftFile, anew

Step = tuple[int, str]
"""Who acts (0 for chance), and what he does, as text."""


@dataclass
class Position:
    """A position; ``stage`` is the word of the notation, and ``back`` the one that a foul goes back to."""

    fixed_order: bool = False
    play_on: bool = False
    fouls: bool = False
    race: list[int] = field(default_factory=list)
    hands: list[list[str]] = field(default_factory=list)
    new: list[list[str]] = field(default_factory=list)
    centre: str = ""
    last: int = 0
    aside: list[str] = field(default_factory=list)
    pile: list[str] = field(default_factory=list)
    turn: int = 1
    passes: int = 0
    stage: str = ""
    back: str = ""
    each: int = 0
    fouler: int = 0
    answers: dict[int, str] = field(default_factory=dict)
    calls: list[Step] = field(default_factory=list)
    wonderful: bool = False

    def copied(self) -> Position:
        return Position(**anew(vars(self)))

    @property
    def seats(self) -> range:
        return range(1, len(self.hands) + 1)

    def held(self, player: int) -> list[str]:
        return self.hands[player - 1] + self.new[player - 1]


def colour(card: str) -> str:
    return card[0]


def number(card: str) -> int:
    return int(card[1:])


def shark(card: str) -> bool:
    return number(card) in (13, 14, 15, 16, 17, 18)


def order(card: str) -> tuple[int, int]:
    return "gby".index(card[0]), number(card)


def in_order(cards: list[str]) -> list[str]:
    return sorted(cards, key=order)


# Text


def listed(cards: list[str]) -> str:
    """Cards with runs of three and more."""
    whole = set(cards)
    parts = []
    for letter in "gby":
        at = 1
        while at <= 30:
            end = at
            while f"{letter}{end}" in whole:
                end += 1
            if end - at >= 3:
                parts.append(f"{letter}{at}-{end - 1}")
            else:
                parts += [f"{letter}{n}" for n in range(at, end)]
            at = end + 1
    return ",".join(parts) or "-"


def cards_of(text: str) -> list[str]:
    cards = []
    for part in [] if text == "-" else text.split(","):
        low, _, high = part[1:].partition("-")
        cards += [f"{part[0]}{n}" for n in range(int(low), int(high or low) + 1)]
    return cards


def read(text: str, rules: str = "") -> Position:
    """The position that a well-formed text describes."""
    fields = text.split(" ")
    position = Position()
    for name in ("fixed_order", "play_on", "fouls"):
        setattr(position, name, f"{name}=yes" in rules)
    if race := re.search(r"race=([0-9:]+)", rules):
        position.race = [int(weight) for weight in race[1].split(":")]
    for hand in fields[0].split("/"):
        cards, *new = hand.split("+")
        position.hands.append(cards_of(cards))
        position.new.append(new)
    if fields[1] != "-":
        position.centre, last = fields[1].split(":")
        position.last = int(last)
    position.aside, position.pile = cards_of(fields[2]), cards_of(fields[3])
    position.turn, position.passes = int(fields[4]), int(fields[5])
    if len(fields) > 6:
        name, _, rest = fields[6].partition(":")
        if name in ("foul", "put"):
            position.fouler, position.stage = int(rest[0]), name
            position.back, _, rest = rest[2:].partition(":")
            read_stage(position, position.back, rest)
        else:
            position.stage = name
            read_stage(position, name, rest)
    return position


def read_stage(position: Position, name: str, rest: str) -> None:
    if name == "deal":
        position.each = int(rest)
    elif name == "ask":
        position.answers = {int(part[0]): part[1:] for part in rest.split(",") if part}
    elif name == "call":
        position.calls = [(int(part[0]), part[2:]) for part in rest.split(",")]
    elif name == "over":
        position.wonderful = rest == "wonderful"


def write(position: Position) -> str:
    """The text of a position."""
    hands = []
    for hand, new in zip(position.hands, position.new, strict=True):
        cards = hand if position.fixed_order else in_order(hand)
        hands.append("+".join([",".join(cards), *new]) or "-")
    fields = [
        "/".join(hands),
        f"{position.centre}:{position.last}" if position.centre else "-",
        listed(position.aside),
        listed(position.pile),
        str(position.turn),
        str(position.passes),
    ]
    stage = position.stage
    if stage in ("foul", "put"):
        fields.append(
            ":".join([stage, str(position.fouler), *filter(None, [write_stage(position, position.back)])])
        )
    elif stage:
        fields.append(write_stage(position, stage))
    return " ".join(fields)


def write_stage(position: Position, stage: str) -> str:
    match stage:
        case "deal":
            return f"deal:{position.each}"
        case "ask" if position.answers:
            return "ask:" + ",".join(f"{p}{answer}" for p, answer in sorted(position.answers.items()))
        case "call":
            return "call:" + ",".join(f"{p}!{card}" for p, card in position.calls)
        case "over" if position.wonderful:
            return "over:wonderful"
    return stage


# Rules


def still_in(position: Position) -> list[int]:
    return [player for player in position.seats if position.held(player)]


def next_to(position: Position, player: int) -> int:
    while True:
        player = player % len(position.hands) + 1
        if position.held(player):
            return player


def others(position: Position) -> list[int]:
    """Those still in but who played the centre card."""
    return [player for player in still_in(position) if player != position.last]


def fits(card: str, centre: str) -> bool:
    if colour(card) != colour(centre):
        return False
    return number(card) > number(centre) if number(centre) < 16 else number(card) < number(centre)


def may_go(position: Position, player: int, cards: tuple[str, ...]) -> bool:
    """Not all the rest if they are sharks."""
    return not (len(cards) == len(position.held(player)) and any(map(shark, cards)))


def plays(position: Position, player: int) -> list[tuple[str, ...]]:
    """Everything that may be laid in one's turn: after drawing, the drawn card alone."""
    if position.stage == "drawn" or position.back == "drawn":
        laid: list[tuple[str, ...]] = [(position.new[player - 1][0],)]
    else:
        hand = position.hands[player - 1]
        laid = [cards for size in (1, 2, 3) for cards in permutations(hand, size)]
    return [
        cards
        for cards in laid
        if len({number(card) for card in cards}) == 1
        and (not position.centre or fits(cards[0], position.centre))
        and may_go(position, player, cards)
    ]


def calls(position: Position, player: int) -> list[str]:
    """The cards with which a player may call Same One."""
    if not position.centre or player == position.last:
        return []
    cards = position.new[player - 1] if position.stage == "drawn" else position.held(player)
    same = [card for card in cards if number(card) == number(position.centre)]
    return [card for card in same if may_go(position, player, (card,))]


def fouls(position: Position, player: int) -> list[str]:
    """The cards that would be wrong to lay now, if that costs anything."""
    if not position.fouls or not (position.pile or position.aside):
        return []
    right = {*calls(position, player)}
    if position.stage != "ask":
        right |= {cards[0] for cards in plays(position, player) if len(cards) == 1}
    return [card for card in position.held(player) if card not in right]


def moves(position: Position) -> list[Step]:
    """All decisions that the rules allow now, with who takes them."""
    turn, steps = position.turn, []
    match position.stage:
        case "" | "drawn":
            steps = [(turn, "+".join(cards)) for cards in plays(position, turn)]
            if position.stage == "":
                steps.append((turn, "draw"))
            elif position.fixed_order:
                steps += [(turn, f"pass@{at}") for at in range(1, len(position.hands[turn - 1]) + 2)]
            else:
                steps.append((turn, "pass"))
            steps += [(turn, f"!{card}") for card in calls(position, turn)]
            steps += [(turn, f"x{card}") for card in fouls(position, turn)]
        case "ask":
            for player in others(position):
                if player not in position.answers:
                    steps.append((player, "-"))
                    steps += [(player, f"!{card}") for card in calls(position, player)]
                    steps += [(player, f"x{card}") for card in fouls(position, player)]
        case "put":
            hand = position.hands[position.fouler - 1]
            steps = [(position.fouler, f"put@{at}") for at in range(1, len(hand) + 2)]
    return steps


def chances(position: Position) -> dict[str, Fraction]:
    """What may happen now, each with its probability; empty unless it is chance's turn."""
    if position.stage in ("deal", "draw", "foul"):
        return {f"={card}": Fraction(1, len(position.pile)) for card in position.pile}
    if position.stage == "call":
        weights = [position.race[player - 1] if position.race else 1 for player, _ in position.calls]
        found = {}
        for first, weight in zip(position.calls, weights, strict=True):
            laid = [first, *(call for call in position.calls if call != first)]
            text = ",".join(f"{player}!{card}" for player, card in laid)
            found[f"({text})"] = Fraction(weight, sum(weights))
        return found
    return {}


def steps(position: Position) -> list[Step]:
    """All that can come next: the decisions, or the events of chance."""
    return moves(position) or [(0, event) for event in chances(position)]


def shuffle_if_needed(position: Position) -> None:
    """An empty pile is made of what was played, all but the top of the centre."""
    if not position.pile:
        position.pile, position.aside = in_order(position.aside), []


def clear(position: Position) -> None:
    """The round is over: who played last leads, or the next who is still in."""
    position.aside.append(position.centre)
    leader = position.last if position.held(position.last) else next_to(position, position.last)
    position.centre, position.last, position.turn, position.passes, position.stage = "", 0, leader, 0, ""


def passed(position: Position, without_card: bool) -> None:
    position.stage = ""
    if position.centre:
        position.passes += 1
        if position.passes == len(others(position)):
            clear(position)
            return
        position.stage = "ask"
    else:
        position.passes = position.passes + 1 if without_card else 0
        if position.passes == len(still_in(position)):
            position.stage = "over"
    position.turn = next_to(position, position.turn)


def lose(position: Position, player: int, cards: list[str]) -> None:
    for card in cards:
        (position.hands if card in position.hands[player - 1] else position.new)[player - 1].remove(card)


def is_end(position: Position, player: int) -> bool:
    if position.held(player):
        return False
    return len(still_in(position)) == 1 if position.play_on else True


def end(position: Position, player: int, card: str) -> None:
    position.stage, position.turn = "over", player
    position.wonderful = number(card) == 1 and not position.play_on


def lay(position: Position, player: int, cards: list[str]) -> None:
    """Cards to the centre, in one's turn."""
    lose(position, player, cards)
    if position.centre:
        position.aside.append(position.centre)
    position.aside += cards[:-1]
    position.centre, position.last, position.passes = cards[-1], player, 0
    if is_end(position, player):
        end(position, player, cards[-1])
        return
    position.stage, position.answers = "ask", {}
    position.turn = next_to(position, player)
    if shark(cards[-1]):
        position.turn, position.passes = next_to(position, position.turn), 1


def same_one(position: Position, player: int, card: str) -> None:
    """A call that counts."""
    lose(position, player, [card])
    position.aside += [position.centre, card]
    position.centre, position.last, position.passes, position.stage, position.turn = "", 0, 0, "", player
    if is_end(position, player):
        end(position, player, card)
    elif not position.held(player):
        position.turn = next_to(position, player)


def answered(position: Position) -> None:
    """When all have answered, calls are seen; without any, the game goes on."""
    if len(position.answers) < len(others(position)):
        return
    called = [(p, answer[1:]) for p, answer in sorted(position.answers.items()) if answer != "-"]
    position.answers = {}
    if called:
        position.calls, position.stage = called, "call"
    elif position.passes >= len(others(position)):
        clear(position)
    else:
        position.stage = ""


def put(position: Position, player: int, card: str, at: int) -> None:
    hand = position.hands[player - 1]
    hand.insert(at - 1 if position.fixed_order else len(hand), card)
    if not position.fixed_order:
        position.hands[player - 1] = in_order(hand)


def came(position: Position, card: str) -> None:
    """A card comes off the pile."""
    position.pile.remove(card)
    players = len(position.hands)
    if position.stage == "deal":
        dealt = sum(map(len, position.hands))
        player = (position.turn - 1 + dealt) % players + 1
        put(position, player, card, len(position.hands[player - 1]) + 1)
        if dealt + 1 == players * position.each:
            position.stage = ""
    elif position.stage == "draw":
        position.new[position.turn - 1] = [card]
        position.stage = "drawn"
    elif position.fixed_order:
        position.new[position.fouler - 1].append(card)
        position.stage = "put"
    else:
        put(position, position.fouler, card, 0)
        position.stage, position.back = position.back, ""
    shuffle_if_needed(position)


def after(position: Position, step: Step) -> Position:
    """The position after a step."""
    new = position.copied()
    player, text = step
    if text.startswith("="):
        came(new, text[1:])
    elif text.startswith("("):
        first, card = text[1:-1].split(",")[0].split("!")
        new.calls = []
        same_one(new, int(first), card)
    elif text == "draw":
        shuffle_if_needed(new)
        if new.pile:
            new.stage = "draw"
        else:
            passed(new, without_card=True)
    elif text.startswith("pass"):
        put(new, player, new.new[player - 1].pop(), int(text[5:] or 0))
        passed(new, without_card=False)
    elif text.startswith("put"):
        put(new, player, new.new[player - 1].pop(), int(text[4:]))
        new.stage, new.back = new.back, ""
    elif text.startswith("x"):
        shuffle_if_needed(new)
        new.back, new.stage, new.fouler = new.stage, "foul", player
    elif new.stage == "ask":
        new.answers[player] = text
        answered(new)
    elif text.startswith("!"):
        same_one(new, player, text[1:])
    else:
        lay(new, player, text.split("+"))
    return new


def over(position: Position) -> bool:
    return position.stage == "over"


def scores(position: Position) -> list[int]:
    """What a finished game scores each player; nobody anything where none is out."""
    out = [player for player in position.seats if not position.held(player)]
    if len(out) != 1:
        return [0 for _ in position.seats]
    lost = []
    for player in position.seats:
        cards = position.held(player)
        lost.append(10 if position.wonderful else sum(2 if shark(card) else 1 for card in cards))
    lost[out[0] - 1] = 0
    return [
        sum(lost) if player == out[0] else -paid for player, paid in zip(position.seats, lost, strict=True)
    ]


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


if __name__ == "__main__":
    for path in map(Path, sys.argv[1:]):
        known = PerftFile.parse(path.read_text("ascii"))
        opening = read(known.position, known.rules)
        counted = tuple(perft(opening, depth) for depth in range(1, max(4, len(known.counts)) + 1))
        path.write_text(str(PerftFile(known.comment, known.rules, known.position, counted)), "ascii")
