"""Faults planted in the stored rows: the check of an answer begins at what was written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.backends.result import Status
from ilpuzzles.errors import CheckError
from ilpuzzles.modelling import row_store
from ilpuzzles.modelling.bounds import Bounds, Side
from ilpuzzles.modelling.row_builder import build_rows
from ilpuzzles.modelling.rows import Rows
from ilpuzzles.modelling.written import WrittenRows
from ilpuzzles.passes.settled import rows_that_tell
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.queries.explanation import explain
from ilpuzzles.queries.solve import solve_model
from support.whole_programs import WholeProgram, whole_program

Fault: TypeAlias = Callable[[Rows], Rows]
BACKENDS = ["auto", "cpsat", "highs", "scip", "cbc"]


def without_bound(side: Side) -> Fault:
    """Loses the first bound on one side."""

    def fault(rows: Rows) -> Rows:
        bounds = rows.lower if side is Side.LOWER else rows.upper
        places = bounds.finite.nonzero()[0][:1]
        lost = bounds.replaced(places, Bounds.of(side, [None] * len(places)))
        return replace(rows, lower=lost) if side is Side.LOWER else replace(rows, upper=lost)

    return fault


def free(rows: Rows) -> Rows:
    """Makes the first row one without bounds."""
    place = np.array([0])
    return replace(
        rows,
        lower=rows.lower.replaced(place, Bounds.lower([None])),
        upper=rows.upper.replaced(place, Bounds.upper([None])),
    )


def other_coefficient(step: int) -> Fault:
    """Changes the first coefficient of the last row that has any."""

    def fault(rows: Rows) -> Rows:
        if not len(rows.coefficients):
            return rows
        coefficients = rows.coefficients.copy()
        coefficients[rows.starts[-2] :][:1] += step
        return replace(rows, coefficients=coefficients)

    return fault


FAULTS: dict[str, Fault] = {
    "a lost upper bound": without_bound(Side.UPPER),
    "a lost lower bound": without_bound(Side.LOWER),
    "a free row": free,
    "a larger coefficient": other_coefficient(1),
    "a smaller coefficient": other_coefficient(-1),
}


def plant(patch: pytest.MonkeyPatch, fault: Fault) -> None:
    """Has all rows built with a fault; what was written stays right."""

    def build(*given: Any, **options: Any) -> tuple[WrittenRows, Rows]:
        written, rows = build_rows(*given, **options)
        return written, fault(rows)

    patch.setattr(row_store, "build_rows", build)


def judged(made: WholeProgram, backend: str) -> str:
    """Asks for the best solution, and says how that ends; a wrong answer fails."""
    best = made.best()
    try:
        result = solve_model(made.model, backend, verify=True)
    except CheckError:
        return "error"
    if result.values is not None:
        assert tuple(result.values.tolist()) in made.solutions()
    if result.status is Status.OPTIMAL:
        assert result.objective == best
    if result.status is Status.INFEASIBLE:
        assert best is None
    return result.status.value


ALLOWING = ["a lost upper bound", "a lost lower bound", "a free row"]


@pytest.mark.exhaustive
@pytest.mark.every("fault", "backend")
@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("fault", ALLOWING)
@pytest.mark.parametrize("seed", range(6))
def test_rows_that_allow_too_much_never_end_in_a_wrong_answer(
    seed: int, fault: str, backend: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch, FAULTS[fault])
    judged(whole_program(seed), backend)


@pytest.mark.every("backend")
@pytest.mark.parametrize("backend", ["highs", "scip", "cbc"])
@pytest.mark.parametrize("fault", ["a larger coefficient", "a smaller coefficient"])
@pytest.mark.parametrize("seed", range(12))
def test_a_wrong_coefficient_is_noticed_by_the_second_opinion(
    seed: int, fault: str, backend: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may forbid solutions, which a check of values does not see."""
    plant(monkeypatch, FAULTS[fault])
    judged(whole_program(seed), backend)


def a_row_that_matters() -> Model:
    """The best that the only row allows is 6; without it, 18."""
    model = Model()
    n = model.integer("n", 2, lower=0, upper=9)
    model.add(0.5 * n[0] + Fraction(1, 3) * n[1] <= 2.2)
    model.maximize(n.sum())
    return model


@pytest.mark.exhaustive
@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("fault", ["a lost upper bound", "a free row", "a smaller coefficient"])
def test_a_row_that_allows_too_much_is_noticed(
    fault: str, backend: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert solve_model(a_row_that_matters(), backend).objective == 6
    plant(monkeypatch, FAULTS[fault])
    model = a_row_that_matters()
    if fault == "a smaller coefficient":
        model.minimize(-model.family("n")[0])
    with pytest.raises(CheckError):
        solve_model(model, backend)


def test_solutions_that_the_written_rows_forbid_are_not_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    expected = int(count_solutions(a_row_that_matters()))
    plant(monkeypatch, free)
    with pytest.raises(CheckError):
        assert int(count_solutions(a_row_that_matters())) == expected


def test_a_row_that_cannot_hold_as_it_is_stored_is_proved_as_it_was_written() -> None:
    model = Model()
    n = model.integer("n", lower=0, upper=9)
    model.add(0.5 * n <= 3)
    model.add(n >= 1)
    program = model.program()
    assert rows_that_tell(program) is not None
    rows = program.rows
    broken = replace(
        rows,
        lower=rows.lower.replaced(np.array([0]), Bounds.lower([9])),
        upper=rows.upper.replaced(np.array([0]), Bounds.upper([8])),
    )
    with pytest.raises(CheckError, match=r"linear\[0\] is satisfiable as written"):
        rows_that_tell(program.having(rows=broken))
    # Nobody wrote a row that says so: then it is taken for what it is.
    assert rows_that_tell(program.having(rows=broken, written=None)) is None


def test_a_row_that_cannot_hold_as_it_was_written_is_proved_to() -> None:
    model = Model()
    n = model.integer("n", lower=0, upper=9)
    model.add(n.between(0.2, 0.8))
    assert rows_that_tell(model.program()) is None
    assert solve_model(model).status is Status.INFEASIBLE


@pytest.mark.every("backend")
@pytest.mark.parametrize("backend", ["cpsat", "highs", "scip"])
@pytest.mark.parametrize("fault", ["a larger coefficient", "a smaller coefficient"])
@pytest.mark.parametrize("seed", range(6))
def test_nothing_is_explained_by_rows_that_were_not_written(
    seed: int, fault: str, backend: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch, FAULTS[fault])
    made = whole_program(seed)
    try:
        answer = explain(made.model, backend=backend)
    except CheckError:
        return
    if answer.solution is None:
        assert made.best() is None
    else:
        assert tuple(answer.solution.tolist()) in made.solutions()
