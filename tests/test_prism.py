"""Models in the PRISM language: read back by a reader of our own, and solved apart from the solvers.

Nothing here needs a model checker. The reader knows the part of the language that the models are written in,
and refuses everything else; what it reads is solved by value iteration where no chance stands in a loop, and
by policy iteration with Gauss elimination in fractions where it does.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from inaba import river
from inaba.chance import Chance
from inaba.errors import IllegalMove, InabaError, SetupError, TooLarge
from solvers.endgame import Solver
from solvers.prism import model, policy_model
from tests.ludo import Ludo
from tests.pig import Pig
from tests.test_endgame import Graph, random_graph, small_river

ROOT = Path(__file__).parent.parent


# Reading.


@dataclass
class Model:
    """What stands in a model: for each state its choices, each a label and where it leads."""

    kind: str = ""
    first: int = -1
    size: int = -1
    owners: dict[str, str] = field(default_factory=dict)
    moves: dict[str, str] = field(default_factory=dict)
    texts: dict[int, str] = field(default_factory=dict)
    choices: dict[int, list[tuple[str, dict[int, Fraction]]]] = field(default_factory=dict)
    marks: dict[str, int] = field(default_factory=dict)


def read(text: str) -> Model:
    """A model, if each line is in its place and says what can be said there; else AssertionError."""
    found = Model()
    lines = iter(text.split("\n"))

    def match(pattern: str, line: str) -> re.Match[str]:
        matched = re.fullmatch(pattern, line, re.ASCII)
        assert matched, f"{line!r} is not {pattern!r}"
        return matched

    assert text.isascii()
    match(r"// Position: .*", next(lines))
    match(r"// \d+ positions; player 1 has won in state \d+, 2 in state \d+\.", next(lines))
    found.kind = match(r"smg|mdp|dtmc", next(lines))[0]
    match("", next(lines))
    while not (line := next(lines)).startswith("module "):
        if not line:
            continue
        if line.startswith("// "):
            label, move = match(r"// \[([A-Za-z]\w*)\] is (.*)", line).groups()
            assert label not in found.moves
            found.moves[label] = move
            continue
        player = match(r"player ([a-z]\w*)", line)[1]
        labels = match(r"  \[\w+\](, \[\w+\])*", next(lines))[0].split(",")
        for label in labels:
            name = match(r" +\[([A-Za-z]\w*)\]", " " + label)[1]
            assert name not in found.owners, "a label has one owner"
            found.owners[name] = player
        match("endplayer", next(lines))
        match("", next(lines))
    match("module position", line)
    size, first = match(r"  s : \[0\.\.(\d+)\] init (\d+);", next(lines)).groups()
    found.size, found.first = int(size) + 1, int(first)
    match("", next(lines))
    while (line := next(lines)) != "endmodule":
        if line.startswith("  // "):
            number, comment = match(r"  // (\d+): (.*)", line).groups()
            assert int(number) == len(found.texts), "states are told in order"
            found.texts[int(number)] = comment
            found.choices[int(number)] = []
            continue
        label, guard, updates = match(r"  \[([A-Za-z]\w*)\] s=(\d+) -> (.*);", line).groups()
        assert int(guard) == len(found.texts) - 1, "a command stands under its position"
        leads: dict[int, Fraction] = {}
        for update in updates.split(" + "):
            weight, to = match(r"(?:(\d+/\d+):)?\(s'=(\d+)\)", update).groups()
            assert int(to) not in leads
            leads[int(to)] = Fraction(weight) if weight else Fraction(1)
        found.choices[int(guard)].append((label, leads))
    match("", next(lines))
    for player in (1, 2):
        found.marks[f"win{player}"] = int(match(rf'label "win{player}" = s=(\d+);', next(lines))[1])
    assert next(lines, None) is None
    return found


def check(found: Model) -> None:
    """What holds in every model."""
    states = range(found.size)
    assert list(found.texts) == list(states)
    assert found.first in states
    assert sorted(found.marks.values()) == [found.size - 2, found.size - 1]
    used = {"p1_wins", "p2_wins"}
    for number in states:
        choices = found.choices[number]
        assert choices, "nothing is a deadlock"
        labels = [label for label, _ in choices]
        assert len(set(labels)) == len(labels)
        used.update(labels)
        for _, leads in choices:
            assert sum(leads.values()) == 1
            assert all(chance > 0 for chance in leads.values())
            assert set(leads) <= set(states)
        if {"chance", "over", "stay"} & set(labels) and "stay" not in labels[1:]:
            assert len(choices) == 1
        if found.kind == "smg":
            assert len({found.owners[label] for label in labels}) == 1, "one player chooses"
    for player in (1, 2):
        end = found.marks[f"win{player}"]
        assert found.choices[end] == [(f"p{player}_wins", {end: Fraction(1)})]
    if found.kind == "smg":
        assert set(found.owners) == used, "every label is owned, and none is owned that is not used"
        assert {"p1", "p2"} <= set(found.owners.values()) <= {"p1", "p2", "nature"}
        assert all(label.startswith(found.owners[label]) for label in used - {"chance", "over"})
    else:
        assert not found.owners
        assert (found.kind == "mdp") == any(len(choices) > 1 for choices in found.choices.values())


# Solving.


def chain(
    rows: Mapping[int, Mapping[int, Fraction]], goal: int, first: Mapping[int, Fraction]
) -> dict[int, Fraction]:
    """The chance to reach the goal in a Markov chain: Gauss-Jordan over the states that can reach it."""
    reach = {goal}
    while more := {i for i, row in rows.items() if i not in reach and reach & set(row)}:
        reach |= more
    order = sorted(reach - {goal})
    matrix = {i: {j: -rows[i].get(j, Fraction(0)) for j in order if j in rows[i]} for i in order}
    right = {i: rows[i].get(goal, Fraction(0)) for i in order}
    for i in order:
        matrix[i][i] = matrix[i].get(i, Fraction(0)) + 1
    for k in order:
        pivot = matrix[k][k]
        matrix[k] = {j: x / pivot for j, x in matrix[k].items()}
        right[k] /= pivot
        for r in order:
            if r != k and (x := matrix[r].pop(k, None)):
                for j, y in matrix[k].items():
                    if j != k:
                        matrix[r][j] = matrix[r].get(j, Fraction(0)) - x * y
                right[r] -= x * right[k]
    return {**dict.fromkeys(rows, Fraction(0)), **right, goal: Fraction(1)}


def most(found: Model, goal: int, bound: Mapping[int, int] | None = None) -> dict[int, Fraction]:
    """The greatest chances to reach the goal, by policy iteration; ``bound`` are choices that stand.

    Each round's values are those of a policy, and rise; the last are the best of what they lead to. The
    greatest chances are the least numbers of which that is true, so they are these.
    """
    bound = bound or {}
    policy = {i: bound.get(i, 0) for i in found.choices}
    values: dict[int, Fraction] = {}
    while True:
        values = chain({i: found.choices[i][k][1] for i, k in policy.items()}, goal, values)
        better = False
        for i, choices in found.choices.items():
            for k, (_, leads) in enumerate(choices):
                worth = sum((chance * values[to] for to, chance in leads.items()), Fraction(0))
                now = sum((chance * values[to] for to, chance in choices[policy[i]][1].items()), Fraction(0))
                if i not in bound and worth > now:
                    policy[i], better = k, True
        if not better:
            return values


def by_passes(found: Model, goal: int, player: str) -> dict[int, Fraction]:
    """The chances of a player to reach the goal against the other, where no chance stands in a loop.

    From 0 each pass computes all from the last; after n passes a state has its value in n steps.
    """
    values = {i: Fraction(i == goal) for i in found.choices}
    while True:
        new = {}
        for i, choices in found.choices.items():
            worths = [sum((c * values[to] for to, c in leads.items()), Fraction(0)) for _, leads in choices]
            new[i] = max(worths) if found.owners[choices[0][0]] == player else min(worths)
        new[goal] = Fraction(1)
        if new == values:
            return values
        values = new


def numbered_as_written(found: Model, parse: Callable[[str], Any]) -> None:
    """Every command leads to the positions that the rules say, told by the comments alone."""
    ends = {f"player {player} has won": player for player in (1, 2)}
    for number, text in found.texts.items():
        if text in ends:
            assert number == found.marks[f"win{ends[text]}"]
            continue
        position = parse(text)

        def states_of(after: Any) -> str:
            return (
                found.texts[found.marks[f"win{1 if after.result()[0] else 2}"]]
                if after.result()
                else str(after)
            )

        if chance := position.chance():
            wanted: dict[str, Fraction] = {}
            for event in chance:
                after = states_of(position.happen(event))
                wanted[after] = wanted.get(after, Fraction(0)) + chance[event]
            ((label, leads),) = found.choices[number]
            assert label == "chance"
            assert {found.texts[to]: weight for to, weight in leads.items()} == wanted
        else:
            (player,) = position.to_act()
            moves = [str(move) for move in position.legal_moves(player)]
            choices = found.choices[number]
            assert [found.moves.get(label, label[3:]) for label, _ in choices] == moves
            assert all(label.startswith(f"p{player}_") for label, _ in choices)
            for (_, leads), move in zip(choices, moves, strict=True):
                assert [found.texts[to] for to in leads] == [states_of(position.play(player, move))]


# The tests.


def test_a_river_of_one_whale_reckoned_by_hand() -> None:
    """Player 1 puts one of the rabbits on the only square; all that is left to the other is to send it on."""
    assert model(river.parse("W -,- 1 - -")).split("\n") == [
        "// Position: W -,- 1 - -",
        "// 3 positions; player 1 has won in state 3, 2 in state 4.",
        "smg",
        "",
        "player p1",
        "  [p1_1a1], [p1_2a1], [p1_wins]",
        "endplayer",
        "",
        "// [p2_1_] is 1*",
        "// [p2_2_] is 2*",
        "player p2",
        "  [p2_1_], [p2_2_], [p2_wins]",
        "endplayer",
        "",
        "module position",
        "  s : [0..4] init 0;",
        "",
        "  // 0: W -,- 1 - -",
        "  [p1_1a1] s=0 -> (s'=1);",
        "  [p1_2a1] s=0 -> (s'=2);",
        "  // 1: W a1,- 2 - -",
        "  [p2_1_] s=1 -> (s'=3);",
        "  // 2: W -,a1 2 - -",
        "  [p2_2_] s=2 -> (s'=4);",
        "  // 3: player 1 has won",
        "  [p1_wins] s=3 -> (s'=3);",
        "  // 4: player 2 has won",
        "  [p2_wins] s=4 -> (s'=4);",
        "endmodule",
        "",
        'label "win1" = s=3;',
        'label "win2" = s=4;',
    ]


RIVERS = [
    ("?,3/S,? -,- 1 - 4,O", ""),
    ("5,W/0,4 -,- 1 - -", ""),
    ("5,W/0,4 -,- 1 - -", "orca=side,rest=owner,dice=1d4"),
    ("D,4/O,6 -,- 2 - -", "dice={1:2,3:1}+1d2"),
    ("W,O/4,O -,a2 1 - -", ""),
    ("9,W/O,W a1,- 1 - -", "orca=side"),
]


@pytest.mark.parametrize(("text", "rules"), RIVERS)
def test_each_command_leads_where_the_rules_say(text: str, rules: str) -> None:
    state = river.parse(text, river.parse_rules(rules))
    found = read(model(state))
    check(found)
    assert found.kind == "smg"
    assert found.texts[found.first] == text
    numbered_as_written(found, lambda position: river.parse(position, state.rules))


@pytest.mark.parametrize("endless", [0, 1])
@pytest.mark.parametrize(("text", "rules"), RIVERS)
def test_a_model_is_worth_what_the_position_is(text: str, rules: str, endless: int) -> None:
    """Endless play wins for neither: it is worth 0 to whoever is asked about."""
    state = river.parse(text, river.parse_rules(rules))
    found = read(model(state))
    truth = Solver(endless=Fraction(endless)).value(state)
    player = 1 + endless
    assert by_passes(found, found.marks[f"win{player}"], f"p{player}")[found.first] == truth[player - 1]


@pytest.mark.parametrize("seed", range(20))
def test_best_answers_to_the_solvers_policies_on_random_rivers(seed: int) -> None:
    """Each player bound to his best moves in turn: the other's best answer gets his value and no more."""
    rng = Random(seed)
    rules = river.parse_rules(rng.choice(["", "orca=side", "rest=owner", "orca=side,rest=owner"]))
    endless = Fraction(rng.choice(["0", "1/3", "1/2", "1/2", "1"]))
    solver = Solver(endless=endless)
    while True:
        state = small_river(rng, rules)
        try:
            value = solver.value(state)
            texts = [
                policy_model(state, player, solver.best_move, endless=endless, limit=200) for player in (1, 2)
            ]
        except TooLarge:
            continue
        break
    for player, text in zip((1, 2), texts, strict=True):
        found = read(text)
        check(found)
        other = 3 - player
        assert most(found, found.marks[f"win{other}"])[found.first] == value[other - 1], str(state)


