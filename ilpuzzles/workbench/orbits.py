"""Solutions up to symmetry: of all equivalent solutions one."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ilpuzzles.errors import CheckError, Problem
from ilpuzzles.puzzles.family import EquivalentSolutions


class Orbits:
    """Which solutions are equivalent.

    Args:
        symmetries: The symmetries of the instance.
    """

    def __init__(self, symmetries: EquivalentSolutions) -> None:
        self._symmetries = symmetries
        self._sizes: dict[bytes, int] = {}
        self._seen: Counter[bytes] = Counter()

    def __len__(self) -> int:
        """How many solutions there are of which no two are equivalent."""
        return len(self._sizes)

    def add(self, solution: Any) -> bool:
        """Adds a solution, and says whether it is the first of its equivalents."""
        key, size = self._symmetries.orbit(solution)
        first = key not in self._sizes
        self._sizes[key] = size
        self._seen[key] += 1
        return first

    def require_whole(self) -> None:
        """Raises unless all equivalents of every solution are there, as they are in a full list.

        Raises:
            CheckError: If one is missing.
        """
        for key, size in self._sizes.items():
            if self._seen[key] != size:
                what = f"{self._seen[key]} of {size} equivalent solutions were found"
                raise CheckError(Problem(what, "please report this"))
