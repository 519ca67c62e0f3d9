"""Puzzles of Same One: answers proved a second way, judged, read; `test_puzzles.py` has what all share."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path

import pytest

from inaba.same_one import State, View, parse_move
from inaba.words import LANGUAGES
from lessons.puzzles import Puzzle as AnyPuzzle
from lessons.puzzles import puzzle, same_one
from lessons.puzzles import puzzles as of_game
from lessons.puzzles import read as read_any
from lessons.puzzles.same_one import Ask, answer
from lessons.puzzles.same_one.questions import NUMBERS
from tests.test_open_hands import by_force

Puzzle = AnyPuzzle[same_one.Question]
ALL: list[Puzzle] = list(of_game("same-one").values())
OF = {ask: [one for one in ALL if one.question.ask is ask] for ask in Ask}

TABLE = """
[[puzzle]]
name = "a-name"
level = 1
position = "g6,b7/b26/y26 - - - 1 0"
ask = "force"
turns = 2
title = { en = "t", ja = "t" }
question = { en = "q", ja = "q" }
hints = [{ en = "h", ja = "h" }]
solution = { en = "{best}", ja = "{best}" }
"""


@pytest.fixture(autouse=True)
def keeping(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What is done is kept in a folder of the test's own."""
    monkeypatch.setenv("INABA_PROGRESS", str(tmp_path / "progress.jsonl"))


def names(chosen: list[Puzzle]) -> list[str]:
    return [one.name for one in chosen]


def read(text: str, source: str) -> tuple[Puzzle, ...]:
    """The puzzles of a file of Same One's."""
    return read_any(same_one.ROOM, text, source)


def question(name: str) -> same_one.Question:
    """What a puzzle asks."""
    return next(one for one in ALL if one.name == name).question


def test_the_forms_of_question_are_asked() -> None:
    assert {one.question.ask for one in ALL} >= {Ask.FORCE, Ask.SCORE, Ask.WIN, Ask.CALLED, Ask.QUIET}


@pytest.mark.parametrize("one", ALL, ids=names(ALL))
def test_hints_do_not_tell(one: Puzzle) -> None:
    """No hint names a move that is the answer."""
    found = answer(one.question)
    for lang in LANGUAGES:
        if found.exact is None:
            assert not any(found.right in hint[lang].split() for hint in one.hints)


@pytest.mark.parametrize("one", OF[Ask.FORCE] + OF[Ask.TURNS], ids=names(OF[Ask.FORCE] + OF[Ask.TURNS]))
def test_forced_wins_hold_in_another_engine(one: Puzzle) -> None:
    """Everything that the others can do, and that can come, is tried; no other move does it so soon."""
    position, found = one.question.position, answer(one.question)
    assert isinstance(position, State)
    if one.question.ask is Ask.TURNS:
        assert found.exact is not None
        assert by_force(str(position), 1, int(found.exact))
        assert not by_force(str(position), 1, int(found.exact) - 1)
        return
    for move in position.legal_moves(1):
        after = str(position.play(1, move))
        assert by_force(after, 1, one.question.turns - 1) is (str(move) == found.right), str(move)


def deals(view: View) -> Iterator[list[tuple[str, ...]]]:
    """All hands that the others may have, each equally likely."""
    sizes = [size for player, size in enumerate(view.sizes, 1) if player != view.player]

    def rest(cards: tuple[str, ...], sizes: list[int]) -> Iterator[list[tuple[str, ...]]]:
        if not sizes:
            yield []
            return
        for hand in combinations(cards, sizes[0]):
            left = tuple(card for card in cards if card not in hand)
            for others in rest(left, sizes[1:]):
                yield [hand, *others]

    return rest(tuple(map(str, view.unseen)), sizes)


@pytest.mark.parametrize("name", ["quieter", "a-pair-of-nines", "can-he-follow"])
def test_odds_are_counted_deal_by_deal(name: str) -> None:
    """With few unseen cards every deal is looked at: who holds the number, or what fits on green 9."""
    asked = question(name)
    assert isinstance(asked.position, View)
    every = list(deals(asked.position))

    def share(number: str) -> Fraction:
        return Fraction(
            sum(any(card[1:] == number for hand in hands for card in hand) for hands in every), len(every)
        )

    found = answer(asked)
    if asked.ask is Ask.QUIET:
        assert found.values == {"g9": 1 - share("9"), "g12": 1 - share("12")}
    elif asked.ask is Ask.CALLED:
        assert found.exact == share("9")
    else:
        fits = sum(any(card[0] == "g" and int(card[1:]) > 9 for card in hands[0]) for hands in every)
        assert found.exact == Fraction(fits, len(every))


def test_odds_of_ninety_cards_are_hypergeometric() -> None:
    """Six of the unseen cards are in hands: of 87 with one 9 among them, and of 88 with two."""
    assert answer(question("half-the-danger")).exact == Fraction(6, 87)
    assert answer(question("two-nines-out")).exact == 1 - Fraction(comb(86, 6), comb(88, 6))


def test_answers_are_judged(tmp_path: Path) -> None:
    """Right, not yet, illegal, no move at all, and nothing; in full-width letters too; and it is kept."""
    posed = puzzle("not-a-shark-last", lang="en", keep=tmp_path / "journal.jsonl")
    assert posed.check().right is None
    wrong = posed.check("b24")
    assert wrong.right is False
    assert "can still stop you" in wrong.text
    assert "does not" in posed.check("g9").text or posed.check("g9").right is None
    assert posed.check("nonsense").right is None
    assert posed.check(15).right is None
    assert posed.check("ｇ１５").right is True
    assert posed.standing().done
    assert "Hint 1" in posed.hint().text


def test_a_number_is_read_as_in_the_lessons() -> None:
    posed = puzzle("a-pair-of-nines", lang="ja")
    assert posed.check("6/7").right is True
    assert posed.check("85.7 %").right is True
    assert posed.check("0.5").right is False


@pytest.mark.parametrize("ask", [ask for ask in Ask if ask not in NUMBERS and OF[ask]])
def test_each_wrong_move_is_told_what_it_is_worth(ask: Ask) -> None:
    for one in OF[ask]:
        posed, found = puzzle(one.name, lang="en"), answer(one.question)
        for move in found.options:
            assert str(parse_move(move)) == move
            assert posed.check(move).right is (move == found.right)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"a-name"', '"A name"', "name"),
        ("level = 1", "level = 9", "level"),
        ('"force"', '"foresee"', "no form of question"),
        ("turns = 2", "", "turns"),
        ("turns = 2", 'turns = 2\nmove = "g6"', "no entry"),
        ("g6,b7/b26", "g6,b7/b66", "position"),
        ("- - - 1 0", "- - - 1 0 over", "position"),
        ("{best}", "{worst}", "nothing that a solution"),
        ("{best}", "{value[zz]}", "solution"),
    ],
)
def test_a_malformed_table_is_refused_with_its_place(old: str, new: str, said: str) -> None:
    assert read(TABLE, "finish.toml")[0].name == "a-name"
    with pytest.raises(ValueError, match=r"finish\.toml, puzzle 1") as refused:
        read(TABLE.replace(old, new), "finish.toml")
    assert said in str(refused.value)


def test_a_file_is_named_after_its_kind() -> None:
    with pytest.raises(ValueError, match="no kind"):
        read(TABLE, "race.toml")
    with pytest.raises(ValueError, match="two of the name"):
        read(TABLE + TABLE, "open.toml")
