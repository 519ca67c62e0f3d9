"""The kit of the lessons: answers, hints, progress, charts, and the notebooks' builder."""

from __future__ import annotations

import base64
import json
import os
import re
import string
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from inspect import signature
from pathlib import Path
from typing import Any

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from inaba import river
from inaba.errors import InabaError, NotationError, Reason, SetupError
from inaba.words import LANGUAGES, Words
from lessons import answer, build, chart, kit, panel, voice
from lessons.answer import Kind, Mark, Reading, Say, Slip, judge, read
from lessons.chart import ink
from lessons.drawings import fights
from lessons.exercises import LESSONS, Exercise, polynomials, two_dice
from lessons.laboratory.fight import Refused
from lessons.progress import Journal, Standing
from solvers import river_table, table_file
from solvers.endgame import Solver
from solvers.fights import loaded_die

FIVE_EIGHTEENTHS = Fraction(5, 18)
LESSON = "two-dice-and-a-shark"


@pytest.fixture(params=LANGUAGES)
def lang(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Path]:
    """The lesson, begun in English, with its journal in a folder of its own."""
    path = tmp_path / "progress.jsonl"
    kit.begin(LESSON, lang="en", keep=path)
    yield path
    kit._open.clear()
    voice.speak(None)


# --- reading an answer ---


@pytest.mark.parametrize(
    "right",
    [
        "5/18",
        "10/36",
        " 5 / 18 ",
        "+5/18",
        "５／１８",
        "１０／３６",
        "5÷18",
        "5⁄18",
        "18分の5",
        "１８分の５",
        "5 out of 18",
        "10 in 36",
        "0.2778",
        "0.278",
        "0.28",
        ".2778",
        "０．２７８",
        "0,278",
        "27.8%",
        "27.8 %",
        "２７．８％",
        "28%",
        "27,8 %",
        "27.8 percent",
        "27.8パーセント",
        "約27.8%",
        "about 27.8 %",
        "≈0.278",
        FIVE_EIGHTEENTHS,
        Fraction(10, 36),
        0.2778,
        5 / 18,
        1 - 13 / 18,
        Decimal("0.278"),
        sympy.Rational(5, 18),
        sympy.Float("0.2778"),
    ],
    ids=repr,
)
def test_every_usual_way_to_write_five_eighteenths_is_right(right: object) -> None:
    assert judge(right, FIVE_EIGHTEENTHS).mark is Mark.RIGHT


def test_numbers_of_compiled_libraries_are_as_right() -> None:
    import gmpy2
    import numpy as np

    for right in (gmpy2.mpq(5, 18), np.float64(5 / 18)):
        assert judge(right, FIVE_EIGHTEENTHS).mark is Mark.RIGHT


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (27.8, Say.PERCENT_SIGN),
        ("27.8", Say.PERCENT_SIGN),
        (28, Say.PERCENT_SIGN),
        ("0.2778 %", Say.TWICE_PERCENT),
        (1.5, Say.ABOVE_ONE),
        ("36/10", Say.ABOVE_ONE),
        ("150 %", Say.ABOVE_ONE),
        (-0.2778, Say.NEGATIVE),
        ("−5/18", Say.NEGATIVE),
        (0.3, Say.ROUGH),
        ("0.3", Say.ROUGH),
        ("0.27", Say.CUT),
        ("27.7 %", Say.CUT),
        ("13/18", Say.AGAINST),
        ("0.72", Say.AGAINST),
        ("1/7", Say.OTHER),
        ("0.29", Say.OTHER),
        (0, Say.OTHER),
        (1, Say.OTHER),
    ],
    ids=repr,
)
def test_a_wrong_chance_gets_the_word_that_helps(wrong: object, said: Say) -> None:
    verdict = judge(wrong, FIVE_EIGHTEENTHS)
    assert verdict.mark is Mark.NOT_YET
    assert [remark.key for remark in verdict.remarks] == [said]


@pytest.mark.parametrize(
    ("unread", "said"),
    [
        (True, Say.TRUTH),
        (False, Say.TRUTH),
        (float("nan"), Say.INFINITE),
        (float("inf"), Say.INFINITE),
        (Decimal("-Infinity"), Say.INFINITE),
        ("1/0", Say.ZERO_BELOW),
        ("0分の1", Say.ZERO_BELOW),
        ("5:13", Say.ODDS),
        ("5対13", Say.ODDS),
        (print, Say.FUNCTION),
        ([5, 18], Say.SEVERAL),
        ((5, 18), Say.SEVERAL),
        ({5}, Say.SEVERAL),
        (object(), Say.NO_NUMBER_CHANCE),
        (2 + 1j, Say.NO_NUMBER_CHANCE),
        (b"5/18", Say.NO_NUMBER_CHANCE),
        (sympy.Symbol("p"), Say.NO_NUMBER_CHANCE),
        ("one in four", Say.NO_NUMBER_CHANCE),
        ("5/18 or so", Say.NO_NUMBER_CHANCE),
        ("5/18/2", Say.NO_NUMBER_CHANCE),
        ("1 5/18", Say.NO_NUMBER_CHANCE),
        ("0.2.7", Say.NO_NUMBER_CHANCE),
        ("1e-3", Say.NO_NUMBER_CHANCE),
        ("nan", Say.NO_NUMBER_CHANCE),
        ("0x10", Say.NO_NUMBER_CHANCE),
        ("%", Say.NO_NUMBER_CHANCE),
        (".", Say.NO_NUMBER_CHANCE),
        ("٥/١٨", Say.NO_NUMBER_CHANCE),
        (10**200, Say.LONG),
        (Fraction(1, 10**200), Say.LONG),
        (1e300, Say.LONG),
        (Decimal("1e-500"), Say.LONG),
        ("1" * 101, Say.LONG),
        ("㌫" * 30, Say.LONG),
    ],
    ids=lambda x: repr(x)[:20],
)
def test_what_is_no_number_is_said_so(unread: object, said: Say) -> None:
    verdict = judge(unread, FIVE_EIGHTEENTHS)
    assert verdict.mark is Mark.UNREAD
    assert verdict.remarks[0].key is said


@pytest.mark.parametrize("untouched", [..., None, "", "   ", "...", "　", "…"], ids=repr)
@pytest.mark.parametrize("kind", Kind)
def test_an_untouched_cell_is_no_wrong_answer(untouched: object, kind: Kind) -> None:
    assert judge(untouched, FIVE_EIGHTEENTHS, kind).mark is Mark.UNTOUCHED


def test_text_is_never_evaluated(tmp_path: Path) -> None:
    spoilt = tmp_path / "spoilt"
    for text in (f"open({str(spoilt)!r}, 'w')", "__import__('os').abort()", "9**9**9", "2+3", "{0}", "{n}"):
        assert judge(text, Fraction(5)).mark is Mark.UNREAD
    assert not spoilt.exists()


def test_junk_is_refused_in_milliseconds() -> None:
    junk = ["9" * 10**7, " " * 10**7, "1/" * 10**6, "5" + " " * 97 + "x", "%" * 100, 10 ** (10**5), "約" * 99]
    began = time.perf_counter()
    for text in junk:
        assert judge(text, FIVE_EIGHTEENTHS).mark in (Mark.UNREAD, Mark.UNTOUCHED)
    assert time.perf_counter() - began < 0.25


@given(st.text(max_size=120))
def test_any_text_is_a_reading_or_a_reason(text: str) -> None:
    for kind in Kind:
        found = read(text, kind)
        assert isinstance(found, Reading) or found.key in set(Say)


@given(st.fractions(0, 1, max_denominator=10**6), st.integers(2, 12))
def test_rounding_is_right_where_the_exact_value_rounds_to_the_answer(exact: Fraction, places: int) -> None:
    scale = 10**places
    nearest = round(exact * scale)
    text = f"{nearest // scale}.{nearest % scale:0{places}}"
    enough = len(text.replace(".", "").lstrip("0")) >= answer.LEAST_DIGITS
    assert judge(text, exact).right == (enough or Fraction(nearest, scale) == exact)
    # One unit further off, the exact value no longer rounds to the answer.
    other = nearest + (2 if nearest < exact * scale else -2)
    if 0 <= other <= scale:
        text = f"{other // scale}.{other % scale:0{places}}"
        assert not judge(text, exact).right


