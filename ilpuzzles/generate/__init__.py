"""Makes new starting positions: of tiling puzzles, and boards of Surasshupakku in `slashes`."""

from ilpuzzles.generate.collecting import Difficulty
from ilpuzzles.generate.difficulty import difficulty
from ilpuzzles.generate.effort import Ending
from ilpuzzles.generate.generator import generate
from ilpuzzles.generate.ground import bare
from ilpuzzles.generate.outcome import Generated
from ilpuzzles.generate.position import Spare, StartingPosition
from ilpuzzles.generate.random_solution import random_solution
from ilpuzzles.generate.slashes import BoardWish, GeneratedBoards, MadeBoard, generate_boards
from ilpuzzles.generate.wish import Wish

__all__ = [
    "BoardWish",
    "Difficulty",
    "Ending",
    "Generated",
    "GeneratedBoards",
    "MadeBoard",
    "Spare",
    "StartingPosition",
    "Wish",
    "bare",
    "difficulty",
    "generate",
    "generate_boards",
    "random_solution",
]
