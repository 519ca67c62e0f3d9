"""Cross Sevens and its reference: the same counts of step sequences, and the same games.

The counts in `tests/perft/cross_sevens_*.txt` come from `tests.reference_cross_sevens`, a Cross Sevens
written a second time from the rules; that reference is checked here on positions so small that they can be
counted by hand. The library must reach the same counts, and in random games the same moves, chances, texts
and ranks at every step.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import pytest

from inaba import cross_sevens
from inaba.cross_sevens.cards import CARDS, JOKER, SEVENS
from inaba.cross_sevens.rules import VALUES, parse_rules
from inaba.cross_sevens.state import State
from tests import reference_cross_sevens as reference
from tests.reference_river import PerftFile
from tests.strategies import possible, taken, wandered
from tests.strategies_cross_sevens import CROSS_SEVENS, FEW
from tests.under_test import GameUnderTest

FILES = sorted((Path(__file__).parent / "perft").glob("cross_sevens_*.txt"))

every_file = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


@cache
def perft(state: State, depth: int) -> int:
    """The library's count."""
    if depth == 0:
        return 1
    return sum(perft(taken(state, step), depth - 1) for step in possible(state))


def breakdown(known: PerftFile, depth: int) -> str:
    """Where the library and the reference differ, first step by first step."""
    state = cross_sevens.parse(known.position, parse_rules(known.rules))
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
    assert {position.position.split(" ")[0].count("/") + 1 for position in known} >= {3, 4, 5}
    phases = " ".join(" ".join(position.position.split(" ")[8:]) or "turn" for position in known)
    for part in ("turn", "deal:", "seven:", "get:", "late:", "swap:", "claim:", "draw:", "mix:", "return:"):
        assert part in phases, part
    for option, values in VALUES.items():
        assert any(f"{option}={values[1]}" in position.rules for position in known), option
    assert any("over" in position.position for position in known)
    assert all(len(position.counts) >= 5 for position in known if "over" not in position.position)


@every_file
def test_the_library_counts_as_the_file_says(path: Path) -> None:
    known = PerftFile.parse(path.read_text("ascii"))
    state = cross_sevens.parse(known.position, parse_rules(known.rules))
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
    assert "reference_cross_sevens" in "".join(known.comment), "a file says where its counts come from"


@pytest.mark.parametrize(
    ("position", "rules", "counts"),
    [
        # Left or right of its 7 the last trump of each wins; or he passes, and there is nothing to draw.
        ("D8/S6/H8 DSHC - - - - 1 -", "", (3, 3, 3, 3)),
        # Player 1 can only pass and is out; he shows his cards. Player 2 draws an action card or the D2.
        ("D2:plus,stop,try/S2/H2 DSHC - cross - - 1 -", "", (1, 1, 2, 2)),
        # The joker on b0 leaves three free cells for the D9, on b2 two, for c2 has the 7 of spades; or he
        # passes. Then the D8 on two cells, or a pass.
        ("D9,JK/D8/H2 DSHC - - - - 1 -", "", (6, 3)),
        # The same played on: in each of the five cases player 2 claims, and then he has the joker alone and
        # can only pass; after the pass of player 1 player 2 goes out in two ways, or passes.
        ("D9,JK/D8/H2 DSHC - - - - 1 -", "play_on=yes", (6, 8, 8)),
        # TRADE with either, a pass, or TRADE discarded. Of the two of a TRADE either may choose first, one
        # trump each; after the pass player 2 can only pass; the discarded card is the one there is to draw.
        ("D2:trade/S2/H2 DSHC - - - - 1 -", "", (4, 6)),
        # MIX is drawn, three choose in any order, and any of the three trumps comes first.
        ("D2/S2/H2 DSHC - mix - - 1 -", "", (1, 1, 3, 6, 6, 18)),
        # CROSS takes the D9 to c2 and b1 besides b3 and a2; those who stay in pass, who has won is out.
        ("D9:cross/S2/H2 DSHC,D8@b2 - - - - 1 -", "", (6,)),
        # The A goes beside the K with TUNNEL alone: left, above and below, for on the right lies the Q.
        ("DA:tunnel/S2/H2 DSHC,D8@b2,D9@b3,D10@b4,DJ@b5,DQ@b6,DK@a6 - - - - 1 -", "", (4,)),
    ],
)
def test_the_reference_counts_tiny_games_as_a_hand_does(
    position: str, rules: str, counts: tuple[int, ...]
) -> None:
    opening = reference.read(position, rules)
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
    if reference.over(position):
        ranks = reference.ranks(position)
        assert list(state.ranks() or ()) == ranks
        assert [share == 1 for share in state.result() or ()] == [rank == 1 for rank in ranks]


def same_games(state: State, rng: Random, most: int) -> bool:
    """Play at random in both at once; whether the game came to its end."""
    position = reference.read(str(state), str(state.rules))
    walk = wandered(state, rng, most, 3)
    for reached, (actor, step) in zip(walk.states, walk.steps, strict=False):
        same_position(reached, position)
        position = reference.after(position, (actor, str(step)))
    same_position(walk.last, position)
    return walk.last.result() is not None


@pytest.mark.parametrize("game", CROSS_SEVENS, ids=lambda game: game.name)
def test_the_reference_plays_the_same_games(game: GameUnderTest) -> None:
    assert all(same_games(game.start(), Random(seed), game.most_steps) for seed in range(2))


def test_the_reference_plays_the_same_games_with_all_options_and_any_deck() -> None:
    """Small decks and few action cards: piles run out, trumps are missing, players are eliminated."""
    over = 0
    for seed in range(30):
        rng = Random(seed)
        others = [card for card in CARDS if card not in SEVENS and card != JOKER]
        players, pile = rng.choice((3, 3, 4, 5)), rng.randrange(4)
        size = players * rng.randint(5, 7) + pile
        deck = (*SEVENS, JOKER, *rng.sample(others, size - 5))
        rules = ",".join(f"{name}={values[1]}" for name, values in VALUES.items() if rng.random() < 0.5)
        actions = tuple(sorted(rng.sample(FEW * 2, rng.randint(4, 22))))
        state = cross_sevens.start(players, parse_rules(rules), deck, pile, actions)
        over += same_games(state, rng, 300)
    assert over > 20