@pytest.mark.parametrize("endless", ["0", "1/3", "1"])
@pytest.mark.parametrize(
    "text", ["W,W/O,O -,- 1 - -", "W,9/W,O -,- 1 - -", "4,W/O,5 -,b2 1 - -", "O,W/O,O -,- 2 - -"]
)
def test_endless_play_is_worth_what_is_said(text: str, endless: str) -> None:
    state, worth = river.parse(text), Fraction(endless)
    solver = Solver(endless=worth)
    for player in (1, 2):
        found = read(policy_model(state, player, solver.best_move, endless=worth))
        value = most(found, found.marks[f"win{3 - player}"])[found.first]
        assert value == solver.value(state)[2 - player]
    found = read(policy_model(state, 1, solver.best_move, solver.best_move, endless=worth))
    assert found.kind == "dtmc"
    check(found)
    for player in (1, 2):
        assert most(found, found.marks[f"win{player}"])[found.first] == solver.value(state)[player - 1]


def test_without_an_end_component_nobody_can_stay() -> None:
    """Without orcas nothing leads back: every play ends, and the model has no state for one that does not."""
    state = river.parse("5,W/0,4 -,- 1 - -")
    text = policy_model(state, 1, Solver().best_move)
    assert "stay" not in text
    assert "endless" not in text
    circle = policy_model(river.parse("W,W/O,O -,- 1 - -"), 1, Solver().best_move)
    assert "[stay]" in circle
    assert "endless play, worth 1/2" in circle


