"""Which solutions are there?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from ilpuzzles.backends import Interrupted, Limit, Options, Result, Task
from ilpuzzles.errors import InputError, Problem
from ilpuzzles.modelling import IntArray, Solvable
from ilpuzzles.modelling.tables import table_html
from ilpuzzles.queries.enumeration import enumerate_solutions
from ilpuzzles.queries.inquiry import Inquiry, require_answer
from ilpuzzles.queries.naming import named_text
from ilpuzzles.queries.progress import Watch

_SHOWN = 20


@dataclass(frozen=True, slots=True, eq=False)
class Solutions:
    """Solutions of a model.

    Attributes:
        model: The model.
        found: The values of all variables in each solution, in the order they were found.
        result: How the search ended; complete if there are no others.
    """

    model: Solvable
    found: tuple[IntArray, ...]
    result: Result

    @property
    def complete(self) -> bool:
        """Whether there are no others."""
        return self.result.complete

    def __len__(self) -> int:
        return len(self.found)

    def __iter__(self) -> Iterator[IntArray]:
        return iter(self.found)

    def __getitem__(self, number: int) -> IntArray:
        return self.found[number]

    def __str__(self) -> str:
        lines = [f"{self._number()}{_ending(self.result)}"]
        shown = self.found[:_SHOWN]
        lines += [f"{n}: {named_text(self.model, found)}" for n, found in enumerate(shown, 1)]
        if len(self) > _SHOWN:
            lines.append(f"... and {len(self) - _SHOWN} more")
        return "\n".join(lines)

    def _number(self) -> str:
        return f"{len(self)} solution{'' if len(self) == 1 else 's'}"

    def __repr__(self) -> str:
        return f"<{self._number()}{_ending(self.result)}>"

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        shown = enumerate(self.found[:_SHOWN], 1)
        table = [["solution", "variables"]]
        table += [[str(number), named_text(self.model, found)] for number, found in shown]
        head = f"<p>{escape(repr(self)[1:-1])}</p>"
        return {"text/plain": str(self), "text/html": head + table_html(table)}


def _ending(result: Result) -> str:
    if result.complete:
        return ""
    return f" so far, incomplete: {ending(result.limit)}"


def ending(limit: Limit) -> str:
    """Why there may be more, in words."""
    return {
        Limit.TIME: "the time limit came first",
        Limit.SOLUTIONS: "as many as were asked for",
        Limit.NODES: "the node limit came first",
        Limit.MEMORY: "the memory limit came first",
        Limit.INTERRUPTED: "interrupted",
    }.get(limit, "the search was stopped")


def require_limit(limit: int | None) -> None:
    """Raises unless a number of solutions makes sense.

    Raises:
        InputError: If it is not positive.
    """
    if limit is not None and limit < 1:
        raise InputError(Problem(f"a limit of {limit} solutions", "give 1 or more"))


def list_solutions(
    model: Solvable,
    limit: int | None = None,
    *,
    backend: str = "auto",
    options: Options | None = None,
    watch: Watch | None = None,
) -> Solutions:
    """Lists solutions; two are the same if all deciding variables have the same values.

    Args:
        model: A model, or a view of one.
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
            model, visit, inquiry.backend.name, options, watch=watch, few=limit is not None
        )
    except KeyboardInterrupt as interruption:
        stopped = inquiry.interrupted(found=bool(found))
        raise Interrupted(Solutions(model, tuple(found), stopped)) from interruption
    return Solutions(model, tuple(found), require_answer(result))
