"""Records: a game from its start, replayed, undone, repeated; as text, and as one player saw it."""

from __future__ import annotations

import time
from collections import Counter
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inaba import cross_sevens, river
from inaba.errors import IllegalMove, ImpossibleEvent, NotationError, SetupError
from inaba.record import Played, Record, Why
from inaba.river.rules import parse_rules
from tests import reference_river as reference
from tests.strategies import RIVER, in_seat_order, recorded, wandered
from tests.under_test import OTHER_GAMES

GAMES_PLAYED = sorted(
    path for path in (Path(__file__).parent / "games").glob("*.txt") if not path.name.startswith(OTHER_GAMES)
)

every_game_played = pytest.mark.parametrize("path", GAMES_PLAYED, ids=lambda path: path.stem)


def read(text: str) -> Record:
    return Record.parse(text, river.NOTATION)


def text_of(path: Path) -> str:
    return path.read_bytes().decode("utf-8")


# Whole games on file


@every_game_played
def test_a_record_is_written_again_as_it_was_read(path: Path) -> None:
    assert str(read(text_of(path))) == text_of(path)


@every_game_played
def test_a_record_ends_where_the_reference_ends(path: Path) -> None:
    record = read(text_of(path))
    options = reference.PerftFile((), dict(headers(text_of(path))).get("Rules", ""), "", ()).options()
    position = reference.read(str(record.start), options)
    for played in record.steps:
        position = reference.after(position, (played.player, str(played.step)))
    assert str(record.state) == reference.write(position)
    winners = [p for p, (_, row) in enumerate(position.rabbits, 1) if row == position.goal_row]
    assert dict(headers(text_of(path)))["Result"] in (*map(str, winners), *(() if winners else ("draw", "*")))


def headers(text: str) -> list[tuple[str, str]]:
    lines = text.split("\n\n")[0].splitlines()
    return [(line[1:].split(" ")[0], line.split('"')[1]) for line in lines]


def test_the_games_on_file_are_of_every_kind() -> None:
    texts = {path.stem: text_of(path) for path in GAMES_PLAYED}
    assert len(texts) >= 5
    whole = "".join(texts.values())
    for part in (
        "draft:deal",
        "orca=side",
        "rest=owner",
        "dice=",
        "pass",
        '[Result "draw"]',
        "ride:",
        ">*",
        "!",
    ):
        assert part in whole, part


def test_a_draw_by_the_third_repetition() -> None:
    record = read(text_of(Path(__file__).parent / "games" / "repetition.txt"))
    assert record.result == (Fraction(1, 2), Fraction(1, 2))
    assert record.outcome() == "draw"
    assert record.state.result() is None, "a state never knows it"


# Playing


def test_nothing_is_undone_at_the_start() -> None:
    record = Record(river.NOTATION, river.start())
    assert record.undo() is None
    assert record.redo() is None


def test_another_move_after_undo_forgets_what_was_undone() -> None:
    record = Record(river.NOTATION, river.parse("W,0 -,- 1 - -"))
    record.play(1, "1a1")
    record.play(2, "2b1")
    record.undo()
    record.undo()
    record.play(1, "1b1")
    assert record.undone == 0
    assert record.redo() is None
    assert str(record.state) == "W,0 b1,- 2 - -"


def test_the_same_move_after_undo_keeps_what_comes_after() -> None:
    record = Record(river.NOTATION, river.parse("W,0 -,- 1 - -"))
    record.play(1, "1a1")
    record.play(2, "2b1")
    record.undo()
    record.undo()
    record.play(1, "1a1")
    assert record.undone == 1
    assert record.redo() == Played(2, river.parse_move("2b1"))


def test_a_refused_step_is_not_recorded() -> None:
    record = Record(river.NOTATION, river.parse("9,0 -,- 1 - -"))
    with pytest.raises(IllegalMove):
        record.play(2, "1a1")
    with pytest.raises(IllegalMove):
        record.play(1, "1*")
    with pytest.raises(ImpossibleEvent):
        record.happen("(1,1)")
    with pytest.raises(NotationError):
        record.play(1, "hello")
    assert (record.steps, len(record.states)) == ([], 1)


