"""The questions of "How to play River" by a second way, and that its page and its exercises show the same."""

from __future__ import annotations

from pathlib import Path

import lessons
from inaba import river
from inaba.river.cards import Kind
from lessons.exercises import LESSONS, rules
from solvers.fights import beats, rolls_until_beaten, who_beats

SOURCES = Path(lessons.__file__).parent / "sources"
PAGE = (SOURCES / "00-how-to-play-river.md").read_text("utf-8")
ANSWERS = {exercise.name: exercise.answer() for exercise in LESSONS["how-to-play-river"]}


def ahead(square: str, columns: str = "abc") -> set[str]:
    """Rule 4, by letters: one row on, and at most one column aside."""
    place = columns.index(square[0])
    return {f"{column}{int(square[1]) + 1}" for column in columns[max(place - 1, 0) : place + 2]}


def test_any_rabbit_may_be_moved_but_not_onto_another() -> None:
    # Rules 3 to 5: rabbit 1 stands on b2, rabbit 2 on b1.
    assert rules.MOVES.rabbits == ("b2", "b1")
    assert ANSWERS["1"] == len(ahead("b2")) + len(ahead("b1") - {"b2"})


def test_damage_adds_up_and_neither_roll_beats_the_shark() -> None:
    # Rule 6.
    left = 12
    for faces in rules.ROLLS:
        assert sum(faces) < left
        left -= sum(faces)
    assert ANSWERS["2"] == left


def test_the_orca_carries_back_to_where_nobody_stands() -> None:
    # Rule 6 and the default orca; a square leads back to those from which it lies ahead.
    back = {f"{column}1" for column in "abc" if "c2" in ahead(f"{column}1")}
    # The square it has come from is free (rulings in play).
    assert rules.CARRIED.rabbits == ("c1", "b1")
    assert ANSWERS["3"] == len(back - {"b1"})


def test_the_owner_rolls_and_the_owner_wins() -> None:
    # Rules 1 and 6: whoever moved the rabbit.
    assert ANSWERS["4"] == 1
    assert ANSWERS["5"] == 3


def test_the_page_shows_the_positions_that_are_asked_about() -> None:
    for state in (rules.MOVES, rules.WOUNDED, rules.CARRIED, rules.OWNER, rules.GOAL):
        assert f'kit.show("{state}")' in PAGE


def test_the_playing_cards_are_the_deck_for_lessons() -> None:
    deck = river.DECKS["classroom"]
    sharks = sorted(card.hit_points for card in deck if card.kind is Kind.SHARK)
    assert sharks == [0, *range(3, 11)]
    assert sorted(card.kind for card in deck if card.kind is not Kind.SHARK) == sorted(
        (Kind.DOLPHIN, Kind.WHALE, Kind.SQUID)
    )
    assert f"| {', '.join(map(str, sharks[1:]))} |" in PAGE


def test_what_lessons_2_to_4_say_of_the_fight_laboratory() -> None:
    # Lesson 2: kills after an odd number of rolls are rabbit 1's, who has fewer of them.
    rolls = rolls_until_beaten(9)
    odd = rolls.where(lambda number: number % 2 == 1)
    assert odd == who_beats(9)[0]
    assert 2 * odd < 1
    # Lesson 3, the teacher's page: dice whose every roll is 5 to 8 take exactly two.
    for dice in ("{5:1,6:3,7:1,8:2}", "{2:1}+{3:1,4:1,5:1,6:1}"):
        assert set(rolls_until_beaten(9, river.parse_rules(f"dice={dice}").dice)) == {2}
    # Lesson 4: the weight 7 beside five times 2 is p = 7/17, and nearly an even bet.
    die = "{1:2,2:2,3:2,4:2,5:2,6:7}"
    assert f'die_7 = "{die}"' in (SOURCES / "04-dice-as-polynomials.md").read_text("utf-8")
    loaded = river.parse_rules(f"dice={die}+{die}").dice
    assert loaded[0][6].limit_denominator(100).denominator == 17
    assert 0 < abs(2 * beats(9, loaded) - 1) < 0.01
