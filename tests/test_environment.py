"""environment.yml asks for what pyproject.toml asks for.

What this proves: the file has the shape that conda reads, every line of it is a spec that conda's own syntax
accepts, the names and least versions are those of pyproject.toml, and the lines do not contradict one another
(a real conda solver finds an answer in a made-up channel that holds each package once, in its least version).
What it does not prove: that conda-forge has these builds. That takes the channel itself.
"""

from __future__ import annotations

import asyncio
import json
import tomllib
from collections.abc import Iterator
from pathlib import Path

import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from rattler import Channel, MatchSpec, solve

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
ENVIRONMENT = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))
CONDA_LINES = [line for line in ENVIRONMENT["dependencies"] if isinstance(line, str)]
PIP_LINES = [line for part in ENVIRONMENT["dependencies"] if isinstance(part, dict) for line in part["pip"]]

PYPI_NAMES = {"playwright-python": "playwright", "python-build": "build"}
"""The packages that conda-forge names otherwise."""


def requirements(extra: str | None) -> Iterator[Requirement]:
    """What pyproject.toml asks for, an extra of this project itself spelled out."""
    lines = PROJECT["optional-dependencies"][extra] if extra else PROJECT["dependencies"]
    for requirement in map(Requirement, lines):
        if canonicalize_name(requirement.name) == PROJECT["name"]:
            for other in sorted(requirement.extras):
                yield from requirements(other)
        else:
            yield requirement


def conda_spec(line: str) -> tuple[str, str]:
    spec = MatchSpec(line, strict=True)
    assert spec.name is not None
    return str(getattr(spec.name, "normalized", spec.name)), str(spec.version or "")


def test_the_file_has_the_shape_that_conda_reads() -> None:
    assert set(ENVIRONMENT) == {"name", "channels", "dependencies"}
    assert ENVIRONMENT["name"] == PROJECT["name"]
    assert ENVIRONMENT["channels"] == ["conda-forge"]
    assert len(CONDA_LINES) == len(set(CONDA_LINES))


def test_python_is_the_one_of_pyproject() -> None:
    assert dict(map(conda_spec, CONDA_LINES))["python"] == PROJECT["requires-python"]


def test_dependencies_and_the_extras_lab_and_test_are_those_of_pyproject() -> None:
    wanted = {
        canonicalize_name(requirement.name): str(requirement.specifier)
        for extra in (None, "lab", "test")
        for requirement in requirements(extra)
    }
    conda = dict(map(conda_spec, CONDA_LINES))
    assert conda.pop("python")
    assert "pip" in conda, "a pip section needs pip itself"
    del conda["pip"]
    named = {PYPI_NAMES.get(name, name): version for name, version in conda.items()}
    assert "-e ." in PIP_LINES, "the project itself, from this folder"
    for requirement in (Requirement(line) for line in PIP_LINES if line != "-e ."):
        named[canonicalize_name(requirement.name)] = str(requirement.specifier)
    assert named == wanted


def test_a_conda_solver_reads_it_and_finds_no_contradiction(tmp_path: Path) -> None:
    packages = {}
    for name, version in map(conda_spec, CONDA_LINES):
        least = version.removeprefix(">=") or "1.0"
        packages[f"{name}-{least}-0.conda"] = {
            "name": name,
            "version": least,
            "build": "0",
            "build_number": 0,
            "depends": [],
            "subdir": "noarch",
            "noarch": "generic",
            "sha256": "0" * 64,
            "md5": "0" * 32,
            "size": 1,
        }
    for platform, held in (("noarch", packages), ("linux-64", {})):
        (tmp_path / platform).mkdir()
        data = {"info": {"subdir": platform}, "packages": {}, "packages.conda": held}
        (tmp_path / platform / "repodata.json").write_text(json.dumps(data), encoding="utf-8")

    async def solved() -> set[str]:
        records = await solve(
            [Channel(tmp_path.as_uri())],
            [MatchSpec(line, strict=True) for line in CONDA_LINES],
            platforms=["linux-64", "noarch"],
        )
        return {record.name.normalized for record in records}

    assert asyncio.run(solved()) == {name for name, _ in map(conda_spec, CONDA_LINES)}
