"""All solutions, one after the other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ilpuzzles.backends import Enumerates, Options, Result, choose
from ilpuzzles.errors import BackendError, Problem
from ilpuzzles.modelling import IntArray, Solvable
from ilpuzzles.queries.solving import require_valid


def enumerate_solutions(
    model: Solvable,
    visit: Callable[[IntArray], bool | None],
    backend: str = "auto",
    options: Options | None = None,
) -> Result:
    """Visits every solution once, in the order in which the backend finds them.

    Two solutions are the same if all deciding variables have the same values.

    Args:
        model: A model, or a view of one.
        visit: Called with the values of each solution, already checked against every row; when
            it returns False, the search ends.
        backend: The name of a backend that can list solutions, or `auto`.
        options: How to search.

    Returns:
        The result; it is complete if and only if every solution was visited.

    Raises:
        BackendError: If the backend cannot list solutions.
        CheckError: If the solver's values do not satisfy the rows.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> row = model.at_most_one(model.binary("x", 2))
        >>> found = []
        >>> enumerate_solutions(model, lambda values: found.append(values.tolist())).complete
        True
        >>> sorted(found)
        [[0, 0], [0, 1], [1, 0]]
    """
    chosen = choose(backend).backend
    if not isinstance(chosen, Enumerates):
        raise BackendError(
            Problem(f"backend {chosen.name} cannot list solutions", "use the backend cpsat")
        )

    def checked(values: IntArray) -> bool:
        require_valid(model, values, chosen.name)
        return visit(values) is not False

    result = chosen.enumerate(model, options or Options(), checked)
    return replace(result, checked=result.values is not None)
