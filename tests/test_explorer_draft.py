"""The explorer at a draft: what one player sees, and nothing else, is shown, sent, used and brought back."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inaba import river
from inaba.errors import IllegalMove, NotationError, SetupError
from inaba.river.moves import Keep, Lay, Move
from inaba.river.state import View
from lessons import kit
from lessons.laboratory.analyst import Analyst, Effort, Question
from lessons.laboratory.drafted import Draft, may_lie, opened
from lessons.laboratory.exploration import Exploration
from lessons.laboratory.explorer import DRAFTS, Explorer, Refused
from solvers.draft_advice import best_response, deals, sensibly
from solvers.search import Answer, Answerer, Method
from tests.test_explorer import scene, send, settled, texts

PICK = ".,./.,. -,- 1 - - draft:pick:7,W/0,D:/"
LAY = ".,./.,?2:0 -,- 1 - - draft:place:/:7,W/D"
CROSS = "?1:W,?2:D/?1:3,?2:0 -,- 1 - -"
THREE = ".,.,./.,.,. -,-,- 1 - - draft:pick:6,10/4,W/8,D://"


class Quick(Answerer):
    """One game a move: the same answer each time, however busy the machine is."""

    def answer(self, of: Any, **options: Any) -> Answer:
        del options
        return super().answer(of, methods=(Method.ESTIMATE,), games=1, seed=1)


def quick(position: object, **options: Any) -> Explorer:
    """An explorer that knows nothing better than a quick estimate."""
    explorer = Explorer(position, **{"lang": "en", "seed": 1, "seconds": 0.01} | options)  # type: ignore[arg-type]  # text, state or view
    explorer.wait(60)
    explorer._analyst._answerer = Quick()
    explorer._analyst._found.clear()
    explorer.think(Effort.QUICK)
    settled(explorer)
    return explorer


def on(explorer: Explorer, **message: object) -> dict[str, Any]:
    """The scene after a message about what is on the table now."""
    return send(explorer, rev=scene(explorer)["rev"], **message)


# What is looked into ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [PICK, LAY, CROSS, THREE])
def test_a_whole_draft_is_seen_by_each_player_and_a_view_by_its_own(text: str) -> None:
    state = river.parse(text)
    found = opened(text, None, Random(1))
    assert isinstance(found, Draft)
    assert found.eyes == tuple(range(1, state.players + 1))
    for player in found.eyes:
        assert found.view(player) == state.view(player)
        of_view = opened(str(state.view(player)), None, Random(1))
        assert of_view == opened(state.view(player), None, Random(1)) == Draft((state.view(player),))
        explorer = quick(str(state.view(player)))
        assert (explorer.eyes, explorer.position) == (player, str(state.view(player)))
        assert quick(text, player=player).position == explorer.position
    assert explorer.view == state.view(explorer.eyes)


def test_rules_hold_for_a_view_as_for_a_position() -> None:
    explorer = quick("?1:O,?2 -,- 1 - D", rules="orca=side")
    assert explorer.view is not None
    assert explorer.view.rules.orca == "side"
    assert scene(explorer)["rules"] == "orca=side"


def test_what_is_still_to_be_dealt_is_dealt_to_all_alike() -> None:
    for seed in range(5):
        found = opened(
            river.start(3, river.parse_deck("4,6,8,10,D,W"), 3, 2, setup="draft"), None, Random(seed)
        )
        assert isinstance(found, Draft)
        hands = [card for view in found.views for card in view.own.hand]
        assert sorted(map(str, hands)) == sorted(["4", "6", "8", "10", "D", "W"])
        assert [len(view.own.hand) for view in found.views] == [2, 2, 2]
    half = river.start(2, river.parse_deck("3,9,D,W"), 2, 2, setup="draft").happen("=9").happen("=W")
    of_one = opened(str(half.view(1)), None, Random(1))
    assert isinstance(of_one, Draft)
    assert of_one.eyes == (1,)
    assert "9" in map(str, of_one.view(1).own.hand)
    assert len(of_one.view(1).own.hand) == 2


def test_what_an_onlooker_sees_and_eyes_that_are_not_known_are_refused() -> None:
    with pytest.raises(NotationError):
        Explorer("?1,.,. -,-,- 2 - 5,9,D draft:place:/?/?:///")
    with pytest.raises(SetupError):
        opened(View(river.parse(PICK).table, 0), None, Random(1))
    for position, player in (
        (PICK, 3),
        (PICK, True),
        (str(river.parse(PICK).view(1)), 2),
        ("3,W -,- 1 - -", 1),
    ):
        with pytest.raises(Refused):
            Explorer(position, player=player, lang="en")


# What is said of it -----------------------------------------------------------------------------------------


LAST = ".,./?1:7,?2:0 -,- 2 - - draft:place:/:W/D"


@pytest.mark.parametrize(("text", "player"), [(LAST, 2), (CROSS, 1), (CROSS.replace(" 1 ", " 2 "), 2)])
def test_each_choice_is_told_exactly_against_the_stated_others(text: str, player: int) -> None:
    """On 2 × 2: the best response, found from what the player sees."""
    view = river.parse(text).view(player)
    expected = best_response(view, sensibly)
    explorer = Explorer(text, lang="en", seed=1, seconds=600, player=player)
    assert isinstance(explorer.answer(600), Answer)
    shown = settled(explorer)
    assert [row["key"] for row in shown["moves"]["rows"]] == [str(row.move) for row in expected.moves]
    for row, true in zip(shown["moves"]["rows"], expected.moves, strict=True):
        assert row["low"] == row["high"] == float(true.value)
        assert row["more"] == "exactly"
        assert row["exact"] in ("", str(true.value))
    assert sum(Fraction(one["low"]) for one in shown["players"]) == pytest.approx(1)
    method = shown["answer"]["method"]
    assert method.startswith("How it was found: exact against these others, and not a value of the game")
    assert shown["answer"]["brief"].startswith(f"Exact against these others: Player {player}")
    assert (shown["answer"]["kind_text"], "a simple policy" in shown["answer"]["meaning"]) == ("exact", True)
    assert "seven times in eight" in shown["answer"]["method"]
    assert "not what he remembers" in shown["answer"]["method"]
    assert "plays as well as can be and the others by a simple policy" in shown["moves"]["heading"]
    assert shown["answer"]["longer"] is None


def test_an_estimate_says_so_with_its_standard_error() -> None:
    explorer = quick(DRAFTS["draft_classroom"])
    explorer.think(Effort.LONGER)
    shown = settled(explorer)
    assert all("±" in row["text"] and row["low"] < row["high"] for row in shown["moves"]["rows"])
    assert all(row["more"] == "" for row in shown["moves"]["rows"])
    assert {row["card"] for row in shown["moves"]["rows"]} == {
        card["card"] for card in shown["draft"]["hand"]
    }
    assert "an estimate, not the value" in shown["answer"]["method"]
    assert "everybody then plays by a simple policy" in shown["moves"]["heading"]
    # Nothing exact is to be had here, however long it takes; with four cards there is.
    assert (shown["answer"]["longer"], shown["answer"]["thorough"]) == (Effort.LONG, None)
    small = quick(PICK)
    small.think(Effort.LONGER)
    assert settled(small)["answer"]["thorough"] == (Effort.THOROUGH if small._analyst.threads else None)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_what_would_find_exact_chances_is_a_button_and_no_command(lang: str) -> None:
    """As long as it takes; where nothing can be stopped to think longer; after that it was looked for."""
    explorer = quick(PICK, lang=lang)
    told = settled(explorer)["answer"]
    words, view = explorer.words, river.parse(PICK).view(1)
    buttons = {True: words["explorer.ui.thorough"], False: told["longer_text"]}
    for threads in (True, False):
        explorer._analyst.threads = threads
        told = send(explorer, do="uncompare")["answer"]
        assert (told["thorough"] is not None) == threads
        for text in (told["brief"], told["method"]):
            assert buttons[threads] in text
            assert buttons[not threads] not in text
    explorer._analyst.threads = True
    explorer._analyst._found[view] = explorer._analyst._found[view]._replace(effort=Effort.THOROUGH)
    last = send(explorer, do="uncompare")["answer"]
    assert (last["longer"], last["thorough"]) == (None, None)
    assert not any(button in last["brief"] + last["method"] for button in buttons.values())
    for one in (told, last):
        assert not re.search(r"inaba|--", one["brief"] + one["method"])
    # And cards are called by their names.
    assert ("shark 0, dolphin" if lang == "en" else "サメ 0、イルカ") in last["method"]


def test_however_long_it_takes_an_exact_response_is_found_or_said_to_be_out_of_reach() -> None:
    analyst, view = Analyst(), river.parse(CROSS).view(1)
    analyst.ask(Question(view, Effort.THOROUGH))
    assert analyst.wait(600)
    found = analyst.finding(view)
    assert found is not None
    assert isinstance(found.answer, Answer)
    assert found.answer.method is Method.EXACT
    assert found.answer.value == best_response(view, sensibly).shares


def test_two_choices_are_compared_without_a_look_behind_them() -> None:
    explorer = Explorer(CROSS, lang="en", seed=1, seconds=600)
    settled(explorer)
    explorer.compare("1a1", "1b1")
    shown = settled(explorer)["compared"]
    assert [one["follows"] for one in shown["columns"]] == ["", ""]
    assert "is better than" in shown["verdict"]


def test_which_card_may_lie_somewhere_is_what_the_deals_say() -> None:
    state = river.parse("?1:W,?2:D/?2:9,?1:9 -,- 1 - -")
    for player in (1, 2):
        view = state.view(player)
        for square in state.board.squares:
            dealt = deals(view)
            counted: dict[object, Fraction] = {}
            for one, weight in dealt.items():
                card = one.hidden(square)
                counted[card] = counted.get(card, Fraction(0)) + Fraction(weight, dealt.total)
            assert dict(may_lie(view, square)) == counted


# Steps ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "lang"), [*((name, "en") for name in DRAFTS), ("draft", "ja")])
def test_every_draft_goes_on_into_the_crossing_and_back(name: str, lang: str) -> None:
    explorer = quick("3,W -,- 1 - -", lang=lang)
    shown = send(explorer, do="begin", name=name)
    assert shown["draft"]["eyes"] == explorer.eyes == 1
    kinds = set()
    for _ in range(40):
        shown = settled(explorer)
        kinds.add(shown["ask"]["kind"])
        if explorer.state is None or not shown["draft"] or shown["ask"]["kind"] == "over":
            break
        match shown["ask"]["kind"]:
            case "others":
                assert shown["draft"]["others"]
                shown = on(explorer, do="others")
            case "chance":
                shown = on(explorer, do="roll")
            case _:
                shown = on(explorer, do="move", move=shown["moves"]["rows"][0]["key"])
        assert shown["said"]["tone"] == "info", shown["said"]
    assert {"lay", "others", "chance", "choose"} <= kinds
    assert ("keep" in kinds) == (name != "laying")
    steps = len(shown["path"]) - 1
    positions = [state.view(1) for state in explorer._way.states]
    for at in range(steps, -1, -1):
        shown = send(explorer, do="go", at=at)
        assert explorer.view == positions[at]
    # The way is the record of a game as this player saw it.
    assert '[View "1"]' in explorer.record
    assert f'[Start "{positions[0]}"]' in explorer.record


def test_who_chooses_at_the_same_time_does_so_in_any_order() -> None:
    explorer = quick(THREE, player=2)
    shown = on(explorer, do="move", move="+W")
    assert shown["ask"]["kind"] == "others"
    assert shown["ask"]["text"] == "Still to keep a card each: Player 1, Player 3. Which ones stays a secret."
    assert shown["draft"]["others"] == "Let the others choose"
    # Player 2 is not written down before player 1.
    assert not re.search(r"\+", explorer.record.splitlines()[-1])
    shown = on(explorer, do="others")
    assert [step["text"] for step in shown["path"]] == ["●", "+W", "+", "+"]
    assert explorer.record.splitlines()[-1] == "1. + 2. +W 3. +"
    assert shown["path"][1]["label"] == "Player 2 keeps whale."
    assert shown["path"][2]["label"] == "Player 1 keeps a card."


def test_others_choose_by_the_stated_policy() -> None:
    """Of 400 choices each move comes as often as it says; 4 standard errors are allowed."""
    explorer = quick(CROSS.replace(" 1 ", " 2 "), player=1)
    assert explorer.state is not None
    chances = sensibly(explorer.state.view(2))
    came: dict[object, int] = {}
    for _ in range(400):
        explorer._way.go(0)
        explorer._way.let_others(explorer._rng)
        step = explorer._way.steps[0].step
        came[step] = came.get(step, 0) + 1
    for move, weight in chances.items():
        share = weight / chances.total
        assert abs(came.get(move, 0) / 400 - share) < 4 * (share * (1 - share) / 400) ** 0.5


def test_nobody_picks_or_lays_for_another() -> None:
    explorer = quick(LAY, player=2)
    shown = settled(explorer)
    assert (shown["ask"]["kind"], shown["moves"]["rows"], shown["ask"]["to"]) == ("others", [], {})
    for move in ("7@a1", "W@a1", "D@a1", "0@a1"):
        shown = on(explorer, do="move", move=move)
        assert shown["said"]["tone"] == "refused"
        assert "whale" not in shown["said"]["text"]
        assert "7" not in shown["said"]["text"]
    with pytest.raises(IllegalMove):
        explorer.play("7@a1")
    with pytest.raises(Refused):
        quick(PICK).happen("=W")
    with pytest.raises(Refused):
        quick("3,W -,- 1 - -").let_others()


def test_a_card_that_was_laid_lies_there_and_is_not_guessed() -> None:
    explorer = quick("?1:W,?2:D/?2:9,?1:3 -,- 1 - -")
    shown = on(explorer, do="move", move="1a1")
    rows = shown["outcomes"]["rows"]
    assert shown["outcomes"]["fixed"]
    assert [(row["words"], row["weight"]) for row in rows] == [("shark 9", "1/2"), ("dolphin", "1/2")]
    for card in ("9", "D", "W"):
        answer = on(explorer, do="event", event=f"={card}")
        assert (
            answer["said"]["text"]
            == "In a draft a card lies where it was laid. Turn it up to see which it is."
        )
    shown = on(explorer, do="roll")
    assert shown["said"]["tone"] == "info"
    assert explorer.state is not None
    assert explorer.state.spot("a1").up
    # His own he knows.
    explorer.go(0)
    shown = on(explorer, do="move", move="1b1")
    assert [(row["words"], row["weight"]) for row in shown["outcomes"]["rows"]] == [("shark 3", "1")]


# Eyes -------------------------------------------------------------------------------------------------------


def test_each_player_has_a_way_of_his_own() -> None:
    explorer = quick(PICK)
    on(explorer, do="move", move="+7")
    mine = explorer.position
    shown = send(explorer, do="look", player=2)
    assert explorer.position == str(river.parse(PICK).view(2))
    assert [step["text"] for step in shown["path"]] == ["●"]
    assert shown["said"]["text"] == "You look through Player 2’s eyes."
    assert [card["card"] for card in shown["draft"]["hand"]] == ["0", "D"]
    assert [one["player"] for one in shown["draft"]["choices"]] == [1, 2, 0]
    on(explorer, do="move", move="+D")
    send(explorer, do="look", player=1)
    assert explorer.position == mine
    assert scene(explorer)["path"][1]["text"] == "+7"


def test_covered_cards_are_shown_to_nobody() -> None:
    explorer = quick(PICK)
    on(explorer, do="move", move="+7")
    explorer.back()
    shown = send(explorer, do="look", player=0)
    assert explorer.eyes == shown["draft"]["eyes"] == 0
    assert explorer.position == str(river.parse(PICK).view(0))
    assert explorer.answer() is None
    assert shown["moves"]["rows"] == []
    # He through whose eyes one looked before is to pick, too.
    assert shown["ask"]["text"].startswith("Still to keep a card each: Player 1, Player 2.")
    assert shown["draft"]["hand"] == shown["draft"]["kept"] == []
    assert shown["path"][1] == {"text": "+", "label": "Player 1 keeps a card."}
    assert "7" not in explorer.record.partition("1.")[2]
    for move in ("+7", "+W", "+0", "+D"):
        assert on(explorer, do="move", move=move)["said"]["text"].startswith("The cards are covered.")
    assert on(explorer, do="deal")["said"]["tone"] == "refused"
    assert send(explorer, do="look", player=1)["draft"]["hand"]


def test_nothing_that_is_undone_brings_back_another_s_cards() -> None:
    explorer = quick("3,W -,- 1 - -")
    send(explorer, do="position", text=str(river.parse(PICK).view(1)), rules="")
    assert explorer.eyes == 1
    send(explorer, do="position", text=str(river.parse(PICK).view(2)), rules="")
    assert explorer.eyes == 2
    # Undone is as far as the open river: what player 1 saw is gone.
    send(explorer, do="undo")
    assert explorer.position == "3,W -,- 1 - -"
    assert not scene(explorer)["undo"]
    # What comes back after something open was on the table is covered.
    shown = send(explorer, do="redo")
    assert explorer.eyes == shown["draft"]["eyes"] == 0
    assert "0" not in explorer.position.split("draft:")[1]
    send(explorer, do="look", player=2)
    # One player's tries can be undone by him, and by nobody else.
    explorer = quick(PICK)
    on(explorer, do="move", move="+7")
    explorer.back()
    on(explorer, do="move", move="+W")
    assert scene(explorer)["undo"]
    send(explorer, do="look", player=2)
    assert not scene(explorer)["undo"]
    assert send(explorer, do="undo")["said"]["tone"] == "refused"


def test_what_is_not_seen_is_dealt_again() -> None:
    explorer = quick(CROSS)
    worlds = set()
    for _ in range(20):
        shown = on(explorer, do="deal")
        assert shown["said"]["tone"] == "info"
        assert explorer.position == str(river.parse(CROSS).view(1))
        worlds.add(str(explorer.state))
    assert worlds == {str(state) for state in deals(river.parse(CROSS).view(1))}
    assert [one["player"] for one in shown["draft"]["choices"]] == [1, 0]
    with pytest.raises(Refused):
        quick("?1:30,?1:W -,- 1 - -").deal_again()


def test_where_everything_is_turned_up_the_explorer_is_as_ever() -> None:
    explorer = quick("?1:3,W a1,- 1 - - up:1:a1")
    assert on(explorer, do="roll")["draft"] is None
    assert not explorer._way.hidden
    shown = settled(explorer)
    assert explorer.eyes == 0
    assert shown["outcomes"]["rows"][0]["words"].startswith("Total 2")
    with pytest.raises(Refused):
        explorer.look(1)
    shown = send(explorer, do="put", at="b1", card="9", damage=0)
    assert shown["said"]["tone"] == "info"
    send(explorer, do="undo")
    explorer.back()
    assert scene(explorer)["draft"]["eyes"] == 1


def test_cards_of_a_draft_are_not_put_down_by_hand() -> None:
    explorer = quick(LAY)
    before = explorer.position
    send(explorer, do="editing", on=True)
    for message in (
        {"do": "put", "at": "a1", "card": "9", "damage": 0},
        {"do": "swap", "at": "a1", "to": "b1"},
        {"do": "rabbit", "rabbit": 1, "to": "a1"},
        {"do": "turn", "player": 2},
        {"do": "add", "card": "9"},
        {"do": "players", "n": 3},
        {"do": "size", "columns": 3, "rows": 3},
        {"do": "rules", "orca": "side", "rest": "next", "dice": "1d6"},
    ):
        shown = send(explorer, message)
        assert shown["said"]["text"].startswith("In a draft cards are chosen")
        assert explorer.position == before
    with pytest.raises(Refused):
        explorer.edit(explorer.sketch)
    json.dumps(send(explorer, do="editing", on=False))


# Nothing leaks ----------------------------------------------------------------------------------------------

CASES = {
    "pick": (PICK, ".,./.,. -,- 1 - - draft:pick:7,W/0,D:/", 1),
    "pick_three": (THREE, THREE.replace("4,W/8,D", "8,D/4,W"), 1),
    "second_pick": (
        ".,./.,. -,- 1 - - draft:pick:0/7:W/D",
        ".,./.,. -,- 1 - - draft:pick:0/D:W/7",
        1,
    ),
    "lay": (".,./.,?2:0 -,- 1 - - draft:place:/:7,W/D", ".,./.,?2:D -,- 1 - - draft:place:/:7,W/0", 1),
    "cross": (CROSS, "?1:W,?2:0/?1:3,?2:D -,- 1 - -", 1),
    "other": (CROSS.replace(" 1 ", " 2 "), "?1:W,?2:0/?1:3,?2:D -,- 2 - -", 1),
    "up": ("?1:W,?2:D/?1:3,?2:9 b1,- 1 - - up:1:b1", "?1:W,?2:9/?1:3,?2:D b1,- 1 - - up:1:b1", 1),
    "look": ("S,?2:D/?1:3,?2:9 a2,- 1 - - up:1!b1", "S,?2:9/?1:3,?2:D a2,- 1 - - up:1!b1", 1),
}
"""Two positions that differ, and who sees no difference."""

DO: list[dict[str, Any]] = [
    *({"do": "move", "move": move} for move in ("+7", "+W", "+0", "+D", "+6", "7@a1", "W@b2", "1a1", "1b1")),
    *({"do": "move", "move": move} for move in ("2a1", ">b2", "!b1", "0@a1", "D@a1", "9@a1", "junk")),
    *({"do": "event", "event": event} for event in ("=9", "=D", "=0", "=W", "(3,4)", "(1,1)")),
    *({"do": name} for name in ("others", "roll", "best", "deal", "undo", "redo", "picture", "record")),
    *({"do": "go", "at": at} for at in range(4)),
    *({"do": "look", "player": player} for player in (0, 1)),
    *({"do": "editing", "on": on} for on in (True, False)),
    {"do": "compare", "move": "1a1"},
    {"do": "begin", "name": "small"},
    {"do": "language", "lang": "ja"},
    {"do": "put", "at": "a1", "card": "9", "damage": 0},
]


def told(explorer: Explorer) -> dict[str, Any]:
    """All that anybody is told: what the browser is sent, and what stands in a saved notebook."""
    bundle = explorer._repr_mimebundle_()
    data = dict(bundle[0] if isinstance(bundle, tuple) else bundle)
    data.pop("application/vnd.jupyter.widget-view+json", None)
    sent = explorer.get_state()
    shown = {key: sent[key] for key in ("scene", "words", "art")}
    everything = {"sent": shown, "saved": data, "repr": repr(explorer), "text": str(explorer)}
    found: dict[str, Any] = json.loads(json.dumps(everything))
    return found


def differences(one: Explorer, other: Explorer, messages: list[dict[str, Any]]) -> Iterator[object]:
    for message in [None, *messages]:
        for explorer in (one, other):
            if message is not None:
                on(explorer, **message)
            settled(explorer)
        if told(one) != told(other):
            yield message


@pytest.mark.parametrize("name", CASES)
@settings(deadline=None, max_examples=4)
@given(messages=st.lists(st.sampled_from(DO), max_size=7))
def test_positions_that_look_the_same_are_told_and_played_the_same(
    name: str, messages: list[dict[str, Any]]
) -> None:
    """Whatever is done: the picture, its words, the data sent, the record, what is undone, what comes up."""
    text, other, player = CASES[name]
    assert river.parse(text).view(player) == river.parse(other).view(player)
    assert not list(differences(quick(text, player=player), quick(other, player=player), messages))


@pytest.mark.parametrize("name", CASES)
def test_where_moves_are_tried_what_is_not_seen_is_not_told_either(name: str) -> None:
    """The river in which moves are tried is one of many: all are told the same, by each player's eyes."""
    state = river.parse(CASES[name][0])
    for player in (0, *range(1, state.players + 1)):
        stories, worlds = set(), set()
        for seed in range(2 if player else 6):
            explorer = quick(state, player=player or 1, seed=seed)
            if not player:
                explorer.look(0)
            worlds.add(str(explorer.state))
            settled(explorer)
            stories.add(json.dumps(told(explorer), sort_keys=True))
        assert len(stories) == 1, player
        if not player:
            assert (len(worlds) > 1) == (len(deals(state.view(1))) > 1)