# Repetition


def orca_game(players: int = 2, turns: int = 0) -> Record:
    """An orca in front of Start: every turn brings the same position for the next player."""
    record = Record(river.NOTATION, river.parse(f"O,0 {','.join('-' * players)} 1 - -"))
    for turn in range(turns):
        record.play(turn % players + 1, "1a1")
        record.play(turn % players + 1, ">-")
    return record


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_third_time_the_same_position_begins_a_turn_the_game_is_a_draw(players: int) -> None:
    """The start counts as the first time; with each player to move the position is another."""
    before = orca_game(players, 2 * players - 1)
    assert not before.drawn
    assert before.result is None
    record = orca_game(players, 2 * players)
    assert record.drawn
    assert record.result == (Fraction(1, players),) * players


def test_nothing_is_played_after_a_draw() -> None:
    record = orca_game(2, 4)
    with pytest.raises(IllegalMove) as caught:
        record.play(1, "1b1")
    assert caught.value.why.key is Why.DRAWN
    assert len(record.steps) == 8


def test_a_draw_is_undone_like_any_turn() -> None:
    record = orca_game(2, 4)
    record.undo()
    record.undo()
    assert not record.drawn
    record.play(2, "2b1")
    assert record.result is None


def test_a_position_within_a_turn_does_not_count() -> None:
    """After 1a1 the same ride comes up more often than three times; only turns that begin are counted."""
    record = orca_game(3, 5)
    assert Counter(map(str, record.states)).most_common(1)[0][1] == 2
    record = orca_game(2, 3)
    record.play(2, "1a1")
    assert not record.drawn


def test_another_field_makes_another_position() -> None:
    """Who rests counts: after a lost fight the position is not the one before it, damage apart."""
    record = Record(river.NOTATION, river.parse("20-18,O -,- 2 1 -"))
    for player in (2, 1, 2, 1):
        rabbit = 2 if player == 2 else 1
        record.play(player, f"{rabbit}b1")
        record.play(player, ">-")
    # Turn 2 with 1 at rest came up once, turn 2 with nobody at rest twice so far.
    assert not record.drawn
    record.play(2, "2b1")
    record.play(2, ">-")
    assert record.drawn


def test_in_a_draft_who_laid_what_counts() -> None:
    """Two rivers that look alike to one player are two positions."""
    one = river.parse("?1:5,?2:D -,- 1 - -")
    other = river.parse("?1:D,?2:5 -,- 1 - -")
    assert one.view(0) == other.view(0)
    assert one != other


# Turns


def test_turns_are_numbered_from_one() -> None:
    record = read(text_of(Path(__file__).parent / "games" / "unfinished.txt"))
    assert record.turns == 3
    assert [str(played.step) for played in record.turn(2)] == ["2b1"]
    assert [str(played.step) for played in record.turn(3)] == ["1a1", "(3,4)"]
    assert str(record.before(1)) == "?,?/3,W -,- 1 - 4,O"
    assert str(record.before(3)) == "?,?/3-2,W -,b1 1 - 4,O"
    assert record.before(4) == record.state
    for number in (0, 5, -1):
        with pytest.raises(SetupError):
            record.before(number)
    for number in (0, 4):
        with pytest.raises(SetupError):
            record.turn(number)


def test_a_game_may_start_within_a_turn() -> None:
    record = Record(river.NOTATION, river.parse("9 a1,- 1 - - fight:1"))
    record.happen("(1,1)")
    record.play(2, "2a1")
    assert str(record).splitlines()[-1] == "1. (1,1) 2. 2a1"
    assert str(read(str(record))) == str(record)


