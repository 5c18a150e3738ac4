"""Every backend against trying everything, on small random models."""

from __future__ import annotations

import numpy as np
import pytest

from ilpuzzles.backends.interface import Backend, Feature, Options
from ilpuzzles.backends.registry import get_backend
from ilpuzzles.backends.result import Limit, Status
from ilpuzzles.errors import BackendError
from ilpuzzles.modelling.model import Model
from ilpuzzles.modelling.rows import IntArray, Kind
from ilpuzzles.queries.solutions import enumerate_solutions
from ilpuzzles.queries.solve import solve_model
from support.random_models import sample

SEEDS = range(120)


def test_the_samples_are_of_all_sorts() -> None:
    counts = [len(sample(seed, objective=False).solutions()) for seed in SEEDS]
    assert sum(count == 0 for count in counts) > 15
    assert sum(count == 1 for count in counts) > 5
    assert sum(count > 1 for count in counts) > 40


def test_first_and_best_solutions(backend: Backend, seeds: range) -> None:
    """Half of the models have an objective."""
    for seed in seeds:
        objective = seed % 2 == 0
        made = sample(seed, objective=objective)
        result = solve_model(made.model, backend.name, Options(seed=seed))
        expected = made.solutions()
        assert result.complete, f"seed {seed}: {result.message}"
        assert result.limit is Limit.NONE
        if not expected:
            assert result.status is Status.INFEASIBLE, f"seed {seed}"
            assert result.values is None
            continue
        assert result.status is Status.OPTIMAL, f"seed {seed}"
        assert result.checked
        assert result.values is not None
        assert tuple(result.values.tolist()) in expected
        assert result.objective == (made.best() if objective else None)
        if objective:
            assert result.bound == pytest.approx(result.objective)


@pytest.mark.parametrize("block", range(2))
def test_all_solutions(block: int) -> None:
    for seed in SEEDS[block::2]:
        made = sample(seed, objective=seed % 3 == 0)
        found: list[IntArray] = []
        result = enumerate_solutions(made.model, found.append, "cpsat")
        assert result.complete
        listed = sorted(tuple(values.tolist()) for values in found)
        assert listed == made.solutions(), f"seed {seed}"


def test_views_agree_with_trying_everything(backend: Backend) -> None:
    for seed in range(30):
        made = sample(seed, objective=False)
        x, *_ = made.model.families
        fixed = {x[0]: seed % 2}
        expected = [values for values in made.solutions() if values[0] == seed % 2]
        result = solve_model(made.model.fix(fixed), backend.name)
        assert bool(result) == bool(expected), f"seed {seed}"
        assert not result or result.value(x[0]) == seed % 2


def test_switched_off_groups_do_not_bind(backend: Backend) -> None:
    for seed in range(30):
        made = sample(seed, objective=False)
        x, *_ = made.model.families
        with made.model.group("impossible"):
            made.model.add(x[0] >= 2)
        assert solve_model(made.model, backend.name).status is Status.INFEASIBLE
        relaxed = solve_model(made.model.without("impossible"), backend.name)
        assert bool(relaxed) == bool(made.solutions()), f"seed {seed}"


def test_bulk_rows_that_name_a_variable_twice(backend: Backend) -> None:
    """Exactly one of x, x and y: a solver that counted literals would take x alone."""
    model = Model()
    x = model.binary("x", 2)
    model.add_rows(Kind.EXACTLY_ONE, np.array([0, 3]), np.array([0, 0, 1]))
    assert model.program().rows.kinds.tolist() == [Kind.LINEAR]
    model.maximize(2 * x[0] + x[1])
    result = solve_model(model, backend.name)
    assert result.values is not None
    assert result.values.tolist() == [0, 1]
    with pytest.raises(ValueError, match="read-only"):
        result.values[0] = 1


def test_the_same_seed_gives_the_same_answer(backend: Backend) -> None:
    made = sample(2, objective=False)
    one = solve_model(made.model, backend.name, Options(seed=3))
    two = solve_model(made.model, backend.name, Options(seed=3))
    assert one.values is not None
    assert two.values is not None
    assert np.array_equal(one.values, two.values)


def test_several_workers(backend: Backend) -> None:
    if Feature.WORKERS not in backend.features:
        with pytest.raises(BackendError, match="does not support several workers"):
            solve_model(sample(0, objective=True).model, backend.name, Options(workers=2))
        return
    for seed in range(10):
        made = sample(seed, objective=True)
        result = solve_model(made.model, backend.name, Options(workers=2))
        assert result.objective == made.best()


def test_native_models_can_be_looked_at() -> None:
    made = sample(4, objective=True)
    program = made.model.program()
    native = get_backend("cpsat").native(made.model.program())
    assert len(native.proto.variables) == program.variables
    assert len(native.proto.constraints) >= len(program.rows) > 3
    text = get_backend("cbc").native(made.model.program())
    assert "\nNAME ilpuzzles FREE\nROWS\n N obj\n" in text
    assert text.endswith("ENDATA\n")
