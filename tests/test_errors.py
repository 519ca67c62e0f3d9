"""Errors say what, why, where and what would do; in both languages, whole, and as copies."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from inaba import cross_sevens, river, same_one
from inaba.errors import (
    IllegalMove,
    ImpossibleEvent,
    InabaError,
    NotationError,
    Reason,
    SetupError,
    TooLarge,
)
from inaba.reading import Why as TextWhy
from inaba.river.state import Why

ERRORS = [
    InabaError("chance.faces", faces=0),
    IllegalMove("1a1", Reason(Why.RESTING, {"rabbit": 1}), "9 -,- 2 1 -"),
    ImpossibleEvent("=W", "=9", "? a1,- 1 - 9 up:1:a1"),
    NotationError("5,Ｗ -,- 1 - -", 2, Reason(TextWhy.ASCII, {"letter": "Ｗ", "ascii": "W"})),
    SetupError("river.setup.players", players=5, most=4),
    TooLarge("dice.rolls", size=279_936, limit=100_000),
]

every_error = pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)


@every_error
def test_an_error_is_english_as_text_and_speaks_both_languages(error: InabaError) -> None:
    assert str(error) == error.say("en") != error.say("ja")
    for value in error.data.values():
        said = value.say("ja") if isinstance(value, Reason) else str(value)
        assert said in error.say("ja")


@every_error
def test_a_copy_of_an_error_is_the_same_error(error: InabaError) -> None:
    """Errors cross from one process to another by the same protocol."""
    again = copy.deepcopy(error)
    assert type(again) is type(error)
    assert vars(again) == vars(error)
    assert str(again) == str(error)


def test_an_illegal_move_says_what_why_and_where() -> None:
    error = ERRORS[1]
    assert str(error) == (
        "illegal move 1a1: rabbit 1 lost a fight and rests in this turn (position: 9 -,- 2 1 -)"
    )


def test_an_impossible_event_says_what_can_happen() -> None:
    assert "=W" in str(ERRORS[2])
    assert "possible: =9" in str(ERRORS[2])


def test_notation_errors_and_setup_errors_are_value_errors() -> None:
    with pytest.raises(ValueError, match="at character 6"):
        river.parse("hello")
    with pytest.raises(ValueError, match="2 to 4"):
        river.start(5)


RIVER, SAME_ONE = "5,W -,- 1 - -", "g3,g9/b5/y1 g7:3 - - 1 0"
CROSS_SEVENS = "D8,DK:cross/S9/H9,HA:try DSHC - plus*2 - - 1 -"


@pytest.mark.parametrize(
    ("game", "make"),
    [
        ("river", lambda rules: river.parse(RIVER, rules)),
        ("river", lambda rules: river.parse_view(RIVER, 1, rules)),
        ("river", lambda rules: river.start(rules=rules)),
        ("same_one", lambda rules: same_one.parse(SAME_ONE, rules)),
        ("same_one", lambda rules: same_one.parse_view("g3,g9/?/? g7:3 - b5,y1 1 0", 1, rules)),
        ("same_one", lambda rules: same_one.start(3, rules)),
        ("cross_sevens", lambda rules: cross_sevens.parse(CROSS_SEVENS, rules)),
        ("cross_sevens", lambda rules: cross_sevens.parse_view("D8/??/?? DSHC - plus - - 1 -", 1, rules)),
        ("cross_sevens", lambda rules: cross_sevens.start(3, rules)),
    ],
)
def test_rules_as_text_are_refused_at_once_and_who_reads_them_is_named(
    game: str, make: Callable[[Any], object]
) -> None:
    for rules in ("orca=side", "", {"orca": "side"}):
        with pytest.raises(SetupError, match=rf"{game}\.parse_rules\(") as caught:
            make(rules)
        assert repr(rules) in str(caught.value)
        assert f"{game}.parse_rules(" in caught.value.say("ja")


def test_the_rules_that_the_error_names_can_be_read() -> None:
    for module in (river, same_one, cross_sevens):
        with pytest.raises(SetupError) as caught:
            module.start(3, rules="")
        assert module.start(3, rules=module.parse_rules(caught.value.data["example"])).players == 3


def test_a_notation_error_names_the_character_from_one_and_keeps_the_place_from_nought() -> None:
    error = ERRORS[3]
    assert isinstance(error, NotationError)
    assert (error.at, error.text) == (2, "5,Ｗ -,- 1 - -")
    assert str(error) == "cannot read '5,Ｗ -,- 1 - -' at character 3: 'Ｗ' is no plain letter; write W"


def test_too_large_says_how_large_and_what_would_do() -> None:
    error = ERRORS[5]
    assert isinstance(error, TooLarge)
    assert (error.size, error.limit) == (279_936, 100_000)
    assert "279936" in str(error)
    assert "fewer dice" in str(error)


def test_an_illegal_move_in_a_draft_tells_no_secret() -> None:
    state = river.parse("?1:5,?2:D/?2:9,?1:W -,- 1 - -")
    with pytest.raises(IllegalMove) as caught:
        state.play(1, "1a2")
    assert caught.value.position == "?1:5,?2/?2,?1:W -,- 1 - 9,D"
    assert "?2:" not in str(caught.value)
