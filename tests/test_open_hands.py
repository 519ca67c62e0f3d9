"""Endings with open hands: by hand, and against a second way that is written apart from the library.

The second way is `tests.reference_same_one`, another engine. In its graph, where all answers to a play are
given at the same time as the rules have it, the values are not worked out anew but *proved*: a number for
each position is the value if it is the best of what it leads to, and nobody who is to have more, or to lose
less, than endless play is worth is left waiting (the theorem of `solvers.endgame`, checked here position by
position, with a matrix of answers that must have a saddle point wherever several answer).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from inaba import river
from inaba.cross_sevens.cards import CARDS as SEVENS
from inaba.cross_sevens.state import start as start_sevens
from inaba.errors import SetupError, TooLarge
from inaba.same_one import CARDS, format_cards, parse, parse_cards, parse_rules, start
from solvers import endgame
from solvers.coalition import Guarantees
from solvers.maxn import Ties
from solvers.open_hands import OpenHands, Payoff, acting, opened, solve
from tests import reference_same_one as other

ONE, HALF, NONE = Fraction(1), Fraction(1, 2), Fraction(0)

Vector = tuple[Fraction, ...]


def dealt(rng: Random, players: int, hand: int, pile: int) -> str:
    """A position in which a card is to be led: hands and pile at random from all 90."""
    cards = rng.sample(CARDS, players * hand + pile)
    hands = [cards[i * hand : (i + 1) * hand] for i in range(players)]
    texts = "/".join(",".join(map(str, sorted(one))) for one in hands)
    return f"{texts} - - {format_cards(cards[players * hand :])} {rng.randint(1, players)} 0"


def whole(*numbers: int) -> Vector:
    """Whole numbers as exact fractions."""
    return tuple(map(Fraction, numbers))


# By hand ----------------------------------------------------------------------------------------------------

BY_HAND = {
    "the last card is led (rule 3)": ("g9/b5/y1 - - - 1 0", "", "1 0 0", [1, None, None]),
    "the last two go as a set (rule 5)": ("g9,y9/b5/y1 g7:3 - - 1 0", "", "1 0 0", [1, None, None]),
    "a call wins, out of turn (rule 11)": ("g3,g9/b7/y8 g7:1 - - 3 1 ask", "", "0 1 0", [None, 0, None]),
    "two call with their last card, and either is first": (
        "g2,g3/b7/y7 g7:1 - - 2 0 ask",
        "",
        "0 1/2 1/2",
        [None, None, None],
    ),
    "or the faster one, by their weights": (
        "g2,g3/b7/y7 g7:1 - - 2 0 ask",
        "race=1:2:1",
        "0 2/3 1/3",
        [None, None, None],
    ),
    "sharks alone and nothing to draw: nobody wins (rules 10 and 17)": (
        "g13/b14/y15 - - - 1 0",
        "",
        "1/3 1/3 1/3",
        [None, None, None],
    ),
    "a shark cannot be the last, so the next one leads (rules 7 and 10)": (
        "g13/b4/y15 - - - 1 0",
        "",
        "0 1 0",
        [None, 1, None],
    ),
    "what he plays is called either way, or he draws and is passed by": (
        "g8,y2/b8/y9 g5:3 - - 1 0",
        "",
        "0 0 0",
        [None, None, None],
    ),
}


@pytest.mark.parametrize("case", BY_HAND)
def test_by_hand(case: str) -> None:
    """Positions whose guarantees and forced wins can be seen at a glance."""
    position, rules, guarantee, forced = BY_HAND[case]
    found = solve(parse(position, parse_rules(rules)))
    assert " ".join(map(str, found.guarantee)) == guarantee
    assert list(found.forced) == forced


def test_moves_are_ranked_for_who_decides() -> None:
    """The set goes out at once; the best guarantee comes first, and each row says it for every player."""
    found = solve(parse("g9,y9/b5,b9/y1,y3 g7:3 - - 1 0"))
    assert found.player == 1
    assert str(found.moves[0].step) == "g9+y9"
    assert found.moves[0].guarantee == found.moves[0].maxn == (ONE, NONE, NONE)
    values = [row.guarantee[0] for row in found.moves]
    assert values == sorted(values, reverse=True)
    assert {str(row.step) for row in found.moves} == {"g9", "g9+y9", "draw"}


def test_the_king_maker() -> None:
    """Player 1 cannot win: g8 lets player 2 call with his last card, drawing lets player 3 lead his.

    Nobody can guarantee anything, for the other two together would see to it; and who wins by max-n is all in
    player 1's tie: the first move in legal order, or each of the two.
    """
    position = parse("g8,y2/b8/y9 g5:3 - - 1 0")
    first, split = solve(position, ties="first"), solve(position, ties="split")
    assert first.guarantee == split.guarantee == (NONE, NONE, NONE)
    assert first.maxn == (NONE, ONE, NONE)
    assert split.maxn == (NONE, HALF, HALF)


def test_scores_keep_a_dog_for_the_end() -> None:
    """Rule 13: who ends with a dog gets 10 of each, so y5 goes first; g1 first is still a win, but by 3."""
    position = parse("g1,y5/b20/y14 - - - 1 0")
    scored = solve(position, "score")
    assert [f"{row.step} {row.guarantee[0]}" for row in scored.moves] == ["y5 20", "g1 3", "draw -2"]
    assert scored.guarantee == scored.maxn == whole(20, -10, -10)
    assert scored.endless == 0
    shared = solve(position)
    assert [row.guarantee[0] for row in shared.moves][:2] == [1, 1]
    assert shared.endless == Fraction(1, 3)
    assert solve(parse("g2/b13,b14/y20,y21 - - - 1 0"), "score").guarantee == whole(6, -4, -2)


def test_a_card_to_come_is_a_mean() -> None:
    """Where a card is to be drawn each card of the pile is told, and what follows is weighed by its chance.

    With g20 (rule 4: it fits on g12) player 1 cannot be stopped; with y2 the others can stop him.
    """
    found = solve(parse("g13/b20/y15 g12:3 - g20,y2 1 0 draw"))
    assert found.player == 0
    assert found.moves == ()
    assert [(str(row.step), row.chance) for row in found.outcomes] == [("=g20", HALF), ("=y2", HALF)]
    assert [row.guarantee[0] for row in found.outcomes] == [1, 0]
    assert found.guarantee == (HALF, NONE, NONE)


def test_options_that_change_no_value_are_opened() -> None:
    """Where hands keep their order, and where fouls are moves, the open game is the same."""
    plain = parse("b5,g9,y3/b9,g12/g3,y20 g7:3 - - 1 0")
    kept = parse("y3,b5,g9/g12,b9/y20,g3 g7:3 - - 1 0", parse_rules("fixed_order=yes,fouls=yes"))
    assert opened(kept) == plain
    assert opened(plain) is plain
    assert solve(kept) == solve(plain)


def test_who_is_asked_first() -> None:
    """In turn order from the player whose turn comes, whatever the seats."""
    assert acting(parse("g3/b7/y7/y2 g7:1 - - 2 0 ask")) == 2
    assert acting(parse("g3/b7/y7/y2 g7:3 - - 4 0 ask:4-")) == 1
    assert acting(parse("g3/b7/y7/y2 - - - 3 0")) == 3
    assert acting(parse("g3/b7/y7/y2 - - y5 3 0 draw")) == 0


def test_play_on_shares_the_win() -> None:
    """Rule 15: all who get out share the win, so of three two have a half each. There are no scores.

    Player 1 is out at once, and that can be forced. But if the other two then drew and laid for ever, a third
    would be all that he gets: so much he can guarantee. By max-n player 2 would rather have his half.
    """
    position = parse("g9/b5/y1 - - - 1 0", parse_rules("play_on=yes"))
    found = solve(position)
    assert str(found.moves[0].step) == "g9"
    assert found.guarantee == (Fraction(1, 3), Fraction(1, 3), NONE)
    assert found.maxn == (HALF, HALF, NONE)
    assert found.forced == (1, 2, None)
    with pytest.raises(SetupError) as refused:
        solve(position, "score")
    assert refused.value.key == "solvers.open_hands.no_scores"


def test_seats_may_be_turned() -> None:
    """Who sits where in the circle is all that matters: one seat on, the values move on by one."""
    rng = Random(3)
    for _ in range(12):
        text = dealt(rng, 3, 1, 2)
        hands, centre, aside, pile, turn, passes = text.split(" ")
        one, two, three = hands.split("/")
        turned = f"{three}/{one}/{two} {centre} {aside} {pile} {int(turn) % 3 + 1} {passes}"
        mine, theirs = solve(parse(text)), solve(parse(turned))
        assert theirs.guarantee == (mine.guarantee[2], *mine.guarantee[:2])
        assert theirs.maxn == (mine.maxn and (mine.maxn[2], *mine.maxn[:2]))


def test_too_large_says_so() -> None:
    """Most of the 90 cards in the pile are beyond this; a question about few turns is not."""
    position = parse("g20,b20,g3/b1,b2/y2,y3 g25:3 - g6-19,b6-19,y6-30 1 0")
    with pytest.raises(TooLarge) as refused:
        solve(position, limit=2_000)
    assert refused.value.data == {"limit": 2_000, "size": 2_001}
    assert OpenHands(limit=2_000).forced(position, 1, 1) is None


TEN_EACH = (
    "g1,g3,g4,g6,g18,g30,b5,b8,y2,y30/g5,g14,g17,g20,b14,b28,y6,y11,y12,y15/g8,g9,b12,b13,b22,b23,y7,y8,y13,y14"
    " - - g2,g7,g10-13 1 0"
)
FIVE_EACH = "g1,g3,g4,g6,g18/g5,g14,g17,g20,b14/g8,g9,b12,b13,b22 - - g2,g7,g10-13 1 0"


@pytest.mark.parametrize(
    ("position", "payoff"), [(TEN_EACH, "win"), (TEN_EACH, "score"), (FIVE_EACH, "score")]
)
def test_what_is_too_large_is_seen_long_before_the_limit(position: str, payoff: str) -> None:
    """What a position leads to is counted before it is worked through."""
    followed: list[int] = []
    with pytest.raises(TooLarge) as refused:
        solve(parse(position), payoff, limit=4_000, progress=lambda done, of: followed.append(done))
    assert refused.value.size > 4_000
    assert followed[-1] < 2_000


def test_of_cross_sevens_it_is_seen_as_soon() -> None:
    state: Any = start_sevens(3)
    rng = Random(1)
    while state.chance():
        state = state.happen(state.chance().sample(rng))
    followed: list[int] = []
    with pytest.raises(TooLarge):
        solve(state, limit=1_500, progress=lambda done, of: followed.append(done))
    assert followed[-1] < 750


def test_what_is_known_makes_room() -> None:
    """Positions that fit one at a time are solved one after the other, and as they are alone."""
    texts = ("g18/y13/g9 - - g16,b3 1 0", "g9/b13/y13 - - y2,b2 2 0", "g8,g13/b8/y8 - - y14 1 0")
    alone = [OpenHands().guarantee(parse(text)) for text in texts]
    sizes = []
    for text in texts:
        hands = OpenHands()
        hands.guarantee(parse(text))
        sizes.append(hands.states)
    hands = OpenHands(limit=max(sizes) + 1)
    assert hands.states == 0 < sum(sizes) - max(sizes)
    assert [hands.guarantee(parse(text)) for text in texts * 2] == alone * 2
    assert hands.states <= max(sizes) + 1


def test_refused() -> None:
    """A tie rule, and a payoff, that there is not."""
    with pytest.raises(SetupError):
        OpenHands(ties="last")  # type: ignore[arg-type]  # what is refused here
    with pytest.raises(ValueError, match="gold"):
        OpenHands("gold")


def test_a_deal_to_come_is_solved_too() -> None:
    """A small game from before the deal: the values are the mean over all deals."""
    position = start(3, deck=parse_cards("g1,g2,b13,y13"), hand=1)
    hands = OpenHands()
    found = hands.guarantee(position)
    total, number = [NONE] * 3, 0
    cards = position.pile
    for one in cards:
        for two in cards:
            for three in cards:
                if len({one, two, three}) == 3:
                    after = position.happen(f"={one}").happen(f"={two}").happen(f"={three}")
                    each = hands.guarantee(after)
                    total = [a + b for a, b in zip(total, each, strict=True)]
                    number += 1
    # While cards are dealt nobody decides anything, so a guarantee is the mean of those after it.
    assert found == tuple(sum_ / number for sum_ in total)


def test_another_game() -> None:
    """River, open from the start: guarantees as `solvers.coalition`, and with two players the value."""
    three = river.parse("3,W -,-,- 1 - -")
    assert OpenHands().guarantee(three) == Guarantees().of(three)
    two = river.parse("5,W,4/0,6,3 -,- 1 - -")
    value = endgame.solve(two).value
    found = solve(two)
    assert found.guarantee == value
    assert found.maxn in (value, None)
    assert found.forced == (None, None)


def late_sevens(seed: int) -> Any:
    """A small game of Cross Sevens without action cards, played at random until few cards are left."""
    rng = Random(seed)
    deck = tuple(c for c in SEVENS if 6 <= c.rank <= 8 or (c.rank == 5 and c.suit < 3))
    state: Any = start_sevens(3, deck=deck, pile=0, actions=())
    while state.result() is None and (state.chance() or sum(state.sizes) > 5 or not state.starts_turn()):
        chance, player = state.chance(), acting(state)
        if chance:
            state = state.happen(chance.sample(rng))
        else:
            state = state.play(player, rng.choice(list(state.legal_moves(player))))
    return state


def test_cross_sevens_too() -> None:
    """Who can force the win there is found again by an attractor over all positions: no chance is left."""
    found = []
    for seed in range(12):
        state = late_sevens(seed)
        hands = OpenHands()
        every = reached(state)
        for player, share in enumerate(hands.guarantee(state), 1):
            won = {at for at in every if (result := at.result()) is not None and result[player - 1] == 1}
            grown = True
            while grown:
                more = {at for at in every if at not in won and attracted(at, player, won)}
                won |= more
                grown = bool(more)
            assert (share == 1) is (state in won), (str(state), player)
            assert (hands.forced(state, player, 9) is not None) is (state in won), (str(state), player)
            found.append(state in won)
    assert set(found) == {True, False}


def attracted(at: Any, player: int, won: set[Any]) -> bool:
    """Whether a player can go on to a position that he has won, or the others have to."""
    mover = acting(at)
    after = [at.play(mover, move) in won for move in at.legal_moves(mover)] if mover else [False]
    return any(after) if mover == player else all(after)


# Proved in another engine -----------------------------------------------------------------------------------


class Twin:
    """The graph of a position in the other engine: all answers to a play are one step, given together."""

    def __init__(self, text: str, rules: str = "") -> None:
        self.rules = rules
        self.after: dict[str, list[str]] = {}
        self.chance: dict[str, list[Fraction]] = {}
        self.owner: dict[str, int] = {}
        self.answers: dict[str, dict[tuple[str, ...], str]] = {}
        self.asked: dict[str, tuple[int, ...]] = {}
        self.ended: dict[str, list[int]] = {}
        self.scores: dict[str, list[int]] = {}
        waiting = [text]
        while waiting:
            at = waiting.pop()
            if at not in self.after:
                self.after[at] = self.expand(at)
                waiting += self.after[at]

    def expand(self, at: str) -> list[str]:
        position = other.read(at, self.rules)
        if other.over(position):
            self.ended[at] = [player for player in position.seats if not position.held(player)]
            self.scores[at] = other.scores(position)
            return []
        if chances := other.chances(position):
            self.chance[at] = list(chances.values())
            return [other.write(other.after(position, (0, event))) for event in chances]
        if position.stage == "ask":
            return self.together(at, position)
        steps = other.moves(position)
        self.owner[at] = steps[0][0]
        return [other.write(other.after(position, step)) for step in steps]

    def together(self, at: str, position: other.Position) -> list[str]:
        by: dict[int, list[str]] = {}
        for player, answer in other.moves(position):
            by.setdefault(player, []).append(answer)
        self.asked[at] = tuple(by)
        self.answers[at] = {}
        for answers in product(*by.values()):
            now = position
            for player, answer in zip(by, answers, strict=True):
                now = other.after(now, (player, answer))
            self.answers[at][answers] = other.write(now)
        return list(dict.fromkeys(self.answers[at].values()))

    def payoff(self, at: str, player: int, payoff: Payoff) -> Fraction:
        if payoff is Payoff.SCORE:
            return Fraction(self.scores[at][player - 1])
        out, players = self.ended[at], len(self.scores[at])
        return Fraction(player in out, len(out)) if out else Fraction(1, players)


Value = Callable[[str], Fraction]


def replies(twin: Twin, at: str, player: int) -> list[list[str]]:
    """What each answer of a player who is asked leads to, by the answers of the others."""
    seat = twin.asked[at].index(player)
    rows: dict[str, list[str]] = {}
    for answers, child in twin.answers[at].items():
        rows.setdefault(answers[seat], []).append(child)
    return list(rows.values())


def proves(twin: Twin, value: Value, player: int, payoff: Payoff, endless: Fraction) -> None:
    """See that these are a player's guarantees: the two conditions of the theorem."""
    for at, after in twin.after.items():
        if not after:
            assert value(at) == twin.payoff(at, player, payoff), at
        elif at in twin.chance:
            assert value(at) == sum(w * value(c) for w, c in zip(twin.chance[at], after, strict=True)), at
        elif at in twin.asked and player in twin.asked[at]:
            rows = [[value(child) for child in row] for row in replies(twin, at, player)]
            # A saddle point: it is the same who has to answer first.
            assert value(at) == max(map(min, rows)) == min(map(max, zip(*rows, strict=True))), at
        else:
            mine = twin.owner.get(at) == player
            assert value(at) == (max if mine else min)(map(value, after)), at
    for above in (True, False):
        stuck = waiting(twin, value, player, endless, above)
        assert not stuck, (player, above, sorted(stuck)[:3])


