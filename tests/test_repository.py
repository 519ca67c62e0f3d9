"""The repository itself: versions that agree, files in good order, nothing evaluated, nothing left undone."""

from __future__ import annotations

import ast
import io
import json
import re
import subprocess
import tokenize
import tomllib
from datetime import date
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
LEFT_BEHIND = {
    *(".git", ".venv", "venv", "build", "dist", "node_modules", "__pycache__", ".ipynb_checkpoints"),
    *(".hypothesis", ".import_linter_cache", ".mypy_cache", ".pytest_cache", ".ruff_cache"),
}


def files() -> list[Path]:
    """The files of the project: those that git keeps, or all of them where this is an unpacked sdist."""
    if (ROOT / ".git").exists():
        listed = subprocess.run(
            ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=True
        )
        return sorted(ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).exists())
    return sorted(
        path
        for path in ROOT.rglob("*")
        if path.is_file() and not LEFT_BEHIND & set(path.relative_to(ROOT).parts)
    )


FILES = files()
TEXTS = {
    path.relative_to(ROOT).as_posix(): path.read_bytes().decode("utf-8")
    for path in FILES
    if path.suffix != ".png"
}
CODE = {name: text for name, text in TEXTS.items() if name.endswith(".py")}
NOTEBOOKS = {name: text for name, text in TEXTS.items() if name.endswith(".ipynb")}


def test_there_is_something_to_look_at() -> None:
    assert len(CODE) > 30
    assert "pyproject.toml" in TEXTS


def test_the_licence_is_mit() -> None:
    assert PROJECT["license"] == "MIT"
    licence = TEXTS["LICENSE"]
    assert licence.startswith("MIT License\n\nCopyright (c) 2026 The Inaba developers\n")
    assert "WITHOUT WARRANTY OF ANY KIND" in licence


def test_the_citation_has_what_cff_1_2_asks_for_and_agrees_with_the_project() -> None:
    citation = yaml.safe_load(TEXTS["CITATION.cff"])
    assert {"cff-version", "message", "title", "authors"} <= set(citation), "the required keys"
    assert citation["cff-version"] == "1.2.0"
    assert citation["type"] == "software"
    assert citation["license"] == PROJECT["license"]
    assert citation["version"] == PROJECT["version"]
    assert citation["authors"] == PROJECT["authors"]
    assert isinstance(citation["date-released"], date)
    assert f"## [{citation['version']}] - {citation['date-released']}" in CHANGELOG


def test_the_changelog_keeps_its_form() -> None:
    """Keep a Changelog: newest first, a date for each release, sections of the six known kinds."""
    assert CHANGELOG.startswith("# Changelog\n")
    headings = re.findall(r"^## (.*)$", CHANGELOG, re.MULTILINE)
    assert headings
    releases = [re.fullmatch(r"\[(\d+)\.(\d+)\.(\d+)\] - (\d{4}-\d{2}-\d{2})", h) for h in headings]
    if headings[0] == "[Unreleased]":
        del releases[0]
    numbers = [tuple(map(int, release.groups()[:3])) for release in releases if release]
    assert len(numbers) == len(releases)
    assert numbers == sorted(numbers, reverse=True)
    kinds = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
    assert set(re.findall(r"^### (.*)$", CHANGELOG, re.MULTILINE)) <= kinds


@pytest.mark.parametrize("name", TEXTS)
def test_a_file_is_clean(name: str) -> None:
    text = TEXTS[name]
    assert "\r" not in text
    if not name.endswith(".svg"):  # drawn by the command, in one line
        assert text == "" or (text.endswith("\n") and not text.endswith("\n\n"))
    assert [line for line in text.splitlines() if line != line.rstrip()] == []
    assert [line for line in text.splitlines() if re.match(r"(<{7}|>{7}|={7})( |$)", line)] == []


def test_nothing_is_left_undone() -> None:
    undone = re.compile(r"\b(TO" r"DO|FIX" r"ME|XX" r"X|Not" r"ImplementedError)\b")
    assert [name for name, text in TEXTS.items() if undone.search(text)] == []


def test_no_test_is_left_out() -> None:
    """A test that is skipped or may fail tells nothing."""
    out = re.compile(
        r"pytest\.(skip|xfail|importor" r"skip)|mark\.(skip|xfail)|unittest\.skip|doctest: \+SK" r"IP"
    )
    assert [name for name, text in CODE.items() if out.search(text)] == []


def test_no_file_names_a_place_of_one_machine() -> None:
    """Neither the folder where this copy lies, nor anybody's home; a test may make one up."""
    home = re.compile(r"(?<![\w.])/(home/\w|ro" r"ot/|Us" r"ers/\w)|[A-Z]:\\Users")
    here = (f"{ROOT}/", f"{Path.home()}/")
    named = [
        name
        for name, text in TEXTS.items()
        if any(place in text for place in here) or (home.search(text) and not name.startswith("tests/"))
    ]
    assert named == []


def names_called(tree: ast.AST) -> set[str]:
    return {ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}


@pytest.mark.parametrize("name", [name for name in CODE if not name.startswith("tests/")])
def test_no_text_is_evaluated_and_nothing_is_unpickled(name: str) -> None:
    tree = ast.parse(CODE[name])
    banned = {"eval", "exec", "compile", "sympify", "sympy.sympify", "parse_expr", "__import__", "yaml.load"}
    assert names_called(tree) & banned == set()
    imported = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    } | {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert imported & {"pickle", "marshal", "shelve", "sympify", "parse_expr"} == set()


@pytest.mark.parametrize("name", CODE)
def test_a_check_is_silenced_only_with_its_name_and_a_reason(name: str) -> None:
    comments = [
        token.string
        for token in tokenize.generate_tokens(io.StringIO(CODE[name]).readline)
        if token.type == tokenize.COMMENT
    ]
    silencing = [comment for comment in comments if re.match(r"#\s*(type:\s*ignore|noqa)", comment)]
    with_reason = re.compile(r"# (type: ignore\[[\w, -]+\]|noqa: [A-Z]+\d+(, ?[A-Z]+\d+)*)\s.*\w{2}.*")
    assert [comment for comment in silencing if not with_reason.fullmatch(comment)] == []


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_is_stored_without_outputs(name: str) -> None:
    cells = json.loads(NOTEBOOKS[name])["cells"]
    assert cells
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    assert [cell for cell in code if cell["outputs"] or cell["execution_count"] is not None] == []


def test_there_are_notebooks() -> None:
    assert len(NOTEBOOKS) >= 4


def test_ci_run_is_a_script_that_bash_can_read() -> None:
    script = ROOT / ".ci" / "run"
    assert TEXTS[".ci/run"].startswith("#!/usr/bin/env bash\n")
    subprocess.run(["bash", "-n", str(script)], check=True)


def test_the_packages_are_typed() -> None:
    assert {f"{room}/py.typed" for room in ("inaba", "solvers", "lessons")} <= set(TEXTS)
