"""The table of Same One without a browser: messages go in, scenes come out, nothing is trusted."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inaba import same_one
from inaba.errors import IllegalMove, NotationError, SetupError
from inaba.frame.board import Refusal
from inaba.game import Policy, uniform
from inaba.record import Record
from inaba.same_one import NOTATION, Match, Rules, State, View, parse, parse_match, race, widget
from inaba.same_one.cards import CARDS
from inaba.same_one.moves import Move
from inaba.same_one.widget import Review, Table
from inaba.words import catalogue

SETS = "g3,g9,b9,y9,y14/b5,y8,y20/g1,y2,y21 g7:3 g12 b2,y30 1 0"
ASKED = "g9,g3,b30/b4,b5/y9,y2,y3 b9:2 g7 b2,y30 3 0 ask"
"""Player 1 is asked whether he calls with the g9; so is player 3, who holds the y9."""


def quiet(view: View, rng: Random) -> Move:
    """Never plays a card: declines, draws, passes."""
    return next(move for move in view.legal_moves() if str(move) in ("-", "draw", "pass"))


def opener(view: View, rng: Random) -> Move:
    """Makes its first move: plays where it can."""
    return next(view.legal_moves())


def caller(view: View, rng: Random) -> Move:
    """Calls whenever it can, and is quiet otherwise."""
    return next((move for move in view.legal_moves() if str(move)[0] == "!"), None) or quiet(view, rng)


def receive(table: Table, content: object) -> None:
    data = {"method": "custom", "content": content}
    table._handle_msg({"content": {"data": data}, "buffers": []})


def scene(table: Table) -> dict[str, Any]:
    """What the browser knows."""
    seen: dict[str, Any] = table.get_state(["scene"])["scene"]
    return seen


def send(table: Table, **message: Any) -> dict[str, Any]:
    receive(table, message)
    return scene(table)


def act(table: Table, do: str, **more: Any) -> dict[str, Any]:
    """A message that names the revision shown."""
    return send(table, do=do, rev=scene(table)["rev"], **more)


def move(table: Table, text: str) -> dict[str, Any]:
    return act(table, "move", move=text)


def refused(seen: dict[str, Any]) -> str:
    assert seen["said"]["tone"] == "refused", seen["said"]
    return str(seen["said"]["text"])


def play_on(table: Table, rng: Random, most: int = 3000) -> None:
    """Play a whole game as people would, by messages alone."""
    for _ in range(most):
        ask = scene(table)["ask"]
        match ask["kind"]:
            case "over":
                return
            case "wait":
                seen = act(table, "next")
            case "show" | "show_call":
                seen = send(table, do="show", player=ask["player"])
            case _:
                view = table.state.view(ask["player"])
                legal = [str(m) for m in view.legal_moves() if str(m)[0] != "x"]
                assert ask["moves"] == legal
                cards = [text for text in legal if text not in ("draw", "pass", "-")]
                seen = move(table, rng.choice(cards or legal))
        assert seen["said"]["tone"] == "info", seen["said"]
    pytest.fail("the game does not end")


# ---------------------------------------------------------------- playing


def test_the_table_opens_with_the_first_game_of_a_match_and_the_cards_dealt() -> None:
    table = Table(lang="en", seed=1)
    assert table.state.sizes == (10, 10, 10)
    assert table.match == Match(same_one.start(3))
    assert scene(table)["ask"]["text"] == "Player 1: lead any card (or several of one number), or draw."
    assert [card["card"] for card in scene(table)["hand"]] == [*map(str, table.state.hand(1))]


@pytest.mark.parametrize("position", [SETS, parse(SETS), Record(NOTATION, parse(SETS))])
def test_a_table_takes_a_position_in_every_form(position: Any) -> None:
    table = Table(position, players=(None,) * 3)
    assert str(table.state) == SETS
    assert table.match is None


def test_a_text_that_is_no_position_is_refused() -> None:
    with pytest.raises(NotationError):
        Table("g3")


@pytest.mark.parametrize("wrong", [{"calls": "shout"}, {"ask": "never"}, {"speed": 10}, {"speed": True}])
def test_how_same_one_is_called_is_one_of_what_there_is(wrong: Any) -> None:
    with pytest.raises(SetupError):
        Table(SETS, **wrong)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    ("people", "computers", "rules"),
    [
        (1, 2, Rules()),
        (3, 0, Rules(fouls=True)),
        (2, 2, Rules(fixed_order=True)),
        (1, 3, Rules(play_on=True)),
        (0, 3, Rules()),
    ],
)
def test_whole_games_by_messages_alone(seed: int, people: int, computers: int, rules: Rules) -> None:
    players: list[Policy | None] = [None] * people + [uniform] * computers
    position = same_one.start(len(players), rules, deck=tuple(Random(seed).sample(CARDS, 30)), hand=4)
    table = Table(position, players=players, lang="en", seed=seed, ask="always")
    # Random players commit fouls without end, so that a computer here just plays on.
    play_on(table, Random(seed))
    assert table.record.result is not None
    assert Record.parse(str(table.record), NOTATION).state == table.state


def test_a_set_is_laid_in_the_order_in_which_it_was_chosen() -> None:
    """Rule 5: the one that fits at the bottom, the topmost sets the colour."""
    table = Table(SETS, players=(None, quiet, quiet), lang="en")
    assert {"g9+y9+b9", "g9+b9+y9"} <= set(scene(table)["ask"]["moves"])
    move(table, "g9+y9+b9")
    assert str(table.record.steps[0].step) == "g9+y9+b9"
    assert table.record.states[1].centre == table.record.steps[0].step.cards[-1]


def test_each_card_says_why_it_may_not_be_laid() -> None:
    table = Table(SETS, players=(None, quiet, quiet), lang="en")
    cards = {card["card"]: card for card in scene(table)["hand"]}
    assert cards["g3"]["why"] == "g3 does not fit on g7; g8-30 do"
    assert not cards["g3"]["can"]
    assert cards["g9"]["can"]
    assert cards["g9"]["why"] == ""
    assert refused(move(table, "g3")) == "g3 does not fit on g7; g8-30 do"
    assert str(table.state) == SETS


def test_a_card_that_is_drawn_is_marked_and_may_be_played_alone() -> None:
    """Rule 6."""
    table = Table("g3/b5,y8/g1,y2 g7:3 - g30 1 0", players=(None, quiet, quiet), lang="en")
    seen = move(table, "draw")
    assert seen["ask"]["kind"] == "drawn"
    assert [(card["card"], card["drawn"], card["can"]) for card in seen["hand"]] == [
        ("g3", False, False),
        ("g30", True, True),
    ]
    assert move(table, "pass")["said"]["tone"] == "info"


def test_where_hands_keep_their_order_a_drawn_card_is_put_where_its_owner_says() -> None:
    """Rule 16."""
    rules = Rules(fixed_order=True)
    table = Table("g9,g3/b5,y8/g1,y2 g7:3 - g30,b2 1 0", players=(None, quiet, quiet), rules=rules, seed=1)
    seen = move(table, "draw")
    assert seen["ask"]["places"] == 3
    drawn = str(table.state.secrets[0].drawn[0])
    move(table, "pass@2")
    assert [*map(str, table.state.hand(1))] == ["g9", drawn, "g3"]


def test_a_try_that_is_illegal_is_a_foul_where_fouls_are_moves() -> None:
    """Rule 14: the card goes back and costs a card; elsewhere it is refused."""
    table = Table(SETS, players=(None, quiet, quiet), rules=Rules(fouls=True), lang="en", seed=1)
    seen = move(table, "g3")
    assert str(table.record.steps[0].step) == "xg3"
    assert len(seen["hand"]) == 6
    assert "Foul: Player 1 may not lay green 3" in " ".join(
        sentence for frame in seen["trail"]["frames"] for sentence in frame["said"]
    )
    assert "does not fit" in refused(move(Table(SETS, players=(None, quiet, quiet), lang="en"), "g3"))


def test_a_person_cannot_move_for_a_computer() -> None:
    table = Table(SETS.replace(" 1 0", " 2 1"), players=(None, quiet, quiet), lang="en", seed=1)
    with pytest.raises(IllegalMove):
        Table(SETS.replace(" 1 0", " 2 1"), players=(quiet, quiet, quiet), seed=1).play("draw")
    assert scene(table)["ask"]["player"] in (0, 1)


@pytest.mark.parametrize("seed", range(2))
def test_the_same_seed_gives_the_same_game(seed: int) -> None:
    def game() -> str:
        table = Table(players=(uniform, uniform, uniform), seed=seed)
        table.run()
        return str(table.record)

    assert game() == game()


# ---------------------------------------------------------------- Same One


@pytest.mark.parametrize(
    ("ask", "hand", "kind"),
    [
        ("holding", "g3,b30", "follow"),
        ("holding", "g9,b30", "asked"),
        ("always", "g3,b30", "asked"),
        ("always", "g9,b30", "asked"),
    ],
)
def test_a_person_alone_is_asked_where_he_holds_the_number_or_always(ask: Any, hand: str, kind: str) -> None:
    position = f"{hand}/y2,y3/b9,b20 - g7 b2,y30 3 0"
    table = Table(position, players=(None, quiet, opener), ask=ask, seed=1)
    assert scene(table)["middle"]["centre"]["card"] == "b9"
    assert scene(table)["ask"]["kind"] == kind


def test_where_several_share_the_screen_everybody_is_asked_or_nobody_calls() -> None:
    """Rule 11: all but the player of the centre card are asked, whether they hold the number or not."""
    table = Table(SETS, players=(None,) * 3, lang="en", names=("Aya", "Ken", "Mio"))
    send(table, do="show", player=1)
    seen = move(table, "g9")
    assert (seen["ask"]["kind"], seen["ask"]["player"]) == ("show_call", 2)
    assert refused(move(table, "-")).startswith("Show your cards first")
    seen = act(table, "nobody")
    assert (seen["ask"]["kind"], seen["ask"]["player"]) == ("show", 2)
    assert [str(played.step) for played in table.record.steps] == ["g9", "-", "-"]
    assert refused(act(table, "nobody")) == "Nobody is being asked now."


def test_without_a_race_chance_says_who_of_two_callers_is_first() -> None:
    firsts = set()
    for seed in range(12):
        table = Table(ASKED, players=(None, quiet, caller), seed=seed)
        move(table, "!g9")
        event = next(p.step for p in table.record.steps if isinstance(p.step, same_one.Called))
        assert {player for player, _ in event.calls} == {1, 3}
        firsts.add(event.calls[0][0])
    assert firsts == {1, 3}


class Clock:
    """Python's own clock, which a test sets."""

    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(widget, "time", made)
    return made


