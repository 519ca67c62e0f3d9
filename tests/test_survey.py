"""Many positions on any executor: nothing lost, nothing asked twice, and a summary that is honest."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import partial
from itertools import count
from pathlib import Path
from statistics import NormalDist, mean, stdev
from typing import Any

import pytest
from distributed import Client, LocalCluster

from inaba import river
from inaba.errors import NotationError, SetupError
from solvers import survey

TINY = river.parse_deck("3,4,5,W,D,0")


def tiny_layouts(how_many: int = 5) -> list[str]:
    return list(survey.layouts(TINY, how_many, seed=7, columns=3, rows=2))


def length(position: str) -> survey.Answer:
    """A quick question, for tests of the way and not of the answer."""
    if position == "bad":
        river.parse(position)
    return {"value": [str(Fraction(len(position), 100)), "0"]}


def remember(folder: str, position: str) -> survey.Answer:
    """A slow question that leaves a mark each time it is asked."""
    with open(os.path.join(folder, "asked"), "a", encoding="utf-8") as file:
        file.write(position + "\n")
    time.sleep(0.02)
    return {"value": ["1/2", "1/2"]}


def test_layouts_hold_the_deck_and_repeat_with_the_seed() -> None:
    """Each layout is all cards of the deck, face up; the seed decides, not how many are asked for."""
    found = list(survey.layouts("classroom", 4, seed=1))
    assert found[:2] == list(survey.layouts("classroom", 2, seed=1))
    assert found != list(survey.layouts("classroom", 4, seed=2))
    assert len(set(found)) == 4
    for text in found:
        state = river.parse(text)
        assert sorted(str(spot.card) for spot in state.spots) == sorted(map(str, river.CLASSROOM))
    with pytest.raises(SetupError):
        list(survey.layouts("classroom", 1, seed=1, columns=2))


def test_processes_by_default_and_the_values_are_the_solvers() -> None:
    """Five layouts on two processes: each answer is what the position is worth."""
    positions = tiny_layouts()
    answers = list(survey.run(positions, workers=2, ordered=True))
    assert [answer["number"] for answer in answers] == [1, 2, 3, 4, 5]
    for position, answer in zip(positions, answers, strict=True):
        assert answer["position"] == position
        assert answer["value"] == survey.exact_value(position)["value"]


def test_a_cluster_does_the_same() -> None:
    """Dask's executor is as good as any."""
    positions = tiny_layouts()
    with (
        LocalCluster(  # type: ignore[no-untyped-call]  # distributed has no types
            n_workers=2, threads_per_worker=1, dashboard_address=None
        ) as cluster,
        Client(cluster) as client,  # type: ignore[no-untyped-call]  # distributed has no types
    ):
        answers = list(survey.run(positions, executor=client.get_executor(), workers=2, ordered=True))
    assert [answer["value"] for answer in answers] == [survey.exact_value(p)["value"] for p in positions]


def test_a_bad_position_is_an_answer_with_its_number() -> None:
    """One position that cannot be read does not stop the others."""
    with ThreadPoolExecutor(2) as threads:
        answers = list(survey.run(["a", "bad", "c"], length, executor=threads, ordered=True))
    with pytest.raises(NotationError) as error:
        river.parse("bad")
    assert answers[1] == {"number": 2, "position": "bad", "error": str(error.value)}
    assert [answer["number"] for answer in answers] == [1, 2, 3]


def test_no_more_is_read_than_there_is_work_for() -> None:
    """An endless supply of positions is read a few ahead, in order or not."""
    for ordered in (False, True):
        taken = 0

        def supply() -> Any:
            nonlocal taken
            for taken in count(1):  # how many were taken is what is asked below
                yield str(taken)

        with ThreadPoolExecutor(2) as threads:
            answers = survey.run(supply(), length, executor=threads, workers=2, ordered=ordered)
            for _ in range(50):
                next(answers)
            answers.close()
        assert 50 <= taken <= 50 + 4 * 2 * survey.AHEAD


