"""A site put together: JupyterLite, Pyodide, the packages, the notebooks, our own pages.

JupyterLite's wheel holds its pages ready made, and its pinned version is known to the letter; so they are
unpacked and told by their JSON files what else there is, without a build tool. What no pupil comes upon is
left out: maps of the scripts, pages for terminals and consoles.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import tarfile
import zipfile
from collections.abc import Iterator, Mapping
from importlib.resources import files as package_files
from pathlib import Path, PurePosixPath
from typing import Any, Final

from inaba.files import write_beside
from lessons.site import notebooks, pages, supplies, wheels
from lessons.site.supplies import Supplies

LIST: Final = "inaba-site.json"
"""The file that names all others of a site, with their sizes and hashes."""

APP: Final = "notebooks"
"""The page of JupyterLite that shows one notebook and nothing else."""

OTHER_APPS: Final = ("consoles", "doc", "edit", "lab", "repl", "tree")

NAME: Final = "inaba-site"
"""Our own part of JupyterLite's page."""

_AT_THE_TOP: Final = ("config-utils.js", "jupyter-lite.ipynb", "jupyter-lite.json")
_PART: Final = re.compile(r'(\d+):"([0-9a-f]+)"')
"""How a page's script names the numbered scripts that it may load."""

_PYODIDE: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
_LOADED_FIRST: Final = (
    "micropip",
    "piplite",
    "ipykernel",
    "comm",
    "pyodide-kernel",
    "jedi",
    "ipython",
    "inaba",
)
_KERNEL: Final = "@jupyterlite/pyodide-kernel-extension"
_UNDEFINED: Final = re.compile(rb"(\w) instanceof Array\?this\.mapToObject\(\1\):\1\b")
_NULL: Final = rb"\1 instanceof Array||\1&&\1.constructor===Object?this.mapToObject(\1):\1===void 0?null:\1"
"""Where the kernel's script takes a value from Python as it is, and what stands there in ours."""

_WITH_PAGES: Final = ("anywidget", "jupyterlab-widgets", "jupyterlite-pyodide-kernel")
"""The wheels that bring parts of JupyterLite's page."""

_INSIDE: Final = "/share/jupyter/labextensions/"
_DATE: Final = "2026-01-01T00:00:00Z"
"""What a notebook's listing says: its true date would make each build another."""


def site(had: Supplies, books: Mapping[str, str], cache: Path) -> dict[str, bytes]:
    """All files of a site, by path.

    Parameters
    ----------
    had : Supplies
    books : mapping of str to str
        Text by path, such as ``"ja/01-two-dice-and-a-shark.ipynb"``.
    cache : Path
        Where compiled packages are kept.

    Returns
    -------
    dict of str to bytes

    Raises
    ------
    SetupError
        If Node.js is missing or does not compile.
    OSError
        If the cache cannot be written.
    """
    made: dict[str, bytes] = {}
    made |= _jupyterlite(had.wheels["jupyterlite-core"])
    extensions: dict[str, bytes] = {}
    for project in _WITH_PAGES:
        extensions |= _extensions(had.wheels[project])
    for name in extensions:
        if name.startswith(_KERNEL) and ".worker." in name:
            extensions[name] = _mended(extensions[name])
    extensions[f"{NAME}/package.json"] = wheels.as_json(
        {
            "name": NAME,
            "version": "1.0.0",
            "jupyterlab": {"_build": {"load": "bar.js", "extension": "./extension"}},
        }
    )
    for file in ("bar.js", "bar.css", "keeping.js"):
        extensions[f"{NAME}/{file}"] = _own(file)
    extensions[f"{NAME}/words.json"] = wheels.as_json(pages.bar_words())
    extensions[f"{NAME}/lessons.json"] = wheels.as_json(notebooks.editions(books))
    made |= {f"extensions/{name}": data for name, data in extensions.items()}
    python, listed = _python(had, extensions, cache)
    made |= {f"static/pyodide/{name}": data for name, data in python.items()}
    made |= _contents(books)
    made["service-worker.js"] = _own("worker.js")
    made |= pages.start(books)
    made |= {f"start/{file}": _own(file) for file in ("start.css", "start.js", "keeping.js")}
    told = [_described(name, data) for name, data in extensions.items() if name.endswith("package.json")]
    made["jupyter-lite.json"] = _settings(made["jupyter-lite.json"], told, listed)
    made["build/schemas/all_federated.json"] = wheels.as_json(list(_schemas(extensions)))
    return dict(sorted(made.items()))