def racing(policy: Policy = caller, **more: Any) -> Table:
    return Table(ASKED, players=(None, quiet, policy), calls="race", lang="en", **{"seed": 3, **more})


def raced(
    table: Table, clock: Clock, ms: int, passed: int | None = None, call: str = "!g9"
) -> dict[str, Any]:
    act(table, "window")
    clock.now += (ms if passed is None else passed) / 1000
    return act(table, "race", move=call, ms=ms)


@pytest.mark.parametrize("seed", range(8))
def test_the_shorter_time_wins_the_race(seed: int, clock: Clock) -> None:
    table = racing(seed=seed)
    act(table, "window")
    rival = dict(table._times[0])[3]
    assert 600 <= rival <= 1800
    for ms, first in ((rival - 1, 1), (rival + 1, 3)):
        table = racing(seed=seed)
        seen = raced(table, clock, ms)
        event = next(p.step for p in table.record.steps if isinstance(p.step, same_one.Called))
        assert event.calls[0][0] == first
        told = " ".join(sentence for frame in seen["trail"]["frames"] for sentence in frame["said"])
        assert f"Player 1: {ms / 1000:.2f} s." in told
        assert f"Computer 3: {rival / 1000:.2f} s." in told


def test_times_are_drawn_before_anybody_calls_and_whether_or_not_he_holds_the_number(clock: Clock) -> None:
    drawn = []
    for position in (ASKED, ASKED.replace("y9,y2", "y8,y2")):
        table = Table(position, players=(None, quiet, caller), calls="race", seed=5)
        act(table, "window")
        drawn.append(dict(table._times[0]))
    assert drawn[0] == drawn[1]
    assert set(drawn[0]) == {2, 3}


