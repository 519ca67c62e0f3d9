"""The fight laboratory without a browser: exact chances counted apart, throws, and messages never trusted."""

from __future__ import annotations

import copy
import json
import time
from collections import Counter
from fractions import Fraction
from itertools import product
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inaba.chance import Chance, die
from inaba.errors import InabaError
from lessons.laboratory import fight as room
from lessons.laboratory.fight import FightLaboratory, Form, Refused, draw, error, written
from tests import in_notebook
from tests.test_explorer import texts
from tests.test_without_numpy import run_without_numpy

LOADED = "{1:1,2:1,3:1,4:1,5:1,6:5}"
FACES: dict[str, list[list[int]]] = {
    "2d6": [[1, 2, 3, 4, 5, 6]] * 2,
    LOADED: [[1, 2, 3, 4, 5, 6, 6, 6, 6, 6]],
    "1d4+{1:1,6:2}": [[1, 2, 3, 4], [1, 6, 6]],
    "3d4": [[1, 2, 3, 4]] * 3,
}
"""Dice as lists of sides, each as likely as the next."""


def send(lab: FightLaboratory, content: object) -> dict[str, Any]:
    """Let a message come from the browser, as ipywidgets hands it over; the scene that answers it."""
    data = {"method": "custom", "content": content}
    lab._handle_msg({"content": {"data": data}, "buffers": []})
    return scene(lab)


def scene(lab: FightLaboratory) -> dict[str, Any]:
    seen: dict[str, Any] = lab.get_state(["scene"])["scene"]
    return seen


def standing(lab: FightLaboratory) -> object:
    """All that a refused message must leave alone."""
    shown = scene(lab)
    kept = {key: shown[key] for key in ("hit_points", "damage", "within", "dice", "loads", "form", "lang")}
    return copy.deepcopy((kept, lab.totals_seen, lab.fights_seen, shown["many"]["fight"]))


def counted(sides: list[list[int]], rolls: int, left: int) -> Fraction:
    """The chance that so many rolls total ``left`` or more: every outcome is looked at."""
    outcomes = list(product(*(sides * rolls)))
    return Fraction(sum(sum(outcome) >= left for outcome in outcomes), len(outcomes))


@pytest.mark.parametrize("dice", FACES)
@pytest.mark.parametrize(("hit_points", "damage"), [(1, 0), (9, 0), (9, 4), (13, 1), (4, 4), (3, 8)])
def test_chances_are_those_of_counting_every_outcome(dice: str, hit_points: int, damage: int) -> None:
    lab = FightLaboratory(hit_points, damage, dice, lang="en")
    left = max(0, hit_points - damage)
    assert lab.left == left
    assert lab.beats() == counted(FACES[dice], 1, left)
    assert lab.beats_within(2) == counted(FACES[dice], 2, left)
    totals = [sum(outcome) for outcome in product(*FACES[dice])]
    for bar in scene(lab)["one"]["bars"]:
        assert bar["height"] == pytest.approx(totals.count(int(bar["label"])) / len(totals), abs=1e-15)
        assert bar["marked"] == (int(bar["label"]) >= left)


def test_the_scene_says_the_exact_chances_in_the_form_that_was_asked_for() -> None:
    """Ten of 36 rolls total 9 or more; where the first does not, two together may."""
    lab = FightLaboratory(9, lang="en")
    rolls = [sum(faces) for faces in product(range(1, 7), repeat=2)]
    late = sum(a < 9 <= a + b for a, b in product(rolls, repeat=2))
    within = Fraction(10 * 36 + late, 36 * 36)
    assert scene(lab)["one"]["answer"] == "10/36 = 5/18"
    assert scene(lab)["one"]["answer_words"] == "(about 27.8 %)"
    assert scene(lab)["many"]["answer"] == str(within)
    shown = send(lab, {"do": "form", "form": "percent"})
    assert (shown["one"]["answer"], shown["one"]["answer_words"]) == ("27.8 %", "(exactly 5/18)")
    assert shown["many"]["answer"] == f"{100 * float(within):.1f} %"
    shown = send(lab, {"do": "form", "form": "decimal"})
    assert shown["one"]["answer"] == "0.278"
    assert shown["one"]["bars"][0]["text"] == "0.028"


