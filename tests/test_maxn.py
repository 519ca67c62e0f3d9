"""Everyone maximises his own chance: by hand, against the zero-sum solver, and what "checked" promises."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from inaba import river
from inaba.errors import SetupError, TooLarge
from inaba.river import Rules, State
from solvers import endgame, maxn
from solvers.coalition import Guarantees
from solvers.maxn import MaxN, Node, Ties, Vector
from tests.ludo import Ludo
from tests.pig import Pig

HALF = Fraction(1, 2)


def random_river(rng: random.Random, players: int, rules: Rules) -> State:
    columns, rows = rng.choice([(2, 2), (1, 3), (2, 1), (3, 1)] if players == 2 else [(1, 2), (2, 1), (1, 3)])
    cards = [rng.choice(["3", "4", "5", "W", "O", "D", "0"]) for _ in range(columns * rows)]
    text = "/".join(",".join(cards[i : i + columns]) for i in range(0, len(cards), columns))
    return river.parse(f"{text} {','.join('-' * players)} 1 - -", rules)


def test_the_tie_rule_decides() -> None:
    """Two harmless cards, three players at Start: the answer is all in player 3's tie.

    Only his own rabbit is worth moving to player 1 (any other lets its owner, or player 3, go in). Player 2
    does best to fill the other card with his own. Now player 3 cannot move his rabbit and has to bring
    somebody in: it is all the same to him. First in order: player 1. Split: each of the two.
    """
    position = river.parse("W,0 -,-,- 1 - -")
    assert MaxN("first").value(position) == (Fraction(1), Fraction(0), Fraction(0))
    assert MaxN("split").value(position) == (HALF, HALF, Fraction(0))


def test_a_loop_with_no_way_out_is_shared() -> None:
    """An orca on the only square carries everybody back for ever: each has the same share."""
    for ties in ("first", "split"):
        found = MaxN(ties)
        position = river.parse("O -,-,-,- 1 - -")
        assert found.value(position) == (Fraction(1, 4),) * 4
        assert found.checked(position)


@pytest.mark.parametrize("rules", [Rules(), Rules(orca="side"), Rules(rest="owner")], ids=str)
def test_of_two_players_it_is_the_value(rules: Rules) -> None:
    """Where one's gain is the other's loss, a checked answer is the zero-sum value, by either tie rule."""
    rng = random.Random(str(rules))
    checked = 0
    for _ in range(15):
        position = random_river(rng, 2, rules)
        truth = endgame.solve(position).value
        for ties in ("first", "split"):
            found = MaxN(ties)
            if found.checked(position):
                checked += 1
                assert found.value(position) == truth, (str(position), ties)
    assert checked >= 20


@pytest.mark.parametrize("ties", ["first", "split"])
@pytest.mark.parametrize("game", [Ludo(4), Ludo(7, (2, 3)), Pig(8)], ids=str)
def test_chance_in_a_loop(game: Any, ties: Ties) -> None:
    """In Ludo and in Pig one comes round again by bad luck; of two players max-n is the value there, too."""
    found = MaxN(ties)
    assert found.checked(game)
    assert found.value(game) == endgame.solve(game).value


def test_endless_play_may_be_worth_something_else() -> None:
    """Where nobody can get anywhere, what endless play is worth is all that anybody has."""
    found = MaxN(endless=Fraction(0))
    assert found.value(river.parse("O -,-,- 1 - -")) == (Fraction(0),) * 3


@pytest.mark.parametrize("ties", ["first", "split"])
def test_checked_means_that_no_step_gains(ties: Ties) -> None:
    """Nobody gains by another move anywhere, by these values, and nobody has less than his guarantee."""
    rng = random.Random(ties)
    for _ in range(8):
        position = random_river(rng, 3, Rules())
        found = MaxN(ties)
        if not found.checked(position):
            continue
        guarantees = Guarantees().of(position)
        for share, least in zip(found.value(position), guarantees, strict=True):
            assert share >= least
        seen, waiting = {position}, [position]
        while waiting:
            state = waiting.pop()
            assert sum(found.value(state)) == 1
            if state.result() is not None:
                assert found.value(state) == state.result()
                continue
            if chances := state.chance():
                after = [state.happen(event) for event in chances]
                mean = [
                    sum(
                        (chances[event] * found.value(state.happen(event))[p] for event in chances),
                        Fraction(0),
                    )
                    for p in range(3)
                ]
                assert found.value(state) == tuple(mean)
            else:
                after = [state.play(state.turn, move) for move in state.legal_moves(state.turn)]
                own = [found.value(one)[state.turn - 1] for one in after]
                assert found.value(state)[state.turn - 1] == max(own)
            for one in after:
                if one not in seen:
                    seen.add(one)
                    waiting.append(one)


def chosen(nodes: dict[int, Node], seen: dict[int, Vector], rank: dict[int, int], ties: Ties) -> Any:
    """What each node goes on to: all best moves, or of those nearest to an end the first."""
    choices = {}
    for node, (owner, children, _) in nodes.items():
        best = max(seen[child][owner - 1] for child in children)
        equal = [child for child in children if seen[child][owner - 1] == best]
        if ties == "first":
            equal = [min(equal, key=lambda child: rank.get(child, 0))]
        choices[node] = tuple((child, 1) for child in equal)
    return choices


@pytest.mark.parametrize("ties", ["first", "split"])
def test_horizons_of_random_loops(ties: Ties, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is left out or proved early: all horizons, one by one in fractions, come to the same.

    And what is checked is what an elimination gives for the choices.
    """
    never, early = maxn._never, list[bool]()

    def noted(*asked: Any) -> bool:
        early.append(never(*asked))
        return early[-1]

    monkeypatch.setattr(maxn, "ROUNDS", 90)
    monkeypatch.setattr(maxn, "_never", noted)
    rng = random.Random(f"loops {ties}")
    shared = (Fraction(1, 3),) * 3
    seen = {"checked": 0, "at rest, not checked": 0, "never": 0}
    for _ in range(400):
        size, leaves = rng.randint(2, 6), rng.randint(1, 3)
        nodes = {
            node: Node(rng.randint(1, 3), tuple(rng.choices(range(size + leaves), k=rng.randint(1, 4))), ())
            for node in range(size)
        }
        ends: dict[int, Vector] = {}
        for end in range(size, size + leaves):
            # Ends that differ by little: another move may come to be the best after many rounds.
            close = 1 + Fraction(1, 2 ** rng.randint(5, 30))
            parts = [rng.choice([Fraction(0), Fraction(1), Fraction(2), close]) for _ in range(3)]
            parts[rng.randrange(3)] += 1
            ends[end] = tuple(part / sum(parts) for part in parts)
        values: dict[int, Vector] = dict.fromkeys(nodes, shared)
        rank, settled = dict[int, int](), False
        for round_ in range(1, maxn.ROUNDS):
            after: dict[int, Vector] = {
                node: tuple(
                    sum((column[i] for i in range(len(column))), Fraction(0)) / len(column)
                    for column in zip(*((values | ends)[child] for child, _ in to), strict=True)
                )
                for node, to in chosen(nodes, values | ends, rank, ties).items()
            }
            moved = [node for node in nodes if after[node] != values[node]]
            values, settled = after, not moved
            if settled:
                break
            rank |= dict.fromkeys(moved, round_)
        choices = chosen(nodes, values | ends, rank, ties)
        held = settled and maxn._follow(list(nodes), choices, ends, shared) == values
        found = maxn.at_rest(list(nodes), nodes, ends, shared, ties)
        assert found.values == (values if held else None)
        assert found.choices == choices
        seen["checked" if held else "at rest, not checked" if settled else "never"] += 1
    assert seen["checked"] >= 100
    if ties == "split":
        assert seen["never"] >= 10
        # Most that never come to rest are found out before the last round.
        assert sum(early) > seen["never"] // 2


