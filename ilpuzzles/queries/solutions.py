"""Which solutions are there?"""

from __future__ import annotations

from ilpuzzles.backends.interface import Interrupted, Options
from ilpuzzles.backends.registry import Choice, Task
from ilpuzzles.errors import InputError, Problem
from ilpuzzles.modelling.model import Model
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.progress import Watch
from ilpuzzles.queries.enumeration import enumerate_solutions
from ilpuzzles.queries.findings import Solutions
from ilpuzzles.queries.solve import Inquiry, require_answer


def require_limit(limit: int | None) -> None:
    """Raises unless a number of solutions makes sense.

    Raises:
        InputError: If it is not positive.
    """
    if limit is not None and limit < 1:
        raise InputError(Problem(f"a limit of {limit} solutions", "give 1 or more"))


def list_solutions(
    model: Model | Program,
    limit: int | None = None,
    *,
    backend: str | Choice = "auto",
    options: Options | None = None,
    watch: Watch | None = None,
) -> Solutions:
    """Lists solutions; two are the same if all deciding variables have the same values.

    Args:
        model: A model, or a program.
        limit: How many are enough, or None for all of them.
        backend: The name of a backend, or `auto`.
        options: How to search; with several workers, each searches a part of the model.
        watch: Called with the progress now and then.

    Returns:
        The solutions, each checked against every row.

    Raises:
        InputError: If the limit makes no sense.
        BackendError: If the solver is missing or fails.
        Interrupted: On Ctrl-C, with what was found so far.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> x = model.binary("x", ["a", "b", "c"])
        >>> row = model.add(x["a"] + x["b"] + x["c"] == 2)
        >>> solutions = list_solutions(model)
        >>> len(solutions), solutions.complete
        (3, True)
    """
    require_limit(limit)
    inquiry = Inquiry(model, backend, options, Task.ALL)
    found: list[IntArray] = []

    def visit(values: IntArray) -> bool:
        found.append(values)
        return limit is None or len(found) < limit

    try:
        result = enumerate_solutions(
            inquiry.program, visit, inquiry.choice, options, watch=watch, few=limit is not None
        )
    except KeyboardInterrupt as interruption:
        stopped = inquiry.interrupted(found=bool(found))
        raise Interrupted(Solutions(inquiry.program, tuple(found), stopped)) from interruption
    return Solutions(inquiry.program, tuple(found), require_answer(result))
