"""Records of Cross Sevens: whole games on file, and what one player saw of them."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from inaba import cross_sevens, river, same_one
from inaba.cross_sevens.moves import Begin, Dealt
from inaba.errors import NotationError
from inaba.record import Record
from tests import reference_cross_sevens as reference
from tests.strategies import in_seat_order, recorded
from tests.strategies_cross_sevens import CROSS_SEVENS
from tests.under_test import GameUnderTest

FOLDER = Path(__file__).parent / "games"
GAMES_PLAYED = sorted(FOLDER.glob("cross_sevens_*.txt"))

every_game_played = pytest.mark.parametrize("path", GAMES_PLAYED, ids=lambda path: path.stem)


def read(text: str) -> Record:
    return Record.parse(text, river.NOTATION, same_one.NOTATION, cross_sevens.NOTATION)


def text_of(path: Path) -> str:
    return path.read_bytes().decode("utf-8")


def turns_of(written: str) -> str:
    """The steps of a record's text, without numbers, comments and spaces."""
    body = re.sub(r"\{[^}]*\}", "", written.split("\n\n", 1)[1])
    return "".join(re.sub(r"(^|\s)[0-9]+\. ", "", body).split())


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
    result = re.search(r'\[Result "(.*)"\]', text_of(path))
    assert result is not None
    if reference.over(position):
        assert list(record.state.ranks()) == reference.ranks(position)
        assert result[1] == str(reference.ranks(position).index(1) + 1)
    else:
        assert result[1] == "*"


def test_the_games_on_file_are_of_every_kind() -> None:
    whole = "".join(map(text_of, GAMES_PLAYED))
    for option in (
        "play_on=yes",
        "sides=fixed",
        "stop=until_next_turn",
        "trade=blind",
        "try=take",
        "try_miss=pass",
    ):
        assert option in whole, option
    for part in (
        "D7", "@up", "@down", "JK=", "claim", "+plus", "+cross", "+tunnel", "+stop@", "try:", "yes", "trade:",
        "=mix", "draw:action", "draw:trump", "discard:", "pass", "out:", "end",
    ):  # fmt: skip
        assert part in whole, part
    players = {read(text_of(path)).start.players for path in GAMES_PLAYED}
    assert players == {3, 4, 5}
    assert read(text_of(FOLDER / "cross_sevens_unfinished.txt")).outcome() == "*"


def test_the_deal_and_the_set_up_are_one_turn() -> None:
    record = read(text_of(FOLDER / "cross_sevens_three.txt"))
    first = [played.step for played in record.turn(1)]
    assert sum(isinstance(step, Dealt) for step in first) == 53
    assert sum(isinstance(step, Begin) for step in first) == 4
    assert record.before(2).turn == next(p.player for p in record.turn(1) if str(p.step).startswith("D7"))


def test_a_turn_holds_all_that_the_others_answer_in_it() -> None:
    text = "D9,D3,JK/S3,S8/D8,H3 DSHC - cross*9 - - 1 -"
    record = Record(cross_sevens.NOTATION, cross_sevens.parse(text))
    for player, step in ((1, "JK=D8@b2&D9@b3"), (2, "-"), (3, "claim"), (1, "end"), (2, "S8@c3"), (2, "end")):
        record.play(player, step)
    assert str(record).splitlines()[-1] == "1. JK=D8@b2&D9@b3-claimend 2. S8@c3end"


def test_the_third_time_a_position_begins_a_turn_is_a_draw() -> None:
    """Nothing is left to draw, and everybody passes for ever."""
    record = Record(cross_sevens.NOTATION, cross_sevens.parse("D2/S2/H2 DSHC - - - - 1 -"))
    for _ in range(6):
        assert not record.drawn
        record.play(record.state.to_act()[0], "draw:action")
    assert record.drawn
    assert record.outcome() == "draw"


def test_a_wrong_result_is_refused() -> None:
    text = text_of(FOLDER / "cross_sevens_three.txt")
    with pytest.raises(NotationError, match="result"):
        read(text.replace('[Result "3"]', '[Result "1"]'))


# As one player saw it


def test_a_record_as_one_player_saw_it() -> None:
    text = "D8,D3:trade/S3,S8/H3,H8 DSHC - mix,plus*9 - - 1 -"
    record = Record(cross_sevens.NOTATION, cross_sevens.parse(text))
    steps = ["trade:2", ">D3", ">S8", "=S8", "=D3", "draw:action", "=plus", "=mix", ">D8", ">S3", ">H3"]
    for step in [*steps, "=H3", "=S3", "=D8", "=plus"]:
        if step.startswith("="):
            record.happen(step)
        else:
            record.play(record.state.to_act()[0], step)
    assert turns_of(record.seen_by(1)) == ("trade:2>D3>??=S8=D3draw:action=plus=mix>D8>??>??=H3=??=??=plus")
    assert turns_of(record.seen_by(2)) == ("trade:2>??>S8=S8=D3draw:action=??=mix>??>S3>??=??=S3=??=??")
    assert turns_of(record.seen_by(3)) == ("trade:2>??>??=??=??draw:action=??=mix>??>??>H3=??=??=D8=??")
    assert '[Start "??,??:??/??,??/H3,H8 DSHC D3,D8,S3,S8 mix,plus*9,trade - - 1 -"]' in record.seen_by(3)


@pytest.mark.parametrize("game", CROSS_SEVENS, ids=lambda game: game.name)
def test_of_cards_that_come_a_player_sees_his_own(game: GameUnderTest) -> None:
    """Who gets which card, and who has put it down, the reference says."""
    walk = in_seat_order(game.start(), Random(5), 400)
    record = recorded(walk, game.notation)
    for player in range(record.start.players + 1):
        position = reference.read(str(record.start), str(record.start.rules))
        expected = []
        for played in record.steps:
            text = str(played.step)
            expected.append(text if player in witnesses(position, played.player, text) else f"{text[0]}??")
            position = reference.after(position, (played.player, text))
        assert turns_of(record.seen_by(player)) == "".join(expected)


def witnesses(position: reference.Position, actor: int, text: str) -> set[int]:
    """Who sees a step as it is: an onlooker is 0."""
    name, *rest = position.stage
    if text == "=mix" or text[0] not in "=>":
        return {*range(6)}
    if text[0] == ">":
        return {actor}
    match name:
        case "deal":
            return {sum(map(len, position.hands)) % len(position.hands) + 1}
        case "get":
            return {int(rest[1])}
        case "swap" | "back":
            return {position.turn, int(rest[0])}
        case "return":
            return {position.still_in[int(rest[1])]}
    return {position.turn}


def test_another_kind_of_move_is_no_move_again_though_their_values_are_equal() -> None:
    """Moves are tuples: the trade with player 1 equals the draw of a trump, and is not the same move."""
    record = Record(cross_sevens.NOTATION, cross_sevens.parse("D8/S8:trade/H8 DSHC D9,DJ try*8 - - 2 -"))
    record.play(2, "trade:1")
    record.play(1, ">D8")
    record.undo()
    record.undo()
    record.play(2, "draw:trump")
    assert (record.undone, record.redo()) == (0, None)
    assert [str(played.step) for played in record.steps] == ["draw:trump"]