@given(st.fractions(0, 1, max_denominator=10**9))
def test_a_fraction_is_right_when_it_is_equal_and_only_then(exact: Fraction) -> None:
    assert judge(f"{exact.numerator * 7}/{exact.denominator * 7}", exact).right
    assert judge(exact, exact).right
    assert not judge(exact + Fraction(1, 10**12), exact).right


def test_a_right_answer_says_what_could_be_better() -> None:
    def said(written: object) -> list[object]:
        return [remark.key for remark in judge(written, FIVE_EIGHTEENTHS).remarks]

    assert said("5/18") == []
    assert said("10/36") == [Say.REDUCE]
    assert said("0.2778") == said(0.2778) == [Say.ROUNDED]
    assert said(5 / 18) == [Say.COMPUTED]
    assert said("0,2778") == [Say.COMMA, Say.ROUNDED]
    assert [r.key for r in judge("50 %", Fraction(1, 2)).remarks] == []
    assert [r.key for r in judge("0.5", Fraction(1, 2)).remarks] == []


@pytest.mark.parametrize(
    "right",
    [400, 400.0, "400", "４００", "400回", "400局", "400 rolls", "400 games", "400.", Fraction(400), "800/2"],
)
def test_a_count_is_read_as_people_write_it(right: object) -> None:
    assert judge(right, Fraction(400), Kind.COUNT).right


JAPANESE_UNITS = (
    "点 ポイント 人 秒 歩 羽 本 組 手 手番 段 種類 番目 年 ターン ゲーム 試合 マス か所 ヶ所 カ所"
)
ENGLISH_UNITS = "point points pts players people seconds steps turns rounds pairs passes deals cells pieces"


@pytest.mark.parametrize("unit", [*JAPANESE_UNITS.split(), *(f" {unit}" for unit in ENGLISH_UNITS.split())])
def test_an_answer_may_name_what_it_counts(unit: str) -> None:
    """Lesson 15 asks 何点, and is answered 点."""
    assert judge(f"8{unit}", Fraction(8), Kind.COUNT).right
    assert judge(f"-2.5{unit}", Fraction(-5, 2), Kind.NUMBER).right
    assert judge(f"−５{unit}", Fraction(-5), Kind.NUMBER).right


@pytest.mark.parametrize(
    "sign", ["-", "－", "−", "–", "—", "‐", "‑", "ー", "ｰ", "- ", "マイナス", "マイナス ", "minus ", "Minus "]
)
def test_a_sign_is_read_as_a_japanese_keyboard_types_it(sign: str) -> None:
    """The minus key gives the long vowel mark in kana mode: it is a sign before a number and nowhere else."""
    assert judge(f"{sign}3", Fraction(-3), Kind.NUMBER).right
    assert judge(f"{sign}２.５点", Fraction(-5, 2), Kind.NUMBER).right
    assert judge(f"{sign}5/2", Fraction(-5, 2), Kind.NUMBER).right
    assert [r.key for r in judge(f"{sign}0.5", Fraction(1, 2)).remarks] == [Say.NEGATIVE]
    assert [r.key for r in judge(f"3{sign}", Fraction(3), Kind.NUMBER).remarks] == [Say.NO_NUMBER_NUMBER]
    assert [r.key for r in judge(f"3{sign}3", Fraction(0), Kind.NUMBER).remarks] == [Say.NO_NUMBER_NUMBER]


@pytest.mark.parametrize("written", ["+3", "＋３", "plus 3", "プラス3", "+ 3 点"])
def test_a_gain_may_have_its_sign(written: str) -> None:
    assert judge(written, Fraction(3), Kind.NUMBER).right
    assert judge("20パーセント", Fraction(1, 5)).right


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("400 %", Say.NO_PERCENT),
        (4.5, Say.NOT_WHOLE),
        ("9/2", Say.NOT_WHOLE),
        (-4, Say.NEGATIVE_COUNT),
        (399, Say.OTHER),
        # A count is not rounded: the digits of 400.2 do not make it 400.
        ("400.2", Say.NOT_WHOLE),
    ],
)
def test_a_wrong_count_gets_the_word_that_helps(wrong: object, said: Say) -> None:
    assert [remark.key for remark in judge(wrong, Fraction(400), Kind.COUNT).remarks] == [said]


def test_a_comma_groups_thousands_in_a_count_and_is_a_point_in_a_chance() -> None:
    assert judge("1,600", Fraction(1600), Kind.COUNT).right
    assert read("1,600", Kind.CHANCE) == Reading(Fraction(8, 5), Fraction(1, 1000), 4, comma=True)


def test_a_number_may_lie_anywhere() -> None:
    assert judge("3.5", Fraction(7, 2), Kind.NUMBER).right
    assert judge("-7/2", Fraction(-7, 2), Kind.NUMBER).right
    assert judge("25.7", Fraction(180, 7), Kind.NUMBER).right
    assert judge("3", Fraction(10, 3), Kind.NUMBER).remarks[0].key is Say.ROUGH


def test_a_slip_is_known_in_every_form() -> None:
    slips = (Slip(Fraction(1, 6), "two_dice.ten.slip_totals"),)
    for written in ("1/6", "6/36", 0.1667, "17 %", 1 / 6):
        assert judge(written, FIVE_EIGHTEENTHS, slips=slips).remarks[0].key == "two_dice.ten.slip_totals"
    # A slip that forgot its percent sign is told about the sign first.
    assert judge(16.7, FIVE_EIGHTEENTHS, slips=slips).remarks[0].key is Say.PERCENT_SIGN


# --- the exercises ---


def exercise(name: str) -> Exercise:
    return next(e for e in LESSONS[LESSON] if e.name == name)


def test_the_answers_are_what_a_count_by_hand_gives() -> None:
    """Counted here over the 36 outcomes, apart from the library that the lesson asks."""
    outcomes = [(a, b) for a in range(1, 7) for b in range(1, 7)]
    for name, hit_points in (("1", 10), ("2", 5)):
        wins = sum(a + b >= hit_points for a, b in outcomes)
        assert exercise(name).answer() == Fraction(wins, 36)
    assert exercise("1").answer() == Fraction(1, 6)
    assert exercise("2").answer() == Fraction(5, 6)


def test_half_the_error_takes_four_times_the_rolls() -> None:
    assert exercise("3").answer() == 400
    for rolls in (1, 7, 100):
        assert two_dice.rolls_for_half_the_error(FIVE_EIGHTEENTHS, rolls) == 4 * rolls


@pytest.mark.parametrize("one", [e for es in LESSONS.values() for e in es], ids=lambda e: str(e.title))
def test_every_exercise_has_graded_hints_and_slips_that_are_wrong(one: Exercise) -> None:
    assert len(one.hints) >= 2
    right = one.answer()
    values = [slip.value for slip in one.slips()]
    assert right not in values
    assert len(set(values)) == len(values), "a slip hides another of the same value"
    for slip in one.slips():
        assert judge(slip.value, right, one.kind, one.slips()).remarks[-1].key is slip.key


def test_the_slips_are_what_pupils_arrive_at() -> None:
    assert {slip.value for slip in exercise("1").slips()} == {
        Fraction(3, 36),  # exactly 10
        Fraction(3, 11),  # three of eleven totals
        Fraction(4, 21),  # four of twenty-one pairs
        Fraction(7, 36),
        Fraction(5, 36),
    }
    assert {slip.value for slip in exercise("2").slips()} == {
        Fraction(10, 36),  # a fresh shark of 9
        Fraction(33, 36),  # a total of 4, the damage
        Fraction(26, 36),  # more than 5
        Fraction(4, 36),  # exactly 5
    }


def test_the_toughest_shark_is_the_last_that_half_of_the_outcomes_beat() -> None:
    outcomes = [(a, b) for a in range(1, 7) for b in range(1, 7)]
    good = [h for h in range(1, 14) if 2 * sum(a + b >= h for a, b in outcomes) >= 36]
    assert exercise("4").answer() == good[-1] == 7


