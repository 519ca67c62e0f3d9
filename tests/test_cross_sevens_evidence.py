"""What can be known in Cross Sevens: against the engine played with every deal, and against stories by hand.

The oracle is the engine itself (`tests.cross_sevens_deals.Filter`), and for stories the enumeration of every
assignment (`tests.hands_by_enumeration`).
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from inaba import cross_sevens
from inaba.cross_sevens.cards import Card, parse_card, parse_cards
from inaba.cross_sevens.state import State, View
from inaba.cross_sevens.table import (
    Claiming,
    Exchanging,
    Mixing,
    Overdue,
    Placing,
    Returning,
    SevenDrawing,
    Sevens,
    Trading,
    TrumpDrawing,
    Trying,
)
from inaba.errors import SetupError, TooLarge
from inaba.game import Policy, uniform
from inaba.record import Record
from solvers.cross_sevens_evidence import (
    FACE_DOWN,
    Assumption,
    Holds,
    Known,
    Lacks,
    Mixed,
    Passed,
    Story,
    Swapped,
    Traded,
    known,
    layable,
    sights,
    situation,
    supposed,
    with_facts,
)
from solvers.cross_sevens_policies import greedy, patient
from tests.cross_sevens_deals import Filter, deals, game
from tests.hands_by_enumeration import Enumeration

PASSED = Assumption.PASSED_COULD_NOT_LAY


def told(knowledge: Known) -> dict[Card, dict[int, Fraction]]:
    """Where each trump can be, all that lies face down together, as the oracle has it."""
    found: dict[Card, dict[int, Fraction]] = {}
    for card, row in knowledge.hidden.table().items():
        sums: dict[int, Fraction] = {}
        for owner, chance in row.items():
            if chance:
                key = FACE_DOWN if owner < 0 else owner
                sums[key] = sums.get(key, Fraction(0)) + chance
        found[card] = sums
    return found


def wanted(oracle: Filter, view: View) -> dict[Card, dict[int, Fraction]]:
    return {card: row for card, row in oracle.table().items() if card in view.unseen}


# Whole games ------------------------------------------------------------------------------------------------

STARTS = [
    ("D8,S6:trade,try/S8,H9:trade,try/D6,JK DSHC CA try*3,trade*3,mix,plus - - 1 -", ""),
    ("D8,S6:trade,try/S8,JK:try,trade/D5,C8:trade*2/H9:try,trade,stop DSHC - try*3,mix,trade*3 - - 2 -",
     "play_on=yes"),
    ("D8,S6:trade,try/S8,H8,JK:try,trade*2/D6,C8:trade*2 DSHC - try*3,mix,trade*3 - - 1 -",
     "trade=blind,try=take,try_miss=pass,play_on=yes"),
    ("D9,JK:trade/S8,D8:try/H2,H8:trade DSHC HA trade*3,try*2 - - 1 -", "play_on=yes"),
]  # fmt: skip
POLICIES: list[Policy] = [uniform, greedy, patient]


def small_game(text: str, rules: str, seed: int, honest: bool = True) -> tuple[State, int, Record]:
    """A game from a position late in it, and whose eyes it is seen with; 0 is an onlooker."""
    start = cross_sevens.parse(text, cross_sevens.parse_rules(rules))
    return start, seed % (start.players + 1), game(start, POLICIES[seed % 3], seed, 50, honest)


@pytest.mark.parametrize(("text", "rules"), STARTS)
@pytest.mark.parametrize("seed", [1, 2, 3, 5, 9, 13])
def test_what_is_known_agrees_with_the_engine_with_every_deal(text: str, rules: str, seed: int) -> None:
    """TRY, TRADE, MIX, claims, draws, drop-outs; what was seen of them, and that who passed could not lay."""
    start, me, record = small_game(text, rules, seed)
    seen = sights(record, me)
    for assumption in Assumption:
        oracle = Filter(deals(start, me), me, () if assumption == PASSED else None)
        for number, (sight, played) in enumerate(zip(seen, record.steps, strict=True), 1):
            oracle.saw(sight.actor, sight.step, played.step, sight.after)
            if number % 5 and number < len(seen):
                continue
            found = known(sight.after, seen[:number], assumption)
            assert not found.doubted
            assert told(found) == wanted(oracle, sight.after), str(sight.after)


def test_the_games_above_hold_all_that_can_make_a_difference() -> None:
    found: Counter[str] = Counter()
    for text, rules in STARTS:
        for seed in (1, 2, 3, 5, 9, 13):
            _, me, record = small_game(text, rules, seed)
            ways = 1
            for number, sight in enumerate(seen := sights(record, me), 1):
                table, after = sight.before.table, sight.after.table
                found[type(table.phase).__name__] += 1
                found["finished"] += len(after.finished) > len(table.finished)
                found["own elimination"] += me in set(after.eliminated) - set(table.eliminated)
                found["elimination"] += bool(set(after.eliminated) - set(table.eliminated) - {me})
                found["a trade not seen"] += isinstance(table.phase, Exchanging) and sight.step == "=??"
                found["a trade seen"] += isinstance(table.phase, Exchanging) and sight.step != "=??"
                found["a draw after a drop-out"] += isinstance(table.phase, TrumpDrawing)
                found["hit"] += sight.step == "yes"
                found["miss"] += isinstance(table.phase, Trying) and sight.step == "-"
                found["joker"] += "JK=" in sight.step
                found["claim"] += sight.step == "claim"
                if number % 7 == 0:
                    ways = max(ways, known(sight.after, seen[:number]).hidden.ways)
            found["several ways"] += ways > 1
    kinds = ["finished", "own elimination", "elimination", "a trade not seen", "a trade seen", "hit", "miss"]
    kinds += ["a draw after a drop-out", "joker", "claim", "several ways", "Returning", "Mixing", "Claiming"]
    assert {kind for kind in kinds if not found[kind]} == set(), found


def test_who_shows_a_trump_that_he_could_have_laid_is_taken_at_his_passes_no_longer() -> None:
    """People who pass as they like: what is left agrees with the engine once they are doubted."""
    doubted = 0
    for seed in (9, 15, 21, 27):
        start, me, record = small_game(*STARTS[0], seed, honest=False)
        seen = sights(record, me)
        found = known(seen[-1].after, seen, PASSED)
        oracle = Filter(deals(start, me), me, found.doubted)
        believing = Filter(deals(start, me), me, ())
        for sight, played in zip(seen, record.steps, strict=True):
            oracle.saw(sight.actor, sight.step, played.step, sight.after)
            believing.saw(sight.actor, sight.step, played.step, sight.after)
        assert told(found) == wanted(oracle, seen[-1].after)
        assert bool(found.doubted) == (not believing.states)
        doubted += bool(found.doubted)
    assert doubted > 1


def test_only_the_last_passes_count_if_so_many_are_asked_for() -> None:
    text = "D2,S2/S8,H9/D6,HJ DSHC C9,CJ try*9 - - 2 -"
    record = Record(cross_sevens.NOTATION, cross_sevens.parse(text))
    for player, move in ((2, "draw:action"), (0, "=try"), (3, "draw:action"), (0, "=try")):
        record.play(player, move) if player else record.happen(move)
    view, seen = record.state.view(1), sights(record, 1)
    free = {passes: known(view, seen, PASSED, passes=passes).hidden for passes in (0, 1, 2, 9)}
    s8, d6 = parse_cards("S8,D6")[::-1]
    assert [free[n].where(s8)[2] for n in (0, 1, 2, 9)] == [
        known(view).hidden.where(s8)[2], free[1].where(d6)[2], 0, 0,
    ]  # fmt: skip
    assert free[1].where(s8)[3] == 0 < free[0].where(s8)[3]
    assert known(view, seen, PASSED, doubted=[2]).hidden.where(s8)[2] > 0


# A position by itself ---------------------------------------------------------------------------------------

ROUTES = [
    # A TRY that hits; one that is taken; one that misses.
    ("D8,S6:try/S8,H9/D6,JK DSHC CA try*3 - - 1 -", "", [(1, "try:2:S8"), (2, "yes"), (1, "S8@c3")]),
    ("D8,S6:try/S8,H9/D6,JK DSHC CA try*3 - - 1 -", "try=take", [(1, "try:2:S8"), (2, "yes")]),
    # TRADE, seen by the two and by the third; blind.
    ("D8,S6:trade/S8,H9/D6,JK DSHC CA try*3 - - 1 -", "",
     [(1, "trade:2"), (1, ">S6"), (2, ">H9"), (0, "=H9"), (0, "=S6")]),
    ("D8,S6:trade/S8,H9/D6,JK DSHC CA try*3 - - 1 -", "trade=blind",
     [(1, "trade:2"), (1, ">S6"), (0, "=S8"), (0, "=S6")]),
    # MIX: own trump comes back to its player, or to another.
    ("D8,S6/S8,H9/D6,JK DSHC CA try*3,mix - - 1 -", "",
     [(1, "draw:action"), (0, "=mix"), (1, ">S6"), (2, ">H9"), (3, ">JK"), (0, "=H9"), (0, "=S6")]),
    ("D8,S6/S8,H9/D6,JK DSHC CA try*3,mix - - 1 -", "",
     [(1, "draw:action"), (0, "=mix"), (1, ">S6"), (2, ">H9"), (3, ">JK"), (0, "=S6"), (0, "=JK")]),
    # The joker: nobody has what it stands for; the pile has it, and it is drawn.
    ("D9,JK,H2/S8,H9/D6,HJ DSHC D8 try*3 - - 1 -", "",
     [(1, "JK=D8@b0&D9@a0"), (2, "-"), (3, "-"), (1, "end"), (2, "draw:trump"), (0, "=D8"), (2, "claim")]),
    ("D9,JK,H2/S8,H9/D8,HJ DSHC CA try*3 - - 1 -", "",
     [(1, "JK=D8@b0&D9@a0"), (2, "-"), (3, "claim")]),
    ("D9,JK,H2/S8,H9/D6,HJ DSHC CA,D8 try*3 - - 1 -", "",
     [(1, "JK=D8@b0&D9@a0"), (2, "-"), (3, "-"), (1, "end"), (2, "draw:trump"), (0, "=CA"), (2, "-")]),
    # The set-up: a 7 that is skipped, in the pile, and drawn late.
    ("D7,S7,D8/H7,H8/C8,C9 - C7,S9 try*3 - - 0 - seven:D:1", "",
     [(1, "D7"), (0, "=S9"), (1, "S7@up"), (0, "=C7"), (1, "-"), (2, "H7@up"), (1, "C7@down")]),
    ("D8,D7/H7,H8/C8,C7 - S7,S9 try*3 - - 0 - seven:D:1", "",
     [(1, "D7"), (0, "=S9"), (1, "-"), (2, "-"), (3, "-"), (1, "-"), (2, "H7@up"), (0, "=S7"), (2, "S7@up")]),
    ("D8,D7/H7,H8/C8,C7 - S7,S9,S2 try*3 - - 0 - seven:D:1", "",
     [(1, "D7"), (0, "=S9"), (1, "-"), (2, "-"), (3, "-"), (1, "-"), (2, "H7@up"), (0, "=S2"), (2, "-")]),
]  # fmt: skip
PHASES = (Sevens, SevenDrawing, Overdue, Trying, Placing, Trading, Exchanging, Claiming, Mixing, Returning)


@pytest.mark.parametrize(("text", "rules", "route"), ROUTES)
def test_a_bare_view_tells_what_is_under_way(text: str, rules: str, route: list[tuple[int, str]]) -> None:
    """As long as nothing is forgotten that the view does not hold, it tells as much as the steps do; after
    that it tells no more, and what it gives away is none of the steps'."""
    start = cross_sevens.parse(text, cross_sevens.parse_rules(rules))
    for me in range(start.players + 1):
        if me == 0 and ("seven" in text or "mix" in text):
            continue  # An onlooker sees so little that there are too many deals for the oracle.
        record = Record(cross_sevens.NOTATION, start)
        oracle = Filter(deals(start, me), me)
        for player, step in route:
            record.play(player, step) if player else record.happen(step)
            seen = sights(record, me)
            view, last = record.state.view(me), record.steps[-1]
            oracle.saw(last.player, seen[-1].step, last.step, view)
            right = wanted(oracle, view)
            assert told(known(view, seen)) == right
            if isinstance(view.phase, PHASES) and not forgotten(record, me):
                assert told(known(view)) == right, str(view)


