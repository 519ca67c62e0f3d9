"""The puzzle player: what it offers, how it takes answers, what it keeps, what it makes of any message."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inaba.words import LANGUAGES
from lessons.laboratory.puzzle import PuzzlePlayer, Refused, say
from lessons.puzzles import daily, named, puzzles, rooms, solution

JAPANESE = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")
Open = Callable[..., PuzzlePlayer]


@pytest.fixture
def opened(tmp_path: Path) -> Open:
    def one(name: str | None = "after-you", **more: Any) -> PuzzlePlayer:
        return PuzzlePlayer(name, **{"lang": "en", "keep": tmp_path / "progress.jsonl", **more})

    return one


def tell(player: PuzzlePlayer, message: object) -> dict[str, Any]:
    """Send what a browser might send; the scene that answers it."""
    player._receive(player, message, [])
    return dict(player.scene)


def sent(player: PuzzlePlayer, **message: object) -> dict[str, Any]:
    return tell(player, {"of": player.puzzle.name, **message})


def test_a_fresh_player_shows_the_first_puzzle_and_how_to_answer_it(opened: Open) -> None:
    scene = opened(None).scene
    assert scene["puzzle"]["name"] == next(iter(puzzles()))
    assert scene["puzzle"]["how"]
    assert scene["progress"] == {"done": 0, "of": len(puzzles()), "text": f"0 of {len(puzzles())} solved"}
    assert len(scene["list"]) == len(puzzles())
    assert scene["solution"] == ""
    assert not scene["may_show"]


def test_a_right_answer_tells_the_idea_and_what_every_move_is_worth(opened: Open) -> None:
    player = opened()
    scene = sent(player, do="answer", text="2a1", ask="t1")
    assert scene["reply"] == {"to": "t1", "ok": True}
    assert scene["said"]["tone"] == "right"
    assert scene["said"]["lines"][0] == "Right!"
    assert scene["solution"] == solution(player.puzzle, "en")
    assert [(row["move"], row["to"], row["best"]) for row in scene["stage"]["values"]] == [
        ("1a1", "a1", False),
        ("2a1", "a1", True),
    ]
    assert [(option["state"], option["note"]) for option in scene["options"]] == [
        ("", "26.2 %"),
        ("right", "73.8 %"),
    ]
    assert scene["puzzle"]["solved"]
    assert scene["progress"]["done"] == 1
    assert player.solved


def test_two_wrong_answers_and_the_solution_may_be_seen(opened: Open) -> None:
    player = opened()
    scene = sent(player, do="solution")
    assert scene["said"]["lines"] == ["Try it first: after 2 tries the solution is shown."]
    scene = sent(player, do="answer", text="1a1")
    assert scene["said"]["tone"] == "not_yet"
    assert [(option["state"], option["note"]) for option in scene["options"]] == [
        ("wrong", "26.2 %"),
        ("", ""),
    ]
    assert scene["solution"] == ""
    assert not scene["may_show"]
    assert sent(player, do="answer", text="1a1")["may_show"]
    scene = sent(player, do="solution")
    assert scene["solution"]
    assert not scene["may_show"]
    assert not scene["puzzle"]["solved"], "to be told is not to have solved"


def test_hints_come_one_by_one(opened: Open) -> None:
    player = opened()
    for told in (1, 2):
        scene = sent(player, do="hint")
        assert len(scene["hints"]) == told
        assert scene["hints_left"] == 2 - told
    assert sent(player, do="hint")["said"]["lines"] == ["There is no further hint."]
    with pytest.raises(Refused):
        player.hint()


def test_numbers_are_typed_and_kept_as_they_were_typed(opened: Open) -> None:
    player = opened("nine-at-once")
    assert player.scene["form"] == "number"
    assert player.scene["options"] == []
    scene = sent(player, do="answer", text="４／３６")
    assert scene["typed"] == "４／３６"
    assert scene["said"]["tone"] == "not_yet"
    scene = sent(player, do="answer", text="no idea")
    assert scene["said"]["tone"] == "unread"
    scene = sent(player, do="answer", text="")
    assert scene["said"]["tone"] == "untouched"
    assert sent(player, do="answer", text="27.8%")["said"]["tone"] == "right"
    assert player._standing(named("nine-at-once")).tries == 2, "what was no answer is no try"


def test_what_is_done_is_kept_for_the_next_time(opened: Open, tmp_path: Path) -> None:
    player = opened("nine-at-once")
    player.answer("1/2")
    player.hint()
    player.answer("5/18")
    lines = [json.loads(line) for line in (tmp_path / "progress.jsonl").read_text("utf-8").splitlines()]
    assert [(line["lesson"], line["exercise"], line["did"]) for line in lines] == [
        ("puzzles", "nine-at-once", "wrong"),
        ("puzzles", "nine-at-once", "hint"),
        ("puzzles", "nine-at-once", "right"),
    ]
    again = opened(None)
    assert again.scene["progress"]["done"] == 1
    assert again.puzzle.name == list(puzzles())[1], "the first that is not solved yet"
    again.pose("nine-at-once")
    assert again.solved
    assert again.scene["solution"] == "", "a solved puzzle may be tried again"
    assert again.scene["may_show"]


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    player = PuzzlePlayer("after-you", lang="en", keep=tmp_path / "nowhere" / "progress.jsonl")
    assert player.scene["kept"]
    player.answer("2a1")
    assert not player.scene["kept"]
    assert player.solved


def chosen(player: PuzzlePlayer, game: str = "", kind: str = "", level: int = 0) -> dict[str, Any]:
    """Choose in the lists, where "" and 0 stand for all."""
    return tell(player, {"do": "choose", "game": game, "kind": kind, "level": level})


def test_choosing_a_game_a_kind_and_a_level(opened: Open) -> None:
    player = opened()
    for game, room in rooms().items():
        assert len(chosen(player, game)["list"]) == len(puzzles(game))
        for kind in room.kinds:
            for level in {one.level for one in puzzles(game).values() if one.kind is kind}:
                scene = chosen(player, game, kind, level)
                assert (scene["game"], scene["kind"], scene["level"]) == (game, f"{game}/{kind}", level)
                offered = [one["value"] for one in scene["list"]]
                of_kind = [one for one in puzzles(game).values() if one.kind is kind]
                assert offered == [one.name for one in of_kind if one.level == level]
                assert player.puzzle.name in offered
    assert len(chosen(player)["list"]) == len(puzzles())


def test_the_kinds_to_choose_from_are_those_of_the_game(opened: Open) -> None:
    player = opened(game="same-one", name=None)
    own = [one["value"] for one in player.scene["kinds"]]
    assert own == ["", *(f"same-one/{kind}" for kind in rooms()["same-one"].kinds)]
    every = {one["value"]: one["text"] for one in chosen(player)["kinds"]}
    assert every["same-one/dog"] == "Same One: Points, sharks and the dog"
    assert len(every) == 1 + sum(len(room.kinds) for room in rooms().values())


def test_how_much_is_done_is_counted_for_the_game_that_is_chosen(opened: Open) -> None:
    player = opened("shark-first")
    assert player.answer("g14")
    assert player.scene["progress"]["text"] == f"1 of {len(puzzles())} solved"
    assert chosen(player, "river")["progress"]["text"] == f"0 of {len(puzzles('river'))} solved"
    assert chosen(player, "same-one")["progress"]["text"] == f"1 of {len(puzzles('same-one'))} solved"


@pytest.mark.parametrize("wrong", [("chess", "", 0), ("same-one", "race", 0), ("", "", 6), ("", "", True)])
def test_a_choice_that_is_none_changes_nothing(opened: Open, wrong: tuple[str, str, int]) -> None:
    player = opened()
    scene = chosen(player, *wrong)
    assert scene["said"]["lines"] == [say("player.why.message", "en")]
    assert len(scene["list"]) == len(puzzles())


def test_next_and_previous_go_round(opened: Open) -> None:
    player = opened(None, kind="race")
    seen = []
    for _ in player.scene["list"]:
        seen.append(player.puzzle.name)
        tell(player, {"do": "step", "by": 1})
    assert seen == [one["value"] for one in player.scene["list"]]
    assert player.puzzle.name == seen[0]
    tell(player, {"do": "step", "by": -1})
    assert player.puzzle.name == seen[-1]


def test_the_puzzle_of_the_day_is_everybody_s(opened: Open) -> None:
    for n in range(5):
        day = date(2026, 11, 30) + timedelta(days=n)
        scene = tell(opened(today=day, kind="fight"), {"do": "daily"})
        assert scene["puzzle"]["name"] == daily(day).name
        assert scene["puzzle"]["today"]
        assert scene["puzzle"]["name"] in [one["value"] for one in scene["list"]]


def test_each_game_has_a_puzzle_of_the_day(opened: Open) -> None:
    day = date(2026, 11, 30)
    for game in rooms():
        for player in (opened(None, today=day, game=game), opened(next(iter(puzzles(game))), today=day)):
            scene = tell(player, {"do": "daily"})
            assert scene["puzzle"]["name"] == daily(day, game).name
            assert scene["puzzle"]["today"]


def test_over_midnight_the_puzzle_of_the_day_is_the_new_day_s(
    opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A notebook that stays open asks the clock anew, and never with the day that it was opened on."""

    class Clock(date):
        now = date(2026, 11, 30)

        @classmethod
        def today(cls) -> Clock:
            return cls(cls.now.year, cls.now.month, cls.now.day)

    monkeypatch.setattr("lessons.laboratory.puzzle.date", Clock)
    player = opened(daily(Clock.now).name)
    assert player.scene["puzzle"]["today"]
    Clock.now += timedelta(days=1)
    scene = tell(player, {"do": "language", "lang": "ja"})
    assert not scene["puzzle"]["today"]
    scene = tell(player, {"do": "daily"})
    assert scene["puzzle"]["name"] == daily(date(2026, 12, 1)).name
    assert scene["puzzle"]["today"]