@given(
    st.fractions(0, 1, max_denominator=10**30),
    st.sampled_from(["fraction", "percent", "decimal"]),
    st.integers(3, 30),
)
def test_a_chance_is_written_near_to_what_it_is_and_never_as_sure_if_it_is_not(
    chance: Fraction, form: Form, room_for: int
) -> None:
    text = written(chance, form, room_for)
    number = text.strip("<>≈ ")
    if form == "fraction" and not text.endswith("%"):
        assert Fraction(text) == chance
        return
    value = Fraction(number.removesuffix(" %")) / (100 if text.endswith("%") else 1)
    assert abs(value - chance) <= Fraction(1, 1000)
    assert (text[0] in "<>") or abs(value - chance) <= Fraction(1, 2000)
    if text[0] == "<":
        assert 0 < chance < value
    elif text[0] == ">":
        assert value < chance < 1
    else:
        assert (value in (0, 1)) <= (chance in (0, 1))


DICE = st.sampled_from([*FACES, "1d1", "10d6", "10d100", "{1:1,100:1}", "{1:1000,2:1}", "{7:3}"])


@settings(deadline=None, max_examples=60)
@given(DICE, st.integers(0, 99), st.integers(1, 99))
def test_bars_hold_every_outcome_once_and_none_is_won_in_part(dice: str, left: int, within: int) -> None:
    lab = FightLaboratory(left, 0, dice, lang="en")
    lab.within = within
    shown = scene(lab)
    for part in ("one", "many"):
        outcomes: list[int] = []
        for bar in shown[part]["bars"]:
            first, _, last = bar["label"].partition("–")
            inside = range(int(first), int(last or first) + 1)
            won = {outcome >= left if part == "one" else outcome <= within for outcome in inside}
            assert won == {bar["marked"]}, (part, bar)
            outcomes += inside
        assert outcomes == list(range(outcomes[0], outcomes[-1] + 1))
        assert sum(bar["height"] for bar in shown[part]["bars"]) == pytest.approx(1)
        assert len(shown[part]["rows"]) == len(shown[part]["bars"])
    json.dumps(shown, allow_nan=False)


@pytest.mark.parametrize("chance", [die(6), Chance({1: 1, 6: 2}), Chance({1: 10**20, 2: 3 * 10**20, 3: 1})])
def test_draws_come_as_often_as_their_chance_says(chance: Chance[int]) -> None:
    times = 20_000
    seen = draw(chance, times, Random(2015))
    assert sum(seen.values()) == times
    assert set(seen) <= set(chance)
    for outcome in chance:
        p = float(chance[outcome])
        assert abs(seen[outcome] / times - p) <= 5 * sqrt(p * (1 - p) / times) + 1 / times
    assert seen == draw(chance, times, Random(2015))
    assert seen != draw(chance, times, Random(2016))


def test_the_standard_error_is_the_spread_of_shares() -> None:
    """Shares of many samples spread about as the standard error says."""
    rng = Random(7)
    shares = [draw(die(6), 400, rng)[6] / 400 for _ in range(300)]
    spread = sqrt(sum((share - 1 / 6) ** 2 for share in shares) / len(shares))
    assert spread == pytest.approx(error(Fraction(1, 6), 400), rel=0.2)


def test_throws_are_laid_over_the_bars_with_their_error() -> None:
    lab = FightLaboratory(9, lang="en", seed=4)
    assert [bar["seen"] for bar in scene(lab)["one"]["bars"]] == [None] * 11
    shown = send(lab, {"do": "roll", "times": 1000})
    seen = lab.totals_seen
    assert sum(seen.values()) == shown["one"]["n"] == 1000
    for total, bar in enumerate(shown["one"]["bars"], 2):
        assert bar["seen"] == seen.get(total, 0) / 1000
        assert bar["error"] == pytest.approx(sqrt(bar["height"] * (1 - bar["height"]) / 1000))
    won = sum(count for total, count in seen.items() if total >= 9)
    assert f"1,000 rolls: {won} of them beat it" in shown["one"]["seen"]
    assert shown["many"]["n"] == 0
    shown = send(lab, {"do": "fight", "times": 100})
    assert sum(lab.fights_seen.values()) == shown["many"]["n"] == 100
    assert lab.totals_seen == seen


