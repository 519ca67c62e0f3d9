"""Puzzles of all games: one answer each, the words, reading, the puzzle of the day; River's in a second way.

The other games' answers are proved in files of their own, such as ``test_same_one_puzzles.py``.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from fractions import Fraction
from importlib.resources import files
from itertools import pairwise, permutations, product
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from inaba.dice import format_dice
from inaba.river import parse
from inaba.words import LANGUAGES
from lessons import voice
from lessons.answer import Mark
from lessons.puzzles import (
    LEVELS,
    Room,
    answer_key,
    choice,
    daily,
    named,
    puzzle,
    puzzles,
    river,
    rooms,
    sheet,
    shelf,
    solution,
)
from lessons.puzzles import Puzzle as AnyPuzzle
from lessons.puzzles import read as read_any
from lessons.puzzles.judging import respond
from lessons.puzzles.river import Ask, Kind, answer
from lessons.puzzles.river.questions import ENDS, MOST_STATES, TEMPI, rival_first
from solvers.endgame import Solver
from tests.brute_force import BruteForce

Puzzle = AnyPuzzle[river.Question]
EVERY = list(puzzles().values())
ALL: list[Puzzle] = list(puzzles("river").values())
GAMES = (Ask.MOVE, Ask.WIN, Ask.TEMPO, Ask.END)
"""The forms of question that are about a whole game."""
JAPANESE = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")


@pytest.fixture(params=ALL, ids=lambda one: one.name)
def one(request: pytest.FixtureRequest) -> Puzzle:
    """A puzzle of River."""
    assert isinstance(request.param, AnyPuzzle)
    return request.param


@pytest.fixture(params=EVERY, ids=lambda one: one.name)
def any_one(request: pytest.FixtureRequest) -> AnyPuzzle[Any]:
    """A puzzle of any game."""
    assert isinstance(request.param, AnyPuzzle)
    return request.param


def read(text: str, source: str) -> tuple[Puzzle, ...]:
    """The puzzles of a file of River's."""
    return read_any(river.ROOM, text, source)


def those(*asks: Ask) -> list[Puzzle]:
    return [one for one in ALL if one.question.ask in asks]


# --- the collection ---


def test_there_are_enough_of_every_kind_and_level() -> None:
    assert len(ALL) >= 36
    kinds = Counter(one.kind for one in ALL)
    assert set(kinds) == set(Kind)
    assert min(kinds.values()) >= 6
    levels = Counter(one.level for one in ALL)
    assert set(levels) == {1, 2, 3, 4, 5}
    assert min(levels.values()) >= 5
    for kind in Kind:
        found = [one.level for one in ALL if one.kind is kind]
        assert found == sorted(found), "the easier ones come first"
        assert set(found) == set(LEVELS), "every choice of a kind and a level offers a puzzle"
    assert {one.question.ask for one in ALL} == set(Ask), "every form of question is asked"


@pytest.mark.parametrize("game", rooms())
def test_every_game_has_twenty_puzzles_and_some_of_every_kind(game: str) -> None:
    found = list(puzzles(game).values())
    assert len(found) >= 20
    for kind in rooms()[game].kinds:
        levels = [one.level for one in found if one.kind is kind]
        assert len(levels) >= 3
        assert levels == sorted(levels), "the easier ones come first"


def test_no_two_puzzles_are_alike() -> None:
    """Of whatever games: a name alone says which puzzle it is, and so does a title."""
    assert len({one.question for one in EVERY}) == len(EVERY)
    assert sum(len(puzzles(game)) for game in rooms()) == len(EVERY)
    assert len({room.journal for room in rooms().values()}) == len(rooms())
    for lang in LANGUAGES:
        assert len({one.title[lang] for one in EVERY}) == len(EVERY)
        assert len({one.solution[lang] for one in EVERY}) == len(EVERY)


def test_every_answer_is_the_only_one(any_one: AnyPuzzle[Any]) -> None:
    """A number is exact; a move or a square is strictly better than every other, and by enough to be felt."""
    found = any_one.answer()
    assert found.unique
    if any_one.question.ask in any_one.room.numbers:
        assert found.exact is not None
        assert found.right == str(found.exact)
        assert not found.options
        return
    assert found.right in found.options
    assert len(found.options) >= 2
    if found.values:
        assert set(found.values) == set(found.options)
        best, second = sorted(found.values.values(), reverse=True)[:2]
        assert found.values[found.right] == best
        assert found.values[found.second] == second
        assert best - second >= Fraction(1, 20)


