"""Reach in Cross Sevens: what can still be laid is found by trying all orders of plays, on small fields."""

from __future__ import annotations

from functools import cache
from itertools import product
from random import Random

import networkx as nx
import pytest

from inaba import cross_sevens
from inaba.cross_sevens.cards import CARDS, JOKER, SUITS, Action, Actions, Card, Suit, parse_card, parse_cards
from inaba.cross_sevens.field import Cell, Field, layout, pairs, places
from inaba.cross_sevens.moves import Lay
from inaba.cross_sevens.rules import Rules
from inaba.errors import SetupError
from inaba.words import LANGUAGES
from solvers.cross_sevens_reach import MEANS, Reach, Standing

CROSS, TUNNEL = Action.CROSS, Action.TUNNEL
SEVENS = (Suit.DIAMONDS, Suit.SPADES, Suit.HEARTS, Suit.CLUBS)


def of(text: str, rules: str = "") -> Reach:
    return Reach.of(cross_sevens.parse(text, cross_sevens.parse_rules(rules)))


def named(cards: tuple[Card, ...]) -> str:
    return cross_sevens.format_cards(cards)


# The twin: every order of plays, with the rules of the engine -----------------------------------------------


class Tried:
    """All that can be laid in any order: for each trump the least number of action cards before and with it,
    and the greatest number of trumps laid in one order."""

    def __init__(self, field: Field, cards: frozenset[Card], means: Actions, rules: Rules) -> None:
        self.cost: dict[Card, int] = {}
        self.together = 0
        seen: dict[tuple[Field, frozenset[Card]], int] = {}
        start = len(cards - {JOKER})
        waiting = [(0, field, cards)]
        for cost, field, left in waiting:  # It grows while it is read.
            if seen.get((field, left), cost + 1) <= cost:
                continue
            seen[field, left] = cost
            self.together = max(self.together, start - len(left - {JOKER}))
            for used, after, laid in self.plays(field, left, rules):
                if used.count(CROSS) <= 9 * (CROSS in means) and used.count(TUNNEL) <= 9 * (TUNNEL in means):
                    total = cost + len(used)
                    for card in laid - {JOKER}:
                        self.cost[card] = min(total, self.cost.get(card, total))
                    back = {JOKER} if JOKER not in left and field.joker and not after.joker else set()
                    waiting.append((total, after, (left - laid) | back))

    @staticmethod
    def plays(
        field: Field, left: frozenset[Card], rules: Rules
    ) -> list[tuple[Actions, Field, frozenset[Card]]]:
        found: list[tuple[Actions, Field, frozenset[Card]]] = []
        if field.joker and field.joker[1] in left:
            found.append(((), field.claimed(), frozenset({field.joker[1]})))
        for card in left - {JOKER}:
            for place in places(field, card, rules):
                lay = Lay(card, place.cell, cross=place.cross, tunnel=place.tunnel)
                if not (
                    field.joker and field.joker[1] == card
                ):  # That one is claimed, and goes nowhere else.
                    found.append((lay.actions(), field.with_card(card, place.cell), frozenset({card})))
            if JOKER in left and not field.joker:
                for gap, place in pairs(field, card, rules):
                    assert place.joker is not None
                    lay = Lay(card, place.cell, cross=place.cross, tunnel=place.tunnel)
                    after = field.with_card(card, place.cell)
                    after = Field(after.sevens, after.laid, (place.joker, gap), after.stops)
                    found.append((lay.actions(), after, frozenset({card, JOKER})))
        return found


def small(seed: int) -> tuple[Field, frozenset[Card]]:
    """A crowded field and a few trumps of one suit and of another, the joker in every other one."""
    rng = Random(seed)
    field = Field(SEVENS)
    suit, other = rng.sample(SUITS, 2)
    run = [Card(suit, 7).step(by) for by in rng.choice(((-1, -2, -3), (1, 2, 3)))]
    if rng.random() < 0.4:  # Around the corner: what is left lies between A and Q.
        run = [Card(suit, 1), Card(suit, 13), Card(suit, 12)]
    laid = [Card(suit, rank) for rank in (6, 5, 4, 3, 2, 8, 9, 10, 11)] if Card(suit, 1) in run else []
    for card in laid:
        spots = [place.cell for place in places(field, card, Rules()) if not place.cross and not place.tunnel]
        if not spots:
            break
        field = field.with_card(card, rng.choice(spots))
    cards = {*run, Card(other, 8)} - {card for _, card in field.laid}
    if rng.random() < 0.5:
        cards.discard(rng.choice(run))
        cards.add(JOKER)
    near = {cell for card in layout(field).where for cell in layout(field).where[card].beside()}
    near |= {cell for beside in near for cell in beside.beside()}
    closed = [cell for cell in sorted(near) if layout(field).free(cell) and rng.random() < 0.65]
    # A second thing in a cell: two STOPs in one stand for any two.
    full = [cell for cell in sorted({*layout(field).lying, *closed}) if rng.random() < 0.75]
    full = [cell for cell in full if layout(field).lying.get(cell, 0) < 2]
    return field.with_stops(tuple(sorted((*closed, *full))), 0), frozenset(cards)