def test_a_pass_is_written() -> None:
    record = Record(river.NOTATION, river.parse("9 -,- 1 1,2 -", parse_rules("rest=owner")))
    record.play(1, "pass")
    assert str(record).splitlines()[-1] == "1. pass"


def test_simultaneous_picks_are_recorded_in_seat_order() -> None:
    record = Record(river.NOTATION, river.parse(".,./.,. -,- 1 - - draft:pick:5,D/9,W:/"))
    with pytest.raises(IllegalMove) as caught:
        record.play(2, "+9")
    assert caught.value.why.key is Why.ORDER
    record.play(1, "+5")
    record.play(2, "+9")
    assert str(record).splitlines()[-1] == "1. +5 2. +9"


# Headers and comments


def test_headers_are_written_in_their_order() -> None:
    record = Record(
        river.NOTATION,
        river.parse("W -,- 1 - -", parse_rules("orca=side")),
        players=("Aya", "computer"),
        date="2026-11-29",
        tags={"Event": 'a "game" \\ at school'},
    )
    assert str(record).splitlines() == [
        '[Game "river"]',
        '[Rules "orca=side"]',
        '[Players "Aya, computer"]',
        '[Date "2026-11-29"]',
        '[Start "W -,- 1 - -"]',
        '[Result "*"]',
        '[Event "a \\"game\\" \\\\ at school"]',
        "",
    ]
    assert read(str(record)).tags == {"Event": 'a "game" \\ at school'}
    assert str(read(str(record))) == str(record)


@pytest.mark.parametrize(
    "names", [("Aya",), ("Aya", "Ken", "Mio"), ("a,b", "c"), ("", "c"), (" a", "c"), ('"', "c")]
)
def test_names_are_one_a_player_and_can_be_written(names: tuple[str, ...]) -> None:
    with pytest.raises(SetupError):
        Record(river.NOTATION, river.start(), players=names)


@pytest.mark.parametrize(
    "date", ["", "2026-02-30", "2026-1-1", "29.11.2026", "２０２６-11-29", "20261129", "2026-W01-1"]
)
def test_a_date_is_a_date(date: str) -> None:
    with pytest.raises(SetupError):
        Record(river.NOTATION, river.start(), date=date)


@pytest.mark.parametrize(
    "tags", [{"Result": "1"}, {"Game": "x"}, {"two words": "x"}, {"": "x"}, {"Ok": "two\nlines"}, {"1": "x"}]
)
def test_further_headers_can_be_written_and_are_not_the_records_own(tags: dict[str, str]) -> None:
    with pytest.raises(SetupError):
        Record(river.NOTATION, river.start(), tags=tags)


def test_comments_stand_behind_their_turn() -> None:
    record = Record(river.NOTATION, river.parse("W,0 -,- 1 - -"))
    record.comment("before\n all")
    record.play(1, "1a1")
    record.comment("safe")
    record.play(2, "2b1")
    record.comment("危ない")
    assert str(record).splitlines()[-1] == "{before all} 1. 1a1 {safe} 2. 2b1 {危ない}"
    assert str(read(str(record))) == str(record)
    record.comment("")
    assert str(record).splitlines()[-1] == "{before all} 1. 1a1 {safe} 2. 2b1"


@pytest.mark.parametrize("text", ["{", "}", "a {nested} one"])
def test_comments_hold_no_braces(text: str) -> None:
    with pytest.raises(SetupError):
        Record(river.NOTATION, river.start()).comment(text)


def test_a_comment_goes_with_its_turn() -> None:
    record = Record(river.NOTATION, river.parse("W,0 -,- 1 - -"))
    record.play(1, "1a1")
    record.play(2, "2b1")
    record.comment("about 2b1")
    record.undo()
    assert "about" not in str(record)
    record.redo()
    assert "about" in str(record)
    record.undo()
    record.play(2, "1*")
    assert "about" not in str(record)