def listing(made: Mapping[str, bytes]) -> bytes:
    """The list of a site's files, by which a tablet knows what to keep and what is new."""
    described = {
        path: {"sha256": hashlib.sha256(data).hexdigest(), "size": len(data)} for path, data in made.items()
    }
    edition = hashlib.sha256(wheels.as_json(described)).hexdigest()[:16]
    return wheels.as_json({"inaba-site": 1, "edition": edition, "files": described})


def _own(name: str) -> bytes:
    return (package_files("lessons") / "site" / "web" / name).read_bytes()


def _jupyterlite(wheel: Path) -> dict[str, bytes]:
    """JupyterLite's own files: one page, and the scripts that it needs."""
    with zipfile.ZipFile(wheel) as opened:
        name = next(n for n in opened.namelist() if n.endswith(".tgz"))
        packed = opened.read(name)
    files = dict(_unpacked(packed))
    kept = {
        path: data
        for path, data in files.items()
        if path.split("/")[0] in ("build", APP) or path in _AT_THE_TOP
    }
    parts = set(_PART.findall(files[f"build/{APP}/bundle.js"].decode()))
    kept = {path: data for path, data in kept.items() if not _unused(path, parts)}
    kept["jupyterlite-service-worker.js"] = files["service-worker.js"]
    kept["favicon.ico"] = files[f"{APP}/favicon.ico"]
    kept["start/icon.png"] = files["icon-512x512.png"]
    return kept


def _unused(path: str, parts: set[tuple[str, str]]) -> bool:
    """Whether no browser asks for a file of JupyterLite's from the page of one notebook."""
    place = PurePosixPath(path)
    if place.suffix == ".map" or (place.parts[0] == "build" and place.parts[1] in OTHER_APPS):
        return True
    # Every browser that runs Pyodide takes the newest form of a font.
    if place.stem.startswith("fa-") and place.suffix != ".woff2":
        return True
    numbered = re.fullmatch(r"(\d+)\.([0-9a-f]+)\.js", place.name)
    return numbered is not None and (numbered[1], numbered[2]) not in parts


def _unpacked(packed: bytes) -> Iterator[tuple[str, bytes]]:
    """The files of an npm package, by path within it."""
    with tarfile.open(fileobj=io.BytesIO(packed), mode="r:gz") as archive:
        for member in archive:
            path = PurePosixPath(member.name)
            opened = archive.extractfile(member)
            if opened is not None and path.parts[0] == "package":
                yield str(PurePosixPath(*path.parts[1:])), opened.read()


def _extensions(wheel: Path) -> dict[str, bytes]:
    """The parts of JupyterLite's page that a wheel brings."""
    with zipfile.ZipFile(wheel) as opened:
        return {
            name.split(_INSIDE, 1)[1]: opened.read(name)
            for name in opened.namelist()
            if _INSIDE in name and not name.endswith(("/", ".map", "install.json"))
        }


def _mended(script: bytes) -> bytes:
    """The kernel's script, in which None becomes ``null`` on its way to the page.

    Pyodide makes ``undefined`` of it, which Jupyter's messages, being JSON, do not know: a board that asks
    whether something ``=== null`` would be misled.
    """
    mended, places = _UNDEFINED.subn(_NULL, script)
    assert places == 1, "another version of the kernel"
    return mended


def _python(had: Supplies, extensions: Mapping[str, bytes], cache: Path) -> tuple[dict[str, bytes], str]:
    """Pyodide with all packages, and the name of its list of them."""
    packed = had.pyodide.read_bytes()
    pyodide = dict(_unpacked(packed))
    folder = _laid_out(pyodide, cache)
    own, content = wheels.own_wheel()
    given = {own: content}
    for project, file in had.wheels.items():
        if not project.startswith("jupyterlite-"):
            given[file.name] = file.read_bytes()
    for name, data in extensions.items():
        # The kernel's own packages; of the two stand-ins for widgets in the old notebook, the newer.
        if name.startswith(_KERNEL) and name.endswith(".whl") and "widgetsnbextension-3" not in name:
            given[PurePosixPath(name).name] = data
    ready = wheels.compiled(given, folder, supplies.PYODIDE, cache)
    listed = wheels.as_json(wheels.lock(json.loads(pyodide["pyodide-lock.json"]), ready))
    # Its name tells its content, as that of our wheel does: no browser takes an old one for it.
    name = f"pyodide-lock-{hashlib.sha256(listed).hexdigest()[:12]}.json"
    return {**{file: pyodide[file] for file in _PYODIDE}, **ready, name: listed}, name