def test_the_solvers_are_asked_about_what_is_seen() -> None:
    asked: list[object] = []

    class Listening(Quick):
        def answer(self, of: Any, **options: Any) -> Answer:
            asked.append(of)
            return super().answer(of, **options)

    explorer = quick(THREE)
    explorer._analyst._answerer = Listening()
    seen = []
    for step in range(14):
        seen.append(explorer.view)
        explorer.think(Effort.QUICK)
        settled(explorer)
        row = scene(explorer)["moves"]["rows"]
        if scene(explorer)["ask"]["kind"] == "chance":
            explorer.roll()
        elif row and scene(explorer)["ask"]["kind"] != "others":
            explorer.play(row[step % len(row)]["key"])
        else:
            explorer.let_others()
    seen.append(explorer.view)
    assert asked
    assert all(isinstance(of, View) and of.player == 1 and of in seen for of in asked)


def test_a_way_through_a_draft_keeps_no_more_than_the_views() -> None:
    truth = river.parse(CROSS)
    explorer = quick(truth)
    kept = [explorer._way.draft]
    assert kept == [Draft((truth.view(1), truth.view(2)))]
    way = Exploration(Draft((truth.view(1),)), rng=Random(3))
    assert way.state is not None
    assert way.state.view(1) == truth.view(1)
    with pytest.raises(KeyError):
        way.look(2, Random(1))


