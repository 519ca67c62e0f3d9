"""What all laboratories do alike: messages that cannot be sent back, tokens, the language, two at once."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lessons.laboratory.bench import MOST_TOKEN, Bench
from lessons.laboratory.deduction import DeductionLaboratory
from lessons.laboratory.explorer import Explorer
from lessons.laboratory.fight import FightLaboratory
from lessons.laboratory.odds import OddsLaboratory
from lessons.laboratory.puzzle import PuzzlePlayer
from lessons.laboratory.review import GameReview

GAME = '[Game "river"]\n[Start "3,W -,- 1 - -"]\n[Result "2"]\n\n1. 1a1(1,1) 2. 2b1 3. 1a1(1,1) 4. 2*'
HALF = "\ud800"
"""Half of a letter: no text in UTF-8 holds it."""

Make = Callable[[Path], Bench]

BENCHES: dict[str, Make] = {
    "deduction": lambda folder: DeductionLaboratory(lang="en"),
    "explorer": lambda folder: Explorer("3,W -,- 1 - -", lang="en"),
    "fight": lambda folder: FightLaboratory(lang="en", seed=1),
    "odds": lambda folder: OddsLaboratory(lang="en", seed=1),
    "puzzle": lambda folder: PuzzlePlayer("loaded", lang="en", keep=folder / "progress.jsonl"),
    "review": lambda folder: GameReview(GAME, lang="en"),
}

each = pytest.mark.parametrize("make", BENCHES.values(), ids=BENCHES)


def send(bench: Bench, content: object) -> dict[str, Any]:
    """Let a message come from the browser; the reply, once all is sent as the kernel sends it."""
    bench._handle_msg({"content": {"data": {"method": "custom", "content": content}}, "buffers": []})
    state = bench.get_state()
    json.dumps(state, ensure_ascii=False, allow_nan=False).encode()
    return dict((state.get("scene") or state["shown"])["reply"])


@each
def test_what_cannot_be_sent_back_is_refused_whole(make: Make, tmp_path: Path) -> None:
    bench = make(tmp_path)
    messages: list[object] = [HALF, {HALF: 1}, {"do": HALF}, {"do": float("nan")}]
    messages += [{"do": "step", "ask": HALF}, {"do": "language", "lang": HALF}]
    # Texts of each laboratory's own fields.
    messages += [{"do": "set", "field": "damage", "text": HALF}, {"do": "dice", "text": f"1{HALF}d6"}]
    messages += [{"do": "answer", "of": "loaded", "text": HALF}, {"do": "go", "at": 1, "ask": HALF}]
    messages += [{"do": "position", "text": HALF, "rules": ""}]
    for message in messages:
        assert send(bench, message) == {"to": "", "ok": False}
    assert send(bench, {"do": "language", "lang": "ja", "ask": "一"}) == {"to": "一", "ok": True}
    assert send(bench, {"do": "language", "lang": "ja", "ask": "x" * (MOST_TOKEN + 1)})["to"] == ""


@each
def test_two_at_once_have_nothing_in_common(make: Make, tmp_path: Path) -> None:
    first, second = make(tmp_path), make(tmp_path)
    before = second.get_state(["words"])
    send(first, {"do": "language", "lang": "ja"})
    assert (first.lang, second.lang) == ("ja", "en")
    assert second.get_state(["words"]) == before


@each
def test_another_language_than_the_two_changes_nothing(make: Make, tmp_path: Path) -> None:
    bench = make(tmp_path)
    with pytest.raises(ValueError, match="not one of"):
        bench.lang = "fr"
    assert bench.lang == bench.get_state(["words"])["words"]["lang"] == "en"
