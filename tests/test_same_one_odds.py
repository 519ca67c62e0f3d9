"""The odds of Same One: against the engine played through with every deal, formulas, and cases by hand.

The oracle is the engine itself. `Filter` follows a game as one player saw it with all positions that it may
have come from: where a card comes off the pile that he did not see, every card of the pile comes in turn, and
a position drops out when what he did see is not legal in it. Nothing of the solvers is used for that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

import pytest

from inaba import same_one
from inaba.errors import SetupError, TooLarge
from inaba.game import Policy, uniform
from inaba.record import Record
from inaba.same_one.cards import CARDS, Card, parse_card, parse_cards
from inaba.same_one.moves import Call, Decline, Draw, Pass, Play, parse_event, parse_move
from inaba.same_one.rules import parse_rules
from inaba.same_one.state import State, View
from inaba.same_one.table import Asking, Drawn, Own, Penalty, Racing
from solvers.same_one_evidence import Laid, Sight, known, sights
from solvers.same_one_odds import PILE, Adviser, Assumption, MoveOdds, Odds, advise
from solvers.same_one_policies import greedy

NO_CALL = Assumption.NO_CALL_NO_CARD

TINY = parse_cards("g1,g9,g13,g20,b1,b9,b13,b20,y9,y13,y20")
"""Eleven cards: two dogs, and three colours of a number on either side of 15, and of a shark."""


# The engine with every deal -------------------------------------------------------------------------------


class Filter:
    """All positions that a game may be in, as one player sees it, each with the number of ways to it."""

    def __init__(self, start: State, player: int, doubted: tuple[int, ...] | None = None) -> None:
        self.player, self.doubted = player, doubted
        self.states: Counter[State] = Counter([start])

    def saw(self, sight: Sight) -> None:
        calls: dict[int, Card] = {}
        then: Counter[State] = Counter()
        for state, ways in self.states.items():
            for after in self.follow(state, sight, calls):
                if after.view(self.player) == sight.after:
                    then[after] += ways
        self.states = then

    def follow(self, state: State, sight: Sight, calls: dict[int, Card]) -> Iterator[State]:
        """Where a step may lead from one position."""
        if sight.step == "=??":
            yield from (state.happen(event) for event in state.chance() or ())
        elif sight.step == "?":
            # A hidden answer: each that is legal; the calls that come out in the end tell which were right.
            for move in state.legal_moves(sight.actor):
                if isinstance(move, Call) or (
                    isinstance(move, Decline) and not self.silent(state, sight.actor)
                ):
                    yield state.play(sight.actor, move)
        elif sight.actor == 0:
            event = parse_event(sight.step)
            if event in (state.chance() or ()):
                yield state.happen(event)
        else:
            move = parse_move(sight.step)
            kept = isinstance(move, Pass) and self.silent(state, sight.actor)
            if not kept and state.why_illegal(sight.actor, move) is None:
                yield state.play(sight.actor, move)

    def silent(self, state: State, player: int) -> bool:
        """Whether silence now would be that of somebody who could call and is taken at it."""
        if self.doubted is None or player in (*self.doubted, self.player):
            return False
        return any(isinstance(move, Call) for move in state.legal_moves(player))

    def chance(self, event: object) -> Fraction:
        assert callable(event)
        total = sum(self.states.values())
        return Fraction(sum(ways for state, ways in self.states.items() if event(state)), total)


def game(start: State, policy: Policy, seed: int, most_steps: int, calling: bool = True) -> Record:
    """A game played at random, by people who call whenever they can unless said otherwise."""
    rng = Random(seed)
    record = Record(same_one.NOTATION, start)
    while record.result is None and len(record.steps) < most_steps:
        state: State = record.state
        if chance := state.chance():
            record.happen(chance.sample(rng))
            continue
        player = state.to_act()[0]
        calls = [move for move in state.legal_moves(player) if isinstance(move, Call)]
        record.play(player, calls[0] if calls and calling else policy(state.view(player), rng))
    return record


def compare(odds: Odds, oracle: Filter) -> None:
    """All that can be asked of single cards, and some joint questions, is answered as by the oracle."""
    view = odds.view
    others = [player for player in range(1, view.players + 1) if player != view.player]
    lies: Counter[tuple[Card, int]] = Counter()
    for state, ways in oracle.states.items():
        for player in (0, *others):
            for card in state.hand(player) if player else state.pile:
                lies[card, player] += ways
    total = sum(oracle.states.values())
    for card in view.unseen:
        for player, chance in odds.where(card).items():
            assert chance == Fraction(lies[card, player], total), (card, player, str(view))
    for number in sorted({card.number for card in view.unseen}):
        cards = [card for card in CARDS if card.number == number]

        def hold(state: State, cards: list[Card] = cards) -> bool:
            return any(card in state.hand(player) for card in cards for player in others)

        assert odds.holds(cards, *others) == oracle.chance(hold)
    two = [(parse_cards("g9,b13,y20"), others[:1]), (parse_cards("b9,g13"), others[1:2])]

    def each(state: State) -> bool:
        return all(any(card in state.hand(p[0]) for card in cards) for cards, p in two)

    assert odds.each(*two) == oracle.chance(each)


GAMES = [("", 45), ("fouls=yes", 45), ("fixed_order=yes,race=1:2:4", 10), ("play_on=yes", 45)]


def small_game(rules: str, most_steps: int, seed: int) -> tuple[State, int, list[Sight]]:
    start = same_one.start(3, parse_rules(rules), deck=TINY, hand=2)
    player = seed % 3 + 1
    return start, player, sights(game(start, uniform, seed, most_steps), player)


@pytest.mark.parametrize(("rules", "most_steps"), GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_every_question_is_answered_as_by_the_engine_with_every_deal(
    rules: str, most_steps: int, seed: int
) -> None:
    """Deals, draws, fouls, races, new piles; what was seen of them, and that nobody held a call back."""
    start, player, seen = small_game(rules, most_steps, seed)
    oracles = {
        Assumption.UNIFORM: Filter(start, player),
        NO_CALL: Filter(start, player, doubted=()),
    }
    for count, sight in enumerate(seen, 1):
        for oracle in oracles.values():
            oracle.saw(sight)
        # An answer that is a secret yet is a decision, not chance: the oracle cannot weigh it.
        if count % 3 == 0 and "ask:" not in str(sight.after):
            for assumption, oracle in oracles.items():
                compare(Odds(sight.after, seen[:count], assumption), oracle)


def test_the_games_above_hold_all_that_can_make_a_difference() -> None:
    found: Counter[str] = Counter()
    for rules, most_steps in GAMES:
        for seed in range(4):
            _, _, seen = small_game(rules, most_steps, seed)
            for sight in seen:
                before, after = sight.before.table, sight.after.table
                found["new pile"] += bool(set(after.unseen) - set(before.unseen))
                found["race"] += isinstance(before.phase, Racing) and len(before.phase.calls) > 1
                found["foul"] += isinstance(after.phase, Penalty)
                found["shark"] += after.last != before.last and after.passes == 1
            cards = known(seen[-1].after, seen, NO_CALL).cards
            found["of unknown batch"] += any(isinstance(card, Laid) for card in cards)
    assert all(found[kind] for kind in ("new pile", "race", "foul", "shark", "of unknown batch")), found


def test_who_shows_a_card_that_he_could_have_called_is_taken_at_his_silence_no_longer() -> None:
    """People who never call: what is left of the evidence agrees with the engine once they are doubted."""
    doubted = 0
    for seed in range(1, 10, 2):
        start = same_one.start(3, deck=TINY, hand=2)
        record = game(start, uniform, seed, 45, calling=False)
        seen = sights(record, 1)
        while "ask:" in str(seen[-1].after):
            seen.pop()
        odds = Odds(seen[-1].after, seen, NO_CALL)
        oracle, believing = Filter(start, 1, odds.known.doubted), Filter(start, 1, ())
        for sight in seen:
            oracle.saw(sight)
            believing.saw(sight)
        compare(odds, oracle)
        assert bool(odds.known.doubted) == (not believing.states)
        doubted += bool(odds.known.doubted)
    assert doubted > 1


# Moves, against the engine played on from every deal ------------------------------------------------------


def deals(view: View) -> list[State]:
    """Every position that a view may be of, by its sizes alone."""
    found = []

    def deal(player: int, left: tuple[Card, ...], owns: tuple[Own, ...]) -> None:
        if player > view.players:
            found.append(State(view.table, owns))
        elif player == view.player:
            deal(player + 1, left, (*owns, view.own))
        else:
            for hand in combinations(left, view.sizes[player - 1]):
                rest = tuple(card for card in left if card not in hand)
                deal(player + 1, rest, (*owns, Own(hand)))

    deal(1, view.unseen, ())
    return found


def mean(values: list[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)


def answering(state: State, player: int, kinds: type | tuple[type, ...]) -> bool:
    return any(isinstance(move, kinds) for move in state.legal_moves(player))


def declined(state: State) -> State:
    while isinstance(state.phase, Asking):
        state = state.play(state.to_act()[0], "-")
    return state


def called(state: State, me: int) -> list[Fraction]:
    """For each player the chance that his call counts, where all who can call do."""
    shares = [Fraction(0)] * state.players
    while isinstance(state.phase, Asking):
        player = state.to_act()[0]
        calls = [move for move in state.legal_moves(player) if isinstance(move, Call)]
        state = state.play(player, calls[0] if calls else "-")
    if isinstance(state.phase, Racing):
        chance = state.chance()
        assert chance is not None
        for event in chance:
            shares[event.calls[0][0] - 1] += chance[event]  # type: ignore[union-attr]  # a race
    shares[me - 1] = Fraction(0)
    return shares


def undisturbed(state: State, me: int) -> Fraction:
    """The chance to get out at one's next turn where nobody can lay anything before it, not even drawn."""
    if state.result() is not None or not state.hand(me):
        return Fraction(1)
    if isinstance(state.phase, Asking):
        if any(answering(state, player, Call) for player in state.to_act() if player != me):
            return Fraction(0)
        return undisturbed(declined(state), me)
    if state.chance() is not None:
        chance = state.chance()
        assert chance is not None
        return sum((chance[e] * undisturbed(state.happen(e), me) for e in chance), Fraction(0))
    if state.turn == me:
        assert state.centre is None
        plays = [move for move in state.legal_moves(me) if isinstance(move, Play)]
        return Fraction(any(not state.play(me, move).hand(me) for move in plays))
    if answering(state, state.turn, (Play, Call)):
        return Fraction(0)
    return undisturbed(state.play(state.turn, "pass" if isinstance(state.phase, Drawn) else "draw"), me)


