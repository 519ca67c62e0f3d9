"""Many positions: "how large is the first player's edge over all layouts?"

`survey` asks the same of any number of positions, on any `concurrent.futures.Executor`: processes of this
machine by default, or a cluster's, such as the one that Dask's ``Client.get_executor()`` gives. Each answer
is one line of JSON in a file, written by the asking process alone and brought to the disk before the next,
so a run that was killed is gone on with: no result is lost and none is asked for twice. `summary` then says
what a sample of layouts tells of all of them, and how sure that is.

Nothing here is specific to a question: ``ask`` is any function of a text that gives what JSON can hold. It
runs in other processes, so it has to be found by name there: a function of a module, or a `functools.partial`
of one.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from fractions import Fraction
from math import cos, pi, sin, sqrt, tan
from pathlib import Path
from random import Random
from statistics import NormalDist
from typing import Any, BinaryIO, Final, NamedTuple

from inaba import river
from inaba.errors import InabaError, SetupError
from solvers import endgame, river_table

Answer = dict[str, Any]

AHEAD: Final = 2
"""How many questions wait for each process, so that none is idle and ten million are not held at once."""


FEW: Final = 30
"""With fewer values the interval of a mean depends on how the values are spread."""

MANY: Final = 1000
"""From so many degrees of freedom on Student's t distribution is close to the normal one (`student`)."""


class SurveyFileError(InabaError):
    """A file that holds the results of another survey, or no results; or that another run writes to."""


def layouts(
    deck: str | Sequence[river.Card], count: int, seed: int, *, columns: int = 3, rows: int = 4
) -> Iterator[str]:
    """Openings of open rivers for two, their cards shuffled.

    Parameters
    ----------
    deck : str or sequence of Card
        A name of `inaba.river.DECKS`, or the cards, as text too.
    count : int
        How many.
    seed : int
        The same seed gives the same layouts, however many are asked for.
    columns, rows : int
        The size of the river.

    Raises
    ------
    SetupError
        If the deck is not of the river's size, or there are to be fewer than none.
    NotationError
        If text is no deck.

    Examples
    --------
    >>> next(layouts("3,5,W,D", 1, seed=1, columns=2, rows=2)).count(",")
    3
    """
    if count < 0:
        raise SetupError("solvers.survey.layouts", count=count)
    start = river.start(2, deck if isinstance(deck, str) else tuple(deck), columns, rows)
    cards = list(start.unseen)
    rng = Random(seed)
    for _ in range(count):
        rng.shuffle(cards)
        lines = [",".join(map(str, cards[i : i + columns])) for i in range(0, len(cards), columns)]
        yield f"{'/'.join(lines)} -,- 1 - -"


def exact_value(position: str, rules: str = "") -> Answer:
    """The exact value of a two-player position: by table where the river is open, else by the plain solver.

    Returns
    -------
    dict
        ``value``: a fraction for each player, as text; ``states``: how many positions were solved for it.

    Examples
    --------
    >>> exact_value("5,W,4/0,6,3 -,- 1 - -")["value"]
    ['256163/279936', '23773/279936']
    """
    state = river.parse(position, river.parse_rules(rules))
    if all(spot.up for spot in state.spots):
        table = river_table.build(state, exact=True, workers=1)
        return {"value": list(map(str, table.value(state).value)), "states": table.river.positions}
    solution = endgame.solve(state)
    return {"value": list(map(str, solution.value)), "states": solution.states}


def _asked(ask: Callable[[str], Answer], number: int, position: str) -> Answer:
    """One line: the question's number, the position, and the answer or what is wrong."""
    try:
        answer = ask(position)
    except InabaError as error:
        answer = {"error": str(error)}
    return {"number": number, "position": position, **answer}


def _processes(workers: int | None) -> Executor:
    # Here, because a browser has no processes: all else does without.
    from concurrent.futures import ProcessPoolExecutor

    return ProcessPoolExecutor(workers)


