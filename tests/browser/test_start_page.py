"""The page on which `inaba lab` opens JupyterLab, in Chromium."""

from __future__ import annotations

import json
import re
import signal
import socket
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from inaba.command import lab
from tests.test_command import process, unhurried
from tests.test_command_lab import jupyter, nothing_of_a_server_is_left, read_until


@pytest.mark.parametrize(
    ("lang", "head", "lesson"),
    [("en", "The Inaba classroom", "Two dice and a shark"), ("ja", "いなばの教室", "さいころ2個とサメ")],
)
def test_inaba_lab_opens_on_its_lessons_and_each_is_a_click_away(
    browser: Browser, tmp_path: Path, lang: str, head: str, lesson: str
) -> None:
    with socket.socket() as free:
        free.bind((lab.HOST, 0))
        port = free.getsockname()[1]
    argv = ["lab", "--no-browser", "--port", str(port), "--dir", str(tmp_path / "lessons"), "--lang", lang]
    settings = jupyter(tmp_path)
    asked = Path(settings["JUPYTER_CONFIG_DIR"]) / "jupyter_lab_config.json"
    asked.write_text(json.dumps({"LabApp": {"expose_app_in_browser": True}}), encoding="utf-8")
    server = process(*argv, **settings)
    window = browser.new_context()
    try:
        address = re.search(r"http://\S+", read_until(server, b"http://"))
        assert address
        page = window.new_page()
        page.set_default_timeout(90_000)
        page.goto(address[0])
        shown = page.locator(".jp-MarkdownViewer")
        expect(shown.get_by_role("heading", name=head)).to_be_visible(timeout=90_000)
        # Nothing else is open: neither an empty launcher nor the page's Markdown.
        tabs = page.locator("#jp-main-dock-panel .lm-TabBar-tabLabel")
        expect(tabs).to_have_text([lab.START])
        shown.get_by_role("link", name=lesson, exact=True).click()
        expect(tabs).to_have_text([lab.START, "01-two-dice-and-a-shark.ipynb"], timeout=90_000)
        expect(page.locator(".jp-NotebookPanel h1").first).to_contain_text(lesson, timeout=90_000)
        # Its kernel starts, and warns of nothing.
        status = page.locator(".jp-NotebookPanel .jp-Notebook-ExecutionIndicator")
        expect(status).to_have_attribute("data-status", "idle", timeout=90_000)
        cell = page.locator(".jp-NotebookPanel .jp-CodeCell .cm-content").first
        cell.click()
        page.keyboard.press("ControlOrMeta+a")
        page.keyboard.type("'typed and not saved'")
        # It ends with the tab still open, which goes on asking for things.
        server.send_signal(signal.SIGINT)
        _, err = server.communicate(timeout=60)
        assert (server.returncode, unhurried(err)) == (0, "")
        assert nothing_of_a_server_is_left(settings)
        file = tmp_path / "lessons" / lang / "01-two-dice-and-a-shark.ipynb"
        assert "typed and not saved" not in file.read_text(encoding="utf-8")
        # What the tab still has is saved once there is a server again.
        server = process(*argv, **settings)
        read_until(server, b"http://")
        saved = """async () => {
            const context = window.jupyterapp.shell.currentWidget.context;
            await context.save();
            return context.model.dirty;
        }"""
        assert page.evaluate(saved) is False
        assert "typed and not saved" in file.read_text(encoding="utf-8")
        server.send_signal(signal.SIGINT)
        server.communicate(timeout=60)
    finally:
        server.kill()
        server.wait()
        window.close()
