"""Questions about any model, to any backend; every answer is checked row by row."""

from ilpuzzles.backends import Interrupted
from ilpuzzles.progress import Progress
from ilpuzzles.queries.count import CountStatus, count_solutions, count_status
from ilpuzzles.queries.enumeration import enumerate_solutions
from ilpuzzles.queries.explanation import explain
from ilpuzzles.queries.findings import (
    Count,
    Explanation,
    Finding,
    Forced,
    OrbitCount,
    Relaxation,
    Solutions,
    TakenBack,
    Uniqueness,
    Variant,
    VariantTable,
    Verdict,
    ending,
)
from ilpuzzles.queries.forced import find_forced
from ilpuzzles.queries.orbits import can_be_moved, count_orbits
from ilpuzzles.queries.relaxation import relax
from ilpuzzles.queries.sample import sample_solutions
from ilpuzzles.queries.solutions import list_solutions, require_limit
from ilpuzzles.queries.solve import Inquiry, require_answer, solve_model
from ilpuzzles.queries.unique import check_uniqueness
from ilpuzzles.queries.variants import whatif

__all__ = [
    "Count",
    "CountStatus",
    "Explanation",
    "Finding",
    "Forced",
    "Inquiry",
    "Interrupted",
    "OrbitCount",
    "Progress",
    "Relaxation",
    "Solutions",
    "TakenBack",
    "Uniqueness",
    "Variant",
    "VariantTable",
    "Verdict",
    "can_be_moved",
    "check_uniqueness",
    "count_orbits",
    "count_solutions",
    "count_status",
    "ending",
    "enumerate_solutions",
    "explain",
    "find_forced",
    "list_solutions",
    "relax",
    "require_answer",
    "require_limit",
    "sample_solutions",
    "solve_model",
    "whatif",
]
