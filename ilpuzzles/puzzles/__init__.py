"""What kinds of puzzles there are: their schemas, formulations and decoders."""

from ilpuzzles.puzzles.family import Family, Formulated, Formulation, Instance, Puzzle, Solution
from ilpuzzles.puzzles.registry import family_names, get_family

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