def expected(view: View, move: object) -> MoveOdds:
    """What `MoveOdds` says of a move, by playing it in every deal."""
    every, me = deals(view), view.player
    called_, followed, quiet, out, score = [], [], [], [], []
    following = 0
    for before in every:
        state = before.play(me, move)  # type: ignore[arg-type]  # a move
        shares = called(state, me) if isinstance(move, Play | Call) else [Fraction(0)] * view.players
        called_.append(shares)
        follows = False
        if isinstance(move, Play) and isinstance(state.phase, Asking):
            following = state.turn
            quietly = declined(state)
            follows = following != me and quietly.turn == following and answering(quietly, following, Play)
        followed.append(Fraction(follows))
        ends = state.result() is not None
        loud = sum(shares) if isinstance(move, Call) else Fraction(bool(sum(shares)))
        quiet.append((1 - loud) * Fraction(not follows and isinstance(move, Play | Call)))
        if isinstance(move, Play):
            out.append(undisturbed(state, me))
        laid = move.cards if isinstance(move, Play) else (move.card,) if isinstance(move, Call) else ()
        left = [card for card in view.hand if card not in laid]
        lost = -sum(2 if card.number in range(13, 19) else 1 for card in left)
        if ends:
            scores = state.scores()
            score.append(Fraction(scores[me - 1]) if scores else Fraction(0))
        elif isinstance(move, Draw):
            chance = state.chance()
            cards = [event.card for event in chance or ()]  # type: ignore[union-attr]  # cards come
            score.append(lost - mean([Fraction(c.points) for c in cards]) if cards else Fraction(lost))
        else:
            score.append(Fraction(lost))
    callers = tuple(mean(list(column)) for column in zip(*called_, strict=True))
    return MoveOdds(
        move=move,  # type: ignore[arg-type]  # a move
        laid=laid,
        next=following,
        called=sum(callers, Fraction(0)),
        callers=callers,
        followed=mean(followed),
        unanswered=mean(quiet),
        out=mean(out) if out else Fraction(-1),
        score=None if view.rules.play_on else mean(score),
    )


