"""Records of Same One: whole games on file, what one player saw of them, and matches."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from inaba import river, same_one
from inaba.errors import IllegalMove, NotationError
from inaba.record import Record
from inaba.same_one.match import Match, Why, format_match, parse_match, scores_of
from inaba.same_one.rules import parse_rules
from tests import reference_same_one as reference
from tests.strategies import in_seat_order, recorded
from tests.strategies_same_one import SAME_ONE, SMALL
from tests.under_test import GameUnderTest

FOLDER = Path(__file__).parent / "games"
MATCH = FOLDER / "same_one_match.txt"
GAMES_PLAYED = sorted(path for path in FOLDER.glob("same_one_*.txt") if path != MATCH)

every_game_played = pytest.mark.parametrize("path", GAMES_PLAYED, ids=lambda path: path.stem)


def read(text: str) -> Record:
    return Record.parse(text, river.NOTATION, same_one.NOTATION)


def text_of(path: Path) -> str:
    return path.read_bytes().decode("utf-8")


# Whole games on file


@every_game_played
def test_a_record_is_written_again_as_it_was_read(path: Path) -> None:
    assert str(read(text_of(path))) == text_of(path)


@every_game_played
def test_a_record_ends_where_the_reference_ends(path: Path) -> None:
    record = read(text_of(path))
    position = reference.read(str(record.start), str(record.start.rules))
    for played in record.steps:
        position = reference.after(position, (played.player, str(played.step)))
    assert str(record.state) == reference.write(position)
    out = [str(player) for player in position.seats if not position.held(player)]
    result = re.search(r'\[Result "(.*)"\]', text_of(path))
    assert result is not None
    assert result[1] == (
        ",".join(out) if reference.over(position) and out else "draw" if record.result else "*"
    )
    if reference.over(position) and not position.play_on:
        assert scores_of(record) == tuple(reference.scores(position))


def test_the_games_on_file_are_of_every_kind() -> None:
    texts = {path.stem.removeprefix("same_one_"): text_of(path) for path in GAMES_PLAYED}
    whole = "".join(texts.values())
    for part in (
        "play_on",
        "fixed_order",
        "fouls",
        "race",
        "draw",
        "pass",
        "pass@",
        "put@",
        "+",
        "!",
        "x",
        ",1!",
    ):
        assert part in whole, part
    assert scores_of(read(texts["wonderful"])) == (30, -10, -10, -10)
    assert read(texts["play_on"]).outcome() == "2,3,4"
    assert read(texts["play_on"]).result == (Fraction(0), *(Fraction(1, 3),) * 3)
    assert read(texts["nobody"]).result == (Fraction(1, 3),) * 3
    assert read(texts["unfinished"]).outcome() == "*"
    assert scores_of(read(texts["unfinished"])) is None


def test_the_third_time_a_position_begins_a_turn_is_a_draw_that_scores_nothing() -> None:
    record = read(text_of(FOLDER / "same_one_repetition.txt"))
    assert record.drawn
    assert record.state.result() is None
    assert scores_of(record) == (0, 0, 0)


def test_a_turn_holds_a_play_with_all_answers() -> None:
    record = Record(same_one.NOTATION, same_one.parse("g3,g9/b5,b9/y1,y9 g7:3 - b12,y30 1 0"))
    record.play(1, "g9")
    with pytest.raises(IllegalMove, match="seat order"):
        record.play(3, "-")
    for player, answer in ((2, "!b9"), (3, "!y9")):
        record.play(player, answer)
    record.happen("(3!y9,2!b9)")
    record.play(3, "draw")
    assert str(record).splitlines()[-1] == "1. g9!b9!y9(3!y9,2!b9) 2. draw"


def test_the_deal_is_a_turn_of_its_own() -> None:
    record = Record(same_one.NOTATION, same_one.start(3, deck=SMALL, hand=1))
    for event in ("=g1", "=b1", "=y1"):
        record.happen(event)
    record.play(1, "g1")
    assert str(record).splitlines()[-1] == "1. =g1=b1=y1 2. g1"
    assert record.outcome() == "1"


# As one player saw it


def test_a_record_as_one_player_saw_it() -> None:
    record = Record(same_one.NOTATION, same_one.parse("g3,g9/b5,b9/y1,y9 g7:3 - b12,y30 1 0"))
    for player, step in ((1, "g9"), (2, "-"), (3, "!y9")):
        record.play(player, step)
    record.happen("(3!y9)")
    record.play(3, "draw")
    record.happen("=b12")
    assert record.seen_by(1).splitlines()[-1] == "1. g9??(3!y9) 2. draw=??"
    assert record.seen_by(2).splitlines()[-1] == "1. g9-?(3!y9) 2. draw=??"
    assert record.seen_by(3).splitlines()[-1] == "1. g9?!y9(3!y9) 2. draw=b12"
    assert '[Start "??,??/??,??/y1,y9 g7:3 - g3,g9,b5,b9,b12,y30 1 0"]' in record.seen_by(3)


@pytest.mark.parametrize("game", SAME_ONE, ids=lambda game: game.name)
def test_of_cards_drawn_and_answers_given_a_player_sees_his_own(game: GameUnderTest) -> None:
    """Who gets which card, and who is asked, the reference says."""
    walk = in_seat_order(game.start(), Random(5), 250)
    record = recorded(walk, game.notation)
    for player in range(record.start.players + 1):
        position = reference.read(str(record.start), str(record.start.rules))
        expected = []
        for played in record.steps:
            text = str(played.step)
            if text.startswith("="):
                dealt = (position.turn - 1 + sum(map(len, position.hands))) % len(position.hands) + 1
                gets = {"deal": dealt, "draw": position.turn, "foul": position.fouler}[position.stage]
                expected.append(text if gets == player else "=??")
            elif position.stage == "ask" and not text.startswith("x") and played.player != player:
                expected.append("?")
            else:
                expected.append(text)
            position = reference.after(position, (played.player, text))
        written = record.seen_by(player).split("\n\n")[1]
        assert "".join(re.sub(r"(^|\s)[0-9]+\. ", "", written).split()) == "".join(expected)


# Matches


def match_text() -> str:
    return text_of(MATCH)


def test_a_match_on_file_is_written_again_as_it_was_read() -> None:
    match, records = parse_match(match_text())
    assert format_match(records) == match_text()
    assert match.games == tuple(scores_of(record) for record in records)
    assert match.over
    assert match.totals() == (12, -2, -10)
    assert match.winners() == (1,)
    assert [record.start.turn for record in records] == [2, 3, 1]


def test_a_match_goes_on_where_its_record_ends() -> None:
    first, second, _ = (f'[Game "{part}' for part in match_text().split('[Game "')[1:])
    match, records = parse_match(first + second)
    assert (match.number, match.starter, match.totals()) == (3, 1, (14, -7, -7))
    record = match.record(players=records[0].names)
    assert record.tags == {"Match": "3/3", "Totals": "14,-7,-7"}
    again, read_again = parse_match(format_match([*records, record]))
    assert again == match, "the third game is there, and not over yet"
    assert [str(one) for one in read_again] == [str(one) for one in [*records, record]]


def test_a_drawn_game_scores_nothing_in_a_match() -> None:
    deck = same_one.parse_cards("g13,g20,b14,y15,y16,b17")
    match = Match(same_one.start(3, deck=deck, hand=2))
    record = match.record()
    for event in ("=g20", "=b14", "=y15", "=g13", "=b17", "=y16"):
        record.happen(event)
    while not record.drawn:  # Player 1 leads the g20, everybody passes, he draws it back: and so on.
        if not record.state.to_act():
            record.happen("=g20")
            continue
        player = record.state.to_act()[0]
        moves = [str(move) for move in record.state.legal_moves(player)]
        record.play(player, next(move for move in ("g20", "-", "draw") if move in moves))
    again, _ = parse_match(format_match([record]))
    assert again.games == ((0, 0, 0),)


def test_what_follows_in_no_match_is_refused() -> None:
    text = match_text()
    first, second, third = (f'[Game "{part}' for part in text.split('[Game "')[1:])
    unfinished = re.sub(r" 20\. g10\n", "\n", second).replace('[Result "1"]', '[Result "*"]')
    cases: list[tuple[str, int, Any]] = [
        (first + first, 2, Why.NUMBER),
        (first + third, 2, Why.NUMBER),
        (second, 1, Why.NUMBER),
        (first.replace('[Match "1/3"]\n', ""), 1, Why.NUMBER),
        (first + second + third + third.replace("3/3", "4/3"), 4, Why.NUMBER),
        (first + second.replace("5,-3", "6,-3"), 2, Why.TOTALS),
        (first + re.sub(r"\[Totals.*\n", "", second), 2, Why.TOTALS),
        (first + second.replace("Ken", "Kei"), 2, Why.NAMES),
        (first + unfinished + third, 3, Why.UNFINISHED),
    ]
    for wrong, game, why in cases:
        with pytest.raises(NotationError) as caught:
            parse_match(wrong)
        reason = caught.value.why
        assert reason.key is Why.GAME
        assert reason.data["game"] == game
        assert reason.data["why"].key is why  # type: ignore[attr-defined]  # data are objects; this is a Reason
        assert all("{" not in caught.value.say(lang) for lang in ("en", "ja"))


def test_a_game_of_a_match_begins_like_the_first_with_the_starter_moved_on() -> None:
    _, records = parse_match(match_text())
    wrong = Record(
        same_one.NOTATION, records[0].start, players=records[0].names,
        tags={"Match": "2/3", "Totals": "5,-3,-2"},
    )  # fmt: skip
    with pytest.raises(NotationError, match="player 3 as the starter"):
        parse_match(format_match([records[0], wrong]))


@pytest.mark.parametrize(
    "text", ["", "nothing", '[Game "river"]\n', '[Game "same_one"]\n[Start "x"]\n[Result "*"]\n']
)
def test_what_is_no_record_is_no_match(text: str) -> None:
    with pytest.raises(NotationError, match="game 1 of the match"):
        parse_match(text)


def test_a_game_that_is_played_on_makes_no_match() -> None:
    start = same_one.start(3, parse_rules("play_on=yes"))
    text = str(Record(same_one.NOTATION, start, tags={"Match": "1/3"}))
    with pytest.raises(NotationError, match="no scores"):
        parse_match(text)
