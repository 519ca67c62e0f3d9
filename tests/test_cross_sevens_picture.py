"""Cross Sevens as a picture and in words: all that lies on the table, alike for all who know the same."""

from __future__ import annotations

import base64
import re
from collections import Counter
from functools import cache
from html import unescape
from itertools import combinations, product
from random import Random
from typing import Any, NamedTuple
from xml.etree import ElementTree

import pytest

from inaba import cross_sevens
from inaba.cross_sevens import Action, State, Suit, View, art, parse, parse_rules
from inaba.cross_sevens.cards import CARDS, RANKS, parse_card
from inaba.cross_sevens.description import (
    basis_words,
    card_words,
    cell_words,
    columns,
    describe,
    due,
    effect_words,
    hand_words,
    rank_words,
    suit_words,
    text,
)
from inaba.cross_sevens.field import Cell, parse_cell
from inaba.cross_sevens.moves import Lay, Trade, Try
from inaba.cross_sevens.picture import (
    CELL_HIGH,
    CELL_WIDE,
    LEAST_WIDTH,
    Picture,
    action_card,
    card,
    cell,
    picture,
)
from inaba.cross_sevens.rules import VALUES, Rules
from inaba.cross_sevens.table import Returning
from inaba.errors import SetupError
from inaba.frame import sheet
from inaba.frame.lines import wide
from inaba.words import LANGUAGES
from tests.strategies_cross_sevens import redealt
from tests.test_picture import contrast

SVG = "{http://www.w3.org/2000/svg}"

TURN = parse("D8,D9,S2:plus/S6/H8,JK DSHC - try*2 - - 1 -")
RICH = parse(
    "D10,JK:plus,stop,tunnel/S6,C2:try,trade/HQ,HK DSHC,D3@a-2,D4@a-1,stop@a2,S10@a3,SJ@a4,D5@b-1,D6@b0,"
    "D8@b2,S9@b3,D9@c2,S8@c3,H10@c5,H8@d4,H9@d5,C6@e3,C8@e5,C9@e6,CK@e8,C5@f3,C10@f6,CJ@f7,CQ@f8,C4@f4 "
    "DA,SA try*2 plus*2,cross|mix - 1 try laid"
)
"""Negative columns, a crosswise card on a 7, a STOP, and cards of every kind everywhere."""
WIDE = parse(
    "HA/H2/H3 DHSC,DA@b-5,D2@b-4,D3@b-3,D4@b-2,D5@b-1,D6@b0,D8@b2,C8@e5,C9@e6,C10@e7,CJ@e8,CQ@e9,CK@e10,"
    "S8@d4 H4-6,H8-K try - - 1 -"
)
"""Sixteen columns with something on them."""
CROSSED = parse("S9/H5/C5 DSHC,D9@a2,stop@a2,D8@b2,C8@e5,C9@e6,JK=C10@e7,CJ@e8,stop@f3 CQ try - - 1 -")
"""A trump laid across a STOP, a STOP alone, and the joker in a gap."""


class Under(NamedTuple):
    """Something under way: a position, the options, and what is said of it."""

    position: str
    told: str
    rules: str = ""


