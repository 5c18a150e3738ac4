"""Makes new starting positions of tiling puzzles."""

from ilpuzzles.generate.difficulty import Difficulty, difficulty
from ilpuzzles.generate.effort import Ending
from ilpuzzles.generate.generator import generate
from ilpuzzles.generate.ground import bare
from ilpuzzles.generate.outcome import Generated
from ilpuzzles.generate.position import Spare, StartingPosition
from ilpuzzles.generate.random_solution import random_solution
from ilpuzzles.generate.wish import Wish

__all__ = [
    "Difficulty",
    "Ending",
    "Generated",
    "Spare",
    "StartingPosition",
    "Wish",
    "bare",
    "difficulty",
    "generate",
    "random_solution",
]
