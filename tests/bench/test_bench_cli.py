"""`ilpuzzles bench` as a user meets it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ilpuzzles.bench.results import read_results
from support.bench_parts import write_functions
from support.commands import Run
from support.terminal import run_in_terminal

CUBE = ("--puzzles", "cube:empty", "--formulations", "placement", "--time-limit", "20")
ROOKS = "title: Rooks\nquestion: count\nbackends: cbc\ncases:\n  - function: own.py:rooks\n"


def test_a_sweep_is_measured_shown_and_written(run: Run, tmp_path: Path) -> None:
    (tmp_path / "m.lp").write_text("Maximize\n obj: x + y\nSubject To\n c: x + y <= 1\n"
                                   "Binary\n x y\nEnd\n")  # fmt: skip
    write_functions(tmp_path)
    done = run(
        "bench", *CUBE, "--backends", "cpsat", "--models", "m.lp", "--functions", "own.py:rooks",
        "--csv", "runs.csv", "--jsonl", "runs.jsonl", "--ledger", "ledger",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert [line.split("  ")[0] for line in lines] == ["case", "cube empty", "m.lp", "own.py:rooks"]
    assert "objective 1" in lines[2]
    assert "rows rules" in lines[1]
    assert done.stderr.startswith("3 runs to make; 1:00 if all come to their limits\n[1/3] cube")
    assert len((tmp_path / "runs.csv").read_text().splitlines()) == 4
    results = read_results(tmp_path / "runs.jsonl")
    assert [found.error for found in results.runs] == ["", "", ""]
    assert results.description.command == (
        "ilpuzzles bench --puzzles cube:empty --formulations placement --time-limit 20 "
        "--backends cpsat --models m.lp --functions own.py:rooks --jsonl runs.jsonl"
    )
    assert str(tmp_path) not in (tmp_path / "runs.jsonl").read_text()
    again = run("bench", *CUBE, "--backends", "cpsat", "--ledger", "ledger", "--json", "--quiet")
    data = json.loads(again.stdout)
    assert data["runs"] == [results.runs[0].to_json()]
    assert data["summary"][0]["solved"] == 1
    assert again.stderr == ""


def test_how_far_a_sweep_is(run: Run, tmp_path: Path) -> None:
    write_functions(tmp_path)
    (tmp_path / "spec.yaml").write_text(ROOKS)
    sweep = ("bench", "spec.yaml", "--ledger", "ledger")
    assert run(*sweep, "--quiet").returncode == 0
    status = run(*sweep, "--repeat", "3", "--status")
    assert (status.returncode, status.stderr) == (0, "")
    assert status.stdout == "own.py:rooks: count: 1 of 3\n1 of 3 runs finished\n"
    data = json.loads(run(*sweep, "--repeat", "3", "--status", "--json").stdout)
    assert (data["done"], data["runs"]) == (1, 3)
    assert data["cases"] == [{"case": "own.py:rooks", "question": "count", "done": 1, "runs": 3}]
    assert (data["failed"], data["others"]) == ([], 0)
    beside = run(*sweep, "--status", "--workers", "2")
    assert beside.stdout.splitlines()[1] == "0 of 1 run finished"
    assert beside.stdout.splitlines()[2].startswith("1 other run is in the ledger: of other cases")


def test_runs_side_by_side_say_so(run: Run, tmp_path: Path) -> None:
    arguments = ("bench", *CUBE, "--backends", "cbc,cpsat", "--workers", "2")
    done = run(*arguments, "--ledger", "ledger", "--jsonl", "runs.jsonl")
    disturbed = "all 2 runs were made beside others, 2 side by side: they disturb each other"
    assert disturbed in done.stderr.splitlines()[-1]
    results = read_results(tmp_path / "runs.jsonl")
    assert {found.beside for found in results.runs} == {2}
    # The processes that make the runs say where they are.
    assert {found.machine for found in results.runs} == {results.machine.line}
    alone = run(*arguments[:-2], "--ledger", "ledger")
    assert alone.stderr.splitlines()[0].startswith("2 other runs are in the ledger: of other")
    assert alone.stderr.splitlines()[1].startswith("2 runs to make;")
    assert "side by side" not in alone.stderr


def test_what_the_system_refuses_is_tried_again(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_functions(tmp_path)
    functions = ("--functions", "own.py:out_of_room", "own.py:rooks", "--backends", "cbc")
    sweep = ("bench", *functions, "--ledger", "ledger")
    done = run(*sweep)
    assert done.returncode == 5
    assert [line.split()[3] for line in done.stdout.splitlines()[1:]] == ["error", "solved"]
    assert "own.py:53: OSError: [Errno 28] No space left on device" in done.stderr
    said = run(*sweep, "--status").stdout.splitlines()
    assert said[-2] == "1 run failed, and will be tried again:"
    assert said[-1].startswith("  own.py:out_of_room, solve, cbc: own.py:53: OSError")
    monkeypatch.setenv("ILPUZZLES_TEST_ROOM", "plenty")
    again = run(*sweep)
    assert again.returncode == 0
    assert again.stderr.startswith("1 of 2 runs are in the ledger\n1 run to make;")
    nothing = run(*sweep)
    assert nothing.stdout == again.stdout
    assert nothing.stderr.startswith("2 of 2 runs are in the ledger\n")
    assert "to make" not in nothing.stderr


def test_errors_are_told_and_the_rest_is_measured(run: Run, tmp_path: Path) -> None:
    write_functions(tmp_path)
    done = run("bench", "--functions", "own.py:crash", "own.py:rooks", "--backends", "cbc")
    assert done.returncode == 5
    assert "error: own.py:crash, solve, cbc: its process ended by SIGSEGV" in done.stderr
    assert [line.split()[3] for line in done.stdout.splitlines()[1:]] == ["error", "solved"]


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        ([], "nothing to run; name a YAML file, quick, seeds or scaling; or --puzzles"),
        (["quik"], "unknown specification 'quik'; did you mean 'quick'?"),
        (["quick", "--puzzles", "cube:empty"], "'quick' with --puzzles, --models or --functions"),
        (["quick", "--status"], "--status without a ledger; add --ledger FILE"),
        (["quick", "--status", "--ledger", "none"], "none: there is no such ledger"),
        (["quick", "--csv", "no/runs.csv"], "no/runs.csv: its folder does not exist"),
        (["quick", "--backends", "cbc,cbs"], "unknown backend 'cbs'; did you mean 'cbc'?"),
        (["quick", "--backends", "cbc,"], "an empty name in 'cbc,'"),
        (["quick", "--seeds", "a"], "'a' is not a list of whole numbers"),
        (["quick", "--workers", "0"], "0 workers; ask for 1 to 1024"),
        (["quick", "--cluster", "x"], "cluster 'x'; write the tcp://HOST:PORT or tls"),
        (["--puzzles", "lonpos:9"], "unknown preset '9'"),
        (["--models", "no.mps"], "no.mps: cannot be read (No such file or directory)"),
        (["report", "no.jsonl"], "nothing to write; add --html FILE or --markdown FILE"),
        (["report", "no.jsonl", "--html", "a.html"], "no.jsonl: no such file"),
    ],
)
def test_bad_arguments_are_told_in_a_line(run: Run, arguments: list[str], what: str) -> None:
    done = run("bench", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert what in done.stderr
    assert done.stderr.count("\n") == 1


def test_runs_that_would_look_alike_are_refused(run: Run, tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "own.py").write_text(
            "from ilpuzzles.puzzles.family import get_family\n"
            'def build(instance):\n    return get_family("tiling").formulations["placement"]'
            ".build(instance)\n"
        )
    done = run(
        "bench", "--puzzles", "cube:empty", "--backends", "cpsat",
        "--formulations", "one/own.py:build,two/own.py:build",
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "two runs look alike in the results: cube empty, solve, own.py:build cpsat, seed 0, "
        "repetition 0; rename a file or a function\n"
    )


def test_a_terminal_shows_a_table_for_each_case(tmp_path: Path) -> None:
    arguments = ("bench", *CUBE, "--backends", "cpsat,cbc")
    seen = run_in_terminal(arguments, 100, folder=tmp_path)
    assert seen.code == 0
    assert "cube empty: solve" in seen.lines
    (head,) = [line for line in seen.lines if line.lstrip().startswith("solver")]
    assert head.split()[:4] == ["solver", "answer", "solved", "seconds"]
    assert any(line.lstrip().startswith("placement cpsat") for line in seen.lines)
    assert all(len(line) <= 100 for line in seen.lines)


def test_an_interrupted_sweep_shows_what_it_has_and_goes_on(tmp_path: Path, run: Run) -> None:
    write_functions(tmp_path)
    sweep = ("bench", "--functions", "own.py:rooks", "own.py:wait", "--backends", "cbc")
    process = subprocess.Popen(
        [sys.executable, "-m", "ilpuzzles", *sweep, "--ledger", "ledger", "--csv", "runs.csv"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    assert process.stderr is not None
    while not process.stderr.readline().startswith("[1/2] own.py:rooks"):
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    said, noted = process.communicate(timeout=60)
    assert process.returncode == 130
    assert noted.splitlines()[-1] == "interrupted"
    assert [line.split()[0] for line in said.splitlines()] == ["case", "own.py:rooks"]
    assert len((tmp_path / "runs.csv").read_text().splitlines()) == 2
    status = run(*sweep, "--ledger", "ledger", "--status")
    assert status.stdout.endswith("1 of 2 runs finished\n")


def test_results_become_pages(run: Run, tmp_path: Path) -> None:
    assert run("bench", *CUBE, "--backends", "cpsat", "--jsonl", "cube.jsonl").returncode == 0
    done = run("bench", "report", "cube.jsonl", "--html", "cube.html", "--markdown", "cube.md")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    page, text = ((tmp_path / name).read_text() for name in ("cube.html", "cube.md"))
    assert page.startswith("<!doctype html>")
    assert "ilpuzzles bench --puzzles cube:empty --formulations placement" in text
    assert "ilpuzzles bench report cube.jsonl --html cube.html --markdown cube.md" in text
    for picture in tmp_path.glob("*.svg"):
        assert picture.name.startswith("cube-")
        assert picture.name in text


def test_the_overview_names_it(run: Run) -> None:
    assert "bench         measure solvers" in run("--help").stdout
    assert "quick (ten seconds)" in " ".join(run("bench", "--help").stdout.split())
    assert "--time-limit SECONDS" in run("bench", "--help").stdout
    assert "--markdown FILE" in run("bench", "report", "--help").stdout


@pytest.mark.slow
def test_the_quick_one_runs_whole(run: Run, tmp_path: Path) -> None:
    asked = ("bench", "quick", "--repeat", "1", "--time-limit", "120")
    done = run(*asked, "--jsonl", "quick.jsonl", "--quiet")
    assert done.returncode == 0, done.stderr
    runs = read_results(tmp_path / "quick.jsonl").runs
    assert len(runs) in (15, 18)  # clingo may be there or not
    assert all(one.solved for one in runs)


def test_a_file_that_cannot_be_written_costs_no_other(run: Run, tmp_path: Path) -> None:
    files = ("--csv", "/dev/full", "--jsonl", "runs.jsonl")
    done = run("bench", *CUBE, "--backends", "cpsat", *files)
    assert done.returncode == 2
    assert "cube empty" in done.stdout
    assert "/dev/full: cannot be written" in done.stderr
    assert len(read_results(tmp_path / "runs.jsonl").runs) == 1
