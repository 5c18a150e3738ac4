"""Counts and lists in a Dask cluster are exact, whatever comes between."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from ilpuzzles.backends.interface import Interrupted, Options
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.progress import Progress
from ilpuzzles.queries import parallel
from ilpuzzles.queries.count import count_solutions, count_status
from ilpuzzles.queries.solutions import enumerate_solutions
from ilpuzzles.workbench.experiments import experiment
from support.clusters import ON_A_CLUSTER, running_cluster
from support.question_oracles import QUEENS, queens

pytestmark = ON_A_CLUSTER


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Options]:
    """Two workers of a cluster."""
    with running_cluster(tmp_path_factory.mktemp("cluster")) as address:
        yield Options(workers=2, cluster=address)


def counts(path: Path) -> list[tuple[str, int]]:
    connection = sqlite3.connect(path)
    try:
        rows = connection.execute("SELECT key, value FROM jobs ORDER BY number").fetchall()
    finally:
        connection.close()
    return [(key, json.loads(value)) for key, value in rows if not key.startswith("split ")]


def test_count_and_list(there: Options) -> None:
    count = count_solutions(queens(7), backend="cpsat", options=there)
    assert (int(count), count.complete) == (QUEENS[7], True)
    seen: list[bytes] = []

    def visit(values: IntArray) -> None:
        seen.append(values.tobytes())

    assert enumerate_solutions(queens(7), visit, "cpsat", there).complete
    assert len(set(seen)) == len(seen) == QUEENS[7]


def test_a_list_that_would_not_fit_is_split(
    there: Options, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A job gives all of its solutions at the end, so it stops at so many bytes.
    monkeypatch.setattr(parallel, "_MOST_BYTES", 20_000)
    model, seen = experiment("dominoes", "6x6").model, list[bytes]()

    def visit(values: IntArray) -> None:
        seen.append(values.tobytes())

    assert enumerate_solutions(model, visit, "exactcover", there).complete
    assert len(set(seen)) == len(seen) == 6728


def test_parts_that_run_long_are_split(
    there: Options, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(parallel, "PATIENCE", 0.01)
    count = count_solutions(queens(8), backend="cpsat", options=there, ledger=tmp_path / "run")
    assert (int(count), count.complete) == (QUEENS[8], True)
    assert count_status(queens(8), tmp_path / "run").complete


def test_an_interruption_and_the_local_pool_afterwards(there: Options, tmp_path: Path) -> None:
    def watch(progress: Progress) -> None:
        if progress.done > 3:
            raise KeyboardInterrupt

    ledger = tmp_path / "run"
    with pytest.raises(Interrupted) as caught:
        count_solutions(queens(9), backend="cpsat", options=there, ledger=ledger, watch=watch)
    assert int(caught.value.answer) <= QUEENS[9]
    before = counts(ledger)
    assert len(before) > 3
    count = count_solutions(queens(9), backend="cpsat", ledger=ledger)
    assert (int(count), count.complete) == (QUEENS[9], True)
    assert counts(ledger)[: len(before)] == before
