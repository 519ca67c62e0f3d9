"""Exact values beside model checkers and game solvers, in one run: ``python -m tests.benchmarks.peers``.

The question: player 1's value of a position, from nothing but the rules of its game. Asked are

- ours, exact: `solvers.endgame`; where a river is open `solvers.river_table`, else `solvers.face_down`;
- Storm (stormpy), exact, the fastest way we found: the game as a decision process in memory; player 2's
  policy bound, player 1's best answer found in fractions, player 2's policy improved, and so on (strategy
  iteration); at the end player 1 is bound and player 2's best answer proves the value;
- Storm again, to build the text of `solvers.prism` and nothing else: it does not solve such games itself;
- PAYNT, which solves stochastic games in floating point;
- OpenSpiel's value iteration, in floating point, on the same positions as a game of its Python interface.

Peers are given the positions as a list, made once from our rules, in which chance follows a move at once:
that leaves them about half of the positions that ours goes through. The time it takes to make the list is
told, and only the ratio "x all" has it; "x b+s" is building and solving. Ours gets the rules and nothing
else. Of Pig and the Ludo duel ours makes a list as well, position by position, and the time of that is told
apart in the same way; their rules say that seats can be changed (`solvers.endgame.Swaps`), so that of two
positions alike ours solves one, which no peer can be told. On a river ours makes no list, and both ratios
have all that it does. OpenSpiel is asked a second time in its usual way, as a game that steps through the
rules. Every run has a process of its own, which is ended at the time limit; a peer that is not installed, or
that fails, is named with the reason. What is set side by side is processor time, without starting, importing
and compiling; short runs are repeated, and the fastest counts.

Where endless play could be had it makes no difference to the positions asked (that is checked): each tool has
its own idea of what it is worth.

The exit status is 1 if a value differs from ours: exact ones at all, others by `NEAR` or more; or if ours is
not as many times as fast as `GOALS` and `LOOPS` have it, where the other has an answer.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from fractions import Fraction
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from math import log10
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from time import perf_counter, process_time, sleep
from typing import Any

from inaba import river
from solvers import loops_kernel, prism, river_table
from solvers.endgame import Components, Solver
from solvers.face_down import FaceDown
from solvers.loops import Graph
from tests.ludo import Ludo
from tests.pig import Pig

ROOT = Path(__file__).parent.parent.parent

GOALS = {"storm": 100, "rules": 10_000}
"""How many times as fast as the exact peer, and as OpenSpiel in its usual way, ours shall be on River."""

LOOPS = {"Pig to 20": 48, "Pig to 50": 220, "Ludo duel of 20": 10}
"""How many times as fast as the exact peer, from a list, programs made for these games alone have been."""

LIMIT = 120
"""Processor seconds that a run may take, unless others are asked for."""

ROUNDS = (5, 0.2, 4.0)
"""A way is asked at least so many times, and until so many processor seconds are spent, but no longer than so
many; the fastest answer counts."""

WAIT = 10
"""A run is ended after so many times its processor seconds, too: a busy machine gives it no more."""

NEAR = Fraction(1, 10**4)
"""How far a value in floating point may be off; how far it is, is told."""

PRECISION = 1e-9
"""What those that work in floating point are asked for. It is where they stop, and no bound on the error."""

QUESTIONS: dict[str, Callable[[], Any]] = {
    **{
        text: partial(river.parse, text)
        for text in (
            "5,W/0,4 -,- 1 - -",
            "5,W,4/0,6,3 -,- 1 - -",
            "7,O,6/8,W,D -,- 1 - -",
            "O,8/7,9/0,W -,- 1 - -",
            "8,W,4/0,6,7/3,5,0 -,- 1 - -",
            "?,3/S,? -,- 1 - 4,O",
            "5,?,4/?,6,D -,- 1 - W,O",
        )
    },
    "Pig to 20": lambda: Pig(20),
    "Pig to 50": lambda: Pig(50),
    "Ludo duel of 20": lambda: Ludo(20),
}


# The positions as a list ---------------------------------------------------------------------------------


@dataclass
class Listed:
    """Positions where somebody moves: who, and for each move how likely it leads where.

    The two ends come last: player 1 has won, player 2 has won.
    """

    owner: list[int]
    moves: list[list[dict[int, Fraction]]]

    @property
    def ends(self) -> tuple[int, int]:
        return len(self.owner), len(self.owner) + 1

    def all_moves(self) -> Iterator[list[dict[int, Fraction]]]:
        """The moves of every state, the ends' loops included."""
        yield from self.moves
        for end in self.ends:
            yield [{end: Fraction(1)}]