def expected_drawing(view: View) -> Fraction:
    """`out` for drawing: for each card that comes the best move, chosen by who sees that card alone."""
    by_card: dict[Card, list[tuple[Fraction, State]]] = {}
    every = deals(view)
    for before in every:
        state = before.play(view.player, "draw")
        chance = state.chance()
        for event in chance or ():
            assert chance is not None
            card: Card = event.card  # type: ignore[union-attr]  # cards come
            by_card.setdefault(card, []).append((chance[event], state.happen(event)))
    best = Fraction(0)
    for came in by_card.values():
        moves = [move for move in came[0][1].legal_moves(view.player) if isinstance(move, Play | Call)]
        values = [
            sum((w * undisturbed(s.play(view.player, move), view.player) for w, s in came), Fraction(0))
            for move in moves
        ]
        best += max(values, default=Fraction(0))
    return best / len(every)


LATE = [
    ("g9,g12/b5,g14/y9,y2 g7:3 - b9,y30 1 0", "", 1),
    ("g9/b5,g14/y9,y2 g7:3 b1 b9,y30 1 0", "", 1),
    ("g9,b9,y3/g20/y9 g7:3 g5,g6 b12,g30 1 0", "", 1),
    # A shark skips, and may not be the last card, to follow or to call, until one more has been drawn.
    ("g13,b4,y4/b13/y13/g30,g2 g7:4 - g12,b14 1 0", "", 1),
    ("g13,b4/b13/y20/g30,g2 g7:4 - - 1 0", "", 1),
    ("g13,b4/b13/y13 g7:3 - y20,g4 1 0", "", 1),
    ("g20,b4/g14/g15 g21:3 - y19,b18 1 0", "", 1),
    # Dogs, sharks at the end, a set, an empty pile, a new pile on the way round.
    ("g1,b1/b5,g14/y1,y2 g20:3 - b9,y30 1 0", "", 1),
    ("b4,y4/b5,y14/g4,y2 - - b9,y30 1 0", "", 1),
    ("b4,g5,y4/b5/b7,y14 g3:3 b9,g9,y9 b8 1 0", "", 1),
    ("g5,y4/b5/b7,y14/b10,b30 g3:4 b9,g9,y9 - 1 0", "", 1),
    ("g5,y4/b5/b7,y14/b10,b30 g3:4 - - 1 0", "", 1),
    ("g5/b5/b7,y14/g10,b30 g3:4 b9,g9 g20 1 0", "", 1),
    # Weights of a race; two who can call; a call of one's own in turn, and when asked.
    ("g9,g12/b9,g14/y9,y2 g7:3 - b30,y30 1 0", "race=1:2:5", 1),
    ("b9,g12/y9,g14/b1,y2 g9:3 - b30,y30 1 0", "race=1:2:5", 1),
    ("b9,g12/y9,g14/b1,y2 g9:3 - b30,y30 1 0 ask", "race=1:2:5", 1),
    ("b1,y2/g12/b9,g14/y9,y3 g9:1 - b30,y30 3 1 ask", "race=1:2:5:7", 3),
    # A drawn card.
    ("y7+g12/y9,g14/b1,y2 g9:3 - b30,y30 1 0 drawn", "", 1),
    ("y7+b9/y9,g14/b1,y2 g9:3 - b30,y30 1 0 drawn", "", 1),
    # Played on: one is out, two are left; a shark then comes back to its player.
    ("g13,g5,b5/-/y5,y13 g7:2 - b30 1 1", "play_on=yes", 1),
    ("g12/-/y5,y12/b3,b4 g7:4 - b30 1 0", "play_on=yes", 1),
    # Another seat.
    ("g3,g9/b5,y9,b12/y1,y2/g17 b4:1 g12 b2 2 0", "", 2),
]


