"""The board without a browser: messages go in, scenes come out, and nothing that arrives is trusted."""

from __future__ import annotations

import base64
import copy
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inaba import river
from inaba.errors import IllegalMove, NotationError, SetupError
from inaba.frame import board as frame
from inaba.frame.board import Frame, can_be_sent
from inaba.game import uniform
from inaba.record import Record
from inaba.river.state import State, View
from inaba.river.widget import Board, Refusal
from solvers.bounded import Interval
from solvers.monte_carlo import Estimate as Mean
from solvers.search import Rounded
from tests import in_notebook

SMALL = "5,W,4/0,6,3 -,- 1 - -"


def send(board: Board, **message: Any) -> dict[str, Any]:
    """Let a message come from the browser, as ipywidgets hands it over; the scene that answers it."""
    receive(board, message)
    return scene(board)


def receive(board: Board, content: object) -> None:
    data = {"method": "custom", "content": content}
    board._handle_msg({"content": {"data": data}, "buffers": []})


def scene(board: Board) -> dict[str, Any]:
    """What the browser knows."""
    seen: dict[str, Any] = board.get_state(["scene"])["scene"]
    return seen


def act(board: Board, do: str, **more: Any) -> dict[str, Any]:
    """A message that names the revision shown."""
    return send(board, do=do, rev=scene(board)["rev"], **more)


def move(board: Board, text: str) -> dict[str, Any]:
    return act(board, "move", move=text)


def game_of(board: Board) -> tuple[str, str]:
    """All that a refused message must leave alone."""
    return str(board.record), str(board.state)


def offered(board: Board) -> list[str]:
    """The moves that a scene offers to click, as the browser would send them."""
    ask = scene(board)["ask"]
    match ask["kind"]:
        case "choose":
            return [f"{rabbit}{to}" for rabbit, squares in ask["to"].items() for to in squares]
        case "ride":
            return [f">{to}" for to in ask["to"][""]]
        case "peek":
            return [f"!{to}" for to in ask["to"][""]]
        case "keep":
            return sorted({f"+{card['card']}" for card in scene(board)["hand"]})
        case "lay":
            return [f"{card['card']}@{to}" for card in scene(board)["kept"] for to in ask["to"][""]]
        case "pass":
            return ["pass"]
    return []


def play_on(board: Board, rng: Random, most: int = 3000) -> None:
    """Play a whole game as people would, by messages alone."""
    for _ in range(most):
        ask = scene(board)["ask"]
        match ask["kind"]:
            case "over":
                return
            case "roll":
                act(board, "roll")
            case "faces":
                faces = [str(rng.choice(die)) for die in ask["dice"]]
                act(board, "faces", faces=",".join(faces))
            case "wait":
                act(board, "next")
            case "show":
                send(board, do="show", player=ask["player"])
            case _:
                moves = offered(board)
                legal = {str(m) for m in board.state.legal_moves(board.state.to_act()[0])}
                assert set(moves) == legal
                move(board, rng.choice(moves))
                assert scene(board)["said"]["tone"] == "info", scene(board)["said"]
    pytest.fail("the game does not end")


# ---------------------------------------------------------------- playing


def test_the_board_opens_with_the_standard_river_and_asks_player_1() -> None:
    board = Board(lang="en")
    assert board.state == river.start(2)
    assert scene(board)["ask"]["text"] == "Player 1: choose a rabbit, anybody's, and where it goes."
    assert scene(board)["ask"]["to"] == {"1": ["a1", "b1", "c1"], "2": ["a1", "b1", "c1"]}


@pytest.mark.parametrize(
    "position",
    [SMALL, river.parse(SMALL), Record(river.NOTATION, river.parse(SMALL))],
    ids=["text", "state", "record"],
)
def test_a_board_takes_a_position_in_every_form(position: Any) -> None:
    assert str(Board(position).state) == SMALL


def test_a_text_that_is_no_position_is_refused() -> None:
    with pytest.raises(NotationError):
        Board("5,W,4/0,6,3 -,- 1 -")


def test_dice_are_rolled_or_typed_and_nothing_else() -> None:
    with pytest.raises(SetupError, match="typed"):
        Board(dice="loaded")  # type: ignore[arg-type]  # the mistake under test


def test_cells_are_named_as_a_screen_reader_says_them() -> None:
    board = Board("?,9-4/9x,W a1,- 2 - 5", lang="en")
    labels = {cell["at"]: cell["label"] for cell in scene(board)["cells"]}
    assert labels == {
        "a1": "a1 beaten shark of 9, rabbit 1",
        "b1": "b1 whale",
        "a2": "a2 face down",
        "b2": "b2 shark, 5 of 9 left",
        "-": "Start, rabbit 2",
        "*": "Goal",
    }


def test_a_fight_is_rolled_by_its_owner_and_told_in_words() -> None:
    board = Board("9,W -,- 1 - -", lang="en", seed=1)
    after = move(board, "2a1")
    assert after["ask"]["kind"] == "roll"
    assert after["ask"]["player"] == 2
    assert "9 or more beats it" in after["ask"]["text"]
    rolled = act(board, "roll")
    (frame,) = rolled["trail"]["frames"]
    assert sum(frame["faces"]) == sum(
        int(n) for n in re.findall(r"\d", frame["said"][0].split("rolls")[1])[:2]
    )
    assert board.state.turn == 2


def test_typed_dice_are_taken_only_if_the_dice_can_show_them() -> None:
    board = Board("9,W -,- 1 - -", lang="en", dice="typed")
    move(board, "1a1")
    before = game_of(board)
    for faces in ("7,1", "3", "1,2,3", "", "0,1", "x", "1,,2", "３,４"):
        after = act(board, "faces", faces=faces)
        assert after["said"]["tone"] == "refused"
        assert "2d6" in after["said"]["text"]
        assert game_of(board) == before
    assert act(board, "roll")["said"]["text"] == "In this game real dice are rolled; type what they show."
    act(board, "faces", faces="4,5")
    assert str(board.state) == "9x,W a1,- 2 - -"