def test_long_games_are_written_in_lines_of_at_most_79_letters() -> None:
    game = RIVER[0]
    record = recorded(in_seat_order(game.start(), Random(3), game.most_steps, 3), game.notation)
    lines = str(record).split("\n\n")[1].splitlines()
    assert len(lines) > 1
    assert all(len(line) <= 79 for line in lines)


# Reading

HEAD = '[Game "river"]\n[Start "9,0 -,- 1 - -"]\n[Result "*"]\n'


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("^", Why.MISSING),
        ("^1. 1a1", Why.HEADER),
        ("^[Game river]\n", Why.HEADER),
        ('^[Game "river"\n', Why.HEADER),
        ('^[ Game "river"]\n', Why.HEADER),
        ('[Game "^chess"]\n[Start "9,0 -,- 1 - -"]\n[Result "*"]\n', Why.GAME),
        ('^[Start "9,0 -,- 1 - -"]\n[Result "*"]\n', Why.MISSING),
        ('^[Game "river"]\n[Result "*"]\n', Why.MISSING),
        ('^[Game "river"]\n[Start "9,0 -,- 1 - -"]\n', Why.MISSING),
        (HEAD + '^[Result "*"]\n', Why.TWICE),
        ('[Game "river"]\n[Start "9,0 -,- ^3 - -"]\n[Result "*"]\n', Why.VALUE),
        (HEAD + '[Rules "orca=side,^shark=big"]\n', Why.VALUE),
        (HEAD + '[Players "^Aya"]\n', Why.VALUE),
        (HEAD + '[Players "^Aya,Ken"]\n', Why.VALUE),
        (HEAD + '[Date "^2026-02-30"]\n', Why.VALUE),
        ('[Game "river"]\n[Start "9,0 -,- 1 - -"]\n[Result "^1"]\n', Why.RESULT),
        ('[Game "river"]\n[Start "9,0 -,- 1 - -"]\n[Result "^none"]\n', Why.RESULT),
        ('[Game "river"]\n[Start "9,0 -,- 1 - -"]\n[Result "^*"]\n\n1. 1b1 2. 1*\n', Why.RESULT),
        (HEAD + "\n^1a1\n", Why.NUMBER),
        (HEAD + "\n^2. 1a1\n", Why.NUMBER),
        (HEAD + "\n1. 1b1 ^3. 2a1\n", Why.NUMBER),
        (HEAD + "\n1. 1b1 ^1. 2a1\n", Why.NUMBER),
        (HEAD + "\n1. 1a1 ^2. 2b1\n", Why.NO_EVENT),
        (HEAD + "\n1. 1a1 ^(1,1)\n", Why.NO_EVENT),
        (
            '[Game "river"]\n[Start "D,0/9,0 -,- 1 - -"]\n[Result "*"]\n\n1. 1b1 2. 1a2 ^3. 2b1\n',
            Why.NO_CHOICE,
        ),
        (HEAD + "\n1.\n^", Why.NUMBER),
        (HEAD + "\n^1.1b1\n", Why.NUMBER),
        (HEAD + "\n1. 1b1 ^[Date]\n", Why.NUMBER),
        (HEAD + "\n1. ^{safe} 1b1\n", Why.COMMENT),
        (HEAD + "\n1. 1b1 ^{safe\n", Why.COMMENT),
        (HEAD + "\n1. 1b1 ^{a {b} c}\n", Why.COMMENT),
        (HEAD + "\n1. ^1a2\n", Why.STEP),
        (HEAD + "\n1. 1a1^(7,7)\n", Why.STEP),
        (HEAD + "\n1. 1a1^q\n", Why.STEP),
        (HEAD + "\n1. 1a1^pass\n", Why.STEP),
        (HEAD + "\n1. 1b1^2a1\n", Why.STEP),
        (HEAD + "\n1. ^１b1\n", Why.STEP),
        (HEAD + "\n1. 1b1 2. 1*^1a1\n", Why.STEP),
        (HEAD + "\n1. 1b1 2. ^2b1\n", Why.STEP),
    ],
)
def test_a_record_is_refused_with_the_place_and_the_reason(text: str, why: Why) -> None:
    at = text.index("^")
    with pytest.raises(NotationError) as caught:
        read(text.replace("^", "", 1))
    assert (caught.value.why.key, caught.value.at) == (why, at), str(caught.value)
    for lang in ("en", "ja"):
        assert caught.value.say(lang)


