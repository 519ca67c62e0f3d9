"""The lessons laid out in a person's folder, and JupyterLab opened on them.

**Copying.** A file that the person changed is never written over. Which ones he changed is told by a list of
hashes, `LIST`, that is written beside the copies: a copy that still is what was laid out there may be
replaced by a later version, any other is his. The lesson as it comes then gets a new name, ``01.new.ipynb``,
``01.new-2.ipynb``, … Where the list is lost or damaged, everything that differs counts as changed.

**Opening.** The server listens on 127.0.0.1 only and wants its token. The token goes to it by the
environment, not by the command line, which others on the machine can read; and before anybody is told the
address, the server is asked for something without the token and must refuse. What server and kernels say to
each other is encrypted where they can: otherwise every kernel warns that it is not.

**Ending.** Ctrl-C, a polite kill and a closed terminal are one: the server's standard input is closed, with
which it ends (`inaba.command.jupyter.server`). Should this process be killed outright, it ends as well.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from enum import StrEnum
from http.client import HTTPConnection, HTTPException
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from threading import Event, Thread
from typing import Any, Final, NamedTuple

from inaba import files
from inaba.errors import SetupError
from inaba.words import LANGUAGES

LIST: Final = ".inaba-lessons.json"
"""The file, hidden, with the hash of each lesson as it was laid out."""

START: Final = "start.md"
"""In each language's folder the page that lists its lessons, on which JupyterLab opens."""

HOST: Final = "127.0.0.1"
FIRST_PORT: Final = 8888
PORTS: Final = 50
"""How many ports are tried where none is asked for."""

PATIENCE: Final = 180.0
"""Seconds until a server that does not answer is given up."""

LAST: Final = 30.0
"""Seconds that a server is given to end: 5 where a kernel does not listen, and more on a busy machine."""


class Laid(StrEnum):
    """What became of a lesson."""

    NEW = "command.lab.laid.new"
    SAME = "command.lab.laid.same"
    UPDATED = "command.lab.laid.updated"
    BESIDE = "command.lab.laid.beside"
    KEPT = "command.lab.laid.kept"


class Copy(NamedTuple):
    """One lesson laid out.

    Attributes
    ----------
    laid : Laid
        `NEW`; `SAME`, there already; `UPDATED`, an unchanged earlier version was replaced; `BESIDE`, the
        person's own work is kept, and the lesson as it comes was written beside it under a new name;
        `KEPT`, likewise, and it lay beside it already.
    name : str
        The lesson's own name, such as ``en/01.ipynb``.
    written : str
        The name of the copy.
    """

    laid: Laid
    name: str
    written: str


def lessons(source: Traversable) -> dict[str, str]:
    """The notebooks of a package, by name: ``"en/01.ipynb"``, ``"ja/01.ipynb"``, … each with its text.

    Those in a folder of a language's folder come after its own: ``"en/teacher/01.ipynb"``.

    Raises
    ------
    SetupError
        If there are none.
    """
    found = {}
    for lang in LANGUAGES:
        if not (folder := source / lang).is_dir():
            continue
        inside = sorted(folder.iterdir(), key=lambda file: file.name)
        below = [child for child in inside if child.is_dir() and not child.name.startswith(".")]
        for place, files_there in [(lang, inside), *((f"{lang}/{b.name}", b.iterdir()) for b in below)]:
            for file in sorted(files_there, key=lambda file: file.name):
                if file.name.endswith(".ipynb"):
                    found[f"{place}/{file.name}"] = file.read_bytes().decode()
    if not found:
        raise SetupError("command.lab.no_lessons")
    return found


def lay_out(pages: Mapping[str, str], folder: Path) -> list[Copy]:
    """Copy lessons into a person's folder, and never over what he changed.

    Parameters
    ----------
    pages : mapping of str to str
        The lessons' texts by name, as from `lessons`.
    folder : Path
        Made where it is missing.

    Returns
    -------
    list of Copy
        One a lesson, in order.

    Raises
    ------
    SetupError
        If JupyterLab is not installed, and so nobody could open them here: nothing is copied.
    OSError
        If the folder cannot be made or written.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as name:
    ...     folder = Path(name)
    ...     first = lay_out({"en/01.ipynb": "{}"}, folder)
    ...     _ = (folder / "en/01.ipynb").write_text("mine")
    ...     again = lay_out({"en/01.ipynb": "{}"}, folder)
    ...     first[0].laid.name, again[0].laid.name, again[0].written
    ('NEW', 'BESIDE', 'en/01.new.ipynb')
    """
    _see_installed()
    folder.mkdir(parents=True, exist_ok=True)
    known = _known(folder / LIST)
    copies = []
    for name, text in pages.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        copies.append(_lay(name, text, folder, known))
    files.replace(folder / LIST, json.dumps({"version": 1, "files": known}, indent=1, sort_keys=True) + "\n")
    return copies


