"""Max-n by table: the plain solver's answers in every position, by both tie rules, loops and all."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

import pytest

from inaba import river
from inaba.command import answers
from inaba.command.run.asking import forecast_words
from inaba.dice import parse_dice
from inaba.errors import SetupError, TooLarge
from inaba.river import Rules, State
from solvers import coalition, maxn_table, river_kernel, river_table
from solvers.maxn import AtRest, MaxN, Ties, at_rest
from solvers.oracle import Forecast, MaxNStopped, Oracle, Shares
from tests import strategies

HALF = Fraction(1, 2)
DICE = ("2d6", "1d6", "1d4+1d2", "{1:1,3:2}", "3d4")
TIES: tuple[Ties, ...] = ("first", "split")


def random_position(rng: random.Random, players: int, *, orcas: float) -> State:
    """A small open river, by any rules, some steps into a game, in any phase."""
    rules = Rules(
        orca=rng.choice(["back", "side"]),
        rest=rng.choice(["next", "owner"]),
        dice=parse_dice(rng.choice(DICE)),
    )
    sizes = [(1, 2), (2, 1), (2, 2), (3, 1), (1, 3)] if players == 3 else [(1, 1), (1, 2), (2, 1), (1, 3)]
    columns, rows = rng.choice(sizes)
    cards = [
        "O" if rng.random() < orcas else rng.choice(["2", "3", "4", "5", "7", "W", "D", "0"])
        for _ in range(columns * rows)
    ]
    text = "/".join(",".join(cards[i : i + columns]) for i in range(0, len(cards), columns))
    turn = rng.randint(1, players)
    return strategies.strolled(
        river.parse(f"{text} {','.join('-' * players)} {turn} - -", rules), rng, rng.randrange(6)
    )


def test_by_hand() -> None:
    """The answer that is all in player 3's tie (`tests.test_maxn`), and endless play that is shared."""
    position = river.parse("W,0 -,-,- 1 - -")
    assert maxn_table.build(position).value(position) == (Fraction(1), Fraction(0), Fraction(0))
    assert maxn_table.build(position, "split").value(position) == (HALF, HALF, Fraction(0))
    loop = river.parse("O -,-,-,- 1 - -")
    for ties in TIES:
        assert maxn_table.build(loop, ties).value(loop) == (Fraction(1, 4),) * 4


@pytest.mark.parametrize("orcas", [0, 0.35], ids=["straight", "loops"])
@pytest.mark.parametrize("players", [3, 4])
def test_the_plain_solver_says_the_same(players: int, orcas: float) -> None:
    """In every position that is reached, at every phase: checked or not, and the values where it is."""
    rng = random.Random(f"{players} {orcas}")
    seen: Counter[str] = Counter()
    while seen["rivers"] < 30:
        root = random_position(rng, players, orcas=orcas)
        for ties in TIES:
            plain = MaxN(ties, limit=600)
            try:
                plain.value(root)
            except TooLarge:
                continue
            table = maxn_table.build(root, ties, workers=1)
            seen["rivers"] += 1
            for state in rng.sample(list(plain._known), min(40, plain.states)):
                assert state in table
                assert table.checked(state) is plain.checked(state), (ties, str(state.rules), str(state))
                if plain.checked(state):
                    assert table.value(state) == plain.value(state), (ties, str(state.rules), str(state))
                seen["rides"] += " ride:" in str(state)
                seen["fights"] += " fight:" in str(state)
                seen["fractions"] += any(share.denominator > 1 for share in plain.value(state))
    assert seen["fractions"] >= 20
    assert min(seen["rides"], seen["fights"]) >= 3


def test_what_is_not_checked_is_not_said() -> None:
    """Where no horizon comes to rest, or endless play is worth something else, there is no answer."""
    cases: tuple[tuple[str, str, Ties], ...] = (
        ("5,5,O/5,3,O", "owner", "split"),
        ("0,O,4/0,0,0/0,0,0", "next", "first"),
    )
    for cards, rest, ties in cases:
        position = river.parse(f"{cards} -,-,- 1 - -", river.parse_rules(f"rest={rest}"))
        table = maxn_table.build(position, ties)
        assert not table.checked(position)
        for ask in (table.value, table.moves):
            with pytest.raises(SetupError, match="could not be found and checked"):
                ask(position)


