"""Cross Sevens a second time, written straight from the rules and apart from the library: the tests' oracle.

It imports nothing of `inaba`. Cards are their texts, cells are pairs of numbers, a position is one mutable
object that is copied whole, and where a trump may go is found by looking at every cell around. It reads only
positions that are well formed, and is as slow as it is simple.

``python -m tests.reference_cross_sevens FILE…`` counts the perft files named anew, from their rules and
position.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from pathlib import Path

from tests.reference_river import PerftFile, anew

Step = tuple[int, str]
"""Who acts (0 for chance), and what he does, as text."""

Cell = tuple[int, int]
"""Row, 0 to 5 from below, and column."""

SUITS = "DSHC"
RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
ALL = [suit + rank for suit in SUITS for rank in RANKS] + ["JK"]
KINDS = ["mix", "plus", "cross", "tunnel", "stop", "trade", "try"]


@dataclass
class Position:
    """A position; ``stage`` is the last field of the notation, cut at its colons."""

    rules: dict[str, str] = field(default_factory=dict)
    hands: list[list[str]] = field(default_factory=list)
    kinds: list[list[str]] = field(default_factory=list)
    down: list[str] = field(default_factory=list)
    diagonal: str = ""
    laid: dict[str, Cell] = field(default_factory=dict)
    joker: tuple[Cell, str] | None = None
    stops: list[tuple[Cell, int]] = field(default_factory=list)
    pile: list[str] = field(default_factory=list)
    action_pile: list[str] = field(default_factory=list)
    discards: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    finished: list[int] = field(default_factory=list)
    eliminated: list[int] = field(default_factory=list)
    turn: int = 0
    used: list[str] = field(default_factory=list)
    stage: list[str] = field(default_factory=lambda: [""])

    def copied(self) -> Position:
        return Position(**anew(vars(self)))

    def option(self, name: str, value: str) -> bool:
        return self.rules.get(name) == value

    @property
    def still_in(self) -> list[int]:
        out = self.finished + self.eliminated
        return [player for player in range(1, len(self.hands) + 1) if player not in out]

    @property
    def table(self) -> dict[str, Cell]:
        """All trumps on the field but the joker, with their cells."""
        sevens = {f"{suit}7": (i + 1, i + 1) for i, suit in enumerate(self.diagonal)}
        return {**sevens, **self.laid}


def rank(card: str) -> int:
    return RANKS.index(card[1:])


def trump_order(cards: list[str]) -> list[str]:
    return sorted(cards, key=ALL.index)


def kind_order(kinds: list[str]) -> list[str]:
    return sorted(kinds, key=KINDS.index)


# Text


def trumps_of(text: str) -> list[str]:
    cards = []
    for part in [] if text in ("-", "") else text.split(","):
        low, _, high = part.partition("-")
        at = ALL.index(low)
        cards += ALL[at : ALL.index(low[0] + high) + 1] if high else [low]
    return cards


def trumps_text(cards: list[str]) -> str:
    whole = {*cards}
    parts = []
    for suit in SUITS:
        at = 0
        while at < 13:
            end = at
            while end < 13 and suit + RANKS[end] in whole:
                end += 1
            run = [suit + r for r in RANKS[at:end]]
            parts += [f"{run[0]}-{RANKS[end - 1]}"] if len(run) > 2 else run
            at = end + 1
    return ",".join(parts + ["JK"] * ("JK" in whole)) or "-"


def kinds_of(text: str) -> list[str]:
    kinds = []
    for part in [] if text in ("-", "") else text.split(","):
        name, _, count = part.partition("*")
        kinds += [name] * int(count or 1)
    return kinds


def kinds_text(kinds: list[str]) -> str:
    counted = [(kind, kinds.count(kind)) for kind in KINDS if kind in kinds]
    return ",".join(kind if n == 1 else f"{kind}*{n}" for kind, n in counted) or "-"


def cell_of(text: str) -> Cell:
    return "abcdef".index(text[0]), int(text[1:])


def cell_text(cell: Cell) -> str:
    return f"{'abcdef'[cell[0]]}{cell[1]}"


def read(text: str, rules: str = "") -> Position:
    """The position that a well-formed text describes."""
    fields = text.split(" ")
    position = Position(rules=dict(part.split("=") for part in rules.split(",") if part))
    for hand in fields[0].split("/"):
        trumps, _, kinds = hand.partition(":")
        trumps, _, down = trumps.partition("+")
        position.hands.append(trumps_of(trumps))
        position.kinds.append(kinds_of(kinds))
        position.down.append(down)
    for part in [] if fields[1] == "-" else fields[1].split(","):
        name, _, cell = part.partition("@")
        if not cell:
            position.diagonal = name
        elif name.startswith("stop"):
            position.stops.append((cell_of(cell), int(name[4:] or 0)))
        elif name.startswith("JK="):
            position.joker = (cell_of(cell), name[3:])
        else:
            position.laid[name] = cell_of(cell)
    position.pile, position.action_pile = trumps_of(fields[2]), kinds_of(fields[3])
    discards, *position.gone = fields[4].split("|")
    position.discards = kinds_of(discards)
    for part in [] if fields[5] == "-" else fields[5].split(","):
        (position.eliminated if part[0] == "x" else position.finished).append(int(part[-1]))
    position.turn, position.used = int(fields[6]), kinds_of(fields[7])
    position.stage = fields[8].split(":") if len(fields) > 8 else [""]
    return position


def write(position: Position) -> str:
    """The text of a position."""
    hands = []
    for hand, kinds, down in zip(position.hands, position.kinds, position.down, strict=True):
        text = (",".join(trump_order(hand)) + (f"+{down}" if down else "")) or "-"
        hands.append(text + (f":{kinds_text(kinds)}" if kinds else ""))
    laid = sorted((cell, ALL.index(card)) for card, cell in position.laid.items())
    lying = [position.diagonal] if position.diagonal else []
    lying += [f"{ALL[card]}@{cell_text(cell)}" for cell, card in laid]
    if position.joker:
        lying.append(f"JK={position.joker[1]}@{cell_text(position.joker[0])}")
    lying += [f"stop{owner or ''}@{cell_text(cell)}" for cell, owner in sorted(position.stops)]
    out = [str(player) for player in position.finished] + [f"x{player}" for player in position.eliminated]
    fields = [
        "/".join(hands),
        ",".join(lying) or "-",
        trumps_text(position.pile),
        kinds_text(position.action_pile),
        "|".join([kinds_text(position.discards), *position.gone]),
        ",".join(out) or "-",
        str(position.turn),
        kinds_text(position.used),
    ]
    if position.stage != [""]:
        fields.append(":".join(position.stage))
    return " ".join(fields)


# Where a trump may go


def beside(cell: Cell) -> list[Cell]:
    row, column = cell
    around = [(row, column - 1), (row, column + 1), (row - 1, column), (row + 1, column)]
    return [one for one in around if one[0] in range(6)]


def around_the_field(position: Position) -> list[Cell]:
    columns = [column for _, column in position.table.values()]
    return [(row, column) for row in range(6) for column in range(min(columns) - 3, max(columns) + 4)]


def content(position: Position, cell: Cell) -> int:
    """How many cards lie in a cell, a STOP counted."""
    stops = [stopped for stopped, _ in position.stops]
    # On the joker nothing goes: its cell counts as full.
    full = 2 if position.joker and position.joker[0] == cell else 0
    return [*position.table.values(), *stops].count(cell) + full


def next_in_rank(one: str, other: str) -> bool:
    return one[0] == other[0] and abs(rank(one) - rank(other)) == 1


def corner(one: str, other: str) -> bool:
    return one[0] == other[0] and {one[1:], other[1:]} == {"A", "K"}


def beside_its_seven(position: Position, card: str, cell: Cell) -> bool:
    """For a 6 or an 8: left or right of the 7; where sides are fixed, the 6 left and the 8 right."""
    seven = position.table.get(card[0] + "7")
    if seven is None or cell[0] != seven[0]:
        return False
    right = cell[1] - seven[1]
    if position.option("sides", "fixed"):
        return right == (-1 if card[1:] == "6" else 1)
    return right in (-1, 1)


def special(card: str) -> bool:
    return card[1:] in ("6", "8")


def linked(position: Position, card: str, cell: Cell, other: str, at: Cell) -> bool:
    """Whether a card on a cell lies rightly beside one next in rank, or round the corner."""
    if not (next_in_rank(card, other) or corner(card, other)) or at not in beside(cell):
        return False
    return not special(card) or (other[1:] == "7" and beside_its_seven(position, card, cell))


def ways(position: Position, card: str) -> Iterator[tuple[Cell, bool, bool]]:
    """Every cell that a trump may go to, with whether that takes CROSS, and TUNNEL."""
    table = position.table
    if card == "JK" or card in table:
        return
    # Wherever it goes, it is beside one of these.
    some = [(other, at) for other, at in table.items() if next_in_rank(card, other) or corner(card, other)]
    for cell in around_the_field(position):
        links = [other for other, at in some if linked(position, card, cell, other, at)]
        if links and content(position, cell) < 2:
            yield cell, content(position, cell) > 0, all(corner(card, other) for other in links)


def plain_ways(position: Position, card: str) -> list[Cell]:
    return [cell for cell, crossed, tunnelled in ways(position, card) if not crossed and not tunnelled]


def joker_ways(position: Position, player: int, card: str) -> Iterator[tuple[str, Cell, Cell, bool, bool]]:
    """What the joker stands for, its cell, the trump's cell, and whether that takes CROSS, and TUNNEL."""
    hand, table = position.hands[player - 1], position.table
    if "JK" not in hand or card == "JK":
        return
    for by in (-1, 1):
        gap = card[0] + RANKS[(rank(card) + by) % 13]
        start = card[0] + RANKS[(rank(card) + 2 * by) % 13]
        if gap in hand or gap in table or start not in table:
            continue
        for cell in around_the_field(position):
            if content(position, cell) or not linked(position, gap, cell, start, table[start]):
                continue
            for beyond in beside(cell):
                if special(card) and not beside_its_seven(position, card, beyond):
                    continue
                if content(position, beyond) < 2:
                    tunnel = corner(start, gap) or corner(gap, card)
                    yield gap, cell, beyond, content(position, beyond) > 0, tunnel


