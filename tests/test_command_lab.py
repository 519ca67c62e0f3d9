"""`inaba lab`: the lessons laid out, and JupyterLab for this machine only."""

from __future__ import annotations

import asyncio
import json
import os
import re
import select
import signal
import socket
import stat
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from importlib.resources import files as package_files
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

import pytest
from anyio.to_thread import run_sync

from inaba.command import lab
from inaba.command.jupyter import server
from inaba.errors import SetupError
from lessons.site.notebooks import title
from lessons.start import start_pages
from tests import test_command
from tests.test_command import (
    Run,
    process,
    refused,
    unhurried,
)
from tests.without_nbgrader import leave_nbgrader_out

# The same surroundings and the same way to run as in the other tests of the command.
run, surroundings = test_command.run, test_command.surroundings


class Opened(NamedTuple):
    """How JupyterLab would have been opened."""

    folder: Path
    lang: str
    port: int | None
    browser: bool


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Opened]:
    """A small package of lessons in ``package``, and a server that only notes how it was started."""
    pages(tmp_path, "first")
    monkeypatch.setattr("inaba.command.run.lab.package_files", lambda name: tmp_path / "package")
    found: list[Opened] = []

    def open_lab(
        folder: Path,
        lang: str,
        *,
        port: int | None,
        browser: bool,
        starting: Callable[[], object],
        announce: Callable[[str], object],
        ending: Callable[[], object],
    ) -> int:
        found.append(Opened(folder, lang, port, browser))
        starting()
        announce("http://address/")
        return 0

    monkeypatch.setattr(lab, "open_lab", open_lab)
    return found


def lesson(title: str) -> str:
    """A notebook with this title."""
    return json.dumps({"cells": [{"cell_type": "markdown", "source": f"# {title}\n\nAbout it."}]})


def pages(tmp_path: Path, text: str) -> None:
    """The lessons of the package, as another version has them."""
    for lang in ("en", "ja"):
        folder = tmp_path / "package" / lang
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "01-two-dice.ipynb").write_text(lesson(f"{lang} {text}"), encoding="utf-8")
    (tmp_path / "package" / "kit.py").write_text("", encoding="utf-8")


def titled(path: Path) -> str:
    """A lesson's title; of a file that is none, what stands in it."""
    text = path.read_text(encoding="utf-8")
    return title(text)[0] if text.startswith("{") else text


def laid(tmp_path: Path) -> dict[str, str]:
    """The lessons in the person's folder: the hidden list and the start pages are left out."""
    folder = tmp_path / "inaba-lessons"
    return {
        path.relative_to(folder).as_posix(): titled(path)
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name not in (lab.LIST, lab.START)
    }


EN, JA = "en/01-two-dice.ipynb", "ja/01-two-dice.ipynb"
NEW, NEW_2 = "en/01-two-dice.new.ipynb", "en/01-two-dice.new-2.ipynb"


def test_lessons_are_copied_in_both_languages(run: Run, opened: list[Opened], tmp_path: Path) -> None:
    ran = run("lab")
    assert (ran.status, ran.err) == (0, "")
    assert laid(tmp_path) == {EN: "en first", JA: "ja first"}
    assert f"copied: {EN}" in ran.out
    assert "http://address/" in ran.out
    assert opened == [Opened(Path("inaba-lessons"), "en", None, True)]
    run("lab", "--no-browser", "--port", "9999", "--dir", str(tmp_path / "a" / "b"), "--lang", "ja")
    assert opened[1] == Opened(tmp_path / "a" / "b", "ja", 9999, False)
    assert titled(tmp_path / "a" / "b" / JA) == "ja first"


def test_unchanged_lessons_stay_and_are_brought_up_to_date(
    run: Run, opened: list[Opened], tmp_path: Path
) -> None:
    run("lab")
    before = (tmp_path / "inaba-lessons" / EN).stat().st_mtime_ns
    ran = run("lab")
    assert EN not in ran.out
    assert (tmp_path / "inaba-lessons" / EN).stat().st_mtime_ns == before
    pages(tmp_path, "second")
    ran = run("lab")
    assert f"brought up to date: {EN}" in ran.out
    assert laid(tmp_path) == {EN: "en second", JA: "ja second"}