def test_a_time_that_cannot_be_is_refused_and_changes_nothing(clock: Clock) -> None:
    for ms, passed in ((-1, 500), (2401, 3000), (900, 100), (10**12, 10**6)):
        table = racing()
        before = str(table.record)
        assert refused(raced(table, clock, ms, passed)) == "That time cannot be right, so it does not count."
        assert str(table.record) == before
        assert scene(table)["race"] is not None


def test_a_message_that_is_late_is_not_believed_to_have_been_quick(clock: Clock) -> None:
    """More than a second and a half on its way: the rest counts as the player's own time."""
    table = racing()
    raced(table, clock, 1, passed=10_000)
    event = next(p.step for p in table.record.steps if isinstance(p.step, same_one.Called))
    assert event.calls[0][0] == 3


def test_asking_for_the_window_again_gains_no_time(clock: Clock) -> None:
    table = racing()
    act(table, "window")
    clock.now += 9
    raced(table, clock, 5)
    event = next(p.step for p in table.record.steps if isinstance(p.step, same_one.Called))
    assert event.calls[0][0] == 3


def test_a_call_before_the_window_or_outside_a_race_is_refused(clock: Clock) -> None:
    assert refused(act(racing(), "race", move="!g9", ms=5)) == "No race for Same One is on now."
    asked = Table(ASKED, players=(None, quiet, caller), lang="en")
    assert refused(act(asked, "window")) == "No race for Same One is on now."
    assert refused(act(asked, "race", move="!g9", ms=5)) == "No race for Same One is on now."
    assert scene(asked)["race"] is None
    old = racing()
    act(old, "window")
    assert "changed meanwhile" in refused(send(old, do="race", rev=-1, move="!g9", ms=5))