def with_cards(
    position: Position, player: int, text: str, cell: Cell, joker: Cell | None, needs: list[str]
) -> Iterator[str]:
    """A play with the action cards that it takes, and with every number of STOPs, if he has them."""
    kinds = Counter(position.kinds[player - 1])
    if Counter(needs) - kinds:
        return
    text += "".join(f"+{kind}" for kind in needs)
    free = sorted(one for one in beside(cell) if not content(position, one) and one != joker)
    for count in range(kinds["stop"] + 1):
        for stops in combinations(free, count):
            yield text + "".join(f"+stop@{cell_text(one)}" for one in stops)


def plays(position: Position, player: int) -> Iterator[str]:
    more = ["plus"] if position.stage == ["laid"] else []
    for card in position.hands[player - 1]:
        for cell, crossed, tunnelled in ways(position, card):
            needs = more + ["cross"] * crossed + ["tunnel"] * tunnelled
            yield from with_cards(position, player, f"{card}@{cell_text(cell)}", cell, None, needs)
        for gap, at, cell, crossed, tunnelled in joker_ways(position, player, card):
            needs = more + ["cross"] * crossed + ["tunnel"] * tunnelled
            text = f"JK={gap}@{cell_text(at)}&{card}@{cell_text(cell)}"
            yield from with_cards(position, player, text, cell, at, needs)