@pytest.mark.parametrize("target", [2, 4])
def test_pig_has_chance_in_its_loops(target: int) -> None:
    solver = Solver()
    value = solver.value(Pig(target))
    for player in (1, 2):
        found = read(policy_model(Pig(target), player, solver.best_move))
        check(found)
        assert most(found, found.marks[f"win{3 - player}"])[found.first] == value[2 - player]


def test_pig_leads_where_its_rules_say() -> None:
    def parse(text: str) -> Pig:
        scores, turn, pile = text.split(" ")
        one, two = map(int, scores.split(","))
        return Pig(5, (one, two), int(turn), int(pile.rstrip("*")), pile.endswith("*"))

    found = read(model(Pig(5)))
    check(found)
    numbered_as_written(found, parse)


def test_the_ludo_duel_is_worth_what_the_solver_says() -> None:
    solver = Solver()
    value = solver.value(Ludo(4))
    for player in (1, 2):
        found = read(policy_model(Ludo(4), player, solver.best_move))
        check(found)
        assert most(found, found.marks[f"win{3 - player}"])[found.first] == value[2 - player]


@pytest.mark.parametrize("seed", range(60))
def test_random_graphs_with_loops_and_shared_wins(seed: int) -> None:
    """The game as a model against every policy of the other; the policies against any draw value."""
    rng = Random(seed)
    game = random_graph(rng)
    found = read(model(game))
    check(found)
    for player in (1, 2):
        goal, endless = found.marks[f"win{player}"], Fraction(player - 1)
        theirs = [i for i, choices in found.choices.items() if choices[0][0].startswith(f"p{3 - player}_")]
        least = min(
            most(found, goal, dict(zip(theirs, policy, strict=True)))[found.first]
            for policy in product(*(range(len(found.choices[i])) for i in theirs))
        )
        assert least == Solver(endless=endless).value(game)[player - 1]
    endless = Fraction(rng.randint(0, 8), 8)
    solver = Solver(endless=endless)
    for player in (1, 2):
        bound = read(policy_model(game, player, solver.best_move, endless=endless))
        check(bound)
        value = most(bound, bound.marks[f"win{3 - player}"])[bound.first]
        assert value == solver.value(game)[2 - player]


