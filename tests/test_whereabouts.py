"""Cards that change hands unseen: against every assignment of every card, and what theory knows."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb
from random import Random

import pytest

from inaba.errors import SetupError, TooLarge
from solvers.whereabouts import Whereabouts
from tests.hands_by_enumeration import Enumeration, Hands

OWNERS = ("x", "y", "z", "pile")
CARDS = "abcdef"


def step(
    known: Whereabouts[str, str], twin: Enumeration, rng: Random, away: list[str]
) -> tuple[Whereabouts[str, str], str]:
    """Something that happens, or is learnt, at random; told to both."""
    hands = rng.choice(list(twin.hands))
    sizes = Counter(owner for _, owner in hands)
    holders = sorted(sizes)
    if not holders:
        return known, "nothing"
    owner, other = rng.choice(holders), rng.choice(OWNERS)
    card, at = rng.choice(sorted(hands))
    kind = rng.choice(["moved"] * 4 + ["handed", "seen", "arrived", "lacks", "lacks", "holds"])
    match kind:
        case "moved" if owner != other:
            known = known.moved(owner, other)
            twin.moved(owner, other)
        case "handed" if owner != other and rng.random() < 0.5:
            known = known.handed(owner, other)
            twin.handed(owner, other)
        case "seen":
            known = known.seen(at, card)
            twin.seen(at, card)
            away.append(card)
        case "arrived" if away:
            back = [away.pop() for _ in range(min(len(away), rng.randint(1, 2)))]
            known = known.arrived(other, *back)
            twin.arrived(other, *back)
        case "lacks":
            lacking = [c for c, o in sorted(hands) if o != other][:2]
            known = known.lacks(other, lacking)
            twin.lacks(other, lacking)
        case "holds" if rng.random() < 0.3:
            known = known.holds(card, at)
            twin.holds(at, card)
        case _:
            return known, "nothing"
    return known, kind


def compare(known: Whereabouts[str, str], twin: Enumeration, rng: Random) -> None:
    table = known.table()
    assert known.possible
    assert {(c, o): chance for c in table for o, chance in table[c].items() if chance} == twin.table()
    one, two = rng.sample(OWNERS, 2)
    cards, more = rng.sample(CARDS, 3), rng.sample(CARDS, 2)

    def has(hands: Hands, owner: str, some: list[str]) -> bool:
        return any((card, owner) in hands for card in some)

    wanted = twin.chance(lambda hands: not has(hands, one, cards) and not has(hands, two, more))
    assert known.none((cards, [one]), (more, [two])) == wanted
    wanted = twin.chance(lambda hands: has(hands, one, cards) and has(hands, two, more))
    assert known.each((cards, [one]), (more, [two])) == wanted
    assert known.some(cards, [one, two]) == twin.chance(
        lambda hands: has(hands, one, cards) or has(hands, two, cards)
    )
    number = known.number(cards, [one, two])
    for n in range(4):
        assert number[n] == twin.chance(
            lambda hands, n=n: sum((c, o) in hands for c in cards for o in (one, two)) == n  # type: ignore[misc]  # mypy infers no lambda with a default
        )


def test_all_that_can_happen_agrees_with_every_assignment_of_every_card() -> None:
    """Random stories; that they hold every kind of step, and that several ways are followed, is seen to."""
    kinds: Counter[str] = Counter()
    most = 0
    for seed in range(9):
        rng = Random(seed)
        batches = [
            ("x", CARDS, 2),
            ("y", CARDS[:4], 1),
            ("y", CARDS, 1),
            ("z", CARDS[2:], 1),
            ("pile", CARDS, 1),
        ]
        known, twin = Whereabouts(batches), Enumeration(batches)
        away: list[str] = []
        for _ in range(12):
            known, kind = step(known, twin, rng, away)
            kinds[kind] += 1
            most = max(most, known.ways)
            assert known.sizes() == Counter(owner for _, owner in next(iter(twin.hands)))
            if known.cards and kind in ("moved", "seen", "lacks"):
                compare(known, twin, rng)
    assert kinds.keys() >= {"moved", "handed", "seen", "arrived", "lacks", "holds"}
    assert most > 4


def test_where_nothing_is_known_chances_are_hypergeometric_and_no_exchange_changes_them() -> None:
    """Exchangeability: unseen cards that swap places at random stay uniform, and there is but one way."""
    deck = range(40)
    known: Whereabouts[int, str] = Whereabouts([("x", deck, 13), ("y", deck, 13), ("z", deck, 14)])
    for source, target in (("x", "on"), ("y", "on"), ("z", "on"), ("on", "x"), ("on", "y"), ("on", "z")):
        known = known.moved(source, target)
    assert known.ways == 1
    for number in range(5):
        wanted = Fraction(comb(4, number) * comb(36, 13 - number), comb(40, 13))
        assert known.number(range(4), ["x"])[number] == wanted


def test_a_card_known_in_one_hand_is_anywhere_after_an_exchange_with_that_chance() -> None:
    """By hand: x holds a and two others; one of three goes to y, one of y's two comes back."""
    deck = "abcde"
    known = Whereabouts([("x", deck, 3), ("y", deck, 2)]).holds("a", "x")
    known = known.moved("x", "on").moved("y", "x").moved("on", "y")
    assert known.where("a") == {"x": Fraction(2, 3), "y": Fraction(1, 3)}
    # Of the four others two began with each: stayed in x 2/3, or came from y 1/2.
    assert known.where("b")["x"] == Fraction(1, 2) * Fraction(2, 3) + Fraction(1, 2) * Fraction(1, 2)


def test_what_cannot_be_is_refused_and_too_many_ways_are() -> None:
    with pytest.raises(SetupError, match="add up"):
        Whereabouts([("x", "ab", 1)])
    known = Whereabouts([("x", "abc", 1), ("y", "abc", 2)])
    with pytest.raises(SetupError, match="no deal"):
        known.lacks("x", "abc")
    with pytest.raises(SetupError, match="no deal"):
        known.holds("a", "x").seen("y", "a")
    with pytest.raises(SetupError, match="not among"):
        known.where("d")
    with pytest.raises(SetupError, match="questions"):
        known.each(*[("a", ["x"])] * 13)
    limited = Whereabouts([("x", "abcd", 1), ("x", "abcdef", 2), ("y", "abcdef", 3)], most_ways=1)
    with pytest.raises(TooLarge, match="more than 1"):
        limited.moved("x", "y")
    # A contradiction that takes a count to find: three cards for two places of one each.
    hidden = Whereabouts([(owner, "abcd", 1) for owner in "xyzw"])
    for owner in "xyz":
        hidden = hidden.lacks(owner, "cd")
    assert not hidden.possible
