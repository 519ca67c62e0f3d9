"""Puzzles of Cross Sevens: answers proved a second way, judged, read; the rest is in `test_puzzles.py`."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from inaba import cross_sevens as game
from inaba.cross_sevens import State, View, parse, parse_card
from inaba.cross_sevens.cards import CARDS, JOKER, Card, Suit
from inaba.cross_sevens.field import Field, places
from inaba.cross_sevens.moves import Lay
from inaba.cross_sevens.rules import Rules
from inaba.errors import NotationError
from inaba.words import LANGUAGES
from lessons.puzzles import Puzzle as AnyPuzzle
from lessons.puzzles import cross_sevens, puzzle, puzzles
from lessons.puzzles import read as read_any
from lessons.puzzles.cross_sevens import ROOM, Ask, answer
from lessons.puzzles.cross_sevens.questions import NUMBERS, first_card
from solvers.cross_sevens_reach import Reach
from solvers.open_hands import OpenHands
from tests import reference_cross_sevens as other
from tests.test_cross_sevens_reach import Tried

Puzzle = AnyPuzzle[cross_sevens.Question]
ALL: list[Puzzle] = list(puzzles("cross-sevens").values())
OF = {ask: [one for one in ALL if one.question.ask is ask] for ask in Ask}

TABLE = """
[[puzzle]]
name = "a-name"
level = 1
position = "D6,H8/S9/H9 DSHC,D8@b2,S8@c3,stop@b0 - - - - 1 -"
ask = "close"
targets = "S9"
means = []
title = { en = "t", ja = "t" }
question = { en = "q", ja = "q" }
hints = [{ en = "h", ja = "h" }]
solution = { en = "{best}", ja = "{best}" }
"""


@pytest.fixture(autouse=True)
def keeping(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What is done is kept in a folder of the test's own."""
    monkeypatch.setenv("INABA_PROGRESS", str(tmp_path / "progress.jsonl"))


def those(*asks: Ask) -> list[Puzzle]:
    return [one for one in ALL if one.question.ask in asks]


def ids(chosen: list[Puzzle]) -> list[str]:
    return [one.name for one in chosen]


def read(text: str, source: str) -> tuple[Puzzle, ...]:
    return read_any(ROOM, text, source)


def question(name: str) -> cross_sevens.Question:
    return next(one for one in ALL if one.name == name).question


def test_every_form_of_question_is_asked() -> None:
    assert {one.question.ask for one in ALL} == set(Ask)


def test_hints_do_not_tell() -> None:
    """No hint names a trump or a move that is the answer."""
    for one in ALL:
        found = one.answer()
        for lang in LANGUAGES:
            if found.exact is None:
                assert not any(found.right in hint[lang].split() for hint in one.hints), one.name


# Certain wins, in another engine ----------------------------------------------------------------------------


def by_force(text: str, player: int, turns: int, above: frozenset[str] = frozenset()) -> bool:
    """Whether a player wins for certain before he begins more than so many turns: everything is tried."""
    position = other.read(text)
    if other.over(position):
        return other.ranks(position)[player - 1] == 1
    if text in above:
        return False
    steps = other.steps(position)
    mine = [step for step in steps if step[0] == player]
    if position.stage == [""] and not position.used and position.turn == player:
        if not turns:
            return False
        turns, above = turns - 1, frozenset()
    above |= {text}
    results = (by_force(other.write(other.after(position, step)), player, turns, above) for step in steps)
    return any(results) if mine else all(results)


FORCED = those(Ask.CARD, Ask.PLAY, Ask.TURNS)


@pytest.mark.parametrize("one", FORCED, ids=ids(FORCED))
def test_certain_wins_hold_in_another_engine(one: Puzzle) -> None:
    """Everything that the others can do is tried; no other trump, or no other play, wins so soon."""
    position, found = one.question.position, answer(one.question)
    assert isinstance(position, State)
    if one.question.ask is Ask.TURNS:
        assert found.exact is not None
        assert by_force(str(position), 1, int(found.exact))
        assert not by_force(str(position), 1, int(found.exact) - 1)
        return
    winning = set()
    for move in map(str, position.legal_moves(1)):
        if by_force(str(position.play(1, move)), 1, one.question.turns - 1):
            winning.add(move if one.question.ask is Ask.PLAY else first_card(move))
    assert winning == {found.right}


def test_one_trump_decides() -> None:
    """By hand: D8 or CK comes with the same chance, and D8 wins for whoever gets it."""
    assert answer(question("all-on-one-trump")).exact == Fraction(1, 2)