def listed(root: Any) -> Listed:
    """All positions that can be reached where somebody moves, the first one first; nobody shares a win."""
    number: dict[Any, int] = {root: 0}
    order = [root]
    found = Listed([], [])
    settled: dict[Any, dict[Any, Fraction]] = {}

    def settle(position: Any) -> dict[Any, Fraction]:
        """What a position becomes, once chance has had its say: positions, or 1 or 2 who has won."""
        if (result := position.result()) is not None:
            return {1 if result[0] else 2: Fraction(1)}
        if (chance := position.chance()) is None:
            return {position: Fraction(1)}
        if position not in settled:
            after: dict[Any, Fraction] = {}
            for event in chance:
                for to, weight in settle(position.happen(event)).items():
                    after[to] = after.get(to, Fraction(0)) + weight * chance[event]
            settled[position] = after
        return settled[position]

    for position in order:  # it grows on the way
        (player,) = position.to_act()
        found.owner.append(player)
        moves = []
        for move in position.legal_moves(player):
            after = settle(position.play(player, move))
            for to in after:
                if to not in (1, 2) and to not in number:
                    number[to] = len(order)
                    order.append(to)
            moves.append(after)
        found.moves.append(moves)
    number |= {1: len(order), 2: len(order) + 1}
    found.moves = [[{number[to]: p for to, p in move.items()} for move in moves] for moves in found.moves]
    return found


# The ways ------------------------------------------------------------------------------------------------


@dataclass
class Answer:
    """Processor seconds, and what came out: exact values as fractions, others as decimals."""

    value: str = ""
    listing: float = 0
    building: float = 0
    solving: float = 0
    states: int = 0
    said: str = ""


class Apart(Components):
    """The plain way, with the time it takes to make the list of the positions told apart."""

    listing = 0.0

    def _list(self, root: Any, graph: Graph) -> Any:
        start = process_time()
        numbers = super()._list(root, graph)
        self.listing += process_time() - start
        return numbers


def endgame(root: Any) -> Answer:
    start = process_time()
    if isinstance(root, river.State):
        solver = Solver()
        answer = Answer(str(solver.value(root)[0]), states=solver.states)
    else:
        way = Apart(10**7)
        answer = Answer(str(way.value(root)), way.listing, states=way.states)
    answer.solving = process_time() - start - answer.listing
    return answer


def table(root: Any) -> Answer:
    start = process_time()
    made = river_table.build(root, exact=True)
    value = made.value(root).value[0]
    return Answer(str(value), solving=process_time() - start, states=made.river.positions)


def face_down(root: Any) -> Answer:
    start = process_time()
    # So small that no table would pay: layers answer at once.
    way = FaceDown(root.rules, root.board, tables=False)
    value = way.value(root)
    return Answer(str(value), solving=process_time() - start, states=way.states)


def storm_matrix(game: Listed, number: Any) -> tuple[Any, Any, list[int]]:
    """The transitions with a row a move, the labels, and each state's first row."""
    from stormpy.datastructures import SparseMatrixBuilder
    from stormpy.models import StateLabeling

    builder = SparseMatrixBuilder[number](
        rows=0, columns=0, entries=0, force_dimensions=False, has_custom_row_grouping=True, row_groups=0
    )
    made: dict[Fraction, Any] = {}
    first, row = [], 0
    for moves in game.all_moves():
        builder.new_row_group(row)
        first.append(row)
        for leads in moves:
            for to in sorted(leads):
                weight = leads[to]
                if weight not in made:
                    made[weight] = number(str(weight)) if number is not float else float(weight)
                builder.add_next_value(row, to, made[weight])
            row += 1
    states = len(first)
    labels = StateLabeling(states)
    for label in ("init", "win1", "win2"):
        labels.add_label(label)
    labels.add_label_to_state("init", 0)
    for label, end in zip(("win1", "win2"), game.ends, strict=True):
        labels.add_label_to_state(label, end)
    return builder.build(), labels, [*first, row]