def forgotten(record: Record, me: int) -> bool:
    """Whether the player has seen something that his view does not hold any more."""
    table = record.state.table
    parties = isinstance(table.phase, Exchanging) and me in (table.turn, table.phase.target)
    steps = [str(played.step) for played in record.steps]
    # In a TRADE he knows what he has given; after a no to a TRY or a claim, who lacks what.
    return (parties and table.phase.done) or "claim" in steps or ("-" in steps and "JK=" not in steps[0])


def test_the_routes_lead_through_every_step_in_which_something_is_known() -> None:
    met = set()
    for text, rules, route in ROUTES:
        state = cross_sevens.parse(text, cross_sevens.parse_rules(rules))
        for player, step in route:
            state = state.play(player, step) if player else state.happen(step)
            met.add(type(state.phase))
    assert met >= {*PHASES}


def test_states_that_look_the_same_give_the_same_knowledge() -> None:
    """Secrecy: nothing but the view and the steps as he saw them is used."""
    for (text, rules), seed in zip(STARTS, (1, 2, 3, 4), strict=True):
        start, _, record = small_game(text, rules, seed)
        seen = sights(record, 1)
        view = record.state.view(1)
        for other in deals(start, 1)[:40]:
            assert other.view(1) == start.view(1)
            assert told(known(other.view(1))) == told(known(start.view(1)))
        assert cross_sevens.parse_view(str(view), 1, view.rules) == view
        assert told(known(view, seen)) == told(known(cross_sevens.parse_view(str(view), 1, view.rules), seen))


