"""Three and four players: what each can guarantee, by hand, by two methods, and within a turn."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace

import pytest

from inaba import river
from inaba.errors import SetupError, TooLarge
from inaba.river import Rules, State
from solvers import coalition, endgame, river_reach
from solvers.coalition import Coalition, Guarantees
from solvers.maxn import MaxN
from solvers.oracle import Oracle
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


def led_to(state: State, most: int) -> int | None:
    """How many positions one leads to, all listed; None where there are more than so many."""
    met, waiting = {coalition.alike(state)}, [coalition.alike(state)]
    while waiting:
        here = waiting.pop()
        after = [here.play(player, move) for player in here.to_act() for move in here.legal_moves(player)]
        if (chances := here.chance()) is not None:
            after += [here.happen(event) for event, _ in chances.items()]
        for then in map(coalition.alike, after):
            if then not in met:
                met.add(then)
                waiting.append(then)
        if len(met) > most:
            return None
    return len(met)


DICE = ["", "dice=1d8", "dice=3d2", "dice={2:1}"]


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_no_more_positions_are_counted_than_there_are(rules: Rules) -> None:
    """What is counted without listing is never more than what listing all positions gives: none that fits the
    limit is refused. Cards lie face up and face down, rabbits stand anywhere, any phase is under way."""
    rng = random.Random(f"count {rules}")
    counted = 0
    for _ in range(24):
        columns, rows = rng.choice([(1, 2), (2, 1), (1, 3), (3, 1), (2, 2)])
        deck = [rng.choice("34567WODS0") for _ in range(columns * rows)]
        shown = [rng.choice([card, "?"]) for card in deck]
        unseen = [card for card, seen in zip(deck, shown, strict=True) if seen == "?"]
        text = "/".join(",".join(shown[i : i + columns]) for i in range(0, len(deck), columns))
        players, dice = rng.choice([3, 4]), river.parse_rules(rng.choice(DICE)).dice
        position = f"{text} {','.join('-' * players)} {rng.randint(1, players)} - {','.join(unseen) or '-'}"
        state = strategies.strolled(river.parse(position, replace(rules, dice=dice)), rng, rng.randrange(6))
        truth = led_to(state, 800)
        if truth is not None:
            found = river_reach.at_least(state, 10**6)
            assert found <= truth, str(state)
            counted += found > 0
    assert counted > 5


# Where rabbits are at Start there are some thousand layers in the first row alone; and from further on, too.
FAR_TOO_LARGE = [
    "?,?,?/?,?,?/?,?,?/?,?,? -,-,- 1 - 0,3,4,5,6,7,8,9,10,D,S,W",
    "?,?,?/?,?,?/?,?,?/?,?,? -,-,-,- 1 - 5,6,8,10,12,14,16,20,D,O,S,W",
    "3,W,7/D,5,9/0,10,4/8,S,? -,-,- 2 - 6",
    "?,W,7/D,5,9/0,10,4/8,S,? b1,a2,b4 1 - 6,3",
]


@pytest.mark.parametrize("position", FAR_TOO_LARGE)
def test_what_is_far_too_large_is_refused_before_it_is_solved(position: str) -> None:
    """A thousand positions are met, not the 300,000 that are allowed, and more are named than are allowed."""
    told: list[int] = []
    state = river.parse(position)
    for solver in (Guarantees(progress=lambda done, _: told.append(done)), MaxN()):
        with pytest.raises(TooLarge) as error:
            solver.for_player(state, 2) if isinstance(solver, Guarantees) else solver.value(state)
        assert error.value.size > error.value.limit + 1
        assert solver.states < 1200
    assert told == []


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


def test_an_estimate_has_the_time_that_a_refusal_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of it where the refusal came at once, and half in any case."""
    clock, given = [0.0], list[float | None]()
    monkeypatch.setattr("solvers.oracle.time", SimpleNamespace(monotonic=lambda: clock[0]))
    monkeypatch.setattr(Oracle, "_search", lambda *_, seconds=None: given.append(seconds))
    for took in (0, 4, 9):

        def refuse(*_: object, took: int = took) -> None:
            clock[0] += took
            raise TooLarge("solvers.endgame.too_large", size=2, limit=1)

        monkeypatch.setattr(Guarantees, "of", refuse)
        Oracle(seconds=10).answer(river.parse("?,W/?,3 -,-,- 1 - 5,6"))
    assert given == [10, 6, 5]


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