def test_typed_dice_are_typed_for_computers_too() -> None:
    def first(view: View, rng: Random) -> Any:
        return next(view.legal_moves())

    board = Board("9 -,- 1 - -", players=(first, None), dice="typed", lang="en")
    assert str(board.record.steps[0].step) == "1a1"
    assert scene(board)["ask"]["kind"] == "faces"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1a2", "rabbit 1 can go to a1, b1, c1, not to a2"),
        ("1*", "rabbit 1 can go to a1, b1, c1, not to *"),
        (">a1", "another kind of move is due: 1a1, 1b1, 1c1, 2a1, 2b1, 2c1"),
        ("pass", "no passing while a rabbit can move: 1, 2"),
        ("3a1", "there is no rabbit 3; rabbits 1 to 2 play"),
        ("hop", "'hop' is no move; moves are written like 1b2, 1*, >c3, >-, !a4, pass"),
    ],
)
def test_an_illegal_move_is_refused_with_the_reason_and_changes_nothing(text: str, why: str) -> None:
    board = Board(SMALL, lang="en")
    before = game_of(board)
    after = move(board, text)
    assert after["said"]["text"] == why
    assert after["said"]["tone"] == "refused"
    assert game_of(board) == before


def test_what_is_refused_in_japanese_is_a_whole_sentence() -> None:
    said = move(Board(SMALL, lang="ja"), "1a2")["said"]["text"]
    assert said == "ウサギ 1 が進めるのは a1, b1, c1 で、a2 へは行けません。"
    board = Board(SMALL, players=(uniform, uniform), lang="ja")
    assert not move(board, "1a1")["said"]["text"].endswith("。。")


def test_a_resting_rabbit_is_told_from_one_that_is_blocked() -> None:
    players = scene(Board("W/W/W a1,a2,a3,- 1 4 -", lang="en"))["players"]
    assert players[0]["why"] == "rabbit 1 is blocked: no square ahead is free"
    assert players[2]["why"] == ""
    assert players[3]["why"] == "rabbit 4 lost a fight and rests in this turn"


def test_dolphin_orca_and_squid_ask_their_questions() -> None:
    ride = Board("?,W/D,O -,- 1 - 3", lang="en", seed=1)
    assert move(ride, "1a1")["ask"]["to"] == {"": ["a2", "b2"]}
    assert ride.scene["ask"]["text"] == "Player 1: choose where the dolphin carries rabbit 1."
    assert move(ride, ">a1")["said"]["text"] == "this card carries to a2, b2, not to a1"
    back = Board("?,W/D,O -,- 1 - 3", lang="en", seed=1)
    assert move(back, "1b1")["ask"]["to"] == {"": ["-"]}
    assert "orca carries rabbit 1 back to Start" in move(back, ">-")["trail"]["frames"][0]["said"][0]
    peek = Board("?,?/S,W -,- 1 - 3,4", lang="en", seed=1)
    assert move(peek, "1a1")["ask"]["to"] == {"": ["a2", "b2"]}
    assert move(peek, "!b1")["said"]["text"] == "the card on b1 is face up already"


def test_the_owner_of_the_rabbit_in_the_goal_wins() -> None:
    board = Board("W -,a1 1 - -", lang="en")
    after = move(board, "2*")
    assert after["ask"]["text"] == "Player 2 wins!"
    assert [player["share"] for player in after["players"]] == ["0", "1"]
    assert move(board, "1a1")["said"]["text"] == "the game is over"


def test_the_third_repetition_ends_the_game_as_a_draw() -> None:
    board = Board("W,W/O,O -,- 1 - -", lang="en")
    for _ in range(2):
        for step in ("1a1", ">-", "2a1", ">-"):
            assert scene(board)["ask"]["kind"] != "over"
            move(board, step)
    assert scene(board)["ask"]["text"] == "The same position came up for the third time: a draw."
    assert [player["share"] for player in scene(board)["players"]] == ["1/2", "1/2"]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("setup", ["shuffled", "draft"])
def test_whole_games_by_messages_alone(seed: int, setup: str) -> None:
    rng = Random(seed)
    players = rng.choice([2, 3, 4])
    seats = [rng.choice([None, None, uniform]) for _ in range(players)]
    rules = river.Rules(orca=rng.choice(["back", "side"]), rest=rng.choice(["next", "owner"]))
    deck = "standard" if setup == "draft" else rng.choice(["standard", "classroom"])
    board = Board(
        river.start(players, deck, rules=rules, setup=setup),
        players=seats,
        seed=seed,
        dice=rng.choice(["roll", "typed"]),
        lang=rng.choice(["ja", "en"]),
    )
    play_on(board, rng)
    assert str(Record.parse(str(board.record), river.NOTATION)) == str(board.record)


# ---------------------------------------------------------------- computers


def test_computers_move_at_once_where_a_person_plays() -> None:
    board = Board("W,W,W/W,W,W -,- 1 - -", players=(uniform, None), seed=3)
    assert len(board.record.steps) == 1
    board.play(next(board.state.legal_moves(2)))
    assert [step.player for step in board.record.steps] == [1, 2, 1]


def test_where_only_computers_play_each_step_is_asked_for() -> None:
    board = Board(players=(uniform, uniform), seed=5, lang="en")
    assert board.record.steps == []
    assert scene(board)["ask"]["kind"] == "wait"
    act(board, "next")
    assert [step.player for step in board.record.steps if step.player] == [1]
    board.run()
    assert scene(board)["ask"]["kind"] == "over"


@pytest.mark.parametrize("seed", [0, 1, 20261129])
def test_the_same_seed_gives_the_same_game(seed: int) -> None:
    games = []
    for _ in range(2):
        board = Board(players=(uniform, uniform, uniform), seed=seed)
        board.run()
        games.append(str(board.record))
    assert games[0] == games[1]


def test_other_seeds_give_other_games() -> None:
    boards = [Board(players=(uniform, uniform), seed=seed) for seed in range(5)]
    for board in boards:
        board.run()
    assert len({str(board.record) for board in boards}) > 1


def test_the_dice_are_the_same_whoever_plays() -> None:
    def greedy(view: View, rng: Random) -> Any:
        rng.random()
        return next(view.legal_moves())

    faces = []
    for policy in (uniform, greedy):
        board = Board("9/9 -,- 1 - -", players=(None, policy), seed=8)
        board.play("1a1")
        board.roll()
        faces.append(board.record.steps[1].step)
    assert faces[0] == faces[1]


