"""All of the library runs where only Python itself can be had, as in a browser (Pyodide).

Compiled packages are accelerators. Here they are made unfindable, in a process of their own: nothing that was
imported before can play in.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from textwrap import dedent

ROOT = Path(__file__).parent.parent

BLOCK = """
import sys
from importlib.abc import MetaPathFinder

BLOCKED = {
    "numpy", "numba", "llvmlite", "scipy", "matplotlib", "pandas", "flint", "gmpy2",
    "PIL", "yaml", "jinja2", "markupsafe",
}

class Blocked(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in BLOCKED:
            raise ModuleNotFoundError(f"no module named {name!r} here", name=name)
        return None

sys.meta_path.insert(0, Blocked())
"""


def run_without_numpy(code: str, folder: Path) -> str:
    """What the code prints in a Python that has no compiled package."""
    done = subprocess.run(
        [sys.executable, "-c", BLOCK + dedent(code)],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_block_blocks(tmp_path: Path) -> None:
    code = """
        for name in sorted(BLOCKED):
            try:
                __import__(name)
            except ModuleNotFoundError as error:
                assert str(error) == f"no module named {name!r} here", error
                print(name)
    """
    assert {"numpy", "numba", "flint", "gmpy2"} <= set(run_without_numpy(code, tmp_path).split())


def test_every_module_imports(tmp_path: Path) -> None:
    """No module needs a compiled package to be imported, and none looks for one on the way in."""
    modules = sorted(
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for room in ("inaba", "solvers", "lessons")
        for path in ROOT.glob(f"{room}/**/*.py")
    )
    assert len(modules) > 20
    code = f"""
        from importlib import import_module
        for name in {modules!r}:
            import_module(name)
            print(name)
    """
    assert run_without_numpy(code, tmp_path).split() == modules


def test_a_game_is_played_written_and_read_again(tmp_path: Path) -> None:
    code = """
        from random import Random
        from inaba import river
        from inaba.game import uniform
        from inaba.record import Record

        rng = Random(2015)
        record = Record(river.NOTATION, river.start(players=3, deck=river.CLASSROOM))
        while record.result is None:
            state = record.state
            chance = state.chance()
            if chance is not None:
                record.happen(chance.sample(rng))
            else:
                player = state.to_act()[0]
                record.play(player, uniform(state.view(player), rng))
        again = Record.parse(str(record), river.NOTATION)
        print(str(again) == str(record), again.state == record.state, sum(record.result))
    """
    assert run_without_numpy(code, tmp_path).split() == ["True", "True", "1"]


def test_a_position_is_solved(tmp_path: Path) -> None:
    """The values are those of rules and reckoning, not of this program; see tests of `solvers.endgame`."""
    code = """
        from inaba import river
        from solvers.endgame import solve
        print(solve(river.parse("?,3/S,? -,- 1 - 4,O")).value[0])
    """
    assert run_without_numpy(code, tmp_path).split() == ["29/32"]


def test_the_odds_of_a_fight(tmp_path: Path) -> None:
    """Ten of the 36 rolls of two dice total 9 or more: counted, by a Markov chain, and as an expression."""
    code = """
        from solvers import fights
        print(fights.beats(9))
        print(fights.fundamental_matrix(fights.chain(9)).steps[0] == fights.expected_rolls(9))
        die = fights.loaded_die(face=6)
        print(fights.beats_expression(9, [die, die]).subs({"p": "1/6"}))
    """
    assert run_without_numpy(code, tmp_path).split() == ["5/18", "True", "5/18"]


def test_a_picture_is_drawn(tmp_path: Path) -> None:
    code = """
        from inaba import river
        from inaba.river.picture import picture
        bundle = picture(river.start(), lang="en")._repr_mimebundle_()
        print("<img" in bundle["text/html"], bool(bundle["text/plain"]))
    """
    assert run_without_numpy(code, tmp_path).split() == ["True", "True"]


def test_an_answer_is_checked(tmp_path: Path) -> None:
    code = """
        from lessons import kit
        kit.begin("two-dice-and-a-shark", lang="en", keep="progress.jsonl")
        print(kit.check("1", "1/6").right, kit.check("1", "1/7").right)
    """
    assert run_without_numpy(code, tmp_path).split() == ["True", "False"]


def test_a_board_is_set_up(tmp_path: Path) -> None:
    code = """
        from inaba import river
        from inaba.river.widget import Board
        print(type(Board(river.start(), seed=1)).__name__)
    """
    assert run_without_numpy(code, tmp_path).split() == ["Board"]