def test_a_file_of_results_is_gone_on_with(tmp_path: Path) -> None:
    """What stands in the file is not asked again, and half a line at its end is cut off."""
    path = tmp_path / "results.jsonl"
    positions = [str(n) * 3 for n in range(1, 8)]
    with ThreadPoolExecutor(2) as threads:
        ask = partial(remember, str(tmp_path))
        survey.survey(positions[:4] + positions[4:], path, ask, executor=threads)
        lines = path.read_text().splitlines(keepends=True)
        path.write_text("".join(lines[:3]) + lines[3][:20])
        (tmp_path / "asked").unlink()
        results = survey.survey(positions, path, ask, executor=threads)
    done = {json.loads(line)["position"] for line in lines[:3]}
    assert sorted((tmp_path / "asked").read_text().split()) == sorted(set(positions) - done)
    assert [result["position"] for result in results] == positions
    assert len(path.read_text().splitlines()) == 7


KILLED = """
import sys
from functools import partial
from tests.test_survey import remember
from solvers.survey import survey
survey([f"position {n}" for n in range(60)], sys.argv[1], partial(remember, sys.argv[2]), workers=2)
"""


def test_killed_and_gone_on_with(tmp_path: Path) -> None:
    """Killed in the midst of it and started again: every result once, none asked again that was written."""
    path = tmp_path / "results.jsonl"
    run = [sys.executable, "-c", KILLED, str(path), str(tmp_path)]
    here = Path(__file__).parents[1]
    first = subprocess.Popen(run, cwd=here, start_new_session=True)
    while not path.exists() or path.read_text().count("\n") < 8:
        assert first.poll() is None
        time.sleep(0.01)
    os.killpg(first.pid, signal.SIGKILL)
    first.wait()
    written = path.read_text().count("\n")
    assert 8 <= written < 60
    asked_before = (tmp_path / "asked").read_text().splitlines()
    whole = [json.loads(line)["position"] for line in path.read_text().splitlines()[:written]]
    subprocess.run(run, cwd=here, check=True)
    results = [json.loads(line) for line in path.read_text().splitlines()]
    assert sorted(result["number"] for result in results) == list(range(1, 61))
    asked_after = (tmp_path / "asked").read_text().splitlines()[len(asked_before) :]
    assert not set(asked_after) & set(whole)


def test_a_line_may_end_anywhere(tmp_path: Path) -> None:
    """A full disk cuts a line off at any letter: it is asked again, and the others are not."""
    path = tmp_path / "results.jsonl"
    positions = ["aaa", "bbb"]
    with ThreadPoolExecutor(1) as threads:
        whole = survey.survey(positions, path, length, executor=threads)
        text = path.read_bytes()
        first = text.index(b"\n") + 1
        for end in range(first, len(text)):
            path.write_bytes(text[:end])
            assert survey.survey(positions, path, length, executor=threads) == whole
            assert path.read_bytes() == text


def test_two_runs_at_once_leave_a_file_that_can_be_read(tmp_path: Path) -> None:
    """Both write their answers, which are the same."""
    path = tmp_path / "results.jsonl"
    positions = ["aaa", "bbb"]
    with ThreadPoolExecutor(1) as threads:
        whole = survey.survey(positions, path, length, executor=threads)
        path.write_bytes(path.read_bytes() * 2)
        assert survey.survey(positions, path, length, executor=threads) == whole


def test_a_device_is_not_read(tmp_path: Path) -> None:
    """A pipe without a writer would be waited for, and /dev/zero never ends."""
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with pytest.raises(survey.SurveyFileError), ThreadPoolExecutor(1) as threads:
        survey.survey(["aaa"], path, length, executor=threads)


def test_another_files_lines_are_left_alone(tmp_path: Path) -> None:
    """A file that holds anything else is refused, named with the line, and stays as it was."""
    positions = ["aaa", "bbb"]
    for text in (
        "my diary\n",
        '{"number": 1, "position": "other"}\n',
        '{"number": 3, "position": "ccc"}\n',
        '{"number": 1, "position": "aaa", "n": 3}\n{"number": 1, "position": "aaa", "n": 4}\n',
        '{"number": -1, "position": "bbb"}\n',
        "no line end",
    ):
        path = tmp_path / "mine"
        path.write_text(text)
        with pytest.raises(survey.SurveyFileError, match="line"), ThreadPoolExecutor(1) as threads:
            survey.survey(positions, path, length, executor=threads)
        assert path.read_text() == text


