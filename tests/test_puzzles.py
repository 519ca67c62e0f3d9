"""Puzzles: every answer in a second way and proved to be the only one, the words, the puzzle of the day."""

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

import pytest

from inaba import river
from inaba.dice import format_dice
from inaba.words import LANGUAGES
from lessons import puzzles as room
from lessons import voice
from lessons.answer import Mark
from lessons.puzzles import (
    LEVELS,
    Ask,
    Kind,
    Puzzle,
    answer,
    answer_key,
    daily,
    named,
    puzzle,
    puzzles,
    read,
    sheet,
    solution,
)
from lessons.puzzles.judging import label, respond
from lessons.puzzles.questions import ENDS, MOST_STATES, NUMBERS, TEMPI, rival_first
from solvers.endgame import Solver
from tests.brute_force import BruteForce

ALL = list(puzzles().values())
GAMES = (Ask.MOVE, Ask.WIN, Ask.TEMPO, Ask.END)
"""The forms of question that are about a whole game."""
JAPANESE = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")


@pytest.fixture(params=ALL, ids=lambda one: one.name)
def one(request: pytest.FixtureRequest) -> Puzzle:
    assert isinstance(request.param, Puzzle)
    return request.param


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


def test_no_two_puzzles_are_alike() -> None:
    assert len({one.question for one in ALL}) == len(ALL)
    for lang in LANGUAGES:
        assert len({one.title[lang] for one in ALL}) == len(ALL)
        assert len({one.solution[lang] for one in ALL}) == len(ALL)


def test_every_answer_is_the_only_one(one: Puzzle) -> None:
    """A number is exact; a move or a square is strictly better than every other, and by enough to be felt."""
    found = answer(one.question)
    assert found.unique
    if one.question.ask in NUMBERS:
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
        fresh.value(one.position)
        assert fresh.states <= 50_000


# --- the answers in a second way ---


def brute_force(one: Puzzle, endless: Fraction = Fraction(1, 2)) -> BruteForce:
    rules = one.position.rules
    return BruteForce(rules.orca, rules.rest, endless=endless)


@pytest.mark.parametrize("one", those(Ask.MOVE), ids=lambda one: one.name)
def test_the_value_of_every_move_by_brute_force(one: Puzzle) -> None:
    found = answer(one.question)
    _, values, _ = brute_force(one).solve(str(one.position))
    assert one.position.turn == 1, "so that player 1's value is the mover's"
    assert found.values == values


@pytest.mark.parametrize("one", those(Ask.WIN), ids=lambda one: one.name)
def test_the_chance_to_win_by_brute_force(one: Puzzle) -> None:
    for endless in (Fraction(0), Fraction(1)):
        assert brute_force(one, endless).solve(str(one.position))[0] == answer(one.question).exact


@pytest.mark.parametrize("one", those(Ask.TEMPO), ids=lambda one: one.name)
def test_who_would_rather_wait_by_brute_force(one: Puzzle) -> None:
    ours, waiting = (
        brute_force(one).solve(str(state))[0] for state in (one.position, rival_first(one.position))
    )
    assert ours != waiting
    assert answer(one.question).right == ("turn" if ours > waiting else "wait")


@pytest.mark.parametrize("one", those(Ask.END), ids=lambda one: one.name)
def test_how_it_ends_by_brute_force(one: Puzzle) -> None:
    """If each can see to it that the other never wins, nobody ever does."""
    least, most = (brute_force(one, Fraction(n)).solve(str(one.position))[0] for n in (0, 1))
    ends = {(1, 1): "win", (0, 0): "loss", (0, 1): "endless"}
    assert answer(one.question).right == ends.get((int(least), int(most)), "dice")


def faces(one: Puzzle) -> list[list[int]]:
    """Each die as its equally likely faces, a loaded one with repetitions."""
    return [[face for face, weight in die.items() for _ in range(weight)] for die in one.position.rules.dice]


def totals(one: Puzzle) -> list[int]:
    return [sum(roll) for roll in product(*faces(one))]


def left(one: Puzzle) -> int:
    text = str(one.position).split(" ")
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
    river_text, _, _, _, unseen = str(one.position).split(" ")
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
    text = str(one.position).split(" ")
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


def test_words_are_in_their_language(one: Puzzle) -> None:
    for message in (one.title, one.words, one.solution, *one.hints):
        assert set(message) == set(LANGUAGES)
        assert JAPANESE.search(message["ja"])
        assert not JAPANESE.search(message["en"])


def test_both_languages_say_the_same_numbers(one: Puzzle) -> None:
    def fields(lang: str) -> Counter[str]:
        return Counter(field for _, field, _, _ in Formatter().parse(one.solution[lang]) if field)

    assert fields("en") == fields("ja")
    for english, japanese in zip(
        *([m[lang] for m in (one.words, *one.hints)] for lang in LANGUAGES), strict=True
    ):
        squares = [set(re.findall(r"[a-h][1-8]", text)) for text in (english, japanese)]
        assert squares[0] == squares[1]


def test_a_solution_is_told_with_its_numbers(one: Puzzle) -> None:
    found = answer(one.question)
    for lang in LANGUAGES:
        told = solution(one, lang)
        assert not re.search(r"[{}]", told)
        assert "Fraction" not in told
        assert "100.0 %" not in told
        assert " 0.0 %" not in told
        assert len(told) > 60, "a solution tells an idea, not only a number"
        if one.question.ask not in (Ask.TEMPO, Ask.END):
            assert found.right in told


