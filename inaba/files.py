"""Files that are never half written, and a person's work that is never overwritten.

A file is written under a temporary name in the same folder, brought to the disk, and then renamed: who reads
it sees the old text or the new one, whatever happens in between.
"""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path


def named(name: str) -> Path:
    """The file or folder that a person named, ``~`` standing for a home folder as in a shell.

    A ``~`` that is nobody's home is a letter like any other.

    Raises
    ------
    OSError
        If it holds a null character, which no name can.

    Examples
    --------
    >>> named("games/river.txt").name, named("~nobody-of-this-name/x").parts[0]
    ('river.txt', '~nobody-of-this-name')
    """
    if "\0" in name:
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), name)
    return Path(os.path.expanduser(name))


def replace(path: str | os.PathLike[str], text: str) -> Path:
    """Write a file that is the program's own, in place of the one that stands there.

    Parameters
    ----------
    path : path
    text : str
        Written as UTF-8 with lines ending in LF.

    Raises
    ------
    OSError
        If the folder cannot be written; the old file is then as it was.
    """
    target = Path(path)
    temporary = write_beside(target, [text.encode()])
    try:
        os.replace(temporary, target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return target


def save_new(path: str | os.PathLike[str], text: str) -> Path:
    """Write a file under a name that is free: ``game.txt``, else ``game-2.txt``, ``game-3.txt``, …

    Returns
    -------
    Path
        Where it was written.

    Raises
    ------
    OSError
        If the folder cannot be written.
    """
    wanted = Path(path)
    temporary = write_beside(wanted, [text.encode()])
    try:
        number = 1
        while True:
            target = wanted if number == 1 else wanted.with_name(f"{wanted.stem}-{number}{wanted.suffix}")
            try:
                # Making the name and seeing that it was free is one step, so two writers cannot both have it.
                with target.open("xb"):
                    pass
            except FileExistsError:
                number += 1
                continue
            os.replace(temporary, target)
            return target
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def write_beside(target: Path, parts: Iterable[bytes]) -> Path:
    """Write a file under a temporary name in the target's folder: whole, on the disk, open as any other.

    Parameters
    ----------
    target : Path
        What it is to be renamed to, which is left to the caller.
    parts : iterable of bytes

    Returns
    -------
    Path
        Where it was written; nothing is left there if that fails.

    Raises
    ------
    OSError
        If the folder cannot be written.
    """
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".tmp", dir=target.parent)
    try:
        with open(handle, "wb") as file:
            file.writelines(parts)
            file.flush()
            os.fsync(file.fileno())
        # A temporary file is the owner's alone; a saved one is as open as any other new file.
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(name, 0o666 & ~mask)
    except BaseException:
        os.unlink(name)
        raise
    return Path(name)
