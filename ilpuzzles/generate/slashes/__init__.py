"""Makes new boards of Surasshupakku, with exactly one solution each."""

from ilpuzzles.generate.slashes.difficulty import board_difficulty
from ilpuzzles.generate.slashes.generator import generate_boards
from ilpuzzles.generate.slashes.outcome import GeneratedBoards, MadeBoard
from ilpuzzles.generate.slashes.wish import BoardWish

__all__ = [
    "BoardWish",
    "GeneratedBoards",
    "MadeBoard",
    "board_difficulty",
    "generate_boards",
]