def ending(seed: int) -> State | None:
    """A small ending with action cards of every kind that is used with laying, TRY, and the joker."""
    rng = Random(f"ending {seed}")
    field, left = Field((Suit.DIAMONDS, Suit.SPADES, Suit.HEARTS, Suit.CLUBS)), [*CARDS[:-1]]
    for _ in range(rng.randint(2, 5)):
        spots = [(card, p) for card in left for p in places(field, card, Rules())]
        plain = [(card, p.cell) for card, p in spots if not p.cross and not p.tunnel]
        card, cell = rng.choice(plain)
        field, left = field.with_card(card, cell), [one for one in left if one != card]
    near = [card for card in left if {card.step(by) for by in (-2, -1, 1, 2)} & {*field.cards()}]
    near = [card for card in near if card.rank != 7]
    cards: list[Card] = rng.sample(near, 5)
    hands = [cards[:2], cards[2:4], cards[4:]]
    if rng.random() < 0.5:
        hands[rng.randrange(2)][1] = JOKER
    kinds = [
        rng.choice(["", ":plus", ":cross", ":stop", ":tunnel", ":try", ":cross,tunnel", ":tunnel*3"])
        for _ in "123"
    ]
    dealt = "/".join(game.format_cards(hand) + held for hand, held in zip(hands, kinds, strict=True))
    laid = ",".join(f"{card}@{cell}" for cell, card in field.laid)
    try:
        return parse(f"{dealt} DSHC,{laid} - {rng.choice(['-', 'plus', 'tunnel'])} - - 1 -")
    except NotationError:
        return None  # An A and a K that TUNNEL has not joined, for instance.


SIGNS = ("+plus", "+cross", "+stop", "+tunnel", "try", "JK=")
"""What stands in the notation of moves with each kind of card."""


def test_open_hands_take_every_action_card_of_cross_sevens() -> None:
    """`solvers.open_hands` in endings with the joker, PLUS, CROSS, TUNNEL, STOP and TRY: for every player,
    whether he can force the win within his next turn, against the other engine."""
    found, seen = set(), set()
    corner = "DSHC,DA@b-5,D2@b-4,D3@b-3,D4@b-2,D5@b-1,D6@b0,S8@c3"
    tunnel = parse(f"DK,S6:tunnel/DQ/C8 {corner} - - - - 1 -")
    for state in (tunnel, *map(ending, (2, 10, 12, 18, 19, 26, 28, 30, 31, 39))):
        moves = [] if state is None else list(state.legal_moves(1))
        if state is None or len(moves) > 12:
            continue
        hands = OpenHands()
        for player in (1, 2, 3):
            forced = hands.forced(state, player, 1) is not None
            assert forced is by_force(str(state), player, 1), (str(state), player)
            found.add(forced)
        laid = [state.play(1, move) for move in moves if isinstance(move, Lay)]
        texts = [str(move) for move in (*moves, *(move for after in laid for move in after.legal_moves(1)))]
        seen |= {sign for text in texts for sign in SIGNS if sign in text}
    assert found == {True, False}
    assert seen == {*SIGNS}


# Reach, by all orders of plays ------------------------------------------------------------------------------


def reached(one: Puzzle, field: Field, gone: frozenset[Card], cards: frozenset[Card]) -> set[Card]:
    """What can be laid of some trumps, suit by suit: no suit helps another (`solvers.cross_sevens_reach`)."""
    found: set[Card] = set()
    for suit in Suit:
        own = frozenset(c for c in one.question.position.table.unseen if c.suit is suit) - gone
        if own & cards:
            found |= {*Tried(field, own, one.question.means, Rules()).cost} & cards
    return found


FIELD = those(Ask.SHUT, Ask.KEEP, Ask.CLOSE)


@pytest.mark.parametrize("one", FIELD, ids=ids(FIELD))
def test_reach_is_found_by_all_orders_of_plays(one: Puzzle) -> None:
    position, found = one.question.position, answer(one.question)
    assert isinstance(position, State)
    if one.question.ask is Ask.SHUT:
        cards = frozenset(position.table.unseen)
        assert cards - reached(one, position.field, frozenset(), cards) == {parse_card(found.right)}
        return
    left = {}
    for move in found.options:
        after = position.play(1, move)
        gone = frozenset(position.table.unseen) - {*after.table.unseen}
        targets = frozenset(one.question.targets)
        left[move] = len(targets & gone) + len(reached(one, after.field, gone, targets - gone))
    order = sorted(left, key=left.__getitem__, reverse=one.question.ask is Ask.KEEP)
    assert order[0] == found.right
    assert left[order[0]] != left[order[1]]


def test_the_ways_round_the_corner_by_hand() -> None:
    """H9, H10, HJ from the 8; HA and, with TUNNEL, HK from the 2."""
    asked = question("round-the-corner")
    ways = Reach(asked.position.field, asked.position.table.unseen).ways(parse_card("HQ"), asked.means)
    assert sorted(len(way.steps) - 1 for way in ways) == [2, 3]
    assert answer(asked).exact == 2


# Chances, deal by deal --------------------------------------------------------------------------------------


def deals(view: View) -> Iterator[dict[int, tuple[Card, ...]]]:
    """All hands that the others may have, each equally likely."""
    players = [player for player in view.table.remaining() if player != view.player]

    def rest(cards: tuple[Card, ...], players: list[int]) -> Iterator[dict[int, tuple[Card, ...]]]:
        if not players:
            yield {}
            return
        for hand in combinations(cards, view.sizes[players[0] - 1]):
            for others in rest(tuple(c for c in cards if c not in hand), players[1:]):
                yield {players[0]: hand, **others}

    return rest(view.unseen, players)


