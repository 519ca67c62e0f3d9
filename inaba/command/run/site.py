"""`inaba site`: the classroom as plain files for any web server."""

from __future__ import annotations

from argparse import Namespace
from importlib.resources import files as package_files

from inaba import files
from inaba.command import lab
from inaba.errors import SetupError, of_system
from inaba.words import say
from lessons.site import building, supplies


def run(asked: Namespace) -> int:
    def tell(key: str) -> None:
        print(say(key, asked.lang), flush=True)

    out = files.named(asked.out)
    cache = supplies.cache_folder() if asked.cache is None else files.named(asked.cache)
    try:
        built = building.build(
            lab.lessons(package_files("lessons")), out, cache=cache, teacher=asked.teacher, tell=tell
        )
    except OSError as error:
        raise SetupError("command.refused.file", file=error.filename or out, why=of_system(error)) from error
    size = f"{built.size / 1e6:.1f}"
    print(say("command.site.done", asked.lang, folder=out.resolve(), files=built.files, size=size))
    print(say("command.site.try", asked.lang, folder=out))
    return 0
