"""Tables of open rivers: equal to the plain solver, in every option, phase and number format."""

from __future__ import annotations

import errno
import json
import os
import random
import subprocess
import sys
import threading
from fractions import Fraction
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

from inaba import river
from inaba.dice import parse_dice
from inaba.errors import SetupError, TooLarge
from inaba.river import Rules, State
from solvers import endgame, river_kernel, river_table, table_file
from tests import strategies

RULES = [
    Rules(),
    Rules(orca="side"),
    Rules(rest="owner"),
    Rules(orca="side", rest="owner"),
    Rules(dice=parse_dice("1d4")),
    Rules(dice=parse_dice("{1:1,5:2}+1d2"), rest="owner"),
    Rules(dice=parse_dice("3d3"), orca="side"),
]


def random_position(rng: random.Random, rules: Rules) -> State:
    """An open river of up to 2 × 3 squares, with some damage done and rabbits on their way, in any phase."""
    columns, rows = rng.choice([(1, 1), (1, 3), (2, 2), (3, 1), (2, 3), (3, 2)])
    cards = [rng.choice(["3", "4", "5", "7", "0", "W", "D", "O", "O", "S"]) for _ in range(columns * rows)]
    text = "/".join(",".join(cards[i : i + columns]) for i in range(0, len(cards), columns))
    state = river.parse(f"{text} -,- {rng.choice('12')} - -", rules)
    return strategies.strolled(state, rng, rng.randrange(12))


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_equal_to_the_plain_solver(rules: Rules) -> None:
    """Exact tables give the plain solver's fraction, rounded ones are within their bound; in every phase."""
    rng = random.Random(str(rules))
    for _ in range(40):
        state = random_position(rng, rules)
        endless = rng.choice([Fraction(1, 2), Fraction(1, 2), Fraction(0), Fraction(2, 7)])
        truth = endgame.solve(state, endless=endless)
        exact = river_table.build(state, exact=True, endless=endless)
        assert exact.error == 0
        assert exact.value(state).value == truth.value, (str(state), endless)
        rounded = river_table.build(state, endless=endless)
        found = rounded.value(state)
        assert abs(found.value[0] - truth.value[0]) <= found.error, (str(state), endless)
        assert sum(found.value) == 1
        if truth.moves:
            assert [(m, v.value) for m, v in exact.moves(state)] == [(m.move, m.value) for m in truth.moves]


@pytest.mark.parametrize(
    ("position", "rules", "value"),
    [
        ("5,W,4/0,6,3 -,- 1 - -", "", "256163/279936"),
        ("5,W,4/O,6,D/3,5,7 -,- 1 - -", "", "3363057643841221/5484237660094464"),
        ("3,0,5/0,4,0/6,0,4/0,5,D -,- 1 - -", "", "56418817/60466176"),
        ("5,W,4/O,6,D/3,5,7 -,- 1 - -", "orca=side", "3903517470487729/5484237660094464"),
        ("5,W,4/O,6,D/3,5,7 -,- 1 - -", "rest=owner", "6723237258884137/10968475320188928"),
        ("5,W,4/O,6,D/3,5,7 -,- 1 - -", "orca=side,rest=owner", "15608427868413049/21936950640377856"),
    ],
)
def test_known_values(position: str, rules: str, value: str) -> None:
    """Values that two programs written apart agreed on."""
    state = river.parse(position, river.parse_rules(rules))
    assert river_table.build(state, exact=True).value(state).value[0] == Fraction(value)


def test_threads_give_the_same_numbers() -> None:
    """Runs of layers solved side by side give, number for number, what one thread gives."""
    state = river.parse("7,O,8/9,6,D/5,10,4 -,- 1 - -")
    one = river_table.build(state, workers=1)
    two = river_table.build(state, workers=2)
    assert one.river.layers > 5000
    words = one.sizes.whole
    assert words > 100_000
    assert list(one.numbers[:words]) == list(two.numbers[:words])


