"""The table of Cross Sevens without a browser: messages go in, scenes come out, nothing is trusted."""

from __future__ import annotations

import json
import re
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inaba import cross_sevens
from inaba.cross_sevens import (
    NOTATION,
    Action,
    Rules,
    State,
    View,
    art,
    format_rules,
    parse,
    parse_move,
    widget,
)
from inaba.cross_sevens.moves import Move
from inaba.cross_sevens.widget import Review, Table
from inaba.errors import IllegalMove, NotationError, SetupError
from inaba.frame.board import Refusal
from inaba.game import Policy, uniform
from inaba.record import Record
from inaba.words import catalogue

LAYS = "D8,D10,S9:cross,stop/S2,H2/H9,C2 DSHC,S8@c3 - plus*2,try*3 - - 1 -"
"""Player 1 may lay D8 and S9; D10 has no neighbour."""
JOKER = "D9,JK,S2/D8,H2/H9,C2 DSHC - plus*5 - - 1 -"
"""Player 1 may lay the joker for the D8 and the D9 beyond it; player 2 holds the D8."""


def quiet(view: View, rng: Random) -> Move:
    """Passes whenever it may, answers as it must, and gives its first trump."""
    moves = list(view.legal_moves())
    return next((move for move in moves if str(move) in ("draw:action", "pass")), moves[0])


def layer(view: View, rng: Random) -> Move:
    """Makes its first move: lays where it can."""
    return next(view.legal_moves())


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
    seen = act(table, "move", move=text)
    assert seen["said"]["tone"] == "info", seen["said"]
    return seen


def refused(seen: dict[str, Any]) -> str:
    assert seen["said"]["tone"] == "refused", seen["said"]
    return str(seen["said"]["text"])


def told(seen: dict[str, Any]) -> str:
    """What has happened, as the browser shows it."""
    return " ".join(sentence for frame in seen["trail"]["frames"] for sentence in frame["said"])


def person(*others: Policy | None) -> dict[str, Any]:
    """A person, and who else plays: passing computers unless said."""
    return {"players": (None, *(others or (quiet, quiet))), "lang": "en", "seed": 1}