# Stories ----------------------------------------------------------------------------------------------------

UNSEEN = parse_cards("S8,S2,H8,H9,C8,JK")
MINE = "D8,D9"


def twin_of(sizes: tuple[int, int, int], unseen: tuple[Card, ...]) -> Enumeration:
    names = [str(card) for card in unseen]
    pile = len(names) - sizes[1] - sizes[2]
    return Enumeration([("2", names, sizes[1]), ("3", names, sizes[2]), ("0", names, pile)])


def tell(twin: Enumeration, story: Story) -> None:
    for one in story:
        match one:
            case Lacks(player=player, cards=cards):
                twin.lacks(str(player), [str(card) for card in cards])
            case Holds(player=player, card=card):
                twin.holds(str(player), str(card))
            case Passed(player=player):
                twin.lacks(str(player), ["S8", "H8", "C8"])
            case Traded(one=first, other=second):
                twin.moved(str(first), "on")
                twin.moved(str(second), "back")
                twin.handed("on", str(second))
                twin.handed("back", str(first))
            case Swapped(player=player, gave=gave, got=got):
                twin.seen(str(player), str(got))
                twin.arrived(str(player), str(gave))
            case Mixed(gave=gave, got=got):
                twin.moved("2", "mix")
                twin.moved("3", "mix")
                twin.arrived("mix", str(gave))
                twin.seen("mix", str(got))
                twin.moved("mix", "2")
                twin.moved("mix", "3")