class Broken:
    """A policy that raises, returns nonsense, or works, as it is told."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer
        self.asked = 0

    def __call__(self, view: View, rng: Random) -> Any:
        self.asked += 1
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (ZeroDivisionError("by nought"), "ZeroDivisionError: by nought"),
        ("1c9", "'1c9' is no move"),
        (river.Choose(1, "a2"), "not to a2"),
        (None, "None"),
        (object(), "another kind of move is due"),
    ],
)
def test_a_computer_that_stumbles_is_told_kindly_and_may_try_again(answer: Any, told: str) -> None:
    policy = Broken(answer)
    board = Board(SMALL, players=(policy, None), lang="en")
    assert told in scene(board)["said"]["text"]
    assert scene(board)["said"]["tone"] == "trouble"
    assert scene(board)["ask"]["kind"] == "stuck"
    assert isinstance(board.trouble, Exception)
    assert board.record.steps == []
    policy.answer = river.Choose(1, "a1")
    act(board, "next")
    assert board.state.turn == 2
    assert board.trouble is None


@pytest.mark.parametrize("other", [None, uniform], ids=["person", "computer"])
def test_a_computer_is_asked_once_for_each_try(other: Any) -> None:
    policy = Broken(ValueError("no idea"))
    board = Board(SMALL, players=(policy, other), lang="en")
    before = policy.asked
    for tries in range(1, 4):
        after = act(board, "next")
        assert policy.asked == before + tries
        assert after["ask"]["kind"] == "stuck"
        assert "no idea" in after["said"]["text"]


def test_a_person_cannot_move_for_a_computer() -> None:
    board = Board(SMALL, players=(Broken(ValueError()), None), lang="en")
    before = game_of(board)
    assert move(board, "1a1")["said"]["text"] == "It is not a person's turn now."
    assert game_of(board) == before
    with pytest.raises(IllegalMove):
        board.play("1a1")


# ---------------------------------------------------------------- undo, redo, looking back


def test_undo_goes_back_to_the_last_decision_of_a_person_and_redo_returns() -> None:
    board = Board("W,W,W/W,W,W/W,W,W -,- 1 - -", players=(None, uniform), seed=2, lang="en")
    texts = [str(board.record)]
    for _ in range(2):
        board.play(next(board.state.legal_moves(1)))
        texts.append(str(board.record))
    assert not scene(board)["redo"]
    act(board, "undo")
    assert str(board.record) == texts[1]
    act(board, "undo")
    assert str(board.record) == texts[0]
    assert not scene(board)["undo"]
    assert act(board, "undo")["said"]["text"] == "There is nothing to take back."
    act(board, "redo")
    assert str(board.record) == texts[1]
    act(board, "redo")
    assert str(board.record) == texts[2]
    assert act(board, "redo")["said"]["text"] == "There is nothing to play again."


def test_undo_takes_a_roll_back_with_the_move_that_led_to_it() -> None:
    board = Board("9,W -,- 1 - -", seed=1)
    board.play("1a1")
    board.roll()
    board.undo()
    assert str(board.state) == "9,W -,- 1 - -"


@given(st.integers(0, 10**6))
@settings(max_examples=25, deadline=None)
def test_undoing_and_redoing_everything_gives_the_same_game(seed: int) -> None:
    rng = Random(seed)
    board = Board("?,?,?/3,W,D -,-,- 1 - 4,O,S", players=(None, uniform, None), seed=seed)
    play_on(board, rng)
    whole = str(board.record)
    while scene(board)["undo"]:
        act(board, "undo")
    while scene(board)["redo"]:
        act(board, "redo")
    assert str(board.record) == whole


def test_looking_back_shows_the_past_and_refuses_moves() -> None:
    board = Board("W,W/3,W -,- 1 - -", lang="en", seed=1)
    move(board, "1b1")
    move(board, "2a1")
    act(board, "roll")
    turns = scene(board)["moves"]
    assert turns[0]["text"] == "1b1"
    assert turns[1]["current"]
    looked = send(board, do="look", at=turns[0]["at"])
    assert looked["ask"]["text"] == "You are looking back at turn 1 of 2."
    assert looked["said"]["text"] == "Player 1 moves rabbit 1 to b1."
    assert looked["position"] == "W,W/3,W b1,- 2 - -"
    assert [turn["current"] for turn in looked["moves"]] == [True, False]
    before = game_of(board)
    assert "looking back" in move(board, "1a2")["said"]["text"]
    assert game_of(board) == before
    assert send(board, do="look", at=0)["ask"]["text"] == "You are looking back at the beginning."
    assert send(board, do="look", at=None)["position"] == str(board.state)


# ---------------------------------------------------------------- messages that nobody sent


@pytest.mark.parametrize(
    "content",
    [
        None,
        7,
        "undo",
        [],
        {},
        {"do": None},
        {"do": "explode"},
        {"do": "move"},
        {"do": "move", "rev": 1},
        {"do": "move", "rev": "1", "move": "1a1"},
        {"do": "move", "rev": True, "move": "1a1"},
        {"do": "move", "rev": 1, "move": 7},
        {"do": "move", "rev": 1, "move": "1a1" * 400},
        {"do": "move", "rev": 0, "move": "1a1"},
        {"do": "roll", "rev": 1},
        {"do": "faces", "rev": 1, "faces": "1,2"},
        {"do": "next", "rev": 1},
        {"do": "undo"},
        {"do": "look", "at": 99},
        {"do": "look", "at": -1},
        {"do": "look", "at": "1"},
        {"do": "show", "player": 1},
        {"do": "show", "player": 10**30},
        {"do": "advice", "on": True},
        {"do": "advice", "on": 1},
        {"do": "language", "lang": "fr"},
        {"do": "open", "name": "../../etc/passwd"},
        {"do": "open", "name": "former:9"},
        {"do": "read", "text": "x" * 100_000},
        {"do": "position", "text": SMALL, "rules": "orca=up"},
        {"do": "position", "text": "5 -,- 1 - - -", "rules": ""},
        {"do": "new", "options": {}},
        {"do": "new", "options": {"players": 2}},
    ],
)
def test_a_message_that_is_not_understood_is_refused_and_changes_nothing(content: object) -> None:
    board = Board(SMALL, lang="en")
    before = game_of(board)
    receive(board, content)
    assert game_of(board) == before
    assert scene(board)["said"]["tone"] == "refused"
    assert scene(board)["said"]["text"]


TEXTS = ["1a1", ">-", "!a1", "pass", "+W", "en", "former:0", "orca=side", "5,6", "(1,2)", SMALL]
DOINGS = [
    "move",
    "roll",
    "faces",
    "undo",
    "redo",
    "next",
    "look",
    "show",
    "advice",
    "language",
    "saved",
    "open",
]
WORDS = st.sampled_from([*DOINGS, "read", "position", "new", *TEXTS])
KEYS = st.sampled_from(
    [
        "do",
        "rev",
        "move",
        "faces",
        "at",
        "player",
        "on",
        "lang",
        "name",
        "text",
        "rules",
        "options",
        "ask",
        "seats",
    ]
)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 5)
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | WORDS,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(KEYS | st.text(max_size=4), inner, max_size=4)
    ),
    max_leaves=8,
)
NEW_KEYS = [
    *("players", "seats", "deck", "columns", "rows", "orca", "rest", "dice", "how", "setup", "first", "seed"),
]


def messages() -> st.SearchStrategy[Any]:
    shaped = st.dictionaries(KEYS, VALUES, max_size=5)
    done = st.builds(lambda do, rest: {**rest, "do": do}, WORDS, shaped)
    new = st.builds(
        lambda values: {"do": "new", "options": dict(zip(NEW_KEYS, values, strict=True))},
        st.lists(VALUES, min_size=len(NEW_KEYS), max_size=len(NEW_KEYS)),
    )
    return VALUES | done | new


@given(st.lists(messages(), max_size=12), st.sampled_from(["shuffled", "draft"]))
@settings(max_examples=40, deadline=None)
def test_whatever_arrives_the_board_stands(contents: list[Any], setup: str) -> None:
    board = Board(river.start(2, setup=setup), players=(None, uniform), seed=1, folder="no-such-folder")
    for content in contents:
        receive(board, content)
        json.dumps(scene(board), allow_nan=False)
        assert str(Record.parse(str(board.record), river.NOTATION)) == str(board.record)


@pytest.mark.parametrize(
    "content",
    [
        {"do": "open", "name": "\ud800"},
        {"do": "open", "name": "x", "ask": "\udcff"},
        {
            "do": "read",
            "text": '[Game "river"]\n[Players "\ud83d, b"]\n[Start "5 -,- 1 - -"]\n[Result "*"]\n\n',
        },
        {"do": "position", "text": "\ude00 -,- 1 - -", "rules": ""},
        {"do": "position", "text": SMALL, "rules": "\ud800"},
        {"do": "\ud800"},
        {"\ud800": "do"},
    ],
)
def test_half_a_letter_does_not_come_back(content: object) -> None:
    board = Board(SMALL, lang="en")
    before = game_of(board)
    receive(board, content)
    assert game_of(board) == before
    assert scene(board)["said"]["tone"] == "refused"
    json.dumps(scene(board), ensure_ascii=False).encode()


def test_a_file_whose_name_is_no_text_is_not_offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board(SMALL, folder=tmp_path)
    move(board, "1a1")
    for name in ("fine.txt", "odd.txt"):
        board.save(name)
    # Not every system lets such a name be made, so this one stands for it.
    monkeypatch.setattr(frame, "can_be_sent", lambda what: what != "odd.txt")
    receive(board, {"do": "saved"})
    assert [game["name"] for game in scene(board)["saved"]] == ["fine.txt"]
    assert can_be_sent("odd.txt")
    assert not can_be_sent("\udcff.txt")


def test_every_message_is_answered_by_another_scene() -> None:
    board = Board(SMALL, lang="en")
    for content in ({"do": "saved"}, {"do": "saved"}, {"do": "look", "at": None}, None, None):
        before = copy.deepcopy(scene(board))
        receive(board, content)
        assert scene(board) != before


def test_the_browser_cannot_write_the_scene() -> None:
    board = Board(SMALL)
    before = copy.deepcopy(scene(board))
    update = {"method": "update", "state": {"scene": {"ask": {}}, "words": {}, "art": "", "_lang": "x"}}
    board._handle_msg({"content": {"data": update}, "buffers": []})
    assert scene(board) == before
    assert board.art.startswith("<svg>")


def test_a_message_from_an_older_scene_is_refused() -> None:
    board = Board(SMALL, lang="en")
    old = scene(board)["rev"]
    move(board, "1a1")
    before = game_of(board)
    assert "changed meanwhile" in send(board, do="move", rev=old, move="2b1")["said"]["text"]
    assert game_of(board) == before


# ---------------------------------------------------------------- secrets


def drafted(seed: int, upto: int) -> State:
    """A draft game after some steps of random play."""
    rng = Random(seed)
    state = river.start(2, river.parse_deck("3,4,5,9,D,W"), 3, 2, setup="draft")
    for _ in range(upto):
        if (chance := state.chance()) is not None:
            state = state.happen(chance.sample(rng))
        elif to_act := state.to_act():
            state = state.play(to_act[0], rng.choice(list(state.legal_moves(to_act[0]))))
    return state


def twins(state: State, player: int) -> Iterator[State]:
    """The same position dealt otherwise where a player cannot see it: two of the other's cards swapped."""
    own = state.secrets[player - 1]
    other = state.secrets[2 - player]
    unseen = state.unseen
    for i in range(len(other.kept)):
        for j in range(len(other.hand)):
            kept = (*other.kept[:i], other.hand[j], *other.kept[i + 1 :])
            hand = (*other.hand[:j], other.kept[i], *other.hand[j + 1 :])
            changed = other._replace(kept=tuple(sorted(kept)), hand=tuple(sorted(hand)))
            secrets = (own, changed) if player == 1 else (changed, own)
            yield replace(state, secrets=secrets)
    for i in range(len(other.laid)):
        for j in range(i):
            laid = list(other.laid)
            (a, x), (b, y) = laid[i], laid[j]
            laid[i], laid[j] = (a, y), (b, x)
            changed = other._replace(laid=tuple(laid))
            yield replace(state, secrets=(own, changed) if player == 1 else (changed, own))
    assert unseen == state.unseen


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("upto", [8, 10, 12, 13, 14, 15, 16, 17, 18, 19])
@pytest.mark.parametrize("name", ["waiting", "cheating"])
def test_deals_that_differ_in_what_a_lone_person_cannot_see_give_equal_synced_states(
    seed: int, upto: int, name: str
) -> None:
    policy = {"waiting": waiting, "cheating": cheating}[name]
    state = drafted(seed, upto)
    if not state.secrets or 1 not in state.to_act()[:1]:
        state = drafted(seed + 100, 8)
    dealt = [state, *twins(state, 1)]
    if upto == 8:
        assert len(dealt) == 3  # the other's one card kept, against each of the two in his hand
    views = {str(other.view(1)) for other in dealt}
    assert len(views) == 1
    boards = [Board(other, players=(None, policy), seed=4, lang="en", advise=first_best) for other in dealt]
    told = [[synced(board)] for board in boards]
    for board, heard in zip(boards, told, strict=True):
        move(board, str(next(state.legal_moves(1))))
        heard.append(synced(board))
        move(board, "+W")
        heard.append(synced(board))
        send(board, do="look", at=0)
        heard.append(synced(board))
    assert len({heard[0] for heard in told}) == 1
    # A step may turn up a card that the deals differ in: then he sees which, and his views part.
    seen: dict[str, set[tuple[str, ...]]] = {}
    for board, heard in zip(boards, told, strict=True):
        seen.setdefault(board.record.seen_by(1), set()).add(tuple(heard))
    assert [len(states) for states in seen.values()] == [1] * len(seen)


