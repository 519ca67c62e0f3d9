"""A site written to a folder: beside the place where it is to stand, then renamed.

A folder that is there already is replaced only if it is a site of ours in which nobody changed or added
anything.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from inaba.errors import SetupError
from lessons.site import assembly, notebooks, supplies


class Built(NamedTuple):
    """A site that was built: how many files it has, and how many bytes they are."""

    files: int
    size: int


def build(
    lessons: Mapping[str, str],
    out: Path,
    *,
    cache: Path,
    teacher: bool = False,
    tell: Callable[[str], object] = lambda key: None,
) -> Built:
    """Build a site.

    Parameters
    ----------
    lessons : mapping of str to str
        The lessons' notebooks by path, in ``ja`` and ``en``.
    out : Path
        The folder. One that is there must be empty, or an unchanged site.
    cache : Path
        What was fetched and compiled once is kept here; with it a site is built without network.
    teacher : bool
        Whether the pages for teachers are part of it.
    tell : callable
        Called with the key of a message before something that takes long.

    Raises
    ------
    SetupError
        If the folder holds something else, the network is needed and does not answer, a hash is wrong, or
        Node.js is missing.
    OSError
        If a folder cannot be written; the old site is then as it was.
    """
    _see_that_it_is_ours(out)
    cache = cache.resolve()
    had = supplies.fetch(cache, tell)
    tell("command.site.building")
    made = assembly.site(had, notebooks.pages(lessons, teacher), cache)
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{out.name}.", dir=out.parent) as name:
        new, old = Path(name, "new"), Path(name, "old")
        _write({**made, assembly.LIST: assembly.listing(made)}, new)
        _see_that_it_is_ours(out)
        if out.exists():
            os.rename(out, old)
        try:
            os.rename(new, out)
        except BaseException:
            if old.exists():
                os.rename(old, out)
            raise
        shutil.rmtree(old, ignore_errors=True)
    return Built(len(made) + 1, sum(map(len, made.values())))


def _write(made: Mapping[str, bytes], folder: Path) -> None:
    for path, data in made.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)


def _see_that_it_is_ours(out: Path) -> None:
    """Raise `SetupError` unless a folder may be replaced."""
    if not os.path.lexists(out):
        return
    if out.is_symlink() or not out.is_dir():
        raise SetupError("command.site.not_ours", folder=out)
    present = set(_inside(out))
    if not present:
        return
    known = _listed(out)
    if known is None:
        raise SetupError("command.site.not_ours", folder=out)
    for path in sorted(present - {assembly.LIST}):
        file = out / path
        if path not in known or file.is_symlink() or _hash(file) != known[path].get("sha256"):
            raise SetupError("command.site.changed", folder=out, file=path)


def _inside(folder: Path) -> Iterator[str]:
    for path in folder.rglob("*"):
        if path.is_symlink() or not path.is_dir():
            yield path.relative_to(folder).as_posix()


def _listed(folder: Path) -> dict[str, Any] | None:
    """The files that a site of ours names; None where the folder holds none."""
    try:
        told = json.loads((folder / assembly.LIST).read_bytes())
        files: dict[str, Any] = told["files"]
        return files if told["inaba-site"] == 1 and all(isinstance(f, dict) for f in files.values()) else None
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None


def _hash(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()