def test_every_puzzle_is_small(one: Puzzle) -> None:
    """A bound on the work instead of the time: solved anew, few positions are listed."""
    if one.question.ask in GAMES:
        fresh = Solver(limit=MOST_STATES)
        fresh.value(one.question.position)
        assert fresh.states <= 50_000


# --- the answers in a second way ---


def brute_force(one: Puzzle, endless: Fraction = Fraction(1, 2)) -> BruteForce:
    rules = one.question.position.rules
    return BruteForce(rules.orca, rules.rest, endless=endless)


@pytest.mark.parametrize("one", those(Ask.MOVE), ids=lambda one: one.name)
def test_the_value_of_every_move_by_brute_force(one: Puzzle) -> None:
    found = answer(one.question)
    _, values, _ = brute_force(one).solve(str(one.question.position))
    assert one.question.position.turn == 1, "so that player 1's value is the mover's"
    assert found.values == values


@pytest.mark.parametrize("one", those(Ask.WIN), ids=lambda one: one.name)
def test_the_chance_to_win_by_brute_force(one: Puzzle) -> None:
    for endless in (Fraction(0), Fraction(1)):
        assert brute_force(one, endless).solve(str(one.question.position))[0] == answer(one.question).exact


@pytest.mark.parametrize("one", those(Ask.TEMPO), ids=lambda one: one.name)
def test_who_would_rather_wait_by_brute_force(one: Puzzle) -> None:
    ours, waiting = (
        brute_force(one).solve(str(state))[0]
        for state in (one.question.position, rival_first(one.question.position))
    )
    assert ours != waiting
    assert answer(one.question).right == ("turn" if ours > waiting else "wait")


@pytest.mark.parametrize("one", those(Ask.END), ids=lambda one: one.name)
def test_how_it_ends_by_brute_force(one: Puzzle) -> None:
    """If each can see to it that the other never wins, nobody ever does."""
    least, most = (brute_force(one, Fraction(n)).solve(str(one.question.position))[0] for n in (0, 1))
    ends = {(1, 1): "win", (0, 0): "loss", (0, 1): "endless"}
    assert answer(one.question).right == ends.get((int(least), int(most)), "dice")


def faces(one: Puzzle) -> list[list[int]]:
    """Each die as its equally likely faces, a loaded one with repetitions."""
    return [
        [face for face, weight in die.items() for _ in range(weight)]
        for die in one.question.position.rules.dice
    ]


def totals(one: Puzzle) -> list[int]:
    return [sum(roll) for roll in product(*faces(one))]


def left(one: Puzzle) -> int:
    text = str(one.question.position).split(" ")
    square = one.question.square or text[1].split(",")[0]
    row = text[0].split("/")[-int(square[1])]
    hit_points, _, damage = row.split(",")["abcdefgh".index(square[0])].partition("-")
    return int(hit_points) - int(damage or 0)


def beaten_after(one: Puzzle, rolls: int) -> Fraction:
    """Every sequence of rolls is listed."""
    came = totals(one)
    won = sum(sum(sequence) >= left(one) for sequence in product(came, repeat=rolls))
    return Fraction(won, len(came) ** rolls)


@pytest.mark.parametrize("one", those(Ask.BEATS), ids=lambda one: one.name)
def test_the_chance_of_one_roll_by_counting(one: Puzzle) -> None:
    assert answer(one.question).exact == beaten_after(one, 1)


@pytest.mark.parametrize("one", those(Ask.WITHIN), ids=lambda one: one.name)
def test_the_chance_within_rolls_by_counting(one: Puzzle) -> None:
    assert answer(one.question).exact == beaten_after(one, one.question.rolls)


@pytest.mark.parametrize("one", those(Ask.ENOUGH), ids=lambda one: one.name)
def test_how_many_rolls_are_enough_by_counting(one: Puzzle) -> None:
    exact = answer(one.question).exact
    assert exact is not None
    assert beaten_after(one, int(exact)) >= one.question.chance > beaten_after(one, int(exact) - 1)


@pytest.mark.parametrize("one", those(Ask.AVERAGE), ids=lambda one: one.name)
def test_the_average_number_of_rolls_by_recursion(one: Puzzle) -> None:
    came = totals(one)

    def average(hit_points: int) -> Fraction:
        return 1 + sum((average(hit_points - n) for n in came if n < hit_points), Fraction(0)) / len(came)

    assert answer(one.question).exact == average(left(one))