D8, D9, S2, S8, H8, H9, C8, JK = map(parse_card, ("D8", "D9", "S2", "S8", "H8", "H9", "C8", "JK"))
STORIES: list[Story] = [
    [],
    [Lacks(2, [S8]), Traded(2, 3)],
    [Holds(2, S8), Traded(2, 3), Lacks(3, [H8])],
    [Passed(2), Traded(3, 2), Traded(3, 2), Passed(3)],
    [Swapped(2, S8, D8), Traded(2, 3)],
    [Lacks(3, [D8, S2]), Mixed(S8, D8), Lacks(2, [JK])],
    [Holds(2, JK), Mixed(D9, D9), Passed(3)],
]


@pytest.mark.parametrize("story", STORIES, ids=str)
def test_a_story_is_counted_as_by_every_assignment(story: Story) -> None:
    view = situation(MINE, (2, 2, 3), unseen=UNSEEN)
    before = {*UNSEEN}
    for one in reversed(story):
        if isinstance(one, Swapped | Mixed) and one.gave != one.got and one.gave and one.got:
            before = before - {one.gave} | {one.got}
    twin = twin_of((2, 2, 3), tuple(sorted(before)))
    tell(twin, story)
    table = supposed(view, story).hidden.table()
    assert {(str(c), str(o)): x for c, row in table.items() for o, x in row.items() if x} == twin.table()