def waiting(twin: Twin, value: Value, player: int, endless: Fraction, above: bool) -> set[str]:
    """The positions worth more than endless play, or less, in which it could nevertheless go on for ever."""
    left = {
        at
        for at, after in twin.after.items()
        if after and (value(at) > endless if above else value(at) < endless)
    }

    def stays(at: str, child: str) -> bool:
        return child in left and value(child) == value(at)

    def progress(at: str) -> bool:
        after = twin.after[at]
        if at in twin.chance:
            return any(not stays(at, child) for child in after)
        if at in twin.asked and player in twin.asked[at]:
            rows = replies(twin, at, player)
            columns: Sequence[Sequence[str]] = rows if above else list(zip(*rows, strict=True))
            best = min if above else max
            good = [row for row in columns if best(map(value, row)) == value(at)]
            return any(not any(stays(at, child) for child in row) for row in good)
        pursues = (twin.owner.get(at) == player) is above
        best_moves = [child for child in after if value(child) == value(at)]
        if pursues:
            return any(not stays(at, child) for child in best_moves)
        return not any(stays(at, child) for child in best_moves)

    moved = True
    while moved:
        done = {at for at in left if progress(at)}
        left -= done
        moved = bool(done)
    return left


PROVED = [
    *((dealt(Random(f"one {seed}"), 3, 1, 1), "", "win") for seed in range(6)),
    *((dealt(Random(f"two {seed}"), 3, 1, 2), "", "win") for seed in range(3)),
    *((dealt(Random(f"one {seed}"), 3, 1, 1), "", "score") for seed in range(4)),
    *((dealt(Random(f"four {seed}"), 4, 1, 1), "", "win") for seed in range(2)),
    # A loop that nobody needs to leave, and two who may call the same card with weights.
    ("g18/y13/g9 - - g16,b3 1 0", "", "win"),
    ("g18/y13/g9 - - g16,b3 1 0", "", "score"),
    ("g8,g13/b8/y8 - - y14 1 0", "race=1:3:2", "win"),
    ("g8/b8,g13/y8 - - y14 1 0", "", "score"),
    ("g9/b13/y13 - - y2,b2 2 0", "", "win"),
]


