"""Same One as a picture and in words: whole, alike for all who know the same, and never by colour alone."""

from __future__ import annotations

import base64
import re
from html import unescape
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from inaba import same_one
from inaba.errors import SetupError
from inaba.frame import sheet
from inaba.frame.lines import wide
from inaba.same_one import Rules, State, View, art, parse
from inaba.same_one.cards import CARDS, Colour
from inaba.same_one.description import card_words, describe, due, text, window
from inaba.same_one.picture import WIDTH, Picture, card, picture
from inaba.same_one.table import Over
from inaba.words import LANGUAGES
from tests.test_picture import contrast

SVG = "{http://www.w3.org/2000/svg}"
FOLLOW = parse("g3,g9/b5,y9/y1,y2 g7:3 g12 b2,y30 1 0")


def game(seed: int, players: int, rules: Rules | None = None) -> list[State]:
    """The positions of a random game, all phases among them."""
    rng, state = Random(seed), same_one.start(players, rules)
    seen = [state]
    for _ in range(400):
        if state.result() is not None:
            break
        if (chance := state.chance()) is not None:
            state = state.happen(chance.sample(rng))
        else:
            player = state.to_act()[0]
            state = state.play(player, rng.choice(list(state.legal_moves(player))))
        seen.append(state)
    return seen