@pytest.mark.parametrize("means", MEANS, ids=lambda means: "+".join(map(str, means)) or "nothing")
def test_reach_is_what_some_order_of_plays_lays(means: Actions) -> None:
    """Every trump, with the least number of action cards, and both bounds of what can be laid together."""
    shut = costly = open_ = 0
    for seed in range(60):
        field, cards = small(seed)
        reach, tried = Reach(field, cards), Tried(field, cards, means, Rules())
        for card in reach.waiting():
            way = reach.way(card, means)
            assert (way is None) is (card not in tried.cost), (seed, str(card))
            if way is not None:
                assert len(way.actions()) == tried.cost[card], (seed, str(card), str(way))
                costly += bool(way.actions())
                open_ += len(way.steps) > 1
            else:
                shut += 1
        bounds = reach.together(means)
        assert bounds.least <= tried.together <= bounds.most, seed
    # The fields are worth trying: some cards are shut in, some need cards laid before them or action cards.
    assert min(shut, open_) > 20
    assert costly > 10 or not means


def test_a_way_can_be_played() -> None:
    """Every step of a way is legal where it stands in it, with the action cards that it names."""
    steps = 0
    for seed, means in product(range(40), MEANS):
        field, cards = small(seed)
        reach = Reach(field, cards)
        for card in reach.waiting():
            way, now = reach.way(card, means), field
            gap = None
            for step in way.steps if way else ():
                if step.joker:
                    gap = step
                    continue
                ways = pairs(now, step.card, Rules()) if gap else ()
                legal = [place for stands, place in ways if gap and stands == gap.card]
                legal = legal if gap else list(places(now, step.card, Rules()))
                joker = gap.cell if gap else None
                tunnel = step.tunnel or bool(gap and gap.tunnel)
                assert (step.cell, joker, step.cross, tunnel) in legal, (seed, str(way))
                now = now.with_card(step.card, step.cell)
                if gap:
                    now = Field(now.sevens, now.laid, (gap.cell, gap.card), now.stops)
                gap, steps = None, steps + 1
    assert steps > 200


# Whole games ------------------------------------------------------------------------------------------------


@cache
def crowded(seed: int) -> Field:
    """A field of a game in which all trumps are laid at random as near to the middle as they go."""
    rng, field, left = Random(seed), Field(SEVENS), {*CARDS} - {JOKER}
    for _ in range(30):
        moves = [
            (abs(p.cell.column - 2) + rng.random(), card, p.cell)
            for card in sorted(left)
            for p in places(field, card, Rules())
            if not p.cross and not p.tunnel
        ]
        if not moves:
            break
        _, card, cell = min(moves)
        field, left = field.with_card(card, cell), left - {card}
    return field


@pytest.mark.parametrize("seed", range(3))
def test_who_is_shut_in_stays_so(seed: int) -> None:
    """While trumps are laid nobody gets out again, whatever the means."""
    laid = crowded(seed).laid
    rng = Random(seed)
    order = list(laid)
    field, before = Field(SEVENS), {means: set[Card]() for means in MEANS}
    while order:
        legal = [
            (cell, card)
            for cell, card in order
            if any(p.cell == cell and not p.cross and not p.tunnel for p in places(field, card, Rules()))
        ]
        cell, card = rng.choice(legal)
        order.remove((cell, card))
        field = field.with_card(card, cell)
        if len(order) % 5:
            continue
        reach = Reach(field)
        for means in MEANS:
            shut = {*reach.shut_in(means)}
            assert before[means] <= shut
            before[means] = shut
    assert before[()]  # In the end somebody is.


