"""The concept of a puzzle: its kind, files, formulations, positions, rules and pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ilpuzzles.lazy_imports import lazy_face

if TYPE_CHECKING:
    from ilpuzzles.puzzles.formulation import Formulation as Formulation
    from ilpuzzles.puzzles.kind import (
        PuzzleKind as PuzzleKind,
        PuzzlePosition as PuzzlePosition,
    )
    from ilpuzzles.puzzles.kinds import get_kind as get_kind
    from ilpuzzles.puzzles.position import Position as Position

__getattr__, __dir__ = lazy_face(
    __name__,
    former={
        "Family": "ilpuzzles.puzzles.kind:PuzzleKind",
        "get_family": "ilpuzzles.puzzles.kinds:get_kind",
    },
)
