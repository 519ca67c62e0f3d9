"""`inaba notation`: how positions, moves and rules are written."""

from __future__ import annotations

from argparse import Namespace

from inaba.command.notation import PAGES, as_markdown, as_text


def run(asked: Namespace) -> int:
    games = list(PAGES) if asked.game is None else [asked.game]
    if asked.markdown:
        print(as_markdown(games, asked.lang), end="")
    else:
        print("\n\n".join(as_text(game, asked.lang) for game in games))
    return 0