@pytest.mark.parametrize(("position", "rules", "player"), LATE)
def test_the_odds_of_a_move_are_those_of_playing_it_in_every_deal(
    position: str, rules: str, player: int
) -> None:
    view = same_one.parse(position, parse_rules(rules)).view(player)
    odds = Odds(view)
    for found in odds.moves():
        wanted = expected(view, found.move)
        if isinstance(found.move, Play):
            assert found.out == wanted.out, found.move
        elif isinstance(found.move, Draw) and not isinstance(view.phase, Drawn):
            assert found.out == expected_drawing(view), found.move
        assert found.called == sum(found.callers)
        for name in ("next", "callers", "followed", "unanswered", "score", "laid"):
            assert getattr(found, name) == getattr(wanted, name), (str(found.move), name)


def test_moves_are_ranked_by_what_can_answer_them_and_legal_order_settles_ties() -> None:
    view = same_one.parse("g9,g12,b12,y3/b5,y7/y1,y2 g7:3 - b2,b9,y30 1 0").view(1)
    assert [str(odds.move) for odds in Odds(view).moves()] == ["g12+b12", "g12", "g9", "draw"]
    advice = advise(view)
    assert [move for move, _ in advice] == [odds.move for odds in advice.odds]
    for (_, cells), odds in zip(advice, advice.odds, strict=True):
        assert cells == (odds.called, odds.followed, odds.unanswered, odds.out, str(odds.score))
        assert len(cells) == len(advice.columns)
    on = advise(same_one.parse("g9,g12/b5/y1 g7:3 - b2 1 0", parse_rules("play_on=yes")).view(1))
    assert {len(cells) for _, cells in on} == {len(on.columns)} == {4}, "no scores where it is played on"
    assert advise(view).method.key.endswith("uniform")
    assert advise(same_one.parse("g3/b5/y1 g7:3 - - 1 0").view(2)) == []


