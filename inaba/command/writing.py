"""Files that a person named for what is made: seen to be free before the work, and named where it fails."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryFile

from inaba.errors import SetupError, of_system


def see_free(file: Path, force: bool) -> None:
    """See that a file may be written. Raises `SetupError` where something stands there already."""
    # With --force a file may be replaced; a link, a folder or a device is never taken for one.
    if os.path.lexists(file) and not (force and file.is_file() and not file.is_symlink()):
        raise SetupError("command.show.no_file" if force else "command.show.exists", file=file)


def see_writable(file: Path) -> None:
    """See that a new file can be written under this name: before the work, not after it.

    Raises
    ------
    SetupError
        If its folder is missing or takes no file, or the name is none.
    """
    # Named as `inaba.files.write_beside` names it: a name can be too long.
    with writing(file), NamedTemporaryFile(prefix=f".{file.name}.", suffix=".tmp", dir=file.parent):
        pass


@contextmanager
def writing(file: Path) -> Iterator[None]:
    """Say which file it was where one cannot be written, as a `SetupError`."""
    try:
        yield
    except OSError as error:
        raise SetupError("command.refused.file", file=file, why=of_system(error)) from error


def make_folder(folder: Path) -> None:
    """Make a folder, and see that files can be written in it: before the work, not after it.

    Raises
    ------
    SetupError
        If it cannot be made, or takes no file.
    """
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    see_folder(folder)


def see_folder(folder: Path) -> None:
    """See that files can be written in a folder. Raises `SetupError` where it is missing or takes none."""
    with writing(folder), TemporaryFile(dir=folder):
        pass