# What may be done


def passes(position: Position, player: int) -> Iterator[str]:
    kinds = kind_order(position.kinds[player - 1])
    if len(kinds) == 3 and not position.pile:
        yield "pass"
        return
    yield "draw:action"
    if position.pile:
        yield "draw:trump"
    discards = {one for count in (1, 2, 3) for one in combinations(kinds, count)}
    yield from (f"discard:{kinds_text(list(one))}" for one in discards)


def turn_moves(position: Position) -> Iterator[str]:
    player, kinds = position.turn, position.kinds[position.turn - 1]
    others = [other for other in position.still_in if other != player]
    if position.stage != ["missed"]:
        yield from plays(position, player)
        if "try" in kinds and not position.used and position.stage == [""]:
            asked = [c for c in ALL if plain_ways(position, c) and c not in position.hands[player - 1]]
            # A trump that is not in this game at all cannot be named.
            asked = [c for c in asked if c in position.pile or any(c in hand for hand in position.hands)]
            yield from (f"try:{other}:{card}" for other in others for card in asked)
        if "trade" in kinds:
            yield from (f"trade:{other}" for other in others)
    if position.stage == ["laid"]:
        yield "end"
    else:
        yield from passes(position, player)


def overdue(position: Position, suit: str) -> list[str]:
    return [f"{one}7" for one in SUITS[: SUITS.index(suit)] if one not in position.diagonal]


def ends(position: Position, card: str) -> list[str]:
    return [f"{card}@up", f"{card}@down"] if position.diagonal else [card]