# Formulas -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", range(3, 10))
def test_before_the_first_play_the_odds_are_hypergeometric(players: int) -> None:
    rng = Random(players)
    state = same_one.start(players)
    while state.result() is None and state.chance() is not None:
        chance = state.chance()
        assert chance is not None
        state = state.happen(chance.sample(rng))
    view = state.view(1)
    odds = Odds(view)
    size, others = view.sizes[1], sum(view.sizes[1:])
    sevens = [card for card in view.unseen if card.number == 7]
    unseen = len(view.unseen)
    assert odds.holds(sevens, 2) == 1 - Fraction(comb(unseen - len(sevens), size), comb(unseen, size))
    assert odds.holds(sevens) == 1 - Fraction(comb(unseen - len(sevens), others), comb(unseen, others))
    green = [card for card in view.unseen if card.colour == 0]
    found = odds.number(green, 3)
    for number in range(size + 1):
        ways = comb(len(green), number) * comb(unseen - len(green), size - number)
        assert found[number] == Fraction(ways, comb(unseen, size))
    card = next(card for card in view.hand if not card.shark)
    same = sum(other.number == card.number for other in view.unseen)
    assert sum(odds.callers(card)) == 1 - Fraction(comb(unseen - same, others), comb(unseen, others))
    assert len(set(odds.callers(card)[1:])) == 1, "with equal hands and weights all rivals are alike"
    assert sum(odds.points(player) for player in odds.rivals) == others * (
        1 + Fraction(sum(card.shark for card in view.unseen), unseen)
    )


def test_own_cards_count_where_one_asks_about_oneself() -> None:
    odds = Odds(same_one.parse("g3,g9/b5,y7/y1,y2 g7:3 - b2,b9,y30 1 0").view(1))
    nines = parse_cards("g9,b9,y9")
    assert odds.holds(nines, 1) == 1
    assert odds.none((nines, [1, 2])) == 0
    assert odds.each((nines, [1]), (parse_cards("b9"), [2])) == odds.holds(parse_cards("b9"), 2)
    assert odds.number(nines, 1, 2) == odds.number(nines, 2).map(lambda number: number + 1)
    assert odds.where(parse_card("g9")) == {1: 1}
    assert odds.holds(parse_cards("g7")) == 0, "what lies face up is held by nobody"


# Windows, by hand -----------------------------------------------------------------------------------------


def excluded(view: View, seen: list[Sight] | None = None) -> dict[int, set[str]]:
    """For each rival the cards that he cannot hold, because he did not call."""
    odds = Odds(view, seen or [], NO_CALL)
    return {
        player: {str(card) for card in view.unseen if not odds.where(card)[player]} for player in odds.rivals
    }


