"""Lesson 16, "The race": its answers found a second way, and what it draws."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from inaba import same_one
from inaba.same_one.race import beats, span
from lessons import build, chart, kit
from lessons.exercises import LESSONS, race
from tests.drawn import check_drawn

LESSON = "the-race"
FACES = range(1, 7)


def asked(name: str) -> list[tuple[dict[str, Any], Fraction]]:
    """What is given and the answer, each time that the exercise can be set: the lesson's own first."""
    found = next(one for one in LESSONS[LESSON] if one.name == name)
    return [(dict(one.given()), one.answer()) for one in (found, *found.others)]


def answer(name: str) -> Fraction:
    return next(one.answer() for one in LESSONS[LESSON] if one.name == name)


def slips(name: str) -> dict[str, Fraction]:
    found = next(one for one in LESSONS[LESSON] if one.name == name)
    return {slip.key.rpartition(".slip_")[2]: slip.value for slip in found.slips()}


def cells(teacher: bool = False) -> dict[str, build.Cell]:
    folder = build.HERE / "sources" / ("teacher" if teacher else ".")
    return {cell.name: cell for cell in build.read((folder / f"16-{LESSON}.md").read_text("utf-8"))}


def numbers(cell: str, name: str) -> list[int]:
    """A list of whole numbers in a cell of the lesson."""
    found = re.search(rf"^{name} = \[([\d,\s]+)\]", cells()[cell].code or "", re.MULTILINE)
    assert found
    return [int(number) for number in found[1].split(",")]


def counted(ours: Iterable[int], theirs: Iterable[int]) -> tuple[int, int, int]:
    """In how many pairs B is first, both are, and A is."""
    pairs = list(product(ours, theirs))
    return (
        sum(b < a for a, b in pairs),
        sum(b == a for a, b in pairs),
        sum(a < b for a, b in pairs),
    )


# --- the answers, counted out ---


def test_one_step_behind_counted_in_36_boxes() -> None:
    first, same, last = counted(FACES, range(2, 8))
    assert (first, same, last) == (10, 5, 21)
    assert answer("1") == Fraction(first, 36)
    assert answer("2") == Fraction(2 * first + same, 72)
    assert counted(FACES, FACES) == (15, 6, 15)
    for given, found in asked("1"):
        slow = range(1 + given["delay"], 7 + given["delay"])
        assert found == Fraction(counted(FACES, slow)[0], 36) == Fraction(given["count"], 36)
    for given, found in asked("2"):
        first, same, _ = counted(FACES, range(given["shortest"], given["past"]))
        assert given["shortest"] == 1 + given["delay"]
        assert found == Fraction(2 * first + same, 72)
        assert (first, same) == (given["won"], given["ties"])
    # What is told of the shares in words.
    one, two, three = (found for _, found in asked("1"))
    assert (one > Fraction(1, 4), two, three) == (True, Fraction(1, 6), Fraction(1, 12))
    one, two, three = (found for _, found in asked("2"))
    assert (one > Fraction(1, 3), two > Fraction(1, 5), three) == (True, True, Fraction(1, 8))


def test_a_tie_is_a_coin_as_in_the_rules_without_weights() -> None:
    """Rule 11: of two callers each is first with equal chances."""
    asked = same_one.parse("g7,g9/b7,b9/y7,y9 - - - 1 0").play(1, "g7")
    called = asked.play(2, "!b7").play(3, "!y7").chance()
    assert called
    assert sorted(weight for _, weight in called.items()) == [1, 1]


def test_with_two_dice_each_ten_steps_are_too_many() -> None:
    sums = [a + b for a, b in product(FACES, FACES)]
    never = next(
        delay for delay in range(20) if not any(b + delay < a for a, b in product(set(sums), set(sums)))
    )
    assert answer("3") == never == 10
    assert slips("3")["one_die"] == 5
    for (_, found), (number, faces) in zip(asked("3"), ((2, 6), (3, 6), (2, 8)), strict=True):
        # All dice show 1, or all show their most.
        assert found == number * faces - number


def test_two_computers_counted_over_all_their_times() -> None:
    slower = [one > 3 and other > 3 for one, other in product(range(1, 13), repeat=2)]
    assert answer("4") == Fraction(sum(slower), len(slower)) == Fraction(9, 16)


def test_the_table_s_own_race_is_of_the_same_kind() -> None:
    """Exercise 4 in milliseconds: times that are equally likely, and independent rivals."""
    least, most = span(1200)
    time = least + (most - least) // 4
    alone = Fraction(sum(other > time for other in range(least, most + 1)), most - least + 1)
    assert beats(time, 1200) == alone
    assert beats(time, 1200, rivals=2) == alone**2


def test_eight_drops_counted_in_sixteen_pairs() -> None:
    asked = next(one for one in LESSONS[LESSON] if one.name == "5")
    assert asked.given()["ours"] == "12, 15, 15, 20"
    for one in (asked, *asked.others):
        given = one.given()
        ours, theirs = ([int(drop) for drop in str(given[of]).split(",")] for of in ("ours", "theirs"))
        first, same, last = counted(ours, theirs)
        assert (first, same, first + same + last) == (given["ahead"], given["ties"], 16)
        assert one.answer() == Fraction(2 * first + same, 32)
        assert sum(ours) < sum(theirs)