def test_a_policy_may_leave_it_to_chance() -> None:
    """One whale: stepping on it wins, sending the other loses (`test_two_rabbits_and_one_whale`)."""
    state = river.parse("W -,- 1 - -")
    found = read(
        policy_model(
            state,
            1,
            lambda position: Chance({move: k for k, move in enumerate(position.legal_moves(1), 1)}),
            lambda position: next(position.legal_moves(2)),
        )
    )
    check(found)
    assert [label for label, _ in found.choices[found.first]] == ["p1_mixed"]
    assert most(found, found.marks["win1"])[found.first] == Fraction(1, 3)


def test_a_finished_game_is_its_end() -> None:
    for text, mark in (("5,W *,- 2 - -", "win1"), ("5,W -,* 1 - -", "win2")):
        found = read(model(river.parse(text)))
        check(found)
        assert found.size == 2
        assert found.first == found.marks[mark]


def test_labels_tell_moves_apart_that_look_alike() -> None:
    @dataclass(frozen=True)
    class Signs(Graph):
        def legal_moves(self, player: int) -> Iterator[Any]:
            yield from (">a", "*a", "_a", "a", "wins", "mixed") if player in self.to_act() else ()

        def play(self, player: int, move: Any) -> Graph:
            return Graph(self.nodes, 1 + (move == "a"))

    game: Any = Signs(((2, (1, 2), Fraction(0)), (3, (), Fraction(1)), (3, (), Fraction(0))))
    found = read(model(game))
    check(found)
    labels = [label for label, _ in found.choices[found.first]]
    assert labels == ["p2__a", "p2__a_2", "p2__a_3", "p2_a", "p2_wins_2", "p2_mixed_2"]
    assert [found.moves.get(label) for label in labels] == [">a", "*a", "_a", None, "wins", "mixed"]


