"""Why is there no solution?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ilpuzzles.backends import (
    Interrupted,
    Limit,
    Options,
    Result,
    Status,
    backend_names,
    get_backend,
)
from ilpuzzles.errors import BackendError, CheckError, Problem
from ilpuzzles.modelling import Group, IntArray, Solvable
from ilpuzzles.modelling.tables import table_html
from ilpuzzles.queries.bare import Bare
from ilpuzzles.queries.conflicts import Conflict
from ilpuzzles.queries.consistency import Consistency
from ilpuzzles.queries.demands import Bundle, Demand, Demands
from ilpuzzles.queries.inquiry import Inquiry
from ilpuzzles.queries.listing import ending
from ilpuzzles.queries.solving import solve_model

_PATIENCE = 5.0
_SHOWN = 30


@dataclass(frozen=True, slots=True, eq=False)
class Explanation:
    """Why a model has no solution.

    Attributes:
        model: The model.
        groups: Groups that have no solution together; without any one of them, the others have.
        rows: Rows of these groups for which the same is true; none if the search for them was
            stopped.
        minimal: Whether it is proved that no group and no row can be left out.
        confirmed_by: The backends that have proved that the rows have no solution together.
        witnesses: For every row, a solution of all the others.
        solution: A solution, if there is one after all: then there is nothing to explain.
        result: How the search ended; its status is that of the model.
    """

    model: Solvable
    groups: tuple[Group, ...]
    rows: tuple[Demand, ...]
    minimal: bool
    confirmed_by: tuple[str, ...]
    witnesses: tuple[IntArray | None, ...]
    solution: IntArray | None
    result: Result

    @property
    def complete(self) -> bool:
        """Whether there is nothing more to find out."""
        return self.result.complete

    def verdict(self) -> str:
        """The outcome in a sentence."""
        if self.result.status is Status.INFEASIBLE:
            proved = "" if self.minimal else f", perhaps not all are needed: {self._stopped()}"
            return f"there is no solution{proved}"
        if self.solution is not None:
            return "there is a solution, so there is nothing to explain"
        return f"unknown whether there is a solution: {self._stopped()}"

    def _stopped(self) -> str:
        return ending(self.result.limit)

    def __str__(self) -> str:
        if self.result.status is not Status.INFEASIBLE:
            return self.verdict()
        lines = [self.verdict()]
        if not self.groups:
            return f"{lines[0]}, whatever is left out of these: the rest rules it out already"
        together = "cannot hold" if len(self.groups) == 1 else "cannot hold together"
        lines.append(f"what {together}:")
        for group in self.groups:
            lines.append(f"  {group.name}" + (f" ({group.why})" if group.why else ""))
            rows = [f"    {row}" for row in self.rows if row.group == group]
            lines += rows[:_SHOWN]
            if len(rows) > _SHOWN:
                lines.append(f"    ... and {len(rows) - _SHOWN:,} more rows")
        if self.minimal and self.rows:
            lines.append("leave out any one of these rows, and there is a solution of the others")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<explanation: {len(self.groups)} groups, {len(self.rows)} rows>"

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        bundle = {"text/plain": str(self)}
        if self.rows:
            table = [["group", "row", "says"]]
            table += [[row.group.name, row.name, row.text] for row in self.rows[:_SHOWN]]
            rest = len(self.rows) - _SHOWN
            more = f"<p>... and {rest:,} more rows</p>" if rest > 0 else ""
            bundle["text/html"] = f"<p>{self.verdict()}</p>{table_html(table)}{more}"
        return bundle


def explain(
    model: Solvable,
    among: Sequence[str] = (),
    *,
    backend: str = "auto",
    options: Options | None = None,
) -> Explanation:
    """Explains why a model has no solution, by as few groups and rows as can be.

    First a minimal set of groups that have no solution together, then a minimal set of rows in
    them. Minimal means that the others have a solution as soon as any one of the set is left out,
    not that there is no smaller set. Variables that a view fixes are rows of a group of their own;
    definitions of auxiliary variables always hold. That the set has no solution is proved anew in
    the end, also by a second backend where one is installed, and every row has a solution of all
    others as its witness.

    Args:
        model: A model, or a view of one.
        among: The groups to look for the reason in; all others are taken for granted. By default
            every group may be a part of the reason.
        backend: The name of a backend, or `auto`.
        options: How to search; a time limit is for all searches together.

    Returns:
        The explanation; if the model has a solution, it says so.

    Raises:
        UnknownNameError: If there is no such group with rows in it.
        BackendError: If the solver is missing or fails.
        CheckError: If two backends contradict each other.
        Interrupted: On Ctrl-C, with what was found so far.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> x, y, z = (model.binary(name) for name in "xyz")
        >>> with model.group("odd", why="a pair sums to one"):
        ...     rows = [model.add(a + b == 1) for a, b in ((x, y), (y, z), (x, z))]
        >>> with model.group("idle"):
        ...     row = model.add(x + y + z <= 3)
        >>> print(explain(model))
        there is no solution
        what cannot hold:
          odd (a pair sums to one)
            odd[0]: x + y = 1
            odd[1]: y + z = 1
            odd[2]: x + z = 1
        leave out any one of these rows, and there is a solution of the others
    """
    among = (among,) if isinstance(among, str) else among
    search = _Search(model, among, Inquiry(model, backend, options))
    try:
        return search.run()
    except KeyboardInterrupt as interruption:
        raise Interrupted(search.answer(Limit.INTERRUPTED)) from interruption


class _Search:
    """The state of the search, from which an answer can be made at any moment."""

    def __init__(self, model: Solvable, among: Sequence[str], inquiry: Inquiry) -> None:
        self._model = model
        self._inquiry = inquiry
        self._demands = demands = Demands.of(model)
        self._open = demands.among(among)
        self._always = demands.but(self._open)
        self._consistency = Consistency(inquiry, demands.program, self._always)
        bundles = [bundle.rows for bundle in self._open]
        self._groups = Conflict(self._consistency, bundles, self._always)
        self._rows: Conflict | None = None
        self._singles: list[IntArray] = []
        self._possible: bool | None = None
        self._confirmed: tuple[str, ...] = ()

    def run(self) -> Explanation:
        consistency = self._consistency
        self._possible = self._groups.search(range(len(self._open)))
        if self._possible is not False:
            return self.answer(consistency.limit)
        chosen = [row for bundle in self._bundles() for row in bundle.rows.tolist()]
        self._singles = [np.array([row]) for row in sorted(chosen)]
        rows = Conflict(consistency, self._singles, self._always)
        self._rows = rows
        # What stands last in a model is the most particular, such as the tiles that are given: as
        # few of these rows as possible, beside all that is general, make the clearest reason.
        number_of = {row: number for number, row in enumerate(sorted(chosen))}
        stages = [[number_of[row] for row in b.rows.tolist()] for b in reversed(self._bundles())]
        rows.search(range(len(self._singles)), stages)
        if rows.smallest is not None:
            self._confirmed = self._confirm(rows.rows(rows.smallest))
        return self.answer(consistency.limit)

    def _bundles(self) -> list[Bundle]:
        return [self._open[number] for number in self._groups.smallest or ()]

    def answer(self, limit: Limit) -> Explanation:
        """What is known now."""
        inquiry, rows = self._inquiry, self._rows
        everything = np.arange(len(self._demands.program.rows))
        solution = self._consistency.witness(everything) if self._possible else None
        impossible = self._groups.smallest is not None
        kept = [] if rows is None or rows.smallest is None else rows.smallest
        witnesses = []
        for number in kept:
            others = [other for other in kept if other != number]
            witnesses.append(self._consistency.witness(rows.rows(others)) if rows else None)
        minimal = bool(rows and rows.minimal and self._groups.minimal)
        if impossible:
            status, complete = Status.INFEASIBLE, minimal
        else:
            status = Status.UNKNOWN if solution is None else Status.OPTIMAL
            complete = solution is not None
        return Explanation(
            model=self._model,
            groups=tuple(bundle.group for bundle in self._bundles()),
            rows=tuple(self._demands[int(self._singles[number][0])] for number in kept),
            minimal=minimal,
            confirmed_by=self._confirmed,
            witnesses=tuple(witnesses),
            solution=solution,
            result=inquiry.result(
                status, Limit.NONE if complete else limit, solution, complete=complete
            ),
        )

    def _confirm(self, rows: IntArray) -> tuple[str, ...]:
        """The backends that prove, in a search of their own, that rows have no solution together.

        Raises:
            CheckError: If one of them finds a solution.
        """
        kept = np.zeros(len(self._demands.program.rows), dtype=bool)
        kept[rows] = True
        model = Bare(replace(self._demands.program.keep(kept), objective=None))
        confirmed = []
        for name in _first(self._inquiry.backend.name):
            left = self._inquiry.clock.options()
            if left is None:
                break
            limit = min(_PATIENCE, left.time_limit or _PATIENCE)
            try:
                result = solve_model(model, name, Options(time_limit=limit))
            except BackendError:
                # Not every backend takes every model, and one opinion is enough to go on.
                continue
            if result.values is not None:
                raise CheckError(
                    Problem(
                        f"{self._inquiry.backend.name} found no solution, but {name} did",
                        "please report this",
                    )
                )
            if result.status is Status.INFEASIBLE:
                confirmed.append(name)
            if len(confirmed) == 2:
                break
        return tuple(confirmed)


def _first(name: str) -> list[str]:
    """All backends that are installed, this one first."""
    others = [
        other for other in backend_names() if other != name and get_backend(other).available()
    ]
    return [name, *others]