def test_where_no_thread_can_be_started_one_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a browser: tables are built all the same."""

    def refuse(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    monkeypatch.setattr(river_kernel, "COMPILED", True)
    assert [river_kernel.threads_for(workers) for workers in (None, 1, 4)] == [1, 1, 1]
    monkeypatch.undo()
    state = river.parse("7,O,8/9,6,D/5,10,4 -,- 1 - -")
    wanted = river_table.build(state, workers=1).value(state)
    monkeypatch.setattr(threading.Thread, "start", refuse)
    assert river_table.build(state, workers=4).value(state) == wanted


def turns_from(state: State) -> set[State]:
    """All positions at the start of a turn that a position leads to."""
    seen, waiting = {state}, [state]
    while waiting:
        state = waiting.pop()
        chances = state.chance()
        if chances is not None:
            after = [state.happen(event) for event in chances]
        else:
            after = [state.play(state.turn, move) for move in state.legal_moves(state.turn)]
        for one in after:
            if one not in seen and one.result() is None:
                seen.add(one)
                waiting.append(one)
    return {one for one in seen if one.starts_turn()}


@pytest.mark.parametrize("rules", [Rules(), Rules(rest="owner")], ids=str)
def test_every_rank_is_one_position(rules: Rules) -> None:
    """Two positions share a place in the table just where they are alike: the same seen by who is to move."""
    state = river.parse("9,W/O,8/5,D -,- 1 - -", rules)
    table = river_table.build(state)
    alike: dict[tuple[int, int], tuple[object, ...]] = {}
    for position in turns_from(state):
        ranked = table.river.rank(position)
        assert ranked is not None
        layer, rank, block = ranked
        assert 0 <= rank < block
        me, other = position.turn, 3 - position.turn
        seen = (
            tuple(spot.left if spot.left > 2 else 0 for spot in position.spots),
            position.rabbits[me - 1],
            position.rabbits[other - 1],
            me in position.resting,
            other in position.resting,
        )
        assert alike.setdefault((layer, rank), seen) == seen
    assert len(set(alike.values())) == len(alike) > 100


def test_only_its_own_river() -> None:
    """A table answers for its own river, rules and damage, and for nothing else."""
    state = river.parse("5-2,W/0,6 -,- 1 - -")
    table = river_table.build(state)
    for text, rules in [
        ("5,W/0,6 -,- 1 - -", ""),
        ("5-2,W/6,0 -,- 1 - -", ""),
        ("5-2,W/0,6 -,- 1 - -", "rest=owner"),
        ("5-2,W,0,6 -,- 1 - -", ""),
        ("5-2,W/0,6 -,-,- 1 - -", ""),
    ]:
        other = river.parse(text, river.parse_rules(rules))
        assert other not in table
        with pytest.raises(SetupError, match="does not cover"):
            table.value(other)


def test_refused() -> None:
    """Three players, face-down cards, endless play worth 3/2, too little memory: each has its reason."""
    with pytest.raises(SetupError, match="for 3 players"):
        river_table.build(river.parse("5,W -,-,- 1 - -"))
    with pytest.raises(SetupError, match="face down"):
        river_table.build(river.parse("?,W -,- 1 - 5"))
    with pytest.raises(SetupError, match="0 to 1"):
        river_table.build(river.parse("5,W -,- 1 - -"), endless=Fraction(3, 2))
    with pytest.raises(TooLarge, match="GB") as error:
        river_table.build(river.parse("14,W/16,20 -,- 1 - -"), memory=1000)
    assert error.value.size > error.value.limit == 1000
    standard = river.parse("5,6,8/10,12,14/16,20,D/O,S,W -,- 1 - -")
    with pytest.raises(TooLarge, match=r"takes 1[0-9][.0-9]* GB, and 1 GB"):
        river_table.build(standard, exact=True, memory=10**9)
    wrong: tuple[Any, ...] = (0, -1, 1.5, "2")
    for workers in wrong:
        with pytest.raises(SetupError, match="1 thread or more"):
            river_table.build(river.parse("5,W -,- 1 - -"), workers=workers)


def test_rides_are_followed_once_however_many_chains_come_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """On 64 orcas up to 1,994 chains go on from a square, and nothing but Start is at their end."""
    state = river.parse("/".join(["O,O,O,O,O,O,O,O"] * 8) + " -,-,- 1 - -")
    squares = state.table.board.squares
    ends = river_table.Ends(state)
    # Without another rabbit no ride can come to one square in two ways that differ in what follows.
    monkeypatch.setattr(river_table, "MOST_ENDS", len(squares) + 1)
    for square in squares:
        assert ends.of(square, ()) == {river.GOAL if square[1] == "8" else river.START}
    # All that may be asked of three rabbits together has its limit, too; what is known costs nothing.
    monkeypatch.setattr(river_table, "MOST_RIDES", 0)
    assert ends.of("a1", ("h8",)) == {river.START}
    with pytest.raises(TooLarge, match="carry a rabbit on in more than 0 ways"):
        ends.of("a1", ("a2",))


def test_endless_play_may_be_worth_a_share_finer_than_the_units() -> None:
    """A rounded table's error has room for it; an exact table is exact all the same."""
    state = river.parse("O,3/W,O -,- 1 - -")
    for endless in (Fraction(1, 10**17), 1 - Fraction(1, 10**17), Fraction(12345678901234567, 10**17 + 3)):
        exact = river_table.build(state, exact=True, endless=endless)
        rounded = river_table.build(state, endless=endless)
        assert exact.error == 0 < rounded.error < Fraction(1, 10**15)
        for share, near in zip(exact.moves(state), rounded.moves(state), strict=True):
            assert share[0] == near[0]
            assert abs(share[1].value[0] - near[1].value[0]) <= rounded.error
        assert exact.value(state).value == endgame.Solver(endless=endless).value(state)


