"""River tables on disk: written whole or not at all, opened without being read, probed in microseconds.

A file is a line that says what it is, a checksum, and a header in JSON (version, rules, the river with its
damage, what endless play is worth, how numbers are kept), padded to a page; then the values, words of 64
bits, the least byte first; then a checksum of each block of the values. Opening a file looks at the header
and at the checksums; each block is checked when something in it is first asked for, so a damaged file never
answers.
"""

from __future__ import annotations

import json
import mmap
import os
import struct
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self, overload
from zlib import crc32

from inaba import files
from inaba.errors import InabaError
from inaba.river import format_rules, parse, parse_rules
from solvers.river_table import River, RiverTable, Sizes, kept

MAGIC: Final = b"Inaba river table\n"
VERSION: Final = 1
PAGE: Final = 4096
BLOCK: Final = 1 << 20
"""How many bytes one checksum covers."""


class TableFileError(InabaError):
    """A file that is no river table, is damaged, or is of another version."""


class Mapped:
    """The values of a table in a file: read as they are asked for, each block checked first."""

    def __init__(self, path: Path, start: int, words: int, checks: tuple[int, ...]) -> None:
        self._path, self._start, self._words, self._checks = path, start, words, checks
        self._checked = bytearray(len(checks))
        with path.open("rb") as file:
            self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)

    def __len__(self) -> int:
        return self._words

    @overload
    def __getitem__(self, at: int) -> int: ...

    @overload
    def __getitem__(self, at: slice) -> list[int]: ...

    def __getitem__(self, at: int | slice) -> int | list[int]:
        if self._map.closed:
            raise TableFileError("solvers.table_file.closed", path=self._path)
        places = range(self._words)[at]  # as a list has it, and its IndexError
        if isinstance(places, int):
            self._check(places * 8 // BLOCK)
            return int(struct.unpack_from("<q", self._map, self._start + places * 8)[0])
        if not places:
            return []
        for block in range(min(places) * 8 // BLOCK, max(places) * 8 // BLOCK + 1):
            self._check(block)
        begin, count = self._start + min(places) * 8, max(places) - min(places) + 1
        return list(struct.unpack_from(f"<{count}q", self._map, begin))[:: places.step]

    def _check(self, block: int) -> None:
        """See that a block of the file is as it was written, once."""
        if not self._checked[block]:
            begin = self._start + block * BLOCK
            end = min(begin + BLOCK, self._start + self._words * 8)
            if crc32(memoryview(self._map)[begin:end]) != self._checks[block]:
                raise TableFileError("solvers.table_file.damaged", path=self._path, at=begin)
            self._checked[block] = 1

    def close(self) -> None:
        """Let go of the file."""
        self._map.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.close()


def _blocks(table: RiverTable, words: int) -> Iterator[bytes]:
    """The values as the file keeps them, a block at a time."""
    per_block = BLOCK // 8
    for begin in range(0, words, per_block):
        part: Any = table.numbers[begin : min(begin + per_block, words)]
        if isinstance(part, list):
            yield struct.pack(f"<{len(part)}q", *part)
        else:
            yield part.astype("<i8", copy=False).tobytes()


def save(table: RiverTable, path: str | os.PathLike[str]) -> Path:
    """Write a table to a file, under a temporary name first; a file that is there is not overwritten.

    Raises
    ------
    FileExistsError
        If there is one of this name.
    TableFileError
        If the numbers of this table are longer than the file's words, as an exact table's are without numba.
    OSError
        If it cannot be written.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> from inaba import river
    >>> from solvers.river_table import build
    >>> file = save(build(river.parse("3,W -,- 1 - -"), exact=True), f"{mkdtemp()}/river.table")
    >>> load(file).value(river.parse("3-2,W -,- 2 - -")).value
    (Fraction(0, 1), Fraction(1, 1))
    """
    target = Path(path)
    if target.exists():
        raise FileExistsError(f"{target} exists; tables are written under a new name")
    if table.kept.bits > 62:
        raise TableFileError("solvers.table_file.wide", path=target)
    words = table.sizes.whole
    header = json.dumps(
        {
            "version": VERSION,
            "rules": format_rules(table.river.rules),
            "river": table.river.text,
            "endless": str(table.river.endless),
            "exact": table.exact,
            "words": words,
        }
    ).encode()
    top = MAGIC + b"%08x\n" % crc32(header) + header + b"\n"

    def parts() -> Iterator[bytes]:
        checks = []
        yield top.ljust(-(-len(top) // PAGE) * PAGE)
        for block in _blocks(table, words):
            checks.append(crc32(block))
            yield block
        packed = struct.pack(f"<{len(checks)}I", *checks)
        yield packed + struct.pack("<I", crc32(packed))

    temporary = files.write_beside(target, parts())
    try:
        os.link(temporary, target)  # unlike a rename, this refuses a name that is taken
    except OSError:
        if target.exists():
            raise FileExistsError(f"{target} exists; tables are written under a new name") from None
        os.replace(temporary, target)  # a file system without links
    finally:
        temporary.unlink(missing_ok=True)
    return target


def load(path: str | os.PathLike[str]) -> RiverTable:
    """Open a table without reading it.

    Raises
    ------
    TableFileError
        If the file is no table, is damaged, or is of another version.
    OSError
        If it cannot be opened.

    Examples
    --------
    `save` has one.
    """
    source = Path(path)

    def refuse(key: str, **data: object) -> TableFileError:
        return TableFileError(f"solvers.table_file.{key}", path=source, **data)

    if source.exists() and not source.is_file():
        raise refuse("foreign")  # a pipe would keep us waiting
    with source.open("rb") as file:
        if file.read(len(MAGIC)) != MAGIC:
            raise refuse("foreign")
        check, text = file.readline(16), file.readline(1 << 16)
        begun = file.tell()
        start = -(-begun // PAGE) * PAGE
        try:
            if check != b"%08x\n" % crc32(text.removesuffix(b"\n")):
                raise refuse("damaged", at=len(MAGIC))
            header = json.loads(text)
            version = header["version"]
            if version == VERSION:
                words, exact = int(header["words"]), bool(header["exact"])
                position = parse(header["river"], parse_rules(header["rules"]))
                river = River(position, Fraction(header["endless"]))
        # What is written there was not written here, whatever its checksum says.
        except (ValueError, LookupError, TypeError, ArithmeticError, RecursionError, InabaError):
            raise refuse("damaged", at=len(MAGIC)) from None
        if version != VERSION:
            raise refuse("version", found=version, known=VERSION)
        if file.read(start - begun).strip(b" "):
            raise refuse("damaged", at=begun)
        how = kept(river, exact, compiled=True)  # the compiled loops' numbers, whoever reads them
        if Sizes(river, how.words).whole != words:
            raise refuse("damaged", at=len(MAGIC))
        blocks = -(-words * 8 // BLOCK)
        size = file.seek(0, os.SEEK_END)
        if size != start + words * 8 + blocks * 4 + 4:
            raise refuse("length", size=size, expected=start + words * 8 + blocks * 4 + 4)
        file.seek(start + words * 8)
        packed, last = file.read(blocks * 4), file.read(4)
        if crc32(packed) != struct.unpack("<I", last)[0]:
            raise refuse("damaged", at=start + words * 8)
    return RiverTable(river, Mapped(source, start, words, struct.unpack(f"<{blocks}I", packed)), how)
