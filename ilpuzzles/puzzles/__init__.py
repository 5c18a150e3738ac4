"""What kinds of puzzles there are: their files, formulations, solutions, rules and pictures."""

from ilpuzzles.puzzles.family import (
    Family,
    Formulated,
    Formulation,
    Instance,
    Puzzle,
    Solution,
    family_names,
    get_family,
)

__all__ = [
    "Family",
    "Formulated",
    "Formulation",
    "Instance",
    "Puzzle",
    "Solution",
    "family_names",
    "get_family",
]
