"""How CP-SAT searches: in a hurry first where that is worth while, then with all its means."""

from __future__ import annotations

from itertools import chain
from typing import Any

from ilpuzzles.backends.interface import Options
from ilpuzzles.modelling import Program
from ilpuzzles.modelling.affine import Affine
from ilpuzzles.modelling.operations import Product

# What CP-SAT 9.15 gets wrong, it gets wrong with coefficients of some 10^10.
_MODERATE = 10**6

# Presolve has called products infeasible or lost the best: 56 of 595 from 10^10 on, none of 1,361
# below, and none of all without it.
_MODERATE_PRODUCT = 10**9

# For most models of up to so many variables, presolve takes longer than the search after it.
_SMALL = 10_000

# A tenth of a second or more for large models, in CP-SAT's own measure, which is the same on every
# machine.
_BRIEFLY, _FOR_ENTRIES = 0.1, 100_000


def attempts(
    helper: Any, program: Program, options: Options, *, assuming: bool = False
) -> list[Any]:
    """The parameters of one or more searches for a solution, the next one if one has no answer.

    A small model is first searched for a moment without presolve and cuts: half of all models that
    come with the package take less than four fifths of the time (`python -m benchmarks.hurry`).

    Args:
        helper: The module of CP-SAT.
        program: The model.
        options: How to search.
        assuming: Whether rows hold under assumptions: then only full linear relaxation looks at
            them. Without it, CP-SAT finds no core of a flow of 740 rows in 3 s that takes 0.5 s.
    """
    whole = _parameters(helper, program, options)
    whole.num_workers = options.workers
    small = program.variables <= _SMALL and program.objective is None
    hasty = helper.SatParameters()
    hasty.copy_from(whole)
    hasty.cp_model_presolve = False
    hasty.symmetry_level = 0
    hasty.cut_level = 0
    hasty.max_deterministic_time = max(_BRIEFLY, program.nonzeros / _FOR_ENTRIES)
    if assuming:
        whole.linearization_level = 2
    if not small or options.workers > 1 or options.verbose:
        return [whole]
    return [hasty, whole]


def enumerating(helper: Any, program: Program, options: Options) -> Any:
    """The parameters of a search for all solutions.

    With several workers it misses solutions and calls itself complete.
    """
    parameters = _parameters(helper, program, options)
    parameters.num_workers = 1
    parameters.enumerate_all_solutions = True
    if options.time_limit is not None:
        parameters.max_time_in_seconds = options.time_limit
    return parameters


def _parameters(helper: Any, program: Program, options: Options) -> Any:
    parameters = helper.SatParameters()
    # With larger numbers, presolve has lost the best solution of an equation or two.
    tame = _largest(program) <= _MODERATE and _largest_product(program) <= _MODERATE_PRODUCT
    parameters.cp_model_presolve = tame
    parameters.random_seed = options.seed
    parameters.absolute_gap_limit = 0.0
    parameters.relative_gap_limit = options.gap
    parameters.log_search_progress = options.verbose
    parameters.log_to_stdout = False
    # Python's own handler deals with Ctrl-C; see run_interruptibly.
    parameters.catch_sigint_signal = False
    return parameters


def _largest(program: Program) -> int:
    """The largest coefficient of rows, operations and objective, without its sign."""
    parts = [program.rows.coefficients]
    if program.objective is not None:
        parts.append(program.objective.coefficients)
    arrays = (max(-int(part.min()), int(part.max())) for part in parts if len(part))
    inner = (
        abs(factor)
        for operation in program.operations
        for part in operation.parts()
        if isinstance(part, Affine)
        for factor in part.coefficients
    )
    return max(chain(arrays, inner), default=0)


def _largest_product(program: Program) -> int:
    """The largest value that a product can have, without its sign."""
    targets = [one.target for one in program.operations if isinstance(one, Product)]
    ends = chain(-program.lower[targets], program.upper[targets]) if targets else ()
    return max(map(int, ends), default=0)