@pytest.mark.parametrize(
    ("won", "sign", "times"),
    [
        (50, "✔", "0.0"),
        (59, "✔", "1.8"),
        (60, "✔", "2.0"),
        (61, "△", "2.2"),
        (35, "△", "3.0"),
        (34, "△", "3.2"),
    ],
)
def test_the_distance_is_told_in_standard_errors(won: int, sign: str, times: str) -> None:
    """A fair coin, 100 times: the standard error is 5 points, so each 5 heads too many are one more."""
    lab = FightLaboratory(2, dice="1d2", lang="en")
    lab._rolls["1d2"] = Counter({2: won, 1: 100 - won})
    lab.damage = 0
    told = scene(lab)["one"]["seen"]
    assert f"100 rolls: {won} of them beat it, {won}.0 %." in told
    assert "off by 5.0 points as a rule" in told
    assert f"{sign} This one is {times} standard errors" in told
    assert ("about once in 400 times" in told) == (won == 34)


def test_a_fight_goes_on_roll_by_roll_until_the_shark_is_beaten() -> None:
    lab = FightLaboratory(20, 3, lang="en", seed=11)
    dealt, rolls = 0, 0
    while dealt < 17:
        assert lab.fights_seen == {}
        fight = send(lab, {"do": "step"})["many"]["fight"]
        rolls += 1
        assert len(fight["rolls"]) == rolls
        dealt += sum(one["face"] for one in fight["rolls"][-1]["dice"])
        assert fight["left"] == max(0, 17 - dealt)
    assert fight["beaten"]
    assert lab.fights_seen == {rolls: 1}
    assert len(send(lab, {"do": "step"})["many"]["fight"]["rolls"]) == 1


def test_the_same_seed_throws_the_same() -> None:
    def play(seed: int) -> object:
        lab = FightLaboratory(12, dice="3d6", lang="en", seed=seed)
        for content in ({"do": "roll", "times": 1}, {"do": "step"}, {"do": "fight", "times": 50}):
            send(lab, content)
        return scene(lab)

    assert play(3) == play(3)
    assert play(3) != play(4)


def test_throws_are_found_again_when_a_setting_comes_back() -> None:
    lab = FightLaboratory(9, lang="en", seed=1)
    lab.roll(100)
    lab.fight(100)
    totals, took = lab.totals_seen, lab.fights_seen
    lab.hit_points = 10
    assert (lab.totals_seen, lab.fights_seen) == (totals, {})
    lab.dice = "1d6"
    assert (lab.totals_seen, lab.fights_seen) == ({}, {})
    lab.hit_points, lab.dice = 9, "2d6"
    assert (lab.totals_seen, lab.fights_seen) == (totals, took)


def test_what_is_cleared_comes_back_unless_more_was_thrown() -> None:
    lab = FightLaboratory(9, lang="en", seed=1)
    lab.roll(100)
    before = lab.totals_seen
    assert send(lab, {"do": "clear", "what": "rolls"})["one"]["may_bring_back"]
    assert lab.totals_seen == {}
    assert not send(lab, {"do": "bring_back", "what": "rolls"})["one"]["may_bring_back"]
    assert lab.totals_seen == before
    lab.clear("rolls")
    lab.roll()
    with pytest.raises(Refused, match="nothing to bring back"):
        lab.bring_back("rolls")
    assert sum(lab.totals_seen.values()) == 1


def test_dice_are_loaded_by_weights() -> None:
    lab = FightLaboratory(9, dice="1d6", lang="en")
    shown = send(lab, {"do": "weight", "die": 1, "face": 6, "weight": 5})
    assert shown["dice"] == LOADED
    assert shown["loads"][0]["faces"][5]["text"] == "1/2"
    shown = send(lab, {"do": "weight", "die": 1, "face": 1, "weight": 0})
    assert shown["dice"] == "{2:1,3:1,4:1,5:1,6:5}"
    assert shown["loads"][0]["faces"][0] == {"face": 1, "weight": 0, "share": 0.0, "text": "0"}
    assert send(lab, {"do": "add"})["dice"] == "{2:1,3:1,4:1,5:1,6:5}+1d6"
    assert send(lab, {"do": "fair", "die": 1})["dice"] == "2d6"
    assert send(lab, {"do": "remove", "die": 2})["dice"] == "1d6"


