"""Exact values: known ones, brute force written apart, other games, loops, bounds and interruption."""

from __future__ import annotations

import _thread
import gc
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from itertools import product
from math import gcd
from random import Random
from typing import Any, Self

import pytest

from inaba import river
from inaba.chance import Chance
from inaba.errors import Reason, SetupError, TooLarge
from solvers import endgame, loops, loops_kernel, loops_limbs, river_layers
from solvers.endgame import Components, Solver, advise, shown, solve
from solvers.loops import Loop, components
from solvers.loops_limbs import Limbs, Stretch
from solvers.river_layers import SPARED, Layers
from solvers.river_table import River
from tests.brute_force import BruteForce
from tests.ludo import Ludo
from tests.pig import Pig

HALF = Fraction(1, 2)

# From the theory's page: exact, default rules unless said, player 1's value; by two programs written apart.
KNOWN = [
    ("5,W,4/0,6,3 -,- 1 - -", "", "256163/279936"),
    ("5,?,4/?,6,D -,- 1 - W,O", "", "11/12"),
    ("5,W,4/O,6,D/3,5,7 -,- 1 - -", "", "3363057643841221/5484237660094464"),
    ("3,0,5/0,4,0/6,0,4/0,5,D -,- 1 - -", "", "56418817/60466176"),
    ("5,?,4/?,6,D -,- 1 - W,O", "orca=side", "23/24"),
    ("?,3/S,? -,- 1 - 4,O", "", "29/32"),
    ("5,W,4/O,6,D/3,5,7 -,- 1 - -", "orca=side", "3903517470487729/5484237660094464"),
    ("5,W,4/O,6,D/3,5,7 -,- 1 - -", "rest=owner", "6723237258884137/10968475320188928"),
    ("5,W,4/O,6,D/3,5,7 -,- 1 - -", "orca=side,rest=owner", "15608427868413049/21936950640377856"),
]


@pytest.mark.parametrize(("text", "rules", "value"), KNOWN)
def test_known_values(text: str, rules: str, value: str) -> None:
    solution = solve(river.parse(text, river.parse_rules(rules)))
    assert solution.value == (Fraction(value), 1 - Fraction(value))
    assert solution.moves[0].value == solution.value


@pytest.mark.parametrize(("text", "rules", "value"), [KNOWN[0], KNOWN[1], KNOWN[4], KNOWN[5]])
def test_known_values_the_plain_way(text: str, rules: str, value: str) -> None:
    assert Solver(plain=True).value(river.parse(text, river.parse_rules(rules)))[0] == Fraction(value)


def test_known_value_by_brute_force() -> None:
    """The oracle of the tests below is right about the one known position that is small enough."""
    assert BruteForce().solve("?,3/S,? -,- 1 - 4,O")[0] == Fraction(29, 32)


def test_two_rabbits_and_one_whale() -> None:
    """Reckoned by hand: whoever steps on the only card first, the other can only carry that rabbit home."""
    solution = solve(river.parse("W -,- 1 - -"))
    assert [(row.line, str(row.value[0])) for row in solution.moves] == [("1a1 1*", "1"), ("2a1 2*", "0")]


def test_one_shark_reckoned_by_hand() -> None:
    """A shark of 12 on the only square, rabbit 1 at rest: player 2 has to send his own.

    If it wins, player 1 can only move it on into the goal. If not, it rests, and now player 1 has to send
    his own against what is left of the shark; and so on: whoever beats the shark has won.
    """

    def wins(left: int) -> Fraction:
        """The chance of the one who is to fight."""
        rolls = [a + b for a, b in product(range(1, 7), repeat=2)]
        each = [Fraction(1) if roll >= left else 1 - wins(left - roll) for roll in rolls]
        return sum(each, Fraction(0)) / len(rolls)

    position = river.parse("12 -,- 2 1 -")
    assert [str(move) for move in position.legal_moves(2)] == ["2a1"]
    assert solve(position).value[1] == wins(12)


# Against brute force on random small rivers.

RULES: dict[str, tuple[tuple[int, ...], ...]] = {
    "": ((1, 2, 3, 4, 5, 6),) * 2,
    "dice=1d4": ((1, 2, 3, 4),),
    "dice={1:2,3:1}+1d2": ((1, 1, 3), (1, 2)),
}
OPTIONS = ["", "orca=side", "rest=owner", "orca=side,rest=owner"]


def brute(rules: str, dice: str, endless: Fraction) -> BruteForce:
    return BruteForce(
        orca="side" if "side" in rules else "back",
        rest="owner" if "owner" in rules else "next",
        dice=RULES[dice],
        endless=endless,
    )


def small_river(rng: Random, rules: river.Rules) -> river.State:
    """A random position at any phase, on a river of at most six squares."""
    columns, rows = rng.choice([(1, 1), (1, 2), (2, 1), (1, 3), (2, 2), (3, 1), (2, 3), (3, 2)])
    cells, unseen, free = [], [], []
    for square in river.board(columns, rows).squares:
        card = rng.choice(["D", "O", "O", "S", "W", "0", "1", "3", "4", "5", "7"])
        if rng.random() < 0.25:
            cells.append("?")
            unseen.append(card)
            continue
        if card.isdigit() and int(card) > 1 and rng.random() < 0.5:
            damage = rng.randint(1, int(card))
            cells.append(f"{card}x" if damage == int(card) else f"{card}-{damage}")
        else:
            cells.append(card)
        if not card.isdigit() or card == "0" or cells[-1].endswith("x"):
            free.append(square)
    rng.shuffle(free)
    rabbits = [free.pop() if free and rng.random() < 0.4 else "-" for _ in range(2)]
    home = [str(p) for p, square in enumerate(rabbits, 1) if square == "-" and rng.random() < 0.3]
    resting = home if rules.rest == "owner" else home[:1]
    lines = [",".join(cells[i : i + columns]) for i in range(0, len(cells), columns)]
    state = river.parse(
        f"{'/'.join(reversed(lines))} {','.join(rabbits)} {rng.randint(1, 2)} {','.join(resting) or '-'} "
        f"{river.format_deck(map(river.parse_card, unseen))}",
        rules,
    )
    for _ in range(rng.randint(0, 3)):
        if state.result():
            break
        if chance := state.chance():
            state = state.happen(chance.sample(rng))
        else:
            (player,) = state.to_act()
            state = state.play(player, rng.choice(list(state.legal_moves(player))))
    return state


@pytest.mark.parametrize("dice", RULES)
@pytest.mark.parametrize("rules", OPTIONS)
def test_random_positions_against_brute_force(rules: str, dice: str) -> None:
    """Value of the position and of every move, both ways of solving, at any phase, with any draw value."""
    rng = Random(f"{rules} {dice}")
    options = river.parse_rules(",".join(filter(None, (rules, dice))))
    seen = 0
    while seen < 8:
        state = small_river(rng, options)
        endless = Fraction(rng.choice(["0", "1/3", "1/2", "1/2", "1"]))
        plain = Solver(limit=1200, endless=endless, plain=True)
        try:
            value = plain.value(state)
        except TooLarge:
            continue
        if state.result():
            continue
        truth, moves, _ = brute(rules, dice, endless).solve(str(state))
        solution = solve(state, endless=endless)
        assert (truth, 1 - truth) == value == solution.value, str(state)
        assert {str(row.move): row.value[0] for row in solution.moves} == moves, str(state)
        for row in solution.moves:
            assert plain.value(state.play(state.turn, row.move)) == row.value, str(state)
        for event in state.chance() or ():
            assert plain.value(state.happen(event)) == solution.value_of(state.happen(event)), str(state)
        seen += 1


