"""SCIP and HiGHS in their child process: what it leaves is read strictly."""

from __future__ import annotations

import json
import math
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import Options
from ilpuzzles.backends.result import Limit, Status
from ilpuzzles.errors import BackendError
from ilpuzzles.jobs.process import ChildRun
from ilpuzzles.jobs.temporary_files import _PROBE
from ilpuzzles.queries.solve import solve_model
from ilpuzzles.solvers.mathopt import backend as mathopt, child as mathopt_child
from ilpuzzles.solvers.mathopt.backend import read_answer
from ilpuzzles.solvers.mip.solving import MipAnswer
from ilpuzzles.solvers.registry import get_backend
from support.begun_models import with_binaries

pytestmark = pytest.mark.parametrize("name", ["scip", "highs"])


def ended(code: int = 0, *, killed: bool = False) -> ChildRun:
    return ChildRun(code, "first line\nlast words\n", killed, 1.0, 1.0, 1000)


def model_of_two() -> Model:
    model, x = with_binaries(2)
    model.at_least_one(x)
    model.maximize(x.dot([3, -5]) + 10)
    return model


SAID: dict[str, Any] = {
    "reason": "OPTIMAL", "relaxed": None, "limit": "UNSPECIFIED", "detail": "", "bound": 13.0,
    "nodes": 1, "values": 2, "begun": 0.25,
}  # fmt: skip


def written(folder: Path, numbers: list[float], **changes: object) -> Path:
    (folder / "values.bin").write_bytes(np.array(numbers, dtype=np.float64).tobytes())
    (folder / "answer.json").write_text(json.dumps(SAID | changes))
    return folder


def test_a_whole_answer(name: str, tmp_path: Path) -> None:
    program = model_of_two().program()
    answer = read_answer(name, ended(), program, written(tmp_path, [1.0, 1e-9]))
    assert answer.values is not None
    assert (answer.status, answer.values.tolist(), answer.bound) == (Status.OPTIMAL, [1, 0], 13.0)
    assert (answer.nodes, answer.memory, answer.begun) == (1, ended().memory, 0.25)
    unbounded = written(tmp_path, [], relaxed="OPTIMAL", reason="INFEASIBLE_OR_UNBOUNDED", values=0)
    assert read_answer(name, ended(), program, unbounded).status is Status.UNBOUNDED
    none = written(tmp_path, [], relaxed="INFEASIBLE", values=0, bound=math.inf)
    answer = read_answer(name, ended(), program, none)
    assert (answer.status, answer.values, answer.bound) == (Status.INFEASIBLE, None, None)
    stopped = written(tmp_path, [], reason="NO_SOLUTION_FOUND", limit="TIME", values=0)
    answer = read_answer(name, ended(), program, stopped)
    assert (answer.status, answer.limit) == (Status.UNKNOWN, Limit.TIME)
    answer = read_answer(name, ended(-9, killed=True), program, stopped)
    assert (answer.status, answer.limit) == (Status.UNKNOWN, Limit.TIME)


def test_endings_that_are_seldom_seen(name: str, tmp_path: Path) -> None:
    """A solution that was found before any limit is kept; the limit is the one that is told."""
    program = model_of_two().program()
    limits = {"NODE": Limit.NODES, "TIME": Limit.TIME, "MEMORY": Limit.MEMORY}
    limits |= {"SOLUTION": Limit.SOLUTIONS, "INTERRUPTED": Limit.INTERRUPTED}
    limits |= {"CUTOFF": Limit.NONE, "UNSPECIFIED": Limit.NONE}
    for limit, wanted in limits.items():
        folder = written(tmp_path, [0.0, 1.0], reason="FEASIBLE", limit=limit)
        answer = read_answer(name, ended(), program, folder)
        assert answer.values is not None
        found = answer.status, answer.limit, answer.values.tolist()
        assert found == (Status.FEASIBLE, wanted, [0, 1])
    for reason, relaxed, status in [
        ("UNBOUNDED", None, Status.UNBOUNDED),
        ("INFEASIBLE", None, Status.INFEASIBLE),
        ("INFEASIBLE_OR_UNBOUNDED", "FEASIBLE", Status.UNBOUNDED),
        ("INFEASIBLE_OR_UNBOUNDED", "INFEASIBLE", Status.INFEASIBLE),
        ("INFEASIBLE_OR_UNBOUNDED", "NO_SOLUTION_FOUND", Status.UNKNOWN),
        ("IMPRECISE", None, Status.ERROR),
        ("OTHER_ERROR", None, Status.ERROR),
    ]:
        folder = written(tmp_path, [], reason=reason, relaxed=relaxed, values=0, bound=-math.inf)
        answer = read_answer(name, ended(), program, folder)
        assert (answer.status, answer.values, answer.bound) == (status, None, None), reason


@pytest.mark.every("message")
@pytest.mark.parametrize(
    ("values", "changes", "message"),
    [
        ([1.0], {}, "values are cut short"),
        ([1.0, 0.0, 0.0], {}, "values are cut short"),
        ([1.0], {"values": 1}, "reported a solution but returned no values"),
        ([], {"values": 0}, "reported a solution but returned no values"),
        ([0.5, 0.0], {}, "returned 0.5 for x0"),
        ([1.0, math.nan], {}, "returned nan for x1"),
        ([1.0, math.inf], {}, "returned inf for x1"),
        ([1.0, 0.0], {"reason": "NUMERICAL_ERROR", "detail": "oh"}, "says NUMERICAL_ERROR: oh"),
        ([1.0, 0.0], {"reason": "SOMETHING_NEW"}, "says SOMETHING_NEW"),
        ([1.0, 0.0], {"bound": "x"}, "left no complete answer"),
        ([1.0, 0.0], {"begun": None}, "left no complete answer"),
    ],
)
def test_half_an_answer_is_an_error(
    name: str, tmp_path: Path, values: list[float], changes: dict[str, object], message: str
) -> None:
    folder = written(tmp_path, values, **changes)
    answer = read_answer(name, ended(), model_of_two().program(), folder)
    assert (answer.status, answer.values) == (Status.ERROR, None)
    assert message in answer.message
    assert answer.message.endswith("first line | last words")


