"""Same One and its reference: the same counts of step sequences, and the same games.

The counts in `tests/perft/same_one_*.txt` come from `tests.reference_same_one`, a Same One written a second
time from the rules; that reference is checked here on positions so small that they can be counted by hand.
The library must reach the same counts, and in random games the same moves, chances and texts at every step.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import pytest

from inaba import same_one
from inaba.same_one.cards import CARDS
from inaba.same_one.rules import parse_rules
from inaba.same_one.state import State
from tests import reference_same_one as reference
from tests.reference_river import PerftFile
from tests.strategies import possible, taken, wandered
from tests.strategies_same_one import SAME_ONE, is_foul
from tests.under_test import GameUnderTest

FILES = sorted((Path(__file__).parent / "perft").glob("same_one_*.txt"))

every_file = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


@cache
def perft(state: State, depth: int) -> int:
    """The library's count."""
    if depth == 0:
        return 1
    return sum(perft(taken(state, step), depth - 1) for step in possible(state))


def breakdown(known: PerftFile, depth: int) -> str:
    """Where the library and the reference differ, first step by first step."""
    state = same_one.parse(known.position, parse_rules(known.rules))
    ours = {
        (actor, str(step)): perft(taken(state, (actor, step)), depth - 1) for actor, step in possible(state)
    }
    theirs = reference.divided(reference.read(known.position, known.rules), depth)
    lines = [f"perft({depth}) of {known.position} ({known.rules or 'default'}):"]
    for step in sorted({*ours, *theirs}):
        mark = "   " if ours.get(step) == theirs.get(step) else "-> "
        lines.append(f"{mark}{step[0]} {step[1]}: {ours.get(step)}, reference {theirs.get(step)}")
    return "\n".join(lines)


def test_there_are_perft_files_for_every_part_of_the_game() -> None:
    known = [PerftFile.parse(path.read_text("ascii")) for path in FILES]
    assert len(known) >= 12
    assert {position.position.split(" ")[0].count("/") + 1 for position in known} >= {3, 4, 9}
    phases = " ".join(" ".join(position.position.split(" ")[6:]) or "turn" for position in known)
    for part in ("turn", "deal:", "ask", "ask:", "call:", "draw", "drawn", "foul:", "put:", "over"):
        assert part in phases, part
    for option in ("fixed_order", "play_on", "fouls", "race="):
        assert any(option in position.rules for position in known), option
    assert all(len(position.counts) >= 4 for position in known)


@every_file
def test_the_library_counts_as_the_file_says(path: Path) -> None:
    known = PerftFile.parse(path.read_text("ascii"))
    state = same_one.parse(known.position, parse_rules(known.rules))
    for depth, count in enumerate(known.counts, 1):
        assert perft(state, depth) == count, breakdown(known, depth)


@every_file
def test_the_file_says_what_the_reference_counts(path: Path) -> None:
    known = PerftFile.parse(path.read_text("ascii"))
    position = reference.read(known.position, known.rules)
    assert reference.write(position) == known.position
    counted = tuple(reference.perft(position, depth) for depth in range(1, len(known.counts) + 1))
    assert counted == known.counts
    assert str(known) == path.read_text("ascii"), "a file has one spelling"
    assert "reference_same_one" in "".join(known.comment), "a file says where its counts come from"


