"""Questions about any model, to any backend; every answer is checked row by row."""

from ilpuzzles.queries.enumeration import enumerate_solutions
from ilpuzzles.queries.solving import solve_model

__all__ = ["enumerate_solutions", "solve_model"]