def card(seen: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(one for one in seen["hand"] if one["card"] == name)
    return found


def action(seen: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(one for one in seen["actions"] if one["action"] == name)
    return found


def offered(seen: dict[str, Any]) -> set[str]:
    """All moves that can be put together from what the browser is sent."""
    ask = seen["ask"]
    if ask["kind"] == "give":
        return {f">{one['card']}" for one in seen["hand"]}
    moves = set()
    for one in [ask["card"]] if "card" in ask else seen["hand"]:
        for way in one["ways"]:
            for count in range(min(seen["stops"], len(way["stops"])) + 1):
                for cells in combinations(way["stops"], count):
                    moves.add(way["move"] + "".join(f"+stop@{cell}" for cell in cells))
    if ask["kind"] == "turn":
        tries, passes = ask["tries"], ask["passes"]
        moves |= {f"try:{player}:{one['card']}" for player in tries["players"] for one in tries["cards"]}
        moves |= {f"trade:{player}" for player in tries["partners"]}
        kinds = {"action": "draw:action", "trump": "draw:trump", "out": "pass"}
        moves |= {kinds[name] for name in kinds if passes[name]} | ({"end"} if ask["end"] else set())
        for count in range(1, len(passes["discard"]) + 1):
            for some in combinations(passes["discard"], count):
                listed = [f"{name}*{some.count(name)}" if some.count(name) > 1 else name for name in some]
                moves.add(f"discard:{','.join(dict.fromkeys(listed))}")
    return moves


def play_on(table: Table, rng: Random, most: int = 3000) -> None:
    """Play a whole game as people would, by messages alone, with what the browser is offered."""
    for _ in range(most):
        ask = scene(table)["ask"]
        match ask["kind"]:
            case "over":
                return
            case "wait":
                act(table, "next")
            case "show":
                send(table, do="show", player=ask["player"])
            case _:
                moves = offered(scene(table))
                assert moves == {str(one) for one in table.state.legal_moves(ask["player"])}
                move(table, rng.choice(sorted(moves)))
    pytest.fail("the game does not end")


# ---------------------------------------------------------------- playing


def test_the_table_opens_with_the_cards_dealt_and_the_sevens_under_way() -> None:
    """Rules 1 and 2: everybody holds 17 trumps until 7s are laid; who has no choice is not kept waiting."""
    table = Table(lang="en", seed=1)
    assert sum(table.state.sizes) + len(table.state.field.cards()) + table.state.table.pile == 53
    assert scene(table)["ask"]["kind"] in ("seven", "turn")
    assert [one["card"] for one in scene(table)["hand"]] == [*map(str, table.state.hand(1))]
    assert told(scene(table)).startswith("The trumps are dealt.")


@pytest.mark.parametrize("position", [LAYS, parse(LAYS), Record(NOTATION, parse(LAYS))])
def test_a_table_takes_a_position_in_every_form(position: Any) -> None:
    assert str(Table(position, players=(None,) * 3).state) == str(parse(LAYS))


def test_a_text_that_is_no_position_is_refused() -> None:
    with pytest.raises(NotationError):
        Table("D8")


@pytest.mark.parametrize(
    ("people", "computers", "rules"),
    [
        (1, 2, Rules()),
        (3, 0, Rules(stop="until_next_turn", trade="blind")),
        (2, 2, Rules(play_on="yes", try_hit="take", sides="fixed")),
        (1, 4, Rules(try_miss="pass")),
        (0, 3, Rules()),
    ],
)
@pytest.mark.parametrize("seed", [1])
def test_whole_games_by_messages_alone(seed: int, people: int, computers: int, rules: Rules) -> None:
    """The browser is offered what the rules allow, neither more nor less, to the end of the game."""
    players: list[Policy | None] = [None] * people + [uniform] * computers
    table = Table(players=players, rules=rules, lang="en", seed=seed)
    play_on(table, Random(seed))
    assert table.record.result is not None
    assert Record.parse(str(table.record), NOTATION).state == table.state
    ranks = table.state.ranks()
    assert [one["rank"] for one in scene(table)["players"]] == (list(ranks) if ranks else [0] * len(players))


def test_legal_cells_are_told_and_for_every_trump_without_one_the_reason() -> None:
    """Rule 4; the reasons are the engine's own."""
    seen = scene(Table(LAYS, **person()))
    assert [way["cell"] for way in card(seen, "D8")["ways"]] == ["b0", "b2"]
    assert card(seen, "D8")["why"] == ""
    assert card(seen, "D10")["ways"] == []
    assert (
        card(seen, "D10")["why"] == "D10 goes beside a card next in rank, and none of D9, DJ is on the table"
    )
    crossing = [way for way in card(seen, "S9")["ways"] if way["uses"] == ["cross"]]
    assert [way["cell"] for way in crossing] == ["c2", "d3"]


@pytest.mark.parametrize(
    ("tried", "why"),
    [
        ("D8@c1", "a 6 and an 8 go only left or right of their 7; for D8 that is b0 and b2"),
        ("S9@d3", "d3 is not free; CROSS would let a trump in"),
        ("S9@f5", "S9 goes on a cell beside S8: b3, c2, c4 and d3"),
    ],
)
def test_why_a_trump_may_not_go_on_a_cell_is_told_when_asked_and_nothing_happens(
    tried: str, why: str
) -> None:
    table = Table(LAYS, **person())
    before = str(table.record)
    expected = parse(LAYS).why_illegal(1, tried)
    assert expected is not None
    assert refused(act(table, "why", move=tried)) == expected.say("en")
    assert set(re.findall(r"[a-f]\d|[A-Z]\d", why)) <= set(re.findall(r"[a-f]\d|[A-Z]\d", expected.say("en")))
    assert act(table, "why", move="D8@b2")["said"]["text"] == "D8@b2 is allowed."
    assert str(table.record) == before


def test_a_move_that_is_illegal_is_refused_with_its_reason() -> None:
    table = Table(LAYS, **person())
    assert refused(act(table, "move", move="S9@d3")) == "d3 is not free; CROSS would let a trump in"
    assert refused(act(table, "move", move="nonsense")).startswith("'nonsense' is no move")
    assert str(table.state) == str(parse(LAYS))


def test_a_person_cannot_move_for_a_computer_nor_in_a_hand_that_is_hidden() -> None:
    with pytest.raises(IllegalMove):
        Table(LAYS, players=(quiet,) * 3).play("D8@b2")
    table = Table(LAYS, players=(None,) * 3, lang="en")
    assert refused(act(table, "move", move="D8@b2")).startswith("Show your cards first")
    assert refused(act(table, "why", move="D8@c1")).startswith("Show your cards first")


@pytest.mark.parametrize("seed", range(2))
def test_the_same_seed_gives_the_same_game(seed: int) -> None:
    def game() -> str:
        table = Table(players=(uniform, uniform, uniform), seed=seed)
        table.run()
        return str(table.record)

    assert game() == game()


# ---------------------------------------------------------------- what is asked


def test_the_holder_of_a_seven_chooses_its_end_and_is_asked_nothing_else() -> None:
    """Rule 2: the S7 goes up-right of the D7 or down-left of it."""
    position = "D9,S7,H7,C7,C2/D2,D3,D4,D5,D6/H2,H3,H4,H5,H6 D - plus*9 - - 1 - seven:S:1"
    seen = scene(Table(position, **person()))
    assert seen["ask"]["kind"] == "seven"
    assert seen["ask"]["card"]["card"] == "S7"
    assert {way["move"]: way["cell"] for way in seen["ask"]["card"]["ways"]} == {
        "S7@up": "c2",
        "S7@down": "a0",
    }


def test_who_is_asked_for_a_trump_and_has_no_choice_is_answered_for() -> None:
    """Rules 9 and 11: a TRY is answered truly, a claim is compulsory."""
    tries = "D9,S3/D8,S2:try/H8,H2 DSHC,D8@b2 - plus*9 - - 2 -".replace("D8,S2", "D10,S2")
    table = Table(tries, players=(None, lambda view, rng: parse_move("try:1:D9"), quiet), lang="en", seed=1)
    assert [str(one.step) for one in table.record.steps[:2]] == ["try:1:D9", "yes"]
    laying = "S2,S3/D8,S4/D9,JK,H2 DSHC - plus*9 - - 3 -"
    joker = parse_move("JK=D8@b2&D9@b3")
    table = Table(laying, players=(quiet, None, lambda view, rng: joker), lang="en", seed=1)
    table.step() if scene(table)["ask"]["kind"] == "wait" else None
    assert [str(one.step) for one in table.record.steps[:3]] == [str(joker), "-", "claim"]
    assert "Player 2 holds the 8 of diamonds" in told(scene(table))
    assert "JK" in [one["card"] for one in scene(table)["hand"]]


def test_a_turn_ends_by_itself_where_everybody_sees_that_nothing_is_left_to_do() -> None:
    """A lone person is never asked in vain; at one screen that he could not act on would tell his hand."""
    alone = Table("D8,D2,S2:cross/S3,H2/H9,C2 DSHC - plus*9 - - 1 -", **person())
    move(alone, "D8@b2")
    assert "end" in [str(one.step) for one in alone.record.steps]
    for actions, ended in ((":cross", False), ("", True)):
        table = Table(f"D8,D2,S2{actions}/S3,H2/H9,C2 DSHC - plus*9 - - 1 -", players=(None,) * 3, lang="en")
        send(table, do="show", player=1)
        seen = move(table, "D8@b2")
        assert (table.state.turn == 2) == ended
        # His turn goes on, so that his hand stays open; it is hidden for the next.
        assert (seen["viewer"], len(seen["hand"])) == ((0, 0) if ended else (1, 2))


@pytest.mark.parametrize(
    ("position", "text"),
    [
        (LAYS, "Player 1: lay a trump, or pass."),
        (
            "D10,D2/S3,H2/H9,C2 DSHC - plus*9 - - 1 -",
            "none of your trumps can be laid now. You have to pass.",
        ),
        ("D10,D2:tunnel/S3,H2/H9,C2 DSHC - plus*9 - - 1 -", "Use an action card, or pass."),
        ("D10,D2:stop*3/S3,H2/H9,C2 DSHC - plus*9 - - 1 -", "A pass would eliminate you."),
        (
            "D9,D2:plus/S3,H2/H9,C2 DSHC,D8@b2 - plus*9 - - 1 - laid",
            "use more action cards, or end your turn",
        ),
        ("D9,D2:plus/S3,H2/H9,C2 DSHC,D8@b2 - plus*9 - - 1 try missed", "you must pass"),
        ("D9,D2/S3,H2/H9,C2 DSHC - plus*9 - - 1 trade trade:2", "choose a trump to give to Computer 2"),
        ("D9,D2/S3,H2/H9,C2 DSHC - plus*9 - - 2 mix mix:0", "choose a trump to put into the MIX"),
        ("D3,D2/S8,H2/H9,C2 DSHC - plus*9 - - 1 try place:2:S8", "found the 8 of spades with Computer 2"),
    ],
)
def test_what_is_awaited_is_said(position: str, text: str) -> None:
    rules = Rules(try_miss="pass") if "missed" in position else None
    seen = scene(Table(position, rules=rules, **person()))
    assert text in seen["ask"]["text"]
    assert offered(seen) == {str(one) for one in parse(position, rules).legal_moves(1)}


def test_where_one_passes_it_is_said_that_a_fourth_action_card_eliminates() -> None:
    """Rule 7: at three, and with a trump pile, an action card more is the fourth; used ones are replaced."""
    base = "D10,D2{}/S3,H2/H9,C2 DSHC S5 plus*9 - - 1 {}"
    for held, used, fourth in (("", "-", False), (":stop*2", "-", False), (":stop*3", "-", True)):
        seen = scene(Table(base.format(held, used), **person()))
        assert seen["ask"]["passes"]["fourth"] == fourth
    table = Table(base.format(":stop*2,trade", "-"), **person())
    move(table, "trade:2")
    seen = move(table, ">D10")
    assert seen["ask"]["passes"]["fourth"]
    move(table, "draw:action")
    assert table.state.eliminated[0] == 1


# ---------------------------------------------------------------- action cards


@pytest.mark.parametrize(
    ("kind", "position", "use", "why"),
    [
        ("cross", LAYS, "lay", ""),
        ("stop", LAYS, "lay", ""),
        ("plus", LAYS.replace("cross", "plus"), "", "lay one first"),
        ("tunnel", LAYS.replace("cross", "tunnel"), "", "ace and a king"),
        ("cross", "D10,D2:cross/S3,H2/H9,C2 DSHC - plus*9 - - 1 -", "", "occupied cell"),
        ("stop", "D10,D2:stop/S3,H2/H9,C2 DSHC - plus*9 - - 1 -", "", "a free cell beside it"),
        ("plus", "D9,D2:plus/S3,H2/H9,C2 DSHC,D8@b2 - plus*9 - - 1 - laid", "lay", ""),
        ("try", "D9,D2:try/S8,H2/H9,C2 DSHC - plus*9 - - 1 -", "try", ""),
        ("try", "D9,D2:plus,try/S8,H2/H9,C2 DSHC,D8@b2 - plus*9 - - 1 - laid", "", "first thing in a turn"),
        ("trade", "D9,D2:trade/S8,H2/H9,C2 DSHC - plus*9 - - 1 -", "trade", ""),
        ("trade", "D9,D2:trade/S8,H2/H9,C2 DSHC - plus*9 - - 1 try missed", "", "means a pass"),
    ],
)
def test_each_action_card_says_what_it_does_and_how_it_is_used_now_or_why_not(
    kind: str, position: str, use: str, why: str
) -> None:
    """Rule 9."""
    rules = Rules(try_miss="pass") if "missed" in position else None
    shown = action(scene(Table(position, rules=rules, **person())), kind)
    assert shown["use"] == use
    assert (why in shown["why"]) if why else shown["why"] == ""
    assert shown["text"]
    assert shown["basis"]


def test_all_seven_kinds_are_explained_whoever_holds_them_and_by_the_options_in_force() -> None:
    effects = {one["action"]: one["text"] for one in scene(Table(LAYS, **person()))["effects"]}
    assert set(effects) == {str(kind) for kind in Action}
    other = {
        one["action"]: one["text"]
        for one in scene(Table(LAYS, rules=Rules(stop="until_next_turn"), **person()))["effects"]
    }
    assert {kind for kind in effects if effects[kind] != other[kind]} == {"stop"}


def test_a_trump_is_laid_with_cross_and_stop_from_what_the_browser_is_offered() -> None:
    table = Table(LAYS, **person())
    way = next(one for one in card(scene(table), "S9")["ways"] if one["cell"] == "d3")
    assert way["stops"] == ["d2", "d4", "e3"]
    seen = move(table, f"{way['move']}+stop@d4")
    assert told(seen).startswith("Player 1 lays the 9 of spades on d3. This takes CROSS. STOP closes d4.")
    crossed = next(one for one in seen["table"]["field"]["cells"] if one["at"] == "d3")
    assert [one["card"] for one in crossed["trumps"]] == ["H7", "S9"]
    assert crossed["label"] == "7 of hearts and 9 of spades, crosswise"
    assert {"d3", "d4"} <= set(seen["new"])


def test_the_joker_and_its_trump_are_offered_as_one_play_and_claimed_at_once() -> None:
    """Rule 11."""
    table = Table(JOKER, **person())
    seen = scene(table)
    pairs = [way for way in card(seen, "D9")["ways"] if way["gap"]]
    assert {way["joker"] for way in pairs} == {"b0", "b2"}
    assert {way["gap"] for way in pairs} == {"D8"}
    assert card(seen, "S2")["joker_why"].startswith("S2 does not lie one step beyond a gap")
    assert "cells that do" in card(seen, "D9")["joker_why"]
    seen = move(table, "JK=D8@b2&D9@b3")
    assert "lays the joker on b2 for the 8 of diamonds, and the 9 of diamonds on b3" in told(seen)
    assert "Computer 2 holds the 8 of diamonds" in told(seen)
    assert JOKER not in told(seen)


# ---------------------------------------------------------------- what happened


def happened(position: str, *steps: str, viewer: int = 1, rules: Rules | None = None) -> str:
    """What a review of these steps tells a player, the last of which is looked at with all before it."""
    record = Record(NOTATION, parse(position, rules))
    for step in steps:
        if deciding := record.state.to_act():
            record.play(deciding[0], step)
        else:
            record.happen(step)
    review = Review(record, viewer, lang="en")
    return str(send(review, do="look", at=len(record.steps))["said"]["text"])


@pytest.mark.parametrize(
    ("position", "steps", "seen", "unseen"),
    [
        (
            "D3,D2:try/S8,H2/H9,C2 DSHC - plus*9 - - 1 -",
            ("try:2:S8", "yes", "S8@c3"),
            "TRY: Player 1 asks Player 2 for the 8 of spades. Player 2 holds it! "
            "Player 1 lays the 8 of spades of Player 2 on c3.",
            "",
        ),
        (
            "D3,D2:try/S8,H2/H9,C2 DSHC - plus*9 - - 1 -",
            ("try:3:S8", "-", "=plus"),
            "Player 3 does not hold it. Player 1 draws PLUS.",
            "",
        ),
        (
            "D3,D2:trade/S8,H2/H9,C2 DSHC - plus*9 - - 1 -",
            ("trade:2", ">D3", ">S8", "=S8", "=D3"),
            "TRADE: Player 1 exchanges a trump with Player 2. Player 1 gets the 8 of spades. "
            "Player 2 gets the 3 of diamonds.",
            "",
        ),
        (
            "D3,D2/S8,H2:trade/H9,C2 DSHC - plus*9 - - 2 -",
            ("trade:3", ">S8", ">H9", "=H9", "=S8"),
            "Player 2 and Player 3 have exchanged a trump.",
            "8 of spades",
        ),
        (
            "D3,D2/S8,H2/H9,C2 DSHC - mix,plus*9 - - 2 -",
            ("draw:action", "=mix", ">D3", ">S8", ">H9", "=S8", "=H9", "=D3"),
            "Player 2 draws MIX! Everybody puts a trump face down, and they are shuffled. "
            "Player 1 gets the 8 of spades. Everybody has a trump back from the MIX.",
            "9 of hearts",
        ),
        (
            "D3,D2/S8,H2:plus/H9,C2 DSHC - plus*9 - - 2 -",
            ("discard:plus", "=plus", "=plus"),
            "Player 2 passes and discards PLUS. Player 2 draws an action card. Player 2 draws an action",
            "draws PLUS",
        ),
        (
            "D3,D2/S8,H2:plus,stop*2/H9,C2 DSHC - plus*9 - - 2 -",
            ("pass", "out:plus,stop*2"),
            "Player 2 is eliminated; the trumps go into the trump pile. Player 2 puts down PLUS, STOP × 2.",
            "",
        ),
        (
            "D8/S8,H2/H9,C2 DSHC - plus*9 - - 1 -",
            ("D8@b2",),
            "Player 1 lays the 8 of diamonds on b2. Player 1 has no trumps left first and wins!",
            "",
        ),
        (
            "D8/S8,H2/H9,C2 DSHC - plus*9 - - 1 -",
            ("D8@b2",),
            "Player 1 has no trumps left: number 1 to finish!",
            "wins",
        ),
        (
            "D3,D2/S8,H2/H9,C2 DSHC H3 plus*9 - - 2 -",
            ("draw:trump", "=H3"),
            "Player 2 passes. Player 2 draws a trump.",
            "3 of hearts",
        ),
        (
            "D3,D2/S8,H2/H9,C2 DSHC H3 plus*9 - - 1 -",
            ("draw:trump", "=H3"),
            "Player 1 draws the 3 of hearts.",
            "",
        ),
    ],
)
def test_what_happened_is_told_as_its_player_saw_it(
    position: str, steps: tuple[str, ...], seen: str, unseen: str
) -> None:
    # Who has finished is told by himself where the game is played on.
    text = happened(position, *steps, rules=Rules(play_on="yes") if unseen == "wins" else None)
    assert seen in text
    assert not unseen or unseen not in text


def test_a_stop_that_is_lifted_and_discards_that_are_shuffled_are_told() -> None:
    text = happened(
        "D8,D2:stop/S8,H2/H9,C2 DSHC - plus*9 - - 1 -",
        *("D8@b2+stop@a2", "end", "=plus", "draw:action", "=plus", "draw:action", "=plus"),
        rules=Rules(stop="until_next_turn"),
    )
    assert "STOP is lifted from a2." in text
    text = happened("D3,D2:stop/S8,H2/H9,C2 DSHC - plus - - 1 -", "discard:stop", "=plus")
    assert "The discarded action cards are shuffled into a new pile." in text


# ---------------------------------------------------------------- undoing, looking back, saving


def test_undo_goes_back_to_the_last_decision_of_a_person_and_redo_returns() -> None:
    table = Table(LAYS, **person(layer, layer))
    move(table, "D8@b2")
    move(table, "end") if scene(table)["ask"].get("end") else None
    after = str(table.record)
    act(table, "undo")
    assert str(table.state) == str(parse(LAYS))
    while scene(table)["redo"]:
        act(table, "redo")
    assert str(table.record) == after


def test_where_it_is_no_practice_moves_are_not_taken_back() -> None:
    table = Table(LAYS, practice=False, **person())
    seen = move(table, "D8@b2")
    assert (seen["undo"], seen["redo"], seen["practice"]) == (False, False, False)
    after = str(table.record)
    assert "not taken back" in refused(act(table, "undo"))
    with pytest.raises(Refusal):
        table.undo()
    assert str(table.record) == after


def finished(seed: int = 1) -> Record:
    table = Table(players=(uniform, uniform, uniform), seed=seed)
    table.run()
    return table.record


def test_a_review_goes_through_a_game_with_the_eyes_of_one_player_and_plays_nothing() -> None:
    record = finished()
    review = Review(record, 2, lang="en")
    before = str(record)
    for at in (0, 60, 61, len(record.steps) // 2, len(record.steps)):
        seen = send(review, do="look", at=at)
        assert seen["position"] == str(record.states[at].view(2))
        assert [one["card"] for one in seen["hand"]] == [*map(str, record.states[at].hand(2))]
        assert all(player["cards"] == [] for player in seen["players"])
    assert "=??" in seen["moves"][0]["whole"]
    assert seen["record"] == record.seen_by(2)
    assert send(review, do="show", player=3)["position"] == str(record.states[-1].view(3))
    assert send(review, do="show", player=0)["hand"] == []
    rev = scene(review)["rev"]
    for content in (
        {"do": "move", "rev": rev, "move": "draw:action"},
        {"do": "why", "rev": rev, "move": "draw:action"},
        {"do": "undo", "rev": rev},
        {"do": "next", "rev": rev},
        {"do": "save"},
        {"do": "look", "at": len(record.steps) + 1},
        {"do": "show", "player": 9},
    ):
        receive(review, content)
        assert scene(review)["said"]["tone"] == "refused"
    assert str(record) == before
    with pytest.raises(SetupError):
        Review(record, 4)


def test_a_game_is_saved_opened_and_played_on_with_its_computers(tmp_path: Path) -> None:
    table = Table(folder=tmp_path, players=(None, uniform, uniform), seed=2, lang="en")
    for _ in range(4):
        move(table, sorted(offered(scene(table)))[0])
    name = table.save().name
    other = Table(LAYS, folder=tmp_path, players=(None, uniform, uniform), lang="en")
    seen = send(other, do="open", name=name, ask="1")
    assert seen["reply"]["ok"], seen["reply"]
    assert str(other.record) == str(table.record)
    assert [one["computer"] for one in seen["players"]] == ["", "random moves", "random moves"]
    play_on(other, Random(2))


# ---------------------------------------------------------------- secrecy


def dealt_again(state: State, keep: int, rng: Random) -> State:
    """The same as player ``keep`` sees it, with all else dealt anew; 0 keeps nobody's cards."""
    others = [own for player, own in enumerate(state.secrets, 1) if player != keep]
    hidden = [
        *state.pile,
        *(one for own in others for one in (*own.hand, *([own.given] if own.given else []))),
    ]
    kinds = [*state.action_pile, *(one for own in others for one in own.actions)]
    trumps, actions = iter(rng.sample(hidden, len(hidden))), iter(rng.sample(kinds, len(kinds)))
    secrets = []
    for player, own in enumerate(state.secrets, 1):
        if player == keep:
            secrets.append(own)
            continue
        hand = tuple(sorted(next(trumps) for _ in own.hand))
        mine = tuple(sorted(next(actions) for _ in own.actions))
        secrets.append(own._replace(hand=hand, actions=mine, given=next(trumps) if own.given else None))
    return State(state.table, tuple(secrets))


def synced(table: Table) -> str:
    """All that the browser is told, but for what names the widget itself."""
    state = {name: value for name, value in table.get_state().items() if name in ("scene", "words", "art")}
    return json.dumps(state, sort_keys=True)


def positions(players: int, seed: int) -> list[State]:
    """Positions of a random game in which player 1 has something to choose."""
    rng, state = Random(seed), cross_sevens.start(players)
    found: list[State] = []
    while state.result() is None and len(found) < 12:
        chance = state.chance()
        if chance is not None:
            state = state.happen(chance.sample(rng))
            continue
        player = state.to_act()[0]
        moves = list(state.legal_moves(player))
        if player == 1 and len(moves) > 1:
            found.append(state)
        state = state.play(player, rng.choice(moves))
    return found


@pytest.mark.parametrize("players", [3, 5])
def test_deals_that_differ_in_what_a_lone_person_cannot_see_give_equal_synced_states(players: int) -> None:
    for number, state in enumerate(positions(players, seed=players)):
        seen = set()
        for seed in range(3):
            other = state if seed == 0 else dealt_again(state, 1, Random(seed))
            assert other.view(1) == state.view(1)
            table = Table(
                other,
                players=[None] + [quiet] * (players - 1),
                advise=lambda view: [(one, 1) for one in view.legal_moves()],
                seed=1,
                lang="en",
            )
            first = synced(table)
            shown = send(table, do="advice", on=True)
            act(table, "why", move="D8@c1")
            seen.add((first, json.dumps(shown, sort_keys=True), synced(table)))
        assert len(seen) == 1, number


@pytest.mark.parametrize(
    ("position", "moves"),
    [
        ("D8,D3,S2/S4,S3:plus/H9,C2:try DSHC - cross*9 - - 1 -", ("D8@b2",)),
        ("D8,D3,S2:trade/S4,S3/H9,C2 DSHC - cross*9 - - 1 -", ("trade:2",)),
        ("D8,D3,S2/S4,S3/H9,C2 DSHC - cross*9 - - 3 mix mix:0", (">D3",)),
    ],
)
def test_after_a_move_that_brings_nothing_to_light_the_synced_states_are_still_equal(
    position: str, moves: tuple[str, ...]
) -> None:
    """Others pass and draw, or put a trump face down, each in his own way; until something comes back."""

    def last(view: View, rng: Random) -> Move:
        return [one for one in view.legal_moves() if not str(one).startswith(("D", "S", "H", "C", "disc"))][
            -1
        ]

    state, seen = parse(position), set()
    for seed in range(5):
        other = dealt_again(state, 1, Random(seed))
        # At the screen sits nobody but player 1; what the others do is done by hand, one step each.
        table = Table(other, players=(None, quiet, last), lang="en", seed=1)
        for one in moves:
            player = table.state.to_act()[0]
            table._record.play(player, one)
        if table.state.to_act() and table.state.to_act()[0] != 1:
            player = table.state.to_act()[0]
            table._record.play(player, quiet(table.state.view(player), Random(0)))
        table._began(0)
        table._publish()
        seen.add(synced(table))
    assert len(seen) == 1


def test_at_one_screen_nothing_tells_a_hand_until_its_owner_asks_and_after_he_has_moved() -> None:
    state = parse(LAYS.replace("/S2,H2/H9,C2", "/S2,H2:plus/H9,C2:try"))
    seen = {synced(Table(dealt_again(state, 0, Random(seed)), players=(None,) * 3)) for seed in range(4)}
    assert len(seen) == 1
    seen = set()
    for seed in range(4):
        # Whatever the others hold, and whoever has looked at his hand before: nothing of it stays behind.
        table = Table(dealt_again(state, 1, Random(seed)), players=(None,) * 3, lang="en")
        for player in (3, 2, 1):
            send(table, do="show", player=player)
        move(table, "D8@b2")
        move(table, "end")
        assert scene(table)["hand"] == scene(table)["actions"] == []
        assert scene(table)["ask"]["kind"] == "show"
        seen.add(synced(table))
    assert len(seen) == 1


def test_the_record_and_the_text_form_hold_no_secret() -> None:
    table = Table(players=(None, uniform, uniform), seed=2)
    assert "??" in scene(table)["record"]
    assert '[View "1"]' in scene(table)["record"]
    state = parse(LAYS)
    texts = set()
    for seed in range(4):
        bundle = Table(dealt_again(state, 1, Random(seed)), **person())._repr_mimebundle_()[0]
        texts.add((bundle["text/plain"], bundle["text/html"]))
    assert len(texts) == 1


def test_once_a_game_is_over_the_cards_that_are_left_lie_open_with_the_ranks() -> None:
    """Rule 12: the joker's holder is last of those still in."""
    seen = move(Table("D8/S8,JK/H9,C2 DSHC - plus*9 - - 1 -", **person()), "D8@b2")
    assert [player["cards"] for player in seen["players"]] == [[], ["S8", "JK"], ["H9", "C2"]]
    assert [player["rank"] for player in seen["players"]] == [1, 3, 2]
    assert [player["won"] for player in seen["players"]] == [True, False, False]
    assert seen["ask"]["text"].startswith("Player 1 has no trumps left first and wins!")


# ---------------------------------------------------------------- new games and messages

OPTIONS: dict[str, Any] = {
    "players": 4,
    "seats": ["", "random", "random", ""],
    "rules": {"play_on": "yes", "try": "take"},
    "practice": False,
    "seed": "7",
}


def test_a_new_game_takes_every_option() -> None:
    table = Table(seed=1)
    seen = send(table, do="new", options=OPTIONS, ask="1")
    assert seen["reply"]["ok"], seen["reply"]
    begin = table.record.start
    assert (begin.players, format_rules(begin.rules)) == (4, "play_on=yes,try=take")
    shown = seen["options"]
    assert (shown["players"], shown["seats"], shown["practice"]) == (4, ["", "random", "random", ""], False)
    chosen = {rule["option"]: rule["value"] for rule in shown["rules"]}
    assert chosen == {
        "play_on": "yes",
        "sides": "either",
        "stop": "for_good",
        "trade": "choice",
        "try": "take",
        "try_miss": "turn",
    }


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"players": 2, "seats": ["", ""]}, "players"),
        ({"players": 6, "seats": [""] * 6}, "players"),
        ({"seats": ["", "deep blue", "", ""]}, "players"),
        ({"seed": "x"}, "seed"),
        ({"rules": {"cheat": "yes"}}, ""),
        ({"rules": {"sides": "top"}}, ""),
        ({"rules": {"sides": 1}}, ""),
    ],
)
def test_an_option_that_does_not_fit_is_told_at_its_field(change: dict[str, Any], field: str) -> None:
    table = Table(seed=1, lang="en")
    before = str(table.record)
    seen = send(table, do="new", options=OPTIONS | change, ask="1")
    assert not seen["reply"]["ok"]
    assert seen["reply"]["field"] == field
    assert str(table.record) == before


junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
names = st.sampled_from(["move", "why", "undo", "redo", "next", "look", "show", "new", "advice"])
texts = st.sampled_from(
    ["D8@b2", "D8@b2+stop@a2", "S9@d3+cross", "draw:action", "discard:stop", "end", "D8@a9"]
)
wrong = junk | st.fixed_dictionaries(
    {"do": names},
    optional={
        "rev": st.integers(0, 6) | junk,
        "move": texts | junk,
        "at": st.integers(-2, 40) | st.none() | junk,
        "player": st.integers(-2, 10) | junk,
        "options": junk,
        "on": st.booleans() | junk,
    },
)


@given(st.lists(wrong, max_size=5))
@settings(max_examples=50, deadline=None)
def test_whatever_arrives_the_table_stands(contents: list[Any]) -> None:
    table = Table(LAYS, **person())
    for content in contents:
        receive(table, content)
        assert Record.parse(str(table.record), NOTATION).state == table.state
        json.dumps(scene(table), allow_nan=False)


# ---------------------------------------------------------------- words and drawings


def test_the_language_is_switched_and_everything_follows() -> None:
    table = Table(LAYS, **person())
    seen = send(table, do="language", lang="ja")
    assert seen["ask"]["text"].startswith("プレイヤー 1 の番")
    assert seen["hand"][0]["label"] == "ダイヤの 8"
    assert seen["table"]["field"]["rows"][1]["name"] == "クラブの段"
    assert table.words["cross_sevens.ui.end"] == "番を終える"