def test_units_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where an average does not come out even, the table is begun again in finer units, and says the same."""
    position = river.parse("0,W,0/W,0,D/5,0,W -,-,- 1 - -")
    built = maxn_table.build(position, "split")
    monkeypatch.setattr(maxn_table, "FINER", 1)
    again = maxn_table.build(position, "split")
    assert again.river.finer % (2 * 3 * 5 * 7) == 0  # as averages of 2 to 9 equal moves ask for
    assert again.value(position) == built.value(position)
    monkeypatch.setattr(maxn_table, "MOST_BITS", 8)
    with pytest.raises(TooLarge, match="finer") as error:
        maxn_table.build(position, "split")
    assert error.value.size > error.value.limit == 8


@pytest.mark.parametrize(
    ("text", "rest", "finer", "longest"),
    [
        ("W,W/D,O/W,O a1,a2,b2,- 1 - -", "next", maxn_table.FINER, maxn_table.MOST_LOOP_BITS),
        ("W,W/O,W/O,D a1,b1,-,a2 1 - -", "owner", maxn_table.FINER, maxn_table.MOST_LOOP_BITS),
        ("W,O,5/W,D,O -,-,- 1 - -", "owner", 1, 0),
    ],
)
def test_no_width_decides_what_is_checked(
    text: str, rest: Literal["next", "owner"], finer: int, longest: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A loop whose averages are no whole numbers of the table's units is solved all the same.

    In these rivers loops that never come to rest ask for finer and finer units, until these have no more bits
    (none at all, where the longest is 0); others need units that are not there then, and without the plain
    solver's procedure they would not be checked. In every position at the start of a turn, and in some fights
    and rides, the table says what the plain solver says.
    """
    handed: list[bool] = []

    def noted(*loop: Any) -> AtRest:
        found = at_rest(*loop)
        handed.append(found.values is not None)
        return found

    monkeypatch.setattr(maxn_table, "FINER", finer)
    monkeypatch.setattr(maxn_table, "MOST_LOOP_BITS", longest)
    monkeypatch.setattr(maxn_table, "at_rest", lambda *_: AtRest(None, {}))
    position = river.parse(text, Rules(rest=rest))
    without = maxn_table.build(position, "split", workers=1)
    monkeypatch.setattr(maxn_table, "at_rest", noted)
    table = maxn_table.build(position, "split", workers=1)
    assert set(handed) == {False, True}
    plain = MaxN("split")
    plain.value(position)
    within = [state for state in plain._known if not state.starts_turn()]
    only_so = 0
    for state in [*filter(State.starts_turn, plain._known), *random.Random(1).sample(within, 40)]:
        assert table.checked(state) is plain.checked(state), str(state)
        if plain.checked(state):
            assert table.value(state) == plain.value(state), str(state)
            only_so += not without.checked(state)
    assert only_so >= 3
    if longest == 0:
        # Only values at rest have made the units finer, not the horizons on the way.
        assert table.river.finer.bit_length() < 20


def test_numbers_of_several_words() -> None:
    """A long fight needs long numbers; compiled they take several words."""
    position = river.parse("40/W -,-,- 1 - -")
    for ties in TIES:
        table = maxn_table.build(position, ties)
        if river_kernel.COMPILED:
            assert table._run.how.words[-1] >= 2
        assert table.value(position) == MaxN(ties).value(position)


def test_sums_over_equal_moves_fit_their_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """However little room a win leaves in the words of its layer, a sum of several wins is not cut off."""
    position = river.parse("0,W,0/5,0,W -,-,- 1 - -")
    truth = MaxN("split").value(position)
    for power in range(88, 106):
        monkeypatch.setattr(maxn_table, "FINER", 5**2 * 7 * 9 * 2**power)
        table = maxn_table.build(position, "split", workers=1)
        assert table.river.finer == 5**2 * 7 * 9 * 2**power
        assert table.value(position) == truth, power


def test_moves_are_ranked_by_the_movers_own_chance() -> None:
    """As the plain solver ranks them, equal ones in legal order; nobody has less than his guarantee."""
    position = river.parse("3,W/4,D/O,5 -,-,- 2 - -")
    table = maxn_table.build(position)
    rows = table.moves(position)
    own = [row.value[1] for row in rows]
    assert own == sorted(own, reverse=True)
    assert own[0] == table.value(position)[1]
    least = coalition.build(position, exact=True).guarantee(position)
    assert all(share >= sure for share, sure in zip(table.value(position), least, strict=True))
    assert sorted(str(row.move) for row in rows) == sorted(map(str, position.legal_moves(2)))


