"""Questions about any model, to any backend; every answer is checked row by row."""

from ilpuzzles.queries.counting import Count, count_solutions
from ilpuzzles.queries.enumeration import enumerate_solutions
from ilpuzzles.queries.forcing import Forced, find_forced
from ilpuzzles.queries.interrupted import Interrupted
from ilpuzzles.queries.listing import Solutions, list_solutions
from ilpuzzles.queries.progress import Progress
from ilpuzzles.queries.solving import solve_model
from ilpuzzles.queries.uniqueness import Uniqueness, Verdict, check_uniqueness

__all__ = [
    "Count",
    "Forced",
    "Interrupted",
    "Progress",
    "Solutions",
    "Uniqueness",
    "Verdict",
    "check_uniqueness",
    "count_solutions",
    "enumerate_solutions",
    "find_forced",
    "list_solutions",
    "solve_model",
]
