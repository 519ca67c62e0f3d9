"""perft(n), the number of sequences of n steps (each a decision or an event), as in chess programs.

The counts in `tests/perft/*.txt` come from `tests.reference_river`, a River written a second time from the
rules; that reference is checked here on rivers so small that they can be counted by hand. The library must
reach the same counts, and in random games the same moves, chances and texts at every step.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import pytest

from inaba import river
from inaba.river.rules import format_rules, parse_rules
from inaba.river.state import State
from tests import reference_river as reference
from tests.reference_river import Options, PerftFile
from tests.strategies import RIVER, possible, taken, wandered
from tests.under_test import OTHER_GAMES, GameUnderTest

FILES = sorted(
    path for path in (Path(__file__).parent / "perft").glob("*.txt") if not path.name.startswith(OTHER_GAMES)
)

every_file = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


@cache
def perft(state: State, depth: int) -> int:
    """The library's count."""
    if depth == 0:
        return 1
    return sum(perft(taken(state, step), depth - 1) for step in possible(state))


def divided(state: State, depth: int) -> dict[reference.Step, int]:
    """The library's count for each first step apart."""
    return {
        (actor, str(step)): perft(taken(state, (actor, step)), depth - 1) for actor, step in possible(state)
    }


def breakdown(known: PerftFile, depth: int) -> str:
    """Where the library and the reference differ, first step by first step."""
    ours = divided(river.parse(known.position, parse_rules(known.rules)), depth)
    theirs = reference.divided(reference.read(known.position, known.options()), depth)
    lines = [f"perft({depth}) of {known.position} ({known.rules or 'default'}):"]
    for step in sorted({*ours, *theirs}):
        mark = "   " if ours.get(step) == theirs.get(step) else "-> "
        lines.append(f"{mark}{step[0]} {step[1]}: {ours.get(step)}, reference {theirs.get(step)}")
    return "\n".join(lines)


def test_there_are_perft_files_for_every_part_of_the_game() -> None:
    known = [PerftFile.parse(path.read_text("ascii")) for path in FILES]
    assert len(known) >= 12
    assert {position.position.split(" ")[1].count(",") + 1 for position in known} == {2, 3, 4}
    for part in ("fight:", "ride:", "peek:", "up:1:", "up:1!", "deal:", "pick:", "place:", "?1:"):
        assert any(part in position.position for position in known), part
    for option in ("orca=side", "rest=owner", "dice="):
        assert any(option in position.rules for position in known), option
    assert all(len(position.counts) >= 4 for position in known)


@every_file
def test_the_library_counts_as_the_file_says(path: Path) -> None:
    known = PerftFile.parse(path.read_text("ascii"))
    state = river.parse(known.position, parse_rules(known.rules))
    for depth, count in enumerate(known.counts, 1):
        assert perft(state, depth) == count, breakdown(known, depth)


@every_file
def test_the_file_says_what_the_reference_counts(path: Path) -> None:
    known = PerftFile.parse(path.read_text("ascii"))
    position = reference.read(known.position, known.options())
    assert reference.write(position) == known.position
    counted = tuple(reference.perft(position, depth) for depth in range(1, len(known.counts) + 1))
    assert counted == known.counts
    assert str(known) == path.read_text("ascii"), "a file has one spelling"
    assert "reference_river" in "".join(known.comment), "a file says where its counts come from"