def run(
    positions: Iterable[str],
    ask: Callable[[str], Answer] = exact_value,
    *,
    executor: Executor | None = None,
    workers: int | None = None,
    ordered: bool = False,
    skip: frozenset[int] = frozenset(),
) -> Generator[Answer, None, None]:
    """Ask the same of many positions; the answers as they come.

    Parameters
    ----------
    positions : iterable of str
        Read as far as there is work for, so it may be endless.
    ask : callable
        What to ask of a position: text in, a dict that JSON can hold out. Its ``value``, where it has one, is
        a list of fractions from 0 to 1, as text.
    executor : Executor, optional
        Where to work; processes of this machine unless given. One that is given is left running.
    workers : int, optional
        How many questions the executor works on at once; as many as this machine has processors unless given.
        Of a cluster give the number of its workers.
    ordered : bool
        Whether the answers come in the order of the positions.
    skip : set of int
        Numbers of positions, from 1, that are not asked again.

    Yields
    ------
    dict
        ``number`` (from 1), ``position``, and what ``ask`` gave; or ``error`` if the position is at fault.

    Raises
    ------
    SetupError
        If there are fewer workers than one.

    Examples
    --------
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> with ThreadPoolExecutor(2) as threads:
    ...     for answer in run(["W -,- 1 - -", "no river"], executor=threads, ordered=True):
    ...         print(answer["number"], answer.get("value") or "error")
    1 ['1', '0']
    2 error
    """
    if workers is not None and workers < 1:
        raise SetupError("solvers.survey.workers", workers=workers)
    at_once = (workers or os.cpu_count() or 1) * AHEAD
    with ExitStack() as stack:
        pool = executor or stack.enter_context(_processes(workers))
        waiting: dict[Future[Answer], int] = {}
        ready: dict[int, Answer] = {}
        numbered = ((n, p) for n, p in enumerate(positions, 1) if n not in skip)
        due: list[int] = []
        exhausted = False
        try:
            while True:
                # An answer that is held back for its turn counts as waiting: memory stays bounded.
                while not exhausted and len(waiting) + len(ready) < at_once * (4 if ordered else 1):
                    if len(waiting) >= at_once:
                        break
                    following = next(numbered, None)
                    if following is None:
                        exhausted = True
                    else:
                        waiting[pool.submit(_asked, ask, *following)] = following[0]
                        due.append(following[0])
                if not waiting and not ready:
                    return
                if waiting:
                    for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                        ready[waiting.pop(future)] = future.result()
                if ordered:
                    while due and due[0] in ready:
                        yield ready.pop(due.pop(0))
                else:
                    for number in list(ready):
                        due.remove(number)
                        yield ready.pop(number)
        finally:
            for future in waiting:
                future.cancel()


def survey(
    positions: Sequence[str],
    path: str | os.PathLike[str],
    ask: Callable[[str], Answer] = exact_value,
    *,
    executor: Executor | None = None,
    workers: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> list[Answer]:
    """Ask the same of many positions, each answer a line of a file; go on where a run was broken off.

    Parameters
    ----------
    positions : sequence of str
    path : path
        A new file, or one of the same survey. Half a line at its end, as a killed run leaves it, is cut off.
    ask, executor, workers
        As for `run`.
    progress : callable, optional
        Called with the results there are and all positions.

    Returns
    -------
    list of dict
        All results, in the order of the positions.

    Raises
    ------
    SurveyFileError
        If the file holds anything but results of these positions, or another run writes to it; nothing is
        written then.
    SetupError
        If there are fewer workers than one, or the answer to a question has a ``value`` of another kind.
    OSError
        If it cannot be written.

    Examples
    --------
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> from tempfile import mkdtemp
    >>> positions = list(layouts("3,5,W,D", 5, seed=1, columns=2, rows=2))
    >>> with ThreadPoolExecutor(2) as threads:
    ...     results = survey(positions, f"{mkdtemp()}/survey.jsonl", executor=threads)
    >>> len(results), round(summary(results).mean, 3)
    (5, 0.99)
    """
    target = Path(path)
    with _alone(target):
        results = _read(target, positions)
        if progress:
            progress(len(results), len(positions))
        if len(results) < len(positions):
            with target.open("a", encoding="utf-8", newline="\n") as file:
                asked = run(positions, ask, executor=executor, workers=workers, skip=frozenset(results))
                for answer in asked:
                    # What could not be read again is not written either.
                    if not _has_shares(answer):
                        raise SetupError("solvers.survey.value", position=answer["position"])
                    file.write(json.dumps(answer, ensure_ascii=False) + "\n")
                    file.flush()
                    os.fsync(file.fileno())
                    results[answer["number"]] = answer
                    if progress:
                        progress(len(results), len(positions))
    return [results[number] for number in sorted(results)]


_held: set[BinaryIO] = set()
"""Files that runs of this process have locked."""


def _let_go() -> None:
    """In a copy of this process: else its lock would last as long as the copy does."""
    for file in _held:
        file.close()
    _held.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_let_go)


