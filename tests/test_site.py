"""The parts of a site that need no network: what it is made of, our own packages, its pages, the folder.

The whole site is built and used in `tests/browser/test_site.py`.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
import subprocess
import sys
import zipfile
from html import unescape
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

from inaba.__main__ import main
from inaba.command import lab
from inaba.errors import NotationError, SetupError
from lessons import link
from lessons.puzzles import puzzles
from lessons.site import assembly, building, byte_code, notebooks, pages, supplies, wheels

ROOT = Path(__file__).parent.parent
BOOKS = notebooks.pages(lab.lessons(files("lessons")), teacher=False)


def wheel(name: str, contents: dict[str, str], needs: tuple[str, ...] = ()) -> bytes:
    """A small wheel, written by hand."""
    project, version = name.split("-")[:2]
    info = f"{project}-{version}.dist-info"
    told = "".join(f"Requires-Dist: {one}\n" for one in needs)
    described = f"Metadata-Version: 2.1\nName: {project}\nVersion: {version}\n{told}"
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        for path, text in {**contents, f"{info}/METADATA": described, f"{info}/RECORD": ""}.items():
            packed.writestr(path, text)
    return out.getvalue()


# What it is made of ---------------------------------------------------------------------------------------


def test_the_pinned_versions_are_ones_that_this_library_asks_for() -> None:
    pinned = {pin.name: Version(pin.version) for pin in supplies.pins()}
    needed = [Requirement(line) for line in lab_requirements()]
    assert needed
    for one in needed:
        assert one.specifier.contains(pinned[one.name]), one


def lab_requirements() -> list[str]:
    from importlib.metadata import requires

    return [line for line in requires("inaba") or () if "extra ==" not in line]


def test_the_cache_is_where_a_person_or_the_system_says(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("INABA_CACHE", str(tmp_path))
    assert supplies.cache_folder() == tmp_path
    monkeypatch.delenv("INABA_CACHE")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert supplies.cache_folder() == tmp_path / "inaba"


def test_a_file_with_another_hash_is_refused_by_name(tmp_path: Path) -> None:
    downloads = tmp_path / "downloads"
    downloads.mkdir()
    for pin in supplies.pins():
        (downloads / f"{pin.name.replace('-', '_')}-{pin.version}-py3-none-any.whl").write_bytes(b"no wheel")
    (downloads / f"pyodide-{supplies.PYODIDE}.tgz").write_bytes(b"no package")
    with pytest.raises(SetupError, match="is not the file that it should be") as refused:
        supplies.fetch(tmp_path, lambda key: pytest.fail("the network is not needed"))
    assert refused.value.data["file"] == downloads / "anywidget-0.11.0-py3-none-any.whl"


def test_without_network_it_says_so_and_leaves_no_half_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    with pytest.raises(SetupError) as refused:
        supplies.fetch(tmp_path / "cache", lambda key: None)
    assert refused.value.key == "command.site.no_network"
    assert [*(tmp_path / "cache" / "downloads").iterdir()] == []


# Our packages ---------------------------------------------------------------------------------------------


def test_our_wheel_holds_the_three_packages_and_what_they_read_but_no_notebooks() -> None:
    name, content = wheels.own_wheel()
    stored = set(zipfile.ZipFile(io.BytesIO(content)).namelist())
    for room in wheels.ROOMS:
        for path in (ROOT / room).rglob("*"):
            place = path.relative_to(ROOT).as_posix()
            if path.suffix in (".toml", ".py", ".css", ".js") and "/site" not in place:
                assert place in stored, place
    assert [path for path in stored if path.endswith(".ipynb") or "/sources/" in path] == []
    assert name.startswith("inaba-")


def test_compiled_modules_are_imported_without_their_sources(tmp_path: Path) -> None:
    """The byte code is this Python's here; in a site it is that of Pyodide, by the same function."""
    given, made = tmp_path / "in", tmp_path / "out"
    given.mkdir()
    made.mkdir()
    contents = {"kujira/__init__.py": "size = 5", "kujira/tests/test_it.py": "", "kujira/data.txt": "whale"}
    contents["kujira/older.py"] = "print 'no longer Python'"
    (given / "kujira-1.0-py3-none-any.whl").write_bytes(wheel("kujira-1.0", contents))
    byte_code.compile_wheels(str(given), str(made))
    done = made / "kujira-1.0-py3-none-any.whl"
    with zipfile.ZipFile(done) as packed:
        stored = set(packed.namelist())
        record = packed.read("kujira-1.0.dist-info/RECORD").decode()
        packed.extractall(tmp_path / "installed")
    assert "kujira/__init__.pyc" in stored
    assert {"kujira/__init__.py", "kujira/tests/test_it.py"} & stored == set()
    assert {"kujira/data.txt", "kujira/older.py"} <= stored
    assert {line.split(",")[0] for line in record.splitlines()} == stored
    asked = [sys.executable, "-c", "import kujira; print(kujira.size)"]
    told = subprocess.run(
        asked, cwd=tmp_path / "installed", capture_output=True, text=True, encoding="utf-8", check=True
    )
    assert told.stdout.split() == ["5"]