def test_no_solved_number_is_typed_into_a_solution(one: Puzzle) -> None:
    """Percents, and what the solvers answer to a question of chance, stand in fields only."""
    found = answer(one.question)
    for lang in LANGUAGES:
        typed = re.sub(r"\{[^}]*\}", "", one.solution[lang])
        assert "%" not in typed
        if found.exact is not None and found.exact.denominator > 1:
            assert found.right not in typed


# --- the puzzle of the day ---


def test_in_a_cycle_every_puzzle_has_its_day() -> None:
    first = date(2026, 11, 30)
    for begin in (first, first + timedelta(days=1000)):
        days = [daily(begin + timedelta(days=n)) for n in range(2 * len(ALL))]
        assert set(Counter(one.name for one in days).values()) == {2}
        assert all(one is not other for one, other in pairwise(days))


def test_a_week_is_mixed() -> None:
    """The order looks random: in no week are all puzzles of one kind, and one cycle has them all mixed."""
    for n in range(len(ALL)):
        week = {daily(date(2027, 1, 1) + timedelta(days=n + k)).kind for k in range(7)}
        assert len(week) >= 2


# --- reading ---

GOOD = files("lessons.puzzles").joinpath("race.toml").read_text(encoding="utf-8")
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
    loop = river.parse("O/W -,- 1 - -")
    with pytest.raises(ValueError, match="endless play may be best here"):
        answer(room.Question(Ask.WIN, loop))
    with pytest.raises(ValueError, match="no roll is due"):
        answer(room.Question(Ask.BEATS, loop))
    with pytest.raises(ValueError, match="no single square closes every way"):
        answer(room.Question(Ask.GATE, river.parse("W,W/W,W -,- 1 - -"), rabbit=1))
    with pytest.raises(ValueError, match="nothing to choose from"):
        answer(room.Question(Ask.MOVE, river.parse("W/W a1,- 1 2 -")))


def test_two_equal_moves_are_no_answer() -> None:
    assert not answer(room.Question(Ask.MOVE, river.parse("O/W -,- 1 - -"))).unique
    assert not answer(room.Question(Ask.GATE, river.parse("W/W -,- 1 - -"), rabbit=1)).unique


# --- what is said to an answer ---


def test_the_right_answer_is_right_and_every_other_is_not(one: Puzzle) -> None:
    found = answer(one.question)
    for lang in LANGUAGES:
        assert respond(one, found.right, lang).mark is Mark.RIGHT
        assert respond(one, ..., lang).mark is Mark.UNTOUCHED
        for option in found.options:
            if option != found.right:
                response = respond(one, option, lang)
                assert response.mark is Mark.NOT_YET
                assert bool(JAPANESE.search(response.remarks[0])) == (lang == "ja")


def test_choices_are_read_kindly() -> None:
    wait = named("after-you-please")
    for given in ("wait", " Wait ", "ｗａｉｔ", *(label(wait.question, "wait", lang) for lang in LANGUAGES)):
        assert respond(wait, given, "en").mark is Mark.RIGHT
    assert respond(named("after-you"), "２Ａ１", "en").mark is Mark.RIGHT
    assert respond(named("two-rows-at-once"), "1a2", "en") == (
        Mark.UNREAD,
        ("1a2 is not allowed here: rabbit 1 can go to a1, b1, not to a2.",),
    )
    assert respond(named("after-you"), "up", "en").mark is Mark.UNREAD
    assert respond(named("after-you"), 3, "en").mark is Mark.UNREAD
    assert respond(named("after-you"), "x" * 1000, "en").mark is Mark.UNREAD


def test_numbers_are_judged_as_exercises_are() -> None:
    nine = named("nine-at-once")
    assert respond(nine, "10/36", "en") == (Mark.RIGHT, ("The fraction can be reduced: 5/18 (27.8 %).",))
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


def test_every_puzzle_shows_itself(one: Puzzle, tmp_path: Path) -> None:
    for lang in LANGUAGES:
        shown = puzzle(one.name, lang=lang, keep=tmp_path / "progress.jsonl")
        assert one.words[lang] in shown.words()
        assert (format_dice(one.position.rules.dice) in shown.words()) == (
            format_dice(one.position.rules.dice) != "2d6"
        )


def test_a_sheet_has_every_river_with_a_line_to_write_on_and_no_answer() -> None:
    for kind in Kind:
        of_kind = [one for one in ALL if one.kind is kind]
        for lang in LANGUAGES:
            made = sheet(kind, lang=lang)
            assert made.html.count("<img alt=") == len(of_kind)
            assert made.html.count("______________") >= len(of_kind)
            for one in of_kind:
                assert one.words[lang] in made.text
                assert solution(one, lang) not in made.text
    assert sheet(level=5, lang="en").text.count("★★★★★") == sum(one.level == 5 for one in ALL)
    assert "□ It never ends." in sheet("endless", lang="en").text


def test_the_answer_key_has_every_answer_and_solution() -> None:
    for lang in LANGUAGES:
        key = answer_key(lang=lang).text
        for one in ALL:
            line = next(line for line in key.splitlines() if line.startswith(one.title[lang] + " ★"))
            found = answer(one.question)
            right = label(one.question, found.right, lang) if found.exact is None else found.right
            assert line.partition(" → ")[2].startswith(right)
            assert solution(one, lang) in key
    assert len(answer_key("race", lang="en").text) < len(answer_key(lang="en").text)


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
            assert len({label(one.question, option, lang) for option in options}) == len(options)