@pytest.mark.parametrize("one", those(Ask.FIRST), ids=lambda one: one.name)
def test_who_beats_it_by_recursion(one: Puzzle) -> None:
    came = totals(one)

    def first(hit_points: int) -> Fraction:
        """The chance of whoever rolls next: he is first where the other is not."""
        ways = (Fraction(1) if n >= hit_points else 1 - first(hit_points - n) for n in came)
        return sum(ways, Fraction(0)) / len(came)

    assert answer(one.question).exact == first(left(one))


def standing(one: Puzzle, square: str) -> Fraction:
    """The chance to stand on a square: each order of the face-down cards, each roll. No rides."""
    river_text, _, _, _, unseen = str(one.question.position).split(" ")
    rows = [row.split(",") for row in river_text.split("/")]
    card = rows[-int(square[1])]["abcdefgh".index(square[0])]
    cards = [order[0] for order in permutations(unseen.split(","))] if card == "?" else [card]
    came = totals(one)
    won = 0
    for lies in cards:
        hit_points, _, damage = lies.partition("-")
        assert hit_points not in ("D", "O"), "no rides here"
        won += sum(not hit_points.isdigit() or n >= int(hit_points) - int(damage or 0) for n in came)
    return Fraction(won, len(cards) * len(came))


@pytest.mark.parametrize("one", those(Ask.STANDS), ids=lambda one: one.name)
def test_the_chance_to_stand_by_counting(one: Puzzle) -> None:
    assert answer(one.question).exact == standing(one, one.question.move[1:])


@pytest.mark.parametrize("one", those(Ask.SAFEST), ids=lambda one: one.name)
def test_the_safest_square_by_counting(one: Puzzle) -> None:
    values = answer(one.question).values
    assert values == {square: standing(one, square) for square in values or ()}