def test_a_disk_that_fills_up_is_told_beforehand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Room is set aside before the work: a disk that has less than it says ends nothing without a word."""

    def full(descriptor: int, begin: int, size: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "posix_fallocate", full, raising=False)
    state = river.parse("9,O,8/10,6,D -,- 1 - -")
    with pytest.raises(TooLarge, match="on disk"):
        river_table.build(state, disk=tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_built_on_disk(tmp_path: Path) -> None:
    """On disk the numbers are the same, memory is not asked for, and no file is left behind."""
    state = river.parse("9,O,8/10,6,D -,- 1 - -", Rules(rest="owner"))
    for exact in (True, False):
        table = river_table.build(state, exact=exact, memory=100_000, disk=tmp_path)
        with pytest.raises(TooLarge):
            river_table.build(state, exact=exact, memory=100_000)
        assert table.value(state) == river_table.build(state, exact=exact).value(state)
        saved = table_file.save(table, tmp_path / f"{exact}")
        assert table_file.load(saved).value(state) == table.value(state)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["False", "True"]
    with pytest.raises(OSError, match="nowhere"):
        river_table.build(state, disk=tmp_path / "nowhere")


def test_the_standard_river_is_counted_before_it_is_solved() -> None:
    """Counting takes no table: 3·4·6·8·10·12·14·18 layers, for H ≥ 5 has H - 2 classes of hit points left."""
    standard = river_table.River(river.parse("5,6,8/10,12,14/16,20,D/O,S,W -,- 1 - -"))
    assert standard.layers == 3 * 4 * 6 * 8 * 10 * 12 * 14 * 18
    assert standard.most_rolls == 2 + 2 + 3 + 4 + 5 + 6 + 7 + 9


def test_bases_are_the_sums_of_the_blocks_before() -> None:
    """Where a layer begins, counted from its digits, is what adding up the layers before it gives."""
    state = river.parse("5,O/7,9 -,- 1 - -", Rules(rest="owner"))
    for endless in (Fraction(1, 2), Fraction(1, 3)):
        own = river_table.River(state, endless)
        for words in ((1,) * 10, (1, 1, 2, 2, 2, 3, 3, 4, 4, 4)):
            assert len(words) > own.most_rolls
            base = river_table._bases_listed(own, words)
            sizes = river_table.Sizes(own, words)
            assert [sizes.base(layer) for layer in range(own.layers)] == base[:-1]
            assert base[-1] == sizes.whole
            if river_kernel.COMPILED:
                assert list(river_table._bases(own, words)) == base


def test_numbers_of_several_words() -> None:
    """A long fight needs long numbers: a shark of 99 a denominator of 36 to the 49th, in five words."""
    state = river.parse("99,O/W,4 -,- 1 - -")
    exact = river_table.build(state, exact=True)
    if river_kernel.COMPILED:
        assert exact.kept.words[0] == 1
        assert exact.kept.words[-1] == 5
    assert exact.value(state).value == endgame.solve(state).value


def test_an_interrupt_goes_on_to_the_caller() -> None:
    """Ctrl-C in the midst of it, here thrown by the progress callback, ends the work."""

    def interrupt(done: int, layers: int) -> None:
        calls.append(done)
        raise KeyboardInterrupt

    state = river.parse("7,O,8/9,6,D/5,10,4 -,- 1 - -")
    for workers in (1, 2):
        calls: list[int] = []
        with pytest.raises(KeyboardInterrupt):
            river_table.build(state, workers=workers, progress=interrupt)
        assert len(calls) == 1


PLAIN = """
import sys
class Block:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("numba", "numpy"):
            raise ImportError(name)
