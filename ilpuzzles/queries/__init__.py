"""Questions about any model, to any backend; every answer is checked row by row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ilpuzzles.lazy_imports import lazy_face

if TYPE_CHECKING:
    from ilpuzzles.queries.best import (
        best_solutions as best_solutions,
        optimal_solutions as optimal_solutions,
    )
    from ilpuzzles.queries.causes import Cause as Cause
    from ilpuzzles.queries.corrections import relax as relax, take_back as take_back
    from ilpuzzles.queries.count import (
        count_orbits as count_orbits,
        count_solutions as count_solutions,
        count_status as count_status,
    )
    from ilpuzzles.queries.explanation import explain as explain
    from ilpuzzles.queries.forced import find_forced as find_forced
    from ilpuzzles.queries.linear_relaxation import (
        LinearRelaxation as LinearRelaxation,
        solve_relaxation as solve_relaxation,
    )
    from ilpuzzles.queries.moves import can_be_moved as can_be_moved
    from ilpuzzles.queries.ranging import Range as Range, Ranging as Ranging
    from ilpuzzles.queries.sample import sample_solutions as sample_solutions
    from ilpuzzles.queries.solutions import (
        enumerate_solutions as enumerate_solutions,
        require_limit as require_limit,
    )
    from ilpuzzles.queries.solve import Trace as Trace, solve_model as solve_model
    from ilpuzzles.queries.unique import check_uniqueness as check_uniqueness
    from ilpuzzles.queries.variants import whatif as whatif


__getattr__, __dir__ = lazy_face(__name__)