def ways_home(one: Puzzle, closed: set[str], rides: bool) -> Iterator[tuple[str, ...]]:
    """Every way of a rabbit to the goal, listed: hops, and where asked for rides. From the rules alone."""
    text = str(one.question.position).split(" ")
    rows = [row.split(",") for row in reversed(text[0].split("/"))]
    columns = len(rows[0])
    squares = text[1].split(",")
    start = squares[one.question.rabbit - 1]
    closed = closed | (set(squares) - {start, "-"})

    def near(column: int, row: int) -> list[str]:
        return [f"{'abcdefgh'[c]}{row + 1}" for c in (column - 1, column, column + 1) if 0 <= c < columns]

    def on(here: str) -> list[str]:
        if here == "-":
            return [f"{'abcdefgh'[c]}1" for c in range(columns)]
        column, row = "abcdefgh".index(here[0]), int(here[1]) - 1
        if rides and rows[row][column] == "O":
            return near(column, row - 1) if row else ["-"]
        return near(column, row + 1) if row + 1 < len(rows) else ["*"]

    def go(way: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        if way[-1] == "*":
            yield way
            return
        for to in on(way[-1]):
            if to not in closed and to not in way:
                yield from go((*way, to))

    yield from go((start,))


@pytest.mark.parametrize("one", those(Ask.WAYS), ids=lambda one: one.name)
def test_the_ways_by_listing_them(one: Puzzle) -> None:
    assert answer(one.question).exact == len(list(ways_home(one, set(), rides=False)))


@pytest.mark.parametrize("one", those(Ask.GATE), ids=lambda one: one.name)
def test_the_gate_by_listing_the_ways(one: Puzzle) -> None:
    assert next(ways_home(one, set(), rides=True))
    found = answer(one.question)
    shut = [at for at in found.options if next(ways_home(one, {at}, rides=True), None) is None]
    assert shut == [found.right]


# --- the words ---


def test_words_are_in_their_language(any_one: AnyPuzzle[Any]) -> None:
    for message in (any_one.title, any_one.words, any_one.solution, *any_one.hints):
        assert set(message) == set(LANGUAGES)
        assert JAPANESE.search(message["ja"])
        assert not JAPANESE.search(message["en"])


def test_both_languages_are_filled_with_the_same_numbers(any_one: AnyPuzzle[Any]) -> None:
    def fields(lang: str) -> Counter[str]:
        return Counter(field for _, field, _, _ in Formatter().parse(any_one.solution[lang]) if field)

    assert fields("en") == fields("ja")


def test_both_languages_name_the_same_squares(one: Puzzle) -> None:
    for english, japanese in zip(
        *([m[lang] for m in (one.words, *one.hints)] for lang in LANGUAGES), strict=True
    ):
        squares = [set(re.findall(r"[a-h][1-8]", text)) for text in (english, japanese)]
        assert squares[0] == squares[1]


def test_a_solution_is_told_with_its_numbers(any_one: AnyPuzzle[Any]) -> None:
    found, question = any_one.answer(), any_one.question
    for lang in LANGUAGES:
        told = solution(any_one, lang)
        assert not re.search(r"[{}]", told)
        assert "Fraction" not in told
        assert "100.0 %" not in told
        assert " 0.0 %" not in told
        assert len(told) > 50, "a solution tells an idea, not only a number"
        if found.exact is None and any_one.room.label(question, found.right, lang) == found.right:
            assert found.right in told


def test_no_solved_number_is_typed_into_a_solution(any_one: AnyPuzzle[Any]) -> None:
    """Percents, and what the solvers answer to a question of chance, stand in fields only."""
    found = any_one.answer()
    for lang in LANGUAGES:
        typed = re.sub(r"\{[^}]*\}", "", any_one.solution[lang])
        assert "%" not in typed
        if found.exact is not None and found.exact.denominator > 1:
            assert found.right not in typed


# --- the puzzle of the day ---


@pytest.mark.parametrize("game", rooms())
def test_in_a_cycle_every_puzzle_has_its_day(game: str) -> None:
    first, found = date(2026, 11, 30), puzzles(game).values()
    for begin in (first, first + timedelta(days=1000)):
        days = [daily(begin + timedelta(days=n), game) for n in range(2 * len(found))]
        assert {one.name for one in days} == set(puzzles(game))
        assert set(Counter(one.name for one in days).values()) == {2}
        assert all(one is not other for one, other in pairwise(days))


def test_days_keep_the_puzzle_that_they_had_when_river_was_the_only_game() -> None:
    """Recorded then: the puzzle of the day is River's unless another game's is asked for."""
    had = ["the-way-out", "no-gift", "an-orca-and-a-whale", "sideways", "carried-home"]
    assert [daily(date(2026, 11, 30) + timedelta(days=n)).name for n in range(len(had))] == had
    with pytest.raises(ValueError, match="there is no game 'chess'; there are river, same-one"):
        daily(date(2026, 12, 1), "chess")


def test_a_week_is_mixed() -> None:
    """The order looks random: in no week are all puzzles of one kind, and one cycle has them all mixed."""
    for n in range(len(ALL)):
        week = {daily(date(2027, 1, 1) + timedelta(days=n + k)).kind for k in range(7)}
        assert len(week) >= 2


# --- choosing ---


def test_a_choice_leaves_open_what_is_not_asked_for() -> None:
    assert choice().offered() == EVERY
    assert choice("river").offered() == ALL
    assert choice(level=5).offered() == [one for one in EVERY if one.level == 5]
    assert choice(kind="dog") == choice("same-one", "dog"), "a kind says whose it is"
    assert {one.kind for one in choice(kind="race").offered()} == {Kind.RACE}
    for wrong in (
        {"game": "chess"},
        {"kind": "river"},
        {"game": "same-one", "kind": "race"},
        {"level": True},
    ):
        with pytest.raises(ValueError, match=r"^there is no (game|kind|level) "):
            choice(**wrong)


def test_a_kind_that_two_games_have_needs_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    class Other(type(river.ROOM)):  # type: ignore[misc]  # the class of a room, whatever it is called
        game = "another"

    both: dict[str, Room[Any]] = {"river": river.ROOM, "another": Other()}
    monkeypatch.setattr(shelf, "rooms", lambda: both)
    with pytest.raises(ValueError, match=r'the games "river" and "another" have a kind .race. each'):
        choice(kind="race")
    assert choice("another", "race").game == "another"


# --- reading ---

GOOD = files("lessons.puzzles.river").joinpath("race.toml").read_text(encoding="utf-8")
PUZZLE = """
[[puzzle]]
name = "one"
level = 2
position = "10/W -,- 1 - -"
ask = "move"
title = { en = "Title", ja = "題" }
question = { en = "Which?", ja = "どれ？" }
hints = [{ en = "Look", ja = "見て" }]
solution = { en = "{best}: {value[1a1]}", ja = "{best}：{value[1a1]}" }
"""


def test_a_file_is_read_whole() -> None:
    found = read(GOOD, "race.toml")
    assert sorted(one.name for one in found) == sorted(
        n for n, one in puzzles().items() if one.kind is Kind.RACE
    )
    (one,) = read(PUZZLE, "race.toml")
    assert solution(one, "en") == "2a1: 26.2 %"


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ("[[puzzle]]", "[[puzle]]", "tables \\[\\[puzzle\\]\\] and nothing else"),
        ("[[puzzle]]", "[puzzle]", "tables \\[\\[puzzle\\]\\] and nothing else"),
        ("level = 2", "level = ", "line 4"),
        ('name = "one"\n', "", "puzzle 1, name: not there"),
        ('name = "one"', 'name = "One!"', "puzzle 1 \\(One!\\), name: 'One!' is not made of"),
        ("level = 2", "level = 6", "puzzle 1 \\(one\\), level: 6 is no whole number from 1 to 5"),
        ("level = 2", "level = true", "level: True is no whole number"),
        ("10/W -,-", "10/X -,-", "position: cannot read '10/X -,- 1 - -' at character 4"),
        ("10/W -,- 1", "10/W -,-,- 1", "position: a puzzle is about a game of two"),
        ("10/W -,- 1", "10/W *,- 2", "position: a puzzle is about a game of two that goes on"),
        ('ask = "move"', 'ask = "move"\nrules = "orca=up"', "position, rules: cannot read 'orca=up'"),
        ('ask = "move"', 'ask = "best"', "ask: 'best' is no form of question; there are move,"),
        ('ask = "move"', 'ask = "move"\nsquare = "a2"', "square: no entry of a puzzle that asks for move"),
        ('ask = "move"', 'ask = "move"\nanswer = "2a1"', "answer: no entry of a puzzle"),
        ('ask = "move"', 'ask = "within"\nsquare = "a2"', "rolls: not there, and within needs it"),
        ('ask = "move"', 'ask = "average"\nsquare = "a1"', "square: there is no shark .* on 'a1'"),
        ('ask = "move"', 'ask = "stands"\nmove = "1a2"', "move: '1a2' is no move in this position"),
        ('ask = "move"', 'ask = "ways"\nrabbit = 3', "rabbit: 3 is no whole number from 1 to 2"),
        ('ask = "move"', 'ask = "enough"\nsquare = "a2"\nchance = "3/2"', "chance: '3/2' is no fraction"),
        ('ask = "move"', 'ask = "enough"\nsquare = "a2"\nchance = "0.5"', "chance: '0.5' is no fraction"),
        ('{ en = "Title", ja = "題" }', '"Title"', "title: a message has en and ja"),
        ('en = "Title", ja = "題"', 'en = "Title"', "title: a message has en and ja"),
        ('ja = "題"', 'ja = "題", fr = "Titre"', "title: a message has en and ja"),
        ('en = "Which?"', 'en = " "', "question.en: there are no words"),
        ('[{ en = "Look", ja = "見て" }]', "[]", "hints: there must be 1 to 3"),
        ('en = "Look"', "en = 3", "hint 1.en: there are no words"),
        ('en = "{best}:', 'en = "{bets}:', "solution.en: \\{bets\\} is nothing that a solution"),
        ('en = "{best}:', 'en = "{best.__class__}:', "solution.en: \\{best.__class__\\} is nothing"),
        ('en = "{best}:', 'en = "{best!r}:', "solution.en: \\{best\\} is nothing"),
        ('en = "{best}:', 'en = "{best[1]}:', "solution.en: \\{best\\[1\\]\\} is nothing"),
        ('en = "{best}:', 'en = "{value}:', "solution.en: \\{value\\} is nothing"),
        ('en = "{best}:', 'en = "{best:', "solution.en: "),
        ('ja = "{best}：{value[1a1]}"', 'ja = "{value[1z9]}"', "solution.ja: cannot read"),
    ],
)
def test_what_is_malformed_is_refused_with_place_and_reason(old: str, new: str, where: str) -> None:
    assert PUZZLE.count(old) == 1
    with pytest.raises(ValueError, match=f"^race.toml.*{where}"):
        read(PUZZLE.replace(old, new), "race.toml")


