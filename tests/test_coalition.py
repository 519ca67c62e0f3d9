"""Three and four players: what each can guarantee, by hand, by two methods, and within a turn."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from inaba import river
from inaba.errors import SetupError, TooLarge
from inaba.river import Rules, State
from solvers import coalition, endgame
from solvers.coalition import Coalition, Guarantees
from tests import strategies

RULES = [Rules(), Rules(orca="side"), Rules(rest="owner"), Rules(orca="side", rest="owner")]


def random_position(rng: random.Random, rules: Rules, players: int) -> State:
    """A small open river, some steps into a game, in any phase."""
    sizes = [(1, 2), (2, 1), (2, 2), (3, 1)] if players == 3 else [(1, 1), (1, 2), (2, 1), (1, 3)]
    columns, rows = rng.choice(sizes)
    cards = [rng.choice(["3", "4", "5", "W", "O", "D", "0"]) for _ in range(columns * rows)]
    text = "/".join(",".join(cards[i : i + columns]) for i in range(0, len(cards), columns))
    state = river.parse(f"{text} {','.join('-' * players)} {rng.randint(1, players)} - -", rules)
    return strategies.strolled(state, rng, rng.randrange(6))


def test_by_hand() -> None:
    """A river of one whale, three players: whoever moves first wins for certain.

    Player 1 puts his own rabbit on the whale. It is the only square, so nobody else's rabbit can move:
    player 2 must bring player 1 into the goal.
    """
    found = Guarantees().of(river.parse("W -,-,- 1 - -"))
    assert found == (Fraction(1), Fraction(0), Fraction(0))


def test_by_hand_with_a_fight() -> None:
    """A shark of 3 beside the whale: player 1 guarantees 1/36.

    He takes the whale. Player 2 sends his rabbit to the shark. It wins unless the roll is 2 (1 in 36), and
    player 3 then brings player 2 in. If it loses, it rests, the shark has 1 left, and whatever player 3 does
    (his own rabbit beats the shark for certain, or he brings player 1 in), player 1 goes in next.
    """
    assert Guarantees().for_player(river.parse("3,W -,-,- 1 - -"), 1) == Fraction(1, 36)


def test_two_players_guarantee_the_value() -> None:
    """Of two players the coalition is one man: the guarantees are the value."""
    state = river.parse("5,W,4/0,6,3 -,- 1 - -")
    assert Guarantees().of(state) == endgame.solve(state).value


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("rules", RULES, ids=str)
def test_table_equals_the_plain_way(rules: Rules, players: int) -> None:
    """Every player's guarantee from one table is what the plain solver finds, in every phase of a turn."""
    rng = random.Random(f"{rules} {players}")
    for _ in range(8 if players == 3 else 4):
        state = random_position(rng, rules, players)
        plain = Guarantees().of(state)
        exact = coalition.build(state, exact=True)
        assert exact.guarantee(state) == plain, str(state)
        rounded = coalition.build(state)
        for found, truth in zip(rounded.guarantee(state), plain, strict=True):
            assert abs(found - truth) <= rounded.error
        assert sum(plain) <= 1


def test_alike_positions_are_solved_once() -> None:
    """Counting sharks that any roll beats as beaten changes no value."""
    state = river.parse("4,D/3,5 -,-,- 2 - -")
    for player in (1, 2, 3):
        every = endgame.Components(200_000, Fraction(1, 3))
        merged = Guarantees()
        assert every.value(Coalition(state, player)) == merged.for_player(state, player)
        assert every.states > merged._known[3, player].states


def test_moves_are_ranked_by_the_movers_own_guarantee() -> None:
    """Rows are best first for who is to act, each with the guarantees that stand after it."""
    state = river.parse("3,W/4,0 -,-,- 2 - -")
    guarantees = Guarantees()
    rows = guarantees.moves(state)
    assert sorted(str(row.move) for row in rows) == sorted(map(str, state.legal_moves(2)))
    own = [row.guarantee[1] for row in rows]
    assert own == sorted(own, reverse=True)
    assert own[0] == guarantees.of(state)[1]
    for row in rows:
        assert row.guarantee == Guarantees().of(state.play(2, row.move))


def test_refused() -> None:
    """Secrets, too many positions, and rivers too large for the lists are refused with a reason."""
    drafted = river.start(3, river.parse_deck("D,5,6"), 3, 1, setup="draft")
    with pytest.raises(SetupError):
        Guarantees().of(drafted)
    with pytest.raises(TooLarge) as error:
        Guarantees(limit=100).of(river.parse("7,5,6/9,8,D -,-,- 1 - -"))
    assert error.value.limit == 100
    wide = "/".join([",".join("W" * 8)] * 8)
    with pytest.raises(TooLarge):
        coalition.build(river.parse(f"{wide} -,-,-,- 1 - -"))
    with pytest.raises(SetupError):
        coalition.build(river.parse("5,W -,- 1 - -"))


def test_positions_are_counted_without_two_rabbits_on_one_square() -> None:
    """Counting gives what listing all places of three rabbits gives."""
    for rules, masks in ((Rules(), 4), (Rules(rest="owner"), 8)):
        own = coalition.CoalitionRiver(river.parse("W,W,W -,-,- 1 - -", rules))
        assert len(own._masks) == masks
        places = ["-", "a1", "b1", "c1"]
        count = 0
        for a in places:
            for b in places:
                for c in places:
                    rabbits = [a, b, c]
                    river_ones = [one for one in rabbits if one != "-"]
                    if len(set(river_ones)) < len(river_ones):
                        continue
                    at_start = rabbits.count("-")
                    resting = 2**at_start if masks == 8 else 1 + at_start
                    count += 3 * resting
        assert own.positions == count