def test_sliders_stay_where_they_were_put() -> None:
    """Weights 2, 2, 2, … are the same chances as 1, 1, 1, …, but nobody moved the sliders back."""
    lab = FightLaboratory(dice="1d2", lang="en")
    send(lab, {"do": "weight", "die": 1, "face": 1, "weight": 2})
    shown = send(lab, {"do": "weight", "die": 1, "face": 2, "weight": 2})
    assert [face["weight"] for face in shown["loads"][0]["faces"]] == [2, 2]
    assert shown["dice"] == "1d2"


@pytest.mark.parametrize("text", ["２ｄ６", " 2D6 ", "1d6 + 1d6"])
def test_dice_are_read_in_the_letters_that_a_keyboard_gives(text: str) -> None:
    lab = FightLaboratory(dice="1d4", lang="ja")
    assert send(lab, {"do": "dice", "text": text})["dice"] == "2d6"


def test_a_full_width_number_is_read() -> None:
    lab = FightLaboratory(lang="ja")
    assert send(lab, {"do": "set", "field": "hit_points", "text": "１２"})["hit_points"] == 12


REFUSED = [
    ({"do": "set", "field": "hit_points", "text": "100"}, "hit_points"),
    ({"do": "set", "field": "hit_points", "text": "-1"}, "hit_points"),
    ({"do": "set", "field": "damage", "text": "x"}, "damage"),
    ({"do": "set", "field": "damage", "text": ""}, "damage"),
    ({"do": "set", "field": "damage", "text": "9" * 5000}, "damage"),
    ({"do": "set", "field": "within", "text": "0"}, "within"),
    ({"do": "dice", "text": ""}, "dice"),
    ({"do": "dice", "text": "2x6"}, "dice"),
    ({"do": "dice", "text": "11d6"}, "dice"),
    ({"do": "dice", "text": "1d101"}, "dice"),
    ({"do": "dice", "text": "{1:0}"}, "dice"),
    ({"do": "dice", "text": "{999999999:1}"}, "dice"),
    ({"do": "dice", "text": "1d6+" * 5000}, "dice"),
]


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize(("content", "field"), REFUSED, ids=lambda value: str(value)[:50])
def test_bad_input_is_told_in_words_at_its_field_and_changes_nothing(
    content: dict[str, str], field: str, lang: str
) -> None:
    lab = FightLaboratory(lang=lang, seed=1)
    lab.roll(10)
    lab.step()
    before = standing(lab)
    shown = send(lab, {**content, "ask": "a-1"})
    assert standing(lab) == before
    assert set(shown["trouble"]) == {field}
    assert shown["said"] == {"n": shown["said"]["n"], "text": shown["trouble"][field], "tone": "refused"}
    assert shown["reply"] == {"to": "a-1", "ok": False}
    assert shown["trouble"][field].isascii() == (lang == "en")
    # Another field may be changed meanwhile; the trouble is over when its own field is right.
    other = "within" if field == "damage" else "damage"
    assert set(send(lab, {"do": "set", "field": other, "text": "1"})["trouble"]) == {field}
    right = {"do": "dice", "text": "2d6"} if field == "dice" else {"do": "set", "field": field, "text": "3"}
    assert send(lab, right)["trouble"] == {}


STRANGE: list[object] = [
    None,
    "roll",
    [],
    {},
    {"do": "roll"},
    {"do": "roll", "times": "10"},
    {"do": "roll", "times": 0},
    {"do": "roll", "times": -5},
    {"do": "roll", "times": 100_001},
    {"do": "roll", "times": True},
    {"do": "roll", "times": 1.5},
    {"do": "fight", "times": 10**30},
    {"do": "weight", "die": 1, "face": 7, "weight": 1},
    {"do": "weight", "die": 0, "face": 1, "weight": 1},
    {"do": "weight", "die": True, "face": 1, "weight": 1},
    {"do": "weight", "die": 1, "face": 1, "weight": 21},
    {"do": "weight", "die": 1, "face": 1, "weight": True},
    {"do": "remove", "die": 3},
    {"do": "fair", "die": -1},
    {"do": "set", "field": "lang", "text": "1"},
    {"do": "form", "form": "roman"},
    {"do": "clear", "what": "everything"},
    {"do": "bring_back", "what": "rolls"},
    {"do": "language", "lang": "fr"},
]


