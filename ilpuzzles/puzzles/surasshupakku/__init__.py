"""Surasshupakku: boards that are cut along diagonals into parts with one of each letter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ilpuzzles.lazy_imports import lazy_face

if TYPE_CHECKING:
    from ilpuzzles.puzzles.surasshupakku.labels_model import by_labels as by_labels
    from ilpuzzles.puzzles.surasshupakku.seed_model import seed as seed
    from ilpuzzles.puzzles.surasshupakku.slash_puzzle import (
        SlashInstance as SlashInstance,
        SlashPuzzle as SlashPuzzle,
    )
    from ilpuzzles.puzzles.surasshupakku.slash_solution import SlashSolution as SlashSolution

__getattr__, __dir__ = lazy_face(__name__)
