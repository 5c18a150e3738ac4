"""Parameters of solvers by their own names, and solutions that are told as they are found."""

from __future__ import annotations

import json
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
import pytest

from ilpuzzles.backends.interface import Feature, Options
from ilpuzzles.backends.result import Limit, Result, Status
from ilpuzzles.bench.spec_schema import read_spec
from ilpuzzles.errors import BackendError, InputError, UnknownNameError
from ilpuzzles.modelling import Model
from ilpuzzles.solvers.own_backends import OWN_BACKENDS
from ilpuzzles.solvers.registry import get_backend
from support.commands import Run

LOOSE = {
    "scip": {"limits/gap": 100.0},
    "highs": {"mip_rel_gap": 100.0},
    "cbc": {"ratioGap": 100.0},
    "cpsat": {"relative_gap_limit": 100.0},
}
KINDS: list[tuple[str, dict[str, Any]]] = [
    ("scip", {"limits/gap": 0, "limits/nodes": 10**6, "display/verblevel": 3}),
    ("scip", {"constraints/linear/upgrade/logicor": False}),
    ("highs", {"presolve": "off", "mip_max_leaves": 10**6, "mip_rel_gap": 0.0}),
    ("cbc", {"heuristicsOnOff": "off", "passCuts": 2}),
    ("cpsat", {"cp_model_presolve": False, "linearization_level": 2}),
    ("clingo", {"configuration": "tweety"}),
]


def knapsack(size: int = 30) -> Model:
    """A knapsack that no solver closes at once."""
    model, numbers = Model(), np.random.default_rng(4)
    x = model.binary("x", size)
    for most in (300, 280):
        model.add(x @ numbers.integers(1, 60, size) <= most)
    model.maximize(x @ numbers.integers(1, 60, size))
    return model


@pytest.mark.parametrize("name", LOOSE)
def test_what_loosens_a_proof_is_not_called_optimal(name: str) -> None:
    result = knapsack().solve(name, params=LOOSE, verify=False)
    assert result.bound is not None
    assert result.objective is not None
    proved = abs(result.bound - result.objective) < 1
    assert (result.status, result.limit) == (
        (Status.OPTIMAL, Limit.NONE) if proved else (Status.FEASIBLE, Limit.GAP)
    )
    assert not proved


@pytest.mark.parametrize(("name", "own"), KINDS)
def test_parameters_of_all_kinds_are_taken(name: str, own: dict[str, Any]) -> None:
    model = knapsack()
    hint = {model.family("x")[4]: 1}
    result = model.solve(name, params={name: own}, hint=hint, verify=False)
    assert result.objective == 437


@pytest.mark.parametrize(
    ("name", "own", "said"),
    [
        ("scip", {"limits/gapp": 1.0}, "parameter <limits/gapp> unknown"),
        ("scip", {"limits/gap": "x"}, "parameter <limits/gap> has type <Real>"),
        ("highs", {"mip_rel_gapp": 1.0}, 'Option "mip_rel_gapp" is unknown'),
        ("cbc", {"ratioGapp": 1.0}, "No match for ratioGapp"),
        ("cbc", {"cuts": "bla"}, "Possible options for cutsOnOff are: off on"),
        ("cpsat", {"no_such": 1}, "has no attribute 'no_such'"),
        ("cpsat", {"linearization_level": "x"}, "incompatible function arguments"),
        ("clingo", {"configurationn": "x"}, "unknown option: 'configurationn'"),
    ],
)
def test_a_solver_refuses_in_its_own_words(name: str, own: dict[str, Any], said: str) -> None:
    with pytest.raises(BackendError, match=f"{name} refuses a parameter: ") as found:
        knapsack().solve(name, params={name: own})
    assert said in str(found.value)
    assert "\n" not in str(found.value)


@pytest.mark.parametrize(
    ("name", "own"),
    [
        ("scip", {"constraints/linear/upgrade/xor": True}),
        ("scip", {"numerics/feastol": 1e-3}),
        ("highs", {"primal_feasibility_tolerance": 1e-3}),
        ("cbc", {"preproc": "on"}),
        ("cbc", {"cutoff": 0}),
        ("cbc", {"ratioGap": 100.0, "log": 0}),
        ("cpsat", {"num_workers": 4}),
        ("clingo", {"models": 1}),
    ],
)
def test_what_right_answers_depend_on_stays(name: str, own: dict[str, Any]) -> None:
    with pytest.raises(
        BackendError,
        match=r"gives right answers only with its own setting of .*; leave it out, or pass",
    ):
        knapsack().solve(name, params={name: own})


def test_unsafe_parameters_reach_the_solver() -> None:
    own = {"scip": {"numerics/feastol": 1e-3}}
    assert knapsack().solve("scip", params=own, unsafe=True).status is Status.OPTIMAL
    model = Model()
    x = model.integer("x", 4, lower=-(10**7), upper=10**7)
    model.add(x @ [10**7, 1, 1, 1] == 10**7)
    with pytest.raises(BackendError, match="gives right answers only"):
        # With such numbers, CP-SAT's presolve has lost solutions.
        model.solve("cpsat", params={"cpsat": {"cp_model_presolve": True}})


