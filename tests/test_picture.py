"""River's pictures: what they show is what the position is, for every kind of eye and for none."""

from __future__ import annotations

import base64
import os
import re
import subprocess
import sys
import unicodedata
import xml.etree.ElementTree as ElementTree
from collections import Counter
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inaba import river
from inaba.errors import NotationError, SetupError
from inaba.frame import sheet
from inaba.frame.lines import wide
from inaba.river import art
from inaba.river.board import GOAL, START
from inaba.river.cards import Card, Kind, Spot
from inaba.river.draft import Dealing, Picking, Placing
from inaba.river.picture import Picture, Value, card, describe, due, picture, rabbit, square_words, text
from inaba.river.state import Fight, State, View
from inaba.words import LANGUAGES, say
from tests.strategies import RIVER, river_positions, wandered

SVG = "{http://www.w3.org/2000/svg}"
ANIMALS = {
    Kind.SHARK: "shark",
    Kind.DOLPHIN: "dolphin",
    Kind.ORCA: "orca",
    Kind.SQUID: "squid",
    Kind.WHALE: "whale",
}
RICH = "?,12-7,?/9x,D,0/W,20-11,S/?,8x,O b3,b1,- 1 3 5,8,14"
"""A position of three rabbits with every kind of card in every state."""


def drawn(shown: Picture) -> ElementTree.Element:
    return ElementTree.fromstring(shown.svg())


def group(root: ElementTree.Element, key: str, value: str) -> ElementTree.Element:
    (found,) = (g for g in root.iter(f"{SVG}g") if g.get(f"data-{key}") == value)
    return found


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_banks_are_those_of_the_board_to_play_on(lang: str) -> None:
    css = (Path(river.__file__).parent / "widget.css").read_text(encoding="utf-8")
    colours = dict(re.findall(r"--(grass|shore): (#[0-9a-f]{6});", css.partition("}")[0]))
    banks = dict(re.findall(r"\.inaba-(goal|start) {\n  background: var\(--(grass|shore)\);", css))
    root = drawn(picture(river.start(), lang=lang))
    # Each bank is a wavy edge filled down or up to the picture's own.
    land = {
        "goal" if "V0H" in path.attrib["d"] else "start": path.attrib["fill"].lower()
        for path in root.iter(f"{SVG}path")
        if "H0Z" in path.attrib["d"]
    }
    assert land == {bank: colours[ground] for bank, ground in banks.items()}
    (gate,) = (use for use in root.iter(f"{SVG}use") if use.attrib["href"].endswith("-gate"))
    assert float(gate.attrib["x"]) + float(gate.attrib["width"]) < int(root.attrib["viewBox"].split()[2]) / 2


def texts(element: ElementTree.Element) -> list[str]:
    return [one.text or "" for one in element.iter(f"{SVG}text")]


def uses(element: ElementTree.Element) -> Counter[str]:
    """The drawings that are used, by name, without the prefix of their ids."""
    return Counter(use.attrib["href"].split("-", 1)[1] for use in element.iter(f"{SVG}use"))


def ids(svg: str) -> list[str]:
    return re.findall(r'\bid="([^"]*)"', svg)


def played(number: int) -> list[State]:
    """A game of each kind, always the same one."""
    states: list[State] = wandered(RIVER[number].start(), Random(number), 400).states
    return states


# What is drawn ----------------------------------------------------------------------------------------------


