"""Wheels with their modules compiled: a tablet then need not compile them at every start.

This file is run by Pyodide itself, in Node.js, so that the byte code is that of the very Python that will
read it; it may import nothing but the standard library.
"""

from __future__ import annotations

import base64
import hashlib
import py_compile
import re
import sys
import tempfile
import warnings
import zipfile
from pathlib import Path, PurePosixPath
from typing import Final

LEFT_OUT: Final = re.compile(
    r"(^|/)(tests|_tests|benchmarks)/|^anywidget/(lab|nb)extension/|^[^/]+\.data/"
    r"|/third_party/(django-stubs|typeshed/stubs)/"
)
"""What nobody needs in a browser: tests, stubs of other libraries, parts for other programs."""

OWN: Final = "inaba-"
"""How our own wheel begins. Its sources can be read; of the others the byte code alone is half the load."""

INSTALLED: Final = "/lib/python3.14/site-packages"
"""Where Pyodide puts packages: what a traceback names."""

LONG_AGO: Final = (2020, 2, 2, 0, 0, 0)
"""The date of all files, so that the same wheel always gives the same file."""


def compile_wheels(source: str, target: str) -> None:
    """Copy the wheels of a folder, compiled and without what is not needed.

    Parameters
    ----------
    source, target : str
        Folders; the copies have the names of the wheels.
    """
    warnings.simplefilter("ignore")
    for wheel in sorted(Path(source).glob("*.whl")):
        compile_wheel(wheel, Path(target, wheel.name))


def compile_wheel(wheel: Path, target: Path) -> None:
    """Copy one wheel: its modules compiled, and a RECORD that fits."""
    lines = []
    with (
        zipfile.ZipFile(wheel) as old,
        zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as new,
    ):
        record = next(name for name in old.namelist() if name.endswith(".dist-info/RECORD"))
        kept = [
            name
            for name in old.namelist()
            if name != record and not name.endswith("/") and not LEFT_OUT.search(name)
        ]
        for name in kept:
            data = old.read(name)
            compiled = _compiled(name, data) if name.endswith(".py") else None
            if compiled is None:
                lines.append(_stored(new, name, data))
            elif wheel.name.startswith(OWN):
                place = PurePosixPath(name)
                cached = place.parent / "__pycache__" / f"{place.stem}.{sys.implementation.cache_tag}.pyc"
                lines += [_stored(new, name, data), _stored(new, str(cached), compiled)]
            else:
                # Python takes byte code in a source's place where there is no source.
                lines.append(_stored(new, f"{name}c", compiled))
        _stored(new, record, "\n".join([*lines, f"{record},,", ""]).encode())


def _compiled(name: str, data: bytes) -> bytes | None:
    """A module's byte code; None where it is written for another Python."""
    with tempfile.TemporaryDirectory() as folder:
        source, compiled = Path(folder, "source.py"), Path(folder, "compiled.pyc")
        source.write_bytes(data)
        try:
            py_compile.compile(
                str(source),
                cfile=str(compiled),
                dfile=f"{INSTALLED}/{name}",
                doraise=True,
                # The source's date is not looked at: unpacking gives it a new one.
                invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
            )
        except py_compile.PyCompileError:
            return None
        return compiled.read_bytes()


def _stored(archive: zipfile.ZipFile, name: str, data: bytes) -> str:
    """Store a file in an archive; its line of the RECORD."""
    entry = zipfile.ZipInfo(name, LONG_AGO)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    archive.writestr(entry, data)
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(data)}"