@pytest.mark.parametrize("name", puzzles())
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_puzzle_is_shown_answered_and_told(name: str, lang: str, opened: Open) -> None:
    player, one = opened(name, lang=lang), named(name)
    scene, found = player.scene, one.answer()
    assert [option["value"] for option in scene["options"]] == list(found.options)
    assert {option["note"] for option in scene["options"]} <= {""}
    assert (scene["form"] == "number") == (one.question.ask in one.room.numbers)
    assert scene["puzzle"]["game"] == one.room.name(lang)
    shown = scene["stage"]
    if shown["kind"] == "picture":
        assert player.picture.startswith("<svg")
        assert bool(JAPANESE.search(shown["alt"])) == (lang == "ja")
    else:
        allowed = {to for places in shown["ask"]["to"].values() for to in places}
        assert allowed <= {cell["at"] for cell in shown["cells"]}
        if scene["form"] in ("move", "square"):
            assert allowed == {re.sub("^([12]|!)", "", option) for option in found.options}
    scene = sent(player, do="answer", text=found.right)
    assert scene["said"]["tone"] == "right"
    assert all(bool(option["note"]) == bool(found.values) for option in scene["options"])
    if shown["kind"] == "board":
        shown = scene["stage"]
        assert {row["move"] for row in shown["values"]} == set(found.values or ())
        assert {row["to"] for row in shown["values"]} <= {cell["at"] for cell in shown["cells"]}
    assert bool(JAPANESE.search(scene["puzzle"]["question"])) == (lang == "ja")


