"""What is built: the wheel holds the three packages with their data and no more, the sdist all to test."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email import message_from_bytes
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
ROOMS = ("inaba", "solvers", "lessons")
LEFT_BEHIND = {"__pycache__", ".ipynb_checkpoints", ".virtual_documents", "node_modules"}


def stored(*folders: str) -> set[str]:
    """The files of some folders, without what Python and Jupyter leave behind."""
    return {
        path.relative_to(ROOT).as_posix()
        for folder in folders
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and not LEFT_BEHIND & set(path.relative_to(ROOT).parts)
    }


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist, and the wheel that is built from that sdist and not from this folder."""
    folder = tmp_path_factory.mktemp("dist")
    done = subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> zipfile.ZipFile:
    return zipfile.ZipFile(built / f"{PROJECT['name']}-{PROJECT['version']}-py3-none-any.whl")


def test_the_wheel_holds_the_three_packages_whole_and_nothing_else(wheel: zipfile.ZipFile) -> None:
    names = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert names == stored(*ROOMS)


@pytest.mark.parametrize("ending", [".py", ".toml", ".ipynb", ".js", ".css", "py.typed"])
def test_the_wheel_holds_data_beside_the_code(wheel: zipfile.ZipFile, ending: str) -> None:
    assert [name for name in wheel.namelist() if name.endswith(ending)]


def test_the_wheel_says_what_pyproject_says(wheel: zipfile.ZipFile) -> None:
    info = f"{PROJECT['name']}-{PROJECT['version']}.dist-info"
    metadata = message_from_bytes(wheel.read(f"{info}/METADATA"))
    assert metadata["Requires-Python"] == PROJECT["requires-python"]
    assert metadata.get_all("Provides-Extra") == ["fast", "lab", "peers", "test"]
    assert "inaba = inaba.__main__:main" in wheel.read(f"{info}/entry_points.txt").decode()
    assert wheel.read(f"{info}/licenses/LICENSE") == (ROOT / "LICENSE").read_bytes()


def test_the_sdist_holds_all_that_the_tests_need(built: Path) -> None:
    base = f"{PROJECT['name']}-{PROJECT['version']}/"
    with tarfile.open(built / f"{base[:-1]}.tar.gz") as sdist:
        names = {member.name.removeprefix(base) for member in sdist.getmembers() if member.isfile()}
    top = {"pyproject.toml", "environment.yml", "LICENSE", "CITATION.cff", "CHANGELOG.md", "README.md"}
    top |= {"README.ja.md", ".ci/run", ".gitignore", ".gitattributes", "CONTRIBUTING.md"}
    assert names - {"PKG-INFO"} == stored(*ROOMS, "tests", "docs") | top
