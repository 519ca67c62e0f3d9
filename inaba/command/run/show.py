"""`inaba show`: a position as text, and as a picture; a written one, or the one that a game begins with."""

from __future__ import annotations

import json
from argparse import Namespace
from random import Random
from typing import Any, Final

from inaba import files, river
from inaba.command.console import shows
from inaba.command.games import NOTATIONS, name_of
from inaba.command.opening import OF_A_NEW_GAME, decks_json, decks_text, given, new_game
from inaba.command.seen import written
from inaba.command.writing import see_free, writing
from inaba.errors import SetupError
from inaba.words import say

OF_AN_OPENING: Final = ("game", *OF_A_NEW_GAME, "open", "seed")


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


def opening(asked: Namespace) -> tuple[str, Any]:
    """The position that a game begins with, and that game's name: cards face down or, with ``--open``, laid
    out face up; what is dealt is dealt where a seed is given.

    Raises
    ------
    SetupError, NotationError
        If the options do not fit together, or cannot be read.
    """
    state, notation = new_game(asked)
    game = name_of(notation)
    if asked.open:
        if asked.setup == "draft":
            raise SetupError("command.refused.not_with", option="--open", other="--setup draft")
        return game, _laid_open(state, 1 if asked.seed is None else asked.seed)
    if asked.seed is not None:
        if state.chance() is None:
            raise SetupError("command.refused.needs", option="--seed", other="--open")
        rng = Random(asked.seed)
        while (possible := state.chance()) is not None:
            state = state.happen(possible.sample(rng))
    return game, state


def _laid_open(state: river.State, seed: int) -> river.State:
    """An opening of River with all cards face up, laid as the first layout of a survey with that seed."""
    from solvers.survey import layouts

    size = {"columns": state.board.columns, "rows": state.board.rows}
    laid = next(layouts(state.unseen, 1, seed, **size)).partition(" ")[0]
    return river.parse(f"{laid} {','.join(state.rabbits)} {state.turn} - -", state.rules)


def run(asked: Namespace) -> int:
    if asked.decks:
        if beside := given(asked, ("position", *OF_AN_OPENING, "rules", "svg", "force")):
            option = "POSITION" if beside[0] == "position" else f"--{beside[0]}"
            raise SetupError("command.refused.not_with", option=option, other="--decks")
        print(json.dumps(decks_json()) if asked.json else decks_text(asked.lang))
        return 0
    options = given(asked, OF_AN_OPENING)
    if asked.position is None:
        if not options:
            raise SetupError("command.show.nothing")
        game, position = opening(asked)
    elif options:
        raise SetupError("command.refused.not_with", option=f"--{options[0]}", other="POSITION")
    else:
        game, position = written(asked.position, asked.rules)
    if asked.force and asked.svg is None:
        raise SetupError("command.refused.needs", option="--force", other="--svg")
    if asked.svg is not None:
        file = files.named(asked.svg)
        see_free(file, asked.force)
        with writing(file):
            files.replace(file, drawn(position, asked.lang, game))
    if asked.json:
        print(json.dumps({"game": game, "position": str(position), "rules": _rules_of(position, game)}))
        return 0
    print(look(position, asked.lang, game))
    if options:
        print("\n" + say("command.show.position", asked.lang, position=position))
        if rules := _rules_of(position, game):
            print(say("command.show.rules", asked.lang, rules=rules))
    if asked.svg is not None:
        print(say("command.show.written", asked.lang, file=file))
    return 0


def _rules_of(of: Any, game: str) -> str:
    """The rules of a position or a view that differ from the default, as ``--rules`` takes them."""
    return NOTATIONS[game].format_rules(of.rules)