def check_drawing(of: State | View, lang: str) -> None:
    """The picture has each square once with what lies on it, each rabbit once, and every unseen card."""
    shown = picture(of, lang=lang)
    svg = shown.svg()
    root = ElementTree.fromstring(svg)

    for square, spot in zip(of.board.squares, of.spots, strict=True):
        here = group(root, "square", square)
        said, seen = texts(here), uses(here)
        assert said.count(square) == 1
        assert (seen["waves"] == 1) is spot.face_down
        animals = Counter({name: seen[name] for name in ANIMALS.values() if seen[name]})
        if spot.card is not None:
            assert animals == {ANIMALS[spot.card.kind]: 1}
        if spot.by > 0:
            assert seen[f"badge-{spot.by}"] == 1
        if spot.card is not None and spot.card.kind is Kind.SHARK:
            assert str(spot.left) in said
            assert (f"/{spot.card.hit_points}" in said) is (spot.damage > 0)
            assert (seen["cross"] == 1) is spot.beaten
            assert (say("picture.beaten", lang) in said) is spot.beaten
    assert sum(group.get("data-square") is not None for group in root.iter(f"{SVG}g")) == len(of.spots)

    rabbits = uses(group(root, "part", "rabbits"))
    for number, square in enumerate(of.rabbits, 1):
        assert rabbits[f"rabbit-{number}"] == (number not in of.resting)
        assert rabbits[f"resting-{number}"] == (number in of.resting)
        if number in of.resting:
            assert square == START

    panel = texts(group(root, "part", "panel"))
    for unseen, count in Counter(of.unseen).items():
        assert str(unseen) in panel
        if count > 1:
            assert f"×{count}" in panel

    defined = ids(svg)
    assert len(defined) == len(set(defined))
    used = {use.attrib["href"] for use in root.iter(f"{SVG}use")} | set(re.findall(r"url\((#[^)]*)\)", svg))
    assert used <= {f"#{one}" for one in defined}
    # Every symbol that is there is used; so no picture carries drawings that it does not need.
    assert {f"#{s.attrib['id']}" for s in root.iter(f"{SVG}symbol")} == used - {f"#{defined[-1]}"}
    # Nothing comes from outside: the one address is the name of SVG itself.
    assert svg.count("http") == 1
    assert "<script" not in svg
    assert "<image" not in svg


