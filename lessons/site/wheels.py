"""The Python packages of a site: our own as a wheel, all of them compiled, and the list that loads them.

A package of that list is there as soon as it is imported: nothing is installed in a notebook.
"""

from __future__ import annotations

import email.parser
import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from importlib import metadata
from importlib.resources import as_file
from importlib.resources import files as package_files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final

from inaba import files
from inaba.errors import Reason, SetupError
from lessons.site.byte_code import LONG_AGO

ROOMS: Final = ("inaba", "solvers", "lessons")

SECONDS: Final = 900
"""Compiling that takes longer has gone wrong."""

_LEFT_OUT: Final = re.compile(r"__pycache__/|\.ipynb|\.virtual_documents|/lessons/(sources|site)/")
"""What of our own packages a browser does without: notebooks are served beside them."""


def own_wheel() -> tuple[str, bytes]:
    """This library as a wheel, made of the files that are installed here.

    Returns
    -------
    str, bytes
        Its name and content. The name tells the content, so that no browser takes an old copy for it.

    Examples
    --------
    >>> name, content = own_wheel()
    >>> (name, content) == own_wheel()
    True
    """
    version = metadata.version("inaba")
    info = f"inaba-{version}.dist-info"
    needed = [line for line in metadata.requires("inaba") or () if "extra ==" not in line]
    stored = {name: data for room in ROOMS for name, data in _contents(package_files(room), room)}
    head = ["Metadata-Version: 2.1", "Name: inaba", f"Version: {version}"]
    stored[f"{info}/METADATA"] = "\n".join([*head, *(f"Requires-Dist: {n}" for n in needed), ""]).encode()
    stored[f"{info}/WHEEL"] = b"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    stored[f"{info}/RECORD"] = b""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as wheel:
        for name in sorted(stored):
            entry = zipfile.ZipInfo(name, LONG_AGO)
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, stored[name])
    digest = hashlib.sha256(b"".join(n.encode() + b"\0" + stored[n] for n in sorted(stored))).hexdigest()
    return f"inaba-{version}-0{digest[:12]}-py3-none-any.whl", out.getvalue()


def _contents(folder: Traversable, name: str) -> Iterator[tuple[str, bytes]]:
    for child in folder.iterdir():
        place = f"{name}/{child.name}"
        if _LEFT_OUT.search(f"/{place}/"):
            continue
        if child.is_dir():
            yield from _contents(child, place)
        else:
            yield place, child.read_bytes()


def compiled(wheels: Mapping[str, bytes], pyodide: Path, version: str, cache: Path) -> dict[str, bytes]:
    """Wheels with their modules compiled.

    Parameters
    ----------
    wheels : mapping of str to bytes
        By file name.
    pyodide : Path
        The folder with Pyodide, which compiles; Node.js runs it.
    version : str
        Of Pyodide.
    cache : Path
        Where the results are kept and looked for.

    Returns
    -------
    dict of str to bytes
        By the same names.

    Raises
    ------
    SetupError
        If there is no Node.js, or Pyodide does not compile.
    OSError
        If the cache cannot be written.
    """
    script = package_files("lessons") / "site" / "byte_code.py"
    way = f"{version} ".encode() + script.read_bytes()
    keys = {name: hashlib.sha256(way + data).hexdigest() for name, data in wheels.items()}
    folder = cache / "compiled"
    folder.mkdir(parents=True, exist_ok=True)
    done = {name: data for name, key in keys.items() if (data := _kept(folder / f"{key}.whl")) is not None}
    missing = {name: data for name, data in wheels.items() if name not in done}
    if missing:
        done |= _compile(missing, pyodide)
        for name in missing:
            _keep(folder / f"{keys[name]}.whl", done[name])
    return done


def _kept(file: Path) -> bytes | None:
    """A compiled wheel from the cache, with the hash before it; None where there is none or it is damaged."""
    try:
        told, _, data = file.read_bytes().partition(b"\n")
    except FileNotFoundError:
        return None
    return data if told == hashlib.sha256(data).hexdigest().encode() else None


def _keep(file: Path, data: bytes) -> None:
    told = hashlib.sha256(data).hexdigest().encode()
    os.replace(files.write_beside(file, [told, b"\n", data]), file)


def _compile(wheels: Mapping[str, bytes], pyodide: Path) -> dict[str, bytes]:
    node = shutil.which("node")
    if node is None:
        raise SetupError("command.site.no_node", program="node")
    here = package_files("lessons") / "site"
    with (
        tempfile.TemporaryDirectory() as name,
        as_file(here / "compile.mjs") as program,
        as_file(here / "byte_code.py") as script,
    ):
        given, made = Path(name, "in"), Path(name, "out")
        given.mkdir()
        made.mkdir()
        for wheel, data in wheels.items():
            (given / wheel).write_bytes(data)
        try:
            ended = subprocess.run(
                [node, str(program), str(pyodide), str(script), str(given), str(made)],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            slow = Reason("program.why.slow", {"seconds": SECONDS})
            raise SetupError("command.site.not_compiled", why=slow) from error
        if ended.returncode:
            said = (ended.stderr or ended.stdout).strip().splitlines()
            raise SetupError("command.site.not_compiled", why=said[-1] if said else ended.returncode)
        return {wheel: (made / wheel).read_bytes() for wheel in wheels}


def lock(pyodide: Mapping[str, Any], wheels: Mapping[str, bytes]) -> dict[str, Any]:
    """The list that Pyodide loads packages by.

    Parameters
    ----------
    pyodide : mapping
        The list that Pyodide comes with; its packages are of its own host, and none is taken over.
    wheels : mapping of str to bytes
        By file name.

    Returns
    -------
    dict
    """
    described = {name: _metadata(data) for name, data in wheels.items()}
    projects = {_project(told["Name"]) for told, _ in described.values()}
    packages = {}
    for name, data in sorted(wheels.items()):
        told, tops = described[name]
        project = _project(told["Name"])
        packages[project] = {
            "name": project,
            "version": told["Version"],
            "file_name": name,
            "install_dir": "site",
            "sha256": hashlib.sha256(data).hexdigest(),
            "package_type": "package",
            "imports": tops,
            "depends": sorted(_needed(told.get_all("Requires-Dist") or []) & projects - {project}),
            "unvendored_tests": False,
        }
    return {**pyodide, "packages": packages}


def _metadata(wheel: bytes) -> tuple[Any, list[str]]:
    """What a wheel says of itself, and the modules that can be imported from it."""
    with zipfile.ZipFile(io.BytesIO(wheel)) as opened:
        names = opened.namelist()
        described = next(name for name in names if re.fullmatch(r"[^/]+\.dist-info/METADATA", name))
        told = email.parser.Parser().parsestr(opened.read(described).decode())
    tops = {name.split("/")[0].partition(".")[0] for name in names if name.endswith((".py", ".pyc"))}
    return told, sorted(top for top in tops if top.isidentifier())


def _needed(lines: list[str]) -> set[str]:
    """The projects that another one asks for, whatever the machine; those of its extras are left out."""
    found = (re.match(r"[\w.-]+", line) for line in lines if not re.search(r"\bextra\s*==", line))
    return {_project(one[0]) for one in found if one}


def _project(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def as_json(value: object) -> bytes:
    """JSON as it is stored in a site: the same for the same value."""
    return (json.dumps(value, ensure_ascii=False, sort_keys=True, indent=1) + "\n").encode()