def test_the_slips_are_what_pupils_who_slip_so_get() -> None:
    assert slips("1")["no_delay"] == Fraction(15, 36)
    assert slips("2")["no_delay"] == Fraction(10, 36) + Fraction(3, 36)
    assert slips("4") == {
        "one": Fraction(3, 4),
        "added": Fraction(1, 2),
        "ties": Fraction(25, 36),
        "any": Fraction(15, 16),
        "half": Fraction(3, 8),
    }
    # First with first, second with second: one tie of four.
    assert slips("5")["rows"] == Fraction(1, 8)


# --- what the lesson says ---


def test_at_most_two_can_want_to_call() -> None:
    """Each number exists in three colours (rule 1), and one of the three lies in the centre."""
    assert {sum(card.number == number for card in same_one.CARDS) for number in range(1, 31)} == {3}


def test_the_more_times_are_spread_the_more_hope_has_the_slower_one() -> None:
    for delay in range(1, 10):
        one = race.first(race.later(race.STEPS, delay), race.STEPS)
        two = race.first(race.later(race.TWO_STEPS, delay), race.TWO_STEPS)
        assert one < two


def test_a_falling_ruler_takes_the_times_of_the_teacher_s_page() -> None:
    prose = cells(teacher=True)["without"].prose["en"]
    found = re.search(r"([\d, ]+) cm take ([\d, ]+) ms", prose)
    assert found
    drops, times = ([int(number) for number in part.split(",")] for part in found.groups())
    for centimetres, milliseconds in zip(drops, times, strict=True):
        # Free fall: s = g t² / 2 with g = 9.81 m/s².
        assert 9.81 / 2 * (milliseconds / 1000) ** 2 == pytest.approx(centimetres / 100, rel=0.012)


def test_the_numbers_on_the_teacher_s_page() -> None:
    alone = [sorted(throw)[0] < sorted(throw)[1] for throw in product(FACES, repeat=3)]
    assert Fraction(sum(alone), len(alone)) == Fraction(55, 72)
    # Two dice each, one step behind, 72 races.
    sums = [a + b for a, b in product(FACES, FACES)]
    first, same, _ = counted(sums, [total + 1 for total in sums])
    assert round(72 * Fraction(2 * first + same, 2 * 36**2)) == 28
    fine = range(1, 61)
    assert Fraction(counted(fine, fine)[1], 3600) == Fraction(1, 60)


# --- what it draws ---


def drawings() -> dict[str, chart.Chart]:
    times = [round(1000 * (2 * drop / 981) ** 0.5) for drop in numbers("class", "drops")]
    return {
        "even": kit.race_grid(FACES, FACES),
        "slow": kit.race_grid(FACES, range(2, 8)),
        "own": kit.race_grid(numbers("own-code", "mine"), numbers("own-code", "theirs")),
        "long": kit.race_grid(range(1, 13), [1000]),
        "one": kit.step_times(1),
        "two": kit.step_times(2),
        "four": kit.step_times(4),
        "class": kit.reaction_times(times),
        "two times": kit.reaction_times([150, 151]),
    }


def test_every_drawing_has_words_and_lies_on_the_paper(lang: str) -> None:
    for name, drawn in drawings().items():
        check_drawn(name, drawn, lang)


def test_the_boxes_say_who_is_first(spoken: None) -> None:
    for drawn, ours, theirs in (
        ("even", FACES, FACES),
        ("slow", FACES, range(2, 8)),
        ("own", numbers("own-code", "mine"), numbers("own-code", "theirs")),
    ):
        rows = [row.split("|") for row in drawings()[drawn].text.splitlines()[2:]]
        for row, b in zip(rows, theirs, strict=True):
            assert int(row[0]) == b
            for box, a in zip(row[1:], ours, strict=True):
                assert box.strip() == ("=" if a == b else "A" if a < b else "B *")


def test_times_of_dice_are_counted_over_all_throws(spoken: None) -> None:
    rows = [row.split("|") for row in drawings()["four"].text.splitlines()[2:]]
    sums = [sum(throw) for throw in product(FACES, repeat=4)]
    assert {int(steps): int(ways) for steps, ways in rows} == {total: sums.count(total) for total in sums}


def test_measured_times_lie_in_their_boxes(spoken: None) -> None:
    drawn = kit.reaction_times([100, 119, 120, 161], width=20)
    rows = [row.split("|") for row in drawn.text.splitlines()[2:]]
    assert {int(box): int(often) for box, often in rows} == {100: 2, 120: 1, 140: 0, 160: 1}
    assert "1.0" in drawn.alt


def test_what_cannot_be_is_refused() -> None:
    for ours, theirs in (([], [1]), ([1], []), (range(13), [1])):
        with pytest.raises(ValueError, match="1 to 12 times"):
            kit.race_grid(ours, theirs)
    for dice in (0, 5):
        with pytest.raises(ValueError, match="1 to 4 dice"):
            kit.step_times(dice)
    for times, width in (([150], 20), ([150, 160], 0)):
        with pytest.raises(ValueError, match="at least 2 times"):
            kit.reaction_times(times, width)
    with pytest.raises(ValueError, match="too many"):
        kit.reaction_times([100, 1000])
