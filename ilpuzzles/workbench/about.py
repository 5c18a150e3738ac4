"""What an answer is about: the puzzle, the model, and how long everything took."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ilpuzzles.backends import Result
from ilpuzzles.modelling import Statistics
from ilpuzzles.workbench.own_puzzles import Subject


@dataclass(frozen=True, slots=True)
class Times:
    """Where the time went, in seconds on the wall clock.

    Attributes:
        load: Reading and checking the files.
        build: Stating the model, and turning it into what the solver takes.
        solve: Waiting for the solver.
        total: All of it, with decoding and checking.
    """

    load: float
    build: float
    solve: float
    total: float


@dataclass(frozen=True, slots=True, eq=False)
class About:
    """What an answer is about.

    Attributes:
        subject: The puzzle.
        formulation: The name of the formulation.
        without: The groups of rows that were switched off.
        why: Why this backend was used.
        statistics: How large the model is.
        seconds: Where the time went.
    """

    subject: Subject
    formulation: str
    without: tuple[str, ...]
    why: str
    statistics: Statistics
    seconds: Times

    def title(self) -> str:
        """The puzzle and the preset."""
        return " ".join(filter(None, (self.subject.name, self.subject.preset)))

    def identity(self) -> dict[str, Any]:
        """Which model it is, as plain data."""
        return {
            "puzzle": self.subject.name,
            "preset": self.subject.preset,
            "parameters": dict(self.subject.parameters),
            "formulation": self.formulation,
            "without": list(self.without),
        }

    def outcome(self, result: Result) -> dict[str, Any]:
        """Which model it is, who answered, and how that ended, as plain data."""
        return {
            **self.identity(),
            "backend": result.backend,
            "backend_version": result.version,
            "status": result.status.value,
            "limit": result.limit.value,
            "complete": result.complete,
        }

    def figures(self) -> dict[str, Any]:
        """Sizes and times, as plain data."""
        return {
            "model": {
                "variables": self.statistics.variables,
                "rows": self.statistics.rows,
                "nonzeros": self.statistics.nonzeros,
            },
            "seconds": {
                "load": round(self.seconds.load, 6),
                "build": round(self.seconds.build, 6),
                "solve": round(self.seconds.solve, 6),
                "total": round(self.seconds.total, 6),
            },
        }
