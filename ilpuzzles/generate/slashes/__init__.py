"""Makes new boards of Surasshupakku, with exactly one solution each."""

from ilpuzzles.generate.slashes.boards import (
    BoardRequest,
    GeneratedBoards,
    MadeBoard,
    generate_boards,
)
from ilpuzzles.generate.slashes.logic import board_difficulty

__all__ = [
    "BoardRequest",
    "GeneratedBoards",
    "MadeBoard",
    "board_difficulty",
    "generate_boards",
]
