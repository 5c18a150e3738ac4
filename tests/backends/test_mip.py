"""What all MIP backends share, with solvers that say what the tests want to hear."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import product

import numpy as np
import pytest

from ilpuzzles.backends.interface import Options
from ilpuzzles.backends.mip import MipAnswer, solve_by_mip
from ilpuzzles.backends.result import Limit, Result, Status
from ilpuzzles.backends.scaling import Trust
from ilpuzzles.modelling.model import Model
from ilpuzzles.modelling.program import Program
from ilpuzzles.progress import Progress

CONSTANT = 20_000
TRUST = Trust(coefficients=10**9, activity=10**12, costs=10**9)


def costly() -> Model:
    """At least one of three, at different costs beside a large constant."""
    model = Model()
    x = model.binary("x", 3)
    model.add(x.sum() >= 1)
    model.minimize(x.dot([7, 5, 3]) + CONSTANT)
    return model


class Hasty:
    """Tries everything; without an objective it takes the dearest solution.

    Its first answer, which has an objective, is one short of the best.
    """

    def __init__(self, after: Status | None = None) -> None:
        self.after, self.runs = after, 0

    def __call__(self, program: Program, _: Options, again: bool) -> tuple[MipAnswer, float]:
        self.runs += 1
        assert self.runs < 9, "it is asked for ever"
        assert not again
        if self.after is not None and self.runs > 1:
            return MipAnswer(self.after, Limit.TIME), 0.0
        fitting = [
            np.array(values)
            for values in product((0, 1), repeat=program.variables)
            if not program.check(np.array(values))
        ]
        ranked = sorted(fitting, key=lambda values: int(values @ [7, 5, 3]))
        if not ranked:
            return MipAnswer(Status.INFEASIBLE), 0.0
        chosen = ranked[1] if program.objective is not None else ranked[-1]
        return MipAnswer(Status.OPTIMAL, values=chosen, bound=float(chosen @ [7, 5, 3])), 0.0


def asked(model: Model, run: Callable[..., tuple[MipAnswer, float]], **options: object) -> Result:
    """What is made of the answers of a solver."""
    given = Options(**options)  # type: ignore[arg-type] # as the tests say
    return solve_by_mip(model.program(), given, run, name="hasty", version="1", trust=TRUST)


def test_a_large_optimum_is_confirmed_until_nothing_is_better() -> None:
    run = Hasty()
    result = asked(costly(), run)
    assert (result.status, result.objective) == (Status.OPTIMAL, CONSTANT + 3)
    # 5 was not the best; 3 was; nothing is below 3.
    assert run.runs == 3


def test_a_confirmation_that_is_stopped_is_no_proof() -> None:
    result = asked(costly(), Hasty(Status.UNKNOWN))
    assert (result.status, result.limit) == (Status.FEASIBLE, Limit.TIME)
    assert result.objective == CONSTANT + 5


@pytest.mark.parametrize("maximize", [False, True])
def test_what_is_heard_has_the_constant_of_the_objective(*, maximize: bool) -> None:
    model = Model()
    x = model.binary("x", 3)
    model.add(x.sum() == 2)
    cost = x.dot([0.5, 1.5, 2]) + 128.5
    (model.maximize if maximize else model.minimize)(cost)
    heard: list[tuple[float | None, float | None]] = []

    def run(program: Program, options: Options, _: object) -> tuple[MipAnswer, float]:
        assert program.objective is not None
        assert options.watch is not None
        assert program.objective.constant == 0
        options.watch(Progress(best=2.0, bound=math.inf))
        options.watch(Progress(bound=1.0))
        values = np.array([0, 1, 1] if maximize else [1, 1, 0])
        return MipAnswer(Status.OPTIMAL, values=values, bound=3.5 if maximize else 2.0), 0.0

    result = asked(model, run, watch=lambda said: heard.append((said.best, said.bound)))
    assert heard == [(130.5, math.inf), (None, 129.5)]
    assert result.objective == (132 if maximize else 130.5)
    assert (result.status, result.bound) == (Status.OPTIMAL, float(result.objective))
