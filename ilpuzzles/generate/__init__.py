"""Makes new starting positions: of tiling puzzles, and boards of Surasshupakku in `slashes`."""

from ilpuzzles.generate.budget import Difficulty, Ending
from ilpuzzles.generate.choosing import bare, random_solution
from ilpuzzles.generate.difficulty import difficulty
from ilpuzzles.generate.position import Generated, PositionRequest, Spare, StartingPosition
from ilpuzzles.generate.positions import generate
from ilpuzzles.generate.slashes import BoardRequest, GeneratedBoards, MadeBoard, generate_boards

__all__ = [
    "BoardRequest",
    "Difficulty",
    "Ending",
    "Generated",
    "GeneratedBoards",
    "MadeBoard",
    "PositionRequest",
    "Spare",
    "StartingPosition",
    "bare",
    "difficulty",
    "generate",
    "generate_boards",
    "random_solution",
]
