"""Every backend against trying everything: random models, and every operation on its own."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from types import SimpleNamespace

import numpy as np
import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import Backend, Feature, Options
from ilpuzzles.backends.result import Limit, Status
from ilpuzzles.errors import BackendError
from ilpuzzles.modelling.functions import count
from ilpuzzles.queries.solve import solve_model
from ilpuzzles.solvers.registry import get_backend
from support.begun_models import with_binaries
from support.random_models import sample
from support.vocabulary import SENTENCES, assignments, variables

BLOCKS = 6


def test_the_samples_are_of_all_sorts() -> None:
    counts = [len(sample(seed, objective=False).solutions()) for seed in range(120)]
    assert sum(count == 0 for count in counts) > 15
    assert sum(count == 1 for count in counts) > 5
    assert sum(count > 1 for count in counts) > 40


def test_first_and_best_solutions(backend: Backend, seeds: range) -> None:
    """Half of the models have an objective."""
    for seed in seeds:
        objective = seed % 2 == 0
        made = sample(seed, objective=objective)
        result = solve_model(made.model, backend, Options(seed=seed))
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


@pytest.mark.exhaustive
@pytest.mark.parametrize("block", range(BLOCKS))
def test_every_operation_for_all_assignments(backend: Backend, block: int) -> None:
    """One model has a copy of each sentence for some assignments, with three uses.

    The copy's variables are held at the assignment by rows, so that the operation's own rows are
    made for the whole domain. Each backend gets a third of the assignments of a sentence, not all
    of them the same. One binary says whether the sentence holds; another may be 1 only if it does,
    a third only if it does not, and as many of these as can be are asked for.
    """
    model = Model()
    copies = []
    for number, sentence in enumerate(SENTENCES[block::BLOCKS]):
        these = [*assignments(sentence.names)][(number + len(backend.name)) % 3 :: 3]
        for copy, assignment in enumerate(these):
            v = variables(model, sentence.names, f" {number} {copy}")
            for name, value in assignment.items():
                model.add(getattr(v, name) == value)
            truth = sentence.build(v)
            yes, no = (model.binary(f"{word} {number} {copy}") for word in ("yes", "no"))
            model.add(yes.implies(truth))
            model.add(no.implies(~truth))
            right = bool(sentence.value(SimpleNamespace(**assignment)))
            copies.append((sentence.text, assignment, right, count(truth), yes, no))
    model.maximize(model.sum(yes + no for *_, yes, no in copies))
    result = solve_model(model, backend)
    assert result.status is Status.OPTIMAL, result.message
    assert result.values is not None
    assert result.objective == len(copies) > 60
    for text, assignment, right, said, yes, no in copies:
        found = (result.value(said), result.value(yes), result.value(no))
        assert found == (right, right, not right), (text, assignment)


def test_values_of_whatever_is_linear(backend: Backend) -> None:
    model, x = with_binaries(2, 2)
    n = model.integer("n", lower=-5, upper=5)
    model.add(x[0, 0] & ~x[0, 1] & x[1, 0] & x[1, 1])
    model.add(n == -3)
    result = solve_model(model, backend)
    assert result.array(x).tolist() == [[1, 0], [1, 1]]
    assert result.array(x[:, 1]).tolist() == [0, 1]
    values = result.value(n), result.value(~x[0, 1]), result.value(x.sum() - 2 * n + 1)
    assert values == (-3, 1, 10)
    assert result.values is not None
    with pytest.raises(ValueError, match="read-only"):
        result.values[0] = 1
    model.add(x.sum() >= 4)
    result = solve_model(model, backend)
    assert result.status is Status.INFEASIBLE
    for ask in (lambda: result.value(n), lambda: result.array(x)):
        with pytest.raises(ValueError, match="no values: the status is infeasible"):
            ask()


@pytest.mark.exhaustive
def test_the_same_seed_gives_the_same_answer(backend: Backend) -> None:
    made = sample(2, objective=False)
    one, two = (solve_model(made.model, backend, Options(seed=3)).values for _ in range(2))
    assert one is not None
    assert two is not None
    assert np.array_equal(one, two)


@pytest.mark.exhaustive
def test_several_workers(backend: Backend) -> None:
    if Feature.WORKERS not in backend.features:
        with pytest.raises(BackendError, match="does not support several workers"):
            solve_model(sample(0, objective=True).model, backend, Options(workers=2))
        return
    for seed in range(5):
        made = sample(seed, objective=True)
        result = solve_model(made.model, backend, Options(workers=2))
        assert result.objective == made.best()


def test_native_models_can_be_looked_at() -> None:
    program = sample(4, objective=True).model.program()
    native = get_backend("cpsat").native(program)
    assert len(native.proto.variables) == program.variables
    assert len(native.proto.constraints) >= len(program.rows) > 3
    text = get_backend("cbc").native(program)
    assert "\nNAME ilpuzzles FREE\nROWS\n N obj\n" in text
    assert text.endswith("ENDATA\n")
    model, x = with_binaries(3)
    model.exactly_one(x[:2])
    model.at_most_one(x[1:])
    cover = get_backend("exactcover").native(model.program())
    assert (cover.primary.tolist(), cover.items.tolist()) == ([True, False], [0, 0, 1, 1])
    model.maximize(x.sum() + 10)
    for name in ("scip", "highs"):
        native = get_backend(name).native(model.program())
        assert (native.get_num_variables(), native.get_num_linear_constraints()) == (3, 2)
        assert native.objective.offset == 10


@pytest.mark.parametrize("maximize", [False, True])
def test_a_best_value_in_fractions_is_proved(backend: Backend, maximize: bool) -> None:
    """A bound in units of the solver's own, or without the constant, proves nothing."""
    model = Model()
    x = model.binary("x", 6)
    model.add(x.sum() == 3)
    costs = x @ ["3/2", "1/3", "1/7", 5, "9/4", "2/3"] + "1001/6"
    (model.maximize if maximize else model.minimize)(costs)
    result = solve_model(model, backend)
    best = max if maximize else min
    weights = [Fraction(text) for text in ("3/2", "1/3", "1/7", "5", "9/4", "2/3")]
    wanted = best(sum(three) for three in combinations(weights, 3)) + Fraction(1001, 6)
    assert (result.status, result.objective) == (Status.OPTIMAL, wanted)
    assert result.bound is not None
    assert abs(result.bound - float(wanted)) < 1e-6