@pytest.mark.parametrize("rules", OPTIONS)
@pytest.mark.parametrize("text", ["5,O/W,9 -,- 1 - -", "D,4/O,6/3,W -,- 1 - -", "?,D/S,? -,- 1 - 5,O"])
def test_every_position_on_the_way_is_valued_alike(text: str, rules: str) -> None:
    """The plain way, layers, and layers that merge nothing agree on all positions met, mid-turn ones too."""
    state = river.parse(text, river.parse_rules(rules))
    plain = Components(10**6)
    merged, unmerged = Layers(state.rules, state.board), Layers(state.rules, state.board, merge=False)
    assert plain.value(state) == merged.value(state) == unmerged.value(state)
    assert merged.states < unmerged.states
    rng = Random(text + rules)
    for _ in range(60):
        now = state
        while not now.result():
            if chance := now.chance():
                now = now.happen(rng.choice(list(chance)))
            else:
                (player,) = now.to_act()
                now = now.play(player, rng.choice(list(now.legal_moves(player))))
            assert plain.value(now) == merged.value(now) == unmerged.value(now), str(now)
            if rng.random() < 0.05:
                break


@pytest.mark.parametrize("endless", [HALF, Fraction(1, 3)])
@pytest.mark.parametrize("text", ["?,5/O,? -,- 1 - 4,D", "9,O/W,7 -,- 2 - -", "?,D/S,? -,- 1 - 6,O"])
def test_a_game_is_valued_alike_backwards_and_forwards(text: str, endless: Fraction) -> None:
    """From its end each position before has more rolls and cards to come, and larger numbers are needed."""
    state = river.parse(text)
    rng = Random(text)
    plain = Components(10**6, endless)
    for _ in range(5):
        game, now = [state], state
        while not now.result() and len(game) < 60:
            choices: list[Any] = list(now.chance() or ()) or list(now.legal_moves(now.turn))
            choice = rng.choice(choices)
            now = now.happen(choice) if now.chance() else now.play(now.turn, choice)
            game.append(now)
        values = [plain.value(one) for one in game]
        forwards, backwards = (Layers(state.rules, state.board, endless=endless) for _ in range(2))
        assert [forwards.value(one) for one in game] == values
        assert [backwards.value(one) for one in reversed(game)] == values[::-1]


def test_the_plain_way_lists_what_brute_force_lists() -> None:
    """Neither misses a position that the other reaches (so neither is right by leaving something out)."""
    text = "?,3/S,? -,- 1 - 4,O"
    solver = Solver(plain=True)
    solver.value(river.parse(text))
    assert solver.states == BruteForce().solve(text)[2]


def test_changing_seats_changes_the_value_over() -> None:
    """The rules do not know one player from the other."""
    for text, swapped in [
        ("5,O/W,9 -,a1 1 - -", "5,O/W,9 a1,- 2 - -"),
        ("?,3/S,? -,- 1 2 4,O", "?,3/S,? -,- 2 1 4,O"),
    ]:
        assert solve(river.parse(text)).value == solve(river.parse(swapped)).value[::-1]


def test_a_river_and_its_mirror_image_are_worth_the_same() -> None:
    one = solve(river.parse("5,?,4/O,6,D -,- 1 - W"))
    other = solve(river.parse("4,?,5/D,6,O -,- 1 - W"))
    assert one.value == other.value
    mirror = {"a": "c", "b": "b", "c": "a"}
    assert {str(row.move): row.value for row in one.moves} == {
        str(row.move)[0] + mirror[str(row.move)[1]] + str(row.move)[2]: row.value for row in other.moves
    }


# What a solution holds.


def test_rows_are_best_first_and_equal_ones_in_legal_order() -> None:
    state = river.parse("5,?,4/?,6,D -,- 1 - W,O")
    solution = solve(state)
    legal = [str(move) for move in state.legal_moves(1)]
    order = [(-row.value[0], legal.index(str(row.move))) for row in solution.moves]
    assert order == sorted(order)
    assert len({row.value for row in solution.moves}) < len(solution.moves) == len(legal)
    second = [row.value[1] for row in solve(river.parse("5,?,4/?,6,D -,- 2 - W,O")).moves]
    assert second == sorted(second, reverse=True)


def test_values_are_fractions_one_a_player_that_sum_to_one() -> None:
    solution = solve(river.parse("?,3/S,? -,- 1 - 4,O"))
    for value in (solution.value, *(row.value for row in solution.moves)):
        assert len(value) == 2
        assert sum(value) == 1
        assert all(type(share) is Fraction for share in value)


def test_the_row_of_the_best_move_has_the_line_of_the_solution() -> None:
    solution = solve(river.parse("5,?,4/?,6,D -,- 1 - W,O"))
    assert solution.line == "1c1>c2"
    assert [row.line for row in solution.moves if row.move == solution.best] == [solution.line]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("5,W/3,O b1,- 1 - - ride:1:b1", ">"),
        ("?,?/S,4 a1,- 1 - 3,W peek:1", "!"),
    ],
)
def test_within_a_turn_the_rows_are_what_is_due(text: str, kind: str) -> None:
    solution = solve(river.parse(text))
    assert solution.moves
    assert all(
        str(row.move).startswith(kind) and row.line.startswith(str(row.move)) for row in solution.moves
    )
    assert solution.value == solution.moves[0].value


@pytest.mark.parametrize(
    "text",
    ["5,W/9,O a1,- 1 - - fight:1", "?,W/9,O a2,b1 2 - D up:1:a2", "?,W/S,? a1,- 1 - 4,O up:1!a2"],
)
def test_where_chance_is_to_act_the_outcomes_average_to_the_value(text: str) -> None:
    state = river.parse(text)
    solution = solve(state)
    assert solution.moves == ()
    assert solution.best is None
    assert solution.line == ""
    chance = state.chance()
    assert chance is not None
    assert [row.event for row in solution.outcomes] == list(chance)
    assert sum(row.chance for row in solution.outcomes) == 1
    for player in (0, 1):
        assert sum(row.chance * row.value[player] for row in solution.outcomes) == solution.value[player]


def test_a_finished_game_is_worth_its_result() -> None:
    solution = solve(river.parse("5,W *,- 2 - -"))
    assert solution.value == (Fraction(1), Fraction(0))
    assert (solution.moves, solution.outcomes, solution.best, solution.line) == ((), (), None, "")


def test_a_line_ends_where_a_position_would_come_up_again() -> None:
    """Both players are best off letting the orca carry a rabbit back for ever."""
    solution = solve(river.parse("W,W/O,O -,- 1 - -"))
    assert solution.value == (HALF, HALF)
    assert solution.line == "1a1>- 1a1>-"


def test_a_solver_that_knows_a_position_solves_nothing_anew() -> None:
    state = river.parse("5,W,4/0,6,3 -,- 1 - -")
    calls: list[int] = []
    solver = Solver(progress=lambda done, of: calls.append(done))
    solver.solve(state)
    states = solver.states
    for row in solver.solve(state).moves:
        assert solver.value(state.play(1, row.move)) == row.value
    assert solver.states == states > 0