GAMES = [
    game(1, 3),
    game(2, 9, Rules(fouls=True)),
    game(3, 4, Rules(fixed_order=True, fouls=True)),
    game(4, 5, Rules(play_on=True)),
]
SHOWN = [state for states in GAMES for state in states[:: max(1, len(states) // 12)]]
PHASES = {type(state.phase): state for states in GAMES for state in states}


def drawn(shown: Picture) -> ElementTree.Element:
    return ElementTree.fromstring(shown.svg())


def cards_in(shown: Picture, within: str = "") -> list[str]:
    """The cards that lie face up, in a hand or everywhere."""
    root = drawn(shown)
    groups = [g for g in root.iter(f"{SVG}g") if not within or g.get("data-hand") == within]
    top = groups if within else [root]
    return [g.attrib["data-card"] for one in top for g in one.iter(f"{SVG}g") if "data-card" in g.attrib]


@pytest.mark.parametrize("state", SHOWN, ids=lambda state: type(state.phase).__name__)
def test_a_state_shows_every_hand_and_a_view_its_players_own(state: State) -> None:
    for player in range(1, state.players + 1):
        assert cards_in(picture(state), str(player)) == [*map(str, state.hand(player))]
        view = state.view(player)
        shown = cards_in(picture(view), str(player))
        assert shown == [*map(str, state.hand(player))]
        centre = [str(state.centre)] if state.centre else []
        assert sorted(cards_in(picture(view))) == sorted(shown + centre)


def test_backs_are_as_many_as_the_cards_that_a_rival_holds() -> None:
    root = drawn(picture(parse("g3/b5,y9/y1,y2,y3 g7:3 g12 b2,y30 1 0").view(1)))
    backs = {
        g.attrib["data-hand"]: sum(use.attrib["href"].endswith("back") for use in g.iter(f"{SVG}use"))
        for g in root.iter(f"{SVG}g")
        if "data-hand" in g.attrib
    }
    assert backs == {"1": 0, "2": 2, "3": 3}


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_a_view_looks_and_reads_alike_whatever_its_player_cannot_see(number: int) -> None:
    """Deal again what player 1 does not see: his picture and his words stay the same."""
    rng = Random(number)
    for state in GAMES[number][:: max(1, len(GAMES[number]) // 6)]:
        hidden = [c for player in range(2, state.players + 1) for c in state.hand(player)] + [*state.pile]
        mixed = rng.sample(hidden, len(hidden))
        again = iter(mixed)
        secrets: list[Any] = [state.secrets[0]]
        for own in state.secrets[1:]:
            hand = tuple(next(again) for _ in own.hand)
            pending = tuple(next(again) for _ in own.drawn)
            secrets.append(own._replace(hand=hand, drawn=pending, call=None))
        other = State(state.table, tuple(secrets))
        assert other.view(1) == state.view(1)
        assert picture(other.view(1)).svg() == picture(state.view(1)).svg()
        assert describe(other.view(1)) == describe(state.view(1))
        assert text(other.view(1)) == text(state.view(1))


def test_every_card_shows_its_number_its_letter_and_the_sign_of_its_colour() -> None:
    for one in CARDS:
        fragment = card(one)
        assert f">{one.number}</text>" in fragment
        assert f">{one.colour.letter}</text>" in fragment
        assert f"#inaba-{art.SIGNS[one.colour]}" in fragment
        assert ("#inaba-shark" in fragment, "#inaba-dog" in fragment) == (one.shark, one.dog)
    assert len(set(art.SIGNS.values())) == len(Colour)


@pytest.mark.parametrize(
    ("ink", "ground"),
    [
        (sheet.INK, sheet.PAPER),
        (sheet.INK, sheet.PANEL),
        (sheet.INK, art.FELT),
        (sheet.INK, sheet.STAR),
        (sheet.PAPER, sheet.BACK),
    ],
)
def test_text_stands_out(ink: str, ground: str) -> None:
    assert contrast(ink, ground) >= 4.5


def test_text_has_no_colours_but_those_that_stand_out() -> None:
    for state in SHOWN:
        root = drawn(picture(state))
        assert root.get("fill") == sheet.INK
        assert {one.get("fill", sheet.INK) for one in root.iter(f"{SVG}text")} <= {sheet.INK, sheet.PAPER}


def test_signs_stand_out_from_the_colour_behind_them_by_their_line() -> None:
    for paint in art.COLOURS.values():
        assert contrast(sheet.INK, paint) >= 2.5 or contrast(sheet.PAPER, paint) >= 3


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_words_tell_the_centre_the_piles_and_every_hand_that_may_be_known(lang: str) -> None:
    for state in SHOWN:
        told = describe(state, lang)
        for one in (*[c for p in range(1, state.players + 1) for c in state.hand(p)], state.centre):
            assert one is None or card_words(one, lang) in told
        assert str(state.table.pile) in told
        assert str(len(state.aside)) in told
        assert due(state, lang) in told


@pytest.mark.parametrize(
    ("position", "kind"),
    [
        ("g3/b5/y1 g7:3 - - 1 0 ask", "open"),
        ("g3/b5/y1 g7:3 - - 1 0", "turn"),
        ("g3+b7/b5/y1 g7:3 - - 1 0 drawn", "drawn"),
        ("g3/b5/y1 g7:3 - b2 1 0 draw", "drawn"),
        ("g3/b5/y1 - - b2 1 0", "closed"),
        ("g3,b7/b5/y1 g7:3 - - 1 0 call:1!b7", "closed"),
    ],
)
def test_the_window_is_open_until_the_next_player_plays_and_shut_to_others_once_he_draws(
    position: str, kind: str
) -> None:
    """Rule 11."""
    state = parse(position)
    assert window(state.table) == kind
    root = drawn(picture(state))
    assert [g.attrib["data-window"] for g in root.iter(f"{SVG}g") if "data-window" in g.attrib] == [kind]


def test_a_foul_leaves_the_window_as_it_was() -> None:
    """Rule 14."""
    state = parse("g3/b5/y1 g7:3 - b2 1 0 ask", Rules(fouls=True))
    assert window(state.play(1, "xg3").table) == "open"


@pytest.mark.parametrize("kind", PHASES, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_phase_says_what_is_due(kind: type, lang: str) -> None:
    state = PHASES[kind]
    assert due(state, lang)
    for player in state.to_act():
        assert str(player) in due(state, lang)


def test_all_phases_are_met_by_the_games_above() -> None:
    names = {kind.__name__ for kind in PHASES}
    assert names == {
        "Dealing", "Turn", "Drawing", "Drawn", "Asking", "Racing", "Penalty", "Placing", "Over",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("position", "told"),
    [
        ("-/g2/y1 b7:1 - - 1 0 over", "Player 1 is out of cards and wins."),
        ("-/g2/y1 b1:1 - - 1 0 over:wonderful", "Wonderful! Player 1 wins with a dog as the last card."),
        ("b3/g2/y1 - - - 1 3 over", "Nobody wanted to lead, so nobody wins."),
    ],
)
def test_the_end_is_said(position: str, told: str) -> None:
    assert due(parse(position), "en") == told
    assert isinstance(parse(position).phase, Over)


def test_who_is_left_with_cards_loses_where_the_game_is_played_on() -> None:
    """Rule 15."""
    state = parse("-/g2/- b7:1 - - 1 0 over", Rules(play_on=True))
    assert due(state, "en") == "Only player 2 has cards left, and loses."


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_image_has_its_words(lang: str) -> None:
    shown = picture(FOLLOW.view(2), lang=lang)
    (alt,) = re.findall(r'<img alt="([^"]*)"', shown.html())
    assert unescape(alt) == shown.words() == describe(FOLLOW.view(2), lang)
    (data,) = re.findall(r"base64,([^\"]*)", shown.html())
    assert base64.b64decode(data).decode() == shown.svg()
    bundle = shown._repr_mimebundle_()
    assert bundle["text/html"] == shown.html()
    assert bundle["text/plain"] == text(FOLLOW.view(2), lang) == str(shown)


def test_no_two_pictures_share_ids_and_every_use_has_its_drawing() -> None:
    ids: set[str] = set()
    for state in SHOWN[::5]:
        svg = picture(state).svg()
        own = set(re.findall(r' id="([^"]*)"', svg))
        assert not own & ids
        ids |= own
        assert set(re.findall(r'href="#([^"]*)"', svg)) <= own


def test_nothing_reaches_over_the_edge() -> None:
    for state in SHOWN:
        root = drawn(picture(state))
        _, _, width, high = map(float, root.attrib["viewBox"].split())
        assert width == WIDTH
        for group in root.iter(f"{SVG}g"):
            if "data-card" in group.attrib:
                x, y = map(float, re.findall(r"[0-9.]+", group.attrib["transform"]))
                assert 0 <= x <= width - 60
                assert 0 <= y <= high - 84


@pytest.mark.parametrize("size", [0, 39, 10_001, 200.0, True])
def test_a_size_out_of_range_is_refused(size: Any) -> None:
    with pytest.raises(SetupError):
        picture(FOLLOW, size=size)


def test_a_size_scales_the_same_drawing() -> None:
    root = drawn(picture(FOLLOW, size=330))
    assert root.attrib["width"] == "330"
    assert root.attrib["viewBox"] == drawn(picture(FOLLOW)).attrib["viewBox"]


def test_pictures_are_small() -> None:
    assert max(len(picture(state).svg()) for state in SHOWN) < 60_000


@pytest.mark.parametrize("unicode", [True, False])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_table_for_a_terminal_is_narrow_and_tells_all(lang: str, unicode: bool) -> None:
    for state in SHOWN:
        for of in (state, state.view(1), state.view(0)):
            told = text(of, lang, unicode)
            assert unicode or told.isascii()
            assert all(wide(line) <= 79 for line in told.splitlines())
            hidden = 0 if isinstance(of, State) else sum(of.sizes) - len(of.hand)
            assert told.count("??") == hidden


def test_a_view_of_an_onlooker_tells_no_hand() -> None:
    view: View = FOLLOW.view(0)
    assert cards_in(picture(view)) == ["g7"]
    assert "blue 5" not in describe(view, "en")


def test_before_the_deal_nobody_is_out() -> None:
    opening = same_one.start(3)
    shown = picture(opening, lang="en")
    texts = [one.text for one in ElementTree.fromstring(shown.svg()).iter() if one.text]
    assert texts.count("0 cards") == 3
    assert "out" not in texts
    assert [line for line in shown.text().splitlines() if re.match(r"[▶ ] \d:", line)] == [
        f"{'▶' if player == opening.turn else ' '} {player}: -" for player in (1, 2, 3)
    ]


def test_the_picture_stays_wide_enough_to_be_read() -> None:
    opening = same_one.start(3)
    assert "min-width:480px" in picture(opening, lang="en").html()
    assert "min-width:300px" in picture(opening, lang="en", size=300).html()
