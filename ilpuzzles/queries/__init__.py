"""Questions about any model, to any backend; every answer is checked row by row."""

from ilpuzzles.backends import Interrupted
from ilpuzzles.progress import Progress
from ilpuzzles.queries.comparing import whatif
from ilpuzzles.queries.count_status import CountStatus, count_status
from ilpuzzles.queries.counting import count_solutions
from ilpuzzles.queries.enumeration import enumerate_solutions
from ilpuzzles.queries.explaining import explain
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
from ilpuzzles.queries.forcing import find_forced
from ilpuzzles.queries.inquiry import Inquiry, require_answer
from ilpuzzles.queries.listing import list_solutions, require_limit
from ilpuzzles.queries.orbits import can_be_moved, count_orbits
from ilpuzzles.queries.relaxing import relax
from ilpuzzles.queries.sampling import sample_solutions
from ilpuzzles.queries.solving import solve_model
from ilpuzzles.queries.uniqueness import check_uniqueness

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