def test_a_damaged_line_is_told_from_another_survey_s(tmp_path: Path) -> None:
    """Where the file is this survey's, a line that is no answer is damaged: no wrong file was named."""
    first = '{"number": 1, "position": "aaa"}\n'
    path = tmp_path / "mine"
    for text, line, said in (
        (first + "#!?\n", 2, "is damaged; take that line out"),
        ("#!?\n" + first, 1, "is damaged"),
        (first + '{"number": 2, "posi\n', 2, "is damaged"),
        ('{"number": 1, "posi\n', 1, "is damaged"),
        (first + '{"number": 2, "position": "bbb", "value": [3]}\n', 2, "is damaged"),
        (first + "#!? without a line's end", 2, "is damaged"),
        (first + '{"number": 2, "position": "other"}\n', 2, "is no result of this survey"),
        ("my diary\n", 1, "is no result of this survey"),
        ("my diary", 1, "is no result of this survey"),
    ):
        path.write_text(text)
        with pytest.raises(survey.SurveyFileError, match=f"line {line} of .*{said}") as caught:
            survey.survey(["aaa", "bbb"], path, length)
        damaged = f"{line} 行目が壊れています" in caught.value.say("ja")
        assert damaged == (said != "is no result of this survey")
        assert path.read_text() == text


def test_what_is_damaged_is_asked_again_once_it_is_taken_out(tmp_path: Path) -> None:
    path = tmp_path / "mine"
    with ThreadPoolExecutor(1) as threads:
        whole = survey.survey(["aaa", "bbb"], path, length, executor=threads)
        lines = path.read_text().splitlines(keepends=True)
        path.write_text(lines[0][5:] + lines[1])
        with pytest.raises(survey.SurveyFileError, match=r"line 1 of .* is damaged"):
            survey.survey(["aaa", "bbb"], path, length, executor=threads)
        path.write_text(lines[1])
        assert survey.survey(["aaa", "bbb"], path, length, executor=threads) == whole


def test_the_ends_of_an_interval_are_chances() -> None:
    """Few values close to 1, or to 0: Student's t alone would reach beyond. The standard error stays."""
    near = ["1", "1", "1", "19/20", "1"]
    for values, end in ((near, 1.0), ([str(1 - Fraction(v)) for v in near], 0.0)):
        found = survey.summary({"position": "p", "value": [v]} for v in values)
        numbers = [float(Fraction(v)) for v in values]
        assert found.standard_error == pytest.approx(stdev(numbers) / 5**0.5)
        reach = 2.776445 * stdev(numbers) / 5**0.5  # of t with 4 degrees of freedom, from a table
        assert mean(numbers) + reach > 1 or mean(numbers) - reach < 0
        assert end in found.interval[:2]
        assert (
            abs((found.interval.low + found.interval.high - end) - (mean(numbers) + (1 - 2 * end) * reach))
            < 1e-6
        )
    for values in (["1", "1"], ["0", "0"], ["1/2", "0", "1"]):
        found = survey.summary({"position": "p", "value": [v]} for v in values)
        for interval in (found.interval, found.favourable_interval):
            assert 0 <= interval.low <= interval.high <= 1


