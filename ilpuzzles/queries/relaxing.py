"""What is the least that has to be given up for a solution?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from ilpuzzles.backends import Choice, Interrupted, Limit, Options, Status
from ilpuzzles.errors import InputError, Problem, quoted
from ilpuzzles.modelling import Group, Model, Program
from ilpuzzles.progress import Reporter, Watch
from ilpuzzles.queries.consistency import Consistency
from ilpuzzles.queries.demands import Demand, Demands
from ilpuzzles.queries.fewest import Fewest
from ilpuzzles.queries.findings import Relaxation
from ilpuzzles.queries.inquiry import Inquiry


def relax(
    model: Model | Program,
    by: Literal["groups", "rows"] = "groups",
    among: Sequence[str] = (),
    *,
    backend: str | Choice = "auto",
    options: Options | None = None,
    watch: Watch | None = None,
) -> Relaxation:
    """Finds the fewest groups or rows to give up so that the rest has a solution.

    Each row gets a binary variable that lets it give way, by as much as the bounds of its variables
    call for, and the sum of these is made as small as can be. Where that cannot be stated
    (variables without bounds), conflicts are collected until a smallest set that meets all of them
    leaves a model with a solution (implicit hitting sets, as in Davies and Bacchus, CP 2011).

    Args:
        model: A model, or a program. Variables that are fixed can be given up, too.
        by: Whether to give up whole groups, or single rows.
        among: The groups that may be touched; all of them by default.
        backend: The name of a backend, or `auto`.
        options: How to search; a time limit is for all searches together.
        watch: Called with the progress now and then: how many searches there were.

    Returns:
        What to give up, with a solution of the rest.

    Raises:
        UnknownNameError: If there is no such group with rows in it.
        BackendError: If the solver is missing or fails.
        Interrupted: On Ctrl-C, with what was found so far.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> x = model.binary("x", 3)
        >>> with model.group("few"):
        ...     few = model.add(x[0] + x[1] + x[2] <= 1)
        >>> with model.group("wishes"):
        ...     wishes = [model.add(variable == 1) for variable in x.flat()]
        >>> print(relax(model, "rows"))
        give up 1 (the fewest):
          few[0]: x[0] + x[1] + x[2] <= 1
        >>> relax(model, "rows", among=["wishes"]).least
        2
    """
    among = (among,) if isinstance(among, str) else among
    if by not in {"groups", "rows"}:
        raise InputError(Problem(f"to relax {quoted(by)}", "write 'groups' or 'rows'"))
    report = Reporter(watch)
    search = _Search(by, among, Inquiry(model, backend, options), report)
    try:
        with report.beating():
            return search.run()
    except KeyboardInterrupt as interruption:
        raise Interrupted(search.answer(Limit.INTERRUPTED)) from interruption


class _Search:
    """The state of the search, from which an answer can be made at any moment."""

    def __init__(self, by: str, among: Sequence[str], inquiry: Inquiry, report: Reporter) -> None:
        self._inquiry = inquiry
        self._demands = demands = Demands.of(inquiry.program)
        self._whole = by == "groups"
        self._bundles = demands.among(among)
        groups = [bundle.rows for bundle in self._bundles]
        rows = np.sort(np.concatenate([np.zeros(0, dtype=np.int64), *groups]))
        self._members = groups if self._whole else [np.array([row]) for row in rows.tolist()]
        always = demands.but(groups)
        consistency = Consistency(inquiry, demands.program, always, report)
        self._fewest = Fewest(inquiry, demands.program, self._members, always, consistency)

    def run(self) -> Relaxation:
        return self.answer(self._fewest.run())

    def answer(self, limit: Limit) -> Relaxation:
        """What is known now."""
        fewest = self._fewest
        given_up: tuple[Group, ...] | tuple[Demand, ...] | None = None
        solution = None
        if fewest.best is not None:
            members, solution = fewest.best
            if self._whole:
                given_up = tuple(self._bundles[number].group for number in members)
            else:
                given_up = tuple(self._demands[int(self._members[n][0])] for n in members)
        complete = fewest.settled or fewest.possible is False
        status = Status.UNKNOWN if solution is None else Status.OPTIMAL
        if fewest.possible is False:
            status = Status.INFEASIBLE
        elif solution is not None and not complete:
            status = Status.FEASIBLE
        result = self._inquiry.result(
            status, Limit.NONE if complete else limit, solution, complete=complete
        )
        return Relaxation(self._inquiry.program, given_up, fewest.least, solution, result)