@pytest.mark.parametrize("number", range(len(RIVER)), ids=[game.name for game in RIVER])
def test_whole_games_are_drawn_as_they_are(number: int) -> None:
    states = played(number)
    # Of a long game not every position: what differs from one step to the next is little.
    for i, state in enumerate(states[: -1 : max(1, len(states) // 25)] + states[-1:]):
        check_drawing(state, LANGUAGES[i % 2])
        if state.secrets:
            check_drawing(state.view(i % (state.players + 1)), LANGUAGES[i % 2])


@settings(max_examples=40)
@given(river_positions())
def test_rivers_of_every_size_are_drawn_as_they_are(state: State) -> None:
    check_drawing(state, "ja")
    check_drawing(state.view(1), "en")


@pytest.mark.parametrize("hit_points", [*range(1, 40), 60, 98, 99])
def test_dice_on_a_shark_sum_to_its_damage(hit_points: int) -> None:
    for damage in range(1, hit_points):
        spot = Spot(Card(Kind.SHARK, hit_points), True, damage)
        root = ElementTree.fromstring(f'<svg xmlns="{SVG[1:-1]}">{card(spot, "b2", prefix="p-")}</svg>')
        total, last = 0, 0
        for element in root:
            if (name := element.get("href", "")).startswith("#p-die-"):
                last = int(name[-1])
                total += last
            elif (element.text or "").startswith("×"):
                # "×3" behind a die counts that face three times; one is in the sum already.
                total += last * (int((element.text or "")[1:]) - 1)
        assert total == damage
        assert f"−{damage}" in texts(root)


def test_a_view_draws_the_cards_its_player_laid_and_no_others() -> None:
    # River, the draft: whoever laid a card knows it, nobody else does.
    state = river.parse("?2:9,?1:D/?1:4,?2:W -,- 1 - -")
    for player, own, others in (
        (1, {"b2": "D", "a1": "4"}, {"a2", "b1"}),
        (2, {"a2": "9", "b1": "W"}, {"b2", "a1"}),
    ):
        shown = drawn(picture(state.view(player), lang="en"))
        for square, told in own.items():
            assert told in texts(group(shown, "square", square))
        for square in others:
            assert set(texts(group(shown, "square", square))) == {square, "?"}
    onlooker = drawn(picture(state.view(0), lang="en"))
    for square in state.board.squares:
        assert set(texts(group(onlooker, "square", square))) == {square, "?"}
    all_told = drawn(picture(state, lang="en"))
    assert [told for square in state.board.squares for told in texts(group(all_told, "square", square))] == [
        "a1", "4", "b1", "W", "a2", "9", "b2", "D",
    ]  # fmt: skip


@pytest.mark.parametrize("game", [game for game in RIVER if "draft" in game.name], ids=lambda game: game.name)
def test_a_view_looks_alike_whatever_its_player_cannot_see(game: Any) -> None:
    rng = Random(7)
    compared = 0
    for state in wandered(game.start(), rng, 60).states[::4]:
        for player in range(state.players + 1):
            told = picture(state.view(player), lang="en")
            for other, _ in zip(game.redealt(state, player, rng), range(2), strict=False):
                compared += other != state
                again = picture(other.view(player), lang="en")
                assert (told.svg(), told.words(), str(told)) == (again.svg(), again.words(), str(again))
    assert compared > 20


@pytest.mark.parametrize(
    ("position", "square", "sign"),
    [
        ("?,S b1,- 1 - 5 peek:1", "a1", "eye"),
        ("?,S b1,- 1 - 5 up:1!a1", "a1", "flip"),
        ("?,S a1,- 1 - 5 up:1:a1", "a1", "flip"),
    ],
)
def test_a_card_that_may_be_or_is_turned_up_has_a_sign(position: str, square: str, sign: str) -> None:
    here = group(drawn(picture(river.parse(position))), "square", square)
    assert uses(here)[sign] == 1


def test_a_fight_shows_what_the_roll_must_reach() -> None:
    root = drawn(picture(river.parse("9-4 a1,- 2 - - fight:1")))
    assert "≥5" in texts(root)
    assert uses(root)["claws"] == 1


@pytest.mark.parametrize(("orca", "sign"), [("back", "back"), ("side", "side")])
def test_an_orca_points_where_it_carries(orca: str, sign: str) -> None:
    root = drawn(picture(river.parse("O,? -,- 1 - 3", river.parse_rules(f"orca={orca}"))))
    assert uses(group(root, "square", "a1"))[sign] == 1


# For every kind of eye --------------------------------------------------------------------------------------


def luminance(colour: str) -> float:
    """WCAG 2, relative luminance of a colour written #rrggbb."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    dark, light = sorted(map(luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_computed_as_the_standard_says() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.005)


@pytest.mark.parametrize(("ink", "ground"), art.TEXT_ON)
def test_text_stands_out(ink: str, ground: str) -> None:
    assert contrast(ink, ground) >= 4.5


@settings(max_examples=40)
@given(river_positions())
def test_text_has_no_colours_but_those_that_stand_out(state: State) -> None:
    inks = {ink for ink, _ in art.TEXT_ON}
    root = drawn(picture(state))
    assert root.get("fill") == sheet.INK
    assert {one.get("fill", sheet.INK) for one in root.iter(f"{SVG}text")} <= inks


def colourless(drawing: str) -> str:
    return re.sub(r"#[0-9A-F]{6}", "", drawing)


@pytest.mark.parametrize("name", ["rabbit", "resting", "badge"])
def test_rabbits_differ_without_their_colours_and_without_their_numbers(name: str) -> None:
    drawings = [colourless(art.DRAWINGS[f"{name}-{n}"][1]) for n in range(1, 5)]
    shapes = [re.sub(r"<text.*?</text>", "", drawing) for drawing in drawings]
    assert len(set(shapes)) == 4
    for number, drawing in enumerate(drawings, 1):
        assert f">{number}</text>" in drawing
    assert len(set(art.RABBITS)) == len(set(art.DASHES)) == 4


def test_the_best_move_is_told_by_more_than_a_colour() -> None:
    values = {"1a1": Fraction(1, 3), "1b1": Fraction(1, 2)}
    shown = picture(river.parse("5,6 -,- 1 - -"), arrows=values, lang="en")
    root = drawn(shown)
    assert uses(root)["star"] == 2  # on the chip, and once beside the word that explains it
    assert "best" in texts(group(root, "part", "panel"))
    assert "Move 1b1: 1/2 (50.0%), best." in shown.words()


# In words ---------------------------------------------------------------------------------------------------

FACE_DOWN = {"en": "face down", "ja": "裏向き"}
BEATEN = {"en": "beaten shark", "ja": "倒した"}
RABBIT_SAID = {"en": "Rabbit {} ", "ja": "ウサギ {} は"}


@settings(max_examples=40)
@given(river_positions(), st.sampled_from(LANGUAGES))
def test_the_words_tell_everything(state: State, lang: str) -> None:
    told = describe(state, lang)
    # What is due may name a square and say "face down" too.
    told_of_squares = told.partition(due(state, lang))[2]
    parts = [part.strip() for part in re.split(r"[。；：]|[.;:] ", told_of_squares)]
    for square in state.board.squares:
        (ours,) = (part for part in parts if part.startswith(f"{square} "))
        assert square_words(state, square, lang).startswith(ours)
    laid = sum(spot.face_down for spot in state.spots)
    assert told_of_squares.count(FACE_DOWN[lang]) == laid
    assert told_of_squares.count(BEATEN[lang]) == sum(spot.beaten for spot in state.spots)
    for number in range(1, state.players + 1):
        assert told_of_squares.count(RABBIT_SAID[lang].format(number)) == 1
    for spot in state.spots:
        if spot.card is not None and spot.damage and not spot.beaten:
            left, full = spot.left, spot.card.hit_points
            assert {"en": f"{left} of {full} left", "ja": f"体力 {full} のうち残り {left}"}[lang] in told
    assert due(state, lang) in told
    if state.unseen:
        counted = {"en": f"{len(state.unseen)} card", "ja": f"カードは {len(state.unseen)} 枚"}[lang]
        assert counted in told


@pytest.mark.parametrize(
    ("position", "english"),
    [
        ("5,W -,- 1 - -", "Player 1's turn. Choose a rabbit and move it."),
        (
            "9-4 -,a1 1 - - fight:2",
            "Player 1's turn. Fight on a1! Player 2 rolls: 5 or more beats the shark.",
        ),
        (
            "?,?/D,W a1,- 2 - 3,4 ride:1:a1",
            "Player 2's turn. The dolphin carries rabbit 1: choose where (a2, b2).",
        ),
        (
            "D,W a1,- 2 - - ride:1:a1",
            "Player 2's turn. The dolphin carries rabbit 1: the only place is the goal.",
        ),
        ("O,W a1,- 2 - - ride:1:a1", "Player 2's turn. The orca carries rabbit 1: the only place is Start."),
        ("S,? a1,- 2 - 4 peek:1", "Player 2's turn. Giant squid: choose a face-down card to turn up."),
        ("S,? a1,- 2 - 4 up:1!b1", "Player 2's turn. The card on b1 is turned up."),
        ("S,? -,b1 2 - 4 up:2:b1", "Player 2's turn. The card on b1 is turned up."),
        ("5,W *,- 2 - -", "Rabbit 1 is in the goal: player 1 wins!"),
    ],
)
def test_what_is_due_is_said(position: str, english: str) -> None:
    state = river.parse(position)
    assert due(state, "en") == english
    panel = texts(group(drawn(picture(state, lang="en")), "part", "panel"))
    joined = " ".join(panel)
    assert all(word in joined for word in english.replace(". ", " ").split())


def test_a_turn_without_a_movable_rabbit_is_passed() -> None:
    # River, rule 8: it can arise under rest=owner alone.
    state = river.parse("5,W -,- 1 1,2 -", river.parse_rules("rest=owner"))
    assert due(state, "en") == "Player 1's turn. No rabbit can move: pass."


def test_a_draft_is_said() -> None:
    state = river.start(2, river.parse_deck("4,D,W,9"), 2, 2, setup="draft")
    assert due(state, "en") == "Cards are being dealt."
    for event in ("=4", "=D", "=W", "=9"):
        state = state.happen(event)
    assert due(state, "en") == "Everybody keeps one card. Still to choose: 1, 2."
    state = state.play(2, "+D")
    assert due(state, "en") == "Everybody keeps one card. Still to choose: 1."
    view = picture(state.view(1), lang="en").words()
    assert "Player 1 holds shark 4, whale and has kept nothing." in view
    assert "Player 2 holds 1 hidden card and has kept 1 hidden card." in view
    state = state.play(1, "+W").play(1, "+9").play(2, "+4")
    assert due(state, "en") == "Player 2's turn. Lay a kept card face down on a free square."


class Images(HTMLParser):
    """The attributes of every image, and whether there is anything else."""

    def __init__(self) -> None:
        super().__init__()
        self.images: list[dict[str, str | None]] = []
        self.rest: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        (self.images.append(dict(attrs)) if tag == "img" else self.rest.append(tag))

    def handle_data(self, data: str) -> None:
        self.rest.append(data)


def image(shown: Picture) -> dict[str, str | None]:
    reader = Images()
    reader.feed(shown.html())
    reader.close()
    assert reader.rest == []
    (one,) = reader.images
    return one


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_image_has_its_words(lang: str) -> None:
    shown = picture(river.parse(RICH), lang=lang, marks={"b2": '"<&>'}, arrows={"1a4": '"<&>'})
    one = image(shown)
    assert one["alt"] == shown.words(lang)
    assert one["lang"] == lang
    kind, _, data = (one["src"] or "").partition(",")
    assert kind == "data:image/svg+xml;base64"
    assert base64.b64decode(data, validate=True).decode() == shown.svg()


def test_a_notebook_is_given_the_image_and_the_plain_board() -> None:
    shown = picture(river.parse(RICH), lang="ja")
    assert shown._repr_mimebundle_() == {"text/html": shown.html(), "text/plain": str(shown)}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_svg_names_its_title_and_words(lang: str) -> None:
    state = river.parse(RICH)
    root = drawn(picture(state, lang=lang))
    named = {
        element.get("id"): element.text for element in root if element.tag in (f"{SVG}title", f"{SVG}desc")
    }
    assert [named[one] for one in root.attrib["aria-labelledby"].split()] == [
        due(state, lang),
        describe(state, lang),
    ]
    assert (root.get("role"), root.get("lang")) == ("img", lang)


# Ids, sizes, sameness ---------------------------------------------------------------------------------------


def test_no_two_pictures_share_ids() -> None:
    state = river.parse(RICH)
    shown = [
        picture(state, lang="ja"),
        picture(state, lang="en"),
        picture(state, lang="en", size=300),
        picture(state, lang="en", marks={"a1": "!"}),
        picture(state, lang="en", marks={"a2": "!"}),
        picture(state, lang="en", arrows={"1a4": 1}),
        picture(state, lang="en", arrows={"1a4": 2}),
        picture(state, lang="en", arrows={"1a4": 2}, best=[]),
        picture(state.view(1), lang="en"),
        picture(state.view(2), lang="en"),
        picture(river.parse(RICH, river.parse_rules("orca=side")), lang="en"),
        picture(state, lang="en", prefix="own-"),
        picture(river.start(), lang="en"),
    ]
    every = [one for each in shown for one in ids(each.svg())]
    assert len(every) == len(set(every))
    assert all(one.startswith("own-") for one in ids(shown[-2].svg()))


def test_the_same_picture_is_the_same_text_in_every_run() -> None:
    code = (
        "from inaba import river; from inaba.river.picture import picture;"
        f"print(picture(river.parse({RICH!r}), lang='ja', arrows={{'1a4': 1, '1b4': 1, '2a2': 0}}).svg())"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(runs) == 1


@pytest.mark.parametrize("size", [40, 300, 1200, 10000])
def test_a_size_scales_the_same_drawing(size: int) -> None:
    one, other = (drawn(picture(river.start(), size=s)) for s in (None, size))
    assert other.get("width") == str(size)
    assert one.get("viewBox") == other.get("viewBox")
    _, _, wide, high = map(int, other.attrib["viewBox"].split())
    assert abs(int(other.attrib["height"]) - size * high / wide) <= 0.5


@pytest.mark.parametrize("size", [39, 10001, 0, -300, 300.0, True])
def test_a_size_out_of_range_is_refused(size: Any) -> None:
    with pytest.raises(SetupError):
        picture(river.start(), size=size)


def test_pictures_are_small() -> None:
    state = river.parse(RICH)
    every = {str(move): Fraction(1, 3) for move in state.legal_moves(1)}
    assert len(picture(state, lang="ja", arrows=every).svg().encode()) < 60_000
    deck = [Card(Kind.SHARK, 30)] * 63 + [Card(Kind.DOLPHIN)]
    large = wandered(river.start(4, tuple(deck), 8, 8), Random(1), 300).last
    assert len(picture(large, lang="ja").svg().encode()) < 120_000


# Arrows, marks, and what comes from outside -----------------------------------------------------------------


def chips(shown: Picture) -> Counter[str]:
    """What stands on the picture outside the cards, the rabbits and the panel."""
    root = drawn(shown)
    inside = Counter(texts(group(root, "part", "panel"))) + Counter(texts(group(root, "part", "rabbits")))
    for square in shown.of.board.squares:
        inside += Counter(texts(group(root, "square", square)))
    for symbol in root.iter(f"{SVG}symbol"):
        inside += Counter(texts(symbol))
    banks = Counter([say("picture.goal", shown.lang), say("picture.start", shown.lang)])
    return Counter(texts(root)) - inside - banks


@pytest.mark.parametrize(
    ("value", "label", "words"),
    [
        (Fraction(5, 18), "5/18", "5/18 (about 27.8%)"),
        (Fraction(1, 2), "1/2", "1/2 (50.0%)"),
        (Fraction(1), "1", "1"),
        (0, "0", "0"),
        (Fraction(256163, 279936), "≈91.5%", "256163/279936 (about 91.5%)"),
        (Fraction(1, 10**9), "<0.1%", "1/1000000000 (<0.1%)"),
        (1 - Fraction(1, 10**9), ">99.9%", "999999999/1000000000 (>99.9%)"),
        (Fraction(10**40 + 1, 3 * 10**40), "≈33.3%", "33.3%"),
        (Fraction(-7, 2), "-7/2", "-7/2 (-3.5)"),
        (0.25, "25.0%", "25.0%"),
        (12.5, "12.5", "12.5"),
        ("good", "good", "good"),
        ("a long story about it", "a long stor…", "a long story about it"),
    ],
)
def test_values_are_written_exactly_where_they_are_short(value: Value, label: str, words: str) -> None:
    shown = picture(river.parse("5,6 -,- 1 - -"), lang="en", arrows={"1a1": value}, best=[])
    assert chips(shown) == {label: 1}
    assert f"Move 1a1: {words}." in shown.words()
    assert words in str(shown)


def test_the_greatest_value_is_best_and_ties_are_shared() -> None:
    state = river.parse("5,6,7 -,- 1 - -")
    values: dict[str, Value] = {"1a1": Fraction(1, 2), "1b1": 0.5, "1c1": 0, "2a1": Fraction(1, 3)}
    tied = picture(state, arrows=values)
    assert {str(move) for move in tied.best} == {"1a1", "1b1"}
    others: tuple[Value, ...] = ("?", None)
    for other in others:
        assert picture(state, arrows={"1a1": 1, "1b1": other}).best == frozenset()
    chosen = picture(state, arrows={"1a1": 1, "1b1": 2}, best=["1a1", river.Choose(2, "a1")])
    assert {str(move) for move in chosen.best} == {"1a1", "2a1"}


@pytest.mark.parametrize(
    ("position", "arrows", "lines"),
    [
        ("5,6/W,8 -,a1 1 - -", ["1a1", "1b1", "2a2", "2b2"], 4),
        ("0,6/0,8 -,a2 1 - -", ["2*", "1a1"], 2),
        ("?,?/D,W a1,- 2 - 3,4 ride:1:a1", [">a2", ">b2"], 2),
        ("O,W a1,- 2 - - ride:1:a1", [">-"], 1),
        ("S,? a1,- 2 - 4 peek:1", ["!b1"], 0),
        ("5,6 -,- 1 - -", ["pass"], 0),
    ],
)
def test_every_move_has_its_arrow_or_label(position: str, arrows: list[str], lines: int) -> None:
    shown = picture(river.parse(position), lang="en", arrows={move: f"v{i}" for i, move in enumerate(arrows)})
    root = drawn(shown)
    said = " ".join(texts(root))
    heads = [
        path
        for path in root.iter(f"{SVG}path")
        if path.attrib["d"].endswith("Z") and path.get("stroke") in art.RABBITS
    ]
    assert len(heads) == lines
    for i, move in enumerate(arrows):
        assert f"v{i}" in said
        assert f"Move {move}: v{i}." in shown.words()


def test_draft_moves_are_labelled() -> None:
    state = river.start(2, river.parse_deck("4,D,W,9"), 2, 2, setup="draft")
    for event in ("=4", "=D", "=W", "=9"):
        state = state.happen(event)
    keeping = picture(state, lang="en", arrows={"+4": Fraction(1, 4), "+W": Fraction(1, 2)})
    assert {"+4 1/4", "+W 1/2"} <= set(texts(group(drawn(keeping), "part", "panel")))
    state = state.play(2, "+D").play(1, "+W").play(1, "+9").play(2, "+4")
    laying = picture(state, lang="en", arrows={"D@a1": Fraction(1, 4), "4@a1": Fraction(1, 2)})
    assert chips(laying) == {"D: 1/4": 1, "4: 1/2": 1}


def test_more_labels_than_a_square_holds_are_counted() -> None:
    state = river.start(2, river.parse_deck("4,5,6,7,D,W,8,9,10,11"), 5, 2, setup="draft")
    arrows: dict[str, Value] = {f"{card}@a1": i for i, card in enumerate((4, 5, 6, 7, 8, "D"))}
    shown = chips(picture(state, lang="en", arrows=arrows))
    assert shown["+3"] == 1
    assert shown["D: 5"] == 1  # the best is never among those left out


def test_while_a_rabbit_rides_its_ways_are_shown() -> None:
    # River, rule 6: what is occupied or has been landed on is no destination.
    root = drawn(picture(river.parse("?,?,?/?,D,? b1,-,- 2 - 1,2,3,4,5 ride:1:b1")))
    heads = [
        path for path in root.iter(f"{SVG}path") if path.get("fill") == art.RABBITS[0] and path.get("stroke")
    ]
    assert (
        len(
            [
                head
                for head in heads
                if head.attrib["d"].endswith("Z") and head.get("stroke") == art.RABBITS[0]
            ]
        )
        == 3
    )


@pytest.mark.parametrize("arrow", ["4a1", "1c1", "1h8", ">a1", "!c1", "W@c1"])
def test_an_arrow_that_has_no_place_is_refused(arrow: str) -> None:
    with pytest.raises(SetupError) as caught:
        picture(river.parse("5,? -,-,- 1 - 4"), arrows={arrow: None})
    assert arrow in caught.value.say("en")
    assert arrow in caught.value.say("ja")


def test_an_arrow_that_is_no_move_is_refused() -> None:
    with pytest.raises(NotationError):
        picture(river.start(), arrows={"1b2<script>": None})


@pytest.mark.parametrize("square", ["d1", "a5", "", "b", "1b2", "**"])
def test_a_mark_that_has_no_place_is_refused(square: str) -> None:
    with pytest.raises(SetupError):
        picture(river.start(), marks={square: "!"})


def test_marks_stand_on_squares_and_banks() -> None:
    marks = {"a1": "!", "c4": "✓", START: "12 %", GOAL: "?!"}
    shown = picture(river.start(), lang="en", marks=marks)
    assert chips(shown) == Counter(marks.values())
    for told in ("Mark on a1: !.", "Mark on c4: ✓.", "Mark on Start: 12 %.", "Mark on the goal: ?!."):
        assert told in shown.words()


@given(st.text(max_size=40), st.text(max_size=40))
def test_whatever_comes_from_outside_is_shown_and_does_nothing(label: str, mark: str) -> None:
    shown = picture(river.parse("5,6 -,- 1 - -"), lang="en", arrows={"1a1": label}, marks={"b1": mark})
    clean = ElementTree.fromstring(shown.svg())
    plain = drawn(picture(river.parse("5,6 -,- 1 - -"), lang="en", arrows={"1a1": "x"}, marks={"b1": "x"}))
    tags = Counter(element.tag for element in clean.iter())
    # An empty label has no text; otherwise there is no element more or less.
    tags[f"{SVG}text"] += not label
    assert tags == Counter(element.tag for element in plain.iter())
    assert image(shown)["alt"] == shown.words("en")
    assert all(line.isprintable() for line in str(shown).split("\n"))
    assert shown.text(unicode=False).isascii()


def test_markup_in_a_label_is_text() -> None:
    nasty = '</text><script>alert("&")</script>'
    shown = picture(river.start(), lang="en", marks={"a1": nasty})
    assert chips(shown) == {nasty: 1}
    assert "<script" not in shown.svg()
    assert "<script" not in shown.html()


# For a terminal ---------------------------------------------------------------------------------------------


def columns(line: str) -> int:
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line)


@settings(max_examples=40)
@given(river_positions(), st.sampled_from(LANGUAGES), st.booleans())
def test_the_board_for_a_terminal_is_straight(state: State, lang: str, unicode: bool) -> None:
    said = text(state, lang, unicode)
    lines = said.split("\n")
    assert all(columns(line) <= 79 for line in lines)
    grid = [line for line in lines if line[0] in "+|┌├└│"]
    assert len({columns(line) for line in grid}) == 1
    assert len(grid) == 4 * state.board.rows + 1
    assert said.isascii() or unicode
    edge = "│" if unicode else "|"
    cells = [cell for line in grid if line[0] == edge for cell in line[1:-1].split(edge)]
    assert len({columns(cell) for cell in cells}) == 1
    for square in state.board.squares:
        assert [cell.strip() for cell in cells].count(square) == 1
    for square, spot in zip(state.board.squares, state.spots, strict=True):
        row = grid[4 * (state.board.rows - int(square[1])) + 2]
        here = row[1:-1].split(edge)[ord(square[0]) - 97].strip()
        if spot.face_down:
            assert here.startswith("?")
        elif spot.card is not None and spot.card.kind is Kind.SHARK:
            assert here.startswith(f"{spot.left}/" if spot.damage and not spot.beaten else str(spot.card))
            assert (here.endswith("x") or " " in here) is spot.beaten
        elif spot.card is None:
            assert here == ""
    for number in range(1, state.players + 1):
        assert (
            len(
                re.findall(
                    {"en": rf"rabbit {number}\b", "ja": rf"ウサギ{number}(?!\d)"}[lang if unicode else "en"],
                    said,
                )
            )
            >= 1
        )


def test_the_board_for_a_terminal() -> None:
    state = river.parse("?,12-7,?/9x,D,0/W,20-11,S/?,8x,O b3,b1,- 1 3 5,8,14")
    assert (
        text(state, "ja")
        == """\
ゴール
┌──────────────┬──────────────┬──────────────┐
│a4            │b4            │c4            │
│      ?       │     5/12     │      ?       │
│              │              │              │
├──────────────┼──────────────┼──────────────┤
│a3            │b3            │c3            │
│   9 倒した   │   D イルカ   │      0       │
│              │   ウサギ1    │              │
├──────────────┼──────────────┼──────────────┤
│a2            │b2            │c2            │
│   W クジラ   │     9/20     │S ダイオウイカ│
│              │              │              │
├──────────────┼──────────────┼──────────────┤
│a1            │b1            │c1            │
│      ?       │   8 倒した   │   O シャチ   │
│              │   ウサギ2    │              │
└──────────────┴──────────────┴──────────────┘
スタート：ウサギ3（お休み）
プレイヤー 1 の番です。ウサギを 1 匹選んで動かします。
見えていないカード：5、8、14"""
    )


@pytest.mark.parametrize(
    ("columns", "shown"), [(1, "S ダイオウイカ"), (5, "S ダイオウイカ"), (6, "S イカ"), (8, "S イカ")]
)
def test_the_giant_squid_has_its_whole_name_in_a_terminal_where_there_is_room(
    columns: int, shown: str
) -> None:
    said = text(river.parse(f"{','.join(['S'] * columns)} -,- 1 - -"), "ja").splitlines()
    assert [cell.strip() for cell in said[3].strip("│").split("│")] == [shown] * columns
    assert max(map(wide, said)) <= 79


def test_a_name_of_two_words_breaks_between_them_on_its_card() -> None:
    """Dai-ou and ika; the card holds eight letters' width."""
    for lang, words in (("ja", ["ダイオウ", "イカ"]), ("en", ["giant", "squid"])):
        drawn = card(Spot(Card(Kind.SQUID), True), "a1", lang=lang)
        assert re.findall(r">([^<]+)</text>", drawn)[1:] == words


# For others -------------------------------------------------------------------------------------------------


def test_all_drawings_are_there_for_others() -> None:
    root = ElementTree.fromstring(f'<svg xmlns="{SVG[1:-1]}">{art.symbols("page-")}</svg>')
    found = {symbol.attrib["id"].removeprefix("page-") for symbol in root.iter(f"{SVG}symbol")}
    assert found == set(art.DRAWINGS)
    fragments = [rabbit(n, resting=resting, prefix="page-") for n in range(1, 5) for resting in (False, True)]
    for spot in river.parse(RICH).spots:
        fragments.append(card(spot, "b2", lang="ja", prefix="page-", sign="eye"))
    used = set(re.findall(r'href="#page-([^"]*)"', "".join(fragments)))
    assert used
    assert used <= found


@pytest.mark.parametrize("prefix", ["", "1a", "a b", 'a"', "ä-", "-a", "a_b"])
def test_a_prefix_that_is_no_prefix_is_refused(prefix: str) -> None:
    with pytest.raises(ValueError, match="prefix"):
        art.symbols(prefix)


def test_phases_are_all_met_by_the_games_above() -> None:
    """The whole games drawn above are no tests of a phase that never comes up in them."""
    met = {type(state.phase) for number in range(len(RIVER)) for state in played(number)}
    assert met >= {Fight, Dealing, Picking, Placing}
    assert {phase.__name__ for phase in met} >= {"Turn", "Riding", "Peeking", "TurningUp", "Looking"}