@pytest.mark.parametrize(("position", "rules", "payoff"), PROVED)
def test_proved_position_by_position(position: str, rules: str, payoff: str) -> None:
    """Every guarantee in the whole graph of another engine, where calls are simultaneous (rule 11)."""
    twin, hands = Twin(position, rules), OpenHands(payoff)
    values = {at: hands.guarantee(parse(at, parse_rules(rules))) for at in twin.after}
    players = len(values[position])
    for player in range(1, players + 1):

        def value(at: str, seat: int = player - 1) -> Fraction:
            return values[at][seat]

        proves(twin, value, player, Payoff(payoff), hands.endless(players))


@pytest.mark.parametrize("ties", ["first", "split"])
@pytest.mark.parametrize("payoff", ["win", "score"])
def test_maxn_is_what_everybody_would_choose(payoff: str, ties: Ties) -> None:
    """Backward induction holds everywhere below, and nobody gets less than he can guarantee."""
    checked = 0
    for position in ("g18/y13/g9 - - g16,b3 1 0", "y14/g11/y3 - - g5,b4 1 0", "g8/b8,g13/y8 - - y14 1 0"):
        hands = OpenHands(payoff, ties=ties)
        for at in reached(parse(position)):
            found = hands.maxn(at)
            if found is None:
                continue
            checked += 1
            assert sum(found) == (1 if payoff == "win" else 0)
            assert all(a >= b for a, b in zip(found, hands.guarantee(at), strict=True)), str(at)
            if chance := at.chance():
                after = [(chance[event], hands.maxn(at.happen(event)) or ()) for event in chance]
                assert found == tuple(sum(w * v[i] for w, v in after) for i in range(3))
            elif player := acting(at):
                moves = [hands.maxn(at.play(player, move)) or () for move in at.legal_moves(player)]
                assert found[player - 1] == max(value[player - 1] for value in moves), str(at)
                assert ties == "split" or found in moves
    assert checked > 100