def _lay(name: str, text: str, folder: Path, known: dict[str, str]) -> Copy:
    """Lay out one lesson under the first name where it may lie; ``known`` learns its hash."""
    now = _hash(text.encode())
    for written in _names(name):
        target = folder / written
        there = _hash(target.read_bytes()) if target.is_file() else None
        own = written == name
        if there == now:
            laid = Laid.SAME if own else Laid.KEPT
        elif there is None and not os.path.lexists(target):
            laid = Laid.NEW if own else Laid.BESIDE
        elif there is not None and there == known.get(written):
            laid = Laid.UPDATED if own else Laid.BESIDE
        else:
            continue
        if there != now:
            files.replace(target, text)
        known[written] = now
        return Copy(laid, name, written)
    raise AssertionError("names never run out")


def _names(name: str) -> Iterator[str]:
    """The names that a lesson may get: its own, then new ones."""
    yield name
    path = PurePosixPath(name)
    number = 1
    while True:
        new = ".new" if number == 1 else f".new-{number}"
        yield str(path.with_name(f"{path.stem}{new}{path.suffix}"))
        number += 1


def _known(path: Path) -> dict[str, str]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        return {str(name): str(value) for name, value in found["files"].items()}
    except (FileNotFoundError, ValueError, TypeError, KeyError, AttributeError):
        return {}


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _see_installed() -> None:
    if find_spec("jupyterlab") is None:
        raise SetupError("command.lab.missing")


def free_port(asked: int | None = None) -> int:
    """A port of this machine that is free: the one asked for, else the first from 8888 on.

    Raises
    ------
    SetupError
        If it is taken.
    """
    tried = range(FIRST_PORT, FIRST_PORT + PORTS) if asked is None else (asked,)
    for port in tried:
        with socket.socket() as listener:
            try:
                # A port whose last server has just ended is free; on Windows the option means another thing.
                if os.name == "posix":
                    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                listener.bind((HOST, port))
            except OSError:
                continue
            return port
    raise SetupError(
        "command.lab.port_taken" if asked else "command.lab.ports_taken", first=tried[0], last=tried[-1]
    )


def start(lang: str) -> str:
    """Where JupyterLab opens: the page that lists the lessons, in a language's folder.

    Examples
    --------
    >>> start("en")
    '/lab/tree/en/start.md'
    """
    return f"/lab/tree/{lang}/{START}"


def settings() -> list[str]:
    """Folders with Jupyter settings of ours; a person's own count for more than these.

    That kernels are to be encrypted is asked for only where Jupyter and its sockets can do that: otherwise no
    kernel would start.
    """
    folder = Path(__file__).parent / "jupyter"
    return [str(folder), *([str(folder / "encrypted")] if _encrypts() else [])]


def _encrypts() -> bool:
    """Whether what a server and its kernels say to each other can be encrypted."""
    try:
        from jupyter_client.manager import KernelManager
        from zmq import has
    except ImportError:
        return False
    return "transport_encryption" in KernelManager.class_traits() and bool(has("curve"))


def command_line(folder: Path, port: int, lang: str, browser: bool) -> list[str]:
    """What starts JupyterLab: on this machine alone, in this folder, without news."""
    return [
        sys.executable,
        # A pupil's random.py in the folder where he is is not the one that JupyterLab needs.
        "-P",
        str(Path(__file__).parent / "jupyter" / "server.py"),
        f"--ServerApp.ip={HOST}",
        f"--ServerApp.port={port}",
        "--ServerApp.port_retries=0",
        "--ServerApp.allow_remote_access=False",
        "--ServerApp.base_url=/",
        f"--ServerApp.root_dir={folder}",
        f"--ServerApp.open_browser={browser}",
        f"--LabApp.default_url={start(lang)}",
        "--LabApp.news_url=None",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        # In a container there is often nobody but root; who may come in, address and token decide.
        "--ServerApp.allow_root=True",
        # Errors only: that it refused us without the token, as it should, is no news for anybody.
        "--Application.log_level=ERROR",
    ]


def open_lab(
    folder: Path,
    lang: str,
    *,
    port: int | None = None,
    browser: bool = True,
    starting: Callable[[], object],
    announce: Callable[[str], object],
    ending: Callable[[], object],
) -> int:
    """Run JupyterLab in a folder until it ends.

    Parameters
    ----------
    folder : Path
    lang : str
        Its folder of lessons is shown first.
    port : int, optional
        The first free one from 8888 on unless given.
    browser : bool
        Whether a browser is opened.
    starting : callable
        Called once when the server has been started.
    announce : callable
        Called once with the address, token included, when the server answers.
    ending : callable
        Called once when the server is told to end, which may take some seconds.

    Returns
    -------
    int
        The server's exit status; 0 where it was ended with Ctrl-C.

    Raises
    ------
    SetupError
        If JupyterLab is not installed, the port is taken, or the server does not start, or lets people in
        without the token.
    """
    _see_installed()
    for attempt in range(PORTS):
        at = free_port(port)
        told = (lambda: None) if attempt else starting
        try:
            return _serve(folder, lang, at, browser, told, announce, ending)
        except SetupError as error:
            # Somebody else's server may have taken the port after we had seen that it was free.
            if error.key not in ("command.lab.ended", "command.lab.other_token") or _is_free(at):
                raise
    raise SetupError("command.lab.ports_taken", first=FIRST_PORT, last=FIRST_PORT + PORTS - 1)


