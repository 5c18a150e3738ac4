"""No file of a sweep or a report is written over another one of the same command."""

from __future__ import annotations

from pathlib import Path

import pytest

from ilpuzzles.bench.results import Description, Results
from support.bench_parts import write_functions
from support.commands import Run
from support.sample_runs import MACHINE, solved

CUBE = ("--puzzles", "cube:empty", "--formulations", "placement", "--time-limit", "20")
SPEC = "title: Rooks\nquestion: count\nbackends: cbc\ncases:\n  - function: own.py:rooks\n"
PICTURE = "a picture beside --markdown"
TWICE = tuple(solved("cube", "cbc", 1.0, repetition=number) for number in range(2))
FEW = Results(Description("Few", command="ilpuzzles bench few.yaml", planned=2), MACHINE, TWICE)


def contents(folder: Path) -> dict[str, bytes]:
    """All files of a folder."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        ("--ledger a --jsonl a", "a: --jsonl is the same file as --ledger; name another file"),
        ("--csv a --ledger sub/../a", "a: --csv is the same file as --ledger; name another"),
        ("--csv a --jsonl a", "a: --jsonl is the same file as --csv; name another file"),
        ("--csv link --jsonl a", "a: --jsonl is the same file as --csv; name another file"),
        ("--csv a --ledger link", "a: --csv is the same file as --ledger; name another"),
        ("--ledger a --csv a-wal", "a-wal: --csv is a file of SQLite's beside --ledger; name"),
        ("--csv one --jsonl hard", "hard: --jsonl is the same file as --csv; name another file"),
        ("--csv own.py", "own.py: --csv is the same file as what 'own.py:rooks' is made of;"),
        ("--jsonl data", "data: --jsonl is a database of SQLite, perhaps a ledger; name another"),
        ("--csv data", "data: --csv is a database of SQLite, perhaps a ledger; name another"),
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
    before = contents(tmp_path)
    done = run("bench", "--functions", "own.py:rooks", "--backends", "cbc", *arguments.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(what)
    assert done.stderr.count("\n") == 1
    assert contents(tmp_path) == before


def test_a_sweep_is_not_written_over_its_specification(run: Run, tmp_path: Path) -> None:
    write_functions(tmp_path)
    (tmp_path / "spec.yaml").write_text(SPEC)
    before = contents(tmp_path)
    done = run("bench", "spec.yaml", "--jsonl", "spec.yaml")
    assert done.returncode == 2
    assert done.stderr == (
        "spec.yaml: --jsonl is the same file as the specification; name another file\n"
    )
    assert contents(tmp_path) == before


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
    before = contents(tmp_path)
    done = run("bench", "report", *arguments.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(what)
    assert done.stderr.count("\n") == 1
    assert contents(tmp_path) == before


def test_a_device_may_be_named_twice(run: Run, tmp_path: Path) -> None:
    (tmp_path / "runs.jsonl").write_text(FEW.lines())
    nowhere = ("--html", "/dev/null", "--markdown", "/dev/null")
    (tmp_path / "null-spread.svg").touch()
    done = run("bench", "report", "runs.jsonl", *nowhere[:2])
    assert (done.returncode, done.stderr) == (0, "")
    both = run("bench", *CUBE, "--backends", "cpsat", "--csv", "/dev/null", "--jsonl", "/dev/null")
    assert both.returncode == 0