def test_a_file_of_no_kind_and_a_name_twice_are_refused() -> None:
    with pytest.raises(ValueError, match=r"^river.toml: 'river' is no kind of puzzle; there are fight, race"):
        read(PUZZLE, "river.toml")
    with pytest.raises(ValueError, match=r"^race.toml, puzzle 2, name: there are two of the name 'one'"):
        read(PUZZLE + PUZZLE, "race.toml")
    with pytest.raises(ValueError, match=r"^race.toml: more than 200000 characters"):
        read(PUZZLE + "#" * 200_000, "race.toml")


# --- questions that do not fit ---


def test_a_question_that_has_no_answer_says_why() -> None:
    loop = parse("O/W -,- 1 - -")
    with pytest.raises(ValueError, match="endless play may be best here"):
        answer(river.Question(Ask.WIN, loop))
    with pytest.raises(ValueError, match="no roll is due"):
        answer(river.Question(Ask.BEATS, loop))
    with pytest.raises(ValueError, match="no single square closes every way"):
        answer(river.Question(Ask.GATE, parse("W,W/W,W -,- 1 - -"), rabbit=1))
    with pytest.raises(ValueError, match="nothing to choose from"):
        answer(river.Question(Ask.MOVE, parse("W/W a1,- 1 2 -")))