def waiting(view: View, rng: Random) -> Any:
    """A policy that never moves, and whose error would tell what it holds."""
    raise RuntimeError(str(view))


def cheating(view: View, rng: Random) -> Any:
    """A policy whose move is refused with a reason that lists the hand."""
    return river.Keep(river.Card(river.Kind.ORCA))


def first_best(view: View) -> list[tuple[Any, Fraction]]:
    return [(step, Fraction(1, n)) for n, step in enumerate(view.legal_moves(), 2)]


def synced(board: Board) -> str:
    """All that the browser is told, but for what names the widget itself."""
    state = board.get_state()
    return json.dumps({key: state[key] for key in ("scene", "words", "art")}, sort_keys=True)


def test_the_synced_state_is_the_scene_the_words_and_the_art() -> None:
    own = (
        set(Board().get_state()) - set(Board.class_trait_names(sync=True)) - {"_esm", "_css", "_anywidget_id"}
    )
    assert own == set()
    ours = {name for name in Board.class_traits(sync=True) if name in {**vars(Board), **vars(Frame)}}
    assert ours == {"scene", "words", "art"}


def test_at_one_screen_hands_are_hidden_until_their_owner_asks_and_after_he_has_moved() -> None:
    board = Board(river.start(2, setup="draft"), seed=1, lang="en")
    hands = [{str(card) for card in own.hand} for own in board.state.secrets]
    assert scene(board)["ask"]["kind"] == "show"
    assert scene(board)["hand"] == []
    assert move(board, "+W")["said"]["text"].startswith("Show your cards first")
    shown = send(board, do="show", player=1)
    assert {card["card"] for card in shown["hand"]} == hands[0]
    assert shown["ask"]["kind"] == "keep"
    kept = min(hands[0])
    after = move(board, f"+{kept}")
    assert after["hand"] == []
    assert after["viewer"] == 0
    assert after["ask"]["player"] == 2
    assert "keeps a card" in after["trail"]["frames"][-1]["said"][0]
    assert after["moves"][-1]["text"].endswith("+")
    assert f"+{kept}" not in json.dumps(after)
    send(board, do="show", player=2)
    assert send(board, do="show", player=0)["hand"] == []


