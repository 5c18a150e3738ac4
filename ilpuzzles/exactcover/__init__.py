"""An engine that finds all exact covers; arrays only, it knows no model and no puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ilpuzzles.lazy_imports import lazy_face

if TYPE_CHECKING:
    from ilpuzzles.exactcover.engine import (
        best_covers as best_covers,
        compile_kernels as compile_kernels,
        count_covers as count_covers,
        cover_extremes as cover_extremes,
        first_covers as first_covers,
        sample_covers as sample_covers,
        visit_covers as visit_covers,
    )
    from ilpuzzles.exactcover.problem import CoverProblem as CoverProblem
    from ilpuzzles.exactcover.settings import (
        Condition as Condition,
        Engine as Engine,
        Run as Run,
        SearchEnding as SearchEnding,
        SearchStatistics as SearchStatistics,
        Settings as Settings,
    )

__getattr__, __dir__ = lazy_face(__name__)