@contextmanager
def _alone(target: Path) -> Iterator[None]:
    """Hold a file of results, which another run is then refused. The lock goes with the process.

    Where files cannot be locked, two runs both write: the same answers twice, which can be read.
    """
    if target.exists() and not (target.is_file() or target.is_dir()):  # a device, that may never end
        raise SurveyFileError("solvers.survey.foreign", path=target, line=1)
    try:
        file = target.open("ab", buffering=0)
    except OSError:
        if not target.is_file():
            raise
        file = target.open("rb", buffering=0)  # It may be complete, and then it is only read.
    _held.add(file)
    try:
        if not _locked(file):
            raise SurveyFileError("solvers.survey.busy", path=target)
        yield
    finally:
        _held.discard(file)
        file.close()


if sys.platform == "win32":

    def _locked(file: BinaryIO) -> bool:
        """Lock a file, unless another run has. Nothing is written where the lock is: behind all results."""
        import msvcrt

        file.seek(1 << 60)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:

    def _locked(file: BinaryIO) -> bool:
        """Lock a file, unless another run has."""
        with suppress(ImportError, OSError):  # a system, or a file system, without locks
            import fcntl

            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return False
        return True


_SHARE: Final = re.compile(r"[0-9]+(/[0-9]+)?", re.ASCII)


def _has_shares(answer: Answer) -> bool:
    """Whether an answer's value, if it has one, is a list of fractions from 0 to 1."""
    if "value" not in answer:
        return True
    value = answer["value"]
    if not isinstance(value, list) or not value:
        return False
    try:
        return all(_SHARE.fullmatch(share) and Fraction(share) <= 1 for share in value)
    except (TypeError, ValueError, ZeroDivisionError):
        return False


_BEGINS: Final = b'{"number": '
"""How each line of a survey's file begins."""


def _answer(line: bytes) -> Answer | None:
    """The answer in a line, if it is a whole one, to whatever question."""
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(answer, dict) or type(number := answer.get("number")) is not int or number < 1:
        return None
    if not isinstance(answer.get("position"), str) or not isinstance(answer.get("error", ""), str):
        return None
    return answer if _has_shares(answer) else None


def _result(line: bytes, positions: Sequence[str]) -> Answer | None:
    """The answer in a line, if it is one to a question about these positions."""
    answer = _answer(line)
    if answer is None or answer["number"] > len(positions):
        return None
    return answer if positions[answer["number"] - 1] == answer["position"] else None


def _read(target: Path, positions: Sequence[str]) -> dict[int, Answer]:
    """The results a file holds, by number; half a line at its end is cut off.

    A line that is no answer at all is a damaged one where the file is this survey's: where another line is a
    result of it, or this one begins as all of them do.
    """
    text = target.read_bytes()
    whole = text.rfind(b"\n") + 1
    results: dict[int, Answer] = {}
    lines = text[:whole].splitlines()
    for number, line in enumerate(lines, 1):
        answer = _result(line, positions)
        # The same answer twice is what two runs that wrote at once leave behind.
        if answer is None or results.get(answer["number"], answer) != answer:
            ours = line.startswith(_BEGINS) or any(_result(other, positions) for other in lines)
            damaged = ours and _answer(line) is None
            key = "solvers.survey.damaged" if damaged else "solvers.survey.foreign"
            raise SurveyFileError(key, path=target, line=number)
        results[answer["number"]] = answer
    # Half a line is a result only if it could have been written here.
    if whole < len(text):
        begun = text[whole:]
        if begun[: len(_BEGINS)] != _BEGINS[: len(begun)]:
            key = "solvers.survey.damaged" if results else "solvers.survey.foreign"
            raise SurveyFileError(key, path=target, line=text.count(b"\n") + 1)
        os.truncate(target, whole)
    return results


class Interval(NamedTuple):
    """A confidence interval: of many samples, so large a share of such intervals holds the true number.

    The numbers here are chances and shares, which lie between 0 and 1, and so do the ends: what a formula
    gives beyond is cut off, for the true number is never there.
    """

    low: float
    high: float
    level: float


@dataclass(frozen=True, slots=True)
class Summary:
    """What a sample of values tells of all of them. Floats: this is an estimate, and says how good.

    Attributes
    ----------
    count : int
        How many positions.
    mean, standard_error : float
        The mean of player 1's value over the sample, and its standard error.
    deviation : float
        The standard deviation of a single value.
    interval : Interval
        For the mean over all positions, by Student's t distribution (`student`), as far as it lies within
        0 to 1, between which a mean of chances lies: it supposes that the values are spread like a bell
        curve, which matters where there are few (`FEW`).
    favourable : float
        The share of positions in which player 1 has more than half.
    favourable_interval : Interval
        For that share (Wilson 1927).
    least, greatest : str
        Positions with the least and the greatest value.
    values : tuple of float
        All values, ascending, for a picture.
    """

    count: int
    mean: float
    standard_error: float
    deviation: float
    interval: Interval
    favourable: float
    favourable_interval: Interval
    least: str
    greatest: str
    values: tuple[float, ...]

    @property
    def few(self) -> bool:
        """Whether there are so few values that the interval of the mean supposes how they are spread."""
        return self.count < FEW

    def quantile(self, share: float) -> float:
        """The value that a share of the sample stays below or meets: 0.5 for the median."""
        return self.values[min(self.count - 1, int(share * self.count))]