@pytest.mark.parametrize("halvings", [1, 2, 3, 10, 40, 200, 900])
def test_a_loop_may_come_to_rest_late(halvings: int) -> None:
    """Player 1 is always indifferent, so each time round player 2 has half as much: until it is too little.

    He may stop for a 1/3 · 2⁻ᵏ and a little; what he has is more than that for k times round.
    """
    third = Fraction(1, 3)
    little = third / 2**halvings + Fraction(1, 10**300)
    nothing, stop = (third, Fraction(0), 2 * third), (third, little, 2 * third - little)
    rest = maxn.at_rest(
        [0, 1],
        {0: Node(1, (2, 1), ()), 1: Node(2, (0, 3), ())},
        {2: nothing, 3: stop},
        (third,) * 3,
        "split",
    )
    assert rest.choices == {0: ((2, 1), (1, 1)), 1: ((3, 1),)}
    assert rest.values == {0: (third, little / 2, 2 * third - little / 2), 1: stop}


def test_a_loop_that_never_comes_to_rest() -> None:
    """As above, but he may stop for nothing only: he never does, and has half as much each time round."""
    third, none = Fraction(1, 3), Fraction(0)
    nodes = {0: Node(1, (2, 1), ()), 1: Node(2, (0, 2), ())}
    rest = maxn.at_rest([0, 1], nodes, {2: (third, none, 2 * third)}, (third,) * 3, "split")
    assert rest.choices == {0: ((2, 1), (1, 1)), 1: ((0, 1),)}
    assert rest.values is None


def test_refused() -> None:
    """An unknown tie rule, secrets, and too many positions are refused with a reason."""
    with pytest.raises(SetupError, match="first or split"):
        MaxN("coin")  # type: ignore[arg-type]  # what a person may type
    with pytest.raises(SetupError):
        MaxN().value(river.start(3, river.parse_deck("D,5,6"), 3, 1, setup="draft"))
    with pytest.raises(TooLarge) as error:
        MaxN(limit=50).value(river.parse("7,5,6/9,8,D -,-,- 1 - -"))
    assert error.value.limit == 50