def _is_free(port: int) -> bool:
    try:
        return free_port(port) == port
    except SetupError:
        return False


def _serve(
    folder: Path,
    lang: str,
    port: int,
    browser: bool,
    starting: Callable[[], object],
    announce: Callable[[str], object],
    ending: Callable[[], object],
) -> int:
    """Run the server on a port until it ends; parameters and errors as for `open_lab`."""
    token = secrets.token_hex(24)
    environment = {**os.environ, "JUPYTER_TOKEN": token}
    # A class is not asked whether it wants news of Jupyter: that notice lay over every lesson's corner. The
    # list of lessons, which is Markdown, is shown as a page; and kernels are encrypted.
    ours = [*settings(), os.environ.get("JUPYTER_CONFIG_PATH", "")]
    environment["JUPYTER_CONFIG_PATH"] = os.pathsep.join(filter(None, ours))
    # In a process group of its own, so that Ctrl-C comes to this process alone, which sees the server out.
    apart: dict[str, Any] = (
        {"process_group": 0}
        if os.name == "posix"
        else {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
    )
    started = command_line(folder.resolve(), port, lang, browser)
    reading, writing = os.pipe()
    apart |= {"stdin": subprocess.PIPE, "stdout": writing, "stderr": writing}
    with _ended_by_signals(), subprocess.Popen(started, env=environment, **apart) as server:
        os.close(writing)
        ends = Event()
        said = Thread(target=_pass_on, args=(reading, ends), daemon=True)
        said.start()
        answers = False
        try:
            starting()
            _wait_for(server, port, token)
            answers = True
            announce(f"http://{HOST}:{port}{start(lang)}?token={token}")
            return server.wait()
        except KeyboardInterrupt:
            ends.set()
            # A terminal that was closed shows nothing any more.
            with suppress(OSError):
                ending()
            return 0
        finally:
            _end(server, answers)
            said.join(1)


@contextmanager
def _ended_by_signals() -> Iterator[None]:
    """Take a closed terminal and a polite kill as Ctrl-C, and only the first of them all: it ends the server,
    and those that follow do not hurry it past its kernels."""
    named = [getattr(signal, name, None) for name in ("SIGINT", "SIGTERM", "SIGHUP")]
    # What whoever started us wants ignored (nohup) stays so.
    before: dict[int, Any] = {
        number: handler
        for number in named
        if number is not None and (handler := signal.getsignal(number)) is not signal.SIG_IGN
    }

    def end(*_: object) -> None:
        for number in before:
            signal.signal(number, signal.SIG_IGN)
        raise KeyboardInterrupt

    for number in before:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _pass_on(reading: int, ends: Event) -> None:
    """Show what a server and its kernels say, until they are told to end: a kernel that is stopped while it
    starts would say goodbye with a page of Python."""
    with open(reading, encoding="utf-8", errors="replace") as said:
        for line in said:
            if not ends.is_set():
                with suppress(OSError):
                    sys.stderr.write(line)
                    sys.stderr.flush()


def _wait_for(server: subprocess.Popen[bytes], port: int, token: str) -> None:
    """Wait until the server answers, with the token and not without it."""
    ends = time.monotonic() + PATIENCE
    while time.monotonic() < ends:
        if (status := server.poll()) is not None:
            raise SetupError("command.lab.ended", status=status)
        if (answer := _answer(port, "GET", "/api/kernelspecs", token)) is not None:
            if _answer(port, "GET", "/api/kernelspecs") == 200:
                raise SetupError("command.lab.open_to_all")
            if answer != 200:
                raise SetupError("command.lab.other_token")
            return
        time.sleep(0.1)
    raise SetupError("command.lab.silent", seconds=round(PATIENCE))


def _answer(port: int, method: str, path: str, token: str | None = None) -> int | None:
    """The status with which the server answers a question; None for no answer."""
    connection = HTTPConnection(HOST, port, timeout=10)
    try:
        connection.request(method, path, headers={"Authorization": f"token {token}"} if token else {})
        return connection.getresponse().status
    except (OSError, HTTPException):
        return None
    finally:
        connection.close()


def _end(server: subprocess.Popen[bytes], answers: bool) -> None:
    """See a server out: its standard input ends, with which it shuts down its kernels and itself."""
    assert server.stdin is not None
    server.stdin.close()
    if not answers:
        # It is only about to start: no kernel runs yet.
        server.terminate()
    try:
        server.wait(LAST)
    except subprocess.TimeoutExpired:
        # Kernels end with their server.
        server.kill()
