"""`inaba print`: lessons as pages of HTML and PDF."""

from __future__ import annotations

from argparse import Namespace
from importlib.resources import files as package_files

from inaba import files
from inaba.command import lab
from inaba.command.writing import make_folder, see_free, writing
from lessons import edition


def run(asked: Namespace) -> int:
    pages = edition.chosen(lab.lessons(package_files("lessons")), asked.lang, asked.lessons)
    printer = None if asked.no_pdf else edition.browser(asked.browser)
    folder = files.named(asked.dir)
    endings = (".html",) if printer is None else (".html", ".pdf")
    for name in pages:
        for ending in endings:
            see_free((folder / name).with_suffix(ending), asked.force)
    for parent in dict.fromkeys((folder / name).parent for name in pages):
        make_folder(parent)
    for name, text in pages.items():
        lesson = edition.lesson_of(name)
        page = edition.page(edition.run(text, asked.lang, lesson.teacher), asked.lang, lesson)
        file = (folder / name).with_suffix(".html")
        with writing(file):
            files.replace(file, page)
            if printer is not None:
                edition.pdf(file, file.with_suffix(".pdf"), printer)
        for ending in endings:
            print(file.with_suffix(ending), flush=True)
    return 0
