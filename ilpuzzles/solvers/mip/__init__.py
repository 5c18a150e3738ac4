"""Mixed-integer programs for every solver that computes in doubles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ilpuzzles.lazy_imports import lazy_face

if TYPE_CHECKING:
    from ilpuzzles.passes.limits import Trust as Trust
    from ilpuzzles.solvers.mip.solving import (
        MipAnswer as MipAnswer,
        exact_values as exact_values,
        failure as failure,
        solve_by_mip as solve_by_mip,
        steps_by_mip as steps_by_mip,
    )

__getattr__, __dir__ = lazy_face(__name__)