def storm(root: Any) -> Answer:
    """Strategy iteration: each round is a decision process that Storm solves in fractions."""
    import stormpy
    from gmpy2 import mpq
    from stormpy.datastructures import BitVector
    from stormpy.models import SparseMdp, SparseModelComponents
    from stormpy.numbers import Rational
    from stormpy.transformations import build_submodel

    start = process_time()
    game = listed(root)
    answer = Answer(listing=process_time() - start, states=len(game.owner) + 2)
    start = process_time()
    matrix, labels, first = storm_matrix(game, Rational)
    whole = SparseMdp[Rational](SparseModelComponents[Rational](matrix, labels))
    answer.building = process_time() - start
    start = process_time()
    states = len(first) - 1
    exact = stormpy.environments.exact()
    every = BitVector(states, True)
    weights = [[[(to, mpq(p)) for to, p in leads.items()] for leads in moves] for moves in game.moves]

    def best(policy: dict[int, int], formula: str) -> list[Any]:
        """The values of all states under the free player's best answer, the other's policy being bound."""
        rows = [
            row
            for i in range(states)
            for row in ([first[i] + policy[i]] if i in policy else range(first[i], first[i + 1]))
        ]
        bound = build_submodel(whole, every, BitVector(first[-1], rows), keep_unreachable_states=True).model
        asked = stormpy.parse_property(formula)
        result = stormpy.model_checking(bound, asked, environment=exact)
        return [mpq(str(value)) for value in result.get_value_vector()]

    policy = {i: 0 for i, owner in enumerate(game.owner) if owner == 2}
    rounds = 0
    while True:
        rounds += 1
        values = best(policy, 'Pmax=? [F "win1"]')
        worths = [[sum(p * values[to] for to, p in leads) for leads in moves] for moves in weights]
        better = {i: worths[i].index(min(worths[i])) for i in policy if min(worths[i]) < values[i]}
        if not better:
            forward, stay = progress(game, values, worths)
            better = stay
        if not better:
            break
        policy |= better
    least = best(forward, 'Pmin=? [F "win1"]')
    assert least[0] == values[0], "player 1 can secure what player 2 can hold him to"
    answer.solving = process_time() - start
    answer.value = str(Fraction(str(values[0])))
    answer.said = f"{rounds} rounds"
    return answer


def progress(
    game: Listed, values: list[Any], worths: list[list[Any]]
) -> tuple[dict[int, int], dict[int, int]]:
    """How player 1 gets on among best moves; and where player 2 can keep him from it, how he does.

    A state gets on where player 1 has a best move that may lead to one that does, or where all best moves of
    player 2 may; to have won is to have got on. Where a state does not, player 2 holds play for ever.

    Returns
    -------
    dict, dict
        For each of player 1's states a move; for states of player 2 worth more than nothing from where play
        need not get on, the move that sees to it.
    """
    leading: dict[int, list[tuple[int, int]]] = {}
    best: list[set[int]] = []
    for i, (value, moves) in enumerate(zip(worths, game.moves, strict=True)):
        best.append({k for k, worth in enumerate(value) if worth == values[i]})
        for k in best[i]:
            for to in moves[k]:
                leading.setdefault(to, []).append((i, k))
    forward = {i: min(best[i]) for i, owner in enumerate(game.owner) if owner == 1}
    left = [set(moves) for moves in best]
    on = {game.ends[0]}
    new = [game.ends[0]]
    while new:
        for i, k in leading.get(new.pop(), ()):
            left[i].discard(k)
            if i not in on and (game.owner[i] == 1 or not left[i]):
                on.add(i)
                new.append(i)
                if game.owner[i] == 1:
                    forward[i] = k
    stay = {i: min(left[i]) for i in range(len(game.owner)) if values[i] > 0 and i not in on}
    return forward, {i: k for i, k in stay.items() if game.owner[i] == 2}


def storm_text(root: Any) -> Answer:
    """The text of `solvers.prism`, read and built; Storm has no value for it."""
    import stormpy
    from stormpy.numbers import Rational

    start = process_time()
    text = prism.model(root)
    answer = Answer(listing=process_time() - start)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "position.prism"
        path.write_text(text, encoding="ascii")
        start = process_time()
        built = stormpy.build_model[Rational](stormpy.parse_prism_program(str(path)))
        answer.building = process_time() - start
    answer.states = built.nr_states
    answer.said = "builds only"
    return answer


