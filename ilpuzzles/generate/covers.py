"""A tiling as an exact cover problem, whose solutions are looked for in an order of one's own.

The search is ours: what it finds does not depend on the version of any solver, nor, unless there is
a time limit, on how long anything takes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from ilpuzzles.backends import Options, choose
from ilpuzzles.backends.covering import Covering, covering_of
from ilpuzzles.exactcover import Ending as Stop
from ilpuzzles.exactcover import Run, Settings, first_covers
from ilpuzzles.generate.effort import Ending, StopError
from ilpuzzles.puzzles.tiling import TilingSolution
from ilpuzzles.queries.solving import require_valid
from ilpuzzles.workbench import Experiment

_ENGINE = "exactcover"


@dataclass(frozen=True, slots=True, eq=False)
class Looked:
    """What a search has found.

    Attributes:
        solutions: The first solutions, which satisfy all rows and rules.
        complete: Whether there are no others.
    """

    solutions: tuple[TilingSolution, ...]
    complete: bool


@dataclass(frozen=True, slots=True, eq=False)
class Covers:
    """The model of a tiling as an exact cover problem.

    Attributes:
        stated: The puzzle in the formulation *placement*.
        covering: The problem; its options are placements.
    """

    stated: Experiment
    covering: Covering

    @classmethod
    def of(cls, stated: Experiment) -> Self:
        """Recognises the model.

        Raises:
            BackendError: If the engine is missing, or the model is another one.
        """
        engine = choose(_ENGINE).backend.name
        rows = len(stated.model.program().rows)
        return cls(stated, covering_of(stated.model, engine, most=rows))

    @property
    def placements(self) -> int:
        """How many placements there are in the formulation."""
        (place,) = self.stated.formulated.model.families
        return len(place.columns)

    def first(
        self,
        number: int,
        order: Sequence[int],
        options: Options,
        *,
        laid: Iterable[int] = (),
        nodes: int | None = None,
    ) -> Looked:
        """The first solutions of a search that tries placements in some order.

        Args:
            number: How many solutions.
            order: All placements.
            options: How to search: the time limit.
            laid: Placements that the solutions have.
            nodes: How many placements the search may choose, or None.

        Raises:
            StopError: If the time was over before.
        """
        (place,) = self.stated.formulated.model.families
        option_of = np.full(self.stated.model.program().variables, -1)
        option_of[self.covering.columns] = np.arange(len(self.covering.columns))
        # What can be laid at all, in the order that is wanted.
        tried = option_of[place.columns[np.array(order, dtype=np.int64)]]
        tried = tried[tried >= 0]
        problem = self.covering.problem.reordered(tried)
        given = np.isin(tried, option_of[place.columns[np.array(list(laid), dtype=np.int64)]])
        owners = problem.owners()
        taken = np.zeros(len(problem.primary), dtype=bool)
        taken[problem.items[given[owners]]] = True
        kept = np.bincount(owners[taken[problem.items]], minlength=problem.options) == 0
        kept |= given
        conditions = tuple(
            type(one)(one.totals[tried[kept]], one.lower, one.upper)
            for one in self.covering.conditions
        )
        run = Run(seconds=options.time_limit, node_limit=nodes)
        settings = Settings(conditions=conditions)
        found = first_covers(problem.keep(kept), number, settings, run)
        if run.ending is Stop.TIME:
            raise StopError(Ending.TIME)
        rows = np.append(tried[kept], -1)[found]
        return Looked(tuple(map(self._solution, rows)), run.complete)

    def _solution(self, chosen: np.ndarray[tuple[int], np.dtype[np.int64]]) -> TilingSolution:
        """Options as a solution that is checked."""
        variables = self.stated.model.program().variables
        values = self.covering.values(chosen[None, :], variables)[0]
        require_valid(self.stated.model, values, _ENGINE)
        solution, _ = self.stated.judged(values, _ENGINE)
        if not isinstance(solution, TilingSolution):
            raise TypeError(type(solution).__name__)
        return solution
