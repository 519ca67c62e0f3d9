"""Lesson 21, "The opening deal": its answers counted out another way, its set-up against the engine's."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb, prod
from random import Random
from typing import Any

import pytest

from inaba import cross_sevens
from inaba.cross_sevens.cards import SEVENS
from inaba.cross_sevens.moves import Begin
from inaba.cross_sevens.table import Turn
from inaba.errors import NotationError
from inaba.words import LANGUAGES
from lessons import build, chart, kit
from lessons.exercises import LESSONS, Exercise, opening
from solvers.locations import Deals
from tests.drawn import check_drawn

pytestmark = pytest.mark.usefixtures("spoken")

LESSON = "the-opening-deal"


def every(name: str) -> tuple[Exercise, ...]:
    """An exercise with each of its numbers."""
    first = next(one for one in LESSONS[LESSON] if one.name == name)
    return first, *first.others


def source(teacher: bool = False) -> dict[str, build.Cell]:
    folder = build.HERE / "sources" / ("teacher" if teacher else ".")
    return {cell.name: cell for cell in build.read((folder / f"21-{LESSON}.md").read_text("utf-8"))}


@pytest.fixture(scope="module")
def lesson() -> dict[str, Any]:
    """What the cells of the lesson define that need no notebook."""
    names: dict[str, Any] = {"combinations": combinations, "comb": comb, "Fraction": Fraction, "dealt": []}
    cells = source()
    wanted = ("deals-code", "set-up", "starts-code", "empty-code")
    for name in wanted:
        code = cells[name].code or ""
        exec(code, names)  # noqa: S102  # the lesson's own code
    return names


# --- the answers, counted out ---


def test_deals_are_the_different_ways_to_label_all_cards_with_hands() -> None:
    """Each card gets the number of a hand; the labelings with the right sizes are the deals."""
    for one in every("1"):
        given = one.given()
        sizes = [given[name] for name in ("first", "second", "third")]
        labels = product(range(3), repeat=sum(map(int, map(str, sizes))))
        assert one.answer() == sum([way.count(hand) for hand in range(3)] == sizes for way in labels)


def test_the_seven_cards_of_the_lesson_have_630_deals(lesson: dict[str, Any]) -> None:
    small = lesson["small"]
    assert len(small) == len({tuple(map(frozenset, hands)) for hands, _ in small}) == 630
    assert opening.dealings((2, 2, 2, 1)) == 630
    assert {len(pile) for _, pile in small} == {1}


def test_the_sizes_are_those_of_the_game() -> None:
    """Rule 1: a pile of 2, 1 or 3, the rest dealt evenly."""
    for players, (size, pile) in opening.DEALS.items():
        state = cross_sevens.start(players)
        assert str(state).endswith(f"deal:{size}")
        assert players * size + pile == len(cross_sevens.CARDS) == opening.TRUMPS
        assert len(SEVENS) == opening.SEVENS


def test_sevens_in_a_hand_as_the_solver_counts_them() -> None:
    for players, (size, _) in opening.DEALS.items():
        deals = Deals(cross_sevens.CARDS, {"you": size, "others": 53 - size})
        counted = deals.number(SEVENS, ["you"])
        assert [opening.held(number, players) for number in range(5)] == [counted[k] for k in range(5)]
    for one in every("2"):
        given = one.given()
        assert one.answer() == opening.held(int(str(given["number"])), int(str(given["players"])))
    assert opening.held(0, 5) == opening.held(1, 5) == Fraction(24682, 58565)


def test_three_sevens_in_one_hand_by_all_places_of_the_four() -> None:
    """Where the four 7s lie, as numbers of 7s for each hand and the pile."""
    for one in every("3"):
        players = int(str(one.given()["players"]))
        size, pile = opening.DEALS[players]
        hits = 0
        for split in product(range(5), repeat=players):
            rest = 4 - sum(split)
            if rest >= 0 and max(split) >= 3:
                hits += prod(comb(size, number) for number in split) * comb(pile, rest)
        assert one.answer() == Fraction(hits, comb(53, 4))


def test_who_starts_without_the_seven_of_diamonds_counted_in_the_small_game(lesson: dict[str, Any]) -> None:
    """Among the deals of the seven cards in which you were not dealt the ♦7."""
    small, i_start = lesson["small"], lesson["i_start"]
    assert sum(map(i_start, small)) == 210
    without = [deal for deal in small if "D7" not in deal[0][0]]
    # Two cards each and one in the pile: it lies there with 1/5, and each of three draws it alike.
    assert Fraction(sum(map(i_start, without)), len(without)) == Fraction(1, 5) / 3
    for one in every("4"):
        players = int(str(one.given()["players"]))
        size, _ = opening.DEALS[players]
        held = Fraction(size, 53)
        # You start with 1/players in all: dealt the ♦7, or not.
        assert held + (1 - held) * one.answer() == Fraction(1, players)


def test_the_diagonals_are_those_that_the_engine_can_lay() -> None:
    """Rule 2: four holders, every choice of an end."""
    hands = "D7,DA,D2,D3,D4,D5/S7,SA,S2,S3,S4,S5/H7,C7,HA,H2,H3,H4,H5"
    first = cross_sevens.parse(f"{hands} - - try*2 - - 0 - seven:D:1")
    found, waiting = set(), [first]
    while waiting:
        state = waiting.pop()
        if state.turn and len(state.field.sevens) == 4:
            found.add("".join(opening.SUITS[suit] for suit in state.field.sevens))
            continue
        player = state.to_act()[0]
        moves = list(state.legal_moves(player))
        laying = [move for move in moves if isinstance(move, Begin)]
        waiting += [state.play(player, move) for move in laying or moves]
    assert found == set(opening.diagonals())
    assert len(opening.diagonals()) == 8
    for one in every("5"):
        sign = str(one.given()["sign"])
        assert one.answer() == sum(row.startswith(sign) or row.endswith(sign) for row in found)
        assert sum(opening.at_an_end(sign, ("".join(way),)) for way in permutations(opening.SUITS)) == 12


# --- what the lesson says ---


def test_the_lesson_s_set_up_is_the_engine_s(lesson: dict[str, Any]) -> None:
    """Rule 2 and the page's fact: all four 7s are down and the pile is empty, always; who laid the ♦7
    starts. The engine is given the cards in the order in which the lesson's function draws them."""
    shuffler = Random(7)
    piles = Counter[int]()
    for number in range(24):
        players = 3 + number % 3
        size, pile = opening.DEALS[players]
        # The 7s are pushed towards the pile, where they are rarely by themselves.
        cards = [str(card) for card in shuffler.sample(cross_sevens.CARDS, 53)]
        for seven in shuffler.sample(lesson["sevens"], min(pile, 1 + number % 2)):
            at, to = cards.index(seven), 53 - 1 - shuffler.randrange(pile)
            cards[at], cards[to] = cards[to], cards[at]
        hands = [cards[size * player : size * (player + 1)] for player in range(players)]
        left = cards[size * players :]
        piles[len(set(left) & set(lesson["sevens"]))] += 1
        laid, rest = lesson["set_up"](hands, left)
        assert (len(laid), rest) == (4, [])
        written = "/".join(",".join(hand) for hand in hands)
        state = cross_sevens.parse(f"{written} - {','.join(left)} {_ACTIONS[players]} - - 0 - seven:D:1")
        drawn = left[::-1]
        while not isinstance(state.phase, Turn):
            if state.chance() is not None:
                state = state.happen(f"={drawn.pop(0)}")
            else:
                player = state.to_act()[0]
                state = state.play(player, next(state.legal_moves(player)))
        assert state.pile == ()
        assert state.turn == laid["D7"] + 1
    assert {1, 2} <= set(piles)