def answer_of(lesson: str, name: str) -> Fraction:
    return next(one for one in LESSONS[lesson] if one.name == name).answer()


OUTCOMES = [a + b for a in range(1, 7) for b in range(1, 7)]


def first_beats(left: int) -> Fraction:
    """The chance of the rabbit that rolls next, followed through the whole tree, apart from the library."""
    return sum(
        (Fraction(1, 36) if left <= t else Fraction(1, 36) * (1 - first_beats(left - t)) for t in OUTCOMES),
        Fraction(0),
    )


def numbers(one: Exercise) -> dict[str, int]:
    """The whole numbers among what an exercise gives."""
    return {name: value for name, value in one.given().items() if isinstance(value, int)}


def settings(lesson: str, name: str) -> Iterator[tuple[Fraction, dict[str, int]]]:
    """The answer and the numbers of an exercise each time that it can be set: the lesson's own first."""
    first = next(one for one in LESSONS[lesson] if one.name == name)
    return ((one.answer(), numbers(one)) for one in (first, *first.others))


def test_the_wounded_shark_s_answers_are_what_counting_gives() -> None:
    lesson = "the-wounded-shark"
    for exact, told in settings(lesson, "1"):
        lost = [t for t in OUTCOMES if t < told["hit_points"]]
        assert exact == Fraction(sum(t >= told["least"] for t in lost), len(lost))
        assert told["hit_points"] - told["least"] == 2, "whoever is next surely beats it"
        assert (told["left"], told["ruled_out"]) == (len(lost), 36 - len(lost))
    for name in ("2", "5"):
        for exact, told in settings(lesson, name):
            hit_points = told.get("hit_points", 9)
            killed = [(s, t) for s in OUTCOMES for t in OUTCOMES if s < hit_points <= s + t]
            fits = sum(s == told["damage"] for s, _ in killed)
            assert exact == Fraction(fits, 36 * 36 if name == "2" else len(killed))
            assert told["first"] * told["second"] == fits
            assert told.get("killed", len(killed)) == len(killed)
    assert answer_of(lesson, "1") == Fraction(11, 26)
    assert answer_of(lesson, "2") == Fraction(5, 72)
    assert answer_of(lesson, "3") == first_beats(5) == Fraction(1081, 1296)
    assert answer_of(lesson, "4") == next(h for h in range(1, 20) if first_beats(h) < Fraction(1, 2)) == 8
    assert answer_of(lesson, "5") == Fraction(90, 866)


def test_how_many_rabbits_answers_are_what_every_fight_gives() -> None:
    """All fights followed roll by roll, apart from the library: (chance, damage of each roll)."""

    def fights(left: int, totals: list[int]) -> Iterator[tuple[Fraction, tuple[int, ...]]]:
        if left <= 0:
            yield Fraction(1), ()
            return
        for t in sorted(set(totals)):
            for chance, rest in fights(left - t, totals):
                yield chance * Fraction(totals.count(t), len(totals)), (t, *rest)

    def mean(left: int, totals: list[int]) -> Fraction:
        return sum((chance * len(way) for chance, way in fights(left, totals)), Fraction(0))

    lesson = "how-many-rabbits"
    for exact, told in settings(lesson, "1"):
        hit_points = told["hit_points"]
        # Only the least roll matters for the longest fight; with 11 hit points all fights are too many.
        assert exact == max(len(way) for _, way in fights(hit_points, [2, 7])) == told["before"] + 1
        assert hit_points - 2 * told["before"] == 1
    assert answer_of(lesson, "1") == max(len(way) for _, way in fights(9, OUTCOMES)) == 5
    assert answer_of(lesson, "2") == mean(4, OUTCOMES) == Fraction(13, 12)
    assert answer_of(lesson, "3") == mean(5, OUTCOMES) == Fraction(1513, 1296)
    for exact, told in settings(lesson, "4"):
        assert told["left"] + told["taken"] == 9
        assert exact == sum(
            (
                chance
                for chance, way in fights(9, OUTCOMES)
                if told["taken"] in (sum(way[:n]) for n in range(1, len(way)))
            ),
            Fraction(0),
        )
    assert answer_of(lesson, "4") == Fraction(109, 1296)
    for exact, told in settings(lesson, "5"):
        assert exact == mean(told["hit_points"], list(range(1, 7)))
    assert answer_of(lesson, "5") == Fraction(49, 36)


def test_the_polynomials_answers_are_what_counting_gives() -> None:
    """Counted over outcomes with the weights of the faces, apart from the library's polynomials."""

    def wins(first: dict[int, Fraction], second: dict[int, Fraction], hit_points: int) -> Fraction:
        return sum((first[a] * second[b] for a in first for b in second if a + b >= hit_points), Fraction(0))

    def loaded(p: Fraction) -> dict[int, Fraction]:
        return {**dict.fromkeys(range(1, 6), (1 - p) / 5), 6: p}

    lesson = "dice-as-polynomials"
    faces = range(1, 7)
    triples = [a + b + c for a in faces for b in faces for c in faces]
    for exact, told in settings(lesson, "1"):
        assert exact == triples.count(told["wanted"])
    assert answer_of(lesson, "1") == 6
    for exact, told in settings(lesson, "2"):
        equally_likely = [*faces, *[6] * (told["times"] - 1)]
        assert exact == Fraction(sum(equally_likely), len(equally_likely))
        assert told["parts"] == len(equally_likely)
    assert answer_of(lesson, "2") == Fraction(27, 7)
    for n, told in settings(lesson, "3"):
        assert 2 * sum(face >= told["hit_points"] for face in range(1, int(n) + 1)) == n
    assert answer_of(lesson, "3") == 16
    for p, told in settings(lesson, "4"):
        fair = dict.fromkeys(range(1, told["faces"] + 1), Fraction(1, told["faces"]))
        assert wins(loaded(p), fair, told["hit_points"]) == Fraction(1, 2)
        assert 0 < p < 1
    assert answer_of(lesson, "4") == Fraction(9, 14)
    last = LESSONS[lesson][4]
    for one in (last, *last.others):
        p, given = one.answer(), one.given()
        chance = Fraction(str(given["chance"]))
        assert wins(loaded(p), loaded(p), 11) == chance
        assert p == Fraction(str(given["positive"]))
        # The equation of the hints has both roots, and is the one between the chance and p.
        found = re.fullmatch(r"(\d+)p² \+ (\d+)p - (\d+)", str(given["equation"]))
        assert found
        square, linear, constant = map(int, found.groups())
        for root in (p, Fraction(str(given["negative"]))):
            assert square * root**2 + linear * root - constant == 0
        assert Fraction(constant, square) == chance / Fraction(3, 5)
        # Its factors, multiplied out.
        found = re.fullmatch(r"\((\d+)p - (\d+)\)\((\d*)p \+ (\d+)\)", str(given["factors"]))
        assert found
        one_p, one_less, other_p, other_more = (int(number or 1) for number in found.groups())
        assert one_p * other_p == square
        assert one_p * other_more - one_less * other_p == linear
        assert one_less * other_more == constant
    assert answer_of(lesson, "5") == Fraction(1, 3)


def test_a_loading_that_is_no_fraction_is_refused() -> None:
    both = [loaded_die(face=6)] * 2
    with pytest.raises(ValueError, match="not one fraction"):
        polynomials.loading_for(Fraction(1, 2), 9, both)


# --- words ---


def messages() -> Words:
    return voice.catalogue()


def fields(form: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(form) if name}


def test_every_message_has_the_same_fields_in_both_languages() -> None:
    words = messages()
    for key in words:
        for n in (1, 2):
            assert fields(words.form(key, "en", n)) == fields(words.form(key, "ja", n)), key
            for lang in LANGUAGES:
                assert words.form(key, lang, n).count("`") % 2 == 0, key


NAMES_IN_LATIN_LETTERS = {"cross_sevens_puzzle.game", "cross_sevens_puzzle.option.card"}