def test_the_start_page_lists_the_lessons_and_is_kept_like_one(
    run: Run, opened: list[Opened], tmp_path: Path
) -> None:
    folder = tmp_path / "inaba-lessons"
    teacher = tmp_path / "package" / "en" / "teacher"
    teacher.mkdir()
    (teacher / "01-two-dice.ipynb").write_text(lesson("For the teacher"), encoding="utf-8")
    run("lab")
    page = folder / "en" / lab.START
    text = page.read_text(encoding="utf-8")
    assert "- **[en first](01-two-dice.ipynb)**<br>About it." in text
    assert "- [For the teacher](teacher/01-two-dice.ipynb)" in text
    assert "[ja first](01-two-dice.ipynb)" in (folder / "ja" / lab.START).read_text(encoding="utf-8")
    pages(tmp_path, "second")
    assert f"brought up to date: en/{lab.START}" in run("lab").out
    page.write_text("mine", encoding="utf-8")
    assert f"kept as you left it: en/{lab.START}" in run("lab").out
    assert page.read_text(encoding="utf-8") == "mine"
    assert "[en second]" in (folder / "en" / "start.new.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_each_link_of_the_start_page_is_a_lesson(lang: str) -> None:
    found = lab.lessons(package_files("lessons"))
    page = start_pages(found)[f"{lang}/{lab.START}"]
    links = re.findall(r"\]\(([^)]+)\)", page)
    assert [f"{lang}/{link}" for link in links] == [name for name in found if name.startswith(f"{lang}/")]


def test_kernels_are_encrypted_only_where_jupyter_can_do_that(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where its sockets cannot, asking for it would let no kernel start."""
    assert [Path(folder).name for folder in lab.settings()] == ["jupyter", "encrypted"]
    monkeypatch.setattr("zmq.has", lambda what: False)
    assert [Path(folder).name for folder in lab.settings()] == ["jupyter"]


def test_a_changed_lesson_is_kept_and_the_new_copy_has_a_new_name(
    run: Run, opened: list[Opened], tmp_path: Path
) -> None:
    run("lab")
    (tmp_path / "inaba-lessons" / EN).write_text("mine", encoding="utf-8")
    ran = run("lab")
    assert f"kept as you left it: {EN}; a fresh copy is {NEW}" in ran.out
    assert laid(tmp_path) == {EN: "mine", JA: "ja first", NEW: "en first"}
    # As long as the fresh copy is untouched there is no second one; a new version takes its place.
    assert f"the fresh copy is still {NEW}" in run("lab").out
    assert laid(tmp_path) == {EN: "mine", JA: "ja first", NEW: "en first"}
    pages(tmp_path, "second")
    run("lab")
    assert laid(tmp_path) == {EN: "mine", JA: "ja second", NEW: "en second"}


def test_a_lesson_changed_twice_is_kept_twice(run: Run, opened: list[Opened], tmp_path: Path) -> None:
    run("lab")
    (tmp_path / "inaba-lessons" / EN).write_text("mine", encoding="utf-8")
    run("lab")
    (tmp_path / "inaba-lessons" / NEW).write_text("mine too", encoding="utf-8")
    ran = run("lab", "--lang", "ja")
    assert f"新しいコピーは {NEW_2} です" in ran.out
    assert laid(tmp_path) == {EN: "mine", JA: "ja first", NEW: "mine too", NEW_2: "en first"}


def test_a_file_that_was_there_before_is_kept(run: Run, opened: list[Opened], tmp_path: Path) -> None:
    folder = tmp_path / "inaba-lessons" / "en"
    folder.mkdir(parents=True)
    (folder / "01-two-dice.ipynb").write_text("somebody's", encoding="utf-8")
    (folder / "01-two-dice.new.ipynb").mkdir()
    run("lab")
    assert laid(tmp_path) == {EN: "somebody's", JA: "ja first", NEW_2: "en first"}


def test_a_damaged_list_costs_nobody_his_work(run: Run, opened: list[Opened], tmp_path: Path) -> None:
    for damage in ("", "{", "[]", '{"files": 3}', '{"files": {"en/01-two-dice.ipynb": 3}}', "\ud800"):
        run("lab")
        (tmp_path / "inaba-lessons" / EN).write_text("mine", encoding="utf-8")
        (tmp_path / "inaba-lessons" / lab.LIST).write_bytes(damage.encode(errors="surrogatepass"))
        assert run("lab").status == 0
        assert laid(tmp_path)[EN] == "mine"
    listed = json.loads((tmp_path / "inaba-lessons" / lab.LIST).read_text(encoding="utf-8"))
    assert set(listed["files"]) == {JA, NEW, f"en/{lab.START}", f"ja/{lab.START}"}


def test_nothing_half_written_is_left_behind(
    run: Run, opened: list[Opened], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("lab")
    pages(tmp_path, "second")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    refused_late = run("lab")
    assert refused_late.status == 2
    assert "No space left on device" in refused_late.err
    assert laid(tmp_path) == {EN: "en first", JA: "ja first"}


@pytest.fixture
def read_only(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder in which lessons cannot be laid out, whoever runs the test."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(stat.S_IRUSR | stat.S_IXUSR | stat.S_IRGRP | stat.S_IXGRP | stat.S_IROTH | stat.S_IXOTH)
    lay_out = lab.lay_out

    def as_nobody(*arguments: Any) -> Any:
        # Root may write anywhere, so for as long as this takes it is nobody.
        os.seteuid(65534)
        try:
            return lay_out(*arguments)
        finally:
            os.seteuid(0)

    if hasattr(os, "geteuid") and os.geteuid() == 0:
        monkeypatch.setattr(lab, "lay_out", as_nobody)
    yield folder
    folder.chmod(stat.S_IRWXU)
    folder.rmdir()


def test_a_read_only_folder_is_one_clear_line(run: Run, opened: list[Opened], read_only: Path) -> None:
    refused(run("lab", "--dir", str(read_only / "lessons")), "Permission denied", "--dir")
    refused(run("lab", "--dir", str(read_only)), "Permission denied", "--dir")
    assert opened == []


def test_a_file_in_the_way_is_one_clear_line(run: Run, opened: list[Opened], tmp_path: Path) -> None:
    (tmp_path / "inaba-lessons").write_text("", encoding="utf-8")
    refused(run("lab"), "inaba-lessons")
    assert opened == []


def test_a_package_without_lessons_says_so(run: Run, opened: list[Opened], tmp_path: Path) -> None:
    for path in (tmp_path / "package").rglob("*.ipynb"):
        path.unlink()
    refused(run("lab"), "no lessons")
    assert not (tmp_path / "inaba-lessons").exists()


def test_the_package_has_the_same_lessons_in_both_languages() -> None:
    found = lab.lessons(package_files("lessons"))
    english = {name.partition("/")[2] for name in found if name.startswith("en/")}
    japanese = {name.partition("/")[2] for name in found if name.startswith("ja/")}
    assert english == japanese != set()


def test_without_jupyterlab_it_says_what_would_do(
    run: Run, opened: list[Opened], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(lab, "find_spec", lambda name: None)
    with pytest.raises(SetupError, match=r'extra lab, as in python -m pip install -e "\.\[lab\]"'):
        lab.open_lab(Path(), "en", starting=print, announce=print, ending=print)


def test_without_jupyterlab_nothing_is_copied(
    run: Run, opened: list[Opened], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lab, "find_spec", lambda name: None)
    for lang, said in (("en", "JupyterLab is not installed"), ("ja", "JupyterLab が入っていません")):
        ran = run("lab", "--lang", lang)
        refused(ran, said, '".[lab]"')
        assert not ran.out
    assert not (tmp_path / "inaba-lessons").exists()
    assert not opened


def test_a_port_that_is_taken_is_refused_and_a_free_one_found() -> None:
    with socket.socket() as taken:
        taken.bind((lab.HOST, 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(SetupError, match=f"port {port} is taken"):
            lab.free_port(port)
    assert lab.free_port(port) == port
    assert lab.FIRST_PORT <= lab.free_port() < lab.FIRST_PORT + lab.PORTS


def jupyter(tmp_path: Path) -> dict[str, str]:
    """Folders of the test's own for everything that Jupyter keeps."""
    kinds = ("CONFIG_DIR", "DATA_DIR", "RUNTIME_DIR")
    found = {f"JUPYTER_{kind}": str(tmp_path / "jupyter" / kind.lower()) for kind in kinds}
    found |= {
        f"JUPYTERLAB_{kind}": str(tmp_path / "jupyter" / kind.lower())
        for kind in ("SETTINGS_DIR", "WORKSPACES_DIR")
    }
    leave_nbgrader_out(Path(found["JUPYTER_CONFIG_DIR"]))
    return found | {"JUPYTER_NO_CONFIG": ""}


def nothing_of_a_server_is_left(settings: dict[str, str]) -> bool:
    """Neither its own file nor a kernel's; the secret of the cookies is kept for the next time."""
    return [path.name for path in Path(settings["JUPYTER_RUNTIME_DIR"]).iterdir()] == [
        "jupyter_cookie_secret"
    ]


def answer(port: int, path: str, host: str = "127.0.0.1", method: str = "GET") -> tuple[int, str]:
    connection = HTTPConnection(host, port, timeout=20)
    try:
        connection.request(method, path)
        response = connection.getresponse()
        return response.status, response.read().decode()
    finally:
        connection.close()


def talk_to(kernel: Path) -> int:
    """See that a kernel answers whoever has its file; with that it has said what it warns of.

    Its process's number; the kernel is left busy without end.
    """
    from jupyter_client.blocking.client import BlockingKernelClient

    client = BlockingKernelClient(connection_file=str(kernel))
    client.load_connection_file()
    client.start_channels()
    try:
        client.wait_for_ready(timeout=60)
        asked = {"process": "__import__('os').getpid()"}
        told = client.execute("", user_expressions=asked, reply=True, timeout=60)["content"]
        client.execute("while True: pass")
        while client.get_iopub_msg(timeout=60)["content"].get("code") != "while True: pass":
            pass
        return int(told["user_expressions"]["process"]["data"]["text/plain"])
    finally:
        client.stop_channels()


def ask_and_go_on(port: int, path: str, token: str) -> socket.socket:
    """Ask the server for something and do not wait for the answer, as a browser's tabs do."""
    asking = socket.create_connection((lab.HOST, port), timeout=20)
    asking.sendall(f"GET {path}?token={token} HTTP/1.1\r\nHost: {lab.HOST}:{port}\r\n\r\n".encode())
    return asking


def read_until(server: subprocess.Popen[bytes], wanted: bytes, seconds: float = 90) -> str:
    """What a process prints, up to the end of a line that holds this."""
    assert server.stdout is not None
    found, ends = b"", time.monotonic() + seconds
    while not re.search(re.escape(wanted) + rb".*\n", found):
        ready, _, _ = select.select([server.stdout], [], [], max(0, ends - time.monotonic()))
        piece = os.read(server.stdout.fileno(), 65536) if ready else b""
        assert piece, found.decode()
        found += piece
    return found.decode()


def test_jupyterlab_opens_for_this_machine_only_and_with_its_token(tmp_path: Path) -> None:
    folder = tmp_path / "lessons here"
    with socket.socket() as free:
        free.bind((lab.HOST, 0))
        port = free.getsockname()[1]
    argv = ["lab", "--no-browser", "--port", str(port), "--dir", str(folder), "--lang", "en"]
    settings = jupyter(tmp_path)
    server = process(*argv, **settings)
    try:
        shown = read_until(server, b"http://")
        address = re.search(r"http://\S+", shown)
        assert address
        parts = urlsplit(address[0])
        token = parse_qs(parts.query)["token"][0]
        assert (parts.hostname, parts.port, parts.path) == ("127.0.0.1", port, f"/lab/tree/en/{lab.START}")
        assert len(token) >= 32
        for path in ("/api/contents", "/api/kernels", "/api/terminals"):
            assert answer(port, path)[0] == 403
        assert answer(port, "/api/contents?token=" + "0" * len(token))[0] == 403
        assert answer(port, "/lab")[0] == 302  # To the page that asks for the token.
        status, contents = answer(port, f"/api/contents/en?token={token}")
        assert status == 200
        assert (
            {entry["name"] for entry in json.loads(contents)["content"]}
            >= {path.name for path in (folder / "en").glob("*.ipynb")}
            != set()
        )
        # What a kernel and the server say to each other is encrypted, so that it warns of nothing below.
        assert answer(port, f"/api/kernels?token={token}", method="POST")[0] == 201
        (kernel,) = Path(settings["JUPYTER_RUNTIME_DIR"]).glob("kernel-*.json")
        found = json.loads(kernel.read_text(encoding="utf-8"))
        assert (found["ip"], "curve_secretkey" in found) == (lab.HOST, True)
        assert stat.S_IMODE(kernel.stat().st_mode) & 0o077 == 0
        process_of_kernel = talk_to(kernel)
        shown_as = answer(port, f"/lab/api/settings/@jupyterlab/docmanager-extension:plugin?token={token}")
        defaults = json.loads(shown_as[1])["schema"]["properties"]
        assert defaults["defaultViewers"]["default"] == {"markdown": "Markdown Preview"}
        assert defaults["autosaveInterval"]["default"] == 20
        page = answer(port, f"/lab?token={token}")[1]
        assert '"news": {"disabled": true}' in page
        # Nor is anybody asked whether he wants any: that notice would lie over every lesson's corner.
        assert '"@jupyterlab/apputils-extension:announcements"' in page
        # On another address of the same machine nobody listens.
        with pytest.raises(OSError, match=r"refused|timed out"):
            answer(port, "/api", host="127.0.0.2")
        # It ends in the middle of what it is asked for, with a kernel that is busy, and Ctrl-C pressed twice.
        asked = [ask_and_go_on(port, path, token) for path in ("/api/contents/en", "/api/nbconvert") * 8]
        server.send_signal(signal.SIGINT)
        time.sleep(0.2)
        server.send_signal(signal.SIGINT)
        out, err = server.communicate(timeout=60)
        for asking in asked:
            asking.close()
        assert (server.returncode, unhurried(err)) == (0, "")
        assert out.index(b"JupyterLab is ending") < out.index(f"Your work is in {folder}".encode())
        with pytest.raises(OSError, match=r"refused|timed out"):
            answer(port, "/api")
        assert nothing_of_a_server_is_left(settings)
        with pytest.raises(ProcessLookupError):
            os.kill(process_of_kernel, 0)
    finally:
        server.kill()
        server.wait()


def test_a_loop_stopped_halfway_leaves_no_thread_behind() -> None:
    """A request that still waits when the loop stops has a thread, and Python waits for its threads."""
    loop = asyncio.new_event_loop()
    threads: list[threading.Thread] = []

    async def request() -> None:
        threads.append(await run_sync(threading.current_thread))
        loop.stop()
        await asyncio.Event().wait()

    waits = loop.create_task(request())
    loop.run_forever()
    server.close(loop)
    (thread,) = threads
    thread.join(60)
    assert (thread.is_alive(), waits.cancelled(), loop.is_closed()) == (False, True, True)


def test_what_is_being_saved_when_the_loop_stops_is_saved(tmp_path: Path) -> None:
    loop = asyncio.new_event_loop()
    go = threading.Event()

    async def save() -> None:
        await run_sync(go.wait, 60)
        await run_sync((tmp_path / "saved").write_text, "work")

    saving = loop.create_task(save())
    loop.call_later(0.1, loop.stop)
    loop.run_forever()
    threading.Timer(0.2, go.set).start()
    loop.run_until_complete(server.files_at_rest())
    server.close(loop)
    assert (tmp_path / "saved").read_text() == "work"
    assert not saving.cancelled()


def test_the_first_signal_ends_the_server_and_others_do_not_hurry_it() -> None:
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = [signal.getsignal(number) for number in numbers]
    signal.signal(signal.SIGHUP, signal.SIG_IGN)  # As nohup has it.
    seen = []

    def serve() -> None:
        signal.raise_signal(signal.SIGHUP)
        seen.append("served on")
        try:
            signal.raise_signal(signal.SIGTERM)
        finally:
            signal.raise_signal(signal.SIGINT)
            signal.raise_signal(signal.SIGTERM)
            seen.append("seen out")

    try:
        with pytest.raises(KeyboardInterrupt), lab._ended_by_signals():
            serve()
        assert seen == ["served on", "seen out"]
        assert [signal.getsignal(number) for number in numbers] == [*before[:2], signal.SIG_IGN]
    finally:
        signal.signal(signal.SIGHUP, before[2])


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_jupyterlab_can_be_stopped_while_it_starts(tmp_path: Path, number: int) -> None:
    server = process("lab", "--no-browser", "--dir", "lessons", "--lang", "en", **jupyter(tmp_path))
    try:
        read_until(server, b"is starting")
        server.send_signal(number)
        _, err = server.communicate(timeout=60)
    finally:
        server.kill()
        server.wait()
    assert (server.returncode, unhurried(err)) == (0, "")


def test_a_configuration_that_turns_the_token_off_is_refused(tmp_path: Path) -> None:
    settings = jupyter(tmp_path)
    folder = Path(settings["JUPYTER_CONFIG_DIR"])
    off = {"IdentityProvider": {"token": ""}, "ServerApp": {"password": ""}}
    (folder / "jupyter_server_config.json").write_text(json.dumps(off), encoding="utf-8")
    server = process("lab", "--no-browser", "--dir", str(tmp_path / "lessons"), "--lang", "en", **settings)
    try:
        out, err = server.communicate(timeout=120)
    finally:
        server.kill()
    assert server.returncode == 2
    assert b"without a token" in err
    assert b"http://" not in out


def test_a_port_that_is_taken_meanwhile_is_left_to_its_owner(monkeypatch: pytest.MonkeyPatch) -> None:
    ports: list[int] = []

    def serve(folder: Path, lang: str, port: int, *_: object) -> int:
        ports.append(port)
        if len(ports) == 1:
            # Another server was quicker; it does not know our token.
            other.bind((lab.HOST, port))
            other.listen()
            raise SetupError("command.lab.other_token")
        return 0

    monkeypatch.setattr(lab, "_serve", serve)
    with socket.socket() as other:
        assert lab.open_lab(Path(), "en", starting=print, announce=print, ending=print) == 0
        assert len(set(ports)) == 2
        # The port that a person asked for is no other.
        with pytest.raises(SetupError) as error:
            lab.open_lab(Path(), "en", port=ports[0], starting=print, announce=print, ending=print)
        assert error.value.key == "command.lab.port_taken"
    # Where the port is ours alone, the reason stands.
    ports.clear()
    monkeypatch.setattr(lab, "_is_free", lambda port: True)
    # Port 0: one that is free, whatever else this machine runs.
    monkeypatch.setattr(lab, "free_port", lambda port: 0)
    with socket.socket() as other, pytest.raises(SetupError) as error:
        lab.open_lab(Path(), "en", starting=print, announce=print, ending=print)
    assert error.value.key == "command.lab.other_token"
