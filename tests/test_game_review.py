"""The game review without a browser: what it tells, what it takes, and messages never trusted."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import pytest

from inaba import river
from inaba.command import review as command
from inaba.errors import InabaError, NotationError, TooLarge
from inaba.record import Record
from inaba.river.widget import Board
from inaba.words import LANGUAGES
from lessons import kit
from lessons.chart import chances
from lessons.chart.chances import Pin, across
from lessons.chart.chances import Words as ChartWords
from lessons.laboratory import retelling
from lessons.laboratory import review as room
from lessons.laboratory.retelling import Retelling, catalogue, points
from lessons.laboratory.review import GameReview, Refused, recorded
from solvers.review import Amount, review
from tests.strategies import in_seat_order
from tests.strategies import recorded as record_of
from tests.test_without_numpy import run_without_numpy

GAMES = Path(__file__).parent / "games"

SMALL = """[Game "river"]
[Players "Aya, Ken"]
[Start "9,W,7/5,D,8/S,6,4 -,- 1 - -"]
[Result "2"]

1. 1a1 2. 2c1(1,5) 3. 2b2>a3(1,4) 4. 1a2(3,6) 5. 1b3 6. 2c1 7. 2b2>c3(2,5) 8. 2*
"""
"""A game of eight turns; five of them cost something, and turn 7 the most."""

HEADS = '[Game "river"]\n[Start "{start}"]\n[Result "{result}"]\n\n{turns}\n'


def looked_back(game: Any = SMALL, **more: Any) -> GameReview:
    options: dict[str, Any] = {"lang": "en", "seed": 1} | more
    back = GameReview(game, **options)
    assert back.wait(60)
    return back


def send(back: GameReview, content: object) -> dict[str, Any]:
    """Let a message come from the browser, as ipywidgets hands it over; what is shown then."""
    back._handle_msg({"content": {"data": {"method": "custom", "content": content}}, "buffers": []})
    shown: dict[str, Any] = back.get_state(["shown"])["shown"]
    return shown


def texts(data: object) -> list[str]:
    """Every text in plain data."""
    if isinstance(data, str):
        return [data]
    inner = data.values() if isinstance(data, dict) else data if isinstance(data, list | tuple) else ()
    return [text for one in inner for text in texts(one)]


# What can be looked back on --------------------------------------------------------------------------------


def test_a_record_a_board_a_text_and_a_file_are_the_same_game(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(SMALL, encoding="utf-8")
    record = Record.parse(SMALL, river.NOTATION)
    board = Board(record.start, seed=1, lang="en")
    board.resume(record)
    for game in (record, board, SMALL, file, str(file)):
        assert recorded(game).steps == record.steps


def test_what_is_played_later_does_not_change_a_review() -> None:
    record = Record(river.NOTATION, river.parse("3,W -,- 1 - -"))
    record.play(1, "1b1")
    back = looked_back(record)
    record.play(2, "2a1")
    assert back.record.turns == back.last == 1


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_board_on_which_nothing_was_played_says_so_at_once(lang: str) -> None:
    back = GameReview(Board(lang="en", seed=1), lang=lang, seconds=600)
    assert back.wait(5)
    told = {"en": "Nothing has been played yet", "ja": "まだ 1 手も指していない"}[lang]
    assert back.shown["trouble"].startswith(told)
    assert back.shown["working"] is None
    assert back._repr_mimebundle_()[0]["text/plain"] == back.shown["trouble"]
    assert back.review is None


def test_what_is_no_game_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(Refused) as refused:
        GameReview(7)  # type: ignore[arg-type]  # that is what is tested
    assert "int" in refused.value.say("en")
    with pytest.raises(Refused) as refused:
        GameReview(tmp_path / "none.txt")
    assert "none.txt" in refused.value.say("en")
    (tmp_path / "bytes.txt").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(Refused, match="bytes"):
        GameReview(tmp_path / "bytes.txt")
    with pytest.raises(NotationError):
        GameReview('[Game "chess"]\n')
    with pytest.raises(NotationError):
        GameReview('[Game "same-one"]\n[Result "*"]\n')
    for no_name in ("a\0b", "a\ud800b", ""):
        with pytest.raises(Refused, match="cannot be read"):
            GameReview(no_name)
    os.mkfifo(tmp_path / "pipe")  # nobody ever writes there
    with pytest.raises(Refused, match="pipe"):
        GameReview(tmp_path / "pipe")


def test_a_file_is_named_as_in_a_shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    (tmp_path / "game.txt").write_text(SMALL, encoding="utf-8")
    assert recorded("~/game.txt").turns == 8


@pytest.mark.parametrize(
    ("name", "english", "japanese"),
    [
        ("missing.txt", "No such file or directory", "そのようなファイルやフォルダーはありません"),
        ("", "Is a directory", "フォルダーです"),
        ("binary.txt", "it is no text in UTF-8", "UTF-8 の文書ではありません"),
    ],
)
def test_a_file_that_cannot_be_read_is_named_with_the_reason_in_the_same_language(
    tmp_path: Path, name: str, english: str, japanese: str
) -> None:
    (tmp_path / "binary.txt").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InabaError) as refused:
        recorded(str(tmp_path / name))
    assert english in refused.value.say("en")
    assert japanese in refused.value.say("ja")
    assert english not in refused.value.say("ja")


def test_secrets_of_a_draft_are_not_told_before_it_is_over() -> None:
    start = river.start(2, river.parse_deck("D,3,9,W"), 2, 2, setup="draft")
    walk = in_seat_order(start, Random(2), 200, 3)
    record = record_of(walk, river.NOTATION)
    assert record.result is not None
    assert recorded(record).result is not None
    while record.result is not None or not record.state.secrets:
        record.undo()
    with pytest.raises(Refused) as refused:
        recorded(record)
    assert "秘密" in refused.value.say("ja")


# What is told ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_stop_tells_its_turn_in_one_language(lang: str) -> None:
    back = looked_back(lang=lang)
    report = back.get_state(["report"])["report"]
    assert len(report["rows"]) == len(report["across"]) == back.last + 1 == 9
    assert report["across"] == sorted(report["across"])
    assert [one["at"] for one in report["dear"]] == [7, 2, 3, 4, 1]
    # It opens where most was lost.
    assert back.at == 7
    for at in range(back.last + 1):
        shown = send(back, {"do": "go", "at": at, "ask": "a"})
        assert shown["at"] == at
        assert shown["reply"] == {"to": "a", "ok": True}
        assert shown["picture"]["alt"]
        assert bool(shown["story"]) is (at > 0)
        told = " ".join([shown["heading"], shown["story"], shown["now"], *shown["judgement"]])
        letters = re.sub(r"Aya|Ken", "", told)
        assert (lang == "en") is letters.isascii()
    assert "Aya" in report["headline"] or "Ken" in report["headline"]


def test_the_numbers_told_are_those_of_the_review() -> None:
    back = looked_back()
    found = back.review
    assert found is not None
    told = Retelling(found, "en")
    for at, stop in enumerate(told.stops):
        for player in (1, 2):
            assert told.value(at, player).number == found.points[stop.point].value[player - 1]
    heads, rows = told.account()
    assert heads == ["", "Aya", "Ken"]
    by_name = {name: cells for name, *cells in rows}
    assert by_name["Luck"] == [points(share.luck, signed=True) for share in found.shares]
    worst = found.costliest(1)[0]
    assert told.rows()[worst.number][3] == points(worst.cost)
    assert f"cost {points(worst.cost)} points" in told.dear()[0][1]
    assert "1* or 2c2 was best" in told.judgement(7)[0]


def test_before_the_choice_the_board_shows_the_move_made_and_the_best_one() -> None:
    back = looked_back()
    found = back.review
    assert found is not None
    told = Retelling(found, "en")
    drawn = told.picture(7, "before")
    assert drawn.of == back.record.before(7)
    assert [str(move) for move, _ in drawn.arrows] == ["1*", "2b2"]
    assert [str(move) for move in drawn.best] == ["1*"]
    assert [value for _, value in drawn.arrows] == ["100 %", "42 %"]
    after = told.picture(7, "after")
    assert (after.of, after.arrows) == (back.record.before(8), ())
    # A best move is one arrow alone, with a star.
    assert [str(move) for move, _ in told.picture(8, "before").arrows] == ["2*"]
    assert not told.has_before(0)


def test_the_draw_by_repetition_is_a_stop_of_its_own() -> None:
    back = looked_back(GAMES / "repetition.txt")
    assert back.last == 5
    shown = send(back, {"do": "go", "at": 5})
    assert "third time" in shown["judgement"][0]
    assert "took 50.0 points from Aya" in shown["judgement"][0]
    assert "Aya 50.0 %, Ken 50.0 %" in shown["now"]
    rows = back.get_state(["report"])["report"]["account"]["rows"]
    assert ["Draw by repetition", "−50.0", "+50.0"] in rows


def test_an_estimate_is_marked_with_its_error_everywhere() -> None:
    back = looked_back(GAMES / "ordinary.txt", seconds=1.5)
    found = back.review
    assert found is not None
    report = back.get_state(["report"])["report"]
    border = next(at for at, row in enumerate(report["rows"]) if "≈" not in row[-1])
    assert 0 < border <= back.last
    assert all("≈" in cell and "±" in cell for row in report["rows"][:border] for cell in row[-2:])
    assert any("estimate" in note and f"{found.games:,}" in note for note in report["notes"])
    assert "estimated" in Retelling(found, "en").chart().svg
    # Names that computers and strangers have are said in the language of the review.
    assert "Computer 2" in report["heads"][-1]


@pytest.mark.parametrize("measure", ["maxn", "guarantee"])
def test_of_three_it_is_said_what_a_chance_means(measure: str) -> None:
    text = HEADS.format(start="3,W -,-,- 1 - -", result="*", turns="1. 1b1 2. 2a1(4,4)")
    back = looked_back(text, measure=measure)
    notes = " ".join(back.get_state(["report"])["report"]["notes"])
    assert ("max-n" in notes) is (measure == "maxn")
    assert ("together against him" in notes) is (measure == "guarantee")


def test_who_had_no_turn_yet_never_had_to_choose() -> None:
    back = looked_back(HEADS.format(start="3,W -,- 1 - -", result="*", turns="1. 1b1"))
    assert back.last == 1
    told = back.get_state(["report"])["report"]["players"]
    assert ["never had to choose" in player for player in told] == [False, True]


@pytest.mark.parametrize(
    ("luck", "said"),
    [
        (Amount(Fraction(1, 4)), "kind: luck gave 25.0"),
        (Amount(Fraction(-1, 4)), "unkind: luck took 25.0"),
        (Amount(Fraction(1, 50)), "about even (+2.0"),
        (Amount(Fraction(0)), "changed nothing"),
        (Amount(Fraction(1, 4), standard_error=0.2), "cannot be told from 0 (+25.0 ± 20.0"),
        (Amount(Fraction(1, 4), standard_error=0.08), "luck gave 25.0 ± 8.0"),
    ],
)
def test_luck_is_told_as_far_as_it_is_clear(luck: Amount, said: str) -> None:
    found = review(Record.parse(SMALL, river.NOTATION))
    share = replace(found.shares[0], luck=luck)
    assert said in Retelling(replace(found, shares=(share, found.shares[1])), "en").summary(1)


@pytest.mark.parametrize(
    ("of", "shown"),
    [
        (Amount(Fraction(1)), "+100"),
        (Amount(Fraction(-1)), "−100"),
        (Amount(1 - Fraction(1, 10**6)), "> 99.9"),
        (Amount(Fraction(1, 10**6) - 1), "< −99.9"),
        (Amount(Fraction(1), error=Fraction(1, 10**12)), "≈ +100.0"),
        (Amount(Fraction(0), standard_error=0.01), "0.0 ± 1.0"),
    ],
)
def test_only_exact_points_are_0_or_100(of: Amount, shown: str) -> None:
    assert points(of, signed=True) == shown


def test_what_is_not_quite_certain_never_looks_as_if_it_were() -> None:
    """In the table, the sentences, the chart, on the board and in the terminal."""
    found = review(recorded(SMALL))
    rare = Fraction(1, 10**5)
    points_ = tuple(replace(point, value=(rare, 1 - rare)) for point in found.points)
    found = replace(found, points=points_)
    told = Retelling(found, "en")
    assert (told.chance(3, 1), told.chance(3, 2)) == ("< 0.1 %", "> 99.9 %")
    shown = "\n".join([command.text(found, "en"), told.text(), told.html(), told.chart().alt])
    assert " 0.0 %" not in shown
    assert "100.0 %" not in shown
    pictures = [told.picture(at, "before") for at in range(1, 9)]
    arrows = {str(value) for picture in pictures for _, value in picture.arrows}
    assert arrows == {"< 1 %", "> 99 %"}


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_where_no_widget_is_shown_it_is_a_picture_words_and_tables(lang: str) -> None:
    back = looked_back(lang=lang)
    bundle = back._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    assert "application/vnd.jupyter.widget-view+json" in data
    html = data["text/html"]
    assert html.count('<img alt="') == 3
    assert html.count("<table") == 2
    assert "<script" not in html
    assert "58.3" in data["text/plain"]


def test_every_message_is_used_and_the_browser_has_all_that_it_asks_for() -> None:
    source = "".join(Path(path).read_text(encoding="utf-8") for path in (room.__file__, retelling.__file__))
    script = Path(room.__file__).with_name("review.js").read_text(encoding="utf-8")
    named = set(re.findall(r"review(?:\.[a-z_]+)+", source + script))
    families = [re.escape(one).replace(r"\{", "{") for one in re.findall(r'f"(review[^"]*)"', source)]
    families += re.findall(r"`(review[^`]*)`", script)
    patterns = [re.sub(r"\$?\{[^}]*\}|\\\$\{[^}]*\}", "[a-z_]+", one) for one in families]
    unused = [
        key for key in catalogue() if key not in named and not any(re.fullmatch(p, key) for p in patterns)
    ]
    assert unused == []
    asked = set(re.findall(r'"(review\.[a-z_.]+)"', script))
    back = looked_back()
    assert asked - set(back.words) == set()


# The work --------------------------------------------------------------------------------------------------


def test_stop_ends_a_long_review_with_what_there_is() -> None:
    back = GameReview(river_game(), lang="en", seconds=600, seed=1)
    assert back.review is None
    shown = send(back, {"do": "stop"})
    assert shown["working"] is None or shown["working"]["stopping"]
    assert back.wait(60)
    assert back.review is not None
    assert back.get_state(["report"])["report"]["ready"]


def test_a_review_that_is_taken_away_is_cut_short() -> None:
    back = GameReview(river_game(), lang="en", seconds=600, seed=1)
    back.close()
    assert back.wait(60)


def test_stop_is_heard_while_a_move_is_estimated() -> None:
    """Not only between moves: each may take seconds."""
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        return asked > 50

    found = review(river_game(), seconds=600, seed=1, stop=stop)
    assert asked > 50
    assert found.games < 5000


def river_game() -> Record:
    """A game that is far too large to be solved."""
    walk = in_seat_order(river.start(3), Random(1), 40, 3)
    return record_of(walk, river.NOTATION)


def test_while_it_works_there_is_progress_and_no_report() -> None:
    back = GameReview(river_game(), lang="en", seconds=600, seed=1)
    shown = back.get_state(["shown"])["shown"]
    assert 0 <= shown["working"]["percent"] <= 100
    assert back.get_state(["report"])["report"] == {"lang": "en", "ready": False}
    with pytest.raises(Refused):
        back.go(1)
    data = back._repr_mimebundle_()[0]
    assert "text/html" not in data
    assert "wait=True" in data["text/plain"]
    back.stop()
    assert back.wait(60)


def test_where_there_are_no_threads_the_review_comes_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(self: Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(Thread, "start", none)
    asked: list[float] = []

    def timed(*of: Any, seconds: float, **more: Any) -> Any:
        asked.append(seconds)
        return review(*of, seconds=seconds, **more)

    monkeypatch.setattr(room, "review", timed)
    text = HEADS.format(start="3,W -,- 1 - -", result="*", turns="1. 1b1 2. 2a1(4,4)")
    back = GameReview(text, lang="en", seconds=600)
    assert back.review is not None
    assert asked == [room.AT_ONCE]


def test_what_goes_wrong_is_told_where_the_review_would_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(error: Exception) -> Callable[..., Any]:
        def fail(*_: object, **__: object) -> Any:
            raise error

        return fail

    too_large = TooLarge("solvers.review.unsolved", size=3, limit=5)
    monkeypatch.setattr(room, "review", failing(too_large))
    back = looked_back(lang="ja")
    assert too_large.say("ja") in back.get_state(["shown"])["shown"]["trouble"]
    monkeypatch.setattr(room, "review", failing(MemoryError("full")))
    assert "full" in looked_back().get_state(["shown"])["shown"]["trouble"]


# Messages --------------------------------------------------------------------------------------------------

STRANGE: list[object] = [
    None,
    "go",
    [],
    {},
    {"do": "go"},
    {"do": "go", "at": "1"},
    {"do": "go", "at": True},
    {"do": "go", "at": -1},
    {"do": "go", "at": 10**9},
    {"do": "go", "at": 1.5},
    {"do": "view", "view": "sideways"},
    {"do": "language", "lang": "fr"},
    {"do": "open", "path": "/etc/passwd"},
]


def test_what_is_malformed_changes_nothing_and_is_answered() -> None:
    back = looked_back()
    before = back.at, back.lang, back.get_state(["report"])
    for content in STRANGE:
        talk = back.get_state(["shown"])["shown"]["said"]["n"]
        shown = send(back, content)
        assert (back.at, back.lang, back.get_state(["report"])) == before, content
        assert shown["reply"]["ok"] is False, content
        assert (shown["said"]["n"], shown["said"]["tone"]) == (talk + 1, "refused"), content
        assert shown["view"] == "before"


def test_state_from_the_browser_is_not_taken() -> None:
    back = looked_back()
    report = back.get_state(["report"])
    back.set_state({"report": {}, "shown": {}, "words": {}})
    assert back.get_state(["report"]) == report


def test_the_language_is_changed_with_all_words() -> None:
    back = looked_back()
    send(back, {"do": "language", "lang": "ja"})
    assert back.words["review.ui.title"] == "対局の振り返り"
    report = back.get_state(["report"])["report"]
    kept = [text for key in ("headline", "notes", "dear", "players", "heads") for text in texts(report[key])]
    assert not any(text.isascii() for text in kept)
    back.lang = "en"
    assert "Ken won" in back.get_state(["report"])["report"]["headline"]


def test_the_board_is_looked_at_before_the_choice_and_after_the_turn() -> None:
    back = looked_back()
    before = send(back, {"do": "view", "view": "before"})["picture"]
    after = send(back, {"do": "view", "view": "after"})["picture"]
    assert before != after
    assert send(back, {"do": "go", "at": 0})["choice"] is False


# The kit, the chart, and where there is no numpy -----------------------------------------------------------


def test_the_kit_looks_back_on_a_board_that_was_played_on() -> None:
    board = kit.board("9,W/0,6 -,- 1 - -", lang="en", seed=1, players=[None, None])
    board.play("1a1")
    board.play("1b2")
    back = kit.review(board, lang="ja", seed=1, wait=True)
    assert back.review is not None
    assert back.lang == "ja"
    assert [str(one.step) for one in back.record.steps] == ["1a1", "1b2"]


CHART = ChartWords("title", "turn", "chance", "alt", "estimated", "solved")


def test_the_chart_tells_its_numbers_as_text_and_its_curves_apart() -> None:
    curves = [[0.25, 0.5, 1.0], [0.25, 0.25, 0.0], [0.5, 0.25, 0.0]]
    chart = chances(curves, names=["A", "B", "C"], words=CHART, pins=[Pin(1, 2, "1")], solved_from=2)
    assert chart.alt == "alt"
    assert str(chart).splitlines()[-1].split(" | ") == ["   2", "100.0 %", " 0.0 %", " 0.0 %"]
    paths = re.findall(
        r'<path d="M[^"]*L[^"]*" fill="none" stroke="([^"]+)"[^>]*dasharray="([^"]*)"', chart.svg
    )
    assert len({colour for colour, _ in paths}) == len({dashes for _, dashes in paths}) == 3
    assert chart.svg.count(">estimated<") + chart.svg.count(">≈ estimated<") == 1
    # No label lies upon another, though two curves end at the same place.
    ends = [float(y) for y in re.findall(r'<text x="380\.0" y="([0-9.]+)"', chart.svg)]
    assert len(ends) == 3
    assert all(abs(a - b) >= 17 for i, a in enumerate(ends) for b in ends[:i])


def test_pins_do_not_lie_upon_each_other() -> None:
    curve = [0.5] * 40
    pins = [Pin(at, 1, str(at)) for at in (3, 4, 5, 6)]
    chart = chances([curve], names=["A"], words=CHART, pins=pins)
    heads = re.findall(r'<circle cx="([0-9.]+)" cy="([0-9.]+)" r="10"', chart.svg)
    at = [(float(x), float(y)) for x, y in heads]
    assert len(at) == 4
    assert all(
        abs(x - other) > 20 or abs(y - high) > 20 for i, (x, y) in enumerate(at) for other, high in at[:i]
    )


@pytest.mark.parametrize("curves", [[], [[0.5]] * 5, [[0.5], [0.5, 0.5]]])
def test_a_chart_that_cannot_be_drawn_is_refused(curves: list[list[float]]) -> None:
    with pytest.raises(ValueError, match="curve"):
        chances(curves, names=["A"] * len(curves), words=CHART)


def test_places_are_shares_of_the_width() -> None:
    assert 0 < across(0, 5) < across(5, 5) < 1
    assert 0 < across(0, 0) < 1


def test_it_runs_without_numpy(tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text(SMALL, encoding="utf-8")
    code = f"""
        import os, sys
        sys.path.insert(0, {str(Path(__file__).parent.parent)!r})
        from lessons.laboratory.review import GameReview
        back = GameReview("game.txt", lang="en")
        assert back.wait(60)
        print(back.review.costliest(1)[0].number, back.review.exact)
    """
    assert run_without_numpy(code, tmp_path).split() == ["7", "True"]
