"""What can be asked of a result."""

from __future__ import annotations

import pytest

from ilpuzzles.backends.result import Status
from ilpuzzles.modelling.model import Model
from ilpuzzles.queries.solve import solve_model


def test_values_of_whatever_is_linear() -> None:
    model = Model()
    x = model.binary("x", 2, 2)
    n = model.integer("n", lower=-5, upper=5)
    model.add(x[0, 0] & ~x[0, 1] & x[1, 0] & x[1, 1])
    model.add(n == -3)
    result = solve_model(model)
    assert result.array(x).tolist() == [[1, 0], [1, 1]]
    assert result.array(x[:, 1]).tolist() == [0, 1]
    assert (result.value(n), result.value(~x[0, 1]), result.value(x.sum() - 2 * n + 1)) == (
        -3,
        1,
        10,
    )


def test_without_a_solution_there_are_no_values() -> None:
    model = Model()
    x = model.binary("x", 2)
    model.add(x.sum() >= 3)
    result = solve_model(model)
    assert result.status is Status.INFEASIBLE
    for ask in (lambda: result.value(x[0]), lambda: result.array(x)):
        with pytest.raises(ValueError, match="no values: the status is infeasible"):
            ask()
