"""`ilpuzzles bench` as a user meets it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from ilpuzzles.bench.measure_main import made
from ilpuzzles.bench.plan import plan_runs
from ilpuzzles.bench.results import Description, Results, read_results
from ilpuzzles.bench.spec_schema import find_spec
from ilpuzzles.bench.sweep import Sweep
from support.bench_parts import BROKEN, write_functions
from support.commands import Run
from support.interrupted import Running, interrupted
from support.processes import linux_only
from support.sample_runs import MACHINE, solved
from support.terminal import run_in_terminal_here

CUBE = ("--puzzles", "cube:empty", "--formulations", "placement", "--time-limit", "20")
ROOKS = "title: Rooks\nquestion: count\nbackends: cbc\ncases:\n  - function: own.py:rooks\n"
PICTURE = "a picture beside --markdown"
TWICE = tuple(solved("cube", "cbc", 1.0, repetition=number) for number in range(2))
FEW = Results(Description("Few", command="ilpuzzles bench few.yaml", planned=2), MACHINE, TWICE)


@pytest.mark.exhaustive
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


@pytest.mark.exhaustive
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


@pytest.mark.exhaustive
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


@pytest.mark.exhaustive
def test_refusals_are_retried(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_functions(tmp_path)
    functions = ("--functions", "own.py:out_of_room", "own.py:rooks", "--backends", "cbc")
    sweep = ("bench", *functions, "--ledger", "ledger")
    done = run(*sweep)
    assert done.returncode == 5
    assert [line.split()[3] for line in done.stdout.splitlines()[1:]] == ["error", "solved"]
    said = "error: own.py:out_of_room, solve, cbc: own.py:53: OSError: [Errno 28] No space left on"
    assert said in done.stderr
    status = run(*sweep, "--status").stdout.splitlines()
    assert status[-2] == "1 run failed, and will be tried again:"
    assert status[-1].startswith("  own.py:out_of_room, solve, cbc: own.py:53: OSError")
    monkeypatch.setenv("ILPUZZLES_TEST_ROOM", "plenty")
    again = run(*sweep)
    assert again.returncode == 0
    assert again.stderr.startswith("1 of 2 runs are in the ledger\n1 run to make;")
    nothing = run(*sweep)
    assert nothing.stdout == again.stdout
    assert nothing.stderr.startswith("2 of 2 runs are in the ledger\n")
    assert "to make" not in nothing.stderr


def refused(run: Run, folder: Path, arguments: Iterable[str]) -> str:
    """The line in which a command says what is wrong, and it changes no file."""

    def contents() -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}

    before = contents()
    done = run("bench", *arguments)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert contents() == before
    return done.stderr


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        ([], "there is nothing to run; name a YAML file, quick, seeds or scaling; or --puzzles"),
        (["quik"], "unknown specification 'quik'; did you mean 'quick'?"),
        (
            ["quick", "--puzzles", "cube:empty"],
            "'quick' cannot be combined with --puzzles",
        ),
        (["quick", "--status"], "--status needs --ledger; add --ledger FILE"),
        (["quick", "--status", "--ledger", "none"], "none: there is no such ledger"),
        (["quick", "--csv", "no/runs.csv"], "no/runs.csv: its folder does not exist"),
        (["quick", "--backends", "cbc,"], "there is an empty name in 'cbc,'"),
        (["quick", "--seeds", "a"], "'a' is not a list of whole numbers"),
        (["quick", "--workers", "0"], "workers must be between 1 and 1024, got 0"),
        (["quick", "--cluster", "x"], "'x' is not the address of a cluster; write the tcp://"),
        (["report", "no.jsonl"], "nothing to write; add --html FILE or --markdown FILE"),
        (["report", "no.jsonl", "--html", "a.html"], "no.jsonl: no such file"),
    ],
)
def test_bad_arguments_are_told(run: Run, tmp_path: Path, arguments: list[str], what: str) -> None:
    assert what in refused(run, tmp_path, arguments)


def test_runs_that_would_look_alike_are_refused(run: Run, tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "own.py").write_text(BROKEN)
    builders = "one/own.py:loses_a_tile,two/own.py:loses_a_tile"
    arguments = ("--puzzles", "cube", "--backends", "cpsat", "--formulations", builders)
    assert refused(run, tmp_path, arguments) == (
        "two runs look alike in the results: cube, solve, own.py:loses_a_tile cpsat, seed 0, "
        "repetition 0; rename a file or a function\n"
    )


@pytest.mark.exhaustive
def test_a_terminal_shows_a_table_for_each_case(tmp_path: Path) -> None:
    arguments = ("bench", *CUBE, "--backends", "cbc")
    seen = run_in_terminal_here(arguments, 100, folder=tmp_path)
    assert seen.code == 0
    assert "cube empty: solve" in seen.lines
    (head,) = [line for line in seen.lines if line.lstrip().startswith("solver")]
    assert head.split()[:4] == ["solver", "answer", "solved", "seconds"]
    assert any(line.lstrip().startswith("placement cbc") for line in seen.lines)
    assert all(len(line) <= 100 for line in seen.lines)


@pytest.mark.exhaustive
def test_the_quick_one_is_solved_whole() -> None:
    """In this process, which loads each solver once."""
    found = plan_runs(find_spec("quick"))
    assert len(found) in (15, 18)  # clingo may be there or not
    for one in found:
        run = made(replace(one, run=replace(one.run, time_limit=120.0)))
        assert run.solved, run


@pytest.mark.exhaustive
def test_a_file_that_cannot_be_written_costs_no_other(run: Run, tmp_path: Path) -> None:
    files = ("--csv", "/dev/full", "--jsonl", "runs.jsonl")
    done = run("bench", *CUBE, "--backends", "cpsat", *files)
    assert done.returncode == 2
    assert "cube empty" in done.stdout
    assert "/dev/full: cannot be written" in done.stderr
    assert len(read_results(tmp_path / "runs.jsonl").runs) == 1


NAMED = ("--functions", "own.py:rooks", "own.py:wait", "--backends", "cbc")
ENDLESS = ("bench", *NAMED, "--ledger", "ledger")


def has_made_one(running: Running) -> bool:
    """The moment in which the first run of two is finished."""
    return "\n[1/2] own.py:rooks" in running.complaints


@pytest.mark.exhaustive
@linux_only
def test_an_interrupted_sweep_shows_what_it_has_and_goes_on(tmp_path: Path, run: Run) -> None:
    write_functions(tmp_path)
    os.mkfifo(tmp_path / "pipe")
    files = ("--csv", "runs.csv", "--jsonl", "pipe")
    with (tmp_path / "runs.jsonl").open("wb") as piped:
        reader = subprocess.Popen(["/bin/cat", tmp_path / "pipe"], stdout=piped)
        came = interrupted(["-m", "ilpuzzles", *ENDLESS, *files], tmp_path, has_made_one)
        assert reader.wait(60) == 0
    assert came.code == 130
    assert came.complaints.splitlines()[-1] == "interrupted"
    assert [line.split()[0] for line in came.said.splitlines()] == ["case", "own.py:rooks"]
    assert len((tmp_path / "runs.csv").read_text().splitlines()) == 2
    results = read_results(tmp_path / "runs.jsonl")
    assert (len(results.runs), results.description.planned) == (1, 2)
    assert run(*ENDLESS, "--status").stdout.endswith("1 of 2 runs finished\n")


@pytest.mark.exhaustive
@linux_only
def test_killed_in_the_middle_it_goes_on_where_it_was(tmp_path: Path, run: Run) -> None:
    write_functions(tmp_path)
    came = interrupted(
        ["-m", "ilpuzzles", *ENDLESS], tmp_path, has_made_one, signal.SIGKILL, os.killpg
    )
    assert came.code == -signal.SIGKILL
    assert run(*ENDLESS, "--status").stdout.splitlines() == [
        "own.py:rooks: solve: 1 of 1",
        "own.py:wait: solve: 0 of 1",
        "1 of 2 runs finished",
    ]


# No file is written over another one of the same command.


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        ("--ledger a --jsonl a", "a: --jsonl is the same file as --ledger; name another file"),
        ("--csv a --ledger sub/../a", "a: --csv is the same file as --ledger; name another"),
        ("--csv a --jsonl a", "a: --jsonl is the same file as --csv; name another file"),
        ("--csv a --ledger link", "a: --csv is the same file as --ledger; name another"),
        ("--ledger a --csv a-wal", "a-wal: --csv is a file of SQLite's beside --ledger; name"),
        ("--csv one --jsonl hard", "hard: --jsonl is the same file as --csv; name another file"),
        ("--csv own.py", "own.py: --csv is the same file as what 'own.py:rooks' is made of;"),
        (
            "spec.yaml --jsonl spec.yaml",
            "spec.yaml: --jsonl is the same file as the specification;",
        ),
        ("--jsonl data", "data: --jsonl is a database of SQLite, perhaps a ledger; name another"),
    ],
)
def test_no_file_of_a_sweep_is_written_over_another(
    run: Run, tmp_path: Path, arguments: str, what: str
) -> None:
    write_functions(tmp_path)
    (tmp_path / "sub").mkdir()
    (tmp_path / "link").symlink_to("a")
    (tmp_path / "one").write_text("mine")
    (tmp_path / "hard").hardlink_to(tmp_path / "one")
    (tmp_path / "data").write_bytes(b"SQLite format 3\0 and more")
    (tmp_path / "spec.yaml").write_text(ROOKS)
    named = () if arguments.startswith("spec") else ("--functions", "own.py:rooks")
    said = refused(run, tmp_path, (*named, "--backends", "cbc", *arguments.split()))
    assert said.startswith(what)


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        ("runs.jsonl --markdown runs.jsonl", "runs.jsonl: --markdown is the same file as the re"),
        ("runs.jsonl --html link", "link: --html is the same file as the results; name another"),
        ("runs.jsonl --html x --markdown x", "x: --markdown is the same file as --html; name"),
        ("runs.jsonl --html data", "data: --html is a database of SQLite, perhaps a ledger;"),
        # Pictures have names of their own beside the text.
        ("p-spread.svg --markdown p.md", f"p-spread.svg: {PICTURE} is the same file as the res"),
        (
            "runs.jsonl --html p-spread.svg --markdown p.md",
            "p-spread.svg: no page may end in .svg; name a file *.html or *.htm",
        ),
        ("runs.jsonl --markdown q.md", f"q-spread.svg: {PICTURE} is a database of SQLite"),
    ],
)
def test_no_file_of_a_report_is_written_over_another(
    run: Run, tmp_path: Path, arguments: str, what: str
) -> None:
    (tmp_path / "runs.jsonl").write_text(FEW.lines())
    (tmp_path / "p-spread.svg").write_text(FEW.lines())
    (tmp_path / "link").symlink_to("runs.jsonl")
    for name in ("data", "q-spread.svg"):
        (tmp_path / name).write_bytes(b"SQLite format 3\0 and more")
    assert refused(run, tmp_path, ("report", *arguments.split())).startswith(what)


@pytest.mark.exhaustive
def test_a_device_may_be_named_twice(run: Run, tmp_path: Path) -> None:
    (tmp_path / "runs.jsonl").write_text(FEW.lines())
    nowhere = ("--html", "/dev/null", "--markdown", "/dev/null")
    (tmp_path / "null-spread.svg").touch()
    done = run("bench", "report", "runs.jsonl", *nowhere[:2])
    assert (done.returncode, done.stderr) == (0, "")
    both = run("bench", *CUBE, "--backends", "cpsat", "--csv", "/dev/null", "--jsonl", "/dev/null")
    assert both.returncode == 0


# Parts of sweeps say what they are, and take the place of nothing that is more.


def test_more_of_a_sweep_takes_the_place_of_less_and_of_nothing_else(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ("bench", *CUBE, "--backends", "cbc,cpsat", "--repeat", "2")
    results, table = files = tmp_path / "runs.jsonl", tmp_path / "runs.csv"

    def made(number: int, *more: str) -> list[int]:
        def part(sweep: Sweep, **_more: object) -> None:
            sweep.recall({one.key: one.run.to_json() for one in sweep.planned[:number]})
            raise KeyboardInterrupt

        monkeypatch.setattr(Sweep, "run", part)
        done = run(*arguments, *more, "--jsonl", results.name, "--csv", table.name)
        assert done.returncode == 130
        left = sum("left as it was, since" in line for line in done.stderr.splitlines())
        return [*(len(path.read_text().splitlines()) - 1 for path in files), left]

    for path in files:
        path.write_text("all of it")
    assert made(0)[:2] == [0, 0]
    assert made(2) == [0, 0, 2]
    for path in files:
        assert path.read_text() == "all of it"
        path.unlink()
    assert made(1) == [1, 1, 0]
    assert made(3) == [3, 3, 0]
    assert made(2) == [3, 3, 2]
    # It is another sweep.
    assert made(4, "--seeds", "0,1") == [3, 3, 2]
    assert read_results(results).description.planned == 4
    # A table that somebody has changed is nobody's part.
    results.unlink()
    assert made(1) == [1, 3, 1]
    assert made(2) == [2, 3, 1]