# Loops.


@pytest.mark.parametrize("text", ["W,9/W,O -,- 1 - -", "W,9/O,5 -,- 1 - -", "W,O/W,O -,- 1 - -"])
def test_the_worth_of_endless_play_is_a_setting(text: str) -> None:
    """Values rise with it, and are those of brute force; with 1/2 they favour nobody here."""
    state = river.parse(text)
    last = Fraction(-1)
    for endless in (Fraction(0), Fraction(1, 4), HALF, Fraction(1)):
        value = solve(state, endless=endless).value[0]
        assert last <= value
        last = value
        assert value == Solver(endless=endless, plain=True).value(state)[0]
    assert solve(state).value[0] == HALF
    assert solve(state, endless=Fraction(0)).value[0] < HALF < last


def test_endless_play_is_worth_between_none_and_all() -> None:
    for endless in (Fraction(-1, 2), Fraction(3, 2)):
        with pytest.raises(SetupError, match="endless"):
            solve(river.parse("5 -,- 1 - -"), endless=endless)


@dataclass(frozen=True)
class Behind:
    """A game of two that stands behind another, which differs from it in its moves alone."""

    state: Any

    @property
    def players(self) -> int:
        return 2

    def to_act(self) -> tuple[int, ...]:
        acting: tuple[int, ...] = self.state.to_act()
        return acting

    def chance(self) -> Chance[Any] | None:
        chance: Chance[Any] | None = self.state.chance()
        return chance

    def result(self) -> tuple[Fraction, ...] | None:
        result: tuple[Fraction, ...] | None = self.state.result()
        return result


@dataclass(frozen=True)
class Bound(Behind):
    """A game in which one player is bound to what a solver says."""

    player: int
    solver: Solver = field(compare=False)

    def legal_moves(self, player: int) -> Iterator[Any]:
        if player == self.player and player in self.to_act():
            yield self.solver.best_move(self.state)
        else:
            yield from self.state.legal_moves(player)

    def why_illegal(self, player: int, move: Any) -> Reason | None:
        reason: Reason | None = self.state.why_illegal(player, move)
        return reason

    def play(self, player: int, move: Any) -> Bound:
        return replace(self, state=self.state.play(player, move))

    def happen(self, event: Any) -> Bound:
        return replace(self, state=self.state.happen(event))

    def view(self, player: int) -> Any:
        return self.state.view(player)

    def seen(self, player: int, actor: int, step: Any) -> str:
        return str(step)

    def starts_turn(self) -> bool:
        starts: bool = self.state.starts_turn()
        return starts


LOOPS = [
    "W,9/W,O -,- 1 - -",
    "W,9/O,9 -,- 2 - -",
    "O,9/W,O a1,- 1 - -",
    "5,O/W,9 -,- 1 - -",
    "W,O/4,O/O,W -,- 1 - -",
    "4,W/O,5 -,b2 1 - -",
    "O,D/W,O -,b1 2 - -",
]


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("text", LOOPS)
@pytest.mark.parametrize("endless", ["0", "1/2", "1"])
def test_best_moves_get_the_value_whatever_the_other_does(text: str, endless: str, plain: bool) -> None:
    """The best answer to a player who always makes `best_move` gets no more: he never stalls."""
    state = river.parse(text)
    solver = Solver(endless=Fraction(endless), plain=plain)
    for player in (1, 2):
        bound = Components(10**5, Fraction(endless))
        assert bound.value(Bound(state, player, solver)) == solver.value(state)[0]


def test_some_of_these_loops_can_be_stalled_in() -> None:
    """The test above is about something: always the first of the best moves gets less somewhere."""

    class First(Solver):
        def best_move(self, state: Any) -> Any:
            for player in state.to_act():
                for move in state.legal_moves(player):
                    if self.value(state.play(player, move)) == self.value(state):
                        return move

    worse = 0
    for text, endless, player in product(LOOPS, ("0", "1/2", "1"), (1, 2)):
        solver = First(endless=Fraction(endless))
        bound = Components(10**5, Fraction(endless))
        state = river.parse(text)
        worse += bound.value(Bound(state, player, solver)) != solver.value(state)[0]
    assert worse


# Other games.


@pytest.fixture(scope="module")
def pig() -> Solver:
    """One that knows all of Pig to 30, and so keeps its memory."""
    solver = Solver()
    solver.value(Pig(30))
    return solver


@pytest.mark.parametrize(("target", "value"), [(20, "15116544/24557443"), (30, "52242776064/91990525991")])
def test_pig(target: int, value: str, pig: Solver) -> None:
    """Chance in the loops; both fractions were found by other programs too."""
    assert pig.value(Pig(target))[0] == Fraction(value)
    assert pig.value(Pig(target, turn=2))[1] == Fraction(value)


@dataclass(frozen=True)
class Plain(Behind):
    """A game as it is, but for one thing: it does not say that its seats can be changed."""

    def legal_moves(self, player: int) -> Iterator[Any]:
        yield from self.state.legal_moves(player)

    def play(self, player: int, move: Any) -> Plain:
        return Plain(self.state.play(player, move))

    def happen(self, event: Any) -> Plain:
        return Plain(self.state.happen(event))


def every_position(root: Any) -> list[Any]:
    """All that can be reached, by rules alone."""
    found = {root: None}
    for position in (order := [root]):  # it grows on the way
        for child in after(position):
            if child not in found:
                found[child] = None
                order.append(child)
    return order


def after(position: Any) -> list[Any]:
    """What a position leads to: by each event, or by each move in legal order."""
    if position.result() is not None:
        return []
    if chance := position.chance():
        return [position.happen(event) for event in chance]
    (player,) = position.to_act()
    return [position.play(player, move) for move in position.legal_moves(player)]


@pytest.mark.parametrize("root", [Pig(9), Ludo(7)])
def test_the_games_that_swap_seats_keep_their_promise(root: Any) -> None:
    """What `Swaps` asks for, position by position."""
    for position in every_position(root):
        other = position.swapped()
        assert other.swapped() == position
        assert other.to_act() == tuple(3 - player for player in position.to_act())
        assert other.chance() == position.chance()
        result = position.result()
        assert other.result() == (None if result is None else result[::-1])
        assert after(other) == [child.swapped() for child in after(position)]


@pytest.mark.parametrize("root", [Pig(9), Ludo(7)])
@pytest.mark.parametrize("endless", ["1/2", "1/3"])
def test_swapped_seats_change_no_value(root: Any, endless: str) -> None:
    """With the hook and without, every position has the same value, and where it counts half are solved."""
    swapping, plain = Solver(endless=Fraction(endless)), Solver(endless=Fraction(endless))
    bare: Any = Plain
    swapping.value(root)
    plain.value(bare(root))
    solved = swapping.states, plain.states
    for position in every_position(root):
        assert swapping.value(position) == plain.value(bare(position)), str(position)
    if endless == "1/2":
        assert solved[0] < 0.6 * solved[1]
        for position in every_position(root):
            for player in position.to_act():
                assert swapping.best_move(position) == plain.best_move(bare(position)), (position, player)
    else:
        assert solved[0] == solved[1]


