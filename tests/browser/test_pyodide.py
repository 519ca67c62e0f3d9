"""The library's own tests in the site's Python, Pyodide under Node.js: no numpy, no threads, no processes."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent

PURE = ("test_dice", "test_errors", "test_fights", "test_puzzle_player")
"""Tests of what the notebooks use that need no file of the repository; without those that start a process,
and without solving all puzzles of all games, which takes minutes there and is done elsewhere."""


def test_the_library_s_own_tests_pass_in_the_site_s_python(site: Path, tmp_path: Path) -> None:
    packages = tmp_path / "packages"
    fetched = [
        *(sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"),
        *("--require-hashes", "--only-binary=:all:", "--python-version=3.14", "--implementation=py"),
        *("--abi=none", "--platform=any"),
        *("--target", str(packages), "--requirement", str(HERE / "pyodide.txt")),
    ]
    subprocess.run(fetched, check=True, stdin=subprocess.DEVNULL)
    asked = [
        *("node", str(HERE / "pyodide.mjs"), str(site), str(packages), str(HERE.parent.parent)),
        *("-k", "not need_no and not every_puzzle", "-W", "ignore", *(f"tests/{name}.py" for name in PURE)),
    ]
    done = subprocess.run(asked, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    assert re.search(r"\d{2,} passed", done.stdout), done.stdout[-300:]