def test_moves_of_cards_are_told_in_words_and_what_they_are_worth(opened: Open) -> None:
    """A play that nobody can stop, and one that they can; how likely a card is called."""
    player = opened("two-at-once")
    texts = {option["value"]: option["text"] for option in player.scene["options"]}
    assert texts["g9"] == "g9: play green 9"
    assert texts["g9+b9"] == "g9+b9: play green 9 and blue 9, the last one on top"
    assert texts["draw"] == "draw: draw a card"
    sent(player, do="answer", text="g9")
    scene = sent(player, do="answer", text="g9+b9")
    notes = {option["value"]: (option["state"], option["note"]) for option in scene["options"]}
    assert notes["g9"] == ("wrong", "can be stopped")
    assert notes["g9+b9"] == ("right", "out for certain")
    player = opened("quieter")
    assert player.answer("g12")
    # Of the seven unseen cards four lie in hands: two of them are nines, or one is a twelve.
    assert [option["note"] for option in player.scene["options"]] == [
        "called with a chance of 6/7 (85.7 %)",
        "called with a chance of 4/7 (57.1 %)",
    ]


def test_what_is_done_is_kept_for_each_game_as_its_puzzles_always_were(opened: Open, tmp_path: Path) -> None:
    opened("shark-first").answer("g14")
    (line,) = (tmp_path / "progress.jsonl").read_text("utf-8").splitlines()
    told = json.loads(line)
    assert (told["lesson"], told["exercise"]) == ("same-one-puzzles", "shark-first")