def test_a_call_that_tells_no_time_counts_as_the_slowest(clock: Clock) -> None:
    table = racing()
    act(table, "window")
    move(table, "!g9")
    event = next(p.step for p in table.record.steps if isinstance(p.step, same_one.Called))
    assert event.calls[0][0] == 3


def test_who_does_not_call_in_a_race_has_declined(clock: Clock) -> None:
    table = racing(quiet)
    raced(table, clock, 2400, call="-")
    assert str(table.record.steps[0].step) == "-"


def test_the_speed_of_computers_may_be_set_and_times_follow_it(clock: Clock) -> None:
    table = racing()
    assert refused(send(table, do="speed", ms=10)) == (
        "computers need 300 to 5000 thousandths of a second, not 10"
    )
    seen = send(table, do="speed", ms=4000)
    assert (seen["speed"], seen["race"]["limit"], seen["span"]) == (4000, 8000, ["2.00", "6.00"])
    act(table, "window")
    assert 2000 <= table._times[0][3] <= 6000


def test_undoing_a_race_draws_new_times(clock: Clock) -> None:
    table = racing()
    raced(table, clock, 1)
    first = dict(table._times[0])
    act(table, "undo")
    act(table, "window")
    assert table._times[0] != first


@pytest.mark.parametrize("speed", [300, 301, 302])
@pytest.mark.parametrize("rivals", [1, 2])
def test_the_chance_to_be_quicker_is_that_of_counting_all_times(speed: int, rivals: int) -> None:
    least, most = race.span(speed)
    for ms in (least - 1, least, speed, most - 1, most):
        slower = Fraction(sum(time > ms for time in range(least, most + 1)), most - least + 1)
        assert race.beats(ms, speed, rivals) == slower**rivals
    rng = Random(1)
    assert all(least <= race.drawn(speed, rng) <= most < race.limit(speed) for _ in range(200))


# ---------------------------------------------------------------- undoing and looking back


def test_undo_goes_back_to_the_last_decision_of_a_person_and_redo_returns() -> None:
    table = Table(SETS, players=(None, quiet, quiet), seed=1)
    move(table, "g9")
    after = str(table.record)
    assert act(table, "undo")["said"]["tone"] == "info"
    assert str(table.state) == SETS
    act(table, "redo")
    assert str(table.record) == after


