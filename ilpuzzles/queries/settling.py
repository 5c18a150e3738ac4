"""Settles facts one by one, for backends that take no rows besides those of the model."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace

import numpy as np

from ilpuzzles.backends import Limit, Ranges, Status
from ilpuzzles.errors import BackendError, Problem
from ilpuzzles.modelling import Program
from ilpuzzles.modelling.affine import Affine, LinearRows
from ilpuzzles.modelling.formats.cover_rows import Meaning, meanings
from ilpuzzles.progress import Progress, Reporter
from ilpuzzles.queries.inquiry import Inquiry
from ilpuzzles.queries.listing import list_solutions
from ilpuzzles.queries.restricted import Restricted

# What is not settled by so many nodes, may be settled for all facts together.
_FEW_NODES = 20_000


class Settling:
    """Finds out which facts hold in every solution.

    Args:
        inquiry: The question.
        facts: Numbers and their values in some solution.
        report: Told about the progress.

    Attributes:
        open: The facts that no solution so far has changed.
    """

    def __init__(
        self, inquiry: Inquiry, facts: Mapping[Hashable, tuple[Affine, int]], report: Reporter
    ) -> None:
        self._inquiry = inquiry
        self._report = report
        self._program = inquiry.program
        self._alone = _rows_of_one(self._program)
        self._proved: set[Hashable] = set()
        self.open = dict(facts)

    def settle(self, changed: Callable[[], None]) -> Limit | None:
        """Settles all facts: with few nodes each, then all together, then with as many as it takes.

        Args:
            changed: Called when fewer facts are open.

        Returns:
            The limit that came first, or None if everything is settled.
        """
        if self._only_one():
            return None
        limit = self._one_by_one(_FEW_NODES, changed)
        if limit is Limit.NODES and self._together():
            changed()
            return None
        return self._one_by_one(None, changed) if limit is Limit.NODES else limit

    def _only_one(self) -> bool:
        """Whether there is quickly seen to be one solution: then all facts hold."""
        options = self._inquiry.clock.options()
        if options is None:
            return False
        few = replace(options, node_limit=min(options.node_limit or _FEW_NODES, _FEW_NODES))
        found = list_solutions(self._inquiry.program, 2, backend=self._inquiry.choice, options=few)
        self._inquiry.spend(found.result)
        return found.complete and len(found) == 1

    def _one_by_one(self, nodes: int | None, changed: Callable[[], None]) -> Limit | None:
        left: Limit | None = None
        asked = self._inquiry.options.node_limit
        for name in list(self.open):
            if name in self._proved or name not in self.open:
                continue
            self._report(Progress(self._inquiry.searches))
            question = Restricted(self._changed(*self.open[name]), objective=False)
            result = self._inquiry.look(question, nodes=nodes if asked is None else asked)
            if result.values is not None:
                numbers: list[int] = result.values.tolist()
                self.open = {
                    one: (form, value)
                    for one, (form, value) in self.open.items()
                    if form.value(numbers) == value
                }
                changed()
            elif result.status is Status.INFEASIBLE:
                self._proved.add(name)
            elif result.limit is Limit.NODES and asked is None:
                left = Limit.NODES
            else:
                return result.limit
        return left

    def _together(self) -> bool:
        """Asks the backend how small and large the open facts get; whether it knows."""
        backend, options = self._inquiry.backend, self._inquiry.clock.options()
        if not isinstance(backend, Ranges) or options is None:
            return False
        weights = np.zeros((len(self.open), self._program.variables), dtype=np.int64)
        for row, (form, _) in enumerate(self.open.values()):
            np.add.at(weights[row], list(form.columns), list(form.coefficients))
        found = backend.ranges(replace(self._program, objective=None), options, weights)
        if found is None:
            return False
        same = (found[0] == found[1]).tolist()
        self.open = {
            name: fact for (name, fact), holds in zip(self.open.items(), same, strict=True) if holds
        }
        return True

    def _changed(self, form: Affine, value: int) -> Program:
        """The program with the demand that a number has the other one of its two values."""
        program = self._program
        more = LinearRows(program.lower, program.upper)
        least, most = more.range(form)
        plain = all(factor == 1 for factor in form.coefficients)
        if plain and any(row.issuperset(form.columns) for row in self._alone):
            most = min(most, form.constant + 1)
        if most - least > 1:
            what = f"{self._inquiry.backend.name} cannot settle facts about more than two values"
            raise BackendError(Problem(what, "use cpsat"))
        wanted = least + most - value - form.constant
        more.row(Affine(form.columns, form.coefficients, 0), wanted, wanted)
        return program.extended(more)


def _rows_of_one(program: Program) -> list[set[int]]:
    """The columns of every row that allows one of them at most."""
    said = meanings(program)
    rows = np.nonzero((said == Meaning.EXACTLY_ONE) | (said == Meaning.AT_MOST_ONE))[0]
    starts = program.rows.starts.tolist()
    return [
        set(program.rows.columns[starts[row] : starts[row + 1]].tolist()) for row in rows.tolist()
    ]