def moves(position: Position) -> list[Step]:
    """All decisions that the rules allow now, with who takes them."""
    name, *rest = position.stage
    hands = position.hands
    match name:
        case "seven" | "late":
            asked = [f"{rest[0]}7"] if name == "seven" else overdue(position, rest[0])
            player = int(rest[1])
            found = [card for card in asked if card in hands[player - 1]]
            return [(player, text) for card in found for text in ends(position, card)] or [(player, "-")]
        case "" | "laid" | "missed":
            return [(position.turn, text) for text in turn_moves(position)]
        case "try":
            return [(int(rest[0]), "yes" if rest[1] in hands[int(rest[0]) - 1] else "-")]
        case "place":
            return [(position.turn, f"{rest[1]}@{cell_text(c)}") for c in plain_ways(position, rest[1])]
        case "claim":
            assert position.joker is not None
            player = int(rest[0])
            return [(player, "claim" if position.joker[1] in hands[player - 1] else "-")]
        case "trade" | "mix":
            return [(p, f">{card}") for p in choosing(position) for card in hands[p - 1]]
        case "out":
            player = int(rest[0])
            return [(player, f"out:{kinds_text(position.kinds[player - 1])}")]
    return []


def choosing(position: Position) -> list[int]:
    """Who still has to put a trump face down."""
    name, first = position.stage[:2]
    if name == "mix":
        those = position.still_in
    elif position.option("trade", "blind"):
        those = [position.turn]
    else:
        those = sorted([position.turn, int(first)])
    return [player for player in those if not position.down[player - 1]]


def coming(position: Position) -> list[str]:
    """The trumps of which one is to come to somebody."""
    name, *rest = position.stage
    match name:
        case "deal" | "get" | "trump":
            return position.pile
        case "swap":
            target = int(rest[0]) - 1
            return position.hands[target] if position.option("trade", "blind") else [position.down[target]]
        case "back":
            return [position.down[position.turn - 1]]
        case "return":
            return [card for card in position.down if card and not any(card in h for h in position.hands)]
    return []


def chances(position: Position) -> dict[str, Fraction]:
    """What may happen now, each with its probability; empty unless it is chance's turn."""
    cards = position.action_pile if position.stage[0] == "draw" else coming(position)
    return {f"={card}": Fraction(n, len(cards)) for card, n in Counter(cards).items()}


def steps(position: Position) -> list[Step]:
    """All that can come next: the decisions, or the events of chance."""
    return moves(position) or [(0, event) for event in chances(position)]


# What becomes of it


def shuffle_if_needed(position: Position) -> None:
    if not position.action_pile:
        position.action_pile, position.discards = position.discards, []


def put_down(position: Position) -> int:
    """The cards used go to the discards, but STOP stays and MIX is gone; how many there were."""
    used, position.used = position.used, []
    position.discards += [kind for kind in used if kind not in ("stop", "mix")]
    position.gone += [kind for kind in used if kind == "mix"]
    shuffle_if_needed(position)
    return len(used)


def open_stops(position: Position, player: int) -> None:
    lifted = [stop for stop in position.stops if stop[1] == player]
    position.stops = [stop for stop in position.stops if stop[1] != player]
    if lifted:
        position.discards += ["stop"] * len(lifted)
        shuffle_if_needed(position)


def next_turn(position: Position) -> None:
    player = position.turn
    while True:
        player = player % len(position.hands) + 1
        if player in position.still_in:
            break
    open_stops(position, player)
    position.turn, position.stage = player, [""]


def draw_on(position: Position, due: int) -> None:
    """Draw what is due, then replace what was used, then it is the next player's turn."""
    while not (due and position.action_pile):
        if not position.used:
            next_turn(position)
            return
        due = put_down(position)
    position.stage = ["draw", str(due)]


def is_over(position: Position) -> bool:
    stops = bool(position.finished) and not position.option("play_on", "yes")
    return stops or len(position.still_in) == 1


def leave(position: Position, player: int) -> None:
    """Who is out shows and discards his action cards, if he has any; then the game goes on."""
    if position.kinds[player - 1]:
        position.stage = ["out", str(player)]
    elif player == position.turn:
        next_turn(position)
    else:
        position.stage = [""]


def finish(position: Position, player: int) -> None:
    position.finished.append(player)
    open_stops(position, player)
    if is_over(position):
        position.stage = ["over"]
    elif player == position.turn:
        put_down(position)