def reached(root: Any) -> list[Any]:
    """All positions that can be reached where one is asked after the other."""
    order, met = [root], {root}
    for at in order:  # It grows while it is read.
        player = acting(at)
        after = [at.play(player, move) for move in at.legal_moves(player)] if player else []
        after += [at.happen(event) for event in at.chance() or ()]
        for child in after:
            if child not in met:
                met.add(child)
                order.append(child)
    return order


# Forcing it -------------------------------------------------------------------------------------------------


def by_force(text: str, player: int, turns: int, above: frozenset[str] = frozenset()) -> bool:
    """Whether a player is out for certain before he begins more than so many turns: everything is tried."""
    position = other.read(text)
    if not position.held(player):
        return True
    if other.over(position) or text in above:
        return False
    steps = other.steps(position)
    mine = [step for step in steps if step[0] == player]
    if position.stage == "" and mine:
        if not turns:
            return False
        turns, above = turns - 1, frozenset()
    above |= {text}
    if position.stage == "ask" and mine:
        # Answers come in any order in the other engine: his first, with none of the others heard.
        steps = mine
        return any(by_force(other.write(other.after(position, step)), player, turns, above) for step in steps)
    results = (by_force(other.write(other.after(position, step)), player, turns, above) for step in steps)
    return any(results) if mine else all(results)


