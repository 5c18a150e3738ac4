"""A count that ended too early goes on where it was, from its ledger."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ilpuzzles.backends.interface import Interrupted, Options
from ilpuzzles.errors import InputError
from ilpuzzles.modelling.model import Model
from ilpuzzles.progress import Progress
from ilpuzzles.queries.count import count_solutions
from support.places import PATHS
from support.processes import linux_only, wait_until, workers_of
from support.question_oracles import QUEENS, queens, riddle

SIZE = 9

SCRIPT = """
import sys
sys.path[:0] = {paths!r}
import os, signal
from ilpuzzles.backends import Options
from ilpuzzles import Interrupted, count_solutions
from support.question_oracles import queens

def watch(progress):
    if progress.done >= {done}:
        {end}

try:
    count_solutions(
        queens({size}),
        backend="cpsat",
        options=Options(workers={workers}),
        ledger={ledger!r},
        watch=watch,
    )
except Interrupted as interruption:
    print(int(interruption.answer), interruption.answer.complete, flush=True)
else:
    print("finished", flush=True)
"""
ENDS = {
    "interrupted": "os.kill(os.getpid(), signal.SIGINT)",
    "killed": "os.killpg(os.getpid(), signal.SIGKILL)",
}


def rows(path: Path) -> list[tuple[Any, ...]]:
    """The counts in the ledger, in the order of recording."""
    connection = sqlite3.connect(path)
    try:
        found = connection.execute("SELECT * FROM jobs ORDER BY number").fetchall()
    finally:
        connection.close()
    return [row for row in found if not row[1].startswith("split ")]


def begun(how: str, ledger: Path, *, done: int, workers: int) -> str:
    """Counts in a process of its own until some parts are done."""
    script = SCRIPT.format(
        paths=PATHS,
        size=SIZE,
        workers=workers,
        ledger=str(ledger),
        done=done,
        end=ENDS[how],
    )
    file = ledger.with_suffix(".py")
    file.write_text(script)
    started = subprocess.Popen(
        [sys.executable, str(file)],
        stdout=subprocess.PIPE,
        env=os.environ | {"TMPDIR": str(ledger.parent)},
        encoding="utf-8",
        start_new_session=True,
    )
    try:
        text, _ = started.communicate(timeout=30)
    finally:
        started.kill()
        started.wait()
    assert wait_until(lambda: not workers_of(started.pid))
    return text


@linux_only
@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("how", ["interrupted", "killed"])
def test_a_count_goes_on_where_it_was(how: str, workers: int, tmp_path: Path) -> None:
    ledger = tmp_path / "count.db"
    text = begun(how, ledger, done=5, workers=workers)
    before = rows(ledger)
    if how == "killed":
        assert text == ""
    elif text != "finished\n":
        number, complete = text.split()
        assert complete == "False"
        assert sum(int(row[2]) for row in before) <= int(number) <= QUEENS[SIZE]
    assert len(before) >= 5
    assert sum(int(row[2]) for row in before) <= QUEENS[SIZE]
    options = Options(workers=2)
    seen: list[Progress] = []
    count = count_solutions(
        queens(SIZE), backend="cpsat", options=options, ledger=ledger, watch=seen.append
    )
    assert (int(count), count.complete) == (QUEENS[SIZE], True)
    after = rows(ledger)
    # The rows of the parts that were done are as they were, and no part stands twice.
    assert after[: len(before)] == before
    assert len({row[1] for row in after}) == len(after)
    assert sum(int(row[2]) for row in after) == QUEENS[SIZE]
    assert all(progress.done >= len(before) for progress in seen)
    # Once more, there is nothing to do.
    again = count_solutions(queens(SIZE), backend="cpsat", ledger=ledger)
    assert (int(again), again.complete) == (QUEENS[SIZE], True)
    assert rows(ledger) == after


def test_what_is_in_the_ledger_is_not_counted_again(tmp_path: Path) -> None:
    ledger = tmp_path / "count.db"
    model = queens(6)
    assert int(count_solutions(model, backend="cpsat", ledger=ledger)) == 4
    connection = sqlite3.connect(ledger)
    counts = "SELECT key FROM jobs WHERE key NOT LIKE 'split %' ORDER BY number"
    key = connection.execute(counts).fetchone()[0]
    connection.execute("UPDATE jobs SET value = value + 1000 WHERE key = ?", (key,))
    connection.execute("DELETE FROM jobs WHERE number > 6")
    connection.commit()
    connection.close()
    assert int(count_solutions(model, backend="cpsat", ledger=ledger)) == 1004


def test_another_number_of_workers(tmp_path: Path) -> None:
    ledger = tmp_path / "count.db"
    for workers in (1, 6, 2):
        count = count_solutions(
            queens(6), backend="cpsat", options=Options(workers=workers), ledger=ledger
        )
        assert (int(count), count.complete) == (4, True)


def test_an_interruption_of_this_process(tmp_path: Path) -> None:
    ledger = tmp_path / "count.db"
    asked = []

    def watch(progress: Progress) -> None:
        asked.append(progress)
        if progress.done > 3:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as caught:
        count_solutions(queens(SIZE), backend="cpsat", ledger=ledger, watch=watch)
    answer = caught.value.answer
    assert asked[-1].found <= int(answer) <= QUEENS[SIZE]
    assert not answer.complete
    assert not workers_of(os.getpid())
    count = count_solutions(queens(SIZE), backend="cpsat", ledger=ledger)
    assert (int(count), count.complete) == (QUEENS[SIZE], True)


def test_a_time_limit(tmp_path: Path) -> None:
    ledger = tmp_path / "count.db"
    found = [-1]
    for _ in range(60):
        count = count_solutions(
            queens(SIZE), backend="cpsat", ledger=ledger, options=Options(time_limit=1.0)
        )
        found.append(sum(int(row[2]) for row in rows(ledger)))
        assert found[-2] <= found[-1] <= int(count) <= QUEENS[SIZE]
        assert count.complete == (int(count) == QUEENS[SIZE])
        if count.complete:
            break
    assert found[-1] == QUEENS[SIZE]


def test_the_ledger_of_another_model_is_refused(tmp_path: Path) -> None:
    ledger = tmp_path / "count.db"
    count_solutions(queens(5), backend="cpsat", ledger=ledger)
    before = ledger.read_bytes()
    x = queens(5).families[0]
    others: list[Any] = [queens(6), queens(5).without("diagonals"), Model()]
    model = queens(5)
    others.append(model.fix({model.families[0][0, 0]: 1}))
    extended = queens(5)
    extended.add(extended.families[0][0, 0] == 0)
    others.append(extended)
    assert x is not None
    for other in others:
        with pytest.raises(InputError, match="belongs to another position"):
            count_solutions(other, backend="cpsat", ledger=ledger)
    assert ledger.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["count.db"]
    with pytest.raises(InputError, match="give one of them"):
        count_solutions(queens(5), limit=3, ledger=ledger)
    # Names do not matter.
    assert int(count_solutions(queens(5), backend="cpsat", ledger=str(ledger))) == QUEENS[5]


def test_something_else_than_a_ledger_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("do not lose this")
    with pytest.raises(InputError):
        count_solutions(queens(4), ledger=path)
    assert path.read_text() == "do not lose this"


def test_random_models_with_a_ledger(tmp_path: Path) -> None:
    for seed in (7, 23, 41):
        made = riddle(seed, connectivity="lazy")
        for _ in range(2):
            count = count_solutions(made.model, backend="cpsat", ledger=tmp_path / f"{seed}.db")
            assert (int(count), count.complete) == (len(made.solutions()), True)


def test_signals_are_as_they_were(tmp_path: Path) -> None:
    before = signal.getsignal(signal.SIGINT)
    count_solutions(queens(5), backend="cpsat", ledger=tmp_path / "count.db")
    assert signal.getsignal(signal.SIGINT) is before
