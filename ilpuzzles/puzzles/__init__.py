"""What kinds of puzzles there are: their files, formulations, solutions, rules and pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ilpuzzles.lazy_imports import lazy_face

if TYPE_CHECKING:
    from ilpuzzles.puzzles.family import (
        Family as Family,
        Formulation as Formulation,
        get_family as get_family,
    )

__getattr__, __dir__ = lazy_face(__name__)
