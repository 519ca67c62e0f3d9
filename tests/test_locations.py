"""Where unseen cards are: against every deal gone through, hypergeometric formula, rook numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb, factorial, prod
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inaba.errors import SetupError, TooLarge
from solvers.locations import Deals

Deal = dict[str, frozenset[int]]


def every_deal(
    cards: Sequence[int], places: Mapping[str, int], without: Mapping[str, frozenset[int]]
) -> Iterator[Deal]:
    """All deals, one after another: the slow way that nothing of the fast one is used in."""
    if not places:
        yield {}
        return
    (place, size), *rest = places.items()
    for hand in combinations(cards, size):
        if without[place].isdisjoint(hand):
            left = [card for card in cards if card not in hand]
            for deal in every_deal(left, dict(rest), without):
                yield {place: frozenset(hand), **deal}


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[int], dict[str, int], dict[str, frozenset[int]], list[Deal]]:
    """Cards, places, evidence, and all deals that agree with it; at least one."""
    sizes = draw(st.lists(st.integers(0, 3), min_size=1, max_size=5).filter(lambda s: sum(s) <= 8))
    places = {f"p{number}": size for number, size in enumerate(sizes)}
    cards = list(range(sum(sizes)))
    without = {place: draw(st.frozensets(st.sampled_from(cards or [0]), max_size=4)) for place in places}
    deals = list(every_deal(cards, places, without))
    if not deals:
        # The evidence agrees with one deal at least: what that one contradicts is dropped.
        witness = next(every_deal(cards, places, dict.fromkeys(places, frozenset())))
        without = {place: gone - witness[place] for place, gone in without.items()}
        deals = list(every_deal(cards, places, without))
    return cards, places, without, deals


def share(deals: Sequence[Deal], agree: int) -> Fraction:
    return Fraction(agree, len(deals))


@given(tables(), st.data())
@settings(max_examples=150, deadline=None)
def test_every_question_is_answered_as_by_going_through_all_deals(
    table: tuple[list[int], dict[str, int], dict[str, frozenset[int]], list[Deal]], data: st.DataObject
) -> None:
    cards, places, without, every = table
    deals = Deals(cards, places, without)
    assert deals.total == len(every)
    for card, chances in deals.table().items():
        assert chances == deals.where(card)
        assert chances == {
            place: share(every, sum(card in deal[place] for deal in every)) for place in places
        }
    question = st.tuples(
        st.frozensets(st.sampled_from([*cards, 99]), max_size=5),
        st.lists(st.sampled_from(list(places)), max_size=3, unique=True),
    )
    asked = data.draw(st.lists(question, max_size=3))

    def met(deal: Deal, one: tuple[frozenset[int], list[str]]) -> int:
        return sum(len(deal[place] & one[0]) for place in one[1])

    for wanted, inside in asked:
        numbers = Counter(met(deal, (wanted, inside)) for deal in every)
        found = deals.number(wanted, inside)
        assert {number: found[number] for number in found} == {
            number: share(every, ways) for number, ways in numbers.items()
        }
        assert deals.some(wanted, inside) == share(every, len(every) - numbers[0])
    none = sum(not any(met(deal, one) for one in asked) for deal in every)
    each = sum(all(met(deal, one) for one in asked) for deal in every)
    assert deals.none(*asked) == share(every, none)
    assert deals.each(*asked) == share(every, each)


@given(tables(), st.data())
@settings(max_examples=60, deadline=None)
def test_more_evidence_leaves_the_deals_that_agree_with_it(
    table: tuple[list[int], dict[str, int], dict[str, frozenset[int]], list[Deal]], data: st.DataObject
) -> None:
    cards, places, without, every = table
    deals = Deals(cards, places, without)
    seen = data.draw(st.sampled_from(every))
    shown = {card: place for place, hand in seen.items() for card in hand if data.draw(st.booleans())}
    place = data.draw(st.sampled_from(list(places)))
    gone = data.draw(st.frozensets(st.sampled_from([*cards, 99]), max_size=3)) - seen[place]
    left = [
        deal
        for deal in every
        if all(card in deal[there] for card, there in shown.items()) and deal[place].isdisjoint(gone)
    ]
    assert deals.given(holds=shown, without={place: gone}).total == len(left)


@given(st.integers(1, 40), st.data())
@settings(max_examples=40, deadline=None)
def test_without_evidence_the_numbers_are_hypergeometric(size: int, data: st.DataObject) -> None:
    hand = data.draw(st.integers(0, size))
    wanted = data.draw(st.integers(0, size))
    third = data.draw(st.integers(0, size - hand))
    deals = Deals(range(size), {"hand": hand, "other": third, "pile": size - hand - third})
    found = deals.number(range(wanted), ["hand"])
    for number in range(hand + 1):
        ways = comb(wanted, number) * comb(size - wanted, hand - number)
        assert found[number] == Fraction(ways, comb(size, hand))


@given(st.lists(st.integers(1, 3), min_size=1, max_size=9), st.data())
@settings(max_examples=40, deadline=None)
def test_nested_evidence_is_the_rook_number_of_a_ferrers_board(asked: list[int], data: st.DataObject) -> None:
    """Cards asked for one after another; what a player drew later was not asked for what came before."""
    batches = len(asked)
    sizes = [data.draw(st.integers(1, 4)) for _ in range(batches)]
    pile = sum(asked)
    free = sum(sizes)
    cards = [("asked", when, n) for when, number in enumerate(asked) for n in range(number)]
    cards += [("free", 0, n) for n in range(free)]
    places = {("batch", when): size for when, size in enumerate(sizes)} | {("pile", 0): pile}
    # Batch `when` arrived before question `when`, and was there for all later ones.
    without = {
        ("batch", when): [card for card in cards if card[0] == "asked" and card[1] >= when]
        for when in range(batches)
    }
    # Place the asked cards one by one, those with the fewest slots first; then the others anyhow.
    rooms = sorted(pile + sum(sizes[when + 1 :]) for when, number in enumerate(asked) for _ in range(number))
    ways = prod(room - taken for taken, room in enumerate(rooms))
    slots = ways * factorial(free)
    assert Deals(cards, places, without).total == slots // prod(map(factorial, places.values()))


def test_nine_players_with_six_numbers_asked_for_take_few_steps() -> None:
    """The bound is on work, not on time: a count over all of it stays within fifty thousand steps."""
    rng = Random(2015)
    cards = [f"{colour}{number}" for colour in "gby" for number in range(1, 31)]
    rng.shuffle(cards)
    unseen = cards[8:]
    numbers = [str(number) for number in rng.sample(range(1, 31), 6)]
    for number in numbers:
        unseen.remove(next(card for card in unseen if card[1:] == number))
    places: dict[str, int] = {}
    without: dict[str, list[str]] = {}
    for player in range(8):
        for batch, size in enumerate((5, 1, 1)):
            place = f"{player}.{batch}"
            places[place] = size
            asked = [n for when, n in enumerate(numbers) if when >= 2 * batch and when % 8 != player]
            without[place] = [card for card in unseen if card[1:] in asked]
    places["pile"] = len(unseen) - sum(places.values())
    deals = Deals(unseen, places, without, limit=50_000)
    assert 0 < deals.some([card for card in unseen if card[1:] == "7"], set(places) - {"pile"}) < 1
    follow = [card for card in unseen if card[0] == "g" and int(card[1:]) > 11]
    assert 0 < deals.some(follow, ["3.0", "3.1", "3.2"]) < 1
    with pytest.raises(TooLarge) as refused:
        Deals(unseen, places, without, limit=100)
    assert refused.value.limit == 100


def test_a_drawn_deal_agrees_with_the_evidence_and_each_is_equally_likely() -> None:
    cards, places = list(range(6)), {"a": 2, "b": 1, "c": 1, "pile": 2}
    without = {"a": frozenset({0, 1}), "b": frozenset({0}), "c": frozenset[int](), "pile": frozenset({5})}
    every = [
        tuple(sorted((place, tuple(sorted(hand))) for place, hand in deal.items()))
        for deal in every_deal(cards, places, without)
    ]
    deals, rng = Deals(cards, places, without), Random(1)
    drawn = Counter(
        tuple(sorted((place, tuple(sorted(hand))) for place, hand in deals.sample(rng).items()))
        for _ in range(40 * len(every))
    )
    assert set(drawn) == set(every)
    # Chi-squared with its mean of one less than there are deals and its variance of twice that.
    chi = sum((number - 40) ** 2 / 40 for number in drawn.values())
    assert abs(chi - (len(every) - 1)) < 4 * (2 * (len(every) - 1)) ** 0.5


def test_a_seed_draws_the_same_deal_again() -> None:
    deals = Deals("abcdefg", {"x": 3, "y": 2, "pile": 2}, without={"x": "ab", "y": "c"})
    assert deals.sample(Random(5)) == deals.sample(Random(5))


@pytest.mark.parametrize(
    ("cards", "places", "without", "said"),
    [
        ("ab", {"x": 1}, {}, "room for 1 cards, but 2"),
        ("aa", {"x": 2}, {}, "'a' is named twice"),
        ("ab", {"x": 3, "y": -1}, {}, "a whole number of 0 or more"),
        ("ab", {"x": 2.0}, {}, "a whole number of 0 or more"),
        ("ab", {"x": True, "y": 1}, {}, "a whole number of 0 or more"),
        ("ab", {"x": 2}, {"z": "a"}, "there is no place 'z'; there are 'x'"),
        ("ab", {"x": 1, "y": 1}, {"x": "a", "y": "a"}, "no deal agrees"),
        ("ab", {"x": 1, "y": 1}, {"x": "ab"}, "no deal agrees"),
    ],
)
def test_what_cannot_be_is_refused(
    cards: str, places: dict[str, int], without: dict[str, str], said: str
) -> None:
    with pytest.raises(SetupError, match=said) as refused:
        Deals(cards, places, without)
    assert refused.value.say("ja") != refused.value.say("en")


def test_questions_about_what_is_not_there_are_refused() -> None:
    deals = Deals("abc", {"x": 1, "pile": 2}, without={"x": "a"})
    for ask in (
        lambda: deals.where("z"),
        lambda: deals.number("a", ["nowhere"]),
        lambda: deals.none(("a", ["nowhere"])),
        lambda: deals.given(holds={"z": "x"}),
        lambda: deals.given(holds={"a": "x"}),
        lambda: deals.given(holds={"b": "x", "c": "x"}),
        lambda: deals.given(without={"x": "bc"}),
        lambda: deals.each(*[("a", ["pile"])] * 13),
    ):
        with pytest.raises(SetupError):
            ask()
    assert deals.some("z", ["x"]) == 0, "a card that is seen lies in no unseen place"
    assert Deals("", {}).total == 1