def test_where_it_is_no_practice_moves_are_not_taken_back() -> None:
    table = Table(SETS, players=(None, quiet, quiet), seed=1, practice=False, lang="en")
    seen = move(table, "g9")
    assert (seen["undo"], seen["redo"], seen["practice"]) == (False, False, False)
    after = str(table.record)
    assert "not taken back" in refused(act(table, "undo"))
    with pytest.raises(Refusal):
        table.undo()
    assert str(table.record) == after


def test_looking_back_shows_what_the_player_saw_and_refuses_moves() -> None:
    table = Table(SETS, players=(None, quiet, quiet), seed=1, lang="en")
    move(table, "g9")
    for at in range(len(table.record.steps)):
        seen = send(table, do="look", at=at)
        assert seen["position"] == str(table.record.states[at].view(1))
    assert "looking back" in refused(act(table, "move", move="draw"))
    assert send(table, do="look", at=None)["ask"]["kind"] != "look"


def finished(seed: int = 1) -> Record:
    table = Table(players=(uniform, uniform, uniform), seed=seed)
    table.run()
    return table.record


def test_a_review_goes_through_a_game_with_the_eyes_of_one_player_and_plays_nothing() -> None:
    record = finished()
    review = Review(record, 2, lang="en")
    before = str(record)
    for at in (0, 30, 31, len(record.steps) // 2, len(record.steps)):
        seen = send(review, do="look", at=at)
        assert seen["position"] == str(record.states[at].view(2))
        assert [card["card"] for card in seen["hand"]] == [*map(str, record.states[at].hand(2))]
        assert all(player["cards"] == [] for player in seen["players"])
    assert "=??" in seen["moves"][0]["whole"]
    assert seen["record"] == record.seen_by(2)
    assert send(review, do="show", player=3)["position"] == str(record.states[-1].view(3))
    assert send(review, do="show", player=0)["hand"] == []
    for content in (
        {"do": "move", "rev": scene(review)["rev"], "move": "draw"},
        {"do": "undo", "rev": scene(review)["rev"]},
        {"do": "next", "rev": scene(review)["rev"]},
        {"do": "save"},
        {"do": "look", "at": len(record.steps) + 1},
        {"do": "show", "player": 9},
    ):
        receive(review, content)
        assert scene(review)["said"]["tone"] == "refused"
    assert str(record) == before


def test_a_review_lets_nothing_go_on_where_the_game_was_left() -> None:
    record = Record(NOTATION, same_one.start(3))
    review = Review(record)
    assert record.steps == []
    assert scene(review)["review"]
    with pytest.raises(SetupError):
        Review(record, 4)


# ---------------------------------------------------------------- secrecy


def dealt_again(state: State, keep: int, rng: Random) -> State:
    """The same as player ``keep`` sees it, with all else dealt anew; 0 keeps nobody's cards."""
    hidden = [c for p in range(1, state.players + 1) if p != keep for c in state.hand(p)] + [*state.pile]
    cards = iter(rng.sample(hidden, len(hidden)))
    secrets = []
    for player, own in enumerate(state.secrets, 1):
        if player == keep:
            secrets.append(own)
        else:
            hand = tuple(sorted(next(cards) for _ in own.hand))
            drawn = tuple(next(cards) for _ in own.drawn)
            secrets.append(own._replace(hand=hand, drawn=drawn, call=None))
    return State(state.table, tuple(secrets))


def synced(table: Table) -> str:
    """All that the browser is told, but for what names the widget itself."""
    state = {name: value for name, value in table.get_state().items() if name in ("scene", "words", "art")}
    return json.dumps(state, sort_keys=True)


def positions(players: int, seed: int) -> list[State]:
    """Positions of a random game in which player 1 is to decide."""
    rng, state = Random(seed), same_one.start(players)
    found: list[State] = []
    while state.result() is None and len(found) < 8:
        chance = state.chance()
        if chance is not None:
            state = state.happen(chance.sample(rng))
            continue
        player = state.to_act()[0]
        if player == 1:
            found.append(state)
        state = state.play(player, rng.choice(list(state.legal_moves(player))))
    return found


@pytest.mark.parametrize("calls", ["asked", "race"])
@pytest.mark.parametrize("players", [3, 9])
def test_deals_that_differ_in_what_a_lone_person_cannot_see_give_equal_synced_states(
    players: int, calls: Any
) -> None:
    """Also after the same move of his, where nobody else's cards come to light."""
    for number, state in enumerate(positions(players, seed=players)):
        told = set()
        for seed in range(4):
            other = state if seed == 0 else dealt_again(state, 1, Random(seed))
            assert other.view(1) == state.view(1)
            table = Table(
                other,
                players=[None] + [quiet] * (players - 1),
                calls=calls,
                ask="always",
                seed=1,
                lang="en",
                advise=lambda view: [(m, Fraction(1, 2)) for m in view.legal_moves()],
            )
            first = synced(table)
            send(table, do="advice", on=True)
            act(table, "window")
            silent = next((m for m in scene(table)["ask"]["moves"] if m in ("-", "pass")), None)
            if silent:
                move(table, silent)
            told.add((first, synced(table)))
        assert len(told) == 1, number


def test_at_one_screen_nothing_tells_a_hand_until_its_owner_asks_and_after_he_has_moved() -> None:
    state = parse(SETS)
    told = {synced(Table(dealt_again(state, 0, Random(seed)), players=(None,) * 3)) for seed in range(4)}
    assert len(told) == 1
    table = Table(SETS, players=(None,) * 3, lang="en")
    assert scene(table)["hand"] == []
    assert scene(table)["show"] == [1, 2, 3]
    seen = send(table, do="show", player=1)
    assert [card["card"] for card in seen["hand"]] == ["g3", "g9", "b9", "y9", "y14"]
    assert move(table, "g9")["hand"] == []
    told = set()
    for seed in range(4):
        # Whatever the others hold, and whoever has looked at his hand before: nothing of it stays behind.
        other = Table(dealt_again(state, 1, Random(seed)), players=(None,) * 3, lang="en")
        for player in (3, 2, 1):
            send(other, do="show", player=player)
        move(other, "g9")
        told.add(synced(other))
    assert len(told) == 1
    assert send(table, do="show", player=2)["position"].split("/")[1] == "b5,y8,y20"
    assert send(table, do="show", player=0)["hand"] == []


def test_the_record_shown_is_what_the_viewer_saw_until_the_game_is_over() -> None:
    table = Table(players=(None, uniform, uniform), seed=2)
    assert "??" in scene(table)["record"]
    assert '[View "1"]' in scene(table)["record"]
    record = finished()
    assert scene(Table(record, players=(uniform,) * 3))["record"] == str(record)


def test_the_text_form_holds_no_secret() -> None:
    told = {
        json.dumps(Table(dealt_again(parse(SETS), 1, Random(seed)), players=(None, quiet, quiet))
        ._repr_mimebundle_()[0]["text/plain"])
        for seed in range(4)
    }  # fmt: skip
    assert len(told) == 1


# ---------------------------------------------------------------- matches


def small_match(players: int = 3) -> Match:
    return Match(same_one.start(players, deck=tuple(Random(4).sample(CARDS, 20)), hand=3))


def test_a_match_is_as_many_games_as_players_with_the_starter_moving_on(tmp_path: Path) -> None:
    """Rule 13; the sheet is added up here a second time."""
    table = Table(small_match(), players=(None, uniform, uniform), seed=4, lang="en", folder=tmp_path)
    assert refused(act(table, "next_game")) == "There is no next game now."
    sums = [0, 0, 0]
    for number in range(1, 4):
        assert table.record.start.turn == number
        assert scene(table)["sheet"]["now"] == number
        play_on(table, Random(number))
        scores = same_one.scores_of(table.record)
        assert scores is not None
        sums = [a + b for a, b in zip(sums, scores, strict=True)]
        sheet = scene(table)["sheet"]
        assert sheet["games"][-1] == list(scores)
        assert sheet["totals"] == sums
        assert scene(table)["ask"]["next"] == (number < 3)
        if number < 3:
            act(table, "next_game")
    assert "The match goes to" in scene(table)["ask"]["text"]
    match, records = parse_match(table.save().read_text(encoding="utf-8"))
    assert match.totals() == tuple(sums)
    assert len(records) == 3


def test_a_match_that_was_saved_is_played_on_with_its_scores(tmp_path: Path) -> None:
    table = Table(small_match(), players=(None, uniform, uniform), seed=4, folder=tmp_path)
    play_on(table, Random(1))
    act(table, "next_game")
    name = table.save().name
    other = Table(players=(None, uniform, uniform), folder=tmp_path, seed=9)
    seen = send(other, do="open", name=name, ask="1")
    assert seen["reply"]["ok"], seen["reply"]
    assert other.match == table.match
    assert str(other.state) == str(table.state)
    assert seen["sheet"] == scene(table)["sheet"]
    # The game before is at hand, its match with it.
    play_on(other, Random(1))
    act(other, "next_game")
    kept = other.match
    send(other, do="position", text=SETS, rules="", ask="2")
    assert other.match is None
    send(other, do="open", name="former:0", ask="3")
    assert other.match == kept


def test_a_game_that_is_played_on_has_no_match_and_no_scores() -> None:
    """Rule 15."""
    table = Table(players=(uniform,) * 3, rules=Rules(play_on=True), seed=1)
    assert table.match is None
    table.run()
    assert scene(table)["sheet"] is None


def test_once_a_game_is_over_the_cards_that_are_left_lie_open_to_be_counted() -> None:
    table = Table("g9/b5,y13/g1 g7:3 - b2 1 0", players=(None, quiet, quiet), lang="en")
    seen = move(table, "g9")
    assert [[card["card"] for card in player["cards"]] for player in seen["players"]] == [
        [],
        ["b5", "y13"],
        ["g1"],
    ]
    assert seen["sheet"]["games"] == [[4, -3, -1]]
    assert seen["ask"]["text"] == "Player 1 is out of cards and wins!"


# ---------------------------------------------------------------- new games and messages

OPTIONS: dict[str, Any] = {
    "players": 4,
    "seats": ["", "random", "random", ""],
    "first": 3,
    "match": True,
    "calls": "asked",
    "speed": 900,
    "ask": "always",
    "practice": False,
    "flags": ["fouls", "fixed_order"],
    "seed": "7",
}


def test_a_new_game_takes_every_option() -> None:
    table = Table(seed=1)
    seen = send(table, do="new", options=OPTIONS, ask="1")
    assert seen["reply"]["ok"], seen["reply"]
    start = table.record.start
    assert (start.players, start.turn, start.rules) == (4, 3, Rules(fouls=True, fixed_order=True))
    assert table.match is not None
    shown = seen["options"]
    assert {name: shown[name] for name in OPTIONS if name not in ("seed", "flags")} == {
        name: value for name, value in OPTIONS.items() if name not in ("seed", "flags")
    }
    assert set(shown["flags"]) == set(OPTIONS["flags"])


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"players": 2, "seats": ["", ""]}, "players"),
        ({"players": 10, "seats": [""] * 10}, "players"),
        ({"first": 5}, "first"),
        ({"speed": 1}, "speed"),
        ({"flags": ["play_on"]}, "match"),
        ({"seats": ["", "deep blue", "", ""]}, "players"),
        ({"seed": "x"}, "seed"),
        ({"flags": ["cheat"]}, ""),
        ({"calls": "shout"}, ""),
    ],
)
def test_an_option_that_does_not_fit_is_told_at_its_field(change: dict[str, Any], field: str) -> None:
    table = Table(seed=1, lang="en")
    before = str(table.record)
    seen = send(table, do="new", options=OPTIONS | change, ask="1")
    assert not seen["reply"]["ok"]
    assert seen["reply"]["field"] == field
    assert str(table.record) == before


