"""What statistics for a backend, and results, say of the passes on the way to the solver."""

from __future__ import annotations

import re

import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import Interrupted, Options
from ilpuzzles.constraints import circuit
from ilpuzzles.passes.step import StepSize, steps_text
from ilpuzzles.queries.solutions import list_solutions
from ilpuzzles.queries.solve import solve_model
from ilpuzzles.queries.told import ToldStatistics, told_statistics
from ilpuzzles.solvers.registry import get_backend


def loops() -> Model:
    """A loop through some of four vertices, and rows that fix an edge."""
    model = Model("loops")
    edges = [(0, 1), (1, 2), (2, 0), (0, 2), (2, 3), (3, 0)]
    x = model.binary("x", edges)
    circuit(model, x)
    model.add(x[0, 1] == 1)
    model.maximize(x.sum())
    return model


def without_seconds(text: str) -> list[str]:
    """The lines of a table, with a dot for every time."""
    return re.sub(r"\d+\.\d{3}\b", ".", text).splitlines()


def test_statistics_for_a_backend_list_its_passes_with_sizes() -> None:
    told = loops().statistics("highs")
    assert isinstance(told, ToldStatistics)
    size, head, *steps, others = without_seconds(str(told))
    assert size == "6 variables, 17 rows, 53 nonzeros, circuit[0] as lazy"
    assert head == "step    variables  rows  nonzeros  seconds"
    assert steps == [
        "stated          6     2         7    .",
        "ways            6     2         7    .  circuit[0] as lazy",
        "cuts            6    17        53    .  1 row left to cuts, 16 rows added",
    ]
    reached = "rows add up to 4 at most"
    unchanged = f"linear rows, settled, smaller numbers ({reached}), objective constant, unit sizes"
    assert others == f"not needed: idle columns, {unchanged}"
    assert "\n" not in str(loops().statistics())


def test_the_steps_of_a_result_are_those_that_ran() -> None:
    model = loops()
    for backend in ("highs", "cbc", "cpsat", "clingo"):
        told, result = told_statistics(model.program(), backend), solve_model(model, backend)
        assert [step.name for step in told.steps] == [step.name for step in result.steps]
        first = [step for step in told.steps if step.name in {"stated", "ways"}]
        ran = [step for step in result.steps if step.name in {"stated", "ways"}]
        assert [step._replace(seconds=0) for step in first] == [
            step._replace(seconds=0) for step in ran
        ]


@pytest.mark.parametrize("backend", ["highs", "scip", "cbc"])
def test_large_numbers_are_made_smaller_on_the_way(backend: str) -> None:
    model = Model()
    n = model.integer("n", 2, lower=10**7, upper=10**7 + 3)
    model.add(1000 * n[0] + 1001 * n[1] >= 2001 * 10**7 + 4)
    model.minimize(n.sum() + 5)
    told, result = told_statistics(model.program(), backend), solve_model(model, backend)
    names = [step.name for step in told.steps if step.is_needed]
    assert names == ["stated", "smaller numbers", "objective constant"]
    assert names == [step.name for step in result.steps if step.is_needed]
    assert result.objective == 2 * 10**7 + 6
    assert result.bound == result.objective


def test_what_a_backend_refuses_is_said_in_place_of_its_passes() -> None:
    model = Model()
    n = model.integer("n", 2, lower=0, upper=None)
    model.add(n @ [0.1 + 0.2, 0.7] >= 0.3)
    told = told_statistics(model.program(), "cpsat")
    assert told.variables == 2
    assert told.steps[-1].name == "refused"
    assert "n[0], which has no bounds" in told.steps[-1].note
    assert told_statistics(model.program(), "highs").steps[-1].name == "unit sizes"


@pytest.mark.engine
def test_an_exact_cover_is_recognised_in_a_step() -> None:
    model = Model()
    x = model.binary("x", 4)
    model.exactly_one(x[:2])
    model.exactly_one(x[1:])
    told = told_statistics(model.program(), "exactcover")
    assert told.steps[-1].name == "cover form"
    assert told.steps[-1].note == "2 items, 4 options"
    assert solve_model(model, "exactcover").steps[-1].note == "2 items, 4 options"
    assert list_solutions(model, backend="exactcover").result.steps[-1].name == "cover form"


def test_results_are_equal_whatever_their_steps_took() -> None:
    result = solve_model(loops(), "cpsat")
    assert result.steps
    assert "steps" not in repr(result)
    # A question with several searches shows the last one.
    found = list_solutions(loops(), backend="cpsat").result
    assert found.steps[0].name == "stated"


def test_an_interrupted_answer_has_its_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    backend = get_backend("cpsat")
    honest = type(backend).solve

    def interrupted(*given: object) -> object:
        raise Interrupted(honest(*given))  # type: ignore[arg-type]

    monkeypatch.setattr(type(backend), "solve", interrupted)
    with pytest.raises(Interrupted) as caught:
        solve_model(loops(), backend, Options())
    assert "presolve" in {step.name for step in caught.value.answer.steps}


def test_a_table_of_steps_shows_no_column_of_remarks_without_any() -> None:
    text = steps_text([StepSize("stated", 1, 2, 3)])
    assert text.splitlines() == [
        "step    variables  rows  nonzeros  seconds",
        "stated          1     2         3    0.000",
    ]