@pytest.mark.parametrize(
    ("position", "counts"),
    [
        # One dog each and no pile. Who leads plays it and has won, or draws and so passes; likewise the
        # second and the third, and when all have passed the game is over.
        ("g1/b1/y1 - - - 1 0", (2, 2, 2, 0)),
        # The same with a shark first: it may not go last, so player 1 can only draw.
        ("g13/b4/y6 - - - 1 0", (1, 2, 2, 0)),
        # The g2 wins. Or the y30 is drawn, and then led or kept: two others to be asked, or player 2 to lead
        # his only card or to draw.
        ("g2/b4/y6 - - y30 1 0", (2, 1, 2, 4)),
        # The g9 wins. Or the b7 that was put aside is the new pile and is drawn: called with, or kept. The
        # caller leads the g9 or draws. After the pass players 1 and 2 are asked, and player 1 may now call.
        ("g9/b4/y6 g7:3 b7 - 1 0", (2, 1, 2, 5)),
        # Player 1 may call or not, player 2 can only decline, and either may answer first. Nobody called:
        # player 1 may still call in his turn, or draw, which is a pass, and both are asked again. He called:
        # that counts, and he leads the y8 or draws.
        ("y7,y8/b4/g3,g4 g7:3 - - 1 0 ask", (3, 4, 6, 14)),
        # Two callers, either first. He leads his last card and wins, or draws one of the two put aside; which
        # he then leads or keeps.
        ("y7,y8/b7,b9/g3 g7:3 - - 1 0 call:1!y7,2!b7", (2, 4, 4, 8)),
        # A set of three in any order, two in either, one alone; or draw.
        ("g7,b7,y7,y9/b4/y6 - - - 1 0", (17,)),
        # On b3 the b7 lies at the bottom: alone, with one of two others, with both in either order; or draw.
        ("g7,b7,y7,y9/b4/y6 b3:3 - - 1 0", (6,)),
    ],
)
def test_the_reference_counts_tiny_games_as_a_hand_does(position: str, counts: tuple[int, ...]) -> None:
    opening = reference.read(position)
    assert tuple(reference.perft(opening, depth) for depth in range(1, len(counts) + 1)) == counts


def same_position(state: State, position: reference.Position) -> None:
    """The library and the reference agree on the text, on what may be done and on what may happen."""
    assert str(state) == reference.write(position)
    ours = [(player, str(move)) for player, move in possible(state) if player]
    assert sorted(ours) == sorted(reference.moves(position)), str(state)
    chance = state.chance()
    events = {} if chance is None else {str(event): chance[event] for event in chance}
    assert events == reference.chances(position), str(state)
    assert (state.result() is not None) == reference.over(position)
    if reference.over(position) and not position.play_on:
        assert list(state.scores() or ()) == reference.scores(position)


def same_games(state: State, rng: Random, most: int, without_fouls: bool) -> bool:
    """Play at random in both at once; whether the game came to its end."""
    position = reference.read(str(state), str(state.rules))
    walk = wandered(state, rng, most, 3, is_foul if without_fouls else lambda step: False)
    for reached, (actor, step) in zip(walk.states, walk.steps, strict=False):
        same_position(reached, position)
        position = reference.after(position, (actor, str(step)))
    same_position(walk.last, position)
    return walk.last.result() is not None


@pytest.mark.parametrize("game", SAME_ONE, ids=lambda game: game.name)
def test_the_reference_plays_the_same_games(game: GameUnderTest) -> None:
    over = sum(same_games(game.start(), Random(seed), 1000, seed % 3 > 0) for seed in range(4))
    assert over


def test_the_reference_plays_the_same_games_with_all_options_and_any_deck() -> None:
    """Small decks and empty piles, where cards are shuffled again, rounds cleared and last cards called."""
    over = 0
    for seed in range(50):
        rng = Random(seed)
        numbers = rng.sample(range(1, 31), rng.randint(4, 9))
        deck = tuple(card for card in CARDS if card.number in numbers)
        players = rng.randint(3, min(9, len(deck)))
        flags = [f"{name}=yes" for name in ("fixed_order", "play_on", "fouls") if rng.random() < 0.5]
        race = (
            [f"race={':'.join(str(rng.randint(1, 9)) for _ in range(players))}"] if rng.random() < 0.5 else []
        )
        rules = parse_rules(",".join([*flags, *race]))
        hand = rng.randint(1, len(deck) // players)
        state = same_one.start(players, rules, rng.randint(1, players), deck, hand)
        over += same_games(state, rng, 300, seed % 4 > 0)
    assert over > 16