@dataclass(frozen=True)
class Sides:
    """A graph that both players see as their own: whose turn it is, and which moves change that, is apart.

    A node's owner is 1, or 0 for chance, as player 1 has it; ``turns`` are the edges after which the seats
    are changed.
    """

    nodes: tuple[tuple[int, tuple[int, ...], Fraction], ...]
    turns: frozenset[tuple[int, int]]
    here: int = 0
    side: int = 1

    @property
    def players(self) -> int:
        return 2

    def to_act(self) -> tuple[int, ...]:
        owner = self.nodes[self.here][0]
        return () if owner in (0, 3) else (owner if self.side == 1 else 3 - owner,)

    def chance(self) -> Chance[int] | None:
        owner, leads, _ = self.nodes[self.here]
        return Chance((to, k + 1) for k, to in enumerate(leads)) if owner == 0 else None

    def result(self) -> tuple[Fraction, ...] | None:
        owner, _, share = self.nodes[self.here]
        return None if owner != 3 else (share, 1 - share) if self.side == 1 else (1 - share, share)

    def legal_moves(self, player: int) -> Iterator[int]:
        if player in self.to_act():
            yield from self.nodes[self.here][1]

    def happen(self, event: int) -> Sides:
        side = 3 - self.side if (self.here, event) in self.turns else self.side
        return replace(self, here=event, side=side)

    def play(self, player: int, move: int) -> Sides:
        return self.happen(move)

    def swapped(self) -> Sides:
        return replace(self, side=3 - self.side)


def guessing(which: int) -> Callable[[loops.Graph, int, int], None]:
    """A guess that chooses the same option everywhere."""
    look = loops.Graph._guess

    def guess(self: loops.Graph, begin: int, end: int) -> None:
        look(self, begin, end)
        for place, i in enumerate(self.order[begin:end], begin):
            chooses = self.owners[i] in (1, 2)
            self._layout.chosen[place] = self.children[i][which] if chooses else -1

    return guess