def paynt(root: Any) -> Answer:
    """PAYNT's own solver for turn-based stochastic games, in floating point."""
    import payntbind
    import stormpy
    from paynt.specification.property import Property
    from stormpy.models import SparseModelComponents, SparseSmg

    start = process_time()
    game = listed(root)
    answer = Answer(listing=process_time() - start, states=len(game.owner) + 2)
    start = process_time()
    matrix, labels, _ = storm_matrix(game, float)
    parts = SparseModelComponents[float](matrix, labels)
    parts.state_player_indications = [*game.owner, 1, 2]
    model = SparseSmg[float](parts)
    answer.building = process_time() - start
    start = process_time()
    asked = stormpy.parse_property('<<1>> Pmax=? [F "win1"]')
    Property.initialize()
    Property.set_model_checking_precision(PRECISION)
    result = payntbind.synthesis.model_check_smg(model, asked.get_raw_formula(), env=Property.environment)
    answer.value = repr(result.get_value(0))
    answer.solving = process_time() - start
    return answer


class Rules:
    """A game as OpenSpiel wants it, stepping through the rules: nodes, their children by number."""

    def __init__(self, root: Any) -> None:
        self.root = Kept(root)

    def turn(self, node: Any) -> int:
        """Who is to act: 1 or 2, 0 for chance, -1 if the game is over."""
        position = node.position
        return -1 if position.result() else 0 if position.chance() else int(position.to_act()[0])

    def chances(self, node: Any) -> list[float]:
        chance = node.position.chance()
        return [weight / chance.total for _, weight in chance.items()]

    def moves(self, node: Any) -> int:
        return len(list(node.position.legal_moves(self.turn(node))))

    def child(self, node: Any, k: int) -> Any:
        position = node.position
        if chance := position.chance():
            return Kept(position.happen(list(chance)[k]))
        player = self.turn(node)
        return Kept(position.play(player, list(position.legal_moves(player))[k]))

    def worth(self, node: Any) -> float:
        return float(2 * node.position.result()[0] - 1)

    def text(self, node: Any) -> str:
        return str(node.position)


class Kept:
    """A position that OpenSpiel does not copy when it copies a state: it never changes."""

    def __init__(self, position: Any) -> None:
        self.position = position

    def __deepcopy__(self, memo: Any) -> Kept:
        return self


class Table:
    """The same from the list. A node is a state's number, or, where chance is to act, what it leads to."""

    def __init__(self, game: Listed) -> None:
        self.root = 0
        self.owner = game.owner
        self.actions = [
            [tuple((to, float(p)) for to, p in leads.items()) for leads in moves] for moves in game.moves
        ]
        self.worths = dict(zip(game.ends, (1.0, -1.0), strict=True))

    def turn(self, node: Any) -> int:
        return 0 if isinstance(node, tuple) else -1 if node in self.worths else self.owner[node]

    def chances(self, node: Any) -> list[float]:
        return [p for _, p in node]

    def moves(self, node: Any) -> int:
        return len(self.actions[node])

    def child(self, node: Any, k: int) -> Any:
        if isinstance(node, tuple):
            return node[k][0]
        leads = self.actions[node][k]
        return leads[0][0] if len(leads) == 1 else leads

    def worth(self, node: Any) -> float:
        return self.worths[node]

    def text(self, node: Any) -> str:
        return str(node)


def open_spiel(root: Any) -> Answer:
    start = process_time()
    game = listed(root)
    listing = process_time() - start
    answer = iterated(Table(game))
    answer.listing = listing
    return answer


def open_spiel_rules(root: Any) -> Answer:
    return iterated(Rules(root))


