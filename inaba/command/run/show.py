"""`inaba show`: a position as text, and as a picture."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable

from inaba import files, river
from inaba.command import open_hands
from inaba.command.console import shows
from inaba.command.writing import see_free, writing
from inaba.errors import SetupError
from inaba.river.description import text
from inaba.words import say


def look(of: river.State | river.View, lang: str) -> str:
    """A position as text that this terminal can show."""
    return text(of, lang, unicode=shows("┌─│" + ("川" if lang == "ja" else "")))


def _shown(asked: Namespace) -> tuple[str, Callable[[], str]]:
    """A position of the game that its text is of: as text for this terminal, and what draws it."""
    rules, lang = asked.rules or "", asked.lang
    if open_hands.is_same_one(asked.position):
        from inaba import same_one
        from inaba.same_one import picture as cards

        position = same_one.parse(asked.position, same_one.parse_rules(rules))
        told = cards.text(position, lang, unicode=shows("▶" + ("緑" if lang == "ja" else "")))
        return told, lambda: cards.picture(position, lang=lang).svg()
    state = river.parse(asked.position, river.parse_rules(rules))

    def drawn() -> str:
        from inaba.river.picture import picture

        return picture(state, lang=lang).svg()

    return look(state, lang), drawn


def run(asked: Namespace) -> int:
    told, drawn = _shown(asked)
    if asked.force and asked.svg is None:
        raise SetupError("command.refused.needs", option="--force", other="--svg")
    if asked.svg is not None:
        file = files.named(asked.svg)
        see_free(file, asked.force)
        with writing(file):
            files.replace(file, drawn())
    print(told)
    if asked.svg is not None:
        print(say("command.show.written", asked.lang, file=file))
    return 0