def eliminate(position: Position) -> None:
    player = position.turn
    position.eliminated.append(player)
    position.pile += position.hands[player - 1]
    position.hands[player - 1] = []
    put_down(position)
    open_stops(position, player)
    if is_over(position):
        position.stage = ["over"]
    else:
        leave(position, player)


def next_seven(position: Position, suit: str) -> None:
    following = SUITS[SUITS.index(suit) + 1 :]
    position.stage = ["seven", following[0], "1"] if following else [""]


def ask_for_claim(position: Position, last: int) -> None:
    """The next in seat order is asked, all but who has laid the joker."""
    left = [player for player in position.still_in if player > last and player != position.turn]
    if left:
        position.stage = ["claim", str(left[0])]
    elif position.turn in position.finished:
        leave(position, position.turn)
    else:
        position.stage = ["laid"]


def begin(position: Position, player: int, text: str) -> None:
    card, _, end = text.partition("@")
    position.hands[player - 1].remove(card)
    position.diagonal = card[0] + position.diagonal if end == "down" else position.diagonal + card[0]
    if card == "D7":
        position.turn = player
    suit = position.stage[1]
    if position.pile:
        position.stage = ["get", suit, str(player)]
    else:
        next_seven(position, suit)


def refuse(position: Position, player: int) -> None:
    """A player does not hold what he was asked for."""
    name, *rest = position.stage
    if name == "seven" and player < len(position.hands):
        position.stage = ["seven", rest[0], str(player + 1)]
    elif name in ("seven", "late"):
        next_seven(position, rest[0])
    elif name == "try" and position.option("try_miss", "pass"):
        position.stage = ["missed"]
    elif name == "try" or player == position.turn:
        draw_on(position, 0)
    else:
        ask_for_claim(position, player)


def lay(position: Position, player: int, text: str) -> None:
    """A trump to the field, with all that goes with it."""
    owner = int(position.stage[1]) if position.stage[0] == "place" else player
    found = re.fullmatch(r"(?:JK=(\w+)@(\w-?\d+)&)?(\w+)@(\w-?\d+)(.*)", text)
    assert found is not None
    for part in found[5].split("+")[1:]:
        kind, _, cell = part.partition("@")
        position.kinds[player - 1].remove(kind)
        position.used.append(kind)
        if cell:
            until = player if position.option("stop", "until_next_turn") else 0
            position.stops.append((cell_of(cell), until))
    position.hands[owner - 1].remove(found[3])
    position.laid[found[3]] = cell_of(found[4])
    if found[1]:
        position.hands[owner - 1].remove("JK")
        position.joker = (cell_of(found[2]), found[1])
    position.stage = ["laid"] if owner == player else [""]
    if not position.hands[owner - 1]:
        finish(position, owner)
        if position.stage == ["over"]:
            return
        if not found[1]:
            leave(position, owner)
    if found[1]:
        ask_for_claim(position, 0)


def show(position: Position) -> None:
    """The trump of a TRY is there."""
    target, card = int(position.stage[1]), position.stage[2]
    if not position.option("try", "take"):
        position.stage = ["place", str(target), card]
        return
    position.hands[target - 1].remove(card)
    position.hands[position.turn - 1].append(card)
    position.stage = [""]
    if not position.hands[target - 1]:
        finish(position, target)
        if position.stage != ["over"]:
            leave(position, target)


def give(position: Position, player: int, card: str) -> None:
    position.hands[player - 1].remove(card)
    position.down[player - 1] = card
    name, first, *rest = position.stage
    more = rest[:1] if rest[:1] == ["laid"] else []
    if name == "trade":
        waiting = bool(choosing(position))
        given = [str(p) for p in sorted([position.turn, int(first)]) if position.down[p - 1]]
        position.stage = ["trade", first, *more, ",".join(given)] if waiting else ["swap", first, *more]
    else:
        waiting = bool(choosing(position))
        given = [str(p) for p in position.still_in if position.down[p - 1]]
        position.stage = ["mix", first, ",".join(given)] if waiting else ["return", first, "0"]