def test_summary_by_hand() -> None:
    """Mean, standard error and intervals of a sample, by the formulas of a textbook."""
    values = [Fraction(n, 20) for n in (3, 11, 12, 13, 18)]
    results = [{"number": i, "position": f"p{i}", "value": [str(v), "0"]} for i, v in enumerate(values)]
    found = survey.summary([*results, {"number": 9, "position": "x", "error": "no"}], level=0.9)
    numbers = [float(v) for v in values]
    z, t = NormalDist().inv_cdf(0.95), 2.131847  # of t with 4 degrees of freedom, from a table
    assert found.count == 5
    assert found.few
    assert found.mean == pytest.approx(mean(numbers))
    assert found.standard_error == pytest.approx(stdev(numbers) / 5**0.5)
    assert found.interval.low == pytest.approx(mean(numbers) - t * stdev(numbers) / 5**0.5)
    assert found.interval.high == pytest.approx(mean(numbers) + t * stdev(numbers) / 5**0.5)
    assert found.favourable == 0.8
    # Wilson: the shares p whose own standard error reaches the one seen: (s - p)² = z² p (1 - p) / n.
    for p in found.favourable_interval[:2]:
        assert (0.8 - p) ** 2 == pytest.approx(z * z * p * (1 - p) / 5)
    assert (found.least, found.greatest) == ("p0", "p4")
    assert found.quantile(0.5) == 0.6
    with pytest.raises(SetupError):
        survey.summary(results[:1])
    with pytest.raises(SetupError):
        survey.summary(results, level=1.0)


@pytest.mark.parametrize(
    ("level", "freedom", "tabulated"),
    [
        (0.95, 1, 12.7062),
        (0.95, 2, 4.3027),
        (0.95, 3, 3.1824),
        (0.95, 4, 2.7764),
        (0.95, 5, 2.5706),
        (0.95, 10, 2.2281),
        (0.95, 30, 2.0423),
        (0.95, 120, 1.9799),
        (0.90, 5, 2.0150),
        (0.99, 1, 63.6567),
        (0.99, 5, 4.0321),
        (0.99, 10, 3.1693),
        (0.999, 7, 5.4079),
        (0.50, 3, 0.7649),
        (0.95, 10**9, 1.9600),
    ],
)
def test_student_s_t_is_that_of_the_tables(level: float, freedom: int, tabulated: float) -> None:
    assert survey.student(level, freedom) == pytest.approx(tabulated, abs=5.1e-5)


@pytest.mark.parametrize("level", [0.5, 0.9, 0.95, 0.99, 0.999])
def test_the_sum_and_the_series_for_student_s_t_meet(level: float, monkeypatch: pytest.MonkeyPatch) -> None:
    for freedom in (survey.MANY, survey.MANY + 1):
        series = survey.student(level, freedom)
        with monkeypatch.context() as patch:
            patch.setattr(survey, "MANY", freedom + 1)
            assert survey.student(level, freedom) == pytest.approx(series, abs=1e-11)


@pytest.mark.parametrize(("values", "surveys", "miss"), [(60, 400, 0.044), (6, 1000, 0.028)])
def test_the_interval_holds_the_truth_as_often_as_it_says(values: int, surveys: int, miss: float) -> None:
    """Of surveys of many layouts and of few, about 95 in 100 intervals hold the true mean.

    ``miss`` is four standard errors of a share of 0.95. By the normal distribution those of 6 would hold it
    in 89 of 100 surveys.
    """
    rng = random.Random(3)
    held = 0
    for _ in range(surveys):
        # A sum of many dice lies like a bell curve.
        sums = [Fraction(sum(rng.choices(range(7), k=10)), 60) for _ in range(values)]
        low, high, _ = survey.summary({"position": "p", "value": [str(v)]} for v in sums).interval
        held += low <= 0.5 <= high
    assert abs(held / surveys - 0.95) <= miss