@pytest.mark.parametrize(
    ("position", "rules", "wanted"),
    [
        # Asked and silent; but nobody is asked about his own play.
        ("g3,g9/b5,y7/y1,y2 g7:3 - b2,b7,y30 1 0", "", {2: {"b7", "y7"}, 3: set()}),
        ("g3,g9/b5,y7/y1,y2 - g7 b2,b7,y30 1 0", "", {2: set(), 3: set()}),
        # Being asked; asked again, after a pass.
        ("g3,g9/b5,y7/y1,y2 g7:3 - b2,b7,y30 1 0 ask", "", {2: set(), 3: set()}),
        ("g3,g9/b5,y7/y1,y2 g7:3 - b2,b7,y30 2 1 ask", "", {2: {"b7", "y7"}, 3: set()}),
        # A card just drawn was not in the hand that was asked: it may be what he has.
        ("g3,g9/b5+y7/y1,y2 g7:3 - b2,b7,y30 2 1 drawn", "", {2: set(), 3: set()}),
        ("g3,g9/b5+y7/y1,y2/y3 g7:4 - b2,b7,y30 2 1 drawn", "", {2: set(), 3: {"b7", "y7"}, 4: set()}),
        # A shark as the last card cannot be called.
        ("g3,g9/b5/y1,y2/g1,g2 g14:4 - b2,b14,y30 2 1", "", {2: set(), 3: {"b14"}, 4: set()}),
        # A skip is a pass before anybody was asked; who had one card when he was asked may keep a shark.
        ("g3,g9/b5,b6/y1,y2/g1,g2 g14:1 - b2,b14,y30 3 1 ask", "", {2: set(), 3: set(), 4: set()}),
        ("g3,g9/b5,b6/y1,y2/g1,g2 g14:1 - b2,b14,y30 4 2 ask", "", {2: {"b14"}, 3: set(), 4: {"b14"}}),
        ("g3,g9/b5,b6/y1,y2,y3/g1,g2 g14:1 - b2,b14,y30 4 2 ask", "",
         {2: {"b14"}, 3: {"b14"}, 4: {"b14"}}),
        # Who called holds the card; who did not call does not hold another.
        ("g3,g9/b5,y7/y1,y2/y3 g7:4 - b2,b7,y30 1 0 call:2!y7", "", {2: set(), 3: {"b7", "y7"}, 4: {"y7"}}),
        # With fouls a card may have come at any time.
        ("g3,g9/b5,y7/y1,y2 g7:3 - b2,b7,y30 1 0", "fouls=yes", {2: set(), 3: set()}),
    ],
)  # fmt: skip
def test_what_a_view_alone_tells_of_silence(position: str, rules: str, wanted: dict[int, set[str]]) -> None:
    assert excluded(same_one.parse(position, parse_rules(rules)).view(1)) == wanted


def played(position: str, steps: str, rules: str = "") -> list[Sight]:
    """What player 1 saw of a game from a position on."""
    record = Record(same_one.NOTATION, same_one.parse(position, parse_rules(rules)))
    for step in steps.split():
        if record.state.chance():
            record.happen(step)
        else:
            record.play(record.state.to_act()[0], step)
    return sights(record, 1)


PLAY = "g3,g9,g20/b5,b6/y1,y2/y3,y4 g4:4 - b2,b9,y9,y30 1 0"


def most_nines(odds: Odds) -> list[int]:
    """For each rival how many of b9 and y9 he may hold at most."""
    return [max(odds.number(parse_cards("b9,y9"), player)) for player in odds.rivals]


def test_a_card_drawn_later_was_not_in_the_hand_that_was_asked() -> None:
    """g9 is laid and nobody calls; then 2 draws: that card alone may be a nine, until he has kept it."""
    asked = played(PLAY, "g9 - - -")
    assert most_nines(Odds(asked[-1].after, asked, NO_CALL)) == [0, 0, 0]
    drawn = played(PLAY, "g9 - - - draw =y30")
    assert most_nines(Odds(drawn[-1].after, drawn, NO_CALL)) == [1, 0, 0]
    kept = played(PLAY, "g9 - - - draw =y30 pass")
    assert most_nines(Odds(kept[-1].after, kept, NO_CALL)) == [0, 0, 0]