@pytest.mark.parametrize("good", [True, False])
def test_random_graphs_with_swapped_seats(good: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Loops with and without chance that lead back with the seats changed, and policies mended in them."""
    if not good:
        monkeypatch.setattr(loops.Graph, "_guess", guessing(-1))
    repairs = mirrored = 0
    for seed in range(150):
        rng = Random(seed)
        nodes = random_graph(rng).nodes
        edges = [(i, to) for i, (_, leads, _) in enumerate(nodes) for to in leads]
        game = Sides(nodes, frozenset(edge for edge in edges if rng.random() < 0.5))
        way, apart = Components(10**5), Components(10**5)
        for here, side in product(range(len(nodes)), (1, 2)):
            position = replace(game, here=here, side=side)
            assert way.value(position) == apart.value(Plain(position)), (seed, here, side)
        repairs += way.work.repairs
        mirrored += way.states < apart.states
        solver = Solver()
        for player in (1, 2):
            bound = Components(10**5)
            assert bound.value(Bound(game, player, solver)) == way.value(game)
    assert mirrored > 100
    assert good or repairs > 10


def test_a_game_that_swaps_seats_badly_is_told() -> None:
    class Same(Walk):
        def swapped(self) -> Self:
            return self

    with pytest.raises(SetupError, match="seats changed") as caught:
        solve(Same(3))
    assert "席" in caught.value.say("ja")


@pytest.mark.parametrize(
    ("name", "gives", "told"),
    [
        ("to_act", (), "stands still"),
        ("to_act", (0,), "player 0 decide"),
        ("legal_moves", (), "no legal move"),
        ("result", (Fraction(1), Fraction(1)), "result in '0,0 1 0' is 1 1"),
        ("result", (Fraction(1),), "result in '0,0 1 0' is 1;"),
    ],
)
def test_a_game_that_breaks_the_rules_of_games_is_told(
    name: str, gives: Any, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Pig, name, lambda self, *_: gives)
    if name == "result":
        monkeypatch.setattr(Pig, "to_act", lambda self: ())
    with pytest.raises(SetupError, match=told) as caught:
        solve(Pig(10))
    assert "局面" in caught.value.say("ja")


def test_what_is_no_game_is_told_before_anything_is_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(Pig, "happen")
    with pytest.raises(SetupError, match="Pig is no game that can be solved: it has no happen;"):
        Solver().value(Pig(10))
    with pytest.raises(SetupError, match="str is no game that can be solved: it has no players, to_act, "):
        solve("5,W/0,4 -,- 1 - -")  # type: ignore[arg-type]  # on purpose


def test_every_move_of_every_position_of_pig_is_no_better() -> None:
    """The certificate once more, from outside: by the rules and Python's fractions alone."""
    solver = Solver()
    solver.value(Pig(14))
    positions = every_position(Pig(14))
    for position in positions:
        children = [solver.value(child)[0] for child in after(position)]
        if position.result() is not None:
            assert solver.value(position) == position.result()
        elif position.chance():
            assert solver.value(position)[0] == sum(children) / 6
        else:
            best = max if position.to_act() == (1,) else min
            assert solver.value(position)[0] == best(children)
    assert len(positions) > 4000


def test_the_linear_systems_of_pig_have_one_unknown_each() -> None:
    """Chance and nearly all decisions are folded in: of some 35 positions in a loop one is left."""
    way = Components(10**5)
    way.value(Pig(20))
    work = way.work
    # One loop for each pair of scores short of 20, whichever player has which; nobody can have scored 1.
    assert work.loops == 19 * 20 // 2
    assert work.unknowns == work.loops
    assert work.largest == 1
    assert work.repairs == 0
    assert work.positions > 35 * work.loops


def test_few_unknowns_are_left_of_a_ludo_duel() -> None:
    way = Components(10**5)
    way.value(Ludo(20))
    assert way.work.repairs == 0
    assert way.work.unknowns < way.work.positions / 20
    assert way.work.largest < 15


@pytest.mark.parametrize(("big", "spread"), [(1, 1), (10**6, 1), (-(10**6), 0)])
def test_common_denominators_change_nothing(big: int, spread: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """However large they may become: where they may not even begin, all is done in fractions."""
    monkeypatch.setattr(loops, "BIG", big)
    monkeypatch.setattr(loops, "SPREAD", spread)
    way = Components(10**5)
    assert way.value(Pig(10)) == Fraction(7776, 10961)
    assert way.value(Pig(12)) == Components(10**5).value(Plain(Pig(12)))
    assert (way.work.repairs == way.work.loops) is (spread == 0)


def test_pig_is_played_to_win(pig: Solver) -> None:
    """Roll with nothing to lose, hold what wins, roll on when the other is about to win (Neller, Presser)."""
    assert pig.best_move(Pig(30)) == "roll"
    assert pig.best_move(Pig(30, (20, 20), pile=10)) == "hold"
    assert pig.best_move(Pig(30, (0, 29), pile=12)) == "roll"


@dataclass(frozen=True)
class Graph:
    """A game on a small graph: who moves at each node (0: chance, 3: over), and where it leads."""

    nodes: tuple[tuple[int, tuple[int, ...], Fraction], ...]
    here: int = 0

    @property
    def players(self) -> int:
        return 2

    def to_act(self) -> tuple[int, ...]:
        owner = self.nodes[self.here][0]
        return (owner,) if owner in (1, 2) else ()

    def chance(self) -> Chance[int] | None:
        owner, leads, _ = self.nodes[self.here]
        return Chance((to, k + 1) for k, to in enumerate(leads)) if owner == 0 else None

    def result(self) -> tuple[Fraction, ...] | None:
        owner, _, share = self.nodes[self.here]
        return (share, 1 - share) if owner == 3 else None

    def legal_moves(self, player: int) -> Iterator[int]:
        if player in self.to_act():
            yield from self.nodes[self.here][1]

    def why_illegal(self, player: int, move: int) -> Reason | None:
        return None

    def play(self, player: int, move: int) -> Graph:
        return Graph(self.nodes, move)

    def happen(self, event: int) -> Graph:
        return Graph(self.nodes, event)

    def view(self, player: int) -> Any:
        return self

    def seen(self, player: int, actor: int, step: int) -> str:
        return str(step)

    def starts_turn(self) -> bool:
        return True


def chain_values(
    rows: list[dict[int, Fraction]], ends: dict[int, Fraction], endless: Fraction
) -> list[Fraction]:
    """Expected shares in a Markov chain, by Gauss-Jordan on the whole matrix."""
    size = len(rows)
    leaves = set(ends)
    while more := {i for i, row in enumerate(rows) if i not in leaves and leaves & set(row)}:
        leaves |= more
    matrix = [[Fraction(0)] * (size + 1) for _ in range(size)]
    for i in range(size):
        matrix[i][i] = Fraction(1)
        if i in ends or i not in leaves:
            matrix[i][size] = ends.get(i, endless)
        else:
            for j, chance in rows[i].items():
                matrix[i][j] -= chance
    for k in range(size):
        pivot = next(r for r in range(k, size) if matrix[r][k])
        matrix[k], matrix[pivot] = matrix[pivot], matrix[k]
        matrix[k] = [x / matrix[k][k] for x in matrix[k]]
        for r in range(size):
            if r != k and matrix[r][k]:
                matrix[r] = [x - matrix[r][k] * y for x, y in zip(matrix[r], matrix[k], strict=True)]
    return [row[size] for row in matrix]


def by_all_policies(game: Graph, endless: Fraction) -> list[Fraction]:
    """Values of all nodes as the best that a player can secure over every policy of both."""
    nodes = game.nodes
    ends = {i: share for i, (owner, _, share) in enumerate(nodes) if owner == 3}
    mine, theirs = ([i for i, node in enumerate(nodes) if node[0] == player] for player in (1, 2))

    def rows(choice: dict[int, int]) -> list[dict[int, Fraction]]:
        table: list[dict[int, Fraction]] = []
        for i, (owner, leads, _) in enumerate(nodes):
            row: dict[int, Fraction] = {}
            if owner == 0:
                total = sum(range(1, len(leads) + 1))
                for k, to in enumerate(leads):
                    row[to] = row.get(to, Fraction(0)) + Fraction(k + 1, total)
            elif owner != 3:
                row[choice[i]] = Fraction(1)
            table.append(row)
        return table

    table: list[list[list[Fraction]]] = []
    for one in product(*(nodes[i][1] for i in mine)):
        table.append(
            [
                chain_values(rows(dict(zip([*mine, *theirs], [*one, *two], strict=True))), ends, endless)
                for two in product(*(nodes[i][1] for i in theirs))
            ]
        )
    secured = [max(min(two[i] for two in one) for one in table) for i in range(len(nodes))]
    conceded = [min(max(one[k][i] for one in table) for k in range(len(table[0]))) for i in range(len(nodes))]
    assert secured == conceded  # a game in which one moves at a time has a value in such policies
    return secured


def random_graph(rng: Random) -> Graph:
    inner = rng.randint(3, 6)
    nodes = []
    for _ in range(inner):
        owner = rng.choice([0, 1, 1, 2, 2])
        nodes.append((owner, tuple(rng.sample(range(inner + 3), 2)), Fraction(0)))
    nodes += [(3, (), Fraction(rng.randint(0, 4), 4)) for _ in range(3)]
    return Graph(tuple(nodes))


@pytest.mark.parametrize("seed", range(120))
def test_random_graphs_against_every_pair_of_policies(seed: int) -> None:
    """Loops with and without chance in them, and endless play that one player, both or none may want."""
    rng = Random(seed)
    game = random_graph(rng)
    for endless in (Fraction(0), Fraction(rng.randint(1, 7), 8), Fraction(1)):
        truth = by_all_policies(game, endless)
        solver = Solver(endless=endless)
        for here, value in enumerate(truth):
            assert solver.value(Graph(game.nodes, here))[0] == value
        for player in (1, 2):
            bound = Components(10**5, endless)
            assert bound.value(Bound(game, player, solver)) == truth[0]


@pytest.mark.parametrize("seed", range(30))
def test_faster_numbers_change_nothing(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With GMP's numbers (the extra `fast`) and without, the same values of the same type."""
    game = random_graph(Random(seed))
    values = []
    monkeypatch.setattr(loops, "BIG", 1)  # so that whole numbers are GMP's from the start
    installed: tuple[Any, ...] = (loops.Graph.number, loops.Graph.integer, loops.Graph.divisor)
    own: tuple[Any, ...] = (Fraction, int, gcd)
    for kinds in (installed, own):
        for name, kind in zip(("number", "integer", "divisor"), kinds, strict=True):
            monkeypatch.setattr(loops.Graph, name, staticmethod(kind))
        solver = Solver(endless=Fraction(1, 3))
        values.append([solver.value(Graph(game.nodes, here)) for here in range(len(game.nodes))])
    assert values[0] == values[1]
    assert all(type(share) is Fraction for value in values[0] for share in value)


def test_what_only_other_moves_lead_back_to_is_exact_too() -> None:
    """Three positions in a loop that is played by nobody: chances of 1 and 2 in 3, twice one after the other.

    From 0 chance leads to 1 or is lost; at 1 player 1 can win, or go on to 2; from 2 chance leads back to 0
    or is lost.
    """
    won, lost = (3, (), Fraction(1)), (3, (), Fraction(0))
    nodes = ((0, (1, 4), HALF), (1, (3, 2), HALF), (0, (0, 4), HALF), won, lost)
    solver = Solver()
    values = [solver.value(Graph(nodes, here))[0] for here in range(3)]
    assert values == [Fraction(1, 3), 1, Fraction(1, 9)]


@pytest.mark.parametrize("good", [True, False])
def test_compiled_passes_change_nothing(good: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Loops by numba (the extra `fast`), and by plain Python: the same values and ranks, and as much work.

    With bad policies to begin with most loops are mended, which compiled passes leave to plain Python.
    """
    used: list[bool] = []
    solve = loops.Graph._in_limbs

    def counted(self: loops.Graph, limbs: Limbs, begin: int, end: int) -> Stretch | None:
        found = solve(self, limbs, begin, end)
        used.append(found is not None)
        return found

    monkeypatch.setattr(loops.Graph, "_in_limbs", counted)
    if not good:
        monkeypatch.setattr(loops.Graph, "_guess", guessing(-1))
    games: list[tuple[Any, Fraction]] = [(random_graph(Random(n)), Fraction(n % 7, 6)) for n in range(80)]
    games += [(Pig(12), HALF), (Plain(Pig(9)), HALF), (Ludo(9), HALF), (Walk(50, back=True), HALF)]
    games += [(river.parse("?,5/O,? -,- 1 - 4,D"), Fraction(1, 4))]
    for game, endless in games:
        found = []
        positions = every_position(game)
        for least in (10**9, 0):
            monkeypatch.setattr(loops_kernel, "LARGE", least)
            monkeypatch.setattr(loops_kernel, "READY", least)
            way = Components(10**5, endless)
            value = way.value(game)
            values = [way.value(position) for position in positions]
            ranks = [way.rank(child, position) for position in positions for child in after(position)]
            found.append((value, values, ranks, way.states, way.work))
        assert found[0] == found[1]
    if loops_kernel.compiled():
        done = sum(used) / len(used)
        assert done > 0.95 if good else 0 < done < 0.5
    else:
        assert not used


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("weights", [(1, 5), (3, (1 << 70) - 3)])
@pytest.mark.parametrize("more", [Fraction(-1, 2**100), Fraction(0), Fraction(1, 2**100)])
def test_moves_that_floats_cannot_tell_apart_are_compared_exactly(
    more: Fraction, weights: tuple[int, int], compiled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Player 1 leaves a loop for 1/3 or for very nearly 1/3, or waits for chance, which wins or leads back.

    Weights that no sum of 63 bits could hold are left to Python's own numbers.
    """
    monkeypatch.setattr(loops_kernel, "LARGE", 0 if compiled else 10**9)
    monkeypatch.setattr(loops_kernel, "READY", 0 if compiled else 10**9)
    third = Fraction(1, 3)
    graph = loops.Graph(Fraction(0))
    # 0: player 2 leaves for 4 or 5, or goes to 1. 1: player 1 leaves for 4 or 5, or goes to 2. 2: chance.
    graph.lead(2, (4, 5, 1))
    graph.lead(1, (4, 5, 2))
    graph.lead(loops.CHANCE, (3, 0), weights)
    for worth in (Fraction(0), third, third + more):
        graph.know(*worth.as_integer_ratio())
    for begin, end, sort in graph.components():
        if sort:
            graph.solve(begin, end, sort == 2)
    least, most = sorted((third, third + more))
    # Whoever waits gets at most what player 2 leaves for, and chance may lose it.
    values = [Fraction(*graph.found.value(i)) for i in range(3)]
    assert values == [least, most, least * weights[1] / sum(weights)]


def test_progress_counts_every_position_when_it_is_met_and_when_it_has_its_value(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(endgame, "EVERY", 10)
    told: list[tuple[int, int | None]] = []
    way = Components(10**5, progress=lambda done, of: told.append((done, of)))
    way.value(Plain(Pig(10)))
    done = [count for count, _ in told]
    assert done == sorted(done)
    met = [count for count, of in told if of is None]
    assert met == list(range(10, way.states + 1, 10))
    valued = [(count, of) for count, of in told if of is not None]
    assert len(valued) > 5
    assert all(way.states <= count < of == 2 * way.states for count, of in valued)


def test_full_matrices_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where all lead to all FLINT solves the equations (the extra `fast`); without it they come out alike."""
    solved: list[int] = []
    invert = loops._invert

    def counted(flint: Any, block: Sequence[int], *rest: Any) -> None:
        solved.append(len(block))
        invert(flint, block, *rest)

    monkeypatch.setattr(loops, "_invert", counted)
    rng = Random(7)
    for size in (16, 30):
        values = []
        loop = Loop(Fraction(1, 3))
        for _ in range(size):
            among = [(rng.randrange(1, 9), j) for j in range(size)]
            loop.add_chance(among, Fraction(rng.randrange(20), 3), sum(weight for weight, _ in among) + 7)
        values.append(loop.solve())
        with monkeypatch.context() as without:
            without.setattr(loops, "_matrices", lambda: None)
            values.append(loop.solve())
        assert values[0] == values[1]
        assert all(type(share) is Fraction for share in values[0])
    # Each position leads to all others: all are unknowns.
    assert solved == ([16, 30] if loops._matrices() else [])


def test_a_wrong_value_gets_no_certificate() -> None:
    """Both conditions are looked at: the best of what follows, and somebody who can hold it."""
    loop = Loop(HALF)
    # Two positions of player 1 that lead to each other; one may leave for 1/4.
    loop.add_player(1, [1], [])
    loop.add_player(1, [0], [Fraction(1, 4)])
    assert loop.solve() == [HALF, HALF]
    assert loop.ranks([HALF, HALF]) == [0, 0]
    for wrong in ([Fraction(3, 4)] * 2, [Fraction(1, 4)] * 2):
        with pytest.raises(AssertionError, match="hold"):
            loop.ranks(wrong)
    with pytest.raises(AssertionError, match="leads to"):
        loop.ranks([HALF, Fraction(1, 4)])


def test_a_bad_guess_is_mended(monkeypatch: pytest.MonkeyPatch) -> None:
    """The policies that floats suggest decide nothing: with the first option everywhere the values stand."""
    monkeypatch.setattr(loops.Graph, "_guess", guessing(0))
    way = Components(10**5)
    assert way.value(Pig(10)) == Fraction(7776, 10961)
    assert 0 < way.work.repairs <= way.work.loops
    assert Components(10**5).value(Plain(Pig(10))) == Fraction(7776, 10961)
    for seed in range(40):
        game = random_graph(Random(seed))
        assert Solver().value(game)[0] == by_all_policies(game, HALF)[0]


@dataclass(frozen=True)
class Walk:
    """A long way without a choice; at the far end player 1 wins, unless it leads back to the start."""

    length: int
    back: bool = False
    here: int = 0

    @property
    def players(self) -> int:
        return 2

    def to_act(self) -> tuple[int, ...]:
        return () if self.result() else (1 + self.here % 2,)

    def chance(self) -> Chance[int] | None:
        return None

    def result(self) -> tuple[Fraction, ...] | None:
        return (Fraction(1), Fraction(0)) if self.here == self.length else None

    def legal_moves(self, player: int) -> Iterator[str]:
        yield "on"

    def why_illegal(self, player: int, move: str) -> Reason | None:
        return None

    def play(self, player: int, move: str) -> Self:
        return replace(self, here=0 if self.back and self.here == self.length - 1 else self.here + 1)

    def happen(self, event: int) -> Self:
        raise AssertionError

    def view(self, player: int) -> Any:
        return self

    def seen(self, player: int, actor: int, step: str) -> str:
        return step

    def starts_turn(self) -> bool:
        return True


def test_a_long_game_needs_no_recursion() -> None:
    assert solve(Walk(20_000)).value == (Fraction(1), Fraction(0))
    assert solve(Walk(20_000, back=True)).value == (HALF, HALF)
    assert solve(Walk(20_000, back=True)).states == 20_000


def test_components_come_after_what_they_lead_to() -> None:
    graph = {1: [2, 3], 2: [1, 4], 3: [5], 4: [4, 6], 5: [3], 6: [], 7: [1]}
    found = [sorted(component) for component in components(1, graph.__getitem__)]
    assert sorted(found) == [[1, 2], [3, 5], [4], [6]]
    assert found[-1] == [1, 2]
    assert found.index([6]) < found.index([4])
    assert list(components(1, graph.__getitem__, {1})) == []
    assert [sorted(c) for c in components(7, graph.__getitem__, {1, 2})] == [[7]]


# Bounds, errors, interruption.


@pytest.mark.parametrize("deck", ["standard", "classroom"])
def test_the_full_opening_is_refused_at_once(deck: str) -> None:
    told: list[int] = []
    solver = Solver(progress=lambda done, of: told.append(done))
    with pytest.raises(TooLarge) as caught:
        solver.solve(river.start(deck=deck))
    assert (told, solver.states) == ([], 0)
    assert caught.value.size > 10**15
    assert caught.value.limit < 10**8
    for lang, words in (("en", "fewer face-down cards"), ("ja", "裏向き")):
        said = caught.value.say(lang)
        assert words in said
        assert f"{caught.value.size:,}" in said


def listed(state: river.State) -> int:
    """How many positions there are in the layers that play reaches, found by the rules."""
    met, waiting = {state}, [state]
    layers = set()
    for now in waiting:  # it grows on the way
        down = len(now.unseen)
        known = down > 0 and len(set(now.unseen)) == 1
        lies = []
        for spot in now.spots:
            card = now.unseen[0] if spot.card is None and known else spot.card
            left = card.hit_points if card and spot.card is None else spot.left
            if card is None:
                lies.append("?")
            elif left > 2:
                lies.append(str(left))
            elif str(card) in ("D", "O") or (str(card) == "S" and down and not known):
                lies.append(str(card))
            else:
                lies.append("W")
        layers.add((tuple(lies), () if known else tuple(sorted(map(str, now.unseen)))))
        after = [now.play(player, move) for player in now.to_act() for move in now.legal_moves(player)]
        after += [now.happen(event) for event in now.chance() or ()]
        for one in after:
            if one not in met and one.result() is None:
                met.add(one)
                waiting.append(one)
    count = 0
    for river_lies, _ in layers:
        s = sum(lies in ("W", "D", "O", "S") for lies in river_lies)
        count += 2 * ((1 + s) ** 2 - s + 2 * (1 + s)) + (2 if state.rules.rest == "owner" else 0)
    return count


@pytest.mark.parametrize("rules", ["", "rest=owner"])
@pytest.mark.parametrize("text", ["5,W/0,6 -,- 1 - -", "5,6,7 -,- 1 - -", "?,3,? -,- 1 - 4,O"])
def test_the_size_told_is_the_number_of_positions(text: str, rules: str) -> None:
    """Play reaches every layer here, and no two orders of turning up cards lead to the same one."""
    state = river.parse(text, river.parse_rules(rules))
    layers = Layers(state.rules, state.board)
    size = layers.size_of(state)
    assert size == listed(state)
    layers.value(state)
    assert layers.states < size
    with pytest.raises(TooLarge) as caught:
        Solver(limit=layers.states - 1).value(state)
    assert (caught.value.size, caught.value.limit) == (size, layers.states - 1)
    # As many as are held are enough, unless it is refused at once.
    enough = max(layers.states, -(-size // SPARED))
    assert Solver(limit=enough).value(state)[0] == layers.value(state)
    with pytest.raises(TooLarge) as caught:
        Solver(limit=(size - 1) // SPARED).value(state)
    assert caught.value.size == size


@pytest.mark.parametrize("rules", ["", "rest=owner"])
@pytest.mark.parametrize("text", ["5,W,4/0,6,3 -,- 1 - -", "10,9,0/7,6,0/4,3,0/D,S,W -,- 1 - -"])
def test_the_size_of_an_open_river_is_that_of_its_table(text: str, rules: str) -> None:
    state = river.parse(text, river.parse_rules(rules))
    assert Layers(state.rules, state.board).size_of(state) == River(state).positions


def test_the_size_told_is_never_less_than_the_number_of_positions() -> None:
    """A whale and a shark that was beaten are alike, wherever they came from: they are counted once."""
    state = river.parse("?,W/?,? -,- 1 - 3,O,W")
    count = listed(state)
    assert count < Layers(state.rules, state.board).size_of(state) < 3 * count


def test_many_dolphins_and_orcas_are_refused_and_not_waited_for() -> None:
    """Ways to be carried on multiply, where dolphins and orcas lie in a heap."""
    rows = "/".join(["D,O,D,O,D,O,D,O", "O,D,O,D,O,D,O,D"] * 4)
    with pytest.raises(TooLarge, match="dolphins and orcas"):
        solve(river.parse(f"{rows} -,- 1 - -"))


def test_dolphins_alone_carry_to_the_goal() -> None:
    """Thousands of ways lead from a square to the goal; whoever moves first has won."""
    rows = "/".join([",".join(["D"] * 8)] * 8)
    assert solve(river.parse(f"{rows} -,- 2 - -")).value == (Fraction(0), Fraction(1))


def test_a_shark_that_takes_hundreds_of_rolls_is_no_trouble() -> None:
    """Two sharks of 99 hit points, one behind the other, and a die that always throws 1: calls go deep."""
    state = river.parse("99/99 -,- 1 - -", river.parse_rules("dice=1d1"))
    before = sys.getrecursionlimit()
    value = Layers(state.rules, state.board).value(state)
    assert sys.getrecursionlimit() == before
    assert value == Components(10**6).value(state)


def test_the_largest_river_is_no_trouble_where_nothing_fights() -> None:
    """Seven rows of whales in 8 columns and one of sharks that any roll beats: who moves first needs one turn
    less, and nobody can be stopped."""
    rows = "/".join([",".join(["W"] * 8)] * 7 + [",".join(["2"] * 8)])
    solution = solve(river.parse(f"{rows} -,- 1 - -"))
    assert solution.value == (Fraction(1), Fraction(0))
    assert Solver(endless=Fraction(1)).value(river.parse(f"{rows} -,- 2 - -")) == (Fraction(0), Fraction(1))


def test_the_plain_way_keeps_its_limit() -> None:
    state = river.parse("5,W,4/0,6,3 -,- 1 - -")
    with pytest.raises(TooLarge) as caught:
        Solver(limit=1000, plain=True).solve(state)
    assert caught.value.limit == 1000 < caught.value.size
    with pytest.raises(TooLarge):
        solve(Pig(100), limit=2000)


@pytest.mark.parametrize("plain", [False, True])
def test_a_full_memory_makes_room(plain: bool) -> None:
    """Positions of other games are forgotten where they would be in the way."""
    states = [river.parse(f"{h},W/0,5 -,- 1 - -") for h in (6, 7)]
    sizes = [Solver(plain=plain).solve(state).states for state in states]
    solver = Solver(limit=max(sizes) + 10, plain=plain)
    for state in (*states, *states):
        assert solver.value(state) == solve(state).value
        assert solver.states <= max(sizes) + 10


@pytest.mark.parametrize("plain", [False, True])
def test_progress_is_reported_and_an_error_in_it_stops_the_work(
    plain: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(river_layers, "EVERY", 500)
    state = river.parse("5,W,4/0,6,3/2,7,4 -,- 1 - -")
    told: list[tuple[int, int | None]] = []

    def tell(done: int, of: int | None) -> None:
        told.append((done, of))
        if len(told) == 2 and not plain:
            raise KeyboardInterrupt
        if len(told) == 3 and plain:
            raise KeyboardInterrupt

    solver = Solver(progress=tell, plain=plain)
    with pytest.raises(KeyboardInterrupt):
        solver.solve(state)
    assert [done for done, _ in told] == sorted({done for done, _ in told})
    if not plain:
        assert all(of is None for _, of in told)
    # The solver is still good, and what is solved is right.
    small = river.parse("5,W,4/0,6,3 -,- 1 - -")
    assert solver.value(small)[0] == Fraction(256163, 279936)


def test_an_interrupt_stops_the_work_at_once() -> None:
    """Ctrl-C: the main thread is interrupted in the middle of a large solution."""
    solver = Solver()
    state = river.parse("10,9,8/7,6,5/4,3,0/D,S,W -,- 1 - -")
    timer = threading.Timer(0.5, _thread.interrupt_main)
    start = time.process_time()
    # What is raised while garbage is collected goes no further, and hypothesis has Python code called then.
    gc.disable()
    try:
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            solver.solve(state)
    finally:
        gc.enable()
    timer.join()
    assert time.process_time() - start < 15
    assert solver.value(river.parse("5,W,4/0,6,3 -,- 1 - -"))[0] == Fraction(256163, 279936)


def test_what_was_stopped_before_anything_was_known_can_be_asked_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A loop that nobody can leave is the first component: progress is told before it is solved."""
    monkeypatch.setattr(endgame, "EVERY", 10)
    stopped: list[int] = []

    def tell(done: int, of: int | None) -> None:
        if of is not None and not stopped:
            stopped.append(done)
            raise KeyboardInterrupt

    way = Components(1000, progress=tell)
    with pytest.raises(KeyboardInterrupt):
        way.value(Walk(50, back=True))
    assert way.states == 0
    for here in (7, 0, 20):
        assert way.value(Walk(50, back=True, here=here)) == HALF
    assert way.states == 50


@dataclass(frozen=True)
class Stopped(Graph):
    """A graph in which Ctrl-C comes when a node has been looked up so many times."""

    left: list[int] = field(default_factory=lambda: [-1], compare=False)

    def __hash__(self) -> int:
        self.left[0] -= 1
        if not self.left[0]:
            raise KeyboardInterrupt
        return hash(self.here)

    def play(self, player: int, move: int) -> Stopped:
        return replace(self, here=move)


def test_an_interrupt_at_any_moment_leaves_what_is_known_right() -> None:
    """While positions are listed, and while it is noted which of them are known; whatever is asked next."""
    shares = [Fraction(n, 8) for n in (0, 8, 2)]
    leads = ((6,), (7, 2), (6,), (8, 4), (6,), (4, 3, 8))
    nodes = (*((1, some, HALF) for some in leads), *((3, (), share) for share in shares))
    truth = [Fraction(n, 8) for n in (0, 8, 0, 2, 0, 2, 0, 8, 2)]
    stops = 0
    for moment in range(1, 50):
        game = Stopped(nodes)
        way = Components(100)
        way.value(game)
        game.left[0] = moment
        try:
            way.value(replace(game, here=1))
        except KeyboardInterrupt:
            stops += 1
        game.left[0] = -1
        for here in (5, 3, 2, 1, 0, 7, 4, 6, 8):
            assert way.value(replace(game, here=here)) == truth[here], (moment, here)
        assert way.states == len(nodes)
    assert 5 < stops < 45


def test_nobody_stalls_where_chance_leads_back_with_seats_changed() -> None:
    """Player 1 or, with the seats changed, player 2 wins, or waits for chance, which leads back to him.

    Of positions of chance both kinds are solved: only one may have been met together with the loop.
    """
    won = (3, (), Fraction(1))
    nodes = ((1, (1, 3), HALF), (0, (0, 2), HALF), (2, (0,), HALF), won)
    for side, first in product((1, 2), repeat=2):
        state: Any = Sides(nodes, frozenset(), side=side)
        wait: Any = Sides(nodes, frozenset(), here=1, side=first)
        assert Solver().best_move(state) == 3
        solver = Solver()
        solver.value(wait)
        assert solver.best_move(state) == 3


@pytest.mark.parametrize("compiled", [False, True])
def test_values_are_of_pythons_own_numbers_however_long(
    compiled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loops_kernel, "LARGE", 0 if compiled else 10**9)
    monkeypatch.setattr(loops_kernel, "READY", 0 if compiled else 10**9)
    small = Fraction(1, 7**1500)
    ends = ((3, (), small), (3, (), Fraction(1)))
    way = Components(100)
    # Chance leads back, or to a very small share, or is won: 1, 2 and 3 in 6.
    value = way.value(Graph(((0, (0, 1, 2), HALF), *ends)))
    assert value == small * 2 / 5 + Fraction(3, 5)
    assert {type(value.numerator), type(value.denominator)} == {int}


def test_where_compiled_code_can_be_kept_nowhere_it_is_compiled_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No directory can be written: neither that of the package nor one of the user's."""
    if find_spec("numba") is None:
        assert loops_kernel.compiled() is None
        return
    caching = import_module("numba.core.caching")
    monkeypatch.setattr(caching.CompileResultCacheImpl, "_locator_classes", [])
    assert loops_kernel.compiled.__wrapped__() is not None
    assert loops_limbs.compiled.__wrapped__() is not None


def test_more_than_two_players_are_refused() -> None:
    for players in (3, 4):
        with pytest.raises(SetupError) as caught:
            solve(river.start(players, deck=river.parse_deck("W,5"), columns=2, rows=1))
        assert caught.value.data["players"] == players
        assert "2 人" in caught.value.say("ja")


def test_secrets_are_refused_until_none_are_left() -> None:
    opening = river.start(2, deck=river.parse_deck("D,W"), columns=2, rows=1, setup="draft")
    with pytest.raises(SetupError, match="another does not"):
        solve(opening)
    bare = 0
    for seed in range(20):
        state, rng = opening, Random(seed)
        while state.secrets and not state.result():
            assert shown(state.view(1)) is None
            if chance := state.chance():
                state = state.happen(chance.sample(rng))
            else:
                player = state.to_act()[0]
                state = state.play(player, rng.choice(list(state.legal_moves(player))))
        if not state.secrets:
            bare += 1
            assert shown(state.view(1)) == state
            assert solve(state).value[0] in (0, 1)
    assert bare


def test_two_who_decide_together_are_refused() -> None:
    class Both(Walk):
        def to_act(self) -> tuple[int, ...]:
            return (1, 2)

    with pytest.raises(SetupError, match="same time"):
        solve(Both(3))


# Advice.


def test_advice_is_the_players_own() -> None:
    state = river.parse("5,W,4/0,6,3 -,- 2 - -")
    rows = advise(state.view(2))
    assert rows is not None
    assert [value for _, value in rows] == [row.value[1] for row in solve(state).moves]
    assert advise(state.view(1)) == []


def test_there_is_no_advice_where_there_is_no_exact_answer() -> None:
    assert advise(river.start().view(1)) is None
    assert advise(river.start(3, deck=river.parse_deck("W,5"), columns=2, rows=1).view(1)) is None
    assert advise(river.parse("5,W,4/0,6,3 -,- 1 - -").view(1), Solver(limit=10)) is None
    draft = river.start(2, deck=river.parse_deck("D,W"), columns=2, rows=1, setup="draft")
    assert advise(draft.view(1)) is None