_ACTIONS = {
    players: cross_sevens.format_actions(cross_sevens.action_cards(players)) for players in opening.DEALS
}


def test_never_a_card_stays_in_the_pile_of_the_small_game(lesson: dict[str, Any]) -> None:
    assert not any(map(lesson["stays"], lesson["small"]))
    assert all(len(lesson["set_up"](*deal)[0]) == 4 for deal in lesson["small"])
    # A pile of four can stay: four 7s at its bottom are never drawn.
    assert lesson["stays"](([["SA"], ["S2"], ["S3"]], [*lesson["sevens"]]))


def test_how_many_rows_come_about_with_7s_in_the_pile(lesson: dict[str, Any]) -> None:
    """The teacher's page: 12, 8 and 24 for 3, 4 and 5 players. Hands of four do for it: only the 7s count."""
    sevens = lesson["sevens"]
    for players, rows in ((3, 12), (4, 8), (5, 24)):
        pile = opening.DEALS[players][1]
        found = set()
        for taken in range(pile + 1):
            for hidden in permutations(sevens, taken):
                # Where there are fewer 7s than cards in the pile, the others lie above, between or below.
                for places in combinations(range(pile), taken):
                    cards = [f"x{place}" for place in range(pile)]
                    for place, seven in zip(places, hidden, strict=True):
                        cards[place] = seven
                    hands = [[seven for seven in sevens if seven not in hidden], *[[]] * (players - 1)]
                    laid, _ = lesson["set_up"](hands, cards)
                    row = {""}
                    for seven in laid:
                        row = {end for old in row for end in (old + seven[0], seven[0] + old)}
                    found |= row
        assert len(found) == rows