def test_the_language_may_change_in_the_middle(opened: Open) -> None:
    player = opened()
    player.hint()
    assert not JAPANESE.search(player.scene["hints"][0]["text"])
    scene = tell(player, {"do": "language", "lang": "ja"})
    assert JAPANESE.search(scene["hints"][0]["text"])
    assert player.words["lang"] == player.lang == "ja"
    sent(player, do="open", name="shark-first")
    sent(player, do="answer", text="y2")
    (note,) = (option["note"] for option in player.scene["options"] if option["state"] == "wrong")
    assert JAPANESE.search(note)
    (note,) = (
        one["note"] for one in tell(player, {"do": "language", "lang": "en"})["options"] if one["note"]
    )
    assert not JAPANESE.search(note)
    assert not JAPANESE.search(player.picture)


def test_without_a_browser_it_is_a_picture_with_words(opened: Open) -> None:
    bundle = opened()._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    assert "<img alt=" in data["text/html"]
    assert "Which rabbit do you move onto the whale?" in data["text/plain"]
    assert repr(opened()) == "PuzzlePlayer('after-you')"


def test_what_cannot_be_opened_is_refused(opened: Open) -> None:
    wrongs = (
        {"name": "nobody"},
        {"game": "go"},
        {"kind": "river"},
        {"level": 6},
        {"level": True},
        {"lang": "fr"},
    )
    for wrong in wrongs:
        with pytest.raises(ValueError, match=r"there is no|is not one of"):
            opened(**wrong)
    no_names: tuple[Any, ...] = ([], {}, 3, b"after-you")
    for no_name in no_names:
        with pytest.raises(ValueError, match="there is no puzzle"):
            named(no_name)
    no_days: tuple[Any, ...] = ("2026-12-01", 3, True)
    for no_day in no_days:
        with pytest.raises(ValueError, match="a day is written"):
            daily(no_day)


MESSAGES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
TASKS = st.fixed_dictionaries(
    {"do": st.sampled_from(["answer", "hint", "solution", "open", "daily", "step", "choose", "language"])},
    optional={
        key: MESSAGES
        | st.sampled_from(["after-you", "shark-first", "ja", "river", "race", "", "1a1", "2*", 1, -1, 5])
        for key in ("of", "text", "name", "by", "game", "kind", "level", "lang", "ask")
    },
)


@given(st.lists(MESSAGES | TASKS, max_size=5))
def test_no_message_breaks_it(messages: list[object]) -> None:
    player = PuzzlePlayer("after-you", lang="en", keep="no such folder/progress.jsonl")
    for message in messages:
        before = player.scene["received"]
        scene = tell(player, message)
        assert scene["received"] == before + 1
        assert scene["puzzle"]["name"] in puzzles()
    json.dumps(player.scene)


def test_a_message_for_another_puzzle_changes_nothing(opened: Open) -> None:
    player = opened()
    scene = tell(player, {"do": "answer", "of": "nine-at-once", "text": "2a1"})
    assert scene["said"]["lines"] == [say("player.why.changed", "en")]
    assert not player.solved


def test_the_browser_cannot_write_the_scene(opened: Open) -> None:
    player = opened()
    player.set_state({"scene": {"solution": "mine"}, "words": {}})
    assert player.scene["solution"] == ""
    assert player.words["lang"] == "en"
