"""What kinds of puzzles there are: their files, formulations, solutions, rules and pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ilpuzzles.lazy_imports import lazy_face

if TYPE_CHECKING:
    from ilpuzzles.puzzles.families import get_family as get_family
    from ilpuzzles.puzzles.family import (
        Family as Family,
        Formulation as Formulation,
        PuzzlePosition as PuzzlePosition,
    )
    from ilpuzzles.puzzles.position import Position as Position

__getattr__, __dir__ = lazy_face(__name__)