@pytest.mark.parametrize(
    "damaged",
    [
        '{"number": 1, "position": "aaa", "value": ["abc", "0"]}',
        '{"number": 1, "position": "aaa", "value": ["1/0", "0"]}',
        '{"number": 1, "position": "aaa", "value": ["7/2", "0"]}',
        '{"number": 1, "position": "aaa", "value": ["-1/2", "0"]}',
        '{"number": 1, "position": "aaa", "value": ["1e999999999", "0"]}',
        '{"number": 1, "position": "aaa", "value": [0.5, 0.5]}',
        '{"number": 1, "position": "aaa", "value": []}',
        '{"number": 1, "position": "aaa", "value": null}',
        '{"number": 1, "position": "aaa", "value": "1/2"}',
        '{"number": 1, "position": "aaa", "error": null}',
        '{"number": true, "position": "aaa", "value": ["1/2", "1/2"]}',
        '{"number": 1.0, "position": "aaa", "value": ["1/2", "1/2"]}',
        '["number", "position"]',
        "[" * 10_000,
    ],
)
def test_a_damaged_line_is_named(tmp_path: Path, damaged: str) -> None:
    """Whatever a hand has made of a line, the file is refused with its number, and stays as it was."""
    path = tmp_path / "results.jsonl"
    text = '{"number": 2, "position": "bbb", "value": ["1/2", "1/2"]}\n' + damaged + "\n"
    path.write_text(text)
    with pytest.raises(survey.SurveyFileError, match=r"line 2 of .*results\.jsonl"):
        survey.survey(["aaa", "bbb"], path, length)
    assert path.read_text() == text


def no_share(position: str) -> survey.Answer:
    """A question whose value is not what a survey takes."""
    return {"value": [str(len(position)), "0"]}


def test_what_could_not_be_read_again_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    with ThreadPoolExecutor(1) as threads, pytest.raises(SetupError, match="fractions from 0 to 1"):
        survey.survey(["aaa"], path, no_share, executor=threads)
    assert path.read_text() == ""


def test_a_second_run_on_a_file_is_refused(tmp_path: Path) -> None:
    """While one run is at work no other takes the file; afterwards it is free, however the run ended."""
    path = tmp_path / "results.jsonl"
    refusals = []

    def at_once(done: int, total: int) -> None:
        with pytest.raises(survey.SurveyFileError, match="another run") as refused:
            survey.survey(["aaa"], path, length)
        refusals.append(refused.value.say("ja"))
        if done == total:
            raise KeyboardInterrupt

    with ThreadPoolExecutor(1) as threads:
        with pytest.raises(KeyboardInterrupt):
            survey.survey(["aaa"], path, length, executor=threads, progress=at_once)
        assert survey.survey(["aaa"], path, length, executor=threads)[0]["number"] == 1
    assert len(refusals) == 2
    assert all("別の調査" in refusal for refusal in refusals)
    assert path.read_text().count("\n") == 1


HOLDS = """
import os, sys, time
from solvers.survey import survey
def ready(done, total):
    if os.fork():
        print(flush=True)
        sys.stdin.read()
    else:
        os.close(1)
        time.sleep(60)
survey(["aaa"], sys.argv[1], progress=ready)
"""


def test_the_lock_goes_with_the_process(tmp_path: Path) -> None:
    """A run that is killed leaves the file free, even if a copy of its process lives on."""
    path = tmp_path / "results.jsonl"
    run = [sys.executable, "-c", HOLDS, str(path)]
    pipe, here = subprocess.PIPE, Path(__file__).parents[1]
    with subprocess.Popen(run, cwd=here, start_new_session=True, stdin=pipe, stdout=pipe) as first:
        try:
            assert first.stdout
            first.stdout.readline()
            with pytest.raises(survey.SurveyFileError, match="another run"):
                survey.survey(["aaa"], path, length)
            first.kill()
            first.wait()
            with ThreadPoolExecutor(1) as threads:
                assert len(survey.survey(["aaa"], path, length, executor=threads)) == 1
        finally:
            os.killpg(first.pid, signal.SIGKILL)


def test_a_complete_file_is_read_where_nothing_can_be_written(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    path.write_text('{"number": 1, "position": "aaa", "value": ["1/2", "1/2"]}\n')
    path.chmod(0o400)
    assert survey.survey(["aaa"], path, length)[0]["value"] == ["1/2", "1/2"]


def test_numbers_that_are_none_are_refused() -> None:
    with pytest.raises(SetupError, match="0 layouts or more, not -1"):
        list(survey.layouts(TINY, -1, seed=1, columns=3, rows=2))
    with pytest.raises(SetupError, match="1 question or more"):
        list(survey.run(["aaa"], length, workers=0))