def test_two_equal_moves_are_no_answer() -> None:
    assert not answer(river.Question(Ask.MOVE, parse("O/W -,- 1 - -"))).unique
    assert not answer(river.Question(Ask.GATE, parse("W/W -,- 1 - -"), rabbit=1)).unique


# --- what is said to an answer ---


def test_the_right_answer_is_right_and_every_other_is_not(any_one: AnyPuzzle[Any]) -> None:
    found = any_one.answer()
    for lang in LANGUAGES:
        assert respond(any_one, found.right, lang).mark is Mark.RIGHT
        assert respond(any_one, ..., lang).mark is Mark.UNTOUCHED
        for option in found.options:
            if option != found.right:
                response = respond(any_one, option, lang)
                assert (response.mark, response.chosen) == (Mark.NOT_YET, option)
                assert bool(JAPANESE.search(response.remarks[0])) == (lang == "ja")


def test_choices_are_read_kindly() -> None:
    wait = named("after-you-please")
    sentences = (wait.room.label(wait.question, "wait", lang) for lang in LANGUAGES)
    for given in ("wait", " Wait ", "ｗａｉｔ", *sentences):
        assert respond(wait, given, "en").mark is Mark.RIGHT
    assert respond(named("after-you"), "２Ａ１", "en").mark is Mark.RIGHT
    assert respond(named("two-rows-at-once"), "1a2", "en")[:2] == (
        Mark.UNREAD,
        ("1a2 is not allowed here: rabbit 1 can go to a1, b1, not to a2.",),
    )
    assert respond(named("after-you"), "up", "en").mark is Mark.UNREAD
    assert respond(named("after-you"), 3, "en").mark is Mark.UNREAD
    assert respond(named("after-you"), "x" * 1000, "en").mark is Mark.UNREAD


def test_numbers_are_judged_as_exercises_are() -> None:
    nine = named("nine-at-once")
    remarks = ("The fraction can be reduced: 5/18 (27.8 %).",)
    assert respond(nine, "10/36", "en")[:2] == (Mark.RIGHT, remarks)
    assert respond(nine, "27.8 %", "en").mark is Mark.RIGHT
    assert respond(nine, "１８分の５", "ja").mark is Mark.RIGHT
    assert respond(nine, "4/36", "en").mark is Mark.NOT_YET
    assert respond(nine, "nine", "en").mark is Mark.UNREAD


def test_endless_play_is_no_chance_to_win_in_what_is_said() -> None:
    (said,) = respond(named("a-free-try"), "1a2", "en").remarks
    assert said == "After 1a2 your share of the win is 1/2 (50.0 %) on average. There is something better."


# --- in a notebook, without a widget ---