@pytest.mark.parametrize("seed", range(4))
def test_more_means_never_hurt_and_the_joker_adds_nothing_in_a_full_deck(seed: int) -> None:
    """The theorem on the joker; and with CROSS and TUNNEL nearly nothing is shut in."""
    field = crowded(seed)
    with_joker, without = Reach(field), Reach(field, [card for card in CARDS if card != JOKER])
    for means in MEANS:
        assert with_joker.shut_in(means) == without.shut_in(means)
    for card in with_joker.waiting():
        needs = with_joker.needs(card)
        assert all(with_joker.way(card, means) for means in needs)
        found = {means for means in MEANS if with_joker.way(card, means)}
        assert found == {means for means in MEANS if any({*least} <= {*means} for least in needs)}


@pytest.mark.parametrize("means", MEANS, ids=lambda means: "+".join(map(str, means)) or "nothing")
def test_in_the_graph_the_reachable_are_the_descendants_of_the_laid(means: Actions) -> None:
    for seed in range(6):
        reach = Reach(crowded(seed))
        graph = reach.graph(means)
        laid = [name for name, data in graph.nodes(data=True) if data["standing"] is Standing.LAID]
        below = set[str]().union(*(nx.descendants(graph, name) for name in laid)) - {*laid}
        assert below == {str(card) for card in reach.reachable(means)}
        assert len({data["pos"] for _, data in graph.nodes(data=True)}) == len(graph)
    small_one = Reach(*small(3))
    assert {*map(str, small_one.reachable(means))} <= {*small_one.graph(means)}


# By hand ----------------------------------------------------------------------------------------------------


def test_a_six_has_two_cells_and_with_fixed_sides_one() -> None:
    """Rule 4: left or right of the 7; option `Rules.sides`."""
    text = "D6,D5/D8/HA DSHC,stop@b0 - - - - 1 -"
    assert named(of(text).reachable()) == "D5,D6,D8"
    assert named(of(text, "sides=fixed").reachable()) == "D8"
    reach = of("D6,D5/D8/HA DSHC,stop@b0,S8@c3,S9@b3,S10@b2 - - - - 1 -")
    assert named(reach.shut_in()) == "D5,D6,D8,HA"
    assert reach.blocks(parse_card("D6"))[0].walls == ((Cell(1, 0), ("STOP",)), (Cell(1, 2), ("S10",)))


def test_a_dead_end_takes_as_many_cards_as_it_has_cells() -> None:
    """D6 can only go into a pocket of three cells, b0, a0 and a1: D5 and D4 go with it, D3 does not."""
    field = "DSHC,S6@c1,S5@c0,S4@c-1,S3@b-1,stop@a-1,stop@a2,stop@b2"
    reach = of(f"D6,D5/D4,D3/HA {field} - - - - 1 -")
    assert named(reach.reachable()) == "D4-6"
    assert str(reach.way(parse_card("D4"))) == "D6@b0 D5@a0 D4@a1"
    (block,) = reach.blocks(parse_card("D3"))
    assert (block.anchor, named(block.chain), block.room) == (parse_card("D7"), "D3-6", 3)
    assert {str(cell) for cell, _ in block.walls} == {"a-1", "a2", "b-1", "b2", "c0"}


def test_the_place_of_a_card_settles_where_its_suit_goes_on() -> None:
    """Not monotone: a D6 in the dead end on the left shuts in D5, which was reachable on the right."""
    before = "DSHC,stop@a0,stop@b-1,stop@c0"
    assert named(of(f"D6,D5/S8/HA {before} - - - - 1 -").shut_in()) == "HA"
    assert named(of(f"D5/S8/HA {before},D6@b0 - - - - 1 -").shut_in()) == "D5,HA"


def test_ace_and_king_are_joined_by_tunnel_alone() -> None:
    """Rule 5: DK lies behind the joint; a K beside its Q needs no TUNNEL."""
    low = "DSHC,D6@b0,D5@b-1,D4@b-2,D3@b-3,D2@b-4,DA@b-5"
    reach = of(f"DK,DQ/S8/HA {low} - tunnel - - 1 -")
    assert named(reach.reachable()) == "S8"
    assert reach.needs(parse_card("DQ")) == ((TUNNEL,),)
    assert str(reach.way(parse_card("DQ"), [TUNNEL])) == "DK@b-6+tunnel DQ@b-7"
    assert reach.graph([TUNNEL]).edges["DA", "DK"] == {"cross": False, "tunnel": True}


