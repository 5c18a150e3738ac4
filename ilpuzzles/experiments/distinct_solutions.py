"""Whether solutions are solutions: by the rules of their puzzle, and by what others there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ilpuzzles.errors import CheckError
from ilpuzzles.puzzles.own_puzzle import OwnPuzzle, digest_of_data, solution_json
from ilpuzzles.puzzles.position import EquivalentSolutions, Position
from ilpuzzles.rules.faults import Fault

_SHOWN = 5


def broken_rules(
    subject: Position, solution: Any, *, backend: str, weakened: bool
) -> tuple[Fault, ...]:
    """The rules that a solution breaks, which a backend found.

    Raises:
        CheckError: If it breaks any, where no groups of rows are off (`weakened`).
    """
    broken = tuple(subject.violations(solution))
    if broken and not weakened and not isinstance(subject, OwnPuzzle):
        shown = "; ".join(str(violation) for violation in broken[:_SHOWN])
        raise CheckError(
            f"the solution of {backend} breaks the rules: {shown}",
            "the formulation is wrong; please report this unless it is your own",
        )
    return broken


class Orbits:
    """Which solutions are equivalent."""

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
        """Raises unless all equivalents of every solution are there, as they are in a full list."""
        for key, size in self._sizes.items():
            if self._seen[key] != size:
                what = f"{self._seen[key]} of {size} equivalent solutions were found"
                raise CheckError(what, "please report this")


@dataclass(slots=True, eq=False)
class SolutionList:
    """Solutions as they are found, checked, and each told apart from all others.

    With `orbits`, one of all equivalents is enough. `broken` has the rules that the first solution
    breaks which breaks any, `number` is how many there are, and `solutions` are kept on demand.
    """

    subject: Position
    backend: str
    weakened: bool
    keep: bool
    orbits: Orbits | None = None
    solutions: list[Any] = field(default_factory=list)
    broken: Sequence[Fault] = ()
    number: int = 0
    _seen: set[bytes] = field(default_factory=set)

    @property
    def different(self) -> int:
        """How many there are of which no two are equivalent, if that matters; else all."""
        return self.number if self.orbits is None else len(self.orbits)

    def add(self, solution: Any) -> bool:
        """Adds a solution, and says whether it is new, or the first of its equivalents.

        Raises:
            CheckError: If it breaks a rule, or was there before.
        """
        broken = broken_rules(self.subject, solution, backend=self.backend, weakened=self.weakened)
        self.broken = self.broken or broken
        told_apart = digest_of_data(solution_json(solution))
        # A decoder of one's own may leave out what it likes.
        if told_apart in self._seen and not isinstance(self.subject, OwnPuzzle):
            # Without some of its groups, a model may tell apart what is the same.
            if self.weakened:
                return False
            raise CheckError(
                "two solutions of the model decode to the same solution of the puzzle",
                "make variables auxiliary that tell no solutions apart, or report this "
                "unless the model is your own",
            )
        self._seen.add(told_apart)
        self.number += 1
        first = self.orbits is None or self.orbits.add(solution)
        if self.keep and first:
            self.solutions.append(solution)
        return first