def test_japanese_messages_are_japanese_and_english_ones_are_not() -> None:
    words = messages()
    for key in words:
        english, japanese = (words.form(key, lang, 2) for lang in ("en", "ja"))
        if key == "kit.begin.other_language":
            continue
        assert not re.search("[\u3040-\u30ff\u4e00-\u9fff]", english), key
        if key in NAMES_IN_LATIN_LETTERS or re.search("[\u3040-\u30ff\u4e00-\u9fff]", japanese):
            continue
        # Where Japanese needs no word, but a sign or a digit, there is none of English either.
        assert not re.search("[A-Za-z]{3}", re.sub(r"\{[^}]*\}|`[^`]*`", "", japanese)), key


# --- the kit ---


def test_a_right_answer_is_said_with_sign_and_words(journal: Path) -> None:
    panel = kit.check("1", "1/6")
    assert panel.right is True
    assert panel.text.startswith("✔ Right!")
    bundle = panel._repr_mimebundle_()
    assert set(bundle) == {"text/html", "text/plain"}
    assert "✔ Right!" in bundle["text/html"]
    assert 'role="status"' in bundle["text/html"]


def test_hints_lie_one_inside_the_other_and_the_solution_comes_after_two_tries(journal: Path) -> None:
    def folds(panel: kit.Panel) -> list[str]:
        depth, deepest = 0, []
        for tag, words in re.findall(r"(<details|</details>)|<summary[^>]*>([^<]*)", panel.html):
            depth += {"<details": 1, "</details>": -1}.get(tag, 0)
            if words:
                deepest.append(f"{depth} {words}")
        assert depth == 0
        return deepest

    hints = ["1 Hint 1", "2 Hint 2", "3 Hint 3"]
    assert folds(kit.check("1")) == hints
    assert folds(kit.check("1", "1/7")) == hints
    assert folds(kit.check("1", "1/8")) == [*hints, "4 How it is solved"]
    assert folds(kit.check("1", "1/6")) == ["1 Compare: how we would do it"]


def test_hint_tells_one_more_each_time(journal: Path) -> None:
    told = [kit.hint("2").text.count("Hint ") for _ in range(4)]
    assert told == [1, 2, 3, 3]
    assert 'kit.solution("2")' in kit.hint("2").text
    assert "5/6" in kit.solution("2").text
    assert Journal(journal).standing(LESSON, "2") == Standing(hints=5, solution=True)


def test_what_is_typed_is_shown_but_never_becomes_html(journal: Path) -> None:
    panel = kit.check("1", "<script>1</script>`")
    assert "<script>" not in panel.html
    assert "&lt;script&gt;" in panel.html
    panel = kit.check("<b>9</b>", "1/6")
    assert "<b>" not in panel.html
    assert panel.right is None


@pytest.mark.parametrize("odd", [None, [], object(), "\ud800", 1.5, float("nan"), b"1"])
def test_an_odd_name_or_answer_is_answered_in_words(journal: Path, odd: object) -> None:
    kit.begin("two-dice-and-a-shark", lang="en", keep=journal)
    for ask in (kit.check, kit.hint, kit.solution):
        panel = ask(odd)  # type: ignore[arg-type]  # a pupil's mistake is what is tested
        assert '"1"' in panel.text
        panel.html.encode()
    panel = kit.check("1", odd)
    assert panel.right is None or odd == 1.5
    panel.html.encode()


def test_the_exercise_is_found_by_number_text_and_full_width_text(journal: Path) -> None:
    for name in ("1", 1, " 1 ", "１"):
        assert kit.check(name, "1/6").right
    for unknown in ("9", "1/6", 0, "", "one" * 10**5, 10**10_000):
        panel = kit.check(unknown, "1/6")
        assert panel.right is None
        assert '"1", "2", "3", "4"' in panel.text
        assert len(panel.text) < 1000


def test_before_the_lesson_is_begun_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INABA_LANG", "en")
    monkeypatch.setattr(kit, "_open", [])
    for said in (kit.check("1", "1/6"), kit.hint("1"), kit.solution("1")):
        assert "Run the first grey cell" in said.text


def test_an_unknown_lesson_is_refused_with_the_lessons_there_are() -> None:
    for nothing in ("two-dice", 3, ["two-dice-and-a-shark"], None):
        for ask in (kit.begin, kit.answers):
            with pytest.raises(ValueError, match="two-dice-and-a-shark"):
                ask(nothing)  # type: ignore[arg-type]  # that is what is tried


