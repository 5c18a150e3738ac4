"""Handing a program over: the passes of a question, the backend, and its result on the way back."""

from __future__ import annotations

from dataclasses import replace

from ilpuzzles.backends.interface import (
    Backend,
    Feature,
    Interrupted,
    Options,
    judge_by_bound,
    options_after,
)
from ilpuzzles.backends.result import Result, Status
from ilpuzzles.modelling.program import Program
from ilpuzzles.passes.pipelines import PIPELINES, SolverKind
from ilpuzzles.passes.step import PassSettings, PassTrace, run_passes

_ENTRIES_OF_KEPT_MODEL = 20_000
"""Backends keep models with so many entries, and then change what differs from one to the next."""


def kind_of(backend: Backend) -> SolverKind:
    """Returns the kind of a backend's solver, by its features.

    Example:
        >>> from ilpuzzles.solvers import get_backend
        >>> [kind_of(get_backend(name)).value for name in ("highs", "cpsat", "exactcover")]
        ['doubles', 'cpsat', 'cover']
    """
    features = backend.features
    if Feature.EXACT not in features:
        return SolverKind.DOUBLES
    if Feature.ANY_ROWS not in features:
        return SolverKind.COVER
    if Feature.CONSTRAINTS in features:
        return SolverKind.CPSAT
    return SolverKind.RULES if Feature.RULES in features else SolverKind.EXACT


def handed_over(
    program: Program, backend: Backend, options: Options, *, lists_all: bool = False
) -> PassTrace:
    """Runs the passes of a question: the program at their end is what the backend gets.

    Where presolve finds that there is no solution, the backend still gets the program as it is
    then: the solver has to find out itself.

    Args:
        program: The program, with the rows that cuts stand in for left out.
        backend: The backend.
        options: How to search.
        lists_all: Whether all solutions are wanted.
    """
    settings = PassSettings(
        keeps_columns=bool(options.hint) or options.on_solution is not None,
        keeps_model=len(program.rows.columns) >= _ENTRIES_OF_KEPT_MODEL,
        lists_all=lists_all,
    )
    return run_passes(PIPELINES[kind_of(backend)].of_question, program, settings)


def solve_handed_over(trace: PassTrace, backend: Backend, options: Options) -> Result:
    """Solves the program at the end of the passes; the values are those of the stated one.

    Raises:
        Interrupted: On Ctrl-C, with what the backend has found, likewise.
    """
    result = only_solution(trace, backend, options)
    try:
        if result is None:
            result = backend.solve(trace.program, options_after(trace, options))
    except Interrupted as interruption:
        raise Interrupted(_on_the_way_back(trace, interruption.answer)) from interruption
    return _on_the_way_back(trace, judge_by_bound(trace.program, result))


def only_solution(trace: PassTrace, backend: Backend, options: Options) -> Result | None:
    """Returns the result where the passes have left nothing to search, or None.

    Its values are those of the program at their end.
    """
    program = trace.program
    is_told = options.on_solution is not None or options.params or options.verbose
    is_exact = {Feature.EXACT, Feature.ANY_ROWS} <= backend.features
    if not is_exact or len(program.rows) or is_told:
        return None
    if not program.lower.is_whole() or (program.lower != program.upper).any():
        return None
    values = program.lower.numbers.copy()
    goal = program.objective
    best = None if goal is None else goal.value(values)
    return Result(
        status=Status.OPTIMAL,
        values=values,
        objective=best,
        bound=None if best is None else float(best),
        complete=True,
        nodes=0,
        backend=backend.name,
        version=backend.version(),
    )


def _on_the_way_back(trace: PassTrace, result: Result) -> Result:
    """A result with the values and the bound of the program before all passes."""
    values = None if result.values is None else trace.values(result.values)
    steps = (*trace.sizes(), *result.steps)
    return replace(result, values=values, bound=trace.bound(result.bound), steps=steps)
