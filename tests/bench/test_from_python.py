"""Sweeps from a Python program: the same as on the command line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import ilpuzzles
from ilpuzzles import Model, bench
from ilpuzzles.backends.interface import Interrupted
from ilpuzzles.bench.results import read_results
from ilpuzzles.errors import InputError, UnknownNameError
from ilpuzzles.extras import ExtraMissingError
from ilpuzzles.progress import Progress
from ilpuzzles.solvers.cbc.backend import CbcBackend
from support.bench_parts import write_functions
from support.missing_packages import hide


def rooks(side: int = 3) -> Model:
    model = Model("rooks")
    board = model.binary("rook", side, side)
    model.exactly_one(board, axis=0)
    model.exactly_one(board, axis=1)
    return model


@pytest.mark.exhaustive
def test_puzzles_models_and_backends_of_every_kind(tmp_path: Path) -> None:
    rooks(2).save(tmp_path / "two.ilp.json")
    found = bench.run(
        "cube",
        {"three": rooks(), "a file": tmp_path / "two.ilp.json", "a part": rooks().program()},
        functions=f"{write_functions(tmp_path)}:rooks",
        formulations="placement",
        backends={"cbc": "cbc", "mine": CbcBackend(), "as a class": CbcBackend},
        time_limit=20,
    )
    assert [run.error for run in found if run.error] == []
    cases = {run.case: run.variables for run in found}
    assert cases == {"cube": 144, "three": 9, "a file": 4, "a part": 9, "own.py:rooks": 9}
    assert {run.status for run in found} == {"optimal"}
    assert len(found) == len(found.runs) == 15
    assert {run.backend for run in found} == {"cbc", "mine", "as a class"}
    assert found.machine.solvers.keys() == {"cbc", "mine", "as a class"}
    assert {run.version for run in found} == {found.machine.solvers["cbc"]}
    assert found.description.planned == 15
    assert repr(found).startswith("<results: 15 runs of cube, three, a file")


def test_backends_have_their_own_names() -> None:
    for given in ("cbc", CbcBackend, CbcBackend(), [CbcBackend], ("cbc",)):
        found = bench.run(models=rooks(2), backends=given)
        assert [(run.backend, run.status) for run in found] == [("cbc", "optimal")]


@pytest.mark.exhaustive
def test_records_a_frame_and_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = ilpuzzles.bench.run(
        models=rooks(), backends=["cpsat", "scip"], seeds=(0, 1), row_orders=2, memory_limit=4000
    )
    assert [(run.backend, run.seed, run.row_order) for run in found] == [
        (backend, seed, order)
        for order in (0, 1)
        for seed in (0, 1)
        for backend in ("cpsat", "scip")
    ]
    assert {run.memory_limit for run in found} == {4000 << 20}
    frame = found.frame()
    assert frame.shape[0] == 8
    assert frame["solved"].all()
    assert list(frame["solver"][:2]) == ["cpsat", "scip"]
    first, second, best = found.standings()
    assert (first.rank, second.rank, best.rank) == (1, 2, None)
    assert {first.solver, second.solver} == {"cpsat", "scip"}
    assert best.par2 == first.par2
    page = found._repr_html_()
    assert page.count("<table>") == 2
    assert "virtual best" in page
    assert str(found).splitlines()[1].startswith("rooks  solve     cpsat   solved")
    assert [one["solver"] for one in json.loads(json.dumps(found.to_json()))["ranking"]] == [
        first.solver,
        second.solver,
        "virtual best",
    ]
    kept = tmp_path / "runs.jsonl"
    kept.write_text(found.lines(), encoding="utf-8")
    assert read_results(kept) == found
    hide(monkeypatch, "pandas")
    with pytest.raises(ExtraMissingError, match="a frame of runs needs pandas, which is not inst"):
        found.frame()


def test_a_ledger_and_an_interruption_keep_what_was_made(tmp_path: Path) -> None:
    ledger = tmp_path / "ledger"

    def interrupt(progress: Progress) -> None:
        if progress.done:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as interrupted:
        bench.run(models=rooks(), backends="cbc", repeat=40, ledger=ledger, watch=interrupt)
    part = interrupted.value.answer
    assert 1 <= len(part) < 40
    assert part.description.planned == 40
    again = bench.run(models=rooks(), backends="cbc", repeat=len(part), ledger=ledger)
    assert again.runs == part.runs


class Elsewhere(CbcBackend):
    """A backend that a module of its own would have, and that keeps to itself."""

    def __reduce__(self) -> str:
        raise TypeError("not for others")


@pytest.mark.parametrize(
    ("ask", "what"),
    [
        (bench.run, "there is nothing to run; name either a specification, or puzzles"),
        (
            lambda: bench.run("cube", spec="quick"),
            "a specification and cases of its own are",
        ),
        (lambda: bench.run("cube", backends={"a": 5}), "unknown backend '5'; "),
        (lambda: bench.run("cube", row_orders=0), "orders of rows must be between 1 and 1,000"),
        (lambda: bench.run("cube", memory_limit=0), "the memory limit must be above 0 and at most"),
        (lambda: bench.run(models=[rooks(), rooks()]), "two cases are named 'rooks'"),
        (lambda: bench.run(models="no.lp"), "no.lp: no such file"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(ask: Callable[[], Any], what: str) -> None:
    with pytest.raises((InputError, UnknownNameError)) as error:
        ask()
    assert what in str(error.value)
    assert "\n" not in str(error.value)


def test_what_cannot_be_sent_is_refused_before_a_run(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match=r"backend 'own' cannot be pickled \(.*not for others"):
        bench.run("cube", backends={"own": Elsewhere()})
    monkeypatch.setattr(Elsewhere, "__module__", "__main__")
    with pytest.raises(InputError, match="is of class Elsewhere of this script or notebook; put"):
        bench.run("cube", backends={"own": Elsewhere})