def test_the_browser_is_sent_the_words_it_uses_and_no_others() -> None:
    used = set(re.findall(r'"((?:board|cross_sevens|table)\.ui\.[a-z_]+)"', str(Table._esm)))
    assert used == {key for key in Table(lang="en").words if key != "lang"}
    assert used <= set(catalogue())
    assert {key for key in catalogue() if key.startswith("cross_sevens.ui.")} <= used


def test_every_drawing_that_the_browser_asks_for_is_in_the_sheet() -> None:
    table = Table()
    fixed = set(re.findall(r'drawing\("([a-z]+)"', str(Table._esm)))
    signs = {one["sign"] for one in scene(table)["effects"]} | {*art.SIGNS.values()}
    for name in [*fixed, *signs]:
        assert f'id="inaba-cross-sevens-{name}"' in table.art


def test_colours_of_the_table_are_those_of_the_pictures() -> None:
    css = (Path(widget.__file__).parent / "widget.css").read_text(encoding="utf-8")
    found = dict(re.findall(r"--(felt|grid|tint): (#[0-9a-f]{6});", css))
    assert found == {"felt": art.FELT.lower(), "grid": art.GRID.lower(), "tint": art.TINT.lower()}


def test_the_table_spoils_no_attribute_of_its_widget() -> None:
    def spoiled(kind: type) -> set[str]:
        return {"log", "comm", "keys", "layout", "style"} & set(vars(kind))

    assert spoiled(Table) | spoiled(Review) == set()