def iterated(steps: Rules | Table) -> Answer:
    """OpenSpiel's value iteration, on a game of its Python interface; a win is worth 1, a loss -1."""
    import pyspiel
    from open_spiel.python.algorithms import value_iteration

    kind = pyspiel.GameType(
        short_name="python_inaba",
        long_name="A position",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
        parameter_specification={},
    )
    info = pyspiel.GameInfo(
        num_distinct_actions=100,
        max_chance_outcomes=100,
        num_players=2,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=1_000_000,
    )

    class Game(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
        def __init__(self, parameters: Any = None) -> None:
            super().__init__(kind, info, parameters or {})

        def new_initial_state(self, state: Any = None) -> Any:
            return State(self)

    class State(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
        def __init__(self, of: Any) -> None:
            super().__init__(of)
            self.node = steps.root

        def current_player(self) -> int:
            turn = steps.turn(self.node)
            return turn - 1 if turn > 0 else int(PlayerId.CHANCE if turn == 0 else PlayerId.TERMINAL)

        def _legal_actions(self, player: int) -> list[int]:
            return list(range(steps.moves(self.node)))

        def chance_outcomes(self) -> list[tuple[int, float]]:
            return list(enumerate(steps.chances(self.node)))

        def _apply_action(self, action: int) -> None:
            self.node = steps.child(self.node, action)

        def is_terminal(self) -> bool:
            return steps.turn(self.node) < 0

        def returns(self) -> list[float]:
            worth = steps.worth(self.node) if self.is_terminal() else 0.0
            return [worth, -worth]

        def __str__(self) -> str:
            return steps.text(self.node)

    PlayerId = pyspiel.PlayerId
    start = process_time()
    # Its search for the states is recursive.
    sys.setrecursionlimit(10**6)
    values = value_iteration.value_iteration(Game(), depth_limit=-1, threshold=PRECISION, cyclic_game=True)
    answer = Answer(solving=process_time() - start, states=len(values))
    answer.value = repr((values[steps.text(steps.root)] + 1) / 2)
    return answer


@dataclass
class Way:
    """A way to answer: what it is called, what has to be installed for it, whether it is exact, and what
    compiles it beforehand."""

    name: str
    ask: Callable[[Any], Answer]
    exact: bool
    needs: tuple[str, ...] = ()
    ready: Callable[[], object] | None = None


def ready_loops() -> None:
    if loops_kernel.compiled():
        Solver().value(Pig(20))


def ready_tables() -> None:
    river_table.build(river.parse("3,W/O,4 -,- 1 - -"), exact=True)


WAYS = {
    "endgame": Way("ours: endgame", endgame, True, ready=ready_loops),
    "table": Way("ours: table", table, True, ("numba",), ready_tables),
    "face_down": Way("ours: face down", face_down, True),
    "storm": Way("Storm, exact", storm, True, ("stormpy", "gmpy2")),
    "text": Way("Storm, our text", storm_text, True, ("stormpy",)),
    "paynt": Way("PAYNT", paynt, False, ("paynt", "stormpy")),
    "open_spiel": Way("OpenSpiel, list", open_spiel, False, ("open_spiel", "cvxpy")),
    "rules": Way("OpenSpiel, rules", open_spiel_rules, False, ("open_spiel", "cvxpy")),
}
OURS = ("endgame", "table", "face_down")


# One run -------------------------------------------------------------------------------------------------


def asked_apart(way: str, question: str, limit: float) -> Answer | str:
    """The answer of a process of its own; or in words why there is none."""
    command = [sys.executable, "-m", "tests.benchmarks.peers", "--way", way, question]
    with TemporaryFile() as out, TemporaryFile() as errors:
        begun = perf_counter()
        run = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=out, stderr=errors)
        try:
            while run.poll() is None:
                if used(run.pid) > limit:
                    return f"not within {limit:.0f} s"
                if perf_counter() - begun > WAIT * limit:
                    return f"not within {WAIT * limit:.0f} s of the clock"
                sleep(0.1)
        finally:
            run.kill()
            run.wait()
        out.seek(0)
        errors.seek(0)
        if run.returncode:
            said = errors.read().decode("utf-8", "replace").strip().splitlines()
            return f"failed ({run.returncode}): {said[-1] if said else ''}"
        return Answer(**json.loads(out.read().splitlines()[-1]))


def best(way: Way, position: Any) -> Answer:
    """The fastest of some answers (`ROUNDS`)."""
    if way.ready:
        way.ready()
    answers: list[Answer] = []
    least, shortest, longest = ROUNDS
    spent = 0.0
    while (len(answers) < least or spent < shortest) and spent < longest:
        gc.collect()
        start = process_time()
        while True:  # what takes no time is asked again at once, as in a notebook that is open
            answers.append(way.ask(position))
            if (took := process_time() - start) > shortest / least:
                break
        spent += took
    return min(answers, key=lambda answer: answer.building + answer.solving)


def used(process: int) -> float:
    """Processor seconds of a process; 0 where the machine does not say, and the clock alone bounds it.

    A limit set on the process itself would make its own measure coarse on some machines.
    """
    try:
        fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return 0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def missing(way: Way) -> list[str]:
    def is_missing(name: str) -> bool:
        try:
            version(name)
        except PackageNotFoundError:
            return True
        return False

    return [name for name in way.needs if is_missing(name)]


def digits(value: str, truth: Fraction) -> str:
    """How many decimals of a value agree."""
    off = abs(Fraction(value) - truth)
    return f"{-log10(off):.1f}" if off else "all"


def fits(name: str, position: Any) -> bool:
    """Whether a way is for such a position at all."""
    if name not in ("table", "face_down"):
        return True
    if not isinstance(position, river.State):
        return False
    return (name == "table") == all(spot.up for spot in position.spots)


def side_by_side(question: str, limit: float, ways: list[str]) -> bool:
    """Ask all ways one question and print what they say; whether all is as it should be."""
    position = QUESTIONS[question]()
    answers: dict[str, Answer | str] = {}
    for name in ways:
        if fits(name, position):
            lacking = missing(WAYS[name])
            answers[name] = (
                f"not installed: pip install {' '.join(lacking)}"
                if lacking
                else asked_apart(name, question, limit)
            )
    print(f"\n{question}")
    print(
        f"  {'':16} {'states':>8} {'list':>8} {'build':>8} {'solve':>8} {'digits':>7}"
        f" {'x all':>9} {'x b+s':>9} {'x solve':>9}"
    )
    found = {name: answer for name, answer in answers.items() if isinstance(answer, Answer)}
    if "endgame" not in found:
        print(f"  {WAYS['endgame'].name}: {answers['endgame']}")
        return False
    truth = Fraction(found["endgame"].value)
    ours = min((found[name] for name in OURS if name in found), key=lambda answer: answer.solving)
    of = (ours.listing + ours.solving, ours.solving, ours.solving)
    fine = True
    for name, answer in answers.items():
        way = WAYS[name]
        if isinstance(answer, str):
            print(f"  {way.name:16} {answer}", flush=True)
            fine &= name not in OURS
            continue
        agree = digits(answer.value, truth) if answer.value else ""
        if answer.value:
            fine &= agree == "all" if way.exact else abs(Fraction(answer.value) - truth) < NEAR
        built = answer.building + answer.solving
        times = (answer.listing + built, built, answer.solving)
        ratios = [f"{theirs / mine:9,.1f}" for theirs, mine in zip(times, of, strict=True)]
        if not answer.value:
            ratios[2] = f"{'-':>9}"
        print(
            f"  {way.name:16} {answer.states:8,} {answer.listing:8.3f} {answer.building:8.3f}"
            f" {answer.solving:8.4f} {agree:>7} {' '.join(ratios)}  {answer.said}".rstrip(),
            flush=True,
        )
    for endless in (Fraction(0), Fraction(1)):
        assert Solver(endless=endless).value(position)[0] == truth, "endless play makes a difference"
    print(f"  value {truth if len(str(truth)) < 80 else f'{float(truth)}, a long fraction'}")
    goals = GOALS if isinstance(position, river.State) else {"storm": LOOPS[question]}
    for name, goal in goals.items():
        if name not in found:
            print(f"  goal, {WAYS[name].name}: {goal:,} times; it has no answer to be measured by")
            continue
        ratio = (found[name].building + found[name].solving) / ours.solving
        fine &= ratio >= goal
        met = "met" if ratio >= goal else "NOT met"
        print(f"  goal, {WAYS[name].name}, build and solve: {goal:,} times; {ratio:,.0f} times, {met}")
    return fine


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("question", nargs="*", help=f"of: {', '.join(QUESTIONS)} (all unless given)")
    parser.add_argument("--limit", type=float, default=LIMIT, help="processor seconds a run may take")
    parser.add_argument(
        "--ways", nargs="*", choices=WAYS, default=list(WAYS), help="ask only these, and the endgame"
    )
    parser.add_argument("--way", choices=WAYS, help="ask one way only, in this process, and print JSON")
    asked = parser.parse_args(arguments)
    if unknown := set(asked.question) - set(QUESTIONS):
        parser.error(f"unknown: {', '.join(sorted(unknown))}")
    if asked.way:
        print(json.dumps(asdict(best(WAYS[asked.way], QUESTIONS[asked.question[0]]()))))
        return 0
    start = perf_counter()
    print(f"Python {platform.python_version()} on {platform.machine()}; processor seconds; at most")
    print(f"{asked.limit:.0f} s a run. A ratio is how many times ours, the faster one, it takes.")
    for package in sorted({name for way in WAYS.values() for name in way.needs}):
        try:
            print(f"  {package} {version(package)}")
        except PackageNotFoundError:
            print(f"  {package} is not installed: pip install {package}")
    fine = True
    for question in asked.question or QUESTIONS:
        fine &= side_by_side(
            question, asked.limit, [way for way in WAYS if way in asked.ways or way == "endgame"]
        )
    said = "every value that came agrees, no goal is missed" if fine else "NOT all as it should be, see above"
    print(f"\n{said}; {perf_counter() - start:.0f} s in all")
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
