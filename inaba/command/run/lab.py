"""`inaba lab`: the lessons laid out in a folder of one's own, and JupyterLab opened there."""

from __future__ import annotations

import sys
from argparse import Namespace
from importlib.resources import files as package_files

from inaba import files
from inaba.command import lab
from inaba.command.arguments import BAD_INPUT
from inaba.errors import SetupError, of_system
from inaba.words import say
from lessons.start import start_pages


def run(asked: Namespace) -> int:
    folder = files.named(asked.dir)
    pages = lab.lessons(package_files("lessons"))
    try:
        copies = lab.lay_out(pages | start_pages(pages), folder)
    except OSError as error:
        raise SetupError("command.lab.no_folder", folder=folder, why=of_system(error)) from error
    print(say("command.lab.folder", asked.lang, folder=folder.resolve()))
    for copy in copies:
        if copy.laid is not lab.Laid.SAME:
            print("  " + say(copy.laid, asked.lang, name=copy.name, written=copy.written))
    sys.stdout.flush()

    def starting() -> None:
        print(say("command.lab.starting", asked.lang), flush=True)

    def announce(address: str) -> None:
        print(say("command.lab.address", asked.lang, address=address), flush=True)

    def ending() -> None:
        # Behind the terminal's own ^C a line of its own.
        print("\n" + say("command.lab.ending", asked.lang), flush=True)

    status = lab.open_lab(
        folder,
        asked.lang,
        port=asked.port,
        browser=not asked.no_browser,
        starting=starting,
        announce=announce,
        ending=ending,
    )
    print(say("command.lab.over", asked.lang, folder=folder.resolve()))
    return BAD_INPUT if status else 0
