"""What is the least that has to be given up for a solution?"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from ilpuzzles.backends import Interrupted, Limit, Options, Result, Status
from ilpuzzles.errors import CheckError, InputError, LargeNumbersError, Problem, quoted
from ilpuzzles.modelling import Group, IntArray, Model, Solvable
from ilpuzzles.queries.bare import Bare
from ilpuzzles.queries.conflicts import Conflict
from ilpuzzles.queries.consistency import Consistency
from ilpuzzles.queries.demands import Demand, Demands
from ilpuzzles.queries.inquiry import Inquiry
from ilpuzzles.queries.listing import ending
from ilpuzzles.queries.restricted import Restricted
from ilpuzzles.queries.softening import can_be_softened, softened
from ilpuzzles.queries.solving import solve_model

_TOLERANCE = 1e-6
_FEW = 32


@dataclass(frozen=True, slots=True, eq=False)
class Relaxation:
    """The least that has to be given up so that a model has a solution.

    Attributes:
        model: The model.
        given_up: The groups, or the rows, that are given up; None if no such set is known. Empty
            if the model has a solution as it is.
        least: How many have to be given up at least, as far as is proved.
        solution: A solution of what is left.
        result: How the search ended; complete if no smaller set would do. Infeasible if there is no
            solution even without all that may be given up.
    """

    model: Solvable
    given_up: tuple[Group, ...] | tuple[Demand, ...] | None
    least: int
    solution: IntArray | None
    result: Result

    @property
    def complete(self) -> bool:
        """Whether it is proved that no smaller set would do."""
        return self.result.complete

    def __str__(self) -> str:
        if self.result.status is Status.INFEASIBLE:
            return "there is no solution even if all of these are given up"
        if self.given_up is None:
            return f"at least {self.least} have to be given up: {ending(self.result.limit)}"
        if not self.given_up:
            return "there is a solution, so nothing has to be given up"
        fewest = f"at least {self.least}, {ending(self.result.limit)}"
        lines = [f"give up {len(self.given_up)} ({'the fewest' if self.complete else fewest}):"]
        lines += [f"  {part.name if isinstance(part, Group) else part}" for part in self.given_up]
        return "\n".join(lines)

    def __repr__(self) -> str:
        number = "?" if self.given_up is None else len(self.given_up)
        return f"<relaxation: give up {number}>"

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        return {"text/plain": str(self)}


def relax(
    model: Solvable,
    by: Literal["groups", "rows"] = "groups",
    among: Sequence[str] = (),
    *,
    backend: str = "auto",
    options: Options | None = None,
) -> Relaxation:
    """Finds the fewest groups or rows to give up so that the rest has a solution.

    Each row gets a binary variable that lets it give way, by as much as the bounds of its variables
    call for, and the sum of these is made as small as can be. Where that cannot be stated (rows by
    cuts, variables without bounds), conflicts are collected until a smallest set that meets all of
    them leaves a model with a solution (implicit hitting sets, as in Davies and Bacchus, CP 2011).

    Args:
        model: A model, or a view of one. Variables that a view fixes can be given up, too.
        by: Whether to give up whole groups, or single rows.
        among: The groups that may be touched; all of them by default.
        backend: The name of a backend, or `auto`.
        options: How to search; a time limit is for all searches together.

    Returns:
        What to give up, with a solution of the rest.

    Raises:
        UnknownNameError: If there is no such group with rows in it.
        BackendError: If the solver is missing or fails.
        Interrupted: On Ctrl-C, with what was found so far.

    Example:
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
    search = _Search(model, by, among, Inquiry(model, backend, options))
    try:
        return search.run()
    except KeyboardInterrupt as interruption:
        raise Interrupted(search.answer(Limit.INTERRUPTED)) from interruption