def test_stops_until_the_next_turn_shut_nothing_in() -> None:
    text = "D6/D8/HA DSHC,stop2@b0,stop2@b2 - - - - 1 -"
    reach = of(text, "stop=until_next_turn")
    assert named(reach.reachable()) == "D6,D8"
    assert reach.standing(parse_card("D6")) is Standing.LATER  # not before the STOP is lifted


def test_a_full_cell_lets_nobody_in() -> None:
    """CROSS: two things a cell at most, and nothing on a joker that stays."""
    right = "S8@c3,S9@b3,S10@b2,stop@b2"
    reach = of(f"D6/D8/HA DSHC,{right},stop@b0 - cross - - 1 -")
    assert str(reach.way(parse_card("D6"), [CROSS])) == "D6@b0+cross"
    assert reach.needs(parse_card("D6")) == ((CROSS,),)
    full = of(f"D6/D8/HA DSHC,{right},S6@c1,S5@c0,S4@b0,stop@b0 - cross - - 1 -")
    assert named(full.shut_in([CROSS, TUNNEL])) == "D6,D8,HA"
    assert full.blocks(parse_card("D8"), [CROSS])[0].walls[0] == (Cell(1, 0), ("S4", "STOP"))
    joker = of(f"D6/D8/H8 DSHC,{right},S6@c1,S5@c0,JK=S4@b0,S3@a0 - cross - - 1 -")
    assert named(joker.shut_in([CROSS, TUNNEL])) == "D6,D8"
    assert joker.cells(0).nodes["b0"]["holds"] == ("JK=S4",)


def test_the_joker_stands_for_one_trump_that_is_out_of_the_game() -> None:
    """Rule 11: H9 is not in play; with the joker H10 can be laid, and HJ behind it; over two gaps nothing."""
    assert named(of("H8,H10/HJ,S8/D8,C8 DSHC - - - - 1 -").shut_in()) == "H10,HJ"
    reach = of("H8,H10/HJ,S8/D8,JK DSHC - - - - 1 -")
    assert named(reach.shut_in()) == "-"
    way = reach.way(parse_card("HJ"))
    assert way is not None
    assert [(str(step.card), step.joker) for step in way.steps] == [
        ("H8", False),
        ("H9", True),
        ("H10", False),
        ("HJ", False),
    ]
    assert list(nx.shortest_path(reach.graph(), "H7", "HJ")) == ["H7", "H8", "H9", "H10", "HJ"]
    assert named(of("H8,HJ/S8/D8,JK DSHC - - - - 1 -").shut_in()) == "HJ"
    (block,) = of("H8,HJ/S8/D8,JK DSHC - - - - 1 -").blocks(parse_card("HJ"))
    assert named(block.missing) == "H9,H10"


def test_a_joker_on_the_field_counts_as_claimed() -> None:
    """Rule 11: S9 is in the pile; whoever draws it must lay it there, and S8 has its place as before."""
    reach = of("D10,D8/D9/C8 DSHC,JK=S8@c3,S9@c4 S8 - - - 1 -")
    assert reach.standing(parse_card("S8")) is Standing.LATER
    assert str(reach.way(parse_card("S8"))) == "S8@c3"
    assert named(reach.reachable()) == "D8-10,S8,C8"
    assert reach.together() == (5, 5)


def test_what_is_asked_of_reach_must_be_in_play() -> None:
    with pytest.raises(SetupError, match="four 7s"):
        Reach(Field(SEVENS[:2]))
    with pytest.raises(SetupError, match="no trump"):
        of("D6/D8/HA DSHC - - - - 1 -").way(JOKER)
    with pytest.raises(SetupError, match="no trump"):
        of("D6/D8/HA DSHC - - - - 1 -").way(parse_cards("HK")[0])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_block_is_told_in_words(lang: str) -> None:
    """Taken cells, a pocket, and a trump that is out of the game: each names what is in the way."""
    taken = of("D6/D8/HA DSHC,stop@b0,S8@c3,S9@b3,S10@b2 - - - - 1 -")
    assert all(name in taken.blocks(parse_card("D6"))[0].say(lang) for name in ("D7", "b0", "STOP", "S10"))
    assert "H6" in taken.blocks(parse_card("HA"))[0].say(lang)
    field = "DSHC,S6@c1,S5@c0,S4@c-1,S3@b-1,stop@a-1,stop@a2,stop@b2"
    pocket = of(f"D6,D5/D4,D3/HA {field} - - - - 1 -").blocks(parse_card("D3"))[0].say(lang)
    assert all(name in pocket for name in ("D7", "D3", "S5", "a2", "4", "3"))