@pytest.mark.parametrize(("lang", "word"), [("ja", "配る"), ("en", "deal")])
def test_the_list_of_moves_has_a_word_for_the_deal(lang: str, word: str) -> None:
    deck = river.parse_deck("3,4,5,9,D,W")
    board = Board(river.start(2, deck, 3, 2, setup="draft"), players=(None, waiting), seed=1, lang=lang)
    held = [str(card) for card in board.state.secrets[0].hand]
    (turn,) = scene(board)["moves"]
    assert turn["text"] == word
    # One card after the other, to player 1 first; of the others' he sees the backs alone.
    assert sorted(turn["whole"].split("=")[1::2]) == sorted(held)
    assert turn["whole"].split("=")[2::2] == ["?"] * 3
    first, second, *_ = move(board, f"+{held[0]}")["moves"]
    assert (first["text"], first["whole"]) == (word, turn["whole"])
    assert (second["text"], second["whole"]) == (f"+{held[0]}", f"+{held[0]}")


def test_a_refused_move_does_not_leave_a_hand_behind() -> None:
    board = Board(river.start(2, setup="draft"), seed=1, lang="en")
    send(board, do="show", player=1)
    missing = next(c for c in ("W", "O", "S", "D") if c not in {str(x) for x in board.state.secrets[0].hand})
    refused = send(board, do="move", rev=scene(board)["rev"], move=f"+{missing}", ask="x")
    assert "not in your hand" in refused["said"]["text"]
    assert "text" not in refused["reply"]
    hidden = json.dumps(send(board, do="show", player=0))
    assert "not in your hand" not in hidden


def test_at_one_screen_advice_in_a_draft_is_given_to_the_owner_of_the_hand_alone() -> None:
    asked: list[int] = []

    def advise(view: View) -> list[tuple[Any, Fraction]]:
        asked.append(view.player)
        return first_best(view)

    board = Board(river.start(2, setup="draft"), seed=1, lang="en", advise=advise)
    assert scene(board)["advice"] is None
    assert asked == []
    assert send(board, do="show", player=1)["advice"]["rows"]
    assert send(board, do="show", player=0)["advice"] is None
    assert asked == [1]


def test_the_files_text_shown_in_a_draft_is_what_the_viewer_saw() -> None:
    board = Board(river.start(2, setup="draft"), players=(None, waiting), seed=1, lang="en")
    assert '[View "1"]' in scene(board)["record"]
    assert scene(board)["record"] == board.record.seen_by(1)
    assert board.trouble is None or isinstance(board.trouble, RuntimeError)


def base64_of(html: str) -> str:
    found = re.search(r"base64,([A-Za-z0-9+/=]+)", html)
    assert found
    return base64.b64decode(found[1]).decode()


