"""`inaba show`: a position as text, and as a picture."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from inaba import files
from inaba.command.console import shows
from inaba.command.seen import written
from inaba.command.writing import see_free, writing
from inaba.errors import SetupError
from inaba.words import say


def look(of: Any, lang: str, game: str = "river") -> str:
    """A position or a view as text that this terminal can show."""
    match game:
        case "same-one":
            from inaba.same_one.description import text as of_same_one

            return of_same_one(of, lang, unicode=shows("▶" + ("緑" if lang == "ja" else "")))
        case "cross-sevens":
            from inaba.cross_sevens.description import text as of_cross_sevens

            return of_cross_sevens(of, lang, unicode=shows("▶·" + ("番" if lang == "ja" else "")))
        case _:
            from inaba.river.description import text as of_river

            return of_river(of, lang, unicode=shows("┌─│" + ("川" if lang == "ja" else "")))


def drawn(of: Any, lang: str, game: str) -> str:
    """A position or a view as an SVG picture."""
    match game:
        case "same-one":
            from inaba.same_one.picture import picture as of_same_one

            return of_same_one(of, lang=lang).svg()
        case "cross-sevens":
            from inaba.cross_sevens.picture import picture as of_cross_sevens

            return of_cross_sevens(of, lang=lang).svg()
        case _:
            from inaba.river.picture import picture as of_river

            return of_river(of, lang=lang).svg()


def run(asked: Namespace) -> int:
    game, position = written(asked.position, asked.rules)
    if asked.force and asked.svg is None:
        raise SetupError("command.refused.needs", option="--force", other="--svg")
    if asked.svg is not None:
        file = files.named(asked.svg)
        see_free(file, asked.force)
        with writing(file):
            files.replace(file, drawn(position, asked.lang, game))
    print(look(position, asked.lang, game))
    if asked.svg is not None:
        print(say("command.show.written", asked.lang, file=file))
    return 0