def test_refused(tmp_path: Path) -> None:
    """An unknown tie rule, two players, cards face down, foreign positions, too little memory, no folder."""
    position = river.parse("7,W/5,3 -,-,- 1 - -")
    with pytest.raises(SetupError, match="first or split"):
        maxn_table.build(position, "coin")  # type: ignore[arg-type]  # what a person may type
    with pytest.raises(SetupError, match="2 players"):
        maxn_table.build(river.parse("5,W -,- 1 - -"))
    with pytest.raises(SetupError, match="face down"):
        maxn_table.build(river.parse("?,W -,-,- 1 - 5"))
    with pytest.raises(TooLarge, match="GB") as error:
        maxn_table.build(position, memory=1000)
    assert error.value.size > error.value.limit == 1000
    with pytest.raises(TooLarge):
        maxn_table.build(river.parse("/".join(["W,W,W,W,W,W,W,W"] * 8) + " -,-,-,- 1 - -"))
    table = maxn_table.build(position)
    for text in ("7,W/3,5 -,-,- 1 - -", "7,W/5,3 -,-,-,- 1 - -", "8,W/5,3 -,-,- 1 - -"):
        other = river.parse(text)
        assert other not in table
        with pytest.raises(SetupError, match="does not cover"):
            table.value(other)
    with pytest.raises(OSError, match="nowhere"):
        maxn_table.build(position, disk=tmp_path / "nowhere")


def test_built_on_disk(tmp_path: Path) -> None:
    """On disk the numbers are the same, less memory is asked for, and no file is left behind."""
    position = river.parse("9,O,8/10,6,D -,-,- 1 - -")
    own = maxn_table.MaxNRiver(position)
    memory = 8 * (own.layers + 1 + own.plan_size())
    built = maxn_table.build(position, workers=1, disk=tmp_path, memory=memory)
    with pytest.raises(TooLarge):
        maxn_table.build(position, workers=1, memory=memory)
    assert built.value(position) == maxn_table.build(position).value(position)
    assert not list(tmp_path.iterdir())


def test_an_interrupt_goes_on_to_the_caller() -> None:
    """Ctrl-C in the midst of it, here thrown by the progress callback, ends the work."""

    def interrupt(done: int, layers: int) -> None:
        calls.append(done)
        raise KeyboardInterrupt

    position = river.parse("7,O,8/9,6,D/5,10,4 -,-,- 1 - -")
    for workers in (1, 2):
        calls: list[int] = []
        with pytest.raises(KeyboardInterrupt):
            maxn_table.build(position, workers=workers, progress=interrupt)
        assert len(calls) == 1