def test_the_text_form_holds_no_secret() -> None:
    board = Board(river.start(2, setup="draft"), seed=1, lang="en")
    bundle = board._repr_mimebundle_()
    described = bundle[0]["text/plain"] + base64_of(bundle[0]["text/html"])
    for own in board.state.secrets:
        assert river.format_deck(own.hand) not in described
    twin = Board(replace(board.state, secrets=board.state.secrets[::-1]), lang="en")._repr_mimebundle_()
    assert (twin[0]["text/plain"], twin[0]["text/html"]) == (bundle[0]["text/plain"], bundle[0]["text/html"])
    assert "As an onlooker sees it." in bundle[0]["text/html"]
    assert "application/vnd.jupyter.widget-view+json" in bundle[0]


# ---------------------------------------------------------------- new games and positions

OPTIONS: dict[str, Any] = {
    "players": 3,
    "seats": ["", "random", ""],
    "deck": "classroom",
    "columns": 4,
    "rows": 3,
    "orca": "side",
    "rest": "owner",
    "dice": "1d8+1d6",
    "how": "typed",
    "setup": "shuffled",
    "first": 3,
    "seed": "7",
}


def new(board: Board, **changed: Any) -> dict[str, Any]:
    return send(board, do="new", options={**OPTIONS, **changed}, ask="t")


def test_a_new_game_takes_every_option() -> None:
    board = Board(lang="en")
    after = new(board)
    assert after["reply"] == {"to": "t", "ok": True}
    state = board.record.start
    assert (state.players, state.turn, state.board.columns, state.board.rows) == (3, 3, 4, 3)
    assert str(state.rules) == "orca=side,rest=owner,dice=1d8+1d6"
    assert state.table.unseen == river.CLASSROOM
    shown = after["options"]
    assert {key: shown[key] for key in OPTIONS if key != "seed"} == {
        k: v for k, v in OPTIONS.items() if k != "seed"
    }
    move(board, "3a1")
    play_on(board, Random(1))


def test_a_new_draft_game_with_cards_of_ones_own() -> None:
    board = Board(lang="en")
    after = new(board, players=2, seats=["", ""], deck="3,4,D,W", columns=2, rows=2, setup="draft", first=2)
    assert after["reply"]["ok"], after["reply"]
    assert scene(board)["ask"]["kind"] == "show"
    play_on(board, Random(3))


def test_the_seed_of_a_new_game_decides_it() -> None:
    games = set()
    for _ in range(2):
        board = Board()
        new(board, players=2, seats=["random", "random"], first=1, how="roll", seed="99")
        board.run()
        games.add(str(board.record))
    assert len(games) == 1


@pytest.mark.parametrize(
    ("changed", "field", "words"),
    [
        ({"deck": "3,4,q"}, "deck", "'q' is no card"),
        ({"deck": "3,4"}, "deck", "which takes 12"),
        ({"deck": "nothing"}, "deck", "no deck"),
        ({"columns": 9}, "columns", "1 to 8"),
        ({"players": 5, "seats": [""] * 5}, "players", "2 to 4 play"),
        ({"players": 3, "seats": [""]}, "players", "1 seat for 3 players"),
        ({"seats": ["", "nobody", ""]}, "players", "no player 'nobody'"),
        ({"first": 4}, "first", "cannot begin"),
        ({"dice": "2d"}, "dice", "is no die"),
        ({"seed": "soon"}, "seed", "whole number"),
        ({"setup": "draft", "deck": "standard", "players": 3, "columns": 3, "rows": 4, "first": 1}, "", ""),
        ({"setup": "draft", "deck": "3,3,3,3,3,3,3,3,3,3,3,3"}, "setup", "dolphin"),
        ({"orca": "up"}, "orca", "orca can be back, side"),
    ],
)
def test_an_option_that_does_not_fit_is_told_at_its_field(
    changed: dict[str, Any], field: str, words: str
) -> None:
    board = Board(SMALL, lang="en")
    before = game_of(board)
    after = new(board, **changed)
    if not field:
        assert after["reply"]["ok"]
        return
    assert after["reply"]["field"] == field
    assert words in after["reply"]["text"]
    assert game_of(board) == before


def test_a_position_is_set_up_from_text_and_refused_in_words() -> None:
    board = Board(lang="en")
    assert scene(board)["position"] == str(board.state)
    good = send(board, do="position", text="9,W -,-,- 2 - -", rules="orca=side", ask="p")
    assert good["reply"]["ok"]
    assert board.state.rules.orca == "side"
    assert len(scene(board)["players"]) == 3
    before = game_of(board)
    bad = send(board, do="position", text="9,W -,- 5 - -", rules="", ask="p")
    assert bad["reply"]["field"] == "text"
    assert "character 9" in bad["reply"]["text"]
    assert game_of(board) == before
    assert send(board, do="position", text=SMALL, rules="orca", ask="p")["reply"]["field"] == "rules"


# ---------------------------------------------------------------- saving and resuming


def test_an_unfinished_game_is_saved_and_resumed_with_its_computers(tmp_path: Path) -> None:
    board = Board(players=(None, uniform), seed=4, folder=tmp_path, lang="en", names=["Aya", None])
    board.play("1a1")
    said = send(board, do="save", ask="s")["reply"]
    (name,) = [path.name for path in tmp_path.iterdir()]
    assert said == {"to": "s", "ok": True, "text": f"Saved as {name}."}
    other = Board(folder=tmp_path, lang="en")
    assert [game["name"] for game in send(other, do="saved")["saved"]] == [name]
    opened = send(other, do="open", name=name, ask="o")
    assert opened["reply"]["ok"]
    assert game_of(other) == game_of(board)
    assert [(p["name"], p["computer"]) for p in opened["players"]] == [
        ("Aya", ""),
        ("Computer 2", "random moves"),
    ]
    play_on(other, Random(1))


def test_a_record_is_resumed_whatever_language_its_computers_are_named_in() -> None:
    board = Board(
        SMALL,
        players=(None, waiting),
        lang="ja",
        computers={"patient": waiting},
        computer_names={"patient": {"ja": "気長", "en": "patient one"}},
    )
    text = str(board.record)
    assert "computer: patient" in text
    for name in ("patient", "気長", "patient one"):
        board.resume(Record.parse(text.replace("computer: patient", f"computer: {name}"), river.NOTATION))
        assert scene(board)["players"][1]["computer"] == "気長"
    board.resume(Record.parse(text.replace("computer: patient", "computer: hasty"), river.NOTATION))
    assert scene(board)["players"][1]["computer"] == ""