@pytest.mark.parametrize(
    ("values", "code"), [([1.0], 0), ([1.0], 1), ([1.0, 0.0, 0.0], 0), (None, 0)]
)
def test_half_an_answer_on_a_full_disk_is_none(
    name: str, tmp_path: Path, values: list[float] | None, code: int
) -> None:
    folder = tmp_path if values is None else written(tmp_path, values)
    (folder / _PROBE).symlink_to("/dev/full")
    with pytest.raises(BackendError, match=r"cannot be written \(No space left") as caught:
        read_answer(name, ended(code), model_of_two().program(), folder)
    assert isinstance(caught.value.__cause__, OSError)


def test_missing_and_broken_files_are_errors(name: str, tmp_path: Path) -> None:
    program = model_of_two().program()
    empty = tmp_path / "empty"
    empty.mkdir()
    for code, message in [(0, "left no complete answer"), (-11, "ended with exit code -11")]:
        answer = read_answer(name, ended(code), program, empty)
        assert answer.status is Status.ERROR
        assert message in answer.message
    folder = written(tmp_path, [1.0, 0.0])
    text = (folder / "answer.json").read_text()
    for length in range(len(text)):
        (folder / "answer.json").write_text(text[:length])
        assert read_answer(name, ended(), program, folder).status is Status.ERROR
    (folder / "answer.json").write_text(text)
    (folder / "values.bin").write_bytes(b"12345678901")
    assert read_answer(name, ended(), program, folder).status is Status.ERROR


def test_a_crash_is_an_error(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    crashing = tmp_path / "crash.py"
    crashing.write_text("import os, sys; print('so long', flush=True); os.abort()")
    monkeypatch.setattr(mathopt_child, "__file__", str(crashing))
    result = get_backend(name).solve(model_of_two().program(), Options())
    assert (result.status, result.values, result.complete) == (Status.ERROR, None, False)
    assert f"{name} ended with exit code -6" in result.message
    assert "so long" in result.message


@pytest.mark.exhaustive
def test_infeasible_or_unbounded_is_settled(name: str) -> None:
    model = Model()
    n = model.integer("n", lower=0, upper=None)
    x = model.binary("x", 2)
    model.add(n - 2 * x[0] >= 0)
    model.maximize(n)
    assert solve_model(model, name).status is Status.UNBOUNDED
    model.add(2 * x[0] + 2 * x[1] == 1)
    assert solve_model(model, name).status is Status.INFEASIBLE


@pytest.mark.exhaustive
def test_presolve_that_fails_is_left_out(name: str) -> None:
    """HiGHS ends in an error of its own on these infeasible equations, unless without presolve."""
    for numbers, value, costs in [
        ([-48, -27, 35, -50], -14, [-51, 55, 58, 80]),
        ([60, 26, -54, 22, -25], -27, [-57, -40, -49, 88, -7]),
    ]:
        model, x = with_binaries(len(numbers))
        model.add(x.dot(numbers) == value)
        model.add(x.sum() >= 0)
        model.minimize(x.dot(costs))
        assert solve_model(model, name).status is Status.INFEASIBLE


def test_a_solution_that_presolve_does_not_see_is_found(name: str) -> None:
    """HiGHS's presolve calls this feasible model infeasible."""
    model = Model()
    y, rank = model.binary("y", 2), model.integer("rank", 3, lower=0, upper=2)
    model.add(rank[1] - rank[0] - 3 * y[0] >= -2)
    model.add(rank[0] - rank[2] - 3 * y[1] >= -2)
    model.add(y[0] + y[1] >= 1)
    model.add(y[1] - y[0] >= 0)
    model.add(-y[0] - y[1] >= -1)
    result = get_backend(name).solve(model.program(), Options())
    assert result.status is Status.OPTIMAL
    assert result[y].tolist() == [0, 1]


@pytest.mark.exhaustive
def test_starting_is_part_of_handing_over(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(said: float | None) -> list[float]:
        """When it was called, was handed over, began to search, and was read."""
        times: list[float] = []

        def read(*given: Any, **more: Any) -> MipAnswer:
            answer = read_answer(*given, **more)
            times.extend([answer.begun or math.nan, time.perf_counter()])
            return answer if said is None else replace(answer, begun=said)

        monkeypatch.setattr(mathopt, "read_answer", read)
        called = time.perf_counter()
        _, handed = mathopt._run(name, model_of_two().program(), Options(), again=False)
        return [called, handed, *times]

    called, handed, began, _ = run(None)
    assert called < handed == began
    # What a clock says that cannot be right is somewhere from the start of the process to its end.
    _, handed, began, read = run(math.inf)
    assert began < handed <= read
    called, handed, began, _ = run(0.0)
    assert called < handed <= began
    spent = get_backend(name).solve(model_of_two().program(), Options()).times
    assert min(spent.hand_over, spent.solve) > 0