@pytest.mark.parametrize("players", [3, 4])
def test_what_tables_take_is_told_beforehand(
    players: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the guarantees' table and of max-n's, in memory and on disk: how many bytes their values take."""
    monkeypatch.setattr(Oracle, "_too_slow", lambda *_: True)
    monkeypatch.setattr("solvers.oracle.SOON", -1)
    position = river.parse(f"5,W/0,3 {','.join('-' * players)} 1 - -")
    told: list[Forecast] = []
    for disk in (None, tmp_path):
        for ties in TIES:
            found = Oracle(ties=ties, exact=True, disk=disk, announce=told.append).answer(position)
            assert isinstance(found, Shares)
            guarantees, everyone = told[-2:]
            table = coalition.build(position, exact=True, disk=disk)
            assert guarantees.size == 8 * table.sizes.whole
            assert everyone.size == maxn_table.build(position, ties).river.size
            assert guarantees.disk is everyone.disk is (disk is not None)
            assert found.guarantee == table.guarantee(position)
    assert len(told) == 8
    assert [forecast.what for forecast in told[:2]] == ["guarantee", "maxn"]
    assert "1 MB on disk" in forecast_words(told[-1], "en")
    assert "ディスク" in forecast_words(told[-1], "ja")
    assert "1 MB of memory" in forecast_words(told[0], "en")
    assert not list(tmp_path.iterdir())


LARGE = "5,W/0,3 -,-,- 1 - -"


def test_both_tables_are_told_before_the_first_is_built(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Oracle, "_too_slow", lambda *_: True)
    monkeypatch.setattr("solvers.oracle.SOON", -1)
    told: list[str] = []

    def begun(*_: object, **__: object) -> None:
        told.append("begun")
        raise KeyboardInterrupt

    monkeypatch.setattr(coalition, "build", begun)
    with pytest.raises(KeyboardInterrupt):
        Oracle(announce=lambda forecast: told.append(forecast.what)).answer(river.parse(LARGE))
    assert told == ["guarantee", "maxn", "begun"]
    with pytest.raises(KeyboardInterrupt):
        Oracle(maxn=False, announce=lambda forecast: told.append(forecast.what)).answer(river.parse(LARGE))
    assert told[3:] == ["guarantee", "begun"]


@pytest.mark.parametrize("by_table", [False, True])
def test_ctrl_c_during_max_n_leaves_the_guarantees(by_table: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Oracle, "_too_slow", lambda *_: by_table)
    position = river.parse(LARGE)
    whole = Oracle(exact=True).answer(position)
    alone = Oracle(exact=True, maxn=False).answer(position)

    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(maxn_table, "build", stop)
    monkeypatch.setattr("solvers.maxn.MaxN.checked", stop)
    with pytest.raises(MaxNStopped) as stopped:
        Oracle(exact=True).answer(position)
    assert isinstance(whole, Shares)
    assert isinstance(alone, Shares)
    for found in (stopped.value.found, alone):
        assert found.guarantee == whole.guarantee
        assert found.maxn is None
        assert [(row.step, row.guarantee) for row in found.moves] == [
            (row.step, row.guarantee) for row in whole.moves
        ]
        with pytest.raises(SetupError):
            found.by_maxn()


def test_the_oracle_asks_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is large is answered by it, ranked by it if asked, and said to be so; the values stay the same."""
    monkeypatch.setattr(Oracle, "_too_slow", lambda *_: True)
    position = river.parse(LARGE)
    for ties in TIES:
        plain = MaxN(ties)
        found = Oracle(ties=ties).answer(position)
        assert isinstance(found, Shares)
        assert found.maxn == plain.value(position)
        assert found.maxn_solver == "table"
        rows = found.by_maxn()
        assert [row.maxn for row in rows] == [row.value for row in plain.moves(position)]
        told: Any = answers.shares_json(found, "maxn", "en")
        assert told["maxn"] == {
            "value": [str(share) for share in plain.value(position)],
            "ties": ties,
            "checked": True,
            "solver": "table",
        }
        assert [row["move"] for row in told["moves"]] == [str(row.step) for row in rows]
        for lang, words in (("en", "from a table of all positions"), ("ja", "全局面の表")):
            assert words in answers.shares_text(found, "maxn", lang).replace(
                "\n", " " if lang == "en" else ""
            )


def test_want_of_memory_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """The guarantee stands; why max-n does not is said, and is the error where the moves are ranked by it."""
    monkeypatch.setattr(Oracle, "_too_slow", lambda *_: True)
    state = river.parse(LARGE)
    oracle = Oracle()
    assert isinstance(oracle.table(state), coalition.CoalitionTable)
    # The guarantees' table is there; both tables see what is free in the same place.
    monkeypatch.setattr(river_table, "memory_free", lambda: 1000)
    found = oracle.answer(state)
    assert isinstance(found, Shares)
    assert found.maxn is None
    assert found.guarantee[0] > 0
    assert "9e-07 GB are free" in answers.shares_text(found, "guarantee", "en").replace("\n", " ")
    told: Any = answers.shares_json(found, "guarantee", "en")
    assert (told["maxn"], told["maxn_missing"]["why"]) == (None, "too_large")
    assert "9e-07 GB are free" in told["maxn_missing"]["message"]
    with pytest.raises(TooLarge, match="9e-07 GB are free"):
        answers.shares_json(found, "maxn", "en")


PLAIN = """
import sys
class Block:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("numba", "numpy"):
            raise ImportError(name)
sys.meta_path.insert(0, Block())
import json
from inaba import river
from solvers import maxn_table, river_kernel
assert not river_kernel.COMPILED
found = []
for text, rules, ties in json.loads(sys.argv[1]):
    state = river.parse(text, river.parse_rules(rules))
    table = maxn_table.build(state, ties)
    found.append([str(share) for share in table.value(state)] if table.checked(state) else None)
print(json.dumps(found))
"""


def test_the_same_without_numba() -> None:
    """Plain Python runs the same loops to the same fractions."""
    rng = random.Random(8)
    cases = [(random_position(rng, 3, orcas=0.2), ties) for ties in TIES for _ in range(6)]
    asked = json.dumps([(str(state), str(river.format_rules(state.rules)), ties) for state, ties in cases])
    done = subprocess.run([sys.executable, "-c", PLAIN, asked], capture_output=True, text=True, check=True)
    for (state, ties), found in zip(cases, json.loads(done.stdout), strict=True):
        table = maxn_table.build(state, ties)
        assert found == ([str(share) for share in table.value(state)] if table.checked(state) else None)
