"""What if a group were left out, or a variable fixed?"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from ilpuzzles.backends import Interrupted, Limit, Options, Result, Status
from ilpuzzles.errors import InputError, Problem, UnknownNameError, quoted, unknown_name
from ilpuzzles.modelling import IntArray, Negation, Solvable, Statistics, Variable, View
from ilpuzzles.modelling.tables import table_html, table_text
from ilpuzzles.queries.enumeration import enumerate_solutions
from ilpuzzles.queries.inquiry import Inquiry, require_answer
from ilpuzzles.queries.listing import require_limit
from ilpuzzles.queries.naming import view_of
from ilpuzzles.queries.searching import Clock
from ilpuzzles.queries.solving import solve_model

AS_IT_IS = "as it is"
"""What the variant is called in which nothing is changed."""

Fixing: TypeAlias = Mapping["Variable | Negation", int]


@dataclass(frozen=True, slots=True, eq=False)
class Variant:
    """A model with something changed, and what became of it.

    Attributes:
        name: What was changed.
        model: The model with this change.
        statistics: How large it is.
        solutions: The solutions that were found, up to the limit.
        objective: The best objective, or None without one or if it is not known.
        result: How the search ended; complete if there are no other solutions.
        seconds: How long it took, on the wall clock.
    """

    name: str
    model: View
    statistics: Statistics
    solutions: tuple[IntArray, ...]
    objective: int | None
    result: Result
    seconds: float

    def verdict(self) -> str:
        """How many solutions there are, in a word or two."""
        number = len(self.solutions)
        if self.result.complete:
            return {0: "none", 1: "exactly 1"}.get(number, f"{number:,}")
        if self.result.limit is Limit.SOLUTIONS:
            return f"{number:,} or more"
        return f"{number:,} so far" if number else "unknown"


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """A table of variants of a model; it shows itself as one.

    Attributes:
        variants: The variants, the model as it is first.
        complete: Whether there was time for all of them.
    """

    variants: tuple[Variant, ...]
    complete: bool

    def table(self) -> list[list[str]]:
        """The table as texts, its head first."""
        best = any(variant.objective is not None for variant in self.variants)
        head = ["variant", "variables", "rows", "solutions", "seconds"]
        lines = [[*head, "best"] if best else head]
        for variant in self.variants:
            size = variant.statistics
            line = [
                variant.name,
                f"{size.variables:,}",
                f"{size.rows:,}",
                variant.verdict(),
                f"{variant.seconds:.2f}",
            ]
            if best:
                line.append("" if variant.objective is None else f"{variant.objective:,}")
            lines.append(line)
        return lines

    def __iter__(self) -> Iterator[Variant]:
        return iter(self.variants)

    def __getitem__(self, name: str) -> Variant:
        found = {variant.name: variant for variant in self.variants}
        if name not in found:
            raise UnknownNameError(unknown_name("variant", name, found))
        return found[name]

    def __str__(self) -> str:
        return table_text(self.table())

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        return {"text/plain": str(self), "text/html": table_html(self.table())}


def whatif(
    model: Solvable,
    *,
    without: Sequence[str | Sequence[str]] = (),
    fix: Sequence[Fixing] | Fixing = (),
    limit: int = 10,
    backend: str = "auto",
    options: Options | None = None,
) -> Comparison:
    """Compares a model with variants of it, each with one thing changed.

    Args:
        model: A model, or a view of one.
        without: For every variant a group to leave out, or several that are left out together.
        fix: For every variant the variables to fix, and their values.
        limit: How many solutions to look for in each variant.
        backend: The name of a backend, or `auto`.
        options: How to search; a time limit is for each variant.

    Returns:
        The variants with their solutions, the model as it is first.

    Raises:
        UnknownNameError: If the model has no such group.
        ModelError: If a variable cannot be fixed to its value.
        BackendError: If the solver is missing or fails.
        Interrupted: On Ctrl-C, with the variants that were answered.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> x = model.binary("x", 3)
        >>> with model.group("one"):
        ...     row = model.at_least_one(x)
        >>> with model.group("few"):
        ...     row = model.at_most_one(x)
        >>> comparison = whatif(model, without=["one", ["one", "few"]], fix=[{x[0]: 1}])
        >>> for variant in comparison:
        ...     print(f"{variant.name}: {variant.verdict()}")
        as it is: 3
        without one: 4
        without one, few: 8
        x[0] = 1: exactly 1
    """
    require_limit(limit)
    view = view_of(model)
    changed = [(AS_IT_IS, view)]
    for group in [without] if isinstance(without, str) else without:
        names = (group,) if isinstance(group, str) else tuple(group)
        changed.append((f"without {', '.join(names)}", view.without(*names)))
    for fixing in [fix] if isinstance(fix, Mapping) else fix:
        if not isinstance(fixing, Mapping):
            raise InputError(Problem(f"to fix {quoted(fixing)}", "give variables and values"))
        text = ", ".join(f"{variable!r} = {value}" for variable, value in fixing.items())
        changed.append((text, view.fix(fixing)))
    variants: list[Variant] = []
    inquiries = [Inquiry(changed_model, backend, options) for _, changed_model in changed]
    for (name, changed_model), inquiry in zip(changed, inquiries, strict=True):
        found: list[IntArray] = []
        start = time.perf_counter()
        try:
            variants.append(_answered(name, changed_model, inquiry, limit, found))
        except KeyboardInterrupt as interruption:
            stopped = inquiry.interrupted(found=bool(found))
            size, seconds = changed_model.statistics(), time.perf_counter() - start
            last = Variant(name, changed_model, size, tuple(found), None, stopped, seconds)
            raise Interrupted(Comparison((*variants, last), complete=False)) from interruption
    return Comparison(tuple(variants), complete=True)


def _answered(
    name: str, model: View, inquiry: Inquiry, limit: int, found: list[IntArray]
) -> Variant:
    start = time.perf_counter()

    def visit(values: IntArray) -> bool:
        found.append(values)
        return len(found) < limit

    clock = Clock(inquiry.options)
    objective = None
    if model.program().objective is not None:
        best = require_answer(solve_model(model, inquiry.backend.name, inquiry.options))
        objective = best.objective if best.status is Status.OPTIMAL else None
    left = clock.options()
    if left is None:
        result = inquiry.result(Status.UNKNOWN, Limit.TIME, complete=False)
    else:
        # A hint, a gap and more workers are about first and best solutions.
        plain = replace(left, hint={}, gap=0.0, workers=1)
        result = require_answer(enumerate_solutions(model, visit, inquiry.backend.name, plain))
    seconds = time.perf_counter() - start
    return Variant(name, model, model.statistics(), tuple(found), objective, result, seconds)
