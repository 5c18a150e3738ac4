"""Counts and lists in a Dask cluster are exact, whatever comes between."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from ilpuzzles.backends.interface import Interrupted, Options
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.progress import Progress
from ilpuzzles.queries import parallel
from ilpuzzles.queries.count import count_solutions, count_status
from ilpuzzles.queries.solutions import enumerate_solutions
from ilpuzzles.workbench.experiments import experiment
from support.places import ROOT
from support.processes import linux_only, wait_until
from support.question_oracles import QUEENS, queens

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(find_spec("distributed") is None, reason="needs the extra 'cluster'"),
    pytest.mark.filterwarnings("default"),
]

LOCAL = Options(workers=2, cluster="local")


def counts(path: Path) -> list[tuple[str, int]]:
    connection = sqlite3.connect(path)
    try:
        rows = connection.execute("SELECT key, value FROM jobs ORDER BY number").fetchall()
    finally:
        connection.close()
    return [(key, json.loads(value)) for key, value in rows if not key.startswith("split ")]


def test_count_and_list() -> None:
    count = count_solutions(queens(7), backend="cpsat", options=LOCAL)
    assert (int(count), count.complete) == (QUEENS[7], True)
    seen: list[bytes] = []

    def visit(values: IntArray) -> None:
        seen.append(values.tobytes())

    assert enumerate_solutions(queens(7), visit, "cpsat", LOCAL).complete
    assert len(set(seen)) == len(seen) == QUEENS[7]


def test_a_list_that_would_not_fit_is_split(monkeypatch: pytest.MonkeyPatch) -> None:
    # A job gives all of its solutions at the end, so it stops at so many bytes.
    monkeypatch.setattr(parallel, "_MOST_BYTES", 20_000)
    model, seen = experiment("dominoes", "6x6").model, list[bytes]()

    def visit(values: IntArray) -> None:
        seen.append(values.tobytes())

    assert enumerate_solutions(model, visit, "exactcover", LOCAL).complete
    assert len(set(seen)) == len(seen) == 6728


def test_parts_that_run_long_are_split(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(parallel, "PATIENCE", 0.01)
    count = count_solutions(queens(8), backend="cpsat", options=LOCAL, ledger=tmp_path / "run")
    assert (int(count), count.complete) == (QUEENS[8], True)
    assert count_status(queens(8), tmp_path / "run").complete


def test_an_interruption_and_the_local_pool_afterwards(tmp_path: Path) -> None:
    def watch(progress: Progress) -> None:
        if progress.done > 3:
            raise KeyboardInterrupt

    ledger = tmp_path / "run"
    with pytest.raises(Interrupted) as caught:
        count_solutions(queens(9), backend="cpsat", options=LOCAL, ledger=ledger, watch=watch)
    assert int(caught.value.answer) <= QUEENS[9]
    before = counts(ledger)
    assert len(before) > 3
    count = count_solutions(queens(9), backend="cpsat", ledger=ledger)
    assert (int(count), count.complete) == (QUEENS[9], True)
    assert counts(ledger)[: len(before)] == before


@linux_only
def test_a_worker_and_then_the_whole_group_are_killed(tmp_path: Path) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    ledger, model = tmp_path / "run", experiment("dominoes", "6x6").model
    command = [sys.executable, "-m", "ilpuzzles", "dominoes", "--preset", "6x6", "--count"]
    command += ["--ledger", str(ledger), "--backend", "cpsat"]
    command += ["--cluster", "local", "--workers", "2"]
    surroundings = os.environ | {"PYTHONPATH": str(ROOT), "TMPDIR": str(temporary)}

    def done() -> int:
        return count_status(model, ledger).done if ledger.exists() else 0

    def belonging() -> list[int]:
        wanted, found = f"TMPDIR={temporary}".encode(), []
        for place in Path("/proc").iterdir():
            try:
                words = (place / "environ").read_bytes() if place.name.isdigit() else b""
            except OSError:
                continue
            if wanted in words:
                found.append(int(place.name))
        return found

    def spawned() -> list[int]:
        return [
            pid for pid in belonging() if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()
        ]

    process = subprocess.Popen(
        command,
        env=surroundings,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        assert wait_until(lambda: done() > 3)
        os.kill(spawned()[0], signal.SIGKILL)
        before = done()
        assert wait_until(lambda: done() > before + 3)
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        _, complaints = process.communicate()
    assert complaints == ""
    assert wait_until(lambda: not belonging())
    assert wait_until(lambda: list(temporary.iterdir()) == [])
    recorded = counts(ledger)
    assert len(recorded) < 64
    done_process = subprocess.run(
        command, env=surroundings, capture_output=True, text=True, check=True
    )
    assert done_process.stdout == "6728\n"
    after = counts(ledger)
    assert after[: len(recorded)] == recorded
    assert len({key for key, _ in after}) == len(after) == 64
    assert sum(number for _, number in after) == 6728