def came(position: Position, card: str) -> None:
    """A trump comes to a player."""
    name, *rest = position.stage
    hands, down, turn = position.hands, position.down, position.turn
    if name in ("deal", "get", "trump"):
        position.pile.remove(card)
    match name:
        case "deal":
            hands[sum(map(len, hands)) % len(hands)].append(card)
            if sum(map(len, hands)) == int(rest[0]) * len(hands):
                position.stage = ["seven", "D", "1"]
        case "get":
            hands[int(rest[1]) - 1].append(card)
            if overdue(position, rest[0]):
                position.stage = ["late", *rest]
            else:
                next_seven(position, rest[0])
        case "trump":
            hands[turn - 1].append(card)
            if position.joker:
                position.stage = ["claim", str(turn)]
            else:
                draw_on(position, 0)
        case "swap":
            target = int(rest[0])
            if position.option("trade", "blind"):
                hands[target - 1].remove(card)
            else:
                down[target - 1] = ""
            hands[turn - 1].append(card)
            position.stage = ["back", *rest]
        case "back":
            down[turn - 1] = ""
            hands[int(rest[0]) - 1].append(card)
            position.stage = rest[1:] or [""]
        case "return":
            dealt = int(rest[1])
            hands[position.still_in[dealt] - 1].append(card)
            position.stage = ["return", rest[0], str(dealt + 1)]
            if dealt + 1 == len(position.still_in):
                position.down = [""] * len(hands)
                draw_on(position, int(rest[0]))


def drew(position: Position, kind: str) -> None:
    """An action card comes to the player whose turn it is."""
    due = int(position.stage[1]) - 1
    position.action_pile.remove(kind)
    if kind == "mix":
        position.used.append(kind)
        shuffle_if_needed(position)
        position.stage = ["mix", str(due)]
        return
    position.kinds[position.turn - 1].append(kind)
    shuffle_if_needed(position)
    if len(position.kinds[position.turn - 1]) == 4:
        eliminate(position)
    else:
        draw_on(position, due)


def discard(position: Position, player: int, kinds: list[str]) -> None:
    for kind in kinds:
        position.kinds[player - 1].remove(kind)
    position.discards += kinds
    shuffle_if_needed(position)


def use(position: Position, kind: str) -> None:
    position.kinds[position.turn - 1].remove(kind)
    position.used.append(kind)


def after(position: Position, step: Step) -> Position:
    """The position after a step."""
    new = position.copied()
    player, text = step
    word, *rest = text.split(":")
    if text.startswith("="):
        (drew if new.stage[0] == "draw" else came)(new, text[1:])
    elif new.stage[0] in ("seven", "late") and text != "-":
        begin(new, player, text)
    elif text == "-":
        refuse(new, player)
    elif text == "yes":
        show(new)
    elif text == "claim":
        assert new.joker is not None
        cell, card = new.joker
        new.joker = None
        new.laid[card] = cell
        new.hands[player - 1].remove(card)
        new.hands[player - 1].append("JK")
        if player == new.turn:
            draw_on(new, 0)
        else:
            ask_for_claim(new, 99)
    elif text.startswith(">"):
        give(new, player, text[1:])
    elif text == "pass":
        eliminate(new)
    elif text == "end":
        draw_on(new, 0)
    elif word == "draw" and rest == ["trump"]:
        new.stage = ["trump"]
    elif word == "draw":
        draw_on(new, 1)
    elif word == "discard":
        discard(new, player, kinds_of(rest[0]))
        draw_on(new, len(kinds_of(rest[0])) + 1)
    elif word == "out":
        discard(new, player, kinds_of(rest[0]))
        leave(new, player)
    elif word == "try":
        use(new, "try")
        new.stage = ["try", *rest]
    elif word == "trade":
        new.stage = ["trade", *rest, *(["laid"] if new.stage == ["laid"] else [])]
        use(new, "trade")
    else:
        lay(new, player, text)
    return new


def over(position: Position) -> bool:
    return position.stage == ["over"]


def ranks(position: Position) -> list[int]:
    """The ranks of a finished game: the finishers, those left, of them the joker's holder last, the
    eliminated from the latest to the earliest."""
    left = position.still_in
    holder = [player for player in left if "JK" in position.hands[player - 1]]
    places = [[player] for player in position.finished]
    places += [[player for player in left if player not in holder], holder]
    places += [[player] for player in position.eliminated[::-1]]
    found = [0] * len(position.hands)
    place = 1
    for group in places:
        for player in group:
            found[player - 1] = place
        place += len(group)
    return found


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
        counted = tuple(perft(opening, depth) for depth in range(1, max(3, len(known.counts)) + 1))
        path.write_text(str(PerftFile(known.comment, known.rules, known.position, counted)), "ascii")