@pytest.mark.parametrize("content", STRANGE, ids=str)
def test_a_strange_message_is_refused_and_changes_nothing(content: object) -> None:
    lab = FightLaboratory(lang="en", seed=1)
    lab.roll(10)
    lab.fight(10)
    before, received = standing(lab), scene(lab)["received"]
    shown = send(lab, content)
    assert standing(lab) == before
    assert shown["said"]["tone"] == "refused"
    assert shown["said"]["text"]
    assert shown["received"] == received + 1


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
DO = st.sampled_from(
    ["set", "dice", "weight", "fair", "add", "remove", "form", "roll", "fight", "step", "clear"]
) | st.sampled_from(["bring_back", "language"])
MORE = {
    "field": st.sampled_from(["hit_points", "damage", "within", "dice"]) | JSON,
    "text": st.sampled_from(["0", "9", "99", "2d6", "{1:1,6:2}", "1d1"]) | st.text(max_size=12),
    "die": st.integers(-1, 3) | JSON,
    "face": st.integers(0, 7) | JSON,
    "weight": st.integers(-1, 22) | JSON,
    "times": st.integers(-1, 50) | JSON,
    "form": st.sampled_from(["fraction", "percent", "decimal"]) | JSON,
    "what": st.sampled_from(["rolls", "fights"]) | JSON,
    "lang": st.sampled_from(["ja", "en"]) | JSON,
    "ask": st.text(max_size=50) | JSON,
}


@settings(deadline=None, max_examples=100)
@given(st.lists(JSON | st.fixed_dictionaries({"do": DO}, optional=MORE), max_size=8))
def test_whatever_comes_the_laboratory_stands(contents: list[object]) -> None:
    lab = FightLaboratory(lang="en", seed=1)
    for content in contents:
        shown = send(lab, content)
        json.dumps(shown, allow_nan=False)
        for part in ("one", "many"):
            assert sum(bar["height"] for bar in shown[part]["bars"]) == pytest.approx(1)
        assert 0 <= lab.left <= 99
    assert str(lab)


def test_no_state_is_taken_from_the_browser() -> None:
    lab = FightLaboratory(lang="en")
    before = copy.deepcopy(scene(lab))
    lab.set_state({"scene": {"hit_points": 1}, "words": {}, "art": "<script>"})
    assert scene(lab) == before
    assert "script" not in lab.art


def test_nothing_is_left_to_a_fight_with_a_beaten_shark() -> None:
    lab = FightLaboratory(4, 9, lang="en")
    shown = scene(lab)
    assert shown["one"]["answer"] == "1"
    assert "beaten already" in shown["shark"]
    assert not shown["many"]["fight"]["alive"]
    for content in ({"do": "step"}, {"do": "fight", "times": 10}):
        assert "beaten already" in send(lab, content)["said"]["text"]
    assert lab.fights_seen == {}


def test_the_last_weight_and_the_last_die_stay() -> None:
    lab = FightLaboratory(dice="{6:1}", lang="en")
    assert (
        "at least must have a weight"
        in send(lab, {"do": "weight", "die": 1, "face": 6, "weight": 0})["trouble"]["dice"]
    )
    assert "must stay" in send(lab, {"do": "remove", "die": 1})["said"]["text"]
    for _ in range(9):
        send(lab, {"do": "add"})
    assert not scene(lab)["may_add"]
    assert "at most 10 dice" in send(lab, {"do": "add"})["said"]["text"]
    assert lab.dice == "{6:1}+9d6"


