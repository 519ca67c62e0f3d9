"""The odds of Cross Sevens: against the engine played in every deal, formulas, and cases by hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import comb
from random import Random

import pytest

from inaba import cross_sevens
from inaba.cross_sevens.cards import Action, Card, parse_card, parse_cards
from inaba.cross_sevens.moves import Claim, Dealt, Draw, Lay, Move, Try
from inaba.cross_sevens.rules import parse_rules
from inaba.cross_sevens.state import State, View
from inaba.cross_sevens.table import TURN, Claiming, Placing
from inaba.errors import SetupError, TooLarge
from inaba.record import Record
from solvers.cross_sevens_evidence import Assumption, Fact, Lacks, Passed, Swapped, Traded, sights, situation
from solvers.cross_sevens_odds import FACE_DOWN, PILE, Adviser, MoveOdds, Odds, advise, hit
from tests.cross_sevens_deals import deals

POSITIONS = [
    # One's own D9 and H5 wait for others; a pile; the joker is somewhere.
    ("D9,H5,C9:try,stop/S8,H8,D10/H6,JK DSHC,C8@e5 D8,CA try*9 - - 1 -", "", 1),
    # The joker in the own hand, gaps for trumps that others hold, or the pile.
    ("D9,H9,JK:try/D8,S9/H8,S2 DSHC C9 plus*9 - - 1 -", "", 1),
    # Another seat; a STOP; a 6 without room; four players.
    ("H2,H8/D5,S6:try,cross/D6,C8/S5,JK DSHC,D8@b2,stop@b0 - stop*9 - - 2 -", "", 2),
    # TRY takes; nothing is drawn for it; A and K next to each other.
    ("D2,DK:try/DA,S8/D3,S9 DSHC,D6@b0,D5@b-1,D4@b-2 H8 try*9 - - 1 -", "try=take,sides=fixed", 1),
    # The joker lies, and nobody holds what it stands for.
    ("D10,S6:try/S8,DJ/C6,H8 DSHC,JK=D8@b2,D9@b3 D8,C9 try*9 - - 1 -", "", 1),
]


def positions() -> Iterator[tuple[State, View]]:
    for text, rules, player in POSITIONS:
        state = cross_sevens.parse(text, parse_rules(rules))
        yield state, state.view(player)


def mean(values: list[bool]) -> Fraction:
    return Fraction(sum(values), len(values))


def heeding(every: list[State]) -> list[State]:
    """Those in which nobody holds what the joker stands for: he would have claimed (rule 11)."""
    return [s for s in every if not s.field.joker or s.field.joker[1] in s.pile]


def lays(state: State, player: int) -> bool:
    """Whether a player could lay something in a turn without action cards, by the engine."""
    owns = tuple(own._replace(actions=()) for own in state.secrets)
    turn = State(replace(state.table, turn=player, used=(), phase=TURN, held=(0,) * state.players), owns)
    return any(isinstance(move, Lay) for move in turn.legal_moves(player))


# Who holds what ---------------------------------------------------------------------------------------------


def test_the_table_and_all_questions_are_those_of_all_deals() -> None:
    for state, view in positions():
        every = heeding(deals(state, view.player))
        odds = Odds(view)
        table = odds.table()
        assert list(table) == list(view.table.unseen)
        for card, row in table.items():
            assert sum(row.values()) == 1
            assert {owner: chance for owner, chance in row.items() if chance} == {
                owner: chance for owner, chance in odds.where(card).items() if chance
            }
            for owner, chance in row.items():
                assert chance == mean([card in (s.hand(owner) if owner else s.pile) for s in every])
        for player in range(1, view.players + 1):
            assert sum(row[player] for row in table.values()) == view.sizes[player - 1]
        one, two = odds.rivals[:2]
        cards, more = view.unseen[:3], view.unseen[2:5]

        def has(s: State, player: int, some: tuple[Card, ...]) -> bool:
            return any(card in s.hand(player) for card in some)

        assert odds.holds(cards, one) == mean([has(s, one, cards) for s in every])
        assert odds.holds(cards) == mean([any(has(s, p, cards) for p in odds.rivals) for s in every])
        assert odds.none((cards, [one]), (more, [two])) == mean(
            [not has(s, one, cards) and not has(s, two, more) for s in every]
        )
        assert odds.each((cards, [one]), (more, [two])) == mean(
            [has(s, one, cards) and has(s, two, more) for s in every]
        )
        number = odds.number(cards, one, two)
        for n in range(4):
            held = [sum(card in (*s.hand(one), *s.hand(two)) for card in cards) == n for s in every]
            assert number[n] == mean(held)


def test_ones_own_trumps_are_where_one_knows_them() -> None:
    view = cross_sevens.parse("D8,D9/S8,S2/H8,JK DSHC - try*9 - - 1 -").view(1)
    odds, mine = Odds(view), parse_cards("D8,S2")
    assert odds.holds(mine, 1) == 1
    assert odds.none((mine, [1])) == 0
    assert odds.holds(mine, 2) == Fraction(1, 2)
    assert odds.each((mine, [1, 2]), (parse_cards("H8"), [3])) == Fraction(1, 2)
    assert dict(odds.number(mine, 1, 2).items()) == {1: 1, 2: 1}
    assert odds.where(parse_card("D8")) == {1: 1}
    with pytest.raises(SetupError, match="lies on the field"):
        odds.where(parse_card("D7"))
    with pytest.raises(SetupError, match="S3 is not in this game"):
        odds.where(parse_card("S3"))
    with pytest.raises(SetupError, match="no player 4"):
        odds.holds(mine, 4)


def test_a_trump_face_down_is_nobodys() -> None:
    record = Record(cross_sevens.NOTATION, cross_sevens.parse("D8,D9:trade/S8,S2/H8,JK DSHC - try*9 - - 1 -"))
    record.play(1, "trade:2")
    record.play(1, ">D9")
    mine = Odds(record.state.view(1), sights(record, 1)).table()
    assert mine[parse_card("D9")] == {1: 0, 2: 0, 3: 0, FACE_DOWN: 1}
    assert mine[parse_card("S2")] == {1: 0, 2: Fraction(1, 2), 3: Fraction(1, 2), FACE_DOWN: 0}
    record.play(2, ">S2")
    odds = Odds(record.state.view(1), sights(record, 1))
    s2, d9 = parse_cards("S2,D9")[::-1]
    assert odds.where(s2) == {2: Fraction(1, 4), 3: Fraction(1, 2), FACE_DOWN: Fraction(1, 4)}
    assert odds.where(d9) == {FACE_DOWN: 1}
    assert all(sum(row.values()) == 1 for row in odds.table().values())
    onlooker = Odds(record.state.view(0), sights(record, 0))
    assert all(sum(row.values()) == 1 for row in onlooker.table().values())


@pytest.mark.parametrize("players", [3, 4, 5])
def test_before_the_first_play_the_odds_are_hypergeometric(players: int) -> None:
    rng, state = Random(players), cross_sevens.start(players)
    while not (state.turn and state.phase == TURN):
        chance = state.chance()
        if chance is not None:
            state = state.happen(chance.sample(rng))
        else:
            state = state.play(state.to_act()[0], next(state.legal_moves(state.to_act()[0])))
    odds, view = Odds(state.view(1)), state.view(1)
    unseen, size = len(view.unseen), view.sizes[1]
    some = [card for card in view.unseen if card.rank == 8]
    assert odds.none((some, [2])) == Fraction(comb(unseen - len(some), size), comb(unseen, size))
    for n in range(len(some) + 1):
        ways = comb(len(some), n) * comb(unseen - len(some), size - n)
        assert odds.number(some, 2)[n] == Fraction(ways, comb(unseen, size))


# TRY --------------------------------------------------------------------------------------------------------


def tried(state: State, move: Try, me: int) -> tuple[bool, set[Card]]:
    """Whether a TRY finds its trump, and which own trumps can be laid after it, by the engine."""
    answered = state.play(me, move)
    if move.card not in answered.hand(move.player):
        return False, set()
    shown = answered.play(move.player, "yes")
    after = [shown]
    if isinstance(shown.phase, Placing):
        after = [shown.play(me, lay) for lay in shown.legal_moves(me)]
    found = set()
    for one in after:
        if one.result() is not None:
            continue
        laid = [m for m in one.legal_moves(me) if isinstance(m, Lay) and not m.actions() and m.gap is None]
        found |= {lay.card for lay in laid}
    return True, found


def test_a_try_hits_and_opens_as_in_every_deal() -> None:
    met = 0
    for state, view in positions():
        every = heeding(deals(state, view.player))
        now = {m.card for m in view.legal_moves() if isinstance(m, Lay) and not m.actions() and m.gap is None}
        found = Odds(view).tries()
        assert {odds.move for odds in found} == {m for m in view.legal_moves() if isinstance(m, Try)}
        assert [odds.rank for odds in found] == sorted((odds.rank for odds in found), reverse=True)
        for odds in found:
            answers = [tried(s, odds.move, view.player) for s in every]
            assert odds.chance == mean([hits for hits, _ in answers]) == hit(view, odds.move)
            opens = {card for hits, cards in answers if hits for card in cards} - now - {odds.move.card}
            if odds.chance and view.rules.try_hit == "lay":
                assert {*odds.opens} == opens, odds
                met += bool(opens)
        assert Odds(view).openings() == tuple(odds for odds in found if odds.opens and odds.chance)
    assert met > 2


def test_no_try_without_the_card() -> None:
    assert Odds(cross_sevens.parse("D8/S8/H8 DSHC - try*9 - - 1 -").view(1)).tries() == ()


# Laying -----------------------------------------------------------------------------------------------------


def test_who_can_lay_is_counted_as_in_every_deal() -> None:
    """Trumps alone, and the joker with what lies beyond a gap; no action cards."""
    for state, view in positions():
        every = heeding(deals(state, view.player))
        odds = Odds(view)
        for player in range(1, view.players + 1):
            assert odds.lays(player) == mean([lays(s, player) for s in every]), (player, str(view))


def test_the_joker_makes_a_difference_to_who_can_lay() -> None:
    """By hand: of S9, JK, S2 and H2, player 2 holds two; he can lay if and only if they are S9 and the joker,
    or, with H8 in the place of H2, if he has H8 besides."""
    stuck = cross_sevens.parse("D2/S9,JK/S2,H2 DSHC - try*9 - - 1 -").view(1)
    assert Odds(stuck).lays(2) == Fraction(1, 6)
    free = cross_sevens.parse("D2/S9,JK/S2,H8 DSHC - try*9 - - 1 -").view(1)
    assert Odds(free).lays(2) == Fraction(1, 6) + Fraction(3, 6)


# Moves ------------------------------------------------------------------------------------------------------


def expected(every: list[State], view: View, move: Move) -> MoveOdds:
    """What `MoveOdds` says of a move, by playing it in every deal."""
    me, hits, claimed, follows = view.player, [], [], []
    laid = mine = 0
    following = view.table.after(me)
    for before in every:
        after = before.play(me, move)
        if isinstance(move, Lay):
            laid = len(before.hand(me)) - len(after.hand(me))
            taken = False
            while isinstance(after.phase, Claiming):
                answer = next(after.legal_moves(after.to_act()[0]))
                taken = taken or isinstance(answer, Claim)
                held = after
                after = after.play(after.to_act()[0], answer)
                after = replace(after, table=replace(after.table, field=held.field)) if taken else after
            claimed.append(taken)
        elif isinstance(move, Try):
            hits.append(move.card in before.hand(move.player))
        elif isinstance(move, Draw) and move.trump:
            chance = after.chance()
            assert chance is not None
            cells = [event.card for event in chance if isinstance(event, Dealt)]
            hits += [bool(cross_sevens.places(view.field, card, view.rules)) for card in cells]
        field = after.field if isinstance(move, Lay) else before.field
        owns = tuple(
            own if n == following else before.secrets[n - 1] for n, own in enumerate(before.secrets, 1)
        )
        follows.append(lays(State(replace(before.table, field=field), owns), following))
        hand = [card for card in view.hand if card not in field.cards()]
        mine = sum(
            any(not p.cross and not p.tunnel for p in cross_sevens.places(field, card, view.rules))
            for card in hand
        )
    return MoveOdds(
        move=move,
        laid=laid,
        mine=mine,
        hits=mean(hits) if hits else None,
        claimed=mean(claimed) if isinstance(move, Lay) and move.gap else None,
        next=following,
        follows=mean(follows),
    )


def test_the_odds_of_a_move_are_those_of_playing_it_in_every_deal() -> None:
    jokers = draws = 0
    for state, view in positions():
        every = heeding(deals(state, view.player))
        odds = Odds(view)
        moves = odds.moves()
        assert {one.move for one in moves} == {*view.legal_moves()}
        assert [one.rank for one in moves] == sorted((one.rank for one in moves), reverse=True)
        for found in moves[::4]:
            assert found == expected(every, view, found.move), str(found.move)
        jokers += any(one.claimed for one in moves[::4])
        draws += any(one.hits for one in moves[::4] if isinstance(one.move, Draw))
    assert jokers


def test_what_a_drawn_trump_is_good_for() -> None:
    """By hand: of the five unseen trumps S8 and H8 can be laid, and one of the five is the pile."""
    view = cross_sevens.parse("D8,D10/S8,CA/H8,S2 DSHC C2 try*9 - - 1 -").view(1)
    draw = Odds(view).move(Draw(True))
    assert (draw.hits, draw.mine, draw.laid) == (Fraction(2, 5), 1, 0)


def test_advice_has_a_cell_for_each_column_and_is_ranked() -> None:
    for _, view in positions():
        advice = advise(view)
        assert [move for move, _ in advice] == [one.move for one in advice.odds]
        assert {len(cells) for _, cells in advice} == {len(advice.columns)}
        for (_, cells), one in zip(advice, advice.odds, strict=True):
            assert cells == (
                str(one.mine),
                one.follows,
                "-" if one.hits is None else one.hits,
                "-" if one.claimed is None else one.claimed,
            )
        assert advice.method.key.endswith("uniform")
        assert Adviser()(view) == advice
    assert advise(view, assumption="passed_could_not_lay").method.key.endswith("lay")
    assert advise(cross_sevens.parse("D8/S8/H8 DSHC - try*9 - - 1 -").view(2)) == []


def test_an_adviser_is_silent_where_counting_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    view = cross_sevens.parse("D8/S8/H8 DSHC - try*9 - - 1 -").view(1)

    def refuse(*_: object, **__: object) -> None:
        raise TooLarge("solvers.whereabouts.ways", size=2, limit=1)

    monkeypatch.setattr("solvers.cross_sevens_odds.known", refuse)
    assert Adviser()(view) is None
    with pytest.raises(TooLarge, match="the last few passes"):
        Odds(view)


# Reach ------------------------------------------------------------------------------------------------------


def test_out_of_reach_is_what_waits_for_the_pile() -> None:
    """By hand: the own DJ waits for D9 and D10, two of six unseen trumps, and the pile is two of the six."""
    view = cross_sevens.parse("DJ/D8,H2/S8,D10 DSHC D9,H3 try*9 - - 1 -").view(1)
    odds = Odds(view)
    free = Fraction(comb(3, 2), comb(6, 2))  # D8, too, has to be in a hand.
    assert odds.out_of_reach(parse_card("DJ")) == 1 - free
    assert odds.out_of_reach(parse_card("D8")) == Fraction(2, 6)
    # Over the corner there is no other way, for all the cards from A to 6 are out of the game.
    assert odds.out_of_reach(parse_card("DJ"), [Action.TUNNEL]) == 1 - free
    shut = cross_sevens.parse(
        "D5,D6/D8,S4/HA,S5 DSHC,S6@c1,S8@c3,H6@d2,C8@e5,stop@b0,stop@b2 - cross - - 1 -"
    )
    assert Odds(shut.view(1)).out_of_reach(parse_card("D6")) == 1
    assert Odds(shut.view(1)).out_of_reach(parse_card("D6"), [Action.CROSS]) == 0
    assert Odds(shut.view(1)).out_of_reach(parse_card("S4")) == 0


# A story, more facts ----------------------------------------------------------------------------------------


def test_facts_are_added_one_by_one_as_all_at_once() -> None:
    view = situation("D8,DK", (2, 3, 3), unseen=parse_cards("S8,S2,H8,H9,C8,JK,CA"))
    s8, h8 = parse_cards("S8,H8")
    facts: list[Fact] = [Lacks(2, [s8]), Passed(3)]
    at_once = Odds.supposed(view, facts)
    one_by_one = Odds(view).given(facts[0]).given(facts[1])
    assert at_once.table() == one_by_one.table() == Odds(view).given(*facts).table()
    # Player 3 has three of four, none of them an 8; so what is an 8 is with 2 or in the pile, S8 in the pile.
    assert at_once.where(s8) == {2: 0, 3: 0, PILE: 1}
    assert at_once.where(h8) == {2: 1, 3: 0, PILE: 0}
    with pytest.raises(SetupError, match="no deal"):
        at_once.given(Lacks(2, [h8]))
    with pytest.raises(SetupError, match="no deal"):
        Odds.supposed(view, [Passed(2), Passed(3)])
    assert Odds.supposed(view, [Swapped(2, s8, parse_card("DK")), Traded(2, 3)]).where(s8)[3] == Fraction(
        1, 3
    )


def test_the_assumption_is_kept_and_more_evidence_moves_the_chances() -> None:
    text = "D2,S2/S8,H9/D6,HJ DSHC C9,CJ try*9 - - 2 -"
    record = Record(cross_sevens.NOTATION, cross_sevens.parse(text))
    for player, move in ((2, "draw:action"), (0, "=try"), (3, "draw:action"), (0, "=try")):
        record.play(player, move) if player else record.happen(move)
    view, seen = record.state.view(1), sights(record, 1)
    passed = Odds(view, seen, Assumption.PASSED_COULD_NOT_LAY)
    assert passed.assumption == "passed_could_not_lay" == passed.given(Lacks(2, parse_cards("HJ"))).assumption
    # The six unseen trumps: S8 and D6 could have been laid, and so are the pile.
    assert passed.where(parse_card("S8")) == {2: 0, 3: 0, PILE: 1}
    assert Odds(view, seen).where(parse_card("S8")) == {
        2: Fraction(1, 3),
        3: Fraction(1, 3),
        PILE: Fraction(1, 3),
    }
    assert Odds(view, seen, "passed_could_not_lay", passes=0).table() == Odds(view).table()


def test_equal_views_have_equal_odds_whatever_is_hidden() -> None:
    for state, view in (*positions(),)[:3]:
        told = Odds(view).table(), advise(view)
        for other in heeding(deals(state, view.player))[:60:12]:
            assert other.view(view.player) == view
            assert (Odds(other.view(view.player)).table(), advise(other.view(view.player))) == told