def test_whom_parameters_are_for() -> None:
    assert knapsack().solve(params={"cbc": {"cuts": "off"}}, verify=False).backend == "cbc"
    with pytest.raises(UnknownNameError, match="unknown backend 'scipp'; did you mean 'scip'"):
        knapsack().solve(params={"scipp": {"limits/gap": 1.0}})
    with pytest.raises(BackendError, match="exactcover does not support parameters"):
        knapsack().solve("exactcover", params={"exactcover": {"a": 1}})
    for wrong in ({"scip": 3}, {"scip": {"limits/gap": None}}):
        with pytest.raises(InputError, match="are not parameters of scip; write"):
            Options(params=wrong)  # type: ignore[arg-type]


def test_parameters_on_the_command_line_and_in_a_benchmark(run: Run, tmp_path: Path) -> None:
    preset = "lonpos --preset 3pieces"
    done = run(*preset.split(), "--backend", "highs", "--param", "presolve=off", "--json")
    assert json.loads(done.stdout)["params"] == {"highs": {"presolve": "off"}}
    assert "--param needs --backend" in run(*preset.split(), "--param", "a=1").stderr
    assert "write NAME=VALUE" in run(*preset.split(), "--backend", "scip", "--param", "a").stderr
    path = tmp_path / "spec.yaml"
    path.write_text(
        "title: two\ncases: [{puzzle: lonpos, preset: 3pieces}]\nbackends: [scip]\n"
        "options:\n  - {}\n  - params: {scip: {limits/nodes: 7, presolving/maxrounds: 0}}\n"
    )
    tunings = read_spec(path).cases[0].settings.tunings
    assert [one.text for one in tunings] == ["", "scip limits/nodes 7, scip presolving/maxrounds 0"]
    assert tunings[1].options(1.0, 0).params == {
        "scip": {"limits/nodes": 7, "presolving/maxrounds": 0}
    }


@pytest.mark.parametrize(
    ("name", "own"),
    [
        # With this one, CP-SAT lists one solution of 85 and calls that all.
        ("cpsat", {"keep_all_feasible_solutions_in_presolve": False, "symmetry_level": 2}),
        ("clingo", {"configuration": "tweety"}),
    ],
)
def test_all_solutions_are_listed_without_parameters(name: str, own: dict[str, Any]) -> None:
    model = Model()
    model.add(model.integer("n", 4, lower=0, upper=4).sum() == 8)
    params = {name: own}
    for ask in (model.count, model.solutions):
        with pytest.raises(BackendError, match=f"{name} may miss solutions that should be listed"):
            ask(name, params=params)
    assert model.solve(name, params=params)
    assert model.count(name).number == 85


@pytest.mark.parametrize("name", ["clingo", "cpsat"])
def test_what_breaks_lazy_rows_is_not_told(name: str) -> None:
    model, told = Model(), list[Any]()
    x = model.binary("x", 12)

    def apart(values: Any) -> Any:
        chosen = values[x]
        yield from (x[i] + x[i + 1] <= 1 for i in range(11) if chosen[i] and chosen[i + 1])

    model.lazy(apart)
    model.maximize(x @ [3, 5, 4, 1, 6, 7, 2, 9, 4, 4, 8, 1])
    result = model.solve(name, on_solution=lambda found: told.append(found[x]))
    assert told
    assert all((one[1:] + one[:-1]).max() <= 1 for one in told)
    assert result.objective == 31


TELLING = ["clingo", "cpsat"]


@pytest.mark.parametrize("name", [*TELLING, "auto"])
def test_every_better_solution_is_told(name: str) -> None:
    model, told, lock = knapsack(), list[Result](), Lock()

    def tell(found: Result) -> None:
        assert lock.acquire(blocking=False), "two at a time"
        told.append(found)
        lock.release()

    result = model.solve(name, on_solution=tell)
    objectives: list[Any] = [found.objective for found in told]
    assert objectives == sorted(set(objectives))
    assert objectives[-1] == result.objective
    for found in told:
        assert found.values is not None
        assert found.checked
        assert found["x"].sum() == sum(found.to_dict().values())
        assert model.check(found.values) == ()


@pytest.mark.parametrize("name", TELLING)
def test_what_is_raised_while_a_solution_is_told_ends_the_search(name: str) -> None:
    def fail(_: Result) -> None:
        raise ZeroDivisionError("mine")

    with pytest.raises(ZeroDivisionError, match="mine"):
        knapsack().solve(name, on_solution=fail)


def test_who_does_not_tell_says_so() -> None:
    features = {name: get_backend(name).features for name in OWN_BACKENDS}
    assert sorted(n for n in features if Feature.INCUMBENTS in features[n]) == TELLING
    with pytest.raises(BackendError, match="scip does not support on_solution; use cpsat"):
        knapsack().solve("scip", on_solution=print)
    with pytest.raises(InputError, match="only solve takes on_solution"):
        knapsack().count("cpsat", on_solution=print)