@pytest.mark.parametrize(
    ("position", "counts"),
    [
        # Rabbit 1 or 2 to the only square; then only that rabbit can go on, into the goal.
        ("0 -,- 1 - -", (2, 2, 0, 0)),
        # 36 rolls, all of them enough against 2 hit points.
        ("2 -,- 1 - -", (2, 72, 72, 0)),
        # (1,1) is not enough against 3: the other rabbit fights then, and 1 hit point is left: 36 rolls.
        ("3 -,- 1 - -", (2, 72, 72, 72)),
        # A card that can only be the whale.
        ("? -,- 1 - W", (2, 2, 2, 0)),
        # Two cards that can come either way round: 2 rabbits x 2 squares, then 2 cards; on a whale or a 0
        # that rabbit can go into the goal and the other to the other square, where the last card is certain.
        ("?,? -,- 1 - 0,W", (4, 8, 16, 8)),
        # The dolphin must be ridden into the goal.
        ("D -,- 1 - -", (2, 2, 0, 0)),
        # The orca carries the rabbit back to Start, turn after turn: a choice of two, a ride of one, ...
        ("O -,- 1 - -", (2, 2, 4, 4)),
        # (1,1) of the 36 rolls loses; then rabbit 2 must go, and 36 rolls follow. The others beat the shark.
        ("3 -,- 2 1 -", (1, 36, 36, 36)),
        # Squid: nothing face down, no effect. Four steps ahead; then that rabbit goes home, or the other
        # takes the other square.
        ("S,S -,- 1 - -", (4, 8, 8, 0)),
        # Onto the squid: b1 is chosen, is turned up, and 2 moves follow. Onto b1: it is turned up; the same
        # rabbit goes home, or the other takes the squid, which now has nothing to turn up: 2 moves follow.
        ("S,? -,- 1 - 0", (4, 4, 6, 8)),
        # A deal of two cards to two players: 2 ways, then 1; each keeps his only card in either order.
        (".,. -,- 1 - 3,D draft:deal:/:/", (2, 2, 4, 4)),
    ],
)
def test_the_reference_counts_tiny_rivers_as_a_hand_does(position: str, counts: tuple[int, ...]) -> None:
    opening = reference.read(position)
    assert tuple(reference.perft(opening, depth) for depth in range(1, 5)) == counts


def test_a_wrong_count_is_told_move_by_move() -> None:
    known = PerftFile((), "", "S,? a1,- 1 - 0", (1,))
    assert breakdown(known, 2).splitlines() == [
        "perft(2) of S,? a1,- 1 - 0 (default):",
        "   1 1*: 0, reference 0",
        "   1 2b1: 1, reference 1",
    ]


def options_of(state: State) -> Options:
    return PerftFile((), format_rules(state.rules), str(state), ()).options()


@pytest.mark.parametrize("game", RIVER, ids=lambda game: game.name)
def test_the_reference_plays_the_same_games(game: GameUnderTest) -> None:
    for seed in range(40):
        walk = wandered(game.start(), Random(seed), game.most_steps, game.repetitions)
        position = reference.read(str(walk.states[0]), options_of(walk.states[0]))
        for state, (actor, step) in zip(walk.states, walk.steps, strict=False):
            same_position(state, position)
            position = reference.after(position, (actor, str(step)))
        same_position(walk.last, position)


def test_the_reference_plays_the_same_games_on_odd_rivers() -> None:
    """Every size from 1 x 1 to 8 x 8, decks drawn at random, all options."""
    letters = ["D", "O", "S", "W", "0", "1", "3", "9", "12", "40"]
    for seed in range(250):
        rng = Random(seed)
        columns, rows = rng.choice([(8, 8), *((rng.randint(1, 5), rng.randint(1, 5)) for _ in range(7))])
        dice = rng.choice(["2d6", "1d4", "{1:1,6:2}+1d6", "3d3"])
        rules = parse_rules(
            f"orca={rng.choice(['back', 'side'])},rest={rng.choice(['next', 'owner'])},dice={dice}"
        )
        deck = tuple(river.parse_card(rng.choice(letters)) for _ in range(columns * rows))
        players = rng.randint(2, 4)
        state = river.start(players, deck, columns, rows, rules, first=rng.randint(1, players))
        position = reference.read(str(state), options_of(state))
        for actor, step in (walk := wandered(state, rng, 120)).steps:
            same_position(state, position)
            state = taken(state, (actor, step))
            position = reference.after(position, (actor, str(step)))
        assert state == walk.last
        same_position(state, position)


def same_position(state: State, position: reference.Position) -> None:
    """The library and the reference agree on the text, on what may be done and on what may happen."""
    assert str(state) == reference.write(position)
    assert [(player, str(move)) for player, move in possible(state) if player] == reference.moves(position)
    chance = state.chance()
    ours = {} if chance is None else {str(event): chance[event] for event in chance}
    assert ours == reference.chances(position), str(state)
    assert (state.result() is not None) == reference.over(position)
