"""An answer: what was asked, what came out, how it was checked. It draws itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ilpuzzles.backends import Limit, Result, Status
from ilpuzzles.modelling import Statistics
from ilpuzzles.puzzles import Solution
from ilpuzzles.render import Drawing, as_plain, board_svg, board_text
from ilpuzzles.rules import RuleViolation
from ilpuzzles.workbench.loading import Loaded

_SHOWN = 3


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
class Answer:
    """The answer to a question about an instance.

    Attributes:
        loaded: The instance.
        formulation: The name of the formulation.
        without: The groups of rows that were switched off.
        why: Why this backend was used.
        statistics: How large the model is.
        result: What the backend answered, checked row by row.
        solutions: The solutions.
        broken: The rules that they break; none unless groups were switched off.
        seconds: Where the time went.
    """

    loaded: Loaded
    formulation: str
    without: tuple[str, ...]
    why: str
    statistics: Statistics
    result: Result
    solutions: tuple[Solution, ...]
    broken: tuple[RuleViolation, ...]
    seconds: Times

    @property
    def status(self) -> Status:
        """What is known; see `Status`."""
        return self.result.status

    @property
    def limit(self) -> Limit:
        """The limit that was hit, if any."""
        return self.result.limit

    def __bool__(self) -> bool:
        """Whether there is a solution."""
        return bool(self.solutions)

    def drawing(self) -> Drawing:
        """The first solution, or the starting position without one, as lines of segments."""
        first = self.solutions[0] if self.solutions else None
        return board_text(self.loaded.family.name, self.loaded.instance, first)

    def text(self) -> str:
        """The first solution in letters and lines, or a sentence that says why there is none."""
        if not self.solutions:
            return self.verdict()
        return "\n".join([as_plain(self.drawing()), *self.broken_rules()])

    def broken_rules(self) -> list[str]:
        """The rules that the solution breaks: the first three cases of each, and how many more."""
        cases: dict[str, list[str]] = {}
        for violation in self.broken:
            cases.setdefault(violation.rule, []).append(violation.what)
        lines = []
        for rule, found in cases.items():
            rest = len(found) - _SHOWN
            more = f"; and {rest} more" if rest > 0 else ""
            lines.append(f"broken rule '{rule}': {'; '.join(found[:_SHOWN])}{more}")
        return lines

    def svg(self) -> str:
        """The first solution, or the starting position without one, as an SVG document."""
        first = self.solutions[0] if self.solutions else None
        return board_svg(self.loaded.family.name, self.loaded.instance, first)

    def verdict(self) -> str:
        """The outcome in a sentence."""
        if self.solutions:
            return "solved, but not by the rules" if self.broken else "solved"
        if self.status is Status.INFEASIBLE:
            return "proved: there is no solution"
        if self.status is Status.ERROR:
            return f"{self.result.backend} failed: {self.result.message}"
        reason = {
            Limit.TIME: "the time limit came first",
            Limit.MEMORY: "the memory limit came first",
            Limit.NODES: "the node limit came first",
        }.get(self.limit, "the search was stopped")
        return f"unknown: {reason}; allow more, or try another backend"

    def verified_by(self) -> list[str]:
        """Which checks the solution has passed."""
        if not self.solutions:
            return []
        return ["rows"] if self.broken else ["rows", "rules"]

    def to_json(self) -> dict[str, Any]:
        """The answer as plain data; keys that were not asked for are None."""
        result = self.result
        return {
            "puzzle": self.loaded.puzzle.name,
            "preset": self.loaded.preset,
            "formulation": self.formulation,
            "without": list(self.without),
            "backend": result.backend,
            "backend_version": result.version,
            "status": result.status.value,
            "limit": result.limit.value,
            "complete": result.complete,
            "count": None,
            "count_up_to_symmetry": None,
            "unique": None,
            "objective": result.objective,
            "solutions": [solution.to_json() for solution in self.solutions],
            "broken_rules": [str(violation) for violation in self.broken],
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
            "checked": bool(self.solutions),
            "verified_by": self.verified_by(),
        }

    def __repr__(self) -> str:
        preset = f" {self.loaded.preset}" if self.loaded.preset else ""
        return f"<answer to {self.loaded.puzzle.name}{preset}: {self.verdict()}>"

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        return {"text/plain": self.text(), "image/svg+xml": self.svg()}