def all_cards(state: State) -> list[Any]:
    """Every card, wherever it is."""
    held = [card for player in range(1, state.players + 1) for card in state.hand(player)]
    return sorted([*held, *state.pile, *state.aside, *([state.centre] if state.centre else [])])


junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
names = st.sampled_from(
    ["move", "window", "race", "nobody", "next_game", "speed", "undo", "redo", "next", "look", "show", "new"]
)
wrong = junk | st.fixed_dictionaries(
    {"do": names},
    optional={
        "rev": st.integers(0, 6) | junk,
        "move": st.sampled_from(["draw", "g9", "!g9", "-", "pass", "g3+b3"]) | junk,
        "ms": st.integers(-5, 6000) | junk,
        "at": st.integers(-2, 40) | st.none() | junk,
        "player": st.integers(-2, 10) | junk,
        "options": junk,
    },
)


@given(st.lists(wrong, max_size=5), st.sampled_from(["asked", "race"]))
@settings(max_examples=60, deadline=None)
def test_whatever_arrives_the_table_stands(contents: list[Any], calls: Any) -> None:
    table = Table(ASKED, players=(None, quiet, caller), calls=calls, seed=1)
    for content in contents:
        receive(table, content)
        assert all_cards(table.state) == all_cards(parse(ASKED))
        assert Record.parse(str(table.record), NOTATION).state == table.state
        json.dumps(scene(table), allow_nan=False)


