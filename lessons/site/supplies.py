"""What a site is made of: pinned wheels and Pyodide, fetched once, checked by their hashes, kept in a cache.

The network is needed here only, and only for what the cache does not hold. pip fetches the wheels of
``wheels.txt``, npm the package of Pyodide; whatever else either of them is set up with, a mirror or a proxy,
holds here as well. A file with another hash is refused, whether it comes from the network or the cache.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from importlib.resources import files as package_files
from pathlib import Path
from typing import Final, NamedTuple

from inaba import files
from inaba.errors import Reason, SetupError

PYODIDE: Final = "314.0.6"
"""The version of Pyodide, which is Python 3.14."""

PYODIDE_SHA256: Final = "d78ac549b28a2a58600cd06f44e017024151775f8c6b2d73fab1475400d38ea2"

SECONDS: Final = 1800
"""A download that takes longer is given up."""

_PIN: Final = re.compile(r"(?P<name>[a-z0-9-]+)==(?P<version>[\w.]+) --hash=sha256:(?P<sha256>[0-9a-f]{64})")


class Pin(NamedTuple):
    """One wheel of the list: its project, its version, and the hash of its file."""

    name: str
    version: str
    sha256: str


class Supplies(NamedTuple):
    """All that was fetched.

    Attributes
    ----------
    wheels : dict of str to Path
        The wheels by project.
    pyodide : Path
        Pyodide's npm package, a ``.tgz``.
    """

    wheels: dict[str, Path]
    pyodide: Path


def pins() -> tuple[Pin, ...]:
    """The pinned wheels, in the order of their names.

    Examples
    --------
    >>> {"jupyterlite-core", "sympy", "ipywidgets"} <= {pin.name for pin in pins()}
    True
    """
    text = (package_files("lessons") / "site" / "wheels.txt").read_text(encoding="utf-8")
    lines = (line for line in text.splitlines() if line and not line.startswith("#"))
    found = []
    for line in lines:
        pin = _PIN.fullmatch(line)
        if pin is None:
            raise ValueError(f"wheels.txt: {line!r} is no pinned wheel")
        found.append(Pin(**pin.groupdict()))
    return tuple(found)


def cache_folder() -> Path:
    """Where downloads are kept if nobody says otherwise: ``INABA_CACHE``, else this system's place."""
    if named := os.environ.get("INABA_CACHE"):
        return files.named(named)
    home = found if (found := files.named("~")).is_absolute() else Path.cwd()
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = home / "Library" / "Caches"
    else:
        # The XDG directory specification wants a relative path to be ignored.
        named = os.environ.get("XDG_CACHE_HOME") or ""
        base = Path(named) if os.path.isabs(named) else home / ".cache"
    return base / "inaba"


def fetch(cache: Path, tell: Callable[[str], object]) -> Supplies:
    """All supplies, from the cache where it holds them.

    Parameters
    ----------
    cache : Path
        Made where it is missing.
    tell : callable
        Called with ``"command.site.fetching"`` before the network is asked for anything.

    Raises
    ------
    SetupError
        If pip or npm is missing, the network does not answer, or a file has another hash than it should.
    OSError
        If the cache cannot be written.
    """
    folder = cache.resolve() / "downloads"
    folder.mkdir(parents=True, exist_ok=True)
    wanted = pins()
    wheels = _wheels(folder, wanted)
    package = folder / f"pyodide-{PYODIDE}.tgz"
    missing = [pin for pin in wanted if pin.name not in wheels]
    if missing or not package.exists():
        tell("command.site.fetching")
    if missing:
        _fetch_wheels(folder, missing)
        wheels = _wheels(folder, wanted)
    if not package.exists():
        _fetch_pyodide(package)
    for pin in wanted:
        _check(wheels[pin.name], pin.sha256)
    _check(package, PYODIDE_SHA256)
    return Supplies(wheels, package)


def _wheels(folder: Path, wanted: Sequence[Pin]) -> dict[str, Path]:
    """The wheels that a folder holds, by project."""
    stems = {f"{pin.name.replace('-', '_')}-{pin.version}-": pin.name for pin in wanted}
    return {
        name: file
        for file in folder.glob("*.whl")
        for stem, name in stems.items()
        if file.name.lower().startswith(stem)
    }


def _fetch_wheels(folder: Path, missing: Sequence[Pin]) -> None:
    with tempfile.TemporaryDirectory(dir=folder) as name:
        listed = Path(name, "wheels.txt")
        listed.write_text("".join(f"{p.name}=={p.version} --hash=sha256:{p.sha256}\n" for p in missing))
        _run(
            [
                *(sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"),
                *("--no-deps", "--require-hashes", "--only-binary=:all:", "--python-version=3.14"),
                *("--implementation=py", "--abi=none", "--platform=any"),
                *("--dest", name, "--requirement", str(listed)),
            ],
            Path(name),
        )
        for wheel in Path(name).glob("*.whl"):
            os.replace(wheel, folder / wheel.name)


def _fetch_pyodide(package: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise SetupError("command.site.no_node", program="npm")
    with tempfile.TemporaryDirectory(dir=package.parent) as name:
        _run([npm, "pack", "--silent", f"pyodide@{PYODIDE}"], Path(name))
        os.replace(Path(name, package.name), package)


def _run(command: Sequence[str], folder: Path) -> None:
    """Run pip or npm in a folder; raises `SetupError` with what it said last where it fails."""
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        slow = Reason("program.why.slow", {"seconds": SECONDS})
        raise SetupError("command.site.no_network", why=slow) from error
    if done.returncode:
        said = [line.strip() for line in done.stderr.splitlines() if line.strip()]
        told = [line for line in said if "error" in line.lower()] or said or [str(done.returncode)]
        if any("HASH" in line.upper() and "MATCH" in line.upper() for line in said):
            raise SetupError("command.site.hash", file="wheels.txt", why=told[-1])
        raise SetupError("command.site.no_network", why=told[-1])


def _check(file: Path, sha256: str) -> None:
    with file.open("rb") as opened:
        found = hashlib.file_digest(opened, "sha256").hexdigest()
    if found != sha256:
        raise SetupError("command.site.hash", file=file, why=f"{found} != {sha256}")
