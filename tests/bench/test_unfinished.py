"""Parts of sweeps: they say what they are, and take the place of nothing that is more."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from ilpuzzles.bench.results import Description, Results, read_results
from ilpuzzles.bench.sweep import Sweep
from ilpuzzles.errors import InputError
from support.bench_parts import write_functions
from support.commands import Run
from support.sample_runs import MACHINE, solved, stopped

CUBE = ("--puzzles", "cube:empty", "--formulations", "placement", "--time-limit", "20")
RUNS = (
    *(solved("cube", "cbc", 1.0, repetition=number) for number in range(2)),
    stopped("cube", "scip"),
    solved("tower", "cbc", 2.0),
)
DESCRIPTION = Description("Cubes", command="ilpuzzles bench cubes.yaml")
RESULTS = Results(DESCRIPTION, MACHINE, RUNS)


def test_how_many_runs_were_planned_stands_in_the_first_line(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    known = replace(RESULTS, description=replace(DESCRIPTION, planned=8))
    path.write_text(known.lines(), encoding="utf-8")
    head = json.loads(path.read_text().splitlines()[0])
    assert head["sweep"]["planned"] == 8
    assert read_results(path).description.planned == 8
    del head["sweep"]["planned"]
    path.write_text(json.dumps(head), encoding="utf-8")
    assert read_results(path).description.planned is None
    for wrong in (-1, True, "8", 2.5):
        head["sweep"]["planned"] = wrong
        path.write_text(json.dumps(head), encoding="utf-8")
        with pytest.raises(InputError, match="1: the description of the sweep cannot be read"):
            read_results(path)


def test_only_more_of_the_same_sweep_takes_the_place_of_a_part() -> None:
    whole = replace(RESULTS, description=replace(DESCRIPTION, planned=len(RUNS)))
    less, more = replace(whole, runs=RUNS[:2]), replace(whole, runs=RUNS[:3])
    assert more.outdoes(less)
    assert not less.outdoes(more)
    assert not more.outdoes(more)
    assert not more.outdoes(whole)
    other = replace(more, description=replace(more.description, command="ilpuzzles bench quick"))
    assert not other.outdoes(less)
    # Nobody knows whether a file of before is whole.
    assert not replace(RESULTS, runs=RUNS[:3]).outdoes(replace(RESULTS, runs=RUNS[:2]))


def test_no_run_is_counted_twice(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    lines = RESULTS.lines().splitlines()
    later = json.dumps(replace(RUNS[1], total=5.0).to_json())
    path.write_text("\n".join([*lines, "", later]), encoding="utf-8")
    with pytest.raises(InputError) as error:
        read_results(path)
    assert str(error.value) == (
        f"{path}:7: the run cube, solve, placement cbc, seed 0, repetition 1 is "
        "already on line 3; delete one of the two lines"
    )
    others = [
        replace(RUNS[0], **change)
        for change in (
            {"case": "a"}, {"question": "count"}, {"formulation": "f"}, {"backend": "cpsat"},
            {"options": "workers 2"}, {"seed": 1}, {"repetition": 2},
        )
    ]  # fmt: skip
    path.write_text("\n".join([*lines, *(json.dumps(run.to_json()) for run in others)]))
    assert len(read_results(path).runs) == len(RUNS) + len(others)


def test_a_part_takes_the_place_of_no_file(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "runs.jsonl"
    path.write_text("all of it")
    arguments = ("bench", *CUBE, "--backends", "cpsat,cbc", "--jsonl", "runs.jsonl")

    def stopped(_sweep: Sweep, **_more: object) -> None:
        raise KeyboardInterrupt

    def half(sweep: Sweep, **_more: object) -> None:
        (one, _other) = sweep.missing
        sweep.recall({one.key: one.run.to_json()})
        raise KeyboardInterrupt

    for interrupted, said in ((stopped, ""), (half, "left as it was, since the sweep")):
        monkeypatch.setattr(Sweep, "run", interrupted)
        done = run(*arguments)
        assert done.returncode == 130
        assert said in done.stderr
        assert path.read_text() == "all of it"
    path.unlink()
    # Where there was none, it is better than nothing.
    assert run(*arguments).returncode == 130
    assert len(read_results(path).runs) == 1


def test_more_of_a_sweep_takes_the_place_of_less(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ("bench", *CUBE, "--backends", "cbc,cpsat", "--repeat", "2")
    files = ("--jsonl", "runs.jsonl", "--csv", "runs.csv")

    def made(number: int, *more: str) -> list[int]:
        def part(sweep: Sweep, **_more: object) -> None:
            sweep.recall({one.key: one.run.to_json() for one in sweep.planned[:number]})
            raise KeyboardInterrupt

        monkeypatch.setattr(Sweep, "run", part)
        done = run(*arguments, *more, *files)
        assert done.returncode == 130
        left = sum("left as it was, since" in line for line in done.stderr.splitlines())
        text = (tmp_path / "runs.csv").read_text()
        return [len(read_results(tmp_path / "runs.jsonl").runs), len(text.splitlines()) - 1, left]

    assert made(1) == [1, 1, 0]
    assert made(3) == [3, 3, 0]
    assert made(2) == [3, 3, 2]
    # It is another sweep.
    assert made(4, "--seeds", "0,1") == [3, 3, 2]
    assert read_results(tmp_path / "runs.jsonl").description.planned == 4
    # A table that somebody has changed is nobody's part.
    (tmp_path / "runs.jsonl").unlink()
    assert made(1) == [1, 3, 1]
    assert made(2) == [2, 3, 1]


def test_a_part_goes_through_a_pipe(tmp_path: Path) -> None:
    write_functions(tmp_path)
    os.mkfifo(tmp_path / "pipe")
    sweep = ("bench", "--functions", "own.py:rooks", "own.py:wait", "--backends", "cbc")
    process = subprocess.Popen(
        [sys.executable, "-m", "ilpuzzles", *sweep, "--jsonl", "pipe"],
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    try:
        assert process.stderr is not None
        while not process.stderr.readline().startswith("[1/2] own.py:rooks"):
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        reader = subprocess.run(
            ["cat", "pipe"], cwd=tmp_path, capture_output=True, timeout=60, check=True
        )
        process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 130
    (tmp_path / "runs.jsonl").write_bytes(reader.stdout)
    results = read_results(tmp_path / "runs.jsonl")
    assert (len(results.runs), results.description.planned) == (1, 2)


def test_a_report_says_how_much_is_missing(run: Run, tmp_path: Path) -> None:
    def said(runs: int, planned: int | None) -> str:
        part = Results(Description("Part", planned=planned), MACHINE, RUNS[:runs])
        (tmp_path / "part.jsonl").write_text(part.lines())
        assert run("bench", "report", "part.jsonl", "--markdown", "part.md").returncode == 0
        text = (tmp_path / "part.md").read_text()
        assert ("## What was asked" in text) is (runs > 0)
        (verdict,) = [line for line in text.splitlines() if line.startswith("**")]
        return verdict.strip("*")

    assert said(2, 8) == "2 of 8 runs were made; 1 case, 1 solver: 2 of 2 runs solved."
    assert said(1, 8) == "1 of 8 runs was made; 1 case, 1 solver: 1 of 1 run solved."
    assert said(2, 2) == said(2, None) == "1 case, 1 solver: 2 of 2 runs solved."
    assert said(0, 8) == "0 of 8 runs were made."
    assert said(0, None) == "There are no runs."


def test_lines_that_stand_twice_are_refused(run: Run, tmp_path: Path) -> None:
    few = Results(DESCRIPTION, MACHINE, RUNS[:2])
    lines = few.lines().splitlines()
    (tmp_path / "twice.jsonl").write_text("\n".join([*lines, *lines[1:]]))
    done = run("bench", "report", "twice.jsonl", "--html", "a.html")
    assert done.returncode == 2
    assert done.stderr == (
        "twice.jsonl:4: the run cube, solve, placement cbc, seed 0, repetition 0 is "
        "already on line 2; delete one of the two lines\n"
    )