def test_a_notation_cannot_break_out_of_its_comment() -> None:
    @dataclass(frozen=True)
    class Lines(Graph):
        def __str__(self) -> str:
            return "one\n  [p1_wins] s=0 -> (s'=0);\r兎"

        def legal_moves(self, player: int) -> Iterator[Any]:
            yield from ("1\n2",) if player in self.to_act() else ()

        def play(self, player: int, move: Any) -> Graph:
            return Graph(self.nodes, 1)

    game: Any = Lines(((1, (1,), Fraction(0)), (3, (), Fraction(1))))
    found = read(model(game))
    check(found)
    assert found.size == 3


@pytest.mark.parametrize("seed", ["1", "2"])
def test_equal_positions_give_equal_models(seed: str) -> None:
    """Whatever the order of Python's sets and dicts is in a process."""
    code = (
        "from inaba import river; from solvers.prism import model; import sys;"
        "sys.stdout.write(model(river.parse('?,3/S,? -,- 1 - 4,O')))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": seed},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    assert done.stdout == model(river.parse("?,3/S,? -,- 1 - 4,O"))


# Refusals.


def test_more_positions_than_allowed_are_refused() -> None:
    state = river.parse("5,W/0,4 -,- 1 - -")
    positions = int(model(state).split("\n")[1].split(" ")[1])
    assert read(model(state, limit=positions)).size == positions + 2
    with pytest.raises(TooLarge) as caught:
        model(state, limit=positions - 1)
    assert (caught.value.size, caught.value.limit) == (positions, positions - 1)
    with pytest.raises(TooLarge):
        policy_model(state, 1, Solver().best_move, limit=10)
    with pytest.raises(TooLarge):
        model(river.start(), limit=1000)


@dataclass(frozen=True)
class Together(Graph):
    def to_act(self) -> tuple[int, ...]:
        return (1, 2)


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (river.start(3, deck=river.parse_deck("W,5"), columns=2, rows=1), ("two players", "2 人")),
        (
            river.start(2, deck=river.parse_deck("D,W"), columns=2, rows=1, setup="draft"),
            ("another does not", "知らないカード"),
        ),
        (Together(((1, (0,), Fraction(0)),)), ("at the same time", "同時に")),
    ],
    ids=["three", "draft", "together"],
)
def test_games_that_are_no_such_models_are_refused(game: Any, words: tuple[str, str]) -> None:
    for write in (model, lambda state: policy_model(state, 1, lambda position: None)):
        with pytest.raises(InabaError) as caught:
            write(game)
        assert isinstance(caught.value, SetupError)
        assert words[0] in caught.value.say("en")
        assert words[1] in caught.value.say("ja")


def test_policies_are_held_to_the_rules() -> None:
    state = river.parse("5,W/0,4 -,- 1 - -")
    with pytest.raises(IllegalMove):
        policy_model(state, 1, lambda position: river.parse_move("1*"))
    with pytest.raises(IllegalMove):
        policy_model(state, 1, lambda position: Chance(dict.fromkeys(("1a1", "1b2"), 1)))
    with pytest.raises(SetupError, match="1 or 2"):
        policy_model(state, 3, Solver().best_move)
    for endless in (Fraction(-1), Fraction(3, 2)):
        with pytest.raises(SetupError, match="endless"):
            policy_model(state, 1, Solver().best_move, endless=endless)