def test_the_list_of_packages_names_what_is_there_and_what_needs_what() -> None:
    needs = ("B-shima>=1", 'gone; extra == "more"', "elsewhere")
    given = {
        "a_umi-1.0-py3-none-any.whl": wheel("a_umi-1.0", {"umi/__init__.pyc": "", "wave.pyc": ""}, needs),
        "b_shima-2.0-py3-none-any.whl": wheel("b_shima-2.0", {"shima.py": ""}),
    }
    packages = wheels.lock({"info": {"python": "3.14"}, "packages": {"numpy": {}}}, given)["packages"]
    assert set(packages) == {"a-umi", "b-shima"}
    assert packages["a-umi"]["imports"] == ["umi", "wave"]
    assert packages["a-umi"]["depends"] == ["b-shima"]
    content = given["b_shima-2.0-py3-none-any.whl"]
    assert packages["b-shima"]["sha256"] == hashlib.sha256(content).hexdigest()


# Its pages ------------------------------------------------------------------------------------------------


class Links(HTMLParser):
    """Where a page leads, and what it loads."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(page.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value for name, value in attrs if name in ("href", "src") and value]


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_the_start_page_leads_to_every_notebook_of_its_language_and_nowhere_else(lang: str) -> None:
    page = pages.start(BOOKS)[f"{lang}/index.html"]
    links = Links(page).found
    assert [link for link in links if not link.startswith(("../", "#"))] == []
    assert all(f' id="{link[1:]}"' in page.decode() for link in links if link.startswith("#"))
    named = {parse_qs(urlsplit(link).query)["path"][0] for link in links if "path=" in link}
    assert named == {path for path in BOOKS if path.startswith(f"{lang}/")}


def test_answers_are_on_a_site_only_if_a_teacher_wants_them() -> None:
    with_answers = notebooks.pages(lab.lessons(files("lessons")), teacher=True)
    assert [path for path in BOOKS if "/teacher/" in path] == []
    lessons = {path for path in BOOKS if Path(path).name[0].isdigit()}
    assert {path.replace("/teacher/", "/") for path in with_answers if "/teacher/" in path} == lessons
    assert b"teacher%2F" in pages.start(with_answers)["ja/index.html"]


def test_a_notebook_says_where_it_comes_from_and_another_text_is_another_edition() -> None:
    told = json.loads(BOOKS["ja/20-puzzles.ipynb"])["metadata"]["inaba"]
    assert (told["path"], told["lang"]) == ("ja/20-puzzles.ipynb", "ja")
    changed = {"ja/20-puzzles.ipynb": BOOKS["ja/20-puzzles.ipynb"].replace("パズル", "なぞ")}
    assert notebooks.editions(notebooks.pages(changed, False))["ja/20-puzzles.ipynb"] != told["edition"]


def test_the_bar_says_every_word_that_its_script_asks_for() -> None:
    script = (ROOT / "lessons/site/web/bar.js").read_text(encoding="utf-8")
    for lang, words in pages.bar_words().items():
        assert lang in ("ja", "en")
        assert [name for name in words if f'"{name}"' not in script and f".{name}" not in script] == []


# Links ----------------------------------------------------------------------------------------------------


def test_a_link_is_read_before_it_is_put_anywhere() -> None:
    assert link.call("position", "9,W/5,6 -,- 1 - -") == 'kit.explore("9,W/5,6 -,- 1 - -")'
    for name in puzzles():
        assert link.call("puzzle", name) == f'kit.puzzles(name="{name}")'
    for kind in link.KINDS:
        for text in ("", '") + open("x', "after-you\n1", "\ud800", "x" * 2000):
            with pytest.raises((NotationError, link.Refused)):
                link.call(kind, text)
            for lang in ("ja", "en"):
                said = link.answer(kind, text, lang)
                assert said
                assert not said.startswith("=")
                assert len(said) < 400


def test_what_a_link_can_bring_has_one_page_and_one_line_on_it() -> None:
    assert tuple(notebooks.LINKS) == link.KINDS
    script = (ROOT / "lessons/site/web/bar.js").read_text(encoding="utf-8")
    assert f"const LINKS = {json.dumps(link.KINDS)};" in script
    for kind, page in notebooks.LINKS.items():
        for lang in ("ja", "en"):
            cells = json.loads(BOOKS[f"{lang}/{page}.ipynb"])["cells"]
            (taking,) = (cell for cell in cells if kind in cell["metadata"].get("tags", ()))
            assert len(re.findall(r"(?m)^kit\..*$", taking["source"])) == 1


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_the_start_page_leads_a_link_on_to_its_page(lang: str) -> None:
    page = pages.start(BOOKS)[f"{lang}/index.html"].decode()
    (told,) = re.findall(r'data-links="([^"]+)"', page)
    links = json.loads(unescape(told))
    assert tuple(links) == link.KINDS
    assert set(links.values()) <= set(BOOKS)


# Its folder -----------------------------------------------------------------------------------------------


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> dict[str, bytes]:
    """A site of two files, for tests of the folder that it is written to."""
    made = {"index.html": b"one", "ja/index.html": b"two"}
    monkeypatch.setattr(supplies, "fetch", lambda cache, tell: None)
    monkeypatch.setattr(assembly, "site", lambda had, books, cache: made)
    return made


def build(out: Path) -> building.Built:
    return building.build({}, out, cache=out.parent / "cache")


def test_a_site_is_replaced_by_a_new_one(tmp_path: Path, tiny: dict[str, bytes]) -> None:
    out = tmp_path / "out"
    assert build(out) == building.Built(files=3, size=6)
    tiny["index.html"] = b"three"
    del tiny["ja/index.html"]
    build(out)
    found = {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()}
    assert found == {"index.html", assembly.LIST}
    assert (out / "index.html").read_bytes() == b"three"
    assert [path.name for path in tmp_path.iterdir()] == ["out"], "nothing is left beside it"


@pytest.mark.parametrize(("lang", "told"), [("en", "3 files, 12.5 MB."), ("ja", "3 ファイル、12.5 MB。")])
def test_the_command_says_how_large_a_site_is(
    tmp_path: Path, tiny: dict[str, bytes], capsys: pytest.CaptureFixture[str], lang: str, told: str
) -> None:
    tiny["index.html"] = bytes(12_499_997)
    assert main(["site", str(tmp_path / "out"), "--cache", str(tmp_path / "cache"), "--lang", lang]) == 0
    assert told in capsys.readouterr().out


def test_a_person_s_folder_is_never_written_over(tmp_path: Path, tiny: dict[str, bytes]) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "homework.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(SetupError, match="no site of this command"):
        build(out)
    assert (out / "homework.txt").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("name", ["index.html", "added.html", "ja/index.html"])
def test_what_somebody_changed_or_added_in_a_site_is_kept_and_named(
    tmp_path: Path, tiny: dict[str, bytes], name: str
) -> None:
    out = tmp_path / "out"
    build(out)
    (out / name).write_text("mine", encoding="utf-8")
    with pytest.raises(SetupError) as refused:
        build(out)
    assert refused.value.data["file"] == name
    assert (out / name).read_text(encoding="utf-8") == "mine"


def test_a_link_or_a_file_is_no_folder_for_a_site(tmp_path: Path, tiny: dict[str, bytes]) -> None:
    build(tmp_path / "real")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    for name in ("link", "file"):
        with pytest.raises(SetupError, match="no site of this command"):
            build(tmp_path / name)