def test_a_turn_that_lacks_its_roll_is_named_with_what_is_missing() -> None:
    start = '[Game "river"]\n[Players "Aya, Ben"]\n[Start "3,W,5/4,5,6 -,- 1 - -"]\n[Result "*"]\n\n'
    with pytest.raises(NotationError) as caught:
        read(start + "1. 2b1(4,6) 2. 2c2 3. 1a1\n")
    assert "line 6: turn 2 is not finished; behind 2c2" in str(caught.value)
    assert "roll" in str(caught.value)
    assert "is missing: one of (1,1), (1,2), " in str(caught.value)
    japanese = caught.value.say("ja")
    assert "6 行目：手番 2 が終わっていません。2c2 のすぐ後に、出目" in japanese
    assert "（(1,1), (1,2), " in japanese


def test_behind_a_card_game_s_end_nothing_is_awaited() -> None:
    whole = text_of(Path(__file__).parent / "games" / "cross_sevens_three.txt").rstrip("\n")
    with pytest.raises(NotationError) as caught:
        Record.parse(whole + " 99. pass\n", cross_sevens.NOTATION)
    assert caught.value.why.key == Why.OVER
    assert "'99.' stands behind it" in str(caught.value)
    assert "勝負がついているのに" in caught.value.say("ja")


def test_a_game_that_is_over_goes_no_further_in_a_record() -> None:
    text = '[Game "river"]\n[Start "9,0 -,- 1 - -"]\n[Result "1"]\n\n1. 1b1 2. 1* 3. 2a1\n'
    with pytest.raises(NotationError) as caught:
        read(text)
    assert caught.value.at == text.index("2a1")


def test_a_drawn_game_goes_no_further_in_a_record() -> None:
    text = str(orca_game(2, 4)).rstrip("\n") + " 5. 1b1\n"
    with pytest.raises(NotationError) as caught:
        read(text)
    assert caught.value.at == text.index("1b1")


def test_lines_may_end_as_on_windows_and_the_text_begin_with_a_mark() -> None:
    text = text_of(Path(__file__).parent / "games" / "ordinary.txt")
    assert str(read("\ufeff" + text.replace("\n", "\r\n"))) == text


def test_the_place_of_a_fault_counts_every_character_of_the_file() -> None:
    text = "\ufeff" + HEAD.replace("\n", "\r\n") + "\r\n1. 1b1\r\n2. 2b1\r\n"
    with pytest.raises(NotationError) as caught:
        read(text)
    assert caught.value.at == text.index("2b1")
    text = "\ufeff" + HEAD.replace("\n", "\r\n").replace("- 1 -", "- 3 -")
    with pytest.raises(NotationError) as caught:
        read(text)
    assert caught.value.at == text.index("3 -")


def test_many_comments_are_read_fast() -> None:
    """A record as long as it may be is read in a second, not in minutes."""
    head = '[Game "river"]\n[Start "99 -,- 1 - -"]\n[Result "*"]\n\n'
    begun = time.perf_counter()
    record = Record.parse(head + "{a} " * 240_000 + "1. 1a1(1,1)" + " {b}" * 3, river.NOTATION)
    assert time.perf_counter() - begun < 10
    assert record.comments == {0: " ".join("a" * 240_000), 1: "b b b"}


def test_turns_may_stand_in_lines_of_any_length() -> None:
    text = text_of(Path(__file__).parent / "games" / "ordinary.txt")
    head, turns = text.split("\n\n")
    assert str(read(head + "\n\n" + turns.replace("\n", " "))) == text
    assert str(read(head + "\n\n" + "\n".join(turns.split()) + "\n")) == text