def test_the_last_pass_clears_without_asking_but_who_keeps_a_card_could_have_called() -> None:
    """Rule 8: all pass on g9, and I lead. What was drawn and kept is no nine; what is drawn from then on may
    be one, and those who were asked about the nine are not asked again."""
    cleared = played(PLAY, "g9 - - - draw =y30 pass - - - draw =b2 pass - - - draw =b9")
    last = Odds(cleared[-1].after, cleared, NO_CALL)
    assert most_nines(last) == [0, 0, 1]
    # Both nines were in the pile of four, and the two cards that were kept are none: 4 has drawn one.
    assert last.holds(parse_cards("b9,y9"), 4) == 1
    seen = played(
        PLAY.replace("y30", "y20-30"),
        "g9 - - - draw =y30 pass - - - draw =b2 pass - - - draw =y20 pass g3 - - - draw =b9 pass",
    )
    assert most_nines(Odds(seen[-1].after, seen, NO_CALL)) == [1, 0, 0]


def test_a_card_that_was_called_too_late_is_known_to_be_there() -> None:
    """Under either assumption: it was shown."""
    seen = played("g3,g9/b5,b9/y1,y9/y3,y4 g4:4 - b2,y30 1 0", "g9 !b9 !y9 - (3!y9,2!b9)")
    for assumption in Assumption:
        odds = Odds(seen[-1].after, seen, assumption)
        assert odds.where(parse_card("b9"))[2] == 1


def test_a_foul_shows_a_card() -> None:
    seen = played("g3,g9/b5,b6/y1,y2/y3,y4 g4:4 - b2,b9,y9,y30 1 0", "g9 xb6 =y30 - - -", "fouls=yes")
    for assumption in Assumption:
        odds = Odds(seen[-1].after, seen, assumption)
        assert odds.where(parse_card("b6"))[2] == 1
    assert odds.holds(parse_cards("b9,y9"), 2) == 0, "what he drew for it could have been called, too"


def test_a_new_pile_holds_the_played_cards_and_nothing_else() -> None:
    """Rule 9: 2 draws the last card; what was played before is the pile, and no hand holds any of it."""
    seen = played("g3,g9/b5,b6/y1,y2/y3,y4 g4:4 g1,g2,b1 y30 1 0", "g9 - - - draw =y30")
    odds = Odds(seen[-1].after, seen)
    for card in parse_cards("g1,g2,g4,b1"):
        assert odds.where(card)[PILE] == 1
    assert odds.where(parse_card("y30"))[PILE] == 0
    more = played("g3,g9/b5,b6/y1,y2/y3,y4 g4:4 g1,g2,b1 y30 1 0", "g9 - - - draw =y30 pass - - - draw =g2")
    odds = Odds(more[-1].after, more)
    assert odds.where(parse_card("g1")) == {PILE: Fraction(3, 4), 2: 0, 3: Fraction(1, 4), 4: 0}


def test_silence_long_ago_may_be_left_out_of_account() -> None:
    more = PLAY.replace("y30", "y3,y9,y20-30").replace("y9,", "", 1).replace("y3,y4", "y5,y4")
    steps = "g9 - - - draw =y30 pass - - - draw =b2 pass - - - draw =y20 pass g3 - - -"
    seen = played(more, steps)
    view = seen[-1].after

    def nine(windows: int | None) -> Fraction:
        return Odds(view, seen, NO_CALL, windows=windows).holds(parse_cards("b9,y9"), 3)

    def three(windows: int | None) -> Fraction:
        return Odds(view, seen, NO_CALL, windows=windows).holds(parse_cards("y3"), 3)

    assert {nine(None), three(None), nine(2), three(2)} == {0}
    assert nine(1) > three(1) == 0, "g3 was the last play"
    assert nine(0) == Odds(view, seen).holds(parse_cards("b9,y9"), 3)
    assert three(0) == Odds(view, seen).holds(parse_cards("y3"), 3)
    with pytest.raises(SetupError, match="windows is a whole number"):
        Odds(view, windows=-1)


# Secrecy --------------------------------------------------------------------------------------------------


def exchanged(record: Record, one: Card, two: Card) -> Record:
    """The same game with two cards exchanged that come off the pile or stay in it, and are never shown."""
    names = {f"={one}": f"={two}", f"={two}": f"={one}"}
    other = Record(record.notation, record.start)
    for step in record.steps:
        text = str(step.step)
        if step.player:
            other.play(step.player, text)
        else:
            other.happen(names.get(text, text))
    return other