class _Search:
    """The state of the search, from which an answer can be made at any moment."""

    def __init__(self, model: Solvable, by: str, among: Sequence[str], inquiry: Inquiry) -> None:
        self._model = model
        self._inquiry = inquiry
        self._demands = demands = Demands.of(model)
        self._whole = by == "groups"
        self._bundles = demands.among(among)
        groups = [bundle.rows for bundle in self._bundles]
        rows = np.sort(np.concatenate([np.zeros(0, dtype=np.int64), *groups]))
        self._members = groups if self._whole else [np.array([row]) for row in rows.tolist()]
        self._always = demands.but(self._bundles)
        self._everything = np.arange(len(demands.program.rows))
        self._consistency = Consistency(inquiry, demands.program, self._always)
        self._member_of = {
            row: number for number, rows in enumerate(self._members) for row in rows.tolist()
        }
        self._looked_at = 0
        self._conflicts: list[list[int]] = []
        self._best: tuple[list[int], IntArray] | None = None
        self._least = 0
        self._possible: bool | None = None

    def run(self) -> Relaxation:
        self._possible = self._consistency.possible(self._always)
        if not self._possible:
            return self.answer(self._consistency.limit)
        if self._consistency.possible(self._everything) is not False:
            # There is nothing to give up, or nobody knows.
            self._improve()
            return self.answer(self._consistency.limit)
        self._improve()
        self._least = 1
        if can_be_softened(self._demands.program, self._members):
            try:
                return self._by_optimising()
            except LargeNumbersError:
                # Rows that give way have larger numbers than the model's own.
                pass
        return self._by_hitting_sets()

    def _by_optimising(self) -> Relaxation:
        """Asks for the fewest members in one search."""
        count = len(self._members)
        # Of equally few, the last: what stands last in a model is the most particular. The prices
        # of all ranks together stay below one whole price. Large prices would slow solvers down.
        whole, ranks = 1, [0] * count
        if count <= _FEW:
            whole, ranks = count * count, list(reversed(range(count)))
        prices = [whole + rank for rank in ranks]
        program = softened(self._demands.program, self._members, prices, self._least)
        result = self._inquiry.look(Restricted(Bare(program)))
        if result.values is None:
            return self.answer(result.limit)
        # What the solver calls given up is one thing, which rows are broken another.
        values = result.values[: self._demands.program.variables]
        self._consistency.remember(values)
        self._improve()
        if result.status is Status.OPTIMAL and result.objective is not None:
            self._least = max(self._least, result.objective // whole)
            if self._best is not None and len(self._best[0]) < self._least:
                raise CheckError(
                    Problem(f"{result.backend} missed something better", "try another backend")
                )
        elif result.bound is not None:
            self._least = max(self._least, math.ceil(result.bound - _TOLERANCE) // whole)
        return self.answer(result.limit)

    def _by_hitting_sets(self) -> Relaxation:
        """Collects conflicts until a smallest set that meets all of them will do."""
        everything = range(len(self._members))
        given_up: set[int] = set()
        while True:
            # As many conflicts as there are without a member in common, then the next set.
            apart = set(given_up)
            while True:
                conflict = Conflict(self._consistency, self._members, self._always)
                answer = conflict.search([n for n in everything if n not in apart])
                self._improve()
                if answer is None:
                    return self.answer(self._consistency.limit)
                if answer or not conflict.smallest:
                    break
                self._conflicts.append(conflict.smallest)
                apart |= set(conflict.smallest)
            if apart == given_up or self._settled():
                return self.answer(Limit.NONE)
            found = self._smallest_hitting_set()
            if found is None:
                return self.answer(Limit.TIME)
            given_up = set(found)
            self._least = max(self._least, len(given_up))
            if self._settled():
                return self.answer(Limit.NONE)

    def _settled(self) -> bool:
        return self._best is not None and len(self._best[0]) <= self._least

    def _improve(self) -> None:
        """Looks whether a solution that was seen breaks fewer members than the best so far."""
        for broken, values in self._consistency.solutions()[self._looked_at :]:
            self._looked_at += 1
            if not broken <= self._member_of.keys():
                continue
            members = sorted({self._member_of[row] for row in broken})
            if self._best is None or len(members) < len(self._best[0]):
                self._best = members, values

    def _smallest_hitting_set(self) -> list[int] | None:
        """The fewest members that have one in common with every conflict."""
        options = self._inquiry.clock.options()
        if options is None:
            return None
        touched = sorted({member for conflict in self._conflicts for member in conflict})
        model = Model("hitting set")
        chosen = model.binary("chosen", touched)
        for conflict in self._conflicts:
            model.at_least_one([chosen[member] for member in conflict])
        model.minimize(model.sum(chosen.flat()))
        # Hints, gaps and limits of nodes are about the model that was asked about.
        plain = Options(time_limit=options.time_limit, workers=options.workers, seed=options.seed)
        result = solve_model(model, self._inquiry.backend.name, plain)
        if not result.complete or result.values is None:
            return None
        return [touched[n] for n in np.nonzero(result.values)[0].tolist()]

    def answer(self, limit: Limit) -> Relaxation:
        """What is known now."""
        given_up: tuple[Group, ...] | tuple[Demand, ...] | None = None
        solution = None
        if self._best is not None:
            members, solution = self._best
            if self._whole:
                given_up = tuple(self._bundles[number].group for number in members)
            else:
                given_up = tuple(self._demands[int(self._members[n][0])] for n in members)
        complete = self._settled() or self._possible is False
        status = Status.UNKNOWN if solution is None else Status.OPTIMAL
        if self._possible is False:
            status = Status.INFEASIBLE
        elif solution is not None and not complete:
            status = Status.FEASIBLE
        result = self._inquiry.result(
            status, Limit.NONE if complete else limit, solution, complete=complete
        )
        return Relaxation(self._model, given_up, self._least, solution, result)