# ---------------------------------------------------------------- advice, words and drawings


class Odds(list[tuple[Move, Sequence[object]]]):
    columns = ("called", "followed")
    method = "counted"


def test_odds_are_shown_on_request_and_in_the_advisers_order() -> None:
    def advise(view: View) -> Odds:
        assert view.player == 1
        moves = list(view.legal_moves())
        return Odds((m, (Fraction(1, 3), n)) for n, m in enumerate(reversed(moves)))

    table = Table(SETS, players=(None, quiet, quiet), advise=advise, lang="en")
    assert scene(table)["advice"] is None
    advice = send(table, do="advice", on=True)["advice"]
    assert advice["columns"] == ["called", "followed"]
    assert [row["move"] for row in advice["rows"]] == scene(table)["ask"]["moves"][::-1]
    assert advice["rows"][0]["cells"] == [{"text": "33.3%", "exact": "1/3"}, {"text": "0", "exact": ""}]
    assert [row["best"] for row in advice["rows"]][:2] == [True, False]
    assert advice["method"] == "counted"


def test_an_adviser_that_stumbles_is_told_without_a_secret() -> None:
    def advise(view: View) -> None:
        raise ValueError("b5")

    table = Table(SETS, players=(None, quiet, quiet), advise=advise, lang="en")
    assert send(table, do="advice", on=True)["advice"]["trouble"] == "The adviser stumbled (ValueError)."