def _laid_out(pyodide: Mapping[str, bytes], cache: Path) -> Path:
    """Pyodide's files in a folder of the cache, for Node.js."""
    folder = cache / f"pyodide-{supplies.PYODIDE}"
    folder.mkdir(parents=True, exist_ok=True)
    for name in (*_PYODIDE, "pyodide-lock.json", "package.json"):
        file = folder / name
        if not file.exists() or file.read_bytes() != pyodide[name]:
            os.replace(write_beside(file, [pyodide[name]]), file)
    return folder


def _contents(books: Mapping[str, str]) -> dict[str, bytes]:
    """The notebooks as files, and the listings by which JupyterLite finds them."""
    made = {f"files/{path}": text.encode() for path, text in books.items()}
    folders = {parent for path in books for parent in PurePosixPath(path).parents}
    for folder in sorted(folders):
        below = [
            _entry(str(one), "directory", None) for one in sorted(folders) if one.parent == folder != one
        ]
        inside = [
            _entry(path, "notebook", len(text.encode()))
            for path, text in sorted(books.items())
            if PurePosixPath(path).parent == folder
        ]
        name = "" if str(folder) == "." else str(folder)
        told = {**_entry(name, "directory", None), "content": [*below, *inside], "format": "json"}
        made[str(PurePosixPath("api/contents", name, "all.json"))] = wheels.as_json(told)
    names = {lang: {"displayName": lang, "nativeName": lang} for lang in ("en",)}
    made["api/translations/all.json"] = wheels.as_json({"data": names, "message": ""})
    made["api/translations/en.json"] = wheels.as_json({"data": {}, "message": ""})
    return made


def _entry(path: str, kind: str, size: int | None) -> dict[str, Any]:
    return {
        "name": PurePosixPath(path).name,
        "path": path,
        "type": kind,
        "size": size,
        "content": None,
        "format": None,
        "mimetype": None,
        "writable": True,
        "created": _DATE,
        "last_modified": _DATE,
    }


def _described(name: str, package: bytes) -> dict[str, Any]:
    told = json.loads(package)
    return {"name": told["name"], **told["jupyterlab"]["_build"]}


def _schemas(extensions: Mapping[str, bytes]) -> Iterator[dict[str, Any]]:
    """The settings of the page's parts, as JupyterLite reads them."""
    for name, data in sorted(extensions.items()):
        place = PurePosixPath(name)
        if "schemas" in place.parts and place.suffix == ".json" and place.name != "package.json.orig":
            package = name.split("/schemas/")[0]
            described = json.loads(extensions[f"{package}/package.json"])
            yield {
                "id": f"{described['name']}:{place.stem}",
                "raw": "{}",
                "schema": json.loads(data),
                "settings": {},
                "version": described["version"],
            }


def _settings(own: bytes, extensions: list[dict[str, Any]], listed: str) -> bytes:
    """What JupyterLite is told: its parts, its Python, and to stay on this site."""
    told = json.loads(own)
    data = told["jupyter-config-data"]
    data |= {
        "appName": "Inaba",
        "appUrl": f"./{APP}",
        "contentsAllJsonFile": "all.json",
        # It would ask for pictures that only a Jupyter server has.
        "disabledExtensions": ["@jupyter-notebook/notebook-extension:tab-icon"],
        "exposeAppInBrowser": True,
        "faviconUrl": "./start/icon.png",
        "federated_extensions": sorted(extensions, key=lambda one: str(one["name"])),
        "litePluginSettings": {
            f"{_KERNEL}:kernel": {
                "disablePyPIFallback": True,
                "pyodideUrl": "./static/pyodide/pyodide.mjs",
                "loadPyodideOptions": {
                    "lockFileURL": f"./static/pyodide/{listed}",
                    "packages": list(_LOADED_FIRST),
                },
            }
        },
        "settingsOverrides": {
            # A class is asked nothing, and sees a notebook over the whole window.
            "@jupyterlab/notebook-extension:tracker": {"windowingMode": "none", "scrollPastEnd": False},
            "@jupyterlab/docmanager-extension:plugin": {"autosaveInterval": 20},
            # Beside a cell stands a button that throws it away, with all that is written there.
            "@jupyterlab/cell-toolbar-extension:plugin": {"showToolbar": False},
            "@jupyter-notebook/application-extension:top": {"visible": "no"},
            # A long touch opens the tablet's own menu then, which can paste; this one doesn't answer a tap.
            "@jupyterlab/application-extension:context-menu": {"disabled": True},
        },
    }
    return wheels.as_json(told)