def test_a_story_of_a_trade_is_what_a_record_of_it_tells() -> None:
    text = "D8,S6/S8,H9:trade/D6,JK DSHC CA try*3 - - 2 -"
    record = Record(cross_sevens.NOTATION, cross_sevens.parse(text))
    for player, step in ((2, "trade:3"), (2, ">H9"), (3, ">JK"), (0, "=JK"), (0, "=H9")):
        record.play(player, step) if player else record.happen(step)
    view, seen = record.state.view(1), sights(record, 1)
    lacks = Lacks(3, parse_cards("S8"))
    assert told(supposed(view, [Traded(2, 3), lacks])) == told(with_facts(known(view, seen), view, [lacks]))
    assert told(supposed(view)) == told(known(view)) == told(known(view, seen))


def test_the_position_itself_is_heeded_in_a_story() -> None:
    """Nobody holds what the joker stands for (rule 11)."""
    view = situation("DK", (1, 2, 2), field="DSHC,JK=D8@b2,D9@b3", unseen=parse_cards("D8,S8,H8,C8,CA"))
    assert supposed(view).hidden.where(D8)[0] == 1


def test_a_situation_is_a_view_and_refuses_what_is_none() -> None:
    view = situation("S8,H2", (3, 2, 1, 4), player=2, field="DSHC,D8@b2", actions="try,stop")
    assert (view.player, view.turn, view.sizes, len(view.unseen)) == (2, 2, (3, 2, 1, 4), 53 - 5 - 2)
    assert cross_sevens.parse_view(str(view), 2) == view
    assert layable(view.table) == parse_cards("D6,D9,S6,S8,H6,H8,C6,C8")
    with pytest.raises(SetupError, match="2 trumps"):
        situation("S8,H2", (3, 3, 1))
    with pytest.raises(SetupError, match="no player 4"):
        situation("S8,H2", (2, 3, 1), player=4)


def test_what_cannot_be_is_refused() -> None:
    view = situation(MINE, (2, 2, 3), unseen=UNSEEN)
    refused: list[tuple[Story, str]] = [
        ([Lacks(1, [S8])], "none of the others"),
        ([Traded(2, 2)], "none of the others"),
        ([Holds(2, D8)], "not among"),
        ([Swapped(2, D8, S8)], "cannot have come"),
        ([Mixed()], "MIX"),
        ([Lacks(2, UNSEEN)], "no deal"),
        ([Holds(2, S8), Holds(2, H8), Holds(2, C8)], "no deal"),
    ]
    for story, why in refused:
        with pytest.raises(SetupError, match=why):
            supposed(view, story)
    record = Record(cross_sevens.NOTATION, cross_sevens.parse(ROUTES[4][0]))
    record.play(1, "draw:action")
    record.happen("=mix")
    with pytest.raises(SetupError, match="a turn"):
        supposed(record.state.view(1), [Traded(2, 3)])
    seen = sights(record, 1)
    for wrong in (seen[:1], [seen[1], seen[0]], seen[:1] * 2):
        with pytest.raises(SetupError, match="do not lead"):
            known(record.state.view(1), wrong)
    with pytest.raises(SetupError, match="no assumption"):
        known(view, assumption="hope")
    with pytest.raises(SetupError, match="passes"):
        known(view, passes=-1)
    with pytest.raises(TooLarge, match="more than 1"):
        supposed(view, [Swapped(2, S8, D8), Traded(2, 3)], most_ways=1)


def test_after_the_deal_the_hands_are_hypergeometric() -> None:
    """Facts: all 7s are down and no trump pile is left, so each of n unseen trumps is with a player of size s
    with the chance s/n, whatever was seen of the set-up."""
    rng = Random(5)
    for players in (3, 4, 5):
        record = Record(cross_sevens.NOTATION, cross_sevens.start(players))
        while not record.state.starts_turn() or not record.state.turn:
            state = record.state
            if chance := state.chance():
                record.happen(chance.sample(rng))
            else:
                record.play(state.to_act()[0], rng.choice(list(state.legal_moves(state.to_act()[0]))))
        view, seen = record.state.view(1), sights(record, 1)
        assert view.table.pile == 0
        for found in (known(view), known(view, seen)):
            assert found.hidden.ways == 1
            for card, row in told(found).items():
                assert card in view.unseen
                assert row == {
                    player: Fraction(view.sizes[player - 1], len(view.unseen))
                    for player in range(2, players + 1)
                }