UNDER_WAY = [
    Under("JK/-/- - D5-9,S5-9,H5-9,C5-9 mix,plus - - 0 - deal:6", "The trumps are being dealt."),
    Under(
        "D9,S9,H5,H6,H7,H8/D5,D8,S8,H9,C7,JK/D6,S5,S6,C5,C8,C9 DS C6 mix - - 1 - seven:H:1",
        "Set-up: Player 1, do you hold the 7 of hearts? Its holder lays it.",
    ),
    Under(
        "D9,S9,H5,H6,H8/D5,D8,S8,H9,C7,JK/D6,S5,S6,C5,C8,C9 HDS C6 mix - - 1 - get:H:1",
        "Set-up: Player 1 has laid a 7 and draws a trump.",
    ),
    Under(
        "D6,D9,H5,H8,C6,C7/S5,S9,H6,H9,C8,C9/D5,D8,S6,S8,C5,JK DH S7 mix - - 3 - late:H:3",
        "Set-up: Player 3, have you drawn a 7 that was skipped (7 of spades)? Then you lay it.",
    ),
    Under(
        "D9,S9/D5,S8,JK/D6,S5 CHDS - mix,plus - - 1 -",
        "Player 1's turn: lay a trump, or pass.",
    ),
    Under(
        "D9,S9:plus,cross,try/D5,S8,JK/D6,S5 CHDS - mix,plus - - 1 -",
        "Player 1's turn: lay a trump, or pass. With three action cards and no trump pile, a pass "
        "eliminates.",
    ),
    Under(
        "D9,S9:plus,cross/D5,S8,JK/D6,S5 CHDS - mix,plus - - 1 -",
        "Player 1's turn: lay a trump, or pass.",
    ),
    Under(
        "D9,S9:plus,cross,try/D5,S8,JK/D6,S5 CHDS HA mix,plus - - 1 -",
        "Player 1's turn: lay a trump, or pass.",
    ),
    Under(
        "D9,S9/D5,S8/D6,S5,JK CHDS,H8@c3 - plus - - 1 - laid",
        "Player 1 has laid a trump: use more action cards, or end the turn.",
    ),
    Under(
        "D8,H6/D9,S6/D5,S5,JK CDSH,C8@b2,D6@c1 - mix - - 3 try missed",
        "TRY has found nothing: Player 3 must pass.",
        "try_miss=pass",
    ),
    Under(
        "D6,D8,H6,JK/D9,H5:tunnel/D5,H8,H9 DSHC,S5@b3,S6@c3 - mix - - 3 try try:1:D6",
        "TRY by Player 3: Player 1, do you hold the 6 of diamonds?",
    ),
    Under(
        "D6,D8,H6,JK/D9,H5:tunnel/D5,H8,H9 DSHC,S5@b3,S6@c3 - mix - - 3 try place:1:D6",
        "TRY has found the 6 of diamonds with Player 1: Player 3 chooses where it is laid.",
    ),
    Under(
        "S6,S9/D8,D9,JK/S5,S8:plus CDSH,D6@c1,D5@d1 - mix - - 2 trade trade:3",
        "TRADE between Player 2 and Player 3, a trump each. Still to choose: Player 2, Player 3.",
    ),
    Under(
        "S6,S9/D8,D9+JK/S5,S8:plus CDSH,D6@c1,D5@d1 - mix - - 2 trade trade:3:2",
        "TRADE between Player 2 and Player 3, a trump each. Still to choose: Player 3.",
    ),
    Under(
        "S6,S9/D8,D9,JK/S5,S8:plus CDSH,D6@c1,D5@d1 - mix - - 2 trade trade:3",
        "TRADE: Player 2 chooses a trump to give to Player 3, and draws one unseen.",
        "trade=blind",
    ),
    Under(
        "S6,S9/D8,D9+JK/S5+S8:plus CDSH,D6@c1,D5@d1 - mix - - 2 trade swap:3",
        "TRADE between Player 2 and Player 3: the trump for Player 2 changes hands.",
    ),
    Under(
        "S6,S9/D8,D9,S8+JK/S5:plus CDSH,D6@c1,D5@d1 - mix - - 2 trade back:3",
        "TRADE between Player 2 and Player 3: the trump for Player 3 changes hands.",
    ),
    Under(
        "D6,D9,C6/S5,S9,C8/D5,D8,S6 CDHS,C5@b3,JK=C6@b2 - mix - - 3 - claim:1",
        "The joker stands for the 6 of clubs: Player 1, do you hold it? Who does lays it there and takes the "
        "joker.",
    ),
    Under("D6/S5/D5,JK CDHS,C6@b2 S6 mix - - 3 - trump", "Player 3 passes and draws a trump."),
    Under("D6/S5/D5,JK CDHS,C6@b2 S6 mix - - 3 - draw:1", "Player 3 draws 1 action card."),
    Under("D6/S5/D5,JK CDHS,C6@b2 S6 mix,plus - - 3 - draw:2", "Player 3 draws 2 action cards."),
    Under(
        "D6/S5/D5,JK CDHS,C6@b2 S6 plus - - 3 mix mix:0",
        "MIX: everybody puts a trump face down. Still to choose: Player 1, Player 2, Player 3.",
    ),
    Under(
        "-+D6/S5/D5,JK CDHS,C6@b2 S6 plus - - 3 mix mix:0:1",
        "MIX: everybody puts a trump face down. Still to choose: Player 2, Player 3.",
    ),
    Under(
        "S5+D6/-+S5/D5+JK CDHS,C6@b2 S6 plus - - 3 mix return:0:1",
        "MIX: the trumps are shuffled and dealt back; Player 2 gets the next one.",
    ),
    Under(
        "S9:plus/-:cross,tunnel,try/D5,H9 CHSD,S6@d2,D8@e3 D6,S8,C6,JK stop - x2 2 - out:2",
        "Player 2 is out and puts down the action cards.",
    ),
    Under(
        "S9:plus/-/-:cross CHSD,S6@d2,D8@e3 D6,S8,C6,JK stop - x2,x3 3 - over",
        "All others have been eliminated: Player 1 wins! Ranks are 1: Player 1; 2: Player 3; 3: Player 2.",
    ),
    Under(
        "-/S9,JK/H9 DSHC DA - - 1 1 - over",
        "Player 1 has no trumps left first and wins! Ranks are 1: Player 1; 2: Player 3; 3: Player 2.",
    ),
]
STATES = [parse(under.position, parse_rules(under.rules)) for under in UNDER_WAY]


def game(seed: int, players: int, rules: str) -> list[State]:
    """The positions of a random game in which a trump is laid whenever there is a way."""
    rng, state = Random(seed), cross_sevens.start(players, parse_rules(rules))
    seen = [state]
    while state.result() is None and len(seen) < 500:
        if (chance := state.chance()) is not None:
            state = state.happen(chance.sample(rng))
        else:
            player = state.to_act()[0]
            moves = list(state.legal_moves(player))
            kinds = [move for move in moves if isinstance(move, Lay | Try | Trade)]
            state = state.play(player, rng.choice(kinds or moves))
        seen.append(state)
    return seen