def test_a_file_is_never_written_over(tmp_path: Path) -> None:
    board = Board(SMALL, folder=tmp_path, lang="en")
    move(board, "1a1")
    send(board, do="save")
    texts = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
    (first,) = texts
    assert "already" in send(board, do="save")["said"]["text"]
    move(board, "2c1")
    said = send(board, do="save")["said"]["text"]
    assert said.startswith(f"{first} was there already and stays as it is")
    assert (tmp_path / first).read_text(encoding="utf-8") == texts[first]
    assert len(list(tmp_path.iterdir())) == 2


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    board = Board(SMALL, folder=tmp_path / "nowhere", lang="en")
    said = send(board, do="save", ask="s")
    assert said["reply"]["ok"] is False
    assert "could not be saved" in said["reply"]["text"]
    assert send(board, do="saved")["saved"] == []


def test_only_games_in_the_folder_are_opened(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    good = str(Record(river.NOTATION, river.parse("9,W -,- 1 - -")))
    (tmp_path / "outside.txt").write_text(good, encoding="utf-8")
    (folder / "folder.txt").mkdir()
    (folder / "notes.txt").write_text("shopping list", encoding="utf-8")
    (folder / "bad.txt").write_text(good.replace('"*"', '"1"'), encoding="utf-8")
    board = Board(SMALL, folder=folder, lang="en")
    before = game_of(board)
    assert [game["name"] for game in send(board, do="saved")["saved"]] == ["bad.txt"]
    for name in ("notes.txt", "folder.txt", str(tmp_path / "outside.txt"), "../outside.txt", "x", ""):
        reply = send(board, do="open", name=name, ask="o")["reply"]
        assert (reply["ok"], reply["field"]) == (False, "name")
    assert "result" in send(board, do="open", name="bad.txt", ask="o")["reply"]["text"]
    assert game_of(board) == before


def test_a_pasted_record_or_position_is_opened_and_junk_is_refused() -> None:
    board = Board("W,3 -,- 1 - -", lang="en")
    move(board, "1a1")
    text = scene(board)["record"]
    other = Board(lang="en")
    assert send(other, do="read", text=text, ask="r")["reply"]["ok"]
    assert str(other.record) == text
    assert send(other, do="read", text=f"  {SMALL}\n", ask="r")["reply"]["ok"]
    assert str(other.state) == SMALL
    before = game_of(other)
    for junk in ("", "hello", text.replace("1a1", "1a2"), '[Game "chess"]\n', "[", "x" * 2_000_000):
        reply = send(other, do="read", text=junk, ask="r")["reply"]
        assert (reply["ok"], reply["field"]) == (False, "text")
        assert reply["text"]
    assert game_of(other) == before


def test_the_game_before_a_new_one_is_kept_at_hand() -> None:
    board = Board(SMALL, lang="en")
    move(board, "1a1")
    before = game_of(board)
    send(board, do="position", text="9,W -,- 1 - -", rules="")
    saved = send(board, do="saved")["saved"]
    assert saved[0] == {"name": "former:0", "label": "the game before (1 turn)"}
    send(board, do="open", name="former:0")
    assert game_of(board) == before


# ---------------------------------------------------------------- advice and language


def test_advice_names_the_best_move_and_shows_fractions_and_percents() -> None:
    values = {"1a1": Fraction(1, 3), "1b1": Fraction(5, 8), "2b1": Fraction(5, 8)}
    board = Board(SMALL, advise=lambda view: values.items(), lang="en")
    rows = scene(board)["advice"]["rows"]
    assert [(row["move"], row["text"], row["percent"], row["best"]) for row in rows] == [
        ("1b1", "5/8", "62.5%", True),
        ("2b1", "5/8", "62.5%", True),
        ("1a1", "1/3", "33.3%", False),
    ]
    assert send(board, do="advice", on=False)["advice"] is None
    assert send(board, do="advice", on=True)["advice"]["rows"] == rows


class Unclear(list[tuple[str, Fraction]]):
    """Advice that cannot tell which of two moves is best."""

    unclear = ("1b1", "1a1")


def test_no_move_is_called_best_where_the_advice_cannot_tell() -> None:
    """Those that may be best stand first, in legal order; the numbers are there all the same."""
    known = {"1a1": Fraction(1, 2), "1b1": Fraction(5, 8), "2a1": Fraction(1, 8), "2b1": Fraction(1, 4)}
    rows = scene(Board(SMALL, advise=lambda view: Unclear(known.items()), lang="en"))["advice"]["rows"]
    assert [(row["move"], row["percent"], row["best"], row["maybe"]) for row in rows] == [
        ("1a1", "50.0%", False, True),
        ("1b1", "62.5%", False, True),
        ("2b1", "25.0%", False, False),
        ("2a1", "12.5%", False, False),
    ]


@pytest.mark.parametrize(
    ("value", "percent"),
    [
        (Fraction(0), "0%"),
        (Fraction(1, 10**6), "<0.1%"),
        (Fraction(1, 2000), "<0.1%"),  # half a place goes to the even one
        (Fraction(3, 2000), "0.2%"),
        (Fraction(1, 2), "50.0%"),
        (Fraction(1998, 2000), "99.9%"),
        (1 - Fraction(1, 10**30), ">99.9%"),
        (1, "100%"),
        (0.0, "0.0%"),
        (1.0, "100.0%"),
        (0.25, "25.0%"),
    ],
)
def test_a_chance_that_is_not_quite_certain_is_not_shown_as_certain(value: Any, percent: str) -> None:
    (row,) = scene(Board(SMALL, advise=lambda view: [("1a1", value)], lang="en"))["advice"]["rows"]
    assert row["percent"] == percent


def test_a_fraction_too_long_to_show_is_marked_as_cut() -> None:
    value = Fraction(10**60 + 1, 3**130)
    (row,) = scene(Board(SMALL, advise=lambda view: [("1a1", value)], lang="en"))["advice"]["rows"]
    assert row["text"].endswith("…")
    assert str(value).startswith(row["text"][:-1])


def test_an_adviser_is_asked_with_the_view_of_the_player_to_move() -> None:
    asked: list[int] = []

    def advise(view: View) -> None:
        asked.append(view.player)

    board = Board(SMALL, advise=advise, lang="en")
    move(board, "1a1")
    assert asked == [1, 2]
    assert scene(board)["advice"]["rows"] == []


@pytest.mark.parametrize(
    "advise", [lambda view: 1 / 0, lambda view: 7, lambda view: [1, 2], lambda view: iter([("1a1",)])]
)
def test_an_adviser_that_stumbles_is_told_and_the_game_goes_on(advise: Any) -> None:
    board = Board(SMALL, advise=advise, lang="en")
    assert scene(board)["advice"]["trouble"].startswith("The adviser stumbled (")
    assert isinstance(board.trouble, Exception)
    move(board, "1a1")
    assert board.state.turn == 2


def test_what_has_happened_is_shown_before_the_adviser_has_answered() -> None:
    board: Board
    shown: list[dict[str, Any]] = []

    def advise(view: View) -> list[tuple[str, int]]:
        if view.player == 2:
            shown.append(scene(board))
        return [("1a1", 1)]

    board = Board(SMALL, advise=advise, lang="en")
    after = move(board, "1a1")
    (before,) = shown
    assert before["position"] == after["position"]
    assert before["advice"]["thinking"]
    assert not after["advice"]["thinking"]


class Estimate:
    """A value that is no number, as a simulation might give it."""

    def __init__(self, mean: float) -> None:
        self.mean = mean

    def __str__(self) -> str:
        return f"{self.mean} ± 0.01"

    def __float__(self) -> float:
        return self.mean


def test_any_value_that_writes_itself_is_shown_with_the_method() -> None:
    class Answer(list[Any]):
        method = "a thousand games each"

    def advise(view: View) -> Any:
        return Answer((m, Estimate(n / 10)) for n, m in enumerate(view.legal_moves()))

    advice = scene(Board(SMALL, advise=advise, lang="en"))["advice"]
    assert advice["method"] == "a thousand games each"
    assert advice["rows"][0]["text"] == "0.5 ± 0.01"
    assert advice["rows"][0]["best"]
    assert advice["rows"][0]["percent"] == ""
    assert advice["rows"][0]["short"] == "0.5±0.01"
    only_words = Board(SMALL, advise=lambda view: [("1a1", "good"), ("1b1", "bad")], lang="en")
    assert not any(row["best"] for row in scene(only_words)["advice"]["rows"])


def test_estimates_and_bounds_are_shown_in_percent_and_short_on_a_card() -> None:
    values = {
        "1a1": Mean(0.4812, 0.0766, 100),
        "1b1": Interval(Fraction(1, 3), Fraction(1, 2)),
        "1c1": Fraction(1, 3),
        "2a1": Mean(1.0, 0.0, 0),
        "2b1": Interval(Fraction(0), Fraction(1, 3)),
        "2c1": Rounded(Fraction(0), Fraction(1, 10**12)),
    }
    rows = scene(Board(SMALL, advise=lambda view: values.items(), lang="en"))["advice"]["rows"]
    assert {row["move"]: (row["percent"], row["text"], row["short"]) for row in rows} == {
        "1a1": ("48.1 ± 7.7%", "", "48±8%"),
        "1b1": ("33.3–50.0%", "", "33–50%"),
        "1c1": ("33.3%", "1/3", "33.3%"),
        "2a1": ("100%", "", "100%"),
        "2b1": ("0–33.4%", "", "0–34%"),
        "2c1": ("0.0%", "", "≈0%"),
    }


def test_the_language_is_switched_and_everything_follows() -> None:
    board = Board(SMALL, lang="en")
    after = send(board, do="language", lang="ja")
    assert board.lang == "ja"
    assert after["cells"][-1]["label"] == "ゴール"
    assert board.words["board.ui.roll"] == "さいころを振る"
    for text in (after["ask"]["text"], after["said"]["text"], after["players"][0]["name"]):
        assert re.search(r"[ぁ-んァ-ヶ]", text)
    board.lang = "en"
    assert scene(board)["ask"]["text"].startswith("Player 1")
    assert json.dumps(scene(board), ensure_ascii=False).isascii()


def test_the_browser_is_sent_the_words_it_uses_and_no_others() -> None:
    script = Board._esm
    used = set(re.findall(r'"(board\.ui\.[a-z_]+)"', script))
    assert used == {key for key in Board(lang="en").words if key != "lang"}


def test_every_drawing_that_the_browser_asks_for_is_in_the_sheet() -> None:
    sheet = Board().art
    script = Board._esm
    fixed = set(re.findall(r'drawing\("([a-z]+)"', script))
    assert fixed >= {"shark", "waves"}
    kinds = [
        "shark",
        "dolphin",
        "orca",
        "squid",
        "whale",
        "ahead",
        "back",
        "side",
        "eye",
        "safe",
        "gate",
        "pine",
    ]
    numbered = [f"{name}-{n}" for name in ("rabbit", "resting") for n in range(1, 5)]
    for name in [*fixed, *kinds, *numbered, *(f"die-{n}" for n in range(1, 7))]:
        assert f'id="inaba-{name}"' in sheet


def test_a_notebook_without_a_browser_plays_with_computers(tmp_path: Path) -> None:
    code = "\n".join(
        [
            "from inaba.game import uniform",
            "from inaba.river.widget import Board",
            "board = Board('W,W,W/W,W,W -,- 1 - -', players=(uniform, None), seed=1, lang='en')",
            "board.play(next(board.state.legal_moves(2)))",
            "print([step.player for step in board.record.steps])",
            "board",
        ]
    )
    printed, shown = in_notebook.outputs(code, tmp_path)
    assert printed["text"] == "[1, 2, 1]\n"
    kinds = {"application/vnd.jupyter.widget-view+json", "text/html", "text/plain"}
    assert set(shown["data"]) == kinds
    assert shown["data"]["text/html"].startswith('<img alt="River of 3 by 2')


def test_the_board_spoils_no_attribute_of_its_widget() -> None:
    assert not {"log", "comm", "keys", "layout", "style"} & set(vars(Board))


def test_a_program_is_refused_with_errors() -> None:
    board = Board(SMALL)
    with pytest.raises(Refusal):
        board.roll()
    with pytest.raises(Refusal):
        board.undo()
    with pytest.raises(Refusal):
        board.redo()
    with pytest.raises(Refusal):
        board.step()