def test_forced_wins_are_proven_by_exhaustive_play() -> None:
    """Within one turn and within two, for every player; against another engine that tries everything."""
    found = []
    for seed in range(30):
        text = dealt(Random(f"force {seed}"), 3, 2, seed % 2)
        hands = OpenHands()
        for player in (1, 2, 3):
            for turns in (0, 1):
                mine = hands.forced(parse(text), player, turns) is not None
                assert mine is by_force(text, player, turns), (text, player, turns)
                found.append(mine)
    for text in ("g3,g9/b7/y8 g7:1 - - 3 1 ask", "g13/b4/y15 - - - 1 0", "b20/b24/g6 - - b4 1 0"):
        for player in (1, 2, 3):
            for turns in (0, 1, 2):
                mine = OpenHands().forced(parse(text), player, turns) is not None
                assert mine is by_force(text, player, turns), (text, player, turns)
                found.append(mine)
    assert set(found) == {True, False}


def test_forced_agrees_with_the_guarantee() -> None:
    """Who can force it guarantees everything, and the number told is the least."""
    for seed in range(25):
        position = parse(dealt(Random(f"agree {seed}"), 3, 1, 2))
        hands = OpenHands()
        found = hands.solve(position)
        for player, number in enumerate(found.forced, 1):
            if number is not None:
                assert found.guarantee[player - 1] == 1
                assert hands.forced(position, player, number) == number
                assert number == 0 or hands.forced(position, player, number - 1) is None
            elif found.guarantee[player - 1] < 1:
                assert hands.forced(position, player, 3) is None


def test_forced_with_all_ninety_cards() -> None:
    """A pile of 81 cards that any draw may bring makes no difference to who goes out at once."""
    held = parse_cards("g9,b9,y9,b1,b2,y2,y3,g7,g20")
    rest = format_cards(card for card in CARDS if card not in held)
    position = parse(f"g9,b9,y9/b1,b2/y2,y3 g7:3 g20 {rest} 1 0")
    hands = OpenHands(limit=20_000)
    assert hands.forced(position, 1, 3) == 1
    assert hands.forced(position, 2, 0) is None
    assert hands.states < 20_000
