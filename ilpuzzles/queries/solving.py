"""The first question: is there a solution, and which?"""

from __future__ import annotations

import time
from dataclasses import replace

from ilpuzzles.backends import Choice, Interrupted, Limit, Options, Result, Task, choose
from ilpuzzles.errors import CheckError, Problem
from ilpuzzles.modelling import IntArray, Model, Program, program_of
from ilpuzzles.queries.restricted import Restricted
from ilpuzzles.queries.searching import Clock, search

_SHOWN = 5


def solve_model(
    model: Model | Program, backend: str | Choice = "auto", options: Options | None = None
) -> Result:
    """Looks for a solution, the best one if the model has an objective.

    Rows that are stated by cuts are left out at first. As often as the answer breaks some, they
    are added, and the backend searches again.

    Args:
        model: A model, or a program.
        backend: The name of a backend, or `auto`.
        options: How to search.

    Returns:
        The result; if it has values, they satisfy every row exactly.

    Raises:
        UnknownNameError: If there is no such backend.
        BackendMissingError: If its solver is not installed.
        CheckError: If the solver's values do not satisfy the rows.
        Interrupted: On Ctrl-C, with the best solution so far, if CP-SAT had one.
        KeyboardInterrupt: On Ctrl-C without any.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> x, y, z = (model.binary(name) for name in "xyz")
        >>> rows = [model.add(a + b == 1) for a, b in ((x, y), (y, z), (x, z))]
        >>> solve_model(model).status.value
        'infeasible'
    """
    clock = Clock(options or Options())
    begun = time.perf_counter()
    program = program_of(model)
    built = time.perf_counter() - begun
    restricted = Restricted(program)
    try:
        choice = choose(backend, program, Task.ONE, options)
        result = _searched(restricted, choice, clock)
        result = replace(result, seconds=replace(result.seconds, build=built))
    except Interrupted as interruption:
        found: Result = interruption.answer
        if found.values is None or restricted.cut(found.values):
            raise KeyboardInterrupt from interruption
        values = restricted.values_of(found.values)
        require_valid(program, values, found.backend)
        best = replace(found, values=values, checked=True)
        raise Interrupted(best) from interruption
    if result.values is None:
        return result
    require_valid(program, result.values, result.backend)
    return replace(result, checked=True)


def _searched(restricted: Restricted, choice: Choice, clock: Clock) -> Result:
    """Searches with the chosen backend; if that has no luck, with another one."""
    if choice.otherwise is None or clock.everything.node_limit is not None:
        return search(restricted, choice.backend, clock)
    result = search(restricted, choice.backend, clock.with_nodes(choice.nodes))
    if result.limit is not Limit.NODES:
        return result
    return search(restricted, choice.otherwise, clock.with_nodes(None))


def require_valid(program: Program, values: IntArray, backend: str) -> None:
    """Raises unless an assignment satisfies every row exactly.

    Raises:
        CheckError: With the first rows that do not hold.
    """
    wrong = program.check(values)
    if wrong:
        shown = "; ".join(str(violation) for violation in wrong[:_SHOWN])
        rest = f"; and {len(wrong) - _SHOWN} more" if len(wrong) > _SHOWN else ""
        raise CheckError(
            Problem(f"the answer of {backend} is wrong: {shown}{rest}", "try another backend")
        )
    values.setflags(write=False)