# Words ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [PICK, LAY, CROSS, CASES["up"][0]])
def test_the_language_is_switched_with_all_words(text: str) -> None:
    explorer = quick(text)
    shown = settled(explorer)
    assert all(letter.isascii() or letter in "±≈★●’–“”" for one in texts(shown) for letter in one)
    send(explorer, do="language", lang="ja")
    shown = settled(explorer)
    said = [
        *(shown["answer"][name] for name in ("brief", "method", "kind_text", "meaning", "longer_text")),
        shown["ask"]["text"],
        shown["draft"]["note"],
        shown["said"]["text"],
        *(one["name"] for one in shown["draft"]["choices"]),
        *(row["words"] for row in (*shown["moves"]["rows"], *shown["outcomes"]["rows"])),
        *(card["label"] for card in (*shown["draft"]["hand"], *shown["draft"]["kept"])),
    ]
    for one in said:
        assert re.search(r"[ぁ-んァ-ヶ一-龥]", one), one
    assert "プレイヤー 1 に" in shown["draft"]["note"]


def moves_of(explorer: Explorer) -> list[Move]:
    return [river.parse_move(row["key"]) for row in scene(explorer)["moves"]["rows"]]


def test_rows_name_their_card_for_the_board() -> None:
    for text, kind in ((PICK, Keep), (LAY, Lay)):
        explorer = quick(text)
        settled(explorer)
        assert all(isinstance(move, kind) for move in moves_of(explorer))
        rows = scene(explorer)["moves"]["rows"]
        assert {(row["card"], row["art"]) for row in rows} == {("7", "shark"), ("W", "whale")}
        assert {row["to"] for row in rows} == ({""} if kind is Keep else {"a1", "a2", "b2"})
    # On the picture each free square has room for one.
    assert len(explorer.picture().arrows) == 3


def test_a_board_at_a_draft_is_looked_into_by_who_is_to_act() -> None:
    board = kit.board(PICK, lang="en")
    explorer = kit.explore(board, lang="en", seconds=0.05)
    assert explorer.position == str(river.parse(PICK).view(1))
    explorer = kit.explore(river.parse(PICK).view(2), lang="en", seconds=0.05)
    assert explorer.position == str(river.parse(PICK).view(2))
    assert kit.explore(PICK, lang="en", seconds=0.05, player=2).position == explorer.position
    with pytest.raises(Refused):
        kit.explore(PICK, lang="en", player=3)
