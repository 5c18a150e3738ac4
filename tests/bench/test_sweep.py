"""Sweeps that are resumed, after whatever ended them."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from ilpuzzles.bench import sweep as sweeping
from ilpuzzles.bench.bench_run import BenchRun
from ilpuzzles.bench.measure import measure_elsewhere
from ilpuzzles.bench.model_sources import FunctionSource, PuzzleSource
from ilpuzzles.bench.plan import Planned
from ilpuzzles.bench.spec import Case, RunSettings
from ilpuzzles.bench.sweep import MEASURE, Sweep, SweepStatus, open_ledger, sweep_status
from ilpuzzles.errors import BackendError, InputError, Problem
from ilpuzzles.jobs.ledger import Ledger
from ilpuzzles.progress import Progress
from support.bench_parts import planned, write_functions
from support.clusters import ON_A_CLUSTER, running_cluster
from support.places import TESTS

# CI runs them with the other slow ones, where Dask is installed.


def instant(_patience: float, one: Planned, _more: object) -> BenchRun:
    """Makes no run, but says that it has, or that it has died of it."""
    mark = os.environ["ILPUZZLES_TEST_MARK"]
    with Path(mark).open("a", encoding="utf-8") as file:
        file.write(f"{one.run.repetition} {one.run.backend}\n")
    if one.run.backend == "scip":
        raise BackendError(Problem("its process ended by SIGKILL"))
    return replace(one.run, complete=True, count=6, total=0.5)


def instant_elsewhere(patience: float, one: Planned, emit: object) -> dict[str, object]:
    """The same in a cluster, whose workers find it by its name."""
    return instant(patience, one, emit).to_json()


@pytest.fixture
def mark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file in which pretended runs are noted."""
    path = tmp_path / "mark.txt"
    path.touch()
    monkeypatch.setenv("ILPUZZLES_TEST_MARK", str(path))
    monkeypatch.setattr(sweeping, "measure", instant)
    monkeypatch.setattr(sweeping, "MEASURE", "bench.test_sweep:instant_elsewhere")
    monkeypatch.syspath_prepend(str(TESTS))
    return path


def rooks(
    folder: Path,
    *,
    backends: tuple[str, ...] = ("cbc",),
    title: str = "",
    repeat: int = 3,
    workers: int = 1,
    cluster: str | None = None,
) -> list[Planned]:
    settings = RunSettings(question="count", backends=backends, repeat=repeat, time_limit=20)
    case = Case(FunctionSource(write_functions(folder), "rooks"), settings, title)
    return planned(case, workers=workers, cluster=cluster)


def test_only_what_is_missing_is_run(tmp_path: Path, mark: Path) -> None:
    path = tmp_path / "ledger"
    finished: list[BenchRun] = []
    watched: list[Progress] = []
    with open_ledger(path) as ledger:
        Sweep(rooks(tmp_path)).run(ledger=ledger, each=finished.append, watch=watched.append)
    assert [run.repetition for run in finished] == [0, 1, 2]
    assert (watched[0].done, {one.parts for one in watched}) == (0, {3})
    assert mark.read_text() == "0 cbc\n1 cbc\n2 cbc\n"
    mark.write_text("")
    more = Sweep(rooks(tmp_path, backends=("cbc", "cpsat"), title="rooks"))
    with open_ledger(path) as ledger:
        more.recall(ledger.finished())
        assert len(more.missing) == 3
        more.run(ledger=ledger)
    # What is there is not made again.
    assert mark.read_text() == "0 cpsat\n1 cpsat\n2 cpsat\n"
    # What was found before has the new title, and the order is that of the plan.
    assert {run.case for run in more.runs} == {"rooks"}
    assert [(run.repetition, run.backend) for run in more.runs] == [
        (repetition, backend) for repetition in range(3) for backend in ("cbc", "cpsat")
    ]
    status = sweep_status(more.planned, path)
    assert status == SweepStatus({("rooks", "count"): (6, 6)})
    # Runs beside others are runs of another sweep.
    beside = Sweep(rooks(tmp_path, repeat=2, workers=2))
    with open_ledger(path) as ledger:
        beside.recall(ledger.finished())
        beside.run(ledger=ledger)
    assert [run.beside for run in beside.runs] == [2, 2]
    status = sweep_status(beside.planned, path)
    assert (status.done, status.runs, status.others) == (2, 2, 6)
    assert status.text().endswith(
        "\n6 other runs are in the ledger: of other cases or options, made by another number of "
        "workers, on another machine, or with other versions"
    )


def test_what_kills_its_process_is_reported_and_tried_again(tmp_path: Path, mark: Path) -> None:
    path = tmp_path / "ledger"
    for _ in range(2):
        sweep = Sweep(rooks(tmp_path, backends=("cbc", "scip"), repeat=1, workers=2))
        with open_ledger(path) as ledger:
            sweep.recall(ledger.finished())
            sweep.run(ledger=ledger)
        assert [run.error == "" for run in sweep.runs] == [True, False]
        status = sweep_status(sweep.planned, path)
        assert status.text().splitlines() == [
            "own.py:rooks: count: 1 of 2",
            "1 of 2 runs finished",
            "1 run failed, and will be tried again:",
            f"  own.py:rooks, count, scip: {sweep.runs[1].error}",
        ]
        (failed,) = status.to_json()["failed"]
        assert (failed["backend"], failed["error"]) == ("scip", sweep.runs[1].error)
        assert sweep.runs[1].error == "its process ended by SIGKILL"
    lines = mark.read_text().splitlines()
    assert (lines.count("0 cbc"), lines.count("0 scip")) == (1, 2)


def test_the_same_run_under_two_titles_is_made_once(tmp_path: Path, mark: Path) -> None:
    both = [*rooks(tmp_path, title="one"), *rooks(tmp_path, title="other")]
    sweep = Sweep(both)
    assert len(sweep.missing) == 3
    sweep.run()
    assert len(mark.read_text().splitlines()) == 3
    assert [run.case for run in sweep.runs] == ["one"] * 3 + ["other"] * 3


def test_another_ledger_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    Ledger(path, "a count").close()
    before = path.read_bytes()
    said = f"{path}: this ledger belongs to another position, question or sweep; name the file"
    for refused in (open_ledger, partial(sweep_status, [])):
        with pytest.raises(InputError) as error:
            refused(path)
        assert str(error.value).startswith(said)
        assert "\n" not in str(error.value)
    assert path.read_bytes() == before


def test_what_is_no_run_is_refused() -> None:
    one = planned(Case(PuzzleSource("cube", "empty"), RunSettings(backends=("cbc",))))[0]
    with pytest.raises(InputError, match="is not the result of a run"):
        Sweep([one]).recall({one.key: {"case": "cube", "colour": "red"}})


@pytest.mark.usefixtures("mark")
@pytest.mark.parametrize("workers", [pytest.param(1, marks=ON_A_CLUSTER)])
def test_a_cluster_makes_the_same_runs(workers: int, tmp_path: Path) -> None:
    here = Sweep(rooks(tmp_path))
    here.run()
    assert f"{measure_elsewhere.__module__}:{measure_elsewhere.__name__}" == MEASURE
    with running_cluster(tmp_path) as address:
        there = Sweep(rooks(tmp_path, workers=workers, cluster=address))
        there.run()
    assert there.runs == here.runs
    assert len(there.runs) == 3
