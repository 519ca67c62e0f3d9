"""The questions of "How to play River" by a second way, and that its page and its exercises show the same."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import lessons
from inaba import river
from inaba.errors import Reason
from inaba.river.cards import Kind
from lessons.exercises import LESSONS
from solvers.fights import beats, rolls_until_beaten, who_beats

SOURCES = Path(lessons.__file__).parent / "sources"
PAGE = (SOURCES / "00-how-to-play-river.md").read_text("utf-8")
QUESTIONS = {exercise.name: (exercise, *exercise.others) for exercise in LESSONS["how-to-play-river"]}
"""Each question with each of its positions."""


def asked(name: str) -> Iterator[tuple[river.State, dict[str, object], Fraction]]:
    """The position, what is given, and the answer, each time that the question can be set."""
    for one in QUESTIONS[name]:
        given = dict(one.given())
        yield river.parse(str(given["position"])), given, one.answer()


def ahead(square: str, columns: str = "abc") -> set[str]:
    """Rule 4, by letters: one row on, and at most one column aside."""
    place = columns.index(square[0])
    return {f"{column}{int(square[1]) + 1}" for column in columns[max(place - 1, 0) : place + 2]}


def test_any_rabbit_may_be_moved_but_not_onto_another() -> None:
    # Rules 3 to 5: one rabbit stands ahead of the other.
    for state, _, answer in asked("1"):
        one, two = map(str, state.rabbits)
        assert one in ahead(two) or two in ahead(one)
        assert answer == len(ahead(one) - {two}) + len(ahead(two) - {one})


def test_damage_adds_up_and_neither_roll_beats_the_shark() -> None:
    # Rule 6.
    for state, given, answer in asked("2"):
        left = state.spot("a1").left
        assert left == given["whole"]
        for faces in (("one", "two"), ("three", "four")):
            damage = sum(int(str(given[face])) for face in faces)
            assert damage < left
            left -= damage
        assert answer == left
        # The solution: nearly every roll beats it now.
        assert beats(left) > Fraction(9, 10)


def test_the_orca_carries_back_to_where_nobody_stands() -> None:
    # Rule 6 and the default orca; a square leads back to those from which it lies ahead.
    for state, given, answer in asked("3"):
        orca, come_from, other = str(given["orca"]), given["from"], state.rabbits[1]
        assert state.rabbits[0] == come_from
        assert orca in ahead(str(come_from)) & ahead(other)
        back = {f"{column}1" for column in "abc" if orca in ahead(f"{column}1")}
        # The square it has come from is free (rulings in play).
        assert answer == len(back - {other})
        missing = {"a": "left", "c": "right"}.get(orca[0])
        assert given.get("side") == (Reason(f"play.carried.{missing}") if missing else None)


def test_the_owner_rolls_and_the_owner_wins() -> None:
    # Rules 1 and 6: whoever moved the rabbit.
    for name in "45":
        for state, given, answer in asked(name):
            assert answer == given["rabbit"]
            assert state.turn == given["mover"] != answer


def test_the_page_shows_the_positions_that_are_asked_about() -> None:
    for name in QUESTIONS:
        assert f'kit.show("{{{{{name}.position}}}}")' in PAGE


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
