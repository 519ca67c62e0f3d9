"""The arrows of the house point down: lessons -> solvers -> inaba, and the rules know nothing of pictures.

The contracts are in pyproject.toml and are read by import-linter, from the source. What the tests here add:
the contracts speak of every module there is, and what is loaded at run time is as small as they say.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LINTER = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
CONTRACTS = {contract["id"]: contract for contract in LINTER["contracts"]}


def test_import_linter_finds_every_contract_kept() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"Contracts: {len(CONTRACTS)} kept, 0 broken." in done.stdout


def test_every_game_is_in_the_contracts() -> None:
    """A package of the engine that has a state is a game."""
    games = {f"inaba.{path.parent.name}" for path in ROOT.glob("inaba/*/state.py")}
    assert games
    assert set(CONTRACTS["games"]["modules"]) == games
    inside = {module for contract in CONTRACTS.values() for module in contract.get("containers", [])}
    assert games <= inside
    for game in games:
        for kind in ("picture", "widget"):
            if ROOT.joinpath(*game.split("."), f"{kind}.py").exists():
                assert f"{game}.{kind}" in CONTRACTS["solvers"]["forbidden_modules"]


def test_every_module_of_the_rules_is_held_to_the_standard_library() -> None:
    """What shows a game, its frame, and the command may need more; nothing else may."""
    shows = {"art", "description", "picture", "scene", "widget"}
    modules = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for path in ROOT.glob("inaba/**/*.py")
        if path.stem not in shows
    }
    rules = {
        module
        for module in modules
        if module.split(".")[1:2] not in ([], ["__main__"], ["command"], ["frame"]) and module.count(".") < 3
    } - {f"inaba.{path.parent.name}" for path in ROOT.glob("inaba/*/state.py")}
    assert set(CONTRACTS["rules"]["source_modules"]) == rules


def loaded_by(statement: str) -> set[str]:
    """The modules that a fresh Python has loaded after a statement, and had not before."""
    code = f"import sys; before = set(sys.modules); {statement}; print(*(set(sys.modules) - before))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.split())


HEAVY = {"IPython", "anywidget", "ipywidgets", "networkx", "numba", "numpy", "sympy", "tqdm"}


@pytest.mark.parametrize(
    "statement",
    [
        "from inaba import cross_sevens",
        "from inaba import river",
        "from inaba import same_one",
        "import inaba.record",
    ],
)
def test_the_engine_loads_the_standard_library_alone(statement: str) -> None:
    loaded = loaded_by(statement)
    assert "inaba.errors" in loaded
    assert loaded & HEAVY == set()
    assert loaded & {"inaba.river.picture", "inaba.river.widget", "solvers", "lessons"} == set()


@pytest.mark.parametrize("module", sorted(path.stem for path in ROOT.glob("solvers/[a-z]*.py")))
def test_a_solver_loads_neither_pictures_nor_widgets(module: str) -> None:
    loaded = loaded_by(f"import solvers.{module}")
    assert f"solvers.{module}" in loaded
    assert loaded & {"IPython", "anywidget", "ipywidgets", "lessons"} == set()
    assert loaded & {"inaba.river.picture", "inaba.river.widget"} == set()


def test_a_lesson_begins_without_compiled_loops() -> None:
    """Every pupil's first cell imports this; numba alone would take it half a second more."""
    loaded = loaded_by("from lessons import kit")
    assert "lessons.kit" in loaded
    assert loaded & {"numba", "numpy", "networkx"} == set()


def test_no_board_or_laboratory_has_small_tools_of_the_browser_of_its_own() -> None:
    """What ``inaba/frame/nodes.js`` offers is made there alone."""
    shared = ROOT / "inaba" / "frame" / "nodes.js"
    offered = set(re.findall(r"^function (\w+)", shared.read_text(encoding="utf-8"), re.MULTILINE))
    assert {"make", "setText", "follow", "keepTyped", "keepKeys"} <= offered
    scripts = {path for room in ("inaba", "lessons") for path in (ROOT / room).rglob("*.js")} - {shared}
    assert len(scripts) > 8
    for path in sorted(scripts):
        text = path.read_text(encoding="utf-8")
        own = set(re.findall(r"\b(?:function|const|let) (\w+)", text))
        assert not own & offered, path
        assert "createElementNS(" not in text, path
