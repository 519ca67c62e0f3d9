"""What the browser gets first of a board or laboratory is all that it needs to draw it.

A scene that came with a second message could come late: on a busy tablet the board is drawn before it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ipywidgets
import pytest

from lessons import kit

WON = """[Game "river"]
[Start "W -,- 1 - -"]
[Result "1"]

1. 1a1 2. 1*
"""

MADE: dict[str, Callable[[], Any]] = {
    "board": lambda: kit.board("5,W,4/0,6,3 -,- 1 - -", lang="en", seed=1),
    "same_one": lambda: kit.same_one(3, lang="en", seed=1),
    "cross_sevens": lambda: kit.cross_sevens(3, lang="en", seed=1),
    "explore": lambda: kit.explore("9,W/5,6 -,- 1 - -", lang="en", seed=1),
    "fight_laboratory": lambda: kit.fight_laboratory(9, lang="en", seed=1),
    "odds_laboratory": lambda: kit.odds_laboratory(lang="en", seed=1),
    "deduction_laboratory": lambda: kit.deduction_laboratory(lang="en"),
    "puzzles": lambda: kit.puzzles(lang="en"),
    "review": lambda: kit.review(WON, lang="en"),
}


@pytest.mark.parametrize("name", MADE)
def test_the_first_message_holds_the_whole_scene(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    first: list[dict[str, Any]] = []
    plain = ipywidgets.Widget.open

    def noted(widget: ipywidgets.Widget) -> None:
        if widget.has_trait("words"):
            first.append({trait: getattr(widget, trait) for trait in widget.keys})
        plain(widget)

    monkeypatch.setattr(ipywidgets.Widget, "open", noted)
    widget = MADE[name]()
    (told,) = first
    drawn = [trait for trait in ("scene", "words", "art", "report", "shown") if widget.has_trait(trait)]
    assert len(drawn) > 1
    assert {trait: bool(told[trait]) for trait in drawn} == dict.fromkeys(drawn, True)
    assert widget.words == told["words"]