def test_a_puzzle_in_a_notebook(tmp_path: Path) -> None:
    keep = tmp_path / "progress.jsonl"
    posed = puzzle("after-you", lang="en", keep=keep)
    bundle = posed._repr_mimebundle_()
    assert 'alt="River of 1 by 2' in bundle["text/html"]
    assert "Which rabbit do you move onto the whale?" in bundle["text/plain"]
    assert "GOAL" in bundle["text/plain"]
    assert posed.check().right is None
    assert "The idea behind it" not in posed.check("1a1").html
    again = posed.check("1a1")
    assert again.right is False
    assert "There is something better" in again.text
    assert "The idea behind it" in again.html, "after two tries the solution is offered"
    assert posed.hint().text.count("Hint") == 1
    assert posed.hint().text.count("Hint") == 2
    assert posed.check("2a1").right is True
    assert "73.8 %" in posed.solution().text
    done = [json.loads(line)["did"] for line in keep.read_text("utf-8").splitlines()]
    assert done == ["wrong", "wrong", "hint", "hint", "right", "solution"]
    assert posed.standing().done
    assert puzzle("after-you", lang="en", keep=keep).hint().text.count("Hint") == 2, (
        "hints go on in another cell"
    )
    assert puzzle("after-you", lang="en", keep=keep).standing().tries == 3


def test_every_puzzle_shows_itself(any_one: AnyPuzzle[Any], tmp_path: Path) -> None:
    """Title, game, question, what may be counted on, how to answer, and the picture with its words."""
    for lang in LANGUAGES:
        posed = puzzle(any_one.name, lang=lang, keep=tmp_path / "progress.jsonl")
        shown = posed._repr_mimebundle_()
        for told in (any_one.title[lang], any_one.room.name(lang), any_one.words[lang]):
            assert told in shown["text/plain"]
        assert all(fact in posed.words() for fact in any_one.facts(lang))
        assert f'kit.puzzle("{any_one.name}")' in posed.words()
        assert "<img alt=" in shown["text/html"]


def test_dice_that_are_not_the_usual_ones_are_told(one: Puzzle) -> None:
    dice = format_dice(one.question.position.rules.dice)
    assert (dice in puzzle(one.name, lang="en").words()) == (dice != "2d6")


@pytest.mark.parametrize("game", rooms())
def test_a_sheet_has_every_picture_with_a_line_to_write_on_and_no_answer(game: str) -> None:
    for kind in rooms()[game].kinds:
        of_kind = [one for one in puzzles(game).values() if one.kind is kind]
        for lang in LANGUAGES:
            made = sheet(kind, game=game, lang=lang)
            assert made.html.count("<img alt=") == len(of_kind)
            assert made.html.count("______________") >= len(of_kind)
            for one in of_kind:
                assert one.words[lang] in made.text
                assert solution(one, lang) not in made.text


def test_a_sheet_may_have_one_level_or_a_whole_game() -> None:
    assert sheet(level=5, lang="en").text.count("★★★★★") == sum(one.level == 5 for one in EVERY)
    assert sheet(game="same-one", lang="en").html.count("<img alt=") == len(puzzles("same-one"))
    assert "□ It never ends." in sheet("endless", lang="en").text


def test_the_answer_key_has_every_answer_and_solution() -> None:
    for lang in LANGUAGES:
        key = answer_key(lang=lang).text
        for one in EVERY:
            line = next(line for line in key.splitlines() if line.startswith(one.title[lang] + " ★"))
            found = one.answer()
            right = one.room.label(one.question, found.right, lang) if found.exact is None else found.right
            assert line.partition(" → ")[2].startswith(right)
            assert solution(one, lang) in key
    river_key, race = (answer_key(kind, game="river", lang="en").text for kind in (None, "race"))
    assert len(race) < len(river_key) < len(answer_key(lang="en").text)


@pytest.mark.parametrize("made", [sheet, answer_key])
def test_a_kind_that_is_none_is_refused(made: Callable[..., object]) -> None:
    with pytest.raises(ValueError, match="there is no kind 'river'; there are fight, race"):
        made("river")


def test_the_language_is_the_notebook_s() -> None:
    voice.speak("ja")
    try:
        assert "お先にどうぞ" in puzzle("after-you").words()
    finally:
        voice.speak(None)
    with pytest.raises(ValueError, match="there is no puzzle 'nobody'; there are nine-at-once, "):
        puzzle("nobody")
    with pytest.raises(ValueError, match="there is no level 7; there are 1 to 5"):
        sheet(level=7)


def test_words_of_choices() -> None:
    for one in those(Ask.TEMPO, Ask.END):
        options = TEMPI if one.question.ask is Ask.TEMPO else ENDS
        for lang in LANGUAGES:
            assert len({one.room.label(one.question, option, lang) for option in options}) == len(options)