# What one player saw


def draft_record() -> Record:
    record = Record(river.NOTATION, river.start(2, river.parse_deck("5,9,D,W"), 2, 2, setup="draft"))
    steps = [
        "=5",
        "=9",
        "=D",
        "=W",
        "+5",
        "+9",
        "+W",
        "+D",
        "9@b2",
        "W@a1",
        "D@b1",
        "5@a2",
        "1b1",
        "=D",
        ">a2",
        "=5",
    ]
    for step in steps:
        record.happen(step) if step[0] == "=" else record.play(record.state.to_act()[0], step)
    return record


def test_a_record_as_one_player_saw_it_hides_what_the_others_kept_and_laid() -> None:
    record = draft_record()
    assert "1. =5=9=D=W 2. +5 3. +9 4. +W 5. +D 6. 9@b2 7. W@a1 8. D@b1 9. 5@a2" in str(record)
    assert "1. =5=?=D=? 2. +5 3. + 4. +W 5. + 6. ?@b2 7. W@a1 8. ?@b1 9. 5@a2" in record.seen_by(1)
    assert "1. =?=9=?=W 2. + 3. +9 4. + 5. +D 6. 9@b2 7. ?@a1 8. D@b1 9. ?@a2" in record.seen_by(2)
    assert "1. =?=?=?=? 2. + 3. + 4. + 5. + 6. ?@b2 7. ?@a1 8. ?@b1 9. ?@a2" in record.seen_by(0)
    for player in (0, 1, 2):
        assert "10. 1b1=D>a2=5" in record.seen_by(player).replace("\n", " ")
        assert f'[View "{player}"]' in record.seen_by(player)


def test_what_a_player_saw_begins_with_his_view() -> None:
    record = Record(river.NOTATION, river.parse("?1:D,?2:9 -,- 1 - -"))
    assert '[Start "?1:D,?2 -,- 1 - 9"]' in record.seen_by(1)
    assert '[Start "?1,?2:9 -,- 1 - D"]' in record.seen_by(2)


@given(seed=st.integers(0, 2**32 - 1))
@settings(max_examples=25)
def test_what_a_player_saw_tells_him_no_secret(seed: int) -> None:
    """Deal the draft again so that it looks the same to player 1: he reads the same record."""
    rng = Random(seed)
    steps = ["=5", "=9", "=D", "=W", "+5", "+9", "+W", "+D", "9@b2", "W@a1", "D@b1", "5@a2"]
    # Player 2 held 9 and W at first; what he kept and what he laid first is his secret.
    other = list(steps)
    other[8], other[10] = ("9@b2", "D@b1") if rng.random() < 0.5 else ("D@b2", "9@b1")
    texts = []
    for played in (steps, other):
        record = Record(river.NOTATION, river.start(2, river.parse_deck("5,9,D,W"), 2, 2, setup="draft"))
        for step in played:
            record.happen(step) if step[0] == "=" else record.play(record.state.to_act()[0], step)
        texts.append(record.seen_by(1))
    assert texts[0] == texts[1]


def test_a_shuffled_game_hides_nothing() -> None:
    game = RIVER[0]
    record = recorded(in_seat_order(game.start(), Random(1), 60, 3), game.notation)
    assert record.seen_by(1).replace('[View "1"]\n', "") == str(record)


def test_a_walk_that_stops_at_a_repetition_is_what_the_record_counts() -> None:
    """The suite's own count of repetitions and the record's are written apart and agree."""
    game = next(game for game in RIVER if "orcas and dolphins" in game.name)
    drawn = 0
    for seed in range(80):
        walk = wandered(game.start(), Random(seed), game.most_steps, game.repetitions)
        record = recorded(walk, game.notation)
        assert record.drawn == (walk.last.result() is None)
        drawn += record.drawn
    assert drawn > 0