def share(name: str, wanted: str, player: int, given: str = "") -> Fraction:
    """The share of the deals in which a player holds one of some trumps; ``given``: of those in which
    player 2 holds none of these, and nobody the one that the joker stands for."""
    view = question(name).position
    assert isinstance(view, View)
    cards, out = {*game.parse_cards(wanted)}, {*(game.parse_cards(given) if given else ())}
    joker = {view.field.joker[1]} if view.field.joker else set()
    every = [
        deal
        for deal in deals(view)
        if not out & {*deal[2]} and not any(joker & {*hand} for hand in deal.values())
    ]
    return Fraction(sum(bool(cards & {*deal[player]}) for deal in every), len(every))


def test_chances_are_counted_deal_by_deal() -> None:
    assert answer(question("in-his-hand")).exact == share("in-his-hand", "S9", 2) == Fraction(3, 7)
    assert answer(question("can-he-lay")).exact == share("can-he-lay", "S9,C9", 2) == Fraction(11, 21)
    assert answer(question("he-passed")).exact == share("he-passed", "S9", 3, given="S9") == Fraction(1, 2)
    tries = answer(question("the-bigger-hand")).values
    assert tries == {f"try:{p}:S9": share("the-bigger-hand", "S9", p) for p in (2, 3)}
    tries = answer(question("a-missed-try")).values
    assert tries == {
        f"try:{p}:{card}": share("a-missed-try", card, p, given="S9") for card in ("D8", "S9") for p in (2, 3)
    }


def test_a_joker_that_nobody_claims_stands_for_a_trump_of_the_pile() -> None:
    """Rule 11: nobody holds D9 in any deal that is left, so it is one of the three of the pile."""
    assert share("nobody-took-it", "D9", 2) == share("nobody-took-it", "D9", 3) == 0
    assert answer(question("nobody-took-it")).exact == Fraction(1, 3)


# Answering --------------------------------------------------------------------------------------------------


def test_answers_are_judged(tmp_path: Path) -> None:
    """Right, not yet, illegal, no move at all, and nothing; in small and full-width letters too."""
    posed = puzzle("stop-him", lang="en", keep=tmp_path / "journal.jsonl")
    assert posed.check().right is None
    wrong = posed.check("D8@b2")
    assert wrong.right is False
    assert "can still stop you" in wrong.text
    assert "not in your hand" in posed.check("s6@c1").text
    assert posed.check("nonsense").right is None
    assert posed.check(15).right is None
    assert posed.check("ｈ５@Ｄ1+STOP@c1").right is True
    assert posed.standing().done
    assert "Hint 1" in posed.hint().text
    assert puzzle("no-cell-left", lang="ja").check("d6").right is True
    assert puzzle("he-passed", lang="ja").check("0.5").right is True


@pytest.mark.parametrize("ask", [ask for ask in Ask if ask not in NUMBERS])
def test_each_other_option_is_told_what_it_is_worth(ask: Ask) -> None:
    for one in OF[ask]:
        for lang in LANGUAGES:
            posed, found = puzzle(one.name, lang=lang), answer(one.question)
            assert found.values is not None
            for option, value in found.values.items():
                assert posed.check(option).right is (option == found.right)
                assert ROOM.spoken(one.question, option, lang).startswith(option)
                assert ROOM.note(one.question, value, lang)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"close"', '"clothes"', "no form of question"),
        ("means = []", "", "means"),
        ("means = []", "means = []\nturns = 2", "no entry"),
        ("means = []", 'means = "cross"', "list of texts"),
        ("means = []", 'means = ["stop"]', "only CROSS and TUNNEL"),
        ("means = []", 'means = ["crossing"]', "means"),
        ('"S9"', '"S3"', "not in play"),
        ('"S9"', '"-"', "there is none"),
        ('"S9"', '"S99"', "targets"),
        ("D6,H8/S9/H9", "D6,H8/S9/H8", "position"),
        ("- - - - 1 -", "- - - 1 2 - over", "position"),
        ("{best}", "{holds[2 X9]}", "solution"),
        ("{best}", "{ways}", "nothing that a solution"),
    ],
)
def test_a_malformed_table_is_refused_with_its_place(old: str, new: str, said: str) -> None:
    assert read(TABLE, "reach.toml")[0].name == "a-name"
    with pytest.raises(ValueError, match=r"reach\.toml, puzzle 1") as refused:
        read(TABLE.replace(old, new), "reach.toml")
    assert said in str(refused.value)


@pytest.mark.parametrize("known", ["2 sleeps", "2 lacks X9"])
def test_what_is_known_is_read_whole(known: str) -> None:
    table = TABLE.replace('"close"', '"try"').replace(
        'targets = "S9"\nmeans = []', f'view = 1\nknown = ["{known}"]'
    )
    table = table.replace("D6,H8/S9/H9", "D6,H8:try/??/??").replace("b0 - - -", "b0 S9,H9 - -")
    with pytest.raises(ValueError, match="known"):
        read(table, "chances.toml")
    assert read(table.replace(known, "3 passed"), "chances.toml")[0].question.known
