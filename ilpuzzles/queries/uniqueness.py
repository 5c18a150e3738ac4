"""Is there exactly one solution?"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from ilpuzzles.backends import Feature, Interrupted, Limit, Options, Result, Status, Task
from ilpuzzles.modelling import IntArray, Solvable
from ilpuzzles.modelling.tables import table_html
from ilpuzzles.queries.inquiry import Inquiry
from ilpuzzles.queries.listing import ending, list_solutions
from ilpuzzles.queries.naming import by_name, named_text
from ilpuzzles.queries.restricted import Restricted


class Verdict(StrEnum):
    """How many solutions there are, as far as one and several are concerned."""

    NONE = "none"
    UNIQUE = "unique"
    SEVERAL = "several"
    UNKNOWN = "unknown"


_VERDICTS = (Verdict.NONE, Verdict.UNIQUE, Verdict.SEVERAL)
"""By how many solutions there are, of two that were looked for."""


@dataclass(frozen=True, slots=True, eq=False)
class Uniqueness:
    """Whether a model has exactly one solution.

    Attributes:
        model: The model.
        verdict: What is known.
        solutions: None, the one, or two that differ.
        result: How the search ended; complete unless the verdict is unknown.
    """

    model: Solvable
    verdict: Verdict
    solutions: tuple[IntArray, ...]
    result: Result

    @property
    def unique(self) -> bool | None:
        """Whether there is exactly one solution, or None if that is not known."""
        return None if self.verdict is Verdict.UNKNOWN else self.verdict is Verdict.UNIQUE

    def differences(self) -> dict[str, tuple[int, int]]:
        """The deciding variables in which the two solutions differ, with both values."""
        if self.verdict is not Verdict.SEVERAL:
            return {}
        first, second = self.solutions
        named = by_name(self.model, np.nonzero(self.model.program().deciding)[0].tolist())
        return {
            name: (int(first[column]), int(second[column]))
            for name, column in named.items()
            if first[column] != second[column]
        }

    def __str__(self) -> str:
        if self.verdict is Verdict.NONE:
            return "there is no solution"
        if self.verdict is Verdict.UNIQUE:
            return f"exactly one solution: {named_text(self.model, self.solutions[0])}"
        if self.verdict is Verdict.UNKNOWN:
            known = "one solution is known" if self.solutions else "nothing is known"
            return f"{known}, but {ending(self.result.limit)}"
        changed = [f"{name}: {one} or {other}" for name, (one, other) in self.differences().items()]
        return f"several solutions; two of them differ in {', '.join(changed)}"

    def __repr__(self) -> str:
        return f"<uniqueness: {self.verdict.value}>"

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        bundle = {"text/plain": str(self)}
        changed = self.differences()
        if changed:
            lines = [[name, f"{one}", f"{other}"] for name, (one, other) in changed.items()]
            bundle["text/html"] = table_html([["differs", "first", "second"], *lines])
        return bundle


def check_uniqueness(
    model: Solvable, *, backend: str = "auto", options: Options | None = None
) -> Uniqueness:
    """Looks for a solution, and for a second one.

    Args:
        model: A model, or a view of one.
        backend: The name of a backend, or `auto`.
        options: How to search.

    Returns:
        What is known, with the solutions.

    Raises:
        ModelError: If a deciding variable has no bounds.
        BackendError: If the solver is missing or fails.
        Interrupted: On Ctrl-C, with what was found so far.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> x, y = model.binary("x"), model.binary("y")
        >>> row = model.add(x + y == 1)
        >>> check_uniqueness(model).verdict.value, check_uniqueness(model.fix({x: 1})).unique
        ('several', True)
    """
    inquiry = Inquiry(model, backend, options, Task.ALL)
    found: list[IntArray] = []

    def answer(verdict: Verdict, limit: Limit) -> Uniqueness:
        status = Status.OPTIMAL if found else Status.UNKNOWN
        if verdict is Verdict.NONE:
            status = Status.INFEASIBLE
        complete = verdict is not Verdict.UNKNOWN
        last = found[-1] if found else None
        result = inquiry.result(status, limit, last, complete=complete)
        return Uniqueness(model, verdict, tuple(found), result)

    try:
        restricted = Restricted(model, objective=False)
        restricted.require_bounds()
        if Feature.ANY_ROWS not in inquiry.backend.features:
            listed = list_solutions(model, 2, backend=inquiry.backend.name, options=inquiry.options)
            found.extend(listed.found)
            inquiry.spend(listed.result)
            if len(found) < 2 and not listed.complete:
                return answer(Verdict.UNKNOWN, listed.result.limit)
            return answer(_VERDICTS[len(found)], Limit.NONE)
        while len(found) < 2:
            result = inquiry.look(restricted)
            if result.values is None:
                if result.status is not Status.INFEASIBLE:
                    return answer(Verdict.UNKNOWN, result.limit)
                return answer(Verdict.UNIQUE if found else Verdict.NONE, Limit.NONE)
            found.append(result.values)
            restricted.exclude(result.values)
    except KeyboardInterrupt as interruption:
        if isinstance(interruption, Interrupted):
            found.extend(interruption.answer.found)
        known = Verdict.SEVERAL if len(found) == 2 else Verdict.UNKNOWN
        limit = Limit.NONE if len(found) == 2 else Limit.INTERRUPTED
        raise Interrupted(answer(known, limit)) from interruption
    return answer(Verdict.SEVERAL, Limit.NONE)
