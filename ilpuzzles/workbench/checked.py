"""What comes out when solutions are checked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ilpuzzles.rules import RuleViolation


@dataclass(frozen=True, slots=True)
class CheckedSolution:
    """What came out for one solution.

    Attributes:
        violations: The rules that it breaks.
        repeats: The number, from 1, of the solution before it that has the same tiles in the same
            cells, or None.
        equivalents: If they were asked for, all different solutions that symmetries make of it,
            itself first, as plain data; none for one that breaks rules.
        drawings: The same as text pictures.
    """

    violations: tuple[RuleViolation, ...]
    repeats: int | None
    equivalents: tuple[dict[str, Any], ...] = ()
    drawings: tuple[str, ...] = ()

    @property
    def accepted(self) -> bool:
        """Whether it breaks no rule and is a new one."""
        return not self.violations and self.repeats is None


@dataclass(frozen=True, slots=True, eq=False)
class Checked:
    """What came out for a file of solutions.

    Attributes:
        puzzle: The name of the puzzle.
        preset: The preset that they were checked against, if it was one.
        against: What they were checked against, in a few words.
        solutions: What came out for each of them, in the order of the file.
    """

    puzzle: str
    preset: str | None
    against: str
    solutions: tuple[CheckedSolution, ...]

    @property
    def accepted(self) -> bool:
        """Whether all of them are solutions, and different ones."""
        return all(solution.accepted for solution in self.solutions)

    def __bool__(self) -> bool:
        """Whether all of them are solutions, and different ones."""
        return self.accepted

    def text(self) -> str:
        """A line for every accepted solution, and for every violation of the others."""
        count = len(self.solutions)
        lines = []
        for number, solution in enumerate(self.solutions, start=1):
            if solution.accepted:
                lines.append(
                    "accepted" if count == 1 else f"solution {number} of {count}: accepted"
                )
            if solution.repeats is not None:
                lines.append(f"solution {number}: repeats solution {solution.repeats}")
            lines += [f"solution {number}: {violation}" for violation in solution.violations]
            if solution.drawings:
                lines.append(f"solution {number} has {len(solution.drawings)} equivalents:")
            lines += solution.drawings
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        """The outcome as plain data."""
        return {
            "puzzle": self.puzzle,
            "preset": self.preset,
            "accepted": self.accepted,
            "count": len(self.solutions),
            "duplicates": sum(solution.repeats is not None for solution in self.solutions),
            "solutions": [
                {
                    "accepted": solution.accepted,
                    "repeats": solution.repeats,
                    "violations": [violation._asdict() for violation in solution.violations],
                }
                | ({"equivalents": list(solution.equivalents)} if solution.equivalents else {})
                for solution in self.solutions
            ],
        }
