"""A program as a backend is told it: the size of that, and of every step on the way.

It is what `model.statistics("highs")` says; no solver is asked for anything.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, fields, replace

import numpy as np

from ilpuzzles.backends.interface import Backend, Options, TellsSteps
from ilpuzzles.errors import BackendError
from ilpuzzles.modelling.affine import LinearRows
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.statistics import Statistics
from ilpuzzles.passes.linearisation import linearised
from ilpuzzles.passes.pipelines import PIPELINES
from ilpuzzles.passes.step import PassStep, PassTrace, StepSize, run_passes, steps_text
from ilpuzzles.passes.ways import Language
from ilpuzzles.queries.handing_over import handed_over, kind_of
from ilpuzzles.queries.restricted_search import Restricted, chosen_ways, first_steps, natively
from ilpuzzles.solvers.registry import BackendLike, Task, choose, ways_of


@dataclass(frozen=True, slots=True)
class ToldStatistics(Statistics):
    """The size of a model as a backend is told it, and the steps on the way there.

    Attributes:
        steps: The passes in their order, with the size of the program after each.
    """

    steps: tuple[StepSize, ...] = field(default=(), compare=False, repr=False)

    def __str__(self) -> str:
        return f"{Statistics.__str__(self)}\n{steps_text(self.steps)}"


def told_statistics(program: Program, backend: BackendLike) -> ToldStatistics:
    """Returns the size of a program as a backend is told it first, and the steps on the way there.

    Of `auto`, it is what the backend gets that `solve` asks first.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> both = model.conjunction(model.binary("x", 3))
        >>> told = told_statistics(model.program(), "highs")
        >>> [(step.name, step.rows) for step in told.steps if step.is_needed]
        [('stated', 1), ('linear rows', 4)]
    """
    chosen = choose(backend, program, Task.ONE).backend
    begun = time.perf_counter()
    restricted = Restricted(natively(program, chosen))
    first = first_steps(restricted, time.perf_counter() - begun)
    size = _as_told(restricted, chosen).statistics()
    same = {each.name: getattr(size, each.name) for each in fields(Statistics)}
    return ToldStatistics(**same, steps=(*first, *_steps(restricted, chosen).sizes()))


def _as_told(restricted: Restricted, backend: Backend) -> Program:
    """The program that a backend is told first: linear rows if it knows no others, first cuts."""
    told = restricted.program()
    ways = chosen_ways(restricted.whole)
    if ways_of(backend).language is Language.LINEAR:
        return replace(linearised(told), ways=ways)
    into = LinearRows(told.lower, told.upper)
    stated = np.ones(len(told.rows), dtype=bool)
    owners: list[int] = []
    for row, constraint in told.global_constraints().items():
        if constraint.way in constraint.LINEAR:
            stated[row] = False
            constraint.linearise(into)
            owners += [row] * (into.count - len(owners))
    more = told.keep(stated).extended(into, groups=told.rows.groups[owners])
    return replace(more, ways=ways)


def _steps(restricted: Restricted, backend: Backend) -> PassTrace:
    """The steps of a search for one solution, up to what the solver gets."""
    trace = restricted.trace()
    try:
        trace = trace.then(handed_over(trace.program, backend, Options()))
        if isinstance(backend, TellsSteps):
            return trace.then(backend.steps(trace.program))
        return trace.then(run_passes(PIPELINES[kind_of(backend)].of_solver, trace.program))
    except BackendError as refusal:
        refused = PassStep("refused", trace.program, note=str(refusal))
        return replace(trace, steps=(*trace.steps, refused))