@cache
def shown() -> tuple[State, ...]:
    """Positions of whole games, every phase, and the richest ones."""
    games = [
        game(5, 3, "play_on=yes"),
        game(6, 5, "play_on=yes,sides=fixed,stop=until_next_turn,trade=blind,try=take,try_miss=pass"),
        game(7, 4, ""),
    ]
    some = [state for states in games for state in states[:: max(1, len(states) // 5)] + states[-1:]]
    return (*some, *STATES, RICH, WIDE, CROSSED)


@cache
def drawings() -> tuple[tuple[State | View, str, ElementTree.Element], ...]:
    """The pictures of `shown`, by turns as a state and as each player sees it, in both languages."""
    found = []
    for i, state in enumerate(shown()):
        for of in (state, state.view(i % (state.players + 1))):
            lang = LANGUAGES[i % 2]
            found.append((of, lang, drawn(picture(of, lang=lang))))
    return tuple(found)


def drawn(one: Picture) -> ElementTree.Element:
    return ElementTree.fromstring(one.svg())


def groups(root: ElementTree.Element, key: str) -> list[tuple[str, ElementTree.Element]]:
    """The groups that say what they are: what, and the group, in the order in which they are drawn."""
    return [(g.attrib[f"data-{key}"], g) for g in root.iter(f"{SVG}g") if f"data-{key}" in g.attrib]


def uses(root: ElementTree.Element) -> Counter[str]:
    """The drawings used, by name."""
    return Counter(use.attrib["href"].split("-", 1)[1] for use in root.iter(f"{SVG}use"))


def texts(root: ElementTree.Element) -> list[str]:
    return [one.text or "" for one in root.iter(f"{SVG}text")]


def on_field(of: State | View) -> dict[str, list[str]]:
    """What lies where, read from the notation: trumps, ``JK=D9`` and ``stop``, by cell."""
    first, *parts = str(of).split(" ")[1].split(",")
    found: dict[str, list[str]] = {}
    for letter, at in zip(first if first != "-" else "", ("b1", "c2", "d3", "e4"), strict=False):
        found.setdefault(at, []).append(f"{letter}7")
    for part in parts:
        what, at = part.split("@")
        found.setdefault(at, []).append(what)
    return found


def hands(of: State | View) -> list[tuple[list[str], list[str], list[str]]]:
    """Each player's trumps, action cards and the trump face down, from the notation; ``??`` for hidden."""
    found = []
    for hand in str(of).split(" ")[0].split("/"):
        trumps, _, actions = hand.partition(":")
        cards, _, given = trumps.partition("+")
        several = [part.partition("*") for part in actions.split(",") if part]
        kinds = [kind for kind, _, n in several for _ in range(int(n or 1))]
        found.append((_cards(cards), kinds, [given] if given else []))
    return found


def _cards(text: str) -> list[str]:
    if text in ("-", ""):
        return []
    if "??" in text:
        return text.split(",")
    return [str(one) for one in cross_sevens.parse_cards(text)]


# What is drawn ----------------------------------------------------------------------------------------------


def test_every_cell_shows_what_lies_on_it_and_no_other() -> None:
    for of, _, root in drawings():
        found = {}
        for at, group in groups(root, "cell"):
            inside = [one.get("data-for") or name for name, one in groups(group, "card")]
            found[at] = sorted(inside + ["stop" for _ in groups(group, "stop")])
        told = {
            at: sorted(re.sub(r"^JK=|(?<=stop)\d", "", one) for one in lying)
            for at, lying in on_field(of).items()
        }
        assert found == told


def test_cells_lie_in_rows_and_columns() -> None:
    """Rule 5: six rows, a the lowest; columns run both ways."""
    for _, _, root in drawings():
        spots = {parse_cell(at): corner(group) for at, group in groups(root, "cell")}
        for (one, (x, y)), (other, (a, b)) in combinations(spots.items(), 2):
            assert a - x == pytest.approx(CELL_WIDE * (other.column - one.column))
            assert b - y == pytest.approx(-CELL_HIGH * (other.row - one.row))


@pytest.mark.parametrize("of", [RICH, WIDE, CROSSED])
def test_the_names_of_rows_and_columns_stand_beside_their_cells(of: State) -> None:
    root = drawn(picture(of))
    words = text_boxes(root)
    letters = next(i for i, (told, _) in enumerate(words) if told == "f")
    named = dict(words[letters : letters + 6 + len(columns(of.field))])
    for at, group in groups(root, "cell"):
        (x, y), spot = corner(group), parse_cell(at)
        row, column = named[at[0]], named[str(spot.column)]
        assert y < row.top < row.bottom < y + CELL_HIGH
        assert x < column.left < column.right < x + CELL_WIDE


def corner(group: ElementTree.Element) -> tuple[float, float]:
    x, y = map(float, re.findall(r"-?[0-9.]+", group.attrib["transform"]))
    return x, y


@pytest.mark.parametrize(
    "of", [RICH, WIDE, CROSSED, TURN, STATES[0]], ids=["rich", "wide", "crossed", "7s", "deal"]
)
def test_columns_and_rows_have_their_names_and_a_free_column_on_either_side(of: State) -> None:
    """Rule 5: the width has no limit, so there is always room beside what lies there."""
    root = drawn(picture(of))
    taken = [parse_cell(at).column for at in on_field(of)] or [1, 4]
    names = [str(column) for column in range(min(taken) - 1, max(taken) + 2)]
    said = texts(root)
    at = said.index("a") + 1
    assert said[at - 6 : at] == ["f", "e", "d", "c", "b", "a"]
    assert said[at : at + len(names)] == names
    assert [*columns(of.field)] == [int(name) for name in names]


def test_the_picture_grows_with_the_field() -> None:
    least, much = (drawn(picture(of)).attrib["viewBox"].split()[2] for of in (TURN, WIDE))
    assert int(least) == LEAST_WIDTH
    assert int(much) > 18 * CELL_WIDE


def test_hands_are_open_to_those_who_know_them_and_backs_to_others() -> None:
    for of, _, root in drawings():
        held = groups(root, "hand")
        assert sorted(player for player, _ in held) == [*map(str, range(1, of.players + 1))]
        for player, group in held:
            cards, actions, given = hands(of)[int(player) - 1]
            returning = isinstance(of.phase, Returning)
            seen = uses(group)
            if "??" in (*cards, *actions, *given):
                assert groups(group, "card") == groups(group, "action") == []
                assert seen["back"] == len(cards) + (0 if returning else len(given))
                assert seen["action-back"] == len(actions)
            else:
                assert [name for name, _ in groups(group, "card")] == cards + given
                assert [name for name, _ in groups(group, "action")] == actions
                assert seen["back"] == seen["action-back"] == 0


def test_no_trump_is_drawn_but_those_that_may_be_seen() -> None:
    for of, _, root in drawings():
        names = Counter(name for name, _ in groups(root, "card"))
        known = [one for cards, _, given in hands(of) for one in (*cards, *given) if one != "??"]
        lying = [re.sub("=.*", "", one) for cell in on_field(of).values() for one in cell]
        assert names == Counter(known + [one for one in lying if not one.startswith("stop")])


def test_piles_show_how_many_and_what_was_put_down() -> None:
    root = drawn(picture(RICH.view(1), lang="en"))
    ((_, piles),) = [(part, group) for part, group in groups(root, "part") if part == "piles"]
    assert texts(piles)[:4] == ["trump pile", "2", "action pile", "2"]
    counted = {(kind, group.get("data-count")) for kind, group in groups(piles, "action")}
    assert counted == {("try", "1"), ("plus", "2"), ("cross", "1"), ("mix", "1")}
    assert texts(piles)[4:] == ["this turn", "discards", "×2", "out of the game"]


def test_who_sees_all_sees_the_pile_and_a_player_what_he_does_not_see() -> None:
    for of, key in ((RICH, "in_pile"), (RICH.view(3), "unseen")):
        ((_, panel),) = [(part, g) for part, g in groups(drawn(picture(of)), "part") if part == key]
        told = texts(panel)[1:]
        cards = RICH.pile if isinstance(of, State) else of.unseen
        found = {f"{part[0]}{rank}" for part in told if part != "JK" for rank in part[3:].split(" ")} | (
            {"JK"} & {*told}
        )
        assert found == {*map(str, cards)}


def test_whose_turn_it_is_has_an_arrow_and_who_is_asked_a_label() -> None:
    asked = parse("D6,D8,H6,JK/D9,H5:tunnel/D5,H8,H9 DSHC,S5@b3,S6@c3 - mix - - 3 try try:1:D6")
    for of in (asked, asked.view(2)):
        said = {player: texts(group) for player, group in groups(drawn(picture(of, lang="en")), "hand")}
        assert [player for player, told in said.items() if "▶" in told[0]] == ["3"]
        assert [player for player, told in said.items() if "to answer" in told] == ["1"]


def test_before_the_first_turn_there_is_no_arrow() -> None:
    """Rule 3: who laid the 7 of diamonds starts, once all are down."""
    for state in STATES[1:4]:
        assert "▶" not in "".join(texts(drawn(picture(state))))


def test_the_ranks_stand_at_the_end_where_they_are_known() -> None:
    """Rule 12: the joker's holder is last of those who were not eliminated, and his hand is his secret."""
    state = STATES[-1]
    told = {player: texts(g)[1] for player, g in groups(drawn(picture(state, lang="en")), "hand")}
    assert {player: said.partition(",")[0] for player, said in told.items()} == {
        "1": "rank 1",
        "2": "rank 3",
        "3": "rank 2",
    }
    assert "rank" not in "".join(texts(drawn(picture(state.view(3), lang="en"))))


@pytest.mark.parametrize(
    ("state", "cells"), [(STATES[11], ["b0", "b2"]), (STATES[17], ["b2"]), (STATES[4], [])]
)
def test_the_cells_that_are_awaited_are_shown(state: State, cells: list[str]) -> None:
    """The 6 of diamonds goes left or right of its 7 on b1 (rule 4); a claim goes to the joker (rule 11)."""
    assert [at for at, _ in groups(drawn(picture(state)), "awaited")] == cells


def test_crosswise_cards_show_both_a_stop_stays_under_its_card_and_a_joker_says_what_it_is() -> None:
    seven = cell(RICH.field, parse_cell("c2"), lang="en")
    assert [one for one in ("S7", "D9") if f">{one}</text>" in seven] == ["S7", "D9"]
    assert ("#inaba-spade" in seven, "#inaba-diamond" in seven) == (True, True)
    stop = cell(CROSSED.field, parse_cell("a2"), lang="en")
    assert ("#inaba-stop" in stop, ">D9</text>" in stop) == (True, True)
    joker = cell(CROSSED.field, parse_cell("e7"), lang="en")
    assert ("#inaba-joker" in joker, ">=C10</text>" in joker, "#inaba-club" in joker) == (True, True, True)
    assert cell(CROSSED.field, parse_cell("a-7")) == ""


def test_a_stop_that_ends_says_with_whose_turn() -> None:
    """`Rules.stop`."""
    state = parse("S9/H5/C5 DSHC,stop2@f3 CQ try - - 1 -", parse_rules("stop=until_next_turn"))
    assert "until P2" in texts(drawn(picture(state, lang="en")))
    assert cell_words(state.field, parse_cell("f3"), "en") == "f3 closed by STOP until Player 2's next turn"
    assert cell_words(state.field, parse_cell("f3"), "en", ["", "Mio", "Ren"].__getitem__).endswith(
        "until Ren's next turn"
    )


# Cards ------------------------------------------------------------------------------------------------------


def test_every_trump_shows_its_rank_its_letter_and_the_sign_of_its_suit() -> None:
    for one in CARDS[:-1]:
        fragment = card(one)
        assert f">{RANKS[one.rank - 1]}</text>" in fragment
        assert f">{one.suit.letter}</text>" in fragment
        assert f"#inaba-{art.SIGNS[one.suit]}" in fragment
    assert "#inaba-joker" in card(CARDS[-1])
    assert ">JK</text>" in card(CARDS[-1])
    assert len(set(art.SIGNS.values())) == len(Suit)
    assert len({re.sub("#[0-9A-F]{6}", "", art.DRAWINGS[name][1]) for name in art.SIGNS.values()}) == len(
        Suit
    )


def test_every_action_card_shows_its_name_and_a_sign_of_its_own() -> None:
    for action in Action:
        fragment = action_card(action)
        assert f">{action.name}</text>" in fragment
        assert f"#inaba-{action}" in fragment
    shapes = {re.sub("#[0-9A-F]{6}", "", art.DRAWINGS[art.action_sign(action)][1]) for action in Action}
    assert len(shapes) == len(Action)


@pytest.mark.parametrize(("ink", "ground"), art.TEXT_ON)
def test_text_stands_out(ink: str, ground: str) -> None:
    assert contrast(ink, ground) >= 4.5


def test_signs_stand_out_from_their_cards() -> None:
    """WCAG 2.1, 1.4.11: graphics need 3 to 1."""
    for paint in art.SUITS.values():
        assert contrast(paint, sheet.PAPER) >= 3


def test_text_has_no_colours_but_those_that_stand_out() -> None:
    inks = {ink for ink, _ in art.TEXT_ON}
    for _, _, root in drawings():
        assert root.get("fill") == sheet.INK
        assert {one.get("fill", sheet.INK) for one in root.iter(f"{SVG}text")} <= inks


# Secrets ----------------------------------------------------------------------------------------------------


def test_a_view_looks_and_reads_alike_whatever_its_player_cannot_see() -> None:
    rng = Random(3)
    compared = 0
    for i, state in enumerate(shown()[::3]):
        player = i % (state.players + 1)
        view = state.view(player)
        told = picture(view, lang="en")
        for other, _ in zip(redealt(state, player, rng), range(2), strict=False):
            compared += other != state
            again = picture(other.view(player), lang="en")
            assert (told.svg(), told.words(), str(told)) == (again.svg(), again.words(), str(again))
    assert compared > 20


# In words ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_words_tell_the_field_cell_by_cell(lang: str) -> None:
    for state in shown():
        told = describe(state, lang)
        lying = on_field(state)
        for at, there in lying.items():
            said = cell_words(state.field, parse_cell(at), lang)
            assert said.startswith(at)
            assert said in told
            for one in there:
                if not one.startswith("stop"):
                    assert card_words(parse_card(one.removeprefix("JK=")), lang) in said
            assert ("STOP" in said) == any(one.startswith("stop") for one in there)
            assert (card_words(CARDS[-1], lang) in said) == any(one.startswith("JK=") for one in there)
        free = next(Cell(row, 0) for row in range(6) if f"{'abcdef'[row]}0" not in lying)
        assert cell_words(state.field, free, lang) not in told


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_words_tell_every_hand_that_may_be_known_and_how_many_the_others_hold(lang: str) -> None:
    comma = {"en": ", ", "ja": "・"}[lang]
    for state in shown():
        for of in (state, state.view(1)):
            told = describe(of, lang)
            assert due(of, lang) in told
            for player, (cards, actions, given) in enumerate(hands(of), 1):
                said = hand_words(of, player, lang)
                assert said in told
                for suit in Suit:
                    own = [
                        parse_card(one) for one in cards if one[0] == suit.letter and one not in ("??", "JK")
                    ]
                    if own:
                        ranks = comma.join(rank_words(one.rank, lang) for one in own)
                        assert f"{suit_words(suit, lang)} {ranks}" in said
                assert ("JK" in cards) == ("joker" in said or "ジョーカー" in said) or given == ["JK"]
                for kind in {*actions} - {"??"}:
                    assert kind.upper() in said
                if cards:
                    assert str(len(cards)) in said
                if given and given != ["??"]:
                    assert card_words(parse_card(given[0]), lang) in said
                if "??" in cards:
                    assert not any(suit_words(suit, lang) in said for suit in list(Suit)[:4])


@pytest.mark.parametrize("number", range(len(UNDER_WAY)))
def test_what_is_due_is_said(number: int) -> None:
    state, under = STATES[number], UNDER_WAY[number]
    assert due(state, "en") == under.told
    assert drawn(picture(state, lang="en")).find(f"{SVG}title").text == under.told  # type: ignore[union-attr]  # every picture has one
    for player in state.to_act():
        assert f"Player {player}" in due(state, "en")
        assert f"プレイヤー {player}" in due(state, "ja")
    names = ["", "Mio", "Ren", "Aoi"]
    assert due(state, "en", names.__getitem__) == re.sub(
        r"Player (\d)", lambda found: names[int(found[1])], under.told
    )


def test_every_phase_is_among_them() -> None:
    assert {type(state.phase).__name__ for state in STATES} == {
        "Dealing", "Sevens", "SevenDrawing", "Overdue", "Turn", "Trying", "Placing", "Trading", "Exchanging",
        "Claiming", "TrumpDrawing", "Drawing", "Mixing", "Returning", "Leaving", "Over",
    }  # fmt: skip


def test_who_looks_on_is_not_told_the_ranks_that_the_joker_decides() -> None:
    """Rule 12."""
    assert due(STATES[-1].view(3), "en") == "Player 1 has no trumps left first and wins!"


def test_what_an_action_card_does_depends_on_the_options_in_force() -> None:
    """Each of the options that change a card changes what is said of it, and of no other card."""
    changes = {"stop": Action.STOP, "trade": Action.TRADE, "try": Action.TRY, "try_miss": Action.TRY}
    for lang, option in product(LANGUAGES, VALUES):
        rules = parse_rules(f"{option}={VALUES[option][1]}")
        differ = {a for a in Action if effect_words(a, rules, lang) != effect_words(a, Rules(), lang)}
        assert differ == ({changes[option]} if option in changes else set())
    for lang in LANGUAGES:
        assert len({effect_words(action, Rules(), lang) for action in Action}) == len(Action)


def test_what_is_inferred_and_what_is_ours_is_said_to_be_so() -> None:
    """The table of action cards on the package's page."""
    told = {action: basis_words(action, "en") for action in Action}
    assert {a for a, said in told.items() if "our choice" in said} == {Action.STOP, Action.TRADE, Action.TRY}
    assert {a for a, said in told.items() if "inferred" in said} == {Action.PLUS, Action.CROSS, Action.TUNNEL}
    assert "designer" in told[Action.MIX]


# The image --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_image_has_its_words(lang: str) -> None:
    one = picture(TURN.view(2), lang=lang)
    (alt,) = re.findall(r'<img alt="([^"]*)"', one.html())
    assert unescape(alt) == one.words() == describe(TURN.view(2), lang)
    (data,) = re.findall(r"base64,([^\"]*)", one.html())
    assert base64.b64decode(data).decode() == one.svg()
    bundle = one._repr_mimebundle_()
    assert bundle == {"text/html": one.html(), "text/plain": text(TURN.view(2), lang)}
    assert str(one) == text(TURN.view(2), lang)


def test_no_two_pictures_share_ids_and_every_use_has_its_drawing() -> None:
    ids: set[str] = set()
    for state in (TURN, RICH, WIDE, CROSSED, TURN.view(1), TURN.view(2)):
        svg = picture(state).svg()
        defined = re.findall(r' id="([^"]*)"', svg)
        assert len(defined) == len({*defined})
        assert not ids & {*defined}
        ids |= {*defined}
        assert {*re.findall(r'href="#([^"]*)"', svg)} <= {*defined}
        # Nothing comes from outside: the one address is the name of SVG itself.
        assert svg.count("http") == 1


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float


def text_boxes(root: ElementTree.Element) -> list[tuple[str, Box]]:
    """Where each text stands, by the guess of `inaba.frame.sheet.length`, which is on the safe side."""
    found = []

    def walk(element: ElementTree.Element, x: float, y: float) -> None:
        for child in element:
            if child.tag == f"{SVG}defs":
                continue
            a, b = corner(child) if "transform" in child.attrib else (0.0, 0.0)
            if child.tag == f"{SVG}text":
                size, told = float(child.attrib["font-size"]), child.text or ""
                across = sheet.length(told, size)
                back = {"middle": across / 2, "end": across}.get(child.get("text-anchor", ""), 0.0)
                left, base = x + float(child.attrib["x"]) - back, y + float(child.attrib["y"])
                found.append((told, Box(left, base - 0.74 * size, left + across, base)))
            walk(child, x + a, y + b)

    walk(root, 0, 0)
    return found


def test_no_text_leaves_the_picture_or_lies_on_another() -> None:
    for _, _, root in drawings():
        _, _, width, high = map(float, root.attrib["viewBox"].split())
        boxes = text_boxes(root)
        for told, box in boxes:
            assert box.left >= 0, told
            assert box.top >= 0, told
            assert box.right <= width, told
            assert box.bottom <= high, told
        for (one, a), (other, b) in combinations(boxes, 2):
            apart = a.right <= b.left or b.right <= a.left or a.bottom <= b.top or b.bottom <= a.top
            assert apart, (one, other)


def test_nothing_drawn_leaves_the_picture() -> None:
    for _, _, root in drawings():
        _, _, width, high = map(float, root.attrib["viewBox"].split())

        def walk(element: ElementTree.Element, x: float, y: float, width: float, high: float) -> None:
            for child in element:
                if child.tag in (f"{SVG}defs", f"{SVG}clipPath"):
                    continue
                a, b = corner(child) if "transform" in child.attrib else (0.0, 0.0)
                if child.tag in (f"{SVG}rect", f"{SVG}use"):
                    at = [float(child.get(name, "0")) for name in ("x", "y", "width", "height")]
                    assert min(x + at[0], y + at[1]) >= 0, child.attrib
                    assert x + at[0] + at[2] <= width + 0.1, child.attrib
                    assert y + at[1] + at[3] <= high + 0.1, child.attrib
                walk(child, x + a, y + b, width, high)

        walk(root, 0, 0, width, high)


@pytest.mark.parametrize("size", [0, 39, 10_001, 200.0, True])
def test_a_size_out_of_range_is_refused(size: Any) -> None:
    with pytest.raises(SetupError):
        picture(TURN, size=size)


def test_a_size_scales_the_same_drawing() -> None:
    root = drawn(picture(TURN, size=330))
    assert root.attrib["width"] == "330"
    assert root.attrib["viewBox"] == drawn(picture(TURN)).attrib["viewBox"]


def test_a_picture_stays_legible_on_a_narrow_page_and_fits_on_paper() -> None:
    """Five eighths of a pixel for a unit make the letters of a rank, 21 units high, 13 pixels."""
    for of, size, least in ((TURN, None, 412), (WIDE, None, 640), (TURN, 200, 200), (TURN, 2000, 412)):
        (found,) = re.findall(r"min-width:(\d+)px", picture(of, size=size).html())
        assert int(found) == least


def test_pictures_are_small() -> None:
    assert max(len(picture(state).svg()) for state in shown()) < 60_000


# Marks ------------------------------------------------------------------------------------------------------


def test_marks_stand_on_cells_free_or_not_and_the_field_is_shown_wide_enough() -> None:
    marks = {"c2": "!", "f0": "1/3", "a-9": "S9?"}
    one = picture(RICH, lang="en", marks=marks)
    found = {at: texts(group) for at, group in groups(drawn(one), "mark")}
    assert found == {at: [sign] for at, sign in marks.items()}
    assert "-10" in texts(drawn(one))
    for at, sign in marks.items():
        assert f"Mark on {at}: {sign}." in one.words()
        assert f"Mark on {at}: {sign}." in one.text(unicode=False)
    assert picture(RICH, marks={parse_cell("c2"): "!"}).marks == picture(RICH, marks={"c2": "!"}).marks


def test_marks_lie_on_no_letters() -> None:
    names = [str(Cell(row, column)) for row in range(6) for column in columns(RICH.field)]
    for lang in LANGUAGES:
        boxes = text_boxes(drawn(picture(RICH, lang=lang, marks=dict.fromkeys(names, "12/35"))))
        for (one, a), (other, b) in combinations(boxes, 2):
            apart = a.right <= b.left or b.right <= a.left or a.bottom <= b.top or b.bottom <= a.top
            assert apart, (one, other)


@pytest.mark.parametrize("at", ["g1", "c", "", "7", "c1.5", "c+1"])
def test_a_mark_on_no_cell_is_refused(at: str) -> None:
    with pytest.raises(SetupError) as caught:
        picture(RICH, marks={at: "!"})
    assert repr(at) in caught.value.say("en")


def test_markup_in_a_mark_is_text() -> None:
    nasty = '</text><script>alert("&")</script>'
    svg = picture(TURN, marks={"a0": nasty}).svg()
    assert "<script" not in svg
    assert nasty in "".join(texts(ElementTree.fromstring(svg)))


# For a terminal ---------------------------------------------------------------------------------------------


def on_grid(told: str) -> dict[str, list[str]]:
    """What stands on each cell of the field for a terminal."""
    found: dict[str, list[str]] = {}
    heads: list[re.Match[str]] = []
    row = ""
    for line in told.split("\n"):
        if re.fullmatch(r" {5}(-?\d+ *)+", line):
            heads, row = [*re.finditer(r"-?\d+", line)], ""
        elif heads and re.match(r"[a-f] {4}| {5}", line):
            row = line[0].strip() or row
            ends = [*(head.start() for head in heads[1:]), len(line)]
            for head, end in zip(heads, ends, strict=True):
                if (here := line[head.start() : end].strip()) not in ("", "·", "."):
                    found.setdefault(f"{row}{head[0]}", []).append(here)
        else:
            heads = []
    return found


@pytest.mark.parametrize("unicode", [True, False])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_table_for_a_terminal_is_narrow_and_tells_all(lang: str, unicode: bool) -> None:
    for state in shown():
        for of in (state, state.view(1), state.view(0)):
            told = text(of, lang, unicode)
            assert unicode or told.isascii()
            assert all(wide(line) <= 79 for line in told.split("\n"))
            lying = {
                at: sorted(one.removeprefix("JK") for one in there) for at, there in on_field(of).items()
            }
            assert {at: sorted(there) for at, there in on_grid(told).items()} == lying
            for cards, actions, given in hands(of):
                for one in {*cards, *given, *actions} - {"??"}:
                    assert re.search(rf"\b{one}\b", told), one
            if isinstance(of, View):
                lines = told.split("\n")
                owner = [line for line in lines if re.match(r"[▶> ] \d: ", line)]
                for player, line in enumerate(owner, 1):
                    if player != of.player:
                        assert not re.search(r"\b[DSHC](10|[2-9AJQK])\b|JK", line)


def test_the_table_for_a_terminal() -> None:
    assert (
        text(CROSSED.view(1), "ja")
        == """\
     0    1    2    3    4    5    6    7    8    9
f    ·    ·    ·    stop ·    ·    ·    ·    ·    ·
e    ·    ·    ·    ·    C7   C8   C9   =C10 CJ   ·
d    ·    ·    ·    H7   ·    ·    ·    ·    ·    ·
c    ·    ·    S7   ·    ·    ·    ·    ·    ·    ·
b    ·    D7   D8   ·    ·    ·    ·    ·    ·    ·
a    ·    ·    stop ·    ·    ·    ·    ·    ·    ·
               D9
=C10 は、C10 の代わりのジョーカーです。
▶ 1: S9
  2: トランプ 1 枚、アクションカード 0 枚
  3: トランプ 1 枚、アクションカード 0 枚
トランプの山札：1   アクションカードの山札：1
見えていないカード：H5 C5 CQ
プレイヤー 1 の番です。トランプを出すか、パスをします。"""
    )


def test_a_field_that_is_wider_than_the_terminal_goes_on_below() -> None:
    told = text(WIDE, "en")
    heads = [line for line in told.split("\n") if re.fullmatch(r" {5}(-?\d+ *)+", line)]
    assert [name for head in heads for name in head.split()] == [*map(str, range(-6, 12))]
    assert len(heads) == 2
    assert on_grid(told)["e10"] == ["CK"]


def test_options_that_differ_are_told() -> None:
    state = parse("S9/H5/C5 DSHC CQ try - - 1 -", parse_rules("sides=fixed,try=take"))
    assert "Options: sides=fixed,try=take." in describe(state, "en")
    assert "sides=fixed, try=take" in text(state, "en")
    assert "Options" not in describe(TURN, "en")


# For others -------------------------------------------------------------------------------------------------


def test_all_drawings_are_there_for_others() -> None:
    root = ElementTree.fromstring(f'<svg xmlns="{SVG[1:-1]}">{art.symbols("page-")}</svg>')
    found = {symbol.attrib["id"].removeprefix("page-") for symbol in root.iter(f"{SVG}symbol")}
    assert found == {*art.DRAWINGS}
    fragments = [card(one, prefix="page-") for one in CARDS]
    fragments += [action_card(action, prefix="page-") for action in Action]
    used = {*re.findall(r'href="#page-([^"]*)"', "".join(fragments))}
    assert used == found - {"back", "action-back"}