def student(level: float, freedom: int) -> float:
    """How many standard errors an interval for a mean reaches up and down, by Student's t distribution.

    The standard error is itself an estimate, from one value more than there are degrees of freedom, so an
    interval has to be wider than by the normal distribution. The share of the distribution within ±t is a
    finite sum of powers of a cosine (Abramowitz and Stegun, "Handbook of Mathematical Functions", 1964,
    26.7.3 and 26.7.4); from `MANY` degrees on the quantile itself is its series around the normal one
    (26.7.5), whose error is then below 10⁻¹². Student, "The probable error of a mean", 1908.

    Parameters
    ----------
    level : float
        The share of samples whose interval is to hold the true mean, between 0 and 1.
    freedom : int
        The degrees of freedom, at least 1: one less than there are values.

    Examples
    --------
    >>> [round(student(0.95, freedom), 4) for freedom in (1, 5, 30, 999)]
    [12.7062, 2.5706, 2.0423, 1.9623]
    """
    if freedom >= MANY:
        z = NormalDist().inv_cdf((1 + level) / 2)
        terms = (
            (z**3 + z) / 4,
            (5 * z**5 + 16 * z**3 + 3 * z) / 96,
            (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
            (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
        )
        return z + float(sum(term / freedom**n for n, term in enumerate(terms, 1)))

    def within(angle: float) -> float:
        """The share of the distribution up to t on either side, where t = √freedom · tan(angle)."""
        odd = freedom % 2
        square = cos(angle) ** 2
        term = total = (cos(angle) if odd else 1.0) if freedom > 1 else 0.0
        for k in range(2 + odd, freedom - 1, 2):
            term *= square * (k - 1) / k
            total += term
        return 2 / pi * (angle + sin(angle) * total) if odd else sin(angle) * total

    low, high = 0.0, pi / 2
    while low < (middle := (low + high) / 2) < high:
        low, high = (middle, high) if within(middle) < level else (low, middle)
    return sqrt(freedom) * tan(low)


def _within(low: float, high: float, level: float) -> Interval:
    """An interval for a number that is known to lie between 0 and 1."""
    return Interval(max(low, 0.0), min(high, 1.0), level)


def summary(results: Iterable[Answer], level: float = 0.95) -> Summary:
    """What the values of a survey tell.

    Parameters
    ----------
    results : iterable of dict
        Of `survey` or `run`; those with an ``error`` are left out.
    level : float
        Of the intervals, between 0 and 1.

    Raises
    ------
    SetupError
        If there are fewer than two values, or the level is not between 0 and 1.

    Examples
    --------
    >>> found = summary({"position": p, "value": [v, "0"]} for p, v in [("a", "1/4"), ("b", "3/4")])
    >>> found.mean, found.favourable
    (0.5, 0.5)
    """
    if not 0 < level < 1:
        raise SetupError("solvers.survey.level", level=level)
    pairs = sorted(
        (Fraction(result["value"][0]), result["position"]) for result in results if "value" in result
    )
    count = len(pairs)
    if count < 2:
        raise SetupError("solvers.survey.few", count=count)
    mean = sum((value for value, _ in pairs), Fraction(0)) / count
    variance = sum(((value - mean) ** 2 for value, _ in pairs), Fraction(0)) / (count - 1)
    error = sqrt(variance / count)
    reach = student(level, count - 1) * error
    z = NormalDist().inv_cdf((1 + level) / 2)
    share = sum(value > Fraction(1, 2) for value, _ in pairs) / count
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z / (1 + z * z / count) * sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    return Summary(
        count=count,
        mean=float(mean),
        standard_error=error,
        deviation=sqrt(variance),
        interval=_within(float(mean) - reach, float(mean) + reach, level),
        favourable=share,
        favourable_interval=_within(middle - half, middle + half, level),
        least=pairs[0][1],
        greatest=pairs[-1][1],
        values=tuple(float(value) for value, _ in pairs),
    )