def test_the_language_is_switched_and_everything_follows() -> None:
    table = Table(SETS, players=(None, quiet, quiet), lang="en")
    seen = send(table, do="language", lang="ja")
    assert seen["ask"]["text"].startswith("プレイヤー 1 の番")
    assert seen["hand"][0]["label"] == "緑 3"
    assert table.words["same_one.ui.draw"] == "1 枚引く"


def test_the_browser_is_sent_the_words_it_uses_and_no_others() -> None:
    used = set(re.findall(r'"((?:board|same_one|table)\.ui\.[a-z_]+)"', str(Table._esm)))
    assert used == {key for key in Table(lang="en").words if key != "lang"}
    assert used <= set(catalogue())
    assert {key for key in catalogue() if key.startswith("same_one.ui.")} <= used


def test_every_drawing_that_the_browser_asks_for_is_in_the_sheet() -> None:
    sheet = Table().art
    fixed = set(re.findall(r'drawing\("([a-z]+)"', str(Table._esm)))
    for name in [*fixed, "leaf", "drop", "sun", "shark", "dog", "back"]:
        assert f'id="inaba-same-one-{name}"' in sheet


def test_colours_of_the_table_are_those_of_the_pictures() -> None:
    css = (Path(widget.__file__).parent / "widget.css").read_text(encoding="utf-8")
    found = dict(re.findall(r"--(green|blue|yellow|felt): (#[0-9a-f]{6});", css))
    from inaba.same_one import art

    wanted = {colour.name.lower(): paint.lower() for colour, paint in art.COLOURS.items()}
    assert found == wanted | {"felt": art.FELT.lower()}


def test_the_table_spoils_no_attribute_of_its_widget() -> None:
    def spoiled(kind: type) -> set[str]:
        return {"log", "comm", "keys", "layout", "style"} & set(vars(kind))

    assert spoiled(Table) | spoiled(Review) == set()