def test_throws_are_bounded_in_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "MOST_IN_ALL", 150)
    lab = FightLaboratory(lang="en", seed=1)
    lab.roll(100)
    with pytest.raises(Refused, match="150 throws in all are enough"):
        lab.roll(51)
    assert sum(lab.totals_seen.values()) == 100
    lab.roll(50)


def test_the_throws_of_old_settings_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "MOST_KEPT", 3)
    lab = FightLaboratory(lang="en", seed=1)
    for hit_points in range(5, 10):
        lab.hit_points = hit_points
        lab.fight(10)
    lab.hit_points = 5
    assert lab.fights_seen == {}
    lab.hit_points = 8
    assert sum(lab.fights_seen.values()) == 10


@pytest.mark.parametrize("dice", ["2d6", "10d100", "{1:999999999,2:999999998}"])
def test_a_hundred_thousand_throws_take_no_more_than_a_moment(dice: str) -> None:
    lab = FightLaboratory(99, dice=dice, lang="en", seed=1)
    begun = time.perf_counter()
    lab.roll(100_000)
    lab.fight(100_000)
    assert time.perf_counter() - begun < 10  # about half a second, on a machine with nothing else to do
    assert sum(lab.totals_seen.values()) == sum(lab.fights_seen.values()) == 100_000


@pytest.mark.parametrize(
    "arguments",
    [
        {"hit_points": 100},
        {"hit_points": -1},
        {"hit_points": True},
        {"damage": 1.5},
        {"dice": "d"},
        {"dice": 6},
    ],
    ids=str,
)
def test_a_laboratory_is_not_set_up_wrongly(arguments: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"\w") as raised:
        FightLaboratory(**arguments)
    assert isinstance(raised.value, InabaError)
    assert raised.value.say("ja") != raised.value.say("en")


def test_the_language_is_switched_with_all_words() -> None:
    lab = FightLaboratory(9, lang="en", seed=1)
    for content in ({"do": "roll", "times": 10}, {"do": "fight", "times": 10}, {"do": "step"}):
        send(lab, content)
    send(lab, {"do": "dice", "text": "?"})
    before = standing(lab)
    assert all(text.isascii() or set(text) - set("±★✔△≈–−") for text in texts(scene(lab)))
    shown = send(lab, {"do": "language", "lang": "ja"})
    assert lab.words["lang"] == shown["lang"] == "ja"
    assert lab.words["fightlab.ui.title"] == "格闘の実験室"
    english = [
        text
        for text in texts({**shown, "lang": "", "form": "", "reply": {}, "loads": []})
        if text.isascii() and any(letter.isalpha() for letter in text)
    ]
    # Names of parts of the scene, and the dice.
    assert set(english) <= {"one", "many", "refused", "info", "2d6"}
    again = send(lab, {"do": "language", "lang": "en"})
    assert again["trouble"]["dice"].isascii()
    assert standing(lab) == before


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_without_a_browser_it_is_text_and_a_picture_with_words(lang: str) -> None:
    lab = FightLaboratory(9, 4, lang=lang, seed=1)
    bundle = lab._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    assert "application/vnd.jupyter.widget-view+json" in data
    assert "30/36 = 5/6" in data["text/plain"]
    assert '<img alt="' in data["text/html"]
    assert data["text/html"].count("<table>") == 2
    wide = FightLaboratory(9, dice="10d100", lang=lang)
    assert "<img" not in wide._html()
    assert repr(lab) == "FightLaboratory(hit_points=9, damage=4, dice='2d6')"


def test_it_works_in_a_notebook_in_one_line(tmp_path: Path) -> None:
    line = "from lessons.laboratory.fight import FightLaboratory; FightLaboratory(9, lang='en')"
    (output,) = in_notebook.outputs(line, tmp_path)
    assert "10/36 = 5/18" in output["data"]["text/plain"]


def test_it_works_without_numpy(tmp_path: Path) -> None:
    code = """
        from lessons.laboratory.fight import FightLaboratory
        lab = FightLaboratory(9, lang="en", seed=1)
        lab.roll(1000)
        lab.fight(1000)
        print(lab.beats(), sum(lab.totals_seen.values()), sum(lab.fights_seen.values()))
    """
    assert run_without_numpy(code, tmp_path).split() == ["5/18", "1000", "1000"]