sys.meta_path.insert(0, Block())
import json
from fractions import Fraction
from inaba import river
from solvers import river_kernel, river_table
assert not river_kernel.COMPILED
found = []
for text, rules in json.loads(sys.argv[1]):
    state = river.parse(text, river.parse_rules(rules))
    exact = river_table.build(state, exact=True)
    rounded = river_table.build(state)
    found.append([str(exact.value(state).value[0]), str(rounded.value(state).value[0])])
print(json.dumps(found))
"""


def test_the_same_without_numba() -> None:
    """Plain Python runs the same loops: the same fractions, and the same rounded numbers to the last unit."""
    rng = random.Random(5)
    cases = [(random_position(rng, rules), str(rules)) for rules in RULES for _ in range(3)]
    asked = json.dumps([(str(state), rules) for state, rules in cases])
    done = subprocess.run([sys.executable, "-c", PLAIN, asked], capture_output=True, text=True, check=True)
    for (state, _), (exact, rounded) in zip(cases, json.loads(done.stdout), strict=True):
        assert Fraction(exact) == river_table.build(state, exact=True).value(state).value[0]
        assert Fraction(rounded) == river_table.build(state).value(state).value[0]


def test_saved_and_opened(tmp_path: Path) -> None:
    """A table in a file answers as the one that was saved, exact or rounded."""
    state = river.parse("5,W,4/O,6,D -,- 1 - -", Rules(rest="owner"))
    for name, exact, endless in (("a", True, Fraction(1, 2)), ("b", False, Fraction(1, 3))):
        table = river_table.build(state, exact=exact, endless=endless)
        opened = table_file.load(table_file.save(table, tmp_path / name))
        assert (opened.exact, opened.error, opened.kept) == (table.exact, table.error, table.kept)
        rng = random.Random(name)
        position = state
        for _ in range(60):
            assert opened.value(position) == table.value(position)
            chances = position.chance()
            if chances is not None:
                position = position.happen(chances.sample(rng))
            else:
                position = position.play(position.turn, rng.choice(list(position.legal_moves(position.turn))))
            if position.result() is not None:
                position = state
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "b"]
    (tmp_path / "c").touch()
    assert (tmp_path / "a").stat().st_mode == (tmp_path / "c").stat().st_mode


def test_a_file_is_never_overwritten(tmp_path: Path) -> None:
    """Saving under a name that is taken is refused, and what stands there stays."""
    table = river_table.build(river.parse("3,W -,- 1 - -"))
    (tmp_path / "mine").write_text("my work")
    with pytest.raises(FileExistsError):
        table_file.save(table, tmp_path / "mine")
    assert (tmp_path / "mine").read_text() == "my work"
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


def read_whole(path: Path) -> None:
    """Open a table and ask for every number in it."""
    opened = table_file.load(path)
    for rank in range(len(opened.numbers)):
        opened.numbers[rank]


def test_damaged_and_foreign_files_are_refused(tmp_path: Path) -> None:
    """Whatever byte is changed, and wherever the file is cut, no number comes out of it."""
    state = river.parse("5,W,4/0,6,3 -,- 1 - -")
    good = table_file.save(river_table.build(state), tmp_path / "good").read_bytes()
    read_whole(tmp_path / "good")
    rng = random.Random(1)
    header = good.index(b"}") + 1
    places = [*range(0, header, 7), *(rng.randrange(4096, len(good)) for _ in range(40))]
    for at in places:
        bad = bytearray(good)
        bad[at] ^= 1 << rng.randrange(8)
        path = tmp_path / "bad"
        path.write_bytes(bad)
        with pytest.raises(table_file.TableFileError, match="bad"):
            read_whole(path)
    for length in (0, 5, 30, header, 4096, len(good) - 1):
        (tmp_path / "bad").write_bytes(good[:length])
        with pytest.raises(table_file.TableFileError):
            table_file.load(tmp_path / "bad")
    (tmp_path / "bad").write_bytes(good + b"x")
    with pytest.raises(table_file.TableFileError, match="bytes"):
        table_file.load(tmp_path / "bad")


def test_a_header_that_was_written_elsewhere_is_refused(tmp_path: Path) -> None:
    """A right checksum does not make a table of it; nor does anything that is no file."""
    good = table_file.save(river_table.build(river.parse("3,W -,- 1 - -")), tmp_path / "good").read_bytes()
    header = json.loads(good[len(table_file.MAGIC) + 9 :].split(b"\n", 1)[0])
    odd: list[Any] = [[], None, 7, {}, {**header, "words": "x"}, {**header, "words": header["words"] + 1}]
    odd += [{**header, "endless": "1/0"}, {**header, "endless": 5}, {**header, "river": "3,W"}]
    odd += [{**header, "river": None}, {**header, "rules": "dice=none"}, {**header, "rules": 5}]
    odd += [{key: value for key, value in header.items() if key != left} for left in header]
    for content in odd:
        text = json.dumps(content).encode()
        top = table_file.MAGIC + b"%08x\n" % crc32(text) + text + b"\n"
        (tmp_path / "odd").write_bytes(top.ljust(table_file.PAGE) + good[table_file.PAGE :])
        with pytest.raises(table_file.TableFileError, match="odd"):
            table_file.load(tmp_path / "odd")
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        with pytest.raises(table_file.TableFileError, match="no river table"):
            table_file.load(tmp_path / "pipe")


def test_a_file_is_read_as_a_list_is(tmp_path: Path) -> None:
    """Places from the end, slices and their steps, and saving once more; closed, it says so."""
    table = river_table.build(river.parse("9,O,8/10,6,D/7,9,W -,- 1 - -"), exact=True)
    path = table_file.save(table, tmp_path / "one")
    opened = table_file.load(path)
    count = len(opened.numbers)
    whole = [int(number) for number in table.numbers[:count]]
    assert opened.numbers[-1] == whole[-1]
    for places in (slice(None), slice(5, 400, 7), slice(400, 5, -7), slice(9, 9), slice(-30, None)):
        assert opened.numbers[places] == whole[places]
    for place in (count, -count - 1):
        with pytest.raises(IndexError):
            opened.numbers[place]
    assert table_file.save(opened, tmp_path / "two").read_bytes() == path.read_bytes()
    opened.numbers.close()
    with pytest.raises(table_file.TableFileError, match="closed"):
        opened.numbers[0]


def test_opening_reads_the_header_only(tmp_path: Path) -> None:
    """A block is read when something in it is asked for, and not before."""
    state = river.parse("9,O,8/10,6,D/7,9,W -,- 1 - -")
    table = river_table.build(state, exact=True)
    opened = table_file.load(table_file.save(table, tmp_path / "table"))
    blocks = os.path.getsize(tmp_path / "table") // table_file.BLOCK
    opened.value(state)
    assert blocks >= 2
    assert sum(opened.numbers._checked) == 1