def test_numbers_that_the_prose_names() -> None:
    cells = source()
    prose = {lang: " ".join(cell.prose.get(lang, "") for cell in cells.values()) for lang in LANGUAGES}
    real = opening.dealings((17, 17, 17, 2))
    assert len(str(real)) == 26
    assert "26 digits" in prose["en"]
    assert "26けた" in prose["ja"]
    years = real // (8_000_000_000 * 60 * 60 * 24 * 365)
    assert years // 10**6 == 188
    assert "188 million years" in prose["en"]
    assert "1億8800万年" in prose["ja"]
    splits = Counter[tuple[int, ...]]()
    for split in product(range(5), repeat=3):
        if sum(split) == 4:
            splits[tuple(sorted(split, reverse=True))] += prod(comb(17, number) for number in split)
    told = {split: round(100 * ways / comb(53, 4)) for split, ways in splits.items()}
    assert (told[2, 1, 1], told[3, 1, 0], told[2, 2, 0]) == (40, 24, 19)
    for lang in LANGUAGES:
        open_questions = source(teacher=True)["open-questions"].prose[lang]
        assert all(f"{percent} %" in open_questions for percent in (40, 24, 19))


def test_the_field_of_the_lesson_is_a_position() -> None:
    code = source()["field"].code or ""
    line = re.search(r'position = "(.+)"', code)
    assert line
    state = cross_sevens.parse(line[1])
    assert [suit.letter for suit in state.field.sevens] == [*"SDHC"]
    assert "b0" not in {str(move) for move in state.legal_moves(1)}
    assert {str(move)[:2] for move in state.legal_moves(1) if "@" in str(move)} == {"D8"}


# --- what it draws ---


def drawings() -> dict[str, chart.Chart]:
    chances = {number: opening.held(number, 3) for number in range(5)}
    found = {
        "held": kit.sevens_held(chances),
        "dealt": kit.sevens_held(chances, [0, 1, 1, 2]),
        "even": kit.sevens_held({number: opening.held(number, 5) for number in range(5)}),
    }
    found |= {f"tree-{players}": kit.start_tree(players) for players in opening.DEALS}
    return found | {f"diagonals-{suit}": kit.diagonals(suit) for suit in "DSHC"}


def test_every_drawing_has_words_and_lies_on_the_paper(lang: str) -> None:
    for name, drawn in drawings().items():
        check_drawn(name, drawn, lang)


def test_the_leaves_of_the_tree_that_are_yours_make_the_chance_to_start() -> None:
    for players in opening.DEALS:
        rows = [row.split("|") for row in kit.start_tree(players).text.splitlines()[2:]]
        leaves = [([part.strip() for part in row[:-1]], Fraction(row[-1])) for row in rows]
        assert sum(chance for _, chance in leaves) == 1
        assert sum(chance for way, chance in leaves if "you" in way) == Fraction(1, players)


def test_the_diagonals_drawn_are_all_eight_and_those_at_an_end_are_marked() -> None:
    rows = [row.split("|") for row in kit.diagonals("S").text.splitlines()[2:]]
    assert len(rows) == 8
    for *suits, star in rows:
        ends = {suits[0].strip(), suits[-1].strip()}
        assert (star.strip() == "*") == ("♠" in ends)


def test_a_position_is_shown_as_one_player_sees_it(lang: str) -> None:
    text = "D8,S3/S8,D3/H8,HK SDHC - try*3 - - 1 -"
    mine, all_hands = kit.sevens_field(text, 1), kit.sevens_field(cross_sevens.parse(text))
    hidden = kit.sevens_field("D8,S3/??,??/??,?? SDHC S8,D3,H8,HK try*3 - - 1 -")
    assert mine.html == hidden.html != all_hands.html
    king = {"en": "hearts 8, king", "ja": "ハート"}[lang]
    assert king in all_hands.html
    assert "H8 HK" in all_hands.text
    # It can be moved sideways by keyboard, and says what it is.
    assert 'tabindex="0" aria-label="' + {"en": "Picture", "ja": "場"}[lang] in mine.html
    with pytest.raises(NotationError):
        kit.sevens_field("nothing")


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="3 to 5"):
        kit.start_tree(2)
    with pytest.raises(ValueError, match="D, S, H, C"):
        kit.diagonals("JK")
    with pytest.raises(ValueError, match="must make 1"):
        kit.sevens_held({0: Fraction(1, 2)})
