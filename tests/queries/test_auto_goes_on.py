"""`auto` goes on to the next backend where one refuses numbers, whatever the question is."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.errors import BackendError, LargeNumbersError
from ilpuzzles.jobs.job import JobError
from ilpuzzles.modelling.given import Given
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.queries.best import best_solutions, optimal_solutions
from ilpuzzles.queries.corrections import relax, take_back
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.queries.explanation import explain
from ilpuzzles.queries.forced import find_forced
from ilpuzzles.queries.reasons import easiest_fact
from ilpuzzles.queries.sample import sample_solutions
from ilpuzzles.queries.solutions import enumerate_solutions, list_solutions
from ilpuzzles.queries.solve import solve_model
from ilpuzzles.queries.unique import check_uniqueness
from ilpuzzles.queries.variants import whatif
from ilpuzzles.solvers.registry import Choice, Task, choose, get_backend

WEIGHTS = np.array([0.31665844217401333, 0.021463876277191374, 0.38673057317186155, 1 / 3e3])
"""Their common denominator has more than 62 bits, which CP-SAT refuses."""

LEAST = 10
NUMBER = 24
"""How many of the 32 assignments are solutions, by plain arithmetic in doubles."""


def stated(most: int | None = None) -> Model:
    """A row in such numbers, and perhaps another one that allows few of the variables."""
    model = Model("weights", exact=True)
    x = model.binary("x", 5)
    with model.group("enough"):
        model.add(40 * (x[:4] @ WEIGHTS) >= LEAST)
    if most is not None:
        with model.group("few"):
            model.add(x.sum() <= most)
    return model


def expected() -> set[tuple[int, ...]]:
    """The solutions, by plain arithmetic."""
    everything = product((0, 1), repeat=5)
    return {one for one in everything if 40 * (np.array(one[:4]) @ WEIGHTS) >= LEAST}


def test_cpsat_comes_first_and_refuses() -> None:
    assert len(expected()) == NUMBER
    assert choose("auto", stated().program()).backend.name == "cpsat"
    with pytest.raises(LargeNumbersError, match="more than 62 bits"):
        count_solutions(stated(), "cpsat")


def solve(model: Model) -> Any:
    found = solve_model(model)
    assert found.values is not None
    assert tuple(found.values.tolist()) in expected()
    return found


def count(model: Model) -> Any:
    found = count_solutions(model)
    assert (found.number, found.complete) == (NUMBER, True)
    return found.result


def count_with_workers(model: Model) -> Any:
    found = count_solutions(model, workers=2)
    assert (found.number, found.complete) == (NUMBER, True)
    return found.result


def listed(model: Model) -> Any:
    found = list_solutions(model)
    assert len(found) == NUMBER
    assert {tuple(values.tolist()) for values in found.solutions} == expected()
    return found.result


def visited(model: Model) -> Any:
    seen: list[tuple[int, ...]] = []
    result = enumerate_solutions(model, lambda values: seen.append(tuple(values.tolist())))
    assert (len(seen), set(seen)) == (NUMBER, expected())
    return result


def best(model: Model) -> Any:
    model.minimize(model.families[0][np.arange(5)].sum())
    found = best_solutions(model, number=NUMBER)
    assert list(found.objectives) == sorted(sum(one) for one in expected())
    return found.result


def optimal(model: Model) -> Any:
    model.minimize(model.families[0][np.arange(5)].sum())
    found = optimal_solutions(model)
    fewest = min(sum(one) for one in expected())
    assert len(found.solutions) == sum(sum(one) == fewest for one in expected())
    return found.result


def forced(model: Model) -> Any:
    columns = zip(*expected(), strict=True)
    same = {f"x[{n}]": column[0] for n, column in enumerate(columns) if len({*column}) == 1}
    found = find_forced(model)
    assert dict(found.values) == same
    return found.result


def sampled(model: Model) -> Any:
    found = sample_solutions(model, number=5)
    assert {tuple(values.tolist()) for values in found.solutions} <= expected()
    assert len(found) == 5
    return found.result


def unique(model: Model) -> Any:
    found = check_uniqueness(model)
    assert found.verdict.value == "several"
    return found.result


def explained(_model: Model) -> Any:
    found = explain(stated(0))
    assert [group.name for group in found.groups] == ["enough", "few"]
    assert found.minimal
    return found.result


def relaxed(_model: Model) -> Any:
    found = relax(stated(0))
    assert found.given_up is not None
    assert len(found.given_up) == 1
    return found.result


def taken_back(_model: Model) -> Any:
    found = take_back(stated(0), given=Given(("few",)))
    assert found.given_up is not None
    assert len(found.given_up) == 1
    return found.result


def varied(model: Model) -> Any:
    table = whatif(model, fix=[{model.families[0][0]: 0}], limit=NUMBER)
    counts = [len(variant.solutions) for variant in table]
    assert counts == [NUMBER, sum(not one[0] for one in expected())]
    return next(iter(table)).result


QUESTIONS = [
    solve,
    count,
    count_with_workers,
    listed,
    visited,
    best,
    optimal,
    forced,
    sampled,
    unique,
    explained,
    relaxed,
    taken_back,
    varied,
]


@pytest.mark.exhaustive
@pytest.mark.every("ask")
@pytest.mark.parametrize("ask", QUESTIONS)
def test_every_question_goes_on_to_the_next_backend(ask: Callable[[Model], Any]) -> None:
    result = ask(stated())
    # The first one refuses; the result says which one has answered.
    assert result.backend not in {"cpsat", ""}


def test_the_easiest_fact_is_found_by_the_next_backend() -> None:
    model = stated()
    x = model.families[0]
    with model.group("clue"):
        model.add(x[0] == 0, key="no x[0]")
    found = easiest_fact(model, {"x[2]": [(2, 1)]}, Given(("clue",)))
    assert found is not None
    assert [part.name for part in found.parts] == ["no x[0]"]


def test_a_backend_that_was_named_is_not_replaced() -> None:
    for ask in (count_solutions, list_solutions, find_forced, check_uniqueness, explain, relax):
        with pytest.raises(LargeNumbersError, match="a row may add up to"):
            ask(stated(), "cpsat")
    assert choose("cpsat").next() is None


def test_the_error_says_what_all_backends_have_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Any, *_args: object, **_kwargs: object) -> None:
        raise LargeNumbersError(f"{self.name} takes no such numbers", "scale them down")

    for name in ("cpsat", "scip", "highs", "cbc", "clingo"):
        kind = type(get_backend(name))
        for method in ("solve", "enumerate"):
            if hasattr(kind, method):
                monkeypatch.setattr(kind, method, refuse)
    with pytest.raises(LargeNumbersError) as caught:
        count_solutions(stated())
    said = str(caught.value)
    assert said.startswith("no backend takes numbers of this size (cpsat: ")
    assert "highs: highs takes no such numbers" in said
    assert said.endswith("; scale the numbers of the model down")
    assert "\n" not in said


def test_nobody_visits_again_what_was_visited(monkeypatch: pytest.MonkeyPatch) -> None:
    """A backend that fails after its first solution leaves an error, and no repeated solutions."""
    model = Model()
    x = model.binary("x", 3)
    model.add(2 * x[0] + 3 * x[1] + 5 * x[2] <= 7)
    choice = choose("auto", model.program(), Task.ALL)
    seen: list[IntArray] = []

    def fail_late(_self: object, _program: Program, _options: object, take: Any) -> None:
        take(np.array([[0, 0, 0]]))
        raise BackendError("the solver has died", "try another backend")

    monkeypatch.setattr(type(choice.backend), "enumerate", fail_late)
    with pytest.raises(BackendError, match="the solver has died"):
        enumerate_solutions(model, seen.append)
    assert len(seen) == 1
    # A list has handed nothing over yet, so that the next backend may begin anew.
    found = list_solutions(model)
    assert (len(found), found.result.backend == choice.backend.name) == (6, False)


def test_failed_processes_are_no_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def fail(inquiry: Any, *_args: object) -> None:
        asked.append(inquiry.backend.name)
        raise JobError("a worker died")

    monkeypatch.setattr("ilpuzzles.queries.count._count", fail)
    with pytest.raises(JobError, match="a worker died"):
        count_solutions(stated())
    assert asked == ["cpsat"]


@pytest.mark.exhaustive
def test_a_ledger_goes_with_the_count(tmp_path: Path) -> None:
    found = count_solutions(stated(), ledger=tmp_path / "ledger")
    assert (found.number, found.complete) == (NUMBER, True)
    assert found.result.backend != "cpsat"


def test_the_next_backend_is_one_that_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    choice = Choice(get_backend("cpsat"), "asked", ("clingo", "highs"))
    monkeypatch.setattr("ilpuzzles.solvers.registry.is_installed", lambda name: name == "highs")
    following = choice.next()
    assert following is not None
    assert (following.backend.name, following.otherwise) == ("highs", ())
    assert following.why == "cpsat had failed"
    assert following.next() is None