def test_the_language_is_the_folders(tmp_path: Path, lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("JPY_SESSION_NAME", raising=False)
    monkeypatch.setenv("INABA_LANG", "en" if lang == "ja" else "ja")
    monkeypatch.setattr(kit, "_open", [])
    (tmp_path / lang).mkdir()
    monkeypatch.chdir(tmp_path / lang)
    kit.begin(LESSON)
    assert kit._open[0].lang == lang
    assert ("正解" in kit.check("1", "1/6").text) == (lang == "ja")
    # Outside those folders JupyterLab's name of the notebook helps, and then the machine.
    monkeypatch.chdir(tmp_path)
    kit.begin(LESSON)
    assert kit._open[0].lang != lang
    monkeypatch.setenv("JPY_SESSION_NAME", f"/home/pupil/{lang}/01-two-dice-and-a-shark.ipynb")
    kit.begin(LESSON)
    assert kit._open[0].lang == lang


def test_ink_on_every_ground_has_a_contrast_of_seven_and_more() -> None:
    def light(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    for _, ground, _ in panel.LOOKS.values():
        assert (light(ground) + 0.05) / (light(panel.INK) + 0.05) >= 7
        assert (light(ground) + 0.05) / (light("#00528a") + 0.05) >= 4.5


def test_what_is_given_is_crossed_out_in_the_grid(journal: Path) -> None:
    grid = kit.given_grid(9, 4)
    assert grid.text.count("x") == 10
    assert grid.text.count(" *") == 3
    assert "3 of 26" in grid.svg


@pytest.mark.parametrize("hit_points", range(2, fights.MOST_BRANCHING + 1))
def test_the_ends_of_a_tree_are_all_that_can_happen(journal: Path, hit_points: int) -> None:
    rows = [row.split(" | ") for row in kit.fight_tree(hit_points).text.splitlines()[2:]]
    chances = {rabbit: Fraction(0) for rabbit in ("rabbit 1", "rabbit 2")}
    for *way, chance in rows:
        chances[[step.strip() for step in way if step.strip()][-1]] += Fraction(chance.strip())
    assert sum(chances.values()) == 1
    assert chances["rabbit 1"] == first_beats(hit_points)


def test_a_tree_of_too_many_branches_is_refused(journal: Path) -> None:
    for hit_points in (0, fights.MOST_BRANCHING + 1):
        with pytest.raises(ValueError, match="hit points"):
            kit.fight_tree(hit_points)


@pytest.mark.parametrize("most", [3, 24, 99])
def test_the_first_rabbit_s_bars_stay_on_the_paper(journal: Path, most: int) -> None:
    drawn = kit.first_kills(most)
    for rect in ET.fromstring(drawn.svg).iter("{http://www.w3.org/2000/svg}rect"):
        assert float(rect.get("y", 0)) >= 0
        assert float(rect.get("height", 0)) >= 0
    assert len(drawn.text.splitlines()) == 2 + most - 1


@pytest.mark.parametrize("hit_points", [1, 2, 4, 5, 9, fights.MOST_CHAIN])
def test_a_chain_shows_every_state_and_step(journal: Path, hit_points: int) -> None:
    drawn = kit.chain(hit_points)
    rows = [[cell.strip() for cell in row.split(" | ")] for row in drawn.text.splitlines()[2:]]
    for left in range(hit_points + 1):
        assert sum(Fraction(chance) for one, _, chance in rows if one == str(left)) == 1
    root = ET.fromstring(drawn.svg)
    height = float(root.get("viewBox", "").split()[3])
    circles = list(root.iter("{http://www.w3.org/2000/svg}circle"))
    for circle in circles:
        assert 0 < float(circle.get("cx", 0)) < ink.WIDTH
        assert 0 < float(circle.get("cy", 0)) < height
    # A ring more for the absorbing state, two circles and a ring in the legend.
    assert len(circles) == hit_points + 1 + 1 + 3


def test_a_chain_that_cannot_be_drawn_is_refused(journal: Path) -> None:
    for hit_points, start in ((0, None), (fights.MOST_CHAIN + 1, None), (9, 10), (9, 0)):
        with pytest.raises(ValueError, match=r"from 1 to|for 1 to"):
            kit.chain(hit_points, start)


def test_what_has_nothing_to_draw_is_refused(journal: Path) -> None:
    """With a word about what would do, and no error from within."""
    half = Fraction(1, 2)
    drawings: list[Callable[[], object]] = [
        lambda: kit.expected(0),
        lambda: kit.first_kills(2),
        lambda: kit.closing_in([], half),
        lambda: kit.closing_in([(3, 2)], half),
        lambda: kit.closing_in([(0, 0)], half),
        lambda: kit.compare(0, 0, half),
    ]
    for drawing in drawings:
        with pytest.raises(ValueError, match="or more"):
            drawing()


def test_a_drawing_of_what_is_no_position_says_how_one_is_written(journal: Path) -> None:
    for drawing in (kit.board, kit.draw_value, kit.game_tree, kit.river_arrows, kit.show):
        for nothing in (42, ["3,W -,- 1 - -"], object()):
            with pytest.raises(ValueError, match="a position is written as text"):
                drawing(nothing)  # type: ignore[arg-type]  # that is what is tried


def test_a_mean_is_compared_with_its_own_error(journal: Path) -> None:
    # 50 ones and 50 threes: the mean is 2, the standard deviation 1.005, the error a tenth of that.
    panel = kit.compare_mean([1] * 50 + [3] * 50, Fraction(2))
    assert "2.000" in panel.text
    assert "± 0.101" in panel.text
    assert "✔" in panel.text
    assert "△" in kit.compare_mean([1] * 50 + [3] * 50, Fraction(17, 10)).text
    assert "✘" in kit.compare_mean([2, 2, 2], Fraction(3)).text
    assert "✔" in kit.compare_mean([2, 2, 2], Fraction(2)).text
    with pytest.raises(ValueError, match="two numbers"):
        kit.compare_mean([2], Fraction(2))


def test_bars_of_expected_rolls_name_their_dice(journal: Path) -> None:
    drawn = kit.expected(14, "1d6")
    assert "1d6" in drawn.alt
    assert drawn.text.splitlines()[4].split(" | ")[1].strip() == "1.36"


def test_loaded_dice_are_drawn_as_two_curves_that_meet_where_dice_are_fair(journal: Path) -> None:
    drawn = kit.loaded(9)
    rows = [[cell.strip() for cell in row.split(" | ")] for row in drawn.text.splitlines()[2:]]
    assert [row[0] for row in rows] == [f"{n / 10:.1f}" for n in range(11)]
    # With p = 0 a fair die must help: 1 of 5 faces each; with p = 1 it shows 3 and more, and two sixes win.
    assert rows[0][1:] == ["20.0 %", "12.0 %"]
    assert rows[-1][1:] == ["66.7 %", "100 %"]
    assert "66.7 %" in drawn.alt


def test_curves_are_one_or_two() -> None:
    words = {"title": "", "across": "", "up": "", "alt": "", "line_words": ""}
    for many in (0, 3):
        drawn = {str(n): (lambda p: p) for n in range(many)}
        with pytest.raises(ValueError, match="1 to 2 curves"):
            chart.curves(drawn, line=Fraction(1, 2), **words)


# --- progress ---


def test_progress_counts_tries_until_an_exercise_is_done(journal: Path) -> None:
    for written in (..., "nonsense", "1/7", "1/6", "1/7", "1/6"):
        kit.check("1", written)
    assert Journal(journal).standing(LESSON, "1") == Standing(done=True, tries=2)
    table = kit.progress()
    assert "1 of 4" in table.text
    assert "1. A shark of 10 | ✔ done | 2" in table.text
    assert "✔ done" in kit.begin(LESSON, lang="en", keep=journal).text


def test_a_half_written_line_costs_itself_only(journal: Path) -> None:
    kit.check("1", "1/6")
    whole = journal.read_bytes()
    # A crash in the middle of a line: every prefix of the second line in turn.
    kit.check("2", "5/6")
    line = journal.read_bytes()[len(whole) :]
    for cut in range(1, len(line)):
        journal.write_bytes(whole + line[:cut])
        again = Journal(journal)
        assert again.standing(LESSON, "1").done
        again.add(LESSON, "3", "right")
        assert again.standing(LESSON, "3").done
        assert again.damaged == (cut < len(line) - 1)
        assert journal.read_bytes().startswith(whole + line[:cut]), "what was there stays there"


@pytest.mark.parametrize(
    "junk",
    [
        b"\x00\xff\xfe",
        b"{",
        b"[]",
        b"null",
        b'{"lesson": 1}',
        b'{"lesson": "a", "exercise": "1", "did": "flew", "when": ""}',
        b"[" * 900,
        b"x" * 5000,
        b'{"lesson": 1, "exercise": "1", "did": "right", "when": ""}',
    ],
    ids=lambda j: repr(j[:20]),
)
def test_damaged_lines_are_kept_counted_and_said(journal: Path, junk: bytes) -> None:
    journal.write_bytes(junk)
    kit.check("1", "1/6")
    text = kit.progress().text
    assert "1 of 4" in text
    assert "1 line of" in text
    assert str(journal) in text
    assert journal.read_bytes().startswith(junk)


def test_two_notebooks_at_once_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "progress.jsonl"
    script = (
        "import sys; from lessons.progress import Journal; j = Journal(sys.argv[1])\n"
        "for n in range(150): j.add('lesson', f'{sys.argv[2]}-{n}', 'right')\n"
    )
    running = [subprocess.Popen([sys.executable, "-c", script, str(path), name]) for name in "abc"]
    assert [process.wait(60) for process in running] == [0, 0, 0]
    journal = Journal(path)
    assert set(journal.standings()) == {("lesson", f"{name}-{n}") for name in "abc" for n in range(150)}
    assert journal.damaged == 0


def test_a_kill_in_the_middle_leaves_what_was_done(tmp_path: Path) -> None:
    path = tmp_path / "progress.jsonl"
    script = (
        "import itertools, sys; from lessons.progress import Journal; j = Journal(sys.argv[1])\n"
        "for n in itertools.count():\n"
        "    j.add('lesson', str(n), 'right'); print(n, flush=True)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script, str(path)], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        told = [int(process.stdout.readline()) for _ in range(20)]
        process.kill()
    standings = Journal(path).standings()
    assert all(standings["lesson", str(n)].done for n in told)


def test_without_a_place_to_write_the_lesson_goes_on_and_says_so(tmp_path: Path) -> None:
    # A folder stands where the file would be: nobody can write there, not even the administrator.
    kit.begin(LESSON, lang="en", keep=tmp_path)
    panel = kit.check("1", "1/6")
    assert panel.right
    assert "can't be written" in panel.text
    assert "1 of 4" in kit.progress().text
    # A pipe that nobody writes to is not waited for, either, and some names no file can have.
    os.mkfifo(tmp_path / "pipe")
    for nowhere in ("pipe", "nul\0", "half\ud800"):
        kit.begin(LESSON, lang="en", keep=tmp_path / nowhere)
        assert kit.check("1", "1/6").right
        assert "1 of 4" in kit.progress().text
    kit._open.clear()
    voice.speak(None)


def test_the_journal_stands_where_the_environment_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INABA_PROGRESS", str(tmp_path / "mine.jsonl"))
    assert Journal().path == tmp_path / "mine.jsonl"
    monkeypatch.delenv("INABA_PROGRESS")
    monkeypatch.chdir(tmp_path)
    assert Journal().path == tmp_path / "progress.jsonl"


def test_a_lesson_being_read_writes_nothing(journal: Path) -> None:
    kit.check("1")
    kit.progress()
    kit.outcome_grid(9)
    assert not journal.exists()


# --- charts ---


def every_chart() -> dict[str, chart.Chart]:
    rolled = [(1 + n % 6, 1 + n // 6 % 6) for n in range(100)]
    return {
        "grid": kit.outcome_grid(9),
        "grid of none": kit.outcome_grid(13),
        "bars": kit.distribution(9),
        "bars of all": kit.distribution(0),
        "bars of none": kit.distribution(13),
        "rolled": kit.distribution(9, rolled),
        "one roll": kit.distribution(9, [(1, 1)]),
        "closing in": kit.closing_in([(30, 100), (100, 400), (450, 1600)], FIVE_EIGHTEENTHS),
        "one estimate": kit.closing_in([(0, 1)], FIVE_EIGHTEENTHS),
    }


def test_every_chart_is_well_formed_and_has_words(journal: Path, lang: str) -> None:
    kit.begin(LESSON, lang=lang, keep=journal)
    for name, drawn in every_chart().items():
        root = ET.fromstring(drawn.svg)
        assert root.tag == "{http://www.w3.org/2000/svg}svg", name
        assert len(drawn.alt) > 30, name
        html = drawn._repr_mimebundle_()["text/html"]
        found = re.search(r'alt="([^"]+)" src="data:image/svg\+xml;base64,([^"]+)"', html)
        assert found, name
        assert base64.b64decode(found[2]).decode() == drawn.svg
        assert "nan" not in drawn.svg, name
        assert drawn._repr_mimebundle_()["text/plain"].count("\n") >= 2, name


def test_everything_drawn_lies_on_the_paper(journal: Path) -> None:
    for name, drawn in every_chart().items():
        root = ET.fromstring(drawn.svg)
        _, _, width, height = map(float, root.attrib["viewBox"].split())
        for element in root.iter():
            for axis, most in (("x", width), ("y", height), ("cx", width), ("cy", height)):
                value = element.get(axis)
                assert value is None or -1 <= float(value) <= most + 1, (name, element.attrib)


def test_the_grid_rings_as_many_outcomes_as_win(journal: Path) -> None:
    for hit_points, winning in ((2, 36), (9, 10), (12, 1), (13, 0)):
        drawn = kit.outcome_grid(hit_points)
        assert drawn.text.count("*") == winning
        # The legend has a ring of its own.
        assert drawn.svg.count("<circle") == 2 * sum(range(1, 7)) + winning + 1


def test_the_bars_are_as_tall_as_the_chances(journal: Path) -> None:
    drawn = ET.fromstring(kit.distribution(9).svg)
    bars = [
        r
        for r in drawn.iter("{http://www.w3.org/2000/svg}rect")
        if r.get("width") != r.get("height") and r.get("stroke")
    ]
    heights = [float(bar.attrib["height"]) for bar in bars]
    ways = [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    unit = sum(heights) / 36
    assert heights == pytest.approx([unit * w for w in ways], abs=0.2)
    assert [bar.attrib["fill"] == ink.BLUE for bar in bars] == [False] * 7 + [True] * 4


def test_compare_says_how_far_apart(journal: Path) -> None:
    # 450 of 1,000 against 1/2: the standard error of a share near one half is about 1.6 points.
    assert "3.2 standard errors" in kit.compare(450, 1000, Fraction(1, 2)).text
    assert "✔" in kit.compare(495, 1000, Fraction(1, 2)).text
    assert "✘" in kit.compare(300, 1000, Fraction(1, 2)).text
    # No win at all: the error is that of the exact chance, not 0.
    assert "✔" in kit.compare(0, 1, Fraction(1, 2)).text
    assert "✘" in kit.compare(0, 100, Fraction(1, 2)).text
    for won, rolls in ((5, 4), (-1, 4), (0, 0)):
        with pytest.raises(ValueError, match="1 roll or more"):
            kit.compare(won, rolls, Fraction(1, 2))


def test_rolls_that_are_none_are_refused(journal: Path) -> None:
    all_bad: list[list[tuple[int, ...]]] = [[], [(0, 6)], [(3,)], [(1, 2, 3)]]
    for bad in all_bad:
        with pytest.raises(ValueError, match="rolls of two dice"):
            kit.distribution(9, bad)


# --- the builder ---

SOURCE = """<!-- text a -->
<!-- en -->
Hello
<!-- ja -->
こんにちは
<!-- code b hidden -->
```python
1 + 1
```
"""


def test_a_source_makes_a_notebook_for_each_language(lang: str) -> None:
    made = json.loads(build.notebook(build.read(SOURCE), lang))
    assert [cell["id"] for cell in made["cells"]] == ["a", "b"]
    assert made["cells"][0]["source"] == [{"en": "Hello", "ja": "こんにちは"}[lang]]
    assert made["cells"][1]["source"] == ["1 + 1"]
    assert made["cells"][1]["metadata"]["jupyter"] == {"source_hidden": True}


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("", "no cell"),
        ("Hello", "before the first cell"),
        ("<!-- ja -->", "no place"),
        (SOURCE.replace("<!-- ja -->\nこんにちは\n", ""), "cell 'a'"),
        (SOURCE.replace("こんにちは", ""), "cell 'a'"),
        (SOURCE.replace("<!-- en -->", "<!-- en -->\n<!-- en -->"), "no place"),
        (SOURCE.replace("<!-- en -->", "loose\n<!-- en -->"), "cell 'a'"),
        (SOURCE.replace("text a", "text a hidden"), "cell 'a'"),
        (SOURCE.replace("code b", "code a"), "two of this name"),
        (SOURCE.replace("```python", "```"), "fenced"),
        (SOURCE.replace("<!-- code b", "<!-- cod b"), "no mark"),
        (SOURCE.replace("1 + 1", "1 + " + "1" * 70), "more than 70"),
    ],
)
def test_a_bad_source_is_refused_with_its_place(source: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        build.read(source, "lesson.md")


def test_the_builder_tells_stale_notebooks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "HERE", tmp_path)
    (tmp_path / "sources").mkdir()
    (tmp_path / "sources" / "05-x.md").write_text(SOURCE, encoding="utf-8")
    assert build.main(["--check"]) == 1
    assert build.main([]) == 0
    assert build.main(["--check"]) == 0
    (tmp_path / "ja" / "05-x.ipynb").write_text("{}")
    assert build.main(["--check"]) == 1
    assert build.main(["--nonsense"]) == 2
    assert sorted(os.listdir(tmp_path / "en")) == ["05-x.ipynb"]


# --- the board and the pictures ---

SMALL = "5,W,4/0,6,3 -,- 1 - -"


def test_a_board_in_one_call_advises_exactly_and_plays_back(journal: Path) -> None:
    table = kit.board(SMALL, seed=1)
    assert "if both play their best" in str(table.scene["advice"])
    rows = kit.Adviser(Solver(), "en")(river.parse(SMALL).view(1))
    assert rows is not None
    # 256163/279936 is the position's known value for player 1.
    assert max(value for _, value in rows) == Fraction(256163, 279936)
    table.play("1c1")
    while table.state.to_act() != (1,) and table.state.result() is None:
        table.roll()
    assert {step.player for step in table.record.steps if step.player} == {1, 2}


def test_advice_beyond_what_is_exact_says_what_it_is(journal: Path, lang: str) -> None:
    advise = kit.Adviser(Solver(limit=10), lang, seconds=0.3, seed=1)
    opening = river.start()
    rows = advise(opening.view(1))
    assert rows is not None
    assert {str(move) for move, _ in rows} == {str(move) for move in opening.legal_moves(1)}
    said = getattr(rows, "method", None)
    assert isinstance(said, Reason)
    assert {"en": "an estimate, not the value", "ja": "推定"}[lang] in said.say(lang)
    # Of three players, and of cards that a player alone knows, too; of others' secrets it is told nothing.
    assert advise(river.start(3).view(1))
    draft = river.parse("?1:D,?2:9 -,- 1 - -")
    told = advise(draft.view(1))
    assert told
    assert {str(move) for move, _ in told} == {str(move) for move in draft.legal_moves(1)}
    said = getattr(told, "method", None)
    assert isinstance(said, Reason)
    assert {"en": "exact against these others", "ja": "正確な値"}[lang] in said.say(lang)
    guessed = advise(river.start(2, setup="draft").view(1))
    assert guessed == []  # the cards are dealt first
    picking = river.parse(".,.,./.,.,. -,- 1 - - draft:pick:9,W,5/3,D,6:/").view(1)
    said = getattr(advise(picking), "method", None)
    assert isinstance(said, Reason)
    assert "3, 5, 6" not in said.say(lang)
    assert {"en": "does not see (3, 6, D)", "ja": "見えないカード（3, 6, D）"}[lang] in said.say(lang)


def test_the_advice_of_a_board_is_from_the_table_at_hand(journal: Path, tmp_path: Path, lang: str) -> None:
    """Built before, or kept in a file; what is no table of a river is refused in words."""
    opening = river.parse("5,W,4,9/6,9,3,8/0,7,W,W -,- 1 - -")
    made = river_table.build(opening)
    path = table_file.save(made, tmp_path / "made")
    for table in (made, path, str(path)):
        advise = kit.Adviser(Solver(limit=10), lang, seconds=0.3, tables=(kit._table(table),))
        rows = advise(opening.view(1))
        assert [(move, value.value) for move, value in rows or ()] == [
            (move, value.value[0]) for move, value in made.moves(opening)
        ]
        said = getattr(rows, "method", None)
        assert isinstance(said, Reason)
        assert {"en": "from a table", "ja": "表"}[lang] in said.say(lang)
        assert kit.board(opening, table=table, lang=lang).state == opening
    (tmp_path / "other").write_text("no table")
    for bad in (tmp_path / "none", 7):
        with pytest.raises(voice.Refused):
            kit.board(opening, table=bad, lang=lang)  # type: ignore[arg-type]  # as anybody may
    for foreign in (tmp_path / "other", tmp_path):
        with pytest.raises(table_file.TableFileError):
            kit.board(opening, table=foreign, lang=lang)


def test_the_board_offers_players_by_name_in_its_language(journal: Path, lang: str) -> None:
    table = kit.board(SMALL, lang=lang, advise=False)
    # A record's name is the same in every language.
    assert "computer: strong" in str(table.record)
    for spoken in (lang, "ja", "en", lang):
        table.lang = spoken
        assert table.scene["players"][1]["computer"] == {"en": "strong", "ja": "強い"}[spoken]
        offered = [label for _, label in table.scene["options"]["computers"]]
        assert {"en": "simple", "ja": "ふつう"}[spoken] in offered


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_other_players_are_the_computer_s(players: int, journal: Path) -> None:
    table = kit.board(river.start(players=players), advise=False, seed=1)
    table.play("1a1")
    while table.state.to_act() != (1,) and table.state.result() is None:
        table.roll() if table.state.chance() else table.run()
    assert {step.player for step in table.record.steps} >= set(range(1, players + 1))


def test_the_same_seed_rolls_the_same(journal: Path) -> None:
    def game(seed: int) -> str:
        table = kit.board("9,9/9,9 -,- 1 - -", seed=seed, advise=False, players=(None, None))
        while table.state.result() is None:
            if table.state.chance():
                table.roll()
            else:
                table.play(next(iter(table.state.legal_moves(table.state.turn))))
        return str(table.record)

    assert game(3) == game(3)
    assert len({game(seed) for seed in range(8)}) > 1


def test_the_fight_laboratory_opens_in_the_notebook_s_language(journal: Path, lang: str) -> None:
    kit.begin(LESSON, lang=lang, keep=journal)
    opened = kit.fight_laboratory(9, damage=4, dice="1d6+1d8", seed=1)
    assert (opened.lang, opened.hit_points, opened.damage, opened.dice) == (lang, 9, 4, "1d6+1d8")
    # Of 48 outcomes of a die of 6 and one of 8, only 1+1, 1+2, 2+1, 1+3, 2+2, 3+1 stay below 5.
    assert opened.beats() == Fraction(42, 48)
    for spoken in LANGUAGES:
        assert kit.fight_laboratory(lang=spoken).lang == spoken
    with pytest.raises(Refused):
        kit.fight_laboratory(100)


def test_a_picture_draws_what_is_allowed_in_the_lesson_s_language(journal: Path) -> None:
    shown = kit.show("?,?,?/?,W,?/6x,?,? b2,a1 1 - 5,8,10,12,D,O,S", moves=True)
    assert [str(move) for move, _ in shown.arrows] == ["1a3", "1b3", "1c3", "2a2"]
    assert shown.best == frozenset()
    assert shown.lang == "en"
    assert kit.show(SMALL).arrows == ()


def test_a_picture_can_tell_exact_chances(journal: Path) -> None:
    shown = kit.show(SMALL, values=True)
    assert {str(move): value for move, value in shown.arrows}["1c1"] == Fraction(256163, 279936)
    assert [str(move) for move in shown.best] == ["1c1"]
    with pytest.raises(SetupError):
        kit.show(river.start(players=3), values=True)


@pytest.mark.parametrize(("players", "people"), [(3, 1), (5, 2), (4, 4), (9, 0)])
def test_a_table_of_same_one_seats_people_first(players: int, people: int, lang: str) -> None:
    table = kit.same_one(players, people=people, lang=lang, seed=1)
    shown = [seat["computer"] for seat in table.scene["players"]]
    careful = {"en": "careful", "ja": "慎重"}[lang]
    assert shown == [""] * min(people, players) + [careful] * max(players - people, 0)


def test_a_table_of_same_one_tells_the_odds_of_each_move() -> None:
    table = kit.same_one(3, lang="en", seed=1)
    assert table.scene["adviser"]
    assert not kit.same_one(3, lang="en", seed=1, advise=False).scene["adviser"]


def test_who_runs_cells_out_of_order_is_told_so(tmp_path: Path) -> None:
    """In a real IPython, in a process of its own; the traceback stays below, for who can read it."""
    program = """
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
for lang in ("ja", "en"):
    shell.run_cell(f"from lessons import kit; kit.begin('the-race', lang='{lang}', keep='progress.jsonl')")
    shell.run_cell("print(faces)")
    shell.run_cell("1 / 0")
"""
    root = str(Path(kit.__file__).parents[1])
    env = {**os.environ, "PYTHONPATH": root, "IPYTHONDIR": str(tmp_path), "PYTHONIOENCODING": "utf-8"}
    ran = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env=env,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    told = re.sub(r"\x1b\[[0-9;]*m", "", ran.stdout + ran.stderr)
    assert told.count("いちばん上から順に実行しましょう") == 1
    assert told.count("run the cells in order from the top") == 1
    assert told.count("NameError: name 'faces' is not defined") == 2
    assert "ZeroDivisionError" in told


@pytest.mark.parametrize("table", [kit.same_one, kit.cross_sevens])
def test_a_table_is_not_laid_for_who_cannot_be(table: Callable[..., Any]) -> None:
    """A negative number of people would otherwise seat more computers than play."""
    wrong: tuple[object, ...] = (2, 10, "4", "４", 3.0, True, None)
    for players in wrong:
        with pytest.raises(SetupError, match=r"to \d play"):
            table(players, lang="en")
    for people in (-1, 5, 9, "1", 1.0, None, True):
        with pytest.raises(SetupError, match="people: a whole number from 0 to 4 is needed"):
            table(4, people=people, lang="en")


@pytest.mark.parametrize(
    ("table", "rules"),
    [(kit.same_one, "fixed_order=yes,play_on=yes,fouls=yes"), (kit.cross_sevens, "try=take")],
)
def test_a_table_s_rules_are_read_as_the_command_reads_them(table: Callable[..., Any], rules: str) -> None:
    laid = table(4, rules=rules, lang="en", seed=1)
    assert f'[Rules "{rules}"]' in str(laid.record)
    with pytest.raises(NotationError, match="'nothing' is no option"):
        table(4, rules="nothing", lang="en")


@pytest.mark.parametrize(("players", "people"), [(3, 1), (5, 2), (4, 4)])
def test_a_table_of_cross_sevens_seats_people_first(players: int, people: int, lang: str) -> None:
    table = kit.cross_sevens(players, people=people, lang=lang, seed=1, advise=False)
    shown = [seat["computer"] for seat in table.scene["players"]]
    patient = {"en": "patient", "ja": "じっくり"}[lang]
    assert shown == [""] * min(people, players) + [patient] * max(players - people, 0)
    assert not table.scene["adviser"]
    deducer = {"en": "deducer", "ja": "推理"}[lang]
    assert table._computer_names["deducer"][lang] == deducer
    with pytest.raises(SetupError, match="3 to 5"):
        kit.cross_sevens(6)


def test_the_odds_at_a_table_of_cross_sevens_recall_what_a_try_has_told() -> None:
    """Player 2 has said that the S8 is not with him: of four unseen trumps, now one is surely player 3's."""
    position = "D3,D2:try*2/S2,H2/S8,C2 DSHC - plus*9 - - 1 -"
    table = kit.cross_sevens(3, people=3, position=position, lang="en", seed=1)

    def hits(move: str) -> object:
        assert table._advise is not None
        answer = table._advise(table.state.view(1))
        return next(values[2] for one, values in answer or () if str(one) == move)

    assert hits("try:2:S8") == Fraction(1, 2)
    for move in ("try:2:S8", "draw:action", "draw:action"):
        table.play(move)
    assert hits("try:2:S8") == 0
    assert hits("try:3:S8") == 1


@pytest.mark.parametrize("players", [0, 2, 10])
def test_a_table_of_same_one_for_too_many_or_too_few_is_refused(players: int) -> None:
    with pytest.raises(SetupError, match="3 to 9"):
        kit.same_one(players)


# What is asked for and cannot be had ------------------------------------------------------------------------

REFUSED: dict[str, tuple[Callable[[], object], str, str]] = {
    "rules of a wrong kind": (lambda: kit.cross_sevens(rules=5), "rules are written as text", "文字列"),
    "rules that there are not": (lambda: kit.same_one(rules="fast=yes"), "'fast=yes'", "「fast=yes」"),
    "more people than players": (lambda: kit.cross_sevens(people=9), "from 0 to 3", "0～3"),
    "a language": (lambda: kit.cross_sevens(lang="fr"), '"ja" and "en", not \'fr\'', "'fr' はありません"),
    "a language of a wrong kind": (lambda: kit.board(lang=5), "not 5", "5 はありません"),  # type: ignore[arg-type]  # wrong
    "no language": (lambda: kit.puzzles(lang=""), "not ''", "'' はありません"),
    "a game": (lambda: kit.puzzles(game="same_one"), "there are river, same-one", "river, same-one"),
    "a level": (lambda: kit.puzzles(9), "no level 9; there are 1 to 5", "1～5"),
    "a kind": (lambda: kit.puzzles(kind="chess"), "no kind 'chess'; there are fight", "fight"),
    "a puzzle": (lambda: kit.puzzle("chess"), "no puzzle 'chess'", "'chess'"),
    "a day": (lambda: kit.daily_puzzle("today"), "date(2026, 12, 1)", "date(2026, 12, 1)"),  # type: ignore[arg-type]  # wrong
    "a language of a sheet": (lambda: kit.puzzle_sheet(lang="fr"), "not 'fr'", "'fr' はありません"),
    "a lesson": (lambda: kit.begin("chess"), "no lesson 'chess'; there are how-to", "'chess' という教材"),
    "a lesson's answers": (lambda: kit.answers("chess"), "no lesson 'chess'", "'chess' という教材"),
    "a seed": (lambda: kit.same_one(seed="x"), "a whole number, or None", "整数です"),  # type: ignore[arg-type]  # wrong
    "seconds": (lambda: kit.explore(seconds=-1), "greater than 0; got -1", "0 より大きい数"),
    "endless seconds": (lambda: kit.explore(seconds=float("inf")), "got inf", "inf"),
    "a file": (lambda: kit.puzzles(keep=5), "a text or a path; got 5", "文字列かパス"),  # type: ignore[arg-type]  # wrong
    "an option": (lambda: kit.board(speed=3), "no option 'speed' here; there are position", "'speed'"),
    "seats": (lambda: kit.board(players=3), "a list with one for each seat", "リストです"),  # type: ignore[arg-type]  # wrong
    "a drawing beyond its range": (
        lambda: kit.chain(-1),
        "1 to 16 hit points",
        "描けるのは体力1から16までです",
    ),
    "a drawing in halves": (lambda: kit.chain(2.5), "hit_points takes a whole number, not 2.5", "整数だけ"),  # type: ignore[arg-type]  # wrong
    "a drawing of halves": (lambda: kit.race_grid([1, 2.5], [3]), "whole numbers, not 2.5", "入力の中に 2.5"),  # type: ignore[list-item]  # wrong
    "a drawing of no position": (lambda: kit.show(42), "show(42) does not work: a position", "文字列で書き"),  # type: ignore[arg-type]  # wrong
    "a chance beyond 1": (lambda: kit.percent(1.5), "from 0 to 1, such as Fraction(5, 18)", "入力：1.5"),
    "a chance below 0": (lambda: kit.percent(Fraction(-1, 9)), "got Fraction(-1, 9)", "0 から 1 まで"),
    "a chance that is none": (lambda: kit.percent(float("nan")), "got nan", "入力：nan"),
    "a chance as text": (lambda: kit.percent("1/2"), "got '1/2'", "'1/2'"),  # type: ignore[arg-type]  # wrong
    "no chance at all": (lambda: kit.percent(None), "got None", "None"),  # type: ignore[arg-type]  # wrong
    "no number": (lambda: kit.both(None), "a number is needed", "数が必要です"),  # type: ignore[arg-type]  # wrong
    "a number as text": (lambda: kit.both("1/2"), "got '1/2'", "'1/2'"),  # type: ignore[arg-type]  # wrong
    "a number without end": (lambda: kit.both(float("inf")), "got inf", "inf"),  # type: ignore[arg-type]  # wrong
    "a message": (lambda: kit.say("chess.mate"), "no message 'chess.mate'", "'chess.mate' という文"),
    "no message": (lambda: kit.say(None), "no message None", "None という文"),  # type: ignore[arg-type]  # wrong
    "a message without its data": (lambda: kit.say("answer.reduce"), "{exact}", "埋められません"),
    "a drawing of a wrong kind": (lambda: kit.chain("x"), "chain('x') does not work", "help(kit.chain)"),  # type: ignore[arg-type]  # wrong
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_had_is_refused_in_words(journal: Path, what: str) -> None:
    """What is wrong, and what would do, in both languages; as a box where a lesson is open."""
    ask, english, japanese = REFUSED[what]
    with pytest.raises(InabaError) as refused:
        ask()
    assert isinstance(refused.value, ValueError)
    assert english in refused.value.say("en") == str(refused.value)
    assert japanese in refused.value.say("ja")


DRAWINGS = [
    name
    for name in kit.__all__
    if str(getattr(getattr(kit, name), "__module__", "")).startswith("lessons.drawings.")
]


@pytest.mark.parametrize("name", DRAWINGS)
def test_no_drawing_answers_nonsense_in_python_s_words(journal: Path, name: str) -> None:
    """What is no thing that is known, and no number. Only a formula shows whatever it is given."""
    draw = getattr(kit, name)
    parameters = signature(draw).parameters
    needed = [one.name for one in parameters.values() if one.default is one.empty] or [*parameters][:1]
    with pytest.raises(TypeError):
        draw(nonsense=1)  # No call at all: that is Python's to refuse.
    if not needed or name == "formula":
        return
    for nonsense in (object(), float("nan")):
        with pytest.raises(InabaError) as refused:
            draw(**dict.fromkeys(needed, nonsense))
        assert refused.value.say("ja") != refused.value.say("en")


def test_chances_that_were_added_up_may_miss_their_bounds_by_a_little() -> None:
    assert kit.percent(1.0000000000000002) == "100.0 %"
    assert (kit.percent(0), kit.percent(1)) == ("0 %", "100 %")  # what is certain says so
    assert kit.percent(1 - 1e-4) == "> 99.9 %"


def test_most_of_the_kit_draws() -> None:
    assert len(DRAWINGS) > 30
    assert {"chain", "show", "where_grid", "standings"} <= set(DRAWINGS)