def test_two_games_that_look_the_same_to_a_player_have_the_same_odds() -> None:
    """Cards that a player has not seen are exchanged for one another: nothing that he is told changes."""
    differ = 0
    for seed in range(12):
        record = game(same_one.start(3, deck=TINY, hand=2), uniform, seed, 30)
        seen = sights(record, 1)
        told = {
            card for sight in seen for card in (*sight.after.hand, *sight.after.aside, sight.after.centre)
        }
        hidden = [
            card for card in TINY if card not in told and str(card) not in " ".join(s.step for s in seen)
        ]
        if len(hidden) < 2:
            continue
        other = exchanged(record, hidden[0], hidden[-1])
        assert other.seen_by(1) == record.seen_by(1)
        for assumption in Assumption:
            mine, theirs = (Odds(s[-1].after, s, assumption) for s in (seen, sights(other, 1)))
            assert mine.known == theirs.known
            assert mine.moves() == theirs.moves()
        differ += other.state != record.state
    assert differ > 3


def test_the_steps_are_those_of_the_record_as_the_player_saw_it() -> None:
    record = game(same_one.start(3, deck=TINY, hand=2), uniform, 1, 30)
    turns = record.seen_by(2).split("\n\n")[1].split()
    told = "".join(turn for turn in turns if not turn[0].isdigit() or not turn.endswith("."))
    assert "".join(sight.step for sight in sights(record, 2)) == told
    assert [sight.after for sight in sights(record, 2, 5)] == [state.view(2) for state in record.states[1:6]]


# Bounds and refusals ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 6, 9])
def test_whole_games_are_counted_within_a_bound_on_work(players: int) -> None:
    """Every question about a number stays within 300,000 steps at any time: not time, but work is bounded."""
    for seed in range(2):
        seen = sights(game(same_one.start(players), greedy, seed, 1000), 1)
        for cut in range(players * 10, len(seen), 60):
            odds = Odds(seen[cut - 1].after, seen[:cut], NO_CALL, limit=300_000)
            assert not odds.known.doubted
            for number in (7, 14, 22):
                assert 0 <= odds.holds([card for card in CARDS if card.number == number]) <= 1


def test_what_would_take_too_long_says_what_would_do() -> None:
    seen = sights(game(same_one.start(9), greedy, 0, 200), 1)
    with pytest.raises(TooLarge, match="the assumption uniform") as refused:
        Odds(seen[-1].after, seen, NO_CALL, limit=100)
    assert refused.value.limit == 100
    assert refused.value.say("ja") != refused.value.say("en")
    view = same_one.parse("g3,g9/b5/y1 g7:3 - b1-4 1 0").view(1)
    assert Adviser(limit=0)(view) is None
    assert Adviser()(view) == advise(view)


def test_questions_that_cannot_be_are_refused() -> None:
    record = game(same_one.start(3, deck=TINY, hand=2), uniform, 1, 30)
    seen = sights(record, 1)
    odds = Odds(seen[-1].after, seen)
    with pytest.raises(SetupError, match="there is no player 4"):
        odds.holds(parse_cards("g9"), 4)
    with pytest.raises(SetupError, match="there is no player 4"):
        sights(record, 4)
    with pytest.raises(SetupError, match="do not lead to this view"):
        Odds(seen[-2].after, seen)
    with pytest.raises(SetupError, match="do not lead to this view"):
        Odds(seen[-1].after, [*seen[:10], *seen[11:]])
    with pytest.raises(SetupError, match="'fair' is no assumption"):
        Odds(seen[-1].after, seen, "fair")
    with pytest.raises(SetupError, match="g7 lies face up"):
        Odds(same_one.parse("g3/b5/y1 g7:3 - - 1 0").view(1)).where(parse_card("g7"))
    with pytest.raises(SetupError, match="g8 is not in this game"):
        Odds(same_one.parse("g3/b5/y1 g7:3 - - 1 0").view(1)).where(parse_card("g8"))


def test_an_onlooker_may_ask_too() -> None:
    odds = Odds(same_one.parse("g3/b5/y1 g7:3 - y30 1 0").view(0))
    assert odds.holds(parse_cards("g3"), 1) == Fraction(1, 4)
    assert odds.moves() == ()
