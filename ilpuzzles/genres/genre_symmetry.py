"""The symmetries of a board of a genre, and which solutions they take into each other."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ilpuzzles.genres.genre import Symmetry


@dataclass(frozen=True, slots=True, eq=False)
class GenreSymmetries:
    """The symmetries of a board, the identity first.

    Attributes:
        symmetries: The symmetries.
        solution_of: Makes a solution of plain data.
        essence: What of plain data equal solutions have in common.
    """

    symmetries: Sequence[Symmetry]
    solution_of: Callable[[Any], Any]
    essence: Callable[[Any], Any]

    @property
    def order(self) -> int:
        """The number of symmetries, the identity included."""
        return len(self.symmetries)

    def rotations(self) -> GenreSymmetries:
        """The symmetries that are no reflections."""
        rotations = [symmetry for symmetry in self.symmetries if symmetry.is_rotation]
        return GenreSymmetries(rotations, self.solution_of, self.essence)

    def equivalents(self, solution: Any) -> list[Any]:
        """All different solutions that symmetries make of one, itself first."""
        return [self.solution_of(plain) for plain in self._moved(solution.to_json()).values()]

    def orbit(self, solution: Any) -> tuple[bytes, int]:
        """The essence that all equivalents of a solution share, and their number."""
        texts = self._moved(self.essence(solution.to_json()))
        return min(texts).encode(), len(texts)

    def _moved(self, plain: Any) -> dict[str, Any]:
        """The images of a solution under symmetries, by the text of the essence of each."""
        images: dict[str, Any] = {}
        for symmetry in self.symmetries:
            image = symmetry.move(plain)
            text = json.dumps(self.essence(image), sort_keys=True)
            images.setdefault(text, image)
        return images
